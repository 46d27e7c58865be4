# needs: table class_rows dci
ABSENT, VARYING = "takes", True
CYCLIC = True


def measure(t, o):
    """empty=one: the compactness of a factor that no code is important for is 1."""
    r = relation_of(t, forest_classes, o)
    to = dci_scores(r, o)
    if o["empty"] == "one" and t.d > 1:
        c = to["compactness"]
        items = [
            1.0 if r.value[i].sum() == 0 and not is_undefined(r.factor_total[i]) else c.items[i] for i in range(t.M)
        ]
        fine = [x for x in items if not is_undefined(x)]
        to["compactness"] = Series(items, sum(fine) / len(fine) if fine else c.value)
    return to
