/* held_out_lines.h -- concordance on published pairs against that on pairs that nobody had seen, and what is known
 * against a variant. */
#pragma once

#include "choice.h"
#include "grid.h"

typedef struct held_out_line {
    const evidence_series *of; /* of the held-out scores */
    uint32_t claim;
    concordance published, held_out; /* pairs 0: not known */
    double change, low, high;        /* held out minus published, 95 % for all lines together; NaN: not known */
    const char *remark;              /* of the published scores or else the held-out ones; NULL: nothing is known */
} held_out_line;

typedef struct held_out_lines {
    uint64_t seed, rows;
    held_out_line *line; /* by property, then from the highest concordance down */
    size_t count;
} held_out_lines;

/* Both are borrowed. */
void held_out_lines_make(const evidence *published, const evidence *held_out, held_out_lines *to);

/* A line falls for certain, which an honest metric is said to in one of forty checks at most, or has a remark. */
int held_out_failed(const held_out_lines *lines);

/* Without remarks it follows from the seed alone: what is asked again is drawn anew by each run. */
grid *held_out_grid(const held_out_lines *lines, int with_remarks);
