#include <algorithm>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/contract.hpp>
#include <type_traits>
#include <vector>

#include "gemm.hpp"
#include "rows.hpp"

namespace tiga::detail {
namespace {

// Some axes of a tensor in order: their extents, and the steps of both operands.
struct group {
  int count = 0;
  int axis[dynamic_tensor::max_rank];
  void push(int i) { axis[count++] = i; }
};
std::int64_t size_of_group(const dynamic_tensor& t, const group& g) {
  std::int64_t n[dynamic_tensor::max_rank];
  for (int i = 0; i < g.count; ++i) n[i] = t.n[g.axis[i]];
  return count_elements(g.count, n);
}
// The step of the axes as one, or -1 when there is none.
std::int64_t step_of_group(const dynamic_tensor& t, const group& g) {
  std::int64_t step = 1, next = -1;
  for (int i = g.count; i-- > 0;) {
    const int a = g.axis[i];
    if (t.n[a] == 1) continue;
    if (next < 0)
      step = t.stride[a];
    else if (t.stride[a] != next)
      return -1;
    next = t.stride[a] * t.n[a];
  }
  return step;
}
dynamic_tensor permuted(const dynamic_tensor& t, const group* groups, int count) {
  dynamic_tensor p = t;
  int next = 0;
  for (int g = 0; g < count; ++g)
    for (int i = 0; i < groups[g].count; ++i, ++next) {
      p.n[next] = t.n[groups[g].axis[i]];
      p.stride[next] = t.stride[groups[g].axis[i]];
    }
  return p;
}

// Batches of matrices, each with two steps, or a packed copy.
struct operand_view {
  dynamic_tensor held;
  std::int64_t batch_step = 0, row_step = 0, column_step = 0;
};
operand_view view_of(const dynamic_tensor& t, const group& batch, const group& rows, const group& columns) {
  operand_view v;
  const std::int64_t b = step_of_group(t, batch), r = step_of_group(t, rows), c = step_of_group(t, columns);
  if (b >= 0 && r >= 0 && c >= 0) {
    v.held = t;
    v.batch_step = b;
    v.row_step = r;
    v.column_step = c;
    return v;
  }
  const group order[] = {batch, rows, columns};
  v.held = permuted(t, order, 3).contiguous();
  v.column_step = 1;
  v.row_step = size_of_group(t, columns);
  v.batch_step = size_of_group(t, rows) * v.row_step;
  return v;
}

// One product of matrices, cut into tiles whose shape depends on that of the product only. A deep product with a small
// result is cut along its depth, too; those parts meet like the digits of a binary counter.
struct tiling {
  static constexpr std::int64_t deep = 8192;
  std::int64_t rows, columns, depth, row_tile, column_tile, depth_tile, row_tiles, column_tiles, depth_tiles;
  tiling(std::int64_t r, std::int64_t c, std::int64_t d) : rows(r), columns(c), depth(d) {
    constexpr double work = 1 << 21;                 // multiplications a tile has at least, where there are as many
    constexpr std::int64_t side = 1024, block = 48;  // gemm takes so many rows at a time
    column_tile = std::min(c, side);
    depth_tile = d;
    depth_tiles = 1;
    if (d >= 2 * deep && r * c <= side * side) {
      depth_tile = deep;
      depth_tiles = (d + deep - 1) / deep;
    }
    const auto blocks = std::int64_t(work / std::max(double(column_tile) * double(depth_tile) * block, 1.0)) + 1;
    row_tile = std::min(r, std::min<std::int64_t>(blocks, 340) * block);
    row_tiles = (r + row_tile - 1) / row_tile;
    column_tiles = (c + column_tile - 1) / column_tile;
  }
};

// A batch of products of matrices. Where w meets several tiles of rows it is packed once for all of them.
template <class T>
class product {
 public:
  product(const operand_view& x, const operand_view& w, const tiling& t, T* y)
      : x_(x), w_(w), t_(t), y_(y), part_size_(t.rows * t.columns) {}
  void run(std::int64_t batches) {
    if (t_.depth_tiles > 1) parts_ = element_buffer(part_size_ * t_.depth_tiles, sizeof(T));
    if (t_.row_tiles == 1 && t_.depth_tiles == 1) {
      // small products of a batch are taken several at a time
      const double work = double(t_.row_tile) * double(t_.column_tile) * double(t_.depth);
      runtime::parallel(batches * t_.column_tiles, std::int64_t(double(1 << 17) / (work + 1)) + 1,
                        [&](std::int64_t begin, std::int64_t end) {
                          for (std::int64_t i = begin; i < end; ++i)
                            gemm(tile(i / t_.column_tiles, 0, i % t_.column_tiles, 0, t_.depth));
                        });
      return;
    }
    // what is packed at a time: some stretches of the depth, some tiles of columns
    constexpr std::int64_t room = (std::int64_t(64) << 20) / std::int64_t(sizeof(T));
    const bool packs = t_.row_tiles > 1;
    const std::int64_t stretch = tiling::deep * std::max<std::int64_t>(1, room / (packed_width() * tiling::deep));
    const std::int64_t depth = packs ? std::min(stretch, t_.depth) : t_.depth;
    const std::int64_t fitting = std::max<std::int64_t>(1, room / (packed_width() * depth));
    const std::int64_t together = packs ? std::min(fitting, t_.column_tiles) : t_.column_tiles;
    const buffer packed = packs ? element_buffer(together * packed_width() * depth, sizeof(T)) : buffer();
    for (std::int64_t b = 0; b < batches; ++b) {
      for (std::int64_t c = 0; c < t_.column_tiles; c += together)
        for (std::int64_t k = 0; k < t_.depth; k += depth)
          block({b, c, std::min(c + together, t_.column_tiles), k, std::min(k + depth, t_.depth)},
                static_cast<T*>(packed.data()));
      if (t_.depth_tiles > 1) add_parts(y_ + b * part_size_);
    }
  }

