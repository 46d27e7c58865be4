/*
 * Boosted trees: certain answers, a plain implementation in double precision, scikit-learn where it is installed,
 * golden DCI by boosted trees.
 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "boost.h"
#include "exp_down.h"
#include "forest.h"

#include "testing.h"

#include "forest_data.h"

static double uniform(uint64_t *state) { return (double)(tree_mix(*state += 0x9E3779B97F4A7C15u) >> 11) * 0x1p-53; }

enum { MOST = 1000 };
static uint32_t everyone[MOST];

static void rows_fill(void)
{
    for (uint32_t s = 0; s < MOST; s++) everyone[s] = s;
}

/* ------------------------------------------------------------------------------------------ known answers -- */

TEST(test_known)
{
    static const struct {
        const char *why;
        size_t n, n_train, classes, stages;
        double codes[16]; /* two codes */
        int32_t label[8], predicted[8];
        double importance[2];
    } known[] = {
        { "two classes by the second code, test rows by its threshold 1.5",
          6,
          4,
          2,
          1,
          { 7, 7, 7, 7, 7, 7, 0, 1, 2, 3, 1.4, 1.6 },
          { 0, 0, 1, 1, 0, 0 },
          { 0, 0, 1, 1, 0, 1 },
          { 0, 1 } },
        { "one stage of rate 0.1 does not outweigh odds of 3 to 1: F = log 3 - 0.1 * 4 > 0",
          5,
          4,
          2,
          1,
          { 0, 1, 2, 3, 0, 5, 5, 5, 5, 5 },
          { 0, 1, 1, 1, 0 },
          { 1, 1, 1, 1, 1 },
          { 1, 0 } },
        { "three stages do: each takes 0.1 * (1 + e^F) or more",
          5,
          4,
          2,
          30,
          { 0, 1, 2, 3, 0, 5, 5, 5, 5, 5 },
          { 0, 1, 1, 1, 0 },
          { 0, 1, 1, 1, 0 },
          { 1, 0 } },
        { "R1: one class in training is predicted everywhere",
          4,
          3,
          3,
          5,
          { 0, 1, 2, 3, 5, 4, 3, 2 },
          { 2, 2, 2, 0 },
          { 2, 2, 2, 2 },
          { 0, 0 } },
        { "classes that do not occur take no part: 0 and 4 of 5",
          4,
          4,
          5,
          40,
          { 0, 1, 2, 3, 5, 5, 5, 5 },
          { 0, 0, 4, 4 },
          { 0, 0, 4, 4 },
          { 1, 0 } },
        { "three classes in order",
          6,
          6,
          3,
          10,
          { 0, 1, 2, 3, 4, 5, 9, 9, 9, 9, 9, 9 },
          { 2, 2, 0, 0, 1, 1 },
          { 2, 2, 0, 0, 1, 1 },
          { 1, 0 } },
        { "constant codes: the largest class, no importance",
          4,
          4,
          3,
          3,
          { 1, 1, 1, 1, 2, 2, 2, 2 },
          { 1, 2, 2, 0 },
          { 2, 2, 2, 2 },
          { 0, 0 } },
    };
    for (size_t t = 0; t < sizeof known / sizeof *known; t++) {
        rank_table ranks;
        double importance[2];
        int32_t predicted[8];
        const size_t n = known[t].n, n_train = known[t].n_train;
        const boost_plan plan = { .stages = known[t].stages, .depth = 3, .rate = 0.1, .key = 1 };
        assert_int_equal(rank_build(&ranks, known[t].codes, n, 2), ASSAY_OK);
        assert_int_equal(boost_classify(&ranks, known[t].label, known[t].classes,
                                        LEARN(everyone, n_train, everyone + n_train, n - n_train), &plan, importance,
                                        predicted),
                         ASSAY_OK);
        for (size_t s = 0; s < n; s++)
            if (predicted[s] != known[t].predicted[s]) fail_msg("%s: row %zu: %d", known[t].why, s, (int)predicted[s]);
        for (size_t j = 0; j < 2; j++)
            if (!(fabs(importance[j] - known[t].importance[j]) <= 1e-12))
                fail_msg("%s: %.17g", known[t].why, importance[j]);
        rank_free(&ranks);
    }
}

