/*
 * The store that is taken is attached to the union. Of every table with names the rows that are new go over, and a
 * temporary table says which number there is which number here; cells get numbers behind all that are there, so that
 * their scores are written in the order in which they are read.
 */
#include "store_merge.h"

#include "store_sql.h"
#include "unfinished.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char doing[] = "merging";

/* A column, and the table it refers to. */
typedef struct column {
    const char *name, *refers;
} column;

enum { COLUMNS = 12 };

/* A table of names: the first n_keys columns say what a row is, the others describe it. */
typedef struct names_table {
    const char *name;
    int has_id;
    size_t n_keys;
    column column[COLUMNS];
} names_table;

/* What a table refers to comes before it. */
static const names_table tables[] = {
    { "plan", 1, 1, { { "name", NULL }, { "text", NULL } } },
    { "day", 0, 1, { { "day", NULL } } },
    { "look", 0, 2, { { "plan", "plan" }, { "seeds", NULL } } },
    { "scenario", 1, 1, { { "name", NULL }, { "place", NULL }, { "title", NULL }, { "symbol", NULL } } },
    { "metric",
      1,
      1,
      { { "name", NULL }, { "place", NULL }, { "title", NULL }, { "family", NULL }, { "flags", NULL } } },
    { "reason", 1, 3, { { "text", NULL }, { "axis", NULL }, { "number", NULL }, { "word", NULL } } },
    { "point",
      1,
      2,
      { { "scenario", "scenario" },
        { "name", NULL },
        { "place", NULL },
        { "x", NULL },
        { "modularity_kind", NULL },
        { "modularity", NULL },
        { "compactness_kind", NULL },
        { "compactness", NULL },
        { "explicitness_kind", NULL },
        { "explicitness", NULL } } },
    { "output",
      1,
      2,
      { { "metric", "metric" },
        { "name", NULL },
        { "place", NULL },
        { "axis", NULL },
        { "measures", NULL },
        { "low", NULL },
        { "high", NULL } } },
    { "variant", 1, 2, { { "metric", "metric" }, { "name", NULL }, { "preset", NULL }, { "place", NULL } } },
    { "point_parameter",
      0,
      2,
      { { "point", "point" },
        { "place", NULL },
        { "name", NULL },
        { "number", NULL },
        { "word", NULL },
        { "swept", NULL } } },
    { "variant_option",
      0,
      2,
      { { "variant", "variant" }, { "place", NULL }, { "name", NULL }, { "number", NULL }, { "word", NULL } } },
    { "representation_column", 0, 2, { { "point", "point" }, { "place", NULL }, { "name", NULL }, { "text", NULL } } },
};
enum { TABLES = sizeof tables / sizeof *tables };

static size_t columns_of(const names_table *t)
{
    size_t n = 0;
    while (n < COLUMNS && t->column[n].name) n++;
    return n;
}

/* ---- statements ---- */

/* Runs a statement that was put together, and frees its text. */
static assay_status run_text(store *s, sqlite3_str *text, assay_error *err)
{
    char *sql = sqlite3_str_finish(text);
    if (!sql) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while merging into %s", s->path);
    const assay_status status = store_run_sql(s, sql, doing, err);
    sqlite3_free(sql);
    return status;
}

static void append_names(sqlite3_str *to, const names_table *t, const char *before)
{
    const size_t n = columns_of(t);
    for (size_t c = 0; c < n; c++) sqlite3_str_appendf(to, "%s%s%s", c ? ", " : "", before, t->column[c].name);
}

/* The columns of the store taken, its numbers made those of the union. */
static void append_mapped(sqlite3_str *to, const names_table *t)
{
    const size_t n = columns_of(t);
    for (size_t c = 0; c < n; c++) {
        if (t->column[c].refers) sqlite3_str_appendf(to, "%smap_%s.new", c ? ", " : "", t->column[c].refers);
        else sqlite3_str_appendf(to, "%sp.%s", c ? ", " : "", t->column[c].name);
    }
}

static void append_from(sqlite3_str *to, const names_table *t)
{
    sqlite3_str_appendf(to, " FROM part.%s AS p", t->name);
    const size_t n = columns_of(t);
    for (size_t c = 0; c < n; c++)
        if (t->column[c].refers)
            sqlite3_str_appendf(to, " JOIN map_%s ON map_%s.old = p.%s", t->column[c].refers, t->column[c].refers,
                                t->column[c].name);
}

