/*
 *   What is swept is an option of the metrics, not the data: score it with mig:bins=5:factor-bins=5, then with 10, 20,
 *   50 and 100, as the plan `bins` does. A scenario of its own keeps those scores apart from those of `noise`, whose
 *   data it has.
 *
 * Truth    That of noise: modularity and compactness 1, explicitness in between. The number of bins is no property of
 *          the representation: a score that moves with it measures the bins.
 * Known    mig (divided by H(v)) reads .563 .518 .448 .356 .273, irs .643 .723 .763 .785 .791.
 */
#include "scenario.h"

const assay_scenario assay_scenario_bins = {
    .id = "bins",
    .title = "Noise, for metrics with few bins and many",
    .formula = "z_j = (1 - alpha) v_j + alpha n_j, v and n uniform on [0, 1), M = d = 8; the number of bins is swept "
               "by the plan `bins` through the metrics' options",
    .draws = "v = random((n, 8)), then n = random((n, 8)), each row by row",
    .truth_text = "as noise: modularity and compactness are 1, explicitness is in between; none of them depends on a "
                  "number of bins",
    .source = "ours",
    .recipe = "v: 8 uniform; z = noise(v, {alpha})",
    STUDIED(20000, 100),
    ONE_PARAMETER(NUMBER("alpha", "share of noise in every code", 0.2, 0, 1), "alpha", 0.2),
    OF_NOISE,
};
