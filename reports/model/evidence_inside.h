/* evidence_inside.h -- what reading evidence and making it by hand share. */
#pragma once

#include "evidence.h"

typedef struct evidence_owner {
    catalog catalog;
    size_t last; /* the series found last */
} evidence_owner;

evidence_owner *evidence_own(evidence *e); /* made on first use */

/* The point of the series of a variant's output; both are made where they are not there. */
evidence_point *evidence_place(evidence *to, const stored_variant *v, const stored_output *o, const stored_point *p,
                               uint64_t samples);
