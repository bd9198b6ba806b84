// Marks functions that run on the host and on a CUDA device alike.
#pragma once

#if defined(__CUDACC__)
  #define TIGA_HD __host__ __device__
#else
  #define TIGA_HD
#endif
