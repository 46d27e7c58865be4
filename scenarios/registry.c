/* registry -- the list of scenarios, and the way from a name, parameters and a seed to a representation. */
#include "columns.h"
#include "near_name.h"
#include "owned.h"
#include "profiles.h"
#include "scenario.h"
#include "settings.h"
#include "unknown_names.h"

#include <math.h>
#include <string.h>

#define SCENARIO(name) extern const assay_scenario assay_scenario_##name;
#include "list.h"
#undef SCENARIO

static const assay_scenario *const scenarios[] = {
#define SCENARIO(name) &assay_scenario_##name,
#include "list.h"
#undef SCENARIO
};

#define MOST_PARAMETERS 16

size_t assay_scenario_count(void) { return ASSAY_COUNT(scenarios); }

const assay_scenario *assay_scenario_at(size_t index)
{
    return index < ASSAY_COUNT(scenarios) ? scenarios[index] : NULL;
}

const assay_scenario *assay_scenario_find(const char *id)
{
    for (size_t k = 0; id && k < ASSAY_COUNT(scenarios); k++)
        if (strcmp(scenarios[k]->id, id) == 0) return scenarios[k];
    return NULL;
}

assay_status unknown_scenario(const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < ASSAY_COUNT(scenarios); k++) near_offer(&near, scenarios[k]->id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "scenario", NULL, "assay list scenarios"));
}

assay_status unknown_profile(const char *name, assay_error *err)
{
    near_name near = near_to(name);
    for (size_t k = 0; k < assay_profile_count(); k++) near_offer(&near, assay_profile_at(k)->id);
    return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "profile", NULL, "assay list profiles"));
}

assay_status codes_begin(const assay_factor_rows *v, size_t known, size_t d, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, v->n, known, d));
    memcpy(to->factors, v->value, v->n * known * sizeof *to->factors);
    memcpy(to->levels, v->levels, known * sizeof *to->levels);
    return ASSAY_OK;
}

assay_status codes_copied(const assay_factor_rows *v, size_t known, size_t d, assay_data *to)
{
    ASSAY_TRY(codes_begin(v, known, d, to));
    memcpy(to->codes, v->scaled, v->n * v->n_factors * sizeof *to->codes);
    return ASSAY_OK;
}

assay_status codes_of_uniform(size_t m, codes_of_rows *codes, const double *parameter, size_t n, assay_stream *stream,
                              assay_data *to)
{
    FREED(assay_data_free) assay_data own = { 0 };
    ASSAY_TRY(assay_data_shape(&own, n, m, 0));
    block_draw(stream, n, m, own.factors);
    const assay_factor_rows v = { ASSAY_ABI, n, m, own.factors, own.factors, own.levels };
    return codes(parameter, &v, stream, to);
}

assay_status codes_of_profile(const assay_profile *on, codes_of_rows *codes, const double *parameter, size_t n,
                              assay_stream *stream, assay_data *to)
{
    const size_t m = on->n_factors;
    OWNED double *value = zeroed(n, m * sizeof *value);
    OWNED double *scaled = zeroed(n, m * sizeof *scaled);
    ASSAY_TRY(value && scaled ? profile_draw(on, n, stream, value, scaled) : ASSAY_ENOMEM);
    const assay_factor_rows v = { ASSAY_ABI, n, m, value, scaled, on->levels };
    return codes(parameter, &v, stream, to);
}

/* Whether every class can be told from its neighbour after blending: noise of width 1 - left between classes that are
 * left times the grid's step apart. */
static int classes_apart(double left, const assay_profile *on)
{
    for (size_t i = 0; i < on->n_factors; i++) {
        if (on->levels[i] == 0) return 0;
        const double steps = on->levels[i] - (on->absent && on->absent[i] ? 0.0 : 1.0);
        if (left < steps * (1.0 - left)) return 0;
    }
    return 1;
}

const char *refuse_one_factor(const double *parameter, const assay_profile *on)
{
    (void)parameter;
    return on->n_factors > 1 ? NULL : "it takes two factors or more";
}

const char *refuse_continuous(const double *parameter, const assay_profile *on)
{
    (void)parameter;
    for (size_t i = 0; i < on->n_factors; i++)
        if (!on->levels[i]) return "its codes are made of classes, and a factor is continuous";
    return NULL;
}

const char *refuse_fewer(const double *parameter, const assay_profile *on)
{
    return parameter[0] <= (double)on->n_factors ? NULL : "it has fewer factors than that";
}

