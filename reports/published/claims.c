/* Claims: the points of one, its comparisons, and what they come to. */
#include "reproduction_inside.h"
#include "claim_names.h"
#include "papers.h"

#include "student.h"
#include "wording.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t claim_count(void) { return papers_all()->claims.count; }

const claim *claim_at(size_t index)
{
    return index < claim_count() ? PAPER_AT(claim, papers_all()->claims, index) : NULL;
}

char *text_of(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = wording_of(format, list);
    va_end(list);
    return text;
}

/* ---- what a claim looks at ---- */

typedef struct look {
    double value, error, least, most; /* a mean or a difference, its standard error; what is wanted */
    size_t seeds;
    const score_row *a, *b;       /* b NULL: the mean of a; else a less b */
} look;

typedef struct looking {
    const claim *of;
    settings fixed; /* the claim's */
    const score_rows *rows;
    const score_row **point; /* those of the claim, group by group, by rising x */
    size_t points;
    look *at;
    size_t count;
} looking;

static int of_series(const score_row *row, const claim_series *s)
{
    return strcmp(row->of->metric, s->metric) == 0 && strcmp(row->of->preset, s->preset) == 0 &&
           strcmp(row->of->output, s->output) == 0;
}

static int belongs(const looking *l, const score_row *row)
{
    const claim *c = l->of;
    if (!of_series(row, &c->of) || strcmp(row->at->scenario, c->scenario) != 0) return 0;
    if (!c->over) return !c->fixed || strcmp(row->at->point, c->fixed) == 0;
    const double x = point_number(row->at->at, c->over);
    return x >= c->from && x <= c->to && settings_hold(&row->at->at->set, &l->fixed);
}

static void find_points(looking *l)
{
    uint64_t samples = 0;
    for (size_t k = 0; k < l->rows->count; k++)
        if (belongs(l, &l->rows->at[k]) && l->rows->at[k].at->samples > samples) samples = l->rows->at[k].at->samples;
    for (size_t k = 0; k < l->rows->count; k++) {
        const score_row *row = &l->rows->at[k];
        if (row->at->samples != samples || !belongs(l, row)) continue;
        size_t at = l->points; /* after the last of its group that is not larger */
        const double x = l->of->over ? point_number(row->at->at, l->of->over) : 0.0;
        for (size_t p = 0; p < l->points; p++) {
            if (!points_alike(l->point[p]->at->at, row->at->at, l->of->over)) continue;
            if (point_number(l->point[p]->at->at, l->of->over) > x) {
                at = p;
                break;
            }
            at = p + 1;
        }
        memmove(&l->point[at + 1], &l->point[at], (l->points - at) * sizeof *l->point);
        l->point[at] = row;
        l->points++;
    }
}

/* The other of two: the same point, or that of `than`. NULL: not in the store. */
static const score_row *find_other(const looking *l, const score_row *first)
{
    const claim *c = l->of;
    const claim_series *series = c->than.metric ? &c->than : &c->of;
    const char *scenario = c->than_scenario ? c->than_scenario : c->scenario;
    const char *point = c->than_point ? c->than_point : first->at->point;
    const score_row *found = NULL;
    for (size_t k = 0; k < l->rows->count; k++) {
        const score_row *row = &l->rows->at[k];
        if (of_series(row, series) && strcmp(row->at->scenario, scenario) == 0 && strcmp(row->at->point, point) == 0 &&
            (!found || row->at->samples > found->at->samples))
            found = row;
    }
    return found;
}

/* ---- comparisons ---- */

static void look_at(looking *l, const score_row *a, const score_row *b, double least, double most)
{
    look *k = &l->at[l->count++];
    *k = (look){ .a = a, .b = b, .least = least, .most = most, .value = a->at->mean, .seeds = a->at->defined };
    double square = a->at->sd * a->at->sd / (double)a->at->defined; /* NaN for one seed, whose sd is NaN */
    if (b) {
        k->value -= b->at->mean;
        square += b->at->sd * b->at->sd / (double)b->at->defined;
        if (b->at->defined < k->seeds) k->seeds = b->at->defined;
    }
    k->error = sqrt(square);
}

