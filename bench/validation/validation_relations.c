/*
 * A relation as somebody might have computed it who then went on as the reference does: the reference is given the
 * changed matrix, a function of its own and its totals: squared, divided by another total, by its largest value.
 */
#include "validation_inside.h"


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
        by->applies = fabs(by->correlations[k] * by->correlations[k] - r->value[k]) <= EXACT;
    for (size_t k = 0; k < r->n_factors * r->n_codes && by->applies; k++) {
        const double golden = 0.6180339887498949 * (double)(k + 1); /* shares of it lie far apart */
        const double w = 0.5 * (1.0 + by->correlations[k]) + by->nudge * (golden - floor(golden));
        r->value[k] = w * w;
    }
}

int relation_mistake_signs(size_t index) { return index >= MATRICES; }

double relation_mistake_item(size_t index, double item)
{
    if (!relation_mistake_signs(index)) return item;
    return index == MATRICES + SIGNED ? 2.0 * item - 1.0 : fabs(2.0 * item - 1.0);
}

/* ---- all ---- */

size_t relation_mistake_count(void) { return MATRICES + SIGNS; }

const char *relation_mistake_text(size_t index, int squares)
{
    if (relation_mistake_signs(index)) return squares ? signs[index - MATRICES] : NULL;
    return squares ? matrices[index].of_squares : matrices[index].text;
}

void relation_mistake_make(const changing_relation *r, void *context)
{
    relation_mistake *by = context;
    by->applies = 1;
    if (relation_mistake_signs(by->index)) change_signs(r, by);
    else if (matrices[by->index].change == transposed && r->n_factors != r->n_codes) by->applies = 0;
    else matrix_change(r, &matrices[by->index]);
}
