/*
 * Values of the reference that its definition leaves open: which of several matches that are equally good it takes, and
 * where its solver stops. A right metric may differ there, by no mistake, and the report says so.
 */
#include "relation.h"
#include "selection.h"
#include "validation_inside.h"

#include <stdio.h>
#include <string.h>

enum { LOOKED_AT = 8 }; /* data sets, the first that differ */

/* Factors, codes and the values of each factor in the opposite order: the same data to whoever matches them. */
static assay_status mirror(const assay_data *from, assay_data *to)
{
    const size_t n = from->n, m = from->n_factors, d = from->n_codes;
    ASSAY_TRY(data_shaped(from, n, m, d, to));
    for (size_t i = 0; i < m; i++) {
        const double *x = from->factors + (m - 1 - i) * n;
        const int32_t levels = to->levels[i] = from->levels[m - 1 - i];
        for (size_t s = 0; s < n; s++) to->factors[i * n + s] = levels ? levels - 1 - x[s] : -x[s];
    }
    for (size_t j = 0; j < d; j++)
        memcpy(to->codes + j * n, from->codes + (d - 1 - j) * n, n * sizeof *to->codes);
    return ASSAY_OK;
}

/* How far a score is from what the reference gave, as a share of what is allowed. */
static double moved(const comparison *c, const compared_cell *cell, const assay_score *score, int mirrored)
{
    double most = 0.0;
    for (size_t k = 0; k < cell->n_values && score->status == ASSAY_OK; k++) {
        const value_pair *v = &cell->at[k];
        const assay_score *of = &score[c->output[v->output].want];
        const size_t place = mirrored ? of->n_items - 1 - (size_t)v->item : (size_t)v->item;
        const double x = v->item < 0 ? of->overall.value : of->items[place].value, by = fabs(x - v->want);
        if (by > most * value_allowed(c, v)) most = by / value_allowed(c, v);
    }
    return most;
}

/* The reference with the data mirrored, or a variant of it with the data as they are. */
static assay_status move(comparison *c, const compared_point *p, const compared_cell *cell, const variant *v,
                         double *by)
{
    assay_data other = { 0 };
    assay_error ignored;
    const assay_score *score;
    const int mirrored = v == c->reference;
    assay_status status = data_build(c, p, cell->seed, &ignored);
    if (status == ASSAY_OK && mirrored) status = mirror(&c->data, &other);
    const assay_rep rep = assay_data_view(mirrored ? &other : &c->data);
    if (status == ASSAY_OK)
        status = scoring_begin(c->scoring, &rep, cell->seed, p->point.scenario->id, p->point.at.set.text);
    if (status == ASSAY_OK) status = scoring_run(c->scoring, v, &score);
    *by = status == ASSAY_OK ? moved(c, cell, score, mirrored) : 0.0;
    assay_data_free(&other);
    return status;
}

typedef struct open_values {
    size_t looked, moved;
    double most;
} open_values;

static assay_status look(comparison *c, const variant *v, open_values *to)
{
    *to = (open_values){ 0 };
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        for (size_t s = 0; s < p->n_cells && !p->moves && to->looked < LOOKED_AT; s++) {
            double by;
            if (!cell_differs(c, &p->cell[s], OF_NUMBERS)) continue;
            ASSAY_TRY(move(c, p, &p->cell[s], v, &by));
            to->looked++;
            to->moved += by > 1.0;
            to->most = fmax(to->most, by * c->tolerance);
        }
    }
    return ASSAY_OK;
}

static assay_status open_matches(comparison *c, validation *to)
{
    const char *work;
    char text[512];
    open_values found;
    assay_metric_solver_cost(c->reference->metric, c->reference->option, &c->most, &work);
    if (!work || !strstr(work, "match of factors and codes")) return ASSAY_OK;
    const assay_status status = look(c, c->reference, &found);
    if (status != ASSAY_OK || !found.moved) return status;
    snprintf(text, sizeof text,
             "On %zu of the first %zu data sets that differ, the reference's own values change when factors, codes and "
             "classes come in the opposite order. Several matches are equally good there, and it takes one of them; a "
             "right metric may take another. --scenarios leaves such data out.", found.moved, found.looked);
    return line_add(c, to, text);
}

static assay_status open_passes(comparison *c, validation *to)
{
    const assay_metric *metric = c->reference->metric;
    const ptrdiff_t passes = option_of_role(metric, ASSAY_PASSES);
    if (passes < 0) return ASSAY_OK;
    char name[512], text[1024];
    const double now = c->reference->option[passes], more = fmin(10.0 * now, metric->options[passes].high);
    selection longer = { 0 };
    assay_error ignored;
    open_values found;
    snprintf(name, sizeof name, "%s@%s:%s=%.0f", metric->id, c->reference->id.text, metric->options[passes].id, more);
    assay_status status = selection_add(&longer, name, &ignored);
    if (status == ASSAY_OK) status = look(c, longer.at, &found);
    else found.moved = 0;
    selection_free(&longer);
    if (status != ASSAY_OK || !found.moved) return status == ASSAY_ENOMEM ? status : ASSAY_OK;
    snprintf(text, sizeof text,
             "The reference is what %.0f passes of its own solver leave (%s=%.0f). With %.0f passes its own values "
             "move by up to %.2g of the range where yours differ. A solver that runs to its end is right and differs: "
             "compare it with --against %s.",
             now, metric->options[passes].id, now, more, found.most, name);
    return line_add(c, to, text);
}

assay_status explain_open(comparison *c, validation *to)
{
    const assay_status status = open_matches(c, to);
    return status == ASSAY_OK ? open_passes(c, to) : status;
}
