#include <tiga/runtime/error.hpp>

namespace tiga {

void fail(const std::string& message) { throw error(message); }

}  // namespace tiga
