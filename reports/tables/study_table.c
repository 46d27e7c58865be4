/* Tables of models and groups. */
#include "study_table.h"

#include "growing.h"
#include "groups.h"
#include "moments.h"
#include "names.h"
#include "student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DECIMALS = 3,
    FEW_MODELS = 5,
    LATEX_COLUMN = 56 /* characters of footnotesize that a column of two-column paper holds */
};
static const double MEAN_LEVEL = 0.95;

/* A model, or the models of a group, under one series. */
typedef struct cell {
    moments over;                 /* defined scores */
    double ends[2];               /* of the interval; NaN: not known */
    double range[2];              /* of the output */
    double least, most;           /* of the defined scores */
    int is_part;                  /* some are means over part of their items */
    int says_nothing;             /* the interval of a mean over few models, which is all of the range */
    size_t models, judged, above; /* judged: whose chance level is known; above: that are better */
} cell;

typedef struct layout {
    const evidence_series **series;
    size_t n_series;
    const score_row **row; /* [n_rows] the first of each row of the table */
    size_t n_rows;
    cell *cell;   /* [n_rows * n_series] */
    double *best; /* [n_series] */
    score_rows distinct;   /* of groups: what they are laid out of */
    int by_file;
    size_t models, unsure, drawn; /* scores of models: without interval; with one */
    double level[2];              /* the least and the most confidence of these intervals; 0 without any */
    size_t equal;                 /* models that hold the arrays of another of their group: they count once */
    size_t undrawn;               /* whose shuffled codes were all undefined, or some */
    size_t few;                   /* with so few shuffled codes that none could be better than all of them */
} layout;

/* Nothing says so of outputs that claim no property: a total correlation, a p, a number of mismatches. What comes from
 * outside says it by its range. */
static int more_is_better(const evidence_series *s) { return s->measures || strcmp(s->family, "candidate") == 0; }

int study_at_chance(const score_row *row)
{
    const uncertainty *c = &row->at->chance;
    if (!c->kind || isnan(c->p) || !more_is_better(row->of)) return -1;
    return c->p > 1 - c->level + 1e-9;
}

static int same_row(const score_row *a, const score_row *b, int by_file)
{
    return by_file ? a->at->of == b->at->of : a->at->of->scenario == b->at->of->scenario;
}

/* ---- laying out ---- */

static size_t series_place(layout *l, const evidence_series *s)
{
    size_t k = 0;
    while (k < l->n_series && l->series[k] != s) k++;
    if (k == l->n_series) l->series[l->n_series++] = s;
    return k;
}

static void add_score(layout *l, cell *to, const score_row *row)
{
    const evidence_point *p = row->at;
    const int at_chance = study_at_chance(row);
    to->models++;
    if (p->defined) {
        to->least = to->over.n ? fmin(to->least, p->mean) : p->mean;
        to->most = to->over.n ? fmax(to->most, p->mean) : p->mean;
        moments_add(&to->over, p->mean);
        to->is_part |= p->items_undefined > 0;
    }
    memcpy(to->range, p->range, sizeof to->range);
    to->ends[0] = p->interval.kind ? p->interval.low : NAN;
    to->ends[1] = p->interval.kind ? p->interval.high : NAN;
    to->judged += at_chance >= 0;
    to->above += at_chance == 0;
    l->unsure += p->defined && !p->interval.kind;
    l->drawn += p->defined && p->interval.kind;
    if (p->interval.kind) {
        l->level[0] = l->level[0] > 0 ? fmin(l->level[0], p->interval.level) : p->interval.level;
        l->level[1] = fmax(l->level[1], p->interval.level);
    }
    l->undrawn += at_chance >= 0 && p->chance.defined < p->chance.draws;
    l->few += at_chance == 1 && 1.0 / (1.0 + (double)p->chance.draws) > 1 - p->chance.level + 1e-9;
}

static int by_series(const void *a, const void *b)
{
    const evidence_series *x = *(const evidence_series *const *)a, *y = *(const evidence_series *const *)b;
    return (x > y) - (x < y); /* they stand in one array, in the order of tables */
}

static double mean_of(const cell *c) { return c->models ? moments_mean(&c->over) : NAN; }

static int is_at_chance(const cell *c) { return c->judged && !c->above; }

/* The largest of a column, of those that are better than chance; NaN: none, or no other to be better than, or nothing
 * says that more is better. */
