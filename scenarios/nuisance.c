/*
 * Truth    beta < 1 leaves y_j a function of z_j. For beta > 0 code j says more than its factor does: the paper's
 *          modularity falls with beta and stays above 0.
 * Known    Published as the case that only minimality notices. The shared e also makes the codes dependent on each
 *          other. Over bins, sufficiency loses .004 at beta = .8.
 */
#include "profiles.h"
#include "scenario.h"

static const assay_profile own = { CLASSES(5, 5, 5, 5) };

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    const size_t n = v->n, m = v->n_factors;
    ASSAY_TRY(codes_begin(v, m, m, to));
    double *e = to->codes + n * (m - 1); /* until the last code takes its place */
    assay_stream_fill(stream, e, n);
    for (size_t j = 0; j < m; j++) {
        for (size_t s = 0; s < n; s++) to->codes[j * n + s] = to->factors[j * n + s] + parameter[0] * e[s];
        codes_cosine(to->codes + j * n, n, to->levels[j]);
    }
    return ASSAY_OK;
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    return codes_of_profile(&own, codes, parameter, n, stream, to);
}

TRUTH(p, truth_up_to_1(1.0 - p[0]), truth_is(1.0), truth_is(1.0));

static const char *refuse(const double *parameter, const assay_profile *on)
{
    for (size_t i = 0; i < on->n_factors && on->absent; i++)
        if (on->absent[i]) return "its codes are made of classes, and some values are absent";
    return refuse_continuous(parameter, on);
}

const assay_scenario assay_scenario_nuisance = {
    .id = "nuisance",
    .title = "Codes that also depend on a nuisance",
    .formula = "y_j = floor(5 u_j), z_j = cos(pi (y_j + beta e) / 5), one e for the four codes of a sample; M = d = "
               "4. On a profile cos(pi (y_j + beta e) / K_j)",
    .draws = "u = random((n, 4)), row by row, then e = random(n)",
    .truth_text = "compactness and explicitness are 1 (each code is sufficient for its factor); modularity as "
                  "minimality is 1 at beta = 0 and falls with beta",
    .source = "Almudevar and Ortega 2025, section 5.2, figure 3",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("beta", "size of the nuisance, in classes", 0.4, 0, 0.8), "beta", 0.0, 0.2, 0.4, 0.6, 0.8),
    BUILT(build, truth),
    .codes = codes,
    .refuse = refuse,
    PROBES({ "beta=0.4", 1000 }),
};
