/*
 *     DMIG_i = [ I(v_i; z_j) - I(v_i; z_k) ] / D_i
 *     D_i = H(v_i | v_l) where z_k regularises factor l, else H(v_i)
 *
 *   j is the code that regularises factor i, k the one that tells most of v_i among the others. Where factors depend on
 *   each other, the code of factor l must tell something of v_i too, and the gap cannot reach H(v_i): D_i is what it
 *   can reach.
 *
 * Takes    factors [M x n], codes [d x n], d >= 2, and M <= d where pairing=identity; see the relations mi and mi-knn.
 * Gives    "dmig", one per factor and their mean, best 1; below 0 where another code tells more than the factor's own.
 * Cost     the relation's, and one more pair of columns per factor.
 * R1  A constant factor, or one of which nothing is left once v_l is known: undefined, constant-factor.
 * R2  Of codes that tell the same (up to rounding, 1e-12 of H(v_i)) the last is k; it decides only which l.
 * R3  A single code: undefined. More factors than codes with pairing=identity: undefined, not-applicable.
 */
#include "aggregate.h"
#include "conditional.h"
#include "pairing.h"
#include "work.h"

#define OPTIONS(OPTION)         \
    CONDITIONAL_OPTIONS(OPTION) \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_IDENTITY))
OPTION_TABLE(OPTIONS);

/* What the gaps can reach: the totals or, for factors whose rival is regularised, one batch of pairs. */
static assay_status reach_of_factors(const assay_rep *rep, assay_call *call, const assay_relation *r, const pairing *p,
                                     const size_t *rival, double *to)
{
    const size_t m = rep->n_factors;
    conditional_pair *ask;
    double *left;
    size_t asked = 0;
    ASSAY_TRY(LEND(call, LOAN(ask, m), LOAN(left, m)));
    for (size_t i = 0; i < m; i++) {
        to[i] = r->factor_total[i];
        if (p->factor[rival[i]] == NOBODY) continue;
        ask[asked][0] = i;
        ask[asked++][1] = p->factor[rival[i]];
    }
    ASSAY_TRY(conditional_entropies(rep, call, r, asked, ask, left));
    for (size_t a = 0; a < asked; a++) to[ask[a][0]] = left[a];
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const assay_relation *r;
    pairing p;
    size_t *rival;
    double *reach, *items = call->series[0].items;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    ASSAY_TRY(pairing_make(call, rep, r, (int)call->option[PAIRING], &p));
    if (d < 2) return score_refused(call, no_second_code(call)); /* R3 */
    if (isnan(p.why)) return score_refused(call, p.why);
    ASSAY_TRY(LEND(call, LOAN(rival, m), LOAN(reach, m)));
    for (size_t i = 0; i < m; i++) rival[i] = rival_of(r->value + i * d, d, p.code[i], r->factor_total[i]); /* R2 */
    ASSAY_TRY(reach_of_factors(rep, call, r, &p, rival, reach));
    for (size_t i = 0; i < m; i++) {
        const double total = r->factor_total[i], *row = r->value + i * d;
        if (!item_counts(call, ASSAY_PER_FACTOR, i, total, CONSTANTS_SKIP)) continue;
        items[i] = nothing_left(reach[i], total)
                       ? FACTOR_UNDEFINED(call, i, "constant-factor", "factor # is constant once factor v%zu is known",
                                          call->number(call, ASSAY_PER_FACTOR, p.factor[rival[i]]) + 1)
                       : (row[p.code[i]] - row[rival[i]]) / reach[i];
    }
    return ASSAY_OK;
}

COST(cost, conditional_cost(size, option, m));

static const assay_output outputs[] = { { "dmig", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, -1, 1 } };

static const assay_preset presets[] = {
    { "default", "Watcharasupat, Lee, Lerch 2022, equation 4, on binned information", NULL, NULL },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code", LATTE_OPTIONS, LATTE_DEFECTS },
};

const assay_metric assay_metric_dmig = {
    .id = "dmig",
    .flags = ASSAY_RANDOM,
    .title = "Dependency-aware Mutual Information Gap",
    .family = "information",
    .formula = "DMIG_i = [I(v_i; z_own) - max_other I(v_i; z_k)] / H(v_i | v_l), l the factor that z_k regularises; "
               "H(v_i) if it regularises none",
    .source = "Watcharasupat and Lerch 2021 (ISMIR late-breaking demo); Watcharasupat, Lee, Lerch 2022, equation 4",
    METRIC_PARTS_AND_COST,
};
