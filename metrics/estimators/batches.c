#include "batches.h"

#include "lanes.h"

#include <math.h>

__extension__ typedef unsigned __int128 u128;

/* ------------------------------------------------------------------------------------------------- chance -- */

enum { DICE_MOST = 60 };

/* How many dice with bounds up to `bound` a word of 64 bits can serve: their product must not exceed 2^60. */
static inline size_t dice_in_a_word(uint64_t bound)
{
    static const uint8_t by_bits[33] = { 60, 60, 30, 20, 15, 12, 10, 8, 7, 6, 6, 5, 5, 4, 4, 4, 3,
                                         3,  3,  3,  3,  2,  2,  2,  2, 2, 2, 2, 2, 2, 2, 1, 1 };
    return by_bits[bound > 1 ? 64 - __builtin_clzll(bound - 1) : 0];
}

/* k dice with bounds bound, bound - step, bound - 2 step, ... The word is a fraction: times the bound, the whole part
 * is the die and the rest the next fraction. What is left in the end is as in Lemire's test for a single die with the
 * product of all bounds. */
static inline void dice_word(assay_stream *stream, uint64_t bound, uint64_t step, size_t k, uint32_t *to)
{
    for (;;) {
        uint64_t fraction = assay_stream_raw(stream), product = 1;
        for (size_t t = 0; t < k; t++) {
            const uint64_t b = bound - step * t;
            const u128 whole = (u128)fraction * b;
            to[t] = (uint32_t)(whole >> 64);
            fraction = (uint64_t)whole;
            product *= b;
        }
        if (fraction >= product || fraction >= -product % product) return;
    }
}

void dice_throw(assay_stream *stream, uint64_t bound, size_t count, uint32_t *to)
{
    const size_t most = dice_in_a_word(bound);
    for (size_t t = 0; t < count; t += most) dice_word(stream, bound, 0, count - t < most ? count - t : most, to + t);
}

/* The last `count` of the first `left` cards become a random choice of those `left`. */
static void cards_draw(uint32_t *card, size_t left, size_t count, assay_stream *stream)
{
    uint32_t die[DICE_MOST];
    while (count) {
        size_t k = dice_in_a_word(left);
        if (k > count) k = count;
        dice_word(stream, left, 1, k, die);
        for (size_t t = 0; t < k; t++) {
            const uint32_t drawn = card[die[t]];
            card[die[t]] = card[--left];
            card[left] = drawn;
        }
        count -= k;
    }
}

const uint32_t *rows_drawn(assay_stream *stream, size_t n, size_t count, uint32_t *place)
{
    for (size_t s = 0; s < n; s++) place[s] = (uint32_t)s;
    cards_draw(place, n, count, stream);
    return place + (n - count);
}

void groups_deal(groups *g, size_t k, size_t count, size_t unit, assay_stream *stream, uint32_t *to)
{
    uint32_t *card = g->row + g->start[k];
    while (count) {
        if (g->left[k] < unit) groups_gather(g, k);
        const size_t left = g->left[k], ready = left / unit * unit, some = count < ready ? count : ready;
        cards_draw(card, left, some, stream);
        memcpy(to, card + (left - some), some * sizeof *to);
        g->left[k] = (uint32_t)(left - some);
        to += some;
        count -= some;
    }
}

/* ------------------------------------------------------------------------------------------------- groups -- */

