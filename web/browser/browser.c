/*
 * What the page calls. One representation at a time lives here; answers are JSON, in memory that the next call frees.
 * It draws intervals and chance as `assay study` does, with the same rows.
 */
#include "browser.h"

#include "browser_json.h"

#include "array.h"
#include "data_warnings.h"
#include "metric_list.h"
#include "point.h"
#include "relation.h"
#include "study_draws.h"
#include "unknown_names.h"
#include "variant_id.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static assay_data data;
static char note[1024];     /* of the reader */
static scenario_point from; /* of a scenario; its name is NULL of files */
static uint64_t data_seed;

/* ---- data ---- */

double *page_factors(void) { return data.factors; }
double *page_codes(void) { return data.codes; }

/* Room for a text of the page's; free with page_free. */
char *page_room(size_t size) { return malloc(size); }
void page_free(char *text) { free(text); }

static const char *shape_json(void)
{
    FILE *to = json_begin();
    fprintf(to, "{\"rows\":%zu,\"factors\":%zu,\"codes\":%zu,\"levels\":[", data.n, data.n_factors, data.n_codes);
    for (size_t i = 0; i < data.n_factors; i++) fprintf(to, "%s%d", i ? "," : "", (int)data.levels[i]);
    fputs("],\"truth\":[", to);
    for (int k = 0; k < 3; k++) {
        if (k) fputc(',', to);
        json_number(to, data.truth[k]);
    }
    fputs("],\"note\":", to);
    json_text(to, note);
    fputc('}', to);
    return json_end();
}

/* Another representation takes the place of the one that was here. */
static const char *adopt(const assay_data *made, uint64_t seed)
{
    assay_data_free(&data);
    data = *made;
    data_seed = seed;
    return shape_json();
}

/* The point by its name, which names the random streams of metrics, too. */
static assay_status name_point(const char *scenario, const char *point, assay_error *err)
{
    const assay_profile *on;
    const assay_scenario *known = assay_scenario_find(scenario);
    if (!known) return unknown_scenario(scenario, err);
    double *parameter = calloc(known->n_parameters + 1, sizeof *parameter);
    assay_status status = parameter ? assay_scenario_parse(known, point, parameter, &on, err) : ASSAY_ENOMEM;
    point_free(&from);
    if (status == ASSAY_OK) status = point_make_on(known, parameter, on ? on->id : NULL, &from);
    free(parameter);
    return status;
}

/* Rows of a scenario at a point, "alpha=0.2"; of `recipe` with text as its parameter. */
const char *page_generate(const char *scenario, const char *point, size_t n, uint32_t seed)
{
    assay_error err = { { 0 } };
    assay_data made = { 0 };
    if (assay_generate(scenario, point, n, seed, &made, &err) != ASSAY_OK) return json_refusal(&err);
    if (name_point(scenario, point, &err) != ASSAY_OK) {
        assay_data_free(&made);
        return json_refusal(&err);
    }
    note[0] = '\0';
    return adopt(&made, seed);
}

/* Factors and codes from two files, or from one text file where they are the same, as the program reads them; "note"
 * says what auto took them for. */
const char *page_read(const char *factors, const char *codes, const char *kinds)
{
    assay_error err = { { 0 } };
    assay_data made = { 0 };
    const int one = strcmp(factors, codes) == 0;
    const assay_status status = one ? representation_read_one(factors, kinds, &made, NULL, note, sizeof note, &err)
                                    : representation_read(factors, codes, kinds, &made, note, sizeof note, &err);
    if (status != ASSAY_OK) return json_refusal(&err);
    point_free(&from);
    return adopt(&made, 0);
}

