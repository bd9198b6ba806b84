// What the tests of graphs share.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <tiga/graph/graph.hpp>
#include <tiga/runtime/error.hpp>
#include <utility>
#include <vector>

namespace graph_test {

inline constexpr tiga::axis N{"N"}, E{"E"}, Src{"Src"}, Dst{"Dst"};
using square = tiga::graph<N, E>;
using bipartite = tiga::graph<Src, Dst, E>;
using numbers = std::vector<std::int64_t>;
using edge = std::pair<std::int64_t, std::int64_t>;  // source, destination

/// Sum of the source values over the in-edges of every destination.
template <tiga::factor... F>
std::vector<double> incoming_sum(const tiga::graph<F...>& g, const std::vector<double>& x) {
  const tiga::csr& c = g.in_edges();
  std::vector<double> y(std::size_t(c.rows), 0.0);
  for (std::int64_t r = 0; r < c.rows; ++r)
    for (std::int64_t p = c.ptr[r]; p < c.ptr[r + 1]; ++p) y[std::size_t(r)] += x[std::size_t(c.index_at(p))];
  return y;
}

/// The edges in the user's order; checks the offsets on the way, and that every edge occurs once.
inline std::vector<edge> edges_of(const tiga::csr& c, bool rows_are_destinations) {
  std::vector<edge> all(std::size_t(c.edges), edge{-1, -1});
  if (c.ptr[0] != 0 || c.ptr[c.rows] != c.edges) throw tiga::error("offsets do not run from 0 to edges");
  std::int64_t longest = 0;
  for (std::int64_t r = 0; r < c.rows; ++r) {
    longest = std::max(longest, c.degree(r));
    for (std::int64_t p = c.ptr[r]; p < c.ptr[r + 1]; ++p) {
      edge& e = all.at(std::size_t(c.edge_at(p)));
      if (e.first != -1) throw tiga::error("an edge occurs twice");
      e = rows_are_destinations ? edge{c.index_at(p), r} : edge{r, c.index_at(p)};
    }
  }
  if (longest != c.max_degree) throw tiga::error("max_degree");
  return all;
}
template <tiga::factor... F>
std::vector<edge> edges_of(const tiga::graph<F...>& g) {
  return edges_of(g.in_edges(), true);
}

/// splitmix64.
struct random_numbers {
  std::uint64_t state;
  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t n) { return std::int64_t((*this)() % std::uint64_t(n)); }
};

/// A file with this text, removed at the end.
class text_file {
 public:
  explicit text_file(const std::string& text, const std::string& name = "file") : path_(fresh(name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~text_file() { std::filesystem::remove(path_); }
  text_file(const text_file&) = delete;
  text_file& operator=(const text_file&) = delete;
  const std::string& path() const { return path_; }

 private:
  static std::string fresh(const std::string& name) {
    static std::atomic<int> count{0};
    static const auto folder = std::filesystem::temp_directory_path();
    const auto unique = reinterpret_cast<std::uintptr_t>(&count) ^ std::uintptr_t(std::filesystem::hash_value(folder));
    return (folder / ("tiga-" + std::to_string(unique) + "-" + std::to_string(count++) + "-" + name)).string();
  }
  std::string path_;
};

/// What the error says, or "no error".
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const tiga::error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace graph_test
