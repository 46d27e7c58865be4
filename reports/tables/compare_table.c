#include "compare_table.h"

#include "claim_names.h"
#include "compare_text.h"
#include "evidence.h"
#include "needed.h"
#include "comparison.h"
#include "study_table.h"

#include <string.h>

enum { DECIMALS = 3, SENTENCES = 3 };

typedef compared_pair pair;

typedef struct pairs {
    const study_layout *l;
    size_t *row; /* [n_rows] that are compared */
    size_t n_rows;
    pair *at; /* [n] */
    size_t n;
} pairs;

/* n_rows: no row is called so. */
static size_t find_row(const study_layout *l, const char *called)
{
    size_t r = 0;
    while (r < l->n_rows && strcmp(l->label[r], called) != 0) r++;
    return r;
}

static assay_status check_names(const study_sets *sets, const compare_table_options *options, assay_error *err)
{
    for (size_t k = 0; k < options->n; k++) {
        size_t set = 0;
        while (set < sets->n && find_row(&sets->at[set].scores, options->name[k]) == sets->at[set].scores.n_rows) set++;
        if (set == sets->n)
            return assay_fail(err, ASSAY_EINPUT, "no %s is called '%.300s'; assay table lists them",
                              sets->at[0].scores.by.file ? "model" : "group", options->name[k]);
    }
    return ASSAY_OK;
}

/* Those of the names that this data set has, or all. */
static assay_status choose_rows(const compare_table_options *options, pairs *to, assay_error *err)
{
    for (size_t k = 0; k < options->n; k++) {
        const size_t r = find_row(to->l, options->name[k]);
        if (r < to->l->n_rows) to->row[to->n_rows++] = r;
    }
    for (size_t r = 0; !options->n && r < to->l->n_rows; r++) to->row[to->n_rows++] = r;
    if (to->n_rows <= COMPARED_MOST) return ASSAY_OK;
    return assay_fail(err, ASSAY_EINPUT, "%zu rows have too many pairs; name those that are to be compared",
                      to->n_rows);
}

static assay_status nothing_compared(const study_sets *sets, assay_error *err)
{
    const int by_file = sets->at[0].scores.by.file;
    return assay_fail(err, ASSAY_EINPUT, "there is one %s alone%s, and a comparison takes two; %s",
                      by_file ? "model" : "group", sets->n > 1 ? " on each data set" : "",
                      by_file ? "score another" : "--by file compares models, --along COLUMN its values");
}

static assay_status pairs_make(const study_layout *l, const compare_table_options *options, pairs *to, assay_error *err)
{
    *to = (pairs){ .l = l };
    const size_t most = options->n > l->n_rows ? options->n : l->n_rows;
    to->row = kept(most + 1, sizeof *to->row);
    ASSAY_TRY(choose_rows(options, to, err));
    to->n = to->n_rows ? to->n_rows * (to->n_rows - 1) / 2 : 0;
    to->at = needed(calloc(to->n + 1, sizeof *to->at));
    for (size_t i = 0, k = 0; i < to->n_rows; i++)
        for (size_t j = i + 1; j < to->n_rows; j++) to->at[k++] = (pair){ .a = to->row[i], .b = to->row[j] };
    return ASSAY_OK;
}

static int is_partial(const study_layout *l, const pair *of, size_t series)
{
    return study_cell_of(l, of->a, series)->is_part || study_cell_of(l, of->b, series)->is_part;
}

static void compare_all(pairs *p, size_t series)
{
    OWNED double *adjusted = needed(zeroed(p->n + 1, sizeof *adjusted));
    const compared_side **side = kept(p->n_rows + 1, sizeof *side);
    for (size_t k = 0; k < p->n_rows; k++) side[k] = &study_cell_of(p->l, p->row[k], series)->side;
    side_sums *sums = comparison_sums(side, p->n_rows);
    for (size_t i = 0, k = 0; i < p->n_rows; i++)
        for (size_t j = i + 1; j < p->n_rows; j++, k++) {
            comparison_of_sums(&sums[i], &sums[j], &p->at[k].is);
            adjusted[k] = p->at[k].is.refused ? NAN : p->at[k].is.p;
        }
    comparison_holm(adjusted, p->n);
    for (size_t k = 0; k < p->n; k++) p->at[k].adjusted = adjusted[k];
    comparison_sums_free(sums, p->n_rows);
}

