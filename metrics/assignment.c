/*
 * The smaller side is assigned one by one. Prices of both sides keep every price sum at most the cost (less weight),
 * equal where assigned; the next one is placed along the path of least slack to a free member of the larger side, and
 * prices are moved so that the path has none. Of equally short paths the one that ends at once is taken, and the lowest
 * of those: members are looked at from the last to the first, a later one replacing an equal one if it is free, in
 * which this follows Crouse 2016 as SciPy has it, so that matches with ties are those of the published codes.
 */
#include "assignment.h"

#include "lanes.h"
#include "lend.h"
#include "work.h"

enum { BLOCK = 4 * LANES };

typedef struct search_state {
    size_t n_small, n_large, step; /* step: n_large in whole blocks; what is beyond n_large is never open */
    double *weight;                /* [n_small * step] */
    double *price_small, *price_large, *slack;
    double *open;         /* [step] the prices of those not yet reached, -INFINITY */
    int64_t *before;      /* [step] from where the path reached it */
    size_t *owner, *held; /* [n_large] who has it, [n_small] what it has; SIZE_MAX: none */
    size_t *left, *spot;  /* [n_large] those not yet reached, and the place of each there */
    int *seen_small;
} search_state;

/* Reaches from member s of the smaller side, at price `far`, all that is open; returns the least slack of these. Prices
 * are sums of rounded weights, and exact: what is no longer open would not be reached sooner. */
WIDE
static double reach(const search_state *q, size_t s, double far)
{
    const double own = q->price_small[s], *const weight = q->weight + s * q->step, *const open = q->open;
    const lanes none = LANES_ALL(INFINITY);
    const lane_masks from = { (int64_t)s, (int64_t)s, (int64_t)s, (int64_t)s };
    double *const slack = q->slack;
    int64_t *const before = q->before;
    lanes least = none;
    for (size_t l = 0; l < q->step; l += LANES) {
        const lanes here = far - *(const lanes *)(weight + l) - own - *(const lanes *)(open + l);
        const lanes was = *(const lanes *)(slack + l), now = LANES_MIN(here, was);
        const lane_masks sooner = here < was, kept = *(const lane_masks *)(before + l);
        *(lanes *)(slack + l) = now;
        *(lane_masks *)(before + l) = (sooner & from) | (~sooner & kept);
        const lanes counted = LANES_PICK(here < none, now, none);
        least = LANES_MIN(least, counted);
    }
    return fmin(fmin(least[0], least[1]), fmin(least[2], least[3]));
}

/* The first block from the l-th member on in which one has this slack, or the end. */
WIDE
static size_t next_of_slack(const search_state *q, double slack, size_t l)
{
    const lanes same = LANES_ALL(slack);
    for (; l < q->step; l += BLOCK) {
        const lanes *const x = (const lanes *)(q->slack + l);
        const lane_masks any = (x[0] == same) | (x[1] == same) | (x[2] == same) | (x[3] == same);
        if (any[0] | any[1] | any[2] | any[3]) break;
    }
    return l;
}

/* The place in `left` of the last free one of this slack, or of the first one. */
static size_t nearest(const search_state *q, double least)
{
    size_t first = SIZE_MAX, free_one = SIZE_MAX;
    for (size_t from = 0; (from = next_of_slack(q, least, from)) < q->step; from += BLOCK) {
        for (size_t l = from; l < from + BLOCK; l++) {
            if (q->slack[l] != least || q->open[l] == -INFINITY) continue;
            const size_t k = q->spot[l];
            if (k < first) first = k;
            if (q->owner[l] == SIZE_MAX && (free_one == SIZE_MAX || k > free_one)) free_one = k;
        }
    }
    return free_one != SIZE_MAX ? free_one : first;
}

/* The free member of the larger side at the end of the shortest path from s; *far: its length. */
static size_t search_path(search_state *q, size_t s, double *far)
{
    size_t n_left = q->n_large;
    for (size_t l = 0; l < q->n_large; l++) {
        q->slack[l] = INFINITY;
        q->open[l] = q->price_large[l];
        q->left[l] = q->spot[l] = q->n_large - 1 - l;
    }
    memset(q->seen_small, 0, q->n_small * sizeof *q->seen_small);
    *far = 0.0;
    for (;;) {
        q->seen_small[s] = 1;
        *far = reach(q, s, *far);
        const size_t k = nearest(q, *far), l = q->left[k], last = q->left[--n_left];
        q->open[l] = -INFINITY;
        q->left[k] = last;
        q->spot[last] = k;
        if (q->owner[l] == SIZE_MAX) return l;
        s = q->owner[l];
    }
}

static void place(search_state *q, size_t who)
{
    double far;
    size_t l = search_path(q, who, &far);
    q->price_small[who] += far;
    for (size_t s = 0; s < q->n_small; s++)
        if (q->seen_small[s] && s != who) q->price_small[s] += far - q->slack[q->held[s]];
    for (size_t c = 0; c < q->n_large; c++)
        if (q->open[c] == -INFINITY) q->price_large[c] -= far - q->slack[c];
    for (;;) {
        const size_t s = (size_t)q->before[l], next = q->held[s];
        q->owner[l] = s;
        q->held[s] = l;
        if (s == who) return;
        l = next;
    }
}

static assay_status state_lend(search_state *q, assay_call *call)
{
    const size_t small = q->n_small, large = q->n_large;
    ASSAY_TRY(LEND(call, LOAN(q->weight, small * q->step), LOAN(q->price_small, small), LOAN(q->price_large, large),
                   LOAN(q->slack, q->step), LOAN(q->open, q->step), LOAN(q->before, q->step), LOAN(q->owner, large),
                   LOAN(q->held, small), LOAN(q->left, large), LOAN(q->spot, large), LOAN(q->seen_small, small)));
    for (size_t l = 0; l < large; l++) q->owner[l] = SIZE_MAX;
    for (size_t l = large; l < q->step; l++) q->open[l] = -INFINITY;
    return ASSAY_OK;
}

