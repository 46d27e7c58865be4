#include "rows.h"

#include "lend.h"

#include <string.h>

/* What was made of the rows as they stood is nothing to rows in another order. */
static void *recall_anew(assay_call *call, const char *key, size_t size, int32_t *fresh)
{
    (void)key;
    *fresh = 1;
    return call->alloc(call, 1, size);
}

assay_status rows_order(const assay_rep *rep, assay_call *call, double order, const size_t **to)
{
    size_t *drawn = NULL, at = 0;
    *to = NULL;
    if (order == ORDER_TABLE && !rep->learns) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(drawn, rep->n)));
    if (!rep->learns) assay_stream_permutation(call->stream, drawn, rep->n);
    for (size_t s = 0; s < 2 * rep->n && rep->learns; s++)
        if (rep->learns[s % rep->n] == (s < rep->n)) drawn[at++] = s % rep->n;
    *to = drawn;
    return ASSAY_OK;
}

size_t rows_part(const assay_rep *rep, size_t own)
{
    size_t count = 0;
    for (size_t s = 0; s < rep->n && rep->learns; s++) count += rep->learns[s];
    return rep->learns && own && own < rep->n ? count : own;
}

const double *rows_put(const double *from, size_t n, size_t count, const size_t *order, double *to)
{
    if (!order) return from;
    for (size_t c = 0; c < count; c++)
        for (size_t s = 0; s < n; s++) to[c * n + s] = from[c * n + order[s]];
    return to;
}

assay_status rows_ordered(const assay_rep **of, assay_call **by, double order, ordered_rows *to)
{
    const assay_rep *rep = *of;
    assay_call *call = *by;
    const size_t n = rep->n;
    const size_t *drawn;
    double *factors, *codes;
    unsigned char *learns;
    ASSAY_TRY(rows_order(rep, call, order, &drawn));
    if (!drawn) return ASSAY_OK;
    *to = (ordered_rows){ *rep, *call };
    ASSAY_TRY(LEND(call, LOAN(factors, n * rep->n_factors), LOAN(codes, n * rep->n_codes), LOAN(learns, n)));
    to->rep.factors = rows_put(rep->factors, n, rep->n_factors, drawn, factors);
    to->rep.codes = rows_put(rep->codes, n, rep->n_codes, drawn, codes);
    if (rep->learns) to->rep.learns = memset(learns, 1, rows_part(rep, 1));
    to->call.recall = recall_anew;
    *of = &to->rep, *by = &to->call;
    return ASSAY_OK;
}
