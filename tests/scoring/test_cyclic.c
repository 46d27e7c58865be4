/* Factors on a circle and classes in order: what turning an angle does to scores, who takes them, what is refused. */
#include "check.h"

#include "counted.h"
#include "scoring.h"

#include <math.h>
#include <string.h>

enum { N = 600, M = 2, D = 3 };

/* An angle turned by so much of its circle, of this period, and a number; codes its cosine, its sine and the number. */
static void table_fill(double turn, double period, double v[M * N], double z[D * N])
{
    assay_stream stream;
    assay_stream_seed(&stream, 7);
    for (size_t s = 0; s < N; s++) {
        const double part = assay_stream_uniform(&stream), other = assay_stream_uniform(&stream);
        v[s] = period * (part + turn - floor(part + turn));
        v[N + s] = other;
        z[s] = cos(6.283185307179586 * part) + 0.1 * assay_stream_normal(&stream);
        z[N + s] = sin(6.283185307179586 * part) + 0.2 * other;
        z[2 * N + s] = other + 0.2 * part;
    }
}

static assay_rep rep_of(const double *v, const double *z, const int32_t *levels, const double *period)
{
    return (assay_rep)FIELDS(.abi = ASSAY_ABI, .n = N, .n_factors = M, .n_codes = D, .factors = v, .codes = z,
                             .levels = levels, .truth = { NAN, NAN, NAN }, .period = period);
}

