/*
 * The order of rows is nobody's business: the same rows sorted by a factor, in the order of a grid, as a random walk and
 * in blocks of two domains score what they score shuffled, as far as two shuffles do.
 *
 * Of every output of every metric as it stands, and of every order, over SEEDS tables: the mean of (in order - shuffled)
 * is at most t_SEEDS(LEVEL / how many are asked) standard errors of a mean of differences of two shuffles away from 0.
 * Where two shuffles always agree, so does the order, to rounding.
 */
#include "check.h"
#include "student.h"

enum { SEEDS = 20, ROWS = 120, FACTORS = 2, CODES = 3, ORDERS = 4, OUTPUTS_MOST = 256, FEATURE_ROWS = 400 };
#define FEATURES "dims=12"
#define LEVEL 0.01
#define ROUNDING 1e-6

static const char *const order_names[ORDERS] = { "sorted by a factor", "in a grid's order", "a random walk",
                                                 "two domains" };

typedef struct by_key {
    double key;
    size_t row;
} by_key;

static int ascending(const void *a, const void *b)
{
    const by_key *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Rows as the orders leave them; what is drawn is drawn in any order of them. */
static void table(size_t order, assay_stream *stream, assay_data *to)
{
    double *v = to->factors;
    for (size_t s = 0; s < ROWS; s++)
        for (size_t i = 0; i < FACTORS; i++) {
            double *at = &v[i * ROWS + s], last = s ? at[-1] : 0.5;
            const double u = assay_stream_uniform(stream);
            *at = u;
            if (order == 1) *at = ((double)(i ? s % 12 : s / 12) + 0.5) / (i ? 12 : 10);
            if (order == 2) *at = fabs(last + 0.4 * (u - 0.5)) > 1 ? 2 - last : fabs(last + 0.4 * (u - 0.5));
            if (order == 3) *at = (u + (2 * s >= ROWS)) / 2;
        }
    for (size_t j = 0; j < CODES; j++)
        for (size_t s = 0; s < ROWS; s++)
            to->codes[j * ROWS + s] = v[j % FACTORS * ROWS + s] + 0.3 * (double)j * v[(j + 1) % FACTORS * ROWS + s] +
                                      0.2 * assay_stream_normal(stream);
}

/* All metrics as they stand, but for how many trees and points those take that are slow. */
static const char *metrics_listed(char *to, size_t size)
{
    static const char *const smaller[][2] = { { "z-diff", ":train=20:test=20:batch=6" },
                                              { "z-min-var", ":train=40:test=40:batch=6" },
                                              { "z-max-var", ":train=40:test=40:batch=6" },
                                              { "dci-rf", ":trees=2:folds=4" },
                                              { "dci-rfc", ":trees=5" },
                                              { "rf-acc", ":trees=5" },
                                              { "rf1-acc", ":trees=5" },
                                              { "dci-gbt", ":stages=3" },
                                              { "mcc-null", ":permutations=10" } };
    size_t used = 0;
    for (size_t k = 0; k < assay_metric_count(); k++) {
        const assay_metric *metric = assay_metric_at(k);
        const char *changed = "";
        if (metric->flags & (ASSAY_CONTROL | ASSAY_DIRECTIONS)) continue;
        for (size_t c = 0; c < sizeof smaller / sizeof *smaller; c++)
            if (strcmp(smaller[c][0], metric->id) == 0) changed = smaller[c][1];
        used += (size_t)snprintf(to + used, size - used, "%s%s%s", used ? "," : "", metric->id, changed);
        assert_true(used < size);
    }
    return to;
}

static void take_rows(const double *from, size_t n, size_t columns, const size_t *row, double *to)
{
    for (size_t c = 0; c < columns; c++)
        for (size_t s = 0; s < n; s++) to[c * n + s] = from[c * n + row[s]];
}

static assay_scores score_rows(const assay_data *of, const size_t *row, const char *list, uint64_t seed)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const size_t n = of->n, m = of->n_factors, d = of->n_codes;
    assert_int_equal(assay_data_shape(&data, n, m, d), ASSAY_OK);
    memcpy(data.levels, of->levels, m * sizeof *data.levels);
    take_rows(of->factors, n, m, row, data.factors);
    take_rows(of->codes, n, d, row, data.codes);
    if (of->dims) {
        assert_int_equal(assay_data_space(&data, of->dims, 0), ASSAY_OK);
        memcpy(data.directions, of->directions, d * of->dims * sizeof(double));
        memcpy(data.true_directions, of->true_directions, m * of->dims * sizeof(double));
    }
    return scores_drawn(&data, list, seed, 1);
}

/* What the tables of an order have shown of every output. */
typedef struct compared {
    size_t count[OUTPUTS_MOST];
    double sum[OUTPUTS_MOST], square[OUTPUTS_MOST];
} compared;

