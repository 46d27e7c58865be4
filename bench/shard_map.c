/* Where groups and variants begin, worked out once; variants by each number of samples. */
#include "shard_map.h"

#include <stdlib.h>
#include <string.h>

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
