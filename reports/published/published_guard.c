/* The published results of Joshi et al. 2026 beside those of a store. */
#include "published_guard.h"

#include "student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8 };

typedef struct guard_cell {
    int experiment;
    const char *filed;
    int structure, codes;
    const char *settings;
    unsigned drawn, seeds;
    double mean[COLUMNS];
} guard_cell;

enum { ANY = -1, D1, D2, D3, D4 };
enum { E1, E2, E3, E4, E5, E6, E7, E8, E9, E10 };
#include "guard_cells.h"

enum {
    CELLS = sizeof cells / sizeof *cells,
    DETAILED_CELLS = sizeof detailed_cells / sizeof *detailed_cells,
    DETAILED_COLUMNS = GUARD_MEASURES - COLUMNS,
    FIRST_SEED = 42,
    SHARED_ROWS = 5
};

#define ROUNDING 2e-6 /* seven printed digits, and ties of ranks that the last bit of tanh makes */

static const char *const structures[] = { "independent", "correlated", "redundant", "two-parents" };
static const char *const encoders[] = { "scaled",        "curved", "dense",     "fewer",          "copies",
                                        "curved-copies", "wide",   "intervals", "gaussian-noise", "uniform-noise" };

/* Who computes a measure. */
typedef struct variant {
    const char *name, *metric, *preset, *output;
} variant;

static const variant measures[] = {
    { "MCC", "mcc", "guard2026", "mcc" },
    { "MCC of ranks", "mcc", "guard2026:correlation=spearman", "mcc" },
    { "MIG", "mig", "default:rule=range:bins=20:factor-bins=20", "mig" },
    { "R2", "r2-heldout", "guard2026", "r2-heldout" },
    { "InfoM", "infom", "guard2026", "infom" },
    { "T-MEX", "t-mex", "guard2026", "alignment" },
    { "RDC", "mcc-rdc", "guard2026", "mcc-rdc" },
    { "DCI modularity", "dci-gbt", "guard2026", "modularity" },
    { "DCI compactness", "dci-gbt", "guard2026", "compactness" },
    { "DCI explicitness", "dci-gbt", "guard2026", "explicitness" },
    { "InfoC", "infoc", "guard2026", "infoc" },
};
static const variant in_sample = { "R2", "r2-heldout", "guard2026:train=1", "r2-heldout" };

const char *guard_measure_name(int measure) { return measures[measure].name; }

const char *guard_status_text(int status)
{
    return status == GUARD_UNDEFINED ? "undefined here" : reproduction_status_text(status);
}

/* ---- what the store has ---- */

typedef struct own {
    double mean, half_width; /* NaN: of none, of fewer than two */
    size_t seeds, defined;   /* 0 where the store lacks one */
} own;

static const evidence_series *series_of(const evidence *from, const variant *v)
{
    for (size_t k = 0; k < from->count; k++)
        if (strcmp(from->at[k].metric, v->metric) == 0 && strcmp(from->at[k].preset, v->preset) == 0 &&
            strcmp(from->at[k].output, v->output) == 0)
            return &from->at[k];
    return NULL;
}

/* Whether value k is of one of the first `seeds` published seeds. */
static int is_seed(const evidence_point *p, size_t k, size_t seeds)
{
    return p->seed[k] >= FIRST_SEED && p->seed[k] < FIRST_SEED + seeds;
}

/* Over the first `seeds` of the published seeds; nothing where the store lacks one of them. */
static own own_mean(const evidence *from, const variant *v, const char *scenario, const char *point, uint64_t samples,
                    size_t seeds)
{
    own to = { NAN, NAN, 0, 0 };
    const evidence_series *series = series_of(from, v);
    const evidence_point *p = series ? evidence_find(series, scenario, point, samples) : NULL;
    moments of = { 0 };
    size_t there = 0;
    for (size_t k = 0; p && k < p->n; k++) {
        if (!is_seed(p, k, seeds)) continue;
        there++;
        moments_add_defined(&of, p->value[k]);
    }
    if (there < seeds) return to;
    to.seeds = seeds;
    to.defined = of.n;
    if (of.n) to.mean = of.mean;
    if (of.n > 1) to.half_width = student_half_width(moments_sd(&of), of.n, 0.95);
    return to;
}

