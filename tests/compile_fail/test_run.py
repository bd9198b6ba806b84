#!/usr/bin/env python3
"""The gate of run.py finds what it must: a program that compiles, wrong words, no words; and it lets a right one pass."""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run

sentence = "Slice [A / 8, R] -> OutSlice [R, 1 # 64]: reduced factors, kept ones"
refusal = f"""#include <tiga/axes/text.hpp>
struct rule {{ static constexpr tiga::text why = [] {{ tiga::text t; t << "{sentence}"; return t; }}(); }};
using refused = tiga::require<rule>;
"""
cases = [
    ("right", f"// error: {sentence}\n" + refusal, None),
    ("two_words", "// error: Slice [A / 8\n// error: kept ones\n" + refusal, None),
    ("one_sentence_twice", f"// error: {sentence}\n" + refusal + "using again = tiga::require<rule>;\n", None),
    ("two_sentences", f"// error: {sentence}\n" + refusal + refusal.replace("rule", "other").replace("Slice", "Time"),
     "second sentence"),
    ("two_true_sentences", f"// error: {sentence}\n// then: Time [\n" + refusal + refusal.replace("rule", "other").replace(
        "Slice", "Time"), None),
    ("compiles", "// error: anything\nint main() {}\n", "compiles"),
    ("other_words", "// error: Slice [A / 9\n" + refusal, "lacks"),
    ("no_words", refusal, "no `// error"),
    ("later_error", f"// error: {sentence}\nint first = unknown_name;\n" + refusal, "lacks"),
    ("missing_header", "// error: sentence\n#include <tiga/no_such_header.hpp>\n", "lacks"),
    ("flags", "// error: chosen by a flag\n// flags: -DCHOSEN\n#ifdef CHOSEN\n#error chosen by a flag\n#endif\n", None),
]


def main():
    options = run.compiler.arguments(__doc__).parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, text, expected in cases:
            program = pathlib.Path(folder) / f"{name}.cpp"
            program.write_text(text)
            got = run.complaint(program, options.compiler)
            if (got is None) != (expected is None) or (expected and expected not in got):
                failed += 1
                print(f"FAILED {name}: wanted {expected!r}, got {got!r}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
