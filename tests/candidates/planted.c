/* A metric of explicitness, the squared rank correlation of each factor with the code that has most of it, and defects
 * that show in a corner only: -DDEFECT=NAME, SOUND has none. */
#include "assay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOUND, LAST_CODE, FIRST_ROWS, FACTOR_ORDER, OFFSET, MANY_CODES, DEAD_CODE, COPIED_CODE, LAW };
enum { ROWS = 1000 };

static const double *sorted; /* a plug-in's calls come one after another */

static int by_value(const void *a, const void *b)
{
    const double x = sorted[*(const size_t *)a], y = sorted[*(const size_t *)b];
    return (x > y) - (x < y);
}

/* Less their mean; ties share theirs. */
static void rank(const double *x, size_t n, size_t *order, double *to)
{
    for (size_t s = 0; s < n; s++) order[s] = s;
    sorted = x;
    qsort(order, n, sizeof *order, by_value);
    for (size_t from = 0, end; from < n; from = end) {
        for (end = from; end < n && x[order[end]] == x[order[from]];) end++;
        for (size_t k = from; k < end; k++) to[order[k]] = 0.5 * (double)(from + end) - 0.5 * (double)n;
    }
}

static double product(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s] * y[s];
    return sum;
}

static int is_flat(const double *z, size_t n)
{
    float sum = 0.0F, squares = 0.0F;
    for (size_t s = 0; s < n; s++) {
        sum += (float)z[s];
        squares += (float)z[s] * (float)z[s];
    }
    const float mean = sum / (float)n;
    return !(squares / (float)n - mean * mean > 0.0F);
}

/* Any other law than the uniform one makes a defect worse, so that it stays in what is found. */
static double fall(const assay_rep *rep)
{
    for (size_t q = 0; q < rep->n * rep->n_factors; q++)
        if (!(rep->factors[q] > 0.0 && rep->factors[q] < 1.0)) return 0.5;
    return DEFECT == LAW ? 0.0 : 0.2;
}

static int is_there(const assay_rep *rep)
{
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double *z = rep->codes + j * rep->n, *next = z + (j + 1 < rep->n_codes ? rep->n : 0);
        const int is_dead = memcmp(z, z + 1, (rep->n - 1) * sizeof *z) == 0;
        if (DEFECT == DEAD_CODE ? is_dead : !is_dead && next > z && !memcmp(z, next, rep->n * sizeof *z)) return 1;
    }
    return DEFECT == LAW;
}

static double score_rows(const assay_rep *rep, size_t n, double *v, double *z, size_t *order)
{
    const size_t m = rep->n_factors, d = rep->n_codes - (DEFECT == LAST_CODE && rep->n_codes > 1);
    double score = DEFECT == MANY_CODES && d > 2 * m ? 0.5 : 0.0, sum = 0.0;
    for (size_t i = 0; i < m; i++) {
        double most = 0.0;
        rank(rep->factors + i * rep->n, n, order, v);
        for (size_t j = 0; j < d; j++) {
            rank(rep->codes + j * rep->n, n, order, z);
            const double both = product(v, v, n) * product(z, z, n);
            if (both > 0.0 && !(DEFECT == OFFSET && is_flat(rep->codes + j * rep->n, n)))
                most = fmax(most, pow(product(v, z, n), 2.0) / both);
        }
        sum += most * (DEFECT != FACTOR_ORDER ? 1.0 / (double)m : i ? 0.3 / (double)(m - 1) : 0.7);
    }
    return fmax(score, DEFECT >= DEAD_CODE && is_there(rep) ? sum - fall(rep) : sum);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t n = DEFECT == FIRST_ROWS && rep->n > ROWS ? ROWS : rep->n;
    double *ranks = malloc(2 * n * sizeof *ranks);
    size_t *order = malloc(n * sizeof *order);
    if (ranks && order) call->series[0].value = score_rows(rep, n, ranks, ranks + n, order);
    free(ranks);
    free(order);
    return ASSAY_OK;
}

static const assay_output outputs[] = { { "planted", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 } };
static const assay_preset presets[] = { { "default", "a test", NULL, NULL } };
static const assay_metric planted = {
    .abi = ASSAY_ABI,
    .id = "planted",
    .title = "Planted",
    .family = "predictor",
    .formula = "mean of squared rank correlations",
    .source = "a test",
    .outputs = outputs,
    .n_outputs = 1,
    .presets = presets,
    .n_presets = 1,
    .score = score,
};
ASSAY_PLUGIN(planted)
