# needs: table information splits scales
def apart(low, high):
    """Whether a tree can split between two neighbours: more than 1e-7 apart in single precision."""
    return high > np.float32(low + np.float32(1e-7))


class Node:
    """weight, and of its rows the share of each class or the mean; feature None: a leaf."""

    feature, gain = None, 0.0

    def __init__(self, weight, value):
        self.weight, self.value = weight, value


def gini_split(x, label, weight, K):
    """The best split of rows in ascending order of x: (score, place), the first of equals; None. The score is less the
    sum of both sides' weight * impurity, impurity = 1 - sum_k share_k^2."""
    left = np.cumsum(np.eye(K)[label] * weight[:, None], axis=0)
    all_of = left[-1]
    wl, a, b = left[:-1].sum(axis=1), (left[:-1] ** 2).sum(axis=1), ((all_of - left[:-1]) ** 2).sum(axis=1)
    wr = all_of.sum() - wl
    score = -wr * (1.0 - b / (wr * wr)) - wl * (1.0 - a / (wl * wl))
    score[~apart(x[:-1], x[1:])] = -np.inf
    best = int(np.argmax(score))
    return (score[best], best) if score[best] > -np.inf else None


def folds_stratified(label, K):
    """K folds: the labels, sorted by their first appearance, are dealt out in turn, which says how many of each class a
    fold has; the first rows of a class go to the first folds."""
    first = {k: int(np.argmax(label == k)) for k in np.unique(label)}
    order = sorted(first, key=first.get)
    dealt = np.concatenate([np.full((label == k).sum(), k) for k in order])
    fold = np.empty(len(label), int)
    for k in order:
        share = [int((dealt[f::K] == k).sum()) for f in range(K)]
        fold[label == k] = np.repeat(np.arange(K), share)
    return fold
