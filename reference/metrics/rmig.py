# needs: table asked gap
AXES = {"rmig": "factor"}
ABSENT, VARYING = "by factor", True
CYCLIC = True


def measure(t, o):
    """RMIG_i = I(v_i; z_first) - I(v_i; z_second), of codes without a posterior; mean of RMIG_i / H(v_i)."""
    return {"rmig": gap_per_factor(relation_asked(t, o), o)}
