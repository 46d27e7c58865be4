/*
 * The first step that differs. A Python candidate is watched at work (python/assay/observer.py); each step it was seen
 * to take stands in for the reference's own: the data or bins that its functions were given, the relation and the
 * totals that they made. Where the reference goes on from such a step to the candidate's own values, on every data set
 * that was watched, all that comes after it is as it should be, and the cause lies in it.
 */
#include "candidate.h"
#include "relation.h"
#include "validation_inside.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 10, FEW_ROWS = 160, STEPS_MOST = 600, TEXT_MOST = 640 };

/* A step as it was met on every data set: `text` is how it differs from the reference's on the first that tells. */
typedef struct step {
    char key[256];
    int dead, table;
    size_t told, points, met, same;
    char text[TEXT_MOST];
} step;

typedef struct stages {
    comparison *c;
    const variant *many; /* the reference with a bin for each of any labels; NULL: it cuts no codes */
    step at[STEPS_MOST];
    size_t count, cells;
    const compared_point *point;
    const compared_cell *cell;
    /* what stands in for the relation, and what it stood for */
    const json_t *table, *total[2];
    double *own;
    size_t own_factors, own_codes;
} stages;

static step *step_at(stages *s, const char *key, int table)
{
    size_t k = 0;
    while (k < s->count && strcmp(s->at[k].key, key) != 0) k++;
    if (k == STEPS_MOST) return NULL;
    if (k == s->count) {
        s->at[s->count++] = (step){ .table = table };
        snprintf(s->at[k].key, sizeof s->at[k].key, "%s", key);
    }
    return &s->at[k];
}

static double number_at(const json_t *values, size_t k)
{
    const json_t *x = json_array_get(values, k);
    return json_is_number(x) ? json_number_value(x) : NAN;
}

static const char *text_of(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));
    return text ? text : "";
}

static size_t count_of(const json_t *from, const char *key)
{
    const json_int_t count = json_integer_value(json_object_get(from, key));
    return count > 0 && count < 1 << 24 ? (size_t)count : 0;
}

/* ---- judging ---- */

/* Whether a step with these scores gives every value the candidate has here; NULL: the reference's own values. rounded:
 * the data lie on edges of bins, and which side rounding puts them says nothing. */
static void judge(const stages *s, step *one, const assay_score *score, int rounded)
{
    const comparison *c = s->c;
    size_t told = 0;
    one->met++;
    for (size_t k = 0; k < s->cell->n_values && !one->dead; k++) {
        const value_pair *v = &s->cell->at[k];
        const assay_score *of = score ? &score[c->output[v->output].want] : NULL;
        const double x = !of ? v->want : v->item < 0 ? of->overall.value
                       : (size_t)v->item < of->n_items ? of->items[v->item].value : NAN;
        if (!is_explained(c, v) || (isnan(v->got) && isnan(x)) || (isnan(v->got) && isnan(v->want))) continue;
        const int gives = fabs(x - v->got) <= fmax(value_allowed(c, v), c->tolerance * fabs(v->got));
        one->dead = !gives && !rounded;
        told += gives && values_differ(c, v);
    }
    one->told += told;
    one->points += told > 0;
}

/* ---- data ---- */

static assay_status block_fill(const json_t *values, double *to, size_t count)
{
    if (json_array_size(values) != count) return ASSAY_EUSAGE;
    for (size_t k = 0; k < count; k++) to[k] = number_at(values, k);
    return ASSAY_OK;
}

