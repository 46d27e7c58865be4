/*
 * More codes than rows: products in blocks have the bits of a plain sum; what is solved on the rows' side is what fewer
 * codes give that span the same; what cannot be solved is said before any work.
 */
#include "check.h"
#include "products.h"

enum { N = 140, FEW = 60, COPIES = 4 };

/* Around the borders of panels and tiles. lane: sums over every fourth row, of columns that are moved and chosen. Each
 * is summed once more by itself, in no wide register. */
static void check_products(size_t n, size_t a, size_t b, size_t lane)
{
    enum { ROWS = 1030, MOST = 587 };
    static double x[MOST * ROWS], y[MOST * ROWS], scale[MOST], to[4][MOST * (MOST + 1)];
    static size_t which[MOST];
    assay_stream stream = stream_of(1);
    for (size_t k = 0; k < n * a; k++) x[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < n * b; k++) y[k] = assay_stream_normal(&stream);
    for (size_t j = 0; j < MOST; j++) scale[j] = lane && j % 2 ? 0.3 : 1.0, which[j] = lane ? b - 1 - j : j;
    memset(to, 0, sizeof to);
    const column_set of_a = { .at = x, .step = n, .count = a, .centre = lane ? scale : NULL, .scale = scale };
    const column_set of_b = { .at = y, .step = n, .count = b, .which = which };
    assert_int_equal(products_add(of_a, of_b, n, (product_sums){ to[0], b + 1, lane * MOST * (MOST + 1) }), ASSAY_OK);
    for (size_t k = 0; k < a * (b + 1) * (3 * lane + 1); k++) {
        const size_t l = k % (3 * lane + 1), pair = k / (3 * lane + 1), i = pair / (b + 1), j = pair % (b + 1);
        double sum = 0.0;
        for (size_t s = l; s < n && j < b; s += 3 * lane + 1)
            sum += (x[i * n + s] - (double)lane * scale[i]) * scale[i] * y[which[j] * n + s];
        if (sum != to[l][pair]) fail_msg("%zu rows, %zu %zu, lane %zu: %.17g not %.17g", n, i, j, l, to[l][pair], sum);
    }
}

TEST(test_products)
{
    static const size_t shape[][3] = { { 1, 8, 8 },     { 3, 13, 71 },  { 191, 1, 9 },   { 193, 13, 71 },
                                       { 517, 4, 12 },  { 767, 8, 8 },  { 768, 5, 13 },  { 769, 3, 25 },
                                       { 773, 65, 24 }, { 7, 65, 587 }, { 6, 130, 576 }, { 1030, 5, 578 } };
    for (size_t k = 0; k < 2 * sizeof shape / sizeof *shape; k++)
        check_products(shape[k / 2][0], shape[k / 2][1], shape[k / 2][2], k % 2);
}

/* Random codes, each `copies` times over the root of that: the products of rows stay as they are. */
static void copied(assay_data *data, size_t n, size_t d, size_t copies)
{
    assay_stream stream = stream_of(3);
    assert_int_equal(assay_data_shape(data, n, 2, d * copies), ASSAY_OK);
    for (size_t s = 0; s < 2 * n; s++) data->factors[s] = assay_stream_uniform(&stream);
    for (size_t j = 0; j < d; j++)
        for (size_t s = 0; s < n; s++) {
            const double z = 3.0 * data->factors[j % 2 * n + s] + assay_stream_normal(&stream);
            for (size_t c = 0; c < copies; c++) data->codes[(j * copies + c) * n + s] = z / sqrt((double)copies);
        }
}

