/*
 * Data as somebody might have misread it. A reference that scores misread data as the candidate scored the true ones
 * shows the mistake. Bins are tried the same way (validation_bins.c).
 */
#include "ascending.h"
#include "svd.h"
#include "validation_inside.h"

#include <stdlib.h>
#include <string.h>

enum { FACTORS = 1, CODES = 2 };

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

static assay_status as_it_is(const assay_data *from, assay_data *to) { return data_copy(from, to); }

static assay_status swap(const assay_data *from, assay_data *to)
{
    const assay_status status = assay_data_shape(to, from->n, from->n_codes, from->n_factors);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->codes, from->n * from->n_codes * sizeof *to->factors);
    memcpy(to->codes, from->factors, from->n * from->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

/* ---- the wrong memory order ---- */

/* Rows read as if they were columns: x.reshape(columns, n) where x.T was meant. */
static void rows_as_columns(const double *x, size_t n, size_t columns, double *to)
{
    for (size_t k = 0; k < n * columns; k++) to[k] = x[k % columns * n + k / columns];
}

/* Columns read as if they were rows: x.reshape(n, columns) of an array of columns. */
static void columns_as_rows(const double *x, size_t n, size_t columns, double *to)
{
    for (size_t k = 0; k < n * columns; k++) to[k % columns * n + k / columns] = x[k];
}

static void highest_levels(const assay_data *from, assay_data *to)
{
    int32_t most = 0;
    for (size_t i = 0; i < from->n_factors; i++) most = from->levels[i] > most ? from->levels[i] : most;
    for (size_t i = 0; i < from->n_factors; i++) to->levels[i] = from->levels[i] ? most : 0;
}

static assay_status reorder(const assay_data *from, int which, void (*how)(const double *, size_t, size_t, double *),
                            assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    if (which & FACTORS) how(from->factors, from->n, from->n_factors, to->factors);
    if (which & FACTORS) highest_levels(from, to);
    if (which & CODES) how(from->codes, from->n, from->n_codes, to->codes);
    return ASSAY_OK;
}

#define DATA_ONLY(name_, call_) \
    static assay_status name_(const assay_data *from, assay_data *to) { return call_; }
DATA_ONLY(reshape_codes, reorder(from, CODES, rows_as_columns, to))
DATA_ONLY(reshape_factors, reorder(from, FACTORS, rows_as_columns, to))
DATA_ONLY(reshape_both, reorder(from, FACTORS | CODES, rows_as_columns, to))
DATA_ONLY(unshape_codes, reorder(from, CODES, columns_as_rows, to))
DATA_ONLY(unshape_both, reorder(from, FACTORS | CODES, columns_as_rows, to))

/* ---- sorting, shifting, leaving out ---- */

static assay_status sort_columns(const assay_data *from, int which, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; which & FACTORS && i < to->n_factors; i++)
        qsort(to->factors + i * to->n, to->n, sizeof *to->factors, ascending);
    for (size_t j = 0; which & CODES && j < to->n_codes; j++)
        qsort(to->codes + j * to->n, to->n, sizeof *to->codes, ascending);
    return ASSAY_OK;
}
DATA_ONLY(sort_codes, sort_columns(from, CODES, to))
DATA_ONLY(sort_factors, sort_columns(from, FACTORS, to))
DATA_ONLY(sort_both, sort_columns(from, FACTORS | CODES, to))