/* As `score` warns, or with draws `study`. */
const char *page_warnings(const char *metrics, uint32_t draws)
{
    const assay_rep rep = assay_data_view(&data);
    data_warning found[DATA_WARNINGS];
    selection with = { 0 };
    assay_error err = { { 0 } };
    assay_status status = scoring_check(&rep, &err);
    if (status == ASSAY_OK) status = metric_list_add(&with, metrics, NULL, &err);
    int by_order = !draws;
    for (size_t k = 0; k < with.count; k++) by_order |= variant_by_order(&with.at[k]);
    const size_t count = status == ASSAY_OK ? data_warnings(&rep, by_order ? &with : NULL, found) : 0;
    selection_free(&with);
    if (status != ASSAY_OK) return json_refusal(&err);
    FILE *to = json_begin();
    fputc('[', to);
    for (size_t k = 0; k < count; k++) {
        if (k) fputc(',', to);
        json_text(to, found[k].text);
    }
    fputc(']', to);
    return json_end();
}

/* ---- what there is ---- */

static void put_options(FILE *to, const assay_scenario *s)
{
    for (size_t k = 0; k < s->n_parameters; k++) {
        const assay_option *o = &s->parameters[k];
        fprintf(to, "%s{\"id\":\"%s\",\"text\":", k ? "," : "", o->id);
        json_text(to, o->text);
        fprintf(to, ",\"whole\":%d,\"standard\":%.17g,\"low\":", (o->flags & ASSAY_WHOLE) != 0, o->standard);
        json_number(to, o->low);
        fputs(",\"high\":", to);
        json_number(to, o->high);
        fputs(",\"words\":[", to);
        for (size_t w = 0; o->words && o->words[w]; w++) {
            if (w) fputc(',', to);
            json_text(to, o->words[w]);
        }
        fputs("]}", to);
    }
}

const char *page_scenarios(void)
{
    const assay_scenario *s;
    FILE *to = json_begin();
    fputc('[', to);
    for (size_t k = 0; (s = assay_scenario_at(k)); k++) {
        fprintf(to, "%s{\"id\":\"%s\",\"title\":", k ? ",\n" : "", s->id);
        json_text(to, s->title);
        fputs(",\"formula\":", to);
        json_text(to, s->formula);
        fprintf(to, ",\"text\":%d,\"parameters\":[", s->read_text != NULL);
        put_options(to, s);
        fputs("]}", to);
    }
    fputc(']', to);
    return json_end();
}

static void put_metric(FILE *to, const assay_metric *m)
{
    fprintf(to, "{\"id\":\"%s\",\"title\":", m->id);
    json_text(to, m->title);
    fprintf(to, ",\"control\":%d,\"expensive\":%d}", (m->flags & ASSAY_CONTROL) != 0, metric_is_dear(m) != 0);
}

const char *page_metrics(void)
{
    const assay_metric *m;
    FILE *to = json_begin();
    fputc('[', to);
    for (size_t k = 0, put = 0; (m = assay_metric_at(k)); k++) {
        if (m->flags & (ASSAY_DIRECTIONS | ASSAY_CONCEPTS)) continue; /* the page reads no dictionaries */
        if (put++) fputs(",\n", to);
        put_metric(to, m);
    }
    fputc(']', to);
    return json_end();
}

/* ---- scores ---- */

static void put_score(FILE *to, const assay_output *of, const assay_score *s)
{
    fprintf(to, "{\"metric\":\"%s\",\"preset\":\"%s\",\"output\":\"%s\",\"claims\":%u,\"from\":", s->metric, s->preset,
            s->output, (unsigned)of->measures);
    json_number(to, s->low);
    fputs(",\"to\":", to);
    json_number(to, s->high);
    fputs(",\"value\":", to);
    json_number(to, s->overall.value);
    fprintf(to, ",\"bits\":\"%a\",\"axis\":%d,\"items\":[", s->overall.value, (int)s->axis);
    for (size_t k = 0; k < s->n_items; k++) {
        if (k) fputc(',', to);
        json_number(to, s->items[k].value);
    }
    fputs("],\"undefined\":", to);
    if (s->overall.undefined) json_text(to, s->overall.undefined);
    else fputs("null", to);
}

