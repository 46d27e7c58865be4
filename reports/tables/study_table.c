#include "study_table.h"

#include "compare_text.h"
#include "dose_table.h"
#include "growing.h"
#include "evidence.h"
#include "needed.h"

#include <string.h>

enum { DECIMALS = 3 };

typedef study_layout layout;
typedef study_cell cell;

static double mean_of(const cell *c) { return c->models ? study_cell_mean(c) : NAN; }

static void add_cell(grid *g, const layout *l, size_t row, size_t series, int format)
{
    const cell *c = study_cell_of(l, row, series);
    if (!c->models) {
        grid_text(g, "%s", ""); /* not in the store */
        return;
    }
    const double none[2] = { NAN, NAN }; /* a line of a paper has no room for what is at chance */
    const double *ends = format == GRID_LATEX && study_cell_at_chance(c) ? none : c->ends;
    const char *text = grid_interval_text(mean_of(c), ends, DECIMALS);
    grid_written(g, mean_of(c), c->is_part ? phrase("%s (part)", text) : text);
    if (study_cell_at_chance(c)) grid_mark(g, 'c');
    else if (c->is_best && format == GRID_TABLE) grid_mark(g, 'b');
    else if (c->is_best) grid_strong(g);
}

/* Why cells of groups have no interval, each reason once. */
static void add_refusals(grid *g, const layout *l)
{
    for (enum comparison_refusal why = REFUSED_EMPTY + 1; why <= REFUSED_CLUSTERS; why++) {
        size_t refused = 0;
        for (size_t k = 0; k < l->n_rows * l->n_series; k++)
            refused += l->cell[k].models && l->cell[k].mean.refused == why;
        if (refused)
            grid_note(g, 0, "%zu mean%s no interval: %s.", refused, refused == 1 ? " has" : "s have",
                      comparison_why(why));
    }
}

static void add_notes_of_means(grid *g, const layout *l, int format)
{
    size_t one = 0, two = 0, least = SIZE_MAX;
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) {
        one += l->cell[k].mean.runs[0] == 1 && isfinite(l->cell[k].ends[0]);
        two += l->cell[k].mean.runs[0] == 2;
    }
    if (format != GRID_LATEX)
        grid_note(
            g, 0,
            "Mean over the training runs of a group ± half of the %g %% interval of that mean; (low to high) where "
            "the range of the score cuts it. The interval covers the choice of rows and of runs. It does not cover "
            "the bias that scores have at this number of rows.",
            100 * STUDY_LEVEL);
    if (one) grid_note(g, 0, "The interval of one run covers the rows alone: it holds for this model, not its method.");
    if (two) grid_note(g, 0, "Two runs leave intervals wide: their spread has one degree of freedom.");
    compare_fewest_runs(l, NULL, l->n_rows, &least);
    if (least <= COMPARE_FEW_RUNS) grid_note(g, 0, "%s.", compare_unseen_failures(least));
    add_refusals(g, l);
    if (l->data->drawn_for && l->models > 1)
        grid_note(g, 0,
                  "Nobody declared data sets, and %s: all count as one. A column `data` of a manifest declares them.",
                  l->data->drawn_for == 1 ? "no two models have the same rows"
                                          : "each group has one model on each draw of rows");
    study_notes(g, l);
    if (l->equal)
        grid_note(g, 0, "%zu model%s the same arrays as another of %s group, and %s not counted again.", l->equal,
                  l->equal == 1 ? " holds" : "s hold", l->equal == 1 ? "its" : "their", l->equal == 1 ? "is" : "are");
}

/* Which are the best, or why none is marked. */
static void add_best_note(grid *g, const layout *l, int format)
{
    size_t best = 0;
    if (format == GRID_LATEX) return; /* its caption says it */
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) best += l->cell[k].is_best != 0;
    if (best)
        grid_note(g, format == GRID_TABLE ? 'b' : 0,
                  "indistinguishable from the best of its column%s (all pairs, paired rows, Holm, %g %%)%s",
                  l->by.along && strcmp(l->by.along, "order") == 0 ? " at its order" : "", 100 * STUDY_LEVEL,
                  format == GRID_TABLE ? "" : ": bold");
    if (l->alike)
        grid_note(
            g, 0,
            "%zu column%s no best: no row is above another for certain. `assay compare --all` prints every difference.",
            l->alike, l->alike == 1 ? " has" : "s have");
}

