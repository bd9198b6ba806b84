#include <algorithm>
#include <tiga/autograd/join.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/runtime/rows.hpp>
#include <vector>

namespace tiga::detail {
namespace {

class recorded_concat final : public tape_node {
 public:
  recorded_concat(const dynamic_tensor& y, int at, const std::int64_t* lengths, const tape_ptr* nodes, int count)
      : tape_node(y.type, y.size()), at_(at), lengths_(lengths, lengths + count) {
    shape_.type = y.type;
    shape_.rank = y.rank;
    std::copy_n(y.n, y.rank, shape_.n);
    packed_strides(y.rank, shape_.n, shape_.stride);
    for (int k = 0; k < count; ++k) add_input(nodes[k]);
  }
  const char* name() const override { return "concat"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    std::int64_t begin = 0;
    for (int k = 0; k < inputs(); ++k) {
      if (sink.wants(input(k))) {
        dynamic_tensor piece = shape_;
        piece.storage = cotangent;
        piece.n[at_] = lengths_[std::size_t(k)];
        piece.first = static_cast<const char*>(cotangent.data()) +
                      std::size_t(begin * piece.stride[at_]) * dtype_size(piece.type);
        // a piece that is packed already still is not a buffer of its own
        sink.add(input(k), packed_copy(piece.first, dtype_size(piece.type), piece.rank, piece.n, piece.stride));
      }
      begin += lengths_[std::size_t(k)];
    }
  }

 private:
  int at_;
  std::vector<std::int64_t> lengths_;
  dynamic_tensor shape_;
};

// Rows of `width` numbers, folded as the rows of a graph: a left fold over 32 neighbours, then a binary counter.
template <class T>
void fold_places(const T* g, const std::int64_t* place, std::int64_t count, std::int64_t pitch, std::int64_t width,
                 T* to) {
  using C = compute_type<T>;
  constexpr std::int64_t block = runtime::edges_per_block, most = 64;
  for (std::int64_t c0 = 0; c0 < width; c0 += most) {
    const std::int64_t columns = std::min(most, width - c0);
    C open[48][most];
    int depth = 0;
    for (std::int64_t b = 0; b * block < count || b == 0; ++b) {
      C sum[most]{};
      for (std::int64_t k = b * block; k < std::min(count, (b + 1) * block); ++k)
        for (std::int64_t c = 0; c < columns; ++c) sum[c] += C(g[place[k] * pitch + c0 + c]);
      for (std::int64_t carry = b; carry & 1; carry >>= 1) {
        --depth;
        for (std::int64_t c = 0; c < columns; ++c) sum[c] = open[depth][c] + sum[c];
      }
      std::copy_n(sum, columns, open[depth++]);
    }
    --depth;
    while (depth > 0) {
      --depth;
      for (std::int64_t c = 0; c < columns; ++c) open[depth][c] = open[depth][c] + open[depth + 1][c];
    }
    for (std::int64_t c = 0; c < columns; ++c) to[c0 + c] = T(open[0][c]);
  }
}

class recorded_gather final : public tape_node {
 public:
  recorded_gather(const dynamic_tensor& x, const tape_ptr& node, int at, const dynamic_tensor& ids, std::int64_t count)
      : tape_node(x.type, count), ids_(ids.contiguous()), extent_(x.n[at]) {
    for (int i = 0; i < at; ++i) outer_ *= x.n[i];
    for (int i = at + 1; i < x.rank; ++i) inner_ *= x.n[i];
    add_input(node);
  }
  const char* name() const override { return "gather"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    const std::int64_t count = ids_.size();
    const auto id_at = [&](std::int64_t i) {
      return ids_.type == dtype::i64 ? static_cast<const std::int64_t*>(ids_.first)[i]
                                     : static_cast<const std::int32_t*>(ids_.first)[i];
    };
    // the places of each row, in order: a stable counting sort
    std::vector<std::int64_t> start(std::size_t(extent_) + 1), place(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i) ++start[std::size_t(id_at(i)) + 1];
    for (std::size_t r = 1; r < start.size(); ++r) start[r] += start[r - 1];
    std::vector<std::int64_t> next(start.begin(), start.end() - 1);
    for (std::int64_t i = 0; i < count; ++i) place[std::size_t(next[std::size_t(id_at(i))]++)] = i;
    const buffer out = element_buffer(outer_ * extent_ * inner_, dtype_size(type()));
    const auto as = [&]<class T>(T) {
      const T* const g = static_cast<const T*>(cotangent.data());
      T* const to = static_cast<T*>(out.data());
      const std::int64_t average = 1 + count / (extent_ + 1) * inner_;
      runtime::parallel(outer_ * extent_, 1 + (1 << 14) / average, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t o = i / extent_, r = i % extent_;
          const std::int64_t first = start[std::size_t(r)], last = start[std::size_t(r) + 1];
          fold_places(g + o * count * inner_, place.data() + first, last - first, inner_, inner_, to + i * inner_);
        }
      });
    };
    if (outer_ * extent_ * inner_ > 0) switch (type()) {
        case dtype::f16: as(f16{}); break;
        case dtype::bf16: as(bf16{}); break;
        case dtype::f32: as(float{}); break;
        default: as(double{}); break;
      }
    sink.add(input(0), out);
  }

 private:
  dynamic_tensor ids_;
  std::int64_t extent_, outer_ = 1, inner_ = 1;
};

}  // namespace

tape_ptr record_concat(const dynamic_tensor& result, int at, const std::int64_t* lengths, const tape_ptr* nodes,
                       int count) {
  return tape_ptr(new recorded_concat(result, at, lengths, nodes, count));
}
tape_ptr record_gather(const dynamic_tensor& x, const tape_ptr& node, int at, const dynamic_tensor& ids,
                       std::int64_t count) {
  return tape_ptr(new recorded_gather(x, node, at, ids, count));
}

}  // namespace tiga::detail
