/* The one sentence for a name that is none: its wording, which name is offered, and that no far one is. */
#include "near_name.h"
#include "testing.h"

#include <string.h>

/* What is said of a typed name where these are, "|" between. */
static void check_said(const char *typed, const char *choices, const char *want)
{
    near_name near = near_to(typed);
    near_offer_choices(&near, choices);
    assert_string_equal(no_such(&near, "word", NULL, NULL), want);
}

TEST(nearest)
{
    check_said("mgi", "irs|mig|sap", "no word 'mgi': " DID_YOU_MEAN " 'mig'? (irs, mig, sap)");
    check_said("MIG", "irs|mig", "no word 'MIG': " DID_YOU_MEAN " 'mig'? (irs, mig)");
    check_said("zai", "zaidi2020", "no word 'zai': " DID_YOU_MEAN " 'zaidi2020'? (zaidi2020)");
    check_said("robsut", "noise|robust", "no word 'robsut': " DID_YOU_MEAN " 'robust'? (noise, robust)");
}

/* As many changes as it has letters make any name of any other. */
TEST(none_is_near)
{
    check_said("", "a|b", "no word '' (a, b)");
    check_said("k", "j|kl", "no word 'k' (j, kl)");
    check_said("ab", "xy", "no word 'ab' (xy)");
    check_said("yaml", "html", "no word 'yaml' (html)");
    check_said("submit", "audit", "no word 'submit' (audit)");
}

TEST(words)
{
    near_name near = near_to("zaidi");
    assert_string_equal(no_such(&near, "preset", "mig", NULL), "no preset 'zaidi' of mig (there is none)");
    assert_string_equal(no_such(&near, "metric", NULL, "assay list metrics"), "no metric 'zaidi' (assay list metrics)");
    for (int k = 0; k < 100; k++) near_offer(&near, "something");
    const char *said = no_such(&near, "metric", NULL, NULL);
    assert_string_equal(said + strlen(said) - strlen("something, ...)"), "something, ...)");
    assert_true(strlen(said) < 450);
}

TESTS_MAIN
