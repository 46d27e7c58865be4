# needs: table bins
def covariance(t, o):
    """Of the codes that vary in the rows asked (divisor n - 1), or constants=keep of all; or why there is none."""
    z = t.codes[:rows_asked(t, o)]
    if len(z) < 2:
        return Undefined("too-few-samples")
    moves = [j for j in range(t.d) if varies(z[:, j])]
    kept = list(range(t.d)) if o["constants"] == "keep" else moves
    if not moves or len(kept) < 2:
        return Undefined("one-code" if moves else "constant-code")
    y = z[:, kept] - z[0, kept]
    with np.errstate(all="ignore"):
        y = y - y.mean(axis=0)
        sigma = np.array([[np.sum(a * b) for b in y.T] for a in y.T]) / (len(z) - 1)
    bad = np.argwhere(~np.isfinite(sigma))
    return Undefined("not-applicable", "code", kept[int(bad[0][0])]) if len(bad) else sigma
