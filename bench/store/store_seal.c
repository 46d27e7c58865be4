/* A record is the bytes of a row: the name of its table and its columns, each with its type before it. */
#define _GNU_SOURCE /* tdestroy */

#include "store_sql.h"

#include <nettle/sha2.h>
#include <search.h>

static const char doing[] = "checking its digests", opening[] = "opening it for writing";

static void put(seal_bytes *to, const void *from, size_t n)
{
    if (to->n + n > to->room) {
        const size_t room = 2 * (to->n + n) + 256;
        char *more = realloc(to->at, room);
        to->failed |= !more;
        if (!more) return;
        to->at = more;
        to->room = room;
    }
    memcpy(to->at + to->n, from, n);
    to->n += n;
}

static void put_number(seal_bytes *to, char type, uint64_t number)
{
    char text[9] = { type };
    for (int k = 0; k < 8; k++) text[1 + k] = (char)(number >> (56 - 8 * k));
    put(to, text, sizeof text);
}

static void put_text(seal_bytes *to, char type, const void *text, size_t n)
{
    put_number(to, type, n);
    put(to, text, n);
}

static void put_value(seal_bytes *to, sqlite3_value *value)
{
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER) { /* their bytes are in the order of the numbers */
        put_number(to, 'i', (uint64_t)sqlite3_value_int64(value) ^ (UINT64_C(1) << 63));
    } else if (type == SQLITE_FLOAT) {
        const double real = sqlite3_value_double(value);
        uint64_t bits;
        memcpy(&bits, &real, sizeof bits);
        put_number(to, 'r', bits);
    } else if (type == SQLITE_NULL) {
        put(to, "n", 1);
    } else { /* a text; of a blob its bytes */
        const void *text = sqlite3_value_blob(value);
        put_text(to, 't', text ? text : "", (size_t)sqlite3_value_bytes(value));
    }
}

/* The digest of a row that others refer to, by its number; of: what the row itself refers to first. */
typedef struct seal_name {
    int64_t id, of;
    unsigned char digest[SEAL_BYTES];
} seal_name;

static int by_id(const void *a, const void *b)
{
    const seal_name *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static size_t place_of(const store_table *t) { return (size_t)(t - store_tables); }

static sqlite3_stmt *row_statement(sealing *s, const store_table *t)
{
    sqlite3_stmt **row = &s->table[place_of(t)].row;
    if (*row) return *row;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "SELECT ");
    seal_put_digest(text, t);
    sqlite3_str_appendf(text, ", %s FROM %s WHERE id = ?1", t->column[0].name, t->name);
    FREED(sql_dropped) char *sql = sqlite3_str_finish(text);
    sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, row, NULL);
    return *row;
}

/* Gives SQLite's code: SQLITE_ROW, or SQLITE_DONE where there is no such row. */
static int learn_name(sealing *s, const store_table *t, seal_name *to)
{
    sqlite3_stmt *row = row_statement(s, t);
    if (!row) return sqlite3_errcode(s->db);
    sqlite3_bind_int64(row, 1, to->id);
    const int step = sqlite3_step(row);
    if (step == SQLITE_ROW && sqlite3_column_bytes(row, 0) == SEAL_BYTES) {
        to->of = t->column[0].refers ? sqlite3_column_int64(row, 1) : 0;
        memcpy(to->digest, sqlite3_column_blob(row, 0), SEAL_BYTES);
    }
    sqlite3_reset(row);
    return step;
}

/* NULL: there is none, or *code says why it cannot be had. */
static const seal_name *name_of(sealing *s, const char *table, int64_t id, int *code)
{
    const store_table *t = store_table_named(table);
    seal_name one = { .id = id };
    void **names = &s->table[place_of(t)].names;
    seal_name *const *known = tfind(&one, names, by_id);
    if (known) return *known;
    const int step = learn_name(s, t, &one);
    if (step != SQLITE_ROW) {
        if (step == SQLITE_DONE) s->refused = 1;
        else *code = step;
        return NULL;
    }
    OWNED seal_name *kept = zeroed(1, sizeof *kept);
    if (kept) *kept = one;
    if (kept && tsearch(kept, names, by_id)) return given(&kept);
    *code = SQLITE_NOMEM;
    return NULL;
}

