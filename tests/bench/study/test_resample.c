/*
 * Rows drawn again: a draw depends on content, kind and number alone; intervals hold what they say they hold; the p of
 * shuffled codes is uniform.
 */
#include "check.h"
#include "study_draws.h"

static void of_two_columns(assay_data *data, size_t n, double dependence, assay_stream *stream)
{
    assert_int_equal(assay_data_shape(data, n, 2, 2), ASSAY_OK);
    for (size_t i = 0; i < 2; i++)
        for (size_t s = 0; s < n; s++) {
            data->factors[i * n + s] = assay_stream_normal(stream);
            data->codes[i * n + s] = dependence * data->factors[i * n + s] + assay_stream_normal(stream);
        }
}

TEST(sparse_tables_are_drawn_as_whole_ones)
{
    enum { ROWS = 60 };
    for (int half = 0; half < 2; half++) {
        assay_stream stream = stream_of(8);
        FREED(assay_data_free) assay_data one = { 0 }, two = { 0 };
        assay_data data[2] = { { 0 } };
        for (int t = 0; t < 2; t++) {
            stream = stream_of(8);
            of_two_columns(&data[t], ROWS, 1, &stream);
            data[t].levels[0] = 3;
            for (size_t s = 0; s < ROWS; s++) {
                data[t].factors[s] = (double)(s == 5 ? 1 : s % 3 ? 2 : 0);
                if (s % 4) data[t].codes[s] = data[t].factors[ROWS + s] = 0.0;
            }
        }
        if (!half) data_take_sparse(&data[1].factors, ROWS, 2, &data[1].sparse_factors); /* else beside whole ones */
        data_take_sparse(&data[1].codes, ROWS, 2, &data[1].sparse_codes);
        const assay_rep whole = assay_data_view(&data[0]), rep = assay_data_view(&data[1]);
        resample_set set[2];
        assert_int_equal(resample_set_make(&whole, NULL, NULL, &set[0]), ASSAY_OK);
        assert_int_equal(resample_set_make(&rep, NULL, NULL, &set[1]), ASSAY_OK);
        assert_true(set[0].name == set[1].name && resample_hash(&whole) == resample_hash(&rep));
        for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++)
            for (uint64_t d = 0; d < 10; d++) {
                uint64_t seed, again;
                assert_int_equal(resample_draw(&whole, &set[0], kind, d, &one, &seed), ASSAY_OK);
                assert_int_equal(resample_draw(&rep, &set[1], kind, d, &two, &again), ASSAY_OK);
                assert_true(!two.codes && !two.factors == !half && one.n == two.n && seed == again);
                assert_int_equal(columns_make_whole(&two), ASSAY_OK);
                assert_memory_equal(one.codes, two.codes, 2 * one.n * sizeof(double));
                assert_memory_equal(one.factors, two.factors, 2 * one.n * sizeof(double));
                assert_int_equal(one.levels[0], two.levels[0]);
            }
        for (int t = 0; t < 2; t++) {
            resample_set_free(&set[t]);
            assay_data_free(&data[t]);
        }
    }
}

