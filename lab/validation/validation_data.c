/* Which data a candidate is validated on. The quick set has every scenario at a point or a few, so that each known
 * mistake moves some value. No value lies where two right ways to compute an edge round to different sides of it. */
#include "plain_text.h"
#include "recipe.h"
#include "unknown_names.h"
#include "validation_inside.h"

#include <stdio.h>

enum { LONG_ROWS = 100100, EXPENSIVE_SAMPLES = 300 };
#define ROWS "(rows)"   /* the data set that is there at several sizes */
#define LONG "(long)"   /* of many rows */
#define LIMIT "(limit-" /* how those begin that a right metric need not take */

/* A recipe, and what is done to its columns. ON_EDGES: they reach from 0 to 1, and every fourth value lies on the
 * middle, where every formula for an even number of bins puts an edge to the bit: elsewhere formulas that mean the same
 * differ by rounding. */
enum { CONSTANT_FACTOR = 1, CONSTANT_CODE, ON_EDGES };
typedef struct own_data {
    assay_scenario scenario;
    const char *recipe;
    int also;
} own_data;
/* Halves, quarters and fifths of most numbers of rows are whole; where they are not, one half is the larger. */
#define OWN_TITLED(id_, title_, recipe_, also_, ...)                                                    \
    {                                                                                                   \
        .scenario = { .abi = ASSAY_ABI,                                                                 \
                      .id = (id_),                                                                      \
                      .title = (title_),                                                                \
                      .probes = (const assay_probe[]){ __VA_ARGS__ },                                   \
                      .n_probes = sizeof((const assay_probe[]){ __VA_ARGS__ }) / sizeof(assay_probe) }, \
        .recipe = (recipe_), .also = (also_)                                                            \
    }
#define OWN_AT(id_, recipe_, also_, ...) OWN_TITLED(id_, "", recipe_, also_, __VA_ARGS__)
#define MIXED "v: 3 uniform; z = v; z4 = v1; mixing(.3); noise(.25); shift(-.4)"
#define SHAPES "z1 = mix(v4 .8, v1 .5, v2 .2); z2 = power(v3, 2); z3 = mix(v2 -1, v1 .3); "
#define SCALED "scale(3); noise(.1, normal)"
#define SQUARE SHAPES "z4 = mix(v1 -.9, v3 .1); " SCALED
static const own_data own[] = {
    OWN_AT(VALIDATION_EDGES, "v: 4 uniform; z = noise(v, .25)", ON_EDGES, { "", 1000 }),
    OWN_AT("(constant-factor)", "v: 4 uniform; z = noise(v, .15); flip; mixing(.2); power(3)", CONSTANT_FACTOR,
           { "", 1000 }),
    /* A split without a shuffle learns from one end of factor 1 and is tested on the other; with fewer codes than
     * factors the mean over matched pairs is none over factors. */
    OWN_AT("(sorted-rows)", "v: 4 uniform; z1 = power(v1, 2); z2 = mix(v2 -1); z3 = v3; noise(.3); sort", 0,
           { "", 1000 }),
    OWN_AT("(unbalanced)",
           "v: unbalanced(2), unbalanced(5), levels(12), unbalanced(2); z1 = noise(v1, .5); z2 = mix(v2 -1, v4 .2); "
           "z3 = noise(v3, .1); z4 = noise(v4, .85); z5 = noise(v1, .6); noise(.1)",
           0, { "", 1000 }),
    OWN_AT("(random-codes)", "v: 2 uniform, unbalanced(3); z = random(4)", 0, { "", 600 }),
    OWN_AT(ROWS, MIXED, 0, { "", 100 }, { "", 400 }, { "", 1600 }),
    OWN_AT("(drawn)", "v: 2 uniform, normal, uniform; " SHAPES SCALED, 0, { "", 235 }, { "", 484 }),
    OWN_AT("(drawn-wide)",
           "v: 3 uniform; z1 = curve(v2, .8); z2 = mix(v3 -1, v1 .2); z3 = exp(v1, 2); z4 = mix(v1 .6, v2 -.5, v3 .2); "
           "z5 = power(v3, 3); noise(.2); scale(.1)",
           0, { "", 361 }),
    OWN_AT("(drawn-constants)", "v: 2 uniform, normal, uniform; " SQUARE, CONSTANT_FACTOR, { "", 239 }, { "", 240 }),
    OWN_AT("(drawn-dead)", "v: 2 uniform, normal, uniform; " SQUARE, CONSTANT_CODE, { "", 239 }, { "", 240 }),
    OWN_AT(LONG, "v: 2 uniform; z = noise(v, .5)", 0, { "", LONG_ROWS }),
    OWN_TITLED(LIMIT "many-codes)", "More codes than a byte counts",
               "v: 2 uniform; z = noise(v1, .6); z = random(254); z = noise(v, .4); z = random(42); z = noise(v2, .5)",
               0, { "", 640 }), /* 300, of factors in the first and last place, and where a byte ends */
    OWN_TITLED(LIMIT "many-classes)", "More classes than a byte counts", "v: 2 levels(308); z = noise(v, .06)", 0,
               { "", 3000 }), /* all classes occur: 307 of equal width have no edge on one */
    OWN_TITLED(LIMIT "offset)", "Codes far from 0", MIXED "; shift(1e8)", 0, { "", 600 }),
};
enum { OWN = sizeof own / sizeof *own };

