/*
 * rows.c -- properties that only compare points: a row each. What is compared, in words, is its `rule`; `compares` is
 * the same for the judge. A comment says why the property matters, and what the row does not.
 */
#include "property.h"

static int is_ideal(const scenario_point *point) { return point_has_word(point, "code", "ideal"); }
static int is_invertible(const scenario_point *point) { return point_number(point, "alpha") <= 0.4; }
static int has_ideal_codes(const scenario_point *point) { return point_number(point, "alpha") == 0.0; }
static int has_noisy_codes(const scenario_point *point) { return point_number(point, "alpha") == 0.4; }
static int is_unmixed(const scenario_point *point) { return point_number(point, "alpha") == 1.0; }
static int is_ideal_case(const scenario_point *point) { return point_has_word(point, "case", "ideal"); }
static int has_some_signal(const scenario_point *point) { return point_number(point, "alpha") <= 0.8; }
static int has_noise_alone(const scenario_point *point) { return point_number(point, "alpha") == 1.0; }

/* Of the scenario shapes, where stored: a change of the same data, at every shape and of both kinds. */
static int has_change(const scenario_point *p, const char *change)
{
    return point_has_word(p, "change", "none") || point_has_word(p, "change", change);
}
static int has_dead_codes(const scenario_point *p) { return has_change(p, "dead-codes"); }
static int has_constants(const scenario_point *p) { return has_change(p, "constant-factors"); }
static int has_units(const scenario_point *p) { return has_change(p, "unit"); }
static int has_order(const scenario_point *p) { return has_change(p, "order") || has_change(p, "sign"); }
/* Orders of rows are asked at one shape, with more seeds. */
static int has_rows(const scenario_point *p)
{
    if (has_change(p, "rows")) return 1;
    return point_has_word(p, "shape", "square") && point_has_word(p, "kinds", "continuous") &&
           (has_change(p, "sorted") || has_change(p, "grid") || has_change(p, "walk") || has_change(p, "blocks"));
}
/* Of shapes; of a scenario that adds a number of columns; of inputs, a representation and its twins with one change. */
/* clang-format off */
#define SHAPES(wanted_, limit_, why_) { .scenario = "shapes", .wanted = (wanted_), .how = CHANGED, .along = "change", \
    .flags = POINTS_OPTIONAL | POINTS_UNDEFINED, .limit = (limit_), .why = (why_) }
#define COUNTED(scenario_, why_) { .scenario = (scenario_), .how = CHANGED, .along = "count", \
    .flags = POINTS_UNDEFINED, .limit = "dead", .why = (why_) }
#define TWINS(limit_, why_, ...) { .named = { __VA_ARGS__ }, .how = TWINS_ALIKE, .limit = (limit_), .why = (why_) }
#define TABLE(change) { "inputs", "change=" change }
#define INPUT(change, why_) .rule = "inputs, change=" change ": within `flat` of change=none", .claims = 7, \
    .compares = COMPARES(TWINS("flat", why_, TABLE("none"), TABLE(change)))
#define TWO_INPUTS(limit_, why_, base, one, other) \
    .rule = "inputs, change=" one " and " other ": within `" limit_ "` of change=" base, \
    .compares = COMPARES(TWINS(limit_, why_, TABLE(base), TABLE(one), TABLE(base), TABLE(other)))

/* The points of a sweep, by their truth; one that is the same at all. */
#define FOLLOWS(scenario_, about_) { .scenario = (scenario_), .how = NEIGHBOURS, .about = (about_) }
#define SAME(scenario) .rule = scenario ": the same at all points within `flat`", .claims = 7, \
    .compares = COMPARES(FOLLOWS(scenario, ANY_PROPERTY))
/* clang-format on */

/* A score that does not fall where codes mix factors praises what it was made to find out. A score that is 0
 * wherever a factor is in two codes has not stayed in `duplicate`. Noise, which does not change modularity either,
 * has a property of its own. Section 3.1. */
