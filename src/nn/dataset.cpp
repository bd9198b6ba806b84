#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <tiga/nn/dataset.hpp>
#include <tiga/runtime/error.hpp>
#include <vector>

#include "../io/mapped_file.hpp"
#include "../io/quoted.hpp"

namespace tiga::nn {
namespace {

// The lines of a file, without their ends (newline, or carriage return and newline).
std::vector<std::string_view> lines_of(const io::mapped_file& file) {
  std::vector<std::string_view> all;
  const char* p = file.begin();
  while (p != file.end()) {
    const char* const end = std::find(p, file.end(), '\n');
    std::string_view line(p, std::size_t(end - p));
    if (line.ends_with('\r')) line.remove_suffix(1);
    all.push_back(line);
    p = end == file.end() ? end : end + 1;
  }
  return all;
}
void check_lines(const std::string& path, std::int64_t lines, std::int64_t nodes) {
  if (lines != nodes) fail(fmt::format("{}: {} lines, but the graph has {} nodes", path, lines, nodes));
}

column<std::int32_t> read_labels(const std::string& path, std::int64_t nodes) {
  const io::mapped_file file(path);
  const auto lines = lines_of(file);
  check_lines(path, std::int64_t(lines.size()), nodes);
  column<std::int32_t> labels(nodes);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::int32_t label = 0;
    const char* const end = lines[i].data() + lines[i].size();
    const auto [stop, error] = std::from_chars(lines[i].data(), end, label);
    if (error != std::errc() || stop != end || label < 0)
      fail(fmt::format("{}: line {}: {} is no class, which is a number from 0", path, i + 1, io::quoted(lines[i])));
    if (label >= nodes)  // some class below it is empty
      fail(fmt::format("{}: line {}: class {}, but there are only {} nodes", path, i + 1, label, nodes));
    labels[std::int64_t(i)] = label;
  }
  return labels;
}

column<part> read_parts(const std::string& path, std::int64_t nodes) {
  const io::mapped_file file(path);
  const auto lines = lines_of(file);
  check_lines(path, std::int64_t(lines.size()), nodes);
  column<part> parts(nodes);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    part& p = parts[std::int64_t(i)];
    if (lines[i] == "train")
      p = part::train;
    else if (lines[i] == "val")
      p = part::validation;
    else if (lines[i] == "test")
      p = part::test;
    else if (lines[i] == "none")
      p = part::none;
    else
      fail(fmt::format("{}: line {}: {} is none of train, val, test, none", path, i + 1, io::quoted(lines[i])));
  }
  return parts;
}

void check_features(const std::string& path, const matrix_entries& features) {
  for (std::int64_t i = 0; i < features.reals.size(); ++i)
    if (!(features.reals[i] - features.reals[i] == 0))
      fail(fmt::format("{}: entry {} (row {}, column {}) is {}, which is no feature", path, i + 1, features.rows[i] + 1,
                       features.columns[i] + 1, features.reals[i]));
}

}  // namespace

std::int64_t node_dataset::count(part p) const { return std::count(parts.begin(), parts.end(), p); }

node_dataset load_node_dataset(const std::string& directory, const std::string& name) {
  const std::string start = (std::filesystem::path(directory) / name).string();
  node_dataset d;
  d.name = name;
  d.edges = read_mtx(start + ".mtx");
  const std::int64_t nodes = d.edges.header.rows;
  if (d.edges.header.columns != nodes)
    fail(fmt::format("{}.mtx: {} rows and {} columns; a graph is a square matrix", start, nodes,
                     d.edges.header.columns));
  std::string features = start + ".features.mtx";
  if (!std::filesystem::exists(features) && std::filesystem::exists(features + ".gz")) features += ".gz";
  d.features = read_mtx(features);
  if (d.features.header.rows != nodes)
    fail(fmt::format("{}: {} rows, but the graph has {} nodes", features, d.features.header.rows, nodes));
  check_features(features, d.features);
  d.labels = read_labels(start + ".labels.txt", nodes);
  d.parts = read_parts(start + ".split.txt", nodes);
  std::vector<std::int64_t> in_class;
  for (const std::int32_t label : d.labels) {
    if (label >= std::int64_t(in_class.size())) in_class.resize(std::size_t(label) + 1);
    ++in_class[std::size_t(label)];
  }
  d.classes = std::int64_t(in_class.size());
  for (std::int64_t c = 0; c < d.classes; ++c)
    if (in_class[std::size_t(c)] == 0)
      fail(fmt::format("{}.labels.txt: no node is of class {}, but there is a class {}", start, c, d.classes - 1));
  for (const auto& [p, word] : {std::pair{part::train, "train"}, {part::validation, "val"}, {part::test, "test"}})
    if (d.count(p) == 0) fail(fmt::format("{}.split.txt: no line says {}", start, word));
  return d;
}

namespace detail {

void copy_labels(const node_dataset& d, std::int32_t* to) { std::copy(d.labels.begin(), d.labels.end(), to); }
void copy_mask(const node_dataset& d, part p, bool* to) {
  std::transform(d.parts.begin(), d.parts.end(), to, [p](part q) { return p == q; });
}
void copy_row_normalized(const matrix_entries& entries, float* to) {
  std::vector<double> total(std::size_t(entries.header.rows), 0.0);
  for (std::int64_t i = 0; i < entries.size(); ++i) total[std::size_t(entries.rows[i])] += entries.value(i);
  for (std::int64_t i = 0; i < entries.size(); ++i) {
    const double sum = total[std::size_t(entries.rows[i])];
    to[i] = float(sum != 0 ? entries.value(i) / sum : entries.value(i));
  }
}
void check_classes(const node_dataset& d, std::int64_t declared) {
  if (declared != dynamic && declared != d.classes)
    fail(fmt::format("{} has {} classes, but the axis declares {}", d.name, d.classes, declared));
}

}  // namespace detail
}  // namespace tiga::nn