/* Each sample's codes sorted: numpy.sort without axis=0. */
static assay_status sort_rows(const assay_data *from, assay_data *to)
{
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
static assay_status shift(const assay_data *from, int wrap, assay_data *to)
{
    const size_t n = from->n, rows = wrap ? n : n - 1;
    if (n < 2) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        for (size_t s = 0; s < rows; s++) to->codes[j * rows + s] = from->codes[j * n + (s + 1) % n];
    return ASSAY_OK;
}
DATA_ONLY(shift_codes, shift(from, 0, to))
DATA_ONLY(roll_codes, shift(from, 1, to))

static assay_status keep_rows(const assay_data *from, size_t first, size_t end, assay_data *to)
{
    const size_t n = from->n, rows = end - first;
    if (end <= first || end > n) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, rows, from->n_factors, from->n_codes, to);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < from->n_factors; i++)
        memcpy(to->factors + i * rows, from->factors + i * n + first, rows * sizeof *to->factors);
    for (size_t j = 0; j < from->n_codes; j++)
        memcpy(to->codes + j * rows, from->codes + j * n + first, rows * sizeof *to->codes);
    return ASSAY_OK;
}
DATA_ONLY(all_but_last, keep_rows(from, 0, from->n - 1, to))
DATA_ONLY(all_but_first, keep_rows(from, 1, from->n, to))
DATA_ONLY(first_half, keep_rows(from, 0, from->n / 2, to))
DATA_ONLY(second_half, keep_rows(from, from->n / 2, from->n, to))
DATA_ONLY(first_fifths, keep_rows(from, 0, from->n * 4 / 5, to))
DATA_ONLY(last_fifth, keep_rows(from, from->n * 4 / 5, from->n, to))

/* Rows drawn without replacement, in a fixed order of draws: which part it was, no comparison over seeds can tell. */
static assay_status random_rows(const assay_data *from, size_t rows, assay_data *to)
{
    const size_t n = from->n;
    if (!rows) return ASSAY_EUSAGE;
    size_t *order = malloc(n * sizeof *order);
    if (!order) return ASSAY_ENOMEM;
    uint64_t state = n;
    for (size_t s = 0; s < n; s++) order[s] = s;
    for (size_t s = 0; s < rows; s++) {
        state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's constants; its high bits are good */
        const size_t other = s + (size_t)(state >> 33) % (n - s), kept = order[s];
        order[s] = order[other];
        order[other] = kept;
    }
    const assay_status status = rows_gather(from, order, order, rows, to);
    free(order);
    return status;
}
/* The codes of a random row with the factors of each. */
static assay_status random_rows_apart(const assay_data *from, assay_data *to)
{
    assay_data mixed = { 0 };
    assay_status status = random_rows(from, from->n, &mixed);
    if (status == ASSAY_OK) status = data_copy(from, to);
    if (status == ASSAY_OK) memcpy(to->codes, mixed.codes, from->n * from->n_codes * sizeof *to->codes);
    assay_data_free(&mixed);
    return status;
}
/* As many with replacement: means over seeds know no other bootstrap. */
static assay_status random_rows_again(const assay_data *from, size_t rows, assay_data *to)
{
    size_t *order = malloc((rows + 1) * sizeof *order);
    if (!order) return ASSAY_ENOMEM;
    uint64_t state = from->n;
    for (size_t s = 0; s < rows; s++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        order[s] = (size_t)(state >> 33) % from->n;
    }
    const assay_status status = rows_gather(from, order, order, rows, to);
    free(order);
    return status;
}
DATA_ONLY(random_again, random_rows_again(from, from->n, to))
DATA_ONLY(random_half_again, random_rows_again(from, from->n / 2, to))
DATA_ONLY(random_half, random_rows(from, from->n / 2, to))
DATA_ONLY(random_fifths, random_rows(from, from->n * 4 / 5, to))

