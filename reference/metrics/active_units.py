# needs: table
AXES = {"active-units": "code"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """1 for a code whose variance (divisor n - 1) is above the threshold; the number of them."""
    if t.n < 2:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    with np.errstate(over="ignore"):
        items = [float(np.var(z - z[0], ddof=1) > o["threshold"]) for z in t.codes.T]
    return {"active-units": Series(items, sum(items))}
