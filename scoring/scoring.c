/*
 * The host of metrics: a representation, its relations, each computed once however many metrics ask, and what is scored
 * by inner hosts and put together again: parts of a representation with absent values, and the columns that vary.
 */
#include "scoring_inside.h"

#include "clock.h"
#include "near_name.h"
#include "option_list.h"
#include "relation.h"

scoring *scoring_new(void) { return calloc(1, sizeof(scoring)); }

void scoring_free(scoring *s)
{
    if (!s) return;
    arena_free(&s->scratch);
    arena_free(&s->kept);
    scoring_free(s->inner);
    scoring_free(s->varying);
    reasons_free(&s->reasons);
    free(s);
}

void scoring_change_relations(scoring *s, scoring_change change, void *context)
{
    s->change = change;
    s->changing = context;
}

void scoring_jobs(scoring *s, uint32_t jobs) { s->jobs = jobs; }

/* Counts the absent values; [n_factors] in the arena, or NULL where there is none. */
static assay_status count_absent(scoring *s, const assay_rep *rep, const size_t **to)
{
    *to = NULL;
    if (!rep->factors || all_finite(rep->factors, rep->n * rep->n_factors)) return ASSAY_OK;
    size_t *absent = arena_alloc(&s->kept, rep->n_factors, sizeof *absent);
    if (!absent) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++)
        for (size_t k = 0; k < rep->n; k++) absent[i] += isnan(rep->factors[i * rep->n + k]) != 0;
    *to = absent;
    return ASSAY_OK;
}

assay_status scoring_begin(scoring *s, const assay_rep *rep, uint64_t seed, const char *scenario, const char *point)
{
    arena_reset(&s->scratch);
    arena_reset(&s->kept);
    s->seen = *rep;
    s->learns = rep->learns;
    s->seen.learns = NULL;
    s->rep = s->reasons.named = &s->seen;
    s->whole.abi = 0;
    static const double no_factors[1];
    if (!rep->n_factors) s->seen.factors = no_factors;
    if (!rep->levels) s->seen.levels = arena_alloc(&s->kept, rep->n_factors + 1, sizeof *rep->levels); /* continuous */
    if (!s->seen.levels) return ASSAY_ENOMEM;
    ASSAY_TRY(count_absent(s, rep, &s->seen.absent));
    s->seed = seed;
    s->memos = NULL;
    s->varying_looked = VARYING_UNKNOWN;
    s->change = NULL;
    reasons_clear(&s->reasons);
    s->error.text[0] = '\0';
    s->scenario = arena_text(&s->kept, scenario ? scenario : "");
    s->point = arena_text(&s->kept, point ? point : "");
    return s->scenario && s->point ? ASSAY_OK : ASSAY_ENOMEM;
}

/* ---- inner hosts ---- */

/* A value of an inner host: an undefined one takes its reason along, of the column as the whole data count. */
static double value_of_inner(scoring *s, const scoring *inner, const assay_item *item)
{
    if (!item->undefined) return item->value;
    assay_reason why = *item->reason;
    const int of_code = why.axis == ASSAY_PER_CODE;
    const size_t *number = of_code ? inner->code_number : why.axis == ASSAY_PER_FACTOR ? inner->number : NULL;
    if (number && why.index < (of_code ? inner->rep->n_codes : inner->rep->n_factors)) why.index = number[why.index];
    return reasons_add(&s->reasons, &s->kept, &why);
}

/* Of a representation some of whose factor values are absent: all codes and the factors that every row has, together,
 * or one of the others with the rows that have it. */
typedef struct part {
    assay_data data;
    assay_rep rep;  /* of no rows, it may be */
    size_t *factor; /* [rep.n_factors] which factor of the whole each is */
} part;

static void part_free(part *p)
{
    assay_data_free(&p->data);
    owned_free(&p->factor);
}

