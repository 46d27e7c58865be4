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
    if (count_absent(s, rep, &s->seen.absent) != ASSAY_OK) return ASSAY_ENOMEM;
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

/*
 * Representations some of whose factor values are absent, cut into parts that are whole: the factors that
 * every row has, together, and each of the others with the rows that have it.
 */
typedef struct absent_part {
    assay_data data; /* the part's factors, all codes, the part's rows */
    size_t *factor;  /* [data.n_factors] which factor of the whole each is */
} absent_part;

static size_t count_whole(const assay_rep *rep, const size_t *absent)
{
    size_t whole = 0;
    for (size_t i = 0; i < rep->n_factors; i++) whole += absent[i] == 0;
    return whole;
}

/* How many parts there are. absent [n_factors]: rows without the factor. */
static size_t absent_part_count(const assay_rep *rep, const size_t *absent)
{
    const size_t whole = count_whole(rep, absent);
    return rep->n_factors - whole + (whole != 0);
}

/* Lists the part's factors; part 0 is that of the whole ones where there are any. */
static size_t list_factors(const assay_rep *rep, const size_t *absent, size_t index, size_t *to)
{
    size_t listed = 0, part = count_whole(rep, absent) != 0;
    const int wholes = part != 0 && index == 0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (wholes ? absent[i] == 0 : absent[i] != 0 && part++ == index) to[listed++] = i;
    }
    return listed;
}

static void absent_part_free(absent_part *part)
{
    assay_data_free(&part->data);
    owned_free(&part->factor);
}

/* Part `index`; free it with absent_part_free. A part of no rows is legal. */
static assay_status absent_part_make(const assay_rep *rep, const size_t *absent, size_t index, absent_part *to)
{
    *to = (absent_part){ .factor = calloc(rep->n_factors, sizeof *to->factor) };
    if (!to->factor) return ASSAY_ENOMEM;
    const size_t m = list_factors(rep, absent, index, to->factor), n = rep->n - absent[to->factor[0]];
    if (assay_data_shape(&to->data, n, m, rep->n_codes) != ASSAY_OK) {
        absent_part_free(to);
        return ASSAY_ENOMEM;
    }
    const double *first = rep->factors + to->factor[0] * rep->n;
    for (size_t i = 0; i < m; i++) to->data.levels[i] = rep->levels[to->factor[i]];
    for (size_t i = 0; i < m && rep->period; i++) to->data.period[i] = rep->period[to->factor[i]];
    for (size_t s = 0, kept = 0; s < rep->n; s++) {
        if (isnan(first[s]))
            continue; /* the factors of a part are absent together: from no row, or there is only one */
        for (size_t i = 0; i < m; i++) to->data.factors[i * n + kept] = rep->factors[to->factor[i] * rep->n + s];
        for (size_t j = 0; j < rep->n_codes; j++) to->data.codes[j * n + kept] = rep->codes[j * rep->n + s];
        kept++;
    }
    return ASSAY_OK;
}

/* A part on its host. Ended by part_end. */
typedef struct hosted_part {
    absent_part rows;
    assay_rep rep;
} hosted_part;

static assay_status part_begin(scoring *s, size_t index, hosted_part *to)
{
    if (!s->inner) s->inner = scoring_new();
    if (!s->inner) return ASSAY_ENOMEM;
    ASSAY_TRY(absent_part_make(s->rep, s->rep->absent, index, &to->rows));
    to->rep = assay_data_view(&to->rows.data);
    s->inner->number = to->rows.factor;
    const assay_status status = scoring_begin(s->inner, &to->rep, s->seed, s->scenario, s->point);
    if (status != ASSAY_OK) absent_part_free(&to->rows);
    return status;
}

static void part_end(scoring *s, hosted_part *part, assay_status status)
{
    if (status != ASSAY_OK) s->error = s->inner->error;
    s->reasons.out_of_memory |= s->inner->reasons.out_of_memory;
    s->inner->number = NULL;
    absent_part_free(&part->rows);
}

/* A value of a part: an undefined one takes its reason along, of the factor as the whole data count. */
static double value_of_part(scoring *s, const hosted_part *part, double value)
{
    if (isfinite(value)) return value;
    assay_reason why = *reasons_item(&s->inner->reasons, value).reason;
    if (why.axis == ASSAY_PER_FACTOR && why.index < part->rep.n_factors) why.index = part->rows.factor[why.index];
    return reasons_add(&s->reasons, &s->kept, &why);
}

