#include "compare_text.h"

#include "compare_table.h"
#include "growing.h"
#include "evidence.h"
#include "needed.h"

#include <string.h>

/* One with a comma or the word that ends a list would read as several. */
static const char *quoted(const study_layout *l, size_t row)
{
    const char *label = l->label[row];
    return strpbrk(label, ",;") || strstr(label, " on ") ? phrase("'%s'", label) : label;
}

enum { SHOWN = 20, ALSO_SHOWN = 3, NAMES_SHOWN = 3, OUTPUTS_SHOWN = 6, PARAGRAPH_OUTPUTS = 6, DIGEST_ROWS = 200 };

/* All pairs of a series, and its rows that have a mean by that, the highest first. */
typedef struct ranking {
    const study_layout *l;
    size_t series, n, n_pairs;
    size_t *row; /* [n] */
    compared_pair *pair;
} ranking;

static const study_cell *cell_of(const ranking *r, size_t row) { return study_cell_of(r->l, row, r->series); }

static double mean_of(const ranking *r, size_t row)
{
    const study_cell *c = cell_of(r, row);
    return c->models ? study_cell_mean(c) : NAN;
}

static ranking ranking_make(const study_layout *l, size_t series)
{
    ranking to = { .l = l, .series = series, .row = kept(l->n_rows + 1, sizeof *to.row) };
    to.n_pairs = compared_pairs(l, series, &to.pair);
    for (size_t k = 0; k < l->n_rows; k++) {
        if (isnan(mean_of(&to, k))) continue;
        size_t at = to.n++;
        for (; at && mean_of(&to, to.row[at - 1]) < mean_of(&to, k); at--) to.row[at] = to.row[at - 1];
        to.row[at] = k;
    }
    return to;
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
    unsigned char *bar = memset(kept(r->n + 1, 1), 1, r->n + 1);
    for (size_t i = 0; i < r->n; i++) {
        size_t last = r->n - 1;
        while (last > i && standing_of(r, r->row[i], r->row[last]) == BELOW) last--;
        memset(bar + i + 1, 0, last - i);
    }
    return bar;
}

/* How many rows are in front of the first bar; all where there is none. */
static size_t front_of(const ranking *r)
{
    const unsigned char *bar = bars_of(r);
    size_t n = r->n != 0;
    while (n < r->n && !bar[n]) n++;
    return n;
}

static void say_row(const ranking *r, size_t row, FILE *to)
{
    fprintf(to, "%s %s%s", r->l->label[row], grid_number_text(mean_of(r, row), 3),
            study_cell_at_chance(cell_of(r, row)) ? " (chance)"
            : cell_of(r, row)->is_part            ? " (part)"
                                                  : "");
}

/* What is certain, and no bar shows. */
static void say_also(const ranking *r, const unsigned char *bar, FILE *to)
{
    size_t said = 0;
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = i + 1, behind = 0; j < r->n; j++) {
            behind |= bar[j];
            if (behind || standing_of(r, r->row[i], r->row[j]) != BELOW || said++ >= ALSO_SHOWN) continue;
            fprintf(to, "%s%s above %s", said == 1 ? "; also " : ", ", quoted(r->l, r->row[i]),
                    quoted(r->l, r->row[j]));
        }
    if (said > ALSO_SHOWN) fprintf(to, " and %zu pairs more", said - ALSO_SHOWN);
}

/* Why some pair is not compared; NULL: all are. */
static const char *refusal_of(const ranking *r)
{
    for (size_t k = 0; k < r->n_pairs; k++)
        if (r->pair[k].is.refused && r->pair[k].is.refused != REFUSED_EMPTY)
            return comparison_why(r->pair[k].is.refused);
    return NULL;
}

static void say_undefined(const ranking *r, FILE *to)
{
    for (size_t k = 0, said = 0; k < r->l->n_rows; k++)
        if (cell_of(r, k)->models && isnan(mean_of(r, k)))
            fprintf(to, "%s %s", said++ ? "," : "; undefined:", quoted(r->l, k));
}

const char *compare_line(const study_layout *l, size_t series, const char **refused)
{
    ranking r = ranking_make(l, series);
    const unsigned char *bar = bars_of(&r);
    FILE *to = phrase_open();
    for (size_t k = 0; k < r.n; k++) {
        if (k >= SHOWN && k + 1 < r.n) continue; /* the last one stands, behind how many are not shown */
        if (k > SHOWN) fprintf(to, ", %zu more,", k - SHOWN);
        fprintf(to, "%s", !k ? "" : bar[k] ? " | " : k > SHOWN ? " " : ", ");
        say_row(&r, r.row[k], to);
    }
    say_also(&r, bar, to);
    if (r.n) say_undefined(&r, to);
    *refused = refusal_of(&r);
    free(r.pair);
    return phrase_close(to);
}

