# needs: table probes


def best_halves(t, o):
    """Rows of two parts, each chosen on in turn: halves of a drawn order, or of the table."""
    order = np.arange(t.n) if o["order"] == "table" else t.stream(METRIC).permutation(t.n)
    return order[:t.n // 2], order[t.n // 2:]


def f1_of_codes(t, i, rows):
    """F1 of every code that is above 0 for factor i above 0, on these rows."""
    z, v = t.codes[rows] > 0, t.factors[rows, i] > 0
    either = z.sum(axis=0) + v.sum()
    return np.divide(2.0 * (z & v[:, None]).sum(axis=0), either, out=np.zeros(t.d), where=either > 0)


def enough_rows(t, i, parts):
    on = [int((t.factors[rows, i] > 0).sum()) for rows in parts]
    return all(k >= 5 and len(rows) - k >= 5 for k, rows in zip(on, parts))
