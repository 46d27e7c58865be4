/* Representations that own their memory; columns of any, whole or sparse. */
#include "columns.h"

#include "ascending.h"
#include "owned.h"

#include <math.h>

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
    data->levels = zeroed(n_factors, sizeof *data->levels);
    data->period = zeroed(n_factors, sizeof *data->period);
    data->n = n;
    data->n_factors = n_factors;
    data->n_codes = n_codes;
    return data->levels && data->period ? ASSAY_OK : ASSAY_ENOMEM;
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

static int by_row(const void *a, const void *b)
{
    const sparse_entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->column > y->column) - (x->column < y->column);
}

/* Entries by rising row, those of a row in the order in which they came. */
static assay_status sort_column(uint32_t *row, double *value, size_t count)
{
    size_t risen = 1;
    while (risen < count && row[risen - 1] <= row[risen]) risen++;
    if (risen >= count) return ASSAY_OK;
    OWNED sparse_entry *all = zeroed(count, sizeof *all);
    if (!all) return ASSAY_ENOMEM;
    for (size_t e = 0; e < count; e++) all[e] = (sparse_entry){ row[e], (uint32_t)e, value[e] };
    qsort(all, count, sizeof *all, by_row);
    for (size_t e = 0; e < count; e++) row[e] = all[e].row, value[e] = all[e].value;
    return ASSAY_OK;
}

assay_status sparse_order(assay_sparse *of, size_t columns)
{
    size_t used = 0;
    for (size_t c = 0, e = 0; c < columns; c++) {
        const size_t end = of->start[c + 1];
        ASSAY_TRY(sort_column(of->row + e, of->value + e, end - e));
        while (e < end) {
            const uint32_t row = of->row[e];
            double sum = 0.0;
            for (; e < end && of->row[e] == row; e++) sum += of->value[e];
            if (sum == 0.0) continue;
            of->row[used] = row;
            of->value[used++] = sum;
        }
        of->start[c + 1] = used;
    }
    return ASSAY_OK;
}

assay_status sparse_gather(const sparse_entry *of, size_t count, size_t columns, assay_sparse *to)
{
    ASSAY_TRY(sparse_shape(to, columns + 1, count));
    /* start[c + 1] is where the next entry of column c goes, and at last where the column ends */
    for (size_t k = 0; k < count; k++) to->start[of[k].column + 2]++;
    for (size_t c = 0; c < columns; c++) to->start[c + 2] += to->start[c + 1];
    for (size_t k = 0; k < count; k++) {
        const size_t at = to->start[of[k].column + 1]++;
        to->row[at] = of[k].row;
        to->value[at] = of[k].value;
    }
    const assay_status status = sparse_order(to, columns);
    if (status != ASSAY_OK) sparse_free(to);
    return status;
}

void sparse_free(assay_sparse *of)
{
    free(of->start);
    free(of->row);
    free(of->value);
    *of = (assay_sparse){ 0 };
}

assay_status assay_data_shape(assay_data *data, size_t n, size_t n_factors, size_t n_codes)
{
    if (!data) return ASSAY_EUSAGE;
    const size_t most = SIZE_MAX / sizeof(double) - 1;
    const int fits = !n || (n_factors <= most / n && n_codes <= most / n);
    assay_status status = columns_shape_sparse(data, n, n_factors, n_codes);
    data->factors = fits ? zeroed(n * n_factors, sizeof *data->factors) : NULL;
    data->codes = fits ? zeroed(n * n_codes, sizeof *data->codes) : NULL;
    if (!data->factors || !data->codes) status = ASSAY_ENOMEM;
    if (status != ASSAY_OK) assay_data_free(data);
    return status;
}

assay_status assay_data_space(assay_data *data, size_t dims, int32_t with_activations)
{
    if (!data || dims == 0) return ASSAY_EUSAGE;
    owned_free(&data->directions);
    owned_free(&data->true_directions);
    owned_free(&data->activations);
    owned_free(&data->reconstruction);
    data->dims = 0;
    const size_t most = SIZE_MAX / sizeof(double) / dims;
    if (data->n > most || data->n_codes > most || data->n_factors > most) return ASSAY_ENOMEM;
    data->directions = zeroed(data->n_codes * dims, sizeof *data->directions);
    data->true_directions = zeroed(data->n_factors * dims, sizeof *data->true_directions);
    if (with_activations) data->activations = zeroed(data->n * dims, sizeof *data->activations);
    if (!data->directions || !data->true_directions || (with_activations && !data->activations)) return ASSAY_ENOMEM;
    data->dims = dims;
    return ASSAY_OK;
}

void assay_data_free(assay_data *data)
{
    if (!data) return;
    void *const block[] = { data->factors,      data->codes,           data->levels,      data->period,
                            data->directions,   data->true_directions, data->activations, data->reconstruction,
                            data->factor_names, data->code_names,      data->learns };
    for (size_t k = 0; k < sizeof block / sizeof *block; k++) free(block[k]);
    sparse_free(&data->sparse_factors);
    sparse_free(&data->sparse_codes);
    *data = (assay_data){ .truth = { NAN, NAN, NAN }, .keeps_sparse = data->keeps_sparse };
}

assay_rep assay_data_view(const assay_data *data)
{
    if (!data) return (assay_rep){ .abi = ASSAY_ABI, .truth = { NAN, NAN, NAN } };
    return (assay_rep){
        .abi = ASSAY_ABI,
        .n = data->n,
        .n_factors = data->n_factors,
        .n_codes = data->n_codes,
        .factors = data->factors,
        .codes = data->codes,
        .levels = data->levels,
        .truth = { data->truth[0], data->truth[1], data->truth[2] },
        .dims = data->dims,
        .directions = data->dims ? data->directions : NULL,
        .true_directions = data->dims ? data->true_directions : NULL,
        .activations = data->dims ? data->activations : NULL,
        .sparse_factors = data->sparse_factors,
        .sparse_codes = data->sparse_codes,
        .period = data->period,
        .factor_names = (const char *const *)data->factor_names,
        .code_names = (const char *const *)data->code_names,
        .learns = data->learns,
        .reconstruction = data->reconstruction,
    };
}

size_t column_classes(double *column, size_t n)
{
    OWNED double *distinct = zeroed(n, sizeof *distinct);
    if (!distinct) return 0;
    size_t there = 0;
    for (size_t s = 0; s < n; s++)
        if (!isnan(column[s])) distinct[there++] = column[s];
    qsort(distinct, there, sizeof *distinct, ascending);
    size_t levels = 1;
    for (size_t s = 1; s < there; s++)
        if (distinct[s] != distinct[s - 1]) distinct[levels++] = distinct[s];
    for (size_t s = 0; s < n; s++) {
        if (isnan(column[s])) continue;
        size_t low = 0, high = levels;
        while (high - low > 1) {
            const size_t middle = low + (high - low) / 2;
            if (distinct[middle] <= column[s]) low = middle;
            else high = middle;
        }
        column[s] = (double)low;
    }
    return levels;
}

assay_status data_copy(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_factors, from->n_codes));
    memcpy(to->levels, from->levels, from->n_factors * sizeof *to->levels);
    memcpy(to->period, from->period, from->n_factors * sizeof *to->period);
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    memcpy(to->codes, from->codes, from->n * from->n_codes * sizeof *to->codes);
    return ASSAY_OK;
}
