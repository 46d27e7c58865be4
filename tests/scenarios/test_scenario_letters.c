/*
 * Letters: which rows are made, and the scores that the published code and formula give on them.
 *
 * Tolerance. 5e-6 where a reference number has five decimals and nothing is random. Of table 1, in per cent with two
 * decimals: 5e-5 for two coordinates, where both codes of the gap are functions of the factor and the rows that a score
 * draws do not matter; .002 for one, where the second code is independent and its bias varies by .0005 from draw to
 * draw.
 */
#include "check.h"

#define TOL_DIGITS 5e-6
#define TOL_TABLE 5e-5
#define TOL_DRAWN 0.002

/* Closed equal bins, nothing lost, over all combinations: per factor and their mean. */
TEST(full_factorial)
{
    static const struct {
        const char *parameters;
        double mean, factor[4];
    } known[] = {
        { "dims=1:rows=factorial", 0.81555, { 0.86117, 0.83804, 0.76556, 0.79743 } },
        { "dims=2:rows=factorial", 0.05501, { 0.03187, 0.06374, 0.06941, 0.05501 } },
    };
    for (size_t k = 0; k < 2; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_at(&data, "letters", known[k].parameters, 160000, 0);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, "mig:rule=closed:bins=20:last-edge=clamp");
        check_near(scores.at[0].overall.value, known[k].mean, TOL_DIGITS, known[k].parameters);
        for (size_t i = 0; i < 4; i++)
            check_near(scores.at[0].items[i].value, known[k].factor[i], TOL_DIGITS, known[k].parameters);
    }
}

/* Table 1 of the paper, on its test rows. */
TEST(table_1)
{
    static const struct {
        const char *why, *parameters, *metric;
        double value, tol;
    } known[] = {
        { "one coordinate", "dims=1:rows=published", "mig@zhang2021", 0.8105, TOL_DRAWN },
        { "one coordinate, as read", "dims=1:rows=published:book=reread", "mig@zhang2021", 0.8105, TOL_DRAWN },
        { "two, as read: two edges lose", "dims=2:rows=published:book=reread", "mig@zhang2021", 0.0573, TOL_TABLE },
        { "two, one edge loses", "dims=2:rows=published", "mig@zhang2021", 0.0554, TOL_TABLE },
        { "two, none loses", "dims=2:rows=published", "mig@zhang2021:last-edge=clamp", 0.0541, TOL_TABLE },
        { "modularity", "dims=1:rows=published", "modularity@zhang2021", 1, TOL_TABLE },
        { "modularity", "dims=2:rows=published:book=reread", "modularity@zhang2021", 1, TOL_TABLE },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        data_at(&data, "letters", known[k].parameters, 32000, 0);
        check_near(score_of(&data, known[k].metric), known[k].value, known[k].tol, known[k].why);
    }
}

TESTS_MAIN
