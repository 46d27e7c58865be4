/*
 * control-constant -- one half, whatever it is shown. A control: the judge must find it insensitive to everything.
 */
#include "assay.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = 0.5;
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    (void)size, (void)option;
    return 1.0;
}

static const assay_output outputs[] = {
    { "control-constant", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = { { "default", "ours", NULL, NULL } };

const assay_metric assay_metric_control_constant = {
    .abi = ASSAY_ABI,
    .flags = ASSAY_CONTROL | ASSAY_ABSENT,
    .id = "control-constant",
    .title = "Control: always one half",
    .family = "control",
    .formula = "1/2",
    .source = "ours",
    .outputs = outputs,
    .n_outputs = 1,
    .presets = presets,
    .n_presets = 1,
    .score = score,
    .cost = cost,
};
