# needs: table splits scales correlation
from scipy.optimize import minimize


def shares(score):
    """Softmax of rows."""
    e = np.exp(score - score.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def newton(value, slope_and_curve, w):
    """Newton's steps, halved until the value falls, to where it cannot fall."""
    for _ in range(300):
        slope, curve = slope_and_curve(w)
        step = np.linalg.lstsq(curve, -slope, rcond=1e-15)[0]
        before, h = value(w), 1.0
        while value(w + h * step) > before and h > 1e-12:
            h /= 2
        w = w + h * step
        if h <= 1e-12 or -(slope @ step) <= 1e-16 * max(1.0, abs(before)):
            break
    return w


def classes_fit(A, label, K, strength, cost, penalty):
    """Minimises sum penalty |W|^2/2 + strength sum_s cost_s -log softmax(W a_s)[label_s]; the last column is 1."""
    n, p = A.shape
    Y = np.eye(K)[label]

    def value(w):
        score = A @ w.reshape(K, p).T
        top = score.max(axis=1)
        loss = top + np.log(np.exp(score - top[:, None]).sum(axis=1)) - score[np.arange(n), label]
        return np.sum(penalty * w.reshape(K, p) ** 2) / 2 + strength * np.sum(cost * loss)

    def slope_of(w):
        return (
            penalty * w.reshape(K, p) + strength * ((shares(A @ w.reshape(K, p).T) - Y) * cost[:, None]).T @ A
        ).ravel()

    if K * p > 150:
        by = strength * np.sum(cost)
        found = minimize(lambda w: value(w) / by, np.zeros(K * p), jac=lambda w: slope_of(w) / by, method="L-BFGS-B",
                         options={"maxiter": 3000, "maxfun": 5000, "gtol": 1e-10, "ftol": 1e-15})
        return found.x.reshape(K, p)

    def slope_and_curve(w):
        P = shares(A @ w.reshape(K, p).T)
        slope = slope_of(w)
        curve = np.zeros((K, p, K, p))
        for k in range(K):
            for l in range(k + 1):
                weight = strength * cost * P[:, k] * ((k == l) - P[:, l])
                curve[k, :, l, :] = curve[l, :, k, :] = (A * weight[:, None]).T @ A
        curve = curve.reshape(K * p, K * p) + np.diag(np.tile(penalty, K))
        return slope, curve

    return newton(value, slope_and_curve, np.zeros(K * p)).reshape(K, p)


def binary_fit(A, y, strength, cost, penalty):
    """Minimises sum penalty w^2/2 + strength sum_s cost_s log(1 + exp(-+ w a_s))."""
    sign = 2.0 * y - 1

    def slope_and_curve(w):
        p = 1 / (1 + np.exp(-np.clip(A @ w, -700, 700)))
        return (
            penalty * w + strength * A.T @ (cost * (p - y)),
            np.diag(penalty) + strength * (A * (cost * p * (1 - p))[:, None]).T @ A,
        )

    return newton(lambda w: np.sum(penalty * w * w) / 2 + strength * np.sum(cost * np.logaddexp(0, -sign * (A @ w))),
                  slope_and_curve, np.zeros(A.shape[1]))


def logistic(X, label, K, strength=1.0, balanced=False, one_versus_rest=False):
    """Weights (K, d + 1), the intercept last and free: one fit of all classes, or each against the rest. balanced: a
    row weighs n/(K n_k) of the classes that are there, of two for each against the rest. A class without rows: 0, -inf;
    a column that does not vary: 0."""
    moves = np.flatnonzero([varies(x) for x in X.T])
    there = np.unique(label)
    W = np.zeros((K, X.shape[1] + 1))
    W[[k for k in range(K) if k not in there], -1] = -np.inf
    if len(there) < 2:
        return W
    centre = np.array([X[0, j] for j in moves])
    power = np.array([centred(X[:, j])[1] for j in moves], int)
    y = np.ldexp(X[:, moves] - centre, -power) if len(moves) else np.zeros((len(X), 0))
    mean = y.mean(axis=0)
    A = np.column_stack([y - mean, np.ones(len(X))])
    with np.errstate(all="ignore"):
        penalty = np.concatenate([np.minimum(np.ldexp(1.0, -2 * power), 1e300), [0.0]])
    count = np.bincount(label, minlength=K).astype(float)
    if one_versus_rest:
        found = []
        for k in there:
            own = (label == k) * 1.0
            cost = (
                np.where(own, len(X) / (2 * count[k]), len(X) / (2 * (len(X) - count[k])))
                if balanced
                else np.ones(len(X))
            )
            found.append(binary_fit(A, own, strength, cost, penalty))
    else:
        cost = len(X) / (len(there) * count[label]) if balanced else np.ones(len(X))
        found = classes_fit(A, np.searchsorted(there, label), len(there), strength, cost, penalty)
    for k, w in zip(there, found):
        W[k, moves] = np.ldexp(w[:-1], -power)
        W[k, -1] = w[-1] - w[:-1] @ mean - W[k, moves] @ centre
    return W


def scores_of(X, W):
    return X @ W[:, :-1].T + W[:, -1]


def logistic_scaled(t, scale, rows):
    """Codes to [0, 1], to mean 0 and deviation 1, or as they are; by the first so many rows."""
    def one(x):
        y = minmax(x[:rows]) if rows == len(x) else None
        low, high = x[:rows].min(), x[:rows].max()
        if not high > low:
            return np.zeros(len(x))
        y = (
            x * (1 / (high - low)) + (0 - low * (1 / (high - low)))
            if np.isfinite(1 / (high - low))
            else (x - low) / (high - low)
        )
        return (y - y[:rows].mean()) / y[:rows].std() if scale == "standard" else y
    return t.codes if scale == "raw" else np.column_stack([one(x) for x in t.codes.T])


def auc(score, own):
    """Mann-Whitney with half credit for ties; None: no row, or every row, is of the class."""
    k = own.sum()
    if k in (0, len(own)):
        return None
    return float((ranks(score)[own].sum() - k * (k + 1) / 2) / (k * (len(own) - k)))