/* Factors that were cut are categories: labels from 0 on. */
static assay_status levels_settle(const comparison *c, int cut, assay_data *to)
{
    enum { MOST_LEVELS = 4096 };
    for (size_t i = 0; i < to->n_factors; i++) {
        double *x = to->factors + i * to->n, low = INFINITY, high = -INFINITY;
        to->levels[i] = to->n_factors == c->data.n_factors ? c->data.levels[i] : 0;
        if (!cut) continue;
        for (size_t k = 0; k < to->n; k++) low = fmin(low, x[k]), high = fmax(high, x[k]);
        if (!(high - low < MOST_LEVELS)) return ASSAY_EUSAGE;
        for (size_t k = 0; k < to->n; k++) x[k] -= low;
        to->levels[i] = high - low > 0.0 ? (int32_t)(high - low) + 1 : 0;
    }
    return ASSAY_OK;
}

static assay_status pair_data(const comparison *c, const json_t *pair, assay_data *to)
{
    const size_t n = count_of(pair, "rows"), m = count_of(pair, "n_factors"), d = count_of(pair, "n_codes");
    if (!n || !m || !d) return ASSAY_EUSAGE;
    assay_status status = assay_data_shape(to, n, m, d);
    if (status == ASSAY_OK) status = block_fill(json_object_get(pair, "factors"), to->factors, n * m);
    if (status == ASSAY_OK) status = block_fill(json_object_get(pair, "codes"), to->codes, n * d);
    const int cut = json_is_true(json_array_get(json_object_get(pair, "cut"), 0));
    return status == ASSAY_OK ? levels_settle(c, cut, to) : status;
}

static assay_status pair_score(const stages *s, const json_t *pair, const assay_score **to, int *rounded)
{
    comparison *c = s->c;
    assay_data data = { 0 };
    const int cut = json_is_true(json_array_get(json_object_get(pair, "cut"), 1));
    assay_status status = pair_data(c, pair, &data);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK) status = scoring_check(&rep, NULL);
    if (status == ASSAY_OK)
        status = scoring_begin(c->scoring, &rep, s->cell->seed, s->point->point.scenario->id,
                               s->point->point.at.set.text);
    if (status == ASSAY_OK) status = scoring_run(c->scoring, cut && s->many ? s->many : c->reference, to);
    const ptrdiff_t of[] = { option_of_role(c->reference->metric, ASSAY_CUTS_CODES),
                             option_of_role(c->reference->metric, ASSAY_CUTS_FACTORS) };
    if (status == ASSAY_OK && !cut && of[0] >= 0 && of[1] >= 0)
        *rounded = bins_on_edges(&data, (size_t)c->reference->option[of[0]], (size_t)c->reference->option[of[1]], 0);
    assay_data_free(&data);
    return status;
}

static assay_status try_pairs(stages *s, const json_t *pairs)
{
    size_t k;
    const json_t *pair;
    json_array_foreach(pairs, k, pair)
    {
        const assay_score *score = NULL;
        int rounded = 0;
        const int same = json_is_true(json_object_get(pair, "same"));
        step *one = step_at(s, text_of(pair, "name"), 0);
        if (!one || one->dead) continue;
        const assay_status status = same ? ASSAY_OK : pair_score(s, pair, &score, &rounded);
        if (status == ASSAY_ENOMEM) return status;
        if (status != ASSAY_OK || (!same && score->status != ASSAY_OK)) {
            one->dead = 1;
            continue;
        }
        judge(s, one, score, rounded);
        one->same += (size_t)same;
        if (!one->text[0]) snprintf(one->text, sizeof one->text, "%s", text_of(pair, "text"));
    }
    return ASSAY_OK;
}

/* ---- relations ---- */

/* A scoring_change: keeps the reference's own, and puts the candidate's in its place. */
static void stand_in(const changing_relation *r, void *context)
{
    stages *s = context;
    const size_t m = r->n_factors, d = r->n_codes;
    if (!s->own && (s->own = malloc((m * d + m + d) * sizeof *s->own)) != NULL) {
        memcpy(s->own, r->value, m * d * sizeof *s->own);
        memcpy(s->own + m * d, r->factor_total, m * sizeof *s->own);
        memcpy(s->own + m * d + m, r->code_total, d * sizeof *s->own);
        s->own_factors = m, s->own_codes = d;
    }
    for (size_t k = 0; k < m * d && json_array_size(s->table) == m * d; k++) {
        const double x = number_at(s->table, k);
        r->value[k] = isnan(x) ? 0.0 : x;
    }
    for (size_t side = 0; side < 2; side++) {
        double *total = side ? r->code_total : r->factor_total;
        const size_t count = side ? d : m;
        for (size_t k = 0; k < count && json_array_size(s->total[side]) == count; k++)
            total[k] = fmax(0.0, number_at(s->total[side], k));
    }
}

