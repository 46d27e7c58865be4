/* Reading: the catalog, every value, and progress for `status`. */
#include "store_sql.h"

sqlite3_stmt *store_prepare_filtered(store *s, const char *sql, const store_filter *filter)
{
    static const store_filter all;
    const store_filter *f = filter ? filter : &all;
    return STORE_WITH(s, sql, sql_text(f->scenarios), sql_text(f->metrics), sql_count(f->samples));
}

static assay_status not_whole(const store *s, assay_error *err)
{
    return bad_input(s->path, err,
                     "not a usable assay store (a row refers to one that is not there, or has too many parts); "
                     "name another file with --db");
}

/* Adds the row a statement stands at; ASSAY_EINPUT where it refers to nothing. */
typedef assay_status (*add_row)(store *s, sqlite3_stmt *statement, catalog *to);

static assay_status each_row(store *s, const char *find, add_row add, catalog *to, assay_error *err)
{
    static const char doing[] = "reading what was scored";
    sqlite3_stmt *statement = store_prepare(s, find);
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, doing, &status, err)) {
        const assay_status added = add(s, statement, to);
        const int had = (sqlite3_errcode(s->db) & 0xff) != SQLITE_NOMEM; /* a text that could not be had */
        if (added == ASSAY_ENOMEM) status = assay_fail(err, added, "memory ran out while reading %s", s->path);
        else if (added == ASSAY_EINPUT) status = had ? not_whole(s, err) : store_error(s, doing, err);
    }
    return status;
}

static assay_status add_scenario(store *s, sqlite3_stmt *row, catalog *to)
{
    (void)s;
    const stored_scenario entry = { sqlite3_column_int64(row, 0), (char *)store_text(row, 1),
                                    (char *)store_text(row, 2),   (char *)store_text(row, 3),
                                    sqlite3_column_int(row, 5),   (char *)store_text(row, 4) };
    return catalog_add_scenario(to, &entry) ? ASSAY_OK : ASSAY_ENOMEM;
}

/* The settings of a point or the changed options of a variant, from the rows that `find` gives for an id. */
typedef struct parts {
    setting at[STORE_PARTS];
    size_t n;
    int swept;
} parts;

static assay_status read_parts(store *s, const char *find, int64_t id, arena *memory, parts *to)
{
    sqlite3_stmt *row = STORE_WITH(s, find, sql_whole(id));
    *to = (parts){ .swept = POINT_NOT_SWEPT };
    if (!row) return ASSAY_EINPUT;
    int step;
    while ((step = sqlite3_step(row)) == SQLITE_ROW && to->n < STORE_PARTS) {
        const int is_word = sqlite3_column_type(row, 2) != SQLITE_NULL;
        setting *at = &to->at[to->n];
        at->name = arena_text(memory, store_text(row, 0));
        at->number = store_real(row, 1);
        at->word = is_word ? arena_text(memory, store_text(row, 2)) : NULL;
        if (!at->name || (is_word && !at->word)) break;
        if (sqlite3_column_int(row, 3)) to->swept = (int)to->n;
        to->n++;
    }
    sqlite3_reset(row);
    return step == SQLITE_DONE ? ASSAY_OK : to->n < STORE_PARTS && step == SQLITE_ROW ? ASSAY_ENOMEM : ASSAY_EINPUT;
}

static assay_status add_point(store *s, sqlite3_stmt *row, catalog *to)
{
    parts set;
    stored_point entry = { .id = sqlite3_column_int64(row, 0),
                           .scenario = catalog_find(&to->scenarios, sqlite3_column_int64(row, 1)),
                           .rank = sqlite3_column_int64(row, 8) };
    if (!entry.scenario) return ASSAY_EINPUT;
    ASSAY_TRY(read_parts(s, "add_point", entry.id, &to->memory, &set));
    for (int p = 0; p < 3; p++) {
        const int kind = sqlite3_column_int(row, 2 + 2 * p);
        entry.truth[p] = (assay_truth){ kind, kind == ASSAY_UNKNOWN ? 0.0 : store_real(row, 3 + 2 * p) };
    }
    assay_status status = point_from(entry.scenario->name, set.at, set.n, set.swept, &entry.at);
    if (status == ASSAY_OK && !catalog_add_point(to, &entry)) status = ASSAY_ENOMEM;
    point_free(&entry.at);
    return status;
}

