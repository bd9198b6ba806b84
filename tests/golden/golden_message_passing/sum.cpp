#include "programs.hpp"

std::string golden::check_sum(const message_case& c) { return checker<double, reducer_kind::sum>(c).check(); }
