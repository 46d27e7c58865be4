/* shapes.h -- tables of many shapes, for what is measured of all metrics: codes of factors of each kind. */
#ifndef ASSAY_SHAPES_H
#define ASSAY_SHAPES_H

#include "check.h"

enum { NUMBERS, CLASSES, MIXED, BINARY, NODES, STEPS, KINDS, MEMBERS = 5, WALK = 20, LEAVES = 64 };

/* Classes of the factors in turn; 0: a number. NODES: a tree of labels, each with a direction. STEPS: traverses. */
static const int32_t levels_of[KINDS][MEMBERS] = { [CLASSES] = { 3, 6, 40, 32, 100 },
                                                   [MIXED] = { 0, 10, 0, 3, 2 },
                                                   [BINARY] = { 2, 2, 2, 2, 2 },
                                                   [NODES] = { 2, 2, 2, 2, 2 } };

typedef struct shape {
    const char *name;
    size_t n, m, d;
    int kind;
    double zeros; /* the share of codes that are */
    size_t dims;  /* of directions */
} shape;

/* Of a node of the tree: whether row s's leaf is below it. */
static inline double below_node(size_t leaf, size_t node)
{
    while (leaf > node) leaf /= 2;
    return leaf == node;
}

/* Codes are a factor with noise, or 0. */
static inline void shape_fill(const shape *of, assay_data *to)
{
    assay_stream stream;
    assay_stream_seed(&stream, 0);
    for (size_t s = 0; s < of->n; s++) {
        const size_t leaf = LEAVES + assay_stream_below(&stream, LEAVES);
        for (size_t i = 0; i < of->m; i++) {
            const int32_t levels = to->levels[i] = levels_of[of->kind][i % MEMBERS];
            const double drawn =
                levels ? (double)assay_stream_below(&stream, (uint64_t)levels) : assay_stream_uniform(&stream);
            to->factors[i * of->n + s] = of->kind == NODES ? below_node(leaf, i % (2 * LEAVES - 2) + 2) : drawn;
        }
        for (size_t j = 0; j < of->d; j++) {
            const int32_t levels = to->levels[j % of->m];
            const double part = to->factors[j % of->m * of->n + s] / (levels ? levels : 1);
            const double noise = 0.2 * assay_stream_normal(&stream);
            const int nothing = of->zeros > 0 && assay_stream_uniform(&stream) < of->zeros;
            to->codes[j * of->n + s] = nothing ? 0.0 : of->kind == STEPS && j == 0 ? (double)(s % WALK) : part + noise;
        }
    }
    for (size_t k = 0; k < of->d * of->dims; k++) to->directions[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < of->m * of->dims; k++) to->true_directions[k] = assay_stream_normal(&stream);
    for (size_t k = 0; k < of->n * of->dims; k++) {
        to->activations[k] = 0.2 * assay_stream_normal(&stream);
        for (size_t i = 0; i < of->m; i++)
            to->activations[k] += to->factors[i * of->n + k % of->n] * to->true_directions[i * of->dims + k / of->n];
    }
}

static inline void shape_make(const shape *of, assay_data *to)
{
    assert_int_equal(assay_data_shape(to, of->n, of->m, of->d), ASSAY_OK);
    if (of->dims) assert_int_equal(assay_data_space(to, of->dims, 1), ASSAY_OK);
    shape_fill(of, to);
    if (of->zeros > 0.97) data_take_sparse(&to->codes, of->n, of->d, &to->sparse_codes);
}

#endif
