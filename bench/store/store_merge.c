/*
 * The store that is taken is attached to the union. Of every table with names the rows that are new go over, and a
 * temporary table says which number there is which number here; cells get numbers behind all that are there, so that
 * their scores are written in the order in which they are read.
 */
#include "store_merge.h"

#include "store_sql.h"

static const char doing[] = "merging", checking[] = "checking its rows";

/* Whether a statement gives a row; its first column into `first`. */
static assay_status first_row(store *s, const char *find, const store_table *t, int *found, char *first, size_t size,
                              assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(store_prepare_of(s, find, t, &row, doing, err));
    *found = store_next(s, row, doing, &status, err);
    if (*found) snprintf(first, size, "%s", store_text(row, 0));
    return status;
}

/* Where the statement gives a row, its first column is what is called alike and is not the same; table: of which. */
static assay_status refuse_other(store *s, const char *find, const store_table *t, const char *from, const char *table,
                                 assay_error *err)
{
    char what[256];
    int found;
    ASSAY_TRY(first_row(s, find, t, &found, what, sizeof what, err));
    if (!found) return ASSAY_OK;
    return bad_input(
        from, err,
        "the %s '%s' is another one than that in %s; stores of different plans or versions that use the same name "
        "are kept apart, or merged with --mixed, where they only differ in how it is described",
        table, what, s->path);
}

/* A point has its parameters and a variant its options: of one that both have, neither has more than the other. Once
 * all are there, a name must stand for the same thing in both, and every row must have found its place; mixed: in what
 * counts, the rest is as describe_alike leaves it. */
static assay_status take_names(store *s, const store_table *t, const char *from, int mixed, assay_error *err)
{
    const int describes = store_n_columns(t) > t->n_keys;
    if (describes && t->part_of) ASSAY_TRY(refuse_other(s, "check_parts", t, from, t->part_of, err));
    ASSAY_TRY(store_run_of(s, t->has_id ? "take_numbered" : "take_rows", t, doing, err));
    if (describes && mixed) ASSAY_TRY(store_run_of(s, "describe_alike", t, doing, err));
    return describes ? refuse_other(s, mixed ? "find_other.mixed" : "find_other", t, from, t->name, err) : ASSAY_OK;
}

/* A representation that only one of the two has read is as that one says. Of two paths, or two problems, that of the
 * union is the same in whatever order stores are taken. Digests of cells hold what counts: the cells of neither may be
 * of another row than that which stays. */
static assay_status take_representations(store *s, const store_table *t, const char *from, assay_error *err)
{
    char path[256];
    int found;
    ASSAY_TRY(first_row(s, "take_representations.other", t, &found, path, sizeof path, err));
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

static const char *text_or_null(sqlite3_stmt *row, int place)
{
    return sqlite3_column_type(row, place) == SQLITE_NULL ? NULL : store_text(row, place);
}

static assay_status tell_differences(store *s, const char *find, const store_table *t, const store_merging *how,
                                     store_merged *sum, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(store_prepare_of(s, find, t, &row, doing, err));
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
    ASSAY_TRY(tell_differences(s, "find_differences", NULL, how, sum, err));
    for (size_t k = 0; k < store_n_tables; k++)
        if (store_tables[k].merged == MERGED_MORE)
            ASSAY_TRY(tell_differences(s, "contradictions", &store_tables[k], how, sum, err));
    return ASSAY_OK;
}

/* Rows of cells: of those that are new, and of those that both have what only this store has. */
static assay_status take_all_parts(store *s, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        const store_table *t = &store_tables[k];
        if (!store_is_of_cell(t)) continue;
        ASSAY_TRY(store_run_of(s, t->merged == MERGED_MORE ? "take_more" : "take_fresh", t, doing, err));
    }
    return store_run(s, "take_all_parts", doing, err);
}

/* What a cell says that came from nowhere else: the last part of a path. */
static assay_status name_shard(store *s, const char *from, char name[256], assay_error *err)
{
    const char *slash = strrchr(from, '/');
    snprintf(name, 256, "%s", slash ? slash + 1 : from);
    text_make_plain(name);
    return STORE_DO(s, "name_shard", doing, err, sql_text(name));
}

