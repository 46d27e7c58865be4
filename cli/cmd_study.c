/* assay study -- representations of one's own, scored into a store. */
#include "affordable.h"
#include "compare_text.h"
#include "estimate.h"
#include "evidence.h"
#include "launch.h"
#include "needed.h"
#include "plain_text.h"
#include "progress.h"
#include "relation.h"
#include "scoring.h"
#include "store_args.h"
#include "study_consistency.h"
#include "study_run.h"
#include "terminal.h"
#include "wording.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { NAMED = 3, MOST_REASONS = 64 };

/* Those that share a reason are named up to three, and counted. */
static void print_reasons(const study_passed *passed, int missing, const char *word)
{
    const char *why[MOST_REASONS];
    size_t count[MOST_REASONS], reasons = 0, others = 0;
    for (size_t k = 0; k < passed->count; k++) {
        const passed_over *one = &passed->at[k];
        const char *line = one->why ? NULL : study_export_line(one->path); /* of another kind of file */
        const char *reason = one->why ? one->why : line ? line : "of no format that assay reads";
        size_t r = 0;
        if (one->missing != missing) continue;
        while (r < reasons && strcmp(why[r], reason) != 0) r++;
        if (r == reasons && reasons < MOST_REASONS) count[reasons] = 0, why[reasons++] = reason;
        others += r == MOST_REASONS;
        if (r < MOST_REASONS && count[r]++ < NAMED)
            terminal_say("%s: %s: %s%s\n", word, one->path, line ? "in Python: " : "", reason);
    }
    for (size_t r = 0; r < reasons; r++)
        if (count[r] > NAMED) terminal_say("%s: %zu more: %s\n", word, count[r] - NAMED, why[r]);
    if (others) terminal_say("%s: %zu more, each for a reason of its own\n", word, others);
}

typedef struct telling {
    meter meter;
    char *said[64];     /* notes, each once; what is more is said each time */
    char also[64][400]; /* names of models of which the same holds with numbers of their own */
    size_t n_also[64], n_said;
    size_t notes;    /* that were like one of them, and not said again */
    size_t problems; /* reported, at most TOLD of them as they come */
} telling;

enum { TOLD = 20 };

static void telling_free(telling *t)
{
    while (t->n_said) free(t->said[--t->n_said]);
}

static void report(const study_progress *p, void *context)
{
    telling *t = context;
    const double rate = p->seconds > 0 ? (double)p->done / p->seconds : 0;
    if (!meter_begin(&t->meter, p->seconds, p->done, p->files)) return;
    terminal_say("%" PRIu64 " of %" PRIu64 " representations  %" PRIu64 " cells", p->done, p->files, p->computed);
    if (rate > 0) terminal_say("  %.0f s left", (double)(p->files - p->done) / rate);
    if (t->meter.terminal) terminal_say("  %s", p->model ? p->model : "");
    meter_end(&t->meter);
}

static int is_of_decoder(const char *text) { return strstr(text, "codes times directions") != NULL; }

static int are_alike(const char *a, const char *b)
{
    if (!is_of_decoder(a)) return strcmp(a, b) == 0;
    for (; *a && *b; a++, b++) {
        a += strspn(a, "-.0123456789");
        b += strspn(b, "-.0123456789");
        if (*a != *b) return 0;
        if (!*a) return 1;
    }
    return *a == *b;
}

/* What is the same of many files is said once. */
static void note(const study_entry *of, const char *text, enum study_said how, void *context)
{
    telling *t = context;
    if (how == STUDY_PROBLEM) {
        meter_clear(&t->meter);
        if (t->problems++ < TOLD) terminal_say("not scored: %s\n", text);
        return;
    }
    for (size_t k = 0; k < t->n_said; k++)
        if (are_alike(text, t->said[k])) {
            wording also = { t->also[k], sizeof t->also[k], strlen(t->also[k]) };
            if (!is_of_decoder(text)) t->notes++;
            else if (t->n_also[k]++ < TOLD / 2) wording_join(&also, ", ", of->name);
            return;
        }
    meter_clear(&t->meter);
    terminal_say("%s: %s: %s\n", how == STUDY_WARNING ? "warning" : "note", of->path, text);
    if (t->n_said < sizeof t->said / sizeof *t->said && (t->said[t->n_said] = strdup(text))) t->n_said++;
}

static void tell_notes(const telling *t)
{
    for (size_t k = 0; k < t->n_said; k++)
        if (t->n_also[k])
            terminal_say("note: the same of %zu more, with numbers of their own: %s%s\n", t->n_also[k], t->also[k],
                         t->n_also[k] > TOLD / 2 ? ", ..." : "");
    if (!t->notes) return;
    if (t->n_said == 1) terminal_say("note: the same of %zu more\n", t->notes);
    else terminal_say("note: %zu more %s one of the notes above\n", t->notes, t->notes == 1 ? "has" : "have");
}

