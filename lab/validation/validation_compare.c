/* Both metrics on the same data. Whether either moves with its random stream is found out, not declared: some data are
 * scored again, in another order and with another stream. If one moves, what differs is compared over ten seeds, or
 * thirty. A candidate that moves though nothing changed draws randomness of its own, or remembers. Then a row per
 * scenario: the largest difference, what is undefined or failed, the verdict. */
#include "validation_inside.h"

#include "candidate.h"
#include "clock.h"
#include "student.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

enum { STATISTICAL_SEEDS = 10, MORE_SEEDS = 30 };
static const double STILL = 1e-10; /* a metric whose values change by less only rounds otherwise */
static const uint64_t OTHER_STREAM = 0x5851F42D4C957F2Du; /* added to a seed: a stream that no seed in use has */

void progress_say(comparison *c, const char *doing, const char *scenario, size_t all)
{
    const size_t of = all > c->done ? all : c->done; /* seeds come where they are needed */
    const validation_progress progress = { c->done, of, doing, scenario, clock_seconds() - c->start };
    if (c->options->report) c->options->report(&progress, c->options->context);
}

double value_range(const comparison *c, const value_pair *v)
{
    const double range = c->output[v->output].range;
    return range > 0.0 ? range : fmax(1.0, fabs(v->want));
}

double value_allowed(const comparison *c, const value_pair *v) { return c->tolerance * value_range(c, v); }

int values_differ(const comparison *c, const value_pair *v)
{
    if (isnan(v->got) || isnan(v->want)) return !isnan(v->got) != !isnan(v->want);
    return !(fabs(v->got - v->want) <= value_allowed(c, v));
}

int value_gives(const comparison *c, const value_pair *v, double x)
{
    const int as_asked = c->options->tolerance > 0.0, single = v->got == (double)(float)v->got && !as_asked;
    const double share = single ? fmax(c->tolerance, SINGLE) : c->tolerance;
    const double solved = c->solved > 0.0 && !as_asked ? EARLY * value_range(c, v) : 0.0;
    if (isnan(x) || isnan(v->got)) return isnan(x) && isnan(v->got);
    return fabs(x - v->got) <= fmax(fmax(value_allowed(c, v), solved), share * fabs(v->got));
}

int cell_next(const comparison *c, walk *w)
{
    w->k = 0;
    for (; w->p < c->n_points; w->p++, w->s = 0) {
        w->point = &c->point[w->p];
        while (w->s < w->point->n_cells) {
            w->cell = &w->point->cell[w->s++];
            if (!w->cell->inapplicable) return 1;
        }
    }
    return 0;
}

int value_next(const comparison *c, walk *w)
{
    while (!w->cell || w->k == w->cell->n_values)
        if (!cell_next(c, w)) return 0;
    w->value = &w->cell->at[w->k++];
    return 1;
}

const char *comparison_text(comparison *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    OWNED char *text = wording_of(format, args);
    va_end(args);
    const char *kept = text ? arena_text(&c->memory, text) : NULL;
    c->no_memory |= !kept;
    return kept ? kept : "";
}

const char *output_word(comparison *c, size_t output, const char *after)
{
    if (c->n_outputs < 2 || output == ALL_OUTPUTS) return "";
    return comparison_text(c, "%s%s", c->reference->metric->outputs[c->output[output].want].id, after);
}

static const char *kept(comparison *c, const char *text) { return text ? comparison_text(c, "%s", text) : NULL; }

/* Both metrics' values of each output, overall and by item. A candidate that refuses data that the reference finds
 * undefined, by an exception say, has nothing to compare. */
