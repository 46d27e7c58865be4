/* Names of scores: what they leave out, and that a list of metrics takes them. */
#include "check.h"

#include "evidence.h"
#include "selection.h"

static const struct {
    const char *metric, *preset, *output, *variant, *series;
} known[] = {
    { "mig", "default", "mig", "mig", "mig" },
    { "mig", "default:bins=5", "mig", "mig:bins=5", "mig:bins=5" },
    { "mig", "zaidi2020", "mig", "mig@zaidi2020", "mig@zaidi2020" },
    { "dci-lasso", "default", "modularity", "dci-lasso", "dci-lasso modularity" },
    { "dci-rf", "zaidi2020:trees=5", "modularity", "dci-rf@zaidi2020:trees=5", "dci-rf@zaidi2020:trees=5 modularity" },
    { "gap", "defaults", "gap", "gap@defaults", "gap@defaults" }, /* another preset, which only begins so */
};

TEST(names_leave_out_what_goes_without_saying)
{
    char text[128];
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        variant_print(known[k].metric, known[k].preset, text, sizeof text);
        assert_string_equal(text, known[k].variant);
        variant_print_output(known[k].metric, known[k].preset, known[k].output, text, sizeof text);
        assert_string_equal(text, known[k].series);
    }
    variant_print_output("dci-lasso", "default", "modularity", text, 12); /* cut, never written beyond */
    assert_string_equal(text, "dci-lasso m");
}

TEST(a_list_takes_what_is_named)
{
    for (size_t k = 0; k < 5; k++) {
        FREED(selection_free) selection one = { 0 };
        assay_error err = { "" };
        if (selection_add(&one, known[k].variant, &err) != ASSAY_OK) fail_msg("%s: %s", known[k].variant, err.text);
        assert_int_equal(one.count, 1);
        assert_string_equal(one.at[0].id.text, known[k].preset);
    }
}

TESTS_MAIN
