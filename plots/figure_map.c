/* All settings of a scenario at one number of samples as one map of colours: scores down, points across. */
#include "figure_documents.h"

#include "figure_heat.h"
#include "figure_names.h"
#include "needed.h"
#include "wording.h"

#include <string.h>

enum { AXIS = 600, PART = 300 };

typedef struct map {
    const sheet **part; /* the settings, side by side */
    size_t n_parts, n_columns, n_rows;
    const evidence_series **row; /* each curve that is a fraction and defined somewhere */
    chart_tick *name, *number;   /* [n_rows] at the left, [n_columns] below */
    heat_group *group;           /* [n_parts] */
    char (*part_name)[PART];
    const char *preset; /* what all rows share; NULL */
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

/* "ideal, 0.5": the axis says which parameters they are. */
static void part_name(const sheet *s, char to[PART])
{
    wording w = wording_in(to, PART);
    for (size_t k = 0; k < s->fixed.n; k++) {
        char value[128];
        setting_print(&s->fixed.at[k], value, sizeof value);
        wording_join(&w, ", ", value);
    }
}

static void name_all(map *m)
{
    m->preset = shared_preset(m->row, NULL, m->n_rows);
    for (size_t r = 0; r < m->n_rows; r++) {
        m->name[r].at = (double)r + 1.0;
        curve_label(m->row[r], m->preset, m->name[r].text);
    }
    for (size_t k = 0, column = 0; k < m->n_parts; k++) {
        const sheet *s = m->part[k];
        part_name(s, m->part_name[k]);
        m->group[k] = (heat_group){ m->part_name[k], s->n_points };
        for (size_t p = 0; p < s->n_points; p++, column++) {
            m->number[column].at = (double)column + 1.0;
            if (s->numeric) snprintf(m->number[column].text, CHART_TICK, "%.6g", s->x[p]);
        }
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
    to.name = needed(calloc(curves + 1, sizeof *to.name));
    to.number = needed(calloc(to.n_columns + 1, sizeof *to.number));
    to.group = needed(calloc(to.n_parts, sizeof *to.group));
    to.part_name = needed(calloc(to.n_parts, sizeof *to.part_name));
    for (size_t k = 0; k < to.n_parts; k++) take_rows(&to, to.part[k]);
    name_all(&to);
    return to;
}

static void map_free(map *m)
{
    free(m->part);
    free(m->row);
    free(m->name);
    free(m->number);
    free(m->group);
    free(m->part_name);
}

/* What a row has at a point of a setting; NULL: nothing. */
static const evidence_point *cell_of(const map *m, size_t row, const sheet *s, size_t point)
{
    for (size_t c = 0; c < s->n_curves; c++)
        if (s->curve[c] == m->row[row]) return s->cell[c * s->n_points + point];
    return NULL;
}

static void put_data(const void *of, FILE *to)
{
    const map *m = of;
    fputs("# columns: column row " SCRIPT_CELL " name point\n", to);
    for (size_t r = 0; r < m->n_rows; r++) {
        char name[CHART_LABEL];
        series_text(m->row[r], name, sizeof name);
        for (size_t k = 0, column = 1; k < m->n_parts; k++)
            for (size_t p = 0; p < m->part[k]->n_points; p++, column++) {
                fprintf(to, "%zu %zu", column, r + 1);
                script_put_cell(cell_of(m, r, m->part[k], p), to);
                script_put_field(name, to);
                script_put_field(m->part[k]->point[p]->point, to);
                fputc('\n', to);
            }
    }
}

/* What the columns are: "share of noise; side by side: attribute". */
static void axis_text(const sheet *s, char to[AXIS])
{
    char axis[160];
    wording w = wording_in(to, AXIS);
    sheet_axis_text(s, 50, axis, sizeof axis);
    wording_add(&w, "%s; side by side: ", axis);
    for (size_t k = 0; k < s->fixed.n; k++) wording_add(&w, "%s%s", k ? ", " : "", symbol_text(s->fixed.at[k].name));
}

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
    map of = map_make(all, first);
    char note[3 * FIGURE_NAME], heading[300], axis[AXIS];
    assay_status status = ASSAY_OK;
    put_note(all, s, note, sizeof note);
    axis_text(s, axis);
    snprintf(heading, sizeof heading, "%s%s%s", s->title, of.preset ? ", " : "", of.preset ? of.preset : "");
    if (of.n_rows)
        status = heat_draw(m, &(heat){ .name = name,
                                       .title = s->title,
                                       .scenario = s->scenario,
                                       .note = note,
                                       .heading = heading,
                                       .axis = axis,
                                       .scale = "score (fraction)",
                                       .row = of.name,
                                       .column = of.number,
                                       .group = of.group,
                                       .n_rows = of.n_rows,
                                       .n_columns = of.n_columns,
                                       .n_groups = of.n_parts,
                                       .widest = INFINITY,
                                       .data = put_data,
                                       .of = &of });
    map_free(&of);
    return status;
}
