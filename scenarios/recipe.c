/*
 *   recipes/recipe_words.c has the words, recipe_read.c the grammar, recipe_truth.c the rules.
 */
#include "recipe.h"

#include "interned.h"
#include "owned.h"
#include "scenario.h"

#include <math.h>

enum { TEXT, ALPHA };

static assay_status read_text(const char *text, double *to, assay_error *err)
{
    char canonical[RECIPE_TEXT];
    FREED(recipe_free) recipe r = { .step = NULL };
    ASSAY_TRY(recipe_read(text, NAN, &r, err));
    recipe_write(&r, canonical);
    const assay_status status = interned(canonical, to);
    return status == ASSAY_OK ? status : assay_fail(err, status, "memory ran out, or there are too many recipes");
}

/* The recipe of a point, its {alpha} put in. */
static assay_status open_recipe(const double *parameter, recipe *to, assay_error *err)
{
    ASSAY_TRY(recipe_read(interned_at(parameter[TEXT]), parameter[ALPHA], to, err));
    if (to->holes || parameter[ALPHA] == 0.0) return ASSAY_OK;
    return assay_fail(err, ASSAY_EUSAGE, "recipe: alpha is %g, and {alpha} stands nowhere in it", parameter[ALPHA]);
}

static assay_status check(const double *parameter, size_t *samples, assay_error *err)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    ASSAY_TRY(open_recipe(parameter, &r, err));
    *samples = r.n_rows;
    return ASSAY_OK;
}

static assay_status build_seeded(const double *parameter, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    assay_stream stream;
    ASSAY_TRY(open_recipe(parameter, &r, err));
    assay_stream_seed(&stream, seed);
    return recipe_build(&r, n, &stream, to, err);
}

static void truth(const double *parameter, assay_truth to[3])
{
    FREED(recipe_free) recipe r = { .step = NULL };
    if (open_recipe(parameter, &r, NULL) == ASSAY_OK) recipe_truth(&r, to);
    else truth_set(to, truth_unknown(), truth_unknown(), truth_unknown());
}

static const assay_option parameters[] = {
    { .id = "text",
      .text = "the recipe, in brackets",
      .low = 0,
      .high = INTERNED - 1,
      .flags = ASSAY_WHOLE | ASSAY_TEXT,
      .words = interned_words },
    NUMBER("alpha", "what stands for {alpha}", 0, -1e6, 1e6),
};
static const assay_sweep sweeps[] = { SWEEP("text", 0), SWEEP("alpha", 0) };

const assay_scenario assay_scenario_recipe = {
    .id = "recipe",
    .title = "A representation written as text",
    .formula = "[v: LAWS; z = MAP(SOURCE, ...); MAP(...)], a word for each step; {alpha} is a number that is swept",
    .draws = "each word's draws in the order of the text, row by row. In the words' lines r is the generator, V the "
             "factors, v those as codes take them, x the codes that a map has, n rows; $1 and $2 are arguments, $c "
             "the count of a law, $i $j $k columns from 0, $J and $K their numbers of classes less 1; functions stand "
             "in what --numpy prints",
    .truth_text = "modularity is 1 where each code that depends on factors depends on one (copies of a factor are "
                  "one), compactness where each factor is in one code, explicitness where the codes that can be "
                  "turned back give all factors (sums of lines by their rank); all three are 0 where no code depends "
                  "on a factor. What words do to it stands with them; what no rule decides is unknown. Orders compare "
                  "values of alpha of one text",
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
