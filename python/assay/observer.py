"""What a metric does on its way to a score: the data, bins, relations and totals that its functions are given, hold and
return, and how these differ from the data it was given. host.py runs this text where `assay validate` looks for the
first step that differs; nothing the metric does is changed.

The functions of the metric's folder are traced line by line; of a function of a library that they call, what it is
given and returns is seen. Arrays are known by their shapes: two with as many rows are data (whole numbers: bins), one
of factors x codes is a relation, one of either length are totals. What is called for every pair of columns is joined.
"""
import collections
import itertools
import math
import os
import sys

import numpy as np

MOST_EVENTS, MOST_LINES, MOST_CALLS, MOST_KEPT, LEAST_ROWS = 200000, 2000, 2000, 6000, 8


def whole(x):
    return x.dtype.kind in "biu"


def numbers(value):
    """A number, an array of numbers or a list of columns as an array; None for all else."""
    if isinstance(value, (list, tuple)) and len(value) > 1 and all(
            isinstance(x, np.ndarray) and x.ndim == 1 and len(x) == len(value[0]) for x in value):
        return np.column_stack(value) if len(value[0]) >= LEAST_ROWS else np.array(value)
    if isinstance(value, (float, np.floating)) or isinstance(value, list) and len(value) > 1 and all(
            isinstance(x, (float, np.floating)) for x in value):
        return np.array(value, float)
    return value if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and value.ndim < 3 else None


