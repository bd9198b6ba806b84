#!/usr/bin/env python3
"""What does a user's file with one program cost to compile, without and with its gradient? One with 50 reductions?

One JSON line a file: seconds and peak memory of g++ -O2, kernels for each instruction set in the object file, and the
template instantiations that clang counts. `ratio` is seconds over those of the baseline file. The limits that the project
has set itself are checked: exit status 1 when one is broken.

    compile_time.py [--rounds N] [--cxx g++] [--clang clang++-16] [--update-baseline]
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BASELINE = os.path.join(HERE, "baseline", "compile_time.json")
LIMITS = {
    "inference": {"seconds": 2.5, "peak_mb": 400, "kernels": 6},
    "gradient": {"seconds": 4.0, "peak_mb": 400, "kernels": 6},
    "reductions": {"seconds": 6.0, "peak_mb": 600, "kernels": 0},
}
# Twice as many reductions may cost at most so many times as many instantiations more.
LINEAR = 1.1
FLAGS = ["-std=c++20", "-O2", f"-I{ROOT}/include", f"-I{ROOT}/axes/include"]
INSTRUCTION_SETS = ("baseline", "avx2", "avx512")


def compile_once(compiler, source, target, *flags):
    """Seconds and peak memory in MB of the compiler (the largest of its processes)."""
    start = time.perf_counter()
    process = subprocess.Popen([compiler, *FLAGS, *flags, "-c", source, "-o", target])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{compiler} cannot compile {os.path.relpath(source, ROOT)}")
    # wait4 sees the driver and, through it, the compiler proper that it waited for.
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def kernels(target):
    """Kernels in the object file: the most for one instruction set."""
    names = subprocess.run(["nm", "-C", target], capture_output=True, text=True, check=True).stdout.splitlines()
    counts = [sum(1 for n in names if re.search(rf" [TtWwuV] .*\btiga::{isa}::rows<", n)) for isa in INSTRUCTION_SETS]
    return max(counts)


def instantiations(clang, source, folder, *flags):
    if not shutil.which(clang):
        return None
    target = os.path.join(folder, "traced.o")
    compile_once(clang, source, target, "-ftime-trace", "-ftime-trace-granularity=0", *flags)
    with open(os.path.join(folder, "traced.json")) as f:
        events = json.load(f)["traceEvents"]
    return sum(1 for e in events if e["name"] in ("InstantiateFunction", "InstantiateClass"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cxx", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--clang", default="clang++-16")
    parser.add_argument("--update-baseline", action="store_true")
    options = parser.parse_args()

    baseline = {}
    if os.path.exists(BASELINE):
        with open(BASELINE) as f:
            baseline = json.load(f)
    names, seconds, peaks, found = list(LIMITS), {}, {}, {}
    broken = []
    with tempfile.TemporaryDirectory() as folder:
        sources = {n: os.path.join(HERE, "compile_time", f"{n}.cpp") for n in names}
        for _ in range(options.rounds):
            for n in names:
                s, mb = compile_once(options.cxx, sources[n], os.path.join(folder, f"{n}.o"))
                seconds.setdefault(n, []).append(s)
                peaks[n] = max(mb, peaks.get(n, 0))
        for n in names:
            least, median = min(seconds[n]), statistics.median(seconds[n])
            before = baseline.get(n, {}).get("seconds")
            found[n] = {
                "seconds": round(least, 3),
                "peak_mb": round(peaks[n]),
                "kernels": kernels(os.path.join(folder, f"{n}.o")),
                "instantiations": instantiations(options.clang, sources[n], folder),
            }
            line = {
                "case": f"compile_{n}",
                "impl": "tiga",
                "threads": 1,
                "seconds_min": round(least, 4),
                "seconds_median": round(median, 4),
                "gb_per_s": None,
                "ratio": round(least / before, 4) if before else None,
                "checksum": None,
                "rounds": options.rounds,
            }
            line.update({k: v for k, v in found[n].items() if k != "seconds"})
            print(json.dumps(line), flush=True)
            for what, limit in LIMITS[n].items():
                if found[n][what] > limit:
                    broken.append(f"compile_{n}: {what} {found[n][what]} is above {limit}")
        none, some, twice = (instantiations(options.clang, sources["reductions"], folder, f"-DREDUCTIONS={n}") for n in (0, 25, 50))
        if some and twice - none > 2 * LINEAR * (some - none):
            broken.append(f"compile_reductions: {some - none} instantiations for 25 reductions, {twice - none} for 50")
    if options.update_baseline:
        with open(BASELINE, "w") as f:
            json.dump(found, f, indent=2)
            f.write("\n")
    for b in broken:
        print(b, file=sys.stderr)
    return 1 if broken else 0


sys.exit(main())