static void append_same(sqlite3_str *to, const names_table *t)
{
    sqlite3_str_appendf(to, " JOIN main.%s AS m ON ", t->name);
    for (size_t c = 0; c < t->n_keys; c++) {
        if (c) sqlite3_str_appendall(to, " AND ");
        if (t->column[c].refers) sqlite3_str_appendf(to, "m.%s = map_%s.new", t->column[c].name, t->column[c].refers);
        else sqlite3_str_appendf(to, "m.%s = p.%s", t->column[c].name, t->column[c].name);
    }
}

/* Whether a query, which is put together, gives a row; its first column into `first`. */
static assay_status first_row(store *s, sqlite3_str *text, int *found, char *first, size_t size, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_str_finish(text);
    if (!sql) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while merging into %s", s->path);
    int step = sqlite3_prepare_v2(s->db, sql, -1, &row, NULL);
    if (step == SQLITE_OK) step = sqlite3_step(row);
    const assay_status status = step == SQLITE_ROW || step == SQLITE_DONE ? ASSAY_OK : store_error(s, doing, err);
    *found = step == SQLITE_ROW;
    if (*found) snprintf(first, size, "%s", store_text(row, 0));
    sqlite3_finalize(row);
    sqlite3_free(sql);
    return status;
}

/* ---- names ---- */

static assay_status other_name(const store *s, const char *from, const char *table, const char *what, assay_error *err)
{
    return assay_fail(err, ASSAY_EINPUT,
                      "%s: the %s '%s' is another one than that in %s; stores of different plans or versions "
                      "that use the same name are kept apart, or merged with --mixed, which keeps what %s says",
                      from, table, what, s->path, s->path);
}

/* Once all are there: a name must stand for the same thing in both, and every row must have found its place. */
static assay_status check_described(store *s, const names_table *t, const char *from, assay_error *err)
{
    char what[256];
    int found;
    const size_t n = columns_of(t);
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "SELECT p.%s", t->has_id ? t->column[t->n_keys - 1].name : "name");
    append_from(text, t);
    sqlite3_str_appendf(text, " WHERE NOT EXISTS(SELECT 1 FROM main.%s AS m WHERE ", t->name);
    for (size_t c = 0; c < n; c++) {
        const char *refers = t->column[c].refers;
        sqlite3_str_appendf(text, "%sm.%s %s %s%s.%s", c ? " AND " : "", t->column[c].name,
                            c < t->n_keys ? "=" : "IS", refers ? "map_" : "", refers ? refers : "p",
                            refers ? "new" : t->column[c].name);
    }
    sqlite3_str_appendall(text, ") LIMIT 1");
    const assay_status status = first_row(s, text, &found, what, sizeof what, err);
    return status == ASSAY_OK && found ? other_name(s, from, t->name, what, err) : status;
}

/* A point has its parameters and a variant its options: of one that both have, neither has more than the other. */
static assay_status check_parts(store *s, const names_table *t, const char *from, assay_error *err)
{
    const char *of = t->column[0].refers;
    char what[256];
    int found;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text,
                        "SELECT m.name FROM map_%s AS map JOIN main.%s AS m ON m.id = map.new WHERE NOT map.fresh AND"
                        " (SELECT count(*) FROM main.%s WHERE %s = map.new) <>"
                        " (SELECT count(*) FROM part.%s WHERE %s = map.old) LIMIT 1",
                        of, of, t->name, of, t->name, of);
    const assay_status status = first_row(s, text, &found, what, sizeof what, err);
    return status == ASSAY_OK && found ? other_name(s, from, of, what, err) : status;
}

/* The highest number of a table. */
static int64_t highest_id(store *s, const char *table)
{
    char find[80];
    snprintf(find, sizeof find, "SELECT coalesce(max(id), 0) FROM main.%s", table);
    return store_pragma(s, find);
}

static assay_status map_names(store *s, const names_table *t, int64_t before, assay_error *err)
{
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "INSERT INTO map_%s SELECT p.id, m.id, m.id > %lld", t->name, (long long)before);
    append_from(text, t);
    append_same(text, t);
    return run_text(s, text, err);
}

