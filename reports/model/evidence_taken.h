/* evidence_taken.h -- a copy of a part of some evidence: some points, some of their seeds, under names that rules ask
 * for. */
#pragma once

#include "evidence.h"

/* What is taken of a point of a series, and the point that it stands for. */
typedef struct evidence_part {
    const scenario_point *as;
    uint64_t seed_first, seed_end;
} evidence_part;

/* 0: nothing is taken of it. */
typedef int (*evidence_take)(const evidence_series *s, const evidence_point *p, const void *context, evidence_part *to);

/* Truth, sizes and values stay what they are. Zero-initialise before; free with evidence_free. */
void evidence_taken(const evidence *from, evidence_take take, const void *context, evidence *to);
