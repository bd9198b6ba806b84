// argmax and argmin.
#include "reduce_kernel.hpp"

namespace tiga::detail {
namespace {

template <bool Greatest, class A>
bool better(A a, A than) {
  if constexpr (std::is_floating_point_v<A>)
    if (than != than || a != a) return than == than;  // the first NaN wins
  return Greatest ? a > than : a < than;
}

template <bool Greatest, class T, class A>
void positions(const reduce_plan& plan, std::int64_t* result) {
  const buffer room = buffer::allocate(std::size_t(plan.cells * plan.blocks) * sizeof(std::int64_t));
  std::int64_t* partial = static_cast<std::int64_t*>(room.data());
  const T* const first = static_cast<const T*>(plan.first);
  const std::int64_t each = plan.length < plan.block ? plan.length : plan.block;
  runtime::parallel(plan.cells * plan.blocks, 1 + reduce_grain / each, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const T* cell = first + plan.kept.offset(unit / plan.blocks);
      const std::int64_t from = unit % plan.blocks * plan.block;
      const std::int64_t to = from + plan.block < plan.length ? from + plan.block : plan.length;
      std::int64_t at = from, best = from;
      A value = A(cell[plan.reduced.offset(from)]);
      walk(plan.reduced, from, to, [&](std::int64_t offset, std::int64_t step, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i, ++at) {
          const A a = A(cell[offset + i * step]);
          if (!better<Greatest>(a, value)) continue;
          value = a;
          best = at;
        }
      });
      partial[unit] = best;
    }
  });
  for (std::int64_t c = 0; c < plan.cells; ++c) {
    const T* cell = first + plan.kept.offset(c);
    std::int64_t best = partial[c * plan.blocks];
    for (std::int64_t b = 1; b < plan.blocks; ++b) {
      const std::int64_t next = partial[c * plan.blocks + b];
      if (better<Greatest>(A(cell[plan.reduced.offset(next)]), A(cell[plan.reduced.offset(best)]))) best = next;
    }
    result[c] = best;
  }
}

template <bool Greatest>
void by_type(const reduce_plan& plan, std::int64_t* result) {
  switch (plan.type) {
    case dtype::boolean:
    case dtype::u8: return positions<Greatest, std::uint8_t, std::uint8_t>(plan, result);
    case dtype::i8: return positions<Greatest, std::int8_t, std::int8_t>(plan, result);
    case dtype::i16: return positions<Greatest, std::int16_t, std::int16_t>(plan, result);
    case dtype::u16: return positions<Greatest, std::uint16_t, std::uint16_t>(plan, result);
    case dtype::i32: return positions<Greatest, std::int32_t, std::int32_t>(plan, result);
    case dtype::u32: return positions<Greatest, std::uint32_t, std::uint32_t>(plan, result);
    case dtype::i64: return positions<Greatest, std::int64_t, std::int64_t>(plan, result);
    case dtype::u64: return positions<Greatest, std::uint64_t, std::uint64_t>(plan, result);
    case dtype::f16: return positions<Greatest, f16, float>(plan, result);
    case dtype::bf16: return positions<Greatest, bf16, float>(plan, result);
    case dtype::f32: return positions<Greatest, float, float>(plan, result);
    case dtype::f64: return positions<Greatest, double, double>(plan, result);
  }
}

}  // namespace

void reduce_position(const reduce_plan& plan, bool greatest, std::int64_t* result) {
  if (plan.length == 0) {
    for (std::int64_t c = 0; c < plan.cells; ++c) result[c] = -1;
    return;
  }
  greatest ? by_type<true>(plan, result) : by_type<false>(plan, result);
}

}  // namespace tiga::detail
