/* A record is the bytes of a row: the name of its table and its columns, each with its type before it. */
#include "store_seal.h"

#include "growing.h"
#include "store_sql.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char doing[] = "checking its digests", opening[] = "opening it for writing";

typedef struct bytes {
    unsigned char *at;
    size_t n, room;
    int failed;
} bytes;

static void put(bytes *to, const void *from, size_t n)
{
    if (to->n + n > to->room) {
        const size_t room = 2 * (to->n + n) + 256;
        unsigned char *more = realloc(to->at, room);
        if (!more) {
            to->failed = 1;
            return;
        }
        to->at = more;
        to->room = room;
    }
    memcpy(to->at + to->n, from, n);
    to->n += n;
}

static void put_number(bytes *to, char type, uint64_t number)
{
    unsigned char text[9] = { (unsigned char)type };
    for (int k = 0; k < 8; k++) text[1 + k] = (unsigned char)(number >> (56 - 8 * k));
    put(to, text, sizeof text);
}

/* Their bytes are in the order of the numbers. */
static void put_whole(bytes *to, int64_t number) { put_number(to, 'i', (uint64_t)number ^ (UINT64_C(1) << 63)); }

static void put_text(bytes *to, char type, const void *text, size_t n)
{
    put_number(to, type, n);
    put(to, text, n);
}

static void put_value(bytes *to, sqlite3_value *value)
{
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER) {
        put_whole(to, sqlite3_value_int64(value));
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

static void digest_of(const bytes *of, unsigned char to[SEAL_BYTES])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_update(&hash, of->n, of->at);
    sha256_digest(&hash, SEAL_BYTES, to);
}

static size_t place_of(const store_table *t) { return (size_t)(t - store_tables); }

static assay_status no_memory(const store *s, assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out while %s", s->path, doing);
}

/* ---- statements ---- */

/* The columns that count, then whose row it is, whether it is as it must be, and a cell's digest. */
static void put_select(sqlite3_str *to, const store_table *t, int rules)
{
    const size_t n = store_n_columns(t);
    sqlite3_str_appendall(to, "SELECT ");
    for (size_t c = 0; c < n; c++)
        if (t->column[c].counts) sqlite3_str_appendf(to, "t.%s, ", t->column[c].name);
    sqlite3_str_appendf(to, "t.%s, ", t->has_id ? "id" : t->column[0].name);
    if (rules) store_put_rules(to, t, 0);
    else sqlite3_str_appendall(to, "1");
    sqlite3_str_appendf(to, "%s FROM %s AS t", t->merged == MERGED_CELLS ? ", t.digest" : "", t->name);
}

static assay_status prepare_found(store *s, const store_table *t, const char *column, sqlite3_stmt **to,
                                  assay_error *err)
{
    if (*to) return ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(s->db);
    put_select(text, t, 0);
    sqlite3_str_appendf(text, " WHERE t.%s = ?1", column);
    return store_prepare_text(s, text, to, doing, err);
}

static size_t n_counting(const store_table *t)
{
    size_t counting = 0;
    for (size_t c = 0; c < store_n_columns(t); c++) counting += t->column[c].counts != 0;
    return counting;
}

/* ---- digests of rows ---- */

static assay_status name_of(store *s, const store_table *t, int64_t id, const seal_name **to, assay_error *err);

/* `row` stands at a row as put_select gives it. ASSAY_EINPUT and dangling: it refers to nothing. */
static assay_status put_record(store *s, const store_table *t, sqlite3_stmt *row, bytes *to, assay_error *err)
{
    put_text(to, 't', t->name, strlen(t->name));
    for (size_t c = 0, k = 0; c < STORE_COLUMNS && t->column[c].name; c++) {
        const store_column *column = &t->column[c];
        const seal_name *name = NULL;
        if (!column->counts) continue;
        sqlite3_value *value = sqlite3_column_value(row, (int)k++);
        if (column->refers && sqlite3_value_type(value) != SQLITE_NULL) {
            const store_table *of = store_table_named(column->refers);
            ASSAY_TRY(name_of(s, of, sqlite3_value_int64(value), &name, err));
            put_text(to, 'k', name->digest, SEAL_BYTES);
            if (t->merged == MERGED_CELLS && strcmp(of->name, "variant") == 0) s->seals.metric = name->of;
            s->seals.dangling = store_is_of_cell(t) && strcmp(of->name, "output") == 0 && name->of != s->seals.metric;
            if (s->seals.dangling) return ASSAY_EINPUT; /* an output of another metric */
        } else {
            put_value(to, value);
        }
    }
    return to->failed ? no_memory(s, err) : ASSAY_OK;
}

