/* control.h -- what the controls share: they are ours, of one family, and have no preset but the default. */
#pragma once

#include "assay.h"
#include "counted.h"

static const assay_preset presets[] = { { "default", "ours", NULL, NULL } };

/* Of a control whose work does not grow with the data. */
static inline double control_cost_of_one(const assay_size *size, const double *option)
{
    (void)size, (void)option;
    return 1.0;
}

#define CONTROL_METRIC                                                                                                 \
    .abi = ASSAY_ABI, .family = "control", .source = "ours", COUNTED(outputs), COUNTED(presets), .score = score
