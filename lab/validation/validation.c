/* Comparing, then explaining what differs: the order of events. */
#define _GNU_SOURCE /* strcasestr */
#include "candidate.h"
#include "validation_inside.h"

#include "clock.h"
#include "cores.h"
#include "near_name.h"
#include "wording.h"

#include <string.h>

const char *validation_verdict(int verdict)
{
    static const char *const text[] = { "agrees", "not applicable", "undecided", "differs", "failed" };
    return text[verdict];
}

/* By its name here, or as Eastwood and Williams 2018 called it; in a candidate (`like`) else the first that has it in
 * its name and is not of the rows learnt from: "modularity_score", "IRS". -1: there is none. */
static ptrdiff_t output_place(const assay_metric *metric, const char *id, int like)
{
    static const char *const names[] = { "modularity",   "disentanglement", "compactness",
                                         "completeness", "explicitness",    "informativeness" };
    const char *other = id;
    for (size_t k = 0; k < 6; k += 2)
        if (strcmp(names[k], id) == 0) other = names[k + 1];
    for (int how = 0; how < 2 + like; how++)
        for (size_t o = 0; o < metric->n_outputs; o++) {
            const char *own = metric->outputs[o].id;
            if (how < 2 ? strcmp(own, how ? other : id) == 0 : strcasestr(own, id) && !strstr(own, "train"))
                return (ptrdiff_t)o;
        }
    return -1;
}

static void output_add(comparison *c, size_t got, size_t want)
{
    const assay_output *g = &c->candidate->metric->outputs[got], *w = &c->reference->metric->outputs[want];
    const double range = isfinite(w->high - w->low) ? w->high - w->low : 0.0;
    c->output[c->n_outputs++] = (compared_output){ got, want, w->axis, g->axis == w->axis, range };
}

static assay_status unknown_output(const comparison *c, const char *asked, assay_error *err)
{
    const assay_metric *of[] = { c->candidate->metric, c->reference->metric }, *want = of[1];
    char names[2][256];
    near_name near = near_to(asked);
    for (size_t k = 0; k < 2; k++) {
        wording w = WORDING(names[k]);
        for (size_t o = 0; o < of[k]->n_outputs; o++) wording_join(&w, ", ", of[k]->outputs[o].id);
    }
    for (size_t o = 0; o < want->n_outputs; o++) near_offer(&near, want->outputs[o].id);
    if (asked && output_place(want, asked, 0) < 0)
        return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "output", want->id, NULL));
    if (of[0]->n_outputs == 1)
        return assay_fail(err, ASSAY_EUSAGE, "which output of %s (%s) is it? --metric-output NAME says so", want->id,
                          names[1]);
    return assay_fail(err, ASSAY_EUSAGE, "none of the candidate's outputs (%s) is named like one of %s: %s", names[0],
                      want->id, asked ? asked : names[1]);
}

/* By name; one output with one output whatever they are called; where no name is known, as many in their order. */
static assay_status outputs_pair(comparison *c, assay_error *err)
{
    const assay_metric *got = c->candidate->metric, *want = c->reference->metric;
    const char *asked = c->options->output;
    if ((got->flags | want->flags) & ASSAY_DIRECTIONS)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s reads directions, and the data of a validation have none; compare scores of a file that "
                          "has them (assay score --data)",
                          want->flags & ASSAY_DIRECTIONS ? want->id : got->id);
    c->output = calloc(want->n_outputs + 1, sizeof *c->output);
    if (!c->output) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (asked && output_place(want, asked, 0) < 0) return unknown_output(c, asked, err);
    if (got->n_outputs == 1 && (asked || want->n_outputs == 1)) {
        output_add(c, 0, asked ? (size_t)output_place(want, asked, 0) : 0);
        return ASSAY_OK;
    }
    for (size_t o = 0; o < want->n_outputs; o++) {
        const ptrdiff_t place = output_place(got, want->outputs[o].id, 1);
        if (place >= 0 && (!asked || strcmp(asked, want->outputs[o].id) == 0)) output_add(c, (size_t)place, o);
    }
    for (size_t o = 0; !c->n_outputs && !asked && got->n_outputs == want->n_outputs && o < got->n_outputs; o++)
        output_add(c, o, o); /* a tuple as long as the reference's outputs */
    return c->n_outputs ? ASSAY_OK : unknown_output(c, asked, err);
}

