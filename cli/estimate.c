/* How long scores will take; see estimate.h. */
#define _DEFAULT_SOURCE /* _SC_PHYS_PAGES */
#include "estimate.h"

#include "needed.h"
#include "relation.h"
#include "score_cost.h"
#include "terminal.h"

#include <math.h>
#include <unistd.h>

/* Of the largest representation: what a metric holds besides the data at most, as measured with each built-in one on
 * two threads at 200,000 rows and 8 + 8 columns (mcc-rdc most); d x d matrices of what solves; and numbers for each
 * factor and code, which are more than the data where columns are many and rows few. */
enum { HELD = 6, MATRICES = 4, NUMBERS = 8 };
#define CHEAP_HELD 0.25 /* of what has histograms and plain correlations */
enum { LONG_SECONDS = 900 };

void estimate_add(estimate *to, const selection *metrics, const assay_size *size, const double *times)
{
    double *once = kept(metrics->count + 1, sizeof *once);
    if (!to->second) to->second = needed(calloc(metrics->count + 1, sizeof *to->second));
    if (!to->solved) to->solved = needed(calloc(metrics->count + 1, sizeof *to->solved));
    to->metrics = metrics;
    if (isnan(score_cost_of(metrics, size, once))) needed(NULL);
    for (size_t v = 0; v < metrics->count; v++) {
        const double seconds = UNIT_SECONDS * once[v] * (times ? times[v] : 1.0);
        to->second[v] += seconds;
        to->has_matrices |= seconds > 0.0 && !relation_takes_sparse(metrics->at[v].metric, metrics->at[v].option);
        const double solved = assay_metric_solver_cost(metrics->at[v].metric, metrics->at[v].option, size, NULL);
        to->solved[v] += UNIT_SECONDS * fmin(solved, once[v]) * (times ? times[v] : 1.0);
        if (!isnan(seconds)) to->total += seconds;
    }
    if (score_cost_bytes(size) > to->bytes) {
        to->bytes = score_cost_bytes(size);
        to->largest = *size;
    }
    to->count++;
}

void estimate_free(estimate *e)
{
    free(e->second);
    free(e->solved);
    *e = (estimate){ 0 };
}

static const char *time_text(double seconds, char to[32])
{
    static const struct {
        double most, unit;
        const char *name;
    } units[] = {
        { 1, 1e-3, "ms" }, { 120, 1, "s" }, { 7200, 60, "min" }, { 172800, 3600, "h" }, { INFINITY, 86400, "days" }
    };
    size_t k = 0;
    while (seconds >= units[k].most) k++;
    const double value = seconds / units[k].unit;
    snprintf(to, 32, value >= 100 ? "%.0f %s" : "%.2g %s", value, units[k].name);
    return to;
}

static const char *bytes_text(double bytes, char to[32])
{
    if (bytes < 1e9) snprintf(to, 32, "%.3g MB", bytes / 1e6);
    else snprintf(to, 32, "%.3g GB", bytes / 1e9);
    return to;
}

/* The variants in falling order of their time, those of unknown time first. */
static size_t *order_of(const estimate *e)
{
    const size_t n = e->metrics->count;
    size_t *at = needed(calloc(n + 1, sizeof *at));
    for (size_t v = 0; v < n; v++) {
        size_t k = v;
        for (; k > 0 && !isnan(e->second[at[k - 1]]) && !(e->second[v] <= e->second[at[k - 1]]); k--) at[k] = at[k - 1];
        at[k] = v;
    }
    return at;
}

static double pairs_of(const estimate *e)
{
    return NUMBERS * (double)sizeof(double) * (double)e->largest.n_factors * (double)e->largest.n_codes;
}

static double memory_of(const estimate *e)
{
    const double d = (double)e->largest.n_codes;
    const double matrices = e->has_matrices ? MATRICES * d * d * (double)sizeof(double) : 0.0;
    return (1.0 + HELD) * e->bytes + matrices + pairs_of(e);
}

static void note_memory(grid *g, const estimate *e)
{
    char data[32], read[32], most[32], cheap[32], here[32];
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    grid_note(g, 0,
              "memory: %s of data%s; twice that while an archive is read; up to about %s with the metrics that "
              "hold most (those of histograms and plain correlations up to %s plus the data)",
              bytes_text(e->bytes, data), e->count > 1 ? " in the largest" : "", bytes_text(memory_of(e), most),
              bytes_text(CHEAP_HELD * e->bytes + pairs_of(e), cheap));
    if (memory > 0 && 2.0 * e->bytes > memory)
        grid_note(g, 0, "this machine has %s: an archive of these data (%s to be read) does not fit",
                  bytes_text(memory, here), bytes_text(2.0 * e->bytes, read));
    else if (memory > 0 && memory_of(e) > memory)
        grid_note(g, 0, "this machine has %s: metrics that learn may run out of it", bytes_text(memory, here));
}

int estimate_print(const cli_args *args, const estimate *e)
{
    char caption[160], time[32];
    const assay_size *size = &e->largest;
    OWNED size_t *order = order_of(e);
    if (e->count == 1)
        snprintf(caption, sizeof caption, "%zu samples, %zu factors, %zu codes: estimated, nothing is scored", size->n,
                 size->n_factors, size->n_codes);
    else
        snprintf(caption, sizeof caption, "%zu representations and their draws: estimated, nothing is scored",
                 e->count);
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "seconds", "seconds", GRID_RIGHT },
                 { "time", "time", GRID_RIGHT }, { "solver", "most of it is", GRID_LEFT });
    for (size_t k = 0; k < e->metrics->count; k++) {
        const variant *v = &e->metrics->at[order[k]];
        const double seconds = e->second[order[k]];
        grid_row(g);
        grid_text(g, "%s@%s", v->metric->id, v->id.text);
        grid_number(g, seconds, 3);
        grid_text(g, "%s", isnan(seconds) ? "not known" : seconds == 0.0 ? "does not apply" : time_text(seconds, time));
        const char *work; /* what is solved, where that is the most of the time */
        assay_metric_solver_cost(v->metric, v->option, size, &work);
        grid_text(g, "%s", work && e->solved[order[k]] > 0.5 * seconds ? work : "");
    }
    grid_note(g, 0,
              "together %s on one core, out of the costs that metrics state: right to a factor of about three; what "
              "several share is counted with the first of them",
              time_text(e->total, time));
    note_memory(g, e);
    return print_first(args, &g, 1);
}

void estimate_warn(const estimate *e)
{
    char time[32], one[32];
    OWNED size_t *order = e->total > LONG_SECONDS ? order_of(e) : NULL;
    size_t k = 0;
    if (!order) return;
    while (isnan(e->second[order[k]])) k++;
    const variant *longest = &e->metrics->at[order[k]];
    terminal_say("note: this takes about %s on one core, %s@%s alone %s; --estimate lists what each metric takes, and "
                 "--metrics chooses\n",
                 time_text(e->total, time), longest->metric->id, longest->id.text, time_text(e->second[order[k]], one));
}
