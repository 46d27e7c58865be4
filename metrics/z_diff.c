/*
 *     point = mean over pairs of |z_a - z_b|     a, b agree in the value of factor v_i
 *     A = accuracy on test points of a linear classifier from point to i     Z-diff = (A - 1/M) / (1 - 1/M)
 *
 *   Codes that depend on factor i differ little between partners that share its value.
 *
 * Takes    factors [M x n], M >= 2, continuous ones cut into equal widths (rule scaled); codes [d x n].
 * Gives    "z-diff", about 0 for codes that say nothing, 1 = the fixed factor can always be told. Random.
 * Cost     points x batch x (2 d + 10) operations and one regression; 33 ms at n = 20000, M = d = 8, @zaidi2020.
 * R1  As in intervention.c. constants=skip: where all codes are constant, undefined, "no-active-code"; constants=keep:
 *     the classifier guesses.
 * R2  codes=standardised divides each code by its standard deviation, so that a scale does not act as a penalty.
 * R3  Every point draws a fresh value for each pair, whose rows differ (pairs=each); or one value for the whole point,
 *     and the two sides apart, each without replacement (pairs=batch).
 * R4  The logistic regression is the converged one, C = 1; with two factors it is one binary fit. classifier=layer: a
 *     softmax layer, Adam at rate 0.01, mini-batches of 64, 10 epochs, on the first four fifths of the training points.
 */
#include "aggregate.h"
#include "intervention.h"
#include "logistic.h"
#include "softmax_layer.h"
#include "work.h"

enum { PAIRS_EACH, PAIRS_BATCH };
enum { CODES_STANDARDISED, CODES_RAW };
enum { CLASSIFIER_LOGISTIC, CLASSIFIER_LAYER };
enum { COUNTS = 1 << 16 };

#define OPTIONS(OPTION)                                                                                           \
    TRIAL_OPTIONS(OPTION, 200, 10000, 5000)                                                                       \
    OPTION(PAIRS, CHOICE("pairs", "a fresh value for each pair, or one for all the pairs of a point",             \
                         [PAIRS_EACH] = "each", [PAIRS_BATCH] = "batch"))                                         \
    OPTION(CODES, CHOICE("codes", "divided by their standard deviations, or as they are",                         \
                         [CODES_STANDARDISED] = "standardised", [CODES_RAW] = "raw"))                             \
    OPTION(CLASSIFIER, CHOICE("classifier", "logistic regression to the end, or a softmax layer after 10 epochs", \
                              [CLASSIFIER_LOGISTIC] = "logistic", [CLASSIFIER_LAYER] = "layer"))
OPTION_TABLE(OPTIONS);

typedef struct differences {
    trial t;
    code_rows z;
    double *scale;           /* [width] from sums over a batch to the feature */
    double *mean, *variance; /* [width] of the codes */
    double *point;           /* [points * width] */
    uint32_t *card;          /* [4 batch] rows dealt */
    uint32_t *count;         /* [room] pairs of a point that fall to a group */
    size_t room;
    double *x, *weight;
    int32_t *label;
} differences;

/* R2; returns whether any code varies. Exponents are capped where they would leave the range of a double. */
static int measure_codes(differences *f)
{
    const int raw = (int)f->t.call->option[CODES] == CODES_RAW;
    const double *variance = f->variance;
    int varies = 0;
    code_rows_variance(&f->z, NULL, f->z.n, 0, f->mean, f->variance);
    for (size_t j = 0; j < f->z.n_codes; j++) {
        const int e = f->z.exponent[j] < 400 ? f->z.exponent[j] : 400;
        const double unit = raw ? ldexp(1.0, e) : variance[j] > 0.0 ? 1.0 / sqrt(variance[j]) : 0.0;
        f->scale[j] = unit / (double)f->t.batch;
        varies |= variance[j] > 0.0;
    }
    return varies;
}

static assay_status differences_lend(differences *f)
{
    assay_call *call = f->t.call;
    const size_t points = f->t.points, d = f->z.n_codes, m = f->t.n_played, most = f->t.groups.levels_most;
    f->room = most > COUNTS ? most : COUNTS;
    return LEND(call, LOAN(f->count, f->room), LOAN(f->point, points * f->z.width), LOAN(f->card, 4 * f->t.batch),
                LOAN(f->x, points * d), LOAN(f->label, points), LOAN(f->weight, m * (d + 1)),
                LOAN(f->scale, f->z.width), LOAN(f->mean, f->z.width), LOAN(f->variance, f->z.width));
}

/* R3, pairs=each. Only how many pairs of a point fall to each group matters, so that is drawn first, for as many points
 * as there is room; then group by group, whose rows stay in the cache. */