TEST(draws_are_functions_of_content)
{
    enum { ROWS = 50 };
    assay_stream stream;
    assay_stream_seed(&stream, 5);
    FREED(assay_data_free) assay_data data = { 0 }, one = { 0 }, two = { 0 };
    uint64_t seed, again;
    of_two_columns(&data, ROWS, 1, &stream);
    for (size_t s = 0; s < ROWS; s++) data.factors[s] = (double)(s % 3 == 0 ? 0 : s == 1 ? 1 : 2);
    data.levels[0] = 3; /* class 1 stands in one row */
    const assay_rep rep = assay_data_view(&data);
    const uint64_t hash = resample_hash(&rep);
    assert_true(hash == resample_hash(&rep));
    resample_set set;
    assert_int_equal(resample_set_make(&rep, NULL, NULL, &set), ASSAY_OK);
    size_t lost = 0;
    for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++)
        for (uint64_t d = 0; d < 20; d++) {
            assert_int_equal(resample_draw(&rep, &set, kind, d, &one, &seed), ASSAY_OK);
            assert_int_equal(resample_draw(&rep, &set, kind, d, &two, &again), ASSAY_OK);
            const size_t n = kind == UNCERTAIN_SUBSAMPLE ? ROWS / 2 : ROWS;
            assert_true(one.n == n && seed == again && seed < UINT64_C(1) << 32);
            assert_memory_equal(one.codes, two.codes, 2 * n * sizeof(double));
            assert_memory_equal(one.factors, two.factors, 2 * n * sizeof(double));
            lost += one.levels[0] == 2;
            for (size_t s = 0; s < n; s++) /* whole classes from 0 */
                assert_true(one.factors[s] >= 0 && one.factors[s] < one.levels[0]);
            if (kind == UNCERTAIN_NULL) assert_memory_equal(one.factors, data.factors, 2 * n * sizeof(double));
            size_t kept = 0,
                   twice = 0; /* rows of the codes as they stood beside the second factor; and those that repeat */
            for (size_t s = 0; s < n; s++) {
                for (size_t r = 0; r < ROWS; r++)
                    kept += one.codes[s] == data.codes[r] && one.codes[n + s] == data.codes[ROWS + r] &&
                            one.factors[n + s] == data.factors[ROWS + r];
                if (s) twice += one.codes[s] == one.codes[s - 1];
            }
            if (kind == UNCERTAIN_NULL) assert_in_range(kept, 0, 8);
            else assert_int_equal(kept, n);
            if (kind == UNCERTAIN_BOOTSTRAP) assert_in_range(twice, 5, 30);
            else assert_int_equal(twice, 0);
        }
    assert_in_range(lost, 6, 32); /* a row is in a half with probability 1/2, in a bootstrap with .63 */
    double *value[] = { &data.codes[7], &data.factors[60], &data.codes[99] };
    for (size_t k = 0; k < 3; k++) {
        const double was = *value[k];
        *value[k] = nextafter(was, 10);
        assert_true(hash != resample_hash(&rep));
        *value[k] = was;
    }
    data.levels[0] = 4;
    assert_true(hash != resample_hash(&rep));
}

/* Directions stay what they are; activations stay with the rows of the factors. */
TEST(directions_are_drawn_along)
{
    enum { ROWS = 30 };
    assay_stream stream;
    FREED(assay_data_free) assay_data data = { 0 }, one = { 0 };
    resample_set set;
    uint64_t seed;
    assay_stream_seed(&stream, 6);
    of_two_columns(&data, ROWS, 1, &stream);
    assay_rep rep = assay_data_view(&data);
    const uint64_t bare = resample_hash(&rep);
    assert_int_equal(assay_data_space(&data, 2, 1), ASSAY_OK);
    for (size_t k = 0; k < 4; k++) {
        data.directions[k] = (double)k;
        data.true_directions[k] = 4.0 - (double)k;
    }
    memcpy(data.activations, data.factors, 2 * ROWS * sizeof(double));
    rep = assay_data_view(&data);
    const uint64_t hash = resample_hash(&rep);
    assert_true(hash != bare);
    assert_int_equal(resample_set_make(&rep, NULL, NULL, &set), ASSAY_OK);
    for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++) {
        assert_int_equal(resample_draw(&rep, &set, kind, 1, &one, &seed), ASSAY_OK);
        if (kind != UNCERTAIN_NULL) assert_memory_equal(one.directions, data.directions, 4 * sizeof(double));
        assert_memory_equal(one.true_directions, data.true_directions, 4 * sizeof(double));
        assert_memory_equal(one.activations, one.factors, 2 * one.n * sizeof(double));
    }
    /* Of chance, with the second moments of both directions, (0, 1) and (2, 3): 2 3 5; of 800 within 5 standard errors. */
    double moment[3] = { 0.0 };
    for (uint64_t d = 0; d < 400; d++) {
        assert_int_equal(resample_draw(&rep, &set, UNCERTAIN_NULL, d, &one, &seed), ASSAY_OK);
        for (size_t j = 0; j < 2; j++) {
            const double x = one.directions[2 * j], y = one.directions[2 * j + 1];
            moment[0] += x * x / 800, moment[1] += x * y / 800, moment[2] += y * y / 800;
        }
    }
    check_near(moment[0], 2, 5 * 2 * sqrt(2.0 / 800), "of the first dimension");
    check_near(moment[1], 3, 5 * sqrt((2 * 5 + 9) / 800.0), "of both");
    check_near(moment[2], 5, 5 * 5 * sqrt(2.0 / 800), "of the second");
    resample_set_free(&set);
    double *value[] = { &data.directions[3], &data.true_directions[0], &data.activations[59] };
    for (size_t k = 0; k < 3; k++) {
        *value[k] += 1;
        assert_true(hash != resample_hash(&rep));
        *value[k] -= 1;
    }
}

