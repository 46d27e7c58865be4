"""What a metric does on its way to a score: the data, bins, relations and totals that its functions are given, hold and
return, and how these differ from the data it was given. host.py runs this text where `assay validate` looks for the
first step that differs; nothing the metric does is changed.

The functions of the metric's folder are traced line by line; of a function of a library that they call, what it is
given and returns is seen. Arrays are known by their shapes: two with as many rows are data (whole numbers: bins), one
of factors x codes is a relation, one of either length are totals. What is called for every pair of columns is joined.
"""
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
    if isinstance(value, (float, np.floating)):
        return np.asarray(float(value))
    if isinstance(value, list) and len(value) > 1 and all(isinstance(x, (float, np.floating)) for x in value):
        return np.array(value)
    return value if isinstance(value, np.ndarray) and value.dtype.kind in "biuf" and value.ndim < 3 else None


class Watch:
    def __init__(self, path, factors, codes, codes_alone):
        self.folder = os.path.dirname(os.path.abspath(path)) + os.sep
        self.path, self.factors, self.codes = path, factors.copy(), codes.copy()
        (self.n, self.m), self.d = factors.shape, codes.shape[1]
        self.pairs, self.calls, self.small, self.rows, self.left = {}, {}, {}, {}, MOST_EVENTS
        self.parts, self.others, self.called_of, self.codes_alone = {}, {}, {}, codes_alone

    def own(self, frame):
        name = frame.f_code.co_filename
        return name == self.path or name.startswith(self.folder) and "-packages" not in name

    def __enter__(self):
        sys.settrace(self.called)

    def __exit__(self, *error):
        sys.settrace(None)

    # ---- what happens ----

    def called(self, frame, event, argument):
        self.left -= 1
        if self.left < 0:
            sys.settrace(None)
            return None
        own, back = self.own(frame), frame.f_back
        if back and "internals" in back.f_code.co_filename:
            back = back.f_back
        if not own and not (back and self.own(back)):
            return None
        code = frame.f_code
        calls = self.called_of[code] = self.called_of.get(code, 0) + 1
        if calls > MOST_CALLS:
            return None
        name = code.co_name + "()"
        given = [(key, numbers(frame.f_locals.get(key))) for key in code.co_varnames[:code.co_argcount]]
        arrays = [(key, x) for key, x in given if x is not None and x.ndim]
        (one, x), (two, y) = arrays[:2] if len(arrays) > 1 else [("", np.zeros(0))] * 2
        if one and not self.codes_alone and x.ndim == y.ndim and len(x) == len(y):
            if x.ndim == 2:
                self.pair(f"what {name} is given ({one}, {two})", *self.in_order(one, x, two, y))
            elif len(x) >= LEAST_ROWS:
                self.keep(self.calls, f"what {name} is given ({one}, {two})", (x.copy(), y.copy()))
        for key, x in arrays:
            if not own and x.ndim == 1:
                self.hold_other(f"`{key}` given to {name}", x)
        if not own:
            frame.f_trace_lines = False
            return lambda f, what, got: self.returned(name, what, got, arrays)
        seen, kept, sides, lines = {}, {}, dict(arrays), [0]

        def settle(key):
            """What a list or a small array was at last: filled since it was bound."""
            value = seen[key]
            small = np.size(value) <= 4 * self.m * self.d if isinstance(value, np.ndarray) else \
                isinstance(value, list) and len(value) <= 99
            if small and key in changed:
                self.hold(name, key, numbers(value), sides, False, kept[key])

        def local(frame, event, got):
            self.left -= 1
            lines[0] += 1
            frame.f_trace_lines = lines[0] < MOST_LINES  # of a long loop what it leaves behind is seen
            if self.left < 0:
                frame.f_trace = None
                return None
            for key, value in list(frame.f_locals.items()):
                if seen.get(key, seen) is not value:
                    if key in seen:
                        settle(key)
                    seen[key], kept[key] = value, numbers(value) is not None
                    self.hold_rows(f"`{key}` in {name}", value)
                    self.hold(name, key, numbers(value), sides, key in dict(given) and key not in changed)
                    changed.add(key)
                elif event == "return":
                    settle(key)
            if event == "return":
                self.hold(name, "", numbers(got), {}, False)
            return local
        changed = set()
        return local

    def returned(self, name, what, got, arrays):
        if what != "return":
            return
        if name == "histogram2d()" and isinstance(got, tuple) and len(arrays) > 1:
            cut = [np.clip(np.searchsorted(e, x, "right") - 1, 0, len(e) - 2) for (_, x), e in zip(arrays, got[1:])]
            self.keep(self.calls, f"the bins of {name}", tuple(cut))
        elif numbers(got) is not None and numbers(got).ndim in (0, 2):
            self.hold(name, "", numbers(got), {}, False)
        elif numbers(got) is not None:
            self.hold_other(f"what {name} returns", numbers(got))

    def in_order(self, one, x, two, y):
        """Factors, then codes: by their names, else by as many columns."""
        turned = codes_come_first(one, two) or x.shape[1] == self.d != self.m != y.shape[1] != self.d  # noqa: F821
        return (y, x) if turned else (x, y)

    def hold(self, function, name, x, sides, parameter, final=False):
        """A variable that got another value, or what is returned."""
        if x is None:
            return
        key = f"`{name}` in {function}" if name else f"what {function} returns"
        self.hold_other(key, x, final)
        if x.ndim == 2 and x.shape == (self.m + self.d,) * 2:
            x = x[:self.m, self.m:]
        if x.ndim == 0 or x.shape in ((self.m,), (self.d,), (self.m, self.d), (self.d, self.m)):
            if not whole(x) or x.ndim == 2:
                kept = self.small.setdefault(key, [])
                if final and kept:
                    kept.pop()
                self.keep(self.small, key, x.astype(float))
        elif x.ndim == 2 and len(x) >= LEAST_ROWS and not parameter and self.codes_alone:
            self.pair(key, self.factors, x)  # no other array can be the factors: they are not read
        elif x.ndim == 2 and len(x) >= LEAST_ROWS and not parameter:
            held = [(k, y) for k, y in sides.items() if y.ndim == 2 and len(y) == len(x) and k != name]
            for other, y in held[-2:] or [("", self.factors if whole(x) else self.codes)] * (len(x) == self.n):
                self.pair(key + (f" (with `{other}`)" if other else ""), *self.in_order(name, x, other, y))
                if x.shape[1] == self.m == self.d and not {name, other} & set(FACTORS + CODES):  # noqa: F821
                    self.pair(f"`{other}` (with {key})", *self.in_order(name, x, other, y)[::-1])
            sides[name] = x

    def hold_other(self, key, x, final=False):
        """Relations of codes with codes, or of two tables; what is said of the factors in some of the rows."""
        few = LEAST_ROWS <= len(x) < self.n if x.ndim and not whole(x) else False
        square = x.ndim == 2 and x.shape[0] == x.shape[1] and len(x) > 1 and self.d % len(x) == 0
        if not whole(x) and (square or few and (x.ndim == 1 or x.shape[1] == self.m)):
            kept = self.others.setdefault(key, [])
            if final and kept:
                kept.pop()
            if len(kept) < 2 * self.m:
                kept.append(x.astype(float))

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
            self.parts.setdefault(key, []).append(value)

    def pair(self, key, factors, codes):
        if key not in self.pairs and len(factors) == len(codes) and len(self.pairs) < 40:
            self.pairs[key] = np.array(factors), np.array(codes)

    @staticmethod
    def keep(to, key, value):
        kept = to.setdefault(key, [])
        if len(kept) < MOST_KEPT:
            kept.append(value)

    # ---- what it comes to ----

    def join(self):
        """Calls for every pair of columns as one pair of arrays."""
        for key, calls in self.calls.items():
            count = len(calls)
            if count != self.m * self.d or len({len(x) for pair in calls for x in pair}) != 1:
                continue
            for place in (0, 1):
                same = [np.array_equal(calls[0][place], call[place]) for call in calls]
                inner = same.index(False) if False in same else count
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
        named = list(self.rows.items())
        for k, (one, a) in enumerate(named[:8]):
            for two, b in named[k + 1:8]:
                step = math.gcd(len(a), len(b))
                if step and max(len(a), len(b)) <= 10 * step and (
                        np.array_equal(a, b) or self.n in (len(a), len(b)) or not set(a.tolist()) & set(b.tolist())):
                    half = len(a) // step * len(b)
                    for start, then, names in ((a, b, (one, two)), (b, a, (two, one))):
                        rows = np.concatenate([np.resize(start, half), np.resize(then, half)])
                        yield (f"the rows {names[0]} to learn from and {names[1]} to be tested on", rows,
                               f"{len(start)} rows ({row_list(start)}) are learnt from and {len(then)} "
                               f"({row_list(then)}) are tested on")

    def variants(self):
        """Every pair of arrays, whole numbers as bins, too, of one side and of both: (name, how, factors, codes, what
        was cut), of which how() is how they differ from the data; None: they do not."""
        own = self.factors, self.codes
        for key, (factors, codes) in list(self.pairs.items())[:24]:
            values = np.asarray(factors, float), np.asarray(codes, float)
            same = same_as(values[0], own[0]) and same_as(values[1], own[1])
            bins = [lambda x=x, of=of, side=side: cuts(x, of, side) for x, of, side in
                    zip((factors, codes), own, ("factor", "code"))]
            yield key, None if same else lambda: told(*values, *own), *values, (False, False)
            if whole(factors):
                yield key + ": its bins of factors", lambda: [bins[0](), []], factors, own[1], (True, False)
            if whole(codes):
                yield key + ": its bins of codes", lambda: [[], bins[1]()], own[0], codes, (False, True)
            if whole(factors) and whole(codes):
                yield key + ": its bins", lambda: [bins[0](), bins[1]()], factors, codes, (True, True)
        for name, rows, text in list(self.splits())[:12]:
            yield name, lambda: text, self.factors[rows], self.codes[rows], (False, False)

    def more(self):
        """What stands for a step of another shape: (name, rows of numbers)."""
        for key, kept in self.others.items():
            x = kept[-1]
            tables = self.d // len(x)
            if x.shape == (len(x),) * 2 and tables > 1 and len(kept) == tables * (tables - 1):
                joined, left = np.zeros((self.d, self.d)), iter(kept)
                for b in range(tables):
                    for a in (a for a in range(tables) if a != b):
                        joined[a * len(x):(a + 1) * len(x), b * len(x):(b + 1) * len(x)] = next(left)
                yield key + ", of each two tables", joined
            elif x.ndim == 2 and x.shape not in ((self.m, self.d), (self.d, self.m)):  # else it is among the tables
                yield key, x if x.shape == (self.d, self.d) else x.T
            elif x.ndim == 1 and len(kept) == self.m and {y.shape for y in kept} == {x.shape}:
                yield key, np.array(kept)
        for key, kept in self.parts.items():
            rows = np.concatenate(kept)
            if len(rows) == self.n == len(np.unique(rows)):
                part = np.empty((self.n, 1))
                for k, own in enumerate(kept):
                    part[own] = k
                yield f"the parts {key}", part

    def report(self, wanted):
        self.join()
        shown, known = [], set()
        for key, how, factors, codes, cut in self.variants():
            made = np.asarray(factors, float).tobytes(), np.asarray(codes, float).tobytes(), cut
            if key not in wanted if wanted is not True else how and made in known:
                continue
            known.add(made)
            shown.append({"name": key, "same": how is None} if how is None else
                         {"name": key, "text": in_words(how), "factors": plain(factors), "rows": len(codes), "cut": cut,
                          "codes": plain(codes), "n_factors": factors.shape[1], "n_codes": codes.shape[1]})
        tables, totals = [], []
        for key, kept in self.small.items():
            last = kept[-1]
            if last.ndim == 1 and {x.shape for x in kept} == {last.shape}:  # a row, or a column, a call
                rows = np.array(kept)
                tables += [{"name": key, "values": plain(rows.T)}] if rows.shape == (self.m, self.d) else []
                tables += [{"name": key + " (by codes)", "values": plain(rows)}] if rows.shape == (self.d, self.m) \
                    else []
            if len(kept) == self.m * self.d > 1 and {x.ndim for x in kept} == {0}:
                both = np.array(kept).reshape(self.m, self.d), np.array(kept).reshape(self.d, self.m).T
                tables += [{"name": key + of, "values": plain(x.T)} for of, x in zip(("", " (codes outside)"), both)]
            if last.ndim == 2:
                tables += [{"name": key, "values": plain(last.T)}] if last.shape == (self.m, self.d) else []
                tables += [{"name": key + " (transposed)", "values": plain(last)}] if last.shape == (self.d, self.m) \
                    else []
            vector = last if last.ndim == 1 else np.array(kept) if {x.ndim for x in kept} == {0} else ()
            sides = [side for side, size in enumerate((self.m, self.d)) if len(vector) == size]
            totals += [{"name": key, "side": side, "values": plain(vector)} for side in sides if np.min(vector) >= 0]
        others = [{"name": key, "rows": len(x), "columns": x.shape[1], "values": plain(x.T)} for key, x in self.more()]
        return {"pairs": shown, "tables": tables[:12], "totals": totals[-12:], "others": others[-12:]}


