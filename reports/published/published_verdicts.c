/*
 * Table 3.2 of Boilard 2022, and what the store says of each verdict.
 *
 * They are held as the table prints them: a line for each metric, a letter for each column.
 */
#include "published_reasons.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10, METRICS = 13 };

static const char *const columns[COLUMNS] = {
    "modularity-coherent", "compactness-coherent", "explicitness-coherent", "calibrated", "nonlinear",
    "multi-code", "noise-robust", "unmeasured-factors", "stable-options", "no-discretisation",
};

/* y yes, n no, * no by discretisation alone, - not measured, a excluded ("n.a."), b left blank */
static const struct { const char *metric, *verdicts; } rows[METRICS] = {
    { "z-diff", "n--y*yyynn" },     { "z-min-var", "n--y*yyynn" }, { "z-max-var", "n--n*ynnnn" },
    { "irs", "y-yn*aanyn" },        { "dci-lasso", "ynynnyyyyy" }, { "dci-rf", "yyyyyyyyyy" },
    { "explicitness", "--ynnyayyn" }, { "sap", "-y-ynnayyy" },     { "mig", "by-y*nnyyn" },
    { "mig-sup", "y--y*nnnyn" },    { "jemmig", "yyyy*nnyyn" },    { "modularity", "n--n*nynyn" },
    { "dcimig", "ynyy*nnyyn" },
};

/* Where the thesis contradicts itself. */
static const struct { const char *metric, *property, *text;
} doubts[] = {
    { "dci-rf", "stable-options",
      "the text says that the options of the forest strongly influence the score, and tunes them by cross-validation" },
    { "sap", "compactness-coherent",
      "by section 3.3.2 it falls to 0 at two equal codes, where half of the compactness is left" },
    { "mig", "compactness-coherent",
      "by section 3.3.2 it falls to 0 at two equal codes, where half of the compactness is left" },
    { "jemmig", "noise-robust",
      "it is said to measure explicitness, which noise takes away; IRS and SAP were excluded for less" },
    { "dcimig", "noise-robust",
      "it is said to measure explicitness, which noise takes away; IRS was excluded for that" },
    { "dci-lasso", "multi-code", "table 3.1 gives it .8 and .6 on sines and cosines, 1.0 on copies" },
    { "modularity", "multi-code", "table 3.1 gives it 1.0 on all three" },
};

static const struct {
    char letter;
    const char *text;
    int outcome;
} letters[] = {
    { 'y', "yes", VERDICT_PASS },
    { 'n', "no", VERDICT_FAIL },
    { '*', "no*", VERDICT_FAIL },
    { '-', "not measured", VERDICT_NOT_CLAIMED },
    { 'a', "excluded", VERDICT_NOT_CLAIMED },
    { 'b', "blank", VERDICT_NOT_CLAIMED },
};

const char *published_metric_at(size_t index) { return index < METRICS ? rows[index].metric : NULL; }

int published_verdict_find(const char *metric, const char *asked, published_verdict *to)
{
    size_t row = 0, column = 0, letter = 0;
    while (row < METRICS && strcmp(rows[row].metric, metric) != 0) row++;
    while (column < COLUMNS && strcmp(columns[column], asked) != 0) column++;
    if (row == METRICS || column == COLUMNS) return 0;
    while (letters[letter].letter != rows[row].verdicts[column]) letter++;
    *to = (published_verdict){ rows[row].metric, columns[column], letters[letter].text, letters[letter].outcome, NULL };
    for (size_t k = 0; k < sizeof doubts / sizeof *doubts; k++)
        if (strcmp(doubts[k].metric, metric) == 0 && strcmp(doubts[k].property, asked) == 0) to->doubt = doubts[k].text;
    return 1;
}

/* The verdict that speaks for a metric of several outputs. */
static int weight(int outcome)
{
    static const int of[VERDICT_KINDS] = {
        [VERDICT_FAIL] = 5,      [VERDICT_UNDEFINED] = 4, [VERDICT_NOT_RUN] = 3,
        [VERDICT_UNDECIDED] = 2, [VERDICT_PASS] = 1,      [VERDICT_NOT_CLAIMED] = 0,
    };
    return of[outcome];
}

static int is_open(int outcome)
{
    return outcome == VERDICT_UNDECIDED || outcome == VERDICT_NOT_RUN || outcome == VERDICT_UNDEFINED;
}

static published_check check_one(const verdicts *all, const char *metric, const char *preset,
                                 const published_verdict *published)
{
    published_check c = { .published = *published, .outcome = VERDICT_NOT_CLAIMED };
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (strcmp(v->series->metric, metric) != 0 || strcmp(v->series->preset, preset) != 0 ||
            strcmp(property_at(v->property)->id, published->property) != 0)
            continue;
        if (!c.ours || weight(v->outcome) > weight(c.outcome)) {
            c.ours = v;
            c.outcome = v->outcome;
        }
    }
    c.agrees = c.outcome == published->outcome             ? PUBLISHED_AGREES
               : is_open(c.outcome)                        ? PUBLISHED_UNDECIDED
               : published->outcome == VERDICT_NOT_CLAIMED ? PUBLISHED_UNMARKED
                                                           : PUBLISHED_DIFFERS;
    if (c.agrees == PUBLISHED_DIFFERS || c.agrees == PUBLISHED_UNMARKED) c.why = published_reason(&c, all);
    return c;
}

/* Of the presets that the store has of a metric the one to compare; NULL: it has none of these. */
static const char *preset_compared(const verdicts *all, const char *metric)
{
    static const char *const wanted[] = { "zaidi2020", "thesis", "default" };
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++)
        for (size_t k = 0; k < all->count; k++)
            if (strcmp(all->at[k].series->metric, metric) == 0 && strcmp(all->at[k].series->preset, wanted[w]) == 0)
                return wanted[w];
    return NULL;
}

int published_verdict_of(const evidence_series *s, const char *asked, published_verdict *to)
{
    return !s->profile && published_verdict_find(s->metric, asked, to);
}

assay_status published_verdicts_compare(const verdicts *all, published_check **to, size_t *count, assay_error *err)
{
    *count = 0;
    *to = calloc((size_t)METRICS * COLUMNS, sizeof **to);
    if (!*to) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (all->count && all->at[0].series->profile) return ASSAY_OK; /* what was published is on continuous factors */
    for (size_t m = 0; m < METRICS; m++) {
        const char *preset = preset_compared(all, rows[m].metric);
        for (size_t c = 0; preset && c < COLUMNS; c++) {
            published_verdict published;
            if (published_verdict_find(rows[m].metric, columns[c], &published))
                (*to)[(*count)++] = check_one(all, rows[m].metric, preset, &published);
        }
    }
    return ASSAY_OK;
}
