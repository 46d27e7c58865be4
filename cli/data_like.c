/*
 * Dependence is that of the pair of factors which share most for certain: the plug-in information of their classes
 * (continuous factors: eighths of their rows), less (f + 3 sqrt(2 f)) / 2n, f = (r - 1)(c - 1), which is its mean and
 * three deviations where there is none (chi-squared); as the correlation sqrt(1 - exp(-2 I)).
 */
#include "data_like.h"

#include "array.h"
#include "ascending.h"
#include "needed.h"
#include "profile_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 8 };

typedef struct classes {
    size_t count;
    size_t *of; /* [n] */
} classes;

/* Of a factor. */
static classes classes_of(const double *x, size_t n, int32_t levels)
{
    classes to = { levels > 0 ? (size_t)levels + 1 : CLASSES, needed(malloc((n + 1) * sizeof *to.of)) };
    double *sorted = needed(malloc((n + 1) * sizeof *sorted));
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, ascending);
    for (size_t s = 0; s < n; s++) {
        size_t at = 0;
        if (levels > 0) at = x[s] >= 0.0 && x[s] < (double)levels ? (size_t)x[s] : (size_t)levels; /* absent: last */
        else while (at + 1 < CLASSES && x[s] >= sorted[n * (at + 1) / CLASSES]) at++;
        to.of[s] = at;
    }
    free(sorted);
    return to;
}

static double information(const classes *a, const classes *b, size_t n)
{
    double *joint = needed(calloc((a->count + 1) * (b->count + 1), sizeof *joint)), nats = 0.0, seen[2] = { 0.0, 0.0 };
    double *const of_a = joint + a->count * b->count; /* margins behind the table: a, b */
    double *const of_b = of_a + a->count;
    for (size_t s = 0; s < n; s++) {
        joint[a->of[s] * b->count + b->of[s]] += 1.0;
        of_a[a->of[s]] += 1.0;
        of_b[b->of[s]] += 1.0;
    }
    for (size_t i = 0; i < a->count; i++) seen[0] += of_a[i] > 0.0;
    for (size_t j = 0; j < b->count; j++) seen[1] += of_b[j] > 0.0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            const double both = joint[i * b->count + j];
            if (both > 0.0) nats += both / (double)n * log(both * (double)n / (of_a[i] * of_b[j]));
        }
    free(joint);
    const double free_cells = (seen[0] - 1.0) * (seen[1] - 1.0);
    return fmax(0.0, nats - (free_cells + 3.0 * sqrt(2.0 * free_cells)) / (2.0 * (double)n));
}

static double largest_dependence(const double *factors, const assay_profile *of)
{
    double most = 0.0;
    for (size_t i = 0; i < of->n_factors; i++) {
        const classes a = classes_of(factors + i * of->rows, of->rows, of->levels[i]);
        for (size_t k = 0; k < i; k++) {
            const classes b = classes_of(factors + k * of->rows, of->rows, of->levels[k]);
            most = fmax(most, information(&a, &b, of->rows));
            free(b.of);
        }
        free(a.of);
    }
    return sqrt(1.0 - exp(-2.0 * most));
}

static const char *kinds_of(const assay_profile *of)
{
    size_t categorical = 0;
    for (size_t i = 0; i < of->n_factors; i++) categorical += of->levels[i] > 0;
    return !categorical ? "continuous" : categorical == of->n_factors ? "categorical" : "mixed";
}

/* 0: the file has none. */
static size_t codes_in(const char *path, const char *kinds)
{
    assay_data data = { 0 };
    assay_error none;
    const assay_status status = representation_read_one(path, kinds, &data, NULL, NULL, 0, &none);
    const size_t codes = status == ASSAY_OK ? data.n_codes : 0;
    assay_data_free(&data);
    return codes;
}

assay_status data_like(const char *path, const char *kinds, choice_like *to, FILE *say, assay_error *err)
{
    char note[512];
    assay_profile *of = NULL;
    assay_stream stream;
    ASSAY_TRY(profile_file_read(path, kinds, 0, &of, note, sizeof note, err));
    double *factors = needed(calloc(of->rows * of->n_factors + 1, sizeof *factors));
    assay_stream_seed(&stream, 0);
    const assay_status status = of->draw(of, of->rows, &stream, factors);
    if (status == ASSAY_OK) {
        const double dependence = largest_dependence(factors, of);
        if (!to->kinds) to->kinds = kinds_of(of);
        if (!to->rows) to->rows = of->rows;
        if (!to->codes) to->codes = codes_in(path, kinds);
        if (!to->dependence) to->dependence = dependence > DATA_DEPENDENT ? "dependent" : "independent";
        fprintf(say, "%s: %zu %s factors, %zu rows; the most dependent two have a correlation of at least %.2f.\n",
                path, of->n_factors, kinds_of(of), of->rows, dependence);
    } else assay_fail(err, status, "%s: its rows could not be read", path);
    free(factors);
    profile_file_free(of);
    return status;
}
