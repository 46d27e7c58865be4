/*
 * The store that is taken is attached to the union. Of every table with names the rows that are new go over, and a
 * temporary table says which number there is which number here; cells get numbers behind all that are there, so that
 * their scores are written in the order in which they are read.
 */
#include "store_merge.h"

#include "store_sql.h"

static const char doing[] = "merging", checking[] = "checking its rows";

/* each: what stands for a column, whose name is %s once or twice. */
static void put_columns(sqlite3_str *to, const store_table *t, size_t first, size_t end, const char *between,
                        const char *each)
{
    for (size_t c = first; c < end; c++) {
        if (c > first) sqlite3_str_appendall(to, between);
        sqlite3_str_appendf(to, each, t->column[c].name, t->column[c].name);
    }
}

/* A table of the store that is taken, its numbers made those of the union. */
static void put_taken(sqlite3_str *to, const store_table *t)
{
    const size_t n = store_n_columns(t);
    sqlite3_str_appendf(to, "CREATE TEMP VIEW taken_%s AS SELECT %s", t->name, t->has_id ? "p.id AS id, " : "");
    for (size_t c = 0; c < n; c++) {
        const char *name = t->column[c].name, *refers = t->column[c].refers;
        sqlite3_str_appendf(to, "%s%s%s.%s AS %s", c ? ", " : "", refers ? "map_" : "p", refers ? refers : "",
                            refers ? "new" : name, name);
    }
    if (store_is_of_cell(t)) sqlite3_str_appendall(to, ", map_cell.fresh AS fresh, map_cell.other AS other");
    sqlite3_str_appendf(to, " FROM part.%s AS p", t->name);
    for (size_t c = 0; c < n; c++) {
        const char *refers = t->column[c].refers;
        const char *join = strstr(t->column[c].type, "NOT NULL") ? "JOIN" : "LEFT JOIN";
        if (refers) sqlite3_str_appendf(to, " %s map_%s ON map_%s.old = p.%s", join, refers, refers, t->column[c].name);
    }
    sqlite3_str_appendall(to, ";\n");
}

/* Which number there is which number here, and what is taken seen so. */
static assay_status make_maps(store *s, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, "make_maps");
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *t = &store_tables[k];
        if (t->has_id)
            sqlite3_str_appendf(text,
                                "CREATE TEMP TABLE IF NOT EXISTS map_%s(old INTEGER PRIMARY KEY, new INTEGER NOT NULL, "
                                "fresh INTEGER NOT NULL, other INTEGER);DELETE FROM map_%s;",
                                t->name, t->name);
        if (t->merged != MERGED_NOT) put_taken(text, t);
    }
    return store_run_text(s, text, doing, err);
}

/* Takes the rows that the union lacks; `of` is the end of the statement. */
static assay_status take_rows(store *s, const store_table *t, const char *of, assay_error *err)
{
    const size_t n = store_n_columns(t);
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "INSERT OR IGNORE INTO main.%s(", t->name);
    put_columns(text, t, 0, n, ", ", "%s");
    sqlite3_str_appendall(text, ") SELECT ");
    put_columns(text, t, 0, n, ", ", "%s");
    sqlite3_str_appendf(text, " FROM temp.taken_%s %s", t->name, of);
    return store_run_text(s, text, doing, err);
}

/* Whether a query, which is put together, gives a row; its first column into `first`. */
static assay_status first_row(store *s, sqlite3_str *text, int *found, char *first, size_t size, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(store_prepare_text(s, text, &row, doing, err));
    *found = store_next(s, row, doing, &status, err);
    if (*found) snprintf(first, size, "%s", store_text(row, 0));
    return status;
}

/* Where the query, which is put together, gives a row, its first column is what is called alike and is not the same. */
static assay_status refuse_other(store *s, sqlite3_str *text, const char *from, const char *table, assay_error *err)
{
    char what[256];
    int found;
    ASSAY_TRY(first_row(s, text, &found, what, sizeof what, err));
    if (!found) return ASSAY_OK;
    return bad_input(
        from, err,
        "the %s '%s' is another one than that in %s; stores of different plans or versions that use the same name "
        "are kept apart, or merged with --mixed, where they only differ in how it is described",
        table, what, s->path);
}

/* Once all are there: a name must stand for the same thing in both, and every row must have found its place. mixed: in
 * what counts, the rest is as describe_alike leaves it. */
