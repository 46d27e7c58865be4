/* Rows are sliced in parts whose masks stay in the second-level cache; factors are taken as many at a time as keep the
 * tables of all codes within a few megabytes. See histogram_slices.h. */
#include "histogram_slices.h"

#include <string.h>

#if defined __x86_64__ && defined __GNUC__ && !defined ASSAY_SANITIZED
#define SLICES
#include <immintrin.h>
#endif

enum { BINS = 16, ROWS_LEAST = 2048, WORDS_MOST = 1 << 17, CELLS_MOST = 1 << 20, SIDE = 3 };

#ifdef SLICES

#define WITH_MASKS __attribute__((target("avx512f,avx512bw")))
#define WITH_COUNTS __attribute__((target("avx512f,avx512vpopcntdq")))

/* Bins 0 .. of - 1 of a column over one part of the rows: word w of bin b at mask + b * words + w; rows beyond: 0. */
WITH_MASKS static void slice_column(const uint16_t *index, size_t rows, size_t of, size_t words, uint64_t *mask)
{
    for (size_t w = 0; w < words; w++) {
        const size_t first = 64 * w, left = first < rows ? rows - first : 0;
        const uint64_t there = left >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
        const uint16_t *from = left ? index + first : index;
        const __m512i low = _mm512_maskz_loadu_epi16((__mmask32)there, from),
                      high = _mm512_maskz_loadu_epi16((__mmask32)(there >> 32), left > 32 ? from + 32 : from);
        for (size_t b = 0; b < of; b++) {
            const __m512i bin = _mm512_set1_epi16((short)b);
            const uint64_t in_low = _mm512_mask_cmpeq_epi16_mask((__mmask32)there, low, bin);
            const uint64_t in_high = _mm512_mask_cmpeq_epi16_mask((__mmask32)(there >> 32), high, bin);
            mask[b * words + w] = in_low | in_high << 32;
        }
    }
}

#define BOTH(sum, a, b) (sum) = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(a, b)))
#define TOTAL(sum) (uint64_t) _mm512_reduce_add_epi64(sum)

/* Counts of three bins with three bins. */
WITH_COUNTS static void count_nine(const uint64_t *const v[SIDE], const uint64_t *const z[SIDE], size_t words,
                                   uint64_t to[SIDE * SIDE])
{
    __m512i s00 = _mm512_setzero_si512(), s01 = s00, s02 = s00, s10 = s00, s11 = s00, s12 = s00, s20 = s00, s21 = s00,
            s22 = s00;
    for (size_t w = 0; w < words; w += 8) {
        const __m512i b0 = _mm512_loadu_si512(z[0] + w), b1 = _mm512_loadu_si512(z[1] + w),
                      b2 = _mm512_loadu_si512(z[2] + w);
        const __m512i a0 = _mm512_loadu_si512(v[0] + w);
        BOTH(s00, a0, b0), BOTH(s01, a0, b1), BOTH(s02, a0, b2);
        const __m512i a1 = _mm512_loadu_si512(v[1] + w);
        BOTH(s10, a1, b0), BOTH(s11, a1, b1), BOTH(s12, a1, b2);
        const __m512i a2 = _mm512_loadu_si512(v[2] + w);
        BOTH(s20, a2, b0), BOTH(s21, a2, b1), BOTH(s22, a2, b2);
    }
    to[0] = TOTAL(s00), to[1] = TOTAL(s01), to[2] = TOTAL(s02);
    to[3] = TOTAL(s10), to[4] = TOTAL(s11), to[5] = TOTAL(s12);
    to[6] = TOTAL(s20), to[7] = TOTAL(s21), to[8] = TOTAL(s22);
}

/* Adds one part of the rows to a table's cells but the last row and column. */
static void count_part(const uint64_t *v, size_t v_bins, const uint64_t *z, size_t z_bins, size_t words,
                       uint32_t *cell)
{
    uint64_t sum[SIDE * SIDE];
    for (size_t a = 0; a < v_bins; a += SIDE) {
        for (size_t b = 0; b < z_bins; b += SIDE) {
            const uint64_t *of_v[SIDE], *of_z[SIDE]; /* at the edge the last again, left out below */
            for (size_t e = 0; e < SIDE; e++) {
                of_v[e] = v + (a + e < v_bins ? a + e : v_bins - 1) * words;
                of_z[e] = z + (b + e < z_bins ? b + e : z_bins - 1) * words;
            }
            count_nine(of_v, of_z, words, sum);
            for (size_t e = 0; e < (size_t)SIDE * SIDE; e++) {
                const size_t row = a + e / SIDE, column = b + e % SIDE;
                if (row < v_bins && column < z_bins) cell[row * (z_bins + 1) + column] += (uint32_t)sum[e];
            }
        }
    }
}

/* Adds the rows of bins 0 .. of - 1 of a column's part, and those that are in none of them as bin `of`. */
WITH_COUNTS static void add_marginals(const uint64_t *mask, size_t of, size_t words, size_t rows, uint32_t *to)
{
    uint64_t left = rows;
    for (size_t b = 0; b < of; b++) {
        __m512i sum = _mm512_setzero_si512();
        for (size_t w = 0; w < words; w += 8)
            sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_loadu_si512(mask + b * words + w)));
        const uint64_t count = TOTAL(sum);
        to[b] += (uint32_t)count;
        left -= count;
    }
    to[of] += (uint32_t)left;
}

