#include "auction.h"

#include "lend.h"

#include <math.h>

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
