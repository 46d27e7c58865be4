/*
 * Which data a candidate is validated on. The quick set has every scenario at a point or a few, chosen so that each
 * mistake known to validation_causes.c moves some value: codes of either sign, dead, tied, on the edge of bins,
 * more and fewer than factors; factors constant, categorical, correlated; few samples. No value lies where two right
 * ways to compute an edge round to different sides of it.
 */
#include "plain_text.h"
#include "unknown_names.h"
#include "validation_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- data that no scenario has ---- */

enum { COLUMNS_MOST = 300, CLASSES = 300 };

/* Row s of n: its factors, already 0, and its codes. */
typedef void own_row(assay_stream *r, size_t s, size_t n, double *v, double *z);

/* A value on the middle of [0, 1], where every formula for an even number of bins puts an edge to the bit: elsewhere
 * formulas that mean the same differ by rounding. One in four, else what `other` is. */
static double halved(assay_stream *r, double other) { return assay_stream_uniform(r) < 0.25 ? 0.5 : other; }

static void draw_uniform(assay_stream *r, size_t count, double *to)
{
    for (size_t k = 0; k < count; k++) to[k] = assay_stream_uniform(r);
}

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

/* v_2 never changes; the codes are skewed and depend a little on all factors. */
static void row_constant_factor(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)s, (void)n;
    draw_uniform(r, 4, v);
    v[2] = 0.5;
    for (size_t j = 0; j < 4; j++) z[j] = -v[j] * v[j] * v[j] - 0.3 * v[(j + 1) % 4] * assay_stream_uniform(r);
}

/* Rows in the order of factor 0: a split without a shuffle learns from one end of it and is tested on the other. Fewer
 * codes than factors: the mean over matched pairs is none over factors. */
static void row_sorted(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    draw_uniform(r, 4, v);
    v[0] = ((double)s + v[0]) / (double)n;
    for (size_t j = 0; j < 3; j++) {
        const double noise = assay_stream_uniform(r);
        z[j] = j == 0 ? v[0] * v[0] + 0.2 * noise : (j % 2 ? -1.0 : 1.0) * v[j] + 0.5 * noise;
    }
}

/* Categories of which each has half as many rows as the one before, coded with noise, one of two binary factors with so
 * much that it can hardly be read; one more code than factors. */
static const int32_t unbalanced_levels[] = { 2, 5, 12, 2 };
static void row_unbalanced(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)n;
    for (size_t i = 0; i < 4; i++) {
        const double u = assay_stream_uniform(r), levels = unbalanced_levels[i];
        v[i] = fmin((double)s < levels ? (double)s : floor(-log2(1.0 - u) * levels / 6.0), levels - 1.0);
    }
    for (size_t j = 0; j < 5; j++)
        z[j] = v[j % 4] * (j == 1 ? -2.0 : 1.0) + (j == 3 ? 6.0 : 1.5) * assay_stream_uniform(r);
}

/* The same at several sizes: what a difference does as rows become more. */
static void row_plain(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)s, (void)n;
    draw_uniform(r, 3, v);
    for (size_t j = 0; j < 4; j++)
        z[j] = v[j % 3] - 0.4 * v[(j + 1) % 3] + 0.3 * assay_stream_uniform(r) - 0.5;
}

/* More codes than a byte counts. */
static void row_many_codes(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)s, (void)n;
    draw_uniform(r, 2, v);
    for (size_t j = 0; j < COLUMNS_MOST; j++) z[j] = assay_stream_uniform(r) + (j % 290 < 2 ? v[j % 2] : 0.0);
}

/* More classes than a byte counts. */
static const int32_t many_levels[] = { CLASSES, CLASSES };
static void row_many_classes(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    (void)n;
    for (size_t i = 0; i < 2; i++) {
        v[i] = s < CLASSES ? (double)s : floor(CLASSES * assay_stream_uniform(r));
        z[i] = v[i] + 20.0 * assay_stream_uniform(r);
    }
}

/* Codes far from 0 for what they vary by: means of squares less squares of means cancel. */
static void row_offset(assay_stream *r, size_t s, size_t n, double *v, double *z)
{
    row_plain(r, s, n, v, z);
    for (size_t j = 0; j < 4; j++) z[j] = 1e8 + rint(0x1p20 * z[j]) / 0x1p20;
}

/* Halves, quarters and fifths of most numbers of rows are whole; where they are not, one half is the larger. */
static const assay_probe usual_probes[] = { { "", 1000 } }, few_probes[] = { { "", 600 } },
                         least_probes[] = { { "", 64 } }, row_probes[] = { { "", 100 }, { "", 400 }, { "", 1600 } },
                         drawn_probes[] = { { "", 235 }, { "", 361 }, { "", 484 } },
                         constants_probes[] = { { "", 239 }, { "", 240 } };

#define OWN_AT(id_, title_, probes_)   \
    .scenario = { .abi = ASSAY_ABI,    \
                  .id = (id_),         \
                  .title = (title_),   \
                  .probes = (probes_), \
                  .n_probes = sizeof(probes_) / sizeof *(probes_) }
