// Rows of short messages, laid out so that blocks of edges are folded side by side.
#pragma once
#include <cstdint>

namespace tiga::runtime {

/// The blocks of 32 edges that rows consist of, sorted by length and grouped by 16 (SELL-C-sigma of Kreutzer, Hager,
/// Wellein, Fehske and Bishop, 2014, with blocks in the place of rows: no block is longer than 32, so that hardly any
/// padding remains whatever the degrees). Lane l of a group folds its own block in row order: the bits are those of
/// the plain loop. Groups hold either whole rows (also empty ones) or pieces of longer rows, never both.
struct block_plan {
  static constexpr int lanes = 16;
  std::int64_t groups = 0;
  const std::int64_t* first = nullptr;  ///< groups + 1 offsets into ids, in steps of 16 ids
  const std::int32_t* ids = nullptr;    ///< the gathered vertex of each step and lane
  const std::int32_t* row = nullptr;    ///< of each group and lane; -1 in a lane without a block
  const std::int32_t* edge = nullptr;   ///< the user's edge of each step and lane; null for programs that read none
  const std::int32_t* slot = nullptr;   ///< where the sum of a piece goes; unused for whole rows
  std::int64_t whole_groups = 0;        ///< groups before this one hold whole rows
  std::int64_t pieces = 0;              ///< number of slots
  std::int64_t long_rows = 0;           ///< rows of several blocks, ascending
  const std::int32_t* long_row = nullptr;
  const std::int64_t* long_slot = nullptr;  ///< long_rows + 1 offsets into the slots
};

}  // namespace tiga::runtime
