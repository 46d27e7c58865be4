/*
 * Maps of colours. Undefined and missing cells are grey. The colours are viridis (van der Walt and Smith 2015), which
 * grows evenly in lightness and is read by colour-blind readers.
 */
#include "figure_documents.h"

#include "figure_names.h"
#include "figure_script.h"
#include "needed.h"
#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WIDTH = 174.0, RIGHT = 16.0, TOP = 7.5, ROW = 3.3, TICKS = 4.5, AXIS = 5.5;

typedef struct map {
    const sheet **part; /* the settings, side by side */
    size_t n_parts;
    const evidence_series **row; /* a cell of each curve that is a fraction and defined somewhere */
    size_t n_rows, n_columns;
    chart_tick *ticks;        /* [n_columns + n_rows]: numbers below, names at the left */
    const char *preset; /* what all rows share; NULL */
    box at;
    double below, foot; /* tops of the names of settings, and of the note */
    int brief, turned;  /* these leave out the parameter; are written upwards */
} map;

static const evidence_point *find_cell(const sheet *s, const evidence_series *row, size_t point)
{
    for (size_t c = 0; c < s->n_curves; c++) {
        if (s->curve[c] == row) return s->cell[c * s->n_points + point];
    }
    return NULL;
}

/* A curve that is new goes behind the last one of its neighbours. */
static void take_rows(map *m, const sheet *s)
{
    for (size_t c = 0, after = 0; c < s->n_curves; c++) {
        const evidence_series *mine = s->curve[c];
        size_t r = 0;
        if (!series_is_fraction(mine) || !sheet_curve_defined(s, c)) continue;
        while (r < m->n_rows && m->row[r] != mine) r++;
        if (r == m->n_rows) {
            r = after;
            memmove(m->row + r + 1, m->row + r, (m->n_rows++ - r) * sizeof *m->row);
            m->row[r] = mine;
        }
        after = r + 1;
    }
}

/* The sheets from `first` on that are the same scenario and samples. Zero rows: nothing to draw. */
static map map_make(const sheets *all, size_t first)
{
    size_t curves = 0;
    map to = { .part = needed(calloc(all->count, sizeof *to.part)) };
    for (size_t k = first; k < all->count; k++) {
        const sheet *s = &all->at[k];
        if (!sheets_stand_together(s, &all->at[first])) continue;
        to.part[to.n_parts++] = s;
        to.n_columns += s->n_points;
        curves += s->n_curves;
    }
    to.row = needed(calloc(curves + 1, sizeof *to.row));
    to.ticks = needed(calloc(to.n_columns + curves + 1, sizeof *to.ticks));
    for (size_t k = 0; k < to.n_parts; k++) take_rows(&to, to.part[k]);
    to.preset = shared_preset(to.row, NULL, to.n_rows);
    return to;
}

/* "code=ideal, δ=0.5"; brief: "ideal, 0.5", and the axis says which parameters they are. */
static void part_name(const sheet *s, int brief, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < s->fixed.n; k++) {
        char value[128];
        setting_print(&s->fixed.at[k], value, sizeof value);
        wording_add(&w, "%s%s%s%s", w.used ? ", " : "", brief ? "" : symbol_text(s->fixed.at[k].name),
                    brief ? "" : "=", value);
    }
}

/* Whether every setting's name fits below its columns; *longest in millimetres. */
static int names_fit(const map *m, double *longest)
{
    int fit = 1;
    *longest = 0.0;
    for (size_t k = 0; k < m->n_parts; k++) {
        char text[300];
        part_name(m->part[k], m->brief, text, sizeof text);
        const double name = text_millimetres(text, SCRIPT_POINTS);
        *longest = fmax(*longest, name);
        if (name + 2.0 > (m->at.right - m->at.left) * (double)m->part[k]->n_points / (double)m->n_columns) fit = 0;
    }
    return fit;
}

static void name_ticks(map *m)
{
    size_t n = 0;
    for (size_t k = 0; k < m->n_parts; k++)
        for (size_t p = 0; p < m->part[k]->n_points; p++, n++) {
            m->ticks[n].at = (double)n + 1.0;
            if (m->part[k]->numeric) snprintf(m->ticks[n].text, CHART_TICK, "%.6g", m->part[k]->x[p]);
        }
    for (size_t r = 0; r < m->n_rows; r++) {
        m->ticks[n + r].at = (double)r + 1.0;
        curve_label(m->row[r], m->preset, m->ticks[n + r].text);
    }
}

static void place(map *m)
{
    double names = 0.0, longest;
    name_ticks(m);
    for (size_t r = 0; r < m->n_rows; r++)
        names = fmax(names, text_millimetres(m->ticks[m->n_columns + r].text, SCRIPT_POINTS));
    m->at = (box){ names + 5.0, WIDTH - RIGHT, TOP, TOP + ROW * (double)m->n_rows };
    m->brief = !names_fit(m, &longest);
    m->turned = m->brief && !names_fit(m, &longest);
    m->below = m->at.bottom + TICKS;
    m->foot = m->below + (m->turned ? longest + 1.0 : 3.5) + AXIS;
}

/* ---- data ---- */

static void put_data(const void *of, FILE *to)
{
    const map *m = of;
    fputs("# columns: column row " SCRIPT_CELL " name point\n", to);
    for (size_t r = 0; r < m->n_rows; r++) {
        size_t column = 0;
        char name[512];
        series_text(m->row[r], name, sizeof name);
        for (size_t k = 0; k < m->n_parts; k++) {
            for (size_t p = 0; p < m->part[k]->n_points; p++) {
                fprintf(to, "%zu %zu", ++column, r + 1);
                script_put_cell(find_cell(m->part[k], m->row[r], p), to);
                script_put_field(name, to);
                script_put_field(m->part[k]->point[p]->point, to);
                fputc('\n', to);
            }
        }
    }
}

