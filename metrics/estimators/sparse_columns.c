#include "sparse_columns.h"

#include "ascending.h"
#include "lanes.h"
#include "lend.h"

#include <math.h>

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
    to->block =
        LEND_BLOCK(LOAN(to->by_row, padded * SPARSE_TILE), LOAN(to->total, padded), LOAN(to->sum, sparse * padded));
    return to->block ? ASSAY_OK : ASSAY_ENOMEM;
}

void sparse_return(sparse_desk *desk)
{
    free(desk->block);
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

static int holds(const column_entries *x, size_t row)
{
    size_t before;
    COUNT_WHILE(x->count, at, x->row[at] < row, before)
    return before < x->count && x->row[before] == row && x->value[before] != 0.0;
}

int sparse_by_entries(const column_entries *x)
{
    const size_t looks = x->n < LOOKS ? x->n : LOOKS;
    size_t zero = 0;
    if (!x->row || x->count > x->n / SPARSE_PART || holds(x, 0)) return 0;
    for (size_t l = 0; l < looks; l++) zero += !holds(x, l * x->n / looks);
    return 2 * zero > looks;
}

/* As long as sums keep their exponent each step adds the same, unless it lies halfway between two doubles. */
double sparse_repeated(double sum, double by, size_t times)
{
    enum { FEW = 16 }; /* are added sooner than that is found out */
    for (; times && times <= FEW; times--) sum += by;
    while (times) {
        int exponent;
        const double next = sum + by, step = next - sum;
        (void)frexp(sum, &exponent);
        const double top = ldexp(1.0, exponent), half = ldexp(1.0, exponent - 54);
        if (step == 0.0) return sum;
        double steps = floor((top - sum - by) / step) - 1.0;
        if (!(sum >= by) || !(steps >= 1.0) || fabs(by - step) >= half) steps = 1.0;
        if (steps > (double)times) steps = (double)times;
        sum = steps == 1.0 ? next : sum + steps * step;
        times -= (size_t)steps;
    }
    return sum;
}

double sparse_squares(const column_entries *x, double f, double *mean)
{
    double sum = 0.0, squares = 0.0;
    size_t done = 0;
    for (size_t e = 0; e < x->count; e++) sum += x->value[e] * f;
    *mean = sum / (double)x->n;
    for (size_t e = 0; e < x->count; e++) {
        const double off = x->value[e] * f - *mean;
        squares = sparse_repeated(squares, *mean * *mean, x->row[e] - done) + off * off;
        done = (size_t)x->row[e] + 1;
    }
    return sparse_repeated(squares, *mean * *mean, x->n - done);
}

void sparse_lane_sums(const column_entries *x, double f, double *to)
{
    for (size_t l = 0; l < LANES; l++) to[l] = 0.0;
    for (size_t e = 0; e < x->count; e++) to[x->row[e] % LANES] += x->value[e] * f;
}

void sparse_lane_squares(const column_entries *x, double centre, double f, double *to)
{
    const double usual = (0.0 - centre) * f, square = usual * usual;
    size_t done[LANES] = { 0 };
    for (size_t l = 0; l < LANES; l++) to[l] = 0.0;
    for (size_t e = 0; e < x->count; e++) {
        const size_t l = x->row[e] % LANES, at = x->row[e] / LANES;
        const double off = (x->value[e] - centre) * f;
        to[l] = sparse_repeated(to[l], square, at - done[l]) + off * off;
        done[l] = at + 1;
    }
    for (size_t l = 0; l < LANES; l++) to[l] = sparse_repeated(to[l], square, (x->n + LANES - 1 - l) / LANES - done[l]);
}

double column_squares(const column_table *of, size_t k, double *room)
{
    const column_entries kept = entries_of(of, k);
    double sum = 0.0, squares = 0.0, mean;
    if (sparse_by_entries(&kept)) return sparse_squares(&kept, 1.0, &mean);
    const double *x = column_lent(of, k, room);
    for (size_t s = 0; s < of->n; s++) sum += x[s] - x[0];
    mean = sum / (double)of->n;
    for (size_t s = 0; s < of->n; s++) squares += ((x[s] - x[0]) - mean) * ((x[s] - x[0]) - mean);
    return squares;
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

static void add_others(sparse_desk *desk, size_t k, const others *of)
{
    const size_t stride = desk->columns;
    double *sum = desk->sum + k * stride;
    size_t i = 0;
    for (; i + BLOCK <= stride; i += BLOCK) add_block(desk->by_row + i, stride, of, sum + i);
    for (; i < stride; i += LANES) add_lanes(desk->by_row + i, stride, of, sum + i);
}

void sparse_add(sparse_desk *desk, size_t k, const double *y, size_t rows, double usual, double factor)
{
    others of;
    others_list(y, rows, usual, factor, &of);
    add_others(desk, k, &of);
}

void sparse_add_listed(sparse_desk *desk, size_t k, const uint32_t *row, const double *by, size_t count, size_t from)
{
    others of = { .count = count };
    for (size_t e = 0; e < count; e++) of.row[e] = (uint16_t)(row[e] - from);
    memcpy(of.by, by, count * sizeof *by);
    add_others(desk, k, &of);
}

double sparse_product(const sparse_desk *desk, size_t k, size_t i, double apart)
{
    return desk->sum[k * desk->columns + i] + apart * desk->total[i];
}
