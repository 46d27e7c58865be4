/*
 *     dev_ijk = max over the samples with v_i = k of |z_j - their mean|
 *     IRS_j = max_i ( 1 - sum_k p(v_i = k) dev_ijk / max |z_j - mean z_j| )
 *
 *   How much of a code's spread is left when its best factor is held fixed. score = 1/d sum_j IRS_j. The definition
 *   takes an expectation over the values k, so each weighs its share of the rows; groups=alike takes their plain mean,
 *   as published code and the thesis do.
 *
 * Takes    factors [M x n], continuous ones cut into factor-bins (rule scaled unless `rule` says otherwise),
 *          categorical ones by label or, with categories=cut, cut likewise; codes [d x n].
 * Gives    "irs", one per code and their mean, up to 1. Factors cut into b bins leave 1/b of the spread, so a perfect
 *          code reads 1 - 1/b; noise reads about 0, slightly below.
 * Cost     time O(n M d), scratch O(K d) numbers for K values; with quantile < 1 O(n) more.
 * R1  A constant code: undefined, constant-code. keep: left out, and 0 if all are, as published.
 * R2  A constant factor holds nothing fixed and is skipped. All constant: undefined. keep: it takes part.
 * R3  quantile < 1: in place of the largest deviation of a group, that quantile of them, linearly interpolated.
 * R4  weights=deviation: a mean weighted by max |z_j - mean z_j|, so the score changes when one code is rescaled.
 * R5  drop=rows is a defect kept for its preset: instead of constant codes it drops the rows whose codes are all equal;
 *     all rows gone: 0; some gone: the published code raises IndexError and the score is undefined.
 * R6  Scaling all codes by a power of two changes no bit, permuting them none of an item.
 * R7  A row without a value of a factor is in none of that factor's groups.
 * R8  spread=mean, median: in place of the largest deviation, of a group and of all rows alike, the mean or the median
 *     of them; mean-within: of a group alone. A code with a median deviation of 0: undefined, constant-code. `quantile`
 *     is of spread=largest, `weights` keeps the largest.
 */
#include "aggregate.h"
#include "lanes.h"
#include "request.h"
#include "work.h"

#include <float.h>

enum { GROUPS_BY_ROWS, GROUPS_ALIKE };
enum { WEIGHTS_NONE, WEIGHTS_DEVIATION };
enum { DROP_CODES, DROP_ROWS };
enum { SPREAD_LARGEST, SPREAD_MEAN, SPREAD_MEDIAN, SPREAD_MEAN_WITHIN };

#define OPTIONS(OPTION)                                                                                              \
    OPTION(RULE, CHOICE_OF("rule", "how a factor is cut into bins", BIN_SCALED, 0, BIN_RULE_WORDS))                  \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                          \
    OPTION(CATEGORIES, OPTION_CATEGORIES)                                                                            \
    OPTION(ROWS, OPTION_ROWS)                                                                                        \
    OPTION(QUANTILE, NUMBER("quantile", "of a group's deviations; 1 is the largest", 1, 0, 1))                       \
    OPTION(GROUPS, CHOICE("groups", "values of a factor weigh as many rows as they have, or all alike",              \
                          [GROUPS_BY_ROWS] = "by-rows", [GROUPS_ALIKE] = "alike"))                                   \
    OPTION(WEIGHTS, CHOICE("weights", "plain mean over codes, or weighted by their largest deviation",               \
                           [WEIGHTS_NONE] = "none", [WEIGHTS_DEVIATION] = "deviation"))                              \
    OPTION(CONSTANTS, OPTION_CONSTANTS(CONSTANTS_SKIP))                                                              \
    OPTION(DROP, CHOICE("drop", "leave out constant codes, or (a published mistake) rows whose codes are all equal", \
                        [DROP_CODES] = "codes", [DROP_ROWS] = "rows"))                                               \
    OPTION(SPREAD, CHOICE("spread",                                                                                  \
                          "what stands for the deviations of a group and of all rows: the largest, their mean or "   \
                          "median; or a group's mean over the largest of all",                                       \
                          [SPREAD_LARGEST] = "largest", [SPREAD_MEAN] = "mean", [SPREAD_MEDIAN] = "median",          \
                          [SPREAD_MEAN_WITHIN] = "mean-within"))
