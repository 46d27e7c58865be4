/* hunted.h -- hunts of lists of metrics: what `assay hunt` and `assay audit --hunt` show. */
#pragma once

#include "grid.h"
#include "hunt.h"

typedef struct hunted {
    const char *dir; /* of certificates; NULL: none are written */
    grid *worst[2];  /* NULL: no such table */
    int prints;
    size_t outputs; /* that were hunted, of all calls */
    double certain; /* the largest low end */
} hunted;

grid *hunted_grid(int for_people);

/* Hunts every output that claims a property. ASSAY_EINTERRUPTED: what was found until then is shown, too. */
assay_status hunted_add(hunted *to, const selection *metrics, hunt_asked *a, assay_error *err);
