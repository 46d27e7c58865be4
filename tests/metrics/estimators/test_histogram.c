/* histogram: the logarithm, entropies of counts, what is exact. */
#include "check.h"
#include "histogram.h"

TEST(test_log)
{
    assert_true(log_nats(1) == 0);
    double worst = 0;
    for (uint64_t x = 2; x < 300000; x += x < 3000 ? 1 : 97) {
        const long double want = logl((long double)x);
        const double off = (double)fabsl((log_nats((double)x) - want) / want);
        worst = off > worst ? off : worst;
    }
    for (double x = 1; x < 1e300; x *= 1.37) {
        const long double want = logl((long double)x);
        if (want > 0) worst = fmax(worst, (double)fabsl((log_nats(x) - want) / want));
    }
    if (!(worst <= 3e-16)) fail_msg("the logarithm is off by %g, relatively", worst);
}

TEST(test_entropy)
{
    check_near(counts_entropy((const uint32_t[]){ 5, 5, 0, 5, 5 }, 5), log(4), 1e-15, "four alike");
    check_near(counts_entropy((const uint32_t[]){ 3, 1 }, 2), 0.56233514461880829, 1e-15, "3 to 1");
    assert_true(counts_entropy((const uint32_t[]){ 0, 9, 0 }, 3) == 0);
    assert_true(counts_entropy((const uint32_t[]){ 0, 0 }, 2) == 0);
    assert_true(counts_entropy((const uint32_t[]){ 1, 0 }, 2) == 0);
    check_near(counts_sum_t((const uint32_t[]){ 1, 2, 0, 3 }, 4), 2 * log(2) + 3 * log(3), 1e-15, "T");
}

/* The relation's totals and its exact zeros and ones (R1 of mi.c). */
TEST(test_information)
{
    enum { N = 1000 };
    FREED(assay_data_free) assay_data data = { 0 };
    assay_stream stream = stream_of(9);
    assert_int_equal(assay_data_shape(&data, N, 2, 3), ASSAY_OK);
    for (size_t s = 0; s < N; s++) {
        data.factors[s] = data.codes[s] = assay_stream_uniform(&stream);
        data.factors[N + s] = 4;
        data.codes[N + s] = -3 * data.factors[s];
        data.codes[2 * N + s] = 1;
    }
    double value[6], factor_total[2], code_total[3];
    relation_of(&data, "mi", value, factor_total, code_total);
    assert_true(value[0] == factor_total[0] && value[0] == code_total[0]);
    assert_true(value[2] == 0 && code_total[2] == 0);
    assert_true(factor_total[1] == 0 && value[3] == 0 && value[4] == 0 && value[5] == 0);
    double again[6];
    relation_of(&data, "mi:estimate=stratified", again, factor_total, code_total);
    for (size_t k = 0; k < 6; k++) check_near(again[k], value[k], 1e-13, "the conditional way, all rows");
}

/* Exactly independent columns, every pair of values once: what rounding leaves is not negative. */
TEST(test_independent)
{
    for (int32_t a = 2; a <= 9; a++) {
        for (int32_t b = 2; b <= 9; b++) {
            FREED(assay_data_free) assay_data data = { 0 };
            double value, factor_total, code_total;
            assert_int_equal(assay_data_shape(&data, (size_t)(a * b), 1, 1), ASSAY_OK);
            data.levels[0] = a;
            for (int32_t s = 0; s < a * b; s++) {
                data.factors[s] = s % a;
                data.codes[s] = s / a;
            }
            relation_of(&data, "mi", &value, &factor_total, &code_total);
            check_near(factor_total, log(a), 1e-14, "uniform labels");
            check_near(code_total, log(b), 1e-14, "uniform bins");
            assert_true(value >= 0 && value < 1e-14);
        }
    }
}

/* R3 of mi.c: rows beyond the last edge count for no bin, whichever way information is estimated. */
TEST(test_lost_rows)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double factors[7] = { 0, 1, 0, 1, 0, 1, 1 }, codes[7] = { 0, 5e8, 0, 5e8, 1e9, 1e9, 1e9 };
    const int32_t levels = 2;
    double value, factor_total, code_total;
    data_of(&data, 7, 1, 1, factors, codes, &levels);
    relation_of(&data, "mi:rule=linspace:last-edge=lose", &value, &factor_total, &code_total);
    check_near(value, log(2), 1e-15, "the four rows that are left determine the factor");
    assert_true(isnan(code_total));
    relation_of(&data, "mi:rule=linspace", &value, &factor_total, &code_total);
    check_near(value, factor_total - (3 * log(3) - 2 * log(2)) / 7, 1e-15,
               "clamped: H(v) less 3/7 H(v | the last bin)");
}

TESTS_MAIN
