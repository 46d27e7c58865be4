/*
 * agreement_inside.h -- what the parts of agreement.c share: series as ranks, and coefficients of weighted rows, a
 * batch of bootstrap draws at a time. A row of weight w stands for w equal rows.
 *
 * The lanes of a batch are separate draws and never meet, so that a compiler may do them side by side without a bit
 * changing; Kendall and Spearman count in whole numbers, which no order of rows changes either.
 */
#pragma once

#include "agreement.h"

enum { LANES = 8 };

/* One series. The rows without a value are not in `order`, and their rank is NO_RANK. */
typedef struct ranked_series {
    const double *value; /* [n_rows] borrowed */
    uint32_t *order;     /* [n] rows by rising value */
    uint32_t *rank;      /* [n_rows] 0 for the least value, the same for equal ones */
    size_t n, n_ranks;
} ranked_series;
#define NO_RANK UINT32_MAX

void series_rank(const double *value, size_t n_rows, ranked_series *to);
void series_free(ranked_series *c);

/* The rows that two series share, and room to work in: made once for a table, filled for each pair. */
typedef struct series_pair {
    int kind;
    size_t n_rows;
    const size_t *cluster_of; /* [n_rows] rising, borrowed */
    const ranked_series *x, *y;
    size_t n;
    uint32_t *row; /* [n] by rising x, then y */
    uint32_t *of_x, *of_y, *of_cluster; /* [n] ranks and clusters of these rows */
    size_t *start;                      /* [n_rows + 1] */
    uint32_t *weight_x, *weight_y, *tree; /* [n_rows * LANES], tree one more */
    double *rank_x, *rank_y;              /* [n_rows * LANES] */
} series_pair;

void series_pair_make(const size_t *cluster_of, size_t n_rows, int kind, series_pair *to);
void series_pair_free(series_pair *p);
void series_pair_fill(series_pair *p, const ranked_series *x, const ranked_series *y);
size_t series_pair_clusters(const series_pair *p); /* how many have shared rows; counts no further than AGREE_LEAST */

/* Coefficients of the pair with the weights [cluster * LANES + lane]; NaN where undefined. */
void series_pair_kendall(series_pair *p, const uint32_t *weight, double to[LANES]);
void series_pair_spearman(series_pair *p, const uint32_t *weight, double to[LANES]);
