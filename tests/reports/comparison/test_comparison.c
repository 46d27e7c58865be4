/* Comparisons by hand: numbers that a page of paper gives, refusals, and what many comparisons do to p. */
#include "check.h"
#include "comparison.h"

/* Two runs on two draws each, by hand: a {1, 3} with draws {0, 2} and {2, 4}; alike rows move both by 2. */
TEST(a_mean_by_hand)
{
    const double first[] = { 0, 2 }, second[] = { 2, 4 };
    compared_model runs[] = { { .score = 1, .data = "d", .draws = 2, .draw = first, .factor = 1, .units = 50 },
                              { .score = 3, .data = "d", .draws = 2, .draw = second, .factor = 1, .units = 50 } };
    compared_side a = { .at = runs, .n = 2, .range = { -INFINITY, INFINITY } };
    compared is;
    comparison_make(&a, NULL, 0.95, &is);
    /* V1 = var{1, 3} = 2; S^2 = 2, I = 2 - 2 = 0: V = 2 + 1 = 3; df = 9 / (4/1 + 1/1) */
    check_near(is.value, 2, 0, "mean");
    check_near(is.error, sqrt(3), 1e-15, "rows and runs");
    check_near(is.freedom, 1.8, 1e-15, "Satterthwaite");
    runs[1].data = "e"; /* rows of its own: V1 = 1, I = 2: nothing of S^2 is left */
    comparison_make(&a, NULL, 0.95, &is);
    check_near(is.error, 1, 1e-15, "rows are all of the spread");
    runs[1].data = "d";
    runs[1].seed = runs[0].seed = "7"; /* one run, whose rows alone count */
    comparison_make(&a, NULL, 0.95, &is);
    assert_int_equal(is.runs[0], 1);
    check_near(is.error, sqrt(2), 1e-15, "one run");
    assert_true(isnan(is.next[0]) && isnan(is.effect));
    compared_model same[] = { runs[0], runs[1] };
    compared_side b = { .at = same, .n = 2, .range = { 0, 9 } };
    same[0].score += 5;
    same[1].score += 5;
    comparison_make(&b, &a, 0.95, &is); /* alike rows cancel */
    assert_true(is.value == 5 && is.error == 0 && is.p == 0 && is.low == 5 && is.high == 5);
}

TEST(what_cannot_be_said_is_refused)
{
    const double draw[] = { 0.1, NAN, 0.3 }, none[] = { NAN, NAN, 1 };
    compared_model one = { .score = 0.2, .data = "d", .draws = 3, .draw = draw, .factor = 1, .units = 50 };
    compared_side side = { .at = &one, .n = 1, .range = { 0, 1 } }, empty = { 0 };
    compared is;
    comparison_make(&side, NULL, 0.95, &is);
    assert_int_equal(is.refused, COMPARED); /* two draws are defined */
    check_near(is.freedom, 1, 1e-15, "of two draws");
    static const struct {
        size_t draws, units;
        int is_none;
        enum comparison_refusal why;
    } all[] = { { 0, 50, 0, REFUSED_DRAWS }, { 3, 1, 0, REFUSED_CLUSTERS }, { 3, 50, 1, REFUSED_CLUSTERS } };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        one.draws = all[k].draws;
        one.units = all[k].units;
        one.draw = all[k].is_none ? none : draw;
        comparison_make(&side, &side, 0.95, &is);
        assert_int_equal(is.refused, all[k].why);
        assert_true(isnan(is.p) && isnan(is.low) && comparison_why(is.refused)[0]);
    }
    comparison_make(&side, &empty, 0.95, &is);
    assert_int_equal(is.refused, REFUSED_EMPTY);
}

TEST(chance_is_one_shuffle_for_all)
{
    const double up[] = { 0.1, 0.5, 0.3, NAN }, down[] = { 0.5, 0.1, 0.3, 0.9 };
    compared_model models[] = { { .score = 0.4, .data = "d", .shuffles = 4, .shuffled = up },
                                { .score = 0.4, .data = "d", .shuffles = 4, .shuffled = down } };
    compared_side side = { .at = models, .n = 2, .range = { 0, 1 } };
    size_t undefined; /* means .3 .3 .3 and (0 + .9) / 2 */
    check_near(comparison_chance(&side, &undefined), 2.0 / 5, 1e-15, "means of shuffles");
    assert_int_equal(undefined, 1);
    side.undefined = 1; /* a run whose score is undefined is the worst */
    check_near(comparison_chance(&side, &undefined), 2.0 / 5, 1e-15, "alike for the score");
}

TEST(p_of_many)
{
    double holm[] = { 0.04, NAN, 0.01, 0.03, 0.005 };
    const double holm_is[] = { 0.06, NAN, 0.03, 0.06, 0.02 };
    comparison_holm(holm, 5); /* R: p.adjust(c(.04, .01, .03, .005), "holm") */
    for (size_t k = 0; k < 5; k++) assert_true(k == 1 ? isnan(holm[k]) : fabs(holm[k] - holm_is[k]) < 1e-15);
}

/* a and b are alike, c is below by far more than rows do; nobody is judged without draws. */
TEST(the_best_are_a_set)
{
    const double draw[][4] = { { 0.50, 0.52, 0.51, 0.49 }, { 0.52, 0.50, 0.49, 0.51 }, { 0.20, 0.22, 0.21, 0.19 } };
    compared_model model[4] = { 0 };
    compared_side side[4] = { 0 };
    for (size_t k = 0; k < 4; k++) {
        model[k] = (compared_model)FIELDS(.score = k < 3 ? draw[k][2] : 0.9, .data = "d", .draws = k < 3 ? 4 : 0,
                                          .draw = draw[k % 3], .factor = 1, .units = 50);
        side[k] = (compared_side){ .at = &model[k], .n = 1, .range = { 0, 1 } };
    }
    unsigned char best[4];
    assert_true(comparison_best(side, 3, 0.95, best));
    assert_true(best[0] && best[1] && !best[2]);
    comparison_best(side, 4, 0.95, best);
    assert_true(!best[3] && best[0]);
    assert_false(comparison_best(side + 3, 1, 0.95, best));
}

TESTS_MAIN