/* ---- cells ---- */

static int is_shared(const guard_cell *cell) { return strstr(cell->settings, "generators=shared") != NULL; }

/* Where a cell is in the plan: what is fitted reads the rows of a split, what is not its test rows; experiment 5
 * all. */
static uint64_t cell_place(const guard_cell *cell, int measure, char *point, size_t size)
{
    const char *rows = is_shared(cell) ? "" : measure == GUARD_R2 ? ";rows=split" : ";rows=test";
    snprintf(point, size, "structure=%s;codes=%s%s%s", structures[cell->structure], encoders[cell->codes],
             cell->settings, rows);
    return is_shared(cell) || measure == GUARD_R2 ? cell->drawn : cell->drawn / SHARED_ROWS;
}

static int cell_status(const own *ours, double published)
{
    const double off = fabs(ours->mean - published);
    if (!ours->seeds) return REPRODUCTION_MISSING;
    if (off <= ROUNDING) return REPRODUCTION_DONE;
    if (isnan(ours->half_width)) return GUARD_UNDEFINED;
    return off <= sqrt(2.0) * ours->half_width ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_DIFFERS;
}

static guard_result cell_result(const evidence *from, const guard_cell *cell, int measure, double published)
{
    guard_result r = { .experiment = cell->experiment,
                       .measure = measure,
                       .filed = cell->filed,
                       .seeds = cell->seeds,
                       .published = published };
    r.samples = cell_place(cell, measure, r.point, sizeof r.point);
    const variant *v = measure == GUARD_R2 && is_shared(cell) ? &in_sample : &measures[measure];
    const own ours = own_mean(from, v, "guard", r.point, r.samples, cell->seeds);
    r.ours = ours.mean;
    r.half_width = ours.half_width;
    r.defined = ours.defined;
    r.status = cell_status(&ours, r.published);
    return r;
}

/* ---- defects ---- */

static int same_point(const guard_cell *a, const guard_cell *b)
{
    return a->experiment == b->experiment && a->structure == b->structure && a->codes == b->codes &&
           a->drawn == b->drawn;
}

/* The largest difference between the means of two cells; NaN where one has none. */
static double cells_apart(const guard_cell *a, const guard_cell *b)
{
    double most = 0;
    for (int k = 0; k < GUARD_T_MEX; k++) /* InfoM and those after it draw from the system's clock */
        if (k != GUARD_INFOM && !isnan(a->mean[k]) && !isnan(b->mean[k]))
            most = fmax(most, fabs(a->mean[k] - b->mean[k]));
    return most;
}

/* The largest difference between cells of an experiment and a structure filed differently, whose settings are the same,
 * or, where `with` is given, between those with these settings and those without. */
static double filed_apart(int experiment, int structure, const char *with, const char *without)
{
    double most = NAN;
    for (size_t a = 0; a < CELLS; a++)
        for (size_t b = 0; b < CELLS; b++) {
            if (cells[a].experiment != experiment || !same_point(&cells[a], &cells[b])) continue;
            if (structure != ANY && cells[a].structure != structure) continue;
            const int apart =
                with ? strcmp(cells[a].settings, with) == 0 && strcmp(cells[b].settings, without) == 0
                     : strcmp(cells[a].filed, cells[b].filed) != 0 && strcmp(cells[a].settings, cells[b].settings) == 0;
            if (apart) most = fmax(isnan(most) ? 0 : most, cells_apart(&cells[a], &cells[b]));
        }
    return most;
}

/* The largest difference between two means of a measure over the same data sets, published twice. */
static double repeated_apart(int measure)
{
    double most = NAN;
    for (size_t a = 0; a < CELLS; a++)
        for (size_t b = a + 1; b < CELLS; b++) {
            const guard_cell *x = &cells[a], *y = &cells[b];
            if (x->structure != y->structure || x->codes != y->codes || x->drawn != y->drawn || x->seeds != y->seeds ||
                strcmp(x->settings, y->settings) != 0)
                continue;
            const double off = fabs(x->mean[measure] - y->mean[measure]);
            if (!isnan(off)) most = fmax(isnan(most) ? 0 : most, off);
        }
    return most;
}

