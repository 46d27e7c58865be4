/*
 * KSG. The plane is cut into strips along x, each of them in the order of y. A sample's neighbours are looked for up
 * and down its own strip from its own place, then in the strips to the left and right for as long as these are nearer
 * than the k-th neighbour found so far. Samples are taken strip by strip in the order of y, so the place in another
 * strip where to begin only ever moves up. A strip is as wide as a typical r: it is closed when samples * width *
 * density of y reaches k. A spike of equal x (a column that is mostly 0) has no width and stays in one strip, which is
 * then searched by y alone, as it should be; where x is sparse a strip holds STRIP_LEAST.
 *
 * The counts a_s, b_s come from the sorted columns: the range of a column is cut into equal cells that know how many
 * samples lie below them, so a search begins within a sample or two of its goal, or is a bisection within a crowded
 * cell.
 *
 * R1: every comparison is one of differences as a double, monotone in the sorted column, so a search may stop where the
 * difference in one coordinate reaches the k-th distance.
 */
#include "neighbours.h"

#include "ascending.h"
#include "lanes.h"
#include "lend.h"
#include "radix_order.h"
#include "tally.h"

#include <float.h>
#include <math.h>

enum { CELLS_PER_SAMPLE = 1, SIDE_BY_SIDE = 4, STRIP_LEAST = 6, BESIDE = 2 };

#define INLINE static inline __attribute__((always_inline))

/* psi(m + 1) = psi(m) + 1/m from psi(1) = -gamma; what each addition loses goes into the next. */
void neighbours_psi(size_t n, double *to)
{
    double sum = -0.57721566490153286061, lost = 4.942e-18; /* -gamma, in two parts */
    to[0] = 0.0;
    for (size_t m = 1; m <= n; m++) {
        to[m] = sum;
        const double step = 1.0 / (double)m + lost, next = sum + step;
        lost = step - (next - sum);
        sum = next;
    }
}

/* ---- columns ---- */

int neighbours_scale(const double *x, size_t n, int whole, double *to)
{
    double low = x[0], high = x[0];
    for (size_t s = 1; s < n; s++) {
        low = x[s] < low ? x[s] : low;
        high = x[s] > high ? x[s] : high;
    }
    if (!(high > low && high - low <= DBL_MAX)) { /* R4 */
        memcpy(to, x, n * sizeof *to);
        return 0;
    }
    int exponent;
    (void)frexp(high - low, &exponent); /* to a range of about 1, so that no square is lost; a factor 2^e, in halves */
    const double half = ldexp(1.0, -exponent / 2), other = ldexp(1.0, -exponent - -exponent / 2);
    double mean = 0.0, squares = 0.0, rest = 0.0;
    for (size_t s = 0; s < n; s++) mean += (x[s] - low) * half * other;
    mean /= (double)n;
    for (size_t s = 0; s < n; s++) {
        const double off = (x[s] - low) * half * other - mean;
        squares += off * off;
        rest += off;
    }
    const double deviation = sqrt((squares - rest * rest / (double)n) / (double)n);
    for (size_t s = 0; s < n; s++) {
        to[s] = x[s] * half * other / deviation;
        if (whole) to[s] = trunc(to[s]);
    }
    return 1;
}

void neighbours_jitter(double *x, size_t n, const double *noise, size_t stride)
{
    double mean = 0.0;
    for (size_t s = 0; s < n; s++) mean += fabs(x[s]) / (double)n;
    const double size = 1e-10 * (mean > 1.0 ? mean : 1.0);
    for (size_t s = 0; s < n; s++) x[s] += size * noise[s * stride];
}

static size_t column_lend(neighbour_column *c, size_t n, void *memory)
{
    return LEND_AT(memory, LOAN(c->sorted, n + SIDE_BY_SIDE), LOAN(c->row, n), LOAN(c->cell, CELLS_PER_SAMPLE * n + 1));
}

