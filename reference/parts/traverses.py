# needs: table
def equal_steps(z):
    """How many rows from the first go on in steps as large as the first, to 1e-6 of it."""
    if len(z) < 3:
        return len(z)
    step, points = z[1] - z[0], 2
    while points < len(z) and abs(z[points] - z[points - 1] - step) <= 1e-6 * abs(step):
        points += 1
    return points


def points_of(t, o):
    """Rows of a traverse: `steps`, or as many as the first code goes on in equal steps, if that is three or more and
    the rows after them go on likewise, traverse by traverse; else 0. Fewer than three rows are one traverse."""
    z = t.codes[:, 0]
    if o["steps"] or t.n < 3:
        return int(o["steps"]) or t.n
    points = equal_steps(z)
    if points < 3 or z[1] == z[0]:
        return 0
    later = [z[k:k + points] for k in range(points, t.n, points)]
    return points if all(equal_steps(x) == len(x) for x in later) else 0


def mean_of(x, skip):
    """Of the defined ones; or undefined as the first that is not."""
    first = next((y for y in x if is_undefined(y)), None)
    fine = [y for y in x if not is_undefined(y)]
    return first if first is not None and (not skip or not fine) else sum(fine) / len(fine)


def slopes(z, a, i):
    """(a_(k+1) - a_k) / (z_(k+1) - z_k) along a traverse of code i, or why there is none."""
    to = []
    for k in range(len(z) - 1):
        if z[k + 1] == z[k]:
            return Undefined("degenerate-traverse", "code", i)
        to.append((a[k + 1] - a[k]) / (z[k + 1] - z[k]))
        if np.isnan(to[-1]):
            return Undefined("degenerate-traverse", "factor", i)
    return np.array(to)


def traverses_scored(t, o, least, scores):
    """scores(traverses of code i, of factor i, i) for every factor; brought together as reduce-mode says: attribute,
    the mean of items, each the mean of its traverses; sample, the mean over traverses of means over factors; all, of
    all scores; none, undefined unless there is but one. nanmean=no: one undefined score leaves none."""
    points = points_of(t, o)
    count = t.n // points if points else 0
    if not count or points < least:
        return undefined_all(
            Undefined("too-few-samples") if points else Undefined("not-applicable", "code", 0), AXES, t
        )
    cut = lambda x: x[: count * points].reshape(count, points)
    value = [
        [Undefined("not-applicable", "factor", i)] * count
        if i >= t.d or t.levels[i] and o["nominal"] == "refuse"
        else scores(cut(t.codes[:, i]), cut(t.factors[:, i]), i)
        for i in range(t.M)
    ]
    skip, mode = o["nanmean"] == "yes", o["reduce-mode"]
    s = Series([mean_of(x, skip) for x in value])
    if mode == "sample":
        s.value = mean_of([mean_of(list(x), skip) for x in zip(*value)], skip)
    if mode == "all":
        s.value = mean_of(sum(value, []), skip)
    if mode == "none" and count > 1:
        s.items = [Undefined("not-applicable")] * t.M
    if mode == "none" and t.M * count > 1:
        s.value = Undefined("not-applicable")
    return {METRIC: s}
