/* All settings of a scenario at one number of samples as one map of colours: scores down, points across. */
#include "figure_documents.h"

#include "figure_heat.h"
#include "figure_names.h"
#include "needed.h"

#include <string.h>

typedef struct map {
    const sheet **part; /* the settings, side by side */
    size_t n_parts, n_columns, n_rows;
    const evidence_series **row; /* each curve that is a fraction and defined somewhere */
    chart_tick *name, *number;   /* [n_rows] at the left, [n_columns] below */
    heat_group *group;           /* [n_parts] */
    const char *preset;          /* what all rows share; NULL */
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
static const char *part_name(const sheet *s)
{
    const char *text = "";
    for (size_t k = 0; k < s->fixed.n; k++) text = phrase_join(text, ", ", setting_text(&s->fixed.at[k]));
    return text;
}

static void name_all(map *m)
{
    m->preset = shared_preset(m->row, NULL, m->n_rows);
    for (size_t r = 0; r < m->n_rows; r++)
        m->name[r] = (chart_tick){ (double)r + 1.0, curve_label(m->row[r], m->preset) };
    for (size_t k = 0, column = 0; k < m->n_parts; k++) {
        const sheet *s = m->part[k];
        m->group[k] = (heat_group){ part_name(s), s->n_points };
        for (size_t p = 0; p < s->n_points; p++, column++)
            m->number[column] = (chart_tick){ (double)column + 1.0, s->numeric ? phrase("%.6g", s->x[p]) : "" };
    }
}

/* The sheets from `first` on that are the same scenario and samples. Zero rows: nothing to draw. */
static map map_make(const sheets *all, size_t first)
{
    size_t curves = 0;
    map to = { .part = kept(all->count, sizeof *to.part) };
    for (size_t k = first; k < all->count; k++) {
        const sheet *s = &all->at[k];
        if (!sheets_stand_together(s, &all->at[first])) continue;
        to.part[to.n_parts++] = s;
        to.n_columns += s->n_points;
        curves += s->n_curves;
    }
    to.row = kept(curves + 1, sizeof *to.row);
    to.name = kept(curves + 1, sizeof *to.name);
    to.number = kept(to.n_columns + 1, sizeof *to.number);
    to.group = kept(to.n_parts, sizeof *to.group);
    for (size_t k = 0; k < to.n_parts; k++) take_rows(&to, to.part[k]);
    name_all(&to);
    return to;
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
        const char *name = series_text(m->row[r]);
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
static const char *axis_text(const sheet *s)
{
    const char *names = "";
    for (size_t k = 0; k < s->fixed.n; k++) names = phrase_join(names, ", ", symbol_text(s->fixed.at[k].name));
    return phrase("%s; side by side: %s", sheet_axis_text(s, 50), names);
}

static const char *note_text(const sheets *all, const sheet *s)
{
    const figure_totals of = figure_count(all, s);
    return phrase("%s. Mean over %s, %s; scores below 0 are as dark as 0. Grey: undefined (%zu of %zu values of all "
                  "metrics) or not scored. Metrics that are undefined throughout or have no upper bound are left out.",
                  s->title, of.seeds, sheet_samples_text(s), of.undefined, of.values);
}

assay_status pages_draw_map(making *m, const sheets *all, size_t first, const char *name)
{
    const sheet *s = &all->at[first];
    const map of = map_make(all, first);
    if (!of.n_rows) return ASSAY_OK;
    return heat_draw(m, &(heat){ .name = name,
                                 .title = s->title,
                                 .scenario = s->scenario,
                                 .note = note_text(all, s),
                                 .heading = of.preset ? phrase_join(s->title, ", ", of.preset) : s->title,
                                 .axis = axis_text(s),
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
}
