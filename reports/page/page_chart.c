/*
 * Charts of a page: scores along a scenario, a panel for each claim (chart.h), drawn as SVG that any size fits.
 *
 * A unit of the picture is a thousandth of a score (of the panel's range where scores are no fractions), so what a
 * pointer shows is read back from the picture itself. Each curve is drawn once, in the chart of its scenario, with the
 * id "c-SHEET-SERIES"; a metric's card refers to it. Numbers at the axes are text next to the picture: they keep their
 * size where it is stretched.
 */
#include "page_inside.h"
#include "page_parts.h"

#include "ideal.h"
#include "needed.h"

#include <string.h>

static const double EDGE = 40.0, WIDE
= 2000.0; /* EDGE: room around the plot */
enum { COLOURS = 10, DASHES = 3, CLAIMS = 8, TICKS = 24, TICKS_TEXT = 60, MINI = 16 };

typedef struct picture {
    const chart_panel *t;
    const sheet *s;
    size_t sheet;        /* its place among the sheets, part of ids */
    const evidence *all; /* a curve's number is its place here */
    uint32_t claims;
    int first;        /* of its sheet: says for all of them what the points are */
    int brief;        /* of a further setting: what is said of the first is not said again */
    double low, high; /* of the axis */
} picture;

static size_t number_of(const picture *p, size_t c) { return (size_t)(p->t->of[c] - p->all->at); }

/* Colour and dash, the same in all charts of a page: none of a chart's curves, which claim the same, has both of
 * another, where there are no more than 30 of that claim. */
static size_t style_of(const picture *p, size_t c)
{
    const uint32_t claims = p->t->of[c]->measures & 7;
    size_t style = 3 * claims; /* outputs of one metric, which cards show together, differ too */
    for (const evidence_series *o = p->all->at; o < p->t->of[c]; o++)
        style += series_is_fraction(o) && (o->measures & 7) == claims;
    return style % (COLOURS * DASHES);
}

static int place_x(const picture *p, size_t point) { return (int)lround((WIDE + 2.0 * EDGE) * p->t->x[point] - EDGE); }

static double unit(const picture *p) { return p->t->fraction ? 1000.0 : 1000.0 / (p->high - p->low); }

/* Of fractions 1 is at 0 whatever the panel's range, as cards show curves of charts in ranges of their own. */
static long place_y(const picture *p, double value)
{
    const double y = ((p->t->fraction ? 1.0 : p->high) - value) * unit(p);
    return lround(fmin(fmax(y, -1e6), 1e6));
}

static double tick_step(const picture *p) { return p->t->fraction ? 0.5 : sheet_tick_step(p->high - p->low); }

/* Whether there is a tick k, and where. */
static int has_tick(const picture *p, int k, double *at)
{
    const double step = tick_step(p);
    *at = (ceil(p->low / step - 1e-9) + k) * step;
    return k < TICKS && *at <= p->high + 1e-9 * step;
}

static void put_line(const picture *p, size_t c, FILE *to)
{
    int drawn = 0;
    for (size_t k = 0; k < p->t->n_points; k++) {
        const double mean = chart_mean(p->t, c, k), next = k + 1 < p->t->n_points ? chart_mean(p->t, c, k + 1) : NAN;
        const int alone = !p->t->joined || (!drawn && !isfinite(next)); /* a dot */
        if (isfinite(mean))
            fprintf(to, "%c%d %ld%s", drawn && p->t->joined ? 'L' : 'M', place_x(p, k), place_y(p, mean),
                    alone ? "h0" : "");
        drawn = isfinite(mean);
    }
}

static void put_curve(const picture *p, size_t c, FILE *to)
{
    const size_t number = number_of(p, c), style = style_of(p, c);
    if (!chart_defined(p->t, c)) return;
    fprintf(to, "<g id=\"c-%zu-%zu\" class=\"k c%zu d%zu\" data-k=\"%zu\"><path class=\"e\" d=\"", p->sheet, number,
            style % COLOURS, style / COLOURS, number);
    for (size_t k = 0; k < p->t->n_points; k++) {
        double ends[2];
        evidence_mean_interval(chart_cell(p->t, c, k), ends);
        if (isfinite(ends[0])) fprintf(to, "M%d %ldV%ld", place_x(p, k), place_y(p, ends[1]), place_y(p, ends[0]));
    }
    fputs("\"/><path d=\"", to);
    put_line(p, c, to);
    fputs("\"/></g>\n", to);
}

