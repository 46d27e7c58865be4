# needs: draws
# Sentences of parts of speech, by the structures of Zhang, Prokhorov and Shareghi 2021, section 3.2: the value of a
# factor is which of its words stand in the sentence, in their order.
TAGS = ["n.", "v.", "adv.", "adj.", "prep.", "conj1.", "conj2.", "end-punc."]
WORDS = dict(zip(TAGS + [","], [5, 5, 5, 5, 5, 5, 2, 2, 1]))
POS_LEVELS = [140, 25, 25, 85, 25, 5, 2, 2]


def simple(number):
    """(adj.) n. (adv.) v. (prep.) (adj.) n.: the last adj. is the fastest bit, then adv., prep., the first adj."""
    there = [number & 8, 1, number & 2, 1, number & 4, number & 1, 1]
    return [t for t, use in zip(["adj.", "n.", "adv.", "v.", "prep.", "adj.", "n."], there) if use]


def structures():
    """Each simple structure, followed by the complex ones of it and a second: rules I, II, III; nine tags at most."""
    for a in map(simple, range(16)):
        yield a + ["end-punc."]
        for b in map(simple, range(16)):
            if len(a) + len(b) <= 9:
                yield ["conj1."] + a + [","] + b + ["end-punc."]
                yield a + ["conj1."] + b + ["end-punc."]
                yield a + [",", "conj2."] + b + ["end-punc."]


def selections(words, count):
    """In how many ways so many different words can be chosen, in order."""
    return int(np.prod([words - k for k in range(count)], dtype=int))


def values(tags, radix, rank):
    """Of the sentence of a structure with this number, whose first word changes slowest."""
    digits = []
    for base in reversed(radix):
        digits.append(rank % base)
        rank //= base
    to = []
    for tag in TAGS:
        own = [(base, digit) for t, base, digit in zip(tags, radix, reversed(digits)) if t == tag]
        value = 0
        for base, digit in own:
            value = value * base + digit
        fewer = range(2, len(own), 2) if tag == "n." else range(1, len(own))
        to.append(value + sum(selections(WORDS[tag], m) for m in fewer) if own else np.nan)
    return to


def pos_rows(n, r):
    """A structure as often as in the corpus, which has 10000 sentences of it at most; then any of its sentences."""
    all_tags = list(structures())
    radix = [[WORDS[t] - tags[:k].count(t) for k, t in enumerate(tags)] for tags in all_tags]
    sentences = [int(np.prod(x, dtype=int)) for x in radix]
    ends = np.cumsum(np.minimum(sentences, 10000))
    v = np.empty((n, len(TAGS)))
    for s in range(n):
        k = int(np.searchsorted(ends, r.integers(ends[-1]), side="right"))
        v[s] = values(all_tags[k], radix[k], int(r.integers(sentences[k])))
    return v