/* Rows in another order, or some of them: at(s, n) is the row that comes to place s. */
static assay_status take_rows(const assay_data *from, size_t rows, size_t (*at)(size_t s, size_t n), assay_data *to)
{
    size_t *row = rows ? malloc(rows * sizeof *row) : NULL;
    if (!row) return rows ? ASSAY_ENOMEM : ASSAY_EUSAGE;
    for (size_t s = 0; s < rows; s++) row[s] = at(s, from->n);
    const assay_status status = rows_gather(from, row, row, rows, to);
    free(row);
    return status;
}
static size_t every_second(size_t s, size_t n) { return (void)n, 2 * s; }
static size_t every_other(size_t s, size_t n) { return (void)n, 2 * s + 1; }
static size_t backwards(size_t s, size_t n) { return n - 1 - s; }
static size_t halves_exchanged(size_t s, size_t n) { return (s + n / 2) % n; }
static size_t first_half_again(size_t s, size_t n) { return s % (n / 2 ? n / 2 : 1); }
static size_t second_half_again(size_t s, size_t n) { return n - n / 2 + s % (n / 2 ? n / 2 : 1); }
DATA_ONLY(rows_even, take_rows(from, (from->n + 1) / 2, every_second, to))
DATA_ONLY(rows_odd, take_rows(from, from->n / 2, every_other, to))
DATA_ONLY(rows_backwards, take_rows(from, from->n, backwards, to))
DATA_ONLY(rows_halves_exchanged, from->n % 2 ? ASSAY_EUSAGE : take_rows(from, from->n, halves_exchanged, to))
DATA_ONLY(rows_first_twice, take_rows(from, from->n / 2 * 2, first_half_again, to))
DATA_ONLY(rows_second_twice, take_rows(from, from->n / 2 * 2, second_half_again, to))
DATA_ONLY(first_100, keep_rows(from, 0, 100, to))
DATA_ONLY(first_500, keep_rows(from, 0, 500, to))
DATA_ONLY(first_third, keep_rows(from, 0, from->n / 3, to))
DATA_ONLY(first_two_thirds, keep_rows(from, 0, from->n * 2 / 3, to))
DATA_ONLY(last_third, keep_rows(from, from->n * 2 / 3, from->n, to))
DATA_ONLY(first_seven_tenths, keep_rows(from, 0, from->n * 7 / 10, to))
DATA_ONLY(last_three_tenths, keep_rows(from, from->n * 7 / 10, from->n, to))
DATA_ONLY(first_tenth, keep_rows(from, 0, from->n / 10, to))
DATA_ONLY(first_nine_tenths, keep_rows(from, 0, from->n * 9 / 10, to))

static int rows_equal(const double *x, size_t n, size_t columns, size_t s, size_t t)
{
    for (size_t j = 0; j < columns; j++)
        if (x[j * n + s] != x[j * n + t]) return 0;
    return 1;
}

