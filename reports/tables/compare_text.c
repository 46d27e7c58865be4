#include "compare_text.h"

#include "compare_table.h"
#include "names.h"
#include "needed.h"

#include <limits.h>
#include <string.h>

enum { SHOWN = 20, ALSO_SHOWN = 3 };

/* All pairs of a series, and its rows that have a mean by that, the highest first. */
typedef struct ranking {
    const study_layout *l;
    size_t series, n, n_pairs;
    size_t *row; /* [n] */
    compared_pair *pair;
} ranking;

static const study_cell *cell_of(const ranking *r, size_t row) { return &r->l->cell[row * r->l->n_series + r->series]; }

static double mean_of(const ranking *r, size_t row)
{
    const study_cell *c = cell_of(r, row);
    return c->models ? study_cell_mean(c) : NAN;
}

static ranking ranking_make(const study_layout *l, size_t series)
{
    ranking to = { .l = l, .series = series, .row = needed(calloc(l->n_rows + 1, sizeof *to.row)) };
    to.n_pairs = compared_pairs(l, series, &to.pair);
    for (size_t k = 0; k < l->n_rows; k++) {
        if (isnan(mean_of(&to, k))) continue;
        size_t at = to.n++;
        for (; at && mean_of(&to, to.row[at - 1]) < mean_of(&to, k); at--) to.row[at] = to.row[at - 1];
        to.row[at] = k;
    }
    return to;
}

static void ranking_free(ranking *r)
{
    free(r->row);
    free(r->pair);
}

/* The pairs are all of rows 0 .. n - 1, in order; of too many rows there are none. */
static const compared_pair *pair_of(const ranking *r, size_t first, size_t second)
{
    const size_t n = r->l->n_rows, i = first < second ? first : second, j = first < second ? second : first;
    return r->n_pairs && i != j ? &r->pair[i * (2 * n - i - 1) / 2 + j - i - 1] : NULL;
}

/* How a row stands to one that scores no higher. What is at chance is above nothing. */
enum standing { BELOW, ALIKE, NOT_COMPARED, STANDINGS };

static enum standing standing_of(const ranking *r, size_t high, size_t low)
{
    const compared_pair *p = pair_of(r, high, low);
    return !p || p->is.refused || study_cell_at_chance(cell_of(r, high)) ? NOT_COMPARED
           : p->adjusted < 1 - STUDY_LEVEL                               ? BELOW
                                                                         : ALIKE;
}

/* Where all in front are above all behind. */
static unsigned char *bars_of(const ranking *r)
{
    unsigned char *bar = needed(malloc(r->n + 1));
    memset(bar, 1, r->n + 1);
    for (size_t i = 0; i < r->n; i++) {
        size_t last = r->n - 1;
        while (last > i && standing_of(r, r->row[i], r->row[last]) == BELOW) last--;
        memset(bar + i + 1, 0, last - i);
    }
    return bar;
}

static void say_row(const ranking *r, size_t row, FILE *to)
{
    char name[1100], mean[64];
    study_row_label(r->l, row, name, sizeof name);
    grid_number_text(mean_of(r, row), 3, mean, sizeof mean);
    fprintf(to, "%s %s%s", name, mean,
            study_cell_at_chance(cell_of(r, row)) ? " (chance)"
            : cell_of(r, row)->is_part            ? " (part)"
                                                  : "");
}

/* What is certain, and no bar shows. */
static void say_also(const ranking *r, const unsigned char *bar, FILE *to)
{
    size_t said = 0;
    char high[1100], low[1100];
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = i + 1, behind = 0; j < r->n; j++) {
            behind |= bar[j];
            if (behind || standing_of(r, r->row[i], r->row[j]) != BELOW) continue;
            study_row_label(r->l, r->row[i], high, sizeof high);
            study_row_label(r->l, r->row[j], low, sizeof low);
            if (said++ < ALSO_SHOWN) fprintf(to, "%s%s above %s", said == 1 ? "; also " : ", ", high, low);
        }
    if (said > ALSO_SHOWN) fprintf(to, " and %zu pairs more", said - ALSO_SHOWN);
}

