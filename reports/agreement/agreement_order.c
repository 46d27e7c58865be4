/*
 * An order in which scores that agree stand together: the leaves of a tree that joins, again and again, the two groups
 * with the largest mean coefficient between their members (average linkage; Sokal and Michener 1958, University of
 * Kansas Science Bulletin 38). Of two groups that are joined the one with the earlier member stands first, so the order
 * depends on the coefficients alone. What is not defined counts as 0.
 */
#include "agreement.h"

#include "needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct groups {
    double *mean;  /* [n * n] between groups, by their first slots */
    size_t *size;  /* 0: joined to another */
    size_t *next;  /* the leaf behind a leaf; n: none */
    size_t *last;  /* of a group */
    size_t n;
} groups;

static void join(groups *g, size_t a, size_t b)
{
    for (size_t k = 0; k < g->n; k++) {
        if (!g->size[k] || k == a || k == b) continue;
        const double sum = g->mean[a * g->n + k] * (double)g->size[a] + g->mean[b * g->n + k] * (double)g->size[b];
        g->mean[a * g->n + k] = g->mean[k * g->n + a] = sum / (double)(g->size[a] + g->size[b]);
    }
    g->next[g->last[a]] = b;
    g->last[a] = g->last[b];
    g->size[a] += g->size[b];
    g->size[b] = 0;
}

/* The two groups that agree most; 0: there is one only. */
static int nearest(const groups *g, size_t *first, size_t *second)
{
    double best = -INFINITY;
    for (size_t a = 0; a < g->n; a++) {
        if (!g->size[a]) continue;
        for (size_t b = a + 1; b < g->n; b++) {
            if (!g->size[b] || g->mean[a * g->n + b] <= best) continue;
            best = g->mean[a * g->n + b];
            *first = a;
            *second = b;
        }
    }
    return isfinite(best);
}

static void find_order(const agreement *a, size_t *order)
{
    const size_t n = a->n_series;
    groups g = { .mean = needed(calloc(n * n + 1, sizeof *g.mean)), .size = needed(calloc(3 * n + 1, sizeof *g.size)),
                 .n = n };
    size_t first = 0, second = 0;
    g.next = g.size + n;
    g.last = g.next + n;
    for (size_t k = 0; k < n * n; k++) g.mean[k] = isnan(a->value[k]) ? 0.0 : a->value[k];
    for (size_t k = 0; k < n; k++) {
        g.size[k] = 1;
        g.next[k] = n;
        g.last[k] = k;
    }
    while (nearest(&g, &first, &second)) join(&g, first, second);
    for (size_t k = 0, at = 0; at < n && k < n; at = g.next[at]) order[k++] = at; /* 0 is in the group left */
    free(g.mean);
    free(g.size);
}

/* to[i][j] = from[order[i]][order[j]], in place. */
static void permute(void *of, size_t size, const size_t *order, size_t n, char *room)
{
    char *at = of;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            memcpy(room + (i * n + j) * size, at + (order[i] * n + order[j]) * size, size);
    memcpy(at, room, n * n * size);
}

static void permute_table(agreement_table *t, const size_t *order, char *room)
{
    double *values = (double *)(void *)room;
    char **names = (char **)(void *)room;
    for (size_t k = 0; k < t->n_series; k++) names[k] = t->series[order[k]];
    memcpy(t->series, names, t->n_series * sizeof *names);
    for (size_t k = 0; k < t->n_series; k++)
        memcpy(values + k * t->n_rows, t->value + order[k] * t->n_rows, t->n_rows * sizeof *values);
    memcpy(t->value, values, t->n_series * t->n_rows * sizeof *values);
}

void agreement_cluster(agreement_table *t, agreement *a)
{
    const size_t n = a->n_series, most = t->n_rows > n ? t->n_rows : n;
    size_t *order = needed(calloc(n + 1, sizeof *order));
    char *room = needed(calloc(n * most + 1, sizeof(double) > sizeof(char *) ? sizeof(double) : sizeof(char *)));
    find_order(a, order);
    permute(a->value, sizeof *a->value, order, n, room);
    permute(a->low, sizeof *a->low, order, n, room);
    permute(a->high, sizeof *a->high, order, n, room);
    permute(a->n, sizeof *a->n, order, n, room);
    permute_table(t, order, room);
    free(order);
    free(room);
}
