#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/join.hpp>

namespace tiga::detail {
namespace {

std::int64_t product(const std::int64_t* n, int begin, int end) {
  std::int64_t p = 1;
  for (int i = begin; i < end; ++i) p *= n[i];
  return p;
}

}  // namespace

dynamic_tensor concat(const dynamic_tensor* parts, int count, int at, const factor* axes) {
  std::int64_t n[dynamic_tensor::max_rank];
  const dynamic_tensor& first = parts[0];
  std::copy_n(first.n, first.rank, n);
  n[at] = 0;
  for (int k = 0; k < count; ++k) {
    const std::string name = "operand " + std::to_string(k);
    for (int i = 0; i < first.rank; ++i)
      if (i != at) meet(axes[i], first.n[i], "operand 0", parts[k].n[i], name.c_str());
    n[at] += parts[k].n[at];
  }
  dynamic_tensor out = dynamic_tensor::uninitialized(first.type, first.rank, n);
  if (out.size() == 0) return out;
  const std::size_t bytes = dtype_size(first.type);
  const std::int64_t outer = product(n, 0, at), inner = product(n, at + 1, first.rank);
  char* const to = static_cast<char*>(out.writable());
  std::int64_t done = 0;
  for (int k = 0; k < count; ++k) {
    const dynamic_tensor packed = parts[k].contiguous();
    const std::size_t run = std::size_t(parts[k].n[at] * inner) * bytes, pitch = std::size_t(n[at] * inner) * bytes;
    const char* const from = static_cast<const char*>(packed.first);
    char* const start = to + std::size_t(done * inner) * bytes;
    if (run > 0)
      runtime::parallel(outer, 1 + std::int64_t((std::size_t(1) << 16) / run),
                        [=](std::int64_t begin, std::int64_t end) {
                          for (std::int64_t o = begin; o < end; ++o)
                            std::memcpy(start + std::size_t(o) * pitch, from + std::size_t(o) * run, run);
                        });
    done += parts[k].n[at];
  }
  return out;
}

dynamic_tensor gather(const dynamic_tensor& x, int at, const dynamic_tensor& ids, const factor& axis) {
  const dynamic_tensor packed = x.contiguous(), places = ids.contiguous();
  std::int64_t n[2 * dynamic_tensor::max_rank];
  int rank = 0;
  for (int i = 0; i < at; ++i) n[rank++] = x.n[i];
  for (int i = 0; i < ids.rank; ++i) n[rank++] = ids.n[i];
  for (int i = at + 1; i < x.rank; ++i) n[rank++] = x.n[i];
  if (rank > dynamic_tensor::max_rank)
    fail("gather: the result would have " + std::to_string(rank) + " axes, at most 8 are possible");
  const std::int64_t count = places.size(), extent = x.n[at];
  const bool wide = ids.type == dtype::i64;
  const void* const list = places.first;
  const auto id_at = [=](std::int64_t i) {
    return wide ? static_cast<const std::int64_t*>(list)[i] : static_cast<const std::int32_t*>(list)[i];
  };
  std::atomic<std::int64_t> wrong{count};
  runtime::parallel(count, 1 << 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      if (id_at(i) < 0 || id_at(i) >= extent) {
        std::int64_t before = wrong.load();
        while (i < before && !wrong.compare_exchange_weak(before, i)) {
        }
        return;
      }
  });
  if (wrong.load() < count) {
    text t;
    t << axis;
    fail("gather: the id " + std::to_string(id_at(wrong.load())) + " at position " + std::to_string(wrong.load()) +
         " is outside axis " + t.c_str() + ", which has " + std::to_string(extent));
  }
  dynamic_tensor out = dynamic_tensor::uninitialized(x.type, rank, n);
  if (out.size() == 0) return out;
  const std::size_t bytes = std::size_t(product(x.n, at + 1, x.rank)) * dtype_size(x.type);
  const std::int64_t outer = product(x.n, 0, at);
  const char* const from = static_cast<const char*>(packed.first);
  char* const to = static_cast<char*>(out.writable());
  runtime::parallel(outer * count, 1 + std::int64_t((std::size_t(1) << 15) / bytes),
                    [=](std::int64_t begin, std::int64_t end) {
                      for (std::int64_t i = begin; i < end; ++i)
                        std::memcpy(to + std::size_t(i) * bytes,
                                    from + std::size_t(i / count * extent + id_at(i % count)) * bytes, bytes);
                    });
  return out;
}

}  // namespace tiga::detail
