/*
 * Which data a candidate is validated on. The quick set has every scenario at a point or a few, chosen so that each
 * mistake known to validation_hypotheses.c moves some value: codes of either sign, dead, tied, on the edge of bins,
 * more and fewer than factors; factors constant, categorical, correlated; few samples. No value lies where two right
 * ways to compute an edge round to different sides of it.
 */
#include "unknown_names.h"
#include "validation_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- data that no scenario has ---- */

static void no_truth(const double *parameter, assay_truth to[3])
{
    (void)parameter;
    for (int p = 0; p < 3; p++) to[p] = (assay_truth){ 0 };
}

/* A value on the middle of [0, 1], where every formula for an even number of bins puts an edge to the bit: elsewhere
 * formulas that mean the same differ by rounding. One in four, else what `other` is. */
static double halved(assay_stream *stream, double other) { return assay_stream_uniform(stream) < 0.25 ? 0.5 : other; }

/* Columns that reach from 0 to 1 and are often 1/2: the closed side of a bin matters. */
static assay_status build_on_edges(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 4 };
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < M; i++) {
            const double v = halved(stream, assay_stream_uniform(stream)), noise = assay_stream_uniform(stream);
            to->factors[i * n + s] = s < 2 ? (double)s : v;
            to->codes[i * n + s] = s < 2 ? (double)s : halved(stream, 0.7 * v + 0.3 * noise * noise);
        }
    }
    return ASSAY_OK;
}

/* v_2 never changes; the codes are skewed and told of by all factors a little. */
static assay_status build_constant_factor(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 4 };
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < M; i++) to->factors[i * n + s] = i == 2 ? 0.5 : assay_stream_uniform(stream);
    for (size_t s = 0; s < n; s++) {
        for (size_t j = 0; j < M; j++) {
            const double x = to->factors[j * n + s], next = to->factors[(j + 1) % M * n + s];
            to->codes[j * n + s] = -x * x * x - 0.3 * next * assay_stream_uniform(stream);
        }
    }
    return ASSAY_OK;
}

/* Rows in the order of factor 0: a split without a shuffle learns from one end of it and is tested on the other. Fewer
 * codes than factors: the mean over matched pairs is none over factors. */
static assay_status build_sorted_rows(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 4, D = 3 };
    ASSAY_TRY(assay_data_shape(to, n, M, D));
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < M; i++) {
            const double v = assay_stream_uniform(stream);
            to->factors[i * n + s] = i ? v : ((double)s + v) / (double)n;
        }
        for (size_t j = 0; j < D; j++) {
            const double x = to->factors[j % M * n + s], noise = assay_stream_uniform(stream);
            to->codes[j * n + s] = j == 0 ? x * x + 0.2 * noise : (j % 2 ? -1.0 : 1.0) * x + 0.5 * noise;
        }
    }
    return ASSAY_OK;
}

/* Categories of which each has half as many rows as the one before, coded with noise, one of two binary factors with so
 * much that it is hardly told; one more code than factors. */
static assay_status build_unbalanced(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 4, D = 5 };
    static const int32_t levels[M] = { 2, 5, 12, 2 };
    ASSAY_TRY(assay_data_shape(to, n, M, D));
    for (size_t i = 0; i < M; i++) to->levels[i] = levels[i];
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < M; i++) {
            const double u = assay_stream_uniform(stream);
            double class = s < (size_t)levels[i] ? (double)s : floor(-log2(1.0 - u) * (double)levels[i] / 6.0);
            to->factors[i * n + s] = fmin(class, (double)(levels[i] - 1));
        }
        for (size_t j = 0; j < D; j++)
            to->codes[j * n + s] = to->factors[j % M * n + s] * (j == 1 ? -2.0 : 1.0) +
                                   (j == 3 ? 6.0 : 1.5) * assay_stream_uniform(stream);
    }
    return ASSAY_OK;
}

/* The same at several sizes: what a difference does as rows become more. */
static assay_status build_rows(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 3, D = 4 };
    ASSAY_TRY(assay_data_shape(to, n, M, D));
    for (size_t s = 0; s < n; s++) {
        for (size_t i = 0; i < M; i++) to->factors[i * n + s] = assay_stream_uniform(stream);
        for (size_t j = 0; j < D; j++)
            to->codes[j * n + s] = to->factors[j % M * n + s] - 0.4 * to->factors[(j + 1) % M * n + s] +
                                   0.3 * assay_stream_uniform(stream) - 0.5;
    }
    return ASSAY_OK;
}

