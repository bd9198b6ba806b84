#include <tiga/runtime/error.hpp>
#include <tiga/runtime/printable.hpp>

namespace tiga {

// Here and nowhere else, so that no name and no piece of a file cuts a message at a NUL or breaks its line.
void fail(const std::string& message) { throw error(printable(message)); }

}  // namespace tiga
