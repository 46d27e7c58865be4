# needs: table matched
AXES = {"mcc-rdc": "factor"}
ABSENT, VARYING = "refused", True


def basis_of(x, weight, o):
    """An orthonormal basis of what sin(a_k r/n + b_k), less their means, span; r the ranks 1 .. n (ties: their mean, or
    unstable: as a sort leaves them). singular: directions above 1e-6 of the longest; columns: of as many first columns
    as there are singular values above max(n, K + 1) eps of the largest, which rounding decides."""
    n, K = len(x), len(weight) // 2
    rank = ranks(x) if o["ties"] == "mean" else np.argsort(np.argsort(x)) + 1.0
    if not varies(rank):
        return np.zeros((n, 0))
    f = np.sin(np.outer(rank / n, weight[:K]) + weight[K:])
    f = f - f.mean(axis=0)
    left, value, _ = np.linalg.svd(f, full_matrices=False)
    if o["basis"] == "columns":
        kept = int((value > max(n, K + 1) * np.finfo(float).eps * value[0]).sum())
        return np.linalg.qr(f[:, :kept])[0]
    return left[:, value > 1e-6 * value[0]]


def measure(t, o):
    """The largest singular value of Ux'Uy of every factor and code, then as mcc. Weights: `spread` times standard
    normals, all a, then all b (K = features, n at most): once for factors, then for codes; or both for every pair."""
    why, K, stream = judged_factors(t, o), min(int(o["features"]), t.n), t.stream(METRIC)
    drawn, r, widest = (lambda: o["spread"] * stream.standard_normal(2 * K)), np.zeros((t.M, t.d)), 0
    shared = (drawn(), drawn()) if o["draws"] == "shared" else None
    for i in range(t.M):
        for j in range(t.d if why[i] is None else 0):
            a, b = shared or (drawn(), drawn())
            U, V = basis_of(t.factors[:, i], a, o), basis_of(t.codes[:, j], b, o)
            widest = max(widest, U.shape[1] + V.shape[1])
            if U.shape[1] and V.shape[1]:
                r[i, j] = min(1.0, np.linalg.svd(U.T @ V, compute_uv=False)[0])
    if widest >= t.n:
        return undefined_all(Undefined("too-few-samples"), AXES, t)
    code = matched(r, why)
    left = (lambda i: 0.0) if o["divisor"] == "factors" else no_code
    return {"mcc-rdc": Series([why[i] if why[i] is not None else left(i) if code[i] is None else float(r[i, code[i]])
                               for i in range(t.M)])}
