// edge[w] * src[x] in f32 over every reducer, with its gradient: compiled once, used by several tests.
#pragma once
#include "helpers.hpp"

namespace passing_test {

struct weighted_result {
  array<float, N, F> value, dx;
  array<float, E> dw;
};
/// The value of the program and the gradients of sum(value * cotangent); the cotangent is 1 where it is not given.
weighted_result weighted(tiga::reducer_kind, const square&, const array<float, N, F>& features,
                         const array<float, E>& weights, const array<float, N, F>* cotangent = nullptr);

inline constexpr tiga::reducer_kind all_reducers[] = {tiga::reducer_kind::sum, tiga::reducer_kind::mean,
                                                      tiga::reducer_kind::max, tiga::reducer_kind::min,
                                                      tiga::reducer_kind::prod};

}  // namespace passing_test
