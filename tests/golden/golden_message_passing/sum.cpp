#include "programs.hpp"

// In float32 too: what a dtype changes is the same in every reducer.
std::string golden::check_sum(const message_case& c) {
  std::string problem = checker<double, reducer_kind::sum>(c).check();
  if (problem.empty() && !(problem = checker<float, reducer_kind::sum>(c).check()).empty())
    problem = "float32: " + problem;
  return problem;
}