void cell_fill(comparison *c, const assay_score *got, const assay_score *want, compared_cell *to)
{
    const char *why = got->overall.undefined ? got->overall.undefined : "failed";
    const size_t items[] = { 0, c->data.n_factors, c->data.n_codes };
    int alike = strstr(why, "candidate-error") != NULL;
    size_t room = 0;
    for (size_t o = 0; o < c->n_outputs; o++) {
        alike &= want[c->output[o].want].overall.undefined != NULL;
        room += 1 + items[c->output[o].axis];
    }
    if (got->status != ASSAY_OK && alike)
        to->inapplicable = comparison_text(c, "%s%s", fails_there, want[c->output[0].want].overall.undefined);
    else if (got->status != ASSAY_OK) to->failed = kept(c, why);
    else to->at = arena_alloc(&c->memory, room, sizeof *to->at), c->no_memory |= !to->at;
    for (size_t o = 0; o < c->n_outputs && to->at; o++) {
        const assay_score *g = &got[c->output[o].got], *w = &want[c->output[o].want];
        const ptrdiff_t n = c->output[o].items && g->n_items == w->n_items ? (ptrdiff_t)w->n_items : 0;
        why = g->overall.undefined;
        if (why && strncmp(why, "not-applicable", 14) == 0 && !w->overall.undefined) {
            to->n_values = 0; /* of the outputs before */
            to->inapplicable = kept(c, why);
            return;
        }
        for (ptrdiff_t k = -1; k < n; k++) {
            const assay_item *x = k < 0 ? &g->overall : &g->items[k], *y = k < 0 ? &w->overall : &w->items[k];
            to->at[to->n_values++] =
                (value_pair){ x->value, y->value, kept(c, x->undefined), kept(c, y->undefined), o, k };
        }
    }
}

void score_begin(comparison *c, const assay_data *data, const compared_point *p, uint64_t seed)
{
    const assay_rep rep = assay_data_view(data);
    c->no_memory |= scoring_begin(c->scoring, &rep, seed, p->point.scenario->id, p->point.at.set.text) != ASSAY_OK;
}

const assay_score *scores_by(comparison *c, const variant *v, scoring_change change, void *context)
{
    const assay_score *score = NULL;
    if (c->no_memory) return NULL;
    scoring_change_relations(c->scoring, change, context);
    c->no_memory |= scoring_run(c->scoring, v, &score) != ASSAY_OK;
    scoring_change_relations(c->scoring, NULL, NULL);
    return c->no_memory || score->status != ASSAY_OK ? NULL : score;
}

const assay_score *scores_of_cell(comparison *c, const compared_point *p, uint64_t seed, uint64_t stream,
                                  const variant *v)
{
    c->no_memory |= data_build(c, p, seed, NULL) != ASSAY_OK;
    if (!c->no_memory) score_begin(c, &c->data, p, stream);
    return scores_by(c, v, NULL, NULL);
}

int cell_differs(const comparison *c, const compared_cell *cell)
{
    for (size_t k = 0; k < cell->n_values; k++)
        if (values_differ(c, &cell->at[k])) return 1;
    return 0;
}

double values_apart(comparison *c, const compared_point *p, int of_candidate, uint64_t stream)
{
    const compared_cell *cell = p->cell;
    const assay_score *score = scores_of_cell(c, p, cell->seed, stream, of_candidate ? c->candidate : c->reference);
    double by = score || c->no_memory ? 0.0 : INFINITY;
    for (size_t k = 0; k < cell->n_values && score; k++) {
        const value_pair *v = &cell->at[k];
        const compared_output *output = &c->output[v->output];
        const double before = of_candidate ? v->got : v->want,
                     now = score_at(&score[of_candidate ? output->got : output->want], v->item);
        if (!isnan(before) || !isnan(now)) by = fmax(by, isnan(before) || isnan(now) ? INFINITY : fabs(before - now));
    }
    return by;
}

assay_status compare_point(comparison *c, compared_point *p, assay_error *err)
{
    const size_t seeds = (size_t)(p->seed_end - p->seed_first);
    size_t planned = 0;
    if (seeds <= p->n_cells) return ASSAY_OK;
    for (size_t k = 0; k < c->n_points; k++) planned += (size_t)(c->point[k].seed_end - c->point[k].seed_first);
    compared_cell *cell = arena_alloc(&c->memory, seeds, sizeof *cell);
    if (!cell) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    if (p->n_cells) memcpy(cell, p->cell, p->n_cells * sizeof *cell);
    p->cell = cell;
    for (; p->n_cells < seeds; p->n_cells++, c->done++) {
        compared_cell *to = &cell[p->n_cells];
        const assay_score *got, *want = NULL;
        progress_say(c, "comparing", p->point.scenario->id, planned);
        to->seed = p->seed_first + p->n_cells;
        ASSAY_TRY(data_build(c, p, to->seed, err));
        to->size = (assay_size){ .n = c->data.n, .n_factors = c->data.n_factors, .n_codes = c->data.n_codes };
        to->peculiar = data_peculiar(&c->data);
        p->labelled |= c->labelled;
        score_begin(c, &c->data, p, to->seed);
        assay_status status = c->no_memory ? ASSAY_ENOMEM : scoring_run(c->scoring, c->reference, &want);
        if (status == ASSAY_OK && want->status != ASSAY_OK)
            return assay_fail(err, want->status, "%s@%s, %s %s: %s", c->reference->metric->id, c->reference->id.text,
                              p->point.scenario->id, p->point.at.set.text, want->overall.undefined);
        if (status == ASSAY_OK) status = scoring_run(c->scoring, c->candidate, &got);
        if (status != ASSAY_OK) return assay_fail(err, status, "memory ran out");
        for (size_t o = 0; o < c->candidate->metric->n_outputs; o++) {
            if (got[o].n_outside && !c->outside) c->outside_in = got[o];
            c->outside += got[o].n_outside;
        }
        cell_fill(c, got, want, to);
    }
    return ASSAY_OK;
}

