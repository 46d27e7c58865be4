/*
 * Maps of colours. Undefined and missing cells are grey. The colours are viridis (van der Walt and Smith 2015), which
 * grows evenly in lightness and is read by colour-blind readers.
 */
#include "figure_map.h"

#include "wording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WIDTH = 174.0, RIGHT = 16.0, TOP = 7.5, ROW = 3.3, TICKS = 4.5, AXIS = 5.5, NOTE_LINE = 3.0;
static const double SMALL = 7.0; /* points */

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
        if (!series_is_fraction(mine) || !curve_defined(s, c)) continue;
        while (r < m->n_rows && m->row[r] != mine) r++;
        if (r == m->n_rows) {
            r = after;
            memmove(m->row + r + 1, m->row + r, (m->n_rows++ - r) * sizeof *m->row);
            m->row[r] = mine;
        }
        after = r + 1;
    }
}

assay_status map_make(const sheets *all, size_t first, map *to)
{
    size_t curves = 0;
    *to = (map){ .part = calloc(all->count, sizeof *to->part) };
    if (!to->part) return ASSAY_ENOMEM;
    for (size_t k = first; k < all->count; k++) {
        const sheet *s = &all->at[k];
        if (!sheets_stand_together(s, &all->at[first])) continue;
        to->part[to->n_parts++] = s;
        to->n_columns += s->n_points;
        curves += s->n_curves;
    }
    to->row = calloc(curves + 1, sizeof *to->row);
    if (!to->row) {
        map_free(to);
        return ASSAY_ENOMEM;
    }
    for (size_t k = 0; k < to->n_parts; k++) take_rows(to, to->part[k]);
    to->preset = to->n_rows ? to->row[0]->preset : NULL;
    for (size_t r = 1; r < to->n_rows && to->preset; r++)
        if (strcmp(to->row[r]->preset, to->preset) != 0) to->preset = NULL;
    return ASSAY_OK;
}

void map_free(map *m)
{
    free(m->part);
    free(m->row);
    *m = (map){ 0 };
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
        const double name = text_millimetres(text, SMALL);
        *longest = fmax(*longest, name);
        if (name + 2.0 > (m->right - m->left) * (double)m->part[k]->n_points / (double)m->n_columns) fit = 0;
    }
    return fit;
}

void map_place(map *m, size_t note_lines)
{
    double names = 0.0, longest;
    char text[300];
    for (size_t r = 0; r < m->n_rows; r++) {
        curve_label(m->row[r], m->preset, text);
        names = fmax(names, text_millimetres(text, SMALL));
    }
    m->width = WIDTH;
    m->left = names + 5.0;
    m->right = WIDTH - RIGHT;
    m->brief = 0;
    if (!names_fit(m, &longest)) {
        m->brief = 1;
        m->turned = !names_fit(m, &longest);
    }
    m->top = TOP;
    m->bottom = m->top + ROW * (double)m->n_rows;
    m->below = m->bottom + TICKS;
    m->note = m->below + (m->turned ? longest + 1.0 : 3.5) + AXIS;
    m->height = m->note + NOTE_LINE * (double)note_lines + 1.5;
}

/* ---- data ---- */

