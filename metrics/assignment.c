/*
 * The smaller side is assigned one by one. Prices of both sides keep every price sum at most the cost (less weight),
 * equal where assigned; the next one is placed along the path of least slack to a free member of the larger side, and
 * prices are moved so that the path has none.
 */
#include "assignment.h"

#include <math.h>
#include <string.h>

typedef struct search_state {
    size_t n_small, n_large;
    const double *weight;
    size_t step_small, step_large; /* weight of (s, l) is weight[s * step_small + l * step_large] */
    double *price_small, *price_large, *slack;
    size_t *owner, *before; /* [n_large + 1] who has it, plus 1 (0: free); from where the path reached it */
    int *seen;
} search_state;

/* Member 0 of the larger side stands for the one to be placed; the real ones count from 1. */
static void place(search_state *q, size_t who)
{
    size_t at = 0;
    q->owner[0] = who;
    for (size_t l = 0; l <= q->n_large; l++) {
        q->slack[l] = INFINITY;
        q->seen[l] = 0;
    }
    do {
        const size_t s = q->owner[at];
        size_t next = 0;
        double least = INFINITY;
        q->seen[at] = 1;
        for (size_t l = 1; l <= q->n_large; l++) {
            if (q->seen[l]) continue;
            const double cost = -q->weight[(s - 1) * q->step_small + (l - 1) * q->step_large];
            const double slack = cost - q->price_small[s] - q->price_large[l];
            if (slack < q->slack[l]) {
                q->slack[l] = slack;
                q->before[l] = at;
            }
            if (q->slack[l] < least) {
                least = q->slack[l];
                next = l;
            }
        }
        for (size_t l = 0; l <= q->n_large; l++) {
            if (q->seen[l]) {
                q->price_small[q->owner[l]] += least;
                q->price_large[l] -= least;
            } else {
                q->slack[l] -= least;
            }
        }
        at = next;
    } while (q->owner[at]);
    for (; at; at = q->before[at]) q->owner[at] = q->owner[q->before[at]];
}

assay_status assignment_best(const double *weight, size_t rows, size_t columns, assay_call *call, size_t *to)
{
    const int by_rows = rows <= columns;
    search_state q = { .n_small = by_rows ? rows : columns, .n_large = by_rows ? columns : rows, .weight = weight,
                       .step_small = by_rows ? columns : 1, .step_large = by_rows ? 1 : columns };
    q.price_small = call->alloc(call, q.n_small + 1, sizeof *q.price_small);
    q.price_large = call->alloc(call, q.n_large + 1, sizeof *q.price_large);
    q.slack = call->alloc(call, q.n_large + 1, sizeof *q.slack);
    q.owner = call->alloc(call, q.n_large + 1, sizeof *q.owner);
    q.before = call->alloc(call, q.n_large + 1, sizeof *q.before);
    q.seen = call->alloc(call, q.n_large + 1, sizeof *q.seen);
    if (!q.price_small || !q.price_large || !q.slack || !q.owner || !q.before || !q.seen) return ASSAY_ENOMEM;
    for (size_t s = 1; s <= q.n_small; s++) place(&q, s);
    for (size_t r = 0; r < rows; r++) to[r] = SIZE_MAX;
    for (size_t l = 1; l <= q.n_large; l++) {
        if (!q.owner[l]) continue;
        const size_t small = q.owner[l] - 1, large = l - 1;
        to[by_rows ? small : large] = by_rows ? large : small;
    }
    return ASSAY_OK;
}
