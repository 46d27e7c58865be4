/* Which metric for which question: intervals that cover, what leads, what hurts, what a constant can win. */
#include "typed_point.h"

#include "choice_table.h"

enum { LABS = 1500, GROUPS = 2, STRATA = 9, EACH = 8, VALUES = GROUPS * STRATA * EACH };

static double value[VALUES];
static size_t stratum[VALUES], group[VALUES], draw[VALUES];

/* The first n of them. */
static pair_values noted(size_t n) { return (pair_values){ n, value, stratum, group, draw }; }

/* The share of sets of banks whose interval holds the true concordance, where each stratum has a probability of its own
 * around `middle`, and every pair is drawn by itself. */
static double coverage(double middle, double spread)
{
    double right[GROUPS * STRATA], truth = 0.0;
    size_t covered = 0;
    assay_stream stream = stream_of(3);
    for (size_t h = 0; h < GROUPS * STRATA; h++) {
        right[h] = fmin(1.0, fmax(0.0, middle + spread * (2.0 * assay_stream_uniform(&stream) - 1.0)));
        truth += right[h] / (GROUPS * STRATA);
    }
    for (size_t lab = 0; lab < LABS; lab++) {
        for (size_t k = 0; k < VALUES; k++) {
            stratum[k] = k / EACH;
            group[k] = k / EACH / STRATA;
            draw[k] = k;
            value[k] = assay_stream_uniform(&stream) < right[stratum[k]];
        }
        const pair_values all = noted(VALUES);
        const concordance of = concordance_of(&all);
        covered += of.low <= truth && truth <= of.high;
    }
    return (double)covered / LABS;
}

/* 95 % said. The standard error of a share of .95 of 1500 is .0056: four of them below. Half a pair right and half a
 * pair wrong more in each stratum make intervals wider near the ends, and so does the wider of two spreads: there they
 * may cover all. */
TEST(intervals_cover_what_they_say)
{
    static const double middle[] = { 0.5, 0.7, 0.85, 0.95 }, spread[] = { 0.0, 0.15 };
    for (size_t m = 0; m < 4; m++)
        for (size_t s = 0; s < 2; s++) {
            const double covered = coverage(middle[m], spread[s]);
            if (covered < 0.95 - 4 * 0.0056) fail_msg("%.2f around %.2f: %.3f", spread[s], middle[m], covered);
            if (middle[m] < 0.8 && covered > 0.99) fail_msg("%.2f: %.3f covers too much", middle[m], covered);
        }
}

/* Eighteen pairs that share a draw have a share of right order of .4 to 1 in common: an interval that takes each pair
 * for one of its own is too narrow. Eight draws are few: .95 less
 * four standard errors of a share of 1500 and .01 for Student's interval of eight even values. */
TEST(pairs_of_the_same_draws_are_no_more_than_these)
{
    enum { DRAWS = 8, BOTH = VALUES };
    size_t covered = 0, alone = 0;
    assay_stream stream = stream_of(5);
    for (size_t lab = 0; lab < LABS; lab++) {
        double right[DRAWS];
        for (size_t d = 0; d < DRAWS; d++) right[d] = 0.4 + 0.6 * assay_stream_uniform(&stream);
        for (size_t k = 0; k < BOTH; k++) {
            draw[k] = k;
            stratum[k] = k / DRAWS;
            group[k] = 0;
            value[k] = fmin(1.0, fmax(0.0, right[k % DRAWS]));
        }
        const pair_values all = noted(BOTH);
        const concordance without = concordance_of(&all);
        for (size_t k = 0; k < BOTH; k++) draw[k] = k % DRAWS;
        const concordance with = concordance_of(&all);
        covered += with.low <= 0.7 && 0.7 <= with.high;
        alone += without.low <= 0.7 && 0.7 <= without.high;
    }
    if ((double)covered < (0.94 - 4 * 0.0056) * LABS || (double)alone > 0.9 * LABS)
        fail_msg("%zu of %d, %zu alone", covered, (int)LABS, alone);
}

TEST(a_share_without_pairs_is_unknown)
{
    const pair_values nothing = { 0 };
    const concordance none = concordance_of(&nothing);
    assert_true(none.pairs == 0 && isnan(none.value) && isnan(none.low));
}

