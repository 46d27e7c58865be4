/*
 *     E_i = 1/K_i sum_k AUC_ik      explicitness = 1/M sum_i 2 (E_i - 1/2)
 *
 *   AUC_ik is the area under the ROC curve of telling value k of factor v_i from its other values by a logistic
 *   regression on all codes: the probability that a row of value k looks more like it than another row does.
 *
 * Source   Ridgeway and Mozer 2018, arXiv:1802.05312, section 3 (the measure); Zaidi et al. 2020 and Boilard 2022,
 *          section 1.3 (the scale); Hanley and McNeil 1982 (the area).
 * Takes    factors [M x n], continuous ones cut into factor-bins equal widths (rule scaled), categorical ones by label;
 *          codes [d x n], scaled.
 * Gives    "explicitness", one per factor and their mean: 1 = every value is told from the others without fault, 0 =
 *          chance (below it by the luck of the rows held out; scaled=0: 1 and 1/2). Of a continuous factor the middle
 *          values cannot be cut off by a plane: at 10 bins perfect codes score .92, or .556 with probabilities=own.
 * Cost     per factor one logistic fit (about K four passes over n d^2/2) and K areas; 8 n K bytes per thread.
 * R1  A constant factor, or one that cannot be split: undefined, see class_split.h.
 * R2  A value that no row learnt from has, that all rows scored have, or none: it has no area and is left out of E_i;
 *     if none is left: too-few-samples.
 * R3  A constant code has no weight.
 * R4  Where the search for weights ends early (all values in one fit, next to no penalty, values that hardly overlap):
 *     no-convergence.
 */
#include "aggregate.h"
#include "auc.h"
#include "class_split.h"
#include "crew.h"
#include "logistic.h"
#include "rows.h"
#include "scaling.h"
#include "work.h"

enum { PROBABILITIES_SHARED, PROBABILITIES_OWN };
enum { SCORED_TEST, SCORED_TRAIN };

#define OPTIONS(OPTION)                                                                                            \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                        \
    OPTION(CATEGORIES, OPTION_CATEGORIES)                                                                          \
    OPTION(SCALE, CHOICE("scale", "codes to [0, 1], to mean 0 and deviation 1, or as they are",                    \
                         [SCALING_MINMAX] = "minmax", [SCALING_STANDARD] = "standard", [SCALING_RAW] = "raw"))     \
    OPTION(MODEL,                                                                                                  \
           CHOICE_OF("model", "all values in one fit, or each against the rest", LOGISTIC_ONE_VERSUS_REST,         \
                     0, [LOGISTIC_MULTINOMIAL] = "multinomial", [LOGISTIC_ONE_VERSUS_REST] = "one-versus-rest"))   \
    OPTION(WEIGHTS, CHOICE("weights", "every row counts the same, or every value does", [WEIGHTS_EVEN] = "even",   \
                           [WEIGHTS_BALANCED] = "balanced"))                                                       \
    OPTION(STRENGTH, NUMBER("strength", "C: small is a strong penalty, 1e10 none worth the name", 1, 1e-12, 1e12)) \
    OPTION(PROBABILITIES,                                                                                          \
           CHOICE("probabilities",                                                                                 \
                  "rows are ranked by the value's probability among all, or by its own classifier alone",          \
                  [PROBABILITIES_SHARED] = "shared", [PROBABILITIES_OWN] = "own"))                                 \
    OPTION(SPLIT, OPTION_SPLIT(HOLD_FIFTH))                                                                        \
    OPTION(SCORED, CHOICE("scored", "which rows of the split are scored: those held out, or those learnt from",    \
                          [SCORED_TEST] = "test", [SCORED_TRAIN] = "train"))                                       \
    OPTION(SCALED, PARAMETER("scaled", "1: chance is 0; 0: the plain area, chance is 1/2", 1, 0, 1,                \
                             ASSAY_WHOLE | ASSAY_DEFINES))
OPTION_TABLE(OPTIONS);

/* clang-format on */

typedef struct task {
    const double *option, *codes; /* codes [d * n], scaled */
    size_t n, d, most;            /* most: values of a factor */
    const class_split *of;        /* [M] */
    double *area;                 /* [M] */
    int *lost;                    /* [M] R4: the search for weights ended early */
} task;

