/* evidence_inside.h -- what reading evidence and making it by hand share. */
#pragma once

#include "evidence.h"

typedef struct texts {
    char **at; /* [room] open addressing; room is 0 or a power of two */
    size_t count, room;
} texts;

typedef struct evidence_owner {
    catalog catalog;
    texts reasons;
    size_t last; /* the series found last */
    int ordered; /* points come in the order of the store: a point is looked for by its rank */
} evidence_owner;

evidence_owner *evidence_own(evidence *e); /* made on first use; NULL: memory ran out */

/* The one copy of a reason; NULL: memory ran out. */
const char *evidence_keep_reason(evidence *e, const char *text);

/* The point of the series of a variant's output; both are made where they are not there. */
assay_status evidence_place(evidence *to, const stored_variant *v, const stored_output *o, const stored_point *p,
                            uint64_t samples, evidence_point **found);
