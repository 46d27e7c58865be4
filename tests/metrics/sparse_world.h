/*
 * sparse_world.h -- the worlds and encoders of the golden values of sparse codes, made again from their seeds.
 *
 * A world has K classes that exclude each other, P parents with B children each, two features T and S and G others, in
 * this order. Its numbers are default_rng(seed)'s: directions, then uniforms by which features fire, then normals of
 * their magnitudes. An encoder's are default_rng(seed + 1000000)'s. Factors are |1 + .15 normal| where they fire, else
 * 0; activations are factors times true directions.
 */
#ifndef ASSAY_SPARSE_WORLD_H
#define ASSAY_SPARSE_WORLD_H

#include "check.h"

typedef struct sparse_world {
    size_t seed, n, dims, classes, parents, children, background;
} sparse_world;

static inline sparse_world sparse_world_named(const char *name)
{
    static const sparse_world worlds[] = { { 0, 800, 16, 5, 2, 3, 9 },
                                           { 1, 600, 24, 4, 1, 3, 6 },
                                           { 2, 1200, 20, 6, 3, 4, 17 } };
    if (name[0] < 'A' || name[0] > 'C') fail_msg("no world %s", name);
    return worlds[name[0] - 'A'];
}

/* Where the features of a kind begin. */
static inline size_t world_parent(const sparse_world *w, size_t p) { return w->classes + p; }
static inline size_t world_child(const sparse_world *w, size_t p, size_t b)
{
    return w->classes + w->parents + p * w->children + b;
}
static inline size_t world_t(const sparse_world *w) { return world_child(w, w->parents, 0); }
static inline size_t world_s(const sparse_world *w) { return world_t(w) + 1; }
static inline size_t world_features(const sparse_world *w) { return world_t(w) + 2 + w->background; }

static inline double *world_room(size_t count)
{
    double *to = calloc(count + 1, sizeof *to);
    assert_non_null(to);
    return to;
}

static inline double *world_normals(assay_stream *stream, size_t count)
{
    double *to = world_room(count);
    for (size_t k = 0; k < count; k++) to[k] = assay_stream_normal(stream);
    return to;
}

static inline double *world_uniforms(assay_stream *stream, size_t count)
{
    double *to = world_room(count);
    assay_stream_fill(stream, to, count);
    return to;
}

static inline void world_units(double *direction, size_t count, size_t dims)
{
    for (size_t i = 0; i < count; i++) {
        double squares = 0.0, *x = direction + i * dims;
        for (size_t k = 0; k < dims; k++) squares += x[k] * x[k];
        const double length = sqrt(squares);
        for (size_t k = 0; k < dims; k++) x[k] /= length;
    }
}

/* ---- what fires, by the uniforms of a row ---- */

static inline void world_fire_classes(const sparse_world *w, const double *u, unsigned char *fires)
{
    double sum = 0.0, low = 0.0;
    for (size_t c = 0; c < w->classes; c++) sum += 1.0 / sqrt((double)c + 1.0);
    for (size_t c = 0; c < w->classes; c++) {
        const double high = low + 0.9 * (1.0 / sqrt((double)c + 1.0)) / sum;
        fires[c] = low <= u[0] && u[0] < high;
        low = high;
    }
}

static inline void world_fire(const sparse_world *w, const double *u, unsigned char *fires)
{
    const double width = 0.75 / (double)w->children;
    world_fire_classes(w, u, fires);
    for (size_t p = 0; p < w->parents; p++) {
        const size_t parent = world_parent(w, p);
        const double at = u[world_child(w, p, 0)];
        fires[parent] = u[parent] < 0.4;
        for (size_t b = 0; b < w->children; b++)
            fires[world_child(w, p, b)] = fires[parent] && (double)b * width <= at && at < ((double)b + 1.0) * width;
    }
    fires[world_t(w)] = u[world_t(w)] < 0.5;
    fires[world_s(w)] = u[world_s(w)] < 0.5;
    for (size_t i = 0; i < w->background; i++) {
        const size_t at = world_s(w) + 1 + i;
        fires[at] = u[at] < fmax(0.02, 0.3 / sqrt((double)i + 1.0));
    }
}