/* order: of the rows as they are to be compared; becomes another */
static void compare(const assay_data *data, size_t *order, const char *list, uint64_t seed, assay_stream *stream,
                    compared *to)
{
    assay_scores scores[3];
    for (size_t k = 0; k < 3; k++) {
        if (k) assay_stream_permutation(stream, order, data->n);
        scores[k] = score_rows(data, order, list, 3 * seed + k);
    }
    assert_true(scores[0].count <= OUTPUTS_MOST);
    for (size_t k = 0; k < scores[0].count; k++) {
        const double own = scores[0].at[k].overall.value, a = scores[1].at[k].overall.value,
                     b = scores[2].at[k].overall.value;
        if (isnan(own) || isnan(a) || isnan(b)) continue;
        to->count[k]++;
        to->sum[k] += own - (a + b) / 2;
        to->square[k] += (a - b) * (a - b);
    }
    for (size_t k = 0; k < 3; k++) assay_scores_free(&scores[k]);
}

/* Under no effect own - (a + b)/2 has 3/4 of the variance of a - b. */
static void check_compared(const compared *of, const char *list, const char *order, size_t asked)
{
    static const double v[] = { 0.1, 0.9, 0.4, 0.6 };
    FREED(assay_data_free) assay_data any = { 0 };
    data_of(&any, 2, 1, 1, v, v + 1, NULL);
    FREED(assay_scores_free) assay_scores names = scores_of(&any, list);
    for (size_t k = 0; k < names.count; k++) {
        if (of->count[k] < SEEDS / 2) continue;
        const double n = (double)of->count[k], mean = of->sum[k] / n;
        const double most = student_quantile(1 - LEVEL / 2 / (double)asked, n) * sqrt(0.75 * of->square[k]) / n;
        if (!(fabs(mean) <= most + ROUNDING))
            fail_msg("%s.%s, rows %s: %+g on average, %g allowed", names.at[k].metric, names.at[k].output, order, mean,
                     most);
    }
}

TEST(test_order_moves_no_score)
{
    static compared seen[ORDERS];
    char list[4096];
    (void)metrics_listed(list, sizeof list);
    for (size_t o = 0; o < ORDERS; o++)
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            FREED(assay_data_free) assay_data data = { 0 };
            assay_stream stream = stream_of(seed);
            size_t row[ROWS];
            by_key key[ROWS];
            assert_int_equal(assay_data_shape(&data, ROWS, FACTORS, CODES), ASSAY_OK);
            table(o, &stream, &data);
            for (size_t s = 0; s < ROWS; s++) key[s] = (by_key){ o == 0 ? data.factors[s] : 0, s };
            qsort(key, ROWS, sizeof *key, ascending);
            for (size_t s = 0; s < ROWS; s++) row[s] = key[s].row;
            compare(&data, row, list, seed, &stream, &seen[o]);
        }
    for (size_t o = 0; o < ORDERS; o++) check_compared(&seen[o], list, order_names[o], ORDERS * OUTPUTS_MOST);
}

/* A grid of three factors, the second of classes: by the last one, and with three noisy rows in a cell by a code. */
TEST(test_order_of_classes)
{
    enum { SIDE = 4, LAST = 10, CELLS = SIDE * SIDE * LAST };
    static const char list[] = "sap,omes";
    static compared seen[2];
    for (uint64_t seed = 0; seed < 2 * SEEDS; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        const int by_code = seed % 2;
        const size_t n = by_code ? 3 * CELLS : CELLS;
        size_t row[3 * CELLS];
        by_key key[3 * CELLS];
        assert_int_equal(assay_data_shape(&data, n, 3, 3), ASSAY_OK);
        data.levels[1] = SIDE;
        for (size_t s = 0; s < n; s++)
            for (size_t k = 0, cell = s; k < 3; k++, cell /= SIDE)
                data.factors[k * n + s] = (double)(cell % (k < 2 ? SIDE : LAST));
        for (size_t k = 0; k < 3 * n; k++)
            data.codes[k] = data.factors[k] + (by_code ? 1.0 : 0.3) * assay_stream_normal(&stream) +
                            (by_code ? 0.0 : 0.3) * data.factors[(k + n) % (3 * n)];
        for (size_t s = 0; s < n; s++) key[s] = (by_key){ (by_code ? data.codes : data.factors + 2 * n)[s], s };
        qsort(key, n, sizeof *key, ascending);
        for (size_t s = 0; s < n; s++) row[s] = key[s].row;
        compare(&data, row, list, seed, &stream, &seen[by_code]);
    }
    check_compared(&seen[0], list, "by a factor", 4);
    check_compared(&seen[1], list, "by a code", 4);
}

/* Features of a dictionary: rows by how many of them are on, those of the first one first. */
TEST(test_order_of_features)
{
    static const char list[] = "absorption:of=all,scr,tpp,sparse-probe,detectors,reconstruction,mcc-directions";
    static compared seen;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_stream stream = stream_of(seed);
        size_t row[FEATURE_ROWS];
        by_key key[FEATURE_ROWS];
        data_at(&data, "features", FEATURES, FEATURE_ROWS, seed);
        for (size_t s = 0; s < FEATURE_ROWS; s++) {
            key[s] = (by_key){ 0, s };
            for (size_t i = 0; i < data.n_factors; i++)
                key[s].key -= ldexp(data.factors[i * FEATURE_ROWS + s] > 0, -(int)i);
        }
        qsort(key, FEATURE_ROWS, sizeof *key, ascending);
        for (size_t s = 0; s < FEATURE_ROWS; s++) row[s] = key[s].row;
        compare(&data, row, list, seed, &stream, &seen);
    }
    check_compared(&seen, list, "by the first feature", OUTPUTS_MOST);
}

TESTS_MAIN
