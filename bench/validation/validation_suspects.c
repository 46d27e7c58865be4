/*
 * The list of mistakes: every way this file knows to get from the reference to other values. A suspect gives values for
 * a data set, a post is a function of a score; what explains the candidate is one suspect with one post.
 */
#include "validation_inside.h"

#include "relation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How simple an explanation is. */
enum { RANK_PRESET = 1, RANK_MISTAKE = 2, RANK_OPTION = 3, RANK_OTHER_METRIC = 4, RANK_FORM = 5, RANK_TWO = 6 };

/* ---- functions of a score ---- */

static double post_same(double x, double n) { return (void)n, x; }
static double post_bits(double x, double n) { return (void)n, x / log(2.0); }
static double post_nats(double x, double n) { return (void)n, x * log(2.0); }
static double post_digits(double x, double n) { return (void)n, x / log(10.0); }
static double post_undigits(double x, double n) { return (void)n, x * log(10.0); }
static double post_percent(double x, double n) { return (void)n, x * 100.0; }
static double post_complement(double x, double n) { return (void)n, 1.0 - x; }
static double post_negated(double x, double n) { return (void)n, -x; }
static double post_square(double x, double n) { return (void)n, x * x; }
static double post_root(double x, double n) { return (void)n, x >= 0.0 ? sqrt(x) : NAN; }
static double post_absolute(double x, double n) { return (void)n, fabs(x); }
static double post_clip(double x, double n) { return (void)n, fmin(1.0, fmax(0.0, x)); }
static double post_half(double x, double n) { return (void)n, 0.5 * x; }
static double post_twice(double x, double n) { return (void)n, 2.0 * x; }
static double post_more(double x, double n) { return x * n / (n - 1.0); }
static double post_less(double x, double n) { return x * (n - 1.0) / n; }
static double post_more_twice(double x, double n) { return x * n / (n - 1.0) * n / (n - 1.0); }
static double post_less_twice(double x, double n) { return x * (n - 1.0) / n * (n - 1.0) / n; }
static double post_more_root(double x, double n) { return x * sqrt(n / (n - 1.0)); }
static double post_less_root(double x, double n) { return x * sqrt((n - 1.0) / n); }
static double post_rounded_2(double x, double n) { return (void)n, rint(x * 1e2) / 1e2; }
static double post_rounded_3(double x, double n) { return (void)n, rint(x * 1e3) / 1e3; }
static double post_rounded_4(double x, double n) { return (void)n, rint(x * 1e4) / 1e4; }
static double post_rounded_6(double x, double n) { return (void)n, rint(x * 1e6) / 1e6; }
static double post_single(double x, double n) { return (void)n, (double)(float)x; }

static const post posts[] = {
    { NULL, post_same },
    { "x 1/ln 2: bits where nats are meant (in a ratio: only in the numerator)", post_bits },
    { "x ln 2: nats over bits, a ratio of different logarithms", post_nats },
    { "x 1/ln 10: decimal logarithms where natural ones are meant (in a ratio: only in the numerator)", post_digits },
    { "x ln 10: natural over decimal logarithms", post_undigits },
    { "x 100: percent", post_percent },
    { "1 - score", post_complement },
    { "-score: the difference is taken the other way round", post_negated },
    { "score squared", post_square },
    { "square root of the score", post_root },
    { "|score|", post_absolute },
    { "score clipped to 0..1", post_clip },
    { "x 1/2", post_half },
    { "x 2", post_twice },
    { "x N/(N-1): 1/(N-1) where 1/N is meant", post_more },
    { "x (N-1)/N: 1/N where 1/(N-1) is meant", post_less },
    { "x (N/(N-1))^2: 1/(N-1) in the covariance, 1/N in the variances", post_more_twice },
    { "x ((N-1)/N)^2: 1/N in the covariance, 1/(N-1) in the variances", post_less_twice },
    { "x sqrt(N/(N-1))", post_more_root },
    { "x sqrt((N-1)/N)", post_less_root },
    { "rounded to 2 decimals", post_rounded_2 },
    { "rounded to 3 decimals", post_rounded_3 },
    { "rounded to 4 decimals", post_rounded_4 },
    { "rounded to 6 decimals", post_rounded_6 },
    { "rounded to single precision", post_single },
};

size_t post_count(void) { return sizeof posts / sizeof *posts; }
const post *post_at(size_t index) { return &posts[index]; }

/* ---- functions of the reference's items ---- */