/* Records of parts, put together, and where each begins. */
typedef struct records {
    bytes all;
    size_t *start, n, room;
} records;

typedef struct record {
    const unsigned char *at;
    size_t n;
} record;

static int by_bytes(const void *a, const void *b)
{
    const record *x = a, *y = b;
    const int order = memcmp(x->at, y->at, x->n < y->n ? x->n : y->n);
    return order ? order : (x->n > y->n) - (x->n < y->n);
}

static int note_start(records *r)
{
    size_t *more = grown(r->start, sizeof *more, r->n, &r->room);
    if (!more) return 0;
    r->start = more;
    more[r->n++] = r->all.n;
    return 1;
}

/* Behind `to`, in the order of their bytes, which is that of no store's numbers. */
static assay_status put_sorted(store *s, records *r, bytes *to, assay_error *err)
{
    record *sorted = malloc((r->n + 1) * sizeof *sorted);
    if (!sorted) return no_memory(s, err);
    for (size_t k = 0; k < r->n; k++)
        sorted[k] = (record){ r->all.at + r->start[k], (k + 1 < r->n ? r->start[k + 1] : r->all.n) - r->start[k] };
    int rises = 1;
    for (size_t k = 1; k < r->n && rises; k++) rises = by_bytes(&sorted[k - 1], &sorted[k]) <= 0;
    if (!rises) qsort(sorted, r->n, sizeof *sorted, by_bytes);
    for (size_t k = 0; k < r->n; k++) put(to, sorted[k].at, sorted[k].n);
    free(sorted);
    return to->failed ? no_memory(s, err) : ASSAY_OK;
}

/* Where a pass over all rows of a table of parts is. */
typedef struct cursor {
    sqlite3_stmt *row;
    int at_row; /* it stands at one that was not taken yet */
    int64_t owner;
    uint64_t bad; /* rows that are not as they must be */
    int n;        /* columns that count */
} cursor;

static assay_status go_on(store *s, const store_table *t, cursor *c, assay_error *err)
{
    assay_status status = ASSAY_OK;
    const int n = c->n ? c->n : (c->n = (int)n_counting(t));
    c->at_row = store_next(s, c->row, doing, &status, err);
    if (!c->at_row) return status;
    c->owner = sqlite3_column_int64(c->row, n);
    c->bad += !sqlite3_column_int(c->row, n + 1);
    return ASSAY_OK;
}

/* The rows of one owner, from a pass over all or from a statement for these. */
static assay_status put_parts(store *s, const store_table *t, int64_t owner, cursor *pass, records *to,
                              assay_error *err)
{
    cursor own = { 0 };
    cursor *c = pass ? pass : &own;
    seal_table *table = &s->seals.table[place_of(t)];
    assay_status status = ASSAY_OK;
    if (!pass) {
        status = prepare_found(s, t, t->column[0].name, &table->parts, err);
        if (status != ASSAY_OK) return status;
        own.row = table->parts;
        sqlite3_reset(own.row);
        sqlite3_bind_int64(own.row, 1, owner);
        status = go_on(s, t, c, err);
    }
    while (status == ASSAY_OK && c->at_row && c->owner == owner) {
        if (!note_start(to)) return no_memory(s, err);
        status = put_record(s, t, c->row, &to->all, err);
        if (status == ASSAY_OK) status = go_on(s, t, c, err);
    }
    if (!pass) sqlite3_reset(own.row);
    return status;
}

/* passes [store_n_tables] of a pass over all cells; NULL: none is under way. */
static assay_status digest_row(store *s, const store_table *t, sqlite3_stmt *row, int64_t id, cursor *passes,
                               unsigned char to[SEAL_BYTES], assay_error *err)
{
    bytes own = { 0 };
    records parts = { 0 };
    assay_status status = put_record(s, t, row, &own, err);
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++) {
        const store_table *part = &store_tables[k];
        if (part->part_of && strcmp(part->part_of, t->name) == 0)
            status = put_parts(s, part, id, passes ? &passes[k] : NULL, &parts, err);
    }
    if (status == ASSAY_OK && !parts.all.failed) status = put_sorted(s, &parts, &own, err);
    if (status == ASSAY_OK && parts.all.failed) status = no_memory(s, err);
    if (status == ASSAY_OK) digest_of(&own, to);
    free(own.at);
    free(parts.all.at);
    free(parts.start);
    return status;
}

