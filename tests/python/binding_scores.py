"""Scores from Python are the program's, bit for bit; undefined ones have reasons, mistakes the library's words."""
import concurrent.futures
import ctypes
import json
import math
import os
import pickle
import resource
import subprocess
import sys
import unittest
import warnings

import assay
import numpy as np
from assay import _arrays, _library, _scores
from binding_data import KINDS, again, own, plain, program, program_files

FAST = "family:information,family:intervention,family:unsupervised,sap@*,dci-lasso@*,mcc,linearity,control-noise"


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Outside(unittest.TestCase):
    """Metrics from outside: libassay-bench.so scores with them, libassay.so says what does."""

    METRICS = "mig,python:tests/candidates/functions.py:total:memory=0"  # a sanitizer takes terabytes of addresses

    def test_bench(self):
        """the library with the bench starts their processes"""
        total = assay.score_all(*own(), self.METRICS, KINDS)["total"]
        self.assertFalse(total.failed or total.undefined)
        held = assay.Accumulator(self.METRICS, KINDS)
        held.update(*own())
        self.assertEqual(float(held.compute()["total"]), float(total))

    def test_without(self):
        """the library alone scores the same and starts none"""
        code = ("import assay\nfrom binding_data import KINDS, own\n"
                "print(repr(float(assay.score('mig', *own(), KINDS))))\n"
                f"try: assay.score_all(*own(), '{self.METRICS}', KINDS)\nexcept assay.UsageError as e: print(e)")
        path = os.environ["ASSAY_LIBRARY"].replace("-bench", "")
        env = {**os.environ, "ASSAY_LIBRARY": path, "PYTHONPATH": "python:tests/python"}
        said = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True).stdout
        mig, refusal = said.splitlines()
        self.assertEqual(float(mig), float(assay.score("mig", *own(), KINDS)))
        self.assertIn(":total:memory=0: a metric from outside", refusal)
        self.assertIn("assay_bench_score_all", refusal)


