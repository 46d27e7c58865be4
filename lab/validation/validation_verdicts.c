/* From pairs of values to a row per scenario: the largest difference, what is undefined or failed, the verdict. */
#include "candidate.h"
#include "student.h"
#include "validation_inside.h"

#include <stdio.h>
#include <string.h>

int mean_differs(const comparison *c, const moments *m, double *half)
{
    *half = m->n > 1 ? student_half_width(moments_sd(m), m->n, c->level) : INFINITY;
    return m->n > 1 && !(fabs(m->mean) <= *half);
}

double worst_of(const comparison *c, int moves)
{
    double worst = 0.0;
    for (size_t k = 0; k < c->n_points; k++)
        if (!c->point[k].moves == !moves) worst = fmax(worst, c->point[k].worst);
    return worst;
}

typedef struct row_tally {
    validation_row *row;
    int differs, undecided;
    double worst; /* of all values, relative to what is allowed */
} row_tally;

static const char *place_text(comparison *c, const compared_point *p, const compared_cell *cell, const value_pair *v)
{
    char seed[64] = "", item[64] = "", output[96] = "";
    if (cell) snprintf(seed, sizeof seed, ", seed %llu", (unsigned long long)cell->seed);
    if (v->item >= 0)
        snprintf(item, sizeof item, ", %s %td", c->output[v->output].axis == ASSAY_PER_CODE ? "code" : "factor",
                 v->item);
    if (c->n_outputs > 1)
        snprintf(output, sizeof output, "%s, ", c->reference->metric->outputs[c->output[v->output].want].id);
    return comparison_text(c, "%s%s%s%llu samples%s%s", output, p->point.at.set.text,
                           p->point.at.set.text[0] ? ", " : "", (unsigned long long)p->samples, seed, item);
}

/* A pair of which one is undefined: the reason goes to the row. */
static void undefined_tally(comparison *c, compared_point *p, const compared_cell *cell, const value_pair *v,
                            row_tally *t)
{
    const int got = isnan(v->got);
    t->row->undefined++;
    t->differs = 1;
    p->worst = INFINITY;
    if (!t->row->why)
        t->row->why = comparison_text(c, "undefined in %s alone (%s): %s", got ? "the candidate" : "the reference",
                                      place_text(c, p, cell, v), got ? v->got_why : v->want_why);
}

/* The largest difference is the one that exceeds what is allowed the most. */
static void largest_tally(comparison *c, const compared_point *p, const compared_cell *cell, const value_pair *v,
                          double by, double allowed, row_tally *t)
{
    if (!(by / allowed > t->worst)) return;
    t->worst = by / allowed;
    t->row->largest = by;
    t->row->tolerance = allowed;
    t->row->where = by > 0.0 ? place_text(c, p, cell, v) : NULL;
}

static void exact_tally(comparison *c, compared_point *p, const compared_cell *cell, const value_pair *v, row_tally *t)
{
    const double by = fabs(v->got - v->want), allowed = value_allowed(c, v);
    t->row->values++;
    if (isnan(v->got) && isnan(v->want)) return;
    if (isnan(by)) {
        undefined_tally(c, p, cell, v, t);
        return;
    }
    p->worst = fmax(p->worst, by / allowed);
    t->differs |= values_differ(c, v);
    largest_tally(c, p, cell, v, by, allowed, t);
}

/* The k-th value over seeds. One that is undefined in either metric alone may be so by its draws: that, too, is held
 * against an interval. */
static void value_tally(comparison *c, compared_point *p, size_t k, row_tally *t)
{
    moments m = { 0 }, undefined = { 0 };
    const value_pair *example = NULL;
    const compared_cell *alone = NULL;
    double half;
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        if (cell->failed || cell->inapplicable || k >= cell->n_values) continue;
        const value_pair *v = example = &cell->at[k];
        t->row->values++;
        moments_add(&undefined, (double)(isnan(v->got) != 0) - (double)(isnan(v->want) != 0));
        if (!isnan(v->got) && !isnan(v->want)) moments_add(&m, v->got - v->want);
        else if (!isnan(v->got) || !isnan(v->want)) alone = cell;
    }
    if (alone && mean_differs(c, &undefined, &half)) undefined_tally(c, p, alone, &alone->at[k], t);
    if (!m.n) return;
    const double mean = m.mean, exact = value_allowed(c, example), range = value_range(c, example);
    int differs = mean_differs(c, &m, &half);
    differs &= fabs(mean) > exact;
    half = fmax(half, exact);
    t->differs |= differs;
    t->undecided |= !differs && example->item < 0 && half > c->options->resolution * range;
    p->worst = fmax(p->worst, differs ? fabs(mean) / half : 0.0);
    largest_tally(c, p, NULL, example, fabs(mean), half, t);
}

static void point_tally(comparison *c, compared_point *p, row_tally *t)
{
    size_t most = 0;
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        t->row->cells++;
        t->row->failed += cell->failed != NULL;
        if (cell->failed) t->row->why = cell->failed;
        if (cell->inapplicable && !t->row->why) t->row->why = cell->inapplicable;
        if (!cell->failed && !cell->inapplicable && cell->n_values > most) most = cell->n_values;
        for (size_t k = 0; k < cell->n_values && !cell->inapplicable && !p->moves; k++)
            exact_tally(c, p, cell, &cell->at[k], t);
    }
    t->row->statistical |= p->moves;
    for (size_t k = 0; k < most && p->moves; k++) value_tally(c, p, k, t);
}

static int verdict_of(const row_tally *t)
{
    return t->row->failed    ? VALIDATION_FAILED
           : t->differs      ? VALIDATION_DIFFERS
           : t->undecided    ? VALIDATION_UNDECIDED
           : !t->row->values ? VALIDATION_INAPPLICABLE
                             : VALIDATION_AGREES;
}

/* One row per scenario, whose points follow one another. */
void compare_rows(comparison *c)
{
    validation *to = c->to;
    const int amiss = c->unrepeatable || candidate_tells(c->candidate->metric).changed;
    size_t agreeing = 0;
    to->n_rows = 0;
    to->verdict = amiss ? VALIDATION_DIFFERS : VALIDATION_AGREES;
    to->row = arena_alloc(&c->memory, c->n_points, sizeof *to->row);
    c->no_memory |= !to->row;
    for (size_t k = 0; k < c->n_points && to->row;) {
        const assay_scenario *scenario = c->point[k].point.scenario;
        if (!c->point[k].n_cells && ++k) continue;
        validation_row *row = &to->row[to->n_rows++];
        *row = (validation_row){ .scenario = scenario->id, .largest = NAN, .tolerance = NAN };
        row_tally t = { .row = row, .worst = -1.0 };
        for (; k < c->n_points && c->point[k].point.scenario == scenario; k++) point_tally(c, &c->point[k], &t);
        row->verdict = verdict_of(&t);
        if (row->why && row->values && strcmp(row->why, left_out) == 0) row->why = NULL;
        agreeing += row->verdict == VALIDATION_AGREES;
        if (row->verdict == VALIDATION_AGREES || row->verdict == VALIDATION_INAPPLICABLE) continue;
        if (to->verdict == VALIDATION_AGREES || row->verdict == VALIDATION_FAILED ||
            (row->verdict == VALIDATION_DIFFERS && to->verdict == VALIDATION_UNDECIDED))
            to->verdict = row->verdict;
    }
    if (!agreeing && to->verdict == VALIDATION_AGREES) to->verdict = VALIDATION_UNDECIDED;
}
