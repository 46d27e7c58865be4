# needs: table votes
AXES = {"z-min-var": None}
ABSENT, VARYING = "takes", False
CYCLIC = True


def measure(t, o):
    return {"z-min-var": Series(value=variance_votes(t, o, fixed=True))}
