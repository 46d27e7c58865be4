#include "agreement.h"

#include "ascending.h"
#include "cores.h"
#include "needed.h"

#include <stdatomic.h>
#include <string.h>

/*
 * Series as ranks, and coefficients of weighted rows, a batch of bootstrap draws at a time. A row of weight w stands
 * for w equal rows.
 *
 * The lanes of a batch are separate draws and never meet, so that a compiler may do them side by side without a bit
 * changing; Kendall and Spearman count in whole numbers, which no order of rows changes either.
 */
enum { LANES = 8 };

/* One series. The rows without a value are not in `order`, and their rank is NO_RANK. */
typedef struct ranked_series {
    const double *value; /* [n_rows] borrowed */
    uint32_t *order;     /* [n] rows by rising value */
    uint32_t *rank;      /* [n_rows] 0 for the least value, the same for equal ones */
    size_t n, n_ranks;
} ranked_series;
#define NO_RANK UINT32_MAX

/* The rows that two series share, and room to work in: made once for a table, filled for each pair. */
typedef struct series_pair {
    int kind;
    size_t n_rows;
    const size_t *cluster_of; /* [n_rows] rising, borrowed */
    const ranked_series *x, *y;
    size_t n;
    uint32_t *row;                        /* [n] by rising x, then y */
    uint32_t *of_x, *of_y, *of_cluster;   /* [n] ranks and clusters of these rows */
    size_t *start;                        /* [n_rows + 1] */
    uint32_t *weight_x, *weight_y, *tree; /* [n_rows * LANES], tree one more */
    double *rank_x, *rank_y;              /* [n_rows * LANES] */
} series_pair;

/* ---- series as ranks, and the rows that two of them share ---- */

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

static void series_rank(const double *value, size_t n_rows, ranked_series *to)
{
    OWNED ranked *sorted = needed(malloc((n_rows + 1) * sizeof *sorted));
    *to = (ranked_series){ .value = value,
                           .order = kept(n_rows + 1, sizeof *to->order),
                           .rank = kept(n_rows + 1, sizeof *to->rank) };
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
}

static void *room_of(arena *in, size_t n, size_t size) { return needed(arena_alloc(in, n, size)); }

static series_pair series_pair_make(const size_t *cluster_of, size_t n_rows, int kind, arena *in)
{
    const size_t room = n_rows + 1, wide = room * LANES, ranks = kind == AGREE_SPEARMAN ? wide : 0;
    series_pair to = { .kind = kind, .n_rows = n_rows, .cluster_of = cluster_of };
    to.row = room_of(in, room, sizeof *to.row);
    to.of_x = room_of(in, room, sizeof *to.of_x);
    to.of_y = room_of(in, room, sizeof *to.of_y);
    to.of_cluster = room_of(in, room, sizeof *to.of_cluster);
    to.weight_x = room_of(in, wide, sizeof *to.weight_x);
    to.weight_y = room_of(in, wide, sizeof *to.weight_y);
    to.tree = room_of(in, wide, sizeof *to.tree);
    to.start = room_of(in, room, sizeof *to.start);
    to.rank_x = room_of(in, ranks, sizeof *to.rank_x);
    to.rank_y = room_of(in, ranks, sizeof *to.rank_y);
    return to;
}

/* Rows by y are dealt out by x, so that each group of equal x is in the order of y. */
static void series_pair_fill(series_pair *p, const ranked_series *x, const ranked_series *y)
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

/* How many have shared rows; counts no further than AGREE_LEAST. */
static size_t series_pair_clusters(const series_pair *p)
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

/* Coefficients of the pair with the weights [cluster * LANES + lane]; NaN where undefined. */
static void series_pair_kendall(series_pair *p, const uint32_t *weight, double to[LANES])
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

static void series_pair_spearman(series_pair *p, const uint32_t *weight, double to[LANES])
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

static const double LEVEL = 0.95;

static const struct {
    const char *word, *title;
} kinds[AGREE_KINDS] = {
    [AGREE_KENDALL] = { "kendall", "Kendall's τ-b" },
    [AGREE_SPEARMAN] = { "spearman", "Spearman's rank correlation" },
};

const char *agree_word(int kind) { return kinds[kind].word; }

const char *agree_title(int kind) { return kinds[kind].title; }

int agree_kind(const char *word)
{
    for (int k = 0; k < AGREE_KINDS; k++)
        if (strcmp(word, kinds[k].word) == 0) return k;
    return -1;
}

static void pair_draws(series_pair *p, const uint32_t *weight, double to[LANES])
{
    if (p->kind == AGREE_SPEARMAN) series_pair_spearman(p, weight, to);
    else series_pair_kendall(p, weight, to);
}