/* That of factor `first`. */
static assay_status part_make(const assay_rep *rep, size_t first, part *to)
{
    const size_t n = rep->n - rep->absent[first];
    size_t m = 0;
    to->factor = zeroed(rep->n_factors, sizeof *to->factor);
    if (!to->factor) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++)
        if (i == first || (!rep->absent[first] && !rep->absent[i])) to->factor[m++] = i;
    ASSAY_TRY(assay_data_shape(&to->data, n, m, rep->n_codes));
    for (size_t i = 0; i < m; i++) to->data.levels[i] = rep->levels[to->factor[i]];
    for (size_t i = 0; i < m && rep->period; i++) to->data.period[i] = rep->period[to->factor[i]];
    for (size_t s = 0, kept = 0; s < rep->n; s++) {
        if (isnan(rep->factors[first * rep->n + s])) continue;
        for (size_t i = 0; i < m; i++) to->data.factors[i * n + kept] = rep->factors[to->factor[i] * rep->n + s];
        for (size_t j = 0; j < rep->n_codes; j++) to->data.codes[j * n + kept] = rep->codes[j * rep->n + s];
        kept++;
    }
    to->rep = assay_data_view(&to->data);
    return ASSAY_OK;
}

/* What a part gives to the whole; inner: the call of its host. */
typedef assay_status part_run(const part *of, assay_call *inner, assay_call *call, void *to);

static assay_status run_part(assay_call *call, size_t first, part_run *run, void *to)
{
    scoring *s = call->host;
    FREED(part_free) part p = { .factor = NULL };
    if (!s->inner) s->inner = scoring_new();
    if (!s->inner) return ASSAY_ENOMEM;
    ASSAY_TRY(part_make(s->rep, first, &p));
    assay_call inner = *call;
    inner.host = s->inner;
    s->inner->number = p.factor;
    assay_status status = scoring_begin(s->inner, &p.rep, s->seed, s->scenario, s->point);
    if (status == ASSAY_OK) status = run(&p, &inner, call, to);
    if (status != ASSAY_OK) s->error = s->inner->error;
    s->reasons.out_of_memory |= s->inner->reasons.out_of_memory;
    s->inner->number = NULL;
    return status;
}

/* The part of the factors that every row has comes first. */
static assay_status run_parts(assay_call *call, part_run *run, void *to)
{
    const assay_rep *rep = ((scoring *)call->host)->rep;
    size_t whole = 0;
    while (whole < rep->n_factors && rep->absent[whole]) whole++;
    if (whole < rep->n_factors) ASSAY_TRY(run_part(call, whole, run, to));
    for (size_t i = 0; i < rep->n_factors; i++)
        if (rep->absent[i]) ASSAY_TRY(run_part(call, i, run, to));
    return ASSAY_OK;
}

/* A value of the part, and of its factor i where it has no rows. */
static double value_of_part(scoring *s, const part *of, size_t i, double value)
{
    const assay_reason why = { "too-few-samples", "no row has factor #", ASSAY_PER_FACTOR, of->factor[i] };
    const assay_item item = reasons_item(&s->inner->reasons, value);
    return of->rep.n ? value_of_inner(s, s->inner, &item) : reasons_add(&s->reasons, &s->kept, &why);
}

typedef struct whole_relation {
    const char *id;
    relation_cells cells;
    double *code_total_for;
    int has_quality;
} whole_relation;

static assay_status relate_part(const part *of, assay_call *inner, assay_call *call, void *whole)
{
    scoring *s = call->host;
    whole_relation *to = whole;
    const relation_cells *cells = &to->cells;
    const size_t d = s->rep->n_codes;
    const assay_relation *r = NULL;
    if (of->rep.n) ASSAY_TRY(call->relation(inner, to->id, &r));
    for (size_t i = 0; i < of->rep.n_factors; i++) {
        const size_t at = of->factor[i];
        for (size_t j = 0; r && j < d; j++) {
            cells->value[at * d + j] = value_of_part(s, of, i, r->value[i * d + j]);
            to->code_total_for[at * d + j] = value_of_part(s, of, i, r->code_total[j]);
        }
        cells->factor_total[at] = value_of_part(s, of, i, r ? r->factor_total[i] : 0.0);
        if (!r || r->quality) cells->quality[at] = value_of_part(s, of, i, r ? r->quality[i] : 0.0);
    }
    if (r) to->has_quality = r->quality != NULL;
    for (size_t j = 0; r && j < d; j++) /* 0 where a code is constant in every part */
        if (!(r->code_total[j] <= cells->code_total[j]))
            cells->code_total[j] = value_of_part(s, of, 0, r->code_total[j]);
    return ASSAY_OK;
}

