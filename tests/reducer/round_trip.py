#!/usr/bin/env python3
"""round_trip.py PROGRAM: what `PROGRAM --ir` prints is read by mlir-opt, whose output reads back as itself."""
import shutil
import subprocess
import sys

tool = next((t for t in ["mlir-opt", *(f"mlir-opt-{n}" for n in range(30, 12, -1))] if shutil.which(t)), None)
if tool is None:
    print("no mlir-opt here (Debian: mlir-16-tools)")
    sys.exit(77)


def through(text):
    run = subprocess.run([tool, "--allow-unregistered-dialect", "--mlir-print-op-generic"], input=text, text=True,
                         capture_output=True)
    if run.returncode:
        sys.exit(f"{tool}: {run.stderr}")
    return run.stdout


printed = subprocess.run([sys.argv[1], "--ir"], check=True, text=True, capture_output=True).stdout
once = through(printed)
if once.count('"gf.reducer"') != 4 or once.count("sym_name") != 4:
    sys.exit(f"not four reducers:\n{once}")
if through(once) != once:
    sys.exit("what mlir-opt prints reads back as something else")
print(f"{tool} reads four reducers")
