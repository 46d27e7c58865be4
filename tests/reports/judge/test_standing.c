/* Verdicts counted, and what is said of the counts, on verdicts made by hand. No count recommends a score. */
#include "check.h"

#include "advice_text.h"
#include "standing.h"

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

/* Few seeds, scores that are undefined and cells that were not run are no verdict on a metric. */
static void test_why_scores_decide_nothing(void **state)
{
    made m;
    char text[512];
    (void)state;
    make(&m, 1000);
    undecided_text(&m.all, text, sizeof text);
    assert_string_equal(text, "");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].outcome = VERDICT_UNDECIDED, m.all.at[k].seeds = 2;
    undecided_text(&m.all, text, sizeof text);
    assert_string_equal(text, "Scores decide nothing here: a verdict needs 5 seeds, and there are 2.");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].outcome = VERDICT_UNDEFINED, m.all.at[k].seeds = 10;
    undecided_text(&m.all, text, sizeof text);
    assert_string_equal(text, "Scores decide nothing here: they are undefined, or leave every property open.");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].samples[0] = m.all.at[k].samples[1] = 0;
    at(&m, 0, "no-discretisation")->outcome = VERDICT_FAIL;
    undecided_text(&m.all, text, sizeof text);
    assert_string_equal(text, "No verdict here rests on scores: those that the properties ask for were not run. What "
                              "passes or fails does so by the definition of the metric.");
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
    if (advice_write(&m->all, NULL, width, memory, &err) != ASSAY_OK) fail_msg("%s", err.text);
    fclose(memory);
    snprintf(to, size, "%s", text);
    free(text);
}

static void check_says(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("no '%s' in: %s", part, text);
}

/* The paragraph is the same sentences behind what they rest on, in lines of a width. */
static void test_paragraph(void **state)
{
    made m;
    char text[8192];
    (void)state;
    make(&m, 20000);
    written(&m, 100000, text, sizeof text);
    check_says(text, "On the factors that the scenarios draw themselves, scores are compared with representations of");
    check_says(text, "The scores are of 20000 rows and 10 seeds. ");
    assert_null(strstr(text, "pass"));
    for (size_t s = 0; s < SERIES; s++) m.series[s].profile = "dsprites";
    written(&m, 60, text, sizeof text);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) assert_true(strcspn(line, "\n") <= 60);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    check_says(text, "On the factors of dSprites (3, 6, 40, 32 and 32 classes), scores ");
    for (size_t k = 0; k < m.all.count; k++) m.all.at[k].samples[0] = m.all.at[k].samples[1] = 0;
    written(&m, 100000, text, sizeof text);
    assert_null(strstr(text, "rows"));
    free(m.all.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_why_scores_decide_nothing),
        cmocka_unit_test(test_worst),
        cmocka_unit_test(test_paragraph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
