# needs: table information r2 gap svm one_tree
AXES = {"sap": "factor"}
ABSENT, VARYING = "by factor", True
CYCLIC = True
PREDICTORS = {"r2": squared_correlation, "mi": mutual_information, "tree-accuracy": tree_accuracies,
              "svm-accuracy": svm_accuracies}


def measure(t, o):
    """The gap per factor of how well one code predicts it. categorical: what predicts labels; defined: trees of three
    classes or more where the others are predicted by r2, else the same. nominal=number: no factor is
    categorical."""
    r = PREDICTORS[o["relation"]](t, o)
    named = o["categorical"]
    numbered = 2 if named == "defined" else 0
    if named == "defined":
        named = "tree-accuracy" if o["relation"] == "r2" else "same"
    if named != "same" and o["nominal"] == "refuse" and (t.levels > numbered).any():
        names = PREDICTORS[named](t, o)
        for i in np.flatnonzero(t.levels > numbered):
            r.value[i], r.factor_total[i] = names.value[i], names.factor_total[i]
    return {"sap": gap_per_pair(r, o) if o["pairing"] == "identity" else gap_per_factor(r, o)}
