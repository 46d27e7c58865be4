# needs: table
AXES = {"l0": None, "explained-variance": None, "shrinkage": None, "dead": "code", "dense": "code"}
ABSENT, VARYING = "refused", False


def explained(x, off, how):
    """1 less the squared residuals as a share of the squared distances to the mean (power: to 0)."""
    spread = (x * x).sum() if how == "power" else ((x - x.mean(axis=0)) ** 2).sum(axis=0)
    if not np.sum(spread) > 0.0:
        return Undefined("constant-factor")
    if how == "dims":
        moves = spread > 0.0
        return float(np.mean(1.0 - (off * off).sum(axis=0)[moves] / spread[moves]))
    residual = off - off.mean(axis=0) if how == "centred" else off
    return 1.0 - (residual * residual).sum() / np.sum(spread)


def shrunk(x, own, how):
    """How long what is given back is: row by row, by mean lengths, as a slope, or its bias."""
    length, mine = np.sqrt((x * x).sum(axis=1)), np.sqrt((own * own).sum(axis=1))
    there = length > 0.0
    above, below = {"rows": ((mine[there] / length[there]).sum(), there.sum()), "norms": (mine.sum(), length.sum()),
                    "slope": ((x * own).sum(), (x * x).sum()), "bias": ((own * own).sum(), (x * own).sum())}[how]
    return above / below if below else Undefined("not-applicable")


def measure(t, o):
    """xh = z W, x the activations, or factors times their directions. l0: codes that are active in a row; dead: 0 in
    all rows; dense: not 0 in more than a share of them."""
    if t.directions is None:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    x = t.factors @ t.true_directions if t.activations is None else np.asarray(t.activations, float)
    own, filled = t.codes @ t.directions, (t.codes != 0.0).sum(axis=0)
    active = t.codes > 0.0 if o["active"] == "positive" else t.codes != 0.0
    return {"l0": Series(value=active.sum() / t.n),
            "explained-variance": Series(value=explained(x, x - own, o["variance"])),
            "shrinkage": Series(value=shrunk(x, own, o["shrinkage"])), "dead": Series((filled == 0) * 1.0),
            "dense": Series((filled > o["dense"] * t.n) * 1.0)}
