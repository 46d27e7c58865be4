/*
 * Families of metrics as panels.
 *
 * A family of up to 7 curves is a panel. A larger one is split by what its curves claim to measure, and what is still
 * too large into equal runs. A metric whose scores can exceed 1 has a panel and an axis of its own.
 */
#include "figure_documents.h"

#include "claim_names.h"
#include "figure_multiples.h"
#include "ideal.h"
#include "needed.h"
#include "wording.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_CURVES = 7, PANEL_ROWS = 16 }; /* as many as can be distinguished by colour, dash and point; of dots */

typedef struct panel {
    char title[TILE_TITLE];
    const size_t *curve; /* indices into the sheet */
    size_t n;
    const char *preset;  /* what all its curves share, said in the title; NULL */
    int fraction;        /* its scores end at 1 */
    int flat;            /* set aside: its one score is the same at every point */
} panel;

/* All panels of a sheet; behind them those in which nothing is defined, or one score that does not move. curves keeps
 * the indices. */
typedef struct panels {
    panel *at;
    size_t count, n_aside;
    size_t *curves;
} panels;

static const char *property_name(uint32_t measures)
{
    if (!measures) return "other";
    return measures & (measures - 1) ? "several properties" : claim_name(measures);
}

/* Titled "Predictor: modularity, zaidi2020 (1 of 2)", or "gaussian-tc". */
static void panel_titled(panel *p, const char *family, const char *property, size_t part, size_t parts)
{
    char name[LABEL], preset[LABEL] = "", of[64] = "";
    snprintf(name, sizeof name, "%s", family[0] ? family : "other");
    if (p->fraction) name[0] = (char)toupper((unsigned char)name[0]); /* else it is a metric's id */
    if (p->preset) snprintf(preset, sizeof preset, ", %s", p->preset);
    if (parts > 1) snprintf(of, sizeof of, " (%zu of %zu)", part + 1, parts);
    snprintf(p->title, sizeof p->title, "%.40s%s%s%.40s%s", name, property ? ": " : "", property ? property : "",
             preset, of);
}

/* Curves that belong together, in as few panels of about equal size as will hold them. */
static void add_run(const sheet *s, panels *to, const size_t *curve, size_t n, const char *family, const char *property)
{
    static const double HIGHEST = 190.0, DOT = 1.3; /* millimetres of a panel of dots; of one dot */
    const double fit = fmax(1.0, floor(HIGHEST / fmax(3.6, DOT * (double)s->n_points + DOT)));
    const size_t rows = fit < PANEL_ROWS ? (size_t)fit : PANEL_ROWS;
    const size_t most = s->numeric ? PANEL_CURVES : rows, parts = (n + most - 1) / most;
    for (size_t k = 0; k < parts; k++) {
        const size_t first = n * k / parts, end = n * (k + 1) / parts;
        panel *p = &to->at[to->count++];
        *p =
            (panel){ .curve = curve + first, .n = end - first, .fraction = series_is_fraction(s->curve[curve[first]]) };
        p->preset = shared_preset(s->curve, p->curve, p->n);
        panel_titled(p, family, property, k, parts);
    }
}

/* Brings the curves of [first, n) that are like curve[first] forward, in order; returns where they end. */
static size_t gather(const sheet *s, size_t *curve, size_t first, size_t n,
                     int (*alike)(const evidence_series *, const evidence_series *))
{
    size_t end = first + 1;
    for (size_t k = first + 1; k < n; k++) {
        if (!alike(s->curve[curve[first]], s->curve[curve[k]])) continue;
        const size_t mine = curve[k];
        memmove(curve + end + 1, curve + end, (k - end) * sizeof *curve);
        curve[end++] = mine;
    }
    return end;
}

static int same_property(const evidence_series *a, const evidence_series *b)
{
    return property_name(a->measures) == property_name(b->measures);
}

static int same_metric(const evidence_series *a, const evidence_series *b) { return strcmp(a->metric, b->metric) == 0; }
static int same_kind(const evidence_series *a, const evidence_series *b)
{
    return series_is_fraction(a) == series_is_fraction(b);
}

/* Fractions of one family: one panel, or one for each property, in the order in which these appear. */
static void add_fractions(const sheet *s, panels *to, size_t *curve, size_t n, const char *family)
{
    if (n <= PANEL_CURVES || !s->numeric) {
        add_run(s, to, curve, n, family, NULL);
        return;
    }
    for (size_t first = 0, end; first < n; first = end) {
        end = gather(s, curve, first, n, same_property);
        add_run(s, to, curve + first, end - first, family, property_name(s->curve[curve[first]]->measures));
    }
}

