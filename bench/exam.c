/* An exam's values, sizes and seeds, and the maps of its data. */
#include "exam.h"

#include "moments.h"
#include "scoring.h"
#include "wording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const map_names[] = { "order", "sign", "unit", "curve", "classes" };

enum { MAPS = sizeof map_names / sizeof *map_names, NAME = 256 };

/* ---- draws: a function of the exam's seed and of what they are for ---- */

static void stream_for(uint64_t exam, const char *what, uint64_t which, assay_stream *to)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = what; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    const uint32_t entropy[] = { (uint32_t)exam, (uint32_t)(exam >> 32) };
    const uint32_t key[] = { (uint32_t)hash, (uint32_t)(hash >> 32), (uint32_t)which, (uint32_t)(which >> 32) };
    assay_stream_seed_words(to, entropy, 2, key, 4); /* fails without entropy alone */
}

static double draw_between(assay_stream *stream, double low, double high)
{
    return low + (high - low) * assay_stream_uniform(stream);
}

/* ---- values, sizes, seeds ---- */

/* The nearest number that is written with four digits: it names a point. */
static double short_number(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

/* A value of the sweep that is no end of it, moved towards the next; any other as it is. */
static double moved(const assay_scenario *scenario, size_t p, uint64_t seed, double value)
{
    const assay_sweep *sweep = &scenario->sweeps[p];
    const assay_option *option = &scenario->parameters[p];
    size_t k = 1;
    char what[NAME];
    assay_stream stream;
    if (option->words) return value;
    while (k + 1 < sweep->n_at && sweep->at[k] != value) k++;
    if (k + 1 >= sweep->n_at) return value;
    snprintf(what, sizeof what, "%s %s", scenario->id, option->id);
    stream_for(seed, what, k, &stream);
    const double gap = sweep->at[k + 1] - value, to = value + gap * draw_between(&stream, 0.1, 0.3);
    if (!(option->flags & ASSAY_WHOLE)) return short_number(to);
    const double step = gap > 0.0 ? 1.0 : -1.0, whole = round(to);
    if (fabs(gap) < 2.0) return value;
    return whole == value ? value + step : whole;
}

static uint64_t samples_moved(uint64_t seed, uint64_t samples)
{
    assay_stream stream;
    stream_for(seed, "samples", samples, &stream);
    const double more = ceil((double)samples * draw_between(&stream, 0.01, 0.1));
    return samples < INT64_MAX / 2 ? samples + (uint64_t)more : samples;
}

/* Between a million and a thousand million: far from 0, and a number that every random generator takes. */
static uint64_t seeds_begin(uint64_t seed)
{
    assay_stream stream;
    stream_for(seed, "seeds", 0, &stream);
    return 1000000 + assay_stream_below(&stream, 1000000000);
}

/* ---- names ---- */

static void maps_word(uint32_t maps, const char *separator, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < MAPS; k++)
        if (maps >> k & 1) wording_join(&w, separator, map_names[k]);
}

void exam_maps_text(uint32_t maps, char *to, size_t size) { maps_word(maps, ", ", to, size); }

static assay_status name_point(plan_point *point)
{
    char word[NAME];
    const settings *own = &point->at.set;
    setting *at = calloc(own->n + 2, sizeof *at);
    if (!at) return ASSAY_ENOMEM;
    memcpy(at, own->at, own->n * sizeof *at);
    maps_word(point->maps, "-", word, sizeof word);
    if (!point->maps) snprintf(word, sizeof word, "none");
    at[own->n] = (setting){ "exam", NULL, (double)point->exam };
    at[own->n + 1] = (setting){ "maps", word, NAN };
    scenario_point named;
    const assay_status status = point_from(point->at.scenario, at, own->n + 2, point->at.swept, &named);
    free(at);
    if (status != ASSAY_OK) return status;
    point_free(&point->at);
    point->at = named;
    return ASSAY_OK;
}

/* ---- the plan ---- */