static double no_row(scoring *s, size_t factor)
{
    const assay_reason why = { "too-few-samples", "no row has factor #", ASSAY_PER_FACTOR, factor };
    return reasons_add(&s->reasons, &s->kept, &why);
}

typedef struct whole_relation {
    double *value, *factor_total, *code_total, *quality, *code_total_for;
    int quality_known;
} whole_relation;

static void part_without_rows(scoring *s, const hosted_part *part, const whole_relation *to)
{
    for (size_t i = 0; i < part->rows.data.n_factors; i++) {
        const size_t whole = part->rows.factor[i];
        to->factor_total[whole] = to->quality[whole] = no_row(s, whole);
    }
}

static void put_part(scoring *s, const hosted_part *part, const assay_relation *r, whole_relation *to)
{
    const size_t d = s->rep->n_codes;
    for (size_t i = 0; i < part->rows.data.n_factors; i++) {
        const size_t whole = part->rows.factor[i];
        for (size_t j = 0; j < d; j++) {
            to->value[whole * d + j] = value_of_part(s, part, r->value[i * d + j]);
            to->code_total_for[whole * d + j] = value_of_part(s, part, r->code_total[j]);
        }
        to->factor_total[whole] = value_of_part(s, part, r->factor_total[i]);
        if (r->quality) to->quality[whole] = value_of_part(s, part, r->quality[i]);
        to->quality_known = r->quality != NULL;
    }
    for (size_t j = 0; j < d; j++) /* 0 where a code is constant in every part */
        if (!(r->code_total[j] <= to->code_total[j])) to->code_total[j] = value_of_part(s, part, r->code_total[j]);
}

static assay_status add_part(assay_call *call, const char *id, size_t index, whole_relation *to)
{
    scoring *s = call->host;
    hosted_part part;
    const assay_relation *r;
    assay_status status = part_begin(s, index, &part);
    if (status != ASSAY_OK) return status;
    if (part.rep.n) {
        assay_call inner = *call;
        inner.host = s->inner;
        status = call->relation(&inner, id, &r);
        if (status == ASSAY_OK) put_part(s, &part, r, to);
    } else {
        part_without_rows(s, &part, to);
    }
    part_end(s, &part, status);
    return status;
}

static assay_status relation_by_parts(assay_call *call, const char *id, assay_relation *to)
{
    scoring *s = call->host;
    const size_t m = s->rep->n_factors, d = s->rep->n_codes, parts = absent_part_count(s->rep, s->rep->absent);
    whole_relation whole = {
        .value = arena_alloc(&s->kept, m * d, sizeof(double)),
        .factor_total = arena_alloc(&s->kept, m, sizeof(double)),
        .code_total = arena_alloc(&s->kept, d, sizeof(double)),
        .quality = arena_alloc(&s->kept, m, sizeof(double)),
        .code_total_for = arena_alloc(&s->kept, m * d, sizeof(double)),
    };
    if (!whole.value || !whole.factor_total || !whole.code_total || !whole.quality || !whole.code_total_for)
        return ASSAY_ENOMEM;
    for (size_t k = 0; k < parts; k++) ASSAY_TRY(add_part(call, id, k, &whole));
    to->value = whole.value;
    to->factor_total = whole.factor_total;
    to->code_total = whole.code_total;
    to->code_total_for = whole.code_total_for;
    to->quality = whole.quality_known ? whole.quality : NULL;
    return ASSAY_OK;
}

static assay_status score_on_part(assay_call *call, const hosted_part *part)
{
    scoring *s = call->host;
    const assay_metric *metric = call->metric;
    assay_stream stream;
    stream_named(s, metric->id, &stream);
    assay_call inner = *call;
    inner.host = s->inner;
    inner.stream = &stream;
    inner.series = series_new(s->inner, metric);
    if (!inner.series) return ASSAY_ENOMEM;
    const assay_status status = part->rep.n ? metric->score(s->inner->rep, &inner) : ASSAY_OK;
    for (size_t o = 0; status == ASSAY_OK && o < metric->n_outputs; o++)
        for (size_t i = 0; i < part->rep.n_factors; i++) {
            const size_t whole = part->rows.factor[i];
            call->series[o].items[whole] =
                part->rep.n ? value_of_part(s, part, inner.series[o].items[i]) : no_row(s, whole);
        }
    return status;
}