static int finish(const study_progress *p, const telling *t, const char *db, assay_status status)
{
    meter_clear(&t->meter);
    tell_notes(t);
    if (status == ASSAY_EINTERRUPTED) {
        terminal_say("stopped after %" PRIu64 " of %" PRIu64 " representations; what is finished is kept in %s.\n",
                     p->done, p->files, db);
        return progress_stopped(1);
    }
    if (status != ASSAY_OK) return cli_fail(status);
    terminal_say("%" PRIu64 " representation%s in %s: %" PRIu64 " cell%s computed in %.0f s, %" PRIu64 " there before",
                 p->files - p->unreadable, p->files - p->unreadable == 1 ? "" : "s", db, p->computed,
                 p->computed == 1 ? "" : "s", p->seconds, p->there);
    if (p->changed) terminal_say("; %" PRIu64 " had changed and were scored anew", p->changed);
    if (p->renamed) terminal_say("; %" PRIu64 " had another name before", p->renamed);
    fputc('\n', stderr);
    if (p->gone)
        terminal_say("%" PRIu64 " model%s of the store %s marked as gone, since the files were deleted; tables and "
                     "figures leave them out unless --keep-missing is given\n",
                     p->gone, p->gone == 1 ? "" : "s", p->gone == 1 ? "is" : "are");
    if (p->pruned)
        terminal_say("%" PRIu64 " model%s of deleted files left the store\n", p->pruned, p->pruned == 1 ? "" : "s");
    if (p->failed)
        terminal_say("%" PRIu64 " cells failed; `assay status --db %s` says which, `assay export` why\n", p->failed,
                     db);
    if (p->undrawn)
        terminal_say("%" PRIu64 " cell%s without interval and chance level, since one takes more than %d units of work;"
                     " --draws %d draws them too\n",
                     p->undrawn, p->undrawn == 1 ? " is" : "s are", STUDY_LITTLE, STUDY_DRAWS);
    if (!p->unreadable) return 0;
    terminal_say("%" PRIu64 " of %" PRIu64 " representations could not be read; the store says why of each\n",
                 p->unreadable, p->files);
    return CLI_INPUT;
}

/* Whoever names no metrics gets those that a study of all these models is through with in a quarter of an hour of one
 * core. */
#define STUDY_SECONDS 850.0
#define SPARSE 0.8 /* of the codes of a table are 0 */

/* Of the first file that can be read and holds one table; 0: there is none. */
static int first_size(const study_files *files, const study_options *options, assay_size *to, int *fits)
{
    FREED(assay_data_free) assay_data data = { .keeps_sparse = 1 };
    assay_error none;
    size_t tables = 2;
    *to = (assay_size){ 0 };
    for (size_t f = 0; f < files->count && (tables != 1 || !to->n); f++)
        if (study_entry_read(&files->at[f], options->kinds, &data, &tables, NULL, 0, &none) == ASSAY_OK) {
            const assay_rep rep = assay_data_view(&data);
            *to = assay_size_of(&rep);
            *fits = whole_tables_fit(&rep);
        }
    return to->n && tables == 1;
}

/* How often a variant is scored of one representation. */
static double times_scored(const variant *of, const study_options *options, const assay_size *size)
{
    return 1 + (double)study_draws_wanted(options->draws, 0, of, size) +
           (double)study_draws_wanted(options->draws, 1, of, size);
}

static const char *cheap_metrics(const study_files *files, const study_options *options, const assay_size *size,
                                 int fits)
{
    FREED(selection_free) selection all = { 0 };
    if (selection_add(&all, "all", &cli_error) != ASSAY_OK) return NULL;
    double *times = kept(all.count + 1, sizeof *times);
    for (size_t v = 0; v < all.count; v++)
        if (!variant_left_out(&all.at[v], size)) times[v] = times_scored(&all.at[v], options, size);
    return affordable_metrics(&(work_asked){ &all, times, size, files->count, fits, STUDY_SECONDS });
}

/* What is scored: the metrics that are named, or those that are cheap. What is wrong with each model belongs to every
 * study, unless -dose leaves it out, or codes are sparse: amounts of noise and mixing are of codes that are not. */
static const char *wanted_metrics(const cli_args *args, const study_files *files, const study_options *options)
{
    const char *named = cli_value(args, "metrics");
    const int asks_dose = named && strstr(named, "dose"),
              all_of_them = cli_given(args, "all") || cli_given(args, "estimate");
    assay_size size;
    int fits = 1;
    const int known = !asks_dose && first_size(files, options, &size, &fits); /* else nothing depends on it */
    const int is_sparse = known && (double)size.n_zeros >= SPARSE * (double)size.n * (double)size.n_codes;
    const char *cheap = known && !named && !all_of_them ? cheap_metrics(files, options, &size, fits) : NULL;
    if (is_sparse && !asks_dose)
        terminal_say(
            "note: codes are sparse, and amounts of noise and mixing are left out; --metrics ...,dose has them\n");
    const char *list = named ? named : cheap ? cheap : "all";
    return phrase("%s%s", list, asks_dose ? "" : is_sparse ? ",-dose" : ",dose");
}

