/* Rows and runs crossed; see comparison.h. */
#include "comparison.h"

#include "ascending.h"
#include "needed.h"
#include "student.h"

#include <string.h>

const char *comparison_column(const stored_representation *r, const char *name)
{
    for (size_t k = 0; r && k < r->n_columns; k++)
        if (strcmp(r->column[k], name) == 0) return r->text[k];
    return "";
}

void comparison_add(compared_side *to, const score_row *row)
{
    const evidence_point *p = row->at;
    const stored_representation *r = p->of->representation;
    memcpy(to->range, p->range, sizeof to->range);
    if (!p->defined) {
        to->undefined++;
        return;
    }
    const char *seed = comparison_column(r, "seed");
    to->at = kept_grown(to->at, sizeof *to->at, to->n, &to->room);
    const size_t units = r && r->clusters ? (size_t)r->clusters : (size_t)p->samples;
    to->at[to->n++] = (compared_model){ .score = p->mean,
                                        .data = r ? r->data : "",
                                        .seed = *seed ? seed : NULL,
                                        .draws = p->interval.draw ? (size_t)p->interval.draws : 0,
                                        .draw = p->interval.draw,
                                        .shuffles = p->chance.draw ? (size_t)p->chance.draws : 0,
                                        .shuffled = p->chance.draw,
                                        .factor = uncertainty_factor(p->interval.kind, units),
                                        .units = units };
}

const char *comparison_why(enum comparison_refusal why)
{
    static const char *const reasons[] = {
        [COMPARED] = "",
        [REFUSED_EMPTY] = "no model has a score",
        [REFUSED_DRAWS] = "the scores have no draws of their rows; the same study with --draws 19 makes them",
        [REFUSED_CLUSTERS] =
            ("rows stand in an order (--shuffle 0, if it means nothing), or fewer than two clusters or "
             "draws have a score"),
    };
    return reasons[why];
}

static int same_rows(const compared_model *x, const compared_model *y)
{
    return x->data[0] && strcmp(x->data, y->data) == 0 && x->units == y->units && x->factor == y->factor;
}

/* What the runs of a side have of one data set under each of its draws. */
typedef struct set_sums {
    const compared_model *like; /* whose rows are drawn */
    size_t models, draws;
    double *run; /* [runs * draws] NaN: undefined */
} set_sums;

static void add_model(side_sums *to, const compared_model *m)
{
    size_t s = 0;
    while (s < to->n_sets && !same_rows(to->set[s].like, m)) s++;
    if (s == to->n_sets) to->set[to->n_sets++] = (set_sums){ .like = m, .draws = SIZE_MAX };
    to->set[s].models++;
    if (m->draws < to->set[s].draws) to->set[s].draws = m->draws;
}

static void sum_side(const compared_side *side, side_sums *to)
{
    OWNED size_t *run = needed(calloc(side->n + 1, sizeof *run));
    OWNED double *score = needed(calloc(side->n + 1, sizeof *score));
    moments scores = { 0 };
    *to = (side_sums){ .of = side,
                       .set = needed(calloc(side->n + 1, sizeof *to->set)),
                       .in_run = needed(calloc(side->n + 1, sizeof *to->in_run)) };
    for (size_t k = 0, j = 0; k < side->n; k++, j = 0) {
        while (j < k && !(side->at[j].seed && side->at[k].seed && strcmp(side->at[j].seed, side->at[k].seed) == 0)) j++;
        run[k] = j < k ? run[j] : to->runs++;
        add_model(to, &side->at[k]);
    }
    for (size_t k = 0; k < side->n; k++) {
        size_t models = 0;
        for (size_t j = 0; j < side->n; j++) models += run[j] == run[k];
        to->in_run[k] = 1.0 / (double)models;
        score[run[k]] += to->in_run[k] * side->at[k].score;
    }
    for (size_t r = 0; r < to->runs; r++) moments_add(&scores, score[r]);
    for (size_t s = 0; s < to->n_sets; s++) {
        set_sums *of = &to->set[s];
        of->run = needed(calloc(to->runs * of->draws + 1, sizeof *of->run));
        for (size_t k = 0; k < side->n; k++)
            for (size_t b = 0; b < of->draws && (&side->at[k] == of->like || same_rows(&side->at[k], of->like)); b++)
                of->run[run[k] * of->draws + b] += to->in_run[k] * side->at[k].draw[b] * side->at[k].factor;
    }
    to->value = moments_mean(&scores);
    to->spread = moments_sd(&scores);
}

