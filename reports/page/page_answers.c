/* The first screen: what was run, and what follows from it. */
#include "page_parts.h"

#include "advice.h"
#include "store_origin.h"

#include <string.h>

/* ---- what was run ---- */

enum { WORD = 64, NAMES = 256 };

typedef struct extent {
    char scenario[WORD]; /* of the row before */
    size_t scenarios;
    uint64_t samples[2], seed[2], cells, failed;
    char version[2][WORD];
    char plans[NAMES], days[STORE_DAYS];
} extent;

static assay_status add_row(const store_extent *row, void *context)
{
    extent *e = context;
    const int first = e->cells == 0;
    if (row->of_study) return ASSAY_OK; /* which the section on models tells of */
    if (strcmp(e->scenario, row->scenario) != 0) e->scenarios++;
    snprintf(e->scenario, WORD, "%s", row->scenario);
    if (first || row->samples < e->samples[0]) e->samples[0] = row->samples;
    if (row->samples > e->samples[1]) e->samples[1] = row->samples;
    if (first || row->seed_least < e->seed[0]) e->seed[0] = row->seed_least;
    if (row->seed_most > e->seed[1]) e->seed[1] = row->seed_most;
    if (first || strcmp(row->version_least, e->version[0]) < 0) snprintf(e->version[0], WORD, "%s", row->version_least);
    if (strcmp(row->version_most, e->version[1]) > 0) snprintf(e->version[1], WORD, "%s", row->version_most);
    e->cells += row->cells;
    e->failed += row->failed;
    return ASSAY_OK;
}

static assay_status add_plan(const char *name, const char *text, void *context)
{
    extent *e = context;
    const size_t used = strlen(e->plans);
    if (text[0]) snprintf(e->plans + used, NAMES - used, "%s%s", used ? ", " : "", name); /* studies have no text */
    return ASSAY_OK;
}

static void put_span(page *p, const char *what, uint64_t low, uint64_t high)
{
    if (low == high) page_text(p, ", %s %llu", what, (unsigned long long)low);
    else page_text(p, ", %s %llu to %llu", what, (unsigned long long)low, (unsigned long long)high);
}

static void put_extent(page *p, const extent *e)
{
    page_open(p, "p", "ran", NULL);
    if (e->plans[0]) page_text(p, "Plan `%s`: ", e->plans);
    page_text(p, "%zu scenario%s", e->scenarios, e->scenarios == 1 ? "" : "s");
    put_span(p, "rows", e->samples[0], e->samples[1]);
    put_span(p, "seeds", e->seed[0], e->seed[1]);
    page_text(p, ", %llu cells", (unsigned long long)e->cells);
    if (e->failed) page_text(p, " (%llu failed)", (unsigned long long)e->failed);
    page_text(p, ", computed by assay %s", e->version[0]);
    if (strcmp(e->version[0], e->version[1]) != 0) page_text(p, " to %s", e->version[1]);
    if (e->days[0]) page_text(p, "; the store was filled %s", e->days);
    page_text(p, "%s", ". ");
    page_link(p, "#settings", NULL, NULL, "All settings");
    page_close(p);
}

/* ---- sentences ---- */

static void put_score(page *p, const evidence_series *s)
{
    char link[1024], name[1024];
    snprintf(link, sizeof link, "#evidence/%s", s->metric);
    series_text(s, name, sizeof name);
    page_link(p, link, NULL, s->title, "%s", name);
}

