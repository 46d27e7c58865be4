/* The desiderata on rows typed by hand; every expectation is read off the table. */
#include "desiderata.h"
#include "report_rows.h"

#include <stdlib.h>

static const struct {
    const char *scenario, *point;
    double mean;
} table[] = {
    { "dependent", "delta=0.25;alpha=0.5", 0.30 }, { "dependent", "delta=0.25;alpha=1", 0.90 },
    { "dependent", "delta=0.7;alpha=0.5", 0.25 },  { "dependent", "delta=0.7;alpha=1", 0.95 },
    { "dependent", "delta=1;alpha=0.5", 0.50 },    { "dependent", "delta=1;alpha=1", 1.00 },
    { "nuisance", "beta=0", 0.80 },                { "nuisance", "beta=0.4", 0.90 },
    { "nuisance", "beta=0.8", 0.55 },              { "noise", "alpha=1", 0.01 },
};

static void fill(made_rows *to)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        add_row(to, row_of(table[k].scenario, "alpha", table[k].point, NAN, "m", "information", table[k].mean));
}

TEST(test_table)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    desideratum *list;
    size_t count;
    fill(&rows);
    desiderata_of(&rows.all, &list, &count);
    assert_int_equal(count, 1);
    assert_string_equal(list[0].metric, "m@default");
    check_near(list[0].lowest, 0.90, 1e-15, "the least at alpha = 1");
    check_near(list[0].rise, 0.25, 1e-15, "from .25 at delta .7 to .50 at delta 1");
    assert_string_equal(list[0].rise_at, "alpha 0.5, delta 0.7 to 1");
    check_near(list[0].fall, 0.25, 1e-15, ".80 less .55, whatever is between");
    free(list);
}

TEST(test_missing)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    desideratum *list;
    size_t count;
    add_row(&rows, row_of("noise", "alpha", "alpha=1", 1, "m", "information", 0.5));
    desiderata_of(&rows.all, &list, &count);
    assert_int_equal(count, 0);
    free(list);
    add_row(&rows,
            with_undefined(with_output(row_of("dependent", "", "delta=1;alpha=1", NAN, "m", "information", 0), "p"), 0,
                           "one-code: why"));
    desiderata_of(&rows.all, &list, &count);
    assert_int_equal(count, 1);
    assert_string_equal(list[0].metric, "m@default p");
    assert_true(isnan(list[0].lowest) && isnan(list[0].rise) && isnan(list[0].fall));
    free(list);
}

TESTS_MAIN
