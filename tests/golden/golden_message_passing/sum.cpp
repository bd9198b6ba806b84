#include "programs.hpp"

std::string golden::check_sum(const message_case& c) { return checker<decltype(tiga::sum())>(c).check(); }
