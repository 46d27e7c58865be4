# needs: table class_rows
AXES = {"rf-acc": "factor"}
ABSENT, VARYING = "takes", True
CYCLIC = True


def measure(t, o):
    """The test accuracy of a classification forest on all codes."""
    return {"rf-acc": Series(relation_of(t, forest_classes, o).quality)}