/* curve[0..n) are one family. Each metric whose scores are no fractions has a panel of its own: their units differ. */
static void add_family(const sheet *s, panels *to, size_t *curve, size_t n)
{
    const char *family = s->curve[curve[0]]->family;
    for (size_t first = 0, end; first < n; first = end) {
        end = gather(s, curve, first, n, same_kind);
        if (series_is_fraction(s->curve[curve[first]])) {
            add_fractions(s, to, curve + first, end - first, family);
            continue;
        }
        end = gather(s, curve, first, end, same_metric);
        add_run(s, to, curve + first, end - first, s->curve[curve[first]]->metric, NULL);
    }
}

static int is_undefined(const sheet *s, const panel *p)
{
    size_t c = 0;
    while (c < p->n && !sheet_curve_defined(s, p->curve[c])) c++;
    return c == p->n;
}

static int is_one_flat(const sheet *s, const panel *p)
{
    static const double FLAT = 0.005; /* no eye sees it move */
    return s->numeric && p->fraction && p->n == 1 && sheet_curve_is_flat(s, p->curve[0], FLAT);
}

static int drawn_first(const void *a, const void *b)
{
    const panel *x = a, *y = b;
    const int by = (x->flat > 0) - (y->flat > 0);
    return by ? by : (x->curve > y->curve) - (x->curve < y->curve);
}

/* Panels in which nothing is defined, or one score stays the same, are not drawn: they go behind the others, where the
 * data are written and the note names them. One panel is always left, a flat one before one with nothing to see. */
static void set_aside(const sheet *s, panels *all)
{
    enum { DRAWN, FLAT, UNDEFINED };
    panel *left = NULL;
    for (size_t k = 0; k < all->count; k++) {
        panel *p = &all->at[k];
        p->flat = is_undefined(s, p) ? UNDEFINED : is_one_flat(s, p) ? FLAT : DRAWN;
        if (!left || p->flat < left->flat) left = p;
    }
    left->flat = DRAWN;
    qsort(all->at, all->count, sizeof *all->at, drawn_first);
    while (all->count > 1 && all->at[all->count - 1].flat) all->count--, all->n_aside++;
}

static panels panels_make(const sheet *s)
{
    panels to = { .at = needed(calloc(s->n_curves + 1, sizeof *to.at)),
                  .curves = needed(calloc(s->n_curves + 1, sizeof *to.curves)) };
    unsigned char *taken = needed(calloc(s->n_curves + 1, 1));
    size_t used = 0;
    for (size_t c = 0; c < s->n_curves; c++) {
        if (taken[c]) continue;
        const size_t first = used;
        for (size_t k = c; k < s->n_curves; k++) {
            if (taken[k] || strcmp(s->curve[k]->family, s->curve[c]->family) != 0) continue;
            taken[k] = 1;
            to.curves[used++] = k;
        }
        add_family(s, &to, to.curves + first, used - first);
    }
    free(taken);
    set_aside(s, &to);
    return to;
}

/* ---- tiles ---- */

static void series_label(const sheet *s, const panel *p, size_t c, char *to, size_t size)
{
    char label[LABEL];
    curve_label(s->curve[p->curve[c]], p->preset, label);
    snprintf(to, size, "%s%s", label, sheet_curve_defined(s, p->curve[c]) ? "" : " (undefined)");
}

/* A curve for each series. */
static void fill_curves(const sheet *s, const panel *p, tile *t)
{
    tile_axis(t, s, 0, 0);
    sheet_axis_text(s, 50, t->axis, sizeof t->axis);
    for (size_t c = 0; c < p->n; c++) {
        const size_t curve = p->curve[c];
        series_label(s, p, c, t->label[c], sizeof t->label[c]);
        memcpy(t->cell + c * s->n_points, s->cell + curve * s->n_points, s->n_points * sizeof *s->cell);
        for (size_t k = 0; k < s->n_points && p->fraction; k++) {
            double value;
            int ordered;
            if (ideal_at(s->point[k], s->curve[curve]->measures & 7, &value, &ordered))
                t->ideal[c * s->n_points + k] = value;
        }
    }
}

