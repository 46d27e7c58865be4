/*
 * Truth    beta < 1 leaves y_j a function of z_j. For beta > 0 code j says more than its factor does: the paper's
 *          modularity falls with beta and stays above 0.
 * Known    Published as the case that only minimality notices. The shared e also makes the codes dependent on each
 *          other. Over bins, sufficiency loses .004 at beta = .8.
 */
#include "scenario.h"

#define LEVELS 5

/* Codes of the factors that are there. */
static void disturb(double beta, assay_stream *stream, assay_data *to)
{
    const size_t n = to->n, m = to->n_factors;
    double *e = to->codes + n * (m - 1); /* until the last code takes its place */
    assay_stream_fill(stream, e, n);
    for (size_t j = 0; j < m; j++) {
        for (size_t s = 0; s < n; s++) to->codes[j * n + s] = to->factors[j * n + s] + beta * e[s];
        codes_cosine(to->codes + j * n, n, to->levels[j]);
    }
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, 4, 4));
    factors_categorical(to, LEVELS);
    block_draw(stream, n, 4, to->factors);
    block_classify(to->factors, n * 4, LEVELS);
    disturb(parameter[0], stream, to);
    return ASSAY_OK;
}

static assay_status codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(codes_begin(v, v->n_factors, v->n_factors, to));
    disturb(parameter[0], stream, to);
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3])
{
    to[MODULARITY] = parameter[0] == 0.0 ? truth_is(1.0) : truth_order(1.0 - parameter[0]);
    to[COMPACTNESS] = to[EXPLICITNESS] = truth_is(1.0);
}

static const char *refuse(const double *parameter, const assay_profile *on)
{
    for (size_t i = 0; i < on->n_factors && on->absent; i++)
        if (on->absent[i]) return "its codes are made of classes, and some values are absent";
    return refuse_continuous(parameter, on);
}

static const assay_option parameters[] = { NUMBER("beta", "size of the nuisance, in classes", 0.4, 0, 0.8) };
static const assay_sweep sweeps[] = { SWEEP("beta", 0.0, 0.2, 0.4, 0.6, 0.8) };

const assay_scenario assay_scenario_nuisance = {
    .id = "nuisance",
    .title = "Codes that also depend on a nuisance",
    .formula = "y_j = floor(5 u_j), z_j = cos(pi (y_j + beta e) / 5), one e for the four codes of a sample; M = d = "
               "4. On a profile cos(pi (y_j + beta e) / K_j)",
    .draws = "u = random((n, 4)), row by row, then e = random(n)",
    .truth_text = "compactness and explicitness are 1 (each code is sufficient for its factor); modularity as "
                  "minimality is 1 at beta = 0 and falls with beta",
    .source = "Almudevar and Ortega 2025, section 5.2, figure 3",
    SWEPT(20000, 100),
    .build = build,
    .truth = truth,
    .codes = codes,
    .refuse = refuse,
    PROBES({ "beta=0.4", 1000 }),
};
