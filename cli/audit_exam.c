/* The exam of an audit. */
#define _DEFAULT_SOURCE /* getrandom */
#include "audit_exam.h"

#include "evidence_taken.h"
#include "exam.h"
#include "exam_marks.h"
#include "plan.h"
#include "names.h"
#include "print.h"
#include "run_store.h"
#include "wording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* A point of the exam and that of the plan that it stands for. */
typedef struct place {
    const scenario_point *scored, *stands_for;
} place;

typedef struct places {
    place *at;
    size_t count;
} places;

typedef struct examining {
    const cli_args *args;
    const audit_subject *subject;
    const verdicts *grid;
    uint64_t seed;
    uint32_t maps;
    plan before, plan; /* the audit's and the exam made of it, point by point */
    places places;
    evidence scored, renamed;
    verdicts verdicts;
    exam_marks marks;
} examining;

/* ---- the seed ---- */

int audit_exam_seed(const cli_args *args, uint64_t *to)
{
    assay_error err;
    uint32_t drawn;
    if (cli_value(args, "held-out")[0]) {
        const int bad = cli_number(args, "held-out", 0, 0, to);
        return bad ? bad : cli_fail(exam_seed_check(*to, &err), &err);
    }
    if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn) {
        cli_usage("audit: this machine gives no random numbers; give one: `--held-out SEED`");
        return CLI_ENVIRONMENT;
    }
    *to = drawn;
    return 0;
}

/* ---- the maps: what the metric is blind to by the grid's own verdicts is asked of it everywhere ---- */

static size_t outputs_that(const examining *x, const char *id, int outcome)
{
    size_t count = 0;
    for (size_t k = 0; k < x->grid->count; k++) {
        const verdict *v = &x->grid->at[k];
        count += v->outcome == outcome && variant_is_listed(x->subject->own, v->series->metric, v->series->preset) &&
                 property_find(id) == property_at(v->property);
    }
    return count;
}

static int is_blind(const examining *x, const char *id)
{
    return outputs_that(x, id, VERDICT_PASS) && !outputs_that(x, id, VERDICT_FAIL) &&
           !outputs_that(x, id, VERDICT_UNDECIDED);
}

static int find_maps(examining *x)
{
    const char *order = "permutation-invariant";
    assay_error err = { "" };
    int some_read = 0, bad = 0;
    if (!outputs_that(x, order, VERDICT_FAIL) && !outputs_that(x, order, VERDICT_UNDEFINED) &&
        !outputs_that(x, order, VERDICT_NOT_CLAIMED))
        x->maps |= EXAM_ORDER | EXAM_SIGN;
    if (is_blind(x, "rescaling-invariant")) x->maps |= EXAM_UNIT;
    if (is_blind(x, "nonlinear")) x->maps |= EXAM_CURVE;
    for (size_t k = 0; k < x->subject->metrics->count && !bad && !some_read; k++)
        bad = cli_fail(exam_reads_order_of_classes(&x->subject->metrics->at[k], x->seed, threshold_value("flat"),
                                                   &some_read, &err),
                       &err);
    if (!some_read) x->maps |= EXAM_CLASSES;
    return bad;
}

/* ---- running ---- */

static int make_plans(examining *x)
{
    const char *name = cli_value(x->args, "plan") ? cli_value(x->args, "plan") : "audit";
    const plan_changes changes = { .scenarios = cli_value(x->args, "scenarios"),
                                   .metrics = x->args->word[0],
                                   .seeds = cli_value(x->args, "seeds") };
    assay_error err = { "" };
    int bad = cli_fail(plan_read(name, &changes, &x->before, &err), &err);
    if (!bad) bad = cli_fail(plan_read(name, &changes, &x->plan, &err), &err);
    return bad ? bad : cli_fail(exam_make(&x->plan, x->seed, x->maps, &err), &err);
}

