/*
 * A sheet for each metric@preset: a small panel for every scenario it was scored on, and what a perfect metric would
 * show.
 *
 * Where a perfect metric's score is known (ideal.h), that is the grey line. Where only its order among the points is,
 * the panel says which way it goes from left to right: "rises", "falls", "flat"; nothing where that is not one way.
 */
#include "figure_documents.h"

#include "figure_multiples.h"
#include "figure_names.h"
#include "ideal.h"
#include "needed.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- truth ---- */

/* Which ways a perfect metric would go within the segments that have points known by order alone; 0: there are none. */
static int ways_of(const tile *t, uint32_t measures)
{
    int ways = 0;
    for (size_t first = 0, end; first < t->n_points; first = end) {
        for (end = first; end < t->n_points && t->segment[end] == t->segment[first];) end++;
        ways |= ideal_ways(t->point + first, end - first, measures);
    }
    return ways;
}

/* "falls"; of several outputs "falls: mod. comp.", unless all do. */
static void mark_text(const tile *t, const multiples *all, const uint32_t *measures, char to[LABEL])
{
    static const int known[] = { IDEAL_FLAT | IDEAL_RISES, IDEAL_FLAT | IDEAL_FALLS, IDEAL_FLAT };
    wording said = wording_in(to, LABEL);
    for (size_t w = 0; w < sizeof known / sizeof *known; w++) {
        size_t count = 0;
        char names[LABEL];
        wording of = WORDING(names);
        for (size_t c = 0; c < all->n_series; c++) {
            if (ways_of(t, measures[c]) != known[w] || of.used >= of.size) continue;
            const char *whole = all->series[c];
            const int letters = whole[0] == 'm' ? 3 : 4; /* mod. comp. expl. */
            wording_add(&of, " %.*s%s", letters, whole, strlen(whole) > (size_t)letters ? "." : "");
            count++;
        }
        if (!count) continue;
        wording_add(&said, "%s%s%s%s", said.used ? ", " : "", ideal_way_word(known[w]),
                    count < all->n_series ? ":" : "", count < all->n_series ? names : "");
    }
}

/* ---- one sheet ---- */

typedef struct sheet_of {
    const evidence_series *row; /* of the variant */
    int fraction;             /* which of its outputs */
} sheet_of;

static int same_variant(const evidence_series *a, const evidence_series *b)
{
    return variant_id_equal(&a->variant->name, &b->variant->name);
}

static int in_sheet(const score_row *row, const void *context)
{
    const sheet_of *one = context;
    return same_variant(row->of, one->row) && series_is_fraction(row->of) == one->fraction;
}

/* The outputs, in the order of their first appearance, as far as there is room; how many there are. */
static size_t list_outputs(const score_rows *rows, const char *output[MULTIPLES_SERIES],
                           uint32_t measures[MULTIPLES_SERIES])
{
    size_t n = 0;
    for (size_t k = 0; k < rows->count; k++) {
        size_t before = 0;
        while (strcmp(rows->at[before].of->output, rows->at[k].of->output) != 0) before++;
        if (before < k) continue;
        if (n < MULTIPLES_SERIES) {
            output[n] = rows->at[k].of->output;
            measures[n] = rows->at[k].of->measures;
        }
        n++;
    }
    return n;
}

/* The settings of the scenario of sheet `first`, that one first; none where it is not the first of them. */
static size_t gather_settings(const sheets *all, size_t first, const sheet **part)
{
    const sheet *const mine = &all->at[first];
    size_t n = 0;
    for (size_t k = 0; k < all->count; k++) {
        if (!sheets_stand_together(&all->at[k], mine)) continue;
        if (k < first) return 0;
        part[n++] = &all->at[k];
    }
    return n;
}

/* "α; side by side: δ", or the names of what distinguishes the points. */
static void axis_words(const sheet *s, int several, char *to, size_t size)
{
    enum { MOST = 26 };
    wording w = wording_in(to, size);
    if (s->numeric && !several) {
        sheet_axis_text(s, MOST, to, size);
        return;
    }
    if (s->numeric)
        wording_add(&w, "%s%s, side by side: ", symbol_text(s->symbol), sheet_is_logarithmic(s) ? " (log)" : "");
    const settings *names = several ? &s->fixed : &s->point[0]->at->set;
    for (size_t n = 0; n < names->n; n++) wording_add(&w, "%s%s", n ? "/" : "", symbol_text(names->at[n].name));
}

static void fill_part(tile *t, const sheet *s, const multiples *all, const char *const *output,
                      const uint32_t *measures, size_t segment, size_t first)
{
    tile_axis(t, s, segment, first);
    for (size_t c = 0; c < all->n_series; c++) {
        for (size_t k = 0; k < s->n_curves; k++) {
            if (strcmp(s->curve[k]->output, output[c]) != 0) continue;
            memcpy(t->cell + c * t->n_points + first, s->cell + k * s->n_points, s->n_points * sizeof *s->cell);
        }
        for (size_t p = 0; p < s->n_points && t->fraction; p++) {
            double value;
            int ordered;
            if (ideal_at(s->point[p], measures[c], &value, &ordered)) t->ideal[c * t->n_points + first + p] = value;
        }
    }
}

