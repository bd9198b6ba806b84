// Malformed MatrixMarket files, made by mutating right ones: each is an error that names line and reason (FB-39).
#include <set>
#include <sstream>
#include <tiga/graph/io.hpp>

#include "catch.hpp"
#include "helpers.hpp"

using namespace graph_test;
using tiga_test::ContainsSubstring;

namespace {

using lines = std::vector<std::string>;

std::string joined(const lines& all) {
  std::string text;
  for (const std::string& line : all) text += line + "\n";
  return text;
}
lines words_of(const std::string& line) {
  std::istringstream in(line);
  lines words;
  for (std::string w; in >> w;) words.push_back(w);
  return words;
}
std::string sentence(const lines& words) {
  std::string line;
  for (const std::string& w : words) line += (line.empty() ? "" : " ") + w;
  return line;
}

/// A malformed text and the line that must be named; 0: any.
struct mutant {
  std::string text;
  std::size_t line;
};

/// A right file: the banner, the size line, and entries. `plain`: general, with two indices and a real value.
struct original {
  const char* name;
  lines text;
};

const original originals[] = {
    {"real", {"%%MatrixMarket matrix coordinate real general", "3 4 3", "1 1 1.5", "2 3 -2.0e3", "3 4 .5"}},
    {"integer", {"%%MatrixMarket matrix coordinate integer symmetric", "3 3 3", "1 1 7", "2 1 -9", "3 3 0"}},
    {"pattern", {"%%MatrixMarket matrix coordinate pattern general", "3 3 3", "1 2", "2 3", "3 1"}},
    {"array", {"%%MatrixMarket matrix array real general", "2 2", "1.0", "2.0", "3.0", "4.0"}},
    {"skew", {"%%MatrixMarket matrix coordinate real skew-symmetric", "3 3 2", "2 1 4.5", "3 1 -0.25"}},
};

bool is_index(const original& o, std::size_t word) { return word < 2 && std::string(o.name) != "array"; }

// Each word of each line below the banner replaced by what cannot stand there.
void replace_words(const original& o, std::vector<mutant>& out) {
  for (std::size_t l = 1; l < o.text.size(); ++l) {
    const lines words = words_of(o.text[l]);
    for (std::size_t w = 0; w < words.size(); ++w) {
      lines junk{"x",
                 "1x",
                 "--1",
                 "+-1",
                 "1.5.2",
                 "0x10",
                 "1e",
                 "e5",
                 "-",
                 "+",
                 ".",
                 "1,5",
                 "\xc2\xbd",
                 std::string("1\0", 2),
                 std::string("\0", 1),
                 "%",
                 std::string(100000, 'z')};
      const bool index = l == 1 || is_index(o, w);
      if (index) junk.insert(junk.end(), {"-1", "1.5", "99999999999999999999", std::string(70000, '7'), "nan", "inf"});
      if (index && l > 1) junk.insert(junk.end(), {"0", "5", "2147483648", "4294967297", "9223372036854775807"});
      if (!index && std::string(o.name) == "integer")
        junk.insert(junk.end(), {"1.0", "1e3", "9223372036854775808", "-9223372036854775809", "nan"});
      if (!index && std::string(o.name) != "integer") junk.insert(junk.end(), {"1e999", "-1e400", "nanx", "infinite"});
      for (const std::string& j : junk) {
        lines changed = words, text = o.text;
        changed[w] = j;
        text[l] = sentence(changed);
        const bool comment = j == "%" && w == 0;  // then a line is missing, which shows elsewhere
        out.push_back({joined(text), comment ? 0 : l + 1});
      }
    }
  }
}

// Words missing or too many in each line; NUL bytes and long words between them.
void change_lengths(const original& o, std::vector<mutant>& out) {
  for (std::size_t l = 0; l < o.text.size(); ++l) {
    const lines words = words_of(o.text[l]);
    for (const std::string& extra : {std::string("1"), std::string("general"), std::string("\0", 1),
                                     std::string(1 << 20, '1'), std::string("% no comment")}) {
      lines text = o.text;
      text[l] += " " + extra;
      out.push_back({joined(text), l + 1});
    }
    if (words.size() < 2) continue;
    lines text = o.text;
    text[l] = sentence(lines(words.begin(), words.end() - 1));
    out.push_back({joined(text), l + 1});
    text[l] = words.front();
    out.push_back({joined(text), l + 1});
    text[l] = words.front() + std::string("\0", 1) + sentence(lines(words.begin() + 1, words.end()));
    out.push_back({joined(text), l + 1});
  }
}

// Cut after every line and inside every line; a line too many; the size line twice.
void change_counts(const original& o, std::vector<mutant>& out) {
  std::string text = joined(o.text);
  std::size_t begin = 0;
  for (std::size_t l = 0; l < o.text.size(); ++l) {
    out.push_back({text.substr(0, begin), 0});
    if (l + 1 < o.text.size()) out.push_back({text.substr(0, begin + o.text[l].size()), 0});
    begin += o.text[l].size() + 1;
  }
  for (std::size_t l = 1; l < o.text.size(); ++l) {
    lines more = o.text;
    more.insert(more.begin() + std::ptrdiff_t(l), o.text[l]);
    out.push_back({joined(more), 0});
    lines less = o.text;
    less.erase(less.begin() + std::ptrdiff_t(l));
    out.push_back({joined(less), 0});
  }
  for (const char* count : {"0", "1", "9", "9000000000000000000", "9223372036854775807"}) {
    lines changed = o.text;
    lines size = words_of(changed[1]);
    size.back() = count;
    changed[1] = sentence(size);
    out.push_back({joined(changed), 0});
  }
}

void change_banner(const original& o, std::vector<mutant>& out) {
  const lines words = words_of(o.text[0]);
  for (std::size_t w = 0; w < words.size(); ++w)
    for (const std::string& word : {std::string("unknown"), words[w] + "x", std::string("%"), std::string("hermitian"),
                                    std::string("complex"), std::string(1 << 16, '%')}) {
      lines changed = words, text = o.text;
      changed[w] = word;
      text[0] = sentence(changed);
      out.push_back({joined(text), 1});
    }
  for (const std::string before : {"\n", " ", "\xef\xbb\xbf", "% note\n", "x"})
    out.push_back({before + joined(o.text), 1});
}

std::vector<mutant> mutants_of(const original& o) {
  std::vector<mutant> all;
  replace_words(o, all);
  change_lengths(o, all);
  change_counts(o, all);
  change_banner(o, all);
  return all;
}

/// What is wrong with the refusal of a malformed file, or nothing.
std::string complaint(const mutant& m) {
  const text_file file(m.text, "bad.mtx");
  for (const bool graph : {false, true}) {
    const std::string says = error_of([&] {
      if (graph)
        bipartite::from_mtx(file.path());
      else
        tiga::read_mtx(file.path());
    });
    const std::string start = file.path() + ": line ";
    if (says.compare(0, start.size(), start) != 0) return says;
    std::size_t digits = 0;
    const std::size_t line = std::stoul(says.substr(start.size()), &digits);
    if (m.line != 0 && line != m.line) return "not line " + std::to_string(m.line) + ": " + says;
    if (says.compare(start.size() + digits, 2, ": ") != 0 || says.size() < start.size() + digits + 6)
      return "no reason: " + says;
    if (says.size() > file.path().size() + 300) return "a message of " + std::to_string(says.size()) + " characters";
  }
  return {};
}

}  // namespace

