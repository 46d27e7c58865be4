/* Reasons: what travels with a NaN, how it is written, and which number a factor has whose part is scored by itself. */
#include "check.h"
#include "reason.h"
#include "reasons.h"

static const struct {
    const char *why;
    assay_reason reason;
    const char *written;
} known[] = {
    { "of one factor",
      { "constant-factor", "factor # is constant", ASSAY_PER_FACTOR, 12 },
      "constant-factor: factor v13 is constant" },
    { "of one code, at the end",
      { "zero-importance", "nothing measures code #", ASSAY_PER_CODE, 0 },
      "zero-importance: nothing measures code z1" },
    { "twice", { "word", "#, and # again", ASSAY_PER_CODE, 3 }, "word: z4, and z4 again" },
    { "of neither: a sign like others", { "word", "item # of it", ASSAY_OVERALL, 3 }, "word: item # of it" },
    { "nothing said", { "word", "", ASSAY_PER_FACTOR, 3 }, "word: " },
};

TEST(test_writing)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char text[64], small[9] = "12345678";
        reason_print(&known[k].reason, NULL, text, sizeof text);
        if (strcmp(text, known[k].written) != 0) fail_msg("%s: %s", known[k].why, text);
        reason_print(&known[k].reason, NULL, small, 8);
        assert_int_equal(strlen(small), strlen(text) < 7 ? strlen(text) : 7);
        assert_memory_equal(small, text, strlen(small));
    }
}

/* Names stand where columns have some, and numbers where they have none. */
TEST(test_names)
{
    static const char *const factors[] = { "shape", "the # of scale" };
    const assay_rep rep = { .n_factors = 2, .n_codes = 2, .factor_names = factors };
    const assay_reason told[] = { { "word", "factor # is", ASSAY_PER_FACTOR, 1 },
                                  { "word", "factor # is", ASSAY_PER_FACTOR, 2 },
                                  { "word", "code # is", ASSAY_PER_CODE, 1 } };
    static const char *const written[] = { "word: factor the # of scale is", "word: factor v3 is", "word: code z2 is" };
    for (size_t k = 0; k < 3; k++) {
        char text[64];
        reason_print(&told[k], &rep, text, sizeof text);
        assert_string_equal(text, written[k]);
    }
}

/* What stores of version 0.1.0 hold is read back to the parts that it was written from. */
TEST(test_reading)
{
    for (size_t k = 0; k < 2; k++) {
        const reason read = reason_read(known[k].written);
        assert_int_equal(read.length, strlen(known[k].reason.word));
        assert_memory_equal(read.word, known[k].reason.word, read.length);
        assert_int_equal(read.axis, known[k].reason.axis);
        assert_int_equal(read.number, known[k].reason.index);
    }
    assert_int_equal(reason_read("one-code: 4 factors cannot have a code each").axis, ASSAY_OVERALL);
    assert_int_equal(reason_read("one-code: 4 factors cannot have a code each").number, -1);
}

TEST(test_numbers)
{
    FREED(reasons_free) reasons list = { 0 };
    FREED(arena_free) arena memory = { 0 };
    static double value[20000]; /* more than there are chains */
    for (size_t i = 0; i < 20000; i++) {
        const assay_reason one = { "word", "it is #", i % 2 ? ASSAY_PER_FACTOR : ASSAY_PER_CODE, i / 2 };
        value[i] = reasons_add(&list, &memory, &one);
        assert_true(isnan(value[i]));
        const double again = reasons_add(&list, &memory, &one);
        assert_memory_equal(&again, &value[i], sizeof again);
    }
    for (size_t i = 0; i < 20000; i++) {
        const assay_item item = reasons_item(&list, value[i]);
        char want[32];
        snprintf(want, sizeof want, "word: it is %c%zu", i % 2 ? 'v' : 'z', i / 2 + 1);
        assert_string_equal(item.undefined, want);
        assert_string_equal(item.reason->word, "word");
        assert_string_equal(item.reason->text, "it is #");
        assert_int_equal(item.reason->axis, i % 2 ? ASSAY_PER_FACTOR : ASSAY_PER_CODE);
        assert_int_equal(item.reason->index, i / 2);
    }
    reasons_clear(&list);
    assert_string_equal(reasons_item(&list, value[3]).reason->word, "not-finite"); /* of the representation before */
}

TEST(test_values)
{
    const reasons none = { 0 };
    assert_true(reasons_is_untouched(reasons_untouched()));
    assert_false(reasons_is_untouched(NAN));
    assert_false(reasons_is_untouched(0.0));
    assert_null(reasons_item(&none, 0.5).undefined);
    assert_null(reasons_item(&none, 0.5).reason);
    check_near(reasons_item(&none, 0.5).value, 0.5, 0, "a value is itself");
    assert_true(isnan(reasons_item(&none, HUGE_VAL).value));
    assert_string_equal(reasons_item(&none, HUGE_VAL).reason->word, "not-finite");
    assert_string_equal(reasons_item(&none, reasons_untouched()).reason->word, "not-finite");
}

