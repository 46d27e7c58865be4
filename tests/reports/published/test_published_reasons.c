/* Reasons for differences from table 3.2 are told where their numbers hold, and nowhere else. */
#include "check.h"

#include "published_verdicts.h"

static const evidence_series lasso[] = {
    { .metric = "dci-lasso", .preset = "zaidi2020", .output = "modularity", .measures = ASSAY_MODULARITY },
    { .metric = "dci-lasso", .preset = "zaidi2020", .output = "compactness", .measures = ASSAY_COMPACTNESS },
    { .metric = "dci-lasso", .preset = "zaidi2020", .output = "explicitness", .measures = ASSAY_EXPLICITNESS },
};

static size_t place_of(const char *id)
{
    size_t p = 0;
    while (strcmp(property_at(p)->id, id) != 0) p++;
    return p;
}

static published_check check_of(const verdicts *all, const char *metric, const char *id)
{
    published_check *list;
    size_t count, k = 0;
    assert_int_equal(published_verdicts_compare(all, &list, &count, NULL), ASSAY_OK);
    while (k < count && (strcmp(list[k].published.metric, metric) != 0 || strcmp(list[k].published.property, id) != 0))
        k++;
    assert_true(k < count);
    const published_check found = list[k];
    free(list);
    return found;
}

/* A small fall is called small; a large one is not. */
TEST(test_little)
{
    for (int large = 0; large < 2; large++) {
        char text[] = "noise: change from alpha=0 to alpha=0.8";
        comparison one = { .text = text, .value = large ? -0.48 : -0.13, .outcome = VERDICT_FAIL, .seeds = 10 };
        verdict at = { .series = &lasso[0],
                       .property = place_of("noise-robust"),
                       .outcome = VERDICT_FAIL,
                       .n_comparisons = 1,
                       .comparison = &one };
        const verdicts all = { .at = &at, .count = 1 };
        const published_check c = check_of(&all, "dci-lasso", "noise-robust");
        assert_int_equal(c.agrees, PUBLISHED_DIFFERS);
        if (large) assert_null(c.why);
        else assert_non_null(strstr(c.why, "the fall is small"));
    }
}

/* "Explicitness fails", where it does and the others do not. */
TEST(test_alone)
{
    for (int others = 0; others < 2; others++) {
        char text[] = "change from duplicate copies=2;factors=4 to trig order=interleaved";
        comparison one = { .text = text, .value = -0.39, .outcome = VERDICT_FAIL, .seeds = 10 };
        verdict at[3];
        for (size_t o = 0; o < 3; o++)
            at[o] = (verdict){ .series = &lasso[o],
                               .property = place_of("multi-code"),
                               .n_comparisons = 1,
                               .comparison = &one,
                               .outcome = o == 2 || others ? VERDICT_FAIL : VERDICT_PASS };
        const verdicts all = { .at = at, .count = 3 };
        const published_check c = check_of(&all, "dci-lasso", "multi-code");
        assert_int_equal(c.agrees, PUBLISHED_DIFFERS);
        assert_int_equal(c.why != NULL, !others);
    }
}

/* Where the thesis excludes a metric there is nothing to differ from; an undefined score of ours is no verdict. */
TEST(test_apart)
{
    static const struct {
        int outcome, agrees;
    } cases[] = {
        { VERDICT_FAIL, PUBLISHED_UNMARKED },       { VERDICT_PASS, PUBLISHED_UNMARKED },
        { VERDICT_NOT_CLAIMED, PUBLISHED_AGREES },  { VERDICT_UNDEFINED, PUBLISHED_UNDECIDED },
        { VERDICT_UNDECIDED, PUBLISHED_UNDECIDED }, { VERDICT_NOT_RUN, PUBLISHED_UNDECIDED },
    };
    const evidence_series irs = {
        .metric = "irs", .preset = "zaidi2020", .output = "irs", .measures = ASSAY_MODULARITY
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        verdict at = { .series = &irs, .property = place_of("multi-code"), .outcome = cases[k].outcome };
        const verdicts all = { .at = &at, .count = 1 };
        assert_int_equal(check_of(&all, "irs", "multi-code").agrees, cases[k].agrees);
    }
}

TESTS_MAIN
