# needs: table information asked
def labels_information(t, o):
    """Relation mi-labels: I of factors (labels, or factor-bins equal widths) and codes of which every value is a
    class."""
    v, levels = labels_of(t, t.n, o.get("factor-bins", 10))
    z = [np.unique(t.codes[:, j], return_inverse=True)[1] for j in range(t.d)]
    if max(x.max() for x in z) >= 65535:
        raise ValueError("a code has too many values to be labels")
    value = np.array(
        [[information(table_of(v[:, i], z[j], levels[i], z[j].max() + 1)) for j in range(t.d)] for i in range(t.M)]
    )
    return Relation(
        value, [entropy(np.bincount(v[v[:, i] >= 0, i])) for i in range(t.M)], [entropy(np.bincount(x)) for x in z]
    )


def active_codes(t, o):
    """A code whose range is above least-range of the largest code's; codes=discrete: of two values. By neighbours and
    unless columns=all: not one of which all rows but k or fewer have one value, where n > 2 k and they are the most."""
    reach = t.codes.max(axis=0) - t.codes.min(axis=0)
    discrete = o["codes"] == "discrete"
    active = reach > (0.0 if discrete else o["least-range"]) * reach.max()
    if o["relation"] == "mi-knn" and not discrete and o["columns"] == "varying" and t.n > 2 * o["neighbours"]:
        for j in range(t.d):
            others = t.n - np.unique(t.codes[:, j], return_counts=True)[1].max()
            active[j] &= not (2 * others < t.n and others <= o["neighbours"])
    return active


def normalised_information(t, o):
    """NMI, M x d: I / H(v_i) of active codes and factors that vary, else 0; clip=yes: at most 1. And the factors'
    totals."""
    r = relation_of(t, labels_information, o) if o["codes"] == "discrete" else relation_asked(t, o)
    active, nmi = active_codes(t, o), np.zeros((t.M, t.d))
    for i in range(t.M):
        if r.factor_total[i] > 0:
            nmi[i, active] = r.value[i, active] / r.factor_total[i]
    return np.minimum(nmi, 1.0) if o["clip"] == "yes" else nmi, active, r.factor_total


def share_of_largest(x, among):
    return (max(0.0, np.max(x)) / np.sum(x) - 1 / among) / (1 - 1 / among)
