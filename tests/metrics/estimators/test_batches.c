/*
 * Groups, decks and dice: the distribution of what is dealt, groups against a comparison of all pairs of rows, sums
 * against the plain loops; the softmax layer against its definition written out.
 */
#include "check.h"

#include "arena.h"
#include "batches.h"
#include "softmax_layer.h"

__extension__ typedef unsigned __int128 u128;

static arena memory;
static assay_stream stream;

static void *give(assay_call *call, size_t count, size_t size)
{
    (void)call;
    return arena_alloc(&memory, count, size);
}

static assay_call call_of(void)
{
    return (assay_call){ .abi = ASSAY_ABI, .alloc = give, .stream = &stream, .jobs = 1 };
}

static int clear(void **state)
{
    (void)state;
    arena_free(&memory);
    return 0;
}

/* ---- chance ---- */

/* Dice are the digits of floor(word B / 2^64) in mixed radix, B the product of the bounds, and words whose remainder is
 * below 2^64 mod B are thrown away: the definition, from the same words. */
static void test_dice(void **state)
{
    (void)state;
    static const uint64_t bounds[] = { 1,    2,    3,    8,     10,       16,          17,        200,
                                       1000, 3000, 4096, 20000, 1u << 20, 4000000000u, 1ull << 32 };
    static const size_t per_word[] = { 60, 60, 30, 20, 15, 15, 12, 7, 6, 5, 5, 4, 3, 1, 1 };
    enum { THROWN = 6000 };
    uint32_t *die = malloc(THROWN * sizeof *die);
    size_t refused = 0;
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        assay_stream_seed(&stream, b);
        assay_stream words = stream;
        dice_throw(&stream, bounds[b], THROWN, die);
        for (size_t t = 0; t < THROWN; t += per_word[b]) {
            const size_t k = THROWN - t < per_word[b] ? THROWN - t : per_word[b];
            uint64_t product = 1;
            for (size_t e = 0; e < k; e++) product *= bounds[b];
            u128 scaled = (u128)assay_stream_raw(&words) * product;
            for (; (uint64_t)scaled < -product % product; refused++) scaled = (u128)assay_stream_raw(&words) * product;
            uint64_t digits = (uint64_t)(scaled >> 64);
            for (size_t e = k; e-- > 0; digits /= bounds[b])
                if (die[t + e] != digits % bounds[b]) fail_msg("bound %ju, die %zu", (uintmax_t)bounds[b], t + e);
        }
        assert_int_equal(assay_stream_raw(&stream), assay_stream_raw(&words));
    }
    if (refused < 5) fail_msg("only %zu words were refused: the bounds do not try that", refused);
    free(die);
}

/* Chi-square of counts that should be equal; the bound is 5 standard deviations of chi-square above its mean. */
static void check_even(const unsigned *count, size_t cells, unsigned total, const char *what)
{
    const double want = total / (double)cells, freedom = (double)cells - 1;
    double chi = 0;
    for (size_t c = 0; c < cells; c++) chi += (count[c] - want) * (count[c] - want) / want;
    if (!(chi <= freedom + 5 * sqrt(2 * freedom) + 5)) fail_msg("%s: chi-square %g of %g", what, chi, freedom);
}

static bins bins_of(uint16_t *index, size_t n, size_t m, size_t *count)
{
    static size_t none[8]; /* every row has every factor */
    assert_true(m <= 8);
    return (bins){ .n = n, .n_columns = m, .index = index, .count = count, .lost = none };
}

