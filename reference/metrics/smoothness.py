# needs: table traverses
AXES = {"smoothness": "factor"}
ABSENT, VARYING = "takes", False


def measure(t, o):
    """1 - L/R: of the slopes' differences x (absolute) L = sum x^p / sum x^(p-1), or the largest; R the range of the
    slopes, or between their quantiles (1 +- ptp-mode)/2, linear. Straight, all x <= 64 eps (max|a| + max|slope| max|z|)
    / |step|: 1; edge=published: only if all of the factor's are to the last bit, else undefined. Steps that differ by
    more than 1e-6 of the first (published: from the one before by 1e-8), or R = 0 (clamp: 0): undefined."""
    published = o["edge"] == "published"

    def one(z, a, i):
        slope = slopes(z, a, i)
        if is_undefined(slope):
            return slope, False
        step = np.diff(z)
        uneven = np.abs(np.diff(step)) > 1e-8 if published else np.abs(step[1:] - step[0]) > 1e-6 * abs(step[0])
        if uneven.any():
            return Undefined("degenerate-traverse", "code", i), False
        x = np.abs(np.diff(slope))
        size = np.abs(a).max() + np.abs(slope).max() * np.abs(z).max()
        if x.max() <= (0.0 if published else 64 * np.finfo(float).eps * size / abs(step[0])):
            return 1.0, True
        share = x / x.max()
        L = x.max() * (np.sum(share ** o["p"]) / np.sum(share ** (o["p"] - 1)) if o["max-mode"] == "lehmer" else 1.0)
        q = o["ptp-mode"]
        R = np.quantile(slope, 0.5 + q / 2) - np.quantile(slope, 0.5 - q / 2)
        if R == 0:
            return 0.0 if o["clamp"] == "yes" else Undefined("degenerate-traverse", "factor", i), False
        return min(max(1 - L / R, 0.0), 1.0) if o["clamp"] == "yes" else 1 - L / R, False

    def scores(z, a, i):
        found = [one(z[k], a[k], i) for k in range(len(z))]
        straight = [f[1] for f in found]
        if published and not all(straight):
            return [Undefined("degenerate-traverse", "factor", i) if line else x for x, line in found]
        return [x for x, _ in found]

    return traverses_scored(t, o, 3, scores)
