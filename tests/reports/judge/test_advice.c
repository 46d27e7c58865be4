/* Which score to use: ranked by what is passed of what is asked, on verdicts made by hand. */
#include "check.h"

#include "advice.h"
#include "advice_text.h"

#include <stdlib.h>

enum { SERIES = 4 };

typedef struct made {
    evidence_series series[SERIES];
    verdicts all;
} made;

static void make(made *to, uint64_t samples)
{
    static const char *const names[SERIES] = { "a", "b", "c", "control" };
    *to = (made){ .all = { .count = SERIES * property_count() } };
    to->all.at = calloc(to->all.count, sizeof *to->all.at);
    assert_non_null(to->all.at);
    for (size_t k = 0; k < SERIES; k++)
        to->series[k] = (evidence_series){ .metric = names[k], .output = names[k], .preset = "default", .low = 0,
                                           .high = 1, .measures = ASSAY_MODULARITY };
    to->series[3].flags = ASSAY_CONTROL;
    for (size_t k = 0; k < to->all.count; k++)
        to->all.at[k] = (verdict){ .series = &to->series[k / property_count()], .property = k % property_count(),
                                   .outcome = VERDICT_PASS, .samples = { samples, samples }, .seeds = 10 };
}

static verdict *at(made *m, size_t series, const char *asked)
{
    for (size_t k = 0; k < property_count(); k++)
        if (strcmp(property_at(k)->id, asked) == 0) return &m->all.at[series * property_count() + k];
    fail_msg("no property %s", asked);
    return NULL;
}

static void test_best(void **state)
{
    made m;
    advice a;
    (void)state;
    make(&m, 20000);
    at(&m, 0, "calibrated")->outcome = VERDICT_FAIL;
    at(&m, 2, "rotation")->outcome = VERDICT_FAIL; /* only reported: no defect */
    at(&m, 1, "noise-robust")->free = 1;
    advice_make(&m.all, ASSAY_MODULARITY, &a);
    assert_int_equal(a.candidates, 3); /* a control is none */
    assert_int_equal(a.n_best, 1);
    assert_string_equal(a.best[0].of->series->metric, "c"); /* b passes as much, and earns less */
    assert_true(a.fit);
    assert_string_equal(a.worst.of->series->metric, "a");
    advice_make(&m.all, ASSAY_COMPACTNESS, &a);
    assert_int_equal(a.candidates, 0);
    assert_false(a.fit);
    free(m.all.at);
}

static void test_not_fit(void **state)
{
    static const int lacks[] = { VERDICT_FAIL, VERDICT_UNDEFINED, VERDICT_UNDECIDED, VERDICT_NOT_RUN };
    (void)state;
    for (size_t k = 0; k < sizeof lacks / sizeof *lacks; k++) {
        made m;
        advice a;
        make(&m, 20000);
        for (size_t s = 0; s < SERIES; s++) at(&m, s, "calibrated")->outcome = lacks[k];
        advice_make(&m.all, ASSAY_MODULARITY, &a);
        assert_int_equal(a.n_best, 3);
        assert_false(a.fit);
        free(m.all.at);
    }
    made m;
    advice a;
    make(&m, 1000); /* passes everything, on few rows */
    advice_make(&m.all, ASSAY_MODULARITY, &a);
    assert_false(a.fit);
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].free = 1;
    advice_make(&m.all, ASSAY_MODULARITY, &a);
    assert_int_equal(a.n_best, 0); /* nothing is earned */
    free(m.all.at);
}

static void test_worst(void **state)
{
    made m;
    comparison near = { .value = 0.9, .least = 0.98, .most = 1.02, .outcome = VERDICT_FAIL };
    comparison far = { .value = 50, .least = -10, .most = 10, .outcome = VERDICT_FAIL };
    (void)state;
    make(&m, 20000);
    assert_null(verdicts_worst(m.all.at, m.all.count));
    verdict *a = at(&m, 0, "calibrated"), *b = at(&m, 1, "noise-robust");
    m.series[1].high = 1000; /* 40 of a range of 1000 is less than .08 of 1 */
    a->outcome = b->outcome = VERDICT_FAIL;
    a->n_comparisons = b->n_comparisons = 1;
    a->comparison = &near;
    b->comparison = &far;
    assert_ptr_equal(verdicts_worst(m.all.at, m.all.count), a);
    m.series[1].high = 100;
    assert_ptr_equal(verdicts_worst(m.all.at, m.all.count), b);
    free(m.all.at);
}

static void written(made *m, size_t width, char *to, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    assay_error err = { "" };
    FILE *memory = open_memstream(&text, &length);
    assert_non_null(memory);
    if (advice_write(&m->all, width, memory, &err) != ASSAY_OK) fail_msg("%s", err.text);
    fclose(memory);
    snprintf(to, size, "%s", text);
    free(text);
}

static void check_says(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("no '%s' in: %s", part, text);
}

/* The paragraph says of each claim what the ranking does, with the verdicts by name. */
static void test_paragraph(void **state)
{
    made m;
    char text[8192];
    comparison off = { .value = 0.5, .least = 0.98, .most = 1.02, .outcome = VERDICT_FAIL };
    (void)state;
    make(&m, 20000);
    for (size_t s = 0; s < SERIES; s++) m.series[s].family = "made";
    verdict *bad = at(&m, 0, "calibrated");
    bad->outcome = VERDICT_FAIL;
    bad->n_comparisons = 1;
    bad->comparison = &off;
    bad->text = "half of what it ought to be";
    at(&m, 1, "noise-robust")->free = 1;
    written(&m, 100000, text, sizeof text);
    check_says(text, "On the factors that the scenarios draw themselves, with 20000 rows and 10 seeds");
    check_says(text, "For modularity we report c, which passes ");
    check_says(text, "We leave out for modularity a, which fails 1 of ");
    check_says(text, ", calibrated furthest (half of what it ought to be). ");
    check_says(text, "For compactness nothing can be said: no score that claims it was decided on anything.");
    assert_null(strstr(text, "control"));
    for (size_t s = 0; s < SERIES; s++) m.series[s].profile = "dsprites";
    at(&m, 1, "calibrated")->outcome = at(&m, 2, "calibrated")->outcome = VERDICT_UNDECIDED;
    written(&m, 60, text, sizeof text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) assert_true(strcspn(line, "\n") <= 60);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    check_says(text, "On the factors of dSprites (3, 6, 40, 32 and 32 classes), with ");
    check_says(text, "For modularity no score passes everything that is asked of it; the nearest is c, which passes ");
    check_says(text, "; undecided: calibrated. ");
    bad->text = NULL;
    free(m.all.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_not_fit),
        cmocka_unit_test(test_worst),
        cmocka_unit_test(test_paragraph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
