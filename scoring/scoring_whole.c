/* Whole tables of a sparse representation, made once for all who cannot do without. */
#include "limit.h"
#include "scoring_inside.h"

static int lay(arena *memory, const assay_sparse *sparse, size_t n, size_t columns, const double **to)
{
    double *laid = *to ? NULL : arena_alloc(memory, n * columns, sizeof *laid);
    if (laid) columns_lay(sparse, n, columns, laid);
    if (laid) *to = laid;
    return *to != NULL;
}

static double whole_bytes(const assay_rep *rep)
{
    const double columns = (double)(rep->factors ? 0 : rep->n_factors) + (double)(rep->codes ? 0 : rep->n_codes);
    return (double)rep->n * columns * (double)sizeof(double);
}

int whole_tables_fit(const assay_rep *rep) { return whole_bytes(rep) <= limit_at(LIMIT_WHOLE_TABLES)->value; }

assay_status whole_tables(const assay_rep *rep, arena *memory, double *bytes, assay_rep *to)
{
    *to = *rep;
    *bytes = whole_bytes(rep);
    if (!whole_tables_fit(rep)) return ASSAY_EINPUT;
    to->sparse_factors = to->sparse_codes = (assay_sparse){ 0 };
    return lay(memory, &rep->sparse_factors, rep->n, rep->n_factors, &to->factors) &&
                   lay(memory, &rep->sparse_codes, rep->n, rep->n_codes, &to->codes)
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

static assay_status refuse(scoring *s, double bytes)
{
    return assay_fail(&s->error, ASSAY_EINPUT,
                      "needs whole tables of %zu rows, %zu factors and %zu codes, and these are sparse: %.3g GB, of "
                      "which %.3g GB are made (`assay list limits`, whole-tables)",
                      s->rep->n, s->rep->n_factors, s->rep->n_codes, 1e-9 * bytes,
                      1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_pairs(scoring *s, const assay_metric *metric, const double *option)
{
    enum { TABLES = 4 }; /* that are held together */
    const assay_rep *rep = s->rep;
    const double bytes = TABLES * (double)sizeof(double) * (double)rep->n_factors * (double)rep->n_codes;
    const int has_none = metric->flags & (ASSAY_DIRECTIONS | ASSAY_CODES_ALONE) ||
                         (metric->flags & ASSAY_SEPARATE && !assay_metric_relation(metric, option));
    if ((rep->factors && rep->codes) || has_none) return ASSAY_OK;
    if (bytes <= limit_at(LIMIT_WHOLE_TABLES)->value) return ASSAY_OK;
    return assay_fail(&s->error, ASSAY_EINPUT,
                      "needs tables of %zu x %zu pairs: %.3g GB, of which %.3g GB are made (`assay list limits`, "
                      "whole-tables)",
                      rep->n_factors, rep->n_codes, 1e-9 * bytes, 1e-9 * limit_at(LIMIT_WHOLE_TABLES)->value);
}

assay_status scoring_whole(scoring *s, const assay_rep **to)
{
    double bytes;
    assay_rep whole;
    *to = s->rep;
    if (s->rep->factors && s->rep->codes) return ASSAY_OK;
    *to = &s->whole;
    if (s->whole.abi) return ASSAY_OK;
    const assay_status status = whole_tables(s->rep, &s->kept, &bytes, &whole);
    if (status == ASSAY_OK) s->whole = whole;
    return status == ASSAY_EINPUT ? refuse(s, bytes) : status;
}

/* What is recalled points at it: it lives as long. */
assay_status scoring_parted(scoring *s, const assay_rep **to)
{
    assay_rep *parted = s->learns ? arena_alloc(&s->kept, 1, sizeof *parted) : NULL;
    if (!s->learns) return ASSAY_OK;
    if (!parted) return ASSAY_ENOMEM;
    *parted = **to;
    parted->learns = s->learns;
    *to = parted;
    return ASSAY_OK;
}
