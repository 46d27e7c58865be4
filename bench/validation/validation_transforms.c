/*
 * Data as somebody might have misread it. A reference that scores misread data as the candidate scored the true ones
 * shows the mistake. Bins are tried the same way (validation_bins.c).
 */
#include "ascending.h"
#include "svd.h"
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
    const assay_status status = data_shaped(from, from->n, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
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
    const assay_status status = assay_data_shape(to, from->n, from->n_codes, from->n_factors);
    if (status != ASSAY_OK) return status;
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
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    if (by->sides & FACTORS) read_as(from->factors, from->n, from->n_factors, by->how, to->factors);
    if (by->sides & FACTORS) highest_levels(from, to);
    if (by->sides & CODES) read_as(from->codes, from->n, from->n_codes, by->how, to->codes);
    return ASSAY_OK;
}

/* ---- sorting, shifting, leaving out ---- */

static assay_status sort_columns(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; by->sides & FACTORS && i < to->n_factors; i++)
        qsort(to->factors + i * to->n, to->n, sizeof *to->factors, ascending);
    for (size_t j = 0; by->sides & CODES && j < to->n_codes; j++)
        qsort(to->codes + j * to->n, to->n, sizeof *to->codes, ascending);
    return ASSAY_OK;
}

/* Each sample's codes sorted: numpy.sort without axis=0. */
static assay_status sort_rows(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    const size_t n = from->n, d = from->n_codes;
    const assay_status status = data_copy(from, to);
    double *row = status == ASSAY_OK ? malloc(d * sizeof *row) : NULL;
    if (!row) return status == ASSAY_OK ? ASSAY_ENOMEM : status;
    for (size_t s = 0; s < n; s++) {
        for (size_t j = 0; j < d; j++) row[j] = from->codes[j * n + s];
        qsort(row, d, sizeof *row, ascending);
        for (size_t j = 0; j < d; j++) to->codes[j * n + s] = row[j];
    }
    free(row);
    return ASSAY_OK;
}

/* Sample s is compared with the codes of sample s + 1; the last is lost or, wrapped, meets the first. */
enum { LOST, WRAPPED };
static assay_status shift(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, rows = by->how == WRAPPED ? n : n - 1;
    if (n < 2) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
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
    const assay_status status = data_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n + first, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        memcpy(to->codes + j * rows, from->codes + j * n + first, rows * sizeof *to->codes);
    return ASSAY_OK;
}

/* Rows in a fixed order of draws, without replacement or with it (means over seeds know no other bootstrap): which part
 * it was, no comparison over seeds can tell. */
enum { DRAWN_ONCE, DRAWN_AGAIN };
static assay_status random_rows(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, rows = n * (size_t)by->end / by->parts;
    size_t *order = malloc(n * sizeof *order);
    if (!order) return ASSAY_ENOMEM;
    uint64_t state = n;
    for (size_t s = 0; s < n; s++) order[s] = s;
    for (size_t s = 0; s < rows; s++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's constants; its high bits are good */
        const size_t draw = (size_t)(state >> 33);
        if (by->how == DRAWN_AGAIN) {
            order[s] = draw % n;
            continue;
        }
        const size_t other = s + draw % (n - s), kept = order[s];
        order[s] = order[other];
        order[other] = kept;
    }
    const assay_status status = rows_gather(from, order, order, rows, to);
    free(order);
    return status;
}

/* The codes of a random row with the factors of each. */
static assay_status random_rows_apart(const data_mistake *by, const assay_data *from, assay_data *to)
{
    assay_data mixed = { 0 };
    assay_status status = random_rows(by, from, &mixed);
    if (status == ASSAY_OK) status = data_copy(from, to);
    if (status == ASSAY_OK) memcpy(to->codes, mixed.codes, from->n * from->n_codes * sizeof *to->codes);
    assay_data_free(&mixed);
    return status;
}