static assay_status take_names(store *s, const names_table *t, const char *from, int mixed, assay_error *err)
{
    const int describes = !mixed && columns_of(t) > t->n_keys;
    const int64_t before = highest_id(s, t->has_id ? t->name : "cell");
    const int of_parts =
        describes && (strcmp(t->name, "point_parameter") == 0 || strcmp(t->name, "variant_option") == 0);
    assay_status status = of_parts ? check_parts(s, t, from, err) : ASSAY_OK;
    if (status != ASSAY_OK) return status;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "INSERT OR IGNORE INTO main.%s(", t->name);
    append_names(text, t, "");
    sqlite3_str_appendall(text, ") SELECT ");
    append_mapped(text, t);
    append_from(text, t);
    if (t->has_id) sqlite3_str_appendall(text, " ORDER BY p.id");
    status = run_text(s, text, err);
    if (status == ASSAY_OK && t->has_id) status = map_names(s, t, before, err);
    return status == ASSAY_OK && describes ? check_described(s, t, from, err) : status;
}

static assay_status make_maps(store *s, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < TABLES && status == ASSAY_OK; k++) {
        if (!tables[k].has_id) continue;
        sqlite3_str *text = sqlite3_str_new(s->db);
        sqlite3_str_appendf(text,
                            "CREATE TEMP TABLE IF NOT EXISTS map_%s(old INTEGER PRIMARY KEY, new INTEGER NOT NULL,"
                            " fresh INTEGER NOT NULL);DELETE FROM map_%s",
                            tables[k].name, tables[k].name);
        status = run_text(s, text, err);
    }
    if (status != ASSAY_OK) return status;
    return store_run_sql(s,
                         "CREATE TEMP TABLE IF NOT EXISTS both(old INTEGER PRIMARY KEY, new INTEGER NOT NULL);"
                         "CREATE TEMP TABLE IF NOT EXISTS fresh(old INTEGER PRIMARY KEY, new INTEGER NOT NULL);"
                         "DELETE FROM both; DELETE FROM fresh",
                         doing, err);
}

/* A representation that only one of the two has read is as that one says. Of two paths, or two problems, that of the
 * union is the same in whatever order stores are taken. */
static assay_status take_representations(store *s, const char *from, assay_error *err)
{
    char path[256];
    int found;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "SELECT p.path FROM part.representation AS p JOIN map_point ON map_point.old = p.point"
                                " JOIN main.representation AS m ON m.point = map_point.new WHERE p.hash <> ''"
                                " AND m.hash <> '' AND p.hash <> m.hash LIMIT 1");
    ASSAY_TRY(first_row(s, text, &found, path, sizeof path, err));
    if (found)
        return assay_fail(err, ASSAY_EINPUT,
                          "%s: the file %s held something else when it was scored there than when it was scored for "
                          "%s; score it again in one of the two",
                          from, path, s->path);
    return store_run_sql(s,
                         "INSERT INTO main.representation(point, path, hash, rows, factors, codes, problem, data,"
                         " clusters) SELECT map_point.new, path, hash, rows, factors, codes, problem, data, clusters"
                         " FROM part.representation"
                         " JOIN map_point ON map_point.old = point WHERE true ON CONFLICT(point) DO UPDATE SET"
                         " hash = excluded.hash, rows = excluded.rows, factors = excluded.factors,"
                         " codes = excluded.codes, problem = excluded.problem, data = excluded.data,"
                         " clusters = excluded.clusters WHERE hash = '' AND (excluded.hash <> ''"
                         " OR coalesce(excluded.problem, '') > coalesce(problem, ''));"
                         "UPDATE main.representation AS m SET path = p.path FROM part.representation AS p"
                         " JOIN map_point ON map_point.old = p.point WHERE m.point = map_point.new AND p.path < m.path",
                         doing, err);
}

/* ---- wishes ---- */

/* Seeds that touch or overlap others of the same plan, point, samples and variant become one interval with them, so
 * that no cell is wished for twice. */
