/* Series as ranks, and the rows that two of them share. */
#include "agreement_inside.h"

#include "needed.h"

#include <string.h>

typedef struct ranked {
    double value;
    uint32_t row;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *p = a, *q = b;
    if (p->value != q->value) return p->value < q->value ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

void series_rank(const double *value, size_t n_rows, ranked_series *to)
{
    ranked *sorted = needed(malloc((n_rows + 1) * sizeof *sorted));
    *to = (ranked_series){ .value = value,
                           .order = needed(malloc((n_rows + 1) * sizeof *to->order)),
                           .rank = needed(malloc((n_rows + 1) * sizeof *to->rank)) };
    for (size_t r = 0; r < n_rows; r++) {
        to->rank[r] = NO_RANK;
        if (isfinite(value[r])) sorted[to->n++] = (ranked){ value[r], (uint32_t)r };
    }
    qsort(sorted, to->n, sizeof *sorted, by_value);
    for (size_t k = 0; k < to->n; k++) {
        if (k == 0 || sorted[k].value != sorted[k - 1].value) to->n_ranks++;
        to->order[k] = sorted[k].row;
        to->rank[sorted[k].row] = (uint32_t)(to->n_ranks - 1);
    }
    free(sorted);
}

void series_free(ranked_series *c)
{
    free(c->order);
    free(c->rank);
    *c = (ranked_series){ 0 };
}

/* Room in one block: what is asked for stands one behind the other. */
void series_pair_make(const size_t *cluster_of, size_t n_rows, int kind, series_pair *to)
{
    const size_t room = n_rows + 1, wide = room * LANES, ranks = kind == AGREE_SPEARMAN ? wide : 0;
    *to = (series_pair){ .kind = kind, .n_rows = n_rows, .cluster_of = cluster_of };
    to->rank_x = needed(malloc((2 * ranks + 1) * sizeof *to->rank_x));
    to->start = needed(malloc(room * sizeof *to->start));
    to->row = needed(malloc((4 * room + 3 * wide) * sizeof *to->row));
    to->rank_y = to->rank_x + ranks;
    to->of_x = to->row + room;
    to->of_y = to->of_x + room;
    to->of_cluster = to->of_y + room;
    to->weight_x = to->of_cluster + room;
    to->weight_y = to->weight_x + wide;
    to->tree = to->weight_y + wide;
}

void series_pair_free(series_pair *p)
{
    free(p->rank_x);
    free(p->start);
    free(p->row);
    *p = (series_pair){ 0 };
}

/* Rows by y are dealt out by x, so that each group of equal x is in the order of y. */
void series_pair_fill(series_pair *p, const ranked_series *x, const ranked_series *y)
{
    p->x = x;
    p->y = y;
    memset(p->start, 0, (x->n_ranks + 1) * sizeof *p->start);
    for (size_t k = 0; k < y->n; k++)
        if (x->rank[y->order[k]] != NO_RANK) p->start[x->rank[y->order[k]] + 1]++;
    for (size_t r = 0; r < x->n_ranks; r++) p->start[r + 1] += p->start[r];
    p->n = p->start[x->n_ranks];
    for (size_t k = 0; k < y->n; k++)
        if (x->rank[y->order[k]] != NO_RANK) p->row[p->start[x->rank[y->order[k]]]++] = y->order[k];
    for (size_t k = 0; k < p->n; k++) {
        p->of_x[k] = x->rank[p->row[k]];
        p->of_y[k] = y->rank[p->row[k]];
        p->of_cluster[k] = (uint32_t)p->cluster_of[p->row[k]];
    }
}

size_t series_pair_clusters(const series_pair *p)
{
    size_t seen[AGREE_LEAST], count = 0;
    for (size_t k = 0; k < p->n && count < AGREE_LEAST; k++) {
        const size_t mine = p->cluster_of[p->row[k]];
        size_t s = 0;
        while (s < count && seen[s] != mine) s++;
        if (s == count) seen[count++] = mine;
    }
    return count;
}

/* ---- Kendall and Spearman ---- */

/* to[rank * LANES + lane]: the weight of all rows of each rank. */
static void weigh(const series_pair *p, const uint32_t *rank, size_t n_ranks, const uint32_t *weight, uint32_t *to)
{
    memset(to, 0, n_ranks * LANES * sizeof *to);
    for (size_t k = 0; k < p->n; k++) {
        const uint32_t *w = weight + (size_t)p->of_cluster[k] * LANES;
        uint32_t *sum = to + (size_t)rank[k] * LANES;
        for (size_t l = 0; l < LANES; l++) sum[l] += w[l];
    }
}

/* Pairs within each of n groups of these weights. */
static void add_pairs(const uint32_t *weight, size_t n, uint64_t to[LANES])
{
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < LANES; l++) {
            const uint64_t w = weight[k * LANES + l];
            to[l] += w * (w - (w > 0)) / 2;
        }
}