/* The pair of a group whose means differ most, the larger first. */
static void look_at_range(looking *l, size_t first, size_t end, double least, double most)
{
    size_t low = first, high = first;
    for (size_t p = first; p < end; p++) {
        if (l->point[p]->at->mean < l->point[low]->at->mean) low = p;
        if (l->point[p]->at->mean > l->point[high]->at->mean) high = p;
    }
    look_at(l, l->point[high], l->point[low], least, most);
}

/* The pair of a group whose mean rises most on the way. */
static void look_at_rise(looking *l, size_t first, size_t end)
{
    size_t low = first, best_low = first, best_high = first + 1;
    for (size_t p = first + 1; p < end; p++) {
        if (l->point[p - 1]->at->mean < l->point[low]->at->mean) low = p - 1;
        if (l->point[p]->at->mean - l->point[low]->at->mean >
            l->point[best_high]->at->mean - l->point[best_low]->at->mean) {
            best_low = low;
            best_high = p;
        }
    }
    if (best_high < end) look_at(l, l->point[best_high], l->point[best_low], -INFINITY, l->of->bound);
}

static void look_at_group(looking *l, size_t first, size_t end)
{
    const claim *c = l->of;
    const double bound = c->bound;
    switch (c->shape) {
    case CLAIM_FLAT: look_at_range(l, first, end, -INFINITY, bound); break;
    case CLAIM_MOVES: look_at_range(l, first, end, bound, INFINITY); break;
    case CLAIM_DROPS: look_at(l, l->point[first], l->point[end - 1], bound, INFINITY); break;
    case CLAIM_NO_RISE: look_at_rise(l, first, end); break;
    case CLAIM_FALLS:
        for (size_t p = first; p + 1 < end; p++) look_at(l, l->point[p], l->point[p + 1], bound, INFINITY);
        break;
    default:
        for (size_t p = first; p < end; p++) {
            if (c->shape == CLAIM_LEAST) look_at(l, l->point[p], NULL, bound, INFINITY);
            else if (c->shape == CLAIM_MOST) look_at(l, l->point[p], NULL, -INFINITY, bound);
            else look_at(l, l->point[p], NULL, bound - c->tolerance, bound + c->tolerance);
        }
    }
}

/* 0: the other of two is not in the store. */
static int look_at_two(looking *l)
{
    const double bound = l->of->bound;
    for (size_t p = 0; p < l->points; p++) {
        const score_row *other = find_other(l, l->point[p]);
        if (!other) return 0;
        const score_row *a = l->point[p];
        if (l->of->shape == CLAIM_ABOVE) look_at(l, a, other, bound, INFINITY);
        else if (l->of->shape == CLAIM_EQUAL) look_at(l, a, other, -bound, bound);
        else if (a->at->mean >= other->at->mean) look_at(l, a, other, bound, INFINITY);
        else look_at(l, other, a, bound, INFINITY);
    }
    return 1;
}

static int look_at_all(looking *l)
{
    const claim *c = l->of;
    if (c->shape == CLAIM_ABOVE || c->shape == CLAIM_EQUAL || c->shape == CLAIM_UNEQUAL) return look_at_two(l);
    if (c->shape == CLAIM_SOME_MOST) {
        const score_row *least = l->point[0];
        for (size_t p = 1; p < l->points; p++)
            if (l->point[p]->at->mean < least->at->mean) least = l->point[p];
        look_at(l, least, NULL, -INFINITY, c->bound);
        return 1;
    }
    for (size_t first = 0, end; first < l->points; first = end) {
        for (end = first + 1; end < l->points; end++)
            if (!points_alike(l->point[first]->at->at, l->point[end]->at->at, c->over)) break;
        look_at_group(l, first, end);
    }
    return 1;
}

/* ---- what it comes to ---- */

