// Edge lists: lines `source target [weight]`.
#include "edge_list.hpp"

#include <algorithm>
#include <string_view>
#include <tiga/graph/io.hpp>
#include <tiga/runtime/error.hpp>
#include <tiga/runtime/parallel.hpp>
#include <vector>

#include "../graph/checks.hpp"
#include "../graph/out_of_memory.hpp"
#include "lines.hpp"
#include "mapped_file.hpp"
#include "numbers.hpp"
#include "quoted.hpp"

namespace tiga {
namespace io {
namespace {

constexpr const char* comment = "#%";

bool read_id(const char*& p, std::int64_t limit, std::int64_t& id) {
  return read_integer(p, id) == number::good && id >= 0 && id < limit;
}

// One line behind its leading blanks; `weight` null: there is none.
bool read_edge(const char*& p, std::int64_t limit, std::int64_t& source, std::int64_t& target, double* weight) {
  if (!read_id(p, limit, source) || !is_blank(*p)) return false;
  skip_blanks(p);
  if (!read_id(p, limit, target)) return false;
  if (weight) {
    if (!is_blank(*p)) return false;
    skip_blanks(p);
    if (read_real(p, *weight) != number::good) return false;
  }
  skip_blanks(p);
  return *p++ == '\n';
}

std::string id_reason(const char* first, const char* last, const char* side, std::int64_t limit) {
  const char* p = first;
  std::int64_t v = 0;
  const number got = read_integer(p, v);
  const std::string name = std::string("the ") + side + " " + quoted({first, last});
  if (got == number::none || p != last) return name + " is not an integer";
  if (got == number::too_large) return name + " does not fit in 64 bits";
  if (v < 0) return name + " is negative";
  return v < limit ? "" : name + " is not below " + std::to_string(limit) + ", the number of nodes";
}

std::string reason_of(const char* line, std::int64_t limit, bool weighted) {
  std::vector<std::pair<const char*, const char*>> words;
  for (const char* p = line; skip_blanks(p), *p != '\n' && words.size() < 5; p = words.back().second)
    words.emplace_back(p, word_end(p));
  std::string reason = id_reason(words[0].first, words[0].second, "source", limit);
  if (reason.empty() && words.size() < 2) return "a source without target";
  if (reason.empty()) reason = id_reason(words[1].first, words[1].second, "target", limit);
  if (!reason.empty()) return reason;
  if (words.size() < 3) return "no weight, but the first edge has one";
  const std::string third = quoted({words[2].first, words[2].second});
  if (!weighted) return "an unexpected " + third + ": the first edge has no weight";
  const char* p = words[2].first;
  double weight = 0;
  const number got = read_real(p, weight);
  if (got == number::too_large && p == words[2].second) return "the weight " + third + " does not fit in a double";
  if (got != number::good || p != words[2].second) return "the weight " + third + " is not a number";
  return words.size() > 3 ? "an unexpected " + quoted({words[3].first, words[3].second}) + " behind the weight"
                          : "not an edge";
}

// The first edge decides whether there are weights.
bool has_weights(const lines& text) {
  for (const piece& part : text.pieces())
    for (const char* p = part.begin; p != part.end; p = next_line(p, part.end)) {
      if (!is_entry(p, comment)) continue;
      int words = 0;
      for (; skip_blanks(p), *p != '\n' && words < 4; p = word_end(p)) ++words;
      return words > 2;
    }
  return false;
}

// The line of a comment before the first edge that says how many nodes there are; every other comment is skipped.
struct declaration {
  std::int64_t nodes = dynamic, line = 0;
};
declaration declared_nodes(const std::string& path, const lines& text) {
  declaration found;
  for (const piece& part : text.pieces()) {
    std::int64_t at = part.first_line;
    for (const char* p = part.begin; p != part.end; p = next_line(p, part.end), ++at) {
      const char* first = p;
      if (is_entry(first, comment)) return found;
      std::string_view line(first, std::size_t(next_line(p, part.end) - 1 - first));
      if (!line.starts_with(nodes_line)) continue;
      if (found.line) fail_at(path, at, "the number of nodes was declared on line " + std::to_string(found.line));
      line.remove_prefix(nodes_line.size());
      while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
      const char* q = line.data();
      const number got = read_integer(q, found.nodes);
      found.line = at;
      if (got != number::good || q != line.data() + line.size() || found.nodes < 0)
        fail_at(path, found.line, quoted(line) + " is no number of nodes");
    }
  }
  return found;
}

// `by_id`: every id has to be below the number of nodes.
edge_list read(const std::string& path, edge_list_options& options, bool by_id) {
  const mapped_file file(path);
  lines text(file.begin(), file.end(), 1);
  if (by_id) {
    const declaration said = declared_nodes(path, text);
    if (options.nodes == dynamic)
      options.nodes = said.nodes;
    else if (said.nodes > options.nodes)
      fail_at(
          path, said.line,
          "declares " + std::to_string(said.nodes) + " nodes, but " + std::to_string(options.nodes) + " are asked for");
  }
  const std::int64_t limit = by_id && options.nodes != dynamic ? options.nodes : INT64_MAX;
  text.count_entries(comment);
  const bool weighted = has_weights(text);
  const std::int64_t size = text.entries();
  edge_list list{column<std::int64_t>(size), column<std::int64_t>(size), column<double>(weighted ? size : 0), 0, {}};
  const bad_line bad = read_pieces(text, [&](const piece& part) -> bad_line {
    std::int64_t line = part.first_line, e = part.first_entry;
    std::int64_t *const sources = list.sources.data(), *const targets = list.targets.data();
    double* const weights = list.weights.data();
    for (const char* p = part.begin; p != part.end; ++line) {
      const char* const from = p;
      if (!is_entry(p, comment)) {
        p = next_line(p, part.end);
      } else {
        if (!read_edge(p, limit, sources[e], targets[e], weights ? weights + e : nullptr)) return {from, line};
        ++e;
      }
    }
    return {};
  });
  if (bad.at) fail_at(path, bad.number, reason_of(bad.at, limit, weighted));
  return list;
}

// Numbers the ids that occur in ascending order.
void compact(edge_list& list) {
  std::vector<std::int64_t> ids(list.sources.begin(), list.sources.end());
  ids.insert(ids.end(), list.targets.begin(), list.targets.end());
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (column<std::int64_t>* side : {&list.sources, &list.targets})
    runtime::parallel(side->size(), 1 << 12, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t e = begin; e < end; ++e)
        (*side)[e] = std::lower_bound(ids.begin(), ids.end(), (*side)[e]) - ids.begin();
    });
  list.ids = column<std::int64_t>(std::int64_t(ids.size()));
  std::copy(ids.begin(), ids.end(), list.ids.data());
}

void add_mirrored(edge_list& list) {
  const std::int64_t size = list.size(), room = 2 * size;
  edge_list both{column<std::int64_t>(room), column<std::int64_t>(room),
                 column<double>(list.weights.empty() ? 0 : room), 0, list.ids};
  std::int64_t at = 0;
  const auto put = [&](std::int64_t source, std::int64_t target, std::int64_t e) {
    both.sources[at] = source;
    both.targets[at] = target;
    if (!list.weights.empty()) both.weights[at] = list.weights[e];
    ++at;
  };
  for (std::int64_t e = 0; e < size; ++e) put(list.sources[e], list.targets[e], e);
  for (std::int64_t e = 0; e < size; ++e)
    if (list.sources[e] != list.targets[e]) put(list.targets[e], list.sources[e], e);
  both.sources.truncate(at);
  both.targets.truncate(at);
  if (!list.weights.empty()) both.weights.truncate(at);
  list = both;
}

edge_list read(const std::string& path, edge_list_options& options) {
  if (options.nodes != dynamic && options.nodes < 0)
    fail(path + ": " + std::to_string(options.nodes) + " is no number of nodes");
  edge_list list = read(path, options, !options.compact);
  if (options.compact) compact(list);
  if (options.undirected) add_mirrored(list);
  const std::int64_t most = std::max(detail::range_of(list.sources).most, detail::range_of(list.targets).most);
  if (options.nodes != dynamic && most >= options.nodes)
    fail(path + ": " + std::to_string(most + 1) + " different ids, but " + std::to_string(options.nodes) +
         " nodes are declared");
  list.nodes = options.nodes != dynamic ? options.nodes : most + 1;
  return list;
}

// `options.nodes` is then what the file declares, where the caller does not say.
edge_list read_edges(const std::string& path, edge_list_options& options) {
  return detail::in_memory([&] { return path + ": cannot be read"; }, [&] { return read(path, options); });
}

}  // namespace
}  // namespace io

edge_list read_edge_list(const std::string& path, const edge_list_options& options) {
  edge_list_options declared = options;
  return io::read_edges(path, declared);
}

detail::graph_handle detail::graph_from_edge_list(const graph_axes& axes, const std::string& path,
                                                  const edge_list_options& options) {
  if (!axes.square && (options.compact || options.undirected))
    fail(shown(axes) + ": " + path + ": " + (options.compact ? "compact ids" : "undirected edges") +
         " need one node axis: graph<N, E>");
  edge_list_options read = options;
  if (read.nodes == dynamic && axes.square) read.nodes = axes.sources;
  const edge_list list = io::read_edges(path, read);
  return graph_from_coo(axes, list.sources, list.targets, read.nodes, read.nodes, {.wide_ids = options.wide_ids});
}
detail::graph_handle detail::graph_from_entries(const graph_axes& axes, const edge_list& edges, graph_options options) {
  return graph_from_coo(axes, edges.sources, edges.targets, axes.square ? edges.nodes : dynamic,
                        axes.square ? edges.nodes : dynamic, options);
}

}  // namespace tiga