const property property_modularity_coherent = {
    { "modularity-coherent", "coherent with modularity", "mod.", "Boilard 2022, table 3.2, column 1" },
    .asks = "Does a score of modularity fall where codes mix factors, and stay where they do not?",
    .rule = "mixing: falls by at least `step` from each point to the next. duplicate: the same at all points within "
            "`flat`, and no more than `flat` below the ideal code, noise at alpha=0. Points are compared where "
            "everything the output claims is known and points one way. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "mixing", "duplicate", "noise", NULL },
    .claims = ASSAY_MODULARITY,
    .compares = COMPARES(FOLLOWS("mixing", MODULARITY),
                         { .scenario = "duplicate", .how = NEIGHBOURS_AND_IDEAL, .about = MODULARITY }),
};

/* A factor that is spread over several codes cannot be steered by one of them; the score is there to tell. Section
 * 3.3.4. The study counts a gap that is 0 at two and at four copies as coherent; here it is not, since it does not
 * tell these apart. */
const property property_compactness_coherent = {
    { "compactness-coherent", "coherent with compactness", "comp.", "Boilard 2022, table 3.2, column 2" },
    .asks = "Does a score of compactness fall the more codes share a factor, and stay where they do not?",
    .rule = "mixing, noisy-copy where stored, and duplicate at a fixed number of factors: at least `step` "
            "lower at each less compact point; two copies at least `step` below the ideal code, noise at alpha=0. "
            "Equally compact points: the same within `flat`. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "noise", "mixing", "duplicate", "noisy-copy", NULL },
    .claims = ASSAY_COMPACTNESS,
    .compares = COMPARES(
        FOLLOWS("mixing", COMPACTNESS), FOLLOWS("duplicate", COMPACTNESS),
        { .scenario = "noisy-copy", .flags = POINTS_OPTIONAL, .how = NEIGHBOURS, .about = COMPACTNESS },
        { .named = { IDEAL_CODE, { "duplicate", "copies=2;factors=4" } }, .how = NEIGHBOURS, .about = COMPACTNESS }),
};

/* Codes that no longer determine the factors are worth less, codes that are merely mixed are not. At alpha = .5 the
 * mixing matrix is singular. Sections 3.3.1 and 3.3.2. */
const property property_explicitness_coherent = {
    { "explicitness-coherent", "coherent with explicitness", "expl.", "Boilard 2022, table 3.2, column 3" },
    .asks = "Does a score of explicitness fall as codes lose the factors, and stay where they are only mixed?",
    .rule = "noise: falls by at least `step` from each point to the next. mixing up to alpha=0.4: the same "
            "within `flat`, for outputs that claim explicitness alone. How far it falls in all is not asked",
    .scenarios = (const char *const[]){ "noise", "mixing", NULL },
    .claims = ASSAY_EXPLICITNESS,
    .compares = COMPARES(FOLLOWS("noise", EXPLICITNESS),
                         { .scenario = "mixing", .wanted = is_invertible, .how = NEIGHBOURS, .about = EXPLICITNESS }),
};

/* What a network learns is seldom linear in the factor; a code that is any monotonous function of it holds it all.
 * Section 3.3.3. */
const property property_nonlinear_relations = {
    { "nonlinear", "sees non-linear relations", "nonlin.", "Boilard 2022, table 3.2, column 5" },
    .asks = "Does the score stay when codes are curved functions of the factors?",
    SAME("nonlinear"),
};

/* Real data vary in more ways than were written down; ideal codes of those are no fault. Section 3.3.5. */
const property property_unmeasured_factors = {
    { "unmeasured-factors", "robust to unmeasured factors", "partial", "Boilard 2022, table 3.2, column 8" },
    .asks = "Does the score stay when some of the factors that the codes hold are not known to the metric?",
    SAME("partial"),
};

/* Nothing fixes the scale or the origin of a learnt code. Metrics that draw random numbers draw others for each
 * point: their means over seeds are compared. */