/* One thread's room. */
typedef struct desk {
    double *codes, *score, *weight; /* [d * n], [most * n], [most * (d + 1)] */
    int32_t *label;                 /* [n] */
} desk;

static void *desk_make(void *shared)
{
    const task *t = shared;
    desk room;
    const size_t scores = t->most <= SIZE_MAX / t->n ? t->most * t->n : SIZE_MAX;
    return LEND_ROOM(room, LOAN(room.codes, t->d * t->n), LOAN(room.score, scores),
                     LOAN(room.weight, t->most * (t->d + 1)), LOAN(room.label, t->n));
}

static logistic_rows part_of(const task *t, const class_split *of, row_set rows, desk *room)
{
    logistic_rows p = {
        .codes = t->codes + rows.first, .stride = t->n, .n = rows.count, .n_codes = t->d, .n_classes = of->count
    };
    p.label = rows_take_labels(rows, of->label, room->label);
    if (!rows.at) return p;
    for (size_t j = 0; j < t->d; j++) (void)rows_take(rows, t->codes + j * t->n, room->codes + j * rows.count);
    p.codes = room->codes;
    p.stride = rows.count;
    return p;
}

/* score [n]: what the classifier of one value says; its probability is an increasing function of it, and the intercept
 * moves all rows alike. */
static void own_scores(const logistic_rows *p, const double *weight, double *score)
{
    for (size_t s = 0; s < p->n; s++) score[s] = 0.0;
    for (size_t j = 0; j < p->n_codes; j++)
        for (size_t s = 0; s < p->n; s++) score[s] += weight[j] * p->codes[j * p->stride + s];
}

/* Mean area over the values that have one (R2), NaN if none has. */
static assay_status mean_area(const logistic_rows *p, const desk *room, double *mean)
{
    double sum = 0.0;
    size_t defined = 0;
    for (size_t k = 0; k < p->n_classes; k++) {
        double area;
        if (isinf(room->weight[k * (p->n_codes + 1) + p->n_codes])) continue; /* no row to learn from: logistic.h, R2 */
        ASSAY_TRY(auc_class(room->score + k * p->n, p->label, p->n, (int32_t)k, &area));
        if (isnan(area)) continue;
        sum += area;
        defined++;
    }
    *mean = defined ? sum / (double)defined : NAN;
    return ASSAY_OK;
}

static assay_status part_score(const task *t, const logistic_rows *p, desk *room, double *mean)
{
    if (t->option[PROBABILITIES] == PROBABILITIES_OWN) {
        for (size_t k = 0; k < p->n_classes; k++)
            own_scores(p, room->weight + k * (p->n_codes + 1), room->score + k * p->n);
    } else {
        ASSAY_TRY(logistic_probability(p, room->weight, (int32_t)t->option[MODEL], room->score));
    }
    return mean_area(p, room, mean);
}

static assay_status factor_run(void *shared, void *own, size_t i)
{
    const task *t = shared;
    const class_split *of = &t->of[i];
    desk *room = own;
    if (of->one) return ASSAY_OK; /* R1 */
    const logistic_options how = { .form = (int32_t)t->option[MODEL],
                                   .balanced = t->option[WEIGHTS] == WEIGHTS_BALANCED,
                                   .strength = t->option[STRENGTH] };
    logistic_report report;
    logistic_rows p = part_of(t, of, of->train, room);
    ASSAY_TRY(logistic_fit(&p, &how, room->weight, &report));
    t->lost[i] = !report.converged;
    if (t->option[SCORED] == SCORED_TEST) p = part_of(t, of, of->test, room);
    return part_score(t, &p, room, &t->area[i]);
}

