/*
 * The judge: runs every rule on every series and turns its comparisons into verdicts.
 *
 *     mean +- t(1 - 0.05/(2m); n-1) sd / sqrt(n)          m comparisons of the verdict, n seeds
 *
 *   is the interval of a comparison. Some of the m intervals misses its mean in at most 5 of 100 studies, however the
 *   comparisons depend on each other (Bonferroni), for scores that spread normally over seeds. A deviation of 0 is
 *   legal: scores that agree in every seed have a point for an interval.
 *
 * Source   Dunn 1961, Journal of the American Statistical Association 56, pp. 52-64 (Bonferroni intervals for means);
 *          Student 1908.
 * Cost     a handful of passes over the points of a series for each property.
 */
#include "judge_inside.h"

#include "student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROPERTY(name) extern const property property_##name;
#include "properties_list.h"
#undef PROPERTY

static const property *const properties[] = {
#define PROPERTY(name) &property_##name,
#include "properties_list.h"
#undef PROPERTY
};

size_t property_count(void) { return sizeof properties / sizeof *properties; }

const property *property_at(size_t index) { return index < property_count() ? properties[index] : NULL; }

const property *property_find(const char *id)
{
    for (size_t k = 0; k < property_count(); k++)
        if (strcmp(properties[k]->id, id) == 0) return properties[k];
    return NULL;
}

const char *verdict_word(int outcome)
{
    static const char *const words[] = { "pass", "fail", "not-measured", "not-enough-data" };
    return outcome >= 0 && outcome < VERDICT_KINDS ? words[outcome] : "";
}

const char *verdict_symbol(int outcome)
{
    static const char *const marks[] = { "✓", "✗", "–", "?" };
    return outcome >= 0 && outcome < VERDICT_KINDS ? marks[outcome] : "";
}

double family_half_width(double sd, size_t n, size_t family)
{
    return student_half_width(sd, n, 1.0 - threshold_value("level") / (double)(family ? family : 1));
}

/* Intervals of all comparisons; the half width of a deviation of 1 is found once for each number of seeds in a row. */
static void find_intervals(judging *j)
{
    size_t seeds = 0;
    double half = NAN;
    for (size_t k = 0; k < j->count; k++) {
        comparison *c = &j->comparison[k];
        if (c->seeds != seeds) {
            seeds = c->seeds;
            half = family_half_width(1.0, seeds, j->count);
        }
        c->low = c->value - half * j->beside[k].sd;
        c->high = c->value + half * j->beside[k].sd;
    }
}

static int comparison_outcome(const comparison *c, int kind)
{
    if (kind == KIND_UNDEFINED) return VERDICT_FAIL;
    if (!((double)c->seeds >= threshold_value("seeds")) || isnan(c->low) || isnan(c->high)) return VERDICT_NOT_ENOUGH;
    if (c->low > c->most + SLACK || c->high < c->least - SLACK) return VERDICT_FAIL;
    if (c->low >= c->least - SLACK && c->high <= c->most + SLACK) return VERDICT_PASS;
    return VERDICT_NOT_ENOUGH;
}

double comparison_excess(const comparison *c)
{
    if (isnan(c->value)) return -INFINITY;
    return fmax(c->value - c->most, c->least - c->value);
}

/* Fail over not enough over pass. */
static int verdict_outcome(const judging *j)
{
    int some_open = 0;
    for (size_t k = 0; k < j->count; k++) {
        if (j->comparison[k].outcome == VERDICT_FAIL) return VERDICT_FAIL;
        some_open |= j->comparison[k].outcome == VERDICT_NOT_ENOUGH;
    }
    if (j->settled >= 0) return j->settled;
    if (j->not_applicable && !j->otherwise_lacking) return VERDICT_NOT_MEASURED; /* no further seed would help */
    if (j->lacking[0] || some_open) return VERDICT_NOT_ENOUGH;
    return j->count ? VERDICT_PASS : VERDICT_NOT_MEASURED;
}

/* Of the comparisons with the verdict's outcome (or of all, where something else decides) the one furthest out. */
static size_t find_deciding(const judging *j, int outcome)
{
    size_t best = j->count;
    for (size_t k = 0; k < j->count; k++) {
        if (j->comparison[k].outcome != outcome) continue;
        if (best == j->count || comparison_excess(&j->comparison[k]) > comparison_excess(&j->comparison[best]))
            best = k;
    }
    for (size_t k = 0; best == j->count && k < j->count; k++)
        if (comparison_excess(&j->comparison[k]) >= comparison_excess(&j->comparison[0])) best = k;
    return best < j->count ? best : 0;
}

static void judging_drop(judging *j)
{
    for (size_t k = 0; k < j->count; k++) free(j->comparison[k].text);
    free(j->comparison);
    free(j->beside);
}

static assay_status judge_one(const evidence *from, const evidence_series *series, size_t index, verdict *to)
{
    judging j = { .from = from, .series = series, .settled = -1 };
    assay_status status = properties[index]->judge(&j);
    if (status == ASSAY_OK) status = j.status;
    *to = (verdict){ .series = series, .property = index };
    if (status == ASSAY_OK) {
        find_intervals(&j);
        for (size_t k = 0; k < j.count; k++)
            j.comparison[k].outcome = comparison_outcome(&j.comparison[k], j.beside[k].kind);
        to->outcome = verdict_outcome(&j);
        to->deciding = find_deciding(&j, to->outcome);
        status = verdict_tell(&j, to);
    }
    if (status != ASSAY_OK) {
        judging_drop(&j);
        return status;
    }
    free(j.beside);
    to->comparison = j.comparison;
    to->n_comparisons = j.count;
    return ASSAY_OK;
}

assay_status judge_all(const evidence *from, verdicts *to, assay_error *err)
{
    const size_t n = property_count();
    *to = (verdicts){ calloc(from->count * n + 1, sizeof *to->at), 0 };
    if (!to->at) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    for (size_t s = 0; s < from->count; s++) {
        for (size_t p = 0; p < n; p++) {
            const assay_status status = judge_one(from, &from->at[s], p, &to->at[to->count]);
            if (status != ASSAY_OK) {
                verdicts_free(to);
                return assay_fail(err, status, "memory ran out while judging %s", from->at[s].metric);
            }
            to->count++;
        }
    }
    return ASSAY_OK;
}

void verdicts_free(verdicts *all)
{
    for (size_t k = 0; k < all->count; k++) {
        verdict *v = &all->at[k];
        for (size_t c = 0; c < v->n_comparisons; c++) free(v->comparison[c].text);
        free(v->comparison);
        free(v->text);
    }
    free(all->at);
    *all = (verdicts){ 0 };
}
