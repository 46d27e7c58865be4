#include "reproduction.h"

#include "needed.h"
#include "plain_text.h"
#include "student.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

const char *reproduction_status_text(int status)
{
    static const char *const texts[] = { "reproduced",   "undecided",         "differs",
                                         "out of reach", "not in this store", "checked by tests" };
    return texts[status];
}

const char *reproduction_status_words(const reproduction_row *row)
{
    const char *status = reproduction_status_text(row->status);
    if (row->needs == SIZE_MAX) return phrase("%s (no number of seeds shows it)", status);
    return row->needs ? phrase("%s (needs about %zu seeds)", status, row->needs) : status;
}

static int is_asked(const paper_entry *e, const reproduction_part *part)
{
    if (!part) return !e->in->apart;
    if (part->item && strcmp(e->id, part->item->id) != 0) return 0;
    if (part->kinds && !(e->kind & part->kinds)) return 0;
    return part->of ? e->in == part->of : part->item || !e->in->apart;
}

int reproduction_find(const char *typed, reproduction_part *to)
{
    const paper_item *item;
    const paper_list *all = &papers_all()->papers;
    for (size_t k = 0; (item = paper_item_at(k)); k++)
        if (strcasecmp(item->id, typed) == 0) to->item = item;
    for (size_t k = 0; k < all->count; k++) {
        const paper *one = *PAPER_AT(const paper *, *all, k);
        if (one->tables && strcasecmp(one->tables, typed) == 0) to->of = one;
    }
    return to->item || to->of;
}

int reproduction_counts(const reproduction_part *part)
{
    size_t k = 0;
    const paper_entry *e;
    while ((e = published_at(k)) && !(e->kind == PRINTS_COUNT && is_asked(e, part))) k++;
    return e != NULL;
}

/* Nothing of it is in the store, so far. */
static reproduction_row row_begun(const paper_entry *e)
{
    const int status = e->status >= 0 ? e->status : REPRODUCTION_MISSING;
    return (reproduction_row){ .of = e, .ours = NAN, .low = NAN, .high = NAN, .status = status };
}

/* What comes before it, and the command for some metrics. */
static void row_say_run(reproduction_row *row, const char *why, const char *metrics)
{
    const paper_entry *e = row->of;
    const size_t first = e->seeds[0], end = e->seeds[1] ? e->seeds[1] : 10;
    row->reason = phrase("%s`assay run %s%s%s --metrics %s --seeds %zu:%zu --db FILE`", why, e->plan,
                         *e->scenario ? " --scenarios " : "", e->scenario, metrics, first, end);
}

/* One seed has no interval: nothing is said of it but how to get more. */
static void row_of_one_seed(reproduction_row *row)
{
    char metric[96];
    row->status = REPRODUCTION_UNDECIDED;
    row->needs = 2;
    variant_print(row->of->of.metric, row->of->of.preset, metric, sizeof metric);
    row_say_run(row, "one seed has no interval, and so no verdict; ", metric);
}

/* How many seeds make a half-width h of n seeds as small as `to_see`, when a part of its square, `stays`, is not ours;
 * two digits of them; SIZE_MAX: none do. */
static size_t seeds_for(size_t n, double half, double stays, double to_see)
{
    const double least = (double)n * half * half / (to_see * to_see - stays);
    if (to_see * to_see <= stays || !(least < 1e6)) return SIZE_MAX;
    const double unit = least < 100.0 ? 1.0 : pow(10.0, floor(log10(least)) - 1.0);
    return (size_t)fmax(ceil(least / unit) * unit, (double)n + 1.0);
}

/* A scenario knows how many samples its study had. */
static void say_size(reproduction_row *row)
{
    const assay_scenario *study = assay_scenario_find(row->of->scenario);
    if (!row->samples || row->of->samples || !study || row->samples >= study->samples) return;
    row->reason = phrase("%s%sscored with %" PRIu64 " samples, the study has %" PRIu64, row->reason ? row->reason : "",
                         row->reason ? "; " : "", row->samples, (uint64_t)study->samples);
}