/* Two groups of 2 and 6 values: the mean of 1/2 and 1, not 7/8. */
TEST(each_way_to_spoil_counts_alike)
{
    for (size_t k = 0; k < 8; k++) {
        value[k] = k > 0;
        stratum[k] = group[k] = k > 1;
        draw[k] = k;
    }
    const pair_values all = noted(8);
    check_near(concordance_of(&all).value, 0.75, 1e-15, "the mean of the groups' means");
}

enum { BANKS = 5, NUMBERS = 6, PAIRS = BANKS * NUMBERS };
enum { TRUE_ORDER, CONSTANT, RANDOM, FOOLED, UNDEFINED, JOINT, OWN, CONTROLS = OWN, SCORES = CONTROLS + 5 };
static const char *const names[SCORES] = { "true",          "flat",           "random",        "fooled",
                                           "undefined",     "joint",          "control-noise", "control-constant",
                                           "control-blind", "control-signal", "control-oracle" };

static double score_by(int which, int is_noisy, int side, assay_stream *stream)
{
    const double truth = side ? 0.4 : 1.0, drawn = assay_stream_uniform(stream);
    switch (which) {
    case JOINT:
    case TRUE_ORDER: return truth + 0.1 * drawn;
    case CONSTANT:
    case CONTROLS + 1: return 0.5;
    case RANDOM:
    case CONTROLS:
    case CONTROLS + 2:
    case CONTROLS + 3: return drawn;
    case CONTROLS + 4: return truth;
    case FOOLED: return is_noisy ? 1.0 - truth + 0.1 * drawn : truth + 0.1 * drawn;
    default: return is_noisy ? NAN : truth;
    }
}

static uint64_t banks_made = BANKS; /* with as many seeds every number is as many pairs */
static int scores_made = SCORES;

static void add_point(evidence *to, int which, const char *base, int noise, size_t pair, int side, assay_stream *stream)
{
    char text[256];
    evidence_point *at;
    snprintf(text, sizeof text,
             "property=modularity;spoil=mixing;kinds=continuous;dependence=independent;noise=%s;curves=monotone;"
             "order=ordered;pair=%zu;side=%s",
             noise ? "better-side" : base, pair, side ? "b" : "a");
    const evidence_entry entry =
        FIELDS(.scenario = "bank", .scenario_title = "", .symbol = "", .point = text,
               .truth = { { side ? ASSAY_ORDER : ASSAY_IS, side ? 0.6 : 1.0 } }, .samples = 1000,
               .metric = names[which], .metric_title = "", .family = "", .preset = "default", .output = names[which],
               .measures = which == JOINT ? 7 : ASSAY_MODULARITY, .flags = which >= CONTROLS ? ASSAY_CONTROL : 0,
               .low = 0, .high = 1);
    at = evidence_add(to, &entry);
    for (uint64_t seed = 1; seed <= banks_made; seed++) {
        const double score = score_by(which, noise, side, stream);
        evidence_score(at, seed, score, isnan(score) ? "one-code: made so" : NULL);
    }
}

/* Pairs with noise as `base` says, and the same with more noise on the better side. */
static void make_bank(const char *base, evidence *to)
{
    assay_stream stream = stream_of(1);
    for (int which = 0; which < scores_made; which++)
        for (int noise = 0; noise < 2; noise++)
            for (size_t pair = 0; pair < NUMBERS; pair++)
                for (int side = 0; side < 2; side++) add_point(to, which, base, noise, pair, side, &stream);
}

static const choice_strip *strip_of(const choice_property *p, const char *metric)
{
    for (size_t k = 0; k < p->n_strips; k++)
        if (strcmp(p->strip[k].of->metric, metric) == 0) return &p->strip[k];
    fail_msg("no strip of %s", metric);
    return NULL;
}

static int condition_of(const choice_property *p, const char *word)
{
    for (size_t k = 0; k < p->n_conditions; k++)
        if (strcmp(p->condition[k].word, word) == 0) return (int)k;
    return -1;
}

