/* Figures by name: those of the source documents, of scenarios, and sheets; and the list of them. */
#include "figure_documents.h"
#include "figure_making.h"
#include "figure_pages.h"
#include "figure_sheets.h"
#include "near_name.h"

#include <stdlib.h>
#include <string.h>

static assay_status no_memory(assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "memory ran out while drawing");
}

/* ---- drawing ---- */

/* One name on its way: `m` NULL only looks for it. */
typedef struct search {
    making *m;
    const score_rows *from;
    const char *name;
    int found;
} search;

static assay_status try_page(const sheets *all, size_t k, int is_map, const char *name, void *context)
{
    search *s = context;
    if (s->found || strcmp(name, s->name) != 0) return ASSAY_OK;
    s->found = 1;
    if (!s->m) return ASSAY_OK;
    return is_map ? pages_draw_map(s->m, all, k, name) : pages_draw(s->m, &all->at[k], name);
}

static assay_status try_sheet(const score_rows *from, const evidence_series *row, const char *name, void *context)
{
    search *s = context;
    if (s->found || strcmp(name, s->name) != 0) return ASSAY_OK;
    s->found = 1;
    return s->m ? sheet_draw(s->m, from, row, name) : ASSAY_OK;
}

/* "fig-3.2", "fig-2": a document's figure as its own text calls it; no two documents have the same numbers here. */
static const document *document_find(const char *name)
{
    static const char figure[] = "fig-";
    const int is_figure = strncmp(name, figure, strlen(figure)) == 0;
    const document *what;
    for (size_t k = 0; (what = document_at(k)); k++) {
        const char *number = strchr(what->name, '-');
        if (strcmp(what->name, name) == 0) return what;
        if (is_figure && number && strcmp(number + 1, name + strlen(figure)) == 0) return what;
    }
    return NULL;
}

static assay_status unknown_figure(const score_rows *from, const char *name, assay_error *err)
{
    char question[NEAR_QUESTION];
    near_name near = near_to(name);
    figure_offers offers;
    const assay_status status = figures_offered(from, &offers, err);
    for (size_t k = 0; k < offers.count; k++) near_offer(&near, offers.at[k].name);
    figure_offers_free(&offers);
    return status != ASSAY_OK
               ? status
               : assay_fail(err, ASSAY_EUSAGE, "no figure '%.100s' of these scores; `assay plot --list` lists them%s",
                            name, near_question(&near, question));
}

static assay_status find_one(making *m, const score_rows *from, const sheets *all, const char *name, assay_error *err)
{
    const document *what = document_find(name);
    search s = { m, from, name, 0 };
    if (what && !m) return document_check(what, from, err);
    if (what) {
        char file[FIGURE_NAME];
        snprintf(file, sizeof file, "%s", name);
        making_clean_name(file);
        return document_draw(m, what, from, file);
    }
    assay_status status = pages_visit(all, 1, try_page, &s);
    if (status == ASSAY_OK && !s.found) status = sheets_visit(from, try_sheet, &s);
    if (status != ASSAY_OK || s.found) return status;
    return unknown_figure(from, name, err);
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

static int is_repeated(const char *list, const char *end, const char *name)
{
    char before[FIGURE_NAME];
    while ((list = next_name(list, before)) && list < end)
        if (strcmp(before, name) == 0) return 1;
    return 0;
}

static assay_status each_name(making *m, const score_rows *from, const sheets *all, const char *names, assay_error *err)
{
    char name[FIGURE_NAME];
    assay_status status = ASSAY_OK;
    for (const char *at = names; status == ASSAY_OK && (at = next_name(at, name));)
        if (!is_repeated(names, at, name)) status = find_one(m, from, all, name, err);
    return status;
}

assay_status figures_named(const score_rows *from, const char *names, const char *directory, uint32_t formats,
                           figures *to, assay_error *err)
{
    making m;
    sheets all = { 0 };
    *to = (figures){ 0 };
    if (!names[strspn(names, ",")]) return assay_fail(err, ASSAY_EUSAGE, "no figure is named");
    if (sheets_build(from, &all) != ASSAY_OK) return no_memory(err);
    assay_status status = each_name(NULL, from, &all, names, err); /* all are there before the first is drawn */
    if (status == ASSAY_OK) {
        status = making_start(&m, directory, formats, to, err);
        m.lacking = from->lacking;
        if (status == ASSAY_OK) status = each_name(&m, from, &all, names, err);
        status = making_finish(&m, status);
    }
    sheets_free(&all);
    return status;
}

int figures_need_scores(const char *names)
{
    char name[FIGURE_NAME];
    while ((names = next_name(names, name))) {
        const document *what = document_find(name);
        if (!what || what->scenario) return 1;
    }
    return 0;
}

/* ---- the list ---- */

static assay_status add_offer(figure_offers *to, const char *name, const char *title, const char *source,
                              const char *missing)
{
    figure_offer *grown = realloc(to->at, (to->count + 1) * sizeof *grown);
    if (!grown) return ASSAY_ENOMEM;
    to->at = grown;
    figure_offer *offer = &grown[to->count++];
    *offer = (figure_offer){ strdup(name), strdup(title), strdup(source), missing ? strdup(missing) : NULL };
    return offer->name && offer->title && offer->source && (!missing || offer->missing) ? ASSAY_OK : ASSAY_ENOMEM;
}

static assay_status offer_page(const sheets *all, size_t k, int is_map, const char *name, void *context)
{
    char title[512];
    const sheet *s = &all->at[k];
    snprintf(title, sizeof title, "%.300s%s%.150s", s->title, is_map ? ": a map" : s->fixed.n ? ", " : "",
             is_map ? "" : s->fixed.text);
    return add_offer(context, name, title, "", NULL);
}

static assay_status offer_sheet(const score_rows *from, const evidence_series *row, const char *name, void *context)
{
    char title[512];
    (void)from;
    snprintf(title, sizeof title, "%.200s on every scenario", row->title);
    return add_offer(context, name, title, "", NULL);
}

static assay_status offer_documents(const score_rows *from, figure_offers *to)
{
    const document *what;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; status == ASSAY_OK && (what = document_at(k)); k++) {
        assay_error why = { "" };
        const int there = document_check(what, from, &why) == ASSAY_OK;
        status = add_offer(to, what->name, what->title, what->source, there ? NULL : what->command);
    }
    return status;
}

assay_status figures_offered(const score_rows *from, figure_offers *to, assay_error *err)
{
    sheets all = { 0 };
    *to = (figure_offers){ 0 };
    assay_status status = sheets_build(from, &all);
    if (status == ASSAY_OK) status = offer_documents(from, to);
    if (status == ASSAY_OK) status = pages_visit(&all, 1, offer_page, to);
    if (status == ASSAY_OK) status = sheets_visit(from, offer_sheet, to);
    sheets_free(&all);
    return status == ASSAY_OK ? ASSAY_OK : no_memory(err);
}

void figure_offers_free(figure_offers *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->at[k].name);
        free(list->at[k].title);
        free(list->at[k].source);
        free(list->at[k].missing);
    }
    free(list->at);
    *list = (figure_offers){ 0 };
}