/* Whether the caller counted it. */
static int put_count(const paper_entry *asked, const reproduction_facts *facts, reproduction_row *row)
{
    for (size_t k = 0; facts && k < facts->count; k++) {
        if (strcmp(facts->at[k].name, asked->count) != 0) continue;
        row->ours = facts->at[k].value;
        row->status = row->ours == asked->value ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
        return 1;
    }
    return 0;
}

static void add_entry(const paper_entry *e, const score_rows *rows, const verdicts *judged,
                      const reproduction_facts *facts, reproduction *to)
{
    to->at = kept_grown(to->at, sizeof *to->at, to->count, &to->room);
    reproduction_row *row = &to->at[to->count++];
    *row = row_begun(e);
    if (e->kind == PRINTS_COUNT && put_count(e, facts, row)) return;
    if (e->status >= 0) {
        row->reason = e->reason ? e->reason : "";
    } else if (e->kind == PRINTS_MARK) {
        mark_judge(e, judged, row);
    } else {
        published_judge(e, rows, row);
        say_size(row);
    }
}

static int is_silent(const reproduction_row *row) { return row->status == REPRODUCTION_MISSING && !row->reason; }

static int same_run(const paper_entry *a, const paper_entry *b)
{
    return strcmp(a->plan, b->plan) == 0 && strcmp(a->scenario, b->scenario) == 0 && a->seeds[0] == b->seeds[0] &&
           a->seeds[1] == b->seeds[1];
}

/* The list with "metric@preset", once. */
static const char *list_with(const char *list, const claim_series *of)
{
    char name[96];
    variant_print(of->metric, of->preset, name, sizeof name);
    return list_has(list, name) ? list : phrase_join(list, ",", name);
}

/* One command for all that a scenario lacks: the same words for each of its rows, so that they are one note. */
static void say_commands(reproduction *to)
{
    for (size_t k = 0; k < to->count; k++) {
        const paper_entry *first = to->at[k].of;
        if (!is_silent(&to->at[k])) continue;
        const char *list = "";
        for (size_t l = k; l < to->count; l++)
            if (is_silent(&to->at[l]) && same_run(first, to->at[l].of)) list = list_with(list, &to->at[l].of->of);
        for (size_t l = k; l < to->count; l++)
            if (is_silent(&to->at[l]) && same_run(first, to->at[l].of)) row_say_run(&to->at[l], "", list);
    }
}

void reproduction_of(const score_rows *rows, const verdicts *judged, const reproduction_part *part,
                     const reproduction_facts *facts, reproduction *to)
{
    const paper_item *item;
    const paper_entry *e;
    for (size_t i = 0; (item = paper_item_at(i)); i++)
        for (size_t k = 0; (e = published_at(k)); k++)
            if (strcmp(e->id, item->id) == 0 && is_asked(e, part)) add_entry(e, rows, judged, facts, to);
    say_commands(to);
    for (size_t k = 0; k < to->count; k++) to->by_status[to->at[k].status]++;
}

/* "z-diff,z-min-var,...": those that have marks. */
static const char *marked_metrics(const reproduction_part *part)
{
    const paper_entry *e;
    const char *list = "";
    for (size_t k = 0; (e = published_at(k)); k++)
        if (e->kind == PRINTS_MARK && is_asked(e, part))
            list = list_with(list, &(claim_series){ e->of.metric, "default", "" });
    return list;
}

assay_status reproduction_read(store *s, const reproduction_part *part, const reproduction_facts *facts,
                               reproduction *to, assay_error *err)
{
    ASSAY_TRY(papers_load(NULL, err));
    const store_filter own = { .profile = PROFILE_OWN };
    const store_filter marked = { .profile = PROFILE_OWN, .metrics = marked_metrics(part) };
    score_rows rows = { 0 };
    FREED(evidence_free) evidence all = { 0 };
    FREED(evidence_free) evidence seen = { 0 };
    verdicts judged = { 0 };
    ASSAY_TRY(evidence_read_rows(s, &own, &all, &rows, err));
    if (*marked.metrics) ASSAY_TRY(evidence_read(s, &marked, &seen, err));
    judge_all(&seen, &judged);
    reproduction_of(&rows, &judged, part, facts, to);
    return ASSAY_OK;
}

/* ---- numbers and claims: the points of one, its comparisons, and what they come to ---- */