/* ---- names ---- */

static size_t place_in(const seal_table *table, int64_t id)
{
    size_t from = 0, to = table->n_names;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (table->name[middle].id < id) from = middle + 1;
        else to = middle;
    }
    return from;
}

static assay_status learn_name(store *s, const store_table *t, int64_t id, seal_name *to, assay_error *err)
{
    seal_table *table = &s->seals.table[place_of(t)];
    assay_status status = prepare_found(s, t, "id", &table->row, err);
    if (status != ASSAY_OK) return status;
    sqlite3_reset(table->row);
    sqlite3_bind_int64(table->row, 1, id);
    const int step = sqlite3_step(table->row);
    if (step == SQLITE_ROW) {
        *to = (seal_name){ .id = id, .of = t->column[0].refers ? sqlite3_column_int64(table->row, 0) : 0 };
        status = digest_row(s, t, table->row, id, NULL, to->digest, err);
    } else {
        s->seals.dangling = step == SQLITE_DONE;
        status = s->seals.dangling ? ASSAY_EINPUT : store_error(s, doing, err);
    }
    sqlite3_reset(table->row);
    return status;
}

static assay_status name_of(store *s, const store_table *t, int64_t id, const seal_name **to, assay_error *err)
{
    seal_table *table = &s->seals.table[place_of(t)];
    size_t place = place_in(table, id);
    if (place == table->n_names || table->name[place].id != id) {
        seal_name one;
        ASSAY_TRY(learn_name(s, t, id, &one, err));
        seal_name *more = grown(table->name, sizeof *more, table->n_names, &table->room);
        if (!more) return no_memory(s, err);
        table->name = more;
        memmove(more + place + 1, more + place, (table->n_names - place) * sizeof *more);
        more[place] = one;
        table->n_names++;
    }
    *to = &table->name[place];
    return ASSAY_OK;
}

static void forget_names(store *s)
{
    for (size_t k = 0; k < store_n_tables; k++) s->seals.table[k].n_names = 0;
}

void seal_forget(store *s)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        seal_table *table = &s->seals.table[k];
        sqlite3_finalize(table->row);
        sqlite3_finalize(table->parts);
        table->row = table->parts = NULL;
    }
    forget_names(s);
}

void seal_free(store *s)
{
    seal_forget(s);
    for (size_t k = 0; k < store_n_tables; k++) free(s->seals.table[k].name);
    free(s->seals.touched);
}

assay_status seal_rows(store *s, const store_table *t, seal_visit visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    unsigned char digest[SEAL_BYTES];
    sqlite3_str *text = sqlite3_str_new(s->db);
    put_select(text, t, 0);
    assay_status status = store_prepare_text(s, text, &row, doing, err);
    while (status == ASSAY_OK && store_next(s, row, doing, &status, err)) {
        status = digest_row(s, t, row, 0, NULL, digest, err);
        if (status == ASSAY_OK && visit(digest, context) != ASSAY_OK) status = no_memory(s, err);
    }
    sqlite3_finalize(row);
    return status;
}

/* ---- what a transaction changes ---- */

static void mix(unsigned char *to, const unsigned char *more)
{
    for (int k = 0; k < SEAL_BYTES; k++) to[k] ^= more[k];
}

/* seal_row(table, +1 or -1, columns...): a row that came, or went. */
static void seal_row(sqlite3_context *to, int n, sqlite3_value **of)
{
    store *s = sqlite3_user_data(to);
    bytes row = { 0 };
    unsigned char digest[SEAL_BYTES];
    seal_table *table = &s->seals.table[sqlite3_value_int(of[0])];
    for (int k = 2; k < n; k++) put_value(&row, of[k]);
    s->seals.failed |= row.failed;
    digest_of(&row, digest);
    free(row.at);
    mix(table->sum, digest);
    table->rows += sqlite3_value_int(of[1]);
    table->changed = 1;
    const store_table *t = &store_tables[sqlite3_value_int(of[0])];
    if (t->merged != MERGED_CELLS && (t->part_of || sqlite3_value_int(of[1]) < 0)) forget_names(s);
}

