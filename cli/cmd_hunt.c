/* assay hunt -- the worst that a metric can be made to say, over recipes whose truth is certain. */
#include "clock.h"
#include "cores.h"
#include "hunted.h"
#include "needed.h"
#include "plain_text.h"
#include "print.h"
#include "progress.h"
#include "terminal.h"

#include <string.h>
#include <unistd.h>

enum { EVALUATIONS = 3000 };

typedef struct shown {
    meter line;
    double since;
} shown;

static void report(void *context, const hunt_asked *a, int claim, size_t done, size_t all, double best)
{
    shown *s = context;
    if (!meter_begin(&s->line, clock_seconds() - s->since, done, all)) return;
    terminal_say("%s@%s, %s: %zu evaluations, the worst so far %.3f", a->of->metric->id, a->of->id.text,
                 hunt_claim_name(claim), done, best > -1.0 ? best : 0.0);
    meter_end(&s->line);
}

static int read_claims(const cli_args *args, uint32_t *to)
{
    const char *list = cli_value_or(args, "claims", cli_given(args, "against") ? "lenient" : "all");
    const char *names = "";
    *to = 0;
    for (int c = 0; c < HUNT_N_CLAIMS; c++) names = phrase_join(names, "|", hunt_claim_name(c));
    for (char one[64]; list_next(&list, one, sizeof one);) {
        uint32_t known = strcmp(one, "all") == 0 ? HUNT_ALL : 0;
        for (int c = 0; c < HUNT_N_CLAIMS; c++) known |= strcmp(one, hunt_claim_name(c)) == 0 ? 1u << c : 0;
        if (!known) return cli_no_choice(args, "claims", one, names);
        *to |= known;
    }
    return 0;
}

static void print_found(const hunt_found *f, const char *path)
{
    printf("  %-14s %.2f (%.2f to %.2f) of the range on %zu rows, %.2f on %d: of %s\n", hunt_claim_name(f->claim),
           f->here.mean, f->here.low, f->here.high, f->at.rows, f->many.mean, HUNT_MANY_ROWS, hunt_fault_of(f));
    printf("    A %.3f  %s\n", f->here.score[0], f->at.text[0]);
    if (f->at.text[1][0]) printf("    B %.3f  %s\n", f->here.score[1], f->at.text[1]);
    if (f->claim == HUNT_LENIENT) printf("      %.3f  of the other metric\n", f->here.score[1]);
    if (path[0]) printf("    %s\n", path);
}

grid *hunted_grid(int for_people)
{
    grid *g = grid_new(for_people ? "the worst that was found, as a share of the range" : "the worst that was found");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "preset", "preset", GRID_LEFT },
                 { "output", "output", GRID_LEFT }, { "claim", "claim", GRID_LEFT },
                 { "violation", "size", GRID_RIGHT }, { "violation_20000", "20,000 rows", GRID_RIGHT },
                 { "of", "a fault of", GRID_LEFT }, { "evaluations", "evaluations", GRID_RIGHT },
                 { "words", "in words", GRID_WRAP }, { "recipe_a", "A", GRID_WRAP }, { "recipe_b", "B", GRID_WRAP });
    if (for_people) grid_note(g, 0, "none: no violation was found in so many evaluations, which is no proof");
    return g;
}

static void add_row(grid *g, const hunt_asked *a, const hunt_result *r, const hunt_found *f)
{
    const assay_metric *m = a->of->metric;
    char words[HUNT_SENTENCE] = "";
    if (f) hunt_words(f, words);
    const char *none = r->unfit[0] ? "nothing is certified" : phrase("none in %zu evaluations", r->evaluations);
    GRID_ROW(g, GRID_TEXT(m->id), GRID_TEXT(a->of->id.text), GRID_TEXT(m->outputs[a->output].id),
             GRID_TEXT(f ? hunt_claim_name(f->claim) : "none"), GRID_NUMBER(f ? f->here.mean : NAN, 2),
             GRID_NUMBER(f ? f->many.mean : NAN, 2), GRID_TEXT(f ? hunt_fault_of(f) : ""), GRID_COUNT(r->evaluations),
             GRID_TEXT(f ? words : none), GRID_TEXT(f ? f->at.text[0] : r->unfit), GRID_TEXT(f ? f->at.text[1] : ""));
}