/* What a rule compares: each point; the least; of each group the two furthest apart, each step, the largest rise, the
 * ends; each point with the other of two, of which the larger may come first. And where that has to lie. */
enum { EACH, LEAST_ALONE, RANGE, STEPS, RISE, ENDS, TWO, TWO_LARGER_FIRST, NO_SCORES };
enum { AT_LEAST, AT_MOST, AROUND_BOUND, AROUND_ZERO };

static const struct rule {
    int looks, side;
    const char *text, *behind; /* around the bound; of EACH behind "mean" or "every mean" */
} rules[] = {
    [CLAIM_LEAST] = { EACH, AT_LEAST, " at least ", "" },
    [CLAIM_MOST] = { EACH, AT_MOST, " at most ", "" },
    [CLAIM_NEAR] = { EACH, AROUND_BOUND, " within ", "" },
    [CLAIM_SOME_MOST] = { LEAST_ALONE, AT_MOST, "the least mean at most ", "" },
    [CLAIM_FLAT] = { RANGE, AT_MOST, "means differ by at most ", "" },
    [CLAIM_MOVES] = { RANGE, AT_LEAST, "means differ by at least ", "" },
    [CLAIM_FALLS] = { STEPS, AT_LEAST, "every step of the means falls by at least ", "" },
    [CLAIM_NO_RISE] = { RISE, AT_MOST, "the means rise by at most ", " on the way" },
    [CLAIM_DROPS] = { ENDS, AT_LEAST, "the mean falls by at least ", " from the first point to the last" },
    [CLAIM_ABOVE] = { TWO, AT_LEAST, "the first mean is larger by at least ", "" },
    [CLAIM_EQUAL] = { TWO, AROUND_ZERO, "the two means differ by at most ", "" },
    [CLAIM_UNEQUAL] = { TWO_LARGER_FIRST, AT_LEAST, "the two means differ by at least ", "" },
    [CLAIM_MEASURES] = { NO_SCORES, AT_LEAST, "as the metric's descriptor says", "" },
};

const char *claim_rule(const paper_entry *c)
{
    const struct rule *r = &rules[c->rule];
    const char *mean = r->looks != EACH ? "" : c->points > 1 ? "every mean" : "mean";
    if (r->looks == NO_SCORES) return r->text;
    if (r->side == AROUND_BOUND) return phrase("%s%s%.3g of %.3g", mean, r->text, c->tolerance, c->bound);
    return phrase("%s%s%g%s", mean, r->text, c->bound, r->behind);
}

typedef struct look {
    double value, error; /* a mean or a difference, its standard error */
    size_t seeds;
    const score_row *a, *b; /* b NULL: the mean of a; else a less b */
} look;

typedef struct looking {
    const paper_entry *of;
    double least, most;    /* wanted */
    const settings *fixed; /* the claim's */
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
    const paper_entry *c = l->of;
    if (!of_series(row, &c->of) || strcmp(row->at->scenario, c->scenario) != 0) return 0;
    if (c->samples && row->at->samples != c->samples) return 0;
    if (!c->over) return !c->point || strcmp(row->at->point, c->point) == 0;
    const double x = point_number(row->at->at, c->over);
    return x >= c->from && x <= c->to && settings_hold(&row->at->at->set, l->fixed);
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
    const paper_entry *c = l->of;
    const claim_series *series = c->than.metric ? &c->than : &c->of;
    const char *scenario = c->than_scenario ? c->than_scenario : c->scenario;
    const char *point = c->than_point ? c->than_point : first->at->point;
    const score_row *found = NULL;
    for (size_t k = 0; k < l->rows->count; k++) {
        const score_row *row = &l->rows->at[k];
        if (of_series(row, series) && strcmp(row->at->scenario, scenario) == 0 && strcmp(row->at->point, point) == 0 &&
            (!c->samples || row->at->samples == c->samples) && (!found || row->at->samples > found->at->samples))
            found = row;
    }
    return found;
}

static void look_at(looking *l, const score_row *a, const score_row *b)
{
    look *k = &l->at[l->count++];
    *k = (look){ .a = a, .b = b, .value = a->at->mean, .seeds = a->at->defined };
    double square = a->at->sd * a->at->sd / (double)a->at->defined; /* NaN for one seed, whose sd is NaN */
    if (b) {
        k->value -= b->at->mean;
        square += b->at->sd * b->at->sd / (double)b->at->defined;
        if (b->at->defined < k->seeds) k->seeds = b->at->defined;
    }
    k->error = sqrt(square);
}