/* Rows in another order, or some of them: row(s, n) comes to place s; n: there is no such place. */
static assay_status take_rows(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n;
    size_t *row = malloc(n * sizeof *row), rows = 0;
    if (!row) return ASSAY_ENOMEM;
    for (; rows < n && by->row(rows, n) < n; rows++) row[rows] = by->row(rows, n);
    const assay_status status = rows_gather(from, row, row, rows, to);
    free(row);
    return status;
}
static size_t every_second(size_t s, size_t n) { return 2 * s < n ? 2 * s : n; }
static size_t every_other(size_t s, size_t n) { return 2 * s + 1 < n ? 2 * s + 1 : n; }
static size_t backwards(size_t s, size_t n) { return n - 1 - s; }
static size_t halves_exchanged(size_t s, size_t n) { return n % 2 ? n : (s + n / 2) % n; }
static size_t first_half_again(size_t s, size_t n) { return s < n / 2 * 2 ? s % (n / 2) : n; }
static size_t second_half_again(size_t s, size_t n) { return s < n / 2 * 2 ? n - n / 2 + s % (n / 2) : n; }

static int rows_equal(const double *x, size_t n, size_t columns, size_t s, size_t t)
{
    for (size_t j = 0; j < columns; j++)
        if (x[j * n + s] != x[j * n + t]) return 0;
    return 1;
}

/* Rows whose codes an earlier row has already are left out: as many as there are, in their order. */
static assay_status without_repeats(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    enum { MOST_ROWS = 4000 }; /* a square of comparisons */
    const size_t n = from->n;
    if (n > MOST_ROWS) return ASSAY_EUSAGE;
    size_t *kept = malloc(n * sizeof *kept), count = 0;
    if (!kept) return ASSAY_ENOMEM;
    for (size_t s = 0; s < n; s++) {
        size_t k = 0;
        while (k < count && !rows_equal(from->codes, n, from->n_codes, s, kept[k])) k++;
        if (k == count) kept[count++] = s;
    }
    const assay_status status = rows_gather(from, kept, kept, count, to);
    free(kept);
    return status;
}

static assay_status keep_codes(const data_mistake *by, const assay_data *from, assay_data *to)
{
    size_t kept = 0;
    for (size_t j = 0; j < from->n_codes; j++) kept += by->keep(from, j) != 0;
    if (!kept) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, from->n, from->n_factors, kept, to);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    kept = 0;
    for (size_t j = 0; j < from->n_codes; j++)
        if (by->keep(from, j))
            memcpy(to->codes + kept++ * from->n, from->codes + j * from->n, from->n * sizeof *to->codes);
    return ASSAY_OK;
}
static int is_alive(const assay_data *of, size_t j)
{
    const double *x = of->codes + j * of->n;
    for (size_t s = 1; s < of->n; s++)
        if (x[s] != x[0]) return 1;
    return 0;
}
static int is_of_first(const assay_data *of, size_t j) { return j < of->n_factors; }
static int is_not_first(const assay_data *of, size_t j) { return (void)of, j > 0; }
static int is_not_last(const assay_data *of, size_t j) { return j + 1 < of->n_codes; }
static int is_no_surplus(const assay_data *of, size_t j) { return of->n_codes <= of->n_factors || is_not_last(of, j); }

enum { FIRST, LAST };
static assay_status without_factor(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t n = from->n, m = from->n_factors - 1, left_out = by->how == FIRST ? 0 : m;
    if (!m) return ASSAY_EUSAGE;
    const assay_status status = assay_data_shape(to, n, m, from->n_codes);
    for (size_t i = 0; status == ASSAY_OK && i < m; i++) {
        const size_t place = i + (i >= left_out);
        to->levels[i] = from->levels[place];
        memcpy(to->factors + i * n, from->factors + place * n, n * sizeof *to->factors);
    }
    if (status == ASSAY_OK) memcpy(to->codes, from->codes, n * from->n_codes * sizeof *to->codes);
    return status;
}

/* ---- other numbers ---- */

static assay_status map_codes(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t k = 0; status == ASSAY_OK && k < to->n * to->n_codes; k++) to->codes[k] = by->of(to->codes[k]);
    return status;
}

