/* The interval of a difference is Newcombe's (1998, Statistics in Medicine 17, p. 873, method 10): the two intervals'
 * distances to their estimates, added in squares. */
#include "held_out_lines.h"

#include "bank_pairs.h"
#include "claim_names.h"
#include "names.h"
#include "needed.h"
#include "student.h"
#include "wording.h"

#include <inttypes.h>
#include <string.h>

enum { MANY = 1000000000 }; /* degrees of freedom: Student's distribution is the normal one */

/* Of the two ends of an interval at 95 % that `asked` of them share. */
static double normal_quantile_for(double asked) { return student_quantile(1.0 - 0.025 / asked, MANY); }

static int same_series(const evidence_series *a, const evidence_series *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->preset, b->preset) == 0 && strcmp(a->output, b->output) == 0;
}

/* How far apart two answers are; one that is undefined and one that is not: for ever. Rounding is no difference. */
static double distance(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0.0 : INFINITY;
    return fabs(a - b) <= 1e-9 * fmax(1.0, fabs(a)) ? 0.0 : fabs(a - b);
}

/* The point's values asked again, found by their place, scenario and seeds; the furthest is kept in `to`. */
static void compare_point(const evidence_point *first, const evidence_point *again, held_out_unsteady *to)
{
    for (size_t k = 0; again && k < again->n; k++) {
        size_t i = 0;
        while (i < first->n && first->seed[i] != again->seed[k]) i++;
        if (i == first->n || !(distance(first->value[i], again->value[k]) > distance(to->first, to->again))) continue;
        to->at = first;
        to->seed = first->seed[i];
        to->first = first->value[i];
        to->again = again->value[k];
    }
}

static void find_unsteady(const evidence *first, const evidence *again, held_out_lines *to)
{
    for (size_t k = 0; k < first->count; k++) {
        held_out_unsteady found = { .of = &first->at[k] };
        const evidence_series *other = NULL;
        for (size_t j = 0; j < again->count && !other; j++)
            if (same_series(&first->at[k], &again->at[j])) other = &again->at[j];
        for (size_t p = 0; other && p < other->n_points; p++) {
            const evidence_point *at = &other->point[p];
            const evidence_point *own = evidence_find(&first->at[k], at->scenario, at->point, at->samples);
            if (own) compare_point(own, at, &found);
        }
        if (found.at) to->unsteady[to->n_unsteady++] = found;
    }
}

typedef struct side {
    const evidence *scores;
    bank_pairs pairs;
    pair_values of; /* scratch, room for all */
} side;

static double right_of(const side *s, size_t series, size_t pair)
{
    return s->pairs.score[series * s->pairs.count + pair].right;
}

/* Adds a value of pair k, if it has one. */
static void note_value(side *s, size_t k, double value)
{
    const bank_pair *p = &s->pairs.at[k];
    pair_values *v = &s->of;
    if (isnan(value)) return;
    v->value[v->n] = value;
    v->group[v->n] = p->group;
    v->stratum[v->n] = p->stratum;
    v->draw[v->n++] = p->draw;
}

/* Of a series over the ordered pairs of a property. */
static concordance concordance_in(side *s, size_t series, uint32_t claim)
{
    const bank_pairs *pairs = &s->pairs;
    s->of.n = 0;
    for (size_t k = 0; k < pairs->count; k++) {
        const bank_pair *p = &pairs->at[k];
        if (p->claim == claim && p->is_ordered && p->samples == pairs->rows) note_value(s, k, right_of(s, series, k));
    }
    return concordance_of(&s->of);
}

static side side_find(const evidence *scores)
{
    side to = { .scores = scores, .pairs = bank_pairs_find(scores, NULL) };
    const size_t room = to.pairs.count + 1;
    size_t *places = needed(malloc(3 * room * sizeof *places));
    to.of = (pair_values){ .value = needed(malloc(room * sizeof(double))),
                           .stratum = places,
                           .group = places + room,
                           .draw = places + 2 * room };
    return to;
}

static void side_free(side *s)
{
    free(s->of.stratum);
    free(s->of.value);
    bank_pairs_free(&s->pairs);
}

/* The number of an output's series there; the count of series where it has none. */
static size_t series_at(const side *s, const evidence_series *of)
{
    size_t k = 0;
    while (k < s->scores->count && !same_series(&s->scores->at[k], of)) k++;
    return k;
}

static concordance concordance_at(side *s, const evidence_series *of, uint32_t claim)
{
    const size_t series = series_at(s, of);
    return series < s->scores->count ? concordance_in(s, series, claim) : (concordance){ 0, NAN, NAN, NAN };
}

/* The pair of `other` that is pair k of s; its count where there is none. */
static size_t same_pair(const side *s, size_t k, const side *other)
{
    const bank_pair *a = &s->pairs.at[k];
    size_t j = 0;
    while (j < other->pairs.count && !(other->pairs.at[j].bank == a->bank &&
                                       points_alike(a->side[0]->at, other->pairs.at[j].side[0]->at, "bank")))
        j++;
    return j;
}

/* Pair by pair: the mean over ways to spoil of the mean change. */
static void fresh_change(const side *published, side *fresh, held_out_line *l, double asked)
{
    const size_t a = series_at(fresh, l->of), b = series_at(published, l->of);
    fresh->of.n = 0;
    for (size_t k = 0; k < fresh->pairs.count; k++) {
        const size_t j = fresh->pairs.at[k].claim == l->claim ? same_pair(fresh, k, published) : published->pairs.count;
        if (a == fresh->scores->count || b == published->scores->count || j == published->pairs.count) continue;
        note_value(fresh, k, right_of(fresh, a, k) - right_of(published, b, j));
    }
    const change_interval of = change_of_pairs(&fresh->of, 0.025 / asked);
    l->fresh_change = of.change;
    l->fresh_low = of.low;
    l->fresh_high = of.high;
}

