/*
 * Small multiples. Pages are as wide as a paper's text, 174 mm (84 mm where there is one panel), and no higher than
 * 235 mm; panels share the left axis of their line where all are fractions.
 */
#include "figure_multiples.h"

#include "growing.h"
#include "reason.h"

#include "figure_names.h"
#include "figure_script.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TALLEST = 235.0, SINGLE = 84.0, DOUBLE = 174.0;
static const double LEFT = 11.0, RIGHT = 2.0, GAP = 3.2, OWN_AXIS = 8.0; /* OWN_AXIS: more room, for numbers */
static const double HEAD = 5.5, ABOVE = 4.6, BELOW = 6.6, LOWEST = 14.0, HIGHEST = 34.0; /* of a panel */
static const double KEY_LINE = 3.6, KEY_SAMPLE = 12.0, NOTE_LINE = 3.0, EDGE = 1.5;
static const double NOTE = 6.0, SMALL = 7.0; /* points */
enum { CROWD = 12 };                         /* points from which on they are drawn smaller */

/* ---- tiles ---- */

static void tile_free(tile *t)
{
    free(t->x);
    free(t->segment);
    free(t->point);
    free(t->cell);
    free(t->ideal);
    free(t->ticks);
}

tile *multiples_tile(multiples *to, size_t n_points, size_t n_segments)
{
    tile *at = grown(to->at, sizeof *at, to->count, &to->room);
    if (!at) return NULL;
    to->at = at;
    tile *t = &to->at[to->count];
    const size_t cells = to->n_series * n_points;
    *t = (tile){ .n_points = n_points,
                 .n_segments = n_segments,
                 .x = calloc(n_points, sizeof *t->x),
                 .segment = calloc(n_points, sizeof *t->segment),
                 .point = calloc(n_points, sizeof *t->point),
                 .cell = calloc(cells, sizeof *t->cell),
                 .ideal = calloc(cells, sizeof *t->ideal),
                 .ticks = calloc(n_points + n_segments, sizeof *t->ticks) };
    if (!t->x || !t->segment || !t->point || !t->cell || !t->ideal || !t->ticks) {
        tile_free(t);
        return NULL;
    }
    for (size_t k = 0; k < cells; k++) t->ideal[k] = NAN;
    to->count++;
    return t;
}

void multiples_free(multiples *all)
{
    for (size_t k = 0; k < all->count; k++) tile_free(&all->at[k]);
    free(all->at);
    all->at = NULL;
    all->count = all->room = 0;
}

/* The values of "copies=2;factors=4" -> "2/4". */
static void values_text(const settings *set, char to[TICK])
{
    wording w = wording_in(to, TICK);
    for (size_t k = 0; k < set->n; k++) {
        char value[TICK];
        setting_print(&set->at[k], value, sizeof value);
        wording_join(&w, "/", value);
    }
}

void tile_axis(tile *t, const sheet *s, size_t segment, size_t first)
{
    for (size_t p = 0; p < s->n_points; p++) {
        const double edge = t->n_segments > 1 ? 0.13 : 0.06;
        const double place = s->numeric ? edge + (1.0 - 2.0 * edge) * sheet_place(s, p) : sheet_place(s, p);
        t->x[first + p] = (double)segment + place;
        t->segment[first + p] = segment;
        t->point[first + p] = s->point[p];
        if (t->n_segments > 1) continue;
        tick *mark = &t->ticks[t->n_ticks++];
        mark->at = t->x[first + p];
        if (s->numeric) snprintf(mark->text, TICK, "%.6g", s->x[p]);
        else values_text(&s->point[p]->at->set, mark->text);
    }
    if (t->n_segments == 1) return;
    tick *mark = &t->ticks[t->n_ticks++];
    mark->at = (double)segment + 0.5;
    values_text(&s->fixed, mark->text);
}

/* ---- pages ---- */

typedef struct page {
    const multiples *all;
    const tile *at;
    size_t count, columns, lines;
    double width, height, plot_width, plot_height, gap;
    double key, note; /* tops */
    int key_columns;
    double low, high; /* of the shared axis */
} page;

static double left_of(const multiples *all) { return LEFT + (all->fraction ? 0.0 : 0.5 * OWN_AXIS); }

static size_t columns_for(size_t count) { return count <= 2 ? count : count <= 9 ? 3 : 4; }