OPTION_TABLE(OPTIONS);
enum { TILE = 256 };      /* rows at a time, so that they stay in the first-level cache while every factor reads them */
enum { CELLS = 1 << 21 }; /* groups times codes at a time: 48 MB of them, however wide the data are */

enum { MEAN_OF = -1 }; /* in the place of a quantile */

/* What is known of some codes, a block, in each group of each factor. All values are less the code's first one: an
 * offset costs no digits. */
typedef struct groups {
    const assay_rep *rep;
    const bins *factors;
    const extents *codes;
    size_t n, stride;  /* rows; codes of a block at most, whole lanes */
    size_t first, end; /* codes of the block */
    int alike;         /* groups weigh alike */
    size_t *start;     /* [M] the factor's first group */
    size_t n_groups;
    double *sum, *low, *high; /* [n_groups * stride] */
    uint32_t *count;          /* [n_groups] */
    double *mean, *largest;   /* [d] of all rows */
    double *whole;            /* [d] of all rows, what groups are set against: the largest but for R8 */
    double *tile;             /* [TILE * stride], row by row */
    double q;                 /* which quantile of a group's deviations counts: 1 is the largest, MEAN_OF their mean */
    uint32_t *rows, *next;    /* [n], [n_groups] where deviations are sorted (R3) */
    double *buffer;           /* [n] */
} groups;

/* g: how many rows, how groups weigh and what counts are known. */
static assay_status groups_lend(const assay_rep *rep, assay_call *call, const cut *how, groups *g)
{
    ASSAY_TRY(discretise_factors(rep, call, how, &g->factors));
    ASSAY_TRY(extents_of_codes(rep, call, how->rows, &g->codes));
    if (g->n > UINT32_MAX)
        return call->fail(call, ASSAY_EINPUT, "%zu samples; counts take %u at most", g->n, UINT32_MAX);
    ASSAY_TRY(LEND(call, LOAN(g->start, rep->n_factors)));
    for (size_t i = 0; i < rep->n_factors; i++) {
        g->start[i] = g->n_groups;
        g->n_groups += g->factors->count[i] + 1; /* R7: the last one is of rows without the factor, and not looked at */
    }
    const size_t block = CELLS / g->n_groups + 1, codes = rep->n_codes < block ? rep->n_codes : block;
    g->stride = (codes + LANES - 1) / LANES * LANES;
    if (g->q < 1.0) ASSAY_TRY(LEND(call, LOAN(g->rows, g->n), LOAN(g->next, g->n_groups), LOAN(g->buffer, g->n)));
    return LEND(call, LOAN(g->sum, g->n_groups * g->stride), LOAN(g->low, g->n_groups * g->stride),
                LOAN(g->high, g->n_groups * g->stride), LOAN(g->count, g->n_groups), LOAN(g->mean, rep->n_codes),
                LOAN(g->largest, rep->n_codes), LOAN(g->whole, rep->n_codes), LOAN(g->tile, TILE * g->stride));
}

static void block_begin(groups *g, size_t first)
{
    const size_t left = g->rep->n_codes - first;
    g->first = first;
    g->end = first + (left < g->stride ? left : g->stride);
    memset(g->count, 0, g->n_groups * sizeof *g->count);
    memset(g->sum, 0, g->n_groups * g->stride * sizeof *g->sum);
    for (size_t k = 0; k < g->n_groups * g->stride; k++) {
        g->low[k] = DBL_MAX;
        g->high[k] = -DBL_MAX;
    }
}

/* Where code j of the block stands in group k. */
static size_t cell_of(const groups *g, size_t k, size_t j) { return k * g->stride + (j - g->first); }

/* A tile's rows, all codes of a row next to each other, the first row of the table taken off; their sum goes into
 * mean. */
WIDE
static void tile_turn(const double *code, double first, size_t from, size_t rows, size_t stride, double *tile,
                      double *mean)
{
    const lanes firsts = LANES_ALL(first);
    lanes sum = LANES_ALL(0.0);
    size_t s = 0;
    for (; s + LANES <= rows; s += LANES) {
        const lanes z = *(const lanes *)(code + from + s) - firsts;
        sum += z;
        for (size_t l = 0; l < LANES; l++) tile[(s + l) * stride] = z[l];
    }
    double total = LANES_SUM(sum);
    for (; s < rows; s++) {
        tile[s * stride] = code[from + s] - first;
        total += tile[s * stride];
    }
    *mean += total;
}

