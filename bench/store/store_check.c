/*
 * What every row of a store must be, so that everything that reads one can read it. A store that somebody sends is held
 * against all of it before a row is taken (store_merge), and mended by the same list.
 */
#include "plain_text.h"
#include "store_sql.h"

#include <stdio.h>
#include <string.h>

static const char doing[] = "checking its rows";

/* `must` is said of the row t; NULL is no. A row that breaks it stands for all of its owner's: without a parameter a
 * point is another point, without a score a cell is not whole. */
typedef struct rule {
    const char *table, *column, *must;
    const char *owner; /* the table that t's column of the same name refers to; NULL: the row stands for itself */
} rule;

#define NAME(column) "plain(t." column ", 1023)"
#define NAME_OR_NONE(column) "t." column " IS NULL OR " NAME(column)
#define PARTS "plain(t.name, 65536)" /* put together of names */
#define PLACE "t.place BETWEEN 0 AND 63"
#define SETTING "(" NAME("name") ") AND (" NAME_OR_NONE("word") ") AND " PLACE
#define BYTES(column, most) "length(CAST(t." column " AS BLOB)) <= " #most
#define REFERS(column, table) "EXISTS(SELECT 1 FROM " table " WHERE id = t." column ")"
#define OF_ITS_METRIC                                                                                                  \
    "(SELECT metric FROM output WHERE id = t.output)"                                                                  \
    " = (SELECT metric FROM variant WHERE id = (SELECT variant FROM cell WHERE id = t.cell))"

static const rule rules[] = {
    { "plan", "name", NAME("name"), NULL },
    { "plan", "text", BYTES("text", 1048576), NULL },
    { "day", "day", "t.day = '' OR t.day GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'", NULL },
    { "look", "plan", REFERS("plan", "plan"), NULL },
    { "scenario", "name", NAME("name"), NULL },
    { "scenario", "title", NAME("title"), NULL },
    { "scenario", "symbol", NAME("symbol"), NULL },
    { "point", "name", PARTS, NULL },
    { "point", "scenario", REFERS("scenario", "scenario"), NULL },
    { "point", "what is known",
      "max(t.modularity_kind, t.compactness_kind, t.explicitness_kind) <= 2 AND"
      " min(t.modularity_kind, t.compactness_kind, t.explicitness_kind) >= 0", NULL },
    { "point_parameter", "name or word", SETTING, "point" },
    { "point_parameter", "point", REFERS("point", "point"), NULL },
    { "representation", "path", NAME("path"), NULL },
    { "representation", "hash", NAME("hash"), NULL },
    { "representation", "data", "t.data = '' OR " NAME("data"), NULL },
    { "representation", "clusters", "t.clusters BETWEEN 0 AND t.rows", NULL },
    { "representation", "problem", NAME_OR_NONE("problem"), NULL },
    { "representation", "point", REFERS("point", "point"), NULL },
    { "representation_column", "name or text", NAME("name") " AND " NAME("text") " AND " PLACE, NULL },
    { "representation_column", "point", "EXISTS(SELECT 1 FROM representation AS r WHERE r.point = t.point)", NULL },
    { "metric", "name", NAME("name"), NULL },
    { "metric", "title", NAME("title"), NULL },
    { "metric", "family", NAME("family"), NULL },
    { "output", "name", NAME("name"), NULL },
    { "output", "axis", "t.axis BETWEEN 0 AND 2", NULL },
    { "output", "metric", REFERS("metric", "metric"), NULL },
    { "variant", "name", PARTS, NULL },
    { "variant", "preset", NAME("preset"), NULL },
    { "variant", "metric", REFERS("metric", "metric"), NULL },
    { "variant_option", "name or word", SETTING, "variant" },
    { "variant_option", "variant", REFERS("variant", "variant"), NULL },
    { "want", "samples", "t.samples > 0", NULL },
    { "want", "seed_end", "t.seed_first >= 0 AND t.seed_end - t.seed_first BETWEEN 0 AND 1000000000000", NULL },
    { "want", "plan", REFERS("plan", "plan"), NULL },
    { "want", "point", REFERS("point", "point"), NULL },
    { "want", "variant", REFERS("variant", "variant"), NULL },
    { "reason", "word", NAME("word"), NULL },
    { "reason", "text", BYTES("text", 65536), NULL },
    { "cell", "id", "t.id > 0", NULL },
    { "cell", "samples", "t.samples > 0", NULL },
    { "cell", "seed", "t.seed >= 0", NULL },
    { "cell", "status", "t.status BETWEEN 0 AND 7", NULL },
    { "cell", "seconds", "abs(t.seconds) < 1e300", NULL },
    { "cell", "version", "plain(t.version, 63)", NULL },
    { "cell", "point", REFERS("point", "point"), NULL },
    { "cell", "variant", REFERS("variant", "variant"), NULL },
    { "score", "item", "t.item BETWEEN -1 AND 1048575", "cell" },
    { "score", "value", "t.value IS NULL OR abs(t.value) <= 1.7976931348623157e308", "cell" },
    { "score", "output", OF_ITS_METRIC, "cell" },
    { "score", "reason", "t.reason IS NULL OR " REFERS("reason", "reason"), "cell" },
    { "score", "cell", REFERS("cell", "cell"), NULL },
    { "uncertainty", "draws", "t.draws >= 0 AND t.defined BETWEEN 0 AND t.draws", "cell" },
    { "uncertainty", "score", "length(t.score) = 8 * t.draws", "cell" },
    { "uncertainty", "output", OF_ITS_METRIC, "cell" },
    { "uncertainty", "cell", REFERS("cell", "cell"), NULL },
};
enum { RULES = sizeof rules / sizeof *rules };

