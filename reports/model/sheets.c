/*
 * Sheets: rows of one scenario, number of samples and setting of the parameters that are not swept, as a rectangle of
 * curves by points.
 *
 * The swept parameter is the one that the scenario is drawn along, if the rows have two values of it or more; else the
 * last that takes at least three numbers in the rows. What is left of a point's settings tells the sheets of a scenario
 * apart.
 */
#include "sheets_inside.h"

#include "growing.h"
#include "needed.h"
#include "wording.h"

#include <string.h>

static const char *const greek[][2] = {
    { "alpha", "α" }, { "beta", "β" },  { "gamma", "γ" },  { "delta", "δ" }, { "epsilon", "ε" }, { "zeta", "ζ" },
    { "eta", "η" },   { "theta", "θ" }, { "kappa", "κ" },  { "lambda", "λ" }, { "mu", "μ" },      { "nu", "ν" },
    { "xi", "ξ" },    { "pi", "π" },    { "rho", "ρ" },    { "sigma", "σ" },  { "tau", "τ" },     { "phi", "φ" },
    { "chi", "χ" },   { "psi", "ψ" },   { "omega", "ω" },
};
enum { LETTERS = sizeof greek / sizeof *greek };

const char *symbol_text(const char *symbol)
{
    for (size_t k = 0; k < LETTERS; k++)
        if (strcmp(symbol, greek[k][0]) == 0) return greek[k][1];
    return symbol;
}

const char *symbol_name(const char *letter)
{
    for (size_t k = 0; k < LETTERS; k++)
        if (strncmp(letter, greek[k][1], strlen(greek[k][1])) == 0) return greek[k][0];
    return NULL;
}

/* How many numbers, up to three, a parameter takes in the rows; 0 where some row has none. */
static size_t numbers_taken(const score_row *row, size_t n, const char *name)
{
    double seen[3];
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        const double value = point_number(row[r].at->at, name);
        if (isnan(value)) return 0;
        size_t k = 0;
        while (k < count && seen[k] != value) k++;
        if (k == count && count < 3) seen[count++] = value;
    }
    return count;
}

/* NULL where no parameter is swept. */
static const char *find_swept(const score_row *row, size_t n)
{
    const scenario_point *first = row[0].at->at;
    const char *drawn = point_swept_name(first), *found = NULL;
    if (drawn && numbers_taken(row, n, drawn) > 1) return drawn;
    for (size_t k = 0; k < first->set.n; k++)
        if (numbers_taken(row, n, first->set.at[k].name) == 3) found = first->set.at[k].name;
    return found ? found : drawn;
}

/* ---- laying out ---- */

/* Series stand in one array, in the order of tables. */
static int by_place(const void *a, const void *b)
{
    const evidence_series *x = *(const evidence_series *const *)a, *y = *(const evidence_series *const *)b;
    return (x > y) - (x < y);
}

static size_t curve_place(const sheet *s, const evidence_series *curve)
{
    size_t c = 0;
    while (c < s->n_curves && s->curve[c] != curve) c++;
    return c;
}

static size_t point_place(const sheet *s, const placed *cell)
{
    size_t p = 0;
    while (p < s->n_points && (s->numeric ? s->x[p] != cell->x : s->point[p]->of != cell->cell->of)) p++;
    return p;
}

/* Points in order of x, or as they come. The lists have room for every cell. */
static void list_axes(sheet *s, const placed *cell, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t p = point_place(s, &cell[k]);
        if (curve_place(s, cell[k].curve) == s->n_curves) s->curve[s->n_curves++] = cell[k].curve;
        if (p < s->n_points) continue;
        while (s->numeric && p > 0 && s->x[p - 1] > cell[k].x) p--;
        memmove(s->x + p + 1, s->x + p, (s->n_points - p) * sizeof *s->x);
        memmove(s->point + p + 1, s->point + p, (s->n_points++ - p) * sizeof *s->point);
        s->x[p] = cell[k].x;
        s->point[p] = cell[k].cell;
    }
    qsort(s->curve, s->n_curves, sizeof *s->curve, by_place);
}

static void put_cell(sheet *s, size_t place, const evidence_point *cell)
{
    s->cell[place] = cell;
    if (cell->least_samples < s->least_samples) s->least_samples = cell->least_samples;
    s->values += cell->seeds;
    s->undefined += cell->seeds - cell->defined;
    if (!s->least_seeds || cell->seeds < s->least_seeds) s->least_seeds = cell->seeds;
    if (cell->seeds > s->most_seeds) s->most_seeds = cell->seeds;
}

