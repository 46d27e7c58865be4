/*
 * The smaller side is assigned one by one. Prices of both sides keep every price sum at most the cost (less weight),
 * equal where assigned; the next one is placed along the path of least slack to a free member of the larger side, and
 * prices are moved so that the path has none. Of equally short paths the one that ends at once is taken, and the lowest
 * of those: members are looked at from the last to the first, a later one replacing an equal one if it is free, in
 * which this follows Crouse 2016 as SciPy has it, so that matches with ties are those of the published codes.
 */
#include "assignment.h"

#include "lend.h"
#include "work.h"

typedef struct search_state {
    size_t n_small, n_large;
    const double *weight;
    size_t step_small, step_large; /* weight of (s, l) is weight[s * step_small + l * step_large] */
    double *price_small, *price_large, *slack;
    size_t *owner, *held;  /* [n_large] who has it, [n_small] what it has; SIZE_MAX: none */
    size_t *before, *left; /* [n_large] from where the path reached it; those not yet reached */
    int *seen_small, *seen_large;
} search_state;

/* Reaches from member s of the smaller side, at price `far`, all that is left; gives the nearest one's place there. */
static size_t nearest(search_state *q, size_t s, size_t n_left, double far)
{
    const double *const weight = q->weight + s * q->step_small, *const price = q->price_large, own = q->price_small[s];
    const size_t step = q->step_large, *const left = q->left, *const owner = q->owner;
    size_t next = SIZE_MAX, *const before = q->before;
    double least = INFINITY, *const reached = q->slack;
    for (size_t k = 0; k < n_left; k++) {
        const size_t l = left[k];
        const double slack = far - weight[l * step] - own - price[l];
        if (slack < reached[l]) {
            reached[l] = slack;
            before[l] = s;
        }
        if (reached[l] < least || (reached[l] == least && owner[l] == SIZE_MAX)) {
            least = reached[l];
            next = k;
        }
    }
    return next;
}

/* The free member of the larger side at the end of the shortest path from s; *far: its length. */
static size_t search_path(search_state *q, size_t s, double *far)
{
    size_t n_left = q->n_large;
    for (size_t l = 0; l < q->n_large; l++) {
        q->slack[l] = INFINITY;
        q->seen_large[l] = 0;
        q->left[l] = q->n_large - 1 - l;
    }
    memset(q->seen_small, 0, q->n_small * sizeof *q->seen_small);
    *far = 0.0;
    for (;;) {
        q->seen_small[s] = 1;
        const size_t k = nearest(q, s, n_left, *far), l = q->left[k];
        *far = q->slack[l];
        q->seen_large[l] = 1;
        q->left[k] = q->left[--n_left];
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
        if (q->seen_large[c]) q->price_large[c] -= far - q->slack[c];
    for (;;) {
        const size_t s = q->before[l], next = q->held[s];
        q->owner[l] = s;
        q->held[s] = l;
        if (s == who) return;
        l = next;
    }
}

static assay_status state_lend(search_state *q, assay_call *call)
{
    const size_t small = q->n_small, large = q->n_large;
    ASSAY_TRY(LEND(call, LOAN(q->price_small, small), LOAN(q->price_large, large), LOAN(q->slack, large),
                   LOAN(q->owner, large), LOAN(q->held, small), LOAN(q->before, large), LOAN(q->left, large),
                   LOAN(q->seen_small, small), LOAN(q->seen_large, large)));
    for (size_t l = 0; l < large; l++) q->owner[l] = SIZE_MAX;
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

/* R1, R2. NULL: memory ran out. */
static const double *weights_round(const double *weight, size_t count, assay_call *call)
{
    double *to = call->alloc(call, count, sizeof *to), most = 0.0;
    int power;
    if (!to) return NULL;
    for (size_t k = 0; k < count; k++) most = fmax(most, fabs(weight[k]));
    (void)frexp(most, &power);
    for (size_t k = 0; k < count; k++) to[k] = ldexp(nearbyint(ldexp(weight[k], 40 - power)), power - 40);
    return to;
}

assay_status assignment_best(const double *weight, size_t rows, size_t columns, assay_call *call, size_t *to)
{
    const int by_rows = rows <= columns;
    search_state q = { .n_small = by_rows ? rows : columns,
                       .n_large = by_rows ? columns : rows,
                       .step_small = by_rows ? columns : 1,
                       .step_large = by_rows ? 1 : columns };
    ASSAY_TRY(weights_check(weight, rows, columns, call));
    q.weight = weights_round(weight, rows * columns, call);
    if (!q.weight) return ASSAY_ENOMEM;
    ASSAY_TRY(state_lend(&q, call));
    for (size_t s = 0; s < q.n_small; s++) place(&q, s);
    for (size_t r = 0; r < rows; r++) to[r] = by_rows ? q.held[r] : q.owner[r];
    return ASSAY_OK;
}

static double cost_of_one(const assay_size *size, const double *option)
{
    (void)option;
    return work_assignment((double)size->n_factors, (double)size->n_codes);
}

const assay_solver assignment_solver = { ASSIGNMENT_SOLVER, cost_of_one, 0.0 };
