/* recipe_build -- the rows of a recipe: its words one after another. */
#include "builders.h"
#include "owned.h"
#include "recipe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void step_make(const recipe_step *s, size_t *factors, recipe_rows *r)
{
    const size_t column = sizeof(double) * r->n;
    if (s->on_whole) {
        memcpy(r->x, r->z, r->d * column);
        r->k = r->d;
        r->d = 0;
    }
    if (s->word->kind <= WORD_SOURCE) r->k = s->count; /* 0 of a source: what it is made of comes */
    if (s->word->make) s->word->make(s, r);
    if (s->word->into_y) {
        double *made = r->y;
        r->y = r->x;
        r->x = made;
    }
    if (s->word->kind == WORD_SOURCE || s->word->kind == WORD_MAP) r->k = s->width;
    for (size_t q = 0; s->word->map && q < r->n * r->k; q++) r->x[q] = s->word->map(r->x[q], s->argument[0]);
    if (s->word->kind == WORD_LAW) {
        memcpy(r->value + *factors * r->n, r->x, s->count * column);
        *factors += s->count;
    } else if (s->word->kind == WORD_CODE || s->on_whole) {
        memcpy(r->z + r->d * r->n, r->x, r->k * column);
        r->d += r->k;
    }
}

static assay_status check_finite(const assay_data *data, assay_error *err)
{
    for (size_t k = 0; k < data->n * data->n_codes; k++)
        if (!isfinite(data->codes[k]))
            return assay_fail(err, ASSAY_EUSAGE, "code z%zu of row %zu is no finite number; weaken its maps",
                              k / data->n + 1, k % data->n + 1);
    return ASSAY_OK;
}

assay_status recipe_build(const recipe *from, size_t n, assay_stream *stream, assay_data *to, assay_error *err)
{
    const size_t m = from->n_factors, wide = from->widest;
    OWNED double *block = zeroed(n * (m + 2 * wide + 1), sizeof *block);
    OWNED placed *places = zeroed(n, sizeof *places);
    ASSAY_TRY(block && places ? assay_data_shape(to, n, m, from->n_codes) : ASSAY_ENOMEM);
    memcpy(to->levels, from->levels, m * sizeof *to->levels);
    double *scaled = block, *x = scaled + m * n, *y = x + wide * n, *numbers = y + wide * n;
    recipe_rows r = { n, m, 0, 0, to->factors, scaled, x, y, to->codes, numbers, places, to->levels, stream };
    size_t factors = 0;
    int sources = 0;
    for (size_t k = 0; k < from->n_steps; k++) {
        const recipe_step *s = &from->step[k];
        if (s->word->kind == WORD_SOURCE &&
            !sources++) /* each factor as it enters codes: class k of K is k / (K - 1) */
            for (size_t i = 0; i < m; i++)
                for (size_t v = i * n; v < (i + 1) * n; v++) scaled[v] = r.value[v] / whole_of(r.levels[i]);
        step_make(s, &factors, &r);
    }
    return check_finite(to, err);
}

assay_status recipe_data(const char *text, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    assay_stream stream;
    ASSAY_TRY(recipe_read(text, NAN, &r, err));
    assay_stream_seed(&stream, seed);
    return recipe_build(&r, n, &stream, to, err);
}

int recipe_text_truth(const char *text, assay_truth to[3])
{
    FREED(recipe_free) recipe r = { .step = NULL };
    if (recipe_read(text, NAN, &r, NULL) != ASSAY_OK) return 0;
    recipe_truth(&r, to);
    return 1;
}
