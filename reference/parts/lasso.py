# needs: table scales
def soft(x, limit):
    return np.sign(x) * max(abs(x) - limit, 0.0)


def descend(Q, q, y2, limit, sweeps):
    """Coordinate descent from 0 for w'Qw/2 - q'w + limit |w|: codes in order, w_j = soft(q_j - (Qw)_j + Q_jj w_j,
    limit) / Q_jj. Ends after a sweep that moved no coefficient by more than 1e-4 of the largest one (or left none), if
    the duality gap is at most 1e-4 y2; or after so many sweeps. A code with Q_jj = 0 has no weight."""
    w, Qw = np.zeros(len(q)), np.zeros(len(q))
    for _ in range(sweeps):
        largest = moved = 0.0
        for j in range(len(q)):
            if Q[j, j] == 0:
                continue
            old = w[j]
            w[j] = soft(q[j] - Qw[j] + Q[j, j] * old, limit) / Q[j, j]
            if w[j] != old:
                Qw += (w[j] - old) * Q[j]
            moved, largest = max(moved, abs(w[j] - old)), max(largest, abs(w[j]))
        if largest == 0 or moved <= 1e-4 * largest:
            rest2 = max(y2 + w @ Qw - 2 * w @ q, 0.0)
            steepest = np.abs(q - Qw).max()
            c = limit / steepest if steepest > limit else 1.0
            gap = (rest2 * (1 + c * c) / 2 if steepest > limit else rest2) + limit * np.abs(w).sum() - c * (y2 - w @ q)
            if gap <= 1e-4 * y2:
                break
    return w


def dependent(A):
    """The first column that is, but for rounding, a sum of those before it, or None."""
    L = np.zeros(A.shape)
    for k in range(len(A)):
        L[k, :k] = np.linalg.solve(L[:k, :k], A[k, :k])
        left = A[k, k] - L[k] @ L[k]
        if not left > 1e-13 * A[k, k]:
            return k
        L[k, k] = np.sqrt(left)
    return None


def optimum(Q, q, limit):
    """The w of least w'Qw/2 - q'w + limit |w|. Codes with a sign go to the optimum for their signs; the first whose
    weight would change its sign leaves; if none does, the code that pulls most beyond the limit, the first of equals,
    joins. Where a code is a sum of others, |w| falls without moving Qw until one leaves."""
    d = len(q)
    w, sign, g = np.zeros(d), np.zeros(d), q.copy()
    for _ in range(20 * d + 100):
        live = np.flatnonzero(sign)
        A, s = Q[np.ix_(live, live)], sign[live]
        at = dependent(A)
        if at is None:
            step, most = np.linalg.solve(A, g[live] - limit * s), 1.0
        else:
            step, most = np.zeros(len(live)), np.inf
            step[:at], step[at] = -np.linalg.solve(A[:at, :at], A[:at, at]), 1.0
            grows = s @ step if abs(s @ step) >= 1e-9 else s[at]
            step = -step if grows > 0 else step
        reach = np.full(len(live), np.inf)
        back = step * s < 0
        reach[back] = np.abs(w[live][back] / step[back])
        out = int(np.argmin(reach)) if len(live) and reach.min() < most else None
        w[live] += step * (most if out is None else reach[out])
        if out is not None:
            w[live[out]] = sign[live[out]] = 0.0
        g = q - Q @ w
        if out is None:
            pull = np.where((sign == 0) & (np.diag(Q) > 0), np.abs(g), 0.0)
            if not pull.max() > limit * (1 + 1e-9):
                break
            j = int(np.flatnonzero(pull >= pull.max() * (1 - 1e-12))[0])
            sign[j] = np.sign(g[j])
    return w


def lasso(X, y, penalty, sweeps, stop="published"):
    """w and b of minimal sum (y - Xw - b)^2/(2n) + penalty |w|_1; a column that does not vary has no weight.
    stop=published: where a descent of so many sweeps ends."""
    moves = np.array([varies(x) for x in X.T])
    A = np.where(moves, X - X.mean(axis=0), 0.0)
    r = y - y.mean() if varies(y) else np.zeros(len(y))
    Q, q, limit = A.T @ A, A.T @ r, penalty * len(y)
    w = optimum(Q, q, limit) if stop == "optimum" else descend(Q, q, r @ r, limit, sweeps)
    return w, y.mean() - X.mean(axis=0) @ w


def folds_of(n, K):
    """Contiguous, the first n mod K of them one row longer."""
    return np.array_split(np.arange(n), K)
