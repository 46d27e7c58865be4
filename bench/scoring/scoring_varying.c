/*
 * Metrics that are defined over the columns that vary (ASSAY_VARYING): an inner scoring hosts the representation
 * without its constant columns, once for all of them, and its scores are given back in the places of the whole.
 */
#include "scoring_inside.h"

#include <math.h>
#include <string.h>

/* Whether two rows that have a value differ; *some: whether any row has one. */
static int varies(const double *x, size_t n, int *some)
{
    double first = NAN;
    for (size_t s = 0; s < n; s++) {
        if (isnan(x[s])) continue;
        if (isnan(first)) first = x[s];
        else if (x[s] != first) return *some = 1;
    }
    *some = !isnan(first);
    return 0;
}

/* Lists the columns that vary; where none does, all of them: there is nothing to be left out of. */
static size_t list_varying(const double *columns, size_t n, size_t count, size_t *to)
{
    size_t listed = 0;
    int some;
    for (size_t k = 0; k < count; k++)
        if (varies(columns + k * n, n, &some)) to[listed++] = k;
    for (size_t k = 0; listed == 0 && k < count; k++) to[k] = k;
    return listed ? listed : count;
}

static const double *taken(scoring *s, const double *columns, size_t n, const size_t *which, size_t count)
{
    double *to = arena_alloc(&s->kept, n * count, sizeof *to);
    for (size_t k = 0; to && k < count; k++) memcpy(to + k * n, columns + which[k] * n, n * sizeof *to);
    return to;
}

/* Turns the inner scoring to the columns that vary. */
static assay_status varying_begin(scoring *s, const assay_rep *whole, size_t *factor, size_t m, size_t *code, size_t d)
{
    int32_t *levels = arena_alloc(&s->kept, m, sizeof *levels);
    const double *factors = taken(s, whole->factors, whole->n, factor, m);
    const double *codes = taken(s, whole->codes, whole->n, code, d);
    if (!s->varying) s->varying = scoring_new();
    if (!levels || !factors || !codes || !s->varying) return ASSAY_ENOMEM;
    for (size_t i = 0; i < m; i++) levels[i] = whole->levels[factor[i]];
    assay_rep rep = *whole;
    rep.factors = factors;
    rep.codes = codes;
    rep.levels = levels;
    rep.n_factors = m;
    rep.n_codes = d;
    rep.absent = NULL;
    rep.dims = 0; /* no metric of columns that vary looks at directions */
    rep.directions = rep.true_directions = rep.activations = NULL;
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
    const assay_rep *whole;
    if (!factor || !code) return ASSAY_ENOMEM;
    ASSAY_TRY(scoring_whole(s, &whole));
    const size_t factors = list_varying(whole->factors, whole->n, m, factor);
    const size_t codes = list_varying(whole->codes, whole->n, d, code);
    s->varying_looked = VARYING_ALL;
    if (factors == m && codes == d) return ASSAY_OK;
    ASSAY_TRY(varying_begin(s, whole, factor, factors, code, codes));
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
    const assay_rep *rep = s->rep->factors ? s->rep : &s->whole;
    assay_reason why = { "constant-code", "code # is constant", axis, k };
    int some = 1;
    if (axis == ASSAY_PER_FACTOR) {
        varies(rep->factors + k * rep->n, rep->n, &some);
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
