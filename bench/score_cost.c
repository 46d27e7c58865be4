/* What one representation takes; see score_cost.h. */
#include "score_cost.h"

#include "owned.h"
#include "relation.h"

#include <math.h>

/* A relation with its options. */
typedef struct asked {
    const relation_kind *kind; /* NULL: none */
    double option[RELATION_OPTIONS_MOST];
} asked;

static asked asked_by(const variant *v)
{
    const char *chosen = assay_metric_relation(v->metric, v->option);
    asked to = { .kind = chosen ? relation_find(chosen) : NULL };
    if (to.kind) relation_options_of(v->metric, v->option, to.kind, to.option);
    return to;
}

static int is_same(const asked *a, const asked *b)
{
    return a->kind && a->kind == b->kind && memcmp(a->option, b->option, a->kind->n_options * sizeof *a->option) == 0;
}

double score_cost_of(const selection *metrics, const assay_size *size, double *to)
{
    OWNED asked *relation = zeroed(metrics->count, sizeof *relation);
    double sum = 0.0;
    if (!relation) return NAN;
    for (size_t v = 0; v < metrics->count; v++) {
        const variant *one = &metrics->at[v];
        size_t before = 0;
        relation[v] = asked_by(one);
        to[v] = assay_metric_cost(one->metric, one->option, size);
        while (before < v && !is_same(&relation[before], &relation[v])) before++;
        if (before < v) to[v] -= relation[v].kind->cost(size, relation[v].option);
        if (!isnan(to[v])) sum += to[v] = fmax(to[v], 0.0);
    }
    return sum;
}

double score_cost_bytes(const assay_size *size)
{
    if (size->bytes > 0.0) return size->bytes;
    return (double)size->n * (double)(size->n_factors + size->n_codes) * (double)sizeof(double);
}