static assay_status own_build(const own_data *of, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    ASSAY_TRY(recipe_data(of->recipe, n, seed, to, err));
    for (size_t s = 0; s < n && of->also == CONSTANT_FACTOR; s++) to->factors[s] = 0.5;
    for (size_t s = 0; s < n && of->also == CONSTANT_CODE; s++) to->codes[s] = 0.5;
    for (size_t k = 0; k < n * (to->n_factors + to->n_codes) && of->also == ON_EDGES; k++) {
        const size_t s = k % n, column = k / n;
        double *x = column < to->n_factors ? &to->factors[k] : &to->codes[k - n * to->n_factors];
        *x = s < 2 ? (double)s : (s + column) % 4 ? *x : 0.5;
    }
    return ASSAY_OK;
}

int point_is_limit(const compared_point *p) { return strncmp(p->point.scenario->id, LIMIT, strlen(LIMIT)) == 0; }

int point_is_spared(const compared_point *p, size_t place)
{
    return p->point.scenario->id[0] == '(' ? point_is_limit(p) || p->samples == LONG_ROWS : place > 12 && place % 2;
}

/* "noise,trig" or NULL for all; the brackets of our own may be left out. */
static int wanted(const char *list, const char *id)
{
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(id + (id[0] == '('), ")"), id + (id[0] == '('));
    return !list || list_has(list, id) || list_has(list, bare);
}

/* A reference that is expensive at the usual size is met at one point of each scenario, and on fewer rows. */
static int is_expensive(const comparison *c) { return variant_work(c->reference, &usual_size) > EXPENSIVE; }

static assay_status probe_add(comparison *c, const assay_scenario *scenario, const assay_probe *probe,
                              const uint64_t seeds[2], assay_error *err)
{
    compared_point *more = realloc(c->point, (c->n_points + 1) * sizeof *more);
    double *parameter = arena_alloc(&c->memory, scenario->n_parameters, sizeof *parameter);
    c->point = more ? more : c->point;
    if (!more || !parameter) return ASSAY_ENOMEM;
    const uint64_t usual = is_expensive(c) && probe->samples > EXPENSIVE_SAMPLES ? EXPENSIVE_SAMPLES : probe->samples;
    compared_point *to = &more[c->n_points];
    *to = (compared_point){ .samples = usual, .seed_first = seeds[0], .seed_end = seeds[1] };
    if (c->options->samples) to->samples = c->options->samples;
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    ASSAY_TRY(assay_options_parse(scenario->parameters, scenario->n_parameters, probe->parameters, parameter, err));
    ASSAY_TRY(plan_point_make(scenario, parameter, NULL, &to->point));
    c->n_points++;
    return ASSAY_OK;
}

/* Whether a scenario, the k-th, is compared. */
static int is_chosen(const comparison *c, const assay_scenario *scenario, size_t k)
{
    const int asked = c->options->scenarios != NULL, expensive = is_expensive(c),
              solves = assay_metric_tolerance(c->reference->metric, c->reference->option) > 0.0;
    const assay_size size = { .n = LONG_ROWS, .n_factors = 2, .n_codes = 2 };
    const compared_point p = { .point.scenario = scenario };
    if (scenario->is_bank || (scenario->is_asked_for && !asked) || !wanted(c->options->scenarios, scenario->id))
        return 0;
    if (point_is_limit(&p)) return !expensive && !solves;
    if (strcmp(scenario->id, LONG) == 0)
        return !c->options->samples && !solves && variant_work(c->reference, &size) < 1e7;
    return asked || scenario->id[0] == '(' || k % (expensive ? 3 : solves ? 2 : 1) == 0;
}

