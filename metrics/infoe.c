/*
 *     E_i = (H0_i - Hz_i) / H0_i      score = mean_i E_i
 *
 *   Hz_i is the mean log loss, on the rows it was fitted to, of a multinomial logistic regression of factor i on all
 *   codes, without penalty, every value of the factor weighing the same; H0_i that of the same regression on nothing.
 *   Weighing alike, the latter says 1/K for each of the K values that occur: H0_i = log K.
 *
 * Takes    factors [M x n], continuous ones (unknown to the study) cut into factor-bins equal widths; codes [d x n],
 *          standardised, or, with codes=discrete, one column for each of their values.
 * Gives    "infoe", one per factor and their mean, at most 1; 0 where the codes say nothing. Linear: a factor that only
 *          a curve reads scores low. On the rows of the fit, so noise scores about K (d + 1) / (2 n log K) above 0.
 * Cost     up to `iterations` passes of n K (4 d + 40) operations per factor.
 * R1  A constant factor: undefined.
 * R2  Where the codes separate the values the loss has no minimum; the fit ends after `iterations` passes, close to 1.
 *     A row given no chance at all is charged as scikit-learn does it, -log of the smallest double spacing, 2.2e-16.
 * R3  codes=discrete: a column of 0 and 1 for every value of a code, not scaled; more than 4096: not-applicable.
 * R4  rows=half: a factor that is constant in the first half is undefined. A value first met in the second is charged
 *     as R2 says; scores may be below 0.
 * R5  against=frequency: H0_i is the entropy of the values as frequent as they are, though the fit weighs them alike.
 */
#include "aggregate.h"
#include "class_split.h"
#include "histogram.h"
#include "logistic.h"
#include "neighbours.h"
#include "radix_order.h"
#include "work.h"

#include <float.h>
#include <lbfgs.h>

/*
 * Multinomial logistic regression of a factor on codes whose values are labels
 *
 *     minimise over W     sum_s c_s -log p_s[y_s]      p_s = softmax_k (b_k + sum_j W_k,column(j, s))
 *
 *   That is a column of 0 and 1 for every value of every code, of which a row has d; classes weigh alike, c_s =
 *   n / (K n_k), and nothing is penalised. The minimum is not unique and, where codes separate the classes, at
 *   infinity, so what is found depends on the way there; it is that of the published study: L-BFGS from zero with ten
 *   corrections, until no derivative exceeds 1e-4, the sum falls by less than 2.2e-9 of itself, or the iterations run
 *   out.
 *
 * Source   Hsu et al. 2023, arXiv:2305.18378, published code (scikit-learn's LogisticRegression without penalty); Liu
 *          and Nocedal 1989 (L-BFGS).
 * Shapes   column [d * stride] code by code, 0 .. columns-1; label [stride]; weight [classes * (columns + 1)], class by
 *          class, the intercept last.
 * Cost     n K (d + 10) per evaluation; whatever the number of columns but for the corrections.
 * R1  A class without rows has no weights and probability 0.
 */
typedef struct label_rows {
    size_t stride, d, columns, classes;
    const uint32_t *column;
    const int32_t *label;
} label_rows;

#define STEEPEST 1e-4
#define PROGRESS 2.220446049250313e-09

typedef struct fit {
    label_rows rows;
    size_t n;               /* the first so many are fitted to */
    double *share, *chance; /* [classes] weight of a row, 0: the class has none; one row's probabilities */
    double before;          /* the sum of the last iteration */
} fit;

/* Probabilities of one row, and its log-likelihood. */
static double row_chances(const fit *f, const double *weight, size_t s)
{
    const label_rows *r = &f->rows;
    const size_t width = r->columns + 1, own = (size_t)r->label[s];
    double most = -INFINITY, sum = 0.0, *p = f->chance;
    for (size_t k = 0; k < r->classes; k++) {
        const double *w = weight + k * width;
        p[k] = w[r->columns];
        for (size_t j = 0; j < r->d; j++) p[k] += w[r->column[j * r->stride + s]];
        if (f->share[k] > 0.0) most = fmax(most, p[k]);
    }
    const double of_own = p[own] - most;
    for (size_t k = 0; k < r->classes; k++) sum += p[k] = f->share[k] > 0.0 ? exp(p[k] - most) : 0.0;
    for (size_t k = 0; k < r->classes; k++) p[k] /= sum;
    return f->share[own] > 0.0 ? of_own - log(sum) : -INFINITY; /* R1 */
}

