// Which time step a slot of a reduced group comes from.
#pragma once
#include <cstdint>
#include <tiga/axes/inter_slice.hpp>

namespace tiga::tool {

class reduce_sources {
 public:
  /// Of an accepted reduction.
  explicit reduce_sources(const slice_reduction& shape);
  /// The step of Time whose result stands in slot `slot` of the first group at step `out_step` of OutTime.
  std::int64_t step(std::int64_t slot, std::int64_t out_step) const;

 private:
  digit_run time_, out_slice_, out_time_;
};

}  // namespace tiga::tool