/* What a perfect metric of these claims scores: a line through the points where that is known. */
static void put_ideal(const picture *p, FILE *to)
{
    int joined = 0;
    if (!chart_has_ideal(p->t, 0)) return;
    fprintf(to, "<path id=\"i-%zu-%u\" class=\"ideal\" d=\"", p->sheet, (unsigned)p->claims);
    for (size_t k = 0; k < p->t->n_points; k++) {
        const double value = p->t->ideal[k];
        if (isfinite(value))
            fprintf(to, "%c%d %ldh0", joined && p->t->joined ? 'L' : 'M', place_x(p, k), place_y(p, value));
        joined = isfinite(value);
    }
    fputs("\"/>\n", to);
}

static void put_view(const picture *p, FILE *to)
{
    const long top = place_y(p, p->high);
    const double height = (p->high - p->low) * unit(p);
    fprintf(to, " viewBox=\"%g %g %g %ld\" preserveAspectRatio=\"none\"", -EDGE, (double)top - EDGE, WIDE + 2.0 * EDGE,
            lround(height + 2.0 * EDGE));
    if (!p->t->fraction) fprintf(to, " data-low=\"%.10g\" data-high=\"%.10g\"", p->low, p->high);
    else if (height != 1000.0) fprintf(to, " data-low=\"%.10g\"", 1.0 - height / 1000.0); /* one height below 1 */
}

/* "400:α=0.2|...", for what a pointer shows. */
static void put_points(page *to, const picture *p)
{
    page_html(to, " data-x=\"");
    for (size_t k = 0; k < p->t->n_points; k++) {
        char text[512];
        sheet_point_text(p->s, k, text, sizeof text);
        page_html(to, "%s%d:%s", k ? "|" : "", place_x(p, k), text);
    }
    page_html(to, "\"");
}

static void put_y_ticks(page *to, const picture *p)
{
    const double step = tick_step(p), height = (p->high - p->low) * unit(p);
    const int usual = p->t->fraction && p->low == 0.0 && p->high == 1.0; /* whose places the style knows */
    const int decimals = step >= 1.0 ? 0 : (int)ceil(-log10(step) - 1e-9);
    double at;
    page_html(to, "<div class=\"ys\" aria-hidden=\"true\">");
    for (int k = 0; has_tick(p, k, &at); k++) {
        const double part = 100.0 * ((p->high - at) * unit(p) + EDGE) / (height + 2.0 * EDGE);
        if (usual) page_html(to, "<span>%.*f</span>", decimals, at);
        else page_html(to, "<span style=\"top:%.4g%%\">%.*f</span>", part, decimals, at);
    }
    page_html(to, "</div>");
}

static void put_lines(const picture *p, FILE *to)
{
    double at;
    fputs("<path class=\"grid\" d=\"", to);
    for (int k = 0; has_tick(p, k, &at); k++) fprintf(to, "M0 %ldH%g", place_y(p, at), WIDE);
    fputs("\"/>\n", to);
}

/* Whether names of all points stand side by side; else they are numbered, and named below. */
static int names_fit(const sheet *s)
{
    size_t length = 0;
    for (size_t k = 0; k < s->n_points && !s->numeric; k++) {
        char text[512];
        sheet_point_text(s, k, text, sizeof text);
        length += strlen(text) + 3;
    }
    return length <= TICKS_TEXT;
}

static void put_x_ticks(page *to, const picture *p)
{
    const int named = names_fit(p->s);
    double free_from = -1e9; /* numbers that would touch their left neighbour are left out */
    page_html(to, "<div class=\"xs\" aria-hidden=\"true\">");
    for (size_t k = 0; k < p->t->n_points; k++) {
        char text[512];
        const double at = 100.0 * p->t->x[k];
        if (p->s->numeric) snprintf(text, sizeof text, "%s", p->t->tick[k].text);
        else if (named) sheet_point_text(p->s, k, text, sizeof text);
        else snprintf(text, sizeof text, "%zu", k + 1);
        const double half = 1.1 * (double)strlen(text);
        if (at - half < free_from) continue;
        free_from = at + half;
        page_html(to, "<span style=\"left:%.4g%%\">%s</span>", at, text);
    }
    page_html(to, "</div>");
}

/* What one of chart.h's functions says of a panel; to be freed. */
static char *written(void (*put)(const chart_panel *t, FILE *to), const chart_panel *t)
{
    char *text = NULL;
    size_t size;
    FILE *to = needed(open_memstream(&text, &size));
    put(t, to);
    needed_close(to);
    return text;
}

static void put_plot(page *to, const picture *p)
{
    FILE *out = page_body(to);
    page_html(to, "<div class=\"plot\">");
    put_y_ticks(to, p);
    page_html(to, "<svg role=\"img\"");
    put_view(p, out);
    if (p->first) put_points(to, p);
    page_html(to, "><title>%s, %s</title>", p->s->title, p->t->title);
    if (!p->brief) {
        char *seen = written(chart_put_words, p->t);
        page_html(to, "<desc>%s</desc>", seen);
        free(seen);
    }
    put_lines(p, out);
    put_ideal(p, out);
    for (size_t c = 0; c < p->t->n_curves; c++) put_curve(p, c, out);
    page_html(to, "</svg>");
    put_x_ticks(to, p);
    page_html(to, "</div>\n");
    if (p->s->numeric) page_html(to, "<div class=\"axis\">%s</div>\n", p->t->axis);
}

