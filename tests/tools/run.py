#!/usr/bin/env python3
"""The tiga command: exit status, one-line errors, and conversions that bring back what went in.

    run.py PATH_OF_TIGA
"""

import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
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
        for arguments in (["--help"], ["info", "--help"], ["convert", "--help"], ["layout", "--help"],
                          ["reduce-check", "--help"]):
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
                          ["doctor"], ["--help"], ["--version"], ["info", "--help"], ["convert", "--help"],
                          ["layout", "--axes", "A=4", "A"],
                          ["reduce-check", "--axes", "A=4", "--slice", "A", "--out-slice", "1 # 4"]):
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

    def words_in(self, picture):
        root = xml.etree.ElementTree.parse(picture).getroot()
        return ["".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text")]

    def test_layout_prints_a_table(self):
        out = self.succeeds("layout", "--axes", "A=512 R=4", "m![A / 8, R]")
        self.assertIn("size         256\n", out)
        self.assertRegex(out, r"position +A +R\n +0 +0 +0\n +1 +0 +1\n")
        self.assertRegex(out, r"\n +255 +504 +3\n")
        self.assertIn("...", out)  # not all of 256 rows
        out = self.succeeds("layout", "--axes", "A=3", "A #{0} 4, 2")
        self.assertRegex(out, r"\n +5 +2 +1\n +6 +padding #\{0\}\n")

    def test_layout_draws_every_position(self):
        picture = self.path("layout.svg")
        self.succeeds("layout", "--axes", "W=4,T=3,P=2", "W", "--time", "T # 4", "--packet", "P, 2", "--svg", picture)
        words = self.words_in(picture)
        self.assertEqual(sum(w.startswith("slice ") for w in words), 4)
        self.assertEqual(sum(w.startswith("time ") for w in words), 4)
        self.assertEqual(sum(w == "#" for w in words), 4 * 4 + 1)  # a hole in each lane of the last step; the legend

    def test_layout_names_what_is_wrong(self):
        for text, why in (("A / 7", "7"), ("B", "no axis"), ("A, A", "A"), ("A # 100", "100"), ("A /", "number"),
                          ("[A", "]"), ("m![,A]", "place 4"), ("A # 0", "0"), ("A / 0", "0"), ("", "layout")):
            self.assertIn(why, self.fails(2, "layout", "--axes", "A=512", text))
        for axes in ("A=0", "A=-3", "A", "A=x", "=4", "A=4 A=5", "A=99999999999999999999"):
            self.assertIn("axes", self.fails(2, "layout", "--axes", axes, "A"))
        self.assertIn("size", self.succeeds("layout", "--axes", "A=1000000000000", "A"))  # at once, in little memory
        for where in ("none/x.svg", "."):
            self.fails(1, "layout", "--axes", "A=4", "A", "--svg", self.path(where))
        self.assertIn("63 bits", self.fails(2, "layout", "--axes", "A=1000000000000", "A", "--time", "1000000000000"))

    def test_pictures_leave_out_what_is_too_much(self):
        picture = self.path("layout.svg")
        for slices, packet, columns in ((4, 2, 4), (64, 1, 16), (256, 8, 6), (10**12, 8, 4)):
            self.succeeds("layout", "--axes", f"A={slices} P={packet}", "A", "--time", "3", "--packet", "P", "--svg", picture)
            words = self.words_in(picture)
            heads = [w for w in words if re.fullmatch(r"(slice )?\d+", w)]
            self.assertEqual(len(heads), columns)
            self.assertTrue(heads[-1].endswith(str(slices - 1)))
            self.assertEqual("..." in words, columns < slices)
            self.assertEqual(f"cut: {columns} of {slices} slices" in words, columns < slices)
            self.assertEqual(sum(w.startswith("A=") for w in words), columns * 3 * packet)

    def test_reduce_check(self):
        check = ["reduce-check", "--axes", "A=512 R=4 B=2 X=4"]
        self.assertEqual(self.succeeds(*check, "--slice", "A / 8, R", "--out-slice", "A / 8, 1 # 4", "--others", "B", "A % 8"),
                         "ok, ratio 4: reduces R; slot <- dummy\n")
        self.assertEqual(self.succeeds(*check, "--slice", "A / 8, R", "--out-slice", "A / 8, X"),
                         "ok, ratio 4: reduces R; slot <- fresh X\n")
        refused = run(*check, "--slice", "R, A / 8", "--out-slice", "1 # 4, A / 8")
        self.assertEqual((refused.returncode, refused.stderr), (1, ""))
        self.assertEqual(refused.stdout, "NOT_INNERMOST: Slice [R, A / 8] -> OutSlice [1 # 4, A / 8]: the reduced factors "
                                         "must be innermost, but A / 8 (kept) lies inside R (reduced); put R last in Slice\n")
        few = [*check, "--slice", "B, R", "--out-slice", "B, X"]
        self.succeeds(*few)
        self.assertRegex(run(*few, "--strict").stdout, r"\ATARGET: .*64, 128 or 256\n\Z")
        self.assertIn("--slice", self.fails(2, *check))
        self.assertIn("--out-slice", self.fails(2, *check, "--slice", "A, R", "--out-slice", "Q"))

    def test_reduce_check_draws_arrows(self):
        picture = self.path("group.svg")
        check = ["reduce-check", "--axes", "W=2 R=4 V=4 X=4 S=2", "--slice", "W, R", "--draw", picture]
        for more, heads, sources in (
                (["--out-slice", "W, 1 # 4"], 1, [0]), (["--out-slice", "W, X"], 4, [0, 0, 0, 0]),
                (["--time", "S, V", "--out-slice", "W, V", "--out-time", "S"], 4, [0, 1, 2, 3, 4, 5, 6, 7]),
                (["--time", "S", "--out-slice", "W, X / 2, S"], 4, [0, 1, 0, 1])):
            said = self.succeeds(*check, *more)
            self.assertTrue(said.endswith(f"\npicture: {picture}\n"))
            words = self.words_in(picture)
            self.assertEqual([int(w.split()[-1]) for w in words if w.startswith("from time ")], sources)
            self.assertEqual(picture.read_text().count("marker-end="), heads)
        picture.unlink()
        refused = run(*check, "--out-slice", "R, W")
        self.assertEqual(refused.returncode, 1)
        self.assertIn(f"no picture {picture}", refused.stdout)
        self.assertFalse(picture.exists())
        self.fails(2, *check[:-1], self.folder.name, "--out-slice", "W, X")
        huge = ["--axes", "A=1000000000000 B=1000000000000", "--slice", "A", "--time", "B", "--out-slice", "1 # 1000000000000",
                "--out-time", "B"]
        self.assertEqual(self.succeeds("reduce-check", *huge), "ok, ratio 1000000000000: reduces A; slot <- dummy\n")
        self.assertIn("63 bits", self.fails(2, "reduce-check", *huge, "--draw", picture))

    def test_reduce_check_says_what_the_compiler_says(self):
        """The programs that must not compile, as options: the same layouts get the same sentence."""
        checked = 0
        for path in sorted((pathlib.Path(__file__).resolve().parents[1] / "compile_fail/stream").glob("*.cpp")):
            program = path.read_text()
            sentence = " ".join(re.findall("// error: (.*)", program))
            plain = re.sub(r"dummy\((\d+)\)", r"1 # \1", program)
            plain = re.sub(r"pad\((\w+), (\d+)\)", r"\1 # \2", re.sub(r"copies\((\d+)\)", r"\1", plain))
            before = re.search(r"using in = stream<float, m<>, " + ", ".join(["m<(.*?)>"] * 4) + ">", plain)
            after = re.search(r"inter_slice_reduce<m<(.*?)>, m<(.*?)>>", plain)
            if not before or not after or not sentence.startswith(("Slice [", "Time [")):
                continue
            axes = " ".join(f"{name}={size}" for name, size in re.findall(r'\w+{"(\w+)", (\d+)}', plain))
            cluster, in_slice, in_time, packet, out_slice, out_time = (
                text or "1" for text in (*before.groups(), *after.groups()))
            done = run("reduce-check", "--axes", axes, "--slice", in_slice, "--time", in_time, "--out-slice", out_slice,
                       "--out-time", out_time, "--others", cluster, packet, *["--strict"] * ("strict_rngd" in program))
            self.assertEqual((done.returncode, done.stderr), (1, ""), path)
            self.assertEqual(done.stdout.split(": ", 1)[1].strip().replace("layout 2 of the others", "Packet"), sentence, path)
            checked += 1
        self.assertGreater(checked, 12)

    def test_reduce_check_of_a_file(self):
        small = pathlib.Path(__file__).resolve().parents[1] / "golden/data/reduce_check_small.jsonl"
        lines = small.read_text().splitlines()
        self.assertEqual(self.succeeds("reduce-check", "--jsonl", small).splitlines()[-1], f"{len(lines)} passed, 0 failed")
        wrong = json.loads(lines[0])
        wrong["ratio"] = 3
        done = run("reduce-check", "--jsonl", self.path("wrong.jsonl", json.dumps(wrong) + "\n" + lines[1] + "\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn(wrong["id"], done.stdout)
        self.assertTrue(done.stdout.endswith("1 passed, 1 failed\n"))
        broken = run("reduce-check", "--jsonl", self.path("broken.jsonl", lines[0] + "\n{\n[1]\n"))
        self.assertEqual((broken.returncode, broken.stderr), (1, ""))
        self.assertRegex(broken.stdout, r"line 2: .*no JSON.*\n.*line 3: no JSON object\n1 passed, 2 failed\n\Z")
        self.fails(2, "reduce-check", "--jsonl", self.path("absent.jsonl"))
        self.fails(2, "reduce-check", "--jsonl", self.folder.name)
        odd = self.path("odd.jsonl")
        odd.write_bytes(b'{"axes": {"A": 0}, "slice": "A", "out_slice": "A"}\r\n\n\xff\n'
                        b'{"axes": {"A": 4}, "slice": "A / 3", "out_slice": "A", "id": "x\\u001b"}\n'
                        b'{"axes": {"A": 4}, "slice": "A"}\n' + b"[" * 100000)
        done = run("reduce-check", "--jsonl", odd)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        for number, why in ((1, "axes: axis A: 0 is no size"), (3, "no JSON"), (4, "slice: A / 3: 3 does not divide 4"),
                            (5, "out_slice is missing"), (6, "no JSON")):
            self.assertRegex(done.stdout, rf"odd.jsonl: line {number}: {re.escape(why)}")
        self.assertIn("\nx\\x1b: ", done.stdout)
        self.assertTrue(done.stdout.endswith("\n0 passed, 5 failed\n"))

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
