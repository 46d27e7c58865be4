/*
 * Source   Kim and Mnih 2018, arXiv:1802.05983, section 4: a classifier that can tell M factors apart from M - 1 of
 *          them (the last is what is left when no other fits) does not notice the missing one. The construction is
 *          ours.
 * Truth    No code depends on two factors. Compactness, as a mean over factors, is stated as an order.
 * Known    z-diff reads 1, z-min-var .86. mig, dcimig and sap read .87, modularity .93, since a code of noise counts.
 */
#include "scenario.h"

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    const size_t n = v->n, m = v->n_factors;
    ASSAY_TRY(codes_copied(v, m, m, to));
    assay_stream_fill(stream, to->codes + n * (m - 1), n);
    return ASSAY_OK;
}

TRUTH(p, truth_is(1.0), truth_order(7.0 / 8.0), truth_is(7.0 / 8.0));

/* Of dependent factors the others may tell of the last. */
static void truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    (void)parameter;
    const double share = ((double)on->n_factors - 1.0) / (double)on->n_factors;
    truth_set(to, truth_is(1.0), truth_order(share), truth_order(share));
}

const assay_scenario assay_scenario_kim_mnih = {
    .id = "kim-mnih",
    .title = "One factor is not encoded",
    .formula = "z_j = v_j for j < 7, z_7 = e; v and e uniform on [0, 1), M = d = 8",
    .draws = "v = random((n, 8)), row by row, then e = random(n)",
    .truth_text = "modularity is 1; explicitness is 7/8, seven factors of eight being determined; compactness is below "
                  "1 for the same reason",
    .source = "ours, after Kim and Mnih 2018, arXiv:1802.05983, section 4",
    .recipe = "v: 8 uniform; z = v1-7; z = random",
    STUDIED(20000, 100),
    OF_UNIFORM(8, codes, truth),
    .truth_on = truth_on,
    .refuse = refuse_one_factor,
};
