/* missing_shards.h -- which shards the missing cells of a store belong to. */
#pragma once

#include "grid.h"
#include "store.h"

/* A row for each of `count` shards that lacks cells. */
assay_status missing_shards(store *s, uint64_t count, grid **to, assay_error *err);
