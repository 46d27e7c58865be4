/*
 * The gap per factor, shared by mig, rmig and sap.
 *
 * R1  One code: no second, every item is undefined (one-code).
 * R2  A constant factor: undefined (skip), 0 (zero), or the whole score undefined since 0/0 enters its mean (keep).
 * R3  A constant code tells 0 and takes part in the ranking. keep, normalised by the code: the published ranking puts
 *     its 0/0 on top of every factor, so the whole score is undefined.
 * R4  A total that is undefined, as of a categorical factor in a regression, makes the item undefined for that reason.
 */
#include "aggregate.h"

int item_counts(assay_call *call, int32_t axis, size_t k, double total, int constants)
{
    assay_series *series = &call->series[0];
    if (total > 0.0) return 1;
    series->items[k] = isnan(total)                  ? total
                       : constants == CONSTANTS_ZERO ? 0.0
                       : axis == ASSAY_PER_CODE      ? constant_code(call, k)
                                                     : constant_factor(call, k);
    if (constants == CONSTANTS_KEEP && !isnan(total)) series->value = series->items[k];
    return 0;
}

static double gap_of_factor(const assay_relation *r, size_t i, int normaliser, double *row)
{
    const double *value = r->value + i * r->n_codes;
    for (size_t j = 0; j < r->n_codes; j++)
        row[j] = normaliser != NORMALISE_CODE ? value[j] : r->code_total[j] != 0.0 ? value[j] / r->code_total[j] : 0.0;
    const top_two top = top_two_of(row, r->n_codes, 1);
    const double gap = top.first - top.second;
    return normaliser == NORMALISE_FACTOR ? gap / r->factor_total[i] : gap;
}

assay_status gap_per_factor(const assay_relation *r, int normaliser, int constants, assay_call *call)
{
    double *items = call->series[0].items, *row = call->alloc(call, r->n_codes, sizeof *row);
    if (!row) return ASSAY_ENOMEM;
    if (r->n_codes < 2) /* R1 */
        return score_refused(call, no_second_code(call));
    for (size_t j = 0; constants == CONSTANTS_KEEP && normaliser == NORMALISE_CODE && j < r->n_codes; j++) {
        if (r->code_total[j] != 0.0) continue;
        return score_refused(call, CODE_UNDEFINED(call, j, "constant-code", /* R3 */
                                                  "code # is constant: 0/0 in the published code"));
    }
    for (size_t i = 0; i < r->n_factors; i++) {
        const double total = r->factor_total[i];
        const int is_kept = total == 0.0 && constants == CONSTANTS_KEEP && normaliser == NORMALISE_CODE;
        if (is_kept || item_counts(call, ASSAY_PER_FACTOR, i, total, constants)) /* R2, R4 */
            items[i] = gap_of_factor(r, i, normaliser, row);
    }
    return ASSAY_OK;
}
