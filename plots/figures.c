/* Every figure there is of some scores: those of source documents, of scenarios, sheets. All are one list, by which
 * they are drawn, named and offered. */
#include "figures.h"

#include "figure_documents.h"
#include "figure_making.h"
#include "figure_names.h"
#include "growing.h"
#include "near_name.h"
#include "needed.h"

#include <stdlib.h>
#include <string.h>

enum { OF_DOCUMENT = 1, OF_SCENARIO = 2, OF_METRIC = 4, OF_ALL = 7 };
enum { SETTINGS = 2 }; /* of a scenario; with more, one map instead of a figure for each */

typedef struct item {
    int kind;
    char name[FIGURE_NAME];
    const document *what;       /* of a document */
    size_t sheet;               /* of a scenario: its sheet, or the first one of a map */
    int is_map, in_map;         /* in_map: a map shows it, too */
    const evidence_series *row; /* of a metric: the first of its sheet */
} item;

typedef struct catalogue {
    const score_rows *from;
    sheets all;
    item *at;
    size_t count, room;
} catalogue;

static void add_item(catalogue *to, const item *one)
{
    to->at = needed(grown(to->at, sizeof *to->at, to->count, &to->room));
    to->at[to->count++] = *one;
}

/* How many settings the scenario has at this number of samples; *earlier: some of them come before. */
static size_t count_settings(const sheets *all, size_t k, int *earlier)
{
    size_t count = 0, first = k;
    *earlier = 0;
    while (!sheets_is_first(all, first)) first--;
    for (size_t j = first; j < all->count && (j == first || !sheets_is_first(all, j)); j++) {
        if (!sheets_stand_together(&all->at[j], &all->at[k])) continue;
        count++;
        if (j < k) *earlier = 1;
    }
    return count;
}

static void add_documents(catalogue *to)
{
    const document *what;
    for (size_t k = 0; (what = document_at(k)); k++) {
        item one = { .kind = OF_DOCUMENT, .what = what };
        snprintf(one.name, sizeof one.name, "%s", what->name);
        add_item(to, &one);
    }
}

/* A map stands before the figures that it shows. */
static void add_scenarios(catalogue *to)
{
    for (size_t k = 0; k < to->all.count; k++) {
        int earlier;
        const sheet *s = &to->all.at[k];
        item one = { .kind = OF_SCENARIO, .sheet = k }, map = { .kind = OF_SCENARIO, .sheet = k, .is_map = 1 };
        one.in_map = count_settings(&to->all, k, &earlier) > SETTINGS && s->along == SHEET_POINTS;
        figure_sheet_name(s, 1, map.name);
        figure_sheet_name(s, 0, one.name);
        if (one.in_map && !earlier) add_item(to, &map);
        add_item(to, &one);
    }
}

static void add_metrics(catalogue *to)
{
    for (size_t k = 0; k < to->from->count; k++) {
        item one = { .kind = OF_METRIC, .row = to->from->at[k].of };
        if (sheet_begins(to->from, k, one.name)) add_item(to, &one);
    }
}

static void catalogue_free(catalogue *c)
{
    sheets_free(&c->all);
    free(c->at);
}

/* Figures of some kinds; of scenarios alone along what these are there for. To be freed. */
static catalogue catalogue_make(const score_rows *from, int kinds)
{
    catalogue to = { .from = from };
    if (kinds == OF_SCENARIO) sheets_build_along(from, &to.all);
    else if (kinds & OF_SCENARIO) sheets_build(from, &to.all);
    if (kinds & OF_DOCUMENT) add_documents(&to);
    if (kinds & OF_SCENARIO) add_scenarios(&to);
    if (kinds & OF_METRIC) add_metrics(&to);
    return to;
}

/* ---- drawing ---- */

static assay_status draw_item(making *m, const catalogue *c, const item *one)
{
    if (one->kind == OF_DOCUMENT) return one->what->draw(m, c->from, one->what, one->name);
    if (one->kind == OF_METRIC) return sheet_draw(m, c->from, one->row, one->name);
    return one->is_map ? pages_draw_map(m, &c->all, one->sheet, one->name)
                       : pages_draw(m, &c->all.at[one->sheet], one->name);
}

/* Draws the items of the catalogue that are left in it, and frees it. */
static assay_status draw_all(catalogue *c, const char *directory, uint32_t formats, figures *to, assay_error *err)
{
    making m;
    assay_status status = making_start(&m, directory, formats, to, err);
    m.lacking = c->from->lacking;
    for (size_t k = 0; k < c->count && status == ASSAY_OK; k++) status = draw_item(&m, c, &c->at[k]);
    status = making_finish(&m, status);
    catalogue_free(c);
    return status;
}

static void keep(catalogue *c, int (*wanted)(const catalogue *c, const item *one, const void *context),
                 const void *context)
{
    size_t kept = 0;
    for (size_t k = 0; k < c->count; k++)
        if (wanted(c, &c->at[k], context)) c->at[kept++] = c->at[k];
    c->count = kept;
}

static assay_status nothing_to_draw(assay_error *err)
{
    return assay_fail(err, ASSAY_EINPUT, "nothing to draw: no scores in the store are what was asked for");
}

static int is_page(const catalogue *c, const item *one, const void *each)
{
    return (!one->in_map || *(const int *)each) && !figure_is_too_long(&c->all.at[one->sheet]);
}

