#include "point.h"

#include "owned.h"

#include <math.h>

/* The one number that is swept; where several are, the last with three values or more (a line needs that many). */
int scenario_swept(const assay_scenario *scenario)
{
    int one = POINT_NOT_SWEPT, line = POINT_NOT_SWEPT, swept = 0;
    for (size_t p = 0; p < scenario->n_parameters; p++) {
        if (scenario->sweeps[p].n_at < 2) continue;
        swept++;
        if (scenario->parameters[p].words) continue;
        one = (int)p;
        if (scenario->sweeps[p].n_at > 2) line = (int)p;
    }
    return swept == 1 ? one : line;
}

static assay_status with_scenario(const char *scenario, assay_status status, int swept, scenario_point *to)
{
    to->swept = swept >= 0 && (size_t)swept < to->set.n && !to->set.at[swept].word ? swept : POINT_NOT_SWEPT;
    to->scenario = status == ASSAY_OK ? strdup(scenario) : NULL;
    if (status == ASSAY_OK && !to->scenario) status = ASSAY_ENOMEM;
    if (status != ASSAY_OK) point_free(to);
    return status;
}

/* Of the parameter that figures draw along (of a scenario that is known), among settings. */
static int place_of_swept(const assay_scenario *known, const settings *set)
{
    const int along = known ? scenario_swept(known) : POINT_NOT_SWEPT;
    for (size_t k = 0; along >= 0 && k < set->n; k++)
        if (strcmp(set->at[k].name, known->parameters[along].id) == 0) return (int)k;
    return POINT_NOT_SWEPT;
}

assay_status point_make_on(const assay_scenario *scenario, const double *parameter, const char *profile,
                           scenario_point *to)
{
    *to = (scenario_point){ .swept = POINT_NOT_SWEPT };
    size_t n = 0;
    OWNED setting *at = zeroed(scenario->n_parameters + 1, sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    for (size_t k = 0; k < scenario->n_parameters; k++) {
        const assay_option *option = &scenario->parameters[k];
        if (profile && strcmp(option->id, SETTING_FACTORS) == 0) continue;
        if (option->flags & ASSAY_NAMED_IF_SET && parameter[k] == option->standard) continue;
        at[n++] = (setting){ option->id, option->words ? option->words[(size_t)parameter[k]] : NULL, parameter[k] };
    }
    if (profile) at[n++] = (setting){ SETTING_FACTORS, profile, NAN };
    const assay_status status = settings_from(at, n, SETTINGS_OF_POINT, &to->set);
    return with_scenario(scenario->id, status, place_of_swept(scenario, &to->set), to);
}

assay_status point_from(const char *scenario, const setting *at, size_t n, int swept, scenario_point *to)
{
    *to = (scenario_point){ .swept = POINT_NOT_SWEPT };
    return with_scenario(scenario, settings_from(at, n, SETTINGS_OF_POINT, &to->set), swept, to);
}

assay_status point_take(const char *scenario, const assay_scenario *known, settings *set, scenario_point *to)
{
    *to = (scenario_point){ .set = *set };
    *set = (settings){ 0 };
    return with_scenario(scenario, ASSAY_OK, place_of_swept(known, &to->set), to);
}

assay_status point_copy(const scenario_point *from, scenario_point *to)
{
    return point_from(from->scenario, from->set.at, from->set.n, from->swept, to);
}

void point_free(scenario_point *p)
{
    free(p->scenario);
    settings_free(&p->set);
    *p = (scenario_point){ .swept = POINT_NOT_SWEPT };
}

double point_number(const scenario_point *p, const char *parameter) { return settings_number(&p->set, parameter); }

const char *point_word(const scenario_point *p, const char *parameter) { return settings_word(&p->set, parameter); }

const char *point_profile(const scenario_point *p) { return settings_word(&p->set, SETTING_FACTORS); }

double point_swept(const scenario_point *p) { return p->swept < 0 ? NAN : p->set.at[p->swept].number; }

const char *point_swept_name(const scenario_point *p) { return p->swept < 0 ? NULL : p->set.at[p->swept].name; }

int point_is(const scenario_point *p, const char *scenario, const char *text)
{
    return strcmp(p->scenario, scenario) == 0 && strcmp(p->set.text, text) == 0;
}

int point_equal(const scenario_point *a, const scenario_point *b) { return point_is(a, b->scenario, b->set.text); }

/* Settings of one that are not the other's. */
static size_t not_in(const scenario_point *a, const scenario_point *b, const char *but, int values)
{
    size_t count = 0;
    for (size_t k = 0; k < a->set.n; k++) {
        if (but && strcmp(a->set.at[k].name, but) == 0) continue;
        const setting *other = settings_find(&b->set, a->set.at[k].name);
        count += !other || (values && !setting_equal(&a->set.at[k], other));
    }
    return count;
}

size_t points_apart(const scenario_point *a, const scenario_point *b)
{
    return not_in(a, b, NULL, 1) + not_in(b, a, NULL, 0);
}

int points_alike(const scenario_point *a, const scenario_point *b, const char *but)
{
    return !not_in(a, b, but, 1) && !not_in(b, a, but, 0);
}

int point_parameters(const scenario_point *p, const assay_scenario *scenario, double *to)
{
    for (size_t k = 0; k < scenario->n_parameters; k++) {
        const assay_option *option = &scenario->parameters[k];
        const setting *set = settings_find(&p->set, option->id);
        to[k] = option->standard;
        if (!set || (set->word && strcmp(option->id, SETTING_FACTORS) == 0)) continue;
        if (!option->words != !set->word) return 0;
        if (set->word && option->flags & ASSAY_TEXT) {
            if (!scenario->read_text || scenario->read_text(set->word, &to[k], NULL) != ASSAY_OK) return 0;
            continue;
        }
        size_t w = 0;
        while (set->word && option->words[w] && strcmp(option->words[w], set->word) != 0) w++;
        if (set->word && !option->words[w]) return 0;
        to[k] = set->word ? (double)w : set->number;
    }
    return 1;
}

int scenario_sweep_place(const assay_scenario *scenario, const double *parameter, size_t *to)
{
    *to = 0;
    for (size_t p = 0; p < scenario->n_parameters; p++) {
        const assay_sweep *sweep = &scenario->sweeps[p];
        size_t k = 0;
        while (k < sweep->n_at && sweep->at[k] != parameter[p]) k++;
        if (k == sweep->n_at) return 0;
        *to = *to * sweep->n_at + k;
    }
    return 1;
}