/* Adds a tile's rows to one factor's groups. */
WIDE
static void tile_gather(const groups *g, size_t i, size_t from, size_t rows)
{
    const uint16_t *index = g->factors->index + i * g->n + from;
    const size_t stride = g->stride, first = g->start[i] * stride;
    double *sum = g->sum + first, *low = g->low + first, *high = g->high + first;
    uint32_t *count = g->count + g->start[i];
    const double *tile = g->tile;
    for (size_t s = 0; s < rows; s++, tile += stride) {
        const size_t at = index[s] * stride;
        count[index[s]]++;
        for (size_t j = 0; j < stride; j += LANES) {
            const lanes z = *(const lanes *)(tile + j);
            const lanes least = *(const lanes *)(low + at + j), most = *(const lanes *)(high + at + j);
            *(lanes *)(sum + at + j) += z;
            *(lanes *)(low + at + j) = LANES_MIN(z, least);
            *(lanes *)(high + at + j) = LANES_MAX(z, most);
        }
    }
}

static void groups_gather(groups *g)
{
    for (size_t from = 0; from < g->n; from += TILE) {
        const size_t rows = g->n - from < TILE ? g->n - from : TILE;
        for (size_t j = g->first; j < g->end; j++) {
            const double *code = g->rep->codes + j * g->rep->n;
            tile_turn(code, code[0], from, rows, g->stride, g->tile + (j - g->first), &g->mean[j]);
        }
        for (size_t i = 0; i < g->rep->n_factors; i++) tile_gather(g, i, from, rows);
    }
    for (size_t j = g->first; j < g->end; j++) { /* the largest deviation is at one end of the code's extent */
        const double first = g->rep->codes[j * g->rep->n];
        g->mean[j] /= (double)g->n;
        g->largest[j] = fmax((g->codes->high[j] - first) - g->mean[j], g->mean[j] - (g->codes->low[j] - first));
        g->whole[j] = g->largest[j];
    }
}

/* ---- R3 ---- */

/* Rearranges x so that x[k] is where sorting would put it, nothing larger before it, nothing smaller after. */
static void select_kth(double *x, size_t n, size_t k)
{
    size_t left = 0, right = n - 1;
    while (left < right) {
        const double a = x[left], b = x[left + (right - left) / 2], c = x[right];
        const double lower = a < b ? a : b, upper = a < b ? b : a;
        const double pivot = c < lower ? lower : c > upper ? upper : c; /* the middle one of three */
        size_t i = left, j = right;
        for (;;) {
            while (x[i] < pivot) i++;
            while (x[j] > pivot) j--;
            if (i >= j) break;
            const double swap = x[i];
            x[i++] = x[j];
            x[j--] = swap;
        }
        const size_t split = j; /* x[left..split] <= pivot <= x[split + 1..right] */
        if (k <= split) right = split < right ? split : right - 1;
        else left = split + 1;
    }
}

static double quantile_of(double *x, size_t n, double q)
{
    const double at = q * (double)(n - 1);
    const size_t below = (size_t)at;
    select_kth(x, n, below);
    if (below + 1 >= n) return x[below];
    double above = x[below + 1];
    for (size_t s = below + 2; s < n; s++) above = x[s] < above ? x[s] : above;
    return x[below] + (above - x[below]) * (at - (double)below);
}

static double spread_of(double *x, size_t n, double q)
{
    if (q >= 0.0) return quantile_of(x, n, q);
    double sum = 0.0;
    for (size_t s = 0; s < n; s++) sum += x[s];
    return sum / (double)n;
}

/* R8: of all rows. */
static void find_whole(groups *g)
{
    for (size_t j = g->first; j < g->end; j++) {
        const double *code = g->rep->codes + j * g->rep->n, first = code[0];
        for (size_t s = 0; s < g->n; s++) g->buffer[s] = fabs((code[s] - first) - g->mean[j]);
        g->whole[j] = spread_of(g->buffer, g->n, g->q);
    }
}

/* The mean over the groups of one factor of what one code's deviations in them are; rows are sorted by group where that
 * is not the largest. */
