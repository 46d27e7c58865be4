# needs: table r2
AXES = {"hoyer": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    """The mean over samples of (sqrt(d) - |m|_1/|m|_2) / (sqrt(d) - 1), m each code over its deviation (divisor n).
    constants=skip: without constant codes and samples of zeros."""
    moves = [j for j in range(t.d) if varies(t.codes[:, j])]
    if o["constants"] == "keep" and len(moves) < t.d:
        dead = next(j for j in range(t.d) if j not in moves)
        return {"hoyer": Series(value=Undefined("constant-code", "code", dead))}
    if len(moves) < 2:
        return {"hoyer": Series(value=Undefined("one-code" if moves else "constant-code"))}
    m = np.column_stack([np.ldexp(t.codes[:, j], -power) / np.sqrt(np.mean(y * y))
                         for j in moves for y, power in [centred(t.codes[:, j])]])
    size = np.sqrt(np.sum(m * m, axis=1))
    if o["constants"] == "keep" and (size == 0).any():
        return {"hoyer": Series(value=Undefined("not-applicable"))}
    m, size, root = m[size > 0], size[size > 0], np.sqrt(len(moves))
    return {"hoyer": Series(value=float(np.mean((root - np.abs(m).sum(axis=1) / size) / (root - 1))))}
