/*
 * Panels and their places.
 *
 * A family of up to 7 curves is a panel. A larger one is split by what its curves claim to measure, and what is still
 * too large into equal runs. A metric whose scores can exceed 1 has a panel and an axis of its own. Columns are those
 * of a paper: 84 mm for one panel, 174 mm for two side by side.
 */
#include "figure_layout.h"
#include "claim_names.h"

#include "ideal.h"

#include "grid.h"
#include "wording.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SINGLE = 84.0, DOUBLE = 174.0; /* widths of a page's columns */
static const double LEFT = 12.0, RIGHT = 2.5, TITLE = 6.0, PLOT = 42.0, AXIS = 9.0;
static const double KEY_LINE = 3.6, KEY_SAMPLE = 12.0, NOTE_LINE = 3.0, EDGE = 1.5;
static const double HIGHEST = 190.0; /* a dot plot's panel */
static const double SMALL = 7.0;     /* points: keys and numbers */

double text_millimetres(const char *text, double points)
{
    const double em = points * 25.4 / 72.0;
    return 0.58 * em * (double)grid_text_width(text); /* the mean of DejaVu Sans, a wide face */
}

/* ---- names ---- */

static void shorten_output(const char *output, char to[LABEL])
{
    static const struct {
        const char *whole, *brief;
    } known[] = {
        { "modularity", "mod." },
        { "compactness", "comp." },
        { "explicitness", "expl." },
        { "informativeness", "inf." },
    };
    snprintf(to, LABEL, "%s", output);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(output, known[k].whole) == 0) snprintf(to, LABEL, "%s", known[k].brief);
}

/* Cuts the middle out of what is longer than `most`: names differ at their ends. The dots are three bytes and stand for
 * one; more is cut where the text would get longer by them. most: at least 3. */
static void cut_middle(char *text, size_t most)
{
    const size_t length = strlen(text);
    if (length <= most) return;
    const char *const dots = "…";
    size_t head = most / 2, tail = most - head - 1;
    if (head + strlen(dots) + tail > length) tail = length - strlen(dots) - head;
    while (head > 0 && ((unsigned char)text[head] & 0xC0) == 0x80) head--; /* never inside a character */
    while (tail > 0 && ((unsigned char)text[length - tail] & 0xC0) == 0x80) tail--;
    memmove(text + head + strlen(dots), text + length - tail, tail + 1);
    memcpy(text + head, dots, strlen(dots));
}

void curve_label(const evidence_series *row, const char *preset_said, char to[LABEL])
{
    enum { COMFORTABLE = 24, MOST = 34 }; /* 34 letters are what a panel has room for at its side */
    char name[3 * LABEL], output[LABEL];
    const int alone = strcmp(row->output, row->metric) == 0;
    if (preset_said && strcmp(preset_said, row->preset) == 0) snprintf(name, sizeof name, "%s", row->metric);
    else variant_text(row, name, sizeof name);
    const int extends = !alone && strncmp(row->output, row->metric, strlen(row->metric)) == 0;
    if (extends && strcmp(name, row->metric) == 0) name[0] = '\0'; /* "x-norm" of x says whose it is */
    const size_t length = strlen(name);
    if (length + strlen(row->output) + 1 <= COMFORTABLE) snprintf(output, sizeof output, "%s", row->output);
    else shorten_output(row->output, output);
    if (!alone) snprintf(name + length, sizeof name - length, "%s%s", length ? " " : "", output);
    cut_middle(name, MOST);
    snprintf(to, LABEL, "%.*s", LABEL - 1, name);
}

int curve_defined(const sheet *s, size_t curve)
{
    for (size_t p = 0; p < s->n_points; p++) {
        const evidence_point *cell = s->cell[curve * s->n_points + p];
        if (cell && isfinite(cell->mean)) return 1;
    }
    return 0;
}

static const char *property_name(uint32_t measures)
{
    if (!measures) return "other";
    return measures & (measures - 1) ? "several properties" : claim_name(measures);
}

/* ---- panels ---- */

