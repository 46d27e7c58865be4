# needs: table r2
def ranks(x):
    """Ties share their mean rank."""
    values, place, count = np.unique(x, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def unit(x, spearman=False):
    """A column (or its ranks) less its mean, of length 1, and its length in its own unit; zeros of one that does not
    vary or whose range is no number."""
    y, power = centred(ranks(x) if spearman and np.isfinite(x.max() - x.min()) else x)
    length = np.sqrt(np.sum(y * y))
    with np.errstate(all="ignore"):
        return y / length if length > 0 else y, np.ldexp(length, power)


def correlations(v, z, o):
    """M x d. least-norms: a pair whose lengths multiply to no more is uncorrelated."""
    spearman = o.get("correlation") == "spearman"
    a, b = [unit(x, spearman) for x in v.T], [unit(x, spearman) for x in z.T]
    with np.errstate(all="ignore"):
        return np.array(
            [
                [
                    float(np.sum(x * y)) if p * q > o.get("least-norms", 0) or o.get("least-norms", 0) == 0 else 0.0
                    for y, q in b
                ]
                for x, p in a
            ]
        )
