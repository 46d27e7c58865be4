/*
 * best-code -- how well the one best code of each factor tells when it is on, on rows that it was not chosen on
 *
 *     f1_i = mean over halves h of F1(z_j > 0 for v_i > 0) on the other half, j the best code on h     (best_code.h)
 *
 * Source   F1 of single latents, as Gao et al. 2024, arXiv:2406.04093, and Karvonen et al. 2025, arXiv:2503.09532, pick
 *          them; chosen and scored on different rows here, as the best of many codes fits the rows it is picked on.
 * Takes    factors [M x n], on where they are above 0; codes [d x n].
 * Gives    "f1" per factor and its mean, 1 = a code fires where the factor is on; of codes that tell nothing it is
 *          about the share of rows with the factor. "code": the number of the code that is best on all rows, from 1
 *          on; of all factors how many different codes there are.
 * Draws    order=drawn: one permutation of the rows; table: none. The first half of them (floor), then the other.
 * Cost     what fires of the codes in the rows where each factor is on, and M d.
 * R1  A factor on in no row, or in all: constant-factor. A half with fewer than five rows with it, or without:
 *     too-few-samples.
 */
#include "aggregate.h"
#include "best_code.h"
#include "rows.h"
#include "work.h"

enum { F1, CODE, OUTPUTS };

#define OPTIONS(OPTION) OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    best_codes b;
    size_t different = 0;
    unsigned char *seen = call->alloc(call, rep->n_codes, 1);
    if (!seen) return ASSAY_ENOMEM;
    ASSAY_TRY(best_codes_make(rep, call, call->option[ORDER], &b));
    for (size_t i = 0; i < rep->n_factors; i++) {
        const size_t on = b.factors->rows[i];
        double *f1 = &call->series[F1].items[i], *code = &call->series[CODE].items[i], sum = 0.0;
        if (on == 0 || on == rep->n) {
            *f1 = *code = constant_factor(call, i);
        } else if (!best_codes_meet(&b, i)) {
            *f1 = *code = FACTOR_UNDEFINED(call, i, "too-few-samples",
                                           "factor # is on, or off, in fewer than five rows of a half");
        } else {
            for (size_t h = 0; h < b.turns; h++) sum += best_codes_f1(&b, 1 - h, best_codes_of(&b, h));
            *f1 = sum / (double)b.turns;
            const size_t best = best_codes_of(&b, 2);
            *code = (double)best + 1.0;
            different += !seen[best];
            seen[best] = 1;
        }
    }
    if (call->step) ASSAY_TRY(best_codes_show(&b, call));
    if (different) call->series[CODE].value = (double)different;
    return ASSAY_OK;
}

COST(cost, 4.0 * n * m + 4.0 * n * work_active(size) + 0.3 * m * n * work_active(size) + 6.0 * m * d);

static const assay_output outputs[] = {
    { "f1", ASSAY_PER_FACTOR, 0, 0, 1 },
    { "code", ASSAY_PER_FACTOR, ASSAY_DESCRIBES, 1, INFINITY },
};

static const assay_preset presets[] = {
    { "default", "chosen on one half, scored on the other, and the other way round", NULL, NULL },
};

const assay_metric assay_metric_best_code = {
    .flags = ASSAY_RANDOM | ASSAY_SPARSE | ASSAY_SPLIT | ASSAY_VARYING | ASSAY_CONCEPTS,
    .id = "best-code",
    .title = "The best single code of each factor, on rows it was not chosen on",
    .family = "dictionary",
    .formula = "f1_i = mean over halves of F1(z_j > 0 for v_i > 0) on the other half, j of the largest F1 on the half",
    .source = "Gao et al. 2024, arXiv:2406.04093; Karvonen et al. 2025, SAEBench, arXiv:2503.09532",
    METRIC_PARTS_AND_COST,
};
