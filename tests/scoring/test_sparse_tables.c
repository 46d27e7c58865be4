/*
 * Sparse tables: every metric gives the bits of the whole table; what is too large to be made whole is refused with its
 * bytes; what is no sparse table is refused; entries in any order become columns.
 */
#include "check.h"

enum { DIMS = 5 };

/* Kinds of columns: which rows are not 0, and what they hold. */
static double cell(assay_stream *stream, size_t kind, size_t s)
{
    const double u = assay_stream_uniform(stream), x = assay_stream_normal(stream);
    switch (kind % 9) {
    case 0: return u < 0.04 ? fabs(x) + 0.1 : 0.0;
    case 1: return u < 0.2 ? x : 0.0;
    case 2: return x;                    /* never 0 */
    case 3: return u < 0.1 ? 0.0 : 7.25; /* mostly another value */
    case 4: return 0.0;
    case 5: return s == 0 || u < 0.02 ? 1.0 + x : 0.0; /* the first row, too */
    case 6: return u < 0.1 ? ldexp(1.0 + fabs(x), 300) : 0.0;
    case 7: return u < 0.03 ? 1.0 : 0.0; /* of few bits: halves are ties */
    default: return u < 0.5 ? x : 0.0;
    }
}

/* The same table twice; kinds of factors: binary, or numbers. */
static void tables_make(size_t n, size_t m, size_t d, int binary, uint64_t seed, assay_data to[2])
{
    for (size_t t = 0; t < 2; t++) {
        assay_stream stream = stream_of(seed);
        assert_int_equal(assay_data_shape(&to[t], n, m, d), ASSAY_OK);
        assert_int_equal(assay_data_space(&to[t], DIMS, 0), ASSAY_OK);
        for (size_t k = 0; k < n * m; k++) {
            const double x = cell(&stream, binary ? 0 : k / n, k % n);
            to[t].factors[k] = binary ? x != 0.0 || k % n % 17 == 3 : x;
        }
        for (size_t i = 0; i < m; i++) to[t].levels[i] = binary ? 2 : 0;
        for (size_t k = 0; k < n * d; k++) to[t].codes[k] = cell(&stream, k / n, k % n);
        for (size_t k = 0; k < m * DIMS; k++) to[t].true_directions[k] = assay_stream_normal(&stream);
        for (size_t k = 0; k < d * DIMS; k++) to[t].directions[k] = assay_stream_normal(&stream);
    }
    data_take_sparse(&to[1].factors, n, m, &to[1].sparse_factors);
    data_take_sparse(&to[1].codes, n, d, &to[1].sparse_codes);
}

static void same_item(const assay_score *of, const assay_item *a, const assay_item *b)
{
    const int same = memcmp(&a->value, &b->value, sizeof a->value) == 0 || (isnan(a->value) && isnan(b->value));
    if (!same || !a->undefined != !b->undefined || (a->undefined && strcmp(a->undefined, b->undefined) != 0))
        fail_msg("%s@%s %s: %.17g and %.17g, %s and %s", of->metric, of->preset, of->output, a->value, b->value,
                 a->undefined ? a->undefined : "-", b->undefined ? b->undefined : "-");
}

static void same_scores(const char *list, const assay_data of[2])
{
    FREED(assay_scores_free) assay_scores a = scores_drawn(&of[0], list, 4, 2), b = scores_drawn(&of[1], list, 4, 1);
    assert_int_equal(a.count, b.count);
    for (size_t k = 0; k < a.count; k++) {
        same_item(&a.at[k], &a.at[k].overall, &b.at[k].overall);
        for (size_t i = 0; i < a.at[k].n_items; i++) same_item(&a.at[k], &a.at[k].items[i], &b.at[k].items[i]);
    }
}

#define DIRECTIONS                                                                                           \
    "mcc-directions,mcc-directions:codes=alive,detectors,detectors@saelens,reconstruction,tpp,tpp@saebench," \
    "scr,scr@saebench,absorption:of=all,absorption@saebench-0.3.2:of=all,"                                   \
    "absorption@saebench-0.6.0:of=all"
#define SPARSE_ONES                                                                                      \
    "mcc,mcc@icebeem,mcc@guard2026,mcc@icebeem:correlation=spearman,mcc@icebeem:fit=half,linearity,"     \
    "linearity:nominal=number,dictionary,dictionary:threshold=-1,hoyer,active-units,sparse-probe,"       \
    "mig,mig@latte2021,mig@locatello2019,mig:rule=linspace,dcimig,jemmig,mig-sup,minimality,modularity," \
    "modularity@locatello2019,modularity:relation=r2,rmig,sufficiency,sap:relation=r2,"                  \
    "sparse-probe@saebench:codes=3,sparse-probe:classes=firing:rank=none," DIRECTIONS