/* seal_touch(cell) */
static void seal_touch(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    sealing *seals = &((store *)sqlite3_user_data(to))->seals;
    const int64_t cell = sqlite3_value_int64(of[0]);
    if (seals->n_touched && seals->touched[seals->n_touched - 1] == cell) return;
    int64_t *more = grown(seals->touched, sizeof *more, seals->n_touched, &seals->room_touched);
    if (!more) {
        seals->failed = 1;
        return;
    }
    seals->touched = more;
    more[seals->n_touched++] = cell;
}

/* seal_mixed(digest, digest) */
static void seal_mixed(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    unsigned char sum[SEAL_BYTES] = { 0 };
    for (int k = 0; k < 2; k++)
        if (sqlite3_value_bytes(of[k]) == SEAL_BYTES) mix(sum, sqlite3_value_blob(of[k]));
    sqlite3_result_blob(to, sum, SEAL_BYTES, SQLITE_TRANSIENT);
}

static void put_columns(sqlite3_str *to, const store_table *t, const char *of)
{
    const size_t n = store_n_columns(t);
    if (t->has_id) sqlite3_str_appendf(to, ", %s.id", of);
    for (size_t c = 0; c < n; c++) sqlite3_str_appendf(to, ", %s.%s", of, t->column[c].name);
}

/* A trigger of this connection: what changes in a row is noted. */
static void put_watch(sqlite3_str *to, const store_table *t)
{
    static const char *const events[] = { "INSERT", "UPDATE", "DELETE" };
    const int place = (int)place_of(t);
    for (int e = 0; e < 3; e++) {
        sqlite3_str_appendf(to, "CREATE TEMP TRIGGER %s_%s AFTER %s ON main.%s BEGIN ", t->name, events[e], events[e],
                            t->name);
        if (store_is_of_cell(t)) {
            sqlite3_str_appendf(to, "SELECT seal_touch(%s.cell); END;", e == 2 ? "OLD" : "NEW");
            continue;
        }
        sqlite3_str_appendf(to, "SELECT 1%s", t->merged == MERGED_CELLS && e == 0 ? ", seal_touch(NEW.id)" : "");
        for (int gone = e == 0; gone <= (e == 1 ? 1 : e == 2 ? 0 : 1); gone++) {
            sqlite3_str_appendf(to, ", seal_row(%d, %d", place, gone ? 1 : -1);
            put_columns(to, t, gone ? "NEW" : "OLD");
            sqlite3_str_appendall(to, ")");
        }
        sqlite3_str_appendall(to, "; END;");
    }
}

assay_status seal_watch_parts(store *s, int watch, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    for (size_t k = 0; k < store_n_tables; k++) {
        const char *name = store_tables[k].name;
        if (!store_is_of_cell(&store_tables[k])) continue;
        if (watch) put_watch(text, &store_tables[k]);
        else
            sqlite3_str_appendf(text, "DROP TRIGGER temp.%s_INSERT; DROP TRIGGER temp.%s_UPDATE;"
                                      "DROP TRIGGER temp.%s_DELETE;", name, name, name);
    }
    return store_run_text(s, text, opening, err);
}

/* A cell is of another digest, too, once it or its point is named otherwise, or the point's arrays are others. */
static const char renamed[] =
    "CREATE TEMP TRIGGER cell_moved AFTER UPDATE OF point, samples, seed, variant, status, version ON main.cell"
    " BEGIN SELECT seal_touch(NEW.id); END;"
    "CREATE TEMP TRIGGER point_renamed AFTER UPDATE OF scenario, name ON main.point"
    " BEGIN SELECT seal_touch(id) FROM main.cell WHERE point = NEW.id; END;"
    "CREATE TEMP TRIGGER arrays_changed AFTER UPDATE OF hash, data, clusters ON main.representation"
    " WHEN (OLD.hash, OLD.data, OLD.clusters) <> (NEW.hash, NEW.data, NEW.clusters)"
    " BEGIN SELECT seal_touch(id) FROM main.cell WHERE point = NEW.point; END;";

static int know_functions(store *s)
{
    const int flags = SQLITE_UTF8 | SQLITE_INNOCUOUS;
    return sqlite3_create_function(s->db, "seal_row", -1, flags, s, seal_row, NULL, NULL) == SQLITE_OK &&
           sqlite3_create_function(s->db, "seal_touch", 1, flags, s, seal_touch, NULL, NULL) == SQLITE_OK &&
           sqlite3_create_function(s->db, "seal_mixed", 2, flags, s, seal_mixed, NULL, NULL) == SQLITE_OK;
}

