/*
 * Sheets: summaries of one scenario, number of samples and setting of the parameters that are not swept, as a rectangle
 * of curves by points.
 *
 * The swept parameter is found from the data. A point is called "delta=0.5;alpha=0.2". Where every point has an x, the
 * swept parameter is the one whose value is x everywhere (of several, the one called like the symbol); where points
 * have none because several parameters are swept, it is the last one that takes at least three numbers. What is left of
 * the name tells the sheets of a scenario apart.
 */
#include "summaries.h"

#include "names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256 };

const char *symbol_text(const char *symbol)
{
    static const struct { const char *name, *letter; } greek[] = {
        { "alpha", "α" }, { "beta", "β" },  { "gamma", "γ" },  { "delta", "δ" }, { "epsilon", "ε" }, { "zeta", "ζ" },
        { "eta", "η" },   { "theta", "θ" }, { "kappa", "κ" },  { "lambda", "λ" }, { "mu", "μ" },      { "nu", "ν" },
        { "xi", "ξ" },    { "pi", "π" },    { "rho", "ρ" },    { "sigma", "σ" },  { "tau", "τ" },     { "phi", "φ" },
        { "chi", "χ" },   { "psi", "ψ" },   { "omega", "ω" },
    };
    for (size_t k = 0; k < sizeof greek / sizeof *greek; k++)
        if (strcmp(symbol, greek[k].name) == 0) return greek[k].letter;
    return symbol;
}

/* The next NAME=VALUE of a point; returns what follows, NULL at the end. */
static const char *next_setting(const char *point, char name[NAME], char value[NAME])
{
    if (!*point) return NULL;
    const size_t length = strcspn(point, ";");
    const size_t name_length = strcspn(point, "=;");
    snprintf(name, NAME, "%.*s", (int)name_length, point);
    const size_t skip = name_length < length ? name_length + 1 : length;
    snprintf(value, NAME, "%.*s", (int)(length - skip), point + skip);
    return point + length + (point[length] == ';');
}

/* The number that a parameter has at a point; NaN: another kind of value, or no such parameter. */
static double setting_number(const char *point, const char *wanted)
{
    char name[NAME], value[NAME], *end;
    while ((point = next_setting(point, name, value))) {
        if (strcmp(name, wanted) != 0) continue;
        const double number = strtod(value, &end);
        return end != value && !*end && isfinite(number) ? number : NAN;
    }
    return NAN;
}

static int same_text(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int all_have_x(const store_summary *row, size_t n)
{
    for (size_t r = 0; r < n; r++)
        if (!isfinite(row[r].x) || !row[r].symbol[0]) return 0;
    return 1;
}

static int is_x(const store_summary *row, size_t n, const char *name)
{
    size_t r = 0;
    while (r < n && setting_number(row[r].point, name) == row[r].x) r++;
    return r == n;
}

static int takes_three_numbers(const store_summary *row, size_t n, const char *name)
{
    double seen[3];
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        const double value = setting_number(row[r].point, name);
        if (isnan(value)) return 0;
        size_t k = 0;
        while (k < count && seen[k] != value) k++;
        if (k == count && count < 3) seen[count++] = value;
    }
    return count == 3;
}

/* The name of the swept parameter of the scenario whose rows these are; "" where there is none. */
static void find_swept(const store_summary *row, size_t n, char swept[NAME])
{
    char name[NAME], value[NAME];
    const int with_x = all_have_x(row, n);
    swept[0] = '\0';
    for (const char *rest = row[0].point; (rest = next_setting(rest, name, value));) {
        if (with_x ? !is_x(row, n, name) : !takes_three_numbers(row, n, name)) continue;
        if (!swept[0] || !with_x || same_text(name, row[0].symbol)) snprintf(swept, NAME, "%s", name);
    }
}

/* The point without the swept parameter. */
static void fixed_part(const char *point, const char *swept, char to[NAME])
{
    char name[NAME], value[NAME];
    size_t used = 0;
    to[0] = '\0';
    if (!swept[0]) return;
    while ((point = next_setting(point, name, value))) {
        if (same_text(name, swept) || used >= NAME) continue;
        used += (size_t)snprintf(to + used, NAME - used, "%s%s=%s", used ? ";" : "", name, value);
    }
}