static double key_height(const multiples *all, double width, int *columns)
{
    const size_t entries = all->n_series + (all->ideals ? 1 : 0);
    double longest = all->ideals ? text_millimetres(all->ideals, SMALL) : 0.0;
    for (size_t k = 0; k < all->n_series; k++) longest = fmax(longest, text_millimetres(all->series[k], SMALL));
    const double fits = floor((width - 6.0) / (longest + KEY_SAMPLE));
    *columns = (int)fmin(fmax(fits, 1.0), (double)entries);
    return ceil((double)entries / *columns) * KEY_LINE + 1.5;
}

static void page_place(page *to)
{
    const multiples *all = to->all;
    to->columns = columns_for(to->count);
    to->lines = (to->count + to->columns - 1) / to->columns;
    to->width = to->columns == 1 ? SINGLE : DOUBLE;
    to->gap = GAP + (all->fraction ? 0.0 : OWN_AXIS);
    const double gaps = (double)(to->columns - 1) * to->gap;
    to->plot_width = (to->width - left_of(all) - RIGHT - gaps) / (double)to->columns;
    const double foot = key_height(all, to->width, &to->key_columns) + EDGE +
                        NOTE_LINE * (double)script_note_lines(all->note, to->width);
    const double room = (TALLEST - EDGE - HEAD - 0.5 - foot) / (double)to->lines - ABOVE - BELOW;
    to->plot_height = fmin(fmin(room, HIGHEST), 0.8 * to->plot_width);
    to->key = EDGE + HEAD + (double)to->lines * (ABOVE + to->plot_height + BELOW) + 0.5;
    to->note = to->key + foot - EDGE - NOTE_LINE * (double)script_note_lines(all->note, to->width);
    to->height = to->key + foot;
}

/* How many panels from `first` on are its page: all pages have about as many. */
static size_t page_fill(const multiples *all, size_t first)
{
    size_t most = all->count;
    for (;;) {
        page tried = { .all = all, .count = most };
        page_place(&tried);
        if (tried.plot_height >= LOWEST || most == 1) break;
        most--;
    }
    const size_t pages = (all->count + most - 1) / most, rest = all->count - first;
    const size_t each = (all->count + pages - 1) / pages;
    return rest < each ? rest : each;
}

/* Of fractions: [0, 1], or as far down as a mean is. */
static void shared_range(page *to)
{
    double low = 0.0;
    for (size_t k = 0; k < to->all->count; k++) {
        const tile *t = &to->all->at[k];
        for (size_t c = 0; c < to->all->n_series * t->n_points; c++)
            if (t->cell[c] && t->cell[c]->mean < -0.02) low = fmin(low, floor(t->cell[c]->mean * 10.0) / 10.0);
    }
    low = fmax(low, MULTIPLES_LOWEST);
    to->low = low - 0.05 * (1.0 - low);
    to->high = 1.0 + 0.05 * (1.0 - low);
}

/* ---- data ---- */

static void put_tile_data(const multiples *all, const tile *t, size_t *index, FILE *to)
{
    for (size_t c = 0; c < all->n_series; c++) {
        fprintf(to, "%s\n# index %zu: ", *index ? "\n" : "", *index);
        gnuplot_comment(t->title, to);
        fputs(", ", to);
        gnuplot_comment(all->series[c], to);
        fputc('\n', to);
        for (size_t p = 0; p < t->n_points; p++) {
            const evidence_point *cell = t->cell[c * t->n_points + p];
            const double ideal = t->ideal[c * t->n_points + p];
            if (p && t->segment[p] != t->segment[p - 1]) fputc('\n', to);
            fprintf(to, "%.6g", t->x[p]);
            script_put_summary(cell, to);
            script_put_reason(cell, to);
            if (isfinite(ideal)) fprintf(to, " %.10g ", ideal);
            else fputs(" NaN ", to);
            gnuplot_field((cell ? cell : t->point[p])->point, to);
            fputc('\n', to);
        }
        ++*index;
    }
}

static void put_data(const page *p, const figure_words *words, FILE *to)
{
    size_t index = 0;
    script_write_data_header(words, to);
    fputs("# columns: place mean low high sd seeds defined undefined perfect point\n", to);
    for (size_t k = 0; k < p->count; k++) put_tile_data(p->all, &p->at[k], &index, to);
}

/* ---- script ---- */

