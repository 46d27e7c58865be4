/* The digest of a store: of the digests of its cells and of its wishes, each by their bytes. */
#include "store_stamp.h"

#include "store_sql.h"

#include <stdio.h>

static const char doing[] = "reading its digests";

static assay_status count(const store_progress *row, void *context)
{
    store_stamp *to = context;
    to->wanted += row->wanted;
    to->there += row->done;
    return ASSAY_OK;
}

/* What two plans wish alike is one wish. */
assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    *to = (store_stamp){ 0 };
    ASSAY_TRY(store_status(s, count, to, err));
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "SELECT (SELECT count(*) FROM cell), lower(hex(seal_hash(r))) FROM (SELECT DISTINCT"
                                " 0 AS k, digest AS r FROM cell UNION ALL SELECT DISTINCT 1, ");
    seal_put_digest(text, store_table_named("want"), 0);
    sqlite3_str_appendall(text, " FROM want ORDER BY k, r)");
    assay_status status = seal_know(s, err);
    if (status == ASSAY_OK) status = store_prepare_text(s, text, &row, doing, err);
    else sqlite3_free(sqlite3_str_finish(text));
    if (status == ASSAY_OK && store_next(s, row, doing, &status, err)) {
        to->cells = (uint64_t)sqlite3_column_int64(row, 0);
        snprintf(to->digest, sizeof to->digest, "%s", store_text(row, 1));
    }
    sqlite3_finalize(row);
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