static void forget_names(sealing *s)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        tdestroy(s->table[k].names, free);
        s->table[k].names = NULL;
    }
}

void seal_forget(store *s)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        sqlite3_finalize(s->seals.table[k].row);
        s->seals.table[k].row = NULL;
    }
    forget_names(&s->seals);
    free(s->seals.bytes.at);
    s->seals.bytes = (seal_bytes){ 0 };
}

/* plain(text, most): whether it is one line of UTF-8 of at most so many bytes; no text of ours has a zero in it. */
static void plain(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    const char *text = (const char *)sqlite3_value_text(of[0]);
    const size_t bytes = (size_t)sqlite3_value_bytes(of[0]), most = (size_t)sqlite3_value_int64(of[1]);
    sqlite3_result_int(to, text && strlen(text) == bytes && text_is_plain(text, most));
}

/* What the columns that count refer to, before anything is written: to find it, records are made. Gives SQLite's
 * code. */
static int find_names(sealing *s, const store_table *t, sqlite3_value **of, const seal_name **to)
{
    int code = SQLITE_OK;
    const int is_of_cell = sqlite3_value_type(of[2]) != SQLITE_NULL;
    const seal_name *variant = is_of_cell ? name_of(s, "variant", sqlite3_value_int64(of[2]), &code) : NULL;
    for (size_t c = 0, k = 3; c < store_n_columns(t); c++) {
        const char *refers = t->column[c].refers;
        if (!t->column[c].counts) continue;
        sqlite3_value *value = of[k++];
        const int there = refers && sqlite3_value_type(value) != SQLITE_NULL;
        to[c] = there ? name_of(s, refers, sqlite3_value_int64(value), &code) : NULL;
        if (to[c] && variant && strcmp(refers, "output") == 0) /* not an output of another metric */
            s->refused |= to[c]->of != variant->of;
    }
    return code;
}

/* seal_record(table, whether it is as it must be, the variant of a row of a cell or NULL, columns that count...): its
 * record. */
static void seal_record(sqlite3_context *to, int n, sqlite3_value **of)
{
    sealing *s = sqlite3_user_data(to);
    seal_bytes *bytes = &s->bytes;
    const store_table *t = &store_tables[sqlite3_value_int(of[0])];
    const seal_name *name[STORE_COLUMNS];
    const int code = find_names(s, t, of, name);
    s->refused |= !sqlite3_value_int(of[1]);
    bytes->n = 0;
    put_text(bytes, 't', t->name, strlen(t->name));
    for (int c = 0, k = 3; k < n; c++) {
        if (!t->column[c].counts) continue;
        if (name[c]) put_text(bytes, 'k', name[c]->digest, SEAL_BYTES);
        else put_value(bytes, of[k]);
        k++;
    }
    if (code != SQLITE_OK) sqlite3_result_error_code(to, code);
    else if (bytes->failed) sqlite3_result_error_nomem(to);
    else sqlite3_result_blob(to, bytes->at, (int)bytes->n, SQLITE_TRANSIENT);
}

/* seal_row(columns...): all of them as they stand. */
static void seal_row(sqlite3_context *to, int n, sqlite3_value **of)
{
    seal_bytes *bytes = &((sealing *)sqlite3_user_data(to))->bytes;
    struct sha256_ctx hash;
    unsigned char digest[SEAL_BYTES];
    bytes->n = 0;
    for (int k = 0; k < n; k++) put_value(bytes, of[k]);
    sha256_init(&hash);
    sha256_update(&hash, bytes->n, (const unsigned char *)bytes->at);
    sha256_digest(&hash, SEAL_BYTES, digest);
    if (bytes->failed) sqlite3_result_error_nomem(to);
    else sqlite3_result_blob(to, digest, SEAL_BYTES, SQLITE_TRANSIENT);
}

static void mix(unsigned char *to, sqlite3_value *more)
{
    const unsigned char *bytes = sqlite3_value_blob(more);
    for (int k = 0; k < SEAL_BYTES && sqlite3_value_bytes(more) == SEAL_BYTES; k++) to[k] ^= bytes[k];
}