static const char *own_text(sheets *all, const char *text)
{
    if (all->n_text == all->text_room) {
        const size_t room = all->text_room ? 2 * all->text_room : 16;
        char **grown = realloc(all->text, room * sizeof *grown);
        if (!grown) return NULL;
        all->text = grown;
        all->text_room = room;
    }
    char *copy = strdup(text);
    if (copy) all->text[all->n_text++] = copy;
    return copy;
}

static int same_curve(const store_summary *a, const store_summary *b)
{
    return same_text(a->metric, b->metric) && same_text(a->preset, b->preset) && same_text(a->output, b->output);
}

/* Makes room for `place` in a list that holds `count` and fits one more. */
static void insert(const store_summary **list, size_t count, size_t place, const store_summary *row)
{
    memmove(list + place + 1, list + place, (count - place) * sizeof *list);
    list[place] = row;
}

/* The rows of one sheet: which they are, and where they go. */
typedef struct picking {
    const store_summary **row;
    const char *swept;
    size_t n;
} picking;

static double picking_x(const picking *rows, size_t r)
{
    return isfinite(rows->row[r]->x) ? rows->row[r]->x : setting_number(rows->row[r]->point, rows->swept);
}

/* Points in order of x (stable), or as they come; curves as they come, one that is new at a later point right after its
 * neighbour there. Both lists have room for every row. */
static void list_axes(sheet *s, const picking *rows)
{
    size_t after = 0;
    for (size_t r = 0; r < rows->n; r++) {
        const store_summary *row = rows->row[r];
        size_t p = 0, c = 0;
        while (p < s->n_points && !same_text(s->point[p]->point, row->point)) p++;
        if (p == s->n_points) {
            const double x = picking_x(rows, r);
            for (; s->numeric && p > 0 && s->x[p - 1] > x; p--) s->x[p] = s->x[p - 1];
            s->x[p] = x;
            insert(s->point, s->n_points++, p, row);
            after = 0;
        }
        while (c < s->n_curves && !same_curve(s->curve[c], row)) c++;
        if (c == s->n_curves) insert(s->curve, s->n_curves++, c = after, row);
        after = c + 1;
    }
}

static void place_cells(sheet *s, const picking *rows)
{
    for (size_t r = 0; r < rows->n; r++) {
        const store_summary *row = rows->row[r];
        size_t p = 0, c = 0;
        while (!same_text(s->point[p]->point, row->point)) p++;
        while (!same_curve(s->curve[c], row)) c++;
        s->cell[c * s->n_points + p] = row;
        s->values += row->seeds;
        s->undefined += row->seeds - row->defined;
        if (!s->least_seeds || row->seeds < s->least_seeds) s->least_seeds = row->seeds;
        if (row->seeds > s->most_seeds) s->most_seeds = row->seeds;
    }
}

static int points_are_numbers(const picking *rows)
{
    int several = 0;
    for (size_t r = 0; r < rows->n; r++) {
        if (!isfinite(picking_x(rows, r))) return 0;
        several |= picking_x(rows, r) != picking_x(rows, 0);
    }
    return several;
}

static assay_status sheet_fill(sheet *s, const picking *rows, const char *symbol)
{
    s->scenario = rows->row[0]->scenario;
    s->title = rows->row[0]->scenario_title;
    s->symbol = rows->row[0]->symbol[0] ? rows->row[0]->symbol : symbol;
    s->samples = rows->row[0]->samples;
    s->numeric = points_are_numbers(rows);
    s->point = calloc(rows->n, sizeof *s->point);
    s->curve = calloc(rows->n, sizeof *s->curve);
    s->x = calloc(rows->n, sizeof *s->x);
    if (!s->point || !s->curve || !s->x) return ASSAY_ENOMEM;
    list_axes(s, rows);
    s->cell = calloc(s->n_curves * s->n_points, sizeof *s->cell);
    if (!s->cell) return ASSAY_ENOMEM;
    place_cells(s, rows);
    return ASSAY_OK;
}