static assay_status check_described(store *s, const store_table *t, const char *from, int mixed, assay_error *err)
{
    const size_t n = store_n_columns(t);
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "SELECT p.%s FROM temp.taken_%s AS p WHERE NOT EXISTS(SELECT 1 FROM main.%s AS m WHERE ",
                        t->has_id ? t->column[t->n_keys - 1].name : "name", t->name, t->name);
    put_columns(text, t, 0, t->n_keys, " AND ", "m.%s = p.%s");
    for (size_t c = t->n_keys; c < n; c++)
        if (!mixed || t->column[c].counts) put_columns(text, t, c, c + 1, "", " AND m.%s IS p.%s");
    sqlite3_str_appendall(text, ") LIMIT 1");
    return refuse_other(s, text, from, t->name, err);
}

/* A point has its parameters and a variant its options: of one that both have, neither has more than the other. */
static assay_status check_parts(store *s, const store_table *t, const char *from, assay_error *err)
{
    const char *of = t->column[0].refers;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(
        text,
        "SELECT m.name FROM map_%s AS map JOIN main.%s AS m ON m.id = map.new WHERE NOT map.fresh AND (SELECT count(*) "
        "FROM main.%s WHERE %s = map.new) <> (SELECT count(*) FROM part.%s WHERE %s = map.old) LIMIT 1",
        of, of, t->name, of, t->name, of);
    return refuse_other(s, text, from, of, err);
}

/* The highest number of a table. */
static int64_t highest_id(store *s, const char *table)
{
    char find[80];
    snprintf(find, sizeof find, "SELECT coalesce(max(id), 0) FROM main.%s", table);
    return store_pragma(s, find);
}

static assay_status map_names(store *s, const store_table *t, int64_t before, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(
        text, "INSERT INTO map_%s SELECT p.id, m.id, m.id > %lld, 0 FROM temp.taken_%s AS p JOIN main.%s AS m ON ",
        t->name, (long long)before, t->name, t->name);
    put_columns(text, t, 0, t->n_keys, " AND ", "m.%s = p.%s");
    return store_run_text(s, text, doing, err);
}

/* Of two descriptions of one name, that which comes later as text, in whatever order stores are taken. */
static assay_status describe_alike(store *s, const store_table *t, assay_error *err)
{
    const size_t n = store_n_columns(t);
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "UPDATE main.%s AS m SET ", t->name);
    put_columns(text, t, t->n_keys, n, ", ", "%s = p.%s");
    sqlite3_str_appendf(text, " FROM temp.taken_%s AS p WHERE ", t->name);
    put_columns(text, t, 0, t->n_keys, " AND ", "m.%s = p.%s");
    sqlite3_str_appendall(text, " AND (");
    put_columns(text, t, t->n_keys, n, " || ", "quote(p.%s)");
    sqlite3_str_appendall(text, ") > (");
    put_columns(text, t, t->n_keys, n, " || ", "quote(m.%s)");
    sqlite3_str_appendall(text, ")");
    return store_run_text(s, text, doing, err);
}

static assay_status take_names(store *s, const store_table *t, const char *from, int mixed, assay_error *err)
{
    const int describes = store_n_columns(t) > t->n_keys;
    const int64_t before = highest_id(s, t->has_id ? t->name : "cell");
    if (describes && t->part_of) ASSAY_TRY(check_parts(s, t, from, err));
    ASSAY_TRY(take_rows(s, t, t->has_id ? "ORDER BY id" : "", err));
    if (t->has_id) ASSAY_TRY(map_names(s, t, before, err));
    if (describes && mixed) ASSAY_TRY(describe_alike(s, t, err));
    return describes ? check_described(s, t, from, mixed, err) : ASSAY_OK;
}

/* A representation that only one of the two has read is as that one says. Of two paths, or two problems, that of the
 * union is the same in whatever order stores are taken. Digests of cells hold what counts: the cells of neither may be
 * of another row than that which stays. */
static assay_status take_representations(store *s, const char *from, assay_error *err)
{
    char path[256];
    int found;
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, "take_representations.other");
    for (const store_column *c = store_table_named("representation")->column; c->name; c++)
        if (c->counts && !c->refers) sqlite3_str_appendf(text, " OR p.%s IS NOT m.%s", c->name, c->name);
    sqlite3_str_appendall(text, ") LIMIT 1");
    ASSAY_TRY(first_row(s, text, &found, path, sizeof path, err));
    if (found)
        return bad_input(from, err,
                         "the file %s held something else, or was drawn by other rows or clusters, when it was "
                         "scored there than when it was scored for %s; score it again in one of the two",
                         path, s->path);
    return store_run(s, "take_representations", doing, err);
}

