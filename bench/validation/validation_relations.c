/*
 * A relation as somebody might have computed it who then went on as the reference does: the reference is given the
 * changed matrix. Two kinds.
 *
 *   matrices   a function of the matrix and its totals: squared, divided by another total, by its largest value.
 *   counts     information and entropies out of tables that were counted otherwise: with something added to every cell,
 *              with an epsilon in the logarithm, with a correction for bias. They apply where the tables that are made
 *              here, of equal-width bins, give the reference's own matrix.
 */
#include "validation_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- of the matrix ---- */

static void each(const changing_relation *r, double (*of)(double x, double v, double z))
{
    for (size_t i = 0; i < r->n_factors; i++)
        for (size_t j = 0; j < r->n_codes; j++) {
            double *x = &r->value[i * r->n_codes + j];
            *x = of(*x, r->factor_total[i], r->code_total[j]);
        }
}

static double ratio(double x, double by) { return by > 0.0 ? x / by : 0.0; }
static double squared(double x, double v, double z) { return (void)v, (void)z, x * x; }
static double rooted(double x, double v, double z) { return (void)v, (void)z, x > 0.0 ? sqrt(x) : 0.0; }
static double by_factor(double x, double v, double z) { return (void)z, ratio(x, v); }
static double by_code(double x, double v, double z) { return (void)v, ratio(x, z); }
static double by_joint(double x, double v, double z) { return ratio(x, v + z - x); }
static double by_larger(double x, double v, double z) { return ratio(x, fmax(v, z)); }
static double by_smaller(double x, double v, double z) { return ratio(x, fmin(v, z)); }
static double by_mean(double x, double v, double z) { return ratio(2.0 * x, v + z); }
static double by_root(double x, double v, double z) { return ratio(x, sqrt(v * z)); }
static double in_bits(double x, double v, double z) { return (void)v, (void)z, x / log(2.0); }
static double at_least_0(double x, double v, double z) { return (void)v, (void)z, fmax(0.0, x); }

static void bare_totals(const changing_relation *r)
{
    for (size_t i = 0; i < r->n_factors; i++) r->factor_total[i] = r->factor_total[i] > 0.0;
    for (size_t j = 0; j < r->n_codes; j++) r->code_total[j] = r->code_total[j] > 0.0;
}

static void totals_in_bits(const changing_relation *r)
{
    for (size_t i = 0; i < r->n_factors; i++) r->factor_total[i] /= log(2.0);
    for (size_t j = 0; j < r->n_codes; j++) r->code_total[j] /= log(2.0);
}

static double largest_of(const double *x, size_t count, size_t stride)
{
    double most = 0.0;
    for (size_t k = 0; k < count; k++) most = fmax(most, x[k * stride]);
    return most;
}

static void by_largest(const changing_relation *r, int columns)
{
    (void)columns;
    const size_t count = r->n_factors * r->n_codes;
    const double most = largest_of(r->value, count, 1);
    for (size_t k = 0; k < count; k++) r->value[k] = ratio(r->value[k], most);
}

/* Of each factor, or of each code: the columns. */
static void lines_divided(const changing_relation *r, int columns, int sums)
{
    const size_t outer = columns ? r->n_codes : r->n_factors, inner = columns ? r->n_factors : r->n_codes;
    for (size_t o = 0; o < outer; o++) {
        double *x = columns ? r->value + o : r->value + o * r->n_codes, sum = 0.0;
        const size_t stride = columns ? r->n_codes : 1;
        for (size_t k = 0; k < inner; k++) sum += x[k * stride];
        const double by = sums ? sum : largest_of(x, inner, stride);
        for (size_t k = 0; k < inner; k++) x[k * stride] = ratio(x[k * stride], by);
    }
}
static void lines_to_sum_1(const changing_relation *r, int columns) { lines_divided(r, columns, 1); }
static void lines_by_largest(const changing_relation *r, int columns) { lines_divided(r, columns, 0); }

static void lines_largest_alone(const changing_relation *r, int columns)
{
    const size_t outer = columns ? r->n_codes : r->n_factors, inner = columns ? r->n_factors : r->n_codes;
    const size_t stride = columns ? r->n_codes : 1;
    for (size_t o = 0; o < outer; o++) {
        double *x = columns ? r->value + o : r->value + o * r->n_codes;
        size_t most = 0;
        for (size_t k = 1; k < inner; k++) most = x[k * stride] > x[most * stride] ? k : most;
        for (size_t k = 0; k < inner; k++) x[k * stride] = k == most ? x[k * stride] : 0.0;
    }
}