static double best_of(const layout *l, size_t series)
{
    double best = NAN;
    size_t defined = 0;
    if (!more_is_better(l->series[series])) return NAN;
    for (size_t r = 0; r < l->n_rows; r++) {
        const cell *c = &l->cell[r * l->n_series + series];
        defined += c->over.n > 0;
        if (!is_at_chance(c) && !(mean_of(c) <= best)) best = isnan(mean_of(c)) ? best : mean_of(c);
    }
    return defined > 1 ? best : NAN;
}

/* Of the mean of a group. */
static void find_interval(cell *c)
{
    const double *range = c->range;
    c->ends[0] = c->ends[1] = NAN;
    if (c->over.n < GROUP_LEAST_MODELS || c->least == c->most) return; /* no spread to be estimated from */
    student_interval(mean_of(c), student_half_width(moments_sd(&c->over), c->over.n, MEAN_LEVEL), range, c->ends);
    c->says_nothing = c->over.n < FEW_MODELS && c->ends[0] <= range[0] && c->ends[1] >= range[1];
}

static assay_status lay_out_rows(const score_rows *from, int by_file, layout *to)
{
    to->series = calloc(from->count + 1, sizeof *to->series);
    to->row = calloc(from->count + 1, sizeof *to->row);
    if (!to->series || !to->row) return ASSAY_ENOMEM;
    const stored_point *model = NULL;
    for (size_t r = 0; r < from->count; r++) {
        series_place(to, from->at[r].of);
        if (!r || !same_row(&from->at[r], &from->at[r - 1], by_file)) to->row[to->n_rows++] = &from->at[r];
        to->models += from->at[r].at->of != model;
        model = from->at[r].at->of;
    }
    qsort(to->series, to->n_series, sizeof *to->series, by_series);
    to->cell = calloc(to->n_rows * to->n_series + 1, sizeof *to->cell);
    if (!to->cell) return ASSAY_ENOMEM;
    for (size_t r = 0, row = 0; r < from->count; r++) {
        row += r && !same_row(&from->at[r], &from->at[r - 1], by_file);
        add_score(to, &to->cell[row * to->n_series + series_place(to, from->at[r].of)], &from->at[r]);
    }
    for (size_t k = 0; k < to->n_rows * to->n_series && !by_file; k++)
        if (to->cell[k].models) find_interval(&to->cell[k]);
    to->best = calloc(to->n_series + 1, sizeof *to->best);
    for (size_t s = 0; to->best && s < to->n_series; s++) to->best[s] = best_of(to, s);
    return to->best ? ASSAY_OK : ASSAY_ENOMEM;
}

/* Of groups each content counts once. */
static assay_status lay_out(const score_rows *from, int by_file, layout *to)
{
    *to = (layout){ .by_file = by_file };
    if (by_file) return lay_out_rows(from, by_file, to);
    const assay_status status = groups_distinct(from, &to->distinct, &to->equal);
    return status == ASSAY_OK ? lay_out_rows(&to->distinct, by_file, to) : status;
}

static void layout_free(layout *l)
{
    free(l->series);
    free(l->row);
    free(l->cell);
    free(l->best);
    score_rows_free(&l->distinct);
}

/* ---- readable formats ---- */

/* What looks like the best is the best. */
static int looks_like(double value, double best)
{
    const double unit = pow(10, DECIMALS);
    return round(value * unit) == round(best * unit);
}

static void name_of(const layout *l, size_t row, char *to, size_t size)
{
    const evidence_point *p = l->row[row]->at;
    const char *model = point_word(p->at, "model");
    if (l->by_file) snprintf(to, size, "%s", model ? model : p->point);
    else snprintf(to, size, "%s", p->scenario);
}

static void cell_text(const cell *c, char *to, size_t size)
{
    const double none[2] = { NAN, NAN };
    grid_interval_text(mean_of(c), c->says_nothing ? none : c->ends, DECIMALS, to, size);
    if (c->says_nothing) snprintf(to + strlen(to), size - strlen(to), " (too few)");
    if (c->is_part) snprintf(to + strlen(to), size - strlen(to), " (part)");
}

static void add_cell(grid *g, const layout *l, size_t row, size_t series, double best, int format)
{
    const cell *c = &l->cell[row * l->n_series + series];
    if (!c->models) {
        grid_text(g, "%s", ""); /* not in the store */
        return;
    }
    char text[1400];
    cell_text(c, text, sizeof text);
    grid_written(g, mean_of(c), text);
    if (is_at_chance(c)) grid_mark(g, 'c');
    else if (looks_like(mean_of(c), best) && format == GRID_TABLE) grid_mark(g, 'b');
    else if (looks_like(mean_of(c), best)) grid_strong(g);
}