compared_point few_rows(const compared_point *of)
{
    compared_point p = { .point = of->point, .samples = of->samples < 160 ? of->samples : 160, .worst = of->worst };
    p.seed_first = of->seed_first,
    p.seed_end = p.seed_first + (of->n_cells && !of->cell->failed && of->cell->size.n_codes <= 64);
    return p;
}

static int point_differs(const comparison *c, const compared_point *p)
{
    for (size_t s = 0; s < p->n_cells; s++)
        if (!p->cell[s].inapplicable && cell_differs(c, &p->cell[s])) return 1;
    return 0;
}

/* The candidate once more on some data that it was given before, in a new process, the last first: those that differ,
 * for there it matters what moves, else any; the large ones only where no others do. It gets another stream where it
 * takes none: its host seeds a global generator. Where it moves, or takes one, the same stream says what for; where two
 * new processes, of which this is the first call, answer alike, what moves is no draw. */
static void probe_all(comparison *c)
{
    const size_t most = c->work > COSTLY ? 2 : 6;
    const int random = (c->candidate->metric->flags & ASSAY_RANDOM) != 0;
    size_t asked = 0;
    int some = 0;
    candidate_renew();
    for (size_t k = 0; k < c->n_points; k++) some |= point_differs(c, &c->point[k]);
    for (size_t k = 2 * c->n_points; k-- > 0 && asked < most;) {
        const compared_point *p = &c->point[k % c->n_points];
        double anew[2] = { 0.0, 0.0 };
        if (!p->n_cells || !p->cell->n_values || point_differs(c, p) != some) continue;
        if ((p->cell->size.n * p->cell->size.n_codes > 40000) != (k < c->n_points)) continue;
        const uint64_t seed = p->cell->seed, other = seed + OTHER_STREAM;
        const double by = values_apart(c, p, 1, random ? seed : other);
        const int moves = by > STILL;
        asked++;
        if (moves) c->unrepeatable_by = fmax(by, c->unrepeatable_by);
        if (moves && !c->unrepeatable) {
            c->unrepeatable = comparison_text(c, "%s, %s", p->point.scenario->id, place_text(c, p, p->cell));
            c->remembers = random || values_apart(c, p, 1, seed) > STILL;
            for (int i = 0; i < 2 && c->remembers; i++) candidate_renew(), anew[i] = values_apart(c, p, 1, seed);
            c->remembers &= anew[0] == anew[1];
        }
        c->candidate_moves |= moves && !c->remembers;
        if (some && random && !c->candidate_moves) c->candidate_moves |= values_apart(c, p, 1, other) > STILL;
        if (some && c->reference->metric->flags & ASSAY_RANDOM && !c->reference_moves)
            c->reference_moves |= values_apart(c, p, 0, other) > STILL;
    }
}