/* The nearest of the rows that are below, by its own interval. */
static void say_nearest(const ranking *r, size_t next, FILE *to)
{
    const compared_pair *is = pair_of(r, r->row[0], next);
    compared_ends(r->pair, r->n_pairs, (size_t)(is - r->pair), (size_t)(is - r->pair) + 1);
    const double sign = is->a == r->row[0] ? 1 : -1, low = sign * (sign > 0 ? is->is.low : is->is.high);
    fprintf(to, "; the nearest is %s, by %.3f (%g %% interval %.3f to %.3f%s)", quoted(r->l, next), sign * is->is.value,
            100 * STUDY_LEVEL, low, sign * (sign > 0 ? is->is.high : is->is.low),
            low <= 0 ? ", for all pairs at once; Holm's steps find more" : "");
}

static void compare_say(const study_layout *l, size_t series, FILE *to)
{
    static const char *const words[] = { "It is above", "Not distinguished from it", "Not compared with it" };
    ranking r = ranking_make(l, series);
    if (!r.n) fputs("no group has a score. ", to);
    if (r.n)
        fprintf(to, "%s scores highest, %.3f%s%s", quoted(l, r.row[0]), mean_of(&r, r.row[0]),
                cell_of(&r, r.row[0])->is_part ? ", over those items alone that are defined" : "",
                study_cell_at_chance(cell_of(&r, r.row[0])) ? ", and is at chance. " : ". ");
    for (enum standing is = BELOW; is < STANDINGS && r.n && !study_cell_at_chance(cell_of(&r, r.row[0])); is++) {
        size_t said = 0, next = SIZE_MAX;
        for (size_t k = 0; k < l->n_rows; k++) {
            const int known = !isnan(mean_of(&r, k));
            if (k == r.row[0] || !cell_of(&r, k)->models) continue;
            if ((known ? standing_of(&r, r.row[0], k) : NOT_COMPARED) != is) continue;
            fprintf(to, "%s%s %s%s", said ? "," : words[is], said || is == BELOW ? "" : ":", quoted(l, k),
                    cell_of(&r, k)->is_part ? " (part)" : "");
            if (!said++ || mean_of(&r, k) > mean_of(&r, next)) next = k;
        }
        if (said && is == BELOW) say_nearest(&r, next, to);
        if (said) fputs(". ", to);
    }
    free(r.pair);
}

/* Of whom something is said, by which outputs, and each on how many data sets. */
typedef struct finding {
    const char *who, *before, *what; /* before: without the last output */
    const evidence_series *last;
    size_t n, sets; /* outputs; data sets that the last is on */
} finding;

typedef struct findings {
    finding *at;
    size_t n, room, sets; /* sets: how many there are */
} findings;

static void find(findings *to, const char *who, const evidence_series *of)
{
    size_t k = 0;
    while (k < to->n && strcmp(to->at[k].who, who) != 0) k++;
    if (k == to->n) {
        to->at = needed(grown(to->at, sizeof *to->at, to->n++, &to->room));
        to->at[k] = (finding){ .who = who, .what = "" };
    }
    finding *one = &to->at[k];
    if (one->last != of) one->n++, one->before = one->what, one->sets = 0;
    one->last = of;
    one->sets++;
    if (one->n > OUTPUTS_SHOWN) return;
    const char *sets = to->sets > 1 ? phrase(" (%zu of %zu)", one->sets, to->sets) : "";
    one->what = phrase_join(one->before, ", ", phrase("%s%s", series_text(of), sets));
}

/* "ahead: ica on mig, mcc; nmf on sap", who has most first. */
static void say_findings(const findings *f, const char *label, const char *none, size_t outputs, FILE *to)
{
    fprintf(to, "%s: %s", label, f->n ? "" : none);
    for (size_t said = 0; said < f->n && said < NAMES_SHOWN; said++) {
        finding *most = f->at;
        for (size_t k = 1; k < f->n; k++) most = f->at[k].n > most->n ? &f->at[k] : most;
        fprintf(to, "%s%s on ", said ? "; " : "", most->who);
        if (most->n == outputs && outputs > 2 && f->sets == 1) fprintf(to, "all %zu outputs", outputs);
        else fprintf(to, "%s", most->what);
        if (most->n > OUTPUTS_SHOWN && most->n < outputs) fprintf(to, " and %zu more", most->n - OUTPUTS_SHOWN);
        most->n = 0;
    }
    fputs(f->n > NAMES_SHOWN ? "; and others\n" : "\n", to);
    free(f->at);
}

