# needs: table information splits
SVM = {"factor-bins": 10, "categories": "labels", "split": "none", "strength": 1, "weights": "even"}


def svm_fit(x, y, cost):
    """w and b that minimise (w^2 + b^2)/2 + sum_s cost_s max(0, 1 - y_s (w x_s + b))^2, y = +-1: Newton's steps with an
    exact search along each; w in units of 1/max |x|."""
    unit = max(float(np.abs(x).max()), 1e-300)
    a = np.column_stack([x / unit, np.ones(len(x))])
    penalty = np.array([min(unit ** -2, 1e300) if unit < 1e150 else 0.0, 1.0])
    at = np.zeros(2)
    for _ in range(500):
        slack = 1 - y * (a @ at)
        on = slack > 0
        gradient = penalty * at - 2 * a[on].T @ (cost[on] * y[on] * slack[on])
        curve = np.diag(penalty) + 2 * (a[on] * cost[on, None]).T @ a[on]
        scale = 1 / np.sqrt(np.diag(curve))
        step = -scale * np.linalg.solve(curve * np.outer(scale, scale), scale * gradient)
        # the derivative along the step is piecewise linear and rises: its zero between two of its corners
        along = y * (a @ step)
        slope = lambda h: np.dot(penalty * (at + h * step), step) - 2 * np.sum(
            (cost * along * np.maximum(slack - h * along, 0))
        )
        corners = np.sort((slack / np.where(along == 0, np.nan, along))[along != 0])
        corners = np.concatenate([[0.0], corners[corners > 0], [max(2.0, 2 * corners.max() if len(corners) else 2.0)]])
        low, high = 0, len(corners) - 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if slope(corners[middle]) < 0 else (low, middle)
        below, above = slope(corners[low]), slope(corners[high])
        h = corners[low] + (corners[high] - corners[low]) * (-below / (above - below) if above > below else 0.0)
        moved_to = at + h * step
        if np.allclose(moved_to, at, rtol=1e-15, atol=0):
            break
        at = moved_to
    return at[0] / unit, at[1]


def svm_machines(x, label, K, strength, balanced):
    """Slope and intercept of every class against the rest; of two classes the second's, mirrored. balanced: C n/(K n_k)
    for the rows of the class and C for the others; of two classes for the rows of each. A class without rows is never
    reported."""
    count = np.bincount(label, minlength=K)
    there = (count > 0).sum()
    weight = np.where(count > 0, len(x) / (there * np.maximum(count, 1)), 0.0) if balanced else np.ones(K)
    machines = [(0.0, -np.inf)] * K
    found = np.flatnonzero(count)
    for k in found[-1:] if there == 2 else found:
        mine = label == k
        rest = weight[found[0]] if there == 2 else 1.0
        machines[k] = svm_fit(x, np.where(mine, 1.0, -1.0), strength * np.where(mine, weight[k], rest))
    if there == 2:
        machines[found[0]] = (-machines[found[1]][0], -machines[found[1]][1])
    return np.array(machines)


def svm_accuracies(t, o):
    """Relation svm-accuracy: the share of scored rows whose class (of the largest w z + b, the first of equal ones) is
    theirs. Totals 1, 0 of constant columns."""
    o = {**SVM, **{k: v for k, v in o.items() if k in SVM}}
    splits = splits_of(t, o, t.stream(relation_name("svm-accuracy", o, SVM)), o["split"])
    value, factor_total = np.zeros((t.M, t.d)), []
    for i, s in enumerate(splits):
        why = s.undefined(i)
        factor_total.append(0.0 if s.K < 2 else 1.0 if why is None else why)
        for j in range(t.d if why is None else 0):
            m = svm_machines(t.codes[s.train, j], s.label[s.train], s.K, o["strength"], o["weights"] == "balanced")
            answer = np.argmax(np.outer(t.codes[s.test, j], m[:, 0]) + m[:, 1], axis=1)
            value[i, j] = np.mean(answer == s.label[s.test])
    return Relation(value, factor_total, [1.0 if varies(t.codes[:, j]) else 0.0 for j in range(t.d)])