static void add_notes_of_means(grid *g, const layout *l, size_t few, size_t alone)
{
    grid_note(g, 0,
              "Mean over the models of a group ± half of the %g %% interval of that mean; (low to high) where the "
              "range of the score cuts it. It covers the choice of models, given these rows. It covers neither "
              "the choice of "
              "rows nor the bias that scores have at this number of rows.",
              100 * MEAN_LEVEL);
    if (few)
        grid_note(g, 0, "(too few): fewer than %d models, and so far apart that the interval is all of the range.",
                  FEW_MODELS);
    if (alone)
        grid_note(g, 0, "A mean of fewer than %d different models, or of equal scores, has no interval.",
                  GROUP_LEAST_MODELS);
    if (l->equal)
        grid_note(g, 0, "%zu model%s the same arrays as another of %s group, and %s not counted again.", l->equal,
                  l->equal == 1 ? " holds" : "s hold", l->equal == 1 ? "its" : "their", l->equal == 1 ? "is" : "are");
}

static void add_notes(grid *g, const layout *l, int format)
{
    size_t undefined = 0, chance = 0, best = 0, few = 0, alone = 0, part = 0;
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) {
        undefined += l->cell[k].models - l->cell[k].over.n;
        chance += is_at_chance(&l->cell[k]) != 0;
        few += l->cell[k].says_nothing != 0;
        alone += l->cell[k].over.n && isnan(l->cell[k].ends[0]);
        part += l->cell[k].is_part != 0;
    }
    for (size_t s = 0; s < l->n_series; s++) best += isnan(l->best[s]) == 0;
    if (best)
        grid_note(g, format == GRID_TABLE ? 'b' : 0, "best of its column%s%s",
                  chance ? ", except scores indistinguishable from chance" : "", format == GRID_TABLE ? "" : ": bold");
    if (chance)
        grid_note(g, 'c', "%s from codes whose rows are shuffled against the factors",
                  l->by_file ? "indistinguishable" : "no model is distinguishable");
    if (chance && l->few)
        grid_note(g, 0,
                  "%zu score%s too few shuffled codes to compare with chance; the same study with --draws 19 "
                  "makes enough.",
                  l->few, l->few == 1 ? " has" : "s have");
    if (l->by_file && l->drawn) {
        char level[64] = "";
        if (l->level[0] == l->level[1]) snprintf(level, sizeof level, "%g %% ", 100 * l->level[0]);
        grid_note(g, 0,
                  "± half of the %sinterval over drawn rows%s; (low to high) where the range of the score cuts it.",
                  level, level[0] ? "" : ", whose level csv says");
    }
    if (!l->by_file) add_notes_of_means(g, l, few, alone);
    else if (l->drawn)
        grid_note(g, 0, "An interval over drawn rows does not cover the bias that scores have at this number of rows.");
    if (part) grid_note(g, 0, "(part): a mean over those items alone that are defined; csv has their numbers.");
    if (l->undrawn)
        grid_note(g, 0, "Of %zu score%s some shuffled codes are undefined; these count as worse than the score.",
                  l->undrawn,
                  l->undrawn == 1 ? "" : "s");
    if (undefined) grid_note(g, 0, "%zu score%s undefined and left out; csv says why.", undefined,
                  undefined == 1 ? " is" : "s are");
    if (l->unsure)
        grid_note(g, 0, "%zu score%s no interval and no chance level; the same study with --draws 19 makes them.",
                  l->unsure, l->unsure == 1 ? " has" : "s have");
}

/* The table of the series from first up to end. */
static grid *block_grid(const layout *l, size_t first, size_t end, int format)
{
    char text[600];
    snprintf(text, sizeof text, "%zu model%s in %s", l->models, l->models == 1 ? "" : "s",
             !l->by_file ? "groups" : l->models == 1 ? "its group" : "their groups");
    grid *g = grid_new(text);
    if (l->by_file) grid_column(g, "group", "Group", GRID_LEFT);
    grid_column(g, l->by_file ? "model" : "group", l->by_file ? "Model" : "Group", GRID_LEFT);
    if (!l->by_file) grid_column(g, "models", "Models", GRID_RIGHT);
    grid_stub(g, 2);
    for (size_t s = first; s < end; s++) {
        series_text(l->series[s], text, sizeof text);
        grid_column(g, text, text, GRID_RIGHT);
    }
    for (size_t r = 0; r < l->n_rows; r++) {
        if (l->by_file && r && l->row[r]->at->of->scenario != l->row[r - 1]->at->of->scenario) grid_rule(g);
        size_t models = 0;
        for (size_t s = 0; s < l->n_series; s++)
            if (l->cell[r * l->n_series + s].models > models) models = l->cell[r * l->n_series + s].models;
        grid_row(g);
        name_of(l, r, text, sizeof text);
        if (l->by_file) grid_text(g, "%s", l->row[r]->at->scenario);
        grid_text(g, "%s", text);
        if (!l->by_file) grid_count(g, models);
        for (size_t s = first; s < end; s++) add_cell(g, l, r, s, l->best[s], format);
    }
    if (end == l->n_series) add_notes(g, l, format); /* below the last */
    return g;
}