TEST(test_refusals) /* R4 */
{
    const double codes[] = { 0, 1, 2 };
    const int32_t label[] = { 0, 1, 2 };
    const uint32_t outside[] = { 3 };
    double importance[1];
    int32_t predicted[3];
    rank_table ranks;
    const boost_plan good = { 2, 3, 0.1, 0 }, flat = { 2, 0, 0.1, 0 }, idle = { 0, 3, 0.1, 0 };
    assert_int_equal(rank_build(&ranks, codes, 3, 1), ASSAY_OK);
    assert_int_equal(boost_classify(&ranks, label, 2, LEARN(everyone, 3, NULL, 0), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 0, NULL, 0), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, outside, 1), &good, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, NULL, 0), &flat, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, NULL, 0), &idle, importance, predicted),
                     ASSAY_EINPUT);
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, 3, everyone, 3), &good, importance, predicted),
                     ASSAY_OK);
    rank_free(&ranks);
}

/* -------------------------------------------------------------------------------- the same, plainly written -- */

typedef struct plain {
    size_t n, d;
    const double *codes;
    double *residual, *step, *importance; /* step [n]: what the row's score gains */
    double share;
} plain;

static double plain_spread(const plain *p, const size_t *in, size_t count)
{
    double mean = 0, spread = 0;
    for (size_t k = 0; k < count; k++) mean += p->residual[in[k]] / (double)count;
    for (size_t k = 0; k < count; k++) spread += (p->residual[in[k]] - mean) * (p->residual[in[k]] - mean);
    return spread;
}

static double plain_value(const plain *p, size_t row, size_t feature)
{
    return (double)(float)p->codes[feature * p->n + row];
}

/* Divides in[] at the value of one row: left rows first; returns how many are left. */
static size_t plain_divide(const plain *p, const size_t *in, size_t count, size_t feature, double bound, size_t *to)
{
    size_t left = 0, right = 0;
    for (size_t k = 0; k < count; k++) left += plain_value(p, in[k], feature) <= bound;
    const size_t n_left = left;
    left = 0;
    for (size_t k = 0; k < count; k++)
        if (plain_value(p, in[k], feature) <= bound) to[left++] = in[k];
        else to[n_left + right++] = in[k];
    return n_left;
}

static void plain_tree(const plain *p, const size_t *in, size_t count, size_t depth)
{
    size_t part[MOST], feature = p->d;
    double best = -1, bound = 0, sum = 0, curve = 0;
    const double spread = plain_spread(p, in, count);
    for (size_t f = 0; f < p->d && depth > 0 && spread > 1e-14; f++)
        for (size_t k = 0; k < count; k++) {
            const size_t left = plain_divide(p, in, count, f, plain_value(p, in[k], f), part);
            if (left == count) continue;
            const double gain = spread - plain_spread(p, part, left) - plain_spread(p, part + left, count - left);
            if (gain > best + 1e-12) best = gain, feature = f, bound = plain_value(p, in[k], f);
        }
    if (feature < p->d) {
        const size_t left = plain_divide(p, in, count, feature, bound, part);
        p->importance[feature] += best;
        plain_tree(p, part, left, depth - 1);
        plain_tree(p, part + left, count - left, depth - 1);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const double r = p->residual[in[k]];
        sum += r, curve += fabs(r) * (1 - fabs(r));
    }
    for (size_t k = 0; k < count; k++) p->step[in[k]] = curve < 1e-150 ? 0 : p->share * sum / curve;
}

