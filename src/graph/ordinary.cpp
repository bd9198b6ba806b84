// Have products kept all their digits?
#include <atomic>
#include <cmath>
#include <tiga/graph/message_passing/record.hpp>
#include <tiga/runtime/parallel.hpp>

namespace tiga::detail {
namespace {

// Far enough from both ends that what a product met on its way was not far below the smallest ordinary number either.
template <class T>
bool all_within(const T* x, std::int64_t count, T least, T greatest) {
  std::atomic<bool> good = true;
  runtime::parallel(count, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    bool within = true;
    for (std::int64_t i = begin; i < end; ++i) within &= std::abs(x[i]) >= least && std::abs(x[i]) <= greatest;
    if (!within) good = false;
  });
  return good;
}

}  // namespace

bool are_ordinary(dtype type, const void* products, std::int64_t count) {
  if (type == dtype::f32) return all_within(static_cast<const float*>(products), count, 0x1p-100F, 0x1p100F);
  if (type == dtype::f64) return all_within(static_cast<const double*>(products), count, 0x1p-900, 0x1p900);
  return false;
}

}  // namespace tiga::detail
