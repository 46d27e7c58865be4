/*
 * published_guard.h -- the published means of a study of the scenario `guard` (Joshi et al. 2026), cell by cell next to
 * those of a store, and what is wrong with them, each defect as numbers that anybody recomputes.
 *
 * A published mean over seeds is reproduced where ours, over the same seeds, differs by no more than the rounding of
 * what is printed here and that of sums (2e-6); agrees within error where the 95 % interval of the difference of two
 * means of as many seeds reaches it; and differs otherwise.
 */
#pragma once

#include "evidence.h"
#include "reproduction.h"

/* Beside REPRODUCTION_DONE, _WITHIN_ERROR, _DIFFERS and _MISSING: scored, and undefined in every seed or in all but
 * one. */
enum { GUARD_UNDEFINED = REPRODUCTION_STATUSES, GUARD_STATUSES };

typedef struct guard_result {
    int experiment, measure; /* 1 to guard_experiments(); 0 to guard_measures() - 1 */
    const char *filed;       /* what it is published under besides its point: exp02's panel, exp11's number of codes */
    char point[192];         /* of the scenario guard */
    uint64_t samples;        /* rows scored, or, of R2, learnt from and scored */
    size_t seeds;            /* that the published mean has; ours has as many */
    double published, ours, half_width; /* NaN: not in the store, or one seed */
    size_t defined;                     /* of our seeds */
    int status;
} guard_result;

/* What is stated of one defect: up to four numbers, each with what it is. */
enum { GUARD_NUMBERS = 4 };
typedef struct guard_defect {
    int number; /* which docs/differences.md refers to */
    const char *statement;
    const char *what[GUARD_NUMBERS]; /* NULL past the last */
    double value[GUARD_NUMBERS];     /* NaN: not in the store */
} guard_defect;

typedef struct guard_results {
    guard_result *at;
    size_t count;
    guard_defect *defect;
    size_t n_defects;
} guard_results;

const char *guard_source(void); /* "Joshi et al. 2026"; NULL: no paper has such a grid */
int guard_experiments(void);
int guard_measures(void);
const char *guard_measure_name(int measure); /* "MCC", "MCC of ranks", ... */
const char *guard_status_text(int status);

/* Zero-initialise before; free with guard_results_free, also after an error. */
assay_status guard_results_of(const evidence *from, guard_results *to, assay_error *err);
void guard_results_free(guard_results *r);
