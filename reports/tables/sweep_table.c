#include "sweep_table.h"

#include "ascending.h"
#include "compare_table.h"
#include "near_name.h"
#include "evidence.h"
#include "needed.h"

#include <string.h>

enum { DECIMALS = 3 };

/* Programs get one table of all data sets, with a column that says which (whole). *is_new: its columns are wanted. */
static grid *titled(const study_layout *l, const char *title, int whole, grid **to, size_t *n, int *is_new)
{
    *is_new = !whole || !*n;
    if (*is_new) to[(*n)++] = grid_new(whole ? title : study_title(l, title));
    if (*is_new && whole) grid_column(to[0], "data_set", "Data set", GRID_LEFT);
    return to[*n - 1];
}

/* n_series: there is none. */
static size_t find_series(const study_layout *l, const char *name, size_t length, near_name *near)
{
    size_t s = 0;
    for (; s < l->n_series; s++) {
        const char *text = series_text(l->series[s]);
        if (study_more_is_better(l->series[s])) near_offer(near, text);
        if (strlen(text) == length && strncmp(text, name, length) == 0) break;
    }
    return s;
}

/* above[a * n + b]: row a is above row b for certain. */
static unsigned char *find_above(const study_layout *l, size_t series)
{
    OWNED compared_pair *pair = NULL;
    unsigned char *above = kept(l->n_rows * l->n_rows + 1, 1);
    const size_t n = compared_pairs(l, series, &pair);
    for (size_t k = 0; k < n; k++) {
        const size_t high = pair[k].is.value > 0 ? pair[k].a : pair[k].b;
        const size_t low = pair[k].is.value > 0 ? pair[k].b : pair[k].a;
        above[high * l->n_rows + low] = !pair[k].is.refused && pair[k].adjusted < 1 - STUDY_LEVEL &&
                                        !study_cell_at_chance(study_cell_of(l, high, series));
    }
    return above;
}

static void add_pareto(const study_layout *l, const size_t series[2], int whole, grid **to, size_t *n)
{
    int is_new;
    const unsigned char *above[2] = { find_above(l, series[0]), find_above(l, series[1]) };
    grid *g = titled(l, "The Pareto front of two scores", whole, to, n, &is_new);
    if (is_new)
        GRID_COLUMNS(g, { "row", l->by.file ? "Model" : "Group", GRID_LEFT },
                     { "first", series_text(l->series[series[0]]), GRID_RIGHT },
                     { "second", series_text(l->series[series[1]]), GRID_RIGHT },
                     { "front", "On the front", GRID_LEFT }, { "above", "Above it in both", GRID_WRAP });
    for (size_t r = 0; r < l->n_rows; r++) {
        FILE *names = phrase_open();
        for (size_t k = 0, found = 0; k < l->n_rows; k++)
            if (above[0][k * l->n_rows + r] && above[1][k * l->n_rows + r])
                fprintf(names, "%s%s", found++ ? ", " : "", l->label[k]);
        const char *list = phrase_close(names);
        grid_row(g);
        if (whole) grid_text(g, "%s", l->data->word);
        GRID_CELLS(g, GRID_TEXT(l->label[r]), GRID_NUMBER(study_cell_mean(study_cell_of(l, r, series[0])), DECIMALS),
                   GRID_NUMBER(study_cell_mean(study_cell_of(l, r, series[1])), DECIMALS),
                   GRID_TEXT(*list ? "" : "yes"), GRID_TEXT(list));
        if (!*list) grid_strong(g);
    }
    grid_note(g, 0, "Off the front: another is above it in both scores for certain (all pairs, Holm, %g %%).",
              100 * STUDY_LEVEL);
    study_notes(g, l);
}