static void diagonal_alone(const changing_relation *r, int columns)
{
    (void)columns;
    for (size_t i = 0; i < r->n_factors; i++)
        for (size_t j = 0; j < r->n_codes; j++)
            if (i != j) r->value[i * r->n_codes + j] = 0.0;
}

/* Of as many codes as factors; another matrix stays as it is, which is then no prediction (relation_mistake_make). */
static void transposed(const changing_relation *r, int columns)
{
    (void)columns;
    for (size_t i = 0; i < r->n_factors && r->n_factors == r->n_codes; i++) {
        for (size_t j = 0; j < i; j++) {
            const double x = r->value[i * r->n_codes + j];
            r->value[i * r->n_codes + j] = r->value[j * r->n_codes + i];
            r->value[j * r->n_codes + i] = x;
        }
    }
}

#define MATRIX(text_, of_squares_, ...)                           \
    {                                                             \
        .text = (text_), .of_squares = (of_squares_), __VA_ARGS__ \
    }
#define BOTH(text_, ...) MATRIX(text_, text_, __VA_ARGS__)

enum { KEPT, BARE, IN_BITS }; /* totals: BARE, nothing is divided by one after that */

static const struct matrix_mistake {
    const char *text, *of_squares;                           /* NULL: not of these */
    double (*of)(double x, double v, double z);              /* every value becomes this; or */
    void (*change)(const changing_relation *r, int columns); /* what becomes of the matrix */
    int columns, totals;
} matrices[] = {
    MATRIX("the matrix is squared before anything is made of it", "correlations are squared once too often",
           .of = squared),
    MATRIX("the square root is taken of the matrix", "correlations are absolute, not squared", .of = rooted),
    MATRIX("negative estimates count as 0", NULL, .of = at_least_0),
    BOTH("the matrix is divided by the largest value of the whole matrix", .change = by_largest),
    BOTH("the row of each factor is scaled to sum 1", .change = lines_to_sum_1),
    BOTH("the column of each code is scaled to sum 1", .change = lines_to_sum_1, .columns = 1),
    BOTH("the row of each factor is divided by its largest value", .change = lines_by_largest),
    BOTH("the column of each code is divided by its largest value", .change = lines_by_largest, .columns = 1),
    MATRIX("nothing is divided by a total (entropy)", NULL, .totals = BARE),
    MATRIX("totals (entropies) are in bits and information in nats", NULL, .totals = IN_BITS),
    MATRIX("information and totals (entropies) are in bits, other logarithms natural", NULL, .of = in_bits,
           .totals = IN_BITS),
    MATRIX("the matrix is divided by the largest value of the whole matrix, and by no total", NULL,
           .change = by_largest, .totals = BARE),
    MATRIX("information is divided by the factor's total (entropy), and nothing by a total after that", NULL,
           .of = by_factor, .totals = BARE),
    MATRIX("information is divided by the code's total (entropy), and nothing by a total after that", NULL,
           .of = by_code, .totals = BARE),
    MATRIX("information is divided by the joint entropy, and nothing by a total after that", NULL, .of = by_joint,
           .totals = BARE),
    MATRIX("information is divided by the larger of the two totals, and nothing by a total after that", NULL,
           .of = by_larger, .totals = BARE),
    MATRIX("information is divided by the smaller of the two totals, and nothing by a total after that", NULL,
           .of = by_smaller, .totals = BARE),
    MATRIX("information is divided by the mean of the two totals, and nothing by a total after that", NULL,
           .of = by_mean, .totals = BARE),
    MATRIX("information is divided by the root of the product of the two totals, and nothing by a total after that",
           NULL, .of = by_root, .totals = BARE),
    MATRIX("information is divided by the factor's total (entropy) once more", NULL, .of = by_factor),
    MATRIX("information is divided by the code's total (entropy) beforehand", NULL, .of = by_code),
    MATRIX("information is divided by the joint entropy beforehand", NULL, .of = by_joint),
    MATRIX("information is divided by the larger of the two totals beforehand", NULL, .of = by_larger),
    MATRIX("information is divided by the smaller of the two totals beforehand", NULL, .of = by_smaller),
    MATRIX("information is divided by the mean of the two totals beforehand", NULL, .of = by_mean),
    MATRIX("information is divided by the root of the product of the two totals beforehand", NULL, .of = by_root),
    BOTH("of each factor the largest value counts alone: no second largest is taken off",
         .change = lines_largest_alone),
    BOTH("of each code the largest value counts alone: no second largest is taken off", .change = lines_largest_alone,
         .columns = 1),
    BOTH("factor i is compared with code i alone", .change = diagonal_alone),
    BOTH(
        "the matrix is transposed: values are taken over factors instead of over codes, or the other way round (argmax "
        "over the other axis)",
        .change = transposed),
};
enum { MATRICES = sizeof matrices / sizeof *matrices };

