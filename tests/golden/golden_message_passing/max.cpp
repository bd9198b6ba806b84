#include "programs.hpp"

std::string golden::check_max(const message_case& c) { return checker<decltype(tiga::max())>(c).check(); }
