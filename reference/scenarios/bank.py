# needs: draws
PROPERTIES = ["modularity", "compactness", "explicitness"]
SPOILS = ["mixing", "rotation", "copies", "noise", "missing", "folding"]


class Draws:
    def __init__(self, values):
        self.values, self.used = values, 0

    def one(self):
        self.used += 1
        return self.values[self.used - 1]

    def between(self, low, high):
        return low + (high - low) * self.one()

    def below(self, bound):
        return int(self.one() * bound)


def law(kinds, i, second, levels):
    if kinds == "categorical" or (kinds == "mixed" and i % 2):
        return ("zipf" if second else "even", levels)
    return ("normal" if second else "uniform", 0)


def draw_factors(p, d):
    m = 3 + d.below(4)
    if p["spoil"] == "rotation":
        m += m % 2
    rho = d.between(0.3, 0.7)
    laws = []
    for i in range(6):
        second = d.one() < 0.5
        laws.append(law(p["kinds"], i, second, 2 + d.below(9)))
    return {
        "m": m,
        "rho": rho if p["dependence"] == "dependent" else 0.0,
        "laws": laws,
        "copies": [1] * 6,
        "mixed": 0.0,
        "turned": 0.0,
        "noise": 0.0,
        "missing": 0,
        "folded": 0,
    }


def two_amounts(d, most, apart, anchored):
    less = d.between(0.0, most - apart)
    less = 0.0 if anchored else less
    return [less, d.between(less + apart, most)]


def two_counts(d, most, anchored):
    less = d.below(most)
    less = 0 if anchored else less
    return [less, less + 1 + d.below(most - less)]


def spoil(p, d, anchored, sides):
    kind = p["spoil"]
    if kind == "copies":
        more = 2 + d.below(2)
        counts = two_counts(d, sides[1]["m"], anchored)
        counts[0] = min(counts[0], sides[0]["m"])
        for s in (0, 1):
            sides[s]["copies"] = [(2, more)[s] if i < counts[s] else 1 for i in range(6)]
    elif kind == "noise":
        share = two_amounts(d, 0.9, 0.05, anchored)
        if p["kinds"] != "continuous":
            share[1] = 0.55 + 0.35 * (share[1] / 0.9)
        for s in (0, 1):
            sides[s]["noise"] = share[s]
    elif kind in ("mixing", "rotation"):
        amounts = two_amounts(d, *((0.45, 0.05) if kind == "mixing" else (0.4, 0.04)), anchored)
        for s in (0, 1):
            sides[s]["mixed" if kind == "mixing" else "turned"] = amounts[s]
    else:
        counts = two_counts(d, min(s["m"] for s in sides) - 1, anchored)
        for s in (0, 1):
            sides[s]["missing" if kind == "missing" else "folded"] = counts[s]


def tangle(p, d, anchored, sides):
    mixed, twice = [], []
    for s in (0, 1):
        share = d.between(0.0, 0.45)
        mixed.append(share if d.one() < 0.5 else 0.0)
        twice.append([d.one() < 0.25 for _ in range(6)])
    if p["property"] != "explicitness":
        return
    for s in (0, 1):
        of = s if anchored and p["order"] == "ordered" else 0
        if p["kinds"] == "continuous":
            sides[s]["mixed"] = mixed[of]
        else:
            sides[s]["copies"] = [1 + t for t in twice[of]]


def nuisances(p, d, fill, side):
    side["copies"] = list(side["copies"])
    for i in range(6):
        if d.one() < 0.25 and p["property"] == "modularity":
            side["copies"][i] = 2
    side["spare"] = d.below(3) + fill
    side["dead"] = d.below(2)
    side["place"], side["map"] = [], []
    for j in range(42):
        side["place"].append(d.one())
        if j >= 24:
            side["map"].append(side["map"][j % 24])
            continue
        curve = d.below(4)
        bend, scale = d.between(1.0, 3.0), (1 + d.below(1000)) / 100.0
        scale = -scale if d.one() < 0.5 else scale
        side["map"].append((curve if p["curves"] == "monotone" else 0, bend, scale, d.below(21) - 10.0))