/* ---- script ---- */

/* A line between settings, their names below the numbers of the axis. */
static void put_parts(const map *m, FILE *to)
{
    size_t column = 0;
    for (size_t k = 0; k < m->n_parts; k++) {
        char name[300];
        const size_t n = m->part[k]->n_points;
        const double cell = (m->at.right - m->at.left) / (double)m->n_columns;
        const double middle = m->at.left + cell * ((double)column + 0.5 * (double)n);
        part_name(m->part[k], m->brief, name, sizeof name);
        script_label(name, middle, m->below + (m->turned ? 0.0 : 1.5),
                     m->turned ? "right rotate by 90 font small_font" : "center font small_font", to);
        column += n;
        if (k + 1 < m->n_parts)
            fprintf(to, "    set arrow from %zu.5, graph 0 to %zu.5, graph 1 nohead front lc rgb 'white' lw 2\n",
                    column, column);
    }
}

/* What the columns are: "share of noise; side by side: attribute". */
static void put_axis(const map *m, FILE *to)
{
    char text[600], axis[160];
    wording w = WORDING(text);
    sheet_axis_text(m->part[0], 50, axis, sizeof axis);
    wording_add(&w, "%s; side by side: ", axis);
    const settings *fixed = &m->part[0]->fixed;
    for (size_t k = 0; k < fixed->n; k++) wording_add(&w, "%s%s", k ? ", " : "", symbol_text(fixed->at[k].name));
    script_label(text, 0.5 * (m->at.left + m->at.right), m->foot - 3.5, "center font text_font", to);
}

static void put_script(const void *of, FILE *to)
{
    const map *m = of;
    const double room = m->at.right - m->at.left;
    char title[300];
    snprintf(title, sizeof title, "%s%s%s", m->part[0]->title, m->preset ? ", " : "", m->preset ? m->preset : "");
    script_frame(&m->at, to);
    script_label(title, 0.5 * (m->at.left + m->at.right), TOP - 2.2, "center font text_font", to);
    fprintf(to, "    unset grid; unset key\n    set xrange [0.5:%zu.5]\n    set yrange [%zu.5:0.5]\n", m->n_columns,
            m->n_rows);
    script_ticks("x", m->ticks, m->n_columns, 0.5, room / (double)m->n_columns, room, to);
    script_ticks("y", m->ticks + m->n_columns, m->n_rows, 0.0, 0.0, 0.0, to);
    put_parts(m, to);
    put_axis(m, to);
    script_label("score (fraction)", WIDTH - 2.0, 0.5 * (m->at.top + m->at.bottom),
                 "center rotate by 90 font text_font", to);
    fputs("    set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fillcolor rgb '#C8C8C8' fillstyle solid"
          " noborder\n"
          "    set palette defined (0 '#440154', 1 '#472D7B', 2 '#3B528B', 3 '#2C728E', 4 '#21918C', 5 '#28AE80',"
          " 6 '#5EC962', 7 '#ADDC30', 8 '#FDE725')\n"
          "    set style fill solid noborder\n    set cbrange [0:1]; set cbtics 0, 0.2, 1 offset -0.6,0\n", to);
    fprintf(to, "    set colorbox user vertical origin screen x(%.1f), y(%.1f) size screen %.1f / W, %.1f / H\n",
            m->at.right + 2.0, m->at.bottom, 2.5, m->at.bottom - m->at.top);
    fputs("    plot data using 1:2:3 with image pixels\n    unset label\n", to);
}

/* ---- the figure ---- */

static void map_note(const map *m, char *to, size_t size)
{
    const sheet *s = m->part[0];
    size_t values = 0, undefined = 0, least = s->least_seeds, most = s->most_seeds;
    char seeds[80], samples[80];
    for (size_t k = 0; k < m->n_parts; k++) {
        values += m->part[k]->values;
        undefined += m->part[k]->undefined;
        if (m->part[k]->least_seeds < least) least = m->part[k]->least_seeds;
        if (m->part[k]->most_seeds > most) most = m->part[k]->most_seeds;
    }
    seeds_text(least, most, seeds, sizeof seeds);
    sheet_samples_text(s, samples, sizeof samples);
    snprintf(to, size,
             "%s. Mean over %s, %s; scores below 0 are as dark as 0. Grey: undefined (%zu of %zu values of "
             "all metrics) or not scored. Metrics that are undefined throughout or have no upper bound are left out.",
             s->title, seeds, samples, undefined, values);
}

static assay_status draw(making *m, const map *colours, const char *name)
{
    char note[3 * FIGURE_NAME];
    map_note(colours, note, sizeof note);
    const figure what = { .name = name,
                          .title = colours->part[0]->title,
                          .scenario = colours->part[0]->scenario,
                          .note = note,
                          .width = WIDTH,
                          .foot = colours->foot,
                          .script = put_script,
                          .data = put_data,
                          .of = colours };
    return making_figure(m, &what);
}

assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name)
{
    map colours = map_make(all, first);
    assay_status status = ASSAY_OK;
    if (colours.n_rows) {
        place(&colours);
        status = draw(m, &colours, name);
    }
    free(colours.part);
    free(colours.row);
    free(colours.ticks);
    return status;
}
