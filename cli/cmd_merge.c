/* assay merge -- the union of stores, shards of one plan for instance. */
#include "needed.h"
#include "progress.h"
#include "store_args.h"
#include "store_merge.h"
#include "terminal.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* What a call has taken. Stores are known by the numbers that their cells got. */
typedef struct merging {
    const store_list *from;
    const char *into;
    int64_t *end; /* [from->count] the first number behind a store's cells; 0: it was not taken */
    size_t at;
    uint64_t taken, cells, before, shown, differences;
    int worst; /* exit status */
    int mixed;
    const char *folder; /* of OUT */
    int repair;
    const char *drop_shard;
} merging;

enum { MOST_SHOWN = 20 };

static const char *value_text(double value, const char *why, char *to, size_t size)
{
    if (why) snprintf(to, size, "undefined (%s)", why);
    else if (isnan(value)) snprintf(to, size, "nothing");
    else assay_option_print(NULL, value, to, size);
    return to;
}

/* Which store of this call a cell came from; the union itself, where it was there before. */
static const char *origin_of(const merging *m, int64_t cell)
{
    for (size_t k = 0; k < m->at; k++)
        if (m->end[2 * k + 1] && cell >= m->end[2 * k] && cell < m->end[2 * k + 1]) return m->from->path[k];
    return m->into;
}

static assay_status show_difference(const store_difference *one, void *context)
{
    merging *m = context;
    char there[256], taken[256], item[32] = "";
    if (m->shown++ >= MOST_SHOWN) return ASSAY_OK;
    terminal_say("%s %s, %" PRIu64 " samples, seed %" PRIu64 ", %s@%s", one->scenario, one->point, one->samples,
                 one->seed, one->metric, one->variant);
    if (!one->output) {
        terminal_say(": failed, or has other values, in %s than in %s\n", m->from->path[m->at],
                     origin_of(m, one->cell));
        return ASSAY_OK;
    }
    if (one->of_interval) {
        terminal_say(", how sure %s is: %s in %s; %s in %s\n", one->output, one->there_why, origin_of(m, one->cell),
                     one->taken_why, m->from->path[m->at]);
        return ASSAY_OK;
    }
    if (one->item >= 0) snprintf(item, sizeof item, " item %" PRId64, one->item);
    terminal_say(", %s%s: %s in %s, %s in %s\n", one->output, item,
                 value_text(one->there, one->there_why, there, sizeof there), origin_of(m, one->cell),
                 value_text(one->taken, one->taken_why, taken, sizeof taken), m->from->path[m->at]);
    return ASSAY_OK;
}

static void take_one(merging *m, store *into)
{
    const store_merging how = { .mixed = m->mixed,
                                .folder = m->folder,
                                .repair = m->repair,
                                .drop_shard = m->drop_shard,
                                .differs = show_difference,
                                .context = m };
    store_merged sum;
    const int bad = cli_fail(store_merge(into, m->from->path[m->at], &how, &sum, &cli_error));
    if (bad && m->worst != CLI_FAILED) m->worst = bad;
    if (bad) return;
    if (sum.differences) {
        cli_usage("%s: %" PRIu64 " values differ from those that other stores have of the same cells; it was not taken",
                  m->from->path[m->at], sum.differences);
        m->differences += sum.differences;
        m->worst = CLI_FAILED;
        return;
    }
    if (sum.dropped)
        terminal_say("%s: %" PRIu64 " rows were left out: those of the shard, and those that are not as they were "
                     "written or refer to one\n",
                     m->from->path[m->at], sum.dropped);
    m->end[2 * m->at] = sum.first;
    m->end[2 * m->at + 1] = sum.end;
    m->taken++;
    m->cells += sum.cells - sum.before;
    m->before += sum.before;
}

static int take_all(merging *m, store *into)
{
    const int terminal = progress_on_terminal();
    m->end = needed(calloc(2 * m->from->count + 1, sizeof *m->end));
    for (; m->at < m->from->count && !progress_stop; m->at++) {
        if (terminal) progress_bar(m->at, m->from->count);
        if (terminal) terminal_say("%zu/%zu stores  %s", m->at, m->from->count, m->from->path[m->at]);
        if (terminal) progress_clear();
        take_one(m, into);
    }
    free(m->end);
    if (m->shown > MOST_SHOWN) terminal_say("... and %" PRIu64 " more\n", m->shown - MOST_SHOWN);
    terminal_say("%s: %" PRIu64 " of %zu stores taken, %" PRIu64 " cells new, %" PRIu64 " there before\n", m->into,
                 m->taken, m->from->count, m->cells, m->before);
    if (progress_stop) {
        terminal_say("stopped after %zu of %zu stores\n", m->at, m->from->count);
        return progress_stopped(1);
    }
    return m->worst;
}

int cmd_merge(const cli_args *args)
{
    const char *out = args->word[0];
    const char *slash = strrchr(out, '/');
    const char *folder = phrase("%.*s", slash ? (int)(slash - out) + 1 : 1, slash ? out : ".");
    store *into = NULL;
    FREED(store_list_free) store_list from = { 0 };
    const int is_new = access(out, F_OK) != 0;
    uint64_t taken = 0;
    int bad = store_list_read(args->word + 1, args->n_words - 1, out, &from);
    if (!bad) bad = cli_fail(folder_make_for(out, &cli_error));
    if (!bad) bad = cli_fail(store_open(out, STORE_WRITE, &into, &cli_error));
    if (!bad) {
        merging m = { .from = &from,
                      .into = out,
                      .mixed = cli_given(args, "mixed"),
                      .folder = folder,
                      .repair = cli_given(args, "repair"),
                      .drop_shard = cli_value(args, "drop-shard") };
        progress_listen();
        bad = take_all(&m, into);
        taken = m.taken;
    }
    store_close(into);
    if (is_new && !taken) remove(out);
    return bad;
}
