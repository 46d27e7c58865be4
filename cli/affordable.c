#include "affordable.h"

#include "needed.h"
#include "relation.h"
#include "score_cost.h"
#include "terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDE_SECONDS 60.0
enum { DEAR_NAMED = 5 };

typedef struct dear_metric {
    const variant *of;
    double times, seconds; /* of one representation; of all */
} dear_metric;

static int by_seconds(const void *a, const void *b)
{
    const dear_metric *x = a, *y = b;
    return x->seconds != y->seconds ? (x->seconds > y->seconds) - (x->seconds < y->seconds)
                                    : strcmp(x->of->metric->id, y->of->metric->id);
}

/* The n that apply, the cheapest first, by what each takes where those before it have made what they share. */
static dear_metric *by_cost(const work_asked *w, size_t *n)
{
    const selection *all = w->all;
    dear_metric *to = needed(calloc(all->count + 1, sizeof *to));
    selection sorted = { .at = needed(calloc(all->count + 1, sizeof *sorted.at)) };
    double *once = needed(calloc(all->count + 1, sizeof *once));
    for (size_t v = 0; v < all->count; v++) {
        const variant *one = &all->at[v];
        const double times = w->times ? w->times[v] : 1.0;
        if (!w->fits && !relation_takes_sparse(one->metric, one->option)) continue;
        to[(*n)++] = (dear_metric){ one, times, times * assay_metric_cost(one->metric, one->option, w->size) };
    }
    sorted.count = *n;
    qsort(to, *n, sizeof *to, by_seconds);
    for (size_t v = 0; v < *n; v++) sorted.at[v] = *to[v].of;
    if (isnan(score_cost_of(&sorted, w->size, once))) needed(NULL);
    for (size_t v = 0; v < *n; v++) to[v].seconds = UNIT_SECONDS * once[v] * to[v].times * (double)w->files;
    free(once);
    free(sorted.at);
    return to;
}

static void say_left_out(const dear_metric *of, size_t kept, size_t n, size_t files)
{
    double minutes = 0;
    for (size_t k = kept; k < n; k++) minutes += of[k].seconds / 60;
    terminal_say("note: %zu metrics are left out, which would take %.0f CPU minutes more for %zu model%s: ", n - kept,
                 ceil(minutes), files, files == 1 ? "" : "s");
    for (size_t k = kept; k < n && (files == 1 || k < kept + DEAR_NAMED); k++) {
        char time[32] = "";
        if (files == 1 && of[k].seconds < 6000) snprintf(time, sizeof time, " %.0f min", ceil(of[k].seconds / 60));
        else if (files == 1) snprintf(time, sizeof time, " %.0f h", of[k].seconds / 3600);
        terminal_say("%s%s%s", k > kept ? ", " : "", of[k].of->metric->id, time);
    }
    terminal_say("%s; --all scores them, too, --metrics chooses\n", files > 1 && n - kept > DEAR_NAMED ? ", ..." : "");
}

char *affordable_metrics(const work_asked *w)
{
    size_t kept = 0, n = 0;
    double sum = 0;
    dear_metric *of = by_cost(w, &n);
    const double most = w->size->n_codes > WIDE_CODES ? WIDE_SECONDS * (double)w->files : INFINITY;
    while (kept < n && (sum += of[kept].seconds) <= w->seconds && of[kept].seconds <= most) kept++;
    char *list = NULL;
    size_t length;
    FILE *to = needed(open_memstream(&list, &length));
    for (size_t k = 0; k < kept; k++) fprintf(to, "%s%s", k ? "," : "", of[k].of->metric->id);
    needed_close(to);
    if (n < w->all->count)
        terminal_say(
            "note: %zu metrics need whole tables, more than are made (`assay list limits`): they do not apply, "
            "and are left out; --all lists them\n",
            w->all->count - n);
    if (kept < n) say_left_out(of, kept, n, w->files);
    free(of);
    if (kept && kept < w->all->count) return list;
    free(list);
    return NULL;
}