size_t neighbours_column_bytes(size_t n) { return column_lend(&(neighbour_column){ 0 }, n, NULL); }

static size_t cell_of(const neighbour_column *c, double x)
{
    const double part = (x - c->low) * c->per_unit;
    return !(part > 0.0) ? 0 : part < (double)c->n_cells ? (size_t)(int64_t)part : c->n_cells - 1;
}

/* The median, over evenly spaced ranks, of how densely some sqrt(n) neighbours lie. */
static double typical_density(const double *sorted, size_t n)
{
    enum { LOOKS = 63 };
    double width[LOOKS];
    size_t reach = 1;
    while (reach * reach < n) reach++;
    if (reach >= n) reach = n - 1;
    for (size_t look = 0; look < LOOKS; look++) { /* by insertion */
        const size_t from = (n - reach - 1) * look / (LOOKS - 1);
        const double here = sorted[from + reach] - sorted[from];
        size_t at = look;
        for (; at > 0 && width[at - 1] > here; at--) width[at] = width[at - 1];
        width[at] = here;
    }
    const double typical = width[LOOKS / 2];
    return typical > 0.0 ? (double)reach / (double)n / typical : DBL_MAX;
}

assay_status neighbours_column_sort(const double *value, size_t n, void *memory, neighbour_column *to)
{
    *to = (neighbour_column){ .n = n, .n_cells = CELLS_PER_SAMPLE * n };
    (void)column_lend(to, n, memory);
    ASSAY_TRY(radix_order(value, n, to->sorted, to->row));
    const double range = to->sorted[n - 1] - to->sorted[0], per_unit = (double)to->n_cells / range;
    to->low = to->sorted[0];
    for (size_t l = 0; l < SIDE_BY_SIDE; l++) to->sorted[n + l] = INFINITY;
    to->per_unit = range > 0.0 && per_unit <= DBL_MAX ? per_unit : 0.0; /* 0: all in cell 0 */
    memset(to->cell, 0, (to->n_cells + 1) * sizeof *to->cell);
    for (size_t r = 0; r < n; r++) to->cell[cell_of(to, to->sorted[r]) + 1]++;
    for (size_t c = 0; c < to->n_cells; c++) to->cell[c + 1] += to->cell[c];
    to->density = n > 1 ? typical_density(to->sorted, n) : DBL_MAX;
    return ASSAY_OK;
}

/* Where in a column, from rank a on and below b, differences stop to be smaller: a few are looked at without a branch
 * that could be guessed wrong, many are halved first. sign: +1 differences v - x, -1 differences x - v. */
INLINE size_t rank_past(const double *v, size_t a, size_t b, double x, double r, int above)
{
    while (b - a > SIDE_BY_SIDE) {
        const size_t middle = a + (b - a) / 2;
        if (above ? v[middle] - x <= r : x - v[middle] > r) a = middle + 1;
        else b = middle;
    }
    size_t past = 0;
    for (size_t l = 0; l < SIDE_BY_SIDE; l++) past += above ? v[a + l] - x <= r : x - v[a + l] > r;
    return a + past;
}

/* The first rank whose value is more than r above x. */
INLINE size_t rank_above(const neighbour_column *c, double x, double r)
{
    const size_t cell = cell_of(c, x + r);
    size_t a = rank_past(c->sorted, c->cell[cell], c->cell[cell + 1], x, r, 1);
    while (a < c->n && c->sorted[a] - x <= r) a++;
    return a; /* a sample in a cell below that of x + r is below x + r, rounded or not */
}

/* The first rank whose value is at most r below x. */
INLINE size_t rank_from(const neighbour_column *c, double x, double r)
{
    const size_t cell = cell_of(c, x - r);
    size_t a = rank_past(c->sorted, c->cell[cell], c->cell[cell + 1], x, r, 0);
    while (a < c->n && x - c->sorted[a] > r) a++;
    while (a > 0 && x - c->sorted[a - 1] <= r) a--; /* below x - r, in a lower cell, yet r away once rounded */
    return a;
}

