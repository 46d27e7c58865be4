/*
 * Panels on pages. Pages are as wide as a paper's text, 174 mm (84 mm where there is one panel), and no higher than 235
 * mm, unless one panel is. Panels of a page are equally wide; those of a line share the axis at the left where all are
 * small.
 */
#include "figure_multiples.h"

#include "growing.h"
#include "needed.h"
#include "reason.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TALLEST = 235.0, SINGLE = 84.0, DOUBLE = 174.0, EDGE = 1.5, HEAD = 5.5;
/* NAMED: more below a panel whose axis is named in larger letters */
static const double LEFT = 12.0, RIGHT = 2.5, GAP = 3.2, LONGER = 3.0; /* LONGER: more room, for longer numbers */
static const double ABOVE = 4.8, BELOW = 7.4, NAMED = 1.6, KEY_LINE = 3.1, KEY_SAMPLE = 12.0;
static const double LOWEST = 13.0, HIGHEST = 34.0, LARGE = 42.0; /* of a panel */
enum { CROWD = 12, COLUMNS = 4, MOST_LARGE = 12 }; /* CROWD: points from which on they are drawn smaller */

/* ---- tiles ---- */

static void *room_for(multiples *of, size_t n, size_t size) { return needed(arena_alloc(&of->memory, n, size)); }

tile *multiples_tile(multiples *to, size_t n_series, size_t n_points, size_t n_segments)
{
    const size_t cells = n_series * n_points;
    to->at = needed(grown(to->at, sizeof *to->at, to->count, &to->room));
    tile *t = &to->at[to->count++];
    *t = (tile){ .n_series = n_series,
                 .n_points = n_points,
                 .n_segments = n_segments,
                 .x = room_for(to, n_points, sizeof *t->x),
                 .segment = room_for(to, n_points, sizeof *t->segment),
                 .point = room_for(to, n_points, sizeof *t->point),
                 .cell = room_for(to, cells, sizeof *t->cell),
                 .ideal = room_for(to, cells, sizeof *t->ideal),
                 .ticks = room_for(to, n_points + n_segments, sizeof *t->ticks),
                 .label = room_for(to, to->kind == MULTIPLES_LARGE ? n_series : 1, sizeof *t->label) };
    for (size_t k = 0; k < cells; k++) t->ideal[k] = NAN;
    return t;
}