/* NaN for one seed, whose t has no degree of freedom. */
static double half_width(const looking *l, const look *k)
{
    return student_quantile(1.0 - 0.025 / (double)l->count, (double)(k->seeds - 1)) * k->error;
}

/* Means that are equal by construction come out some rounding errors apart. */
static int outcome_of(const looking *l, const look *k)
{
    const double rounding = 1e-12, half = half_width(l, k), least = k->least - rounding, most = k->most + rounding;
    const int inside = k->value >= least && k->value <= most;
    if (isnan(half)) return inside ? REPRODUCTION_WITHIN_ERROR : REPRODUCTION_DIFFERS;
    if (k->value - half >= least && k->value + half <= most) return REPRODUCTION_DONE;
    return k->value + half < least || k->value - half > most ? REPRODUCTION_DIFFERS : REPRODUCTION_WITHIN_ERROR;
}

/* How far inside it is; negative: outside. */
static double margin_of(const look *k) { return fmin(k->value - k->least, k->most - k->value); }

/* "alpha=0 0.5 1: 0.9 0.7 0.6" */
static void put_curve(char *to, size_t size, const looking *l)
{
    wording w = wording_in(to, size);
    wording_add(&w, "%s=", l->of->over);
    for (size_t p = 0; p < l->points; p++)
        wording_add(&w, "%s%g", p ? " " : "", point_number(l->point[p]->at->at, l->of->over));
    for (size_t p = 0; p < l->points; p++) wording_add(&w, "%s%.4g", p ? " " : ": ", l->point[p]->at->mean);
}

static void put_side(char *to, size_t size, const score_row *row)
{
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%s%.4g at %s", used ? ", " : "", row->at->mean,
             row->at->point[0] ? row->at->point : row->at->scenario);
}

/* The means of one curve, or of the deciding comparison among many. */
static char *evidence_of(const looking *l, const look *deciding)
{
    char text[512] = "";
    const int one_curve =
        l->of->over && points_alike(l->point[0]->at->at, l->point[l->points - 1]->at->at, l->of->over);
    const int two = l->of->than.metric || l->of->than_point;
    if (one_curve && !two) {
        put_curve(text, sizeof text, l);
        return text_of("%s", text);
    }
    put_side(text, sizeof text, deciding->a);
    if (deciding->b) put_side(text, sizeof text, deciding->b);
    return text_of("%s%s%s%s", l->count > 1 ? "nearest to the threshold: " : "", text, l->of->than.metric ? " of " : "",
                   l->of->than.metric ? deciding->b->of->metric : "");
}

static int decide(looking *l, reproduction_row *to)
{
    const look *deciding = NULL;
    to->status = REPRODUCTION_DONE;
    for (size_t k = 0; k < l->count; k++) {
        const int outcome = outcome_of(l, &l->at[k]);
        const int worse = outcome == REPRODUCTION_DIFFERS
                              ? to->status != outcome
                              : outcome == REPRODUCTION_WITHIN_ERROR && to->status == REPRODUCTION_DONE;
        if (!deciding || worse || (outcome == to->status && margin_of(&l->at[k]) < margin_of(deciding)))
            deciding = &l->at[k];
        if (worse) to->status = outcome;
    }
    const double half = half_width(l, deciding);
    to->ours = deciding->value;
    to->low = deciding->value - half;
    to->high = deciding->value + half;
    to->seeds = deciding->seeds;
    to->samples = deciding->a->at->samples;
    to->evidence = evidence_of(l, deciding);
    if (to->status == REPRODUCTION_DIFFERS && isnan(half)) return to->evidence && reproduction_one_seed(to) == ASSAY_OK;
    if (to->status == REPRODUCTION_DIFFERS && l->of->reason) to->reason = text_of("%s", l->of->reason);
    return to->evidence && (to->reason || to->status != REPRODUCTION_DIFFERS || !l->of->reason);
}

static int tell_undefined(const score_row *row, reproduction_row *to)
{
    to->status = REPRODUCTION_DIFFERS;
    to->reason = text_of("undefined at %s: %s", row->at->point[0] ? row->at->point : row->at->scenario,
                         row->at->undefined ? row->at->undefined : "");
    return to->reason != NULL;
}

