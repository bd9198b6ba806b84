#include "programs.hpp"

std::string golden::check_prod(const message_case& c) { return checker<decltype(tiga::prod())>(c).check(); }
