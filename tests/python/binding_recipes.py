"""Recipes: the printed NumPy program makes the bits of the product, drawn recipes and every scenario that has one."""
import itertools
import random
import unittest

import numpy as np

import assay
import recipe_truth

SEED = 20251


def number(r, low, high, whole=False):
    return str(r.randint(low, high)) if whole else repr(round(r.uniform(low, high), 3))


UNIT_LAWS = {"uniform": (), "levels": ((2, 12, True),), "binary": ((.1, .9),),
             "unbalanced": ((2, 9, True), (0, 3, True))}
LAWS = dict(UNIT_LAWS, normal=(), heavy=((1, 5, True),), profile=())
UNIT_MAPS = {"curve": ((0, 1),), "bins": ((2, 9, True),), "fold": (), "clip": ((0, .4),), "sparse": ((0, .9),),
             "split": ((2, 4, True),)}
MAPS = {"scale": ((.1, 9),), "shift": ((-5, 5),), "flip": (), "power": ((2, 9, True),), "sigmoid": ((.1, 9),),
        "exp": ((.1, 3),), "rank": (), "drop": ((0, 1),), "duplicate": ((1, 3, True),), "dead": ((0, 2, True),),
        "spare": ((0, 2, True),), "mixing": ((0, 1),), "permute": (), "sort": (), "reverse": ()}


def call(r, word, arguments, inner=None):
    parts = ([inner] if inner else []) + [number(r, *a) for a in arguments]
    return f"{word}({', '.join(parts)})" if parts else word


def mapped(r, x, unit):
    for _ in range(r.randint(0, 3)):
        if unit and r.random() < .5:
            word = r.choice(sorted(UNIT_MAPS))
            x, unit = call(r, word, UNIT_MAPS[word], x), word != "split"
        elif r.random() < .3:
            kind = r.choice(["uniform", "normal", "heavy"])
            x, unit = f"noise({x}, {number(r, 0, 1)}, {kind})", unit and kind == "uniform"
        else:
            word = r.choice(sorted(set(MAPS) - {"exp", "power"} if not unit else MAPS))
            x, unit = call(r, word, MAPS[word], x), word == "rank" or unit and word in ("power", "drop", "mixing")
    return x


def drawn(r):
    """A recipe of all words; what is multiplied without end is left to factors from 0 to 1."""
    unit = r.random() < .6
    laws = [r.choice(sorted(UNIT_LAWS if unit else LAWS)) for _ in range(r.randint(1, 3))]
    counts = [r.randint(1, 2) for _ in laws]
    name = r.choice(sorted(recipe_truth.PROFILES))
    counts = [recipe_truth.PROFILES[name] if w == "profile" else c for c, w in zip(counts, laws)]
    m = sum(counts)
    lines = ["v: " + ", ".join(f"profile({name})" if w == "profile" else f"{c} {call(r, w, LAWS[w])}"
                               for c, w in zip(counts, laws))]
    if m > 1 and r.random() < .4:
        lines.append(r.choice([f"correlated(1 {m}, {number(r, -.9, .9)})", f"confounder({number(r, 0, .9)})",
                               f"copy({m} of 1)", f"child({m} of 1)"] + ([f"derived({m} of 1 2)"] if unit and m > 2 else [])))
    derived = lines[-1].startswith(("derived", "copy", "child"))
    for _ in range(r.randint(1, 4)):
        i, j = r.randint(1, m), r.randint(1, m)
        source = r.choice(["v", f"v{i}", f"v{min(i, j)}-{max(i, j)}", "random", "random(2)", "constant",
                           f"mix(v{i} {number(r, 0, .5)}, v{j} {number(r, 0, .5)})"])
        lines.append("z = " + mapped(r, source, unit and not derived or source in ("random", "random(2)", "constant")))
    lines.append("z = v; z = v")
    for _ in range(r.randint(0, 2)):
        lines.append(r.choice(["permute", "sort", "reverse", "duplicate(2)", "dead", "spare(3)", f"rotate(1 2, {number(r, -180, 180)})",
                               f"mixing({number(r, 0, 1)})", f"noise({number(r, 0, 1)})", "scale(3)", "rank"]))
    return "; ".join(lines)


def made(program, n, seed):
    scope = {}
    exec(program, scope)  # the program under test
    return scope["make"](n, seed)