/* Rows whose codes an earlier row has already are left out: as many as there are, in their order. */
static assay_status without_repeats(const assay_data *from, assay_data *to)
{
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

static int column_dead(const double *x, size_t n)
{
    for (size_t s = 1; s < n; s++)
        if (x[s] != x[0]) return 0;
    return 1;
}

static assay_status keep_codes(const assay_data *from, const unsigned char *keep, assay_data *to)
{
    size_t kept = 0;
    for (size_t j = 0; j < from->n_codes; j++) kept += keep[j];
    if (!kept) return ASSAY_EUSAGE;
    const assay_status status = data_shaped(from, from->n, from->n_factors, kept, to);
    if (status != ASSAY_OK) return status;
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    kept = 0;
    for (size_t j = 0; j < from->n_codes; j++)
        if (keep[j]) memcpy(to->codes + kept++ * from->n, from->codes + j * from->n, from->n * sizeof *to->codes);
    return ASSAY_OK;
}

static assay_status choose_codes(const assay_data *from, int dead, assay_data *to)
{
    unsigned char *keep = malloc(from->n_codes);
    if (!keep) return ASSAY_ENOMEM;
    for (size_t j = 0; j < from->n_codes; j++)
        keep[j] = dead ? !column_dead(from->codes + j * from->n, from->n) : j < from->n_factors;
    const assay_status status = keep_codes(from, keep, to);
    free(keep);
    return status;
}
static assay_status without_code(const assay_data *from, size_t left_out, assay_data *to)
{
    unsigned char *keep = malloc(from->n_codes);
    if (!keep) return ASSAY_ENOMEM;
    for (size_t j = 0; j < from->n_codes; j++) keep[j] = j != left_out;
    const assay_status status = keep_codes(from, keep, to);
    free(keep);
    return status;
}
DATA_ONLY(without_first_code, without_code(from, 0, to))
DATA_ONLY(without_last_code, without_code(from, from->n_codes - 1, to))
DATA_ONLY(without_surplus,
          from->n_codes > from->n_factors ? without_code(from, from->n_codes - 1, to) : data_copy(from, to))

static assay_status without_factor(const assay_data *from, size_t left_out, assay_data *to)
{
    const size_t n = from->n, m = from->n_factors - 1;
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
DATA_ONLY(without_first_factor, without_factor(from, 0, to))
DATA_ONLY(without_last_factor, without_factor(from, from->n_factors - 1, to))
DATA_ONLY(without_dead, choose_codes(from, 1, to))
DATA_ONLY(first_codes, choose_codes(from, 0, to))

/* ---- other numbers ---- */

static assay_status map_codes(const assay_data *from, double (*of)(double), assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t k = 0; status == ASSAY_OK && k < to->n * to->n_codes; k++) to->codes[k] = of(to->codes[k]);
    return status;
}

static double square(double x) { return x * x; }
static double single(double x) { return (double)(float)x; }
static double clip_unit(double x) { return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x; }
DATA_ONLY(codes_absolute, map_codes(from, fabs, to))
DATA_ONLY(codes_squared, map_codes(from, square, to))
DATA_ONLY(codes_whole, map_codes(from, trunc, to))
DATA_ONLY(codes_single, map_codes(from, single, to))
DATA_ONLY(codes_clipped, map_codes(from, clip_unit, to))
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
DATA_ONLY(codes_clipped_one, map_codes(from, clip_one, to))
DATA_ONLY(codes_clipped_three, map_codes(from, clip_three, to))
DATA_ONLY(codes_positive, map_codes(from, positive, to))
DATA_ONLY(codes_logistic, map_codes(from, logistic, to))
DATA_ONLY(codes_tanh, map_codes(from, tanh, to))
DATA_ONLY(codes_exp, map_codes(from, exp, to))
DATA_ONLY(codes_negated, map_codes(from, negated, to))
DATA_ONLY(codes_signs, map_codes(from, sign_of, to))
DATA_ONLY(codes_above_0, map_codes(from, above_0, to))
DATA_ONLY(codes_floored, map_codes(from, floor, to))
DATA_ONLY(codes_rint, map_codes(from, rint, to))
DATA_ONLY(codes_rounded_1, map_codes(from, rounded_1, to))
DATA_ONLY(codes_rounded_2, map_codes(from, rounded_2, to))
DATA_ONLY(codes_rounded_3, map_codes(from, rounded_3, to))
DATA_ONLY(codes_half, map_codes(from, half, to))

/* Each sample's codes: to length 1, to sum 1, as a softmax. */
enum { ROW_LENGTH, ROW_SUM, ROW_SOFTMAX };
static assay_status scale_rows(const assay_data *from, int how, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    const size_t n = from->n, d = from->n_codes;
    if (status == ASSAY_OK && how == ROW_SOFTMAX)
        for (size_t k = 0; k < n * d; k++) to->codes[k] = exp(to->codes[k]);
    for (size_t s = 0; s < n && status == ASSAY_OK; s++) {
        double by = 0.0;
        for (size_t j = 0; j < d; j++) {
            const double x = to->codes[j * n + s];
            by += how == ROW_LENGTH ? x * x : x;
        }
        by = how == ROW_LENGTH ? sqrt(by) : by;
        for (size_t j = 0; j < d && by != 0.0; j++) to->codes[j * n + s] /= by;
    }
    return status;
}
DATA_ONLY(rows_to_length_1, scale_rows(from, ROW_LENGTH, to))
DATA_ONLY(rows_to_sum_1, scale_rows(from, ROW_SUM, to))
DATA_ONLY(rows_softmax, scale_rows(from, ROW_SOFTMAX, to))

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

static assay_status scale_columns(const assay_data *from, int which, int how, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t j = 0; which & CODES && status == ASSAY_OK && j < to->n_codes; j++)
        scale_column(to->codes + j * to->n, to->n, how);
    for (size_t i = 0; which & FACTORS && status == ASSAY_OK && i < to->n_factors; i++)
        if (!to->levels[i] && !column_lacks(to->factors + i * to->n, to->n))
            scale_column(to->factors + i * to->n, to->n, how);
    return status;
}
DATA_ONLY(codes_centred, scale_columns(from, CODES, COLUMN_CENTRED, to))
DATA_ONLY(codes_standard, scale_columns(from, CODES, COLUMN_DEVIATION, to))
DATA_ONLY(codes_unit, scale_columns(from, CODES, COLUMN_UNIT, to))
DATA_ONLY(factors_centred, scale_columns(from, FACTORS, COLUMN_CENTRED, to))
DATA_ONLY(factors_standard, scale_columns(from, FACTORS, COLUMN_DEVIATION, to))
DATA_ONLY(factors_unit, scale_columns(from, FACTORS, COLUMN_UNIT, to))
DATA_ONLY(all_centred, scale_columns(from, CODES | FACTORS, COLUMN_CENTRED, to))
DATA_ONLY(all_standard, scale_columns(from, CODES | FACTORS, COLUMN_DEVIATION, to))
DATA_ONLY(all_unit, scale_columns(from, CODES | FACTORS, COLUMN_UNIT, to))

