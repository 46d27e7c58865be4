# needs: table intervention logistic
AXES = {"z-diff": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def softmax_layer(X, label, K, stream):
    """One layer with softmax: weights start uniform in +- sqrt(6/(d + K)), class by class, intercepts at 0; 10 epochs,
    each in the order of a permutation, in batches of 64, by Adam at rate 0.01 (.9, .999, 1e-7, Kingma and Ba 2015)."""
    d = X.shape[1]
    W = np.zeros((K, d + 1))
    W[:, :d] = np.sqrt(6 / (d + K)) * (2 * stream.random((K, d)) - 1)
    A, Y = np.column_stack([X, np.ones(len(X))]), np.eye(K)[label]
    mean, square, step = np.zeros(W.shape), np.zeros(W.shape), 0
    for _ in range(10):
        order = stream.permutation(len(X))
        for s in range(0, len(X), 64):
            rows, step = order[s:s + 64], step + 1
            g = (shares(A[rows] @ W.T) - Y[rows]).T @ A[rows] / len(rows)
            mean += (1 - 0.9) * (g - mean)
            square += (1 - 0.999) * (g * g - square)
            W = W - 0.01 * np.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step) * mean / (np.sqrt(square) + 1e-7)
    return W


def points_of(trial, decks, l, o, z):
    """pairs=each: the values of all pairs of 65536 // decks points, or of all; then deck by deck, point by point, two
    rows a pair. batch: a point's value, then each side of its pairs apart. The sums of |differences| of a point."""
    stream, batch, to = trial.stream, o["batch"], np.zeros((trial.counts[l], z.shape[1]))
    far = lambda a, b: np.abs(z[a] - z[b]).sum(axis=0)
    if o["pairs"] == "batch":
        for p in range(len(to)):
            deck = decks[trial.values(decks, 1)[0]]
            if not trial.enough(l, deck):
                return None
            sides = []
            for _ in range(2):
                deck.left = len(deck.card)
                sides.append(deck.deal(batch, 1, stream))
            to[p] = far(*sides)
        return to
    room = max(65536, max(trial.levels) + 1) // len(decks)
    for first in range(0, len(to), room):
        drawn = [
            np.bincount(trial.values(decks, batch), minlength=len(decks))
            for _ in range(first, min(first + room, len(to)))
        ]
        for k, deck in enumerate(decks):
            for p, count in enumerate(drawn):
                if count[k]:
                    rows = deck.deal(2 * int(count[k]), 2, stream)
                    to[first + p] += far(rows[::2], rows[1::2])
    return to


def measure(t, o):
    """A point: the mean |difference| of `batch` pairs of rows that agree in a factor, codes over their deviation (or
    codes=raw). Accuracy of a softmax regression, C = 1 (of two factors one fit), or of a softmax layer learnt from the
    first 4/5 of the training points."""
    trial = Trial(t, o)
    if trial.why is not None:
        return {"z-diff": Series(value=trial.why)}
    z, power = code_rows(t)
    variance = z.var(axis=0)
    if not variance.any() and o["constants"] == "skip":
        return {"z-diff": Series(value=Undefined("no-active-code"))}
    unit_ = np.ldexp(1.0, np.minimum(power, 400)) if o["codes"] == "raw" else \
        np.where(variance > 0, 1 / np.sqrt(np.where(variance > 0, variance, 1)), 0.0)
    points, least = [], 2 if o["pairs"] == "each" or o["short"] == "repeat" else 1
    for l, count in enumerate(trial.counts):
        decks = trial.decks(l, least) if count else []
        found = points_of(trial, decks, l, o, z) if decks else np.zeros((0, t.d))
        if decks is None or found is None:
            return {"z-diff": Series(value=trial.why)}
        points.append(found)
    X = np.concatenate(points) * (unit_ / o["batch"])
    K = len(trial.played)

    def judge(train, test):
        if o["classifier"] == "layer":
            learn = train[:len(train) - len(train) // 5]
            W = softmax_layer(X[learn], trial.label[learn], K, trial.stream)
        else:
            W = logistic(X[train], trial.label[train], K, one_versus_rest=K == 2)
        return float(np.mean(np.argmax(scores_of(X[test], W), axis=1) == trial.label[test]))

    return {"z-diff": Series(value=trial.value(judge))}
