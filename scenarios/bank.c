/*
 * bank -- pairs of representations whose order is known, for the question which metric orders them rightly
 *
 *   A pair (A, B) shares what decides the property asked about but for its amount, A having more of it or both the
 *   same, and differs at random in all that the property does not mean. pairs/bank_pair.c draws the pairs,
 *   pairs/bank_side.c their rows. Conditions are parameters: pairs of one number that differ in one of them are matched.
 *
 *   Truth    of the property asked about alone: 1 where nothing of it is lost, else an order within the pair.
 *   Source   ours.
 */
#include "bank_pair.h"
#include "scenario.h"

enum { PROPERTY, SPOIL, KINDS, DEPENDENCE, NOISE, CURVES, CONTAMINATION, ORDER, PAIR, SIDE, BANK };

static pair_key key_of(const double *p)
{
    return (pair_key){ .property = (int)p[PROPERTY], .spoil = (int)p[SPOIL], .kinds = (int)p[KINDS],
                       .dependence = (int)p[DEPENDENCE], .noise = (int)p[NOISE], .curves = (int)p[CURVES],
                       .contamination = (int)p[CONTAMINATION], .order = (int)p[ORDER],
                       .pair = (uint32_t)p[PAIR], .bank = (uint32_t)p[BANK] };
}

static assay_status build_seeded(const double *parameter, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    const pair_key key = key_of(parameter);
    const char *refused = pair_refusal(&key);
    if (refused) return assay_fail(err, ASSAY_EUSAGE, "the bank has no such pair: %s", refused);
    pair_side side[2];
    assay_stream stream;
    pair_draw(&key, side);
    assay_stream_seed(&stream, seed);
    return side_build(&side[(int)parameter[SIDE]], n, &stream, to);
}

static void truth(const double *parameter, assay_truth to[3])
{
    const pair_key key = key_of(parameter);
    to[MODULARITY] = to[COMPACTNESS] = to[EXPLICITNESS] = (assay_truth){ ASSAY_UNKNOWN, 0 };
    if (pair_refusal(&key)) return;
    pair_side side[2];
    pair_draw(&key, side);
    const double left = 1.0 - side[(int)parameter[SIDE]].amount;
    to[key.property] = left == 1.0 ? truth_is(1.0) : truth_order(left);
}

static const char *const properties[] = { "modularity", "compactness", "explicitness", NULL };
static const char *const spoils[] = { "mixing", "rotation", "copies", "noise", "missing", "folding", NULL };
static const char *const kinds[] = { "continuous", "categorical", "mixed", NULL };
static const char *const dependences[] = { "independent", "dependent", NULL };
static const char *const noises[] = { "none", "equal", "better-side", NULL };
static const char *const curves[] = { "none", "monotone", NULL };
static const char *const contaminations[] = { "none", "swapped", "outlier", NULL };
static const char *const orders[] = { "ordered", "level", NULL };
static const char *const sides[] = { "a", "b", NULL };

#define WORD(which, name, about, usual, list)                                                                          \
    [which] = { .id = (name), .text = (about), .standard = (usual), .high = (double)(ASSAY_COUNT(list) - 2),           \
                .flags = ASSAY_WHOLE, .words = (list) }

static const assay_option parameters[] = {
    WORD(PROPERTY, "property", "of which side A has more", PAIR_MODULARITY, properties),
    WORD(SPOIL, "spoil", "what takes it away", SPOIL_MIXING, spoils),
    WORD(KINDS, "kinds", "kinds of factors; mixed: every second one is categorical", KINDS_CONTINUOUS, kinds),
    WORD(DEPENDENCE, "dependence", "of factors on the one before", FACTORS_INDEPENDENT, dependences),
    WORD(NOISE, "noise", "noise on neither side, equal on both, or more on the better side", NOISE_NONE, noises),
    WORD(CURVES, "curves", "maps of finished codes", CURVES_MONOTONE, curves),
    [CONTAMINATION] = { .id = "contamination",
                        .text = "a hundredth of the rows swapped, or one outlier, on both sides",
                        .high = 2,
                        .flags = ASSAY_WHOLE | ASSAY_NAMED_IF_SET,
                        .words = contaminations },
    WORD(ORDER, "order", "side A has more of the property, or both have the same", ORDER_ORDERED, orders),
    [PAIR] = { .id = "pair", .text = "number of the pair", .high = 1e6, .flags = ASSAY_WHOLE },
    WORD(SIDE, "side", "which of the two", SIDE_A, sides),
    [BANK] = { .id = "bank",
               .text = "seed of the pairs; 0: the published bank",
               .high = 4294967295.0,
               .flags = ASSAY_WHOLE | ASSAY_NAMED_IF_SET },
};

static const double zero[] = { 0 }, one[] = { 1 }, both[] = { SIDE_A, SIDE_B };
static const assay_sweep sweeps[] = {
    [PROPERTY] = SWEEP("property", zero), [SPOIL] = SWEEP("spoil", zero), [KINDS] = SWEEP("kinds", zero),
    [DEPENDENCE] = SWEEP("dependence", zero), [NOISE] = SWEEP("noise", zero), [CURVES] = SWEEP("curves", one),
    [CONTAMINATION] = SWEEP("contamination", zero), [ORDER] = SWEEP("order", zero), [PAIR] = SWEEP("pair", zero),
    [SIDE] = SWEEP("side", both), [BANK] = SWEEP("bank", zero),
};

const assay_scenario assay_scenario_bank = {
    .abi = ASSAY_ABI,
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
    .own_factors = "its factors are drawn with each pair",
    .order_within = 1u << PROPERTY | 1u << SPOIL | 1u << KINDS | 1u << DEPENDENCE | 1u << NOISE | 1u << CURVES |
                    1u << CONTAMINATION | 1u << ORDER | 1u << PAIR | 1u << BANK,
    .is_bank = 1,
};
