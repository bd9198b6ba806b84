// error: elementwise: the mappings [S, U] and [U, S] differ
#include <tiga/tensor/expression.hpp>

inline constexpr tiga::axis S{"S", 2}, U{"U", 2};

void sizes_agree_order_does_not(const tiga::tensor<float, tiga::m<S, U>>& a,
                                const tiga::tensor<float, tiga::m<U, S>>& b) {
  const auto product = a * 2 * b;
}
