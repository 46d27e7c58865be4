/* point_read.h -- points from their texts. */
#pragma once

#include "point.h"

/* The scenario's descriptor, where there is one of that name, says what is swept. ASSAY_EINPUT as settings_read. */
assay_status point_read(const char *scenario, const char *text, scenario_point *to);

/* The same on the factors of a profile (NULL: as it is written); a number of factors in the writing falls away. */
assay_status point_read_on(const char *scenario, const char *text, const char *profile, scenario_point *to);
