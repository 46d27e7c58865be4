/* Writing: what a plan wants, and cells. Every statement is a static text, prepared once. */
#include "clock.h"
#include "store_sql.h"

#include <math.h>
#include <string.h>

static void bind_real(sqlite3_stmt *statement, int place, double value)
{
    if (isfinite(value)) sqlite3_bind_double(statement, place, value);
    else sqlite3_bind_null(statement, place);
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    if (text) sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
    else sqlite3_bind_null(statement, place);
}

/* Steps a statement with RETURNING id. */
static assay_status step_id(store *s, sqlite3_stmt *statement, int64_t *id, assay_error *err)
{
    if (!statement || sqlite3_step(statement) != SQLITE_ROW) return store_error(s, "writing", err);
    *id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return ASSAY_OK;
}

assay_status store_plan(store *s, const char *name, const char *text, assay_error *err)
{
    static const char put[] = "INSERT INTO plan(name, text) VALUES(?1, ?2) ON CONFLICT(name) DO UPDATE SET text = ?2";
    static const char forget[] = "DELETE FROM want WHERE plan = (SELECT id FROM plan WHERE name = ?1)";
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing the plan", err);
    bind_text(statement, 1, name);
    bind_text(statement, 2, text);
    const assay_status status = store_step(s, statement, "writing the plan", err);
    if (status != ASSAY_OK) return status;
    if (!(statement = store_prepare(s, forget))) return store_error(s, "writing the plan", err);
    bind_text(statement, 1, name);
    return store_step(s, statement, "writing the plan", err);
}

assay_status store_look(store *s, const char *plan, const uint64_t *seeds, size_t n, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO look(plan, seeds) SELECT id, ?2 FROM plan WHERE name = ?1";
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) {
        sqlite3_stmt *statement = store_prepare(s, put);
        if (!statement) return store_error(s, "writing the plan", err);
        bind_text(statement, 1, plan);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)seeds[k]);
        status = store_step(s, statement, "writing the plan", err);
    }
    return status;
}

/* One setting of a point or a changed option of a variant. */
static assay_status put_setting(store *s, const char *put, int64_t of, size_t place, const setting *set, int swept,
                                assay_error *err)
{
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a setting", err);
    sqlite3_bind_int64(statement, 1, of);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)place);
    bind_text(statement, 3, set->name);
    bind_real(statement, 4, set->word ? NAN : set->number);
    bind_text(statement, 5, set->word);
    sqlite3_bind_int(statement, 6, swept);
    return store_step(s, statement, "writing a setting", err);
}

assay_status store_put_parameter(store *s, int64_t of, const scenario_point *p, size_t place, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO point_parameter(point, place, name, number, word, swept)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6)";
    return put_setting(s, put, of, place, &p->set.at[place], p->swept == (int)place, err);
}

assay_status store_put_option(store *s, int64_t of, const variant_id *name, size_t place, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO variant_option(variant, place, name, number, word)"
                              " VALUES(?1, ?2, ?3, ?4, ?5)";
    return put_setting(s, put, of, place, &name->changed.at[place], 0, err);
}

static assay_status put_scenario(store *s, const assay_scenario *scenario, size_t place, int64_t *id, assay_error *err)
{
    static const char put[] = "INSERT INTO scenario(name, place, title, symbol) VALUES(?1, ?2, ?3, ?4)"
                              " ON CONFLICT(name) DO UPDATE SET place = ?2, title = ?3, symbol = ?4 RETURNING id";
    const int swept = scenario_swept(scenario);
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a scenario", err);
    bind_text(statement, 1, scenario->id);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)place);
    bind_text(statement, 3, scenario->title);
    bind_text(statement, 4, swept < 0 ? "" : scenario->sweeps[swept].symbol);
    return step_id(s, statement, id, err);
}

/* What rows of one scenario are ordered by first: the value of the one parameter that is swept, where only one is. */
static double order_of(const assay_scenario *scenario, const scenario_point *p)
{
    size_t swept = 0;
    for (size_t k = 0; k < scenario->n_parameters; k++) swept += scenario->sweeps[k].n_at > 1;
    return swept == 1 ? point_swept(p) : NAN;
}

