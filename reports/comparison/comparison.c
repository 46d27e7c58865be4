/* Rows and runs crossed; see comparison.h. */
#include "comparison.h"

#include "growing.h"
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
    to->at = needed(grown(to->at, sizeof *to->at, to->n, &to->room));
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

/* A model of either side with its weight in the contrast, and its place among runs and data sets. */
typedef struct weighed {
    const compared_model *of;
    size_t side, run, data;
    double in_run, in_all; /* weights in the mean of its run, and in the contrast */
} weighed;

typedef struct contrast {
    weighed *at;
    size_t n, runs[2], sets;
    double *sum; /* [runs or 2 + n] room for a sum over models under one draw */
} contrast;

static int same_run(const weighed *x, const weighed *y)
{
    return x->side == y->side && x->of->seed && y->of->seed && strcmp(x->of->seed, y->of->seed) == 0;
}

static int same_rows(const compared_model *x, const compared_model *y)
{
    return x->data[0] && strcmp(x->data, y->data) == 0 && x->units == y->units && x->factor == y->factor;
}

static void number_models(contrast *c)
{
    for (size_t k = 0; k < c->n; k++) {
        size_t run = 0, set = 0;
        while (run < k && !same_run(&c->at[run], &c->at[k])) run++;
        while (set < k && !same_rows(c->at[set].of, c->at[k].of)) set++;
        c->at[k].run = run < k ? c->at[run].run : c->runs[c->at[k].side]++;
        c->at[k].data = set < k ? c->at[set].data : c->sets++;
    }
    for (size_t k = 0; k < c->n; k++) {
        size_t models = 0;
        for (size_t j = 0; j < c->n; j++) models += c->at[j].side == c->at[k].side && c->at[j].run == c->at[k].run;
        c->at[k].in_run = 1.0 / (double)models;
        c->at[k].in_all = (c->at[k].side ? -1.0 : 1.0) * c->at[k].in_run / (double)c->runs[c->at[k].side];
    }
}

static contrast contrast_make(const compared_side *a, const compared_side *b)
{
    contrast to = { .n = a->n + (b ? b->n : 0) };
    to.at = needed(calloc(to.n + 1, sizeof *to.at));
    to.sum = needed(calloc(to.n + 3, sizeof *to.sum));
    for (size_t k = 0; k < to.n; k++)
        to.at[k] = k < a->n ? (weighed){ .of = &a->at[k] } : (weighed){ .of = &b->at[k - a->n], .side = 1 };
    number_models(&to);
    return to;
}

static void contrast_free(contrast *c)
{
    free(c->at);
    free(c->sum);
}

/* What the draws of all data sets say: variances of the contrast, of the sums of each side's runs, and of each run. */
typedef struct row_variances {
    double of_all, of_sum[2], of_runs[2];
    double freedom; /* the least of a data set */
} row_variances;

/* Draws that all models of a data set have, and whether draw b of all of them is defined. */
static size_t draws_of(const contrast *c, size_t set)
{
    size_t draws = SIZE_MAX;
    for (size_t k = 0; k < c->n; k++)
        if (c->at[k].data == set && c->at[k].of->draws < draws) draws = c->at[k].of->draws;
    return draws;
}

static int is_defined(const contrast *c, size_t set, size_t b)
{
    for (size_t k = 0; k < c->n; k++)
        if (c->at[k].data == set && isnan(c->at[k].of->draw[b])) return 0;
    return 1;
}

/* Sums under one draw: sum[0] the contrast, sum[1] and sum[2] the sides, sum[3 + run] a run; those of side 1 come
 * behind those of side 0. */
static void add_draw(contrast *c, size_t set, size_t b, moments *to)
{
    const size_t sums = 3 + c->runs[0] + c->runs[1];
    memset(c->sum, 0, (c->n + 3) * sizeof *c->sum);
    for (size_t k = 0; k < c->n; k++) {
        const weighed *w = &c->at[k];
        if (w->data != set) continue;
        const double x = w->of->draw[b] * w->of->factor;
        c->sum[0] += w->in_all * x;
        c->sum[1 + w->side] += w->in_run * x;
        c->sum[3 + (w->side ? c->runs[0] : 0) + w->run] += w->in_run * x;
    }
    for (size_t s = 0; s < sums; s++) moments_add(&to[s], c->sum[s]);
}

static double variance(const moments *m) { return m->n > 1 ? m->square / (double)(m->n - 1) : 0.0; }

