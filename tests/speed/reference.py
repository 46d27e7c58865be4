"""Reference times for `make bench`: the same work in NumPy, scikit-learn, XGBoost and ranger, one core.

Reads names of works from standard input and answers each with a JSON line: {"seconds": S, "took": T, "note": WORDS}, or
{} where there is no such work or what it takes is not installed; T is S without scaling. Each function is written the
way a careful researcher would, vectorised over rows; the times are CPU seconds of this process, those of ranger of its
own. Where the real work is too long a stated part of it is timed and scaled, and the note says so.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np  # noqa: E402  (after the threads are fixed)

N, M = 20000, 8
BINS = 10


def noise(alpha=0.4, seed=0, n=N):
    rng = np.random.default_rng(seed)
    v = rng.random((n, M))
    return v, (1 - alpha) * v + alpha * rng.random((n, M))


def binned(x):
    low, high = x.min(0), x.max(0)
    scaled = (x - low) / (high - low)
    return np.digitize(scaled, np.arange(BINS) / BINS) - 1


def joint_bincount(b, c):
    return np.bincount(b * BINS + c, minlength=BINS * BINS).reshape(BINS, BINS)


def joint_histogram2d(b, c):
    return np.histogram2d(b, c, bins=BINS)[0]


joint = joint_histogram2d


def information(v, z):
    """MI matrix in bits from one joint histogram a pair, and both entropies."""
    b, c = binned(v), binned(z)
    n = len(b)
    mi = np.empty((b.shape[1], c.shape[1]))
    for i in range(b.shape[1]):
        for j in range(c.shape[1]):
            p = joint(b[:, i], c[:, j]) / n
            outer = p.sum(1, keepdims=True) * p.sum(0, keepdims=True)
            seen = p > 0
            mi[i, j] = (p[seen] * np.log2(p[seen] / outer[seen])).sum()

    def entropy(x):
        p = np.bincount(x, minlength=BINS) / n
        p = p[p > 0]
        return -(p * np.log2(p)).sum()

    return mi, np.array([entropy(x) for x in b.T]), np.array([entropy(x) for x in c.T])


def gap(m, axis):
    s = np.sort(m, axis=axis)
    return np.take(s, -1, axis) - np.take(s, -2, axis)


def mig(v, z):
    mi, _, hz = information(v, z)
    return gap(mi / hz, 1).mean()


def mig_sup(v, z):
    mi, _, hz = information(v, z)
    return gap(mi / hz, 0).mean()


def jemmig(v, z):
    mi, hv, hz = information(v, z)
    best = mi.argmax(1)
    rows = np.arange(len(mi))
    both = hv + hz[best] - mi[rows, best]
    return (1 - (both - gap(mi, 1)) / (hv + np.log2(BINS))).mean()


def dcimig(v, z):
    mi, hv, _ = information(v, z)
    gaps, best = gap(mi, 0), mi.argmax(0)
    return sum(max([g for g, b in zip(gaps, best) if b == i], default=0) for i in range(len(mi))) / hv.sum()


def modularity(v, z):
    mi, _, _ = information(v, z)
    top = mi.max(0) ** 2
    return (1 - ((mi**2).sum(0) - top) / ((len(mi) - 1) * top)).mean()


def sap(v, z):
    r = np.corrcoef(v.T, z.T)[: v.shape[1], v.shape[1] :] ** 2
    return gap(r, 1).mean()


def irs(v, z):
    b = binned(v)
    most = np.abs(z - z.mean(0)).max(0)
    scores = np.empty((v.shape[1], z.shape[1]))
    for i in range(v.shape[1]):
        away = [np.abs(g - g.mean(0)).max(0) for g in (z[b[:, i] == k] for k in np.unique(b[:, i]))]
        scores[i] = 1 - np.mean(away, 0) / most
    return np.average(scores.max(0), weights=most)


works = {}  # name: (what gives the seconds of one time, factor, note)


def work(name, function, factor=1, note=""):
    works[name] = (lambda: seconds_of(function), factor, note)


def seconds_of(function):
    """Of one time, as the mean of as many as take long enough to be measured."""
    start, times = time.process_time(), 0
    while times == 0 or time.process_time() - start < 0.03:
        function()
        times += 1
    return (time.process_time() - start) / times


def with_joint(how, function):
    def run(*args):
        global joint
        joint = how
        return function(*args)

    return run


def one_information(function):
    """All metrics draw on one matrix of mutual information."""
    def run(v, z):
        global information
        kept, made = information, information(v, z)
        information = lambda *_: made  # noqa: E731
        try:
            function(v, z)
        finally:
            information = kept

    return run


def numpy_part():
    v, z = noise()
    metrics = (mig, mig_sup, jemmig, dcimig, modularity, sap, irs)

    def each(v, z):
        for f in metrics:
            f(v, z)

    def of(how, function):
        return lambda: with_joint(how, function)(v, z)

    work("generate noise", noise)
    work("relation mi", of(joint_bincount, information), note="one np.bincount a pair")
    work("relation r2", lambda: np.corrcoef(v.T, z.T)[:M, M:] ** 2)
    work("histogram metrics", of(joint_histogram2d, each), note="np.histogram2d per pair, as each metric's code alone")
    work("histogram metrics, bincount", of(joint_bincount, each), note="np.bincount per pair, a matrix per metric")
    work("histogram metrics, bincount shared", of(joint_bincount, one_information(each)),
         note="np.bincount per pair, one matrix for all")
    for f in metrics:
        work(f.__name__.replace("_", "-"), of(joint_histogram2d, f))


def product_part():
    """One dgemm of 1,000 factors and so many codes, each column in one piece as in the program."""
    def once(codes):
        a, b = np.random.rand(1000, 5000), np.random.rand(codes, 5000)
        start = time.process_time()
        a @ b.T
        return time.process_time() - start

    for codes in (1024, 4096, 16384):
        works[f"product {codes}"] = (lambda codes=codes: once(codes), 1, "one product of matrices in NumPy")


def sklearn_part():
    from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
    from sklearn.linear_model import Lasso, LogisticRegression
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import GridSearchCV, KFold
    from sklearn.preprocessing import minmax_scale
    from sklearn.tree import DecisionTreeClassifier

    v, z = noise()
    v, z, labels = minmax_scale(v), minmax_scale(z), binned(v)

    def lasso():
        penalties = [1e-4, 1e-3, 0.01, 0.1, 0.2, 0.4, 0.8, 1]
        for i in range(M):
            search = GridSearchCV(Lasso(max_iter=5000), {"alpha": penalties}, cv=KFold(10),
                                  scoring="neg_mean_squared_error")
            search.fit(z, v[:, i])
            Lasso(alpha=search.best_params_["alpha"], max_iter=1000).fit(z, v[:, i])

    def explicitness():
        for i in range(M):
            model = LogisticRegression(multi_class="ovr", class_weight="balanced").fit(z, labels[:, i])
            roc_auc_score(labels[:, i], model.predict_proba(z), multi_class="ovr", average="macro")

    def forest_part():  # one factor, one fold of ten, four settings of twenty with the grid's mean share
        train = np.arange(N) >= N // 10
        for depth, share in ((8, 0.2), (16, 0.8), (64, 0.4), (128, 1.0)):
            model = RandomForestRegressor(10, max_depth=depth, max_features=share, random_state=0)
            model.fit(z[train], v[train, 0])
            model.predict(z[~train])

    def boosting_part():  # one factor, 10 of 100 stages
        model = GradientBoostingClassifier(n_estimators=10, random_state=0).fit(z[:10000], labels[:10000, 0])
        model.predict(z[:15000])

    def classes_part(columns=slice(None), rows=10000, **how):  # one factor, four fifths of the rows to learn from
        def run():
            train = rows // 5 * 4
            model = RandomForestClassifier(max_features="sqrt", random_state=0, **how)
            model.fit(z[:train, columns], labels[:train, 0])
            model.predict(z[train:rows, columns])
            model.feature_importances_

        return run

    shallow = dict(rows=2000, n_estimators=100, max_depth=5)

    from sklearn.feature_selection import mutual_info_regression

    def pair():
        mutual_info_regression(z[:, :1], v[:, 0], n_neighbors=3, random_state=0)

    def tree_pair():  # as SAP by trees: the depth by cross-validation, one code, one factor of ten values
        search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": range(1, 10)}, cv=10)
        search.fit(z[:, :1], labels[:, 0]).score(z[:, :1], labels[:, 0])

    work("nearest-neighbour MI, one pair", pair)
    work("relation mi-knn", pair, M * M, "one pair of 64, scaled")
    work("relation tree-accuracy", tree_pair, M * M, "one pair of 64, scaled")
    work("dci-lasso", lasso)
    work("explicitness", explicitness)
    work("dci-rf", forest_part, 20 / 4 * 10 * M, "4 of the 200 fits of one factor of 8, scaled")
    work("dci-rfc", classes_part(n_estimators=10), M, "one factor of 8, scaled")
    work("rf-acc", classes_part(**shallow), M, "one factor of 8, scaled")
    work("rf1-acc", classes_part(slice(0, 1), **shallow), M * M, "one pair of 64, scaled")
    work("dci-gbt, scikit-learn", boosting_part, 10 * M, "10 of 100 stages of one factor of 8, scaled")


def xgboost_part():
    """Boosted trees as dci-gbt grows them, by XGBoost: every split, and 256 bins."""
    from xgboost import XGBClassifier

    v, z = noise()
    labels = binned(v)

    def boosting_by(method, stages):
        def run():  # one factor
            model = XGBClassifier(n_estimators=stages, max_depth=3, learning_rate=0.1, tree_method=method, n_jobs=1)
            model.fit(z[:10000], labels[:10000, 0])
            model.predict(z[:15000])

        return run

    # bins are made once a fit: 10 stages of them would count that ten times
    work("dci-gbt, XGBoost exact", boosting_by("exact", 10), 10 * M, "10 of 100 stages of one factor of 8, scaled")
    work("dci-gbt, XGBoost hist", boosting_by("hist", 100), M, "one factor of 8, scaled")


def ranger_part():
    """Forests by ranger, in a process of R that is told what to do; false where it does not start."""
    v, z = noise()
    columns = [(x - x.min(0)) / (x.max(0) - x.min(0)) for x in (v, z)] + [binned(v)]
    with tempfile.NamedTemporaryFile(suffix=".ranger") as file:
        for x in columns:
            file.write(np.asarray(x, dtype=float).tobytes(order="F"))
        file.flush()
        script = os.path.join(os.path.dirname(__file__), "ranger.R")
        command = ["Rscript", "--vanilla", script, str(N), str(M), file.name]
        try:
            peer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                    text=True)
        except OSError:
            return False
        if peer.stdout.readline() != "ready\n":
            peer.wait()
            return False

    def asked(name):
        def run():
            peer.stdin.write(name + "\n")
            peer.stdin.flush()
            return float(peer.stdout.readline())

        return run

    works["dci-rf, ranger"] = (asked("regression"), 20 / 4 * 10 * M, "4 of the 200 fits of one factor of 8, scaled")
    works["dci-rfc, ranger"] = (asked("classes"), M, "one factor of 8, scaled")
    works["rf-acc, ranger"] = (asked("shallow"), M, "one factor of 8, scaled")
    return True


def correlation_part():
    """The metrics of 2016 to 2026 that are a few calls: formulas of their papers, not their published code."""
    from scipy.optimize import linear_sum_assignment
    from scipy.stats import rankdata
    from sklearn.cross_decomposition import CCA

    v, z = noise()
    rng = np.random.default_rng(1)

    def correlations(v, z):
        return np.corrcoef(v.T, z.T)[:M, M:]

    def matched(v, z):
        size = np.abs(correlations(v, z))
        return size[linear_sum_assignment(-size)].mean()

    def crossfit():
        for part in np.array_split(rng.permutation(N), 5):
            rest = np.setdiff1d(np.arange(N), part)
            seen, unseen = correlations(v[rest], z[rest]), correlations(v[part], z[part])
            i, j = linear_sum_assignment(-np.abs(seen))
            (np.sign(seen[i, j]) * unseen[i, j]).mean()

    def null_part():  # 10 of 199 permutations
        for _ in range(10):
            matched(v, z[rng.permutation(N)])

    def weak():
        half = CCA(n_components=M, max_iter=500).fit(z[: N // 2], v[: N // 2])
        matched(*half.transform(z[N // 2 :], v[N // 2 :]))

    def features(x):
        phi = np.sin(np.outer(rankdata(x) / N, rng.normal(0, 0.5, 20)) + rng.normal(0, 0.5, 20))
        left, length, _ = np.linalg.svd(phi - phi.mean(0), full_matrices=False)
        return left[:, length > 1e-6 * length[0]]

    def rdc_pair():
        np.linalg.svd(features(v[:, 0]).T @ features(z[:, 0]), compute_uv=False)[0]

    def heldout():
        train, test = slice(N // 2), slice(N // 2, N)
        x = np.hstack([z, np.ones((N, 1))])
        weight = np.linalg.lstsq(x[train], v[train], rcond=None)[0]
        1 - ((v[test] - x[test] @ weight) ** 2).mean(0) / v[test].var(0)

    words = "the formula in NumPy, not the published code"
    work("mcc", lambda: matched(v, z), note=words)
    work("mcc-crossfit", crossfit, note=words)
    work("mcc-null", null_part, 199 / 10, words + "; 10 of 199 permutations, scaled")
    work("mcc-weak", weak, note="scikit-learn's iterative analysis, as the published code has it")
    work("mcc-rdc", rdc_pair, M * M, words + "; one pair of 64, scaled")
    work("r2-heldout", heldout, note=words)


def study_part():
    """Metrics since 2022 by the parts of scikit-learn and NumPy that they are made of: not their published code."""
    from sklearn.feature_selection import mutual_info_classif
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import scale

    v, z = noise()
    rng = np.random.default_rng(1)
    ten, twenty = binned(v), np.minimum((20 * (v - v.min(0)) / np.ptp(v, 0)).astype(int), 19)
    scaled, train, test = scale(z), slice(10000), slice(10000, 15000)

    def neighbours():
        mutual_info_classif(z, twenty[:, 0], n_neighbors=10, random_state=0)

    def infoe():
        model = LogisticRegression(class_weight="balanced").fit(scaled, twenty[:, 0])
        model.predict_log_proba(scaled)

    def med():
        with_joint(joint_histogram2d, information)(v[train], z[train])
        for i in range(M):
            LogisticRegression().fit(scaled[train], ten[train, i]).score(scaled[test], ten[test, i])

    def t_mex():
        total = 0
        for _ in range(9):
            order = rng.permutation(N)
            (f, g), (x, y) = (((a := v[rows]) - a.mean(0), (b := z[rows]) - b.mean(0))
                              for rows in (order[: N // 2], order[N // 2 :]))
            slope = np.linalg.solve(f.T @ f, f.T @ g)
            inverse = np.linalg.inv(x.T @ x)
            along, u = inverse @ (x.T @ y), x @ (inverse / np.diag(inverse))
            e, u2 = y - x @ along, u * u
            mean = along * u2.mean(0)[:, None]
            squares = u2.T @ (e * e) + 2 * along * ((u2 * u).T @ e) + along**2 * (u2 * u2).sum(0)[:, None]
            total += np.sign(slope) * np.sqrt(N // 2) * mean / np.sqrt(squares / (N // 2) - mean**2)
        return total / 9

    def unique():
        np.unique(np.abs(np.corrcoef(v.T, z.T)[:M, M:]).argmax(0)).size

    words = "; parts of scikit-learn, not the published code"
    work("infom", neighbours, M, "mutual_info_classif, one factor of 8, scaled" + words)
    work("infoc", neighbours, M, "mutual_info_classif, one factor of 8, scaled" + words)
    work("infoe", infoe, M, "LogisticRegression, one factor of 8, scaled" + words)
    work("med", med, note="np.histogram2d and LogisticRegression" + words)
    work("t-mex", t_mex, note="the formula in NumPy, every pair at once, not the published code")
    work("dictionary", unique, note="the formula of uniqueness in NumPy, not the published code")


def shuffled_groups(labels, rng):
    return {k: rng.permutation(np.flatnonzero(labels == k)) for k in np.unique(labels)}


def intervention_part():
    """Points of z-diff all at once; votes as the published code draws them, a Python loop over NumPy within a batch."""
    from sklearn.linear_model import LogisticRegression

    v, z = noise()
    labels = binned(v)
    rng = np.random.default_rng(1)
    groups = [shuffled_groups(labels[:, i], rng) for i in range(M)]

    def z_diff():
        x, y = np.empty((15000, M)), np.repeat(np.arange(M), 15000 // M)
        for i in range(M):
            order, count = np.argsort(labels[:, i], kind="stable"), np.bincount(labels[:, i])
            start = np.cumsum(count) - count
            for points in np.array_split(np.flatnonzero(y == i), 15):  # that fit a cache
                value = rng.integers(0, BINS, (len(points), 200))
                a, b = (z[order[start[value] + (rng.random(value.shape) * count[value]).astype(int)]] for _ in "ab")
                x[points] = np.abs(a - b).mean(1)
        which = rng.permutation(15000)
        train, test = which[:10000], which[10000:]
        LogisticRegression(max_iter=10000).fit(x[train], y[train]).score(x[test], y[test])

    def votes(fixed):
        total = z.var(0, ddof=1)
        for p in range(1600):
            i = rng.integers(0, M)
            rows = fixed[i][rng.integers(0, len(fixed[i]))]
            (z[rng.choice(rows, 200)].var(0, ddof=1) / total).argmin()

    def z_min_var():
        votes([list(g.values()) for g in groups])

    def z_max_var():  # rows that agree in all factors but one
        fixed = []
        for i in range(M):
            _, which, count = np.unique(np.delete(labels, i, 1), axis=0, return_inverse=True, return_counts=True)
            order = np.argsort(which, kind="stable")
            ends = np.cumsum(count)
            fixed.append([order[e - c : e] for e, c in zip(ends, count) if c > 1])
        votes(fixed)

    work("z-diff", z_diff)
    work("z-min-var", z_min_var)
    work("z-max-var", z_max_var)


def python_part():
    """Calls of the package, and the leanest programs for the same: every pair at once, no loop over rows."""
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
    import assay
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import roc_auc_score

    v, z = noise()
    labels, rng = binned(v), np.random.default_rng(1)

    def call(metric):
        return lambda: assay.score(metric, v, z, jobs=1)

    def explicitness():
        order = rng.permutation(N)
        train, test = order[: N // 5 * 4], order[N // 5 * 4 :]
        for i in range(M):
            model = LogisticRegression(multi_class="ovr").fit(z[train], labels[train, i])
            roc_auc_score(labels[test, i], model.predict_proba(z[test]), multi_class="ovr", average="macro")

    work("lean explicitness", explicitness)
    work("lean mig", lambda: with_joint(joint_bincount, mig)(v, z))
    for name in ("dictionary", "mcc", "r2-heldout", "explicitness", "z-diff", "t-mex", "mig"):
        work("call " + name, call(name))
        works.setdefault("lean " + name, works[name])


def serve():
    for line in sys.stdin:
        seconds, factor, note = works.get(line.rstrip("\n"), (None, 1, ""))
        took = seconds() if seconds else 0
        print(json.dumps({"seconds": factor * took, "took": took, "note": note} if seconds else {}), flush=True)


if __name__ == "__main__":
    numpy_part()
    product_part()
    try:
        import sklearn  # noqa: F401
    except ImportError:
        print("scikit-learn is not installed: its part is left out", file=sys.stderr)
    else:
        import warnings

        warnings.filterwarnings("ignore")
        intervention_part()
        correlation_part()
        study_part()
        sklearn_part()
        python_part()
    try:
        xgboost_part()
    except ImportError:
        print("XGBoost is not installed: its part is left out", file=sys.stderr)
    if not ranger_part():
        print("ranger (R) is not installed: its part is left out", file=sys.stderr)
    serve()
