"""serve.py RIVAL: a Python rival in a process of its own.

Answers the lines that support/peer_process.hpp describes. A rival is a function of rivals.py that takes the question and
its arguments and returns (call, as_numpy): `call()` is one timed call, `as_numpy(result)` its result for the checksum.
"""

import os
import sys
import time

import rivals


def main():
    rival = getattr(rivals, sys.argv[1])
    threads = int(os.environ.get("BENCH_THREADS", "1"))
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever a library prints is not an answer
    clock = time.process_time if os.environ.get("BENCH_CLOCK") == "cpu" else time.perf_counter
    call = as_numpy = result = None
    for line in sys.stdin:
        verb, *words = line.split()
        try:
            if verb == "setup":
                call = as_numpy = result = None  # what the last case held goes first
                call, as_numpy = rival(threads, *words)
                result = call()  # compilers run here
                answers.write("ok\n")
            elif verb == "run":
                calls = int(words[0])
                start = clock()
                for _ in range(calls):
                    result = call()
                answers.write(f"{(clock() - start) / calls:.9g}\n")
            elif verb == "checksum":
                answers.write(f"{float(as_numpy(result).sum(dtype='float64')):.12g}\n")
            else:
                answers.write("skip not a word of the protocol\n")
        except Exception as e:
            text = f"{type(e).__name__}: {e}".splitlines()[0][:200]
            answers.write(f"skip {text}\n")


main()
