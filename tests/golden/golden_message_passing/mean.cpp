#include "programs.hpp"

std::string golden::check_mean(const message_case& c) { return checker<reducer_kind::mean>(c).check(); }
