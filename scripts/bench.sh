#!/usr/bin/env bash
# bench.sh [CASE...] [-- OPTION...]: builds the release preset's benches and runs all of them, or the programs and cases
# that are named: a program (neighbour_sum, gradient, ...), or part of a case's name (rmat18_F64, stencil_apply).
# Lines are appended to build/bench.jsonl; a table of this run follows, and build/bench.svg shows it.
# Options after -- go to the programs: --rounds N, --threads 1,2, --no-peers, --no-tiga, --peers mkl,dgl.
# Rivals: scripts/bench-peers.sh installs them; those that are absent are skipped by name.
set -eu
cd "$(dirname "$0")/.."

cases=() options=()
while [ $# -gt 0 ]; do
  if [ "$1" = -- ]; then
    shift
    options=("$@")
    break
  fi
  cases+=("$1")
  shift
done

generator=()
command -v ninja >/dev/null && generator=(-G Ninja)
[ -e build/release/CMakeCache.txt ] && generator=()
cmake --preset release "${generator[@]}" -DTIGA_BUILD_BENCH=ON >build/bench-configure.log 2>&1 ||
  { cat build/bench-configure.log >&2; exit 1; }
cmake --build --preset release --target bench >&2

programs=(neighbour_sum weighted_mean_prod_max algebras pagerank gradient stencil read_mtx network slices compile_time)
is_program() {
  local p
  for p in "${programs[@]}"; do [ "$p" = "$1" ] && return 0; done
  return 1
}

run=$(mktemp) status=0
trap 'rm -f "$run"' EXIT
# start PROGRAM [OPTION...]: one program; its lines go to this run's file, what it says to people to the terminal.
start() {
  local program=$1
  shift
  if [ "$program" = compile_time ]; then
    bench/compile_time.py >>"$run" || status=1
  else
    "build/release/bench/$program" "$@" ${options[@]+"${options[@]}"} >>"$run" || status=1
  fi
}

if [ ${#cases[@]} = 0 ]; then
  for program in "${programs[@]}"; do start "$program"; done
fi
for name in ${cases[@]+"${cases[@]}"}; do
  if is_program "$name"; then
    start "$name"
  else
    for program in "${programs[@]}"; do
      if [ "$program" != compile_time ]; then start "$program" --only "$name"; fi
    done
  fi
done

[ -s "$run" ] || { echo "no case is called ${cases[*]}" >&2; exit 1; }
cat "$run" >>build/bench.jsonl
python3 bench/plot.py "$run" build/bench.svg
exit "$status"
