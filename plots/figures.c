/* Figures of a store: pages of panels, and maps. */
#include "figures.h"

#include "figure_layout.h"
#include "figure_making.h"
#include "figure_map.h"
#include "figure_names.h"
#include "figure_pages.h"
#include "figure_script.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = FIGURE_NAME, AXIS = 50 }; /* AXIS: characters below a panel */
enum { SETTINGS = 2 }; /* of a scenario; with more, one map instead of a figure for each */
static const double TALLEST = 235.0; /* millimetres of a page */

/* ---- words ---- */

static void count_values(const sheet *s, const panels *all, size_t first, size_t count, size_t *values,
                         size_t *undefined)
{
    const size_t end = first + count == all->count ? first + count + all->n_aside : first + count;
    *values = *undefined = 0;
    for (size_t k = first; k < end; k++) {
        for (size_t c = 0; c < all->at[k].n * s->n_points; c++) {
            const evidence_point *cell = s->cell[all->at[k].curve[c / s->n_points] * s->n_points + c % s->n_points];
            if (!cell) continue;
            *values += cell->seeds;
            *undefined += cell->seeds - cell->defined;
        }
    }
}

/* " δ=0.25." */
static void fixed_text(const sheet *s, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < s->fixed.n; k++) {
        char value[NAME];
        setting_print(&s->fixed.at[k], value, sizeof value);
        wording_add(&w, "%s%s=%s", k ? ", " : " ", symbol_text(s->fixed.at[k].name), value);
    }
    if (w.used) wording_add(&w, ".");
}

/* " Undefined throughout and not drawn: sap, mcc." and " The same at every point and not drawn: irs 0.500." */
static void list_aside(const sheet *s, const panels *all, int flat, wording *to)
{
    size_t any = 0;
    for (size_t k = all->count; k < all->count + all->n_aside; k++) {
        for (size_t c = 0; c < all->at[k].n && all->at[k].flat == flat; c++) {
            char label[LABEL], value[32] = "";
            const size_t curve = all->at[k].curve[c];
            curve_label(s->curve[curve], NULL, label);
            if (flat) snprintf(value, sizeof value, " %.*f", FLAT_DIGITS, s->cell[curve * s->n_points]->mean);
            wording_add(to, "%s%s%s",
                        any++ ? ", "
                        : flat ? " The same at every point, within 0.005, and not drawn: "
                               : " Undefined throughout and not drawn: ", label, value);
        }
    }
    if (any) wording_add(to, ".");
}

/* On the last page. */
static void aside_text(const sheet *s, const panels *all, size_t end, char *to, size_t size)
{
    wording w = wording_in(to, size);
    if (end != all->count) return;
    list_aside(s, all, 0, &w);
    list_aside(s, all, 1, &w);
}

static void note_text(const sheet *s, const panels *all, size_t first, size_t count, const char *name, char *to,
                      size_t size)
{
    char seeds[80], fixed[NAME], undefined[NAME], aside[3 * NAME], samples[80];
    size_t values, missing;
    count_values(s, all, first, count, &values, &missing);
    fixed_text(s, fixed, sizeof fixed);
    aside_text(s, all, first + count, aside, sizeof aside);
    seeds_text(s->least_seeds, s->most_seeds, seeds, sizeof seeds);
    if (missing)
        snprintf(undefined, sizeof undefined, " %zu of %zu values undefined, see %.120s.dat.", missing, values, name);
    else snprintf(undefined, sizeof undefined, " All %zu values defined.", values);
    sheet_samples_text(s, samples, sizeof samples);
    snprintf(to, size, "%s.%s Mean over %s, %s%s.%s%s", s->title, fixed, seeds, samples,
             s->most_seeds < 2 ? "" : s->numeric ? "; bands: 95 % confidence interval of the mean"
                                                 : "; bars: 95 % confidence interval of the mean", undefined, aside);
}