const property property_rescaling_invariant = {
    { "rescaling-invariant", "invariant to rescaling", "affine", "ours" },
    .asks = "Does the score stay when codes are given in other units?",
    .rule = "affine: within `invariance` with and without the map. shapes, where stored: with and without units of "
            "their own, at every shape",
    .scenarios = (const char *const[]){ "affine", "shapes", NULL },
    .exact = 1,
    .compares = COMPARES({ .scenario = "affine", .how = INVARIANT, .why = "only the units differ" },
                         SHAPES(has_units, "invariance", "only the units differ")),
};

/* Nothing fixes either in a learnt representation. A score that looks at code i for factor i, or that ends a loop at
 * the first dead code, is found out here. Metrics that draw random numbers draw others for each point: their means
 * over seeds are compared. */
const property property_permutation_invariant = {
    { "permutation-invariant", "invariant to order and sign", "permute", "ours" },
    .asks = "Does the score stay when codes are put into another order, or negated?",
    .rule = "flip-permute: the same at all four points within `invariance`. shapes, where stored: in another order and "
            "with other signs, at every shape",
    .scenarios = (const char *const[]){ "flip-permute", "shapes", NULL },
    .exact = 1,
    .compares =
        COMPARES({ .scenario = "flip-permute", .how = INVARIANT, .why = "only the order or the signs of codes differ" },
                 SHAPES(has_order, "invariance", "only the order or the signs of codes differ")),
};

/* A table has its rows in some order, and nobody means it. A metric that learns on the first rows and scores the last
 * ones has other rows to learn on: its means over seeds are compared. */
const property property_row_order = {
    { "row-order", "invariant to the order of rows", "rows", "ours" },
    .asks = "Does the score stay when the rows come in another order?",
    .rule =
        "shapes: within `invariance`, at every shape, where rows are drawn again; of four codes where they are sorted "
        "by a factor, in a grid's order, a random walk or two domains",
    .exact = 1,
    .compares = COMPARES(SHAPES(has_rows, "invariance", "only the order of the rows differs")),
};

/* Trained models switch codes off. Published implementations have stopped at the first such code, or made the whole
 * score undefined. Boilard 2022 names the defect of the published DCI loop. */
const property property_dead_code_safe = {
    { "dead-code-safe", "safe with dead codes", "dead", "ours" },
    .asks = "Does the score stay when codes that never change are added?",
    .rule = "dead-code: within `dead` of the score without dead codes, for every number and place of them. shapes, "
            "where stored: the same at every shape. Defined with them alone, or without them alone, is a failure",
    .scenarios = (const char *const[]){ "dead-code", "shapes", NULL },
    .exact = 1,
    .compares = COMPARES(COUNTED("dead-code", "dead codes say nothing"),
                         SHAPES(has_dead_codes, "dead", "dead codes say nothing")),
};

/* Tables of data sets have columns with one value (the colour of dSprites). A metric that divides by M - 1 or log M
 * scores the same codes higher for every one of them: DCI's modularity .00, .37 with one, .70 with eight. */
const property property_constant_factor = {
    { "constant-factor", "safe with constant factors", "constant", "ours" },
    .asks = "Does the score stay when factors that never change are added?",
    .rule =
        "dead-factor: within `dead` of the score without constant factors, for every number and place of them. "
        "shapes, where stored: the same at every shape. Defined with them alone, or without them alone, is a failure",
    .scenarios = (const char *const[]){ "dead-factor", "shapes", NULL },
    .exact = 1,
    .compares = COMPARES(COUNTED("dead-factor", "constant factors say nothing"),
                         SHAPES(has_constants, "dead", "constant factors say nothing")),
};

/* Models have more codes than data have factors. A mean over codes that counts those of noise like the others
 * compares two models by how many spare codes they have. */
const property property_irrelevant_codes = {
    { "irrelevant-codes", "robust to codes of noise", "spare", "ours" },
    .asks = "Does the score stay when codes of noise are added to perfect ones?",
    SAME("irrelevant-code"),
};

/* Labels of real data are correlated; what a metric takes away for that is no fault of the codes. arXiv:2006.07886,
 * arXiv:2210.07347. */
