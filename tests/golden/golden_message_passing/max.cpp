#include "programs.hpp"

std::string golden::check_max(const message_case& c) { return checker<reducer_kind::max>(c).check(); }