/* A deck of 4 among others, dealt in portions of 1 and 3: all 24 orders come equally often, every deck is whole. */
static void test_deck(void **state)
{
    (void)state;
    uint16_t index[10] = { 1, 0, 1, 2, 1, 0, 1, 0, 0, 0 };
    size_t count[1] = { 3 };
    const bins v = bins_of(index, 10, 1, count);
    assay_call call = call_of();
    groups g;
    unsigned seen[256] = { 0 }, orders[24], used = 0;
    const unsigned decks = check_repeats(24000);
    assay_stream_seed(&stream, 11);
    assert_int_equal(groups_lend(&v, 0, &call, &g), ASSAY_OK);
    groups_same(&v, 0, 2, &g);
    assert_int_equal(g.count, 2); /* value 2 has a single row */
    assert_int_equal(g.rows, 9);
    for (unsigned k = 0; k < decks; k++) {
        uint32_t row[4];
        groups_deal(&g, 1, 1, 1, &stream, row);
        groups_deal(&g, 1, 3, 1, &stream, row + 1);
        if ((1u << row[0] | 1u << row[1] | 1u << row[2] | 1u << row[3]) != (1u << 0 | 1u << 2 | 1u << 4 | 1u << 6))
            fail_msg("deck %u: %u %u %u %u", k, row[0], row[1], row[2], row[3]);
        seen[row[0] / 2 * 64 + row[1] / 2 * 16 + row[2] / 2 * 4 + row[3] / 2]++;
    }
    for (size_t c = 0; c < 256; c++)
        if (seen[c]) orders[used++] = seen[c];
    assert_int_equal(used, 24);
    check_even(orders, 24, decks, "orders of a deck");
}

/* Pairs from a deck of 5: partners differ, one card stays behind at every shuffle, all 10 pairs come equally often,
 * also where one portion spans decks. */
static void test_pairs(void **state)
{
    (void)state;
    uint16_t index[5] = { 0 };
    size_t count[1] = { 1 };
    const bins v = bins_of(index, 5, 1, count);
    assay_call call = call_of();
    groups g;
    unsigned seen[32] = { 0 }, pairs[10], used = 0;
    const unsigned times = check_repeats(4000);
    assay_stream_seed(&stream, 12);
    assert_int_equal(groups_lend(&v, 0, &call, &g), ASSAY_OK);
    groups_same(&v, 0, 2, &g);
    for (unsigned k = 0; k < times; k++) {
        uint32_t row[10];
        groups_deal(&g, 0, 10, 2, &stream, row);
        for (size_t t = 0; t < 10; t += 2) {
            if (row[t] == row[t + 1]) fail_msg("row %u with itself", row[t]);
            seen[1u << row[t] | 1u << row[t + 1]]++;
        }
    }
    for (size_t c = 0; c < 32; c++)
        if (seen[c]) pairs[used++] = seen[c];
    assert_int_equal(used, 10);
    check_even(pairs, 10, 5 * times, "pairs");
}

static void test_rows_drawn(void **state)
{
    (void)state;
    unsigned seen[50] = { 0 };
    uint32_t place[50];
    const unsigned times = check_repeats(2000);
    assay_stream_seed(&stream, 13);
    for (unsigned k = 0; k < times; k++) {
        const uint32_t *row = rows_drawn(&stream, 50, 20, place);
        uint64_t met = 0;
        for (size_t t = 0; t < 20; t++) {
            if (met >> row[t] & 1) fail_msg("row %u twice", row[t]);
            met |= 1ull << row[t];
            seen[row[t]]++;
        }
    }
    check_even(seen, 50, 20 * times, "rows without replacement");
}

/* ---- groups: against the comparison of every pair of rows ---- */

static int rows_agree(const bins *v, size_t a, size_t b, size_t factor, int others)
{
    for (size_t i = 0; i < v->n_columns; i++)
        if ((i == factor) != (others != 0) && v->index[i * v->n + a] != v->index[i * v->n + b]) return 0;
    return 1;
}

