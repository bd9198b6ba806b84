// `tiga reduce-check --jsonl`: a file of reductions and the verdicts that are expected.
#include <fmt/core.h>

#include <algorithm>
#include <io/mapped_file.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tiga/runtime/printable.hpp>
#include <tuple>

#include "commands.hpp"
#include "reduction.hpp"

namespace tiga::tool {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& sentence) { throw wrong_input(printable(sentence)); }
std::string key(const char* called) { return called; }

std::string string_at(const json& line, const char* called, const char* otherwise) {
  const auto found = line.find(called);
  if (found == line.end() && otherwise) return otherwise;
  if (found == line.end()) refuse(fmt::format("{} is missing", called));
  if (!found->is_string()) refuse(fmt::format("{} is no text", called));
  return found->get<std::string>();
}

std::int64_t number(const json& value, const std::string& called) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(INT64_MAX)) return INT64_MAX;
  if (!value.is_number_integer()) refuse(called + " is no whole number");
  return value.get<std::int64_t>();
}

std::vector<axis> axes_of(const json& line) {
  const auto found = line.find("axes");
  if (found == line.end() || !found->is_object()) refuse("axes is missing or no object of names and sizes");
  std::vector<axis> axes;
  for (const auto& [called, size] : found->items())
    axes.push_back(checked_axis("axes", called, number(size, "the size of axis " + called)));
  return axes;
}

reduce_request request_of(const json& line) {
  reduce_request r;
  r.slice = string_at(line, "slice", nullptr);
  r.time = string_at(line, "time", "1");
  r.out_slice = string_at(line, "out_slice", nullptr);
  r.out_time = string_at(line, "out_time", "1");
  if (const auto found = line.find("others"); found != line.end()) {
    if (!found->is_array()) refuse("others is no list of layouts");
    for (const json& other : *found) {
      if (!other.is_string()) refuse("others holds something that is no text");
      r.others.push_back(other.get<std::string>());
    }
  }
  return r;
}

// Digits as the file writes them, in an order of their own.
using key_set = std::multiset<std::tuple<std::string, std::int64_t, std::int64_t>>;
key_set keys_of(const digit_run& run) {
  key_set keys;
  for (int i = 0; i < run.count; ++i) {
    const digit& d = run.digits[i];
    keys.emplace(spelled(d.axis), d.stride, d.live);
  }
  return keys;
}
key_set keys_of(const json& list, const char* called) {
  key_set keys;
  if (!list.is_array()) refuse(fmt::format("{} is no list of [axis, stride, live]", called));
  for (const json& d : list) {
    if (!d.is_array() || d.size() != 3 || !d[0].is_string())
      refuse(fmt::format("{} holds something else than [axis, stride, live]", called));
    keys.emplace(printable(d[0].get<std::string>()), number(d[1], called), number(d[2], called));
  }
  return keys;
}
std::string listed(const key_set& keys) {
  std::string all;
  for (const auto& [axis, stride, live] : keys)
    all += fmt::format("{}[{}, {}, {}]", all.empty() ? "" : ", ", axis, stride, live);
  return "[" + all + "]";
}

// "ratio is 4, not 8" for each thing that differs.
std::vector<std::string> differences(const json& line, const slice_verdict& v) {
  std::vector<std::string> all;
  const auto differ = [&](const char* what, const std::string& found, const std::string& wanted) {
    if (found != wanted) all.push_back(fmt::format("{} is {}, not {}", what, found, wanted));
  };
  const bool accepted = v.broken == slice_rule::none;
  const std::string wanted = string_at(line, "verdict", nullptr);
  if (wanted != "accept" && wanted != "reject")
    refuse(fmt::format("verdict '{}' is neither accept nor reject", wanted));
  differ("the verdict", accepted ? "accept" : "reject", wanted);
  if (!all.empty()) return all;
  if (!accepted) {
    differ("the code", code_of(v.broken), string_at(line, "code", code_of(v.broken)));
    return all;
  }
  if (const auto ratio = line.find("ratio"); ratio != line.end())
    differ("the ratio", std::to_string(v.ratio), std::to_string(number(*ratio, "ratio")));
  if (const auto noop = line.find("noop"); noop != line.end()) differ("noop", v.noop ? "true" : "false", noop->dump());
  const std::pair<const char*, const digit_run*> sets[] = {
      {"reduced", &v.reduced}, {"promoted", &v.promoted}, {"fresh", &v.fresh}};
  for (const auto& [called, run] : sets)
    if (const auto set = line.find(called); set != line.end())
      differ(called, listed(keys_of(*run)), listed(keys_of(*set, called)));
  return all;
}

json parsed(std::string_view text) {
  json line;
  try {
    line = json::parse(text);
  } catch (const json::parse_error& e) {
    refuse(fmt::format("no JSON, from byte {} on", e.byte));
  } catch (const json::exception&) {
    refuse("no JSON: a number is too large");
  }
  if (!line.is_object()) refuse("no JSON object");
  return line;
}

class line_checker {
 public:
  line_checker(const std::string& path, bool strict) : path_(path), strict_(strict) {}
  void check(std::string_view text, std::int64_t number) {
    std::string id;
    try {
      const json line = parsed(text);
      if (const auto found = line.find("id"); found != line.end())
        id = found->is_string() ? printable(found->get<std::string>()) : printable(found->dump());
      const reduction read(request_of(line), axes_of(line), key);
      judge(id.empty() ? fmt::format("line {}", number) : id, line, read.verdict(strict_));
    } catch (const wrong_input& e) {
      ++failed_;
      fmt::print("{}{}: line {}: {}\n", id.empty() ? id : id + ": ", printable(path_), number, e.what());
    }
  }
  int finish() const {
    fmt::print("{} passed, {} failed\n", passed_, failed_);
    return failed_ > 0 || passed_ == 0 ? 1 : 0;
  }

 private:
  void judge(const std::string& id, const json& line, const slice_verdict& v) {
    const std::string said = words(describe(v));
    if (!line.contains("verdict")) {
      fmt::print("{}: {}\n", id, said);
      return;
    }
    const std::vector<std::string> all = differences(line, v);
    ++(all.empty() ? passed_ : failed_);
    std::string joined;
    for (const std::string& one : all) joined += (joined.empty() ? "" : "; ") + one;
    if (!all.empty()) fmt::print("{}: {} ({})\n", id, joined, said);
  }

  std::string path_;
  bool strict_;
  std::int64_t passed_ = 0, failed_ = 0;
};

io::mapped_file opened(const std::string& path) {
  try {
    return io::mapped_file(path);
  } catch (const error& e) {
    throw wrong_input(e.what());  // status 1 is a verdict here
  }
}

}  // namespace

int reduce_check_lines(const std::string& path, bool strict) {
  const io::mapped_file file = opened(path);
  line_checker checker(path, strict);
  std::int64_t number = 1;
  for (const char* at = file.begin(); at != file.end(); ++number) {
    const char* const end = std::find(at, file.end(), '\n');
    const std::string_view line(at, std::size_t(end - at));
    if (line.find_first_not_of(" \t\r") != line.npos) checker.check(line, number);
    at = end == file.end() ? end : end + 1;
  }
  return checker.finish();
}

}  // namespace tiga::tool
