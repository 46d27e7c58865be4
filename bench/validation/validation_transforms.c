/*
 * Data as somebody might have misread it. A reference that scores misread data as the candidate scored the true ones
 * shows the mistake. Bins are tried the same way (validation_bins.c).
 */
#include "ascending.h"
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FACTORS = 1, CODES = 2 }; /* sides */

assay_status data_shaped(const assay_data *from, size_t n, size_t m, size_t d, assay_data *to)
{
    const assay_status status = assay_data_shape(to, n, m, d);
    if (status == ASSAY_OK && m == from->n_factors) memcpy(to->levels, from->levels, m * sizeof *to->levels);
    return status;
}

assay_status data_copy(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(data_shaped(from, from->n, from->n_factors, from->n_codes, to));
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    memcpy(to->codes, from->codes, from->n * from->n_codes * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status as_it_is(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    return data_copy(from, to);
}

static assay_status swap(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_codes, from->n_factors));
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

/* ---- the wrong memory order ---- */

/* Rows read as if they were columns, x.reshape(columns, n) where x.T was meant; columns read as if they were rows,
 * x.reshape(n, columns) of an array of columns. */
enum { ROWS_AS_COLUMNS, COLUMNS_AS_ROWS };
static void read_as(const double *x, size_t n, size_t columns, int how, double *to)
{
    for (size_t k = 0; k < n * columns; k++) {
        const size_t turned = k % columns * n + k / columns;
        if (how == ROWS_AS_COLUMNS) to[k] = x[turned];
        else to[turned] = x[k];
    }
}

static void highest_levels(const assay_data *from, assay_data *to)
{
    int32_t most = 0;
    for (size_t i = 0; i < from->n_factors; i++) most = from->levels[i] > most ? from->levels[i] : most;
    for (size_t i = 0; i < from->n_factors; i++) to->levels[i] = from->levels[i] ? most : 0;
}

static assay_status reshape(const data_mistake *by, const assay_data *from, assay_data *to)
{
    ASSAY_TRY(data_copy(from, to));
    if (by->sides & FACTORS) read_as(from->factors, from->n, from->n_factors, by->how, to->factors);
    if (by->sides & FACTORS) highest_levels(from, to);
    if (by->sides & CODES) read_as(from->codes, from->n, from->n_codes, by->how, to->codes);
    return ASSAY_OK;
}

/* ---- sorting, shifting, leaving out ---- */

static assay_status sort_columns(const data_mistake *by, const assay_data *from, assay_data *to)
{
    ASSAY_TRY(data_copy(from, to));
    for (size_t i = 0; by->sides & FACTORS && i < to->n_factors; i++)
        qsort(to->factors + i * to->n, to->n, sizeof *to->factors, ascending);
    for (size_t j = 0; by->sides & CODES && j < to->n_codes; j++)
        qsort(to->codes + j * to->n, to->n, sizeof *to->codes, ascending);
    return ASSAY_OK;
}

/* Sample s is compared with the codes of sample s + 1; the last is lost or, wrapped, meets the first. */
enum { LOST, WRAPPED };
static assay_status shift(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, rows = by->how == WRAPPED ? n : n - 1;
    if (n < 2) return ASSAY_EUSAGE;
    ASSAY_TRY(data_shaped(from, rows, from->n_factors, from->n_codes, to));
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        for (size_t s = 0; s < rows; s++) to->codes[j * rows + s] = from->codes[j * n + (s + 1) % n];
    return ASSAY_OK;
}

static assay_status keep_rows(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, first = by->parts ? n * (size_t)by->first / by->parts : (size_t)by->first;
    const size_t end = by->parts     ? n * (size_t)by->end / by->parts
                       : by->end > 0 ? (size_t)by->end
                                     : n - (size_t)-by->end;
    const size_t rows = end - first;
    if (end <= first || end > n) return ASSAY_EUSAGE;
    ASSAY_TRY(data_shaped(from, rows, from->n_factors, from->n_codes, to));
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n + first, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        memcpy(to->codes + j * rows, from->codes + j * n + first, rows * sizeof *to->codes);
    return ASSAY_OK;
}

/* ---- other numbers ---- */

static assay_status map_codes(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t k = 0; status == ASSAY_OK && k < to->n * to->n_codes; k++) to->codes[k] = by->of(to->codes[k]);
    return status;
}

