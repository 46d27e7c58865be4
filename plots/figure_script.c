/* A figure as gnuplot reads it: NAME.dat with a block for each curve, NAME.gp which places and draws the panels. */
#include "figure_script.h"

#include "figure_names.h"
#include "grid.h"
#include "ideal.h"

#include <math.h>
#include <string.h>

static const double NOTE_POINTS = 6.0, SMALL_POINTS = 7.0;
enum { STYLES = 14 };

/* ---- data ---- */

static void put_number(double value, FILE *to)
{
    char text[64];
    if (isfinite(value)) snprintf(text, sizeof text, "%.10g", value);
    else snprintf(text, sizeof text, "NaN");
    fprintf(to, " %s", text);
}

int script_has_interval(const evidence_point *cell)
{
    double interval[2];
    evidence_mean_interval(cell, interval);
    return isfinite(interval[0]);
}

/* mean low high sd seeds defined */
void script_put_summary(const evidence_point *cell, FILE *to)
{
    double interval[2];
    evidence_mean_interval(cell, interval);
    put_number(cell && cell->defined ? cell->mean : NAN, to);
    put_number(interval[0], to);
    put_number(interval[1], to);
    put_number(cell ? cell->sd : NAN, to);
    fprintf(to, " %zu %zu", cell ? cell->seeds : 0, cell ? cell->defined : 0);
}

void script_put_reason(const evidence_point *cell, FILE *to)
{
    const char *text = !cell                          ? "not in the store"
                       : cell->defined == cell->seeds ? ""
                       : cell->undefined              ? cell->undefined
                                                      : "undefined";
    fputc(' ', to);
    gnuplot_field(text, to);
}

void script_put_name(const evidence_series *row, FILE *to)
{
    char name[512];
    series_text(row, name, sizeof name);
    fputc(' ', to);
    gnuplot_field(name, to);
}

static void script_comment_name(const evidence_series *row, FILE *to)
{
    char name[512];
    series_text(row, name, sizeof name);
    gnuplot_comment(name, to);
}

static void put_curve(const sheet *s, size_t curve, size_t index, FILE *to)
{
    fprintf(to, "%s\n# index %zu: ", index ? "\n" : "", index);
    script_comment_name(s->curve[curve], to);
    fputc('\n', to);
    for (size_t p = 0; p < s->n_points; p++) {
        const evidence_point *cell = s->cell[curve * s->n_points + p];
        fprintf(to, "%.10g", s->x[p]);
        script_put_summary(cell, to);
        script_put_reason(cell, to);
        fputc('\n', to);
    }
}

/* The k-th panel, drawn ones first. */
static const panel *panel_at(const layout *page, size_t k)
{
    return k < page->count ? &page->at[k] : &page->aside[k - page->count];
}

/* What a perfect metric scores at each point. */
static void put_ideal(const layout *page, const panel *p, size_t which, size_t index, FILE *to)
{
    char label[LABEL];
    ideal_label(p, which, label);
    fprintf(to, "\n\n# index %zu: ", index);
    gnuplot_comment(p->title, to);
    fprintf(to, ", %s\n", label);
    for (size_t k = 0; k < page->s->n_points; k++) {
        double value;
        int ordered;
        fprintf(to, "%.10g", page->s->x[k]);
        put_number(ideal_at(page->s->point[k], p->ideal[which], &value, &ordered) ? value : NAN, to);
        fputc('\n', to);
    }
}

/* Curves: a block for each, x first; those that are not drawn then; perfect metrics last. */
static void put_curves(const layout *page, FILE *to)
{
    size_t index = 0;
    fputs("# columns: ", to);
    gnuplot_comment(page->s->symbol, to);
    fputs(" mean low high sd seeds defined undefined\n", to);
    for (size_t k = 0; k < page->count + page->n_aside; k++) {
        const panel *p = panel_at(page, k);
        for (size_t c = 0; c < p->n; c++) put_curve(page->s, p->curve[c], index++, to);
    }
    for (size_t k = 0; k < page->count; k++)
        for (size_t i = 0; i < page->at[k].n_ideals; i++) put_ideal(page, &page->at[k], i, index++, to);
}