/* Rows without a score, and why none of them is compared where that is so. */
static void say_rest(const ranking *r, FILE *to)
{
    char name[1100];
    for (size_t k = 0, said = 0; k < r->l->n_rows; k++) {
        if (!cell_of(r, k)->models || !isnan(mean_of(r, k))) continue;
        study_row_label(r->l, k, name, sizeof name);
        fprintf(to, "%s %s", said++ ? "," : "; undefined:", name);
    }
    for (size_t k = 0; k < r->n_pairs; k++) {
        if (!r->pair[k].is.refused || r->pair[k].is.refused == REFUSED_EMPTY) continue;
        fprintf(to, "; not all are compared: %s", comparison_why(r->pair[k].is.refused));
        break;
    }
}

char *compare_line(const study_layout *l, size_t series)
{
    ranking r = ranking_make(l, series);
    unsigned char *bar = bars_of(&r);
    char *text = NULL;
    size_t size;
    FILE *to = needed(open_memstream(&text, &size));
    for (size_t k = 0; k < r.n; k++) {
        if (k >= SHOWN && k + 1 < r.n) continue; /* the last one stands, behind how many are not shown */
        if (k > SHOWN) fprintf(to, ", %zu more,", k - SHOWN);
        fprintf(to, "%s", !k ? "" : bar[k] ? " | " : k > SHOWN ? " " : ", ");
        say_row(&r, r.row[k], to);
    }
    say_also(&r, bar, to);
    say_rest(&r, to);
    needed_close(to);
    free(bar);
    ranking_free(&r);
    return text;
}

/* The nearest of the rows that are below, by its own interval. */
static void say_nearest(const ranking *r, size_t next, FILE *to)
{
    const compared_pair *is = pair_of(r, r->row[0], next);
    const double sign = is->a == r->row[0] ? 1 : -1, low = sign * (sign > 0 ? is->is.low : is->is.high);
    char name[1100];
    study_row_label(r->l, next, name, sizeof name);
    fprintf(to, "; the nearest is %s, by %.3f (%g %% interval %.3f to %.3f%s)", name, sign * is->is.value,
            100 * STUDY_LEVEL, low, sign * (sign > 0 ? is->is.high : is->is.low),
            low <= 0 ? ", for all pairs at once; Holm's steps find more" : "");
}

void compare_say(const study_layout *l, size_t series, FILE *to)
{
    static const char *const words[] = { "It is above", "Not distinguished from it", "Not compared with it" };
    ranking r = ranking_make(l, series);
    char name[1100];
    if (!r.n) fputs("no group has a score. ", to);
    if (r.n) {
        study_row_label(l, r.row[0], name, sizeof name);
        fprintf(to, "%s scores highest, %.3f%s", name, mean_of(&r, r.row[0]),
                study_cell_at_chance(cell_of(&r, r.row[0])) ? ", and is at chance. " : ". ");
    }
    for (enum standing is = BELOW; is < STANDINGS && r.n && !study_cell_at_chance(cell_of(&r, r.row[0])); is++) {
        size_t said = 0, next = SIZE_MAX;
        for (size_t k = 0; k < l->n_rows; k++) {
            const int known = !isnan(mean_of(&r, k));
            if (k == r.row[0] || !cell_of(&r, k)->models) continue;
            if ((known ? standing_of(&r, r.row[0], k) : NOT_COMPARED) != is) continue;
            study_row_label(l, k, name, sizeof name);
            fprintf(to, "%s%s %s", said ? "," : words[is], said || is == BELOW ? "" : ":", name);
            if (!said++ || mean_of(&r, k) > mean_of(&r, next)) next = k;
        }
        if (said && is == BELOW) say_nearest(&r, next, to);
        if (said) fputs(". ", to);
    }
    ranking_free(&r);
}