assay_status seal_watch(store *s, assay_error *err)
{
    if (!know_functions(s)) return store_error(s, opening, err);
    sqlite3_str *text = sqlite3_str_new(s->db);
    for (size_t k = 0; k < store_n_tables; k++)
        if (!store_is_of_cell(&store_tables[k]) && store_tables[k].merged != MERGED_NOT)
            put_watch(text, &store_tables[k]);
    sqlite3_str_appendall(text, renamed);
    const assay_status status = store_run_text(s, text, opening, err);
    return status == ASSAY_OK ? seal_watch_parts(s, 1, err) : status;
}

/* Names are known as long as nobody else has changed any. */
void seal_begin(store *s)
{
    const int64_t version = store_pragma(s, "PRAGMA data_version");
    if (version != s->seals.version) forget_names(s);
    s->seals.version = version;
}

void seal_end(store *s)
{
    s->seals.n_touched = 0;
    s->seals.failed = 0;
    for (size_t k = 0; k < store_n_tables; k++) {
        seal_table *table = &s->seals.table[k];
        memset(table->sum, 0, SEAL_BYTES);
        table->rows = table->changed = 0;
    }
}

static assay_status digest_cell(store *s, int64_t id, assay_error *err)
{
    const store_table *cells = store_table_named("cell");
    seal_name one;
    s->seals.dangling = 0;
    const assay_status status = learn_name(s, cells, id, &one, err);
    if (status != ASSAY_OK) return s->seals.dangling ? ASSAY_OK : status; /* it is gone */
    return STORE_DO(s, "digest_cell", doing, err, sql_whole(id), sql_blob(one.digest, SEAL_BYTES));
}

static assay_status put_sum(store *s, const char *name, const store_table *t, int64_t rows, const unsigned char *sum,
                            assay_error *err)
{
    return STORE_DO(s, name, doing, err, sql_text(t->name), sql_whole(rows), sql_blob(sum, SEAL_BYTES));
}

static assay_status seal_tables(store *s, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++) {
        const seal_table *table = &s->seals.table[k];
        if (table->changed) status = put_sum(s, "seal_tables", &store_tables[k], table->rows, table->sum, err);
    }
    return status;
}

assay_status seal_transaction(store *s, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < s->seals.n_touched && status == ASSAY_OK; k++)
        status = digest_cell(s, s->seals.touched[k], err);
    if (status == ASSAY_OK && s->seals.failed) return no_memory(s, err);
    return status == ASSAY_OK ? seal_tables(s, err) : status;
}

/* ---- what was written is what is there ---- */

/* Pages, keys and indexes: what a pass over the rows does not show, and a search in them would. */
static assay_status check_pages(store *s, const char *database, const store_table *t, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "PRAGMA %s.integrity_check(%s)", database, t->name);
    assay_status status = store_prepare_text(s, text, &row, doing, err);
    if (status != ASSAY_OK) return status;
    const int whole = store_next(s, row, doing, &status, err) && strcmp(store_text(row, 0), "ok") == 0;
    if (!whole && status == ASSAY_OK)
        status = assay_fail(err, ASSAY_EINPUT, "%s: not a usable assay store (%.200s); " STORE_MEND, s->path,
                            store_text(row, 0), s->path);
    sqlite3_finalize(row);
    return status;
}

static assay_status sealed_as(store *s, const store_table *t, int64_t *rows, unsigned char *sum, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(s, "sealed_as", sql_text(t->name));
    assay_status status = ASSAY_OK;
    *rows = 0;
    memset(sum, 0, SEAL_BYTES);
    while (store_next(s, row, doing, &status, err)) {
        *rows = sqlite3_column_int64(row, 0);
        if (sqlite3_column_bytes(row, 1) == SEAL_BYTES) memcpy(sum, sqlite3_column_blob(row, 1), SEAL_BYTES);
    }
    return status;
}