static int up(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double defined_mean(const double *x, size_t n)
{
    double s = 0;
    for (size_t k = 0; k < n; k++) s += x[k];
    return s / (double)n;
}

static double items_sum(const double *x, size_t n, size_t all) { return (void)all, defined_mean(x, n) * (double)n; }
static double items_median(const double *x, size_t n, size_t all)
{
    return (void)all, n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}
static double items_least(const double *x, size_t n, size_t all) { return (void)n, (void)all, x[0]; }
static double items_most(const double *x, size_t n, size_t all) { return (void)all, x[n - 1]; }
static double items_as_zero(const double *x, size_t n, size_t all)
{
    return defined_mean(x, n) * (double)n / (double)all;
}
static double items_strict(const double *x, size_t n, size_t all) { return n == all ? defined_mean(x, n) : NAN; }
static double items_geometric(const double *x, size_t n, size_t all)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += log(x[k]);
    return (void)all, exp(sum / (double)n);
}
static double items_short(const double *x, size_t n, size_t all)
{
    return (void)all, n > 1 ? defined_mean(x, n) * (double)n / (double)(n - 1) : NAN;
}

static const struct aggregate {
    const char *text;
    double (*of)(const double *x, size_t n, size_t all);
} aggregates[] = {
    { "the sum of the items instead of their mean", items_sum },
    { "the median of the items instead of their mean", items_median },
    { "the smallest item instead of their mean", items_least },
    { "the largest item instead of their mean", items_most },
    { "undefined items count as 0 in the mean", items_as_zero },
    { "one undefined item makes the mean undefined", items_strict },
    { "the geometric mean of the items", items_geometric },
    { "the sum of the items divided by their number less 1", items_short },
};

size_t aggregate_count(void) { return sizeof aggregates / sizeof *aggregates; }
const char *aggregate_text(size_t index) { return aggregates[index].text; }

double aggregate_value(size_t index, const double *item, size_t n)
{
    enum { ROOM = 256 };
    double x[ROOM];
    size_t defined = 0;
    if (n > ROOM) return NAN;
    for (size_t k = 0; k < n; k++)
        if (!isnan(item[k])) x[defined++] = item[k];
    if (!defined) return NAN;
    qsort(x, defined, sizeof *x, up);
    return aggregates[index].of(x, defined, n);
}

/* ---- listing ---- */

static assay_status suspect_add(comparison *c, suspects *to, suspect one, const char *text)
{
    if (to->count % 256 == 0) {
        suspect *more = realloc(to->at, (to->count + 256) * sizeof *more);
        if (!more) return ASSAY_ENOMEM;
        to->at = more;
    }
    one.text = arena_text(&c->memory, text);
    one.alive = (uint32_t)((1ull << post_count()) - 1);
    to->at[to->count++] = one;
    return one.text ? ASSAY_OK : ASSAY_ENOMEM;
}

static ptrdiff_t option_place(const assay_metric *metric, const char *id)
{
    for (size_t k = 0; k < metric->n_options; k++)
        if (strcmp(metric->options[k].id, id) == 0) return (ptrdiff_t)k;
    return -1;
}

/* The reference with more options changed: its index in to->variants, SIZE_MAX where it cannot be. */
static assay_status variant_changed(comparison *c, suspects *to, const char *options, size_t *index)
{
    char name[1536];
    const size_t before = to->variants.count;
    snprintf(name, sizeof name, "%s@%s:%s", c->reference->metric->id, c->reference->id.text, options);
    assay_error ignored;
    const assay_status status = selection_add(&to->variants, name, &ignored);
    if (status == ASSAY_ENOMEM) return status;
    *index = to->variants.count > before ? before : SIZE_MAX;
    return ASSAY_OK;
}

/* Metrics that take long are no suspects of others' mistakes. */
static int costly(const assay_metric *metric)
{
    static const char *const list[] = { "dci-rf",       "dci-rfc", "dci-gbt", "rf-acc", "rf1-acc",  "z-diff",
                                        "explicitness", "infoe",   "infom",   "infoc",  "dci-lasso" };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        if (strcmp(metric->id, list[k]) == 0) return 1;
    return 0;
}

/* variants are added first, suspects when the list no longer moves: variant is an index until then. */
static const variant *as_index(size_t index) { return (const variant *)(uintptr_t)(index + 1); }

