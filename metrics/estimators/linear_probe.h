/*
 * linear_probe -- yes or no read off activations by a line, and what codes add to what it says
 *
 *     f(x) = w . x + b      minimises  w.w / 2 + sum_s log(1 + exp(-y_s f(x_s))),  y = +-1, b free: C = 1, to rounding
 *     x = activations, or sum_i factor_i true_direction_i        a code j adds z_j (w . direction_j) to f
 *
 *   The first floor(n/2) rows of a drawn order are learnt from and the others scored. Rows fall into cells; of each
 *   cell the first so many rows in that order are taken as the smallest cell has.
 *
 * Draws    permutation(n) of call->stream; order=table, as published: none.
 *
 * Takes    directions [d x dims], and activations or true directions.
 * Cost     of x: by the factors that are not 0; a fit as logistic.h says.
 */
#pragma once

#include "firing.h"
#include "rows.h"

enum { PROBE_LEAST = 5 }; /* rows of each cell, to learn from and to score */

/* Rows of a problem, ascending. cell: whatever they were dealt by; its bits are labels. */
typedef struct dealt {
    size_t n, each; /* rows; rows of each cell */
    uint32_t *at;
    unsigned char *cell;
} dealt;

typedef struct probe_desk {
    const assay_rep *rep;
    assay_call *call;
    const firing *fires, *codes;
    size_t half;         /* rows learnt from, the first in the order */
    uint32_t *place;     /* [n] of a row in it */
    size_t *order;       /* [n] */
    unsigned char *cell; /* [n] for the caller to fill in before rows are dealt */
    double *x;           /* [dims * room] of the rows at hand */
    size_t room;
    int32_t *label;         /* [n] */
    double *column;         /* [n] */
    double (*sum)[2];       /* [d] */
    double *along;          /* [n_factors] w . true_direction */
    double *weight;         /* [2 * (dims + 1)] */
    struct code_rank *rank; /* [d] */
} probe_desk;

/* Why no probe can be made, NULL: it can. */
const char *probe_refusal(const assay_rep *rep);
assay_status probe_desk_make(const assay_rep *rep, assay_call *call, double order, probe_desk *to);

/* cell becomes cell & keep | set in the rows where the factor is on. */
void probe_mark(probe_desk *desk, size_t factor, unsigned keep, unsigned set);

/* Rows at the places from .. to-1 with desk->cell below `cells`, as many of each cell. */
assay_status probe_deal(const probe_desk *desk, size_t cells, size_t from, size_t to, dealt *rows);

/* w [dims + 1], the intercept last: of rows whose cell has the bit against the others. */
assay_status probe_fit(probe_desk *desk, const dealt *rows, unsigned bit, double *w);

/* says[r] = f(x), of every row dealt. */
void probe_says(const probe_desk *desk, const double *w, const dealt *rows, double *says);

/* Of a fit on n rows. */
double probe_cost(const assay_size *size, double n);

/* Share of rows where f > 0 agrees with the bit. */
double probe_accuracy(const dealt *rows, unsigned bit, const double *says);

/* w . direction_j */
double probe_along(const assay_rep *rep, const double *w, size_t j);

/* says[r] -= sum over the codes of (z_j - keep_j) (w . direction_j); keep [d], NULL: 0. */
void probe_ablate(const probe_desk *desk, const double *w, const dealt *rows, const size_t *code, size_t count,
                  const double *keep, double *says);

/* gap[d] = mean z_j where the cell has the bit, less the mean elsewhere; mean[d]: on all rows. */
void probe_gaps(const probe_desk *desk, const dealt *rows, unsigned bit, double *gap);
void probe_means(const probe_desk *desk, const dealt *rows, double *mean);

/* The codes of largest value, rounded to nine decimals, of equal ones the first: at most `count`, above 0 only if so
 * asked, into to[]; how many. */
size_t probe_codes(const probe_desk *desk, const double *value, size_t count, int above, size_t *to);
