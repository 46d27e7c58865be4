# needs: table matched
AXES = {"mcc-weak": None, "mcc-weak-in": None}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """Canonical pairs of the first floor(n/2) rows: columns of mean 0 and deviation 1 there (constant ones 0), singular
    vectors of either side (values below 1e-10 of the largest dropped), then those of their product. The mean |corr| of
    matched pairs, on the other rows and on these."""
    t, h = in_order(t, o, t.stream(METRIC)), t.n // 2
    why = (
        Undefined("too-few-samples")
        if t.n < 6
        else next(
            (Undefined("not-applicable", "factor", i) for i in range(t.M) if are_names(t, i, o)),
            None,
        )
    )
    if why is not None:
        return undefined_all(why, AXES, t)

    def side(a):
        first = a[:h]
        moves = [varies(first[:, k]) for k in range(a.shape[1])]
        y = np.zeros(a.shape)
        for k in np.flatnonzero(moves):
            power = centred(first[:, k])[1]
            scaled = np.ldexp(a[:, k] - a[0, k], -power)
            y[:, k] = (scaled - scaled[:h].mean()) / scaled[:h].std()
        left, value, right = np.linalg.svd(y[:h], full_matrices=False)
        rank = int((value > 1e-10 * value.max()).sum()) if any(moves) else 0
        return y, left[:, :rank], right[:rank].T / value[:rank] if rank else None

    (v, of_v, map_v), (z, of_z, map_z) = side(t.factors), side(t.codes)
    ranks_ = of_v.shape[1], of_z.shape[1]
    if not all(ranks_):
        return undefined_all(Undefined("no-active-code" if ranks_[0] else "constant-factor"), AXES, t)
    if sum(ranks_) > h:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    P, _, Q = np.linalg.svd(of_v.T @ of_z, full_matrices=False)
    a, b = v @ map_v @ P, z @ map_z @ Q.T

    def mean(rows):
        r = np.abs(correlations(a[rows], b[rows], {}))
        return float(r[assigned(r)].mean())

    return {"mcc-weak": Series(value=mean(slice(h, None))), "mcc-weak-in": Series(value=mean(slice(0, h)))}