static int choose_metrics(const cli_args *args, const char *wanted, selection *to)
{
    const char *named = cli_value(args, "metrics");
    if (named) CLI_OK(selection_add(to, named, &cli_error));
    return cli_fail(selection_add(to, wanted, &cli_error));
}

/* What nobody declared is taken in the safest way, and said. */
static void say_design(const cli_args *args, const study_files *files)
{
    int has_group = cli_given(args, "group"), has_seed = 0, has_cluster = cli_given(args, "cluster");
    for (size_t k = 0; k < files->count; k++) {
        has_group |= files->at[k].is_grouped;
        has_seed |= study_entry_text(&files->at[k], "seed") != NULL;
        has_cluster |= files->at[k].cluster != NULL;
    }
    terminal_say("design: %s, %s, %s; docs/studies.md has how to declare it\n",
                 has_group ? "groups as declared" : "a group for each folder",
                 has_seed ? "runs by seed" : "each model a training run",
                 has_cluster ? "rows in clusters" : "rows independent unless they stand in an order");
    if (files->asked[0]) terminal_say("warning: %s\n", files->asked);
}

/* The groups of all models; of one group its models. */
static void lay_out(const score_rows *studies, study_by *by, study_sets *to)
{
    size_t most = 0;
    study_sets_make(studies, NULL, by, to);
    for (size_t k = 0; k < to->n; k++) most = to->at[k].scores.n_rows > most ? to->at[k].scores.n_rows : most;
    if (most > 1 || by->file) return;
    by->file = 1;
    lay_out(studies, by, to);
}

/* What the store says of its models, in five lines. */
static int say_digest(const char *db, store *from)
{
    const store_filter filter = { 0 };
    FREED(evidence_free) evidence all = { 0 };
    score_rows rows = { 0 }, studies = { 0 };
    study_by by = { 0 };
    study_sets sets = { 0 };
    char *rest;
    CLI_OK(evidence_read_rows(from, &filter, &all, &rows, &cli_error));
    score_rows_part(&rows, NULL, &studies, NULL);
    if (!studies.count) return 0;
    lay_out(&studies, &by, &sets);
    FILE *to = phrase_open();
    fprintf(to, "assay %s%s --db ", sets.at[0].scores.models > 1 ? "compare" : "table", by.file ? " --by file" : "");
    launch_quote(db, to);
    char *next = phrase_close(to);
    text_make_plain(next); /* it is one line */
    compare_digest(&sets, next, to = phrase_open());
    char *text = phrase_close(to);
    for (size_t k = 0; k < sets.n; k++)
        if (sets.at[k].scores.differs) terminal_say("note: %s\n", sets.at[k].scores.differs);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) terminal_say("%s\n", line);
    return 0;
}

static int score_all(const cli_args *args, const char *wanted, const study_files *files, study_options *options)
{
    const char *db = store_args_path(args);
    FREED(selection_free) selection chosen = { 0 };
    FREED(store_dropped) store *scores = NULL;
    FREED(telling_free) telling t = { .meter = meter_new() };
    study_progress last = { 0 };
    CLI_TRY(choose_metrics(args, wanted, &chosen));
    CLI_OK(folder_make_for(db, &cli_error));
    CLI_OK(store_open(db, STORE_WRITE, &scores, &cli_error));
    progress_listen();
    say_design(args, files);
    options->stop = &progress_stop;
    options->report = report;
    options->note = note;
    options->context = &t;
    const assay_status status = study_run(files, &chosen, scores, options, &last, &cli_error);
    const int bad = finish(&last, &t, db, status);
    return status == ASSAY_OK && !progress_asked("none") && say_digest(db, scores) ? CLI_INPUT : bad;
}

/* Adds one file; what cannot be read is told. */
static assay_status estimate_file(const study_entry *of, const study_options *options, const selection *all,
                                  estimate *to, assay_error *err)
{
    FREED(assay_data_free) assay_data data = { .keeps_sparse = 1 };
    size_t tables = 1;
    OWNED double *times = needed(calloc(all->count + 1, sizeof *times)); /* of each of many files */
    ASSAY_TRY(study_entry_read(of, options->kinds, &data, &tables, NULL, 0, err));
    const assay_rep rep = assay_data_view(&data);
    const assay_size size = assay_size_of(&rep);
    FREED(selection_free) selection own = { 0 };
    if (tables > 1) ASSAY_TRY(selection_of_tables(all, tables, &own, err));
    for (size_t v = 0; v < all->count; v++) {
        const variant *one = &all->at[v];
        int scored = tables == 1 && !variant_left_out(one, &size) && !(options->unnamed && variant_lacks_tables(one)) &&
                     (whole_tables_fit(&rep) || relation_takes_sparse(one->metric, one->option));
        for (size_t k = 0; k < own.count; k++) scored |= own.at[k].metric == one->metric;
        times[v] = scored ? times_scored(one, options, &size) : 0;
    }
    estimate_add(to, all, &size, times);
    return ASSAY_OK;
}

