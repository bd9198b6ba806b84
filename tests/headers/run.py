#!/usr/bin/env python3
"""Every public header compiles alone, without a warning. `detail/` and `*.inc` are not public."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import compiler


def public_headers():
    for base in (compiler.root / "axes/include", compiler.root / "include"):
        for header in sorted(base.rglob("*.hpp")):
            name = header.relative_to(base)
            if "detail" not in name.parts:
                yield str(name)


def main():
    options = compiler.arguments(__doc__).parse_args()

    def check(header):
        flags = [*compiler.warnings, "-Werror"]
        succeeded, said = compiler.syntax_only(options.compiler, "-", flags, f"#include <{header}>\n")
        return None if succeeded else said

    return 0 if compiler.for_each(list(public_headers()), check, options.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
