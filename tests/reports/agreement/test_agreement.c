/* Agreement between metrics: coefficients by hand and by counting every pair, the bootstrap against one that copies
 * rows, absent values, the table of a store, the printed forms. */
#include "check.h"

#include "agreement.h"
#include "needed.h"
#include "ascending.h"

#define NA NAN

/* Sums of at most 60 terms of size 1 and one square root: rounding is below 1e-13. */
#define TOL 1e-12

TEST(test_known)
{
    const struct {
        const char *why;
        size_t n;
        double x[6], y[6], want[AGREE_KINDS];
    } known[] = {
        { "the same", 4, { 1, 2, 3, 4 }, { 1, 2, 3, 4 }, { 1, 1 } },
        { "reversed", 4, { 1, 2, 3, 4 }, { 4, 3, 2, 1 }, { -1, -1 } },
        { "two rows", 2, { 5, 7 }, { 2, 1 }, { -1, -1 } },
        { "one exchange: C 5, D 1; d^2 sums to 2: 1 - 12/60", 4, { 1, 2, 3, 4 }, { 1, 2, 4, 3 }, { 2.0 / 3, 0.8 } },
        { "C 4, D 0, one tie each: 4/5; ranks 1.5 1.5 3 4 and 1 2.5 2.5 4: 3.75/4.5",
          4,
          { 1, 1, 2, 3 },
          { 1, 2, 2, 3 },
          { 0.8, 3.75 / 4.5 } },
        { "tied in both: pairs 3, Tx = Ty = Txy = 1, C 2", 3, { 1, 1, 2 }, { 3, 3, 4 }, { 1, 1 } },
        { "ranks alone count", 3, { 1, 2, 3 }, { 0, 1, 27 }, { 1, 1 } },
        { "C 1, D 3 of x 12 2 1 12 2, y 1 4 7 1 0: P 10, Tx 2, Ty 1, Txy 1",
          5,
          { 12, 2, 1, 12, 2 },
          { 1, 4, 7, 1, 0 },
          { -4.0 / sqrt(8.0 * 9.0), NA } },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int kind = 0; kind < AGREE_KINDS; kind++)
            if (!isnan(known[k].want[kind]))
                check_near(agree_lists(kind, known[k].x, known[k].y, known[k].n), known[k].want[kind], TOL,
                           known[k].why);
}

TEST(test_undefined)
{
    const double x[] = { 1, 2, 3 }, same[] = { 4, 4, 4 }, near[] = { 0.1 + 0.2, 0.1 + 0.2, 0.1 + 0.2 };
    for (int kind = 0; kind < AGREE_KINDS; kind++) {
        assert_true(isnan(agree_lists(kind, x, same, 3)));
        assert_true(isnan(agree_lists(kind, near, x, 3)));
        assert_true(isnan(agree_lists(kind, x, x, 1)));
        assert_true(isnan(agree_lists(kind, x, x, 0)));
    }
}

TEST(test_words)
{
    for (int kind = 0; kind < AGREE_KINDS; kind++) assert_int_equal(agree_kind(agree_word(kind)), kind);
    assert_int_equal(agree_kind("tau"), -1);
    assert_string_equal(agree_text(0.834), ".83");
    assert_string_equal(agree_text(-0.206), "-.21");
    assert_string_equal(agree_text(0.999), "1.00");
    assert_string_equal(agree_text(-1), "-1.00");
    assert_string_equal(agree_text(-0.001), ".00");
    assert_string_equal(agree_text(NAN), "–");
}

/* Every pair of rows. */
static double direct_kendall(const double *x, const double *y, size_t n)
{
    long s = 0, px = 0, py = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const int dx = (x[i] > x[j]) - (x[i] < x[j]), dy = (y[i] > y[j]) - (y[i] < y[j]);
            s += dx * dy;
            px += dx != 0;
            py += dy != 0;
        }
    return px && py ? (double)s / sqrt((double)px * (double)py) : NAN;
}