static void add_notes_of_files(grid *g, const layout *l, int format)
{
    const char *level = l->level[0] == l->level[1] ? phrase("%g %% ", 100 * l->level[0]) : "";
    if (!l->drawn) return;
    if (format != GRID_LATEX)
        grid_note(g, 0,
                  "± half of the %sinterval over drawn rows%s; (low to high) where the range of the score cuts it.",
                  level, level[0] ? "" : ", whose level csv says");
    grid_note(g, 0, "An interval over drawn rows does not cover the bias that scores have at this number of rows.");
}

static void add_notes(grid *g, const layout *l, int format, int only_better)
{
    size_t chance = 0, part = 0;
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) {
        chance += study_cell_at_chance(&l->cell[k]) != 0;
        part += l->cell[k].is_part != 0;
    }
    add_best_note(g, l, format);
    if (chance)
        grid_note(g, 'c', "indistinguishable from codes whose rows are shuffled against the factors%s",
                  l->by.file ? "" : ", once for all models of a group");
    if (l->few)
        grid_note(g, 0,
                  "%zu score%s too few shuffled codes to compare with chance, and no mark; the same study with --draws "
                  "%.0f makes enough.",
                  l->few, l->few == 1 ? " has" : "s have", ceil(1 / (1 - l->few_level) - 1e-6) - 1);
    (l->by.file ? add_notes_of_files : add_notes_of_means)(g, l, format);
    if (part) grid_note(g, 0, "(part): a mean over those items alone that are defined; csv has their numbers.");
    if (l->undrawn)
        grid_note(g, 0,
                  "%zu score%s undefined for some shuffled codes, which count as worse than the model; where most are, "
                  "there is no chance level.",
                  l->undrawn, l->undrawn == 1 ? " is" : "s are");
    study_undefined(g, l, only_better);
    if (l->in_order)
        grid_note(
            g, 0,
            "%zu scores have no interval and no chance level, since rows that stand in an order are not known to be "
            "independent: --shuffle 0, if the order means nothing, else --cluster with two clusters or more.",
            l->in_order);
    if (l->unsure)
        grid_note(g, 0, "%zu score%s no interval and no chance level; the same study with --draws 19 makes them.",
                  l->unsure, l->unsure == 1 ? " has" : "s have");
}

/* What is compared, of what; and what is bold. */
static void add_caption(grid *g, const layout *l)
{
    size_t drawn = 0;
    FILE *to = phrase_open();
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) drawn += isfinite(l->cell[k].ends[0]) != 0;
    fputs(l->by.file ? "Scores of " : "Mean scores of ", to);
    compare_scored(l, to);
    if (drawn && l->by.file) fputs(", with the interval over drawn rows", to);
    else if (drawn) fprintf(to, ", with the %g %% interval over rows and training runs", 100 * STUDY_LEVEL);
    fprintf(to,
            ". In bold is what is indistinguishable from the best of its column, at a level of %g %% for all pairs of "
            "the column (paired rows, Holm).",
            100 * (1 - STUDY_LEVEL));
    grid_paper(g, phrase_close(to));
}

/* The table of all series, or of those of which more is better. */
static grid *readable_grid(const layout *l, int format, int only_better)
{
    grid *g = study_grid(l, phrase("%zu model%s in %s", l->models, l->models == 1 ? "" : "s",
                                   !l->by.file      ? "groups"
                                   : l->models == 1 ? "its group"
                                                    : "their groups"));
    if (!l->by.file) grid_column(g, "models", "Models", GRID_RIGHT);
    grid_stub(g, 2 + (l->by.along != NULL));
    for (size_t s = 0; s < l->n_series; s++) {
        if (!study_has_column(l, s, only_better)) continue;
        const char *name = series_text(l->series[s]);
        grid_column(g, name, name, GRID_RIGHT);
    }
    for (size_t r = 0; r < l->n_rows; r++) {
        if (l->by.file && r && l->row[r]->at->of->scenario != l->row[r - 1]->at->of->scenario) grid_rule(g);
        size_t models = 0;
        for (size_t s = 0; s < l->n_series; s++)
            if (study_cell_of(l, r, s)->models > models) models = study_cell_of(l, r, s)->models;
        study_grid_row(g, l, r);
        if (!l->by.file) grid_count(g, models);
        for (size_t s = 0; s < l->n_series; s++)
            if (study_has_column(l, s, only_better)) add_cell(g, l, r, s, format);
    }
    if (format == GRID_LATEX) add_caption(g, l);
    add_notes(g, l, format, only_better);
    return g;
}