static double mean_at(const looking *l, size_t p) { return l->point[p]->at->mean; }

/* The pair of a group whose means differ most, the larger first. */
static void look_at_range(looking *l, size_t first, size_t end, int least_alone)
{
    size_t low = first, high = first;
    for (size_t p = first; p < end; p++) {
        if (mean_at(l, p) < mean_at(l, low)) low = p;
        if (mean_at(l, p) > mean_at(l, high)) high = p;
    }
    look_at(l, l->point[least_alone ? low : high], least_alone ? NULL : l->point[low]);
}

/* The pair of a group whose mean rises most on the way. */
static void look_at_rise(looking *l, size_t first, size_t end)
{
    size_t low = first, best_low = first, best_high = first + 1;
    for (size_t p = first + 1; p < end; p++) {
        if (mean_at(l, p - 1) < mean_at(l, low)) low = p - 1;
        if (mean_at(l, p) - mean_at(l, low) > mean_at(l, best_high) - mean_at(l, best_low)) {
            best_low = low;
            best_high = p;
        }
    }
    if (best_high < end) look_at(l, l->point[best_high], l->point[best_low]);
}

static void look_at_group(looking *l, size_t first, size_t end)
{
    switch (rules[l->of->rule].looks) {
    case RANGE: look_at_range(l, first, end, 0); break;
    case ENDS: look_at(l, l->point[first], l->point[end - 1]); break;
    case RISE: look_at_rise(l, first, end); break;
    case STEPS:
        for (size_t p = first; p + 1 < end; p++) look_at(l, l->point[p], l->point[p + 1]);
        break;
    default:
        for (size_t p = first; p < end; p++) look_at(l, l->point[p], NULL);
    }
}

/* 0: the other of two is not in the store. */
static int look_at_two(looking *l, int larger_first)
{
    for (size_t p = 0; p < l->points; p++) {
        const score_row *a = l->point[p], *other = find_other(l, a);
        if (!other) return 0;
        const int as_is = !larger_first || a->at->mean >= other->at->mean;
        look_at(l, as_is ? a : other, as_is ? other : a);
    }
    return 1;
}

static int look_at_all(looking *l)
{
    const paper_entry *c = l->of;
    const struct rule *r = &rules[c->rule];
    l->least = r->side == AT_MOST        ? -INFINITY
               : r->side == AROUND_BOUND ? c->bound - c->tolerance
               : r->side == AROUND_ZERO  ? -c->bound
                                         : c->bound;
    l->most = r->side == AT_LEAST ? INFINITY : r->side == AROUND_BOUND ? c->bound + c->tolerance : c->bound;
    if (r->looks == TWO || r->looks == TWO_LARGER_FIRST) return look_at_two(l, r->looks == TWO_LARGER_FIRST);
    if (r->looks == LEAST_ALONE) {
        look_at_range(l, 0, l->points, 1);
        return 1;
    }
    for (size_t first = 0, end; first < l->points; first = end) {
        for (end = first + 1; end < l->points; end++)
            if (!points_alike(l->point[first]->at->at, l->point[end]->at->at, c->over)) break;
        look_at_group(l, first, end);
    }
    return 1;
}

/* NaN for one seed, whose t has no degree of freedom. */
static double half_width(const looking *l, const look *k)
{
    return student_quantile(1.0 - 0.025 / (double)l->count, (double)(k->seeds - 1)) * k->error;
}

/* Means that are equal by construction come out some rounding errors apart. */
static int outcome_of(const looking *l, const look *k)
{
    const double rounding = 1e-12, half = half_width(l, k), least = l->least - rounding, most = l->most + rounding;
    if (isnan(half)) return REPRODUCTION_UNDECIDED;
    if (k->value - half >= least && k->value + half <= most) return REPRODUCTION_DONE;
    return k->value + half < least || k->value - half > most ? REPRODUCTION_DIFFERS : REPRODUCTION_UNDECIDED;
}

/* How far inside it is; negative: outside. */
static double margin_of(const looking *l, const look *k) { return fmin(k->value - l->least, l->most - k->value); }