side_sums *comparison_sums(const compared_side *const *side, size_t n)
{
    side_sums *to = needed(calloc(n + 1, sizeof *to));
    for (size_t k = 0; k < n; k++) sum_side(side[k], &to[k]);
    return to;
}

void comparison_sums_free(side_sums *of, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        for (size_t s = 0; s < of[k].n_sets; s++) free(of[k].set[s].run);
        free(of[k].set);
        free(of[k].in_run);
    }
    free(of);
}

/* What the draws of all data sets say: variances of the contrast, of the sums of each side's runs, and of each run. */
typedef struct row_variances {
    double of_all, of_sum[2], of_runs[2];
    double freedom; /* the least of a data set */
} row_variances;

static double variance(const moments *m) { return m->n > 1 ? m->square / (double)(m->n - 1) : 0.0; }

/* A data set that one side has, or both; of: room for the contrast, both sides and all runs. */
static enum comparison_refusal add_set(const side_sums *const side[2], const set_sums *const set[2], int all_alone,
                                       moments *of, row_variances *to)
{
    const size_t runs[2] = { side[0]->runs, side[1] ? side[1]->runs : 0 };
    size_t models = 0, units = 0, draws = SIZE_MAX;
    for (size_t k = 0; k < 2; k++) {
        if (!set[k]) continue;
        models += set[k]->models;
        units = set[k]->like->units;
        if (set[k]->draws < draws) draws = set[k]->draws;
    }
    if (units < 2) return REFUSED_CLUSTERS;
    if (!draws) return models < 2 && runs[0] != 1 && runs[1] != 1 && all_alone ? COMPARED : REFUSED_DRAWS;
    memset(of, 0, (3 + runs[0] + runs[1]) * sizeof *of);
    for (size_t b = 0; b < draws; b++) {
        double sum[2] = { 0, 0 };
        for (size_t k = 0; k < 2; k++)
            for (size_t r = 0; set[k] && r < runs[k]; r++) sum[k] += set[k]->run[r * set[k]->draws + b];
        if (isnan(sum[0] + sum[1])) continue;
        moments_add(&of[0], sum[0] / (double)runs[0] - (set[1] ? sum[1] / (double)runs[1] : 0));
        for (size_t k = 0; k < 2; k++) {
            moments_add(&of[1 + k], sum[k]);
            for (size_t r = 0; set[k] && r < runs[k]; r++)
                moments_add(&of[3 + k * runs[0] + r], set[k]->run[r * set[k]->draws + b]);
        }
    }
    if (of[0].n < 2) return REFUSED_CLUSTERS;
    to->freedom = fmin(to->freedom, (double)(of[0].n < units ? of[0].n : units) - 1);
    to->of_all += variance(&of[0]);
    for (size_t k = 0; k < 2; k++) {
        to->of_sum[k] += variance(&of[1 + k]);
        for (size_t r = 0; r < runs[k]; r++) to->of_runs[k] += variance(&of[3 + k * runs[0] + r]);
    }
    return COMPARED;
}

void comparison_ends(const double range[2], double level, compared *to)
{
    const double open[2] = { -INFINITY, INFINITY };
    double ends[2];
    student_interval(to->value, student_quantile(0.5 + level / 2, to->freedom) * to->error, range ? range : open, ends);
    to->low = ends[0];
    to->high = ends[1];
}

static void find_ends(const double range[2], int is_mean, double level, compared *to)
{
    if (!is_mean)
        to->p = to->error > 0    ? 2 * student_probability(-fabs(to->value) / to->error, to->freedom)
                : to->value != 0 ? 0.0
                                 : 1.0;
    if (!(level > 0)) return;
    comparison_ends(is_mean ? range : NULL, level, to);
    if (is_mean && to->runs[0] > 1) {
        const double runs = (double)to->runs[0];
        const double half = student_quantile(0.5 + level / 2, runs - 1) * to->spread[0] * sqrt(1 + 1 / runs);
        student_interval(to->value, half, range, to->next);
    }
}