static assay_status point_move(plan_point *point, uint64_t seed, uint32_t maps)
{
    plan_point to;
    double *parameter = calloc(point->scenario->n_parameters + 1, sizeof *parameter);
    if (!parameter) return ASSAY_ENOMEM;
    for (size_t p = 0; p < point->scenario->n_parameters; p++)
        parameter[p] = moved(point->scenario, p, seed, point->parameter[p]);
    assay_status status = plan_point_make_on(point->scenario, parameter, point->on, &to);
    free(parameter);
    if (status != ASSAY_OK) return status;
    to.place = point->place;
    to.exam = seed;
    to.maps = maps;
    status = name_point(&to);
    if (status != ASSAY_OK) {
        plan_point_free(&to);
        return status;
    }
    plan_point_free(point);
    *point = to;
    return ASSAY_OK;
}

assay_status exam_seed_check(uint64_t seed, assay_error *err)
{
    if (seed <= EXAM_SEED_MOST) return ASSAY_OK;
    return assay_fail(err, ASSAY_EUSAGE, "the seed of a held-out check is a number from 0 to %llu",
                      (unsigned long long)EXAM_SEED_MOST);
}

assay_status exam_make(plan *p, uint64_t seed, uint32_t maps, assay_error *err)
{
    assay_status status = exam_seed_check(seed, err);
    if (status != ASSAY_OK) return status;
    const uint64_t begin = seeds_begin(seed);
    for (size_t k = 0; k < p->n_parts; k++) {
        plan_part *part = &p->part[k];
        for (size_t i = 0; i < part->n_points && status == ASSAY_OK; i++)
            status = point_move(&part->point[i], seed, maps);
        for (size_t i = 0; i < part->n_samples; i++) part->samples[i] = samples_moved(seed, part->samples[i]);
        part->seed_first += begin;
        part->seed_end += begin;
    }
    return status == ASSAY_OK ? ASSAY_OK : assay_fail(err, status, "memory ran out: held-out check of %s", p->name);
}

/* ---- maps ---- */

static assay_status shuffle_codes(assay_data *data, assay_stream *stream)
{
    const size_t n = data->n, d = data->n_codes;
    size_t *from = calloc(d + 1, sizeof *from);
    double *codes = malloc((n * d + 1) * sizeof *codes);
    if (from && codes) {
        assay_stream_permutation(stream, from, d);
        for (size_t j = 0; j < d; j++) memcpy(codes + j * n, data->codes + from[j] * n, n * sizeof *codes);
        memcpy(data->codes, codes, n * d * sizeof *codes);
    }
    free(codes);
    const assay_status status = from && codes ? ASSAY_OK : ASSAY_ENOMEM;
    free(from);
    return status;
}

/* x + c tanh(x) of a code in deviations from its mean: odd and increasing, so that it goes with signs and units, and
 * the same for all codes, so that it goes with their order. */
static void bend(double *code, size_t n, double c)
{
    moments m = { 0 };
    for (size_t s = 0; s < n; s++) moments_add(&m, code[s]);
    const double sd = moments_sd(&m);
    if (!(sd > 0.0)) return;
    for (size_t s = 0; s < n; s++) {
        const double x = (code[s] - m.mean) / sd;
        code[s] = m.mean + sd * (x + c * tanh(x));
    }
}

/* -0.6 to -0.2 or 0.2 to 1: the same for all points of a seed, whose scores are compared. */
static double bend_of(uint64_t exam, uint64_t seed)
{
    assay_stream stream;
    stream_for(exam, "curve", seed, &stream);
    const int steeper_outside = assay_stream_uniform(&stream) < 0.5;
    return steeper_outside ? draw_between(&stream, -0.6, -0.2) : draw_between(&stream, 0.2, 1.0);
}

static void map_code(double *code, size_t n, const plan_point *point, double curve, assay_stream *stream)
{
    const double sign = assay_stream_uniform(stream) < 0.5 && point->maps & EXAM_SIGN ? -1.0 : 1.0;
    const double unit = exp2(draw_between(stream, -3.0, 3.0)), origin = draw_between(stream, -3.0, 3.0);
    if (point->maps & EXAM_CURVE) bend(code, n, curve);
    for (size_t s = 0; s < n; s++) code[s] = sign * code[s];
    for (size_t s = 0; point->maps & EXAM_UNIT && s < n; s++) code[s] = unit * (code[s] + origin);
}

static assay_status number_anew(double *factor, size_t n, int32_t levels, assay_stream *stream)
{
    size_t *to = calloc((size_t)levels + 1, sizeof *to);
    if (!to) return ASSAY_ENOMEM;
    assay_stream_permutation(stream, to, (size_t)levels);
    for (size_t s = 0; s < n; s++)
        if (!isnan(factor[s])) factor[s] = (double)to[(size_t)factor[s]];
    free(to);
    return ASSAY_OK;
}