/* "alpha=0 0.5 1: 0.9 0.7 0.6" */
static const char *curve_text(const looking *l)
{
    FILE *to = phrase_open();
    fprintf(to, "%s=", l->of->over);
    for (size_t p = 0; p < l->points; p++)
        fprintf(to, "%s%g", p ? " " : "", point_number(l->point[p]->at->at, l->of->over));
    for (size_t p = 0; p < l->points; p++) fprintf(to, "%s%.4g", p ? " " : ": ", mean_at(l, p));
    return phrase_close(to);
}

static const char *place_of(const score_row *row) { return row->at->point[0] ? row->at->point : row->at->scenario; }

/* The means of one curve, or of the deciding comparison among many. */
static void say_evidence(const looking *l, const look *deciding, reproduction_row *to)
{
    const score_row *a = deciding->a, *b = deciding->b;
    const int one_curve =
        l->of->over && points_alike(l->point[0]->at->at, l->point[l->points - 1]->at->at, l->of->over);
    to->evidence = one_curve && !l->of->than.metric && !l->of->than_point
                       ? curve_text(l)
                       : phrase("%s%.4g at %s%s%s%s", l->count > 1 ? "nearest to the threshold: " : "", a->at->mean,
                                place_of(a), b ? phrase(", %.4g at %s", b->at->mean, place_of(b)) : "",
                                l->of->than.metric ? " of " : "", l->of->than.metric ? b->of->metric : "");
}

/* The worst of all, of which the one furthest out decides. */
static void decide(const looking *l, reproduction_row *to)
{
    const look *deciding = NULL;
    to->status = REPRODUCTION_DONE;
    for (size_t k = 0; k < l->count; k++) {
        const int outcome = outcome_of(l, &l->at[k]);
        const int nearer = deciding && outcome == to->status && margin_of(l, &l->at[k]) < margin_of(l, deciding);
        if (deciding && outcome <= to->status && !nearer) continue;
        deciding = &l->at[k];
        to->status = outcome;
    }
    const double half = half_width(l, deciding);
    to->ours = deciding->value;
    to->low = deciding->value - half;
    to->high = deciding->value + half;
    to->seeds = deciding->seeds;
    to->samples = deciding->a->at->samples;
    say_evidence(l, deciding, to);
    if (to->status == REPRODUCTION_DIFFERS) to->reason = l->of->reason;
    if (to->status != REPRODUCTION_UNDECIDED) return;
    if (isnan(half)) row_of_one_seed(to);
    else to->needs = seeds_for(deciding->seeds, half, 0.0, fabs(margin_of(l, deciding)));
}

/* What the metric says of itself, in the descriptor that the store keeps. */
static void judge_measures(const looking *l, reproduction_row *to)
{
    char word[96];
    uint32_t ours = 0;
    size_t found = 0;
    for (size_t k = 0; k < l->rows->count; k++) {
        if (strcmp(l->rows->at[k].of->metric, l->of->of.metric) != 0) continue;
        ours |= l->rows->at[k].of->measures & 7;
        found++;
    }
    if (!found) return;
    to->status = (double)ours == l->of->bound ? REPRODUCTION_DONE : REPRODUCTION_DIFFERS;
    const size_t n = claims_join(ours, ", ", ", ", word, sizeof word);
    to->evidence = phrase("here it claims %s", n == CLAIM_NAMES ? "all three" : word);
    if (to->status == REPRODUCTION_DIFFERS) to->reason = l->of->reason;
}

/* Whether a score is undefined, which no claim allows. */
static int is_undefined(const score_row *row, reproduction_row *to)
{
    if (!row || row->at->defined) return 0;
    to->status = REPRODUCTION_DIFFERS;
    to->reason = phrase("undefined at %s: %s", place_of(row), row->at->undefined ? row->at->undefined : "");
    return 1;
}

static void judge_claim(looking *l, reproduction_row *to)
{
    for (size_t p = 0; p < l->points; p++)
        if (is_undefined(l->point[p], to)) return;
    if (!look_at_all(l)) return;
    for (size_t k = 0; k < l->count; k++)
        if (is_undefined(l->at[k].b, to)) return;
    if (l->count) decide(l, to); /* a group of one point has no steps */
}

