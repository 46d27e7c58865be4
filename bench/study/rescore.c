/* Data of a store built again and scored again. */
#include "rescore.h"

#include "scoring.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t OTHER_SEEDS = UINT64_C(1) << 32;

static assay_status build(const rescore *what, assay_data *data, assay_error *err)
{
    const assay_scenario *scenario = assay_scenario_find(what->point->scenario);
    if (!scenario) return assay_fail(err, ASSAY_EINPUT, "no scenario '%s' is known here", what->point->scenario);
    double *parameter = calloc(scenario->n_parameters + 1, sizeof *parameter);
    if (!parameter) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    const char *profile = point_profile(what->point);
    const assay_profile *on = assay_profile_find(profile);
    const assay_status status =
        profile && !on
            ? assay_fail(err, ASSAY_EINPUT, "%s %s is on the factors of a file, which the store does not keep",
                         scenario->id, what->point->set.text)
        : point_parameters(what->point, scenario, parameter)
            ? assay_scenario_build_on(scenario, parameter, on, (size_t)what->samples, what->seed, data, err)
            : assay_fail(err, ASSAY_EINPUT, "%s has no point %s here", scenario->id, what->point->set.text);
    free(parameter);
    return status;
}

static assay_status settle(const variant_id *name, variant *to, assay_error *err)
{
    const assay_metric *metric = assay_metric_find(name->metric);
    const assay_preset *preset = metric ? preset_find(metric, name->preset) : NULL;
    if (!preset) return assay_fail(err, ASSAY_EINPUT, "no metric '%s@%s' is known here", name->metric, name->text);
    return variant_make(metric, preset, name->changed.text, to, err);
}

static assay_status score(const rescore *what, const variant *v, const assay_rep *rep, moments *scored,
                          assay_error *err)
{
    scoring *s = scoring_new();
    assay_status status = s ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t r = 0; status == ASSAY_OK && r < what->repeats; r++) {
        const assay_score *scores;
        status = scoring_begin(s, rep, OTHER_SEEDS | r, what->point->scenario, what->point->set.text);
        if (status == ASSAY_OK) status = scoring_run(s, v, &scores);
        for (size_t k = 0; status == ASSAY_OK && k < v->metric->n_outputs; k++)
            for (size_t o = 0; o < what->n_outputs; o++)
                if (strcmp(scores[k].output, what->output[o]) == 0 && !isnan(scores[k].overall.value))
                    moments_add(&scored[o], scores[k].overall.value);
    }
    scoring_free(s);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}

assay_status rescore_run(const rescore *what, moments *variance, assay_error *err)
{
    assay_data data = { 0 };
    variant v = { 0 };
    moments *scored = calloc(what->n_outputs + 1, sizeof *scored);
    assay_status status = scored ? settle(what->variant, &v, err) : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (status == ASSAY_OK) status = build(what, &data, err);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK) status = score(what, &v, &rep, scored, err);
    for (size_t o = 0; status == ASSAY_OK && o < what->n_outputs; o++)
        if (scored[o].n > 1) moments_add(&variance[o], scored[o].square / (double)(scored[o].n - 1));
    variant_free(&v);
    assay_data_free(&data);
    free(scored);
    return status;
}