assay_status store_point(store *s, const assay_scenario *scenario, size_t scenario_place, const scenario_point *p,
                         size_t place, const assay_truth truth[3], int64_t *id, assay_error *err)
{
    static const char put[] =
        "INSERT INTO point(scenario, name, place, x, modularity_kind, modularity, compactness_kind, compactness,"
        " explicitness_kind, explicitness) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        " ON CONFLICT(scenario, name) DO UPDATE SET place = ?3, x = ?4, modularity_kind = ?5, modularity = ?6,"
        " compactness_kind = ?7, compactness = ?8, explicitness_kind = ?9, explicitness = ?10 RETURNING id";
    int64_t scenario_id = 0;
    assay_status status = put_scenario(s, scenario, scenario_place, &scenario_id, err);
    if (status != ASSAY_OK) return status;
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a point", err);
    sqlite3_bind_int64(statement, 1, scenario_id);
    bind_text(statement, 2, p->set.text);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)place);
    bind_real(statement, 4, order_of(scenario, p));
    for (int t = 0; t < 3; t++) {
        sqlite3_bind_int(statement, 5 + 2 * t, truth[t].kind);
        bind_real(statement, 6 + 2 * t, truth[t].kind == ASSAY_UNKNOWN ? NAN : truth[t].value);
    }
    status = step_id(s, statement, id, err);
    for (size_t k = 0; k < p->set.n && status == ASSAY_OK; k++) status = store_put_parameter(s, *id, p, k, err);
    return status;
}

static assay_status put_outputs(store *s, const assay_metric *metric, int64_t id, assay_error *err)
{
    static const char put[] = "INSERT INTO output(metric, name, place, axis, measures, low, high)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(metric, name) DO UPDATE SET place = ?3,"
                              " axis = ?4, measures = ?5, low = ?6, high = ?7";
    for (size_t o = 0; o < metric->n_outputs; o++) {
        const assay_output *output = &metric->outputs[o];
        sqlite3_stmt *statement = store_prepare(s, put);
        if (!statement) return store_error(s, "writing a metric", err);
        sqlite3_bind_int64(statement, 1, id);
        bind_text(statement, 2, output->id);
        sqlite3_bind_int64(statement, 3, (sqlite3_int64)o);
        sqlite3_bind_int(statement, 4, output->axis);
        sqlite3_bind_int64(statement, 5, output->measures);
        bind_real(statement, 6, output->low);
        bind_real(statement, 7, output->high);
        const assay_status status = store_step(s, statement, "writing a metric", err);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static assay_status put_metric(store *s, const assay_metric *metric, size_t place, int64_t *id, assay_error *err)
{
    static const char put[] = "INSERT INTO metric(name, place, title, family, flags) VALUES(?1, ?2, ?3, ?4, ?5)"
                              " ON CONFLICT(name) DO UPDATE SET place = ?2, title = ?3, family = ?4, flags = ?5"
                              " RETURNING id";
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a metric", err);
    bind_text(statement, 1, metric->id);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)place);
    bind_text(statement, 3, metric->title);
    bind_text(statement, 4, metric->family);
    sqlite3_bind_int64(statement, 5, metric->flags);
    return step_id(s, statement, id, err);
}

assay_status store_variant(store *s, const assay_metric *metric, size_t metric_place, const variant_id *name,
                           size_t preset_place, int64_t *id, assay_error *err)
{
    static const char put[] = "INSERT INTO variant(metric, preset, name, place) VALUES(?1, ?2, ?3, ?4)"
                              " ON CONFLICT(metric, name) DO UPDATE SET place = ?4 RETURNING id";
    int64_t metric_id = 0;
    assay_status status = put_metric(s, metric, metric_place, &metric_id, err);
    if (status == ASSAY_OK) status = put_outputs(s, metric, metric_id, err);
    if (status != ASSAY_OK) return status;
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a preset", err);
    sqlite3_bind_int64(statement, 1, metric_id);
    bind_text(statement, 2, name->preset);
    bind_text(statement, 3, name->text);
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)preset_place);
    status = step_id(s, statement, id, err);
    for (size_t k = 0; k < name->changed.n && status == ASSAY_OK; k++) status = store_put_option(s, *id, name, k, err);
    return status;
}

assay_status store_want(store *s, const char *plan, int64_t point, uint64_t samples, uint64_t seed_first,
                        uint64_t seed_end, int64_t variant, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO want(plan, point, samples, seed_first, seed_end, variant)"
                              " VALUES((SELECT id FROM plan WHERE name = ?1), ?2, ?3, ?4, ?5, ?6)";
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing the plan", err);
    bind_text(statement, 1, plan);
    sqlite3_bind_int64(statement, 2, point);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)samples);
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)seed_first);
    sqlite3_bind_int64(statement, 5, (sqlite3_int64)seed_end);
    sqlite3_bind_int64(statement, 6, variant);
    return store_step(s, statement, "writing the plan", err);
}

