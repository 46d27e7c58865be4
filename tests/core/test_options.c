/* Options: "bins=20:normaliser=code" against a table, and values printed as they would be typed. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = { "factor", "code", "joint", NULL };
static const assay_option table[] = {
    { .id = "bins", .text = "bins", .standard = 10, .low = 2, .high = 10000, .flags = ASSAY_WHOLE },
    { .id = "share", .text = "a share", .standard = 0.5, .low = 0, .high = 1 },
    FIELDS(.id = "normaliser", .text = "what divides", .standard = 1, .low = 0, .high = 2, .flags = ASSAY_WHOLE,
           .words = words),
};
enum { OPTIONS = sizeof table / sizeof *table };

static const struct {
    const char *why, *text;
    double bins, share, normaliser;
} good[] = {
    { "nothing: all standard", "", 10, 0.5, 1 },
    { "no text at all", NULL, 10, 0.5, 1 },
    { "one", "bins=20", 20, 0.5, 1 },
    { "all, in another order", "normaliser=joint:share=0.25:bins=3", 3, 0.25, 2 },
    { "the ends of a range belong to it", "bins=2:share=1", 2, 1, 1 },
    { "the upper end too", "bins=10000:share=0", 10000, 0, 1 },
    { "given twice: the last one counts", "bins=4:bins=5", 5, 0.5, 1 },
    { "the first word", "normaliser=factor", 10, 0.5, 0 },
    { "a whole number may be written with an exponent", "bins=1e3", 1000, 0.5, 1 },
    { "a colon at the end is harmless", "bins=20:", 20, 0.5, 1 },
};

TEST(known_texts)
{
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        double to[OPTIONS];
        assay_error err;
        assay_options_standard(table, OPTIONS, to);
        if (assay_options_parse(table, OPTIONS, good[k].text, to, &err) != ASSAY_OK)
            fail_msg("%s: %s", good[k].why, err.text);
        if (to[0] != good[k].bins || to[1] != good[k].share || to[2] != good[k].normaliser)
            fail_msg("%s: %g %g %g", good[k].why, to[0], to[1], to[2]);
    }
}

static const struct {
    const char *text, *says, *says_too;
} bad[] = {
    { "bin=20", "'bin'", "bins, share, normaliser" },
    { "bins", "'bins'", "NAME=VALUE" },
    { "bins=", "bins=", "not a number" },
    { "bins=ten", "bins=ten", "not a number" },
    { "bins=20x", "bins=20x", "not a number" },
    { "bins=nan", "bins=nan", "not a number" },
    { "share=inf", "share=inf", "not a number" },
    { "bins=2.5", "bins=2.5", "whole" },
    { "bins=1", "out of range", "2 to 10000" },
    { "bins=10001", "out of range", "2 to 10000" },
    { "share=-0.001", "out of range", "0 to 1" },
    { "normaliser=both", "no choice 'both' of normaliser (", "factor, code, joint" },
    { "normaliser=cod", "no choice 'cod' of normaliser: " DID_YOU_MEAN " 'code'?", "(factor, code, joint" },
    { "bins=20:share=2", "share=2", "out of range" },
    { "bins=20::share=1", "''", "NAME=VALUE" },
    { "=3", "''", "bins" },
};

TEST(refused_texts)
{
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        double to[OPTIONS];
        assay_error err = { "" };
        assay_options_standard(table, OPTIONS, to);
        assert_int_equal(assay_options_parse(table, OPTIONS, bad[k].text, to, &err), ASSAY_EUSAGE);
        if (!strstr(err.text, bad[k].says) || !strstr(err.text, bad[k].says_too))
            fail_msg("'%s' gives: %s", bad[k].text, err.text);
        assert_int_equal(assay_options_parse(table, OPTIONS, bad[k].text, to, NULL), ASSAY_EUSAGE); /* nobody listens */
    }
    double none;
    assay_error err;
    assert_int_equal(assay_options_parse(NULL, 0, "bins=3", &none, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "there is none"));
    char text[2000];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    double to[OPTIONS];
    assert_int_equal(assay_options_parse(table, OPTIONS, text, to, &err), ASSAY_EUSAGE);
}

TEST(printed)
{
    static const struct {
        double value;
        const char *text;
    } known[] = { { 20, "20" },
                  { 0.1, "0.1" },
                  { -0.25, "-0.25" },
                  { 0, "0" },
                  { 1e6, "1000000" },
                  { 1e20, "1e+20" },
                  { 1e-5, "1e-05" },
                  { -12, "-12" },
                  { 0.1 + 0.2, "0.30000000000000004" },
                  { 1.0 / 3, "0.3333333333333333" } };
    char text[64];
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_option_print(NULL, known[k].value, text, sizeof text);
        assert_string_equal(text, known[k].text);
        assay_option_print(&table[1], known[k].value, text, sizeof text);
        assert_string_equal(text, known[k].text);
    }
    for (size_t w = 0; words[w]; w++) {
        assay_option_print(&table[2], (double)w, text, sizeof text);
        assert_string_equal(text, words[w]);
    }
}

TESTS_MAIN
