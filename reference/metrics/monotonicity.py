# needs: table traverses
AXES = {"monotonicity": "factor"}
ABSENT, VARYING = "takes", False


def measure(t, o):
    """(slopes above eps less those below -eps) / both; where there are none, what `degenerate` says."""
    flat = {"zero": 0.0, "one": 1.0}

    def scores(z, a, i):
        to = []
        for one in [slopes(z[k], a[k], i) for k in range(len(z))]:
            if is_undefined(one):
                to.append(one)
                continue
            up, down = int((one > o["eps"]).sum()), int((one < -o["eps"]).sum())
            to.append((up - down) / (up + down) if up + down else
                      flat.get(o["degenerate"], Undefined("degenerate-traverse", "factor", i)))
        return to

    return traverses_scored(t, o, 2, scores)