/* "at factor 0, code 2 it is 0.41 where the reference's is 0.38". to stays empty where nothing differs. */
static void relation_text(const stages *s, const json_t *values, size_t from, size_t count, const char *of, char *to,
                          size_t size)
{
    size_t worst = count;
    double most = EXACT;
    for (size_t k = 0; k < count && s->own; k++) {
        const double x = number_at(values, k), y = s->own[from + k], by = fabs((isnan(x) ? 0.0 : x) - y);
        if (by > most * fmax(1.0, fabs(y))) most = by / fmax(1.0, fabs(y)), worst = k;
    }
    if (worst == count) return;
    char place[96];
    if (from) snprintf(place, sizeof place, "%s %zu", of, worst);
    else snprintf(place, sizeof place, "factor %zu and code %zu", worst / s->own_codes, worst % s->own_codes);
    snprintf(to, size, "at %s it is %.6g where the reference's is %.6g", place, number_at(values, worst),
             s->own[from + worst]);
}

static assay_status relation_try(stages *s, const char *key, const json_t *table, const json_t *total)
{
    const json_t *values = json_object_get(table, "values"), *of = json_object_get(total, "values");
    const size_t side = count_of(total, "side");
    step *one = step_at(s, key, 1);
    const assay_score *score;
    if (!one || one->dead) return ASSAY_OK;
    s->table = values;
    s->total[side] = of;
    scoring_change_relations(s->c->scoring, stand_in, s);
    const assay_status status = scoring_run(s->c->scoring, s->c->reference, &score);
    scoring_change_relations(s->c->scoring, NULL, NULL);
    s->table = s->total[0] = s->total[1] = NULL;
    if (status != ASSAY_OK) return status;
    if (score->status != ASSAY_OK) one->dead = 1;
    else judge(s, one, score, 0);
    if (!s->own) return ASSAY_OK;
    const size_t m = s->own_factors, d = s->own_codes;
    char text[2][256] = { "", "" };
    if (table) relation_text(s, values, 0, m * d, "", text[0], sizeof text[0]);
    if (total) relation_text(s, of, m * d + side * m, side ? d : m, side ? "code" : "factor", text[1], sizeof text[1]);
    one->same += !text[0][0] && !text[1][0];
    if (!one->text[0] && (text[0][0] || text[1][0]))
        snprintf(one->text, sizeof one->text, "%s%s%s%s", text[0], text[0][0] && text[1][0] ? "; " : "",
                 text[1][0] ? "of the totals, " : "", text[1]);
    return ASSAY_OK;
}

static assay_status try_relations(stages *s, const json_t *observed)
{
    const json_t *tables = json_object_get(observed, "tables"), *totals = json_object_get(observed, "totals");
    const assay_rep rep = assay_data_view(&s->c->data);
    assay_status status = scoring_begin(s->c->scoring, &rep, s->cell->seed, s->point->point.scenario->id,
                                        s->point->point.at.set.text);
    free(s->own);
    s->own = NULL;
    for (size_t k = 0; k <= json_array_size(tables) && status == ASSAY_OK; k++) {
        const json_t *table = json_array_get(tables, k);
        if (table) status = relation_try(s, text_of(table, "name"), table, NULL);
        for (size_t l = 0; l < json_array_size(totals) && status == ASSAY_OK; l++) {
            const json_t *total = json_array_get(totals, l);
            char key[256];
            snprintf(key, sizeof key, "%.100s%s%.100s of the %ss", text_of(table, "name"), table ? ", and " : "",
                     text_of(total, "name"), count_of(total, "side") ? "code" : "factor");
            status = relation_try(s, key, table, total);
        }
    }
    return status;
}

