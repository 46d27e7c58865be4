/*
 * A processor waits when it adds to a counter it has just written. Counting several pairs per row keeps such meetings
 * apart: a block is FACTORS x CODES tables at fixed distances, so that a row's increments go to different tables.
 */
#include "histogram.h"

#include "tally.h"

#include <pthread.h>

enum { FACTORS = 2, CODES = 4, CELLS = 512 }; /* 16 KB of counters: half of a small first-level cache */
/* Some columns of z against all of v, as histogram_pairs. */
typedef struct histogram_task {
    const bins *v, *z;
    const size_t *code; /* [n_codes] which columns of z */
    size_t n_codes, columns;
    histogram_visit *visit;
    void *context;
} histogram_task;

enum { SPARSE = 8 }; /* a column with no more than this part of its rows outside of one bin is counted by those rows */

static const double LN2_HIGH = 0x1.62e42feep-1; /* 32 bits: times an exponent it is exact */
static const double LN2_LOW = 0x1.a39ef35793c76p-33;

/* log x = k log 2 + log m, m in [sqrt 1/2, sqrt 2); log m = 2 atanh(s), s = (m - 1)/(m + 1), by its power series */
double log_nats(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    const uint64_t fraction = word & 0xFFFFFFFFFFFFFu;
    const int halve = fraction >= 0x6A09E667F3BCDu; /* beyond sqrt 2 */
    const double k = (double)((int)(word >> 52) - 1023 + halve);
    word = fraction | (halve ? 0x3FE0000000000000u : 0x3FF0000000000000u);
    double m;
    memcpy(&m, &word, sizeof m);
    const double f = m - 1.0, s = f / (2.0 + f), z = s * s, w = z * z;
    const double even = 1.0 / 3 + w * (1.0 / 7 + w * (1.0 / 11 + w * (1.0 / 15 + w * (1.0 / 19 + w * (1.0 / 23)))));
    const double odd = 1.0 / 5 + w * (1.0 / 9 + w * (1.0 / 13 + w * (1.0 / 17 + w * (1.0 / 21))));
    return k * LN2_HIGH + (2.0 * s + (2.0 * s * z * (even + z * odd) + k * LN2_LOW));
}

/* T of small counts, as most cells of a table are: the same product, looked up. */
enum { KNOWN = 2048 };
static double known[KNOWN];
static pthread_once_t known_once = PTHREAD_ONCE_INIT;

static double t_of(uint32_t count) { return count > 1 ? (double)count * log_nats((double)count) : 0.0; }

static void known_fill(void)
{
    for (uint32_t count = 0; count < KNOWN; count++) known[count] = t_of(count);
}

double counts_sum_t(const uint32_t *count, size_t n)
{
    double sum = 0.0;
    (void)pthread_once(&known_once, known_fill);
    for (size_t k = 0; k < n; k++) sum += count[k] < KNOWN ? known[count[k]] : t_of(count[k]);
    return sum;
}

void counts_marginals(const uint32_t *cell, size_t rows, size_t columns, uint32_t *row, uint32_t *column)
{
    memset(column, 0, columns * sizeof *column);
    for (size_t r = 0; r < rows; r++) {
        row[r] = 0;
        for (size_t c = 0; c < columns; c++) {
            row[r] += cell[r * columns + c];
            column[c] += cell[r * columns + c];
        }
    }
}

double counts_entropy(const uint32_t *count, size_t n)
{
    double total = 0.0;
    for (size_t k = 0; k < n; k++) total += (double)count[k];
    if (total < 2.0) return 0.0;
    return (total * log_nats(total) - counts_sum_t(count, n)) / total;
}

/* One row of one factor: an increment in each of its CODES tables. */
#define COUNT_FOUR(base, v, z0, z1, z2, z3)  \
    do {                                     \
        uint32_t *const row_ = (base) + (v); \
        row_[z0]++;                          \
        row_[CELLS + (z1)]++;                \
        row_[2 * CELLS + (z2)]++;            \
        row_[3 * CELLS + (z3)]++;            \
    } while (0)

static void count_block(const uint16_t *const v[FACTORS], const uint16_t *const z[CODES], size_t n, size_t columns,
                        uint32_t *cell)
{
    const uint16_t *const v0 = v[0], *const v1 = v[1];
    const uint16_t *const z0 = z[0], *const z1 = z[1], *const z2 = z[2], *const z3 = z[3];
    uint32_t *const first = cell, *const second = cell + CODES * CELLS;
    memset(cell, 0, (size_t)FACTORS * CODES * CELLS * sizeof *cell);
    for (size_t s = 0; s < n; s++) {
        const size_t a = z0[s], b = z1[s], c = z2[s], d = z3[s];
        COUNT_FOUR(first, v0[s] * columns, a, b, c, d);
        COUNT_FOUR(second, v1[s] * columns, a, b, c, d);
    }
}

