/*
 *     vote = argmax_j Var_batch(z_j) / Var(z_j)     of a batch that agrees in all factors but v_i
 *     A = share of test votes whose code the training votes gave to factor i     Z-max = (A - 1/M) / (1 - 1/M)
 *
 *   While factor i alone varies, the code that depends on it should vary most.
 *
 * Takes    factors [M x n], M >= 2, continuous ones cut into equal widths (rule scaled); codes [d x n].
 * Gives    "z-max-var", about 0 for codes that say nothing, 1 = each factor moves a code of its own. Random.
 * Cost     grouping O(n M) per factor, then points x batch x d; 5 ms at n = 20000, M = d = 8.
 * R1  As in intervention.c and variance_votes.h.
 * R2  A batch comes from one combination of the other M - 1 values that at least two rows share; no such combination
 *     for a factor: undefined, "too-few-samples".
 *
 * How to read it. With b bins there are b^(M-1) combinations, so a group holds about n / b^(M-1) rows. Where the median
 * group has many rows a batch shows how codes vary with the one factor. Where it has two or three (10 bins and more
 * than five factors at n = 20000) a batch repeats those few rows; whether a code varies much among them is luck, few
 * groups serve all batches, and the score falls below 1 for ideal codes and rises above 0 for noise, by an amount that
 * differs from data set to data set. Fewer bins help.
 */
#include "variance_votes.h"
#include "work.h"

OPTION_TABLE(VOTES_OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call) { return variance_votes(rep, 0, call); }

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    /* groups of rows that agree in all factors but one are sorted; votes are of fewer rows than those of z-min-var */
    return work_some_agree(size) ? 0.4 * variance_votes_cost(size, option) + 60.0 * n * m : 8.0 * n * (m + d);
}

static const assay_output outputs[] = { { "z-max-var", ASSAY_OVERALL, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Kim et al. 2019, section 4; chance scaled to 0", NULL, NULL },
    { "thesis", "Boilard 2022, section 1.3.3", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code and experiments",
      "values=alike:std=0.02:variance-rows=10000:constants=keep",
      "Codes with a standard deviation below 0.02 are dropped, so the score changes when codes are rescaled; where "
      "none is left the code raises, here: undefined. The function's own default is 3 bins; the published runs took "
      "10. Combinations are drawn from a generator that was never seeded, so published values can be met in "
      "distribution only. With 8 factors in 10 bins a combination has two rows, rarely three, and batches of 200 "
      "repeat them: 0.76 for ideal codes, 0.09 for noise." },
};

const assay_metric assay_metric_z_max_var = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_CYCLIC,
    .id = "z-max-var",
    .title = "Z-max Variance",
    .family = "intervention",
    .formula = "Z-max = (A - 1/M)/(1 - 1/M), A = accuracy of the majority vote from "
               "argmax_j Var(z_j | all but v_i fixed)/Var(z_j) to i",
    .source = "Kim, Wang, Sahu, Pavlovic 2019, arXiv:1902.01568, section 4",
    METRIC_PARTS_AND_COST,
};
