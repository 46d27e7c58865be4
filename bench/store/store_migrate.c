/*
 * Stores of schema 1, as version 0.1.0 wrote them before points, variants and reasons had columns of their own: a
 * variant was metric and "zaidi2020:bins=15", a reason stood in every score, a plan could want a cell twice. Points and
 * cells keep their rows and ids. Those of schema 2 lack the tables of studies, those of schema 3 the days, and nothing
 * else.
 */
#include "store_sql.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static assay_status unreadable(const store *s, const char *what, const char *text, assay_status status,
                               assay_error *err)
{
    if (status != ASSAY_EINPUT)
        return assay_fail(err, status, "memory ran out while bringing %s to a newer schema", s->path);
    return assay_fail(err, ASSAY_EINPUT, "%s: not a usable assay store (the %s '%.100s' cannot be read)", s->path, what,
                      text);
}

/* Visits the rows of a statement of its own, since adding rows uses the kept ones. */
typedef assay_status (*visit_old)(store *s, sqlite3_stmt *row, assay_error *err);

static assay_status each_old(store *s, const char *find, visit_old visit, assay_error *err)
{
    sqlite3_stmt *row = NULL;
    if (sqlite3_prepare_v2(s->db, find, -1, &row, NULL) != SQLITE_OK)
        return store_error(s, "reading the older schema", err);
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(row)) == SQLITE_ROW) status = visit(s, row, err);
    if (status == ASSAY_OK && step != SQLITE_DONE) status = store_error(s, "reading the older schema", err);
    sqlite3_finalize(row);
    return status;
}

/* Of a scenario that this program does not know the swept parameter is the one whose number is x. */
static void guess_swept(scenario_point *p, double x)
{
    for (size_t k = 0; p->swept < 0 && !isnan(x) && k < p->set.n; k++)
        if (!p->set.at[k].word && p->set.at[k].number == x) p->swept = (int)k;
}

static assay_status old_point(store *s, sqlite3_stmt *row, assay_error *err)
{
    scenario_point p;
    assay_status status = point_read(store_text(row, 1), store_text(row, 2), &p);
    if (status != ASSAY_OK) return unreadable(s, "point", store_text(row, 2), status, err);
    guess_swept(&p, store_real(row, 3));
    for (size_t k = 0; k < p.set.n && status == ASSAY_OK; k++)
        status = store_put_parameter(s, sqlite3_column_int64(row, 0), &p, k, err);
    point_free(&p);
    return status;
}

static assay_status old_variant(store *s, sqlite3_stmt *row, assay_error *err)
{
    static const char put[] = "INSERT INTO variant(id, metric, preset, name, place) VALUES(?1, ?2, ?3, ?4, ?5)";
    variant_id name;
    const int64_t id = sqlite3_column_int64(row, 0);
    assay_status status = variant_id_read(store_text(row, 4), store_text(row, 2), &name);
    if (status != ASSAY_OK) return unreadable(s, "preset", store_text(row, 2), status, err);
    status = store_step(s,
                        STORE_WITH(s, put, sql_whole(id), sql_whole(sqlite3_column_int64(row, 1)),
                                   sql_text(name.preset), sql_text(store_text(row, 2)),
                                   sql_whole(sqlite3_column_int64(row, 3))),
                        "bringing it to a newer schema", err);
    for (size_t k = 0; k < name.changed.n && status == ASSAY_OK; k++) status = store_put_option(s, id, &name, k, err);
    variant_id_free(&name);
    return status;
}

static assay_status old_reason(store *s, sqlite3_stmt *row, assay_error *err)
{
    const char *text = store_text(row, 0);
    const reason r = reason_read(text);
    return store_put_reason(s, &r, text, err);
}

/* The next statement of the schema, with its semicolon. */
static size_t statement_length(const char *sql) { return strcspn(sql, ";") + 1; }

