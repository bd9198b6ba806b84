// golden_mapping FILE.jsonl: size, every position and the lack of a digit form of each expression of the file; what the
// definitions denote and what the digits mean are both compared.
// golden_mapping --random N SEED: N random expressions, their digits against their denotation in every position.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <tiga/axes/denotation.hpp>
#include <vector>

namespace {

using namespace tiga;
using nlohmann::json;

std::string letters(const name& n) {
  text t;
  return (t << n).c_str();
}

/// An expression with everything that is known of it.
struct subject {
  std::vector<axis> axes;
  mapping_expression expression;
  denotation denoted;
  mapping_value digits;
  subject(const std::vector<axis>& among, const std::string& spelled)
      : axes(among),
        expression(parse_mapping(spelled.data(), int(spelled.size()), axes.data(), int(axes.size()))),
        denoted(expression),
        digits(expression.why.empty() ? value_of(expression) : mapping_value{}) {}
  bool is_composite() const {
    for (int i = 0; i < digits.count; ++i)
      if (digits.factors[i].problem == std::int64_t(fault::composite)) return true;
    return false;
  }
  bool has_digits() const { return expression.why.empty() && digits.why.empty(); }
};

std::string shown(occupancy held) {
  constexpr const char* names[] = {"a hole #{!}", "a hole #{0}", "a hole #", "an element", "outside"};
  return names[int(held)];
}

/// What digits mean at a position: the formula for a list of digits, innermost first, written once more.
mapping_cell meaning(const digit_run& run, std::int64_t position) {
  factor one[layout_digits];
  for (int i = 0; i < run.count; ++i) {
    one[run.count - 1 - i].count = 1;
    one[run.count - 1 - i].d0 = run.digits[i];
  }
  mapping_cell c;
  c.held = occupancy_at(one, run.count, position);
  if (c.held != occupancy::live) return c;
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    const std::int64_t step = position % d.extent;
    position /= d.extent;
    if (detail::is_named(d) && step) c.terms[c.count++] = {d.axis, d.size, d.bound, d.stride * step, d.kind};
  }
  return c;
}

std::string difference(const mapping_cell& got, const mapping_cell& want, const std::vector<axis>& axes) {
  if (got.held != want.held) return shown(got.held) + ", not " + shown(want.held);
  for (const axis& a : axes)
    if (got.held == occupancy::live && got.coordinate(a.id) != want.coordinate(a.id))
      return letters(a.id) + std::to_string(got.coordinate(a.id)) + ", not " + letters(a.id) +
             std::to_string(want.coordinate(a.id));
  return "";
}

bool is_hole(const mapping_cell& c) { return c.held != occupancy::live && c.held != occupancy::outside; }

/// "" or where the digits of an expression mean something else than it denotes, each time that they are cut as well.
std::string digits_against_denotation(const subject& s, const std::vector<mapping_cell>& cells) {
  const std::int64_t size = std::int64_t(cells.size());
  for (std::int64_t p = -1; p <= size; ++p) {
    mapping_cell got, want;
    got.held = occupancy_at(s.digits.factors, s.digits.count, p);
    want.held = occupancy::outside;
    if (p >= 0 && p < size) want = cells[std::size_t(p)];
    for (const axis& a : s.axes)
      if (const std::int64_t x = coordinate_at(s.digits.factors, s.digits.count, p, a); x && p >= 0 && p < size)
        got.terms[got.count++] = {a.id, a.size, a.size, x, 0};
    if (const std::string d = difference(got, want, s.axes); !d.empty())
      return "position " + std::to_string(p) + " of the digits is " + d;
  }
  const digit_run run = detail::digits_of(s.digits.view());
  for (std::int64_t n = 1; n <= size; ++n) {
    if (size % n != 0) continue;
    const detail::run_halves h = detail::split_run(run, n);
    if (!h.exists) continue;
    digit_run whole = h.inner;
    for (int i = 0; i < h.outer.count; ++i) whole.push(h.outer.digits[i]);
    for (std::int64_t p = 0; p < size; ++p)
      if (const mapping_cell got = meaning(whole, p); is_hole(got) && is_hole(cells[std::size_t(p)]))
        continue;  // a ragged cut may hide a hole behind another one, of another kind
      else if (const std::string d = difference(got, cells[std::size_t(p)], s.axes); !d.empty())
        return "cut at " + std::to_string(n) + ", position " + std::to_string(p) + " is " + d;
  }
  return "";
}