void compared_ends(compared_pair *all, size_t n, size_t first, size_t end)
{
    size_t known = 0;
    for (size_t k = 0; k < n; k++) known += !all[k].is.refused;
    for (size_t k = first; k < end; k++)
        if (!all[k].is.refused) comparison_ends(NULL, 1 - (1 - STUDY_LEVEL) / (double)known, &all[k].is);
}

size_t compared_pairs(const study_layout *l, size_t series, compared_pair **to)
{
    const compare_table_options all = { .n = 0 };
    pairs p;
    assay_error err;
    if (pairs_make(l, &all, &p, &err) == ASSAY_OK && p.n) compare_all(&p, series);
    *to = p.at;
    return p.n;
}

static const char *best_text(const study_layout *l, const study_cell *c, size_t series)
{
    return !l->ranked[series] ? "" : c->is_best ? "yes" : "no";
}

#define COLUMNS(COLUMN)                                                       \
    COLUMN("metric", grid_text(g, "%s", of->metric))                          \
    COLUMN("preset", grid_text(g, "%s", of->preset))                          \
    COLUMN("output", grid_text(g, "%s", of->output))                          \
    COLUMN("a", grid_text(g, "%s", l->label[row]))                            \
    COLUMN("b", grid_text(g, "%s", two ? l->label[two->b] : ""))              \
    COLUMN("estimate", grid_number(g, is->value, DECIMALS))                   \
    COLUMN("low", grid_number(g, is->low, DECIMALS))                          \
    COLUMN("high", grid_number(g, is->high, DECIMALS))                        \
    COLUMN("p", grid_number(g, is->p, DECIMALS))                              \
    COLUMN("p_holm", grid_number(g, two ? two->adjusted : NAN, DECIMALS))     \
    COLUMN("effect", grid_number(g, is->effect, DECIMALS))                    \
    COLUMN("error", grid_number(g, is->error, DECIMALS))                      \
    COLUMN("freedom", grid_number(g, is->freedom, DECIMALS))                  \
    COLUMN("runs_a", grid_count(g, is->runs[0]))                              \
    COLUMN("runs_b", grid_count(g, is->runs[1]))                              \
    COLUMN("spread_a", grid_number(g, is->spread[0], DECIMALS))               \
    COLUMN("spread_b", grid_number(g, is->spread[1], DECIMALS))               \
    COLUMN("next_low", grid_number(g, is->next[0], DECIMALS))                 \
    COLUMN("next_high", grid_number(g, is->next[1], DECIMALS))                \
    COLUMN("chance_p", grid_number(g, two ? NAN : cell->chance, DECIMALS))    \
    COLUMN("best", grid_text(g, "%s", two ? "" : best_text(l, cell, series))) \
    COLUMN("refused", grid_text(g, "%s", comparison_why(is->refused)))        \
    COLUMN("partial", grid_text(g, "%s", is_part ? "yes" : "no"))             \
    COLUMN("data_set", grid_text(g, "%s", l->data->word))                     \
    COLUMN("each", grid_text(g, "%s", l->data->each ? l->data->each : ""))

/* A mean of a row, or (two) the difference of two. */
static void put_long(grid *g, const study_layout *l, size_t series, size_t row, const pair *two, const compared *is)
{
    const evidence_series *of = l->series[series];
    const study_cell *cell = study_cell_of(l, row, series);
    const int is_part = two ? is_partial(l, two, series) : cell->is_part;
    grid_row(g);
    COLUMNS(GRID_PUT)
}

static void add_long(grid *g, pairs *p, size_t series)
{
    for (size_t k = 0; k < p->n_rows; k++) {
        compared mean;
        comparison_make(&study_cell_of(p->l, p->row[k], series)->side, NULL, STUDY_LEVEL, &mean);
        put_long(g, p->l, series, p->row[k], NULL, &mean);
    }
    compare_all(p, series);
    compared_ends(p->at, p->n, 0, p->n);
    for (size_t k = 0; k < p->n; k++) put_long(g, p->l, series, p->at[k].a, &p->at[k], &p->at[k].is);
}

