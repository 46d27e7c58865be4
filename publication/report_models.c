/* The models of studies: tables of groups and of models, which the page and files share. */
#include "report_parts.h"

#include "study_table.h"

static const struct {
    const char *name;
    int format, by_file;
} files[] = {
    { "tables/groups.md", GRID_MARKDOWN, 0 }, { "tables/groups.tex", GRID_LATEX, 0 },
    { "tables/models.md", GRID_MARKDOWN, 1 }, { "tables/models.tex", GRID_LATEX, 1 },
    { "tables/models.csv", GRID_CSV, 1 },     { "tables/models.json", GRID_JSON, 1 },
};

static assay_status write_files(report *r, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < sizeof files / sizeof *files && status == ASSAY_OK; k++) {
        const study_table_options options = { files[k].format, files[k].by_file, 0 };
        FILE *to;
        status = unfinished_folder_create(&r->folder, files[k].name, &to, err);
        if (status != ASSAY_OK) return status;
        status = study_table_write(&r->models, &options, to, err);
        status = unfinished_folder_written(&r->folder, files[k].name, to, status, err);
    }
    return status;
}

enum { MODELS_SHOWN = 500 };

static assay_status put_grid(report *r, int by_file, assay_error *err)
{
    grid *g;
    const assay_status status = study_table_grid(&r->models, by_file, &g, err);
    if (status == ASSAY_OK) page_grid(r->p, g);
    grid_free(g);
    return status;
}

static size_t count_models(const score_rows *rows)
{
    size_t n = 0;
    for (size_t r = 0; r < rows->count; r++) n += !r || rows->at[r].at->of != rows->at[r - 1].at->of;
    return n;
}

assay_status report_models(report *r, assay_error *err)
{
    if (!r->models.count) return ASSAY_OK;
    page_section(r->p, "models", "Models");
    page_paragraph(r->p,
                   "Scores of representations of your own. How sure a score is comes from scoring drawn rows again; "
                   "what chance gives, from codes whose rows are shuffled against the factors. A score that "
                   "shuffled codes reach, too, says nothing of the model. `tables/models.csv` has every number.");
    assay_status status = put_grid(r, 0, err);
    if (status != ASSAY_OK) return status;
    if (count_models(&r->models) > MODELS_SHOWN) {
        page_note(r->p, "`tables/models.md` has a row for each model, too many for a page.");
        return write_files(r, err);
    }
    page_details_begin(r->p, "every-model", "Every model");
    status = put_grid(r, 1, err);
    page_details_end(r->p);
    return status == ASSAY_OK ? write_files(r, err) : status;
}