/* Paths add up to four weights for each member: far beyond this they overflow, and no path is the shortest. */
#define WEIGHT_MOST 1e300

static assay_status weights_check(const double *weight, size_t rows, size_t columns, assay_call *call)
{
    for (size_t k = 0; k < rows * columns; k++)
        if (!(fabs(weight[k]) <= WEIGHT_MOST))
            return call->fail(call, ASSAY_EINPUT, "row %zu and column %zu cannot be matched by a weight of %g",
                              k / columns, k % columns, weight[k]);
    return ASSAY_OK;
}

/* R2 */
static void weights_round(const double *weight, size_t rows, size_t columns, search_state *q)
{
    const size_t by_rows = q->n_small == rows;
    double most = 0.0;
    int power;
    for (size_t k = 0; k < rows * columns; k++) most = fmax(most, fabs(weight[k]));
    (void)frexp(most, &power);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            q->weight[by_rows ? r * q->step + c : c * q->step + r] =
                ldexp(nearbyint(ldexp(weight[r * columns + c], 40 - power)), power - 40);
}

assay_status assignment_best(const double *weight, size_t rows, size_t columns, assay_call *call, size_t *to)
{
    const int by_rows = rows <= columns;
    search_state q = { .n_small = by_rows ? rows : columns, .n_large = by_rows ? columns : rows };
    q.step = (q.n_large + BLOCK - 1) / BLOCK * BLOCK;
    ASSAY_TRY(weights_check(weight, rows, columns, call));
    ASSAY_TRY(state_lend(&q, call));
    weights_round(weight, rows, columns, &q);
    for (size_t s = 0; s < q.n_small; s++) place(&q, s);
    for (size_t r = 0; r < rows; r++) to[r] = by_rows ? q.held[r] : q.owner[r];
    return ASSAY_OK;
}

COST(cost_of_one, work_assignment(m, d));

const assay_solver assignment_solver = { ASSIGNMENT_SOLVER, cost_of_one, 0.0 };

/* ---- by auction ---- */

#define STEP 0x1p-12
enum { BIDS_MOST = 64 };

typedef struct auction {
    const double *weight;
    size_t rows, columns;
    const unsigned char *may;
    double *price;
    size_t *owner; /* [columns] row, SIZE_MAX: none */
    size_t *to;    /* [rows] */
    size_t *wait, waiting;
} auction;

/* The column that leaves row i most, SIZE_MAX: none above 0; what it leaves, and the next one. */
static size_t best_of(const auction *a, size_t i, int free_only, double left[2])
{
    const double *w = a->weight + i * a->columns;
    size_t best = SIZE_MAX;
    left[0] = left[1] = 0.0;
    for (size_t j = 0; j < a->columns; j++) {
        const double here = w[j] - a->price[j];
        if (!(here > left[1]) || !a->may[j] || (free_only && a->owner[j] != SIZE_MAX)) continue;
        if (here > left[0]) {
            left[1] = left[0];
            left[0] = here;
            best = j;
        } else {
            left[1] = here;
        }
    }
    return best;
}

static void give(auction *a, size_t i, size_t j)
{
    if (a->owner[j] != SIZE_MAX) {
        a->to[a->owner[j]] = SIZE_MAX;
        a->wait[a->waiting++] = a->owner[j];
    }
    a->owner[j] = i;
    a->to[i] = j;
}

static void bid(auction *a)
{
    double left[2];
    const size_t i = a->wait[--a->waiting], j = best_of(a, i, 0, left);
    if (j == SIZE_MAX) return;
    a->price[j] += left[0] - left[1] + STEP;
    give(a, i, j);
}

/* Rows that have none take what is free, as long as there is any. */
static void give_rest(auction *a)
{
    for (size_t i = 0, j = 0; i < a->rows; i++) {
        double left[2];
        if (a->to[i] != SIZE_MAX) continue;
        size_t best = best_of(a, i, 1, left);
        while (best == SIZE_MAX && j < a->columns && (!a->may[j] || a->owner[j] != SIZE_MAX)) j++;
        if (best == SIZE_MAX && j < a->columns) best = j;
        if (best != SIZE_MAX) give(a, i, best);
    }
}

static double gap_of(const auction *a)
{
    double bound = 0.0, sum = 0.0, left[2];
    for (size_t j = 0; j < a->columns; j++) bound += a->price[j];
    for (size_t i = 0; i < a->rows; i++) {
        (void)best_of(a, i, 0, left);
        bound += left[0];
        if (a->to[i] != SIZE_MAX) sum += a->weight[i * a->columns + a->to[i]];
    }
    return fmax(bound - sum, 0.0);
}

assay_status auction_match(const double *weight, size_t rows, size_t columns, const unsigned char *may,
                           assay_call *call, size_t *to, double *gap)
{
    auction a = { .weight = weight, .rows = rows, .columns = columns, .may = may, .to = to };
    ASSAY_TRY(LEND(call, LOAN(a.price, columns), LOAN(a.owner, columns), LOAN(a.wait, rows)));
    for (size_t j = 0; j < columns; j++) a.owner[j] = SIZE_MAX;
    for (size_t i = rows; i-- > 0;) {
        to[i] = SIZE_MAX;
        a.wait[a.waiting++] = i;
    }
    for (size_t k = 0; a.waiting && k < BIDS_MOST * rows; k++) bid(&a);
    give_rest(&a);
    *gap = gap_of(&a);
    return ASSAY_OK;
}