const property property_correlated_factors = {
    { "correlated-factors", "robust to correlated factors", "correl.",
      "Traeuble et al. 2021, section 3; Roth et al. 2023" },
    .asks = "Does the score of ideal codes stay when pairs of factors are correlated?",
    .rule = "correlated with ideal codes: within `flat` of independent factors, for every number of pairs and spread",
    .claims = 7,
    .compares = COMPARES({ .scenario = "correlated", .wanted = is_ideal, .how = BRIEFLY }),
};

/* One cause that is behind many labels (the season, the camera) is the rule in real data. arXiv:2210.07347. */
const property property_confounded_factors = {
    { "confounded-factors", "robust to a confounder", "confound", "Roth et al. 2023" },
    .asks = "Does the score of ideal codes stay when one factor pulls all others towards itself?",
    .rule = "confounder with ideal codes: within `flat` of independent factors for every spread",
    .claims = 7,
    .compares = COMPARES({ .scenario = "confounder", .wanted = is_ideal, .how = BRIEFLY }),
};

/* One far value stretches bins of equal width until nearly all samples share one, and decides every regression. Yet
 * each code, the tangent of its factor, is a bijection of it. */
const property property_heavy_tails = {
    { "heavy-tails", "robust to heavy tails", "tails", "ours" },
    .asks = "Does the score stay when codes are bijections of their factors with values that are very far out?",
    .rule = "heavy-tail: no more than `flat` below the ideal code, noise at alpha=0",
    .scenarios = (const char *const[]){ "heavy-tail", "noise", NULL },
    .claims = 7,
    .compares = COMPARES({ .named = { IDEAL_CODE, { "heavy-tail", "" } }, .how = WITH_IDEAL }),
};

/* Few corpora have every label for every sample. What is left out should cost precision, not change the score. A
 * metric that does not apply there is undefined. */
const property property_absent_values = {
    { "absent-values", "robust to absent values", "absent",
      "ours, after Zhang, Prokhorov and Shareghi 2021, section 3.2" },
    .asks = "Does the score stay when values of the factors are missing at random?",
    SAME("absent"),
};

/* Embeddings put the values of a factor anywhere, and may take two coordinates for it. A metric that needs them in
 * order, or one by one, takes a perfect representation for a bad one. */
const property property_many_values = {
    { "many-values", "reads values with random coordinates", "letters",
      "Zhang, Prokhorov and Shareghi 2021, section 2.2" },
    .asks = "Is a representation that gives each of 20 values random coordinates rated as what it is, perfect?",
    .rule = "letters: by truth with one coordinate and with two, `step` lower for compactness, within `flat` for the "
            "others; no more than `flat` below the ideal code, noise at alpha=0, where the claims are as good",
    .scenarios = (const char *const[]){ "letters", "noise", NULL },
    .claims = 7,
    .compares = COMPARES({ .scenario = "letters", .how = NEIGHBOURS_AND_IDEAL, .about = ANY_PROPERTY }),
};

/* Scores of data sets with 2, 6 and 32 factors stand in one table. */
const property property_any_dimension = {
    { "any-dimension", "the same for few factors and many", "factors", "ours" },
    .asks = "Does the score stay when there are more factors, each with a code as good?",
    .rule = "dimension, alpha=0, 0.4 and 1: within `flat` of the score with two factors",
    .claims = 7,
    .compares = COMPARES({ .scenario = "dimension", .wanted = has_ideal_codes, .how = BRIEFLY },
                         { .scenario = "dimension", .wanted = has_noisy_codes, .how = BRIEFLY },
                         { .scenario = "dimension", .wanted = has_noise_alone, .how = BRIEFLY }),
};

/* Modularity and compactness belong to the axes, explicitness does not: a turn of 45 degrees takes the first two
 * away and leaves the third. Nobody has to want this; it tells what a metric is about. Scores of several claims
 * follow what all of them say. Failing it is no defect. */
const property property_rotation = {
    { "rotation", "follows a rotation", "rotate", "ours, after Boilard 2022, section 4.1.4" },
    .asks = "Do scores of modularity and compactness fall as the axes turn, and those of explicitness stay?",
    .rule = "rotate: falls by at least `step` at every angle, for outputs that claim explicitness alone the "
            "same within `flat`",
    .diagnostic = 1,
    .claims = 7,
    .compares = COMPARES(FOLLOWS("rotate", ANY_PROPERTY)),
};

