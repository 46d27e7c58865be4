/* The published numbers next to those of a store. */
#include "reproduction_inside.h"

#include "papers.h"
#include "student.h"

#include <math.h>
#include <string.h>

const paper_result *published_at(size_t index)
{
    const paper_list *all = &papers_all()->papers;
    for (size_t k = 0; k < all->count; k++) {
        const paper_list *own = &(*PAPER_AT(const paper *, *all, k))->entries;
        if (index < own->count) return PAPER_AT(paper_result, *own, index);
        index -= own->count;
    }
    return NULL;
}

static int same_cell(const paper_result *p, const score_row *row)
{
    return strcmp(p->scenario, row->at->scenario) == 0 && strcmp(p->point, row->at->point) == 0 &&
           strcmp(p->of.metric, row->of->metric) == 0 && strcmp(p->of.preset, row->of->preset) == 0 &&
           strcmp(p->of.output, row->of->output) == 0;
}

static int compare(const paper_result *p, const score_row *row, double half_width)
{
    const double off = fabs(row->at->mean - p->value);
    const double error_of_both = p->runs ? sqrt(1.0 + (double)row->at->defined / (double)p->runs) : 1.0;
    if (off <= p->tolerance) return REPRODUCTION_DONE;
    if (off - p->tolerance <= half_width * error_of_both)
        return REPRODUCTION_WITHIN_ERROR; /* not so where the width is NaN */
    return REPRODUCTION_DIFFERS;
}

void published_judge(const paper_result *p, const score_rows *rows, reproduction_row *to)
{
    const score_row *found = NULL;
    for (size_t k = 0; k < rows->count; k++)
        if (same_cell(p, &rows->at[k]) && (!found || rows->at[k].at->samples >= found->at->samples))
            found = &rows->at[k];
    row_missing(to);
    if (!found) return;
    to->samples = found->at->samples;
    to->seeds = found->at->defined;
    if (!to->seeds) {
        to->status = REPRODUCTION_DIFFERS;
        row_say(&to->reason, "undefined: %s", found->at->undefined ? found->at->undefined : "");
        return;
    }
    const double half_width = student_half_width(found->at->sd, found->at->defined, 0.95);
    to->ours = found->at->mean;
    to->low = found->at->mean - half_width;
    to->high = found->at->mean + half_width;
    to->status = compare(p, found, half_width);
    if (to->status == REPRODUCTION_DIFFERS) row_differs(to, !isnan(half_width), p->reason ? p->reason : p->remark);
    else if (p->remark) row_say(&to->reason, "%s", p->remark);
}
