#!/usr/bin/env bash
# Builds the device programs (preset cuda) and runs them where a GPU is found.
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
step "device tests" ctest --preset cuda -L cuda
