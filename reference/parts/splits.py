# needs: table bins
class Split:
    """Labels 0 .. K-1 of a factor, the values that occur in ascending order, and rows to learn from and to score."""

    def __init__(self, label, train, test):
        self.label, self.train, self.test, self.K = label, np.asarray(train), np.asarray(test), int(label.max()) + 1

    def undefined(self, i):
        if self.K < 2:
            return Undefined("constant-factor", "factor", i)
        if not len(self.train):
            return Undefined("too-few-samples", "factor", i)
        return Undefined("constant-factor", "factor", i) if len(np.unique(self.label[self.train])) < 2 else None


def splits_of(t, o, stream, how):
    """none: all rows, learnt from and scored. batches: the training rows, then the test rows. fifth: one permutation of
    all rows; of every value's rows in its order the first four fifths (floor) learn, the rest are scored. stratified:
    as fifth, but of every value only the first round-half-even(10000 p) rows, p its share, where n > 10000."""
    v, _ = labels_of(t, t.n, o.get("factor-bins", 10), o.get("categories", "labels") == "cut")
    order = stream.permutation(t.n) if how in ("fifth", "stratified") else None
    to = []
    for i in range(t.M):
        label = np.unique(v[:, i], return_inverse=True)[1]
        train = test = np.arange(t.n)
        if how == "batches":
            train, test = np.arange(train_rows(t.n)), train_rows(t.n) + np.arange(test_rows(t.n))
        elif order is not None:
            train, test = [], []
            for k in range(label.max() + 1):
                own = order[label[order] == k]
                if how == "stratified" and t.n > 10000:
                    own = own[:int(np.rint(10000 * (len(own) / t.n)))]
                train += list(own[:len(own) * 4 // 5])
                test += list(own[len(own) * 4 // 5:])
            train, test = np.sort(np.array(train, int)), np.sort(np.array(test, int))
        to.append(Split(label, train, test))
    return to
