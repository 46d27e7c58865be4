/*
 * Sheets along what a scenario is there for: numbers of samples, an option's values, factors of different numbers of
 * values. Everything else is laid out as ever.
 */
#include "sheets_inside.h"

#include "ascending.h"
#include "moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 3 }; /* numbers of samples that make an axis */

/* ---- what there is ---- */

typedef struct extent {
    uint64_t *size; /* rising */
    size_t n_sizes;
    const stored_point **point; /* as they come */
    size_t n_points;
} extent;

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void extent_free(extent *e)
{
    free(e->size);
    free(e->point);
}

static assay_status extent_of(const score_row *row, size_t n, extent *to)
{
    *to = (extent){ .size = calloc(n, sizeof *to->size), .point = calloc(n, sizeof *to->point) };
    if (!to->size || !to->point) {
        extent_free(to);
        return ASSAY_ENOMEM;
    }
    for (size_t r = 0; r < n; r++) {
        size_t p = 0, k = 0;
        while (p < to->n_points && to->point[p] != row[r].at->of) p++;
        if (p == to->n_points) to->point[to->n_points++] = row[r].at->of;
        while (k < to->n_sizes && to->size[k] != row[r].at->samples) k++;
        if (k == to->n_sizes) to->size[to->n_sizes++] = row[r].at->samples;
    }
    qsort(to->size, to->n_sizes, sizeof *to->size, by_size);
    return ASSAY_OK;
}

/* ---- filling a sheet ---- */

/* Series stand in one array, in the order of tables. */
static int by_place(const void *a, const void *b)
{
    const evidence_series *x = *(const evidence_series *const *)a, *y = *(const evidence_series *const *)b;
    return (x > y) - (x < y);
}

/* A cell, its curve and where it stands on the axis. */
typedef struct placed {
    const evidence_series *curve;
    double x;
    const evidence_point *cell;
} placed;

static size_t curve_place(const sheet *s, const evidence_series *curve)
{
    size_t c = 0;
    while (c < s->n_curves && s->curve[c] != curve) c++;
    return c;
}

static size_t x_place(const sheet *s, double x)
{
    size_t p = 0;
    while (p < s->n_points && s->x[p] != x) p++;
    return p;
}

/* A sheet like the row, of n cells. */
static assay_status add_sheet(const evidence_point *like, int along, const char *symbol, const placed *cell, size_t n,
                              sheets *to)
{
    sheet *s = sheets_new(to);
    if (!s) return ASSAY_ENOMEM;
    s->along = along;
    s->scenario = like->scenario;
    s->title = like->scenario_title;
    s->symbol = symbol;
    s->samples = s->least_samples = like->samples;
    s->numeric = 1;
    s->point = calloc(n + 1, sizeof *s->point);
    s->curve = calloc(n + 1, sizeof *s->curve);
    s->x = calloc(n + 1, sizeof *s->x);
    if (!s->point || !s->curve || !s->x) return ASSAY_ENOMEM;
    for (size_t k = 0; k < n; k++) {
        if (curve_place(s, cell[k].curve) == s->n_curves) s->curve[s->n_curves++] = cell[k].curve;
        if (x_place(s, cell[k].x) == s->n_points) s->x[s->n_points++] = cell[k].x;
    }
    qsort(s->curve, s->n_curves, sizeof *s->curve, by_place);
    qsort(s->x, s->n_points, sizeof *s->x, ascending);
    s->cell = calloc(s->n_curves * s->n_points + 1, sizeof *s->cell);
    if (!s->cell) return ASSAY_ENOMEM;
    for (size_t k = 0; k < n; k++) {
        const size_t p = x_place(s, cell[k].x);
        sheet_put(s, curve_place(s, cell[k].curve), p, cell[k].cell);
        s->point[p] = cell[k].cell;
    }
    const size_t told = along == SHEET_SIZES ? like->at->set.n : 0; /* else there is no other point */
    return settings_from(like->at->set.at, told, SETTINGS_OF_POINT, &s->fixed);
}