def draw_pair(p):
    words = [0xBA9C, p["seed"] if p["bank"] < 0 else p["bank"], PROPERTIES.index(p["property"]), SPOILS.index(p["spoil"]), p["order"] == "level",
             p["pair"]]
    r = np.random.default_rng(np.random.SeedSequence([int(w) for w in words]))
    d, own = Draws(r.random(64)), [Draws(r.random(176)), None]
    own[1] = Draws(r.random(176))
    anchored = d.one() < 0.5
    sides = [draw_factors(p, d), draw_factors(p, d)]
    if not anchored or p["order"] == "level":
        sides[1] = dict(sides[0])
    spoil(p, d, anchored, sides)
    tangle(p, d, anchored, sides)
    if p["order"] == "level":
        of = 0 if d.one() < 0.5 else 1
        sides[1 - of] = dict(sides[of])
    much = d.between(0.15, 0.4)
    little = d.between(0.0, much - 0.1)
    if p["spoil"] != "noise":
        sides[0]["noise"] = 0.0 if p["noise"] == "none" else much
        sides[1]["noise"] = little if p["noise"] == "better-side" else sides[0]["noise"]
    codes = [sum(s["copies"][:s["m"]]) for s in sides]
    filled = d.one() < 0.5 and codes[0] < codes[1]
    nuisances(p, own[0], codes[1] - codes[0] if filled else 0, sides[0])
    nuisances(p, own[1], 0, sides[1])
    return sides


def zipf(u, levels):
    sums = np.cumsum(1.0 / np.arange(1, levels + 1))
    return np.minimum(np.searchsorted(sums, u * sums[-1], side="right"), levels - 1).astype(float)


def curved(curve, bend, t):
    return [t, t + bend * (t * t * t), t / (1.0 + bend * np.abs(t)), np.where(t > 0, (1.0 + bend) * t, t)][curve]


def rows(n, seed, property="modularity", spoil="mixing", kinds="continuous", dependence="independent", noise="none",
         curves="monotone", contamination="none", order="ordered", pair=0, side="a", bank=-1):
    """bank: one side of a pair of known order (ours): what of the property is lost, and at random all that it does not
    mean."""
    if contamination == "adversarial":
        raise ValueError("adversarial pairs are recipes: assay generate bank --set contamination=adversarial --numpy "
                         "prints the program of each")
    p = dict(property=property, spoil=spoil, kinds=kinds, dependence=dependence, noise=noise, curves=curves,
             contamination=contamination, order=order, pair=pair, bank=bank, seed=seed)
    side, r = draw_pair(p)[side == "b"], np.random.default_rng(seed)
    m, rho = side["m"], side["rho"]
    x = r.standard_normal((n, m))
    for i in range(1, m if rho else 0):
        x[:, i] = rho * x[:, i - 1] + np.sqrt(1.0 - rho * rho) * x[:, i]
    v, w = x.copy(), np.empty((n, m))
    for i, (kind, levels) in enumerate(side["laws"][:m]):
        u = (np.argsort(np.argsort(x[:, i], kind="stable"), kind="stable") + 0.5) / n
        if kind != "normal":
            v[:, i] = {"uniform": u, "even": np.floor(levels * u), "zipf": zipf(u, levels) if levels else u}[kind]
        w[:, i] = 0.5 + v[:, i] / 3.4641016151377544 if kind == "normal" else v[:, i] / ((levels or 2) - 1)
    a = side["mixed"]
    if a > 0:
        before = np.roll(w, 1, axis=1)
        w = (1.0 - a) * w + a * before if p["kinds"] == "continuous" else np.where(r.random((n, m)) < a, before, w)
    if side["turned"] > 0:
        t = side["turned"]
        c, q = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
        for i in range(0, m - 1, 2):
            y, z = w[:, i] - 0.5, w[:, i + 1] - 0.5
            w[:, i], w[:, i + 1] = 0.5 + (c * y - q * z), 0.5 + (q * y + c * z)
    z = np.repeat(w, side["copies"][:m], axis=1)
    if side["noise"] > 0:
        z = (1.0 - side["noise"]) * z + side["noise"] * r.random(z.shape)
    lost, folded = sum(side["copies"][:side["missing"]]), sum(side["copies"][:side["folded"]])
    z[:, :lost] = r.random((n, lost))
    z[:, :folded] = np.abs(z[:, :folded] - 0.5)
    z = np.hstack([z, r.random((n, side["spare"])), np.full((n, side["dead"]), 0.1)])
    for j in range(z.shape[1]):
        curve, bend, scale, shift = side["map"][j]
        z[:, j] = scale * curved(curve, bend, 2.0 * z[:, j] - 1.0) + shift
    if p["contamination"] == "outlier":
        z[0, 0] = 1e6 * side["map"][0][2]
    if p["contamination"] == "swapped":
        order, old = r.permutation(n), z.copy()
        z[:n // 100] = old[order[:n // 100]]
    order = np.argsort(side["place"][:z.shape[1]], kind="stable")
    return v, z[:, order], [levels for _, levels in side["laws"][:m]]
