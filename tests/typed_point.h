/* typed_point.h -- points typed as text, for tests that make evidence without a store. */
#ifndef ASSAY_TYPED_POINT_H
#define ASSAY_TYPED_POINT_H

#include "check.h"

#include "evidence.h"

/* The point of a scenario; what is typed twice is one. They live as long as the program. */
static inline const scenario_point *typed_point(const char *scenario, const char *text)
{
    enum { MOST = 128 };
    static scenario_point all[MOST];
    static size_t count;
    for (size_t k = 0; k < count; k++)
        if (point_is(&all[k], scenario, text)) return &all[k];
    assert_true(count < MOST);
    assert_int_equal(point_read(scenario, text, &all[count]), ASSAY_OK);
    return &all[count++];
}

#endif