static assay_status add_representation(store *s, sqlite3_stmt *row, catalog *to)
{
    (void)s;
    stored_point *of = (stored_point *)catalog_find(&to->points, sqlite3_column_int64(row, 0));
    if (!of) return ASSAY_EINPUT;
    stored_representation *r = of->representation = arena_alloc(&to->memory, 1, sizeof *r);
    if (!r) return ASSAY_ENOMEM;
    const int read = sqlite3_column_type(row, 3) == SQLITE_NULL;
    *r = (stored_representation){ .path = arena_text(&to->memory, store_text(row, 1)),
                                  .hash = arena_text(&to->memory, store_text(row, 2)),
                                  .problem = read ? NULL : arena_text(&to->memory, store_text(row, 3)),
                                  .rows = (uint64_t)sqlite3_column_int64(row, 4),
                                  .factors = (uint64_t)sqlite3_column_int64(row, 5),
                                  .codes = (uint64_t)sqlite3_column_int64(row, 6),
                                  .data = arena_text(&to->memory, store_text(row, 7)),
                                  .clusters = (uint64_t)sqlite3_column_int64(row, 8) };
    return r->path && r->hash && r->data && (read || r->problem) ? ASSAY_OK : ASSAY_ENOMEM;
}

/* A list of n with room for one more: twice as long where n is a power of two. */
static char **longer(arena *memory, char **list, size_t n)
{
    if (n & (n - 1)) return list;
    char **to = arena_alloc(memory, 2 * n + !n, sizeof *to);
    if (to && n) memcpy(to, list, n * sizeof *to);
    return to;
}

static assay_status add_representation_column(store *s, sqlite3_stmt *row, catalog *to)
{
    (void)s;
    const stored_point *of = catalog_find(&to->points, sqlite3_column_int64(row, 0));
    stored_representation *r = of ? of->representation : NULL;
    if (!r) return ASSAY_EINPUT;
    r->column = longer(&to->memory, r->column, r->n_columns);
    r->text = longer(&to->memory, r->text, r->n_columns);
    if (!r->column || !r->text) return ASSAY_ENOMEM;
    char **name = &r->column[r->n_columns], **text = &r->text[r->n_columns];
    *name = arena_text(&to->memory, store_text(row, 1));
    *text = arena_text(&to->memory, store_text(row, 2));
    r->n_columns++;
    return *name && *text ? ASSAY_OK : ASSAY_ENOMEM;
}

static assay_status add_metric(store *s, sqlite3_stmt *row, catalog *to)
{
    (void)s;
    const stored_metric entry = { sqlite3_column_int64(row, 0), (char *)store_text(row, 1), (char *)store_text(row, 2),
                                  (char *)store_text(row, 3), (uint32_t)sqlite3_column_int64(row, 4) };
    return catalog_add_metric(to, &entry) ? ASSAY_OK : ASSAY_ENOMEM;
}

static assay_status add_variant(store *s, sqlite3_stmt *row, catalog *to)
{
    parts set;
    stored_variant entry = { .id = sqlite3_column_int64(row, 0),
                             .metric = catalog_find(&to->metrics, sqlite3_column_int64(row, 1)) };
    if (!entry.metric) return ASSAY_EINPUT;
    if (sqlite3_column_type(row, 3) != SQLITE_NULL) entry.remark = (char *)store_text(row, 3);
    ASSAY_TRY(read_parts(s, "add_variant", entry.id, &to->memory, &set));
    assay_status status = variant_id_from(entry.metric->name, store_text(row, 2), set.at, set.n, &entry.name);
    if (status == ASSAY_OK && !catalog_add_variant(to, &entry)) status = ASSAY_ENOMEM;
    variant_id_free(&entry.name);
    return status;
}

