/* How far metrics agree: a heat map and the pairs as files. */
#include "report_parts.h"

#include "figure_agreement.h"

static assay_status draw(report *r, const agreement_table *t, const agreement *a, assay_error *err)
{
    figures drawn = { 0 };
    const agreement_figure what = { t, a };
    assay_status status = figure_agreement_draw(&what, r->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err);
    if (status == ASSAY_OK) report_figure_files(r->p, drawn.at[0].name);
    return status;
}

static assay_status write_tables(report *r, const agreement_table *t, const agreement *a, assay_error *err)
{
    return report_grids_write(r, "agreement", report_grids_of(agreement_grid(t, a, AGREE_KENDALL, 1)),
                              report_grids_of(agreement_grid(t, a, AGREE_KENDALL, 0)), err);
}

assay_status report_agreement(report *r, assay_error *err)
{
    agreement_table t = { 0 };
    agreement a = { 0 };
    page_section(r->p, "agreement", "Which metrics agree");
    assay_status status = ASSAY_OK;
    agreement_table_from(&r->seeds, &t);
    if (t.n_series < 2) {
        page_note(r->p, "There are no two scores to compare.");
    } else {
        page_paragraph(r->p,
                       "Every two scores are compared by how they rank the same representations, all that both have: 1 "
                       "where they rank alike, 0 where one says nothing of the other, -1 where they contradict each "
                       "other. Two metrics of the same property should agree; two of different ones need not. "
                       "`tables/agreement.csv` has every pair, with its interval where that is defined%s.",
                       r->draws ? "; a map of all" : "");
        status = agreement_compute(&t, AGREE_KENDALL, AGREE_DRAWS, 0, &a, err);
        if (status == ASSAY_OK && r->draws) status = draw(r, &t, &a, err);
        if (status == ASSAY_OK) status = write_tables(r, &t, &a, err);
    }
    return status;
}
