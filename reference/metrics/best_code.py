# needs: table best
AXES = {"f1": "factor", "code": "factor"}
ABSENT, VARYING = "refused", True


def measure(t, o):
    """The code of the largest F1 on one half of the rows, of equal ones the first; its F1 on the other half; the mean of
    both ways. code: the best on all rows, counted from 1; in all, how many different ones."""
    parts, f1, code = best_halves(t, o), [], []
    for i in range(t.M):
        on = int((t.factors[:, i] > 0).sum())
        if on in (0, t.n) or not enough_rows(t, i, parts):
            f1.append(Undefined("constant-factor" if on in (0, t.n) else "too-few-samples", "factor", i))
            code.append(f1[-1])
            continue
        chosen = [int(np.argmax(f1_of_codes(t, i, rows))) for rows in parts]
        f1.append(np.mean([f1_of_codes(t, i, parts[1 - h])[chosen[h]] for h in (0, 1)]))
        code.append(float(np.argmax(f1_of_codes(t, i, np.arange(t.n))) + 1))
    different = len({x for x in code if not is_undefined(x)})
    return {"f1": Series(f1), "code": Series(code, float(different)) if different else Series(code)}
