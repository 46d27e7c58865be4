/* Score tables: what a sheet is, the numbers and notes of a table, CSV and JSON; Student's t. */

#include "report_rows.h"
#include "score_table.h"
#include "student.h"

static char *printed(made_rows *rows, int format, int with_sd)
{
    const score_table_options options = { format, with_sd, 0, 0 };
    char *text = NULL;
    size_t size;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    if (score_table_write(listed(rows), &options, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
    fclose(to);
    return text;
}

/* mig at both points, at 0 with this mean; irs undefined in one seed at 0 and in all at 1 */
static void two_points(made_rows *rows, double mean)
{
    const char *zero = "alpha=0", *one = "alpha=1";
    add_row(rows, row_of("noise", "alpha", zero, 0, "mig", "information", mean));
    add_row(rows, with_undefined(row_of("noise", "alpha", zero, 0, "irs", "intervention", 0.5), 3, "one-code: d is 1"));
    add_row(rows, row_of("noise", "alpha", one, 1, "mig", "information", -0.25));
    add_row(rows, with_undefined(row_of("noise", "alpha", one, 1, "irs", "intervention", 0), 0, "one-code: d is 1"));
}

TEST(test_table)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    two_points(&rows, 0.75);
    FREED(text_freed) char *text = printed(&rows, GRID_TABLE, 0);
    assert_string_equal(text, "noise: A title (100 samples, mean over 4 seeds)\n\n"
                              "Metric    α=0      α=1\n"
                              "───────────────────────\n"
                              "mig     0.750   -0.250\n"
                              "───────────────────────\n"
                              "irs     0.500ᵃ       –ᵃ\n\n"
                              "ᵃ one-code (as in: d is 1): 5 values in 2 cells\n"
                              "5 of 16 values are undefined and left out of the means.\n");
    free(text);
    text = printed(&rows, GRID_TABLE, 1);
    assert_non_null(strstr(text, "0.750 ± 0.100"));
    assert_non_null(strstr(text, "mean ± standard deviation over 4 seeds"));
    free(text);
    text = printed(&rows, GRID_LATEX, 1);
    assert_non_null(strstr(text, " samples, mean \\ensuremath{\\pm} standard deviation over 4 seeds)}\n"));
}

TEST(test_csv)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    two_points(&rows, 0.75);
    FREED(text_freed) char *text = printed(&rows, GRID_CSV, 0);
    assert_string_equal(
        text, "scenario,point,x,samples,metric,preset,output,family,seeds,defined,mean,sd,least,most,undefined\r\n"
              "noise,alpha=0,0,100,mig,default,mig,information,4,4,0.75,0.1,0.65,0.85,\r\n"
              "noise,alpha=0,0,100,irs,default,irs,intervention,4,3,0.5,0.1,0.4,0.6,one-code: d is 1\r\n"
              "noise,alpha=1,1,100,mig,default,mig,information,4,4,-0.25,0.1,-0.35,-0.15,\r\n"
              "noise,alpha=1,1,100,irs,default,irs,intervention,4,0,,,,,one-code: d is 1\r\n");
}

TEST(test_json)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    two_points(&rows, 1.0 / 3.0);
    FREED(text_freed) char *text = printed(&rows, GRID_JSON, 0);
    FREED(json_freed) json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    const json_t *table = json_array_get(json_object_get(json, "tables"), 0);
    assert_int_equal(json_integer_value(json_object_get(table, "undefined")), 5);
    assert_int_equal(json_integer_value(json_object_get(table, "values")), 16);
    const json_t *curves = json_object_get(table, "rows");
    assert_int_equal(json_array_size(curves), 2);
    const json_t *mig = json_object_get(json_array_get(curves, 0), "cells");
    const json_t *irs = json_object_get(json_array_get(curves, 1), "cells");
    assert_true(json_real_value(json_object_get(json_array_get(mig, 0), "mean")) == 1.0 / 3.0);
    assert_true(json_is_null(json_object_get(json_array_get(mig, 0), "undefined")));
    assert_true(json_is_null(json_object_get(json_array_get(irs, 1), "mean")));
    assert_int_equal(json_integer_value(json_object_get(json_array_get(irs, 1), "defined")), 0);
    assert_string_equal(json_string_value(json_object_get(json_array_get(irs, 1), "undefined")), "one-code: d is 1");
}

/* Two swept parameters: a sheet for each value of the first, along the last; x comes from the points' names. */
TEST(test_sheets)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    static const char *const points[] = { "delta=0.5;alpha=10", "delta=0.5;alpha=2", "delta=0.5;alpha=0.25",
                                          "delta=1;alpha=10",   "delta=1;alpha=2",   "delta=1;alpha=0.25",
                                          "delta=2;alpha=10",   "delta=2;alpha=2",   "delta=2;alpha=0.25" };
    for (size_t p = 0; p < 9; p++) {
        if (p == 2) add_row(&rows, row_of("two", "", points[p], NAN, "mig", "f", 0.5)); /* new, before rmig */
        add_row(&rows, row_of("two", "", points[p], NAN, "rmig", "f", 0.1 * (double)p));
    }
    sheets all = { 0 };
    sheets_build(listed(&rows), &all);
    assert_int_equal(all.count, 3);
    const sheet *s = &all.at[0];
    assert_string_equal(s->fixed.text, "delta=0.5");
    assert_string_equal(all.at[1].fixed.text, "delta=1");
    assert_string_equal(s->symbol, "alpha");
    assert_true(s->numeric);
    assert_int_equal(s->n_points, 3);
    assert_true(s->x[0] == 0.25 && s->x[1] == 2 && s->x[2] == 10); /* by number, not by name */
    assert_int_equal(s->n_curves, 2);
    assert_string_equal(s->curve[0]->metric, "mig");
    check_near(s->cell[3]->mean, 0.2, 1e-15, "rmig at alpha=0.25");
    assert_null(s->cell[1]); /* mig at alpha=2 is not in the store */
    FREED(text_freed) char *text = printed(&rows, GRID_TABLE, 0);
    assert_non_null(strstr(text, "2 cells are not in the store and left empty."));
    assert_non_null(strstr(text, "two: A title, delta=0.5 (100 samples"));
}

