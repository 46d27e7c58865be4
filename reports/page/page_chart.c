/*
 * Charts of a page: scores along a scenario, a panel for each claim, drawn as SVG that any size fits.
 *
 * A unit of the picture is a thousandth of a score (of the panel's range where scores are no fractions), so what a
 * pointer shows is read back from the picture itself. Each curve is drawn once, in the chart of its scenario, with the
 * id "c.SHEET.SERIES"; a metric's card refers to it. Numbers at the axes are text next to the picture: they keep their
 * size where it is stretched.
 */
#include "page_inside.h"
#include "page_parts.h"

#include "claim_names.h"
#include "ideal.h"
#include "needed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double EDGE = 40.0, WIDE = 2000.0; /* EDGE: room around the plot */
static const double SAME = 0.002, FLAT = 0.005;               /* of scores: no eye distinguishes them */
enum { COLOURS = 10, DASHES = 3, CLAIMS = 8, TICKS = 24, TICKS_TEXT = 60 };

typedef struct panel {
    const sheet *s;
    size_t sheet;        /* its place among the sheets, part of ids */
    const evidence *all; /* a curve's number is its place here */
    size_t *curve;       /* indices into the sheet */
    size_t n;
    uint32_t claims;
    int fraction;
    int first; /* of its sheet: says for all of them what the points are */
    int brief; /* of a further setting: what is said of the first is not said again */
    double low, high; /* of the axis */
} panel;

static const evidence_point *cell_of(const panel *p, size_t c, size_t point)
{
    return p->s->cell[p->curve[c] * p->s->n_points + point];
}

static const evidence_series *series_of(const panel *p, size_t c) { return p->s->curve[p->curve[c]]; }

static size_t number_of(const evidence *all, const evidence_series *s) { return (size_t)(s - all->at); }

/* Colour and dash, the same in all charts of a page: none of a chart's curves, which claim the same, has both of
 * another, where there are no more than 30 of that claim. */
static size_t style_of(const evidence *all, const evidence_series *s)
{
    const uint32_t claims = s->measures & 7;
    size_t style = 3 * claims; /* outputs of one metric, which cards show together, differ too */
    for (const evidence_series *o = all->at; o < s; o++) style += series_is_fraction(o) && (o->measures & 7) == claims;
    return style % (COLOURS * DASHES);
}

static double mean_of(const panel *p, size_t c, size_t point) { return sheet_mean(p->s, p->curve[c], point); }

static int is_defined(const panel *p, size_t c) { return sheet_curve_defined(p->s, p->curve[c]); }

/* ---- places ---- */

static long place_x(const panel *p, size_t point) { return lround(WIDE * sheet_place(p->s, point)); }

static double unit(const panel *p) { return p->fraction ? 1000.0 : 1000.0 / (p->high - p->low); }

/* Of fractions 1 is at 0 whatever the panel's range, as cards show curves of charts in ranges of their own. */
static double top_value(const panel *p) { return p->fraction ? 1.0 : p->high; }

static long place_y(const panel *p, double value)
{
    const double y = (top_value(p) - value) * unit(p);
    return lround(fmin(fmax(y, -1e6), 1e6));
}

/* Fractions from 0, or from a lower mean; other scores from their least mean to their largest. */
static void find_range(panel *p)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t c = 0; c < p->n; c++) {
        for (size_t k = 0; k < p->s->n_points; k++) {
            const double mean = mean_of(p, c, k);
            if (!isfinite(mean)) continue;
            low = fmin(low, mean);
            high = fmax(high, mean);
        }
    }
    if (p->fraction) {
        p->low = low < -0.02 ? fmax(-1.0, floor(low * 5.0) / 5.0) : 0.0;
        p->high = high > 1.02 ? ceil(high * 5.0) / 5.0 : 1.0; /* what one factor has may be above the most of a mean */
        return;
    }
    if (!(high - low > 1e-6 * fmax(fabs(high), fabs(low))))
        high = low + fmax(1.0, 0.1 * fabs(low)); /* but for rounding */
    p->low = low - 0.05 * (high - low);
    p->high = high + 0.05 * (high - low);
}

/* ---- curves ---- */