std::string check(const json& line) {
  std::vector<axis> axes;
  for (const auto& [called, size] : line.at("axes").items()) {
    if (called.empty() || called.size() > 16) throw std::runtime_error("\"" + called + "\" is no name of an axis");
    axes.push_back(axis(pack(called.c_str()), size.get<std::int64_t>()));
  }
  const subject s(axes, line.at("mapping").get<std::string>());
  if (!s.denoted.why.empty()) return s.denoted.why.c_str();
  const std::int64_t size = line.at("size").get<std::int64_t>();
  const json& want = line.at("cells");
  if (!want.is_array() || std::int64_t(want.size()) != size) throw std::runtime_error("cells are not one a position");
  if (s.denoted.size() != size) return "size " + std::to_string(s.denoted.size()) + ", not " + std::to_string(size);
  std::vector<mapping_cell> cells;
  for (std::int64_t p = 0; p < size; ++p) {
    const json& w = want[std::size_t(p)];
    const mapping_cell got = s.denoted.at(p);
    cells.push_back(got);
    const bool is_hole = got.held != occupancy::live && got.held != occupancy::outside;
    bool right = w.is_object() ? got.held == occupancy::live
                 : w == "pad"  ? is_hole
                               : w == "out" && got.held == occupancy::outside;
    for (const axis& a : axes)
      if (w.is_object()) right = right && got.coordinate(a.id) == w.value(letters(a.id), std::int64_t(0));
    if (right) continue;
    std::string terms;
    for (int i = 0; i < got.count; ++i)
      terms += " " + letters(got.terms[i].of) + std::to_string(got.terms[i].coordinate);
    return "position " + std::to_string(p) + " is " + shown(got.held) + terms + ", not " + w.dump();
  }
  const bool composite = line.at("composite").get<bool>();
  if (s.is_composite() != composite) return composite ? "it has digits" : s.digits.why.c_str();
  if (composite && std::string(s.digits.why.c_str()).find("composite") == std::string::npos)
    return "the sentence does not say composite: " + std::string(s.digits.why.c_str());
  return s.has_digits() ? digits_against_denotation(s, cells) : "";
}

/// Random expressions of four axes that stay small. An expression may come in two parts, cut from the same: only so do
/// ragged axes overshoot.
class author {
 public:
  explicit author(std::uint64_t seed) : next_(seed) {}
  std::vector<axis> axes() {
    sizes_.clear();
    std::vector<axis> made;
    for (char c = 'A'; c <= 'D'; ++c) {
      made.push_back(axis(name{std::uint64_t(c), 0}, 1 + below(chance(4) ? 30 : 12)));
      sizes_.push_back(made.back().size);
    }
    return made;
  }
  std::string layout() {
    free_ = {'A', 'B', 'C', 'D'};
    const std::vector<part> parts = grow(1 + below(5));
    std::string all;
    for (const part& p : parts) all += (all.empty() ? "" : ", ") + p.spelled;
    return chance(8) ? "[" + all + "]" : all;
  }

 private:
  struct part {
    std::string spelled;
    std::int64_t size;
    bool is_chain;  // an operator may follow without a bracket
  };
  static constexpr std::int64_t room = 240;
  std::int64_t below(std::int64_t n) { return std::int64_t(next_() % std::uint64_t(n)); }
  bool chance(int of) { return below(of) == 0; }
  std::int64_t divisor(std::int64_t n) {
    std::vector<std::int64_t> all;
    for (std::int64_t k = 1; k <= n; ++k)
      if (n % k == 0) all.push_back(k);
    // the trivial ones less often
    return all.size() > 2 && !chance(6) ? all[std::size_t(1 + below(std::int64_t(all.size()) - 2))]
                                        : all[std::size_t(below(std::int64_t(all.size())))];
  }
  std::string operand(const part& p) {
    if (p.is_chain && !chance(4)) return p.spelled;
    return chance(3) ? "(" + p.spelled + ")" : "[" + p.spelled + "]";
  }
  part one(const std::vector<part>& parts) {
    if (parts.size() == 1) return parts[0];
    part p{"", 1, false};
    for (const part& q : parts) {
      p.spelled += (p.spelled.empty() ? "" : ", ") + (chance(5) ? "[" + q.spelled + "]" : q.spelled);
      p.size *= q.size;
    }
    return p;
  }
  static std::int64_t total(const std::vector<part>& parts) {
    std::int64_t size = 1;
    for (const part& p : parts) size *= p.size;
    return size;
  }
  part changed(const part& p) {
    const std::string left = operand(p) + " ";
    switch (below(4)) {
      case 0: {
        const std::int64_t n = divisor(p.size);
        return {left + "/ " + std::to_string(n), p.size / n, true};
      }
      case 1: {
        const std::int64_t n = divisor(p.size);
        return {left + "% " + std::to_string(n), n, true};
      }
      case 2: {
        const std::int64_t n = 1 + below(p.size);
        return {left + "= " + std::to_string(n), n, true};
      }
      default: {
        std::int64_t n = p.size + below(9);
        if (chance(2)) n = p.size * (1 + below(4));
        if (n > room) n = p.size;
        constexpr const char* kinds[] = {"# ", "#{*} ", "#{0} ", "#{!} ", "# "};
        return {left + kinds[below(5)] + std::to_string(n), n, true};
      }
    }
  }
  std::vector<part> grow(std::int64_t depth) {
    if (depth == 0 || free_.empty() || chance(12)) {
      if (free_.empty() || chance(10)) {
        const std::int64_t n = 1 + below(3);
        return {{std::to_string(n), n, true}};
      }
      const std::size_t at = std::size_t(below(std::int64_t(free_.size())));
      const char c = free_[at];
      free_.erase(free_.begin() + std::ptrdiff_t(at));
      return {{std::string(1, c), sizes_[std::size_t(c - 'A')], true}};
    }
    std::vector<part> parts = grow(depth - 1);
    const std::int64_t choice = below(10);
    if (choice < 4) {
      const std::size_t at = std::size_t(below(std::int64_t(parts.size())));
      const part p = changed(parts[at]);
      if (total(parts) / parts[at].size * p.size <= room) parts[at] = p;
    } else if (choice < 6) {
      if (one(parts).spelled.size() < 80) parts = {changed(one(parts))};
    } else if (choice < 8) {
      // a cut in two, its parts apart
      const std::size_t at = std::size_t(below(std::int64_t(parts.size())));
      const part p = parts[at];
      if (p.spelled.size() > 50) return parts;
      const std::int64_t n = divisor(p.size);
      parts[at] = {operand(p) + " / " + std::to_string(n), p.size / n, true};
      const part low{operand(p) + " % " + std::to_string(n), n, true};
      parts.insert(parts.begin() + below(std::int64_t(parts.size()) + 1), low);
    } else {
      const std::vector<part> more = grow(depth - 1);
      if (total(parts) * total(more) <= room && parts.size() + more.size() <= 8)
        parts.insert(chance(2) ? parts.end() : parts.begin(), more.begin(), more.end());
    }
    return parts;
  }