static assay_status check_names(const char *list, assay_error *err)
{
    for (char id[64]; list_next(&list, id, sizeof id);) {
        const assay_scenario *found = assay_scenario_find(id);
        int known = found != NULL;
        if (found && found->is_bank)
            return assay_fail(err, ASSAY_EUSAGE, "%s has pairs that plans name, and no data for validation", id);
        for (size_t k = 0; k < OWN; k++) known |= wanted(id, own[k].scenario.id);
        if (!known) return unknown_scenario(id, err);
    }
    return ASSAY_OK;
}

assay_status data_choose(comparison *c, assay_error *err)
{
    static const assay_probe standard = { "", 1000 };
    const size_t count = assay_scenario_count();
    uint64_t seeds[2] = { 0, 1 };
    ASSAY_TRY(check_names(c->options->scenarios, err));
    if (c->options->seeds) ASSAY_TRY(plan_seeds(c->options->seeds, &seeds[0], &seeds[1], err));
    for (size_t k = 0; k < count + OWN; k++) {
        const assay_scenario *scenario = k < count ? assay_scenario_at(k) : &own[k - count].scenario;
        const size_t few = strcmp(scenario->id, ROWS) == 0 ? 2 : 1, has = scenario->n_probes;
        for (size_t p = 0; p < (has ? has : 1) && is_chosen(c, scenario, k); p++) {
            if (is_expensive(c) && p >= few) continue;
            const assay_probe *probe = has ? &scenario->probes[p] : &standard;
            ASSAY_TRY(memory_named(probe_add(c, scenario, probe, seeds, err), NULL, err));
        }
    }
    return ASSAY_OK;
}

/* Values of a continuous factor become classes, in an order that says nothing of theirs: one each, or few in all. */
static assay_status name_values(assay_data *data, size_t i, int few)
{
    enum { FEW = 12 };
    double *x = data->factors + i * data->n;
    const size_t classes = column_classes(x, data->n), count = few && classes > FEW ? FEW : classes;
    for (size_t s = 0; s < data->n; s++) {
        const double is = floor(x[s] * (double)count / (double)classes);
        x[s] = fmod(is, 2.0) * (double)((count + 1) / 2) + floor(is / 2.0);
    }
    data->levels[i] = (int32_t)count, data->period[i] = 0.0;
    return classes ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status data_build(comparison *c, const compared_point *point, uint64_t seed, assay_error *err)
{
    const size_t n = (size_t)point->samples;
    size_t k = 0;
    c->labelled = 0;
    while (k < OWN && point->point.scenario != &own[k].scenario) k++;
    ASSAY_TRY(k < OWN ? own_build(&own[k], n, seed, &c->data, err)
                      : assay_scenario_build(point->point.scenario, point->point.parameter, n, seed, &c->data, err));
    for (size_t i = 0; i < c->data.n_factors; i++) {
        c->labelled |= c->data.levels[i] != 0;
        if (c->reading == AS_NUMBERS) c->data.levels[i] = 0;
        else if ((c->reading || (c->disturbs && c->disturbs <= GROUPED)) && !c->data.levels[i])
            ASSAY_TRY(name_values(&c->data, i, c->disturbs != NAMED));
    }
    double *x = c->of_codes ? c->data.codes : c->data.factors;
    for (k = 0; c->disturbs > GROUPED && k < n * (c->of_codes ? c->data.n_codes : c->data.n_factors); k++) {
        const size_t other = k + n - 1 - 2 * (k % n);
        const double was = x[k];
        if (c->disturbs != REVERSED) x[k] = (c->disturbs == CUT ? trunc(was) : rint(was)) + 0.0;
        else if (k < other) x[k] = x[other], x[other] = was;
    }
    const assay_rep rep = assay_data_view(&c->data);
    return scoring_check(&rep, err);
}

unsigned data_peculiar(const assay_data *data)
{
    const size_t n = data->n, m = data->n_factors, d = data->n_codes;
    unsigned peculiar = (d > m ? PECULIAR_MORE_CODES : 0u) | (d < m ? PECULIAR_MORE_FACTORS : 0u) |
                        (d == 1 ? PECULIAR_ONE_CODE : 0u) | (n < 500 ? PECULIAR_FEW : 0u);
    for (size_t k = 0; k < m + d; k++) {
        const double *x = k < m ? data->factors + k * n : data->codes + (k - m) * n;
        const moments of = moments_of(x, n);
        if (of.least == of.most || !of.n) peculiar |= k < m ? PECULIAR_CONSTANT_FACTOR : PECULIAR_DEAD_CODE;
        if (k < m && of.n < n) peculiar |= PECULIAR_ABSENT;
        if (k < m) peculiar |= data->levels[k] ? PECULIAR_LABELS : PECULIAR_NUMBERS;
    }
    return peculiar;
}
