/*
 * recipe -- a representation written as text: factors, codes and what is done to them, a word each
 *
 *     v: 4 uniform; z1 = v1; z2 = curve(v2, .8); z3 = mix(v3 .7, v4 .3); z4 = noise(v4, {alpha})
 *
 *   recipes/recipe_words.c has the words, recipe_read.c the grammar, recipe_truth.c the rules.
 *
 *   Truth    by rules from the text; what they do not decide is unknown.
 *   Source   ours.
 */
#include "recipe.h"

#include "interned.h"
#include "option_list.h"
#include "scenario.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT, ALPHA };

static assay_status read_text(const char *text, double *to, assay_error *err)
{
    char canonical[RECIPE_TEXT];
    recipe r;
    assay_status status = recipe_read(text, NAN, &r, err);
    if (status != ASSAY_OK) return status;
    recipe_write(&r, canonical);
    recipe_free(&r);
    status = interned(canonical, to);
    return status == ASSAY_OK ? status : assay_fail(err, status, "memory ran out, or there are too many recipes");
}

/* The recipe of a point, its {alpha} put in. */
static assay_status open_recipe(const double *parameter, recipe *to, assay_error *err)
{
    const assay_status status = recipe_read(interned_at(parameter[TEXT]), parameter[ALPHA], to, err);
    if (status != ASSAY_OK || to->holes || parameter[ALPHA] == 0.0) return status;
    recipe_free(to);
    return assay_fail(err, ASSAY_EUSAGE, "recipe: alpha is %g, and {alpha} stands nowhere in it", parameter[ALPHA]);
}

static assay_status check(const double *parameter, size_t *samples, assay_error *err)
{
    recipe r;
    ASSAY_TRY(open_recipe(parameter, &r, err));
    *samples = r.n_rows;
    recipe_free(&r);
    return ASSAY_OK;
}

static assay_status build_seeded(const double *parameter, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    recipe r;
    assay_stream stream;
    assay_status status = open_recipe(parameter, &r, err);
    if (status != ASSAY_OK) return status;
    assay_stream_seed(&stream, seed);
    status = recipe_build(&r, n, &stream, to, err);
    recipe_free(&r);
    return status;
}

static void truth(const double *parameter, assay_truth to[3])
{
    recipe r;
    to[MODULARITY] = to[COMPACTNESS] = to[EXPLICITNESS] = (assay_truth){ ASSAY_UNKNOWN, 0 };
    if (open_recipe(parameter, &r, NULL) != ASSAY_OK) return;
    recipe_truth(&r, to);
    recipe_free(&r);
}

static const assay_option parameters[] = {
    [TEXT] = { .id = "text",
               .text = "the recipe, in brackets",
               .low = 0,
               .high = INTERNED - 1,
               .flags = ASSAY_WHOLE | ASSAY_TEXT,
               .words = interned_words },
    [ALPHA] = { .id = "alpha", .text = "what stands for {alpha}", .low = -1e6, .high = 1e6 },
};
static const double zero[] = { 0 };
static const assay_sweep sweeps[] = { SWEEP("text", zero), SWEEP("alpha", zero) };

const assay_scenario assay_scenario_recipe = {
    .abi = ASSAY_ABI,
    .id = "recipe",
    .title = "A representation written as text",
    .formula = "[v: LAWS; z = MAP(SOURCE, ...); MAP(...)], a word for each step; {alpha} is a number that is swept",
    .draws = "each word's draws in the order of the text, row by row",
    .truth_text = "by rules from the words; unknown where no rule decides; orders compare values of alpha of one text",
    .source = "ours",
    SWEPT(RECIPE_ROWS, 10),
    .build_seeded = build_seeded,
    .truth = truth,
    .own_factors = "its factors are those of its text",
    .order_within = 1u << TEXT,
    .is_asked_for = 1,
    .read_text = read_text,
    .check = check,
};

/* ---- as a program ---- */

/* The recipe of a scenario with the values of its parameters; 0: one that it does not name is not as usual. */
static int put_values(const assay_scenario *of, const double *parameter, wording *w)
{
    size_t named = 0;
    for (const char *c = of->recipe; *c; c++) {
        char name[64], value[64];
        const size_t length = *c == '{' ? strcspn(c, "}") - 1 : 0;
        if (!length) {
            wording_add(w, "%c", *c);
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, c + 1);
        const size_t p = option_called(of->parameters, of->n_parameters, name);
        assay_option_print(&of->parameters[p], parameter[p], value, sizeof value);
        wording_add(w, "%s", value);
        named |= (size_t)1 << p;
        c += length + 1;
    }
    for (size_t p = 0; p < of->n_parameters; p++)
        if (!(named & (size_t)1 << p) && parameter[p] != of->parameters[p].standard) return 0;
    return 1;
}

static assay_status recipe_of(const assay_scenario *of, const double *parameter, recipe *to, assay_error *err)
{
    char text[RECIPE_TEXT];
    wording w = WORDING(text);
    if (of == &assay_scenario_recipe) return open_recipe(parameter, to, err);
    if (!of->recipe || !put_values(of, parameter, &w))
        return assay_fail(err, ASSAY_EUSAGE, "scenario %s: %s no recipe; its draws stand in `assay describe %s`",
                          of->id, of->recipe ? "the point has" : "it has", of->id);
    return recipe_read(text, NAN, to, err);
}

assay_status assay_numpy_program(const char *scenario, const char *point, char *to, size_t size, assay_error *err)
{
    double parameter[32];
    const assay_profile *on = NULL;
    recipe r;
    const assay_scenario *of = assay_scenario_find(scenario);
    if (!of || !to || of->n_parameters > ASSAY_COUNT(parameter))
        return assay_fail(err, ASSAY_EUSAGE, of ? "to is NULL" : "there is no such scenario");
    assay_status status = assay_scenario_parse(of, point, parameter, &on, err);
    if (status == ASSAY_OK && on)
        status = assay_fail(err, ASSAY_EUSAGE, "scenario %s on the factors %s has no recipe", of->id, on->id);
    if (status == ASSAY_OK) status = recipe_of(of, parameter, &r, err);
    if (status != ASSAY_OK) return status;
    recipe_program(&r, to, size);
    recipe_free(&r);
    return ASSAY_OK;
}
