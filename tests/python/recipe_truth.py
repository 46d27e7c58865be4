"""What is true of a recipe, read from its text by other means than the library's: a code is a sum of atoms (factors,
noise, and what maps make of a code), and what the codes give back follows by elimination over atoms.

    told     the factors that a code depends on; None: a sum in which they may cancel
    known    whether all codes together determine all factors

A factor that is a copy is the factor that it copies. One that is derived is an atom of its own here.
"""
import itertools
import re

import numpy as np

LOSES = {"bins": lambda k: 1 / k, "fold": lambda: 0.5, "clip": lambda q: 2 * q, "noise": lambda s, kind="uniform": s,
         "drop": lambda p: p, "sparse": lambda p: p}
PROFILES = {"dsprites": 5, "cars3d": 3, "mpi3d": 7}
BENDS = ("curve", "power", "sigmoid", "exp", "rank")


def arguments(text):
    """The parts of a list between commas, which stand in no parentheses."""
    parts, depth, last = [], 0, 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            parts.append(text[last:k].strip())
            last = k + 1
    return parts + [text[last:].strip()] if text.strip() else []


def call(text):
    word, _, rest = text.strip().partition("(")
    return word.strip(), arguments(rest[:-1]) if rest else []


def numbers(parts):
    return [float(x) if re.fullmatch(r"[-+.0-9e]+", x) else x for x in parts]


class Reading:
    def __init__(self, text):
        self.fresh, self.inner, self.codes, self.copy_of = itertools.count(), {}, [], {}
        self.derived, self.shuffled, self.tangled = {}, False, False  # tangled: a sum of what is no line
        for statement in re.split(r"[;\n]", text):
            if statement.strip():
                self.read(statement.strip())

    # ---- atoms: ("v", i), ("e", number) of noise, ("f", number) of what a map made of a code, which `inner` has ----

    def noise(self):
        return {("e", next(self.fresh)): 1.0}

    def made(self, code, kind, group=1):
        """The atoms that a map makes of a code: one, or a group that holds it together. kind: bend, split, lose."""
        if not any(code.values()):
            return [code] * group
        atoms = [("f", next(self.fresh)) for _ in range(group)]
        for atom in atoms:
            self.inner[atom] = (code, kind, atoms)
        return [{atom: 1.0} for atom in atoms]

    def factor(self, i):
        while i in self.copy_of:
            i = self.copy_of[i]
        return {("v", i): 1.0}

    # ---- statements ----

    def read(self, statement):
        if re.match(r"v\s*:", statement):
            laws = arguments(statement.split(":", 1)[1])
            self.m = sum(PROFILES[call(law)[1][0]] if "profile" in law else int((re.match(r"\d+", law) or ["1"])[0])
                         for law in laws)
        elif "=" in statement:
            self.codes += self.expression(statement.split("=", 1)[1].strip())
        elif re.match(r"copy|derived", statement):
            i, *of = [int(x) for x in re.findall(r"\d+", statement)]
            if statement.startswith("copy"):
                self.copy_of[i] = of[0]
            else:
                self.derived[i] = of
        elif not re.match(r"correlated|confounder|child|rows", statement):
            word, rest = call(statement)
            self.codes = self.mapped(word, rest, self.codes)

    def expression(self, text):
        word, rest = call(text)
        found = re.fullmatch(r"v(\d*)(?:-v?(\d+))?", word)
        if found and not rest:
            first = int(found[1] or 1)
            last = int(found[2] or found[1] or self.m)
            return [self.factor(i) for i in range(first, last + 1)]
        if word == "mix":
            return [combined(*[(float(w), self.factor(int(i))) for i, w in
                               (re.fullmatch(r"v(\d+)\s+(\S+)", part).groups() for part in rest)])]
        if word in ("random", "constant"):
            return [self.noise() if word == "random" else {} for _ in range(int(rest[0]) if rest else 1)]
        return self.mapped(word, rest[1:], self.expression(rest[0]))

    def lost(self, word, rest, code):
        share = LOSES[word](*numbers(rest))
        if share == 0:
            return code
        if share == 1 or not any(code.values()):
            return self.noise()
        return self.made(code, "lose")[0]

    def mapped(self, word, rest, x):
        if word in LOSES:
            return [self.lost(word, rest, c) for c in x]
        if word in BENDS:
            return [self.made(c, "bend")[0] for c in x]
        if word in ("circle", "split"):
            return [y for c in x for y in self.made(c, "split", int(rest[0]) if rest else 2)]
        if word == "duplicate":
            return [c for c in x for _ in range(int(rest[0]))]
        if word in ("dead", "spare"):
            return x + [{} if word == "dead" else self.noise() for _ in range(int(rest[0]) if rest else 1)]
        if word in ("scale", "flip"):
            return [combined((float(rest[0]) if rest else -1.0, c)) for c in x]
        if word == "mixing":
            a = float(rest[0])
            return [self.sum((1 - a, c), (a, x[j - 1])) for j, c in enumerate(x)] if len(x) > 1 else x
        if word == "rotate":
            i, j = [int(k) - 1 for k in re.findall(r"\d+", rest[0])]
            t = np.deg2rad(float(rest[1]))
            x = list(x)
            c, s = (np.cos(t), np.sin(t)) if float(rest[1]) % 90 else (np.round(np.cos(t)), np.round(np.sin(t)))
            x[i], x[j] = self.sum((c, x[i]), (-s, x[j])), self.sum((s, x[i]), (c, x[j]))
            return x
        self.shuffled |= word == "permute"
        return x  # shift, permute, sort and reverse

    def sum(self, *terms):
        both = [code for weight, code in terms if weight and any(code.values())]
        self.tangled |= len(both) > 1 and any(atom[0] == "f" for code in both for atom in code)
        return combined(*terms)

    # ---- what follows ----

    def below(self, code):
        """The factors at the bottom of a code, and whether it is sure that it depends on them."""
        factors, sure, opaque, speaking = set(), True, False, 0
        for atom in [atom for atom, weight in code.items() if weight and atom[0] != "e"]:
            own, of_own = self.below(self.inner[atom][0]) if atom[0] == "f" else ({atom[1]}, True)
            opaque |= atom[0] == "f" and bool(own)
            speaking += bool(own)
            sure &= of_own
            factors |= own
        return factors, sure and (not opaque or speaking == 1)

    def told(self):
        """Of each code the factors, or None."""
        return [factors if sure or not factors else None for factors, sure in map(self.below, self.codes)]

    def known(self):
        rows, opened = [c for c in self.codes if any(c.values())], set()
        rows += [combined((-1., self.factor(i)), *[(.5, self.factor(k)) for k in of]) for i, of in self.derived.items()]
        while True:
            solved = determined(rows)
            new = [atom for atom, (_, kind, group) in self.inner.items() if kind != "lose" and atom not in opened and
                   all(a in solved for a in group)]
            if not new:
                return all(("v", i) in solved for i in range(1, self.m + 1) if i not in self.copy_of)
            opened.update(new)
            rows += [self.inner[atom][0] for atom in new]