class Programs(unittest.TestCase):
    def same(self, program, data, n, seed, why):
        self.assertLessEqual(len(program.splitlines()), 40, why)
        self.assertEqual([x.split()[1] for x in program.splitlines() if "import" in x], ["numpy", "sys"], why)
        factors, codes = made(program, n, seed)
        self.assertEqual(factors.tobytes(), np.ascontiguousarray(data.factors).tobytes(), why)
        self.assertEqual(codes.shape, data.codes.shape, why)
        self.assertEqual(np.ascontiguousarray(codes).tobytes(), np.ascontiguousarray(data.codes).tobytes(), why)

    def test_drawn(self):
        r, done, refused = random.Random(SEED), 0, 0
        while done < 200:
            text = drawn(r)
            try:
                data = assay.recipe(text, samples=60, seed=done)
            except assay.UsageError:
                refused += 1
                continue
            self.same(assay.numpy_program("recipe", text=text), data, 60, done, text)
            done += 1
        self.assertLess(refused, 60)

    def test_circle(self):
        text = "v: 2 circle, uniform; z = circle(v1-2); z = noise(circle(v2), {alpha}, normal); z = v3; fold"
        self.assertRaises(assay.UsageError, assay.recipe, text)
        text = text.replace("; fold", "; rank; fold; rotate(1 3, 400)").replace("400", "300")
        data = assay.recipe(text, alpha=.3, seed=4, samples=3000)
        self.same(assay.numpy_program("recipe", text=text, alpha=.3), data, 3000, 4, text)

    def test_scenarios(self):
        """A scenario's recipe gives its bits, at every point that the recipe names."""
        told = 0
        for scenario in assay.scenarios().values():
            if not scenario.recipe:
                continue
            told += 1
            named = [p for p in scenario.parameters if "{%s}" % p.id in scenario.recipe]
            for values in itertools.product(*[p.sweep for p in named]):
                text = scenario.recipe
                for p, x in zip(named, values):
                    text = text.replace("{%s}" % p.id, repr(x))
                why = f"{scenario.id}: {text}"
                data = assay.generate(scenario.id, samples=300, seed=9, **dict(zip([p.id for p in named], values)))
                again = assay.recipe(text, samples=300, seed=9)
                self.assertEqual((data.factors.tobytes(), data.codes.tobytes()),
                                 (again.factors.tobytes(), again.codes.tobytes()), why)
                self.assertEqual(data.levels.tolist(), again.levels.tolist(), why)
                self.same(assay.numpy_program("recipe", text=text), again, 300, 9, why)
        self.assertGreaterEqual(told, 12)

    def test_profile(self):
        """The factors of a profile, as scenarios on it have them."""
        data = assay.recipe("v: profile(cars3d); z = noise(v, .2)", samples=200, seed=3)
        again = assay.generate("noise", samples=200, seed=3, factors="cars3d")
        self.assertEqual((data.codes.tobytes(), data.levels.tolist()), (again.codes.tobytes(), [4, 24, 183]))
        self.assertIn("v: profile(cars3d), uniform;", assay.recipe("v:profile( cars3d ),uniform;z=v", samples=9).point)

    def test_many_codes(self):
        text = "v: 8 uniform; " + "; ".join(f"z{k + 1} = noise(v{k % 8 + 1}, 0.{k % 9})" for k in range(120))
        data = assay.recipe(text, samples=20)
        self.same(assay.numpy_program("recipe", text=text), data, 20, 0, "many codes")