/* Each item names its factor, the first factor and its number of rows. */
static assay_status score_names(const assay_rep *rep, assay_call *call)
{
    for (size_t i = 0; i < rep->n_factors; i++)
        call->series[0].items[i] =
            call->undefined_of(call, ASSAY_PER_FACTOR, i, "one-code", "factor # and %zu, %zu rows",
                               call->number(call, ASSAY_PER_FACTOR, 0), rep->n);
    return ASSAY_OK;
}

/* Factors 0 and 2 are whole, 1 and 3 lack rows: three parts, whose factors are 0 2, 1 and 3. */
TEST(test_parts)
{
    enum { N = 8, M = 4 };
    static const assay_output output = { "names", ASSAY_PER_FACTOR, 0, 0, 1 };
    static const assay_metric metric = FIELDS(.abi = ASSAY_ABI, .flags = ASSAY_SEPARATE, .id = "names",
                                              .outputs = &output, .n_outputs = 1, .score = score_names);
    static const char *const want[] = { "one-code: factor v1 and 0, 8 rows", "one-code: factor v2 and 1, 7 rows",
                                        "one-code: factor v3 and 0, 8 rows", "one-code: factor v4 and 3, 6 rows" };
    char preset[] = "default";
    const variant v = { .metric = &metric, .id.text = preset };
    FREED(assay_data_free) assay_data data = { 0 };
    FREED(scoring_freed) scoring *s = scoring_new();
    const assay_score *score;
    assert_non_null(s);
    assert_int_equal(assay_data_shape(&data, N, M, 2), ASSAY_OK);
    data.factors[1 * N + 5] = data.factors[3 * N] = data.factors[3 * N + 1] = NAN;
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &score), ASSAY_OK);
    for (size_t i = 0; i < M; i++) {
        assert_string_equal(score->items[i].undefined, want[i]);
        assert_int_equal(score->items[i].reason->axis, ASSAY_PER_FACTOR);
        assert_int_equal(score->items[i].reason->index, i);
    }
    assert_string_equal(score->overall.undefined, "one-code: factor v1 and 0, 8 rows (and all others)");
}

static void check_told(const assay_item *item, const char *metric)
{
    if (!item->undefined) return;
    const reason read = reason_read(item->undefined);
    const int64_t index = item->reason->axis == ASSAY_OVERALL ? -1 : (int64_t)item->reason->index;
    if (read.axis != item->reason->axis || read.number != index || strlen(item->reason->word) != read.length)
        fail_msg("%s: \"%s\" names axis %d, index %d", metric, item->undefined, item->reason->axis, (int)index);
}

/* Whatever a reason names first in writing is what its parts say. */
static size_t check_all_told(const assay_data *data)
{
    const assay_rep rep = assay_data_view(data);
    FREED(assay_scores_free) assay_scores scores;
    assay_error err = { "" };
    size_t told = 0;
    if (assay_score_all(&rep, "all@*", 1, "", "", 1, &scores, &err) != ASSAY_OK) fail_msg("%s", err.text);
    for (size_t k = 0; k < scores.count; k++) {
        const assay_score *score = &scores.at[k];
        if (score->status == ASSAY_OK) check_told(&score->overall, score->metric);
        for (size_t i = 0; i < score->n_items; i++) {
            check_told(&score->items[i], score->metric);
            told += score->items[i].reason && score->items[i].reason->axis != ASSAY_OVERALL;
        }
    }
    return told;
}

/* Everything that makes scores undefined, with few rows: constants, labels, absent values. */
TEST(test_every_metric)
{
    enum { N = 40, M = 4, D = 4 };
    size_t told = 0;
    for (int round = 0; round < 3; round++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream;
        assert_int_equal(assay_data_shape(&data, N, M, D), ASSAY_OK);
        assay_stream_seed(&stream, 5);
        assay_stream_fill(&stream, data.factors, N * M);
        assay_stream_fill(&stream, data.codes, N * D);
        for (size_t s = 0; s < N; s++) {
            data.factors[2 * N + s] = 0.5;
            data.codes[1 * N + s] = 0.25;
            data.codes[3 * N + s] = data.factors[N + s];
            for (size_t i = 0; i < M && round > 0; i++) data.factors[i * N + s] = floor(3 * data.factors[i * N + s]);
            if (round == 2 && s % 5 == 0) data.factors[3 * N + s] = NAN;
        }
        for (size_t i = 0; i < M; i++) data.levels[i] = round > 0 ? 3 : 0;
        told += check_all_told(&data);
    }
    assert_true(told > 100); /* the check has had something to look at */
}

TESTS_MAIN
