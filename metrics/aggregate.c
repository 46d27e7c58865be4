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

void constant_item(assay_call *call, int32_t axis, size_t k, int constants)
{
    assay_series *series = &call->series[0];
    if (constants == CONSTANTS_ZERO) series->items[k] = 0.0;
    else if (axis == ASSAY_PER_CODE)
        series->items[k] = call->undefined_of(call, axis, k, "constant-code", "code # is constant");
    else series->items[k] = call->undefined_of(call, axis, k, "constant-factor", "factor # is constant");
    if (constants == CONSTANTS_KEEP) series->value = series->items[k];
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
        const int constant = r->factor_total[i] == 0.0;
        if (isnan(r->factor_total[i])) {
            items[i] = r->factor_total[i]; /* R4 */
        } else if (!constant || (constants == CONSTANTS_KEEP && normaliser == NORMALISE_CODE)) {
            items[i] = gap_of_factor(r, i, normaliser, row);
        } else {
            constant_item(call, ASSAY_PER_FACTOR, i, constants); /* R2 */
        }
    }
    return ASSAY_OK;
}