static lbfgsfloatval_t evaluate(void *of, const lbfgsfloatval_t *weight, lbfgsfloatval_t *gradient, const int unknowns,
                                const lbfgsfloatval_t step)
{
    (void)step;
    fit *f = of;
    const label_rows *r = &f->rows;
    const size_t width = r->columns + 1;
    double sum = 0.0;
    memset(gradient, 0, (size_t)unknowns * sizeof *gradient);
    for (size_t s = 0; s < f->n; s++) {
        const size_t own = (size_t)r->label[s];
        sum -= f->share[own] * row_chances(f, weight, s);
        for (size_t k = 0; k < r->classes; k++) {
            const double slope = f->share[own] * (f->chance[k] - (k == own));
            double *g = gradient + k * width;
            for (size_t j = 0; j < r->d; j++) g[r->column[j * r->stride + s]] += slope;
            g[r->columns] += slope;
        }
    }
    return sum;
}

/* Not 0: stop. */
static int progress(void *of, const lbfgsfloatval_t *weight, const lbfgsfloatval_t *gradient,
                    const lbfgsfloatval_t value, const lbfgsfloatval_t size, const lbfgsfloatval_t norm,
                    const lbfgsfloatval_t step, int unknowns, int iteration, int evaluations)
{
    (void)weight, (void)size, (void)norm, (void)step, (void)iteration, (void)evaluations;
    fit *f = of;
    double steepest = 0.0;
    for (int k = 0; k < unknowns; k++) steepest = fmax(steepest, fabs(gradient[k]));
    const double fell = (f->before - value) / fmax(fmax(fabs(f->before), fabs(value)), 1.0);
    f->before = value;
    return steepest <= STEEPEST || fell <= PROGRESS;
}

/* share[k] = n / (K n_k), K the classes that have rows. */
static void weigh_classes(const fit *f)
{
    size_t classes = 0;
    for (size_t s = 0; s < f->n; s++) f->share[f->rows.label[s]] += 1.0;
    for (size_t k = 0; k < f->rows.classes; k++) classes += f->share[k] > 0.0;
    for (size_t k = 0; k < f->rows.classes; k++)
        if (f->share[k] > 0.0) f->share[k] = (double)f->n / ((double)classes * f->share[k]);
}

enum { CODES_CONTINUOUS, CODES_DISCRETE };
enum { SCORED_ALL, SCORED_HALF };
enum { AGAINST_EVEN, AGAINST_FREQUENCY };
enum { VALUES_MOST = 4096, PIECE = 256 }; /* rows whose probabilities are there at once */

#define OPTIONS(OPTION)                                                                                                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(ITERATIONS, PARAMETER("iterations", "most passes of the fit over the rows", 100, 1, 100000,                 \
                                 ASSAY_WHOLE | ASSAY_PASSES))                                                          \
    OPTION(CODES, CHOICE("codes", "columns of numbers, or labels: a column of 0 and 1 for every value",                \
                         [CODES_CONTINUOUS] = "continuous", [CODES_DISCRETE] = "discrete"))                            \
    OPTION(SCORED, CHOICE("rows", "all rows are fitted and scored, or the first half fitted and the others scored",    \
                          [SCORED_ALL] = "all", [SCORED_HALF] = "half"))                                               \
    OPTION(STRENGTH, PARAMETER("strength", "C of the fit to codes as numbers; 1e10: no penalty worth the name", 1e10,  \
                               1e-6, 1e10, ASSAY_DEFINES))                                                             \
    OPTION(AGAINST, CHOICE("against",                                                                                  \
                           "the loss is held against the entropy of values that weigh the same, or weigh as often as " \
                           "they occur; below 0 then counts 0",                                                        \
                           [AGAINST_EVEN] = "even", [AGAINST_FREQUENCY] = "frequency"))
OPTION_TABLE(OPTIONS);

/* What the regression is fitted to: codes as numbers [d * n], or as labels. */
typedef struct inputs {
    size_t n, d, fitted, first; /* fitted to the first so many rows, scored from `first` on */
    double *number;
    label_rows labels;       /* .column NULL: numbers */
    double *weight, *chance; /* room for a factor's: [most values * (d + 1)], [most values * PIECE] */
} inputs;

