// oneMKL's inspector-executor sparse product; optimised once for a thousand calls, outside the timed part.
#include <mkl.h>
#include <mkl_spblas.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/inputs.hpp"
#include "serve.hpp"

namespace {

struct product {
  product(int scale, int columns)
      : input(bench::rmat(scale)),
        width(columns),
        ptr(input.ptr.begin(), input.ptr.end()),
        ones(input.idx.size(), 1.0F),
        features(bench::floats(bench::feature_seed, input.rows() * width)),
        out(features.size()) {
    const auto n = MKL_INT(input.rows());
    kind.type = SPARSE_MATRIX_TYPE_GENERAL;
    check(mkl_sparse_s_create_csr(&a, SPARSE_INDEX_BASE_ZERO, n, n, ptr.data(), ptr.data() + 1, input.idx.data(),
                                  ones.data()));
    // A hint that is refused leaves the plain product.
    if (width == 1) {
      mkl_sparse_set_mv_hint(a, SPARSE_OPERATION_NON_TRANSPOSE, kind, 1000);
    } else {
      mkl_sparse_set_mm_hint(a, SPARSE_OPERATION_NON_TRANSPOSE, kind, SPARSE_LAYOUT_ROW_MAJOR, width, 1000);
    }
    mkl_sparse_optimize(a);
  }
  ~product() { mkl_sparse_destroy(a); }
  product(const product&) = delete;
  product& operator=(const product&) = delete;

  void multiply() {
    check(width == 1 ? mkl_sparse_s_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0F, a, kind, features.data(), 0.0F, out.data())
                     : mkl_sparse_s_mm(SPARSE_OPERATION_NON_TRANSPOSE, 1.0F, a, kind, SPARSE_LAYOUT_ROW_MAJOR,
                                       features.data(), width, width, 0.0F, out.data(), width));
  }
  static void check(sparse_status_t status) {
    if (status != SPARSE_STATUS_SUCCESS) throw std::runtime_error("MKL status " + std::to_string(status));
  }

  bench::csr_input input;
  int width;
  std::vector<MKL_INT> ptr;
  bench::float_vector ones, features, out;
  sparse_matrix_t a = nullptr;
  matrix_descr kind{};
};

bench::prepared prepare(const std::string& question, const std::vector<std::string>& arguments) {
  if (question != "neighbour_sum") throw std::runtime_error("no such case here");
  const std::string& graph = arguments.at(0);
  const int width = std::stoi(arguments.at(1));
  mkl_set_num_threads(bench::threads());
  auto p = std::make_shared<product>(std::stoi(graph.substr(4)), width);
  return {[p] { p->multiply(); }, [p] { return bench::checksum(p->out.data(), std::int64_t(p->out.size())); }};
}

}  // namespace

int main() { return bench::serve(prepare); }
