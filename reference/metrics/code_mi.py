# needs: table information
AXES = {"code-mi": "code"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """The mean I of a code and each other one, binned; constants=skip: without codes that do not vary, keep: these are
    0."""
    z = [bins_of(x[:rows_asked(t, o)], o["rule"], o["bins"]) for x in t.codes.T]
    moves, keep = [len(np.unique(x)) > 1 for x in z], o["constants"] == "keep"
    others, items = (t.d if keep else sum(moves)) - 1, []
    for j in range(t.d):
        found = sum(information(table_of(z[j], z[l], o["bins"], o["bins"])) for l in range(t.d) if l != j)
        items.append(Undefined("constant-code", "code", j) if not keep and not moves[j] else found / others if others
                     else Undefined("one-code", "code", j))
    return {"code-mi": Series(items)}