static void write_coinciding(const chart_panel *t, FILE *to) { (void)chart_put_coinciding(t, 0, to); }

static void put_coinciding(page *to, const picture *p)
{
    char *text = written(write_coinciding, p->t);
    if (text[0]) page_text(to, " Drawn over each other (they differ by less than 0.002): %s.", text);
    free(text);
}

static void put_undefined(page *to, const picture *p)
{
    int any = 0;
    for (size_t c = 0; c < p->t->n_curves; c++) {
        size_t length = 0;
        const char *why = chart_why(p->t, c, &length);
        if (chart_defined(p->t, c)) continue;
        page_text(to, "%s%s", any++ ? ", " : " Undefined at every point: ", p->t->label[c]);
        if (why) page_text(to, " (%.*s)", (int)length, why);
    }
    if (any) page_text(to, "%s", ".");
}

static void put_way(page *to, const picture *p)
{
    const char *way = ideal_way_word(ideal_ways(p->s->point, p->s->n_points, p->claims));
    if (way && p->s->numeric)
        page_text(to, " A perfect metric %s from left to right.", strcmp(way, "flat") == 0 ? "stays the same" : way);
}

static void put_numbered(page *to, const sheet *s)
{
    enum { NAMED = 60 };
    if (names_fit(s)) return;
    if (s->n_points > NAMED) {
        page_text(to, " %zu points, in the order of `tables/scores.csv`.", s->n_points);
        return;
    }
    for (size_t k = 0; k < s->n_points; k++) {
        char text[512];
        sheet_point_text(s, k, text, sizeof text);
        page_text(to, "%s%zu %s", k ? "; " : " Points: ", k + 1, text);
    }
    page_text(to, "%s", ".");
}

static void put_note(page *to, const picture *p)
{
    page_html(to, "<p class=\"note\">");
    if (chart_has_ideal(p->t, 0)) page_text(to, "%s", "Grey: what a metric that claims this should score.");
    put_way(to, p);
    if (!p->brief) put_coinciding(to, p);
    if (!p->brief) put_undefined(to, p);
    put_numbered(to, p->s);
    page_html(to, "</p>\n");
}

static void put_legend(page *to, const picture *p)
{
    page_html(to, "<ul class=\"keys\">");
    for (size_t c = 0; c < p->t->n_curves; c++) {
        const size_t style = style_of(p, c);
        if (!chart_defined(p->t, c)) continue;
        page_html(to, "<li class=\"c%zu d%zu\" data-k=\"%zu\"><a href=\"#evidence/%s\">%s</a></li>\n", style % COLOURS,
                  style / COLOURS, number_of(p, c), p->t->of[c]->metric, p->t->label[c]);
    }
    page_html(to, "</ul>\n");
}

static void put_panel(page *to, const picture *p)
{
    page_html(to, "<figure class=\"chart\"><figcaption>%s</figcaption>", p->t->title);
    if (chart_any_defined(p->t)) {
        put_plot(to, p);
        if (!p->brief) put_legend(to, p);
        put_note(to, p);
    } else {
        page_html(to, "<p class=\"note\">");
        put_undefined(to, p);
        page_html(to, "</p>\n");
    }
    page_html(to, "</figure>\n");
}

int page_has_charts(const sheet *s)
{
    for (size_t c = 0; c < s->n_curves; c++)
        if (series_is_fraction(s->curve[c])) return 1;
    return 0;
}

/* The curves as a panel of the chart; its range is that of the picture. */
static picture picture_of(chart *of, const evidence *all, const sheets *order, size_t which, const size_t *curve,
                          size_t n)
{
    const sheet *s = &order->at[which];
    chart_panel *t = chart_add(of, n, s->n_points, 1);
    picture p = { .t = t, .s = s, .sheet = which, .all = all };
    t->joined = s->numeric;
    t->fraction = series_is_fraction(s->curve[curve[0]]);
    chart_axis(t, s, 0, 0, EDGE / (WIDE + 2.0 * EDGE));
    sheet_axis_text(s, 60, t->axis, sizeof t->axis);
    for (size_t c = 0; c < n; c++) {
        chart_take(t, c, 0, s, curve[c]);
        series_text(t->of[c], t->label[c], sizeof t->label[c]);
    }
    chart_range(t, 1, &p.low, &p.high);
    return p;
}

