/*
 * rows_features.c -- what scores of sparse codes ought to see, asked where a store has the scenario `features`: an
 * ideal encoder, the oracle, and encoders of the same rows with one defect. No score has to see every defect: what the
 * first ones say is reported alone. That scores do not rate the oracle best, or random codes low, is a defect of
 * theirs.
 */
#include "property.h"

/* Encoders share their rows, so no difference of theirs is a bias of little data: exact. */
/* clang-format off */
#define OF_FEATURES(...) { __VA_ARGS__, "ours, after Chanin 2026, arXiv:2605.18229" }, .exact = 1
#define OF_QUALITY(...) OF_FEATURES(__VA_ARGS__), .but = ASSAY_DESCRIBES, \
    .but_why = "describes the codes: neither much nor little is best"
#define ENCODER(name, dose) { "features", "encoder=" name ";dose=" dose }
#define PAIR(how_, limit_, why_, from, to) { .named = { from, to }, .how = (how_), .limit = (limit_), .why = (why_) }
#define ORACLE ENCODER("oracle", "0")
#define RANDOM ENCODER("random", "1")
#define EACH_OTHER(PAIR_OF) PAIR_OF("absorbed"), PAIR_OF("split"), PAIR_OF("hedged"), PAIR_OF("merged"), \
    PAIR_OF("missed"), PAIR_OF("shrunk"), PAIR_OF("noisy"), PAIR_OF("superposed")
/* clang-format on */

/* One defect, in the dose at which the score ought to see it. */
#define SEES(encoder, dose, why_)                                                                                  \
    .diagnostic = 1,                                                                                               \
    .rule = "features: encoder=" encoder ";dose=" dose " worse than the oracle by at least `sensitive`. Worse is " \
            "lower, of absorption higher",                                                                         \
    .compares = COMPARES(PAIR(SECOND_WORSE, "sensitive", why_, ORACLE, ENCODER(encoder, dose)))

/* A child's code that takes over its parent's direction is a defect that sparsity itself rewards. arXiv:2409.14507. */
const property property_sees_absorption = {
    OF_FEATURES("sees-absorption", "sees absorption", "absorb"),
    SEES("absorbed", "0.8", "parents are off where a child fires"),
    .asks = "Is the score worse where codes of parents are off in most rows of their children?",
};

/* A feature over several codes by context: neither code alone can be steered or read. */
const property property_sees_splitting = {
    OF_FEATURES("sees-splitting", "sees splitting", "split"),
    SEES("split", "0.8", "features are spread over two codes"),
    .asks = "Is the score worse where most features are spread over two codes?",
};

/* A dictionary that is too narrow mixes correlated features into one direction. */
const property property_sees_hedging = {
    OF_FEATURES("sees-hedging", "sees hedging", "hedge"),
    SEES("hedged", "0.8", "directions of parents hold those of children"),
    .asks = "Is the score worse where the direction of a parent holds part of its child's?",
};

const property property_sees_missed = {
    OF_FEATURES("sees-missed", "sees missed features", "missed"),
    SEES("missed", "0.8", "most features have no code"),
    .asks = "Is the score worse where four of five features have no code?",
};

/* The set of directions stays what it is: a score of directions alone cannot see it. Those that use directions with
 * codes or activations have to. */
const property property_sees_decoder = {
    OF_FEATURES("sees-decoder", "sees a permuted decoder", "decoder"),
    SEES("permuted-decoder", "1", "each code has the direction of another one"),
    .asks = "Is the score worse where every code has the direction of another code?",
};

/* Rare features are why dictionaries are made wide. A mean over rows or over variance hardly notices them. */
const property property_rare_features_count = {
    OF_FEATURES("rare-features-count", "counts rare features", "rare"),
    SEES("missed", "0.1", "the rarest features have no code"),
    .asks = "Is the score worse where the rarest tenth of the features has no code?",
};

/* An L1 penalty shortens all codes: which features fire is as it was. A score of reconstruction has to see it, one of
 * detection must not. */
const property property_blind_to_shrinkage = {
    OF_FEATURES("blind-to-shrinkage", "blind to shrinkage", "shrink"),
    .asks = "Does the score stay when all codes are shorter by the same share?",
    .rule = "features: encoder=shrunk, dose=0.4 and 0.8, within `flat` of the oracle",
    .diagnostic = 1,
    .compares = COMPARES(PAIR(TWINS_ALIKE, "flat", "the same features fire", ORACLE, ENCODER("shrunk", "0.4")),
                         PAIR(TWINS_ALIKE, "flat", "the same features fire", ORACLE, ENCODER("shrunk", "0.8"))),
};

#define NOT_BELOW_RANDOM(encoder) \
    PAIR(SECOND_NOT_WORSE, "ordered", "codes and directions are random", RANDOM, ENCODER(encoder, "0.8"))

/* Untrained dictionaries came close to trained ones in scores of Korznikov et al. 2026, arXiv:2602.14111. */
const property property_random_is_low = {
    OF_QUALITY("random-is-low", "rates random codes low", "random"),
    .asks = "Are random codes, of the same activity, rated lowest of all encoders?",
    .rule = "features: encoder=random;dose=1 worse than the oracle by at least `sensitive`, and no other encoder worse "
            "than it by more than `ordered`",
    .compares = COMPARES(PAIR(SECOND_WORSE, "sensitive", "codes and directions are random", ORACLE, RANDOM),
                         EACH_OTHER(NOT_BELOW_RANDOM)),
};

#define NOT_ABOVE_ORACLE(encoder) \
    PAIR(SECOND_NOT_BETTER, "ordered", "no code is better than the feature itself", ORACLE, ENCODER(encoder, "0.8"))

/* A score that some defect raises is raised by training towards that defect. */
const property property_oracle_is_best = {
    OF_QUALITY("oracle-is-best", "rates the oracle best", "oracle"),
    .asks = "Is an encoder that gives the features themselves rated best of all?",
    .rule = "features: no other encoder better than encoder=oracle by more than `ordered`, and random codes worse by "
            "at least `sensitive`",
    .compares = COMPARES(PAIR(SECOND_WORSE, "sensitive", "codes and directions are random", ORACLE, RANDOM),
                         EACH_OTHER(NOT_ABOVE_ORACLE)),
};
