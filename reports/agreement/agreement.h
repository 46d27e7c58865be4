/*
 * agreement.h -- how far metrics agree in ranking the same representations.
 *
 * Input: a table of representations (rows) x series (columns) of scores, NaN where undefined. A pair of series is
 * compared on the rows where both are defined (and finite).
 *
 *     tau-b     (C - D) / sqrt((P - Tx) (P - Ty)): C concordant, D discordant, P all pairs of rows, Tx and Ty those
 *               tied in x and in y. Kendall 1945, Biometrika 33(3); counted as in Knight 1966, JASA 61(314)
 *     Spearman  Pearson's r of mid-ranks. Spearman 1904, Am. J. Psychology 15(1)
 *
 * Intervals are those of `assay help agree` (Davison and Hinkley 1997, Bootstrap Methods and their Application, on
 * hierarchical data); of a folder the files are drawn one by one. All pairs share the draws, and each draw has its own
 * ranks. Draws where a coefficient is undefined are left out; where that is every second draw or more, or the pair's
 * rows come from fewer than three clusters, the interval is not known.
 */
#pragma once

#include "evidence.h"
#include "grid.h"

enum { AGREE_KENDALL, AGREE_SPEARMAN, AGREE_KINDS };

const char *agree_word(int kind);  /* "kendall" */
const char *agree_title(int kind); /* "Kendall's τ-b" */
int agree_kind(const char *word);  /* -1: none of these */

/* The coefficient of n pairs, O(n log n); NaN where one side is constant or fewer than two pairs are defined. x and y
 * hold no NaN. NaN too where memory runs out. */
double agree_lists(int kind, const double *x, const double *y, size_t n);

typedef struct agreement_table { /* what is compared */
    size_t n_rows, n_series;
    const char **series; /* [n_series] "mig@zaidi2020", "dci-rf modularity" */
    const char *lacking; /* as of the evidence; NULL: nothing */
    double *value;       /* [n_series * n_rows], series by series */
    size_t n_clusters;
    size_t *cluster;           /* [n_rows] 0 .. n_clusters-1, rising: rows of the same point are drawn together */
    size_t *stratum, n_strata; /* [n_rows] of models of several data sets; SIZE_MAX: in none. n_strata 0: one */
} agreement_table;

enum { AGREE_LEAST = 3 }; /* rows that a pair must share; with fewer its coefficient is NaN */

typedef struct agreement { /* [n_series * n_series] each, symmetric */
    size_t n_series;
    double *value, *low, *high; /* the coefficient and its 95 % bootstrap interval; NaN: not known. Of a series with
                                   itself 1 where it is defined and varies */
    size_t *n;                  /* rows that both have */
    int kind;
    size_t draws;
} agreement;

/* A zeroed table of the shape, names NULL. */
void agreement_table_shape(agreement_table *t, size_t n_rows, size_t n_series);

/* Rows by scenario, point, size and seed, not in the order of the store: neither the order of series nor that of points
 * changes a draw. */
void agreement_table_from(const evidence *from, agreement_table *to);

/* Models are compared within data sets: a coefficient is the mean over data sets of AGREE_LEAST rows or more, weighted
 * by rows, and the distances to the ends of its interval are added in squares. Where fewer than two data sets have as
 * many, all rows are one. Otherwise: `draws` bootstrap samples of clusters (0: no intervals), from default_rng(seed):
 * n_clusters times integers(n_clusters) for each draw. The same bits for any order of series. Cost: pairs of series x
 * (draws + 1) x rows x log rows. */
assay_status agreement_compute(const agreement_table *of, int kind, size_t draws, uint64_t seed, agreement *to,
                               assay_error *err);

enum { AGREE_DRAWS = 200 }; /* that answer at once for a store of thousands of rows */

/* A row for each pair: a, b, kind, value, low, high, n; a triangle of coefficients with two decimals, columns by
 * number; or the pairs at both ends, with their intervals. */
enum { AGREE_ROWS, AGREE_TRIANGLE, AGREE_ENDS };
grid *agreement_grid(const agreement_table *t, const agreement *a, int kind, int form);

/* A coefficient as the triangle has it: "-.21", "1.00"; NaN: a dash. */
const char *agree_text(double value);
