#include "additive.h"

#include "lend.h"
#include "scaling.h"
#include "vectors.h"

#include <math.h>

enum { DEGREE = 5, CLASSES = 64, FACTORS = 100, ROWS_A_FUNCTION = 3, PASSES = 5000 };

static size_t functions_of(const assay_rep *rep, size_t i)
{
    return rep->levels[i] ? (size_t)rep->levels[i] - 1 : DEGREE;
}

const char *additive_refusal(const assay_rep *rep)
{
    size_t functions = 0;
    if (rep->n_factors > FACTORS) return "there are more than 100 factors";
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (rep->levels[i] > CLASSES) return "a factor has more than 64 classes";
        if (rep->period && rep->period[i] > 0 && !rep->levels[i]) return "a factor is cyclic";
        functions += functions_of(rep, i);
        for (size_t s = 0; s < rep->n; s++)
            if (isnan(rep->factors[i * rep->n + s])) return "values of factors are missing";
    }
    return rep->n < ROWS_A_FUNCTION * functions + 20 ? "there are fewer than three rows for each class of a factor"
                                                     : NULL;
}

/* Appends a column, less what those from `first` on have of it; not where nothing of it is left. */
static void append(additive *a, size_t first)
{
    double *x = a->function + a->p * a->n;
    columns_scale(x, a->n, 1, SCALING_STANDARD, x);
    for (int twice = 0; twice < 2; twice++)
        for (size_t k = first; k < a->p; k++) {
            const double *of = a->function + k * a->n;
            vector_add(x, of, -vector_product(x, of, a->n) / (double)a->n, a->n);
        }
    if (vector_product(x, x, a->n) < 1e-9 * (double)a->n) return;
    columns_scale(x, a->n, 1, SCALING_STANDARD, x);
    a->p++;
}

static void make_functions(const assay_rep *rep, additive *a)
{
    for (size_t i = 0; i < a->m; i++) {
        const double *v = rep->factors + i * a->n;
        const size_t first = a->p, most = functions_of(rep, i);
        for (size_t k = 0; k < most && !column_is_constant(v, a->n); k++) {
            double *x = a->function + a->p * a->n;
            const double *line = a->function + first * a->n, *before = a->p > first ? x - a->n : x;
            for (size_t s = 0; s < a->n; s++)
                x[s] = k == 0 ? v[s] : rep->levels[i] ? v[s] == (double)k : line[s] * before[s];
            append(a, first);
        }
        a->first[i + 1] = a->p;
    }
}

/* Factor by factor until nothing moves: left[p] is what each function still has in common with the code. */
static void solve(const additive *a, const double *product, double *left, double *slope)
{
    double most = 1;
    for (int pass = 0; pass < PASSES && most > 1e-12; pass++) {
        most = 0;
        for (size_t k = 0; k < a->p; k++) {
            const double step = left[k];
            most = fmax(most, fabs(step));
            slope[k] += step;
            vector_add(left, product + k * a->p, -step, a->p);
        }
    }
}

static void fit_code(additive *a, size_t j, const double *product, double *left)
{
    const double n = (double)a->n, *z = a->code + j * a->n;
    double *slope = a->slope + j * a->p, explained = 0;
    const int is_constant = column_is_constant(z, a->n);
    double *with = left + a->p;
    for (size_t k = 0; k < a->p; k++) left[k] = with[k] = vector_product(z, a->function + k * a->n, a->n) / n;
    solve(a, product, left, slope);
    for (size_t k = 0; k < a->p; k++) explained += slope[k] * with[k];
    a->noise[j] = is_constant ? 1 : fmax(0, fmin(1, (1 - explained) * n / (n - 1 - (double)a->p)));
    for (size_t i = 0; i < a->m; i++) {
        const size_t first = a->first[i], count = a->first[i + 1] - first, at = i * a->d + j;
        a->share[at] = vector_product(slope + first, slope + first, count) - a->noise[j] * (double)count / n;
        a->straight[at] = count ? slope[first] * slope[first] - a->noise[j] / n : 0;
    }
}

assay_status additive_fit(const assay_rep *rep, arena *memory, additive *to)
{
    const size_t n = rep->n, m = rep->n_factors, d = rep->n_codes;
    size_t most = 0;
    for (size_t i = 0; i < m; i++) most += functions_of(rep, i);
    double *product, *left;
    *to = (additive){ .n = n, .m = m, .d = d };
    ASSAY_TRY(LEND_ARENA(memory, LOAN(to->first, m + 1), LOAN(to->function, (most + 1) * n), LOAN(to->code, d * n),
                         LOAN(to->slope, d * (most + 1)), LOAN(to->noise, d), LOAN(to->share, m * d),
                         LOAN(to->straight, m * d), LOAN(product, most * most), LOAN(left, 2 * most)));
    make_functions(rep, to);
    for (size_t k = 0; k < to->p; k++)
        for (size_t l = 0; l < to->p; l++)
            product[k * to->p + l] = l < k ? product[l * to->p + k]
                                           : vector_product(to->function + k * n, to->function + l * n, n) / (double)n;
    columns_scale(rep->codes, n, d, SCALING_STANDARD, to->code);
    for (size_t j = 0; j < d; j++) fit_code(to, j, product, left);
    return ASSAY_OK;
}

/* What remains of a part: its size without what noise added, or nothing where noise explains it. */
static double kept(double variance, double with_noise, double chance)
{
    enum { CERTAIN = 3 }; /* standard deviations */
    return variance > CERTAIN * chance && with_noise > 0 ? sqrt(fmin(variance / with_noise, 1)) : 0;
}

void additive_clean(additive *a)
{
    for (size_t i = 0; i < a->m; i++)
        for (size_t j = 0; j < a->d; j++) {
            const size_t at = i * a->d + j, first = a->first[i], count = a->first[i + 1] - first;
            double *slope = a->slope + j * a->p + first;
            const double chance = a->noise[j] * sqrt(2.0) / (double)a->n;
            if (!count) continue;
            const double bent = vector_product(slope + 1, slope + 1, count - 1);
            const double rest = kept(a->share[at] - a->straight[at], bent, chance * sqrt((double)count));
            slope[0] *= kept(a->straight[at], slope[0] * slope[0], chance);
            for (size_t k = 1; k < count; k++) slope[k] *= rest;
        }
}

void additive_add(const additive *a, size_t factor, size_t code, double *to)
{
    const size_t first = factor == SIZE_MAX ? 0 : a->first[factor];
    const size_t end = factor == SIZE_MAX ? a->p : a->first[factor + 1];
    for (size_t k = first; k < end; k++) vector_add(to, a->function + k * a->n, a->slope[code * a->p + k], a->n);
}
