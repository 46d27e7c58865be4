/*
 * Which data a candidate is validated on. The quick set has every scenario at a point or a few, chosen so that each
 * mistake known to validation_causes.c moves some value: codes of either sign, dead, tied, on the edge of bins,
 * more and fewer than factors; factors constant, categorical, correlated; few samples. No value lies where two right
 * ways to compute an edge round to different sides of it.
 */
#include "plain_text.h"
#include "recipe.h"
#include "unknown_names.h"
#include "validation_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 300, LONG_ROWS = 100100 };

/* Row s of n: its factors and its codes. */
typedef void own_row(assay_stream *r, size_t s, size_t n, double *v, double *z);

/* A value on the middle of [0, 1], where every formula for an even number of bins puts an edge to the bit: elsewhere
 * formulas that mean the same differ by rounding. One in four, else what `other` is. */
static double halved(assay_stream *r, double other) { return assay_stream_uniform(r) < 0.25 ? 0.5 : other; }

/* Columns that reach from 0 to 1 and are often 1/2: the closed side of a bin matters. */
static void row_on_edges(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)n;
    for (size_t i = 0; i < 4; i++) {
        const double x = halved(r, assay_stream_uniform(r)), noise = assay_stream_uniform(r);
        v[i] = s < 2 ? (double)s : x;
        z[i] = s < 2 ? (double)s : halved(r, 0.7 * x + 0.3 * noise * noise);
    }
}

/* Rows in the order of factor 0: a split without a shuffle learns from one end of it and is tested on the other. Fewer
 * codes than factors: the mean over matched pairs is none over factors. */
static void row_sorted(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    for (size_t i = 0; i < 4; i++) v[i] = assay_stream_uniform(r);
    v[0] = ((double)s + v[0]) / (double)n;
    for (size_t j = 0; j < 3; j++) {
        const double noise = assay_stream_uniform(r);
        z[j] = j == 0 ? v[0] * v[0] + 0.2 * noise : (j % 2 ? -1.0 : 1.0) * v[j] + 0.5 * noise;
    }
}

/* Codes that tell of a factor in the first and last place, and where a byte ends. */
static void row_many(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    static const size_t place[] = { 0, 255, 256, 299 };
    (void)n, (void)s;
    for (size_t j = 0; j < 300; j++) z[j] = assay_stream_uniform(r);
    for (size_t i = 0; i < 2; i++) v[i] = assay_stream_uniform(r);
    for (size_t k = 0; k < 4; k++) z[place[k]] = v[k % 2] + (0.05 + 0.1 * (double)k) * z[place[k]];
}

/* Halves, quarters and fifths of most numbers of rows are whole; where they are not, one half is the larger. */
static const assay_probe usual_probes[] = { { "", 1000 } }, few_probes[] = { { "", 600 } },
                         many_probes[] = { { "", 640 } }, row_probes[] = { { "", 100 }, { "", 400 }, { "", 1600 } },
                         drawn_probes[] = { { "", 235 }, { "", 484 } }, wide_probes[] = { { "", 361 } },
                         long_probes[] = { { "", LONG_ROWS } }, constants_probes[] = { { "", 239 }, { "", 240 } };

#define OWN_AT(id_, title_, probes_)   \
    .scenario = { .abi = ASSAY_ABI,    \
                  .id = (id_),         \
                  .title = (title_),   \
                  .probes = (probes_), \
                  .n_probes = sizeof(probes_) / sizeof *(probes_) }