static const char *shared_preset(const sheet *s, const size_t *curve, size_t n)
{
    const char *preset = s->curve[curve[0]]->preset;
    for (size_t k = 1; k < n; k++)
        if (strcmp(s->curve[curve[k]]->preset, preset) != 0) return NULL;
    return strcmp(preset, "default") == 0 ? NULL : preset;
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

/* Of a dot plot: room for a dot of each point. */
static double row_height(const sheet *s) { return fmax(3.6, 1.3 * (double)s->n_points + 1.3); }

/* Curves that belong together, in as few panels of about equal size as will hold them. */
static void add_run(const sheet *s, panels *to, const size_t *curve, size_t n, const char *family, const char *property)
{
    const double fit = fmax(1.0, floor(HIGHEST / row_height(s)));
    const size_t rows = fit < PANEL_ROWS ? (size_t)fit : PANEL_ROWS;
    const size_t most = s->numeric ? PANEL_CURVES : rows, parts = (n + most - 1) / most;
    for (size_t k = 0; k < parts; k++) {
        const size_t first = n * k / parts, end = n * (k + 1) / parts;
        panel *p = &to->at[to->count++];
        *p =
            (panel){ .curve = curve + first, .n = end - first, .fraction = series_is_fraction(s->curve[curve[first]]) };
        p->preset = shared_preset(s, p->curve, p->n);
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
    while (c < p->n && !curve_defined(s, p->curve[c])) c++;
    return c == p->n;
}

static int is_one_flat(const sheet *s, const panel *p)
{
    static const double FLAT = 0.005; /* no eye sees it move */
    return s->numeric && p->fraction && p->n == 1 && sheet_curve_is_flat(s, p->curve[0], FLAT);
}

/* Panels in which nothing is defined, or one score stays the same, are not drawn: they go behind the others, where the
 * data are written and the note tells of them. One panel is always left. */
static void set_aside(const sheet *s, panels *all)
{
    size_t kept = 0;
    for (size_t k = 0; k < all->count; k++) {
        all->at[k].flat = is_one_flat(s, &all->at[k]);
        if (all->at[k].flat || is_undefined(s, &all->at[k])) continue;
        const panel mine = all->at[k];
        memmove(&all->at[kept + 1], &all->at[kept], (k - kept) * sizeof mine);
        all->at[kept++] = mine;
    }
    for (size_t k = 0; !kept && k < all->count; k++) { /* a flat one before one in which there is nothing to see */
        if (!all->at[k].flat) continue;
        const panel mine = all->at[k];
        memmove(&all->at[1], &all->at[0], k * sizeof mine);
        all->at[kept++] = mine;
    }
    if (!kept) kept = 1;
    all->at[0].flat = 0;
    all->n_aside = all->count - kept;
    all->count = kept;
}

assay_status panels_make(const sheet *s, panels *to)
{
    *to = (panels){ .at = calloc(s->n_curves + 1, sizeof *to->at),
                    .curves = calloc(s->n_curves + 1, sizeof *to->curves) };
    unsigned char *taken = calloc(s->n_curves + 1, 1);
    size_t used = 0;
    if (!to->at || !to->curves || !taken) {
        free(taken);
        panels_free(to);
        return ASSAY_ENOMEM;
    }
    for (size_t c = 0; c < s->n_curves; c++) {
        if (taken[c]) continue;
        const size_t first = used;
        for (size_t k = c; k < s->n_curves; k++) {
            if (taken[k] || strcmp(s->curve[k]->family, s->curve[c]->family) != 0) continue;
            taken[k] = 1;
            to->curves[used++] = k;
        }
        add_family(s, to, to->curves + first, used - first);
    }
    free(taken);
    set_aside(s, to);
    return ASSAY_OK;
}

void panels_free(panels *all)
{
    free(all->at);
    free(all->curves);
    *all = (panels){ 0 };
}

/* ---- places ---- */

/* The ends of the means among `low` and `high`; of scores that are no fractions, those of the intervals too. */
static void widen(const sheet *s, const panel *p, double *low, double *high)
{
    for (size_t c = 0; c < p->n * s->n_points; c++) {
        const evidence_point *cell = s->cell[p->curve[c / s->n_points] * s->n_points + c % s->n_points];
        if (!cell || !isfinite(cell->mean)) continue;
        double ends[2] = { NAN, NAN };
        if (!p->fraction) evidence_mean_interval(cell, ends);
        *low = fmin(*low, isfinite(ends[0]) ? ends[0] : cell->mean);
        *high = fmax(*high, isfinite(ends[1]) ? ends[1] : cell->mean);
    }
}

/* [0, 1] unless a mean is clearly outside; then out to the next tenth (or two digits of a larger number). What is no
 * fraction has an axis from 0 to its largest value. */
static void score_range(const sheet *s, panel *p)
{
    double least = 0.0, most = p->fraction ? 1.0 : 0.0;
    widen(s, p, &least, &most);
    if (p->fraction && least > -0.02) least = 0.0;
    if (p->fraction && most < 1.02) most = 1.0;
    if (!(most > least)) most = least + 1.0;
    const double digits = pow(10.0, floor(log10(most - least)) - 1.0), step = p->fraction ? fmax(0.1, digits) : digits;
    const double low = floor(least / step) * step, high = p->fraction && most <= 1.0 ? 1.0 : ceil(most / step) * step;
    const double margin = 0.03 * (high - low); /* a line at 0 or 1 is drawn whole */
    p->low = low - margin;
    p->high = high + margin;
}

/* ---- perfect metrics ---- */

static int ideals_equal(const sheet *s, uint32_t a, uint32_t b)
{
    for (size_t k = 0; k < s->n_points; k++) {
        double x, y;
        int ordered;
        const int known = ideal_at(s->point[k], a, &x, &ordered);
        if (known != ideal_at(s->point[k], b, &y, &ordered) || (known && x != y)) return 0;
    }
    return 1;
}

static void find_ideals(const sheet *s, panel *p)
{
    p->n_ideals = 0;
    for (size_t c = 0; c < p->n && s->numeric && p->fraction; c++) {
        const uint32_t claims = s->curve[p->curve[c]]->measures & 7;
        size_t k = 0;
        while (k < p->n_ideals && !ideals_equal(s, p->ideal[k], claims)) k++;
        if (k == p->n_ideals && k < PANEL_IDEALS && ideal_known(s->point, s->n_points, claims))
            p->ideal[p->n_ideals++] = claims;
    }
}

void ideal_label(const panel *p, size_t which, char to[LABEL])
{
    const char *claim = property_name(p->ideal[which]);
    snprintf(to, LABEL, "perfect %s", p->n_ideals > 1 && claim ? claim : "metric");
}

static double longest_label(const sheet *s, const panel *p)
{
    double longest = 0.0;
    for (size_t k = 0; k < p->n_ideals; k++) {
        char label[LABEL];
        ideal_label(p, k, label);
        longest = fmax(longest, text_millimetres(label, SMALL));
    }
    for (size_t k = 0; k < p->n; k++) {
        char label[LABEL + sizeof UNDEFINED_MARK];
        curve_label(s->curve[p->curve[k]], p->preset, label);
        if (!curve_defined(s, p->curve[k])) strcat(label, UNDEFINED_MARK);
        longest = fmax(longest, text_millimetres(label, SMALL));
    }
    return longest;
}

static double rows_of(size_t n, int columns) { return ceil((double)n / columns); }

/* What a panel needs from its title to the end of its key; `left` is the room for numbers or names at its side. */
static void panel_needs(const sheet *s, panel *p, double width, double *left, double *plot, double *below)
{
    const double label = longest_label(s, p);
    if (s->numeric) {
        p->key_columns = (width - 6.0) / 2.0 >= label + KEY_SAMPLE ? 2 : 1;
        *left = p->fraction ? LEFT : LEFT + 3.0; /* longer numbers */
        *plot = PLOT;
        *below = AXIS + rows_of(p->n + p->n_ideals, p->key_columns) * KEY_LINE + 2.0;
    } else {
        *left = fmin(label + 5.0, 0.6 * width);
        *plot = row_height(s) * (double)p->n + 1.5;
        *below = AXIS + 1.0;
    }
}

/* One line of panels at *top, which moves below it. Panels of a column have one left side. */
static void place_line(layout *to, size_t first, size_t end, const double *lefts, double width, double *top)
{
    double tallest = 0.0, deepest = 0.0;
    for (size_t k = first; k < end; k++) {
        double left, plot, below;
        panel_needs(to->s, &to->at[k], width, &left, &plot, &below);
        tallest = fmax(tallest, plot);
        deepest = fmax(deepest, below);
    }
    for (size_t k = first; k < end; k++) {
        panel *p = &to->at[k];
        const double x = width * (double)(k - first);
        p->left = x + lefts[k - first];
        p->right = x + width - RIGHT;
        p->top = *top + TITLE;
        p->bottom = p->top + (to->s->numeric ? PLOT : row_height(to->s) * (double)p->n + 1.5);
        p->key = p->bottom + AXIS;
    }
    *top += TITLE + tallest + deepest;
}

void point_label(const layout *page, size_t point, char to[POINT_LABEL])
{
    char whole[POINT_LABEL];
    sheet_point_text(page->s, point, whole, sizeof whole);
    size_t most = strlen(whole);
    snprintf(to, POINT_LABEL, "%s", whole);
    while (most > 8 && text_millimetres(to, SMALL) > page->width - 6.0 - KEY_SAMPLE) {
        snprintf(to, POINT_LABEL, "%s", whole);
        cut_middle(to, --most);
    }
}

/* The key of a dot plot names the points; one for the whole figure. */
static double place_shared_key(layout *to, double top)
{
    double longest = 0.0;
    for (size_t p = 0; p < to->s->n_points; p++) {
        char label[POINT_LABEL];
        point_label(to, p, label);
        longest = fmax(longest, text_millimetres(label, SMALL));
    }
    const double fits = floor((to->width - 6.0) / (longest + KEY_SAMPLE));
    to->key = top;
    to->key_columns = (int)fmin(fmax(fits, 1.0), (double)to->s->n_points);
    return top + rows_of(to->s->n_points, to->key_columns) * KEY_LINE + 1.5;
}

void layout_make(const sheet *s, const panels *all, size_t first, size_t count, size_t note_lines, layout *to)
{
    *to = (layout){ .s = s, .count = count, .columns = count > 1 ? 2 : 1 };
    if (first + count == all->count) {
        to->aside = all->at + all->count;
        to->n_aside = all->n_aside;
    }
    to->width = to->columns > 1 ? DOUBLE : SINGLE;
    const double width = to->width / (double)to->columns;
    double lefts[2] = { 0.0, 0.0 };
    for (size_t k = 0; k < count; k++) {
        double left, plot, below;
        to->at[k] = all->at[first + k];
        score_range(s, &to->at[k]);
        find_ideals(s, &to->at[k]);
        panel_needs(s, &to->at[k], width, &left, &plot, &below);
        lefts[k % to->columns] = fmax(lefts[k % to->columns], left);
    }
    double top = EDGE;
    for (size_t k = 0; k < count; k += to->columns)
        place_line(to, k, k + to->columns < count ? k + to->columns : count, lefts, width, &top);
    if (!s->numeric) top = place_shared_key(to, top);
    to->note = top;
    to->height = top + NOTE_LINE * (double)note_lines + EDGE;
}

/* ---- in words ---- */

void layout_coinciding(const layout *page, char *to, size_t size)
{
    static const double SAME = 0.002; /* of fractions: no eye tells them apart */
    wording w = wording_in(to, size);
    for (size_t k = 0; k < page->count && page->s->numeric; k++) {
        const panel *p = &page->at[k];
        for (size_t c = 0; c < p->n && p->fraction; c++) {
            size_t count = 0, earlier = 0;
            char label[LABEL];
            while (earlier < c && !sheet_curves_coincide(page->s, p->curve[earlier], p->curve[c], SAME)) earlier++;
            for (size_t d = c + 1; d < p->n && earlier == c; d++) {
                if (!sheet_curves_coincide(page->s, p->curve[c], p->curve[d], SAME)) continue;
                curve_label(page->s->curve[p->curve[c]], p->preset, label);
                if (!count++) wording_add(&w, "%s%s", w.used ? "; " : "Drawn over each other: ", label);
                curve_label(page->s->curve[p->curve[d]], p->preset, label);
                wording_add(&w, ", %s", label);
            }
        }
    }
    if (w.used) wording_add(&w, ".");
}

/* "mig from 0.745 at α=0 to 0.013 at α=1", of points that are words "mig 0.21 to 0.98". */
static void put_curve_words(const sheet *s, size_t curve, const char *preset_said, FILE *to)
{
    const evidence_point *first = NULL, *last = NULL;
    double least = INFINITY, most = -INFINITY;
    char label[LABEL], from[300] = "", end[300] = "";
    for (size_t p = 0; p < s->n_points; p++) {
        const evidence_point *cell = s->cell[curve * s->n_points + p];
        if (!cell || !isfinite(cell->mean)) continue;
        if (!first) sheet_point_text(s, p, from, sizeof from);
        sheet_point_text(s, p, end, sizeof end);
        first = first ? first : cell;
        last = cell;
        least = fmin(least, cell->mean);
        most = fmax(most, cell->mean);
    }
    curve_label(s->curve[curve], preset_said, label);
    if (!first) fprintf(to, "%s undefined", label);
    else if (first == last) fprintf(to, "%s %.3f at %s", label, first->mean, from);
    else if (s->numeric) fprintf(to, "%s from %.3f at %s to %.3f at %s", label, first->mean, from, last->mean, end);
    else fprintf(to, "%s %.3f to %.3f", label, least, most);
}

void layout_words(const layout *page, FILE *to)
{
    for (size_t k = 0; k < page->count; k++) {
        const panel *p = &page->at[k];
        if (page->count > 1) fprintf(to, "(%c) ", (char)('a' + k));
        fprintf(to, "%s: ", p->title);
        for (size_t c = 0; c < p->n; c++) {
            if (c) fputs("; ", to);
            put_curve_words(page->s, p->curve[c], p->preset, to);
        }
        fputs(". ", to);
    }
}