class Texts(unittest.TestCase):
    def test_canonical(self):
        written = "v:2 uniform,levels(5);z1=noise( v1 ,.20,uniform)\n z=v2-v3; rotate(z1 z3,30);scale(2)"
        data = assay.recipe(written, samples=50)
        self.assertEqual(data.point, "text=[v: 2 uniform, levels(5); z1 = noise(v1, 0.2); z2-3 = v2-3; "
                                     "rotate(1 3, 30); scale(2)];alpha=0")
        again = assay.recipe(data.point[len("text=") : -len(";alpha=0")], samples=50)
        self.assertEqual((again.point, again.codes.tobytes()), (data.point, data.codes.tobytes()))

    def test_rows(self):
        self.assertEqual(len(assay.recipe("v: 2 uniform; z = v; rows(33)").codes), 33)
        self.assertEqual(len(assay.recipe("v: 2 uniform; z = v; rows(33)", samples=5).codes), 5)
        self.assertEqual(len(assay.recipe("v: 2 uniform; z = v").codes), 1000)

    def test_errors(self):
        for text, says in {
            "v: 4 unifrom; z = v": f"column 6: no law 'unifrom': {assay._arrays.DID_YOU_MEAN} 'uniform'?",
            "v: 4 uniform; z = nois(v, .2)": f"column 19: no word 'nois': {assay._arrays.DID_YOU_MEAN} 'noise'?",
            "v: 4 uniform; z1 = v5": "column 20: no factor v5; there are 4",
            "v: 4 uniform; z1 = noise(v1, 1.5)": "column 30: s is 1.5, out of range, 0 to 1",
            "v: 4 uniform; z2 = v1": "column 15: the next code is z1, not z2",
            "v: 4 uniform; z1 = v1-2": "column 15: its expression has 2 columns",
            "v: 4 uniform; z = v; duplicate(65)": "out of range",
            "v: 8 uniform; z = duplicate(v, 64)": "512 codes; 320 are the most",
            "v: 4 normal; z = curve(v, .5)": "column 18: curve takes numbers from 0 to 1",
            "v: 4 uniform; z = v; rotate(1 5, 3)": "column 22: rotate: no column 5; there are 4",
            "v: 4 uniform; z = noise(v)": "column 26: noise: s is missing",
            "v: 4 uniform; z = v; correlated(1 2, .5)": "column 22: correlated comes before the codes",
            "v: 4 uniform; z = v; rows(50); correlated(1 2, .5)": "column 32: correlated comes before the codes",
            "v: 4 uniform; copy(1 of 2); correlated(1 3, .5); z = v": "correlated comes before copy",
            "v: 4 uniform": "no codes", "z = v": "the laws of factors come first",
            "v: 70 uniform; z = v": "70 factors; 64 are the most",
            "v: 4 uniform; z = noise(v, {alpha})]": "column 37: nothing may follow the ']'",
            "v: 4 uniform; z = noise(v, .2) z = v": "column 32: ';' is wanted before 'z = v'",
            "v: 0 uniform; z = v": "column 4: 0 factors", "v: 2 uniform; z1 = mix(v1 .5 v2 .5)": "not v2 .5)",
            "v: 2 uniform; z = noise(v, {beta})": "column 28: a number, or {alpha}, is wanted",
            "v: 4 uniform; z = noise(v, .2, gauss)": "no choice 'gauss' of kind",
            "v: profile(car3d); z = v": f"column 12: no choice 'car3d' of NAME: {assay._arrays.DID_YOU_MEAN} 'cars3d'?",
            "v: 2 profile(cars3d); z = v": "column 6: profile has as many factors as it has",
            "v: 4 uniform; z = exp(v, 20); exp(20)": "is no finite number",
        }.items():
            with self.subTest(text), self.assertRaises(assay.UsageError) as raised:
                assay.recipe(text, samples=5)
            self.assertIn(says, str(raised.exception))

    def test_alpha(self):
        self.assertRaisesRegex(assay.UsageError, "alpha is 0.1", assay.recipe, "v: 4 uniform; z = v", alpha=.1)
        with self.assertRaisesRegex(assay.UsageError, "s is 1.1, out of range"):
            assay.recipe("v: 4 uniform; z = noise(v, {alpha})", alpha=1.1)



