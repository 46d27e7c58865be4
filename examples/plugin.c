/*
 * gap -- a metric as a plug-in: the gap between the two codes that know most about a factor.
 *
 *     gap_i = [ R(v_i, z_a) - R(v_i, z_b) ] / max R(v_i)
 *
 *     cc -std=c17 -shared -fPIC -Iinclude examples/plugin.c -o gap.so
 *     assay score --scenario noise --metrics mig,plugin:gap.so
 *
 *   R is the mutual information matrix, which the bench computes; ask for another ("r2", "lasso", ...) and the same gap
 *   is another metric. As it stands this is the built-in `mig`, bit for bit. One that computes a matrix of its own says
 *
 *     if (call->step) call->step(call, "relation", matrix, rep->n_factors, rep->n_codes);
 *
 *   and `assay validate plugin:gap.so --against mig` compares it with the reference's.
 *
 * Source   Chen, Li, Grosse, Duvenaud 2018, arXiv:1802.04942, section 4.
 * R1       A factor of which nothing can be told (a constant) has no gap.
 * R2       With one code there is no runner-up.
 */
#include "assay.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *mi;
    const assay_status status = call->relation(call, "mi", &mi);
    if (status != ASSAY_OK) return status;
    for (size_t i = 0; i < rep->n_factors; i++) {
        double first = -1.0, second = -1.0;
        for (size_t j = 0; j < rep->n_codes; j++) {
            const double told = mi->value[i * rep->n_codes + j];
            if (told > first) {
                second = first;
                first = told;
            } else if (told > second) {
                second = told;
            }
        }
        if (rep->n_codes < 2) /* R2 */
            call->series[0].items[i] = call->undefined(call, "one-code", "a gap needs two codes");
        else if (mi->factor_total[i] <= 0.0) /* R1 */
            call->series[0].items[i] =
                call->undefined_of(call, ASSAY_PER_FACTOR, i, "constant-factor", "factor # is constant");
        else call->series[0].items[i] = (first - second) / mi->factor_total[i];
    }
    return ASSAY_OK; /* the value is left alone: it becomes the mean of the items */
}

static const assay_output outputs[] = { { "gap", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };
static const assay_preset presets[] = { { "default", "Chen et al. 2018, section 4", NULL, NULL } };

static const assay_metric gap = {
    .abi = ASSAY_ABI,
    .flags = ASSAY_ABSENT,
    .id = "gap",
    .title = "Gap of the mutual information",
    .family = "information",
    .formula = "gap_i = [I(v_i; z_a) - I(v_i; z_b)] / H(v_i)",
    .source = "Chen et al. 2018, arXiv:1802.04942, section 4",
    .outputs = outputs,
    .n_outputs = 1,
    .presets = presets,
    .n_presets = 1,
    .score = score,
};

ASSAY_PLUGIN(gap)