/* Codes divided by their deviation; taking off the mean is the intercept's business. most: values of a factor. */
static assay_status codes_over_deviation(const assay_rep *rep, size_t most, assay_call *call, inputs *x)
{
    ASSAY_TRY(
        LEND(call, LOAN(x->number, x->d * x->n), LOAN(x->weight, most * (x->d + 1)), LOAN(x->chance, most * PIECE)));
    for (size_t j = 0; j < x->d; j++) (void)neighbours_scale(rep->codes + j * x->n, x->n, 0, x->number + j * x->n);
    return ASSAY_OK;
}

/* The values of all codes, numbered one after the other. */
static assay_status codes_as_labels(const assay_rep *rep, assay_call *call, inputs *x)
{
    const size_t n = x->n;
    double *sorted;
    uint32_t *row, *column;
    ASSAY_TRY(LEND(call, LOAN(sorted, n), LOAN(row, n), LOAN(column, n * x->d)));
    x->labels = (label_rows){ .stride = n, .d = x->d, .column = column };
    for (size_t j = 0; j < x->d; j++) {
        ASSAY_TRY(radix_order(rep->codes + j * n, n, sorted, row));
        for (size_t r = 0; r < n; r++) {
            x->labels.columns += r == 0 || sorted[r] != sorted[r - 1];
            column[j * n + row[r]] = (uint32_t)(x->labels.columns - 1);
        }
    }
    return ASSAY_OK;
}

/* Mean over the rows that are scored of -log of the probability of their own value; R2. */
static assay_status mean_loss(const inputs *x, const class_split *of, double *to)
{
    double sum = 0.0;
    for (size_t from = x->first; from < x->n; from += PIECE) {
        const size_t rows = x->n - from < PIECE ? x->n - from : PIECE;
        const logistic_rows read = { x->number + from, x->n, rows, x->d, NULL, of->count };
        ASSAY_TRY(logistic_probability(&read, x->weight, LOGISTIC_MULTINOMIAL, x->chance));
        for (size_t s = 0; s < rows; s++)
            sum += log_nats(1.0 / fmax(x->chance[(size_t)of->label[from + s] * rows + s], DBL_EPSILON));
    }
    *to = sum / (double)(x->n - x->first);
    return ASSAY_OK;
}

static assay_status loss_of_numbers(const inputs *x, assay_call *call, const class_split *of, double *to)
{
    const logistic_options how = { .form = LOGISTIC_MULTINOMIAL,
                                   .balanced = 1,
                                   .strength = call->option[STRENGTH],
                                   .passes = (size_t)call->option[ITERATIONS] };
    const logistic_rows fitted = { x->number, x->n, x->fitted, x->d, of->label, of->count };
    ASSAY_TRY(logistic_fit(&fitted, &how, x->weight, NULL));
    return mean_loss(x, of, to);
}

/* Mean of -log p[y], no p below 2.2e-16. */
static assay_status loss_of_labels(const inputs *x, assay_call *call, const class_split *of, double *to)
{
    fit f = { .rows = x->labels, .n = x->fitted, .before = INFINITY };
    f.rows.label = of->label;
    f.rows.classes = of->count;
    const size_t unknowns = of->count * (f.rows.columns + 1);
    if (unknowns > INT32_MAX) return ASSAY_EINPUT;
    ASSAY_TRY(LEND(call, LOAN(f.share, of->count), LOAN(f.chance, of->count)));
    lbfgs_parameter_t how;
    lbfgs_parameter_init(&how);
    how.m = 10;
    how.epsilon = 0.0; /* progress decides */
    how.max_iterations = (int)call->option[ITERATIONS];
    how.ftol = 1e-3;
    lbfgsfloatval_t *w = lbfgs_malloc((int)unknowns);
    if (!w) return ASSAY_ENOMEM;
    memset(w, 0, unknowns * sizeof *w);
    weigh_classes(&f);
    const int end = lbfgs((int)unknowns, w, NULL, evaluate, progress, &f, &how);
    double sum = 0.0; /* where a step fails, by the last that did not */
    for (size_t s = x->first; s < x->n; s++) sum -= fmax(row_chances(&f, w, s), log(DBL_EPSILON));
    *to = sum / (double)(x->n - x->first);
    lbfgs_free(w);
    return end == LBFGSERR_OUTOFMEMORY ? ASSAY_ENOMEM : ASSAY_OK;
}

/* R1, R4: the factor's reason, or 0. */
static double refusal(const class_split *of, size_t i, size_t fitted, assay_call *call)
{
    const double why = class_split_undefined(of, i, call);
    if (isnan(why)) return why;
    for (size_t s = 1; s < fitted; s++)
        if (of->label[s] != of->label[0]) return 0.0;
    return FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant in the first half");
}

