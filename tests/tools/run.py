#!/usr/bin/env python3
"""The tiga command: exit status, one-line errors, and conversions that bring back what went in.

    run.py PATH_OF_TIGA
"""

import json
import os
import pathlib
import signal
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
        for arguments in (["info", "--foo"], ["convert", "--foo"], ["convert", "one.mtx", "--foo"], ["--foo"],
                          ["--foo", "info"], ["info", "one.mtx", "--foo"], ["doctor", "--foo"]):
            self.assertIn("unknown option --foo", self.fails(2, *arguments))
        self.assertIn("FILE is required", self.fails(2, "info"))
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

    def test_output_that_nobody_gets(self):
        """A full disk, a reader that is gone and a closed stream are failures of every command."""
        graph = self.path("0.mtx", weighted)
        self.succeeds("convert", graph, self.path("1.npz"))
        for arguments in (["info", graph], ["info", self.path("1.npz")], ["convert", graph, self.path("2.edges")],
                          ["doctor"], ["--help"], ["--version"], ["info", "--help"], ["convert", "--help"]):
            command = [str(tiga), *map(str, arguments)]
            with open("/dev/full", "w") as full:
                done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
            self.lost(done, arguments, "No space left on device")
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True)
            os.close(writer)
            self.lost(done, arguments, "Broken pipe")
            done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True)
            self.lost(done, arguments, "Bad file descriptor")
        self.assertEqual(len(self.path("2.edges").read_text().splitlines()), 4)

    def lost(self, done, arguments, reason):
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"tiga: the standard output cannot be written: {reason}\n"), arguments)

    def test_no_more_than_files(self):
        os.mkfifo(self.path("pipe.mtx"))
        self.path("folder.npz").mkdir()
        good = self.path("0.mtx", weighted)
        self.assertIn("it is a pipe", self.fails(1, "info", self.path("pipe.mtx")))
        self.assertIn("it is a directory", self.fails(1, "info", self.path("folder.npz")))
        self.assertIn("it is a pipe", self.fails(1, "convert", good, self.path("pipe.mtx")))
        self.assertIn("it is a directory", self.fails(1, "convert", good, self.path("folder.npz")))
        self.path("link.edges").symlink_to("far.edges")
        self.succeeds("convert", good, self.path("link.edges"))
        self.assertTrue(self.path("link.edges").is_symlink() and self.path("far.edges").is_file())

    def test_messages_are_printable(self):
        said = self.fails(1, "info", "no\x1b[31m\nfile.mtx")
        self.assertIn("no\\x1b[31m\\x0afile.mtx: cannot be read", said)

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

    def test_nodes_without_edges_come_back(self):
        matrix = "%%MatrixMarket matrix coordinate real general\n7 7 2\n1 2 0.5\n2 2 4\n"
        original = self.path("0.mtx", matrix)
        for ending in (".edges", ".npz"):
            self.succeeds("convert", original, self.path("1" + ending))
            self.assertIn("7 rows", self.succeeds("info", self.path("1" + ending)))
            self.succeeds("convert", self.path("1" + ending), self.path("2.mtx"))
            self.assertEqual(self.path("2.mtx").read_text(), matrix)
        self.succeeds("convert", self.path("1.edges"), self.path("3.npz"))
        self.assertEqual(self.path("3.npz").read_bytes(), self.path("1.npz").read_bytes())

    def test_edge_list_goes_from_source_to_target(self):
        self.succeeds("convert", self.path("0.mtx", weighted), self.path("1.edges"))
        self.assertEqual(self.path("1.edges").read_text().split("\n")[1].split(), ["1", "0", "0.1"])

    def test_arrays(self):
        self.succeeds("convert", self.path("0.mtx", weighted), self.path("0.npz"))
        self.assertRegex(self.succeeds("info", self.path("0.npz")), r"weight +f64 \(3\)")
        self.succeeds("convert", self.path("0.npz"), self.path("1.npz"))
        self.assertEqual(self.path("0.npz").read_bytes(), self.path("1.npz").read_bytes())
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

    def test_graphs_in_archives(self):
        self.succeeds("convert", self.path("0.mtx", weighted), self.path("0.npz"))
        of_matrix, of_archive = (self.succeeds("info", self.path("0" + e)) for e in (".mtx", ".npz"))
        self.assertIn("NumPy archive of a graph\n", of_archive)
        self.assertEqual(of_archive.split("\nsize ")[1], of_matrix.split("\nsize ")[1])
        for words in ("self-loops  1", "in-degree ", "out-degree "):
            self.assertIn(words, of_archive)
        # arrays beside a graph, arrays that are none, and names that are wide or would garble the screen
        said = self.succeeds("info", self.npz("more.npz", src=[0, 1], dst=[1, 1], temperatures=[4, 5]))
        self.assertIn("temperatures i64 (2)", said)
        self.assertIn("self-loops  1", said)
        said = self.succeeds("info", self.npz("odd.npz", src=[0, 1], dst=[1]))
        self.assertRegex(said, r"no graph +\S+odd.npz: src, dst and weight have 2, 1 and 0 elements")
        self.assertNotIn("degree", said)
        self.assertNotIn("graph", self.succeeds("info", self.npz("one.npz", src=[0])))
        self.assertIn("\nx\\x1by ", self.succeeds("info", self.npz("names.npz", **{"x\x1by": [0]})))

    def trained(self, *arguments):
        done = run("train", "gcn", "--data", cora.parent, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_training(self):
        weights, curve = self.path("w.npz"), self.path("curve.svg")
        said = self.trained("--epochs", 60, "--save", weights, "--plot", curve).stdout
        last = said.splitlines()[-1]
        self.assertRegex(last, r"\Atest accuracy: 0\.[78]\d\d\Z")
        self.assertIn("</svg>", curve.read_text())
        evaluated = self.succeeds("evaluate", "--data", cora.parent, "--weights", weights)
        self.assertEqual(evaluated.splitlines()[-1], last)
        as_json = json.loads(self.succeeds("evaluate", "--data", cora.parent, "--weights", weights, "--json"))
        self.assertAlmostEqual(as_json["test_accuracy"], float(last.split()[-1]), delta=6e-4)

    def test_training_has_the_same_bits_on_every_number_of_threads(self):
        curves = [json.loads(self.trained("--epochs", 8, "--json", "--threads", n).stdout)["loss"] for n in (1, 2, 3, 8)]
        self.assertEqual(len(curves[0]), 8)
        for curve in curves[1:]:
            self.assertEqual(curve, curves[0])
        other = json.loads(self.trained("--epochs", 8, "--json", "--seed", 1).stdout)["loss"]
        self.assertNotEqual(other, curves[0])

    def test_an_interrupted_training_keeps_the_best_weights(self):
        weights = self.path("w.npz")
        process = subprocess.Popen([tiga, "train", "gcn", "--data", cora.parent, "--epochs", "1000000", "--save", weights],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        process.stderr.readline()  # the first line of progress: training has begun
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertRegex(err, r"interrupted after \d+ of 1000000 epochs; the best weights so far, of epoch \d+, are in ")
        self.assertRegex(out, r"test accuracy: 0\.\d\d\d\n\Z")
        self.succeeds("evaluate", "--data", cora.parent, "--weights", weights)

    def test_training_names_what_is_wrong(self):
        self.assertIn("--data", self.fails(2, "train", "gcn"))
        self.assertIn("epochs", self.fails(2, "train", "gcn", "--data", cora.parent, "--epochs", 0))
        self.assertIn("nothing.mtx: cannot be read", self.fails(1, "train", "gcn", "--data", self.folder.name,
                                                                "--dataset", "nothing"))
        self.assertIn("dropout", self.fails(2, "train", "gcn", "--data", cora.parent, "--dropout", "1.5"))
        other = self.path("other.npz")
        with zipfile.ZipFile(other, "w"):
            pass
        self.assertIn("no array b1", self.fails(1, "evaluate", "--data", cora.parent, "--weights", other))


if __name__ == "__main__":
    unittest.main()