/* A panel's rows at one point. */
static void put_dot_block(const sheet *s, const panel *p, size_t point, FILE *to)
{
    for (size_t c = 0; c < p->n; c++) {
        const evidence_point *cell = s->cell[p->curve[c] * s->n_points + point];
        fprintf(to, "%zu", c + 1);
        script_put_summary(cell, to);
        script_put_reason(cell, to);
        script_put_name(s->curve[p->curve[c]], to);
        fputc('\n', to);
    }
}

/* Dots: a block for each panel and point, the metric's row first; panels that are not drawn last. */
static void put_dots(const layout *page, FILE *to)
{
    const sheet *s = page->s;
    fputs("# columns: row mean low high sd seeds defined undefined name\n", to);
    for (size_t k = 0; k < page->count + page->n_aside; k++) {
        const panel *const shown = panel_at(page, k);
        for (size_t p = 0; p < s->n_points; p++) {
            char point[300];
            sheet_point_text(s, p, point, sizeof point);
            fprintf(to, "%s\n# index %zu: ", k || p ? "\n" : "", k * s->n_points + p);
            gnuplot_comment(shown->title, to);
            fputs(", ", to);
            gnuplot_comment(point, to);
            fputc('\n', to);
            put_dot_block(s, shown, p, to);
        }
    }
}

void script_write_data_header(const figure_words *words, FILE *to)
{
    fprintf(to, "# %s.dat -- the numbers of figure %s\n# ", words->name, words->name);
    gnuplot_comment(words->note, to);
    fputs("\n# low, high: 95 % confidence interval of the mean over seeds (Student's t), within the range of the score;"
          " NaN: undefined, or no interval\n",
          to);
}

void script_write_data(const layout *page, const figure_words *words, FILE *to)
{
    script_write_data_header(words, to);
    if (page->s->numeric) put_curves(page, to);
    else put_dots(page, to);
}

/* ---- script ---- */

/* Wraps the note; writes the lines as labels when `to` is given. */
static size_t note_lines(const char *note, double width, double top, FILE *to)
{
    size_t lines = 0;
    while (*note) {
        size_t end = 0, space = 0;
        char line[512];
        for (end = 0; note[end] && end + 1 < sizeof line; end++) {
            snprintf(line, sizeof line, "%.*s", (int)end, note);
            if (note[end] != ' ') continue;
            if (text_millimetres(line, NOTE_POINTS) > width - 4.0) break;
            space = end;
        }
        snprintf(line, sizeof line, "%.*s", (int)end, note);
        if (space && text_millimetres(line, NOTE_POINTS) > width - 4.0) end = space;
        snprintf(line, sizeof line, "%.*s", (int)end, note);
        lines++;
        if (to) {
            fprintf(to, "    set label %zu ", lines);
            gnuplot_string(line, to);
            fprintf(to, " at screen x(2), y(%.1f) left font note_font tc rgb '#505050'\n",
                    top + 3.0 * (double)lines - 1.2);
        }
        note += end;
        while (*note == ' ') note++;
    }
    return lines;
}

size_t script_note_lines(const char *note, double width) { return note_lines(note, width, 0.0, NULL); }

void script_write_note(const figure_words *words, double width, double top, FILE *to)
{
    note_lines(words->note, width, top, to);
}

void script_write_header(const figure_words *words, double width, double height, FILE *to)
{
    fprintf(to, "# %s.gp -- draws figure %s from %s.dat, for gnuplot 5.4 or later.\n"
                "# To restyle: change this file, or style.gp for all figures, and in this folder run\n"
                "#     gnuplot %s.gp\n# ", words->name, words->name, words->name, words->name);
    gnuplot_comment(words->note, to);
    fprintf(to, "\n\nname = \"%s\"\nformats = \"%s\"   # any of: pdf svg png\n", words->name, words->formats);
    fprintf(to, "W = %.1f   # millimetres\nH = %.1f\nx(mm) = mm / W           # from the left\n"
                "y(mm) = 1.0 - mm / H     # from the top\ndata = name.\".dat\"\n\n", width, height);
    fputs("do for [format in formats] {\n    reset\n    load \"style.gp\"\n    eval terminal(format, W, H)\n"
          "    set output name.\".\".format\n    set multiplot\n",
          to);
}

