// A runner that steps each kernel on the host as a device would run it and compares with the CPU's kernels.
#pragma once
#include <cstring>
#include <string>
#include <tiga/program/device.hpp>
#include <vector>

#include "catch.hpp"
#include "device/jobs.hpp"

namespace tiga::testing {

struct stepped {
  std::int64_t blocks = 3, threads = 5;
  bool wide_ids = false;  // hand the device 64-bit ids
  int kernels = 0;

  template <class J>
  void kernel(const kernel_call& call) {
    INFO("kernel " << kernels << ": traversal " << int(J::walks) << ", reducer " << reduction_name(J::kind)
                   << ", rows of side " << int(J::owner) << ", " << blocks << " blocks of " << threads << " threads");
    ++kernels;
    constexpr int results = J::results::count + J::edge_results::count;
    run_on_cpu<J>(call);
    runtime::row_args args = call.args;
    std::vector<std::int64_t> idx, eid;
    if (call.structure) use(args, *call.structure, idx, eid);
    std::vector<std::byte> out[runtime::max_outputs];
    for (int k = 0; k < results; ++k) {
      out[k].assign(call.out_bytes[k], std::byte(0xA5));
      args.out[k] = out[k].data();
    }
    device::step_on_host<J>(call.rows, args, blocks, threads);
    for (int k = 0; k < results; ++k) {
      INFO("result " << k);
      CHECK(std::memcmp(out[k].data(), call.args.out[k], call.out_bytes[k]) == 0);
    }
  }

 private:
  void use(runtime::row_args& args, const csr& rows, std::vector<std::int64_t>& idx,
           std::vector<std::int64_t>& eid) const {
    detail::use_rows(args, rows);
    if (!wide_ids || rows.wide()) return;
    widen(rows.idx, rows.edges, idx);
    if (rows.eid) widen(rows.eid, rows.edges, eid);
    runtime::set_ids(args, idx.data(), rows.eid ? eid.data() : nullptr);
  }
  // With the bytes that are readable behind a buffer, since kernels read ids ahead.
  static void widen(const std::int32_t* ids, std::int64_t count, std::vector<std::int64_t>& to) {
    to.assign(ids, ids + count);
    to.resize(to.size() + 128 / sizeof(std::int64_t));
  }
};

}  // namespace tiga::testing
