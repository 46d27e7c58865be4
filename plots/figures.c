/* Every figure there is of some scores: those of source documents, of scenarios, sheets. All are one list, by which
 * they are drawn, named and offered. */
#include "figures.h"

#include "figure_documents.h"
#include "figure_names.h"
#include "growing.h"
#include "near_name.h"
#include "needed.h"
#include "wording.h"

#include <string.h>

enum { OF_DOCUMENT = 1, OF_SCENARIO = 2, OF_METRIC = 4, OF_ALL = 7 };
enum { SETTINGS = 2 }; /* of a scenario; with more, one map instead of a figure for each */

typedef struct item {
    const char *name;
    const document *what; /* of a document */
    size_t sheet;         /* of a scenario: its sheet, or the first one of a map */
    int is_map;
    const evidence_series *row; /* of a metric: the first of its sheet */
} item;

typedef struct catalogue {
    const score_rows *from;
    sheets all;
    item *at;
    size_t count, room;
} catalogue;

static void add_item(catalogue *to, item one)
{
    to->at = kept_grown(to->at, sizeof *to->at, to->count, &to->room);
    to->at[to->count++] = one;
}

/* A map stands before the figures that it shows, which are there if `each`, as are those with too many points: by name
 * they can be asked for. */
static void add_scenarios(catalogue *to, int each)
{
    for (size_t k = 0; k < to->all.count; k++) {
        const sheet *s = &to->all.at[k];
        size_t count = 0, before = 0;
        for (size_t j = 0; j < to->all.count; j++) {
            if (s->along != SHEET_POINTS || !sheets_stand_together(&to->all.at[j], s)) continue;
            count++;
            before += j < k;
        }
        for (int is_map = count > SETTINGS && !before; is_map >= 0; is_map--)
            if (is_map || each || (count <= SETTINGS && !figure_is_too_long(s)))
                add_item(to, (item){ .name = figure_sheet_name(s, is_map), .sheet = k, .is_map = is_map });
    }
}

/* metrics: a list, NULL for all */
static void add_metrics(catalogue *to, const char *metrics)
{
    for (size_t k = 0; k < to->from->count; k++) {
        const evidence_series *row = to->from->at[k].of;
        const char *name = figure_metric_listed(row, metrics) ? sheet_begins(to->from, k) : NULL;
        if (name) add_item(to, (item){ .name = name, .row = row });
    }
}

/* Figures of some kinds; of scenarios alone along what these are there for. */
static catalogue catalogue_make(const score_rows *from, int kinds, int each, const char *metrics)
{
    catalogue to = { .from = from };
    if (kinds == OF_SCENARIO) sheets_build_along(from, &to.all);
    else if (kinds & OF_SCENARIO) sheets_build(from, &to.all);
    for (size_t k = 0; kinds & OF_DOCUMENT && document_at(k); k++)
        add_item(&to, (item){ .name = document_at(k)->name, .what = document_at(k) });
    if (kinds & OF_SCENARIO) add_scenarios(&to, each);
    if (kinds & OF_METRIC) add_metrics(&to, metrics);
    return to;
}

static assay_status draw_items(making *m, const void *of)
{
    const catalogue *c = of;
    for (const item *one = c->at; one < c->at + c->count; one++) {
        if (one->what) ASSAY_TRY(one->what->draw(m, c->from, one->what, one->name));
        else if (one->row) ASSAY_TRY(sheet_draw(m, c->from, one->row, one->name));
        else if (one->is_map) ASSAY_TRY(pages_draw_map(m, &c->all, one->sheet, one->name));
        else ASSAY_TRY(pages_draw(m, &c->all.at[one->sheet], one->name));
    }
    return ASSAY_OK;
}

static assay_status draw_all(const catalogue *c, const char *directory, uint32_t formats, figures *to, assay_error *err)
{
    *to = (figures){ 0 };
    if (c->count) return making_all(directory, formats, c->from->lacking, draw_items, c, to, err);
    if (c->all.count)
        return assay_fail(err, ASSAY_EINPUT,
                          "nothing to draw: %s has %zu points, too many for a figure, whose names are no numbers; "
                          "`assay table` has them, --scenarios chooses others",
                          c->all.at[0].scenario, c->all.at[0].n_points);
    return assay_fail(err, ASSAY_EINPUT, "nothing to draw: no scores in the store are what was asked for");
}

assay_status figures_draw(const score_rows *from, const char *directory, uint32_t formats, figures *to,
                          assay_error *err)
{
    catalogue c = catalogue_make(from, OF_SCENARIO, 0, NULL);
    return draw_all(&c, directory, formats, to, err);
}

assay_status figures_sheets(const score_rows *from, const char *metrics, const char *directory, uint32_t formats,
                            figures *to, assay_error *err)
{
    catalogue c = catalogue_make(from, OF_METRIC, 0, metrics);
    return draw_all(&c, directory, formats, to, err);
}

static const item *find(const catalogue *c, const char *name)
{
    for (size_t k = 0; k < c->count; k++)
        if (strcmp(c->at[k].name, name) == 0) return &c->at[k];
    return NULL;
}

static assay_status unknown_figure(const catalogue *c, const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < c->count; k++) near_offer(&near, c->at[k].name);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "figure", "these scores", "assay plot --list"));
}

/* What the names mean, each once, under the name that was given. */
static assay_status choose(const catalogue *c, const char *names, catalogue *to, assay_error *err)
{
    for (names += strspn(names, ","); *names; names += strspn(names, ",")) {
        const char *name = phrase("%.*s", (int)strcspn(names, ","), names);
        const item *one = find(c, name);
        if (!one) return unknown_figure(c, name, err);
        if (one->what) ASSAY_TRY(document_check(one->what, c->from, err));
        item mine = *one;
        mine.name = making_clean_name(name);
        if (!find(to, mine.name)) add_item(to, mine);
        names += strlen(name);
    }
    return to->count ? ASSAY_OK : assay_fail(err, ASSAY_EUSAGE, "no figure is named");
}

assay_status figures_named(const score_rows *from, const char *names, const char *directory, uint32_t formats,
                           figures *to, assay_error *err)
{
    catalogue c = catalogue_make(from, OF_ALL, 1, NULL), chosen = { .from = from };
    *to = (figures){ 0 };
    ASSAY_TRY(choose(&c, names, &chosen, err)); /* all are there before the first is drawn */
    chosen.all = c.all;
    return draw_all(&chosen, directory, formats, to, err);
}

static const char *item_title(const catalogue *c, const item *one)
{
    const sheet *s = one->what || one->row ? NULL : &c->all.at[one->sheet];
    if (one->what) return one->what->title;
    if (one->row) return phrase("%s on every scenario", one->row->title);
    if (one->is_map) return phrase("%s: a map", s->title);
    return s->fixed.n ? phrase_join(s->title, ", ", s->fixed.text) : s->title;
}

figure_offers figures_offered(const score_rows *from)
{
    catalogue c = catalogue_make(from, OF_ALL, 1, NULL);
    figure_offers to = { .at = kept(c.count + 1, sizeof *to.at), .count = c.count };
    for (size_t k = 0; k < c.count; k++) {
        const document *what = c.at[k].what;
        assay_error why = { "" };
        const int lacks = what && document_check(what, from, &why) != ASSAY_OK;
        to.at[k] = (figure_offer){ c.at[k].name, item_title(&c, &c.at[k]), what ? what->source : "",
                                   lacks ? what->command : NULL };
    }
    return to;
}