static assay_status add_want(store *s, sqlite3_stmt *new_one, assay_error *err)
{
    static const char find[] = "SELECT min(seed_first), max(seed_end) FROM main.want WHERE plan = ?1 AND point = ?2"
                               " AND samples = ?3 AND variant = ?6 AND seed_first <= ?5 AND seed_end >= ?4";
    static const char forget[] = "DELETE FROM main.want WHERE plan = ?1 AND point = ?2 AND samples = ?3"
                                 " AND variant = ?6 AND seed_first <= ?5 AND seed_end >= ?4";
    static const char put[] = "INSERT INTO main.want(plan, point, samples, seed_first, seed_end, variant)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6)";
    static const char *const three[] = { find, forget, put };
    int64_t value[6];
    for (int k = 0; k < 6; k++) value[k] = sqlite3_column_int64(new_one, k);
    for (int step = 0; step < 3; step++) {
        sqlite3_stmt *statement = store_prepare(s, three[step]);
        if (!statement) return store_error(s, doing, err);
        for (int k = 0; k < 6; k++)
            if (k + 1 <= sqlite3_bind_parameter_count(statement)) sqlite3_bind_int64(statement, k + 1, value[k]);
        const int got = sqlite3_step(statement);
        if (got != SQLITE_ROW && got != SQLITE_DONE) return store_error(s, doing, err);
        if (got == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL) { /* the hull of all of them */
            const int64_t first = sqlite3_column_int64(statement, 0), end = sqlite3_column_int64(statement, 1);
            if (first < value[3]) value[3] = first;
            if (end > value[4]) value[4] = end;
        }
        sqlite3_reset(statement);
    }
    return ASSAY_OK;
}

static assay_status take_wants(store *s, assay_error *err)
{
    static const char make[] = "CREATE TEMP TABLE IF NOT EXISTS wish(plan, point, samples, seed_first, seed_end,"
                               " variant);DELETE FROM wish";
    static const char gather[] =
        "INSERT INTO wish SELECT map_plan.new, map_point.new, p.samples, p.seed_first, p.seed_end, map_variant.new"
        " FROM part.want AS p JOIN map_plan ON map_plan.old = p.plan JOIN map_point ON map_point.old = p.point"
        " JOIN map_variant ON map_variant.old = p.variant WHERE NOT EXISTS(SELECT 1 FROM main.want AS m WHERE"
        " m.plan = map_plan.new AND m.point = map_point.new AND m.samples = p.samples AND"
        " m.seed_first = p.seed_first AND m.seed_end = p.seed_end AND m.variant = map_variant.new)";
    assay_status status = store_run_sql(s, make, doing, err);
    if (status == ASSAY_OK) status = store_run_sql(s, gather, doing, err);
    if (status != ASSAY_OK) return status;
    sqlite3_stmt *row = store_prepare(s, "SELECT plan, point, samples, seed_first, seed_end, variant FROM wish");
    while (store_next(s, row, doing, &status, err)) status = add_want(s, row, err);
    return status;
}

/* ---- cells ---- */

#define FROM_PART_CELLS \
    " FROM part.cell AS p JOIN map_point ON map_point.old = p.point JOIN map_variant ON map_variant.old = p.variant"
#define SAME_CELL \
    " m.point = map_point.new AND m.samples = p.samples AND m.seed = p.seed AND m.variant = map_variant.new"

#define SELECT_DIFFERENT                                                                                             \
    " SELECT scenario.name, point.name, cell.samples, cell.seed, metric.name, variant.name, output.name, said.item," \
    " said.there, said.taken, "
#define NAMES_OF_SAID                                                                                       \
    " JOIN main.cell AS cell ON cell.id = said.cell"                                                        \
    " JOIN main.point AS point ON point.id = cell.point JOIN main.scenario AS scenario ON scenario.id = "   \
    "point.scenario"                                                                                        \
    " JOIN main.variant AS variant ON variant.id = cell.variant JOIN main.metric AS metric ON metric.id = " \
    "variant.metric LEFT JOIN main.output AS output ON output.id = said.output"

/* What two stores say of the cells that both have, where it is not the same: overall status, values and reasons that
 * the one taken has, and how many values there are. */
