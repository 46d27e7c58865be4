/* The published results of Joshi et al. 2026: sums, defects, or every cell. */
#include "published_tables.h"

#include "ascending.h"
#include "needed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a row of sums is of. */
typedef struct part {
    size_t by_status[GUARD_STATUSES], all, compared;
    const guard_result *farthest; /* of those that differ */
    double *apart;                /* [compared] */
} part;

static double apart(const guard_result *r) { return fabs(r->ours - r->published); }

static void part_add(part *p, const guard_result *r)
{
    p->by_status[r->status]++;
    p->all++;
    if (!isnan(apart(r))) p->apart[p->compared++] = apart(r);
    if (r->status == REPRODUCTION_DIFFERS && (!p->farthest || apart(r) > apart(p->farthest))) p->farthest = r;
}

/* NaN where nothing was compared. */
static double median_apart(const part *p)
{
    if (!p->compared) return NAN;
    qsort(p->apart, p->compared, sizeof *p->apart, ascending);
    return 0.5 * (p->apart[(p->compared - 1) / 2] + p->apart[p->compared / 2]);
}

static grid *sums_new(const char *caption, const char *key, const char *header)
{
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { key, header, GRID_LEFT }, { "cells", "cells", GRID_RIGHT },
                 { "reproduced", "reproduced", GRID_RIGHT }, { "within_error", "within error", GRID_RIGHT },
                 { "differs", "differ", GRID_RIGHT }, { "undefined", "undefined here", GRID_RIGHT },
                 { "missing", "not in this store", GRID_RIGHT }, { "median", "median difference", GRID_RIGHT },
                 { "farthest", "largest difference of those that differ", GRID_WRAP });
    grid_stub(g, 1);
    return g;
}

static void sums_put(grid *g, const part *p)
{
    static const int shown[] = { REPRODUCTION_DONE, REPRODUCTION_WITHIN_ERROR, REPRODUCTION_DIFFERS, GUARD_UNDEFINED,
                                 REPRODUCTION_MISSING };
    grid_count(g, p->all);
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) grid_count(g, p->by_status[shown[k]]);
    grid_number(g, median_apart(p), 6);
    const guard_result *r = p->farthest;
    if (!r) grid_text(g, "%s", "");
    else
        grid_text(g, "%.4f published, %.4f ours: %s, %s, %zu rows", r->published, r->ours,
                  guard_measure_name(r->measure), r->point, (size_t)r->samples);
}

/* A row of the sums of the cells that are counted in it. */
static void add_sums(grid *g, const guard_results *from, const char *name, double *room,
                     int (*counts)(const guard_result *r, int a, int b), int a, int b)
{
    part p = { .apart = room };
    for (size_t k = 0; k < from->count; k++)
        if (counts(&from->at[k], a, b)) part_add(&p, &from->at[k]);
    grid_row(g);
    grid_text(g, "%s", name);
    sums_put(g, &p);
}

/* Of the experiments from first to last. */
static int is_between(const guard_result *r, int first, int last) { return r->experiment >= first && r->experiment <= last; }

static int is_of_measure(const guard_result *r, int measure, int correlated)
{
    return r->measure == measure && (strncmp(r->point, "structure=correlated", 20) == 0) == correlated;
}

/* room [count] */
static grid *by_experiment(const guard_results *from, double *room)
{
    char text[160];
    size_t missing = 0;
    snprintf(text, sizeof text, "%s: published means, by experiment", guard_source());
    grid *g = sums_new(text, "experiment", "experiment");
    for (int e = 1; e <= guard_experiments(); e++) {
        snprintf(text, sizeof text, "exp%02d", e);
        add_sums(g, from, text, room, is_between, e, e);
    }
    grid_rule(g);
    add_sums(g, from, "all", room, is_between, 1, guard_experiments());
    for (size_t k = 0; k < from->count; k++) missing += from->at[k].status == REPRODUCTION_MISSING;
    if (missing)
        grid_note(
            g, 0,
            "`assay run guard --db FILE` puts into the store what is not in it, but for 48 means of experiment 10, "
            "of data with codes beyond the range of a double");
    return g;
}

/* room [count] */
static grid *by_measure(const guard_results *from, double *room)
{
    char text[160];
    grid *g = sums_new("The same by metric; correlated factors apart", "metric", "metric");
    for (int k = 0; k < 2 * guard_measures(); k++) {
        snprintf(text, sizeof text, "%s%s", guard_measure_name(k / 2), k % 2 ? ", correlated" : "");
        add_sums(g, from, text, room, is_of_measure, k / 2, k % 2);
    }
    grid_note(
        g, 0,
        "reproduced: the same mean over the same seeds to 2e-6. Correlated factors are drawn by another factor of "
        "their covariance; InfoM, InfoC, T-MEX, RDC and DCI have draws of their own: there a mean can agree within "
        "error only. undefined here: in all our seeds, or in all but one. `--format csv` has every cell.");
    return g;
}

static grid *defects(const guard_results *from)
{
    grid *g = grid_new("What is wrong with them, by numbers");
    GRID_COLUMNS(g, { "number", "defect", GRID_RIGHT }, { "statement", "what", GRID_WRAP },
                 { "what", "number", GRID_WRAP }, { "value", "value", GRID_RIGHT });
    grid_stub(g, 2);
    for (size_t k = 0; k < from->n_defects; k++)
        for (size_t n = 0; n < GUARD_NUMBERS && from->defect[k].what[n]; n++) {
            const guard_defect *d = &from->defect[k];
            GRID_ROW(g, n ? GRID_TEXT("") : GRID_COUNT((uint64_t)d->number), GRID_TEXT(n ? "" : d->statement),
                     GRID_TEXT(d->what[n]), GRID_NUMBER(d->value[n], 4));
        }
    return g;
}

static grid *every_cell(const guard_results *from)
{
    char caption[160];
    snprintf(caption, sizeof caption, "published results of %s", guard_source());
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "experiment", "experiment", GRID_LEFT }, { "filed", "filed under", GRID_LEFT },
                 { "metric", "metric", GRID_LEFT }, { "point", "point", GRID_LEFT },
                 { "samples", "samples", GRID_RIGHT }, { "seeds", "seeds", GRID_RIGHT },
                 { "defined", "defined", GRID_RIGHT }, { "published", "published", GRID_RIGHT },
                 { "ours", "ours", GRID_RIGHT }, { "half_width", "half width", GRID_RIGHT },
                 { "status", "status", GRID_LEFT });
    for (size_t k = 0; k < from->count; k++) {
        const guard_result *r = &from->at[k];
        grid_row(g);
        grid_text(g, "exp%02d", r->experiment);
        GRID_CELLS(g, GRID_TEXT(r->filed), GRID_TEXT(guard_measure_name(r->measure)), GRID_TEXT(r->point),
                   GRID_COUNT(r->samples), GRID_COUNT(r->seeds), GRID_COUNT(r->defined),
                   GRID_NUMBER(r->published, 7), GRID_NUMBER(r->ours, 7), GRID_NUMBER(r->half_width, 7),
                   GRID_TEXT(guard_status_text(r->status)));
    }
    return g;
}

size_t guard_tables(const guard_results *from, int for_people, grid ***to)
{
    double *room = needed(malloc((from->count + 1) * sizeof *room));
    grid **list = *to = needed(calloc(3, sizeof *list));
    list[0] = for_people ? by_experiment(from, room) : every_cell(from);
    if (for_people) list[1] = by_measure(from, room), list[2] = defects(from);
    free(room);
    return for_people ? 3 : 1;
}