/* Noise in a code changes how well the factor can be read, not which factor it is. A score of modularity that falls
 * with noise measures explicitness under another name. Section 3.3.1. */
const property property_noise_robust = {
    { "noise-robust", "robust to noise", "noise", "Boilard 2022, table 3.2, column 7" },
    .asks = "Does a score of modularity or compactness stay when codes get noisy, as long as anything is left"
            " of the factors?",
    .rule = "noise, alpha=0 to 0.8: the same at all points within `flat`; not for outputs that claim "
            "explicitness too",
    .claims = ASSAY_MODULARITY | ASSAY_COMPACTNESS,
    .but = ASSAY_EXPLICITNESS,
    .but_why = "claims explicitness too, so it must fall with noise",
    .compares = COMPARES({ .scenario = "noise", .wanted = has_some_signal, .how = NEIGHBOURS, .about = ANY_PROPERTY }),
};

/* Factors of real data depend on each other; a metric that takes this for entangled codes cannot be used there. First
 * desideratum. */
const property property_dependent_complete = {
    { "dependent-complete", "complete for dependent factors", "dep. 1", "Almudevar and Ortega 2025, section 5.1" },
    .asks = "Do ideal codes get the best score however much the factors depend on each other?",
    .rule = "dependent, alpha=1: within `calibration` of the upper end at every delta",
    .claims = ASSAY_MODULARITY | ASSAY_COMPACTNESS,
    .compares = COMPARES({ .scenario = "dependent",
                           .wanted = is_unmixed,
                           .flags = POINTS_UNDEFINED,
                           .how = AT_TOP,
                           .limit = "calibration",
                           .why = "each code is a bijection of its factor" }),
};

/* The more factors resemble each other, the less a code that mixes them is at fault. Second desideratum. The paper's
 * own minimality over bins rises by up to .033 between delta = .7 and 1 at alpha = .85; the threshold lets that
 * pass. */
const property property_dependent_ordered = {
    { "dependent-ordered", "ordered by dependence", "dep. 2", "Almudevar and Ortega 2025, section 5.1" },
    .asks = "Does the score never rise when mixed factors become more independent?",
    .rule = "dependent, at each alpha: rises by at most `ordered` from any delta to any larger one",
    .claims = ASSAY_MODULARITY | ASSAY_COMPACTNESS,
    .compares = COMPARES({ .scenario = "dependent",
                           .how = NO_RISE,
                           .along = "delta",
                           .limit = "ordered",
                           .why = "the factors become less alike" }),
};

/* A metric that shares out information among factors gives a perfect code of each one less as soon as one follows from
 * another. The twin has parents of its own: the same distributions and codes, the redundancy taken away. (Against
 * independent Gaussian factors a difference would be the curves', which reach 1e46 as published.) A metric may be meant
 * to notice: a diagnostic. */
const property property_redundancy_fair = {
    { "redundancy-fair", "fair to redundant factors", "redund.", "after Joshi et al. 2026, experiment 1" },
    .asks = "Do perfect codes score the same where one factor is a function of others?",
    .rule = "guard, codes=scaled, curves=bounded: within `flat` of the same with curves=apart where two factors are "
            "curves of a third, and where one is the product of two",
    .diagnostic = 1,
    .off_sweep = 1,
    .claims = 7,
    .compares = COMPARES({ .named = { { "guard", "structure=redundant;codes=scaled;derived=2;curves=apart" },
                                      { "guard", "structure=redundant;codes=scaled;derived=2;curves=bounded" },
                                      { "guard", "structure=two-parents;codes=scaled;curves=apart" },
                                      { "guard", "structure=two-parents;codes=scaled;curves=bounded" } },
                           .how = TWINS_ALIKE,
                           .limit = "flat",
                           .why = "each factor has its code" }),
};

