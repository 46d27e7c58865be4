/* The models of studies: tables of groups and of models, which the page and files share. */
#include "report_parts.h"

#include "compare_text.h"
#include "compare_table.h"
#include "dose_table.h"
#include "needed.h"
#include "study_table.h"

#include <string.h>

static const struct file {
    const char *name;
    int format, by_file;
} files[] = {
    { "tables/groups.md", GRID_MARKDOWN, 0 }, { "tables/groups.tex", GRID_LATEX, 0 },
    { "tables/models.md", GRID_MARKDOWN, 1 }, { "tables/models.tex", GRID_LATEX, 1 },
    { "tables/models.csv", GRID_CSV, 0 },     { "tables/models.json", GRID_JSON, 0 },
};

enum { MODELS_SHOWN = 500 };

/* A section of one of several data sets says which. */
static void put_section(page *p, const study_layout *l, const char *id, const char *heading)
{
    const char *place = l->data->number > 1 ? phrase("%s-%zu", id, l->data->number) : id;
    page_section(p, place, study_title(l, heading));
}

static size_t count_models(const score_rows *rows)
{
    size_t n = 0;
    for (size_t k = 0; k < rows->count; k++) n += !k || rows->at[k].at->of != rows->at[k - 1].at->of;
    return n;
}

/* Grids of a comparison, where there is one: one group alone is compared with nothing. */
static void put_compared(page *p, const study_sets *sets, int all)
{
    const compare_table_options shown = { .for_people = 1, .all = all };
    assay_error none;
    grid **g;
    size_t n;
    if (compare_table_make(sets, &shown, &g, &n, &none) != ASSAY_OK) return;
    for (size_t k = 0; k < n; k++) page_grid(p, g[k]);
}

/* Means, and where they are not too many, differences. */
static void put_numbers(page *p, const study_sets *sets)
{
    enum { ROWS_SHOWN = 120 };
    size_t pairs = 0;
    page_details_begin(p, "numbers", "Means, intervals and differences");
    for (size_t k = 0; k < sets->n; k++) {
        const study_layout *l = &sets->at[k].scores;
        if (l->n_rows) page_grid(p, study_table_grid(l));
        pairs += l->n_series * l->n_rows * (l->n_rows - (l->n_rows > 0)) / 2;
    }
    if (pairs) page_note(p, "`tables/differences.csv` has every difference with its interval, p and effect.");
    if (pairs && pairs <= ROWS_SHOWN) put_compared(p, sets, 1);
    page_details_end(p);
}

/* Which outputs a defect moves, and which not; nothing where it moves none. */
static void say_seen(page *p, const study_layout *l, const study_layout *doses, size_t part)
{
    static const char *const defect[] = { "", "Missing factors", "Duplicate codes", "Curvature", "Mixing", "Noise" };
    static const char *const words[] = { "seen by", "not by" };
    const double least[] = { 0.05, -1 },
                 most[] = { INFINITY, 0.005 }; /* of the range; a single draw moves some by .01 */
    size_t n = 0;
    for (size_t side = 0; side < 2; side++)
        for (size_t s = 0, named = 0; s < l->n_series && (n || !side); s++) {
            const double moved = study_more_is_better(l->series[s]) ? dose_moves(l, doses, s, part) : NAN;
            if (!(moved > least[side] && moved < most[side])) continue;
            const char *name = series_text(l->series[s]);
            if (!n++) page_html(p, "<li>%s: ", defect[part]);
            if (named++) page_text(p, ", %s", name);
            else page_text(p, "%s%s %s", side ? "; " : "", words[side], name);
            if (!side) page_text(p, " (%.2f)", moved);
        }
    if (n) page_html(p, ".</li>\n");
}

static void put_defects(page *p, const study_layout *scores, const study_layout *doses)
{
    const char *unknown = dose_unknown(doses);
    put_section(p, scores, "defects", "What is wrong with each group");
    if (unknown) {
        page_paragraph(p, "Not known: %s.", unknown);
        return;
    }
    page_html(p, "<ul>\n");
    for (size_t k = 0; k < doses->n_rows; k++)
        page_html(p, "<li>%s: %s.</li>\n", study_row_name(doses, k), dose_sentence(doses, k));
    page_html(p, "</ul>\n");
    page_grid(p, dose_grid(doses));
    grid *explained = dose_explained_grid(scores, doses);
    if (!explained) return;
    page_details_begin(p, NULL, "Which metric sees it");
    page_paragraph(p, "Codes were made that have the defects of each model and no others, one defect more at a "
                      "time, and scored. A number is how far that moves the score on average, as a share of its "
                      "range. It has no interval.");
    page_html(p, "<ul>\n");
    for (size_t part = 1; part + 1 < DOSE_PARTS; part++)
        if (dose_is_there(doses, part)) say_seen(p, scores, doses, part);
    page_html(p, "</ul>\n");
    page_grid(p, explained);
    page_details_end(p);
}

