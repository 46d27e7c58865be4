#include "softmax_layer.h"

#include "column_tiles.h"
#include "lend.h"

#include <math.h>

typedef struct layer {
    size_t d, classes, room;          /* room: rows of a full mini-batch, rounded up to LANES */
    double *x;                        /* [(d + 1) * room] columns, the last all ones */
    double *own;                      /* [room] labels; -1: no row */
    double *miss;                     /* [classes * room] P - y, over the number of rows */
    double *weight;                   /* [classes * (d + 1)] */
    double *gradient, *mean, *square; /* likewise */
} layer;

static assay_status layer_lend(layer *f, size_t batch, assay_call *call)
{
    const size_t weights = f->classes * (f->d + 1);
    f->room = (batch + LANES - 1) / LANES * LANES;
    ASSAY_TRY(LEND(call, LOAN(f->x, (f->d + 1) * f->room), LOAN(f->own, f->room), LOAN(f->miss, f->classes * f->room),
                   LOAN(f->gradient, 3 * weights)));
    f->mean = f->gradient + weights;
    f->square = f->mean + weights;
    return ASSAY_OK;
}

static void layer_start(layer *f, assay_stream *stream)
{
    const double limit = sqrt(6.0 / (double)(f->d + f->classes));
    for (size_t k = 0; k < f->classes; k++) {
        double *w = f->weight + k * (f->d + 1);
        for (size_t j = 0; j < f->d; j++) w[j] = limit * (2.0 * assay_stream_uniform(stream) - 1.0);
        w[f->d] = 0.0;
    }
}

/* The mini-batch of these rows. */
static void layer_load(layer *f, const softmax_rows *rows, const size_t *row, size_t count)
{
    for (size_t s = 0; s < f->room; s++) {
        const double *from = s < count ? rows->x + row[s] * f->d : NULL;
        for (size_t j = 0; j < f->d; j++) f->x[j * f->room + s] = from ? from[j] : 0.0;
        f->x[f->d * f->room + s] = 1.0;
        f->own[s] = from ? (double)rows->label[row[s]] : -1.0;
    }
}

WIDE
static void layer_misses(const layer *f, double share)
{
    const lanes zero = LANES_ALL(0), one = LANES_ALL(1);
    for (size_t s = 0; s < f->room; s += LANES) {
        const lanes own = TILE_AT(f->own + s), weight = LANES_PICK(own >= zero, LANES_ALL(share), zero);
        lanes most = LANES_ALL(-HUGE_VAL), sum = zero;
        for (size_t k = 0; k < f->classes; k++) {
            const double *w = f->weight + k * (f->d + 1);
            lanes score = zero;
            for (size_t j = 0; j <= f->d; j++) score += w[j] * TILE_AT(f->x + j * f->room + s);
            TILE_TO(f->miss + k * f->room + s) = score;
            most = LANES_MAX(score, most);
        }
        for (size_t k = 0; k < f->classes; k++) {
            lanes below = most - TILE_AT(f->miss + k * f->room + s), e;
            tile_exp_minus(&below, &e);
            TILE_TO(f->miss + k * f->room + s) = e;
            sum += e;
        }
        for (size_t k = 0; k < f->classes; k++) {
            const lanes y = LANES_PICK(own == LANES_ALL((double)k), one, zero);
            TILE_TO(f->miss + k * f->room + s) = (TILE_AT(f->miss + k * f->room + s) / sum - y) * weight;
        }
    }
}

WIDE
static void layer_gradient(const layer *f)
{
    for (size_t k = 0; k < f->classes; k++) {
        for (size_t j = 0; j <= f->d; j++) {
            lanes sum = LANES_ALL(0);
            for (size_t s = 0; s < f->room; s += LANES)
                sum += TILE_AT(f->miss + k * f->room + s) * TILE_AT(f->x + j * f->room + s);
            f->gradient[k * (f->d + 1) + j] = LANES_SUM(sum);
        }
    }
}

static void layer_step(layer *f, double rate)
{
    for (size_t w = 0; w < f->classes * (f->d + 1); w++) {
        const double g = f->gradient[w];
        f->mean[w] += (1.0 - 0.9) * (g - f->mean[w]);
        f->square[w] += (1.0 - 0.999) * (g * g - f->square[w]);
        f->weight[w] -= rate * f->mean[w] / (sqrt(f->square[w]) + 1e-7);
    }
}

assay_status softmax_layer_fit(const softmax_rows *rows, const softmax_options *options, assay_call *call,
                               double *weight)
{
    layer f = { .d = rows->n_codes, .classes = rows->n_classes, .weight = weight };
    const size_t n = rows->n;
    size_t *order = call->alloc(call, n, sizeof *order);
    if (!order || layer_lend(&f, options->batch, call) != ASSAY_OK) return ASSAY_ENOMEM;
    layer_start(&f, call->stream);
    double first = 1.0, second = 1.0; /* .9^t, .999^t */
    for (size_t epoch = 0; epoch < options->epochs; epoch++) {
        assay_stream_permutation(call->stream, order, n); /* R1 */
        for (size_t s = 0; s < n; s += options->batch) {
            const size_t count = n - s < options->batch ? n - s : options->batch;
            layer_load(&f, rows, order + s, count);
            layer_misses(&f, 1.0 / (double)count);
            layer_gradient(&f);
            first *= 0.9, second *= 0.999;
            layer_step(&f, options->rate * sqrt(1.0 - second) / (1.0 - first));
        }
    }
    return ASSAY_OK;
}