/* How many samples are within r of x. */
INLINE size_t count_within(const neighbour_column *c, double x, double r)
{
    return rank_above(c, x, r) - rank_from(c, x, r);
}

/* The next double towards 0 of r >= 0. */
static double just_below(double r)
{
    uint64_t bits;
    memcpy(&bits, &r, sizeof bits);
    if (bits) bits--;
    memcpy(&r, &bits, sizeof r);
    return r;
}

/* ---- KSG ---- */

/* The samples, strip by strip, in the order of y within a strip; before and behind each BESIDE times -inf and +inf. */
typedef struct strips {
    size_t n;                /* strips */
    double *x, *y;           /* [samples + 2 BESIDE n] */
    uint32_t *begin, *end;   /* [n] */
    double *low, *high;      /* [n] smallest and largest x */
    uint32_t *place, *asked; /* [n] where the last search in a strip began, and from which strip, plus 1 */
    uint32_t *of;            /* [samples] */
    double *value;           /* [samples] x, in the order of the samples */
} strips;

static size_t strips_lend(strips *t, size_t n, void *memory)
{
    const size_t most = n / STRIP_LEAST + 2, places = n + 2 * BESIDE * most;
    return LEND_AT(memory, LOAN(t->x, places), LOAN(t->y, places), LOAN(t->low, most), LOAN(t->high, most),
                   LOAN(t->begin, most), LOAN(t->end, most), LOAN(t->place, most), LOAN(t->asked, most), LOAN(t->of, n),
                   LOAN(t->value, n));
}

static void strips_cut(strips *t, const neighbour_column *x, double density, size_t k)
{
    const double *v = x->sorted;
    const double full = (double)k / density;
    size_t first = 0, at = BESIDE;
    t->n = 0;
    for (size_t r = 0; r < x->n; r++) {
        t->of[x->row[r]] = (uint32_t)t->n;
        t->value[x->row[r]] = v[r];
        const size_t samples = r + 1 - first;
        const int more = samples < STRIP_LEAST || (double)samples * (v[r] - v[first]) < full;
        if (r + 1 < x->n && (more || x->n - r <= STRIP_LEAST)) continue;
        t->low[t->n] = v[first];
        t->high[t->n] = v[r];
        t->begin[t->n] = t->end[t->n] = (uint32_t)at;
        t->asked[t->n] = 0;
        t->n++;
        at += samples + 2 * BESIDE;
        first = r + 1;
    }
}

static void strips_fill(strips *t, const neighbour_column *y)
{
    for (size_t r = 0; r < y->n; r++) {
        const uint32_t row = y->row[r], at = t->end[t->of[row]]++;
        t->x[at] = t->value[row];
        t->y[at] = y->sorted[r];
    }
    for (size_t s = 0; s < t->n; s++) {
        for (size_t l = 0; l < BESIDE; l++) {
            t->x[t->begin[s] - 1 - l] = t->x[t->end[s] + l] = 0.0;
            t->y[t->begin[s] - 1 - l] = -INFINITY;
            t->y[t->end[s] + l] = INFINITY;
        }
    }
}

/* The k smallest distances met, ascending, in so many fours; k fills the fours from the end, before it is -inf. */
#define FOURS(k) (((k) + LANES - 1) / LANES)

INLINE double kth(const lanes *best, size_t fours) { return best[fours - 1][LANES - 1]; }

/* Each becomes the one before it, or d, or stays: the smaller of itself and the larger of both. */
INLINE void keep_four(const lanes *before, lanes *here, double d)
{
    const lanes shifted = __builtin_shufflevector(*before, *here, 3, 4, 5, 6);
    for (size_t l = 0; l < LANES; l++) {
        const double beside = shifted[l] > d ? shifted[l] : d;
        (*here)[l] = beside < (*here)[l] ? beside : (*here)[l];
    }
}