/* ---- pages ---- */

/* A page of panels, or a map. */
static assay_status write_sources(making *m, const layout *page, const map *colours, const figure_words *words)
{
    char file[NAME + 8];
    FILE *to;
    snprintf(file, sizeof file, "%s.gp", words->name);
    assay_status status = making_open(m, file, &to);
    if (status != ASSAY_OK) return status;
    if (page) script_write(page, words, to);
    else map_write(colours, words, to);
    status = making_close(m, file, to);
    if (status != ASSAY_OK) return status;
    snprintf(file, sizeof file, "%s.dat", words->name);
    status = making_open(m, file, &to);
    if (status != ASSAY_OK) return status;
    if (page) script_write_data(page, words, to);
    else map_write_data(colours, words, to);
    return making_close(m, file, to);
}

/* The panels that fit on a page, from `first`. */
static size_t page_fill(const sheet *s, const panels *all, size_t first, size_t note_lines, layout *page)
{
    size_t count = all->count - first < FIGURE_PANELS ? all->count - first : FIGURE_PANELS;
    layout_make(s, all, first, count, note_lines, page);
    while (page->height > TALLEST && count > 1) layout_make(s, all, first, --count, note_lines, page);
    return count;
}

/* A page's panels in words, then its note; NULL: memory ran out. To be freed. */
static char *seen_text(const layout *page, const char *note)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    layout_words(page, to);
    fputs(note, to);
    if (fclose(to) == 0) return text;
    free(text);
    return NULL;
}

static assay_status draw_page(making *m, const layout *page, const figure_words *words)
{
    char *seen = seen_text(page, words->note);
    if (!seen) return making_no_memory(m);
    assay_status status = write_sources(m, page, NULL, words);
    m->seen = seen;
    if (status == ASSAY_OK) status = making_draw(m, words->name, page->s->title, page->s->scenario, words->note);
    m->seen = NULL;
    free(seen);
    return status;
}

assay_status pages_draw(making *m, const sheet *s, const char *base)
{
    enum { NOTE_LINES = 6 }; /* while parts are counted; as many as the note takes when they are drawn */
    char name[NAME], axis[NAME], note[8 * NAME];
    panels all;
    layout page;
    if (panels_make(s, &all) != ASSAY_OK) return making_no_memory(m);
    size_t parts = 0;
    for (size_t first = 0; first < all.count; parts++) first += page_fill(s, &all, first, NOTE_LINES, &page);
    sheet_axis_text(s, AXIS, axis, sizeof axis);
    assay_status status = ASSAY_OK;
    size_t first = 0;
    for (size_t part = 0; part < parts && status == ASSAY_OK; part++) {
        const size_t count = page_fill(s, &all, first, NOTE_LINES, &page);
        if (parts > 1) snprintf(name, sizeof name, "%.220s-%zu", base, part + 1);
        else snprintf(name, sizeof name, "%s", base);
        note_text(s, &all, first, count, name, note, 6 * NAME);
        const size_t used = strlen(note);
        note[used] = ' ';
        layout_coinciding(&page, note + used + 1, sizeof note - used - 1);
        if (!note[used + 1]) note[used] = '\0';
        char *whole = making_note(m, note);
        if (whole) layout_make(s, &all, first, count, script_note_lines(whole, page.width), &page);
        status = whole ? draw_page(m, &page, &(figure_words){ name, axis, whole, m->words }) : making_no_memory(m);
        free(whole);
        first += count;
    }
    panels_free(&all);
    return status;
}

int figure_is_too_long(const sheet *s)
{
    enum { MOST = 48 }; /* points side by side on a line of a dot plot, each with its name in the key */
    return !s->numeric && s->n_points > MOST;
}

/* ---- maps ---- */

