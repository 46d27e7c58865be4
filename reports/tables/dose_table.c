#include "dose_table.h"

#include "evidence.h"
#include "needed.h"
#include "reason.h"

#include <string.h>

#define DESCRIBED_WELL 0.9 /* of what the codes carry; below it none of the defects is the model's */
#define SEEN 0.05          /* of a score's range, lost by a defect */

enum { MISSING_PART = 1 };
static const char *const dose_part_names[DOSE_PARTS] = { "ideal",  "missing", "duplicates", "curvature",
                                                         "mixing", "noise",   "unexplained" };

int dose_parts(const double *stage, double score, double to[DOSE_PARTS])
{
    for (size_t k = 0; k < DOSE_PARTS; k++) to[k] = NAN;
    if (!stage) return 0;
    to[0] = stage[0];
    for (size_t k = 1; k + 1 < DOSE_PARTS; k++) to[k] = stage[k] - stage[k - 1];
    to[DOSE_PARTS - 1] = score - stage[DOSE_PARTS - 2];
    return !isnan(to[DOSE_PARTS - 1]);
}

typedef enum amount_unit { SHARE, ROTATION, NUMBER, CORRELATION, WHOLE_SHARE } amount_unit;
static const struct {
    const char *output, *header;
    amount_unit unit;
} amounts[] = {
    { "noise", "Noise", SHARE },
    { "mixing", "Mixing", ROTATION },
    { "missing", "Missing factors", NUMBER },
    { "duplicates", "Duplicates", NUMBER },
    { "idle", "Idle codes", NUMBER },
    { "curvature", "Curvature", SHARE },
    { "dependence", "Dependence", CORRELATION },
    { "described", "Described", WHOLE_SHARE },
};
enum { AMOUNTS = sizeof amounts / sizeof *amounts };

static const study_cell *cell_of(const study_layout *l, size_t row, const char *output)
{
    for (size_t s = 0; s < l->n_series; s++)
        if (strcmp(l->series[s]->output, output) == 0) return &l->cell[row * l->n_series + s];
    return NULL;
}

/* The angle by which a turn of two codes mixes this share. */
static double degrees(double share) { return atan2(sqrt(share), sqrt(1 - share)) * 180 / 3.14159265358979323846; }

static double amount_of(const study_cell *c) { return c && c->models ? study_cell_mean(c) : NAN; }

static double described_in(const study_layout *doses, size_t row)
{
    return amount_of(cell_of(doses, row, "described"));
}

static void put_amount(grid *g, const study_cell *c, amount_unit unit)
{
    const double value = amount_of(c), times = unit == NUMBER || unit == CORRELATION ? 1 : 100;
    const int decimals = unit == CORRELATION ? 2 : unit == NUMBER && value == floor(value) ? 0 : 1;
    const char *text = grid_number_text(times * value, decimals);
    if (times > 1 && !isnan(value)) text = phrase("%s %%", text);
    if (unit == ROTATION && !isnan(value)) text = phrase("%s = %.0f°", text, degrees(value));
    if (c && isfinite(c->ends[0]) && c->ends[1] > c->ends[0] && !isnan(value))
        text = phrase("%s (%.*f to %.*f)", text, decimals, times * c->ends[0], decimals, times * c->ends[1]);
    grid_written(g, value, text);
    if (unit == WHOLE_SHARE && value < DESCRIBED_WELL) grid_mark(g, 'd');
}

grid *dose_grid(const study_layout *l)
{
    grid *g = study_grid(l, "What is wrong with each model: equivalent amounts of known defects");
    const char *why = NULL;
    size_t badly = 0;
    grid_stub(g, 1 + (size_t)l->by.file + (l->by.along != NULL));
    for (size_t k = 0; k < AMOUNTS; k++) grid_column(g, amounts[k].output, amounts[k].header, GRID_RIGHT);
    for (size_t r = 0; r < l->n_rows; r++) {
        study_grid_row(g, l, r);
        for (size_t k = 0; k < AMOUNTS; k++) put_amount(g, cell_of(l, r, amounts[k].output), amounts[k].unit);
        badly += described_in(l, r) < DESCRIBED_WELL;
        if (!why && isnan(described_in(l, r))) why = l->row[r]->at->undefined;
    }
    if (badly)
        grid_note(g, 'd',
                  "none of these defects describes it: less than 90 %% of what its codes carry. The other amounts hold "
                  "for the described part alone.");
    if (why && why[0]) grid_note(g, 0, "–: %s.", why);
    grid_note(g, 0,
              "Noise: share of a code's variance that no factor explains. Mixing: share of what a code carries that is "
              "of other factors than its own, and as an angle. Curvature: share of a code's function of its factor "
              "that is not a straight line. Dependence: correlation of factors. (low to high): 95 %% interval. "
              "`assay describe dose` has the formulas.");
    return g;
}

const char *dose_unknown(const study_layout *l)
{
    const char *why = "no score of `dose` is defined";
    for (size_t r = 0; r < l->n_rows; r++) {
        for (size_t k = 0; k < AMOUNTS; k++)
            if (!isnan(amount_of(cell_of(l, r, amounts[k].output)))) return NULL;
        const char *undefined = l->row[r]->at->undefined;
        if (undefined && reason_read(undefined).text) why = reason_read(undefined).text;
    }
    return why;
}

