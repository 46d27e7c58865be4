# needs: table probes
AXES = {"scr": "factor"}
ABSENT, VARYING = "refused", False


def pairs_of(t, o):
    """Pairs of factors with five rows of each of the four cases in either half: of either order; the pairs of most rows in the rarest case, of equal ones the first."""
    on = t.factors > 0
    least = np.inf * np.ones((t.M, t.M))
    for rows in halves(t):
        both, one = met(on[rows]), on[rows].sum(axis=0)
        for case in (both, one[:, None] - both, one[None, :] - both, len(rows) + both - one[:, None] - one[None, :]):
            least = np.minimum(least, case)
    found = [(-least[a, b], a, b) for a in range(t.M) for b in range(a + 1, t.M) if least[a, b] >= 5]
    return [p for _, a, b in sorted(found)[:o["pairs"]] for p in ((a, b), (b, a))]


def removal(t, x, T, S, o):
    """tied rows: both on or both off; free: of the four cases; either learnt from in equal numbers. biased: T's probe
    on tied rows; clean: T's on free; spurious: S's on free. The n codes of largest |gap of S on free rows times w .
    direction| are taken out, to their mean on the free rows or to 0; what the biased probe gains, as a share of clean
    - biased."""
    on, (learn, test) = t.factors > 0, halves(t)
    T_, S_ = on[:, T], on[:, S]
    cases = [T_ & S_, T_ & ~S_, ~T_ & S_, ~T_ & ~S_]
    tied, _ = even(learn, [cases[0], cases[3]])
    free, _ = even(learn, cases)
    scored, _ = even(test, cases)
    biased, clean, spurious = probe_of(x[tied], T_[tied]), probe_of(x[free], T_[free]), probe_of(x[free], S_[free])
    codes = first_codes(np.abs(gaps(t.codes[free], S_[free]) * (t.directions @ spurious[0])), o["n"], False)
    keep = t.codes[free][:, codes].mean(axis=0) if o["ablate"] == "mean" else 0.0
    without = x[scored] - (t.codes[scored][:, codes] - keep) @ t.directions[codes]
    before, top = right(x[scored], *biased, T_[scored]), right(x[scored], *clean, T_[scored])
    return (right(without, *biased, T_[scored]) - before) / (top - before) if top > before else None


def measure(t, o):
    """The mean over S of each T whose clean probe is right more often than the biased one."""
    if not is_known(t):
        return undefined_all(Undefined("not-applicable"), AXES, t)
    t = in_order(t, o, t.stream(METRIC))
    x, of = activations_of(t), {}
    pairs = pairs_of(t, o)
    if not pairs:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    for T, S in pairs:
        score_ = removal(t, x, T, S, o)
        if score_ is not None:
            of.setdefault(T, []).append(score_)
    items = [float(np.mean(of[i])) if i in of else Undefined("not-applicable", "factor", i) for i in range(t.M)]
    return {"scr": Series(items, None if of else Undefined("not-applicable"))}
