// golden_reduce_check FILE.jsonl: the verdict on every reduction of the file: accepted or which rule is broken, the
// ratio, and the digits that are reduced, promoted and fresh.
#include <cstdio>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <tiga/axes/inter_slice.hpp>
#include <tiga/axes/parse.hpp>
#include <tuple>
#include <vector>

namespace {

using namespace tiga;
using nlohmann::json;

using key = std::tuple<std::string, std::int64_t, std::int64_t>;

std::multiset<key> keys_of(const digit_run& run) {
  std::multiset<key> keys;
  for (int i = 0; i < run.count; ++i) {
    text called;
    called << run.digits[i].axis;
    keys.emplace(called.c_str(), run.digits[i].stride, run.digits[i].live);
  }
  return keys;
}
std::multiset<key> keys_of(const json& list) {
  std::multiset<key> keys;
  for (const json& d : list) keys.emplace(d.at(0), d.at(1), d.at(2));
  return keys;
}
std::string words(const std::multiset<key>& keys) {
  std::string all = "[";
  for (const auto& [axis, stride, live] : keys)
    all += " " + axis + "@" + std::to_string(stride) + "x" + std::to_string(live);
  return all + " ]";
}

/// "" or what differs.
std::string check(const json& line) {
  std::vector<axis> axes;
  for (const auto& [called, size] : line.at("axes").items())
    axes.push_back(axis(pack(called.c_str()), size.get<std::int64_t>()));
  // a layout that breaks a rule is for the verifier, one that is no layout is a fault of the file
  const auto read = [&](const std::string& t) {
    const mapping_expression e = parse_mapping(t.data(), int(t.size()), axes.data(), int(axes.size()));
    if (!e.why.empty()) throw std::runtime_error(e.why.c_str());
    return value_of(e);
  };
  const mapping_value slice = read(line.at("slice")), time = read(line.at("time"));
  const mapping_value out_slice = read(line.at("out_slice")), out_time = read(line.at("out_time"));
  std::vector<mapping_value> others;
  for (const json& t : line.value("others", json::array())) others.push_back(read(t));
  std::vector<layout_view> known;
  for (const mapping_value& o : others) known.push_back(o.view("another layout"));
  const slice_verdict v = verify_inter_slice({slice.view("Slice"), time.view("Time"), out_slice.view("OutSlice"),
                                              out_time.view("OutTime"), known.data(), int(known.size())});
  const bool accepts = line.at("verdict") == "accept";
  if (!accepts) {
    const std::string code = line.at("code");
    if (v.broken == slice_rule::none) return "accepted, not " + code;
    return code == code_of(v.broken) ? "" : std::string(describe(v).c_str()) + " -- not " + code;
  }
  if (v.broken != slice_rule::none) return std::string(describe(v).c_str()) + " -- not accepted";
  if (v.ratio != line.at("ratio")) return "ratio " + std::to_string(v.ratio);
  if (v.noop != line.at("noop")) return v.noop ? "a no-op" : "no no-op";
  const std::pair<const char*, const digit_run*> all[] = {
      {"reduced", &v.reduced}, {"promoted", &v.promoted}, {"fresh", &v.fresh}};
  for (const auto& [called, run] : all)
    if (keys_of(*run) != keys_of(line.at(called))) return std::string(called) + " " + words(keys_of(*run));
  return "";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "golden_reduce_check FILE.jsonl\n"), 2;
  std::ifstream file(argv[1]);
  if (!file) return std::fprintf(stderr, "golden_reduce_check: cannot read %s\n", argv[1]), 2;
  int passed = 0, failed = 0, number = 0;
  for (std::string row; std::getline(file, row);) {
    ++number;
    if (row.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string id = "line " + std::to_string(number), why;
    try {
      const json line = json::parse(row);
      id += " (" + line.at("id").get<std::string>() + ")";
      why = check(line);
    } catch (const std::exception& e) {
      why = e.what();
    }
    ++(why.empty() ? passed : failed);
    if (!why.empty()) std::printf("%s: %s\n", id.c_str(), why.c_str());
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
