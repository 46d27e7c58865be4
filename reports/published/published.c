/* The published numbers beside those of a store. */
#include "reproduction_inside.h"
#include "published.h"

#include "papers.h"
#include "student.h"

#include <math.h>
#include <string.h>

size_t published_count(void) { return papers_all()->numbers.count; }

const published *published_at(size_t index)
{
    return index < published_count() ? PAPER_AT(published, papers_all()->numbers, index) : NULL;
}

static int same_cell(const published *p, const score_row *row)
{
    return strcmp(p->scenario, row->at->scenario) == 0 && strcmp(p->point, row->at->point) == 0 &&
           strcmp(p->of.metric, row->of->metric) == 0 && strcmp(p->of.preset, row->of->preset) == 0 &&
           strcmp(p->of.output, row->of->output) == 0;
}

static int compare(const published *p, const score_row *row, double half_width)
{
    const double off = fabs(row->at->mean - p->value);
    const double error_of_both = p->runs ? sqrt(1.0 + (double)row->at->defined / (double)p->runs) : 1.0;
    if (off <= p->half) return REPRODUCTION_DONE;
    if (off - p->half <= half_width * error_of_both)
        return REPRODUCTION_WITHIN_ERROR; /* not so where the width is NaN */
    return REPRODUCTION_DIFFERS;
}

assay_status published_judge(const published *p, const score_rows *rows, reproduction_row *to)
{
    const score_row *found = NULL;
    for (size_t k = 0; k < rows->count; k++)
        if (same_cell(p, &rows->at[k]) && (!found || rows->at[k].at->samples >= found->at->samples))
            found = &rows->at[k];
    to->status = REPRODUCTION_MISSING;
    to->ours = to->low = to->high = NAN;
    to->seeds = 0;
    to->samples = 0;
    if (!found) return ASSAY_OK;
    const char *reason = p->remark;
    to->samples = found->at->samples;
    if (found->at->defined) {
        const double half_width = student_half_width(found->at->sd, found->at->defined, 0.95);
        to->ours = found->at->mean;
        to->low = found->at->mean - half_width;
        to->high = found->at->mean + half_width;
        to->seeds = found->at->defined;
        to->status = compare(p, found, half_width);
        if (to->status == REPRODUCTION_DIFFERS && isnan(half_width)) return reproduction_one_seed(to);
        if (to->status == REPRODUCTION_DIFFERS && p->reason) reason = p->reason;
        to->reason = reason ? text_of("%s", reason) : NULL;
        return !reason || to->reason ? ASSAY_OK : ASSAY_ENOMEM;
    }
    to->status = REPRODUCTION_DIFFERS;
    to->reason = text_of("undefined: %s", found->at->undefined ? found->at->undefined : "");
    return to->reason ? ASSAY_OK : ASSAY_ENOMEM;
}
