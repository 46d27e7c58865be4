/*
 * Every file that is written reads back as what it was: values, kinds, absent values and so scores, to the bit, for
 * every scenario on its own factors and on every profile.
 */
#include "testing.h"
#include "array.h"
#include "scratch.h"

#include <math.h>

static int make_folder(void **state)
{
    setenv("ASSAY_READERS", "inside", 1); /* a process for each of thousands of files is not what is tested */
    return scratch_make(state);
}

static int same_bits(const double *a, const double *b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (memcmp(&a[k], &b[k], sizeof *a) != 0 && !(isnan(a[k]) && isnan(b[k]))) return 0;
    return 1;
}

/* The first class that the rows have stands for the first that there is, and so on. */
static int same_factor(const assay_data *want, const assay_data *got, size_t i)
{
    const double *a = want->factors + i * want->n, *b = got->factors + i * want->n;
    if (!want->levels[i] != !got->levels[i] || got->levels[i] > want->levels[i]) return 0;
    if (!want->levels[i] || got->levels[i] == want->levels[i]) return same_bits(a, b, want->n);
    double rank[4096];
    for (int32_t c = 0; c < got->levels[i]; c++) rank[c] = NAN;
    for (size_t s = 0; s < want->n; s++) {
        if (isnan(a[s]) != isnan(b[s])) return 0;
        if (isnan(a[s])) continue;
        if (isnan(rank[(size_t)b[s]])) rank[(size_t)b[s]] = a[s];
        if (rank[(size_t)b[s]] != a[s]) return 0;
    }
    for (int32_t c = 1; c < got->levels[i]; c++)
        if (!(rank[c - 1] < rank[c])) return 0;
    return 1;
}

static void check_scores(const char *what, const assay_data *want, const assay_data *got)
{
    static const char metrics[] = "mig,dcimig,modularity,jemmig,sap,irs,mcc";
    const assay_rep a = assay_data_view(want), b = assay_data_view(got);
    FREED(assay_scores_free) assay_scores x = { 0 }, y = { 0 };
    assay_error err = { "" };
    if (assay_score_all(&a, metrics, 1, "", "", 1, &x, &err) != ASSAY_OK) fail_msg("%s: %s", what, err.text);
    if (assay_score_all(&b, metrics, 1, "", "", 1, &y, &err) != ASSAY_OK) fail_msg("%s: %s", what, err.text);
    assert_int_equal(x.count, y.count);
    for (size_t k = 0; k < x.count; k++) {
        const double one = x.at[k].overall.value, other = y.at[k].overall.value;
        if (!same_bits(&one, &other, 1))
            fail_msg("%s: %s %s is %.17g, and was %.17g", what, x.at[k].metric, x.at[k].output, other, one);
    }
}

static void check_back(const char *what, const assay_data *want, const assay_data *got)
{
    if (got->n != want->n || got->n_factors != want->n_factors || got->n_codes != want->n_codes)
        fail_msg("%s: another shape", what);
    if (!same_bits(got->codes, want->codes, want->n * want->n_codes)) fail_msg("%s: other codes", what);
    for (size_t i = 0; i < want->n_factors; i++)
        if (!same_factor(want, got, i)) fail_msg("%s: factor %zu is another", what, i);
    if (!want->directions) check_scores(what, want, got);
}

/* Text has no directions. */
static void check_directions(const char *what, const assay_data *want, const assay_data *got)
{
    assert_int_equal(!want->directions, !got->directions);
    if (!want->directions) return;
    assert_int_equal(want->dims, got->dims);
    if (!same_bits(want->directions, got->directions, want->n_codes * want->dims) ||
        !same_bits(want->true_directions, got->true_directions, want->n_factors * want->dims) ||
        !want->activations != !got->activations)
        fail_msg("%s: other directions", what);
}

static void comes_back(const char *what, const assay_data *want, const char *end)
{
    char name[16], where[256];
    const int pair = strcmp(end, ".npy") == 0;
    const assay_rep rep = assay_data_view(want);
    FREED(assay_data_free) assay_data got = { 0 };
    assay_error err = { "" };
    snprintf(name, sizeof name, "x%s", end);
    const char *path = scratch_path(name), *factors = scratch_path("x-factors.npy"),
               *codes = scratch_path("x-codes.npy");
    snprintf(where, sizeof where, "%s, %s", what, end);
    assay_status status = representation_write(path, &rep, &err);
    if (pair && status == ASSAY_EUSAGE && strstr(err.text, ".npy cannot say which factors")) return;
    if (status != ASSAY_OK) fail_msg("%s: %s", where, err.text);
    status = pair ? representation_read(factors, codes, "auto", &got, NULL, 0, &err)
                  : representation_read_one(path, "auto", &got, NULL, NULL, 0, &err);
    if (status != ASSAY_OK) fail_msg("%s: %s", where, err.text);
    check_back(where, want, &got);
    if (strcmp(end, ".npz") == 0) check_directions(where, want, &got);
    unlink(path);
    unlink(factors);
    unlink(codes);
}

/* 0: the scenario has no such point. */
static size_t walk(const char *scenario, const char *point, size_t n)
{
    FREED(assay_data_free) assay_data data = { 0 };
    char what[256];
    assay_error err = { "" };
    snprintf(what, sizeof what, "%s %s, %zu rows", scenario, point, n);
    if (assay_generate(scenario, point, n, 3, &data, &err) != ASSAY_OK) return 0;
    comes_back(what, &data, ".npz");
    comes_back(what, &data, ".csv");
    comes_back(what, &data, ".npy");
    return 1;
}

TEST(every_scenario_comes_back_on_every_profile)
{
    size_t points = 0;
    const assay_scenario *s;
    const assay_profile *on;
    for (size_t k = 0; (s = assay_scenario_at(k)); k++) {
        assert_true(walk(s->id, "", 40) + walk(s->id, "", 200) > 0);
        for (size_t p = 0; (on = assay_profile_at(p)); p++) {
            char point[64];
            snprintf(point, sizeof point, "factors=%s", on->id);
            points += walk(s->id, point, 120);
        }
    }
    assert_true(points > 100);
}

/* What is not there has been looked for: an absent value in either file, and a table that no pair of arrays
 * can hold. */
TEST(absent_values_come_back)
{
    double v[] = { 0, 1, NAN, 1, .5, .25, NAN, NAN }, z[] = { 1, 2, 3, 4.5 };
    int32_t levels[] = { 2, 0 };
    const assay_data data = { .n = 4, .n_factors = 2, .n_codes = 1, .factors = v, .codes = z, .levels = levels };
    comes_back("absent", &data, ".npz");
    comes_back("absent", &data, ".csv");
    const assay_rep rep = assay_data_view(&data);
    assay_error err = { "" };
    assert_int_equal(representation_write("/tmp/assay-none.npy", &rep, &err), ASSAY_EUSAGE);
}

TESTS_MAIN_IN(make_folder, scratch_remove)