/* Those of the largest differences are compared over seeds, and not by the one that chose them; others are left out. */
static void choose_moving(comparison *c)
{
    for (size_t k = 0; k < c->n_points; k++) {
        compared_point *p = &c->point[k];
        p->moves =
            point_differs(c, p) && (c->candidate_moves || values_apart(c, p, 0, p->cell->seed + OTHER_STREAM) > STILL);
    }
    for (int left = c->work > EXPENSIVE ? 3 : 5; left && !c->options->seeds; left--) {
        compared_point *largest = NULL;
        double most = -1.0;
        for (size_t k = 0; k < c->n_points; k++) {
            compared_point *p = &c->point[k];
            double worst = 0.0; /* of overall values of its first seed, as a share of the range */
            if (!p->moves || p->seed_end > p->seed_first + 1) continue;
            for (const value_pair *of = p->cell->at; of < p->cell->at + p->cell->n_values && !p->cell->inapplicable;
                 of++) {
                const double by = fabs(of->got - of->want) / value_range(c, of);
                if (of->item < 0) worst = fmax(worst, isnan(by) && values_differ(c, of) ? 1.0 : by);
            }
            if (worst > most) most = worst, largest = p;
        }
        if (largest) largest->seed_end += STATISTICAL_SEEDS;
    }
    for (size_t k = 0; k < c->n_points && !c->options->seeds; k++)
        if (c->point[k].moves) c->point[k].cell->inapplicable = left_out;
}

/* Where either metric moves, what differs may do so by its draws: it is judged over seeds, point by point until one
 * differs, and over thirty where an interval is too wide. The level is that of all. */
static assay_status compare_over_seeds(comparison *c, assay_error *err)
{
    size_t values = 0, moving = 0;
    int found = 0;
    double width;
    if (c->candidate_moves || c->reference_moves) choose_moving(c);
    for (size_t k = 0; k < c->n_points; k++) {
        const compared_point *p = &c->point[k];
        if (p->n_cells && p->cell->n_values > values) values = p->cell->n_values;
        moving += p->moves && p->seed_end > p->seed_first + 1;
    }
    c->level = 1.0 - (1.0 - c->options->level) / fmax(1.0, (double)(values * moving));
    for (size_t k = 0; k < c->n_points; k++) {
        compared_point *p = &c->point[k];
        if (found && p->moves && !c->options->seeds) p->seed_end = p->seed_first + 1;
        ASSAY_TRY(compare_point(c, p, err));
        found |= p->moves && mean_apart(c, p, ALL_OUTPUTS, &width);
    }
    for (size_t k = 0; k < c->n_points && !c->options->seeds && c->work <= EXPENSIVE; k++) {
        compared_point *p = &c->point[k];
        if (!p->moves || p->n_cells == 1 || mean_apart(c, p, ALL_OUTPUTS, &width) || width <= 1.0) continue;
        p->seed_end = p->seed_first + 1 + MORE_SEEDS;
        ASSAY_TRY(compare_point(c, p, err));
    }
    return ASSAY_OK;
}

/* What a right metric need not take says nothing else of it. Nor do data on which the reference has other values after
 * more passes: it is on its way to a least value that may be at infinity, and a right solver stops elsewhere. */
static void set_aside(comparison *c)
{
    const ptrdiff_t passes = option_of_role(c->reference->metric, ASSAY_PASSES);
    double option[OPTIONS_MOST];
    variant more;
    const int solves = c->solved > 0.0 && passes >= 0 &&
                       variant_with(c->reference, passes, 10.0 * c->reference->option[passes], option, &more);
    for (walk w = { 0 }; cell_next(c, &w);) {
        compared_cell *cell = &c->point[w.p].cell[w.s - 1];
        const char *id = w.point->point.scenario->id;
        const int blind = candidate_is_blind(c->candidate->metric), differs = cell_differs(c, cell),
                  forgiven = differs && (strstr(id, "offset") || (strstr(id, "classes") && blind));
        const assay_score *score = solves && differs ? scores_of_cell(c, w.point, cell->seed, cell->seed, &more) : NULL;
        if (point_is_limit(w.point) && (cell->failed || forgiven))
            cell->failed = NULL, cell->inapplicable = limit_reason;
        for (size_t k = 0; k < cell->n_values && score; k++)
            if (fabs(score_for(c, score, &cell->at[k]) - cell->at[k].want) > value_allowed(c, &cell->at[k]))
                cell->inapplicable = "left out: after more passes the reference has other values, too";
        if (cell->inapplicable) cell->n_values = 0;
    }
}

/* Values of which none that was compared exactly is further off than single precision in between, or a tiny epsilon,
 * leaves it, and some is further than rounding, are equal: no other change is so small everywhere
 * (docs/validating.md). */
