/* KSG where a column stands on a circle. A sample's neighbours are looked for outwards from its place in the order of
 * x, the nearer side first, until x alone is farther than the k-th neighbour: O(n) a sample where x says little. */
#include "ascending.h"
#include "kinds.h"
#include "neighbours.h"
#include "tally.h"

#include <math.h>

int neighbours_circle_scale(const double *x, size_t n, double period, const double *noise, double *to)
{
    int moves = 0;
    for (size_t s = 0; s < n; s++) {
        const double at = circle_part(x[s], period) * NEIGHBOURS_AROUND;
        moves |= at != circle_part(x[0], period) * NEIGHBOURS_AROUND;
        to[s] = at + 1e-10 * noise[s];
        to[s] += to[s] < 0.0 ? NEIGHBOURS_AROUND : to[s] >= NEIGHBOURS_AROUND ? -NEIGHBOURS_AROUND : 0.0;
    }
    return moves;
}

static double apart(double a, double b, double around)
{
    const double d = fabs(a - b);
    return d < around - d ? d : around - d;
}

static size_t count_within(const double *v, size_t n, double x, double r, double around)
{
    size_t below, within, past, before;
    if (r >= around / 2) return n;
    COUNT_WHILE(n, at, x - v[at] > r, below)
    COUNT_WHILE(n, at, v[at] - x <= r, within)
    COUNT_WHILE(n, at, around - (x - v[at]) <= r, past)
    COUNT_WHILE(n, at, around - (v[at] - x) > r, before)
    return within - below + past + (n - before);
}

/* The distance to the k-th neighbour of the sample at place p of x. y: by sample. */
static double radius(const neighbour_column *x, double around, size_t p, const double *y, size_t k)
{
    const size_t n = x->n;
    const double px = x->sorted[p], py = y[x->row[p]];
    double best[NEIGHBOURS_MOST];
    size_t up = p, down = p; /* the last place looked at on each side */
    for (size_t q = 0; q < NEIGHBOURS_MOST; q++) best[q] = INFINITY;
    for (size_t seen = 1; seen < n; seen++) {
        const size_t above = up + 1 < n ? up + 1 : 0, below = down > 0 ? down - 1 : n - 1;
        const double du = above || !isinf(around) ? apart(x->sorted[above], px, around) : INFINITY;
        const double dd = below < n - 1 || !isinf(around) ? apart(x->sorted[below], px, around) : INFINITY;
        const size_t next = du <= dd ? above : below;
        if (du <= dd) up = above;
        else down = below;
        if (!(fmin(du, dd) < best[k - 1])) break;
        const double d = fmax(fmin(du, dd), apart(y[x->row[next]], py, NEIGHBOURS_AROUND));
        size_t q = k;
        for (; q > 0 && best[q - 1] > d; q--)
            if (q < k) best[q] = best[q - 1];
        if (q < k) best[q] = d;
    }
    return best[k - 1];
}

double neighbours_ksg_circle(const neighbour_column *x, int turns, const neighbour_column *y, size_t k,
                             const double *psi, void *scratch)
{
    const size_t n = x->n;
    const double around = turns ? NEIGHBOURS_AROUND : INFINITY;
    double *const by_sample = scratch, sum = 0.0;
    tally_add(TALLY_NEIGHBOURS, n);
    for (size_t r = 0; r < n; r++) by_sample[y->row[r]] = y->sorted[r];
    for (size_t p = 0; p < n; p++) {
        const double r = nextafter(radius(x, around, p, by_sample, k), 0.0);
        sum += psi[count_within(x->sorted, n, x->sorted[p], r, around)] +
               psi[count_within(y->sorted, n, by_sample[x->row[p]], r, NEIGHBOURS_AROUND)];
    }
    const double information = psi[n] + psi[k] - sum / (double)n;
    return information > 0.0 ? information : 0.0;
}