static double direct_pearson(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t k = 0; k < n; k++) {
        mx += x[k] / (double)n;
        my += y[k] / (double)n;
    }
    for (size_t k = 0; k < n; k++) {
        xx += (x[k] - mx) * (x[k] - mx);
        yy += (y[k] - my) * (y[k] - my);
        xy += (x[k] - mx) * (y[k] - my);
    }
    return xx > 1e-20 && yy > 1e-20 ? xy / sqrt(xx * yy) : NAN;
}

/* 1 + how many are less + half of how many others are equal. */
static void direct_ranks(const double *x, size_t n, double *to)
{
    for (size_t i = 0; i < n; i++) {
        to[i] = 0.5;
        for (size_t j = 0; j < n; j++) to[i] += x[j] < x[i] ? 1.0 : x[j] == x[i] ? 0.5 : 0.0;
    }
}

static double direct(int kind, const double *x, const double *y, size_t n)
{
    enum { MOST = 4096 };
    static double rx[MOST], ry[MOST];
    if (kind == AGREE_KENDALL) return direct_kendall(x, y, n);
    assert_true(n <= MOST);
    direct_ranks(x, n, rx);
    direct_ranks(y, n, ry);
    return direct_pearson(rx, ry, n);
}

static void check_same(double got, double want, double tol, const char *what)
{
    if (isnan(want) && isnan(got)) return;
    check_near(got, want, tol, what);
}

/* `levels` 0: fractions, else whole numbers with many ties. */
static void random_list(assay_stream *s, uint64_t levels, double *to, size_t n)
{
    for (size_t k = 0; k < n; k++) to[k] = levels ? (double)assay_stream_below(s, levels) : assay_stream_normal(s);
}

TEST(test_pairs)
{
    enum { N = 60 };
    double x[N], y[N], up[N], down[N];
    for (unsigned seed = 0; seed < check_repeats(200); seed++) {
        char what[64];
        assay_stream s = stream_of(seed);
        const size_t n = 2 + (size_t)assay_stream_below(&s, N - 1);
        random_list(&s, seed % 3 ? 1 + seed % 7 : 0, x, n);
        random_list(&s, seed % 2 ? 1 + seed % 11 : 0, y, n);
        for (size_t k = 0; k < n; k++) {
            up[k] = x[k] * x[k] * x[k] + 2.0 * x[k]; /* rising, and equal where equal */
            down[k] = -x[k];
        }
        for (int kind = 0; kind < AGREE_KINDS; kind++) {
            const double got = agree_lists(kind, x, y, n);
            snprintf(what, sizeof what, "%s, seed %u", agree_word(kind), seed);
            check_same(got, direct(kind, x, y, n), TOL, what);
            check_same(agree_lists(kind, y, x, n), got, 0.0, what);
            check_same(agree_lists(kind, down, y, n), -got, 0.0, what);
            check_same(agree_lists(kind, up, y, n), got, 0.0, what);
            if (!isnan(agree_lists(kind, x, x, n))) check_near(agree_lists(kind, x, x, n), 1.0, 0.0, what);
        }
    }
}

static void make_table(agreement_table *t, size_t n_rows, size_t n_series)
{
    agreement_table_shape(t, n_rows, n_series);
    for (size_t s = 0; s < n_series; s++) t->series[s] = phrase("series%zu", s);
}

/* Clusters of `size` rows. */
static void make_clusters(agreement_table *t, size_t size)
{
    for (size_t r = 0; r < t->n_rows; r++) t->cluster[r] = r / size;
    t->n_clusters = t->n_rows ? (t->n_rows - 1) / size + 1 : 0;
}

