/*
 * The scenario features: how many features fire, and what each encoder's defect does to what codes detect, to the
 * directions and to what is given back.
 */
#include "check.h"
#include "columns.h"
#include "counted.h"

static assay_data make(const char *point, size_t n)
{
    assay_data data = { 0 };
    data_at(&data, "features", point, n, 3);
    return data;
}

/* Kept sparse it is the same, and no entry is 0. */
TEST(sparse_data_are_the_whole_ones)
{
    static const char *const points[] = { "encoder=dense", "encoder=noisy:dose=0.1",
                                          "encoder=split:features=20:depth=0" };
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        FREED(assay_data_free) assay_data whole = make(points[k], 90);
        FREED(assay_data_free) assay_data kept = { .keeps_sparse = 1 };
        assert_int_equal(assay_generate("features", points[k], 90, 3, &kept, NULL), ASSAY_OK);
        assert_true(!kept.factors && !kept.codes);
        for (size_t e = 0; e < kept.sparse_codes.start[kept.n_codes]; e++)
            assert_true(kept.sparse_codes.value[e] != 0.0);
        assert_int_equal(columns_make_whole(&kept), ASSAY_OK);
        assert_memory_equal(kept.factors, whole.factors, 90 * whole.n_factors * sizeof(double));
        assert_memory_equal(kept.codes, whole.codes, 90 * whole.n_codes * sizeof(double));
    }
}

static int fires(const assay_data *data, size_t i, size_t s) { return data->factors[i * data->n + s] != 0.0; }

static double rate(const assay_data *data, size_t i)
{
    double count = 0;
    for (size_t s = 0; s < data->n; s++) count += fires(data, i, s);
    return count / (double)data->n;
}

/* Its configuration, but for the directions: 34 features or so fire in a row, with a deviation of 12. */
TEST(the_published_number_of_features_fires)
{
    FREED(assay_data_free)
    assay_data data = make("features=16384:dims=1:overlap=1:least=0.0005:roots=128:branching=4:depth=3", 150);
    double l0 = 0.0;
    for (size_t i = 0; i < data.n_factors; i++) l0 += rate(&data, i);
    check_near(l0, 34.5, 4 * 12 / sqrt(150), "features in a row");
}

/* Of each output: '1' exactly, '<' less, '>' more, '0' nothing, '.' it depends. */
static const char *const outputs[] = { "mcc-directions", "uniqueness",         "f1",        "precision", "recall",
                                       "f1-by-factor",   "explained-variance", "shrinkage", "dead" };
static const struct {
    const char *encoder, *expected;
    size_t codes;
} encoders[] = {
    { "oracle", "111111110", 64 }, { "absorbed", "<1<1<<<.0", 64 },       { "split", "1<<1<<110", 96 },
    { "hedged", "<11111<.0", 64 }, { "merged", "<.<<.<..0", 48 },         { "dead", "1<<1<111<", 96 },
    { "dense", ".<<<1.<>0", 96 },  { "shrunk", "111111<<0", 64 },         { "missed", "11111<<<0", 32 },
    { "noisy", "11<<1<<>0", 64 },  { "superposed", "11<<.<<.0", 64 },     { "permuted-decoder", "11<<<<<.0", 64 },
    { "random", "<<<<<<<.0", 64 }, { "random-decoder", "<<<<<<<.0", 64 },
};

static int as_expected(double value, char expected)
{
    switch (expected) {
    case '1': return fabs(value - 1.0) < 1e-12;
    case '0': return value == 0.0;
    case '<': return value < 0.999;
    case '>': return value > 1.001;
    default: return expected == '.';
    }
}

static const assay_score *output_of(const assay_scores *scores, const char *name)
{
    size_t k = 0;
    while (k < scores->count && strcmp(scores->at[k].output, name) != 0) k++;
    assert_true(k < scores->count);
    return &scores->at[k];
}

TEST(each_defect_shows_where_it_is)
{
    for (size_t e = 0; e < ASSAY_COUNT(encoders); e++) {
        char point[64];
        snprintf(point, sizeof point, "encoder=%s:dose=0.5", encoders[e].encoder);
        FREED(assay_data_free) assay_data data = make(point, 3000);
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, "family:dictionary");
        assert_int_equal(data.n_codes, encoders[e].codes);
        for (size_t o = 0; o < ASSAY_COUNT(outputs); o++) {
            const double value = output_of(&scores, outputs[o])->overall.value;
            if (!as_expected(value, encoders[e].expected[o]))
                fail_msg("%s: %s is %.15g, not %c", point, outputs[o], value, encoders[e].expected[o]);
        }
    }
}

/* No dose, no defect: but for codes that could not be fewer. */
TEST(without_a_dose_all_are_the_oracle)
{
    FREED(assay_data_free) assay_data oracle = make("", 200);
    for (size_t e = 0; e < ASSAY_COUNT(encoders); e++) {
        char point[64];
        snprintf(point, sizeof point, "encoder=%s:dose=0", encoders[e].encoder);
        FREED(assay_data_free) assay_data data = make(point, 200);
        const size_t codes = data.n * data.n_codes, numbers = data.dims * data.n_codes;
        assert_int_equal(data.n_codes, 64);
        assert_memory_equal(data.codes, oracle.codes, codes * sizeof *data.codes);
        assert_memory_equal(data.directions, oracle.directions, numbers * sizeof *data.directions);
        for (size_t k = 0; k < 3; k++) assert_true(data.truth[k] == 1.0);
    }
}

/* Of the rows of its children a parent's code is off in the share that is the dose. */
TEST(absorption_is_counted)
{
    FREED(assay_data_free) assay_data data = make("encoder=absorbed:dose=0.3", 20000);
    double with_child = 0, off = 0, alone = 0;
    for (size_t s = 0; s < data.n; s++) {
        const int child = fires(&data, 4, s) || fires(&data, 5, s) || fires(&data, 6, s);
        const int silent = fires(&data, 0, s) && data.codes[s] == 0.0;
        with_child += child;
        off += child && silent;
        alone += !child && silent;
    }
    check_near(off / with_child, 0.3, 5 * sqrt(0.21 / with_child), "share of rows with a child");
    assert_true(alone == 0.0);
    const double *child = data.true_directions + 4 * data.dims, *parent = data.true_directions;
    for (size_t q = 0; q < data.dims; q++)
        check_near(data.directions[4 * data.dims + q], child[q] + 0.3 * parent[q], 1e-15, "the child's direction");
}

/* A random code fires as often as its feature. */
TEST(random_codes_have_the_activity_of_features)
{
    FREED(assay_data_free) assay_data data = make("encoder=random:dose=1", 500);
    for (size_t j = 0; j < data.n_codes; j++) {
        double sum = 0.0, own = 0.0;
        for (size_t s = 0; s < data.n; s++) {
            sum += data.codes[j * data.n + s] != 0.0;
            own += fires(&data, j, s);
        }
        assert_true(sum == own);
    }
    for (size_t k = 0; k < 3; k++) assert_true(data.truth[k] == 0.0);
}

TESTS_MAIN
