// Eigen: a row-major sparse matrix of ones times a dense matrix, OpenMP; and sums over slices as tensors, on its own
// thread pool.
#define EIGEN_USE_THREADS
#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <memory>
#include <stdexcept>
#include <string>
#include <unsupported/Eigen/CXX11/Tensor>
#include <vector>

#include "../support/inputs.hpp"
#include "../support/slice_shape.hpp"
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

template <int Rank>
using array = Eigen::Tensor<float, Rank, Eigen::RowMajor, std::int64_t>;

struct slices {
  explicit slices(const bench::slice_shape& s) : shape(s), pool(bench::threads()), device(&pool, bench::threads()) {
    const std::int64_t v = s.steps == 0 ? 1 : s.ratio, steps = s.steps == 0 ? 1 : s.steps;
    in.resize(s.groups(), s.ratio, steps, v, 64);
    for (std::int64_t i = 0; i < in.size(); ++i) in.data()[i] = bench::slice_element(i);
    if (s.kind == 1)
      copies.resize(s.groups(), s.ratio, steps, v, 64);
    else if (s.kind == 0)
      out.resize(s.groups(), steps, v, 64);
    else
      out.resize(s.groups(), v, steps, 64);
  }
  void run() {
    const Eigen::array<int, 1> over{1};
    if (shape.kind == 0)
      out.device(device) = in.sum(over);
    else if (shape.kind == 2)
      out.device(device) = in.sum(over).eval().shuffle(Eigen::array<int, 4>{0, 2, 1, 3});
    else
      copies.device(device) =
          in.sum(over)
              .eval()
              .reshape(Eigen::array<std::int64_t, 5>{in.dimension(0), 1, in.dimension(2), in.dimension(3), 64})
              .broadcast(Eigen::array<std::int64_t, 5>{1, shape.ratio, 1, 1, 1});
  }
  double sum() const {
    return shape.kind == 1 ? bench::checksum(copies.data(), copies.size()) : bench::checksum(out.data(), out.size());
  }
  bench::slice_shape shape;
  Eigen::ThreadPool pool;
  Eigen::ThreadPoolDevice device;
  array<5> in, copies;
  array<4> out;
};

bench::prepared prepare(const std::string& question, const std::vector<std::string>& arguments) {
  if (question == "slices") {
    const int kind = arguments.at(0) == "dummy" ? 0 : arguments.at(0) == "broadcast" ? 1 : 2;
    const auto s =
        std::make_shared<slices>(bench::slice_shape{kind, std::stoi(arguments.at(1)), std::stoll(arguments.at(2))});
    return {[s] { s->run(); }, [s] { return s->sum(); }};
  }
  if (question != "neighbour_sum") throw std::runtime_error("no such case here");
  const std::string& graph = arguments.at(0);
  const int width = std::stoi(arguments.at(1));
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