void forget_mixed(const assay_profile *on, assay_truth to[3])
{
    if (!on->separable && to[MODULARITY].kind != ASSAY_IS) to[MODULARITY] = to[COMPACTNESS] = truth_unknown();
}

void classes_codes(int how, double levels, assay_data *to)
{
    const int mixed = how == CODES_MIXED;
    if (mixed) codes_mix(to->factors, to->n, to->n_factors, 0.3, to->codes);
    classes_grid(mixed ? to->codes : to->factors, to->n * to->n_factors, levels, to->codes);
}

void classes_truth(int how, double spread, assay_truth to[3])
{
    const assay_truth own = how == CODES_IDEAL        ? truth_is(1.0)
                            : spread >= CLASSES_APART ? truth_order(0.7)
                                                      : truth_unknown();
    truth_set(to, own, own, truth_is(1.0));
}

assay_status noise_codes(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(codes_begin(v, v->n_factors, v->n_factors, to));
    block_draw(stream, v->n, v->n_factors, to->codes);
    codes_blend(v->scaled, v->n * v->n_factors, parameter[0], to->codes);
    return ASSAY_OK;
}

void noise_truth(const double *parameter, assay_truth to[3]) { truth_blended(1.0 - parameter[0], to); }

void noise_truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    const double left = 1.0 - parameter[0];
    truth_blended(left, to);
    if (left > 0.0 && classes_apart(left, on)) to[EXPLICITNESS] = truth_is(1.0); /* noise takes no class for the next */
}

void noise_fixed_truth(const double *parameter, assay_truth to[3])
{
    (void)parameter;
    noise_truth(NOISE_FIXED, to);
}

void noise_fixed_truth_on(const double *parameter, const assay_profile *on, assay_truth to[3])
{
    (void)parameter;
    noise_truth_on(NOISE_FIXED, on, to);
}

static int has_parameters(const assay_scenario *scenario, const double *parameter)
{
    return scenario && (parameter || !scenario->n_parameters);
}

void assay_scenario_truth_on(const assay_scenario *scenario, const double *parameter, const assay_profile *on,
                             assay_truth to[3])
{
    if (!to) return;
    truth_set(to, truth_unknown(), truth_unknown(), truth_unknown());
    if (!has_parameters(scenario, parameter)) return;
    if (on && scenario->truth_on) scenario->truth_on(parameter, on, to);
    else scenario->truth(parameter, to);
}

const char *assay_scenario_refusal(const assay_scenario *scenario, const double *parameter, const assay_profile *on)
{
    if (!on || !has_parameters(scenario, parameter)) return NULL;
    if (!scenario->codes) return scenario->own_factors;
    return scenario->refuse ? scenario->refuse(parameter, on) : NULL;
}

/* Metrics compare with numbers, so only what is a number travels with the data; an order needs two points. */
static void truth_fill(const assay_scenario *scenario, const double *parameter, const assay_profile *on, uint64_t seed,
                       double to[3])
{
    assay_truth truth[3];
    if (scenario->truth_seeded) scenario->truth_seeded(parameter, seed, truth);
    else assay_scenario_truth_on(scenario, parameter, on, truth);
    for (size_t k = 0; k < 3; k++) to[k] = truth[k].kind == ASSAY_UNKNOWN ? NAN : truth[k].value;
}

static assay_status check_on(const assay_scenario *scenario, const double *parameter, const assay_profile *on, size_t n,
                             assay_error *err)
{
    if (n == 0) return assay_fail(err, ASSAY_EUSAGE, "scenario %s: 0 samples asked for, 1 is the least", scenario->id);
    const char *refused = assay_scenario_refusal(scenario, parameter, on);
    if (refused)
        return assay_fail(err, ASSAY_EUSAGE, "scenario %s is not applicable on the factors %s: %s", scenario->id,
                          on->id, refused);
    if (on && on->rows && on->rows != n)
        return assay_fail(err, ASSAY_EUSAGE, "the factors %s are %zu rows as they are; ask for %zu samples, not %zu",
                          on->id, on->rows, on->rows, n);
    return ASSAY_OK;
}