static void combine(const row_variances *rows, compared *to)
{
    double all = rows->of_all, below = rows->of_all * rows->of_all / rows->freedom;
    double square[2] = { 0, 0 };
    for (size_t side = 0; side < 2; side++) {
        const double runs = (double)to->runs[side];
        if (to->runs[side] < 2) continue;
        square[side] = to->spread[side] * to->spread[side];
        const double covariance = (rows->of_sum[side] - rows->of_runs[side]) / (runs * (runs - 1));
        all += fmax(square[side] - (rows->of_runs[side] / runs - covariance), 0.0) / runs;
        below += square[side] * square[side] / (runs * runs) / (runs - 1);
    }
    to->error = sqrt(all);
    to->freedom = below > 0 ? fmax(all * all / below, 1.0) : isfinite(rows->freedom) ? rows->freedom : 1.0;
    if (to->runs[0] > 1 && to->runs[1] > 1 && square[0] + square[1] > 0)
        to->effect = to->value / sqrt((square[0] + square[1]) / 2);
}

static const compared unknown = { .value = NAN,
                                  .error = NAN,
                                  .freedom = NAN,
                                  .low = NAN,
                                  .high = NAN,
                                  .p = NAN,
                                  .effect = NAN,
                                  .spread = { NAN, NAN },
                                  .next = { NAN, NAN } };

static const set_sums *set_like(const side_sums *of, const set_sums *set)
{
    size_t s = 0;
    while (of && s < of->n_sets && !same_rows(of->set[s].like, set->like)) s++;
    return of && s < of->n_sets ? &of->set[s] : NULL;
}

/* b NULL: the mean of a. */
static void compare_sums(const side_sums *a, const side_sums *b, double level, compared *to)
{
    const side_sums *const side[2] = { a, b };
    row_variances rows = { .freedom = INFINITY };
    size_t sets = a->n_sets, models = a->of->n + (b ? b->of->n : 0);
    *to = unknown;
    to->refused = !a->of->n || (b && !b->of->n) ? REFUSED_EMPTY : COMPARED;
    if (to->refused) return;
    OWNED moments *of = needed(calloc(models + 3, sizeof *of));
    to->value = a->value - (b ? b->value : 0);
    for (size_t k = 0; k < 2 && side[k]; k++) to->runs[k] = side[k]->runs, to->spread[k] = side[k]->spread;
    for (size_t s = 0; b && s < b->n_sets; s++) sets += !set_like(a, &b->set[s]);
    for (size_t k = 0; k < 2 && side[k]; k++)
        for (size_t s = 0; s < side[k]->n_sets && !to->refused; s++) {
            const set_sums *set[2] = { k ? NULL : &a->set[s], k ? &b->set[s] : set_like(b, &a->set[s]) };
            if (!k || !set_like(a, set[1])) to->refused = add_set(side, set, sets == models, of, &rows);
        }
    if (!to->refused) {
        combine(&rows, to);
        find_ends(a->of->range, !b, level, to);
    }
}

void comparison_of_sums(const side_sums *a, const side_sums *b, compared *to) { compare_sums(a, b, 0, to); }

void comparison_make(const compared_side *a, const compared_side *b, double level, compared *to)
{
    const compared_side *const side[2] = { a, b };
    side_sums *sums = comparison_sums(side, b ? 2 : 1);
    compare_sums(&sums[0], b ? &sums[1] : NULL, level, to);
    comparison_sums_free(sums, b ? 2 : 1);
}

static double as_worst(double x, double low) { return isnan(x) ? low : x; }

/* The mean over runs; b SIZE_MAX: of the scores themselves. */
static double mean_under(const side_sums *of, size_t b, size_t *undefined)
{
    const compared_side *side = of->of;
    double sum = side->undefined ? (double)side->undefined * side->range[0] : 0;
    for (size_t k = 0; k < side->n; k++) {
        const double x = b == SIZE_MAX ? side->at[k].score : side->at[k].shuffled[b];
        *undefined += isnan(x) != 0;
        sum += of->in_run[k] * as_worst(x, side->range[0]);
    }
    return sum / (double)(of->runs + side->undefined);
}

