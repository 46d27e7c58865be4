/*
 * judge_store.h -- scores made up for the tests of the judge: every scenario that a rule looks at, with the truth that
 * the scenario states as the score, or with what a test changes of it; given to the judge in memory or by way of a
 * store.
 *
 * The scores are filed under dci-rf, whose three outputs claim one property each and whose options are numbers without
 * bins: once with its default preset, and on the scenario `bins` with trees=20, too.
 */
#ifndef ASSAY_JUDGE_STORE_H
#define ASSAY_JUDGE_STORE_H

#include "check.h"

#include "judge.h"
#include "plan.h"

enum { MADE_SAMPLES = 20000, MADE_SEEDS = 30, MADE_ITEMS = 6, MADE_OUTPUTS = 3, MADE_MOST = 500 };

#define MADE_METRIC "dci-rf"
#define MADE_VARIANT "default:trees=20"

typedef struct made_entry { /* one point at one size with one preset */
    const char *preset;
    plan_point point;
    assay_truth truth[3];
    uint64_t samples;
    size_t n_items;
    double value[MADE_OUTPUTS][MADE_SEEDS];
    double item[MADE_OUTPUTS][MADE_SEEDS][MADE_ITEMS];
} made_entry;

typedef struct made {
    made_entry at[MADE_MOST];
    size_t count, seeds;
} made;

static inline void made_point(made *m, const char *preset, const assay_scenario *scenario, const double *parameter,
                              uint64_t samples)
{
    if (m->count == MADE_MOST) fail_msg("%s: more than %d points; raise MADE_MOST here", scenario->id, MADE_MOST);
    made_entry *e = &m->at[m->count++];
    e->preset = preset;
    e->samples = samples;
    e->n_items = strcmp(scenario->id, "cardinality") == 0 ? MADE_ITEMS : 0;
    assert_int_equal(plan_point_make(scenario, parameter, NULL, &e->point), ASSAY_OK);
    scenario->truth(parameter, e->truth);
}

/* All points of the scenario's sweep. */
static inline void made_scenario(made *m, const char *preset, const char *id, uint64_t samples)
{
    const assay_scenario *scenario = assay_scenario_find(id);
    size_t step[8] = { 0 }, p;
    double parameter[8];
    assert_non_null(scenario);
    do {
        for (p = 0; p < scenario->n_parameters; p++) parameter[p] = scenario->sweeps[p].at[step[p]];
        made_point(m, preset, scenario, parameter, samples);
        for (p = scenario->n_parameters; p > 0 && ++step[p - 1] == scenario->sweeps[p - 1].n_at; p--) step[p - 1] = 0;
    } while (p > 0);
}

/* A point by its parameters. */
static inline void made_named(made *m, const char *id, const char *parameters, uint64_t samples)
{
    const assay_scenario *scenario = assay_scenario_find(id);
    double parameter[16];
    assay_options_standard(scenario->parameters, scenario->n_parameters, parameter);
    assert_int_equal(assay_options_parse(scenario->parameters, scenario->n_parameters, parameters, parameter, NULL),
                     ASSAY_OK);
    made_point(m, "default", scenario, parameter, samples);
}

/* Codes of noise in few rows, and perfect codes of factors that are functions of others. */
static inline void made_guard(made *m)
{
    for (uint64_t samples = 100; samples <= 1000; samples *= 10) {
        made_named(m, "guard", "codes=gaussian-noise:width=20", samples);
        made_named(m, "guard", "codes=uniform-noise:width=20", samples);
    }
    made_named(m, "guard", "codes=scaled", MADE_SAMPLES);
    for (int apart = 0; apart < 2; apart++) {
        made_named(m, "guard",
                   apart ? "structure=redundant:codes=scaled:derived=2:curves=apart"
                         : "structure=redundant:codes=scaled:derived=2:curves=bounded",
                   MADE_SAMPLES);
        made_named(m, "guard",
                   apart ? "structure=two-parents:codes=scaled:curves=apart"
                         : "structure=two-parents:codes=scaled:curves=bounded",
                   MADE_SAMPLES);
    }
}

static inline int made_has(const made *m, const char *scenario)
{
    for (size_t k = 0; k < m->count; k++)
        if (strcmp(m->at[k].point.scenario->id, scenario) == 0) return 1;
    return 0;
}

/* What a property looks at beyond that, so that one that is added finds its scores: every scenario that it names.
 * Behind the others, whose streams stay as they are. */
static inline void made_of_properties(made *m)
{
    const char *scenario;
    for (size_t p = 0; p < property_count(); p++)
        for (size_t s = 0; (scenario = property_scenario(property_at(p), s)) && !property_is_asked_for(property_at(p));
             s++)
            if (!made_has(m, scenario)) made_scenario(m, "default", scenario, MADE_SAMPLES);
}

