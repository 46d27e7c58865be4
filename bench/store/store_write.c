/* Writing: what a plan wants, and cells. Every statement is a static text, prepared once. */
#include "clock.h"
#include "growing.h"
#include "store_sql.h"

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
#define PUT_ID(s, name, id, err, ...) step_id(s, STORE_WITH(s, name, __VA_ARGS__), id, err)

assay_status store_plan(store *s, const char *name, const char *text, assay_error *err)
{
    return STORE_DO(s, "plan.put", "writing the plan", err, sql_text(name), sql_text(text));
}

assay_status store_look(store *s, const char *plan, const uint64_t *seeds, size_t n, assay_error *err)
{
    for (size_t k = 0; k < n; k++)
        ASSAY_TRY(STORE_DO(s, "look", "writing the plan", err, sql_text(plan), sql_count(seeds[k])));
    return ASSAY_OK;
}

/* One setting of a point or a changed option of a variant. */
static assay_status put_setting(store *s, const char *put, int64_t of, size_t place, const setting *set, int swept,
                                assay_error *err)
{
    return STORE_DO(s, put, "writing a setting", err, sql_whole(of), sql_count(place), sql_text(set->name),
                    finite(set->word ? NAN : set->number), sql_text(set->word), sql_whole(swept));
}

assay_status store_put_parameter(store *s, int64_t of, const scenario_point *p, size_t place, assay_error *err)
{
    return put_setting(s, "put_parameter", of, place, &p->set.at[place], p->swept == (int)place, err);
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
    const assay_truth *t = of->truth;
    const assay_scenario *in = of->scenario;
    const int swept = scenario_swept(in);
    int64_t scenario = 0;
    ASSAY_TRY(PUT_ID(s, "put_scenario", &scenario, err, sql_text(in->id), sql_count(of->scenario_place),
                     sql_text(in->title), sql_text(swept < 0 ? "" : in->sweeps[swept].symbol)));
    ASSAY_TRY(PUT_ID(s, "point", id, err, sql_whole(scenario), sql_text(of->at->set.text), sql_count(of->place),
                     finite(order_of(in, of->at)), sql_whole(t[0].kind), truth_value(&t[0]), sql_whole(t[1].kind),
                     truth_value(&t[1]), sql_whole(t[2].kind), truth_value(&t[2])));
    for (size_t k = 0; k < of->at->set.n; k++) ASSAY_TRY(store_put_parameter(s, *id, of->at, k, err));
    return ASSAY_OK;
}

static assay_status put_outputs(store *s, const assay_metric *metric, int64_t id, assay_error *err)
{
    for (size_t o = 0; o < metric->n_outputs; o++) {
        const assay_output *output = &metric->outputs[o];
        ASSAY_TRY(STORE_DO(s, "put_outputs", "writing a metric", err, sql_whole(id), sql_text(output->id), sql_count(o),
                           sql_whole(output->axis), sql_whole(output->measures), finite(output->low),
                           finite(output->high)));
    }
    return ASSAY_OK;
}

assay_status store_variant(store *s, const assay_metric *metric, size_t metric_place, const variant_id *name,
                           size_t preset_place, int64_t *id, assay_error *err)
{
    int64_t metric_id = 0;
    ASSAY_TRY(PUT_ID(s, "put_metric", &metric_id, err, sql_text(metric->id), sql_count(metric_place),
                     sql_text(metric->title), sql_text(metric->family), sql_whole(metric->flags)));
    ASSAY_TRY(put_outputs(s, metric, metric_id, err));
    ASSAY_TRY(PUT_ID(s, "variant", id, err, sql_whole(metric_id), sql_text(name->preset), sql_text(name->text),
                     sql_count(preset_place)));
    for (size_t k = 0; k < name->changed.n; k++)
        ASSAY_TRY(put_setting(s, "put_option", *id, k, &name->changed.at[k], 0, err));
    return ASSAY_OK;
}

assay_status store_add_want(store *s, const sql_value value[6], assay_error *err)
{
    ASSAY_TRY(store_step(s, store_prepare_with(s, "want.put", value, 6), "writing the plan", err));
    return store_step(s, store_prepare_with(s, "want.join", value, 6), "writing the plan", err);
}