static const char *ends_text(double low, double high)
{
    return isnan(low) ? "" : phrase_join(grid_number_text(low, DECIMALS), " to ", grid_number_text(high, DECIMALS));
}

static const char *p_text(double p) { return p < 0.001 ? "< 0.001" : isnan(p) ? "" : phrase("%.3f", p); }

static void add_mean(grid *g, const study_layout *l, size_t row, size_t series)
{
    const study_cell *c = study_cell_of(l, row, series);
    compared mean;
    comparison_make(&c->side, NULL, STUDY_LEVEL, &mean);
    GRID_ROW(g, GRID_TEXT(series_text(l->series[series])), GRID_TEXT(l->label[row]));
    if (c->is_best) grid_strong(g);
    GRID_CELLS(g, GRID_COUNT(mean.runs[0]), GRID_NUMBER(mean.value, DECIMALS));
    if (c->is_part) grid_footnote(g, "a mean", "over those items alone that are defined");
    GRID_CELLS(g, GRID_TEXT(ends_text(mean.low, mean.high)), GRID_TEXT(ends_text(mean.next[0], mean.next[1])),
               GRID_TEXT(p_text(c->chance)), GRID_TEXT(best_text(l, c, series)));
}

/* Whether one of the two is above the other for certain; what is at chance is above nothing. */
static int is_above(const pairs *p, const pair *of, size_t series)
{
    return of->adjusted < 1 - STUDY_LEVEL &&
           !study_cell_at_chance(study_cell_of(p->l, of->is.value < 0 ? of->b : of->a, series));
}

/* "mig: a scores 0.112 higher than b (...)". */
static void add_sentence(grid *g, const pairs *p, const pair *of, size_t series)
{
    const compared *c = &of->is;
    const uint64_t rows = p->l->row[of->a]->at->samples;
    const char *a = p->l->label[of->a], *b = p->l->label[of->b];
    const char *what = study_title(p->l, series_text(p->l->series[series]));
    if (c->refused) {
        grid_note(g, 0, "%s: %s and %s are not compared: %s.", what, a, b, comparison_why(c->refused));
        return;
    }
    const int certain = is_above(p, of, series);
    const int is_open = certain && c->low <= 0 && c->high >= 0;
    grid_note(g, 0,
              "%s: %s %s %.3f %s than %s%s (%g %% interval of the difference %.3f to %.3f%s, p %s%.3f; %zu and "
              "%zu training run%s, %llu rows).",
              what, a, certain ? "scores" : "is indistinguishable from its rival: it scores", fabs(c->value),
              c->value < 0 ? "lower" : "higher", b, certain ? "" : " on these rows and runs", 100 * STUDY_LEVEL, c->low,
              c->high, is_open ? ", which holds for all pairs at once and leaves 0 open; Holm's steps do not" : "",
              of->adjusted < 0.001 ? "< " : "", of->adjusted < 0.001 ? 0.001 : of->adjusted, c->runs[0], c->runs[1],
              c->runs[0] + c->runs[1] == 2 ? "" : "s", (unsigned long long)rows);
}

static void add_differences(grid *g, pairs *p, size_t series, size_t outputs)
{
    const char *output = series_text(p->l->series[series]);
    compare_all(p, series);
    compared_ends(p->at, p->n, 0, p->n);
    for (const pair *one = p->at; one < p->at + p->n; one++) {
        GRID_ROW(g, GRID_TEXT(output), GRID_TEXT(p->l->label[one->a]), GRID_TEXT(p->l->label[one->b]),
                 GRID_NUMBER(one->is.value, DECIMALS));
        if (is_partial(p->l, one, series))
            grid_footnote(g, "a difference", "of means over different items, where models lack different ones");
        if (is_above(p, one, series)) grid_strong(g);
        GRID_CELLS(g, GRID_TEXT(ends_text(one->is.low, one->is.high)), GRID_TEXT(p_text(one->adjusted)),
                   GRID_NUMBER(one->is.effect, 2));
        if (p->n * outputs <= SENTENCES) add_sentence(g, p, one, series);
    }
}

