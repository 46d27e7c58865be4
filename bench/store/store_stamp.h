/* store_stamp.h -- how many cells of its plans a store has, and its digest: what everything made of it carries. */
#pragma once

#include "store.h"

enum { STAMP_HEX = 64 };
typedef struct store_stamp {
    uint64_t wanted, there; /* cells, as `assay status` counts them */
    uint64_t cells;         /* in the store */
    char digest[STAMP_HEX + 1];
} store_stamp;

/* As of now. */
assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err);

/* "1,197 of 1,800 cells asked for · digest 7f3a58c1e0d2b946": by any run into the store so far. */
enum { STAMP_TEXT = 128 };
void store_stamp_text(const store_stamp *of, char to[STAMP_TEXT]);