TEST(test_points_that_are_no_numbers)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    add_row(&rows, row_of("duplicate", "", "copies=2;factors=4", NAN, "mig", "f", 1));
    add_row(&rows, row_of("duplicate", "", "copies=4;factors=2", NAN, "mig", "f", 0));
    evidence_entry larger = row_of("duplicate", "", "copies=4;factors=2", NAN, "mig", "f", 0);
    larger.samples = 200;
    add_row(&rows, larger);
    sheets all = { 0 };
    sheets_build(listed(&rows), &all);
    assert_int_equal(all.count, 2); /* two sizes */
    assert_false(all.at[0].numeric);
    assert_int_equal(all.at[0].n_points, 2);
    assert_true(all.at[0].several_samples);
    assert_int_equal(all.at[0].fixed.n, 0);
    assert_string_equal(sheet_point_text(&all.at[0], 0), "copies=2, factors=4");
}

/* Published percentiles of t (any table; Abramowitz and Stegun 1964, table 26.10), and two closed forms: with one
 * degree of freedom t is Cauchy's, tan(pi (p - 1/2)); with two t^2 = 2 (2p-1)^2 / (1 - (2p-1)^2). */
TEST(test_student)
{
    static const struct {
        double p, freedom, t, tol;
    } known[] = {
        { 0.975, 1, 12.706, 6e-4 },     { 0.975, 4, 2.776, 6e-4 }, { 0.975, 9, 2.262, 6e-4 },
        { 0.975, 30, 2.042, 6e-4 },     { 0.95, 5, 2.015, 6e-4 },  { 0.995, 10, 3.169, 6e-4 },
        { 0.975, 1e6, 1.959966, 2e-6 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        check_near(student_quantile(known[k].p, known[k].freedom), known[k].t, known[k].tol, "a percentile");
    for (double p = 0.55; p < 0.999; p += 0.05) {
        const double q = 2 * p - 1;
        check_near(student_quantile(p, 1) / tan(acos(-1.0) * (p - 0.5)), 1, 1e-12, "one degree of freedom");
        check_near(student_quantile(p, 2) / sqrt(2 * q * q / (1 - q * q)), 1, 1e-12, "two degrees of freedom");
        check_near(student_probability(-student_quantile(p, 7), 7), 1 - p, 1e-13, "symmetric, and the inverse");
    }
    check_near(student_half_width(2.0, 4, 0.95), 3.18244630528371, 1e-11, "t(0.975; 3) 2 / sqrt(4)");
    assert_true(isnan(student_half_width(NAN, 1, 0.95)));
    assert_true(isnan(student_half_width(0.0, 1, 0.95))); /* one seed has no spread, whatever is said */
    assert_true(isnan(student_quantile(1.0, 3)) && isnan(student_quantile(0.5, 0.0)));
    assert_true(student_half_width(0.0, 5, 0.95) == 0.0);
}

/* An end that the range cuts stands at the range; a mean outside of its range keeps its interval around it. */
TEST(test_student_interval)
{
    static const struct {
        double mean, half, range[2], ends[2];
    } known[] = {
        { 0.3, 0.1, { 0, 1 }, { 0.2, 0.4 } },    { 0.31, 1.94, { 0, 1 }, { 0, 1 } },
        { 0.9, 0.25, { 0, 1 }, { 0.65, 1 } },    { 7, 9, { 0, INFINITY }, { 0, 16 } },
        { 1.25, 0.5, { 0, 1 }, { 0.75, 1.75 } }, { -0.2, 0.5, { 0, 1 }, { -0.7, 0.3 } },
        { 0.5, 2, { 0, 0 }, { -1.5, 2.5 } },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double ends[2];
        student_interval(known[k].mean, known[k].half, known[k].range, ends);
        check_near(ends[0], known[k].ends[0], 1e-15, "the low end");
        check_near(ends[1], known[k].ends[1], 1e-15, "the high end");
    }
    double ends[2];
    student_interval(0.3, NAN, known[0].range, ends);
    assert_true(isnan(ends[0]) && isnan(ends[1]));
}

TEST(test_refusals)
{
    FREED(made_rows_free) made_rows none = { 0 };
    const score_table_options options = { GRID_TABLE, 0, 0, 0 };
    assay_error err = { "" };
    assert_int_equal(score_table_write(listed(&none), &options, stdout, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "no scores"));
}

/* A seed that is undefined for another reason than the first is not counted with it. */
TEST(test_reasons_apart)
{
    static const char *const why[] = { "constant-code: code z1", "constant-code: code z2", "one-code: d is 1" };
    FREED(made_rows_free) made_rows rows = { 0 };
    const evidence_entry entry = row_of("noise", "alpha", "alpha=0", 0, "mig", "information", 0.5);
    evidence_point *at = evidence_add(&rows.all, &entry);
    for (size_t k = 0; k < 3; k++) evidence_score(at, k, NAN, why[k]);
    FREED(text_freed) char *text = printed(&rows, GRID_TABLE, 0);
    assert_non_null(strstr(text, "constant-code (as in: code z1): 2 values in 1 cell\n"
                                 "1 value of these cells is undefined"));
}

TESTS_MAIN