static assay_status take_cells(store *s, const char *from, const store_merging *how, store_merged *sum,
                               assay_error *err)
{
    /* what is not compared is the same in whatever order stores are taken */
    char shard[256];
    ASSAY_TRY(name_shard(s, from, shard, err));
    ASSAY_TRY(store_run(s, "take_cells.shared", doing, err));
    sum->before = (uint64_t)sqlite3_changes64(s->db);
    sum->cells = (uint64_t)store_pragma(s, "SELECT count(*) FROM part.cell");
    if (sum->before) ASSAY_TRY(find_all_differences(s, how, sum, err));
    if (sum->differences) return ASSAY_OK;
    sum->first = store_pragma(s, "SELECT coalesce(max(id), 0) + 1 FROM main.cell");
    ASSAY_TRY(STORE_RUN_WITH(s, "take_cells.numbers", doing, err, sql_whole(sum->first)));
    ASSAY_TRY(STORE_DO(s, "take_cells.cells", doing, err, sql_text(shard)));
    sum->end = store_pragma(s, "SELECT coalesce(max(id), 0) + 1 FROM main.cell");
    ASSAY_TRY(seal_untouch(s, err)); /* what is new has the digest that it came with */
    ASSAY_TRY(take_all_parts(s, err));
    return STORE_RUN_WITH(s, "take_cells.least", doing, err, sql_text(shard));
}

static assay_status check_another(const store *to, const char *from, assay_error *err)
{
    struct stat a = { 0 }, b;
    if (stat(from, &a) == 0 && stat(to->path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        return assay_fail(err, ASSAY_EUSAGE, "%s: a store cannot be merged into itself", from);
    return ASSAY_OK;
}

/* Runs a section for every table. */
static assay_status for_all(store *s, const char *name, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) ASSAY_TRY(store_run_of(s, name, &store_tables[k], doing, err));
    return ASSAY_OK;
}

static assay_status check_as_reader(store *part, assay_error *err)
{
    FREED(catalog_free) catalog of = { 0 };
    ASSAY_TRY(store_check_schema(part, "part", err));
    ASSAY_TRY(for_all(part, "hide", err));
    ASSAY_TRY(seal_check(part, "part", err));
    return store_catalog(part, &of, err);
}

/* Nothing is taken that a reader would refuse: the union could not be read, and nothing would take it out again. What
 * is checked is what is taken, whoever writes to the file meanwhile: the readers' own statements read the attached
 * store, in the transaction that takes it, through views that go before their tables' names. */
static assay_status check_content(store *to, const char *from, assay_error *err)
{
    store part = { .db = to->db, .path = (char *)(uintptr_t)from };
    const assay_status status = check_as_reader(&part, err);
    store_forget_statements(&part);
    ASSAY_TRY(seal_know(to, status == ASSAY_OK ? err : NULL)); /* the functions are the union's again */
    ASSAY_TRY(status);                                         /* the views go with the transaction */
    return for_all(to, "show", err);
}

/* Of a copy of a store the cells that came from a shard go, with all that is theirs. */
static assay_status drop_shard(store *s, const char *from, const char *name, uint64_t *dropped, assay_error *err)
{
    ASSAY_TRY(store_begin(s, err));
    assay_status status = STORE_DO(s, "drop_shard", doing, err, sql_text(name));
    if (status == ASSAY_OK && !sqlite3_changes64(s->db))
        status = bad_input(from, err, "none of its cells came from a store named %s", name);
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
    if (owner) sqlite3_str_appendf(text, "DELETE FROM %s WHERE id IN (SELECT t.%s FROM", owner, owner);
    else sqlite3_str_appendall(text, "DELETE FROM");
    store_put_broken(text, t, c);
    if (owner) sqlite3_str_appendall(text, ")");
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
    for (size_t k = 0; k < store_n_tables; k++)
        if (store_is_of_cell(&store_tables[k]))
            ASSAY_TRY(store_run_of(s, "put_in_order", &store_tables[k], checking, err));
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
    if (how->drop_shard) ASSAY_TRY(drop_shard(mended, from, how->drop_shard, dropped, err));
    return how->repair ? drop_broken_rows(mended, dropped, err) : ASSAY_OK;
}

/* One version of the program in all, unless mixed. */
static assay_status check_versions(store *s, const char *from, assay_error *err)
{
    char other[64] = "", own[64] = "";
    int found, has;
    ASSAY_TRY(first_row(s, "check_versions.own", NULL, &has, own, sizeof own, err));
    ASSAY_TRY(first_row(s, "check_versions.other", NULL, &found, other, sizeof other, err));
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
    ASSAY_TRY(for_all(s, "taken", err));
    for (size_t k = 0; k < store_n_tables; k++) {
        const int merged = store_tables[k].merged;
        if (merged == MERGED_FILES) ASSAY_TRY(take_representations(s, &store_tables[k], from, err));
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
    ASSAY_TRY(first_row(to, "journal_alone", NULL, &found, mode, sizeof mode, err));
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
