/*
 * Every `default` preset a second time: direct sums over all rows and cells in long double, nothing shared with the
 * code under test. TOL: the tested sums of N log N round at 1e-16 N log N / N, some 1e-15; what divides them is above
 * 0.01. Modularity divides two informations near 0, which multiplies that by up to 1e3.
 */
#include "check.h"

#define TOL 1e-12
enum { N = 403, M = 3, D = 4, BINS = 10 };

static size_t bin_scaled(const double *x, size_t s, size_t bins) /* the table's words: number of edges k (1/b) <= y */
{
    double low = x[0], high = x[0];
    for (size_t t = 1; t < N; t++) {
        low = fmin(low, x[t]);
        high = fmax(high, x[t]);
    }
    const double scale = 1 / (high - low), y = x[s] * scale + (0 - low * scale);
    size_t count = 0;
    for (size_t k = 0; k < bins; k++) count += (double)k * (1 / (double)bins) <= y;
    return count - 1;
}

static size_t bin_range(const double *x, size_t s, size_t bins)
{
    double low = x[0], high = x[0];
    for (size_t t = 1; t < N; t++) {
        low = fmin(low, x[t]);
        high = fmax(high, x[t]);
    }
    size_t count = 0;
    for (size_t k = 0; k < bins; k++) count += low + (double)k * ((high - low) / (double)bins) <= x[s];
    return count - 1;
}

typedef struct tables {
    long double I[M][D], Hv[M], Hz[D], Hjoint[M][D];
} tables;

static long double entropy(const size_t *label, size_t labels)
{
    long double h = 0;
    for (size_t k = 0; k < labels; k++) {
        size_t count = 0;
        for (size_t s = 0; s < N; s++) count += label[s] == k;
        const long double p = (long double)count / N;
        if (count) h -= p * logl(p);
    }
    return h;
}

static void information(const assay_data *data, size_t bins, size_t (*cut)(const double *, size_t, size_t), tables *t)
{
    size_t v[N], z[N], both[N];
    for (size_t i = 0; i < M; i++) {
        for (size_t j = 0; j < D; j++) {
            for (size_t s = 0; s < N; s++) {
                const double *x = data->factors + i * N;
                v[s] = data->levels[i] ? (size_t)x[s] : bin_scaled(x, s, BINS);
                z[s] = cut(data->codes + j * N, s, bins);
                both[s] = v[s] * bins + z[s];
            }
            t->Hv[i] = entropy(v, BINS);
            t->Hz[j] = entropy(z, bins);
            t->Hjoint[i][j] = entropy(both, BINS * bins);
            t->I[i][j] = 0;
            for (size_t a = 0; a < BINS; a++) {
                for (size_t b = 0; b < bins; b++) {
                    long double p = 0, pv = 0, pz = 0;
                    for (size_t s = 0; s < N; s++) {
                        p += (v[s] == a && z[s] == b) / (long double)N;
                        pv += (v[s] == a) / (long double)N;
                        pz += (z[s] == b) / (long double)N;
                    }
                    if (p > 0) t->I[i][j] += p * logl(p / (pv * pz));
                }
            }
        }
    }
}

/* The k-th largest of n numbers at a stride, by counting. */
static long double ranked(const long double *x, size_t n, size_t stride, size_t k)
{
    for (size_t a = 0; a < n; a++) {
        size_t above = 0;
        for (size_t b = 0; b < n; b++)
            above += x[b * stride] > x[a * stride] || (x[b * stride] == x[a * stride] && b < a);
        if (above == k) return x[a * stride];
    }
    return NAN;
}

static void check_of_factors(const assay_data *data, const tables *t)
{
    long double mig = 0, jemmig = 0, gaps[M] = { 0 }, all = 0, best = 0;
    for (size_t i = 0; i < M; i++) {
        const long double first = ranked(t->I[i], D, 1, 0), second = ranked(t->I[i], D, 1, 1);
        mig += (first - second) / t->Hv[i] / M;
        for (size_t j = 0; j < D; j++)
            if (t->I[i][j] == first) jemmig += (1 - (t->Hjoint[i][j] - first + second) / (t->Hv[i] + logl(BINS))) / M;
        all += t->Hv[i];
    }
    for (size_t j = 0; j < D; j++) {
        const long double first = ranked(&t->I[0][j], M, D, 0), second = ranked(&t->I[0][j], M, D, 1);
        for (size_t i = 0; i < M; i++)
            if (t->I[i][j] == first && first - second > gaps[i]) gaps[i] = first - second;
    }
    for (size_t i = 0; i < M; i++) best += gaps[i];
    check_near(score_of(data, "mig"), (double)mig, TOL, "mig");
    check_near(score_of(data, "rmig"), (double)mig, TOL, "rmig");
    check_near(score_of(data, "jemmig"), (double)jemmig, TOL, "jemmig");
    check_near(score_of(data, "dcimig"), (double)(best / all), TOL, "dcimig");
}

