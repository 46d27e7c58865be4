/*
 * `make bench PART=estimate`: how far `--estimate` is right. Every metric is scored alone, on factors of every kind,
 * and its CPU time (user time of this process) is compared with the cost that it states, of these data. Ratios are to
 * the median over metrics of continuous factors in the same run, so that the processor's speed, and who else uses it,
 * cancel. Exit status 1: a ratio is over 3 or below 1/3.
 *
 *   estimate [ROWS [LIST [SEED [NANOSECONDS]]]]
 *
 * NANOSECONDS: what a unit takes here, as a run of all metrics printed it, where LIST is too short to find out.
 */
#include "ascending.h"
#include "estimate_kinds.h"
#include "scoring.h"
#include "selection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define RIGHT 3.0  /* what --estimate promises */
#define SHORT 2e-4 /* s: below it the clock measures itself */
enum { TIMES = 5 };

static double user_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
}

static int score_once(scoring *s, const assay_rep *rep, const variant *v)
{
    const assay_score *scores;
    if (scoring_begin(s, rep, 0, "", "") != ASSAY_OK || scoring_run(s, v, &scores) != ASSAY_OK) return 0;
    for (size_t o = 0; o < v->metric->n_outputs; o++)
        if (!isnan(scores[o].overall.value)) return 1;
    return 0; /* undefined: it did not do its work */
}

/* Seconds of one score, the least of a few; NaN: it is not defined. */
static double time_of(scoring *s, const assay_rep *rep, const variant *v)
{
    double least = INFINITY;
    for (int k = 0; k < TIMES && (k == 0 || least < 0.2); k++) {
        double start = user_seconds(), took = 0.0;
        int repeats = 0;
        for (; took < 0.01 && repeats < 20; repeats++) {
            if (!score_once(s, rep, v)) return NAN;
            took = user_seconds() - start;
        }
        least = fmin(least, took / repeats);
    }
    return least;
}

/* Of those that are not 1 since both times are too short. */
static double median(const double *x, size_t n)
{
    double *sorted = malloc((n + 1) * sizeof *sorted), at = NAN;
    size_t count = 0;
    for (size_t k = 0; sorted && k < n; k++)
        if (!isnan(x[k]) && x[k] != 1.0) sorted[count++] = x[k];
    if (count) qsort(sorted, count, sizeof *sorted, ascending);
    at = count ? sorted[count / 2] : 1.0;
    free(sorted);
    return at;
}

/* Fills took[] and ratio[] of one kind, metric by metric. */
static assay_status measure(size_t kind, size_t rows, uint64_t seed, const selection *metrics, double *took,
                            double *ratio)
{
    assay_data data = { 0 };
    scoring *s = scoring_new();
    const assay_status status = s ? estimate_kind_make(kind, rows, seed, &data) : ASSAY_ENOMEM;
    const assay_rep rep = assay_data_view(&data);
    for (size_t v = 0; v < metrics->count && status == ASSAY_OK; v++) {
        const variant *one = &metrics->at[v];
        const assay_size size = assay_size_of(&rep);
        took[v] = time_of(s, &rep, one);
        const double stated = 1e-9 * assay_metric_cost(one->metric, one->option, &size);
        ratio[v] = isnan(took[v]) ? NAN : fmax(took[v], SHORT) / fmax(stated, SHORT);
        fprintf(stderr, "%-12s %-18s %9.4f s, %9.4f s stated\n", estimate_kind_name[kind], one->metric->id, took[v],
                stated);
    }
    scoring_free(s);
    assay_data_free(&data);
    return status;
}

static void print_ratio(double ratio)
{
    if (isnan(ratio)) printf(" %12s", "-");
    else printf(" %11.2f%s", ratio, ratio > RIGHT || ratio < 1 / RIGHT ? "!" : " ");
}

/* Returns how many are wrong. */
static size_t print_all(const selection *metrics, const double *ratio, double speed)
{
    size_t wrong = 0;
    double worst = 1.0;
    const variant *of = NULL;
    printf("%-24s", "measured / estimated");
    for (size_t k = 0; k < ESTIMATE_KINDS; k++) printf(" %12s", estimate_kind_name[k]);
    printf("\n");
    for (size_t v = 0; v < metrics->count; v++) {
        printf("%-24s", metrics->at[v].metric->id);
        for (size_t k = 0; k < ESTIMATE_KINDS; k++) {
            const double raw = ratio[k * metrics->count + v], one = raw == 1.0 ? raw : raw / speed;
            print_ratio(one);
            if (isnan(one)) continue;
            wrong += one > RIGHT || one < 1 / RIGHT;
            if (fabs(log(one)) > fabs(log(worst))) worst = one, of = &metrics->at[v];
        }
        printf("\n");
    }
    printf("worst: %s, %.2f; %zu outside a factor of %g (!); a unit took %.2f ns\n", of ? of->metric->id : "none",
           worst, wrong, RIGHT, speed);
    return wrong;
}

int main(int argc, char **argv)
{
    const size_t rows = argc > 1 ? strtoull(argv[1], NULL, 10) : 4000;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    selection metrics = { 0 };
    assay_error err = { "" };
    assay_status status = selection_add(&metrics, argc > 2 ? argv[2] : "all", &err);
    double *took = calloc(metrics.count + 1, ESTIMATE_KINDS * sizeof *took);
    double *ratio = calloc(metrics.count + 1, ESTIMATE_KINDS * sizeof *ratio);
    if (status == ASSAY_OK && (!took || !ratio)) status = ASSAY_ENOMEM;
    for (size_t k = 0; k < ESTIMATE_KINDS && status == ASSAY_OK; k++)
        status = measure(k, rows, seed, &metrics, took + k * metrics.count, ratio + k * metrics.count);
    size_t wrong = 0;
    const double speed = argc > 4 ? strtod(argv[4], NULL) : median(ratio, metrics.count);
    if (status == ASSAY_OK) wrong = print_all(&metrics, ratio, speed);
    else fprintf(stderr, "estimate: %s\n", err.text[0] ? err.text : "memory ran out");
    free(took);
    free(ratio);
    selection_free(&metrics);
    return status != ASSAY_OK || wrong;
}
