# needs: draws curves
def quantile(p):
    """The normal quantile (Acklam 2003, rational approximations in three regions)."""
    a = [-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02,
         -3.066479806614716e+01, 2.506628277459239e+00]
    b = [-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
         -1.328068155288572e+01, 1.0]
    c = [-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00,
         4.374664141464968e+00, 2.938163982698783e+00]
    d = [7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1.0]

    def horner(at, x):
        y = at[0]
        for k in at[1:]:
            y = y * x + k
        return y

    if p <= 0.0 or p >= 1.0:
        return -math.inf if p <= 0.0 else math.inf
    if p < 0.02425 or p > 1.0 - 0.02425:
        q = math.sqrt(-2.0 * math.log(p if p < 0.02425 else 1.0 - p))
        y = horner(c, q) / horner(d, q)
        return y if p < 0.02425 else -y
    q = p - 0.5
    return horner(a, q * q) * q / horner(b, q * q)


def firing_law(m, exponent, most, least, roots, branching, depth, exclusive):
    """Of each feature: its parent (-1: none), the feature whose number decides, and between which values it fires."""
    end = math.pow(m, -exponent)
    p = [least + (most - least) * ((math.pow(i + 1.0, -exponent) - end) / (1.0 - end)) for i in range(m)]
    parent, latent, low, high = [-1] * m, list(range(m)), [-math.inf] * m, [quantile(x) for x in p]
    first, following = 0, min(roots, m)
    for _ in range(depth):
        last = following
        for i in range(first, last):
            children = range(following, min(following + branching, m))
            following += len(children)
            shares, at = [p[c] / p[i] for c in children], 0.0
            whole = 0.0
            for x in shares:
                whole += x
            for c, share in zip(children, shares):
                share = min(share / whole if exclusive and whole > 1.0 else share, 1.0)
                parent[c], latent[c] = i, children[0] if exclusive else c
                low[c], high[c] = quantile(at if exclusive else 0.0), quantile(at + share if exclusive else share)
                p[c] = p[i] * share
                at += share
        first = last
    return parent, latent, low, high


def units(w):
    return w / np.sqrt(total(w * w))[:, None] if len(w) else w


def products(w):
    """w w', each sum from the first dimension to the last."""
    g = np.zeros((len(w), len(w)))
    for q in range(w.shape[1]):
        g += w[:, q:q + 1] * w[:, q]
    return g


def pushed_apart(w, overlap):
    """Until the mean of the largest |cos| of each is `overlap`, 100 steps at most: less half of sum_k cos^3 w_k."""
    for _ in range(100 if overlap < 1.0 else 0):
        g = products(w)
        np.fill_diagonal(g, 0.0)
        if total(np.abs(g).max(axis=1)) / len(w) <= overlap:
            break
        cube, by = g * g * g, np.zeros_like(w)
        for k in range(len(w)):
            by += cube[:, k:k + 1] * w[k]
        w = units(w - 0.5 * by)
    return w


def features_drawn(n, r, m, rank, sd, law):
    loading = 0.1 * r.standard_normal((m, rank))
    squares = total(loading * loading) if rank else np.zeros(m)
    with np.errstate(divide="ignore"):
        loading = np.where((squares > 0.9)[:, None], loading * np.sqrt(0.9 / squares)[:, None], loading)
    own, (parent, latent, low, high) = np.sqrt(1.0 - np.minimum(squares, 0.9)), map(np.array, law)
    v = np.zeros((n, m))
    for s in range(n):
        common, g = r.standard_normal(rank), own * r.standard_normal(m)
        for q in range(rank):
            g += loading[:, q] * common[q]
        fires = (low <= g[latent]) & (g[latent] < high)
        for _ in range(9):
            fires &= (parent < 0) | fires[parent]
        v[s, fires] = np.abs(1.0 + sd * r.standard_normal(int(fires.sum())))
    return v


