/*
 * A store that somebody has changed row by row, merged into another. The input is a list of changes: a column, a row,
 * and a value of any type. What is taken can be read by whatever reads a store; what is not taken leaves the union
 * as it was; what is mended is taken.
 */
#define _GNU_SOURCE
#include "fuzz_scratch.h"
#include "evidence.h"
#include "store_merge.h"
#include "store_sql.h"

static const char fill[] =
    "INSERT INTO plan VALUES(1, 'p', 'seeds: 0:2'); INSERT INTO scenario VALUES(1, 's', 0, 't', 'a'), (2, 'g', 9, 'u', "
    "'');"
    "INSERT INTO point VALUES(1, 1, 'alpha=0', 0, 0, 1, 1, 0, NULL, 0, NULL), (2, 2, 'model=a', 0, NULL, 0, NULL, 0, "
    "NULL,"
    " 0, NULL); INSERT INTO point_parameter VALUES(1, 0, 'alpha', 0, NULL, 1), (2, 0, 'model', NULL, 'a', 0);"
    "INSERT INTO metric VALUES(1, 'm', 0, 'M', 'f', 0), (2, 'n', 1, 'N', 'f', 0);"
    "INSERT INTO output VALUES(1, 1, 'm', 0, 1, 1, 0, 1), (2, 2, 'n', 0, 1, 1, 0, 1);"
    "INSERT INTO variant VALUES(1, 1, 'default:bins=5', 'default', 0), (2, 2, 'default', 'default', 0);"
    "INSERT INTO variant_option VALUES(1, 0, 'bins', 5, NULL); INSERT INTO look VALUES(1, 5);"
    "INSERT INTO want VALUES(1, 1, 9, 0, 2, 1); INSERT INTO day VALUES('2026-01-02');"
    "INSERT INTO reason VALUES(1, 'w: t', 0, -1, 'w');"
    "INSERT INTO shard VALUES(1, 'one.db'); INSERT INTO cell VALUES(1, 1, 9, 0, 1, 0, '0.1.0', .1, NULL, x''),"
    " (2, 1, 9, 1, 1, 0, '0.1.0', .1, 1, x''), (3, 2, 9, 0, 2, 0, '0.1.0', .1, 1, x'');"
    "INSERT INTO score VALUES(1, 1, -1, .5, NULL), (1, 1, 0, NULL, 1), (2, 1, -1, .25, NULL), (3, 2, -1, 1, NULL);"
    "INSERT INTO representation VALUES(2, 'a.npz', 'h', 9, 2, 2, NULL, 'd', 0);"
    "INSERT INTO representation_column VALUES(2, 0, 'c', 'x');"
    "INSERT INTO uncertainty VALUES(1, 1, 0, .95, 9, 9, .5, .1, .4, .6, NULL, zeroblob(72)), (1, 1, 3, .95, 9, 9, 0, "
    ".1,"
    " 0, .1, .1, x'')";

static int bind_value(sqlite3_stmt *change, unsigned how, const uint8_t *data, size_t size)
{
    static const int64_t whole[] = { 0, -1, 1, 2, 3, 77, INT64_MAX, INT64_MIN, 1 << 20, 64, 1000000000001 };
    static const double real[] = { 0, -1, 0.5, 1e308, -1e308, 1e300, INFINITY, -INFINITY };
    switch (how % 4) {
    case 0: return sqlite3_bind_int64(change, 1, whole[size ? data[0] % (sizeof whole / sizeof *whole) : 0]);
    case 1: return sqlite3_bind_double(change, 1, real[size ? data[0] % (sizeof real / sizeof *real) : 0]);
    case 2: return sqlite3_bind_text(change, 1, (const char *)data, (int)size, SQLITE_TRANSIENT);
    default:
        return size && data[0] % 2 ? sqlite3_bind_null(change, 1)
                                   : sqlite3_bind_text(change, 1, sqlite3_mprintf("%5000c", 'x'), -1, sqlite3_free);
    }
}

/* Each change: table, column, row, kind, length, bytes. */
static void change_rows(sqlite3 *db, const uint8_t *data, size_t size)
{
    while (size > 5) {
        const store_table *t = &store_tables[data[0] % store_n_tables];
        const size_t length = data[4] < size - 5 ? data[4] : size - 5, c = data[1] % (store_n_columns(t) + 1);
        const char *column = c < store_n_columns(t) ? t->column[c].name : t->has_id ? "id" : t->column[0].name;
        char *sql =
            sqlite3_mprintf("UPDATE %s SET %s = ?1 WHERE (SELECT count(*) FROM %s) < 2 OR %s IN (SELECT %s FROM"
                            " %s LIMIT 1 OFFSET %d)",
                            t->name, column, t->name, t->column[0].name, t->column[0].name, t->name, data[2] % 3);
        sqlite3_stmt *change = NULL;
        if (sqlite3_prepare_v2(db, sql, -1, &change, NULL) == SQLITE_OK) {
            bind_value(change, data[3], data + 5, length);
            sqlite3_step(change); /* refused where it breaks the schema */
        }
        sqlite3_finalize(change);
        sqlite3_free(sql);
        data += 5 + length;
        size -= 5 + length;
    }
}