/* A metric that is ASSAY_SEPARATE. */
static assay_status score_separately(assay_call *call)
{
    scoring *s = call->host;
    const size_t parts = absent_part_count(s->rep, s->rep->absent);
    for (size_t k = 0; k < parts; k++) {
        hosted_part part;
        ASSAY_TRY(part_begin(s, k, &part));
        const assay_status status = score_on_part(call, &part);
        part_end(s, &part, status);
        ASSAY_TRY(status);
    }
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
    if (s->rep->absent) to->status = relation_by_parts(call, id, &to->relation);
    else {
        to->status = kind->sparse && kind->sparse(option) ? ASSAY_OK : scoring_whole(s, &rep);
        if (to->status == ASSAY_OK && kind->split) to->status = scoring_parted(s, &rep);
        if (to->status == ASSAY_OK) to->status = kind->compute(rep, &own, &to->relation);
    }
    to->why = arena_text(&s->kept, s->error.text);
}

static double *copied(scoring *s, const double *from, size_t count)
{
    double *to = arena_alloc(&s->kept, count, sizeof *to);
    if (to && from) memcpy(to, from, count * sizeof *to);
    return to;
}

static assay_status changed(scoring *s, const assay_relation *from, const assay_relation **to)
{
    const size_t m = from->n_factors, d = from->n_codes;
    assay_relation *made = arena_alloc(&s->kept, 1, sizeof *made);
    if (!made) return ASSAY_ENOMEM;
    const changing_relation copy = {
        m, d, copied(s, from->value, m * d), copied(s, from->factor_total, m), copied(s, from->code_total, d), NULL
    };
    if (!copy.value || !copy.factor_total || !copy.code_total) return ASSAY_ENOMEM;
    s->change(&copy, s->changing);
    *made = *from;
    made->value = copy.value;
    made->factor_total = copy.factor_total;
    made->code_total = copy.code_total;
    *to = made;
    return ASSAY_OK;
}

static assay_status unknown_relation(assay_call *call, const char *id)
{
    near_name near = near_to(id);
    for (size_t k = 0; k < relation_count(); k++) near_offer(&near, relation_at(k)->id);
    return call->fail(call, ASSAY_EUSAGE, "%s", no_such(&near, "relation", NULL, "assay list relations"));
}

static assay_status call_relation(assay_call *call, const char *id, const assay_relation **to)
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
    if (s->change && held->status == ASSAY_OK) return changed(s, &held->relation, to);
    return held->status == ASSAY_OK ? ASSAY_OK : call->fail(call, held->status, "%s", held->why ? held->why : "");
}

