/*
 *     biased    probe of T on rows where T and S are both on or both off
 *     clean     probe of T, and spurious probe of S, on rows of the four cases in equal numbers
 *     effect_j = |(mean z_j where S - mean elsewhere) (w . W_j)|             w of the spurious probe, means on its rows
 *     x' = x - sum_j (z_j - keep_j) W_j over the n codes of largest effect
 *     scr = (acc(biased, x') - acc(biased, x)) / (acc(clean, x) - acc(biased, x))     on rows of the four cases
 *
 * Source   Karvonen et al. 2025, SAEBench, arXiv:2503.09532 (spurious correlation removal); Marks et al. 2024, Sparse
 *          feature circuits, arXiv:2403.19647 (SHIFT). No reference values.
 * Takes    directions of codes; activations x, or true directions; a factor is on where its value is above 0.
 * Gives    per factor as T the mean over S, and the mean of these. 1: as good as the clean probe; 0: nothing mended;
 *          not cut off at either end.
 * Pairs    all that have five rows of every case to learn from and five to score, at most `pairs`, those of most rows
 *          in the rarest case, in both orders.
 * Rows     linear_probe.h: of each case, or of both on and both off, the first rows, in equal numbers.
 * Cost     three fits on dims activations for each pair and order; n M, and the values that are not 0 times how many
 *          share a row.
 * R1  ablate=mean keeps a code's mean on the rows of the spurious probe; zero, as published, keeps 0: it moves all
 *     rows of S towards "no", onto the biased probe's threshold, and a perfect dictionary scores about 0.
 * R2  The clean probe is right no more often than the biased one: the pair has no score; none has: undefined.
 * R3  No directions: not-applicable. No pair with enough rows: too-few-samples.
 */
#include "aggregate.h"
#include "linear_probe.h"
#include "work.h"

enum { KEEP_MEAN, KEEP_ZERO };
enum { BIT_S, BIT_T }; /* of a row's cell: 2 T + S */

#define OPTIONS(OPTION)                                                                                              \
    OPTION(CODES, PARAMETER("n", "codes taken out", 1, 1, 10000, ASSAY_WHOLE | ASSAY_DEFINES))                       \
    OPTION(ABLATE,                                                                                                   \
           CHOICE("ablate",                                                                                          \
                  "a code taken out keeps its mean, or 0 as published", [KEEP_MEAN] = "mean", [KEEP_ZERO] = "zero")) \
    OPTION(PAIRS,                                                                                                    \
           PARAMETER("pairs", "most pairs looked at, those of most rows", 20, 1, 1e6, ASSAY_WHOLE | ASSAY_DEFINES))  \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

typedef struct pair {
    size_t t, s, rows; /* of the rarest case */
} pair;

typedef struct removal {
    const assay_rep *rep;
    assay_call *call;
    probe_desk desk;
    pair *pairs; /* [most] the most rows first */
    size_t count, most;
    size_t *met[2];                    /* [m] together with T, in either half */
    size_t *on[2];                     /* [m] */
    double *biased, *clean, *spurious; /* [dims + 1] */
    double *effect, *keep, *says;      /* [d], [d], [n] */
    size_t *code;                      /* [n of the options] */
    double *sum, *defined;             /* [m] of the scores of T */
} removal;

static assay_status removal_make(removal *w)
{
    const size_t m = w->rep->n_factors, d = w->rep->n_codes, dims = w->rep->dims;
    const double *option = w->call->option;
    w->most = (size_t)option[PAIRS];
    if ((double)w->most > (double)m * (double)m) w->most = m * m;
    ASSAY_TRY(LEND(w->call, LOAN(w->pairs, w->most + 1), LOAN(w->met[0], m), LOAN(w->met[1], m), LOAN(w->on[0], m),
                   LOAN(w->on[1], m), LOAN(w->biased, dims + 1), LOAN(w->clean, dims + 1), LOAN(w->spurious, dims + 1),
                   LOAN(w->effect, d), LOAN(w->keep, d), LOAN(w->says, w->rep->n), LOAN(w->code, d), LOAN(w->sum, m),
                   LOAN(w->defined, m)));
    return probe_desk_make(w->rep, w->call, option[ORDER], &w->desk);
}

/* Rows of the rarest of the four cases, in the half that has fewer. */
static size_t rarest(const removal *w, size_t t, size_t s)
{
    size_t least = SIZE_MAX;
    for (size_t h = 0; h < 2; h++) {
        const size_t rows = h ? w->rep->n - w->desk.half : w->desk.half, both = w->met[h][s];
        const size_t cases[4] = { both, w->on[h][t] - both, w->on[h][s] - both,
                                  rows + both - w->on[h][t] - w->on[h][s] };
        for (size_t c = 0; c < 4; c++) least = cases[c] < least ? cases[c] : least;
    }
    return least;
}

/* Keeps the pairs of most rows, of equal ones the first. */
static void keep_pair(removal *w, pair p)
{
    size_t k = w->count;
    while (k > 0 && w->pairs[k - 1].rows < p.rows) k--;
    if (k == w->most) return;
    if (w->count < w->most) w->count++;
    for (size_t at = w->count - 1; at > k; at--) w->pairs[at] = w->pairs[at - 1];
    w->pairs[k] = p;
}