static double pair_value(series_pair *p, const uint32_t *ones)
{
    double lane[LANES];
    pair_draws(p, ones, lane);
    return lane[0];
}

double agree_lists(int kind, const double *x, const double *y, size_t n)
{
    uint32_t ones[LANES];
    ranked_series a, b;
    FREED(arena_free) arena in = { 0 };
    if (n < 2 || n >= NO_RANK) return NAN;
    size_t *together = kept(n, sizeof *together);
    for (size_t l = 0; l < LANES; l++) ones[l] = 1;
    series_rank(x, n, &a);
    series_rank(y, n, &b);
    series_pair p = series_pair_make(together, n, kind, &in);
    series_pair_fill(&p, &a, &b);
    return pair_value(&p, ones);
}

typedef struct computing {
    const agreement_table *of;
    size_t n_batches;
    ranked_series *series;   /* [n_series] */
    uint32_t *ones, *weight; /* a batch of ones; [n_batches][n_clusters * LANES] how often each cluster was drawn */
    agreement *to;
    atomic_size_t next; /* series that no thread has begun */
} computing;

typedef struct computing_room {
    series_pair pair;
    double *drawn; /* [draws] of a pair */
} computing_room;

/* Weights of a draw are sums of 32 bits. */
static assay_status check_size(const agreement_table *of, assay_error *err)
{
    size_t largest = 0;
    for (size_t r = 0, count = 0; r < of->n_rows; r++) {
        count = r && of->cluster[r] == of->cluster[r - 1] ? count + 1 : 1;
        if (count > largest) largest = count;
    }
    if (of->n_rows < UINT32_MAX / LANES && (!largest || of->n_clusters < UINT32_MAX / largest)) return ASSAY_OK;
    return assay_fail(err, ASSAY_EINPUT, "%zu representations are more than can be compared; choose fewer scenarios",
                      of->n_rows);
}

static void draw_clusters(const computing *c, uint64_t seed)
{
    const size_t n = c->of->n_clusters;
    assay_stream stream;
    assay_stream_seed(&stream, seed);
    for (size_t d = 0; d < c->to->draws; d++) {
        uint32_t *batch = c->weight + d / LANES * n * LANES;
        for (size_t k = 0; k < n; k++) batch[assay_stream_below(&stream, n) * LANES + d % LANES]++;
    }
}

static void computing_open(computing *c, uint64_t seed)
{
    const size_t lanes = (c->of->n_clusters + 1) * LANES;
    c->n_batches = (c->to->draws + LANES - 1) / LANES;
    c->series = kept(c->of->n_series + 1, sizeof *c->series);
    c->ones = kept(lanes, sizeof *c->ones);
    c->weight = kept((c->n_batches + 1) * lanes, sizeof *c->weight);
    for (size_t k = 0; k < lanes; k++) c->ones[k] = 1;
    for (size_t s = 0; s < c->of->n_series; s++)
        series_rank(c->of->value + s * c->of->n_rows, c->of->n_rows, &c->series[s]);
    if (c->of->n_clusters) draw_clusters(c, seed);
}

/* Between the neighbours of place (n - 1) p, as NumPy's quantile. */
static double quantile(const double *sorted, size_t n, double p)
{
    const double place = (double)(n - 1) * p, part = place - floor(place);
    const size_t k = (size_t)place;
    return k + 1 < n ? sorted[k] + part * (sorted[k + 1] - sorted[k]) : sorted[n - 1];
}

static void pair_interval(const computing *c, computing_room *in, double *low, double *high)
{
    const size_t batch = c->of->n_clusters * LANES;
    size_t defined = 0;
    for (size_t b = 0; b < c->n_batches; b++) {
        double lane[LANES];
        pair_draws(&in->pair, c->weight + b * batch, lane);
        for (size_t l = 0; l < LANES; l++) /* those left over in the last batch weigh nothing and are undefined */
            if (!isnan(lane[l])) in->drawn[defined++] = lane[l];
    }
    if (2 * defined <= c->to->draws) return;
    qsort(in->drawn, defined, sizeof *in->drawn, ascending);
    *low = quantile(in->drawn, defined, 0.5 * (1.0 - LEVEL));
    *high = quantile(in->drawn, defined, 0.5 * (1.0 + LEVEL));
}

