/*
 * Panels on pages. Pages are as wide as a paper's text (a column where there is one panel), and no higher than 235 mm,
 * unless one panel is. Panels of a page are equally wide; those of a line share the axis at the left where all are
 * small.
 */
#include "figure_multiples.h"

#include "figure_names.h"
#include "figure_script.h"
#include "needed.h"

#include <string.h>

static const double TALLEST = 235.0, EDGE = 1.5, HEAD = 5.5;
/* NAMED: more below a panel whose axis is named in larger letters */
static const double LEFT = 12.0, RIGHT = 2.5, GAP = 3.2, LONGER = 3.0; /* LONGER: more room, for longer numbers */
static const double ABOVE = 4.8, BELOW = 7.4, NAMED = 1.6, KEY_LINE = 3.1, KEY_SAMPLE = 12.0;
static const double LOWEST = 13.0, HIGHEST = 34.0, LARGE = 42.0; /* of a panel */
enum { CROWD = 12, COLUMNS = 4, MOST_LARGE = 12 }; /* CROWD: points from which on they are drawn smaller */

typedef struct page {
    const multiples *all;
    const chart_panel *at;
    size_t count, n_data, columns;                 /* n_data: with those that are not drawn */
    double width, height, plot_width, plot_height; /* plot_height: of a small panel */
    double before[COLUMNS];                        /* room at the left of a column's panels */
    double key;                                    /* top of the shared one */
    const char *note;
    double low, high; /* of an axis that all share */
} page;

static int is_small(const multiples *all) { return all->kind == MULTIPLES_SMALL; }
static int is_rows(const multiples *all) { return all->kind == MULTIPLES_ROWS; }

static int has_shared_key(const page *p) { return is_small(p->all) || (is_rows(p->all) && p->at->n_curves > 1); }

/* What a key shows: curves, and a perfect metric. */
static size_t key_entries(const page *p, const chart_panel *t)
{
    size_t ideal = p->all->ideals && p->all->kind != MULTIPLES_LARGE;
    for (size_t c = 0; c < t->n_curves && p->all->ideals; c++) ideal |= (size_t)chart_has_ideal(t, c);
    return t->n_curves + ideal;
}

static double key_width(const page *p)
{
    return p->all->kind == MULTIPLES_LARGE ? p->width / (double)p->columns : p->width;
}

/* Whose middle is cut out where no line of the key has room for it. */
static const char *key_label(const page *p, const chart_panel *t, size_t c)
{
    const char *label = t->label[c];
    const double room = key_width(p) - 6.0 - KEY_SAMPLE;
    for (size_t most = strlen(label); most > 8 && text_millimetres(label, SCRIPT_POINTS) > room;)
        label = cut_middle(t->label[c], --most);
    return label;
}

static size_t key_lines(const page *p, const chart_panel *t)
{
    const size_t entries = key_entries(p, t);
    double longest = entries > t->n_curves ? text_millimetres(p->all->ideals, SCRIPT_POINTS) : 0.0;
    for (size_t c = 0; c < t->n_curves; c++)
        longest = fmax(longest, text_millimetres(key_label(p, t, c), SCRIPT_POINTS));
    const double fits = fmin(fmax(floor((key_width(p) - 6.0) / (longest + KEY_SAMPLE)), 1.0), (double)entries);
    return (size_t)ceil((double)entries / fits);
}

static double key_height(const page *p, const chart_panel *t) { return (double)key_lines(p, t) * KEY_LINE + 2.0; }

static double plot_height(const page *p, const chart_panel *t)
{
    const double row = fmax(3.6, 1.3 * (double)t->n_curves + 1.3); /* of ROWS: room for a dot of each curve */
    return is_rows(p->all) ? row * (double)t->n_points + 1.5 : is_small(p->all) ? p->plot_height : LARGE;
}

static double below(const multiples *all) { return BELOW + (is_small(all) ? 0.0 : NAMED); }

static double line_height(const page *p, size_t line)
{
    double plot = 0.0, key = 0.0;
    for (size_t k = line * p->columns; k < p->count && k < (line + 1) * p->columns; k++) {
        plot = fmax(plot, plot_height(p, &p->at[k]));
        if (p->all->kind == MULTIPLES_LARGE) key = fmax(key, key_height(p, &p->at[k]));
    }
    return ABOVE + plot + below(p->all) + key;
}

static double head(const multiples *all) { return EDGE + (all->heading ? HEAD : 0.0); }

