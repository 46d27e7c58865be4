/* Whole tables of a sparse representation, made once for all who cannot do without. */
#include "columns.h"
#include "limit.h"
#include "scoring_inside.h"

static double *lay(scoring *s, const assay_sparse *sparse, size_t columns)
{
    double *to = arena_alloc(&s->kept, s->rep->n * columns, sizeof *to);
    if (to) columns_lay(sparse, s->rep->n, columns, to);
    return to;
}

static assay_status refuse(scoring *s, double bytes)
{
    return assay_fail(&s->error, ASSAY_EINPUT,
                      "needs whole tables of %zu rows, %zu factors and %zu codes, and these are sparse: %.3g GB, of "
                      "which %.3g GB are made (`assay list limits`, whole-tables)",
                      s->rep->n, s->rep->n_factors, s->rep->n_codes, 1e-9 * bytes,
                      1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_pairs(scoring *s, uint32_t flags)
{
    enum { TABLES = 4 }; /* that are held together */
    const assay_rep *rep = s->rep;
    const double bytes = TABLES * (double)sizeof(double) * (double)rep->n_factors * (double)rep->n_codes;
    if ((rep->factors && rep->codes) || flags & (ASSAY_DIRECTIONS | ASSAY_CODES_ALONE)) return ASSAY_OK;
    if (bytes <= limit_at(LIMIT_WHOLE_TABLES)->value) return ASSAY_OK;
    return assay_fail(&s->error, ASSAY_EINPUT,
                      "needs tables of %zu x %zu pairs: %.3g GB, of which %.3g GB are made (`assay list limits`, "
                      "whole-tables)",
                      rep->n_factors, rep->n_codes, 1e-9 * bytes, 1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_whole(scoring *s, const assay_rep **to)
{
    const assay_rep *rep = s->rep;
    const double columns = (double)(rep->factors ? 0 : rep->n_factors) + (double)(rep->codes ? 0 : rep->n_codes);
    const double bytes = (double)rep->n * columns * (double)sizeof(double);
    *to = rep;
    if (rep->factors && rep->codes) return ASSAY_OK;
    if (bytes > limit_at(LIMIT_WHOLE_TABLES)->value) return refuse(s, bytes);
    *to = &s->whole;
    if (s->whole.abi) return ASSAY_OK;
    assay_rep whole = *rep;
    if (!rep->factors) whole.factors = lay(s, &rep->sparse_factors, rep->n_factors);
    if (!rep->codes) whole.codes = lay(s, &rep->sparse_codes, rep->n_codes);
    if (!whole.factors || !whole.codes) return ASSAY_ENOMEM;
    whole.sparse_factors = whole.sparse_codes = (assay_sparse){ 0 };
    s->whole = whole;
    return ASSAY_OK;
}
