/*
 * discretise.h -- columns cut into bins, once per representation, for every estimator that counts.
 *
 *   rule      y          edges e_k, k = 0..b-1      the last bin ends             source: the code of
 *   scaled    see below  k (1/b)                    nowhere                       Zaidi et al. 2020
 *   range     x          min + k ((max - min)/b)    nowhere                       Locatello et al. 2019
 *   linspace  x          min + k ((max - min)/b)    below max + 1e-9              Almudevar and Ortega 2025
 *   closed    x          min + (k (max - min))/b    at min + (b (max - min))/b    Zhang et al. 2021
 *   quantile  bin = floor(b #{x' < x} / n)          -                             ours: equal shares, ties in one bin
 *
 * A row's bin is the number of edges <= y, less one; every rule takes its minimum and maximum from the rows it cuts.
 * scaled: s = 1/(max - min), y = x s + (0 - min s), in that order as scikit-learn's MinMaxScaler does it; s = 1 where
 * max - min < 10 eps there, so that such a column is constant; not here, where a unit moves no score (but one in which
 * 1/(max - min) is infinite). A constant column is in one bin under every rule.
 *
 * R1  Bit-exact: the edges are the doubles given by the formulas, so a value on an edge falls as in the source.
 * R2  Rows beyond the last edge (rounding can put the maximum there: linspace loses it beyond about 1e7) go into the
 *     last bin, or, if `lose` is set, into none: index = count, and `lost` tells how many.
 * R3  A column whose range, or under scaled its inverse, is not finite counts as constant.
 * R4  A row without a value of a factor (NaN) is in no bin of it: index = count, and `lost` counts it.
 * R5  A cyclic factor of period P is cut into b equal widths of the circle from 0 on, under every rule:
 *     bin = floor(b (x/P - floor(x/P))), b - 1 at most. Turning it by a multiple of P/b renames the bins.
 */
#pragma once

#include "columns.h"
#include "lend.h"
#include "option_list.h"

typedef enum bin_rule { BIN_SCALED, BIN_RANGE, BIN_LINSPACE, BIN_CLOSED, BIN_QUANTILE } bin_rule;
#define BIN_RULE_WORDS                                                                                    \
    [BIN_SCALED] = "scaled", [BIN_RANGE] = "range", [BIN_LINSPACE] = "linspace", [BIN_CLOSED] = "closed", \
    [BIN_QUANTILE] = "quantile"

enum { BINS_MOST = 10000, LEVELS_MOST = 65535 };

#define OPTION_RULE(standard_) \
    CHOICE_OF("rule", "how a code is cut into bins", standard_, ASSAY_LAST_RANKS, BIN_RULE_WORDS)
#define OPTION_BINS(standard_) \
    PARAMETER("bins", "bins per code", standard_, 2, BINS_MOST, ASSAY_WHOLE | ASSAY_CUTS_CODES)
#define OPTION_FACTOR_BINS                                                               \
    PARAMETER("factor-bins", "equal-width bins per continuous factor", 10, 2, BINS_MOST, \
              ASSAY_WHOLE | ASSAY_CUTS_FACTORS)
enum { CATEGORIES_LABELS, CATEGORIES_CUT };
#define OPTION_CATEGORIES                                                                                           \
    CHOICE("categories", "categorical factors keep their labels, or are cut into factor-bins like continuous ones", \
           [CATEGORIES_LABELS] = "labels", [CATEGORIES_CUT] = "cut")

/* The smallest and largest value of every column. */
typedef struct extents {
    const double *low, *high; /* [columns] */
} extents;

typedef struct bins {
    size_t n, n_columns;
    uint16_t *index;     /* [n_columns * n] 0..count-1; count: in no bin. Of sparse codes: by entry */
    const size_t *start; /* of sparse codes: [n_columns] the first entry, `entries` of them among the rows; else NULL */
    const uint32_t *row;
    uint16_t *zero; /* [n_columns] the bin of 0 */
    size_t *entries;
    size_t *count; /* [n_columns] bins, or levels of a categorical factor */
    size_t *lost;  /* [n_columns] rows in no bin */
} bins;

/* How to cut. */
typedef struct cut {
    bin_rule rule;
    size_t bins;
    size_t rows; /* the first so many of the representation */
    int lose;    /* R2 */
    int labels;  /* factors: a categorical one keeps its labels */
} cut;

/* Factors into so many equal widths. */
static inline cut cut_of_factors(double widths, size_t rows, int labels)
{
    return (cut){ .rule = BIN_SCALED, .bins = (size_t)widths, .rows = rows, .labels = labels };
}

/* All of these are shared by the metrics that score a representation. Fails with ASSAY_EINPUT when a categorical factor
 * that keeps its labels has more than LEVELS_MOST. */
assay_status extents_of_factors(const assay_rep *rep, assay_call *call, size_t rows, const extents **to);
assay_status extents_of_codes(const assay_rep *rep, assay_call *call, size_t rows, const extents **to);
assay_status discretise_factors(const assay_rep *rep, assay_call *call, const cut *how, const bins **to);
assay_status discretise_codes(const assay_rep *rep, assay_call *call, const cut *how, const bins **to);

/* Factor i alone, into bins of one column: `to` has room for it. room: [n] for a sparse factor. */
assay_status discretise_factor(const assay_rep *rep, assay_call *call, const cut *how, size_t i, double *room,
                               bins *to);

/* One column whose extent is known; returns how many rows are in no bin. scratch: n doubles, used by quantile alone. */
size_t discretise_column(const double *x, size_t n, double low, double high, const cut *how, double *scratch,
                         uint16_t *to);
