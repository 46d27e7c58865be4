/* missing_shards.h -- which shards the missing cells of a store belong to. */
#ifndef ASSAY_MISSING_SHARDS_H
#define ASSAY_MISSING_SHARDS_H

#include "grid.h"
#include "store.h"

/* A row for each of `count` shards that lacks cells. */
assay_status missing_shards(store *s, uint64_t count, grid **to, assay_error *err);

#endif