void multiples_free(multiples *all)
{
    arena_free(&all->memory);
    free(all->at);
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

static const evidence_point *cell_at(const tile *t, size_t series, size_t point)
{
    return t->cell[series * t->n_points + point];
}

static double mean_at(const tile *t, size_t series, size_t point)
{
    const evidence_point *cell = cell_at(t, series, point);
    return cell && cell->defined ? cell->mean : NAN;
}

static int has_mean(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (isfinite(mean_at(t, series, p))) return 1;
    return 0;
}

static const char *label_of(const multiples *all, const tile *t, size_t series)
{
    return all->kind == MULTIPLES_LARGE ? t->label[series] : all->series[series];
}

static int is_small(const multiples *all) { return all->kind == MULTIPLES_SMALL; }

static int has_ideal(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (isfinite(t->ideal[series * t->n_points + p])) return 1;
    return 0;
}

/* ---- pages ---- */

typedef struct page {
    const multiples *all;
    const tile *at;
    size_t count, n_data, columns, lines; /* n_data: with those that are not drawn */
    double width, height, plot_width, plot_height; /* plot_height: of a small panel */
    double before[COLUMNS]; /* room at the left of a column's panels */
    double key;             /* top of the shared one */
    char *note;
    double low, high; /* of an axis that all share */
} page;

static size_t columns_for(const multiples *all, size_t count)
{
    if (count <= 2 || !is_small(all)) return count < 2 ? count : 2;
    return count <= 9 ? 3 : 4;
}

/* What a key shows: series, and a perfect metric. */
static size_t key_entries(const multiples *all, const tile *t)
{
    size_t ideal = all->ideals && !t;
    for (size_t c = 0; t && all->ideals && c < t->n_series; c++) ideal |= (size_t)has_ideal(t, c);
    return (t ? t->n_series : all->n_series) + ideal;
}

static int has_shared_key(const multiples *all)
{
    return is_small(all) || (all->kind == MULTIPLES_ROWS && all->n_series > 1);
}

/* Whose middle is cut out where no line of the key has room for it. */
static void key_label(const multiples *all, const tile *t, size_t series, double width, char to[SERIES_LABEL])
{
    size_t most = strlen(label_of(all, t, series));
    snprintf(to, SERIES_LABEL, "%s", label_of(all, t, series));
    while (most > 8 && text_millimetres(to, SCRIPT_POINTS) > width - 6.0 - KEY_SAMPLE) {
        snprintf(to, SERIES_LABEL, "%s", label_of(all, t, series));
        cut_middle(to, --most);
    }
}

/* t: whose key it is; NULL: the page's */
static size_t key_lines(const multiples *all, const tile *t, double width)
{
    const size_t series = t ? t->n_series : all->n_series, entries = key_entries(all, t);
    double longest = entries > series ? text_millimetres(all->ideals, SCRIPT_POINTS) : 0.0;
    for (size_t k = 0; k < series; k++) {
        char label[SERIES_LABEL];
        key_label(all, t, k, width, label);
        longest = fmax(longest, text_millimetres(label, SCRIPT_POINTS));
    }
    const double fits = fmin(fmax(floor((width - 6.0) / (longest + KEY_SAMPLE)), 1.0), (double)entries);
    return (size_t)ceil((double)entries / fits);
}

/* Of ROWS: room for a dot of each series. */
static double row_height(const multiples *all) { return fmax(3.6, 1.3 * (double)all->n_series + 1.3); }

static double plot_height(const page *p, const tile *t)
{
    if (p->all->kind == MULTIPLES_ROWS) return row_height(p->all) * (double)t->n_points + 1.5;
    return is_small(p->all) ? p->plot_height : LARGE;
}

static double key_room(const page *p, const tile *t)
{
    if (p->all->kind != MULTIPLES_LARGE) return 0.0;
    return (double)key_lines(p->all, t, p->width / (double)p->columns) * KEY_LINE + 2.0;
}

static double below(const multiples *all) { return BELOW + (is_small(all) ? 0.0 : NAMED); }

static double line_height(const page *p, size_t line)
{
    double plot = 0.0, key = 0.0;
    for (size_t k = line * p->columns; k < p->count && k < (line + 1) * p->columns; k++) {
        plot = fmax(plot, plot_height(p, &p->at[k]));
        key = fmax(key, key_room(p, &p->at[k]));
    }
    return ABOVE + plot + below(p->all) + key;
}

static box tile_box(const page *p, size_t k)
{
    const size_t column = k % p->columns;
    box b = { .left = p->before[0], .top = EDGE + (p->all->heading ? HEAD : 0.0) + ABOVE };
    for (size_t c = 1; c <= column; c++) b.left += p->plot_width + p->before[c];
    for (size_t line = 0; line < k / p->columns; line++) b.top += line_height(p, line);
    b.right = b.left + p->plot_width;
    b.bottom = b.top + plot_height(p, &p->at[k]);
    return b;
}

/* Numbers at the left of a panel, or only space where those of the panel before hold. */
static double room_before(const page *p, size_t k)
{
    const multiples *all = p->all;
    double names = 0.0;
    if (all->kind == MULTIPLES_ROWS) {
        for (size_t n = 0; n < p->at[k].n_ticks; n++)
            names = fmax(names, text_millimetres(p->at[k].ticks[n].text, SCRIPT_POINTS));
        return fmin(names + 5.0, 0.6 * p->width / (double)p->columns);
    }
    if (is_small(all) && p->at[k].fraction && k % p->columns) return GAP - RIGHT;
    return LEFT + (p->at[k].fraction ? 0.0 : LONGER);
}

static void place_columns(page *to)
{
    to->columns = columns_for(to->all, to->count);
    to->lines = (to->count + to->columns - 1) / to->columns;
    to->width = to->columns == 1 ? SINGLE : DOUBLE;
    for (size_t c = 0; c < COLUMNS; c++) to->before[c] = 0.0;
    for (size_t k = 0; k < to->count; k++) {
        double *before = &to->before[k % to->columns];
        *before = fmax(*before, room_before(to, k) + (k % to->columns ? RIGHT : 0.0));
    }
    to->plot_width = to->width - RIGHT;
    for (size_t c = 0; c < to->columns; c++) to->plot_width -= to->before[c];
    to->plot_width /= (double)to->columns;
}

static void place(page *to)
{
    const multiples *all = to->all;
    place_columns(to);
    const double key = has_shared_key(all) ? (double)key_lines(all, NULL, to->width) * KEY_LINE + 2.0 : 0.0;
    const double foot = key + script_note_height(to->note, to->width), head = EDGE + (all->heading ? HEAD : 0.0);
    const double room = (TALLEST - head - foot) / (double)to->lines - ABOVE - below(all);
    to->plot_height = fmax(LOWEST, fmin(fmin(room, HIGHEST), 0.8 * to->plot_width));
    to->key = head;
    for (size_t line = 0; line < to->lines; line++) to->key += line_height(to, line);
    to->height = to->key + foot;
}

static double note_top(const page *p) { return p->height - script_note_height(p->note, p->width); }

/* ---- words ---- */

/* Of fractions: whether two series are defined at the same points, and no eye distinguishes them. */
static int coincide(const tile *t, size_t a, size_t b)
{
    static const double SAME = 0.002;
    for (size_t p = 0; p < t->n_points; p++) {
        const double x = mean_at(t, a, p), y = mean_at(t, b, p);
        if (isfinite(x) != isfinite(y) || fabs(x - y) > SAME) return 0;
    }
    return has_mean(t, a);
}

static void put_coinciding(const page *p, FILE *to)
{
    int any = 0;
    for (size_t k = 0; k < p->count; k++) {
        const tile *t = &p->at[k];
        for (size_t c = 0; c < t->n_series && t->fraction && t->joined && !is_small(p->all); c++) {
            size_t count = 0, earlier = 0;
            while (earlier < c && !coincide(t, earlier, c)) earlier++;
            for (size_t d = c + 1; d < t->n_series && earlier == c; d++) {
                if (!coincide(t, c, d)) continue;
                if (!count++) fprintf(to, "%s%s", any++ ? "; " : " Drawn over each other: ", label_of(p->all, t, c));
                fprintf(to, ", %s", label_of(p->all, t, d));
            }
        }
    }
    if (any) fputc('.', to);
}

static void put_counts(const page *p, const char *name, FILE *to)
{
    size_t values = 0, undefined = 0;
    for (size_t k = 0; k < p->n_data; k++)
        for (size_t c = 0; c < p->at[k].n_series * p->at[k].n_points; c++) {
            const evidence_point *cell = p->at[k].cell[c];
            if (!cell) continue;
            values += cell->seeds;
            undefined += cell->seeds - cell->defined;
        }
    if (undefined) fprintf(to, " %zu of %zu values undefined, see %s.dat.", undefined, values, name);
    else fprintf(to, " All %zu values defined.", values);
}

/* A point as the axis has it, else as the store. */
static const char *point_name(const tile *t, size_t point)
{
    for (size_t k = 0; k < t->n_ticks; k++)
        if (t->ticks[k].at == t->x[point] && t->ticks[k].text[0]) return t->ticks[k].text;
    return t->point[point] ? t->point[point]->point : "";
}

/* "mig from 0.745 at 0 to 0.013 at 1", of points that are words "mig 0.210 to 0.980". */
static void put_words_of(const tile *t, const char *label, size_t series, FILE *to)
{
    double least = INFINITY, most = -INFINITY;
    size_t first = t->n_points, last = 0;
    for (size_t p = 0; p < t->n_points; p++) {
        const double mean = mean_at(t, series, p);
        if (!isfinite(mean)) continue;
        if (first == t->n_points) first = p;
        last = p;
        least = fmin(least, mean);
        most = fmax(most, mean);
    }
    if (first == t->n_points) fprintf(to, "%s undefined", label);
    else if (first == last) fprintf(to, "%s %.3f at %s", label, least, point_name(t, first));
    else if (!t->joined) fprintf(to, "%s %.3f to %.3f", label, least, most);
    else
        fprintf(to, "%s from %.3f at %s to %.3f at %s", label, mean_at(t, series, first), point_name(t, first),
                mean_at(t, series, last), point_name(t, last));
}

/* What is seen, panel by panel. */
static void put_words(const page *p, FILE *to)
{
    for (size_t k = 0; k < p->count; k++) {
        const tile *t = &p->at[k];
        fputs(t->title, to);
        if (t->axis[0]) fprintf(to, " (%s)", t->axis);
        for (size_t c = 0; c < t->n_series; c++) {
            fputs(c ? "; " : ": ", to);
            put_words_of(t, label_of(p->all, t, c), c, to);
        }
        fputs(". ", to);
    }
}

/* The note of a page, or with what is seen before it; to be freed. */
static char *page_words(const making *m, const page *p, const char *name, int seen)
{
    char *text = NULL;
    size_t size;
    FILE *to = needed(open_memstream(&text, &size));
    if (seen) put_words(p, to);
    fputs(p->all->note, to);
    put_counts(p, name, to);
    put_coinciding(p, to);
    if (m->lacking) fprintf(to, " %s", m->lacking);
    needed_close(to);
    return text;
}

/* ---- data ---- */

static void put_tile_data(const multiples *all, const tile *t, size_t *index, FILE *to)
{
    for (size_t c = 0; c < t->n_series; c++) {
        fprintf(to, "%s\n# index %zu: ", *index ? "\n" : "", *index);
        gnuplot_comment(t->title, to);
        fputs(", ", to);
        gnuplot_comment(label_of(all, t, c), to);
        fputc('\n', to);
        for (size_t p = 0; p < t->n_points; p++) {
            const evidence_point *cell = cell_at(t, c, p);
            if (p && t->segment[p] != t->segment[p - 1]) fputc('\n', to);
            fprintf(to, "%.6g", t->x[p]);
            script_put_cell(cell, to);
            script_put_number(t->ideal[c * t->n_points + p], to);
            script_put_field(all->kind == MULTIPLES_ROWS ? t->ticks[p].text : (cell ? cell : t->point[p])->point, to);
            fputc('\n', to);
        }
        ++*index;
    }
}

static void put_data(const void *of, FILE *to)
{
    const page *p = of;
    size_t index = 0;
    fputs("# low, high: 95 % confidence interval of the mean over seeds (Student's t), within the range of the score;"
          " NaN: undefined, or no interval\n# columns: place " SCRIPT_CELL " perfect ",
          to);
    fputs(p->all->kind == MULTIPLES_ROWS ? "name\n" : "point\n", to);
    for (size_t k = 0; k < p->n_data; k++) put_tile_data(p->all, &p->at[k], &index, to);
}

/* ---- script ---- */

static const char NEXT[] = ", \\\n        ";

static size_t style_of(const multiples *all, size_t series)
{
    return all->graded ? SCRIPT_GRADED + series : series % MULTIPLES_SERIES + 1;
}

static void put_frame(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    const double middle = 0.5 * (b.left + b.right);
    fputs("\n    # ", to);
    gnuplot_comment(t->title, to);
    fputc('\n', to);
    script_frame(&b, to);
    if (is_small(p->all)) script_label(t->title, b.left, b.top - 1.7, "left font small_font", to);
    else script_label(t->title, middle, b.top - 2.2, "center font text_font", to);
    if (t->mark[0]) script_label(t->mark, b.right, b.top - 1.7, "right font small_font tc rgb '#606060'", to);
    if (t->axis[0])
        script_label(t->axis, middle, b.bottom + (is_small(p->all) ? 5.2 : 5.8),
                     is_small(p->all) ? "center font small_font" : "center font text_font", to);
    for (size_t s = 1; s < t->n_segments; s++)
        fprintf(to, "    set arrow from %zu, graph 0 to %zu, graph 1 nohead ls 20\n", s, s);
}

/* Means, and the intervals of what is no fraction. */
static void widen(const tile *t, double *low, double *high)
{
    for (size_t c = 0; c < t->n_series * t->n_points; c++) {
        const evidence_point *cell = t->cell[c];
        if (!cell || !isfinite(cell->mean)) continue;
        double ends[2] = { NAN, NAN };
        if (!t->fraction) evidence_mean_interval(cell, ends);
        *low = fmin(*low, isfinite(ends[0]) ? ends[0] : cell->mean);
        *high = fmax(*high, isfinite(ends[1]) ? ends[1] : cell->mean);
    }
}

/* Of fractions [0, 1], or as far out as a mean is; of others from 0, or the least value, to the largest. */
static void find_range(const tile *t, size_t count, double *low, double *high)
{
    *low = 0.0;
    *high = t->fraction ? 1.0 : 0.0;
    for (size_t k = 0; k < count; k++) widen(&t[k], low, high);
    if (t->fraction) {
        *low = *low < -0.02 ? fmax(floor(*low * 10.0) / 10.0, MULTIPLES_LOWEST) : 0.0;
        *high = *high > 1.02 ? ceil(*high * 10.0) / 10.0 : 1.0;
    }
    if (!(*high > *low)) *high = *low + 1.0;
    const double margin = 0.05 * (*high - *low); /* a line at 0 or 1 is drawn whole */
    *low -= margin;
    *high += margin;
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

static void put_scores(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    const int across = p->all->kind == MULTIPLES_ROWS, shared = is_small(p->all) && t->fraction;
    const double room = across ? b.right - b.left : b.bottom - b.top;
    double low = p->low, high = p->high;
    if (!shared) find_range(t, 1, &low, &high);
    double step = sheet_tick_step(0.9 * (high - low));
    if (t->fraction && high - low < 3.0) step = room * 0.2 / (high - low) < 3.6 ? 0.5 : 0.2;
    if (across) step = step_apart(step, high - low, room);
    fprintf(to, "    set %srange [%.4g:%.4g]\n    set %stics %g\n", across ? "x" : "y", low, high, across ? "x" : "y",
            step);
    if (across) return;
    fprintf(to, "    set format y '%s'\n", shared && k % p->columns ? "" : "%g");
    if (k % p->columns && t->fraction && (shared || p->at[k - 1].fraction)) return;
    script_label(t->fraction ? "score (fraction)" : "value (unbounded)", b.left - (t->fraction ? 9.2 : 12.2),
                 0.5 * (b.top + b.bottom), "center rotate by 90 font small_font", to);
}

static void put_points(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    if (p->all->kind == MULTIPLES_ROWS) {
        fprintf(to, "    set yrange [%zu.5:0.5]\n", t->n_points);
        script_ticks("y", t->ticks, t->n_ticks, 0.0, 0.0, 0.0, to);
        fputs("    set grid xtics ytics ls 20\n", to);
        return;
    }
    fprintf(to, "    set xrange [0:%zu]\n", t->n_segments);
    script_ticks("x", t->ticks, t->n_ticks, 0.0, p->plot_width / (double)t->n_segments, p->plot_width, to);
}

/* Where the dots of a series stand next to a point's place. */
static double dodge(const page *p, const tile *t, size_t series)
{
    const double middle = (double)series - 0.5 * (double)(t->n_series - 1), n = (double)t->n_series;
    if (p->all->kind == MULTIPLES_ROWS) return 0.7 * middle / n;
    return middle * fmin(0.7 * (double)t->n_segments / (double)t->n_points / n,
                         2.2 * (double)t->n_segments / p->plot_width);
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
               script_has_interval(cell_at(t, series, end)))
            end++;
        if (end < first + 2) continue;
        fprintf(to, " data index %zu every ::%zu:%zu:%zu:%zu using 1:3:4 with filledcurves ls %zu notitle%s", index,
                first - start, t->segment[first], end - 1 - start, t->segment[first], style, NEXT);
    }
}

