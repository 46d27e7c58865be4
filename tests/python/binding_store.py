"""Stores from Python: what the program's commands print, as rows; functions of this process validated and hunted."""
import os
import tempfile
import unittest
import unittest.mock
import io

import assay
import numpy as np


def strongest(factors, codes):
    """Of every factor the largest |correlation| with a code; undefined correlations count 0."""
    m = factors.shape[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(np.abs(np.nan_to_num(np.corrcoef(factors.T, codes.T)[:m, m:])).max(1).mean())


class Stores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = os.path.join(cls.folder.name, "q.db")
        with unittest.mock.patch("sys.stderr", io.StringIO()) as said:
            cls.store = assay.run("quick", cls.at, scenarios=["noise", "mixing"], metrics="mig,sap", seeds="0:5",
                                  samples=500)
        cls.said = said.getvalue()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_progress_is_printed(self):
        self.assertIn("120 cells", self.said)

    def test_a_table_has_a_row_for_each_cell(self):
        rows = self.store.table()
        self.assertEqual(len(rows), 2 * 2 * 6)
        scores = [x["value"] for x in self.store.scores(scenarios="noise", metrics="mig") if x["item"] is None
                  and x["point"] == "alpha=0.2"]
        mean = [x["mean"] for x in rows if (x["scenario"], x["metric"], x["point"]) == ("noise", "mig", "alpha=0.2")]
        self.assertAlmostEqual(mean[0], np.mean(scores), 12)
        self.assertIn("<table", rows._repr_html_())
        self.assertIn("tabular", rows.to_latex())

    def test_verdicts(self):
        rows = self.store.judge(metrics="sap")
        self.assertEqual({row["metric"] for row in rows}, {"sap"})
        self.assertIn("evidence_text", rows[0])
        self.assertEqual(rows.data["store"].split()[0], "120")

    def test_other_answers(self):
        self.assertEqual([(row["a"], row["b"]) for row in self.store.agree()], [("mig", "sap")])
        self.assertEqual(sum(row["done"] for row in self.store.status()), 120)
        self.assertTrue(any(row["metric"] == "mig" for row in self.store.reproduce()))

    def test_an_error_is_the_programs(self):
        self.assertRaisesRegex(assay.InputError, "assay run PLAN", assay.Store(self.at + "none").judge)
        words = f"no option '--metrix' of judge: {assay._arrays.DID_YOU_MEAN} '--metrics'[?]"
        self.assertRaisesRegex(assay.UsageError, words, self.store.judge, metrix="mig")
        self.assertRaises(assay.Error, self.store.advise)


if "LD_PRELOAD" not in os.environ:  # a sanitizer that is preloaded takes more memory than a candidate may have
    class Functions(unittest.TestCase):
        def test_a_function_is_validated(self):
            rows = assay.validate(strongest, "mcc", scenarios="noise,mixing")
            self.assertEqual({row["verdict"] for row in rows} & {"differs"}, {"differs"})
            self.assertTrue(rows.data["notes"])
            self.assertRaises(assay.UsageError, assay.validate, 7, "mcc")

        def test_a_function_is_hunted(self):
            strongest.measures = "compactness"
            found = assay.hunt(strongest, evaluations=40, claims="false-alarm")
            self.assertEqual([one["output"] for one in found], ["strongest"])
            self.assertEqual(found[0]["evaluations"] > 0, True)