/* seal_mixed(digest, digest) */
static void seal_mixed(sqlite3_context *to, int n, sqlite3_value **of)
{
    unsigned char sum[SEAL_BYTES] = { 0 };
    for (int k = 0; k < n; k++) mix(sum, of[k]);
    sqlite3_result_blob(to, sum, SEAL_BYTES, SQLITE_TRANSIENT);
}

/* seal_sum(digest), of all rows */
static void sum_step(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    unsigned char *sum = sqlite3_aggregate_context(to, SEAL_BYTES);
    if (sum) mix(sum, of[0]);
    else sqlite3_result_error_nomem(to);
}

static void sum_final(sqlite3_context *to)
{
    static const unsigned char none[SEAL_BYTES];
    const unsigned char *sum = sqlite3_aggregate_context(to, 0);
    sqlite3_result_blob(to, sum ? sum : none, SEAL_BYTES, SQLITE_TRANSIENT);
}

/* seal_hash(bytes), of all rows one after the other: the whole SHA-256 */
typedef struct hashing {
    struct sha256_ctx hash;
    int begun;
} hashing;

static void hash_step(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    hashing *h = sqlite3_aggregate_context(to, sizeof *h);
    if (!h) {
        sqlite3_result_error_nomem(to);
        return;
    }
    if (!h->begun) sha256_init(&h->hash);
    h->begun = 1;
    const void *bytes = sqlite3_value_blob(of[0]);
    sha256_update(&h->hash, (size_t)sqlite3_value_bytes(of[0]), bytes);
}

static void hash_final(sqlite3_context *to)
{
    unsigned char digest[SHA256_DIGEST_SIZE];
    hashing *h = sqlite3_aggregate_context(to, 0), none;
    if (!h) sha256_init(&none.hash);
    sha256_digest(h ? &h->hash : &none.hash, sizeof digest, digest);
    sqlite3_result_blob(to, digest, sizeof digest, SQLITE_TRANSIENT);
}

/* seal_renamed(): what others refer to has changed. */
static void seal_renamed(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    (void)of;
    forget_names(sqlite3_user_data(to));
}

static void seal_merging(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    (void)of;
    sqlite3_result_int(to, ((const sealing *)sqlite3_user_data(to))->merging);
}

assay_status seal_know(store *s, assay_error *err)
{
    static const struct {
        const char *name;
        int n;
        void (*call)(sqlite3_context *to, int n, sqlite3_value **of);
        void (*step)(sqlite3_context *to, int n, sqlite3_value **of);
        void (*final)(sqlite3_context *to);
    } known[] = {
        { "plain", 2, plain, NULL, NULL },
        { "seal_record", -1, seal_record, NULL, NULL },
        { "seal_row", -1, seal_row, NULL, NULL },
        { "seal_mixed", 2, seal_mixed, NULL, NULL },
        { "seal_sum", 1, NULL, sum_step, sum_final },
        { "seal_hash", 1, NULL, hash_step, hash_final },
        { "seal_renamed", 0, seal_renamed, NULL, NULL },
        { "seal_merging", 0, seal_merging, NULL, NULL },
    };
    s->seals.db = s->db;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (sqlite3_create_function(s->db, known[k].name, known[k].n, SQLITE_UTF8 | SQLITE_INNOCUOUS, &s->seals,
                                    known[k].call, known[k].step, known[k].final) != SQLITE_OK)
            return store_error(s, doing, err);
    return ASSAY_OK;
}

void seal_put_digest(sqlite3_str *to, const store_table *t)
{
    sqlite3_str_appendf(to, "(SELECT substr(seal_hash(r), 1, %d) FROM (SELECT 0 AS k, ", SEAL_BYTES);
    store_put_sql(to, "record", t);
    sqlite3_str_appendf(to, " AS r FROM %s AS t WHERE t.id = %s.id", t->name, t->name);
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *part = &store_tables[k];
        if (!part->part_of || strcmp(part->part_of, t->name) != 0) continue;
        sqlite3_str_appendall(to, " UNION ALL SELECT 1, ");
        store_put_sql(to, "record", part);
        sqlite3_str_appendf(to, " FROM %s AS t WHERE t.%s = %s.id", part->name, part->column[0].name, t->name);
    }
    sqlite3_str_appendall(to, " ORDER BY k, r))");
}

