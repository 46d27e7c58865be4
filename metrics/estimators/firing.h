/*
 * firing -- what is on in a row: factors or codes; which factors exclude each other, and which lie within another
 *
 *   A factor fires in a row where its value is above 0. Two factors are apart if they never fire together, and c is a
 *   child of p if c never fires without p and p fires more often; either only where, of independent factors, at least
 *   FIRING_EXPECTED rows would be expected to show the contrary: n_a n_b / n, n_c (n - n_p) / n.
 *   A group is made from each factor in order: each later one joins that is apart from all that are in it. The group
 *   with the most members is taken, of such the one that fires in the most rows, then the first.
 *
 * Takes    factors [M x n] without absent values, codes [d x n]; whole or sparse.
 * Cost     n M once, of sparse tables what is not 0; then by rows in which factors fire: the values that are not 0,
 *          times how many share a row. A group: M^2 / 8 bytes.
 */
#pragma once

#include "columns.h"

enum { FIRING_EXPECTED = 10 };

/* A table row by row: of each the columns that are not 0, ascending. */
typedef struct firing {
    size_t n, columns;
    const double *value; /* [first[n]] of column[], not 0 */
    const uint32_t *column;
    size_t *first; /* [n + 1] where a row begins */
    size_t *rows;  /* [columns] in which it fires */
} firing;

/* Made once per representation. */
assay_status firing_of(const assay_rep *rep, assay_call *call, const firing **to);
assay_status firing_of_codes(const assay_rep *rep, assay_call *call, const firing **to);

/* Rows at the places from .. to-1 in which factor i fires. place[n] of a row; NULL: rows stand in their order. */
size_t firing_count(const assay_rep *rep, size_t i, const uint32_t *place, size_t from, size_t to);

/* met[n_factors] = rows at those places in which each factor fires together with factor i. */
void firing_meets(const assay_rep *rep, const firing *f, size_t i, const uint32_t *place, size_t from, size_t to,
                  size_t *met);

/* child[n_factors] = whether it is a child of p; how many are. met as above, scratch. */
size_t firing_children(const assay_rep *rep, const firing *f, size_t p, size_t *met, unsigned char *child);

/* The group among the factors with may[i] not 0: member[n_factors], ascending; *count of them, 0: none are apart. */
assay_status firing_group(const assay_rep *rep, const firing *f, const unsigned char *may, assay_call *call,
                          size_t *member, size_t *count);