static void put_panel_frame(const layout *page, size_t k, FILE *to)
{
    const panel *p = &page->at[k];
    char title[PANEL_TITLE + 8];
    if (page->count > 1) snprintf(title, sizeof title, "(%c) %s", (char)('a' + k), p->title);
    else snprintf(title, sizeof title, "%s", p->title);
    fputs("\n    # ", to);
    gnuplot_comment(title, to);
    fputc('\n', to);
    fprintf(to, "    set lmargin at screen x(%.1f); set rmargin at screen x(%.1f)\n", p->left, p->right);
    fprintf(to, "    set tmargin at screen y(%.1f); set bmargin at screen y(%.1f)\n", p->top, p->bottom);
    fputs("    set title ", to);
    gnuplot_string(title, to);
    fputs(" font text_font offset 0,-0.4\n", to);
}

static int has_interval(const sheet *s, size_t curve, size_t point)
{
    const evidence_point *cell = s->cell[curve * s->n_points + point];
    return script_has_interval(cell);
}

/* A band for each run of two points or more that have intervals: across a gap gnuplot would fill down to nothing. */
static void put_bands(const sheet *s, size_t curve, size_t index, size_t style, FILE *to)
{
    for (size_t first = 0, end; first < s->n_points; first = end + 1) {
        end = first;
        while (end < s->n_points && has_interval(s, curve, end)) end++;
        if (end < first + 2) continue;
        fprintf(to, " data index %zu", index);
        if (first > 0 || end < s->n_points) fprintf(to, " every ::%zu::%zu", first, end - 1);
        fprintf(to, " using 1:3:4 with filledcurves ls %zu notitle, \\\n        ", style);
    }
}

static double axis_place(const sheet *s, double value)
{
    const double low = s->x[0], high = s->x[s->n_points - 1];
    return sheet_is_logarithmic(s) ? log(value / low) / log(high / low) : (value - low) / (high - low);
}

/* A number at each point, where there is room for it beside its right neighbour's. */
static void put_x_axis(const sheet *s, const figure_words *words, double width, FILE *to)
{
    const double low = s->x[0], high = s->x[s->n_points - 1];
    if (sheet_is_logarithmic(s))
        fprintf(to, "    set logscale x\n    set xrange [%.10g:%.10g]\n", low / pow(high / low, 0.02),
                high * pow(high / low, 0.02));
    else fprintf(to, "    set xrange [%.10g:%.10g]\n", low - 0.02 * (high - low), high + 0.02 * (high - low));
    fputs("    set xtics (", to);
    double limit = INFINITY;
    for (size_t k = s->n_points; k-- > 0;) {
        char text[64];
        snprintf(text, sizeof text, "%.6g", s->x[k]);
        const double half = 0.5 * text_millimetres(text, SMALL_POINTS), at = width * axis_place(s, s->x[k]);
        if (at + half + 1.5 > limit) text[0] = '\0';
        else limit = at - half;
        fprintf(to, "%s'%s' %.10g", k + 1 < s->n_points ? ", " : "", text, s->x[k]);
    }
    fputs(")\n    set xlabel ", to);
    gnuplot_string(words->axis, to);
    fputs(" font text_font offset 0,0.7\n", to);
}

static const char *score_text(const panel *p) { return p->fraction ? "score (fraction)" : "value (unbounded)"; }

/* At a fixed place: gnuplot's own depends on the width of the numbers, and leaves the page. */
static void put_score_label(const layout *page, size_t k, FILE *to)
{
    const panel *p = &page->at[k];
    if (k % page->columns != 0 && p->fraction && page->at[k - 1].fraction) return;
    fprintf(to, "    set label '%s' at screen x(%.1f), y(%.1f) center rotate by 90 font text_font\n", score_text(p),
            p->left - (p->fraction ? 9.5 : 12.5), 0.5 * (p->top + p->bottom));
}