static enum comparison_refusal add_set(contrast *c, size_t set, moments *of, row_variances *to)
{
    const size_t draws = draws_of(c, set), sums = 3 + c->runs[0] + c->runs[1];
    size_t models = 0, units = 0;
    memset(of, 0, sums * sizeof *of);
    for (size_t k = 0; k < c->n; k++)
        if (c->at[k].data == set) units = c->at[k].of->units, models++;
    if (units < 2) return REFUSED_CLUSTERS;
    if (!draws) return models < 2 && c->runs[0] != 1 && c->runs[1] != 1 && c->sets == c->n ? COMPARED : REFUSED_DRAWS;
    for (size_t b = 0; b < draws; b++)
        if (is_defined(c, set, b)) add_draw(c, set, b, of);
    if (of[0].n < 2 || units < 2) return REFUSED_CLUSTERS;
    to->freedom = fmin(to->freedom, (double)(of[0].n < units ? of[0].n : units) - 1);
    to->of_all += variance(&of[0]);
    for (size_t side = 0; side < 2; side++) {
        to->of_sum[side] += variance(&of[1 + side]);
        for (size_t r = 0; r < c->runs[side]; r++) to->of_runs[side] += variance(&of[3 + (side ? c->runs[0] : 0) + r]);
    }
    return COMPARED;
}

static moments scores_of(const contrast *c, size_t side)
{
    moments m = { 0 };
    for (size_t r = 0; r < c->runs[side]; r++) {
        double sum = 0;
        for (size_t k = 0; k < c->n; k++)
            if (c->at[k].side == side && c->at[k].run == r) sum += c->at[k].in_run * c->at[k].of->score;
        moments_add(&m, sum);
    }
    return m;
}

void comparison_ends(const double range[2], double level, compared *to)
{
    const double open[2] = { -INFINITY, INFINITY };
    double ends[2];
    student_interval(to->value, student_quantile(0.5 + level / 2, to->freedom) * to->error, range ? range : open, ends);
    to->low = ends[0];
    to->high = ends[1];
}

static void find_ends(const contrast *c, const compared_side *a, double level, compared *to)
{
    if (c->runs[1])
        to->p = to->error > 0    ? 2 * student_probability(-fabs(to->value) / to->error, to->freedom)
                : to->value != 0 ? 0.0
                                 : 1.0;
    if (!(level > 0)) return;
    comparison_ends(c->runs[1] ? NULL : a->range, level, to);
    if (!c->runs[1] && c->runs[0] > 1) {
        const double runs = (double)c->runs[0];
        const double half = student_quantile(0.5 + level / 2, runs - 1) * to->spread[0] * sqrt(1 + 1 / runs);
        student_interval(to->value, half, a->range, to->next);
    }
}

