/* assay audit -- one metric, built in or from outside, next to the built-in metrics that are nearest to it. */
#define _DEFAULT_SOURCE /* getrandom */
#include "agreement.h"
#include "candidate.h"
#include "claim_names.h"
#include "cores.h"
#include "held_out.h"
#include "hunted.h"
#include "needed.h"
#include "print.h"
#include "progress.h"
#include "property_table.h"
#include "report_parts.h"
#include "run_store.h"
#include "terminal.h"
#include "wording.h"

#include <jansson.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* ---- the held-out check: the same question on pairs that nobody had seen. Its seed is nowhere but in this process
 * until every candidate has answered: the scores stay in memory, and what is printed is printed then ---- */

typedef struct held_out_check {
    uint64_t seed;
    evidence published, held_out;
    held_out_lines lines;
} held_out_check;

/* The seed of --held-out-seed, or one that is drawn; the exit status. */
static int audit_held_out_seed(const cli_args *args, uint64_t *to)
{
    uint32_t drawn;
    *to = cli_number(args, "held-out-seed", 0);
    if (*to) return 0;
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn) {
        cli_usage("audit: this machine gives no random numbers; `--held-out-seed N` takes one of yours");
        return CLI_ENVIRONMENT;
    }
    *to = drawn ? drawn : 1;
    return 0;
}

/* The pairs of this seed, scored: a store in memory. */
static int score_pairs(const cli_args *args, uint64_t seed, store **to)
{
    FREED(plan_free) plan asked = { 0 };
    const plan_changes changes = { .metrics = args->word[0], .without_controls = 1 };
    CLI_OK(plan_read("audit-pairs", &changes, &asked, &cli_error));
    CLI_OK(held_out_make(&asked, seed, &cli_error));
    candidate_renew();
    return run_memory(&asked, cli_jobs(args, 0), to);
}

/* own: a list of variants; NULL: all. */
static int read_pairs(store *from, const char *own, evidence *to)
{
    const store_filter filter = { .metrics = own, .overall = 1, .pairs = 1 };
    return cli_fail(evidence_read(from, &filter, to, &cli_error));
}

static int save(store *scores, const char *file)
{
    unlink(file);
    if (store_save(scores, file)) return 0;
    return cli_refuse(ASSAY_EENVIRONMENT, "%s: cannot be written; make room, or name another folder with --out", file);
}

/* Scores the metric of the command on held-out pairs, and compares with what the audit's store has of published ones of
 * the variants of `own`, a list. DIR/held-out.db is written when the candidates have answered. The exit status of the
 * work; held_out_failed says what came of it. */
static int audit_held_out(const cli_args *args, const char *own, store *published, const char *directory,
                          held_out_check *to)
{
    FREED(store_dropped) store *scores = NULL;
    CLI_TRY(score_pairs(args, to->seed, &scores));
    CLI_TRY(read_pairs(scores, NULL, &to->held_out));
    CLI_TRY(save(scores, phrase("%s/held-out.db", directory)));
    CLI_TRY(read_pairs(published, own, &to->published));
    held_out_lines_make(&to->published, &to->held_out, &to->lines);
    to->lines.seed = to->seed;
    return 0;
}

enum { NEAREST = 3, NAME = 1200 }; /* a store has no longer names */

static const char compare_usual[] = "cost:3e6"; /* as plan audit */

/* Kendall's tau-b of two series over all representations that have both; NaN where it is not known. */
static double nearness(const evidence_series *a, const evidence_series *b)
{
    size_t room = 0, n = 0;
    for (size_t k = 0; k < a->n_points; k++) room += a->point[k].n;
    OWNED double *x = needed(zeroed(2 * room + 1, sizeof *x));
    double *y = x + room;
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
    return agree_lists(AGREE_KENDALL, x, y, n);
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
        snprintf(one.name, NAME, "%s@%s", other->metric, other->preset);
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

static const char *directory_of(const cli_args *args) { return cli_value_or(args, "out", "out/audit"); }

static int is_of_pairs(const plan *p)
{
    for (size_t k = 0; k < p->n_parts; k++)
        for (size_t i = 0; i < p->part[k].n_points; i++)
            if (!p->part[k].point[i].scenario->is_bank) return 0;
    return 1;
}

static int run_plan_of(const cli_args *args, const char *plan_name, const plan_changes *changes, const char *db,
                       int of_pairs)
{
    FREED(plan_free) plan asked = { 0 };
    CLI_OK(plan_read(plan_name, changes, &asked, &cli_error));
    const int is_there = access(db, F_OK) == 0; /* with other scores, perhaps */
    if (of_pairs || is_there || !is_of_pairs(&asked)) return run_store(&asked, db, cli_jobs(args, 0));
    return cli_usage("audit: plan %s has pairs of known order alone, which no property is judged by; an audit scores "
                     "them itself, and the plan is one of scenarios (audit, quick)",
                     plan_name);
}

static int is_held_out(const cli_args *args) { return cli_given(args, "held-out") || cli_given(args, "held-out-seed"); }

/* Pairs of known order, too, unless the user says what to score on. */
static int run_scores(const cli_args *args, const char *db)
{
    const char *list = phrase("%s,%s", args->word[0], cli_value_or(args, "compare", compare_usual));
    const plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                                   .metrics = list,
                                   .seeds = cli_value(args, "seeds"),
                                   .run = cli_given(args, "run") };
    CLI_TRY(run_plan_of(args, cli_value_or(args, "plan", "audit"), &changes, db, 0));
    if ((cli_given(args, "plan") || cli_given(args, "scenarios")) && !is_held_out(args)) return 0;
    return run_plan_of(args, "audit-pairs", &(plan_changes){ .metrics = list }, db, 1);
}

