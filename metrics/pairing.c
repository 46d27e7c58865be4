#include "pairing.h"

#include "aggregate.h"

size_t first_of_largest(const double *value, size_t n, double total)
{
    const top_two top = top_two_of(value, n, 1);
    for (size_t k = 0; k < top.at; k++)
        if (value[k] >= top.first - 1e-12 * total) return k;
    return top.at;
}

static void pair_best(const assay_relation *r, pairing *to)
{
    const size_t d = r->n_codes;
    for (size_t i = 0; i < r->n_factors; i++) {
        const double total = r->factor_total[i], least = isnan(total) ? 0.0 : 1e-12 * total;
        const size_t j = to->code[i] = first_of_largest(r->value + i * d, d, total), rival = to->factor[j];
        if (rival == NOBODY || r->value[i * d + j] > r->value[rival * d + j] + least) to->factor[j] = i;
    }
}

assay_status pairing_make(assay_call *call, const assay_rep *rep, const assay_relation *r, int how, pairing *to)
{
    ASSAY_TRY(LEND(call, LOAN(to->code, rep->n_factors), LOAN(to->factor, rep->n_codes)));
    to->why = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) to->factor[j] = NOBODY;
    if (how == PAIRING_BEST) {
        pair_best(r, to);
    } else if (rep->n_factors <= rep->n_codes) {
        for (size_t i = 0; i < rep->n_factors; i++) to->code[i] = to->factor[i] = i;
    } else {
        to->why = call->undefined(call, "not-applicable", "%zu factors cannot have a code each among %zu",
                                  rep->n_factors, rep->n_codes);
    }
    return ASSAY_OK;
}

assay_status gap_per_pair(const assay_rep *rep, const assay_relation *r, int normaliser, assay_call *call)
{
    pairing p;
    double *items = call->series[0].items;
    ASSAY_TRY(pairing_make(call, rep, r, PAIRING_IDENTITY, &p));
    if (rep->n_codes < 2) return score_refused(call, no_second_code(call));
    if (isnan(p.why)) return score_refused(call, p.why);
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double *row = r->value + i * rep->n_codes, total = r->factor_total[i];
        double other = -INFINITY;
        for (size_t k = 0; k < rep->n_codes; k++)
            if (k != p.code[i] && row[k] > other) other = row[k];
        const double by = normaliser == NORMALISE_NONE ? 1.0 : total;
        if (item_counts(call, ASSAY_PER_FACTOR, i, total, CONSTANTS_SKIP)) items[i] = (row[p.code[i]] - other) / by;
    }
    return ASSAY_OK;
}