/* The factors, column by column, and the true directions. */
static inline void world_make(const sparse_world *w, double **factors, double **directions)
{
    const size_t m = world_features(w), n = w->n;
    assay_stream stream;
    assay_stream_seed(&stream, w->seed);
    *directions = world_normals(&stream, m * w->dims);
    world_units(*directions, m, w->dims);
    double *u = world_uniforms(&stream, n * m), *normal = world_normals(&stream, n * m);
    unsigned char *fires = calloc(m, 1);
    *factors = world_room(n * m);
    assert_non_null(fires);
    for (size_t s = 0; s < n; s++) {
        world_fire(w, u + s * m, fires);
        for (size_t i = 0; i < m; i++)
            if (fires[i]) (*factors)[i * n + s] = fabs(1.0 + 0.15 * normal[s * m + i]);
    }
    free(fires);
    free(u);
    free(normal);
}

/* ---- encoders ---- */

/* What an encoder works on: codes column by column and their directions, d of them and room for `most`. */
typedef struct sparse_encoding {
    const sparse_world *w;
    assay_stream stream;
    double *z, *direction;
    size_t d;
    double dose;
} sparse_encoding;

static inline void encode_absorbed(sparse_encoding *e)
{
    const sparse_world *w = e->w;
    const size_t n = w->n, m = world_features(w);
    double *v = world_uniforms(&e->stream, n * m);
    for (size_t p = 0; p < w->parents; p++) {
        const size_t parent = world_parent(w, p);
        for (size_t b = 0; b < w->children; b++) {
            const size_t child = world_child(w, p, b);
            for (size_t s = 0; s < n; s++)
                if (e->z[child * n + s] != 0.0 && v[s * m + child] < e->dose) e->z[parent * n + s] = 0.0;
            for (size_t k = 0; k < w->dims; k++)
                e->direction[child * w->dims + k] += e->dose * e->direction[parent * w->dims + k];
        }
    }
    free(v);
}

static inline void encode_split(sparse_encoding *e)
{
    const size_t n = e->w->n, m = e->d, dims = e->w->dims, k = (size_t)e->dose, half = (m + 1) / 2;
    double *v = world_uniforms(&e->stream, n * m), *z = world_room(n * (m + half * k)),
           *direction = world_room((m + half * k) * dims);
    size_t d = 0;
    for (size_t i = 0; i < m; i++)
        for (size_t part = 0; part < (i < half ? k : 1); part++, d++) {
            for (size_t s = 0; s < n; s++)
                if (i >= half || (size_t)floor(e->dose * v[s * m + i]) == part) z[d * n + s] = e->z[i * n + s];
            memcpy(direction + d * dims, e->direction + i * dims, dims * sizeof *direction);
        }
    free(v);
    free(e->z);
    free(e->direction);
    e->z = z;
    e->direction = direction;
    e->d = d;
}

/* Codes j come from code from[j], directions from direction along[j]. */
static inline void encode_order(sparse_encoding *e, const size_t *from, const size_t *along)
{
    const size_t n = e->w->n, dims = e->w->dims;
    double *z = world_room(n * e->d), *direction = world_room(e->d * dims);
    for (size_t j = 0; j < e->d; j++) {
        memcpy(z + j * n, e->z + from[j] * n, n * sizeof *z);
        memcpy(direction + j * dims, e->direction + along[j] * dims, dims * sizeof *direction);
    }
    free(e->z);
    free(e->direction);
    e->z = z;
    e->direction = direction;
}

static inline void encode_random(sparse_encoding *e)
{
    const size_t n = e->w->n;
    size_t *order = calloc(n, sizeof *order);
    double *was = world_room(n);
    assert_non_null(order);
    for (size_t j = 0; j < e->d; j++) {
        memcpy(was, e->z + j * n, n * sizeof *was);
        assay_stream_permutation(&e->stream, order, n);
        for (size_t s = 0; s < n; s++) e->z[j * n + s] = was[order[s]];
    }
    free(e->direction);
    e->direction = world_normals(&e->stream, e->d * e->w->dims);
    world_units(e->direction, e->d, e->w->dims);
    free(order);
    free(was);
}