/* ---- watching ---- */

/* The names of those that are left, and of what was met on every data set, as JSON. */
static char *steps_left(const stages *s)
{
    json_t *names = json_array();
    for (size_t k = 0; k < s->count; k++)
        if (!s->at[k].dead && !s->at[k].table) json_array_append_new(names, json_string(s->at[k].key));
    char *text = json_dumps(names, 0);
    json_decref(names);
    return text;
}

static assay_status watch_cell(stages *s, assay_error *err)
{
    comparison *c = s->c;
    const assay_score *got;
    assay_status status = data_build(c, s->point, s->cell->seed, err);
    if (status != ASSAY_OK) return status;
    const assay_rep rep = assay_data_view(&c->data);
    status =
        scoring_begin(c->scoring, &rep, s->cell->seed, s->point->point.scenario->id, s->point->point.at.set.text);
    char *wanted = s->cells ? steps_left(s) : NULL;
    candidate_watch(c->candidate->metric, wanted ? wanted : "true");
    if (status == ASSAY_OK) status = scoring_run(c->scoring, c->candidate, &got);
    candidate_watch(c->candidate->metric, NULL);
    free(wanted);
    const char *answer = candidate_observed(c->candidate->metric);
    json_t *read = status == ASSAY_OK && answer ? json_loads(answer, 0, NULL) : NULL;
    const json_t *observed = json_object_get(read, "observed");
    if (observed && ++s->cells) {
        status = try_pairs(s, json_object_get(observed, "pairs"));
        if (status == ASSAY_OK && assay_metric_relation(c->reference->metric, c->reference->option))
            status = try_relations(s, observed);
    }
    json_decref(read);
    return status == ASSAY_OK ? status : assay_fail(err, status, "memory ran out");
}

static double size_of(const compared_point *p)
{
    return (double)p->samples * (p->worst > 1.0 ? 1.0 : 1e6) * (p->n_cells ? 1.0 : INFINITY);
}

static int sooner(const void *a, const void *b)
{
    const compared_point *x = *(compared_point *const *)a, *y = *(compared_point *const *)b;
    const double by = size_of(x) - size_of(y);
    return by != 0.0 && !isnan(by) ? (by > 0.0) - (by < 0.0) : (x > y) - (x < y);
}

/* A data set of the point, of few rows where `fewer`. */
static assay_status watch_point(stages *s, const compared_point *of, int fewer, assay_error *err)
{
    compared_point p = *of;
    assay_status status = ASSAY_OK;
    if (fewer && p.samples > FEW_ROWS) {
        p = (compared_point){ .point = of->point, .samples = FEW_ROWS, .seed_first = of->seed_first,
                              .seed_end = of->seed_first + 1 };
        status = compare_point(s->c, &p, err);
    }
    s->point = &p, s->cell = p.cell;
    if (status == ASSAY_OK && p.n_cells && !p.cell->failed && !p.cell->inapplicable) status = watch_cell(s, err);
    return status;
}

/* One data set of each point that was compared exactly and differs, small ones first; then of some that do not. */
static assay_status watch_points(stages *s, compared_point **order, int fewer, assay_error *err)
{
    comparison *c = s->c;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < c->n_points; k++) order[k] = &c->point[k];
    qsort(order, c->n_points, sizeof *order, sooner);
    s->cells = s->count = 0;
    for (size_t k = 0; k < c->n_points && s->cells < (fewer ? CELLS : 4) && status == ASSAY_OK; k++) {
        if (order[k]->moves || !order[k]->n_cells || order[k]->cell->failed || order[k]->cell->inapplicable) continue;
        if (progress_stopped(c, "watching", order[k]->point.scenario->id, CELLS))
            return assay_fail(err, ASSAY_EINTERRUPTED, "stopped");
        status = watch_point(s, order[k], fewer, err);
    }
    return status;
}