static void add_notes(grid *means, grid *differences, const pairs *p)
{
    size_t least = SIZE_MAX;
    grid_note(means, 0,
              "Interval: %g %% of the mean over rows and training runs. Another run: where one more run scored on the "
              "same rows lies, %g %%. Chance: p of codes whose rows are shuffled once for all models of a group.",
              100 * STUDY_LEVEL, 100 * STUDY_LEVEL);
    compare_fewest_runs(p->l, p->row, p->n_rows, &least);
    if (least < SIZE_MAX) grid_note(means, 0, "%s.", compare_unseen_failures(least));
    grid_note(
        differences, 0,
        "Models of one data set share the rows that are drawn. Intervals hold together for all pairs of an output "
        "(%zu); p is Holm's. Effect: the difference in units of the spread between runs.",
        p->n);
    study_notes(means, p->l);
}

static void make_readable(pairs *p, grid **to)
{
    GRID_COLUMNS(to[0], { "output", "Output", GRID_LEFT }, { "group", p->l->by.file ? "Model" : "Group", GRID_LEFT },
                 { "runs", "Runs", GRID_RIGHT }, { "mean", "Mean", GRID_RIGHT }, { "interval", "Interval", GRID_LEFT },
                 { "next", "Another run", GRID_LEFT }, { "chance", "Chance p", GRID_RIGHT },
                 { "best", "Among the best", GRID_LEFT });
    GRID_COLUMNS(to[1], { "output", "Output", GRID_LEFT }, { "a", "A", GRID_LEFT }, { "b", "B", GRID_LEFT },
                 { "difference", "A - B", GRID_RIGHT }, { "interval", "Interval", GRID_LEFT }, { "p", "p", GRID_RIGHT },
                 { "effect", "Effect", GRID_RIGHT });
    for (size_t s = 0; s < p->l->n_series; s++) {
        for (size_t k = 0; k < p->n_rows; k++) add_mean(to[0], p->l, p->row[k], s);
        add_differences(to[1], p, s, p->l->n_series);
    }
    add_notes(to[0], to[1], p);
}

/* One line an output: who is above whom. */
static grid *standings_grid(const study_layout *l)
{
    grid *g = grid_new(study_title(l, "Who is above whom"));
    const char *why;
    size_t silent = 0, single = 0;
    for (size_t k = 0; k < l->n_rows * l->n_series && !l->by.file; k++) single += l->cell[k].mean.runs[0] == 1;
    GRID_COLUMNS(g, { "output", "Output", GRID_LEFT }, { "claims", "", GRID_LEFT },
                 { "standing", l->by.file ? "Models" : "Groups", GRID_WRAP });
    for (size_t s = 0; s < l->n_series; s++) {
        silent += !study_more_is_better(l->series[s]);
        if (!study_more_is_better(l->series[s])) continue;
        const char *line = compare_line(l, s, &why), *output = series_text(l->series[s]);
        if (!line[0]) continue; /* no row has a score of it */
        GRID_ROW(g, GRID_TEXT(output), GRID_TEXT(l->series[s]->measures ? claims_text(l->series[s]->measures) : ""),
                 GRID_TEXT(line));
        if (why) grid_footnote(g, output, phrase("not all are compared: %s", why));
    }
    if (silent) grid_note(g, 0, "%zu outputs rank nothing: they count or describe, or less is better.", silent);
    if (single) grid_note(g, 0, "A group of one run stands for its model: what is certain of it is not of its method.");
    study_undefined(g, l, 1);
    study_notes(g, l);
    return g;
}

/* Of mean ranks the bar has a note of its own. */
static void explain_standings(grid *g, int ranks, size_t fewest_runs)
{
    if (!ranks)
        grid_note(
            g, 0,
            "|: every one before it is above every one behind it, for certain (all pairs of an output, Holm, %g %%).",
            100 * STUDY_LEVEL);
    grid_note(g, 0,
              "(chance): no better than codes whose rows are shuffled%s; (part): over those items alone that are "
              "defined. M, C, E: what an output claims.",
              ranks ? ", on most data sets" : "");
    if (fewest_runs <= COMPARE_FEW_RUNS) grid_note(g, 0, "%s.", compare_unseen_failures(fewest_runs));
    grid_note(g, 0, "Means, intervals and differences: --all, or `assay compare A B`.");
}

