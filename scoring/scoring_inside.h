/* scoring_inside.h -- the parts of the host of a metric's call, in the order in which they build on each other. */
#pragma once

#include "axis_name.h"
#include "columns.h"
#include "kinds.h"
#include "owned.h"
#include "reasons.h"
#include "scoring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scoring_memo scoring_memo;

struct scoring {
    arena scratch, kept;         /* until the end of a call; until the next representation */
    const assay_rep *rep;        /* seen, while there is one */
    assay_rep seen;              /* what metrics get: the representation, and what is absent of it */
    assay_rep whole;             /* the same with whole tables; abi 0 until it is made of sparse ones */
    const unsigned char *learns; /* rep.learns, which metrics that are not ASSAY_SPLIT do not see */
    const size_t *number;        /* [seen.n_factors] of each factor in the whole data; NULL: this is the whole */
    const size_t *code_number;   /* [seen.n_codes] of each code; NULL: all are there */
    uint64_t seed;
    const char *scenario, *point;
    scoring_memo *memos;
    reasons reasons;
    assay_error error; /* of the call that failed */
    uint32_t jobs;
    scoring_change change; /* of relations; NULL: none */
    void *changing;
    scoring *inner;     /* scores the parts of a representation with absent values; NULL until needed */
    scoring *varying;   /* scores the columns that vary; NULL until needed */
    int varying_looked; /* VARYING_... */
};

enum { VARYING_UNKNOWN, VARYING_ALL, VARYING_SOME };

/* ---- scoring_check.c: sums zeros, in sixteen lanes, that an infinity or NaN spoils ---- */
int all_finite(const double *x, size_t n);

/* ---- scoring_call.c: what a call may use ---- */
assay_call call_new(scoring *s, const assay_metric *metric, const double *option, assay_series *series,
                    assay_stream *stream);
void *call_alloc_kept(assay_call *call, size_t count, size_t size); /* until the next representation */

/* The stream of (seed, name, scenario, point): SeedSequence entropy, so it depends on nothing else. */
void stream_named(const scoring *s, const char *name, assay_stream *to);

/* What a metric writes to. */
assay_series *series_new(scoring *s, const assay_metric *metric); /* untouched; NULL: memory ran out */
assay_status series_take(scoring *s, assay_series *series, assay_score *to);

/* ASSAY_EINPUT and s->error where sparse columns are too many to be made whole. */
assay_status scoring_whole(scoring *s, const assay_rep **to);
assay_status scoring_parted(scoring *s, const assay_rep **to); /* with the split, if there is one */
/* The same of tables of pairs, where a metric that takes sparse columns makes some. */
assay_status scoring_pairs(scoring *s, const assay_metric *metric, const double *option);

/* ---- scoring.c ---- */
assay_status call_relation(assay_call *call, const char *id, const assay_relation **to);