/* ---- in words ---- */

/* Met on every data set, it gives every value; at two points at least values differ. */
static int holds(const stages *s, const step *one)
{
    return !one->dead && one->met == s->cells && one->points >= 2 && one->same < one->met;
}

/* The earliest: data, then a relation; among data those of which more is known than other values. NULL: none holds. */
static const step *first_step(const stages *s)
{
    const step *best = NULL;
    int rank = 3;
    for (size_t k = 0; k < s->count; k++) {
        const step *one = &s->at[k];
        const int own = one->table ? 2 : strstr(one->text, " have other values") != NULL;
        if (own < rank && holds(s, one)) best = one, rank = own;
    }
    return best;
}

static assay_status say_cause(stages *s, const step *one, validation *to)
{
    char text[1536];
    char cut[96] = "";
    const ptrdiff_t of[] = { option_of_role(s->c->reference->metric, ASSAY_CUTS_CODES),
                             option_of_role(s->c->reference->metric, ASSAY_CUTS_FACTORS) };
    if (strstr(one->key, ": its bins") && of[0] >= 0 && of[1] >= 0)
        snprintf(cut, sizeof cut, " (the reference: %g bins of codes, %g of factors)", s->c->reference->option[of[0]],
                 s->c->reference->option[of[1]]);
    snprintf(text, sizeof text, "Your values are those of the reference where it goes on from %s%s. There %s%s. All that "
             "comes after agrees.", one->table ? "your " : "", one->key, one->text[0] ? one->text : "other values stand",
             cut);
    return line_add(s->c, to, text);
}

/* Relations that are the reference's own on all data sets: the cause comes after. */
static assay_status say_proven(stages *s, validation *to)
{
    for (size_t k = 0; k < s->count; k++) {
        const step *one = &s->at[k];
        char text[512];
        if (!one->table || one->met != s->cells || one->same != one->met || strstr(one->key, ", and ")) continue;
        snprintf(text, sizeof text, "Your %s equals the reference's on all %zu data sets watched: what differs comes "
                 "after it.", one->key, s->cells);
        return line_add(s->c, to, text);
    }
    return ASSAY_OK;
}

assay_status explain_stages(comparison *c, validation *to, int *found, assay_error *err)
{
    *found = 0;
    if (c->unrepeatable || !candidate_watch(c->candidate->metric, NULL)) return ASSAY_OK;
    stages *s = calloc(1, sizeof *s);
    compared_point **order = malloc(c->n_points * sizeof *order);
    selection many = { 0 };
    const ptrdiff_t bins = option_of_role(c->reference->metric, ASSAY_CUTS_CODES);
    assay_status status = s && order ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (status == ASSAY_OK && bins >= 0) {
        char name[1536];
        assay_error ignored;
        snprintf(name, sizeof name, "%s@%s:bins=%g", c->reference->metric->id, c->reference->id.text,
                 fmax(2.0 * c->reference->option[bins] + 8.0, 150.0));
        if (selection_add(&many, name, &ignored) == ASSAY_OK) s->many = many.at;
    }
    if (status == ASSAY_OK) {
        s->c = c;
        const step *one = NULL;
        for (int fewer = 1; fewer >= 0 && status == ASSAY_OK && !one; fewer--) {
            status = watch_points(s, order, fewer, err);
            one = status == ASSAY_OK ? first_step(s) : NULL;
        }
        *found = one != NULL;
        if (one) status = say_cause(s, one, to);
    }
    if (status == ASSAY_OK && !*found) status = say_proven(s, to);
    if (s) free(s->own);
    free(s);
    free(order);
    selection_free(&many);
    return status;
}
