#include "owned.h"
#include "scenario.h"

enum { M = 8 };

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, m = v->n_factors, count = (size_t)parameter[0];
    OWNED size_t *order = zeroed(m, sizeof *order);
    OWNED double *noise = zeroed(n * count, sizeof *noise);
    ASSAY_TRY(order && noise ? codes_copied(v, m, m, to) : ASSAY_ENOMEM);
    assay_stream_permutation(stream, order, m);
    block_draw(stream, n, count, noise);
    for (size_t k = 0; k < count; k++) memcpy(to->codes + order[k] * n, noise + k * n, n * sizeof *to->codes);
    return ASSAY_OK;
}

static void truth_of(double left, assay_truth to[3])
{
    truth_set(to, truth_is(left > 0.0), left == 0.0 ? truth_is(0.0) : truth_up_to_1(left), truth_is(left));
}

static void truth(const double *parameter, assay_truth to[3]) { truth_of(1.0 - parameter[0] / M, to); }

/* Of dependent factors the others may tell of those dropped. */
static void truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    const double left = 1.0 - parameter[0] / (double)on->n_factors;
    truth_of(left, to);
    if (left > 0.0 && left < 1.0) to[EXPLICITNESS] = truth_order(left);
}

const assay_scenario assay_scenario_dropped = {
    .id = "dropped",
    .title = "Factors without a code",
    .formula = "z_j = v_j, but noise for `count` factors drawn at random; v and noise uniform on [0, 1), M = d = 8",
    .draws = "v = random((n, 8)), row by row; permutation(8), whose first `count` are dropped; random((n, count)), row "
             "by row",
    .truth_text = "modularity is 1 as long as a factor has a code; explicitness is the share of factors that have one, "
                  "and compactness is ordered by it",
    .source = "ours, after Bowman et al. 2016, arXiv:1511.06349",
    STUDIED(20000, 100),
    ONE_PARAMETER(WHOLE("count", "factors without a code", 2, 0, 8), "k", 0, 1, 2, 4, 6, 8),
    OF_UNIFORM(M, codes, truth),
    .truth_on = truth_on,
    .refuse = refuse_fewer,
    PROBES({ "count=2", 1000 }),
};
