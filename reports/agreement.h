/*
 * agreement.h -- how far metrics agree in ranking the same representations.
 *
 * Input: a table of representations (rows) x series (columns) of scores, NaN where undefined. A pair of series is compared
 * on the rows where both are defined.
 */
#ifndef ASSAY_AGREEMENT_H
#define ASSAY_AGREEMENT_H

#include "evidence.h"

enum { AGREE_KENDALL, AGREE_SPEARMAN, AGREE_PEARSON, AGREE_KINDS };

/* Coefficients of n pairs, NaN where one side is constant or fewer than two pairs are defined. x and y hold no NaN. */
double agree_kendall(const double *x, const double *y, size_t n);  /* tau-b, O(n log n) */
double agree_spearman(const double *x, const double *y, size_t n); /* of mid-ranks */
double agree_pearson(const double *x, const double *y, size_t n);

typedef struct agreement_table { /* what is compared; all owned */
    size_t n_rows, n_series;
    char **row;    /* [n_rows] "noise alpha=0.2 n=1000 seed=3", or a file */
    char **series; /* [n_series] "mig@zaidi2020", "dci-rf modularity" */
    double *value; /* [n_series * n_rows], series by series */
} agreement_table;

typedef struct agreement { /* [n_series * n_series] each, symmetric */
    size_t n_series;
    double *value, *low, *high; /* the coefficient and its 95 % bootstrap interval over rows; NaN: not known */
    size_t *n;                  /* rows that both have */
} agreement;

assay_status agreement_table_from(const evidence *from, agreement_table *to, assay_error *err);
void agreement_table_free(agreement_table *t);

/* `draws` bootstrap samples of rows (0: no intervals), from default_rng(seed): the same for any order of series. */
assay_status agreement_compute(const agreement_table *of, int kind, size_t draws, uint64_t seed, agreement *to, assay_error *err);
void agreement_free(agreement *a);

#endif