assay_status store_want(store *s, const char *plan, const cell_key *first, uint64_t seed_end, assay_error *err)
{
    int64_t id = 0;
    ASSAY_TRY(store_number(s, STORE_WITH(s, "want.plan", sql_text(plan)), "writing the plan", &id, err));
    return store_add_want(s,
                          (sql_value[]){ sql_whole(id), sql_whole(first->point), sql_count(first->samples),
                                         sql_count(first->seed), sql_count(seed_end), sql_whole(first->variant) },
                          err);
}

assay_status store_done(store *s, const cell_key *cell, unsigned char *done, assay_error *err)
{
    int64_t there = 0;
    ASSAY_TRY(store_number(s, STORE_WITH(s, "done", STORE_KEY(cell)), "looking for finished cells", &there, err));
    *done = there != 0;
    return ASSAY_OK;
}

assay_status store_value(store *s, const cell_key *cell, const char *output, stored_value *to, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(s, "value", STORE_KEY(cell), sql_text(output));
    assay_status status = ASSAY_OK;
    *to = (stored_value){ .value = NAN };
    while (store_next(s, row, "looking for a score", &status, err)) {
        to->there = 1;
        to->failed = sqlite3_column_int(row, 0) != ASSAY_OK;
        to->value = store_real(row, 1);
        snprintf(to->reason, sizeof to->reason, "%s", store_text(row, 2));
    }
    return status;
}

assay_status store_values(store *s, const cell_key *cell, int overall, double **to, size_t *n, assay_error *err)
{
    size_t room = 0;
    sqlite3_stmt *row = STORE_WITH(s, "values", STORE_KEY(cell), sql_whole(overall));
    assay_status status = ASSAY_OK;
    *n = 0;
    while (store_next(s, row, "reading a cell", &status, err)) {
        double *more = grown(*to, sizeof *more, *n, &room);
        if (!more) status = no_memory(NULL, err);
        else (*to = more)[(*n)++] = store_real(row, 0);
    }
    return status;
}

assay_status store_remark(store *s, int64_t variant, const char *text, assay_error *err)
{
    ASSAY_TRY(store_begin(s, err));
    return store_end(s, STORE_DO(s, "remark", "writing a remark", err, sql_whole(variant), sql_text(text)), err);
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
    const reason why = value->undefined ? reason_of(value) : (reason){ 0 };
    if (value->undefined)
        ASSAY_TRY(STORE_DO(s, "put_reason", "writing a reason", err, sql_text_of(why.word, why.length),
                           sql_whole(why.axis), sql_whole(why.number), sql_text(value->undefined)));
    return STORE_DO(s, "put_value", "writing a score", err, sql_whole(cell), sql_whole(variant), sql_text(output),
                    sql_whole(item), finite(value->value), sql_text(value->undefined), sql_whole(why.axis),
                    sql_whole(why.number));
}

/* Once a transaction, since they are short. */
static assay_status put_day(store *s, assay_error *err)
{
    char day[CLOCK_DAY];
    if (s->dated) return ASSAY_OK;
    clock_day(day);
    s->dated = 1;
    return STORE_DO(s, "put_day", "writing a cell", err, sql_text(day));
}

assay_status store_cell(store *s, const cell_key *key, const assay_score *scores, size_t n_scores, assay_error *err)
{
    const int outcome = n_scores ? scores[0].status : ASSAY_EINTERNAL;
    const double seconds = n_scores ? scores[0].seconds : 0.0;
    ASSAY_TRY(STORE_DO(s, "cell", "writing a cell", err, STORE_KEY(key), sql_whole(outcome), sql_real(seconds),
                       sql_text(ASSAY_VERSION)));
    if (sqlite3_changes(s->db) == 0) return ASSAY_OK; /* another run wrote it meanwhile */
    const int64_t cell = sqlite3_last_insert_rowid(s->db);
    ASSAY_TRY(put_day(s, err));
    for (size_t o = 0; o < n_scores; o++) {
        ASSAY_TRY(put_value(s, cell, key->variant, scores[o].output, -1, &scores[o].overall, err));
        for (size_t k = 0; k < scores[o].n_items; k++)
            ASSAY_TRY(put_value(s, cell, key->variant, scores[o].output, (int64_t)k, &scores[o].items[k], err));
    }
    return ASSAY_OK;
}