static void put_paragraph(page *p, const study_layout *l, const char **design)
{
    const char *why, *left, *text = compare_paragraph(l, design, &left, &why);
    put_section(p, l, "paste", "A paragraph to paste");
    if (why) page_paragraph(p, "Refused: %s.", why);
    else page_html(p, "<blockquote class=\"text\"><p>%s</p></blockquote>\n", text);
    if (*left) page_note(p, "Left out, without intervals for two groups: %s.", left);
}

/* "12 models in 3 groups, on 1 data set." and how much of it says something. */
static void put_summary(page *p, const score_rows *rows, const study_sets *sets)
{
    size_t judged = 0, at_chance = 0, groups = 0;
    const size_t models = count_models(rows);
    for (size_t k = 0; k < rows->count; k++) {
        const int chance = study_at_chance(&rows->at[k]);
        groups += !k || strcmp(rows->at[k].at->scenario, rows->at[k - 1].at->scenario) != 0;
        judged += chance >= 0;
        at_chance += chance == 1;
    }
    page_html(p, "<p>");
    page_text(p, "%zu model%s in %zu group%s, on %zu data set%s. ", models, models == 1 ? "" : "s", groups,
              groups == 1 ? "" : "s", sets->n, sets->n == 1 ? "" : "s");
    if (judged)
        page_text(p, "Of %zu scores whose chance level is known %zu are indistinguishable from chance. ", judged,
                  at_chance);
    page_text(p, "%s", "`tables/models.csv` has every number.");
    page_html(p, "</p>\n");
}

/* What the groups say, of each data set by itself. */
static assay_status put_sets(study_sets *sets, const report_drawn *drawn, report_place *to, assay_error *err)
{
    const compare_table_options all = { .n = 0 };
    const char *design = "";
    size_t compared_sets = 0, n;
    grid **g;
    for (size_t k = 0; k < sets->n; k++)
        compared_sets += sets->at[k].scores.n_rows > 1 && sets->at[k].scores.n_rows <= COMPARED_MOST;
    put_compared(to->p, sets, 0);
    ASSAY_TRY(report_groups(drawn, to, err));
    for (size_t k = 0; k < sets->n; k++) {
        struct study_set *set = &sets->at[k];
        if (set->doses.n_rows) put_defects(to->p, &set->scores, &set->doses);
        if (set->scores.n_rows > 1 && set->scores.n_rows <= COMPARED_MOST) put_paragraph(to->p, &set->scores, &design);
    }
    put_numbers(to->p, sets);
    if (!compared_sets) return ASSAY_OK;
    ASSAY_TRY(compare_table_make(sets, &all, &g, &n, err));
    REPORT_WRITE(to, "tables/differences.csv", err, grid_print(g[0], GRID_CSV, 0, out, err));
    return ASSAY_OK;
}

static void put_every_model(page *p, const score_rows *models, const score_rows *doses)
{
    const study_by file = { .file = 1 };
    study_sets sets;
    study_sets_make(models, doses, &file, &sets);
    for (size_t k = 0; k < sets.n; k++) {
        const struct study_set *set = &sets.at[k];
        if (set->scores.n_rows) page_grid(p, study_table_grid(&set->scores));
        if (!set->doses.n_rows || dose_unknown(&set->doses)) continue;
        page_grid(p, dose_grid(&set->doses));
        page_grid(p, dose_explained_grid(&set->scores, &set->doses));
    }
}

assay_status report_models(const report_view *of, const report_drawn *drawn, report_place *to, assay_error *err)
{
    const study_by groups = { .file = 0 };
    study_sets sets;
    page_section(to->p, "models", "Models");
    study_sets_make(&of->models, &of->doses, &groups, &sets);
    put_summary(to->p, &of->models, &sets);
    ASSAY_TRY(put_sets(&sets, drawn, to, err));
    if (count_models(&of->models) <= MODELS_SHOWN) {
        page_details_begin(to->p, "every-model", "Every model");
        put_every_model(to->p, &of->models, &of->doses);
        page_details_end(to->p);
    } else {
        page_note(to->p, "`tables/models.md` has a row for each model, too many for a page.");
    }
    for (const struct file *f = files; f < files + sizeof files / sizeof *files; f++) {
        const study_table_options options = { f->format, { .file = f->by_file }, .doses = &of->doses };
        REPORT_WRITE(to, f->name, err, study_table_write(&of->models, &options, out, err));
    }
    return ASSAY_OK;
}