enum { AHEAD, TOGETHER, AT_CHANCE, UNKNOWN, FINDINGS };

static int by_place(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Whether no two of the first rows differ for certain. */
static int are_alike(const ranking *r, size_t front)
{
    for (size_t i = 0; i < front; i++)
        for (size_t j = 0; j < i; j++)
            if (standing_of(r, r->row[i], r->row[j]) == BELOW || standing_of(r, r->row[j], r->row[i]) == BELOW)
                return 0;
    return 1;
}

static void find_in(const study_layout *l, size_t series, findings f[FINDINGS])
{
    const evidence_series *of = l->series[series];
    const char *who = "";
    ranking r = ranking_make(l, series);
    const size_t front = front_of(&r);
    const int chance = r.n && study_cell_at_chance(cell_of(&r, r.row[0]));
    int known = r.n_pairs != 0;
    for (size_t k = 0; k < l->n_rows; k++)
        if (study_cell_at_chance(cell_of(&r, k))) find(&f[AT_CHANCE], quoted(l, k), of);
    qsort(r.row, front, sizeof *r.row, by_place); /* the same words for each output */
    for (size_t k = 0; k < front; k++) {
        if (k < NAMES_SHOWN) who = phrase_join(who, ", ", quoted(l, r.row[k]));
        if (k == NAMES_SHOWN) who = phrase("%s and %zu more", who, front - k);
        for (size_t j = 0; j < k && known; j++) known = !pair_of(&r, r.row[j], r.row[k])->is.refused;
    }
    if (r.n > 1 && !known) find(&f[UNKNOWN], "intervals are missing", of);
    else if (front && !chance) {
        if (front < r.n) find(&f[AHEAD], who, of);
        if (front > 1 && are_alike(&r, front)) find(&f[TOGETHER], who, of);
    }
    free(r.pair);
}

void compare_scored(const study_layout *l, FILE *to)
{
    uint64_t fewest = UINT64_MAX, most = 0;
    for (size_t k = 0; k < (l->by.file ? l->n_rows : l->distinct.count); k++) {
        const uint64_t rows = (l->by.file ? l->row[k] : &l->distinct.at[k])->at->samples;
        if (rows < fewest) fewest = rows;
        if (rows > most) most = rows;
    }
    fprintf(to, "%zu model%s", l->models, l->models == 1 ? "" : "s");
    if (!l->by.file) fprintf(to, " of %zu group%s", l->n_rows, l->n_rows == 1 ? "" : "s");
    fprintf(to, " on %s, of ", l->of_sets == 1 && !l->data->drawn_for ? "one data set" : l->data->name);
    if (fewest < most) fprintf(to, "%llu to ", (unsigned long long)fewest);
    fprintf(to, "%llu rows", (unsigned long long)most);
}

/* Whether it is the first data set that has the output. */
static int is_first(const study_sets *sets, size_t set, const evidence_series *of)
{
    size_t k = 0;
    while (study_series_place(&sets->at[k].scores, of) == sets->at[k].scores.n_series) k++;
    return k == set;
}

void compare_fewest_runs(const study_layout *l, const size_t *row, size_t n, size_t *least)
{
    for (size_t k = 0; k < n * l->n_series; k++) {
        const size_t at = row ? row[k / l->n_series] : k / l->n_series,
                     runs = study_cell_of(l, at, k % l->n_series)->mean.runs[0];
        if (runs > 1 && runs < *least) *least = runs;
    }
}

const char *compare_unseen_failures(size_t runs)
{
    return phrase("%zu runs that did not fail leave room for failures in up to %.0f %% of runs", runs,
                  100 * (1 - pow(0.05, 1.0 / (double)runs)));
}

void compare_digest(const study_sets *sets, const char *next, FILE *to)
{
    findings f[FINDINGS] = { 0 };
    size_t models = 0, outputs = 0, wide = 0, least = SIZE_MAX;
    int single = 0;
    for (size_t k = 0; k < FINDINGS; k++) f[k].sets = sets->n;
    for (size_t set = 0; set < sets->n; set++) {
        const study_layout *l = &sets->at[set].scores;
        compare_fewest_runs(l, NULL, l->n_rows, &least);
        models += l->models;
        wide += l->n_rows > DIGEST_ROWS;
        for (size_t k = 0; k < l->n_rows * l->n_series && !l->by.file; k++) single |= l->cell[k].mean.runs[0] == 1;
        for (size_t s = 0; s < l->n_series; s++) {
            if (!study_more_is_better(l->series[s]) || !is_first(sets, set, l->series[s])) continue;
            outputs++;
            for (size_t k = set; k < sets->n; k++) {
                const study_layout *other = &sets->at[k].scores;
                const size_t place = study_series_place(other, l->series[s]);
                if (place < other->n_series && other->n_rows <= DIGEST_ROWS) find_in(other, place, f);
            }
        }
    }
    fputs("scored: ", to);
    if (sets->n == 1) compare_scored(&sets->at[0].scores, to);
    else fprintf(to, "%zu models on %zu data sets", models, sets->n);
    fprintf(to, ", %zu output%s that can be compared%s", outputs, outputs == 1 ? "" : "s",
            single ? "; a group of one run says nothing of its method" : "");
    if (least <= COMPARE_FEW_RUNS) fprintf(to, "; %s", compare_unseen_failures(least));
    for (size_t set = 0; set < sets->n; set++) {
        const study_layout *l = &sets->at[set].scores;
        if (l->at_said && sets->n > 1) fprintf(to, "; on %s", l->data->name);
        if (l->at_said) fprintf(to, "; of checkpoints %s", l->at_said);
    }
    fputc('\n', to);
    say_findings(&f[AHEAD], "ahead for certain", wide ? "not looked at, of so many" : "nobody", outputs, to);
    if (f[UNKNOWN].n) say_findings(&f[UNKNOWN], "not compared", "", outputs, to);
    say_findings(&f[TOGETHER], "indistinguishable at the top", f[UNKNOWN].n ? "not known of the others" : "none",
                 outputs, to);
    say_findings(&f[AT_CHANCE], "at chance", "no score that has a chance level", outputs, to);
    fprintf(to, "next: %s%s\n", next, f[UNKNOWN].n ? " --all, which says why some are not compared" : "");
}

/* The runs, and how groups were compared: of many data sets the same. */
static const char *design_of(const study_layout *l)
{
    size_t single = 0, least = SIZE_MAX;
    FILE *to = phrase_open();
    fputs("Training runs: ", to);
    for (size_t k = 0; k < l->n_rows; k++) {
        size_t runs = 0;
        for (size_t s = 0; s < l->n_series; s++)
            if (study_cell_of(l, k, s)->mean.runs[0] > runs) runs = study_cell_of(l, k, s)->mean.runs[0];
        fprintf(to, "%s%s %zu", k ? ", " : "", quoted(l, k), runs);
        single += runs == 1;
        if (runs > 1 && runs < least) least = runs;
    }
    fputs(single ? ". A group of one run says nothing of its method. " : ". ", to);
    fprintf(to,
            "Intervals are %g %% intervals of the mean over rows and training runs, crossed; all pairs of groups were "
            "compared with Holm's correction, %s. ",
            100 * STUDY_LEVEL, l->data->drawn_for == 1 ? "whose rows are independent" : "on the same drawn rows");
    if (least <= COMPARE_FEW_RUNS) fprintf(to, "%s. ", compare_unseen_failures(least));
    return phrase_close(to);
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

const char *compare_paragraph(const study_layout *l, const char **design, const char **left, const char **why)
{
    size_t known = 0, several = 0;
    *left = "";
    *why = NULL;
    for (size_t k = 0; k < l->n_rows * l->n_series; k++) several += l->cell[k].mean.runs[0] > 1;
    for (size_t s = 0; s < l->n_series; s++) known += study_more_is_better(l->series[s]) && is_compared(l, s);
    if (!known) *why = "no score has an interval for two groups; the same study with --draws 19 makes them";
    else if (!several)
        *why = "each group has one training run. The differences above hold for these models and not for the methods "
               "that made them. Three runs of each, or five, allow a sentence";
    else if (known > PARAGRAPH_OUTPUTS)
        *why =
            "a paragraph is of six scores at most, and more have intervals; `assay report --metrics mig,...` has them";
    if (*why) return NULL;
    const char *before = *design;
    *design = design_of(l);
    FILE *to = phrase_open();
    fputs("We scored ", to);
    compare_scored(l, to);
    fprintf(to, "%s%s%s, with assay %s. %s", l->at_said ? " (of checkpoints " : "", l->at_said ? l->at_said : "",
            l->at_said ? ")" : "", ASSAY_VERSION,
            strcmp(*design, before) == 0 ? "Runs and comparisons are as described before. " : *design);
    for (size_t s = 0; s < l->n_series; s++) {
        if (!study_more_is_better(l->series[s])) continue;
        if (is_compared(l, s)) {
            fprintf(to, "By %s, ", series_text(l->series[s]));
            compare_say(l, s, to);
        } else *left = phrase_join(*left, ", ", series_text(l->series[s]));
    }
    return phrase_close(to);
}