double compare_unseen_failures(size_t runs) { return 100 * (1 - pow(0.05, 1.0 / (double)runs)); }

/* What was scored, and how groups were compared. */
static void say_design(const study_layout *l, FILE *to)
{
    unsigned long long fewest = ULLONG_MAX, most = 0;
    size_t single = 0, most_runs = 0;
    char which[300];
    for (size_t k = 0; k < l->distinct.count; k++) {
        const unsigned long long rows = l->distinct.at[k].at->samples;
        if (rows < fewest) fewest = rows;
        if (rows > most) most = rows;
    }
    study_at_text(l, which, sizeof which);
    fprintf(to, "We scored %zu models on %s%s%s%s, of ", l->models,
            l->of_sets == 1 && !l->data->drawn_for ? "one data set" : l->data->name,
            l->earlier ? " (of checkpoints " : "", l->earlier ? which : "", l->earlier ? ")" : "");
    if (fewest < most) fprintf(to, "%llu to ", fewest);
    fprintf(to, "%llu rows with assay %s. Training runs: ", most, ASSAY_VERSION);
    for (size_t k = 0; k < l->n_rows; k++) {
        size_t runs = 0;
        for (size_t s = 0; s < l->n_series; s++)
            if (l->cell[k * l->n_series + s].mean.runs[0] > runs) runs = l->cell[k * l->n_series + s].mean.runs[0];
        fprintf(to, "%s%s %zu", k ? ", " : "", study_row_name(l, k), runs);
        single += runs == 1;
        if (runs > most_runs) most_runs = runs;
    }
    fputs(single ? ". A group of one run says nothing of its method. " : ". ", to);
    fprintf(to,
            "Intervals are %g %% intervals of the mean over rows and training runs, crossed; all pairs of groups were "
            "compared with Holm's correction, %s. ",
            100 * STUDY_LEVEL, l->data->drawn_for == 1 ? "whose rows are independent" : "on the same drawn rows");
    if (most_runs > 1 && most_runs <= COMPARE_FEW_RUNS)
        fprintf(to, "%zu runs that did not fail leave room for failures in up to %.0f %% of runs. ", most_runs,
                compare_unseen_failures(most_runs));
}

/* Whether two rows have an interval: the others are not written about. */
static int is_compared(const study_layout *l, size_t series)
{
    size_t rows = 0;
    for (size_t k = 0; k < l->n_rows; k++) {
        const study_cell *c = &l->cell[k * l->n_series + series];
        rows += c->models && !c->mean.refused;
    }
    return rows > 1;
}

char *compare_paragraph(const study_layout *l, char **left, const char **why)
{
    size_t known = 0, several = 0, size, left_size;
    char name[600], *text = NULL;
    *left = NULL;
    *why = NULL;
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) several += l->cell[k].mean.runs[0] > 1;
    for (size_t s = 0; s < l->n_series; s++) known += study_more_is_better(l->series[s]) && is_compared(l, s);
    if (!known) *why = "no score has an interval for two groups; the same study with --draws 19 makes them";
    else if (!several)
        *why = "each group has one training run. The differences above hold for these models and not for the methods "
               "that made them. Three runs of each, or five, allow a sentence";
    if (*why) return NULL;
    FILE *to = needed(open_memstream(&text, &size)), *others = needed(open_memstream(left, &left_size));
    say_design(l, to);
    for (size_t s = 0; s < l->n_series; s++) {
        if (!study_more_is_better(l->series[s])) continue;
        series_text(l->series[s], name, sizeof name);
        if (is_compared(l, s)) {
            fprintf(to, "By %s, ", name);
            compare_say(l, s, to);
        } else fprintf(others, "%s%s", ftell(others) ? ", " : "", name);
    }
    needed_close(others);
    needed_close(to);
    return text;
}