class Program(unittest.TestCase):
    maxDiff = 2000

    def test_all(self):
        """every metric on one's own data, as the program"""
        factors, codes = own()
        want, _ = program_files(factors, codes, "--kinds", ",".join(KINDS), "--seed", "7")
        self.assertEqual(plain(assay.score_all(factors, codes, kinds=KINDS, seed=7)), want)
        self.assertGreater(len(want), 40)

    def test_presets(self):
        """every preset of mig, sap and modularity, and changed options"""
        factors, codes = own()
        metrics = "mig@*,sap@*,modularity@*,mig@zaidi2020:bins=15"
        want, _ = program_files(factors, codes, "--kinds", "categorical", "--metrics", metrics)
        with self.assertWarns(assay.AssayWarning):  # floats as classes
            got = assay.score_all(factors, codes, metrics.split(","), kinds="categorical")
        self.assertEqual(plain(got), want)

    def test_integers(self):
        """integer factors are numbered as the program numbers them"""
        factors, codes = own()
        for dtype in (np.int8, np.int64, np.uint16, ">i4", bool):
            whole = np.floor(3 * factors - 1 if dtype not in (np.uint16, bool) else abs(factors)).astype(dtype)
            with self.subTest(dtype=dtype):
                want, _ = program_files(whole, codes, "--metrics", FAST)
                self.assertEqual(plain(assay.score_all(whole, codes, FAST)), want)

    def test_scenario(self):
        """a generated representation draws as --scenario does, and has its truth"""
        metrics = FAST + ",family:control,rf-acc"
        for scenario, parameters in (("noise", {"alpha": 0.3}), ("cardinality", {}), ("absent", {}), ("pos", {})):
            with self.subTest(scenario=scenario):
                data = assay.generate(scenario, seed=5, samples=300, **parameters)
                told = [x for name, value in parameters.items() for x in ("--set", f"{name}={value}")]
                want, matrices = program("--scenario", scenario, *told, "-n", "300", "--seed", "5", "-m", metrics, "-r",
                                         "mi:bins=12")
                self.assertEqual(plain(assay.score_all(data, metrics=metrics)), want)
                matrix = assay.relation("mi:bins=12", data)
                self.assertEqual(matrix.value.tolist(), matrices[0]["values"])
                self.assertEqual(matrix.factor_total.tolist(), matrices[0]["factor_total"])
                self.assertEqual(matrix.code_total.tolist(), matrices[0]["code_total"])

    def test_absent(self):
        """absent values, announced"""
        factors, codes = own()
        factors[::7, 1] = np.nan
        want, _ = program_files(factors, codes, "--kinds", "absent:" + ",".join(KINDS), "--metrics", FAST)
        scores = assay.score_all(factors, codes, FAST, kinds="absent:" + ",".join(KINDS))
        self.assertEqual(plain(scores), want)
        with self.assertRaisesRegex(assay.InputError, "factor v2, row 0: not a number.*absent:auto"):
            assay.score_all(factors, codes, FAST, kinds=KINDS)
        matrix = assay.relation("mi", factors, codes, kinds="absent:" + ",".join(KINDS))
        self.assertEqual(matrix.code_total_for.shape, (4, 5))
        self.assertEqual(matrix.code_total_for.max(axis=0).tolist(), matrix.code_total.tolist())
        factors[5, 2] = np.inf
        with self.assertRaisesRegex(assay.InputError, "factor v3, row 5: infinite \\(rows count from 0\\)$"):
            assay.score_all(factors, codes, FAST, kinds="absent:" + ",".join(KINDS))

    def test_shuffle(self):
        """rows in another order, as the program has them"""
        factors, codes = own()
        want, _ = program_files(factors, codes, "--kinds", ",".join(KINDS), "--metrics", "mig,snc@*", "--shuffle", "3")
        self.assertEqual(plain(assay.score_all(factors, codes, "mig,snc@*", kinds=KINDS, shuffle=3)), want)
        self.assertNotEqual(plain(assay.score_all(factors, codes, "mig,snc@*", kinds=KINDS)), want)
        self.assertEqual(plain(assay.score("mig,snc@*", factors, codes, kinds=KINDS, shuffle=3)), want)

    def test_split(self):
        """a split of one's own, in numbers and in words, and with rows in another order"""
        v, z = np.random.default_rng(2).random((2, 200, 2))
        z += v
        learns = np.arange(200) % 3 > 0
        got = assay.score("r2-heldout", v, z, split=learns)
        w, x = (np.column_stack([z[rows], np.ones(rows.sum())]) for rows in (learns, ~learns))
        left = v[~learns] - x @ np.linalg.lstsq(w, v[learns], None)[0]
        want = np.mean(1 - (left**2).sum(0) / ((v[~learns] - v[~learns].mean(0)) ** 2).sum(0))
        self.assertAlmostEqual(float(got), want, 12)
        words = np.where(learns, "train", "test")
        self.assertEqual(float(assay.score("r2-heldout", v, z, split=words)), float(got))
        self.assertAlmostEqual(float(assay.score("r2-heldout", v, z, split=list(words), shuffle=1)), want, 12)
        for wrong in (learns[1:], 2 * learns, ["fit"] * 200):
            self.assertRaisesRegex(assay.InputError, "each of the 200 rows", assay.score, "mig", v, z, split=wrong)
        self.assertRaisesRegex(assay.InputError, "no row is scored", assay.score, "mig", v, z, split=np.ones(200))

    def test_relations(self):
        """relations, with quality"""
        factors, codes = own()
        for name in ("mi", "lasso", "forest:trees=3"):
            with self.subTest(relation=name):
                _, [want] = program_files(factors, codes, "--metrics", "mig", "--kinds", "continuous", "-r", name)
                got = assay.relation(name, factors, codes, kinds="continuous")
                self.assertEqual(got.id, name)
                self.assertEqual(np.asarray(got).tolist(), want["values"])
                self.assertIsNone(got.code_total_for)
                self.assertEqual(None if got.quality is None else got.quality.tolist(), want["quality"])
        factors, codes = np.random.default_rng(1).random((2, 300, 3))
        alike = factors @ np.array([[1.0, 2, 0], [2, 1, 0], [0, 0, 1]])
        got = assay.relation("r2-heldout", factors, alike, factor_blocks="1-2,3", code_blocks="1-2,3")
        self.assertTrue(np.allclose(np.diag(got.value), 1) and np.abs(got.value - np.eye(2)).max() < 0.2)
        self.assertEqual((got.factor_total, got.undefined), (None, [[None, None]] * 2))
        words = assay.relation("mi-knn", (4 * factors).astype(int), codes, code_blocks="1-3")
        self.assertTrue(np.isnan(words.value).all() and "classes" in words.undefined[0][0])
        with self.assertRaisesRegex(assay.UsageError, "block 2: no code '4'"):
            assay.relation("mcc-weak", factors, codes, code_blocks="1,4")
        with self.assertRaisesRegex(assay.UsageError, "assay list relations"):
            assay.relation("nope", factors, codes, kinds="continuous")


