// error: a name holds at most 16 characters
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis features{"features_of_nodes", 64};
using rows = m<features>;
