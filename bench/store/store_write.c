/* Writing: what a plan wants, and cells. Every statement is a static text, prepared once. */
#include "clock.h"
#include "store_sql.h"

#include <math.h>
#include <string.h>

/* What is no number is NULL. */
static sql_value finite(double value) { return sql_real(isfinite(value) ? value : NAN); }

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
    const assay_status status =
        store_step(s, STORE_WITH(s, put, sql_text(name), sql_text(text)), "writing the plan", err);
    return status == ASSAY_OK ? store_step(s, STORE_WITH(s, forget, sql_text(name)), "writing the plan", err) : status;
}

assay_status store_look(store *s, const char *plan, const uint64_t *seeds, size_t n, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO look(plan, seeds) SELECT id, ?2 FROM plan WHERE name = ?1";
    for (size_t k = 0; k < n; k++)
        ASSAY_TRY(store_step(s, STORE_WITH(s, put, sql_text(plan), sql_count(seeds[k])), "writing the plan", err));
    return ASSAY_OK;
}

/* One setting of a point or a changed option of a variant. */
static assay_status put_setting(store *s, const char *put, int64_t of, size_t place, const setting *set, int swept,
                                assay_error *err)
{
    return store_step(s,
                      STORE_WITH(s, put, sql_whole(of), sql_count(place), sql_text(set->name),
                                 finite(set->word ? NAN : set->number), sql_text(set->word), sql_whole(swept)),
                      "writing a setting", err);
}

assay_status store_put_parameter(store *s, int64_t of, const scenario_point *p, size_t place, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO point_parameter(point, place, name, number, word, swept)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6)";
    return put_setting(s, put, of, place, &p->set.at[place], p->swept == (int)place, err);
}

static assay_status put_option(store *s, int64_t of, const variant_id *name, size_t place, assay_error *err)
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
    return step_id(s,
                   STORE_WITH(s, put, sql_text(scenario->id), sql_count(place), sql_text(scenario->title),
                              sql_text(swept < 0 ? "" : scenario->sweeps[swept].symbol)),
                   id, err);
}

/* What rows of one scenario are ordered by first: the value of the one parameter that is swept, where only one is. */
static double order_of(const assay_scenario *scenario, const scenario_point *p)
{
    size_t swept = 0;
    for (size_t k = 0; k < scenario->n_parameters; k++) swept += scenario->sweeps[k].n_at > 1;
    return swept == 1 ? point_swept(p) : NAN;
}

static sql_value truth_value(const assay_truth *t) { return finite(t->kind == ASSAY_UNKNOWN ? NAN : t->value); }

assay_status store_point(store *s, const store_entry *of, int64_t *id, assay_error *err)
{
    static const char put[] =
        "INSERT INTO point(scenario, name, place, x, modularity_kind, modularity, compactness_kind, compactness,"
        " explicitness_kind, explicitness) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
        " ON CONFLICT(scenario, name) DO UPDATE SET place = ?3, x = ?4, modularity_kind = ?5, modularity = ?6,"
        " compactness_kind = ?7, compactness = ?8, explicitness_kind = ?9, explicitness = ?10 RETURNING id";
    const assay_truth *t = of->truth;
    int64_t scenario = 0;
    ASSAY_TRY(put_scenario(s, of->scenario, of->scenario_place, &scenario, err));
    ASSAY_TRY(step_id(s,
                      STORE_WITH(s, put, sql_whole(scenario), sql_text(of->at->set.text), sql_count(of->place),
                                 finite(order_of(of->scenario, of->at)), sql_whole(t[0].kind), truth_value(&t[0]),
                                 sql_whole(t[1].kind), truth_value(&t[1]), sql_whole(t[2].kind), truth_value(&t[2])),
                      id, err));
    for (size_t k = 0; k < of->at->set.n; k++)
        ASSAY_TRY(store_put_parameter(s, *id, of->at, k, err));
    return ASSAY_OK;
}

static assay_status put_outputs(store *s, const assay_metric *metric, int64_t id, assay_error *err)
{
    static const char put[] = "INSERT INTO output(metric, name, place, axis, measures, low, high)"
                              " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(metric, name) DO UPDATE SET place = ?3,"
                              " axis = ?4, measures = ?5, low = ?6, high = ?7";
    assay_status status = ASSAY_OK;
    for (size_t o = 0; o < metric->n_outputs && status == ASSAY_OK; o++) {
        const assay_output *output = &metric->outputs[o];
        status = store_step(s,
                            STORE_WITH(s, put, sql_whole(id), sql_text(output->id), sql_count(o),
                                       sql_whole(output->axis), sql_whole(output->measures), finite(output->low),
                                       finite(output->high)),
                            "writing a metric", err);
    }
    return status;
}