/* Centred codes turned so that none tells of another by a straight line. Where they nearly lie in fewer dimensions,
 * what becomes of them is a matter of rounding: nothing is said. */
enum { TURNED_AXES, TURNED_BACK, TURNED_IN_ORDER };

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
            x[j * n + s] = how == TURNED_BACK ? sum : row[j];
        }
    }
}

static assay_status turn_codes(const assay_data *from, int how, int even, assay_data *to)
{
    static const double NARROW = 1e-5;
    const size_t n = from->n, d = from->n_codes;
    assay_status status = scale_columns(from, CODES, COLUMN_CENTRED, to);
    double *value = calloc(2 * d + 2 * d * d + 2, sizeof *value), *right = value + 2 * d;
    double *turned = status == ASSAY_OK ? malloc(n * d * sizeof *turned) : NULL;
    if (status == ASSAY_OK && (!value || !turned)) status = ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        memcpy(turned, to->codes, n * d * sizeof *turned);
        svd_columns(turned, n, d, value, right);
        if (d < 2 || !(value[d - 1] > NARROW * value[0])) status = ASSAY_EUSAGE;
    }
    if (status == ASSAY_OK && how == TURNED_IN_ORDER) columns_in_order(to->codes, n, d);
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
    assay_status status = turn_codes(from, TURNED_AXES, 0, &turned);
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
static assay_status most_axes(const assay_data *from, size_t most, assay_data *to)
{
    return most < from->n_codes ? first_axes(from, most, 0, to) : turn_codes(from, TURNED_AXES, 0, to);
}
DATA_ONLY(axes_2, most_axes(from, 2, to))
DATA_ONLY(axes_3, most_axes(from, 3, to))
DATA_ONLY(axes_5, most_axes(from, 5, to))
DATA_ONLY(axes_half, most_axes(from, from->n_codes / 2, to))
DATA_ONLY(axes_but_one, most_axes(from, from->n_codes - 1, to))
DATA_ONLY(axes_of_factors, most_axes(from, from->n_factors, to))
DATA_ONLY(axes_of_factors_but_one, most_axes(from, from->n_factors - 1, to))
DATA_ONLY(axes_90, first_axes(from, 0, 0.9, to))
DATA_ONLY(axes_95, first_axes(from, 0, 0.95, to))
DATA_ONLY(axes_99, first_axes(from, 0, 0.99, to))
DATA_ONLY(codes_principal, turn_codes(from, TURNED_AXES, 0, to))
DATA_ONLY(codes_white_axes, turn_codes(from, TURNED_AXES, 1, to))
DATA_ONLY(codes_white_back, turn_codes(from, TURNED_BACK, 1, to))
DATA_ONLY(codes_white_in_order, turn_codes(from, TURNED_IN_ORDER, 1, to))