static void matrix_change(const changing_relation *r, const struct matrix_mistake *by)
{
    if (by->of) each(r, by->of);
    if (by->change) by->change(r, by->columns);
    if (by->totals == BARE) bare_totals(r);
    if (by->totals == IN_BITS) totals_in_bits(r);
}

/* ---- of the counts ---- */

enum { ADDED, ADDED_EVERYWHERE, EPSILON, EPSILON_RATIO, BIAS };
enum { OF_ALL, OF_INFORMATION, OF_TOTALS, PLACES };

static const double added[] = { 1.0, 0.5, 0.1, 0.01, 1e-3 };
static const double epsilons[] = { 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6 };
enum { N_ADDED = sizeof added / sizeof *added, N_EPSILONS = sizeof epsilons / sizeof *epsilons };
enum { RULED = 2 * N_ADDED + 2 * N_EPSILONS + 1, COUNTS = RULED * PLACES };

typedef struct count_mistake {
    int rule, place;
    double by;
} count_mistake;

static count_mistake count_at(size_t index)
{
    count_mistake to = { .place = (int)(index / RULED) };
    size_t k = index % RULED;
    if (k < 2 * N_ADDED) return to.rule = k < N_ADDED ? ADDED : ADDED_EVERYWHERE, to.by = added[k % N_ADDED], to;
    k -= 2 * N_ADDED;
    if (k == 2 * N_EPSILONS) return to.rule = BIAS, to;
    return to.rule = k < N_EPSILONS ? EPSILON : EPSILON_RATIO, to.by = epsilons[k % N_EPSILONS], to;
}

static void count_text(const count_mistake *m, char *to, size_t size)
{
    static const char *const of[PLACES] = { "information and totals (entropies)",
                                            "information, not of totals (entropies)",
                                            "totals (entropies), not of information" };
    switch (m->rule) {
    case ADDED:
        snprintf(to, size, "%g is added to every cell of the tables behind %s, up to the highest that occur", m->by,
                 of[m->place]);
        return;
    case ADDED_EVERYWHERE:
        snprintf(to, size, "%g is added to every cell of the tables behind %s, of all bins", m->by, of[m->place]);
        return;
    case EPSILON: snprintf(to, size, "log(p + %g) is taken for log(p) in %s", m->by, of[m->place]); return;
    case EPSILON_RATIO:
        snprintf(to, size, "log((p + %g)/(q + %g)) is taken for log(p/q) in %s", m->by, m->by, of[m->place]);
        return;
    default: snprintf(to, size, "Miller and Madow's correction for bias is added to %s", of[m->place]);
    }
}

/* ---- tables ---- */

/* Bin numbers of both sides, and what is made of them: tables of `rows` rows and `columns` columns. */
struct count_tables {
    size_t n, n_factors, n_codes, bins, factor_bins;
    size_t *label;  /* [(n_factors + n_codes) * n] */
    size_t *extent; /* [n_factors + n_codes]: one more than the highest label */
    double *table, *side[2];
    const assay_data *data;
};

static void tables_label(count_tables *t, const assay_data *binned)
{
    const size_t n = t->n, m = t->n_factors;
    for (size_t c = 0; c < m + t->n_codes; c++) {
        const double *x = c < m ? binned->factors + c * n : binned->codes + (c - m) * n;
        t->extent[c] = 0;
        for (size_t s = 0; s < n; s++) {
            const int numbered = c >= m || !t->data->levels[c]; /* bin numbers count from 1 */
            const double label = x[s] - (numbered && x[s] >= 1.0 ? 1.0 : 0.0);
            t->label[c * n + s] = (size_t)label;
            if (t->label[c * n + s] >= t->extent[c]) t->extent[c] = t->label[c * n + s] + 1;
        }
    }
}

enum { WIDEST = 4096 };