static void compute(const agreement_table *t, int kind, size_t draws, uint64_t seed, agreement *to)
{
    assay_error err = { "" };
    if (agreement_compute(t, kind, draws, seed, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

/* The place (n - 1) p of the sorted values. */
static double direct_quantile(const double *sorted, size_t n, double p)
{
    const double place = (double)(n - 1) * p;
    const size_t k = (size_t)floor(place);
    return k + 1 < n ? sorted[k] + (place - (double)k) * (sorted[k + 1] - sorted[k]) : sorted[k];
}

typedef struct interval {
    double low, high;
} interval;

/* The interval of series a, b by rows that are really copied. */
static interval direct_interval(const agreement_table *t, int kind, size_t draws, uint64_t seed, size_t a, size_t b)
{
    double *x = calloc(t->n_rows * t->n_rows, sizeof *x), *y = calloc(t->n_rows * t->n_rows, sizeof *y);
    OWNED double *found = calloc(draws, sizeof *found);
    size_t defined = 0;
    assay_stream s = stream_of(seed);
    for (size_t d = 0; d < draws; d++) {
        size_t n = 0;
        for (size_t k = 0; k < t->n_clusters; k++) {
            const size_t cluster = (size_t)assay_stream_below(&s, t->n_clusters);
            for (size_t r = 0; r < t->n_rows; r++) {
                const double vx = t->value[a * t->n_rows + r], vy = t->value[b * t->n_rows + r];
                if (t->cluster[r] != cluster || isnan(vx) || isnan(vy)) continue;
                x[n] = vx;
                y[n++] = vy;
            }
        }
        const double value = direct(kind, x, y, n);
        if (!isnan(value)) found[defined++] = value;
    }
    qsort(found, defined, sizeof *found, ascending);
    interval of = { NAN, NAN };
    if (2 * defined > draws)
        of = (interval){ direct_quantile(found, defined, 0.025), direct_quantile(found, defined, 0.975) };
    free(x);
    free(y);
    return of;
}

static void random_table(agreement_table *t, uint64_t seed)
{
    assay_stream s = stream_of(seed);
    make_table(t, 30, 4);
    make_clusters(t, 1 + seed % 3);
    for (size_t r = 0; r < t->n_rows; r++) {
        t->value[r] = assay_stream_normal(&s);
        t->value[t->n_rows + r] = t->value[r] + assay_stream_normal(&s);
        t->value[2 * t->n_rows + r] = (double)assay_stream_below(&s, 3);
        t->value[3 * t->n_rows + r] = assay_stream_below(&s, 4) ? t->value[r] - assay_stream_normal(&s) : NAN;
    }
}

TEST(test_bootstrap)
{
    enum { DRAWS = 45 }; /* no multiple of a batch */
    for (unsigned seed = 0; seed < check_repeats(9); seed++) {
        const int kind = (int)(seed / 3) % AGREE_KINDS;
        agreement_table t;
        agreement a;
        random_table(&t, seed);
        compute(&t, kind, DRAWS, 7 + seed, &a);
        for (size_t i = 0; i < t.n_series; i++)
            for (size_t j = 0; j < t.n_series; j++) {
                const interval direct =
                    i != j ? direct_interval(&t, kind, DRAWS, 7 + seed, i, j) : (interval){ 1.0, 1.0 };
                char what[96];
                snprintf(what, sizeof what, "%s, seed %u, %zu and %zu", agree_word(kind), seed, i, j);
                check_near(a.low[i * t.n_series + j], direct.low, TOL, what);
                check_near(a.high[i * t.n_series + j], direct.high, TOL, what);
            }
    }
}

static void check_bits(double got, double want)
{
    if (isnan(got) && isnan(want)) return;
    assert_memory_equal(&got, &want, sizeof got);
}

/* Reversed series: the same bits for each pair; another seed: other intervals, the same coefficients. */
TEST(test_order)
{
    for (int kind = 0; kind < AGREE_KINDS; kind++) {
        agreement_table t, back;
        agreement a, b, other;
        random_table(&t, 5);
        random_table(&back, 5);
        const size_t n = t.n_series;
        for (size_t s = 0; s < n; s++)
            memcpy(back.value + (n - 1 - s) * t.n_rows, t.value + s * t.n_rows, t.n_rows * sizeof *t.value);
        compute(&t, kind, 40, 1, &a);
        compute(&back, kind, 40, 1, &b);
        compute(&t, kind, 40, 2, &other);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const size_t at = i * n + j, turned = (n - 1 - i) * n + (n - 1 - j);
                check_bits(a.value[at], b.value[turned]);
                check_bits(a.low[at], b.low[turned]);
                check_bits(a.high[at], b.high[turned]);
                check_bits(a.value[at], other.value[at]);
                check_bits(a.value[at], a.value[j * n + i]);
                check_bits(a.low[at], a.low[j * n + i]);
                assert_int_equal(a.n[at], b.n[turned]);
                if (i != j) assert_true(a.low[at] != other.low[at]);
            }
    }
}

TEST(test_absent)
{
    enum { ROWS = 6, SERIES = 6 };
    static const double value[SERIES][ROWS] = {
        { 1, 2, 3, 4, 5, 6 },
        { 2, 1, NA, 3, 4, INFINITY }, /* with 0: rows 0 1 3 4, C 5, D 1 */
        { NA, NA, NA, 1, 2, 3 },      /* with 0: 3 rows, 1; with 1: 2 rows, too few */
        { 7, 7, 7, 7, 7, NA },        /* constant */
        { NA, NA, NA, NA, NA, NA },
        { 0, 0, 0, 0, 0, 1 }, /* where the last row is drawn, in 1 - (5/6)^6 = 0.67 of draws */
    };
    for (int kind = 0; kind < AGREE_KINDS; kind++) {
        agreement_table t;
        agreement a;
        make_table(&t, ROWS, SERIES);
        make_clusters(&t, 1);
        for (size_t s = 0; s < SERIES; s++) memcpy(t.value + s * ROWS, value[s], sizeof value[s]);
        compute(&t, kind, 100, 0, &a);
        assert_int_equal(a.n[0 * SERIES + 1], 4);
        assert_int_equal(a.n[0 * SERIES + 2], 3);
        assert_int_equal(a.n[1 * SERIES + 2], 2);
        assert_int_equal(a.n[3 * SERIES + 3], 5);
        assert_int_equal(a.n[4 * SERIES + 0], 0);
        if (kind == AGREE_KENDALL) check_near(a.value[1], 2.0 / 3.0, TOL, "four rows");
        check_near(a.value[2], 1.0, TOL, "three rows");
        check_near(a.value[0], 1.0, 0.0, "itself");
        assert_true(isnan(a.value[1 * SERIES + 2]) && isnan(a.low[1 * SERIES + 2]));
        for (size_t s = 0; s < SERIES; s++) {
            assert_true(isnan(a.value[3 * SERIES + s]) && isnan(a.value[s * SERIES + 4]));
            assert_true(isnan(a.low[3 * SERIES + s]) && isnan(a.high[s * SERIES + 4]));
        }
        assert_true(a.value[5] > 0.0 && a.low[5] > 0.0 && a.high[5] <= 1.0);

        make_clusters(&t, 3); /* two clusters are too few to say how much they differ */
        compute(&t, kind, 100, 0, &a);
        assert_true(!isnan(a.value[1]) && isnan(a.low[1]) && isnan(a.high[1]));
    }
}

/* A pair that few draws define: both of two rows must be among them. */
TEST(test_rarely_defined)
{
    agreement_table t;
    agreement a;
    make_table(&t, 20, 3);
    make_clusters(&t, 1);
    for (size_t r = 0; r < 20; r++) {
        t.value[r] = (double)r;
        t.value[20 + r] = r == 3 ? 1.0 : 0.0;
        t.value[40 + r] = r < 14 && r != 3 ? NAN : r == 19 ? 1.0 : 0.0; /* shared with 1: rows 3, 14 .. 19 */
    }
    for (int kind = 0; kind < AGREE_KINDS; kind++) {
        compute(&t, kind, 400, 1, &a);
        const interval direct = direct_interval(&t, kind, 400, 1, 0, 1); /* of 0.64 of the draws */
        check_near(a.low[1], direct.low, TOL, agree_word(kind));
        check_near(a.high[1], direct.high, TOL, agree_word(kind));
        assert_true(!isnan(a.value[5]) && isnan(a.low[5])); /* row 3 and row 19: 0.41 */
        compute(&t, kind, 0, 1, &a);
        assert_true(!isnan(a.value[1]) && isnan(a.low[1]) && isnan(a.high[1]));
    }
    make_table(&t, 0, 0);
    compute(&t, AGREE_KENDALL, 10, 0, &a);
}

static evidence_point point_of(const char *scenario, const char *point, uint64_t samples, size_t n,
                               const uint64_t *seed, const double *value)
{
    return (evidence_point)FIELDS(.scenario = scenario, .symbol = "alpha", .point = point, .samples = samples, .n = n,
                                  .seed = seed, .value = value);
}

TEST(test_store)
{
    static const uint64_t two[] = { 0, 3 }, one[] = { 3 };
    static const double a[] = { 1, 2 }, b[] = { 3, NA }, c[] = { 5 };
    const evidence_point first[] = { point_of("noise", "alpha=0.2", 100, 2, two, a),
                                     point_of("noise", "alpha=0", 100, 2, two, b) };
    const evidence_point second[] = { point_of("mixing", "alpha=0.2", 100, 1, one, c),
                                      point_of("noise", "alpha=0.2", 20, 1, one, c),
                                      point_of("noise", "alpha=0.2", 100, 1, one, c) };
    evidence_series series[] = {
        { .metric = "mig", .preset = "default", .output = "mig", .n_points = 2, .point = first },
        { .metric = "dci-rf", .preset = "zaidi2020", .output = "modularity", .n_points = 3, .point = second },
    };
    static const char *const rows[] = { "mixing alpha=0.2 n=100 seed=3", "noise alpha=0 n=100 seed=0",
                                        "noise alpha=0 n=100 seed=3",    "noise alpha=0.2 n=20 seed=3",
                                        "noise alpha=0.2 n=100 seed=0",  "noise alpha=0.2 n=100 seed=3" };
    static const size_t cluster[] = { 0, 1, 1, 2, 2, 2 };
    static const double want[2][6] = { { NA, 3, NA, NA, 1, 2 }, { 5, NA, NA, 5, NA, 5 } };
    for (size_t turned = 0; turned < 2; turned++) { /* the other order of series: the same rows */
        const evidence from = { .at = series, .count = 2 };
        agreement_table t;
        agreement_table_from(&from, &t);
        assert_int_equal(t.n_rows, 6);
        assert_int_equal(t.n_series, 2);
        assert_int_equal(t.n_clusters, 3);
        assert_string_equal(t.series[turned], "mig");
        assert_string_equal(t.series[1 - turned], "dci-rf@zaidi2020 modularity");
        for (size_t r = 0; r < 6; r++) {
            assert_int_equal(t.cluster[r], cluster[r]);
            for (size_t s = 0; s < 2; s++) check_same(t.value[(s ^ turned) * 6 + r], want[s][r], 0.0, rows[r]);
        }
        const evidence_series kept = series[0];
        series[0] = series[1];
        series[1] = kept;
    }
    agreement_table t;
    agreement_table_from(&(evidence){ 0 }, &t);
    assert_int_equal(t.n_rows, 0);
}

static void check_print(const agreement_table *t, const agreement *a, int form, int format, const char *want)
{
    FREED(text_freed) char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    grid *g = agreement_grid(t, a, a->kind, form);
    assert_int_equal(grid_print(g, format, 100, to, NULL), ASSAY_OK);
    fclose(to);
    if (strcmp(text, want) != 0) fail_msg("got\n%s\nwant\n%s", text, want);
    grid_free(g);
}

TEST(test_grids)
{
    agreement_table t;
    make_table(&t, 40, 3);
    make_clusters(&t, 4);
    double value[] = { 1, -0.5, 0.25, -0.5, 1, NAN, 0.25, NAN, 1 }, low[] = { 1, -1, 0, -1, 1, NAN, 0, NAN, 1 },
           high[] = { 1, 0, 0.5, 0, 1, NAN, 0.5, NAN, 1 };
    size_t n[] = { 40, 40, 30, 40, 40, 2, 30, 2, 40 };
    const agreement a = { 3, value, low, high, n, AGREE_SPEARMAN, 200 };
    check_print(&t, &a, AGREE_ROWS, GRID_CSV,
                "a,b,kind,value,low,high,n\r\nseries0,series1,spearman,-0.5,-1,0,40\r\n"
                "series0,series2,spearman,0.25,0,0.5,30\r\nseries1,series2,spearman,,,,2\r\n");
    check_print(&t, &a, AGREE_TRIANGLE, GRID_TABLE,
                "Spearman's rank correlation between 3 scores on 40 representations\n\n"
                "               1  2\n───────────────────\n1  series0\n2  series1  -.50\n3  series2   .25  –\n\n"
                "Where one of a pair is undefined the representation is left out: n is 2 to 40\n"
                "1 without a coefficient: a score that is the same on all that both have, or fewer than 3 of them\n");
    check_print(&t, &a, AGREE_ENDS, GRID_TABLE,
                "Spearman's rank correlation between 3 scores on 40 representations\n\n"
                "                  spearman      interval   n\n────────────────────────────────────────────\n"
                "series0  series2       .25    [.00, .50]  30\nseries0  series1      -.50  [-1.00, .00]  40\n\n"
                "Where one of a pair is undefined the representation is left out: n is 2 to 40\n"
                "1 without a coefficient: a score that is the same on all that both have, or fewer than 3 of them\n"
                "Interval: 95 %, from 200 bootstrap samples of the 10 points, each with all its seeds and sizes\n");
}

/* Of 21 pairs the middle one is left out. */
TEST(both_ends_of_many_pairs)
{
    enum { N = 7 };
    agreement_table t;
    FREED(text_freed) char *text = NULL;
    double value[N * N], unknown[N * N];
    size_t n[N * N], size, pair = 0;
    make_table(&t, 40, N);
    for (size_t i = 0; i < N; i++)
        for (size_t j = i; j < N; j++) {
            const size_t at[] = { i * N + j, j * N + i };
            for (int k = 0; k < 2; k++)
                value[at[k]] = i == j ? 1.0 : (double)pair / 100, unknown[at[k]] = NAN, n[at[k]] = 40;
            pair += i != j;
        }
    const agreement a = { N, value, unknown, unknown, n, AGREE_KENDALL, 0 };
    FILE *to = open_memstream(&text, &size);
    grid *g = agreement_grid(&t, &a, AGREE_KENDALL, AGREE_ENDS);
    assert_int_equal(grid_print(g, GRID_TABLE, 100, to, NULL), ASSAY_OK);
    fclose(to);
    grid_free(g);
    assert_null(strstr(text, " .10 "));
    assert_non_null(strstr(text, " .11 "));
    assert_non_null(strstr(text, " .09 "));
    assert_true(strstr(text, " .20 ") < strstr(text, " .00 "));
    assert_non_null(strstr(text, "--all has all 21."));
}

/* Pooled over two data sets scores seem to disagree; within each they agree. */
TEST(models_are_compared_within_data_sets)
{
    agreement_table t;
    agreement a;
    assay_error err = { "" };
    const double x[] = { 1, 2, 3, 4, 11, 12, 13, 5 }, y[] = { 11, 12, 14, 13, 1, 2, 3, 9 };
    agreement_table_shape(&t, 8, 2);
    size_t stratum[8];
    t.stratum = stratum;
    t.n_strata = 2;
    t.n_clusters = 8;
    for (size_t r = 0; r < 8; r++) {
        t.cluster[r] = r;
        t.stratum[r] = r < 4 ? 0 : r < 7 ? 1 : SIZE_MAX;
        t.value[r] = x[r];
        t.value[8 + r] = y[r];
    }
    assert_int_equal(agreement_compute(&t, AGREE_KENDALL, 50, 0, &a, &err), ASSAY_OK);
    check_near(a.value[1], (4 * (4.0 / 6) + 3 * 1.0) / 7, 1e-15, "the mean by rows");
    assert_int_equal(a.n[1], 7);
    assert_true(a.low[1] <= a.value[1] && a.value[1] <= a.high[1] && a.high[1] <= 1);
    t.n_strata = 0;
    assert_int_equal(agreement_compute(&t, AGREE_KENDALL, 0, 0, &a, &err), ASSAY_OK);
    assert_true(a.value[1] < 0);
}

TESTS_MAIN