typedef struct own_data {
    assay_scenario scenario;
    own_row *row; /* NULL: drawn shapes */
    size_t m, d;
    const int32_t *levels; /* NULL: continuous */
    int constant_factor, constant_code; /* of drawn shapes */
} own_data;
static const own_data own[] = {
    { OWN_AT(VALIDATION_EDGES, "Values on the edges of bins", usual_probes), row_on_edges, 4, 4 },
    { OWN_AT("(constant-factor)", "A factor that never changes", usual_probes), row_constant_factor, 4, 4 },
    { OWN_AT("(sorted-rows)", "Rows in the order of a factor", usual_probes), row_sorted, 4, 3 },
    { OWN_AT("(unbalanced)", "Categories of unequal numbers of rows", usual_probes), row_unbalanced, 4, 5,
      unbalanced_levels },
    { OWN_AT(VALIDATION_ROWS, "The same at several sizes", row_probes), row_plain, 3, 4 },
    { OWN_AT("(drawn)", "Drawn shapes, scales and classes", drawn_probes) },
    { OWN_AT("(drawn-constants)", "The same with a constant factor", constants_probes), .constant_factor = 1 },
    { OWN_AT("(drawn-dead)", "The same with a constant code", constants_probes), .constant_code = 1 },
    { OWN_AT(VALIDATION_LIMIT "many-codes)", "More codes than a byte counts", least_probes), row_many_codes, 2,
      COLUMNS_MOST },
    { OWN_AT(VALIDATION_LIMIT "many-classes)", "More classes than a byte counts", few_probes), row_many_classes, 2, 2,
      many_levels },
    { OWN_AT(VALIDATION_LIMIT "offset)", "Codes far from 0", few_probes), row_offset, 3, 4 },
};
enum { OWN = sizeof own / sizeof *own };

/* What a data set with drawn shapes has: numbers of factors, codes and classes, mixtures, scales and signs. */
enum { SHAPE_MOST = 8 };
typedef struct drawn_shape {
    size_t m, d;
    double mix[SHAPE_MOST][SHAPE_MOST], power[SHAPE_MOST], scale[SHAPE_MOST];
} drawn_shape;

static assay_status shape_draw(assay_stream *r, size_t n, drawn_shape *to, assay_data *data)
{
    for (size_t k = 0; k < n % 13; k++) assay_stream_uniform(r); /* other shapes for other numbers of rows */
    to->m = 2 + (size_t)(4.0 * assay_stream_uniform(r));
    to->d = 2 + (size_t)(5.0 * assay_stream_uniform(r));
    const size_t turn = (size_t)((double)to->m * assay_stream_uniform(r)); /* code j is mostly of factor j + turn */
    const int labels = assay_stream_uniform(r) < 0.4;
    ASSAY_TRY(assay_data_shape(data, n, to->m, to->d));
    for (size_t i = 0; i < to->m; i++)
        data->levels[i] = labels && assay_stream_uniform(r) < 0.7 ? (int32_t)(3 + 2 * i) : 0;
    for (size_t j = 0; j < to->d; j++) {
        to->power[j] = 0.5 + 2.0 * assay_stream_uniform(r);
        to->scale[j] = assay_stream_uniform(r) < 0.5 ? -1.0 : 1.0;
        to->scale[j] *= exp(4.0 * assay_stream_uniform(r) - 2.0);
        for (size_t i = 0; i < to->m; i++) {
            const double u = assay_stream_uniform(r);
            to->mix[j][i] = (i == (j + turn) % to->m) + 0.6 * u * u;
        }
    }
    return ASSAY_OK;
}

static void row_of_shape(assay_stream *r, const drawn_shape *shape, const int32_t *levels, size_t s, double *v,
                         double *z)
{
    double of[SHAPE_MOST];
    for (size_t i = 0; i < shape->m; i++) {
        const double u = assay_stream_uniform(r), k = levels[i];
        v[i] = k == 0.0 ? u : (double)s < k ? (double)s : floor(u * u * k);
        of[i] = k == 0.0 ? u : v[i] / k;
    }
    for (size_t j = 0; j < shape->d; j++) {
        double sum = 0.3 * assay_stream_uniform(r);
        for (size_t i = 0; i < shape->m; i++) sum += shape->mix[j][i] * of[i];
        z[j] = shape->scale[j] * (pow(sum, shape->power[j]) - 0.4);
    }
}

/* Drawn shapes are unlike from seed to seed, which parts explanations that agree elsewhere. Where a factor is constant,
 * or a code, it is among as many of either. */