static double mean_within(const groups *g, size_t i, size_t j)
{
    const double *code = g->rep->codes + j * g->rep->n, first = code[0];
    double sum = 0.0, used = 0.0;
    size_t seen = 0;
    for (size_t k = g->start[i]; k < g->start[i] + g->factors->count[i]; seen += g->count[k++]) {
        if (!g->count[k]) continue;
        const size_t at = cell_of(g, k, j), rows = g->count[k];
        const double mean = g->sum[at] / (double)rows, weight = g->alike ? 1.0 : (double)rows;
        double spread = fmax(g->high[at] - mean, mean - g->low[at]);
        for (size_t s = 0; g->q < 1.0 && s < rows; s++) g->buffer[s] = fabs((code[g->rows[seen + s]] - first) - mean);
        if (g->q < 1.0) spread = spread_of(g->buffer, rows, g->q);
        sum += weight * spread;
        used += weight;
    }
    return sum / used;
}

static void rows_by_group(const groups *g, size_t i)
{
    uint32_t start = 0;
    for (size_t k = 0; k <= g->factors->count[i]; k++) {
        g->next[k] = start;
        start += g->count[g->start[i] + k];
    }
    for (size_t s = 0; s < g->n; s++) g->rows[g->next[g->factors->index[i * g->n + s]]++] = (uint32_t)s;
}

/* ---- the score ---- */

/* R2 */
static int factor_counts(const groups *g, size_t i, double constants)
{
    size_t used = 0;
    for (size_t k = 0; k < g->factors->count[i]; k++) used += g->count[g->start[i] + k] > 0;
    return constants != CONSTANTS_SKIP || used > 1;
}

static int code_is_constant(const groups *g, size_t j)
{
    return !(g->codes->high[j] > g->codes->low[j]) || !(g->codes->high[j] - g->codes->low[j] <= DBL_MAX);
}

/* each[M * d] = IRS_j by that factor alone, for the codes of the block that are not constant. */
static void robustness(const groups *g, double constants, double *each)
{
    for (size_t i = 0; i < g->rep->n_factors; i++) {
        if (!factor_counts(g, i, constants)) continue;
        if (g->q < 1.0) rows_by_group(g, i);
        for (size_t j = g->first; j < g->end; j++)
            if (!code_is_constant(g, j)) each[i * g->rep->n_codes + j] = 1.0 - mean_within(g, i, j) / g->whole[j];
    }
}

/* The largest over the factors that count; returns how many these are. */
static size_t most_robust(const groups *g, double constants, const double *each, double *robust)
{
    size_t factors = 0;
    for (size_t i = 0; i < g->rep->n_factors; i++) {
        const double *of = each + i * g->rep->n_codes;
        if (!factor_counts(g, i, constants)) continue;
        for (size_t j = 0; j < g->rep->n_codes; j++)
            if (factors == 0 || of[j] > robust[j]) robust[j] = of[j];
        factors++;
    }
    return factors;
}

/* R5: does it settle the score? */
static int dropped_rows_decide(const assay_rep *rep, size_t n, assay_call *call)
{
    size_t kept = 0;
    for (size_t s = 0; s < n; s++) {
        int differ = 0;
        for (size_t j = 1; j < rep->n_codes; j++) differ |= rep->codes[j * rep->n + s] != rep->codes[s];
        kept += (size_t)differ;
    }
    if (kept == n) return 0;
    series_fill(&call->series[0],
                call->undefined(call, "not-applicable",
                                "the codes of %zu of %zu rows are all equal; the published code %s", n - kept, n,
                                kept ? "drops those rows from the codes alone and raises IndexError"
                                     : "drops every row and gives 0"));
    if (!kept) call->series[0].value = 0.0;
    return 1;
}

static void score_codes(const groups *g, const double *robust, size_t factors, assay_call *call)
{
    assay_series *series = &call->series[0];
    const int weighted = call->option[WEIGHTS] == WEIGHTS_DEVIATION;
    double sum = 0.0, weights = 0.0;
    for (size_t j = 0; j < g->rep->n_codes; j++) {
        if (code_is_constant(g, j)) {
            series->items[j] = constant_code(call, j); /* R1 */
        } else if (!(g->whole[j] > 0.0)) {
            series->items[j] = CODE_UNDEFINED(call, j, "constant-code", "half of code #'s deviations are 0"); /* R8 */
        } else if (!factors) {
            series->items[j] = call->undefined(call, "constant-factor", "all factors are constant"); /* R2 */
        } else {
            series->items[j] = robust[j];
            sum += robust[j] * (weighted ? g->largest[j] : 1.0);
            weights += weighted ? g->largest[j] : 1.0;
        }
    }
    if (weights > 0.0) series->value = sum / weights; /* R4 */
    else if (call->option[CONSTANTS] != CONSTANTS_SKIP) series->value = 0.0;
}

