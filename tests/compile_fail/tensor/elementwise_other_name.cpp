// error: elementwise: the mappings [R, W] and [X, W] differ
#include <tiga/tensor/expression.hpp>

inline constexpr tiga::axis R{"R", 4}, X{"X", 4}, W{"W", 64};

void sizes_agree_names_do_not(const tiga::tensor<float, tiga::m<R, W>>& a,
                              const tiga::tensor<float, tiga::m<X, W>>& b) {
  const auto sum = a + b;
}
