/*
 * Families of metrics as panels.
 *
 * A family of up to 7 curves is a panel. A larger one is split by what its curves claim to measure, and what is still
 * too large into equal runs. A metric whose scores can exceed 1 has a panel and an axis of its own.
 */
#include "figure_documents.h"

#include "claim_names.h"
#include "figure_multiples.h"
#include "figure_names.h"
#include "needed.h"

#include <ctype.h>
#include <string.h>

enum { PANEL_CURVES = 7, PANEL_ROWS = 16 }; /* as many as can be distinguished by colour, dash and point; of dots */

static const char *property_name(uint32_t measures)
{
    if (!(measures & 7)) return "other";
    return measures & (measures - 1) ? "several properties" : claim_name(measures);
}

static int same_family(const sheet *s, size_t a, size_t b)
{
    return strcmp(s->curve[a]->family, s->curve[b]->family) == 0;
}

/* Whether the fractions of a curve's family are too many for a panel. */
static int is_split(const sheet *s, size_t of)
{
    size_t count = 0;
    for (size_t c = 0; c < s->n_curves; c++) count += same_family(s, c, of) && series_is_fraction(s->curve[c]);
    return s->numeric && count > PANEL_CURVES && series_is_fraction(s->curve[of]);
}

/* Each metric whose scores are no fractions has a panel of its own: their units differ. */
static int together(const sheet *s, size_t a, size_t b)
{
    const evidence_series *x = s->curve[a], *y = s->curve[b];
    if (!same_family(s, a, b) || series_is_fraction(x) != series_is_fraction(y)) return 0;
    if (!series_is_fraction(x)) return strcmp(x->metric, y->metric) == 0;
    return !is_split(s, a) || property_name(x->measures) == property_name(y->measures);
}

static int is_first(const sheet *s, size_t curve, int (*alike)(const sheet *s, size_t a, size_t b))
{
    size_t k = 0;
    while (!alike(s, k, curve)) k++;
    return k == curve;
}

/* Titled "Predictor: modularity, zaidi2020 (1 of 2)", or "gaussian-tc". */
static const char *title(const sheet *s, size_t curve, const char *preset, size_t part, size_t parts, int fraction)
{
    const evidence_series *of = s->curve[curve];
    const char *name = !fraction ? of->metric : *of->family ? of->family : "other";
    const int first = fraction ? toupper((unsigned char)*name) : *name; /* else it is a metric's id */
    return phrase("%c%.39s%s%s%s%.38s%s", first, name + 1, is_split(s, curve) ? ": " : "",
                  is_split(s, curve) ? property_name(of->measures) : "", preset ? ", " : "", preset ? preset : "",
                  parts > 1 ? phrase(" (%zu of %zu)", part + 1, parts) : "");
}

static const char *label_of(const sheet *s, size_t curve, const char *preset)
{
    const char *label = curve_label(s->curve[curve], preset);
    return sheet_curve_defined(s, curve) ? label : phrase("%s (undefined)", label);
}

static void fill_curves(const sheet *s, const size_t *curve, const char *preset, chart_panel *t)
{
    chart_axis(t, s, 0, 0, MULTIPLES_EDGE);
    t->one_ideal = 1;
    t->axis = sheet_axis_text(s, 50);
    for (size_t c = 0; c < t->n_curves; c++) {
        t->label[c] = label_of(s, curve[c], preset);
        chart_take(t, c, 0, s, curve[c]);
    }
}

/* A row for each curve, whose dots are the points. */
static void fill_rows(const sheet *s, const size_t *curve, const char *preset, chart_panel *t)
{
    t->axis = t->fraction ? "score (fraction)" : "value (unbounded)";
    t->n_ticks = t->n_points;
    t->number = s->number;
    for (size_t r = 0; r < t->n_points; r++) {
        t->x[r] = (double)r + 1.0;
        t->of[r] = s->curve[curve[r]];
        t->tick[r] = (chart_tick){ t->x[r], label_of(s, curve[r], preset) };
        for (size_t k = 0; k < s->n_points; k++) t->cell[k * t->n_points + r] = s->cell[curve[r] * s->n_points + k];
    }
    for (size_t k = 0; k < s->n_points; k++) t->label[k] = sheet_point_text(s, k);
}