/* Over the seeds that are asked for; 0 seeds where one of them is not there. */
static evidence_point over_seeds(const evidence_point *p, const size_t seeds[2])
{
    evidence_point of = *p;
    moments m = { 0 };
    size_t n = 0;
    if (!seeds[1]) return of;
    for (size_t k = 0; k < p->n; k++) {
        if (p->seed[k] < seeds[0] || p->seed[k] >= seeds[1]) continue;
        n++;
        moments_add_defined(&m, p->value[k]);
    }
    evidence_summarise(&of, n < seeds[1] - seeds[0] ? 0 : n, m);
    return of;
}

/* A mean of the published seeds is the same number where it rounds to it. Of other seeds both means err. */
static void number_decide(const paper_entry *p, const evidence_point *of, double half, reproduction_row *to)
{
    const double off = fabs(of->mean - p->value) - p->tolerance,
                 margin = REPRODUCTION_MARGIN * fmax(1.0, fabs(p->value));
    const double theirs = p->runs ? half * half * (double)of->defined / (double)p->runs : 0.0;
    const double both = sqrt(half * half + theirs);
    to->status = REPRODUCTION_DONE;
    if (off <= 0.0 && p->seeds[1]) return;
    if (of->defined == 1) {
        row_of_one_seed(to);
    } else if (off > both) {
        to->status = REPRODUCTION_DIFFERS;
    } else if (both > margin) {
        to->status = REPRODUCTION_UNDECIDED;
        to->needs = seeds_for(of->defined, half, theirs, fmax(margin, off));
    }
}

static void judge_number(const looking *l, reproduction_row *to)
{
    const paper_entry *p = l->of;
    const evidence_point of = over_seeds(l->point[0]->at, p->seeds);
    if (!of.seeds) return;
    to->samples = of.samples;
    to->seeds = of.defined;
    to->ours = of.mean;
    const double half_width = of.defined > 1 ? student_half_width(of.sd, of.defined, 0.95) : NAN;
    to->low = of.mean - half_width;
    to->high = of.mean + half_width;
    if (of.defined) number_decide(p, &of, half_width, to);
    else to->status = REPRODUCTION_DIFFERS;
    if (of.defined < 2 && of.defined < of.seeds)
        to->reason = phrase("undefined in %zu of %zu seeds: %s", of.seeds - of.defined, of.seeds,
                            of.undefined ? of.undefined : "");
    else if (to->status == REPRODUCTION_DIFFERS && p->reason) to->reason = p->reason;
    else if (!to->reason && p->remark) to->reason = p->remark;
}

void published_judge(const paper_entry *p, const score_rows *rows, reproduction_row *to)
{
    looking l = { .of = p, .rows = rows };
    FREED(settings_free) settings fixed = { 0 };
    *to = row_begun(p);
    l.point = kept(rows->count + 1, sizeof *l.point);
    l.at = kept(rows->count + 1, sizeof *l.at);
    l.fixed = &fixed;
    needed_status(settings_read(p->point ? p->point : "", SETTINGS_OF_POINT, &fixed)); /* as the paper's reader saw */
    find_points(&l);
    if (p->kind == PRINTS_CLAIM && p->rule == CLAIM_MEASURES) judge_measures(&l, to);
    else if (!l.points || l.points < p->points) return;
    else if (p->kind == PRINTS_CLAIM) judge_claim(&l, to);
    else judge_number(&l, to);
}

/* ---- tables of verdicts: each mark next to the verdict of the store ---- */

const paper_entry *published_mark(const evidence_series *s, const char *asked)
{
    const paper_entry *e;
    for (size_t k = 0; !s->profile && (e = published_at(k)); k++)
        if (e->kind == PRINTS_MARK && strcmp(e->of.metric, s->metric) == 0 && strcmp(e->property, asked) == 0) return e;
    return NULL;
}

const char *published_mark_text(const paper_entry *mark)
{
    return phrase("%s (%s)%s%s", published_marks[mark->mark], mark->source,
                  mark->remark ? "; the paper against itself: " : "", mark->remark ? mark->remark : "");
}