static void put_line(const panel *p, size_t c, FILE *to)
{
    int drawn = 0;
    for (size_t k = 0; k < p->s->n_points; k++) {
        const double mean = mean_of(p, c, k), next = k + 1 < p->s->n_points ? mean_of(p, c, k + 1) : NAN;
        const int alone = !p->s->numeric || (!drawn && !isfinite(next)); /* a dot */
        if (isfinite(mean))
            fprintf(to, "%c%ld %ld%s", drawn && p->s->numeric ? 'L' : 'M', place_x(p, k), place_y(p, mean),
                    alone ? "h0" : "");
        drawn = isfinite(mean);
    }
}

static void put_intervals(const panel *p, size_t c, FILE *to)
{
    for (size_t k = 0; k < p->s->n_points; k++) {
        double ends[2];
        evidence_mean_interval(cell_of(p, c, k), ends);
        if (isfinite(ends[0])) fprintf(to, "M%ld %ldV%ld", place_x(p, k), place_y(p, ends[1]), place_y(p, ends[0]));
    }
}

static void put_curve(const panel *p, size_t c, FILE *to)
{
    const size_t number = number_of(p->all, series_of(p, c)), style = style_of(p->all, series_of(p, c));
    if (!is_defined(p, c)) return;
    fprintf(to, "<g id=\"c.%zu.%zu\" class=\"k c%zu d%zu\" data-k=\"%zu\"><path class=\"e\" d=\"", p->sheet, number,
            style % COLOURS, style / COLOURS, number);
    put_intervals(p, c, to);
    fputs("\"/><path d=\"", to);
    put_line(p, c, to);
    fputs("\"/></g>\n", to);
}

/* What a perfect metric of these claims scores: a line through the points where that is known. */
static int put_ideal(const panel *p, FILE *to)
{
    const uint32_t claims = p->claims;
    int any = 0, joined = 0;
    for (size_t k = 0; k < p->s->n_points && p->fraction; k++) {
        double value;
        int ordered;
        const int known = ideal_at(p->s->point[k], claims, &value, &ordered);
        if (known) {
            if (!any++) fprintf(to, "<path id=\"i.%zu.%u\" class=\"ideal\" d=\"", p->sheet, (unsigned)claims);
            fprintf(to, "%c%ld %ldh0", joined && p->s->numeric ? 'L' : 'M', place_x(p, k), place_y(p, value));
        }
        joined = known;
    }
    if (any) fputs("\"/>\n", to);
    return any;
}

/* ---- the frame ---- */

static void put_view(const panel *p, FILE *to)
{
    const double top = (top_value(p) - p->high) * unit(p), height = (p->high - p->low) * unit(p);
    fprintf(to, " viewBox=\"%g %ld %g %ld\" preserveAspectRatio=\"none\"", -EDGE, lround(top - EDGE), WIDE + 2.0 * EDGE,
            lround(height + 2.0 * EDGE));
    if (!p->fraction) fprintf(to, " data-low=\"%.10g\" data-high=\"%.10g\"", p->low, p->high);
    else if (height != 1000.0) fprintf(to, " data-low=\"%.10g\"", 1.0 - height / 1000.0); /* one height below 1 */
}

/* "400:α=0.2|...", for what a pointer shows. */
static void put_points(page *to, const panel *p)
{
    page_html(to, " data-x=\"");
    for (size_t k = 0; k < p->s->n_points; k++) {
        char text[512];
        sheet_point_text(p->s, k, text, sizeof text);
        page_html(to, "%s%d:%s", k ? "|" : "", (int)place_x(p, k), text);
    }
    page_html(to, "\"");
}

static double tick_step(const panel *p) { return p->fraction ? 0.5 : sheet_tick_step(p->high - p->low); }

static double tick_at(const panel *p, int k)
{
    const double step = tick_step(p);
    return (ceil(p->low / step - 1e-9) + k) * step;
}

static int ticks_of(const panel *p)
{
    int n = 0;
    while (n < TICKS && tick_at(p, n) <= p->high + 1e-9 * tick_step(p)) n++;
    return n;
}

static double part_y(const panel *p, double value)
{
    const double height = (p->high - p->low) * unit(p);
    return 100.0 * ((p->high - value) * unit(p) + EDGE) / (height + 2.0 * EDGE);
}

