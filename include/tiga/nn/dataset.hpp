// Graphs whose nodes are to be classified: the Planetoid sets (Yang, Cohen and Salakhutdinov, ICML 2016), or a graph of
// your own in the same four files.
#pragma once
#include <string>
#include <tiga/graph/io.hpp>
#include <tiga/tensor/tensor.hpp>

namespace tiga::nn {

/// What a node is there for.
enum class part : std::uint8_t { none, train, validation, test };

struct node_dataset {
  std::string name;
  matrix_entries edges;     ///< nodes x nodes; an entry (row, column) is the edge column -> row
  matrix_entries features;  ///< nodes x words; of a pattern file every value is 1
  column<std::int32_t> labels;
  column<part> parts;
  std::int64_t classes = 0;  ///< greatest label + 1

  std::int64_t nodes() const { return labels.size(); }
  std::int64_t words() const { return features.header.columns; }
  std::int64_t count(part p) const;
};

/// Reads from a directory
///     NAME.mtx            MatrixMarket: the graph, a square matrix
///     NAME.features.mtx   MatrixMarket: a row for each node (or NAME.features.mtx.gz)
///     NAME.labels.txt     a line for each node: its class, from 0
///     NAME.split.txt      a line for each node: train, val, test or none
/// and throws tiga::error naming the file, the line and the reason when one is missing or malformed, when the numbers
/// of nodes differ, when a class has no node, or when no node is in train, val or test. O(size of the files).
node_dataset load_node_dataset(const std::string& directory, const std::string& name);

namespace detail {
void copy_labels(const node_dataset& d, std::int32_t* to);
void copy_mask(const node_dataset& d, part p, bool* to);
void copy_row_normalized(const matrix_entries& entries, float* to);
void check_classes(const node_dataset& d, std::int64_t declared);
}  // namespace detail

/// The labels as positions of the axis of classes: `labels<Class, N>(d)`. Throws tiga::error when Class declares
/// another number than the data has.
template <factor Class, factor N>
tensor<id<Class>, m<N>> labels(const node_dataset& d) {
  detail::check_classes(d, size_of(Class));
  auto t = tensor<id<Class>, m<N>>::uninitialized({{d.nodes()}});
  detail::copy_labels(d, &t.mutable_span().data()->value);
  return t;
}
/// True for the nodes of one part.
template <factor N>
tensor<bool, m<N>> mask(const node_dataset& d, part p) {
  auto t = tensor<bool, m<N>>::uninitialized({{d.nodes()}});
  detail::copy_mask(d, p, t.mutable_span().data());
  return t;
}
/// The values of the features divided by the sum of their row (a row whose sum is 0 stays), in the order of the
/// entries: the edge field of `graph<Word, N, Count>::from_mtx(d.features)`.
template <factor Count>
tensor<float, m<Count>> row_normalized(const matrix_entries& entries) {
  auto t = tensor<float, m<Count>>::uninitialized({{entries.size()}});
  detail::copy_row_normalized(entries, t.mutable_span().data());
  return t;
}

}  // namespace tiga::nn
