/* assay audit -- one metric, built in or from outside, beside the built-in metrics that are nearest to it. */
#include "agreement.h"
#include "audit_exam.h"
#include "cli.h"
#include "plan.h"
#include "print.h"
#include "property_table.h"
#include "report_parts.h"
#include "run_store.h"
#include "store_args.h"
#include "terminal.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST = 3, NAME = 256, LISTS = 4096 };

static const char beside_usual[] = "cost:3e6"; /* as plan audit */

static void variant_name(const char *metric, const char *preset, char to[NAME])
{
    snprintf(to, NAME, "%s@%s", metric, preset);
}

/* ---- which built-in metrics are nearest ---- */

/* Kendall's tau-b of two series over all representations that have both; NaN where it is not known. */
static double nearness(const evidence_series *a, const evidence_series *b)
{
    size_t room = 0, n = 0;
    for (size_t k = 0; k < a->n_points; k++) room += a->point[k].n;
    double *x = calloc(2 * room + 1, sizeof *x), *y = x ? x + room : NULL;
    for (size_t k = 0; x && k < a->n_points; k++) {
        const evidence_point *p = &a->point[k], *q = evidence_find(b, p->scenario, p->point, p->samples);
        for (size_t i = 0, j = 0; q && i < p->n && j < q->n;) {
            if (p->seed[i] < q->seed[j]) i++;
            else if (q->seed[j] < p->seed[i]) j++;
            else {
                if (!isnan(p->value[i]) && !isnan(q->value[j])) x[n] = p->value[i], y[n++] = q->value[j];
                i++, j++;
            }
        }
    }
    const double tau = x ? agree_lists(AGREE_KENDALL, x, y, n) : NAN;
    free(x);
    return tau;
}

typedef struct near {
    char name[NAME];
    double tau;
} near;

static int is_own(const selection *subject, const evidence_series *s)
{
    for (size_t k = 0; k < subject->count; k++)
        if (strcmp(s->metric, subject->at[k].metric->id) == 0 && strcmp(s->preset, subject->at[k].id.text) == 0)
            return 1;
    return 0;
}

/* The largest agreement of any output of the subject with any of another variant. */
static size_t nearest(const evidence *scores, const selection *subject, near to[NEAREST])
{
    size_t count = 0;
    for (size_t k = 0; k < scores->count; k++) {
        const evidence_series *other = &scores->at[k];
        near one = { .tau = NAN };
        variant_name(other->metric, other->preset, one.name);
        for (size_t a = 0; a < scores->count && !is_own(subject, other); a++) {
            if (!is_own(subject, &scores->at[a])) continue;
            const double tau = nearness(&scores->at[a], other);
            if (!isnan(tau) && !(tau <= one.tau)) one.tau = tau;
        }
        if (isnan(one.tau)) continue;
        size_t place = 0;
        while (place < count && strcmp(to[place].name, one.name) != 0) place++;
        if (place < count && to[place].tau >= one.tau) continue; /* another output of it is as near */
        if (place == count && count < NEAREST) count++;
        else if (place == count && to[--place].tau >= one.tau) continue;
        for (; place && to[place - 1].tau < one.tau; place--) to[place] = to[place - 1];
        to[place] = one;
    }
    return count;
}

/* ---- running ---- */

static const char *directory_of(const cli_args *args)
{
    return cli_value_or(args, "out", "out/audit");
}

static int run_scores(const cli_args *args, const char *db)
{
    char list[LISTS], command[NAME];
    uint64_t jobs;
    const char *beside = cli_value_or(args, "beside", beside_usual);
    plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                             .metrics = list,
                             .seeds = cli_value(args, "seeds") };
    if ((size_t)snprintf(list, sizeof list, "%s,%s", args->word[0], beside) >= sizeof list)
        return cli_usage("audit: the lists of metrics are too long");
    int bad = cli_number(args, "jobs", 1, 0, &jobs);
    if (bad) return bad;
    plan asked;
    assay_error err = { "" };
    bad =
        cli_fail(plan_read(cli_value_or(args, "plan", "audit"), &changes, &asked, &err), &err);
    if (bad) return bad;
    snprintf(command, sizeof command, "assay audit ... --out %s", directory_of(args));
    bad = run_store(&asked, db, (unsigned)(jobs < CLI_MOST_JOBS ? jobs : CLI_MOST_JOBS), command);
    plan_free(&asked);
    return bad;
}

/* ---- telling ---- */

static int claims_nothing(const selection *subject)
{
    for (size_t s = 0; s < subject->count; s++)
        for (size_t o = 0; o < subject->at[s].metric->n_outputs; o++)
            if (subject->at[s].metric->outputs[o].measures) return 0;
    return 1;
}

static void tell_nearest(const near *list, size_t count)
{
    printf("\nnearest, by Kendall's tau-b over all representations:");
    for (size_t k = 0; k < count; k++) terminal_print("%s %s (%.2f)", k ? "," : "", list[k].name, list[k].tau);
    printf("%s\n\n", count ? "" : " none, since no score is defined");
}

static int print_verdicts(const cli_args *args, const report *r)
{
    grid *g = property_table_grid(&r->judged, 1);
    assay_error err = { "" };
    const assay_status status = grid_print(g, GRID_TABLE, print_width(args, 120), stdout, &err);
    grid_free(g);
    return cli_fail(status, &err);
}

