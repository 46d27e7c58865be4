# needs: table
import math


def normal_chance(z):
    return 0.5 * math.erfc(z / math.sqrt(2))


def explained_chance(Q, n):
    """Of a share of the variance of n rows left out: sqrt(n Q) is normal at most, where nothing is carried."""
    return normal_chance(math.sqrt(n * Q)) if Q > 0 else 1.0


def correlation_chance(x, y):
    return normal_chance(np.corrcoef(x, y)[0, 1] * math.sqrt(len(x) - 1)) if varies(x) and varies(y) else 1.0


def square_chance(square, k):
    """Chi-square's tail by Wilson and Hilferty."""
    return normal_chance((np.cbrt(square / k) - 1 + 2 / (9 * k)) / math.sqrt(2 / (9 * k)))


def means_chance(label, x):
    """Kruskal and Wallis, of the means of a code over labels."""
    b, K = x - x.mean(), len(np.unique(label))
    if K < 2 or not varies(x):
        return 1.0
    between = sum(b[label == k].sum() ** 2 / np.sum(label == k) for k in np.unique(label))
    return square_chance((len(b) - 1) * between / np.sum(b * b), K - 1)


def label_chance(f, y, X):
    """Thrice the least of three, of the test rows: that of the correlation of labels and predictions; of so many equal
    ones, or more, each with the chance of independent draws; of all rows, d times the least of the codes' means."""
    x, K = f.label[f.test], f.K
    n, equal = len(x), int(np.sum(x == y))
    each = float(np.sum(np.bincount(x, minlength=K) / n * (np.bincount(y, minlength=K) / n)))
    p = 1.0
    if 0 < each < 1 and equal:
        k = np.arange(1, n + 1)
        p = float(np.exp(n * np.log1p(-each) + np.cumsum(np.log((n - k + 1) / k * each / (1 - each))))[equal - 1:].sum())
    rows = np.concatenate([f.train, f.test])
    means = X.shape[1] * min(means_chance(f.label[rows], c) for c in X[rows].astype(float).T)
    return 3 * min(correlation_chance(x, y), p, means)


def is_small(p, M, o):
    """Whether a factor of M counts as predicted; where not its importances are 0."""
    level = o.get("level", 0.01)
    return level == 1 or p * M <= level
