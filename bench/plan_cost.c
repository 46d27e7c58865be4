/* Measured on one representation, carried over to the others by the costs of the descriptors. */
#include "plan_cost.h"

#include "score_cost.h"
#include "scoring.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

typedef struct measuring {
    const cells *of;
    double
        *rate; /* [n_variants] seconds in a unit of the descriptor's cost, or seconds where it has none; NaN: to come */
    double making;    /* seconds in a value of the data */
    assay_size *size; /* [n_groups] of representations of COST_SAMPLES samples or fewer */
} measuring;

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; } /* whoever else uses the machine */

/* 1 where nothing is known: then every size costs the same. */
static double units(const variant *v, const assay_size *size)
{
    const double cost = assay_metric_cost(v->metric, v->option, size);
    return cost > 0 ? cost : 1.0;
}

static double values(const assay_size *size) { return (double)size->n * (double)(size->n_factors + size->n_codes); }

/* Of `n` rows, as those that were made. */
static double bytes(const assay_size *size, double n)
{
    return size->n ? score_cost_bytes(size) * n / (double)size->n : 0;
}

static int wants(const cells *c, const cell_group *g, size_t v, cell_interval *room)
{
    return cells_intervals(c, g, v, room) > 0;
}

static assay_status build(const cell_group *g, assay_data *data, assay_size *size, assay_error *err)
{
    const uint64_t n = g->samples < COST_SAMPLES ? g->samples : COST_SAMPLES;
    const assay_status status = assay_scenario_build(g->point->scenario, g->point->parameter, (size_t)n, 0, data, err);
    const assay_rep rep = assay_data_view(data);
    *size = assay_size_of(&rep);
    return status == ASSAY_OK ? scoring_check(&rep, err) : status;
}

/* The variants that a group wants and that no group before it wanted. */
static assay_status measure_group(measuring *m, size_t g, const assay_data *data, scoring *s, cell_interval *room)
{
    const cells *c = m->of;
    const plan_point *point = c->group[g].point;
    const assay_rep rep = assay_data_view(data);
    assay_status status = scoring_begin(s, &rep, 0, point->scenario->id, point->at.set.text);
    for (size_t v = 0; v < c->n_variants && status == ASSAY_OK; v++) {
        const assay_score *scores;
        if (!isnan(m->rate[v]) || !wants(c, &c->group[g], v, room)) continue;
        const double before = cpu_seconds();
        status = scoring_run(s, c->variant[v], &scores);
        const double took = c->variant[v]->close ? scores[0].seconds : cpu_seconds() - before; /* of other processes */
        m->rate[v] = took / units(c->variant[v], &m->size[g]);
    }
    return status;
}

static int is_measured(const measuring *m, const cell_group *g, cell_interval *room)
{
    for (size_t v = 0; v < m->of->n_variants; v++)
        if (isnan(m->rate[v]) && wants(m->of, g, v, room)) return 0;
    return 1;
}

/* Every group's data are made once, small, to know how wide they are. */
static assay_status measure_groups(measuring *m, scoring *s, cell_interval *room, assay_error *err)
{
    const cells *c = m->of;
    assay_data data = { .keeps_sparse = 1 };
    assay_status status = ASSAY_OK;
    double made = 0;
    const double start = cpu_seconds();
    double scored = 0;
    for (size_t g = 0; g < c->n_groups && status == ASSAY_OK; g++) {
        status = build(&c->group[g], &data, &m->size[g], err);
        made += values(&m->size[g]);
        if (status != ASSAY_OK || is_measured(m, &c->group[g], room)) continue;
        const double before = cpu_seconds();
        status = measure_group(m, g, &data, s, room);
        scored += cpu_seconds() - before;
    }
    if (made > 0) m->making = (cpu_seconds() - start - scored) / made;
    assay_data_free(&data);
    return status;
}

static void add_up(const measuring *m, cell_interval *room, plan_cost *to)
{
    const cells *c = m->of;
    for (size_t g = 0; g < c->n_groups; g++) {
        assay_size full = m->size[g];
        double batches = 0;
        full.n = (size_t)c->group[g].samples;
        to->bytes = fmax(to->bytes, bytes(&m->size[g], (double)full.n));
        for (size_t v = 0; v < c->n_variants; v++) {
            const size_t n = cells_intervals(c, &c->group[g], v, room);
            double seeds = 0;
            for (size_t k = 0; k < n; k++) seeds += (double)(room[k].end - room[k].first);
            if (!n) continue;
            const double second = m->rate[v] * units(c->variant[v], &full);
            to->total += seeds * second;
            to->dearest = fmax(to->dearest, second);
            batches = fmax(batches, seeds);
        }
        to->total += batches * m->making * values(&full);
    }
}

assay_status plan_cost_measure(const cells *of, plan_cost *to, assay_error *err)
{
    scoring *s = scoring_new();
    cell_interval *room = calloc(of->n_groups + of->of->n_parts + 1, sizeof *room);
    *to = (plan_cost){ 0 };
    measuring m = { .of = of,
                    .rate = calloc(of->n_variants + 1, sizeof *m.rate),
                    .size = calloc(of->n_groups + 1, sizeof *m.size) };
    assay_status status = s && room && m.rate && m.size ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t v = 0; status == ASSAY_OK && v < of->n_variants; v++) m.rate[v] = NAN;
    if (status == ASSAY_OK) status = measure_groups(&m, s, room, err);
    if (status == ASSAY_OK) add_up(&m, room, to);
    free(m.rate);
    free(m.size);
    free(room);
    scoring_free(s);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out estimating the plan") : status;
}