const char *dose_sentence(const study_layout *l, size_t row)
{
    static const char *const form[AMOUNTS] = { "%.0f %% noise",         "%.0f %% mixing",   "missing factors: %.3g",
                                               "duplicate codes: %.3g", "idle codes: %.3g", "%.0f %% curvature" };
    size_t said = 0;
    FILE *to = phrase_open();
    for (size_t k = 0; k < AMOUNTS && form[k]; k++) {
        const study_cell *c = cell_of(l, row, amounts[k].output);
        const double value = amount_of(c), times = amounts[k].unit == NUMBER ? 1 : 100;
        if (!(times * value >= 0.5) || (isfinite(c->ends[0]) && c->ends[0] <= 0)) continue;
        fputs(said++ ? ", " : "", to);
        fprintf(to, form[k], times * value);
        if (amounts[k].unit == ROTATION) fprintf(to, " (%.0f°)", degrees(value));
    }
    const double share = described_in(l, row);
    if (share < DESCRIBED_WELL)
        fprintf(to, "%snone of these describes it: %.0f %% of what its codes carry", said++ ? "; but " : "",
                100 * share);
    if (isnan(share) && !isnan(amount_of(cell_of(l, row, "mixing"))))
        fprintf(to,
                "%scodes that are no sums of functions of one factor each: noise is not separable, and no share is "
                "described",
                said++ ? "; but " : "");
    if (!said) fputs(isnan(share) ? "not known; `dose` is undefined" : "none of the known defects", to);
    return phrase_close(to);
}

/* Codes that carry nothing come with missing factors (equivalent.c). */
static int has_part(const study_layout *doses, size_t r, size_t part)
{
    const char *const name[] = { dose_part_names[part], part == MISSING_PART ? "idle" : dose_part_names[part] };
    int is_there = 0;
    for (size_t k = 0; k < 2; k++) {
        const study_cell *c = cell_of(doses, r, name[k]);
        is_there |= amount_of(c) > 0 && !(isfinite(c->ends[0]) && c->ends[0] <= 0);
    }
    return is_there;
}

int dose_is_there(const study_layout *doses, size_t part)
{
    size_t r = 0;
    while (r < doses->n_rows && !has_part(doses, r, part)) r++;
    return r < doses->n_rows;
}

/* What each defect costs the score of a row of `l`; 0: not known, as the amounts are not what is wrong with it. What is
 * not there for certain costs nothing, and what it moved stays unexplained. */
static int find_costs(const study_layout *l, const study_layout *doses, size_t r, size_t series, double to[DOSE_PARTS])
{
    const study_cell *c = study_cell_of(l, r, series);
    const size_t at = study_row_place(doses, l->row[r]);
    if (!c->staged || at == doses->n_rows || !(described_in(doses, at) >= DESCRIBED_WELL)) return 0;
    const int is_known = dose_parts(c->stage, study_cell_mean(c), to);
    for (size_t k = 1; k + 1 < DOSE_PARTS; k++) {
        if (has_part(doses, at, k)) continue;
        to[DOSE_PARTS - 1] += to[k];
        to[k] = 0;
    }
    return is_known;
}

/* Of the range of a score; of one without an end 1. */
static double size_of(const study_cell *c)
{
    const double size = c->side.range[1] - c->side.range[0];
    return isfinite(size) ? size : 1;
}

double dose_moves(const study_layout *l, const study_layout *doses, size_t series, size_t part)
{
    double sum = 0, rows = 0, parts[DOSE_PARTS];
    for (size_t r = 0; r < l->n_rows; r++) {
        if (!find_costs(l, doses, r, series, parts)) continue;
        sum += fabs(parts[part]) / size_of(study_cell_of(l, r, series));
        rows += 1;
    }
    return sum / rows;
}

grid *dose_explained_grid(const study_layout *l, const study_layout *doses)
{
    grid *g = study_grid(l, "Which defect costs which score: what each metric sees");
    size_t rows = 0;
    grid_column(g, "output", "Output", GRID_LEFT);
    grid_stub(g, 2 + (size_t)l->by.file + (l->by.along != NULL));
    for (size_t k = 0; k < DOSE_PARTS; k++)
        grid_column(g, dose_part_names[k],
                    phrase("%c%s%s", dose_part_names[k][0] + 'A' - 'a', dose_part_names[k] + 1,
                           k == MISSING_PART ? ", idle" : ""),
                    GRID_RIGHT);
    grid_column(g, "score", "Score", GRID_RIGHT);
    for (size_t r = 0; r < l->n_rows; r++)
        for (size_t s = 0; s < l->n_series; s++) {
            const study_cell *c = study_cell_of(l, r, s);
            double part[DOSE_PARTS];
            if (!study_more_is_better(l->series[s]) || !find_costs(l, doses, r, s, part)) continue;
            rows++;
            study_grid_row(g, l, r);
            grid_text(g, "%s", series_text(l->series[s]));
            for (size_t k = 0; k < DOSE_PARTS; k++) {
                const int is_effect = k > 0 && k + 1 < DOSE_PARTS;
                grid_written(g, part[k], is_effect && fabs(part[k]) < 0.0005 ? "0" : grid_number_text(part[k], 3));
                if (is_effect && fabs(part[k]) >= SEEN * size_of(c)) grid_strong(g);
            }
            grid_number(g, study_cell_mean(c), 3);
        }
    grid_note(
        g, 0,
        "Ideal: one code a factor on the same rows. Each further column is the change of the score when codes "
        "get that defect too, in the amount of the model, from left to right. Unexplained: the rest. Bold: more than "
        "a twentieth of the range. 0: the defect is not there, or did not move the score.");
    return rows ? g : NULL;
}
