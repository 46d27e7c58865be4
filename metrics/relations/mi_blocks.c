#include "mi_blocks.h"

#include "neighbours.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Scaled, with noise where they vary, and 0 where they do not; whether any does. room [2 n] */
static int prepare(double *x, size_t count, size_t n, assay_stream *noise, double *room)
{
    int moves = 0;
    for (size_t c = 0; c < count; c++, x += n) {
        for (size_t s = 0; s < n; s++) room[s] = assay_stream_normal(noise);
        const int one = neighbours_scale(x, n, 0, room + n);
        memset(x, 0, n * sizeof *x);
        if (one) {
            memcpy(x, room + n, n * sizeof *x);
            neighbours_jitter(x, n, room, 1);
        }
        moves |= one;
    }
    return moves;
}

/* How far every row is from row s, by the column that tells them most apart. */
static void distances(const double *x, size_t count, size_t n, size_t s, double *to)
{
    memset(to, 0, n * sizeof *to);
    for (size_t c = 0; c < count; c++, x += n)
        for (size_t r = 0; r < n; r++) {
            const double apart = fabs(x[r] - x[s]);
            to[r] = apart > to[r] ? apart : to[r];
        }
}

/* The k-th smallest of the larger ones of both, row s left out. */
static double radius(const double *a, const double *b, size_t n, size_t s, size_t k)
{
    double near[NEIGHBOURS_MOST];
    size_t there = 0;
    for (size_t r = 0; r < n; r++) {
        const double apart = a[r] > b[r] ? a[r] : b[r];
        if (r == s || (there == k && !(apart < near[k - 1]))) continue;
        size_t at = there < k ? there++ : k - 1;
        for (; at > 0 && near[at - 1] > apart; at--) near[at] = near[at - 1];
        near[at] = apart;
    }
    return near[k - 1];
}

assay_status mi_of_blocks(double *x, size_t p, double *y, size_t q, size_t n, size_t k, assay_stream *noise, double *to)
{
    double *a = malloc((3 * n + 2) * sizeof *a), *b = a ? a + n : NULL, *psi = a ? b + n : NULL, sum = 0.0;
    *to = 0.0;
    if (!a) return ASSAY_ENOMEM;
    const int moves = prepare(x, p, n, noise, a) & prepare(y, q, n, noise, a);
    neighbours_psi(n, psi);
    for (size_t s = 0; s < n && moves; s++) {
        size_t of_x = 0, of_y = 0; /* row s itself among them: what a_s + 1 is */
        distances(x, p, n, s, a);
        distances(y, q, n, s, b);
        const double r = radius(a, b, n, s, k);
        for (size_t t = 0; t < n; t++) of_x += a[t] < r || t == s, of_y += b[t] < r || t == s;
        sum += psi[of_x] + psi[of_y];
    }
    if (moves) *to = fmax(psi[n] + psi[k] - sum / (double)n, 0.0);
    free(a);
    return ASSAY_OK;
}