static void check_groups(const bins *v, const groups *g, size_t factor, int others, size_t least)
{
    uint32_t of[64];
    for (size_t s = 0; s < v->n; s++) of[s] = UINT32_MAX;
    for (size_t k = 0; k < g->count; k++) {
        if (group_size(g, k) < least) fail_msg("a group of %zu", group_size(g, k));
        for (size_t p = g->start[k]; p < g->start[k + 1]; p++) {
            assert_int_equal(g->of[p], k);
            assert_int_equal(of[g->row[p]], UINT32_MAX);
            of[g->row[p]] = (uint32_t)k;
        }
    }
    assert_int_equal(g->start[g->count], g->rows);
    for (size_t a = 0; a < v->n; a++) {
        size_t size = 0;
        for (size_t b = 0; b < v->n; b++) {
            const int agree = rows_agree(v, a, b, factor, others);
            size += (size_t)agree;
            if (agree && of[a] != of[b]) fail_msg("rows %zu and %zu agree and are apart", a, b);
            if (!agree && of[a] == of[b] && of[a] != UINT32_MAX) fail_msg("rows %zu and %zu differ", a, b);
        }
        if ((size >= least) != (of[a] != UINT32_MAX)) fail_msg("row %zu of a group of %zu", a, size);
    }
}

static void test_groups(void **state)
{
    (void)state;
    assay_stream_seed(&stream, 14);
    for (unsigned r = 0; r < check_repeats(300); r++) {
        uint16_t index[4 * 64];
        size_t count[4], n = 1 + assay_stream_below(&stream, 64), m = 1 + assay_stream_below(&stream, 4);
        for (size_t i = 0; i < m; i++) {
            count[i] = 1 + assay_stream_below(&stream, 5);
            for (size_t s = 0; s < n; s++) index[i * n + s] = (uint16_t)assay_stream_below(&stream, count[i]);
        }
        const bins v = bins_of(index, n, m, count);
        assay_call call = call_of();
        groups g;
        assert_int_equal(groups_lend(&v, 1, &call, &g), ASSAY_OK);
        for (size_t i = 0; i < m; i++) { /* twice, as the room is used again */
            groups_others(&v, i, 2, &g);
            check_groups(&v, &g, i, 1, 2);
            groups_same(&v, i, 1 + i % 2, &g);
            check_groups(&v, &g, i, 0, 1 + i % 2);
        }
        arena_reset(&memory);
    }
}

/* ---- codes ---- */

static void test_code_rows(void **state)
{
    (void)state;
    assay_stream_seed(&stream, 15);
    for (unsigned r = 0; r < check_repeats(50); r++) {
        assay_data data = { 0 };
        const size_t n = 3 + assay_stream_below(&stream, 60), d = 1 + assay_stream_below(&stream, 20);
        const size_t count = 1 + n / 2;
        assert_int_equal(assay_data_shape(&data, n, 1, d), ASSAY_OK);
        for (size_t k = 0; k < n * d; k++) data.codes[k] = 100 + assay_stream_normal(&stream);
        const assay_rep rep = assay_data_view(&data);
        assay_call call = call_of();
        code_rows z;
        assert_int_equal(code_rows_make(&rep, &call, &z), ASSAY_OK);
        uint32_t row[64];
        double sum[32] = { 0 }, spread[32], mean[32], variance[32];
        dice_throw(&stream, n, 2 * count, row);
        code_rows_distances(&z, row, count, sum);
        code_rows_spread(&z, row, 2 * count, spread);
        code_rows_variance(&z, row, 2 * count, 1, mean, variance);
        for (size_t j = 0; j < d; j++) {
            const double *x = data.codes + j * n, unit = ldexp(1, z.exponent[j]);
            double distance = 0, middle = 0, squares = 0;
            for (size_t t = 0; t < 2 * count; t++) middle += x[row[t]] / (double)(2 * count);
            for (size_t t = 0; t < count; t++) distance += fabs(x[row[2 * t]] - x[row[2 * t + 1]]);
            for (size_t t = 0; t < 2 * count; t++) squares += (x[row[t]] - middle) * (x[row[t]] - middle);
            check_near(z.at[j], 0, 0, "row 0");
            check_near(z.at[(n - 1) * z.width + j] * unit, x[n - 1] - x[0], 1e-13, "a row");
            /* sums of up to 60 terms of size 1, from numbers of size 100 */
            check_near(sum[j] * unit, distance, 1e-11, "distances");
            check_near(spread[j] * unit * unit, squares, 1e-10, "spread");
            check_near(variance[j] * unit * unit, squares / (double)(2 * count - 1), 1e-11, "variance");
        }
        for (size_t j = d; j < z.width; j++) check_near(sum[j] + spread[j], 0, 0, "beyond the codes");
        for (size_t t = 0; t < 2 * count; t++) row[t] = row[0];
        code_rows_spread(&z, row, 2 * count, spread);
        for (size_t j = 0; j < d; j++) check_near(spread[j], 0, 0, "equal rows have no spread at all");
        assay_data_free(&data);
        arena_reset(&memory);
    }
}

