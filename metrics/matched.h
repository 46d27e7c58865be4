/*
 * matched.h -- what the members of the mcc family share: which factors are judged, and what a matched pair counts.
 *
 * Every factor is given a code of its own (assignment.h), so that the absolute correlations add up to the most.
 *
 *     divisor=matched    mean over the min(M, d) pairs: a factor for which no code is left is not missed
 *     divisor=factors    mean over the M factors, those without a code counting 0 (coverage)
 *
 * M counts the factors that are judged: not the constant ones, nor those of three classes or more (labels are names).
 * d counts the codes that vary; columns=all, as published: all of them.
 */
#pragma once

#include "aggregate.h"
#include "correlation.h"
#include "request.h"

enum { DIVISOR_MATCHED, DIVISOR_FACTORS };

#define OPTION_DIVISOR                                                                                           \
    CHOICE("divisor", "mean over the matched pairs, or over the factors, of which those without a code count 0", \
           [DIVISOR_MATCHED] = "matched", [DIVISOR_FACTORS] = "factors")

/* The options of those that correlate values or ranks. */
#define MATCHED_OPTIONS(OPTION)                                                                                        \
    OPTION(CORRELATION,                                                                                                \
           CHOICE("correlation",                                                                                       \
                  "of values, or of ranks", [CORRELATION_PEARSON] = "pearson", [CORRELATION_SPEARMAN] = "spearman"))   \
    OPTION(NOMINAL, OPTION_NOMINAL)                                                                                    \
    OPTION(DIVISOR, OPTION_DIVISOR)                                                                                    \
    OPTION(COLUMNS, OPTION_COLUMNS)                                                                                    \
    OPTION(LEAST_NORMS,                                                                                                \
           PARAMETER("least-norms",                                                                                    \
                     "a pair of columns whose centred lengths multiply to no more than this is uncorrelated", 0, 0, 1, \
                     ASSAY_LIMIT))

/* Of factors whose labels are names. */
#define NO_CORRELATION                                                       \
    "factor # is categorical: a correlation with its labels means nothing; " \
    "nominal=number takes ordered classes as numbers"

/* items[M]: the reason why a factor is not judged (constant-factor, not-applicable), or 0, by the metric's options
 * nominal and correlation: of ranks there is no circle. *judged: how many are. */
assay_status matched_judge(const assay_rep *rep, assay_call *call, double *items, size_t *judged);

/* Pairs factors and codes by the absolute values of correlation [M x d]; code[M] as of assignment_best. Rows of factors
 * that are not judged (items: not 0) are set to 0 first. */
assay_status matched_pairs(double *correlation, const double *items, size_t m, size_t d, assay_call *call,
                           size_t *code);

/* The items of factors that are judged: the absolute correlation [M x d] of their pair; without a code not-applicable,
 * or 0 with DIVISOR_FACTORS. */
void matched_items(const double *correlation, const size_t *code, size_t m, size_t d, int divisor, assay_call *call);

/* By what a sum over pairs is divided. */
static inline double matched_divisor(size_t judged, size_t d, int divisor)
{
    return (double)(divisor == DIVISOR_MATCHED && d < judged ? d : judged);
}