/* Unlike from seed to seed, which parts explanations that agree elsewhere: numbers of factors, codes and classes,
 * mixtures, scales and signs are drawn. No column is constant, for what that means is a convention of its own. */
static assay_status build_varied(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { MOST = 8 };
    for (size_t k = 0; k < n % 13; k++) assay_stream_uniform(stream); /* other shapes for other numbers of rows */
    const size_t m = 2 + (size_t)(4.0 * assay_stream_uniform(stream)),
                 d = 2 + (size_t)(5.0 * assay_stream_uniform(stream));
    const size_t turn = (size_t)((double)m * assay_stream_uniform(stream)); /* code j is mostly of factor j + turn */
    const int labels = assay_stream_uniform(stream) < 0.4;
    double mix[MOST][MOST], power[MOST], scale[MOST];
    ASSAY_TRY(assay_data_shape(to, n, m, d));
    for (size_t i = 0; i < m; i++)
        to->levels[i] = labels && assay_stream_uniform(stream) < 0.7 ? (int32_t)(3 + 2 * i) : 0;
    for (size_t j = 0; j < d; j++) {
        power[j] = 0.5 + 2.0 * assay_stream_uniform(stream);
        scale[j] = (assay_stream_uniform(stream) < 0.5 ? -1.0 : 1.0) * exp(4.0 * assay_stream_uniform(stream) - 2.0);
        for (size_t i = 0; i < m; i++) {
            const double u = assay_stream_uniform(stream);
            mix[j][i] = (i == (j + turn) % m) + 0.6 * u * u;
        }
    }
    for (size_t s = 0; s < n; s++) {
        double of[MOST];
        for (size_t i = 0; i < m; i++) {
            const double u = assay_stream_uniform(stream);
            const int32_t k = to->levels[i];
            to->factors[i * n + s] = !k ? u : s < (size_t)k ? (double)s : floor(u * u * (double)k);
            of[i] = k ? to->factors[i * n + s] / (double)k : u;
        }
        for (size_t j = 0; j < d; j++) {
            double sum = 0.3 * assay_stream_uniform(stream);
            for (size_t i = 0; i < m; i++) sum += mix[j][i] * of[i];
            to->codes[j * n + s] = scale[j] * (pow(sum, power[j]) - 0.4);
        }
    }
    return ASSAY_OK;
}

/* A factor is constant, or a code, among as many of either. */
static assay_status build_constant(const double *parameter, size_t n, assay_stream *stream, int code, assay_data *to)
{
    ASSAY_TRY(build_varied(parameter, n, stream, to));
    to->n_codes = to->n_factors = to->n_codes > to->n_factors ? to->n_factors : to->n_codes;
    double *column = code ? to->codes : to->factors;
    for (size_t s = 0; s < n; s++) column[s] = 0.5;
    if (!code) to->levels[0] = 0;
    return ASSAY_OK;
}
static assay_status build_drawn_dead(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    return build_constant(parameter, n, stream, 1, to);
}
static assay_status build_drawn_constant(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    return build_constant(parameter, n, stream, 0, to);
}

/* Halves, quarters and fifths of most numbers of rows are whole; where they are not, one half is the larger. */
static const assay_probe row_probes[] = { { "", 100 }, { "", 400 }, { "", 1600 } },
                         drawn_probes[] = { { "", 235 }, { "", 361 }, { "", 484 } },
                         constants_probes[] = { { "", 239 }, { "", 240 } };

/* More codes than a byte counts. */
static assay_status build_many_codes(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 2, D = 300 };
    ASSAY_TRY(assay_data_shape(to, n, M, D));
    for (size_t k = 0; k < M * n; k++) to->factors[k] = assay_stream_uniform(stream);
    for (size_t k = 0; k < D * n; k++)
        to->codes[k] = assay_stream_uniform(stream) + (k / n % 290 < M ? to->factors[k % (M * n)] : 0.0);
    return ASSAY_OK;
}

/* More classes than a byte counts. */
static assay_status build_many_classes(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    (void)parameter;
    enum { M = 2, CLASSES = 300 };
    ASSAY_TRY(assay_data_shape(to, n, M, M));
    for (size_t i = 0; i < M; i++) to->levels[i] = CLASSES;
    for (size_t k = 0; k < M * n; k++) {
        const size_t s = k % n;
        to->factors[k] = s < CLASSES ? (double)s : floor(CLASSES * assay_stream_uniform(stream));
        to->codes[k] = to->factors[k] + 20.0 * assay_stream_uniform(stream);
    }
    return ASSAY_OK;
}

