#!/usr/bin/env bash
# bench-peers.sh [PEER...]: installs the rivals of bench/ that Debian and PyPI have, into build/bench-venv and
# build/bench-venv-dgl. Peers: eigen graphblas mkl scipy numba jax torch dgl (default: all). Nothing else is touched.
# What cannot be installed is skipped and named at the end; the benches then skip it by name too.
# torch comes from PyPI as its CUDA build (about 6 GB on disk with the wheels that it links); it runs on the CPU here.
set -u
cd "$(dirname "$0")/.." || exit 1
venv=$PWD/build/bench-venv venv_dgl=$PWD/build/bench-venv-dgl log=$PWD/build/bench-peers.log
peers=${*:-eigen graphblas mkl scipy numba jax torch dgl}
have=() skipped=()

mkdir -p build
: >"$log"

# attempt NAME COMMAND...: runs the command and books the peer under "have" or "skipped" with its last line of complaint.
attempt() {
  local name=$1 before why
  shift
  before=$(wc -l <"$log")
  echo "installing $name" >&2
  if "$@" >>"$log" 2>&1; then
    have+=("$name")
  else
    why=$(tail -n +"$((before + 1))" "$log" | grep -v '^ *$' | tail -n 1)
    skipped+=("$name: ${why:-failed without a word}")
  fi
}

debian() {  # PACKAGE HEADER
  [ -e "$2" ] && return 0
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo -n)
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
}

make_venv() { [ -x "$1/bin/python" ] || python3 -m venv "$1"; }

pip_into() {  # VENV PACKAGE...
  local where=$1
  shift
  make_venv "$where" && "$where/bin/pip" install --disable-pip-version-check --no-input --progress-bar off "$@"
}

room() {  # GIGABYTES: is there that much space?
  local free
  free=$(df --output=avail -BG build | tail -n 1 | tr -dc 0-9)
  [ "$free" -ge "$1" ] || { echo "needs $1 GB of disk, $free GB are free"; return 1; }
}

scipy() { pip_into "$venv" numpy scipy; }
numba() { pip_into "$venv" numpy numba && "$venv/bin/python" -c 'import numba'; }
jax() { pip_into "$venv" numpy jax && "$venv/bin/python" -c 'import jax'; }
mkl() { pip_into "$venv" mkl mkl-devel && [ -e "$venv/include/mkl_spblas.h" ]; }

# Everything that torch names except triton, which only its GPU compiler needs.
torch() {
  room 12 && pip_into "$venv" numpy packaging && pip_into "$venv" --no-deps torch || return 1
  local needs
  needs=$("$venv/bin/python" - <<'PY'
from importlib.metadata import requires
from packaging.requirements import Requirement
named = [Requirement(text) for text in requires("torch") or []]
for r in named:
    if r.name != "triton" and (r.marker is None or r.marker.evaluate({"extra": ""})):
        r.marker = None
        print(str(r).replace(" ", ""))
PY
  ) || return 1
  # shellcheck disable=SC2086
  pip_into "$venv" $needs && "$venv/bin/python" -c 'import torch; torch.ones(2) + 1'
}

# DGL 2.1 wants numpy 1 and pandas < 2.3, hence a folder of its own; torch is the other folder's, seen through a .pth file.
dgl() {
  "$venv/bin/python" -c 'import torch' || { echo "dgl needs torch, which is not installed"; return 1; }
  make_venv "$venv_dgl" || return 1
  pip_into "$venv_dgl" 'numpy<2' 'pandas<2.3' scipy networkx requests tqdm psutil || return 1
  pip_into "$venv_dgl" --no-deps dgl || return 1
  "$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
    >"$("$venv_dgl/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/bench_torch.pth"
  PYTHONPATH=bench/peers "$venv_dgl/bin/python" -c 'import imports; imports.dgl()'
}

for peer in $peers; do
  case $peer in
    eigen) attempt eigen debian libeigen3-dev /usr/include/eigen3/Eigen/Sparse ;;
    graphblas) attempt graphblas debian libgraphblas-dev /usr/include/GraphBLAS.h ;;
    mkl | scipy | numba | jax | torch | dgl) attempt "$peer" "$peer" ;;
    *) skipped+=("$peer: not a peer that this script knows") ;;
  esac
done

echo "installed: ${have[*]:-nothing}"
for why in "${skipped[@]}"; do echo "skipped $why"; done
[ ${#skipped[@]} = 0 ] || echo "details: ${log#"$PWD/"}"