assay_status store_done(store *s, int64_t point, uint64_t samples, uint64_t seed, const int64_t *variant, size_t count,
                        unsigned char *done, assay_error *err)
{
    static const char find[] = "SELECT 1 FROM cell WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND variant = ?4";
    for (size_t k = 0; k < count; k++) {
        sqlite3_stmt *statement = store_prepare(s, find);
        if (!statement) return store_error(s, "looking for finished cells", err);
        sqlite3_bind_int64(statement, 1, point);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)samples);
        sqlite3_bind_int64(statement, 3, (sqlite3_int64)seed);
        sqlite3_bind_int64(statement, 4, variant[k]);
        const int step = sqlite3_step(statement);
        if (step != SQLITE_ROW && step != SQLITE_DONE) return store_error(s, "looking for finished cells", err);
        done[k] = step == SQLITE_ROW;
        sqlite3_reset(statement);
    }
    return ASSAY_OK;
}

assay_status store_put_reason(store *s, const reason *r, const char *text, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO reason(word, axis, number, text) VALUES(?1, ?2, ?3, ?4)";
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a reason", err);
    sqlite3_bind_text(statement, 1, r->word, (int)r->length, SQLITE_STATIC);
    sqlite3_bind_int(statement, 2, r->axis);
    sqlite3_bind_int64(statement, 3, r->number);
    bind_text(statement, 4, text);
    return store_step(s, statement, "writing a reason", err);
}

/* The parts that came with the value, or else those of the writing. */
static reason reason_of(const assay_item *value)
{
    reason r = reason_read(value->undefined);
    if (!value->reason) return r;
    r.word = value->reason->word;
    r.length = strlen(r.word);
    r.axis = value->reason->axis;
    r.number = r.axis == ASSAY_OVERALL ? -1 : (int64_t)value->reason->index;
    return r;
}

static assay_status put_value(store *s, int64_t cell, int64_t variant, const char *output, int64_t item,
                              const assay_item *value, assay_error *err)
{
    static const char put[] =
        "INSERT INTO score(cell, output, item, value, reason) VALUES(?1, (SELECT output.id FROM output"
        " JOIN variant USING(metric) WHERE variant.id = ?2 AND output.name = ?3), ?4, ?5,"
        " (SELECT id FROM reason WHERE text = ?6 AND axis = ?7 AND number = ?8))";
    const reason why = value->undefined ? reason_of(value) : (reason){ 0 };
    const assay_status status = value->undefined ? store_put_reason(s, &why, value->undefined, err) : ASSAY_OK;
    if (status != ASSAY_OK) return status;
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a score", err);
    sqlite3_bind_int64(statement, 1, cell);
    sqlite3_bind_int64(statement, 2, variant);
    bind_text(statement, 3, output);
    sqlite3_bind_int64(statement, 4, item);
    bind_real(statement, 5, value->value);
    bind_text(statement, 6, value->undefined);
    sqlite3_bind_int(statement, 7, why.axis);
    sqlite3_bind_int64(statement, 8, why.number);
    return store_step(s, statement, "writing a score", err);
}

/* Once a transaction, since they are short. */
static assay_status put_day(store *s, assay_error *err)
{
    char day[CLOCK_DAY];
    if (s->dated) return ASSAY_OK;
    sqlite3_stmt *statement = store_prepare(s, "INSERT OR IGNORE INTO day(day) VALUES(?1)");
    if (!statement) return store_error(s, "writing a cell", err);
    clock_day(day);
    bind_text(statement, 1, day);
    s->dated = 1;
    return store_step(s, statement, "writing a cell", err);
}

assay_status store_cell(store *s, int64_t point, uint64_t samples, uint64_t seed, int64_t variant,
                        const assay_score *scores, size_t n_scores, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO cell(point, samples, seed, variant, status, seconds, version)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, '" ASSAY_VERSION "')";
    sqlite3_stmt *statement = store_prepare(s, put);
    if (!statement) return store_error(s, "writing a cell", err);
    sqlite3_bind_int64(statement, 1, point);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)samples);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)seed);
    sqlite3_bind_int64(statement, 4, variant);
    sqlite3_bind_int(statement, 5, n_scores ? scores[0].status : ASSAY_EINTERNAL);
    sqlite3_bind_double(statement, 6, n_scores ? scores[0].seconds : 0.0);
    assay_status status = store_step(s, statement, "writing a cell", err);
    if (status != ASSAY_OK || sqlite3_changes(s->db) == 0) return status; /* another run wrote it meanwhile */
    const int64_t cell = sqlite3_last_insert_rowid(s->db);
    status = put_day(s, err);
    for (size_t o = 0; o < n_scores && status == ASSAY_OK; o++) {
        status = put_value(s, cell, variant, scores[o].output, -1, &scores[o].overall, err);
        for (size_t k = 0; k < scores[o].n_items && status == ASSAY_OK; k++)
            status = put_value(s, cell, variant, scores[o].output, (int64_t)k, &scores[o].items[k], err);
    }
    return status;
}
