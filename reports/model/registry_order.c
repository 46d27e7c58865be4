/* Places in tables. */
#include "registry_order.h"

#include <string.h>

registry_order registry_order_of(const variant_id *v)
{
    registry_order r = { 0, 0 };
    const assay_metric *m;
    while ((m = assay_metric_at(r.metric)) && strcmp(m->id, v->metric) != 0) r.metric++;
    while (m && r.preset < m->n_presets && strcmp(m->presets[r.preset].id, v->preset) != 0) r.preset++;
    return r;
}

int registry_order_above(registry_order a, registry_order b)
{
    return a.metric > b.metric || (a.metric == b.metric && a.preset > b.preset);
}
