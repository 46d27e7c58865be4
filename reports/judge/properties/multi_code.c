/*
 * multi-code -- a factor that only several codes together tell counts like one that each of them tells
 *
 *   Why     The sine alone does not give the angle; sine and cosine do. A metric that looks at one code at a time
 *           misses it.
 *   Rule    Agreement at 0 is none: hence the ideal code. Two codes of eight for each factor are not the least compact.
 *   Source  Boilard 2022, table 3.2, column 6; section 3.3.4 and table 3.1.
 */
#include "property.h"

static void judge(judging *j)
{
    static const point_name name[] = { { "duplicate", "copies=2;factors=4" },
                                       { "trig", "order=interleaved" },
                                       IDEAL_CODE };
    const double flat = judged_limit(j, "flat"), absent = judged_limit(j, "calibration");
    const evidence_point *at[3];
    if (!judged_asked(j, 7)) return;
    if (points_named(j, name, 3, 0, at) == 3) {
        compare_change(j, at[0], at[1], -flat, flat, "both are equally good");
        compare_with_ideal(j, at[2], at, 2);
        const evidence_point *peer = evidence_find(j->series, "trig", "order=peer", at[1]->samples);
        if (peer && !peer->undefined && (double)peer->n >= threshold_value("seeds"))
            compare_change(j, at[0], peer, -flat, flat, "both are equally good");
    }
    for (size_t k = 0; k < 2 && judged_claims(j, ASSAY_COMPACTNESS); k++)
        if (at[k]) compare_value(j, at[k], j->scale.base + absent, INFINITY, "two codes of eight have each factor");
}

const property property_multi_code = {
    { "multi-code", "sees relations over several codes", "multi", "Boilard 2022, table 3.2, column 6" },
    .asks = "Does a factor that two codes determine only together score like one that each of two codes determines?",
    .rule = "trig: within `flat` of duplicate with two copies of four factors, and neither more than `flat` below the "
            "ideal code where the claims are as good; outputs that claim compactness: above `calibration` in both",
    .scenarios = (const char *const[]){ "trig", "duplicate", "noise", NULL },
    .judge = judge,
};
