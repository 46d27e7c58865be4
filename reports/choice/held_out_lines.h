/* held_out_lines.h -- concordance on published pairs against that on pairs that nobody had seen, and what answered the
 * same question twice otherwise. */
#pragma once

#include "choice.h"
#include "grid.h"

/* An output that is no function of its input: of the values that differ, the two furthest apart. */
typedef struct held_out_unsteady {
    const evidence_series *of;
    const evidence_point *at;
    uint64_t seed;
    double first, again;
} held_out_unsteady;

typedef struct held_out_line {
    const evidence_series *of;
    uint32_t claim;
    concordance published, fresh, held_out; /* fresh: on the published pairs with other rows; pairs 0: not known */
    double change, low, high;               /* held out minus published, 95 % for all lines together; NaN: not known */
    double fresh_change, fresh_low, fresh_high; /* fresh minus published, pair by pair */
    const held_out_unsteady *unsteady;          /* NULL: nothing of it depends on what was asked before */
} held_out_line;

typedef struct held_out_lines {
    uint64_t seed, rows;
    held_out_line *line; /* by property, then from the highest concordance down */
    size_t count;
    held_out_unsteady *unsteady;
    size_t n_unsteady;
} held_out_lines;

/* What a line is made of; all borrowed. fresh: the published pairs on other rows; again: some of held_out once more. */
typedef struct held_out_scores {
    const evidence *published, *fresh, *again;
    const stored_choice *held_out;
} held_out_scores;

/* Free with held_out_lines_free. */
void held_out_lines_make(const held_out_scores *from, held_out_lines *to);
void held_out_lines_free(held_out_lines *lines);

/* For certain: of each change together an honest metric is said to fall once in forty checks at most. */
int held_out_falls(const held_out_line *line);
int held_out_failed(const held_out_lines *lines); /* one falls, or is no function of its input */

grid *held_out_grid(const held_out_lines *lines);
