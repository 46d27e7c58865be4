/*
 * Metrics that are defined over the columns that vary (ASSAY_VARYING): an inner scoring hosts the representation
 * without its constant columns, once for all of them, and its scores are given back in the places of the whole.
 */
#include "scoring_inside.h"

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

assay_status varying_scoring(scoring *s, scoring **to)
{
    const size_t m = s->rep->n_factors, d = s->rep->n_codes;
    *to = NULL;
    if (s->varying_looked == VARYING_ALL) return ASSAY_OK;
    if (s->varying_looked == VARYING_SOME) {
        *to = s->varying;
        return ASSAY_OK;
    }
    size_t *factor = arena_alloc(&s->kept, m, sizeof *factor), *code = arena_alloc(&s->kept, d, sizeof *code);
    const column_table of[] = { factors_table(s->rep), codes_table(s->rep) };
    if (!factor || !code) return ASSAY_ENOMEM;
    const size_t factors = list_varying(&of[0], factor), codes = list_varying(&of[1], code);
    s->varying_looked = VARYING_ALL;
    if (factors == m && codes == d) return ASSAY_OK;
    ASSAY_TRY(varying_begin(s, factor, factors, code, codes));
    s->varying_looked = VARYING_SOME;
    *to = s->varying;
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

assay_status varying_take(scoring *s, const assay_score *from, assay_score *to)
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