/* The columns of the manifests, each once. */
typedef struct columns {
    const char **name; /* [n] */
    size_t n, room;
} columns;

static void add_columns_of(columns *c, const stored_representation *r)
{
    for (size_t k = 0; r && k < r->n_columns; k++) {
        size_t at = 0;
        while (at < c->n && strcmp(c->name[at], r->column[k]) != 0) at++;
        if (at < c->n) continue;
        c->name = kept_grown(c->name, sizeof *c->name, c->n, &c->room);
        c->name[c->n++] = r->column[k];
    }
}

static void add_uncertainty(grid *g, const score_row *row)
{
    static const char *const drawn[] = { "", "bootstrap", "half of the rows", "" };
    const uncertainty *u = &row->at->interval, *c = &row->at->chance;
    const double none = NAN;
    const int at_chance = study_at_chance(row), ordered = c->kind && study_more_is_better(row->of);
    const int whole = ordered && c->defined == c->draws; /* else the mean is of some shuffled codes alone */
    const double corrected = (row->at->mean - c->mean) / (row->of->high - c->mean);
    GRID_CELLS(g, GRID_NUMBER(u->kind ? u->level : none, DECIMALS), GRID_NUMBER(u->kind ? u->low : none, DECIMALS),
               GRID_NUMBER(u->kind ? u->high : none, DECIMALS), GRID_TEXT(drawn[u->kind & 3]), GRID_COUNT(u->draws),
               GRID_NUMBER(c->kind ? c->mean : none, DECIMALS), GRID_NUMBER(c->kind ? c->high : none, DECIMALS),
               GRID_NUMBER(ordered ? c->p : none, DECIMALS),
               GRID_TEXT(at_chance < 0 ? ""
                         : at_chance   ? "yes"
                                       : "no"),
               GRID_NUMBER(whole ? corrected : none, DECIMALS),
               row->at->items_undefined ? GRID_COUNT(row->at->items) : GRID_TEXT(""),
               GRID_COUNT(row->at->items_undefined));
}

/* Whether its group, or itself, is indistinguishable from the best: "yes", "no", or "" where there is no best. */
static const char *best_word(const layout *l, const score_row *row)
{
    if (study_is_left_out(l, row)) return "";
    const study_cell *c = study_layout_cell(l, row);
    const size_t s = study_series_place(l, row->of);
    return !c || s == l->n_series || !l->ranked[s] ? "" : c->is_best ? "yes" : "no";
}

/* Which items are above chance, by number. */
static void add_extras(grid *g, const score_row *row)
{
    unsigned char *is_found = kept((size_t)row->at->tested.draws + 1, 1);
    size_t items = 0, n = 0;
    FILE *to = phrase_open();
    if (study_at_chance(row) >= 0) n = items_found(row->at, 1 - STUDY_LEVEL, is_found, &items);
    for (size_t k = 0, said = 0; k < items; k++)
        if (is_found[k]) fprintf(to, "%s%zu", said++ ? " " : "", k);
    GRID_CELLS(g, items ? GRID_COUNT(n) : GRID_TEXT(""), GRID_TEXT(phrase_close(to)));
}