/* Codes far from 0 for what they vary by: means of squares less squares of means cancel. */
static assay_status build_offset(const double *parameter, size_t n, assay_stream *stream, assay_data *to)
{
    ASSAY_TRY(build_rows(parameter, n, stream, to));
    for (size_t k = 0; k < n * to->n_codes; k++) to->codes[k] = 1e8 + rint(0x1p20 * to->codes[k]) / 0x1p20;
    return ASSAY_OK;
}

static const assay_probe few_probes[] = { { "", 600 } }, least_probes[] = { { "", 64 } };

#define OWN_AT(id_, title_, formula_, build_, probes_)                                                                 \
    {                                                                                                                  \
        .abi = ASSAY_ABI, .id = (id_), .title = (title_), .formula = (formula_), .build = (build_), .truth = no_truth, \
        .probes = (probes_), .n_probes = sizeof(probes_) / sizeof *(probes_)                                           \
    }
static const assay_probe usual_probes[] = { { "", 1000 } };
static const assay_scenario own[] = {
    OWN_AT(VALIDATION_EDGES, "Values on the edges of bins",
           "v uniform, z = .7 v + .3 n^2, one in four of each 1/2, the first rows 0 and 1; M = d = 4", build_on_edges,
           usual_probes),
    OWN_AT("(constant-factor)", "A factor that never changes", "v_2 = 1/2, z_j = -v_j^3 - .3 v_(j+1) n_j; M = d = 4",
           build_constant_factor, usual_probes),
    OWN_AT("(sorted-rows)", "Rows in the order of a factor",
           "v_0 rises from row to row, z_0 = v_0^2 + .2 n, z_j = +-v + .5 n; M = 4, d = 3", build_sorted_rows,
           usual_probes),
    OWN_AT("(unbalanced)", "Categories of unequal numbers of rows",
           "v of 2, 5, 12 and 2 classes, each rarer than the one before, z = v + 1.5 n, z_1 = -2 v_1 + 1.5 n, "
           "z_3 = v_3 + 6 n; M = 4, d = 5",
           build_unbalanced, usual_probes),
    OWN_AT(VALIDATION_ROWS, "The same at several sizes", "z_j = v_j - .4 v_(j+1) + .3 n - .5; M = 3, d = 4", build_rows,
           row_probes),
    OWN_AT("(drawn)", "Drawn shapes, scales and classes", "other ones for other numbers of rows", build_varied,
           drawn_probes),
    OWN_AT("(drawn-constants)", "The same with a constant factor", "other ones for other numbers of rows",
           build_drawn_constant, constants_probes),
    OWN_AT("(drawn-dead)", "The same with a constant code", "other ones for other numbers of rows", build_drawn_dead,
           constants_probes),
    OWN_AT(VALIDATION_LIMIT "many-codes)", "More codes than a byte counts", "z = n, of ten codes v + n; M = 2, d = 300",
           build_many_codes, least_probes),
    OWN_AT(VALIDATION_LIMIT "many-classes)", "More classes than a byte counts", "z = v + 20 n; M = d = 2, 300 classes",
           build_many_classes, few_probes),
    OWN_AT(VALIDATION_LIMIT "offset)", "Codes far from 0", "z_j = 1e8 + v_j - .4 v_(j+1) + .3 n; M = 3, d = 4",
           build_offset, few_probes),
};

/* ---- the quick set: where each scenario's descriptor says that metrics are told apart ---- */

enum { QUICK_SEEDS = 1, QUICK_SAMPLES = 1000, DEAR_SAMPLES = 300, OWN = sizeof own / sizeof *own };

int point_is_limit(const compared_point *p)
{
    return strncmp(p->point.scenario->id, VALIDATION_LIMIT, strlen(VALIDATION_LIMIT)) == 0;
}

static const assay_scenario *scenario_called(const char *id)
{
    for (size_t k = 0; k < OWN; k++)
        if (strcmp(own[k].id, id) == 0) return &own[k];
    return assay_scenario_find(id);
}