static assay_status classes_anew(assay_data *data, assay_stream *stream)
{
    assay_status status = ASSAY_OK;
    for (size_t i = 0; i < data->n_factors && status == ASSAY_OK; i++)
        if (data->levels[i]) status = number_anew(data->factors + i * data->n, data->n, data->levels[i], stream);
    return status;
}

assay_status exam_disguise(const plan_point *point, uint64_t seed, assay_data *data)
{
    assay_status status = ASSAY_OK;
    assay_stream stream;
    char what[2 * NAME];
    if (!point->maps) return ASSAY_OK;
    snprintf(what, sizeof what, "%s %s", point->scenario->id, point->at.set.text);
    stream_for(point->exam, what, seed, &stream);
    const double curve = bend_of(point->exam, seed);
    for (size_t j = 0; j < data->n_codes; j++) map_code(data->codes + j * data->n, data->n, point, curve, &stream);
    if (point->maps & EXAM_ORDER) status = shuffle_codes(data, &stream);
    if (status == ASSAY_OK && point->maps & EXAM_CLASSES) status = classes_anew(data, &stream);
    return status;
}

/* ---- what reads class numbers as quantities ---- */

enum { TRIALS = 3, TRIAL_ROWS = 1000 };

/* Adds the change of each output's score; undefined in one and not in the other counts as the whole range. */
static void add_changes(const variant *v, const assay_score *plain, const assay_score *other, double *change)
{
    for (size_t o = 0; o < v->metric->n_outputs; o++) {
        const assay_output *output = &v->metric->outputs[o];
        const double range = output->high - output->low, a = plain[o].overall.value, b = other[o].overall.value;
        if (isnan(a) && isnan(b)) continue;
        change[o] += isnan(a) || isnan(b) ? 1.0 : (b - a) / (isfinite(range) && range > 0.0 ? range : 1.0);
    }
}

static assay_status score_copy(scoring *s, const variant *v, const assay_data *data, uint64_t seed, assay_score *to)
{
    const assay_rep rep = assay_data_view(data);
    const assay_score *scores;
    assay_status status = scoring_begin(s, &rep, seed, "cardinality", "");
    if (status == ASSAY_OK) status = scoring_run(s, v, &scores);
    if (status == ASSAY_OK) memcpy(to, scores, v->metric->n_outputs * sizeof *to);
    return status;
}

static assay_status one_trial(scoring *s, const variant *v, uint64_t seed, double *change, assay_error *err)
{
    assay_data data = { 0 };
    assay_stream stream;
    const size_t n = v->metric->n_outputs;
    assay_score *scores = calloc(2 * n + 1, sizeof *scores);
    const assay_scenario *scenario = assay_scenario_find("cardinality");
    assay_status status = scores && scenario ? ASSAY_OK : ASSAY_ENOMEM;
    if (status == ASSAY_OK) status = assay_scenario_build(scenario, NULL, TRIAL_ROWS, seed, &data, err);
    if (status == ASSAY_OK) status = score_copy(s, v, &data, seed, scores);
    stream_for(seed, "trial", 0, &stream);
    if (status == ASSAY_OK) status = classes_anew(&data, &stream);
    if (status == ASSAY_OK) status = score_copy(s, v, &data, seed, scores + n);
    if (status == ASSAY_OK) add_changes(v, scores, scores + n, change);
    assay_data_free(&data);
    free(scores);
    return status;
}

assay_status exam_reads_order_of_classes(const variant *v, uint64_t seed, double within, int *to, assay_error *err)
{
    scoring *s = scoring_new();
    double *change = calloc(v->metric->n_outputs + 1, sizeof *change);
    assay_status status = s && change ? ASSAY_OK : ASSAY_ENOMEM;
    for (uint64_t k = 0; k < TRIALS && status == ASSAY_OK; k++)
        status = one_trial(s, v, seeds_begin(seed) + k, change, err);
    *to = 0;
    for (size_t o = 0; o < v->metric->n_outputs && status == ASSAY_OK; o++) *to |= fabs(change[o]) / TRIALS > within;
    free(change);
    scoring_free(s);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "memory ran out") : status;
}
