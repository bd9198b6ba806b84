// golden_message_passing FILE.jsonl: every line through a program, forward and backward.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <tiga/runtime/error.hpp>

#include "golden_message_passing/message_case.hpp"

namespace {

using golden::message_case;
using nlohmann::json;

double number(const json& j) {
  if (!j.is_string()) return j.get<double>();
  if (j == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (j == "Infinity") return std::numeric_limits<double>::infinity();
  if (j == "-Infinity") return -std::numeric_limits<double>::infinity();
  throw tiga::error("not a number: " + j.get<std::string>());
}
std::vector<double> numbers(const json& j) {
  std::vector<double> all;
  for (const json& x : j) all.push_back(number(x));
  return all;
}
golden::arrays arrays_of(const json& j) {
  golden::arrays all;
  for (const auto& [side, fields] : j.items())
    for (const auto& [name, a] : fields.items())
      all[side + "." + name] = {a["shape"][0], a["shape"][1], numbers(a["data"])};
  return all;
}
message_case read(const json& j) {
  message_case c;
  c.reducer = j["reducer"];
  c.message = j["message"];
  c.sources = j["num_src"];
  c.destinations = j["num_dst"];
  c.dim = j["expect_shape"][1];
  c.from = j["src"].get<std::vector<std::int64_t>>();
  c.to = j["dst"].get<std::vector<std::int64_t>>();
  c.fields = arrays_of(j["fields"]);
  c.expect = numbers(j["expect"]);
  c.tolerance = std::max(j["rtol"].get<double>(), j["atol"].get<double>());
  if (j.contains("cotangent")) {
    c.cotangent = numbers(j["cotangent"]);
    c.gradients = arrays_of(j["expect_grad"]);
  }
  return c;
}

constexpr struct {
  const char* reducer;
  std::string (*check)(const message_case&);
} checks[] = {{"sum", golden::check_sum},
              {"mean", golden::check_mean},
              {"max", golden::check_max},
              {"min", golden::check_min},
              {"prod", golden::check_prod},
              {"variance", golden::check_variance},
              {"online_softmax", golden::check_online_softmax}};

std::string problem_of(const json& j) {
  try {
    const message_case c = read(j);
    for (const auto& known : checks)
      if (c.reducer == known.reducer) return known.check(c);
    return "no reducer " + c.reducer;
  } catch (const std::exception& e) {
    return std::string("throws ") + e.what();
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::ifstream file(count == 2 ? arguments[1] : "");
  if (!file) {
    std::fprintf(stderr, count == 2 ? "golden_message_passing: cannot read %s\n" : "usage: %s FILE.jsonl\n",
                 arguments[count - 1]);
    return 2;
  }
  int passed = 0, failed = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    const json j = json::parse(line);
    const std::string problem = problem_of(j);
    ++(problem.empty() ? passed : failed);
    if (!problem.empty()) std::printf("FAILED %s: %s\n", j["id"].get<std::string>().c_str(), problem.c_str());
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 || passed == 0 ? 1 : 0;
}
