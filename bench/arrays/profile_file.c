/*
 * Factors from a file, as they are or drawn from their rows.
 *
 * Draws   from default_rng(seed).bit_generator.jumped(), codes too: factors that were themselves drawn with the same
 *         seed would else be the noise of their codes. As they are: none; drawn: integers(rows) for each row.
 * Names   a hash (fnv.h) over the numbers of rows and factors, the kinds and the values.
 */
#include "profile_file.h"

#include "arena.h"
#include "array.h"
#include "fnv.h"
#include "owned.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

typedef struct profile_file {
    assay_profile is; /* first: a pointer to it is one to this */
    assay_data data;
    arena memory;
    double *low, *high; /* [n_factors] each */
    unsigned char *absent;
    char id[32];
} profile_file;

static assay_status draw_rows(const assay_profile *self, size_t n, assay_stream *stream, double *factors)
{
    const profile_file *f = (const profile_file *)self;
    assay_stream_jump(stream);
    for (size_t s = 0; s < n; s++) {
        const size_t row = self->rows ? s : (size_t)assay_stream_below(stream, f->data.n); /* rows: as they are */
        for (size_t i = 0; i < self->n_factors; i++) factors[i * n + s] = f->data.factors[i * f->data.n + row];
    }
    return ASSAY_OK;
}

static uint64_t content_hash(const assay_data *of)
{
    const uint64_t shape[2] = { of->n, of->n_factors };
    uint64_t hash = fnv_bytes(FNV_START, shape, sizeof shape);
    hash = fnv_bytes(hash, of->levels, of->n_factors * sizeof *of->levels);
    for (size_t i = 0; i < of->n_factors; i++)
        if (of->period[i] != 0.0) hash = fnv_bytes(hash, &of->period[i], sizeof *of->period);
    for (size_t k = 0; k < of->n * of->n_factors; k++) {
        const double x = isnan(of->factors[k]) ? (double)NAN : of->factors[k] + 0.0; /* one NaN, one zero */
        hash = fnv_bytes(hash, &x, sizeof x);
    }
    return hash;
}

static void find_ranges(profile_file *f)
{
    const size_t n = f->data.n;
    for (size_t i = 0; i < f->data.n_factors; i++) {
        f->low[i] = INFINITY;
        f->high[i] = -INFINITY;
        for (size_t s = 0; s < n; s++) {
            const double x = f->data.factors[i * n + s];
            if (isnan(x)) f->absent[i] = f->is.absent != NULL;
            f->low[i] = fmin(f->low[i], x);
            f->high[i] = fmax(f->high[i], x);
        }
    }
}

typedef struct pair {
    double from, to;
} pair;

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* Whether factor `to` has one value for each of `from`: it follows from it. Of values that hardly repeat nothing is
 * said. at[n] is room. */
static int follows(const assay_data *of, size_t from, size_t to, pair *at)
{
    size_t n = 0, distinct = 0;
    for (size_t s = 0; s < of->n; s++) {
        at[n] = (pair){ of->factors[from * of->n + s], of->factors[to * of->n + s] };
        n += !isnan(at[n].from) && !isnan(at[n].to);
    }
    qsort(at, n, sizeof *at, compare_pairs);
    for (size_t k = 0; k < n; k++) {
        const int again = k && at[k].from == at[k - 1].from;
        if (again && at[k].to != at[k - 1].to) return 0;
        distinct += !again;
    }
    return 2 * distinct <= n;
}

static assay_status describe(profile_file *f, int drawn)
{
    const size_t m = f->data.n_factors;
    f->low = arena_alloc(&f->memory, m, sizeof *f->low);
    f->high = arena_alloc(&f->memory, m, sizeof *f->high);
    f->absent = arena_alloc(&f->memory, m, 1);
    if (!f->low || !f->high || !f->absent) return ASSAY_ENOMEM;
    snprintf(f->id, sizeof f->id, "%s-%016" PRIx64, drawn ? "drawn" : "rows", content_hash(&f->data));
    f->is = (assay_profile){
        .abi = ASSAY_ABI,
        .id = f->id,
        .title = "factors of a file",
        .source = "a file",
        .draws = drawn ? "of the generator jumped ahead: integers(rows) for each row"
                       : "of the generator jumped ahead: none",
        .n_factors = m,
        .levels = f->data.levels,
        .absent = f->absent,
        .low = f->low,
        .high = f->high,
        .rows = drawn ? 0 : f->data.n,
        .draw = draw_rows,
        .period = f->data.period,
    };
    find_ranges(f);
    OWNED pair *at = zeroed(f->data.n, sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    f->is.separable = 1;
    for (size_t i = 0; i < m && f->is.separable; i++) /* a factor that is constant follows from every other */
        for (size_t k = 0; k < m && f->is.separable; k++)
            if (i != k && follows(&f->data, i, k, at)) f->is.separable = 0;
    return ASSAY_OK;
}

assay_status profile_file_read(const char *path, const char *kinds, int drawn, assay_profile **to, char *note,
                               size_t note_size, assay_error *err)
{
    profile_file *f = zeroed(1, sizeof *f);
    if (!f) return no_memory(path, err);
    assay_status status = side_read(path, "factors", kinds, &f->data, note, note_size, err);
    if (status == ASSAY_OK) status = memory_named(describe(f, drawn), path, err);
    if (status == ASSAY_OK) *to = &f->is;
    else profile_file_free(&f->is);
    return status;
}

void profile_file_free(assay_profile *profile)
{
    profile_file *f = (profile_file *)profile;
    if (!f) return;
    assay_data_free(&f->data);
    arena_free(&f->memory);
    free(f);
}
