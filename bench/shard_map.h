/* shard_map.h -- the shards of all cells of a plan. */
#pragma once

#include "cells.h"
#include "shard.h"

/* Zero-initialise before; free with shard_map_free. */
typedef struct shard_map {
    const cells *of;
    shard mine;
    uint64_t *group, *variant; /* [n_groups], [n_groups * n_variants] */
} shard_map;

assay_status shard_map_make(const cells *of, const shard *mine, shard_map *to, assay_error *err);
uint64_t shard_map_number(const shard_map *map, const cell_batch *batch, size_t v);
int shard_map_has(const shard_map *map, const cell_batch *batch, size_t v);
void shard_map_free(shard_map *map);
