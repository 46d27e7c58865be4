/*
 * control-noise -- a uniform random number, whatever it is shown. A control: the judge must not find it reliable.
 */
#include "control.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = call->uniform(call);
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "control-noise", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

const assay_metric assay_metric_control_noise = {
    .flags = ASSAY_CONTROL | ASSAY_RANDOM | ASSAY_ABSENT,
    .id = "control-noise",
    .title = "Control: a random number",
    .formula = "u, uniform on [0, 1)",
    CONTROL_METRIC,
    .cost = control_cost_of_one,
};