static int claims_nothing(const selection *subject)
{
    for (size_t s = 0; s < subject->count; s++)
        for (size_t o = 0; o < subject->at[s].metric->n_outputs; o++)
            if (subject->at[s].metric->outputs[o].measures & 7) return 0;
    return 1;
}

static void say_nearest(const near *list, size_t count, const char *compared)
{
    terminal_print("\nnearest of %s, by Kendall's tau-b over all representations:", compared);
    for (size_t k = 0; k < count; k++) terminal_print("%s %s (%.2f)", k ? "," : "", list[k].name, list[k].tau);
    printf("%s\n", count ? "" : " none, as no other score varies on the same representations");
}

/* How often an output of the subject has the pairs of a property in their true order, and the best that it is compared
 * with. */
static void say_ordered(const choice *c, const char *own)
{
    for (const choice_property *p = c->property; p < c->property + CLAIM_NAMES; p++) {
        const choice_strip *first = NULL;
        for (size_t k = 0; k < p->n_strips && !first; k++)
            if (!is_own(own, p->strip[k].of) && !choice_is_control(&p->strip[k])) first = &p->strip[k];
        for (size_t k = 0; k < p->n_strips; k++) {
            const choice_strip *s = &p->strip[k];
            if (!is_own(own, s->of) || !(s->of->measures & p->claim)) continue;
            terminal_print("%s: %s ", claim_name(p->claim), series_text(s->of));
            if (s->all.pairs < CHOICE_LEAST) {
                terminal_print("is defined on %zu pairs, too few to say how it orders them\n", s->all.pairs);
                continue;
            }
            terminal_print("has %.2f (%.2f to %.2f) of %zu pairs in their true order", s->all.value, s->all.low,
                           s->all.high, s->all.pairs);
            if (first)
                terminal_print("; the highest it is compared with: %s, %.2f", series_text(first->of), first->all.value);
            terminal_print("\n");
        }
    }
}

/* A verdict takes scores that are missing because the subject raised or crashed for undefined ones. */
static void say_failed(const evidence *scores, const char *own)
{
    size_t failed = 0;
    const char *why = NULL;
    for (size_t k = 0; k < scores->count; k++)
        for (size_t i = 0; i < scores->at[k].n_points && is_own(own, &scores->at[k]); i++) {
            const evidence_point *p = &scores->at[k].point[i];
            if (!p->undefined || strncmp(p->undefined, "failed", 6) != 0) continue;
            failed += p->seeds - p->defined - p->otherwise;
            if (!why) why = p->undefined + strlen("failed: ");
        }
    if (failed) terminal_print("%zu scores are missing, as the metric failed; %s\n", failed, why);
}

/* The variants of the subject, then the nearest, as a list. */
static const char *list_variants(const selection *subject, const near *close, size_t n_close)
{
    const char *list = "";
    for (size_t s = 0; s < subject->count; s++)
        list = phrase_join(list, ",", phrase("%s@%s", subject->at[s].metric->id, subject->at[s].id.text));
    for (size_t k = 0; k < n_close; k++) list = phrase_join(list, ",", close[k].name);
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
    FREED(evidence_free) evidence all = { 0 };
    const store_filter every = { 0 };
    CLI_OK(evidence_read(scores, &every, &all, &cli_error));
    CLI_TRY(check_subject(subject, &all, db));
    *n_close = nearest(&all, own, close);
    return 0;
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
    const int bad = print_grid(args, held_out_grid(&check->lines, 1));
    printf("to repeat it: the same command with --held-out-seed %llu\n\n", (unsigned long long)check->seed);
    return bad;
}