class Truths(unittest.TestCase):
    def test_rules(self):
        for text, known in {
            "v: 4 uniform; z = v": (1, 1, 1),
            "v: 4 uniform; z = curve(v, .9); permute; flip; dead; spare(2)": (1, 1, 1),
            "v: 4 uniform; z = random(4)": (0, 0, 0),
            "v: 4 uniform; z = noise(v, 1)": (0, 0, 0),
            "v: 3 circle; z = circle(v)": (1, "<", 1),
            "v: 4 levels(3); z = split(v, 3)": (1, "<", 1),
            "v: 4 uniform; z = duplicate(v, 2)": (1, "<", 1),
            "v: 4 uniform; z = fold(v)": (1, 1, "<"),
            "v: 4 uniform; z = mixing(v, .3)": ("<", "<", 1),
            "v: 4 uniform; z = mixing(v, .5)": ("<", "<", "<"),
            "v: 3 uniform; z = mixing(v, .5)": ("<", "<", 1),
            "v: 4 uniform; z = v; rotate(1 2, 30)": ("<", "<", 1),
            "v: 4 uniform; z = v; rotate(1 2, 90)": (1, 1, 1),
            "v: 4 levels(3); z = mixing(v, .3)": ("?", "?", 1),
            "v: 4 uniform; correlated(1 2, .5); z = v": (1, 1, 1),
            "v: 4 uniform; correlated(1 2, .5); z = mixing(v, .3)": ("?", "?", 1),
            "v: 3 uniform; copy(3 of 1); z = v": (1, "?", 1), "v: 3 uniform; copy(3 of 1); z = v1-2": (1, 1, 1),
            "v: 3 uniform; derived(3 of 1 2); z = v1-2": ("?", "?", 1),
            "v: 3 uniform; copy(3 of 1); z1 = mix(v1 .5, v3 .5); z = v2": (1, 1, 1),
            "v: 3 uniform; z = v1-2": (1, "?", "<"), "v: 3 levels(4); z = noise(v, .2)": (1, 1, "?"),
            "v: uniform, normal; z1 = mix(v1 .5, v2 .5); z2 = v1": ("?", "?", 1),
            "v: 2 uniform; z = v; rank; mixing(.3)": ("?", "?", "?"),
            "v: 4 uniform; z = v; permute; rotate(1 2, 30)": ("?", "?", 1),
        }.items():
            data = assay.recipe(text, samples=20)
            for property_, want, (kind, value) in zip(data.truth, known, data_truth(text)):
                self.assertEqual(value if kind == "is" else "?<"[kind == "order"], want, f"{property_} of {text}")

    def test_orders(self):
        falls = {"noise(v, {alpha})": 2, "drop(v, {alpha})": 2, "mixing(v, {alpha})": 0, "clip(v, {alpha})": 2}
        for word, property_ in falls.items():
            text = f"v: 4 uniform; z = {word}"
            values = [data_truth(text, alpha)[property_][1] for alpha in (.05, .1, .2, .4)]
            self.assertEqual(values, sorted(values, reverse=True), text)
            self.assertEqual(len(set(values)), 4, text)

    def test_reading(self):
        """No statement contradicts another reading of the text, and none that it is sure of is left out."""
        r, read = random.Random(SEED + 1), 0
        for k in range(300):
            text = drawn(r)
            if k % 2:  # fewer codes: more may be wrong with them
                text = text.replace("z = v; z = v", r.choice(["z = v", "z = v1", "z = flip(v1)", "z = random"]))
            try:
                assay.recipe(text, samples=2)
            except assay.UsageError:
                continue
            self.assertEqual(recipe_truth.contradictions(text, data_truth(text)), [], text)
            read += 1
        self.assertGreater(read, 200)

    def test_not_certain(self):
        """What looks like a factor and is none, or no longer."""
        for text in (
            "v: uniform; z = v; spare; mixing(.5)",
            "v: uniform; z1 = v1; z2 = flip(curve(v1, .5)); mixing(.5)",
            "v: 2 uniform; copy(2 of 1); z1 = mix(v1 .5, v2 -.5)",
            "v: 2 uniform; z = v; z = random; rotate(1 3, 30)",
            "v: uniform; z = duplicate(v, 2); rotate(1 2, 45)",
            "v: uniform; z = drop(constant, .5); z = v; mixing(.5)",
        ):
            self.assertEqual(recipe_truth.contradictions(text, data_truth(text)), [], text)

    def test_scenarios(self):
        """A rule never contradicts what a scenario states: the same value, or the same order along its sweep."""
        for scenario in assay.scenarios().values():
            if not scenario.recipe:
                continue
            p = next((p for p in scenario.parameters if len(p.sweep) > 1 and not isinstance(p.sweep[0], str)), None)
            rows = []
            for x in p.sweep if p else [None]:
                text = scenario.recipe
                for q in scenario.parameters:
                    text = text.replace("{%s}" % q.id, str(x if q is p else q.standard))
                rows.append((list(scenario.truth(**({p.id: x} if p else {})).values()), data_truth(text)))
                self.assertEqual(recipe_truth.contradictions(text, rows[-1][1]), [], text)
            for k in range(3):
                self.same_order(f"{scenario.id}, property {k}", [(stated[k], ruled[k]) for stated, ruled in rows])

    def same_order(self, why, rows):
        for (kind, value), (ruled, by_rule) in rows:
            if ruled == "is":
                self.assertTrue(kind == "unknown" or value == by_rule, f"{why}: {value}, {by_rule}")
            elif ruled == "order":
                self.assertTrue(kind == "unknown" or value < 1, f"{why}: {value}, {by_rule}")
        known = [(a[1], b[1]) for a, b in rows if "unknown" not in (a[0], b[0])]
        for (a, b), (c, d) in itertools.combinations(known, 2):
            self.assertEqual(np.sign(round(a - c, 9)), np.sign(round(b - d, 9)), why)


def data_truth(text, alpha=0):
    """(kind, value) of the three; kind: unknown, is, order."""
    return list(assay.scenarios()["recipe"].truth(text=f"[{text}]", alpha=alpha).values())
