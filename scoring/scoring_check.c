/* What no metric can score. */
#include "scoring_inside.h"

#include "lanes.h"

WIDE
int all_finite(const double *x, size_t n)
{
    lanes a = LANES_ALL(0.0), b = a, c = a, d = a;
    size_t k = 0;
    for (; k + 4 * LANES <= n; k += 4 * LANES) {
        const lanes *four = (const lanes *)(x + k);
        a += four[0] * 0.0, b += four[1] * 0.0, c += four[2] * 0.0, d += four[3] * 0.0;
    }
    for (; k < n; k++) a[0] += x[k] * 0.0;
    a = (a + b) + (c + d);
    return LANES_SUM(a) == 0.0;
}

/* column[n]: what is there of it. In a whole table of factors a NaN is an absent value. */
static assay_status check_column(const assay_rep *rep, int32_t axis, size_t index, const double *column, size_t n,
                                 assay_error *err)
{
    const int of_factor = axis == ASSAY_PER_FACTOR, may_lack = of_factor && rep->factors;
    const int32_t levels = of_factor && rep->levels ? rep->levels[index] : 0;
    if (!levels && all_finite(column, n)) return ASSAY_OK;
    const char *what = axis_name(axis), *name = NAME_OF(rep, axis, index);
    for (size_t k = 0; k < n; k++) {
        const double x = column[k];
        if (may_lack && isnan(x)) continue;
        if (!isfinite(x))
            return assay_fail(err, ASSAY_EINPUT, "%s %s, row %zu: %s (rows count from 0)", what, name, k,
                              isnan(x) ? "not a number (NaN)" : "infinite");
        if (levels && !(x >= 0 && x < levels && x == floor(x)))
            return assay_fail(err, ASSAY_EINPUT, "%s %s, row %zu: %g is not one of its %d levels, 0 to %d", what, name,
                              k, x, (int)levels, (int)levels - 1);
    }
    return ASSAY_OK;
}

/* Entries that columns of n rows can have: start from 0 on and never falling, rows rising within each. */
static assay_status check_entries(const assay_rep *rep, int32_t axis, const assay_sparse *sparse, size_t columns,
                                  assay_error *err)
{
    const size_t *start = sparse->start, n = rep->n;
    const char *what = axis_name(axis);
    if (!sparse->row || !sparse->value || start[0] != 0)
        return assay_fail(err, ASSAY_EINPUT, "sparse %ss: start[0] is 0, and row and value are not NULL", what);
    for (size_t k = 0; k < columns; k++) {
        int fits = start[k] <= start[k + 1];
        for (size_t e = start[k]; fits && e < start[k + 1]; e++)
            fits = sparse->row[e] < n && (e == start[k] || sparse->row[e - 1] < sparse->row[e]);
        if (!fits)
            return assay_fail(err, ASSAY_EINPUT, "sparse %s %s: its rows rise, from 0 to %zu at most", what,
                              NAME_OF(rep, axis, k), n - 1);
    }
    return ASSAY_OK;
}

static assay_status check_sparse(const assay_rep *rep, int32_t axis, const assay_sparse *sparse, size_t columns,
                                 assay_error *err)
{
    ASSAY_TRY(check_entries(rep, axis, sparse, columns, err));
    for (size_t k = 0; k < columns; k++) {
        const size_t first = sparse->start[k];
        ASSAY_TRY(check_column(rep, axis, k, sparse->value + first, sparse->start[k + 1] - first, err));
    }
    return ASSAY_OK;
}

/* Values of a circle stand on it once. */
static assay_status check_period(const assay_rep *rep, size_t i, assay_error *err)
{
    const double period = rep->period ? rep->period[i] : 0.0;
    const char *name = NAME_OF(rep, ASSAY_PER_FACTOR, i);
    if (period == 0.0 || (rep->levels && rep->levels[i])) return ASSAY_OK;
    if (!(period > 0.0 && isfinite(period)))
        return assay_fail(err, ASSAY_EINPUT, "factor %s: the period of a cyclic factor is above 0, not %g", name,
                          period);
    if (!rep->factors)
        return assay_fail(err, ASSAY_EINPUT, "factor %s is sparse and cyclic; give the factors as a whole table", name);
    double low = INFINITY, high = -INFINITY;
    for (size_t s = 0; s < rep->n; s++) {
        low = fmin(low, rep->factors[i * rep->n + s]);
        high = fmax(high, rep->factors[i * rep->n + s]);
    }
    if (high - low <= period * (1 + 1e-9) || low > high) return ASSAY_OK;
    return assay_fail(err, ASSAY_EINPUT,
                      "factor %s is cyclic with period %g, and its values span %g, from %g to %g: take them modulo the "
                      "period, or give the right one",
                      name, period, high - low, low, high);
}

static assay_status check_split(const assay_rep *rep, assay_error *err)
{
    size_t learnt = 0;
    for (size_t s = 0; s < rep->n; s++) learnt += rep->learns[s] != 0;
    if (!learnt || learnt == rep->n)
        return assay_fail(err, ASSAY_EINPUT, "split: no row is %s; 1 is learnt from, 0 scored",
                          learnt ? "scored" : "learnt from");
    if (rep->factors && !all_finite(rep->factors, rep->n * rep->n_factors))
        return assay_fail(
            err, ASSAY_EINPUT,
            "split: some factor values are absent; leave out the rows that lack one, or score without a split");
    return ASSAY_OK;
}

assay_status scoring_check(const assay_rep *rep, assay_error *err)
{
    if (!rep) return assay_fail(err, ASSAY_EUSAGE, "rep is NULL: there is no representation");
    if (rep->abi != ASSAY_ABI)
        return assay_fail(err, ASSAY_EUSAGE,
                          "the representation was made for interface %u, this is %u: recompile the caller", rep->abi,
                          ASSAY_ABI);
    if (!rep->n || !rep->n_codes)
        return assay_fail(err, ASSAY_EINPUT, "%zu samples, %zu factors, %zu codes: rows and codes are needed", rep->n,
                          rep->n_factors, rep->n_codes);
    const int factors = !rep->n_factors || rep->factors || rep->sparse_factors.start,
              codes = rep->codes || rep->sparse_codes.start;
    if (!factors || !codes)
        return assay_fail(err, ASSAY_EINPUT, "%s is NULL: %zu x %zu numbers are needed", factors ? "codes" : "factors",
                          rep->n, factors ? rep->n_codes : rep->n_factors);
    for (size_t i = 0; i < rep->n_factors; i++) {
        const int32_t levels = rep->levels ? rep->levels[i] : 0;
        if (levels < 0) return assay_fail(err, ASSAY_EINPUT, "factor v%zu: %d levels", i + 1, (int)levels);
        if (rep->factors) ASSAY_TRY(check_column(rep, ASSAY_PER_FACTOR, i, rep->factors + i * rep->n, rep->n, err));
        ASSAY_TRY(check_period(rep, i, err));
    }
    if (rep->learns) ASSAY_TRY(check_split(rep, err));
    if (rep->n_factors && !rep->factors)
        ASSAY_TRY(check_sparse(rep, ASSAY_PER_FACTOR, &rep->sparse_factors, rep->n_factors, err));
    if (!rep->codes) return check_sparse(rep, ASSAY_PER_CODE, &rep->sparse_codes, rep->n_codes, err);
    for (size_t j = 0; j < rep->n_codes; j++)
        ASSAY_TRY(check_column(rep, ASSAY_PER_CODE, j, rep->codes + j * rep->n, rep->n, err));
    return ASSAY_OK;
}
