/*
 * mcc-directions -- how closely directions of codes lie to those of the true features, matched one to one
 *
 *     1/min(M, d) sum_i |cos(D_i, W_p(i))|
 *
 *   p is the one-to-one match of features and codes for which the sum is largest. It looks at the two sets of
 *   directions alone: that codes do not fire as their directions say is not seen.
 *
 * Source   Song et al. 2025, arXiv:2505.20254; SAELens, synthetic evaluation.
 * Takes    directions [d x dims], true_directions [M x dims]; codes [d x n] to know which ones live.
 * Gives    "mcc-directions", one per factor and their mean, in [0, 1]: 1 = each feature has a code of its direction.
 *          Random directions in few dims lie close: the largest of d is about sqrt(2 log d / dims).
 * Cost     M d dims, and O(min^2 max) for the match.
 * R1  More factors than codes: those without one are left out, not-applicable; divisor=factors: they count 0.
 * R2  codes=alive: codes that never fire are not matched; none fires: no-active-code.
 * R3  More than EXACT_MOST of both: a match that is proved to be no more than GAP_MOST a pair below the best one
 *     (assignment.h); undefined, no-convergence, where the proof has a larger gap.
 */
#include "assignment.h"
#include "directions.h"
#include "matched.h"
#include "work.h"

#define OPTIONS(OPTION)             \
    OPTION(DIVISOR, OPTION_DIVISOR) \
    OPTION(CODES, OPTION_CODES)
OPTION_TABLE(OPTIONS);

enum { EXACT_MOST = 4096 };
#define GAP_MOST 0.001

/* R3 */
static assay_status match_many(const assay_rep *rep, assay_call *call, const directions *of, size_t *code)
{
    const size_t m = rep->n_factors, d = rep->n_codes, all = call->option[CODES] == CODES_ALIVE ? of->n_alive : d;
    unsigned char *may = call->alloc(call, d, 1);
    double gap;
    if (!may) return ASSAY_ENOMEM;
    for (size_t j = 0; j < d; j++) may[j] = all == d || of->alive[j];
    ASSAY_TRY(auction_match(of->cosine, m, d, may, call, code, &gap));
    gap /= (double)(m < all ? m : all);
    if (!(gap <= GAP_MOST))
        return REFUSED(call, "no-convergence",
                       "the match found is up to %.3g a pair below the best one, and %g is the most", gap, GAP_MOST);
    matched_items(of->cosine, code, m, d, (int)call->option[DIVISOR], call);
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t m = rep->n_factors, d = rep->n_codes;
    const int alive = call->option[CODES] == CODES_ALIVE;
    double *items = call->series[0].items, *cosine;
    size_t *code, taken = 0;
    directions of;
    ASSAY_TRY(directions_of(rep, call, &of));
    if (alive && !of.n_alive) return REFUSED(call, "no-active-code", "no code fires in any row"); /* R2 */
    ASSAY_TRY(LEND(call, LOAN(code, m)));
    for (size_t i = 0; i < m; i++) items[i] = 0.0;
    if (m > EXACT_MOST && d > EXACT_MOST) return match_many(rep, call, &of, code);
    const size_t used = alive ? of.n_alive : d;
    ASSAY_TRY(LEND(call, LOAN(cosine, m * used + 1)));
    for (size_t k = 0; k < m * d; k++) /* those of the codes that take part */
        if (!alive || of.alive[k % d]) cosine[taken++] = of.cosine[k];
    ASSAY_TRY(matched_pairs(cosine, items, m, used, call, code));
    matched_items(cosine, code, m, used, (int)call->option[DIVISOR], call); /* R1 */
    return ASSAY_OK;
}

COST(cost, directions_cost(size) + (fmin(m, d) > EXACT_MOST ? 20.0 * m * d : work_assignment(m, d)));

static const assay_output outputs[] = { { "mcc-directions", ASSAY_PER_FACTOR, 0, 0, 1 } };

static const assay_preset presets[] = { { "default", "Song et al. 2025, arXiv:2505.20254", NULL, NULL } };

const assay_metric assay_metric_mcc_directions = {
    .flags = ASSAY_DIRECTIONS | ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE | ASSAY_SPARSE,
    .id = "mcc-directions",
    .title = "Matched cosines of directions",
    .family = "dictionary",
    .formula = "1/min(M, d) sum_i |cos(D_i, W_p(i))|, p the one-to-one match with the largest sum; where M and d are "
               "above 4096 one within .001 a pair of it",
    .source = "Song et al. 2025, arXiv:2505.20254; SAELens, synthetic evaluation",
    METRIC_PARTS_AND_COST,
    .solver = &assignment_solver,
};