/* Pairs of rows that are equal in x and in y; they stand side by side. */
static void add_joint_pairs(const series_pair *p, const uint32_t *weight, uint64_t to[LANES])
{
    uint32_t sum[LANES] = { 0 };
    for (size_t k = 0; k < p->n; k++) {
        const uint32_t *w = weight + (size_t)p->of_cluster[k] * LANES;
        for (size_t l = 0; l < LANES; l++) sum[l] += w[l];
        if (k + 1 < p->n && p->of_x[k + 1] == p->of_x[k] && p->of_y[k + 1] == p->of_y[k]) continue;
        add_pairs(sum, 1, to);
        memset(sum, 0, sizeof sum);
    }
}

/*
 * Discordant pairs: for each row, those before it (in x) with a larger y. `tree` sums the weights of the ranks of y
 * up to any one in log n steps (Fenwick 1994). Within equal x rows rise in y and are never counted. total: the
 * weight of all rows.
 */
static void count_discordant(series_pair *p, const uint32_t *weight, uint32_t total[LANES], uint64_t to[LANES])
{
    const size_t n_ranks = p->y->n_ranks;
    memset(p->tree, 0, (n_ranks + 1) * LANES * sizeof *p->tree);
    memset(total, 0, LANES * sizeof *total);
    for (size_t k = 0; k < p->n; k++) {
        const uint32_t *w = weight + (size_t)p->of_cluster[k] * LANES;
        const size_t place = (size_t)p->of_y[k] + 1;
        uint32_t up_to[LANES] = { 0 };
        for (size_t node = place; node; node &= node - 1)
            for (size_t l = 0; l < LANES; l++) up_to[l] += p->tree[node * LANES + l];
        for (size_t l = 0; l < LANES; l++) to[l] += (uint64_t)w[l] * (total[l] - up_to[l]);
        for (size_t node = place; node <= n_ranks; node += node & -node)
            for (size_t l = 0; l < LANES; l++) p->tree[node * LANES + l] += w[l];
        for (size_t l = 0; l < LANES; l++) total[l] += w[l];
    }
}

void series_pair_kendall(series_pair *p, const uint32_t *weight, double to[LANES])
{
    uint64_t discordant[LANES] = { 0 }, tied_x[LANES] = { 0 }, tied_y[LANES] = { 0 }, joint[LANES] = { 0 };
    uint32_t total[LANES];
    count_discordant(p, weight, total, discordant);
    weigh(p, p->of_x, p->x->n_ranks, weight, p->weight_x);
    weigh(p, p->of_y, p->y->n_ranks, weight, p->weight_y);
    add_pairs(p->weight_x, p->x->n_ranks, tied_x);
    add_pairs(p->weight_y, p->y->n_ranks, tied_y);
    add_joint_pairs(p, weight, joint);
    for (size_t l = 0; l < LANES; l++) {
        const uint64_t all = (uint64_t)total[l] * (total[l] - (total[l] > 0)) / 2;
        const uint64_t differ_x = all - tied_x[l], differ_y = all - tied_y[l];
        const uint64_t untied = all + joint[l] - tied_x[l] - tied_y[l]; /* C + D */
        to[l] = differ_x && differ_y
                    ? ((double)untied - 2.0 * (double)discordant[l]) / sqrt((double)differ_x * (double)differ_y)
                    : NAN;
    }
}

/* Mid-ranks less their mean, doubled, so that they are whole: 2 (before + (w + 1)/2) - (W + 1) = 2 before + w - W. Adds
 * the sum of their squares. */
static void mid_ranks(const uint32_t *weight, size_t n_ranks, double *rank, double squares[LANES])
{
    double before[LANES] = { 0 }, all[LANES] = { 0 };
    for (size_t r = 0; r < n_ranks; r++)
        for (size_t l = 0; l < LANES; l++) all[l] += (double)weight[r * LANES + l];
    for (size_t r = 0; r < n_ranks; r++)
        for (size_t l = 0; l < LANES; l++) {
            const double w = (double)weight[r * LANES + l], mine = 2.0 * before[l] + w - all[l];
            rank[r * LANES + l] = mine;
            squares[l] += w * mine * mine;
            before[l] += w;
        }
}

void series_pair_spearman(series_pair *p, const uint32_t *weight, double to[LANES])
{
    double xx[LANES] = { 0 }, yy[LANES] = { 0 }, xy[LANES] = { 0 };
    weigh(p, p->of_x, p->x->n_ranks, weight, p->weight_x);
    weigh(p, p->of_y, p->y->n_ranks, weight, p->weight_y);
    mid_ranks(p->weight_x, p->x->n_ranks, p->rank_x, xx);
    mid_ranks(p->weight_y, p->y->n_ranks, p->rank_y, yy);
    for (size_t k = 0; k < p->n; k++) {
        const uint32_t *w = weight + (size_t)p->of_cluster[k] * LANES;
        const double *x = p->rank_x + (size_t)p->of_x[k] * LANES, *y = p->rank_y + (size_t)p->of_y[k] * LANES;
        for (size_t l = 0; l < LANES; l++) xy[l] += (double)w[l] * (x[l] * y[l]);
    }
    for (size_t l = 0; l < LANES; l++)
        to[l] = xx[l] > 0.0 && yy[l] > 0.0 ? fmin(1.0, fmax(-1.0, xy[l] / sqrt(xx[l] * yy[l]))) : NAN;
}
