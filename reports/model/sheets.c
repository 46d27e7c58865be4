/*
 * Sheets: rows of one scenario, number of samples and setting of the parameters that are not swept, as a rectangle of
 * curves by points.
 *
 * The swept parameter is the one that the scenario is drawn along, if the rows have two values of it or more; else the
 * last that takes at least three numbers in the rows. What is left of a point's settings tells the sheets of a scenario
 * apart.
 */
#include "sheets.h"

#include "ascending.h"
#include "needed.h"

#include <string.h>

/* A cell, its curve and where it stands on the axis. */
typedef struct placed {
    const evidence_series *curve;
    double x; /* NaN: points are no numbers */
    const evidence_point *cell;
} placed;

static const char *const greek[][2] = {
    { "alpha", "α" }, { "beta", "β" },  { "gamma", "γ" }, { "delta", "δ" },  { "epsilon", "ε" }, { "zeta", "ζ" },
    { "eta", "η" },   { "theta", "θ" }, { "kappa", "κ" }, { "lambda", "λ" }, { "mu", "μ" },      { "nu", "ν" },
    { "xi", "ξ" },    { "pi", "π" },    { "rho", "ρ" },   { "sigma", "σ" },  { "tau", "τ" },     { "phi", "φ" },
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

/* Series stand in one array, in the order of tables. */
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
    qsort(s->curve, s->n_curves, sizeof *s->curve, evidence_by_series);
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

/* One more, of n cells, at least one. `like` says along what it is, its symbol and whether points are numbers. */
static sheet *sheets_add(sheets *all, const sheet *like, const placed *cell, size_t n)
{
    const evidence_point *first = cell[0].cell;
    all->at = kept_grown(all->at, sizeof *all->at, all->count, &all->room);
    sheet *s = &all->at[all->count++];
    *s = *like;
    s->scenario = first->scenario;
    s->title = first->scenario_title;
    s->samples = s->least_samples = first->samples;
    s->point = kept(n, sizeof *s->point);
    s->curve = kept(n, sizeof *s->curve);
    s->x = kept(n, sizeof *s->x);
    s->number = kept(n, sizeof *s->number);
    list_axes(s, cell, n);
    s->cell = kept(s->n_curves * s->n_points, sizeof *s->cell);
    for (size_t k = 0; k < n; k++)
        put_cell(s, curve_place(s, cell[k].curve) * s->n_points + point_place(s, &cell[k]), cell[k].cell);
    return s;
}

/* What is the same at all points: the settings of one of them but `but`; NULL: none. */
static void sheet_fix(sheet *s, const scenario_point *p, const char *but)
{
    setting *at = kept(p->set.n + 1, sizeof *at);
    size_t n = 0;
    for (size_t k = 0; but && k < p->set.n; k++)
        if (strcmp(p->set.at[k].name, but) != 0) at[n++] = p->set.at[k];
    settings_free(&s->fixed);
    needed_status(settings_from(at, n, SETTINGS_OF_POINT, &s->fixed));
}

/* Of the n sheets of a scenario: what distinguishes them is said, what is the same in all of them is not. */
static void sheets_say_differences(sheet *s, size_t n)
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

static void sheets_add_scenario(const score_row *row, size_t n, sheets *to)
{
    const size_t before = to->count;
    const evidence_point *first = row[0].at;
    const char *swept = find_swept(row, n), *drawn = point_swept_name(first->at);
    const int is_drawn = first->symbol[0] && drawn && swept && strcmp(drawn, swept) == 0;
    unsigned char *taken = kept(n, 1);
    placed *cell = kept(n, sizeof *cell);
    for (size_t r = 0; r < n; r++) {
        if (taken[r]) continue;
        const size_t count = pick_rows(row, n, r, swept, taken, cell);
        const sheet like = { .symbol = !swept || is_drawn ? first->symbol : swept,
                             .numeric = points_are_numbers(cell, count) };
        sheet_fix(sheets_add(to, &like, cell, count), row[r].at->at, swept);
    }
    sheets_say_differences(to->at + before, to->count - before);
}

int sheets_is_first(const sheets *all, size_t k)
{
    return k == 0 || strcmp(all->at[k - 1].scenario, all->at[k].scenario) != 0;
}

const char *setting_text(const setting *one)
{
    char value[1024];
    setting_print(one, value, sizeof value);
    return phrase("%s", value);
}

const char *settings_text(const settings *set, int symbols)
{
    const char *text = "";
    for (size_t k = 0; k < set->n; k++) {
        const char *name = symbols ? symbol_text(set->at[k].name) : set->at[k].name;
        text = phrase("%s%s%s=%s", text, k ? ", " : "", name, setting_text(&set->at[k]));
    }
    return text;
}

const char *sheet_point_text(const sheet *s, size_t point)
{
    const settings *set = &s->point[point]->at->set;
    char number[32];
    assay_option_print(NULL, s->numeric ? s->x[point] : 0.0, number, sizeof number);
    if (s->numeric) return phrase("%s=%s", symbol_text(s->symbol), number);
    if (set->n == 1 && strcmp(set->at[0].name, "group") == 0) return setting_text(&set->at[0]);
    return set->n ? settings_text(set, 0) : "score";
}

/* Remarks behind the name of a parameter ("..., 1/4: all alike") do not fit below a panel. */
static const char *swept_text(const sheet *s, size_t most)
{
    static const char *const along[] = {
        [SHEET_SIZES] = "number of samples, N", [SHEET_FACTORS] = "values of the factor, K"
    };
    if (s->along == SHEET_SIZES || s->along == SHEET_FACTORS) return along[s->along];
    const assay_scenario *scenario = assay_scenario_find(s->scenario);
    const char *letter = symbol_text(s->symbol), *words = letter;
    for (size_t p = 0; scenario && p < scenario->n_parameters; p++) {
        const char *text = scenario->parameters[p].text;
        const size_t name = text ? strcspn(text, ",;:(") : 0;
        if (strcmp(scenario->sweeps[p].symbol, s->symbol) != 0 && strcmp(scenario->parameters[p].id, s->symbol) != 0)
            continue;
        if (!name || name > most) continue;
        const size_t end = strlen(letter); /* "number of factors" says the symbol already */
        const int is_there = end <= name && end >= 3 && memcmp(text + name - end, letter, end) == 0;
        words = phrase("%.*s%s%s", (int)name, text, is_there ? "" : ", ", is_there ? "" : letter);
    }
    return words;
}

const char *sheet_axis_text(const sheet *s, size_t most)
{
    return phrase("%s%s", swept_text(s, most), s->numeric && sheet_is_logarithmic(s) ? " (log scale)" : "");
}

int sheets_stand_together(const sheet *a, const sheet *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && a->along == b->along &&
           (a->along == SHEET_SIZES || a->samples == b->samples);
}

const char *sheet_samples_text(const sheet *s)
{
    const unsigned long long least = s->least_samples, most = s->samples;
    return least == most ? phrase("%llu samples", most) : phrase("%llu to %llu samples", least, most);
}

const char *seeds_text(size_t least, size_t most)
{
    if (least == most) return phrase("%zu seed%s", most, most == 1 ? "" : "s");
    return phrase("%zu to %zu seeds", least, most);
}

int sheet_curve_defined(const sheet *s, size_t curve)
{
    for (size_t p = 0; p < s->n_points; p++)
        if (isfinite(evidence_mean(s->cell[curve * s->n_points + p]))) return 1;
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

/*
 * Sheets along what a scenario is there for: numbers of samples, an option's values, factors of different numbers of
 * values. Everything else is laid out as ever.
 */
enum { FEWEST = 3 }; /* numbers of samples that make an axis */

typedef struct extent {
    uint64_t *size; /* rising */
    size_t n_sizes;
    const stored_point **point; /* as they come */
    unsigned char *there;       /* [n_points * n_sizes] */
    size_t n_points;
} extent;

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
    extent to = { .size = kept(n, sizeof *to.size), .point = kept(n, sizeof *to.point) };
    for (size_t r = 0; r < n; r++) {
        if (point_number_of(&to, row[r].at->of) == to.n_points) to.point[to.n_points++] = row[r].at->of;
        if (size_number_of(&to, row[r].at->samples) == to.n_sizes) to.size[to.n_sizes++] = row[r].at->samples;
    }
    qsort(to.size, to.n_sizes, sizeof *to.size, ascending_counts);
    to.there = kept(to.n_points * to.n_sizes, 1);
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

static void add_sizes(const score_row *row, size_t n, const stored_point *point, sheets *to)
{
    placed *cell = kept(n, sizeof *cell);
    size_t count = 0;
    for (size_t r = 0; r < n; r++)
        if (row[r].at->of == point) cell[count++] = (placed){ row[r].of, (double)row[r].at->samples, row[r].at };
    sheet *s = add_sheet(SHEET_SIZES, "N", cell, count, to);
    s->least_samples = (uint64_t)s->x[0];
    s->samples = (uint64_t)s->x[s->n_points - 1];
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
    score_row *rest = kept(n, sizeof *rest);
    size_t count = 0;
    for (size_t k = 0; k < e->n_sizes; k++) {
        int others = 0;
        for (size_t p = 0; p < e->n_points; p++) others |= !is_sized(e, p) && e->there[p * e->n_sizes + k];
        for (size_t r = 0; r < n && others; r++)
            if (row[r].at->samples == e->size[k]) rest[count++] = row[r];
    }
    sheets_add_scenario(rest, count, to);
}

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

/* What a series without changes has for the option; NaN: not known. */
static double own_number(const evidence_series *base, const char *option)
{
    double value[OPTIONS_MOST];
    const assay_metric *metric = assay_metric_find(base->metric);
    const size_t n = series_options(base, value) ? metric->n_options : 0;
    for (size_t k = 0; k < n; k++)
        if (strcmp(metric->options[k].id, option) == 0) return value[k];
    return NAN;
}

typedef struct option_row {
    const char *option;          /* that its series changes to one number; NULL: none */
    double number;               /* what it changes it to */
    const evidence_series *base; /* itself, where it changes nothing; NULL: not among the rows */
} option_row;

static option_row *option_rows(const score_row *row, size_t n)
{
    option_row *to = kept(n, sizeof *to);
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
    placed *cell = kept(n, sizeof *cell);
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        const double x = option_place(is, n, &is[r], option);
        if (isfinite(x)) cell[count++] = (placed){ is[r].base, x, row[r].at };
    }
    add_sheet(SHEET_OPTION, option, cell, count, to);
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
    score_row *rest = kept(n, sizeof *rest);
    size_t count = 0;
    for (size_t r = 0; r < n; r++) {
        size_t k = before;
        while (k < to->count && !isfinite(option_place(is, n, &is[r], to->at[k].symbol))) k++;
        if (k == to->count) rest[count++] = row[r];
    }
    if (count) sheets_add_scenario(rest, count, to);
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
}

/* How many values each factor of a scenario without parameters has, n of them; NULL: not all are categorical, or all
 * have the same number. */
static double *factor_values(const evidence_point *at, size_t *n)
{
    const assay_scenario *scenario = assay_scenario_find(at->scenario);
    FREED(assay_data_free) assay_data data = { 0 };
    const double none = 0.0;
    size_t different = 1;
    if (!scenario || scenario->n_parameters || at->at->set.n) return NULL;
    if (assay_scenario_build(scenario, &none, 2, 0, &data, NULL) != ASSAY_OK) return NULL;
    double *to = kept(data.n_factors, sizeof *to);
    for (size_t i = 0; i < data.n_factors; i++) {
        to[i] = data.levels[i];
        different += i && to[i] != to[0];
        if (!data.levels[i]) return NULL;
    }
    *n = data.n_factors;
    return different >= FEWEST ? to : NULL;
}

/* The score of one factor, over the seeds of a cell. */
static evidence_point factor_cell(const evidence_point *from, size_t factor)
{
    evidence_point to = *from;
    moments m = { 0 };
    for (size_t seed = 0; seed < from->n; seed++) moments_add_defined(&m, from->item[seed * from->n_items + factor]);
    evidence_summarise(&to, from->n, m);
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
    placed *cell = kept(n * n_factors, sizeof *cell);
    evidence_point *made = kept(n * n_factors, sizeof *made);
    size_t count = 0;
    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i < n_factors && has_factors(row[r].at, n_factors); i++) {
            made[count] = factor_cell(row[r].at, i);
            cell[count] = (placed){ row[r].of, values[i], &made[count] };
            count++;
        }
    add_sheet(SHEET_FACTORS, "K", cell, count, to);
}