static assay_status take_wants(store *s, assay_error *err)
{
    ASSAY_TRY(store_run(s, "take_wants", doing, err));
    assay_status status = ASSAY_OK;
    sqlite3_stmt *row = store_prepare(s, "take_wants.wishes");
    while (store_next(s, row, doing, &status, err)) {
        sql_value value[6];
        for (int k = 0; k < 6; k++) value[k] = sql_whole(sqlite3_column_int64(row, k));
        status = store_add_want(s, value, err);
    }
    return status;
}

static int is_blob(const store_column *column) { return strncmp(column->type, "BLOB", 4) == 0; }

/* All columns behind the keys as one text, in which every number counts; but draws are too many. */
static void put_text(sqlite3_str *to, const store_table *t, const char *of)
{
    const size_t n = store_n_columns(t);
    sqlite3_str_appendall(to, ", format('");
    for (size_t c = 2; c < n; c++)
        if (!is_blob(&t->column[c]))
            sqlite3_str_appendf(to, "%s%s %s", c > 2 ? ", " : "", t->column[c].name,
                                strncmp(t->column[c].type, "REAL", 4) == 0 ? "%!.17g" : "%s");
    sqlite3_str_appendall(to, "'");
    for (size_t c = 2; c < n; c++)
        if (!is_blob(&t->column[c])) sqlite3_str_appendf(to, ", %s.%s", of, t->column[c].name);
    sqlite3_str_appendall(to, ")");
}

/* Rows of cells that both have, intervals and chance levels say, and that are not the same in both. */
static void put_contradictions(sqlite3_str *to, const store_table *t)
{
    sqlite3_str_appendall(
        to, "WITH said(cell, output, item, there, taken, a, b, differs) AS (SELECT p.cell, p.output, -1, NULL, NULL");
    put_text(to, t, "m");
    put_text(to, t, "p");
    sqlite3_str_appendall(to, ", ");
    put_columns(to, t, 2, store_n_columns(t), " OR ", "m.%s IS NOT p.%s");
    sqlite3_str_appendf(to, " FROM temp.taken_%s AS p JOIN main.%s AS m ON m.cell = p.cell AND ", t->name, t->name);
    if (t->same) sqlite3_str_appendall(to, t->same);
    else put_columns(to, t, 1, t->n_keys, " AND ", "m.%s = p.%s");
    sqlite3_str_appendall(to, " WHERE p.cell IN (SELECT new FROM map_cell WHERE other)) ");
    store_put_sql(to, "contradictions");
}

static const char *text_or_null(sqlite3_stmt *row, int place)
{
    return sqlite3_column_type(row, place) == SQLITE_NULL ? NULL : store_text(row, place);
}

static assay_status tell_differences(store *s, sqlite3_str *text, const store_merging *how, store_merged *sum,
                                     assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(store_prepare_text(s, text, &row, doing, err));
    while (store_next(s, row, doing, &status, err)) {
        const store_difference one = { .scenario = store_text(row, 0),
                                       .point = store_text(row, 1),
                                       .samples = (uint64_t)sqlite3_column_int64(row, 2),
                                       .seed = (uint64_t)sqlite3_column_int64(row, 3),
                                       .metric = store_text(row, 4),
                                       .variant = store_text(row, 5),
                                       .output = text_or_null(row, 6),
                                       .item = sqlite3_column_int64(row, 7),
                                       .there = store_real(row, 8),
                                       .taken = store_real(row, 9),
                                       .there_why = text_or_null(row, 10),
                                       .taken_why = text_or_null(row, 11),
                                       .cell = sqlite3_column_int64(row, 12),
                                       .of_interval = sqlite3_column_int(row, 13) };
        sum->differences++;
        if (how->differs) status = how->differs(&one, how->context);
    }
    return status;
}

static assay_status find_all_differences(store *s, const store_merging *how, store_merged *sum, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    store_put_sql(text, "find_differences");
    ASSAY_TRY(tell_differences(s, text, how, sum, err));
    for (size_t k = 0; k < store_n_tables; k++) {
        if (store_tables[k].merged != MERGED_MORE) continue;
        text = sqlite3_str_new(s->db);
        put_contradictions(text, &store_tables[k]);
        ASSAY_TRY(tell_differences(s, text, how, sum, err));
    }
    return ASSAY_OK;
}