/* Characters that a series takes, with what stands between columns. */
static size_t series_width(const layout *l, size_t s)
{
    char text[1400];
    series_text(l->series[s], text, sizeof text);
    const size_t header = grid_text_width(text), number = strlen("0.000 ") + strlen("± 0.000") + 1;
    size_t widest = header > number ? header : number;
    for (size_t r = 0; r < l->n_rows; r++) {
        cell_text(&l->cell[r * l->n_series + s], text, sizeof text);
        const size_t width = grid_text_width(text) + 1; /* and a mark */
        if (width > widest) widest = width;
    }
    return widest + 2;
}

static size_t stub_width(const layout *l)
{
    size_t most = strlen("Group"), group = 0;
    for (size_t r = 0; r < l->n_rows; r++) {
        char text[600];
        name_of(l, r, text, sizeof text);
        if (grid_text_width(text) > most) most = grid_text_width(text);
        if (l->by_file && grid_text_width(l->row[r]->at->scenario) > group)
            group = grid_text_width(l->row[r]->at->scenario);
    }
    return most + (l->by_file ? group : strlen("Models")) + 2;
}

/* Where the block that begins with series `first` ends. */
static size_t block_end(const layout *l, size_t first, int format)
{
    if (format != GRID_LATEX && format != GRID_LATEX_DOCUMENT) return l->n_series;
    size_t width = stub_width(l), end = first;
    while (end < l->n_series && (end == first || width + series_width(l, end) <= LATEX_COLUMN))
        width += series_width(l, end++);
    return end;
}

static assay_status write_blocks(const layout *l, const char *lacking, const study_table_options *options, FILE *to,
                                 assay_error *err)
{
    grid **g = calloc(l->n_series + 1, sizeof *g);
    size_t n = 0;
    if (!g) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while making the tables");
    for (size_t first = 0; first < l->n_series; n++) {
        const size_t end = block_end(l, first, options->format);
        g[n] = block_grid(l, first, end, options->format);
        first = end;
    }
    if (n > 1 && options->format == GRID_LATEX)
        fprintf(to, "%% %zu tables, each for a column of two-column paper (\\footnotesize); --metrics takes fewer\n",
                n);
    if (n) grid_head(g[0], lacking);
    const assay_status status = grid_print_all(g, n, options->format, options->width, to, err);
    for (size_t k = 0; k < n; k++) grid_free(g[k]);
    free(g);
    return status;
}

/* ---- every number ---- */

/* The columns of the manifests, each once. */
typedef struct columns {
    const char **name; /* [n] */
    size_t n, room;
} columns;

static assay_status add_columns_of(columns *c, const stored_representation *r)
{
    for (size_t k = 0; r && k < r->n_columns; k++) {
        size_t at = 0;
        while (at < c->n && strcmp(c->name[at], r->column[k]) != 0) at++;
        if (at < c->n) continue;
        const char **more = grown(c->name, sizeof *more, c->n, &c->room);
        if (!more) return ASSAY_ENOMEM;
        c->name = more;
        c->name[c->n++] = r->column[k];
    }
    return ASSAY_OK;
}

static const char *column_text(const stored_representation *r, const char *name)
{
    for (size_t k = 0; r && k < r->n_columns; k++)
        if (strcmp(r->column[k], name) == 0) return r->text[k];
    return "";
}