static void points_pairs_each(differences *f, size_t first, size_t points)
{
    trial *t = &f->t;
    groups *g = &t->groups;
    memset(f->count, 0, points * g->count * sizeof *f->count);
    for (size_t p = 0; p < points; p++) {
        trial_values(t, t->batch, t->value);
        for (size_t k = 0; k < t->batch; k++) f->count[t->value[k] * points + p]++;
    }
    for (size_t k = 0; k < g->count; k++) {
        for (size_t p = 0; p < points; p++) {
            const size_t pairs = f->count[k * points + p];
            if (!pairs) continue;
            groups_deal(g, k, 2 * pairs, 2, t->call->stream, f->card);
            code_rows_distances(&f->z, f->card, pairs, f->point + (first + p) * f->z.width);
        }
    }
}

/* R3, pairs=batch; returns whether the batches could be drawn. */
static int factor_pairs_batch(differences *f, size_t label)
{
    trial *t = &f->t;
    for (size_t p = t->first[label]; p < t->first[label + 1]; p++) {
        uint32_t group, *side = f->card + 2 * t->batch;
        trial_values(t, 1, &group);
        if (!trial_enough(t, label, group)) return 0;
        for (size_t s = 0; s < 2; s++) {
            groups_gather(&t->groups, group);
            groups_deal(&t->groups, group, t->batch, 1, t->call->stream, side);
            for (size_t k = 0; k < t->batch; k++) f->card[2 * k + s] = side[k];
        }
        code_rows_distances(&f->z, f->card, t->batch, f->point + p * f->z.width);
    }
    return 1;
}

/* All points of one factor; returns whether they could be drawn. */
static int factor_points(differences *f, size_t label)
{
    const size_t first = f->t.first[label], last = f->t.first[label + 1];
    if (first == last) return 1;
    const int each = (int)f->t.call->option[PAIRS] == PAIRS_EACH;
    if (!trial_group(&f->t, label, 0, each ? 2 : trial_least(&f->t))) return 0;
    if (!each) return factor_pairs_batch(f, label);
    const size_t step = f->room / f->t.groups.count;
    for (size_t p = first; p < last; p += step) points_pairs_each(f, p, last - p < step ? last - p : step);
    return 1;
}

/* Columns of features and the labels of the points listed. */
static void points_gather(const differences *f, const size_t *which, size_t n, double *x, int32_t *label)
{
    for (size_t j = 0; j < f->z.n_codes; j++)
        for (size_t k = 0; k < n; k++) x[j * n + k] = f->point[which[k] * f->z.width + j] * f->scale[j];
    for (size_t k = 0; k < n; k++) label[k] = (int32_t)f->t.label[which[k]];
}

/* R4: the last fifth of the training points is held out, and never used. */
static assay_status layer_fit(differences *f, const size_t *train, size_t n_train)
{
    const softmax_options how = { .batch = 64, .epochs = 10, .rate = 0.01 };
    const size_t d = f->z.n_codes, n = n_train - n_train / 5;
    uint32_t *label = (uint32_t *)f->label;
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < d; j++) f->x[k * d + j] = f->point[train[k] * f->z.width + j] * f->scale[j];
        label[k] = f->t.label[train[k]];
    }
    const softmax_rows rows = { .x = f->x, .label = label, .n = n, .n_codes = d, .n_classes = f->t.n_played };
    return softmax_layer_fit(&rows, &how, f->t.call, f->weight);
}

static assay_status classifier_judge(void *context, const size_t *train, size_t n_train, const size_t *test,
                                     size_t n_test, double *accuracy)
{
    differences *f = context;
    const size_t d = f->z.n_codes, m = f->t.n_played;
    if ((int)f->t.call->option[CLASSIFIER] == CLASSIFIER_LAYER) {
        ASSAY_TRY(layer_fit(f, train, n_train));
    } else {
        const int32_t form = m == 2 ? LOGISTIC_ONE_VERSUS_REST : LOGISTIC_MULTINOMIAL;
        const logistic_options how = { .form = form, .strength = 1.0 };
        points_gather(f, train, n_train, f->x, f->label);
        const logistic_rows learnt = { f->x, n_train, n_train, d, f->label, m };
        ASSAY_TRY(logistic_fit(&learnt, &how, f->weight, NULL));
    }
    points_gather(f, test, n_test, f->x, f->label);
    const logistic_rows tested = { f->x, n_test, n_test, d, f->label, m };
    return logistic_accuracy(&tested, f->weight, accuracy);
}

