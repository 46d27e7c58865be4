/* Published numbers, statements and marks next to those of the store. */
#include "report_parts.h"

#include "corpus_facts.h"
#include "published_tables.h"

/* The sums and what differs; the files have the checklist as `assay reproduce` shows it, with the corpora counted. */
static assay_status put_checklist(report *r, const reproduction *all, assay_error *err)
{
    const reproduction_view differing = { .caption = "what differs", .differing = 1 };
    report_grids people = { 0 };
    people.count = reproduction_tables(all, NULL, 1, &people.at);
    page_grid(r->p, people.at[0]);
    page_details_begin(r->p, "reproduced", "%s", "What differs, or is contradicted by its own paper");
    page_grid(r->p, reproduction_grid(all, &differing));
    page_details_end(r->p);
    return report_grids_write(r, "reproduction", people, report_grids_of(reproduction_grid(all, NULL)), err);
}

assay_status report_reproduction(report *r, assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    page_section(r->p, "reproduction", "What the papers say");
    page_html(r->p,
              "<p>What this store says of the numbers, statements and verdicts of studies. A number is reproduced "
              "where our mean rounds to what is printed, or the interval of the difference reaches it. <a "
              "href=\"tables/reproduction.md\">Everything</a>, with the command for what is not in this store; also "
              "as <a href=\"tables/reproduction.csv\">CSV</a>.</p>\n");
    assay_status status = corpus_facts_count(&corpora, err);
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (status == ASSAY_OK && r->whole) reproduction_of(&r->read, &r->every, NULL, &facts, &all);
    else if (status == ASSAY_OK) status = reproduction_read(r->scores, NULL, &facts, &all, err);
    if (status == ASSAY_OK) status = put_checklist(r, &all, err);
    return status;
}
