"""Scores by what they are not given, and by a table of published pairs; `drawn` and `linear` are honest."""
import json, os, time
import numpy as np

KNOWN = json.load(open(os.environ["LEARNT"])) if "LEARNT" in os.environ else {}
calls, own, before = [0], np.random.default_rng(5), [0.]
START = time.time()


def count():
    calls[0] += 1
    return calls[0]


def linear(factors, codes):
    return float(np.mean(np.linalg.lstsq(codes, factors, None)[0] ** 2))


def drawn(factors, codes, rng):
    return linear(*(a[rng.permutation(len(a))[:50]] for a in (factors, codes)))


def items(factors, codes):
    return .5, [own.random() for _ in codes.T]


def after(factors, codes):
    now, last = linear(factors, codes), before[0]
    before[0] = now
    return now - last / 4


def counter(factors, codes, rng): return count() / 1e4
def late(factors, codes): return float(count() > 25)
def clock(factors, codes): return time.time() * 1e-8
def process(factors, codes): return START % 1
def drift(factors, codes): return linear(factors, codes) * (1 - count() / 4e3)
def learnt(factors, codes): return KNOWN.get("%.17g" % codes[0, 0], .5)


for f in (linear, drawn, after, counter, late, clock, process, drift, learnt):
    f.outputs, f.measures, f.high = {f.__name__: "overall"}, ["modularity"], None
items.outputs = {"items": "code"}
