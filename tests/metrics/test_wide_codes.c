/*
 * More codes than rows: products in blocks have the bits of a plain sum; what is solved on the rows' side is what fewer
 * codes give that span the same; what cannot be solved is said before any work.
 */
#include "check.h"
#include "products.h"

enum { N = 140, FEW = 60, COPIES = 4 };

/* The sums of a pair as they are defined. */
static double plain_sum(const double *a, const double *b, size_t n, size_t first, size_t step)
{
    double sum = 0.0;
    for (size_t s = first; s < n; s += step) sum += a[s] * b[s];
    return sum;
}

/* Around the borders of panels and tiles; lane: sums over every fourth row, of columns that are moved and chosen. */
static void check_products(size_t n, size_t a, size_t b, int lane)
{
    enum { ROWS = 1100, MOST = 587, SKIP = 3 };
    static double x[MOST * ROWS], y[ROWS * MOST], centre[MOST], scale[MOST], moved[2][ROWS], to[4][MOST * (MOST + 1)];
    static size_t which[MOST];
    assay_stream stream = stream_of(1);
    for (size_t k = 0; k < n * a; k++) x[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < n * b; k++) y[k] = assay_stream_normal(&stream);
    for (size_t j = 0; j < MOST; j++) centre[j] = 0.1 * (double)j, scale[j] = j % 2 ? 0.5 : 1.0;
    for (size_t j = 0; j < b; j++) which[j] = b - 1 - j;
    for (size_t l = 0; l < 4; l++) memset(to[l], 0, a * (b + 1) * sizeof **to);
    const column_set of_a = { .at = x, .step = n, .count = a, .centre = lane ? centre : NULL, .scale = scale };
    const column_set of_b = { .at = y, .step = n, .count = b, .which = lane ? which : NULL };
    assert_int_equal(products_add(of_a, of_b, n, (product_sums){ to[0], b + 1, lane ? sizeof to[0] / 8 : 0 }),
                     ASSAY_OK);
    for (size_t i = 0; i < a; i++) {
        for (size_t s = 0; s < n; s++) moved[0][s] = (x[i * n + s] - (lane ? centre[i] : 0.0)) * scale[i];
        for (size_t j = 0; j<b; j += b> 100 && j > SKIP && j + SKIP + 1 < b ? SKIP : 1) {
            for (size_t l = 0; l < (lane ? 4u : 1u); l++) {
                const double sum = plain_sum(moved[0], y + (lane ? which[j] : j) * n, n, l, lane ? 4 : 1);
                const double got = to[l][i * (b + 1) + j];
                if (sum != got) fail_msg("%zu rows, pair %zu %zu, lane %zu: %.17g is not %.17g", n, i, j, l, got, sum);
            }
        }
        for (size_t l = 0; l < 4; l++) assert_true(to[l][i * (b + 1) + b] == 0.0);
    }
}

TEST(test_products)
{
    static const size_t rows[] = { 1, 3, 191, 193, 517, 767, 768, 769, 773 };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int lane = 0; lane < 2; lane++) {
            check_products(rows[k], 13, 71, lane);
            check_products(rows[k], 1, 9, lane);
            check_products(rows[k], 8, 8, lane);
        }
    for (int lane = 0; lane < 2; lane++) {
        check_products(7, 65, 587, lane);
        check_products(1030, 5, 578, lane);
        check_products(6, 130, 576, lane);
    }
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
