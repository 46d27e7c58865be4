/* Published numbers, statements and marks next to those of the store. */
#include "report_parts.h"

#include "corpus_facts.h"
#include "published_tables.h"

#include <stdlib.h>

static assay_status put_marks(report *r, assay_error *err)
{
    published_check *list = NULL;
    size_t count = 0;
    assay_status status = published_verdicts_compare(&r->judged, &list, &count, err);
    if (status == ASSAY_OK && count) {
        page_html(r->p, "<h3 id=\"marks\">Marks of Boilard 2022, table 3.2, that come out otherwise or that the thesis "
                        "contradicts</h3>\n");
        grid *differing = published_verdicts_grid(list, count, 0, 1);
        page_grid(r->p, differing);
        grid_free(differing);
        status =
            report_grids_write(r, "published-verdicts", report_grids_of(published_verdicts_grid(list, count, 1, 1)),
                               report_grids_of(published_verdicts_grid(list, count, 1, 0)), err);
    }
    free(list);
    return status;
}

static void put_tables(report *r, const report_grids *people)
{
    for (size_t k = 0; k < people->count; k++) {
        if (k == 1) page_details_begin(r->p, "reproduced", "All of them, document by document");
        page_grid(r->p, people->at[k]);
    }
    if (people->count > 1) page_details_end(r->p);
}

/* The checklist as `assay reproduce` shows it, with the corpora counted. */
static assay_status put_checklist(report *r, const reproduction *all, assay_error *err)
{
    report_grids people = { 0 }, programs = { 0 };
    ASSAY_TRY(reproduction_tables(all, NULL, 1, &people.at, &people.count, err));
    put_tables(r, &people);
    assay_status status = reproduction_tables(all, NULL, 0, &programs.at, &programs.count, err);
    if (status == ASSAY_OK) return report_grids_write(r, "reproduction", people, programs, err);
    for (size_t k = 0; k < people.count; k++) grid_free(people.at[k]);
    free(people.at);
    return status;
}

assay_status report_reproduction(report *r, assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    page_section(r->p, "reproduction", "Published results and ours");
    page_paragraph(r->p,
                   "Numbers and statements of the studies whose scenarios and metrics are built in, and what this "
                   "store says of each. A number is reproduced where our mean rounds to what is printed, within "
                   "error where the interval of the difference reaches it. What is not in this store has the "
                   "command that puts it there.");
    assay_status status = corpus_facts_count(&corpora, err);
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (status == ASSAY_OK) status = reproduction_read(r->scores, &facts, &all, err);
    if (status == ASSAY_OK) status = put_checklist(r, &all, err);
    reproduction_free(&all);
    return status == ASSAY_OK ? put_marks(r, err) : status;
}
