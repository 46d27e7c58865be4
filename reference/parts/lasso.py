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


def lasso(X, y, penalty, sweeps):
    """w and b of minimal sum (y - Xw - b)^2/(2n) + penalty |w|_1; a column that does not vary has no weight."""
    moves = np.array([varies(x) for x in X.T])
    A = np.where(moves, X - X.mean(axis=0), 0.0)
    r = y - y.mean() if varies(y) else np.zeros(len(y))
    w = descend(A.T @ A, A.T @ r, r @ r, penalty * len(y), sweeps)
    return w, y.mean() - X.mean(axis=0) @ w


def folds_of(n, K):
    """Contiguous, the first n mod K of them one row longer."""
    return np.array_split(np.arange(n), K)
