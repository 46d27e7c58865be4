# needs: draws
def interference(w, f, share):
    """max(0, f + share (G - I) f), G the products of the directions w, each of length 1."""
    w = w / np.sqrt(total(w * w))[:, None]
    z = f.copy()
    for i in range(len(w)):
        for k in range(len(w)):
            if k != i:
                z[:, i] += share * total(w[i] * w[k]) * f[:, k]
    return np.where(z > 0.0, z, 0.0)


def rows(n, seed, codes="dictionary", share=1.0, factors=8, active=1.6, parts=3, dims=6, spare=4):
    """sparse: activities y, strengths f = y (1/2 + a), and codes of them as of a sparse autoencoder (ours, after Chanin
    et al. 2024 and Elhage et al. 2022)."""
    r, m = np.random.default_rng(seed), factors
    w = r.standard_normal((m, dims)) if codes == "superposed" else None
    u, a, c = r.random((n, m)), r.random((n, m)), r.random((n, m))
    y = (u < active / m) * 1.0
    if codes == "absorbed":
        y[:, 1::2] = (y[:, :m - m % 2:2] == 1.0) & (u[:, 1::2] < 0.5)
    f = np.where(y == 0.0, 0.0, 0.5 + a)
    z = f.copy()
    if codes == "split":
        z = np.where(np.floor(parts * c)[:, :, None] == np.arange(parts), f[:, :, None], 0.0).reshape(n, -1)
    if codes == "absorbed":
        for i in range(0, m - 1, 2):
            z[:, i] = np.where((f[:, i + 1] > 0.0) & (c[:, i] < share), 0.0, f[:, i])
    if codes == "superposed":
        z = interference(w, f, share)
    e = r.random((n, spare))
    return y, np.hstack([z, np.where(e < 0.05, 0.5 + e / 0.05, 0.0)]), [2] * m