/* The step, doubled until numbers of its length stand apart on `room` millimetres. */
static double step_apart(double step, double range, double room)
{
    static const double POINTS = 8.0, GAP = 1.5; /* of the numbers' letters; millimetres */
    char number[32];
    for (;; step *= 2.0) {
        snprintf(number, sizeof number, "%g", step);
        if (step >= range / 2.0 || text_millimetres(number, POINTS) + GAP <= room * step / range) return step;
    }
}

/* Numbers at every fifth, or half where `room` millimetres are short; of what is no fraction three steps or more. */
static void put_score_range(const panel *p, const char *axis, double room, FILE *to)
{
    const double range = p->high - p->low, digit = pow(10.0, floor(log10(range / 2.2)));
    double step = range < 0.2 * room / 5.5 && range < 3.0 ? 0.2 : 0.5;
    if (!p->fraction || range >= 3.0) {
        step = range / digit >= 11.0 ? 5.0 * digit : range / digit >= 5.5 ? 2.0 * digit : digit;
        if (axis[0] == 'x') step = step_apart(step, range, room);
    }
    fprintf(to, "    set %srange [%.4g:%.4g]\n", axis, p->low, p->high);
    if (range < 1.2 && p->fraction) fprintf(to, "    set %stics 0, %g, 1\n", axis, step);
    else fprintf(to, "    set %stics %g\n", axis, step);
}

/* A key's columns come of the number of its lines: gnuplot's own choice would depend on the width of the panel. */
static int key_lines(size_t entries, int columns) { return (int)((entries + (size_t)columns - 1) / (size_t)columns); }

/* The block of a panel's first perfect metric. */
static size_t ideal_index(const layout *page, size_t k)
{
    size_t index = 0;
    for (size_t j = 0; j < page->count + page->n_aside; j++) index += panel_at(page, j)->n;
    for (size_t j = 0; j < k; j++) index += page->at[j].n_ideals;
    return index;
}

/* Behind the scores, wide and grey. */
static void plot_ideals(const layout *page, size_t k, FILE *to)
{
    const panel *p = &page->at[k];
    for (size_t i = 0; i < p->n_ideals; i++) {
        char label[LABEL];
        ideal_label(p, i, label);
        fprintf(to, " data index %zu using 1:2 with linespoints ls %zu title ", ideal_index(page, k) + i, 22 + i);
        gnuplot_string(label, to);
        fputs(", \\\n        ", to);
    }
}

static void put_curve_panel(const layout *page, size_t k, size_t *index, const figure_words *words, FILE *to)
{
    const panel *p = &page->at[k];
    const sheet *s = page->s;
    put_panel_frame(page, k, to);
    put_x_axis(s, words, p->right - p->left, to);
    put_score_range(p, "y", p->bottom - p->top, to);
    put_score_label(page, k, to);
    fprintf(to,
            "    set key at screen x(%.1f), y(%.1f) left top Left reverse vertical maxrows %d samplen 3.2 spacing 1.0"
            " font small_font\n",
            p->left - 9.0, p->key, key_lines(p->n + p->n_ideals, p->key_columns));
    fputs("    plot", to);
    plot_ideals(page, k, to);
    for (size_t c = 0; c < p->n; c++) put_bands(s, p->curve[c], *index + c, c % STYLES + 1, to);
    for (size_t c = 0; c < p->n; c++) {
        char label[LABEL + 16];
        curve_label(s->curve[p->curve[c]], p->preset, label);
        if (curve_defined(s, p->curve[c])) {
            fprintf(to, " data index %zu using 1:($2) with linespoints ls %zu title ", *index + c, c % STYLES + 1);
        } else {
            strcat(label, UNDEFINED_MARK);
            fprintf(to, " NaN with linespoints ls %zu title ", c % STYLES + 1);
        }
        gnuplot_string(label, to);
        if (c + 1 < p->n) fputs(", \\\n        ", to);
    }
    fputc('\n', to);
    *index += p->n;
}

/* Where the dots of a row stand: the first point's above, all within 0.7 of the row's height. */
static double dodge(size_t point, size_t n_points)
{
    return 0.7 * ((double)point - 0.5 * (double)(n_points - 1)) / (double)n_points;
}