/* Rows of cells: of those that are new, and of those that both have what only this store has. */
static assay_status take_all_parts(store *s, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t)) continue;
        ASSAY_TRY(take_rows(s, t, t->merged == MERGED_MORE ? "WHERE fresh OR other" : "WHERE fresh", err));
    }
    return store_run(s, "take_all_parts", doing, err);
}

/* What a cell says that came from nowhere else: the last part of a path. */
static assay_status name_shard(store *s, const char *from, assay_error *err)
{
    const char *slash = strrchr(from, '/');
    char name[256];
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : from);
    text_make_plain(name);
    ASSAY_TRY(STORE_DO(s, "name_shard.put", doing, err, sql_text(name)));
    return STORE_DO(s, "name_shard.this", doing, err, sql_text(name));
}

static assay_status take_cells(store *s, const char *from, const store_merging *how, store_merged *sum,
                               assay_error *err)
{
    /* what is not compared is the same in whatever order stores are taken */
    ASSAY_TRY(name_shard(s, from, err));
    ASSAY_TRY(store_run(s, "take_cells.shared", doing, err));
    sum->before = (uint64_t)sqlite3_changes64(s->db);
    sum->cells = (uint64_t)store_pragma(s, "SELECT count(*) FROM part.cell");
    if (sum->before) ASSAY_TRY(find_all_differences(s, how, sum, err));
    if (sum->differences) return ASSAY_OK;
    const int64_t base = highest_id(s, "cell");
    ASSAY_TRY(STORE_RUN_WITH(s, "take_cells.numbers", doing, err, sql_whole(base)));
    ASSAY_TRY(store_run(s, "take_cells.cells", doing, err));
    sum->first = base + 1;
    sum->end = highest_id(s, "cell") + 1;
    ASSAY_TRY(seal_untouch(s, err)); /* what is new has the digest that it came with */
    ASSAY_TRY(take_all_parts(s, err));
    return store_run(s, "take_cells.least", doing, err);
}

