/*
 * aggregate.h -- what several metrics do with a relation: the two best of a row, the gap between them, an item or a
 * whole score left undefined. Rows and columns are read with a stride, so the same code serves factors and codes.
 */
#pragma once

#include "lend.h"
#include "option_list.h"
#include "undefined.h"

#include <math.h>

/* The largest and the second largest of n >= 1 values, and where the largest is; second is 0 where n = 1. */
typedef struct top_two {
    double first, second;
    size_t at;
} top_two;

/* Of equal values the one met first is the largest. */
static inline top_two top_two_of(const double *x, size_t n, size_t stride)
{
    top_two top = { .first = x[0] };
    int seen = 0;
    for (size_t k = 1; k < n; k++) {
        const double value = x[k * stride];
        if (value > top.first) {
            top.second = top.first;
            top.first = value;
            top.at = k;
        } else if (!seen || value > top.second) {
            top.second = value;
        }
        seen = 1;
    }
    return top;
}

/* Shows a step to a host that looks. */
static inline void step_show(assay_call *call, const char *name, double *value, size_t rows, size_t columns)
{
    if (call->step) call->step(call, name, value, rows, columns);
}

/* The most that code j could tell on the rows that have factor i. */
static inline double relation_code_total(const assay_relation *r, size_t i, size_t j)
{
    return r->code_total_for ? r->code_total_for[i * r->n_codes + j] : r->code_total[j];
}

/* How many factors the relation could judge; the others have NaN for their total. */
static inline size_t relation_judged(const assay_relation *r)
{
    size_t judged = 0;
    for (size_t i = 0; i < r->n_factors; i++) judged += (size_t)!isnan(r->factor_total[i]);
    return judged;
}

/* Every item, and so the score, is undefined for the same reason. */
static inline void series_fill(assay_series *series, double value)
{
    for (size_t k = 0; k < series->n_items; k++) series->items[k] = value;
    series->value = value;
}

/* All outputs are undefined for this reason: to be returned. */
static inline assay_status score_refused(assay_call *call, double why)
{
    for (size_t o = 0; o < call->metric->n_outputs; o++) series_fill(&call->series[o], why);
    return ASSAY_OK;
}
#define REFUSED(call, ...) score_refused(call, (call)->undefined(call, __VA_ARGS__))

/* What becomes of a constant factor or code, which the definition cannot score. */
enum { CONSTANTS_SKIP, CONSTANTS_KEEP, CONSTANTS_ZERO };
#define OPTION_CONSTANTS(standard_)                                                                                 \
    CHOICE_OF("constants",                                                                                          \
              "where a constant column would give 0/0: no item (skip), no score (keep, as published), or 0 (zero)", \
              standard_, 0, [CONSTANTS_SKIP] = "skip", [CONSTANTS_KEEP] = "keep", [CONSTANTS_ZERO] = "zero")

#define OPTION_KEPT(about) CHOICE("constants", about, [CONSTANTS_SKIP] = "skip", [CONSTANTS_KEEP] = "keep")

/* Of a metric that is ASSAY_VARYING: what M and d count. */
enum { COLUMNS_VARYING, COLUMNS_ALL };
#define OPTION_COLUMNS                                                                              \
    CHOICE("columns", "factors and codes that vary, or all as published: constant ones count, too", \
           [COLUMNS_VARYING] = "varying", [COLUMNS_ALL] = "all")

/* Whether item k of the first series, of a factor or code with this total, is to be scored; otherwise it is the reason
 * why the total is undefined or, of a constant one, what `constants` says. */
int item_counts(assay_call *call, int32_t axis, size_t k, double total, int constants);

/* The gap family: by what the difference is divided. */
enum { NORMALISE_FACTOR, NORMALISE_CODE, NORMALISE_NONE };
#define OPTION_NORMALISER(standard_)                                                                                   \
    CHOICE_OF("normaliser", "divide by the factor's total (its entropy), by the code's before ranking, or not at all", \
              standard_, 0, [NORMALISE_FACTOR] = "factor", [NORMALISE_CODE] = "code", [NORMALISE_NONE] = "none")

/* items[i] = the two best codes' difference for factor i, normalised (mig, rmig, sap). */
assay_status gap_per_factor(const assay_relation *relation, int normaliser, int constants, assay_call *call);
