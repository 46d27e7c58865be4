# needs: table probes
AXES = {"tpp": "factor", "own": "factor", "other": "factor", "ablated": "factor"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """A probe of each class of a group, on rows where one of the group fires. Its codes are the n of largest max(0,
    mean z where the class is on - mean where another is) (w . direction), above 0 (ablate=exact: always n). drop(c,
    q): accuracy of q's probe on its rows less that without c's codes. own = drop(c, c), other = mean drop(c, q), tpp =
    own - other."""
    if not is_known(t):
        return undefined_all(Undefined("not-applicable"), AXES, t)
    t = in_order(t, o, t.stream(METRIC))
    on, x, (learn, test) = t.factors > 0, activations_of(t), halves(t)
    enough = (on[learn].sum(axis=0) >= 5) & (on[test].sum(axis=0) >= 5)
    group = exclusive_group(t, enough)
    if len(group) < 2:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    classes = []
    for c in group:
        cells = [on[:, c], ~on[:, c] & on[:, group].any(axis=1)]
        a, b = even(learn, cells)[0], even(test, cells)[0]
        w, b0 = probe_of(x[a], on[a, c])
        effect = np.maximum(0, gaps(t.codes[a], on[a, c])) * (t.directions @ w)
        classes.append((c, w, b0, b, first_codes(effect, o["n"], o["ablate"] == "positive")))

    def drop(codes, q):
        c, w, b, rows, _ = q
        without = x[rows] - t.codes[rows][:, codes] @ t.directions[codes]
        return right(x[rows], w, b, on[rows, c]) - right(without, w, b, on[rows, c])

    items = {name: [Undefined("not-applicable", "factor", i) for i in range(t.M)] for name in AXES}
    for c in classes:
        own, other = drop(c[4], c), np.mean([drop(c[4], q) for q in classes if q[0] != c[0]])
        for name, value in zip(AXES, (own - other, own, other, len(c[4]) / o["n"])):
            items[name][c[0]] = float(value)
    return {name: Series(x) for name, x in items.items()}
