# needs: table
AXES = {"l0": None, "explained-variance": None, "shrinkage": None, "dead": "code", "dense": "code"}
ABSENT, VARYING = "refused", False


def measure(t, o):
    """xh = z W or the reconstruction, x the activations, or factors times their directions. l0: codes that are not 0 in a row; dead: 0 in all
    rows; dense: not 0 in more than a tenth of them. shrinkage: the mean of |xh| / |x| over the rows with x. A bias is
    taken from both, so a row that equals it up to single precision does not count there."""
    if t.directions is None:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    x = t.factors @ t.true_directions if t.activations is None else np.asarray(t.activations, float)
    own = t.codes @ t.directions if t.reconstruction is None else t.reconstruction
    filled = (t.codes != 0.0).sum(axis=0)
    spread, off = ((x - x.mean(axis=0)) ** 2).sum(), ((x - own) ** 2).sum()
    length, mine = np.sqrt((x * x).sum(axis=1)), np.sqrt((own * own).sum(axis=1))
    there = length > 0.0
    return {"l0": Series(value=filled.sum() / t.n),
            "explained-variance": Series(value=1.0 - off / spread if spread > 0.0 else Undefined("constant-factor")),
            "shrinkage": Series(value=(mine[there] / length[there]).mean() if there.any() else
                                Undefined("not-applicable")),
            "dead": Series((filled == 0) * 1.0), "dense": Series((filled > 0.1 * t.n) * 1.0)}
