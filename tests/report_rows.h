/* report_rows.h -- scores typed by hand, for tests of tables and figures. */
#ifndef ASSAY_REPORT_ROWS_H
#define ASSAY_REPORT_ROWS_H

#include "check.h"

#include "evidence.h"

/* Evidence and its rows; zero-initialise before. */
typedef struct made_rows {
    evidence all;
    score_rows rows;
} made_rows;

/* A score over 4 seeds, all defined, sd 0.1; its output is called as the metric. */
static inline evidence_entry row_of(const char *scenario, const char *symbol, const char *point, double x,
                                    const char *metric, const char *family, double mean)
{
    return (evidence_entry)FIELDS(.scenario = scenario, .scenario_title = "A title", .symbol = symbol, .point = point,
                                  .x = x, .samples = 100, .metric = metric, .metric_title = metric, .family = family,
                                  .preset = "default", .output = metric, .high = 1, .seeds = 4, .defined = 4,
                                  .mean = mean, .sd = 0.1, .least = mean - 0.1, .most = mean + 0.1, .seconds = 0.5,
                                  .measures = ASSAY_MODULARITY);
}

static inline evidence_entry with_output(evidence_entry row, const char *output)
{
    row.output = output;
    return row;
}

static inline void add_row(made_rows *to, evidence_entry row) { evidence_add(&to->all, &row); }

/* The rows so far. */
static inline const score_rows *listed(made_rows *of)
{
    score_rows_list(&of->all, &of->rows);
    return &of->rows;
}

static inline void made_rows_free(made_rows *of) { evidence_free(&of->all); }

/* `defined` of the 4 seeds are, the others for this reason. */
static inline evidence_entry with_undefined(evidence_entry row, size_t defined, const char *reason)
{
    row.defined = defined;
    row.undefined = reason;
    if (!defined) row.mean = row.least = row.most = NAN;
    if (defined < 2) row.sd = NAN;
    return row;
}

#endif
