#include "programs.hpp"

std::string golden::check_min(const message_case& c) { return checker<reducer_kind::min>(c).check(); }