static double square(double x) { return x * x; }
static double single(double x) { return (double)(float)x; }
static double clip_unit(double x) { return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x; }
static double clip_one(double x) { return x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x; }
static double clip_three(double x) { return x < -3.0 ? -3.0 : x > 3.0 ? 3.0 : x; }
static double positive(double x) { return x > 0.0 ? x : 0.0; }
static double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }
static double negated(double x) { return -x; }
static double sign_of(double x) { return (double)((x > 0.0) - (x < 0.0)); }
static double above_0(double x) { return x > 0.0; }
static double rounded_1(double x) { return rint(x * 10.0) / 10.0; }
static double rounded_2(double x) { return rint(x * 100.0) / 100.0; }
static double rounded_3(double x) { return rint(x * 1000.0) / 1000.0; }
static double half(double x) /* to 11 bits, as half precision has them (of numbers that it holds) */
{
    int exponent;
    const double part = frexp(x, &exponent);
    const int bits = exponent < -13 ? 24 + exponent : 11;
    return ldexp(rint(ldexp(part, bits)), exponent - bits);
}

/* Each sample's codes: to length 1, to sum 1, as a softmax. */
enum { ROW_LENGTH, ROW_SUM, ROW_SOFTMAX };
static assay_status scale_rows(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const int how = by->how;
    const assay_status status = data_copy(from, to);
    const size_t n = from->n, d = from->n_codes;
    if (status == ASSAY_OK && how == ROW_SOFTMAX)
        for (size_t k = 0; k < n * d; k++) to->codes[k] = exp(to->codes[k]);
    for (size_t s = 0; s < n && status == ASSAY_OK; s++) {
        double size = 0.0;
        for (size_t j = 0; j < d; j++) {
            const double x = to->codes[j * n + s];
            size += how == ROW_LENGTH ? x * x : x;
        }
        size = how == ROW_LENGTH ? sqrt(size) : size;
        for (size_t j = 0; j < d && size != 0.0; j++) to->codes[j * n + s] /= size;
    }
    return status;
}

/* Columns to mean 0, then to deviation 1 or length 1, or to 0..1. A constant column becomes 0. */
enum { COLUMN_CENTRED, COLUMN_DEVIATION, COLUMN_UNIT };
static void scale_column(double *x, size_t n, int how)
{
    double mean = 0.0, squares = 0.0, low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < n; s++) {
        mean += x[s] / (double)n;
        low = fmin(low, x[s]);
        high = fmax(high, x[s]);
    }
    for (size_t s = 0; s < n; s++) squares += (x[s] - mean) * (x[s] - mean) / (double)n;
    const double from = how == COLUMN_UNIT ? low : mean;
    const double by = how == COLUMN_UNIT ? high - low : how == COLUMN_DEVIATION ? sqrt(squares) : 1.0;
    for (size_t s = 0; s < n; s++) x[s] = high > low ? (x[s] - from) / by : 0.0;
}

static assay_status scale_columns(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t j = 0; by->sides & CODES && status == ASSAY_OK && j < to->n_codes; j++)
        scale_column(to->codes + j * to->n, to->n, by->how);
    for (size_t i = 0; by->sides & FACTORS && status == ASSAY_OK && i < to->n_factors; i++)
        if (!to->levels[i] && !column_lacks(to->factors + i * to->n, to->n))
            scale_column(to->factors + i * to->n, to->n, by->how);
    return status;
}

/* Centred codes turned so that none tells of another by a straight line. Where they nearly lie in fewer dimensions,
 * what becomes of them is a matter of rounding: nothing is said. */
enum { TURNED, WHITE_AXES, WHITE_BACK, WHITE_IN_ORDER };

/* Each column less what those before it tell of it: z L^-T, L Cholesky's factor of the covariance. Twice is enough. */
static void columns_in_order(double *x, size_t n, size_t d)
{
    for (size_t j = 0; j < d; j++) {
        double length = 0.0;
        for (size_t k = 0; k < 2 * j; k++) {
            const double *y = x + k % j * n;
            double along = 0.0;
            for (size_t s = 0; s < n; s++) along += x[j * n + s] * y[s];
            for (size_t s = 0; s < n; s++) x[j * n + s] -= along * y[s];
        }
        for (size_t s = 0; s < n; s++) length += x[j * n + s] * x[j * n + s];
        for (size_t s = 0; s < n; s++) x[j * n + s] /= sqrt(length);
    }
}

