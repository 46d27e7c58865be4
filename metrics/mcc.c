/*
 *     MCC = 1/min(M, d) sum_i |corr(v_i, z_p(i))|
 *
 *   d counts the codes that vary. p is the one-to-one match of factors and codes for which the sum is largest.
 *   divisor=factors divides by M instead (coverage). fit=half: matched on the first half of the rows, correlated on
 *   the others ("out of sample").
 *
 * Takes    factors [M x n] and codes [d x n], as numbers.
 * Gives    "mcc", one per factor and their mean, in [0, 1]: 1 = every factor is, up to sign, a straight (pearson) or
 *          monotone (spearman) function of a code of its own. Independent codes: about sqrt(2 log d / n), with fit=half
 *          sqrt(4 / (pi n)); mcc-null and mcc-crossfit have 0 there.
 * Cost     time O(n M d) and O(min^2 max) for the match; spearman sorts each column and keeps their ranks.
 * R1  A constant factor: undefined; it takes no part unless codes are left over. A constant code takes no part
 *     (columns=all: it is correlated 0). fit=half: so is one that is constant in either half.
 * R2  More factors than codes: those without one are left out, not-applicable; divisor=factors: they count 0.
 * R3  Labels of three classes or more are names: undefined, not-applicable (nominal=number takes them as numbers).
 * R4  Ties share their mean rank.
 * R5  fit=half needs 4 rows: too-few-samples.
 * R6  A cyclic factor: corr is the multiple correlation of the code on its cosine and sine (circle.h). correlation=
 *     spearman: not-applicable.
 */
#include "assignment.h"
#include "circle.h"
#include "matched.h"
#include "scaling.h"
#include "work.h"

enum { FIT_ALL, FIT_HALF };

#define OPTIONS(OPTION)                                                                                            \
    MATCHED_OPTIONS(OPTION)                                                                                        \
    OPTION(FIT,                                                                                                    \
           CHOICE("fit",                                                                                           \
                  "matched and correlated on all rows, or matched on the first half and correlated on the others", \
                  [FIT_ALL] = "all", [FIT_HALF] = "half"))
OPTION_TABLE(OPTIONS);

/* Of `rows` rows from `first` on. */
static assay_status correlations(const assay_rep *rep, assay_call *call, size_t first, size_t rows, double *to)
{
    assay_rep flat;
    ASSAY_TRY(circle_unroll(rep, call, &flat));
    const column_table factors = factors_table(&flat), codes = codes_table(rep);
    ASSAY_TRY(tables_correlate(&factors, &codes, first, rows, (int)call->option[CORRELATION], call->option[LEAST_NORMS],
                               call, to));
    if (flat.n_factors > rep->n_factors) circle_fold(rep, &flat, first, rows, to);
    return ASSAY_OK;
}

/* Of all rows: Pearson's are the roots of what others share. */
static assay_status correlations_of_all(const assay_rep *rep, assay_call *call, double *to)
{
    const assay_relation *r;
    if (call->option[CORRELATION] != CORRELATION_PEARSON || call->option[LEAST_NORMS] > 0.0 ||
        next_cyclic(rep, 0) < rep->n_factors)
        return correlations(rep, call, 0, rep->n, to);
    ASSAY_TRY(relation_fixed(call, &r));
    for (size_t k = 0; k < rep->n_factors * rep->n_codes; k++) to[k] = sqrt(r->value[k]);
    return ASSAY_OK;
}

/* R1: factors that do not vary in one of the halves, of h and of n - h rows. */
static assay_status judge_halves(const assay_rep *rep, assay_call *call, size_t h, double *items)
{
    const column_table factors = factors_table(rep);
    double *room;
    ASSAY_TRY(LEND(call, LOAN(room, rep->n)));
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double *x = column_lent(&factors, i, room);
        if (!isnan(items[i]) && (column_is_constant(x, h) || column_is_constant(x + h, rep->n - h)))
            items[i] = FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant in one half of the rows");
    }
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes, h = n / 2;
    const size_t columns = next_cyclic(rep, 0) < m ? 2 * m : m;
    const int half = call->option[FIT] == FIT_HALF;
    double *items = call->series[0].items, *fitted, *held;
    size_t judged, *code;
    if (half && n < 4) return REFUSED(call, "too-few-samples", "two rows in each half at least"); /* R5 */
    ASSAY_TRY(matched_judge(rep, call, items, &judged));
    ASSAY_TRY(LEND(call, LOAN(fitted, columns * d), LOAN(held, half ? columns * d : 1), LOAN(code, m)));
    ASSAY_TRY(half ? correlations(rep, call, 0, h, fitted) : correlations_of_all(rep, call, fitted));
    if (half) ASSAY_TRY(judge_halves(rep, call, h, items));
    if (half) ASSAY_TRY(correlations(rep, call, h, n - h, held));
    ASSAY_TRY(matched_pairs(fitted, items, m, d, call, code));
    matched_items(half ? held : fitted, code, m, d, (int)call->option[DIVISOR], call); /* R2 */
    return ASSAY_OK;
}

COST(cost, work_assignment(m, d) + m * d +
               (option[CORRELATION] == CORRELATION_SPEARMAN ? work_sort(n) * (m + d) + n * m * d : 0.0));

static const assay_output outputs[] = { { "mcc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hyvaerinen and Morioka 2016, section 5", NULL, NULL },
    { "icebeem", "Khemakhem et al. 2020, published code", "nominal=number:columns=all",
      "Divides by the number of pairs: factors without a code are not missed. A column is constant there where its "
      "variance is 0, and 1000 times 0.1 has one of rounding: such a code is correlated at random, or makes the score "
      "NaN with ranks, which raises. Here it is correlated 0, and counts in min(M, d)." },
    { "guard2026", "Joshi et al. 2026, published code", "nominal=number:least-norms=1e-12:columns=all",
      "Columns whose centred lengths multiply to 1e-12 or less are uncorrelated, so a code in tiny units is silent: "
      "the score depends on the unit. Constant codes count in min(M, d). Its coverage is divisor=factors." },
};

const assay_metric assay_metric_mcc = {
    .flags = ASSAY_SPARSE | ASSAY_VARYING | ASSAY_CYCLIC,
    .id = "mcc",
    .title = "Mean Correlation Coefficient",
    .family = "predictor",
    .formula = "MCC = 1/min(M, d) sum_i |corr(v_i, z_p(i))|, p the one-to-one match with the largest sum",
    .source = "Hyvaerinen and Morioka 2016, arXiv:1605.06336, section 5",
    METRIC_PARTS,
    .relation = "r2",
    .cost = cost,
    .solver = &assignment_solver,
};
