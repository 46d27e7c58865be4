/*
 *     XMIG_i = [ I(v_i; z_j) - I(v_i; z_k) ] / H(v_i)
 *
 *   j is the code that regularises factor i, k the one that tells most of v_i among the codes that regularise no
 *   factor: what leaks into the codes that are meant to be free.
 *
 * Source   Watcharasupat 2021, Controllable music (NTU thesis); Watcharasupat, Lee, Lerch 2022 (Latte), equation 5. The
 *          paper calls D the codes that regularise no factor and then takes k outside D; its code takes k inside, as
 *          here.
 * Takes    factors [M x n], codes [d x n], some of which regularise no factor: d > M where pairing=identity; see the
 *          relations mi and mi-knn.
 * Gives    "xmig", one per factor and their mean, best 1; below 0 where a free code tells more than the factor's own.
 * R1  A constant factor: undefined.
 * R2  No free code: undefined, not-applicable.
 */
#include "aggregate.h"
#include "conditional.h"
#include "pairing.h"

#define OPTIONS(OPTION)         \
    CONDITIONAL_OPTIONS(OPTION) \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_IDENTITY))
OPTION_TABLE(OPTIONS);

static double gap_to_free(const assay_rep *rep, const double *row, const pairing *p, size_t own)
{
    double most = -INFINITY;
    for (size_t k = 0; k < rep->n_codes; k++)
        if (p->factor[k] == NOBODY && row[k] > most) most = row[k];
    return row[own] - most;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    pairing p;
    double *items = call->series[0].items;
    ASSAY_TRY(relation_asked(call, RELATION, &r));
    ASSAY_TRY(pairing_make(call, rep, r, (int)call->option[PAIRING], &p));
    if (isnan(p.why)) return score_refused(call, p.why);
    size_t free_codes = 0;
    for (size_t j = 0; j < rep->n_codes; j++) free_codes += p.factor[j] == NOBODY;
    if (!free_codes) return REFUSED(call, "not-applicable", "every code regularises a factor"); /* R2 */
    for (size_t i = 0; i < rep->n_factors; i++) {
        const double total = r->factor_total[i];
        if (item_counts(call, ASSAY_PER_FACTOR, i, total, CONSTANTS_SKIP)) /* R1 */
            items[i] = gap_to_free(rep, r->value + i * rep->n_codes, &p, p.code[i]) / total;
    }
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "xmig", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, -1, 1 } };

static const assay_preset presets[] = {
    { "default", "Watcharasupat, Lee, Lerch 2022, equation 5, on binned information", NULL, NULL },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code", LATTE_OPTIONS, LATTE_DEFECTS },
};

const assay_metric assay_metric_xmig = {
    .id = "xmig",
    .flags = ASSAY_RANDOM,
    .title = "Dependency-blind Mutual Information Gap",
    .family = "information",
    .formula = "XMIG_i = [I(v_i; z_own) - max_free I(v_i; z_k)] / H(v_i), over codes that regularise no factor",
    .source = "Watcharasupat 2021 (NTU thesis); Watcharasupat, Lee, Lerch 2022, equation 5",
    METRIC_PARTS,
};
