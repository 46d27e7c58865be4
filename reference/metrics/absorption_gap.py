# needs: table best
AXES = {"absorption-gap": "factor"}
ABSENT, VARYING = "refused", True


def gap_of(t, p, parts, off):
    children, on = children_of(t, p), t.factors > 0
    if not len(children):
        return Undefined("not-applicable", "factor", p)
    gaps = []
    for h in (0, 1) if enough_rows(t, p, parts) else ():
        f1 = f1_of_codes(t, p, parts[h])
        if not f1.max() > 0:
            return Undefined("no-active-code", "factor", p)
        rows = parts[1 - h][on[parts[1 - h], p]]
        fires = t.codes[rows, np.argmax(f1)] > 0
        for c in children:
            with_child = on[rows, c]
            without = ~on[np.ix_(rows, children)].any(axis=1) if off == "all" else ~with_child
            if min(with_child.sum(), without.sum()) >= 5:
                gaps.append(fires[without].mean() - fires[with_child].mean())
    return float(np.mean(gaps)) if gaps else Undefined("too-few-samples", "factor", p)


def measure(t, o):
    """Of each parent, the mean over its children of P(code on | no child on) - P(code on | child on) in its rows; off=this:
    P(code on | child off) before the minus."""
    parts = best_halves(t, o)
    return {"absorption-gap": Series([gap_of(t, p, parts, o["off"]) for p in range(t.M)])}