/* The variants of the subject, then the nearest, as a list. */
static void list_variants(const selection *subject, const near *close, size_t n_close, char own[LISTS], char all[LISTS])
{
    wording first = wording_in(own, LISTS), both = wording_in(all, LISTS);
    for (size_t s = 0; s < subject->count; s++)
        wording_add(&first, "%s%s@%s", s ? "," : "", subject->at[s].metric->id, subject->at[s].id.text);
    wording_add(&both, "%s", own);
    for (size_t k = 0; k < n_close; k++) wording_add(&both, ",%s", close[k].name);
}

/* Closes the store. */
static int tell(const cli_args *args, const selection *subject, store *scores, uint64_t exam)
{
    const char *directory = directory_of(args);
    char own[LISTS], list[LISTS], title[NAME];
    near close[NEAREST] = { 0 };
    evidence all = { 0 };
    assay_error err = { "" };
    const store_filter every = { 0 };
    int bad = cli_fail(evidence_read(scores, &every, &all, &err), &err);
    const size_t n_close = bad ? 0 : nearest(&all, subject, close);
    evidence_free(&all);
    if (bad) {
        store_close(scores);
        return bad;
    }
    list_variants(subject, close, n_close, own, list);
    snprintf(title, sizeof title, "Audit of %.200s", subject->at[0].metric->id);
    report r = { .scores = scores, .filter = { .metrics = list }, .title = title, .subject = own };
    bad = cli_fail(report_make(&r, directory, &err), &err);
    if (!bad) bad = print_verdicts(args, &r);
    if (!bad) tell_nearest(close, n_close);
    const audit_subject examined = { subject, own };
    if (!bad && cli_given(args, "exam")) bad = audit_exam(args, directory, exam, &examined, &r.every);
    report_free_scores(&r);
    return bad;
}

static int run(const cli_args *args)
{
    const char *directory = directory_of(args);
    uint64_t exam = 0;
    char db[UNFINISHED_PATH];
    assay_error err = { "" };
    selection subject = { 0 };
    store *scores = NULL;
    snprintf(db, sizeof db, "%s/scores.db", directory);
    if (cli_value(args, "db")) snprintf(db, sizeof db, "%s", cli_value(args, "db"));
    int bad = cli_given(args, "exam") ? audit_exam_seed(args, &exam) : 0;
    if (!bad) bad = cli_fail(selection_add(&subject, args->word[0], &err), &err);
    if (!bad && claims_nothing(&subject))
        terminal_say("%s claims to measure none of modularity, compactness, explicitness, so that only what holds whatever "
                "it measures is judged; a candidate claims by `:measures=compactness` behind its name\n",
                subject.at[0].metric->id);
    if (!bad) bad = run_scores(args, db);
    if (!bad) bad = cli_fail(store_open(db, STORE_READ, &scores, &err), &err);
    if (!bad) bad = tell(args, &subject, scores, exam);
    if (!bad || bad == CLI_FAILED) terminal_print("%s/index.html\n", directory);
    selection_free(&subject);
    return bad;
}

static const cli_option options[] = {
    { "out", "DIR", "where to: page, tables, figures, scores (out/audit)", 'o' },
    { "db", "FILE", "the store (DIR/scores.db); what is there already is not scored again", 0 },
    { "beside", "LIST", "built-in metrics, of which the nearest three are shown (cost:3e6)", 0 },
    { "plan", "PLAN", "what to score them on (audit)", 0 },
    { "scenarios", "LIST", "only these of the plan's scenarios", 0 },
    { "seeds", "A:B", "these seeds instead of the plan's", 0 },
    { "exam", "[SEED]", "then the same properties on data of a seed's own (drawn, and printed)", 0 },
    { "jobs", "J", "threads (all cores this process may use)", 'j' },
};
const cli_command cli_command_audit = {
    .id = "audit",
    .summary = "which properties one metric has, beside the nearest built-in ones: a page",
    .synopsis = "METRIC [--out DIR] [--beside LIST] [--plan PLAN] [--seeds A:B] [--exam [SEED]] [--jobs J]",
    .details = "METRIC is built in (sap, mig@zaidi2020) or a candidate from outside: python:FILE.py[:FUNCTION], "
               "exec:COMMAND, plugin:FILE.so (`assay help validate` says more). It is scored on what the properties "
               "need and on every other scenario, with built-in metrics beside it (those of no more than 3e6 units, "
               "`assay help run`); the three whose rankings agree most with its own are shown. DIR/index.html has the "
               "property table with the evidence, the metric's curves with what a perfect metric would show, and the "
               "rest of `assay report`; its name is the last line on standard output.\n\n"
               "The data of the plans are known to everybody, and a metric can be made that knows them by heart. "
               "--exam asks for the same properties, by the same rules, on data that are a function of SEED: values "
               "of parameters between those of the grid, a few samples more, seeds from elsewhere, codes in another "
               "order and of other signs, classes of factors under other numbers. Units and origins of codes are "
               "changed where the metric passes rescaling-invariant on the grid, codes are bent along an increasing "
               "curve where it passes nonlinear; order and signs are kept where it fails permutation-invariant or "
               "does not apply there, and classes where it reads their numbers as quantities. Each mark is held "
               "against that of the grid; the exit status is 1 where one of a property that counts is decided "
               "otherwise, or most passes are left open. DIR/exam.db keeps the scores.\n",
    .example = "  assay audit python:my_metric.py:score:measures=compactness\n"
               "  assay audit sap@zaidi2020 --beside mig,dci-lasso --out out/sap\n"
               "  assay audit python:my_metric.py:score:measures=compactness --exam\n",
    COUNTED(options),
    .least = 1,
    .most = 1,
    .run = run,
};
