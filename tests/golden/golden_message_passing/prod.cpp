#include "programs.hpp"

std::string golden::check_prod(const message_case& c) { return checker<reducer_kind::prod>(c).check(); }