static double item_of(const task *t, size_t i, assay_call *call)
{
    const double reason = class_split_undefined(&t->of[i], i, call), area = t->area[i];
    if (isnan(reason)) return reason;
    if (t->lost[i])
        return FACTOR_UNDEFINED(call, i, "no-convergence", "factor #: the logistic regression did not settle");
    if (isnan(area))
        return FACTOR_UNDEFINED(call, i, "too-few-samples", "factor #: no value is in some but not all rows scored");
    return t->option[SCALED] > 0.0 ? 2.0 * (area - 0.5) : area;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const double *option = call->option;
    const size_t m = rep->n_factors, rows = option[SPLIT] == HOLD_BATCHES ? rows_train(rep->n) : rep->n;
    task t = { .option = option, .n = rep->n, .d = rep->n_codes, .most = 1, .area = call->series[0].items };
    ASSAY_TRY(LEND(call, LOAN(t.lost, m)));
    memset(t.area, 0, m * sizeof *t.area);
    ASSAY_TRY(class_split_of_factors(rep, call, option[FACTOR_BINS], option[CATEGORIES] == CATEGORIES_LABELS,
                                     (int)option[SPLIT], &t.of));
    ASSAY_TRY(codes_scaled(rep, call, (int)option[SCALE], rows, &t.codes));
    for (size_t i = 0; i < m; i++) t.most = t.of[i].count > t.most ? t.of[i].count : t.most;
    const crew_work work = { .make = desk_make, .drop = free, .run = factor_run };
    ASSAY_TRY(crew_run(&work, &t, m, call->jobs));
    step_show(call, "the areas", t.area, m, 1);
    for (size_t i = 0; i < m; i++) t.area[i] = item_of(&t, i, call);
    return ASSAY_OK;
}

static double solver_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors;
    const double d = fmin(n, (double)size->n_codes); /* of more codes than rows as many as these are fitted */
    const double fit = option[MODEL] == LOGISTIC_ONE_VERSUS_REST
                           ? 0.25 * n * work_values(size) * (d * d / 2.0 + 4.0 * d + 40.0)
                           : work_multinomial(n, d, work_values(size), 150.0);
    return m * (fit + (size->n_codes > size->n ? 0.07 * n * n * (double)size->n_codes : 0.0));
}

COST(cost, work_cut(n, m) + m * work_sort(n) * work_values(size) / 4.0 + solver_cost(size, option));

static const assay_output outputs[] = { { "explicitness", ASSAY_PER_FACTOR, ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Ridgeway and Mozer 2018, section 3, chance scaled to 0; scored on rows held out", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code and experiments (implementation 1)",
      "weights=balanced:split=none",
      "Scored on the rows learnt from: codes that say nothing score above 0, the more the fewer the rows (.037 at "
      "20000 rows and 8 codes). probabilities=own is its implementation 2, which judges every value's classifier "
      "alone: the middle values of a continuous factor then score low however good the codes." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code", "weights=balanced:split=none:categories=cut",
      "As zaidi2020; labels are cut into 10 equal widths like continuous factors: with more than 10 levels "
      "neighbouring ones are merged. The study scored 2000 rows drawn with replacement; here all rows are scored." },
    { "zhang2021", "Zhang et al. 2021, published code", "scale=raw:strength=1e+10:split=stratified:scaled=0",
      "Not scaled: chance is 1/2. (The printed algorithm scores the rows learnt from; the code scores the others.) "
      "Continuous factors, unknown to that study, are cut into 10 equal widths." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "scale=standard:model=multinomial:split=batches:scaled=0",
      "Not scaled: chance is 1/2. The published code reports the rows learnt from too: scored=train. Continuous "
      "factors, unknown to that study, are cut into 10 equal widths." },
};

static const assay_solver solver = {
    "logistic regressions of each factor, n d^2 a step for each value", solver_cost,
    1e-5 /* published solvers stop at a gradient of 1e-4: pairs of rows nearly as likely change places */
};

const assay_metric assay_metric_explicitness = {
    .flags = ASSAY_RANDOM | ASSAY_SEPARATE | ASSAY_CYCLIC |
             ASSAY_SPLIT, /* random: default and zhang2021 are, the others are not */
    .id = "explicitness",
    .title = "Explicitness",
    .family = "predictor",
    .formula = "explicitness = 1/M sum_i 2 (E_i - 1/2), E_i = 1/K_i sum_k AUC of predicting v_i = k from z by logistic "
               "regression",
    .source = "Ridgeway and Mozer 2018, arXiv:1802.05312, section 3",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