static int outcome_marked(int mark)
{
    return mark == MARK_YES                             ? VERDICT_PASS
           : mark == MARK_NO || mark == MARK_NO_BY_BINS ? VERDICT_FAIL
                                                        : VERDICT_NOT_CLAIMED;
}

/* ---- the verdict that speaks for a metric of several outputs ---- */

static int weight(int outcome)
{
    static const int of[VERDICT_KINDS] = {
        [VERDICT_FAIL] = 5,      [VERDICT_UNDEFINED] = 4, [VERDICT_NOT_RUN] = 3,
        [VERDICT_UNDECIDED] = 2, [VERDICT_PASS] = 1,      [VERDICT_NOT_CLAIMED] = 0,
    };
    return of[outcome];
}

static int is_about(const verdict *v, const paper_entry *e)
{
    return !v->series->profile && strcmp(v->series->metric, e->of.metric) == 0 &&
           strcmp(v->series->preset, e->of.preset) == 0 && strcmp(property_at(v->property)->id, e->property) == 0;
}

static const verdict *find_verdict(const paper_entry *e, const verdicts *all)
{
    const verdict *found = NULL;
    for (size_t k = 0; k < all->count; k++)
        if (is_about(&all->at[k], e) && (!found || weight(all->at[k].outcome) > weight(found->outcome)))
            found = &all->at[k];
    return found;
}

static int fails_alone(const paper_entry *e, const verdicts *all)
{
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (is_about(v, e) && (v->outcome == VERDICT_FAIL) != (strcmp(v->series->output, e->alone) == 0)) return 0;
    }
    return 1;
}

/* What a reason says must be so in this store: it is given where its numbers hold, and nowhere else. */
static int reason_holds(const paper_entry *e, const verdict *v, const verdicts *all)
{
    const comparison *of = v->n_comparisons ? &v->comparison[v->deciding] : NULL;
    if (e->verdict >= 0 && v->outcome != e->verdict) return 0;
    if (e->alone && !fails_alone(e, all)) return 0;
    if (e->where) {
        size_t k = 0;
        while (k < v->n_comparisons && v->comparison[k].outcome != VERDICT_FAIL) k++;
        of = &v->comparison[k];
        if (k == v->n_comparisons || !strstr(of->text, e->where)) return 0;
    }
    return v->outcome == VERDICT_NOT_CLAIMED || (v->n_comparisons && of->value >= e->from && of->value <= e->to);
}

static void say_reason(const paper_entry *e, const verdict *v, const verdicts *all, reproduction_row *row)
{
    const char *ours = v->text, *doubt = e->remark ? e->remark : "";
    const char *left_out = e->mark == MARK_EXCLUDED ? "the paper leaves it out; ours: " : "";
    const char *against = e->remark ? "the paper against itself: " : "", *gap = e->remark ? "; " : "";
    const char *why = e->reason && reason_holds(e, v, all) ? e->reason : ours;
    if (row->status == REPRODUCTION_DIFFERS) row->reason = phrase("%s%s%s%s%s", left_out, why, gap, against, doubt);
    else if (row->status != REPRODUCTION_DONE) row->reason = phrase("no verdict: %s", ours);
    else if (e->remark) row->reason = phrase("%s%s", against, doubt);
}

void mark_judge(const paper_entry *e, const verdicts *all, reproduction_row *row)
{
    const verdict *v = all ? find_verdict(e, all) : NULL;
    *row = row_begun(e);
    row->outcome = v ? v->outcome : VERDICT_NOT_RUN;
    if (!v) return;
    const int open =
        v->outcome == VERDICT_UNDECIDED || v->outcome == VERDICT_NOT_RUN || v->outcome == VERDICT_UNDEFINED;
    row->status = v->outcome == outcome_marked(e->mark) ? REPRODUCTION_DONE
                  : !open                               ? REPRODUCTION_DIFFERS
                  : v->n_comparisons                    ? REPRODUCTION_UNDECIDED
                                                        : REPRODUCTION_MISSING;
    say_reason(e, v, all, row);
    row->evidence = phrase("%s: %s", verdict_word(v->outcome), v->text);
    if (!v->n_comparisons) return;
    const comparison *deciding = &v->comparison[v->deciding];
    row->ours = deciding->value;
    row->low = deciding->low;
    row->high = deciding->high;
    row->seeds = deciding->seeds;
}
