"""Studies: what the program scores into a store, and what comes back of it."""
import io
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
import warnings

import assay
import numpy as np


def rows_of(answer):
    return answer if isinstance(answer, list) else answer.to_dict("records")


class Studies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.at = lambda name: os.path.join(self.folder.name, name)
        rng = np.random.default_rng(1)
        self.factors = rng.random((200, 3))
        self.codes = self.factors + 0.1 * rng.normal(size=(200, 3))
        self.shuffled = self.codes[rng.permutation(200)]

    def tearDown(self):
        self.folder.cleanup()

    def test_a_training_loop(self):
        models = assay.Study(self.at("s.db"), metrics="mig,hoyer")
        first = rows_of(models.add("one", self.factors, self.codes, group="a b", epoch=1))
        other = rows_of(models(name="two, three", factors=self.factors, codes=self.shuffled, epoch=2))
        self.assertEqual([row["metric"] for row in first], ["mig", "hoyer"])
        self.assertEqual(first[0]["score"], float(assay.score("mig", self.factors, self.codes)))
        self.assertEqual((first[0]["group"], first[0]["at_chance"], first[0]["p"]), ("a b", False, 0.01))
        self.assertTrue(first[0]["low"] < first[0]["score"] < first[0]["high"])
        self.assertIsNone(first[1]["at_chance"])  # of the codes alone
        self.assertEqual([row["epoch"] for row in other], [2, 2])
        self.assertEqual(len(rows_of(models.scores())), 4)
        again = rows_of(models.add("one", self.factors, self.shuffled, group="a b", epoch=1))
        self.assertEqual(again[0]["score"], other[0]["score"])
        self.assertEqual(len(rows_of(models.scores())), 4)

    def test_names_and_columns(self):
        models = assay.Study(self.at("n.db"), metrics="mig", draws=0)
        models.add("epoch 1", self.factors, self.codes, note=None, p="a, b")
        models.add("epoch_1", self.factors, self.shuffled)
        rows = {row["model"]: row for row in rows_of(models.scores())}
        for name, codes in (("epoch 1", self.codes), ("epoch_1", self.shuffled)):
            kept = np.load(rows[name]["path"])["codes"]
            self.assertTrue(np.array_equal(kept, codes), "each name has a file of its own")
        self.assertEqual((rows["epoch 1"]["note"], rows["epoch 1"]["manifest_p"]), ("", "a, b"))
        for columns in ({"path": "x"}, {"note": "two\nlines"}):
            with self.assertRaises(assay.UsageError) as raised:
                models.add("x", self.factors, self.codes, **columns)
            self.assertIn(next(iter(columns)), str(raised.exception))

    def test_names_as_typed(self):
        """in rows, comparisons, warnings, LaTeX and what is printed of it"""
        names = ["a_b%c", "x & y", "50$", "{z}", "naïve", "a#b~c^d\\e", "-a--b", "<y>|[z]*"]
        models = {name: [(self.factors, scale * self.codes + np.roll(self.codes, 1, axis=1)) for scale in (1, k + 2)]
                  for k, name in enumerate(names)}
        rows = assay.study(models, metrics="mig", draws=0)
        self.assertEqual({(row["group"], row["model"]) for row in rows}, {(n, f"{n}-{k}") for n in names for k in (0, 1)})
        self.assertEqual(set(rows.doses), {f"{name}-{k}" for name in names for k in (0, 1)})
        means = [row["a"] for row in rows.compare(*names) if not row["b"]]
        self.assertEqual((sorted(means), len(rows.compare())), (sorted(names), len(names) * (len(names) + 1) // 2))
        of_one = {name: {"factors": self.factors, "codes": self.codes, "group": f"of {name}", **{n: n for n in names}}
                  for name in names}
        for row in assay.study(of_one, metrics="mig", draws=0):
            self.assertEqual([row["group"]] + [row[name] for name in names], ["of " + row["model"]] + names)
        loop = assay.Study(self.at("{n} 50$.db"), metrics="mig", draws=0)
        self.assertEqual([loop.add(n, self.factors, self.codes, group=n, **{n: n})[0][n] for n in names[::3]], names[::3])
        os.mkdir(self.at("m"))
        np.savez(self.at("m/fine.npz"), factors=self.factors, codes=self.codes)
        for name in names:
            with open(self.at(f"m/{name}.npz"), "wb") as file:
                file.write(b"PK nothing")
        with self.assertWarns(assay.AssayWarning) as told:
            assay.study(self.at("m"), self.at("w.db"), metrics="mig", draws=0)
        self.assertEqual([sum(f"/m/{name}.npz: " in str(one.message) for one in told.warnings) for name in names], [1] * 8)
        escaped = {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "*": "{*}", "[": "{[}",
                   "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", **{c: "\\" + c for c in "{}_%&#$"}}
        latex = rows.to_latex(metrics="mig")
        for name in names:
            self.assertIn("\n" + "".join(escaped.get(c, c) for c in name).replace("--", "-{}-") + " & 2 & ", latex)
        if shutil.which("pdflatex") and shutil.which("pdftotext"):
            with open(self.at("t.tex"), "w", encoding="utf-8") as file:
                file.write("\\documentclass{article}\\usepackage{booktabs,graphicx}\\begin{document}\n" + latex +
                           "\\end{document}\n")
            done = subprocess.run("pdflatex -halt-on-error t.tex >said && pdftotext -layout t.pdf -", shell=True,
                                  cwd=self.folder.name, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
            for sign, typed in (("˜", "~"), ("ˆ", "^"), ("ı̈", "ï")):  # as the font has them; it draws _ as a line
                done = done.replace(sign, typed)
            for name in names:
                letters = name.replace("_", "").replace(" ", "")
                self.assertTrue(any(line.replace(" ", "").startswith(letters + "2") for line in done.splitlines()),
                                f"{name}: {done}")

    def test_warnings(self):
        """Program, study and binding warn of the same in the same words."""
        rng = np.random.default_rng(5)
        v, z = rng.random((300, 3)), rng.random((300, 3))
        rare = np.where(np.arange(300) < 3, np.arange(300), 9)
        cases = {"few rows": (v[:20], z[:20]), "dead": (v, z * [1, 0, 1]), "rare": (rare, z), "equal": (v[:, [0, 1, 0]], z),
                 "repeated": (np.repeat(v[:50], 6, axis=0), z), "constant": (v * [0, 1, 1], z),
                 "swapped": (v, rng.integers(0, 5, (300, 3)).astype(float)), "labels": (np.floor(9 * v), z),
                 "sorted": (np.sort(v, axis=0), z), "radians": (6.28 * v, z)}
        for about, (factors, codes) in cases.items():
            kinds = "cyclic:360" if about == "radians" else "auto"
            metric = "r2-heldout:order=table" if about in ("sorted", "radians") else "mcc"
            path = self.at(f"{about}.npz")
            np.savez(path, factors=factors, codes=codes)
            said = subprocess.run([os.environ["ASSAY_PROGRAM"], "score", "--data", path, "--kinds", kinds, "-m", metric], check=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8").stderr.splitlines()
            notes = re.findall("the codes are whole numbers and.*places[?]|floats that hold whole.*as classes[)]", "\n".join(said))
            want = {line[len("warning: "):] for line in said if line.startswith("warning: ")} | set(notes)
            self.assertTrue(want, about)
            with self.assertWarns(assay.AssayWarning) as told:
                assay.score(metric, factors, codes, kinds=kinds)
            self.assertEqual({str(one.message) for one in told.warnings}, want, about)
            with self.assertWarns(assay.AssayWarning) as told:
                assay.study({"m": (factors, codes)}, metrics=metric + ",-dose", draws=0, kinds=kinds)
            for text in want:
                self.assertTrue(any(text in str(one.message) for one in told.warnings), f"{about}: {text}")

    def test_text_in_memory(self):
        """Texts and categories are classes in a study, as they are in score."""
        words = np.array(["red", "blue", "green"])[np.arange(200) % 3]
        row = assay.study({"m": (words, self.codes)}, metrics="mig", draws=0)[0]
        self.assertEqual(row["score"], float(assay.score("mig", words, self.codes)))

    def test_arrays_in_memory(self):
        rng = np.random.default_rng(2)
        runs = {name: [(self.factors, self.factors + scale * rng.normal(size=(200, 3))) for _ in range(4)]
                for name, scale in (("clean", 0.1), ("noisy", 0.6), ("also noisy", 0.6))}
        rows = assay.study(runs, metrics="mcc,dci-lasso")
        self.assertEqual(len(rows), 3 * 4 * 4)
        self.assertEqual({row["data_set"] for row in rows}.__len__(), 1)
        self.assertEqual(rows.best()["mcc"], ["clean"])
        self.assertLess(max(dose["noise"] for name, dose in rows.doses.items() if name.startswith("clean")),
                        min(dose["noise"] for name, dose in rows.doses.items() if not name.startswith("clean")))
        self.assertTrue(all(row["best"] == (row["group"] == "clean") for row in rows if row["metric"] == "mcc"))
        one = [row for row in rows.compare("clean", "noisy", metrics="mcc") if row["b"]]
        self.assertEqual((len(one), one[0]["a"], one[0]["runs_a"], one[0]["refused"]), (1, "clean", 4, ""))
        self.assertTrue(0 < one[0]["low"] < one[0]["estimate"] < one[0]["high"] and one[0]["p_holm"] < 0.05)
        self.assertTrue(np.isnan(rows.compare("noisy", "clean", metrics="mcc")[0]["p"]))  # of a mean
        self.assertIn("textbf", rows.to_latex(metrics="mcc"))
        self.assertRaisesRegex(assay.UsageError, "table.'latex'", rows.compare, format="latex")
        self.assertIn("<table", rows._repr_html_())
        try:
            import pandas
            self.assertEqual(list(rows.frame["group"].unique()), sorted(runs))
            path = self.at("manifest.csv")
            np.savez(self.at("x.npz"), factors=self.factors, codes=self.codes)
            table = pandas.DataFrame({"path": [self.at("x.npz")], "beta": [4]})
            self.assertEqual(assay.study(table, path + ".db", metrics="mig")[0]["beta"], 4)
        except ImportError:
            self.assertRaises(assay.EnvironmentError_, lambda: rows.frame)
        pair = assay.study({"a": (self.factors, self.codes), "b": {"factors": self.factors, "codes": self.shuffled,
                                                                   "order": 3}},
                           self.at("two.db"), metrics="mcc", cluster=np.repeat(["p", "q", "r", "s"], 50))
        self.assertEqual([(row["group"], str(row["order"]), row["clusters"]) for row in pair], [("a", "nan", 4), ("b", "3", 4)])
        learns = np.arange(200) % 3 > 0
        pair = assay.study({"a": (self.factors, self.codes)}, metrics="r2-heldout", draws=0, split=learns)
        self.assertEqual(pair[0]["score"], assay.score("r2-heldout", self.factors, self.codes, split=learns))
        for wrong in ({"a": self.factors}, {}):
            self.assertRaises(assay.UsageError, assay.study, wrong)

    def test_tables_by_names_of_columns(self):
        """names with commas are whole in lists; a header that only counts is warned of"""
        table = self.at("table.csv")
        both = np.column_stack([self.factors[:, 0], self.codes])
        alone = assay.score("mig", self.factors[:, :1], self.codes[:, :2])
        np.savetxt(table, both, delimiter=",", comments="", header='"Shape, drawn","z, 1",z2,z3')
        rows = assay.study(table, metrics="mig", factors=["Shape, drawn"], codes=["z, 1", "z2"], draws=0)
        self.assertEqual(rows[0]["score"], alone)
        np.savetxt(table, both, delimiter=",", comments="", header="0,1,2,3")
        with self.assertWarnsRegex(assay.AssayWarning, "the first line counts the columns"):
            rows = assay.study(table, metrics="mig", factors=["0"], codes=["1", "2"], draws=0)
        self.assertEqual(rows[0]["score"], alone)

    def test_comparisons_are_shown(self):
        """as the program prints them, at each value of a column; factors once for all; numbers are numbers"""
        rng = np.random.default_rng(3)
        beta = lambda noise: [{"codes": self.factors + noise * rng.normal(size=(200, 3)), "seed": seed, "beta": beta}
                              for beta in (1, 4.5) for seed in range(3)]
        with unittest.mock.patch("sys.stderr", io.StringIO()) as said:
            rows = assay.study({"clean": beta(0.1), "noisy": beta(0.6)}, factors=self.factors, metrics="mcc,-dose",
                               progress=True)
        self.assertIn("\nahead for certain: clean on mcc\n", said.getvalue())
        with unittest.mock.patch("sys.stderr", io.StringIO()) as said:
            assay.study({"clean": self.codes}, factors=self.factors, metrics="mcc,-dose", draws=0, progress=False)
        self.assertEqual(said.getvalue(), "")
        with unittest.mock.patch("sys.stderr", io.StringIO()) as said, unittest.mock.patch("assay._study._lively", lambda: True):
            assay.study({"a\u00e9": self.codes}, factors=self.factors, metrics="mcc,-dose", draws=0)
        drawn, kept = said.getvalue().split("scored: ")
        self.assertRegex(drawn, r"^\[[# ]*\] [01] of 1 representations[^\n\r]*(\r *\r[^\n\r]*)*\r *\r$")
        self.assertEqual(kept.count("\n"), 5)
        self.assertEqual({row["beta"] for row in rows}, {1, 4.5})
        whole, each = rows.compare(), rows.compare(along="beta")
        printed = subprocess.run([os.environ["ASSAY_PROGRAM"], "compare", "--db", rows.db], check=True,
                                 stdout=subprocess.PIPE, encoding="utf-8").stdout
        self.assertEqual((repr(whole), len(whole)), (printed, 3))
        self.assertRegex(printed, "mcc +CE +clean 0.9[0-9]* [|] noisy 0.[0-9]*\n")
        self.assertRegex(whole._repr_html_(), "clean 0.9[0-9]* [|] noisy 0.[0-9]*<")
        self.assertEqual([row["each"] for row in each], [1, 1, 1, 4.5, 4.5, 4.5])
        self.assertRegex(repr(each), "(?s)above whom, beta 1\n.* [|] noisy.*above whom, beta 4.5\n.* [|] noisy")
        self.assertIn("caption{Mean scores of 12 models of 2 groups", whole.to_latex())
        self.assertEqual({row["metric"] for row in rows.judge()}, {"mcc"})
        self.assertRaisesRegex(assay.InputError, "no pairs of known order", rows.advise)

    def test_broken_models(self):
        """are named, and the others are scored"""
        nan, words = np.where(self.codes < 0.1, np.nan, self.codes), np.array(["a"] * 200)
        models = {"fine": self.codes, "short": self.codes[:9], "alone": (self.codes,), "absent": nan, "words": words,
                  "": self.codes, "a\tb": self.codes}
        for broken in list(models)[1:]:
            named = re.escape(f"not scored: model {broken!r}: ")
            with self.assertWarns(assay.AssayWarning) as told:
                rows = assay.study({"fine": self.codes, broken: models[broken]}, factors=self.factors, metrics="mig",
                                   draws=0)
            self.assertEqual([row["model"] for row in rows], ["fine"])
            self.assertTrue(any(re.match(named, str(w.message)) and w.filename == __file__ for w in told.warnings))
            with self.assertRaisesRegex((assay.InputError, assay.UsageError), named):
                assay.study({broken: models[broken]}, factors=self.factors, metrics="mig", draws=0)
        for cluster, why in ((np.arange(9), "its clusters have 9 values"), (self.at("no.npy"), "its clusters: .*no.npy: cannot")):
            with self.assertRaisesRegex(assay.InputError, f"^not scored: model 'fine': {why}"):
                assay.study({"fine": self.codes}, factors=self.factors, metrics="mig", draws=1, cluster=cluster)

    def test_rows_by_name(self):
        """What has an index is put in the order of the factors'; other names are refused."""
        class Column(np.ndarray):
            index: object = None

        def column(values, index):
            made = np.asarray(values).view(Column)
            made.index = index
            return made

        turned, names = np.arange(200)[::-1], np.arange(200)
        rows = assay.study({"a": column(self.codes[:, 0], names), "b": column(self.codes[turned, 0], turned)},
                           factors=column(self.factors[:, 0], names), metrics="mcc", draws=0)
        self.assertEqual(rows[0]["score"], rows[-1]["score"])
        with self.assertRaisesRegex(assay.InputError, "model 'c': factors and codes are data frames whose indexes name"):
            assay.study({"c": column(self.codes, names + 7)}, factors=column(self.factors, names))

    def test_files(self):
        os.mkdir(self.at("m"))
        np.savez(self.at("m/x.npz"), factors=self.factors, codes=self.codes)
        with open(self.at("m/y.npz"), "wb") as file:
            file.write(b"PK nothing")
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            rows = rows_of(assay.study(self.at("m"), self.at("t.db"), metrics="mig", draws=0))
        self.assertEqual([os.path.basename(row["path"]) for row in rows], ["x.npz"])
        self.assertTrue(any("y.npz" in str(w.message) and w.category is assay.AssayWarning for w in told))
        self.assertRaises(assay.InputError, assay.study, self.at("none"), self.at("t.db"))
        self.assertRaises(assay.UsageError, assay.study, self.at("m"), self.at("t.db"), metrics="nonsense")
