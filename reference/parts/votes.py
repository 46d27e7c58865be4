# needs: table intervention
def variance_votes(t, o, fixed):
    """Every point draws a value and deals a batch, which votes for the code of the smallest (fixed) or largest variance
    in the batch over its variance in all rows (variance-rows of them, drawn after the factors); of equal ones (to
    1e-12) the first. A code gets a vote if it varies and deviates by std or more. short=refuse: a batch is of rows
    shuffled anew. A code is its factor's with the most training votes, of equal ones the first's. dead: no code left is
    undefined, or 0; vote: the first constant code gets every vote."""
    trial = Trial(t, o, others=not fixed)
    if trial.why is not None:
        return trial.why
    z, power = code_rows(t)
    rows = slice(None)
    if 0 < o["variance-rows"] < t.n:
        rows = Deck(range(t.n)).draw(int(o["variance-rows"]), trial.stream)
    count = len(z[rows])
    total = z[rows].var(axis=0) * count / max(count - 1, 1)
    constant = np.flatnonzero(total == 0)
    with np.errstate(all="ignore"):
        active = np.flatnonzero((total > 0) & (np.ldexp(np.sqrt(total), power) >= o["std"]))
    only = int(constant[0]) if o["dead"] == "vote" and len(constant) else None
    if not len(active) and only is None:
        return 0.0 if o["dead"] == "zero" else Undefined("no-active-code")
    votes, refuse = [], o["short"] == "refuse"
    for l, points in enumerate(trial.counts):
        decks = trial.decks(l, 1 if refuse else 2) if points else None
        for _ in range(points):
            if decks is None:
                return trial.why
            deck = decks[trial.values(decks, 1)[0]]
            if not trial.enough(l, deck):
                return trial.why
            if refuse:
                deck.left = len(deck.card)
            batch = z[deck.deal(o["batch"], 1, trial.stream)]
            if only is not None:
                votes.append(only)
                continue
            x = batch - batch[0]
            spread = np.maximum((x * x).sum(axis=0) - x.sum(axis=0) ** 2 / len(x), 0.0)
            ratio = spread[active] / total[active]
            best = 0
            for k in range(1, len(ratio)):
                if ratio[k] < ratio[best] * (1 - 1e-12) if fixed else ratio[k] > ratio[best] * (1 + 1e-12):
                    best = k
            votes.append(int(active[best]))
        if points and decks is None:
            return trial.why
    votes = np.array(votes)

    def judge(train, test):
        learnt, tested = np.zeros((len(trial.played), t.d)), np.zeros((len(trial.played), t.d))
        np.add.at(learnt, (trial.label[train], votes[train]), 1)
        np.add.at(tested, (trial.label[test], votes[test]), 1)
        return tested[learnt.argmax(axis=0), np.arange(t.d)].sum() / tested.sum()

    return trial.value(judge)