def plain(x):
    """The columns one after another, null where there is no finite number."""
    x = np.asarray(x, float)
    return [value if value - value == 0.0 else None for value in x.T.ravel().tolist()]


def same_as(x, y):
    return not whole(x) and x.shape == y.shape and np.array_equal(x, y, equal_nan=x.dtype.kind == "f")


def in_words(how):
    """The step stands without its words where odd numbers leave none."""
    try:
        return how()
    except (ArithmeticError, IndexError, TypeError, ValueError, np.linalg.LinAlgError):
        return ""


def told(factors, codes, all_factors, all_codes):
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
    steps = np.diff(rows)
    return f"{rows[0]} to {rows[-1]}" if (steps == 1).all() else ", ".join(map(str, rows[:4])) + ", ..."


def chosen(rows, n):
    steps, order, count = set(np.diff(rows).tolist()), ", ".join(map(str, rows[:4])), len(rows)
    if steps == {1}:
        return "only " + (f"the first {count} of {n} rows are used" if rows[0] == 0 else
                          f"the last {count} of {n} rows are used" if rows[-1] == n - 1 else
                          f"rows {rows[0]} to {rows[-1]} of {n} are used")
    if len(steps) == 1:
        return "the rows are taken in the opposite order" if steps == {-1} else \
            f"only one row in {steps.pop()} is used, from row {rows[0]} on"
    if len(set(rows.tolist())) < count:
        return f"{count} rows are used, drawn from {n} with repeats (a bootstrap): {order}, ..."
    if min(steps, default=1) > 0:
        return f"{n - count} of {n} rows are left out (the first rows used are {order})"
    return ("the rows are" if count == n else f"{count} of {n} rows are used,") + f" shuffled: {order}, ..."


