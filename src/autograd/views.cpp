// The adjoint of views, on strides known at run time.
#include <tiga/autograd/views.hpp>
#include <tiga/runtime/parallel.hpp>
#include <tiga/tensor/reduce.hpp>

#include "../tensor/walk.hpp"

namespace tiga::detail {
namespace {

constexpr std::int64_t grain = 1 << 15;

template <class Word>
void place(const void* cotangent, const dims& d, std::int64_t offset, void* result) {
  const Word* const from = static_cast<const Word*>(cotangent);
  Word* const to = static_cast<Word*>(result) + offset;
  runtime::parallel(d.count(), grain, [&](std::int64_t begin, std::int64_t end) {
    const Word* next = from + begin;
    walk(d, begin, end, [&](std::int64_t first, std::int64_t step, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) to[first + i * step] = next[i];
      next += count;
    });
  });
}

class recorded_view final : public tape_node {
 public:
  recorded_view(const dynamic_tensor& shown, std::int64_t offset, std::int64_t count)
      : tape_node(shown.type, shown.size()), rank_(shown.rank), offset_(offset), count_(count) {
    for (int i = 0; i < rank_; ++i) {
      n_[i] = shown.n[i];
      steps_[i] = shown.stride[i];
    }
  }

  const char* name() const override { return "a view"; }
  void pull(const buffer& cotangent, gradient_sink& sink) override {
    if (!sink.wants(input(0))) return;
    // what is repeated adds up first: then no two positions show one element
    dynamic_tensor ct;
    ct.type = type();
    ct.rank = rank_;
    ct.storage = cotangent;
    ct.first = cotangent.data();
    unsigned repeated = 0;
    dims kept;
    for (int i = 0; i < rank_; ++i) {
      ct.n[i] = n_[i];
      if (steps_[i] == 0 && n_[i] != 1)
        repeated |= 1u << i;
      else
        kept.push(n_[i], steps_[i]);
    }
    packed_strides(rank_, ct.n, ct.stride);
    if (repeated) ct = reduce(ct, repeated, reduction::sum);
    const std::size_t bytes = dtype_size(type());
    if (kept.count() == count_ && (kept.rank == 0 || (kept.rank == 1 && kept.steps[0] == 1)))
      return sink.add(input(0), ct.storage);
    const buffer out = zeroed_buffer(count_, bytes);
    if (kept.count() > 0) {
      switch (bytes) {
        case 2: place<std::uint16_t>(ct.first, kept, offset_, out.data()); break;
        case 4: place<std::uint32_t>(ct.first, kept, offset_, out.data()); break;
        default: place<std::uint64_t>(ct.first, kept, offset_, out.data()); break;
      }
    }
    sink.add(input(0), out);
  }

 private:
  int rank_;
  std::int64_t n_[dynamic_tensor::max_rank]{}, steps_[dynamic_tensor::max_rank]{};
  std::int64_t offset_, count_;
};

}  // namespace

tape_ptr record_view(const tape_ptr& node, const dynamic_tensor& shown, const void* first, std::int64_t count) {
  const auto bytes = static_cast<const char*>(shown.first) - static_cast<const char*>(first);
  tape_ptr fresh(new recorded_view(shown, bytes / std::int64_t(dtype_size(shown.type)), count));
  fresh->add_input(node);
  return fresh;
}

}  // namespace tiga::detail