/* The rows that have a mean of the output on every data set; where[k * sets + set]: its place there. */
static size_t rows_everywhere(const study_sets *sets, const evidence_series *of, size_t *where, double *value)
{
    const study_layout *first = &sets->at[0].scores;
    size_t n = 0;
    for (size_t r = 0; r < first->n_rows; r++) {
        size_t set = 0;
        for (; set < sets->n; set++) {
            const study_layout *l = &sets->at[set].scores;
            const size_t row = find_row(l, first->label[r]), s = study_series_place(l, of);
            if (row == l->n_rows || s == l->n_series || !study_cell_of(l, row, s)->models) break;
            value[set * first->n_rows + n] = study_cell_mean(study_cell_of(l, row, s));
            if (isnan(value[set * first->n_rows + n])) break;
        }
        if (set == sets->n) where[n++] = r;
    }
    for (size_t set = 1; set < sets->n; set++) memmove(value + set * n, value + set * first->n_rows, n * sizeof *value);
    return n;
}

/* Whether a row is at chance on most data sets; *is_part: of partly defined scores on one. */
static int is_mostly_chance(const study_sets *sets, const evidence_series *of, const char *name, int *is_part)
{
    size_t at_chance = 0;
    *is_part = 0;
    for (size_t set = 0; set < sets->n; set++) {
        const study_layout *l = &sets->at[set].scores;
        const study_cell *c = study_cell_of(l, find_row(l, name), study_series_place(l, of));
        at_chance += study_cell_at_chance(c) != 0;
        *is_part |= c->is_part;
    }
    return 2 * at_chance > sets->n;
}

