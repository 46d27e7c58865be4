/* The table of limits: each is named once, says what it bounds and what to do, and is refused with these words. */
#include "testing.h"
#include "limit.h"

#include <math.h>
#include <string.h>

TEST(every_limit_is_said_in_full)
{
    size_t n = 0;
    for (const limit *l; (l = limit_at(n)); n++) {
        assert_true(l->id[0] && l->bounds[0] && l->remedy[0]);
        assert_true(l->value > 0 && l->value == floor(l->value));
        for (size_t k = 0; k < n; k++) assert_string_not_equal(limit_at(k)->id, l->id);
    }
    assert_int_equal(n, LIMIT_COUNT);
}

TEST(more_is_refused_with_the_limit_and_the_remedy)
{
    for (size_t k = 0; k < LIMIT_COUNT; k++) {
        const limit *l = limit_at(k);
        const double more = l->value * (1 + 0x1p-30); /* the next whole number at least */
        assay_error err = { "" };
        assert_int_equal(limit_check((limit_id)k, l->value, "here", &err), ASSAY_OK);
        assert_int_equal(limit_check((limit_id)k, ceil(more), "here", &err), ASSAY_EINPUT);
        assert_int_equal(strncmp(err.text, "here: ", 6), 0);
        assert_non_null(strstr(err.text, l->id));
        assert_non_null(strstr(err.text, l->remedy));
        assert_int_equal(limit_check((limit_id)k, NAN, "here", &err), ASSAY_EINPUT);
    }
    assert_int_equal(limit_size(LIMIT_ARRAY_COLUMNS), 1000000);
    for (size_t k = 0; k < LIMIT_COUNT; k++) assert_true(limit_size((limit_id)k) <= SIZE_MAX / 2); /* one more is one */
}

TESTS_MAIN