def combined(*terms):
    """A sum; what is rounding alone is 0."""
    to, size = {}, {}
    for weight, code in terms:
        for atom, x in code.items():
            to[atom] = to.get(atom, 0.0) + weight * x
            size[atom] = size.get(atom, 0.0) + abs(weight * x)
    return {atom: x for atom, x in to.items() if abs(x) > 1e-12 * size[atom]}


def determined(rows):
    """The atoms that a set of sums gives: those whose unit vector is a sum of the rows."""
    atoms = sorted({atom for row in rows for atom in row})
    if not atoms:
        return set()
    a = np.array([[row.get(atom, 0.0) for atom in atoms] for row in rows])
    a /= np.abs(a).max(axis=1, keepdims=True)
    _, s, v = np.linalg.svd(a)
    space = v[: int(np.sum(s > 1e-9 * s[0]))]
    return {atom for k, atom in enumerate(atoms) if np.sum(space[:, k] ** 2) > 1 - 1e-7}


def contradictions(text, truth):
    """What the library states of a recipe that this reading does not find, or what it leaves out; truth: (kind, value)
    of modularity, compactness, explicitness."""
    reading = Reading(text)
    told = reading.told()
    sure = all(t is not None for t in told)
    telling = [t for t in told if t is None or t]
    of = {i: sum(t is None or i in t for t in telling) for i in range(1, reading.m + 1) if i not in reading.copy_of}
    pure, single = all(t and len(t) == 1 for t in telling), sure and all(n == 1 for n in of.values())
    (m, c, e), found, open_ = truth, [], reading.derived or reading.shuffled or reading.tangled
    if not telling:
        return [] if truth == [("is", 0.0)] * 3 else ["no code depends on a factor"]
    found += ["stated as 0" for kind, value in truth if kind == "is" and value == 0]
    known = reading.known()
    for name, stated, whole in ("modularity", m, pure), ("compactness", c, single), ("explicitness", e, known):
        found += [f"{name} 1"] if stated == ("is", 1.0) and not whole else []
        found += [f"{name} below 1"] if stated[0] == "order" and whole else []
        left_out = stated[0] == "unknown" and whole and not open_ and name != "explicitness"
        found += [f"{name} left out"] if left_out else []
    return found