static void put_y_ticks(page *to, const panel *p)
{
    const double step = tick_step(p);
    const int usual = p->fraction && p->low == 0.0 && p->high == 1.0; /* whose places the style knows */
    const int decimals = step >= 1.0 ? 0 : (int)ceil(-log10(step) - 1e-9);
    page_html(to, "<div class=\"ys\" aria-hidden=\"true\">");
    for (int k = 0; k < ticks_of(p); k++) {
        if (usual) page_html(to, "<span>%.*f</span>", decimals, tick_at(p, k));
        else page_html(to, "<span style=\"top:%.4g%%\">%.*f</span>", part_y(p, tick_at(p, k)), decimals, tick_at(p, k));
    }
    page_html(to, "</div>");
}

static void put_lines(const panel *p, FILE *to)
{
    fputs("<path class=\"grid\" d=\"", to);
    for (int k = 0; k < ticks_of(p); k++) fprintf(to, "M0 %ldH%g", place_y(p, tick_at(p, k)), WIDE);
    fputs("\"/>\n", to);
}

/* Whether names of all points stand side by side; else they are numbered, and named below. */
static int names_fit(const panel *p)
{
    size_t length = 0;
    for (size_t k = 0; k < p->s->n_points && !p->s->numeric; k++) {
        char text[512];
        sheet_point_text(p->s, k, text, sizeof text);
        length += strlen(text) + 3;
    }
    return length <= TICKS_TEXT;
}

static void put_x_ticks(page *to, const panel *p)
{
    const int named = names_fit(p);
    double free_from = -1e9; /* numbers that would touch their left neighbour are left out */
    page_html(to, "<div class=\"xs\" aria-hidden=\"true\">");
    for (size_t k = 0; k < p->s->n_points; k++) {
        char text[512];
        const double at = 100.0 * ((double)place_x(p, k) + EDGE) / (WIDE + 2.0 * EDGE);
        if (p->s->numeric) snprintf(text, sizeof text, "%.6g", p->s->x[k]);
        else if (named) sheet_point_text(p->s, k, text, sizeof text);
        else snprintf(text, sizeof text, "%zu", k + 1);
        const double half = 1.1 * (double)strlen(text);
        if (at - half < free_from) continue;
        free_from = at + half;
        page_html(to, "<span style=\"left:%.4g%%\">%s</span>", at, text);
    }
    page_html(to, "</div>");
}

/* ---- what is seen, in words ---- */

static void claims_words(uint32_t claims, char *to, size_t size)
{
    if (!claims_join(claims, ", ", " and ", to, size)) snprintf(to, size, "no property");
}

/* The series that is best or worst at a point; n: none is defined there. */
static size_t extreme(const panel *p, size_t point, int best)
{
    size_t found = p->n;
    for (size_t c = 0; c < p->n; c++) {
        const double mean = mean_of(p, c, point);
        if (!isfinite(mean)) continue;
        if (found == p->n || (best ? mean > mean_of(p, found, point) : mean < mean_of(p, found, point))) found = c;
    }
    return found;
}

static void put_end(page *to, const panel *p, size_t point)
{
    char text[512] = "", names[2][256];
    const size_t best = extreme(p, point, 1), worst = extreme(p, point, 0);
    if (best == p->n) return;
    const double high = mean_of(p, best, point), low = mean_of(p, worst, point);
    if (p->s->n_points > 1) sheet_point_text(p->s, point, text, sizeof text);
    series_text(series_of(p, best), names[0], sizeof names[0]);
    series_text(series_of(p, worst), names[1], sizeof names[1]);
    page_html(to, "%s%s", text[0] ? " At " : " ", text);
    if (best == worst) page_html(to, " %s (%.3f).", names[0], high);
    else if (high - low < 0.0005) page_html(to, " all that are defined score %.3f.", high);
    else page_html(to, " the highest is %s (%.3f), the lowest %s (%.3f).", names[0], high, names[1], low);
}

static void put_words(page *to, const panel *p)
{
    char claims[96], axis[160];
    const size_t points = p->s->n_points;
    claims_words(p->claims, claims, sizeof claims);
    sheet_axis_text(p->s, 60, axis, sizeof axis);
    page_html(to, "<title>%s, scores that claim %s</title><desc>%zu score%s", p->s->title, claims, p->n,
              p->n == 1 ? "" : "s");
    if (p->s->numeric) page_html(to, " against %s.", axis);
    else page_html(to, " at %zu point%s.", points, points == 1 ? "" : "s");
    if (!p->brief) put_end(to, p, 0);
    if (!p->brief && points > 1) put_end(to, p, points - 1);
    page_html(to, "</desc>");
}

