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
    size_t n_parts, n_columns, n_rows;
    const evidence_series **row; /* each curve that is a fraction and defined somewhere */
    chart panels;                /* one: a curve for each row, a segment for each setting */
    const chart_panel *t;
    chart_tick *name;   /* [n_rows] at the left */
    const char *preset; /* what all rows share; NULL */
    box at;
    double below, foot; /* tops of the names of settings, and of the note */
    int brief, turned;  /* these leave out the parameter; are written upwards */
} map;

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

/* Numbers below the columns, names at the left of the rows. */
static void fill(map *m)
{
    chart_panel *t = chart_add(&m->panels, m->n_rows, m->n_columns, m->n_parts);
    m->t = t;
    m->name = needed(calloc(m->n_rows + 1, sizeof *m->name));
    for (size_t r = 0; r < m->n_rows; r++) {
        m->name[r].at = (double)r + 1.0;
        curve_label(m->row[r], m->preset, m->name[r].text);
        series_text(m->row[r], t->label[r], CHART_LABEL);
    }
    for (size_t k = 0, first = 0; k < m->n_parts; first += m->part[k++]->n_points) {
        const sheet *s = m->part[k];
        for (size_t p = 0; p < s->n_points; p++) {
            t->point[first + p] = s->point[p];
            t->tick[first + p].at = (double)(first + p) + 1.0;
            if (s->numeric) snprintf(t->tick[first + p].text, CHART_TICK, "%.6g", s->x[p]);
        }
        for (size_t r = 0; r < m->n_rows; r++)
            for (size_t c = 0; c < s->n_curves; c++)
                if (s->curve[c] == m->row[r]) chart_take(t, r, first, s, c);
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
    for (size_t k = 0; k < to.n_parts; k++) take_rows(&to, to.part[k]);
    to.preset = shared_preset(to.row, NULL, to.n_rows);
    fill(&to);
    return to;
}

/* "code=ideal, δ=0.5"; brief: "ideal, 0.5", and the axis says which parameters they are. */
static void part_name(const sheet *s, int brief, char *to, size_t size)
{
    wording w = wording_in(to, size);
    if (!brief) chart_settings(&s->fixed, to, size);
    for (size_t k = 0; k < s->fixed.n && brief; k++) {
        char value[128];
        setting_print(&s->fixed.at[k], value, sizeof value);
        wording_join(&w, ", ", value);
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

static void place(map *m)
{
    double names = 0.0, longest;
    for (size_t r = 0; r < m->n_rows; r++) names = fmax(names, text_millimetres(m->name[r].text, SCRIPT_POINTS));
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
    for (size_t r = 0; r < m->n_rows; r++)
        for (size_t column = 0; column < m->n_columns; column++) {
            fprintf(to, "%zu %zu", column + 1, r + 1);
            script_put_cell(chart_cell(m->t, r, column), to);
            script_put_field(m->t->label[r], to);
            script_put_field(m->t->point[column]->point, to);
            fputc('\n', to);
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
    script_ticks("x", m->t->tick, m->n_columns, 0.5, room / (double)m->n_columns, room, to);
    script_ticks("y", m->name, m->n_rows, 0.0, 0.0, 0.0, to);
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

static void put_note(const sheets *all, const sheet *s, char *to, size_t size)
{
    const figure_totals of = figure_count(all, s);
    char samples[80];
    sheet_samples_text(s, samples, sizeof samples);
    snprintf(to, size,
             "%s. Mean over %s, %s; scores below 0 are as dark as 0. Grey: undefined (%zu of %zu values of "
             "all metrics) or not scored. Metrics that are undefined throughout or have no upper bound are left out.",
             s->title, of.seeds, samples, of.undefined, of.values);
}

assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name)
{
    const sheet *s = &all->at[first];
    map colours = map_make(all, first);
    char note[3 * FIGURE_NAME];
    assay_status status = ASSAY_OK;
    if (colours.n_rows) {
        place(&colours);
        put_note(all, s, note, sizeof note);
        status = making_figure(m, &(figure){ .name = name, .title = s->title, .scenario = s->scenario, .note = note,
                                             .width = WIDTH, .foot = colours.foot, .script = put_script,
                                             .data = put_data, .of = &colours });
    }
    chart_free(&colours.panels);
    free(colours.name);
    free(colours.part);
    free(colours.row);
    return status;
}