static int has_interval(const tile *t, size_t series)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (script_has_interval(cell_at(t, series, p))) return 1;
    return 0;
}

static void put_series(const page *p, const tile *t, size_t series, size_t index, FILE *to)
{
    const size_t style = style_of(p->all, series);
    const int across = p->all->kind == MULTIPLES_ROWS;
    if (!has_mean(t, series)) return;
    if (t->joined) {
        fprintf(to, " data index %zu using 1:($2) with linespoints ls %zu%s notitle%s", index, style,
                t->n_points > CROWD ? " ps 0.3" : "", NEXT);
        return;
    }
    char place[32];
    snprintf(place, sizeof place, "($1%+.4f)", dodge(p, t, series));
    const char *x = across ? "($2)" : place, *y = across ? place : "($2)";
    if (has_interval(t, series))
        fprintf(to, " data index %zu using %s:%s:($3):($4) with %cerrorbars ls %zu lw 0.7 dt 1 ps 0 notitle%s", index,
                x, y, across ? 'x' : 'y', style, NEXT);
    fprintf(to, " data index %zu using %s:%s with points ls %zu notitle%s", index, x, y, style, NEXT);
}

/* The words in a panel that has no score at all: the reason's first word. */
static void put_nothing(const page *p, size_t k, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    char text[LABEL] = "undefined";
    for (size_t c = 0; c < t->n_series; c++)
        if (has_mean(t, c)) return;
    for (size_t c = 0; c < t->n_series * t->n_points; c++) {
        const char *why = t->cell[c] ? t->cell[c]->undefined : NULL;
        if (!why) continue;
        const reason r = reason_read(why);
        snprintf(text, sizeof text, "undefined: %.*s", (int)r.length, r.word);
        break;
    }
    script_label(text, 0.5 * (b.left + b.right), b.bottom - 0.25 * (b.bottom - b.top),
                 "center font small_font tc rgb '#606060'", to);
}

