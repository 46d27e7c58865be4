# needs: table circle
def train_rows(n):
    """How many rows are for training: the first 10000 of 15000 or more, else two thirds; all of one row."""
    return 10000 if n >= 15000 else max(2 * n // 3, 1)


def test_rows(n):
    """How many of those after them are for testing."""
    return 5000 if n >= 15000 else n - train_rows(n)


def bins_of(x, rule, b, lose=False):
    """The bin of each value of a column, 0 .. b-1, counted by edges: as many as are <= y, less one. -1: in no bin.

    scaled: y = x s + (0 - min s), s = 1/(max - min); edges k (1/b), k = 0 .. b-1

    range: y = x; edges min + k ((max - min)/b); so linspace, whose last bin ends below max + 1e-9

    closed: y = x; edges min + (k (max - min))/b; the last bin ends at min + (b (max - min))/b

    quantile: floor(b #{x' < x}/n)

    What lies beyond an end goes into the last bin, or with `lose` into none. A constant column, and one whose range (or
    its inverse) is beyond double precision, is in one bin. Absent values are in none."""
    there = ~np.isnan(x)
    to = np.full(len(x), -1)
    if not there.any():
        return to
    v = x[there]
    low, high = v.min(), v.max()
    with np.errstate(all="ignore"):
        reach, scale, k = high - low, 1.0 / (high - low), np.arange(b)
    constant = not (high > low and np.isfinite(reach) and (rule != "scaled" or np.isfinite(scale)))
    if constant:
        index = np.zeros(len(v), int)
    elif rule == "quantile":
        index = np.searchsorted(np.sort(v), v, "left") * b // len(v)
    else:
        y = v * scale + (0.0 - low * scale) if rule == "scaled" else v
        edges = {"scaled": k * (1.0 / b), "closed": low + (k * reach) / b}.get(rule, low + k * (reach / b))
        index = np.clip(np.searchsorted(edges, y, "right") - 1, 0, b - 1)
    if lose and not (constant and low < high):
        index = np.where((rule == "linspace") & (v >= high + 1e-9), -1, index)
        index = np.where((rule == "closed") & (v > low + (b * reach) / b), -1, index)
    to[there] = index
    return to


def factor_bins(t, i, rows, rule, b):
    """The bin of each value of a continuous factor; of one on a circle in b equal widths from 0 on, by any rule."""
    x = t.factors[:rows, i]
    if not t.period[i]:
        return bins_of(x, rule, b)
    return np.where(np.isnan(x), -1, np.minimum(np.floor(circle_part(x, t.period[i]) * b), b - 1))


def labels_of(t, rows, b=10, cut=False):
    """Factors as labels, (rows, M) and how many values each may have: a categorical factor's own, or with `cut` like a
    continuous one cut into b equal widths (scaled) of these rows."""
    own = [t.levels[i] > 0 and not cut for i in range(t.M)]
    label = [t.factors[:rows, i] if own[i] else factor_bins(t, i, rows, "scaled", b) for i in range(t.M)]
    counts = [int(t.levels[i]) if own[i] else b for i in range(t.M)]
    return np.array([np.where(np.isnan(x), -1, x) for x in label]).T.astype(int).reshape(rows, t.M), counts


def rows_asked(t, o):
    """All rows, or those for training, of which there are at most 10000."""
    return train_rows(t.n) if o.get("rows", "all") == "train" else t.n
