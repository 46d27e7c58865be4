# needs: table scales lasso circle
AXES = {"r2-heldout": "factor"}
ABSENT, VARYING = "by factor", False
CYCLIC = True


def determination(y, found):
    """1 - sum (y - found)^2 / sum (y - mean)^2; 0 where y does not vary. Both sums are over all columns."""
    all_of = np.sum((y - y.mean(axis=0)) ** 2)
    return 1 - np.sum((y - found) ** 2) / all_of if all_of > 0 else 0.0


def ridge(X, y, least, penalty):
    """Coefficients by singular values, those up to `least` of the largest left out (penalty 0), or with a penalty."""
    left, s, right = np.linalg.svd(X, full_matrices=False)
    kept = s > least * s.max() if s.max() > 0 else s > 0
    s, left, right = s[kept], left[:, kept], right[kept]
    return right.T @ ((s / (s * s + penalty) * (left.T @ y).T).T)


def nearness(a, b, g):
    return np.exp(-g * np.maximum(((a[:, None] - b) ** 2).sum(axis=2), 0))


def kernel_fitted(X, y, Z, a, g):
    return nearness(Z, X, g) @ np.linalg.solve(nearness(X, X, g) + a * np.eye(len(X)), y)


def measure(t, o):
    """Of the rows in their order: R^2 on the rows after the first floor(train n), learnt from these (train=1: all, on all). none and rbf: codes of
    mean 0 and deviation 1, factors less their mean, by the rows learnt from. none: the shortest least squares; rbf:
    kernel ridge, penalty a of 1, .1, .01, .001 (outer) and g of 10^(-2, -2/3, 2/3, 2) with the largest sum of R^2 over
    three contiguous folds, the first of equals, of at most kernel-rows first rows; linear: penalty 1, columns as they
    are, no intercept; raw: none."""
    if t.n < 6:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    t = in_order(t, o, t.stream(METRIC))
    h = int(o["train"] * t.n)
    test, raw, items = slice(h if h < t.n else 0, None), o["kernel"] in ("linear", "raw"), []

    def coded(x):
        if raw:
            return x
        y = minmax(x)
        return (y - y[:h].mean()) / y[:h].std() if varies(x[:h]) else np.zeros(len(x))

    X = np.column_stack([coded(x) for x in t.codes.T])
    for i in range(t.M):
        v = t.factors[:, i]
        if are_names(t, i, o) or (t.period[i] and o["kernel"] == "rbf"):
            items.append(Undefined("not-applicable", "factor", i))
            continue
        if not (varies(v[:h]) and varies(v[test])):
            items.append(Undefined("constant-factor", "factor", i))
            continue
        if t.period[i]:
            y = np.array(circle_columns(t, i)).T
            y = y if raw else y - y[:h].mean(axis=0)
        else:
            y = v if raw else minmax(v) - minmax(v)[:h].mean()
        if o["kernel"] == "rbf":
            k, best = min(h, o["kernel-rows"]), -np.inf
            for a in (1, 0.1, 0.01, 0.001):
                for g in (0.01, 10 ** (-2 / 3), 10 ** (2 / 3), 100):
                    total = 0.0
                    for fold in folds_of(k, 3):
                        rest = np.delete(np.arange(k), fold)
                        total += determination(y[fold], kernel_fitted(X[rest], y[rest], X[fold], a, g))
                    if total > best:
                        best, chosen = total, (a, g)
            found = kernel_fitted(X[:k], y[:k], X[test], *chosen)
        else:
            least = 2.0 ** -52 * max(h, t.d) if o["kernel"] == "raw" else 1e-12
            found = X[test] @ ridge(X[:h], y[:h], least, 1.0 if o["kernel"] == "linear" else 0.0)
        r2 = determination(y[test], found)
        items.append(max(0.0, r2) if o["clip"] == "yes" else r2)
    return {"r2-heldout": Series(items)}