/* Ranks from 0; ties share the number of values below them, or of distinct values. to may not be x. */
enum { TIES_COUNT, TIES_ARE_ONE };
static assay_status rank_column(const double *x, size_t n, int distinct, double *to, size_t *levels)
{
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted) return ASSAY_ENOMEM;
    memcpy(sorted, x, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, ascending);
    size_t count = n;
    if (distinct) {
        count = 1;
        for (size_t k = 1; k < n; k++)
            if (sorted[k] != sorted[count - 1]) sorted[count++] = sorted[k];
    }
    for (size_t s = 0; s < n; s++) {
        size_t low = 0, high = count;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (sorted[middle] < x[s]) low = middle + 1;
            else high = middle;
        }
        to[s] = (double)low;
    }
    *levels = count;
    free(sorted);
    return ASSAY_OK;
}

int column_lacks(const double *x, size_t n)
{
    for (size_t s = 0; s < n; s++)
        if (isnan(x[s])) return 1;
    return 0;
}

static assay_status rank_all(const data_mistake *by, const assay_data *from, assay_data *to)
{
    assay_status status = data_copy(from, to);
    size_t levels;
    for (size_t j = 0; by->sides & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = rank_column(from->codes + j * to->n, to->n, by->how == TIES_ARE_ONE, to->codes + j * to->n, &levels);
    for (size_t i = 0; by->sides & FACTORS && i < to->n_factors && status == ASSAY_OK; i++) {
        if (from->levels[i] || column_lacks(from->factors + i * to->n, to->n)) continue;
        status =
            rank_column(from->factors + i * to->n, to->n, by->how == TIES_ARE_ONE, to->factors + i * to->n, &levels);
        if (by->how == TIES_ARE_ONE) to->levels[i] = (int32_t)levels;
    }
    return status;
}

static assay_status labels_as_numbers(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    const assay_status status = data_copy(from, to);
    for (size_t i = 0; status == ASSAY_OK && i < to->n_factors; i++) to->levels[i] = 0;
    return status;
}

/* ---- a penalty ---- */

/*
 * What a ridge regression with intercept and penalty p on the squares of its coefficients gives, of a reference that
 * fits least squares with intercept to the first half of the rows and is judged on the second: both sides centred by
 * the rows learnt from, and for each code the rows +sqrt(p/2) and -sqrt(p/2) of it, of a factor of 0, are learnt from,
 * too; the halves are made equal by rows of 0, which change nothing, and by those tested on standing twice.
 * By deviation: of codes standardised by the rows learnt from.
 */
enum { AS_THEY_ARE, BY_DEVIATION };
static assay_status penalised(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, d = from->n_codes, m = from->n_factors, learnt = n / 2, tested = n - learnt;
    int lacks = 0;
    for (size_t i = 0; i < m; i++) lacks |= from->levels[i] || column_lacks(from->factors + i * n, n);
    if (lacks || !learnt || learnt + 2 * d > 2 * tested) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, 4 * tested, m, d, to);
    for (size_t c = 0; c < m + d && status == ASSAY_OK; c++) {
        const double *x = c < m ? from->factors + c * n : from->codes + (c - m) * n;
        double *y = c < m ? to->factors + c * 4 * tested : to->codes + (c - m) * 4 * tested, mean = 0.0, squares = 0.0;
        for (size_t s = 0; s < learnt; s++) mean += (x[s] - x[0]) / (double)learnt;
        for (size_t s = 0; s < 2 * tested; s++) y[s] = s < learnt ? (x[s] - x[0]) - mean : 0.0;
        for (size_t s = 0; s < 2 * tested; s++) y[2 * tested + s] = (x[learnt + s % tested] - x[0]) - mean;
        for (size_t s = 0; s < learnt; s++) squares += y[s] * y[s] / (double)learnt;
        const double unit = sqrt(by->penalty / 2.0) * (by->how == BY_DEVIATION ? sqrt(squares) : 1.0);
        for (size_t sign = 0; sign < 2 && c >= m; sign++) y[learnt + 2 * (c - m) + sign] = sign ? -unit : unit;
    }
    return status;
}

