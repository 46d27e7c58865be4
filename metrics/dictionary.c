/*
 * dictionary -- codes read as detectors: which factor each stands for, and how well it detects it
 *
 *     t(j) = argmax_i |corr(v_i, z_j)|      uniqueness = #{t(j)} / d_a
 *     precision_j, recall_j, f1_j: of z_j > threshold as a detector of the binary factor t(j)
 *
 *   over the d_a codes that vary. The best factor is every code's own choice, not a one-to-one match, by which
 *   uniqueness would be 1.
 *
 * Source   SAELens, synthetic evaluation (published code; the formula at second hand, no reference values); Bricken et
 *          al. 2023, Towards monosemanticity (features as detectors).
 * Takes    factors [M x n]: continuous and binary ones as numbers, no others; codes [d x n].
 * Gives    "uniqueness" in [1/d_a, 1]: 1 = no factor is chosen twice; with more codes than factors at most M/d_a. Not
 *          calibrated: noise chooses at random, M/d (1 - (1 - 1/M)^d), .65 for M = d = 8. "f1", "precision", "recall"
 *          per code and their means, in [0, 1]; noise of either sign has the factor's share for its precision.
 * Cost     that of the relation r2.
 * R1  A code that does not vary takes no part: its items undefined, constant-code; none varies: no-active-code.
 * R2  A constant factor is never chosen; all constant: undefined. A categorical factor of more than two values has no
 *     correlation, and a code of it would be counted as another factor's: undefined, not-applicable.
 * R3  f1, precision, recall of a code whose factor is not binary: not-applicable.
 * R4  A code never above the threshold detects nothing: precision undefined, zero-importance; recall and f1 0. Squared
 *     correlations that differ by 1e-12 at most: the first factor.
 */
#include "aggregate.h"
#include "request.h"
#include "work.h"

#include <float.h>

#define OPTIONS(OPTION) \
    OPTION(THRESHOLD,   \
           PARAMETER("threshold", "a code above it says that its factor is 1", 0, -DBL_MAX, DBL_MAX, ASSAY_DEFINES))
OPTION_TABLE(OPTIONS);

#define SAME 1e-12 /* R4 */
enum { UNIQUENESS, F1, PRECISION, RECALL, OUTPUTS };

/* R2: the reasons why factors are never chosen, or 0; and why there is no score, or 0. */
static assay_status judge(const assay_rep *rep, assay_call *call, double *why, double *refused)
{
    const extents *e;
    size_t constant = 0;
    *refused = 0.0;
    ASSAY_TRY(extents_of_factors(rep, call, rep->n, &e));
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (!(e->high[i] > e->low[i])) {
            why[i] = constant_factor(call, i);
            if (++constant == rep->n_factors) *refused = why[0];
        } else if (rep->levels[i] > 2 && *refused == 0.0) {
            *refused = FACTOR_UNDEFINED(call, i, "not-applicable", "factor # has more than two values");
        }
    }
    return ASSAY_OK;
}

/* t(j) of all codes; most [d] */
static void choose(const double *square, const double *why, size_t m, size_t d, double *most, size_t *to)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < d && !isnan(why[i]); j++) most[j] = fmax(most[j], square[i * d + j]);
    for (size_t i = m; i-- > 0;)
        for (size_t j = 0; j < d && !isnan(why[i]); j++)
            if (square[i * d + j] >= most[j] - SAME) to[j] = i;
}

/* The rows of a binary factor that are 1; any order adds them up to the same. */
static double rows_of(const assay_rep *rep, size_t factor)
{
    const column_table factors = factors_table(rep);
    const column_entries v = entries_of(&factors, factor);
    double sum = 0.0;
    for (size_t e = 0; e < v.count; e++) sum += v.value[e];
    return sum;
}

/* room [2 * n]; ones [M]: rows_of, 0 where it is not known yet */
static void detect(const assay_rep *rep, assay_call *call, size_t j, size_t factor, double *room, double *ones)
{
    const column_table codes = codes_table(rep), factors = factors_table(rep);
    const double threshold = call->option[THRESHOLD], *v = column_lent(&factors, factor, room + rep->n);
    assay_series *series = call->series;
    double said = 0.0, right = 0.0;
    column_entries z = entries_of(&codes, j);
    if (threshold < 0.0 && z.row) z = (column_entries){ rep->n, rep->n, NULL, column_lent(&codes, j, room) };
    if (rep->levels[factor] != 2) { /* R3 */
        series[F1].items[j] = series[PRECISION].items[j] = series[RECALL].items[j] =
            CODE_UNDEFINED(call, j, "not-applicable", "code # stands for a factor that is not binary");
        return;
    }
    for (size_t e = 0; e < z.count; e++) {
        const int above = z.value[e] > threshold;
        said += above;
        right += above ? v[z.row ? z.row[e] : e] : 0.0;
    }
    if (ones[factor] == 0.0) ones[factor] = rows_of(rep, factor);
    const double is = ones[factor];
    series[RECALL].items[j] = right / is;
    series[F1].items[j] = 2.0 * right / (said + is);
    series[PRECISION].items[j] =
        said > 0.0 ? right / said : CODE_UNDEFINED(call, j, "zero-importance", "code # is never above threshold");
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const assay_relation *r;
    int *chosen;
    size_t *factor;
    double *why, *room, *ones, *most, refused, active = 0.0, different = 0.0;
    ASSAY_TRY(LEND(call, LOAN(why, m), LOAN(chosen, m), LOAN(room, 2 * rep->n), LOAN(ones, m), LOAN(factor, d),
                   LOAN(most, d)));
    ASSAY_TRY(judge(rep, call, why, &refused));
    if (isnan(refused)) return score_refused(call, refused);
    ASSAY_TRY(relation_fixed(call, &r));
    choose(r->value, why, m, d, most, factor);
    for (size_t j = 0; j < d; j++) {
        if (r->code_total[j] == 0.0) { /* R1 */
            for (size_t o = F1; o < OUTPUTS; o++) call->series[o].items[j] = constant_code(call, j);
            continue;
        }
        active += 1.0;
        different += !chosen[factor[j]];
        chosen[factor[j]] = 1;
        detect(rep, call, j, factor[j], room, ones);
    }
    if (!(active > 0.0)) return REFUSED(call, "no-active-code", "every code is constant");
    call->series[UNIQUENESS].value = different / active;
    return ASSAY_OK;
}

COST(cost, 5.0 * fmin(n * d, 4.0 * work_multiplied(size)) + m * d);

static const assay_output outputs[] = {
    { "uniqueness", ASSAY_OVERALL, ASSAY_COMPACTNESS, 0, 1 },
    { "f1", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 },
    { "precision", ASSAY_PER_CODE, 0, 0, 1 },
    { "recall", ASSAY_PER_CODE, 0, 0, 1 },
};

static const assay_preset presets[] = { { "default", "SAELens, synthetic evaluation", NULL, NULL } };

const assay_metric assay_metric_dictionary = {
    .flags = ASSAY_SPARSE,
    .id = "dictionary",
    .title = "Codes as detectors",
    .family = "predictor",
    .formula = "uniqueness = #{t(j)} / d, t(j) = argmax_i |corr(v_i, z_j)|; precision, recall, F1 of z_j > threshold "
               "for binary v_t(j); uniqueness of as many codes of noise as 8 factors is .65 on average",
    .source = "SAELens, synthetic evaluation, published code",
    METRIC_PARTS,
    .relation = "r2",
    .cost = cost,
};
