/* The points of a part, on other factors. */
#include "plan_factors.h"

#include "profile_file.h"
#include "unknown_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds "trig on pos" once. */
static assay_status leave_out(plan *whole, const assay_scenario *scenario, const assay_profile *on)
{
    char entry[128];
    snprintf(entry, sizeof entry, "%s on %s", scenario->id, on->id);
    if (whole->left_out && strstr(whole->left_out, entry)) return ASSAY_OK;
    const size_t used = whole->left_out ? strlen(whole->left_out) : 0;
    char *more = realloc(whole->left_out, used + strlen(entry) + 3);
    if (!more) return ASSAY_ENOMEM;
    whole->left_out = more;
    sprintf(more + used, "%s%s", used ? ", " : "", entry);
    return ASSAY_OK;
}

static int part_has(const plan_part *part, const scenario_point *point)
{
    for (size_t k = 0; k < part->n_points; k++)
        if (point_equal(&part->point[k].at, point)) return 1;
    return 0;
}

/* Points that differ in the number of factors alone are one on a profile. */
static assay_status add_on(plan_part *to, const plan_point *point, const assay_profile *on)
{
    plan_point made;
    ASSAY_TRY(plan_point_make_on(point->scenario, point->parameter, on, &made));
    if (part_has(to, &made.at)) plan_point_free(&made);
    else to->point[to->n_points++] = made;
    return ASSAY_OK;
}

/* Puts the points of a part on each of n profiles (NULL among them: the scenarios' own factors). */
static assay_status part_on(plan *whole, plan_part *part, const assay_profile *const *on, size_t n)
{
    plan_part made = { .point = calloc(part->n_points * n + 1, sizeof *made.point) };
    assay_status status = made.point ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t p = 0; p < n; p++) {
        for (size_t k = 0; k < part->n_points && status == ASSAY_OK; k++) {
            const plan_point *point = &part->point[k];
            const char *refused = assay_scenario_refusal(point->scenario, point->parameter, on[p]);
            if (!refused) status = add_on(&made, point, on[p]);
            else if (!point->scenario->codes) status = leave_out(whole, point->scenario, on[p]);
        }
    }
    plan_point *drop = status == ASSAY_OK ? part->point : made.point;
    for (size_t k = 0, count = status == ASSAY_OK ? part->n_points : made.n_points; k < count; k++)
        plan_point_free(&drop[k]);
    free(drop);
    if (status != ASSAY_OK) return status;
    part->point = made.point;
    part->n_points = made.n_points;
    return ASSAY_OK;
}

assay_status plan_check_points(const plan *p, assay_error *err)
{
    for (size_t k = 0; k < p->n_parts; k++)
        if (p->part[k].n_points) return ASSAY_OK;
    if (!p->left_out) return ASSAY_OK;
    return assay_fail(err, ASSAY_EUSAGE,
                      "no scenario of the plan %s is applicable there (%s); `assay describe SCENARIO` says why",
                      p->name, p->left_out);
}

assay_status plan_part_on(plan *whole, plan_part *part, const char *list, assay_error *err)
{
    const assay_profile *on[PLAN_PROFILES / 2];
    size_t n = 0;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        char name[PLAN_PROFILES];
        if (n == sizeof on / sizeof *on)
            return assay_fail(err, ASSAY_EUSAGE, "%.60s...: more than %zu factor profiles; name each once", list, n);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        on[n] = assay_profile_find(name);
        if (!on[n] && strcmp(name, PROFILE_OWN) != 0)
            return unknown_profile(name, err);
        n++;
    }
    return part_on(whole, part, on, n);
}

assay_status plan_part_on_file(plan *whole, plan_part *part, const char *path, const char *kinds, int drawn,
                               assay_error *err)
{
    assay_profile **more = realloc(whole->from_file, (whole->n_from_file + 1) * sizeof *more);
    if (!more) return ASSAY_ENOMEM;
    whole->from_file = more;
    ASSAY_TRY(profile_file_read(path, kinds, drawn, &more[whole->n_from_file], NULL, 0, err));
    const assay_profile *on = more[whole->n_from_file++];
    if (!drawn) {
        free(part->samples);
        part->n_samples = 0;
        if (!(part->samples = malloc(sizeof *part->samples))) return ASSAY_ENOMEM;
        part->samples[part->n_samples++] = on->rows;
    }
    return part_on(whole, part, &on, 1);
}
