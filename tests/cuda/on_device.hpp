// A runner that runs each kernel on the GPU and compares with the CPU's kernels.
#pragma once
#include <cstdio>
#include <cstring>
#include <tiga/program/device.hpp>
#include <vector>

#include "device/jobs.hpp"

namespace tiga::testing {

inline bool has_gpu() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) return true;
  std::puts("no GPU: skipped");
  return false;
}

/// What was copied to the device; freed with it.
class device_memory {
 public:
  device_memory() = default;
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  ~device_memory() {
    for (void* p : blocks_) cudaFree(p);
  }
  /// A copy of `bytes` bytes; null stays null.
  template <class T>
  T* copy(T* from, std::size_t bytes) {
    if (!from) return nullptr;
    void* p = nullptr;
    if (cudaMalloc(&p, bytes + 64) != cudaSuccess) return nullptr;
    blocks_.push_back(p);
    cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice);
    return static_cast<T*>(p);
  }

 private:
  std::vector<void*> blocks_;
};

struct on_device {
  unsigned blocks = 264, threads = 64;
  int kernels = 0, wrong = 0;

  template <class J>
  void kernel(const kernel_call& call) {
    constexpr int results = J::results::count + J::edge_results::count;
    run_on_cpu<J>(call);
    runtime::row_args args = call.args;
    device_memory memory;
    if (call.structure) {
      const csr& rows = *call.structure;
      const auto edges = std::size_t(rows.edges);
      args.ptr = memory.copy(rows.ptr, std::size_t(rows.rows + 1) * 8);
      const std::size_t bytes = edges << args.id_shift;
      args.ids = memory.copy(args.ids, bytes);
      args.eid = memory.copy(args.eid, bytes);
    }
    for (int k = 0; k < runtime::max_inputs; ++k) args.in[k] = memory.copy(args.in[k], call.in_bytes[k]);
    const std::vector<char> untouched = noise(call);
    for (int k = 0; k < results; ++k) args.out[k] = memory.copy(const_cast<char*>(untouched.data()), call.out_bytes[k]);
    device::block_rows<J><<<blocks, threads>>>(args, call.rows);
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) std::printf("kernel %d: %s\n", kernels, cudaGetErrorString(status));
    wrong += status != cudaSuccess || !agree<J>(call, args, typename J::results{}, typename J::edge_results{});
    ++kernels;
  }
  /// One line about all kernels; the exit status of the test.
  int report(const char* what) const {
    std::printf("%s: %d kernels, %d wrong\n", what, kernels, wrong);
    return wrong || kernels == 0 ? 1 : 0;
  }

 private:
  static std::vector<char> noise(const kernel_call& call) {
    std::size_t most = 1;
    for (const std::size_t bytes : call.out_bytes) most = bytes > most ? bytes : most;
    return std::vector<char>(most, char(0xA5));
  }
  template <class J, int... r, int... e>
  bool agree(const kernel_call& call, const runtime::row_args& args, ids<r...>, ids<e...>) const {
    int k = 0;
    bool all = true;
    for (const int id : {r..., e...}) {
      all &= agrees(k, J::source::nodes.nodes[id].type, call.args.out[k], args.out[k], call.out_bytes[k]);
      ++k;
    }
    return all;
  }
  // The same bits, but which NaN it is: machines differ in what 0 / 0 gives.
  bool agrees(int k, dtype type, const void* host, const void* device, std::size_t bytes) const {
    std::vector<char> copy(bytes);
    cudaMemcpy(copy.data(), device, bytes, cudaMemcpyDeviceToHost);
    const std::size_t step = dtype_size(detail::storage_type(type));
    for (std::size_t at = 0; at < bytes; at += step) {
      const char* const l = static_cast<const char*>(host) + at;
      const char* const r = copy.data() + at;
      if (std::memcmp(l, r, step) == 0 || (is_nan(type, l) && is_nan(type, r))) continue;
      std::printf("kernel %d, result %d: element %zu differs\n", kernels, k, at / step);
      return false;
    }
    return true;
  }
  static bool is_nan(dtype type, const char* p) {
    if (type == dtype::f32) return value_at<float>(p) != value_at<float>(p);
    if (detail::storage_type(type) == dtype::f64) return value_at<double>(p) != value_at<double>(p);
    return false;
  }
  template <class T>
  static T value_at(const char* p) {
    T t;
    std::memcpy(&t, p, sizeof t);
    return t;
  }
};

}  // namespace tiga::testing
