/* Sheets along what a scenario is there for: numbers of samples, an option's values, single factors; and when not. */
#include "check.h"

#include "sheets.h"

static evidence_point *add(evidence *to, const char *scenario, const char *point, uint64_t samples, const char *preset)
{
    evidence_entry entry =
        FIELDS(.scenario = scenario, .scenario_title = "T", .symbol = "", .point = point, .x = NAN, .samples = samples,
               .metric = "mig", .metric_title = "MIG", .family = "information", .preset = preset, .output = "mig",
               .measures = ASSAY_COMPACTNESS, .low = 0, .high = 1);
    entry.truth[1] = (assay_truth){ ASSAY_IS, 1.0 };
    return evidence_add(to, &entry);
}

static void score(evidence *to, const char *scenario, const char *point, uint64_t samples, const char *preset,
                  double value)
{
    evidence_point *at = add(to, scenario, point, samples, preset);
    evidence_score(at, 0, value, NULL);
    evidence_score(at, 1, value + 0.1, NULL);
}

/* Scores on their sheets; zero-initialise before. */
typedef struct laid {
    evidence from;
    score_rows rows;
    sheets all;
} laid;

static const sheets *lay_out(laid *to)
{
    score_rows_list(&to->from, &to->rows);
    sheets_build_along(&to->rows, &to->all);
    return &to->all;
}

static void let_go(laid *of) { evidence_free(&of->from); }

typedef struct scored {
    const char *preset;
    double value;
} scored;

/* Of the one point of `bins`. */
static const sheets *lay_out_bins(laid *to, const scored *of, size_t n)
{
    for (size_t k = 0; k < n; k++) score(&to->from, "bins", "alpha=0.2", 1000, of[k].preset, of[k].value);
    return lay_out(to);
}

TEST(test_sizes)
{
    static const uint64_t sizes[] = { 5000, 200, 1000 }; /* as they may come */
    FREED(let_go) laid l = { 0 };
    for (size_t k = 0; k < 3; k++) {
        score(&l.from, "sample-size", "alpha=0", sizes[k], "default", 0.5);
        if (k) score(&l.from, "sample-size", "alpha=1", sizes[k], "default", 1e-4 * (double)sizes[k]);
    }
    const sheets *all = lay_out(&l);
    assert_int_equal(all->count, 2);
    const sheet *s = &all->at[1];
    assert_int_equal(s->along, SHEET_SIZES);
    assert_string_equal(s->fixed.text, "alpha=1"); /* what tells the two apart */
    assert_int_equal(s->n_points, 2);
    assert_true(s->x[0] == 200 && s->x[1] == 1000);
    check_near(s->cell[0]->mean, 0.02 + 0.05, 1e-15, "at 200");
    check_near(s->cell[1]->mean, 0.1 + 0.05, 1e-15, "at 1000");
    assert_int_equal(s->least_seeds, 2);
    assert_int_equal(all->at[0].n_points, 3);
    assert_int_equal(all->at[0].several_samples, 0);
    assert_string_equal(sheet_samples_text(s), "200 to 1000 samples"); /* its own: the scenario has 5000, too */
    assert_string_equal(sheet_axis_text(s, 60), "number of samples, N");
    assert_string_equal(sheet_point_text(s, 1), "N=1000");
}

/* More points than sizes, or two sizes: the points are what is swept. */
TEST(test_not_sizes)
{
    static const char *const points[] = { "alpha=0", "alpha=0.2", "alpha=0.4", "alpha=1" };
    for (size_t n_points = 1; n_points <= 4; n_points += 3) {
        const uint64_t n_sizes = n_points == 1 ? 2 : 3;
        FREED(let_go) laid l = { 0 };
        for (size_t p = 0; p < n_points; p++)
            for (uint64_t n = 1; n <= n_sizes; n++) score(&l.from, "noise", points[p], 100 * n, "default", 0.5);
        const sheets *all = lay_out(&l);
        assert_int_equal(all->count, n_sizes);
        assert_int_equal(all->at[0].along, SHEET_POINTS);
        assert_int_equal(all->at[0].n_points, n_points);
    }
}

/* One of four points at three sizes: it stands along these, and with the others at the size where they are. */
TEST(test_some_sizes)
{
    static const char *const points[] = { "alpha=0", "alpha=0.2", "alpha=0.4", "alpha=1" };
    FREED(let_go) laid l = { 0 };
    for (size_t p = 0; p < 4; p++) score(&l.from, "noise", points[p], 1000, "default", 0.5);
    score(&l.from, "noise", "alpha=0.2", 100, "default", 0.5);
    score(&l.from, "noise", "alpha=0.2", 500, "default", 0.5);
    const sheets *all = lay_out(&l);
    assert_int_equal(all->count, 2);
    assert_int_equal(all->at[0].along, SHEET_POINTS);
    assert_int_equal(all->at[0].n_points, 4);
    assert_int_equal(all->at[0].samples, 1000);
    assert_int_equal(all->at[1].along, SHEET_SIZES);
    assert_int_equal(all->at[1].n_points, 3);
    assert_string_equal(all->at[1].fixed.text, "alpha=0.2");
    assert_string_equal(sheet_samples_text(&all->at[1]), "100 to 1000 samples");
    assert_int_equal(sheets_stand_together(&all->at[0], &all->at[1]), 0);
}

