/* Who cuts codes into fewer bins than a factor has classes, and what is said of it. */
#include "data_warnings.h"

#include "check.h"

TEST(who_is_named)
{
    static const int32_t levels[] = { 3, 40, 0 };
    static const struct {
        const char *metric, *preset;
        size_t count;
    } known[] = {
        { "mig", "default", 1 }, /* ten bins */
        { "mig", "default:bins=39", 1 },
        { "mig", "default:bins=40", 0 },
        { "mig", "zaidi2020", 1 },
        { "dci-lasso", "default", 0 },       /* cuts nothing */
        { "mig", "default:relation=r2", 0 }, /* the bins are not read */
        { "mig", "default:bins", 0 },
        { "mig", "nothing", 0 },
        { "gap", "default", 0 }, /* not known */
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        few_bins few = { .count = 0 };
        few_bins_add(&few, known[k].metric, known[k].preset, levels, 3);
        few_bins_add(&few, known[k].metric, known[k].preset, levels, 3); /* once */
        if (few.count != known[k].count) fail_msg("%s@%s: %zu", known[k].metric, known[k].preset, few.count);
    }
}

TEST(what_is_said)
{
    static const int32_t levels[] = { 3, 40, 12 }, few_levels[] = { 10, 2 };
    char text[768];
    few_bins few = { .count = 0 };
    few_bins_add(&few, "mig", "default", few_levels, 2);
    few_bins_text(&few, NULL, text, sizeof text);
    assert_string_equal(text, "");
    few_bins_add(&few, "mig", "default", levels, 3);
    few_bins_add(&few, "mig", "default:bins=20", levels, 3);
    few_bins_text(&few, NULL, text, sizeof text);
    assert_string_equal(text, "factor v2 has 40 classes, and these cut each code into fewer bins: "
                              "mig (10), mig@default:bins=20 (20); codes so cut cannot separate all classes, "
                              "however good they are (the option bins=40 can)");
    for (size_t k = 0; assay_metric_at(k); k++)
        for (size_t p = 0; p < assay_metric_at(k)->n_presets; p++)
            few_bins_add(&few, assay_metric_at(k)->id, assay_metric_at(k)->presets[p].id, levels, 3);
    few_bins_text(&few, NULL, text, sizeof text);
    assert_true(few.unnamed > 0 && strstr(text, " more; codes so cut"));
}

/* As it is said: with so many bins ideal codes reach the upper end, with ten they do not. */
TEST(as_many_bins_as_classes)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_generate("noise", "alpha=0:factors=dsprites", 20000, 1, &data, NULL), ASSAY_OK);
    assert_true(score_of(&data, "mig") < 0.85);
    assert_true(score_of(&data, "mig:bins=40") > 0.98);
}

TESTS_MAIN
