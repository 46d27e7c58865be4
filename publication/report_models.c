/* The models of studies: tables of groups and of models, which the page and files share. */
#include "report_parts.h"

#include "compare_table.h"
#include "names.h"
#include "study_table.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int format, by_file;
} files[] = {
    { "tables/groups.md", GRID_MARKDOWN, 0 }, { "tables/groups.tex", GRID_LATEX, 0 },
    { "tables/models.md", GRID_MARKDOWN, 1 }, { "tables/models.tex", GRID_LATEX, 1 },
    { "tables/models.csv", GRID_CSV, 0 },     { "tables/models.json", GRID_JSON, 0 },
};

static assay_status write_files(report *r, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < sizeof files / sizeof *files && status == ASSAY_OK; k++) {
        const study_table_options options = { files[k].format, { .file = files[k].by_file }, 0 };
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

static assay_status write_differences(report *r, const study_layout *l, assay_error *err)
{
    const compare_table_options all = { .n = 0 };
    grid *g[2] = { NULL, NULL };
    FILE *to;
    size_t n;
    assay_status status = compare_table_make(l, &all, g, &n, err);
    if (status == ASSAY_OK) status = unfinished_folder_create(&r->folder, "tables/differences.csv", &to, err);
    if (status == ASSAY_OK)
        status = unfinished_folder_written(&r->folder, "tables/differences.csv", to,
                                           grid_print(g[0], GRID_CSV, 0, to, err), err);
    grid_free(g[0]);
    return status;
}

/* "mig: a is indistinguishable from the best; b, c are below it." */
static void say_best(page *p, const study_layout *l, size_t series)
{
    char name[600];
    series_text(l->series[series], name, sizeof name);
    page_text(p, "%s: ", name);
    if (!l->ranked[series]) {
        page_text(p, "%s", "no group is above another for certain. ");
        return;
    }
    for (int best = 1; best >= 0; best--) {
        size_t n = 0;
        for (size_t k = 0; k < l->n_rows; k++) {
            const study_cell *c = &l->cell[k * l->n_series + series];
            if (!c->models || c->is_best != best) continue;
            page_text(p, "%s%s", n++ ? ", " : best ? "indistinguishable from the best: " : "; below it, or at chance: ",
                      study_row_name(l, k));
        }
    }
    page_text(p, "%s", ". ");
}

/* Who is above whom, and by how much. */
static assay_status put_differences(report *r, assay_error *err)
{
    enum { ROWS_SHOWN = 120 };
    const study_by groups = { .file = 0 };
    const compare_table_options shown = { .for_people = 1 };
    study_layout l;
    grid *g[2] = { NULL, NULL };
    size_t n = 0;
    assay_status status = study_layout_make(&r->models, &groups, &l);
    if (status != ASSAY_OK) status = assay_fail(err, status, "memory ran out while comparing");
    if (status == ASSAY_OK && l.n_rows > 1 && l.n_rows <= COMPARED_MOST) {
        page_section(r->p, "differences", "Who is above whom");
        page_html(r->p, "<p>");
        for (size_t s = 0; s < l.n_series; s++)
            if (study_more_is_better(l.series[s])) say_best(r->p, &l, s);
        page_text(r->p, "%s", "`tables/differences.csv` has every difference with its interval, p and effect.");
        page_html(r->p, "</p>\n");
        status = write_differences(r, &l, err);
        if (status == ASSAY_OK && l.n_series * l.n_rows * (l.n_rows - 1) / 2 <= ROWS_SHOWN)
            status = compare_table_make(&l, &shown, g, &n, err);
        for (size_t k = 0; k < n && status == ASSAY_OK; k++) page_grid(r->p, g[k]);
    }
    for (size_t k = 0; k < n; k++) grid_free(g[k]);
    study_layout_free(&l);
    return status;
}

static size_t count_groups(const score_rows *rows)
{
    size_t n = 0;
    for (size_t r = 0; r < rows->count; r++)
        n += !r || strcmp(rows->at[r].at->scenario, rows->at[r - 1].at->scenario) != 0;
    return n;
}

/* What was scored, and how much of it says something. */
static void put_summary(page *p, const score_rows *rows)
{
    size_t scores = 0, drawn = 0, judged = 0, at_chance = 0;
    const size_t models = count_models(rows), groups = count_groups(rows);
    for (size_t k = 0; k < rows->count; k++) {
        const int chance = study_at_chance(&rows->at[k]);
        scores += rows->at[k].at->defined > 0;
        drawn += rows->at[k].at->interval.kind != 0;
        judged += chance >= 0;
        at_chance += chance == 1;
    }
    page_html(p, "<p>");
    page_text(p, "Scores of representations of your own: %zu model%s in %zu group%s, %zu score%s that are defined",
              models, models == 1 ? "" : "s", groups, groups == 1 ? "" : "s", scores, scores == 1 ? "" : "s");
    if (judged)
        page_text(p, "; of the %zu whose chance level is known %zu are indistinguishable from chance", judged,
                  at_chance);
    page_text(p, "%s", ". ");
    if (drawn) page_text(p, "%s", "How sure a score is comes from scoring drawn rows again. ");
    if (judged)
        page_text(p, "%s",
                  "What chance gives comes from codes whose rows are shuffled against the factors: a score that "
                  "these reach, too, says nothing of the model. ");
    page_text(p, "%s", "`tables/models.csv` has every number.");
    page_html(p, "</p>\n");
}

assay_status report_models(report *r, assay_error *err)
{
    if (!r->models.count) return ASSAY_OK;
    page_section(r->p, "models", "Models");
    put_summary(r->p, &r->models);
    ASSAY_TRY(put_grid(r, 0, err));
    ASSAY_TRY(put_differences(r, err));
    if (count_models(&r->models) > MODELS_SHOWN) {
        page_note(r->p, "`tables/models.md` has a row for each model, too many for a page.");
        return write_files(r, err);
    }
    page_details_begin(r->p, "every-model", "Every model");
    assay_status status = put_grid(r, 1, err);
    page_details_end(r->p);
    return status == ASSAY_OK ? write_files(r, err) : status;
}