 private:
  struct range {
    std::int64_t batch, first_column_tile, last_column_tile, begin, end;  // steps of the depth from begin to end
  };
  gemm_args<T> tile(std::int64_t batch, std::int64_t r, std::int64_t c, std::int64_t begin, std::int64_t end) const {
    const std::int64_t r0 = r * t_.row_tile, c0 = c * t_.column_tile;
    const bool in_parts = t_.depth_tiles > 1;
    T* const to =
        in_parts ? static_cast<T*>(parts_.data()) + begin / t_.depth_tile * part_size_ : y_ + batch * part_size_;
    return {std::min(t_.row_tile, t_.rows - r0),
            std::min(t_.column_tile, t_.columns - c0),
            end - begin,
            static_cast<const T*>(x_.held.first) + batch * x_.batch_step + r0 * x_.row_step + begin * x_.column_step,
            x_.row_step,
            x_.column_step,
            static_cast<const T*>(w_.held.first) + batch * w_.batch_step + begin * w_.row_step + c0 * w_.column_step,
            w_.row_step,
            w_.column_step,
            to + r0 * t_.columns + c0,
            t_.columns,
            nullptr,
            !in_parts && begin > 0};
  }
  std::int64_t packed_width() const { return packed_columns(t_.column_tile); }
  // All rows of x times the range of w, which is packed first if there is room for it.
  void block(const range& of, T* packed) {
    const std::int64_t width = of.last_column_tile - of.first_column_tile, depth = of.end - of.begin;
    const auto packed_at = [&](std::int64_t c, std::int64_t k, std::int64_t columns) {
      return packed + c * packed_width() * depth + (k - of.begin) * packed_columns(columns);
    };
    const std::int64_t stretches = packed ? (depth + gemm_depth - 1) / gemm_depth : 0;
    runtime::parallel(width * stretches, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t c = i / stretches, k = of.begin + i % stretches * gemm_depth;
        const gemm_args<T> g = tile(of.batch, 0, of.first_column_tile + c, k, std::min(k + gemm_depth, of.end));
        pack_b(g, packed_at(c, k, g.columns));
      }
    });
    const std::int64_t cut = t_.depth_tiles > 1 ? t_.depth_tile : depth, cuts = (depth + cut - 1) / cut;
    runtime::parallel(width * t_.row_tiles * cuts, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t k = of.begin + i % cuts * cut, c = i / cuts % width, r = i / cuts / width;
        gemm_args<T> g = tile(of.batch, r, of.first_column_tile + c, k, std::min(k + cut, of.end));
        if (packed) g.packed_b = packed_at(c, k, g.columns);
        gemm(g);
      }
    });
  }
  // The parts of the depth meet like the digits of a binary counter.
  void add_parts(T* y) const {
    const T* const part = static_cast<const T*>(parts_.data());
    runtime::parallel(part_size_, 1 + (1 << 14) / t_.depth_tiles, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        T open[64];
        int depth = 0;
        for (std::int64_t d = 0; d < t_.depth_tiles; ++d) {
          T value = part[d * part_size_ + i];
          for (std::int64_t carry = d; carry & 1; carry >>= 1) value = open[--depth] + value;
          open[depth++] = value;
        }
        T value = open[--depth];
        while (depth > 0) value = open[--depth] + value;
        y[i] = value;
      }
    });
  }

  const operand_view &x_, &w_;
  const tiling& t_;
  T* const y_;
  const std::int64_t part_size_;
  buffer parts_;
};

