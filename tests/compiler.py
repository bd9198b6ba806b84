"""What the tests of compiler behaviour share: running a compiler on many small inputs, a few at a time."""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess

root = pathlib.Path(__file__).resolve().parent.parent
includes = ["-I", root / "axes/include", "-I", root / "include"]
warnings = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wsign-conversion".split()


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--compiler", default="g++", help="a C++20 compiler: g++, clang++-16, ...")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 8))
    return parser


def syntax_only(compiler, source, flags=(), text=None):
    """Compiles `source`, or `text` given on standard input, without output; returns (succeeded, what it said)."""
    command = [compiler, "-std=c++20", "-fsyntax-only", *includes, *flags, "-x", "c++", source]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    return done.returncode == 0, done.stderr


def for_each(items, check, jobs):
    """Calls `check` on every item, `jobs` at a time, prints what it returns (a complaint, or None) and counts."""
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for item, complaint in zip(items, pool.map(check, items)):
            if complaint:
                failed += 1
                print(f"FAILED {item}: {complaint}", flush=True)
    print(f"{len(items) - failed} passed, {failed} failed")
    return failed == 0 and len(items) > 0