static size_t style_of(const multiples *all, size_t series)
{
    return all->graded ? SCRIPT_GRADED + series : series % MULTIPLES_SERIES + 1;
}

typedef struct box {
    double left, right, top, bottom;
} box;

static box tile_box(const page *p, size_t k)
{
    const double left = left_of(p->all) + (double)(k % p->columns) * (p->plot_width + p->gap);
    const double top = EDGE + HEAD + (double)(k / p->columns) * (ABOVE + p->plot_height + BELOW) + ABOVE;
    return (box){ left, left + p->plot_width, top, top + p->plot_height };
}

static void put_label(const char *text, double x, double y, const char *how, FILE *to)
{
    fputs("    set label ", to);
    gnuplot_string(text, to);
    fprintf(to, " at screen x(%.2f), y(%.2f) %s\n", x, y, how);
}

static void put_frame(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    fputs("\n    # ", to);
    gnuplot_comment(t->title, to);
    fputc('\n', to);
    fprintf(to, "    set lmargin at screen x(%.2f); set rmargin at screen x(%.2f)\n", b.left, b.right);
    fprintf(to, "    set tmargin at screen y(%.2f); set bmargin at screen y(%.2f)\n", b.top, b.bottom);
    put_label(t->title, b.left, b.top - 1.7, "left font small_font", to);
    if (t->mark[0]) put_label(t->mark, b.right, b.top - 1.7, "right font note_font tc rgb '#606060'", to);
    if (t->axis[0]) put_label(t->axis, 0.5 * (b.left + b.right), b.bottom + 4.7, "center font note_font", to);
    for (size_t s = 1; s < t->n_segments; s++)
        fprintf(to, "    set arrow from %zu, graph 0 to %zu, graph 1 nohead ls 20\n", s, s);
}

/* Numbers and names, where there is room for them beside their right neighbour's. */
static void put_x_axis(const page *p, const tile *t, FILE *to)
{
    double limit = p->plot_width + 2.0; /* and as far out at the other side */
    fprintf(to, "    set xrange [0:%zu]\n    set xtics (", t->n_segments);
    for (size_t k = t->n_ticks; k-- > 0;) {
        const tick *mark = &t->ticks[k];
        const double half = 0.5 * text_millimetres(mark->text, NOTE);
        const double at = p->plot_width * mark->at / (double)t->n_segments;
        const int fits = at + half <= limit && at - half >= -2.0 && mark->text[0];
        if (fits) limit = at - half - 0.8;
        gnuplot_string(fits ? mark->text : "", to);
        fprintf(to, " %.6g%s", mark->at, k ? ", " : "");
    }
    fputs(") font note_font offset 0,0.55\n", to);
}

/* Of what is no fraction: from 0, or the least value, to the largest, in steps of two or three. */
static void own_range(const multiples *all, const tile *t, double *low, double *high, double *step)
{
    *low = *high = 0.0;
    for (size_t c = 0; c < all->n_series * t->n_points; c++) {
        const evidence_point *cell = t->cell[c];
        if (!cell || !isfinite(cell->mean)) continue;
        double interval[2];
        evidence_mean_interval(cell, interval);
        *low = fmin(*low, isfinite(interval[0]) ? interval[0] : cell->mean);
        *high = fmax(*high, isfinite(interval[1]) ? interval[1] : cell->mean);
    }
    if (!(*high > *low)) *high = *low + 1.0;
    const double range = *high - *low;
    *step = sheet_tick_step(range);
    *low -= 0.05 * range;
    *high += 0.05 * range;
}

static void put_y_axis(const page *p, size_t k, FILE *to)
{
    const multiples *all = p->all;
    const box b = tile_box(p, k);
    if (all->fraction) {
        fprintf(to, "    set yrange [%.4g:%.4g]\n    set ytics %s font note_font\n    set format y '%s'\n", p->low,
                p->high, p->plot_height < 20.0 ? "0.5" : "0.2", k % p->columns ? "" : "%g");
    } else {
        double low, high, step;
        own_range(all, &p->at[k], &low, &high, &step);
        fprintf(to, "    set yrange [%.6g:%.6g]\n    set ytics %.6g font note_font\n", low, high, step);
    }
    if (k % p->columns == 0)
        put_label(all->fraction ? "score" : "value (unbounded)", 2.6, 0.5 * (b.top + b.bottom),
                  "center rotate by 90 font note_font", to);
}

