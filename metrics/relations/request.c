#include "request.h"

assay_status relation_named(assay_call *call, const char *name, const assay_relation **to)
{
    char id[512];
    double option[RELATION_OPTIONS_MOST];
    const relation_kind *kind = relation_find(name);
    if (!kind) return call->fail(call, ASSAY_EINTERNAL, "no relation '%s'", name);
    relation_options_of(call->metric, call->option, kind, option);
    if (relation_key(kind, option, 0, id, sizeof id) >= sizeof id)
        return call->fail(call, ASSAY_EINTERNAL, "the relation's options are too long: %.80s...", id);
    return call->relation(call, id, to);
}

assay_status relation_asked(assay_call *call, size_t place, const assay_relation **to)
{
    return relation_named(call, call->metric->options[place].words[(size_t)call->option[place]], to);
}

assay_status relation_fixed(assay_call *call, const assay_relation **to)
{
    return relation_named(call, call->metric->relation, to);
}
