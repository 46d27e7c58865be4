# needs: draws
def rows(n, seed, on=uniform(8), known=4):
    """partial: z = w, v the first `known` columns of w (Boilard 2022, figure 3.7)."""
    v, x, levels = on(n, np.random.default_rng(seed))
    return v[:, :known], x, levels[:known]