/* A recipe, of which a factor or a code may then be made constant; or rows of m factors and d codes. */
typedef struct own_data {
    assay_scenario scenario;
    const char *recipe;
    int constant_factor, constant_code;
    own_row *row;
    size_t m, d;
} own_data;
#define MIXED "v: 3 uniform; z = v; z4 = v1; mixing(.3); noise(.25); shift(-.4)"
#define SHAPES "z1 = mix(v4 .8, v1 .5, v2 .2); z2 = power(v3, 2); z3 = mix(v2 -1, v1 .3); "
#define SCALED "scale(3); noise(.1, normal)"
#define SQUARE SHAPES "z4 = mix(v1 -.9, v3 .1); " SCALED
static const own_data own[] = {
    { OWN_AT(VALIDATION_EDGES, "Values on the edges of bins", usual_probes), .row = row_on_edges, .m = 4, .d = 4 },
    { OWN_AT("(constant-factor)", "A factor that never changes", usual_probes),
      "v: 4 uniform; z = noise(v, .15); flip; mixing(.2); power(3)", .constant_factor = 1 },
    { OWN_AT("(sorted-rows)", "Rows in the order of a factor", usual_probes), .row = row_sorted, .m = 4, .d = 3 },
    { OWN_AT("(unbalanced)", "Categories of unequal numbers of rows", usual_probes),
      "v: unbalanced(2), unbalanced(5), levels(12), unbalanced(2); z1 = noise(v1, .5); z2 = mix(v2 -1, v4 .2); "
      "z3 = noise(v3, .1); z4 = noise(v4, .85); z5 = noise(v1, .6); noise(.1)" },
    { OWN_AT("(random-codes)", "Codes that say nothing: what chance scores", few_probes),
      "v: 2 uniform, unbalanced(3); z = random(4)" },
    { OWN_AT(VALIDATION_ROWS, "The same at several sizes", row_probes), MIXED },
    { OWN_AT("(drawn)", "Several shapes, scales and classes", drawn_probes),
      "v: 2 uniform, normal, uniform; " SHAPES SCALED },
    { OWN_AT("(drawn-wide)", "More codes than factors, of either sign", wide_probes),
      "v: 3 uniform; z1 = curve(v2, .8); z2 = mix(v3 -1, v1 .2); z3 = exp(v1, 2); z4 = mix(v1 .6, v2 -.5, v3 .2); "
      "z5 = power(v3, 3); noise(.2); scale(.1)" },
    { OWN_AT("(drawn-constants)", "Shapes with a constant factor", constants_probes),
      "v: 2 uniform, normal, uniform; " SQUARE, .constant_factor = 1 },
    { OWN_AT("(drawn-dead)", "Shapes with a constant code", constants_probes), "v: 2 uniform, normal, uniform; " SQUARE,
      .constant_code = 1 },
    { OWN_AT(VALIDATION_LONG, "More rows than are kept anywhere", long_probes), "v: 2 uniform; z = noise(v, .5)" },
    { OWN_AT(VALIDATION_LIMIT "many-codes)", "More codes than a byte counts", many_probes), .row = row_many, .m = 2,
      .d = 300 },
    { OWN_AT(VALIDATION_LIMIT "many-classes)", "More classes than a byte counts", few_probes),
      "v: 2 levels(300); z = noise(v, .06)" },
    { OWN_AT(VALIDATION_LIMIT "offset)", "Codes far from 0", few_probes), MIXED "; shift(1e8)" },
};
enum { OWN = sizeof own / sizeof *own };

static assay_status rows_build(const own_data *of, size_t n, uint64_t seed, assay_data *to)
{
    double v[COLUMNS_MOST], z[COLUMNS_MOST];
    assay_stream r;
    assay_stream_seed(&r, seed);
    ASSAY_TRY(assay_data_shape(to, n, of->m, of->d));
    for (size_t s = 0; s < n; s++) {
        of->row(&r, s, n, v, z);
        for (size_t i = 0; i < of->m; i++) to->factors[i * n + s] = v[i];
        for (size_t j = 0; j < of->d; j++) to->codes[j * n + s] = z[j];
    }
    return ASSAY_OK;
}

static assay_status own_build(const own_data *of, size_t n, uint64_t seed, assay_data *to, assay_error *err)
{
    ASSAY_TRY(of->row ? rows_build(of, n, seed, to) : recipe_data(of->recipe, n, seed, to, err));
    for (size_t s = 0; s < n && of->constant_factor; s++) to->factors[s] = 0.5;
    for (size_t s = 0; s < n && of->constant_code; s++) to->codes[s] = 0.5;
    if (of->constant_factor) to->levels[0] = 0;
    return ASSAY_OK;
}

/* ---- the quick set: where each scenario's descriptor says that metrics are told apart ---- */

enum { QUICK_SEEDS = 1, QUICK_SAMPLES = 1000, DEAR_SAMPLES = 300 };

static int is_limit(const assay_scenario *scenario)
{
    return strncmp(scenario->id, VALIDATION_LIMIT, strlen(VALIDATION_LIMIT)) == 0;
}

int point_is_limit(const compared_point *p) { return is_limit(p->point.scenario); }
int point_is_spared(const compared_point *p, size_t place)
{
    const int is_own = p->point.scenario->id[0] == '(';
    return is_own ? point_is_limit(p) || p->samples == LONG_ROWS : place > 12 && place % 2;
}

/* "noise,trig" or NULL for all; the brackets of our own may be left out. */
static int wanted(const char *list, const char *id)
{
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(id + (id[0] == '('), ")"), id + (id[0] == '('));
    return !list || list_has(list, id) || list_has(list, bare);
}

/* A reference that is much work at the usual size is met at one point of each scenario, and on fewer rows. */
static int quick_is_dear(const comparison *c) { return variant_work(c->reference, &usual_size) > DEAR; }