double comparison_chance(const compared_side *side, size_t *undefined)
{
    size_t shuffles = SIZE_MAX, as_good = 0, none = 0;
    *undefined = 0;
    for (size_t k = 0; k < side->n; k++)
        if (side->at[k].shuffles < shuffles) shuffles = side->at[k].shuffles;
    if (!side->n || !shuffles) return NAN;
    side_sums *sums = comparison_sums(&side, 1);
    const double score = mean_under(sums, SIZE_MAX, undefined);
    for (size_t b = 0; b < shuffles; b++) as_good += mean_under(sums, b, &none) >= score;
    *undefined += none;
    comparison_sums_free(sums, 1);
    if (2 * none > shuffles * side->n) return NAN;
    return (double)(1 + as_good) / (double)(1 + shuffles);
}

typedef struct placed {
    double p;
    size_t at;
} placed;

static int by_p(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    return x->p != y->p ? (x->p > y->p) - (x->p < y->p) : (x->at > y->at) - (x->at < y->at);
}

void comparison_holm(double *p, size_t n)
{
    OWNED placed *all = needed(malloc((n + 1) * sizeof *all));
    size_t m = 0;
    double least = 0;
    for (size_t k = 0; k < n; k++)
        if (!isnan(p[k])) all[m++] = (placed){ p[k], k };
    qsort(all, m, sizeof *all, by_p);
    for (size_t k = 0; k < m; k++) {
        least = fmax(least, fmin((double)(m - k) * all[k].p, 1.0));
        p[all[k].at] = least;
    }
}

/* p of pair (i, j), i < j, in one list. */
static size_t pair_at(size_t i, size_t j, size_t n) { return i * (2 * n - i - 1) / 2 + j - i - 1; }

int comparison_best(const compared_side *side, size_t n, double level, unsigned char *is_best)
{
    const size_t pairs = n * (n - (n > 0)) / 2;
    size_t compared_pairs = 0;
    memset(is_best, 0, n);
    if (n > COMPARED_MOST) return 0;
    OWNED double *p = needed(malloc((pairs + n + 1) * sizeof *p));
    OWNED const compared_side **sides = needed(calloc(n + 1, sizeof *sides));
    double *value = p + pairs;
    for (size_t i = 0; i < n; i++) sides[i] = &side[i];
    side_sums *sums = comparison_sums(sides, n);
    for (size_t i = 0; i < n; i++) {
        compared one;
        comparison_of_sums(&sums[i], NULL, &one);
        value[i] = one.refused ? NAN : one.value;
        for (size_t j = i + 1; j < n; j++) {
            comparison_of_sums(&sums[i], &sums[j], &one);
            p[pair_at(i, j, n)] = one.refused ? NAN : one.p;
            compared_pairs += !one.refused;
        }
    }
    comparison_holm(p, pairs);
    for (size_t i = 0; i < n; i++) {
        if (!isnan(value[i])) is_best[i] = 1;
        for (size_t j = 0; j < n; j++)
            if (j != i && value[j] > value[i] && p[i < j ? pair_at(i, j, n) : pair_at(j, i, n)] < 1 - level)
                is_best[i] = 0;
    }
    comparison_sums_free(sums, n);
    return compared_pairs > 0;
}

size_t items_found(const evidence_point *p, double rate, unsigned char *is_found, size_t *items)
{
    const double *of = p->tested.draw;
    const size_t n = of && p->tested.draws > p->chance.draws ? (size_t)(p->tested.draws - p->chance.draws) : 0;
    *items = n;
    if (!n) return 0;
    OWNED double *sorted = needed(malloc(n * sizeof *sorted));
    double line = 0;
    size_t known = 0, found = 0;
    for (size_t k = 0; k < n; k++)
        if (!isnan(of[k])) sorted[known++] = of[k];
    qsort(sorted, known, sizeof *sorted, ascending);
    for (size_t k = 0; k < known; k++)
        if (sorted[k] <= rate * (double)(k + 1) / (double)known + 1e-12) line = sorted[k];
    for (size_t k = 0; k < n; k++) found += is_found[k] = of[k] <= line;
    return found;
}
