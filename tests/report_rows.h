/* report_rows.h -- summaries typed by hand, for tests of tables and figures. */
#ifndef ASSAY_REPORT_ROWS_H
#define ASSAY_REPORT_ROWS_H

#include "check.h"

#include "summaries.h"

/* A summary over 4 seeds, all defined, sd 0.1. */
static inline store_summary row_of(const char *scenario, const char *symbol, const char *point, double x,
                                   const char *metric, const char *output, const char *family, double mean)
{
    return (store_summary){
        .scenario = scenario, .scenario_title = "A title", .symbol = symbol, .point = point, .x = x, .samples = 100,
        .metric = metric, .metric_title = metric, .family = family, .preset = "default", .output = output, .high = 1,
        .seeds = 4, .defined = 4, .mean = mean, .sd = 0.1, .least = mean - 0.1, .most = mean + 0.1, .seconds = 0.5,
        .measures = ASSAY_MODULARITY,
    };
}

static inline void add_row(summaries *to, store_summary row) { assert_int_equal(summaries_add(to, &row), ASSAY_OK); }

/* `defined` of the 4 seeds are, the others for this reason. */
static inline store_summary with_undefined(store_summary row, size_t defined, const char *reason)
{
    row.defined = defined;
    row.undefined = reason;
    if (!defined) row.mean = row.least = row.most = NAN;
    if (defined < 2) row.sd = NAN;
    return row;
}

#endif