/* R5 */
static double entropy_alone(const class_split *of, size_t n, assay_call *call)
{
    if (call->option[AGAINST] == AGAINST_EVEN) return log_nats((double)of->count);
    double entropy = 0.0;
    for (size_t k = 0; k < of->count; k++) {
        size_t rows = 0;
        for (size_t s = 0; s < n; s++) rows += of->label[s] == (int32_t)k;
        if (rows) entropy -= (double)rows / (double)n * log((double)rows / (double)n);
    }
    return entropy;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = rep->n, m = rep->n_factors, half = call->option[SCORED] == SCORED_HALF ? n / 2 : 0;
    const int discrete = call->option[CODES] == CODES_DISCRETE;
    inputs x = { .n = n, .d = rep->n_codes, .fitted = half ? half : n, .first = half };
    const class_split *of; /* all rows: wanted for its labels */
    double *item = call->series[0].items, *loss, *alone;
    size_t most = 0;
    ASSAY_TRY(LEND(call, LOAN(loss, m), LOAN(alone, m)));
    ASSAY_TRY(class_split_of_factors(rep, call, call->option[FACTOR_BINS], 1, HOLD_NONE, &of));
    for (size_t i = 0; i < m; i++) most = of[i].count > most ? of[i].count : most;
    ASSAY_TRY(discrete ? codes_as_labels(rep, call, &x) : codes_over_deviation(rep, most, call, &x));
    if (x.labels.columns > VALUES_MOST) /* R3 */
        return REFUSED(call, "not-applicable", "the codes have %zu values, too many for labels", x.labels.columns);
    for (size_t i = 0; i < m; i++) {
        item[i] = refusal(&of[i], i, x.fitted, call);
        if (isnan(item[i])) continue;
        ASSAY_TRY(discrete ? loss_of_labels(&x, call, &of[i], &loss[i]) : loss_of_numbers(&x, call, &of[i], &loss[i]));
        alone[i] = entropy_alone(&of[i], n, call);
    }
    step_show(call, "the losses", loss, m, 1);
    step_show(call, "the entropies", alone, m, 1);
    for (size_t i = 0; i < m; i++) {
        if (!isnan(item[i])) item[i] = (alone[i] - loss[i]) / alone[i];
        if (call->option[AGAINST] == AGAINST_FREQUENCY && !isnan(item[i])) item[i] = fmax(item[i], 0.0);
    }
    return ASSAY_OK;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double numbers = m - (double)size->n_categorical;
    const double classes = size->n_values ? (double)size->n_values - numbers * WORK_CLASSES : 0.0;
    return m * work_multinomial(n, d, (numbers * option[FACTOR_BINS] + classes) / m, option[ITERATIONS]);
}

COST(cost, work_cut(n, m) + solver_cost(size, option));

static const assay_output outputs[] = { { "infoe", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hsu et al. 2023, section 5", NULL, NULL },
    { "hsu2023", "Hsu et al. 2023, published code, quantised codes", "codes=discrete",
      "Scored on the rows it was fitted to, with a column for every value of a code: codes of ten values that say "
      "nothing score .15 at 1000 rows and 8 codes (rows=half: below 0). Continuous factors, unknown to that study, are "
      "cut into 10 equal widths." },
    { "guard2026", "Joshi et al. 2026, published code", "factor-bins=20:strength=1:against=frequency",
      "The penalty stays on (C = 1), and values weigh alike while the regression is fitted but not in the loss: "
      "perfect codes of 5 normal factors score .37 at 1000 rows. Its experiments also score rows held out, which they "
      "cut into values by edges of their own." },
};

static const assay_solver solver = {
    "a logistic regression of each factor, n K d a pass, and more passes of more codes", solver_cost,
    1e-5 /* published solvers stop at a gradient of 1e-4, up to so far from the least loss */
};

const assay_metric assay_metric_infoe = {
    .id = "infoe",
    .flags = ASSAY_CYCLIC,
    .title = "InfoExplicitness",
    .family = "predictor",
    .formula = "E_i = (log K - log loss of an unpenalised multinomial logistic regression of v_i on all codes) / log K",
    .source = "Hsu, Dorrell, Whittington, Wu, Finn 2023, arXiv:2305.18378, section 5",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