/* A block at the edge repeats its last column, and leaves the repetition out. */
static void pairs_in_blocks(const histogram_task *t, uint32_t *cell)
{
    const bins *v = t->v, *z = t->z;
    for (size_t i = 0; i < v->n_columns; i += FACTORS) {
        const size_t factors = v->n_columns - i < FACTORS ? v->n_columns - i : FACTORS;
        for (size_t k = 0; k < t->n_codes; k += CODES) {
            const size_t codes = t->n_codes - k < CODES ? t->n_codes - k : CODES;
            const uint16_t *of_v[FACTORS], *of_z[CODES];
            for (size_t f = 0; f < FACTORS; f++) of_v[f] = v->index + (i + (f < factors ? f : factors - 1)) * v->n;
            for (size_t c = 0; c < CODES; c++) of_z[c] = z->index + t->code[k + (c < codes ? c : codes - 1)] * z->n;
            count_block(of_v, of_z, v->n, t->columns, cell);
            for (size_t f = 0; f < factors; f++)
                for (size_t c = 0; c < codes; c++)
                    t->visit(t->context, i + f, t->code[k + c], cell + (f * CODES + c) * CELLS, t->columns);
        }
    }
}

static void pairs_one_by_one(const histogram_task *t, uint32_t *cell)
{
    const bins *v = t->v, *z = t->z;
    for (size_t i = 0; i < v->n_columns; i++) {
        const uint16_t *const of_v = v->index + i * v->n;
        for (size_t k = 0; k < t->n_codes; k++) {
            const uint16_t *const of_z = z->index + t->code[k] * z->n;
            memset(cell, 0, v->count[i] * t->columns * sizeof *cell);
            for (size_t s = 0; s < v->n; s++) cell[of_v[s] * t->columns + of_z[s]]++;
            t->visit(t->context, i, t->code[k], cell, t->columns);
        }
    }
}

/* The rows outside that bin. */
typedef struct sparse {
    size_t bin, count;
    uint32_t *row; /* [count] */
    uint16_t *at;  /* [count] their bins */
} sparse;

/* The bin with the most rows, and how many there are outside it. */
static void sparse_measure(const uint16_t *index, size_t n, size_t columns, uint32_t *of_bins, sparse *to)
{
    memset(of_bins, 0, columns * sizeof *of_bins);
    for (size_t s = 0; s < n; s++) of_bins[index[s]]++;
    to->bin = 0;
    for (size_t b = 1; b < columns; b++)
        if (of_bins[b] > of_bins[to->bin]) to->bin = b;
    to->count = n - of_bins[to->bin];
}

static void sparse_list(const uint16_t *index, size_t n, sparse *to)
{
    size_t used = 0;
    for (size_t s = 0; s < n; s++) {
        if (index[s] == to->bin) continue;
        to->row[used] = (uint32_t)s;
        to->at[used++] = index[s];
    }
}

/* The same of a sparse column, outside of the bin of 0. */
static void sparse_take(const bins *z, size_t j, sparse *to)
{
    const size_t first = z->start[j];
    to->bin = z->zero[j];
    to->count = 0;
    for (size_t e = first; e < first + z->entries[j]; e++) {
        if (z->index[e] == to->bin) continue;
        to->row[to->count] = z->row[e];
        to->at[to->count++] = z->index[e];
    }
}

/* A factor's rows, and what its table has more of them than the listed ones. */
static void sparse_pair(const bins *v, size_t i, const uint32_t *of_rows, const sparse *z, size_t columns,
                        uint32_t *cell)
{
    const uint16_t *const of_v = v->index + i * v->n;
    memset(cell, 0, v->count[i] * columns * sizeof *cell);
    for (size_t k = 0; k < z->count; k++) cell[of_v[z->row[k]] * columns + z->at[k]]++;
    for (size_t r = 0; r < v->count[i]; r++) {
        uint32_t left = of_rows[r];
        for (size_t c = 0; c < columns; c++) left -= cell[r * columns + c];
        cell[r * columns + z->bin] = left;
    }
}

