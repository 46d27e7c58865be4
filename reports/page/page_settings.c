/* What it takes to make the same page again: sizes, seeds, versions, plans, thresholds. */
#include "page_parts.h"

#include "needed.h"
#include "property_table.h"
#include "store_about.h"

#include <string.h>

typedef struct plan {
    const char *name, *text; /* text: "" of a study */
    struct plan *next;
} plan;

typedef struct extents {
    const evidence *scores;
    grid *g;                /* a row for each */
    const char *version[2]; /* of the program: the least, the most */
    char days[STORE_DAYS];
    uint64_t samples[2], seed[2], cells, failed; /* of scenarios; the least, the most */
    const char *scenario;                        /* the last id */
    size_t n_scenarios;
    plan *plans, **end;
} extents;

static void add_row(grid *g, const store_extent *row)
{
    const char *seeds = phrase(row->seeds > 1 ? "%llu to %llu" : "%llu", (unsigned long long)row->seed_least,
                               (unsigned long long)row->seed_most);
    GRID_ROW(g, GRID_TEXT(row->scenario), GRID_TEXT(row->title), GRID_COUNT(row->points), GRID_COUNT(row->samples),
             GRID_TEXT(seeds), GRID_COUNT(row->variants), GRID_COUNT(row->cells), GRID_COUNT(row->failed));
}

static void widen(uint64_t range[2], uint64_t least, uint64_t most, int first)
{
    if (first || least < range[0]) range[0] = least;
    if (most > range[1]) range[1] = most;
}

static assay_status add_extent(const store_extent *row, void *context)
{
    extents *e = context;
    add_row(e->g, row);
    if (!*e->version[0] || strcmp(row->version_least, e->version[0]) < 0)
        e->version[0] = phrase("%s", row->version_least);
    if (strcmp(row->version_most, e->version[1]) > 0) e->version[1] = phrase("%s", row->version_most);
    if (row->of_study) return ASSAY_OK; /* which the section on models is about */
    widen(e->samples, row->samples, row->samples, !e->cells);
    widen(e->seed, row->seed_least, row->seed_most, !e->cells);
    e->cells += row->cells;
    e->failed += row->failed;
    if (e->scenario && strcmp(e->scenario, row->scenario) == 0) return ASSAY_OK;
    e->scenario = phrase("%s", row->scenario);
    e->n_scenarios++;
    return ASSAY_OK;
}

static assay_status add_plan(const char *name, const char *text, void *context)
{
    extents *e = context;
    *e->end = kept(1, sizeof **e->end);
    **e->end = (plan){ phrase("%s", name), phrase("%s", text), NULL };
    e->end = &(*e->end)->next;
    return ASSAY_OK;
}

static assay_status extents_read(store *s, const store_filter *filter, extents *to, assay_error *err)
{
    to->end = &to->plans;
    ASSAY_TRY(store_extents(s, filter, add_extent, to, err));
    ASSAY_TRY(store_plans(s, add_plan, to, err));
    return store_days(s, to->days, err);
}

static void put_span(page *p, const char *what, const uint64_t range[2])
{
    page_text(p, ", %s %llu", what, (unsigned long long)range[0]);
    if (range[0] != range[1]) page_text(p, " to %llu", (unsigned long long)range[1]);
}

static void put_plans(page *p, const extents *e)
{
    size_t n = 0;
    for (const plan *one = e->plans; one; one = one->next)
        if (*one->text) page_html(p, n++ ? ", %s" : "Plan <code>%s", one->name); /* else a study */
    if (n) page_html(p, "</code>: ");
}

static grid *extents_grid(void)
{
    grid *g = grid_new("What was run");
    GRID_COLUMNS(g, { "scenario", "scenario", GRID_LEFT }, { "title", "", GRID_LEFT },
                 { "points", "points", GRID_RIGHT }, { "samples", "samples", GRID_RIGHT },
                 { "seeds", "seeds", GRID_RIGHT }, { "metrics", "metrics", GRID_RIGHT },
                 { "cells", "cells", GRID_RIGHT }, { "failed", "failed", GRID_RIGHT });
    grid_stub(g, 1);
    grid_note(g, 0,
              "A cell is one metric on one representation: a point, a number of samples and a seed. A metric "
              "counts once for each of its presets. Slow metrics may have been run with fewer seeds.");
    return g;
}