assay_status figures_draw(const score_rows *from, const char *directory, uint32_t formats, figures *to,
                          assay_error *err)
{
    const int each = (formats & FIGURE_EACH) != 0;
    *to = (figures){ 0 };
    if (!from->count) return nothing_to_draw(err);
    catalogue c = catalogue_make(from, OF_SCENARIO);
    keep(&c, is_page, &each);
    if (c.count) return draw_all(&c, directory, formats, to, err);
    assay_fail(err, ASSAY_EINPUT,
               "nothing to draw: %s has %zu points, too many for a figure, whose names are no numbers; `assay table` "
               "has them, --scenarios chooses others",
               c.all.at[0].scenario, c.all.at[0].n_points);
    catalogue_free(&c);
    return ASSAY_EINPUT;
}

static int is_listed(const catalogue *c, const item *one, const void *metrics)
{
    (void)c;
    return figure_metric_listed(one->row, metrics);
}

assay_status figures_sheets(const score_rows *from, const char *metrics, const char *directory, uint32_t formats,
                            figures *to, assay_error *err)
{
    catalogue c = catalogue_make(from, OF_METRIC);
    *to = (figures){ 0 };
    keep(&c, is_listed, metrics);
    if (c.count) return draw_all(&c, directory, formats, to, err);
    catalogue_free(&c);
    return nothing_to_draw(err);
}

/* ---- by name ---- */

/* "fig-3.2", "fig-2": a document's figure as its own text calls it; no two documents have the same numbers here. */
static int is_called(const item *one, const char *name)
{
    static const char fig[] = "fig-";
    const char *number = one->kind == OF_DOCUMENT ? strchr(one->name, '-') : NULL;
    if (strcmp(one->name, name) == 0) return 1;
    return number && strncmp(name, fig, strlen(fig)) == 0 && strcmp(number + 1, name + strlen(fig)) == 0;
}

static const item *find(const catalogue *c, const char *name)
{
    for (size_t k = 0; k < c->count; k++)
        if (is_called(&c->at[k], name)) return &c->at[k];
    return NULL;
}

static assay_status unknown_figure(const catalogue *c, const char *name, assay_error *err)
{
    char question[NEAR_QUESTION];
    near_name near = near_to(name);
    for (size_t k = 0; k < c->count; k++) near_offer(&near, c->at[k].name);
    return assay_fail(err, ASSAY_EUSAGE, "no figure '%.100s' of these scores; `assay plot --list` lists them%s", name,
                      near_question(&near, question));
}

/* The next name of the list, not empty; NULL at its end. */
static const char *next_name(const char *list, char to[FIGURE_NAME])
{
    list += strspn(list, ",");
    if (!*list) return NULL;
    const size_t length = strcspn(list, ",");
    snprintf(to, FIGURE_NAME, "%.*s", (int)length, list);
    return list + length;
}

/* What the names mean, each once, under the name that was given. */
static assay_status choose(const catalogue *c, const char *names, catalogue *to, assay_error *err)
{
    char name[FIGURE_NAME];
    while ((names = next_name(names, name))) {
        const item *one = find(c, name);
        if (!one) return unknown_figure(c, name, err);
        if (one->what) ASSAY_TRY(document_check(one->what, c->from, err));
        item mine = *one;
        snprintf(mine.name, sizeof mine.name, "%s", name);
        making_clean_name(mine.name);
        if (!find(to, mine.name)) add_item(to, &mine);
    }
    return to->count ? ASSAY_OK : assay_fail(err, ASSAY_EUSAGE, "no figure is named");
}

assay_status figures_named(const score_rows *from, const char *names, const char *directory, uint32_t formats,
                           figures *to, assay_error *err)
{
    catalogue c = catalogue_make(from, OF_ALL), chosen = { .from = from };
    *to = (figures){ 0 };
    const assay_status status = choose(&c, names, &chosen, err); /* all are there before the first is drawn */
    chosen.all = c.all;
    c.all = (sheets){ 0 };
    catalogue_free(&c);
    if (status == ASSAY_OK) return draw_all(&chosen, directory, formats, to, err);
    catalogue_free(&chosen);
    return status;
}

int figures_need_scores(const char *names)
{
    char name[FIGURE_NAME];
    while ((names = next_name(names, name))) {
        const document *what;
        size_t k = 0;
        while ((what = document_at(k)) && (what->scenario || strcmp(what->name, name) != 0)) k++;
        if (!what) return 1;
    }
    return 0;
}

/* ---- the list ---- */

static void item_title(const catalogue *c, const item *one, char *to, size_t size)
{
    const sheet *s = one->kind == OF_SCENARIO ? &c->all.at[one->sheet] : NULL;
    if (one->what) snprintf(to, size, "%s", one->what->title);
    else if (one->row) snprintf(to, size, "%.200s on every scenario", one->row->title);
    else
        snprintf(to, size, "%.300s%s%.150s", s->title, one->is_map ? ": a map" : s->fixed.n ? ", " : "",
                 one->is_map ? "" : s->fixed.text);
}

static void add_offer(figure_offers *to, const catalogue *c, const item *one)
{
    assay_error why = { "" };
    char title[512];
    const int lacks = one->what && document_check(one->what, c->from, &why) != ASSAY_OK;
    figure_offer *offer = &to->at[to->count++];
    item_title(c, one, title, sizeof title);
    *offer = (figure_offer){ needed(strdup(one->name)), needed(strdup(title)), one->what ? one->what->source : "",
                             lacks ? one->what->command : NULL };
}

figure_offers figures_offered(const score_rows *from)
{
    catalogue c = catalogue_make(from, OF_ALL);
    figure_offers to = { .at = needed(calloc(c.count + 1, sizeof *to.at)) };
    for (size_t k = 0; k < c.count; k++) add_offer(&to, &c, &c.at[k]);
    catalogue_free(&c);
    return to;
}

void figure_offers_free(figure_offers *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->at[k].name);
        free(list->at[k].title);
    }
    free(list->at);
    *list = (figure_offers){ 0 };
}