static int has_mean(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++) {
        const evidence_point *cell = t->cell[series * t->n_points + p];
        if (cell && cell->defined && isfinite(cell->mean)) return 1;
    }
    return 0;
}

static int has_ideal(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (isfinite(t->ideal[series * t->n_points + p])) return 1;
    return 0;
}

static const char NEXT[] = ", \\\n        ";

/* Side by side within the place of a name. */
static double dodge(const page *p, const tile *t, size_t series)
{
    const double step = fmin(0.7 * (double)t->n_segments / (double)t->n_points / (double)p->all->n_series,
                             2.2 * (double)t->n_segments / p->plot_width);
    return step * ((double)series - 0.5 * (double)(p->all->n_series - 1));
}

/* Behind the scores: a light line through what a perfect metric would show, and a short one at each point. */
static void put_ideal(const page *p, const tile *t, size_t series, size_t index, FILE *to)
{
    static const char look[] = "lc rgb '#B0B0B0' lw 1.8";
    if (!has_ideal(t, series)) return;
    const double bar = (t->joined ? 1.3 : 0.9) * (double)t->n_segments / p->plot_width; /* millimetres to either side */
    if (t->joined)
        fprintf(to, " data index %zu using 1:9 with lines ls %zu %s notitle%s", index, style_of(p->all, series), look,
                NEXT);
    fprintf(to, " data index %zu using ($1%+.4f):9:(%.4g) with xerrorbars ls 1 %s ps 0 notitle%s", index,
            t->joined ? 0.0 : dodge(p, t, series), bar, look, NEXT);
}

/* A band for each run of two points or more of a segment that have intervals. */
static void put_bands(const tile *t, size_t series, size_t index, size_t style, FILE *to)
{
    size_t start = 0; /* of the segment */
    for (size_t first = 0, end; first < t->n_points; first = end > first ? end : first + 1) {
        if (first && t->segment[first] != t->segment[first - 1]) start = first;
        end = first;
        while (end < t->n_points && t->segment[end] == t->segment[first] &&
               script_has_interval(t->cell[series * t->n_points + end]))
            end++;
        if (end < first + 2) continue;
        fprintf(to, " data index %zu every ::%zu:%zu:%zu:%zu using 1:3:4 with filledcurves ls %zu notitle%s", index,
                first - start, t->segment[first], end - 1 - start, t->segment[first], style, NEXT);
    }
}

static int has_interval(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (script_has_interval(t->cell[series * t->n_points + p])) return 1;
    return 0;
}

static void put_series(const page *p, const tile *t, size_t series, size_t index, FILE *to)
{
    const size_t style = style_of(p->all, series);
    if (!has_mean(t, series)) return;
    if (t->joined) {
        fprintf(to, " data index %zu using 1:($2) with linespoints ls %zu%s notitle%s", index, style,
                t->n_points > CROWD ? " ps 0.3" : "", NEXT);
        return;
    }
    const double off = dodge(p, t, series);
    if (has_interval(t, series))
        fprintf(to, " data index %zu using ($1%+.4f):($2):($3):($4) with yerrorbars ls %zu lw 0.7 dt 1 ps 0 notitle%s",
                index, off, style, NEXT);
    fprintf(to, " data index %zu using ($1%+.4f):($2) with points ls %zu notitle%s", index, off, style, NEXT);
}

/* The words in a panel that has no score at all: the reason's first word. */
static void put_nothing(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    char text[LABEL] = "undefined";
    for (size_t c = 0; c < p->all->n_series; c++)
        if (has_mean(t, c)) return;
    for (size_t c = 0; c < p->all->n_series * t->n_points; c++) {
        const char *why = t->cell[c] ? t->cell[c]->undefined : NULL;
        if (!why) continue;
        const reason r = reason_read(why);
        snprintf(text, sizeof text, "undefined: %.*s", (int)r.length, r.word);
        break;
    }
    put_label(text, 0.5 * (b.left + b.right), b.bottom - 0.25 * (b.bottom - b.top),
              "center font note_font tc rgb '#606060'", to);
}

/* One key for the page: it belongs to the first panel, whose own curves have no titles. */
static void put_key(const page *p, FILE *to)
{
    const multiples *all = p->all;
    const size_t entries = all->n_series + (all->ideals ? 1 : 0), columns = (size_t)p->key_columns;
    fprintf(to,
            "    set key at screen x(2), y(%.2f) left top Left reverse vertical maxrows %zu samplen 3.2 spacing 1.0"
            " font small_font\n",
            p->key, (entries + columns - 1) / columns);
}