static void put_uncertainty(FILE *to, const drawn_variant *of, size_t output, size_t rows)
{
    const uncertainty interval = study_draws_say(of, output, DRAWN_ROWS, rows, 0.95);
    fputs(",\"low\":", to);
    json_number(to, interval.low);
    fputs(",\"high\":", to);
    json_number(to, interval.high);
    if (!of->draws[DRAWN_NULL]) return;
    const uncertainty chance = study_draws_say(of, output, DRAWN_NULL, rows, 0.95);
    fputs(",\"chance\":", to);
    json_number(to, chance.high);
    fputs(",\"p\":", to);
    json_number(to, chance.p);
}

/* The scores of one variant with their interval and chance level. */
static assay_status put_variant(FILE *to, const assay_rep *rep, const variant *v, const assay_score *score,
                                uint32_t draws, assay_error *err)
{
    const size_t outputs = v->metric->n_outputs;
    resample_set set = { 0 };
    scoring *s = scoring_new();
    double *value = calloc(outputs, sizeof *value);
    drawn_variant drawn = {
        .of = v,
        .draws = { [DRAWN_ROWS] = draws, [DRAWN_NULL] = v->metric->flags & ASSAY_CODES_ALONE ? 0 : draws },
        .interval_kind = relation_rows_may_repeat(v->metric, v->option) ? UNCERTAIN_BOOTSTRAP : UNCERTAIN_SUBSAMPLE,
        .score = value
    };
    assay_status status = s && value ? resample_set_make(rep, NULL, NULL, &set) : ASSAY_ENOMEM;
    for (size_t o = 0; value && o < outputs; o++) value[o] = score[o].overall.value;
    if (status == ASSAY_OK && draws) status = study_draws_make(s, rep, &set, &drawn, 1, NULL, err);
    for (size_t o = 0; status == ASSAY_OK && o < outputs; o++) {
        if (o) fputs(",\n", to);
        put_score(to, &v->metric->outputs[o], &score[o]);
        if (draws) put_uncertainty(to, &drawn, o, rep->n);
        fputc('}', to);
    }
    study_draws_free(&drawn, 1);
    resample_set_free(&set);
    scoring_free(s);
    free(value);
    return status;
}

static assay_status put_scores(FILE *to, const char *metrics, uint32_t draws, assay_error *err)
{
    const assay_rep rep = assay_data_view(&data);
    selection with = { 0 };
    assay_scores scores = { 0 };
    const assay_score *next;
    assay_status status = metric_list_add(&with, metrics, NULL, err);
    if (status == ASSAY_OK)
        status = assay_score_all(&rep, metrics, data_seed, from.scenario, from.set.text, 1, &scores, err);
    next = scores.at;
    for (size_t k = 0; k < with.count && status == ASSAY_OK; k++) {
        if (k) fputs(",\n", to);
        status = put_variant(to, &rep, &with.at[k], next, draws, err);
        next += with.at[k].metric->n_outputs;
    }
    assay_scores_free(&scores);
    selection_free(&with);
    return status;
}

/* [{"metric", "preset", "output", "claims", "from", "to", "value", "bits", "axis", "items", "undefined", "low", "high",
 * "chance", "p"}]; draws 0: without the last four. */
const char *page_score(const char *metrics, uint32_t draws)
{
    assay_error err = { { 0 } };
    FILE *to = json_begin();
    fputc('[', to);
    if (put_scores(to, metrics, draws, &err) != ASSAY_OK) return json_refusal(&err);
    fputc(']', to);
    return json_end();
}

/* The factor x code matrix of a relation, row by row. */
const char *page_relation(const char *relation)
{
    const assay_rep rep = assay_data_view(&data);
    assay_matrix made = { 0 };
    assay_error err = { { 0 } };
    const assay_status status =
        assay_matrix_make(&rep, relation, data_seed, from.scenario, from.set.text, 1, &made, &err);
    if (status != ASSAY_OK) return json_refusal(&err);
    FILE *to = json_begin();
    fputc('[', to);
    for (size_t k = 0; k < made.relation.n_factors * made.relation.n_codes; k++) {
        if (k) fputc(',', to);
        json_number(to, made.relation.value[k]);
    }
    fputc(']', to);
    assay_matrix_free(&made);
    return json_end();
}
