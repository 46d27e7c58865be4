"""Rows in batches score as the same rows at once, bit for bit."""
import unittest

import assay
import numpy as np
from binding_data import KINDS, again, own

METRICS = "family:information,sap@*,dci-lasso,z-diff,control-noise"


def in_batches(factors, codes, size, *words, **more):
    held = assay.Accumulator(*words, **more)
    for k in range(0, len(codes), size):
        held.update(factors[k:k + size], codes[k:k + size])
    return held


class Batches(unittest.TestCase):
    def test_batches(self):
        """batches of any size"""
        factors, codes = own()
        want = again(assay.score_all(factors, codes, METRICS, KINDS, seed=3))
        for size in (1, 7, 399, 400):
            held = in_batches(factors, codes, size, METRICS, KINDS, seed=3)
            self.assertEqual(len(held), 400)
            self.assertEqual(again(held.compute()), want)
            self.assertEqual(again(held.compute()), want)  # and once more

    def test_classes(self):
        """classes that come late, in any order, with gaps between them"""
        codes = np.random.default_rng(1).random((90, 2))
        factors = np.column_stack([np.repeat([40, -7, 3], 30), np.tile([2, 9, 5], 30)])
        want = again(assay.score_all(factors, codes, METRICS))
        self.assertEqual(again(in_batches(factors, codes, 10, METRICS).compute()), want)

    def test_absent(self):
        """absent values, a factor absent from a whole batch among them"""
        factors, codes = own()
        factors[:50, 1] = np.nan
        factors[70:90, 2] = np.nan
        kinds = "absent:" + ",".join(KINDS)
        want = again(assay.score_all(factors, codes, METRICS, kinds))
        self.assertEqual(again(in_batches(factors, codes, 50, METRICS, kinds).compute()), want)

    def test_buffers(self):
        """a loop may use its buffers again"""
        factors, codes = own()
        want = again(assay.score_all(factors, codes, METRICS, "continuous"))
        held = assay.Accumulator(METRICS, "continuous")
        f, z = np.empty((100, 4), order="F"), np.empty((100, 5), order="F")
        for k in range(0, 400, 100):
            f[:], z[:] = factors[k:k + 100], codes[k:k + 100]
            held.update(f, z)
        f[:] = z[:] = 0
        self.assertEqual(again(held.compute()), want)


class Loop(unittest.TestCase):
    def test_reset(self):
        """reset forgets everything, the shape too; adding goes on after compute"""
        factors, codes = own()
        held = assay.Metric("mig", "continuous")
        self.assertRaisesRegex(assay.InputError, "nothing to score: no batch has come in", held.compute)
        held.update(factors[:200], codes[:200])
        self.assertEqual(held.compute(), assay.score("mig", factors[:200], codes[:200], "continuous"))
        held.update(factors[200:], codes[200:])
        self.assertEqual(held.compute(), assay.score("mig", factors, codes, "continuous"))
        held.reset()
        self.assertEqual(len(held), 0)
        held.update(factors[:200, :2], codes[:200, :3])
        self.assertEqual(held.compute(), assay.score("mig", factors[:200, :2], codes[:200, :3], "continuous"))

    def test_call(self):
        """calling it updates, and gives the batch's own score"""
        factors, codes = own()
        held = assay.Metric("mig@zaidi2020", KINDS)
        for k in (0, 200):
            alone = held(factors[k:k + 200], codes[k:k + 200])
            self.assertEqual(alone, assay.score("mig@zaidi2020", factors[k:k + 200], codes[k:k + 200], KINDS))
        self.assertEqual(held.compute(), assay.score("mig@zaidi2020", factors, codes, KINDS))
        self.assertIsInstance(held.compute(), assay.Score)
        self.assertIsInstance(assay.Metric("dci-lasso", KINDS)(factors, codes), assay.Scores)

    def test_refused(self):
        """a batch that does not fit adds nothing"""
        factors, codes = own()
        held = assay.Accumulator("mig", KINDS)
        held.update(factors, codes)
        want = again(held.compute())
        for f, z, words in ((factors[:, :3], codes, "4 kinds for 3 factors"),
                            (factors, codes[:, :2], "after one of 4 and 5"),
                            (factors[1:], codes, "399 samples of factors and 400 of codes"),
                            (factors, np.where(codes == codes[3, 1], np.nan, codes), "code z2, row 3: not a number")):
            self.assertRaisesRegex(ValueError, words, held.update, f, z)
            self.assertEqual((len(held), again(held.compute())), (400, want))
        held = assay.Accumulator("mig", "absent:continuous")
        with self.assertRaisesRegex(assay.InputError, "factor v1, row 0: infinite"):
            held.update(np.full_like(factors, np.inf), codes)
        self.assertEqual(len(held), 0)
        held = assay.Accumulator("mig")
        held.update(factors.astype(int), codes)
        with self.assertRaisesRegex(assay.InputError, "factor v1 is continuous in this batch and categorical before"):
            held.update(factors, codes)
        self.assertRaisesRegex(assay.UsageError, "no metric 'nope'", assay.Metric("nope", KINDS), factors, codes)