/* A model that drops one factor is worse than one that has all. A score that averages over what it finds, or classifies
 * what is left over by elimination, does not see it. A mean over factors falls by an eighth where the last one scores
 * what codes that say nothing do; half of it is left to scores that weigh factors by what they hold, or that a guess
 * gets part of. Modularity is perfect there. arXiv:1802.05983. */
const property property_missing_factor = {
    { "missing-factor", "misses a factor without code", "missing", "Kim and Mnih 2018, section 4" },
    .asks = "Is a score of compactness or explicitness lower when one factor of eight has no code at all?",
    .rule = "kim-mnih: at least `missing` below the ideal code, noise at alpha=0",
    .scenarios = (const char *const[]){ "kim-mnih", "noise", NULL },
    .claims = ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS,
    .compares = COMPARES({ .named = { IDEAL_CODE, { "kim-mnih", "" } },
                           .how = SECOND_LOWER,
                           .limit = "missing",
                           .why = "one factor of eight has no code" }),
};

/* Most metrics rate some entangled representation as high as a disentangled one, or a disentangled one low. Cases of a
 * few lines show which. Of an output that claims two properties of which one falls and one rises both are asked, and no
 * score does both: what such a number says of either is not to be told from it. arXiv:1910.05587. */
const property property_high_and_low = {
    { "high-and-low", "rates small cases high or low as it must", "cases",
      "after Sepliarskaia, Kiseleva and de Rijke 2019" },
    .asks = "Are small representations that are ideal rated best, and those that are not lower?",
    .rule =
        "sepliarskaia: within `calibration` of the upper end for the ideal case; at least `step` lower where less is "
        "true, within `flat` where as much is",
    .claims = 7,
    .compares = COMPARES({ .scenario = "sepliarskaia",
                           .flags = POINTS_OF_TRUTH,
                           .how = NEIGHBOURS,
                           .about = ANY_PROPERTY,
                           .top = is_ideal_case,
                           .limit = "calibration",
                           .why = "the codes are the factors" }),
};

/* Every code has two factors and every factor two codes, and a metric that asks which code varies least while a factor
 * is fixed finds one each time, and calls it perfect. The map is linear and of full rank: explicitness stays. In the
 * manner of Kim and Mnih 2018, section 4. */
const property property_mixed_pairs = {
    { "mixed-pairs", "sees codes that are means of two factors", "pairs",
      "ours; a counterexample to Higgins et al. 2017" },
    .asks = "Is a score of modularity or compactness lower when each code is the mean of two factors?",
    .rule =
        "higgins: at least `sensitive` below the ideal code, noise at alpha=0; outputs that claim explicitness alone: "
        "no more than `flat` below it",
    .scenarios = (const char *const[]){ "higgins", "noise", NULL },
    .claims = 7,
    .compares = COMPARES(
        { .named = { IDEAL_CODE, { "higgins", "" } },
          .how = SECOND_LOWER,
          .claims = ASSAY_MODULARITY | ASSAY_COMPACTNESS,
          .limit = "sensitive",
          .why = "each code is the mean of two factors" },
        { .named = { IDEAL_CODE, { "higgins", "" } }, .how = WITH_IDEAL, .but = ASSAY_MODULARITY | ASSAY_COMPACTNESS }),
};

/* A score per factor that depends on how many values the factor has ranks factors by their alphabet. Six factors of 2
 * to 40 values each have an ideal code. */
const property property_cardinality_fair = {
    { "cardinality-fair", "fair to factors with few values", "values", "ours" },
    .asks = "Do factors with few values and with many get the same score when all have ideal codes?",
    .rule = "cardinality: the scores of any two factors within `flat`",
    .compares = COMPARES({ .named = { { "cardinality", "" } },
                           .how = FACTORS_ALIKE,
                           .limit = "flat",
                           .why = "each factor has an ideal code" }),
};

/* Physical units differ by many powers of ten; squares of 1e-200 underflow, and a small constant added to a
 * denominator is not small there. */
const property property_any_units = {
    { "any-units", "invariant to tiny and huge units", "units", "ours" },
    .asks = "Does the score stay when codes are given in units of 1e-100 or 1e100?",
    TWO_INPUTS("invariance", "only the units differ", "none", "tiny", "huge"),
    .exact = 1,
};

