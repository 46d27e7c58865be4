# needs: table votes
AXES = {"z-max-var": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    return {"z-max-var": Series(value=variance_votes(t, o, fixed=False))}
