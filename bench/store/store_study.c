/* Studies: representations, their columns, and how sure their scores are. */
#include "store_study.h"

#include "store_sql.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char doing[] = "writing a representation";

/* Steps a statement whose parameters are given as texts ('t') and whole numbers ('n'), from the first on. */
static assay_status run(store *s, const char *sql, assay_error *err, const char *kinds, ...)
{
    sqlite3_stmt *statement = store_prepare(s, sql);
    if (!statement) return store_error(s, doing, err);
    va_list values;
    va_start(values, kinds);
    for (int k = 1; kinds[k - 1]; k++)
        if (kinds[k - 1] == 't') sqlite3_bind_text(statement, k, va_arg(values, const char *), -1, SQLITE_STATIC);
        else sqlite3_bind_int64(statement, k, va_arg(values, int64_t));
    va_end(values);
    return store_step(s, statement, doing, err);
}

/* The whole number that a statement gives for a text or two; -1: none. */
static int64_t number_of(store *s, const char *sql, const char *first, const char *second)
{
    sqlite3_stmt *statement = store_prepare(s, sql);
    if (!statement) return -1;
    sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
    if (second) sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
    const int64_t id = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_reset(statement);
    return id;
}

/* ---- what a representation is ---- */

assay_status store_study(store *s, const char *plan, assay_error *err)
{
    return run(s, "INSERT OR IGNORE INTO plan(name, text) VALUES(?1, '')", err, "t", plan);
}

static assay_status put_group(store *s, const char *group, int64_t *id, assay_error *err)
{
    /* behind every scenario, by name */
    static const char put[] = "INSERT OR IGNORE INTO scenario(name, place, title, symbol)"
                              " VALUES(?1, 1000000, 'representations of a study', '')";
    static const char find[] = "SELECT id FROM scenario WHERE name = ?1";
    const assay_status status = run(s, put, err, "t", group);
    if (status == ASSAY_OK && (*id = number_of(s, find, group, NULL)) < 0) return store_error(s, doing, err);
    return status;
}

/* Names the point of `path`, or makes it; its parameter is the name, a word. */
static assay_status put_point(store *s, int64_t scenario, int64_t known, const scenario_point *p, int64_t *id,
                              assay_error *err)
{
    static const char make[] = "INSERT INTO point(scenario, name, place, modularity_kind, compactness_kind,"
                               " explicitness_kind) VALUES(?1, ?2, 0, 0, 0, 0)";
    static const char move[] = "UPDATE point SET scenario = ?1, name = ?2 WHERE id = ?3";
    static const char forget[] = "DELETE FROM point_parameter WHERE point = ?1";
    static const char sweep[] = "DELETE FROM scenario WHERE id NOT IN (SELECT scenario FROM point)";
    assay_status status;
    if (known < 0) {
        status = run(s, make, err, "nt", scenario, p->set.text);
        *id = sqlite3_last_insert_rowid(s->db);
    } else {
        *id = known;
        status = run(s, move, err, "ntn", scenario, p->set.text, known);
        if (status == ASSAY_OK) status = run(s, forget, err, "n", known);
        if (status == ASSAY_OK) status = run(s, sweep, err, "");
    }
    return status == ASSAY_OK ? store_put_parameter(s, *id, p, 0, err) : status;
}

static int file_is_gone(store *s, int64_t point)
{
    sqlite3_stmt *statement = store_prepare(s, "SELECT path FROM representation WHERE point = ?1");
    if (!statement) return 0;
    sqlite3_bind_int64(statement, 1, point);
    const int gone = sqlite3_step(statement) == SQLITE_ROW && access(store_text(statement, 0), F_OK) != 0;
    sqlite3_reset(statement);
    return gone;
}

/* The point `there` has the name: its file has moved, or the name is another's; moves: the path has a point already. */
static assay_status take_over(store *s, int64_t there, int moves, const char *path, const char *group,
                              const scenario_point *p, assay_error *err)
{
    if (!moves && file_is_gone(s, there))
        return run(s, "UPDATE representation SET path = ?2 WHERE point = ?1", err, "nt", there, path);
    return assay_fail(err, ASSAY_EINPUT,
                      "%s: the group '%s' has a %s already, which was read from another file; tell the two apart by"
                      " --group, or by a column `name` in a manifest",
                      path, group, p->set.text);
}