static void add_tile(multiples *to, const sheet *const *part, size_t n_parts, const char *const *output,
                     const uint32_t *measures)
{
    size_t n_points = 0, first = 0;
    for (size_t k = 0; k < n_parts; k++) n_points += part[k]->n_points;
    tile *t = multiples_tile(to, to->n_series, n_points, n_parts);
    t->fraction = to->ideals != NULL;
    t->joined = part[0]->numeric;
    if (part[0]->several_samples)
        snprintf(t->title, sizeof t->title, "%.60s, n=%llu", part[0]->scenario, (unsigned long long)part[0]->samples);
    else snprintf(t->title, sizeof t->title, "%.80s", part[0]->scenario);
    axis_words(part[0], n_parts > 1, t->axis, sizeof t->axis);
    for (size_t k = 0; k < n_parts; k++) {
        fill_part(t, part[k], to, output, measures, k, first);
        first += part[k]->n_points;
    }
    if (t->fraction) mark_text(t, to, measures, t->mark);
}

/* " 3 means are below the axis." */
static void below_text(const sheets *all, char *to, size_t size)
{
    size_t count = 0;
    to[0] = '\0';
    for (size_t k = 0; k < all->count; k++)
        for (size_t c = 0; c < all->at[k].n_curves * all->at[k].n_points; c++)
            count += all->at[k].cell[c] && all->at[k].cell[c]->mean < MULTIPLES_LOWEST - 0.1;
    if (count) snprintf(to, size, " %zu mean%s below the axis.", count, count == 1 ? " is" : "s are");
}

static void note_text(const sheets *all, const char *variant, int fraction, char *to, size_t size)
{
    static const char key[] = " Grey line: the score of a perfect metric, where the truth gives its value; words in "
                              "grey: the way its scores go from left to right, where only their order is known.";
    const figure_totals of = figure_count(all);
    const unsigned long long least = of.least_samples, most = of.most_samples;
    char seeds[80], count[64], below[80] = "";
    if (fraction) below_text(all, below, sizeof below);
    seeds_text(of.least_seeds, of.most_seeds, seeds, sizeof seeds);
    if (least == most) snprintf(count, sizeof count, "%llu samples", most);
    else snprintf(count, sizeof count, "%llu to %llu samples", least, most);
    snprintf(to, size,
             "%.120s on every scenario scored. Mean over %s, %s%s.%s%s", variant, seeds, count,
             of.most_seeds > 1 ? "; bands and bars: 95 % confidence interval of the mean" : "", below,
             fraction ? key : "");
}

static assay_status draw_parts(making *m, const sheets *all, const sheet_of *one, const char *name,
                               const score_rows *rows)
{
    const char *output[MULTIPLES_SERIES];
    uint32_t measures[MULTIPLES_SERIES];
    char series[MULTIPLES_SERIES][SERIES_LABEL], variant[3 * LABEL], title[4 * LABEL], note[1024];
    multiples page = { .name = name, .title = title, .heading = title, .scenario = "", .series = series,
                       .note = note, .ideals = one->fraction ? "a perfect metric, where its score is known" : NULL };
    const size_t outputs = list_outputs(rows, output, measures);
    page.n_series = outputs < MULTIPLES_SERIES ? outputs : MULTIPLES_SERIES;
    for (size_t c = 0; c < page.n_series; c++) snprintf(series[c], SERIES_LABEL, "%.90s", output[c]);
    snprintf(variant, sizeof variant, "%.100s@%.120s", one->row->metric, one->row->preset);
    snprintf(title, sizeof title, "%.200s: %.150s", one->row->title, variant);
    note_text(all, variant, one->fraction, note, sizeof note);
    multiples_left_out(outputs, "outputs", note, sizeof note);
    const sheet **part = needed(calloc(all->count + 1, sizeof *part));
    for (size_t k = 0; k < all->count; k++) {
        const size_t n = gather_settings(all, k, part);
        if (n) add_tile(&page, part, n, output, measures);
    }
    free(part);
    const assay_status status = multiples_draw(m, &page);
    multiples_free(&page);
    return status;
}

assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name)
{
    const sheet_of one = { row, series_is_fraction(row) };
    score_rows rows = figure_rows(from, in_sheet, &one);
    sheets all = { 0 };
    sheets_build_along(&rows, &all);
    const assay_status status = draw_parts(m, &all, &one, name, &rows);
    sheets_free(&all);
    score_rows_free(&rows);
    return status;
}

int sheet_begins(const score_rows *from, size_t k, char name[FIGURE_NAME])
{
    const evidence_series *row = from->at[k].of;
    const int fraction = series_is_fraction(row);
    int others = 0;
    for (size_t j = 0; j < from->count; j++) {
        if (!same_variant(from->at[j].of, row)) continue;
        if (series_is_fraction(from->at[j].of) != fraction) others = 1;
        else if (j < k) return 0;
    }
    const char *const part[] = { "sheet-", row->metric, "-", row->preset, others && !fraction ? "-unbounded" : "" };
    making_name(part, sizeof part / sizeof *part, name);
    return 1;
}
