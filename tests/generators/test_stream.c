/*
 * Random streams against NumPy 1.24.2: tests/golden/rng.json, and answers further down the streams that are written
 * here (rejections, wedges, tails). Everything is compared by its bits, but for the normals that may come from the C
 * library's log1p: to 1e-15, four units in the last place.
 */
#include "testing.h"
#include "ziggurat_tables.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIBM_TOL 1e-15

static void assert_same_double(double got, double want)
{
    if (memcmp(&got, &want, sizeof got) != 0) fail_msg("%a is not %a", got, want);
}

static void assert_same_stream(const assay_stream *a, const assay_stream *b)
{
    assert_true(a->state_high == b->state_high && a->state_low == b->state_low);
    assert_true(a->inc_high == b->inc_high && a->inc_low == b->inc_low);
    assert_int_equal(a->has_half, b->has_half);
    if (a->has_half) assert_int_equal(a->half, b->half);
}

/* "0x123456789" as 32-bit words, lowest first. */
static size_t words_of(const char *hex, uint32_t words[8])
{
    const char *digits = hex + 2;
    size_t n = 0;
    for (size_t end = strlen(digits); end > 0 && n < 8; n++) {
        const size_t begin = end > 8 ? end - 8 : 0;
        char piece[9] = "";
        memcpy(piece, digits + begin, end - begin);
        words[n] = (uint32_t)strtoul(piece, NULL, 16);
        end = begin;
    }
    return n;
}

static uint64_t raw_at(const json_t *list, size_t k)
{
    return strtoull(json_string_value(json_array_get(list, k)), NULL, 10);
}

static void check_raw(assay_stream stream, const json_t *list)
{
    assert_true(json_array_size(list) >= 4);
    for (size_t k = 0; k < json_array_size(list); k++) assert_true(assay_stream_raw(&stream) == raw_at(list, k));
}

static void check_draws(const assay_stream *start, const json_t *item)
{
    assay_stream s = *start, other = *start;
    const json_t *list = json_object_get(item, "random_8_hex");
    double filled[8];
    assay_stream_fill(&other, filled, 8);
    for (size_t k = 0; k < 8; k++) {
        const double want = strtod(json_string_value(json_array_get(list, k)), NULL);
        assert_same_double(assay_stream_uniform(&s), want);
        assert_same_double(filled[k], want);
    }
    s = *start;
    list = json_object_get(item, "integers_0_10_8");
    for (size_t k = 0; k < 8; k++)
        assert_int_equal(assay_stream_below(&s, 10), json_integer_value(json_array_get(list, k)));
    s = *start;
    list = json_object_get(item, "permutation_10");
    size_t order[10];
    assay_stream_permutation(&s, order, 10);
    for (size_t k = 0; k < 10; k++) assert_int_equal(order[k], json_integer_value(json_array_get(list, k)));
    s = *start;
    list = json_object_get(item, "standard_normal_8_hex");
    for (size_t k = 0; k < 8; k++)
        assert_same_double(assay_stream_normal(&s), strtod(json_string_value(json_array_get(list, k)), NULL));
}

static void check_case(const json_t *item)
{
    uint32_t words[8];
    const size_t n = words_of(json_string_value(json_object_get(item, "seed_hex")), words);
    assay_stream start, other;
    assert_int_equal(assay_stream_seed_words(&start, words, n, NULL, 0), ASSAY_OK);
    if (n <= 2) {
        assay_stream_seed(&other, (uint64_t)(n == 2 ? words[1] : 0) << 32 | words[0]);
        assert_same_stream(&start, &other);
    }
    check_raw(start, json_object_get(item, "random_raw_8"));
    check_draws(&start, item);

    other = start;
    assay_stream_advance(&other, 0, 1000000);
    check_raw(other, json_object_get(item, "advance_1000000_then_raw_4"));
    other = start;
    assay_stream_jump(&other);
    check_raw(other, json_object_get(item, "jumped_once_then_raw_4"));

    const json_t *children = json_object_get(item, "spawned_children");
    assert_true(json_array_size(children) >= 3);
    for (size_t k = 0; k < json_array_size(children); k++) {
        const json_t *child = json_array_get(children, k), *key = json_object_get(child, "spawn_key");
        const uint32_t word = (uint32_t)json_integer_value(json_array_get(key, 0));
        assert_int_equal(assay_stream_seed_words(&other, words, n, &word, 1), ASSAY_OK);
        check_raw(other, json_object_get(child, "random_raw_4"));
    }
}