/* ---- numbers of samples ---- */

static assay_status add_sizes(const score_row *row, size_t n, const stored_point *point, sheets *to)
{
    placed *cell = calloc(n, sizeof *cell);
    size_t count = 0;
    if (!cell) return ASSAY_ENOMEM;
    for (size_t r = 0; r < n; r++)
        if (row[r].at->of == point) cell[count++] = (placed){ row[r].of, (double)row[r].at->samples, row[r].at };
    const assay_status status = add_sheet(cell[0].cell, SHEET_SIZES, "N", cell, count, to);
    free(cell);
    if (status != ASSAY_OK) return status;
    sheet *s = &to->at[to->count - 1];
    s->least_samples = (uint64_t)s->x[0];
    s->samples = (uint64_t)s->x[s->n_points - 1];
    return ASSAY_OK;
}

static int is_at(const score_row *row, size_t n, const stored_point *point, uint64_t samples)
{
    for (size_t r = 0; r < n; r++)
        if (row[r].at->of == point && row[r].at->samples == samples) return 1;
    return 0;
}

/* Whether a point is there at enough numbers of samples for an axis; where all can be, one that lacks some, too. */
static int is_sized(const score_row *row, size_t n, const extent *e, const stored_point *point)
{
    size_t sizes = 0;
    if (e->n_points <= e->n_sizes && e->n_sizes >= FEWEST) return 1;
    for (size_t k = 0; k < e->n_sizes; k++) sizes += (size_t)is_at(row, n, point, e->size[k]);
    return sizes >= FEWEST;
}

static size_t count_sized(const score_row *row, size_t n, const extent *e)
{
    size_t sized = 0;
    for (size_t p = 0; p < e->n_points && e->n_sizes >= FEWEST; p++) sized += (size_t)is_sized(row, n, e, e->point[p]);
    return sized;
}

/* The sizes at which other points are, too: there the points stand side by side as ever. */
static assay_status add_rest(const score_row *row, size_t n, const extent *e, sheets *to)
{
    score_row *rest = calloc(n, sizeof *rest);
    size_t count = 0;
    if (!rest) return ASSAY_ENOMEM;
    for (size_t k = 0; k < e->n_sizes; k++) {
        int others = 0;
        for (size_t p = 0; p < e->n_points; p++)
            others |= !is_sized(row, n, e, e->point[p]) && is_at(row, n, e->point[p], e->size[k]);
        for (size_t r = 0; r < n && others; r++)
            if (row[r].at->samples == e->size[k]) rest[count++] = row[r];
    }
    const assay_status status = sheets_add_scenario(rest, count, to);
    free(rest);
    return status;
}

/* ---- an option's values ---- */

/* The number that a series has in place of its preset's, "bins=5:factor-bins=5" being one number; NaN: none. */
static double changed_number(const evidence_series *of, const char **option)
{
    const settings *changed = &of->variant->name.changed;
    for (size_t k = 0; k < changed->n; k++)
        if (!(changed->at[k].number == changed->at[0].number)) return NAN;
    if (!changed->n) return NAN;
    *option = changed->at[0].name;
    return changed->at[0].number;
}

/* The series of the same metric, preset and output without changes; NULL: not among the rows. */
static const evidence_series *base_of(const score_row *row, size_t n, const evidence_series *of)
{
    for (size_t r = 0; r < n; r++) {
        const evidence_series *s = row[r].of;
        if (!s->variant->name.changed.n && variant_id_same_preset(&s->variant->name, &of->variant->name) &&
            strcmp(s->output, of->output) == 0)
            return s;
    }
    return NULL;
}

/* What the preset has for the option; NaN: not known. */
static double own_number(const evidence_series *base, const char *option)
{
    enum { MOST = 64 };
    double value[MOST];
    const assay_metric *metric = assay_metric_find(base->metric);
    const assay_preset *preset = metric ? preset_find(metric, base->variant->name.preset) : NULL;
    if (!preset || metric->n_options > MOST || assay_options_settle(metric, preset, NULL, value, NULL) != ASSAY_OK)
        return NAN;
    for (size_t k = 0; k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, option) == 0) return value[k];
    return NAN;
}

