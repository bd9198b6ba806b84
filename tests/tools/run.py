#!/usr/bin/env python3
"""The tiga command: exit status, one-line errors, and conversions that bring back what went in.

    run.py PATH_OF_TIGA
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

tiga = pathlib.Path(sys.argv.pop()).resolve()
cora = pathlib.Path(__file__).resolve().parents[2] / "examples/data/cora/cora.mtx"

weighted = """%%MatrixMarket matrix coordinate real general
% a weight that needs all digits, a self-loop, and a node without edges
4 4 3
1 2 0.1
3 3 -2.5e-3
2 1 1e300
"""


def run(*arguments):
    return subprocess.run([tiga, *map(str, arguments)], capture_output=True, text=True)


class Tool(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, text=None):
        path = pathlib.Path(self.folder.name) / name
        if text is not None:
            path.write_text(text)
        return path

    def succeeds(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def fails(self, status, *arguments):
        done = run(*arguments)
        self.assertEqual(done.returncode, status)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Atiga: [^\n]+\n\Z")
        return done.stderr

    def test_help_has_examples(self):
        for arguments in (["--help"], ["info", "--help"], ["convert", "--help"]):
            self.assertIn("Examples:", self.succeeds(*arguments))

    def test_wrong_usage(self):
        self.assertIn("nothing", self.fails(2, "nothing"))
        for arguments in ([], ["info"], ["convert", "one.mtx"], ["info", "a.mtx", "b.mtx"], ["doctor", "--fast"]):
            self.fails(2, *arguments)

    def test_failures(self):
        self.assertIn("missing.mtx", self.fails(1, "info", "missing.mtx"))
        self.assertIn("unknown ending '.abc'", self.fails(1, "info", "file.abc"))
        bad = self.path("bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 0.5\n")
        self.assertIn("line 3", self.fails(1, "info", bad))
        wide = self.path("wide.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 1\n")
        self.assertIn("2 x 3", self.fails(1, "convert", wide, self.path("out.edges")))
        self.assertFalse(self.path("out.edges").exists())

    def test_doctor(self):
        said = self.succeeds("doctor")
        for word in ("tiga", "compiler", "threads", "instruction set", "CUDA", "GPU", "memory"):
            self.assertRegex(said, rf"(?m)^{word} +\S")

    def test_info_of_cora(self):
        said = self.succeeds("info", cora)
        for words in ("coordinate pattern symmetric", "2708 rows", "10556 (5278 in the file)", "max 168; none: 0"):
            self.assertIn(words, said)

    def test_every_format_brings_back_the_entries(self):
        original = self.path("0.mtx", weighted)
        for ending in (".npz", ".mtx"):
            there, back = self.path("1" + ending), self.path("2.mtx")
            self.succeeds("convert", original, there)
            self.succeeds("convert", there, back)
            want = [line for line in weighted.splitlines()[2:]]
            got = back.read_text().splitlines()[1:]
            self.assertEqual([list(map(float, line.split())) for line in got],
                             [list(map(float, line.split())) for line in want])

    def test_edge_list_goes_from_source_to_target(self):
        self.succeeds("convert", self.path("0.mtx", weighted), self.path("1.edges"))
        self.assertEqual(self.path("1.edges").read_text().split("\n")[0].split(), ["1", "0", "0.1"])

    def test_arrays(self):
        self.succeeds("convert", self.path("0.mtx", weighted), self.path("0.npz"))
        self.assertRegex(self.succeeds("info", self.path("0.npz")), r"weight +f64 \(3\)")
        self.assertIn("holds 4 arrays", self.fails(1, "convert", self.path("0.npz"), self.path("0.npy")))

    def npz(self, name, **arrays):
        """A file of one-dimensional int64 arrays, as np.savez writes it."""
        where = self.path(name)
        with zipfile.ZipFile(where, "w") as file:
            for key, values in arrays.items():
                header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({len(values)},), }}"
                header += " " * (-(10 + len(header) + 1) % 64) + "\n"
                file.writestr(key + ".npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                              struct.pack(f"<{len(values)}q", *values))
        return where

    def test_arrays_that_are_no_graph(self):
        out = self.path("out.mtx")
        self.succeeds("convert", self.npz("good.npz", src=[0, 1], dst=[1, 0], shape=[2, 5]), out)
        out.unlink()
        for words, arrays in (("weights would be lost", {"src": [0], "dst": [1], "weights": [3]}),
                              ("shape is -1 x 5", {"src": [0], "dst": [1], "shape": [-1, 5]}),
                              ("9223372036854775807", {"src": [0, 2**63 - 1], "dst": [1, 0]})):
            self.assertIn(words, self.fails(1, "convert", self.npz("bad.npz", **arrays), out))
            self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