static assay_status relation_by_parts(assay_call *call, const char *id, assay_relation *to)
{
    whole_relation whole = { .id = id };
    ASSAY_TRY(relation_lend(call, to, &whole.cells));
    whole.code_total_for = call->alloc(call, to->n_factors * to->n_codes, sizeof *whole.code_total_for);
    if (!whole.code_total_for) return ASSAY_ENOMEM;
    ASSAY_TRY(run_parts(call, relate_part, &whole));
    to->code_total_for = whole.code_total_for;
    if (whole.has_quality) to->quality = whole.cells.quality;
    return ASSAY_OK;
}

/* Of a metric that is ASSAY_SEPARATE. */
static assay_status score_part(const part *of, assay_call *inner, assay_call *call, void *unused)
{
    (void)unused;
    scoring *s = call->host;
    const assay_metric *metric = call->metric;
    assay_stream stream;
    stream_named(s, metric->id, &stream);
    inner->stream = &stream;
    inner->series = series_new(s->inner, metric);
    if (!inner->series) return ASSAY_ENOMEM;
    if (of->rep.n) ASSAY_TRY(metric->score(s->inner->rep, inner));
    for (size_t o = 0; o < metric->n_outputs; o++)
        for (size_t i = 0; i < of->rep.n_factors; i++)
            call->series[o].items[of->factor[i]] = value_of_part(s, of, i, inner->series[o].items[i]);
    return ASSAY_OK;
}

/* ---- relations ---- */

typedef struct held_relation {
    assay_status status;
    const char *why; /* it failed */
    assay_relation relation;
} held_relation;

static void compute(assay_call *call, const char *id, const relation_kind *kind, const double *option, const char *key,
                    held_relation *to)
{
    scoring *s = call->host;
    const assay_rep *rep = s->rep;
    assay_stream stream;
    stream_named(s, key, &stream);
    assay_call own = call_new(s, NULL, option, NULL, &stream);
    own.alloc = call_alloc_kept;
    to->relation.n_factors = s->rep->n_factors;
    to->relation.n_codes = s->rep->n_codes;
    if (s->rep->absent) to->status = relation_by_parts(&own, id, &to->relation);
    else {
        to->status = kind->sparse && kind->sparse(option) ? ASSAY_OK : scoring_whole(s, &rep);
        if (to->status == ASSAY_OK && kind->split) to->status = scoring_parted(s, &rep);
        if (to->status == ASSAY_OK) to->status = kind->compute(rep, &own, &to->relation);
    }
    to->why = arena_text(&s->kept, s->error.text);
}

static assay_status changed(assay_call *call, const assay_relation *from, const assay_relation **to)
{
    const size_t m = from->n_factors, d = from->n_codes;
    const scoring *s = call->host;
    assay_call own = *call;
    own.alloc = call_alloc_kept;
    assay_relation *made = own.alloc(&own, 1, sizeof *made);
    relation_cells copy;
    if (!made) return ASSAY_ENOMEM;
    *made = *from;
    ASSAY_TRY(relation_lend(&own, made, &copy));
    memcpy(copy.value, from->value, m * d * sizeof *copy.value);
    memcpy(copy.factor_total, from->factor_total, m * sizeof *copy.factor_total);
    memcpy(copy.code_total, from->code_total, d * sizeof *copy.code_total);
    s->change(&(changing_relation){ m, d, copy.value, copy.factor_total, copy.code_total, NULL }, s->changing);
    *to = made;
    return ASSAY_OK;
}

static assay_status unknown_relation(assay_call *call, const char *id)
{
    near_name near = near_to(id);
    for (size_t k = 0; k < relation_count(); k++) near_offer(&near, relation_at(k)->id);
    return call->fail(call, ASSAY_EUSAGE, "%s", no_such(&near, "relation", NULL, "assay list relations"));
}

