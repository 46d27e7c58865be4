/*
 * A sheet for each metric@preset: a small panel for every scenario it was scored on, and what a perfect metric would
 * show.
 *
 * Where a perfect metric's score is known (ideal_at), that is the grey line. Where only its order among the points is,
 * the panel says which way it goes from left to right: "rises", "falls", "flat"; nothing where that is not one way.
 */
#include "figure_documents.h"

#include "figure_multiples.h"
#include "figure_names.h"
#include "evidence.h"
#include "needed.h"

#include <string.h>

/* Which ways a perfect metric would go within the segments that have points known by order alone; 0: there are none. */
static int ways_of(const chart_panel *t, uint32_t measures)
{
    int ways = 0;
    for (size_t first = 0, end; first < t->n_points; first = end) {
        for (end = first; end < t->n_points && t->segment[end] == t->segment[first];) end++;
        ways |= ideal_ways(t->point + first, end - first, measures);
    }
    return ways;
}

/* "falls"; of several outputs "falls: mod. comp.", unless all do. */
static const char *mark_text(const chart_panel *t, const uint32_t *measures)
{
    static const int known[] = { IDEAL_FLAT | IDEAL_RISES, IDEAL_FLAT | IDEAL_FALLS, IDEAL_FLAT };
    const char *text = "";
    for (size_t w = 0; w < sizeof known / sizeof *known; w++) {
        size_t count = 0;
        const char *names = ":";
        for (size_t c = 0; c < t->n_curves; c++) {
            if (ways_of(t, measures[c]) != known[w]) continue;
            const char *whole = t->label[c];
            const int letters = whole[0] == 'm' ? 3 : 4; /* mod. comp. expl. */
            names = phrase("%s %.*s%s", names, letters, whole, strlen(whole) > (size_t)letters ? "." : "");
            count++;
        }
        if (count)
            text =
                phrase("%s%s%s%s", text, *text ? ", " : "", ideal_way_word(known[w]), count < t->n_curves ? names : "");
    }
    return text;
}