/* The points; scores are 0. Free with made_free. */
static inline made *made_new(size_t seeds)
{
    static const char *const scenarios[] = {
        "noise",       "mixing", "nonlinear",       "trig",     "duplicate", "partial",    "dependent",
        "nuisance",    "rotate", "flip-permute",    "affine",   "dead-code", "noisy-copy", "cardinality",
        "dead-factor", "bins",   "irrelevant-code", "kim-mnih", "higgins",   "correlated", "confounder",
        "heavy-tail",  "absent", "sepliarskaia",    "letters",  "dimension", "ynoc"
    };
    made *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->seeds = seeds;
    for (size_t k = 0; k < sizeof scenarios / sizeof *scenarios; k++)
        made_scenario(m, "default", scenarios[k], MADE_SAMPLES);
    for (uint64_t samples = 200; samples <= 5000; samples *= 5) made_scenario(m, "default", "sample-size", samples);
    made_point(m, "default", assay_scenario_find("trig"), (const double[]){ 1 }, MADE_SAMPLES); /* order=peer */
    made_scenario(m, MADE_VARIANT, "bins", MADE_SAMPLES);
    made_guard(m);
    made_of_properties(m);
    made_scenario(m, "default", "turned", MADE_SAMPLES); /* which is asked for */
    return m;
}

/* Takes away the points of a scenario at a size, 0: at every size. */
static inline void made_drop(made *m, const char *scenario, uint64_t samples)
{
    size_t kept = 0;
    for (size_t k = 0; k < m->count; k++) {
        made_entry *e = &m->at[k];
        const int here = strcmp(e->point.scenario->id, scenario) == 0 && (!samples || e->samples == samples);
        if (here) plan_point_free(&e->point);
        else m->at[kept++] = *e;
    }
    m->count = kept;
}

static inline void made_free(made *m)
{
    for (size_t k = 0; k < m->count; k++) plan_point_free(&m->at[k].point);
    free(m);
}

static inline void made_freed(made **m) { made_free(*m); }

/* The truth, and noise: one draw for each output and seed that all points share, one for each score. */
static inline void made_oracle(made *m, assay_stream *stream, double shared_sd, double own_sd)
{
    double shared[MADE_OUTPUTS][MADE_SEEDS];
    for (size_t o = 0; o < MADE_OUTPUTS; o++)
        for (size_t s = 0; s < m->seeds; s++) shared[o][s] = shared_sd * assay_stream_normal(stream);
    for (size_t k = 0; k < m->count; k++) {
        made_entry *e = &m->at[k];
        for (size_t o = 0; o < MADE_OUTPUTS; o++) {
            const double truth = e->truth[o].kind == ASSAY_UNKNOWN ? 0.5 : e->truth[o].value;
            for (size_t s = 0; s < m->seeds; s++) {
                e->value[o][s] = truth + shared[o][s] + own_sd * assay_stream_normal(stream);
                for (size_t i = 0; i < e->n_items; i++)
                    e->item[o][s][i] = truth + shared[o][s] + own_sd * assay_stream_normal(stream);
            }
        }
    }
}

/* Adds to the scores of an output at a point; samples 0: at every size; preset NULL: with every preset. Returns how
 * many entries that are. */
static inline size_t made_change(made *m, size_t output, const char *preset, const char *scenario, const char *point,
                                 uint64_t samples, double by)
{
    size_t count = 0;
    for (size_t k = 0; k < m->count; k++) {
        made_entry *e = &m->at[k];
        if (strcmp(e->point.scenario->id, scenario) != 0 || strcmp(e->point.at.set.text, point) != 0) continue;
        if ((samples && e->samples != samples) || (preset && strcmp(preset, e->preset) != 0)) continue;
        for (size_t s = 0; s < m->seeds; s++) e->value[output][s] += by;
        count++;
    }
    return count;
}

static inline const assay_metric *made_metric(void)
{
    const assay_metric *metric = assay_metric_find(MADE_METRIC);
    assert_non_null(metric);
    assert_int_equal(metric->n_outputs, MADE_OUTPUTS);
    return metric;
}

static inline evidence_entry made_where(const made_entry *e, size_t output)
{
    const assay_metric *metric = made_metric();
    const assay_output *o = &metric->outputs[output];
    evidence_entry where =
        FIELDS(.scenario = e->point.scenario->id, .scenario_title = e->point.scenario->title, .symbol = "",
               .point = e->point.at.set.text, .x = NAN, .samples = e->samples, .metric = metric->id,
               .metric_title = metric->title, .family = metric->family, .preset = e->preset, .output = o->id,
               .measures = o->measures, .low = o->low, .high = o->high);
    memcpy(where.truth, e->truth, sizeof where.truth);
    return where;
}

