# needs: table asked gap shares
AXES = {"modularity": "code"}
ABSENT, VARYING = "takes", True
CYCLIC = True


def squared_leak(x):
    """1 - sum of the others' squares / ((K - 1) the largest's square), of K values."""
    share = np.asarray(x) / np.max(x)
    at = int(np.argmax(share))
    return float(1 - np.sum(np.delete(share, at) ** 2) / (len(share) - 1))


def measure(t, o):
    """Of each code over all factors. No item: a constant code, and one that carries nothing, by the test at `level`, or
    less than least-information, of every factor; nor any where the codes' p are as of noise (Simes 1986); 0 with constants=zero, no score with keep. axis=factor: of each factor over all
    codes, a factor that no code carries counting 0; their mean is the score, and there are no items. A factor that
    the relation cannot judge takes no part."""
    r, s = relation_asked(t, o), Series([0.0] * t.d)
    if o["axis"] == "factor":
        if t.d < 2:
            return undefined_all(Undefined("one-code"), AXES, t)
        found = [squared_leak(row) if row.max() > 0 else 0.0 for row in r.value]
        return {"modularity": Series([Undefined("not-applicable")] * t.d, sum(found) / t.M)}
    judged = [i for i in range(t.M) if not is_undefined(r.factor_total[i])]
    if len(judged) < 2:
        return undefined_all(Undefined("one-factor") if judged else r.factor_total[0], AXES, t)
    p = chances(t, o, [not is_undefined(x) and x > 0 for x in r.code_total], r.factor_total)
    p = np.minimum(1.0, p.min(axis=0) * sum(not is_undefined(x) and x > 0 for x in r.factor_total))
    some = np.any(np.sort(p) <= o["level"] * np.arange(1, t.d + 1) / t.d)
    for j in range(t.d):
        most = r.value[judged, j].max()
        if is_undefined(r.code_total[j]):
            item = r.code_total[j]
        elif r.code_total[j] == 0:
            item = Undefined("constant-code", "code", j)
        elif not most > 0 or most < o["least-information"] or p[j] > o["level"] or not some:
            item = Undefined("zero-importance", "code", j)
        else:
            item = squared_leak(r.value[judged, j])
        if is_undefined(item):
            s.value = item if o["constants"] == "keep" else s.value
            item = 0.0 if o["constants"] == "zero" else item
        s.items[j] = item
    return {"modularity": s}
