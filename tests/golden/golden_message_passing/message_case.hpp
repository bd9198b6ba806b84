// One line of message_passing.jsonl, and the checks that each reducer's file holds.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace golden {

/// Row-major numbers, (rows, dim). A dim of 1 beside a larger one is a number per row that broadcasts.
struct array {
  std::int64_t rows = 0, dim = 0;
  std::vector<double> data;
};
/// By side and name, `fields["src.x"]`.
using arrays = std::map<std::string, array>;

struct message_case {
  std::string reducer, message;
  std::int64_t sources = 0, destinations = 0, dim = 0;
  std::vector<std::int64_t> from, to;
  arrays fields, gradients;
  std::vector<double> expect, cotangent;  // the cotangent is empty where only values are given
  double tolerance = 0;
};

/// What is wrong with the result or a gradient, empty when nothing is. A file each, since each compiles eight programs.
std::string check_sum(const message_case&);
std::string check_mean(const message_case&);
std::string check_max(const message_case&);
std::string check_min(const message_case&);
std::string check_prod(const message_case&);
std::string check_variance(const message_case&);
std::string check_online_softmax(const message_case&);

}  // namespace golden
