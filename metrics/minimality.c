/*
 *     m_j = max_i I(v_i; z_j) / H(z_j)      score = 1/d sum_j m_j
 *
 *   1 = the code is a function of one factor: no other factor and no nuisance moves it.
 *
 * Source   Almudevar and Ortega 2025, "Rethinking disentanglement under dependent factors of variation",
 *          arXiv:2408.07016, section 4, which leaves the estimator open; 10 bins as for the other metrics of this
 *          family, so that a continuous factor and its copy are cut alike and score 1.
 * Takes    factors [M x n], codes [d x n]; see the relation mi.
 * Gives    "minimality", one per code and their mean, in [0, 1].
 * R1  A constant code says nothing: undefined, constant-code. Constant factors tell 0 and take part.
 * R2  Several codes may claim one factor; the paper assumes a one-to-one match but its maximum does not ask for one.
 * R3  A factor that the relation cannot judge (a categorical one with relation=r2) tells 0; all such: undefined.
 */
#include "aggregate.h"
#include "request.h"

#define OPTIONS(OPTION)   \
    MI_R2_OPTIONS(OPTION) \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))
OPTION_TABLE(OPTIONS);

/* The largest share over factors of what the code tells. */
static double told_of_one(const assay_relation *r, size_t j)
{
    double most = 0.0;
    for (size_t i = 0; i < r->n_factors; i++) {
        const double share = r->value[i * r->n_codes + j] / relation_code_total(r, i, j);
        if (share > most) most = share; /* not where either is undefined */
    }
    return most;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    assay_series *series = &call->series[0];
    if (!relation_judged(r)) return score_refused(call, r->factor_total[0]); /* R3 */
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double total = r->code_total[j];
        if (isnan(total)) series->value = total;                                       /* the published code raises */
        if (item_counts(call, ASSAY_PER_CODE, j, total, (int)call->option[CONSTANTS])) /* R1 */
            series->items[j] = told_of_one(r, j);
    }
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "minimality", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Almudevar and Ortega 2025, section 4", NULL, NULL },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "rule=linspace:bins=15:last-edge=lose:constants=keep",
      "One constant code makes 0/0 and the score undefined. For values beyond about 1e7 the last edge, larger than the "
      "maximum by 1e-9, is rounded to it and the code raises: undefined. Codes are cut into 15 bins and "
      "continuous factors, unknown to that study, into 10, so a copy of one scores below 1." },
};

const assay_metric assay_metric_minimality = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_CYCLIC,
    .id = "minimality",
    .title = "Minimality",
    .family = "information",
    .formula = "m = 1/d sum_j max_i I(v_i; z_j) / H(z_j)",
    .source = "Almudevar and Ortega 2025, section 4",
    METRIC_PARTS,
};
