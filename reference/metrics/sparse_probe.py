# needs: table logistic
AXES = {"accuracy": "factor", "auc": "factor", "f1": "factor"}
ABSENT, VARYING = "by factor", False


GRID = (0.001, 0.01, 0.1, 1, 10, 100, 1000)


def l1_fit(X, y, C):
    """Minimises sum |w| + C sum log(1 + exp(-+(x w + b))), b free, by Newton's steps: of the loss's parabola, the
    intercept taken out of it, and the penalty the least is found one w after the other; a step is halved until the sum
    falls."""
    sign, A, k = 2.0 * y - 1, np.column_stack([X, np.ones(len(X))]), X.shape[1]
    value = lambda v: np.abs(v[:-1]).sum() + C * np.logaddexp(0, -sign * (A @ v)).sum()
    v = np.zeros(k + 1)
    for _ in range(200):
        p = 1 / (1 + np.exp(-np.clip(A @ v, -700, 700)))
        slope, curve = C * A.T @ (p - y), C * (A * (p * (1 - p))[:, None]).T @ A
        off = np.where(v[:-1] != 0, np.abs(slope[:-1] + np.sign(v[:-1])), np.maximum(np.abs(slope[:-1]) - 1, 0))
        if max(off.max(), abs(slope[-1])) < 1e-10 or not curve[-1, -1] > 0:
            break
        H = curve[:-1, :-1] - np.outer(curve[:-1, -1], curve[:-1, -1]) / curve[-1, -1]
        g, w = slope[:-1] - curve[:-1, -1] * slope[-1] / curve[-1, -1], v[:-1].copy()
        for _ in range(2000):
            most = 0.0
            for j in np.flatnonzero(np.diag(H) > 1e-14 * curve[-1, -1]):
                to = w[j] - g[j] / H[j, j]
                to = np.sign(to) * max(abs(to) - 1 / H[j, j], 0.0)
                most = max(most, abs(to - w[j]) * H[j, j])
                g, w[j] = g + H[:, j] * (to - w[j]), to
            if most < 1e-12:
                break
        step = np.append(w, v[-1] - (slope[-1] + curve[-1, :-1] @ (w - v[:-1])) / curve[-1, -1]) - v
        fall, h, before = slope @ step + np.abs(w).sum() - np.abs(v[:-1]).sum(), 1.0, value(v)
        while -fall > 1e-11 * before and value(v + h * step) > before + 1e-4 * h * fall and h > 1e-12:
            h /= 2
        v = np.append(w, v[-1] + step[-1]) if h == 1.0 else v + h * step
    return v


def l1_search(X, y):
    """The smallest C within 1e-9 of the best mean area over ten folds, row q of its class in fold q mod 10."""
    fold, area = np.zeros(len(y), int), []
    for side in (True, False):
        fold[y == side] = np.arange((y == side).sum()) % 10
    for C in GRID:
        w = [l1_fit(X[fold != out], y[fold != out], C) for out in range(10)]
        found = [auc(np.round(X[fold == out] @ w[out][:-1] + w[out][-1], 9), y[fold == out]) for out in range(10)]
        area.append(np.mean([a for a in found if a is not None]))
    return l1_fit(X, y, GRID[int(np.argmax(np.array(area) >= max(area) - 1e-9))])


def dealt(own, order, rows):
    """Rows learnt from and scored. drawn: of the value's rows in the order of the permutation the first half (floor) is
    learnt from; so of as many rows without it (or all there are). halves: of either half of the table the first rows
    with and without it, in equal numbers. None: fewer than five of either."""
    side = lambda part, k: [s for s in part if own[s] == k]
    if rows == "halves":
        parts = [range(len(own) // 2), range(len(own) // 2, len(own))]
        each = [min(len(side(p, True)), len(side(p, False))) for p in parts]
        sets = [(side(p, True)[:m], side(p, False)[:m]) for p, m in zip(parts, each)]
    else:
        yes, no = side(order, True), side(order, False)
        no = no[:min(len(no), len(yes))]
        sets = [(yes[:len(yes) // 2], no[:len(no) // 2]), (yes[len(yes) // 2:], no[len(no) // 2:])]
    if min(len(sets[0][0]), len(sets[0][1])) < 5 or (rows == "halves" and min(len(sets[1][0]), len(sets[1][1])) < 5):
        return None
    return [np.array(yes + no) for yes, no in sets]


def unit(z, by):
    with np.errstate(all="ignore"):
        size = z.std(axis=0) if by == "sd" else np.abs(z).mean(axis=0) if by == "mean-abs" else np.ones(z.shape[1])
        return np.where(size > 0, size, 1.0)


def probe(t, own, order, o):
    """The codes with the largest differences of means in units of `rank`, rounded to nine decimals, of equal ones the
    first; a logistic regression on them, over `scale`; accuracy (score > 0), area, F1 on the rows scored."""
    rows = dealt(own, order, o["rows"])
    if rows is None:
        return None
    learn, test = rows
    z, y = t.codes[learn], own[learn]
    gap = np.abs(z[y].mean(axis=0) - z[~y].mean(axis=0)) / unit(z, o["rank"])
    code, scale = np.argsort(-np.rint(gap * 1e9), kind="stable")[:o["codes"]], unit(z, o["scale"])
    X, Y = z[:, code] / scale[code], t.codes[test][:, code] / scale[code]
    if o["penalty"] == "l1":
        w = l1_search(X, y)
        score_ = Y @ w[:-1] + w[-1]
    else:
        score_ = scores_of(Y, logistic(X, y.astype(int), 2, one_versus_rest=True))[:, 1]
    said, is_ = score_ > 0, own[test]
    return np.mean(said == is_), auc(score_, is_), 2 * (said & is_).sum() / (said.sum() + is_.sum())


def measure(t, o):
    """The mean over the values (of two: the second) that have five rows to learn from and five to score on either
    side."""
    order, to = t.stream(METRIC).permutation(t.n), {name: [] for name in AXES}
    for i, s in enumerate(splits_of(t, o, None, "none")):
        why = s.undefined(i)
        firing = o["classes"] == "firing"
        owns = [t.factors[:, i] > 0] if firing else [s.label == k for k in range(s.K == 2, s.K)]
        found = [] if why is not None else [probe(t, own, order, o) for own in owns]
        found = [x for x in found if x is not None]
        if why is None and not found:
            why = Undefined("too-few-samples", "factor", i)
        for k, name in enumerate(AXES):
            to[name].append(why if why is not None else float(np.mean([x[k] for x in found])))
    return {name: Series(x) for name, x in to.items()}