static void put_key_entries(const page *p, FILE *to)
{
    const multiples *all = p->all;
    const int joined = p->at[0].joined || all->graded;
    for (size_t c = 0; c < all->n_series; c++) {
        fprintf(to, "%s NaN with %s ls %zu title ", NEXT, joined ? "linespoints" : "points", style_of(all, c));
        gnuplot_string(all->series[c], to);
    }
    if (!all->ideals) return;
    fprintf(to, "%s NaN with lines lc rgb '#B0B0B0' lw 1.8 title ", NEXT);
    gnuplot_string(all->ideals, to);
}

static void put_tile(const page *p, size_t k, size_t *index, FILE *to)
{
    const tile *t = &p->at[k];
    put_frame(p, k, to);
    put_x_axis(p, t, to);
    put_y_axis(p, k, to);
    put_nothing(p, k, to);
    if (k == 0) put_key(p, to);
    else fputs("    unset key\n", to);
    fputs("    plot", to);
    for (size_t c = 0; c < p->all->n_series; c++) put_ideal(p, t, c, *index + c, to);
    for (size_t c = 0; c < p->all->n_series && t->joined; c++)
        put_bands(t, c, *index + c, style_of(p->all, c), to);
    for (size_t c = 0; c < p->all->n_series; c++) put_series(p, t, c, *index + c, to);
    fputs(" NaN notitle", to);
    if (k == 0) put_key_entries(p, to);
    fputs("\n    unset label\n    unset arrow\n", to); /* each is drawn once */
    *index += p->all->n_series;
}

static void put_script(const page *p, const figure_words *words, FILE *to)
{
    size_t index = 0;
    script_write_header(words, p->width, p->height, to);
    fputs("    set errorbars 0\n", to);
    if (p->all->graded) script_write_graded(p->all->n_series, to);
    script_write_note(words, p->width, p->note, to);
    put_label(p->all->title, left_of(p->all) - 1.0, EDGE + 1.8, "left font text_font", to);
    for (size_t k = 0; k < p->count; k++) put_tile(p, k, &index, to);
    fputs("\n    unset multiplot\n    unset output\n}\n", to);
}

static assay_status draw_page(making *m, const page *p, const char *name)
{
    char file[FIGURE_NAME + 8];
    FILE *to;
    const figure_words words = { .name = name, .axis = "", .note = p->all->note, .formats = m->words };
    snprintf(file, sizeof file, "%s.gp", name);
    assay_status status = making_open(m, file, &to);
    if (status != ASSAY_OK) return status;
    put_script(p, &words, to);
    status = making_close(m, file, to);
    snprintf(file, sizeof file, "%s.dat", name);
    if (status == ASSAY_OK) status = making_open(m, file, &to);
    if (status != ASSAY_OK) return status;
    put_data(p, &words, to);
    status = making_close(m, file, to);
    return status == ASSAY_OK ? making_draw(m, name, p->all->title, p->all->scenario, p->all->note) : status;
}

static assay_status draw_pages(making *m, const multiples *all)
{
    char name[FIGURE_NAME];
    size_t part = 0;
    assay_status status = ASSAY_OK;
    for (size_t first = 0; first < all->count && status == ASSAY_OK; part++) {
        page p = { .all = all, .at = all->at + first, .count = page_fill(all, first) };
        page_place(&p);
        shared_range(&p);
        if (part) snprintf(name, sizeof name, "%.220s-%zu", all->name, part + 1);
        else snprintf(name, sizeof name, "%.240s", all->name);
        status = draw_page(m, &p, name);
        first += p.count;
    }
    return status;
}

assay_status multiples_draw(making *m, const multiples *all)
{
    multiples noted = *all;
    char *note = making_note(m, all->note);
    noted.note = note;
    const assay_status status = note ? draw_pages(m, &noted) : making_no_memory(m);
    free(note);
    return status;
}

void multiples_left_out(size_t all, const char *what, char *note, size_t size)
{
    const size_t used = strlen(note);
    if (all <= MULTIPLES_SERIES) return;
    snprintf(note + used, size - used, " %zu of %zu %s are left out.", all - MULTIPLES_SERIES, all, what);
}
