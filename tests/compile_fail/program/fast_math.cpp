// error: -ffast-math would make results depend on the instruction set
// flags: -ffast-math
#include <tiga/graph/message_passing.hpp>

int main() {}
