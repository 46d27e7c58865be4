/*
 * Truth    As long as anything is left of the factors, code j depends on factor j alone and factor j is in code j
 *          alone: modularity and compactness are 1. At alpha = 1 nothing is encoded, all three are 0. Explicitness goes
 *          from 1 to 0; what it is between depends on the probe (a line explains (1-a)^2 / ((1-a)^2 + a^2) of the
 *          variance), so that only the order is stated.
 * Known    With equal bins, entropies of codes and of factors differ for 0 < alpha < 1, since the sum of two uniforms
 *          is not uniform: metrics that divide by one or the other part there.
 */
#include "scenario.h"

const assay_scenario assay_scenario_noise = {
    .id = "noise",
    .title = "Noise replaces the codes",
    .formula = "z_j = (1 - alpha) v_j + alpha n_j, v and n uniform on [0, 1), M = d = 8",
    .draws = "v = random((n, 8)), then n = random((n, 8)), each row by row",
    .truth_text =
        "modularity and compactness are 1 for alpha < 1 (code j depends on factor j alone) and 0 at alpha = 1; "
        "explicitness falls from 1 at alpha = 0 to 0 at alpha = 1",
    .source = "Boilard 2022, section 3.3.1, eq. 3.1; Zaidi et al. 2020, arXiv:2012.09276, section 5.2",
    .recipe = "v: 8 uniform; z = noise(v, {alpha})",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in every code", 0.2, 0, 1), "alpha", 0.0, 0.2, 0.4, 0.6, 0.8, 1.0),
    OF_NOISE,
    PROBES({ "alpha=0.2", 1000 }, { "alpha=1", 1000 }),
};