assay_status call_relation(assay_call *call, const char *id, const assay_relation **to)
{
    scoring *s = call->host;
    const relation_kind *kind = relation_find(id);
    if (!kind) return unknown_relation(call, id);
    if (!kind->cyclic && next_cyclic(s->rep, 0) < s->rep->n_factors)
        return call->fail(call, ASSAY_EINPUT, "factor v%zu is cyclic, and relation %s takes its values for a line",
                          next_cyclic(s->rep, 0) + 1, kind->id);
    double *option = arena_alloc(&s->kept, kind->n_options, sizeof *option);
    if (!option) return ASSAY_ENOMEM;
    assay_options_standard(kind->options, kind->n_options, option);
    const char *options = strchr(id, ':');
    ASSAY_TRY(assay_options_parse(kind->options, kind->n_options, options ? options + 1 : NULL, option, &s->error));

    char key[512];
    relation_key(kind, option, 1, key, sizeof key);
    int32_t fresh;
    held_relation *held = call->recall(call, key, sizeof *held, &fresh);
    if (!held) return ASSAY_ENOMEM;
    if (fresh) compute(call, id, kind, option, key, held);
    *to = &held->relation;
    if (s->change && held->status == ASSAY_OK) return changed(call, &held->relation, to);
    return held->status == ASSAY_OK ? ASSAY_OK : call->fail(call, held->status, "%s", held->why ? held->why : "");
}

/* ---- columns that vary (ASSAY_VARYING) ---- */

/* Whether two rows that have a value differ; *some: whether any row has one. */
static int varies(const column_table *of, size_t k, int *some)
{
    const column_entries x = entries_of(of, k);
    double first = x.count < x.n ? 0.0 : NAN;
    for (size_t e = 0; e < x.count; e++) {
        if (isnan(x.value[e])) continue;
        if (isnan(first)) first = x.value[e];
        else if (x.value[e] != first) return *some = 1;
    }
    *some = !isnan(first);
    return 0;
}

/* The columns that vary, and which they are; where none does, all of them: there is nothing to be left out of. */
static assay_status keep_varying(scoring *s, column_table *of, size_t **which)
{
    size_t count = 0, entries = 0, *kept = *which = arena_alloc(&s->kept, of->count, sizeof *kept);
    int some;
    for (size_t k = 0; kept && k < of->count; k++) {
        if (!varies(of, k, &some)) continue;
        kept[count++] = k;
        entries += entries_of(of, k).count;
    }
    if (kept && (count == 0 || count == of->count)) {
        for (size_t k = 0; k < of->count; k++) kept[k] = k;
        return ASSAY_OK;
    }
    double *value = arena_alloc(&s->kept, entries, sizeof *value);
    uint32_t *row = arena_alloc(&s->kept, of->whole ? 1 : entries, sizeof *row);
    size_t *start = arena_alloc(&s->kept, count + 1, sizeof *start);
    if (!kept || !value || !row || !start) return ASSAY_ENOMEM;
    for (size_t k = 0; k < count; k++) {
        const column_entries x = entries_of(of, kept[k]);
        start[k + 1] = start[k] + x.count;
        memcpy(value + start[k], x.value, x.count * sizeof *value);
        if (x.row) memcpy(row + start[k], x.row, x.count * sizeof *row);
    }
    const int whole = of->whole != NULL;
    *of = (column_table){ .n = of->n, .count = count };
    if (whole) of->whole = value;
    else of->sparse = (assay_sparse){ start, row, value };
    return ASSAY_OK;
}

