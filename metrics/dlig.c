/*
 *     DLIG_j = [ I(v_i; z_j) - I(v_l; z_j) ] / H(v_i | v_l)
 *
 *   i is the factor that code j regularises, l the factor of which it tells most among the others. mig-sup read with
 *   dependent factors in mind: a code of v_i alone still tells I(v_i; v_l) of v_l.
 *
 * Takes    factors [M x n], M >= 2, codes [d x n], M <= d where pairing=identity; see the relations mi and mi-knn.
 * Gives    "dlig", one per code and their mean, best 1; below 0 where the code tells more of another factor than its
 *          own.
 * Cost     the relation's, twice with mi-knn (R3), and one more pair of columns per code.
 * R1  Nothing left of v_i once v_l is known, or v_i constant: undefined, constant-factor.
 * R2  A code that regularises no factor: undefined, not-applicable. With pairing=best every code has a factor, the one
 *     of which it tells most. A single factor, or more factors than codes with pairing=identity: undefined.
 * R3  mi-knn takes each code alone here, with the noise that factors get, as the published code does: a code that is a
 *     monotone copy of a categorical factor then scores 1 to about 1e-3 whatever the noise.
 * R4  Of factors that the code knows equally (up to rounding, 1e-12 of H(v_i)) the last is l.
 */
#include "aggregate.h"
#include "conditional.h"
#include "pairing.h"
#include "work.h"

#define OPTIONS(OPTION)         \
    CONDITIONAL_OPTIONS(OPTION) \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_IDENTITY))
OPTION_TABLE(OPTIONS);

/* R3: M x d, code by code */
static assay_status codes_alone(const assay_rep *rep, assay_call *call, const assay_relation *r, double *to)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    conditional_pair *ask;
    ASSAY_TRY(LEND(call, LOAN(ask, m * d)));
    for (size_t p = 0; p < m * d; p++) {
        ask[p][0] = p % m;
        ask[p][1] = p / m;
    }
    return conditional_of_codes(call, r, m * d, ask, to);
}

/* own and rival of each code; own NOBODY: it has none */
static void choose(const assay_relation *r, const double *told, int how, size_t *own, size_t *rival)
{
    const size_t m = r->n_factors;
    for (size_t j = 0; j < r->n_codes; j++) {
        const double *column = told + j * m;
        own[j] = how == PAIRING_BEST ? first_of_largest(column, m, r->factor_total[top_two_of(column, m, 1).at])
                 : j < m             ? j
                                     : NOBODY;
        if (own[j] != NOBODY) rival[j] = rival_of(column, m, own[j], r->factor_total[own[j]]); /* R4 */
    }
}

static double code_gap(assay_call *call, const assay_relation *r, size_t j, size_t own, size_t rival, double left,
                       const double *told)
{
    const double total = r->factor_total[own];
    if (isnan(total)) return total;
    if (isnan(r->factor_total[rival])) return r->factor_total[rival];
    if (total == 0.0) return FACTOR_UNDEFINED(call, own, "constant-factor", "factor #, of code z%zu, is constant", j);
    if (nothing_left(left, total))
        return FACTOR_UNDEFINED(call, own, "constant-factor", "factor # is constant once factor v%zu is known",
                                call->number(call, ASSAY_PER_FACTOR, rival) + 1);
    return (told[own] - told[rival]) / left;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const assay_relation *r;
    double *told, *left;
    size_t *own, *rival, asked = 0;
    conditional_pair *ask;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    if (m < 2) return score_refused(call, no_second_factor(call));
    if (call->option[PAIRING] == PAIRING_IDENTITY && m > d)
        return REFUSED(call, "not-applicable", "%zu factors cannot have a code each among %zu", m, d);
    ASSAY_TRY(LEND(call, LOAN(told, m * d), LOAN(left, d), LOAN(own, d), LOAN(rival, d), LOAN(ask, d)));
    ASSAY_TRY(codes_alone(rep, call, r, told));
    choose(r, told, (int)call->option[PAIRING], own, rival);
    for (size_t j = 0; j < d; j++) {
        if (own[j] == NOBODY) continue;
        ask[asked][0] = own[j];
        ask[asked++][1] = rival[j];
    }
    ASSAY_TRY(conditional_entropies(rep, call, r, asked, ask, left));
    for (size_t j = 0, a = 0; j < d; j++)
        call->series[0].items[j] =
            own[j] == NOBODY ? CODE_UNDEFINED(call, j, "not-applicable", "code # regularises no factor") /* R2 */
                             : code_gap(call, r, j, own[j], rival[j], left[a++], told + j * m);
    return ASSAY_OK;
}

COST(cost, conditional_cost(size, option, (m + 1.0) * d)); /* R3 */

static const assay_output outputs[] = { { "dlig", ASSAY_PER_CODE, ASSAY_MODULARITY, -1, 1 } };

static const assay_preset presets[] = {
    { "default", "Watcharasupat, Lee, Lerch 2022, equation 6, on binned information", NULL, NULL },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code", LATTE_OPTIONS, LATTE_DEFECTS },
};

const assay_metric assay_metric_dlig = {
    .id = "dlig",
    .flags = ASSAY_RANDOM,
    .title = "Dependency-aware Latent Information Gap",
    .family = "information",
    .formula = "DLIG_j = [I(v_own; z_j) - max_other I(v_l; z_j)] / H(v_own | v_l)",
    .source = "Watcharasupat 2021 (NTU thesis); Watcharasupat, Lee, Lerch 2022, equation 6",
    METRIC_PARTS_AND_COST,
};
