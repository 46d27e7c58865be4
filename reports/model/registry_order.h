/* registry_order.h -- the place of a variant in every table: the registry's order of metrics and presets, then metrics
 * from elsewhere. */
#pragma once

#include "variant_id.h"

typedef struct registry_order {
    size_t metric, preset;
} registry_order;

registry_order registry_order_of(const variant_id *v);
int registry_order_above(registry_order a, registry_order b); /* a comes after b */