/* By hand: mean 3, squared deviations 10. */
TEST(what_draws_say)
{
    const double draw[] = { 1, 2, 3, 4, 5, NAN };
    const double t = 2.7764451051977987; /* Student, .975, 4 degrees of freedom */
    const double open[] = { -INFINITY, INFINITY }, above_0[] = { 0, INFINITY }, fraction[] = { 0, 1 };
    uncertainty u = resample_interval(2.5, draw, 6, UNCERTAIN_BOOTSTRAP, 100, 0.95, open);
    assert_true(u.defined == 5 && u.draws == 6);
    check_near(u.sd, sqrt(2.5), 1e-15, "standard error");
    check_near(u.low, 2.5 - t * sqrt(2.5), 1e-9, "low end around the score");
    u = resample_interval(2.5, draw, 6, UNCERTAIN_SUBSAMPLE, 101, 0.95, above_0);
    check_near(u.sd, sqrt(2.5 * 50 / 51), 1e-15, "50 of 101 rows"); /* sqrt(m / (n - m)) */
    check_near(u.low, 0, 0, "no lower than the range");
    u = resample_interval(2.5, draw, 1, UNCERTAIN_BOOTSTRAP, 100, 0.95, fraction);
    assert_true(isnan(u.low) && isnan(u.high)); /* one draw has no spread */
    u = resample_interval(NAN, draw, 6, UNCERTAIN_BOOTSTRAP, 100, 0.95, fraction);
    assert_true(isnan(u.low));
    u = resample_null(4, draw, 6, 0.5);
    check_near(u.p, 3.0 / 7, 1e-15, "4 and 5 are as good, and what is undefined is not");
    check_near(u.high, 3, 0, "half the draws and one more do not exceed it");
    check_near(resample_null(9, draw, 6, 0.95).p, 1.0 / 7, 1e-15, "no draw is as good");
    check_near(resample_null(9, draw, 6, 0.95).high, 5, 0, "five draws reach no further");
    assert_true(isnan(resample_null(NAN, draw, 6, 0.95).p));
}

/* Codes do not count in what rows are drawn; clusters are drawn, and shuffled, whole. */
TEST(rows_are_drawn_once_for_all)
{
    enum { ROWS = 60, EACH = 5 };
    assay_stream stream;
    assay_stream_seed(&stream, 6);
    FREED(assay_data_free) assay_data data = { 0 }, one = { 0 }, two = { 0 };
    double cluster[ROWS];
    uint64_t seed, again;
    of_two_columns(&data, ROWS, 0, &stream);
    for (size_t s = 0; s < ROWS; s++) cluster[s] = (double)(s % (ROWS / EACH)) * 0.5; /* of 12 clusters, scattered */
    for (size_t s = 0; s < ROWS; s++) data.codes[s] = (double)s, data.codes[ROWS + s] = cluster[s];
    const assay_rep rep = assay_data_view(&data);
    resample_set rows, named, clusters, other;
    assert_int_equal(resample_set_make(&rep, NULL, NULL, &rows), ASSAY_OK);
    assert_int_equal(resample_set_make(&rep, "digits", NULL, &named), ASSAY_OK);
    assert_int_equal(resample_set_make(&rep, NULL, cluster, &clusters), ASSAY_OK);
    assert_true(rows.name != named.name && rows.name != clusters.name && clusters.clusters == ROWS / EACH);
    for (int32_t kind = UNCERTAIN_BOOTSTRAP; kind <= UNCERTAIN_NULL; kind++) {
        assert_int_equal(resample_draw(&rep, &clusters, kind, 3, &one, &seed), ASSAY_OK);
        assert_int_equal(one.n, kind == UNCERTAIN_SUBSAMPLE ? ROWS / 2 : ROWS);
        size_t count[ROWS / EACH] = { 0 };
        for (size_t s = 0; s < one.n; s++) count[(size_t)(one.codes[one.n + s] * 2)]++;
        for (size_t k = 0; k < ROWS / EACH; k++) assert_int_equal(count[k] % EACH, 0);
        for (size_t s = 0; s < one.n && kind == UNCERTAIN_NULL; s++) /* a cluster beside a cluster */
            for (size_t t = 0; t < s; t++)
                assert_true((cluster[s] == cluster[t]) == (one.codes[one.n + s] == one.codes[one.n + t]));
        assert_int_equal(resample_draw(&rep, &rows, kind, 3, &one, &seed), ASSAY_OK);
        double drawn[ROWS];
        memcpy(drawn, one.codes, one.n * sizeof *drawn); /* which rows they are */
        data.codes[0] = -1;
        data.codes[ROWS] = 99;
        assert_int_equal(resample_set_make(&rep, NULL, NULL, &other), ASSAY_OK);
        assert_int_equal(resample_draw(&rep, &other, kind, 3, &two, &again), ASSAY_OK);
        data.codes[0] = data.codes[ROWS] = 0;
        for (size_t s = 0; s < two.n; s++) assert_true(fmax(two.codes[s], 0) == drawn[s]);
        assert_true(other.name == rows.name && seed == again);
    }
    resample_set_free(&clusters);
}

