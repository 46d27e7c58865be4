/*
 * batches.h -- rows grouped by what is held fixed, and dealt from those groups without replacement: what the metrics
 * that intervene on factors share.
 *
 * A group is a set of rows that agree: in the value of one factor, or in the values of all factors but one. Each group
 * is a deck of cards: rows are dealt in random order, none twice before all were dealt, then it is shuffled again.
 *
 * Source   Higgins et al. 2017 (ICLR), Kim and Mnih 2018, arXiv:1802.05983, Kim et al. 2019, arXiv:1902.01568: the
 *          batches; Zaidi et al. 2020, arXiv:2012.09276: drawing them from a table of rows; Durstenfeld 1964 (shuffle);
 *          Brackett-Rozinsky and Lemire 2024, arXiv:2408.06213 (several bounded integers from one random word).
 * Shapes   rows are numbered 0..n-1, n < 2^32; code_rows is row by row, as every row is read as a whole.
 * Cost     grouping O(n) for one factor held fixed, O(n M) for one left free; a card or a die some two nanoseconds.
 * R1  Dealing is an incremental Fisher-Yates shuffle: exactly uniform, whatever is dealt in whatever portions.
 * R2  Groups of other factors' values are compared value by value; hashing only finds them.
 * R4  A row without a value of a factor is in no group of that factor; one that lacks any, in no group of the others.
 */
#pragma once

#include "discretise.h"

/* Groups are numbered 0..count-1; the rows of group k are at row[start[k]] .. row[start[k + 1] - 1]. */
typedef struct groups {
    size_t count, rows;
    uint32_t *start; /* [count + 1] */
    uint32_t *row;   /* [rows] in the order of the groups, rearranged by dealing */
    uint32_t *of;    /* [rows] the group of each place in row[] */
    uint32_t *left;  /* [count] not yet dealt of this shuffle: the first so many of the group's rows */

    size_t n, slots;                       /* for making them: rows of the table, size of the hash table */
    uint32_t *of_row, *size, *head, *slot; /* [n], [groups], [groups] a row of each, [slots] */
    uint64_t *hash;                        /* [n] sum of the words of a row's values */
    uint16_t *tuple;                       /* [n * M] values row by row */
    uint64_t *word;                        /* [M * levels_most] a random word of each value of each factor */
    size_t levels_most;
} groups;

/* Room for the groups of any factor of v; used again for every factor. with_others: for groups_others too. */
assay_status groups_lend(const bins *v, int with_others, assay_call *call, groups *to);

/* Rows of equal value of one factor; groups with fewer than `least` rows are left out. */
void groups_same(const bins *v, size_t factor, size_t least, groups *to);

/* Rows of equal values of all factors but one. */
void groups_others(const bins *v, size_t factor, size_t least, groups *to);

/* Deals `count` rows, a multiple of `unit`, of group k, which has at least `unit` rows: where fewer than `unit` are
 * left, all are shuffled in again. */
void groups_deal(groups *g, size_t k, size_t count, size_t unit, assay_stream *stream, uint32_t *to);
static inline void groups_gather(groups *g, size_t k) { g->left[k] = g->start[k + 1] - g->start[k]; } /* all back */
static inline size_t group_size(const groups *g, size_t k) { return g->start[k + 1] - g->start[k]; }

/* `count` integers in 0..bound-1, bound <= 2^32. */
void dice_throw(assay_stream *stream, uint64_t bound, size_t count, uint32_t *to);

/* `count` of the n rows without replacement, in random order. place: room for n. Returns where they are. */
const uint32_t *rows_drawn(assay_stream *stream, size_t n, size_t count, uint32_t *place);

/* Codes row by row: at[s * width + j] = (z_j of row s - z_j of row 0) / 2^exponent[j], so that neither a tiny nor a
 * huge scale nor a large offset costs digits. Codes beyond n_codes are 0. A constant code is 0 throughout. */
typedef struct code_rows {
    size_t n, n_codes, width; /* width: a multiple of ROW_STEP */
    double *at;
    int *exponent;
} code_rows;
enum { ROW_STEP = 8 }; /* doubles; one cache line */

assay_status code_rows_make(const assay_rep *rep, assay_call *call, code_rows *to);

/* Variance of every code over the rows listed (all: NULL), divided by count - less. In units of 4^exponent. */
void code_rows_variance(const code_rows *z, const uint32_t *row, size_t count, size_t less, double *mean, double *to);

/* sum[j] += |z_j of row pair[2t] - z_j of row pair[2t + 1]|, t < count */
void code_rows_distances(const code_rows *z, const uint32_t *pair, size_t count, double *sum);

/* to[j] = the sum of squared deviations from the mean of the rows listed; exactly 0 where they are equal. */
void code_rows_spread(const code_rows *z, const uint32_t *row, size_t count, double *to);
