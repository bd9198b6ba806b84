#!/usr/bin/env bash
# Builds everything and runs all tests, ending with ctest's summary.
#   test.sh          what a change has to pass
#   test.sh --full   also clang, the sanitizers and the CUDA build (as .ci/run does)
source "$(dirname "$0")/common.sh"

case "${1:-}" in
  --full) exec .ci/run ;;
  "") ;;
  *) echo "usage: test.sh [--full]" >&2; exit 2 ;;
esac
scripts/setup.sh
configure release -DTIGA_BUILD_BENCH=OFF
cmake --build build/release
ctest --preset release
