/*
 *   A pair (A, B) shares what decides the property asked about but for its amount, A having more of it or both the
 *   same, and differs at random in all that the property does not mean. pairs/bank_pair.c draws the pairs,
 *   pairs/bank_side.c their rows. Conditions are parameters: pairs of one number that differ in one are matched.
 */
#include "bank_pair.h"
#include "recipe.h"
#include "scenario.h"

#define PARAMETERS(ROW, STILL)                                                                                         \
    STILL(PROPERTY, "property",                                                                                        \
          CHOICE("property", "of which side A has more", [PAIR_MODULARITY] = "modularity",                             \
                 [PAIR_COMPACTNESS] = "compactness", [PAIR_EXPLICITNESS] = "explicitness"))                            \
    STILL(                                                                                                             \
        SPOIL, "spoil",                                                                                                \
        CHOICE(                                                                                                        \
            "spoil",                                                                                                   \
            "what takes it away", [SPOIL_MIXING] = "mixing", [SPOIL_ROTATION] = "rotation", [SPOIL_COPIES] = "copies", \
            [SPOIL_NOISE] = "noise", [SPOIL_MISSING] = "missing", [SPOIL_FOLDING] = "folding"))                        \
    STILL(KINDS, "kinds",                                                                                              \
          CHOICE("kinds", "kinds of factors; mixed: every second one is categorical",                                  \
                 [KINDS_CONTINUOUS] = "continuous", [KINDS_CATEGORICAL] = "categorical", [KINDS_MIXED] = "mixed"))     \
    STILL(                                                                                                             \
        DEPENDENCE, "dependence",                                                                                      \
        CHOICE(                                                                                                        \
            "dependence",                                                                                              \
            "of factors on the one before", [FACTORS_INDEPENDENT] = "independent", [FACTORS_DEPENDENT] = "dependent")) \
    STILL(NOISE, "noise",                                                                                              \
          CHOICE("noise", "noise on neither side, equal on both, or more on the better side", [NOISE_NONE] = "none",   \
                 [NOISE_EQUAL] = "equal", [NOISE_BETTER] = "better-side"))                                             \
    STILL(CURVES, "curves",                                                                                            \
          CHOICE_OF("curves", "maps of finished codes", CURVES_MONOTONE,                                               \
                    0, [CURVES_NONE] = "none", [CURVES_MONOTONE] = "monotone"))                                        \
    STILL(                                                                                                             \
        CONTAMINATION, "contamination",                                                                                \
        CHOICE_OF("contamination",                                                                                     \
                  "a hundredth of the rows swapped, or one outlier, on both sides; or two recipes that a hunt found",  \
                  CONTAMINATION_NONE,                                                                                  \
                  ASSAY_NAMED_IF_SET, [CONTAMINATION_NONE] = "none", [CONTAMINATION_SWAPPED] = "swapped",              \
                  [CONTAMINATION_OUTLIER] = "outlier", [CONTAMINATION_ADVERSARIAL] = "adversarial"))                   \
    STILL(ORDER, "order",                                                                                              \
          CHOICE("order", "side A has more of the property, or both have the same", [ORDER_ORDERED] = "ordered",       \
                 [ORDER_LEVEL] = "level"))                                                                             \
    STILL(PAIR, "pair", WHOLE("pair", "number of the pair", 0, 0, 1e6))                                                \
    ROW(SIDE, "side", (SIDE_A, SIDE_B), CHOICE("side", "which of the two", [SIDE_A] = "a", [SIDE_B] = "b"))            \
    STILL(BANK, "bank",                                                                                                \
          LATER_WHOLE("bank", "seed of the pairs; -1: that of the rows, so that every seed is a bank", -1, -1,         \
                      9007199254740991.0))
PARAMETER_TABLE(PARAMETERS);

/* Without a bank of its own a point is of the bank of its seed: other seeds are other pairs. */
static pair_key key_of(const double *p, uint64_t seed)
{
    return (pair_key){ (int)p[PROPERTY],      (int)p[SPOIL],
                       (int)p[KINDS],         (int)p[DEPENDENCE],
                       (int)p[NOISE],         (int)p[CURVES],
                       (int)p[CONTAMINATION], (int)p[ORDER],
                       (uint32_t)p[PAIR],     p[BANK] >= 0.0 ? (uint64_t)p[BANK] : seed };
}

int bank_recipe(const double *parameter, char *to, size_t size)
{
    const pair_key key = key_of(parameter, 0);
    return key.contamination == CONTAMINATION_ADVERSARIAL && pair_adversarial(&key, (int)parameter[SIDE], to, size);
}

static assay_status build_seeded(const double *parameter, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    const pair_key key = key_of(parameter, seed);
    const char *refused = pair_refusal(&key);
    if (refused) return assay_fail(err, ASSAY_EUSAGE, "the bank has no such pair: %s", refused);
    pair_side side[2];
    char text[PAIR_RECIPE];
    assay_stream stream;
    if (bank_recipe(parameter, text, sizeof text)) return recipe_data(text, n, seed, to, err);
    pair_draw(&key, side);
    assay_stream_seed(&stream, seed);
    return side_build(&side[(int)parameter[SIDE]], n, &stream, to);
}

static void truth_seeded(const double *parameter, uint64_t seed, assay_truth to[3])
{
    const pair_key key = key_of(parameter, seed);
    truth_set(to, truth_unknown(), truth_unknown(), truth_unknown());
    if (pair_refusal(&key)) return;
    pair_side side[2];
    pair_draw(&key, side);
    if (key.contamination == CONTAMINATION_ADVERSARIAL) side[SIDE_A].amount = 0.0, side[SIDE_B].amount = 0.5;
    to[key.property] = truth_up_to_1(1.0 - side[(int)parameter[SIDE]].amount);
}

/* Of every seed: which side has more. */
static void truth(const double *parameter, assay_truth to[3])
{
    truth_seeded(parameter, 0, to);
    for (int p = 0; p < 3; p++)
        if (to[p].kind != ASSAY_UNKNOWN) to[p] = truth_order(parameter[ORDER] > 0.0 || parameter[SIDE] == SIDE_A);
}

const assay_scenario assay_scenario_bank = {
    .id = "bank",
    .title = "Pairs of known order",
    .formula =
        "two representations that differ in the amount of one property (mixed, turned, copied, noisy, missing or "
        "folded codes) and at random in order, signs, units, curves, copies, noise, spare and dead codes; M = 3 "
        "to 6",
    .draws =
        "the pair: random(64), then random(176) for each side, of SeedSequence((0xba9c, bank, property, spoil, "
        "order, pair)); rows: standard_normal((n, M)), then random((n, M)) where rows are mixed, random((n, codes)) "
        "of noise, random((n, missing)), random((n, spare)), permutation(n) where rows are swapped, each row by row",
    .truth_text =
        "side A has more of the property than side B, or both have the same (order=level); nothing is stated of "
        "the other two",
    .source = "ours",
    SWEPT(1000, 1),
    .build_seeded = build_seeded,
    .truth = truth,
    .truth_seeded = truth_seeded,
    .own_factors = "its factors are drawn with each pair",
    .order_within = 1u << PROPERTY | 1u << SPOIL | 1u << KINDS | 1u << DEPENDENCE | 1u << NOISE | 1u << CURVES |
                    1u << CONTAMINATION | 1u << ORDER | 1u << PAIR | 1u << BANK,
    .is_bank = 1,
};
