/*
 * l1_logistic and firing: the conditions of optimality, sums written out; a small answer by hand; which factors
 * exclude, contain and group.
 */
#include "check.h"
#include "firing.h"
#include "l1_logistic.h"

enum { N = 200, K = 4 };

typedef struct l1_data {
    double x[K * N];
    int32_t label[N];
} l1_data;

/* Code 1 says the label a third of the time, 2 is its opposite with noise, 3 a copy of 1; code 0 is noise. */
static void draw(l1_data *d, uint64_t seed)
{
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    for (size_t s = 0; s < N; s++) {
        d->label[s] = assay_stream_uniform(&stream) < 0.5;
        d->x[s] = assay_stream_normal(&stream);
        d->x[N + s] = d->label[s] && assay_stream_uniform(&stream) < 0.3 ? 1 + 0.1 * assay_stream_normal(&stream) : 0.0;
        d->x[2 * N + s] = 1.5 * assay_stream_normal(&stream) - d->label[s];
        d->x[3 * N + s] = d->x[N + s];
    }
}

/* |slope| = 1 against the sign of a weight, at most 1 where it is 0; of the intercept 0. */
static void check_optimal(const l1_data *d, const double *w, double strength)
{
    double slope[K + 1] = { 0.0 };
    for (size_t s = 0; s < N; s++) {
        double f = w[K];
        for (size_t j = 0; j < K; j++) f += w[j] * d->x[j * N + s];
        const double miss = 1.0 / (1.0 + exp(-f)) - d->label[s];
        for (size_t j = 0; j < K; j++) slope[j] += strength * miss * d->x[j * N + s];
        slope[K] += strength * miss;
    }
    check_near(slope[K], 0.0, 1e-8, "slope of the intercept");
    for (size_t j = 0; j < K; j++) {
        if (w[j] != 0.0) check_near(slope[j], w[j] > 0.0 ? -1.0 : 1.0, 1e-8, "slope of a weight");
        else assert_true(fabs(slope[j]) <= 1.0 + 1e-8);
    }
}

TEST(test_optimal)
{
    for (uint64_t seed = 0; seed < check_repeats(10); seed++) {
        l1_data d;
        draw(&d, seed);
        const l1_rows rows = { d.x, N, N, K, d.label };
        for (double strength = 0.001; strength < 2000; strength *= 10) {
            double w[K + 1] = { 0.0 };
            assert_int_equal(l1_logistic_fit(&rows, NULL, 0, strength, w), ASSAY_OK);
            check_optimal(&d, w, strength);
            if (strength < 0.005) assert_true(w[0] == 0.0 && w[1] == 0.0 && w[2] == 0.0);
        }
        double w[K + 1], chosen;
        assert_int_equal(l1_logistic_search(&rows, w, &chosen), ASSAY_OK);
        check_optimal(&d, w, chosen);
        assert_true(chosen > 0.001 && w[2] < 0.0);
    }
}

/* Rows x = +-1: |w| + 2 C log(1 + exp(-w)) is least where 1 = 2 C / (1 + exp(w)). C = 1: w = 0; C = 2: exp(w) = 3. */
TEST(test_by_hand)
{
    static const double x[] = { -1, 1 };
    static const int32_t label[] = { 0, 1 };
    const l1_rows rows = { x, 2, 2, 1, label };
    double w[2] = { 0.0 };
    assert_int_equal(l1_logistic_fit(&rows, NULL, 0, 1.0, w), ASSAY_OK);
    assert_true(w[0] == 0.0);
    assert_int_equal(l1_logistic_fit(&rows, NULL, 0, 2.0, w), ASSAY_OK);
    check_near(w[0], log(3.0), 1e-9, "weight");
    check_near(w[1], 0.0, 1e-9, "intercept");
}

static struct {
    size_t children[6], member[6], count;
} seen;

static assay_status ask(const assay_rep *rep, assay_call *call)
{
    const firing *f;
    size_t met[6];
    unsigned char child[6], may[6] = { 1, 1, 1, 1, 1, 1 };
    call->series[0].value = 0;
    ASSAY_TRY(firing_of(rep, call, &f));
    for (size_t p = 0; p < 6; p++) seen.children[p] = firing_children(rep, f, p, met, child);
    return firing_group(rep, f, may, call, seen.member, &seen.count);
}

/* 120 rows. 0, 1, 2 exclude each other, 40 rows each; 3 fires in the first half of 0's, 4 in 9 of 1's; 5 everywhere but
 * in a row. */
TEST(test_firing)
{
    static const assay_output output = { "ask", ASSAY_OVERALL, 0, 0, 1 };
    static const assay_metric metric = {
        .abi = ASSAY_ABI, .id = "ask", .outputs = &output, .n_outputs = 1, .score = ask
    };
    char preset[] = "default";
    const variant v = { .metric = &metric, .id.text = preset };
    const assay_score *score;
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_data_shape(&data, 120, 6, 1), ASSAY_OK);
    for (size_t s = 0; s < 120; s++) {
        data.factors[s / 40 * 120 + s] = 0.5 + (double)s;
        data.factors[3 * 120 + s] = s < 20;
        data.factors[4 * 120 + s] = s >= 40 && s < 49;
        data.factors[5 * 120 + s] = s ? 1.0 : -1.0; /* below 0: it does not fire */
    }
    const assay_rep rep = assay_data_view(&data);
    FREED(scoring_freed) scoring *s = scoring_new();
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, &v, &score), ASSAY_OK);
    static const size_t children[] = {
        1, 0, 0, 0, 0, 0
    }; /* of 4 without 1 six rows would be expected, of 1 without 5 none */
    assert_memory_equal(seen.children, children, sizeof children);
    assert_int_equal(seen.count, 3);
    for (size_t k = 0; k < 3; k++) assert_int_equal(seen.member[k], k);
}

TESTS_MAIN
