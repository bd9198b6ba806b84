#include "programs.hpp"

std::string golden::check_mean(const message_case& c) { return checker<decltype(tiga::mean())>(c).check(); }