assay_status page_extent(page *p, store *s, const store_filter *filter, assay_error *err)
{
    extents e = { .g = extents_grid(), .version = { "", "" } };
    ASSAY_TRY(extents_read(s, filter, &e, err));
    page_html(p, "<p class=\"ran\">");
    put_plans(p, &e);
    page_text(p, "%zu scenario%s", e.n_scenarios, e.n_scenarios == 1 ? "" : "s");
    put_span(p, "rows", e.samples);
    put_span(p, "seeds", e.seed);
    page_text(p, ", %llu cells", (unsigned long long)e.cells);
    if (e.failed)
        page_text(p, " (in %llu of them a metric failed and gave no score; `tables/scores.csv` says why)",
                  (unsigned long long)e.failed);
    page_text(p, ", computed by assay %s", e.version[0]);
    if (strcmp(e.version[0], e.version[1]) != 0) page_text(p, " to %s", e.version[1]);
    if (e.days[0]) page_text(p, "; the store was filled %s", e.days);
    page_html(p, ". <a href=\"#settings\">All settings</a></p>\n");
    return ASSAY_OK;
}

/* Seeds that were added where verdicts were open. */
static void put_looks(page *p, const evidence *scores)
{
    if (scores->looks < 2) return;
    page_note(
        p,
        "Seeds were added where verdicts asked for more (`run --until-decided`): these were looked at with %zu numbers "
        "of seeds, among which they share the chance to be wrong.",
        scores->looks);
}

static assay_status put_outside(const store_outside *row, void *context)
{
    char text[512];
    store_outside_text(row, text, sizeof text);
    page_note(context, "%s", text);
    return ASSAY_OK;
}

static void put_command(const plan *of, const char *profile, FILE *to)
{
    if (!of->text[0]) fputs("assay study FILES --db scores.db\n", to); /* a study has no plan to show */
    else if (!profile) fprintf(to, "assay run %s.yaml --db scores.db\n", of->name);
    else if (!assay_profile_find(profile))
        fprintf(to, "assay run %s.yaml --factors-from FILE --db scores.db\n", of->name);
    else fprintf(to, "assay run %s.yaml --profile %s --db scores.db\n", of->name, profile);
}

static void put_commands(page *p, const store_filter *filter, const extents *e)
{
    FILE *to = phrase_open();
    for (const plan *one = e->plans; one; one = one->next) put_command(one, e->scores->profile, to);
    fputs("assay report --db scores.db", to);
    if (filter->scenarios) fprintf(to, " --scenarios %s", filter->scenarios);
    if (filter->metrics) fprintf(to, " --metrics %s", filter->metrics);
    if (filter->samples) fprintf(to, " --samples %llu", (unsigned long long)filter->samples);
    fputs(" --out report\n", to);
    page_code(p, phrase_close(to));
    page_note(p, "A score is a function of its data, metric, options and seed alone: the same plan gives the "
                 "same bits on any machine with any number of threads. Where a run was narrowed on the command "
                 "line, the table below says to which scenarios, sizes and seeds. For metrics from outside this "
                 "holds as far as they keep to it. The same scores give the same bytes of this page.");
}

static void put_plan_texts(page *p, const extents *e)
{
    for (const plan *one = e->plans; one; one = one->next) {
        if (!*one->text) continue;
        page_paragraph(p, "Plan `%s`, as `%s.yaml`:", one->name, one->name);
        page_code(p, one->text);
    }
}

static void put_rules(page *p, const extents *e)
{
    if (!e->n_scenarios) return;
    page_html(p, "<h3 id=\"thresholds\">Thresholds of the rules</h3>\n");
    page_grid(p, thresholds_grid(NULL));
    page_note(p, "`assay describe SCENARIO` says how its data are drawn, and what is true of them.");
}

assay_status page_settings(page *p, store *s, const store_filter *filter, const evidence *scores, assay_error *err)
{
    extents e = { .g = extents_grid(), .version = { "", "" }, .scores = scores };
    page_section(p, "settings", "How this was made");
    ASSAY_TRY(extents_read(s, filter, &e, err));
    put_commands(p, filter, &e);
    page_details_begin(p, NULL, "%s", "Plans, sizes and seeds, thresholds");
    put_plan_texts(p, &e);
    page_grid(p, e.g);
    if (e.n_scenarios) put_looks(p, scores);
    ASSAY_TRY(store_outside_ranges(s, put_outside, p, err));
    put_rules(p, &e);
    page_details_end(p);
    page_note(p,
              "Made by assay %s. Next to this page `tables/` holds tables as Markdown, LaTeX, CSV and JSON, and "
              "`figures/` what is drawn as PDF and SVG with gnuplot script and data. The page needs none of them.",
              ASSAY_VERSION);
    return ASSAY_OK;
}
