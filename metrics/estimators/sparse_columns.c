/* sparse_columns -- see sparse_columns.h. */
#include "sparse_columns.h"

#include "lanes.h"

#include <stdlib.h>

enum { LOOKS = 15, BLOCK = 4 * LANES };

/* The value of more than half of the rows looked at; 0 where there is none. */
static int often_seen(const double *x, size_t n, double *usual)
{
    const size_t looks = n < LOOKS ? n : LOOKS;
    for (size_t k = 0; k <= looks / 2; k++) {
        size_t like = 0;
        *usual = x[k * n / looks];
        for (size_t l = 0; l < looks; l++) like += x[l * n / looks] == *usual;
        if (2 * like > looks) return 1;
    }
    return 0;
}

WIDE
static size_t count_others(const double *x, size_t n, double usual)
{
    size_t others = 0;
    for (size_t s = 0; s < n; s++) others += x[s] != usual;
    return others;
}

int sparse_usual(const double *x, size_t n, double *usual)
{
    return n && often_seen(x, n, usual) && count_others(x, n, *usual) <= n / SPARSE_PART;
}

assay_status sparse_lend(size_t columns, size_t sparse, sparse_desk *to)
{
    const size_t padded = (columns + LANES - 1) / LANES * LANES;
    *to = (sparse_desk){ .columns = padded };
    to->by_row = calloc(padded + 1, SPARSE_TILE * sizeof *to->by_row);
    to->total = calloc(padded + 1, sizeof *to->total);
    to->sum = calloc(sparse * padded + 1, sizeof *to->sum);
    if (to->by_row && to->total && to->sum) return ASSAY_OK;
    sparse_return(to);
    return ASSAY_ENOMEM;
}

void sparse_return(sparse_desk *desk)
{
    free(desk->by_row);
    free(desk->total);
    free(desk->sum);
    *desk = (sparse_desk){ 0 };
}

void sparse_take(sparse_desk *desk, const double *x, size_t columns, size_t stride, size_t rows)
{
    for (size_t i = 0; i < columns; i++) {
        const double *from = x + i * stride;
        double *to = desk->by_row + i, sum = desk->total[i];
        for (size_t s = 0; s < rows; s++) {
            to[s * desk->columns] = from[s];
            sum += from[s];
        }
        desk->total[i] = sum;
    }
}

/* Rows that differ from the usual value, and by how much. */
typedef struct others {
    size_t count;
    uint16_t row[SPARSE_TILE];
    double by[SPARSE_TILE];
} others;

static void others_list(const double *y, size_t rows, double usual, double factor, others *to)
{
    size_t used = 0;
    for (size_t s = 0; s < rows; s++) {
        to->row[used] = (uint16_t)s;
        to->by[used] = (y[s] - usual) * factor;
        used += y[s] != usual;
    }
    to->count = used;
}

/* sum[BLOCK] += the rows' numbers of as many columns. */
WIDE
static void add_block(const double *by_row, size_t stride, const others *of, double *sum)
{
    lanes *to = (lanes *)sum, a = to[0], b = to[1], c = to[2], d = to[3];
    for (size_t k = 0; k < of->count; k++) {
        const lanes *x = (const lanes *)(by_row + of->row[k] * stride), by = LANES_ALL(of->by[k]);
        a += x[0] * by;
        b += x[1] * by;
        c += x[2] * by;
        d += x[3] * by;
    }
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

WIDE
static void add_lanes(const double *by_row, size_t stride, const others *of, double *sum)
{
    lanes a = *(lanes *)sum;
    for (size_t k = 0; k < of->count; k++) a += *(const lanes *)(by_row + of->row[k] * stride) * LANES_ALL(of->by[k]);
    *(lanes *)sum = a;
}

void sparse_add(sparse_desk *desk, size_t k, const double *y, size_t rows, double usual, double factor)
{
    const size_t stride = desk->columns;
    double *sum = desk->sum + k * stride;
    others of;
    size_t i = 0;
    others_list(y, rows, usual, factor, &of);
    for (; i + BLOCK <= stride; i += BLOCK) add_block(desk->by_row + i, stride, &of, sum + i);
    for (; i < stride; i += LANES) add_lanes(desk->by_row + i, stride, &of, sum + i);
}

double sparse_product(const sparse_desk *desk, size_t k, size_t i, double apart)
{
    return desk->sum[k * desk->columns + i] + apart * desk->total[i];
}