/* To one length, or turned back to where they came from (ZCA). */
static void columns_even(double *x, size_t n, size_t d, int how, const double *value, const double *right, double *row)
{
    for (size_t s = 0; s < n; s++) {
        for (size_t k = 0; k < d; k++) row[k] = x[k * n + s] / value[k];
        for (size_t j = 0; j < d; j++) {
            double sum = 0.0;
            for (size_t k = 0; k < d; k++) sum += row[k] * right[k * d + j];
            x[j * n + s] = how == WHITE_BACK ? sum : row[j];
        }
    }
}

static assay_status turn_codes(const data_mistake *by, const assay_data *from, assay_data *to)
{
    static const double NARROW = 1e-5;
    const size_t n = from->n, d = from->n_codes;
    const int how = by->how, even = how != TURNED;
    assay_status status = scale_columns(&(data_mistake){ .sides = CODES, .how = COLUMN_CENTRED }, from, to);
    double *value = calloc(2 * d + 2 * d * d + 2, sizeof *value), *right = value + 2 * d;
    double *turned = status == ASSAY_OK ? malloc(n * d * sizeof *turned) : NULL;
    if (status == ASSAY_OK && (!value || !turned)) status = ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        memcpy(turned, to->codes, n * d * sizeof *turned);
        svd_columns(turned, n, d, value, right);
        if (d < 2 || !(value[d - 1] > NARROW * value[0])) status = ASSAY_EUSAGE;
    }
    if (status == ASSAY_OK && how == WHITE_IN_ORDER) columns_in_order(to->codes, n, d);
    else if (status == ASSAY_OK) {
        memcpy(to->codes, turned, n * d * sizeof *turned);
        if (even) columns_even(to->codes, n, d, how, value, right, value + d);
    }
    for (size_t k = 0; k < n * d && status == ASSAY_OK && even; k++) to->codes[k] *= sqrt((double)(n - 1));
    free(value);
    free(turned);
    return status;
}

/* The first `kept` principal axes; 0: as many as it takes for the share of the variance. */
static assay_status first_axes(const assay_data *from, size_t kept, double share, assay_data *to)
{
    assay_data turned = { 0 };
    assay_status status = turn_codes(&(data_mistake){ .how = TURNED }, from, &turned);
    const size_t n = turned.n, d = turned.n_codes;
    double all = 0.0, sum = 0.0;
    for (size_t k = 0; k < n * d && status == ASSAY_OK; k++) all += turned.codes[k] * turned.codes[k];
    for (size_t j = 0; j < d && !kept && status == ASSAY_OK; j++) {
        for (size_t s = 0; s < n; s++) sum += turned.codes[j * n + s] * turned.codes[j * n + s];
        if (sum > share * all) kept = j + 1;
    }
    if (status == ASSAY_OK) status = kept ? data_shaped(from, n, from->n_factors, kept, to) : ASSAY_EUSAGE;
    if (status == ASSAY_OK) {
        memcpy(to->factors, from->factors, n * from->n_factors * sizeof *to->factors);
        memcpy(to->codes, turned.codes, n * kept * sizeof *to->codes);
    }
    assay_data_free(&turned);
    return status;
}
/* With fewer codes all are kept, as min(components, d) has it. */
static assay_status most_axes(const data_mistake *by, const assay_data *from, assay_data *to)
{
    const size_t most = by->axes ? by->axes(from) : (size_t)by->end;
    if (by->share > 0.0) return first_axes(from, 0, by->share, to);
    return most < from->n_codes ? first_axes(from, most, 0, to)
                                : turn_codes(&(data_mistake){ .how = TURNED }, from, to);
}
static size_t half_of_codes(const assay_data *of) { return of->n_codes / 2; }
static size_t codes_but_one(const assay_data *of) { return of->n_codes - 1; }
static size_t as_factors(const assay_data *of) { return of->n_factors; }
static size_t factors_but_one(const assay_data *of) { return of->n_factors - 1; }

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