TEST(test_option)
{
    FREED(let_go) laid l = { 0 };
    static const scored list[] = {
        { "default", 0.6 }, /* ten of each: the definition's */
        { "default:bins=5:factor-bins=5", 0.7 },
        { "default:bins=50:factor-bins=50", 0.3 },
        { "default:bins=5:factor-bins=7", 0.9 }, /* no one number */
    };
    const sheets *all = lay_out_bins(&l, list, sizeof list / sizeof *list);
    assert_int_equal(all->count, 2);
    assert_int_equal(all->at[1].along, SHEET_POINTS); /* what is on no axis stands as ever */
    assert_int_equal(all->at[1].n_curves, 1);
    assert_string_equal(all->at[1].curve[0]->variant->name.text, "default:bins=5:factor-bins=7");
    const sheet *s = &all->at[0];
    assert_int_equal(s->along, SHEET_OPTION);
    assert_string_equal(s->fixed.text, "");
    assert_int_equal(s->n_curves, 1);
    assert_string_equal(s->curve[0]->preset, "default");
    assert_int_equal(s->n_points, 3);
    assert_true(s->x[0] == 5 && s->x[1] == 10 && s->x[2] == 50);
    check_near(s->cell[0]->mean, 0.75, 1e-15, "five bins");
    check_near(s->cell[1]->mean, 0.65, 1e-15, "the definition's ten");
    check_near(s->cell[2]->mean, 0.35, 1e-15, "fifty bins");
    assert_string_equal(sheet_axis_text(s, 60), "bins");
}

/* Neither a series that lacks the score of its definition nor one with a single value keeps the others from an axis. */
TEST(test_option_in_any_order)
{
    FREED(let_go) laid l = { 0 };
    static const scored list[] = {
        { "thesis:bins=7", 0.1 },    /* no base */
        { "zaidi2020:bins=5", 0.2 }, /* one value */
        { "zaidi2020", 0.3 },        { "default:bins=5", 0.4 }, { "default:bins=50", 0.5 }, { "default", 0.6 },
    };
    const sheets *all = lay_out_bins(&l, list, sizeof list / sizeof *list);
    assert_int_equal(all->count, 2);
    assert_int_equal(all->at[0].along, SHEET_OPTION);
    assert_int_equal(all->at[0].n_curves, 2);
    assert_int_equal(all->at[1].n_curves, 1);
}

/* Two options, one of which has a single other value. */
TEST(test_two_options)
{
    FREED(let_go) laid l = { 0 };
    static const scored list[] = {
        { "default", 0.6 },
        { "default:bins=5", 0.4 },
        { "default:factor-bins=5", 0.5 },
        { "default:factor-bins=30", 0.7 },
    };
    const sheets *all = lay_out_bins(&l, list, sizeof list / sizeof *list);
    assert_int_equal(all->count, 2);
    assert_string_equal(all->at[0].symbol, "bins");
    assert_int_equal(all->at[0].n_points, 2);
    assert_true(all->at[0].numeric);
    assert_string_equal(all->at[1].symbol, "factor-bins");
    assert_int_equal(all->at[1].n_points, 3);
}

/* Without the definition's own score nothing says what the others are variations of. */
TEST(test_not_option)
{
    static const char *const presets[] = { "default:bins=5", "default:bins=20", "default:bins=50" };
    FREED(let_go) laid l = { 0 };
    for (size_t p = 0; p < 3; p++) score(&l.from, "bins", "alpha=0.2", 1000, presets[p], 0.5);
    const sheets *all = lay_out(&l);
    assert_int_equal(all->count, 1);
    assert_int_equal(all->at[0].along, SHEET_POINTS);
    assert_int_equal(all->at[0].n_curves, 3);
}

TEST(test_factors)
{
    static const double values[] = { 2, 3, 5, 10, 20, 40 }; /* of the scenario's factors */
    FREED(let_go) laid l = { 0 };
    evidence_point *at = add(&l.from, "cardinality", "", 1000, "default");
    at->axis = ASSAY_PER_FACTOR;
    for (uint64_t seed = 0; seed < 3; seed++) {
        evidence_score(at, seed, 0.5, NULL);
        for (size_t i = 0; i < 6; i++) {
            const double value = i == 5 && seed ? NAN : 0.1 * (double)i + 0.01 * (double)seed;
            evidence_item(at, i, value);
        }
    }
    score(&l.from, "cardinality", "", 1000, "zaidi2020", 0.4); /* its factors are not known */
    const sheets *all = lay_out(&l);
    assert_int_equal(all->count, 1);
    const sheet *s = &all->at[0];
    assert_int_equal(s->along, SHEET_FACTORS);
    assert_int_equal(s->n_curves, 1);
    assert_int_equal(s->n_points, 6);
    for (size_t i = 0; i < 6; i++) assert_true(s->x[i] == values[i]);
    check_near(s->cell[3]->mean, 0.31, 1e-15, "the mean of the factor's three");
    check_near(s->cell[3]->sd, 0.01, 1e-15, "their spread");
    assert_int_equal(s->cell[5]->seeds, 3);
    assert_int_equal(s->cell[5]->defined, 1);
    assert_int_equal(s->undefined, 2);
    assert_true(s->point[2]->truth[1].value == 1.0); /* what is true of the codes is true of each */
}

/* Nothing that is built in has the scores of factors here: the point is all there is. */
TEST(test_not_factors)
{
    FREED(let_go) laid l = { 0 };
    score(&l.from, "cardinality", "", 1000, "default", 0.4);
    const sheets *all = lay_out(&l);
    assert_int_equal(all->count, 1);
    assert_int_equal(all->at[0].along, SHEET_POINTS);
}

TESTS_MAIN
