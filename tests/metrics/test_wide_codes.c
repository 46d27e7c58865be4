/*
 * More codes than rows: products in blocks have the bits of a plain sum; what is solved on the rows' side is what fewer
 * codes give that span the same; what cannot be solved is said before any work.
 */
#include "check.h"
#include "products.h"

enum { N = 140, FEW = 60, COPIES = 4 };

TEST(test_products)
{
    enum { ROWS = 517, A = 13, B = 71 };
    static double a[A * ROWS], b[B * ROWS], to[A * (B + 1)];
    assay_stream stream = stream_of(1);
    for (size_t k = 0; k < A * ROWS; k++) a[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < B * ROWS; k++) b[k] = assay_stream_normal(&stream);
    products_add((column_set){ a, ROWS, A }, (column_set){ b, ROWS, B }, ROWS, to, B + 1);
    for (size_t i = 0; i < A; i++) {
        for (size_t j = 0; j < B; j++) {
            double sum = 0.0;
            for (size_t s = 0; s < ROWS; s++) sum += a[i * ROWS + s] * b[j * ROWS + s];
            const double got = to[i * (B + 1) + j];
            if (sum != got) fail_msg("pair %zu %zu: %.17g is not %.17g", i, j, got, sum);
        }
        assert_true(to[i * (B + 1) + B] == 0.0);
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
