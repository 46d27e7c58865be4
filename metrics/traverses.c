#include "traverses.h"

#include "aggregate.h"

enum { TRAVERSE_OPTIONS(OPTION_PLACE) };

/* Rows from the first that go on in equal steps. */
static size_t equal_steps(const double *code, size_t n)
{
    if (n < 3) return n;
    const double step = code[1] - code[0];
    size_t points = 2;
    while (points < n && fabs(code[points] - code[points - 1] - step) <= TRAVERSE_STEP * fabs(step)) points++;
    return points;
}

/* 0: the rows are no traverses. */
static size_t points_found(const double *code, size_t n)
{
    const size_t points = equal_steps(code, n);
    if (n < 3) return n;
    if (points < 3 || code[1] == code[0]) return 0;
    for (size_t first = points; first < n; first += points) {
        const size_t rows = n - first < points ? n - first : points;
        if (equal_steps(code + first, rows) < rows) return 0;
    }
    return points;
}

double traverse_slopes(const traverses *all, size_t factor, size_t t, const double *code, const double *attribute,
                       double *slope)
{
    for (size_t k = 0; k + 1 < all->points; k++) {
        const double step = code[k + 1] - code[k];
        if (step == 0.0)
            return CODE_UNDEFINED(all->call, factor, "degenerate-traverse",
                                  "code # is constant along traverse %zu of factor v%zu", t,
                                  all->call->number(all->call, ASSAY_PER_FACTOR, factor) + 1);
        slope[k] = (attribute[k + 1] - attribute[k]) / step;
        if (isnan(slope[k]))
            return FACTOR_UNDEFINED(all->call, factor, "degenerate-traverse", "factor # is absent from traverse %zu",
                                    t);
    }
    return 0.0;
}

/* The mean of count values, a stride apart: of the defined ones, or of all. Undefined with the first reason met. */
static double mean_of(const double *value, size_t count, size_t stride, int skip)
{
    double sum = 0.0;
    size_t defined = 0;
    for (size_t k = 0; k < count; k++) {
        const double x = value[k * stride];
        if (!isnan(x)) {
            sum += x;
            defined++;
        } else if (!skip) {
            return x;
        }
    }
    return defined ? sum / (double)defined : value[0];
}

/* R2. value[M * count], the traverses of factor 0 first; means: scratch for count numbers */
static void reduce(const traverses *all, const double *value, double *means)
{
    const size_t M = all->rep->n_factors, count = all->count;
    const int mode = (int)all->call->option[TRAVERSE_REDUCE], skip = all->call->option[TRAVERSE_NANMEAN] == YES;
    assay_series *series = &all->call->series[0];
    for (size_t i = 0; i < M; i++) series->items[i] = mean_of(value + i * count, count, 1, skip);
    if (mode == REDUCE_SAMPLE) {
        for (size_t t = 0; t < count; t++) means[t] = mean_of(value + t, M, count, skip);
        series->value = mean_of(means, count, 1, skip);
    }
    if (mode == REDUCE_ALL) series->value = mean_of(value, M * count, 1, skip);
    if (mode != REDUCE_NONE) return;
    for (size_t i = 0; i < M && count > 1; i++)
        series->items[i] = all->call->undefined(all->call, "not-applicable",
                                                "%zu traverses, and reduce-mode=none averages nothing", count);
    if (M * count > 1)
        series->value = all->call->undefined(all->call, "not-applicable",
                                             "%zu scores, and reduce-mode=none averages nothing", M * count);
}

/* An undefined value for the whole factor, or 0. */
static double factor_refused(const traverses *all, size_t i)
{
    assay_call *call = all->call;
    if (i >= all->rep->n_codes)
        return FACTOR_UNDEFINED(call, i, "not-applicable", "factor # has no code of its own among %zu",
                                all->rep->n_codes);
    if (all->rep->levels[i] && call->option[TRAVERSE_NOMINAL] == NOMINAL_REFUSE)
        return FACTOR_UNDEFINED(
            call, i, "not-applicable",
            "factor # is categorical, its labels are no quantity; nominal=number takes ordered classes as numbers");
    return 0.0;
}

assay_status traverses_score(const assay_rep *rep, assay_call *call, size_t least_points, traverse_scores *scores)
{
    const size_t asked = (size_t)call->option[TRAVERSE_POINTS];
    traverses all = { rep, call, asked ? asked : points_found(rep->codes, rep->n), 0 };
    all.count = all.points ? rep->n / all.points : 0;
    if (!all.points)
        return score_refused(call, CODE_UNDEFINED(call, 0, "not-applicable",
                                                  "the rows are no traverses: code # does not go on in equal steps; "
                                                  "steps=N says how many rows make one"));
    if (!all.count || all.points < least_points)
        return REFUSED(call, "too-few-samples", "%zu rows, traverses of %zu points, %zu are needed", rep->n, all.points,
                       least_points);
    double *value = call->alloc(call, (rep->n_factors + 1) * all.count, sizeof *value);
    if (!value) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++) {
        double *own = value + i * all.count;
        const double refused = factor_refused(&all, i);
        if (isnan(refused)) {
            for (size_t t = 0; t < all.count; t++) own[t] = refused;
            continue;
        }
        ASSAY_TRY(scores(&all, i, rep->codes + i * rep->n, rep->factors + i * rep->n, own));
    }
    reduce(&all, value, value + rep->n_factors * all.count);
    return ASSAY_OK;
}

double traverses_cost(const assay_size *size, const double *option)
{
    return (void)option, 4.0 * (double)size->n * (double)size->n_factors;
}
