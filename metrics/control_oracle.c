/*
 * control-oracle -- what the scenario itself knows of the three properties. A control: the judge must find it right
 * wherever the truth is known.
 *
 * R1  Where the truth is not known as a number, the output is undefined (not-applicable).
 */
#include "claim_names.h"
#include "control.h"

#include <math.h>

static assay_status score(const assay_rep *rep, assay_call *call)
{
    for (size_t p = 0; p < CLAIM_NAMES; p++)
        call->series[p].value =
            isnan(rep->truth[p])
                ? call->undefined(call, "not-applicable", "the true %s is not known", claim_name(1u << p)) /* R1 */
                : rep->truth[p];
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "modularity", ASSAY_OVERALL, ASSAY_MODULARITY, 0, 1 },
    { "compactness", ASSAY_OVERALL, ASSAY_COMPACTNESS, 0, 1 },
    { "explicitness", ASSAY_OVERALL, ASSAY_EXPLICITNESS, 0, 1 },
};

const assay_metric assay_metric_control_oracle = {
    .flags = ASSAY_CONTROL | ASSAY_TRUTH | ASSAY_ABSENT,
    .id = "control-oracle",
    .title = "Control: the scenario's own truth",
    .formula = "the truth of the scenario at this point",
    CONTROL_METRIC,
    .cost = control_cost_of_one,
};