/* Ranks from 0 in which what is equal follows the order of rows: argsort of argsort, by a stable sort. */
typedef struct placed_value {
    double value;
    size_t row;
} placed_value;

static int up_by_row(const void *a, const void *b)
{
    const placed_value *x = a, *y = b;
    return x->value != y->value ? (x->value > y->value) - (x->value < y->value) : (x->row > y->row) - (x->row < y->row);
}

/* ASSAY_EUSAGE: untied is asked for, and a value comes twice. */
enum { TIED, UNTIED };
static assay_status order_column(double *x, size_t n, int untied)
{
    placed_value *at = malloc(n * sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    for (size_t s = 0; s < n; s++) at[s] = (placed_value){ x[s], s };
    qsort(at, n, sizeof *at, up_by_row);
    size_t ties = 0;
    for (size_t s = 1; s < n; s++) ties += at[s].value == at[s - 1].value;
    for (size_t s = 0; s < n; s++) x[at[s].row] = (double)s;
    free(at);
    return untied && ties ? ASSAY_EUSAGE : ASSAY_OK;
}

static assay_status order_all(const data_mistake *by, const assay_data *from, assay_data *to)
{
    assay_status status = data_copy(from, to);
    for (size_t j = 0; by->sides & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = order_column(to->codes + j * to->n, to->n, by->how == UNTIED);
    for (size_t i = 0; by->sides & FACTORS && i < to->n_factors && status == ASSAY_OK; i++)
        if (!to->levels[i] && !column_lacks(to->factors + i * to->n, to->n))
            status = order_column(to->factors + i * to->n, to->n, by->how == UNTIED);
    return status;
}

static assay_status labels_as_numbers(const data_mistake *by, const assay_data *from, assay_data *to)
{
    (void)by;
    const assay_status status = data_copy(from, to);
    for (size_t i = 0; status == ASSAY_OK && i < to->n_factors; i++) to->levels[i] = 0;
    return status;
}

#define MADE(text_, make_, ...)                                 \
    {                                                           \
        .text = (text_), .make = (make_), .by = { __VA_ARGS__ } \
    }
#define APART(text_, make_, ...)                                            \
    {                                                                       \
        .text = (text_), .make = (make_), .by = { __VA_ARGS__ }, .apart = 1 \
    }
#define TURNING(text_, make_, ...)                                            \
    {                                                                         \
        .text = (text_), .make = (make_), .by = { __VA_ARGS__ }, .rounded = 1 \
    }
#define AXES(text_, ...) \
    TURNING("the codes are turned onto their principal axes (PCA), of which " text_, most_axes, __VA_ARGS__)

static const transform transforms[] = {
    { .text = NULL, .make = as_it_is },
    APART("the codes are those of other rows than the factors (shuffled, sorted or reshaped apart)", random_rows_apart,
          .end = 1, .parts = 1),
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
    APART("codes and factors are all sorted, each by itself", sort_columns, .sides = FACTORS | CODES),
    { .text = "each sample's codes are sorted (numpy.sort along the wrong axis)", .make = sort_rows },
    APART("factors and codes are one row apart", shift, .how = LOST),
    APART("factors and codes are one row apart, the last meeting the first", shift, .how = WRAPPED),
    MADE("the last sample is left out", keep_rows, .end = -1),
    MADE("the first sample is left out", keep_rows, .first = 1),
    MADE("only the first half of the samples is used", keep_rows, .end = 1, .parts = 2),
    MADE("only the second half of the samples is used", keep_rows, .first = 1, .end = 2, .parts = 2),
    MADE("only the first 4/5 of the samples are used", keep_rows, .end = 4, .parts = 5),
    MADE("only the last fifth of the samples is used", keep_rows, .first = 4, .end = 5, .parts = 5),
    MADE("a random half of the samples is used", random_rows, .end = 1, .parts = 2),
    MADE("a random part of the samples, 4/5, is used", random_rows, .end = 4, .parts = 5),
    MADE("as many rows as there are, drawn with replacement (a bootstrap), are used", random_rows, .how = DRAWN_AGAIN,
         .end = 1, .parts = 1),
    MADE("half as many rows as there are, drawn with replacement, are used", random_rows, .how = DRAWN_AGAIN, .end = 1,
         .parts = 2),
    MADE("constant codes are left out", keep_codes, .keep = is_alive),
    MADE("only the first codes are used, as many as there are factors", keep_codes, .keep = is_of_first),
    MADE("the codes' signs are lost: |z| is used", map_codes, .of = fabs),
    MADE("the codes are squared", map_codes, .of = square),
    MADE("the codes are cut to whole numbers", map_codes, .of = trunc),
    MADE("the codes are rounded to single precision", map_codes, .of = single),
    MADE("the codes are clipped to 0..1", map_codes, .of = clip_unit),
    MADE("the codes are replaced by their ranks", rank_all, .sides = CODES, .how = TIES_COUNT),
    MADE("codes and factors are replaced by their ranks", rank_all, .sides = FACTORS | CODES, .how = TIES_COUNT),
    MADE("every distinct value of a continuous factor is taken as a class of its own", rank_all, .sides = FACTORS,
         .how = TIES_ARE_ONE),
    { .text = "categorical factors are taken as numbers", .make = labels_as_numbers },
    MADE("codes are replaced by ranks in which ties follow the order of rows (argsort of argsort)", order_all,
         .sides = CODES, .how = TIED),
    MADE("codes and factors are replaced by ranks in which ties follow the order of rows (argsort of argsort)",
         order_all, .sides = FACTORS | CODES, .how = TIED),
    MADE("codes are replaced by ranks of which ties come in any order (argsort of argsort)", order_all, .sides = CODES,
         .how = UNTIED),
    MADE("codes and factors are replaced by ranks of which ties come in any order (argsort of argsort)", order_all,
         .sides = FACTORS | CODES, .how = UNTIED),
    { .text = "rows whose codes repeat those of an earlier row are left out", .make = without_repeats },
    MADE("only every second sample is used, from the first on", take_rows, .row = every_second),
    MADE("only every second sample is used, from the second on", take_rows, .row = every_other),
    MADE("the rows are taken in the opposite order", take_rows, .row = backwards),
    MADE("the two halves of the rows are exchanged (what is learnt from and what is tested on)", take_rows,
         .row = halves_exchanged),
    MADE("what is tested on are the rows learnt from, the first half", take_rows, .row = first_half_again),
    MADE("what is learnt from are the rows tested on, the second half", take_rows, .row = second_half_again),
    MADE("only the first 100 rows are used", keep_rows, .end = 100),
    MADE("only the first 500 rows are used", keep_rows, .end = 500),
    MADE("only the first third of the samples is used", keep_rows, .end = 1, .parts = 3),
    MADE("only the first two thirds of the samples are used", keep_rows, .end = 2, .parts = 3),
    MADE("only the last third of the samples is used", keep_rows, .first = 2, .end = 3, .parts = 3),
    MADE("only the first 7/10 of the samples are used", keep_rows, .end = 7, .parts = 10),
    MADE("only the last 3/10 of the samples are used", keep_rows, .first = 7, .end = 10, .parts = 10),
    MADE("only the first tenth of the samples is used", keep_rows, .end = 1, .parts = 10),
    MADE("only the first 9/10 of the samples are used", keep_rows, .end = 9, .parts = 10),
    MADE("the first code is left out", keep_codes, .keep = is_not_first),
    MADE("the last code is left out", keep_codes, .keep = is_not_last),
    MADE("the last code is left out where there are more codes than factors", keep_codes, .keep = is_no_surplus),
    MADE("the first factor is left out", without_factor, .how = FIRST),
    MADE("the last factor is left out", without_factor, .how = LAST),
    MADE("the codes are clipped to -1..1", map_codes, .of = clip_one),
    MADE("the codes are clipped to -3..3", map_codes, .of = clip_three),
    MADE("the codes' negative values count as 0 (relu)", map_codes, .of = positive),
    MADE("the codes pass through 1/(1 + exp(-z))", map_codes, .of = logistic),
    MADE("the codes pass through tanh", map_codes, .of = tanh),
    MADE("the codes pass through exp", map_codes, .of = exp),
    MADE("the codes' signs are turned", map_codes, .of = negated),
    MADE("the codes are reduced to their signs", map_codes, .of = sign_of),
    MADE("the codes are reduced to z > 0", map_codes, .of = above_0),
    MADE("the codes are rounded down to whole numbers", map_codes, .of = floor),
    MADE("the codes are rounded to whole numbers", map_codes, .of = rint),
    MADE("the codes are rounded to 1 decimal", map_codes, .of = rounded_1),
    MADE("the codes are rounded to 2 decimals", map_codes, .of = rounded_2),
    MADE("the codes are rounded to 3 decimals", map_codes, .of = rounded_3),
    MADE("the codes are rounded to half precision", map_codes, .of = half),
    MADE("each sample's codes are scaled to length 1", scale_rows, .how = ROW_LENGTH),
    MADE("each sample's codes are scaled to sum 1", scale_rows, .how = ROW_SUM),
    MADE("each sample's codes pass through a softmax", scale_rows, .how = ROW_SOFTMAX),
    MADE("the codes are centred", scale_columns, .sides = CODES, .how = COLUMN_CENTRED),
    MADE("the codes are standardised, to mean 0 and deviation 1", scale_columns, .sides = CODES,
         .how = COLUMN_DEVIATION),
    MADE("the codes are scaled to 0..1", scale_columns, .sides = CODES, .how = COLUMN_UNIT),
    MADE("the factors are centred", scale_columns, .sides = FACTORS, .how = COLUMN_CENTRED),
    MADE("the factors are standardised, to mean 0 and deviation 1", scale_columns, .sides = FACTORS,
         .how = COLUMN_DEVIATION),
    MADE("the factors are scaled to 0..1", scale_columns, .sides = FACTORS, .how = COLUMN_UNIT),
    MADE("codes and factors are centred", scale_columns, .sides = FACTORS | CODES, .how = COLUMN_CENTRED),
    MADE("codes and factors are standardised, to mean 0 and deviation 1", scale_columns, .sides = FACTORS | CODES,
         .how = COLUMN_DEVIATION),
    MADE("codes and factors are scaled to 0..1", scale_columns, .sides = FACTORS | CODES, .how = COLUMN_UNIT),
    TURNING("the codes are turned onto their principal axes (PCA)", turn_codes, .how = TURNED),
    AXES("2 are kept", .end = 2),
    AXES("3 are kept", .end = 3),
    AXES("5 are kept", .end = 5),
    AXES("half are kept", .axes = half_of_codes),
    AXES("the last is left out", .axes = codes_but_one),
    AXES("as many are kept as there are factors", .axes = as_factors),
    AXES("one less is kept than there are factors", .axes = factors_but_one),
    AXES("those are kept that have 90 % of the variance", .share = 0.9),
    AXES("those are kept that have 95 % of the variance", .share = 0.95),
    AXES("those are kept that have 99 % of the variance", .share = 0.99),
    TURNING("the codes are whitened, along their principal axes (PCA, whiten=True)", turn_codes, .how = WHITE_AXES),
    TURNING("the codes are whitened, as near as can be to what they were (ZCA)", turn_codes, .how = WHITE_BACK),
    TURNING("the codes are whitened one after another (by Cholesky's factor of their covariance)", turn_codes,
            .how = WHITE_IN_ORDER),
};

enum { OF_DATA = sizeof transforms / sizeof *transforms };

size_t transform_count(void) { return OF_DATA + row_transform_count() + bin_transform_count(); }

const transform *transform_at(size_t index)
{
    const size_t before_bins = OF_DATA + row_transform_count();
    return index < OF_DATA       ? &transforms[index]
           : index < before_bins ? row_transform_at(index - OF_DATA)
                                 : bin_transform_at(index - before_bins);
}

assay_status transform_apply(const transform *t, const assay_data *from, size_t bins, size_t factor_bins,
                             assay_data *to)
{
    if (t->bins.codes) return bins_apply(from, &t->bins, bins, factor_bins, to);
    return t->make ? t->make(&t->by, from, to) : rows_apply(from, &t->rows, to);
}