/* All rows of a table, as the triggers see them. *bad: how many are not as they must be. */
static assay_status sum_rows(store *s, const store_table *t, int rules, int64_t *rows, unsigned char *sum,
                             uint64_t *bad, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    bytes one = { 0 };
    unsigned char digest[SEAL_BYTES];
    sqlite3_str *text = sqlite3_str_new(s->db);
    const int n = (int)store_n_columns(t) + t->has_id;
    sqlite3_str_appendall(text, "SELECT ");
    if (rules) store_put_rules(text, t, t->merged != MERGED_CELLS);
    else sqlite3_str_appendall(text, "1");
    put_columns(text, t, "t");
    sqlite3_str_appendf(text, " FROM %s AS t", t->name);
    assay_status status = store_prepare_text(s, text, &row, doing, err);
    while (status == ASSAY_OK && store_next(s, row, doing, &status, err)) {
        one.n = 0;
        for (int c = 1; c <= n; c++) put_value(&one, sqlite3_column_value(row, c));
        digest_of(&one, digest);
        mix(sum, digest);
        *rows += 1;
        *bad += !sqlite3_column_int(row, 0);
    }
    sqlite3_finalize(row);
    free(one.at);
    return status == ASSAY_OK && one.failed ? no_memory(s, err) : status;
}

static assay_status check_table(store *s, const char *database, const store_table *t, assay_error *err)
{
    int64_t rows = 0, sealed;
    unsigned char sum[SEAL_BYTES] = { 0 }, wanted[SEAL_BYTES];
    uint64_t bad = 0;
    assay_status status = check_pages(s, database, t, err);
    if (status == ASSAY_OK) status = sum_rows(s, t, 1, &rows, sum, &bad, err);
    if (status == ASSAY_OK && bad) return store_name_row(s, t, err);
    if (status == ASSAY_OK) status = sealed_as(s, t, &sealed, wanted, err);
    if (status != ASSAY_OK || (rows == sealed && memcmp(sum, wanted, SEAL_BYTES) == 0)) return status;
    return assay_fail(err, ASSAY_EINPUT,
                      "%s: the table %s is not as assay wrote it: %lld rows are there, %lld were written%s; "
                      STORE_MEND, s->path, t->name, (long long)rows, (long long)sealed,
                      rows == sealed ? ", and one is another" : "", s->path);
}

/* Cells that do not match their digests. */
typedef struct broken {
    int64_t *cell;
    size_t n, room;
} broken;

static assay_status note_broken(const store *s, broken *b, int64_t cell, assay_error *err)
{
    int64_t *more = grown(b->cell, sizeof *more, b->n, &b->room);
    if (!more) return no_memory(s, err);
    b->cell = more;
    more[b->n++] = cell;
    return ASSAY_OK;
}

/* A row of a cell that is not there, or one that is not as it must be. */
static assay_status check_passes(store *s, const cursor *passes, int64_t next, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++)
        if (passes[k].row && ((passes[k].at_row && passes[k].owner < next) || passes[k].bad))
            return store_name_row(s, &store_tables[k], err);
    return ASSAY_OK;
}

static assay_status start_passes(store *s, cursor *passes, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++) {
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t)) continue;
        sqlite3_str *text = sqlite3_str_new(s->db);
        put_select(text, t, 1);
        sqlite3_str_appendall(text, " ORDER BY ");
        for (size_t c = 0; c < t->n_keys; c++)
            sqlite3_str_appendf(text, "%s%s", c ? ", " : "", t->column[c].name);
        status = store_prepare_text(s, text, &passes[k].row, doing, err);
        if (status == ASSAY_OK) status = go_on(s, t, &passes[k], err);
    }
    return status;
}

/* What of a cell refers to nothing. */
static assay_status name_dangling(store *s, assay_error *err)
{
    assay_status status = store_name_row(s, store_table_named("cell"), err);
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++)
        if (store_is_of_cell(&store_tables[k])) status = store_name_row(s, &store_tables[k], err);
    return status == ASSAY_OK ? assay_fail(err, ASSAY_EINPUT, "%s: a cell refers to nothing; " STORE_MEND, s->path,
                                           s->path)
                              : status;
}

static assay_status check_cell(store *s, sqlite3_stmt *row, cursor *passes, broken *to, assay_error *err)
{
    const store_table *t = store_table_named("cell");
    const int n = (int)n_counting(t);
    const int64_t id = sqlite3_column_int64(row, n);
    unsigned char digest[SEAL_BYTES];
    if (!sqlite3_column_int(row, n + 1)) return store_name_row(s, t, err);
    ASSAY_TRY(check_passes(s, passes, id, err));
    s->seals.dangling = 0;
    assay_status status = digest_row(s, t, row, id, passes, digest, err);
    if (status != ASSAY_OK) return s->seals.dangling ? name_dangling(s, err) : status;
    const int same = sqlite3_column_bytes(row, n + 2) == SEAL_BYTES &&
                     memcmp(sqlite3_column_blob(row, n + 2), digest, SEAL_BYTES) == 0;
    return same ? ASSAY_OK : note_broken(s, to, id, err);
}