ELEMENTWISE = (
    ("absolute values, the signs are lost", np.abs), ("squared", np.square), ("passed through tanh", np.tanh),
    ("passed through 1/(1 + exp(-z))", lambda x: 1 / (1 + np.exp(-x))), ("passed through exp", np.exp),
    ("of turned signs", np.negative), ("reduced to their signs", np.sign),
    ("cut to whole numbers", np.trunc), ("rounded down to whole numbers", np.floor),
    ("rounded to whole numbers", np.rint), ("rounded to 1 decimal", lambda x: np.round(x, 1)),
    ("rounded to 2 decimals", lambda x: np.round(x, 2)), ("rounded to 3 decimals", lambda x: np.round(x, 3)),
    ("rounded to half precision (float16)", lambda x: x.astype(np.float16)),
    ("rounded to single precision (float32)", lambda x: x.astype(np.float32)))


def ranks(x):
    return np.apply_along_axis(lambda z: np.searchsorted(np.sort(z), z), 0, x)


def alike(x, of, axis):
    return np.array_equal(np.sort(x, axis), np.sort(of, axis))


REARRANGED = (
    ("each {0} is sorted, apart from the other columns",
     lambda x, of: alike(x, of, 0) and (np.diff(x, axis=0) >= 0).all()),
    ("each {0} is in an order of rows of its own", lambda x, of: alike(x, of, 0)),
    ("each sample's {0}s are sorted (along the wrong axis)", lambda x, of: alike(x, of, 1)),
    ("the {0}s are reshaped instead of transposed: values come to other rows and columns",
     lambda x, of: alike(x, of, None)),
    ("the {0}s are replaced by ranks in which ties follow the order of rows (argsort of argsort)",
     lambda x, of: np.array_equal(np.argsort(np.argsort(of, 0, "stable"), 0), x)),
    ("the {0}s are replaced by their ranks",
     lambda x, of: np.array_equal(x, np.rint(x)) and np.array_equal(ranks(x), ranks(of))))