static assay_status own_build(const own_data *of, size_t n, uint64_t seed, assay_data *to)
{
    double v[COLUMNS_MOST], z[COLUMNS_MOST];
    drawn_shape shape = { 0 };
    assay_stream r;
    assay_stream_seed(&r, seed);
    ASSAY_TRY(of->row ? assay_data_shape(to, n, of->m, of->d) : shape_draw(&r, n, &shape, to));
    if (of->levels) memcpy(to->levels, of->levels, of->m * sizeof *to->levels);
    for (size_t s = 0; s < n; s++) {
        if (of->row) of->row(&r, s, n, v, z);
        else row_of_shape(&r, &shape, to->levels, s, v, z);
        for (size_t i = 0; i < to->n_factors; i++) to->factors[i * n + s] = v[i];
        for (size_t j = 0; j < to->n_codes; j++) to->codes[j * n + s] = z[j];
    }
    if (!of->constant_factor && !of->constant_code) return ASSAY_OK;
    to->n_codes = to->n_factors = to->n_codes > to->n_factors ? to->n_factors : to->n_codes;
    for (size_t s = 0; s < n; s++) (of->constant_code ? to->codes : to->factors)[s] = 0.5;
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

/* "noise,trig" or NULL for all; the brackets of our own may be left out. */
static int wanted(const char *list, const char *id)
{
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(id + (id[0] == '('), ")"), id + (id[0] == '('));
    return !list || list_has(list, id) || list_has(list, bare);
}

static assay_status point_add(comparison *c, const assay_scenario *scenario, const double *parameter, uint64_t samples,
                              uint64_t first, uint64_t end)
{
    compared_point *more = realloc(c->point, (c->n_points + 1) * sizeof *more);
    if (!more) return ASSAY_ENOMEM;
    c->point = more;
    compared_point *to = &more[c->n_points];
    *to = (compared_point){ .samples = samples, .seed_first = first, .seed_end = end };
    const assay_status status = plan_point_make(scenario, parameter, NULL, &to->point);
    if (status == ASSAY_OK) c->n_points++;
    return status;
}

/* A reference that is much work at the usual size is met at one point of each scenario, and on fewer rows. */
static int quick_is_dear(const comparison *c) { return variant_work(c->reference, &usual_size) > DEAR; }

static assay_status probe_add(comparison *c, const assay_scenario *scenario, const assay_probe *probe,
                              const uint64_t seeds[2], assay_error *err)
{
    double *parameter = calloc(scenario->n_parameters + 1, sizeof *parameter);
    if (!parameter) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    assay_status status =
        assay_options_parse(scenario->parameters, scenario->n_parameters, probe->parameters, parameter, err);
    const uint64_t most = quick_is_dear(c) && probe->samples > DEAR_SAMPLES ? DEAR_SAMPLES : probe->samples;
    const uint64_t samples = c->options->samples ? c->options->samples : most;
    if (status == ASSAY_OK) status = point_add(c, scenario, parameter, samples, seeds[0], seeds[1]);
    free(parameter);
    return status;
}

static assay_status quick_choose(comparison *c, assay_error *err)
{
    static const assay_probe standard = { "", QUICK_SAMPLES };
    uint64_t seeds[2] = { 0, QUICK_SEEDS };
    assay_status status = c->options->seeds ? plan_seeds(c->options->seeds, &seeds[0], &seeds[1], err) : ASSAY_OK;
    for (size_t k = 0; k < assay_scenario_count() + OWN && status == ASSAY_OK; k++) {
        const assay_scenario *scenario =
            k < assay_scenario_count() ? assay_scenario_at(k) : &own[k - assay_scenario_count()].scenario;
        if (scenario->is_bank || scenario->is_asked_for || !wanted(c->options->scenarios, scenario->id)) continue;
        if (quick_is_dear(c) && !c->options->scenarios && k % 3 && k < assay_scenario_count()) continue;
        if (is_limit(scenario) && quick_is_dear(c)) continue;
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
        int known = assay_scenario_find(id) != NULL;
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

/* ---- building ---- */

assay_status data_copy(const assay_data *from, assay_data *to)
{
    ASSAY_TRY(assay_data_shape(to, from->n, from->n_factors, from->n_codes));
    memcpy(to->levels, from->levels, from->n_factors * sizeof *to->levels);
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
    ASSAY_TRY(k < OWN ? own_build(&own[k], n, seed, &c->data)
                      : assay_scenario_build(point->point.scenario, point->point.parameter, n, seed, &c->data, err));
    for (size_t i = 0; i < c->data.n_factors; i++) {
        c->labelled |= c->data.levels[i] != 0;
        if (c->numbers) c->data.levels[i] = 0;
    }
    const assay_rep rep = assay_data_view(&c->data);
    return scoring_check(&rep, err);
}

/* Whether some class has more than twice the rows of another; not of a continuous factor, which has no levels. */
static int column_unbalanced(const double *x, size_t n, int32_t levels)
{
    enum { MOST = 256 };
    size_t count[MOST] = { 0 }, least = n, most = 0;
    if (levels < 2 || levels > MOST) return 0;
    for (size_t s = 0; s < n; s++)
        if (x[s] >= 0.0 && x[s] < levels) count[(size_t)x[s]]++; /* NaN is absent */
    for (int32_t k = 0; k < levels; k++) {
        least = count[k] < least ? count[k] : least;
        most = count[k] > most ? count[k] : most;
    }
    return most > 2 * least;
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
        peculiar |= (of.n < n ? PECULIAR_ABSENT : 0u) |
                    (data->levels[k] ? PECULIAR_LABELS : (unsigned)PECULIAR_NUMBERS) |
                    (column_unbalanced(x, n, data->levels[k]) ? PECULIAR_UNBALANCED : 0u);
    }
    return peculiar;
}
