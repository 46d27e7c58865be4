/* evidence_renamed.h -- evidence whose points stand for others: what an exam scored, under the names that rules ask
 * for. */
#ifndef ASSAY_EVIDENCE_RENAMED_H
#define ASSAY_EVIDENCE_RENAMED_H

#include "evidence.h"

typedef struct evidence_place {
    const scenario_point *scored, *stands_for;
} evidence_place;

typedef struct evidence_places {
    evidence_place *at;
    size_t count;
} evidence_places;

/* The evidence with each point under the name that it stands for; truth, sizes, seeds and values are its own. Points
 * without a place are left out. Zero-initialise before; free with evidence_free, also after an error. */
assay_status evidence_renamed(const evidence *from, const evidence_places *places, evidence *to);

/* The place that stands for a point; NULL: none. */
const evidence_place *evidence_place_of(const evidence_places *places, const scenario_point *stands_for);

#endif
