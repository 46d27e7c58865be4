# needs: draws
def rows(n, seed, change="none"):
    """inputs: perfect codes z = v, M = 4, in other tables: laws, classes, names, units, a few wrong rows (ours)."""
    r, six = np.random.default_rng(seed), ("classes", "mixed", "unbalanced", "merged", "renamed")
    v = r.standard_normal((n, 4)) if change == "gaussian" else r.random((n, 4))
    z, levels, k = v.copy(), np.zeros(4, int), classes(v, 6)
    if change == "unbalanced":
        share = np.cumsum(1.0 / np.arange(1, 7))
        k = np.minimum(np.searchsorted(share, v * share[-1], side="right"), 5) * 1.0
    if change in six:
        own = slice(1, None, 2) if change == "mixed" else slice(None)
        named = {"merged": np.floor(k / 2.0), "renamed": np.array([2, 0, 5, 3, 1, 4.0])[k.astype(int)]}.get(change, k)
        v[:, own], z[:, own], levels[own] = named[:, own], k[:, own] / 5.0, 3 if change == "merged" else 6
    if change == "twice":
        v, levels = np.hstack([v, v[:, :1]]), np.zeros(5, int)
    if change == "shuffled":
        quarter = np.floor(4.0 * z)
        z = (np.array([2, 0, 3, 1.0])[quarter.astype(int)] + (4.0 * z - quarter)) / 4.0
    z = z * {"tiny": 1e-100, "huge": 1e100}.get(change, 1.0)
    if change == "outlier":
        z[0, 0] = 1e6
    if change == "swapped":
        z[:n // 100] = np.roll(z[:n // 100], -1, axis=0)
    return v, z, list(levels)