static int list_places(examining *x)
{
    size_t room = 0;
    for (size_t p = 0; p < x->plan.n_parts; p++) room += x->plan.part[p].n_points;
    x->places.at = calloc(room + 1, sizeof *x->places.at);
    if (!x->places.at) return cli_fail(ASSAY_ENOMEM, NULL);
    for (size_t p = 0; p < x->plan.n_parts; p++)
        for (size_t k = 0; k < x->plan.part[p].n_points; k++)
            x->places.at[x->places.count++] = (place){ &x->plan.part[p].point[k].at, &x->before.part[p].point[k].at };
    return 0;
}

static int run_exam(examining *x, const char *directory, const char *db)
{
    uint64_t jobs;
    int bad = cli_number(x->args, "jobs", 1, 0, &jobs);
    char *command = wording_made("assay audit ... --held-out %" PRIu64 " --out %s", x->seed, directory);
    if (!bad && !command) bad = cli_fail(ASSAY_ENOMEM, NULL);
    if (!bad) bad = run_store(&x->plan, db, (unsigned)(jobs < CLI_MOST_JOBS ? jobs : CLI_MOST_JOBS), command);
    free(command);
    return bad;
}

static int take_place(const evidence_series *s, const evidence_point *p, const void *context, evidence_part *to)
{
    const places *all = context;
    (void)s;
    for (size_t k = 0; k < all->count; k++) {
        *to = (evidence_part){ all->at[k].stands_for, 0, UINT64_MAX };
        if (point_equal(all->at[k].scored, p->at)) return 1;
    }
    return 0;
}

static int judge_exam(examining *x, const char *db)
{
    const store_filter own = { .metrics = x->subject->own };
    store *scores = NULL;
    assay_error err = { "" };
    int bad = cli_fail(store_open(db, STORE_READ, &scores, &err), &err);
    if (!bad) bad = cli_fail(evidence_read(scores, &own, &x->scored, &err), &err);
    store_close(scores);
    if (!bad) bad = cli_fail(evidence_taken(&x->scored, take_place, &x->places, &x->renamed), NULL);
    x->renamed.is_exam = 1;
    if (!bad) bad = cli_fail(judge_all(&x->renamed, &x->verdicts, &err), &err);
    return bad ? bad : cli_fail(exam_marks_pair(x->grid, &x->verdicts, &x->marks), NULL);
}

/* ---- telling ---- */

static const place *place_of(const examining *x, const evidence_point *p)
{
    for (size_t k = 0; p && k < x->places.count; k++)
        if (point_equal(x->places.at[k].stands_for, p->at)) return &x->places.at[k];
    return NULL;
}

/* "; in the exam alpha=0.1 is alpha=0.1231": the points of the verdict's evidence whose values are others there. */
static void tell_places(const examining *x, const verdict *v, char *to, size_t size)
{
    const comparison *c = v->n_comparisons ? &v->comparison[v->deciding] : NULL;
    wording w = wording_in(to, size);
    for (size_t k = 0; c && k < 2; k++) {
        const place *one_place = place_of(x, c->at[k]);
        if (!one_place || (k && one_place == place_of(x, c->at[0]))) continue;
        for (size_t i = 0; i < one_place->stands_for->set.n; i++) {
            const setting *own = &one_place->stands_for->set.at[i];
            const setting *there = settings_find(&one_place->scored->set, own->name);
            char one[64], other[64];
            if (!there || setting_equal(own, there)) continue;
            setting_print(own, one, sizeof one);
            setting_print(there, other, sizeof other);
            wording_add(&w, "%s%s=%s stands for %s", w.used ? ", " : "; here ", own->name, one, other);
        }
    }
}