assay_status pareto_make(const study_sets *sets, const char *outputs, int whole, grid ***to, size_t *n,
                         assay_error *err)
{
    const char *comma = strchr(outputs, ',');
    *to = kept(sets->n + 1, sizeof **to);
    *n = 0;
    if (!comma || strchr(comma + 1, ','))
        return assay_fail(err, ASSAY_EUSAGE, "--pareto %.200s: two outputs are wanted, 'mig,dci-lasso modularity'",
                          outputs);
    for (size_t k = 0; k < sets->n; k++) {
        const study_layout *l = &sets->at[k].scores;
        size_t series[2];
        for (int side = 0; side < 2; side++) {
            const char *name = side ? comma + 1 : outputs;
            const size_t length = side ? strlen(name) : (size_t)(comma - outputs);
            near_name near = near_to(phrase("%.*s", length < 199 ? (int)length : 199, name));
            series[side] = find_series(l, name, length, &near);
            if (series[side] == l->n_series)
                return assay_fail(err, ASSAY_EUSAGE, "--pareto: %s", no_such(&near, "output", NULL, "assay table"));
        }
        if (l->n_rows > 1 && l->n_rows <= COMPARED_MOST) add_pareto(l, series, whole, *to, n);
    }
    return *n ? ASSAY_OK
              : assay_fail(err, ASSAY_EINPUT, "no data set has two rows, or all have too many; --by file has models");
}

/* sorted[n]: the mean of the largest of k, over all choices. */
static double best_of(const double *sorted, size_t n, size_t k)
{
    double sum = 0, weight = (double)k / (double)n; /* that the largest is chosen */
    for (size_t i = n - 1;; i--) {
        sum += weight * sorted[i];
        if (i + 1 == k) break;
        weight *= (double)(i + 1 - k) / (double)i;
    }
    return sum;
}

enum { TRIALS = 8 };
static const size_t trials[TRIALS] = { 1, 2, 3, 5, 10, 20, 50, 100 };

static void add_best(grid *g, const study_layout *l, size_t row, size_t series, int whole)
{
    const compared_side *side = &study_cell_of(l, row, series)->side;
    double *sorted = kept(side->n, sizeof *sorted);
    for (size_t k = 0; k < side->n; k++) sorted[k] = side->at[k].score;
    qsort(sorted, side->n, sizeof *sorted, ascending);
    grid_row(g);
    if (whole) grid_text(g, "%s", l->data->word);
    GRID_CELLS(g, GRID_TEXT(series_text(l->series[series])), GRID_TEXT(l->label[row]), GRID_COUNT(side->n));
    for (size_t k = 0; k < TRIALS; k++)
        if (trials[k] <= side->n) grid_number(g, best_of(sorted, side->n, trials[k]), DECIMALS);
}

static void add_best_columns(grid *g)
{
    GRID_COLUMNS(g, { "output", "Output", GRID_LEFT }, { "group", "Group", GRID_LEFT },
                 { "models", "Models", GRID_RIGHT });
    for (size_t k = 0; k < TRIALS; k++)
        grid_column(g, phrase("best_of_%zu", trials[k]), phrase("k = %zu", trials[k]), GRID_RIGHT);
    grid_note(g, 0,
              "The mean over all choices of k of the models. The score that chooses a model is too high for it by "
              "what chance gave it; on other rows it is lower.");
}

assay_status best_of_make(const study_sets *sets, int whole, grid ***to, size_t *n, assay_error *err)
{
    *to = kept(sets->n + 1, sizeof **to);
    *n = 0;
    for (size_t set = 0; set < sets->n; set++) {
        const study_layout *l = &sets->at[set].scores;
        grid *g = NULL;
        int is_new = 0;
        for (size_t k = 0; k < l->n_rows * l->n_series; k++) {
            const size_t s = k / l->n_rows, r = k % l->n_rows;
            if (!study_more_is_better(l->series[s]) || study_cell_of(l, r, s)->side.n < 2) continue;
            if (!g) g = titled(l, "What the best of k models is expected to score", whole, *to, n, &is_new);
            if (is_new) add_best_columns(g), study_notes(g, l);
            is_new = 0;
            add_best(g, l, r, s, whole);
        }
    }
    return *n ? ASSAY_OK : assay_fail(err, ASSAY_EINPUT, "no group has two models with a score");
}
