#include "scenario.h"

enum { M = 8, K = 10 };
#define PARAMETERS(ROW, STILL)                                          \
    ROW(CODE, "code", (CODES_IDEAL, CODES_MIXED), OPTION_CLASSES_CODES) \
    ROW(S, "s", (1000, 0.7, 0.4, 0.1, 0.04),                            \
        NUMBER("s", "spread of the factors around the first; 1000: independent", 0.4, 0.01, 1000))
PARAMETER_TABLE(PARAMETERS);

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    factors_categorical(to, K);
    double sum[K * K]; /* a row for each value of factor 0 */
    classes_weigh(K, parameter[S], sum);
    for (size_t k = 0; k < K; k++) classes_sum(sum + k * K, K);
    block_draw(stream, n, M, to->factors);
    block_classify(to->factors, n, K);
    for (size_t i = 1; i < M; i++) {
        double *y = to->factors + i * n;
        for (size_t s = 0; s < n; s++) y[s] = (double)classes_find(sum + (size_t)to->factors[s] * K, K, y[s]);
    }
    classes_codes((int)parameter[CODE], K, to);
    return ASSAY_OK;
}

static void truth(const double *parameter, assay_truth to[3]) { classes_truth((int)parameter[CODE], parameter[S], to); }

const assay_scenario assay_scenario_confounder = {
    .id = "confounder",
    .title = "One factor pulls all others",
    .formula = "P(y_i | y_0) ~ exp(-(c_i - c_0)^2 / (2 s^2)), c = y/9, for i > 0; z = c, or z_j = (.7 y_j + .3 y_(j-1 "
               "mod 8))/9; M = d = 8, 10 classes",
    .draws = "random((n, 8)), row by row: factor 0, then the others by the inverse of the running sums given factor 0",
    .truth_text = "ideal codes: all three properties are 1 for every s; mixed ones: explicitness is 1, modularity and "
                  "compactness are lower (stated at s = 1000, independence)",
    .source = "Roth et al. 2023, arXiv:2210.07347; Traeuble et al. 2021, arXiv:2006.07886; codes ours",
    SWEPT(20000, 100),
    OWN_ONLY(build, truth, "how its factors depend on each other is what it sweeps"),
    PROBES({ "code=ideal:s=0.2", 1000 }),
};