/* ---- the layer ---- */

enum { D = 3, K = 4, ROWS = 37, WEIGHTS = K * (D + 1) };

typedef struct adam {
    unsigned t; /* steps taken */
    double w[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
} adam;

/* One step of Adam on the rows listed, by the formulas. */
static void plain_step(adam *a, const double *x, const uint32_t *label, const size_t *row, size_t rows)
{
    double gradient[WEIGHTS] = { 0 };
    for (size_t s = 0; s < rows; s++) {
        double p[K], sum = 0;
        for (size_t k = 0; k < K; k++) {
            double score = a->w[k * (D + 1) + D];
            for (size_t j = 0; j < D; j++) score += a->w[k * (D + 1) + j] * x[row[s] * D + j];
            sum += p[k] = exp(score);
        }
        for (size_t k = 0; k < K; k++) {
            const double miss = (p[k] / sum - (label[row[s]] == k)) / (double)rows;
            for (size_t j = 0; j <= D; j++) gradient[k * (D + 1) + j] += miss * (j < D ? x[row[s] * D + j] : 1);
        }
    }
    a->t++;
    const double rate = 0.05 * sqrt(1 - pow(0.999, a->t)) / (1 - pow(0.9, a->t));
    for (size_t i = 0; i < WEIGHTS; i++) {
        a->mean[i] = 0.9 * a->mean[i] + 0.1 * gradient[i];
        a->square[i] = 0.999 * a->square[i] + 0.001 * gradient[i] * gradient[i];
        a->w[i] -= rate * a->mean[i] / (sqrt(a->square[i]) + 1e-7);
    }
}

static void test_layer(void **state)
{
    (void)state;
    adam plain = { 0 };
    double x[ROWS * D], got[WEIGHTS];
    uint32_t label[ROWS];
    size_t order[ROWS];
    assay_stream_seed(&stream, 16);
    for (size_t s = 0; s < ROWS; s++) {
        label[s] = (uint32_t)assay_stream_below(&stream, K);
        for (size_t j = 0; j < D; j++) x[s * D + j] = (label[s] == j) + assay_stream_normal(&stream);
    }
    assay_stream again = stream;
    const softmax_options how = { .batch = 10, .epochs = 5, .rate = 0.05 };
    assay_call call = call_of();
    const softmax_rows rows = { .x = x, .label = label, .n = ROWS, .n_codes = D, .n_classes = K };
    assert_int_equal(softmax_layer_fit(&rows, &how, &call, got), ASSAY_OK);

    const double limit = sqrt(6.0 / (D + K));
    for (size_t k = 0; k < K; k++)
        for (size_t j = 0; j < D; j++) plain.w[k * (D + 1) + j] = limit * (2 * assay_stream_uniform(&again) - 1);
    for (unsigned epoch = 0; epoch < 5; epoch++) {
        assay_stream_permutation(&again, order, ROWS);
        for (size_t s = 0; s < ROWS; s += 10) plain_step(&plain, x, label, order + s, ROWS - s < 10 ? ROWS - s : 10);
    }
    /* twenty steps of 0.05, each good to a few roundings times the ratio of mean and root square, at most 32 */
    for (size_t i = 0; i < WEIGHTS; i++) check_near(got[i], plain.w[i], 1e-12, "weight");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_dice, clear),   cmocka_unit_test_teardown(test_deck, clear),
        cmocka_unit_test_teardown(test_pairs, clear),  cmocka_unit_test_teardown(test_rows_drawn, clear),
        cmocka_unit_test_teardown(test_groups, clear), cmocka_unit_test_teardown(test_code_rows, clear),
        cmocka_unit_test_teardown(test_layer, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