/* plain(text, most): whether it is one line of UTF-8 of at most so many bytes; no text of ours has a zero in it. */
static void plain(sqlite3_context *to, int n, sqlite3_value **of)
{
    (void)n;
    const char *text = (const char *)sqlite3_value_text(of[0]);
    const size_t bytes = (size_t)sqlite3_value_bytes(of[0]), most = (size_t)sqlite3_value_int64(of[1]);
    sqlite3_result_int(to, text && strlen(text) == bytes && text_is_plain(text, most));
}

static assay_status know_plain(store *s, assay_error *err)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    const int code = sqlite3_create_function(s->db, "plain", 2, flags, NULL, plain, NULL, NULL);
    return code == SQLITE_OK ? ASSAY_OK : store_error(s, doing, err);
}

/* "12", "cell 12": what of a row finds it again. */
static const char *key_of(const rule *r)
{
    static const struct {
        const char *table, *key;
    } others[] = {
        { "day", "t.day" },
        { "look", "'plan ' || t.plan" },
        { "want", "'plan ' || t.plan || ', point ' || t.point" },
        { "point_parameter", "'point ' || t.point || ', place ' || t.place" },
        { "representation", "'point ' || t.point" },
        { "representation_column", "'point ' || t.point || ', place ' || t.place" },
        { "variant_option", "'variant ' || t.variant || ', place ' || t.place" },
        { "score", "'cell ' || t.cell || ', output ' || t.output || ', item ' || t.item" },
        { "uncertainty", "'cell ' || t.cell || ', output ' || t.output || ', kind ' || t.kind" },
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(others[k].table, r->table) == 0) return others[k].key;
    return "'id ' || t.id";
}

static assay_status check_rule(store *s, const rule *r, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_mprintf("SELECT %s FROM %s AS t WHERE NOT coalesce((%s), 0) LIMIT 1", key_of(r), r->table,
                                r->must);
    if (!sql) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while checking %s", s->path);
    assay_status status = ASSAY_OK;
    int step = sqlite3_prepare_v2(s->db, sql, -1, &row, NULL);
    if (step == SQLITE_OK) step = sqlite3_step(row);
    if (step == SQLITE_ROW)
        status = assay_fail(err, ASSAY_EINPUT,
                            "%s: not a usable assay store (table %s, row %.80s: %s is not what a store holds); `assay "
                            "merge NEW.db %s --repair` takes what is whole",
                            s->path, r->table, store_text(row, 0), r->column, s->path);
    else if (step != SQLITE_DONE) status = store_error(s, doing, err);
    sqlite3_finalize(row);
    sqlite3_free(sql);
    return status;
}

assay_status store_check_rows(store *s, assay_error *err)
{
    assay_status status = know_plain(s, err);
    for (size_t k = 0; k < RULES && status == ASSAY_OK; k++) status = check_rule(s, &rules[k], err);
    return status;
}

static assay_status drop_rows(store *s, const rule *r, uint64_t *dropped, assay_error *err)
{
    static const char itself[] = "DELETE FROM %s AS t WHERE NOT coalesce((%s), 0)";
    static const char owner[] = "DELETE FROM %s WHERE id IN (SELECT t.%s FROM %s AS t WHERE NOT coalesce((%s), 0))";
    char *sql = r->owner ? sqlite3_mprintf(owner, r->owner, r->owner, r->table, r->must)
                         : sqlite3_mprintf(itself, r->table, r->must);
    if (!sql) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while repairing %s", s->path);
    const assay_status status = store_run_sql(s, sql, "repairing it", err);
    *dropped += status == ASSAY_OK ? (uint64_t)sqlite3_changes64(s->db) : 0;
    sqlite3_free(sql);
    return status;
}

/* What refers to a row that goes, goes in its turn: as often as there are still such. */
assay_status store_drop_rows(store *s, uint64_t *dropped, assay_error *err)
{
    *dropped = 0;
    assay_status status = know_plain(s, err);
    if (status == ASSAY_OK) status = store_run_sql(s, "PRAGMA foreign_keys=OFF", doing, err);
    if (status == ASSAY_OK) status = store_begin(s, err);
    for (uint64_t before = 1; status == ASSAY_OK && before != *dropped;) {
        before = *dropped;
        for (size_t k = 0; k < RULES && status == ASSAY_OK; k++) status = drop_rows(s, &rules[k], dropped, err);
    }
    return store_end(s, status, err);
}
