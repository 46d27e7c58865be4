/*
 *     InfoM = (mean_j [ max_i NMI_ij / sum_i NMI_ij ] - 1/M) / (1 - 1/M)      NMI_ij = I(v_i; z_j) / H(v_i)
 *
 *   over active codes j. Of what a code tells of the factors, the share of the one of which it tells most.
 *
 * Takes    factors [M x n], M >= 2; codes [d x n], as columns of numbers. Information by nearest neighbours, k = 10;
 *          H(v) by label counts. codes=discrete, as in the study, whose codes are quantised: by counts of every value.
 *          A continuous factor, unknown to the study, has I(v; v) for its entropy, or is cut into factor-bins.
 * Gives    "infom", one per code and their mean, in [0, 1]; 0 where a code tells of all factors alike.
 * R1  A code that is not active (range up to 1/20 of the largest code's) is left out: undefined, constant-code. No
 *     active code: no-active-code. One that carries nothing of any factor, by the test of shares.h at
 *     level .01: zero-importance.
 * R2  M counts the factors that vary (columns=all: every factor). A single one: undefined.
 */
#include "shares.h"

OPTION_TABLE(SHARES_OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call) { return shares_score(rep, call, 1); }

static const assay_output outputs[] = { { "infom", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hsu et al. 2023, section 5", NULL, NULL },
    SHARES_HSU,
    { "guard2026", "Joshi et al. 2026, published code", "classes=20:clip=yes:columns=all:level=1",
      "Continuous factors are cut into 20 equal widths. A code whose range is below a twentieth of the largest is left "
      "out: one code in a large unit silences the others. Of a code that spans ten magnitudes the published value is "
      "rounding: most of its rows are ties after centring, and a search over all rows of a small class takes "
      "differences of squares for their distances: 1 to 3 nats of every factor (here 0 to .1)." },
};

const assay_metric assay_metric_infom = {
    .id = "infom",
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_CYCLIC,
    .title = "InfoModularity",
    .family = "information",
    .formula = "InfoM = (mean_j [max_i NMI_ij / sum_i NMI_ij] - 1/M) / (1 - 1/M), NMI_ij = I(v_i; z_j) / H(v_i), over "
               "active codes j, M factors that vary",
    .source = "Hsu, Dorrell, Whittington, Wu, Finn 2023, arXiv:2305.18378, section 5",
    METRIC_PARTS,
};
