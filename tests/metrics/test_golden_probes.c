/*
 * Metrics that fit probes on sparse codes against values made with NumPy from the definitions
 * (tests/golden/sparse-probes2026.json: records of the worlds and encoders of sparse_world.h where no output lies
 * within 1e-6 of its threshold), and what their scores do not depend on.
 */
#include "counted.h"
#include "sparse_world.h"

#define TOL 1e-9

static const char path[] = "tests/golden/sparse-probes2026.json";

/* The representation of a record; records of one stand together. */
typedef struct held {
    json_t *params;
    sparse_world w;
    assay_data data;
} held;

static const assay_data *data_for(held *h, const json_t *record)
{
    json_t *params = json_object_get(record, "params");
    if (h->params && json_equal(h->params, params)) return &h->data;
    assay_data_free(&h->data);
    sparse_data_of(record, &h->w, &h->data);
    h->params = params;
    return &h->data;
}

/* How an option of a record is written; "" for those that are places in the data. */
static const struct {
    const char *theirs, *ours;
} words[] = {
    { "T", "target" }, { "S", "spurious" }, { "k", "codes" }, { "fit", "scale" }, { "scaled", "mean-abs" },
    { "raw", "none" }, { "parent", "" },    { "factor", "" }, { "variant", "" },
};

static const char *word_of(const char *theirs)
{
    for (size_t k = 0; k < ASSAY_COUNT(words); k++)
        if (strcmp(words[k].theirs, theirs) == 0) return words[k].ours;
    return theirs;
}

/* "tpp@default:n=1:rows=balanced" */
static void variant_name(const json_t *record, char *to, size_t size)
{
    json_t *options = json_object_get(record, "options"), *value;
    const char *preset = golden_text(options, "variant"), *key;
    size_t used = (size_t)snprintf(to, size, "%s@%s", golden_text(record, "metric"), preset[0] ? preset : "default");
    json_object_foreach(options, key, value)
    {
        const char *name = word_of(key);
        if (!name[0] || json_is_null(value)) continue;
        used += (size_t)snprintf(to + used, size - used, ":%s=", name);
        if (json_is_string(value))
            used += (size_t)snprintf(to + used, size - used, "%s", word_of(json_string_value(value)));
        else used += (size_t)snprintf(to + used, size - used, "%g", json_number_value(value));
    }
}

/* The factor whose items a record has; SIZE_MAX: overall values. */
static size_t factor_of(const json_t *record)
{
    static const char *const keys[] = { "parent", "factor", "T" };
    const json_t *options = json_object_get(record, "options");
    for (size_t k = 0; k < ASSAY_COUNT(keys); k++) {
        const json_t *at = json_object_get(options, keys[k]);
        if (at) return (size_t)json_integer_value(at);
    }
    return SIZE_MAX;
}

/* tpp: its value, then mean drops; scr: its value, beside accuracies that are no outputs. */
static double wanted(const json_t *record, size_t output)
{
    const json_t *value = json_object_get(record, "value");
    if (value && output == 0) return json_number_value(value);
    return json_number_value(json_array_get(json_object_get(record, "values"), output - (value != NULL)));
}

/* Probes of one factor need no other: a view of it alone. */
static assay_rep one_factor(const assay_data *data, size_t factor, const int32_t *levels)
{
    assay_rep rep = assay_data_view(data);
    rep.n_factors = 1;
    rep.factors += factor * rep.n;
    rep.true_directions += factor * rep.dims;
    rep.levels = levels;
    return rep;
}

