/*
 * control-noise -- a uniform random number, whatever it is shown. A control: the judge must not find it reliable.
 */
#include "assay.h"

static assay_status score(const assay_rep *rep, assay_call *call)
{
    (void)rep;
    call->series[0].value = call->uniform(call);
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    (void)size, (void)option;
    return 1.0;
}

static const assay_output outputs[] = {
    { "control-noise", ASSAY_OVERALL, ASSAY_MODULARITY | ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0, 1 },
};

static const assay_preset presets[] = { { "default", "ours", NULL, NULL } };

const assay_metric assay_metric_control_noise = {
    .abi = ASSAY_ABI,
    .flags = ASSAY_CONTROL | ASSAY_RANDOM | ASSAY_ABSENT,
    .id = "control-noise",
    .title = "Control: a random number",
    .family = "control",
    .formula = "u, uniform on [0, 1)",
    .source = "ours",
    .outputs = outputs,
    .n_outputs = 1,
    .presets = presets,
    .n_presets = 1,
    .score = score,
    .cost = cost,
};