static void plain_boost(const plain *given, const int32_t *label, size_t classes, size_t stages, int32_t *predicted)
{
    static double score[7][MOST], chance[7][MOST];
    const plain p = *given;
    for (size_t j = 0; j < p.d; j++) p.importance[j] = 0;
    for (size_t k = 0; k < classes; k++)
        for (size_t s = 0; s < p.n; s++) {
            double share = 0;
            for (size_t r = 0; r < p.n; r++) share += (label[r] == (int32_t)k) / (double)p.n;
            score[k][s] = log(share);
        }
    size_t in[MOST];
    for (size_t s = 0; s < p.n; s++) in[s] = s;
    for (size_t stage = 0; stage < stages; stage++) {
        for (size_t s = 0; s < p.n; s++) {
            double total = 0;
            for (size_t k = 0; k < classes; k++) total += exp(score[k][s]);
            for (size_t k = 0; k < classes; k++) chance[k][s] = exp(score[k][s]) / total;
        }
        for (size_t k = 0; k < classes; k++) {
            for (size_t s = 0; s < p.n; s++) p.residual[s] = (label[s] == (int32_t)k) - chance[k][s];
            plain_tree(&p, in, p.n, 3);
            for (size_t s = 0; s < p.n; s++) score[k][s] += 0.1 * p.step[s];
        }
    }
    double total = 0;
    for (size_t j = 0; j < p.d; j++) total += p.importance[j];
    for (size_t j = 0; j < p.d; j++) p.importance[j] /= total;
    for (size_t s = 0; s < p.n; s++) {
        predicted[s] = 0;
        for (size_t k = 1; k < classes; k++)
            if (score[k][s] > score[predicted[s]][s]) predicted[s] = (int32_t)k;
    }
}

/* With one code nothing is left to chance. With two, the residuals of the first stage have two values only, so gains
 * tie and the key decides: one of some keys must break all ties as the plain way does, which takes the first code. */
TEST(test_two_ways)
{
    enum { N = 130, D = 2, KEYS = 64 };
    double codes[N * D], residual[N], step[N], want[D], got[D];
    int32_t label[N], wanted[N], predicted[N];
    for (uint64_t seed = 0; seed < test_repeats(6); seed++) {
        const size_t classes = 3 + (size_t)seed % 3, d = 1 + seed % 2, stages = d == 1 ? 12 : 2;
        uint64_t draw = seed;
        for (size_t k = 0; k < N * D; k++) codes[k] = uniform(&draw);
        for (size_t s = 0; s < N; s++)
            label[s] = (int32_t)((double)classes * (0.5 * codes[s] + 0.2 * codes[N + s] + 0.3 * uniform(&draw)));
        const plain p = { .n = N,
                          .d = d,
                          .codes = codes,
                          .residual = residual,
                          .step = step,
                          .importance = want,
                          .share = (double)(classes - 1) / (double)classes };
        plain_boost(&p, label, classes, stages, wanted);
        rank_table ranks;
        assert_int_equal(rank_build(&ranks, codes, N, d), ASSAY_OK);
        size_t agree = 0;
        for (uint64_t key = 0; key < (d == 1 ? 1 : KEYS); key++) {
            const boost_plan plan = { .stages = stages, .depth = 3, .rate = 0.1, .key = key };
            assert_int_equal(boost_classify(&ranks, label, classes, LEARN(everyone, N, NULL, 0), &plan, got, predicted),
                             ASSAY_OK);
            agree += memcmp(predicted, wanted, sizeof wanted) == 0 && fabs(got[0] - want[0]) <= 1e-8; /* 2^-31, above */
        }
        if (agree == 0) fail_msg("seed %d: code 0 %.12f, plainly %.12f", (int)seed, got[0], want[0]);
        rank_free(&ranks);
    }
}