TEST_CASE("the originals are right") {
  for (const original& o : originals) {
    INFO(o.name);
    CHECK(tiga::read_mtx(text_file(joined(o.text)).path()).size() > 0);
  }
}

TEST_CASE("every mutated file is refused with line and reason") {
  std::set<std::string> different;
  for (const original& o : originals)
    for (const mutant& m : mutants_of(o)) {
      if (!different.insert(m.text).second) continue;
      const std::string wrong = complaint(m);
      if (wrong.empty()) continue;
      INFO(o.name << ":\n" << m.text.substr(0, 300));
      CHECK(wrong == "");
    }
  CHECK(different.size() >= 100);
}

TEST_CASE("entries on the wrong side of the diagonal") {
  const auto says = [](const std::string& text) {
    const text_file file(text);
    return error_of([&] { tiga::read_mtx(file.path()); });
  };
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n1 2 5\n"),
             ContainsSubstring("line 3") && ContainsSubstring("above the diagonal"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 5\n"),
             ContainsSubstring("line 3") && ContainsSubstring("diagonal"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 1 -9223372036854775808\n"),
             ContainsSubstring("line 3") && ContainsSubstring("mirrored"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real symmetric\n3 4 1\n1 1 5\n"),
             ContainsSubstring("line 2") && ContainsSubstring("3 x 4"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 5\n"), ContainsSubstring("start at 1"));
  CHECK_THAT(says("%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 5\n1 1 5\n1 1 5\n"),
             ContainsSubstring("line 5") && ContainsSubstring("3 of the 4 entries"));
}
