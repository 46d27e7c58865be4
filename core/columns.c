#include "columns.h"

#include <stdlib.h>
#include <string.h>

const double *column_lent(const column_table *of, size_t k, double *scratch)
{
    const assay_sparse *sparse = &of->sparse;
    if (of->whole) return of->whole + k * of->n;
    memset(scratch, 0, of->n * sizeof *scratch);
    for (size_t e = sparse->start[k]; e < sparse->start[k + 1]; e++) scratch[sparse->row[e]] = sparse->value[e];
    return scratch;
}

void column_at(const column_table *of, size_t k, const uint32_t *row, size_t count, double *to)
{
    const column_entries x = entries_of(of, k);
    for (size_t r = 0, e = 0; r < count; r++) {
        while (x.row && e < x.count && x.row[e] < row[r]) e++;
        if (!x.row) to[r] = x.value[row[r]];
        else to[r] = e < x.count && x.row[e] == row[r] ? x.value[e] : 0.0;
    }
}

const double *column_walked(column_walk *walk, size_t k, size_t first, size_t rows, double *scratch)
{
    const assay_sparse *sparse = &walk->of.sparse;
    if (walk->of.whole) return walk->of.whole + k * walk->of.n + first;
    size_t e = first ? walk->next[k] : sparse->start[k];
    const size_t from = e, end = sparse->start[k + 1];
    if (e < end && sparse->row[e] < first + rows) memset(scratch, 0, rows * sizeof *scratch);
    for (; e < end && sparse->row[e] < first + rows; e++) scratch[sparse->row[e] - first] = sparse->value[e];
    walk->next[k] = e;
    return e > from ? scratch : NULL;
}

void columns_lay(const assay_sparse *sparse, size_t n, size_t columns, double *to)
{
    const column_table of = { NULL, *sparse, n, columns };
    for (size_t k = 0; k < columns; k++) (void)column_lent(&of, k, to + k * n);
}

assay_status columns_shape_sparse(assay_data *data, size_t n, size_t n_factors, size_t n_codes)
{
    assay_data_free(data);
    data->levels = calloc(n_factors + 1, sizeof *data->levels);
    data->period = calloc(n_factors + 1, sizeof *data->period);
    if (!data->levels || !data->period) return ASSAY_ENOMEM;
    data->n = n;
    data->n_factors = n_factors;
    data->n_codes = n_codes;
    return ASSAY_OK;
}

static assay_status make_whole(assay_sparse *sparse, size_t n, size_t columns, double **to)
{
    if (!sparse->start) return ASSAY_OK;
    if (columns > SIZE_MAX / sizeof(double) / n - 1) return ASSAY_ENOMEM;
    *to = malloc((n * columns + 1) * sizeof **to);
    if (!*to) return ASSAY_ENOMEM;
    columns_lay(sparse, n, columns, *to);
    sparse_free(sparse);
    return ASSAY_OK;
}

assay_status columns_make_whole(assay_data *data)
{
    ASSAY_TRY(make_whole(&data->sparse_factors, data->n, data->n_factors, &data->factors));
    return make_whole(&data->sparse_codes, data->n, data->n_codes, &data->codes);
}

assay_status sparse_shape(assay_sparse *to, size_t columns, size_t entries)
{
    *to = (assay_sparse){ calloc(columns + 1, sizeof *to->start), malloc((entries + 1) * sizeof *to->row),
                          malloc((entries + 1) * sizeof *to->value) };
    if (to->start && to->row && to->value) return ASSAY_OK;
    sparse_free(to);
    return ASSAY_ENOMEM;
}

/* to[count]: the entries by rising row, those of a row as they come. next: scratch [rows + 1], zeros. */
static void order_rows(const sparse_entry *of, size_t count, size_t rows, size_t *next, uint32_t *to)
{
    for (size_t k = 0; k < count; k++) next[of[k].row + 1]++;
    for (size_t r = 0; r < rows; r++) next[r + 1] += next[r];
    for (size_t k = 0; k < count; k++) to[next[of[k].row]++] = (uint32_t)k;
}

/* Column by column, in the order given; end[columns]: where each ends. */
static void add_entries(const sparse_entry *of, size_t count, const uint32_t *order, size_t columns, size_t *end,
                        assay_sparse *to)
{
    for (size_t k = 0; k < count; k++) to->start[of[k].column + 1]++;
    for (size_t c = 0; c < columns; c++) to->start[c + 1] += end[c] = to->start[c];
    for (size_t k = 0; k < count; k++) {
        const sparse_entry *one = &of[order[k]];
        size_t *at = &end[one->column];
        if (*at > to->start[one->column] && to->row[*at - 1] == one->row) {
            to->value[*at - 1] += one->value;
            continue;
        }
        to->row[*at] = one->row;
        to->value[(*at)++] = 0.0 + one->value;
    }
}

static void drop_zeros(const size_t *end, size_t columns, assay_sparse *to)
{
    size_t used = 0;
    for (size_t c = 0; c < columns; c++) {
        const size_t first = to->start[c];
        to->start[c] = used;
        for (size_t e = first; e < end[c]; e++) {
            if (to->value[e] == 0.0) continue;
            to->row[used] = to->row[e];
            to->value[used++] = to->value[e];
        }
    }
    to->start[columns] = used;
}

assay_status sparse_gather(const sparse_entry *of, size_t count, size_t rows, size_t columns, assay_sparse *to)
{
    size_t *next = calloc((rows > columns ? rows : columns) + 1, sizeof *next);
    uint32_t *order = calloc(count + 1, sizeof *order);
    *to = (assay_sparse){ 0 };
    const assay_status status = next && order ? sparse_shape(to, columns, count) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        order_rows(of, count, rows, next, order);
        add_entries(of, count, order, columns, next, to);
        drop_zeros(next, columns, to);
    }
    free(next);
    free(order);
    return status;
}

void sparse_free(assay_sparse *of)
{
    free(of->start);
    free(of->row);
    free(of->value);
    *of = (assay_sparse){ 0 };
}
