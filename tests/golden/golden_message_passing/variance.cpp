#include "programs.hpp"

std::string golden::check_variance(const message_case& c) {
  if (auto problem = checker<decltype(tiga::var())>(c).check(); !problem.empty()) return "var(): " + problem;
  return checker<variance>(c).check();
}