/* "; it fails calibrated, nonlinear; undefined: 3" */
static void put_lacks(page *p, const standing *s)
{
    enum { NAMED = 4 };
    size_t n = 0;
    const size_t open = s->outcome[VERDICT_UNDECIDED] + s->outcome[VERDICT_NOT_RUN];
    for (size_t k = 0; k < property_count(); k++) {
        const verdict *v = &s->of[k];
        const property *one = property_at(v->property);
        char link[2048];
        if (v->outcome != VERDICT_FAIL || one->diagnostic) continue;
        if (n < NAMED) {
            page_text(p, "%s", n ? ", " : "; it fails ");
            snprintf(link, sizeof link, "#v/%s/%s/%s/%s", v->series->metric, v->series->preset, v->series->output,
                     one->id);
            page_link(p, link, NULL, v->text, "%s", one->id);
        }
        n++;
    }
    if (n > NAMED) page_text(p, " and %zu more", n - NAMED);
    if (s->outcome[VERDICT_UNDEFINED]) page_text(p, "; undefined: %zu", s->outcome[VERDICT_UNDEFINED]);
    if (open) page_text(p, "; undecided or not run: %zu", open);
}

/* Scores of one rank have counts and failures of their own. */
static void put_best(page *p, const advice *a)
{
    for (size_t k = 0; k < a->n_best; k++) {
        const standing *s = &a->best[k];
        page_text(p, "%s", !k ? "" : k + 1 < a->n_best || a->n_alike > a->n_best ? ", " : " or ");
        put_score(p, s->of->series);
        page_text(p, " (%zu of %zu properties passed, %zu of them earned", s->passed, s->asked, s->earned);
        put_lacks(p, s);
        page_text(p, "%s", ")");
    }
    if (a->n_alike > a->n_best) page_text(p, " or %zu more of the same rank", a->n_alike - a->n_best);
    page_text(p, "%s", ".");
}

/* Scores that claim it, and the controls among them apart. */
static size_t count_claiming(const verdicts *all, uint32_t claim, size_t *controls)
{
    size_t n = 0;
    *controls = 0;
    for (size_t k = 0; k < all->count; k += property_count()) {
        const evidence_series *s = all->at[k].series;
        if (!(s->measures & claim)) continue;
        if (s->flags & ASSAY_CONTROL) ++*controls;
        else n++;
    }
    return n;
}

/* Why no score can be named for a claim. */
static void put_none(page *p, const verdicts *all, const advice *a)
{
    size_t controls;
    const size_t n = count_claiming(all, a->claim, &controls);
    page_text(p, "For %s ", claim_name(a->claim));
    if (!n) page_text(p, "nothing can be said: no score here claims it%s.", controls ? ", but for controls" : "");
    else if (n == 1)
        page_text(p, a->candidates ? "there is no advice: the one score that claims it earns no pass here."
                                   : "nothing can be said: the one score that claims it neither earns a pass nor fails "
                                     "anything here.");
    else
        page_text(p, a->candidates ? "there is no advice: of the %zu scores that claim it none earns a pass here."
                                   : "nothing can be said: none of the %zu scores that claim it earns a pass or fails "
                                     "anything here.", n);
}

static void put_claim(page *p, const verdicts *all, uint32_t claim)
{
    advice a;
    advice_make(all, claim, &a);
    page_open(p, "li", NULL, NULL);
    if (!a.n_best) {
        put_none(p, all, &a);
    } else if (a.fit) {
        page_text(p, "For %s use ", claim_name(claim));
        put_best(p, &a);
    } else if (a.best[0].passed == a.best[0].asked) {
        page_text(p, "For %s, on too few rows to rely on it: ", claim_name(claim));
        put_best(p, &a);
    } else {
        page_text(p, "For %s no score passes everything asked of it. Nearest: ", claim_name(claim));
        put_best(p, &a);
    }
    page_close(p);
}

/* ---- what to avoid ---- */

typedef struct worst_score {
    standing is;                       /* of == NULL: no score that claims a property fails one */
    size_t scores, as_many, advised;   /* with failures or earned passes; that fail as many; 1: named as the nearest */
} worst_score;

static int is_advised(const verdicts *all, const verdict *of)
{
    for (uint32_t claim = ASSAY_MODULARITY; claim <= ASSAY_EXPLICITNESS; claim <<= 1) {
        advice a;
        advice_make(all, claim, &a);
        for (size_t k = 0; k < a.n_best; k++)
            if (a.best[k].of == of) return 1;
    }
    return 0;
}

