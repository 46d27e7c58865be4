/*
 *     InfoC = (mean_i [ max_j NMI_ij / sum_j NMI_ij ] - 1/d_a) / (1 - 1/d_a)      NMI_ij = I(v_i; z_j) / H(v_i)
 *
 *   over the d_a active codes j. Of what the codes tell of a factor, the share of the one that tells most.
 *
 * Takes    as infom; d_a >= 2.
 * Gives    "infoc", one per factor and their mean, in [0, 1]; 0 where all codes tell of a factor alike.
 * R1  A constant factor: undefined. One of which no code carries anything, by the test of shares.h at
 *     level .01: zero-importance.
 * R2  A single active code: undefined, one-code; none: no-active-code.
 */
#include "shares.h"

OPTION_TABLE(SHARES_OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call) { return shares_score(rep, call, 0); }

static const assay_output outputs[] = { { "infoc", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Hsu et al. 2023, section 5", NULL, NULL },
    SHARES_HSU,
    { "guard2026", "Joshi et al. 2026, published code", "classes=20:clip=yes:columns=all:level=1",
      "Continuous factors are cut into 20 equal widths. A code whose range is below a twentieth of the largest is left "
      "out: one code in a large unit silences the others, and where it is alone the published score is 1 (here "
      "undefined)." },
};

const assay_metric assay_metric_infoc = {
    .id = "infoc",
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_VARYING | ASSAY_CYCLIC,
    .title = "InfoCompactness",
    .family = "information",
    .formula = "InfoC = (mean_i [max_j NMI_ij / sum_j NMI_ij] - 1/d_a) / (1 - 1/d_a), NMI_ij = I(v_i; z_j) / H(v_i), "
               "over the d_a active codes",
    .source = "Hsu, Dorrell, Whittington, Wu, Finn 2023, arXiv:2305.18378, section 5",
    METRIC_PARTS,
};