static assay_status check_cells(store *s, broken *to, assay_error *err)
{
    cursor passes[STORE_TABLES_MOST] = { 0 };
    sqlite3_stmt *row = NULL;
    assay_status status = start_passes(s, passes, err);
    sqlite3_str *text = sqlite3_str_new(s->db);
    put_select(text, store_table_named("cell"), 1);
    sqlite3_str_appendall(text, " ORDER BY t.id");
    if (status == ASSAY_OK) status = store_prepare_text(s, text, &row, doing, err);
    else sqlite3_free(sqlite3_str_finish(text));
    while (status == ASSAY_OK && store_next(s, row, doing, &status, err)) status = check_cell(s, row, passes, to, err);
    if (status == ASSAY_OK) status = check_passes(s, passes, INT64_MAX, err);
    sqlite3_finalize(row);
    for (size_t k = 0; k < store_n_tables; k++) sqlite3_finalize(passes[k].row);
    return status;
}

static assay_status name_broken(store *s, const broken *b, assay_error *err)
{
    char cell[400] = "?", shard[200] = "", more[80] = "";
    sqlite3_stmt *row = STORE_WITH(s, "name_broken", sql_whole(b->cell[0]));
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) {
        snprintf(cell, sizeof cell, "%s", store_text(row, 0));
        if (sqlite3_column_type(row, 1) != SQLITE_NULL)
            snprintf(shard, sizeof shard, ", which came from %s,", store_text(row, 1));
    }
    if (status != ASSAY_OK) return status;
    if (b->n > 1) snprintf(more, sizeof more, ", nor do %zu more", b->n - 1);
    return assay_fail(err, ASSAY_EINPUT, "%s: the cell %s%s does not match its digest%s; " STORE_MEND, s->path, cell,
                      shard, more, s->path);
}

assay_status seal_check(store *s, const char *database, assay_error *err)
{
    broken found = { 0 };
    assay_status status = store_know_plain(s, err);
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++) {
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t) && t->merged != MERGED_CELLS && t->merged != MERGED_NOT)
            status = check_table(s, database, t, err);
    }
    if (status == ASSAY_OK) status = check_cells(s, &found, err);
    if (status == ASSAY_OK && found.n) status = name_broken(s, &found, err);
    free(found.cell);
    return status == ASSAY_OK ? check_table(s, database, store_table_named("cell"), err) : status;
}

/* ---- mending ---- */

assay_status seal_drop_cells(store *s, uint64_t *dropped, assay_error *err)
{
    broken found = { 0 };
    assay_status status = check_cells(s, &found, err);
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++) {
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t) && t->merged != MERGED_CELLS) continue;
        sqlite3_stmt *row = NULL;
        sqlite3_str *text = sqlite3_str_new(s->db);
        sqlite3_str_appendf(text, "DELETE FROM %s WHERE %s = ?1", t->name, t->has_id ? "id" : "cell");
        status = store_prepare_text(s, text, &row, doing, err);
        for (size_t b = 0; b < found.n && status == ASSAY_OK; b++) {
            sqlite3_bind_int64(row, 1, found.cell[b]);
            status = store_step(s, row, doing, err);
        }
        sqlite3_finalize(row);
    }
    *dropped += status == ASSAY_OK ? found.n : 0;
    free(found.cell);
    return status;
}

static assay_status put_seal(store *s, const store_table *t, assay_error *err)
{
    unsigned char sum[SEAL_BYTES] = { 0 };
    int64_t rows = 0;
    uint64_t bad = 0;
    const assay_status status = sum_rows(s, t, 0, &rows, sum, &bad, err);
    return status == ASSAY_OK ? put_sum(s, "put_seal", t, rows, sum, err) : status;
}

assay_status seal_again(store *s, const store_table *only, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < store_n_tables && status == ASSAY_OK; k++)
        if (!store_is_of_cell(&store_tables[k]) && store_tables[k].merged != MERGED_NOT &&
            (!only || only == &store_tables[k]))
            status = put_seal(s, &store_tables[k], err);
    seal_end(s);
    return status;
}

int seal_lags(const store *s)
{
    int lags = s->seals.n_touched > 0;
    for (size_t k = 0; k < store_n_tables; k++) lags |= s->seals.table[k].changed;
    return lags;
}
