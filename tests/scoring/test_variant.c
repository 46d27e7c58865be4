/* Variants: what is settled, what the name says was changed, and what is refused. */
#include "check.h"
#include "variant.h"

static const char *const words[] = { "none", "code", NULL };
static const assay_option options[] = {
    { "bins", "bins", 20, 2, 100, 1, NULL },
    { "share", "a part", 0.5, 0, 1, 0, NULL },
    { "normaliser", "by what", 0, 0, 1, 0, words },
};
static const assay_preset presets[] = {
    { "default", "the paper", "", NULL },
    { "other", "some code", "bins=10:normaliser=code", NULL },
};
static const assay_metric metric = {
    .abi = ASSAY_ABI, .id = "made-up", .options = options, .n_options = 3, .presets = presets, .n_presets = 2
};

static const struct {
    const char *why;
    size_t preset;
    const char *changes, *text;
    size_t changed;
    double option[3];
} known[] = {
    { "the standard values", 0, "", "default", 0, { 20, 0.5, 0 } },
    { "what the preset says", 1, "", "other", 0, { 10, 0.5, 1 } },
    { "in the descriptor's order", 0, "normaliser=code:bins=5", "default:bins=5:normaliser=code", 2, { 5, 0.5, 1 } },
    { "back to the standard changes this preset", 1, "normaliser=none", "other:normaliser=none", 1, { 10, 0.5, 0 } },
    { "the preset's own value is no change", 1, "bins=10:share=0.25", "other:share=0.25", 1, { 10, 0.25, 1 } },
    { "the last of two counts, a colon may be the end", 0, "bins=5:bins=7:", "default:bins=7", 1, { 7, 0.5, 0 } },
};

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(variant_free) variant v;
        assay_error err = { "" };
        if (variant_make(&metric, &presets[known[k].preset], known[k].changes, &v, &err) != ASSAY_OK)
            fail_msg("%s: %s", known[k].why, err.text);
        assert_string_equal(v.id.metric, "made-up");
        assert_string_equal(v.id.preset, presets[known[k].preset].id);
        if (strcmp(v.id.text, known[k].text) != 0) fail_msg("%s: %s", known[k].why, v.id.text);
        assert_int_equal(v.id.changed.n, known[k].changed);
        assert_int_equal(variant_preset_place(&v), known[k].preset);
        assert_memory_equal(v.option, known[k].option, sizeof known[k].option);
    }
}

TEST(test_refused)
{
    variant v;
    assay_error err = { "" };
    assert_int_equal(variant_make(&metric, &presets[1], "bins=1", &v, &err), ASSAY_EUSAGE);
    assert_string_equal(err.text, "made-up@other: bins=1: out of range, 2 to 100");
    assert_null(v.option);
}

TEST(test_presets)
{
    assert_ptr_equal(preset_find(&metric, "other"), &presets[1]);
    assert_null(preset_find(&metric, "othe"));
}

TESTS_MAIN
