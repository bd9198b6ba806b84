// The one exception type. Messages say what, where and how much.
#pragma once
#include <stdexcept>
#include <string>

namespace tiga {

/// Every failure that the compiler could not find. `what()` is one printable line: what went wrong, where, and the
/// numbers; control characters of names and files are written `\x1b`.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws `tiga::error`. Out of line, so that user files do not instantiate string arithmetic at every check.
[[noreturn]] void fail(const std::string& message);

}  // namespace tiga
