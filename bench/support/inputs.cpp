#include "inputs.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <thread>

#include "random.hpp"

namespace bench {
namespace {

std::string& directory() {
  static std::string path = BENCH_DATA;
  return path;
}

struct closer {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using file = std::unique_ptr<std::FILE, closer>;

file open(const std::string& path, const char* how) {
  file f(std::fopen(path.c_str(), how));
  if (!f) throw std::runtime_error("cannot open " + path);
  return f;
}

template <class T>
std::vector<T> read_all(const std::string& path) {
  std::vector<T> values(std::filesystem::file_size(path) / sizeof(T));
  const file f = open(path, "rb");
  if (std::fread(values.data(), sizeof(T), values.size(), f.get()) != values.size()) {
    throw std::runtime_error("cannot read " + path);
  }
  return values;
}

// A killed run must not leave half an input behind: write beside the target, then rename.
template <class F>
void write_file(const std::string& path, F&& body) {
  std::filesystem::create_directories(directory());
  const std::string beside = path + ".part";
  {
    const file f = open(beside, "wb");
    body(f.get());
    if (std::fflush(f.get()) != 0) throw std::runtime_error("cannot write " + path);
  }
  std::filesystem::rename(beside, path);
}

template <class T>
void put(std::FILE* f, const T* values, std::size_t count) {
  if (std::fwrite(values, sizeof(T), count, f) != count) throw std::runtime_error("disk full?");
}

// f(begin, end) over [0, count) in one piece a core. Plain threads: rivals that bring a TBB of their own link this
// file.
template <class F>
void in_pieces(std::size_t count, const F& f) {
  const std::size_t pieces = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> workers;
  for (std::size_t k = 0; k < pieces; ++k) {
    workers.emplace_back([=, &f] { f(count * k / pieces, count * (k + 1) / pieces); });
  }
}

// A bijection of [0, 2^scale) that hides how RMAT's degrees follow the vertex number.
std::uint64_t scramble(std::uint64_t v, int scale) {
  const std::uint64_t mask = (std::uint64_t{1} << scale) - 1;
  v = (v * 0x9E3779B1U + 0x7F4A7C15U) & mask;
  v ^= v >> (scale / 2);
  return (v * 0x85EBCA6BU) & mask;
}

// Edge e as destination << 32 | source. Level l, from the top bit, is decided by draw e * scale + l.
std::uint64_t rmat_edge(int scale, std::uint64_t e) {
  const auto levels = std::uint64_t(scale);
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  for (std::uint64_t level = 0; level < levels; ++level) {
    const double u = unit(200 + levels, e * levels + level);
    row = 2 * row + (u >= 0.76 ? 1U : 0U);
    column = 2 * column + ((u >= 0.57 && u < 0.76) || u >= 0.95 ? 1U : 0U);
  }
  return scramble(column, scale) << 32 | scramble(row, scale);
}

std::vector<std::uint64_t> rmat_edges(int scale) {
  std::vector<std::uint64_t> keys(std::size_t{16} << scale);
  in_pieces(keys.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) keys[e] = rmat_edge(scale, e);
  });
  return keys;
}

// A file of floats for the rivals that run in processes of their own.
void shared_floats(const std::string& name, std::uint64_t seed, std::int64_t count) {
  const std::string path = data_path(name);
  if (std::filesystem::exists(path)) return;
  const float_vector all = floats(seed, count);
  write_file(path, [&](std::FILE* f) { put(f, all.data(), all.size()); });
}

}  // namespace

std::string data_path(const std::string& name) { return directory() + "/" + name; }
void set_data_directory(const std::string& path) { directory() = path; }

csr_input rmat(int scale) {
  const std::string stem = data_path("rmat" + std::to_string(scale));
  const std::string ptr_path = stem + ".indptr.i64";
  const std::string idx_path = stem + ".src.i32";
  if (std::filesystem::exists(ptr_path) && std::filesystem::exists(idx_path)) {
    return {read_all<std::int64_t>(ptr_path), read_all<std::int32_t>(idx_path)};
  }
  std::vector<std::uint64_t> keys = rmat_edges(scale);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  csr_input g;
  g.ptr.assign((std::size_t{1} << scale) + 1, 0);
  g.idx.resize(keys.size());
  for (std::size_t e = 0; e < keys.size(); ++e) {
    g.idx[e] = std::int32_t(keys[e] & 0xFFFFFFFFU);
    ++g.ptr[(keys[e] >> 32) + 1];
  }
  for (std::size_t i = 1; i < g.ptr.size(); ++i) g.ptr[i] += g.ptr[i - 1];
  write_file(ptr_path, [&](std::FILE* f) { put(f, g.ptr.data(), g.ptr.size()); });
  write_file(idx_path, [&](std::FILE* f) { put(f, g.idx.data(), g.idx.size()); });
  return g;
}

transposed_input transpose(const csr_input& graph) {
  transposed_input t;
  t.ptr.assign(graph.ptr.size(), 0);
  t.idx.resize(graph.idx.size());
  t.eid.resize(graph.idx.size());
  for (const std::int32_t source : graph.idx) ++t.ptr[std::size_t(source) + 1];
  for (std::size_t i = 1; i < t.ptr.size(); ++i) t.ptr[i] += t.ptr[i - 1];
  std::vector<std::int64_t> next(t.ptr.begin(), t.ptr.end() - 1);
  for (std::int64_t i = 0; i < graph.rows(); ++i) {
    for (std::int64_t q = graph.ptr[std::size_t(i)]; q < graph.ptr[std::size_t(i) + 1]; ++q) {
      const auto source = std::size_t(graph.idx[std::size_t(q)]);
      const auto slot = std::size_t(next[source]++);
      t.idx[slot] = std::int32_t(i);
      t.eid[slot] = std::int32_t(q);
    }
  }
  return t;
}

float_vector floats(std::uint64_t seed, std::int64_t count, float factor, float offset) {
  float_vector values(static_cast<std::size_t>(count));
  in_pieces(values.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) values[k] = symmetric(seed, k) * factor + offset;
  });
  return values;
}

float_vector features(std::int64_t count) {
  shared_floats("x.f32", feature_seed, std::int64_t{1} << 27);
  return floats(feature_seed, count);
}

float_vector stencil_field(std::int64_t count) {
  shared_floats("stencil.x.f32", stencil_seed, count);
  return floats(stencil_seed, count);
}

std::string rmat_matrix_market(int scale) {
  const std::string path = data_path("rmat" + std::to_string(scale) + ".raw.mtx");
  if (std::filesystem::exists(path)) return path;
  const std::vector<std::uint64_t> keys = rmat_edges(scale);
  write_file(path, [&](std::FILE* f) {
    const std::string n = std::to_string(std::size_t{1} << scale);
    std::string text =
        "%%MatrixMarket matrix coordinate pattern general\n" + n + " " + n + " " + std::to_string(keys.size()) + "\n";
    char digits[24];
    for (const std::uint64_t key : keys) {
      const auto number = [&](std::uint64_t value, char after) {
        text.append(digits, std::to_chars(digits, digits + sizeof digits, value + 1).ptr);
        text.push_back(after);
      };
      number(key >> 32, ' ');
      number(key & 0xFFFFFFFFU, '\n');
      if (text.size() > (std::size_t{1} << 20)) {
        put(f, text.data(), text.size());
        text.clear();
      }
    }
    put(f, text.data(), text.size());
  });
  return path;
}

double checksum(const float* values, std::int64_t count) {
  double sum = 0;
  for (std::int64_t k = 0; k < count; ++k) sum += double(values[k]);
  return sum;
}

}  // namespace bench