static void compute_pair(const computing *c, computing_room *in, size_t i, size_t j)
{
    agreement *to = c->to;
    double value = NAN, low = NAN, high = NAN;
    series_pair_fill(&in->pair, &c->series[i], &c->series[j]);
    if (in->pair.n >= AGREE_LEAST) value = pair_value(&in->pair, c->ones);
    if (i == j) low = high = value = isnan(value) ? NAN : 1.0;
    else if (!isnan(value) && c->to->draws && series_pair_clusters(&in->pair) >= AGREE_LEAST)
        pair_interval(c, in, &low, &high);
    for (size_t side = 0; side < 2; side++) {
        const size_t at = side ? j * to->n_series + i : i * to->n_series + j;
        to->value[at] = value;
        to->low[at] = low;
        to->high[at] = high;
        to->n[at] = in->pair.n;
    }
}

static void *compute_series(void *context)
{
    computing *c = context;
    FREED(arena_free) arena memory = { 0 };
    computing_room in = { .pair = series_pair_make(c->of->cluster, c->of->n_rows, c->to->kind, &memory),
                          .drawn = room_of(&memory, c->to->draws + LANES, sizeof *in.drawn) };
    for (size_t i; (i = atomic_fetch_add(&c->next, 1)) < c->of->n_series;)
        for (size_t j = 0; j <= i; j++) compute_pair(c, &in, i, j);
    return NULL;
}

static void agreement_shape(agreement *to, size_t n_series, int kind, size_t draws)
{
    const size_t cells = n_series * n_series + 1;
    *to = (agreement){ .n_series = n_series, .kind = kind, .draws = draws };
    to->value = kept(3 * cells, sizeof *to->value);
    to->low = to->value + cells;
    to->high = to->low + cells;
    to->n = kept(cells, sizeof *to->n);
}

static assay_status compute_whole(const agreement_table *of, uint64_t seed, agreement *to, assay_error *err)
{
    computing c = { .of = of, .to = to };
    ASSAY_TRY(check_size(of, err));
    computing_open(&c, seed);
    cores_work(to->draws ? cores_available() : 1, compute_series, &c);
    return ASSAY_OK;
}

/* The rows of a stratum; names stay the whole's. */
static void take_stratum(const agreement_table *of, size_t stratum, agreement_table *to)
{
    size_t n = 0, at = 0, last = SIZE_MAX;
    for (size_t r = 0; r < of->n_rows; r++) n += of->stratum[r] == stratum;
    agreement_table_shape(to, n, of->n_series);
    for (size_t r = 0; r < of->n_rows; r++) {
        if (of->stratum[r] != stratum) continue;
        to->n_clusters += of->cluster[r] != last;
        last = of->cluster[r];
        to->cluster[at] = to->n_clusters - 1;
        for (size_t s = 0; s < of->n_series; s++) to->value[s * n + at] = of->value[s * of->n_rows + r];
        at++;
    }
}

/* Sums so far: rows times value, and squares of rows times the distance to either end. */
static void add_stratum(const agreement *one, agreement *to)
{
    for (size_t k = 0; k < to->n_series * to->n_series; k++) {
        const double n = (double)one->n[k];
        const double down = n * (one->value[k] - one->low[k]), up = n * (one->high[k] - one->value[k]);
        if (isnan(one->value[k])) continue;
        to->n[k] += one->n[k];
        to->value[k] += n * one->value[k];
        to->low[k] += down * down; /* NaN where one has no interval */
        to->high[k] += up * up;
    }
}

static void finish_strata(agreement *to)
{
    for (size_t k = 0; k < to->n_series * to->n_series; k++) {
        const double n = (double)to->n[k];
        to->value[k] = n > 0 ? to->value[k] / n : NAN;
        const double down = sqrt(to->low[k]) / n, up = sqrt(to->high[k]) / n; /* NaN: not known */
        to->low[k] = isnan(down) ? NAN : fmax(to->value[k] - down, -1.0);
        to->high[k] = isnan(up) ? NAN : fmin(to->value[k] + up, 1.0);
    }
}

assay_status agreement_compute(const agreement_table *of, int kind, size_t draws, uint64_t seed, agreement *to,
                               assay_error *err)
{
    agreement made;
    *to = (agreement){ 0 };
    agreement_shape(&made, of->n_series, kind, draws);
    if (!of->n_strata) ASSAY_TRY(compute_whole(of, seed, &made, err));
    for (size_t k = 0; k < of->n_strata; k++) {
        agreement_table part;
        agreement one;
        take_stratum(of, k, &part);
        agreement_shape(&one, of->n_series, kind, draws);
        ASSAY_TRY(compute_whole(&part, seed, &one, err));
        add_stratum(&one, &made);
    }
    if (of->n_strata) finish_strata(&made);
    *to = made;
    return ASSAY_OK;
}
