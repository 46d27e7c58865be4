/*
 * Representations with absent values: each part by itself, put together again. An inner scoring hosts the
 * parts; it knows by which number the whole data have each factor.
 */
#include "scoring_inside.h"

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
    free(part->factor);
    part->factor = NULL;
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
    assay_status status = absent_part_make(s->rep, s->rep->absent, index, &to->rows);
    if (status != ASSAY_OK) return status;
    to->rep = assay_data_view(&to->rows.data);
    s->inner->number = to->rows.factor;
    status = scoring_begin(s->inner, &to->rep, s->seed, s->scenario, s->point);
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

/* A value told of a part: an undefined one takes its reason along, of the factor as the whole data count. */
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

assay_status relation_by_parts(assay_call *call, const char *id, assay_relation *to)
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
    for (size_t k = 0; k < parts; k++) {
        ASSAY_TRY(add_part(call, id, k, &whole));
    }
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

assay_status score_separately(assay_call *call)
{
    scoring *s = call->host;
    const size_t parts = absent_part_count(s->rep, s->rep->absent);
    for (size_t k = 0; k < parts; k++) {
        hosted_part part;
        assay_status status = part_begin(s, k, &part);
        if (status != ASSAY_OK) return status;
        status = score_on_part(call, &part);
        part_end(s, &part, status);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}
