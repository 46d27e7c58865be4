# needs: table information r2 neighbours
RELATIONS = {"mi": mutual_information, "r2": squared_correlation, "mi-knn": neighbour_information}


def relation_asked(t, o):
    """The relation that the option `relation` names; mi where the metric has none."""
    return relation_of(t, RELATIONS[o.get("relation", "mi")], o)
