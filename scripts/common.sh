# What the scripts share. Sourced, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL=$jobs CTEST_PARALLEL_LEVEL=$jobs

# configure PRESET [OPTIONS...]: Ninja and ccache where they are installed.
configure() {
  local preset=$1 options=()
  shift
  if [ ! -f "build/$preset/CMakeCache.txt" ]; then
    command -v ninja >/dev/null && options+=(-G Ninja)
    command -v ccache >/dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake --preset "$preset" "${options[@]}" "$@" >&2
}

# step NAME COMMAND...: runs the command and says how long it took.
step() {
  local name=$1 start=$SECONDS
  shift
  printf '== %s\n' "$name"
  "$@" || { printf '== failed: %s (%d s)\n' "$name" $((SECONDS - start)); exit 1; }
  printf '== ok: %s (%d s)\n' "$name" $((SECONDS - start))
}