/* ---- notes below a panel ---- */

static int coincide(const panel *p, size_t a, size_t b)
{
    return sheet_curves_coincide(p->s, p->curve[a], p->curve[b], SAME * (p->fraction ? 1.0 : p->high - p->low));
}

static void put_name(page *to, const panel *p, size_t c)
{
    char name[256];
    series_text(series_of(p, c), name, sizeof name);
    page_text(to, "%s", name);
}

/* "Drawn over each other: a, b; c, d, e." */
static void put_coinciding(page *to, const panel *p)
{
    int any = 0;
    for (size_t c = 0; c < p->n; c++) {
        size_t earlier = 0, count = 0;
        while (earlier < c && !coincide(p, earlier, c)) earlier++;
        if (earlier < c) continue;
        for (size_t d = c + 1; d < p->n; d++) {
            if (!coincide(p, c, d)) continue;
            if (!count++) {
                page_text(to, "%s", any++ ? "; " : " Drawn over each other (they differ by less than 0.002): ");
                put_name(to, p, c);
            }
            page_text(to, "%s", ", ");
            put_name(to, p, d);
        }
    }
    if (any) page_text(to, "%s", ".");
}

/* " (constant-code)": the word of a reason that was met, or of a failure, "failed: candidate-error: ...". */
static void put_reason(page *to, const panel *p, size_t c)
{
    static const char failed[] = "failed: ";
    for (size_t k = 0; k < p->s->n_points; k++) {
        const evidence_point *cell = cell_of(p, c, k);
        if (!cell || !cell->undefined) continue;
        const char *why = cell->undefined;
        if (strncmp(why, failed, strlen(failed)) == 0) why += strlen(failed);
        page_text(to, " (%.*s)", (int)strcspn(why, ":"), why);
        return;
    }
}

static void put_undefined(page *to, const panel *p)
{
    int any = 0;
    for (size_t c = 0; c < p->n; c++) {
        if (is_defined(p, c)) continue;
        page_text(to, "%s", any++ ? ", " : " Undefined at every point: ");
        put_name(to, p, c);
        put_reason(to, p, c);
    }
    if (any) page_text(to, "%s", ".");
}

static void put_way(page *to, const panel *p)
{
    const char *way = ideal_way_word(ideal_ways(p->s->point, p->s->n_points, p->claims));
    if (way && p->s->numeric)
        page_text(to, " %s", strcmp(way, "flat") == 0 ? "A perfect metric stays the same from left to right."
                  : strcmp(way, "rises") == 0         ? "A perfect metric rises from left to right."
                                                      : "A perfect metric falls from left to right.");
}

static void put_numbered(page *to, const panel *p)
{
    enum { NAMED = 60 };
    if (names_fit(p)) return;
    if (p->s->n_points > NAMED) {
        page_text(to, " %zu points, in the order of `tables/scores.csv`.", p->s->n_points);
        return;
    }
    page_text(to, "%s", " Points: ");
    for (size_t k = 0; k < p->s->n_points; k++) {
        char text[512];
        sheet_point_text(p->s, k, text, sizeof text);
        page_text(to, "%s%zu %s", k ? "; " : "", k + 1, text);
    }
    page_text(to, "%s", ".");
}

static void put_note(page *to, const panel *p, int ideal)
{
    page_html(to, "<p class=\"note\">");
    if (ideal) page_text(to, "%s", "Grey: what a metric that claims this should score.");
    put_way(to, p);
    if (!p->brief) put_coinciding(to, p);
    if (!p->brief) put_undefined(to, p);
    put_numbered(to, p);
    page_html(to, "</p>\n");
}

/* Of all panels of a sheet. */
static void put_basis(page *to, const sheet *s)
{
    char seeds[80], samples[80];
    seeds_text(s->least_seeds, s->most_seeds, seeds, sizeof seeds);
    sheet_samples_text(s, samples, sizeof samples);
    page_note(to, "%s, %s%s.", seeds, samples, s->most_seeds > 1 ? "; bars: 95 % interval of the mean" : "");
}

