/*
 *     G_j = I(v_first; z_j) - I(v_second; z_j), credited to v_first
 *     DCIMIG = sum_i max_{j credited to i} G_j / sum_i H(v_i)
 *
 * Takes    factors [M x n], M >= 2, codes [d x n]; see the relation mi.
 * Gives    "dcimig": one per factor, its best credited gap over its own total (0 where no code is credited to it), and
 *          the ratio of the sums, in [0, 1].
 * R1  A constant factor has neither gap nor entropy: its item is undefined and it adds nothing. All constant, or a
 *     single factor: the score is undefined.
 * R2  Ties go to the lowest factor; the gap is then 0, so nothing hangs on it.
 */
#include "aggregate.h"
#include "request.h"

OPTION_TABLE(MI_R2_OPTIONS);

/* best[i] = the largest gap of the codes credited to factor i. A factor that cannot be known takes no part. */
static void credit_codes(const assay_relation *r, double *column, double *best)
{
    for (size_t j = 0; j < r->n_codes; j++) {
        for (size_t i = 0; i < r->n_factors; i++)
            column[i] = r->factor_total[i] > 0.0 ? r->value[i * r->n_codes + j] : 0.0;
        const top_two top = top_two_of(column, r->n_factors, 1);
        const double gap = top.first - top.second;
        if (gap > best[top.at]) best[top.at] = gap;
    }
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    assay_series *series = &call->series[0];
    if (rep->n_factors < 2) return score_refused(call, no_second_factor(call));
    double *column, *best;
    ASSAY_TRY(LEND(call, LOAN(column, rep->n_factors), LOAN(best, rep->n_factors)));
    credit_codes(r, column, best);
    double gaps = 0.0, totals = 0.0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double total = r->factor_total[i];
        if (!item_counts(call, ASSAY_PER_FACTOR, i, total, CONSTANTS_SKIP)) continue; /* R1 */
        series->items[i] = best[i] / total;
        gaps += best[i];
        totals += total;
    }
    if (totals > 0.0) series->value = gaps / totals;
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "dcimig", ASSAY_PER_FACTOR, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Sepliarskaia et al. 2019, section 4", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.18", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", NULL, NULL },
};

const assay_metric assay_metric_dcimig = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_CYCLIC,
    .id = "dcimig",
    .title = "Mutual Information Gap in the manner of DCI",
    .family = "information",
    .formula = "DCIMIG = sum_i max_{j in P_i} G_j / sum_i H(v_i), G_j = I(v_first; z_j) - I(v_second; z_j)",
    .source = "Sepliarskaia, Kiseleva, de Rijke 2019, arXiv:1910.05587, section 4",
    METRIC_PARTS,
};