assay_status compare_all(comparison *c, assay_error *err)
{
    size_t differ = 0;
    double worst = 0.0;
    c->solved = assay_metric_tolerance(c->reference->metric, c->reference->option);
    c->tolerance = c->options->tolerance > 0.0 ? c->options->tolerance : fmax(EXACT, c->solved);
    for (size_t k = 0; k < c->n_points; k++) {
        compared_point *p = &c->point[k];
        if (2 * differ > k && !c->options->scenarios && !c->options->seeds && point_is_spared(p, k))
            p->seed_end = p->seed_first;
        ASSAY_TRY(compare_point(c, p, err));
        if (point_differs(c, p)) differ++;
        if (p->n_cells && !point_is_limit(p) && p->samples < 10000)
            c->work = fmax(c->work, variant_work(c->reference, &p->cell->size));
    }
    for (walk w = { 0 }; value_next(c, &w);) {
        const double by = fabs(w.value->got - w.value->want) / value_range(c, w.value);
        if (!w.point->moves && !point_is_limit(w.point)) worst = fmax(worst, by); /* of NaN the other */
    }
    if (!(c->options->tolerance > 0.0) && worst > EXACT && worst <= SINGLE) c->tolerance = fmax(SINGLE, c->tolerance);
    set_aside(c);
    probe_all(c);
    return compare_over_seeds(c, err);
}

int mean_differs(const comparison *c, const moments *m, double *half)
{
    *half = m->n > 1 ? student_half_width(moments_sd(m), m->n, c->level) : INFINITY;
    return m->n > 1 && !(fabs(m->mean) <= *half);
}

double worst_of(const comparison *c, int moves)
{
    double worst = 0.0;
    for (size_t k = 0; k < c->n_points; k++)
        if (!c->point[k].moves == !moves) worst = fmax(worst, c->point[k].worst);
    return worst;
}

/* The k-th value of a point over its seeds. */
typedef struct over_seeds {
    moments by;                 /* candidate less reference */
    size_t values;              /* pairs of it */
    const value_pair *example;  /* NULL: there is none */
    const compared_cell *alone; /* one is undefined here, and more often than by its draws; NULL */
    double half, width;         /* half the interval, what is allowed at least; as a share of what it may be */
    int differs;
} over_seeds;

/* One that is undefined in either metric alone may be so by its draws: that, too, is held against an interval. */
static over_seeds value_over_seeds(const comparison *c, const compared_point *p, size_t k)
{
    over_seeds of = { .half = INFINITY };
    moments undefined = { 0 };
    double half;
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        if (cell->failed || cell->inapplicable || k >= cell->n_values) continue;
        const value_pair *v = of.example = &cell->at[k];
        const int got = !isnan(v->got), want = !isnan(v->want);
        of.values++;
        moments_add(&undefined, want - got);
        if (got && want) moments_add(&of.by, v->got - v->want);
        else if (got || want) of.alone = cell;
    }
    if (!mean_differs(c, &undefined, &half)) of.alone = NULL;
    if (!of.by.n) return of;
    of.differs = mean_differs(c, &of.by, &of.half) && fabs(of.by.mean) > value_allowed(c, of.example);
    of.half = fmax(of.half, value_allowed(c, of.example));
    if (!of.differs && of.example->item < 0) of.width = of.half / (c->options->resolution * value_range(c, of.example));
    return of;
}

int mean_apart(const comparison *c, const compared_point *p, size_t output, double *width)
{
    int differs = 0;
    *width = 0.0;
    for (size_t k = 0;; k++) {
        const over_seeds of = value_over_seeds(c, p, k);
        if (!of.example) return differs;
        if (of.example->item >= 0 || (output != ALL_OUTPUTS && of.example->output != output)) continue;
        differs |= of.differs;
        *width = fmax(*width, of.width);
    }
}

const char *place_text(comparison *c, const compared_point *p, const compared_cell *cell)
{
    const char *set = p->point.at.set.text;
    return comparison_text(c, "%s%s%llu samples%s", set, set[0] ? ", " : "", (unsigned long long)p->samples,
                           cell ? comparison_text(c, ", seed %llu", (unsigned long long)cell->seed) : "");
}

static const char *value_text(comparison *c, const compared_point *p, const compared_cell *cell, const value_pair *v)
{
    const char *of = c->output[v->output].axis == ASSAY_PER_CODE ? "code z" : "factor v";
    return comparison_text(c, "%s%s%s", output_word(c, v->output, ", "), place_text(c, p, cell),
                           v->item < 0 ? "" : comparison_text(c, ", %s%td", of, v->item + 1));
}