static sheet *sheets_new(sheets *all)
{
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 16;
        sheet *grown = realloc(all->at, room * sizeof *grown);
        if (!grown) return NULL;
        all->at = grown;
        all->room = room;
    }
    all->at[all->count] = (sheet){ 0 };
    return &all->at[all->count++];
}

/* All rows of the scenario that look like row[first]: the same samples and fixed part. Marks them as taken. */
static void pick_rows(const store_summary *row, size_t n, size_t first, unsigned char *taken, picking *to)
{
    char wanted[NAME], fixed[NAME];
    fixed_part(row[first].point, to->swept, wanted);
    to->n = 0;
    for (size_t r = first; r < n; r++) {
        if (taken[r] || row[r].samples != row[first].samples) continue;
        fixed_part(row[r].point, to->swept, fixed);
        if (!same_text(fixed, wanted)) continue;
        taken[r] = 1;
        to->row[to->n++] = &row[r];
    }
}

/* What tells the scenario's sheets apart is said; what is the same in all of them is not. */
static void say_differences(sheet *s, size_t n)
{
    int fixed = 0, samples = 0;
    for (size_t k = 1; k < n; k++) {
        fixed |= !same_text(s[k].fixed, s[0].fixed);
        samples |= s[k].samples != s[0].samples;
    }
    for (size_t k = 0; k < n; k++) {
        if (!fixed) s[k].fixed = "";
        s[k].several_samples = samples;
    }
}

static assay_status add_scenario(const store_summary *row, size_t n, sheets *to)
{
    char swept[NAME], fixed[NAME];
    const size_t before = to->count;
    unsigned char *taken = calloc(n, 1);
    find_swept(row, n, swept);
    picking rows = { .row = calloc(n, sizeof *rows.row), .swept = swept };
    const char *symbol = own_text(to, swept);
    assay_status status = taken && rows.row && symbol ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t r = 0; r < n && status == ASSAY_OK; r++) {
        if (taken[r]) continue;
        pick_rows(row, n, r, taken, &rows);
        sheet *s = sheets_new(to);
        fixed_part(row[r].point, swept, fixed);
        status = s && (s->fixed = own_text(to, fixed)) ? sheet_fill(s, &rows, symbol) : ASSAY_ENOMEM;
    }
    if (status == ASSAY_OK) say_differences(to->at + before, to->count - before);
    free(taken);
    free(rows.row);
    return status;
}

assay_status sheets_build(const summaries *from, sheets *to)
{
    assay_status status = ASSAY_OK;
    for (size_t first = 0, end; first < from->count && status == ASSAY_OK; first = end) {
        for (end = first + 1; end < from->count; end++)
            if (!same_text(from->at[end].scenario, from->at[first].scenario)) break;
        status = add_scenario(from->at + first, end - first, to);
    }
    if (status != ASSAY_OK) sheets_free(to);
    return status;
}

void sheets_free(sheets *all)
{
    for (size_t k = 0; k < all->count; k++) {
        free(all->at[k].point);
        free(all->at[k].curve);
        free(all->at[k].x);
        free(all->at[k].cell);
    }
    for (size_t k = 0; k < all->n_text; k++) free(all->text[k]);
    free(all->text);
    free(all->at);
    *all = (sheets){ 0 };
}

void point_text(const sheet *s, size_t point, char *to, size_t size)
{
    const store_summary *row = s->point[point];
    if (s->numeric) {
        char number[32];
        assay_option_print(NULL, s->x[point], number, sizeof number);
        snprintf(to, size, "%s=%s", symbol_text(s->symbol), number);
        return;
    }
    size_t used = 0;
    to[0] = '\0';
    for (const char *c = row->point; *c && used + 2 < size; c++) {
        to[used++] = *c == ';' ? ',' : *c;
        if (*c == ';') to[used++] = ' ';
    }
    to[used] = '\0';
    if (!used) snprintf(to, size, "score");
}

void variant_text(const store_summary *row, char *to, size_t size)
{
    name_variant(row->metric, row->preset, to, size);
}