/* The last row and column, of what the marginals have more than the others. */
static void complete(uint32_t *cell, size_t rows, size_t columns, const uint32_t *of_rows, const uint32_t *of_columns)
{
    for (size_t r = 0; r + 1 < rows; r++) {
        uint32_t left = of_rows[r];
        for (size_t c = 0; c + 1 < columns; c++) left -= cell[r * columns + c];
        cell[r * columns + columns - 1] = left;
    }
    for (size_t c = 0; c < columns; c++) {
        uint32_t left = of_columns[c];
        for (size_t r = 0; r + 1 < rows; r++) left -= cell[r * columns + c];
        cell[(rows - 1) * columns + c] = left;
    }
}

/* What a call works with. */
typedef struct desk {
    size_t factors, words;           /* at a time */
    uint64_t *of_factors, *of_codes; /* masks */
    uint32_t *cell;                  /* tables, one after the other */
    uint32_t *factor_rows, *code_rows; /* marginals */
} desk;

static assay_status desk_lend(const histogram_task *t, assay_call *call, desk *to)
{
    const size_t cells = BINS * t->columns, all = (t->v->n + 511) / 512 * 8;
    to->factors = CELLS_MOST / (cells * t->n_codes) + 1;
    if (to->factors > t->v->n_columns) to->factors = t->v->n_columns;
    to->words = WORDS_MOST / (to->factors * BINS + t->n_codes * t->columns) / 8 * 8 + 8;
    if (to->words > all) to->words = all;
    to->of_factors = call->alloc(call, to->factors * BINS * to->words, sizeof *to->of_factors);
    to->of_codes = call->alloc(call, t->n_codes * t->columns * to->words, sizeof *to->of_codes);
    to->cell = call->alloc(call, to->factors * t->n_codes * cells, sizeof *to->cell);
    to->code_rows = call->alloc(call, t->n_codes * t->columns, sizeof *to->code_rows);
    to->factor_rows = call->alloc(call, to->factors * BINS, sizeof *to->factor_rows);
    if (!to->of_factors || !to->of_codes || !to->cell || !to->code_rows || !to->factor_rows) return ASSAY_ENOMEM;
    memset(to->code_rows, 0, t->n_codes * t->columns * sizeof *to->code_rows);
    return ASSAY_OK;
}

/* Slices the factors and codes over `rows` rows from `from` on, and adds to their marginals. */
static void slice_part(const histogram_task *t, const desk *d, size_t first, size_t count, size_t from, size_t rows)
{
    const size_t n = t->v->n, words = (rows + 511) / 512 * 8;
    for (size_t i = 0; i < count; i++) {
        const size_t of = t->v->count[first + i] - 1;
        uint64_t *mask = d->of_factors + i * BINS * d->words;
        slice_column(t->v->index + (first + i) * n + from, rows, of, words, mask);
        add_marginals(mask, of, words, rows, d->factor_rows + i * BINS);
    }
    for (size_t k = 0; k < t->n_codes; k++) {
        uint64_t *mask = d->of_codes + k * t->columns * d->words;
        slice_column(t->z->index + t->code[k] * n + from, rows, t->columns - 1, words, mask);
        if (first == 0) add_marginals(mask, t->columns - 1, words, rows, d->code_rows + k * t->columns);
    }
}

/* Counts `count` factors from `first` on over all rows. */
static void count_factors(const histogram_task *t, const desk *d, size_t first, size_t count)
{
    const size_t n = t->v->n, cells = BINS * t->columns;
    memset(d->cell, 0, count * t->n_codes * cells * sizeof *d->cell);
    memset(d->factor_rows, 0, count * BINS * sizeof *d->factor_rows);
    for (size_t from = 0; from < n; from += 64 * d->words) {
        const size_t rows = n - from < 64 * d->words ? n - from : 64 * d->words;
        slice_part(t, d, first, count, from, rows);
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < t->n_codes; k++)
                count_part(d->of_factors + i * BINS * d->words, t->v->count[first + i] - 1,
                           d->of_codes + k * t->columns * d->words, t->columns - 1, (rows + 511) / 512 * 8,
                           d->cell + (i * t->n_codes + k) * cells);
    }
}

assay_status histogram_slices_count(const histogram_task *t, assay_call *call)
{
    const size_t cells = BINS * t->columns;
    desk d;
    ASSAY_TRY(desk_lend(t, call, &d));
    for (size_t first = 0; first < t->v->n_columns; first += d.factors) {
        const size_t left = t->v->n_columns - first, count = left < d.factors ? left : d.factors;
        count_factors(t, &d, first, count);
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < t->n_codes; k++) {
                uint32_t *cell = d.cell + (i * t->n_codes + k) * cells;
                complete(cell, t->v->count[first + i], t->columns, d.factor_rows + i * BINS,
                         d.code_rows + k * t->columns);
                t->visit(t->context, first + i, t->code[k], cell, t->columns);
            }
        }
    }
    return ASSAY_OK;
}

int histogram_slices_pay(const histogram_task *t)
{
    for (size_t i = 0; i < t->v->n_columns; i++)
        if (t->v->count[i] > BINS) return 0;
    return t->columns <= BINS && t->v->n >= ROWS_LEAST && t->n_codes > 0 && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

#else

int histogram_slices_pay(const histogram_task *t)
{
    (void)t;
    return 0;
}

assay_status histogram_slices_count(const histogram_task *t, assay_call *call)
{
    (void)t, (void)call;
    return ASSAY_EINTERNAL;
}

#endif
