// The loop of a C++ rival in a process of its own; the protocol is in support/peer_process.hpp.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// What a rival has made ready for one case.
struct prepared {
  std::function<void()> call;
  std::function<double()> checksum;
};

/// Answers lines until the end of input. `prepare` gets the question and its arguments and throws std::exception with
/// the reason when it does not do that.
int serve(
    const std::function<prepared(const std::string& question, const std::vector<std::string>& arguments)>& prepare);

int threads();  // that the parent allows

}  // namespace bench