static const char find_differences[] =
    "WITH said(cell, output, item, there, taken, there_why, taken_why, differs) AS ("
    " SELECT both.new, map_output.new, p.item, m.value, p.value, m.reason, map_reason.new,"
    "  m.cell IS NULL OR m.value IS NOT p.value OR m.reason IS NOT map_reason.new"
    " FROM both JOIN part.score AS p ON p.cell = both.old JOIN map_output ON map_output.old = p.output"
    " LEFT JOIN map_reason ON map_reason.old = p.reason"
    " LEFT JOIN main.score AS m ON m.cell = both.new AND m.output = map_output.new AND m.item = p.item"
    " UNION ALL SELECT both.new, NULL, -1, NULL, NULL, NULL, NULL, 1 FROM both JOIN main.cell AS m ON m.id = both.new"
    " JOIN part.cell AS p ON p.id = both.old WHERE m.status <> p.status OR"
    " (SELECT count(*) FROM main.score WHERE cell = both.new) <> (SELECT count(*) FROM part.score WHERE cell = "
    "both.old))" SELECT_DIFFERENT "a.text, b.text, cell.id, 0 FROM said" NAMES_OF_SAID
    " LEFT JOIN main.reason AS a ON a.id = said.there_why"
    " LEFT JOIN main.reason AS b ON b.id = said.taken_why WHERE said.differs";

/* The same of intervals and of chance levels (kind 3), in which every number counts. */
#define ALL_OF(u)                                                                                                      \
    "format('%d draws, %d defined, level %g, kind %d, mean %!.17g, sd %!.17g, from %!.17g to %!.17g, p %!.17g', " u    \
    ".draws, " u ".defined, " u ".level, " u ".kind, " u ".mean, " u ".sd, " u ".low, " u ".high, " u ".p)"
static const char find_contradictions[] =
    "WITH said(cell, output, item, there, taken, a, b) AS (SELECT both.new, map_output.new, -1, NULL, NULL, " ALL_OF(
        "m") ", " ALL_OF("p") " FROM both JOIN part.uncertainty AS p ON p.cell = both.old"
    " JOIN map_output ON map_output.old = p.output JOIN main.uncertainty AS m ON m.cell = both.new"
    " AND m.output = map_output.new AND (m.kind = 3) = (p.kind = 3)"
    " WHERE (m.kind, m.level, m.draws, m.defined, m.mean, m.sd, m.low, m.high, m.p, m.score) IS"
    " NOT (p.kind, p.level, p.draws, p.defined, p.mean, p.sd, p.low, p.high, p.p, p.score))" SELECT_DIFFERENT
    "said.a, said.b, cell.id, 1 FROM said" NAMES_OF_SAID;

static const char *text_or_null(sqlite3_stmt *row, int place)
{
    return sqlite3_column_type(row, place) == SQLITE_NULL ? NULL : store_text(row, place);
}

static assay_status tell_differences(store *s, const char *find, const store_merging *how, store_merged *sum,
                                     assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, find);
    assay_status status = ASSAY_OK;
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

static assay_status bad_rows(const char *from, assay_error *err)
{
    return assay_fail(err, ASSAY_EINPUT,
                      "%s: not a usable assay store (a row refers to one that is not there); leave it out, and run its "
                      "shard again",
                      from);
}

/* The statements of a step, one after the other, which see ?1: the number before the first of the new cells. */
static assay_status run_behind(store *s, const char *sql, int64_t base, assay_error *err)
{
    return store_step(s, STORE_WITH(s, sql, sql_whole(base)), doing, err);
}