/* "noise,trig" or NULL for all; the brackets of our own may be left out. */
static int wanted(const char *list, const char *id)
{
    const size_t skip = id[0] == '(', length = strlen(id) - 2 * skip;
    for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t typed = strcspn(at, ",");
        if ((typed == length && memcmp(at, id + skip, length) == 0) ||
            (typed == length + 2 * skip && memcmp(at, id, typed) == 0))
            return 1;
    }
    return !list;
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
            k < assay_scenario_count() ? assay_scenario_at(k) : &own[k - assay_scenario_count()];
        if (scenario->is_bank || scenario->is_asked_for || !wanted(c->options->scenarios, scenario->id)) continue;
        const int limit = strncmp(scenario->id, VALIDATION_LIMIT, strlen(VALIDATION_LIMIT)) == 0;
        if (quick_is_dear(c) && !c->options->scenarios && k % 3 && k < assay_scenario_count()) continue;
        if (limit && c->options->numbers + quick_is_dear(c)) continue;
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
        int known = scenario_called(id) != NULL;
        for (size_t k = 0; k < OWN; k++) known |= wanted(id, own[k].id);
        if (!known) return unknown_scenario(id, err);
        at += length + (at[length] == ',');
    }
    return ASSAY_OK;
}

static assay_status plan_choose(comparison *c, assay_error *err)
{
    const plan_changes changes = {
        .scenarios = c->options->scenarios, .metrics = "mig", .seeds = c->options->seeds, .samples = c->options->samples
    };
    plan asked;
    assay_status status = plan_read(c->options->plan, &changes, &asked, err);
    if (status != ASSAY_OK) return status;
    for (size_t p = 0; p < asked.n_parts && status == ASSAY_OK; p++) {
        const plan_part *part = &asked.part[p];
        for (size_t n = 0; n < part->n_samples; n++)
            for (size_t k = 0; k < part->n_points && status == ASSAY_OK; k++)
                status = point_add(c, part->point[k].scenario, part->point[k].parameter, part->samples[n],
                                   part->seed_first, part->seed_end);
    }
    plan_free(&asked);
    return status;
}

assay_status data_choose(comparison *c, assay_error *err)
{
    assay_status status = c->options->plan ? plan_choose(c, err) : check_names(c->options->scenarios, err);
    if (status == ASSAY_OK && !c->options->plan) status = quick_choose(c, err);
    if (status == ASSAY_ENOMEM) return assay_fail(err, status, "memory ran out");
    if (status == ASSAY_OK && !c->n_points) return assay_fail(err, ASSAY_EUSAGE, "there is no data to compare on");
    return status;
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
    ASSAY_TRY(assay_scenario_build(point->point.scenario, point->point.parameter, (size_t)point->samples, seed,
                                   &c->data, err));
    if (c->options->numbers)
        for (size_t i = 0; i < c->data.n_factors; i++) c->data.levels[i] = 0;
    const assay_rep rep = assay_data_view(&c->data);
    return scoring_check(&rep, err);
}

/* Present values only. */
static void column_look(const double *x, size_t n, int *constant, int *absent)
{
    double first = NAN;
    *constant = 1;
    for (size_t s = 0; s < n; s++) {
        *absent |= isnan(x[s]);
        if (isnan(first)) first = x[s];
        *constant &= isnan(x[s]) || x[s] == first;
    }
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
    unsigned peculiar = 0;
    int constant, absent = 0, dead = 0;
    for (size_t i = 0; i < data->n_factors; i++) {
        const double *x = data->factors + i * data->n;
        column_look(x, data->n, &constant, &absent);
        peculiar |= (constant ? PECULIAR_CONSTANT_FACTOR : 0u) |
                    (data->levels[i] ? PECULIAR_LABELS : (unsigned)PECULIAR_NUMBERS) |
                    (column_unbalanced(x, data->n, data->levels[i]) ? PECULIAR_UNBALANCED : 0u);
    }
    peculiar |= absent ? PECULIAR_ABSENT : 0u;
    for (size_t j = 0; j < data->n_codes; j++) {
        column_look(data->codes + j * data->n, data->n, &constant, &absent);
        dead |= constant;
    }
    return peculiar | (dead ? PECULIAR_DEAD_CODE : 0u) |
           (data->n_codes > data->n_factors ? PECULIAR_MORE_CODES : 0u) |
           (data->n_codes < data->n_factors ? PECULIAR_MORE_FACTORS : 0u) |
           (data->n_codes == 1 ? PECULIAR_ONE_CODE : 0u) | (data->n < 500 ? PECULIAR_FEW : 0u);
}