static assay_status put_metric(store *s, const assay_metric *metric, size_t place, int64_t *id, assay_error *err)
{
    static const char put[] = "INSERT INTO metric(name, place, title, family, flags) VALUES(?1, ?2, ?3, ?4, ?5)"
                              " ON CONFLICT(name) DO UPDATE SET place = ?2, title = ?3, family = ?4, flags = ?5"
                              " RETURNING id";
    return step_id(s,
                   STORE_WITH(s, put, sql_text(metric->id), sql_count(place), sql_text(metric->title),
                              sql_text(metric->family), sql_whole(metric->flags)),
                   id, err);
}

assay_status store_variant(store *s, const assay_metric *metric, size_t metric_place, const variant_id *name,
                           size_t preset_place, int64_t *id, assay_error *err)
{
    static const char put[] = "INSERT INTO variant(metric, preset, name, place) VALUES(?1, ?2, ?3, ?4)"
                              " ON CONFLICT(metric, name) DO UPDATE SET place = ?4 RETURNING id";
    int64_t metric_id = 0;
    ASSAY_TRY(put_metric(s, metric, metric_place, &metric_id, err));
    ASSAY_TRY(put_outputs(s, metric, metric_id, err));
    ASSAY_TRY(step_id(s,
                      STORE_WITH(s, put, sql_whole(metric_id), sql_text(name->preset), sql_text(name->text),
                                 sql_count(preset_place)),
                      id, err));
    for (size_t k = 0; k < name->changed.n; k++) ASSAY_TRY(put_option(s, *id, name, k, err));
    return ASSAY_OK;
}

assay_status store_want(store *s, const char *plan, const cell_key *first, uint64_t seed_end, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO want(plan, point, samples, seed_first, seed_end, variant)"
                              " VALUES((SELECT id FROM plan WHERE name = ?1), ?2, ?3, ?4, ?5, ?6)";
    return store_step(s,
                      STORE_WITH(s, put, sql_text(plan), sql_whole(first->point), sql_count(first->samples),
                                 sql_count(first->seed), sql_count(seed_end), sql_whole(first->variant)),
                      "writing the plan", err);
}

assay_status store_done(store *s, const cell_key *cell, unsigned char *done, assay_error *err)
{
    static const char find[] = "SELECT 1 FROM cell WHERE point = ?1 AND samples = ?2 AND seed = ?3 AND variant = ?4";
    assay_status status = ASSAY_OK;
    *done = 0;
    sqlite3_stmt *row = STORE_WITH(s, find, STORE_KEY(cell));
    while (store_next(s, row, "looking for finished cells", &status, err)) *done = 1;
    return status;
}

static assay_status put_reason(store *s, const reason *r, const char *text, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO reason(word, axis, number, text) VALUES(?1, ?2, ?3, ?4)";
    return store_step(s,
                      STORE_WITH(s, put, sql_text_of(r->word, r->length), sql_whole(r->axis), sql_whole(r->number),
                                 sql_text(text)),
                      "writing a reason", err);
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
    ASSAY_TRY(value->undefined ? put_reason(s, &why, value->undefined, err) : ASSAY_OK);
    return store_step(s,
                      STORE_WITH(s, put, sql_whole(cell), sql_whole(variant), sql_text(output), sql_whole(item),
                                 finite(value->value), sql_text(value->undefined), sql_whole(why.axis),
                                 sql_whole(why.number)),
                      "writing a score", err);
}

/* Once a transaction, since they are short. */
static assay_status put_day(store *s, assay_error *err)
{
    char day[CLOCK_DAY];
    if (s->dated) return ASSAY_OK;
    clock_day(day);
    s->dated = 1;
    return store_step(s, STORE_WITH(s, "INSERT OR IGNORE INTO day(day) VALUES(?1)", sql_text(day)), "writing a cell",
                      err);
}

assay_status store_cell(store *s, const cell_key *key, const assay_score *scores, size_t n_scores, assay_error *err)
{
    static const char put[] = "INSERT OR IGNORE INTO cell(point, samples, seed, variant, status, seconds, version,"
                              " digest) VALUES(?1, ?2, ?3, ?4, ?5, ?6, '" ASSAY_VERSION "', x'')";
    const int outcome = n_scores ? scores[0].status : ASSAY_EINTERNAL;
    const double seconds = n_scores ? scores[0].seconds : 0.0;
    assay_status status = store_step(s, STORE_WITH(s, put, STORE_KEY(key), sql_whole(outcome), sql_real(seconds)),
                                     "writing a cell", err);
    if (status != ASSAY_OK || sqlite3_changes(s->db) == 0) return status; /* another run wrote it meanwhile */
    const int64_t cell = sqlite3_last_insert_rowid(s->db);
    status = put_day(s, err);
    for (size_t o = 0; o < n_scores && status == ASSAY_OK; o++) {
        status = put_value(s, cell, key->variant, scores[o].output, -1, &scores[o].overall, err);
        for (size_t k = 0; k < scores[o].n_items && status == ASSAY_OK; k++)
            status = put_value(s, cell, key->variant, scores[o].output, (int64_t)k, &scores[o].items[k], err);
    }
    return status;
}