static double filed_mean(int experiment, const char *filed, int codes, const char *set, unsigned drawn, int measure)
{
    for (size_t k = 0; k < CELLS; k++)
        if (cells[k].experiment == experiment && strcmp(cells[k].filed, filed) == 0 && cells[k].codes == codes &&
            strcmp(cells[k].settings, set) == 0 && cells[k].drawn == drawn && !isnan(cells[k].mean[measure]))
            return cells[k].mean[measure];
    return NAN;
}

/* Published means that are missing, among the cells of an experiment with so many rows. */
static double refused(int experiment, unsigned drawn, int measure)
{
    size_t count = 0;
    for (size_t k = 0; k < CELLS; k++)
        count += cells[k].experiment == experiment && cells[k].drawn == drawn && isnan(cells[k].mean[measure]);
    return (double)count;
}

/* The largest difference of MCC between published and ours where the factors are correlated, or where they are not. */
static double factors_apart(const guard_results *r, int correlated)
{
    double most = NAN;
    for (size_t k = 0; k < r->count; k++) {
        const guard_result *at = &r->at[k];
        const int is = strncmp(at->point, "structure=correlated", 20) == 0;
        if (at->measure != GUARD_MCC || is != correlated || isnan(at->ours)) continue;
        if (at->experiment == 11 && *at->filed) continue; /* defect 2 */
        most = fmax(isnan(most) ? 0 : most, fabs(at->ours - at->published));
    }
    return most;
}

#define TEST ";rows=test"
#define PLAIN "structure=independent;codes="

enum { SEEDS = 5 };

static double ours(const evidence *from, const char *metric, const char *preset, const char *output, const char *point,
                   uint64_t samples)
{
    const variant v = { NULL, metric, preset, output };
    return own_mean(from, &v, "guard", point, samples, SEEDS).mean;
}

/* Of the five seeds, those whose codes the trees refuse; NaN: not in the store. */
static double seeds_refused(const evidence *from, const char *point, uint64_t samples)
{
    const own of = own_mean(from, &measures[GUARD_DCI_M], "guard", point, samples, SEEDS);
    return of.seeds ? (double)(of.seeds - of.defined) : NAN;
}

/* A number that a defect is shown by, of the store: metric, preset and output, scenario, point and samples. */
typedef struct shown {
    const char *what, *metric, *preset, *output, *scenario, *point;
    uint64_t samples;
} shown;

typedef struct store_defect {
    int number;
    const char *statement;
    shown by[GUARD_NUMBERS];
} store_defect;

#include "guard_defects.h"

static void add_defect(guard_results *to, const guard_defect *d) { to->defect[to->n_defects++] = *d; }