void *sheets_room(sheets *all, size_t n, size_t size) { return needed(arena_alloc(&all->memory, n, size)); }

sheet *sheets_add(sheets *all, const sheet *like, const placed *cell, size_t n)
{
    const evidence_point *first = cell[0].cell;
    all->at = needed(grown(all->at, sizeof *all->at, all->count, &all->room));
    sheet *s = &all->at[all->count++];
    *s = *like;
    s->scenario = first->scenario;
    s->title = first->scenario_title;
    s->samples = s->least_samples = first->samples;
    s->point = sheets_room(all, n, sizeof *s->point);
    s->curve = sheets_room(all, n, sizeof *s->curve);
    s->x = sheets_room(all, n, sizeof *s->x);
    list_axes(s, cell, n);
    s->cell = sheets_room(all, s->n_curves * s->n_points, sizeof *s->cell);
    for (size_t k = 0; k < n; k++)
        put_cell(s, curve_place(s, cell[k].curve) * s->n_points + point_place(s, &cell[k]), cell[k].cell);
    return s;
}

void sheet_fix(sheet *s, const scenario_point *p, const char *but)
{
    setting *at = needed(malloc((p->set.n + 1) * sizeof *at));
    size_t n = 0;
    for (size_t k = 0; but && k < p->set.n; k++)
        if (strcmp(p->set.at[k].name, but) != 0) at[n++] = p->set.at[k];
    settings_free(&s->fixed);
    needed_status(settings_from(at, n, SETTINGS_OF_POINT, &s->fixed));
    free(at);
}

void sheets_say_differences(sheet *s, size_t n)
{
    int fixed = 0, samples = 0;
    for (size_t k = 1, j = 0; k < n; k++) {
        fixed |= !settings_equal(&s[k].fixed, &s[0].fixed);
        if (s[j].along == SHEET_SIZES) j = k; /* whose axis says how many */
        samples |= s[k].along != SHEET_SIZES && s[k].samples != s[j].samples;
    }
    for (size_t k = 0; k < n; k++) {
        s[k].several_samples = samples && s[k].along != SHEET_SIZES;
        if (!fixed) sheet_fix(&s[k], s[k].point[0]->at, NULL);
    }
}

/* ---- scenarios ---- */

/* All rows of the scenario that look like row[first]: the same samples and fixed part. Marks them as taken. */
static size_t pick_rows(const score_row *row, size_t n, size_t first, const char *swept, unsigned char *taken,
                        placed *to)
{
    size_t count = 0;
    for (size_t r = first; r < n; r++) {
        if (taken[r] || row[r].at->samples != row[first].at->samples) continue;
        if (swept && !points_alike(row[r].at->at, row[first].at->at, swept)) continue;
        taken[r] = 1;
        to[count++] = (placed){ row[r].of, swept ? point_number(row[r].at->at, swept) : NAN, row[r].at };
    }
    return count;
}

static int points_are_numbers(const placed *cell, size_t n)
{
    int several = 0;
    for (size_t k = 0; k < n; k++) {
        if (!isfinite(cell[k].x)) return 0;
        several |= cell[k].x != cell[0].x;
    }
    return several;
}

void sheets_add_scenario(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    const evidence_point *first = row[0].at;
    const char *swept = find_swept(row, n), *drawn = point_swept_name(first->at);
    const int is_drawn = first->symbol[0] && drawn && swept && strcmp(drawn, swept) == 0;
    unsigned char *taken = needed(calloc(n, 1));
    placed *cell = needed(calloc(n, sizeof *cell));
    for (size_t r = 0; r < n; r++) {
        if (taken[r]) continue;
        const size_t count = pick_rows(row, n, r, swept, taken, cell);
        const sheet like = { .symbol = !swept || is_drawn ? first->symbol : swept,
                             .numeric = points_are_numbers(cell, count) };
        sheet_fix(sheets_add(to, &like, cell, count), row[r].at->at, swept);
    }
    sheets_say_differences(to->at + before, to->count - before);
    free(taken);
    free(cell);
}

static void build(const score_rows *from, void (*add)(const score_row *row, size_t n, sheets *to), sheets *to)
{
    for (size_t first = 0, end; first < from->count; first = end) {
        for (end = first + 1; end < from->count; end++)
            if (from->at[end].at->of->scenario != from->at[first].at->of->scenario) break;
        add(from->at + first, end - first, to);
    }
}

void sheets_build(const score_rows *from, sheets *to) { build(from, sheets_add_scenario, to); }

void sheets_build_along(const score_rows *from, sheets *to) { build(from, sheets_add_along, to); }