/* Ranks from 0; ties share the number of values below them. to may not be x. */
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

static assay_status rank_all(const assay_data *from, int which, int distinct, assay_data *to)
{
    assay_status status = data_copy(from, to);
    size_t levels;
    for (size_t j = 0; which & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = rank_column(from->codes + j * to->n, to->n, distinct, to->codes + j * to->n, &levels);
    for (size_t i = 0; which & FACTORS && i < to->n_factors && status == ASSAY_OK; i++) {
        if (from->levels[i] || column_lacks(from->factors + i * to->n, to->n)) continue;
        status = rank_column(from->factors + i * to->n, to->n, distinct, to->factors + i * to->n, &levels);
        if (distinct) to->levels[i] = (int32_t)levels;
    }
    return status;
}
DATA_ONLY(codes_ranked, rank_all(from, CODES, 0, to))
DATA_ONLY(all_ranked, rank_all(from, CODES | FACTORS, 0, to))
DATA_ONLY(values_as_labels, rank_all(from, FACTORS, 1, to))

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

static assay_status order_all(const assay_data *from, int which, int untied, assay_data *to)
{
    assay_status status = data_copy(from, to);
    for (size_t j = 0; which & CODES && j < to->n_codes && status == ASSAY_OK; j++)
        status = order_column(to->codes + j * to->n, to->n, untied);
    for (size_t i = 0; which & FACTORS && i < to->n_factors && status == ASSAY_OK; i++)
        if (!to->levels[i] && !column_lacks(to->factors + i * to->n, to->n))
            status = order_column(to->factors + i * to->n, to->n, untied);
    return status;
}
DATA_ONLY(codes_ordered, order_all(from, CODES, 0, to))
DATA_ONLY(all_ordered, order_all(from, CODES | FACTORS, 0, to))
DATA_ONLY(codes_untied, order_all(from, CODES, 1, to))
DATA_ONLY(all_untied, order_all(from, CODES | FACTORS, 1, to))

static assay_status labels_as_numbers(const assay_data *from, assay_data *to)
{
    const assay_status status = data_copy(from, to);
    for (size_t i = 0; status == ASSAY_OK && i < to->n_factors; i++) to->levels[i] = 0;
    return status;
}

#define AXES(text_, name_)                                                                                             \
    {                                                                                                                  \
        .text = "the codes are turned onto their principal axes (PCA), of which " text_, .rounded = 1, .make = (name_) \
    }

static const transform transforms[] = {
    { .text = NULL, .make = as_it_is },
    { .text = "the codes are those of other rows than the factors (shuffled, sorted or reshaped apart)",
      .apart = 1,
      .make = random_rows_apart },
    { .text = "factors and codes are exchanged (the arrays are transposed, or the arguments swapped)",
      .more = 1,
      .make = swap },
    { .text = "the codes are reshaped instead of transposed: rows are read as columns",
      .apart = 1,
      .make = reshape_codes },
    { .text = "the factors are reshaped instead of transposed: rows are read as columns",
      .apart = 1,
      .make = reshape_factors },
    { .text = "both arrays are reshaped instead of transposed: rows are read as columns",
      .apart = 1,
      .make = reshape_both },
    { .text = "the codes are read in the other memory order: columns are read as rows",
      .apart = 1,
      .make = unshape_codes },
    { .text = "both arrays are read in the other memory order: columns are read as rows",
      .apart = 1,
      .make = unshape_both },
    { .text = "each code is sorted, which takes it apart from the factors' rows", .apart = 1, .make = sort_codes },
    { .text = "each factor is sorted, which takes it apart from the codes' rows", .apart = 1, .make = sort_factors },
    { .text = "codes and factors are all sorted, each by itself", .apart = 1, .make = sort_both },
    { .text = "each sample's codes are sorted (numpy.sort along the wrong axis)", .make = sort_rows },
    { .text = "factors and codes are one row apart", .apart = 1, .make = shift_codes },
    { .text = "factors and codes are one row apart, the last meeting the first", .apart = 1, .make = roll_codes },
    { .text = "the last sample is left out", .make = all_but_last },
    { .text = "the first sample is left out", .make = all_but_first },
    { .text = "only the first half of the samples is used", .make = first_half },
    { .text = "only the second half of the samples is used", .make = second_half },
    { .text = "only the first 4/5 of the samples are used", .make = first_fifths },
    { .text = "only the last fifth of the samples is used", .make = last_fifth },
    { .text = "a random half of the samples is used", .make = random_half },
    { .text = "a random part of the samples, 4/5, is used", .make = random_fifths },
    { .text = "as many rows as there are, drawn with replacement (a bootstrap), are used", .make = random_again },
    { .text = "half as many rows as there are, drawn with replacement, are used", .make = random_half_again },
    { .text = "constant codes are left out", .make = without_dead },
    { .text = "only the first codes are used, as many as there are factors", .make = first_codes },
    { .text = "the codes' signs are lost: |z| is used", .make = codes_absolute },
    { .text = "the codes are squared", .make = codes_squared },
    { .text = "the codes are cut to whole numbers", .make = codes_whole },
    { .text = "the codes are rounded to single precision", .make = codes_single },
    { .text = "the codes are clipped to 0..1", .make = codes_clipped },
    { .text = "the codes are replaced by their ranks", .make = codes_ranked },
    { .text = "codes and factors are replaced by their ranks", .make = all_ranked },
    { .text = "every distinct value of a continuous factor is taken as a class of its own", .make = values_as_labels },
    { .text = "categorical factors are taken as numbers", .make = labels_as_numbers },
    { .text = "codes are replaced by ranks in which ties follow the order of rows (argsort of argsort)",
      .make = codes_ordered },
    { .text = "codes and factors are replaced by ranks in which ties follow the order of rows (argsort of argsort)",
      .make = all_ordered },
    { .text = "codes are replaced by ranks of which ties come in any order (argsort of argsort)",
      .make = codes_untied },
    { .text = "codes and factors are replaced by ranks of which ties come in any order (argsort of argsort)",
      .make = all_untied },
    { .text = "rows whose codes repeat those of an earlier row are left out", .make = without_repeats },
    { .text = "only every second sample is used, from the first on", .make = rows_even },
    { .text = "only every second sample is used, from the second on", .make = rows_odd },
    { .text = "the rows are taken in the opposite order", .make = rows_backwards },
    { .text = "the two halves of the rows are exchanged (what is learnt from and what is tested on)",
      .make = rows_halves_exchanged },
    { .text = "what is tested on are the rows learnt from, the first half", .make = rows_first_twice },
    { .text = "what is learnt from are the rows tested on, the second half", .make = rows_second_twice },
    { .text = "only the first 100 rows are used", .make = first_100 },
    { .text = "only the first 500 rows are used", .make = first_500 },
    { .text = "only the first third of the samples is used", .make = first_third },
    { .text = "only the first two thirds of the samples are used", .make = first_two_thirds },
    { .text = "only the last third of the samples is used", .make = last_third },
    { .text = "only the first 7/10 of the samples are used", .make = first_seven_tenths },
    { .text = "only the last 3/10 of the samples are used", .make = last_three_tenths },
    { .text = "only the first tenth of the samples is used", .make = first_tenth },
    { .text = "only the first 9/10 of the samples are used", .make = first_nine_tenths },
    { .text = "the first code is left out", .make = without_first_code },
    { .text = "the last code is left out", .make = without_last_code },
    { .text = "the last code is left out where there are more codes than factors", .make = without_surplus },
    { .text = "the first factor is left out", .make = without_first_factor },
    { .text = "the last factor is left out", .make = without_last_factor },
    { .text = "the codes are clipped to -1..1", .make = codes_clipped_one },
    { .text = "the codes are clipped to -3..3", .make = codes_clipped_three },
    { .text = "the codes' negative values count as 0 (relu)", .make = codes_positive },
    { .text = "the codes pass through 1/(1 + exp(-z))", .make = codes_logistic },
    { .text = "the codes pass through tanh", .make = codes_tanh },
    { .text = "the codes pass through exp", .make = codes_exp },
    { .text = "the codes' signs are turned", .make = codes_negated },
    { .text = "the codes are reduced to their signs", .make = codes_signs },
    { .text = "the codes are reduced to z > 0", .make = codes_above_0 },
    { .text = "the codes are rounded down to whole numbers", .make = codes_floored },
    { .text = "the codes are rounded to whole numbers", .make = codes_rint },
    { .text = "the codes are rounded to 1 decimal", .make = codes_rounded_1 },
    { .text = "the codes are rounded to 2 decimals", .make = codes_rounded_2 },
    { .text = "the codes are rounded to 3 decimals", .make = codes_rounded_3 },
    { .text = "the codes are rounded to half precision", .make = codes_half },
    { .text = "each sample's codes are scaled to length 1", .make = rows_to_length_1 },
    { .text = "each sample's codes are scaled to sum 1", .make = rows_to_sum_1 },
    { .text = "each sample's codes pass through a softmax", .make = rows_softmax },
    { .text = "the codes are centred", .make = codes_centred },
    { .text = "the codes are standardised, to mean 0 and deviation 1", .make = codes_standard },
    { .text = "the codes are scaled to 0..1", .make = codes_unit },
    { .text = "the factors are centred", .make = factors_centred },
    { .text = "the factors are standardised, to mean 0 and deviation 1", .make = factors_standard },
    { .text = "the factors are scaled to 0..1", .make = factors_unit },
    { .text = "codes and factors are centred", .make = all_centred },
    { .text = "codes and factors are standardised, to mean 0 and deviation 1", .make = all_standard },
    { .text = "codes and factors are scaled to 0..1", .make = all_unit },
    { .text = "the codes are turned onto their principal axes (PCA)", .rounded = 1, .make = codes_principal },
    AXES("2 are kept", axes_2),
    AXES("3 are kept", axes_3),
    AXES("5 are kept", axes_5),
    AXES("half are kept", axes_half),
    AXES("the last is left out", axes_but_one),
    AXES("as many are kept as there are factors", axes_of_factors),
    AXES("one less is kept than there are factors", axes_of_factors_but_one),
    AXES("those are kept that have 90 % of the variance", axes_90),
    AXES("those are kept that have 95 % of the variance", axes_95),
    AXES("those are kept that have 99 % of the variance", axes_99),
    { .text = "the codes are whitened, along their principal axes (PCA, whiten=True)",
      .rounded = 1,
      .make = codes_white_axes },
    { .text = "the codes are whitened, as near as can be to what they were (ZCA)",
      .rounded = 1,
      .make = codes_white_back },
    { .text = "the codes are whitened one after another (by Cholesky's factor of their covariance)",
      .rounded = 1,
      .make = codes_white_in_order },
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
    return t->make ? t->make(from, to) : rows_apply(from, &t->rows, to);
}