assay_status assay_scenario_build_on(const assay_scenario *scenario, const double *parameter, const assay_profile *on,
                                     size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    assay_stream stream;
    assay_error why;
    if (!to || !has_parameters(scenario, parameter))
        return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", to ? scenario ? "parameter" : "scenario" : "to");
    assay_stream_seed(&stream, seed);
    ASSAY_TRY(check_on(scenario, parameter, on, n, err));
    assay_status status;
    if (on) status = codes_of_profile(on, scenario->codes, parameter, n, &stream, to);
    else if (scenario->build_seeded) status = scenario->build_seeded(parameter, n, seed, to, &why);
    else if (scenario->build) status = scenario->build(parameter, n, &stream, to);
    else status = codes_of_uniform(scenario->uniform, scenario->codes, parameter, n, &stream, to);
    if (status == ASSAY_OK && !to->keeps_sparse) status = columns_make_whole(to);
    if (status != ASSAY_OK) {
        assay_data_free(to);
        if (status != ASSAY_ENOMEM) return assay_fail(err, status, "scenario %s: %s", scenario->id, why.text);
        return assay_fail(err, status, "scenario %s: memory ran out for %zu samples; ask for fewer", scenario->id, n);
    }
    for (size_t i = 0; on && on->period && i < to->n_factors && i < on->n_factors; i++)
        if (to->levels[i] == on->levels[i]) to->period[i] = on->period[i];
    truth_fill(scenario, parameter, on, seed, to->truth);
    return ASSAY_OK;
}

assay_status assay_scenario_build(const assay_scenario *scenario, const double *parameter, size_t n, uint64_t seed,
                                  assay_data *to, assay_error *err)
{
    return assay_scenario_build_on(scenario, parameter, NULL, n, seed, to, err);
}

static assay_status take_out(settings *all, const char *id, assay_error *err)
{
    settings rest;
    ASSAY_TRY(memory_named(settings_without(all, id, &rest), NULL, err));
    settings_free(all);
    *all = rest;
    return ASSAY_OK;
}

/* What stands for the scenario's own parameters falls away from the settings: the profile, and a text that it reads. */
static assay_status take_words(const assay_scenario *scenario, settings *all, double *parameter,
                               const assay_profile **on, assay_error *err)
{
    const char *word = settings_word(all, SETTING_FACTORS);
    if (word && strcmp(word, PROFILE_OWN) != 0 && !(*on = assay_profile_find(word))) return unknown_profile(word, err);
    if (word) ASSAY_TRY(take_out(all, SETTING_FACTORS, err));
    for (size_t p = 0; p < scenario->n_parameters && scenario->read_text; p++) {
        const char *id = scenario->parameters[p].id;
        if (!(scenario->parameters[p].flags & ASSAY_TEXT) || !(word = settings_word(all, id))) continue;
        ASSAY_TRY(scenario->read_text(word, &parameter[p], err));
        ASSAY_TRY(take_out(all, id, err));
    }
    return ASSAY_OK;
}

/* What is no list of settings, and what is nothing but parameters, is left to assay_options_parse to explain. */
assay_status assay_scenario_parse(const assay_scenario *scenario, const char *text, double *parameter,
                                  const assay_profile **on, assay_error *err)
{
    FREED(settings_free) settings all = { 0 };
    if (!scenario || !on || (scenario->n_parameters && !parameter))
        return assay_fail(err, ASSAY_EUSAGE, "%s is NULL", !scenario ? "scenario" : on ? "parameter" : "on");
    *on = NULL;
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    const assay_status status = settings_read(text ? text : "", SETTINGS_OF_VARIANT, &all);
    const size_t n = all.n;
    if (status == ASSAY_ENOMEM) return no_memory(NULL, err);
    if (status == ASSAY_OK) ASSAY_TRY(take_words(scenario, &all, parameter, on, err));
    return assay_options_parse(scenario->parameters, scenario->n_parameters, all.n < n ? all.text : text, parameter,
                               err);
}

assay_status assay_generate(const char *scenario, const char *parameters, size_t n, uint64_t seed, assay_data *to,
                            assay_error *err)
{
    const assay_scenario *found = assay_scenario_find(scenario);
    if (!found) return unknown_scenario(scenario, err);
    if (found->n_parameters > MOST_PARAMETERS)
        return assay_fail(err, ASSAY_EINTERNAL, "scenario %s: more than %d parameters", found->id, MOST_PARAMETERS);

    double parameter[MOST_PARAMETERS];
    const assay_profile *on;
    assay_error why;
    const assay_status status = assay_scenario_parse(found, parameters, parameter, &on, &why);
    if (status != ASSAY_OK) return assay_fail(err, status, "scenario %s: %s", found->id, why.text);
    return assay_scenario_build_on(found, parameter, on, n, seed, to, err);
}
