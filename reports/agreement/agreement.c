/* Coefficients of two lists, of a table, and their bootstrap. */
#include "agreement.h"

#include "agreement_inside.h"
#include "ascending.h"
#include "needed.h"

#include <string.h>

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

/* ---- a pair ---- */

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
    ranked_series a = { 0 }, b = { 0 };
    series_pair p = { 0 };
    if (n < 2 || n >= NO_RANK) return NAN;
    size_t *together = needed(calloc(n, sizeof *together));
    for (size_t l = 0; l < LANES; l++) ones[l] = 1;
    series_rank(x, n, &a);
    series_rank(y, n, &b);
    series_pair_make(together, n, kind, &p);
    series_pair_fill(&p, &a, &b);
    const double value = pair_value(&p, ones);
    series_pair_free(&p);
    series_free(&a);
    series_free(&b);
    free(together);
    return value;
}

/* ---- all pairs of a table ---- */

typedef struct computing {
    const agreement_table *of;
    int kind;
    size_t draws, n_batches;
    ranked_series *series;   /* [n_series] */
    uint32_t *ones, *weight; /* a batch of ones; [n_batches][n_clusters * LANES] how often each cluster was drawn */
    double *drawn;           /* [draws] of a pair */
    series_pair pair;
} computing;

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
    for (size_t d = 0; d < c->draws; d++) {
        uint32_t *batch = c->weight + d / LANES * n * LANES;
        for (size_t k = 0; k < n; k++) batch[assay_stream_below(&stream, n) * LANES + d % LANES]++;
    }
}

static void computing_open(computing *c, uint64_t seed)
{
    const size_t lanes = (c->of->n_clusters + 1) * LANES;
    c->n_batches = (c->draws + LANES - 1) / LANES;
    c->series = needed(calloc(c->of->n_series + 1, sizeof *c->series));
    c->ones = needed(malloc(lanes * sizeof *c->ones));
    c->weight = needed(calloc((c->n_batches + 1) * lanes, sizeof *c->weight));
    c->drawn = needed(malloc((c->draws + LANES) * sizeof *c->drawn));
    for (size_t k = 0; k < lanes; k++) c->ones[k] = 1;
    for (size_t s = 0; s < c->of->n_series; s++)
        series_rank(c->of->value + s * c->of->n_rows, c->of->n_rows, &c->series[s]);
    if (c->of->n_clusters) draw_clusters(c, seed);
    series_pair_make(c->of->cluster, c->of->n_rows, c->kind, &c->pair);
}

static void computing_close(computing *c)
{
    for (size_t s = 0; s < c->of->n_series; s++) series_free(&c->series[s]);
    series_pair_free(&c->pair);
    free(c->series);
    free(c->ones);
    free(c->weight);
    free(c->drawn);
}

/* Between the neighbours of place (n - 1) p, as NumPy's quantile. */
static double quantile(const double *sorted, size_t n, double p)
{
    const double place = (double)(n - 1) * p, part = place - floor(place);
    const size_t k = (size_t)place;
    return k + 1 < n ? sorted[k] + part * (sorted[k + 1] - sorted[k]) : sorted[n - 1];
}

static void pair_interval(computing *c, double *low, double *high)
{
    const size_t batch = c->of->n_clusters * LANES;
    size_t defined = 0;
    for (size_t b = 0; b < c->n_batches; b++) {
        double lane[LANES];
        pair_draws(&c->pair, c->weight + b * batch, lane);
        for (size_t l = 0; l < LANES; l++) /* those left over in the last batch weigh nothing and are undefined */
            if (!isnan(lane[l])) c->drawn[defined++] = lane[l];
    }
    if (2 * defined <= c->draws) return;
    qsort(c->drawn, defined, sizeof *c->drawn, ascending);
    *low = quantile(c->drawn, defined, 0.5 * (1.0 - LEVEL));
    *high = quantile(c->drawn, defined, 0.5 * (1.0 + LEVEL));
}

static void compute_pair(computing *c, size_t i, size_t j, agreement *to)
{
    double value = NAN, low = NAN, high = NAN;
    series_pair_fill(&c->pair, &c->series[i], &c->series[j]);
    if (c->pair.n >= AGREE_LEAST) value = pair_value(&c->pair, c->ones);
    if (i == j) low = high = value = isnan(value) ? NAN : 1.0;
    else if (!isnan(value) && c->draws && series_pair_clusters(&c->pair) >= AGREE_LEAST) pair_interval(c, &low, &high);
    for (size_t side = 0; side < 2; side++) {
        const size_t at = side ? j * to->n_series + i : i * to->n_series + j;
        to->value[at] = value;
        to->low[at] = low;
        to->high[at] = high;
        to->n[at] = c->pair.n;
    }
}

static void agreement_shape(agreement *to, size_t n_series, int kind, size_t draws)
{
    const size_t cells = n_series * n_series + 1;
    *to = (agreement){ .n_series = n_series, .kind = kind, .draws = draws };
    to->value = needed(calloc(3 * cells, sizeof *to->value));
    to->low = to->value + cells;
    to->high = to->low + cells;
    to->n = needed(calloc(cells, sizeof *to->n));
}

/* `to` has its shape. */
static assay_status compute_whole(const agreement_table *of, uint64_t seed, agreement *to, assay_error *err)
{
    computing c = { .of = of, .kind = to->kind, .draws = to->draws };
    ASSAY_TRY(check_size(of, err));
    computing_open(&c, seed);
    for (size_t i = 0; i < of->n_series; i++)
        for (size_t j = 0; j <= i; j++) compute_pair(&c, i, j, to);
    computing_close(&c);
    return ASSAY_OK;
}

/* ---- within data sets ---- */

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

static assay_status compute_stratum(const agreement_table *of, size_t k, uint64_t seed, agreement *to, assay_error *err)
{
    agreement_table part;
    agreement one;
    take_stratum(of, k, &part);
    agreement_shape(&one, of->n_series, to->kind, to->draws);
    const assay_status status = compute_whole(&part, seed, &one, err);
    add_stratum(&one, to);
    agreement_free(&one);
    agreement_table_free(&part);
    return status;
}

assay_status agreement_compute(const agreement_table *of, int kind, size_t draws, uint64_t seed, agreement *to,
                               assay_error *err)
{
    agreement_shape(to, of->n_series, kind, draws);
    assay_status status = of->n_strata ? ASSAY_OK : compute_whole(of, seed, to, err);
    for (size_t k = 0; k < of->n_strata && status == ASSAY_OK; k++) status = compute_stratum(of, k, seed, to, err);
    if (of->n_strata) finish_strata(to);
    if (status != ASSAY_OK) agreement_free(to);
    return status;
}

void agreement_free(agreement *a)
{
    free(a->value);
    free(a->n);
    *a = (agreement){ 0 };
}