TEST(test_copies)
{
    static const struct {
        const char *metric;
        size_t n, d;
        double tolerance;
    } same[] = {
        { "r2-heldout:kernel=linear", N, FEW, 1e-9 },
        { "r2-heldout", N, FEW, 1e-9 }, /* dependent rows: singular values decide */
        { "explicitness:scale=raw", N, FEW, 1e-9 },
        { "explicitness:scale=raw:model=multinomial", N, FEW, 1e-9 },
        { "mcc-weak", N, 5, 1e-9 }, /* few directions, so there is a score */
    };
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        FREED(assay_data_free) assay_data few = { 0 }, many = { 0 };
        copied(&few, same[k].n, same[k].d, 1);
        copied(&many, same[k].n, same[k].d, same[k].d < FEW ? 16 : COPIES);
        check_near(score_of(&many, same[k].metric), score_of(&few, same[k].metric), same[k].tolerance, same[k].metric);
    }
}

TEST(test_refusals)
{
    FREED(assay_data_free) assay_data data = { 0 };
    copied(&data, N, 200, 1);
    check_reason(&data, "mcc-weak", 0, SIZE_MAX,
                 "too-few-samples: 70 rows in the first half for 2 directions of the factors and 69 of the codes");
    check_reason(&data, "gaussian-tc", 0, SIZE_MAX,
                 "not-applicable: the codes are linearly dependent: 200 vary, in 140 rows");
    for (size_t s = 0; s < N; s++) data.codes[s] = 1.0;
    check_reason(&data, "gaussian-tc", 0, SIZE_MAX,
                 "not-applicable: the codes are linearly dependent: 199 vary, in 140 rows");
}

/* Half of the codes are 2^k x, the other half y, uncorrelated, each of variance v: of d copies D^1/2 Sigma D^1/2 has
 * the one eigenvalue d v^2. A share of 3e-8 for each eigenvalue that is 0 is rounding: its root is taken. */
TEST(test_wasserstein)
{
    enum { ROWS = 64, D = 200 };
    static const int units[] = { 0, 300, -300 };
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assert_int_equal(assay_data_shape(&data, ROWS, 1, D), ASSAY_OK);
        for (size_t s = 0; s < ROWS; s++) data.factors[s] = (double)s;
        for (size_t j = 0; j < D; j++)
            for (size_t s = 0; s < ROWS; s++)
                data.codes[j * ROWS + s] = ldexp((j < D / 2 ? s % 2 : s / 2 % 2) ? 1.0 : -1.0, units[u] / 2);
        const double v = ROWS / (ROWS - 1.0), want = 2 * D * v - 4 * v * sqrt(D / 2.0);
        check_near(score_of(&data, "gaussian-wasserstein"), ldexp(want, units[u]), ldexp(1e-6, units[u]), "copies");
        for (size_t s = 0; s < ROWS; s++) data.codes[s] = ldexp(1.0, units[u] / 2);
        const double fewer = 2 * (D - 1) * v - 2 * v * (sqrt(D / 2.0) + sqrt(D / 2.0 - 1));
        check_near(score_of(&data, "gaussian-wasserstein"), ldexp(fewer, units[u]), ldexp(1e-6, units[u]), "less one");
    }
}

/* What is solved on the rows' side costs so: twice the codes at most a little more than twice. */
TEST(test_costs)
{
    static const char *const metric[] = { "r2-heldout", "explicitness", "mcc-weak", "gaussian-tc",
                                          "gaussian-wasserstein" };
    for (size_t k = 0; k < sizeof metric / sizeof *metric; k++) {
        const assay_metric *m = assay_metric_find(metric[k]);
        double option[64];
        assert_int_equal(assay_options_settle(m, m->presets, "", option, NULL), ASSAY_OK);
        const assay_size size = { .n = 2000, .n_factors = 8, .n_codes = 4096 };
        const assay_size wide = { .n = 2000, .n_factors = 8, .n_codes = 65536 };
        const double grown = assay_metric_cost(m, option, &wide) / assay_metric_cost(m, option, &size);
        if (!(grown < 20.0)) fail_msg("%s: sixteen times the codes cost %g", metric[k], grown);
    }
}

TESTS_MAIN