/* Makes those tables of the schema that are not there. */
static assay_status make_missing(store *s, const char *schema, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t length; *schema && status == ASSAY_OK; schema += length) {
        length = statement_length(schema);
        const char *name = schema + strlen("CREATE TABLE ");
        char *there = sqlite3_mprintf("SELECT 1 FROM sqlite_schema WHERE name = '%.*s'", (int)strcspn(name, "("), name);
        char *make = sqlite3_mprintf("%.*s", (int)length, schema);
        sqlite3_stmt *look = NULL;
        if (!there || !make) status = assay_fail(err, ASSAY_ENOMEM, "memory ran out");
        else if (sqlite3_prepare_v2(s->db, there, -1, &look, NULL) != SQLITE_OK)
            status = store_error(s, "reading it", err);
        else if (sqlite3_step(look) == SQLITE_DONE)
            status = store_run_sql(s, make, "bringing it to a newer schema", err);
        sqlite3_finalize(look);
        sqlite3_free(there);
        sqlite3_free(make);
    }
    return status;
}

static assay_status migrate_first(store *s, const char *schema, assay_error *err)
{
    static const char rename_old[] = "ALTER TABLE variant RENAME TO variant_1; ALTER TABLE score RENAME TO score_1;"
                                     "ALTER TABLE want RENAME TO want_1;";
    static const char points[] = "SELECT point.id, scenario.name, point.name, point.x FROM point"
                                 " JOIN scenario ON scenario.id = point.scenario ORDER BY point.id";
    static const char variants[] =
        "SELECT variant_1.id, variant_1.metric, variant_1.preset, variant_1.place, metric.name"
        " FROM variant_1 JOIN metric ON metric.id = variant_1.metric ORDER BY variant_1.id";
    static const char reasons[] = "SELECT DISTINCT undefined FROM score_1 WHERE undefined IS NOT NULL";
    /* Intervals of seeds that overlap or touch become one: a gap begins where no earlier one reaches. */
    static const char the_rest[] =
        "INSERT INTO score SELECT cell, output, item, value, (SELECT id FROM reason WHERE text = undefined) FROM "
        "score_1;"
        "INSERT INTO want(plan, point, samples, seed_first, seed_end, variant)"
        " SELECT plan, point, samples, min(seed_first), max(seed_end), variant FROM ("
        "  SELECT *, sum(begins) OVER (PARTITION BY plan, point, samples, variant ORDER BY seed_first, seed_end) AS "
        "run FROM ("
        "   SELECT *, seed_first > coalesce(max(seed_end) OVER (PARTITION BY plan, point, samples, variant"
        "    ORDER BY seed_first, seed_end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -1) AS begins FROM "
        "want_1))"
        " GROUP BY plan, point, samples, variant, run;"
        "UPDATE scenario SET symbol = (SELECT pp.name FROM point_parameter AS pp JOIN point ON point.id = pp.point"
        "  WHERE point.scenario = scenario.id AND pp.swept) WHERE symbol = '' AND EXISTS (SELECT 1 FROM "
        "point_parameter AS pp"
        "  JOIN point ON point.id = pp.point WHERE point.scenario = scenario.id AND pp.swept);"
        "DROP TABLE score_1; DROP TABLE want_1; DROP TABLE variant_1;";
    assay_status status = store_run_sql(s, rename_old, "bringing it to a newer schema", err);
    if (status == ASSAY_OK) status = make_missing(s, schema, err);
    if (status == ASSAY_OK) status = each_old(s, points, old_point, err);
    if (status == ASSAY_OK) status = each_old(s, variants, old_variant, err);
    if (status == ASSAY_OK) status = each_old(s, reasons, old_reason, err);
    if (status == ASSAY_OK) status = store_run_sql(s, the_rest, "bringing it to a newer schema", err);
    return status;
}

assay_status store_migrate(store *s, int from, const char *schema, assay_error *err)
{
    static const char unknown_day[] = "INSERT INTO day SELECT '' WHERE EXISTS (SELECT 1 FROM cell)";
    const assay_status status = from == 1 ? migrate_first(s, schema, err) : make_missing(s, schema, err);
    return status == ASSAY_OK ? store_run_sql(s, unknown_day, "bringing it to a newer schema", err) : status;
}