/* of_rows: the factors' marginals, `most` each. listed: room for what is listed of a column. */
static void pairs_sparse(const histogram_task *t, const uint32_t *of_rows, size_t most, sparse *listed, uint32_t *cell)
{
    for (size_t k = 0; k < t->n_codes; k++) {
        if (t->z->start) {
            sparse_take(t->z, t->code[k], listed);
        } else {
            const uint16_t *const index = t->z->index + t->code[k] * t->z->n;
            sparse_measure(index, t->z->n, t->columns, cell, listed);
            sparse_list(index, t->z->n, listed);
        }
        tally_add(TALLY_COUNTED, (uint64_t)listed->count * t->v->n_columns);
        for (size_t i = 0; i < t->v->n_columns; i++) {
            sparse_pair(t->v, i, of_rows + i * most, listed, t->columns, cell);
            t->visit(t->context, i, t->code[k], cell, t->columns);
        }
    }
}

static assay_status count_dense(const histogram_task *t, size_t most, assay_call *call)
{
    const int blocks = most * t->columns <= CELLS;
    if (t->n_codes == 0) return ASSAY_OK;
    uint32_t *cell = call->alloc(call, blocks ? (size_t)FACTORS * CODES * CELLS : most * t->columns, sizeof *cell);
    if (!cell) return ASSAY_ENOMEM;
    tally_add(TALLY_COUNTED, (uint64_t)t->v->n * t->v->n_columns * t->n_codes);
    if (blocks) pairs_in_blocks(t, cell);
    else pairs_one_by_one(t, cell);
    return ASSAY_OK;
}

static assay_status count_sparse(const histogram_task *t, size_t most, assay_call *call)
{
    const size_t n = t->v->n, m = t->v->n_columns, cells = most > 1 ? most * t->columns : t->columns;
    if (t->n_codes == 0) return ASSAY_OK;
    const size_t room = t->z->start ? n : n / SPARSE + 1;
    uint32_t *cell, *of_rows;
    sparse listed = { 0 };
    ASSAY_TRY(LEND(call, LOAN(cell, cells), LOAN(of_rows, m * most), LOAN(listed.row, room), LOAN(listed.at, room)));
    for (size_t i = 0; i < m; i++)
        for (size_t s = 0; s < n; s++) of_rows[i * most + t->v->index[i * n + s]]++;
    pairs_sparse(t, of_rows, most, &listed, cell);
    return ASSAY_OK;
}

/* Whether it is worth a look: most of some rows are like the first or the second of them. */
static int may_be_sparse(const uint16_t *index, size_t n)
{
    enum { LOOKS = 64 };
    const size_t step = n / LOOKS + 1;
    size_t like[2] = { 0, 0 }, looked = 0;
    for (size_t s = 0; s < n; s += step, looked++)
        for (size_t k = 0; k < 2; k++) like[k] += index[s] == index[k * step < n ? k * step : 0];
    return 2 * like[0] > looked || 2 * like[1] > looked;
}

/* Columns of z that are sparse, then the others; returns how many are. */
static size_t order_columns(const bins *z, size_t columns, uint32_t *of_bins, size_t *to)
{
    size_t front = 0, back = z->n_columns;
    for (size_t j = 0; z->start && j < z->n_columns; j++) to[front++] = j;
    for (size_t j = front; j < z->n_columns; j++) {
        const uint16_t *index = z->index + j * z->n;
        sparse s = { .count = z->n };
        if (may_be_sparse(index, z->n)) sparse_measure(index, z->n, columns, of_bins, &s);
        if (s.count <= z->n / SPARSE) to[front++] = j;
        else to[--back] = j;
    }
    for (size_t a = front, b = z->n_columns; a + 1 < b; a++, b--) { /* they were put there from behind */
        const size_t kept = to[a];
        to[a] = to[b - 1];
        to[b - 1] = kept;
    }
    return front;
}

assay_status histogram_pairs(const bins *v, const bins *z, int with_lost, assay_call *call, histogram_visit *visit,
                             void *context)
{
    const size_t columns = z->count[0] + (with_lost ? 1 : 0);
    size_t most = 0;
    for (size_t i = 0; i < v->n_columns; i++) most = v->count[i] > most ? v->count[i] : most;
    if (v->n > UINT32_MAX)
        return call->fail(call, ASSAY_EINPUT, "%zu samples; counts take %u at most", v->n, UINT32_MAX);
    size_t *code = call->alloc(call, z->n_columns, sizeof *code);
    uint32_t *of_bins = call->alloc(call, columns, sizeof *of_bins);
    if (!code || !of_bins) return ASSAY_ENOMEM;
    const size_t few = order_columns(z, columns, of_bins, code);
    const histogram_task thin = { v, z, code, few, columns, visit, context };
    const histogram_task full = { v, z, code + few, z->n_columns - few, columns, visit, context };
    const int thin_first = few > 0 && code[0] == 0; /* the first column is shown first */
    ASSAY_TRY(thin_first ? count_sparse(&thin, most, call) : count_dense(&full, most, call));
    return thin_first ? count_dense(&full, most, call) : count_sparse(&thin, most, call);
}