static assay_scores all_scores(const assay_rep *rep, const char *metrics)
{
    assay_error err = { "" };
    assay_scores to;
    if (assay_score_all(rep, metrics, 1, "", "", 1, &to, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return to;
}

static void expect_same(const char *metrics, double turn, double period, double within)
{
    static double v[M * N], z[D * N], w[M * N], y[D * N];
    const double here[M] = { 360.0, 0.0 }, there[M] = { period, 0.0 };
    const int32_t levels[M] = { 0, 0 };
    table_fill(0.0, 360.0, v, z);
    table_fill(turn, period, w, y);
    const assay_rep a = rep_of(v, z, levels, here), b = rep_of(w, z, levels, there);
    FREED(assay_scores_free) assay_scores one = all_scores(&a, metrics), other = all_scores(&b, metrics);
    for (size_t k = 0; k < one.count; k++) {
        const double x = one.at[k].overall.value, t = other.at[k].overall.value;
        if (isnan(x) || !(fabs(x - t) <= within))
            fail_msg("%s %s: %.12g, turned by %g %.12g (%s)", one.at[k].metric, one.at[k].preset, x, turn, t,
                     one.at[k].overall.undefined ? one.at[k].overall.undefined : "");
    }
}

/* Pairs and neighbours: by anything, and in any unit. */
TEST(turning_changes_nothing)
{
    static const double by[] = { 0.5, 0.1234, 0.999, 1.0 / 3.0 };
    for (size_t k = 0; k < ASSAY_COUNT(by); k++) {
        expect_same("mcc,mcc:fit=half,mcc-null,mcc:nominal=number,linearity,r2-heldout,r2-heldout:kernel=raw,sap,mig:"
                    "relation=r2,"
                    "mig:relation=mi-knn,modularity:relation=mi-knn",
                    by[k], k % 2 ? 6.283185307179586 : 360.0, 1e-9);
    }
}

/* Bins: by whole bins, which are then called otherwise, nothing; by less no more than their phase. */
TEST(turning_by_whole_bins_changes_nothing)
{
    const char *metrics = "mig,rmig,dcimig,jemmig,mig-sup,modularity,minimality,sufficiency,infom,infoc,"
                          "sap:relation=mi";
    for (int k = 1; k < 10; k += 2) expect_same(metrics, k / 10.0, 360.0, 1e-9);
    expect_same(metrics, 0.05, 360.0, 0.05);
}

/* A multiple correlation worked out by hand: of cosine and sine of an even angle both are known to add up. */
TEST(known_values)
{
    static double v[M * N], z[D * N];
    const double period[M] = { 4.0, 0.0 };
    const int32_t levels[M] = { 0, 0 };
    for (size_t s = 0; s < N; s++) {
        const double part = (double)(s % 12) / 12.0, angle = 6.283185307179586 * part;
        v[s] = 4.0 * part;
        v[N + s] = (double)(s / 12);
        z[s] = 3.0 * cos(angle + 1.0);
        z[N + s] = v[N + s];
        z[2 * N + s] = cos(2.0 * angle);
    }
    const assay_rep rep = rep_of(v, z, levels, period);
    FREED(assay_scores_free)
    assay_scores mcc = all_scores(&rep, "mcc"), linear = all_scores(&rep, "linearity"),
                 held = all_scores(&rep, "r2-heldout:train=1");
    assert_true(fabs(mcc.at[0].items[0].value - 1.0) <= 1e-12);
    assert_true(fabs(linear.at[0].items[0].value - 0.5) <= 1e-12);
    assert_true(fabs(held.at[0].items[0].value - 0.5) <= 1e-9);
}

/* Who does not take one says so and names it; who looks at no factor is scored. */
TEST(others_do_not_apply)
{
    static double v[M * N], z[D * N];
    const double period[M] = { 0.0, 360.0 };
    const int32_t levels[M] = { 0, 0 };
    table_fill(0.0, 360.0, v, z);
    const assay_rep rep = rep_of(v, z, levels, period);
    assay_scores scores = all_scores(&rep, "dci-lasso,dci-rf,tad,mcc-rdc,irs,hoyer,mcc:correlation=spearman");
    for (size_t k = 0; k < scores.count; k++) {
        const assay_score *s = &scores.at[k];
        if (strcmp(s->metric, "hoyer") == 0) assert_true(isfinite(s->overall.value));
        else if (strcmp(s->metric, "mcc") == 0)
            assert_string_equal(s->items[1].undefined, "not-applicable: factor v2 is cyclic, and ranks have no circle");
        else {
            char want[128];
            snprintf(want, sizeof want, "not-applicable: factor v2 is cyclic, and %s takes its values for a line",
                     s->metric);
            assert_string_equal(s->overall.undefined, want);
        }
    }
    assay_scores_free(&scores);
}

TEST(wrong_periods_are_refused)
{
    static double v[M * N], z[D * N];
    static const struct {
        double period;
        const char *part;
    } wrong[] = { { 180.0, "factor v1 is cyclic with period 180, and its values span 35" },
                  { -1.0, "factor v1: the period of a cyclic factor is above 0, not -1" },
                  { INFINITY, "factor v1: the period of a cyclic factor is above 0, not inf" },
                  { NAN, "factor v1: the period of a cyclic factor is above 0, not nan" } };
    const int32_t levels[M] = { 0, 0 };
    table_fill(0.0, 360.0, v, z);
    for (size_t k = 0; k < ASSAY_COUNT(wrong); k++) {
        const double period[M] = { wrong[k].period, 0.0 };
        const assay_rep rep = rep_of(v, z, levels, period);
        assay_error err = { "" };
        assert_int_equal(scoring_check(&rep, &err), ASSAY_EINPUT);
        if (!strstr(err.text, wrong[k].part)) fail_msg("'%s' lacks '%s'", err.text, wrong[k].part);
    }
}

/* Classes in order, and two of any order, are what the same numbers are where numbers are needed. */
TEST(classes_in_order_are_numbers)
{
    static double v[M * N], z[D * N];
    const double ordered[M] = { ASSAY_ORDERED, 0.0 };
    const int32_t levels[M] = { 5, 2 }, none[M] = { 0, 0 };
    table_fill(0.0, 1.0, v, z);
    for (size_t s = 0; s < N; s++) v[s] = floor(5 * v[s]), v[N + s] = floor(2 * v[N + s]);
    const assay_rep classes = rep_of(v, z, levels, ordered), numbers = rep_of(v, z, none, NULL);
    FREED(assay_scores_free)
    assay_scores a = all_scores(&classes, "mcc,mcc-crossfit,linearity,r2-heldout"),
                 b = all_scores(&numbers, "mcc,mcc-crossfit,linearity,r2-heldout");
    for (size_t k = 0; k < a.count; k++) {
        assert_true(isfinite(a.at[k].overall.value));
        assert_true(fabs(a.at[k].overall.value - b.at[k].overall.value) <= 0.0);
    }
}

TESTS_MAIN