static assay_status take_cells(store *s, const char *from, const store_merging *how, store_merged *sum,
                               assay_error *err)
{
    static const char shared[] =
        "INSERT INTO both SELECT p.id, m.id" FROM_PART_CELLS " JOIN main.cell AS m ON" SAME_CELL;
    static const char numbers[] = "INSERT INTO fresh SELECT id, ?1 + row_number() OVER (ORDER BY id) FROM part.cell"
                                  " WHERE id NOT IN (SELECT old FROM both)";
    static const char cells[] =
        "INSERT INTO main.cell(id, point, samples, seed, variant, status, seconds, version)"
        " SELECT fresh.new, map_point.new, p.samples, p.seed, map_variant.new, p.status, p.seconds, "
        "p.version" FROM_PART_CELLS " JOIN fresh ON fresh.old = p.id ORDER BY p.id";
    static const char scores[] =
        "INSERT INTO main.score(cell, output, item, value, reason) SELECT fresh.new, map_output.new, p.item, p.value,"
        " map_reason.new FROM part.score AS p JOIN fresh ON fresh.old = p.cell JOIN map_output ON map_output.old ="
        " p.output LEFT JOIN map_reason ON map_reason.old = p.reason ORDER BY p.cell, p.output, p.item";
    static const char sure[] =
        "INSERT OR IGNORE INTO main.uncertainty(cell, output, kind, level, draws, defined, mean, sd, low, high, p,"
        " score) SELECT coalesce(both.new, fresh.new), map_output.new, u.kind, u.level, u.draws, u.defined, u.mean,"
        " u.sd, u.low, u.high, u.p, u.score FROM part.uncertainty AS u JOIN map_output ON map_output.old = u.output"
        " LEFT JOIN both ON both.old = u.cell LEFT JOIN fresh ON fresh.old = u.cell";
    /* what is not compared is the same in whatever order stores are taken */
    static const char least[] =
        "UPDATE main.cell AS m SET seconds = min(m.seconds, p.seconds), version = min(m.version, p.version) FROM both"
        " JOIN part.cell AS p ON p.id = both.old WHERE m.id = both.new AND (p.seconds < m.seconds OR p.version <"
        " m.version)";
    assay_status status = run_behind(s, shared, 0, err);
    if (status != ASSAY_OK) return status;
    sum->before = (uint64_t)sqlite3_changes64(s->db);
    sum->cells = (uint64_t)store_pragma(s, "SELECT count(*) FROM part.cell");
    if (sum->before && !how->without_scores) status = tell_differences(s, find_differences, how, sum, err);
    if (sum->before && !how->without_scores && status == ASSAY_OK)
        status = tell_differences(s, find_contradictions, how, sum, err);
    if (status != ASSAY_OK || sum->differences) return status;
    const int64_t base = highest_id(s, "cell");
    status = run_behind(s, numbers, base, err);
    if (status == ASSAY_OK) status = store_run_sql(s, cells, doing, err);
    if (status != ASSAY_OK) return status;
    if ((uint64_t)sqlite3_changes64(s->db) + sum->before != sum->cells) return bad_rows(from, err);
    sum->first = base + 1;
    sum->end = highest_id(s, "cell") + 1;
    static const char *const rest[] = { scores, sure, least };
    for (size_t k = 0; k < 3 && status == ASSAY_OK && !how->without_scores; k++)
        status = store_run_sql(s, rest[k], doing, err);
    return status;
}

/* ---- one store ---- */

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
    if (status == ASSAY_OK) return run_text(s, text, err);
    sqlite3_free(sqlite3_str_finish(text));
    return status;
}

/* Nothing is taken that a reader would refuse: the union could not be read, and nothing would take it out again. What
 * is checked is what is taken, whoever writes to the file meanwhile: the readers' own statements read the attached
 * store, in the transaction that takes it, through views that go before their tables' names. */
static assay_status check_content(store *to, const char *from, assay_error *err)
{
    static const char hide[] = "SELECT format('CREATE TEMP VIEW \"%w\" AS SELECT * FROM part.\"%w\"', name, name)"
                               " FROM part.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    static const char show[] = "SELECT format('DROP VIEW temp.\"%w\"', name) FROM sqlite_temp_schema"
                               " WHERE type = 'view'";
    store part = { .db = to->db, .path = (char *)(uintptr_t)from };
    catalog of = { 0 };
    assay_status status = store_check_schema(&part, "part", err);
    if (status == ASSAY_OK) status = run_found(&part, hide, err);
    if (status == ASSAY_OK) status = store_check_rows(&part, err);
    if (status == ASSAY_OK) status = store_catalog(&part, &of, err);
    catalog_free(&of);
    store_forget_statements(&part);
    if (status == ASSAY_OK) status = run_found(&part, show, err); /* where not, they go with the transaction */
    store_forget_statements(&part);
    return status;
}

/* A copy without the rows that are not a store's, in a folder that goes. */
static assay_status mend(store *part, const unfinished_folder *folder, char path[UNFINISHED_PATH], uint64_t *dropped,
                         assay_error *err)
{
    store *mended = NULL;
    assay_status status = unfinished_folder_path(folder, "mended.db", path, err);
    if (status == ASSAY_OK && !store_save(part, path))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%.600s: no copy of %.600s can be written there; make room",
                          folder->directory, part->path);
    if (status == ASSAY_OK) status = store_open(path, STORE_WRITE, &mended, err);
    if (status == ASSAY_OK) status = store_drop_rows(mended, dropped, err);
    store_close(mended);
    return status;
}

