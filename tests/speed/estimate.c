/*
 * `make bench PART=estimate`: how far `--estimate` is right. Each metric is scored alone on tables of many shapes. Its
 * CPU seconds are divided by what --estimate says, UNIT_SECONDS for each unit of its cost. An estimate is right
 * within a factor of three (RIGHT). What both say takes less than SHORT is left out (.). What is refused has to be stated as short, too.
 * Exit status 1: fewer than nine in ten are right, or a metric has no score on any shape.
 *
 *   estimate [EVERY [SECONDS [METRICS [SHAPES]]]]      5 15 all ""
 *
 * Of what is stated to take MUCH seconds or more one in EVERY is scored, what takes more than SECONDS never (-).
 * SHAPES: those whose names have it in them.
 */
#include "score_cost.h"
#include "selection.h"
#include "shapes.h"
#include "timing.h"

#define RIGHT 3.0
#define SHARE 0.9
#define SHORT 5e-4 /* s: below it the clock measures itself */
#define MUCH 0.3

static const shape shapes[] = {
    { "numbers", 4000, 5, 10, NUMBERS, 0, 0 },      { "classes", 4000, 5, 16, CLASSES, 0, 0 },
    { "mixed", 4000, 5, 12, MIXED, 0, 0 },          { "binary", 4000, 5, 6, BINARY, 0, 16 },
    { "zeros", 4000, 5, 40, MIXED, 0.95, 0 },       { "long", 20000, 8, 8, NUMBERS, 0, 0 },
    { "longmixed", 20000, 8, 8, MIXED, 0, 0 },      { "short", 200, 8, 8, MIXED, 0, 0 },
    { "shortwide", 200, 8, 1000, NUMBERS, 0, 0 },   { "wide1", 2000, 8, 1024, NUMBERS, 0, 0 },
    { "widebin", 2000, 8, 1024, BINARY, 0, 0 },     { "widemixed", 2000, 8, 1024, MIXED, 0, 0 },
    { "wide4", 2000, 8, 4096, NUMBERS, 0, 0 },      { "wide16", 2000, 8, 16384, NUMBERS, 0, 0 },
    { "sparse1", 2000, 8, 1024, MIXED, 0.98, 0 },   { "sparse16", 2000, 8, 16384, BINARY, 0.99, 0 },
    { "million", 1000000, 4, 4, NUMBERS, 0, 0 },    { "millionbin", 1000000, 4, 4, BINARY, 0, 0 },
    { "factors100", 2000, 100, 32, NUMBERS, 0, 0 }, { "factors1000", 1000, 1000, 16, MIXED, 0, 0 },
    { "nodes", 3000, 14, 64, NODES, 0.8, 32 },      { "nodes1", 1500, 14, 1024, NODES, 0.97, 64 },
    { "traverses", 4000, 5, 10, STEPS, 0, 0 },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct count {
    size_t all, right, *defined; /* [metrics] shapes on which it is */
} count;

static void print_one(const shape *of, const variant *v, double took, double stated, int defined, count *to)
{
    const double ratio = fmax(took, SHORT) / fmax(stated, SHORT);
    const int right = ratio <= RIGHT && ratio >= 1 / RIGHT;
    const int counts = took > SHORT || stated > SHORT;
    to->all += (size_t)counts;
    to->right += (size_t)(counts && right);
    printf("%-12s %-20s %10.4f s %10.4f s stated %8.2f %s%s\n", of->name, v->metric->id, took, stated, ratio,
           !right   ? "!"
           : counts ? " "
                    : ".",
           defined ? "" : " refused");
    fflush(stdout);
}

static void measure(const shape *of, const selection *metrics, size_t every, double most, count *to)
{
    FREED(assay_data_free) assay_data data = { 0 };
    FREED(scoring_freed) scoring *s = scoring_new();
    if (!s) exit(ASSAY_ENOMEM);
    shape_make(of, &data);
    const assay_rep rep = assay_data_view(&data);
    const assay_size size = assay_size_of(&rep);
    for (size_t v = 0; v < metrics->count; v++) {
        const variant *one = &metrics->at[v];
        const double stated = UNIT_SECONDS * assay_metric_cost(one->metric, one->option, &size);
        int defined = 0;
        if (one->metric->flags & ASSAY_DIRECTIONS && !of->dims) continue;
        if (stated > most || (stated > MUCH && (v + (size_t)(of - shapes)) % every)) {
            printf("%-12s %-20s %12s %10.4f s stated %8s\n", of->name, one->metric->id, "", stated, "-");
            continue;
        }
        const double took = time_of(s, &rep, one, &defined);
        print_one(of, one, took, stated, defined, to);
        to->defined[v] += (size_t)defined;
    }
}

int main(int argc, char **argv)
{
    FREED(selection_free) selection metrics = { 0 };
    assay_error err = { "" };
    if (selection_add(&metrics, argc > 3 ? argv[3] : "all", &err) != ASSAY_OK) return printf("%s\n", err.text), 1;
    count found = { .defined = calloc(metrics.count + 1, sizeof(size_t)) };
    const size_t every = argc > 1 ? strtoull(argv[1], NULL, 10) : 5;
    for (size_t k = 0; k < SHAPES; k++)
        if (argc < 5 || strstr(shapes[k].name, argv[4]))
            measure(&shapes[k], &metrics, every, argc > 2 ? strtod(argv[2], NULL) : 15, &found);
    size_t never = 0;
    for (size_t v = 0; v < metrics.count; v++) {
        never += found.defined[v] == 0;
        if (!found.defined[v]) printf("%s has no score on any shape\n", metrics.at[v].metric->id);
    }
    const double share = (double)found.right / (double)found.all;
    printf("%zu of %zu within a factor of %g: %.3f; %.0f CPU seconds\n", found.right, found.all, RIGHT, share,
           cpu_seconds());
    free(found.defined);
    return never || !(share >= SHARE);
}
