#!/usr/bin/env python3
"""Programs that must not compile, each with the words of the error that it must get.

A program's leading comments hold one or more `// error: words`; all of them must stand in the first error line of the
compiler. `// flags: -f...` adds options. A program that compiles fails the gate, and so does one without words, or one
whose mistake gives a second sentence, which is rarely true; `// then: words` allows one that is.
"""

import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
import compiler

part = re.compile(r'says<[^"{}]*>\{"((?:[^"\\]|\\.)*)"\}')


def wanted(program):
    """The words and the flags that the program asks for."""
    text = program.read_text()
    words = re.findall(r"^// error: (.+?)\s*$", text, re.MULTILINE)
    flags = [f for line in re.findall(r"^// flags: (.+)$", text, re.MULTILINE) for f in line.split()]
    return words, flags


def later(program):
    """Words of sentences that may follow, being true."""
    return re.findall(r"^// then: (.+?)\s*$", program.read_text(), re.MULTILINE)


def first_error(said):
    """The first error line; a sentence that clang cut into parts is joined and put behind it."""
    for line in said.splitlines():
        if re.search(r"(^|: )(fatal )?error: ", line):
            return line + " " + "".join(part.findall(line))
    return ""


def sentence(line):
    """What an error line says in words of the library; empty when it is the compiler's own."""
    return "".join(part.findall(line)) if "error: " in line and "tiga_refuses<" in line else ""


def complaint(program, compiler_name):
    words, flags = wanted(program)
    if not words:
        return "has no `// error: words`"
    succeeded, said = compiler.syntax_only(compiler_name, program, flags)
    if succeeded:
        return "compiles, but must not"
    line = first_error(said)
    missing = [w for w in words if w not in line]
    if missing:
        return f"the first error line lacks {missing}:\n  {line}"
    others = {s for s in map(sentence, said.splitlines()) if s} - {sentence(line)}
    others = sorted(s for s in others if not any(w in s for w in later(program)))
    return f"a second sentence stands behind the first: {others}" if others else None


def main():
    parser = compiler.arguments(__doc__)
    parser.add_argument("programs", nargs="*", type=pathlib.Path, help="default: all below this folder")
    options = parser.parse_args()
    programs = options.programs or sorted(here.rglob("*.cpp"))
    return 0 if compiler.for_each(programs, lambda p: complaint(p, options.compiler), options.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
