#include "products.h"

#include "lanes.h"
#include "tally.h"

#include <stdlib.h>
#include <string.h>

/* DEEP rows of a panel of either side stay next to the processor, those of the HELD panels of a near it. */
enum { HIGH = 4, PANEL = 12, DEEP = 192, TILE = LANES * DEEP, HELD = 16, ACROSS = 48 };

/* What is multiplied next: rows of some columns, packed into panels. */
typedef struct packed {
    const column_set *of;
    size_t first, columns;  /* of the set */
    double *at;             /* panels of TILE rows of `wide` columns */
    double *scratch;        /* [PANEL * TILE] */
    size_t wide, lane, row; /* columns of a panel; how far the next row is, and the next four rows are */
} packed;

/* x[4]: four columns, rows of which are turned, four at a time. */
WIDE
static void turn(const double *const x[HIGH], const double centre[HIGH], const double scale[HIGH], size_t rows,
                 const packed *to, double *at)
{
    const double *p = x[0], *q = x[1], *r = x[2], *t = x[3], f = scale[0], g = scale[1], h = scale[2], i = scale[3];
    const double j = centre[0], k = centre[1], l = centre[2], m = centre[3];
    const size_t lane = to->lane, row = to->row;
    size_t s = 0;
    for (; s + LANES <= rows; s += LANES, at += row) {
        const lanes a = (*(const lanes *)(p + s) - j) * f, b = (*(const lanes *)(q + s) - k) * g,
                    c = (*(const lanes *)(r + s) - l) * h, d = (*(const lanes *)(t + s) - m) * i;
        const lanes even = __builtin_shufflevector(a, b, 0, 4, 2, 6), odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
        const lanes last = __builtin_shufflevector(c, d, 0, 4, 2, 6), rest = __builtin_shufflevector(c, d, 1, 5, 3, 7);
        *(lanes *)at = __builtin_shufflevector(even, last, 0, 1, 4, 5);
        *(lanes *)(at + lane) = __builtin_shufflevector(odd, rest, 0, 1, 4, 5);
        *(lanes *)(at + 2 * lane) = __builtin_shufflevector(even, last, 2, 3, 6, 7);
        *(lanes *)(at + 3 * lane) = __builtin_shufflevector(odd, rest, 2, 3, 6, 7);
    }
    for (; s < rows; s++, at += lane)
        for (size_t e = 0; e < HIGH; e++) at[e] = (x[e][s] - centre[e]) * scale[e];
}

/* A panel from its column j on, the last column again where there are fewer. */
static void pack_panel(const packed *to, size_t j, size_t from, size_t rows)
{
    const column_set *of = to->of;
    const double *x[PANEL];
    double centre[PANEL], scale[PANEL], *at = to->at + j * TILE;
    for (size_t k = 0; k < to->wide; k++) {
        const size_t place = to->first + (j + k < to->columns ? j + k : to->columns - 1);
        const size_t c = of->which ? of->which[place] : place;
        double *const own = to->scratch + k * TILE;
        x[k] = j + k >= to->columns ? x[k - 1]
               : of->walk           ? column_walked(of->walk, c, from, rows, own)
                                    : of->at + c * of->step + from;
        if (!x[k]) x[k] = memset(own, 0, rows * sizeof *own);
        centre[k] = of->centre ? of->centre[c] : 0.0;
        scale[k] = of->scale ? of->scale[c] : 1.0;
    }
    for (size_t k = 0; k < to->wide; k += HIGH) turn(x + k, centre + k, scale + k, rows, to, at + k);
}

static void pack(packed *to, size_t first, size_t most, size_t from, size_t rows)
{
    const size_t left = to->of->count - first;
    to->first = first;
    to->columns = left < most * to->wide ? left : most * to->wide;
    for (size_t j = 0; j < to->columns; j += to->wide) pack_panel(to, j, from, rows);
}

/* A panel of a with one of b. to: HIGH rows of PANEL sums. */
WIDE
static void multiply(const double *a, const double *b, size_t rows, double *to, size_t stride)
{
    lanes *const w = (lanes *)to, *const x = (lanes *)(to + stride), *const y = (lanes *)(to + 2 * stride),
                 *const z = (lanes *)(to + 3 * stride);
    lanes w0 = w[0], w1 = w[1], w2 = w[2], x0 = x[0], x1 = x[1], x2 = x[2], y0 = y[0], y1 = y[1], y2 = y[2], z0 = z[0],
          z1 = z[1], z2 = z[2];
    for (size_t s = 0; s < rows; s++, a += HIGH, b += PANEL) {
        const lanes b0 = *(const lanes *)b, b1 = *(const lanes *)(b + LANES), b2 = *(const lanes *)(b + 2 * LANES);
        w0 += a[0] * b0, w1 += a[0] * b1, w2 += a[0] * b2;
        x0 += a[1] * b0, x1 += a[1] * b1, x2 += a[1] * b2;
        y0 += a[2] * b0, y1 += a[2] * b1, y2 += a[2] * b2;
        z0 += a[3] * b0, z1 += a[3] * b1, z2 += a[3] * b2;
    }
    w[0] = w0, w[1] = w1, w[2] = w2, x[0] = x0, x[1] = x1, x[2] = x2, y[0] = y0, y[1] = y1, y[2] = y2, z[0] = z0,
    z[1] = z1, z[2] = z2;
}

