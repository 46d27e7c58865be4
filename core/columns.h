/*
 * columns.h -- columns of a representation, whole or sparse (assay_sparse): lent one at a time, so that who reads
 * column by column need not know which they are.
 */
#pragma once

#include "assay.h"

typedef struct column_table {
    const double *whole; /* [count * n]; NULL: sparse */
    assay_sparse sparse;
    size_t n, count;
} column_table;

static inline column_table factors_table(const assay_rep *rep)
{
    return (column_table){ rep->factors, rep->sparse_factors, rep->n, rep->n_factors };
}

static inline column_table codes_table(const assay_rep *rep)
{
    return (column_table){ rep->codes, rep->sparse_codes, rep->n, rep->n_codes };
}

/* Column k: where it stands, or laid into scratch[n]. */
const double *column_lent(const column_table *of, size_t k, double *scratch);

/* The rows given of column k, ascending, into to[count]. */
void column_at(const column_table *of, size_t k, const uint32_t *row, size_t count, double *to);

/* What column k holds: all its rows, or those that are kept. */
typedef struct column_entries {
    size_t n, count;
    const uint32_t *row; /* [count]; NULL: row e is entry e */
    const double *value;
} column_entries;

static inline size_t entry_row(const column_entries *x, size_t e) { return x->row ? x->row[e] : e; }

static inline column_entries entries_of(const column_table *of, size_t k)
{
    if (of->whole) return (column_entries){ of->n, of->n, NULL, of->whole + k * of->n };
    const size_t first = of->sparse.start[k];
    return (column_entries){ of->n, of->sparse.start[k + 1] - first, of->sparse.row + first, of->sparse.value + first };
}

/* Tiles of rows, from the first row on, each of all columns. */
typedef struct column_walk {
    column_table of;
    size_t *next; /* [count] entry of each column at which its next tile begins; zeroed before the walk */
} column_walk;

/* Rows first .. first + rows - 1 of column k: where they stand, or laid into scratch[rows]; NULL: all are 0. */
const double *column_walked(column_walk *walk, size_t k, size_t first, size_t rows, double *scratch);

/* All columns, to[columns * n]. */
void columns_lay(const assay_sparse *sparse, size_t n, size_t columns, double *to);

/* Shapes data for sparse columns, which the caller makes: all factors continuous. Frees what data held before. */
assay_status columns_shape_sparse(assay_data *data, size_t n, size_t n_factors, size_t n_codes);

/* Whole tables in the place of sparse ones. */
assay_status columns_make_whole(assay_data *data);

/* Entries of a column in any order, at most 2^32: those of one place are added up in theirs, zeros are left out. */
assay_status sparse_order(assay_sparse *of, size_t columns);

/* The same of entries of all columns. */
typedef struct sparse_entry {
    uint32_t row, column;
    double value;
} sparse_entry;
assay_status sparse_gather(const sparse_entry *of, size_t count, size_t columns, assay_sparse *to);

/* Room for so many entries; start is zeroed. */
assay_status sparse_shape(assay_sparse *to, size_t columns, size_t entries);
void sparse_free(assay_sparse *of);

/* Replaces values by their rank among the distinct ones; NaN stays. How many those are; 0: memory ran out. */
size_t column_classes(double *column, size_t n);

assay_status data_copy(const assay_data *from, assay_data *to); /* factors, their kinds and codes, of whole columns */
