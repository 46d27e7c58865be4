/*
 * plan_factors.h -- the points of a part of a plan, on the factors of profiles or of a file in the place of the
 * scenarios' own. Scenarios and points that do not exist there are left out; plan.left_out says which scenarios.
 */
#pragma once

#include "plan.h"

enum { PLAN_PROFILES = 256 }; /* of a list of profiles */

/* list is "own,dsprites". ASSAY_EUSAGE: no such profile. */
assay_status plan_part_on(plan *whole, plan_part *part, const char *list, assay_error *err);

/* ASSAY_EUSAGE where all points of a plan were left out; a part that has none is fine. */
assay_status plan_check_points(const plan *p, assay_error *err);

/* drawn: rows drawn from those of the file, else these as they are, and so many samples. The plan keeps them. */
assay_status plan_part_on_file(plan *whole, plan_part *part, const char *path, const char *kinds, int drawn,
                               assay_error *err);