static int is_sealed(const store_table *t) { return !store_is_of_cell(t) && t->merged != MERGED_NOT; }

assay_status seal_watch(store *s, assay_error *err)
{
    ASSAY_TRY(seal_know(s, err));
    ASSAY_TRY(store_run_of(s, "watch_cells", NULL, opening, err));
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *t = &store_tables[k];
        if (t->merged == MERGED_NOT) continue;
        ASSAY_TRY(store_run_of(s, store_is_of_cell(t) ? "watch_part" : "watch", t, opening, err));
    }
    return ASSAY_OK;
}

/* Names are known as long as nobody else has changed any. */
void seal_begin(store *s)
{
    const int64_t version = store_pragma(s, "PRAGMA data_version");
    if (version != s->seals.version) forget_names(&s->seals);
    s->seals.version = version;
}

int seal_lags(store *s) { return store_pragma(s, "SELECT count(*) FROM temp.touched") > 0; }

assay_status seal_untouch(store *s, assay_error *err)
{
    return store_run_sql(s, "DELETE FROM temp.touched", doing, err);
}

assay_status seal_transaction(store *s, assay_error *err)
{
    if (!s->seals.db) return ASSAY_OK; /* its tables are being made */
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "UPDATE main.cell SET digest = ");
    seal_put_digest(text, store_table_named("cell"));
    sqlite3_str_appendall(text, " WHERE id IN temp.touched");
    ASSAY_TRY(store_run_text(s, text, doing, err));
    return seal_untouch(s, err);
}

/* Whether rows break the rule of a column; of the first which it is. Without one ASSAY_OK. */
static assay_status name_row(store *s, const store_table *t, size_t c, assay_error *err)
{
    static const char checking[] = "checking its rows";
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, "name_row", t);
    store_put_broken(text, t, c);
    sqlite3_str_appendall(text, " LIMIT 1");
    ASSAY_TRY(store_prepare_text(s, text, &row, checking, err));
    if (!store_next(s, row, checking, &status, err)) return status;
    return bad_input(s->path, err,
                     "not a usable assay store (table %s, row %.120s: %s is not what a store holds); " STORE_MEND,
                     t->name, store_text(row, 0), c < store_n_columns(t) ? t->column[c].name : "id", s->path);
}

/* Names the first row of a table, and its column, that is not what a store holds: the rules of schema.c. */
static assay_status name_rows(store *s, const store_table *t, assay_error *err)
{
    const size_t n = store_n_columns(t);
    for (size_t c = 0; c <= n; c++) ASSAY_TRY(name_row(s, t, c, err));
    return ASSAY_OK;
}

/* Pages, keys and indexes of all tables: what a pass over the rows does not show, and a search in them would, or what a
 * search does not show, and a pass would: a row that stands out of order. */
static assay_status check_pages(store *s, const char *database, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "PRAGMA %s.integrity_check(1)", database);
    ASSAY_TRY(store_prepare_text(s, text, &row, doing, err));
    if ((store_next(s, row, doing, &status, err) && strcmp(store_text(row, 0), "ok") == 0) || status != ASSAY_OK)
        return status;
    return bad_input(s->path, err, "not a usable assay store (%.200s); " STORE_MEND, store_text(row, 0), s->path);
}

/* Rows and digests of a table next to those that were sealed, and how many rows are not as they must be. */
static assay_status check_table(store *s, const store_table *t, assay_error *err)
{
    int64_t number[4] = { 0 };
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(store_prepare_of(s, "compare", t, &row, doing, err));
    if (store_next(s, row, doing, &status, err))
        for (int k = 0; k < 4; k++) number[k] = sqlite3_column_int64(row, k);
    if (status == ASSAY_OK && number[2]) return name_rows(s, t, err);
    if (status != ASSAY_OK || (number[0] == number[1] && number[3])) return status;
    return bad_input(s->path, err,
                     "the table %s is not as assay wrote it: %lld rows are there, %lld were written%s; " STORE_MEND,
                     t->name, (long long)number[0], (long long)number[1],
                     number[0] == number[1] ? ", and one is another" : "", s->path);
}