static void add_uncertainty(grid *g, const score_row *row)
{
    static const char *const drawn[] = { "", "bootstrap", "half of the rows", "" };
    const uncertainty *u = &row->at->interval, *c = &row->at->chance;
    const double none = NAN;
    const int at_chance = study_at_chance(row), ordered = c->kind && more_is_better(row->of);
    grid_number(g, u->kind ? u->level : none, DECIMALS);
    grid_number(g, u->kind ? u->low : none, DECIMALS);
    grid_number(g, u->kind ? u->high : none, DECIMALS);
    grid_text(g, "%s", drawn[u->kind & 3]);
    grid_count(g, u->draws);
    grid_number(g, c->kind ? c->mean : none, DECIMALS);
    grid_number(g, c->kind ? c->high : none, DECIMALS);
    grid_number(g, ordered ? c->p : none, DECIMALS);
    grid_text(g, "%s", at_chance < 0 ? "" : at_chance ? "yes" : "no");
    const int whole = ordered && c->defined == c->draws; /* else the mean is of some shuffled codes alone */
    grid_number(g, whole ? (row->at->mean - c->mean) / (row->of->high - c->mean) : none, DECIMALS);
    if (row->at->items_undefined) grid_count(g, row->at->items);
    else grid_text(g, "%s", "");
    grid_count(g, row->at->items_undefined);
}

static void add_long_row(grid *g, const score_row *row, const columns *more)
{
    const stored_representation *r = row->at->of->representation;
    const char *model = point_word(row->at->at, "model");
    grid_row(g);
    GRID_TEXTS(g, row->at->scenario, model ? model : row->at->point, r ? r->path : "", r ? r->hash : "");
    grid_count(g, row->at->samples);
    grid_count(g, r ? r->factors : 0);
    grid_count(g, r ? r->codes : 0);
    GRID_TEXTS(g, row->of->metric, row->of->preset, row->of->output);
    grid_number(g, row->at->mean, DECIMALS);
    grid_text(g, "%s", row->at->undefined ? row->at->undefined : "");
    add_uncertainty(g, row);
    for (size_t k = 0; k < more->n; k++) grid_text(g, "%s", column_text(r, more->name[k]));
}

static assay_status write_long(const score_rows *from, int format, FILE *to, assay_error *err)
{
    static const char *const keys[] = { "group",        "model",  "path",      "hash",     "samples", "factors",
                                        "codes",        "metric", "preset",    "output",   "score",   "undefined",
                                        "level",        "low",    "high",      "drawn",    "draws",   "chance_mean",
                                        "chance_point", "p",      "at_chance", "corrected", "items",
                                        "items_undefined" };
    columns more = { .n = 0 };
    grid *g = grid_new("");
    assay_status status = ASSAY_OK;
    for (size_t r = 0; r < from->count && status == ASSAY_OK; r++)
        status = add_columns_of(&more, from->at[r].at->of->representation);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) grid_column(g, keys[k], keys[k], GRID_LEFT);
    for (size_t k = 0; k < more.n; k++) {
        size_t known = 0;
        while (known < sizeof keys / sizeof *keys && strcmp(keys[known], more.name[k]) != 0) known++;
        char key[600]; /* a manifest may call a column like one of ours */
        snprintf(key, sizeof key, "%s%s", known < sizeof keys / sizeof *keys ? "manifest_" : "", more.name[k]);
        grid_column(g, key, key, GRID_LEFT);
    }
    for (size_t r = 0; r < from->count; r++) add_long_row(g, &from->at[r], &more);
    grid_head(g, from->lacking);
    status = status == ASSAY_OK ? grid_print(g, format, 0, to, err) : assay_fail(err, status, "memory ran out");
    grid_free(g);
    free(more.name);
    return status;
}

assay_status study_table_write(const score_rows *from, const study_table_options *options, FILE *to, assay_error *err)
{
    if (!from->count) return assay_fail(err, ASSAY_EINPUT, "no scores: nothing in the store is what was asked for");
    if (options->format == GRID_CSV || options->format == GRID_JSON) return write_long(from, options->format, to, err);
    layout l;
    assay_status status = lay_out(from, options->by_file, &l);
    if (status == ASSAY_OK) status = write_blocks(&l, from->lacking, options, to, err);
    else status = assay_fail(err, status, "memory ran out while making the tables");
    layout_free(&l);
    return status;
}

assay_status study_table_grid(const score_rows *from, int by_file, grid **to, assay_error *err)
{
    layout l;
    *to = NULL;
    assay_status status = lay_out(from, by_file, &l);
    if (status == ASSAY_OK) *to = block_grid(&l, 0, l.n_series, GRID_HTML);
    layout_free(&l);
    return *to ? ASSAY_OK : assay_fail(err, ASSAY_ENOMEM, "memory ran out while making the tables");
}
