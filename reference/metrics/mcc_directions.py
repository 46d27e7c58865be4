# needs: table assignment directions
AXES = {"mcc-directions": "factor"}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """|cos| of each factor's direction and that of its matched code, of equal sums as SciPy's solver has it.
    codes=alive: of codes that are not 0 in some row. Without a code: undefined, or 0 with divisor=factors."""
    if t.directions is None:
        return undefined_all(Undefined("not-applicable"), AXES, t)
    r = cosines(t)[:, living(t) if o["codes"] == "alive" else slice(None)]
    if not r.shape[1]:
        return undefined_all(Undefined("no-active-code"), AXES, t)
    row, column = assigned(r)
    code = dict(zip(row.tolist(), column.tolist()))
    left = (lambda i: 0.0) if o["divisor"] == "factors" else (lambda i: Undefined("not-applicable", "factor", i))
    return {"mcc-directions": Series([r[i, code[i]] if i in code else left(i) for i in range(t.M)])}
