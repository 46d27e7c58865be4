/*
 * Sheets along what a scenario is there for: numbers of samples, an option's values, factors of different numbers of
 * values. Everything else is laid out as ever.
 */
#include "sheets_inside.h"

#include "needed.h"

#include <string.h>

enum { FEWEST = 3 }; /* numbers of samples that make an axis */

/* ---- what there is ---- */

typedef struct extent {
    uint64_t *size; /* rising */
    size_t n_sizes;
    const stored_point **point; /* as they come */
    unsigned char *there;       /* [n_points * n_sizes] */
    size_t n_points;
} extent;

static int by_size(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static size_t point_number_of(const extent *e, const stored_point *point)
{
    size_t p = 0;
    while (p < e->n_points && e->point[p] != point) p++;
    return p;
}

static size_t size_number_of(const extent *e, uint64_t samples)
{
    size_t k = 0;
    while (k < e->n_sizes && e->size[k] != samples) k++;
    return k;
}

static extent extent_of(const score_row *row, size_t n)
{
    extent to = { .size = needed(calloc(n, sizeof *to.size)), .point = needed(calloc(n, sizeof *to.point)) };
    for (size_t r = 0; r < n; r++) {
        if (point_number_of(&to, row[r].at->of) == to.n_points) to.point[to.n_points++] = row[r].at->of;
        if (size_number_of(&to, row[r].at->samples) == to.n_sizes) to.size[to.n_sizes++] = row[r].at->samples;
    }
    qsort(to.size, to.n_sizes, sizeof *to.size, by_size);
    to.there = needed(calloc(to.n_points * to.n_sizes, 1));
    for (size_t r = 0; r < n; r++)
        to.there[point_number_of(&to, row[r].at->of) * to.n_sizes + size_number_of(&to, row[r].at->samples)] = 1;
    return to;
}

/* A sheet along numbers. Settings are said where there are other points, those of SHEET_SIZES. */
static sheet *add_sheet(int along, const char *symbol, const placed *cell, size_t n, sheets *to)
{
    const sheet like = { .along = along, .symbol = symbol, .numeric = 1 };
    sheet *s = sheets_add(to, &like, cell, n);
    sheet_fix(s, cell[0].cell->at, along == SHEET_SIZES ? "" : NULL);
    return s;
}

/* ---- numbers of samples ---- */

static void add_sizes(const score_row *row, size_t n, const stored_point *point, sheets *to)
{
    placed *cell = needed(calloc(n, sizeof *cell));
    size_t count = 0;
    for (size_t r = 0; r < n; r++)
        if (row[r].at->of == point) cell[count++] = (placed){ row[r].of, (double)row[r].at->samples, row[r].at };
    sheet *s = add_sheet(SHEET_SIZES, "N", cell, count, to);
    s->least_samples = (uint64_t)s->x[0];
    s->samples = (uint64_t)s->x[s->n_points - 1];
    free(cell);
}

/* Whether a point is there at enough numbers of samples for an axis; where all can be, one that lacks some, too. */
static int is_sized(const extent *e, size_t point)
{
    size_t sizes = 0;
    if (e->n_points <= e->n_sizes && e->n_sizes >= FEWEST) return 1;
    for (size_t k = 0; k < e->n_sizes; k++) sizes += e->there[point * e->n_sizes + k];
    return sizes >= FEWEST;
}

/* The sizes at which other points are, too: there the points stand side by side as ever. */
static void add_rest(const score_row *row, size_t n, const extent *e, sheets *to)
{
    score_row *rest = needed(calloc(n, sizeof *rest));
    size_t count = 0;
    for (size_t k = 0; k < e->n_sizes; k++) {
        int others = 0;
        for (size_t p = 0; p < e->n_points; p++) others |= !is_sized(e, p) && e->there[p * e->n_sizes + k];
        for (size_t r = 0; r < n && others; r++)
            if (row[r].at->samples == e->size[k]) rest[count++] = row[r];
    }
    sheets_add_scenario(rest, count, to);
    free(rest);
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

/* One for each row, to be freed. */
static option_row *option_rows(const score_row *row, size_t n)
{
    option_row *to = needed(calloc(n, sizeof *to));
    for (size_t r = 0; r < n; r++) {
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

static void add_option(const score_row *row, const option_row *is, size_t n, const char *option, sheets *to)
{
    placed *cell = needed(calloc(n, sizeof *cell));
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        const double x = option_place(is, n, &is[r], option);
        if (isfinite(x)) cell[count++] = (placed){ is[r].base, x, row[r].at };
    }
    add_sheet(SHEET_OPTION, option, cell, count, to);
    free(cell);
}

/* Whether one of the sheets from `before` on is along the option. */
static int has_option(const sheets *all, size_t before, const char *option)
{
    for (size_t k = before; k < all->count; k++)
        if (strcmp(all->at[k].symbol, option) == 0) return 1;
    return 0;
}

/* Scores that are on no sheet of an option stand as ever. */
static void add_unchanged(const score_row *row, const option_row *is, size_t n, size_t before, sheets *to)
{
    score_row *rest = needed(malloc(n * sizeof *rest));
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        size_t k = before;
        while (k < to->count && !isfinite(option_place(is, n, &is[r], to->at[k].symbol))) k++;
        if (k == to->count) rest[count++] = row[r];
    }
    if (count) sheets_add_scenario(rest, count, to);
    free(rest);
}

/* A sheet for each option that has another value than some base. */
static void add_options(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    option_row *is = option_rows(row, n);
    for (size_t r = 0; r < n; r++) {
        if (!is[r].option || !is[r].base || has_option(to, before, is[r].option)) continue;
        if (isfinite(own_number(is[r].base, is[r].option))) add_option(row, is, n, is[r].option, to);
    }
    if (to->count > before) add_unchanged(row, is, n, before, to);
    free(is);
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

static void add_factors(const score_row *row, size_t n, const double *values, size_t n_factors, sheets *to)
{
    placed *cell = needed(calloc(n * n_factors, sizeof *cell));
    evidence_point *made = sheets_room(to, n * n_factors, sizeof *made);
    size_t count = 0;
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i < n_factors && has_factors(row[r].at, n_factors); i++) {
            made[count] = factor_cell(row[r].at, i);
            cell[count] = (placed){ row[r].of, values[i], &made[count] };
            count++;
        }
    add_sheet(SHEET_FACTORS, "K", cell, count, to);
    free(cell);
}

static int any_factors(const score_row *row, size_t n, size_t n_factors)
{
    for (size_t r = 0; r < n; r++)
        if (has_factors(row[r].at, n_factors)) return 1;
    return 0;
}

/* ---- scenarios ---- */

/* A scenario of one point, at one number of samples. */
static void add_one_point(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    size_t n_factors;
    add_options(row, n, to);
    if (to->count > before) {
        sheets_say_differences(to->at + before, to->count - before);
        return;
    }
    double *values = factor_values(row[0].at, &n_factors);
    if (!values || !any_factors(row, n, n_factors)) sheets_add_scenario(row, n, to);
    else add_factors(row, n, values, n_factors, to);
    free(values);
}

void sheets_add_along(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    extent e = extent_of(row, n);
    size_t sized = 0;
    for (size_t p = 0; p < e.n_points; p++) sized += is_sized(&e, p) != 0;
    if (sized && sized <= e.n_sizes) {
        if (sized < e.n_points) add_rest(row, n, &e, to);
        for (size_t p = 0; p < e.n_points; p++)
            if (is_sized(&e, p)) add_sizes(row, n, e.point[p], to);
        sheets_say_differences(to->at + before, to->count - before);
    } else if (e.n_points == 1 && e.n_sizes == 1) {
        add_one_point(row, n, to);
    } else {
        sheets_add_scenario(row, n, to);
    }
    free(e.size);
    free(e.point);
    free(e.there);
}