/* Those that published numbers show by themselves, or beside ours. */
static void published_defects(const evidence *from, guard_results *to)
{
    const char *wide = PLAIN "gaussian-noise;width=200" TEST;
    const guard_defect list[] = {
        { 1,
          "experiment 2 shows one experiment twice: its curve never reaches the codes",
          { "largest difference between its two panels, 26 points" },
          { filed_apart(2, ANY, NULL, NULL) } },
        { 2,
          "experiment 11's 200 codes of noise are 5: the number was dropped",
          { "largest difference between 5 and 200 codes", "MCC published for 200", "MCC of 200 codes" },
          { filed_apart(11, ANY, NULL, NULL), filed_mean(11, "200", E9, "", 1000, GUARD_MCC),
            ours(from, "mcc", "guard2026", "mcc", wide, 200) } },
        { 4,
          "experiment 7 never sweeps the derived factors of one parent",
          { "largest difference between 1 and 4 of them, published", "R2 published for 4, 6 codes of 10",
            "R2 of it: the lost are copies of a kept one" },
          { filed_apart(7, D3, ";factors=10;width=6;derived=4", ";factors=10;width=6"),
            filed_mean(7, "", E4, ";factors=10;width=6;derived=4", 1000, GUARD_R2),
            ours(from, "r2-heldout", "guard2026", "r2-heldout",
                 "structure=redundant;codes=fewer;factors=10;width=6;derived=4;rows=split", 1000) } },
        { 5,
          "experiments 3 and 4 have no MIG at two factors: 100 rows drawn are 20 scored, which the metric refuses",
          { "missing in experiment 3", "missing in experiment 4", "MIG of 20 rows, two factors" },
          { refused(3, 100, GUARD_MIG), refused(4, 100, GUARD_MIG),
            ours(from, "mig", measures[GUARD_MIG].preset, "mig",
                 "structure=correlated;codes=scaled;factors=2;rho=0" TEST, 20) } },
        { 6,
          "correlated factors depend on the machine: LAPACK picks a basis of an eigenspace",
          { "largest difference of MCC to ours, other factors", "correlated ones, by Cholesky's factor here" },
          { factors_apart(to, 0), factors_apart(to, 1) } },
        { 18,
          "metrics draw without a seed: means of the same data sets, published twice, are not the same",
          { "largest difference of two means of RDC", "of DCI modularity", "of T-MEX", "of MCC, which draws nothing" },
          { repeated_apart(GUARD_RDC), repeated_apart(GUARD_DCI_M), repeated_apart(GUARD_T_MEX),
            repeated_apart(GUARD_MCC) } },
        { 21,
          "codes beyond the range of single precision, which DCI refuses: a mean of five seeds is one of four or three",
          { "of seeds 42 to 46, curved codes, those refused at 200 rows", "at 1000 rows",
            "DCI modularity published there as the mean of five" },
          { seeds_refused(from, PLAIN "curved" TEST, 200), seeds_refused(from, PLAIN "curved" TEST, 1000),
            filed_mean(10, "", E2, "", 5000, GUARD_DCI_M) } },
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        add_defect(to, &list[k]);
        for (size_t n = 0; n < GUARD_NUMBERS; n++)
            if (!list[k].what[n]) to->defect[to->n_defects - 1].value[n] = NAN;
    }
}

static void stored_defects(const evidence *from, guard_results *to)
{
    for (size_t k = 0; k < sizeof in_stores / sizeof *in_stores; k++) {
        guard_defect d = { .number = in_stores[k].number, .statement = in_stores[k].statement };
        for (size_t n = 0; n < GUARD_NUMBERS; n++) {
            const shown *by = &in_stores[k].by[n];
            const variant v = { NULL, by->metric, by->preset, by->output };
            d.what[n] = by->what;
            d.value[n] = NAN;
            if (by->what) d.value[n] = own_mean(from, &v, by->scenario, by->point, by->samples, SEEDS).mean;
        }
        add_defect(to, &d);
    }
}

static int by_number(const void *a, const void *b)
{
    const guard_defect *x = a, *y = b;
    return x->number - y->number;
}

static void add_results(const evidence *from, const guard_cell *cell, int first, int columns, guard_results *to)
{
    for (int k = 0; k < columns; k++)
        if (!isnan(cell->mean[k])) to->at[to->count++] = cell_result(from, cell, first + k, cell->mean[k]);
}

assay_status guard_results_of(const evidence *from, guard_results *to, assay_error *err)
{
    enum { MOST_DEFECTS = 32 };
    to->at = calloc(CELLS * COLUMNS + DETAILED_CELLS * DETAILED_COLUMNS, sizeof *to->at);
    to->defect = calloc(MOST_DEFECTS, sizeof *to->defect);
    if (!to->at || !to->defect) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t k = 0; k < CELLS; k++) add_results(from, &cells[k], 0, COLUMNS, to);
    for (size_t k = 0; k < DETAILED_CELLS; k++) add_results(from, &detailed_cells[k], COLUMNS, DETAILED_COLUMNS, to);
    published_defects(from, to);
    stored_defects(from, to);
    qsort(to->defect, to->n_defects, sizeof *to->defect, by_number);
    return ASSAY_OK;
}

void guard_results_free(guard_results *r)
{
    free(r->at);
    free(r->defect);
    *r = (guard_results){ 0 };
}
