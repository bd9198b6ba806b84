#include "programs.hpp"

std::string golden::check_min(const message_case& c) { return checker<decltype(tiga::min())>(c).check(); }
