/* A metric's options, turned into the id of a relation: "mi:rule=scaled:bins=10:...". */
#include "request.h"

#include <stdio.h>
#include <string.h>

assay_status relation_request(assay_call *call, const assay_option *options, const assay_relation **to)
{
    return relation_asked(call, options, ASKED, to);
}

assay_status relation_asked(assay_call *call, const assay_option *options, size_t n, const assay_relation **to)
{
    const char *word = options[ASK_RELATION].words[(size_t)call->option[ASK_RELATION]];
    return relation_named(call, word, options, n, to);
}

assay_status relation_named(assay_call *call, const char *word, const assay_option *options, size_t n,
                            const assay_relation **to)
{
    char id[512];
    const relation_kind *kind = relation_find(word);
    if (!kind) return call->fail(call, ASSAY_EINTERNAL, "no relation '%s'", word);
    size_t used = (size_t)snprintf(id, sizeof id, "%s", word);
    for (size_t o = 0; o < kind->n_options; o++) {
        for (size_t k = 0; k < n && used < sizeof id; k++) {
            if (strcmp(options[k].id, kind->options[o].id) != 0) continue;
            char value[64];
            assay_option_print(&options[k], call->option[k], value, sizeof value);
            used += (size_t)snprintf(id + used, sizeof id - used, ":%s=%s", options[k].id, value);
        }
    }
    if (used >= sizeof id)
        return call->fail(call, ASSAY_EINTERNAL, "the relation's options are too long: %.80s...", id);
    return call->relation(call, id, to);
}