/* What one row is on sheets of options. */
typedef struct option_row {
    const char *option;          /* that its series changes to one number; NULL: none */
    double number;               /* what it changes it to */
    const evidence_series *base; /* itself, where it changes nothing; NULL: not among the rows */
} option_row;

/* One for each row, to be freed; NULL: memory ran out. */
static option_row *option_rows(const score_row *row, size_t n)
{
    option_row *to = calloc(n, sizeof *to);
    for (size_t r = 0; to && r < n; r++) {
        to[r].number = changed_number(row[r].of, &to[r].option);
        if (!isfinite(to[r].number)) to[r].option = NULL;
        if (to[r].option || !row[r].of->variant->name.changed.n) to[r].base = base_of(row, n, row[r].of);
    }
    return to;
}

/* How many rows change the option of this base to a number. */
static size_t count_values(const option_row *is, size_t n, const evidence_series *base, const char *option)
{
    size_t count = 0;
    for (size_t r = 0; r < n; r++) count += is[r].option && is[r].base == base && strcmp(is[r].option, option) == 0;
    return count;
}

/* Where a row goes on the sheet of an option; NAN: nowhere. */
static double option_place(const option_row *is, size_t n, const option_row *row, const char *option)
{
    if (!row->base) return NAN;
    if (row->option) return strcmp(row->option, option) == 0 ? row->number : NAN;
    return count_values(is, n, row->base, option) ? own_number(row->base, option) : NAN;
}

static assay_status add_option(const score_row *row, const option_row *is, size_t n, const char *option, sheets *to)
{
    placed *cell = calloc(n, sizeof *cell);
    size_t count = 0;
    if (!cell) return ASSAY_ENOMEM;
    for (size_t r = 0; r < n; r++) {
        const double x = option_place(is, n, &is[r], option);
        if (isfinite(x)) cell[count++] = (placed){ is[r].base, x, row[r].at };
    }
    const assay_status status = add_sheet(row[0].at, SHEET_OPTION, option, cell, count, to);
    free(cell);
    return status;
}

/* Whether one of the sheets from `before` on is along the option. */
static int has_option(const sheets *all, size_t before, const char *option)
{
    for (size_t k = before; k < all->count; k++)
        if (strcmp(all->at[k].symbol, option) == 0) return 1;
    return 0;
}

/* Scores that are on no sheet of an option stand as ever. */
static assay_status add_unchanged(const score_row *row, const option_row *is, size_t n, size_t before, sheets *to)
{
    score_row *rest = malloc(n * sizeof *rest);
    size_t count = 0;
    if (!rest) return ASSAY_ENOMEM;
    for (size_t r = 0; r < n; r++) {
        size_t k = before;
        while (k < to->count && !isfinite(option_place(is, n, &is[r], to->at[k].symbol))) k++;
        if (k == to->count) rest[count++] = row[r];
    }
    const assay_status status = count ? sheets_add_scenario(rest, count, to) : ASSAY_OK;
    free(rest);
    return status;
}

/* A sheet for each option that has another value than some base. */
static assay_status add_options(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    option_row *is = option_rows(row, n);
    assay_status status = is ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t r = 0; r < n && status == ASSAY_OK; r++) {
        if (!is[r].option || !is[r].base || has_option(to, before, is[r].option)) continue;
        if (isfinite(own_number(is[r].base, is[r].option))) status = add_option(row, is, n, is[r].option, to);
    }
    if (status == ASSAY_OK && to->count > before) status = add_unchanged(row, is, n, before, to);
    free(is);
    return status;
}

/* ---- factors ---- */

/* How many values each factor of a scenario without parameters has, n of them; NULL: not all are categorical, or all
 * have the same number. To be freed. */
