/*
 *     vote = argmin_j Var_batch(z_j) / Var(z_j)     of a batch that agrees in the value of factor v_i
 *     A = share of test votes whose code the training votes gave to factor i     Z-min = (A - 1/M) / (1 - 1/M)
 *
 *   The code that depends on factor i, and it alone, stands still while i is held fixed.
 *
 * Takes    factors [M x n], M >= 2, continuous ones cut into equal widths (rule scaled); codes [d x n].
 * Gives    "z-min-var", about 0 for codes that say nothing, 1 = every factor stills a code of its own. Random.
 * Cost     grouping O(n M), then points x batch x d; 3 ms at n = 20000, M = d = 8.
 * R1  As in intervention.c and variance_votes.h. The table learns from other votes than it is tested on.
 */
#include "variance_votes.h"

OPTION_TABLE(VOTES_OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call) { return variance_votes(rep, 1, call); }

static const assay_output outputs[] = { { "z-min-var", ASSAY_OVERALL, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Kim and Mnih 2018, section 4; chance scaled to 0", NULL, NULL },
    { "thesis", "Boilard 2022, section 1.3.2", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code and experiments",
      "values=alike:std=0.02:variance-rows=10000:constants=keep",
      "Codes with a standard deviation below 0.02 are dropped (0.05 is the published function's own default), so "
      "the score changes when codes are rescaled; where none is left the code raises, here: undefined. A constant "
      "factor takes part, and its batches vote at random. A rare value is drawn as often as a frequent one." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "values=alike:std=0.05:variance-rows=10000:constants=keep:categories=cut",
      "As zaidi2020 with a threshold of 0.05, and labels are cut into 10 equal widths like continuous factors: with "
      "more than 10 levels neighbouring ones are merged. The study scored 2000 rows drawn with replacement; here "
      "all rows are scored." },
    { "zhang2021", "Zhang et al. 2021, algorithm 2 and published code",
      "batch=64:train=800:test=200:points=per-factor:splits=10:short=refuse:dead=vote:constants=keep:scaled=no",
      "A constant code makes 0/0, which wins every vote: the score falls to chance. A value with fewer than 64 rows "
      "cannot be drawn without replacement: undefined once it is drawn. Each split tests votes of the batches it "
      "was not trained on, but all splits share the same votes. Not scaled: chance is 1/M. (The printed algorithm "
      "says argmax; the code and the original take argmin.)" },
    { "locatello2019", "Locatello et al. 2019, published code and study settings",
      "batch=64:train=10000:test=5000:std=0.05:variance-rows=10000:dead=zero:constants=keep:scaled=no",
      "Codes with a standard deviation below 0.05 are dropped, so the score changes when codes are rescaled; where "
      "none is left it is 0, below chance. Not scaled: chance is 1/M. The published code draws fresh rows from a "
      "generator; here they are dealt from the table, and continuous factors, unknown to that study, are fixed "
      "within one of 10 equal widths." },
};

const assay_metric assay_metric_z_min_var = {
    .flags = ASSAY_RANDOM | ASSAY_ABSENT | ASSAY_CYCLIC,
    .id = "z-min-var",
    .title = "Z-min Variance (FactorVAE score)",
    .family = "intervention",
    .formula = "Z-min = (A - 1/M)/(1 - 1/M), A = accuracy of the majority vote from "
               "argmin_j Var(z_j | v_i fixed)/Var(z_j) to i; noise scores up to .2 at 1000 rows",
    .source = "Kim and Mnih 2018, arXiv:1802.05983, section 4",
    METRIC_PARTS,
    .cost = variance_votes_cost,
};
