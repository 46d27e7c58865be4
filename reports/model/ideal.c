#include "evidence.h"

int ideal_at(const evidence_point *point, uint32_t measures, double *value, int *ordered)
{
    int known = (measures & 7) != 0, unknown = 0;
    *value = 1.0;
    *ordered = 0;
    for (size_t k = 0; k < 3; k++) {
        const assay_truth *truth = &point->truth[k];
        if (!(measures >> k & 1)) continue;
        if (truth->kind != ASSAY_IS) known = 0;
        if (truth->kind == ASSAY_ORDER) *ordered = 1;
        if (truth->kind == ASSAY_UNKNOWN) unknown = 1;
        *value = fmin(*value, truth->value);
    }
    *ordered = *ordered && !unknown;
    return known;
}

static int property_ways(const evidence_point *const *point, size_t n, size_t property)
{
    int ways = IDEAL_FLAT;
    for (size_t p = 1; p < n; p++) {
        const assay_truth *a = &point[p - 1]->truth[property], *b = &point[p]->truth[property];
        if (b->value > a->value) ways |= IDEAL_RISES;
        if (b->value < a->value) ways |= IDEAL_FALLS;
    }
    return ways;
}

int ideal_ways(const evidence_point *const *point, size_t n, uint32_t measures)
{
    int any = 0, all = 1, ways = 0;
    for (size_t p = 0; p < n; p++) {
        double value;
        int ordered;
        const int known = ideal_at(point[p], measures, &value, &ordered);
        any |= ordered;
        all &= known || ordered;
    }
    if (!any || !all || n < 2) return 0;
    for (size_t k = 0; k < 3; k++)
        if (measures >> k & 1) ways |= property_ways(point, n, k);
    return ways;
}

const char *ideal_way_word(int ways)
{
    switch (ways) {
    case IDEAL_FLAT: return "flat";
    case IDEAL_FLAT | IDEAL_RISES: return "rises";
    case IDEAL_FLAT | IDEAL_FALLS: return "falls";
    default: return NULL;
    }
}