/* The quantile of a group's deviations, or MEAN_OF them. */
static double within_of(const double *option)
{
    return option[SPREAD] == SPREAD_LARGEST ? option[QUANTILE] : option[SPREAD] == SPREAD_MEDIAN ? 0.5 : MEAN_OF;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const double *option = call->option;
    const cut how = { .rule = (bin_rule)option[RULE],
                      .bins = (size_t)option[FACTOR_BINS],
                      .rows = rows_asked(option[ROWS], rep->n),
                      .labels = option[CATEGORIES] == CATEGORIES_LABELS };
    if (option[DROP] == DROP_ROWS && dropped_rows_decide(rep, how.rows, call)) return ASSAY_OK;
    groups g = { .rep = rep, .n = how.rows, .alike = option[GROUPS] == GROUPS_ALIKE, .q = within_of(option) };
    double *robust, *each;
    ASSAY_TRY(groups_lend(rep, call, &how, &g));
    ASSAY_TRY(LEND(call, LOAN(robust, rep->n_codes), LOAN(each, rep->n_factors * rep->n_codes)));
    for (size_t j = 0; j < rep->n_codes; j += g.stride) {
        block_begin(&g, j);
        groups_gather(&g);
        if (option[SPREAD] == SPREAD_MEAN || option[SPREAD] == SPREAD_MEDIAN) find_whole(&g);
        robustness(&g, option[CONSTANTS], each);
    }
    step_show(call, "the robustness to each factor", each, rep->n_factors, rep->n_codes);
    score_codes(&g, robust, most_robust(&g, option[CONSTANTS], each, robust), call);
    return ASSAY_OK;
}

COST(cost, work_cut(n, m) + n * d * (3.2 + m * (within_of(option) < 1.0 ? 12.0 : 0.5)));

static const assay_output outputs[] = { { "irs", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Suter et al. 2019, plain mean over codes", NULL, NULL },
    { "thesis", "Boilard 2022, equations 1.1 to 1.4", "groups=alike", NULL },
    { "zaidi2020", "Zaidi et al. 2020, published code", "groups=alike:weights=deviation:constants=keep",
      "Codes are weighted by their largest deviation, which the text does not say: multiplying one code by 1000 makes "
      "the score that code's alone. If all codes are constant the score is 0." },
    { "almudevar2025", "Almudevar and Ortega 2025, published code",
      "groups=alike:weights=deviation:constants=keep:categories=cut:drop=rows",
      "As zaidi2020, but a later function of the same name shadows the one that drops constant codes and drops rows "
      "whose codes are all equal: the score is 0 when all rows go, and the code raises IndexError (here: undefined) "
      "when some go. Labels are cut into 10 equal widths: with more than 10 levels neighbouring ones are merged." },
    { "locatello2019", "Locatello et al. 2019, published code",
      "rule=range:factor-bins=20:categories=cut:rows=train:quantile=0.99:groups=alike:weights=deviation:constants=keep",
      "Codes are weighted by their largest deviation. The 0.99 quantile of a group is set against the maximum over all "
      "rows, so a code with rare extremes reads higher than by the definition. Only the training rows count. Labels "
      "are cut into 20 equal widths." },
};

const assay_metric assay_metric_irs = {
    .flags = ASSAY_ABSENT,
    .id = "irs",
    .title = "Interventional Robustness Score",
    .family = "intervention",
    .formula = "IRS_j = max_i 1 - sum_k p(v_i = k) max_{v_i = k} |z_j - mean_k z_j| / max |z_j - mean z_j|; "
               "normal codes of noise score about .2 at 1000 rows",
    .source = "Suter, Miladinovic, Schoelkopf, Bauer 2019, arXiv:1811.00007, section 4",
    METRIC_PARTS_AND_COST,
};
