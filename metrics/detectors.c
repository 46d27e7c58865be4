/*
 * detectors -- codes as detectors of the features that their directions name
 *
 *     t(j) = argmax_i |cos(D_i, W_j)|      uniqueness = #{t(j)} / d
 *     precision_j, recall_j, f1_j, accuracy_j: of z_j > 0 as a detector of v_t(j) > 0
 *     f1-by-factor_i = max f1_j over the codes with t(j) = i, 0 without one
 *
 *   Over codes, a feature that no code stands for costs nothing; by factor it does.
 *
 * Source   SAELens, synthetic evaluation; Chanin and Garriga-Alonso 2026, arXiv:2602.14687.
 * Takes    factors [M x n], more than 0 where they are active, and codes [d x n]; directions of both.
 * Gives    "uniqueness" in [0, 1]; "precision", "recall", "f1", "accuracy" per code and their means; "f1-by-factor" per
 *          factor and its mean. All in [0, 1], 1 = each code fires where its feature does. A feature that is active in
 *          a share p of the rows gives a code that never fires an accuracy of 1 - p.
 * Cost     M d dims, and n d.
 * R1  undefined=leave-out: a ratio of 0/0 is left out by itself. A dead code has no precision, and recall and f1 of 0
 *     where its feature is active. zero: 0/0 is 0. alive: a dead code has no item at all.
 * R2  mean=means: f1 is that of the mean precision and the mean recall.
 * R3  codes=alive: uniqueness is of codes that are not 0 in some row; none: no-active-code. divisor=factors: of the M
 *     features, not the codes.
 */
#include "directions.h"
#include "request.h"
#include "work.h"

enum { UNDEFINED_LEAVE_OUT, UNDEFINED_ZERO, UNDEFINED_ALIVE };
enum { MEAN_CODES, MEAN_MEANS };
enum { OF_CODES, OF_FACTORS };

#define OPTIONS(OPTION)                                                                                         \
    OPTION(UNDEFINED_RATIOS,                                                                                    \
           CHOICE("undefined", "a ratio of 0/0 is left out, or counts 0; or dead codes are left out",           \
                  [UNDEFINED_LEAVE_OUT] = "leave-out", [UNDEFINED_ZERO] = "zero", [UNDEFINED_ALIVE] = "alive")) \
    OPTION(MEAN, CHOICE("mean", "f1: the mean over codes, or of the mean precision and recall",                 \
                        [MEAN_CODES] = "codes", [MEAN_MEANS] = "means"))                                        \
    OPTION(CODES, OPTION_CODES)                                                                                 \
    OPTION(                                                                                                     \
        DIVISOR,                                                                                                \
        CHOICE("divisor",                                                                                       \
               "uniqueness: a share of the codes, or of the factors", [OF_CODES] = "codes", [OF_FACTORS] = "factors"))
OPTION_TABLE(OPTIONS);

enum { UNIQUENESS, F1, PRECISION, RECALL, ACCURACY, F1_BY_FACTOR, OUTPUTS };

typedef struct counts {
    double said, is, right; /* rows */
} counts;

static counts count(const double *z, const double *v, size_t n)
{
    counts c = { 0.0, 0.0, 0.0 };
    for (size_t s = 0; s < n; s++) {
        const int said = z[s] > 0.0, is = v[s] > 0.0;
        c.said += said;
        c.is += is;
        c.right += said && is;
    }
    return c;
}

/* R1 */
static double ratio(double above, double below, assay_call *call, size_t j)
{
    if (below > 0.0) return above / below;
    if (call->option[UNDEFINED_RATIOS] == UNDEFINED_ZERO) return 0.0;
    return CODE_UNDEFINED(call, j, "zero-importance", "code # never fires, or its feature is never on");
}

