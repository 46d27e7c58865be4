/*
 * Known    What breaks at one shape alone: min(M, d) counts constant codes where d < M, and a score that asks for two
 *          codes takes a constant one for the second. order puts no code of a single one anywhere else.
 */
#include "owned.h"
#include "scenario.h"

#include <math.h>
#include <string.h>

enum { M = 4, MOST = 6, FRONT = 1, CONSTANTS = 3 };
enum { FEWER, SQUARE, MORE, ONE, COLLINEAR };
enum { CONTINUOUS, CATEGORICAL, MIXED };
enum { NONE, DEAD_CODES, ORDER, SIGN, UNIT, CONSTANT_FACTORS, ROWS, SORTED, GRID, WALK, BLOCKS };
#define PARAMETERS(ROW, STILL)                                                                                        \
    ROW(SHAPE, "shape", (FEWER, SQUARE, MORE, ONE, COLLINEAR),                                                        \
        CHOICE_OF(                                                                                                    \
            "shape", "2, 4, 6 codes or 1 of 4 factors, or 4 of which the last is nearly the third", SQUARE,           \
            0, [FEWER] = "fewer", [SQUARE] = "square", [MORE] = "more", [ONE] = "one", [COLLINEAR] = "collinear"))    \
    ROW(KINDS, "kinds", (CONTINUOUS, CATEGORICAL),                                                                    \
        CHOICE("kinds", "factors that are numbers, classes, or both in turn", [CONTINUOUS] = "continuous",            \
               [CATEGORICAL] = "categorical", [MIXED] = "mixed"))                                                     \
    ROW(CHANGE, "change", (NONE, DEAD_CODES, ORDER, SIGN, UNIT, CONSTANT_FACTORS, ROWS, SORTED, GRID, WALK, BLOCKS),  \
        CHOICE("change",                                                                                              \
               "what is other than in the data that all changes share", [NONE] = "none", [DEAD_CODES] = "dead-codes", \
               [ORDER] = "order", [SIGN] = "sign", [UNIT] = "unit", [CONSTANT_FACTORS] = "constant-factors",          \
               [ROWS] = "rows", [SORTED] = "sorted", [GRID] = "grid", [WALK] = "walk", [BLOCKS] = "blocks"))
PARAMETER_TABLE(PARAMETERS);

/* u becomes the factors; to x, from 0 to 1, what the codes take of them. */
static void make_factors(int kinds, size_t n, double *v, int32_t *levels, double *x)
{
    static const int32_t classes[M] = { 2, 3, 4, 6 };
    for (size_t i = 0; i < M; i++) {
        const double k = classes[i];
        memcpy(x + i * n, v + i * n, n * sizeof *x);
        if (kinds == CONTINUOUS || (kinds == MIXED && i % 2 == 0)) continue;
        levels[i] = classes[i];
        block_classify(v + i * n, n, k);
        for (size_t s = 0; s < n; s++) x[i * n + s] = v[i * n + s] / (k - 1.0);
    }
}

/* e holds the noise of d codes and becomes the codes. */
static void make_codes(int shape, size_t n, size_t d, const double *mixed, double *e)
{
    for (size_t j = 0; j < d; j++)
        if (shape == COLLINEAR && j == d - 1)
            for (size_t s = 0; s < n; s++) e[j * n + s] = e[(j - 1) * n + s] + 0.001 * e[j * n + s];
        else codes_blend(mixed + j % M * n, n, 0.3, e + j * n);
}

/* Code j of d in another place, sign or unit. */
static void put_code(int change, size_t n, size_t d, const double *z, size_t j, double *codes)
{
    static const double unit[MOST] = { 10, 0.1, 5, 2, 3, 7 };
    const size_t place = change == ORDER ? (j + d - 1) % d : change == DEAD_CODES ? j + FRONT : j;
    double *to = codes + place * n;
    memcpy(to, z + j * n, n * sizeof *to);
    if (change == SIGN && j % 2 == 0) block_scale(to, n, -1.0);
    for (size_t s = 0; change == UNIT && s < n; s++) to[s] = unit[j] * to[s] + 3.0;
}

static void put_rows(size_t n, size_t columns, const size_t *from, double *room, double *x)
{
    for (size_t k = 0; k < columns; k++) {
        memcpy(room, x + k * n, n * sizeof *room);
        for (size_t s = 0; s < n; s++) x[k * n + s] = room[from[s]];
    }
}

