/* Who belongs to whom. */
#include "pairing.h"

#include "aggregate.h"

static void pair_best(const assay_rep *rep, const double *value, pairing *to)
{
    const size_t d = rep->n_codes;
    for (size_t i = 0; i < rep->n_factors; i++) {
        const size_t j = to->code[i] = top_two_of(value + i * d, d, 1).at;
        const size_t rival = to->factor[j];
        if (rival == NOBODY || value[i * d + j] > value[rival * d + j]) to->factor[j] = i;
    }
}

assay_status pairing_make(assay_call *call, const assay_rep *rep, const double *value, int how, pairing *to,
                          double *undefined)
{
    to->code = call->alloc(call, rep->n_factors, sizeof *to->code);
    to->factor = call->alloc(call, rep->n_codes, sizeof *to->factor);
    if (!to->code || !to->factor) return ASSAY_ENOMEM;
    *undefined = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) to->factor[j] = NOBODY;
    if (how == PAIRING_BEST) {
        pair_best(rep, value, to);
    } else if (rep->n_factors <= rep->n_codes) {
        for (size_t i = 0; i < rep->n_factors; i++) to->code[i] = to->factor[i] = i;
    } else {
        *undefined = call->undefined(call, "not-applicable", "%zu factors cannot have a code each among %zu",
                                     rep->n_factors, rep->n_codes);
    }
    return ASSAY_OK;
}