static grid *marks_grid(const examining *x)
{
    grid *g = grid_new("verdicts that the held-out check does not confirm");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "property", "property", GRID_LEFT },
                 { "grid", "grid", GRID_LEFT }, { "heldout", "held-out", GRID_LEFT },
                 { "evidence", "evidence on held-out data", GRID_WRAP });
    for (size_t k = 0; k < x->marks.count; k++) {
        const exam_mark *m = &x->marks.at[k];
        char name[256], values[256];
        if (m->is == EXAM_CONFIRMS) continue;
        series_text(m->grid->series, name, sizeof name);
        tell_places(x, m->exam, values, sizeof values);
        grid_row(g);
        GRID_TEXTS(g, name, property_at(m->grid->property)->id, verdict_word(m->grid->outcome),
                   verdict_word(m->exam->outcome));
        grid_text(g, "%s%s", m->exam->text ? m->exam->text : "", values);
    }
    return g;
}

static void tell_sum(const examining *x)
{
    const size_t same = exam_marks_count(&x->marks, EXAM_CONFIRMS, ANY_OUTCOME);
    const size_t differ = exam_marks_count(&x->marks, EXAM_DIFFERS, ANY_OUTCOME);
    const size_t kept = exam_marks_count(&x->marks, EXAM_CONFIRMS, VERDICT_PASS);
    const size_t lost = exam_marks_count(&x->marks, EXAM_DIFFERS, VERDICT_PASS);
    const size_t open = exam_marks_count(&x->marks, EXAM_LEAVES_OPEN, VERDICT_PASS);
    char maps[64];
    exam_maps_text(x->maps, maps, sizeof maps);
    printf("held-out check %" PRIu64 ": other values of parameters, numbers of samples and seeds", x->seed);
    if (x->maps) printf("; of codes and classes changed: %s", maps);
    printf("\nto repeat it: the same command with --held-out %" PRIu64 "\n", x->seed);
    printf("%zu of %zu verdicts are the same, %zu differ. Of %zu passes on the grid %zu are confirmed", same,
           x->marks.count, differ, kept + lost + open, kept);
    if (lost) printf(": %zu are decided otherwise on held-out data", lost);
    if (open) printf("%s %zu open there with as many seeds", lost ? ";" : ":", open);
    putchar('\n');
}

static int tell_exam(const examining *x)
{
    grid *g = marks_grid(x);
    assay_error err = { "" };
    const size_t all = x->marks.count;
    tell_sum(x);
    const assay_status status = exam_marks_count(&x->marks, EXAM_CONFIRMS, ANY_OUTCOME) < all
                                    ? grid_print(g, GRID_TABLE, print_width(x->args, 120), stdout, &err)
                                    : ASSAY_OK;
    grid_free(g);
    putchar('\n');
    return cli_fail(status, &err);
}

/* 1 where a mark that counts is decided otherwise, or most passes are not confirmed. */
static int exit_for(const exam_marks *marks)
{
    const size_t kept = exam_marks_count(marks, EXAM_CONFIRMS, VERDICT_PASS);
    if (exam_marks_count(marks, EXAM_LEAVES_OPEN, VERDICT_PASS) > kept) return CLI_FAILED;
    for (size_t k = 0; k < marks->count; k++)
        if (marks->at[k].is == EXAM_DIFFERS && !property_at(marks->at[k].grid->property)->diagnostic) return CLI_FAILED;
    return 0;
}

static void examining_free(examining *x)
{
    exam_marks_free(&x->marks);
    verdicts_free(&x->verdicts);
    evidence_free(&x->renamed);
    evidence_free(&x->scored);
    free(x->places.at);
    plan_free(&x->plan);
    plan_free(&x->before);
}

int audit_exam(const cli_args *args, const char *directory, uint64_t seed, const audit_subject *subject,
               const verdicts *on_grid)
{
    char db[UNFINISHED_PATH];
    examining x = { .args = args, .subject = subject, .grid = on_grid, .seed = seed };
    snprintf(db, sizeof db, "%s/held-out.db", directory);
    int bad = find_maps(&x);
    if (!bad) bad = make_plans(&x);
    if (!bad) bad = list_places(&x);
    if (!bad) bad = run_exam(&x, directory, db);
    if (!bad) bad = judge_exam(&x, db);
    if (!bad) bad = tell_exam(&x);
    if (!bad) bad = exit_for(&x.marks);
    examining_free(&x);
    return bad;
}