/* Classes are numbered in the order in which a table has them. A regression on such numbers, or their order, is an
 * accident. */
const property property_any_names = {
    { "any-names", "invariant to the names of classes", "names", "ours" },
    .asks = "Does the score stay when the classes of the factors are numbered in another order?",
    .rule = "inputs, change=renamed: within `invariance` of change=classes",
    .exact = 1,
    .compares = COMPARES(TWINS("invariance", "only the names of classes differ", TABLE("classes"), TABLE("renamed"))),
};

/* Few factors of real data are uniform. Bins and variances follow the law; how good a code is does not. */
const property property_any_law = {
    { "any-law", "the same for Gaussian factors", "laws", "ours" },
    .asks = "Does the score of perfect codes stay when the factors are Gaussian?",
    INPUT("gaussian", "each code is its factor"),
};

/* Classes of real data are unbalanced, and labels are coarser than what they name. Entropies follow both; how well a
 * code determines its factor does not. */
const property property_any_shares = {
    { "any-shares", "the same for unbalanced and merged classes", "shares", "ours" },
    .asks = "Does the score of perfect codes stay when classes are unbalanced, or merged by two?",
    TWO_INPUTS("flat", "each code determines its factor", "classes", "unbalanced", "merged"),
    .claims = 7,
};

/* Orientation, hue and azimuth have no first value. A score that takes them for a line changes by what its user called
 * 0. Bins are cut somewhere, so a score of bins is not the same to the last digit. */
const property property_turned_angle = {
    { "turned-angle", "invariant to where an angle begins", "angle", "ours" },
    .asks = "Does the score stay when the angles are counted from elsewhere?",
    .rule = "turned, where stored: turn=0.25 and 0.5 within `flat` of turn=0",
    .claims = 7,
    .compares = COMPARES(TWINS("flat", "only the beginning of the angles differs", { "turned", "turn=0" },
                               { "turned", "turn=0.25" }, { "turned", "turn=0" }, { "turned", "turn=0.5" })),
};

/* A table has sizes and colours. A score that treats them by different measures compares two data sets by how many
 * of each they have. */
const property property_any_kind = {
    { "any-kind", "the same for numbers and classes", "kinds", "ours" },
    .asks = "Does the score of perfect codes stay when some of the factors, or all, are classes?",
    TWO_INPUTS("flat", "each code determines its factor", "none", "mixed", "classes"),
    .claims = 7,
};

/* A code that holds all of a factor need not rise with it. A score of explicitness that means what a line reads out
 * falls by its meaning; its documents have to say so. */
const property property_any_bijection = {
    { "any-bijection", "reads codes that are not monotone", "biject.", "ours" },
    .asks = "Does the score stay when codes are one-to-one, but not monotone functions of the factors?",
    INPUT("shuffled", "each code determines its factor"),
};

/* Tables have the same attribute in two columns. Nothing changes in how compact and how explicit the codes are. */
const property property_factor_twice = {
    { "factor-twice", "safe with a factor that stands twice", "twice", "ours" },
    .asks = "Do scores of compactness and explicitness stay when a factor stands in the table twice?",
    .rule = "inputs, change=twice: within `flat` of change=none. Modularity is unknown there, and not asked",
    .claims = ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS,
    .compares = COMPARES(TWINS("flat", "the second column says nothing new", TABLE("none"), TABLE("twice"))),
};

/* One wrong value among thousands is nothing that a score should tell models apart by. */
const property property_one_outlier = {
    { "one-outlier", "robust to one outlier", "outlier", "ours" },
    .asks = "Does the score of perfect codes stay when a single value of one code is far out?",
    INPUT("outlier", "one value differs"),
};

/* Labels of real data are wrong in a few rows. */
const property property_swapped_rows = {
    { "swapped-rows", "robust to a few swapped rows", "swapped", "ours" },
    .asks = "Does the score of perfect codes stay when a hundredth of the rows have the codes of others?",
    INPUT("swapped", "99 of 100 rows are the same"),
};