/* A difference: the largest is the one that exceeds what is allowed the most. NaN: one is undefined, and the reason
 * goes to the row. */
static void tally(comparison *c, compared_point *p, const compared_cell *cell, const value_pair *v, double by,
                  double allowed, validation_row *row)
{
    const int got = isnan(v->got), differs = !(by <= allowed);
    if (differs) row->verdict = VALIDATION_DIFFERS;
    if (isnan(by)) {
        row->undefined++;
        p->worst = INFINITY;
        if (row->why && strcmp(row->why, left_out) != 0) return;
        row->why = comparison_text(c, "undefined in %s alone (%s): %s", got ? "the candidate" : "the reference",
                                   value_text(c, p, cell, v), got ? v->got_why : v->want_why);
        return;
    }
    if (differs || !p->moves) p->worst = fmax(p->worst, by / allowed);
    if (by / allowed <= row->largest / row->tolerance) return;
    row->largest = by;
    row->tolerance = allowed;
    row->where = by > 0.0 ? value_text(c, p, cell, v) : NULL;
}

static void point_tally(comparison *c, compared_point *p, validation_row *row)
{
    for (size_t s = 0; s < p->n_cells; s++) {
        const compared_cell *cell = &p->cell[s];
        row->cells++;
        if (cell->failed) row->failed++, row->why = cell->failed;
        if (cell->inapplicable && !row->why) row->why = cell->inapplicable;
        if (cell->failed || cell->inapplicable) continue;
        for (size_t k = 0; k < cell->n_values && !p->moves; k++) {
            const value_pair *v = &cell->at[k];
            row->values++;
            if (!isnan(v->got) || !isnan(v->want))
                tally(c, p, cell, v, fabs(v->got - v->want), value_allowed(c, v), row);
        }
    }
    row->statistical |= p->moves;
    for (size_t k = 0; p->moves; k++) {
        const over_seeds of = value_over_seeds(c, p, k);
        if (!of.example) return;
        row->values += of.values;
        if (of.width > 1.0 && row->verdict == VALIDATION_AGREES) row->verdict = VALIDATION_UNDECIDED;
        if (of.alone) tally(c, p, of.alone, &of.alone->at[k], NAN, 0.0, row);
        if (of.by.n) tally(c, p, NULL, of.example, fabs(of.by.mean), of.half, row);
    }
}

/* One row per scenario, whose points follow one another. */
size_t compare_rows(comparison *c)
{
    validation *to = c->to;
    size_t agreeing = 0, amiss = 0;
    to->n_rows = 0;
    to->verdict =
        c->unrepeatable || candidate_tells(c->candidate->metric).changed ? VALIDATION_DIFFERS : VALIDATION_AGREES;
    to->row = arena_alloc(&c->memory, c->n_points, sizeof *to->row);
    c->no_memory |= !to->row;
    for (size_t k = 0; k < c->n_points && to->row;) {
        const assay_scenario *scenario = c->point[k].point.scenario;
        if (!c->point[k].n_cells && ++k) continue;
        validation_row *row = &to->row[to->n_rows++];
        *row = (validation_row){ .scenario = scenario->id, .largest = NAN, .tolerance = NAN };
        for (; k < c->n_points && c->point[k].point.scenario == scenario; k++) point_tally(c, &c->point[k], row);
        if (row->failed || !row->values) row->verdict = row->failed ? VALIDATION_FAILED : VALIDATION_INAPPLICABLE;
        if (row->why && row->values && strcmp(row->why, left_out) == 0) row->why = NULL;
        agreeing += row->verdict == VALIDATION_AGREES;
        amiss += !validation_is_fine(row->verdict);
        if (!validation_is_fine(row->verdict) && row->verdict > to->verdict) to->verdict = row->verdict;
    }
    if (!agreeing && to->verdict == VALIDATION_AGREES) to->verdict = VALIDATION_UNDECIDED;
    return amiss;
}

int output_differs(const comparison *c, size_t output)
{
    double width;
    for (size_t k = 0; k < c->n_points; k++)
        if (c->point[k].moves && mean_apart(c, &c->point[k], output, &width)) return 1;
    for (walk w = { 0 }; value_next(c, &w);)
        if (w.value->output == output && !w.point->moves &&
            fabs(w.value->got - w.value->want) > value_allowed(c, w.value))
            return 1;
    return 0;
}
