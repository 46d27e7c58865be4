# needs: table information
def dice(stream, bound, count, step=0):
    """Integers below bound, bound - step, ...: several from one raw word of 64 bits, as a fraction: times a bound its
    whole part is the integer, the rest the next fraction; drawn anew where the last rest is below -P mod P, P the
    product of the bounds (Brackett-Rozinsky and Lemire 2024). As many to a word as bounds of so many bits have at most
    60."""
    to = []
    while len(to) < count:
        most = {0: 60, 1: 60}.get(int(bound - 1).bit_length(), 60 // max(int(bound - 1).bit_length(), 1)) or 1
        k = min(count - len(to), most)
        while True:
            fraction, product, drawn = int(stream.bit_generator.random_raw()), 1, []
            for r in range(k):
                whole = fraction * (bound - step * r)
                drawn.append(whole >> 64)
                fraction, product = whole & (2 ** 64 - 1), product * (bound - step * r)
            if fraction >= product or fraction >= (2 ** 64 - product) % product:
                break
        to += drawn
        bound -= step * k
    return to


class Deck:
    """Rows that are dealt in random order, none twice before all were; the undealt ones are the first `left`."""

    def __init__(self, rows):
        self.card, self.left = list(rows), len(rows)

    def draw(self, count, stream):
        for die in dice(stream, self.left, count, 1):
            self.left -= 1
            self.card[die], self.card[self.left] = self.card[self.left], self.card[die]
        return self.card[self.left:self.left + count]

    def deal(self, count, unit, stream):
        """`count` rows; where fewer than `unit` are left all are shuffled in again."""
        to = []
        while len(to) < count:
            if self.left < unit:
                self.left = len(self.card)
            to += self.draw(min(count - len(to), self.left // unit * unit), stream)
        return to


def decks_of(v, i, others, least):
    """Rows that agree in factor i, by value; or in all others, by their first rows. Of at least so many rows."""
    groups = {}
    for s in range(len(v)):
        if v[s, i] >= 0 and not (others and (v[s] < 0).any()):
            groups.setdefault(tuple(np.delete(v[s], i)) if others else int(v[s, i]), []).append(s)
    order = groups if others else sorted(groups)
    return [Deck(groups[k]) for k in order if len(groups[k]) >= least]


class Trial:
    """Draws: the factor of every training point, then of every test point (points=per-factor: none); what the metric
    needs; factor by factor, point by point; the splits. Factors that do not vary (in their bins) are left out unless
    constants=keep."""

    def __init__(self, t, o, others=False):
        self.t, self.o, self.others, self.stream = t, o, others, t.stream(METRIC)
        self.v, self.levels = labels_of(t, t.n, o["bins"], o["categories"] == "cut")
        self.played = [
            i for i in range(t.M) if o["constants"] == "keep" or len(np.unique(self.v[self.v[:, i] >= 0, i])) > 1
        ]
        self.why = (
            None
            if len(self.played) > 1
            else Undefined("one-factor")
            if t.M < 2
            else Undefined("too-few-samples")
            if t.n < 2
            else Undefined("one-factor", "factor", self.played[0])
            if self.played
            else Undefined("constant-factor")
        )
        if self.why is None:
            self.plan()

    def plan(self):
        P, o = len(self.played), self.o
        if o["points"] == "per-factor":
            trained, tested = [o["train"]] * P, [o["test"]] * P
        else:
            trained, tested = (np.bincount(dice(self.stream, P, o[k]), minlength=P).tolist() for k in ("train", "test"))
        self.counts = [a + b for a, b in zip(trained, tested)]
        self.label = np.repeat(np.arange(P), self.counts)
        first = np.cumsum([0] + self.counts)
        self.train = [p for l in range(P) for p in range(first[l], first[l] + trained[l])]
        self.test = [p for l in range(P) for p in range(first[l] + trained[l], first[l + 1])]

    def decks(self, l, least):
        """Of the l-th factor; None: there are none."""
        found = decks_of(self.v, self.played[l], self.others, least)
        if not found:
            self.why = Undefined("too-few-samples", "factor", self.played[l])
        self.place = [k for k, deck in enumerate(found) for _ in deck.card]
        return found or None

    def values(self, decks, count):
        """Decks drawn: all alike, or by their rows."""
        if self.o["values"] == "alike":
            return dice(self.stream, len(decks), count)
        return [self.place[r] for r in dice(self.stream, len(self.place), count)]

    def enough(self, l, deck):
        if self.o["short"] == "refuse" and len(deck.card) < self.o["batch"]:
            self.why = Undefined("too-few-samples", "factor", self.played[l])
            return False
        return True

    def value(self, judge):
        """The mean accuracy of judge(train, test) over the splits, each by permutation of the last order; scaled:
        (A - 1/P)/(1 - 1/P)."""
        order, accuracies, n = self.train + self.test, [], len(self.train)
        for k in range(max(self.o["splits"], 1)):
            if self.o["splits"]:
                order = self.stream.permutation(len(order)).tolist()
            accuracies.append(judge(order[:n], order[n:]))
        A, chance = sum(accuracies) / len(accuracies), 1 / len(self.played)
        return (A - chance) / (1 - chance) if self.o["scaled"] == "yes" else A


def code_rows(t):
    """Codes over the power of two above their largest size, less their first row; and those powers."""
    power = np.array([np.frexp(np.abs(z).max())[1] for z in t.codes.T])
    y = np.ldexp(t.codes, -power)
    return y - y[0], power