static assay_status list_presets(comparison *c, suspects *to)
{
    const assay_metric *own = c->reference->metric;
    assay_status status = ASSAY_OK;
    for (size_t m = 0; m < assay_metric_count() && status == ASSAY_OK; m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (metric != own && (strcmp(metric->family, own->family) != 0 || costly(metric) || c->seconds > DEAR))
            continue;
        for (size_t p = 0; p < metric->n_presets && status == ASSAY_OK; p++) {
            char name[256];
            assay_error ignored;
            snprintf(name, sizeof name, "%s@%s", metric->id, metric->presets[p].id);
            const size_t at = to->variants.count;
            status = selection_add(&to->variants, name, &ignored);
            for (size_t o = 0; o < (metric == own ? 1 : metric->n_outputs) && status == ASSAY_OK; o++) {
                suspect one = { .kind = SUSPECT_VARIANT,
                                .variant = as_index(at),
                                .output = metric == own ? SIZE_MAX : o,
                                .rank = metric == own ? RANK_PRESET : RANK_OTHER_METRIC };
                if (metric != own && metric->n_outputs > 1)
                    snprintf(name, sizeof name, "%s@%s (%s)", metric->id, metric->presets[p].id, metric->outputs[o].id);
                status = suspect_add(c, to, one, name);
            }
        }
    }
    return status;
}

static assay_status option_suspect(comparison *c, suspects *to, const char *changes, const char *text)
{
    size_t at;
    assay_status status = variant_changed(c, to, changes, &at);
    if (status != ASSAY_OK || at == SIZE_MAX) return status;
    char name[768];
    snprintf(name, sizeof name, "%s with %s", c->reference->metric->id, text ? text : changes);
    const suspect one = { .kind = SUSPECT_VARIANT, .variant = as_index(at), .output = SIZE_MAX, .rank = RANK_OPTION };
    return suspect_add(c, to, one, name);
}

static assay_status list_numbers(comparison *c, suspects *to, const assay_option *option, double value)
{
    static const double tried[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 32, 40, 50, 64, 100, 128, 256 };
    char text[160];
    assay_status status = ASSAY_OK;
    for (int k = -1; k <= 1 && status == ASSAY_OK; k++) {
        if (!k || value + k < option->low || value + k > option->high) continue;
        snprintf(text, sizeof text, "%s=%.17g", option->id, value + k);
        status = option_suspect(c, to, text, NULL);
    }
    for (size_t k = 0; k < sizeof tried / sizeof *tried && status == ASSAY_OK; k++) {
        if (tried[k] < option->low || tried[k] > option->high || tried[k] == value) continue;
        snprintf(text, sizeof text, "%s=%g", option->id, tried[k]);
        status = option_suspect(c, to, text, NULL);
        if (strcmp(option->id, "bins") != 0 || option_place(c->reference->metric, "factor-bins") < 0) continue;
        snprintf(text, sizeof text, "bins=%g:factor-bins=%g", tried[k], tried[k]);
        if (status == ASSAY_OK) status = option_suspect(c, to, text, NULL);
    }
    return status;
}

/* Whole numbers other than the reference's, of all rows: a preset that scores a part of them is met by few. */
static assay_status list_all_rows(comparison *c, suspects *to)
{
    static const double tried[] = { 5, 10, 15, 20, 25, 30, 32, 50, 64, 100 };
    const ptrdiff_t rows = option_place(c->reference->metric, "rows");
    const int bins = option_place(c->reference->metric, "bins") >= 0;
    assay_status status = ASSAY_OK;
    if (rows < 0 || c->reference->option[rows] == 0.0 || option_place(c->reference->metric, "factor-bins") < 0)
        return ASSAY_OK;
    for (size_t k = 0; k < sizeof tried / sizeof *tried && status == ASSAY_OK; k++) {
        char text[160];
        snprintf(text, sizeof text, "rows=all:factor-bins=%g", tried[k]);
        status = option_suspect(c, to, text, NULL);
        if (status != ASSAY_OK || !bins) continue;
        snprintf(text, sizeof text, "rows=all:bins=%g", tried[k]);
        status = option_suspect(c, to, text, NULL);
        snprintf(text, sizeof text, "rows=all:bins=%g:factor-bins=%g", tried[k], tried[k]);
        if (status == ASSAY_OK) status = option_suspect(c, to, text, NULL);
    }
    return status;
}

/* Each option of the reference changed by itself. */
static assay_status list_options(comparison *c, suspects *to)
{
    const assay_metric *metric = c->reference->metric;
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < metric->n_options && status == ASSAY_OK; k++) {
        const assay_option *option = &metric->options[k];
        const double value = c->reference->option[k];
        if (!assay_option_read(metric, c->reference->option, k)) continue;
        for (size_t w = 0; option->words && option->words[w] && status == ASSAY_OK; w++) {
            char text[160];
            if ((double)w == value) continue;
            snprintf(text, sizeof text, "%s=%s", option->id, option->words[w]);
            status = option_suspect(c, to, text, NULL);
        }
        if (!option->words && option->flags & ASSAY_WHOLE && status == ASSAY_OK && c->seconds <= DEAR)
            status = list_numbers(c, to, option, value);
    }
    return status;
}