assay_status tables_make(const assay_data *data, size_t bins, size_t factor_bins, count_tables **to)
{
    assay_data binned = { 0 };
    const size_t n = data->n, columns = data->n_factors + data->n_codes;
    count_tables *t = calloc(1, sizeof *t);
    *to = t;
    if (!t) return ASSAY_ENOMEM;
    *t = (count_tables){ .n = n,
                         .n_factors = data->n_factors,
                         .n_codes = data->n_codes,
                         .bins = bins,
                         .factor_bins = factor_bins,
                         .data = data };
    t->label = calloc(columns * n, sizeof *t->label);
    t->extent = calloc(columns, sizeof *t->extent);
    assay_status status = t->label && t->extent ? bins_plain(data, bins, factor_bins, &binned) : ASSAY_ENOMEM;
    size_t widest = bins > factor_bins ? bins : factor_bins;
    if (status == ASSAY_OK) tables_label(t, &binned);
    for (size_t c = 0; c < columns && status == ASSAY_OK; c++) widest = t->extent[c] > widest ? t->extent[c] : widest;
    assay_data_free(&binned);
    if (status != ASSAY_OK || widest > WIDEST) return status == ASSAY_OK ? ASSAY_EUSAGE : status;
    t->table = calloc(widest * widest, sizeof *t->table);
    for (int k = 0; k < 2; k++) t->side[k] = calloc(widest, sizeof *t->side[k]);
    return t->table && t->side[0] && t->side[1] ? ASSAY_OK : ASSAY_ENOMEM;
}

void tables_free(count_tables *t)
{
    if (!t) return;
    free(t->label);
    free(t->extent);
    free(t->table);
    free(t->side[0]);
    free(t->side[1]);
    free(t);
}

static size_t bins_of(const count_tables *t, size_t c)
{
    if (c >= t->n_factors) return t->bins;
    return t->data->levels[c] ? (size_t)t->data->levels[c] : t->factor_bins;
}

/* Probabilities of a x b cells, and their sums by row and column. */
static void fill(const count_tables *t, size_t i, size_t j, const count_mistake *by, size_t *a, size_t *b)
{
    const int everywhere = by->rule == ADDED_EVERYWHERE, adds = everywhere || by->rule == ADDED;
    *a = everywhere ? bins_of(t, i) : t->extent[i];
    *b = everywhere ? bins_of(t, j) : t->extent[j];
    *a = *a < t->extent[i] ? t->extent[i] : *a;
    *b = *b < t->extent[j] ? t->extent[j] : *b;
    const double more = adds ? by->by : 0.0, all = (double)t->n + more * (double)(*a * *b);
    for (size_t k = 0; k < *a * *b; k++) t->table[k] = more;
    for (size_t s = 0; s < t->n; s++) t->table[t->label[i * t->n + s] * *b + t->label[j * t->n + s]] += 1.0;
    memset(t->side[0], 0, *a * sizeof *t->side[0]);
    memset(t->side[1], 0, *b * sizeof *t->side[1]);
    for (size_t k = 0; k < *a * *b; k++) {
        t->table[k] /= all;
        t->side[0][k / *b] += t->table[k];
        t->side[1][k % *b] += t->table[k];
    }
}

static double entropy(const double *p, size_t count, double epsilon)
{
    double sum = 0.0;
    for (size_t k = 0; k < count; k++)
        if (p[k] > 0.0) sum -= p[k] * log(p[k] + epsilon);
    return sum;
}

static size_t occupied(const double *p, size_t count)
{
    size_t cells = 0;
    for (size_t k = 0; k < count; k++) cells += p[k] > 0.0;
    return cells;
}

static double information(const count_tables *t, size_t i, size_t j, const count_mistake *by)
{
    size_t a, b;
    fill(t, i, j, by, &a, &b);
    const double epsilon = by->rule == EPSILON ? by->by : 0.0, *v = t->side[0], *z = t->side[1], *p = t->table;
    double sum = 0.0;
    for (size_t k = 0; by->rule == EPSILON_RATIO && k < a * b; k++)
        sum += p[k] * log((p[k] + by->by) / (v[k / b] * z[k % b] + by->by));
    if (by->rule == EPSILON_RATIO) return sum;
    sum = entropy(v, a, epsilon) + entropy(z, b, epsilon) - entropy(p, a * b, epsilon);
    if (by->rule != BIAS) return sum;
    const double cells = (double)occupied(v, a) + (double)occupied(z, b) - (double)occupied(p, a * b) - 1.0;
    return sum + cells / (2.0 * (double)t->n);
}

/* Of one column by itself. */
static double total(const count_tables *t, size_t c, const count_mistake *by)
{
    const int everywhere = by->rule == ADDED_EVERYWHERE;
    const size_t bins = everywhere && bins_of(t, c) > t->extent[c] ? bins_of(t, c) : t->extent[c];
    const double more = everywhere || by->rule == ADDED ? by->by : 0.0, all = (double)t->n + more * (double)bins;
    double *p = t->side[0];
    for (size_t k = 0; k < bins; k++) p[k] = more;
    for (size_t s = 0; s < t->n; s++) p[t->label[c * t->n + s]] += 1.0;
    for (size_t k = 0; k < bins; k++) p[k] /= all;
    const double h = entropy(p, bins, by->rule == EPSILON || by->rule == EPSILON_RATIO ? by->by : 0.0);
    return by->rule == BIAS ? h + ((double)occupied(p, bins) - 1.0) / (2.0 * (double)t->n) : h;
}