static int any_factors(const score_row *row, size_t n, size_t n_factors)
{
    for (size_t r = 0; r < n; r++)
        if (has_factors(row[r].at, n_factors)) return 1;
    return 0;
}

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
}

static void sheets_add_along(const score_row *row, size_t n, sheets *to)
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
}

static int same_group(const sheet *a, size_t p, const sheet *b, size_t q)
{
    return strcmp(sheet_point_text(a, p), sheet_point_text(b, q)) == 0;
}

/* The number that a group of models had in an earlier sheet, else the next. */
static void number_points(sheets *all)
{
    size_t next = 0;
    for (size_t k = 0; k < all->count; k++) {
        sheet *s = &all->at[k];
        const int models = !assay_scenario_find(s->scenario);
        for (size_t p = 0; p < s->n_points; p++) {
            s->number[p] = models ? SIZE_MAX : p;
            for (size_t j = 0; models && j < k && s->number[p] == SIZE_MAX; j++)
                for (size_t q = 0; q < all->at[j].n_points; q++)
                    if (same_group(&all->at[j], q, s, p)) s->number[p] = all->at[j].number[q];
            if (s->number[p] == SIZE_MAX) s->number[p] = next++;
        }
    }
}

static void build(const score_rows *from, void (*add)(const score_row *row, size_t n, sheets *to), sheets *to)
{
    for (size_t first = 0, end; first < from->count; first = end) {
        for (end = first + 1; end < from->count; end++)
            if (from->at[end].at->of->scenario != from->at[first].at->of->scenario) break;
        add(from->at + first, end - first, to);
    }
    number_points(to);
}

void sheets_build(const score_rows *from, sheets *to) { build(from, sheets_add_scenario, to); }

void sheets_build_along(const score_rows *from, sheets *to) { build(from, sheets_add_along, to); }
