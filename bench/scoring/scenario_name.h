/* scenario_name.h -- what to say where there is no scenario of a name, with the nearest that there is. */
#ifndef ASSAY_SCENARIO_NAME_H
#define ASSAY_SCENARIO_NAME_H

#include "assay.h"

assay_status unknown_scenario(const char *name, assay_error *err); /* fills err, returns ASSAY_EUSAGE */

#endif