static double *factor_values(const evidence_point *at, size_t *n)
{
    const assay_scenario *scenario = assay_scenario_find(at->scenario);
    assay_data data = { 0 };
    double none = 0.0, *to = NULL;
    size_t different = 1;
    if (!scenario || scenario->n_parameters || at->at->set.n) return NULL;
    if (assay_scenario_build(scenario, &none, 2, 0, &data, NULL) == ASSAY_OK) to = calloc(data.n_factors, sizeof *to);
    for (size_t i = 0; to && i < data.n_factors; i++) {
        to[i] = data.levels[i];
        different += i && to[i] != to[0];
        if (!data.levels[i]) different = 0;
        if (!different) break;
    }
    *n = data.n_factors;
    assay_data_free(&data);
    if (different >= FEWEST) return to;
    free(to);
    return NULL;
}

/* The score of one factor, over the seeds of a cell. */
static evidence_point factor_cell(const evidence_point *from, size_t factor)
{
    evidence_point to = *from;
    moments m = { 0 };
    for (size_t seed = 0; seed < from->n; seed++) moments_add_defined(&m, from->item[seed * from->n_items + factor]);
    to.seeds = from->n;
    to.defined = m.n;
    to.mean = moments_mean(&m);
    to.sd = moments_sd(&m);
    to.square = m.square;
    to.least = m.n ? m.least : NAN;
    to.most = m.n ? m.most : NAN;
    to.n = to.n_items = 0; /* single seeds are of the whole score */
    to.value = to.item = NULL;
    return to;
}

static int has_factors(const evidence_point *at, size_t n_factors)
{
    return at->item && at->axis == ASSAY_PER_FACTOR && at->n_items == n_factors;
}

static assay_status add_factors(const score_row *row, size_t n, const double *values, size_t n_factors, sheets *to)
{
    placed *cell = calloc(n * n_factors, sizeof *cell);
    evidence_point *made = calloc(n * n_factors, sizeof *made);
    size_t count = 0;
    for (size_t r = 0; cell && made && r < n; r++)
        for (size_t i = 0; i < n_factors && has_factors(row[r].at, n_factors); i++) {
            made[count] = factor_cell(row[r].at, i);
            cell[count] = (placed){ row[r].of, values[i], &made[count] };
            count++;
        }
    const size_t before = to->count;
    const assay_status status = cell && made ? add_sheet(row[0].at, SHEET_FACTORS, "K", cell, count, to) : ASSAY_ENOMEM;
    if (to->count > before) to->at[before].made = made;
    else free(made);
    free(cell);
    return status;
}

static int any_factors(const score_row *row, size_t n, size_t n_factors)
{
    for (size_t r = 0; r < n; r++)
        if (has_factors(row[r].at, n_factors)) return 1;
    return 0;
}

/* ---- scenarios ---- */

/* A scenario of one point, at one number of samples. */
static assay_status add_one_point(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    size_t n_factors;
    assay_status status = add_options(row, n, to);
    if (status == ASSAY_OK && to->count > before) return sheets_say_differences(to->at + before, to->count - before);
    if (status != ASSAY_OK) return status;
    double *values = factor_values(row[0].at, &n_factors);
    if (!values || !any_factors(row, n, n_factors)) status = sheets_add_scenario(row, n, to);
    else status = add_factors(row, n, values, n_factors, to);
    free(values);
    return status;
}

assay_status sheets_add_along(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    extent e;
    assay_status status = extent_of(row, n, &e);
    if (status != ASSAY_OK) return status;
    const size_t sized = count_sized(row, n, &e);
    if (sized && sized <= e.n_sizes) {
        if (sized < e.n_points) status = add_rest(row, n, &e, to);
        for (size_t p = 0; p < e.n_points && status == ASSAY_OK; p++)
            if (is_sized(row, n, &e, e.point[p])) status = add_sizes(row, n, e.point[p], to);
        if (status == ASSAY_OK) status = sheets_say_differences(to->at + before, to->count - before);
    } else if (e.n_points == 1 && e.n_sizes == 1) {
        status = add_one_point(row, n, to);
    } else {
        status = sheets_add_scenario(row, n, to);
    }
    extent_free(&e);
    return status;
}