static void compare(const json_t *record, const assay_data *data, size_t outputs)
{
    static const int32_t number[] = { 0 };
    char list[160], what[256];
    assay_scores scores;
    assay_error err = { "" };
    size_t item = factor_of(record);
    const int alone = outputs == 3 && item != SIZE_MAX;
    const assay_rep rep = alone ? one_factor(data, item, number) : assay_data_view(data);
    if (alone) item = 0;
    variant_name(record, list, sizeof list);
    sparse_name(record, what, sizeof what);
    if (assay_score_all(&rep, list, 0, "", "", 1, &scores, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    for (size_t o = 0; o < outputs; o++) {
        const assay_item *got = item == SIZE_MAX ? &scores.at[o].overall : &scores.at[o].items[item];
        if (got->undefined) fail_msg("%s: %s", what, got->undefined);
        check_near(got->value, wanted(record, o), TOL, what);
    }
    assay_scores_free(&scores);
}

/* The records of a metric (and variant, "": none), of which there are `least`. */
static void compare_records(const char *metric, const char *which, size_t outputs, size_t least)
{
    json_t *list = golden_load(path);
    held h = { 0 };
    size_t met = 0;
    for (size_t r = 0; r < json_array_size(list); r++) {
        const json_t *record = json_array_get(list, r);
        if (strcmp(golden_text(record, "metric"), metric) != 0) continue;
        if (strcmp(golden_text(json_object_get(record, "options"), "variant"), which) != 0) continue;
        compare(record, data_for(&h, record), outputs);
        met++;
    }
    assert_int_equal(met, least);
    assay_data_free(&h.data);
    json_decref(list);
}

TEST(test_golden)
{
    compare_records("tpp", "", 3, 432);
    compare_records("scr", "", 1, 540);
    compare_records("absorption", "", 2, 540);
    compare_records("sparse-probe", "saebench", 3, 1080);
    compare_records("sparse-probe", "sae-probes", 3, 537);
}

/* ---- what scores do not depend on ---- */

static const char all_of_them[] =
    "tpp,tpp:n=3,tpp:rows=group,scr,scr:n=4:effect=biased,scr:ablate=zero,absorption,"
    "absorption:along=probe,absorption:aligned=child,sparse-probe:classes=firing:rows=halves";

static assay_scores scores_with(const assay_rep *rep, const char *list, uint32_t jobs)
{
    assay_scores scores;
    assay_error err = { "" };
    if (assay_score_all(rep, list, 0, "", "", jobs, &scores, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    return scores;
}

/* Every score defined, and the same within tol. */
static void check_same(const assay_data *data, const assay_rep *other, uint32_t jobs, double tol, const char *why)
{
    const assay_rep rep = assay_data_view(data);
    assay_scores a = scores_with(&rep, all_of_them, 1), b = scores_with(other, all_of_them, jobs);
    for (size_t k = 0; k < a.count; k++) {
        char what[256];
        snprintf(what, sizeof what, "%s %s, %s", a.at[k].metric, a.at[k].output, why);
        assert_null(a.at[k].overall.undefined);
        check_near(b.at[k].overall.value, a.at[k].overall.value, tol, what);
    }
    assay_scores_free(&a);
    assay_scores_free(&b);
}

TEST(test_order_of_codes)
{
    const sparse_world w = sparse_world_named("A");
    static const struct {
        const char *encoder;
        double dose;
    } some[] = { { "oracle", 0 }, { "absorbed", 0.5 }, { "random", 0 }, { "dense", 3 } };
    for (size_t k = 0; k < ASSAY_COUNT(some); k++) {
        assay_data data = { 0 }, other = { 0 };
        sparse_data(&w, some[k].encoder, some[k].dose, &data);
        sparse_data(&w, some[k].encoder, some[k].dose, &other);
        for (size_t j = 0; j < data.n_codes; j++) {
            const size_t from = data.n_codes - 1 - j;
            memcpy(other.codes + j * data.n, data.codes + from * data.n, data.n * sizeof(double));
            memcpy(other.directions + j * data.dims, data.directions + from * data.dims, data.dims * sizeof(double));
        }
        const assay_rep rep = assay_data_view(&other);
        check_same(&data, &rep, 1, 1e-12, some[k].encoder);
        assay_data_free(&data);
        assay_data_free(&other);
    }
}

/* A code in another unit, its direction in the inverse; activations written out; threads. */
TEST(test_units_activations_threads)
{
    const sparse_world w = sparse_world_named("B");
    assay_data data = { 0 }, other = { 0 };
    sparse_data(&w, "absorbed", 0.5, &data);
    sparse_data(&w, "absorbed", 0.5, &other);
    for (size_t j = 0; j < data.n_codes; j++) {
        const int power = (int)(j % 7) * 20 - 60;
        for (size_t s = 0; s < data.n; s++) other.codes[j * data.n + s] = ldexp(data.codes[j * data.n + s], power);
        for (size_t k = 0; k < data.dims; k++)
            other.directions[j * data.dims + k] = ldexp(data.directions[j * data.dims + k], -power);
    }
    assay_rep rep = assay_data_view(&other);
    check_same(&data, &rep, 1, 1e-12, "units");
    rep = assay_data_view(&data);
    double *x = world_room(data.dims * data.n);
    for (size_t i = 0; i < data.n_factors; i++)
        for (size_t k = 0; k < data.dims; k++)
            for (size_t s = 0; s < data.n; s++)
                x[k * data.n + s] += data.factors[i * data.n + s] * data.true_directions[i * data.dims + k];
    rep.activations = x;
    check_same(&data, &rep, 3, TOL, "activations and threads");
    free(x);
    assay_data_free(&data);
    assay_data_free(&other);
}

/* Ranked by mean size a perfect dictionary scores otherwise when its codes are turned round: as its defects say. */
TEST(test_published_rank_goes_by_order)
{
    const sparse_world w = sparse_world_named("A");
    assay_data data = { 0 }, other = { 0 };
    sparse_data(&w, "oracle", 0, &data);
    sparse_data(&w, "reversed", 0, &other);
    assert_true(fabs(score_of(&data, "sparse-probe@saebench") - score_of(&other, "sparse-probe@saebench")) > 0.02);
    assert_true(score_of(&data, "sparse-probe:classes=firing") > 0.999);
    assert_true(score_of(&other, "sparse-probe:classes=firing") > 0.999);
    assay_data_free(&data);
    assay_data_free(&other);
}

/* What the definitions are for: full absorption by the parent's codes by direction; the order of two dictionaries. */
TEST(test_what_they_see)
{
    const sparse_world w = sparse_world_named("C");
    assay_data oracle = { 0 }, absorbed = { 0 }, shuffled = { 0 };
    sparse_data(&w, "oracle", 0, &oracle);
    sparse_data(&w, "absorbed", 0.5, &absorbed);
    sparse_data(&w, "permuted-decoder", 0, &shuffled);
    assert_true(score_of(&oracle, "absorption") == 0.0);
    assert_true(score_of(&absorbed, "absorption") > 0.2);
    assert_true(score_of(&absorbed, "absorption@saebench-0.6.0") < 0.01); /* as its defects say */
    assert_true(score_of(&absorbed, "absorption@saebench-0.3.2") < 0.01);
    assert_true(score_of(&oracle, "tpp") > 0.3 && score_of(&shuffled, "tpp") < 0.1);
    assert_true(score_of(&oracle, "scr") > score_of(&shuffled, "scr") + 0.2);
    assay_data_free(&oracle);
    assay_data_free(&absorbed);
    assay_data_free(&shuffled);
}

/* ---- refusals ---- */

static void check_refused(const assay_rep *rep, const char *metric, const char *reason)
{
    assay_scores scores = scores_with(rep, metric, 1);
    const char *got = scores.at[0].overall.undefined;
    if (!got || strcmp(got, reason) != 0) fail_msg("%s: %s, want %s", metric, got ? got : "defined", reason);
    assay_scores_free(&scores);
}

/* S has no direction: the biased probe is as right as the clean one, and there is nothing to mend. */
TEST(test_nothing_to_mend)
{
    enum { ROWS = 200 };
    assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, ROWS, 2, 2), ASSAY_OK);
    assert_int_equal(assay_data_space(&data, 2, 0), ASSAY_OK);
    for (size_t s = 0; s < ROWS; s++) {
        data.codes[s] = data.factors[s] = (double)(s % 2);
        data.codes[ROWS + s] = data.factors[ROWS + s] = (double)(s / 2 % 2);
    }
    data.true_directions[0] = data.directions[0] = data.directions[3] = 5;
    const assay_rep rep = assay_data_view(&data);
    check_refused(&rep, "scr:target=0",
                  "not-applicable: no pair's clean probe is right more often than its biased one");
    data.true_directions[3] = 5;
    assert_true(score_of(&data, "scr") > 0.9);
    assay_data_free(&data);
}

TEST(test_refusals)
{
    const sparse_world w = sparse_world_named("B");
    assay_data data = { 0 };
    sparse_data(&w, "oracle", 0, &data);
    assay_rep rep = assay_data_view(&data);
    const size_t t = world_t(&w);
    assay_rep part = rep;
    part.factors += t * rep.n, part.true_directions += t * rep.dims, part.levels += t;
    part.n_factors = 2; /* T and S */
    check_refused(&part, "tpp", "not-applicable: no two factors with enough rows exclude each other");
    check_refused(&part, "absorption", "not-applicable: factor 0 has no children (and all others)");
    check_refused(&part, "tpp:first=1:count=2", "failed: tpp: there is no factor 2, change first or count");
    part.n_factors = 1;
    check_refused(&part, "scr",
                  "too-few-samples: no pair of factors has five rows of each case to learn from and five to "
                  "score");
    check_refused(&rep, "scr:target=0:spurious=1",
                  "too-few-samples: no pair of factors has five rows of each case to learn "
                  "from and five to score");
    rep.n = 12, rep.codes = rep.factors;
    check_refused(&rep, "tpp:count=4", "too-few-samples: factor 0 has fewer than five rows to learn from or to score");

    rep = assay_data_view(&data);
    rep.true_directions = NULL;
    check_refused(&rep, "scr", "not-applicable: neither activations nor true directions are known");
    rep.activations = rep.codes; /* of as many columns, whatever they are */
    rep.dims = 8;
    check_refused(&rep, "absorption",
                  "not-applicable: true directions are not known: main=probe along=probe aligned=probe "
                  "need none");
    assay_scores scores = scores_with(&rep, "absorption:main=probe:along=probe", 1);
    assert_null(scores.at[0].overall.undefined);
    assay_scores_free(&scores);
    assay_data_free(&data);
}

TESTS_MAIN
