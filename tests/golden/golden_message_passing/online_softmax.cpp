#include "programs.hpp"

std::string golden::check_online_softmax(const message_case& c) { return checker<softmax>(c).check(); }