assay_status store_representation(store *s, const char *group, const char *name, const char *path, int64_t *point,
                                  assay_error *err)
{
    static const char find[] = "SELECT point FROM representation WHERE path = ?1";
    static const char same[] = "SELECT point.id FROM point JOIN scenario ON scenario.id = point.scenario"
                               " WHERE scenario.name = ?1 AND point.name = ?2";
    static const char put[] = "INSERT OR IGNORE INTO representation(point, path, hash, rows, factors, codes)"
                              " VALUES(?1, ?2, '', 0, 0, 0)";
    const setting model = { "model", name, NAN };
    scenario_point p;
    int64_t scenario = -1;
    const int64_t known = number_of(s, find, path, NULL);
    assay_status status = point_from(group, &model, 1, POINT_NOT_SWEPT, &p);
    if (status != ASSAY_OK) return assay_fail(err, status, "memory ran out");
    const int64_t there = number_of(s, same, group, p.set.text);
    *point = known;
    if (there >= 0 && there != known) {
        *point = there;
        status = take_over(s, there, known >= 0, path, group, &p, err);
    } else if (there < 0) {
        status = put_group(s, group, &scenario, err);
        if (status == ASSAY_OK) status = put_point(s, scenario, known, &p, point, err);
        if (status == ASSAY_OK) status = run(s, put, err, "nt", *point, path);
    }
    point_free(&p);
    return status;
}

assay_status store_representation_columns(store *s, int64_t point, const char *const *name, const char *const *text,
                                          size_t n, assay_error *err)
{
    static const char forget[] = "DELETE FROM representation_column WHERE point = ?1";
    static const char put[] = "INSERT OR IGNORE INTO representation_column(point, place, name, text)"
                              " VALUES(?1, ?2, ?3, ?4)";
    assay_status status = run(s, forget, err, "n", point);
    for (size_t k = 0; k < n && status == ASSAY_OK; k++)
        status = run(s, put, err, "nntt", point, (int64_t)k, name[k], text[k]);
    return status;
}

static assay_status forget_scores(store *s, int64_t point, assay_error *err)
{
    static const char *const forget[] = {
        "DELETE FROM uncertainty WHERE cell IN (SELECT id FROM cell WHERE point = ?1)",
        "DELETE FROM score WHERE cell IN (SELECT id FROM cell WHERE point = ?1)",
        "DELETE FROM cell WHERE point = ?1",
        "DELETE FROM want WHERE point = ?1",
    };
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < sizeof forget / sizeof *forget && status == ASSAY_OK; k++)
        status = run(s, forget[k], err, "n", point);
    return status;
}

assay_status store_representation_content(store *s, int64_t point, const char *hash, const assay_rep *rep, int *changed,
                                          assay_error *err)
{
    static const char find[] = "SELECT hash FROM representation WHERE point = ?1";
    static const char put[] = "UPDATE representation SET hash = ?2, rows = ?3, factors = ?4, codes = ?5, problem = NULL"
                              " WHERE point = ?1";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, doing, err);
    sqlite3_bind_int64(statement, 1, point);
    if (sqlite3_step(statement) != SQLITE_ROW) return store_error(s, doing, err);
    const char *before = store_text(statement, 0);
    *changed = before[0] && strcmp(before, hash) != 0;
    sqlite3_reset(statement);
    const assay_status status = *changed ? forget_scores(s, point, err) : ASSAY_OK;
    if (status != ASSAY_OK) return status;
    return run(s, put, err, "ntnnn", point, hash, (int64_t)rep->n, (int64_t)rep->n_factors, (int64_t)rep->n_codes);
}

assay_status store_representation_problem(store *s, int64_t point, const char *why, assay_error *err)
{
    return run(s, "UPDATE representation SET problem = ?2 WHERE point = ?1", err, "nt", point, why);
}

/* ---- how sure a score is ---- */

#define CELL_OF "(SELECT id FROM cell WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND variant = ?4)"

static void bind_cell(sqlite3_stmt *statement, int64_t point, uint64_t samples, uint64_t seed, int64_t variant)
{
    sqlite3_bind_int64(statement, 1, point);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)samples);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)seed);
    sqlite3_bind_int64(statement, 4, variant);
}