#define RIDGE_ON(text_, how_, penalty_)                                                                \
    {                                                                                                  \
        .text = (text_), .learns = 1, .make = penalised, .by = {.how = (how_), .penalty = (penalty_) } \
    }
#define RIDGE(penalty_)                                                                                                \
    RIDGE_ON("the regression has a penalty, Ridge(alpha=" #penalty_ "), on codes as they are", AS_THEY_ARE, penalty_), \
        RIDGE_ON("the regression has a penalty, Ridge(alpha=" #penalty_ "), on standardised codes", BY_DEVIATION,      \
                 penalty_)

#define MADE(text_, make_, ...)                                 \
    {                                                           \
        .text = (text_), .make = (make_), .by = { __VA_ARGS__ } \
    }
#define APART(text_, make_, ...)                                            \
    {                                                                       \
        .text = (text_), .make = (make_), .by = { __VA_ARGS__ }, .apart = 1 \
    }

static const transform transforms[] = {
    { .text = NULL, .make = as_it_is },
    { .text = "factors and codes are exchanged (the arrays are transposed, or the arguments swapped)",
      .make = swap,
      .more = 1 },
    APART("the codes are reshaped instead of transposed: rows are read as columns", reshape, .sides = CODES,
          .how = ROWS_AS_COLUMNS),
    APART("the factors are reshaped instead of transposed: rows are read as columns", reshape, .sides = FACTORS,
          .how = ROWS_AS_COLUMNS),
    APART("both arrays are reshaped instead of transposed: rows are read as columns", reshape, .sides = FACTORS | CODES,
          .how = ROWS_AS_COLUMNS),
    APART("the codes are read in the other memory order: columns are read as rows", reshape, .sides = CODES,
          .how = COLUMNS_AS_ROWS),
    APART("both arrays are read in the other memory order: columns are read as rows", reshape, .sides = FACTORS | CODES,
          .how = COLUMNS_AS_ROWS),
    APART("each code is sorted, which takes it apart from the factors' rows", sort_columns, .sides = CODES),
    APART("each factor is sorted, which takes it apart from the codes' rows", sort_columns, .sides = FACTORS),
    APART("factors and codes are one row apart", shift, .how = LOST),
    APART("factors and codes are one row apart, the last meeting the first", shift, .how = WRAPPED),
    MADE("the last sample is left out", keep_rows, .end = -1),
    MADE("the first sample is left out", keep_rows, .first = 1),
    MADE("only the first half of the samples is used", keep_rows, .end = 1, .parts = 2),
    MADE("only the second half of the samples is used", keep_rows, .first = 1, .end = 2, .parts = 2),
    MADE("the codes' signs are lost: |z| is used", map_codes, .of = fabs),
    MADE("the codes are replaced by their ranks", rank_all, .sides = CODES, .how = TIES_COUNT),
    MADE("codes and factors are replaced by their ranks", rank_all, .sides = FACTORS | CODES, .how = TIES_COUNT),
    MADE("every distinct value of a continuous factor is taken as a class of its own", rank_all, .sides = FACTORS,
         .how = TIES_ARE_ONE),
    { .text = "categorical factors are taken as numbers", .make = labels_as_numbers },
    RIDGE(0.01),
    RIDGE(0.1),
    RIDGE(1),
    RIDGE(10),
    RIDGE(100),
};

enum { OF_DATA = sizeof transforms / sizeof *transforms };

size_t transform_count(void) { return OF_DATA + bin_transform_count(); }

const transform *transform_at(size_t index)
{
    return index < OF_DATA ? &transforms[index] : bin_transform_at(index - OF_DATA);
}

assay_status transform_apply(const transform *t, const assay_data *from, size_t bins, size_t factor_bins,
                             assay_data *to)
{
    return t->bins.codes ? bins_apply(from, &t->bins, bins, factor_bins, to) : t->make(&t->by, from, to);
}
