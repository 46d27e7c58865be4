"""Descriptors, scenarios' data, and where the library is found."""
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import assay
import numpy as np
from assay import _library
from binding_data import PROGRAM, ROOT


class Descriptors(unittest.TestCase):
    def test_metrics(self):
        """metrics, as `assay list` has them"""
        listed = subprocess.run([PROGRAM, "list", "metrics", "--format", "csv"], capture_output=True, check=True).stdout
        metrics = assay.metrics()
        self.assertEqual(list(metrics), [line.split(",")[0] for line in listed.decode().splitlines()[1:]])
        mig = metrics["mig"]
        self.assertEqual((mig.family, mig.random, mig.control), ("information", False, False))
        self.assertEqual([(o.id, o.axis, o.measures, o.low, o.high) for o in mig.outputs],
                         [("mig", "factor", ("compactness",), 0.0, 1.0)])
        self.assertEqual(next(iter(mig.presets)), "default")
        self.assertIsNone(mig.presets["default"].defects)
        self.assertIn("entropy", mig.presets["zaidi2020"].defects)
        bins = next(o for o in mig.options if o.id == "bins")
        self.assertTrue(bins.whole and bins.low <= bins.standard <= bins.high and not bins.words)
        self.assertTrue(all(o.standard in o.words for m in metrics.values() for o in m.options if o.words))
        self.assertTrue(metrics["control-noise"].control and metrics["control-noise"].random)

    def test_scenarios(self):
        """scenarios, with their sweeps and truth"""
        noise = assay.scenarios()["noise"]
        [alpha] = noise.parameters
        self.assertEqual((alpha.id, alpha.symbol, alpha.standard), ("alpha", "alpha", 0.2))
        self.assertEqual(alpha.sweep, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
        self.assertEqual((noise.samples, noise.seeds), (20000, 100))
        self.assertEqual(noise.truth(alpha=1), {"modularity": ("is", 0.0), "compactness": ("is", 0.0),
                                                "explicitness": ("is", 0.0)})
        self.assertEqual(noise.truth()["explicitness"], ("order", 0.8))
        self.assertRaisesRegex(assay.UsageError, "alpha=2: out of range", noise.truth, alpha=2)
        for scenario in assay.scenarios().values():
            self.assertTrue(all(p.standard in p.words for p in scenario.parameters if p.words))
            self.assertEqual(set(scenario.truth()), {"modularity", "compactness", "explicitness"})


class Data(unittest.TestCase):
    def test_program(self):
        """every scenario's data are those of `assay generate`, bit for bit"""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.npz")
            for scenario in assay.scenarios():
                subprocess.run([PROGRAM, "generate", scenario, "-n", "40", "--seed", "5", "-o", path], check=True)
                got = assay.generate(scenario, samples=40, seed=5)
                with np.load(path) as want:
                    self.assertEqual(want["factors"].tobytes(), np.ascontiguousarray(got.factors).tobytes(), scenario)
                    self.assertEqual(want["codes"].tobytes(), np.ascontiguousarray(got.codes).tobytes(), scenario)
                got.save(path)
                with np.load(path) as back:
                    self.assertTrue(np.array_equal(back["codes"], got.codes))

    def test_profiles(self):
        """On the factors of a profile: its classes, codes between them, and the program's name of the point."""
        got = assay.generate("duplicate", copies=2, factors="cars3d", seed=4, samples=60)
        self.assertEqual(got.factors.shape, (60, 3))
        self.assertEqual(list(got.levels), [4, 24, 183])
        np.testing.assert_array_equal(got.codes[:, 0::2], got.factors / (np.array([4, 24, 183]) - 1))
        self.assertEqual(got.point, "copies=2;factors=cars3d")
        self.assertEqual(assay.generate("sparse", samples=20).point, "codes=dictionary;share=1")
        truth = assay.scenarios()["duplicate"].truth(copies=2, factors="cars3d")
        self.assertAlmostEqual(truth["compactness"][1], 1 - np.log(2) / np.log(6))
        self.assertRaises(assay.UsageError, assay.generate, "noise", factors="dsprite")

    def test_numpy(self):
        """noise is what NumPy's generator draws"""
        rng = np.random.default_rng(2**40 + 3)
        v = rng.random((500, 8))
        z = (1 - 0.3) * v + 0.3 * rng.random((500, 8))
        got = assay.generate("noise", alpha=0.3, seed=2**40 + 3, samples=500)
        self.assertTrue(np.array_equal(got.factors, v) and np.array_equal(got.codes, z))
        self.assertEqual((got.point, got.scenario, got.seed), ("alpha=0.3", "noise", 2**40 + 3))
        self.assertEqual((got.kinds, got.levels.tolist()), (["continuous"] * 8, [0] * 8))
        self.assertEqual({k: got.truth[k] for k in ("modularity", "compactness")}, {"modularity": 1, "compactness": 1})
        self.assertTrue(got.factors.flags.f_contiguous and got.codes.flags.f_contiguous)

    def test_words(self):
        """parameters that are words, and numbers of any type"""
        with_words = [(s.id, p) for s in assay.scenarios().values() for p in s.parameters if p.words]
        for scenario, parameter in with_words:
            for word in parameter.words:
                try:
                    got = assay.generate(scenario, samples=20, **{parameter.id.replace("-", "_"): word})
                except assay.UsageError as refused:  # a pair of the bank whose order is not certain
                    self.assertIn("the bank has no such pair", str(refused))
                    continue
                if word != parameter.standard:  # points of some scenarios are named without what is standard
                    self.assertIn(f"{parameter.id}={word}", got.point.split(";"))
        got = assay.generate("noise", alpha=np.float32(0.5), samples=np.int64(10), seed=np.int64(1))
        self.assertEqual((got.point, len(got.codes)), ("alpha=0.5", 10))

    def test_alone(self):
        """arrays outlive what made them, and can be written to"""
        codes = assay.generate("noise", samples=1000).codes
        want = codes.copy()
        gc.collect()
        junk = [assay.generate("noise", samples=1000, seed=k).codes for k in range(20)]
        self.assertTrue(np.array_equal(codes, want) and len(junk) == 20)
        codes[0, 0] = 7

    def test_own_size(self):
        """the scenario's own size, and mistakes"""
        self.assertEqual(assay.generate("noise").factors.shape, (20000, 8))
        for words, scenario, more in ((f"no scenario 'nois': {assay._arrays.DID_YOU_MEAN} 'noise'?", "nois", {}),
                                      ("alpha=3: out of range, 0 to 1", "noise", {"alpha": 3}),
                                      ("noise: .*beta", "noise", {"beta": 3}), ("0 samples", "noise", {"samples": 0}),
                                      ("-1 samples", "noise", {"samples": -1}), ("seed -1", "noise", {"seed": -1})):
            self.assertRaisesRegex(assay.UsageError, words, assay.generate, scenario, **more)


class Finding(unittest.TestCase):
    def run_python(self, code, **environment):
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT,
                              env={**os.environ, **environment})
        return told.returncode, told.stdout.decode() + told.stderr.decode()

    def test_version(self):
        """the version is the header's, and so is the interface's"""
        with open(os.path.join(ROOT, "include", "assay.h"), encoding="utf-8") as header:
            text = header.read()
        self.assertEqual(assay.__version__, re.search('ASSAY_VERSION "(.*)"', text).group(1))
        self.assertEqual(_library.ABI, int(re.search(r"define ASSAY_ABI (\d+)u", text).group(1)))

    def test_structures(self):
        """the structures have the header's members, in its order"""
        with open(os.path.join(ROOT, "include", "assay.h"), encoding="utf-8") as header:
            text = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
        for name in ("rep", "data", "option", "relation", "metric", "output", "preset", "sweep", "truth", "scenario",
                     "item", "score", "scores", "matrix"):
            body = re.search(r"typedef struct assay_%s \{(.*?)\} assay_%s;" % (name, name), text, re.S).group(1)
            members = []
            for line in body.split(";"):
                line = re.sub(r"\(\*(\w+)\)\(.*\)", r"\1", line.strip(), flags=re.S)  # pointers to functions
                parts = filter(None, map(str.strip, line.split(",")))
                members += [re.search(r"(\w+)(\[\d+\])?$", part).group(1) for part in parts]
            self.assertEqual([field[0] for field in getattr(_library, "c_" + name)._fields_], members, name)

    def test_absent(self):
        """no library: the import works, use says what to do"""
        status, said = self.run_python("import assay; print('here'); assay.metrics()",
                                       ASSAY_LIBRARY="/nowhere/libassay.so")
        self.assertEqual(status, 1)
        self.assertTrue(said.startswith("here\n"), said)
        self.assertRegex(said, "LibraryNotFound: ASSAY_LIBRARY is /nowhere/libassay.so: .*unset it")

    def test_searched(self):
        """nothing found: the message says where it was looked for and how to build it"""
        _, said = self.run_python("import os, assay, assay._library as l\n"
                                  "del os.environ['ASSAY_LIBRARY']; l._candidates = lambda: iter(['/dev/null'])\n"
                                  "try: assay.metrics()\nexcept assay.EnvironmentError_ as e: print(e)")
        for words in ("build/gcc", "/usr/local/lib", "/dev/null: ", "`make`", "make install", "ASSAY_LIBRARY"):
            self.assertIn(words, said)

    def test_other(self):
        """a library that is another one is refused"""
        _, said = self.run_python("import assay; assay.metrics()", ASSAY_LIBRARY="libm.so.6")
        self.assertRegex(said, "LibraryNotFound: ASSAY_LIBRARY is libm.so.6: .*assay_metric_count")
        code = "import assay, assay._library as l; l.ABI += 1; assay.metrics()"
        self.assertRegex(self.run_python(code)[1], r"its interface is \d+, this package wants \d+")

    def test_json(self):
        """descriptors are plain data"""
        import dataclasses
        for found in (assay.metrics(), assay.scenarios()):
            self.assertTrue(json.dumps([dataclasses.asdict(one) for one in found.values()]))
