/* Points under other names. */
#include "evidence_renamed.h"

#include <math.h>
#include <string.h>

const evidence_place *evidence_place_of(const evidence_places *places, const scenario_point *stands_for)
{
    for (size_t k = 0; k < places->count; k++)
        if (point_equal(places->at[k].stands_for, stands_for)) return &places->at[k];
    return NULL;
}

static const evidence_place *place_scored(const evidence_places *places, const scenario_point *scored)
{
    for (size_t k = 0; k < places->count; k++)
        if (point_equal(places->at[k].scored, scored)) return &places->at[k];
    return NULL;
}

static assay_status copy_scores(const evidence_point *from, evidence *to, evidence_point *at)
{
    assay_status status = ASSAY_OK;
    at->axis = from->axis;
    for (size_t s = 0; s < from->n && status == ASSAY_OK; s++) {
        const double value = from->value[s];
        status = evidence_score(to, at, from->seed[s], value, isnan(value) ? from->undefined : NULL);
        for (size_t i = 0; i < from->n_items && status == ASSAY_OK; i++)
            status = evidence_item(at, i, from->item[s * from->n_items + i]);
    }
    return status;
}

static assay_status add_point(const evidence_series *s, const evidence_point *p, const scenario_point *name,
                              evidence *to)
{
    evidence_entry where = {
        .scenario = name->scenario,
        .scenario_title = p->scenario_title,
        .symbol = p->symbol,
        .point = name->set.text,
        .x = p->x,
        .samples = p->samples,
        .metric = s->metric,
        .metric_title = s->title,
        .family = s->family,
        .preset = s->preset,
        .output = s->output,
        .flags = s->flags,
        .measures = s->measures,
        .low = s->low,
        .high = s->high,
        .seconds = p->seconds,
    };
    evidence_point *at;
    memcpy(where.truth, p->truth, sizeof where.truth);
    const assay_status status = evidence_add(to, &where, &at);
    return status == ASSAY_OK ? copy_scores(p, to, at) : status;
}

assay_status evidence_renamed(const evidence *from, const evidence_places *places, evidence *to)
{
    assay_status status = ASSAY_OK;
    for (size_t s = 0; s < from->count; s++) {
        for (size_t k = 0; k < from->at[s].n_points && status == ASSAY_OK; k++) {
            const evidence_point *p = &from->at[s].point[k];
            const evidence_place *place = place_scored(places, p->at);
            if (place) status = add_point(&from->at[s], p, place->stands_for, to);
        }
    }
    to->is_part = from->is_part;
    return status;
}