static assay_status check_another(const store *to, const char *from, assay_error *err)
{
    struct stat a = { 0 }, b;
    if (stat(from, &a) == 0 && stat(to->path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        return assay_fail(err, ASSAY_EUSAGE, "%s: a store cannot be merged into itself", from);
    return ASSAY_OK;
}

/* Runs the statements that a query gives, one a row. */
static assay_status run_found(store *s, const char *find, assay_error *err)
{
    assay_status status = ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_stmt *row = store_prepare(s, find);
    while (store_next(s, row, doing, &status, err)) sqlite3_str_appendf(text, "%s;", store_text(row, 0));
    if (status == ASSAY_OK) return store_run_text(s, text, doing, err);
    sqlite3_free(sqlite3_str_finish(text));
    return status;
}

/* Nothing is taken that a reader would refuse: the union could not be read, and nothing would take it out again. What
 * is checked is what is taken, whoever writes to the file meanwhile: the readers' own statements read the attached
 * store, in the transaction that takes it, through views that go before their tables' names. */
static assay_status check_content(store *to, const char *from, assay_error *err)
{
    store part = { .db = to->db, .path = (char *)(uintptr_t)from };
    catalog of = { 0 };
    assay_status status = store_check_schema(&part, "part", err);
    if (status == ASSAY_OK) status = run_found(&part, "check_content.hide", err);
    if (status == ASSAY_OK) status = seal_check(&part, "part", err);
    if (status == ASSAY_OK) status = store_catalog(&part, &of, err);
    catalog_free(&of);
    store_forget_statements(&part);
    if (status == ASSAY_OK) status = seal_know(to, err);
    if (status == ASSAY_OK)
        status = run_found(&part, "check_content.show", err); /* where not, they go with the transaction */
    store_forget_statements(&part);
    return status;
}

/* Of a store the cells that came from a shard go, with all that is theirs. */
static assay_status drop_shard(store *s, const char *name, uint64_t *dropped, assay_error *err)
{
    ASSAY_TRY(store_begin(s, err));
    assay_status status = STORE_DO(s, "drop_shard", doing, err, sql_text(name));
    if (status == ASSAY_OK && !sqlite3_changes64(s->db))
        status = bad_input(s->path, err, "none of its cells came from a store named %s", name);
    if (status == ASSAY_OK) status = seal_drop_cells(s, dropped, err);
    if (status == ASSAY_OK) status = seal_again(s, store_table_named("cell"), err);
    return store_end(s, status, err);
}

/* A part that breaks a rule stands for the whole: without a parameter a point is another point, without a score a cell
 * is not whole. One whose owner is not there stands for itself. */
static assay_status drop_rows(store *s, const store_table *t, size_t c, uint64_t *dropped, assay_error *err)
{
    const char *owner = c ? t->part_of : NULL;
    sqlite3_str *text = sqlite3_str_new(s->db);
    if (owner) sqlite3_str_appendf(text, "DELETE FROM %s WHERE id IN (SELECT t.%s FROM %s", owner, owner, t->name);
    else sqlite3_str_appendf(text, "DELETE FROM %s", t->name);
    sqlite3_str_appendall(text, " AS t WHERE NOT coalesce(");
    store_put_rule(text, t, c, 1);
    sqlite3_str_appendall(text, owner ? ", 0))" : ", 0)");
    const assay_status status = store_run_text(s, text, "repairing it", err);
    *dropped += status == ASSAY_OK ? (uint64_t)sqlite3_changes64(s->db) : 0;
    return status;
}

/* What refers to a row that goes, goes in its turn: as often as there are still such. */
static assay_status drop_all(store *s, uint64_t *dropped, assay_error *err)
{
    for (uint64_t before = *dropped + 1; before != *dropped;) {
        before = *dropped;
        for (size_t k = 0; k < store_n_tables; k++)
            for (size_t c = 0; c <= store_n_columns(&store_tables[k]); c++)
                ASSAY_TRY(drop_rows(s, &store_tables[k], c, dropped, err));
    }
    return ASSAY_OK;
}

/* Rows of cells that stand out of order are put where a search finds them; of two with one key the first stays. */
static assay_status order_rows(store *s, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        const char *name = store_tables[k].name;
        if (!store_is_of_cell(&store_tables[k])) continue;
        sqlite3_str *text = sqlite3_str_new(s->db);
        sqlite3_str_appendf(text, "CREATE TEMP TABLE ordered AS SELECT * FROM %s; DROP TABLE main.%s;", name, name);
        store_put_create(text, &store_tables[k]);
        sqlite3_str_appendf(text, "; INSERT OR IGNORE INTO %s SELECT * FROM ordered; DROP TABLE ordered", name);
        ASSAY_TRY(store_run_text(s, text, checking, err));
    }
    return seal_untouch(s, err);
}

/* Takes out what is not as it must be, with what refers to it: cells, points and variants go whole. *dropped counts
 * the rows. */
static assay_status drop_broken_rows(store *s, uint64_t *dropped, assay_error *err)
{
    ASSAY_TRY(store_run_sql(s, "PRAGMA foreign_keys=OFF", checking, err));
    ASSAY_TRY(store_begin(s, err));
    assay_status status = order_rows(s, err);
    if (status == ASSAY_OK) status = drop_all(s, dropped, err);
    if (status == ASSAY_OK) status = seal_drop_broken(s, dropped, err);
    if (status == ASSAY_OK) status = seal_again(s, NULL, err);
    return store_end(s, status, err);
}

/* A copy of a store without what is not as it was written, or without the cells of a shard. *dropped: rows and cells
 * that were left out. */
static assay_status mend(const char *from, const store_merging *how, const unfinished_folder *folder,
                         char path[UNFINISHED_PATH], uint64_t *dropped, assay_error *err)
{
    FREED(store_dropped) store *part = NULL, *mended = NULL;
    ASSAY_TRY(store_open(from, STORE_READ | STORE_UNCHECKED, &part, err));
    ASSAY_TRY(unfinished_folder_path(folder, "mended.db", path, err));
    if (!store_save(part, path))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%.600s: no copy of %.600s can be written there; make room",
                          folder->directory, from);
    store_close(given(&part));
    ASSAY_TRY(store_open(path, STORE_WRITE | STORE_UNCHECKED, &mended, err));
    if (how->drop_shard) ASSAY_TRY(drop_shard(mended, how->drop_shard, dropped, err));
    return how->repair ? drop_broken_rows(mended, dropped, err) : ASSAY_OK;
}