  std::mt19937_64 next_;
  std::vector<std::int64_t> sizes_;
  std::vector<char> free_;
};

/// Layouts of one meaning have one normal form, and only those.
std::string normal_forms(const subject& a, const std::vector<mapping_cell>& cells_a, const subject& b,
                         const std::vector<mapping_cell>& cells_b) {
  bool alike = cells_a.size() == cells_b.size();
  for (std::size_t p = 0; alike && p < cells_a.size(); ++p) alike = difference(cells_a[p], cells_b[p], a.axes).empty();
  digit_run runs[2];
  const subject* both[] = {&a, &b};
  for (int k = 0; k < 2; ++k) {
    runs[k] = detail::digits_of(both[k]->digits.view());
    runs[k].count = detail::canonicalise_layout(runs[k].digits, runs[k].count);
  }
  if (alike == detail::same_digits(runs[0], runs[1])) return "";
  text t;
  t << runs[0] << " and " << runs[1] << (alike ? " mean the same" : " are the same digits");
  return t.c_str();
}

int run_random(long many, std::uint64_t seed) {
  author write(seed);
  long passed = 0, failed = 0, composites = 0, doubled = 0, digits = 0;
  for (long i = 0; i < many;) {
    const std::vector<axis> axes = write.axes();
    // a few of the same axes, so that some of them mean the same
    struct pair {
      subject s;
      std::vector<mapping_cell> cells;
      std::string spelled;
    };
    std::vector<pair> kept;
    for (int k = 0; k < 6 && i < many; ++k, ++i) {
      const std::string spelled = write.layout();
      subject s(axes, spelled);
      std::string why = s.denoted.why.c_str();
      std::vector<mapping_cell> cells;
      for (std::int64_t p = 0; why.empty() && p < s.denoted.size(); ++p) cells.push_back(s.denoted.at(p));
      if (why.empty() && s.has_digits()) {
        ++digits;
        why = digits_against_denotation(s, cells);
        for (const pair& other : kept)
          if (why.empty()) why = normal_forms(s, cells, other.s, other.cells);
        kept.push_back({s, cells, spelled});
      } else if (why.empty()) {
        ++(s.is_composite() ? composites : doubled);
      }
      ++(why.empty() ? passed : failed);
      if (why.empty()) continue;
      std::printf("FAILED %ld m![%s] of", i, spelled.c_str());
      for (const axis& a : axes) std::printf(" %s=%ld", letters(a.id).c_str(), long(a.size));
      std::printf(": %s\n", why.c_str());
    }
  }
  std::printf("%ld with digits, %ld composite, %ld with a digit twice\n", digits, composites, doubled);
  std::printf("%ld passed, %ld failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string(argv[1]) == "--random")
    return run_random(std::atol(argv[2]), std::strtoull(argv[3], nullptr, 10));
  std::ifstream file(argc == 2 ? argv[1] : "");
  if (!file) {
    std::fprintf(stderr, "golden_mapping FILE.jsonl | --random N SEED: cannot read %s\n",
                 argc == 2 ? argv[1] : "without a file");
    return 1;
  }
  int passed = 0, failed = 0, number = 0;
  for (std::string spelled; std::getline(file, spelled);) {
    ++number;
    if (spelled.empty()) continue;
    std::string why, id = "line " + std::to_string(number);
    try {
      const json line = json::parse(spelled);
      id += ", " + line.at("id").get<std::string>();
      why = check(line);
    } catch (const std::exception& e) {
      why = e.what();
    }
    ++(why.empty() ? passed : failed);
    if (!why.empty()) std::printf("FAILED %s: %s\n", id.c_str(), why.c_str());
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
