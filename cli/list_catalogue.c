/*
 * Every metric in one table, with the names of its presets.
 *
 * What the default takes is tried: 200 rows of factors of each kind. Rows: of 2, 5, 10, 20, 50 and 100 the fewest at which
 * any of its outputs is defined on the first kind it takes.
 */
#include "list_catalogue.h"
#include "needed.h"

#include "wording.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, TRIED = 200, LINE = 256 };

static const struct {
    const char *name, *scenario, *parameters;
} kinds[KINDS] = {
    { "continuous", "guard", "codes=scaled" },
    { "categorical", "dependent", "" },
    { "binary", "sparse", "codes=dictionary" },
};

static const size_t rows[] = { 2, 5, 10, 20, 50, 100 };

/* ---- what is taken ---- */

/* Whether some output of the metric is defined on n rows of a kind. */
static assay_status is_defined(const char *metric, size_t kind, size_t n, int *to, assay_error *err)
{
    assay_data data = { 0 };
    assay_scores scores = { 0 };
    *to = 0;
    assay_status status = assay_generate(kinds[kind].scenario, kinds[kind].parameters, n, 0, &data, err);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK)
        status = assay_score_all(&rep, metric, 0, kinds[kind].scenario, kinds[kind].parameters, 1, &scores, err);
    for (size_t k = 0; k < scores.count && status == ASSAY_OK; k++) *to |= !isnan(scores.at[k].overall.value);
    assay_scores_free(&scores);
    assay_data_free(&data);
    return status;
}

/* "continuous, categorical" or "all", and the fewest rows; 0: none of those tried. */
static assay_status takes_text(const char *metric, char *to, size_t size, size_t *fewest, assay_error *err)
{
    assay_status status = ASSAY_OK;
    size_t first = KINDS, taken = 0;
    wording w = wording_in(to, size);
    *fewest = 0;
    for (size_t k = 0; k < KINDS && status == ASSAY_OK; k++) {
        int defined;
        status = is_defined(metric, k, TRIED, &defined, err);
        if (status != ASSAY_OK || !defined) continue;
        if (first == KINDS) first = k;
        taken++;
        wording_join(&w, ", ", kinds[k].name);
    }
    if (taken == KINDS) snprintf(to, size, "all");
    for (size_t r = 0; r < sizeof rows / sizeof *rows && first < KINDS && !*fewest && status == ASSAY_OK; r++) {
        int defined;
        status = is_defined(metric, first, rows[r], &defined, err);
        if (defined) *fewest = rows[r];
    }
    return status;
}

/* ---- where it fails ---- */

typedef struct verdict_lines {
    char (*at)[LINE];
    size_t count;
} verdict_lines;

static assay_status lines_read(const char *path, verdict_lines *to, assay_error *err)
{
    char line[LINE];
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!path) return ASSAY_OK;
    if (!file) return assay_fail(err, ASSAY_EINPUT, "%s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        to->at = needed(realloc(to->at, (to->count + 1) * sizeof *to->at));
        line[strcspn(line, "\r\n")] = '\0';
        memcpy(to->at[to->count++], line, sizeof line);
    }
    fclose(file);
    return ASSAY_OK;
}

/* The properties that the default's outputs fail, each once; "-" where the file has none of it. */
static void fails_text(const verdict_lines *lines, const char *metric, char *to, size_t size)
{
    char begins[LINE];
    int known = 0;
    wording w = wording_in(to, size);
    snprintf(begins, sizeof begins, "%s,default,", metric);
    for (size_t k = 0; k < lines->count; k++) {
        if (strncmp(lines->at[k], begins, strlen(begins)) != 0) continue;
        const char *property = strrchr(lines->at[k], ',') + 1;
        known = 1;
        if (*property && !strstr(to, property)) wording_join(&w, " ", property);
    }
    if (!known) snprintf(to, size, "-");
}

/* ---- the table ---- */

static grid *catalogue_new(int with_verdicts)
{
    grid *g = grid_new("metrics");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "claims", "claims", GRID_LEFT },
                 { "source", "source", GRID_WRAP }, { "presets", "presets", GRID_WRAP }, { "cost", "cost", GRID_RIGHT },
                 { "takes", "factors", GRID_WRAP }, { "rows", "rows", GRID_RIGHT });
    if (with_verdicts) grid_column(g, "fails", "fails", GRID_WRAP);
    grid_stub(g, 1);
    return g;
}

static void presets_text(const assay_metric *metric, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t p = 0; p < metric->n_presets; p++)
        if (strcmp(metric->presets[p].id, "default") != 0) wording_join(&w, " ", metric->presets[p].id);
}

static assay_status put_metric(grid *g, const assay_metric *metric, const verdict_lines *lines, assay_error *err)
{
    static const assay_size usual = { .n = 20000, .n_factors = 8, .n_codes = 8 };
    char takes[128], fails[512], presets[256];
    double option[64] = { 0 };
    size_t fewest;
    uint32_t claims = 0;
    ASSAY_TRY(assay_options_settle(metric, &metric->presets[0], NULL, option, err));
    ASSAY_TRY(takes_text(metric->id, takes, sizeof takes, &fewest, err));
    for (size_t o = 0; o < metric->n_outputs; o++) claims |= metric->outputs[o].measures;
    presets_text(metric, presets, sizeof presets);
    grid_row(g);
    grid_text(g, "%s", metric->id);
    grid_text(g, "%c%c%c", claims & ASSAY_MODULARITY ? 'M' : '-', claims & ASSAY_COMPACTNESS ? 'C' : '-',
              claims & ASSAY_EXPLICITNESS ? 'E' : '-');
    GRID_TEXTS(g, metric->presets[0].source, presets);
    grid_text(g, "%.1e", assay_metric_cost(metric, option, &usual));
    grid_text(g, "%s", takes);
    if (fewest) grid_count(g, fewest);
    else grid_text(g, "-");
    if (lines->at) {
        fails_text(lines, metric->id, fails, sizeof fails);
        grid_text(g, "%s", fails);
    }
    return ASSAY_OK;
}

static void put_notes(grid *g, int with_verdicts)
{
    grid_note(g, 0,
              "Everything is of the default; `assay list presets` and `assay describe METRIC` have the presets. claims: M "
              "modularity, C compactness, E explicitness. cost: steps of an inner loop, about a nanosecond each, at 20000 "
              "rows, 8 factors and 8 codes, relations included. rows: of 2, 5, 10, 20, 50 and 100 the fewest at which an "
              "output is defined.");
    if (with_verdicts)
        grid_note(g, 0,
                  "fails: properties (`assay list properties`) that an output fails in a stored run of the plan quick; "
                  "empty: none of those decided; -: not run there.");
}

assay_status catalogue_grid(const char *verdicts, grid **to, assay_error *err)
{
    verdict_lines lines = { 0 };
    assay_status status = lines_read(verdicts, &lines, err);
    *to = catalogue_new(lines.at != NULL);
    for (size_t m = 0; m < assay_metric_count() && status == ASSAY_OK; m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (strcmp(metric->family, "control") != 0) status = put_metric(*to, metric, &lines, err);
    }
    put_notes(*to, lines.at != NULL);
    free(lines.at);
    if (status != ASSAY_OK) grid_free(*to);
    return status;
}
