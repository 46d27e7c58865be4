#include "limit.h"

static const limit limits[] = {
#define LIMIT(name, id, value, unit, bounds, remedy) { id, value, unit, bounds, remedy },
#include "limits_list.h"
#undef LIMIT
};

const limit *limit_at(size_t k) { return k < LIMIT_COUNT ? &limits[k] : NULL; }

size_t limit_size(limit_id id)
{
    const size_t most = SIZE_MAX / 2; /* where a size has 32 bits; one more than a limit is still a size */
    return limits[id].value < (double)most ? (size_t)limits[id].value : most;
}

assay_status limit_check(limit_id id, double wanted, const char *where, assay_error *err)
{
    const limit *l = &limits[id];
    if (wanted <= l->value) return ASSAY_OK;
    return assay_fail(err, ASSAY_EINPUT, "%s: %.15g%s%s is more than the limit %s, %.15g (%s); %s", where, wanted,
                      l->unit[0] ? " " : "", l->unit, l->id, l->value, l->bounds, l->remedy);
}