INLINE void keep(lanes *best, size_t fours, double d)
{
    const lanes none = LANES_ALL(-INFINITY);
    for (size_t q = fours; q-- > 3;) keep_four(&best[q - 1], &best[q], d);
    if (fours > 2) keep_four(&best[1], &best[2], d);
    if (fours > 1) keep_four(&best[0], &best[1], d);
    keep_four(&none, &best[0], d);
}

INLINE double distance(const strips *t, size_t at, double px, double dy)
{
    const double dx = fabs(t->x[at] - px);
    return dx > dy ? dx : dy;
}

/* Up from one place of a strip and down from the place before it, two samples at a time: one too many changes
 * nothing. Beside a strip's samples stand two of infinite y. */
INLINE void search(const strips *t, size_t up, double px, double py, size_t fours, lanes *best)
{
    const double *y = t->y;
    size_t down = up - 1;
    for (; y[up] - py < kth(best, fours); up += 2) {
        keep(best, fours, distance(t, up, px, y[up] - py));
        keep(best, fours, distance(t, up + 1, px, y[up + 1] - py));
    }
    for (; py - y[down] < kth(best, fours); down -= 2) {
        keep(best, fours, distance(t, down, px, py - y[down]));
        keep(best, fours, distance(t, down - 1, px, py - y[down - 1]));
    }
}

/* The first place of strip s whose y is not below py; strip `from` asks with ascending py. */
INLINE size_t place_in(strips *t, size_t s, size_t from, double py)
{
    size_t at = t->asked[s] == from + 1 ? t->place[s] : t->begin[s];
    while (t->y[at] < py) at++;
    t->asked[s] = (uint32_t)(from + 1);
    t->place[s] = (uint32_t)at;
    return at;
}

/* The distance to the k-th neighbour of the sample at a place of strip s. */
INLINE double radius(strips *t, size_t s, size_t at, size_t k, size_t fours)
{
    const double px = t->x[at], py = t->y[at];
    lanes best[FOURS(NEIGHBOURS_MOST)];
    for (size_t q = 0; q < fours; q++)
        for (size_t l = 0; l < LANES; l++) best[q][l] = q * LANES + l < fours * LANES - k ? -INFINITY : INFINITY;
    t->x[at] = INFINITY; /* not its own neighbour */
    search(t, at, px, py, fours, best);
    t->x[at] = px;
    for (size_t left = s; left > 0 && px - t->high[left - 1] < kth(best, fours); left--)
        search(t, place_in(t, left - 1, s, py), px, py, fours, best);
    for (size_t right = s + 1; right < t->n && t->low[right] - px < kth(best, fours); right++)
        search(t, place_in(t, right, s, py), px, py, fours, best);
    return kth(best, fours);
}

/* sum of psi(a_s + 1) + psi(b_s + 1) */
INLINE double psi_sum(strips *t, const neighbour_column *x, const neighbour_column *y, size_t k, size_t fours,
                      const double *psi)
{
    double sum = 0.0;
    for (size_t s = 0; s < t->n; s++) {
        for (size_t at = t->begin[s]; at < t->end[s]; at++) {
            const double r = just_below(radius(t, s, at, k, fours)); /* the counts hold the sample itself: a_s + 1 */
            sum += psi[count_within(x, t->x[at], r)] + psi[count_within(y, t->y[at], r)];
        }
    }
    return sum;
}

/* Up to 12 neighbours stay in registers. */
WIDE
static double psi_sum_of(strips *t, const neighbour_column *x, const neighbour_column *y, size_t k, const double *psi)
{
    switch (FOURS(k)) {
    case 1: return psi_sum(t, x, y, k, 1, psi);
    case 2: return psi_sum(t, x, y, k, 2, psi);
    case 3: return psi_sum(t, x, y, k, 3, psi);
    default: return psi_sum(t, x, y, k, k > 3 * LANES ? FOURS(k) : 4, psi); /* k is never 0, which lint cannot know */
    }
}

