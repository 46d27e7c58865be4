/* assay audit -- one metric, built in or from outside, next to the built-in metrics that are nearest to it. */
#include "agreement.h"
#include "needed.h"
#include "audit_held_out.h"
#include "candidate.h"
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

enum { NEAREST = 3, NAME = 1200 }; /* a store has no longer names */

static const char compare_usual[] = "cost:3e6"; /* as plan audit */

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
    double *x = needed(calloc(2 * room + 1, sizeof *x)), *y = x + room;
    for (size_t k = 0; k < a->n_points; k++) {
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
    const double tau = agree_lists(AGREE_KENDALL, x, y, n);
    free(x);
    return tau;
}

typedef struct near {
    char name[NAME];
    double tau;
} near;

static int is_own(const char *own, const evidence_series *s) { return variant_is_listed(own, s->metric, s->preset); }

/* The largest agreement of any output of the subject with any of another variant. */
static size_t nearest(const evidence *scores, const char *own, near to[NEAREST])
{
    size_t count = 0;
    for (size_t k = 0; k < scores->count; k++) {
        const evidence_series *other = &scores->at[k];
        near one = { .tau = NAN };
        variant_name(other->metric, other->preset, one.name);
        for (size_t a = 0; a < scores->count && !is_own(own, other); a++) {
            if (!is_own(own, &scores->at[a])) continue;
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

static int run_plan_of(const cli_args *args, const char *plan_name, const plan_changes *changes, const char *db)
{
    unsigned jobs;
    plan asked;
    int bad = cli_jobs(args, 0, &jobs);
    if (!bad) bad = cli_fail(plan_read(plan_name, changes, &asked, &cli_error));
    if (bad) return bad;
    char *command = needed(wording_made("assay audit ... --out %s", directory_of(args)));
    bad = run_store(&asked, db, jobs, command);
    free(command);
    plan_free(&asked);
    return bad;
}

static int is_held_out(const cli_args *args) { return cli_given(args, "held-out") || cli_given(args, "held-out-seed"); }

/* Pairs of known order, with the controls they are read against, unless the user says what to score on. */
static int run_pairs(const cli_args *args, const char *list, const char *db)
{
    if ((cli_given(args, "plan") || cli_given(args, "scenarios")) && !is_held_out(args)) return 0;
    char *with_controls = needed(wording_made("%s,family:control", list));
    const plan_changes changes = { .metrics = with_controls };
    const int bad = run_plan_of(args, "audit-pairs", &changes, db);
    free(with_controls);
    return bad;
}

static int run_scores(const cli_args *args, const char *db)
{
    char *list = needed(wording_made("%s,%s", args->word[0], cli_value_or(args, "compare", compare_usual)));
    const plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                                   .metrics = list,
                                   .seeds = cli_value(args, "seeds") };
    int bad = run_plan_of(args, cli_value_or(args, "plan", "audit"), &changes, db);
    if (!bad) bad = run_pairs(args, list, db);
    free(list);
    return bad;
}

/* ---- what it found ---- */

static int claims_nothing(const selection *subject)
{
    for (size_t s = 0; s < subject->count; s++)
        for (size_t o = 0; o < subject->at[s].metric->n_outputs; o++)
            if (subject->at[s].metric->outputs[o].measures) return 0;
    return 1;
}

static void say_nearest(const near *list, size_t count)
{
    printf("\nnearest, by Kendall's tau-b over all representations:");
    for (size_t k = 0; k < count; k++) terminal_print("%s %s (%.2f)", k ? "," : "", list[k].name, list[k].tau);
    printf("%s\n\n", count ? "" : " none, as no other score varies on the same representations");
}

static int print_verdicts(const cli_args *args, const report *r)
{
    return print_grid(args, property_table_grid(&r->judged, 1));
}

/* The variants of the subject, then the nearest, as a list. */
static char *list_variants(const selection *subject, const near *close, size_t n_close)
{
    char *list = NULL;
    size_t size;
    FILE *to = needed(open_memstream(&list, &size));
    for (size_t s = 0; s < subject->count; s++)
        fprintf(to, "%s%s@%s", s ? "," : "", subject->at[s].metric->id, subject->at[s].id.text);
    for (size_t k = 0; k < n_close; k++) fprintf(to, ",%s", close[k].name);
    needed_close(to);
    return list;
}

/* An audit that does not show its subject would be of something else. */
static int check_subject(const selection *subject, const evidence *all, const char *db)
{
    for (size_t s = 0; s < subject->count; s++) {
        const char *id = subject->at[s].metric->id, *preset = subject->at[s].id.text;
        size_t k = 0;
        while (k < all->count && !(strcmp(all->at[k].metric, id) == 0 && strcmp(all->at[k].preset, preset) == 0)) k++;
        if (k < all->count) continue;
        return cli_refuse(ASSAY_EINPUT,
                          "%s has no score of %s@%s, so there is nothing to audit; `assay status --db %s` "
                          "says what it has",
                          db, id, preset, db);
    }
    return 0;
}

/* The subject, and the three that are nearest to it. */
static int find_nearest(const selection *subject, const char *db, store *scores, const char *own, near close[NEAREST],
                        size_t *n_close)
{
    evidence all = { 0 };
    const store_filter every = { 0 };
    int bad = cli_fail(evidence_read(scores, &every, &all, &cli_error));
    if (!bad) bad = check_subject(subject, &all, db);
    if (!bad) *n_close = nearest(&all, own, close);
    evidence_free(&all);
    return bad;
}

static void put_title(const selection *subject, char *to, size_t size)
{
    char name[NAME];
    variant_print(subject->at[0].metric->id, subject->at[0].id.text, name, sizeof name);
    wording title = wording_in(to, size);
    wording_add(&title, "Audit of %s", name);
    if (subject->count > 1) wording_add(&title, " and %zu more", subject->count - 1);
}

static int print_held_out(const cli_args *args, const held_out_check *check)
{
    const int bad = print_grid(args, held_out_grid(&check->lines));
    printf("to repeat it: the same command with --held-out-seed %llu\n\n", (unsigned long long)check->seed);
    return bad;
}

/* Takes the store. */
static int publish(const cli_args *args, const selection *subject, report *r, const near *close, size_t n_close,
                   const held_out_check *check)
{
    const char *directory = directory_of(args);
    char title[NAME + 64];
    put_title(subject, title, sizeof title);
    r->title = title;
    int bad = cli_fail(report_make(r, directory, &cli_error));
    if (!bad) bad = print_verdicts(args, r);
    if (!bad) say_nearest(close, n_close);
    if (!bad && r->held_out) bad = print_held_out(args, check);
    if (!bad && held_out_failed(&check->lines)) bad = CLI_FAILED;
    report_free_scores(r);
    return bad;
}

/* Closes the store. */
static int audit_scores(const cli_args *args, const selection *subject, const char *db, store *scores, uint64_t seed)
{
    near close[NEAREST] = { 0 };
    size_t n_close = 0;
    char *own = list_variants(subject, NULL, 0);
    int bad = find_nearest(subject, db, scores, own, close, &n_close);
    char *list = list_variants(subject, close, n_close);
    held_out_check check = { .seed = seed };
    if (!bad && seed) bad = audit_held_out(args, own, db, directory_of(args), &check);
    report r = { .scores = scores, .filter = { .metrics = list }, .subject = own };
    if (seed) r.held_out = &check.lines;
    if (bad) store_close(scores);
    else bad = publish(args, subject, &r, close, n_close, &check);
    held_out_check_free(&check);
    free(list);
    free(own);
    return bad;
}

static void note_unsteady(const candidate_told *of, void *context)
{
    if (of->unsteady) *(int *)context = 1;
}

static int run(const cli_args *args)
{
    int unsteady = 0;
    const char *directory = directory_of(args);
    uint64_t seed = 0; /* of the held-out check; 0: there is none */
    char db[UNFINISHED_PATH];
    selection subject = { 0 };
    store *scores = NULL;
    snprintf(db, sizeof db, "%s/scores.db", directory);
    if (cli_value(args, "db")) snprintf(db, sizeof db, "%s", cli_value(args, "db"));
    int bad = is_held_out(args) ? audit_held_out_seed(args, &seed) : 0;
    if (!bad) bad = cli_fail(selection_add(&subject, args->word[0], &cli_error));
    if (!bad && claims_nothing(&subject))
        terminal_say(
            "%s claims to measure none of modularity, compactness, explicitness, so that only what holds whatever "
            "it measures is judged; a candidate claims by `:measures=compactness` behind its name\n",
            subject.at[0].metric->id);
    if (!bad) bad = run_scores(args, db);
    if (!bad) bad = cli_fail(store_open(db, STORE_READ, &scores, &cli_error));
    if (!bad) bad = audit_scores(args, &subject, db, scores, seed);
    if (!bad || bad == CLI_FAILED) terminal_print("%s/index.html\n", directory);
    print_candidates();
    candidate_tell_all(note_unsteady, &unsteady);
    selection_free(&subject);
    return !bad && unsteady ? CLI_FAILED : bad;
}

const cli_command cli_command_audit = { .least = 1, .most = 1, .run = run };
