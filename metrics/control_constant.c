/*
 * control-constant -- one half, whatever it is shown. A control: the judge must find it insensitive to everything.
 */
#include "control.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = 0.5;
    return ASSAY_OK;
}

static const assay_output outputs[] = {
    { "control-constant", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

const assay_metric assay_metric_control_constant = {
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-constant",
    .title = "Control: always one half",
    .formula = "1/2",
    CONTROL_METRIC,
    .cost = control_cost_of_one,
};