def contexts(v, r):
    """A uniform for each feature that fires, row by row; 1 elsewhere."""
    u = np.ones(v.shape)
    u[v != 0.0] = r.random(int((v != 0.0).sum()))
    return u


def encoded(encoder, dose, v, d, r, parent, sd):
    """Codes and their directions."""
    n, m, dims = len(v), v.shape[1], d.shape[1]
    z, w, share = v.copy(), d.copy(), int(np.floor(dose * m + 0.5))
    drawn = lambda k: units(r.standard_normal((k, dims)))
    if encoder == "absorbed":
        u = contexts(v, r)
        for c in range(m):
            if parent[c] >= 0:
                z[u[:, c] < dose, parent[c]] = 0.0
                w[c] = w[c] + dose * d[parent[c]]
    if encoder == "hedged":
        for i in sorted(set(parent) - {-1}):
            w[i] = w[i] + dose * d[parent.index(i)]
    if encoder == "split":
        chosen, u = set(r.permutation(m)[:share].tolist()), contexts(v, r)
        first, second = np.where(u < 0.5, v, 0.0), np.where(u < 0.5, 0.0, v)
        z = np.hstack([np.stack([first[:, i], second[:, i]] if i in chosen else [v[:, i]], axis=1) for i in range(m)])
        w = np.repeat(d, [2 if i in chosen else 1 for i in range(m)], axis=0)
    if encoder == "merged":
        order, pairs = r.permutation(m), int(np.floor(dose * np.floor(m / 2) + 0.5))
        a, b = order[0:2 * pairs:2], order[1:2 * pairs:2]
        alone = np.sort(order[2 * pairs:])
        z, w = np.hstack([v[:, a] + v[:, b], v[:, alone]]), np.vstack([units(d[a] + d[b]), d[alone]])
    if encoder in ("dead", "dense"):
        more = np.abs(0.5 + 0.1 * r.standard_normal((n, share))) if encoder == "dense" else np.zeros((n, share))
        z, w = np.hstack([v, more]), np.vstack([d, drawn(share)])
    if encoder == "shrunk":
        z = (1.0 - dose) * v
    if encoder == "missed":
        z, w = z[:, :max(m - share, 1)], w[:max(m - share, 1)]
    if encoder == "noisy":
        false = (r.random((n, m)) < dose) & (v == 0.0)
        z[false] = np.abs(1.0 + sd * r.standard_normal(int(false.sum())))
    if encoder == "superposed":
        g = products(d)
        for i in range(m):
            for j in range(m):
                if i != j:
                    z[:, j] += dose * g[j, i] * v[:, i]
        z = np.where(z > 0.0, z, 0.0)
    if encoder in ("permuted-decoder", "random", "random-decoder"):
        chosen = np.sort(r.permutation(m)[:share])
        for i in chosen if encoder == "random" else []:
            z[:, i] = v[r.permutation(n), i]
        if share:
            w[chosen] = d[chosen[r.permutation(share)]] if encoder == "permuted-decoder" else drawn(share)
    return z, w


def rows(n, seed, encoder="oracle", dose=0.4, features=64, dims=32, exponent=0.5, most=0.4, least=0.01, roots=4,
         branching=3, depth=2, exclusive="yes", rank=25, overlap=0.2, sd=0.15):
    """features: a world of features that fire rarely, in trees and together, and an encoder of it with a known defect
    (after Chanin and Garriga-Alonso 2026). Gives factors, codes, classes, directions of codes and of features."""
    r, m = np.random.default_rng(seed), features
    d = pushed_apart(units(r.standard_normal((m, dims))), overlap) if dims else np.eye(m)
    law = firing_law(m, exponent, most, least, roots, branching, depth, exclusive == "yes")
    v = features_drawn(n, r, m, rank, sd, law)
    z, w = encoded(encoder, dose, v, d, r, law[0], sd)
    return v, z, [0] * m, w, d