TEST(golden)
{
    json_error_t error;
    json_t *root = json_load_file("tests/golden/rng.json", 0, &error);
    if (!root) fail_msg("tests/golden/rng.json: %s", error.text);
    const json_t *cases = json_object_get(root, "cases");
    assert_true(json_array_size(cases) >= 6);
    for (size_t k = 0; k < json_array_size(cases); k++) check_case(json_array_get(cases, k));
    json_decref(root);
}

static const struct {
    const char *why;
    uint64_t bound, first, second, at_1000, raw_after; /* default_rng(11).integers(bound, size=1001), then raw */
} bounded[] = {
    { "a power of two", 2, 0, 0, 0, 8799541675448670299u },
    { "two and a bit", 3, 0, 0, 0, 8799541675448670299u },
    { "halves, no rejection", 1000, 133, 128, 163, 8799541675448670299u },
    { "every other half rejected", 2147483649u, 1267085886, 1291707887, 1589552045, 15591261250958268390u },
    { "the widest narrow one", 4294967295u, 574671949, 552204815, 702662988, 8799541675448670299u },
    { "a plain half", 4294967296u, 574671950, 552204816, 702662989, 8799541675448670299u },
    { "the narrowest wide one", 4294967297u, 552204816, 2144382091, 3580425806, 433709711488555072u },
    { "wide, some rejected", 6917529027641081856u, 889388109745638557u, 3453769106288086502u, 479342879698306272u,
      11647894664223968750u },
    { "wide, half rejected", 9223372036854775809u, 4605025475050782003u, 5547843131917349438u, 6614421600045033434u,
      8643562473046488194u },
    { "the widest", 18446744073709551615u, 2371701625988369485u, 9210050950101564006u, 15377811741932316606u,
      433709711488555072u },
};

TEST(integers_below)
{
    for (size_t k = 0; k < sizeof bounded / sizeof *bounded; k++) {
        assay_stream s;
        assay_stream_seed(&s, 11);
        uint64_t draw = 0;
        for (int i = 0; i <= 1000; i++) {
            draw = assay_stream_below(&s, bounded[k].bound);
            if (i == 0 && draw != bounded[k].first) fail_msg("%s: the first is %ju", bounded[k].why, (uintmax_t)draw);
            if (i == 1 && draw != bounded[k].second) fail_msg("%s: the second is %ju", bounded[k].why, (uintmax_t)draw);
        }
        if (draw != bounded[k].at_1000) fail_msg("%s: number 1000 is %ju", bounded[k].why, (uintmax_t)draw);
        if (assay_stream_raw(&s) != bounded[k].raw_after) fail_msg("%s: another number of draws", bounded[k].why);
    }
}

TEST(integers_below_one_draw_nothing)
{
    assay_stream s, before;
    assay_stream_seed(&s, 1);
    before = s;
    assert_int_equal(assay_stream_below(&s, 1), 0);
    assert_same_stream(&s, &before);
}

