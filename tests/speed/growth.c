/*
 * `make bench-growth`: how the time of a score grows. Each built-in metric with its defaults, alone, on one core: with
 * as many factors as codes, d = 8, 64, 512, ... at ROWS rows, and with the rows, N = 10^3, 10^4, ... at 8 by 8.
 * Milliseconds of CPU time of one score, the least of several where one is short, and the slope between the last two
 * sizes on logarithmic axes: in the first table 2 is what looking once at each of the M x d pairs takes, in the second
 * 1 is what looking once at each row takes. `stated` is the slope of the cost that the metric states
 * (assay_metric_cost). A metric stops where the next size would take longer than SECONDS, as it has grown.
 *
 * What is undefined on numbers is timed on labels of a tree, with directions (marked *); what is undefined there, too
 * (of traverses), is left out.
 *
 *   growth [SECONDS [WIDEST [LONGEST [METRICS]]]]      10 512 100000 all
 */
#include "selection.h"
#include "shapes.h"
#include "timing.h"

enum { ROWS = 1000, WIDTH = 8, SIZES_MOST = 16 };

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
    const size_t n = g->by_rows ? at : ROWS, columns = g->by_rows ? WIDTH : at;
    return (assay_size){ .n = n, .n_factors = columns, .n_codes = columns };
}

static size_t size_count(const growth *g)
{
    size_t count = 0;
    for (size_t at = g->first; at <= g->last && count < SIZES_MOST; at *= g->step) count++;
    return count;
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
        int defined = 0;
        took[k] = time_of(s, &rep, v, &defined);
        if (!defined) break;
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
        printf(" %7.2f %7.2f", slope(took[measured - 2], took[measured - 1], g->step),
               slope(assay_metric_cost(v->metric, v->option, &before), assay_metric_cost(v->metric, v->option, &last),
                     g->step));
    }
    printf("\n");
    fflush(stdout);
}

static void print_table(const growth *g, const selection *metrics, scoring *s)
{
    assay_data data[2][SIZES_MOST] = { 0 };
    double took[SIZES_MOST];
    const size_t sizes = size_count(g);
    if (g->by_rows) printf("\n%-20s", "ms, M = d = 8");
    else printf("%-20s", "ms, N = 1000");
    for (size_t k = 0; k < sizes; k++) {
        const assay_size size = size_at(g, k);
        printf("  %s = %5zu", g->by_rows ? "N" : "d", g->by_rows ? size.n : size.n_codes);
        shape_make(&(shape){ "", size.n, size.n_factors, size.n_codes, NUMBERS, 0, 0 }, &data[0][k]);
        shape_make(&(shape){ "", size.n, size.n_factors, size.n_codes, NODES, 0, 16 }, &data[1][k]);
    }
    printf(" %7s %7s\n", "slope", "stated");
    for (size_t v = 0; v < metrics->count; v++) {
        const variant *const one = &metrics->at[v];
        size_t measured = measure(g, data[0], sizes, s, one, took);
        const int pairs = measured == 0;
        if (pairs) measured = measure(g, data[1], sizes, s, one, took);
        print_row(g, one, pairs, took, measured, sizes);
    }
    for (size_t k = 0; k < 2 * sizes; k++) assay_data_free(&data[k / sizes][k % sizes]);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 10.0;
    const growth wide = { 8, 8, argc > 2 ? strtoull(argv[2], NULL, 10) : 512, 0, seconds };
    const growth tall = { 1000, 10, argc > 3 ? strtoull(argv[3], NULL, 10) : 100000, 1, seconds };
    selection metrics = { 0 };
    assay_error err = { "" };
    scoring *s = scoring_new();
    assay_status status = s ? selection_add(&metrics, argc > 4 ? argv[4] : "all", &err) : ASSAY_ENOMEM;
    if (status == ASSAY_OK) {
        print_table(&wide, &metrics, s);
        print_table(&tall, &metrics, s);
    }
    selection_free(&metrics);
    scoring_free(s);
    if (status != ASSAY_OK) fprintf(stderr, "growth: %s\n", err.text[0] ? err.text : "memory ran out");
    return (int)status;
}
