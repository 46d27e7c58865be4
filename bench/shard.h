/*
 * shard.h -- which cells of a plan one task computes. Cell and number of shards alone say which shard a cell belongs
 * to: not the plan, not the order of its parts, not what was computed before. The union of shards 1 to N is the plan.
 *
 *     shard = floor(N frac(h + p a + s b)),    a = 1/g, b = 1/g^2, g = 1.3247 the plastic number, g^3 = g + 1
 *
 *   p numbers the point, s is the seed, h is a hash of the samples and of what the cell is computed with. Multiples of
 *   a and b fill the circle evenly (Roberts 2018, "The unreasonable effectiveness of quasirandom sequences"; Kronecker,
 *   Weyl 1916), so that equally dear cells go to shards in turn: their number in a shard differs by about one from the
 *   mean, where a hash of the whole key would make it differ by the root of the mean.
 *
 * R1  A dear score (METRIC_DEAR, at its number of samples) goes by itself, or with those that share a dear relation
 *     with it. All cheap ones of one data set go together, so that data and relations are made once for them.
 * R2  A score of unknown cost, of a metric from outside, goes by itself.
 */
#pragma once

#include "cells.h"

typedef struct shard {
    uint64_t number, count; /* 1 to count; count 0 or 1: everything */
} shard;

enum { SHARDS_MOST = 10000000 };

/* "3/16". Numbers count from 1; 0 is the same as the last, so that tasks counted from 0 are all there too.
 * ASSAY_EUSAGE. */
assay_status shard_read(const char *text, shard *to, assay_error *err);

/* Where a group of cells begins on the circle of 2^64, as a variant does; their sum and the seed say the shard. */
uint64_t shard_of_group(const scenario_point *at, uint64_t samples);

/* The shard, 1 to count. */
uint64_t shard_number(uint64_t group, uint64_t seed, uint64_t score, uint64_t count);

/* The shards of all cells of a plan. Zero-initialise before; free with shard_map_free. */
typedef struct shard_map {
    const cells *of;
    shard mine;
    uint64_t *group, *variant; /* [n_groups], [n_groups * n_variants] */
} shard_map;

assay_status shard_map_make(const cells *of, const shard *mine, shard_map *to, assay_error *err);
uint64_t shard_map_number(const shard_map *map, const cell_batch *batch, size_t v);
int shard_map_has(const shard_map *map, const cell_batch *batch, size_t v);
void shard_map_free(shard_map *map);
