/* study_draws.h -- how sure the scores of one representation are: every variant that wants it, on the same draws. */
#pragma once

#include "resample.h"
#include "scoring.h"

#include <signal.h>

/* Rows, shuffled codes, codes with the defects of the representation up to each stage (equivalent.h). */
enum { DRAWN_ROWS, DRAWN_NULL, DRAWN_DEFECTS, DRAWN };

/* One variant of a representation, and what it wants. */
typedef struct drawn_variant {
    const variant *of;
    size_t index;          /* the caller's */
    uint64_t draws[DRAWN]; /* 0: none */
    int32_t interval_kind; /* UNCERTAIN_BOOTSTRAP or UNCERTAIN_SUBSAMPLE */
    const double *score;   /* [of->metric->n_outputs] of the representation itself */
    double *draw[DRAWN];   /* [n_outputs * draws]; made here */
    double *items;         /* [n_items] of the representation itself, output after output; the caller's */
    size_t n_items;
    size_t *as_good; /* [n_items] shuffled codes whose item is no less; made here */
} drawn_variant;

/* Draws and scores; ASSAY_EINTERRUPTED where *stop is set meanwhile. Free with study_draws_free, whatever comes. */
assay_status study_draws_make(scoring *s, const assay_rep *rep, const resample_set *set, drawn_variant *v, size_t n,
                              const volatile sig_atomic_t *stop, assay_error *err);
void study_draws_free(drawn_variant *v, size_t n);

/* What they say of one output; units: rows, or clusters. Its draws are v's. */
uncertainty study_draws_say(const drawn_variant *v, size_t output, int which, size_t units, double level);

/* p of the items first .. first + count: (1 + as good) / (1 + shuffles), NaN of an undefined one; to[count +
 * shuffles]. */
uncertainty study_draws_items(const drawn_variant *v, size_t first, size_t count, double *to);