/* R3: a copy of a code takes its share by chance, not by its place. */
TEST(test_copies)
{
    enum { N = 300 };
    double codes[2 * N], importance[2];
    int32_t label[N], predicted[N];
    uint64_t draw = 3;
    for (size_t s = 0; s < N; s++) {
        codes[s] = codes[N + s] = uniform(&draw);
        label[s] = (int32_t)(3 * (0.7 * codes[s] + 0.3 * uniform(&draw)));
    }
    rank_table ranks;
    assert_int_equal(rank_build(&ranks, codes, N, 2), ASSAY_OK);
    const boost_plan plan = { .stages = 60, .depth = 3, .rate = 0.1, .key = 12 };
    assert_int_equal(boost_classify(&ranks, label, 3, LEARN(everyone, N, NULL, 0), &plan, importance, predicted),
                     ASSAY_OK);
    if (!(fabs(importance[0] - 0.5) <= 0.2)) fail_msg("%.3f", importance[0]);
    rank_free(&ranks);
}

/* Against the C library's. The reduction leaves r exact to 1e-17; Taylor's 13 steps and the sum's last bit are below
 * 4e-16 of the value, the library's half a last bit. */
TEST(test_exp_down)
{
    uint64_t mix = 3;
    for (unsigned k = 0; k < test_repeats(5000); k++) {
        split_doubles t;
        for (size_t l = 0; l < SPLIT_LANES; l++) t[l] = k == 0 ? -175.0 * (double)l : -pow(10.0, 6 * uniform(&mix) - 3);
        const split_doubles x = t;
        exp_down(&t);
        for (size_t l = 0; l < SPLIT_LANES; l++) {
            const double want = exp(x[l] > -700.0 ? x[l] : -700.0);
            if (!(fabs(t[l] - want) <= 8e-16 * want)) fail_msg("exp(%.17g): %.17g, want %.17g", x[l], t[l], want);
        }
    }
}