/* One version of the program in all, unless mixed. */
static assay_status check_versions(store *s, const char *from, assay_error *err)
{
    char other[64] = "", own[64] = "";
    int found, has;
    sqlite3_str *text = sqlite3_str_new(s->db);
    sqlite3_str_appendall(text, "SELECT version FROM main.cell LIMIT 1");
    assay_status status = first_row(s, text, &has, own, sizeof own, err);
    if (status != ASSAY_OK) return status;
    text = sqlite3_str_new(s->db);
    sqlite3_str_appendf(text, "SELECT version FROM part.cell WHERE version <> %s LIMIT 1",
                        has ? "(SELECT version FROM main.cell LIMIT 1)" : "(SELECT version FROM part.cell LIMIT 1)");
    status = first_row(s, text, &found, other, sizeof other, err);
    if (status != ASSAY_OK || !found) return status;
    return assay_fail(err, ASSAY_EINPUT,
                      "%s: its cells were scored by assay %s, those of %s by %s; scores of two versions may differ. "
                      "merge --mixed takes them all the same",
                      from, other, has ? s->path : "the others in it", has ? own : "another");
}

static assay_status take_all(store *s, const char *from, const store_merging *how, store_merged *sum, assay_error *err)
{
    if (store_pragma(s, "PRAGMA part.user_version") != store_pragma(s, "PRAGMA main.user_version"))
        return assay_fail(err, ASSAY_EINPUT, "%s: a store of another schema, made by another version of assay", from);
    assay_status status = check_content(s, from, err);
    if (status == ASSAY_OK && !how->mixed) status = check_versions(s, from, err);
    if (status == ASSAY_OK) status = make_maps(s, err);
    for (size_t k = 0; k < TABLES && status == ASSAY_OK; k++) {
        if (strcmp(tables[k].name, "representation_column") == 0) status = take_representations(s, from, err);
        if (status == ASSAY_OK) status = take_names(s, &tables[k], from, how->mixed, err);
    }
    if (status == ASSAY_OK) status = take_wants(s, err);
    return status == ASSAY_OK ? take_cells(s, from, how, sum, err) : status;
}

/* What is wrong here is wrong with `from`: another text encoding, say. */
static assay_status attach(store *to, const char *from, const char *plain, assay_error *err)
{
    store part = { .db = to->db, .path = (char *)(uintptr_t)from };
    const assay_status status = store_step(&part, STORE_WITH(&part, "ATTACH ?1 AS part", sql_text(plain)), doing, err);
    store_forget_statements(&part);
    return status;
}

static assay_status take_attached(store *to, const char *from, const char *file, const store_merging *how,
                                  store_merged *sum, assay_error *err)
{
    char *plain = store_plain_name(file);
    /* rows come with what they refer to: looking for it again at every score would take longer than writing it */
    assay_status status = plain ? store_run_sql(to, "PRAGMA foreign_keys=OFF; PRAGMA cache_size=-131072", doing, err)
                                : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (status == ASSAY_OK) status = attach(to, from, plain, err);
    free(plain);
    if (status != ASSAY_OK) return status;
    status = store_begin(to, err);
    if (status == ASSAY_OK) {
        status = take_all(to, from, how, sum, err);
        if (status == ASSAY_OK && !sum->differences) status = store_commit(to, err);
        else store_rollback(to);
    }
    store_forget_statements(to); /* which hold on to the store that goes */
    sqlite3_exec(to->db, "DETACH part; PRAGMA foreign_keys=ON", NULL, NULL, NULL);
    return status;
}

assay_status store_merge(store *to, const char *from, const store_merging *how, store_merged *sum, assay_error *err)
{
    *sum = (store_merged){ 0 };
    store *part = NULL;
    char path[UNFINISHED_PATH];
    unfinished_folder folder = { 0 };
    assay_status status = check_another(to, from, err);
    if (status == ASSAY_OK) status = store_open(from, STORE_READ, &part, err);
    if (status == ASSAY_OK && how->repair) status = unfinished_folder_inside(how->repair, &folder, err);
    if (status == ASSAY_OK && how->repair) status = mend(part, &folder, path, &sum->dropped, err);
    store_close(part);
    if (status == ASSAY_OK) status = take_attached(to, from, how->repair ? path : from, how, sum, err);
    unfinished_folder_close(&folder);
    return status;
}