TEST(metrics_of_sparse_columns_give_the_bits_of_whole_ones)
{
    static const size_t rows[] = { 1, 7, 16, 255, 513, 3001 };
    for (size_t k = 0; k < 2 * sizeof rows / sizeof *rows; k++) {
        assay_data data[2] = { { 0 } };
        tables_make(rows[k / 2], 4 + k, 20, k % 2, 10 + k, data);
        same_scores(SPARSE_ONES, data);
        for (size_t t = 0; t < 2; t++) assay_data_free(&data[t]);
    }
}

TEST(every_metric_gives_the_bits_of_whole_tables)
{
    for (int binary = 0; binary < 2; binary++) {
        assay_data data[2] = { { 0 } };
        tables_make(90, 2, 5, binary, 3, data);
        same_scores("all,tpp,scr,absorption,sparse-probe", data);
        for (size_t t = 0; t < 2; t++) assay_data_free(&data[t]);
    }
}

/* m x d columns without an entry. */
static void reason_of(const char *metric, size_t n, size_t m, size_t d, const char *want)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(columns_shape_sparse(&data, n, m, d), ASSAY_OK);
    assert_int_equal(sparse_shape(&data.sparse_factors, m, 0), ASSAY_OK);
    assert_int_equal(sparse_shape(&data.sparse_codes, d, 0), ASSAY_OK);
    FREED(assay_scores_free) assay_scores scores = scores_drawn(&data, metric, 0, 1);
    const char *got = scores.at[0].overall.undefined;
    if (!got || !strstr(got, want)) fail_msg("%s: %s", metric, got ? got : "defined");
}

TEST(what_does_not_fit_is_refused_with_its_bytes)
{
    reason_of("mig:rule=quantile", 100000, 3, 20000,
              "3 factors and 20000 codes, and these are sparse: 16 GB, of which 2.15 GB");
    reason_of("modularity:rule=quantile", 100000, 3, 20000, "needs whole tables");
    reason_of("mcc", 100, 20000, 20000, "needs tables of 20000 x 20000 pairs: 12.8 GB");
    reason_of("sparse-probe", 20, 9000, 9000, "constant-factor: factor v1 is constant");
    reason_of("hoyer", 100000, 3, 20000, "constant-code: no code varies");
}

TEST(what_is_no_sparse_table_is_refused)
{
    static const struct {
        size_t start[3];
        uint32_t row[3];
        double value;
        const char *says;
    } bad[] = {
        { { 1, 2, 3 }, { 0, 1, 2 }, 1.0, "start[0] is 0" },  { { 0, 2, 1 }, { 0, 1, 2 }, 1.0, "sparse code z2" },
        { { 0, 2, 3 }, { 1, 1, 2 }, 1.0, "sparse code z1" }, { { 0, 2, 3 }, { 0, 1, 4 }, 1.0, "from 0 to 3 at most" },
        { { 0, 2, 3 }, { 0, 1, 2 }, NAN, "not a number" },
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        static const double factor[4] = { 1, 2, 3, 4 };
        size_t start[3];
        uint32_t row[3];
        double value[3] = { 1, 1, bad[k].value };
        memcpy(start, bad[k].start, sizeof start);
        memcpy(row, bad[k].row, sizeof row);
        const assay_rep rep = FIELDS(.abi = ASSAY_ABI, .n = 4, .n_factors = 1, .n_codes = 2, .factors = factor,
                                     .sparse_codes = { start, row, value });
        assay_error err = { "" };
        assert_int_equal(scoring_check(&rep, &err), ASSAY_EINPUT);
        if (!strstr(err.text, bad[k].says)) fail_msg("%zu: %s", k, err.text);
    }
}

TEST(entries_in_any_order_become_columns)
{
    const sparse_entry of[] = { { 3, 1, 2 }, { 0, 1, 5 }, { 3, 1, 0.5 }, { 1, 0, 0 }, { 2, 0, 4 }, { 2, 0, -4 } };
    FREED(sparse_free) assay_sparse s;
    assert_int_equal(sparse_gather(of, 6, 3, &s), ASSAY_OK);
    const size_t start[] = { 0, 0, 2, 2 };
    assert_memory_equal(s.start, start, sizeof start);
    assert_true(s.row[0] == 0 && s.value[0] == 5.0 && s.row[1] == 3 && s.value[1] == 2.5);
}

TESTS_MAIN
