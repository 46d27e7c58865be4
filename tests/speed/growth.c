/*
 * `make bench-growth`: how the time of a score grows. Each built-in metric with its defaults, alone, on one core: with
 * as many factors as codes, d = 8, 64, 512, ... at ROWS rows, and with the rows, N = 10^3, 10^4, ... at 8 by 8.
 * Milliseconds of CPU time of one score, the least of several where one is short, and the slope between the last two
 * sizes on logarithmic axes: in the first table 2 is what looking once at each of the M x d pairs takes, in the second
 * 1 is what looking once at each row takes. `stated` is the slope of the cost that the metric states
 * (assay_metric_cost), `beside` that of it without its solver's share, whose name is behind it. A metric stops where
 * the next size would take longer than SECONDS, as it has grown.
 *
 * What is undefined on continuous factors is timed on binary ones whose rows come in pairs that differ in one factor
 * (marked *); what is undefined there, too (of traverses, of codes that are nobody's), is left out.
 *
 *   growth [SECONDS [WIDEST [LONGEST [METRICS]]]]      10 512 100000 all
 */
#include "scoring.h"
#include "selection.h"
#include "timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1000, WIDTH = 8, SIZES_MOST = 16, TIMES = 3 };

/* Sizes one after the other, each `step` times the one before it. */
typedef struct growth {
    size_t first, step, last;
    int by_rows;
    double seconds; /* the most of one score */
} growth;

static assay_size size_at(const growth *g, size_t k)
{
    size_t at = g->first;
    while (k-- > 0) at *= g->step;
    return g->by_rows ? (assay_size){ at, WIDTH, WIDTH, 0, 0, 0, 0 } : (assay_size){ ROWS, at, at, 0, 0, 0, 0 };
}

static size_t size_count(const growth *g)
{
    size_t count = 0;
    for (size_t at = g->first; at <= g->last && count < SIZES_MOST; at *= g->step) count++;
    return count;
}

/* Factors of 0 and 1, of which row 2 r + 1 differs from row 2 r in the next one. */
static void make_pairs(assay_size size, assay_data *to)
{
    for (size_t i = 0; i < size.n_factors; i++) {
        double *v = to->factors + i * size.n;
        to->levels[i] = 2;
        for (size_t s = 0; s < size.n; s++)
            v[s] = s % 2 == 0 ? v[s] >= 0.5 : s / 2 % size.n_factors == i ? 1.0 - v[s - 1] : v[s - 1];
    }
}

/* Codes are factors with noise: 0.6 v + 0.4 u. */
static assay_status make_data(assay_size size, int pairs, assay_data *to)
{
    assay_stream stream;
    assay_stream_seed(&stream, 0);
    const assay_status status = assay_data_shape(to, size.n, size.n_factors, size.n_codes);
    if (status != ASSAY_OK) return status;
    assay_stream_fill(&stream, to->factors, size.n * size.n_factors);
    if (pairs) make_pairs(size, to);
    assay_stream_fill(&stream, to->codes, size.n * size.n_codes);
    for (size_t k = 0; k < size.n * size.n_codes; k++) to->codes[k] = 0.6 * to->factors[k] + 0.4 * to->codes[k];
    return ASSAY_OK;
}

/* NaN: there is no score, or it is undefined. */
static double score_once(scoring *s, const assay_rep *rep, const variant *v)
{
    const assay_score *scores;
    const double start = cpu_seconds();
    const int failed = scoring_begin(s, rep, 0, "", "") != ASSAY_OK || scoring_run(s, v, &scores) != ASSAY_OK ||
                       scores[0].status != ASSAY_OK || isnan(scores[0].overall.value);
    return failed ? NAN : cpu_seconds() - start;
}

static double least_of(scoring *s, const assay_rep *rep, const variant *v)
{
    double least = score_once(s, rep, v);
    for (int k = 1; k < TIMES && least < 0.3; k++) least = fmin(least, score_once(s, rep, v));
    return least;
}

static double slope(double before, double after, size_t step) { return log(after / before) / log((double)step); }

