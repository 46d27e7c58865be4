/*
 * Rows in batches. They are kept row by row in one growing block, since columns would move with every batch; the
 * columns that metrics want are laid out once, in compute.
 */
#include "assay.h"
#include "scoring.h"

#include <stdlib.h>
#include <string.h>

struct assay_accumulator {
    size_t n, room, n_factors, n_codes;
    double *row;     /* [room * (n_factors + n_codes)] */
    int32_t *levels; /* [n_factors] */
};

assay_status assay_accumulator_new(assay_accumulator **to, assay_error *err)
{
    if (!to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL");
    *to = calloc(1, sizeof **to);
    return *to ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
}

void assay_accumulator_reset(assay_accumulator *accumulator)
{
    if (!accumulator) return;
    free(accumulator->row);
    free(accumulator->levels);
    *accumulator = (assay_accumulator){ 0 };
}

void assay_accumulator_free(assay_accumulator *accumulator)
{
    assay_accumulator_reset(accumulator);
    free(accumulator);
}

static int32_t levels_of(const assay_rep *batch, size_t i) { return batch->levels ? batch->levels[i] : 0; }

/* The first batch fixes the shape; the others must have it. */
static assay_status check_shape(assay_accumulator *a, const assay_rep *batch, assay_error *err)
{
    ASSAY_TRY(scoring_check(batch, err));
    if (!a->levels) {
        a->levels = calloc(batch->n_factors, sizeof *a->levels);
        if (!a->levels) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        if (batch->levels) memcpy(a->levels, batch->levels, batch->n_factors * sizeof *a->levels);
        a->n_factors = batch->n_factors;
        a->n_codes = batch->n_codes;
    }
    if (batch->n_factors != a->n_factors || batch->n_codes != a->n_codes)
        return assay_fail(err, ASSAY_EINPUT, "a batch of %zu factors and %zu codes after one of %zu and %zu",
                          batch->n_factors, batch->n_codes, a->n_factors, a->n_codes);
    for (size_t i = 0; i < a->n_factors; i++)
        if ((levels_of(batch, i) == 0) != (a->levels[i] == 0))
            return assay_fail(err, ASSAY_EINPUT, "factor %zu is %s in this batch and %s before", i,
                              levels_of(batch, i) ? "categorical" : "continuous",
                              a->levels[i] ? "categorical" : "continuous");
    return ASSAY_OK;
}

static assay_status make_room(assay_accumulator *a, size_t more, assay_error *err)
{
    if (a->room - a->n >= more) return ASSAY_OK;
    const size_t width = a->n_factors + a->n_codes;
    size_t room = a->room ? a->room : 1024;
    while (room - a->n < more && room <= SIZE_MAX / 4) room *= 2;
    double *row = room <= SIZE_MAX / sizeof *row / width ? realloc(a->row, room * width * sizeof *row) : NULL;
    if (!row) return assay_fail(err, ASSAY_ENOMEM, "memory ran out at %zu rows", a->n + more);
    a->row = row;
    a->room = room;
    return ASSAY_OK;
}

assay_status assay_accumulator_update(assay_accumulator *a, const assay_rep *batch, assay_error *err)
{
    if (!a) return assay_fail(err, ASSAY_EUSAGE, "accumulator is NULL");
    ASSAY_TRY(check_shape(a, batch, err));
    ASSAY_TRY(make_room(a, batch->n, err));
    const size_t width = a->n_factors + a->n_codes;
    for (size_t s = 0; s < batch->n; s++) {
        double *to = a->row + (a->n + s) * width;
        for (size_t i = 0; i < a->n_factors; i++) to[i] = batch->factors[i * batch->n + s];
        for (size_t j = 0; j < a->n_codes; j++) to[a->n_factors + j] = batch->codes[j * batch->n + s];
    }
    for (size_t i = 0; i < a->n_factors; i++)
        if (levels_of(batch, i) > a->levels[i]) a->levels[i] = levels_of(batch, i);
    a->n += batch->n;
    return ASSAY_OK;
}

static void lay_out_columns(const assay_accumulator *a, assay_data *to)
{
    const size_t width = a->n_factors + a->n_codes;
    for (size_t s = 0; s < a->n; s++) {
        const double *row = a->row + s * width;
        for (size_t i = 0; i < a->n_factors; i++) to->factors[i * a->n + s] = row[i];
        for (size_t j = 0; j < a->n_codes; j++) to->codes[j * a->n + s] = row[a->n_factors + j];
    }
    memcpy(to->levels, a->levels, a->n_factors * sizeof *to->levels);
}

assay_status assay_accumulator_compute(assay_accumulator *a, const char *metrics, uint64_t seed, uint32_t jobs,
                                       assay_scores *to, assay_error *err)
{
    assay_data data = { 0 };
    if (!a || !to) return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", to ? "accumulator" : "to");
    *to = (assay_scores){ 0 };
    if (!a->n) return assay_fail(err, ASSAY_EINPUT, "nothing to score: no batch has come in");
    assay_status status = assay_data_shape(&data, a->n, a->n_factors, a->n_codes);
    if (status != ASSAY_OK) return assay_fail(err, status, "memory ran out at %zu rows", a->n);
    lay_out_columns(a, &data);
    const assay_rep rep = assay_data_view(&data);
    status = assay_score_all(&rep, metrics, seed, "", "", jobs, to, err);
    assay_data_free(&data);
    return status;
}