void map_write_data(const map *m, const figure_words *words, FILE *to)
{
    script_write_data_header(words, to);
    fputs("# columns: column row mean low high sd seeds defined undefined name point\n", to);
    for (size_t r = 0; r < m->n_rows; r++) {
        size_t column = 0;
        for (size_t k = 0; k < m->n_parts; k++) {
            for (size_t p = 0; p < m->part[k]->n_points; p++) {
                const evidence_point *cell = find_cell(m->part[k], m->row[r], p);
                fprintf(to, "%zu %zu", ++column, r + 1);
                script_put_summary(cell, to);
                script_put_reason(cell, to);
                script_put_name(m->row[r], to);
                fputc(' ', to);
                gnuplot_field(m->part[k]->point[p]->point, to);
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
        const double cell = (m->right - m->left) / (double)m->n_columns;
        const double middle = m->left + cell * ((double)column + 0.5 * (double)n);
        part_name(m->part[k], m->brief, name, sizeof name);
        fputs("    set label ", to);
        gnuplot_string(name, to);
        fprintf(to, " at screen x(%.1f), y(%.1f) %s font small_font\n", middle, m->below + (m->turned ? 0.0 : 1.5),
                m->turned ? "right rotate by 90" : "center");
        column += n;
        if (k + 1 < m->n_parts)
            fprintf(to, "    set arrow from %zu.5, graph 0 to %zu.5, graph 1 nohead front lc rgb 'white' lw 2\n",
                    column, column);
    }
}

/* A number below each column where it does not touch the one before. */
static void put_columns(const map *m, FILE *to)
{
    const double cell = (m->right - m->left) / (double)m->n_columns;
    double free_from = -INFINITY;
    size_t column = 0;
    fprintf(to, "    set xrange [0.5:%zu.5]\n    set xtics (", m->n_columns);
    for (size_t k = 0; k < m->n_parts; k++) {
        for (size_t p = 0; p < m->part[k]->n_points; p++) {
            char text[64] = "";
            const double at = cell * ((double)column + 0.5);
            if (m->part[k]->numeric) snprintf(text, sizeof text, "%.6g", m->part[k]->x[p]);
            const double half = 0.5 * text_millimetres(text, SMALL);
            if (at - half < free_from) text[0] = '\0';
            else free_from = at + half + 1.0;
            fprintf(to, "%s'%s' %zu", column ? ", " : "", text, column + 1);
            column++;
        }
    }
    fputs(")\n", to);
}

static void put_rows(const map *m, FILE *to)
{
    fprintf(to, "    set yrange [%zu.5:0.5]\n    set ytics (", m->n_rows);
    for (size_t r = 0; r < m->n_rows; r++) {
        char label[LABEL];
        curve_label(m->row[r], m->preset, label);
        if (r) fputs(", ", to);
        gnuplot_string(label, to);
        fprintf(to, " %zu", r + 1);
    }
    fputs(")\n", to);
}

/* What the columns are: "share of noise; side by side: attribute". */
static void put_axis(const map *m, const figure_words *words, FILE *to)
{
    char text[600];
    wording w = WORDING(text);
    wording_add(&w, "%s; side by side: ", words->axis);
    const settings *fixed = &m->part[0]->fixed;
    for (size_t k = 0; k < fixed->n; k++) wording_add(&w, "%s%s", k ? ", " : "", symbol_text(fixed->at[k].name));
    fputs("    set label ", to);
    gnuplot_string(text, to);
    fprintf(to, " at screen x(%.1f), y(%.1f) center font text_font\n", 0.5 * (m->left + m->right), m->note - 3.5);
}

void map_write(const map *m, const figure_words *words, FILE *to)
{
    const int named = m->preset && strcmp(m->preset, "default") != 0;
    char title[300];
    snprintf(title, sizeof title, "%s%s%s", m->part[0]->title, named ? ", " : "", named ? m->preset : "");
    script_write_header(words, m->width, m->height, to);
    script_write_note(words, m->width, m->note, to);
    fprintf(to, "    set lmargin at screen x(%.1f); set rmargin at screen x(%.1f)\n", m->left, m->right);
    fprintf(to, "    set tmargin at screen y(%.1f); set bmargin at screen y(%.1f)\n    set title ", m->top, m->bottom);
    gnuplot_string(title, to);
    fputs(" font text_font offset 0,-0.4\n    unset grid; unset key\n", to);
    put_rows(m, to);
    put_columns(m, to);
    put_parts(m, to);
    put_axis(m, words, to);
    fprintf(to, "    set label 'score (fraction)' at screen x(%.1f), y(%.1f) center rotate by 90 font text_font\n",
            m->width - 2.0, 0.5 * (m->top + m->bottom));
    fputs("    set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fillcolor rgb '#C8C8C8' fillstyle solid"
          " noborder\n"
          "    set palette defined (0 '#440154', 1 '#472D7B', 2 '#3B528B', 3 '#2C728E', 4 '#21918C', 5 '#28AE80',"
          " 6 '#5EC962', 7 '#ADDC30', 8 '#FDE725')\n"
          "    set style fill solid noborder\n    set cbrange [0:1]; set cbtics 0, 0.2, 1 offset -0.6,0\n", to);
    fprintf(to, "    set colorbox user vertical origin screen x(%.1f), y(%.1f) size screen %.1f / W, %.1f / H\n",
            m->right + 2.0, m->bottom, 2.5, m->bottom - m->top);
    fputs("    plot data using 1:2:3 with image pixels\n    unset label\n\n"
          "    unset multiplot\n    unset output\n}\n", to);
}