/* Fills took[] size by size; returns how many were measured. */
static size_t measure(const growth *g, const assay_data *data, size_t sizes, scoring *s, const variant *v, double *took)
{
    size_t k = 0;
    for (; k < sizes; k++) {
        const double grown = k > 1 ? took[k - 1] / took[k - 2] : (double)g->step;
        if (k > 0 && !(took[k - 1] * grown < g->seconds)) break;
        const assay_rep rep = assay_data_view(&data[k]);
        took[k] = least_of(s, &rep, v);
        if (isnan(took[k])) break;
    }
    return k;
}

static void print_row(const growth *g, const variant *v, int pairs, const double *took, size_t measured, size_t sizes)
{
    printf("%-18s %s", v->metric->id, pairs && measured > 0 ? "*" : " ");
    for (size_t k = 0; k < sizes; k++)
        if (k < measured) printf(" %10.2f", 1e3 * took[k]);
        else printf(" %10s", "-");
    if (measured > 1) {
        const assay_size last = size_at(g, measured - 1), before = size_at(g, measured - 2);
        const char *solver;
        const double cost[] = { assay_metric_cost(v->metric, v->option, &before),
                                assay_metric_cost(v->metric, v->option, &last) };
        const double solved[] = { assay_metric_solver_cost(v->metric, v->option, &before, NULL),
                                  assay_metric_solver_cost(v->metric, v->option, &last, &solver) };
        printf(" %7.2f %7.2f %7.2f  %s", slope(took[measured - 2], took[measured - 1], g->step),
               slope(cost[0], cost[1], g->step), slope(cost[0] - solved[0], cost[1] - solved[1], g->step),
               solver ? solver : "");
    }
    printf("\n");
    fflush(stdout);
}

static assay_status print_table(const growth *g, const selection *metrics, scoring *s)
{
    assay_data data[2][SIZES_MOST] = { 0 };
    double took[SIZES_MOST];
    const size_t sizes = size_count(g);
    assay_status status = ASSAY_OK;
    if (g->by_rows) printf("\n%-20s", "ms, M = d = 8");
    else printf("%-20s", "ms, N = 1000");
    for (size_t k = 0; k < sizes && status == ASSAY_OK; k++) {
        const assay_size size = size_at(g, k);
        printf("  %s = %5zu", g->by_rows ? "N" : "d", g->by_rows ? size.n : size.n_codes);
        status = make_data(size, 0, &data[0][k]);
        if (status == ASSAY_OK) status = make_data(size, 1, &data[1][k]);
    }
    printf(" %7s %7s %7s  %s\n", "slope", "stated", "without", "solver");
    for (size_t v = 0; v < metrics->count && status == ASSAY_OK; v++) {
        const variant *const one = &metrics->at[v];
        size_t measured = measure(g, data[0], sizes, s, one, took);
        const int pairs = measured == 0;
        if (pairs) measured = measure(g, data[1], sizes, s, one, took);
        print_row(g, one, pairs, took, measured, sizes);
    }
    for (size_t k = 0; k < 2 * sizes; k++) assay_data_free(&data[k / sizes][k % sizes]);
    return status;
}

static size_t argument(int argc, char **argv, int k, size_t standard)
{
    return argc > k ? (size_t)strtoull(argv[k], NULL, 10) : standard;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 10.0;
    const growth wide = { 8, 8, argument(argc, argv, 2, 512), 0, seconds };
    const growth tall = { 1000, 10, argument(argc, argv, 3, 100000), 1, seconds };
    selection metrics = { 0 };
    assay_error err = { "" };
    scoring *s = scoring_new();
    assay_status status = s ? selection_add(&metrics, argc > 4 ? argv[4] : "all", &err) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = print_table(&wide, &metrics, s);
    if (status == ASSAY_OK) status = print_table(&tall, &metrics, s);
    selection_free(&metrics);
    scoring_free(s);
    if (status != ASSAY_OK) fprintf(stderr, "growth: %s\n", err.text[0] ? err.text : "memory ran out");
    return (int)status;
}