/* So does a score of several properties: it neither leads nor keeps another one from it. */
TEST(what_follows_the_truth_leads_and_nothing_else)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    make_bank("equal", &made);
    choice_make(&made, NULL, &of);
    const choice_property *p = &of.property[0];
    assert_int_equal(p->ordered, 2 * PAIRS);
    assert_int_equal(p->n_strips, SCORES);
    check_near(strip_of(p, "true")->all.value, 1.0, 0, "every pair");
    check_near(strip_of(p, "flat")->all.value, 0.5, 0, "a constant");
    check_near(strip_of(p, "fooled")->all.value, 0.5, 0, "right and wrong in turn");
    check_near(strip_of(p, "undefined")->all.value, 1.0, 0, "where it is defined");
    check_near(strip_of(p, "undefined")->defined, 0.5, 0, "the share of defined pairs");
    for (size_t k = 0; k < p->n_strips; k++)
        assert_int_equal(p->strip[k].leads, strcmp(p->strip[k].of->metric, "true") == 0);
    assert_int_equal(p->rivals, 4); /* neither the joint one, nor what is undefined on half of the pairs */
    assert_int_equal(p->banks, BANKS);
    assert_int_equal(p->banks_alone, 0);          /* twelve pairs of a bank rank nothing */
    assert_int_equal(of.property[1].n_strips, 0); /* nothing was scored of the other properties */
    assert_true(isnan(strip_of(p, "control-constant")->all.low) && isnan(strip_of(p, "control-oracle")->all.low));
    assert_true(strip_of(p, "flat")->all.low < 0.5); /* nobody says that it is one */
}

/* A leader is one that repeats, above controls: of three banks, or without one control, there is none. */
TEST(nothing_leads_in_few_banks_or_without_a_control)
{
    for (int few = 0; few < 2; few++) {
        FREED(evidence_free) evidence made = { 0 };
        choice of = { 0 };
        if (few) banks_made = 3;
        else scores_made = SCORES - 1;
        make_bank("equal", &made);
        banks_made = BANKS;
        scores_made = SCORES;
        choice_make(&made, NULL, &of);
        const choice_property *p = &of.property[0];
        assert_int_equal(p->lacks_controls, !few);
        for (size_t k = 0; k < p->n_strips; k++) assert_false(p->strip[k].leads);
        const char *text = choice_sentence(p);
        assert_non_null(strstr(text, few ? "pairs of 3 banks, fewer than 4" : "controls are not scored"));
        text = choice_found(&of);
        assert_non_null(strstr(text, "modularity: none is recommended"));
        assert_int_not_equal(text[strlen(text) - 1], '.'); /* whoever prints it ends the sentence */
    }
}

/* Of a bank with pairs enough a leader says in how many it leads; another bank draws other pairs. */
TEST(a_leader_says_in_how_many_banks_it_leads)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    assay_stream stream = stream_of(1);
    for (int which = 0; which < SCORES; which++)
        for (size_t pair = 0; pair < 20; pair++)
            for (int side = 0; side < 2; side++) add_point(&made, which, "none", 0, pair, side, &stream);
    choice_make(&made, NULL, &of);
    const choice_property *p = &of.property[0];
    assert_int_equal(p->banks_alone, BANKS);
    assert_int_equal(strip_of(p, "true")->leads_in, BANKS);
    assert_int_equal(strip_of(p, "flat")->leads_in, 0);
}

/* Each pair with the noisier better side has its match without noise: the fooled score goes from 1 to 0. */
TEST(pairs_like_the_data_are_counted_and_few_rank_nothing)
{
    static const struct {
        choice_like like;
        size_t usual;
        int few;
    } asked[] = {
        { { .kinds = "continuous" }, 2 * PAIRS, 0 },   { { .kinds = "categorical,mixed" }, 0, 1 },
        { { .expect = "noise" }, PAIRS, 0 },           { { .expect = "mixing" }, PAIRS, 0 },
        { { .dependence = "dependent" }, 0, 1 },       { { .codes = 1 }, 0, 1 },
        { { .rows = 900, .codes = 5 }, 2 * PAIRS, 0 },
    };
    FREED(evidence_free) evidence made = { 0 };
    make_bank("none", &made);
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        choice of = { 0 };
        choice_make(&made, &asked[k].like, &of);
        const choice_property *p = &of.property[0];
        if (asked[k].like.codes == 5) assert_true(p->usual > PAIRS / 2);
        else if (p->usual != asked[k].usual) fail_msg("%zu: %zu pairs", k, p->usual);
        assert_int_equal(p->too_few, asked[k].few);
        assert_int_equal(p->n_strips, asked[k].few ? 0 : SCORES);
        if (of.is_part) assert_int_equal(p->usual_there, 2 * PAIRS);
    }
    assert_null(choice_like_refusal(&(choice_like){ .kinds = "mixed", .expect = "noise,outlier" }));
    const char *text = choice_like_refusal(&(choice_like){ .expect = "noise,none,dust" });
    assert_non_null(text);
    assert_non_null(strstr(text, "no choice 'dust' of --expect (mixing, rotation"));
}

