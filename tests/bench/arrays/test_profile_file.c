/* Factors of a file as a factor profile: the rows as they are, rows drawn from them, and what is known of them. */
#include "array.h"
#include "profile_file.h"

#include "check.h"
#include "scratch.h"

static assay_profile *read_text(const char *text, const char *kinds, int drawn)
{
    assay_profile *p = NULL;
    assay_error err = { "" };
    const char *path = scratch_write("f.csv", text, strlen(text));
    if (profile_file_read(path, kinds, drawn, &p, NULL, 0, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return p;
}

static const char table[] = "a,b\n3,0.5\n7,1.5\n3,2.5\n9,1.5\n3,0.5\n7,0.5\n";

TEST(rows_as_they_are)
{
    assay_profile *p = read_text(table, NULL, 0);
    assert_int_equal(p->n_factors, 2);
    assert_int_equal(p->rows, 6);
    assert_int_equal(p->levels[0], 3); /* 3, 7, 9 are classes 0, 1, 2 */
    assert_int_equal(p->levels[1], 0);
    assert_int_equal(strncmp(p->id, "rows-", 5), 0);
    FREED(assay_data_free) assay_data data = { 0 };
    const assay_scenario *noise = assay_scenario_find("noise");
    assay_error err = { "" };
    assert_int_equal(assay_scenario_build_on(noise, (const double[]){ 0 }, p, 6, 1, &data, &err), ASSAY_OK);
    static const double want[] = { 0, 1, 0, 2, 0, 1, 0.5, 1.5, 2.5, 1.5, 0.5, 0.5 };
    static const double codes[] = { 0, 0.5, 0, 1, 0, 0.5, 0, 0.5, 1, 0.5, 0, 0 };
    assert_memory_equal(data.factors, want, sizeof want);
    for (size_t k = 0; k < 12; k++) check_near(data.codes[k], codes[k], 0, "code");
    assert_int_equal(assay_scenario_build_on(noise, (const double[]){ 0 }, p, 5, 1, &data, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "6 rows as they are; ask for 6 samples, not 5"));
    profile_file_free(p);
}

/* Every drawn row is one of the file's, about as often as it is there. */
TEST(rows_drawn)
{
    enum { N = 6000 };
    assay_profile *p = read_text(table, NULL, 1);
    assert_int_equal(p->rows, 0);
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_scenario_build_on(assay_scenario_find("noise"), (const double[]){ 0 }, p, N, 1, &data, NULL),
                     ASSAY_OK);
    size_t twice = 0, nine = 0;
    for (size_t s = 0; s < N; s++) {
        const double a = data.factors[s], b = data.factors[N + s];
        assert_true((a == 0 && (b == 0.5 || b == 2.5)) || (a == 1 && (b == 1.5 || b == 0.5)) || (a == 2 && b == 1.5));
        twice += a == 0 && b == 0.5;
        nine += a == 2;
    }
    check_near((double)twice, N / 3.0, 5.0 * sqrt(N * 2.0 / 9.0), "a row that is there twice");
    check_near((double)nine, N / 6.0, 5.0 * sqrt(N * 5.0 / 36.0), "a row that is there once");
    profile_file_free(p);
}

TEST(names_are_of_the_content)
{
    assay_profile *a = read_text(table, NULL, 0), *b = read_text(table, NULL, 1);
    assay_profile *c = read_text(table, "continuous", 0),
                  *d = read_text("x,y\n3,0.5\n7,1.5\n3,2.5\n9,1.5\n3,0.5\n7,0.5\n", NULL, 0);
    assert_string_equal(strchr(a->id, '-'), strchr(b->id, '-'));
    assert_string_not_equal(a->id, b->id);
    assert_string_not_equal(a->id, c->id);
    assert_string_equal(a->id, d->id); /* headers are not content */
    profile_file_free(a);
    profile_file_free(b);
    profile_file_free(c);
    profile_file_free(d);
}

TEST(what_follows_from_what)
{
    static const struct {
        const char *text;
        int32_t separable;
    } known[] = {
        { "a,b\n0,0\n0,1\n1,0\n1,1\n", 1 },
        { "a,b\n0,0\n0,0\n1,1\n1,1\n", 0 },                 /* each follows from the other */
        { "a,b\n0,0\n0,0\n1,0\n1,0\n2,1\n2,1\n", 0 },       /* b follows from a, a not from b */
        { "a,b\n0,0\n0,1\n0,0\n0,1\n", 0 },                 /* a is constant */
        { "a,b\n0.1,0.5\n0.2,0.7\n0.3,0.1\n0.4,0.2\n", 1 }, /* numbers that do not repeat say nothing */
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_profile *p = read_text(known[k].text, NULL, 0);
        if (p->separable != known[k].separable) fail_msg("%zu: %d", k, (int)p->separable);
        profile_file_free(p);
    }
}

TEST(absent_values)
{
    assay_profile *p = read_text("a,b\n0,0\nnan,1\n1,0\n1,1\n", "absent:categorical", 0);
    assert_int_equal(p->absent[0], 1);
    assert_int_equal(p->absent[1], 0);
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_scenario_build_on(assay_scenario_find("noise"), (const double[]){ 0 }, p, 4, 1, &data, NULL),
                     ASSAY_OK);
    assert_true(isnan(data.factors[1]));
    static const double want[] = { 0, 1, 0.5, 0.5 }; /* absent is a place of its own behind the two classes */
    for (size_t s = 0; s < 4; s++) check_near(data.codes[s], want[s], 0, "code");
    profile_file_free(p);
}

/* Of a file with both arrays the factors alone. */
TEST(factors_of_a_representation)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_generate("noise", "alpha=0:factors=cars3d", 40, 2, &data, NULL), ASSAY_OK);
    const assay_rep rep = assay_data_view(&data);
    static const char *const names[] = { "r.csv", "r.npz" };
    for (size_t k = 0; k < 2; k++) {
        assay_profile *p = NULL;
        assay_error err = { "" };
        assert_int_equal(representation_write(scratch_path(names[k]), &rep, &err), ASSAY_OK);
        if (profile_file_read(scratch_path(names[k]), "categorical", 0, &p, NULL, 0, &err) != ASSAY_OK)
            fail_msg("%s", err.text);
        assert_int_equal(p->n_factors, 3);
        assert_int_equal(p->rows, 40);
        profile_file_free(p);
    }
}

TEST(refusals)
{
    static const struct {
        const char *text, *kinds, *says;
    } known[] = {
        { "a,b\n0,nan\n1,2\n", NULL, "NaN" },
        { "0,1,2\n3,4,5\n", NULL, "transposed" },
        { "a\nx\n1\n", NULL, "line 2" },
        { "a,b\n0,1\n1,2\n", "continuous,categorical,auto", "3 kinds for 2 factors" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_profile *p = NULL;
        assay_error err = { "" };
        const char *path = scratch_write("f.csv", known[k].text, strlen(known[k].text));
        assert_int_not_equal(profile_file_read(path, known[k].kinds, 0, &p, NULL, 0, &err), ASSAY_OK);
        if (!strstr(err.text, known[k].says)) fail_msg("%s", err.text);
    }
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