/* integers, doubles and normals in turns: the half waits through whole draws, and advancing forgets it. */
TEST(halves_wait)
{
    assay_stream s;
    assay_stream_seed(&s, 11);
    assert_int_equal(assay_stream_below(&s, 10), 1);
    assert_int_equal(assay_stream_below(&s, 10), 1);
    assert_same_double(assay_stream_uniform(&s), 0.49927786244011496);
    assert_int_equal(assay_stream_below(&s, 10), 5);
    assert_same_double(assay_stream_normal(&s), -0x1.0546f81b70d75p-1);
    assert_int_equal(assay_stream_below(&s, 10), 6);
    assert_true(assay_stream_below(&s, (uint64_t)1 << 40) == 162646450044u);
    assert_int_equal(assay_stream_below(&s, 10), 4);
    assert_int_equal(s.has_half, 1);
    assay_stream_advance(&s, 0, 0);
    assert_int_equal(s.has_half, 0);
}

static const struct {
    const char *why;
    uint64_t seed;
    size_t at;
    double want;
} normals[] = {
    { "the first of the right tail", 0, 10477, 0x1.f907c5aa2ff63p+1 },
    { "the one after", 0, 10478, 0x1.b4427f802243ap+0 },
    { "the first of the left tail", 0, 303, -0x1.e2d9e98d87bc6p+1 },
    { "the one after", 0, 304, 0x1.0ae286626dc40p-2 },
    { "beyond 4", 7, 4657, 0x1.03f15b985e889p+2 },
    { "the left tail again", 7, 2311, -0x1.d49e542968c99p+1 },
    { "two hundred thousand later, in step", 0, 200000, 0x1.010a66e7047bfp-1 },
    { "and with another seed", 7, 200000, -0x1.5261656ae3a3ep-2 },
};

TEST(normal_draws)
{
    for (size_t k = 0; k < sizeof normals / sizeof *normals; k++) {
        assay_stream s;
        assay_stream_seed(&s, normals[k].seed);
        double x = 0;
        for (size_t i = 0; i <= normals[k].at; i++) x = assay_stream_normal(&s);
        if (!(fabs(x - normals[k].want) <= LIBM_TOL * fabs(normals[k].want)))
            fail_msg("%s: seed %ju, %zu: %a", normals[k].why, (uintmax_t)normals[k].seed, normals[k].at, x);
    }
}

TEST(permutations)
{
    static const struct {
        size_t n, first, second, last;
        uint64_t raw_after;
    } known[] = {
        /* default_rng(5).permutation(n) */
        { 2, 1, 0, 0, 14903876974979881461u },
        { 3, 1, 2, 0, 14903876974979881461u },
        { 100, 29, 49, 40, 7018531788607174877u },
        { 1000, 478, 816, 424, 14226961767321165196u },
    };
    size_t order[1000], seen[1000];
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const size_t n = known[k].n;
        assay_stream s;
        assay_stream_seed(&s, 5);
        assay_stream_permutation(&s, order, n);
        assert_int_equal(order[0], known[k].first);
        assert_int_equal(order[1], known[k].second);
        assert_int_equal(order[n - 1], known[k].last);
        assert_true(assay_stream_raw(&s) == known[k].raw_after);
        memset(seen, 0, sizeof seen);
        for (size_t i = 0; i < n; i++) seen[order[i]]++;
        for (size_t i = 0; i < n; i++) assert_int_equal(seen[i], 1);
    }
    assay_stream s, before;
    assay_stream_seed(&s, 5);
    before = s;
    assay_stream_permutation(&s, order, 0);
    assay_stream_permutation(&s, order, 1);
    assert_int_equal(order[0], 0);
    assert_same_stream(&s, &before);
}

TEST(seed_words)
{
    static const uint32_t nine[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, padded[] = { 1, 2, 0, 0, 3 };
    static const uint32_t key[] = { 3, 4, 5, 6, 7 };
    static const struct {
        const char *why;
        const uint32_t *entropy;
        size_t n, n_key;
        uint64_t raw;
    } known[] = {
        /* SeedSequence(entropy, spawn_key=...) */
        { "a key after a short entropy", nine, 2, 1, 1969342178799063231u },
        { "which is padded to the pool", padded, 5, 0, 1969342178799063231u },
        { "zeros at the end are the padding", padded, 4, 0, 8271799387826207682u },
        { "more words than the pool, long key", nine, 9, 5, 16803757370030641295u },
    };
    assay_stream s;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assert_int_equal(assay_stream_seed_words(&s, known[k].entropy, known[k].n, key, known[k].n_key), ASSAY_OK);
        if (assay_stream_raw(&s) != known[k].raw) fail_msg("%s", known[k].why);
    }
    assert_int_equal(assay_stream_seed_words(&s, NULL, 0, key, 1), ASSAY_EUSAGE);
}