TEST(what_hurts_is_the_effect_of_matched_pairs)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    make_bank("none", &made);
    choice_make(&made, NULL, &of);
    const choice_property *p = &of.property[0];
    const int noisy = condition_of(p, "better-side");
    const choice_strip *fooled = strip_of(p, "fooled");
    assert_int_equal(p->condition[noisy].twins, PAIRS);
    check_near(fooled->under[noisy].effect, -1.0, 0, "from always right to always wrong");
    assert_true(fooled->under[noisy].low < -1.0 && fooled->under[noisy].high < -0.7);
    assert_int_equal(fooled->hurt[0], noisy);
    assert_int_equal(fooled->hurt[1], -1);
    assert_int_equal(strip_of(p, "true")->hurt[0], -1);
    assert_int_equal(strip_of(p, "flat")->hurt[0], -1);
}

TEST(no_cause_is_named_without_matched_pairs)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    make_bank("equal", &made);
    choice_make(&made, NULL, &of);
    const choice_property *p = &of.property[0];
    const int noisy = condition_of(p, "better-side");
    assert_int_equal(p->condition[noisy].twins, 0);
    check_near(strip_of(p, "fooled")->under[noisy].of.value, 0.0, 0, "wrong on the noisy side");
    assert_int_equal(strip_of(p, "fooled")->worst, noisy);
    assert_int_equal(strip_of(p, "fooled")->hurt[0], -1);
}

/* What leads because nothing else could is said to be compared with controls alone. */
TEST(who_leads_alone_says_so)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    make_bank("equal", &made);
    for (size_t k = 0; k < made.count; k++)
        if (strstr("flat random fooled", made.at[k].metric)) made.at[k].measures = ASSAY_MODULARITY | ASSAY_COMPACTNESS;
    choice_make(&made, NULL, &of);
    assert_non_null(strstr(choice_sentence(&of.property[0]),
                           "true (1.00) leads alone: no other metric of modularity alone is scored and defined"));
    assert_string_equal(choice_found(&of), "Which metric to report, and its concordance: modularity: true (1.00)");
}

/* What leads and the controls stay; what is left out is counted, and has no marks below the table. */
TEST(a_table_of_a_paper_has_what_leads_and_the_controls)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    OWNED char *text = NULL;
    size_t size;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    make_bank("equal", &made);
    choice_make(&made, NULL, &of);
    grid *g = choice_grid(&of, &of.property[0], 0);
    assert_int_equal(grid_print(g, GRID_LATEX, 0, to, &err), ASSAY_OK);
    fclose(to);
    grid_free(g);
    assert_non_null(strstr(text, "\n% 5 scores of lower concordance are left out: --all has them\n"));
    assert_non_null(strstr(text, "\\caption{Which metric to report for modularity: concordance"));
    assert_non_null(strstr(text, "{\\boldmath true} & "));
    assert_non_null(strstr(text, "\ncontrol-constant & "));
    assert_null(strstr(text, "\nfooled & "));
    assert_null(strstr(text, "claims other properties, too"));
}

TEST(no_pairs_no_strips)
{
    FREED(evidence_free) evidence made = { 0 };
    choice of = { 0 };
    choice_make(&made, NULL, &of);
    assert_int_equal(of.rows, 0);
    for (int p = 0; p < 3; p++) assert_int_equal(of.property[p].n_strips, 0);
}

TESTS_MAIN
