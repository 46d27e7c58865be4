/* The digest of a store: of the digests of its cells, by their bytes, and of the cells that its plans want, as intervals
 * of seeds that neither touch nor overlap. */
#include "store_stamp.h"

#include "growing.h"
#include "plain_text.h"
#include "store_sql.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char doing[] = "reading its digests";

typedef struct wish {
    int64_t point, samples, variant, first, end; /* seeds */
} wish;

typedef struct stamping {
    wish *wish; /* [n] by point, samples, variant, first */
    size_t n, room;
    unsigned char *digest; /* [n_digests][SEAL_BYTES] */
    size_t n_digests, room_digests;
} stamping;

static assay_status no_memory(assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "memory ran out while %s", doing);
}

static int same_but_seeds(const wish *a, const wish *b)
{
    return a->point == b->point && a->samples == b->samples && a->variant == b->variant;
}

/* All plans together: a cell that two of them want is one. */
static assay_status read_wishes(store *s, stamping *to, assay_error *err)
{
    static const char find[] = "SELECT point, samples, variant, seed_first, seed_end FROM want"
                               " WHERE seed_end > seed_first ORDER BY 1, 2, 3, 4";
    sqlite3_stmt *row = store_prepare(s, find);
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) {
        const wish one = { sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2),
                           sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4) };
        wish *last = to->n ? &to->wish[to->n - 1] : NULL;
        if (last && same_but_seeds(last, &one) && one.first <= last->end) {
            if (one.end > last->end) last->end = one.end;
            continue;
        }
        wish *more = grown(to->wish, sizeof *more, to->n, &to->room);
        if (!more) status = no_memory(err);
        else (to->wish = more)[to->n++] = one;
    }
    return status;
}

/* By point, samples, variant and first seed. */
static int comes_before(const wish *a, const wish *b)
{
    if (a->point != b->point) return a->point < b->point;
    if (a->samples != b->samples) return a->samples < b->samples;
    if (a->variant != b->variant) return a->variant < b->variant;
    return a->first <= b->first;
}

static int is_wanted(const stamping *in, const wish *cell)
{
    size_t from = 0, to = in->n; /* behind the last that begins at or before it */
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (comes_before(&in->wish[middle], cell)) from = middle + 1;
        else to = middle;
    }
    return from && same_but_seeds(&in->wish[from - 1], cell) && cell->first < in->wish[from - 1].end;
}

static assay_status keep(stamping *to, const void *digest, assay_error *err)
{
    unsigned char *more = grown(to->digest, SEAL_BYTES, to->n_digests, &to->room_digests);
    if (!more) return no_memory(err);
    to->digest = more;
    memcpy(more + SEAL_BYTES * to->n_digests++, digest, SEAL_BYTES);
    return ASSAY_OK;
}

static assay_status read_cells(store *s, stamping *to, store_stamp *stamp, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "SELECT point, samples, variant, seed, digest FROM cell");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) {
        const wish cell = { sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2),
                            sqlite3_column_int64(row, 3), 0 };
        stamp->cells++;
        stamp->there += (uint64_t)is_wanted(to, &cell);
        if (sqlite3_column_bytes(row, 4) == SEAL_BYTES) status = keep(to, sqlite3_column_blob(row, 4), err);
    }
    return status;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, SEAL_BYTES); }

static void hash_sorted(struct sha256_ctx *hash, unsigned char *digest, size_t n)
{
    if (n) qsort(digest, n, SEAL_BYTES, by_bytes);
    if (n) sha256_update(hash, n * SEAL_BYTES, digest);
}

static assay_status hash_all(store *s, stamping *of, struct sha256_ctx *hash, assay_error *err)
{
    assay_status status = ASSAY_OK;
    sha256_init(hash);
    hash_sorted(hash, of->digest, of->n_digests);
    of->n_digests = 0;
    for (size_t k = 0; k < of->n && status == ASSAY_OK; k++) {
        const wish *w = &of->wish[k];
        unsigned char digest[SEAL_BYTES];
        status = seal_wish(s, (const int64_t[]){ w->point, w->samples, w->first, w->end, w->variant }, digest, err);
        if (status == ASSAY_OK) status = keep(of, digest, err);
    }
    hash_sorted(hash, of->digest, of->n_digests);
    return status;
}

assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err)
{
    stamping all = { 0 };
    struct sha256_ctx hash;
    unsigned char digest[SHA256_DIGEST_SIZE];
    *to = (store_stamp){ 0 };
    assay_status status = read_wishes(s, &all, err);
    for (size_t k = 0; k < all.n; k++) to->wanted += (uint64_t)(all.wish[k].end - all.wish[k].first);
    if (status == ASSAY_OK) status = read_cells(s, &all, to, err);
    if (status == ASSAY_OK) status = hash_all(s, &all, &hash, err);
    if (status == ASSAY_OK) {
        sha256_digest(&hash, sizeof digest, digest);
        for (size_t k = 0; k < sizeof digest; k++) snprintf(to->digest + 2 * k, 3, "%02x", digest[k]);
    }
    free(all.wish);
    free(all.digest);
    return status;
}

/* 1800 as "1,800". */
static void put_count(uint64_t n, char to[32])
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    size_t at = 0;
    for (int k = 0; k < length; k++) {
        if (k && (length - k) % 3 == 0) to[at++] = ',';
        to[at++] = digits[k];
    }
    to[at] = '\0';
}

void store_stamp_text(const store_stamp *of, char to[STAMP_TEXT])
{
    char there[32], wanted[32];
    put_count(of->wanted ? of->there : of->cells, there);
    put_count(of->wanted, wanted);
    snprintf(to, STAMP_TEXT, "%s%s%s cells · digest %.16s", there, of->wanted ? " of " : "", of->wanted ? wanted : "",
             of->digest);
}