typedef struct sheet_of {
    const evidence_series *row;           /* of the variant */
    int fraction;                         /* which of its outputs */
    const char *output[MULTIPLES_CURVES]; /* these, in the order of their first appearance, as far as there is room */
    uint32_t measures[MULTIPLES_CURVES];
    size_t n_outputs, n_curves; /* n_curves: those there is room for */
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

static void list_outputs(const score_rows *rows, sheet_of *to)
{
    for (size_t k = 0; k < rows->count; k++) {
        size_t before = 0;
        while (strcmp(rows->at[before].of->output, rows->at[k].of->output) != 0) before++;
        if (before < k || to->n_outputs++ >= MULTIPLES_CURVES) continue;
        to->output[to->n_curves] = rows->at[k].of->output;
        to->measures[to->n_curves++] = rows->at[k].of->measures;
    }
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
static const char *axis_words(const sheet *s, int several)
{
    enum { MOST = 26 };
    if (s->numeric && !several) return sheet_axis_text(s, MOST);
    const settings *set = several ? &s->fixed : &s->point[0]->at->set;
    const char *names = "";
    for (size_t n = 0; n < set->n; n++) names = phrase_join(names, "/", symbol_text(set->at[n].name));
    if (!s->numeric) return names;
    return phrase("%s%s, side by side: %s", symbol_text(s->symbol), sheet_is_logarithmic(s) ? " (log)" : "", names);
}

static void add_panel(chart *to, const sheet *const *part, size_t n_parts, const sheet_of *one)
{
    size_t n_points = 0, first = 0;
    for (size_t k = 0; k < n_parts; k++) n_points += part[k]->n_points;
    chart_panel *t = chart_add(to, one->n_curves, n_points, n_parts);
    t->title = part[0]->several_samples
                   ? phrase("%.80s, n=%llu", part[0]->scenario, (unsigned long long)part[0]->samples)
                   : phrase("%.80s", part[0]->scenario);
    t->fraction = one->fraction;
    t->joined = part[0]->numeric;
    t->axis = axis_words(part[0], n_parts > 1);
    for (size_t c = 0; c < t->n_curves; c++) t->label[c] = one->output[c];
    for (size_t k = 0; k < n_parts; first += part[k++]->n_points) {
        chart_axis(t, part[k], k, first, n_parts > 1 ? 0.13 : MULTIPLES_EDGE);
        for (size_t c = 0; c < t->n_curves; c++)
            for (size_t from = 0; from < part[k]->n_curves; from++)
                if (strcmp(part[k]->curve[from]->output, one->output[c]) == 0) chart_take(t, c, first, part[k], from);
    }
    if (t->fraction) t->mark = mark_text(t, one->measures);
}

/* " 3 means are below the axis." */
static const char *below_text(const sheets *all)
{
    size_t count = 0;
    for (size_t k = 0; k < all->count; k++)
        for (size_t c = 0; c < all->at[k].n_curves * all->at[k].n_points; c++)
            count += all->at[k].cell[c] && all->at[k].cell[c]->mean < -1.1;
    return count ? phrase(" %zu mean%s below the axis.", count, count == 1 ? " is" : "s are") : "";
}

static const char *note_text(const sheets *all, const char *variant, const sheet_of *one)
{
    static const char key[] = " Grey line: the score of a perfect metric, where the truth gives its value; words in "
                              "grey: the way its scores go from left to right, where only their order is known.";
    const figure_totals of = figure_count(all, NULL);
    const unsigned long long least = of.least_samples, most = of.most_samples;
    const char *count = least == most ? phrase("%llu", most) : phrase("%llu to %llu", least, most);
    return phrase("%.120s on every scenario scored. Mean over %s, %s samples%s.%s%s%s", variant, of.seeds, count,
                  of.most_seeds > 1 ? "; bands and bars: 95 % confidence interval of the mean" : "",
                  one->fraction ? below_text(all) : "", one->fraction ? key : "",
                  multiples_left_out(one->n_outputs, "outputs"));
}

assay_status sheet_draw(making *m, const score_rows *from, const evidence_series *row, const char *name)
{
    const char *variant = phrase("%.100s@%.120s", row->metric, row->preset);
    const char *title = phrase("%.200s: %.150s", row->title, variant);
    sheet_of one = { .row = row, .fraction = series_is_fraction(row) };
    const score_rows rows = figure_rows(from, in_sheet, &one);
    sheets all = { 0 };
    multiples page = { .name = name,
                       .title = title,
                       .heading = title,
                       .scenario = "",
                       .ideals = one.fraction ? "a perfect metric, where its score is known" : NULL };
    sheets_build_along(&rows, &all);
    list_outputs(&rows, &one);
    page.note = note_text(&all, variant, &one);
    const sheet **part = kept(all.count + 1, sizeof *part);
    for (size_t k = 0; k < all.count; k++) {
        const size_t n = gather_settings(&all, k, part);
        if (n) add_panel(&page.panels, part, n, &one);
    }
    return multiples_draw(m, &page);
}

const char *sheet_begins(const score_rows *from, size_t k)
{
    const evidence_series *row = from->at[k].of;
    const int fraction = series_is_fraction(row);
    int others = 0;
    for (size_t j = 0; j < from->count; j++) {
        if (!same_variant(from->at[j].of, row)) continue;
        if (series_is_fraction(from->at[j].of) != fraction) others = 1;
        else if (j < k) return NULL;
    }
    return making_name(phrase("sheet-%s-%s%s", row->metric, row->preset, others && !fraction ? "-unbounded" : ""));
}

/* ---- several metrics side by side ---- */

typedef struct chosen {
    const evidence_series *const *at;
    size_t n;
} chosen;

static int is_chosen(const score_row *row, const void *context)
{
    const chosen *of = context;
    for (size_t k = 0; k < of->n; k++)
        if (row->of == of->at[k]) return 1;
    return 0;
}

#define MOVES 0.1 /* between the means of a curve, for a panel to show something */

/* Whether a sheet has a panel: the first of its scenario in which a score moves along numbers. */
static int has_curves(const sheet *s)
{
    int moves = 0;
    for (size_t c = 0; c < s->n_curves; c++) {
        double least = INFINITY, most = -INFINITY;
        for (size_t p = 0; p < s->n_points; p++) {
            least = fmin(least, evidence_mean(s->cell[c * s->n_points + p])); /* NaN: undefined */
            most = fmax(most, evidence_mean(s->cell[c * s->n_points + p]));
        }
        moves |= most - least > MOVES;
    }
    return moves && s->numeric && s->along == SHEET_POINTS;
}

static int has_panel(const chart *to, const char *scenario)
{
    for (size_t k = 0; k < to->count; k++)
        if (strcmp(to->at[k].title, scenario) == 0) return 1;
    return 0;
}

static void add_compared(chart *to, const sheet *s, const chosen *of)
{
    chart_panel *t = chart_add(to, of->n, s->n_points, 1);
    t->title = phrase("%.80s", s->scenario);
    t->fraction = t->joined = t->one_ideal = 1;
    t->axis = axis_words(s, 0);
    chart_axis(t, s, 0, 0, MULTIPLES_EDGE);
    for (size_t c = 0; c < of->n; c++) {
        t->label[c] = curve_label(of->at[c], NULL);
        for (size_t from = 0; from < s->n_curves; from++)
            if (s->curve[from] == of->at[c]) chart_take(t, c, 0, s, from);
    }
}

assay_status figures_side_by_side(const score_rows *from, const evidence_series *const *series, size_t n,
                                  const char *directory, uint32_t formats, figures *to, assay_error *err)
{
    enum { PANELS = 6 };
    const chosen of = { series, n < MULTIPLES_CURVES ? n : MULTIPLES_CURVES };
    const score_rows rows = figure_rows(from, is_chosen, &of);
    sheets all = { 0 };
    multiples page = {
        .name = "side-by-side", .title = "Where each fails", .scenario = "", .ideals = "perfect metric"
    };
    sheets_build_along(&rows, &all);
    for (size_t k = 0; k < all.count && page.panels.count < PANELS; k++)
        if (has_curves(&all.at[k]) && !has_panel(&page.panels, all.at[k].scenario))
            add_compared(&page.panels, &all.at[k], &of);
    const figure_totals totals = figure_count(&all, NULL);
    page.note =
        phrase("The first scenarios of the store in which one of these scores moves by more than .1. Mean over %s%s.",
               totals.seeds, totals.most_seeds > 1 ? "; bands: 95 % confidence interval of the mean" : "");
    *to = (figures){ 0 };
    return page.panels.count ? making_all(directory, formats, from->lacking, multiples_draw, &page, to, err) : ASSAY_OK;
}