class Results(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.factors, cls.codes = own()

    def score(self, metrics, **more):
        return assay.score(metrics, self.factors, self.codes, **{"kinds": KINDS, **more})

    def test_one(self):
        """one output is a float with a history"""
        mig = self.score("mig@zaidi2020:bins=15")
        self.assertIsInstance(mig, float)
        self.assertEqual((mig.metric, mig.preset, mig.output, mig.axis), ("mig", "zaidi2020:bins=15", "mig", "factor"))
        self.assertEqual(mig.value, float(mig))
        self.assertAlmostEqual(mig.items.mean(), mig, delta=1e-15)  # the definition, up to the order of summing
        self.assertEqual((mig.undefined, mig.n_undefined, mig.items_undefined), (None, 0, (None,) * 4))
        self.assertGreaterEqual(mig.seconds, 0)
        self.assertEqual(str(mig), repr(mig.value))
        with self.assertRaises(AttributeError):
            mig.metric = "sap"
        with self.assertRaises(ValueError):
            mig.items[0] = 1

    def test_several(self):
        """several outputs are a list that knows names"""
        scores = self.score("dci-lasso")
        self.assertIsInstance(scores, list)
        self.assertEqual([s.output for s in scores], ["modularity", "compactness", "explicitness"])
        self.assertIs(scores["compactness"], scores[1])
        self.assertIs(scores["dci-lasso@default/compactness"], scores[1])
        self.assertIs(scores["dci-lasso/explicitness"], scores[2])
        for wrong, words in (("dci-lasso", "is one of dci-lasso@default/modularity"), ("mig", "there are dci-lasso@")):
            with self.assertRaisesRegex(KeyError, words):
                scores[wrong]
        self.assertEqual([s.name for s in self.score(["mig", "sap"])], ["mig@default", "sap@default"])

    def test_undefined(self):
        """undefined: NaN and its reason, for items too"""
        self.factors = self.factors.copy()
        self.factors[:, 0] = 0.5
        mig = self.score("mig")
        self.assertTrue(np.isfinite(mig) and np.isnan(mig.items[0]))
        self.assertEqual(mig.n_undefined, 1)
        self.assertRegex(mig.items_undefined[0], "^constant-factor: ")
        why = mig.items_undefined[0]
        self.assertEqual((why.word, why.axis, why.index), ("constant-factor", "factor", 0))
        copied = pickle.loads(pickle.dumps(why))
        self.assertEqual((copied, copied.word, copied.axis, copied.index), (why, why.word, why.axis, why.index))
        self.assertIsNone(mig.items_undefined[1])
        self.factors[:] = 1
        mig = self.score("mig")
        self.assertTrue(math.isnan(mig) and not mig.failed)
        self.assertRegex(mig.undefined, "^constant-factor: ")
        self.assertIn("undefined, constant-factor", repr(mig))
        told = json.loads(json.dumps(mig.to_dict()))
        self.assertIsNone(told["value"])
        self.assertEqual(told["items"]["values"], [None] * 4)
        self.assertIn("     -  constant-factor", str(assay.score_all(self.factors, self.codes, "mig", KINDS)))

    def test_pickle(self):
        """scores survive pickling"""
        scores = self.score("mig,dci-lasso")
        back = pickle.loads(pickle.dumps(scores))
        self.assertIsInstance(back, assay.Scores)
        self.assertEqual(again(back), again(scores))
        self.assertEqual(back.to_dict(), scores.to_dict())

    def test_no_memory_kept(self):
        """what the library made is freed"""
        if "asan" in open("/proc/self/maps", encoding="utf-8").read():
            print("# not tested here: what the library made is freed: the address sanitizer keeps it for a while")
            return
        f, z = self.factors[:20], self.codes[:20]
        held = assay.Metric("mig", KINDS, jobs=1)
        held.update(self.factors, self.codes)
        for about, use, times in (("scores", lambda: assay.score("mig", f, z, KINDS, jobs=1), 2000),
                                  ("a matrix", lambda: assay.relation("mi", f, z, KINDS, jobs=1), 2000),
                                  ("an accumulator", held.compute, 500),
                                  ("data", lambda: assay.generate("noise", samples=1000), 200)):
            with self.subTest(about=about):
                use()
                start = resident()
                for _ in range(times):
                    use()
                # An arena, a block of rows, a table of data: each is 4 kB at least, and 16 kB where times is small.
                # What is left over by a leak of any is 8 MB or more; the allocator alone moves by less than 2.
                self.assertLess(resident() - start, 4e6)


class Mistakes(unittest.TestCase):
    def refused(self, kind, words, *arguments, **more):
        self.assertRaisesRegex(kind, words, assay.score, *arguments, **more)

    def test_words(self):
        """the library's sentences"""
        factors, codes = own()
        for metric, words in (("nope", r"no metric 'nope' \(assay list metrics\)"), ("mig@x", "no preset 'x' of mig"),
                              ("mig:bins=0", "bins=0: out of range, 2 to 10000")):
            self.refused(assay.UsageError, words, metric, factors, codes, KINDS)
        self.refused(assay.UsageError, "seed -1", "mig", factors, codes, KINDS, seed=-1)
        self.refused(assay.UsageError, "jobs 0", "mig", factors, codes, KINDS, jobs=0)
        self.refused(assay.UsageError, "factors and codes, or a representation", "mig", factors)
        self.refused(assay.InputError, "399 samples of factors and 400 of codes", "mig", factors[1:], codes, KINDS)
        for which, v in (("factors", factors.T), ("codes", factors)):
            words = f"columns of {which}: is the array transposed"
            self.refused(assay.InputError, words, "mig", v, codes.T, "continuous")

    def test_hierarchy(self):
        """every error is an assay.Error and a usual one"""
        for kind, usual in ((assay.UsageError, ValueError), (assay.InputError, ValueError), (assay.InternalError,
                            RuntimeError), (assay.OutOfMemoryError, MemoryError), (assay.EnvironmentError_, OSError),
                            (assay.LibraryNotFound, assay.EnvironmentError_)):
            self.assertTrue(issubclass(kind, assay.Error) and issubclass(kind, usual))

    def test_statuses(self):
        """every status is its exception, with the text"""
        class Fails(_library.Library):
            def __init__(self, status):
                self.fail = lambda error: setattr(error._obj, "text", b"because") or status

        for status, kind in ((2, assay.UsageError), (3, assay.InputError), (4, assay.EnvironmentError_),
                             (5, assay.InternalError), (6, assay.OutOfMemoryError), (7, assay.InterruptedError_),
                             (99, assay.InternalError)):
            self.assertRaisesRegex(kind, "because", Fails(status).call, "fail")
        Fails(0).call("fail")

    def test_same_words(self):
        """codes that are no numbers: what is said before the library sees them is what it would say"""
        factors, codes = own()
        for bad in (np.nan, np.inf, -np.inf):
            codes[3, 1] = bad
            prepared = _arrays.Prepared(np.asfortranarray(factors), np.asfortranarray(codes), np.zeros(4, np.int32))
            with self.assertRaises(assay.InputError) as by_library:
                _scores._score_subject("mig", _scores._Subject(prepared, 0, b"", b""), 1)
            with self.assertRaises(assay.InputError) as by_us:
                assay.score("mig", factors, codes, "continuous")
            self.assertEqual(str(by_us.exception), str(by_library.exception))
            self.assertIn("code z2, row 3", str(by_us.exception))


class Threads(unittest.TestCase):
    def test_jobs(self):
        """the number of threads of a call changes no bit"""
        factors, codes = own()
        metrics = "rf-acc,dci-rf,explicitness,mig"
        want = again(assay.score_all(factors, codes, metrics, KINDS, seed=1, jobs=1))
        for jobs in (2, 5, None):
            self.assertEqual(again(assay.score_all(factors, codes, metrics, KINDS, seed=1, jobs=jobs)), want)

    def test_python_threads(self):
        """scoring from several Python threads at once gives the same bits"""
        data = [own(300, seed) for seed in range(4)]
        want = [again(assay.score_all(f, z, FAST, KINDS, seed=2)) for f, z in data]
        got = [[None] * len(data) for _ in range(3)]

        def work(k):
            for which in range(len(data)):
                at = (which + k) % len(data)
                got[k][at] = again(assay.score_all(*data[at], FAST, KINDS, seed=2, jobs=1 + k))

        with concurrent.futures.ThreadPoolExecutor(3) as threads:
            list(threads.map(work, range(3)))
        self.assertEqual(got, [want] * 3)

    def test_lock(self):
        """calls let go of the interpreter's lock: ctypes.CDLL does, PyDLL does not"""
        handle = _library.library().handle
        self.assertIsInstance(handle, ctypes.CDLL)
        self.assertNotIsInstance(handle, ctypes.PyDLL)


class AsPeopleCallIt(unittest.TestCase):
    """Arguments in another order, a function for a name, one row: what was meant is said; and what is shown."""

    def setUp(self):
        rng = np.random.default_rng(0)
        self.v, self.z = rng.random((60, 3)), rng.random((60, 3))

    def test_order(self):
        for call in (lambda: assay.score(self.v, self.z, "mig"), lambda: assay.score_all("mig", self.v, self.z),
                     lambda: assay.relation(self.v, self.z, "mi")):
            self.assertRaisesRegex(assay.UsageError, "another order: assay", call)
        self.assertRaisesRegex(assay.UsageError, "check_metric", assay.score, lambda v, z: 0.5, self.v, self.z)
        self.assertRaisesRegex(assay.UsageError, "a name or a list of names", assay.score_all, self.v, self.z, [1, 2])

    def test_codes_alone(self):
        """What needs no factors is scored without them."""
        alone = assay.score("hoyer,mig", codes=self.z)
        self.assertEqual(float(alone["hoyer"]), float(assay.score("hoyer", self.v, self.z)))
        self.assertIn("needs factors, and there are codes alone", alone["mig"].undefined)
        self.assertEqual({one.metric for one in assay.score_all(codes=self.z)},
                         {m for m, about in assay.metrics().items() if about.family == "unsupervised"})

    def test_one_row(self):
        self.assertRaisesRegex(assay.InputError, "1 row of factors", assay.score, "mig", self.v[:1], self.z[:1])

    def test_swapped(self):
        labels = np.random.default_rng(1).integers(0, 4, (60, 3))
        self.assertWarnsRegex(assay.AssayWarning, "changed places", assay.score, "mig", self.z, labels)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assay.score("mig", labels, self.z)
            assay.score("mig", self.v, self.z)

    def test_shown(self):
        scores = assay.score_all(self.v, self.z, "mig,sap")
        self.assertEqual(dict(scores), {"mig@default": scores[0], "sap@default": scores[1]})
        metric = assay.Metric("mig")
        metric.update(self.v, self.z)
        self.assertEqual(repr(metric), "<assay.Metric of mig: 60 rows>")
        self.assertEqual(repr(assay.generate("noise", samples=50, seed=2)),
                         "<noise alpha=0.2, seed 2: 50 samples, 8 factors, 8 codes>")