/* room [2 * n] */
static void detect(const assay_rep *rep, assay_call *call, const directions *of, size_t j, double *room)
{
    assay_series *to = call->series;
    const size_t i = of->feature[j];
    const column_table codes = codes_table(rep), factors = factors_table(rep);
    const counts c = count(column_lent(&codes, j, room), column_lent(&factors, i, room + rep->n), rep->n);
    const double f1 = c.said + c.is > 0.0 ? 2.0 * c.right / (c.said + c.is) : 0.0;
    double *best = &to[F1_BY_FACTOR].items[i];
    *best = fmax(*best, f1);
    if (call->option[UNDEFINED_RATIOS] == UNDEFINED_ALIVE && !of->alive[j]) {
        to[PRECISION].items[j] = to[RECALL].items[j] = to[F1].items[j] = to[ACCURACY].items[j] =
            CODE_UNDEFINED(call, j, "no-active-code", "code # fires in no row");
        return;
    }
    to[PRECISION].items[j] = ratio(c.right, c.said, call, j);
    to[RECALL].items[j] = ratio(c.right, c.is, call, j);
    to[F1].items[j] = ratio(2.0 * c.right, c.said + c.is, call, j);
    to[ACCURACY].items[j] = ((double)rep->n - c.said - c.is + 2.0 * c.right) / (double)rep->n;
}

/* R3 */
static assay_status uniqueness(const assay_rep *rep, assay_call *call, const directions *of)
{
    const int alive = call->option[CODES] == CODES_ALIVE;
    const size_t d = alive ? of->n_alive : rep->n_codes;
    unsigned char *named = call->alloc(call, rep->n_factors, 1);
    if (!named) return ASSAY_ENOMEM;
    size_t distinct = 0;
    for (size_t j = 0; j < rep->n_codes; j++) {
        if ((alive && !of->alive[j]) || named[of->feature[j]]) continue;
        named[of->feature[j]] = 1;
        distinct++;
    }
    const size_t divisor = call->option[DIVISOR] == OF_CODES ? d : rep->n_factors;
    call->series[UNIQUENESS].value =
        d ? (double)distinct / (double)divisor : call->undefined(call, "no-active-code", "no code fires in any row");
    return ASSAY_OK;
}

/* NaN: no item is defined. */
static double mean_defined(const double *x, size_t n)
{
    double sum = 0.0;
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        if (isnan(x[k])) continue;
        sum += x[k];
        used++;
    }
    return sum / (double)used;
}

/* R2 */
static void f1_of_means(const assay_rep *rep, assay_call *call)
{
    const double precision = mean_defined(call->series[PRECISION].items, rep->n_codes);
    const double recall = mean_defined(call->series[RECALL].items, rep->n_codes);
    if (isnan(precision) || isnan(recall)) return; /* the items say why */
    const double sum = precision + recall;
    call->series[F1].value = sum > 0.0 ? 2.0 * precision * recall / sum : 0.0;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    directions of;
    double *room = call->alloc(call, 2 * rep->n, sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    ASSAY_TRY(directions_of(rep, call, &of));
    for (size_t i = 0; i < rep->n_factors; i++) call->series[F1_BY_FACTOR].items[i] = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) detect(rep, call, &of, j, room);
    if (call->option[MEAN] == MEAN_MEANS) f1_of_means(rep, call);
    return uniqueness(rep, call, &of);
}

COST(cost, directions_cost(size) + 2.0 * n * d);

static const assay_output outputs[] = {
    { "uniqueness", ASSAY_OVERALL, 0, 0, 1 }, { "f1", ASSAY_PER_CODE, 0, 0, 1 },
    { "precision", ASSAY_PER_CODE, 0, 0, 1 }, { "recall", ASSAY_PER_CODE, 0, 0, 1 },
    { "accuracy", ASSAY_PER_CODE, 0, 0, 1 },  { "f1-by-factor", ASSAY_PER_FACTOR, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "SAELens, synthetic evaluation; undefined ratios left out", NULL, NULL },
    { "saelens", "SAELens, synthetic evaluation", "undefined=zero",
      "A dead code counts 0, so that dead codes lower the score of the same living ones." },
};

const assay_metric assay_metric_detectors = {
    .flags = ASSAY_DIRECTIONS | ASSAY_REPEATS | ASSAY_SPARSE,
    .id = "detectors",
    .title = "Codes as detectors of the features of their directions",
    .family = "dictionary",
    .formula = "t(j) = argmax_i |cos(D_i, W_j)|; precision, recall, f1, accuracy of z_j > 0 for v_t(j) > 0",
    .source = "SAELens, synthetic evaluation; Chanin and Garriga-Alonso 2026, arXiv:2602.14687",
    METRIC_PARTS_AND_COST,
};