/* ---- the hunt: the subject and those nearest to it, with the same number of evaluations ---- */

/* run: also a metric from outside, which a store may name, too. */
static int hunt_list(const char *list, int run, hunt_asked *a, hunted *to)
{
    FREED(selection_free) selection metrics = { 0 };
    CLI_OK(selection_add_named(&metrics, list, run, &cli_error));
    a->name = metric_is_outside(list) ? list : NULL;
    return cli_fail(hunted_add(to, &metrics, a, &cli_error));
}

enum { EVALUATIONS = 300 };

static int hunt_nearest(const cli_args *args, const near *close, size_t n_close, grid *to[2])
{
    const char *subject = args->word[0];
    hunt_asked a = { .claims = HUNT_ALL,
                     .stop = &progress_stop,
                     .threads = cli_jobs(args, cores_available()),
                     .evaluations = (size_t)cli_number(args, "hunt", EVALUATIONS) };
    hunted all = { .dir = phrase("%s/hunt", directory_of(args)), .worst = { hunted_grid(1), hunted_grid(0) } };
    memcpy(to, all.worst, sizeof all.worst);
    int bad = cli_fail(store_open(phrase("%s/hunt.db", directory_of(args)), STORE_WRITE, &a.cells, &cli_error));
    if (!bad) bad = hunt_list(subject, 1, &a, &all);
    for (size_t k = 0; k < n_close && !bad; k++) bad = hunt_list(close[k].name, cli_given(args, "run"), &a, &all);
    store_close(a.cells);
    return bad;
}

/* Takes the store. */
static int publish(const cli_args *args, const report_request *asked, const report_found *found, const near *close,
                   size_t n_close)
{
    FREED(report_view_free) report_view read = { .has_pairs = 0 };
    CLI_OK(report_make(asked, found, directory_of(args), &read, &cli_error));
    CLI_TRY(print_grid(args, property_table_grid(&read.judged, 1, 0)));
    say_nearest(close, n_close, cli_value_or(args, "compare", compare_usual));
    say_ordered(&read.choice.made, asked->subject);
    say_failed(&read.all, asked->subject);
    return 0;
}

/* Closes the store. */
static int audit_scores(const cli_args *args, const selection *subject, const char *db, store *scores, uint64_t seed)
{
    near close[NEAREST] = { 0 };
    size_t n_close = 0;
    const char *own = list_variants(subject, NULL, 0);
    int bad = find_nearest(subject, db, scores, own, close, &n_close);
    const char *list = list_variants(subject, close, n_close);
    held_out_check check = { .seed = seed };
    if (!bad && seed) bad = audit_held_out(args, own, scores, directory_of(args), &check);
    char title[NAME + 64];
    put_title(subject, title, sizeof title);
    const report_request asked = { scores, { .metrics = list }, title, .subject = own };
    report_found found = { .held_out = seed ? &check.lines : NULL };
    if (!bad && cli_given(args, "hunt")) bad = hunt_nearest(args, close, n_close, found.hunted);
    const int stops = bad || cli_given(args, "no-page");
    for (int k = 0; k < 2 && stops; k++) grid_free(found.hunted[k]);
    if (stops) store_close(scores);
    else bad = publish(args, &asked, &found, close, n_close);
    if (!stops && !bad && seed) bad = print_held_out(args, &check);
    if (!bad && held_out_failed(&check.lines)) bad = CLI_FAILED;
    evidence_free(&check.held_out);
    evidence_free(&check.published);
    return bad;
}

static void note_remark(const candidate_told *of, void *context)
{
    if (of->remark) *(int *)context = 1;
}

int cmd_audit(const cli_args *args)
{
    int remarked = 0;
    const char *directory = directory_of(args);
    uint64_t seed = 0; /* of the held-out check; 0: there is none */
    selection subject = { 0 };
    store *scores = NULL;
    if (!directory[0]) return cli_usage("audit: --out wants a folder");
    const char *db = cli_value_or(args, "db", phrase("%s/scores.db", directory));
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
    if ((!bad || bad == CLI_FAILED) && !cli_given(args, "no-page")) terminal_print("%s/index.html\n", directory);
    print_candidates();
    candidate_tell_all(note_remark, &remarked);
    selection_free(&subject);
    return !bad && remarked ? CLI_FAILED : bad;
}
