/* Relations, each computed once per representation however many metrics ask. */
#include "near_name.h"
#include "relation.h"
#include "scoring_inside.h"

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
    assay_status status =
        assay_options_parse(kind->options, kind->n_options, options ? options + 1 : NULL, option, &s->error);
    if (status != ASSAY_OK) return status;

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
