// SuiteSparse:GraphBLAS: PLUS_SECOND over an iso-valued matrix, which reads no value of the matrix.
#include <complex>
extern "C" {  // Debian's 7.4 header declares no C linkage for C++
#include <GraphBLAS.h>
}

#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/inputs.hpp"
#include "serve.hpp"

namespace {

void check(GrB_Info info) {
  if (info != GrB_SUCCESS) throw std::runtime_error("GraphBLAS code " + std::to_string(info));
}

// GraphBLAS takes over arrays that came from malloc.
template <class T, class V>
T* malloced(const V& values) {
  auto* copy = static_cast<T*>(std::malloc(values.size() * sizeof(T)));
  if (copy == nullptr) throw std::bad_alloc();
  for (std::size_t k = 0; k < values.size(); ++k) copy[k] = static_cast<T>(values[k]);
  return copy;
}

struct product {
  product(int scale, int columns) : width(GrB_Index(columns)) {
    const bench::csr_input input = bench::rmat(scale);
    n = GrB_Index(input.rows());
    auto* ptr = malloced<GrB_Index>(input.ptr);
    auto* idx = malloced<GrB_Index>(input.idx);
    void* one = malloced<float>(std::vector<float>{1.0F});
    check(GxB_Matrix_import_CSR(&a, GrB_FP32, n, n, &ptr, &idx, &one, input.ptr.size() * sizeof(GrB_Index),
                                input.idx.size() * sizeof(GrB_Index), sizeof(float), true, false, nullptr));
    const bench::float_vector features = bench::floats(bench::feature_seed, input.rows() * columns);
    void* values = malloced<float>(features);
    const GrB_Index bytes = features.size() * sizeof(float);
    if (columns == 1) {
      check(GxB_Vector_import_Full(&vector, GrB_FP32, n, &values, bytes, false, nullptr));
    } else {
      check(GxB_Matrix_import_FullR(&matrix, GrB_FP32, n, width, &values, bytes, false, nullptr));
    }
  }
  ~product() {
    GrB_Matrix_free(&a);
    GrB_Matrix_free(&matrix);
    GrB_Matrix_free(&matrix_out);
    GrB_Vector_free(&vector);
    GrB_Vector_free(&vector_out);
  }
  product(const product&) = delete;
  product& operator=(const product&) = delete;

  void multiply() {
    if (width == 1) {
      GrB_Vector_free(&vector_out);
      check(GrB_Vector_new(&vector_out, GrB_FP32, n));
      check(GrB_mxv(vector_out, nullptr, nullptr, GxB_PLUS_SECOND_FP32, a, vector, nullptr));
      check(GrB_Vector_wait(vector_out, GrB_MATERIALIZE));
    } else {
      GrB_Matrix_free(&matrix_out);
      check(GrB_Matrix_new(&matrix_out, GrB_FP32, n, width));
      check(GrB_mxm(matrix_out, nullptr, nullptr, GxB_PLUS_SECOND_FP32, a, matrix, nullptr));
      check(GrB_Matrix_wait(matrix_out, GrB_MATERIALIZE));
    }
  }
  double sum() const {
    double total = 0;
    check(width == 1 ? GrB_Vector_reduce_FP64(&total, nullptr, GrB_PLUS_MONOID_FP64, vector_out, nullptr)
                     : GrB_Matrix_reduce_FP64(&total, nullptr, GrB_PLUS_MONOID_FP64, matrix_out, nullptr));
    return total;
  }

  GrB_Index n = 0, width;
  GrB_Matrix a = nullptr, matrix = nullptr, matrix_out = nullptr;
  GrB_Vector vector = nullptr, vector_out = nullptr;
};

bench::prepared prepare(const std::string& question, const std::vector<std::string>& arguments) {
  if (question != "neighbour_sum") throw std::runtime_error("no such case here");
  const std::string& graph = arguments.at(0);
  const int width = std::stoi(arguments.at(1));
  check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, bench::threads()));
  auto p = std::make_shared<product>(std::stoi(graph.substr(4)), width);
  return {[p] { p->multiply(); }, [p] { return p->sum(); }};
}

}  // namespace

int main() {
  check(GrB_init(GrB_NONBLOCKING));
  return bench::serve(prepare);
}
