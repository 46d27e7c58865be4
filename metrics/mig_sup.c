/*
 *     MIG-sup = 1/d sum_j [ max_i I(v_i; z_j)/H(v_i) - second_i I(v_i; z_j)/H(v_i) ]
 *
 *   The gap of mig, read along the other axis: between the two factors that a code knows best.
 *
 * Takes    factors [M x n], M >= 2, codes [d x n]; see the relation mi.
 * Gives    "mig-sup", one per code and their mean, in [0, 1]: 1 = the code holds one factor wholly and nothing of
 *          another. Codes that hold nothing count with their 0, so irrelevant codes pull the score down.
 * R1  A constant code encodes nothing: undefined. A single factor: undefined.
 * R2  A constant factor has nothing to be known: it ranks with 0. All constant: undefined.
 * R3  Permuting factors, or scaling a code by a power of two, changes no bit.
 */
#include "aggregate.h"
#include "request.h"

#define OPTIONS(OPTION)                                     \
    MI_R2_OPTIONS(OPTION)                                   \
    OPTION(NORMALISER, OPTION_NORMALISER(NORMALISE_FACTOR)) \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))
OPTION_TABLE(OPTIONS);

static double gap_of_code(const assay_relation *r, size_t j, int normaliser, double *column)
{
    for (size_t i = 0; i < r->n_factors; i++) {
        const double total = normaliser == NORMALISE_FACTOR ? r->factor_total[i]
                             : normaliser == NORMALISE_CODE ? relation_code_total(r, i, j)
                                                            : 1.0;
        column[i] = total > 0.0 && !isnan(r->factor_total[i]) ? r->value[i * r->n_codes + j] / total : 0.0; /* R2 */
    }
    const top_two top = top_two_of(column, r->n_factors, 1);
    return top.first - top.second;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    const int normaliser = (int)call->option[NORMALISER], constants = (int)call->option[CONSTANTS];
    assay_series *series = &call->series[0];
    double *column = call->alloc(call, rep->n_factors, sizeof *column);
    if (!column) return ASSAY_ENOMEM;
    if (rep->n_factors < 2) return score_refused(call, no_second_factor(call));
    size_t known = 0; /* a factor whose total is undefined (R4 of aggregate.c) takes no part */
    for (size_t i = 0; i < r->n_factors; i++) known += r->factor_total[i] > 0.0;
    if (constants == CONSTANTS_SKIP && known == 0)
        return score_refused(call, isnan(r->factor_total[0])
                                       ? r->factor_total[0]
                                       : call->undefined(call, "constant-factor", "all factors are constant"));
    for (size_t j = 0; j < rep->n_codes; j++)
        if (item_counts(call, ASSAY_PER_CODE, j, r->code_total[j], constants)) /* R1 */
            series->items[j] = gap_of_code(r, j, normaliser, column);
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "mig-sup", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Li et al. 2020, section 4", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.15", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "normaliser=code:constants=keep",
      "Divides by the code's entropy, not the factors': a code that follows only half of a factor is forgiven for it. "
      "On trig it reads 0.66 where division by H(v) reads 0.63. One constant code makes 0/0 and the score undefined." },
};

const assay_metric assay_metric_mig_sup = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_CYCLIC,
    .id = "mig-sup",
    .title = "Mutual Information Gap, supplement",
    .family = "information",
    .formula = "MIG-sup = 1/d sum_j [I(v_first; z_j)/H(v_first) - I(v_second; z_j)/H(v_second)]",
    .source = "Li, Murkute, Gyawali, Wang 2020, ICLR, section 4",
    METRIC_PARTS,
};
