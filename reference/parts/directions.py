# needs: table
def cosines(t):
    """|cos| of the directions of factors and codes; a direction of zeros has 0 with all."""
    a, b = np.asarray(t.true_directions, float), np.asarray(t.directions, float)
    lengths = np.sqrt((a * a).sum(axis=1))[:, None] * np.sqrt((b * b).sum(axis=1))
    return np.where(lengths > 0.0, np.minimum(np.abs(a @ b.T) / np.where(lengths > 0.0, lengths, 1.0), 1.0), 0.0)


def living(t):
    """The codes that are not 0 in some row."""
    return (t.codes != 0.0).any(axis=0)