/* Evidence in memory, as evidence_read makes it. */
static inline void made_evidence(const made *m, evidence *to)
{
    for (size_t k = 0; k < m->count; k++) {
        const made_entry *e = &m->at[k];
        for (size_t o = 0; o < MADE_OUTPUTS; o++) {
            const evidence_entry where = made_where(e, o);
            evidence_point *point = evidence_add(to, &where);
            point->axis = made_metric()->outputs[o].axis;
            for (size_t s = 0; s < m->seeds; s++) {
                const char *why = isnan(e->value[o][s]) ? "zero-importance: made up" : NULL;
                evidence_score(point, s, e->value[o][s], why);
                for (size_t i = 0; i < e->n_items; i++) evidence_item(point, i, e->item[o][s][i]);
            }
        }
    }
}

/* One cell with its three outputs. */
static inline void made_cell(store *s, const made_entry *e, int64_t point, int64_t series, size_t seed)
{
    const assay_metric *metric = made_metric();
    assay_score score[MADE_OUTPUTS];
    assay_item item[MADE_OUTPUTS][MADE_ITEMS];
    assay_error err = { "" };
    for (size_t o = 0; o < MADE_OUTPUTS; o++) {
        const double value = e->value[o][seed];
        for (size_t i = 0; i < e->n_items; i++) item[o][i] = (assay_item){ .value = e->item[o][seed][i] };
        score[o] = (assay_score)FIELDS(.metric = metric->id, .preset = e->preset, .output = metric->outputs[o].id,
                                       .axis = metric->outputs[o].axis, .n_items = e->n_items, .items = item[o],
                                       .overall = { .value = value,
                                                    .undefined = isnan(value) ? "zero-importance: made up" : NULL });
    }
    const cell_key key = { point, e->samples, seed, series };
    if (store_cell(s, &key, score, MADE_OUTPUTS, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

/* The same in a store: a file that does not exist yet. Seeds are written from the last to the first. */
static inline void made_store(const made *m, const char *path)
{
    assay_error err = { "" };
    store *s = NULL;
    if (store_open(path, STORE_WRITE, &s, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(store_begin(s, &err), ASSAY_OK);
    for (size_t k = 0; k < m->count; k++) {
        const made_entry *e = &m->at[k];
        int64_t point, series;
        const size_t place = strcmp(e->preset, "default") != 0;
        variant_id name;
        assert_int_equal(variant_id_read(MADE_METRIC, e->preset, &name), ASSAY_OK);
        const store_entry at = { e->point.scenario, e->point.scenario_place, &e->point.at, e->point.place, e->truth };
        if (store_point(s, &at, &point, &err) != ASSAY_OK ||
            store_variant(s, made_metric(), 0, &name, place, &series, &err) != ASSAY_OK)
            fail_msg("%s", err.text);
        variant_id_free(&name);
        for (size_t seed = m->seeds; seed-- > 0;) made_cell(s, e, point, series, seed);
    }
    assert_int_equal(store_commit(s, &err), ASSAY_OK);
    store_close(s);
}

static inline verdicts judged(const evidence *from)
{
    verdicts all = { 0 };
    judge_all(from, &all);
    assert_int_equal(all.count, from->count * property_count());
    return all;
}

/* Made scores and the verdicts on them. */
typedef struct trial {
    evidence e;
    verdicts all;
} trial;

static inline trial tried(const made *m)
{
    trial t = { .all = { 0 } };
    made_evidence(m, &t.e);
    t.all = judged(&t.e);
    return t;
}

static inline void trial_free(trial *t) { evidence_free(&t->e); }

/* The verdict on an output of a preset; fails where there is none. */
static inline const verdict *verdict_of(const verdicts *all, const char *id, const char *preset, const char *output)
{
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (strcmp(property_at(v->property)->id, id) == 0 && strcmp(v->series->preset, preset) == 0 &&
            strcmp(v->series->output, output) == 0)
            return v;
    }
    fail_msg("no verdict on %s of %s %s", id, preset, output);
    return NULL;
}

static inline void check_verdict(const verdict *v, int outcome, const char *what)
{
    if (v->outcome != outcome)
        fail_msg("%s: %s of %s %s is %s, want %s: %s", what, property_at(v->property)->id, v->series->preset,
                 v->series->output, verdict_word(v->outcome), verdict_word(outcome), v->text);
}

#endif