static void find_pairs(removal *w)
{
    const size_t m = w->rep->n_factors, n = w->rep->n, half = w->desk.half;
    for (size_t i = 0; i < m; i++)
        for (size_t h = 0; h < 2; h++) w->on[h][i] = firing_count(w->rep, i, w->desk.place, h * half, h ? n : half);
    for (size_t a = 0; a < m; a++) {
        if (w->on[0][a] < 2 * PROBE_LEAST || w->on[1][a] < 2 * PROBE_LEAST) continue;
        for (size_t h = 0; h < 2; h++)
            firing_meets(w->rep, w->desk.fires, a, w->desk.place, h * half, h ? n : half, w->met[h]);
        for (size_t b = a + 1; b < m; b++) {
            const pair p = { a, b, rarest(w, a, b) };
            if (p.rows >= PROBE_LEAST) keep_pair(w, p);
        }
    }
}

static void mark_cells(removal *w, size_t t, size_t s, int tied)
{
    unsigned char *cell = w->desk.cell;
    memset(cell, 0, w->rep->n);
    probe_mark(&w->desk, t, 0, 2);
    probe_mark(&w->desk, s, 2, 1);
    for (size_t r = 0; tied && r < w->rep->n; r++) cell[r] = cell[r] == 0 ? 0 : cell[r] == 3 ? 1 : 2;
}

/* Takes the codes out of what the biased probe says. */
static void take_out(removal *w, const dealt *free_rows, const dealt *test)
{
    const double *option = w->call->option;
    probe_gaps(&w->desk, free_rows, BIT_S, w->effect);
    for (size_t j = 0; j < w->rep->n_codes; j++)
        w->effect[j] = fabs(w->effect[j] * probe_along(w->rep, w->spurious, j));
    const size_t taken = probe_codes(&w->desk, w->effect, (size_t)option[CODES], 0, w->code);
    if (option[ABLATE] == KEEP_MEAN) probe_means(&w->desk, free_rows, w->keep);
    probe_ablate(&w->desk, w->biased, test, w->code, taken, option[ABLATE] == KEEP_MEAN ? w->keep : NULL, w->says);
}

static assay_status score_pair(removal *w, size_t t, size_t s)
{
    const size_t n = w->rep->n, half = w->desk.half;
    dealt tied, free_rows, test;
    mark_cells(w, t, s, 1);
    ASSAY_TRY(probe_deal(&w->desk, 2, 0, half, &tied));
    mark_cells(w, t, s, 0);
    ASSAY_TRY(probe_deal(&w->desk, 4, 0, half, &free_rows));
    ASSAY_TRY(probe_deal(&w->desk, 4, half, n, &test));
    ASSAY_TRY(probe_fit(&w->desk, &tied, 0, w->biased));
    ASSAY_TRY(probe_fit(&w->desk, &free_rows, BIT_T, w->clean));
    ASSAY_TRY(probe_fit(&w->desk, &free_rows, BIT_S, w->spurious));
    probe_says(&w->desk, w->clean, &test, w->says);
    const double clean = probe_accuracy(&test, BIT_T, w->says);
    probe_says(&w->desk, w->biased, &test, w->says);
    const double before = probe_accuracy(&test, BIT_T, w->says);
    if (!(clean > before)) return ASSAY_OK; /* R2 */
    take_out(w, &free_rows, &test);
    w->sum[t] += (probe_accuracy(&test, BIT_T, w->says) - before) / (clean - before);
    w->defined[t] += 1.0;
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    removal w = { .rep = rep, .call = call };
    const char *refused = probe_refusal(rep);
    assay_series *to = &call->series[0];
    size_t scored = 0;
    if (refused) return REFUSED(call, "not-applicable", "%s", refused);
    ASSAY_TRY(removal_make(&w));
    find_pairs(&w);
    if (!w.count)
        return REFUSED(call, "too-few-samples",
                       "no pair of factors has five rows of each case to learn from and five to score");
    for (size_t k = 0; k < w.count; k++) {
        ASSAY_TRY(score_pair(&w, w.pairs[k].t, w.pairs[k].s));
        ASSAY_TRY(score_pair(&w, w.pairs[k].s, w.pairs[k].t));
    }
    for (size_t i = 0; i < rep->n_factors; i++) {
        scored += w.defined[i] > 0.0;
        to->items[i] = w.defined[i] > 0.0 ? w.sum[i] / w.defined[i]
                                          : FACTOR_UNDEFINED(call, i, "not-applicable",
                                                             "factor # has no pair whose biased probe could be mended");
    }
    if (!scored)
        to->value =
            call->undefined(call, "not-applicable", "no pair's clean probe is right more often than its biased one");
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double pairs = fmin(option[PAIRS], 0.5 * m * m);
    return 3.0 * n * m + 2.0 * pairs * (n * work_active(size) + d + probe_cost(size, n));
}

static const assay_output outputs[] = { { "scr", ASSAY_PER_FACTOR, 0, -INFINITY, INFINITY } };

static const assay_preset presets[] = {
    { "default", "Karvonen et al. 2025 (spurious correlation removal), codes kept at their means", NULL, NULL },
    { "saebench", "Karvonen et al. 2025, SAEBench, published code", "n=20:ablate=zero:order=table",
      "The first rows are learnt from: rows in order score otherwise. Codes taken out become 0, which moves the rows "
      "of S alone and those of T alone onto the biased probe's threshold: a perfect dictionary scores about 0, one "
      "whose directions are shuffled may score more." },
};

const assay_metric assay_metric_scr = {
    .flags = ASSAY_RANDOM | ASSAY_DIRECTIONS | ASSAY_SPARSE | ASSAY_SPLIT,
    .id = "scr",
    .title = "Spurious correlation removal",
    .family = "dictionary",
    .formula = "mean over pairs (T, S) of (acc of the biased probe of T without the n codes of largest |(mean z_j "
               "where S - elsewhere) (w_S . W_j)| - acc with them) / (acc of T's clean probe - acc with them)",
    .source = "Karvonen et al. 2025, SAEBench, arXiv:2503.09532",
    METRIC_PARTS_AND_COST,
};
