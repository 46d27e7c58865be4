/* numpy_program -- a point of a scenario as a Python program: its definition in reference/scenarios with the point's
 * values put in; of a recipe the words' own lines. */
#include "bank_pair.h"
#include "interned.h"
#include "kinds.h"
#include "owned.h"
#include "recipe.h"
#include "reference.h"
#include "scenario.h"

#include <math.h>
#include <string.h>

/* order="peer", alpha=0.2, copy_noise=0 */
static void add_values(const assay_scenario *of, const double *parameter, wording *w)
{
    for (size_t p = 0; p < of->n_parameters; p++) {
        const assay_option *option = &of->parameters[p];
        const char *quote = option->words ? "\"" : "";
        char value[64];
        assay_option_print(option, parameter[p], value, sizeof value);
        wording_add(w, ", ");
        for (const char *c = option->id; *c; c++) wording_add(w, "%c", *c == '-' ? '_' : *c);
        wording_add(w, "=%s%s%s", quote, value, quote);
    }
}

static assay_status reference_of(const assay_scenario *of, const double *parameter, const assay_profile *on, size_t n,
                                 uint64_t seed, wording *to, assay_error *err)
{
    char head[1024];
    wording w = WORDING(head);
    wording_add(&w,
                "\"\"\"%s -- %s. %s.\n\nmake(n, seed) gives factors and codes, samples in rows; python3 FILE.py "
                "DATA.npz writes them.\n\"\"\"\n",
                of->id, of->title, of->source);
    ASSAY_TRY(reference_program("scenarios", of->id, head, on ? on->id : NULL, to->to, to->size, err));
    to->used = strlen(to->to);
    wording_add(to, "\n\ndef make(n=%zu, seed=%llu):\n    return rows(n, seed", n, (unsigned long long)seed);
    add_values(of, parameter, to);
    wording_add(to, "%s%s)[:2]\n\n", on ? ", on=" : "", on ? on->id : "");
    return ASSAY_OK;
}

static assay_status recipe_of(const char *text, double swept, size_t n, uint64_t seed, wording *to, assay_error *err)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    ASSAY_TRY(recipe_read(text, swept, &r, err));
    recipe_program(&r, n, seed, to);
    return ASSAY_OK;
}

/* The kinds of the factors as a list, each run of one kind once; the first word says where values are absent. */
static void list_kinds(const assay_data *row, wording *to)
{
    const assay_rep rep = assay_data_view(row);
    char own[KIND_TEXT], other[KIND_TEXT];
    for (size_t i = 0, k; i < row->n_factors; i = k) {
        const char *kind = kind_of(&rep, i, own);
        for (k = i + 1; i && k < row->n_factors && strcmp(kind_of(&rep, k, other), kind) == 0; k++) continue;
        if (i) wording_add(to, " + [\"%s\"] * %zu", kind, k - i);
        else wording_add(to, "[\"absent:\" * bool(np.isnan(of[0]).any()) + \"%s\"]", kind);
    }
}

/* What is refused as data is refused as a program: a row of them is made. */
static assay_status check(const assay_scenario *of, const double *parameter, const assay_profile *on, size_t *n,
                          uint64_t seed, wording *kinds, assay_error *err)
{
    FREED(assay_data_free) assay_data row = { 0 };
    size_t usual = of->samples;
    if (of->check) ASSAY_TRY(of->check(parameter, &usual, err));
    if (!*n) *n = usual;
    ASSAY_TRY(assay_scenario_build_on(of, parameter, on, 1, seed, &row, err));
    list_kinds(&row, kinds);
    return ASSAY_OK;
}

assay_status assay_numpy_program(const char *scenario, const char *point, size_t n, uint64_t seed, char *to,
                                 size_t size, assay_error *err)
{
    double parameter[32];
    char pair[PAIR_RECIPE], listed[2048];
    const assay_profile *on = NULL;
    wording w = wording_in(to, size), kinds = WORDING(listed);
    const assay_scenario *of = assay_scenario_find(scenario);
    if (!of || !to || of->n_parameters > ASSAY_COUNT(parameter))
        return assay_fail(err, ASSAY_EUSAGE, of ? "to is NULL" : "there is no such scenario");
    ASSAY_TRY(assay_scenario_parse(of, point, parameter, &on, err));
    ASSAY_TRY(check(of, parameter, on, &n, seed, &kinds, err));
    ASSAY_TRY(of->read_text ? recipe_of(interned_at(parameter[0]), parameter[1], n, seed, &w, err)
              : of->is_bank && bank_recipe(parameter, pair, sizeof pair)
                  ? recipe_of(pair, NAN, n, seed, &w, err)
                  : reference_of(of, parameter, on, n, seed, &w, err));
    wording_add(
        &w,
        "\nif __name__ == \"__main__\":\n    import sys\n    np.savez(sys.argv[1] if sys.argv[1:] else \"%s.npz\", "
        "factors=(of := make())[0], codes=of[1], kinds=%s)\n",
        of->id, listed);
    return w.used < size ? ASSAY_OK
                         : assay_fail(err, ASSAY_EUSAGE, "the program of %s is longer than %zu bytes", of->id, size);
}