static void put_legend(page *to, const panel *p)
{
    page_html(to, "<ul class=\"keys\">");
    for (size_t c = 0; c < p->n; c++) {
        char name[256];
        const evidence_series *s = series_of(p, c);
        const size_t style = style_of(p->all, s);
        if (!is_defined(p, c)) continue;
        series_text(s, name, sizeof name);
        page_html(to, "<li class=\"c%zu d%zu\" data-k=\"%zu\"><a href=\"#evidence/%s\">%s</a></li>\n", style % COLOURS,
                  style / COLOURS, number_of(p->all, s), s->metric, name);
    }
    page_html(to, "</ul>\n");
}

/* ---- panels ---- */

static void put_plot(page *to, const panel *p, int *ideal)
{
    char axis[160];
    FILE *out = page_body(to);
    page_html(to, "<div class=\"plot\">");
    put_y_ticks(to, p);
    page_html(to, "<svg role=\"img\"");
    put_view(p, out);
    if (p->first) put_points(to, p);
    page_html(to, ">");
    put_words(to, p);
    put_lines(p, out);
    *ideal = put_ideal(p, out);
    for (size_t c = 0; c < p->n; c++) put_curve(p, c, out);
    page_html(to, "</svg>");
    put_x_ticks(to, p);
    page_html(to, "</div>\n");
    sheet_axis_text(p->s, 60, axis, sizeof axis);
    if (p->s->numeric) page_html(to, "<div class=\"axis\">%s</div>\n", axis);
}

/* One score that does not move needs no picture. */
static int is_one_flat(const panel *p) { return p->n == 1 && sheet_curve_is_flat(p->s, p->curve[0], FLAT); }

/* Whether there is a picture. */
static int put_panel(page *to, panel *p)
{
    char claims[96];
    int ideal = 0, defined = 0;
    for (size_t c = 0; c < p->n; c++) defined |= is_defined(p, c);
    claims_words(p->claims, claims, sizeof claims);
    find_range(p);
    page_html(to, "<figure class=\"chart\"><figcaption>scores that claim %s</figcaption>", claims);
    if (!defined || is_one_flat(p)) {
        /* the picture is for cards that refer to it */
        page_html(to, "<p class=\"note\">");
        if (defined) {
            put_name(to, p, 0);
            page_text(to, p->s->n_points == 1 ? " is %.3f." : " is %.3f at every point, within 0.005.",
                      mean_of(p, 0, 0));
        }
        put_undefined(to, p);
        page_html(to, "</p>\n");
    }
    if (defined) {
        if (is_one_flat(p)) page_html(to, "<div class=\"unseen\">");
        put_plot(to, p, &ideal);
        if (!p->brief) put_legend(to, p);
        put_note(to, p, ideal);
        if (is_one_flat(p)) page_html(to, "</div>\n");
    }
    page_html(to, "</figure>\n");
    return defined;
}

int page_has_charts(const sheet *s)
{
    for (size_t c = 0; c < s->n_curves; c++)
        if (series_is_fraction(s->curve[c])) return 1;
    return 0;
}

/* The curves of one claim that are fractions. */
static void gather(panel *p, uint32_t claims)
{
    p->n = 0;
    p->claims = claims;
    p->fraction = 1;
    for (size_t c = 0; c < p->s->n_curves; c++)
        if (series_is_fraction(p->s->curve[c]) && (p->s->curve[c]->measures & 7) == claims) p->curve[p->n++] = c;
}

void page_charts(page *to, const evidence *all, const sheets *order, size_t which, int brief)
{
    static const uint32_t claims[CLAIMS] = { 1, 2, 4, 3, 5, 6, 7, 0 };
    panel p = { .s = &order->at[which], .sheet = which, .all = all, .brief = brief };
    size_t unbounded = 0;
    int any = 0;
    p.curve = needed(calloc(p.s->n_curves + 1, sizeof *p.curve));
    page_html(to, "<div class=\"charts\">");
    page_later_begin(to);
    for (size_t k = 0; k < CLAIMS; k++) {
        gather(&p, claims[k]);
        if (!p.n || !(claims[k] || !brief)) continue;
        p.first = !any;
        any |= put_panel(to, &p);
    }
    page_later_end(to);
    page_html(to, "</div>\n");
    if (any) put_basis(to, p.s);
    for (size_t c = 0; c < p.s->n_curves; c++)
        if (!series_is_fraction(p.s->curve[c])) {
            p.curve[0] = c;
            unbounded += (size_t)is_defined(&p, 0);
        }
    if (unbounded && !brief)
        page_note(to, "Scores without bound have axes of their own and are on the cards of their metrics: %zu here.",
                  unbounded);
    free(p.curve);
}