static assay_status add_output(store *s, sqlite3_stmt *row, catalog *to)
{
    (void)s;
    const stored_output entry = { .id = sqlite3_column_int64(row, 0),
                                  .metric = catalog_find(&to->metrics, sqlite3_column_int64(row, 1)),
                                  .name = (char *)store_text(row, 2),
                                  .axis = sqlite3_column_int(row, 3),
                                  .measures = (uint32_t)sqlite3_column_int64(row, 4),
                                  .low = store_real(row, 5),
                                  .high = store_real(row, 6) };
    if (!entry.metric) return ASSAY_EINPUT;
    return catalog_add_output(to, &entry) ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status store_catalog(store *s, catalog *to, assay_error *err)
{
    static const struct {
        const char *find;
        add_row add;
    } tables[] = {
        { "catalog.scenarios", add_scenario },
        { "catalog.points", add_point },
        { "catalog.representations", add_representation },
        { "catalog.representation_columns", add_representation_column },
        { "catalog.metrics", add_metric },
        { "catalog.variants", add_variant },
        { "catalog.outputs", add_output },
    };
    /* one view of all tables, whatever a run writes meanwhile */
    const int mine = sqlite3_get_autocommit(s->db);
    assay_status status = mine ? store_run_sql(s, "BEGIN", "reading what was scored", err) : ASSAY_OK;
    for (size_t k = 0; k < sizeof tables / sizeof *tables && status == ASSAY_OK; k++)
        status = each_row(s, tables[k].find, tables[k].add, to, err);
    if (mine) store_rollback(s);
    return status;
}

/* NULL: the value is defined. Reasons of candidates are whatever they say; they are shown as one line. */
static const char *reason_at(store *s, sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    if (!text || text_is_plain(text, sizeof s->reason - 1)) return text;
    snprintf(s->reason, sizeof s->reason, "%s", text);
    text_make_plain(s->reason);
    return s->reason;
}

static int is_on(const stored_point *point, const store_filter *filter)
{
    if (point && representation_is_gone(point->representation) && !(filter && filter->keep_missing)) return 0;
    if (!point || !filter || !filter->profile) return 1;
    const char *profile = point_profile(&point->at);
    return strcmp(profile ? profile : PROFILE_OWN, filter->profile) == 0;
}

assay_status store_rows(store *s, const catalog *of, const store_filter *filter, store_visit_row visit, void *context,
                        assay_error *err)
{
    sqlite3_stmt *statement = store_prepare_filtered(s, filter && filter->overall ? "rows.overall" : "rows", filter);
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, "reading scores", &status, err)) {
        const store_row row = {
            .point = catalog_find(&of->points, sqlite3_column_int64(statement, 0)),
            .variant = catalog_find(&of->variants, sqlite3_column_int64(statement, 3)),
            .output = catalog_find(&of->outputs, sqlite3_column_int64(statement, 4)),
            .samples = (uint64_t)sqlite3_column_int64(statement, 1),
            .seed = (uint64_t)sqlite3_column_int64(statement, 2),
            .item = sqlite3_column_int64(statement, 5),
            .value = store_real(statement, 6),
            .undefined = reason_at(s, statement, 7),
            .seconds = store_real(statement, 8),
            .items = (uint64_t)sqlite3_column_int64(statement, 9),
            .items_undefined = (uint64_t)sqlite3_column_int64(statement, 10),
        };
        if (row.item < -1 || row.item >= STORE_ITEMS)
            status =
                bad_input(s->path, err, "not a usable assay store (item %lld of a score); name another file with --db",
                          (long long)row.item);
        else if (row.point && row.variant && row.output && is_on(row.point, filter)) status = visit(&row, context);
    }
    return status;
}

assay_status store_looks(store *s, size_t *to, assay_error *err)
{
    int64_t looks = 0;
    ASSAY_TRY(store_number(s, store_prepare(s, "looks"), "reading the plans", &looks, err));
    *to = (size_t)looks;
    return ASSAY_OK;
}

assay_status store_status(store *s, store_visit_progress visit, void *context, assay_error *err)
{
    /* Cells are counted in one pass; only where some have seeds that the plan does not ask for, one by one. */
    sqlite3_stmt *statement = store_prepare(s, "status");
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, "reading the plans", &status, err)) {
        const store_progress row = {
            .plan = store_text(statement, 0),
            .scenario = store_text(statement, 1),
            .metric = store_text(statement, 2),
            .preset = store_text(statement, 3),
            .wanted = (uint64_t)sqlite3_column_int64(statement, 4),
            .done = (uint64_t)sqlite3_column_int64(statement, 5),
            .failed = (uint64_t)sqlite3_column_int64(statement, 6),
            .seconds = store_real(statement, 7),
        };
        status = visit(&row, context);
    }
    return status;
}