static box panel_box(const page *p, size_t k)
{
    box b = { .left = p->before[0], .top = head(p->all) + ABOVE };
    for (size_t c = 1; c <= k % p->columns; c++) b.left += p->plot_width + p->before[c];
    for (size_t line = 0; line < k / p->columns; line++) b.top += line_height(p, line);
    b.right = b.left + p->plot_width;
    b.bottom = b.top + plot_height(p, &p->at[k]);
    return b;
}

/* Numbers at the left of a panel, or only space where those of the panel before hold. */
static double room_before(const page *p, size_t k)
{
    const chart_panel *t = &p->at[k];
    double names = 0.0;
    if (is_small(p->all) && t->fraction && k % p->columns) return GAP - RIGHT;
    double low = p->low, high = p->high;
    if (!is_small(p->all)) chart_range(t, 1, &low, &high);
    if (!is_rows(p->all)) return LEFT + (t->fraction && low >= 0.0 ? 0.0 : LONGER); /* or a sign */
    for (size_t n = 0; n < t->n_ticks; n++) names = fmax(names, text_millimetres(t->tick[n].text, SCRIPT_POINTS));
    return fmin(names + 5.0, 0.6 * p->width / (double)p->columns);
}

static void place_columns(const making *m, page *to)
{
    to->columns = to->count <= 2 || !is_small(to->all) ? (to->count < 2 ? to->count : 2) : to->count <= 9 ? 3 : 4;
    to->width = to->columns == 1 ? m->paper->column : m->paper->text;
    for (size_t k = 0; k < to->count; k++) {
        double *before = &to->before[k % to->columns];
        *before = fmax(*before, room_before(to, k) + (k % to->columns ? RIGHT : 0.0));
    }
    to->plot_width = to->width - RIGHT;
    for (size_t c = 0; c < to->columns; c++) to->plot_width -= to->before[c];
    to->plot_width /= (double)to->columns;
}

static void place(const making *m, page *to)
{
    place_columns(m, to);
    const size_t rows = (to->count + to->columns - 1) / to->columns;
    const double foot = (has_shared_key(to) ? key_height(to, to->at) : 0.0) + making_foot(m, to->note, to->width);
    const double room = (TALLEST - head(to->all) - foot) / (double)rows - ABOVE - below(to->all);
    to->plot_height = fmax(LOWEST, fmin(fmin(room, HIGHEST), 0.8 * to->plot_width));
    to->key = head(to->all);
    for (size_t line = 0; line < rows; line++) to->key += line_height(to, line);
    to->height = to->key + foot;
}

/* Of panels that share a key curves drawn over each other are seen as such once: their note would be longer. */
static void put_coinciding(const page *p, FILE *to)
{
    FILE *of = phrase_open();
    int any = 0;
    for (size_t k = 0; k < p->count; k++)
        if (p->at[k].joined && !is_small(p->all)) any = chart_put_coinciding(&p->at[k], any, of);
    const char *text = phrase_close(of);
    if (any) fprintf(to, " Drawn over each other: %s.", text);
}

static void put_counts(const page *p, const char *name, FILE *to)
{
    size_t values = 0, undefined = 0;
    for (size_t k = 0; k < p->n_data; k++)
        for (size_t c = 0; c < p->at[k].n_curves * p->at[k].n_points; c++) {
            const evidence_point *cell = p->at[k].cell[c];
            if (!cell) continue;
            values += cell->seeds;
            undefined += cell->seeds - cell->defined;
        }
    if (undefined) fprintf(to, " %zu of %zu values undefined, see %s.dat.", undefined, values, name);
    else fprintf(to, " All %zu values defined.", values);
}

/* The note of a page, or what is seen on it. */
static const char *page_words(const page *p, const char *name, int seen)
{
    FILE *to = phrase_open();
    int meant = 0;
    for (size_t k = 0; k < p->count; k++) {
        meant |= p->at[k].one_ideal && key_entries(p, &p->at[k]) > p->at[k].n_curves;
        if (seen) chart_put_words(&p->at[k], to);
    }
    if (!seen) {
        fputs(p->all->note, to);
        if (meant)
            fputs(" Perfect metric (grey): what an output scores that measures exactly what it claims, where the truth "
                  "of the scenario says it.",
                  to);
        put_counts(p, name, to);
        put_coinciding(p, to);
    }
    return phrase_close(to);
}