static assay_status list_transforms(comparison *c, suspects *to)
{
    const ptrdiff_t bins = option_place(c->reference->metric, "bins");
    const int binned = bins >= 0 && assay_option_read(c->reference->metric, c->reference->option, (size_t)bins);
    size_t many = SIZE_MAX; /* the reference with bins enough for all bin numbers */
    if (binned) {
        char text[64];
        snprintf(text, sizeof text, "bins=%g", fmin(10000.0, 2.0 * c->reference->option[bins] + 8.0));
        const assay_status status = variant_changed(c, to, text, &many);
        if (status != ASSAY_OK) return status;
    }
    for (size_t t = 1; t < transform_count(); t++) {
        const transform *by = transform_at(t);
        if (by->binned && many == SIZE_MAX) continue;
        const suspect one = { .kind = SUSPECT_VARIANT,
                              .transform = t,
                              .output = SIZE_MAX,
                              .rank = RANK_MISTAKE + by->more,
                              .variant = by->binned ? as_index(many) : NULL };
        const assay_status status = suspect_add(c, to, one, by->text);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static assay_status list_aggregates(comparison *c, suspects *to)
{
    assay_status status = suspect_add(
        c, to, (suspect){ .kind = SUSPECT_VARIANT, .output = SIZE_MAX, .rank = RANK_MISTAKE }, "the score");
    for (size_t k = 0; k < aggregate_count() && status == ASSAY_OK; k++) {
        const suspect one = { .kind = SUSPECT_AGGREGATE, .index = k, .output = SIZE_MAX, .rank = RANK_MISTAKE };
        status = suspect_add(c, to, one, aggregate_text(k));
    }
    return status;
}

/* "mi:bins=10:rule=range": with the options that the reference gives it. */
static void relation_name(const variant *v, const relation_kind *kind, char *to, size_t size)
{
    double option[RELATION_OPTIONS_MOST];
    relation_options_of(v->metric, v->option, kind, option);
    size_t used = (size_t)snprintf(to, size, "%s", kind->id);
    for (size_t k = 0; k < kind->n_options && used < size; k++) {
        char value[64];
        assay_option_print(&kind->options[k], option[k], value, sizeof value);
        used += (size_t)snprintf(to + used, size - used, ":%s=%s", kind->options[k].id, value);
    }
}

static assay_status list_forms(comparison *c, suspects *to)
{
    const assay_metric *metric = c->reference->metric;
    const char *relation = assay_metric_relation(metric, c->reference->option);
    const int correlated = relation && strcmp(relation, "r2") == 0;
    const char *id = metric->relation ? NULL : relation; /* one that cannot be chosen is dear, or r2 */
    if (c->n_outputs > 1 || (!id && !correlated)) return ASSAY_OK;
    to->n_relations = id != NULL;
    if (id) relation_name(c->reference, relation_find(id), to->relation[0], sizeof to->relation[0]);
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < form_count() && status == ASSAY_OK; k++) {
        const form f = form_at(k);
        if (f.signed_rank ? !correlated || f.normaliser : !to->n_relations) continue; /* correlations: totals are 1 */
        char text[512];
        form_text(&f,
                  id && strncmp(id, "mi", 2) == 0 ? "mutual information"
                  : id                            ? id
                                                  : "correlation",
                  text, sizeof text);
        const suspect one = { .kind = SUSPECT_FORM,
                              .index = k,
                              .output = SIZE_MAX,
                              .relation = f.signed_rank ? SIZE_MAX : 0,
                              .rank = RANK_FORM };
        status = suspect_add(c, to, one, text);
    }
    return status;
}

assay_status suspects_list(comparison *c, suspects *to, assay_error *err)
{
    *to = (suspects){ 0 };
    assay_status status = list_aggregates(c, to);
    if (status == ASSAY_OK) status = list_presets(c, to);
    if (status == ASSAY_OK) status = list_options(c, to);
    if (status == ASSAY_OK && c->seconds <= DEAR) status = list_all_rows(c, to);
    if (status == ASSAY_OK && c->seconds <= DEAR) status = list_transforms(c, to);
    if (status == ASSAY_OK) status = list_forms(c, to);
    if (status != ASSAY_OK) {
        suspects_free(to);
        return assay_fail(err, status, "memory ran out");
    }
    for (size_t k = 0; k < to->count; k++) {
        const uintptr_t index = (uintptr_t)to->at[k].variant;
        to->at[k].variant = index ? &to->variants.at[index - 1] : c->reference;
    }
    return ASSAY_OK;
}

void suspects_free(suspects *s)
{
    for (size_t k = 0; k < s->count; k++) free(s->at[k].mean);
    free(s->at);
    selection_free(&s->variants);
    *s = (suspects){ 0 };
}
