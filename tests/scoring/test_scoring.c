/*
 * scoring: what the host promises a metric -- reasons that travel with the value, memory that is shared or not,
 * relations computed once, randomness that depends on nothing but (seed, metric, scenario, point) -- and what it
 * refuses.
 */
#include "check.h"

enum { N = 4, M = 2, D = 3 };

static assay_data table(void)
{
    assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, N, M, D), ASSAY_OK);
    for (size_t k = 0; k < N * M; k++) data.factors[k] = (double)(k * k % 7);
    for (size_t k = 0; k < N * D; k++) data.codes[k] = (double)(k * k % 5);
    return data;
}

static char default_preset[] = "default";

/* Runs one metric made up for the test on a fresh host, and looks at its scores before they go. */
static void run(assay_status (*score)(const assay_rep *, assay_call *), int32_t axis, void (*look)(const assay_score *))
{
    const assay_output output = { "made-up", axis, 0, 0, 1 };
    const assay_metric metric = {
        .abi = ASSAY_ABI, .id = "made-up", .outputs = &output, .n_outputs = 1, .score = score
    };
    const variant v = { .metric = &metric, .id.text = default_preset };
    FREED(assay_data_free) assay_data data = table();
    const assay_rep rep = assay_data_view(&data);
    FREED(scoring_freed) scoring *s = scoring_new();
    const assay_score *scores;
    assert_non_null(s);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &scores), ASSAY_OK);
    assert_string_equal(scores->metric, "made-up");
    assert_string_equal(scores->preset, "default");
    look(scores);
}

static assay_status score_mixed(const assay_rep *rep, assay_call *call)
{
    assert_int_equal(call->series[0].n_items, rep->n_codes);
    call->series[0].items[0] = 0.25;
    call->series[0].items[1] = call->undefined_of(call, ASSAY_PER_CODE, 1, "constant-code", "code # is constant");
    call->series[0].items[2] = 0.75;
    return ASSAY_OK;
}

static void look_mixed(const assay_score *score)
{
    check_near(score->overall.value, 0.5, 0, "the mean of the defined items");
    assert_null(score->overall.undefined);
    assert_int_equal(score->n_undefined, 1);
    assert_int_equal(score->n_items, D);
    assert_string_equal(score->items[1].undefined, "constant-code: code z2 is constant");
    assert_null(score->items[0].undefined);
}

static assay_status score_all_undefined(const assay_rep *rep, assay_call *call)
{
    for (size_t j = 0; j < rep->n_codes; j++)
        call->series[0].items[j] = call->undefined_of(call, ASSAY_PER_CODE, j, "constant-code", "code #");
    return ASSAY_OK;
}

static void look_all_undefined(const assay_score *score)
{
    assert_true(isnan(score->overall.value));
    assert_string_equal(score->overall.undefined, "constant-code: code z1 (and all others)");
    assert_int_equal(score->n_undefined, D);
}

static assay_status score_copied(const assay_rep *rep, assay_call *call) /* a reason survives arrays and copies */
{
    (void)rep;
    double first[2] = { 0, call->undefined(call, "one-factor", "x") }, second[2];
    memcpy(second, first, sizeof second);
    call->series[0].value = second[1];
    return ASSAY_OK;
}

static void look_copied(const assay_score *score) { assert_string_equal(score->overall.undefined, "one-factor: x"); }

static assay_status score_bare_nan(const assay_rep *rep, assay_call *call)
{
    call->series[0].items[0] = NAN;
    call->series[0].items[1] = (double)rep->n / 0.0;
    return ASSAY_OK; /* items[2] is left alone */
}

static void look_bare_nan(const assay_score *score)
{
    for (size_t k = 0; k < D; k++) {
        assert_true(isnan(score->items[k].value));
        assert_int_equal(strncmp(score->items[k].undefined, "not-finite: ", 12), 0);
    }
    assert_non_null(score->overall.undefined);
}

static assay_status score_fails(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = 1;
    return (call->fail)(call, ASSAY_EINPUT, "cannot do %d", 7); /* cmocka has a macro of this name */
}