/* Curves that belong together, in as few panels of about equal size as will hold them. */
static void add_run(const sheet *s, const size_t *curve, size_t n, chart *to)
{
    static const double TALLEST = 190.0, DOT = 1.3; /* millimetres of a panel of dots; of one dot */
    const double fit = fmax(1.0, floor(TALLEST / fmax(3.6, DOT * (double)s->n_points + DOT)));
    const size_t most = s->numeric ? PANEL_CURVES : fit < PANEL_ROWS ? (size_t)fit : PANEL_ROWS;
    const size_t parts = (n + most - 1) / most;
    for (size_t k = 0; k < parts; k++) {
        const size_t first = n * k / parts, mine = n * (k + 1) / parts - first;
        const char *preset = shared_preset(s->curve, curve + first, mine);
        chart_panel *t = s->numeric ? chart_add(to, mine, s->n_points, 1) : chart_add(to, s->n_points, mine, 1);
        t->joined = s->numeric;
        t->fraction = series_is_fraction(s->curve[curve[first]]);
        t->title = title(s, curve[first], preset, k, parts, t->fraction);
        if (s->numeric) fill_curves(s, curve + first, preset, t);
        else fill_rows(s, curve + first, preset, t);
    }
}

/* What belongs to a curve. Of dots, rows without any are panels of their own, which are set aside; the key of a panel
 * of curves says which is undefined. */
static void add_together(const sheet *s, size_t c, chart *to)
{
    size_t *curve = kept(s->n_curves + 1, sizeof *curve);
    for (int defined = 1; defined >= s->numeric; defined--) {
        size_t n = 0;
        for (size_t k = c; k < s->n_curves; k++)
            if (together(s, c, k) && (s->numeric || sheet_curve_defined(s, k) == defined)) curve[n++] = k;
        if (n) add_run(s, curve, n, to);
    }
}

/* Families in the order of their first curve. */
static void add_panels(const sheet *s, chart *to)
{
    for (size_t f = 0; f < s->n_curves; f++)
        for (size_t c = f; c < s->n_curves && is_first(s, f, same_family); c++)
            if (same_family(s, c, f) && is_first(s, c, together)) add_together(s, c, to);
}

/* Panels in which nothing is defined are not drawn: they go behind the others, where the data are written and the note
 * names them; how many. One panel is always left. */
static size_t set_aside(chart *of)
{
    chart_panel *sorted = kept(of->count, sizeof *sorted);
    size_t n = 0, drawn = 0;
    for (int defined = 1; defined >= 0; defined--) {
        for (size_t k = 0; k < of->count; k++)
            if (chart_any_defined(&of->at[k]) == defined) sorted[n++] = of->at[k];
        if (defined) drawn = n ? n : 1;
    }
    for (size_t k = 0; k < n; k++) {
        of->at[k] = sorted[k];
        if (drawn > 1) of->at[k].title = phrase("(%c) %s", (char)('a' + k % 26), sorted[k].title);
    }
    return of->count - drawn;
}

/* " Undefined throughout and not drawn: sap, mcc." */
static const char *aside_text(const sheet *s, const multiples *of)
{
    const char *text = "";
    for (size_t k = of->panels.count - of->n_aside; k < of->panels.count; k++) {
        const chart_panel *t = &of->panels.at[k];
        for (size_t c = 0; c < (s->numeric ? t->n_curves : t->n_points); c++)
            text = phrase_join(text, ", ", curve_label(t->of[c], NULL));
    }
    return *text ? phrase(" Undefined throughout and not drawn: %s.", text) : "";
}

static const char *note_text(const sheet *s, const multiples *of)
{
    const char *fixed = settings_text(&s->fixed, 1);
    return phrase("%s.%s%s%s Mean over %s, %s%s%s.%s", s->title, *fixed ? " " : "", fixed, *fixed ? "." : "",
                  seeds_text(s->least_seeds, s->most_seeds), sheet_samples_text(s),
                  s->most_seeds < 2 ? ""
                  : s->numeric      ? "; bands"
                                    : "; bars",
                  s->most_seeds < 2 ? "" : ": 95 % confidence interval of the mean", aside_text(s, of));
}

assay_status pages_draw(making *m, const sheet *s, const char *name)
{
    multiples page = { .name = name,
                       .title = s->title,
                       .scenario = s->scenario,
                       .kind = s->numeric ? MULTIPLES_LARGE : MULTIPLES_ROWS,
                       .ideals = s->numeric ? "perfect metric" : NULL };
    add_panels(s, &page.panels);
    page.n_aside = set_aside(&page.panels);
    page.note = note_text(s, &page);
    return multiples_draw(m, &page);
}

int figure_is_too_long(const sheet *s)
{
    enum { MOST = 48 }; /* points side by side on a line of a dot plot, each with its name in the key */
    return !s->numeric && s->n_points > MOST;
}
