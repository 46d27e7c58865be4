/* The scenarios beyond the published data sets: what they state to be true. (Kinds of factors and all values:
 * tests/reference/test_scenario_programs.sh.) */
#include "check.h"
#include "scenario.h"

TEST(stated_truths)
{
    enum { NOT = ASSAY_UNKNOWN, IS = ASSAY_IS, ORDER = ASSAY_ORDER };
    const double two_of_eight = 1 - log(2) / log(8), two_of_three = 1 - log(2) / log(3);
    /* I(y_0; y_0 + y_1) in bits, by the table of (y_0, sum): each of 16 has 1/16, P(sum) = 1 2 3 4 3 2 1 of 16 */
    double known_of_sum = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) known_of_sum += log2(0.25 / ((4 - abs(a + b - 3)) / 16.0)) / 16;
    const struct {
        const char *why, *id;
        double at[3];
        assay_truth want[3];
    } known[] = {
        { "perfect", "letters", { 1, 0, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "two codes each", "letters", { 2, 0, 0 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "not turned", "rotate", { 0, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "two equal sources", "rotate", { 45, 0 }, { { ORDER, sqrt(0.5) }, { ORDER, sqrt(0.5) }, { IS, 1 } } },
        { "exchanged", "rotate", { 90, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "anywhere", "rotate", { 0, 1 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "as noise", "flip-permute", { 1, 1 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.6 } } },
        { "as noise", "affine", { 1 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.6 } } },
        { "bijection", "heavy-tail", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "dead codes do not count", "dead-code", { 4, 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "dead factors do not count", "dead-factor", { 8, 1 }, { { ORDER, 0.5 }, { ORDER, 0.5 }, { IS, 1 } } },
        { "two copies", "noisy-copy", { 0 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "in between", "noisy-copy", { 0.5 }, { { IS, 1 }, { ORDER, 5.0 / 6 }, { IS, 1 } } },
        { "a copy and noise", "noisy-copy", { 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "one-to-one", "inputs", { 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "which of two", "inputs", { 3 }, { { NOT, 0 }, { IS, 1 }, { IS, 1 } } },
        { "a hundredth of rows", "inputs", { 12 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.99 } } },
        { "noise does not count", "irrelevant-code", { 16 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "bijection", "cardinality", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "as noise", "bins", { 0.25 }, { { IS, 1 }, { IS, 1 }, { ORDER, 0.75 } } },
        { "noise alone", "sample-size", { 1 }, { { IS, 0 }, { IS, 0 }, { IS, 0 } } },
        { "no noise", "dimension", { 0, 32, 1 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "noise alone", "dimension", { 1, 2, 1 }, { { IS, 0 }, { IS, 0 }, { IS, 0 } } },
        { "pairs", "higgins", { 0 }, { { ORDER, two_of_three }, { ORDER, two_of_three }, { IS, 1 } } },
        { "seven of eight", "kim-mnih", { 0 }, { { IS, 1 }, { ORDER, 0.875 }, { IS, 0.875 } } },
        { "ideal", "sepliarskaia", { 0 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "xor", "sepliarskaia", { 1 }, { { ORDER, 2.0 / 3 }, { NOT, 0 }, { IS, 0.5 } } },
        { "sum", "sepliarskaia", { 2 }, { { ORDER, 2.0 / 3 }, { IS, 1 }, { ORDER, (2 + 2 * known_of_sum / 2) / 4 } } },
        { "one", "sepliarskaia", { 3 }, { { IS, 1 }, { IS, 0 }, { IS, 0.25 } } },
        { "split", "sepliarskaia", { 4 }, { { IS, 1 }, { ORDER, two_of_eight }, { IS, 1 } } },
        { "bijection", "correlated", { 3, 0, 0.04 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "mixed", "correlated", { 1, 1, 1000 }, { { ORDER, 0.7 }, { ORDER, 0.7 }, { IS, 1 } } },
        { "mixed, dependent", "correlated", { 1, 1, 0.4 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "bijection", "confounder", { 0, 0.04 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
        { "mixed", "confounder", { 1, 1000 }, { { ORDER, 0.7 }, { ORDER, 0.7 }, { IS, 1 } } },
        { "mixed, dependent", "confounder", { 1, 0.4 }, { { NOT, 0 }, { NOT, 0 }, { IS, 1 } } },
        { "rows left out", "absent", { 0.5 }, { { IS, 1 }, { IS, 1 }, { IS, 1 } } },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_truth got[3] = { { 0 } };
        assay_scenario_find(known[k].id)->truth(known[k].at, got);
        for (int p = 0; p < 3; p++)
            if (got[p].kind != known[k].want[p].kind || !(fabs(got[p].value - known[k].want[p].value) <= 1e-15))
                fail_msg("%s (%s), property %d: %d %.17g", known[k].id, known[k].why, p, got[p].kind, got[p].value);
    }
}

TESTS_MAIN
