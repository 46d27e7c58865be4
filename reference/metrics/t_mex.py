# needs: table matched
from math import erfc

AXES = {"share": None, "mismatches": None, "precision": None, "recall": None, "alignment": None}
ABSENT, VARYING = "refused", True


def residual(y, X):
    """Of the shortest least squares on the columns of X; directions below 1e-10 of the largest are none."""
    if X.shape[1]:
        left, s, _ = np.linalg.svd(X, full_matrices=False)
        left = left[:, s > 1e-10 * s.max()] if s.max() > 0 else left[:, :0]
        y = y - left @ (left.T @ y)
    return y - left @ (left.T @ y) if X.shape[1] else y


def measure(t, o):
    """Of each permutation(n) the first ceil(n/2) rows train, the others test; columns less their mean, of length 1.
    s: the sign of v_i's coefficient in the regression of z_j on all factors, training rows. e, f: what the other
    factors leave of v_i and z_j, test rows; t = s sqrt(n') mean(e f)/sqrt(mean((e f)^2) - mean(e f)^2), 0 where a
    residual's square sum is 1e-20 or less. Rejected where 1 - Phi(mean t) < alpha."""
    why = (
        Undefined("too-few-samples")
        if t.n < 50 or t.n // 2 <= t.M + 1
        else next(
            (Undefined("not-applicable", "factor", i) for i in range(t.M) if are_names(t, i, o)),
            None,
        )
    )
    if why is None and not any(varies(x) for x in t.factors.T):
        why = Undefined("constant-factor", "factor", 0)
    if why is not None:
        return undefined_all(why, AXES, t)
    stream, total = t.stream(METRIC), np.zeros((t.M, t.d))
    for _ in range(o["repetitions"]):
        order = stream.permutation(t.n)
        half = (t.n + 1) // 2
        columns = lambda a, rows: ([unit(x[rows]) for x in a.T])
        train, test = order[:half], order[half:]
        tv, tz = columns(t.factors, train), columns(t.codes, train)
        v, z = columns(t.factors, test), columns(t.codes, test)
        V, TV = np.column_stack([x for x, _ in v]), np.column_stack([x for x, _ in tv])
        for i in range(t.M):
            alone = residual(TV[:, i], np.delete(TV, i, axis=1))
            e = residual(V[:, i], np.delete(V, i, axis=1))
            if not (alone @ alone > 1e-20 and e @ e > 1e-20):
                continue
            for j in range(t.d):
                slope = alone @ tz[j][0] / (alone @ alone)
                f = residual(z[j][0], np.delete(V, i, axis=1))
                if slope == 0 or not f @ f > 1e-20:
                    continue
                L = e * f
                spread = np.mean(L * L) - np.mean(L) ** 2
                with np.errstate(all="ignore"):
                    worth = slope * tz[j][1] / tv[i][1] * z[j][1] * v[i][1]
                    small = o["least-variance"] > 0 and worth * worth * spread <= o["least-variance"]
                if spread > 0 and not small:
                    total[i, j] += np.sign(slope) * np.sqrt(len(test)) * np.mean(L) / np.sqrt(spread)
    found = np.array([[0.5 * erfc(x / o["repetitions"] / 2 ** 0.5) < o["alpha"] for x in row] for row in total]) * 1.0
    wanted = np.zeros((t.M, t.d))
    if o["expected"] == "identity":
        wanted = np.array([[float(t.factor_number[i] == t.code_number[j]) for j in range(t.d)] for i in range(t.M)])
    else:
        for i, j in enumerate(matched(correlations(t.factors, t.codes, {}), [None] * t.M)):
            if j is not None:
                wanted[i, j] = 1.0
    wrong, both = (found != wanted).sum(), (found * wanted).sum()
    with np.errstate(all="ignore"):
        recall = float(both / wanted.sum())
    return {"share": Series(value=1 - wrong / (t.M * t.d)), "mismatches": Series(value=float(wrong)),
            "precision": Series(value=both / found.sum() if found.any() else Undefined("zero-importance")),
            "recall": Series(value=recall),
            "alignment": Series(value=float(found[assigned(found)].sum() / min(t.M, t.d)))}