/* As somebody would who wants to deceive: with digests of what stands there. */
static void seal(const char *path, sqlite3 *db)
{
    store s = { .path = (char *)(uintptr_t)path, .db = db };
    assay_error err = { "" };
    FUZZ_REQUIRE(seal_watch(&s, &err) == ASSAY_OK);
    seal_begin(&s);
    sqlite3_exec(db, "INSERT OR IGNORE INTO temp.touched SELECT id FROM main.cell", NULL, NULL, NULL);
    FUZZ_REQUIRE(seal_transaction(&s, &err) == ASSAY_OK);
    FUZZ_REQUIRE(seal_again(&s, NULL, &err) == ASSAY_OK);
    store_forget_statements(&s);
}

/* The union lacks cells that are sent. */
static const char lacks[] = "DELETE FROM score WHERE cell > 1; DELETE FROM cell WHERE id > 1";

/* data: what is changed; most are sealed again, so that rows reach what is behind the digests. */
static void make(const char *path, int is_union, const uint8_t *data, size_t size)
{
    store *s;
    sqlite3 *db;
    assay_error err;
    static char *made[2]; /* the bytes of either store: making one takes longest */
    static size_t bytes[2];
    if (!made[is_union]) {
        FUZZ_REQUIRE(store_open(path, STORE_WRITE, &s, &err) == ASSAY_OK);
        store_close(s);
        FUZZ_REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
        FUZZ_REQUIRE(sqlite3_exec(db, fill, NULL, NULL, NULL) == SQLITE_OK);
        FUZZ_REQUIRE(!is_union || sqlite3_exec(db, lacks, NULL, NULL, NULL) == SQLITE_OK);
        seal(path, db);
        sqlite3_close(db);
        FILE *file = fopen(path, "rb");
        FUZZ_REQUIRE(file && fseek(file, 0, SEEK_END) == 0);
        bytes[is_union] = (size_t)ftell(file);
        FUZZ_REQUIRE((made[is_union] = malloc(bytes[is_union])) && fseek(file, 0, SEEK_SET) == 0);
        FUZZ_REQUIRE(fread(made[is_union], 1, bytes[is_union], file) == bytes[is_union] && fclose(file) == 0);
    }
    fuzz_write(path, made[is_union], bytes[is_union]);
    if (!size) return;
    FUZZ_REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; BEGIN", NULL, NULL, NULL);
    change_rows(db, data, size);
    if (size % 4) seal(path, db); /* else it is as somebody's disk changed it */
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(db);
}

static assay_status see(const store_row *r, void *context)
{
    (void)context;
    FUZZ_REQUIRE(r->point && r->variant && r->output);
    return ASSAY_OK;
}

/* Everything that reads a store reads the union. */
static void check_union(const char *path, int taken)
{
    store *s;
    assay_error err = { "" };
    FREED(catalog_free) catalog of = { 0 };
    FREED(evidence_free) evidence all = { 0 };
    FUZZ_REQUIRE(store_open(path, STORE_READ, &s, &err) == ASSAY_OK);
    if (!taken) { /* it is what it was: one of its digests would not match */
        store_close(s);
        return;
    }
    FUZZ_REQUIRE(store_catalog(s, &of, &err) == ASSAY_OK);
    FUZZ_REQUIRE(store_rows(s, &of, NULL, see, NULL, &err) == ASSAY_OK);
    FUZZ_REQUIRE(evidence_read(s, NULL, &all, &err) == ASSAY_OK);
    store_close(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char into[200], sent[200];
    const char *folder = fuzz_tree("merge");
    snprintf(into, sizeof into, "%s/into.db", folder);
    snprintf(sent, sizeof sent, "%s/sent.db", folder);
    make(into, 1, NULL, 0);
    make(sent, 0, data, size);
    const int which = size ? data[0] >> 6 : 0; /* one way an input: opening stores takes longest */
    const store_merging how = { .mixed = which & 1, .folder = folder, .repair = which >> 1 };
    store_merged sum;
    store *to;
    assay_error err = { "" };
    FUZZ_REQUIRE(store_open(into, STORE_WRITE | STORE_UNCHECKED, &to, &err) == ASSAY_OK);
    const assay_status status = store_merge(to, sent, &how, &sum, &err);
    store_close(to);
    if (status != ASSAY_OK) fuzz_refused(status, &err);
    check_union(into, status == ASSAY_OK);
    fuzz_tree_end(folder);
    return 0;
}
