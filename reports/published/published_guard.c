/* The published results of Joshi et al. 2026 next to those of a store. */
#include "published_guard.h"

#include "needed.h"
#include "papers.h"
#include "student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 2e-6 /* seven printed digits, and ties of ranks that the last bit of tanh makes */

static const study_grid *grid_read(void) { return &papers_all()->grid; }

static const study_measure *measure_at(int k) { return PAPER_AT(study_measure, grid_read()->measures, k); }

static const study_cell *cell_at(size_t k) { return PAPER_AT(study_cell, grid_read()->cells, k); }

/* NaN: it is not published. */
static double published_mean(const study_cell *cell, int measure)
{
    const size_t k = (size_t)measure - cell->first;
    return (size_t)measure >= cell->first && k < cell->n ? cell->mean[k] : NAN;
}

const char *guard_source(void) { return grid_read()->of ? grid_read()->of->name : NULL; }

int guard_measures(void) { return (int)grid_read()->measures.count; }

const char *guard_measure_name(int measure) { return measure_at(measure)->name; }

int guard_experiments(void)
{
    size_t most = 0;
    for (size_t k = 0; k < grid_read()->cells.count; k++)
        if (cell_at(k)->experiment > most) most = cell_at(k)->experiment;
    return (int)most;
}

const char *guard_status_text(int status)
{
    return status == GUARD_UNDEFINED ? "undefined here" : reproduction_status_text(status);
}

/* ---- what the store has ---- */

typedef struct own {
    double mean, half_width; /* NaN: of none, of fewer than two */
    size_t seeds, defined;   /* 0 where the store lacks one */
} own;

static const evidence_series *series_of(const evidence *from, const claim_series *v)
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
    return p->seed[k] >= grid_read()->first_seed && p->seed[k] < grid_read()->first_seed + seeds;
}

/* Over the first `seeds` of the published seeds; nothing where the store lacks one of them. */
static own own_mean(const evidence *from, const claim_series *v, const char *scenario, const char *point,
                    uint64_t samples, size_t seeds)
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

static int is_shared(const study_cell *cell) { return strstr(cell->settings, "generators=shared") != NULL; }

/* Where a cell is in the plan: what is fitted reads the rows of a split, what is not its test rows; where both
 * generators have one seed, all. */
static uint64_t cell_place(const study_cell *cell, const study_measure *measure, char *point, size_t size)
{
    const char *rows = is_shared(cell) ? "" : measure->split ? ";rows=split" : ";rows=test";
    snprintf(point, size, "structure=%s;codes=%s%s%s%s", cell->structure, cell->codes, *cell->settings ? ";" : "",
             cell->settings, rows);
    return is_shared(cell) || measure->split ? cell->drawn : cell->drawn / grid_read()->tested;
}

static int cell_status(const own *ours, double published)
{
    const double off = fabs(ours->mean - published);
    if (!ours->seeds) return REPRODUCTION_MISSING;
    if (off <= ROUNDING) return REPRODUCTION_DONE;
    if (isnan(ours->half_width)) return GUARD_UNDEFINED;
    return off <= sqrt(2.0) * ours->half_width ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_DIFFERS;
}

static guard_result cell_result(const evidence *from, const study_cell *cell, int measure, double published)
{
    guard_result r = { .experiment = (int)cell->experiment,
                       .measure = measure,
                       .filed = cell->filed,
                       .seeds = cell->seeds,
                       .published = published };
    const study_measure *by = measure_at(measure);
    r.samples = cell_place(cell, by, r.point, sizeof r.point);
    const claim_series *v = by->shared.metric && is_shared(cell) ? &by->shared : &by->of;
    const own ours = own_mean(from, v, grid_read()->scenario, r.point, r.samples, cell->seeds);
    r.ours = ours.mean;
    r.half_width = ours.half_width;
    r.defined = ours.defined;
    r.status = cell_status(&ours, r.published);
    return r;
}

/* ---- defects ---- */

/* The largest difference of a measure between published and ours where the factors are correlated, or where they are
 * not; but for what the experiment `but` has filed apart. */
static double ours_apart(const guard_results *r, const study_number *n)
{
    double most = NAN;
    for (size_t k = 0; k < r->count; k++) {
        const guard_result *at = &r->at[k];
        const int is = strncmp(at->point, "structure=correlated", 20) == 0;
        if (at->measure != n->measure || is != n->correlated) continue;
        if (at->experiment == (int)n->but && *at->filed) continue;
        most = fmax(most, fabs(at->ours - at->published)); /* NaN of both is the other */
    }
    return most;
}

static double number_of(const evidence *from, const guard_results *r, const study_number *n)
{
    if (n->take == TAKE_VALUE) return n->value;
    if (n->take == TAKE_OURS_APART) return ours_apart(r, n);
    const own of = own_mean(from, &n->of, n->scenario, n->point, n->samples, grid_read()->defect_seeds);
    if (n->take == TAKE_OURS) return of.mean;
    return of.seeds ? (double)(of.seeds - of.defined) : NAN; /* seeds that have no value */
}

static void add_defect(const evidence *from, const study_defect *d, guard_results *to)
{
    guard_defect made = { .number = (int)d->number, .statement = d->statement };
    for (size_t n = 0; n < GUARD_NUMBERS; n++) {
        const study_number *number = n < d->n ? PAPER_AT(study_number, grid_read()->numbers, d->first + n) : NULL;
        made.what[n] = number ? number->what : NULL;
        made.value[n] = number ? number_of(from, to, number) : NAN;
    }
    to->defect[to->n_defects++] = made;
}

assay_status guard_results_of(const evidence *from, guard_results *to, assay_error *err)
{
    ASSAY_TRY(papers_load(NULL, err));
    if (!grid_read()->of) return assay_fail(err, ASSAY_EINPUT, "no file of papers/ has a grid");
    const paper_list *defects = &grid_read()->defects;
    size_t most = 0;
    for (size_t k = 0; k < grid_read()->cells.count; k++) most += cell_at(k)->n;
    to->at = needed(calloc(most + 1, sizeof *to->at));
    to->defect = needed(calloc(defects->count + 1, sizeof *to->defect));
    for (size_t k = 0; k < grid_read()->cells.count; k++)
        for (int m = 0; m < guard_measures(); m++) {
            const double published = published_mean(cell_at(k), m);
            if (!isnan(published)) to->at[to->count++] = cell_result(from, cell_at(k), m, published);
        }
    for (size_t k = 0; k < defects->count; k++) add_defect(from, PAPER_AT(study_defect, *defects, k), to);
    return ASSAY_OK;
}

void guard_results_free(guard_results *r)
{
    free(r->at);
    free(r->defect);
    *r = (guard_results){ 0 };
}