// Integers wrap: as unsigned numbers, in 64 bits, cut at the end.
template <class T>
void whole_product(const operand_view& x, const operand_view& w, std::int64_t batches, const tiling& t, T* y) {
  const double row_work = double(t.columns) * double(t.depth);
  runtime::parallel(batches * t.rows, std::int64_t(double(1 << 16) / (row_work + 1)) + 1,
                    [&](std::int64_t begin, std::int64_t end) {
                      std::vector<std::uint64_t> sums(std::size_t(t.columns));
                      for (std::int64_t i = begin; i < end; ++i) {
                        const std::int64_t b = i / t.rows, r = i % t.rows;
                        std::fill(sums.begin(), sums.end(), 0);
                        const T* const xr = static_cast<const T*>(x.held.first) + b * x.batch_step + r * x.row_step;
                        for (std::int64_t d = 0; d < t.depth; ++d) {
                          const auto scale = std::uint64_t(xr[d * x.column_step]);
                          const T* const wr = static_cast<const T*>(w.held.first) + b * w.batch_step + d * w.row_step;
                          for (std::int64_t c = 0; c < t.columns; ++c)
                            sums[std::size_t(c)] += scale * std::uint64_t(wr[c * w.column_step]);
                        }
                        for (std::int64_t c = 0; c < t.columns; ++c) y[i * t.columns + c] = T(sums[std::size_t(c)]);
                      }
                    });
}

template <class Half>
dynamic_tensor contract_halves(const dynamic_tensor& x, const dynamic_tensor& w, const contraction& c,
                               const factor* x_axes) {
  const dynamic_tensor y = contract(converted<float, Half>(x), converted<float, Half>(w), c, x_axes);
  return converted<Half, float>(y);
}

}  // namespace

dynamic_tensor contract(const dynamic_tensor& x, const dynamic_tensor& w, const contraction& c, const factor* x_axes) {
  if (x.type == dtype::f16) return contract_halves<f16>(x, w, c, x_axes);
  if (x.type == dtype::bf16) return contract_halves<bf16>(x, w, c, x_axes);
  group x_batch, x_free, x_summed, w_batch, w_free, w_summed;
  bool matched[dynamic_tensor::max_rank]{};
  for (int i = 0; i < x.rank; ++i) {
    const int j = c.match[i];
    if (j < 0) {
      x_free.push(i);
      continue;
    }
    matched[j] = true;
    meet(x_axes[i], x.n[i], "the first operand", w.n[j], "the second");
    (c.summed[i] ? x_summed : x_batch).push(i);
    (c.summed[i] ? w_summed : w_batch).push(j);
  }
  for (int j = 0; j < w.rank; ++j)
    if (!matched[j]) w_free.push(j);

  // computed as [batch..., x's own..., w's own...]; shown with the axes of x in their order
  std::int64_t n[2 * dynamic_tensor::max_rank];
  int rank = 0;
  for (int i = 0; i < x_batch.count; ++i) n[rank++] = x.n[x_batch.axis[i]];
  for (int i = 0; i < x_free.count; ++i) n[rank++] = x.n[x_free.axis[i]];
  for (int j = 0; j < w_free.count; ++j) n[rank++] = w.n[w_free.axis[j]];
  if (rank > dynamic_tensor::max_rank)
    fail("contract: the result would have " + std::to_string(rank) + " axes, at most 8 are possible");
  dynamic_tensor y = dynamic_tensor::uninitialized(x.type, rank, n);

  const std::int64_t batches = size_of_group(x, x_batch), rows = size_of_group(x, x_free),
                     columns = size_of_group(w, w_free), depth = size_of_group(x, x_summed);
  if (y.size() > 0 && depth == 0) {
    std::fill_n(static_cast<char*>(y.writable()), std::size_t(y.size()) * dtype_size(y.type), char(0));
  } else if (y.size() > 0) {
    const operand_view xv = view_of(x, x_batch, x_free, x_summed), wv = view_of(w, w_batch, w_summed, w_free);
    const tiling t(rows, columns, depth);
    void* const out = y.writable();
    switch (x.type) {
      case dtype::f32: product<float>(xv, wv, t, static_cast<float*>(out)).run(batches); break;
      case dtype::f64: product<double>(xv, wv, t, static_cast<double*>(out)).run(batches); break;
      case dtype::i8:
      case dtype::u8: whole_product(xv, wv, batches, t, static_cast<std::uint8_t*>(out)); break;
      case dtype::i16:
      case dtype::u16: whole_product(xv, wv, batches, t, static_cast<std::uint16_t*>(out)); break;
      case dtype::i32:
      case dtype::u32: whole_product(xv, wv, batches, t, static_cast<std::uint32_t*>(out)); break;
      case dtype::i64:
      case dtype::u64: whole_product(xv, wv, batches, t, static_cast<std::uint64_t*>(out)); break;
      default: fail(std::string("contract: no products of ") + dtype_name(x.type));
    }
  }
  dynamic_tensor shown = y;
  int batch = 0, own = x_batch.count, next = 0;
  for (int i = 0; i < x.rank; ++i) {
    if (c.match[i] >= 0 && c.summed[i]) continue;
    const int from = c.match[i] >= 0 ? batch++ : own++;
    shown.n[next] = y.n[from];
    shown.stride[next++] = y.stride[from];
  }
  return shown;
}

}  // namespace tiga::detail