int sheets_is_first(const sheets *all, size_t k)
{
    return k == 0 || strcmp(all->at[k - 1].scenario, all->at[k].scenario) != 0;
}

void sheets_free(sheets *all)
{
    for (size_t k = 0; k < all->count; k++) settings_free(&all->at[k].fixed);
    arena_free(&all->memory);
    free(all->at);
    *all = (sheets){ 0 };
}

void settings_text(const settings *set, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < set->n; k++) {
        char value[256];
        setting_print(&set->at[k], value, sizeof value);
        wording_add(&w, "%s%s=%s", k ? ", " : "", set->at[k].name, value);
    }
}

void sheet_point_text(const sheet *s, size_t point, char *to, size_t size)
{
    if (s->numeric) {
        char number[32];
        assay_option_print(NULL, s->x[point], number, sizeof number);
        snprintf(to, size, "%s=%s", symbol_text(s->symbol), number);
        return;
    }
    settings_text(&s->point[point]->at->set, to, size);
    if (!to[0]) snprintf(to, size, "score");
}

/* Remarks behind the name of a parameter ("..., 1/4: all alike") do not fit below a panel. */
static void swept_text(const sheet *s, size_t most, char *to, size_t size)
{
    static const char *const along[] = { [SHEET_SIZES] = "number of samples, N",
                                         [SHEET_FACTORS] = "values of the factor, K" };
    if (s->along == SHEET_SIZES || s->along == SHEET_FACTORS) {
        snprintf(to, size, "%s", along[s->along]);
        return;
    }
    const assay_scenario *scenario = assay_scenario_find(s->scenario);
    const char *letter = symbol_text(s->symbol);
    snprintf(to, size, "%s", letter);
    for (size_t p = 0; scenario && p < scenario->n_parameters; p++) {
        const char *text = scenario->parameters[p].text;
        const size_t name = text ? strcspn(text, ",;:(") : 0;
        if (strcmp(scenario->sweeps[p].symbol, s->symbol) != 0 && strcmp(scenario->parameters[p].id, s->symbol) != 0)
            continue;
        if (!name || name > most) continue;
        snprintf(to, size, "%.*s", (int)name, text);
        const size_t end = strlen(letter); /* "number of factors" says the symbol already */
        if (end > name || end < 3 || memcmp(text + name - end, letter, end) != 0)
            snprintf(to, size, "%.*s, %s", (int)name, text, letter);
    }
}

void sheet_axis_text(const sheet *s, size_t most, char *to, size_t size)
{
    swept_text(s, most, to, size);
    const size_t used = strlen(to);
    if (s->numeric && sheet_is_logarithmic(s)) snprintf(to + used, size - used, " (log scale)");
}

int sheets_stand_together(const sheet *a, const sheet *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && a->along == b->along &&
           (a->along == SHEET_SIZES || a->samples == b->samples);
}

void sheet_samples_text(const sheet *s, char *to, size_t size)
{
    const unsigned long long least = s->least_samples, most = s->samples;
    if (least == most) snprintf(to, size, "%llu samples", most);
    else snprintf(to, size, "%llu to %llu samples", least, most);
}

void seeds_text(size_t least, size_t most, char *to, size_t size)
{
    if (least == most) snprintf(to, size, "%zu seed%s", most, most == 1 ? "" : "s");
    else snprintf(to, size, "%zu to %zu seeds", least, most);
}

double sheet_mean(const sheet *s, size_t curve, size_t point)
{
    const evidence_point *cell = s->cell[curve * s->n_points + point];
    return cell && cell->defined ? cell->mean : NAN;
}

int sheet_curve_defined(const sheet *s, size_t curve)
{
    for (size_t p = 0; p < s->n_points; p++)
        if (isfinite(sheet_mean(s, curve, p))) return 1;
    return 0;
}

double sheet_tick_step(double range)
{
    const double digit = pow(10.0, floor(log10(range / 2.0)));
    return range / digit >= 10.0 ? 5.0 * digit : range / digit >= 5.0 ? 2.0 * digit : digit;
}

int sheet_is_logarithmic(const sheet *s)
{
    return s->n_points >= 4 && s->x[0] > 0.0 && s->x[s->n_points - 1] / s->x[0] >= 16.0;
}

double sheet_place(const sheet *s, size_t point)
{
    if (!s->numeric) return ((double)point + 0.5) / (double)s->n_points;
    const double low = s->x[0], high = s->x[s->n_points - 1], x = s->x[point];
    return sheet_is_logarithmic(s) ? log(x / low) / log(high / low) : (x - low) / (high - low);
}