static void add_long_row(grid *g, const layout *l, const score_row *row, const columns *more)
{
    const stored_representation *r = row->at->of->representation;
    const char *model = point_word(row->at->at, "model");
    GRID_ROW(g, GRID_TEXT(row->at->of->scenario->called), GRID_TEXT(model ? model : row->at->point),
             GRID_TEXT(r ? r->path : ""), GRID_TEXT(r ? r->hash : ""), GRID_COUNT(row->at->samples),
             GRID_COUNT(r ? r->factors : 0), GRID_COUNT(r ? r->codes : 0), GRID_TEXT(row->of->metric),
             GRID_TEXT(row->of->preset), GRID_TEXT(row->of->output), GRID_NUMBER(row->at->mean, DECIMALS),
             GRID_TEXT(row->at->undefined));
    add_uncertainty(g, row);
    for (size_t k = 0; k < more->n; k++) grid_text(g, "%s", comparison_column(r, more->name[k]));
    GRID_CELLS(g, GRID_TEXT(l->data->word), GRID_COUNT(r ? r->clusters : 0), GRID_TEXT(best_word(l, row)));
    double part[DOSE_PARTS];
    dose_parts(row->at->defects.draws + 1 == DOSE_PARTS ? row->at->defects.draw : NULL, row->at->mean, part);
    for (size_t k = 0; k < DOSE_PARTS; k++) grid_number(g, part[k], DECIMALS);
    add_extras(g, row);
}

static assay_status write_long(const score_rows *from, const study_sets *sets, int format, FILE *to, assay_error *err)
{
    char *rest, list[] = "group model path hash samples factors codes metric preset output score undefined level "
                         "low high drawn draws chance_mean chance_point p at_chance corrected items "
                         "items_undefined data_set clusters best dose_ideal dose_missing dose_duplicates "
                         "dose_curvature dose_mixing dose_noise dose_unexplained items_above_chance items_found";
    enum { KEYS = 36, BEHIND = 5 + DOSE_PARTS }; /* the last stand behind the manifests' */
    const char *keys[KEYS];
    for (size_t k = 0; k < KEYS; k++) keys[k] = strtok_r(k ? NULL : list, " ", &rest);
    columns more = { .n = 0 };
    grid *g = grid_new("");
    for (size_t r = 0; r < from->count; r++) add_columns_of(&more, from->at[r].at->of->representation);
    for (size_t k = 0; k < KEYS - BEHIND; k++) grid_column(g, keys[k], keys[k], GRID_LEFT);
    for (size_t k = 0; k < more.n; k++) {
        size_t known = 0;
        while (known < KEYS && strcmp(keys[known], more.name[k]) != 0) known++;
        const char *key =
            known < KEYS ? phrase("manifest_%s", more.name[k]) : more.name[k]; /* called like one of ours */
        grid_column(g, key, key, GRID_LEFT);
    }
    for (size_t k = KEYS - BEHIND; k < KEYS; k++) grid_column(g, keys[k], keys[k], GRID_LEFT);
    for (size_t r = 0; r < from->count; r++) add_long_row(g, study_sets_of(sets, &from->at[r]), &from->at[r], &more);
    grid_head(g, from->lacking);
    const assay_status status = grid_print(g, format, 0, to, err);
    grid_free(g);
    return status;
}

/* The tables of a data set: scores, what is wrong with the models, and what that explains. */
static size_t grids_of(const struct study_set *set, int format, grid **to)
{
    size_t n = 0;
    if (set->scores.n_rows) to[n++] = readable_grid(&set->scores, format, 0);
    if (!set->doses.n_rows) return n;
    const char *unknown = dose_unknown(&set->doses);
    if (unknown && n) grid_note(to[n - 1], 0, "What is wrong with each model is not known: %s.", unknown);
    if (unknown) return n;
    to[n++] = dose_grid(&set->doses);
    if ((to[n] = dose_explained_grid(&set->scores, &set->doses))) n++;
    return n;
}

assay_status study_table_write(const score_rows *from, const study_table_options *options, FILE *to, assay_error *err)
{
    if (!from->count) return assay_fail(err, ASSAY_EINPUT, "no scores: nothing in the store is what was asked for");
    study_sets sets;
    study_sets_make(from, options->doses, &options->by, &sets);
    if (grid_is_rows(options->format) || options->format == GRID_JSON)
        return write_long(from, &sets, options->format, to, err);
    grid **g = kept(sets.n * STUDY_GRIDS + 1, sizeof *g);
    size_t n = 0;
    for (size_t k = 0; k < sets.n; k++) n += grids_of(&sets.at[k], options->format, g + n);
    grid_head(g[0], from->lacking);
    return grid_print_all(g, n, options->format, options->width, options->lines, to, err);
}

grid *study_table_grid(const study_layout *l) { return readable_grid(l, GRID_HTML, 0); }

grid *study_table_paper(const study_layout *l) { return readable_grid(l, GRID_LATEX, 1); }