def named(side, j):
    return ("v" if side == "factor" else "z") + str(j + 1)


def changed(side, x, of):
    """How columns were changed that stand in the same rows."""
    x, many = np.asarray(x, float), side + "s"
    if len(x) == len(of) and x.shape[1] != of.shape[1]:
        kept = [next((j for j in range(of.shape[1]) if np.array_equal(z, of[:, j])), None) for z in x.T]
        if None not in kept:
            out = [j for j in range(of.shape[1]) if j not in kept]
            word = {(0,): "first", (of.shape[1] - 1,): "last"}.get(tuple(out))
            return f"the {word} {side} is left out" if word else \
                f"{many} {', '.join(named(side, j) for j in out)} are left out"
    if x.shape == of.shape:
        for text, function in ELEMENTWISE:
            with np.errstate(all="ignore"):
                if np.allclose(x, np.asarray(function(of), float), 1e-12, 1e-12, equal_nan=True):
                    return f"the {many} are {text}"
        outside = x != of
        ends = sorted({float(v) for v in x[outside]}) if outside.any() else []
        if 0 < len(ends) <= 2 and all(((of[outside] - e) * (1 if e == ends[-1] else -1) >= 0).any() for e in ends):
            return f"the {many} are clipped at {' and '.join(f'{e:g}' for e in ends)}"
        for text, holds in REARRANGED:
            if holds(x, of):
                return text.format(side)
        return scaled(side, x, of)
    with np.errstate(all="ignore"):
        turned = x.shape[1] < of.shape[1] and np.allclose(np.cov(x.T) - np.diag(x.var(0, ddof=1)), 0, atol=1e-8)
    if turned:
        return f"the {many} are turned onto axes that are uncorrelated (PCA), of which {x.shape[1]} are kept"
    return f"the {many} are {len(x)} x {x.shape[1]} where the data's are {len(of)} x {of.shape[1]}" + first(side, x, of)


