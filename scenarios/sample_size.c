/*
 *   What is swept is the number of samples, which a plan gives: samples: [200, 500, 1000, 2000, 5000, 20000] in the
 *   plan `sample-size`. A scenario of its own keeps those scores apart from those of `noise`, whose data it has.
 *
 * Known    Information over bins is biased upwards by about (B_v - 1)(B_z - 1)/(2n), so that scores of pure noise go to
 *          0 only as n grows. Modularity divides one bias by another and stays at .36 to .39.
 */
#include "scenario.h"

const assay_scenario assay_scenario_sample_size = {
    .id = "sample-size",
    .title = "Noise, for few samples and many",
    .formula = "z_j = (1 - alpha) v_j + alpha n_j, v and n uniform on [0, 1), M = d = 8; the number of samples is "
               "swept by the plan `sample-size`",
    .draws = "v = random((n, 8)), then n = random((n, 8)), each row by row",
    .truth_text = "as noise, for any number of samples: modularity and compactness are 1 for alpha < 1 and 0 at 1; "
                  "explicitness falls from 1 to 0",
    .source = "ours",
    .recipe = "v: 8 uniform; z = noise(v, {alpha})",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in every code", 0.4, 0, 1), "alpha", 0.0, 0.4, 1.0),
    OF_NOISE,
    PROBES({ "alpha=0.4", 100 }, { "alpha=0.4", 3001 }),
};