/* Turns an inner host to the columns that vary, where they are not all. */
static assay_status varying_begin(scoring *s)
{
    column_table factors = factors_table(s->rep), codes = codes_table(s->rep);
    size_t *factor, *code;
    ASSAY_TRY(keep_varying(s, &factors, &factor));
    ASSAY_TRY(keep_varying(s, &codes, &code));
    s->varying_looked = VARYING_ALL;
    if (factors.count == s->rep->n_factors && codes.count == s->rep->n_codes) return ASSAY_OK;
    const size_t m = factors.count;
    int32_t *levels = arena_alloc(&s->kept, m, sizeof *levels);
    double *period = arena_alloc(&s->kept, m, sizeof *period);
    if (!s->varying) s->varying = scoring_new();
    if (!levels || !period || !s->varying) return ASSAY_ENOMEM;
    for (size_t i = 0; i < m; i++) levels[i] = s->rep->levels[factor[i]];
    for (size_t i = 0; i < m && s->rep->period; i++) period[i] = s->rep->period[factor[i]];
    const assay_rep rep = { .abi = s->rep->abi, /* no metric of columns that vary looks at directions */
                            .n = s->rep->n,
                            .n_factors = m,
                            .n_codes = codes.count,
                            .factors = factors.whole,
                            .codes = codes.whole,
                            .levels = levels,
                            .truth = { s->rep->truth[0], s->rep->truth[1], s->rep->truth[2] },
                            .sparse_factors = factors.sparse,
                            .sparse_codes = codes.sparse,
                            .period = period,
                            .factor_names = s->rep->factor_names,
                            .code_names = s->rep->code_names,
                            .learns = s->learns };
    s->varying->number = factor;
    s->varying->code_number = code;
    ASSAY_TRY(scoring_begin(s->varying, &rep, s->seed, s->scenario, s->point));
    s->varying_looked = VARYING_SOME;
    return ASSAY_OK;
}

static double constant_column(scoring *s, int32_t axis, size_t k)
{
    const column_table factors = factors_table(s->rep);
    assay_reason why = { "constant-code", "code # is constant", axis, k };
    int some = 1;
    if (axis == ASSAY_PER_FACTOR) {
        varies(&factors, k, &some);
        why.word = some ? "constant-factor" : "too-few-samples";
        why.text = some ? "factor # is constant" : "no row has factor #";
    }
    return reasons_add(&s->reasons, &s->kept, &why);
}

static assay_status varying_take(scoring *s, const assay_score *from, assay_score *to)
{
    const int per_factor = from->axis == ASSAY_PER_FACTOR;
    const size_t *number = per_factor ? s->varying->number : s->varying->code_number;
    const size_t all = from->n_items == 0 ? 0 : per_factor ? s->rep->n_factors : s->rep->n_codes;
    assay_item *items = arena_alloc(&s->kept, all, sizeof *items);
    if (!items) return ASSAY_ENOMEM;
    for (size_t k = 0, inner = 0; k < all; k++) {
        const int there = inner < from->n_items && number[inner] == k;
        const double value =
            there ? value_of_inner(s, s->varying, &from->items[inner]) : constant_column(s, from->axis, k);
        inner += (size_t)there;
        items[k] = reasons_item(&s->reasons, value);
    }
    *to = *from;
    to->overall = reasons_item(&s->reasons, value_of_inner(s, s->varying, &from->overall));
    to->items = items;
    to->n_items = all;
    to->n_undefined += all - from->n_items;
    return s->reasons.out_of_memory ? ASSAY_ENOMEM : ASSAY_OK;
}

/* ---- scores ---- */

static void score_failed(scoring *s, assay_status status, assay_score *to)
{
    const char *text = s->error.text[0] ? s->error.text : "the metric gave no reason";
    const assay_reason why = { "failed", text, ASSAY_OVERALL, 0 };
    to->status = status;
    to->overall = reasons_item(&s->reasons, reasons_add(&s->reasons, &s->kept, &why));
}

static assay_status applies_not(assay_call *call, double none)
{
    for (assay_series *of = call->series; of < call->series + call->metric->n_outputs; of++) {
        of->value = none;
        for (size_t k = 0; k < of->n_items; k++) of->items[k] = none;
    }
    return ASSAY_OK;
}

static assay_status does_not_apply(assay_call *call, const char *why)
{
    return applies_not(call, call->undefined(call, "not-applicable", "%s %s", call->metric->id, why));
}