/* A rate of 1000 drives scores to thousands, whose exponentials do not exist: shares must still be shares. */
TEST(test_large_scores)
{
    const double codes[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    const int32_t three[] = { 1, 1, 1, 0, 0, 0, 2, 2, 2 }, two[] = { 1, 1, 1, 1, 0, 0, 0, 0, 0 };
    double importance[1];
    int32_t predicted[9];
    rank_table ranks;
    const boost_plan plan = { .stages = 30, .depth = 3, .rate = 1000 };
    assert_int_equal(rank_build(&ranks, codes, 9, 1), ASSAY_OK);
    assert_int_equal(boost_classify(&ranks, three, 3, LEARN(everyone, 9, NULL, 0), &plan, importance, predicted),
                     ASSAY_OK);
    assert_memory_equal(predicted, three, sizeof three);
    assert_int_equal(boost_classify(&ranks, two, 2, LEARN(everyone, 9, NULL, 0), &plan, importance, predicted),
                     ASSAY_OK);
    assert_memory_equal(predicted, two, sizeof two);
    assert_true(importance[0] == 1);
    rank_free(&ranks);
}

/* --------------------------------------------------------------------------------------------- scikit-learn -- */

TEST(test_sklearn)
{
    FILE *const pipe = popen("/usr/bin/python3 tests/metrics/estimators/boost_sklearn.py 2>/dev/null", "r");
    json_t *const said = pipe ? json_loadf(pipe, 0, NULL) : NULL;
    if (pipe) pclose(pipe);
    if (!said) {
        print_message("# skipped: no scikit-learn for /usr/bin/python3: apt-get install python3-sklearn\n");
        skip();
    }
    static double codes[3 * MOST];
    const json_t *const columns = json_object_get(said, "codes");
    const size_t n = json_array_size(json_array_get(columns, 0));
    const size_t train = (size_t)json_integer_value(json_object_get(said, "train"));
    for (size_t j = 0; j < 3; j++)
        for (size_t s = 0; s < n; s++)
            codes[j * n + s] = json_number_value(json_array_get(json_array_get(columns, j), s));
    rank_table ranks;
    assert_int_equal(rank_build(&ranks, codes, n, 3), ASSAY_OK);
    size_t at;
    const json_t *one;
    json_array_foreach(json_object_get(said, "cases"), at, one)
    {
        int32_t label[MOST], predicted[MOST];
        double importance[3];
        for (size_t s = 0; s < n; s++)
            label[s] = (int32_t)json_integer_value(json_array_get(json_object_get(one, "label"), s));
        const boost_plan plan = { .stages = (size_t)json_integer_value(json_object_get(one, "stages")),
                                  .depth = 3,
                                  .rate = 0.1 };
        assert_int_equal(boost_classify(&ranks, label, (size_t)json_integer_value(json_object_get(one, "classes")),
                                        LEARN(everyone, train, everyone + train, n - train), &plan, importance,
                                        predicted),
                         ASSAY_OK);
        size_t differ = 0;
        for (size_t s = 0; s < n; s++)
            differ += predicted[s] != json_integer_value(json_array_get(json_object_get(one, "predicted"), s));
        /* equal gains are decided by chance on either side: seeds of scikit-learn differ by a few rows, and by 1e-3 */
        if (differ > n / 100) fail_msg("case %zu: %zu of %zu rows differ", at, differ, n);
        for (size_t j = 0; j < 3; j++) {
            const double want = json_number_value(json_array_get(json_object_get(one, "importance"), j));
            if (!(fabs(importance[j] - want) <= (plan.stages == 1 ? 1e-6 : 2e-3)))
                fail_msg("case %zu code %zu: %.6f, %.6f", at, j, importance[j], want);
        }
    }
    rank_free(&ranks);
    json_decref(said);
}

/* --------------------------------------------------------------------------------------------------- golden -- */

static void gbt_run(const assay_data *data, uint64_t key, size_t n_train, double *scores)
{
    const size_t n = data->n, d = data->n_codes, m = data->n_factors;
    double *const importance = doubles(m * d);
    int32_t *const label = labels(n), *const predicted = labels(n);
    rank_table ranks;
    uint32_t *const rows = calloc(n, sizeof *rows);
    assert_non_null(rows);
    for (uint32_t s = 0; s < n; s++) rows[s] = s;
    assert_int_equal(rank_build(&ranks, data->codes, n, d), ASSAY_OK);
    scores[2] = scores[3] = 0;
    for (size_t i = 0; i < m; i++) {
        column_labels(data->factors + i * n, n, data->levels[i], label);
        const boost_plan plan = { .stages = 100, .depth = 3, .rate = 0.1, .key = tree_key(key, i) };
        assert_int_equal(boost_classify(&ranks, label, 10, LEARN(rows, n_train, rows + n_train, n - n_train), &plan,
                                        importance + i * d, predicted),
                         ASSAY_OK);
        scores[2] += forest_accuracy(label, predicted, rows, n_train) / (double)m;
        scores[3] += forest_accuracy(label, predicted, rows + n_train, n - n_train) / (double)m;
    }
    dci_scores(importance, m, d, &scores[0], &scores[1]);
    rank_free(&ranks);
    free(importance);
    free(label);
    free(predicted);
    free(rows);
}

TEST(test_golden)
{
    enum { KEYS = 3 };
    json_t *const list = golden_read("tests/golden/locatello2019.json");
    size_t at, seen = 0;
    const json_t *record;
    json_array_foreach(list, at, record)
    {
        if (!golden_is(record, "DCI-GBT", NULL)) continue;
        if (seen++ > 2 && test_repeats(1) == 1) continue; /* the others are 1 throughout */
        FREED(assay_data_free) assay_data data = { 0 };
        double runs[4 * KEYS];
        golden_data(record, &data);
        for (uint64_t key = 0; key < KEYS; key++) gbt_run(&data, key, 1000, runs + 4 * key);
        golden_agree(record, runs, KEYS, 4);
    }
    assert_true(seen > 5);
    json_decref(list);
}

int main(void)
{
    rows_fill();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),   cmocka_unit_test(test_refusals), cmocka_unit_test(test_two_ways),
        cmocka_unit_test(test_copies),  cmocka_unit_test(test_exp_down), cmocka_unit_test(test_large_scores),
        cmocka_unit_test(test_sklearn), cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