static void put_panel_data(const page *p, const chart_panel *t, size_t *index, FILE *to)
{
    for (size_t c = 0; c < t->n_curves; c++, ++*index) {
        fprintf(to, "%s\n# index %zu: ", *index ? "\n" : "", *index);
        gnuplot_comment(t->title, to);
        fputs(", ", to);
        gnuplot_comment(t->label[c], to);
        fputc('\n', to);
        for (size_t k = 0; k < t->n_points; k++) {
            const evidence_point *cell = chart_cell(t, c, k);
            if (k && t->segment[k] != t->segment[k - 1]) fputc('\n', to);
            fprintf(to, "%.6g", t->x[k]);
            script_put_cell(cell, to);
            script_put_number(t->ideal[c * t->n_points + k], to);
            script_put_field(is_rows(p->all) ? t->tick[k].text : (cell ? cell : t->point[k])->point, to);
            fputc('\n', to);
        }
    }
}

static void put_data(const void *of, FILE *to)
{
    const page *p = of;
    size_t index = 0;
    fprintf(to,
            "# low, high: 95 %% confidence interval of the mean over seeds (Student's t), within the range of the "
            "score; NaN: undefined, or no interval\n# columns: place " SCRIPT_CELL " perfect %s\n",
            is_rows(p->all) ? "name" : "point");
    for (size_t k = 0; k < p->n_data; k++) put_panel_data(p, &p->at[k], &index, to);
}

static const char NEXT[] = ", \\\n        ", GREY[] = "lc rgb '#B0B0B0' lw 1.8";

static size_t style_of(const multiples *all, const chart_panel *t, size_t c)
{
    return all->graded ? SCRIPT_GRADED + c : (t->number ? t->number[c] : c) % MULTIPLES_CURVES + 1;
}

static void put_frame(const page *p, const chart_panel *t, const box *b, FILE *to)
{
    const double middle = 0.5 * (b->left + b->right);
    const int small = is_small(p->all);
    const char *how = small ? "center font small_font" : "center font text_font";
    fputs("\n    # ", to);
    gnuplot_comment(t->title, to);
    fputc('\n', to);
    script_frame(b, to);
    if (small) script_label(t->title, b->left, b->top - 1.7, "left font small_font", to);
    else script_label(t->title, middle, b->top - 2.2, how, to);
    if (t->mark[0]) script_label(t->mark, b->right, b->top - 1.7, "right font small_font tc rgb '#606060'", to);
    if (t->axis[0]) script_label(t->axis, middle, b->bottom + (small ? 5.2 : 5.8), how, to);
    for (size_t s = 1; s < t->n_segments; s++)
        fprintf(to, "    set arrow from %zu, graph 0 to %zu, graph 1 nohead ls 20\n", s, s);
}

/* The step, doubled until numbers of its length stand apart on `room` millimetres. */
static double step_apart(double step, double range, double room)
{
    char number[32];
    for (;; step *= 2.0) {
        snprintf(number, sizeof number, "%g", step);
        if (step >= range / 2.0 || text_millimetres(number, SCRIPT_POINTS) + 1.5 <= room * step / range) return step;
    }
}

static void widen(double *low, double *high)
{
    const double margin = 0.05 * (*high - *low); /* a line at 0 or 1 is drawn whole */
    *low -= margin;
    *high += margin;
}

static void put_scores(const page *p, size_t k, const box *b, FILE *to)
{
    const chart_panel *t = &p->at[k];
    const int across = is_rows(p->all), shared = is_small(p->all) && t->fraction;
    const double room = across ? b->right - b->left : b->bottom - b->top;
    double low = p->low, high = p->high;
    if (!shared) chart_range(t, 1, &low, &high);
    widen(&low, &high);
    double step = sheet_tick_step(0.9 * (high - low));
    if (t->fraction && high - low < 3.0) step = room * 0.2 / (high - low) < 3.6 ? 0.5 : 0.2;
    if (across) step = step_apart(step, high - low, room);
    fprintf(to, "    set %srange [%.4g:%.4g]\n    set %stics %g\n", across ? "x" : "y", low, high, across ? "x" : "y",
            step);
    if (across) return;
    fprintf(to, "    set format y '%s'\n", shared && k % p->columns ? "" : "%g");
    if (k % p->columns && t->fraction && (shared || p->at[k - 1].fraction)) return;
    script_label(t->fraction ? "score (fraction)" : "value (unbounded)", b->left - (t->fraction ? 9.2 : 12.2),
                 0.5 * (b->top + b->bottom), "center rotate by 90 font small_font", to);
}