static void add_rows(grid *g, const hunt_asked *a, const hunt_result *r)
{
    for (int c = 0; c < HUNT_N_CLAIMS; c++) {
        const hunt_found *worst = NULL;
        for (size_t k = 0; k < r->n_found; k++)
            if (r->found[k].claim == c && (!worst || r->found[k].here.mean > worst->here.mean)) worst = &r->found[k];
        if (worst) add_row(g, a, r, worst);
    }
    if (!r->n_found) add_row(g, a, r, NULL);
}

static assay_status hunt_output(hunted *to, const hunt_asked *a, assay_error *err)
{
    static hunt_result r;
    const assay_status searched = hunt_search(a, &r, err);
    if (searched != ASSAY_OK && searched != ASSAY_EINTERRUPTED) return searched;
    assay_status status = ASSAY_OK;
    char reasons[40] = "";
    if (to->prints) meter_clear(&((shown *)a->context)->line);
    if (r.reasons < r.n_found)
        snprintf(reasons, sizeof reasons, ", for %zu reason%s,", r.reasons, r.reasons > 1 ? "s" : "");
    if (to->prints)
        printf("%s@%s, %s: %zu found%s in %zu evaluations%s%s%s%s\n", a->of->metric->id, a->of->id.text,
               a->of->metric->outputs[a->output].id, r.n_found, reasons, r.evaluations, r.failed[0] ? "; " : "",
               r.failed, r.unfit[0] ? "; nothing is certified: " : "", r.unfit);
    for (size_t k = 0; k < r.n_found && status == ASSAY_OK; k++) {
        char path[1024] = "";
        if (to->dir) status = hunt_certify(a, &r.found[k], to->dir, path, sizeof path, err);
        if (to->prints) print_found(&r.found[k], path);
        to->certain = fmax(to->certain, r.found[k].here.low);
    }
    for (int k = 0; k < 2; k++)
        if (to->worst[k]) add_rows(to->worst[k], a, &r);
    return status == ASSAY_OK ? searched : status;
}

/* Fewer where a score is work: the hunt of a cheap metric ends within a minute on two cores. */
static size_t usual_evaluations(const variant *of)
{
    static const assay_size size = { .n = HUNT_MANY_ROWS, .n_factors = 8, .n_codes = 8 };
    const double work = assay_metric_cost(of->metric, of->option, &size) * (double)of->metric->n_outputs;
    return work > 4e6 ? (size_t)fmax(500.0, EVALUATIONS * 4e6 / work) : EVALUATIONS;
}

assay_status hunted_add(hunted *to, const selection *metrics, hunt_asked *a, assay_error *err)
{
    assay_status status = ASSAY_OK;
    const size_t asked = a->evaluations;
    for (size_t v = 0; v < metrics->count && status == ASSAY_OK; v++) {
        const assay_metric *metric = metrics->at[v].metric;
        a->of = &metrics->at[v];
        a->evaluations = asked ? asked : usual_evaluations(a->of);
        for (a->output = 0; a->output < metric->n_outputs && status == ASSAY_OK; a->output++) {
            if (!hunt_measures(a)) continue;
            a->nth = to->outputs++;
            status = hunt_output(to, a, err);
        }
    }
    return status;
}

static int check(const cli_args *args, uint32_t threads)
{
    char why[256] = "";
    const char *folder = cli_value(args, "check");
    CLI_OK(hunt_check(folder, threads, cli_given(args, "run"), why, sizeof why, &cli_error));
    if (!why[0]) return print_text(args, phrase("%s holds", folder));
    const char *differs = phrase("%s does not hold: %s does not match what is regenerated", folder, why);
    if (print_format(args) != GRID_TABLE) CLI_TRY(print_text(args, differs));
    terminal_say("assay: %s\n", differs);
    return CLI_FAILED;
}