/* splitmix64 (Steele, Lea, Flood 2014): the word of a value, always the same */
static uint64_t word_of(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static assay_status others_lend(const bins *v, assay_call *call, groups *g)
{
    const size_t n = v->n, m = v->n_columns;
    for (g->slots = 64; g->slots < 2 * n;) g->slots *= 2;
    ASSAY_TRY(LEND(call, LOAN(g->slot, g->slots), LOAN(g->hash, n), LOAN(g->tuple, n * m),
                   LOAN(g->word, g->levels_most * m)));
    for (size_t i = 0; i < m; i++) {
        uint64_t *word = g->word + i * g->levels_most;
        for (size_t k = 0; k <= v->count[i]; k++) word[k] = word_of((uint64_t)i << 32 | k);
        for (size_t s = 0; s < n; s++) {
            const uint16_t value = v->index[i * n + s];
            g->tuple[s * m + i] = value;
            g->hash[s] += word[value];
        }
    }
    return ASSAY_OK;
}

assay_status groups_lend(const bins *v, int with_others, assay_call *call, groups *to)
{
    groups g = { .n = v->n };
    for (size_t i = 0; i < v->n_columns; i++)
        if (v->count[i] + 1 > g.levels_most) g.levels_most = v->count[i] + 1; /* one more: no value (R4) */
    const size_t room = with_others && v->n > g.levels_most ? v->n : g.levels_most;
    ASSAY_TRY(LEND(call, LOAN(g.start, room + 1), LOAN(g.left, room), LOAN(g.size, room), LOAN(g.head, room),
                   LOAN(g.row, v->n), LOAN(g.of, v->n), LOAN(g.of_row, v->n)));
    const assay_status status = with_others ? others_lend(v, call, &g) : ASSAY_OK;
    *to = g;
    return status;
}

/* From of_row and size, of `found` groups: the groups that are large enough, numbered anew in the same order. */
static void groups_settle(groups *g, size_t found, size_t least)
{
    uint32_t *renumbered = g->head;
    g->count = g->rows = 0;
    for (size_t k = 0; k < found; k++) {
        renumbered[k] = UINT32_MAX;
        if (!g->size[k] || g->size[k] < least) continue;
        renumbered[k] = (uint32_t)g->count;
        g->start[g->count] = (uint32_t)g->rows;
        g->left[g->count++] = 0; /* counts up to the size below */
        g->rows += g->size[k];
    }
    g->start[g->count] = (uint32_t)g->rows;
    for (size_t s = 0; s < g->n; s++) {
        const uint32_t k = g->of_row[s] == UINT32_MAX ? UINT32_MAX : renumbered[g->of_row[s]];
        if (k == UINT32_MAX) continue;
        const uint32_t place = g->start[k] + g->left[k]++;
        g->row[place] = (uint32_t)s;
        g->of[place] = k;
    }
}

void groups_same(const bins *v, size_t factor, size_t least, groups *to)
{
    const uint16_t *value = v->index + factor * v->n;
    memset(to->size, 0, v->count[factor] * sizeof *to->size);
    for (size_t s = 0; s < v->n; s++) {
        to->of_row[s] = value[s] < v->count[factor] ? value[s] : UINT32_MAX; /* R4 */
        if (value[s] < v->count[factor]) to->size[value[s]]++;
    }
    groups_settle(to, v->count[factor], least);
}

/* R4 */
static int tuple_lacks(const bins *v, const uint16_t *tuple)
{
    for (size_t i = 0; i < v->n_columns; i++)
        if (tuple[i] == v->count[i]) return 1;
    return 0;
}

static int tuples_agree(const uint16_t *a, const uint16_t *b, size_t m, size_t but)
{
    unsigned differ = 0;
    for (size_t i = 0; i < m; i++) differ |= (unsigned)(a[i] ^ b[i]) & (i == but ? 0u : 0xffffu);
    return !differ;
}

void groups_others(const bins *v, size_t factor, size_t least, groups *to)
{
    const size_t m = v->n_columns, mask = to->slots - 1;
    const uint64_t *word = to->word + factor * to->levels_most;
    size_t found = 0, lost = 0;
    for (size_t i = 0; i < m; i++) lost += v->lost[i];
    memset(to->slot, 0, to->slots * sizeof *to->slot); /* 0: free; else the group's number plus 1 */
    for (size_t s = 0; s < v->n; s++) {
        const uint16_t *tuple = to->tuple + s * m;
        if (lost && tuple_lacks(v, tuple)) {
            to->of_row[s] = UINT32_MAX;
            continue;
        }
        size_t at = (size_t)((to->hash[s] - word[tuple[factor]]) >> 20) & mask;
        while (to->slot[at] && !tuples_agree(tuple, to->tuple + to->head[to->slot[at] - 1] * m, m, factor)) /* R2 */
            at = (at + 1) & mask;
        if (!to->slot[at]) {
            to->head[found] = (uint32_t)s; /* the first row of the group stands for it */
            to->size[found] = 0;
            to->slot[at] = (uint32_t)++found;
        }
        to->of_row[s] = to->slot[at] - 1;
        to->size[to->of_row[s]]++;
    }
    groups_settle(to, found, least);
}

/* -------------------------------------------------------------------------------------------------- codes -- */

assay_status code_rows_make(const assay_rep *rep, assay_call *call, code_rows *to)
{
    const size_t n = rep->n, d = rep->n_codes, width = (d + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
    *to = (code_rows){ .n = n, .n_codes = d, .width = width };
    ASSAY_TRY(LEND(call, LOAN(to->at, n * width), LOAN(to->exponent, d)));
    for (size_t j = 0; j < d; j++) {
        const double *z = rep->codes + j * n;
        double most = 0.0;
        for (size_t s = 0; s < n; s++) most = fabs(z[s]) > most ? fabs(z[s]) : most;
        int e;
        frexp(most, &e);
        to->exponent[j] = e;
        /* in two steps, since 2^1074 is not a double */
        const double half = ldexp(1.0, -(e / 2)), rest = ldexp(1.0, -(e - e / 2)), first = z[0] * half * rest;
        for (size_t s = 0; s < n; s++) to->at[s * width + j] = z[s] * half * rest - first;
    }
    return ASSAY_OK;
}

WIDE
void code_rows_variance(const code_rows *z, const uint32_t *row, size_t count, size_t less, double *mean, double *to)
{
    const size_t width = z->width;
    memset(mean, 0, width * sizeof *mean);
    memset(to, 0, width * sizeof *to);
    for (size_t t = 0; t < count; t++) {
        const double *x = z->at + (row ? row[t] : t) * width;
        for (size_t j = 0; j < width; j++) mean[j] += x[j];
    }
    for (size_t j = 0; j < width; j++) mean[j] /= (double)count;
    for (size_t t = 0; t < count; t++) {
        const double *x = z->at + (row ? row[t] : t) * width;
        for (size_t j = 0; j < width; j++) to[j] += (x[j] - mean[j]) * (x[j] - mean[j]);
    }
    for (size_t j = 0; j < width; j++) to[j] /= (double)(count - less);
}

#define AT(address) (*(const lanes *)(address))
#define TO(address) (*(lanes *)(address))

WIDE
void code_rows_distances(const code_rows *z, const uint32_t *pair, size_t count, double *sum)
{
    const lane_masks size = ~(lane_masks)LANES_ALL(-0.0);
    for (size_t j = 0; j < z->width; j += ROW_STEP) {
        const double *at = z->at + j;
        lanes low = AT(sum + j), high = AT(sum + j + LANES);
        for (size_t t = 0; t < count; t++) {
            const double *a = at + pair[2 * t] * z->width, *b = at + pair[2 * t + 1] * z->width;
            low += (lanes)((lane_masks)(AT(a) - AT(b)) & size);
            high += (lanes)((lane_masks)(AT(a + LANES) - AT(b + LANES)) & size);
        }
        TO(sum + j) = low;
        TO(sum + j + LANES) = high;
    }
}

/* Deviations are taken from the first row, which is among them: their mean is of the size of their spread, and the
 * usual difference of sums loses no more than a digit or two. */
WIDE
void code_rows_spread(const code_rows *z, const uint32_t *row, size_t count, double *to)
{
    const lanes zero = LANES_ALL(0), share = LANES_ALL(1.0 / (double)count);
    for (size_t j = 0; j < z->width; j += ROW_STEP) {
        const double *at = z->at + j, *first = at + row[0] * z->width;
        const lanes low = AT(first), high = AT(first + LANES);
        lanes sum_low = zero, sum_high = zero, square_low = zero, square_high = zero;
        for (size_t t = 1; t < count; t++) {
            const double *x = at + row[t] * z->width;
            const lanes a = AT(x) - low, b = AT(x + LANES) - high;
            sum_low += a, square_low += a * a;
            sum_high += b, square_high += b * b;
        }
        const lanes left = square_low - sum_low * sum_low * share, right = square_high - sum_high * sum_high * share;
        TO(to + j) = LANES_MAX(left, zero);
        TO(to + j + LANES) = LANES_MAX(right, zero);
    }
}