/* Rows of cells that are not as they must be, of cells that are not there, or that refer to nothing. */
static assay_status name_refused(store *s, assay_error *err)
{
    ASSAY_TRY(name_rows(s, store_table_named("cell"), err));
    for (size_t k = 0; k < store_n_tables; k++)
        if (store_is_of_cell(&store_tables[k])) ASSAY_TRY(name_rows(s, &store_tables[k], err));
    return bad_input(s->path, err, "a cell refers to nothing; " STORE_MEND, s->path);
}

static void put_broken(sqlite3_str *to)
{
    sqlite3_str_appendall(to, "SELECT id FROM cell WHERE digest IS NOT ");
    seal_put_digest(to, store_table_named("cell"));
}

/* Rows of cells that are not there. */
static assay_status check_orphans(store *s, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        FREED(row_dropped) sqlite3_stmt *row = NULL;
        int64_t orphans = 0;
        if (!store_is_of_cell(&store_tables[k])) continue;
        ASSAY_TRY(store_prepare_of(s, "has_orphans", &store_tables[k], &row, doing, err));
        ASSAY_TRY(store_number(s, row, doing, &orphans, err));
        if (orphans) return name_rows(s, &store_tables[k], err);
    }
    return ASSAY_OK;
}

/* Cells that do not match their digests: the first and how many. */
static assay_status check_cells(store *s, int64_t *first, uint64_t *n, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(s->db);
    put_broken(text);
    ASSAY_TRY(store_prepare_text(s, text, &row, doing, err));
    s->seals.refused = 0;
    while (store_next(s, row, doing, &status, err))
        if ((*n)++ == 0) *first = sqlite3_column_int64(row, 0);
    if (status == ASSAY_OK && s->seals.refused) return name_refused(s, err);
    return status == ASSAY_OK ? check_orphans(s, err) : status;
}

static assay_status name_broken(store *s, int64_t first, uint64_t n, assay_error *err)
{
    char cell[600] = "?", more[80] = "";
    sqlite3_stmt *row = STORE_WITH(s, "name_broken", sql_whole(first));
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) snprintf(cell, sizeof cell, "%s", store_text(row, 0));
    if (status != ASSAY_OK) return status;
    if (n > 1) snprintf(more, sizeof more, ", nor do %llu more", (unsigned long long)n - 1);
    return bad_input(s->path, err, "the cell %s does not match its digest%s; " STORE_MEND, cell, more, s->path);
}

assay_status seal_check(store *s, const char *database, assay_error *err)
{
    int64_t first;
    uint64_t broken = 0;
    ASSAY_TRY(seal_know(s, err));
    ASSAY_TRY(check_pages(s, database, err));
    for (size_t k = 0; k < store_n_tables; k++)
        if (is_sealed(&store_tables[k]) && store_tables[k].merged != MERGED_CELLS)
            ASSAY_TRY(check_table(s, &store_tables[k], err));
    ASSAY_TRY(check_cells(s, &first, &broken, err));
    return broken ? name_broken(s, first, broken, err) : check_table(s, store_table_named("cell"), err);
}

assay_status seal_drop_cells(store *s, uint64_t *dropped, assay_error *err)
{
    for (size_t k = store_n_tables; k-- > 0;) { /* a cell after what is its */
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t) && t->merged != MERGED_CELLS) continue;
        ASSAY_TRY(store_run_of(s, "drop_cells", t, doing, err));
        if (t->has_id) *dropped += (uint64_t)sqlite3_changes64(s->db);
    }
    ASSAY_TRY(store_run_sql(s, "DELETE FROM temp.dropped", doing, err));
    return seal_untouch(s, err); /* what is left has the digest that it came with */
}

assay_status seal_drop_broken(store *s, uint64_t *dropped, assay_error *err)
{
    int64_t first;
    uint64_t broken = 0;
    ASSAY_TRY(check_cells(s, &first, &broken, err));
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "INSERT INTO temp.dropped ");
    put_broken(text);
    ASSAY_TRY(store_run_text(s, text, doing, err));
    return seal_drop_cells(s, dropped, err);
}

assay_status seal_again(store *s, const store_table *only, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *t = &store_tables[k];
        if (!is_sealed(t) || (only && only != t)) continue;
        ASSAY_TRY(store_run_of(s, "seal_again", t, doing, err));
    }
    return ASSAY_OK;
}
