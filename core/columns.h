/*
 * columns.h -- columns of a representation, whole or sparse (assay_sparse): lent one at a time, so that who reads
 * column by column need not know which they are.
 */
#pragma once

#include "assay.h"

/* Column k of n rows: its place in `whole`; where that is NULL, laid into scratch[n]. */
const double *column_lent(const double *whole, const assay_sparse *sparse, size_t n, size_t k, double *scratch);

static inline const double *factor_lent(const assay_rep *rep, size_t i, double *scratch)
{
    return column_lent(rep->factors, &rep->sparse_factors, rep->n, i, scratch);
}

static inline const double *code_lent(const assay_rep *rep, size_t j, double *scratch)
{
    return column_lent(rep->codes, &rep->sparse_codes, rep->n, j, scratch);
}

/* All columns, to[columns * n]. */
void columns_lay(const assay_sparse *sparse, size_t n, size_t columns, double *to);

/* Whole tables in the place of sparse ones. */
assay_status columns_make_whole(assay_data *data);

/* Entries in any order, at most 2^32: those of one place are added up in theirs, zeros are left out. */
typedef struct sparse_entries {
    size_t count;
    const uint32_t *row, *column;
    const double *value;
} sparse_entries;
assay_status sparse_gather(const sparse_entries *of, size_t rows, size_t columns, assay_sparse *to);

/* Room for so many entries; start is zeroed. */
assay_status sparse_shape(assay_sparse *to, size_t columns, size_t entries);
void sparse_free(assay_sparse *of);