/* What the metric says of itself, in the descriptor that the store keeps. */
static int judge_measures(const looking *l, reproduction_row *to)
{
    char word[96];
    uint32_t ours = 0;
    size_t found = 0;
    for (size_t k = 0; k < l->rows->count; k++) {
        if (strcmp(l->rows->at[k].of->metric, l->of->of.metric) != 0) continue;
        ours |= l->rows->at[k].of->measures;
        found++;
    }
    if (!found) return 1;
    to->status = (double)ours == l->of->bound ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    const size_t n = claims_join(ours, ", ", ", ", word, sizeof word);
    to->evidence = text_of("here it claims %s", n == CLAIM_NAMES ? "all three" : word);
    if (to->status == REPRODUCTION_DIFFERS && l->of->reason) to->reason = text_of("%s", l->of->reason);
    return to->evidence != NULL;
}

static int judge_looking(looking *l, reproduction_row *to)
{
    if (l->of->shape == CLAIM_MEASURES) return judge_measures(l, to);
    find_points(l);
    if (l->points < l->of->points || !l->points) return 1;
    for (size_t p = 0; p < l->points; p++)
        if (!l->point[p]->at->defined) return tell_undefined(l->point[p], to);
    if (!look_at_all(l)) return 1;
    if (!l->count) return 1; /* a group of one point has no steps */
    for (size_t k = 0; k < l->count; k++)
        if (l->at[k].b && !l->at[k].b->at->defined) return tell_undefined(l->at[k].b, to);
    return decide(l, to);
}

assay_status claim_judge(const claim *c, const score_rows *rows, reproduction_row *to)
{
    looking l = { .of = c, .rows = rows };
    to->status = REPRODUCTION_MISSING;
    to->ours = to->low = to->high = NAN;
    to->seeds = 0;
    to->samples = 0;
    l.point = calloc(rows->count + 1, sizeof *l.point);
    l.at = calloc(rows->count + 1, sizeof *l.at);
    const int fine = settings_read(c->fixed ? c->fixed : "", SETTINGS_OF_POINT, &l.fixed) == ASSAY_OK && l.point &&
                     l.at && judge_looking(&l, to);
    settings_free(&l.fixed);
    free(l.point);
    free(l.at);
    return fine ? ASSAY_OK : ASSAY_ENOMEM;
}

void claim_rule(const claim *c, char *to, size_t size)
{
    const double b = c->bound;
    const char *mean = c->points > 1 ? "every mean" : "mean";
    switch (c->shape) {
    case CLAIM_LEAST: snprintf(to, size, "%s at least %g", mean, b); break;
    case CLAIM_MOST: snprintf(to, size, "%s at most %g", mean, b); break;
    case CLAIM_NEAR: snprintf(to, size, "%s within %.3g of %.3g", mean, c->tolerance, b); break;
    case CLAIM_SOME_MOST: snprintf(to, size, "the least mean at most %g", b); break;
    case CLAIM_FLAT: snprintf(to, size, "means differ by at most %g", b); break;
    case CLAIM_MOVES: snprintf(to, size, "means differ by at least %g", b); break;
    case CLAIM_FALLS: snprintf(to, size, "every step of the means falls by at least %g", b); break;
    case CLAIM_NO_RISE: snprintf(to, size, "the means rise by at most %g on the way", b); break;
    case CLAIM_DROPS: snprintf(to, size, "the mean falls by at least %g from the first point to the last", b); break;
    case CLAIM_ABOVE: snprintf(to, size, "the first mean is larger by at least %g", b); break;
    case CLAIM_EQUAL: snprintf(to, size, "the two means differ by at most %g", b); break;
    case CLAIM_UNEQUAL: snprintf(to, size, "the two means differ by at least %g", b); break;
    default: snprintf(to, size, "as the metric's descriptor says"); break;
    }
}
