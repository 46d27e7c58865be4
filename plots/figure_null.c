/*
 * The null plane: scores of codes that say nothing, over the number of rows n and of codes m for each of the d factors.
 *
 * Grey, for each m: sqrt(2 log m / n), what the largest of m correlations of noise with a factor comes to (Joshi et al.
 * 2026, experiment 15; it does not depend on d). It is a bound of correlations: other scores have biases of their own.
 */
#include "figure_documents.h"

#include "figure_multiples.h"
#include "figure_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZES = 24 };

typedef struct plane {
    uint64_t size[SIZES]; /* rising */
    size_t n_sizes;
    double factors[MULTIPLES_CURVES], codes[MULTIPLES_CURVES]; /* by rising codes over factors */
    size_t n_shapes;
    int lacks; /* 1: there were more shapes or sizes than there is room for */
} plane;

/* A parameter of the scenario at a point, where it is named or not. */
static double parameter_of(const scenario_point *at, const char *id)
{
    const assay_scenario *scenario = assay_scenario_find(at->scenario);
    const double set = point_number(at, id);
    for (size_t p = 0; isnan(set) && scenario && p < scenario->n_parameters; p++)
        if (strcmp(scenario->parameters[p].id, id) == 0) return scenario->parameters[p].standard;
    return set;
}

static double codes_of(const scenario_point *at)
{
    const double width = parameter_of(at, "width");
    return width > 0.0 ? width : parameter_of(at, "factors");
}

int null_is_wanted(const score_row *row, const void *context)
{
    (void)context;
    const char *codes = point_word(row->at->at, "codes"), *generators = point_word(row->at->at, "generators");
    return strcmp(row->at->scenario, "guard") == 0 && codes && strcmp(codes, "gaussian-noise") == 0 && !generators;
}

static void plane_add_size(plane *to, uint64_t size)
{
    size_t k = 0;
    while (k < to->n_sizes && to->size[k] < size) k++;
    if (k < to->n_sizes && to->size[k] == size) return;
    to->lacks |= to->n_sizes == SIZES;
    if (to->n_sizes == SIZES) return;
    memmove(to->size + k + 1, to->size + k, (to->n_sizes++ - k) * sizeof *to->size);
    to->size[k] = size;
}

static void plane_add_shape(plane *to, double factors, double codes)
{
    size_t k = 0;
    while (k < to->n_shapes && (to->codes[k] / to->factors[k] < codes / factors ||
                                (to->codes[k] / to->factors[k] == codes / factors && to->codes[k] < codes)))
        k++;
    if (k < to->n_shapes && to->codes[k] == codes && to->factors[k] == factors) return;
    to->lacks |= to->n_shapes == MULTIPLES_CURVES;
    if (to->n_shapes == MULTIPLES_CURVES) return;
    memmove(to->codes + k + 1, to->codes + k, (to->n_shapes - k) * sizeof *to->codes);
    memmove(to->factors + k + 1, to->factors + k, (to->n_shapes++ - k) * sizeof *to->factors);
    to->codes[k] = codes;
    to->factors[k] = factors;
}

/* The score of a series at a shape and a size; NULL: not there. */
static const evidence_point *cell_of(const score_rows *rows, const evidence_series *series, const plane *on,
                                     size_t shape, size_t size)
{
    for (size_t k = 0; k < rows->count; k++) {
        const evidence_point *p = rows->at[k].at;
        if (rows->at[k].of == series && p->samples == on->size[size] && codes_of(p->at) == on->codes[shape] &&
            parameter_of(p->at, "factors") == on->factors[shape])
            return p;
    }
    return NULL;
}

static const evidence_point *any_of(const score_rows *rows, uint64_t size)
{
    size_t k = 0;
    while (rows->at[k].at->samples != size) k++;
    return rows->at[k].at;
}

static void put_sizes(chart_panel *t, const score_rows *rows, const plane *on)
{
    const double least = log((double)on->size[0]), most = log((double)on->size[on->n_sizes - 1]);
    for (size_t p = 0; p < on->n_sizes; p++) {
        const double place = most > least ? (log((double)on->size[p]) - least) / (most - least) : 0.5;
        t->x[p] = 0.04 + 0.92 * place;
        t->point[p] = any_of(rows, on->size[p]);
        if (p && p + 1 < on->n_sizes && p != on->n_sizes / 2) continue; /* first, middle, last */
        t->tick[t->n_ticks].at = t->x[p];
        snprintf(t->tick[t->n_ticks++].text, CHART_TICK, "%llu", (unsigned long long)on->size[p]);
    }
}

static void add_series(chart *to, const score_rows *rows, const plane *on, const evidence_series *series)
{
    chart_panel *t = chart_add(to, on->n_shapes, on->n_sizes, 1);
    t->fraction = t->joined = 1;
    curve_label(series, series->preset, t->title);
    snprintf(t->axis, sizeof t->axis, "rows n, logarithmic");
    put_sizes(t, rows, on);
    for (size_t s = 0; s < on->n_shapes; s++) {
        const double ratio = on->codes[s] / on->factors[s];
        snprintf(t->label[s], CHART_LABEL, "m/d=%g (%g/%g)", ratio, on->codes[s], on->factors[s]);
        for (size_t p = 0; p < on->n_sizes; p++) {
            t->cell[s * on->n_sizes + p] = cell_of(rows, series, on, s, p);
            t->ideal[s * on->n_sizes + p] = fmin(1.0, sqrt(2.0 * log(on->codes[s]) / (double)on->size[p]));
        }
    }
}

assay_status null_draw(making *m, const score_rows *from, const document *what, const char *name)
{
    plane on = { .n_sizes = 0 };
    char note[1024];
    score_rows rows = figure_rows(from, null_is_wanted, NULL);
    for (size_t k = 0; k < rows.count; k++) {
        plane_add_size(&on, rows.at[k].at->samples);
        plane_add_shape(&on, parameter_of(rows.at[k].at->at, "factors"), codes_of(rows.at[k].at->at));
    }
    snprintf(note, sizeof note,
             "Scenario guard, codes of Gaussian noise, m codes for d factors: what is above 0 is not due to the codes. "
             "Mean over seeds; bands: 95 %% confidence interval of the mean. Grey: the largest of m correlations of "
             "noise, by its theory, for each m.%s",
             on.lacks ? " There are more shapes or sizes than are drawn." : "");
    multiples page = { .name = name, .title = what->title, .heading = what->title, .scenario = what->scenario,
                       .note = note, .graded = 1, .ideals = "√(2 log m / n), correlations" };
    for (size_t k = 0; k < rows.count; k++) {
        const evidence_series *of = rows.at[k].of;
        size_t before = 0;
        while (rows.at[before].of != of) before++;
        if (before == k && series_is_fraction(of) && of->measures) add_series(&page.panels, &rows, &on, of);
    }
    const assay_status status = multiples_draw(m, &page);
    score_rows_free(&rows);
    return status;
}