/* The fractions of one claim. Whether there is a picture. */
static int put_claim(page *to, const evidence *all, const sheets *order, size_t which, uint32_t claims, int brief,
                     int first)
{
    const sheet *s = &order->at[which];
    size_t *curve = needed(calloc(s->n_curves + 1, sizeof *curve)), n = 0;
    char words[96];
    int drawn = 0;
    for (size_t c = 0; c < s->n_curves; c++)
        if (series_is_fraction(s->curve[c]) && (s->curve[c]->measures & 7) == claims) curve[n++] = c;
    if (n) {
        chart panels = { 0 };
        picture p = picture_of(&panels, all, order, which, curve, n);
        p.claims = claims;
        p.brief = brief;
        p.first = first;
        if (!claims_join(claims, ", ", " and ", words, sizeof words)) snprintf(words, sizeof words, "no property");
        snprintf(panels.at->title, CHART_TITLE, "scores that claim %s", words);
        put_panel(to, &p);
        drawn = chart_any_defined(p.t);
        chart_free(&panels);
    }
    free(curve);
    return drawn;
}

/* Of all panels of a sheet. */
static void put_basis(page *to, const sheet *s)
{
    char seeds[80], samples[80];
    seeds_text(s->least_seeds, s->most_seeds, seeds, sizeof seeds);
    sheet_samples_text(s, samples, sizeof samples);
    page_note(to, "%s, %s%s.", seeds, samples, s->most_seeds > 1 ? "; bars: 95 % interval of the mean" : "");
}

void page_charts(page *to, const evidence *all, const sheets *order, size_t which, int brief)
{
    static const uint32_t claims[CLAIMS] = { 1, 2, 4, 3, 5, 6, 7, 0 };
    const sheet *s = &order->at[which];
    size_t unbounded = 0;
    int any = 0;
    page_html(to, "<div class=\"charts\">");
    page_later_begin(to);
    for (size_t k = 0; k < CLAIMS; k++)
        if (claims[k] || !brief) any |= put_claim(to, all, order, which, claims[k], brief, !any);
    page_later_end(to);
    page_html(to, "</div>\n");
    if (any) put_basis(to, s);
    for (size_t c = 0; c < s->n_curves; c++)
        unbounded += (size_t)(!series_is_fraction(s->curve[c]) && sheet_curve_defined(s, c));
    if (unbounded && !brief)
        page_note(to, "Scores without bound have axes of their own and are on the cards of their metrics: %zu here.",
                  unbounded);
}

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
static void put_mini(page *to, const picture *p)
{
    FILE *out = page_body(to);
    uint32_t drawn = 0; /* claims whose ideal is drawn, as a mask of masks */
    page_html(to, "<figure class=\"mini\">");
    put_mini_head(to, p->s);
    page_html(to, "<svg aria-hidden=\"true\""); /* the caption leads to the chart, which is put in words */
    put_view(p, out);
    if (!p->t->fraction) put_points(to, p);
    page_html(to, ">");
    for (size_t c = 0; c < p->t->n_curves; c++) {
        const uint32_t claims = p->t->of[c]->measures & 7;
        if (!(drawn >> claims & 1) && chart_has_ideal(p->t, c))
            fprintf(out, "<use href=\"#i-%zu-%u\"/>", p->sheet, (unsigned)claims);
        drawn |= 1u << claims;
    }
    for (size_t c = 0; c < p->t->n_curves; c++) {
        if (!p->t->fraction) put_curve(p, c, out);
        else if (chart_defined(p->t, c)) fprintf(out, "<use href=\"#c-%zu-%zu\"/>", p->sheet, number_of(p, c));
    }
    page_html(to, "</svg>\n</figure>\n");
}

/* The curves of a sheet that stand in the same charts as a score; how many. */
static size_t list_same(const sheet *s, const evidence_series *of, size_t curve[MINI])
{
    size_t n = 0;
    for (size_t c = 0; c < s->n_curves && n < MINI; c++)
        if (page_same_charts(s->curve[c], of)) curve[n++] = c;
    return n;
}

void page_card_charts(page *to, const evidence *all, const sheets *order, const evidence_series *of, const char *name)
{
    int earlier = 0; /* a setting of the scenario had the score */
    page_html(to, "<h4>%s</h4><div class=\"minis\">", name);
    for (size_t k = 0; k < order->count; k++) {
        size_t curve[MINI];
        const size_t n = list_same(&order->at[k], of, curve);
        if (sheets_is_first(order, k)) earlier = 0;
        if (n && !earlier) {
            chart panels = { 0 };
            const picture p = picture_of(&panels, all, order, k, curve, n);
            if (chart_any_defined(p.t)) put_mini(to, &p);
            chart_free(&panels);
        }
        earlier |= n > 0;
    }
    page_html(to, "</div>\n");
}