static void check_of_codes(const assay_data *data, const tables *t)
{
    long double sup = 0, modular = 0;
    for (size_t j = 0; j < D; j++) {
        long double share[M], squares = 0;
        for (size_t i = 0; i < M; i++) {
            share[i] = t->I[i][j] / t->Hv[i];
            squares += t->I[i][j] * t->I[i][j];
        }
        const long double first = ranked(&t->I[0][j], M, D, 0);
        sup += (ranked(share, M, 1, 0) - ranked(share, M, 1, 1)) / D;
        modular += (1 - (squares - first * first) / ((M - 1) * first * first)) / D;
    }
    long double minimal = 0, sufficient = 0;
    for (size_t j = 0; j < D; j++) minimal += ranked(&t->I[0][j], M, D, 0) / t->Hz[j] / D;
    for (size_t i = 0; i < M; i++) sufficient += ranked(t->I[i], D, 1, 0) / t->Hv[i] / M;
    check_near(score_of(data, "minimality"), (double)minimal, TOL, "minimality");
    check_near(score_of(data, "sufficiency"), (double)sufficient, TOL, "sufficiency");
    check_near(score_of(data, "mig-sup"), (double)sup, TOL, "mig-sup");
    check_near(score_of(data, "modularity"), (double)modular, 1e-9, "modularity");
}

static void check_almudevar(const assay_data *data, const tables *t)
{
    long double minimal = 0, sufficient = 0;
    for (size_t j = 0; j < D; j++) minimal += ranked(&t->I[0][j], M, D, 0) / t->Hz[j] / D;
    for (size_t i = 0; i < M; i++) sufficient += ranked(t->I[i], D, 1, 0) / t->Hv[i] / M;
    check_near(score_of(data, "minimality:rule=linspace:bins=15"), (double)minimal, TOL, "minimality");
    check_near(score_of(data, "sufficiency:rule=linspace:bins=15"), (double)sufficient, TOL, "sufficiency");
}

static long double mean_of(const double *x)
{
    long double sum = 0;
    for (size_t s = 0; s < N; s++) sum += x[s];
    return sum / N;
}

static void check_sap(const assay_data *data)
{
    long double sap = 0;
    for (size_t i = 0; i < M; i++) {
        long double r[D];
        const double *v = data->factors + i * N;
        for (size_t j = 0; j < D; j++) {
            const double *z = data->codes + j * N;
            const long double mv = mean_of(v), mz = mean_of(z);
            long double vv = 0, zz = 0, vz = 0;
            for (size_t s = 0; s < N; s++) {
                vv += (v[s] - mv) * (v[s] - mv);
                zz += (z[s] - mz) * (z[s] - mz);
                vz += (v[s] - mv) * (z[s] - mz);
            }
            r[j] = vz * vz / (vv * zz);
        }
        sap += (ranked(r, D, 1, 0) - ranked(r, D, 1, 1)) / M;
    }
    check_near(score_of(data, "sap:nominal=number"), (double)sap, TOL, "sap");
}

static void check_irs(const assay_data *data)
{
    long double irs = 0;
    for (size_t j = 0; j < D; j++) {
        const double *z = data->codes + j * N;
        const long double mean = mean_of(z);
        long double reach = 0, best = -1000;
        for (size_t s = 0; s < N; s++) reach = fmaxl(reach, fabsl(z[s] - mean));
        for (size_t i = 0; i < M; i++) {
            const double *v = data->factors + i * N;
            long double left = 0;
            for (size_t k = 0; k < BINS; k++) {
                long double sum = 0, most = 0;
                size_t count = 0;
                for (size_t s = 0; s < N; s++) {
                    if ((data->levels[i] ? (size_t)v[s] : bin_scaled(v, s, BINS)) != k) continue;
                    sum += z[s];
                    count++;
                }
                for (size_t s = 0; count && s < N; s++)
                    if ((data->levels[i] ? (size_t)v[s] : bin_scaled(v, s, BINS)) == k)
                        most = fmaxl(most, fabsl(z[s] - sum / (long double)count));
                left += most * (long double)count / N;
            }
            best = fmaxl(best, 1 - left / reach);
        }
        irs += best / D;
    }
    check_near(score_of(data, "irs"), (double)irs, TOL, "irs");
}

/* Two continuous factors and a categorical one; codes that mix them with noise, at odd scales and offsets. */
static void random_data(assay_data *data, assay_stream *stream)
{
    assert_int_equal(assay_data_shape(data, N, M, D), ASSAY_OK);
    data->levels[2] = 5;
    for (size_t s = 0; s < N; s++) {
        double *v = data->factors + s, *z = data->codes + s;
        v[0] = assay_stream_uniform(stream);
        v[N] = 40 + assay_stream_normal(stream);
        v[2 * N] = (double)assay_stream_below(stream, 5);
        z[0] = v[0] + 0.3 * assay_stream_uniform(stream);
        z[N] = 1e-6 * (v[N] - v[0]);
        z[2 * N] = 1000 + v[2 * N] + assay_stream_normal(stream);
        z[3 * N] = 7 * v[0] * v[2 * N];
    }
}

TEST(test_two_ways)
{
    assay_stream stream = stream_of(1);
    for (unsigned r = 0; r < check_repeats(2); r++) {
        static tables ten, fifteen;
        FREED(assay_data_free) assay_data data = { 0 };
        random_data(&data, &stream);
        information(&data, BINS, bin_scaled, &ten);
        information(&data, 15, bin_range, &fifteen); /* linspace, clamped, has the edges of range */
        check_of_factors(&data, &ten);
        check_of_codes(&data, &ten);
        check_almudevar(&data, &fifteen);
        check_sap(&data);
        check_irs(&data);
    }
}

TESTS_MAIN