static int is_near(double x, double y) { return fabs(x - y) <= 1e-9 * fmax(1.0, fabs(y)); }

/* Whether our tables give the reference's matrix: only then they say what a change of them would give. */
static int tables_agree(const count_tables *t, const changing_relation *r)
{
    static const count_mistake none = { .rule = ADDED, .by = 0.0 };
    for (size_t i = 0; i < t->n_factors; i++) {
        if (!is_near(total(t, i, &none), r->factor_total[i])) return 0;
        for (size_t j = 0; j < t->n_codes; j++)
            if (!is_near(information(t, i, t->n_factors + j, &none), r->value[i * t->n_codes + j])) return 0;
    }
    return 1;
}

/* ---- of signs ---- */

/*
 * A metric that matches factors and codes one to one, by correlations that it takes from their squares: given
 * ((1 + r)/2)^2 for r^2 it matches by the largest sum of (1 + r)/2, and so by that of r, for as many are matched in
 * every match. Its items tell r.
 */
enum { SIGNED, SIGNED_MATCH, SIGNS };
static const char *const signs[SIGNS] = {
    [SIGNED] = "correlations keep their signs: no absolute value is taken, neither for the match nor after it",
    [SIGNED_MATCH] =
        "factors and codes are matched by correlations with their signs: the absolute value is taken after",
};

static void change_signs(const changing_relation *r, relation_mistake *by)
{
    by->applies = by->correlations != NULL;
    for (size_t k = 0; k < r->n_factors * r->n_codes && by->applies; k++)
        by->applies = is_near(by->correlations[k] * by->correlations[k], r->value[k]);
    for (size_t k = 0; k < r->n_factors * r->n_codes && by->applies; k++) {
        const double golden = 0.6180339887498949 * (double)(k + 1); /* shares of it lie far apart */
        const double w = 0.5 * (1.0 + by->correlations[k]) + by->nudge * (golden - floor(golden));
        r->value[k] = w * w;
    }
}

int relation_mistake_signs(size_t index) { return index >= MATRICES + COUNTS; }

double relation_mistake_item(size_t index, double item)
{
    if (!relation_mistake_signs(index)) return item;
    return index == MATRICES + COUNTS + SIGNED ? 2.0 * item - 1.0 : fabs(2.0 * item - 1.0);
}

/* ---- all ---- */

size_t relation_mistake_count(void) { return MATRICES + COUNTS + SIGNS; }

int relation_mistake_text(size_t index, int squares, char *to, size_t size)
{
    const int of_signs = relation_mistake_signs(index);
    const char *text = of_signs            ? signs[index - MATRICES - COUNTS]
                       : index >= MATRICES ? ""
                       : squares           ? matrices[index].of_squares
                                           : matrices[index].text;
    if (!text || (index >= MATRICES && squares != of_signs)) return 0;
    snprintf(to, size, "%s", text);
    if (index < MATRICES || of_signs) return 1;
    const count_mistake by = count_at(index - MATRICES);
    count_text(&by, to, size);
    return 1;
}

int relation_mistake_counts(size_t index) { return index >= MATRICES && !relation_mistake_signs(index); }

/* A constant column keeps its total of 0: what that means is a convention of its own. */
static void change_counts(const changing_relation *r, relation_mistake *by)
{
    const count_mistake m = count_at(by->index - MATRICES);
    const count_tables *t = by->tables;
    by->applies = t && tables_agree(t, r);
    if (!by->applies) return;
    for (size_t i = 0; i < t->n_factors && m.place != OF_TOTALS; i++)
        for (size_t j = 0; j < t->n_codes; j++) r->value[i * t->n_codes + j] = information(t, i, t->n_factors + j, &m);
    for (size_t c = 0; c < t->n_factors + t->n_codes && m.place != OF_INFORMATION; c++) {
        double *of = c < t->n_factors ? &r->factor_total[c] : &r->code_total[c - t->n_factors];
        if (*of > 0.0) *of = total(t, c, &m);
    }
}

void relation_mistake_make(const changing_relation *r, void *context)
{
    relation_mistake *by = context;
    by->applies = 1;
    if (relation_mistake_signs(by->index)) change_signs(r, by);
    else if (by->index >= MATRICES) change_counts(r, by);
    else if (matrices[by->index].change == transposed && r->n_factors != r->n_codes) by->applies = 0;
    else matrix_change(r, &matrices[by->index]);
}
