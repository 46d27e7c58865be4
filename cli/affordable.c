#include "affordable.h"

#include "needed.h"
#include "relation.h"
#include "score_cost.h"
#include "terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDE_SECONDS 60.0
enum { COSTLY_NAMED = 5 };

typedef struct costly_metric {
    const variant *of;
    double times, seconds; /* of one representation; of all */
} costly_metric;

static int by_seconds(const void *a, const void *b)
{
    const costly_metric *x = a, *y = b;
    return x->seconds != y->seconds ? (x->seconds > y->seconds) - (x->seconds < y->seconds)
                                    : strcmp(x->of->metric->id, y->of->metric->id);
}

/* The n that apply, the cheapest first, by what each takes where those before it have made what they share. */
static costly_metric *by_cost(const work_asked *w, size_t *n)
{
    const selection *all = w->all;
    costly_metric *to = kept(all->count + 1, sizeof *to);
    selection sorted = { .at = kept(all->count + 1, sizeof *sorted.at) };
    double *once = kept(all->count + 1, sizeof *once);
    for (size_t v = 0; v < all->count; v++) {
        const variant *one = &all->at[v];
        const double times = w->times ? w->times[v] : 1.0;
        if (!w->fits && !relation_takes_sparse(one->metric, one->option)) continue;
        to[(*n)++] = (costly_metric){ one, times, times * assay_metric_cost(one->metric, one->option, w->size) };
    }
    sorted.count = *n;
    qsort(to, *n, sizeof *to, by_seconds);
    for (size_t v = 0; v < *n; v++) sorted.at[v] = *to[v].of;
    if (isnan(score_cost_of(&sorted, w->size, once))) needed(NULL);
    for (size_t v = 0; v < *n; v++) to[v].seconds = UNIT_SECONDS * once[v] * to[v].times * (double)w->files;
    return to;
}

/* Those from `least` on. */
static void say_left_out(const costly_metric *of, size_t least, size_t n, size_t files)
{
    double minutes = 0;
    for (size_t k = least; k < n; k++) minutes += of[k].seconds / 60;
    terminal_say("note: %zu metrics are left out, which would take %.0f CPU minutes more for %zu model%s: ", n - least,
                 ceil(minutes), files, files == 1 ? "" : "s");
    for (size_t k = least; k < n && (files == 1 || k < least + COSTLY_NAMED); k++) {
        terminal_say("%s%s", k > least ? ", " : "", of[k].of->metric->id);
        if (files == 1 && of[k].seconds < 6000) terminal_say(" %.0f min", ceil(of[k].seconds / 60));
        else if (files == 1) terminal_say(" %.0f h", of[k].seconds / 3600);
    }
    terminal_say("%s; --all scores them, too, --metrics chooses\n",
                 files > 1 && n - least > COSTLY_NAMED ? ", ..." : "");
}

const char *affordable_metrics(const work_asked *w)
{
    size_t least = 0, n = 0;
    double sum = 0;
    const costly_metric *of = by_cost(w, &n);
    const double most = w->size->n_codes > WIDE_CODES ? WIDE_SECONDS * (double)w->files : INFINITY;
    const char *list = "";
    for (; least < n && (sum += of[least].seconds) <= w->seconds && of[least].seconds <= most; least++)
        list = phrase_join(list, ",", of[least].of->metric->id);
    if (n < w->all->count)
        terminal_say(
            "note: %zu metrics need whole tables, more than are made (`assay list limits`): they do not apply, "
            "and are left out; --all lists them\n",
            w->all->count - n);
    if (least < n) say_left_out(of, least, n, w->files);
    return least && least < w->all->count ? list : NULL;
}