/* The same where fewer columns are left. */
static void multiply_edge(const double *a, const double *b, size_t rows, double *to, size_t stride, size_t high,
                          size_t across)
{
    double sum[HIGH * PANEL] = { 0.0 };
    for (size_t i = 0; i < high; i++) memcpy(sum + i * PANEL, to + i * stride, across * sizeof *sum);
    multiply(a, b, rows, sum, PANEL);
    for (size_t i = 0; i < high; i++) memcpy(to + i * stride, sum + i * PANEL, across * sizeof *sum);
}

/* DEEP rows, or fewer, of all panels; at is what those packed begin with. */
static void multiply_panels(const packed *a, const packed *b, size_t skip, size_t rows, double *to, size_t stride)
{
    for (size_t j = 0; j < b->columns; j += PANEL) {
        const double *const at_b = b->at + j * TILE + skip * PANEL;
        const size_t across = b->columns - j < PANEL ? b->columns - j : PANEL;
        for (size_t i = 0; i < a->columns; i += HIGH) {
            const double *const at_a = a->at + i * TILE + skip * HIGH;
            const size_t high = a->columns - i < HIGH ? a->columns - i : HIGH;
            double *const sum = to + i * stride + j;
            if (high == HIGH && across == PANEL) multiply(at_a, at_b, rows, sum, stride);
            else multiply_edge(at_a, at_b, rows, sum, stride, high, across);
        }
    }
}

/* A tile is packed as LANES runs of DEEP rows: those of a lane, or those that follow each other. */
static void add_tile(packed *a, packed *b, size_t from, size_t rows, product_sums to)
{
    for (size_t i = 0; i < a->of->count; i += HELD * HIGH) {
        pack(a, i, HELD, from, rows);
        for (size_t l = 0; l < LANES; l++) {
            const size_t before = l * DEEP, left = rows > before ? rows - before : 0;
            const size_t run = to.lane ? (rows + LANES - 1 - l) / LANES : left < DEEP ? left : DEEP;
            multiply_panels(a, b, before, run, to.at + l * to.lane + i * to.stride + b->first, to.stride);
        }
    }
}

/* What panels of a set take, `most` of them at a time. */
static size_t room_of(size_t columns, size_t wide, size_t most)
{
    const size_t panels = (columns + wide - 1) / wide;
    return (panels < most ? panels : most) * wide * TILE;
}

static int is_laid(const column_set *of) { return of->walk && !of->walk->of.whole; }

assay_status products_add(column_set a, column_set b, size_t n, product_sums to)
{
    enum { ALIGNED = 64 }; /* bytes */
    const size_t of_a = room_of(a.count, HIGH, HELD), of_b = room_of(b.count, PANEL, ACROSS),
                 own = is_laid(&a) || is_laid(&b) ? PANEL * TILE : 0;
    double *const room = aligned_alloc(ALIGNED, (of_a + of_b + own) * sizeof *room);
    if (!room) return ASSAY_ENOMEM;
    tally_add(TALLY_PRODUCTS, (uint64_t)n * a.count * b.count);
    packed left = { .of = &a, .at = room + own + of_b, .scratch = room, .wide = HIGH };
    packed right = { .of = &b, .at = room + own, .scratch = room, .wide = PANEL };
    left.lane = to.lane ? DEEP * HIGH : HIGH, left.row = to.lane ? HIGH : LANES * HIGH;
    right.lane = to.lane ? DEEP * PANEL : PANEL, right.row = to.lane ? PANEL : LANES * PANEL;
    for (size_t first = 0; first < b.count; first += ACROSS * PANEL) {
        for (size_t from = 0; from < n; from += TILE) {
            const size_t rows = n - from < TILE ? n - from : TILE;
            pack(&right, first, ACROSS, from, rows);
            add_tile(&left, &right, from, rows, to);
        }
    }
    free(room);
    return ASSAY_OK;
}

/* The lower half, 96 rows at a time against all before them. */
static assay_status half_add(column_set x, size_t n, double *to)
{
    enum { STRIP = 96 };
    assay_status status = ASSAY_OK;
    for (size_t i = 0; i < x.count && status == ASSAY_OK; i += STRIP) {
        const size_t high = x.count - i < STRIP ? x.count - i : STRIP;
        status = products_add((column_set){ .at = x.at + i * x.step, .step = x.step, .count = high },
                              (column_set){ .at = x.at, .step = x.step, .count = i + high }, n,
                              (product_sums){ to + i * x.count, x.count, 0 });
    }
    return status;
}

assay_status products_of_rows(column_set x, const double *centre, size_t count, double *to)
{
    double *turned = malloc(count * TILE * sizeof *turned); /* some columns, as rows */
    assay_status status = turned ? ASSAY_OK : ASSAY_ENOMEM;
    if (turned) memset(to, 0, count * count * sizeof *to);
    for (size_t first = 0; first < x.count && status == ASSAY_OK; first += TILE) {
        const size_t columns = x.count - first < TILE ? x.count - first : TILE;
        for (size_t j = 0; j < columns; j++) {
            const double *from = x.at + (first + j) * x.step, off = centre ? centre[first + j] : 0.0;
            for (size_t s = 0; s < count; s++) turned[s * columns + j] = from[s] - off;
        }
        status = half_add((column_set){ .at = turned, .step = columns, .count = count }, columns, to);
    }
    free(turned);
    for (size_t s = 0; s < count && status == ASSAY_OK; s++)
        for (size_t r = 0; r < s; r++) to[r * count + s] = to[s * count + r];
    return status;
}