static assay_status probe_add(comparison *c, const assay_scenario *scenario, const assay_probe *probe,
                              const uint64_t seeds[2], assay_error *err)
{
    compared_point *more = realloc(c->point, (c->n_points + 1) * sizeof *more);
    double *parameter = calloc(scenario->n_parameters + 1, sizeof *parameter);
    c->point = more ? more : c->point;
    if (!more || !parameter) return free(parameter), assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    assay_status status =
        assay_options_parse(scenario->parameters, scenario->n_parameters, probe->parameters, parameter, err);
    const uint64_t most = quick_is_dear(c) && probe->samples > DEAR_SAMPLES ? DEAR_SAMPLES : probe->samples;
    compared_point *to = &more[c->n_points];
    *to = (compared_point){ .samples = c->options->samples ? c->options->samples : most,
                            .seed_first = seeds[0],
                            .seed_end = seeds[1] };
    if (status == ASSAY_OK) status = plan_point_make(scenario, parameter, NULL, &to->point);
    c->n_points += status == ASSAY_OK;
    free(parameter);
    return status;
}

static assay_status quick_choose(comparison *c, assay_error *err)
{
    static const assay_probe standard = { "", QUICK_SAMPLES };
    const int solves = assay_metric_tolerance(c->reference->metric, c->reference->option) > 0.0;
    const size_t every = quick_is_dear(c) ? 3 : solves ? 2 : 1;
    uint64_t seeds[2] = { 0, QUICK_SEEDS };
    assay_status status = c->options->seeds ? plan_seeds(c->options->seeds, &seeds[0], &seeds[1], err) : ASSAY_OK;
    for (size_t k = 0; k < assay_scenario_count() + OWN && status == ASSAY_OK; k++) {
        const assay_scenario *scenario =
            k < assay_scenario_count() ? assay_scenario_at(k) : &own[k - assay_scenario_count()].scenario;
        if (scenario->is_bank || (scenario->is_asked_for && !c->options->scenarios) ||
            !wanted(c->options->scenarios, scenario->id))
            continue;
        if (!c->options->scenarios && k < assay_scenario_count() && k % every) continue;
        if (is_limit(scenario) && (quick_is_dear(c) || solves)) continue;
        const assay_size size = { .n = LONG_ROWS, .n_factors = 2, .n_codes = 2 };
        const int is_long = strcmp(scenario->id, VALIDATION_LONG) == 0;
        if (is_long && (c->options->samples || solves || !(variant_work(c->reference, &size) < 1e7))) continue;
        if (!scenario->n_probes) status = probe_add(c, scenario, &standard, seeds, err);
        const size_t few =
            scenario->n_probes && strcmp(scenario->id, VALIDATION_ROWS) == 0 ? 2 : scenario->n_probes > 0;
        const size_t probes = quick_is_dear(c) ? few : scenario->n_probes;
        for (size_t p = 0; p < probes && status == ASSAY_OK; p++)
            status = probe_add(c, scenario, &scenario->probes[p], seeds, err);
    }
    return status;
}

static assay_status check_names(const char *list, assay_error *err)
{
    for (const char *at = list; at && *at;) {
        char id[64];
        const size_t length = strcspn(at, ",");
        snprintf(id, sizeof id, "%.*s", (int)length, at);
        const assay_scenario *found = assay_scenario_find(id);
        int known = found != NULL;
        if (found && found->is_bank)
            return assay_fail(err, ASSAY_EUSAGE, "%s has pairs that plans name, and no data for validation", id);
        for (size_t k = 0; k < OWN; k++) known |= wanted(id, own[k].scenario.id);
        if (!known) return unknown_scenario(id, err);
        at += length + (at[length] == ',');
    }
    return ASSAY_OK;
}

assay_status data_choose(comparison *c, assay_error *err)
{
    assay_status status = check_names(c->options->scenarios, err);
    if (status == ASSAY_OK) status = quick_choose(c, err);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}

assay_status data_copy(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_factors, from->n_codes));
    memcpy(to->levels, from->levels, from->n_factors * sizeof *to->levels);
    memcpy(to->period, from->period, from->n_factors * sizeof *to->period);
    memcpy(to->factors, from->factors, from->n * from->n_factors * sizeof *to->factors);
    memcpy(to->codes, from->codes, from->n * from->n_codes * sizeof *to->codes);
    return ASSAY_OK;
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
        if (c->numbers) c->data.levels[i] = 0;
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
        const moments of = column_moments(x, n);
        if (of.least == of.most || !of.n) peculiar |= k < m ? PECULIAR_CONSTANT_FACTOR : PECULIAR_DEAD_CODE;
        if (k >= m) continue;
        peculiar |=
            (of.n < n ? PECULIAR_ABSENT : 0u) | (data->levels[k] ? PECULIAR_LABELS : (unsigned)PECULIAR_NUMBERS);
    }
    return peculiar;
}