static void combine(const contrast *c, const row_variances *rows, compared *to)
{
    double all = rows->of_all, below = rows->of_all * rows->of_all / rows->freedom;
    double square[2] = { 0, 0 };
    for (size_t side = 0; side < 2; side++) {
        const double runs = (double)c->runs[side];
        if (c->runs[side] < 2) continue;
        square[side] = to->spread[side] * to->spread[side];
        const double covariance = (rows->of_sum[side] - rows->of_runs[side]) / (runs * (runs - 1));
        all += fmax(square[side] - (rows->of_runs[side] / runs - covariance), 0.0) / runs;
        below += square[side] * square[side] / (runs * runs) / (runs - 1);
    }
    to->error = sqrt(all);
    to->freedom = below > 0 ? fmax(all * all / below, 1.0) : isfinite(rows->freedom) ? rows->freedom : 1.0;
    if (c->runs[0] > 1 && c->runs[1] > 1 && square[0] + square[1] > 0)
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

void comparison_make(const compared_side *a, const compared_side *b, double level, compared *to)
{
    *to = unknown;
    to->refused = !a->n || (b && !b->n) ? REFUSED_EMPTY : COMPARED;
    if (to->refused) return;
    contrast c = contrast_make(a, b);
    moments *of = needed(calloc(c.n + 3, sizeof *of));
    row_variances rows = { .freedom = INFINITY };
    for (size_t side = 0; side < 2; side++) {
        const moments m = scores_of(&c, side);
        to->runs[side] = c.runs[side];
        to->spread[side] = moments_sd(&m);
        if (m.n) to->value = side ? to->value - moments_mean(&m) : moments_mean(&m);
    }
    for (size_t set = 0; set < c.sets && !to->refused; set++) to->refused = add_set(&c, set, of, &rows);
    if (!to->refused) {
        combine(&c, &rows, to);
        find_ends(&c, a, level, to);
    }
    free(of);
    contrast_free(&c);
}

static void sum_draws(const compared_side *side, side_sums *to)
{
    contrast c = contrast_make(side, NULL);
    moments *of = needed(calloc(c.n + 3, sizeof *of));
    const moments scores = scores_of(&c, 0);
    size_t draws = c.sets == 1 && side->at->data[0] && side->at->units > 1 ? draws_of(&c, 0) : 0;
    for (size_t k = 0; k < c.n; k++) draws = side->at[k].draws == draws ? draws : 0;
    for (size_t b = 0; b < draws; b++) draws = is_defined(&c, 0, b) ? draws : 0;
    *to = (side_sums){ .of = side, .runs = c.runs[0], .value = moments_mean(&scores), .spread = moments_sd(&scores) };
    if (draws > 1) to->mean = needed(malloc(draws * sizeof *to->mean));
    for (size_t b = 0; b < draws && to->mean; b++) {
        add_draw(&c, 0, b, of);
        to->mean[b] = c.sum[0];
    }
    to->of_sum = variance(&of[1]);
    for (size_t r = 0; r < to->runs; r++) to->of_runs += variance(&of[3 + r]);
    free(of);
    contrast_free(&c);
}

side_sums *comparison_sums(const compared_side *const *side, size_t n)
{
    side_sums *to = needed(calloc(n + 1, sizeof *to));
    for (size_t k = 0; k < n; k++) sum_draws(side[k], &to[k]);
    return to;
}

void comparison_sums_free(side_sums *of, size_t n)
{
    for (size_t k = 0; k < n; k++) free(of[k].mean);
    free(of);
}

void comparison_of_sums(const side_sums *a, const side_sums *b, compared *to)
{
    const compared_model *x = a->of->at, *y = b->of->at;
    if (!a->mean || !b->mean || !same_rows(x, y) || x->draws != y->draws) {
        comparison_make(a->of, b->of, 0, to);
        return;
    }
    const contrast c = { .runs = { a->runs, b->runs } };
    row_variances rows = { .of_sum = { a->of_sum, b->of_sum }, .of_runs = { a->of_runs, b->of_runs } };
    moments all = { 0 };
    for (size_t d = 0; d < x->draws; d++) moments_add(&all, a->mean[d] - b->mean[d]);
    rows.of_all = variance(&all);
    rows.freedom = (double)(all.n < x->units ? all.n : x->units) - 1;
    *to = unknown;
    to->value = a->value - b->value;
    for (size_t side = 0; side < 2; side++) {
        to->runs[side] = c.runs[side];
        to->spread[side] = side ? b->spread : a->spread;
    }
    combine(&c, &rows, to);
    find_ends(&c, a->of, 0, to);
}

static double as_worst(double x, double low) { return isnan(x) ? low : x; }

/* The mean over runs; b SIZE_MAX: of the scores themselves. */
static double mean_under(const contrast *c, const compared_side *side, size_t b, size_t *undefined)
{
    double sum = side->undefined ? (double)side->undefined * side->range[0] : 0;
    for (size_t k = 0; k < c->n; k++) {
        const compared_model *m = c->at[k].of;
        const double x = b == SIZE_MAX ? m->score : m->shuffled[b];
        *undefined += isnan(x) != 0;
        sum += c->at[k].in_run * as_worst(x, side->range[0]);
    }
    return sum / (double)(c->runs[0] + side->undefined);
}

double comparison_chance(const compared_side *side, size_t *undefined)
{
    size_t shuffles = SIZE_MAX, as_good = 0;
    *undefined = 0;
    for (size_t k = 0; k < side->n; k++)
        if (side->at[k].shuffles < shuffles) shuffles = side->at[k].shuffles;
    if (!side->n || !shuffles) return NAN;
    contrast c = contrast_make(side, NULL);
    const double score = mean_under(&c, side, SIZE_MAX, undefined);
    size_t none = 0;
    for (size_t b = 0; b < shuffles; b++) as_good += mean_under(&c, side, b, &none) >= score;
    *undefined += none;
    contrast_free(&c);
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
    placed *all = needed(malloc((n + 1) * sizeof *all));
    size_t m = 0;
    double least = 0;
    for (size_t k = 0; k < n; k++)
        if (!isnan(p[k])) all[m++] = (placed){ p[k], k };
    qsort(all, m, sizeof *all, by_p);
    for (size_t k = 0; k < m; k++) {
        least = fmax(least, fmin((double)(m - k) * all[k].p, 1.0));
        p[all[k].at] = least;
    }
    free(all);
}

/* p of pair (i, j), i < j, in one list. */
static size_t pair_at(size_t i, size_t j, size_t n) { return i * (2 * n - i - 1) / 2 + j - i - 1; }

int comparison_best(const compared_side *side, size_t n, double level, unsigned char *is_best)
{
    const size_t pairs = n * (n - (n > 0)) / 2;
    size_t compared_pairs = 0;
    memset(is_best, 0, n);
    if (n > COMPARED_MOST) return 0;
    double *p = needed(malloc((pairs + n + 1) * sizeof *p)), *value = p + pairs;
    const compared_side **sides = needed(calloc(n + 1, sizeof *sides));
    for (size_t i = 0; i < n; i++) sides[i] = &side[i];
    side_sums *sums = comparison_sums(sides, n);
    for (size_t i = 0; i < n; i++) {
        compared one;
        comparison_make(&side[i], NULL, 0, &one);
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
    free(sides);
    free(p);
    return compared_pairs > 0;
}
