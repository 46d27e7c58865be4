/* Statements of SQL: prepared, bound, run, and how SQLite's errors are reported. */
#include "store_sql.h"

#include "embed.h"

assay_status store_error(const store *s, const char *doing, assay_error *err)
{
    const int code = sqlite3_errcode(s->db);
    const char *why = sqlite3_errmsg(s->db);
    switch (code & 0xff) {
    case SQLITE_NOMEM: return store_no_memory(s, doing, err);
    case SQLITE_FULL:
    case SQLITE_IOERR:
        return assay_fail(
            err, ASSAY_EENVIRONMENT,
            "%s: %s while %s; what was written before is intact. Make room and run the same command again", s->path,
            why, doing);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        return assay_fail(err, s->mode & STORE_WRITE ? ASSAY_EENVIRONMENT : ASSAY_EINPUT,
                          "%s: %s while %s; check the folder's permissions or name another file with --db", s->path,
                          why, doing);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: another program holds the file (%s); try again when it is done",
                          s->path, why);
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a sum that overflows, a function of what it is not for: values that no program writes */
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
        return bad_input(s->path, err, "not a usable assay store (%s); name another file with --db", why);
    default: return assay_fail(err, ASSAY_EINTERNAL, "%s: %s while %s", s->path, why, doing);
    }
}

assay_status store_run_sql(store *s, const char *sql, const char *doing, assay_error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ASSAY_OK : store_error(s, doing, err);
}

assay_status store_no_memory(const store *s, const char *doing, assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "%s: memory ran out while %s", s->path, doing);
}

assay_status store_prepare_text(store *s, sqlite3_str *text, sqlite3_stmt **to, const char *doing, assay_error *err)
{
    FREED(sql_dropped) char *sql = sqlite3_str_finish(text);
    if (!sql) return store_no_memory(s, doing, err);
    const int code = sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, to, NULL);
    return code == SQLITE_OK ? ASSAY_OK : store_error(s, doing, err);
}

assay_status store_run_text(store *s, sqlite3_str *text, const char *doing, assay_error *err)
{
    FREED(sql_dropped) char *sql = sqlite3_str_finish(text);
    return sql ? store_run_sql(s, sql, doing, err) : store_no_memory(s, doing, err);
}

EMBED(store_statements, "bench/store/statements.sql")
extern const char store_statements[];

/* Whether a list of that name has column c of a table. */
static int is_listed(const char *list, size_t length, const store_table *t, size_t c)
{
    const store_column *column = &t->column[c];
    const int refers = column->refers != NULL, must = strstr(column->type, "NOT NULL") != NULL;
    const struct {
        const char *name;
        int has;
    } lists[] = {
        { "columns", 1 },
        { "keys", c < t->n_keys },
        { "others", c >= t->n_keys },
        { "counted", c >= t->n_keys && column->counts },
        { "counts", column->counts },
        { "own", !refers },
        { "needed", refers && must }, /* what it refers to */
        { "optional", refers && !must },
        { "owner", c == 0 && t->part_of },
        { "called", t->has_id ? c + 1 == t->n_keys : strcmp(column->name, "name") == 0 },
        { "said", c >= 2 }, /* of a row of a cell and an output */
        { "shown", c >= 2 && strncmp(column->type, "BLOB", 4) != 0 },
        { "numbered", c == 0 && t->has_id }, /* these: once, or not at all */
        { "unnumbered", c < t->n_keys && !t->has_id },
        { "named", c == 0 && t->merged != MERGED_CELLS },
        { "of_cell", c == 0 && store_is_of_cell(t) },
        { "not_of_cell", c == 0 && !store_is_of_cell(t) },
    };
    size_t k = 0;
    while (k < sizeof lists / sizeof *lists && (strncmp(lists[k].name, list, length) != 0 || lists[k].name[length]))
        k++;
    return k < sizeof lists / sizeof *lists && lists[k].has;
}

/* LIST:BETWEEN:EACH up to `end`: EACH of every column that the list has, @ its name, $ the table that it refers to. */
static void put_list(sqlite3_str *to, const store_table *t, const char *list, const char *end)
{
    const char *between = strchr(list, ':') + 1, *each = strchr(between, ':') + 1;
    int n = 0;
    for (size_t c = 0; c < store_n_columns(t); c++) {
        if (!is_listed(list, (size_t)(between - 1 - list), t, c)) continue;
        if (n++) sqlite3_str_append(to, between, (int)(each - 1 - between));
        for (const char *at = each; at < end; at++) {
            if (*at == '@') sqlite3_str_appendall(to, t->column[c].name);
            else if (*at == '$') sqlite3_str_appendall(to, t->column[c].refers);
            else sqlite3_str_append(to, at, 1);
        }
    }
}

static void put_section(sqlite3_str *to, const char *name, size_t length, const store_table *t);