static void map_note(const map *colours, char *to, size_t size)
{
    const sheet *s = colours->part[0];
    size_t values = 0, undefined = 0, least = s->least_seeds, most = s->most_seeds;
    char seeds[80], samples[80];
    for (size_t k = 0; k < colours->n_parts; k++) {
        values += colours->part[k]->values;
        undefined += colours->part[k]->undefined;
        if (colours->part[k]->least_seeds < least) least = colours->part[k]->least_seeds;
        if (colours->part[k]->most_seeds > most) most = colours->part[k]->most_seeds;
    }
    seeds_text(least, most, seeds, sizeof seeds);
    sheet_samples_text(s, samples, sizeof samples);
    snprintf(to, size,
             "%s. Mean over %s, %s; scores below 0 are as dark as 0. Grey: undefined (%zu of %zu values of "
             "all metrics) or not scored. Metrics that are undefined throughout or have no upper bound are left out.",
             s->title, seeds, samples, undefined, values);
}

/* All settings of a scenario at one number of samples. */
assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name)
{
    char axis[NAME], note[3 * NAME];
    const sheet *const s = &all->at[first];
    map colours;
    if (map_make(all, first, &colours) != ASSAY_OK) return making_no_memory(m);
    assay_status status = ASSAY_OK;
    if (colours.n_rows) {
        sheet_axis_text(s, AXIS, axis, sizeof axis);
        map_note(&colours, note, sizeof note);
        char *whole = making_note(m, note);
        map_place(&colours, 0);
        if (whole) map_place(&colours, script_note_lines(whole, colours.width));
        const figure_words words = { name, axis, whole, m->words };
        status = whole ? write_sources(m, NULL, &colours, &words) : making_no_memory(m);
        if (status == ASSAY_OK) status = making_draw(m, name, s->title, s->scenario, whole);
        free(whole);
    }
    map_free(&colours);
    return status;
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

assay_status pages_visit(const sheets *all, int each, pages_visitor visit, void *context)
{
    assay_status status = ASSAY_OK;
    char name[NAME];
    for (size_t k = 0; k < all->count && status == ASSAY_OK; k++) {
        int earlier;
        const int many = count_settings(all, k, &earlier) > SETTINGS && all->at[k].along == SHEET_POINTS;
        figure_sheet_name(&all->at[k], 1, name);
        if (many && !earlier) status = visit(all, k, 1, name, context);
        figure_sheet_name(&all->at[k], 0, name);
        if (status == ASSAY_OK && (!many || each)) status = visit(all, k, 0, name, context);
    }
    return status;
}

static assay_status draw_visited(const sheets *all, size_t k, int is_map, const char *name, void *context)
{
    if (figure_is_too_long(&all->at[k])) return ASSAY_OK;
    return is_map ? pages_draw_map(context, all, k, name) : pages_draw(context, &all->at[k], name);
}

assay_status figures_draw(const score_rows *from, const char *directory, uint32_t formats, figures *to,
                          assay_error *err)
{
    making m;
    sheets all = { 0 };
    *to = (figures){ 0 };
    if (!from->count)
        return assay_fail(err, ASSAY_EINPUT, "nothing to draw: no scores in the store are what was asked for");
    if (sheets_build_along(from, &all) != ASSAY_OK)
        return assay_fail(err, ASSAY_ENOMEM, "memory ran out while drawing");
    assay_status status = making_start(&m, directory, formats, to, err);
    m.lacking = from->lacking;
    if (status == ASSAY_OK) status = pages_visit(&all, (formats & FIGURE_EACH) != 0, draw_visited, &m);
    if (status == ASSAY_OK && !to->count && figure_is_too_long(&all.at[0]))
        status = assay_fail(err, ASSAY_EINPUT,
                            "nothing to draw: %s has %zu points, too many for a figure, whose names are no "
                            "numbers; `assay table` has them, --scenarios chooses others",
                            all.at[0].scenario, all.at[0].n_points);
    status = making_finish(&m, status);
    sheets_free(&all);
    return status;
}
