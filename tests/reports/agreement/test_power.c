/* How many seeds and samples tell two points apart. */
#include "typed_point.h"

#include "power.h"

static const power_options usual = { 0.05, 0.9, 0 };

/* t(.975, 12) = 2.1788, t(.9, 12) = 1.3562, sum over sqrt 13 = .980 <= 1; for 12 seeds (2.2010 + 1.3634) / sqrt 12
 * = 1.029. */
TEST(one_standard_deviation_takes_thirteen_seeds)
{
    assert_int_equal(power_seeds_needed(1.0, 1.0, &usual), 13);
    assert_int_equal(power_seeds_needed(-0.02, 0.02, &usual), 13); /* neither sign nor unit matters */
    assert_int_equal(power_seeds_needed(0.5, 1.0, &usual),
                     45); /* (2.0154 + 1.3006) / .5 = 6.632 <= sqrt 45 < ... 44: 6.637 */
    assert_int_equal(power_seeds_needed(0.0, 1.0, &usual), 0);
    assert_int_equal(power_seeds_needed(1e-9, 1.0, &usual), 0);
    /* (1.95996 + 1.28155)^2 / .003874^2 = 700,128: below a million, though the next power of two is above */
    const size_t many = power_seeds_needed(0.003874, 1.0, &usual);
    assert_true(many > 700000 && many < 700260);
    assert_int_equal(power_seeds_needed(0.0032, 1.0, &usual), 0); /* 1,026,000 */
    assert_int_equal(power_seeds_needed(NAN, 1.0, &usual), 0);
}

static const uint64_t seeds[] = { 0, 1, 2, 3 };

static evidence_point point_of(const char *scenario, const char *name, double x, const double *value)
{
    return (evidence_point)FIELDS(.at = typed_point(scenario, name), .scenario = scenario, .symbol = "alpha",
                                  .point = name, .x = x, .samples = 1000, .n = 4, .seed = seeds, .value = value);
}

static power_step *steps_of(const evidence_point *points, size_t n, const char *scenario, const double *own,
                            size_t want)
{
    const evidence_series of = {
        .metric = "mig", .preset = "default", .output = "mig", .n_points = n, .point = points
    };
    power_step *steps;
    size_t count;
    assert_int_equal(power_steps(&of, scenario, own, &usual, &steps, &count, NULL), ASSAY_OK);
    assert_int_equal(count, want);
    return steps;
}

static void steps_freed(power_step **steps) { free(*steps); }

/* Steps -.3, -.1, -.3, -.1: mean -.2, sd sqrt(.04 / 3) = .11547. 5 seeds: (2.7764 + 1.5332) / sqrt 5 = 1.9273 standard
 * deviations are found, so the sd may be .2 / 1.9273 = .10377 and N = 1000 (.11547 / .10377)^2 = 1238.2. */
TEST(samples_lessen_what_the_data_contribute)
{
    const double a[] = { 1.0, 0.9, 1.0, 0.9 }, b[] = { 0.7, 0.8, 0.7, 0.8 };
    const evidence_point points[] = { point_of("noise", "alpha=0", 0.0, a), point_of("noise", "alpha=0.2", 0.2, b) };
    const double own[] = { 0.02, 0.04 }, large[] = { 0.08, 0.08 };
    FREED(steps_freed) power_step *steps = steps_of(points, 2, "noise", NULL, 1);
    assert_int_equal(steps->seeds, 4);
    assert_true(fabs(steps->step + 0.2) <= 1e-15);
    assert_true(fabs(steps->sd - sqrt(0.04 / 3.0)) <= 1e-15);
    assert_true(steps->samples_needed[0] == 1239.0);
    free(steps);
    /* m^2 = (.0004 + .0016) / 2 = .001: data (.013333 - .002), left .010769 - .002 -> 1000 * .011333 / .008769 = 1292.5
     */
    steps = steps_of(points, 2, "noise", own, 1);
    assert_true(steps->samples_needed[0] == 1293.0);
    free(steps);
    /* 2 m^2 = .0128 is more than 5 seeds can bear, however many samples */
    steps = steps_of(points, 2, "noise", large, 1);
    assert_true(isinf(steps->samples_needed[0]));
    assert_true(isfinite(steps->samples_needed[2]));
}

TEST(one_seed_plans_nothing)
{
    const double a[] = { 1.0 }, b[] = { 0.7 };
    evidence_point points[] = { point_of("noise", "alpha=0", 0.0, a), point_of("noise", "alpha=0.2", 0.2, b) };
    points[0].n = points[1].n = 1;
    FREED(steps_freed) power_step *steps = steps_of(points, 2, "noise", NULL, 1);
    assert_true(isnan(steps->sd));
    assert_int_equal(steps->seeds_needed, 0);
    for (size_t k = 0; k < POWER_PLANS; k++) assert_true(isnan(steps->samples_needed[k]));
}

TEST(points_are_told_from_their_neighbour_alone)
{
    const double v[] = { 1.0, 0.9, 1.0, 0.9 };
    const evidence_point points[] = {
        point_of("noise", "alpha=0;delta=1", 0.0, v), point_of("noise", "alpha=0;delta=2", 0.0, v),
        point_of("noise", "alpha=1;delta=1", 1.0, v), point_of("noise", "alpha=1;delta=2", 1.0, v),
        point_of("noise", "alpha=2;delta=2", 2.0, v),
    };
    FREED(steps_freed) power_step *steps = steps_of(points, 5, "noise", NULL, 3);
    assert_ptr_equal(steps[0].to, &points[2]);
    assert_ptr_equal(steps[1].to, &points[3]);
    assert_ptr_equal(steps[2].to, &points[4]);
    assert_int_equal(steps[0].seeds_needed, 0); /* no step */
    const evidence_series of = { .metric = "mig", .preset = "default", .n_points = 5, .point = points };
    assay_error err;
    power_step *none;
    size_t count;
    assert_int_equal(power_steps(&of, "mixing", NULL, &usual, &none, &count, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "mixing"));
}

/* `partial` sweeps the parameter `known` and calls it M: the swept parameter is the one its descriptor says. */
TEST(a_symbol_need_not_be_the_parameter)
{
    const double v[] = { 1.0, 0.9, 1.0, 0.9 };
    evidence_point points[] = {
        point_of("partial", "known=2;rest=9", 2.0, v),
        point_of("partial", "known=3;rest=9", 3.0, v),
        point_of("partial", "known=3;rest=8", 3.0, v),
        point_of("partial", "known=4;rest=8", 4.0, v),
    };
    for (size_t k = 0; k < 4; k++) points[k].symbol = "M";
    FREED(steps_freed) power_step *steps = steps_of(points, 4, "partial", NULL, 2);
    assert_ptr_equal(steps[0].to, &points[1]);
    assert_ptr_equal(steps[1].from, &points[2]);
    assert_ptr_equal(steps[1].to, &points[3]);
}

TESTS_MAIN