/* What stands between braces. */
static void put_inner(sqlite3_str *to, const char *inner, size_t length, const store_table *t)
{
    if (memchr(inner, ':', length)) put_list(to, t, inner, inner + length);
    else if (strncmp(inner, "table}", 6) == 0) sqlite3_str_appendall(to, t->name);
    else if (strncmp(inner, "place}", 6) == 0) sqlite3_str_appendf(to, "%d", (int)(t - store_tables));
    else if (strncmp(inner, "create}", 7) == 0) store_put_create(to, t);
    else if (strncmp(inner, "rules}", 6) == 0) store_put_rules(to, t);
    else put_section(to, inner, length, t);
}

static void put_section(sqlite3_str *to, const char *name, size_t length, const store_table *t)
{
    static const char mark[] = "\n-- name: ";
    const char *at = store_statements;
    while ((at = strstr(at, mark)) && (strncmp(at += strlen(mark), name, length) != 0 || at[length] != '\n')) continue;
    const char *const next = at ? strstr(at, mark) : NULL;
    for (at = at ? at + length + 1 : ""; *at && at != next; at++) {
        if (*at != '{') {
            sqlite3_str_append(to, at, 1);
            continue;
        }
        const size_t inner = strcspn(at + 1, "}");
        put_inner(to, at + 1, inner, t);
        at += 1 + inner;
    }
}

void store_put_sql(sqlite3_str *to, const char *name, const store_table *of)
{
    put_section(to, name, strlen(name), of);
}

assay_status store_run_of(store *s, const char *name, const store_table *of, const char *doing, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, name, of);
    return store_run_text(s, text, doing, err);
}

assay_status store_prepare_of(store *s, const char *name, const store_table *of, sqlite3_stmt **to, const char *doing,
                              assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, name, of);
    return store_prepare_text(s, text, to, doing, err);
}

sqlite3_stmt *store_prepare(store *s, const char *name)
{
    size_t k = 0;
    while (k < STORE_STATEMENTS && s->statement[k].name && s->statement[k].name != name) k++;
    if (k == STORE_STATEMENTS) return NULL;
    if (!s->statement[k].prepared) {
        if (store_prepare_of(s, name, NULL, &s->statement[k].prepared, "", NULL) != ASSAY_OK) return NULL;
        s->statement[k].name = name;
    }
    sqlite3_reset(s->statement[k].prepared);
    sqlite3_clear_bindings(s->statement[k].prepared);
    return s->statement[k].prepared;
}

assay_status store_step(store *s, sqlite3_stmt *statement, const char *doing, assay_error *err)
{
    if (!statement || sqlite3_step(statement) != SQLITE_DONE) return store_error(s, doing, err);
    sqlite3_reset(statement);
    return ASSAY_OK;
}

/* As many as the statement has parameters. */
static void bind_all(sqlite3_stmt *statement, const sql_value *value, size_t n)
{
    const int wanted = sqlite3_bind_parameter_count(statement);
    for (int place = 1; place <= (int)n && place <= wanted; place++) {
        const sql_value *v = &value[place - 1];
        if (v->type == SQLITE_INTEGER) sqlite3_bind_int64(statement, place, v->whole);
        else if (v->type == SQLITE_FLOAT) sqlite3_bind_double(statement, place, v->real);
        else if (v->type == SQLITE_BLOB) sqlite3_bind_blob(statement, place, v->text, v->bytes, SQLITE_STATIC);
        else if (v->type == SQLITE_TEXT) sqlite3_bind_text(statement, place, v->text, v->bytes, SQLITE_STATIC);
    }
}

sqlite3_stmt *store_prepare_with(store *s, const char *name, const sql_value *value, size_t n)
{
    sqlite3_stmt *statement = store_prepare(s, name);
    if (statement) bind_all(statement, value, n);
    return statement;
}

assay_status store_run_with(store *s, const char *name, const char *doing, assay_error *err, const sql_value *value,
                            size_t n)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, name, NULL);
    FREED(sql_dropped) char *sql = sqlite3_str_finish(text);
    if (!sql) return store_no_memory(s, doing, err);
    for (const char *at = sql; *at;) {
        FREED(row_dropped) sqlite3_stmt *one = NULL;
        int code = sqlite3_prepare_v2(s->db, at, -1, &one, &at);
        if (one) bind_all(one, value, n);
        while (code == SQLITE_OK || code == SQLITE_ROW) code = one ? sqlite3_step(one) : SQLITE_DONE;
        if (code != SQLITE_DONE) return store_error(s, doing, err);
    }
    return ASSAY_OK;
}

int store_next(store *s, sqlite3_stmt *row, const char *doing, assay_status *status, assay_error *err)
{
    const int step = !row ? SQLITE_ERROR : *status == ASSAY_OK ? sqlite3_step(row) : SQLITE_DONE;
    if (step == SQLITE_ROW) return 1;
    if (step != SQLITE_DONE) *status = store_error(s, doing, err);
    sqlite3_reset(row);
    return 0;
}

assay_status store_number(store *s, sqlite3_stmt *row, const char *doing, int64_t *to, assay_error *err)
{
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) *to = sqlite3_column_int64(row, 0);
    return status;
}

int64_t store_pragma(store *s, const char *sql)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    const int found = sqlite3_prepare_v2(s->db, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW;
    return found ? sqlite3_column_int64(row, 0) : -1;
}

const char *store_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

double store_real(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, column);
}
