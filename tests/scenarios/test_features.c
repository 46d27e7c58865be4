/*
 * The scenario features: the moments of its law by counting, and what each encoder's defect does to what codes detect,
 * to the directions and to what is given back.
 */
#include "check.h"
#include "columns.h"
#include "counted.h"

static assay_data make(const char *point, size_t n)
{
    assay_data data = { 0 };
    assay_error err = { "" };
    if (assay_generate("features", point, n, 3, &data, &err) != ASSAY_OK) fail_msg("%s: %s", point, err.text);
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

/* ---- the law ---- */

/* p_i of the published law */
static double law(size_t i, size_t m, double most, double least)
{
    const double end = 1.0 / sqrt((double)m);
    return least + (most - least) * (1.0 / sqrt((double)i + 1.0) - end) / (1.0 - end);
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

/* Roots 0 to 3, children 4 to 15, theirs 16 to 51; the others stand alone. */
static size_t parent_of(size_t i) { return i < 16 ? (i - 4) / 3 : 4 + (i - 16) / 3; }

/* Siblings that would fire more often than their parent share its rows. With a rank, a child's number and its parent's
 * go together, and the child's share is another one. Five deviations of a share of n rows. */
TEST(features_fire_as_often_as_stated)
{
    const size_t n = 20000;
    double p[64];
    FREED(assay_data_free) assay_data data = make("rank=0", n), tied = make("", n);
    for (size_t i = 0; i < 64; i++) p[i] = law(i, 64, 0.4, 0.01);
    for (size_t i = 4; i < 52; i += 3) {
        const double scale = fmin(1.0, p[parent_of(i)] / (p[i] + p[i + 1] + p[i + 2]));
        for (size_t k = i; k < i + 3; k++) p[k] *= scale;
    }
    for (size_t i = 0; i < 64; i++) {
        const double allowed = 5 * sqrt(p[i] / (double)n);
        check_near(rate(&data, i), p[i], allowed, "share of the rows");
        if (i < 4 || i >= 52) check_near(rate(&tied, i), p[i], allowed, "share of the rows, tied");
    }
}

TEST(children_need_their_parent_and_exclude_each_other)
{
    FREED(assay_data_free) assay_data data = make("", 4000), loose = make("exclusive=no", 4000);
    size_t together = 0;
    for (size_t s = 0; s < data.n; s++)
        for (size_t i = 4; i < 52; i++) {
            assert_true(fires(&data, i, s) <= fires(&data, parent_of(i), s));
            assert_true(fires(&loose, i, s) <= fires(&loose, parent_of(i), s));
            if ((i - 4) % 3 == 0) continue;
            assert_false(fires(&data, i, s) && fires(&data, i - 1, s));
            together += (size_t)(fires(&loose, i, s) && fires(&loose, i - 1, s));
        }
    assert_true(together > 100);
}

/* The mean squared correlation of the lone features; of independent ones 1/n. */
static double shared(const assay_data *data)
{
    double sum = 0.0;
    size_t pairs = 0;
    for (size_t i = 52; i < 64; i++)
        for (size_t k = 52; k < i; k++, pairs++) {
            const double a = rate(data, i), b = rate(data, k);
            double both = 0.0;
            for (size_t s = 0; s < data->n; s++) both += fires(data, i, s) * fires(data, k, s);
            const double above = both / (double)data->n - a * b;
            sum += above * above / (a * (1 - a) * b * (1 - b));
        }
    return sum / (double)pairs;
}

TEST(features_fire_together_by_their_rank)
{
    FREED(assay_data_free)
    assay_data data = make("most=0.5:least=0.3", 20000), apart = make("most=0.5:least=0.3:rank=0", 20000);
    assert_true(shared(&data) > 4e-4);
    assert_true(shared(&apart) < 1e-4);
}

static double mean_largest(const assay_data *data)
{
    double sum = 0.0;
    for (size_t i = 0; i < data->n_factors; i++) {
        double largest = 0.0;
        for (size_t k = 0; k < data->n_factors; k++) {
            double cosine = 0.0;
            for (size_t q = 0; q < data->dims; q++)
                cosine += data->true_directions[i * data->dims + q] * data->true_directions[k * data->dims + q];
            if (k == i) check_near(cosine, 1, 1e-12, "length");
            else largest = fmax(largest, fabs(cosine));
        }
        sum += largest;
    }
    return sum / (double)data->n_factors;
}

TEST(directions_are_pushed_apart)
{
    assay_data data = make("", 1), drawn = make("overlap=1", 1), axes = make("dims=0", 1),
               published = make("features=256:dims=192:overlap=0.15", 1);
    assert_true(mean_largest(&data) <= 0.2 && mean_largest(&data) > 0.18);
    assert_true(mean_largest(&drawn) > 0.4);
    assert_true(mean_largest(&axes) == 0.0);
    assert_true(mean_largest(&published) <= 0.15 && mean_largest(&published) > 0.13);
    assay_data_free(&data);
    assay_data_free(&drawn);
    assay_data_free(&axes);
    assay_data_free(&published);
}

/* ---- encoders ---- */

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
