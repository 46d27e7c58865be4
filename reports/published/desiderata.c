/* The two desiderata and the nuisance, from the scores of a store. */
#include "desiderata.h"

#include "needed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* complete and ordered, over all pairs of points that share alpha */
static void read_dependent(const evidence_series *s, const evidence_point *a, desideratum *to)
{
    const double alpha = point_number(a->at, "alpha"), delta = point_number(a->at, "delta");
    if (isnan(a->mean)) return;
    if (alpha == 1.0 && !(to->lowest <= a->mean)) to->lowest = a->mean;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *b = &s->point[k];
        if (b->of->scenario != a->of->scenario || b->samples != a->samples || isnan(b->mean)) continue;
        if (point_number(b->at, "alpha") != alpha || point_number(b->at, "delta") <= delta) continue;
        if (to->rise >= b->mean - a->mean) continue;
        to->rise = b->mean - a->mean;
        snprintf(to->rise_at, sizeof to->rise_at, "alpha %g, delta %g to %g", alpha, delta,
                 point_number(b->at, "delta"));
    }
}

/* From the point without nuisance, at its number of samples. */
static void read_nuisance(const evidence_series *s, const evidence_point *none, desideratum *to)
{
    const evidence_point *most = NULL;
    if (point_number(none->at, "beta") != 0.0) return;
    for (size_t k = 0; k < s->n_points; k++) {
        const evidence_point *p = &s->point[k];
        if (p == none || p->of->scenario != none->of->scenario || p->samples != none->samples) continue;
        if (!most || point_number(p->at, "beta") > point_number(most->at, "beta")) most = p;
    }
    to->fall = most ? none->mean - most->mean : NAN;
}

static desideratum *find_or_add(desideratum *list, size_t *count, const evidence_series *s)
{
    const int plain = strcmp(s->metric, s->output) == 0;
    for (size_t k = 0; k < *count; k++)
        if (list[k].of == s) return &list[k];
    desideratum *made = &list[(*count)++];
    *made = (desideratum){ .of = s, .lowest = NAN, .rise = NAN, .fall = NAN };
    snprintf(made->metric, sizeof made->metric, "%s@%s%s%s", s->metric, s->preset, plain ? "" : " ",
             plain ? "" : s->output);
    return made;
}

void desiderata_of(const evidence *from, desideratum **to, size_t *count)
{
    *count = 0;
    *to = needed(calloc(from->count + 1, sizeof **to));
    for (int nuisance = 0; nuisance < 2; nuisance++)
        for (size_t s = 0; s < from->count; s++)
            for (size_t k = 0; k < from->at[s].n_points; k++) {
                const evidence_point *p = &from->at[s].point[k];
                if (strcmp(p->scenario, nuisance ? "nuisance" : "dependent") != 0) continue;
                desideratum *d = find_or_add(*to, count, &from->at[s]);
                if (nuisance) read_nuisance(&from->at[s], p, d);
                else read_dependent(&from->at[s], p, d);
            }
}

assay_status desiderata_read(store *s, desideratum **to, size_t *count, assay_error *err)
{
    evidence all = { 0 };
    const store_filter filter = { .scenarios = "dependent,nuisance", .profile = PROFILE_OWN, .overall = 1 };
    *to = NULL;
    *count = 0;
    const assay_status status = evidence_read(s, &filter, &all, err);
    if (status == ASSAY_OK) desiderata_of(&all, to, count);
    evidence_free(&all);
    return status;
}
