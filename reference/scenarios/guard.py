# needs: draws curves dense
def equally_correlated(x, rho):
    """Normals with correlation rho of any two. Two: C's eigenvectors (1, 1) and (1, -1), the larger eigenvalue first;
    more: C = L L'."""
    m = x.shape[1]
    if m == 2 and rho == 0.0:
        return x
    if m == 2:
        first, second = np.sqrt((1.0 + abs(rho)) / 2.0), np.sqrt((1.0 - abs(rho)) / 2.0)
        sign = 1.0 if rho < 0.0 else -1.0
        return np.stack([-first * x[:, 0] + sign * second * x[:, 1], sign * first * x[:, 0] + second * x[:, 1]], axis=1)
    low = np.zeros((m, m))
    for i in range(m):
        for k in range(i + 1):
            left = 1.0 if i == k else rho
            for q in range(k):
                left -= low[i, q] * low[k, q]
            low[i, k] = np.sqrt(left) if i == k else left / low[k, k]
    return np.stack([total(low[i, :i + 1] * x[:, :i + 1]) for i in range(m)], axis=1)


def with_derived(x, r, p):
    """The sources x with derived factors behind their parents."""
    n, parents = len(x), 1 if p["structure"] == "redundant" else 2
    made = []
    for i in range(p["derived"]):
        of = r.standard_normal((n, parents)) if p["curves"] == "apart" else x
        if parents == 2:
            made.append((joint if p["curves"] == "published" else bounded_joint)(i, of[:, 0], of[:, 1]))
            continue
        bent = (curve if p["curves"] == "published" else bounded_curve)(i, of[:, 0])
        made.append(bent if p["copy"] == 1.0 else (1.0 - p["copy"]) * of[:, 0] + p["copy"] * bent)
    made = np.stack(made, axis=1)
    if p["copy_noise"] > 0.0:
        made = made + p["copy_noise"] * r.standard_normal(made.shape)
    return np.hstack([x[:, :parents], made, x[:, parents:]])


def factors_of(n, r, p):
    derives = p["structure"] in ("redundant", "two-parents")
    x = r.standard_normal((n, p["factors"] - (p["derived"] if derives else 0)))
    if p["structure"] == "correlated":
        x = equally_correlated(x, p["rho"])
    return with_derived(x, r, p) if derives else x


def width_of(p):
    m, kind = p["factors"], p["codes"]
    if kind == "intervals":
        return m * p["parts"]
    return p["width"] or {"fewer": m - 1, "copies": m + 1, "curved-copies": m + 1, "wide": 2 * m}.get(kind, m)


def of_one_factor(v, r, p):
    """Codes of one factor each: which, its scale with its sign, and a share of a curve."""
    m, d, kind = v.shape[1], width_of(p), p["codes"]
    source, scale, bent = np.arange(m - d, m), np.zeros(d), {"curved": p["alpha"], "curved-copies": 1.0}.get(kind, 0.0)
    if kind in ("copies", "curved-copies"):
        source = np.append(np.arange(m), r.integers(0, m, d - m))[r.permutation(d)]
    if kind == "curved":
        source = r.permutation(d)
    if kind != "curved-copies":
        scale = 0.5 + 1.5 * r.random(d)
    if kind not in ("curved", "curved-copies"):
        scale = scale * np.where(r.integers(0, 2, d) == 1, 1.0, -1.0)
    if kind == "scaled":
        source = r.permutation(d)
    x = v[:, source]
    if bent == 0.0:
        return scale * x
    return np.stack([(1.0 - bent) * scale[j] * x[:, j] + bent * curve(j, x[:, j]) for j in range(d)], axis=1)


def of_all_factors(v, r, p):
    m, d = v.shape[1], width_of(p)
    if p["codes"] == "turned":
        sine = math.sin(p["angle"] * (np.pi / 180.0))
        others = sine * sine if m > 1 else 0.0
        a = np.full((m, m), np.sqrt(others / (m - 1) if m > 1 else 0.0))
        np.fill_diagonal(a, np.sqrt(1.0 - others))
    else:
        a = dense_square(r, m, p["condition"]) if p["codes"] == "dense" else dense_wide(r, d, m, p["condition"])
    return np.stack([total(a[j] * v) for j in range(d)], axis=1)


def intervals(v, r, p):
    """Sine and cosine, or the factor where its logistic is in the code's part of (0, 1], else 0."""
    m, parts, z = v.shape[1], p["parts"], []
    for i in r.permutation(m):
        x = v[:, i]
        cut = np.arange(1, parts) / parts if p["cuts"] == "even" else np.sort(r.random(parts - 1))
        cut = np.concatenate([[0.0], cut, [1.0]])
        if parts == 2:
            z += [library(math.sin, x), library(math.cos, x)]
            continue
        y = 1.0 / (1.0 + library(math.exp, -x))
        z += [np.where((y > cut[k]) & (y <= cut[k + 1]), x, 0.0) for k in range(parts)]
    return np.stack(z, axis=1)


def codes_of(v, r, p):
    kind = p["codes"]
    if kind in ("dense", "turned", "wide"):
        return of_all_factors(v, r, p)
    if kind == "intervals":
        return intervals(v, r, p)
    if kind == "gaussian-noise":
        return r.standard_normal((len(v), width_of(p)))
    return -1.0 + 2.0 * r.random((len(v), width_of(p))) if kind == "uniform-noise" else of_one_factor(v, r, p)


def rows(
    n,
    seed,
    structure="independent",
    codes="scaled",
    factors=5,
    width=0,
    rho=0.5,
    derived=1,
    copy=1.0,
    copy_noise=0.0,
    alpha=1.0,
    condition=10.0,
    angle=30.0,
    parts=2,
    cuts="random",
    rows="drawn",
    generators="apart",
    curves="published",
):
    """guard: four laws of the factors and eleven kinds of codes (Joshi et al. 2026; turned: ours). Factors are
    drawn from seed, codes from seed + 1000000. rows=split: in the order of the legacy generator's permutation; rows=test:
    of 5 n rows the last fifth of it."""
    p = dict(
        structure=structure,
        codes=codes,
        factors=factors,
        width=width,
        rho=rho,
        derived=derived,
        copy=copy,
        copy_noise=copy_noise,
        alpha=alpha,
        condition=condition,
        angle=angle,
        parts=parts,
        cuts=cuts,
        curves=curves,
    )
    drawn = 5 * n if rows == "test" else n
    v = factors_of(drawn, np.random.default_rng(seed), p)
    z = codes_of(v, np.random.default_rng(seed + (1000000 if generators == "apart" else 0)), p)
    if rows != "drawn":
        order = np.random.RandomState(seed).permutation(drawn)[-n:]
        v, z = v[order], z[order]
    return v, z, [0] * factors
