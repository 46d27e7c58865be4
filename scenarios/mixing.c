/*
 * Truth    Modularity and compactness fall from 1 to two equal sources at alpha = .5; beyond it the neighbour is the
 *          main source, and alpha = 1 is a permutation, so that max(alpha, 1 - alpha) orders all points. The map is
 *          linear and invertible, explicitness 1, except at alpha = .5: there R has rank 7 (8 is even, and the factors
 *          with alternating signs sum to 0), and a line explains 7/8 of the variance, where the source calls
 *          explicitness untouched. Stated as an order, since 7/8 is the number of one probe.
 * Known    Metrics that take the gap between the two best read two equal sources as nothing.
 */
#include "scenario.h"

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    (void)stream;
    ASSAY_TRY(codes_begin(v, v->n_factors, v->n_factors, to));
    codes_mix(v->scaled, v->n, v->n_factors, parameter[0], to->codes);
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3])
{
    const double alpha = parameter[0], main_share = alpha > 0.5 ? alpha : 1.0 - alpha;
    const assay_truth mixed = truth_up_to_1(main_share);
    truth_set(to, mixed, mixed, truth_up_to_1(alpha == 0.5 ? 7.0 / 8.0 : 1.0));
}

/* A cycle of an odd number of codes has full rank at .5, too; one of an even number has not, but may tell classes
 * apart. */
static void truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    truth(parameter, to);
    to[EXPLICITNESS] = parameter[0] == 0.5 && on->n_factors % 2 == 0 ? truth_unknown() : truth_is(1.0);
    forget_mixed(on, to);
}

const assay_scenario assay_scenario_mixing = {
    .id = "mixing",
    .title = "Codes mix neighbouring factors",
    .formula = "z_j = (1 - alpha) v_j + alpha v_(j-1 mod 8), v uniform on [0, 1), M = d = 8",
    .draws = "v = random((n, 8)), row by row",
    .truth_text = "modularity and compactness are 1 at alpha = 0 and fall up to alpha = .5; explicitness is 1 below .5 "
                  "and less at .5, where the mixing matrix has rank 7 of 8 and linear R2 is 7/8",
    .source = "Boilard 2022, section 3.3.2, eq. 3.2 (third diagonal entry read as 1 - alpha)",
    .recipe = "v: 8 uniform; z = mixing(v, {alpha})",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of the neighbouring factor", 0.2, 0, 1), "alpha", 0.0, 0.1, 0.2, 0.3, 0.4,
                  0.5),
    OF_UNIFORM(8, codes, truth),
    .truth_on = truth_on,
    .refuse = refuse_one_factor,
    .order_within_on = 1,
    PROBES({ "alpha=0.3", 1000 }),
};
