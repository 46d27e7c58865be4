/* Places of cells on a circle, cut into as many arcs as there are shards; all in whole numbers modulo 2^64. */
#include "shard.h"

#include "fnv.h"
#include "option_list.h"
#include "plain_text.h"
#include "relation.h"

#include <math.h>
#include <stdlib.h>

/* 2^64 / g and 2^64 / g^2, made odd. */
static const uint64_t step_point = 13925035116211876495u, step_seed = 10511698010929265437u;

/* With its end, so that two texts are other ones than their bytes in a row. */
static uint64_t hash_text(uint64_t hash, const char *text) { return fnv_bytes(hash, text, strlen(text) + 1); }

static uint64_t hash_number(uint64_t hash, uint64_t number) { return fnv_bytes(hash, &number, sizeof number); }

/* The high bits are what counts: mixed as by Steele, Lea and Flood 2014. */
static uint64_t mixed(uint64_t hash)
{
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
    return hash ^ (hash >> 31);
}

/* Whether all of a scenario's parameters are values of its own sweep; then *place counts the points of all scenarios
 * one after the other, in the order of the registry. */
static int is_registered(const scenario_point *at, uint64_t *place)
{
    const assay_scenario *scenario = assay_scenario_find(at->scenario);
    double *value = scenario ? calloc(scenario->n_parameters + 1, sizeof *value) : NULL;
    size_t own = 0;
    const int all = value && point_parameters(at, scenario, value) && scenario_sweep_place(scenario, value, &own);
    *place = own;
    free(value);
    for (size_t s = 0; all && assay_scenario_at(s) != scenario; s++) {
        uint64_t points = 1;
        for (size_t p = 0; p < assay_scenario_at(s)->n_parameters; p++) points *= assay_scenario_at(s)->sweeps[p].n_at;
        *place += points;
    }
    return all;
}

/* Numbers of a user's own sweep are told apart by their millionths. */
static uint64_t place_of_setting(const setting *one, size_t k)
{
    const double most = 9e12;
    if (one->word) return mixed(hash_text(hash_text(FNV_START, one->name), one->word));
    if (!(fabs(one->number) < most)) return mixed(hash_text(FNV_START, one->name));
    return (uint64_t)llround(1e6 * one->number) * step_point * (2 * k + 1);
}

uint64_t shard_of_group(const scenario_point *at, uint64_t samples)
{
    uint64_t place;
    const uint64_t size = mixed(hash_number(FNV_START, samples));
    const assay_scenario *scenario = assay_scenario_find(at->scenario);
    if (is_registered(at, &place)) {
        place = size + place * step_point;
        for (size_t k = 0; k < at->set.n; k++) /* what is set next to the scenario's own parameters */
            if (option_called(scenario->parameters, scenario->n_parameters, at->set.at[k].name) ==
                scenario->n_parameters)
                place += place_of_setting(&at->set.at[k], k);
        return place;
    }
    place = size + mixed(hash_text(FNV_START, at->scenario));
    for (size_t k = 0; k < at->set.n; k++) place += place_of_setting(&at->set.at[k], k);
    return place;
}

/* ---- R1, R2 ---- */

/* A relation with its options. */
static uint64_t hash_of_relation(const relation_kind *kind, const double *own)
{
    uint64_t hash = hash_text(FNV_START, kind->id);
    for (size_t k = 0; k < kind->n_options; k++) {
        uint64_t bits;
        memcpy(&bits, &own[k], sizeof bits);
        hash = hash_number(hash, bits);
    }
    return hash;
}

static uint64_t shard_of_variant(const assay_metric *metric, const variant_id *name, const double *option,
                                 uint64_t samples)
{
    const assay_size usual = { .n = (size_t)samples, .n_factors = 8, .n_codes = 8 };
    const double dear = METRIC_DEAR * ((double)samples / 1000.0);
    const double cost = option ? assay_metric_cost(metric, option, &usual) : NAN;
    if (cost <= dear) return mixed(FNV_START); /* R1 */
    const char *chosen = option ? assay_metric_relation(metric, option) : NULL;
    const relation_kind *kind = chosen ? relation_find(chosen) : NULL;
    double own[RELATION_OPTIONS_MOST];
    if (kind) relation_options_of(metric, option, kind, own);
    if (kind && kind->cost(&usual, own) > dear) return mixed(hash_of_relation(kind, own));
    return mixed(hash_text(hash_text(FNV_START, name->metric), name->text));
}

uint64_t shard_number(uint64_t group, uint64_t seed, uint64_t score, uint64_t count)
{
    const uint64_t place = group + seed * step_seed + score;
    return count > 1 ? ((place >> 32) * count >> 32) + 1 : 1;
}

/* Where groups and variants begin, worked out once; variants by each number of samples. */

assay_status shard_map_make(const cells *of, const shard *mine, shard_map *to, assay_error *err)
{
    *to = (shard_map){ of, *mine, calloc(of->n_groups + 1, sizeof *to->group),
                       calloc(of->n_groups * of->n_variants + 1, sizeof *to->variant) };
    if (!to->group || !to->variant) return assay_fail(err, ASSAY_ENOMEM, "memory ran out dealing out the plan");
    for (size_t g = 0; g < of->n_groups; g++) {
        const cell_group *group = &of->group[g];
        uint64_t *scores = to->variant + g * of->n_variants;
        to->group[g] = shard_of_group(&group->point->at, group->samples);
        if (g && group->samples == of->group[g - 1].samples) {
            memcpy(scores, scores - of->n_variants, of->n_variants * sizeof *scores);
            continue;
        }
        for (size_t v = 0; v < of->n_variants; v++)
            scores[v] =
                shard_of_variant(of->variant[v]->metric, &of->variant[v]->id, of->variant[v]->option, group->samples);
    }
    return ASSAY_OK;
}

uint64_t shard_map_number(const shard_map *map, const cell_batch *batch, size_t v)
{
    return shard_number(map->group[batch->group_index], batch->seed,
                        map->variant[batch->group_index * map->of->n_variants + v], map->mine.count);
}

int shard_map_has(const shard_map *map, const cell_batch *batch, size_t v)
{
    return map->mine.count <= 1 || shard_map_number(map, batch, v) == map->mine.number;
}

void shard_map_free(shard_map *map)
{
    free(map->group);
    free(map->variant);
    *map = (shard_map){ 0 };
}

assay_status shard_read(const char *text, shard *to, assay_error *err)
{
    const char *at = text;
    *to = (shard){ 0 };
    if (digits_read(&at, UINT64_MAX, &to->number) && *at++ == '/' && digits_read(&at, UINT64_MAX, &to->count) && !*at) {
        if (to->number == 0) to->number = to->count;
        if (to->count >= 1 && to->count <= SHARDS_MOST && to->number <= to->count) return ASSAY_OK;
    }
    return assay_fail(err, ASSAY_EUSAGE, "--shard %s: I/N, as in 3/16, with I from 1 to N and N at most %d", text,
                      SHARDS_MOST);
}