static void put_points(const page *p, const chart_panel *t, FILE *to)
{
    if (is_rows(p->all)) {
        fprintf(to, "    set yrange [%zu.5:0.5]\n", t->n_points);
        script_ticks("y", t->tick, t->n_ticks, 0.0, 0.0, 0.0, to);
        fputs("    set grid xtics ytics ls 20\n", to);
        return;
    }
    fprintf(to, "    set xrange [0:%zu]\n", t->n_segments);
    script_ticks("x", t->tick, t->n_ticks, 0.0, p->plot_width / (double)t->n_segments, p->plot_width, to);
}

/* Where the dots of a curve stand next to a point's place. */
static double dodge(const page *p, const chart_panel *t, size_t c)
{
    const double middle = (double)c - 0.5 * (double)(t->n_curves - 1), n = (double)t->n_curves;
    if (t->joined) return 0.0;
    if (is_rows(p->all)) return 0.7 * middle / n;
    return middle *
           fmin(0.7 * (double)t->n_segments / (double)t->n_points / n, 2.2 * (double)t->n_segments / p->plot_width);
}

/* Behind the scores: a light line through what a perfect metric would show, and a short one at each point. */
static void put_ideal(const page *p, const chart_panel *t, size_t c, size_t index, FILE *to)
{
    if (!chart_has_ideal(t, c)) return;
    const double bar = (t->joined ? 1.3 : 0.9) * (double)t->n_segments / p->plot_width; /* millimetres to either side */
    if (t->joined)
        fprintf(to, " data index %zu using 1:9 with lines ls %zu %s notitle%s", index, style_of(p->all, t, c), GREY,
                NEXT);
    fprintf(to, " data index %zu using ($1%+.4f):9:(%.4g) with xerrorbars ls 1 %s ps 0 notitle%s", index,
            dodge(p, t, c), bar, GREY, NEXT);
}

/* A band for each run of two points or more of a segment that have intervals. */
static void put_bands(const chart_panel *t, size_t c, size_t index, size_t style, FILE *to)
{
    size_t start = 0; /* of the segment */
    for (size_t first = 0, end; first<t->n_points; first = end> first ? end : first + 1) {
        if (first && t->segment[first] != t->segment[first - 1]) start = first;
        end = first;
        while (end < t->n_points && t->segment[end] == t->segment[first] && script_has_interval(chart_cell(t, c, end)))
            end++;
        if (end < first + 2) continue;
        fprintf(to, " data index %zu every ::%zu:%zu:%zu:%zu using 1:3:4 with filledcurves ls %zu notitle%s", index,
                first - start, t->segment[first], end - 1 - start, t->segment[first], style, NEXT);
    }
}

static void put_curve(const page *p, const chart_panel *t, size_t c, size_t index, FILE *to)
{
    const size_t style = style_of(p->all, t, c);
    const int across = is_rows(p->all);
    int bars = 0;
    if (!chart_defined(t, c)) return;
    if (t->joined) {
        fprintf(to, " data index %zu using 1:($2) with linespoints ls %zu%s notitle%s", index, style,
                t->n_points > CROWD ? " ps 0.3" : "", NEXT);
        return;
    }
    for (size_t k = 0; k < t->n_points; k++) bars |= script_has_interval(chart_cell(t, c, k));
    const char *place = phrase("($1%+.4f)", dodge(p, t, c));
    const char *x = across ? "($2)" : place, *y = across ? place : "($2)";
    if (bars)
        fprintf(to, " data index %zu using %s:%s:($3):($4) with %cerrorbars ls %zu lw 0.7 dt 1 ps 0 notitle%s", index,
                x, y, across ? 'x' : 'y', style, NEXT);
    fprintf(to, " data index %zu using %s:%s with points ls %zu notitle%s", index, x, y, style, NEXT);
}

/* The words in a panel that has no score at all: a reason's first word. */
static void put_nothing(const chart_panel *t, const box *b, FILE *to)
{
    size_t length = 0, c = 0;
    const char *why = NULL;
    if (chart_any_defined(t)) return;
    while (c < t->n_curves && !why) why = chart_why(t, c++, &length);
    script_label(why ? phrase("undefined: %.*s", (int)length, why) : "undefined", 0.5 * (b->left + b->right),
                 b->bottom - 0.25 * (b->bottom - b->top), "center font small_font tc rgb '#606060'", to);
}