static variant variant_of(const char *metric, const char *options)
{
    variant v = { 0 };
    assay_error err = { "" };
    const assay_metric *m = assay_metric_find(metric);
    assert_non_null(m);
    assert_int_equal(variant_make(m, m->presets, options, &v, &err), ASSAY_OK);
    return v;
}

/* Neighbours, ties and held-out rows may not see a row twice; frequencies and moments may. */
TEST(rows_that_may_repeat)
{
    static const struct {
        const char *metric, *options;
        int may;
    } all[] = {
        { "mig", "", 1 },
        { "mig", "relation=mi-knn", 0 },
        { "mig", "rule=quantile", 0 },
        { "mig", "rows=train", 0 },
        { "mig", "bins=20", 1 },
        { "modularity", "", 0 },
        { "modularity", "level=1", 1 },
        { "hoyer", "", 1 },
        { "linearity", "", 1 },
        { "sap", "", 0 },
        { "dci-rf", "", 0 },
        { "dci-lasso", "", 0 },
        { "z-diff", "", 0 },
        { "code-mi", "rule=quantile", 0 },
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        FREED(variant_free) variant v = variant_of(all[k].metric, all[k].options);
        if (relation_rows_may_repeat(v.metric, v.option) != all[k].may)
            fail_msg("%s:%s", all[k].metric, all[k].options);
    }
}

/* The score of one output, with its draws. */
static double draw_one(scoring *s, const assay_data *data, drawn_variant *d)
{
    static double score;
    const assay_score *scores;
    const assay_rep rep = assay_data_view(data);
    assert_int_equal(scoring_begin(s, &rep, 0, "", ""), ASSAY_OK);
    assert_int_equal(scoring_run(s, d->of, &scores), ASSAY_OK);
    score = scores->overall.value;
    d->score = &score;
    resample_set set;
    assert_int_equal(resample_set_make(&rep, NULL, NULL, &set), ASSAY_OK);
    assert_int_equal(study_draws_make(s, &rep, &set, d, 1, NULL, NULL), ASSAY_OK);
    return score;
}

/* Where factors and codes have nothing to do with each other, p takes 1/20, 2/20, ..., 1 equally often: Kolmogorov's
 * distance of 400 of them from that is above 1.95/20 with probability .001 at most (less, of a discrete one). */
TEST(p_is_uniform_on_shuffled_codes)
{
    enum { DRAWS = 19 };
    static const char *const metrics[] = { "mig", "dcimig", "linearity", "sap" };
    const size_t repeats = check_repeats(400);
    FREED(scoring_freed) scoring *s = scoring_new();
    for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++) {
        FREED(variant_free) variant v = variant_of(metrics[m], "");
        size_t count[DRAWS + 2] = { 0 };
        for (size_t r = 0; r < repeats; r++) {
            FREED(assay_data_free) assay_data data = { 0 };
            assay_stream stream;
            assay_stream_seed(&stream, 1000 * m + r);
            of_two_columns(&data, 40, 0, &stream);
            drawn_variant d = { .of = &v, .draws = { [DRAWN_NULL] = DRAWS } };
            draw_one(s, &data, &d);
            count[(size_t)lround(study_draws_say(&d, 0, 1, 40, 0.95).p * (DRAWS + 1))]++;
            study_draws_free(&d, 1);
        }
        double sum = 0, most = 0;
        for (size_t k = 1; k <= DRAWS + 1; k++) {
            sum += (double)count[k] / (double)repeats;
            most = fmax(most, fabs(sum - (double)k / (DRAWS + 1)));
        }
        if (!(most <= 1.95 / sqrt((double)repeats))) fail_msg("%s: p is off by %g", metrics[m], most);
    }
}

TESTS_MAIN
