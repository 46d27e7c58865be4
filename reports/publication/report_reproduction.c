/* Published numbers, statements and marks next to those of the store. */
#include "report_parts.h"

#include "corpus_facts.h"
#include "published_tables.h"

/* The checklist as `assay reproduce` shows it, with the corpora counted. */
static assay_status put_checklist(report *r, const reproduction *all, assay_error *err)
{
    report_grids people = { 0 };
    people.count = reproduction_tables(all, NULL, 1, &people.at);
    for (size_t k = 0; k < people.count; k++) {
        if (k == 1) page_details_begin(r->p, "reproduced", "All of them, document by document");
        page_grid(r->p, people.at[k]);
    }
    if (people.count > 1) page_details_end(r->p);
    return report_grids_write(r, "reproduction", people, report_grids_of(reproduction_grid(all, NULL)), err);
}

assay_status report_reproduction(report *r, assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    page_section(r->p, "reproduction", "Published results and ours");
    page_paragraph(r->p,
                   "Numbers, statements and verdicts of the studies whose scenarios and metrics are built in, and what "
                   "this store says of each. A number is reproduced where our mean rounds to what is printed, within "
                   "error where the interval of the difference reaches it. What is not in this store has the "
                   "command that puts it there.");
    assay_status status = corpus_facts_count(&corpora, err);
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (status == ASSAY_OK) status = reproduction_read(r->scores, NULL, &facts, &all, err);
    if (status == ASSAY_OK) status = put_checklist(r, &all, err);
    reproduction_free(&all);
    return status;
}
