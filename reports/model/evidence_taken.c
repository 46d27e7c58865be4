/* Points copied. */
#include "evidence_taken.h"

#include "needed.h"

#include <math.h>
#include <string.h>

static void copy_scores(const evidence_point *from, const evidence_part *part, evidence_point *at)
{
    at->axis = from->axis;
    for (size_t s = 0; s < from->n; s++) {
        const double value = from->value[s];
        if (from->seed[s] < part->seed_first || from->seed[s] >= part->seed_end) continue;
        evidence_score(at, from->seed[s], value, isnan(value) ? from->undefined : NULL);
        for (size_t i = 0; i < from->n_items; i++) evidence_item(at, i, from->item[s * from->n_items + i]);
    }
}

static void add_point(const evidence_series *s, const evidence_point *p, const evidence_part *part, evidence *to)
{
    evidence_entry where = evidence_entry_of(s);
    where.scenario = part->as->scenario;
    where.scenario_title = p->scenario_title;
    where.symbol = p->symbol;
    where.point = part->as->set.text;
    where.x = p->x;
    where.samples = p->samples;
    where.seconds = p->seconds;
    memcpy(where.truth, p->truth, sizeof where.truth);
    copy_scores(p, part, needed(evidence_add(to, &where))); /* its names were read before */
}

void evidence_taken(const evidence *from, evidence_take take, const void *context, evidence *to)
{
    for (size_t s = 0; s < from->count; s++) {
        for (size_t k = 0; k < from->at[s].n_points; k++) {
            const evidence_point *p = &from->at[s].point[k];
            evidence_part part;
            if (take(&from->at[s], p, context, &part)) add_point(&from->at[s], p, &part, to);
        }
    }
    if (from->lacking) to->lacking = needed(strdup(from->lacking));
    to->is_part = from->is_part;
    to->looks = from->looks;
}
