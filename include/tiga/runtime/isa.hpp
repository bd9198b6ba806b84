// Which instruction set the kernels use. Kernels are compiled for all of them in every build; the machine decides.
#pragma once

namespace tiga::runtime {

enum class isa { baseline, avx2, avx512 };  // baseline: SSE2 on x86-64
/// The best that this machine runs, unless `force_isa` or the environment variable TIGA_ISA says otherwise.
isa best_isa();
/// For tests and measurements; asking for more than the machine has throws tiga::error. `reset_isa` undoes it.
void force_isa(isa);
void reset_isa();
const char* isa_name(isa);

}  // namespace tiga::runtime
