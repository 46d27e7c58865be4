/*
 * store_merge.h -- the union of stores. What two stores call by the same names is the same: plans, scenarios, points,
 * metrics, variants, representations and cells. A cell that both have must have the same values in both, which is a
 * test of determinism that costs nothing.
 *
 * A store is taken whole, in one transaction, or not at all; taken again it changes nothing. The order in which stores
 * are taken shows in no table and no export: of what is not compared, seconds and paths, the least stays.
 *
 * Cost  time O(scores of the store taken, times the logarithm of the cells there are); memory constant, MERGE_CACHE of
 *       pages besides the names of one store.
 */
#pragma once

#include "store.h"
#include "unfinished.h"

/* One value of a cell that two stores say otherwise. Strings live during the call. */
typedef struct store_difference {
    const char *scenario, *point, *metric, *variant;
    uint64_t samples, seed;
    const char *output;  /* NULL: of the cell as a whole, its status or what values there are */
    int64_t item;        /* -1: the overall value */
    double there, taken; /* in the union, in the store that was to be taken; NaN: undefined, or not there */
    const char *there_why, *taken_why; /* reasons; NULL: defined, or not there */
    int of_interval;                   /* not the score differs but how sure it is: both texts say how */
    int64_t cell; /* its number in the union: those of one store that was taken follow each other */
} store_difference;

typedef struct store_merging {
    int mixed;              /* takes other versions of the program */
    const char *folder;     /* with room for a copy of a store that is mended */
    int repair;             /* what is not as it was written is left out */
    const char *drop_shard; /* cells that came from a store of this name are left out; NULL: none */
    assay_status (*differs)(const store_difference *one, void *context); /* may be NULL */
    void *context;
} store_merging;

typedef struct store_merged {
    uint64_t cells, before; /* of the store; of these, there already */
    uint64_t differences;   /* not 0: nothing of it was taken */
    uint64_t dropped;       /* rows that were left out, with those that refer to them */
    int64_t first, end;     /* the numbers of its cells in the union */
} store_merged;

/* ASSAY_EINPUT: not a store; with a row that no reader takes, which is named; of another schema; of another version of
 * the program, unless mixed; a plan or a name that stands for something else there. The union is as it was after any
 * error, and after differences. */
assay_status store_merge(store *to, const char *from, const store_merging *how, store_merged *sum, assay_error *err);