/* Rows by factor 0, by thirds of all factors, as a walk by the ranks of factor 0, or by which half it is in: from[n],
 * which holds a random order. x [M * n] from 0 to 1; room [2 * n]. */
static void order_rows(int change, size_t n, const double *x, assay_stream *stream, placed *room, size_t *from)
{
    double walked = 0.0;
    for (size_t s = 0; s < n; s++) {
        double cell = 0.0;
        for (size_t i = 0; i < M; i++) cell = 3.0 * cell + fmin(floor(3.0 * x[i * n + s]), 2.0);
        room[s] = (placed){ change == GRID ? cell : change == BLOCKS ? x[s] >= 0.5 : x[s], s };
        walked += assay_stream_uniform(stream) - 0.5;
        room[n + s] = (placed){ change == WALK ? walked : (double)s, s };
    }
    placed_sort(room, n);
    placed_sort(room + n, n);
    for (size_t s = 0; s < n && change >= SORTED; s++) from[room[n + s].row] = room[s].row;
}

static assay_status build(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    static const size_t codes[] = { 2, 4, 6, 1, 4 };
    const int shape = (int)parameter[SHAPE], change = (int)parameter[CHANGE];
    const size_t d = codes[shape], dead = change == DEAD_CODES ? CONSTANTS : 0;
    const size_t front = change == CONSTANT_FACTORS ? FRONT : 0, m = front ? M + CONSTANTS : M;
    OWNED double *x = zeroed((2 * M + MOST) * n, sizeof *x);
    OWNED size_t *from = zeroed(n, sizeof *from);
    OWNED placed *room = zeroed(2 * n, sizeof *room);
    ASSAY_TRY(x && from && room ? assay_data_shape(to, n, m, d + dead) : ASSAY_ENOMEM);
    double *mixed = x + M * n, *z = mixed + M * n;
    for (size_t k = 0; k < m * n; k++) to->factors[k] = 0.1;
    for (size_t k = 0; k < (d + dead) * n; k++) to->codes[k] = 0.1;
    block_draw(stream, n, M, to->factors + front * n);
    block_draw(stream, n, MOST, z);
    make_factors((int)parameter[KINDS], n, to->factors + front * n, to->levels + front, x);
    codes_mix(x, n, M, 0.2, mixed);
    make_codes(shape, n, d, mixed, z);
    for (size_t j = 0; j < d; j++) put_code(change, n, d, z, j, to->codes);
    assay_stream_permutation(stream, from, n);
    order_rows(change, n, x, stream, room, from);
    if (change >= ROWS) put_rows(n, M, from, x, to->factors);
    if (change >= ROWS) put_rows(n, d, from, x, to->codes);
    return ASSAY_OK;
}

TRUTH(p, truth_order(0.5), truth_order(0.5), truth_order(0.5));

const assay_scenario assay_scenario_shapes = {
    .id = "shapes",
    .title = "Noisy codes of several shapes, and the same in another form",
    .formula =
        "z_j = .7 (.8 x_i + .2 x_(i-1)) + .3 e_j, i = j mod 4, x = v = u; collinear z_3 = z_2 + e_3 / 1000; of "
        "classes v = floor(K u), x = v / (K - 1), K = (2, 3, 4, 6), in turn of factors 1 and 3; M = 4, d = 2, 4, "
        "6, 1, 4. dead-codes, constant-factors: a column of 1/10 in front and two behind; order: code 0 comes "
        "last; sign: codes 0, 2, 4 negated; unit: a_j z_j + 3, a = (10, .1, 5, 2, 3, 7); rows in a random order; "
        "sorted by factor 0; grid: by thirds of all factors; walk: factor 0 by the ranks of a random walk; blocks: "
        "factor 0 below 1/2 first",
    .draws = "u = random((n, 4)), e = random((n, 6)), row by row, permutation(n) of the rows, random(n), steps of the "
             "walk + 1/2; all drawn at every point",
    .truth_text = "in between, and the same whatever the change is; other shapes and kinds are not compared",
    .source = "ours",
    SWEPT(500, 5),
    OWN_ONLY(build, truth, "it changes the factors themselves"),
    .order_within = 1u << SHAPE | 1u << KINDS,
    .is_asked_for = 1,
};