/* "ica 1.2, nmf 2.0 | pca 3.8": as compare_line, of mean ranks. What is at chance is above nothing. */
static void add_ranks(grid *g, const study_sets *sets, const evidence_series *of, const size_t *row, const double *mean,
                      size_t n, double certain)
{
    const char *const *label = sets->at[0].scores.label, *above = n ? label[row[0]] : "";
    size_t *order = kept(n + 1, sizeof *order), bar = 0;
    FILE *to = phrase_open();
    for (size_t k = 0; k < n; k++) {
        size_t at = k;
        for (; at && mean[order[at - 1]] > mean[k]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    int is_part, chance = 0; /* something before is at chance */
    for (size_t k = 0; k < n; k++) {
        const double behind = k ? mean[order[k]] - mean[order[k - 1]] : 0;
        const char *name = label[row[order[k]]];
        if (k && behind >= certain && !chance) bar = k;
        fprintf(to, "%s%s %.1f", !k ? "" : bar == k ? " | " : ", ", name, mean[order[k]]);
        if (!k) above = name;
        if (is_mostly_chance(sets, of, name, &is_part)) fputs(" (chance)", to), chance = 1;
        else if (is_part) fputs(" (part)", to);
    }
    for (size_t k = 1, said = 0; k < n && !bar && !is_mostly_chance(sets, of, above, &is_part); k++) {
        if (mean[order[k]] - mean[order[0]] < certain) continue;
        if (said++) fprintf(to, ", %s", label[row[order[k]]]);
        else fprintf(to, "; %s is above %s", above, label[row[order[k]]]);
    }
    GRID_ROW(g, GRID_TEXT(series_text(of)), GRID_TEXT(claims_text(of->measures)), GRID_TEXT(phrase_close(to)));
    if (isfinite(certain)) grid_text(g, "%.2f", certain);
}

/* "B (not on easy), C (not on hard)"; "": all rows are on all data sets. */
static const char *lacking(const study_sets *sets)
{
    const char *to = "";
    for (size_t k = 0; k < sets->n; k++)
        if (*sets->at[k].scores.lacks)
            to = phrase_join(to, ", ",
                             phrase("%s (not on %s)", sets->at[k].scores.lacks, sets->at[k].scores.data->name));
    return to;
}

/* NULL: too few data sets for a summary over them, or no two rows that all of them have. */
static grid *ranks_grid(const study_sets *sets)
{
    const study_layout *first = &sets->at[0].scores;
    const size_t room = (sets->n + 1) * first->n_rows + 1;
    size_t *row = kept(room, sizeof *row), rows = 0;
    double *value = kept(2 * room, sizeof *value), *mean = value + room;
    grid *g = grid_new(phrase("Mean ranks over %zu data sets", sets->n));
    GRID_COLUMNS(g, { "output", "Output", GRID_LEFT }, { "claims", "", GRID_LEFT },
                 { "ranks", "Mean ranks, 1: the best on all", GRID_WRAP }, { "certain", "Certain from", GRID_RIGHT });
    for (size_t s = 0; s < first->n_series && sets->n >= RANKS_SETS_LEAST && !first->by.each; s++) {
        const size_t n =
            study_more_is_better(first->series[s]) ? rows_everywhere(sets, first->series[s], row, value) : 0;
        if (n < 2) continue;
        const double certain = ranks_over_sets(value, sets->n, n, mean);
        add_ranks(g, sets, first->series[s], row, mean, n, certain);
        rows++;
    }
    grid_note(
        g, 0,
        "Certain from: the least difference of two mean ranks that is certain (all pairs, ranks dealt anew within data "
        "sets, %g %%); | stands where neighbours differ by it; empty: none could. Each data set by itself: --all.",
        100 * STUDY_LEVEL);
    if (*lacking(sets)) grid_note(g, 0, "Left out: %s.", lacking(sets));
    return rows ? g : NULL;
}

static assay_status add_set(const study_layout *l, const compare_table_options *options, grid **to, size_t *n,
                            assay_error *err)
{
    if (options->for_people && !options->n && l->n_rows > 1 && l->n_rows <= COMPARED_MOST)
        to[(*n)++] = options->paper && !options->all ? study_table_paper(l) : standings_grid(l);
    if (options->for_people && !options->n && !options->all) return ASSAY_OK;
    pairs p;
    ASSAY_TRY(pairs_make(l, options, &p, err));
    if (p.n && options->for_people) {
        to[*n] = grid_new(study_title(l, "Means"));
        to[*n + 1] = grid_new(study_title(l, "Differences"));
        make_readable(&p, to + *n);
        if (options->n || l->n_rows > COMPARED_MOST) study_undefined(to[*n], l, 1); /* else the standings say it */
        *n += 2;
    } else if (p.n) {
        grid *g = to[0];
        if (!*n) {
            g = to[(*n)++] = grid_new("");
            COLUMNS(GRID_NAME)
        }
        for (size_t s = 0; s < l->n_series; s++) add_long(g, &p, s);
    }
    free(p.at);
    return ASSAY_OK;
}

assay_status compare_table_make(const study_sets *sets, const compare_table_options *options, grid ***to, size_t *n,
                                assay_error *err)
{
    grid **g = *to = kept(3 * sets->n + 2, sizeof *g);
    const int standings = options->for_people && !options->all && !options->n && !options->paper;
    size_t alone = 0, least = SIZE_MAX;
    *n = 0;
    assay_status status = check_names(sets, options, err);
    for (size_t k = 0; k < sets->n && status == ASSAY_OK; k++) {
        const size_t before = *n;
        status = add_set(&sets->at[k].scores, options, g, n, err);
        alone += options->for_people && *n == before;
        compare_fewest_runs(&sets->at[k].scores, NULL, sets->at[k].scores.n_rows, &least);
    }
    if (status == ASSAY_OK && !*n) return nothing_compared(sets, err);
    grid *ranks = status == ASSAY_OK && options->for_people && !options->n ? ranks_grid(sets) : NULL;
    if (ranks && !options->all) *n = 0;
    if (ranks) g[(*n)++] = ranks;
    if (status == ASSAY_OK && standings && !ranks && sets->n >= RANKS_SETS_LEAST && !sets->at[0].scores.by.each &&
        *lacking(sets))
        grid_note(g[*n - 1], 0,
                  "No mean ranks over %zu data sets, since no two groups have a score to rank on all: %s.", sets->n,
                  lacking(sets));
    if (status == ASSAY_OK && standings) explain_standings(g[*n - 1], ranks != NULL, least);
    if (status == ASSAY_OK && alone)
        grid_note(
            g[0], 0,
            "%zu data set%s a single group or model, so nothing is compared there; `assay table` prints its scores.",
            alone, alone == 1 ? " has" : "s have");
    for (size_t k = 0; k < sets->n && alone && status == ASSAY_OK; k++)
        if (sets->at[k].scores.n_rows < 2) study_notes(g[0], &sets->at[k].scores);
    return status;
}
