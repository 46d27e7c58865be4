# needs: table asked gap
AXES = {"mig": "factor"}
ABSENT, VARYING = "by factor", True
CYCLIC = True


def measure(t, o):
    """MIG = mean_i [I(v_i; z_first) - I(v_i; z_second)] / H(v_i)."""
    r = relation_asked(t, o)
    return {"mig": gap_per_pair(r, o) if o["pairing"] == "identity" else gap_per_factor(r, o)}
