// Eigen: a row-major sparse matrix of ones times a dense matrix, OpenMP.
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <memory>
#include <stdexcept>

#include "../support/inputs.hpp"
#include "serve.hpp"

namespace {

using dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using sparse = Eigen::SparseMatrix<float, Eigen::RowMajor, int>;

struct product {
  explicit product(int scale, int width)
      : input(bench::rmat(scale)),
        ptr(input.ptr.begin(), input.ptr.end()),
        ones(input.idx.size(), 1.0F),
        features(bench::floats(bench::feature_seed, input.rows() * width)),
        out(features.size()) {}
  bench::csr_input input;
  std::vector<int> ptr;
  bench::float_vector ones, features, out;
};

bench::prepared prepare(const std::string& question, const std::string& graph, int width) {
  if (question != "neighbour_sum") throw std::runtime_error("no such case here");
  Eigen::setNbThreads(bench::threads());
  auto p = std::make_shared<product>(std::stoi(graph.substr(4)), width);
  const Eigen::Index n = p->input.rows();
  const auto multiply = [p, n, width] {
    const Eigen::Map<const sparse> a(n, n, p->input.edges(), p->ptr.data(), p->input.idx.data(), p->ones.data());
    if (width == 1) {
      const Eigen::Map<const Eigen::VectorXf> x(p->features.data(), n);
      Eigen::Map<Eigen::VectorXf>(p->out.data(), n).noalias() = a * x;
    } else {
      const Eigen::Map<const dense> x(p->features.data(), n, width);
      Eigen::Map<dense>(p->out.data(), n, width).noalias() = a * x;
    }
  };
  return {multiply, [p] { return bench::checksum(p->out.data(), std::int64_t(p->out.size())); }};
}

}  // namespace

int main() { return bench::serve(prepare); }