static int hunt_metrics(const cli_args *args, hunt_asked *a, hunted *to)
{
    FREED(selection_free) selection metrics = { 0 }, other = { 0 };
    const char *name = args->word[0], *against = cli_value(args, "against");
    CLI_OK(selection_add(&metrics, strcmp(name, "all") == 0 ? "cost:cheap@*" : name, &cli_error));
    a->name = metric_is_outside(name) ? name : NULL;
    if (against) CLI_OK(selection_add(&other, against, &cli_error));
    if (against && (metric_is_outside(against) || other.count != 1 || !(other.at[0].metric->outputs[0].measures & 7)))
        return cli_usage("hunt: --against wants one built-in metric that claims a property");
    a->against = against ? other.at : NULL;
    CLI_OK(hunted_add(to, &metrics, a, &cli_error));
    return to->outputs ? 0 : cli_usage("hunt: no output of it claims modularity, compactness or explicitness");
}

static int hunt(const cli_args *args, hunt_asked *a)
{
    const int format = print_format(args);
    hunted to = { .dir = cli_value(args, "out") };
    a->held_to = cli_value(args, "held-to");
    CLI_TRY(read_claims(args, &a->claims));
    if ((a->claims & 1u << HUNT_LENIENT) && !cli_given(args, "against"))
        return cli_usage("hunt: lenient is a claim of two metrics; give --against METRIC");
    if (cli_given(args, "shard")) CLI_OK(shard_read(cli_value(args, "shard"), &a->part, &cli_error));
    if (cli_given(args, "shard") && !cli_given(args, "db"))
        return cli_usage("hunt: a shard's scores go into a store of its own; give --db FILE, and `assay merge` them");
    const int was_there = to.dir && access(to.dir, F_OK) == 0;
    unfinished_folder tried; /* before hours of search */
    if (to.dir) CLI_OK(unfinished_folder_open(to.dir, &tried, &cli_error));
    if (to.dir) unfinished_folder_close(&tried);
    if (to.dir && !was_there) (void)rmdir(to.dir); /* nothing may be found */
    if (cli_given(args, "db")) CLI_OK(store_open(cli_value(args, "db"), STORE_WRITE, &a->cells, &cli_error));
    if (cli_given(args, "format") || cli_given(args, "output"))
        to.worst[0] = hunted_grid(format == GRID_TABLE || format == GRID_MARKDOWN);
    else to.prints = 1;
    int bad = hunt_metrics(args, a, &to);
    const int printed = to.worst[0] ? print_grids(args, to.worst, 1) : 0;
    store_close(a->cells);
    if (!bad) bad = printed;
    const int fails = cli_given(args, "fail-above") && to.certain > cli_fraction(args, "fail-above", 0.0);
    return !bad && fails ? CLI_FAILED : bad;
}

int cmd_hunt(const cli_args *args)
{
    shown line = { meter_new(), clock_seconds() };
    hunt_asked a = { .progress = report,
                     .context = &line,
                     .stop = &progress_stop,
                     .seed = cli_number(args, "seed", 0),
                     .threads = cli_jobs(args, cores_available()),
                     .evaluations = (size_t)cli_number(args, "evaluations", 0) };
    if (a.evaluations > 10000000) return cli_usage("hunt: more than 10000000 evaluations; hunt with several seeds");
    if (cli_given(args, "check") == (args->n_words > 0))
        return cli_usage("hunt: a metric is wanted (or all), or --check DIR");
    progress_listen();
    const int bad = cli_given(args, "check") ? check(args, a.threads) : hunt(args, &a);
    meter_clear(&line.line);
    return progress_stop ? progress_stopped(cli_given(args, "db")) : bad;
}
