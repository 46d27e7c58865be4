# needs: table matched
AXES = {"adjusted": None, "p": None, "null": None}
CYCLIC = True
ABSENT, VARYING = "refused", True


def measure(t, o):
    """s, the sum of matched |corr| / min(M, d) (or M), and s_b of codes in the rows of the b-th permutation(n): (s -
    mu)/ (1 - mu), (1 + #{s_b >= s}) / (B + 1), mu = mean s_b. mu = 1 to 1e-12: undefined."""
    why = judged_factors(t, o)
    if all(x is not None for x in why):
        return undefined_all(why[0], AXES, t)
    stream = t.stream(METRIC)
    pearson = dict(o, correlation="pearson")
    columns = lambda a: np.column_stack([ranks(x) for x in a.T]) if o["correlation"] == "spearman" else a
    v, z = columns(t.factors), columns(t.codes)

    def value(codes):
        r = circle_correlations(t, slice(None), pearson, v, codes)
        return sum(abs(r[i, j]) for i, j in enumerate(matched(r, why)) if j is not None and why[i] is None) / divisor(
            why, t.d, o
        )

    s = value(z)
    at_random = [value(z[stream.permutation(t.n)]) for _ in range(o["permutations"])]
    mu = sum(at_random) / len(at_random)
    if not mu < 1 - 1e-12:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    p = (1 + sum(x >= s for x in at_random)) / (len(at_random) + 1)
    return {"adjusted": Series(value=(s - mu) / (1 - mu)), "p": Series(value=p), "null": Series(value=mu)}
