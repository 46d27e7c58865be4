# needs: table logistic
AXES = {"infoe": "factor"}
CYCLIC = True
ABSENT, VARYING = "refused", False


def fitted_to_labels(X, label, K, iterations):
    """Softmax regression without penalty, values weighing n/(K n_k): what L-BFGS with ten corrections has from zero
    when no derivative exceeds 1e-4, the sum falls by less than 2.2e-9 of itself, or after so many iterations."""
    there, label = np.unique(label, return_inverse=True)
    A, Y = np.column_stack([X, np.ones(len(X))]), np.eye(len(there))[label]
    cost = (len(X) / (len(there) * np.bincount(label)))[label]

    def value(w):
        P = shares(A @ w.reshape(len(there), -1).T)
        return (
            -np.sum(cost * np.log(np.maximum(P[np.arange(len(P)), label], 1e-300))),
            (((P - Y) * cost[:, None]).T @ A).ravel(),
        )

    found = minimize(value, np.zeros(len(there) * A.shape[1]), jac=True, method="L-BFGS-B",
                     options={"maxcor": 10, "gtol": 1e-4, "ftol": 2.2e-9, "maxiter": int(iterations), "maxls": 50})
    W = np.zeros((K, A.shape[1]))
    W[:, -1] = -np.inf
    W[there] = found.x.reshape(len(there), -1)
    return W


def measure(t, o):
    """(H0 - H)/H0, H the mean over scored rows of -log of the probability of their own value (at least 2.2e-16) by a
    softmax regression in which every value weighs the same, of rows=half the first floor(n/2) rows; H0 = log K, or
    against=frequency the entropy of the values. Codes over their deviation, C = strength; codes=discrete: a column of 0
    and 1 for every value, no penalty. Of numbers the regression goes on to its minimum here, whatever `iterations`
    says; where values are separated without an error there is none, and the library stops within 2e-3 of 1."""
    h = t.n // 2 if o["rows"] == "half" and t.n > 1 else t.n
    scored = slice(h if h < t.n else 0, None)
    discrete, items = o["codes"] == "discrete", []
    if discrete:
        X = np.column_stack([(x[:, None] == np.unique(x)).astype(float) for x in t.codes.T])
        if X.shape[1] > 4096:
            return undefined_all(Undefined("not-applicable"), AXES, t)
    else:
        X = np.column_stack([centred(x)[0] for x in t.codes.T])
        X = X / np.where(X.std(axis=0) > 0, X.std(axis=0), 1.0)
    for i, s in enumerate(splits_of(t, o, None, "none")):
        why = s.undefined(i)
        if why is None and len(np.unique(s.label[:h])) < 2:
            why = Undefined("constant-factor", "factor", i)
        if why is not None:
            items.append(why)
            continue
        W = fitted_to_labels(X[:h], s.label[:h], s.K, o["iterations"]) if discrete else \
            logistic(X[:h], s.label[:h], s.K, o["strength"], balanced=True)
        P = shares(scores_of(X[scored], W))
        own = P[np.arange(len(P)), s.label[scored]]
        H = -np.mean(np.log(np.maximum(own, np.finfo(float).eps)))
        p = np.bincount(s.label) / t.n
        H0 = -np.sum(p * np.log(p)) if o["against"] == "frequency" else np.log(s.K)
        items.append(max(0.0, (H0 - H) / H0) if o["against"] == "frequency" else (H0 - H) / H0)
    return {"infoe": Series(items)}