/* Compares all, or again what has other kinds in this reading. */
static assay_status read_as(comparison *c, int reading, size_t *amiss, assay_error *err)
{
    c->reading = reading;
    for (size_t k = 0; k < c->n_points; k++) {
        compared_point *p = &c->point[k];
        if (reading != AS_CLASSES && !p->labelled && !p->moves && p->n_cells) continue; /* what was spared: again */
        if (!c->options->seeds) p->seed_end = p->seed_first + 1;
        p->n_cells = 0, p->moves = 0, p->worst = 0.0;
    }
    ASSAY_TRY(compare_all(c, err));
    *amiss = compare_rows(c);
    return ASSAY_OK;
}

/* A candidate that does not look at the factors' kinds may take all values as classes, treat categories as numbers, or
 * know them by their looks. Where it differs, the first is looked for; then the two others are tried: that which leaves
 * fewer scenarios amiss, and, while values differ, that which explains them. */
static assay_status compare_readings(comparison *c, assay_error *err)
{
    int labelled = 0, draws = 0;
    size_t amiss, other = 0;
    ASSAY_TRY(read_as(c, AS_THEY_ARE, &amiss, err));
    const int blind = amiss && candidate_is_blind(c->candidate->metric) && !c->no_memory,
              classes = blind && casts(c, 0, NAMED);
    if (classes) ASSAY_TRY(read_as(c, AS_CLASSES, &amiss, err));
    for (const compared_point *p = c->point; p < c->point + c->n_points; p++) {
        labelled |= p->labelled;
        draws |= p->moves && p->worst > 1.0 && !p->labelled;
    }
    labelled &= blind && !classes && !draws; /* over seeds: only where the reading may be all there is */
    if (labelled) ASSAY_TRY(read_as(c, AS_NUMBERS, &other, err));
    if (labelled && other >= amiss) ASSAY_TRY(read_as(c, AS_THEY_ARE, &amiss, err));
    explain_differences(c);
    labelled &= !c->reference_moves && !c->candidate_moves; /* over seeds no cause is tried that it could help */
    for (int more = 0; more < 2 && labelled && worst_of(c, 0) > 1.0 && !c->to->explained; more++) {
        ASSAY_TRY(read_as(c, c->reading == AS_NUMBERS ? AS_THEY_ARE : AS_NUMBERS, &other, err));
        explain_differences(c);
    }
    if (c->to->verdict != VALIDATION_AGREES && !c->no_memory) shrink(c);
    if (c->remembers) explain_differences(c); /* without what was made of values that others do not get */
    remarks(c);
    return ASSAY_OK;
}

assay_status validation_make(const variant *candidate, const variant *reference, const validation_options *options,
                             validation *to, assay_error *err)
{
    *to = (validation){ 0 };
    comparison *c = calloc(1, sizeof *c);
    if (!c) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    c->candidate = candidate, c->reference = reference, c->options = options;
    c->to = to, c->scoring = scoring_new(), c->start = clock_seconds();
    to->line = arena_alloc(&c->memory, LINES_MOST, sizeof *to->line);
    c->no_memory = !c->scoring || !to->line;
    if (c->scoring) scoring_jobs(c->scoring, cores_available()); /* scores are the same for any number of threads */
    assay_status status = outputs_pair(c, err);
    if (status == ASSAY_OK) status = data_choose(c, err);
    if (status == ASSAY_OK && !c->no_memory) status = compare_readings(c, err);
    if (c->no_memory) status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    to->owner = c;
    to->tolerance = c->tolerance;
    if (status != ASSAY_OK) validation_free(to);
    return status;
}

void validation_free(validation *v)
{
    comparison *c = v->owner;
    if (!c) return;
    for (size_t k = 0; k < c->n_points; k++) plan_point_free(&c->point[k].point);
    free(c->point);
    free(c->output);
    scoring_free(c->scoring);
    assay_data_free(&c->data);
    arena_free(&c->memory);
    free(c);
    assay_data_free(&v->example.data);
    *v = (validation){ 0 };
}