static worst_score find_worst(const verdicts *all)
{
    worst_score to = { 0 };
    for (size_t k = 0; k < all->count; k += property_count()) {
        const standing one = standing_of(&all->at[k]);
        const evidence_series *s = all->at[k].series;
        if (!(s->measures & 7) || s->flags & ASSAY_CONTROL || !(one.failed || one.earned)) continue;
        to.scores++;
        if (!one.failed || (to.is.of && one.failed < to.is.failed)) continue;
        to.as_many = to.is.of && one.failed == to.is.failed ? to.as_many + 1 : 1;
        if (to.as_many == 1) to.is = one;
    }
    if (to.is.of) to.advised = (size_t)is_advised(all, to.is.of);
    return to;
}

/* What fails most of what is asked of it, and its furthest failure. That is no reason to avoid what there is nothing
 * better than, or nothing else. */
static void put_worst(page *p, const verdicts *all)
{
    const worst_score worst = find_worst(all);
    const verdict *v = worst.is.of ? verdicts_worst(worst.is.of, property_count()) : NULL;
    char link[2048];
    if (!v) return;
    const int avoid = worst.as_many < worst.scores && !worst.advised && v->n_comparisons;
    snprintf(link, sizeof link, "#v/%s/%s/%s/%s", v->series->metric, v->series->preset, v->series->output,
             property_at(v->property)->id);
    page_open(p, "li", NULL, NULL);
    page_text(p, "%s", avoid ? "Avoid " : "");
    put_score(p, v->series);
    const size_t decided = worst.is.failed + worst.is.passed;
    if (decided == 1) page_text(p, "%s fails the one property that is decided of it", avoid ? ", which" : "");
    else page_text(p, "%s fails %zu of the %zu properties that are decided of it", avoid ? ", which" : "",
                   worst.is.failed, decided);
    if (worst.as_many > 1)
        page_text(p, "; %zu more fail%s as many, none more", worst.as_many - 1, worst.as_many == 2 ? "s" : "");
    else if (worst.scores > 1) page_text(p, "%s", ", the most of all scores that claim something");
    page_text(p, "%s", worst.is.failed > 1 ? "; furthest " : ": ");
    page_link(p, link, NULL, NULL, "%s", property_at(v->property)->id);
    page_text(p, ": %s.", v->text ? v->text : "");
    page_close(p);
}

static int any_decided(const verdicts *all)
{
    for (size_t k = 0; k < all->count; k++)
        if (all->at[k].outcome == VERDICT_PASS || all->at[k].outcome == VERDICT_FAIL) return 1;
    return 0;
}

static void put_answers(page *p, const verdicts *all)
{
    page_section(p, "answers", "What the verdicts say");
    if (!any_decided(all)) {
        page_paragraph(p, "Nothing is decided here: no property passes or fails on these scores. The table says what "
                          "was not run, is undefined or undecided; what was scored is below.");
        return;
    }
    page_open(p, "ul", "answers", NULL);
    put_claim(p, all, ASSAY_MODULARITY);
    put_claim(p, all, ASSAY_COMPACTNESS);
    put_claim(p, all, ASSAY_EXPLICITNESS);
    put_worst(p, all);
    page_close(p);
}

assay_status page_answers(page *p, store *s, const store_filter *filter, const verdicts *all, assay_error *err)
{
    extent e = { 0 };
    char warning[256];
    assay_status status = store_extents(s, filter, add_row, &e, err);
    if (status == ASSAY_OK) status = store_plans(s, add_plan, &e, err);
    if (status == ASSAY_OK) status = store_days(s, e.days, err);
    if (status != ASSAY_OK) return status;
    put_extent(p, &e);
    verdicts_size_warning(all, warning, sizeof warning);
    if (warning[0]) page_put(p, "p", "banner", "Too small for verdicts that last: %s.", warning);
    put_answers(p, all);
    return ASSAY_OK;
}