/* The points and their factors, to a host that looks; one that it left is as it was, to the bit. */
static assay_status points_show(differences *f)
{
    assay_call *call = f->t.call;
    const size_t n = f->t.points, d = f->z.n_codes;
    double *x;
    if (!call->step) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(x, n * (d + 1))));
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < d; j++) x[k * d + j] = f->point[k * f->z.width + j] * f->scale[j];
        x[n * d + k] = (double)f->t.label[k];
    }
    step_show(call, "the points", x, n, d);
    step_show(call, "the points' factors", x + n * d, n, 1);
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < d; j++) {
            double *of = &f->point[k * f->z.width + j];
            if (x[k * d + j] != *of * f->scale[j]) *of = f->scale[j] > 0.0 ? x[k * d + j] / f->scale[j] : 0.0;
        }
        f->t.label[k] = x[n * d + k] >= 0.0 && x[n * d + k] < (double)f->t.n_played ? (uint32_t)x[n * d + k] : 0;
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    differences f = { .scale = NULL };
    int defined;
    ASSAY_TRY(trial_begin(rep, 0, call, &f.t, &defined));
    if (!defined) return ASSAY_OK;
    ASSAY_TRY(code_rows_make(rep, call, &f.z));
    ASSAY_TRY(differences_lend(&f));
    if (!measure_codes(&f) && (int)call->option[TRIAL_CONSTANTS] == CONSTANT_SKIP)
        return REFUSED(call, "no-active-code", "all codes are constant"); /* R1 */
    for (size_t l = 0; l < f.t.n_played; l++)
        if (!factor_points(&f, l)) return ASSAY_OK;
    ASSAY_TRY(points_show(&f));
    return trial_end(&f.t, classifier_judge, &f);
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double m = (double)size->n_factors, d = (double)size->n_codes;
    const double train = option[TRIAL_TRAIN] * (option[TRIAL_POINTS] == POINTS_PER_FACTOR ? m : 1.0);
    const double fit = option[CLASSIFIER] == CLASSIFIER_LAYER ? 10.0 * 0.8 * train * m * (d + 1.0)
                                                              : work_multinomial(train, d, m, 0.0);
    return fmax(option[TRIAL_SPLITS], 1.0) * fit;
}

COST(cost, 20.0 * n * (m + d) + trial_rows(size, option) * (5.0 + 0.6 * d) + solver_cost(size, option));

static const assay_output outputs[] = { { "z-diff", ASSAY_OVERALL, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Higgins et al. 2017, section 3; chance scaled to 0", NULL, NULL },
    { "thesis", "Boilard 2022, section 1.3.1", "codes=raw", NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code and experiments", "values=alike:codes=raw:constants=keep",
      "The regression is penalised and codes are taken as they are: codes on a small scale score lower. A constant "
      "factor takes part and cannot be recognised; a rare value is drawn as often as a frequent one. The classifier "
      "combines codes, so codes that mix factors still score 1, and so do representations that miss one factor." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "values=alike:codes=raw:constants=keep:categories=cut",
      "As zaidi2020, and labels are cut into 10 equal widths like continuous factors: with more than 10 levels "
      "neighbouring ones are merged. The study scored 2000 rows drawn with replacement; here all rows are scored." },
    { "zhang2021", "Zhang et al. 2021, algorithm 1 and published code",
      "batch=64:train=800:test=200:points=per-factor:splits=10:short=refuse:pairs=batch:codes=raw:classifier=layer:"
      "constants=keep:scaled=no",
      "A softmax layer after 10 epochs of Adam, on 64 of every 100 points, stands for the linear classifier: on "
      "codes of a small scale it has not learnt yet. All pairs of a point share one value, so a point depends on "
      "less of the factor. A value with fewer than 64 rows cannot be drawn without replacement: undefined once it "
      "is drawn. Not scaled: chance is 1/M." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "batch=64:train=10000:test=5000:codes=raw:constants=keep:scaled=no",
      "The regression is penalised and codes are taken as they are: codes on a small scale score lower. Not scaled: "
      "chance is 1/M. The published code draws fresh rows from a generator; here they are dealt from the table, and "
      "continuous factors, unknown to that study, are fixed within one of 10 equal widths." },
};

static const assay_solver solver = { "a logistic regression of M classes, n M d a pass and n d^2", solver_cost, 0.0 };

const assay_metric assay_metric_z_diff = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_CYCLIC,
    .id = "z-diff",
    .title = "Z-diff (beta-VAE score)",
    .family = "intervention",
    .formula = "Z-diff = (A - 1/M)/(1 - 1/M), A = accuracy of a linear classifier from "
               "mean |z_a - z_b| of pairs with equal v_i to i",
    .source = "Higgins et al. 2017, ICLR, section 3",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