/* Entries of nothing: what is drawn has no titles, so a key is whole where a series is not. */
static void put_key(const page *p, const tile *t, double left, double top, double width, FILE *to)
{
    const multiples *all = p->all;
    const tile *first = t ? t : &p->at[0];
    const size_t series = t ? t->n_series : all->n_series;
    const int joined = first->joined || all->graded;
    fprintf(to,
            "    set key at screen x(%.2f), y(%.2f) left top Left reverse vertical maxrows %zu samplen 3.2 spacing 1.0"
            " font small_font\n    plot",
            left, top, key_lines(all, t, width));
    for (size_t c = 0; c < series; c++) {
        char label[SERIES_LABEL];
        key_label(all, t, c, width, label);
        fprintf(to, "%s NaN with %s ls %zu title ", c ? NEXT : "", joined ? "linespoints" : "points", style_of(all, c));
        gnuplot_string(label, to);
    }
    if (key_entries(all, t) > series) {
        fprintf(to, "%s NaN with lines lc rgb '#B0B0B0' lw 1.8 title ", NEXT);
        gnuplot_string(all->ideals, to);
    }
}

static void put_tile(const page *p, size_t k, size_t *index, FILE *to)
{
    const tile *t = &p->at[k];
    const box b = tile_box(p, k);
    put_frame(p, k, to);
    put_points(p, k, to);
    put_scores(p, k, to);
    put_nothing(p, k, to);
    if (p->all->kind == MULTIPLES_LARGE) {
        put_key(p, t, b.left - 9.0, b.bottom + below(p->all), p->width / (double)p->columns, to);
        fputs(NEXT, to);
    } else {
        fputs("    unset key\n    plot", to);
    }
    for (size_t c = 0; c < t->n_series; c++) put_ideal(p, t, c, *index + c, to);
    for (size_t c = 0; c < t->n_series && t->joined; c++) put_bands(t, c, *index + c, style_of(p->all, c), to);
    for (size_t c = 0; c < t->n_series; c++) put_series(p, t, c, *index + c, to);
    fputs(" NaN notitle\n    unset label\n    unset arrow\n", to); /* each is drawn once */
    *index += t->n_series;
}

