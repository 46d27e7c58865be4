/* plan_text.h -- plans written in tests, and lines of what their runs stored. */
#ifndef ASSAY_PLAN_TEXT_H
#define ASSAY_PLAN_TEXT_H

#include "check.h"

#include "plan.h"
#include "scratch.h"

static inline plan read_plan(const char *text)
{
    plan p;
    assay_error err = { "" };
    if (plan_read(scratch_write("plan.yaml", text, strlen(text)), NULL, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return p;
}

#endif