static void look_fails(const assay_score *score)
{
    assert_int_equal(score->status, ASSAY_EINPUT);
    assert_true(isnan(score->overall.value));
    assert_string_equal(score->overall.undefined, "failed: cannot do 7");
}

TEST(test_reasons)
{
    run(score_mixed, ASSAY_PER_CODE, look_mixed);
    run(score_all_undefined, ASSAY_PER_CODE, look_all_undefined);
    run(score_copied, ASSAY_OVERALL, look_copied);
    run(score_bare_nan, ASSAY_PER_CODE, look_bare_nan);
    run(score_fails, ASSAY_OVERALL, look_fails);
}

static assay_status score_memory(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    unsigned char *a = call->alloc(call, 1000, 3), *b = call->alloc(call, 1, 1);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal((uintptr_t)a % 64, 0);
    for (size_t k = 0; k < 3000; k++) assert_int_equal(a[k], 0);
    memset(a, 0xFF, 3000);
    assert_int_equal(*b, 0);
    assert_null(call->alloc(call, SIZE_MAX / 2, 16));

    int32_t fresh;
    int *first = call->recall(call, "one", sizeof *first, &fresh);
    assert_int_equal(fresh, 1);
    assert_int_equal(*first, 0);
    *first = 42;
    assert_true(call->recall(call, "one", sizeof *first, &fresh) == first);
    assert_int_equal(fresh, 0);
    assert_true(call->recall(call, "two", sizeof *first, &fresh) != (void *)first);
    assert_int_equal(fresh, 1);
    call->series[0].value = 0;
    return ASSAY_OK;
}

static void look_nothing(const assay_score *score) { assert_int_equal(score->status, ASSAY_OK); }

static assay_status score_greedy(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    return call->alloc(call, SIZE_MAX / 4, 8) ? ASSAY_OK : ASSAY_ENOMEM;
}

TEST(test_memory)
{
    run(score_memory, ASSAY_OVERALL, look_nothing);

    /* running out of memory fails the call, and the host can go on */
    const assay_output output = { "made-up", ASSAY_OVERALL, 0, 0, 1 };
    assay_metric metric = {
        .abi = ASSAY_ABI, .id = "made-up", .outputs = &output, .n_outputs = 1, .score = score_greedy
    };
    const variant v = { .metric = &metric, .id.text = default_preset };
    FREED(assay_data_free) assay_data data = table();
    const assay_rep rep = assay_data_view(&data);
    const assay_score *scores;
    FREED(scoring_freed) scoring *s = scoring_new();
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &scores), ASSAY_ENOMEM);
    metric.score = score_memory;
    assert_int_equal(scoring_run(s, &v, &scores), ASSAY_OK);
    /* another representation: what was recalled is gone, or score_memory would find its block */
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &scores), ASSAY_OK);
}

static assay_status score_relations(const assay_rep *rep, assay_call *call)
{
    const assay_relation *a, *b, *c;
    assert_int_equal(call->relation(call, "mi", &a), ASSAY_OK);
    assert_int_equal(call->relation(call, "mi:bins=10", &b), ASSAY_OK);
    assert_true(a == b); /* the standard value said or unsaid */
    assert_int_equal(call->relation(call, "mi:bins=11", &c), ASSAY_OK);
    assert_true(a != c);
    assert_int_equal(call->relation(call, "mi:bins=11:rule=scaled", &b), ASSAY_OK);
    assert_true(b == c);
    assert_int_equal(a->n_factors, rep->n_factors);
    assert_int_equal(a->n_codes, rep->n_codes);
    assert_int_equal(call->relation(call, "mo", &a), ASSAY_EUSAGE);
    assert_int_equal(call->relation(call, "mi:bins=0", &a), ASSAY_EUSAGE);
    assert_int_equal(call->relation(call, "mi:nothing=0", &a), ASSAY_EUSAGE);
    call->series[0].value = 0;
    return ASSAY_OK;
}