/* Entries of nothing: what is drawn has no titles, so a key is whole where a curve is not. */
static void put_key(const page *p, const chart_panel *t, double left, double top, FILE *to)
{
    const char *how = t->joined || p->all->graded ? "linespoints" : "points";
    fprintf(to,
            "    set key at screen x(%.2f), y(%.2f) left top Left reverse vertical maxrows %zu samplen 3.2 spacing 1.0"
            " font small_font\n    plot",
            left, top, key_lines(p, t));
    for (size_t c = 0; c < t->n_curves; c++) {
        fprintf(to, "%s NaN with %s ls %zu title ", c ? NEXT : "", how, style_of(p->all, t, c));
        gnuplot_string(key_label(p, t, c), to);
    }
    if (key_entries(p, t) > t->n_curves) {
        fprintf(to, "%s NaN with lines %s title ", NEXT, GREY);
        gnuplot_string(p->all->ideals, to);
    }
}

static void put_panel(const page *p, size_t k, size_t *index, FILE *to)
{
    const chart_panel *t = &p->at[k];
    const box b = panel_box(p, k);
    put_frame(p, t, &b, to);
    put_points(p, t, to);
    put_scores(p, k, &b, to);
    put_nothing(t, &b, to);
    if (p->all->kind == MULTIPLES_LARGE) {
        put_key(p, t, b.left - 9.0, b.bottom + below(p->all), to);
        fputs(NEXT, to);
    } else {
        fputs("    unset key\n    plot", to);
    }
    for (size_t c = 0; c < t->n_curves; c++) put_ideal(p, t, c, *index + c, to);
    for (size_t c = 0; c < t->n_curves && t->joined; c++) put_bands(t, c, *index + c, style_of(p->all, t, c), to);
    for (size_t c = 0; c < t->n_curves; c++) put_curve(p, t, c, *index + c, to);
    fputs(" NaN notitle\n    unset label\n    unset arrow\n", to); /* each is drawn once */
    *index += t->n_curves;
}

static void put_script(const void *of, FILE *to)
{
    const page *p = of;
    size_t index = 0;
    fputs("    set errorbars 0\n", to);
    if (p->all->graded) script_write_graded(p->at->n_curves, to);
    if (p->all->heading) script_label(p->all->heading, p->before[0] - 1.0, EDGE + 1.8, "left font text_font", to);
    for (size_t k = 0; k < p->count; k++) put_panel(p, k, &index, to);
    if (!has_shared_key(p)) return;
    /* on an empty plot as high as the page: gnuplot makes a key no higher than its plot */
    fputs("\n    # key\n    unset xtics; unset ytics; unset grid; unset border\n", to);
    script_frame(&(box){ 0.0, p->width, 0.0, p->height }, to);
    fputs("    set xrange [0:1]; set yrange [0:1]\n", to);
    put_key(p, p->at, 2.0, p->key, to);
    fputc('\n', to);
}

/* The panels [first, first + count) placed. */
static page page_make(const making *m, const multiples *all, size_t first, size_t count, const char *name)
{
    const size_t drawn = all->panels.count - all->n_aside;
    page to = { .all = all, .at = all->panels.at + first, .count = count, .n_data = count };
    if (first + count == drawn) to.n_data += all->n_aside;
    to.note = page_words(&to, name, 0);
    chart_range(all->panels.at, drawn, &to.low, &to.high);
    place(m, &to);
    return to;
}

/* As many panels from `first` on as a page holds, one at least. */
static page page_fill(const making *m, const multiples *all, size_t first, const char *name)
{
    const size_t rest = all->panels.count - all->n_aside - first;
    page to = page_make(m, all, first, !is_small(all) && rest > MOST_LARGE ? MOST_LARGE : rest, name);
    while (to.height > TALLEST + 1e-9 && to.count > 1) to = page_make(m, all, first, to.count - 1, name);
    return to;
}

assay_status multiples_draw(making *m, const void *of)
{
    const multiples *all = of;
    for (size_t first = 0, part = 1; first + all->n_aside < all->panels.count; part++) {
        const char *name = part > 1 ? phrase("%.220s-%zu", all->name, part) : phrase("%.240s", all->name);
        const page p = page_fill(m, all, first, name);
        ASSAY_TRY(making_figure(m, &(figure){ .name = name,
                                              .title = all->title,
                                              .scenario = all->scenario,
                                              .note = p.note,
                                              .seen = page_words(&p, name, 1),
                                              .width = p.width,
                                              .foot = p.height - making_foot(m, p.note, p.width),
                                              .script = put_script,
                                              .data = put_data,
                                              .of = &p }));
        first += p.count;
    }
    return ASSAY_OK;
}

const char *multiples_left_out(size_t all, const char *what)
{
    return all > MULTIPLES_CURVES ? phrase(" %zu of %zu %s are left out.", all - MULTIPLES_CURVES, all, what) : "";
}