/* At least one value of the panel at this point, so that gnuplot has something to draw. */
static int point_has_value(const layout *page, size_t k, size_t point, int interval)
{
    const sheet *s = page->s;
    for (size_t c = 0; c < page->at[k].n; c++) {
        const evidence_point *cell = s->cell[page->at[k].curve[c] * s->n_points + point];
        if (!cell || !isfinite(cell->mean)) continue;
        if (!interval || script_has_interval(cell)) return 1;
    }
    return 0;
}

static void put_row_names(const panel *p, const sheet *s, FILE *to)
{
    fprintf(to, "    set yrange [%zu.5:0.5]\n    set ytics (", p->n);
    for (size_t c = 0; c < p->n; c++) {
        char label[LABEL + sizeof UNDEFINED_MARK];
        curve_label(s->curve[p->curve[c]], p->preset, label);
        if (!curve_defined(s, p->curve[c])) strcat(label, UNDEFINED_MARK);
        if (c) fputs(", ", to);
        gnuplot_string(label, to);
        fprintf(to, " %zu", c + 1);
    }
    fputs(")\n", to);
}

static void put_dot_panel(const layout *page, size_t k, FILE *to)
{
    const panel *p = &page->at[k];
    const sheet *s = page->s;
    put_panel_frame(page, k, to);
    put_score_range(p, "x", p->right - p->left, to);
    put_row_names(p, s, to);
    fprintf(to, "    set grid xtics ytics ls 20\n    set xlabel '%s' font text_font offset 0,0.7\n", score_text(p));
    fputs("    unset key\n    plot", to);
    for (size_t q = 0; q < s->n_points; q++) {
        const size_t index = k * s->n_points + q, style = q % STYLES + 1;
        const double off = dodge(q, s->n_points);
        if (point_has_value(page, k, q, 1))
            fprintf(to,
                    " data index %zu using ($2):($1%+.3f):($3):($4) with xerrorbars ls %zu lw 0.7 dt 1 ps 0 notitle, "
                    "\\\n        ",
                    index, off, style);
        if (point_has_value(page, k, q, 0))
            fprintf(to, " data index %zu using ($2):($1%+.3f) with points ls %zu", index, off, style);
        else fputs(" NaN notitle", to);
        if (q + 1 < s->n_points) fputs(", \\\n        ", to);
    }
    fputc('\n', to);
}

/* The key of a dot plot, on an empty plot as high as the page: gnuplot makes a key no higher than its plot. */
static void put_shared_key(const layout *page, FILE *to)
{
    const sheet *s = page->s;
    fputs("\n    # key\n    unset title; unset xlabel; unset xtics; unset ytics; unset grid; unset border\n"
          "    set lmargin at screen x(0); set rmargin at screen x(W)\n"
          "    set tmargin at screen y(0); set bmargin at screen y(H)\n    set xrange [0:1]; set yrange [0:1]\n",
          to);
    fprintf(to,
            "    set key at screen x(3), y(%.1f) left top Left reverse vertical maxrows %d samplen 2 spacing 1.0"
            " font small_font\n    plot",
            page->key, key_lines(s->n_points, page->key_columns));
    for (size_t q = 0; q < s->n_points; q++) {
        char label[POINT_LABEL];
        point_label(page, q, label);
        fprintf(to, " NaN with points ls %zu title ", q % STYLES + 1);
        gnuplot_string(label, to);
        if (q + 1 < s->n_points) fputs(", \\\n        ", to);
    }
    fputc('\n', to);
}

void script_write(const layout *page, const figure_words *words, FILE *to)
{
    size_t index = 0;
    script_write_header(words, page->width, page->height, to);
    script_write_note(words, page->width, page->note, to);
    for (size_t k = 0; k < page->count; k++) {
        if (page->s->numeric) put_curve_panel(page, k, &index, words, to);
        else put_dot_panel(page, k, to);
        fputs("    unset label\n", to); /* each is drawn once */
    }
    if (!page->s->numeric && page->s->n_points > 1) put_shared_key(page, to);
    fputs("\n    unset multiplot\n    unset output\n}\n", to);
}
