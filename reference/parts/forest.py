# needs: table trees
WORD = 2 ** 64 - 1


def mix(x):
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & WORD
    return x ^ x >> 31


def key_of(key, k):
    """The key of the k-th thing below a key (SplitMix64)."""
    return mix((key + (k + 1) * 0x9E3779B97F4A7C15) & WORD)


def order_of(key, d):
    """The random order in which a node looks at the features; a function of the node's key."""
    draw, order = mix(key ^ 0xD1342543DE82EF95), list(range(d))
    for i in range(d):
        j = i + ((draw >> 32) * (d - i) >> 32)
        order[i], order[j] = order[j], order[i]
        draw = (draw * 6364136223846793005 + 1442695040888963407) & WORD
    return order


def bootstrap(key, rows):
    """As many of the rows as there are, with replacement, two to a word."""
    n, drawn = len(rows), []
    for i in range(0, n, 2):
        word = key_of(key, i)
        drawn += [rows[(word >> 32) * n >> 32], rows[(word & 0xFFFFFFFF) * n >> 32]]
    return np.array(drawn[:n])


class Labels:
    """Gini: impurity 1 - sum_k share_k^2."""

    def __init__(self, label, K):
        self.label, self.K = label, K

    def node(self, rows, weight):
        count = np.bincount(self.label[rows], weight, self.K)
        node = Node(weight.sum(), count / weight.sum())
        node.impurity, node.pure = 1 - np.sum(count ** 2) / node.weight ** 2, (count > 0).sum() == 1
        return node

    def split(self, x, rows, weight, node):
        return gini_split(x, self.label[rows], weight, self.K)

    def gain(self, node, score):
        return node.weight * node.impurity + score

    done = 0.0  # both sides of one class: nothing is better


class Numbers:
    """Variance, of targets in whole units (32 bits of their range in up to 65535 rows): sums are exact."""

    def __init__(self, y, low=None, high=None, most=None):
        low, high = (y.min(), y.max()) if low is None else (low, high)
        bits = max(1, int(most or len(y)).bit_length())
        digits = min(64 - 2 * bits, 52 - bits, 32)
        self.base, self.unit = float(low), float((high / 2 - low / 2) / (2 ** (digits - 1) - 1))
        with np.errstate(all="ignore"):
            self.unit = self.unit if np.isfinite(1 / np.float64(self.unit)) else 1.0
        self.q = ((y - self.base) * (1 / self.unit) + 0.5).astype(np.int64)

    def node(self, rows, weight):
        total = int(np.sum(self.q[rows] * weight.astype(np.int64)))
        node = Node(weight.sum(), self.base + self.unit * (total / weight.sum()))
        node.centre = total // int(weight.sum())
        node.rest, node.pure = float(total - node.centre * int(weight.sum())), len(np.unique(self.q[rows])) == 1
        return node

    def split(self, x, rows, weight, node):
        w = np.cumsum(weight)[:-1]
        L = np.cumsum((self.q[rows] - node.centre) * weight.astype(np.int64))[:-1].astype(float)
        right, W = node.rest - L, node.weight
        score = (L * L * (W - w) + right * right * w) / (w * (W - w))
        score[~apart(x[:-1], x[1:])] = -np.inf
        best = int(np.argmax(score))
        return (score[best], best) if score[best] > -np.inf else None

    def gain(self, node, score):
        return (score - node.rest ** 2 / node.weight) * self.unit ** 2

    done = None


def grow(X, rows, weight, of, tries, depth, key, importance, level=0):
    """A node looks at `tries` features, and on until one is not constant in it; the first of equally good splits wins,
    by the order of the features, then by threshold. It ends with one distinct row, with one target, or at the depth.
    The threshold lies half way between two values; below the left child the key is key_of(key, 0), the right 1."""
    node = of.node(rows, weight)
    if len(rows) < 2 or level == depth or node.pure:
        return node
    best, varied, sorted_by = None, False, {}
    for i, j in enumerate(order_of(key, X.shape[1])):
        if i >= tries and varied or best is not None and best[0] == of.done:
            break
        order = np.argsort(X[rows, j], kind="stable")
        x = X[rows[order], j]
        if not apart(x[0], x[-1]):
            continue
        varied = True
        found = of.split(x, rows[order], weight[order], node)
        if found is not None and (best is None or found[0] > best[0]):
            best, sorted_by[j] = (found[0], j, found[1]), order
    if best is None:
        return node
    score_, j, at = best
    order = sorted_by[j]
    low, high = float(X[rows[order[at]], j]), float(X[rows[order[at + 1]], j])
    middle = low / 2 + high / 2
    node.feature, node.threshold = j, low if middle == high else middle
    importance[j] += of.gain(node, score_)
    left, right = np.sort(order[:at + 1]), np.sort(order[at + 1:])
    node.left = grow(X, rows[left], weight[left], of, tries, depth, key_of(key, 0), importance, level + 1)
    node.right = grow(X, rows[right], weight[right], of, tries, depth, key_of(key, 1), importance, level + 1)
    return node


def values_at(node, x, depths):
    """What the tree says of a row at each of these depths, ascending."""
    to, level = [], 0
    for depth in depths:
        while level < depth and node.feature is not None:
            node, level = (node.left if float(x[node.feature]) <= node.threshold else node.right), level + 1
        to.append(node.value)
    return to


def tree_of(X, rows, of, tries, depth, key):
    """Grown on a bootstrap of the rows; and its importances as shares, None without a split."""
    drawn, weight = np.unique(bootstrap(key_of(key, 0), rows), return_counts=True)
    importance = np.zeros(X.shape[1])
    node = grow(X, drawn, weight.astype(float), of, tries, depth, key_of(key, 1), importance)
    total = importance.sum()
    return node, None if node.feature is None else importance / total if total > 0 else importance


def forest(X, rows, of, trees, tries, depth, key, follow):
    """Importances: the mean over trees that split, as shares; and for each row to follow the sum of what trees say."""
    importance, sums = np.zeros(X.shape[1]), [0.0] * len(follow)
    for k in range(trees):
        node, share = tree_of(X, rows, of, tries, depth, key_of(key, k))
        importance += 0 if share is None else share
        sums = [a + values_at(node, X[s], [depth])[0] for a, s in zip(sums, follow)]
    return importance / importance.sum() if importance.sum() > 0 else importance, sums


def ranked(t):
    """Each value of a code: how many different values are below it."""
    return np.column_stack([np.unique(x, return_inverse=True)[1] for x in t.codes.T])