def scaled(side, x, of):
    many = side + "s"
    with np.errstate(all="ignore"):
        slope = np.where(np.ptp(of, axis=0) > 0, np.ptp(x, axis=0) / np.ptp(of, axis=0), 0.0)
        line = np.allclose(x - x.mean(0), slope * (of - of.mean(0)), 1e-9, 1e-9)
        centred, unit = np.allclose(x.mean(0), 0, atol=1e-9), np.allclose(x.std(0)[np.ptp(of, axis=0) > 0], 1, 1e-2)
        lengths, sums = np.sqrt((x ** 2).sum(1)), x.sum(1)
        spread = np.cov(x.T) if x.shape[1] > 1 else np.eye(1)
    if line:
        span = (x.min(), x.max())
        return (f"the {many} are standardised, to mean 0 and deviation 1" if centred and unit else
                f"the {many} are centred" if centred and np.allclose(slope[slope > 0], 1) else
                f"the {many} are scaled to 0..1" if span == (0.0, 1.0) else
                f"each {side} is shifted and scaled ({side} {named(side, 0)} by {slope[0]:.6g})") + first(side, x, of)
    if np.allclose(lengths[lengths > 0], 1):
        return f"each sample's {many} are scaled to length 1"
    if np.allclose(sums, 1):
        return f"each sample's {many} are scaled to sum 1"
    if centred and np.allclose(spread, np.eye(len(spread)), atol=1e-3):
        return f"the {many} are whitened: uncorrelated, of variance 1" + first(side, x, of)
    if centred and np.allclose(spread, np.diag(np.diag(spread)), atol=1e-8):
        return f"the {many} are turned onto their principal axes (PCA)" + first(side, x, of)
    return f"the {many} have other values" + first(side, x, of)


def first(side, x, of):
    if x.shape[1] != of.shape[1] or len(x) > len(of) or np.array_equal(x, of[:len(x)]):
        return ""
    s, j = np.argwhere(x != of[:len(x)])[0]
    return f": {side} {named(side, j)} of row {s} is {x[s, j]:.6g} where the data has {of[s, j]:.6g}"


def cuts(x, of, side):
    """How whole numbers cut each column: how many, where. Whether that is otherwise the reference tells."""
    texts = []
    if x.shape != of.shape:
        return [f"there are {len(x)} rows of the data's {len(of)}, and {x.shape[1]} of its {of.shape[1]} {side}s"]
    for j in range(of.shape[1]):
        values, bins = of[:, j], np.unique(x[:, j])
        ends = sorted((values[x[:, j] == k].min(), values[x[:, j] == k].max(), int((x[:, j] == k).sum())) for k in bins)
        if len(bins) < 3 or all(lowest == highest for lowest, highest, _ in ends):
            texts.append("")
            continue  # every class is one value still
        if any(a[1] > b[0] for a, b in zip(ends, ends[1:])):
            texts.append(f"the {side}s' labels do not follow their values ({side} {j})")
            continue
        low, high = values.min(), values.max()
        edges = [(a[1] + b[0]) / 2 for a, b in zip(ends, ends[1:])]
        sizes = [size for _, _, size in ends]
        even = max(sizes) - min(sizes) <= 0.02 * len(values) + 1
        what = f"the {side}s are cut otherwise: {side} {named(side, j)} has {len(bins)} bins"
        if even:
            what += " of as many rows each (quantiles)"
        else:
            width = (high - low) / len(bins)
            what += (f", the first up to {edges[0]:.4g}, the last from {edges[-1]:.4g}, where as many equal ones over "
                     f"its range, {low:.4g} to {high:.4g}, have {low + width:.4g} and {high - width:.4g}")
        alone = [f"the {word} alone" for word, k in (("smallest value", 0), ("largest value", -1))
                 if ends[k][0] == ends[k][1] == (low, high)[k]]
        texts.append(what + (f"; one bin holds {' and '.join(alone)}" if alone else ""))
    return texts