TEST(fill_is_one_at_a_time)
{
    double filled[600];
    for (size_t count = 0; count < 600; count += count < 40 ? 1 : 37) {
        assay_stream a, b;
        assay_stream_seed(&a, count);
        assay_stream_below(&a, 10); /* a half is waiting, and must go on waiting */
        b = a;
        filled[count] = -1;
        assay_stream_fill(&a, filled, count);
        for (size_t k = 0; k < count; k++) assert_same_double(filled[k], assay_stream_uniform(&b));
        assert_same_double(filled[count], -1);
        assert_same_stream(&a, &b);
    }
}

TEST(advance_adds_up)
{
    assay_stream choose;
    assay_stream_seed(&choose, 3);
    for (int k = 0; k < 200; k++) {
        const uint64_t ah = assay_stream_raw(&choose), al = assay_stream_raw(&choose);
        const uint64_t bh = assay_stream_raw(&choose), bl = assay_stream_raw(&choose), low = al + bl;
        assay_stream twice, once;
        assay_stream_seed(&twice, (uint64_t)k);
        once = twice;
        assay_stream_advance(&twice, ah, al);
        assay_stream_advance(&twice, bh, bl);
        assay_stream_advance(&once, ah + bh + (low < al), low);
        assert_same_stream(&twice, &once);
        assay_stream_advance(&once, ~(ah + bh + (low < al)), ~low); /* by -(a + b) - 1, then one: all the way round */
        assay_stream_raw(&once);
        assay_stream_seed(&twice, (uint64_t)k);
        assert_same_stream(&twice, &once);
    }
    assay_stream s;
    assay_stream_seed(&s, 9);
    assay_stream_advance(&s, (uint64_t)1 << 63, 12345);
    assert_true(assay_stream_raw(&s) == 3332676230084202436u); /* NumPy's, for 2^127 + 12345 */
}

/* Each strip has the area of the base, and the tables belong together; the recursion loses some 40 units. */
TEST(ziggurat_strips)
{
    const double r = ZIGGURAT_R, base = exp(-0.5 * r * r);
    const double area = r * base + sqrt(acos(-1.0) / 2) * erfc(r / sqrt(2.0));
    assert_true(fabs(r * ZIGGURAT_INVERSE_R - 1) < 1e-15);
    assert_true(fabs(ziggurat_width[0] * 0x1p52 * base / area - 1) < 1e-12);
    assert_true(fabs(ziggurat_width[255] * 0x1p52 / r - 1) < 1e-15);
    assert_true(ziggurat_height[0] == 1 && ziggurat_inside[1] == 0);
    for (size_t i = 1; i < 256; i++) {
        const double x = ziggurat_width[i] * 0x1p52;
        assert_true(fabs(ziggurat_height[i] / exp(-0.5 * x * x) - 1) < 1e-14);
        if (!(fabs(x * (ziggurat_height[i - 1] - ziggurat_height[i]) / area - 1) < 1e-12)) fail_msg("strip %zu", i);
        const double inside = i == 1 ? 0 : ziggurat_width[i - 1] / ziggurat_width[i] * 0x1p52;
        assert_true(fabs((double)ziggurat_inside[i] - inside) <= 3);
    }
    assert_true(fabs((double)ziggurat_inside[0] - r / ziggurat_width[0]) <= 16);
}

TESTS_MAIN
