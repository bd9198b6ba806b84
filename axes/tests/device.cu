// Layouts as template arguments of device code. A factor stands in a kernel's type arguments (a layout, a view), never
// as an argument of the kernel itself: of that nvcc 13 writes the mangled type into its host code.
// Ends with 77 where no GPU is found.
#include <cstdio>
#include <tiga/axes/axes.hpp>

using namespace tiga;

inline constexpr axis A{"A", 512}, R{"R", 4}, N{"N"};

template <class T, class M>
struct view {
  T* data;
};

// out[0..2]: size, extent of the factor of the thread, and rank.
template <class M>
__global__ void describe(view<long, M> out) {
  out.data[0] = M::size;
  out.data[1] = M::extent(int(threadIdx.x));
  out.data[2] = M::rank;
}

using slices = m<A / 8, R>;
using shuffled = m<N, pad(A % 8, 16), dummy(4), join(R, A / 64) / 2>;

template <class M>
bool describes(long* device, long size, long extent, long rank) {
  describe<<<1, 1>>>(view<long, M>{device});
  long host[3] = {};
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == size && host[1] == extent && host[2] == rank;
}

int main() {
  static_assert(equivalent<m<A / 8, A % 8>, m<A>>, "the algebra itself runs in the front end of nvcc");
  static_assert(render(slices{}).length == 10, "[A / 8, R]");
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  long* device = nullptr;
  if (cudaMalloc(&device, 3 * sizeof(long)) != cudaSuccess) return 1;
  const bool right = describes<slices>(device, 256, 64, 2) && describes<shuffled>(device, dynamic, dynamic, 4);
  cudaFree(device);
  std::puts(right ? "device layouts: right" : "device layouts: wrong");
  return right ? 0 : 1;
}