static void line_change(held_out_line *l, double asked)
{
    const double wider = normal_quantile_for(asked) / normal_quantile_for(1.0);
    const concordance *a = &l->published, *b = &l->held_out;
    l->change = b->value - a->value;
    l->low = l->change - wider * hypot(b->value - b->low, a->high - a->value);
    l->high = l->change + wider * hypot(b->high - b->value, a->value - a->low);
}

enum { PUBLISHED, FRESH, HELD_OUT, SIDES };

/* In the order of the strips. */
static void add_lines(side sides[SIDES], const choice_property *held_out, held_out_lines *to)
{
    for (size_t k = 0; k < held_out->n_strips; k++) {
        const evidence_series *of = held_out->strip[k].of;
        held_out_line *l = &to->line[to->count++];
        *l = (held_out_line){ .of = of, .claim = held_out->claim };
        l->published = concordance_at(&sides[PUBLISHED], of, l->claim);
        l->fresh = concordance_at(&sides[FRESH], of, l->claim);
        l->held_out = concordance_at(&sides[HELD_OUT], of, l->claim);
        for (size_t u = 0; u < to->n_unsteady; u++)
            if (to->unsteady[u].of == of) l->unsteady = &to->unsteady[u];
    }
}

void held_out_lines_make(const held_out_scores *from, held_out_lines *to)
{
    const evidence *const scores[SIDES] = { from->published, from->fresh, &from->held_out->scores };
    side sides[SIDES];
    for (int k = 0; k < SIDES; k++) sides[k] = side_find(scores[k]);
    to->line = needed(calloc(3 * scores[HELD_OUT]->count + 1, sizeof *to->line));
    to->unsteady = needed(calloc(scores[HELD_OUT]->count + 1, sizeof *to->unsteady));
    to->rows = from->held_out->made.rows;
    find_unsteady(scores[HELD_OUT], from->again, to);
    for (int p = 0; p < 3; p++) add_lines(sides, &from->held_out->made.property[p], to);
    for (size_t k = 0; k < to->count; k++) {
        line_change(&to->line[k], (double)to->count);
        fresh_change(&sides[PUBLISHED], &sides[FRESH], &to->line[k], (double)to->count);
    }
    for (int k = 0; k < SIDES; k++) side_free(&sides[k]);
}

void held_out_lines_free(held_out_lines *lines)
{
    free(lines->line);
    free(lines->unsteady);
    *lines = (held_out_lines){ 0 };
}

int held_out_falls(const held_out_line *l) { return l->high < 0.0 || l->fresh_high < 0.0; }

int held_out_failed(const held_out_lines *lines)
{
    int failed = lines->n_unsteady > 0;
    for (size_t k = 0; k < lines->count; k++) failed |= held_out_falls(&lines->line[k]);
    return failed;
}

static const char *result_of(const held_out_line *l)
{
    if (l->unsteady) return "not a function of its input";
    return l->fresh_high < 0.0 ? "falls on fresh rows" : l->high < 0.0 ? "falls on new pairs" : "no certain fall";
}

static void add_line(grid *g, const held_out_line *l)
{
    char name[160], change[64];
    series_text(l->of, name, sizeof name);
    grid_interval_text(l->change, (const double[]){ l->low, l->high }, 2, change, sizeof change);
    GRID_ROW(g, GRID_TEXT(name), GRID_TEXT(claim_name(l->claim)), GRID_NUMBER(l->published.value, 2),
             GRID_NUMBER(l->fresh.value, 2), GRID_NUMBER(l->held_out.value, 2));
    if (isnan(l->change)) grid_number(g, NAN, 2);
    else grid_written(g, l->change, change);
    grid_text(g, "%s", result_of(l));
}

grid *held_out_grid(const held_out_lines *lines)
{
    char caption[240], name[160];
    snprintf(caption, sizeof caption,
             "Held-out check %" PRIu64 ": concordance on published pairs of known order, on fresh rows of them, and on "
             "pairs that nobody had seen (%" PRIu64 " rows)",
             lines->seed, lines->rows);
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "metric", "Metric", GRID_LEFT }, { "property", "Property", GRID_LEFT },
                 { "published", "Published", GRID_RIGHT }, { "fresh_rows", "Fresh rows", GRID_RIGHT },
                 { "held_out", "New pairs", GRID_RIGHT }, { "change", "Change", GRID_RIGHT },
                 { "result", "Result", GRID_WRAP });
    for (size_t k = 0; k < lines->count; k++) add_line(g, &lines->line[k]);
    for (size_t k = 0; k < lines->n_unsteady; k++) {
        const held_out_unsteady *u = &lines->unsteady[k];
        const int digits = wording_digits(u->first, u->again);
        series_text(u->of, name, sizeof name);
        grid_note(g, 0,
                  "%s is not a function of its input: %.*g, and %.*g for the same data in a new process and another "
                  "order (%s %s, %" PRIu64 " rows, seed %" PRIu64 ").",
                  name, digits, u->first, digits, u->again, u->at->scenario, u->at->point, u->at->samples, u->seed);
    }
    grid_note(g, 0,
              "Change: new pairs minus published, 95 %% for all lines together; pairs that share their draws "
              "count as one. Fresh rows are compared pair by pair. One call in ten was repeated in a new "
              "process.");
    return g;
}
