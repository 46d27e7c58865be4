/*
 * bins, sample-size -- noise once more, to be scored with few bins and many, with few samples and many
 *
 *     z_j = (1 - alpha) v_j + alpha n_j          M = d = 8
 *
 *   What is swept is no parameter of the data. bins: an option of the metrics, mig:bins=5:factor-bins=5, then 10, 20, 50
 *   and 100, as the plan `bins` does. sample-size: samples: [200, 500, 1000, 2000, 5000, 20000], as the plan
 *   `sample-size` does. Scenarios of their own keep those scores apart from those of `noise`, whose data they have.
 *
 * Truth    That of noise: neither a number of bins nor one of samples is a property of the representation, so that a
 *          score which moves with it measures the bins, or its bias.
 * Known    bins: mig (divided by H(v)) reads .563 .518 .448 .356 .273, irs .643 .723 .763 .785 .791. sample-size:
 *          information over bins is biased upwards by about (B_v - 1)(B_z - 1)/(2n), so that scores of pure noise go to 0
 *          only as n grows. Modularity divides one bias by another and stays at .36 to .39.
 */
#include "scenario.h"

#define FORMULA "z_j = (1 - alpha) v_j + alpha n_j, v and n uniform on [0, 1), M = d = 8; "
#define AS_NOISE                                                                                                       \
    .abi = ASSAY_ABI, .source = "ours", .draws = "v = random((n, 8)), then n = random((n, 8)), each row by row",       \
    .recipe = "v: 8 uniform; z = noise(v, {alpha})", .n_parameters = 1, .samples = 20000, .seeds = 100, .uniform = 8,  \
    .truth = noise_truth, .codes = noise_codes, .truth_on = noise_truth_on
#define ALPHA(usual) { .id = "alpha", .text = "share of noise in every code", .standard = (usual), .low = 0, .high = 1 }

static const double one_alpha[] = { 0.2 }, alphas[] = { 0.0, 0.4, 1.0 };

const assay_scenario assay_scenario_bins = {
    AS_NOISE,
    .id = "bins",
    .title = "Noise, for metrics with few bins and many",
    .formula = FORMULA "the number of bins is swept by the plan `bins` through the metrics' options",
    .truth_text = "as noise: modularity and compactness are 1, explicitness is in between; none of them depends on a "
                  "number of bins",
    .parameters = (const assay_option[]){ ALPHA(0.2) },
    .sweeps = (const assay_sweep[]){ SWEEP("alpha", one_alpha) },
};

const assay_scenario assay_scenario_sample_size = {
    AS_NOISE,
    .id = "sample-size",
    .title = "Noise, for few samples and many",
    .formula = FORMULA "the number of samples is swept by the plan `sample-size`",
    .truth_text = "as noise, for any number of samples: modularity and compactness are 1 for alpha < 1 and 0 at 1; "
                  "explicitness falls from 1 to 0",
    .parameters = (const assay_option[]){ ALPHA(0.4) },
    .sweeps = (const assay_sweep[]){ SWEEP("alpha", alphas) },
    PROBES({ "alpha=0.4", 100 }, { "alpha=0.4", 3001 }),
};