/* On an empty plot as high as the page: gnuplot makes a key no higher than its plot. */
static void put_shared_key(const page *p, FILE *to)
{
    fputs("\n    # key\n    unset xtics; unset ytics; unset grid; unset border\n", to);
    script_frame(&(box){ 0.0, p->width, 0.0, p->height }, to);
    fputs("    set xrange [0:1]; set yrange [0:1]\n", to);
    put_key(p, NULL, 2.0, p->key, p->width, to);
    fputc('\n', to);
}

static void put_script(const void *of, FILE *to)
{
    const page *p = of;
    size_t index = 0;
    fputs("    set errorbars 0\n", to);
    if (p->all->graded) script_write_graded(p->all->n_series, to);
    if (p->all->heading) script_label(p->all->heading, p->before[0] - 1.0, EDGE + 1.8, "left font text_font", to);
    for (size_t k = 0; k < p->count; k++) put_tile(p, k, &index, to);
    if (has_shared_key(p->all)) put_shared_key(p, to);
}

/* ---- pages ---- */

/* The panels [first, first + count) placed. The note is to be freed. */
static page page_make(const making *m, const multiples *all, size_t first, size_t count, const char *name)
{
    page to = { .all = all, .at = all->at + first, .count = count, .n_data = count };
    if (first + count == all->count) to.n_data += all->n_aside;
    to.note = page_words(m, &to, name, 0);
    find_range(all->at, all->count, &to.low, &to.high);
    place(&to);
    return to;
}