/* One version of the program in all, unless mixed. */
static assay_status check_versions(store *s, const char *from, assay_error *err)
{
    char other[64] = "", own[64] = "";
    int found, has;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "SELECT version FROM main.cell LIMIT 1");
    ASSAY_TRY(first_row(s, text, &has, own, sizeof own, err));
    text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "SELECT version FROM part.cell WHERE version <> %s LIMIT 1",
                        has ? "(SELECT version FROM main.cell LIMIT 1)" : "(SELECT version FROM part.cell LIMIT 1)");
    ASSAY_TRY(first_row(s, text, &found, other, sizeof other, err));
    if (!found) return ASSAY_OK;
    return bad_input(from, err,
                     "its cells were scored by assay %s, those of %s by %s; scores of two versions may differ. "
                     "merge --mixed takes them all the same",
                     other, has ? s->path : "the others in it", has ? own : "another");
}

static assay_status take_all(store *s, const char *from, const store_merging *how, store_merged *sum, assay_error *err)
{
    if (store_pragma(s, "PRAGMA part.user_version") != store_pragma(s, "PRAGMA main.user_version"))
        return bad_input(from, err, "a store of another schema, made by another version of assay");
    ASSAY_TRY(check_content(s, from, err));
    if (!how->mixed) ASSAY_TRY(check_versions(s, from, err));
    ASSAY_TRY(make_maps(s, err));
    for (size_t k = 0; k < store_n_tables; k++) {
        const int merged = store_tables[k].merged;
        if (merged == MERGED_FILES) ASSAY_TRY(take_representations(s, from, err));
        if (merged == MERGED_BY_NAME) ASSAY_TRY(take_names(s, &store_tables[k], from, how->mixed, err));
    }
    ASSAY_TRY(take_wants(s, err));
    return take_cells(s, from, how, sum, err);
}

/* A union without a log would keep one journal for both, though only it is written to: such journals are refused
 * (store_vfs.c). One that has a log needs none. */
static assay_status journal_alone(store *to, assay_error *err)
{
    char mode[16] = "";
    int found;
    sqlite3_str *text = sqlite3_str_new(to->db);
    sqlite3_str_appendall(text, "PRAGMA part.journal_mode");
    ASSAY_TRY(first_row(to, text, &found, mode, sizeof mode, err));
    if (strcmp(mode, "wal") == 0) return ASSAY_OK;
    return store_run_sql(to, "PRAGMA part.journal_mode=MEMORY", doing, err);
}

static assay_status take_attached(store *to, const char *from, const char *file, const store_merging *how,
                                  store_merged *sum, assay_error *err)
{
    store part = { .db = to->db, .path = (char *)(uintptr_t)from }; /* an encoding that is wrong is wrong there */
    OWNED char *plain = store_plain_name(file);
    if (!plain) return no_memory(NULL, err);
    /* rows come with what they refer to: looking for it again at every score would take longer than writing it */
    ASSAY_TRY(store_run_sql(to, "PRAGMA foreign_keys=OFF; PRAGMA cache_size=-131072", doing, err));
    assay_status status = STORE_DO(&part, "attach", doing, err, sql_text(plain));
    store_forget_statements(&part);
    if (status != ASSAY_OK) return status;
    to->seals.merging = 1;
    status = journal_alone(to, err);
    if (status == ASSAY_OK) status = store_begin(to, err);
    if (status == ASSAY_OK) {
        status = take_all(to, from, how, sum, err);
        if (status == ASSAY_OK && !sum->differences) status = store_commit(to, err);
        else store_rollback(to);
    }
    store_forget_statements(to); /* which hold on to the store that goes */
    sqlite3_exec(to->db, "DETACH part; PRAGMA foreign_keys=ON", NULL, NULL, NULL);
    to->seals.merging = 0;
    return status;
}

assay_status store_merge(store *to, const char *from, const store_merging *how, store_merged *sum, assay_error *err)
{
    *sum = (store_merged){ 0 };
    FREED(store_dropped) store *part = NULL;
    FREED(unfinished_folder_close) unfinished_folder folder = { 0 };
    char path[UNFINISHED_PATH];
    const int mends = how->repair || how->drop_shard;
    int vetted;
    ASSAY_TRY(check_another(to, from, err));
    ASSAY_TRY(store_vet(from, STORE_READ, mends ? NULL : &vetted, err));
    ASSAY_TRY(store_open(from, STORE_READ | STORE_UNCHECKED, &part, err));
    store_close(given(&part)); /* which names what is no store; its rows are looked at once it is attached */
    if (mends) ASSAY_TRY(unfinished_folder_inside(how->folder, &folder, err));
    if (mends) ASSAY_TRY(mend(from, how, &folder, path, &sum->dropped, err));
    return take_attached(to, from, mends ? path : from, how, sum, err);
}