assay_call call_new(scoring *s, const assay_metric *metric, const double *option, assay_series *series,
                    assay_stream *stream)
{
    assay_call call = call_base(s, metric, option, series, stream);
    call.relation = call_relation;
    return call;
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

/* Lists the columns that vary; where none does, all of them: there is nothing to be left out of. */
static size_t list_varying(const column_table *of, size_t *to)
{
    size_t listed = 0;
    int some;
    for (size_t k = 0; k < of->count; k++)
        if (varies(of, k, &some)) to[listed++] = k;
    for (size_t k = 0; listed == 0 && k < of->count; k++) to[k] = k;
    return listed ? listed : of->count;
}

/* The columns which[count]. */
static assay_status take(scoring *s, const column_table *of, const size_t *which, size_t count, column_table *to)
{
    size_t entries = 0;
    for (size_t k = 0; k < count; k++) entries += entries_of(of, which[k]).count;
    double *value = arena_alloc(&s->kept, entries, sizeof *value);
    uint32_t *row = arena_alloc(&s->kept, of->whole ? 1 : entries, sizeof *row);
    size_t *start = arena_alloc(&s->kept, count + 1, sizeof *start);
    if (!value || !row || !start) return ASSAY_ENOMEM;
    for (size_t k = 0; k < count; k++) {
        const column_entries x = entries_of(of, which[k]);
        start[k + 1] = start[k] + x.count;
        memcpy(value + start[k], x.value, x.count * sizeof *value);
        if (x.row) memcpy(row + start[k], x.row, x.count * sizeof *row);
    }
    *to = (column_table){ .n = of->n, .count = count };
    if (of->whole) to->whole = value;
    else to->sparse = (assay_sparse){ start, row, value };
    return ASSAY_OK;
}

/* Turns the inner scoring to the columns that vary. */
static assay_status varying_begin(scoring *s, size_t *factor, size_t m, size_t *code, size_t d)
{
    int32_t *levels = arena_alloc(&s->kept, m, sizeof *levels);
    double *period = arena_alloc(&s->kept, m, sizeof *period);
    const column_table of[] = { factors_table(s->rep), codes_table(s->rep) };
    column_table factors, codes;
    if (!s->varying) s->varying = scoring_new();
    if (!levels || !period || !s->varying) return ASSAY_ENOMEM;
    ASSAY_TRY(take(s, &of[0], factor, m, &factors));
    ASSAY_TRY(take(s, &of[1], code, d, &codes));
    for (size_t i = 0; i < m; i++) levels[i] = s->rep->levels[factor[i]];
    for (size_t i = 0; i < m && s->rep->period; i++) period[i] = s->rep->period[factor[i]];
    assay_rep rep = *s->rep;
    rep.period = period;
    rep.factors = factors.whole;
    rep.codes = codes.whole;
    rep.sparse_factors = factors.sparse;
    rep.sparse_codes = codes.sparse;
    rep.levels = levels;
    rep.n_factors = m;
    rep.n_codes = d;
    rep.absent = NULL;
    rep.learns = s->learns;
    rep.dims = 0; /* no metric of columns that vary looks at directions */
    rep.directions = rep.true_directions = rep.activations = rep.reconstruction = NULL;
    s->varying->number = factor;
    s->varying->code_number = code;
    return scoring_begin(s->varying, &rep, s->seed, s->scenario, s->point);
}

/* NULL: every column varies, or none does. */
static assay_status varying_scoring(scoring *s, scoring **to)
{
    const size_t m = s->rep->n_factors, d = s->rep->n_codes;
    if (s->varying_looked == VARYING_UNKNOWN) {
        size_t *factor = arena_alloc(&s->kept, m, sizeof *factor), *code = arena_alloc(&s->kept, d, sizeof *code);
        const column_table of[] = { factors_table(s->rep), codes_table(s->rep) };
        if (!factor || !code) return ASSAY_ENOMEM;
        const size_t factors = list_varying(&of[0], factor), codes = list_varying(&of[1], code);
        s->varying_looked = VARYING_ALL;
        if (factors < m || codes < d) {
            ASSAY_TRY(varying_begin(s, factor, factors, code, codes));
            s->varying_looked = VARYING_SOME;
        }
    }
    *to = s->varying_looked == VARYING_SOME ? s->varying : NULL;
    return ASSAY_OK;
}

/* An item of the inner scoring: an undefined one takes its reason along, of the column as the whole counts. */
static double value_of_varying(scoring *s, const assay_item *item)
{
    if (!item->undefined) return item->value;
    const scoring *inner = s->varying;
    assay_reason why = *item->reason;
    if (why.axis == ASSAY_PER_FACTOR && why.index < inner->rep->n_factors) why.index = inner->number[why.index];
    if (why.axis == ASSAY_PER_CODE && why.index < inner->rep->n_codes) why.index = inner->code_number[why.index];
    return reasons_add(&s->reasons, &s->kept, &why);
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
        const double value = there ? value_of_varying(s, &from->items[inner]) : constant_column(s, from->axis, k);
        inner += (size_t)there;
        items[k] = reasons_item(&s->reasons, value);
    }
    *to = *from;
    to->overall = reasons_item(&s->reasons, value_of_varying(s, &from->overall));
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
    const assay_metric *metric = call->metric;
    for (size_t o = 0; o < metric->n_outputs; o++) {
        call->series[o].value = none;
        for (size_t k = 0; k < call->series[o].n_items; k++) call->series[o].items[k] = none;
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
    if (call->metric->flags & ASSAY_SEPARATE) return score_separately(call);
    return does_not_apply(call, "needs every factor's value in every row, and some are absent");
}

static assay_status run_varying(scoring *s, scoring *inner, const variant *v, const assay_score **to)
{
    const assay_score *from;
    const size_t outputs = v->metric->n_outputs;
    assay_score *scores = arena_alloc(&s->kept, outputs, sizeof *scores);
    if (!scores) return ASSAY_ENOMEM;
    scoring_jobs(inner, s->jobs);
    scoring_change_relations(inner, s->change, s->changing);
    ASSAY_TRY(scoring_run(inner, v, &from));
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
    scoring *varying = NULL;
    if (is_over_varying(v)) {
        ASSAY_TRY(varying_scoring(s, &varying));
        if (varying) return run_varying(s, varying, v, to);
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
