/* Doses of many scores held against each other. */
#include "story.h"

#include "names.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 0.95

static const char *column_of(const stored_representation *r, const char *name)
{
    for (size_t k = 0; k < r->n_columns; k++)
        if (strcmp(r->column[k], name) == 0) return r->text[k];
    return NULL;
}

int story_has_curves(const stored_point *of)
{
    return of->representation && column_of(of->representation, STORY_COLUMN);
}

/* ---- one representation ---- */

static const evidence_point *point_of(const evidence_series *s, const stored_point *of)
{
    for (size_t k = 0; k < s->n_points; k++)
        if (s->point[k].of == of) return &s->point[k];
    return NULL;
}

/* Half the interval of a score; the first seed's where there are several. */
static double half_of(const evidence_point *p)
{
    return p->interval.kind ? fmax(p->interval.high - p->value[0], p->value[0] - p->interval.low) : 0.0;
}

static int has_curve(const story_score *s)
{
    for (int k = 0; k < DOSE_KINDS; k++)
        if (s->dose[k].outcome != DOSE_NO_CURVE) return 1;
    return 0;
}

static assay_status read_doses(const story *s, story_score *score, double level, dose *to)
{
    for (int k = 0; k < DOSE_KINDS; k++) {
        dose_curve curve;
        const assay_status status = dose_curve_make(score->of, k, s->profile, score->at->samples, &curve);
        if (status == ASSAY_OK) to[k] = dose_of(&curve, score->at->value[0], half_of(score->at), level);
        dose_curve_free(&curve);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

/* What is left of a defect's doses when every score has spoken. */
static void hold_together(story *s, int kind)
{
    double low = -INFINITY, high = INFINITY;
    size_t told = 0;
    int outside = 0;
    for (size_t k = 0; k < s->n; k++) {
        const dose *d = &s->score[k].shared[kind];
        outside |= d->outcome == DOSE_ABOVE || d->outcome == DOSE_BELOW;
        if (d->outcome != DOSE_FOUND) continue;
        low = fmax(low, d->low);
        high = fmin(high, d->high);
        told++;
    }
    s->of_kind[kind].told = told;
    s->of_kind[kind].holds = told > 1 && !outside && low <= high;
    s->of_kind[kind].low = low;
    s->of_kind[kind].high = high;
}

static assay_status story_make(const evidence *from, const stored_point *of, story *to)
{
    const stored_representation *r = of->representation;
    *to = (story){ .of = of, .profile = column_of(r, STORY_COLUMN), .factors = (size_t)r->factors };
    to->score = calloc(from->count + 1, sizeof *to->score);
    assay_status status = to->score ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t s = 0; s < from->count && to->profile && status == ASSAY_OK; s++) {
        const evidence_series *series = &from->at[s];
        story_score one = { .of = series, .at = point_of(series, of) };
        if (!one.at || !one.at->n || isnan(one.at->value[0]) || series->flags & ASSAY_CONTROL) continue;
        status = read_doses(to, &one, LEVEL, one.dose);
        if (has_curve(&one)) to->score[to->n++] = one;
    }
    for (size_t k = 0; k < to->n && status == ASSAY_OK; k++)
        status = read_doses(to, &to->score[k], 1.0 - (1.0 - LEVEL) / (double)to->n, to->score[k].shared);
    for (int k = 0; k < DOSE_KINDS; k++) hold_together(to, k);
    if (status != ASSAY_OK) free(to->score);
    return status;
}

/* ---- all ---- */

static int compare_points(const void *a, const void *b)
{
    const stored_point *x = *(const stored_point *const *)a, *y = *(const stored_point *const *)b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* The representations among the evidence, each as often as it has scores, by rank; NULL: memory ran out. */
static const stored_point **list_representations(const evidence *from, size_t *n)
{
    size_t most = 0;
    *n = 0;
    for (size_t s = 0; s < from->count; s++) most += from->at[s].n_points;
    const stored_point **to = calloc(most + 1, sizeof *to);
    for (size_t s = 0; to && s < from->count; s++)
        for (size_t k = 0; k < from->at[s].n_points; k++)
            if (from->at[s].point[k].of->representation) to[(*n)++] = from->at[s].point[k].of;
    if (to) qsort(to, *n, sizeof *to, compare_points);
    return to;
}

assay_status stories_make(const evidence *from, stories *to, assay_error *err)
{
    size_t n;
    const stored_point **of = list_representations(from, &n);
    *to = (stories){ of ? calloc(n + 1, sizeof *to->at) : NULL, 0 };
    assay_status status = to->at ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++)
        if ((!k || of[k] != of[k - 1]) && (status = story_make(from, of[k], &to->at[to->count])) == ASSAY_OK)
            to->count++;
    free(of);
    if (status == ASSAY_OK) return status;
    stories_free(to);
    return assay_fail(err, status, "memory ran out");
}

void stories_free(stories *all)
{
    for (size_t k = 0; k < all->count; k++) free(all->at[k].score);
    free(all->at);
    *all = (stories){ NULL, 0 };
}

/* ---- words ---- */

/* Scores above or below every curve they have: nothing done to an ideal code gives them. */
static size_t name_outside(const story *s, char *to, size_t size)
{
    size_t count = 0;
    wording w = wording_in(to, size);
    for (size_t k = 0; k < s->n; k++) {
        int found = 0, above = 0, below = 0;
        for (int d = 0; d < DOSE_KINDS; d++) {
            const int outcome = s->score[k].dose[d].outcome;
            found |= outcome == DOSE_FOUND || outcome == DOSE_ANY || outcome == DOSE_TURNS;
            above |= outcome == DOSE_ABOVE;
            below |= outcome == DOSE_BELOW;
        }
        if (found || !(above || below)) continue;
        char name[192];
        series_text(s->score[k].of, name, sizeof name);
        if (count++ < 4)
            wording_add(&w, "%s%s (%s)", w.used ? ", " : "", name, !below ? "above" : !above ? "below" : "above and below");
    }
    return count;
}

/* One sentence: the story, the stories that fit alike, or that none does and what lies outside. */
static void story_text(const story *s, char *to, size_t size)
{
    char amount[96], outside[512];
    size_t fits = 0;
    wording w = wording_in(to, size);
    if (!s->profile || !s->n) {
        wording_add(&w, "no curves on its factors; run assay study again with --explain");
        return;
    }
    for (int k = 0; k < DOSE_KINDS; k++) fits += s->of_kind[k].holds != 0;
    if (fits == 1) wording_add(&w, "one explanation, by %zu scores: like ", s->n);
    else if (fits) wording_add(&w, "%zu explanations fit all %zu scores: ", fits, s->n);
    else if (s->n == 1) wording_add(&w, "one score is not enough for an explanation");
    else
        wording_add(&w, "no one explanation: no single amount of noise, mixing, copies or dropped factors gives all %zu "
                        "scores", s->n);
    for (int k = 0, named = 0; k < DOSE_KINDS; k++) {
        if (!s->of_kind[k].holds) continue;
        dose_text(k, s->of_kind[k].low, s->of_kind[k].high, s->factors, amount, sizeof amount);
        wording_add(&w, "%s%s", named++ ? "; or " : "", amount);
    }
    const size_t out = name_outside(s, outside, sizeof outside);
    if (out) wording_add(&w, "; outside every curve: %s%s", outside, out > 4 ? ", ..." : "");
}

/* ---- tables ---- */

static void put_model(grid *g, const story *s)
{
    grid_row(g);
    GRID_TEXTS(g, s->of->scenario->name,
               point_word(&s->of->at, "model") ? point_word(&s->of->at, "model") : s->of->at.set.text);
}

grid *stories_grid(const stories *all)
{
    grid *g = grid_new("what gives an ideal code the same scores, on the same factors and as many rows");
    GRID_COLUMNS(g, { "group", "group", GRID_LEFT }, { "model", "model", GRID_LEFT },
                 { "explanation", "its scores say", GRID_WRAP });
    for (size_t k = 0; k < all->count; k++) {
        char text[1024];
        story_text(&all->at[k], text, sizeof text);
        put_model(g, &all->at[k]);
        grid_text(g, "%s", text);
    }
    grid_note(g, 0, "an explanation is accepted for 95 of 100 representations of which it is true; others may fit "
                    "too");
    return g;
}

static void dose_cell(const dose *d, char *to, size_t size)
{
    static const char *const words[] = { "no curve", "turns back", "", "any", "above", "below" };
    if (d->outcome == DOSE_FOUND) snprintf(to, size, "%.2f (%.2f to %.2f)", d->at, d->low, d->high);
    else snprintf(to, size, "%s", words[d->outcome]);
}

static void put_doses(grid *g, const story_score *s, int for_people)
{
    static const char *const words[] = { "no-curve", "turns", "found", "any", "above", "below" };
    for (int k = 0; k < DOSE_KINDS; k++) {
        const dose *d = &s->dose[k];
        char text[64];
        dose_cell(d, text, sizeof text);
        if (for_people) {
            grid_text(g, "%s", text);
            continue;
        }
        grid_text(g, "%s", words[d->outcome]);
        grid_number(g, d->at, 17);
        grid_number(g, d->low, 17);
        grid_number(g, d->high, 17);
    }
}

grid *doses_grid(const stories *all, int for_people)
{
    grid *g = grid_new("the dose of each defect that gives an ideal code the score");
    GRID_COLUMNS(g, { "group", "group", GRID_LEFT }, { "model", "model", GRID_LEFT }, { "metric", "score", GRID_LEFT });
    if (!for_people) grid_column(g, "output", "output", GRID_LEFT);
    grid_column(g, "value", "value", GRID_RIGHT);
    for (int k = 0; k < DOSE_KINDS; k++) {
        char id[4][32];
        static const char *const part[] = { "", "_dose", "_low", "_high" };
        for (int i = 0; i < (for_people ? 1 : 4); i++) {
            snprintf(id[i], sizeof id[i], "%s%s", dose_kind_at(k)->scenario, part[i]);
            grid_column(g, id[i], for_people ? dose_kind_at(k)->brief : id[i],
                        for_people || !i ? GRID_LEFT : GRID_RIGHT);
        }
    }
    for (size_t k = 0; k < all->count; k++) {
        for (size_t s = 0; s < all->at[k].n; s++) {
            const story_score *score = &all->at[k].score[s];
            char name[192];
            put_model(g, &all->at[k]);
            series_text(score->of, name, sizeof name);
            if (for_people) grid_text(g, "%s", name);
            else {
                grid_text(g, "%s@%s", score->of->metric, score->of->preset);
                grid_text(g, "%s", score->of->output);
            }
            grid_number(g, score->at->value[0], for_people ? 3 : 17);
            put_doses(g, score, for_people);
        }
    }
    grid_note(g, 0, "any: all doses give this score, so it does not show the defect; above, below: no dose gives "
                    "it; turns back: the curve rises and falls and cannot be read backwards");
    return g;
}