/* In the place of scoring: nothing is written. */
static int estimate_all(const cli_args *args, const char *wanted, const study_files *files,
                        const study_options *options)
{
    FREED(selection_free) selection chosen = { 0 };
    FREED(estimate_free) estimate e = { 0 };
    int unreadable = 0;
    CLI_TRY(choose_metrics(args, wanted, &chosen));
    for (size_t f = 0; f < files->count; f++) {
        const assay_status status = estimate_file(&files->at[f], options, &chosen, &e, &cli_error);
        if (status == ASSAY_EINPUT || status == ASSAY_EUSAGE) {
            terminal_say("not counted: %s\n", cli_error.text);
            unreadable = CLI_INPUT;
        } else CLI_OK(status);
    }
    if (e.count) CLI_TRY(estimate_print(args, &e));
    return unreadable;
}

static int read_level(const cli_args *args, double *to)
{
    const char *text = cli_value(args, "interval");
    char *end;
    *to = 0.95;
    if (!text) return 0;
    *to = strtod(text, &end);
    if (end == text || *end || !(*to >= 0.5 && *to < 1.0))
        return cli_usage("study: --interval %s: a confidence from 0.5 up to but not including 1, such as 0.95", text);
    return 0;
}

int cmd_study(const cli_args *args)
{
    const uint64_t draws = cli_number(args, "draws", 0), shuffle = cli_number(args, "shuffle", 0);
    const char *const neither[] = { cli_value(args, "cluster"), cli_value(args, "split"), cli_value(args, "drop") };
    char but[2048] = "";
    wording dropped = WORDING(but);
    for (size_t k = 0; k < 3; k++) /* columns of each table, and neither factor nor code */
        if (neither[k] && (k == 2 || !study_names_file(neither[k]))) wording_join(&dropped, ",", neither[k]);
    study_options options = { .kinds = cli_value(args, "kinds"),
                              .jobs = cli_jobs(args, 0),
                              .draws = cli_given(args, "draws") ? (int64_t)draws : -1,
                              .seed = cli_number(args, "seed", 0),
                              .prune = cli_given(args, "prune"),
                              .cluster = neither[0],
                              .split = neither[1],
                              .unnamed = !cli_given(args, "metrics"),
                              .shuffle = cli_given(args, "shuffle") ? &shuffle : NULL,
                              .any_level = !cli_given(args, "interval") };
    FREED(study_files_free)
    study_files files = { .columns = { cli_value(args, "factors"), cli_value(args, "codes"), but[0] ? but : NULL } };
    shard part = { 0 };
    CLI_TRY(read_level(args, &options.level));
    if (cli_given(args, "shard")) CLI_OK(shard_read(cli_value(args, "shard"), &part, &cli_error));
    if (draws > 1000000) return cli_usage("study: --draws: at most a million");
    if (!args->n_words) return cli_usage("study: no file or folder is named");
    if (!cli_given(args, "estimate") && !cli_given(args, "consistency") &&
        (cli_given(args, "format") || cli_given(args, "output")))
        terminal_say("note: --format and -o are for --estimate and --consistency; `assay table` prints scores\n");
    int bad = cli_fail(study_files_list(args->word, args->n_words, cli_value(args, "group"), &files, &cli_error));
    const char *wanted = bad || cli_given(args, "consistency")
                             ? NULL
                             : wanted_metrics(args, &files, &options); /* of all files: every shard has the same */
    if (!bad) bad = cli_fail(study_files_shard(&files, &part, &cli_error));
    if (!bad && files.unmatched)
        terminal_say("note: --group says nothing of %zu of %zu files; they are grouped by folder\n", files.unmatched,
                     files.count);
    if (!bad && cli_given(args, "estimate")) bad = estimate_all(args, wanted, &files, &options);
    else if (!bad && cli_given(args, "consistency")) bad = study_consistency(args, &files, options.kinds, options.jobs);
    else if (!bad) bad = score_all(args, wanted, &files, &options);
    print_reasons(&files.passed, 0, "passed over");
    print_reasons(&files.passed, 1, "not scored");
    return !bad && files.passed.missing ? CLI_INPUT : bad;
}