TEST(test_relations)
{
    run(score_relations, ASSAY_OVERALL, look_nothing);
    for (size_t r = 0; r < relation_count(); r++) {
        assert_true(relation_find(relation_at(r)->id) == relation_at(r));
        for (size_t q = 0; q < r; q++) assert_string_not_equal(relation_at(q)->id, relation_at(r)->id);
    }
    assert_null(relation_at(relation_count()));
    assert_null(relation_find("m"));
    assert_null(relation_find(""));
}

static double noise(const char *list, uint64_t seed, const char *scenario, const char *point)
{
    FREED(assay_data_free) assay_data data = table();
    const assay_rep rep = assay_data_view(&data);
    FREED(assay_scores_free) assay_scores scores;
    assay_error err = { "" };
    if (assay_score_all(&rep, list, seed, scenario, point, 1, &scores, &err) != ASSAY_OK) fail_msg("%s", err.text);
    double value = NAN;
    for (size_t k = 0; k < scores.count; k++)
        if (strcmp(scores.at[k].metric, "control-noise") == 0) value = scores.at[k].overall.value;
    return value;
}

TEST(test_randomness)
{
    const double value = noise("control-noise", 1, "noise", "alpha=0");
    assert_true(noise("control-noise", 1, "noise", "alpha=0") == value);
    assert_true(noise("mig,control-constant,control-noise,irs", 1, "noise", "alpha=0") == value);
    assert_true(noise("control-noise,mig@*", 1, "noise", "alpha=0") == value);
    assert_true(noise("control-noise", 2, "noise", "alpha=0") != value);
    assert_true(noise("control-noise", 1ull + (1ull << 32), "noise", "alpha=0") != value);
    assert_true(noise("control-noise", 1, "trig", "alpha=0") != value);
    assert_true(noise("control-noise", 1, "noise", "alpha=0.2") != value);
    assert_true(noise("control-noise", 1, "noisealpha=", "0") != value); /* the texts do not run together */
}

static void check_refused(const assay_data *data, uint32_t abi, const char *part)
{
    assay_rep rep = assay_data_view(data);
    assay_error err = { "" };
    FREED(assay_scores_free) assay_scores scores;
    rep.abi = abi;
    assert_int_not_equal(assay_score_all(&rep, "mig", 0, "", "", 1, &scores, &err), ASSAY_OK);
    if (!strstr(err.text, part)) fail_msg("'%s' does not say '%s'", err.text, part);
    assert_int_equal(scores.count, 0);
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = table();
    check_refused(&data, ASSAY_ABI + 1, "recompile");
    data.codes[1] = NAN;
    check_refused(&data, ASSAY_ABI, "code z1, row 1: not a number");
    data.codes[1] = 0;
    data.factors[N + 2] = -INFINITY;
    check_refused(&data, ASSAY_ABI, "factor v2, row 2: infinite");
    data.factors[N + 2] = 3;
    data.levels[1] = 3;
    check_refused(&data, ASSAY_ABI, "is not one of its 3 levels, 0 to 2");
    data.levels[1] = -1;
    check_refused(&data, ASSAY_ABI, "-1 levels");
    data.levels[1] = 0;
    data.n = 0;
    check_refused(&data, ASSAY_ABI, "rows and codes are needed");
    data.n = N;
}

/* Every metric of the list keeps what the header asks of a descriptor (options: metrics/test_metric_options.c). */
TEST(test_descriptors)
{
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        assert_int_equal(metric->abi, ASSAY_ABI);
        assert_true(assay_metric_find(metric->id) == metric);
        assert_true(metric->n_outputs > 0 && metric->n_presets > 0);
        assert_string_equal(metric->presets[0].id, "default");
        assert_non_null(metric->title);
        assert_non_null(metric->family);
        assert_non_null(metric->formula);
        assert_non_null(metric->source);
        if (metric->n_outputs == 1) assert_string_equal(metric->outputs[0].id, metric->id);
        for (size_t p = 0; p < metric->n_presets; p++) assert_non_null(metric->presets[p].source);
    }
    assert_null(assay_metric_at(assay_metric_count()));
}

TESTS_MAIN
