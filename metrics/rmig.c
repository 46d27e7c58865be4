/*
 *     RMIG_i = I(v_i; z_first) - I(v_i; z_second)      reported: 1/M sum_i RMIG_i / H(v_i)
 *
 *   Defined on a stochastic encoder, whose codes are drawn from q(z | x); on a table of deterministic codes the
 *   posterior is a point and the quantity is MIG. normaliser=none gives the paper's RMIG_i itself, in nats.
 *
 * Takes    factors [M x n], codes [d x n], d >= 2; see the relation mi.
 * Gives    "rmig", one per factor and their mean, in [0, 1] when normalised.
 * R1  Special cases as for mig.
 */
#include "aggregate.h"
#include "request.h"

#define OPTIONS(OPTION)                                     \
    MI_R2_OPTIONS(OPTION)                                   \
    OPTION(NORMALISER, OPTION_NORMALISER(NORMALISE_FACTOR)) \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))     \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    const assay_relation *relation;
    ASSAY_TRY(relation_asked(call, RELATION, &relation));
    return gap_per_factor(relation, (int)call->option[NORMALISER], (int)call->option[CONSTANTS], call);
}

static const assay_output outputs[] = { { "rmig", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Do and Tran 2020, section 3.4, divided by H(v)", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code, where MIG stands for both",
      "normaliser=code:constants=keep:columns=all",
      "The same number as mig@zaidi2020: divided by the code's entropy, ranked afterwards, undefined with one constant "
      "code." },
};

const assay_metric assay_metric_rmig = {
    .flags = ASSAY_SEPARATE | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_VARYING | ASSAY_CYCLIC,
    .id = "rmig",
    .title = "Robust Mutual Information Gap",
    .family = "information",
    .formula = "RMIG = 1/M sum_i [I(v_i; z_first) - I(v_i; z_second)] / H(v_i), z deterministic",
    .source = "Do and Tran 2020, arXiv:1908.09961, section 3.4",
    METRIC_PARTS,
};