/* As many panels from `first` on as a page holds, one at least. */
static page page_fill(const making *m, const multiples *all, size_t first, const char *name)
{
    const size_t rest = all->count - first, most = !is_small(all) && rest > MOST_LARGE ? MOST_LARGE : rest;
    page to = page_make(m, all, first, most, name);
    while (to.height > TALLEST + 1e-9 && to.count > 1) {
        free(to.note);
        to = page_make(m, all, first, to.count - 1, name);
    }
    return to;
}

static assay_status draw_page(making *m, const page *p, const char *name)
{
    const multiples *all = p->all;
    char *seen = page_words(m, p, name, 1);
    const figure what = { .name = name,
                          .title = all->title,
                          .scenario = all->scenario,
                          .note = p->note,
                          .seen = seen,
                          .width = p->width,
                          .height = p->height,
                          .foot = note_top(p),
                          .script = put_script,
                          .data = put_data,
                          .of = p };
    const assay_status status = making_figure(m, &what);
    free(seen);
    return status;
}

/* Pages of small panels have about as many each. */
assay_status multiples_draw(making *m, const multiples *all)
{
    char name[FIGURE_NAME];
    assay_status status = ASSAY_OK;
    size_t each = 0;
    for (size_t first = 0, part = 1; first < all->count && status == ASSAY_OK; part++) {
        if (part > 1) snprintf(name, sizeof name, "%.220s-%zu", all->name, part);
        else snprintf(name, sizeof name, "%.240s", all->name);
        page p = page_fill(m, all, first, name);
        const size_t pages = (all->count + p.count - 1) / p.count;
        if (!each) each = (all->count + pages - 1) / pages;
        if (is_small(all) && p.count > each) {
            free(p.note);
            p = page_make(m, all, first, each, name);
        }
        status = draw_page(m, &p, name);
        first += p.count;
        free(p.note);
    }
    return status;
}

void multiples_left_out(size_t all, const char *what, char *note, size_t size)
{
    const size_t used = strlen(note);
    if (all <= MULTIPLES_SERIES) return;
    snprintf(note + used, size - used, " %zu of %zu %s are left out.", all - MULTIPLES_SERIES, all, what);
}
