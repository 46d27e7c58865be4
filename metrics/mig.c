/*
 *     MIG = 1/M sum_i [ I(v_i; z_first) - I(v_i; z_second) ] / H(v_i)
 *
 *   first and second are the codes that know most about factor v_i. I and H are plug-in estimates over bins.
 *
 * Takes    factors [M x n], codes [d x n], d >= 2; see the relations mi and mi-knn.
 * Gives    "mig", one per factor and their mean, in [0, 1]: 1 = one code alone holds the factor.
 * R1  A constant factor, or a single code: undefined; see aggregate.c. A constant code takes no part
 *     (columns=all: it holds nothing and is the second of a single one).
 * R2  Permuting codes, or scaling one by a power of two, changes no bit (of binned information).
 * R3  pairing=identity: first is code i, whatever it knows, and second the best other one, so a gap can be below 0.
 *     Latte's fill_reg_dim. Divided by the factor's total or, with normaliser=none, by nothing; needs M <= d.
 */
#include "aggregate.h"
#include "pairing.h"
#include "request.h"

#define OPTIONS(OPTION)                                     \
    MI_R2_KNN_OPTIONS(OPTION)                               \
    OPTION(NORMALISER, OPTION_NORMALISER(NORMALISE_FACTOR)) \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))     \
    OPTION(PAIRING, OPTION_PAIRING(PAIRING_BEST))           \
    OPTION(COLUMNS, OPTION_COLUMNS)
OPTION_TABLE(OPTIONS);

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const assay_relation *relation;
    ASSAY_TRY(relation_asked(call, RELATION, &relation));
    if (call->option[PAIRING] == PAIRING_IDENTITY) /* R3 */
        return gap_per_pair(rep, relation, (int)call->option[NORMALISER], call);
    return gap_per_factor(relation, (int)call->option[NORMALISER], (int)call->option[CONSTANTS], call);
}

static const assay_output outputs[] = { { "mig", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Chen et al. 2018, equation 6", NULL, NULL },
    { "thesis", "Boilard 2022, equation 1.14", NULL, NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "normaliser=code:constants=keep:columns=all",
      "Divides each information by the code's entropy, not the factor's, and ranks afterwards. Equal while codes "
      "spread evenly over their bins; on the non-linear scenario at alpha 1 it reads 0.79 where division by H(v) reads "
      "0.27. One constant code makes 0/0 on top of every ranking, and the score undefined. A constant factor counts as "
      "0." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "normaliser=code:constants=keep:categories=cut:columns=all",
      "As zaidi2020, and labels are cut into 10 equal widths like continuous factors: with more than 10 levels "
      "neighbouring ones are merged, which changes the information either way; with up to 10 nothing changes. The "
      "study scored 2000 rows drawn with replacement; here all rows are scored. Continuous factors are cut into 10." },
    { "latte2021", "Watcharasupat, Lee, Lerch 2022 (Latte), published code", LATTE_OPTIONS ":columns=all",
      LATTE_DEFECTS " A constant code is the second of a single one." },
    { "zhang2021", "Zhang et al. 2021, algorithm 4 and published code",
      "rule=closed:bins=20:estimate=stratified:last-edge=lose:constants=keep:columns=all",
      "H(z) is taken over all rows and H(z|v) over 10000 stratified ones, so information can be slightly negative and "
      "is biased upwards for rare values. Where rounding puts the last edge below the maximum, the rows that hold the "
      "maximum are in no bin. A constant factor makes the score undefined. Continuous factors, unknown to that study, "
      "are cut into 10 equal widths. A constant code is the second of a single one." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "rule=range:bins=20:rows=train:constants=keep:columns=all",
      "Only the training rows count: the first 10000, or two thirds where there are fewer than 15000. A constant "
      "factor makes 0/0 and the score undefined. Continuous factors, unknown to that study, are cut into 10 equal "
      "widths. A constant code is the second of a single one." },
};

const assay_metric assay_metric_mig = {
    .flags = ASSAY_SEPARATE | ASSAY_REPEATS | ASSAY_SPARSE | ASSAY_VARYING | ASSAY_CYCLIC,
    .id = "mig",
    .title = "Mutual Information Gap",
    .family = "information",
    .formula = "MIG = 1/M sum_i [I(v_i; z_first) - I(v_i; z_second)] / H(v_i)",
    .source = "Chen, Li, Grosse, Duvenaud 2018, arXiv:1802.04942, section 4.1, equation 6",
    METRIC_PARTS,
};