/* A row for each curve, whose dots are the points. */
static void fill_rows(const sheet *s, const panel *p, tile *t)
{
    snprintf(t->axis, sizeof t->axis, "%s", p->fraction ? "score (fraction)" : "value (unbounded)");
    t->n_ticks = p->n;
    for (size_t c = 0; c < p->n; c++) {
        t->x[c] = t->ticks[c].at = (double)c + 1.0;
        series_label(s, p, c, t->ticks[c].text, sizeof t->ticks[c].text);
        for (size_t k = 0; k < s->n_points; k++) t->cell[k * p->n + c] = s->cell[p->curve[c] * s->n_points + k];
    }
}

static void add_panels(const sheet *s, const panels *all, multiples *to)
{
    const size_t count = all->count + all->n_aside;
    for (size_t k = 0; k < count; k++) {
        const panel *p = &all->at[k];
        tile *t = s->numeric ? multiples_tile(to, p->n, s->n_points, 1) : multiples_tile(to, s->n_points, p->n, 1);
        if (all->count > 1) snprintf(t->title, sizeof t->title, "(%c) %.230s", (char)('a' + k % 26), p->title);
        else snprintf(t->title, sizeof t->title, "%s", p->title);
        t->joined = s->numeric;
        t->fraction = p->fraction;
        if (s->numeric) fill_curves(s, p, t);
        else fill_rows(s, p, t);
    }
    to->count -= all->n_aside;
    to->n_aside = all->n_aside;
}

/* ---- words ---- */

/* " δ=0.25." */
static void put_fixed(const sheet *s, wording *to)
{
    for (size_t k = 0; k < s->fixed.n; k++) {
        char value[FIGURE_NAME];
        setting_print(&s->fixed.at[k], value, sizeof value);
        wording_add(to, "%s%s=%s", k ? ", " : " ", symbol_text(s->fixed.at[k].name), value);
    }
    if (s->fixed.n) wording_add(to, ".");
}

/* " Undefined throughout and not drawn: sap, mcc." and " The same at every point and not drawn: irs 0.500." */
static void put_aside(const sheet *s, const panels *all, int flat, wording *to)
{
    size_t any = 0;
    for (size_t k = all->count; k < all->count + all->n_aside; k++) {
        for (size_t c = 0; c < all->at[k].n && (all->at[k].flat == 1) == flat; c++) {
            char label[LABEL], value[32] = "";
            const size_t curve = all->at[k].curve[c];
            curve_label(s->curve[curve], NULL, label);
            if (flat) snprintf(value, sizeof value, " %.3f", s->cell[curve * s->n_points]->mean);
            wording_add(to, "%s%s%s",
                        any++ ? ", "
                        : flat ? " The same at every point, within 0.005, and not drawn: "
                               : " Undefined throughout and not drawn: ", label, value);
        }
    }
    if (any) wording_add(to, ".");
}

static void note_text(const sheet *s, const panels *all, char *to, size_t size)
{
    char seeds[80], samples[80];
    wording w = wording_in(to, size);
    seeds_text(s->least_seeds, s->most_seeds, seeds, sizeof seeds);
    sheet_samples_text(s, samples, sizeof samples);
    wording_add(&w, "%s.", s->title);
    put_fixed(s, &w);
    wording_add(&w, " Mean over %s, %s%s.", seeds, samples,
                s->most_seeds < 2 ? "" : s->numeric ? "; bands: 95 % confidence interval of the mean"
                                                    : "; bars: 95 % confidence interval of the mean");
    put_aside(s, all, 0, &w);
    put_aside(s, all, 1, &w);
}

assay_status pages_draw(making *m, const sheet *s, const char *name)
{
    char note[6 * FIGURE_NAME];
    panels all = panels_make(s);
    multiples page = { .name = name,
                       .title = s->title,
                       .scenario = s->scenario,
                       .kind = s->numeric ? MULTIPLES_LARGE : MULTIPLES_ROWS,
                       .n_series = s->numeric ? 0 : s->n_points,
                       .ideals = s->numeric ? "perfect metric" : NULL,
                       .note = note };
    page.series = needed(calloc(page.n_series + 1, sizeof *page.series));
    for (size_t k = 0; k < page.n_series; k++)
        sheet_point_text(s, k, page.series[k], sizeof page.series[k] - 8);
    note_text(s, &all, note, sizeof note);
    add_panels(s, &all, &page);
    const assay_status status = multiples_draw(m, &page);
    multiples_free(&page);
    free(page.series);
    free(all.at);
    free(all.curves);
    return status;
}

int figure_is_too_long(const sheet *s)
{
    enum { MOST = 48 }; /* points side by side on a line of a dot plot, each with its name in the key */
    return !s->numeric && s->n_points > MOST;
}
