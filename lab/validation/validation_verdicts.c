/* From pairs of values to a row per scenario: the largest difference, what is undefined or failed, the verdict. */
#include "candidate.h"
#include "student.h"
#include "validation_inside.h"

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

/* The k-th value of a point over its seeds. */
typedef struct over_seeds {
    moments by;                 /* candidate less reference */
    size_t values;              /* pairs of it */
    const value_pair *example;  /* NULL: there is none */
    const compared_cell *alone; /* one is undefined here, and more often than by its draws; NULL */
    double half, width;         /* half the interval, what is allowed at least; as a share of what it may be */
    int differs;
} over_seeds;

/* One that is undefined in either metric alone may be so by its draws: that, too, is held against an interval. */
static over_seeds value_over_seeds(const comparison *c, const compared_point *p, size_t k)
{
    over_seeds of = { .half = INFINITY };
    moments undefined = { 0 };
    double half;
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        if (cell->failed || cell->inapplicable || k >= cell->n_values) continue;
        const value_pair *v = of.example = &cell->at[k];
        const int got = !isnan(v->got), want = !isnan(v->want);
        of.values++;
        moments_add(&undefined, want - got);
        if (got && want) moments_add(&of.by, v->got - v->want);
        else if (got || want) of.alone = cell;
    }
    if (!mean_differs(c, &undefined, &half)) of.alone = NULL;
    if (!of.by.n) return of;
    of.differs = mean_differs(c, &of.by, &of.half) && fabs(of.by.mean) > value_allowed(c, of.example);
    of.half = fmax(of.half, value_allowed(c, of.example));
    if (!of.differs && of.example->item < 0) of.width = of.half / (c->options->resolution * value_range(c, of.example));
    return of;
}

int mean_apart(const comparison *c, const compared_point *p, size_t output, double *width)
{
    int differs = 0;
    *width = 0.0;
    for (size_t k = 0;; k++) {
        const over_seeds of = value_over_seeds(c, p, k);
        if (!of.example) return differs;
        if (of.example->item >= 0 || (output != ALL_OUTPUTS && of.example->output != output)) continue;
        differs |= of.differs;
        *width = fmax(*width, of.width);
    }
}

const char *place_text(comparison *c, const compared_point *p, const compared_cell *cell)
{
    const char *set = p->point.at.set.text;
    return comparison_text(c, "%s%s%llu samples%s", set, set[0] ? ", " : "", (unsigned long long)p->samples,
                           cell ? comparison_text(c, ", seed %llu", (unsigned long long)cell->seed) : "");
}

static const char *value_text(comparison *c, const compared_point *p, const compared_cell *cell, const value_pair *v)
{
    const int is_code = c->output[v->output].axis == ASSAY_PER_CODE;
    return comparison_text(c, "%s%s%s", output_word(c, v->output, ", "), place_text(c, p, cell),
                           v->item < 0 ? "" : comparison_text(c, ", %s %td", is_code ? "code" : "factor", v->item));
}

/* A difference: the largest is the one that exceeds what is allowed the most. NaN: one is undefined, and the reason
 * goes to the row. */
static void tally(comparison *c, compared_point *p, const compared_cell *cell, const value_pair *v, double by,
                  double allowed, validation_row *row)
{
    const int got = isnan(v->got), differs = !(by <= allowed);
    if (differs) row->verdict = VALIDATION_DIFFERS;
    if (isnan(by)) {
        row->undefined++;
        p->worst = INFINITY;
        if (row->why && strcmp(row->why, left_out) != 0) return;
        row->why = comparison_text(c, "undefined in %s alone (%s): %s", got ? "the candidate" : "the reference",
                                   value_text(c, p, cell, v), got ? v->got_why : v->want_why);
        return;
    }
    if (differs || !p->moves) p->worst = fmax(p->worst, by / allowed);
    if (by / allowed <= row->largest / row->tolerance) return;
    row->largest = by;
    row->tolerance = allowed;
    row->where = by > 0.0 ? value_text(c, p, cell, v) : NULL;
}

static void point_tally(comparison *c, compared_point *p, validation_row *row)
{
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        row->cells++;
        row->failed += cell->failed != NULL;
        if (cell->failed) row->why = cell->failed;
        if (cell->inapplicable && !row->why) row->why = cell->inapplicable;
        if (cell->failed || cell->inapplicable) continue;
        for (size_t k = 0; k < cell->n_values && !p->moves; k++) {
            const value_pair *v = &cell->at[k];
            row->values++;
            if (!isnan(v->got) || !isnan(v->want))
                tally(c, p, cell, v, fabs(v->got - v->want), value_allowed(c, v), row);
        }
    }
    row->statistical |= p->moves;
    for (size_t k = 0; p->moves; k++) {
        const over_seeds of = value_over_seeds(c, p, k);
        if (!of.example) return;
        row->values += of.values;
        if (of.width > 1.0 && row->verdict == VALIDATION_AGREES) row->verdict = VALIDATION_UNDECIDED;
        if (of.alone) tally(c, p, of.alone, &of.alone->at[k], NAN, 0.0, row);
        if (of.by.n) tally(c, p, NULL, of.example, fabs(of.by.mean), of.half, row);
    }
}

/* One row per scenario, whose points follow one another. */
size_t compare_rows(comparison *c)
{
    static const int weight[] = { [VALIDATION_UNDECIDED] = 1, [VALIDATION_DIFFERS] = 2, [VALIDATION_FAILED] = 3 };
    validation *to = c->to;
    size_t agreeing = 0, amiss = 0;
    to->n_rows = 0;
    to->verdict =
        c->unrepeatable || candidate_tells(c->candidate->metric).changed ? VALIDATION_DIFFERS : VALIDATION_AGREES;
    to->row = arena_alloc(&c->memory, c->n_points, sizeof *to->row);
    c->no_memory |= !to->row;
    for (size_t k = 0; k < c->n_points && to->row;) {
        const assay_scenario *scenario = c->point[k].point.scenario;
        if (!c->point[k].n_cells && ++k) continue;
        validation_row *row = &to->row[to->n_rows++];
        *row = (validation_row){ .scenario = scenario->id, .largest = NAN, .tolerance = NAN };
        for (; k < c->n_points && c->point[k].point.scenario == scenario; k++) point_tally(c, &c->point[k], row);
        if (row->failed || !row->values) row->verdict = row->failed ? VALIDATION_FAILED : VALIDATION_INAPPLICABLE;
        if (row->why && row->values && strcmp(row->why, left_out) == 0) row->why = NULL;
        agreeing += row->verdict == VALIDATION_AGREES;
        amiss += !is_right(row->verdict);
        if (!is_right(row->verdict) && weight[row->verdict] > weight[to->verdict]) to->verdict = row->verdict;
    }
    if (!agreeing && to->verdict == VALIDATION_AGREES) to->verdict = VALIDATION_UNDECIDED;
    return amiss;
}