double neighbours_ksg(const neighbour_column *x, const neighbour_column *y, size_t k, const double *psi, void *scratch)
{
    tally_add(TALLY_NEIGHBOURS, x->n);
    strips t;
    (void)strips_lend(&t, x->n, scratch);
    strips_cut(&t, x, y->density, k);
    strips_fill(&t, y);
    const double sum = psi_sum_of(&t, x, y, k, psi);
    const double information = psi[x->n] + psi[k] - sum / (double)x->n;
    return information > 0.0 ? information : 0.0;
}

/* ---- Ross ---- */

/* How many of ascending v[count] are within r of x. */
static size_t few_within(const double *v, size_t count, double x, double r)
{
    size_t below, within;
    COUNT_WHILE(count, at, x - v[at] > r, below)
    COUNT_WHILE(count - below, at, v[below + at] - x <= r, within)
    return within;
}

/* Of ascending v[count], the distance of each to its k-th neighbour; count > k. The k + 1 nearest, itself included, are
 * in a row, which only moves up as one goes up. */
static double class_sum(const double *v, size_t count, size_t k, const neighbour_column *x, const double *alone,
                        size_t n_alone, const double *psi)
{
    double sum = 0.0;
    size_t from = 0;
    for (size_t at = 0; at < count; at++) {
        while (from < at && from + k + 1 < count && v[from + k + 1] - v[at] < v[at] - v[from]) from++;
        const double below = v[at] - v[from], above = v[from + k] - v[at];
        const double r = just_below(below > above ? below : above);
        sum += psi[count_within(x, v[at], r) - few_within(alone, n_alone, v[at], r)];
    }
    return sum;
}

typedef struct ross_rooms {
    double *value, *alone; /* [n] class by class; [classes] */
    uint32_t *next;        /* [classes] */
} ross_rooms;

static size_t ross_lend(ross_rooms *r, size_t n, size_t classes, void *memory)
{
    return LEND_AT(memory, LOAN(r->value, n), LOAN(r->alone, classes), LOAN(r->next, classes));
}

size_t neighbours_pair_bytes(size_t n, size_t n_classes)
{
    const size_t ksg = strips_lend(&(strips){ 0 }, n, NULL), ross = ross_lend(&(ross_rooms){ 0 }, n, n_classes, NULL);
    return ksg > ross ? ksg : ross;
}

double neighbours_ross(const neighbour_column *x, const neighbour_classes *c, size_t k, const double *psi,
                       void *scratch)
{
    tally_add(TALLY_NEIGHBOURS, x->n);
    ross_rooms room;
    (void)ross_lend(&room, x->n, c->n_classes, scratch);
    double *const v = room.value, *const alone = room.alone;
    uint32_t *const next = room.next;
    size_t start = 0, n_alone = 0;
    for (size_t g = 0; g < c->n_classes; g++) {
        next[g] = (uint32_t)start;
        start += c->count[g];
    }
    for (size_t r = 0; r < x->n; r++) { /* next: the class's end afterwards */
        const uint32_t g = c->label[x->row[r]];
        v[next[g]++] = x->sorted[r];
        if (c->count[g] == 1) alone[n_alone++] = x->sorted[r];
    }
    if (n_alone == x->n) return (double)NAN;

    double sum = 0.0;
    for (size_t g = 0; g < c->n_classes; g++) {
        const size_t count = c->count[g], near = k < count ? k : count - 1;
        if (count < 2) continue;
        const double within = class_sum(v + next[g] - count, count, near, x, alone, n_alone, psi);
        sum += (double)count * (psi[near] - psi[count]) - within;
    }
    const size_t kept = x->n - n_alone;
    const double information = psi[kept] + sum / (double)kept;
    return information > 0.0 ? information : 0.0;
}