/* SQLite makes NULL of NaN. */
assay_status store_uncertainty(store *s, int64_t point, uint64_t samples, uint64_t seed, int64_t variant,
                               const char *output, const uncertainty *u, assay_error *err)
{
    static const char forget[] = "DELETE FROM uncertainty WHERE cell = " CELL_OF " AND output = (SELECT output.id FROM"
                                 " output JOIN variant USING(metric) WHERE variant.id = ?4 AND output.name = ?5)"
                                 " AND (kind = 3) = (?6 = 3)";
    static const char put[] =
        "INSERT INTO uncertainty(cell, output, kind, level, draws, defined, mean, sd, low, high, p) VALUES(" CELL_OF ","
        " (SELECT output.id FROM output JOIN variant USING(metric) WHERE variant.id = ?4 AND output.name = ?5),"
        " ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    const double real[] = { u->mean, u->sd, u->low, u->high, u->p };
    for (int step = 0; step < 2; step++) {
        sqlite3_stmt *statement = store_prepare(s, step ? put : forget);
        if (!statement) return store_error(s, doing, err);
        bind_cell(statement, point, samples, seed, variant);
        sqlite3_bind_text(statement, 5, output, -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 6, u->kind);
        if (step) {
            sqlite3_bind_double(statement, 7, u->level);
            sqlite3_bind_int64(statement, 8, (sqlite3_int64)u->draws);
            sqlite3_bind_int64(statement, 9, (sqlite3_int64)u->defined);
            for (int k = 0; k < 5; k++) sqlite3_bind_double(statement, 10 + k, real[k]);
        }
        const assay_status status = store_step(s, statement, "writing how sure a score is", err);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

assay_status store_uncertainty_done(store *s, int64_t point, uint64_t samples, uint64_t seed, int64_t variant,
                                    const uncertainty_wanted *wanted, int *done, assay_error *err)
{
    static const char find[] =
        "SELECT count(*) > 0 AND count(*) = (SELECT count(*) FROM output JOIN variant USING(metric)"
        " WHERE variant.id = ?4) FROM uncertainty WHERE cell = " CELL_OF
        " AND (kind = 3) = ?5 AND (?6 = 0 OR level = ?6) AND draws >= ?7";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, "looking for what is done", err);
    bind_cell(statement, point, samples, seed, variant);
    sqlite3_bind_int(statement, 5, wanted->is_null != 0);
    sqlite3_bind_double(statement, 6, wanted->level);
    sqlite3_bind_int64(statement, 7, (sqlite3_int64)wanted->draws);
    if (sqlite3_step(statement) != SQLITE_ROW) return store_error(s, "looking for what is done", err);
    *done = sqlite3_column_int(statement, 0);
    sqlite3_reset(statement);
    return ASSAY_OK;
}

assay_status store_uncertainties(store *s, const catalog *of, const store_filter *filter, store_visit_uncertain visit,
                                 void *context, assay_error *err)
{
    static const char find[] =
        "SELECT cell.point, cell.variant, u.output, cell.samples, cell.seed, u.kind, u.level, u.draws, u.defined,"
        " u.mean, u.sd, u.low, u.high, u.p FROM uncertainty AS u JOIN cell ON cell.id = u.cell"
        " JOIN point ON point.id = cell.point JOIN scenario ON scenario.id = point.scenario"
        " JOIN variant ON variant.id = cell.variant JOIN metric ON metric.id = variant.metric" STORE_FILTER
        " ORDER BY scenario.place, scenario.name, point.x, point.place, point.name, cell.samples";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, "reading how sure scores are", err);
    store_bind_filter(statement, filter);
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        const store_uncertain row = {
            .point = catalog_find(&of->points, sqlite3_column_int64(statement, 0)),
            .variant = catalog_find(&of->variants, sqlite3_column_int64(statement, 1)),
            .output = catalog_find(&of->outputs, sqlite3_column_int64(statement, 2)),
            .samples = (uint64_t)sqlite3_column_int64(statement, 3),
            .seed = (uint64_t)sqlite3_column_int64(statement, 4),
            .is = { .kind = sqlite3_column_int(statement, 5),
                    .level = store_real(statement, 6),
                    .draws = (uint64_t)sqlite3_column_int64(statement, 7),
                    .defined = (uint64_t)sqlite3_column_int64(statement, 8),
                    .mean = store_real(statement, 9),
                    .sd = store_real(statement, 10),
                    .low = store_real(statement, 11),
                    .high = store_real(statement, 12),
                    .p = store_real(statement, 13) },
        };
        if (row.point && row.variant && row.output) status = visit(&row, context);
    }
    if (status == ASSAY_OK && step != SQLITE_DONE) status = store_error(s, "reading how sure scores are", err);
    sqlite3_reset(statement);
    return status;
}