class Watch:
    def __init__(self, path, factors, codes, codes_alone):
        self.folder = os.path.dirname(os.path.abspath(path)) + os.sep
        self.path, self.factors, self.codes, self.codes_alone = path, factors.copy(), codes.copy(), codes_alone
        (self.n, self.m), self.d, self.left = factors.shape, codes.shape[1], MOST_EVENTS
        self.calls, self.small, self.parts, self.others, self.tables = (
            collections.defaultdict(list) for _ in range(5))
        self.pairs, self.rows, self.called_of = {}, {}, collections.Counter()

    def own(self, frame):
        name = frame.f_code.co_filename
        return name == self.path or name.startswith(self.folder) and "-packages" not in name

    def __enter__(self):
        sys.settrace(self.called)

    def __exit__(self, *error):
        sys.settrace(None)

    def called(self, frame, event, argument):
        if self.left < 0:
            return sys.settrace(None)
        own, back, code = self.own(frame), frame.f_back, frame.f_code
        if back and "internals" in back.f_code.co_filename:
            back = back.f_back
        seen = own or back and self.own(back)
        self.left -= 1 if seen else 0.1  # a library's own calls are passed by, and take less
        self.called_of[code] += bool(seen)
        if not seen or self.called_of[code] > MOST_CALLS:
            return None
        name, given = code.co_name + "()", code.co_varnames[:code.co_argcount]
        arrays = [(key, x) for key, x in ((key, numbers(frame.f_locals.get(key))) for key in given)
                  if x is not None and x.ndim]
        (one, x), (two, y) = arrays[:2] if len(arrays) > 1 else [("", np.zeros(0))] * 2
        if one and not self.codes_alone and x.ndim == y.ndim and len(x) == len(y):
            if x.ndim == 2:
                self.pair(f"what {name} is given ({one}, {two})", *self.in_order(one, x, two, y))
            elif len(x) >= LEAST_ROWS:
                self.keep(self.calls[f"what {name} is given ({one}, {two})"], (x.copy(), y.copy()))
        if not own:
            for key, x in arrays:
                if x.ndim == 1:
                    self.hold_other(f"`{key}` given to {name}", x)
            frame.f_trace_lines = False
            return lambda f, what, got: self.returned(name, got, arrays) if what == "return" else None
        seen, sides, lines = {}, dict(arrays), [0]

        def is_filled(value):
            """A list, or a small array: what it is at last counts."""
            return isinstance(value, list) and len(value) <= 99 or \
                isinstance(value, np.ndarray) and value.size <= 4 * self.m * self.d

        def local(frame, event, got):
            self.left -= 1
            lines[0] += 1
            frame.f_trace_lines = lines[0] < MOST_LINES  # of a long loop what it leaves behind is seen
            if self.left < 0:
                frame.f_trace = None
                return None
            for key, value in list(frame.f_locals.items()):
                if seen.get(key, seen) is not value:
                    if key in seen and is_filled(seen[key]):
                        self.hold(name, key, numbers(seen[key]), sides, False)
                    x, variable = numbers(value), f"`{key}` in {name}"
                    self.hold_rows(variable, value)
                    if not is_filled(value) or x is not None and x.ndim == 2 and len(x) >= LEAST_ROWS:
                        self.hold(name, key, x, sides, key in given and key not in seen)
                    seen[key], _, _ = value, self.small[variable], self.others[variable]  # it has its place
                if event == "return" and is_filled(seen[key]):
                    self.hold(name, key, numbers(seen[key]), sides, False)
            if event == "return":
                self.hold(name, "", numbers(got), {}, False)
            return local
        return local

    def returned(self, name, got, arrays):
        if name == "histogram2d()" and isinstance(got, tuple) and len(arrays) > 1:
            cut = [np.clip(np.searchsorted(e, x, "right") - 1, 0, len(e) - 2) for (_, x), e in zip(arrays, got[1:])]
            self.keep(self.calls[f"the bins of {name}"], tuple(cut))
        elif (x := numbers(got)) is not None:
            self.hold(name, "", x, {}, False) if x.ndim != 1 else self.hold_other(f"what {name} returns", x)

    def in_order(self, one, x, two, y):
        """Factors, then codes: by their names, else by as many columns."""
        turned = codes_come_first(one, two) or x.shape[1] == self.d != self.m != y.shape[1] != self.d  # noqa: F821
        return (y, x) if turned else (x, y)

    def hold(self, function, name, x, sides, parameter):
        """A variable that got another value, or what is returned."""
        if x is None:
            return
        key = f"`{name}` in {function}" if name else f"what {function} returns"
        self.hold_other(key, x)
        if x.ndim == 2 and x.shape == (self.m + self.d,) * 2:
            x = x[:self.m, self.m:]
        if x.ndim == 0 or x.shape in ((self.m,), (self.d,), (self.m, self.d), (self.d, self.m)):
            if not whole(x) or x.ndim == 2:
                self.keep(self.small[key], x.astype(float))
        elif x.ndim == 2 and len(x) >= LEAST_ROWS and self.codes_alone:
            self.keep(self.tables[key], x.copy())
        elif x.ndim == 2 and len(x) >= LEAST_ROWS and not parameter:
            held = [(k, y) for k, y in sides.items() if y.ndim == 2 and len(y) == len(x) and k != name]
            for other, y in held[-2:] or [("", self.factors if whole(x) else self.codes)] * (len(x) == self.n):
                self.pair(key + (f" (with `{other}`)" if other else ""), *self.in_order(name, x, other, y))
                if x.shape[1] == self.m == self.d and not {name, other} & set(FACTORS + CODES):  # noqa: F821
                    self.pair(f"`{other}` (with {key})", *self.in_order(name, x, other, y)[::-1])
            sides[name] = x

    def hold_other(self, key, x):
        """Relations of codes with codes; what is said of the factors in some of the rows."""
        few = x.ndim and not whole(x) and LEAST_ROWS <= len(x) < self.n
        of_codes = x.ndim == 2 and len(x) == x.shape[1] and self.d % len(x) == 0
        if not whole(x) and (of_codes or few and (x.ndim == 1 or x.shape[1] == self.m)):
            self.keep(self.others[key], x.astype(float), 2 * self.m)

    def between(self, kept):
        """Relations of two tables of codes, of each two in order or of those of which the first comes first, as one."""
        k = len(kept[-1])
        for of in itertools.permutations, itertools.combinations:
            pairs = list(of(range(self.d // k), 2))
            if len(pairs) == len(kept) and {x.shape for x in kept} == {(k, k)}:
                to = np.full((2, self.d, self.d), np.nan)
                for (a, b), x in [((b, a), x.T) for (a, b), x in zip(pairs, kept)] + list(zip(pairs, kept)):
                    to[:, a * k:a * k + k, b * k:b * k + k] = x, x.T
                yield from to

    def hold_rows(self, key, value):
        """Row numbers, a slice of rows, or rows of the data."""
        if isinstance(value, slice):
            value = np.arange(self.n)[value]
        if not isinstance(value, np.ndarray) or len(self.rows) > 12 or value.ndim not in (1, 2):
            return
        if value.ndim == 2 and len(value) < self.n:
            value = places(value, self.codes)
        if value is not None and value.ndim == 1 and whole(value) and LEAST_ROWS <= len(value) <= self.n and \
                value.min() >= 0 and value.max() < self.n and len(np.unique(value)) == len(value):
            if not np.array_equal(self.rows.setdefault(key, value), value):
                self.rows["the later " + key] = value
            self.parts[key].append(value)

    def pair(self, key, factors, codes):
        if key not in self.pairs and len(factors) == len(codes) and len(self.pairs) < 40:
            self.pairs[key] = np.array(factors), np.array(codes)

    @staticmethod
    def keep(kept, value, most=MOST_KEPT):
        if len(kept) < most:
            kept.append(value)

    def join(self):
        """Calls for every pair of columns as one pair of arrays; of codes alone, tables of them side by side."""
        for key, kept in self.tables.items():
            codes = np.column_stack([x for x in kept if len(x) == len(kept[0])])[:, :self.d]
            rows = places(codes, self.codes)
            self.pair(key, self.factors[slice(len(codes)) if rows is None else rows], codes)  # factors are not read
        for key, calls in self.calls.items():
            count = len(calls)
            if count != self.m * self.d or len({len(x) for pair in calls for x in pair}) != 1:
                continue
            for place in (0, 1):
                inner = next((k for k, x in enumerate(calls) if not np.array_equal(calls[0][place], x[place])), count)
                if inner not in (self.m, self.d):
                    continue
                outer = np.column_stack([call[place] for call in calls[::inner]])
                others = np.column_stack([call[1 - place] for call in calls[:inner]])
                if inner == self.d:
                    self.pair(key, outer, others)
                if inner == self.m:
                    self.pair(key + " (codes outside)", others, outer)

    def splits(self):
        """Rows learnt from and rows tested on, as a first and a second half in which rows stand several times."""
        for (one, a), (two, b) in itertools.combinations(list(self.rows.items())[:8], 2):
            step = math.gcd(len(a), len(b))
            if max(len(a), len(b)) <= 10 * step and (
                    np.array_equal(a, b) or self.n in (len(a), len(b)) or not set(a.tolist()) & set(b.tolist())):
                half = len(a) // step * len(b)
                for start, then, names in ((a, b, (one, two)), (b, a, (two, one))):
                    yield (f"the rows {names[0]} to learn from and {names[1]} to be tested on",
                           np.concatenate([np.resize(start, half), np.resize(then, half)]),
                           f"{len(start)} rows ({row_list(start)}) are learnt from and {len(then)} ({row_list(then)}) "
                           "are tested on")

    def variants(self):
        """Every pair of arrays, whole numbers as bins, too: (name, how, factors, codes, what was cut), of which how()
        is how they differ from the data; None: they do not."""
        own = self.factors, self.codes
        for key, (factors, codes) in list(self.pairs.items())[:24]:
            values = np.asarray(factors, float), np.asarray(codes, float)
            same = same_as(values[0], own[0]) and same_as(values[1], own[1])
            yield key, None if same else lambda: differing(*values, *own), *values, (False, False)
            cut = whole(factors), whole(codes)
            if any(cut):
                sides = list(zip(cut, (factors, codes), own, ("factor", "code")))
                yield (f"{key}: its bins", lambda: [cuts(*side) if is_cut else [] for is_cut, *side in sides],
                       *(x if is_cut else y for is_cut, x, y, _ in sides), cut)
        for name, rows, text in itertools.islice(self.splits(), 12):
            yield name, lambda: text, self.factors[rows], self.codes[rows], (False, False)

    def arrays(self):
        """What has the shape of a relation, of totals, of another step: (name, rows of numbers)."""
        tables, totals, others, (m, d) = [], [], [], (self.m, self.d)
        for key, kept in self.small.items():
            last, turned = kept[-1] if kept else np.zeros((0, 0)), " (transposed)"
            alike = np.array(kept) if {x.shape for x in kept} == {last.shape} else np.zeros(0)
            if last.ndim == 1:  # a row, or a column, a call
                last, turned = alike, " (by codes)"
            if alike.shape == (m * d,) and m * d > 1:
                tables += [(key, alike.reshape(m, d)), (key + " (codes outside)", alike.reshape(d, m).T)]
            tables += [(key, last)] * (last.shape == (m, d)) + [(key + turned, last.T)] * (last.shape == (d, m))
            vector = kept[-1] if kept and kept[-1].ndim == 1 else alike
            totals += [(key, vector.reshape(shape)) for shape in ((m, 1), (1, d))
                       if vector.shape == (max(shape),) and vector.min() >= 0]
        for key, kept in self.others.items():
            if len(kept) == m and {x.shape for x in kept} == {kept[-1].shape[:1]}:
                others.append((key, np.array(kept)))
            elif kept and kept[-1].ndim == 2 and kept[-1].shape not in ((m, d), (d, m)):  # else it is among the tables
                others.append((key, kept[-1] if kept[-1].shape == (d, d) else kept[-1].T))
            if self.codes_alone and kept and kept[-1].ndim == 2:
                others += [(key + how, x) for how, x in zip(("", " (transposed)"), self.between(kept))]
        for key, kept in self.parts.items():
            rows = np.concatenate(kept)
            if len(rows) == self.n == len(np.unique(rows)):
                part = np.empty((self.n, 1))
                for k, own in enumerate(kept):
                    part[own] = k
                others.append((f"the parts {key}", part))
        return tables[:12] + totals[-12:] + others[-12:]

    def report(self, wanted):
        self.join()
        shown, known = [], set()
        for key, how, factors, codes, cut in self.variants():
            made = np.asarray(factors, float).tobytes(), np.asarray(codes, float).tobytes(), cut
            if key in wanted if wanted is not True else not (how and made in known):
                shown.append({"name": key, "same": how is None, "text": in_words(how) if how else "", "cut": cut,
                              "factors": plain(factors), "n_factors": factors.shape[1], "rows": len(codes),
                              "codes": plain(codes), "n_codes": codes.shape[1]})
            known.add(made)
        return {"pairs": shown, "arrays": [{"name": key, "rows": len(x), "columns": x.shape[1], "values": plain(x.T)}
                                           for key, x in self.arrays()]}


def plain(x):
    """The columns one after another, null where there is no finite number."""
    return [value if value - value == 0.0 else None for value in np.asarray(x, float).T.ravel().tolist()]


def same_as(x, y):
    return not whole(x) and x.shape == y.shape and np.array_equal(x, y, equal_nan=x.dtype.kind == "f")


def in_words(how):
    """The step stands without its words where odd numbers leave none."""
    try:
        with np.errstate(all="ignore"):
            return how()
    except (ArithmeticError, IndexError, TypeError, ValueError, np.linalg.LinAlgError):
        return ""


def differing(factors, codes, all_factors, all_codes):
    """How a pair of arrays differs from the data."""
    sides = ("factor", factors, all_factors), ("code", codes, all_codes)
    if same_as(factors, all_codes) and same_as(codes, all_factors):
        return "factors and codes are exchanged"
    v, z = (places(x, of) for _, x, of in sides)
    if v is not None and z is not None and not all(same_as(x, of) for _, x, of in sides):
        if np.array_equal(v, z):
            return chosen(z, len(all_codes))
        s, ordered = int(np.argmax(v != z)), (np.diff(codes, axis=0) >= 0).all()
        return (f"factors and codes come from different rows: row {s} has the factors of row {v[s]} and the codes of "
                f"row {z[s]}" + " (each code is sorted)" * bool(ordered))
    return "; ".join(changed(*side) for side in sides if not same_as(*side[1:]))


def places(x, of):
    """Which row of `of` each row is, the first where rows repeat; None where one is none of them."""
    if np.array_equal(x, of):
        return np.arange(len(of))
    known = {row.tobytes(): len(of) - 1 - s for s, row in enumerate(np.asarray(of, float)[::-1])}
    found = [known.get(row.tobytes(), -1) for row in np.ascontiguousarray(x, float)]
    return None if x.shape[1:] != of.shape[1:] or -1 in found else np.array(found)


def row_list(rows):
    return f"{rows[0]} to {rows[-1]}" if (np.diff(rows) == 1).all() else ", ".join(map(str, rows[:4])) + ", ..."


def chosen(rows, n):
    steps, count, part = set(np.diff(rows).tolist()), len(rows), f"rows {rows[0]} to {rows[-1]} of {n}"
    if rows[0] == 0 or rows[-1] == n - 1:
        part = f"the {'first' if rows[0] == 0 else 'last'} {count} of {n} rows"
    return (f"only {part} are used" if steps == {1} else
            "the rows are taken in the opposite order" if steps == {-1} else
            f"only one row in {steps.pop()} is used, from row {rows[0]} on" if len(steps) == 1 else
            f"{count} rows are used, drawn from {n} with repeats (a bootstrap): {row_list(rows)}"
            if len(set(rows.tolist())) < count else
            f"{n - count} of {n} rows are left out (the first rows used are {row_list(rows)})"
            if min(steps, default=1) > 0 else
            ("the rows are" if count == n else f"{count} of {n} rows are used,") + f" shuffled: {row_list(rows)}")


def alike(x, of, axis):
    return np.array_equal(np.sort(x, axis), np.sort(of, axis))


def clipped(x, of):
    ends = np.unique(x[x != of])
    return 0 < len(ends) <= 2 and all((((of - e) * (1 if e == ends[-1] else -1))[x != of] >= 0).any() for e in ends) \
        and " and ".join(f"{e:g}" for e in ends)


def reordered(x, of):
    places = [next((j + 1 for j, z in enumerate(of.T) if np.array_equal(z, y)), 0) for y in x.T]
    return min(places) > 0 and ", ".join(map(str, places))


def scales(x, of):
    """What each column is multiplied by; NaN: columns are no lines of what they were."""
    slope = np.where(np.ptp(of, axis=0) > 0, np.ptp(x, axis=0) / np.ptp(of, axis=0), 0.0)
    return slope if np.allclose(x - x.mean(0), slope * (of - of.mean(0)), 1e-9, 1e-9) else slope * np.nan


def uncorrelated(x, of, unit):
    spread = np.cov(x.T)
    own = np.eye(len(spread)) if unit else np.diag(np.diag(spread))
    return np.allclose(x.mean(0), 0, atol=1e-9) and np.allclose(spread, own, atol=1e-3 if unit else 1e-8)


CHANGES = (  # of factors or codes that stand in the same rows: {0} is which, {1} what is true of them
    *((f"the {{0}}s are {text}", lambda x, of, made=made: np.allclose(
        x, np.asarray(made(of), float), 1e-12, 1e-12, equal_nan=True)) for text, made in (
        ("absolute values, the signs are lost", np.abs), ("squared", np.square), ("passed through tanh", np.tanh),
        ("passed through 1/(1 + exp(-z))", lambda x: 1 / (1 + np.exp(-x))), ("passed through exp", np.exp),
        ("of turned signs", np.negative), ("reduced to their signs", np.sign), ("cut to whole numbers", np.trunc),
        ("rounded down to whole numbers", np.floor), ("rounded to whole numbers", np.rint),
        *((f"rounded to {k} decimals", lambda x, k=k: np.round(x, k)) for k in (1, 2, 3)),
        ("rounded to half precision (float16)", lambda x: x.astype(np.float16)),
        ("rounded to single precision (float32)", lambda x: x.astype(np.float32)))),
    ("the {0}s' columns are in another order: {1}", reordered),
    ("the {0}s are clipped at {1}", clipped),
    ("each {0} is sorted, apart from the other columns",
     lambda x, of: alike(x, of, 0) and (np.diff(x, axis=0) >= 0).all()),
    ("each {0} is in an order of rows of its own", lambda x, of: alike(x, of, 0)),
    ("each sample's {0}s are sorted (along the wrong axis)", lambda x, of: alike(x, of, 1)),
    ("the {0}s are reshaped instead of transposed: values come to other rows and columns",
     lambda x, of: alike(x, of, None)),
    ("the {0}s are replaced by ranks in which ties follow the order of rows (argsort of argsort)",
     lambda x, of: np.array_equal(np.argsort(np.argsort(of, 0, "stable"), 0), x)),
    ("the {0}s are replaced by their ranks",
     lambda x, of: np.array_equal(x, np.rint(x)) and all(np.array_equal(*(np.searchsorted(np.sort(z), z) for z in two))
                                                         for two in zip(x.T, of.T))),
    ("the {0}s are standardised, to mean 0 and deviation 1", lambda x, of: np.allclose(x.mean(0), 0, atol=1e-9)
     and np.allclose(x.std(0)[np.ptp(of, axis=0) > 0], 1, 1e-2) and not np.isnan(scales(x, of)).any()),
    ("the {0}s are centred", lambda x, of: np.allclose(x.mean(0), 0, atol=1e-9)
     and np.allclose(scales(x, of)[np.ptp(of, axis=0) > 0], 1)),
    ("the {0}s are scaled to 0..1",
     lambda x, of: (x.min(), x.max()) == (0.0, 1.0) and not np.isnan(scales(x, of)).any()),
    ("each {0} is shifted and scaled", lambda x, of: not np.isnan(scales(x, of)).any()),
    ("each sample's {0}s are scaled to length 1", lambda x, of: np.allclose(np.linalg.norm(x[x.any(1)], axis=1), 1)),
    ("the {0}s are whitened: uncorrelated, of variance 1", lambda x, of: uncorrelated(x, of, True)),
    ("the {0}s are turned onto their principal axes (PCA)", lambda x, of: uncorrelated(x, of, False)),
    ("the {0}s have other values", lambda x, of: True))


def changed(side, x, of):
    """How columns were changed, and the first value that was."""
    x, many, columns = np.asarray(x, float), side + "s", ("v" if side == "factor" else "z") + "{}"
    if len(x) == len(of) and x.shape[1] != of.shape[1]:
        kept = [next((j for j in range(of.shape[1]) if np.array_equal(z, of[:, j])), None) for z in x.T]
        out = [j for j in range(of.shape[1]) if j not in kept]
        if None not in kept:
            word = {(0,): "first", (of.shape[1] - 1,): "last"}.get(tuple(out))
            return f"the {word} {side} is left out" if word else \
                f"{many} {', '.join(columns.format(j + 1) for j in out)} are left out"
    if x.shape == of.shape:
        text = next(text.format(side, true) for text, holds in CHANGES if (true := holds(x, of)))
    elif x.shape[1] < of.shape[1] and uncorrelated(x - x.mean(0), of, False):
        text = f"the {many} are turned onto axes that are uncorrelated (PCA), of which {x.shape[1]} are kept"
    else:
        text = f"the {many} are {len(x)} x {x.shape[1]} where the data's are {len(of)} x {of.shape[1]}"
    if x.shape[1] != of.shape[1] or len(x) > len(of) or np.array_equal(x, of[:len(x)]):
        return text
    s, j = np.argwhere(x != of[:len(x)])[0]
    return text + f": {side} {columns.format(j + 1)} of row {s} is {x[s, j]:.6g} where the data has {of[s, j]:.6g}"


def cuts(x, of, side):
    """How whole numbers cut each column: how many, where. Whether that is otherwise the reference tells."""
    texts = []
    if x.shape != of.shape:
        return [f"there are {len(x)} rows of the data's {len(of)}, and {x.shape[1]} of its {of.shape[1]} {side}s"]
    for j, (values, labels) in enumerate(zip(of.T, x.T)):
        name = f"{side} {'v' if side == 'factor' else 'z'}{j + 1}"
        ends = sorted((values[labels == k].min(), values[labels == k].max(), int((labels == k).sum()))
                      for k in np.unique(labels))
        if len(ends) < 3 or all(lowest == highest for lowest, highest, _ in ends):
            texts.append("")
            continue  # every class is one value still
        if any(a[1] > b[0] for a, b in zip(ends, ends[1:])):
            texts.append(f"the {side}s' labels do not follow their values ({name})")
            continue
        low, high, sizes = values.min(), values.max(), [size for _, _, size in ends]
        edges, equal = [(a[1] + b[0]) / 2 for a, b in zip(ends, ends[1:])], np.linspace(low, high, len(ends) + 1)[1:-1]
        what = f"the {side}s are cut otherwise: {name} has {len(ends)} bins"
        if all(a[1] <= edge <= b[0] for a, edge, b in zip(ends, equal, ends[1:])):
            what += " of equal width"
        elif max(sizes) - min(sizes) <= 0.02 * len(values) + 1 < min(sizes):
            what += " of as many rows each (quantiles)"
        else:
            what += (f", the first up to {edges[0]:.4g}, the last from {edges[-1]:.4g}, where as many equal ones over "
                     f"its range, {low:.4g} to {high:.4g}, have {equal[0]:.4g} and {equal[-1]:.4g}")
        texts.append(what)
    return texts
