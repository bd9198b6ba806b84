#!/usr/bin/env bash
# Builds the device programs (preset cuda) and runs them where a GPU is found; under 5 minutes on 8 cores.
source "$(dirname "$0")/common.sh"

command -v nvcc >/dev/null || { echo "gpu-check: no nvcc here, nothing to build"; exit 0; }
scripts/setup.sh
configure cuda
step "device build" cmake --build build/cuda --target device_programs
if ! nvidia-smi -L 2>/dev/null | grep -q GPU; then
  echo "gpu-check: built, but no GPU here to run on"
  exit 0
fi
nvidia-smi -L
device_tests() {  # where there is a GPU, a test that finds none is a failure
  ctest --preset cuda -L cuda --no-tests=error | tee build/cuda/device_tests.log && ! grep -q Skipped build/cuda/device_tests.log
}
step "device tests" device_tests
