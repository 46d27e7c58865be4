/* The digest of a store: of the digests of its cells and of its wishes, each by their bytes. */
#include "store_stamp.h"

#include "growing.h"
#include "store_sql.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char doing[] = "reading its digests";

typedef struct digests {
    unsigned char *at; /* [n][SEAL_BYTES] */
    size_t n, room;
} digests;

static assay_status keep(const unsigned char *digest, void *context)
{
    digests *to = context;
    unsigned char *more = grown(to->at, SEAL_BYTES, to->n, &to->room);
    if (!more) return ASSAY_ENOMEM;
    to->at = more;
    memcpy(more + SEAL_BYTES * to->n++, digest, SEAL_BYTES);
    return ASSAY_OK;
}

static assay_status read_cells(store *s, digests *to, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "read_cells");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err))
        if (sqlite3_column_bytes(row, 0) == SEAL_BYTES) status = keep(sqlite3_column_blob(row, 0), to);
    return status == ASSAY_ENOMEM ? assay_fail(err, status, "%s: memory ran out while %s", s->path, doing) : status;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, SEAL_BYTES); }

/* What two plans wish alike is one wish. */
static void hash_sorted(struct sha256_ctx *hash, digests *of)
{
    if (of->n) qsort(of->at, of->n, SEAL_BYTES, by_bytes);
    for (size_t k = 0; k < of->n; k++)
        if (!k || by_bytes(of->at + SEAL_BYTES * (k - 1), of->at + SEAL_BYTES * k) != 0)
            sha256_update(hash, SEAL_BYTES, of->at + SEAL_BYTES * k);
}

static assay_status count(const store_progress *row, void *context)
{
    store_stamp *to = context;
    to->wanted += row->wanted;
    to->there += row->done;
    return ASSAY_OK;
}

assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err)
{
    digests cells = { 0 }, wishes = { 0 };
    struct sha256_ctx hash;
    unsigned char digest[SHA256_DIGEST_SIZE];
    *to = (store_stamp){ 0 };
    assay_status status = store_status(s, count, to, err);
    if (status == ASSAY_OK) status = read_cells(s, &cells, err);
    if (status == ASSAY_OK) status = seal_rows(s, store_table_named("want"), keep, &wishes, err);
    to->cells = cells.n;
    sha256_init(&hash);
    hash_sorted(&hash, &cells);
    hash_sorted(&hash, &wishes);
    sha256_digest(&hash, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; k++) snprintf(to->digest + 2 * k, 3, "%02x", digest[k]);
    free(cells.at);
    free(wishes.at);
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