/* Codes that always fire, or never do, behind the others. */
static inline void encode_more(sparse_encoding *e, int always)
{
    const size_t n = e->w->n, dims = e->w->dims, more = (size_t)e->dose;
    double *z = world_room(n * (e->d + more)), *direction = world_room((e->d + more) * dims);
    memcpy(z, e->z, n * e->d * sizeof *z);
    memcpy(direction, e->direction, e->d * dims * sizeof *direction);
    for (size_t s = 0; s < n && always; s++)
        for (size_t k = 0; k < more; k++) z[(e->d + k) * n + s] = fabs(0.5 + 0.1 * assay_stream_normal(&e->stream));
    for (size_t k = 0; k < more * dims; k++) direction[e->d * dims + k] = assay_stream_normal(&e->stream);
    world_units(direction + e->d * dims, more, dims);
    free(e->z);
    free(e->direction);
    e->z = z;
    e->direction = direction;
    e->d += more;
}

static inline void encode(sparse_encoding *e, const char *name)
{
    size_t *same = calloc(e->d, sizeof *same), *other = calloc(e->d, sizeof *other);
    assert_true(same && other);
    for (size_t j = 0; j < e->d; j++) {
        same[j] = j;
        other[j] = e->d - 1 - j;
    }
    if (strcmp(name, "reversed") == 0) encode_order(e, other, other);
    else if (strcmp(name, "permuted-decoder") == 0) {
        assay_stream_permutation(&e->stream, other, e->d);
        encode_order(e, same, other);
    } else if (strcmp(name, "absorbed") == 0) encode_absorbed(e);
    else if (strcmp(name, "split") == 0) encode_split(e);
    else if (strcmp(name, "random") == 0) encode_random(e);
    else if (strcmp(name, "dense") == 0) encode_more(e, 1);
    else if (strcmp(name, "dead") == 0) encode_more(e, 0);
    else if (strcmp(name, "missed") == 0) e->d -= (size_t)e->dose;
    else if (strcmp(name, "shrunk") == 0)
        for (size_t k = 0; k < e->w->n * e->d; k++) e->z[k] = (1.0 - e->dose) * e->z[k];
    else if (strcmp(name, "oracle") != 0) fail_msg("no encoder %s", name);
    free(same);
    free(other);
}

/* ---- a record's representation ---- */

static inline double *world_copy(const double *from, size_t count)
{
    double *to = world_room(count);
    memcpy(to, from, count * sizeof *to);
    return to;
}

/* Factors are numbers; activations are left to what factors and directions give. Free with assay_data_free. */
static inline void sparse_data(const sparse_world *w, const char *encoder, double dose, assay_data *to)
{
    const size_t m = world_features(w);
    double *factors, *directions;
    world_make(w, &factors, &directions);
    sparse_encoding e = { .w = w,
                          .z = world_copy(factors, w->n * m),
                          .direction = world_copy(directions, m * w->dims),
                          .d = m,
                          .dose = dose };
    assay_stream_seed(&e.stream, w->seed + 1000000);
    encode(&e, encoder);
    data_of(to, w->n, m, e.d, factors, e.z, NULL);
    assert_int_equal(assay_data_space(to, w->dims, 0), ASSAY_OK);
    memcpy(to->directions, e.direction, e.d * w->dims * sizeof *e.direction);
    memcpy(to->true_directions, directions, m * w->dims * sizeof *directions);
    free(e.z);
    free(e.direction);
    free(factors);
    free(directions);
}

/* Of a golden record: params world, encoder and dose. */
static inline void sparse_data_of(const json_t *record, sparse_world *w, assay_data *to)
{
    const json_t *params = json_object_get(record, "params");
    *w = sparse_world_named(golden_text(params, "world"));
    sparse_data(w, golden_text(params, "encoder"), json_number_value(json_object_get(params, "dose")), to);
}

/* "uniqueness, world A, absorbed .5" */
static inline void sparse_name(const json_t *record, char *to, size_t size)
{
    const json_t *params = json_object_get(record, "params");
    char *options = json_dumps(json_object_get(record, "options"), JSON_COMPACT);
    snprintf(to, size, "%s %s, world %s, %s %g", golden_text(record, "metric"), options, golden_text(params, "world"),
             golden_text(params, "encoder"), json_number_value(json_object_get(params, "dose")));
    free(options);
}

#endif