static assay_status score(assay_call *call)
{
    scoring *s = call->host;
    const assay_rep *rep = s->rep;
    const size_t cyclic = relation_takes_cyclic(call->metric, call->option) ? rep->n_factors : next_cyclic(rep, 0);
    if (cyclic < rep->n_factors)
        return applies_not(call, call->undefined_of(call, ASSAY_PER_FACTOR, cyclic, "not-applicable",
                                                    "factor # is cyclic, and %s takes its values for a line",
                                                    call->metric->id));
    if (call->metric->flags & ASSAY_DIRECTIONS && !rep->directions)
        return does_not_apply(call, "reads directions of codes and of true features, and there are none");
    if (!rep->n_factors && !(call->metric->flags & ASSAY_CODES_ALONE))
        return does_not_apply(call, "needs factors, and there are codes alone");
    const assay_status whole = relation_takes_sparse(call->metric, call->option)
                                   ? scoring_pairs(s, call->metric, call->option)
                                   : scoring_whole(s, &rep);
    if (whole == ASSAY_EINPUT) return does_not_apply(call, s->error.text);
    if (whole != ASSAY_OK) return whole;
    if (call->metric->flags & ASSAY_SPLIT) ASSAY_TRY(scoring_parted(s, &rep));
    if (!rep->absent || call->metric->flags & ASSAY_ABSENT) return call->metric->score(rep, call);
    if (call->metric->flags & ASSAY_SEPARATE) return run_parts(call, score_part, NULL);
    return does_not_apply(call, "needs every factor's value in every row, and some are absent");
}

static assay_status run_varying(scoring *s, const variant *v, const assay_score **to)
{
    const assay_score *from;
    const size_t outputs = v->metric->n_outputs;
    assay_score *scores = arena_alloc(&s->kept, outputs, sizeof *scores);
    if (!scores) return ASSAY_ENOMEM;
    scoring_jobs(s->varying, s->jobs);
    scoring_change_relations(s->varying, s->change, s->changing);
    ASSAY_TRY(scoring_run(s->varying, v, &from));
    for (size_t o = 0; o < outputs; o++) ASSAY_TRY(varying_take(s, &from[o], &scores[o]));
    *to = scores;
    return ASSAY_OK;
}

/* Whether the option has this word; also where there is no such option. */
static int says(const variant *v, const char *id, const char *word)
{
    const assay_option *options = v->metric->options;
    const size_t n = v->metric->n_options, k = option_called(options, n, id);
    return k == n || strcmp(options[k].words[(size_t)v->option[k]], word) == 0;
}

/* Whether constant columns are none of the definition's: the option `columns` says so, where there is one, unless
 * `constants` says what they score. */
static int is_over_varying(const variant *v)
{
    return v->metric->flags & ASSAY_VARYING && says(v, "columns", "varying") && says(v, "constants", "skip");
}

assay_status scoring_run(scoring *s, const variant *v, const assay_score **to)
{
    const assay_metric *metric = v->metric;
    if (is_over_varying(v)) {
        if (s->varying_looked == VARYING_UNKNOWN) ASSAY_TRY(varying_begin(s));
        if (s->varying_looked == VARYING_SOME) return run_varying(s, v, to);
    }
    arena_reset(&s->scratch);
    s->error.text[0] = '\0';
    s->reasons.out_of_memory = 0;
    assay_score *scores = arena_alloc(&s->kept, metric->n_outputs, sizeof *scores);
    assay_series *series = series_new(s, metric);
    char *preset = arena_text(&s->kept, v->id.text);
    if (!scores || !series || !preset) return ASSAY_ENOMEM;

    assay_stream stream;
    stream_named(s, metric->id, &stream);
    assay_call call = call_new(s, metric, v->option, series, &stream);
    const double start = clock_seconds();
    const assay_status status = score(&call);
    const double seconds = clock_seconds() - start;
    if (status == ASSAY_ENOMEM || s->reasons.out_of_memory) return ASSAY_ENOMEM;

    for (size_t o = 0; o < metric->n_outputs; o++) {
        scores[o] = (assay_score){ .metric = metric->id,
                                   .preset = preset,
                                   .output = metric->outputs[o].id,
                                   .axis = metric->outputs[o].axis,
                                   .seconds = seconds,
                                   .low = metric->outputs[o].low,
                                   .high = metric->outputs[o].high };
        if (status != ASSAY_OK) score_failed(s, status, &scores[o]);
        else if (series_take(s, &series[o], &scores[o]) != ASSAY_OK) return ASSAY_ENOMEM;
    }
    *to = scores;
    return s->reasons.out_of_memory ? ASSAY_ENOMEM : ASSAY_OK;
}
