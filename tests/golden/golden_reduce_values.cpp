// golden_reduce_values FILE.jsonl: every reduction of the file through the core of streams, bit for bit.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <tiga/axes/parse.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/stream/core.hpp>
#include <vector>

namespace {

using namespace tiga;
using nlohmann::json;

mapping_value layout_of(const json& line, const std::string& text) {
  std::vector<axis> axes;
  for (const auto& [called, size] : line["axes"].items())
    axes.push_back(axis(pack(called.c_str()), size.get<std::int64_t>()));
  const mapping_value v = value_of(parse_mapping(text.data(), int(text.size()), axes.data(), int(axes.size())));
  if (!v.why.empty()) throw tiga::error(v.why.c_str());
  return v;
}

template <class T>
std::vector<T> elements(const json& rows, T hole) {
  std::vector<T> all;
  for (const json& row : rows)
    for (const json& x : row) all.push_back(x.is_null() ? hole : x.get<T>());
  return all;
}

/// "" or what is wrong.
template <class T>
std::string run(const json& line, const slice_reduction& of, const slice_verdict& v, detail::slice_op op, T poison) {
  const std::vector<T> in = elements<T>(line["input"], poison);
  std::vector<T> out(in.size() == 0 ? 1 : std::size_t(line["expect"].size() * line["expect"][0].size()), poison);
  detail::slice_pass p;
  p.plan = detail::make_slice_plan(of, v);
  p.fold = detail::fold_of(op, dtype_of<T>);
  p.in = in.data();
  p.out = out.data();
  p.positions = std::int64_t(in.size());
  detail::run_slice_pass(p);
  const std::vector<T> want = elements<T>(line["expect"], poison);
  std::size_t at = 0;
  for (const json& row : line["expect"])
    for (const json& x : row) {
      if (!x.is_null() && std::memcmp(&out[at], &want[at], sizeof(T)) != 0)
        return "position " + std::to_string(at) + ": " + std::to_string(out[at]) + ", not " + std::to_string(want[at]);
      ++at;
    }
  return "";
}

std::string check(const json& line) {
  std::vector<mapping_value> others;
  if (line.contains("others"))
    for (const json& text : line["others"]) others.push_back(layout_of(line, text));
  const mapping_value slice = layout_of(line, line["slice"]), time = layout_of(line, line["time"]);
  const mapping_value out_slice = layout_of(line, line["out_slice"]), out_time = layout_of(line, line["out_time"]);
  // the other axes have one position each here: they tell which axes are known, and have no extent in the values
  std::vector<layout_view> known;
  for (const mapping_value& o : others) known.push_back(o.view("another layout"));
  slice_reduction of{slice.view("Slice"),      time.view("Time"), out_slice.view("OutSlice"),
                     out_time.view("OutTime"), known.data(),      int(known.size())};
  const slice_verdict v = verify_inter_slice(of);
  if (v.broken != slice_rule::none) return v.why.c_str();
  of.other_count = 0;
  const std::string op = line["op"];
  if (op == "f32.mul") return run<float>(line, of, v, detail::slice_op::mul, std::numeric_limits<float>::quiet_NaN());
  if (op == "f32.add") return run<float>(line, of, v, detail::slice_op::add, std::numeric_limits<float>::quiet_NaN());
  constexpr struct {
    const char* called;
    detail::slice_op op;
  } all[] = {{"i32.add", detail::slice_op::add},
             {"i32.add_sat", detail::slice_op::add_sat},
             {"i32.max", detail::slice_op::max},
             {"i32.min", detail::slice_op::min}};
  for (const auto& o : all)
    if (op == o.called) return run<std::int32_t>(line, of, v, o.op, std::int32_t(0x5eadbeef));
  return "unknown operation " + op;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc == 2 ? argv[1] : "");
  if (!file) {
    std::fprintf(stderr, "golden_reduce_values FILE.jsonl: cannot read %s\n", argc == 2 ? argv[1] : "without a file");
    return 1;
  }
  int passed = 0, failed = 0, number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.empty()) continue;
    std::string why, id = "line " + std::to_string(number);
    try {
      const json line = json::parse(text);
      id = line["id"].get<std::string>();
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
