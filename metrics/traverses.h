/*
 * traverses.h -- rows that are points of traverses, and scores of traverses brought together (smoothness, monotonicity)
 *
 * A traverse is `points` consecutive rows along which codes are moved; a table holds one traverse after the other.
 * Factor i is the attribute that is measured, code i the code that is moved to change it; further codes are ignored.
 *
 * steps=0 finds the number of points: as many rows as the first code goes on in steps as large as its first one (to
 * TRAVERSE_STEP of it), if that is three rows or more and the rows after them go on likewise, traverse by traverse;
 * otherwise the table holds no traverses and the score is undefined, not-applicable: the rows of an ordinary
 * representation come in no order, and a number made of it would mean nothing. Rows after the last whole traverse are
 * left out.
 *
 * R1  No whole traverse, or fewer points than the metric needs: undefined, too-few-samples. A factor without a code of
 *     its number, or a categorical one unless nominal=number: not-applicable. A traverse along which the code stands
 *     still, or where the attribute is absent: degenerate-traverse.
 * R2  An item is the mean of its factor's traverses; undefined ones are left out, or (nanmean=no) make it undefined.
 *     The overall value is the mean of the items (reduce-mode=attribute), of the traverses' means over factors
 *     (sample), of all traverses of all factors (all), or undefined unless there is but one number (none).
 */
#pragma once

#include "request.h"
#include "undefined.h"

#define TRAVERSE_STEP 1e-6

enum { REDUCE_ATTRIBUTE, REDUCE_SAMPLE, REDUCE_ALL, REDUCE_NONE };

/* The first options of such a metric. */
#define TRAVERSE_OPTIONS(OPTION)                                                                                     \
    OPTION(TRAVERSE_POINTS,                                                                                          \
           WHOLE("steps", "rows of a traverse; 0: as many as the first code goes on in equal steps", 0, 0, 1e9))     \
    OPTION(TRAVERSE_REDUCE,                                                                                          \
           CHOICE("reduce-mode",                                                                                     \
                  "what is averaged first: the traverses of an attribute, the attributes of a traverse, nothing",    \
                  [REDUCE_ATTRIBUTE] = "attribute", [REDUCE_SAMPLE] = "sample", [REDUCE_ALL] = "all",                \
                  [REDUCE_NONE] = "none"))                                                                           \
    OPTION(TRAVERSE_NANMEAN,                                                                                         \
           NO_YES("nanmean", "undefined traverses are left out of a mean (yes), or make it undefined (no)", YES, 0)) \
    OPTION(TRAVERSE_NOMINAL, CHOICE("nominal", "categorical attributes: refused, or their labels taken as numbers",  \
                                    [NOMINAL_REFUSE] = "refuse", [NOMINAL_NUMBER] = "number"))

typedef struct traverses {
    const assay_rep *rep;
    assay_call *call;
    size_t points, count;
} traverses;

/* Fills value[count] for one factor: a score for each traverse or an undefined value. Traverse t is made of
 * code[t*points ...] and attribute[t*points ...]. */
typedef assay_status traverse_scores(const traverses *all, size_t factor, const double *code, const double *attribute,
                                     double *value);

double traverses_cost(const assay_size *size, const double *option);

/* Scores all traverses of all factors and fills the first series of the call. */
assay_status traverses_score(const assay_rep *rep, assay_call *call, size_t least_points, traverse_scores *scores);

/* slope[points - 1]: the attribute's difference over the code's, from each point to the next. 0, or an undefined value
 * that says why there are none. */
double traverse_slopes(const traverses *all, size_t factor, size_t t, const double *code, const double *attribute,
                       double *slope);