/* ---- of one metric ---- */

/* Fractions of one variant stand together; what has no bound has an axis of its own. */
int page_same_charts(const evidence_series *a, const evidence_series *b)
{
    return series_is_fraction(a) ? a->variant == b->variant && series_is_fraction(b) : a == b;
}

/* The scenario's name and setting: "dependent δ=0.25". */
static void put_mini_head(page *to, const sheet *s)
{
    char fixed[256];
    settings_text(&s->fixed, fixed, sizeof fixed);
    page_html(to, "<figcaption><a href=\"#curves/%s\">%s</a>", s->scenario, s->scenario);
    if (fixed[0]) page_text(to, " %s", fixed);
    if (s->several_samples) page_text(to, " n=%llu", (unsigned long long)s->samples);
    if (s->along != SHEET_POINTS) page_text(to, " by %s", s->symbol);
    page_html(to, "</figcaption>");
}

/* Refers to the curves of the scenario's charts, and to what a perfect metric scores. */
static void put_mini(page *to, panel *p)
{
    FILE *out = page_body(to);
    uint32_t drawn = 0; /* claims whose ideal is drawn, as a mask of masks */
    page_html(to, "<figure class=\"mini\">");
    put_mini_head(to, p->s);
    page_html(to, "<svg aria-hidden=\"true\""); /* the caption leads to the chart, which is put in words */
    put_view(p, out);
    if (!p->fraction) put_points(to, p);
    page_html(to, ">");
    for (size_t c = 0; c < p->n && p->fraction; c++) {
        const uint32_t claims = series_of(p, c)->measures & 7;
        if (!(drawn >> claims & 1) && ideal_known(p->s->point, p->s->n_points, claims))
            fprintf(out, "<use href=\"#i.%zu.%u\"/>", p->sheet, (unsigned)claims);
        drawn |= 1u << claims;
    }
    for (size_t c = 0; c < p->n; c++) {
        if (!p->fraction) put_curve(p, c, out);
        else if (is_defined(p, c))
            fprintf(out, "<use href=\"#c.%zu.%zu\"/>", p->sheet, number_of(p->all, series_of(p, c)));
    }
    page_html(to, "</svg>\n</figure>\n");
}

/* Whether a score, or one that stands in the same charts, is on a sheet. */
static int is_on(const sheet *s, const evidence_series *of)
{
    for (size_t c = 0; c < s->n_curves; c++)
        if (page_same_charts(s->curve[c], of)) return 1;
    return 0;
}

/* The first setting of its scenario that has the score. */
static int is_first_setting(const sheets *order, size_t k, const evidence_series *of)
{
    for (size_t j = k; !sheets_is_first(order, j); j--)
        if (is_on(&order->at[j - 1], of)) return 0;
    return is_on(&order->at[k], of);
}

void page_card_charts(page *to, const evidence *all, const sheets *order, const evidence_series *of, const char *name)
{
    page_html(to, "<h4>%s</h4><div class=\"minis\">", name);
    for (size_t k = 0; k < order->count; k++) {
        size_t curves[16];
        if (!is_first_setting(order, k, of)) continue;
        panel p = { .s = &order->at[k], .sheet = k, .all = all, .curve = curves, .fraction = series_is_fraction(of) };
        int defined = 0;
        for (size_t c = 0; c < p.s->n_curves && p.n < 16; c++)
            if (page_same_charts(p.s->curve[c], of)) p.curve[p.n++] = c;
        for (size_t c = 0; c < p.n; c++) defined |= is_defined(&p, c);
        if (!defined) continue;
        find_range(&p);
        put_mini(to, &p);
    }
    page_html(to, "</div>\n");
}
