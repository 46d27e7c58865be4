# needs: table
def circle_part(x, period):
    """Where values stand on their circle, from 0 to 1."""
    return x / period - np.floor(x / period)


def circle_columns(t, i):
    """A factor as columns to be multiplied: its numbers, or of one on a circle the cosine and the sine of its angle."""
    if not t.period[i]:
        return [t.factors[:, i]]
    angle = 2.0 * np.pi * circle_part(t.factors[:, i], t.period[i])
    return [np.cos(angle), np.sin(angle)]
