/*
 * hunt_search -- successive halving over drawn recipes, then confirmation on seeds that the search never used, and
 * shrinking
 *
 *   Generation 0 is drawn; each later one varies the best quarter so far, by steps that get smaller. A witness is
 *   tuned on two seeds; the best of each kind are shrunk (a gene to 0, then to one digit, while four fifths of the
 *   violation stay) and confirmed on HUNT_SEEDS others, at their rows and at HUNT_MANY_ROWS, by a Student interval at
 *   a level shared by all that may be reported.
 *
 *   Every draw is of (seed, claim, output), every score of (recipe, seed): threads only share the work.
 */
#include "crew.h"
#include "hunt.h"
#include "moments.h"
#include "recipe.h"
#include "scoring.h"
#include "student.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HUNT_NAME(id, name, two, text) name,
#define HUNT_TEXT(id, name, two, text) text,
static const char *const names[] = { HUNT_CLAIMS(HUNT_NAME) }, *const texts[] = { HUNT_CLAIMS(HUNT_TEXT) };

const char *hunt_claim_name(int claim) { return names[claim]; }
const char *hunt_claim_text(int claim) { return texts[claim]; }

/* ---- scores ---- */

typedef struct work {
    const hunt_asked *asked;
    const hunt_witness *at;
    size_t n_witnesses, rows, n_seeds; /* rows 0: each its own */
    uint64_t first;
    int claim;
    double (*out)[3]; /* [n_witnesses * n_seeds]: violation, scores of A and B */
} work;

static int is_excused(const char *reason)
{
    static const char *const words[] = { "not-applicable", "too-few-samples", "one-code", "one-factor", "candidate" };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strncmp(reason, words[k], strlen(words[k])) == 0) return 1;
    return 0;
}

/* What a metric that knows the truth is given. A claim may be certain of more than an order's number says: that B's is
 * A's, and that equal mixes hold nothing of what they are asked for. */
static void put_truth(int claim, const hunt_witness *w, const char *text, double to[3])
{
    assay_truth truth[3];
    if (!recipe_text_truth(claim == HUNT_NOT_INVARIANT ? w->text[0] : text, truth)) return;
    for (int p = 0; p < 3; p++) to[p] = truth[p].kind == ASSAY_UNKNOWN ? NAN : truth[p].value;
    for (int p = 0; p < 3 && claim == HUNT_FALSE_PRAISE; p++) to[p] = 0.0;
}

/* *missing: the score is undefined where it has no excuse. */
static assay_status score_text(const work *k, scoring *host, const hunt_witness *w, int side, uint64_t seed, double *to,
                               int *missing)
{
    const char *text = w->text[side];
    assay_data data = { 0 };
    const assay_score *score = NULL;
    *to = NAN;
    *missing = 0;
    assay_status status = recipe_data(text, k->rows ? k->rows : w->rows, seed, &data, NULL);
    put_truth(k->claim, w, text, data.truth);
    const assay_rep rep = assay_data_view(&data);
    if (status == ASSAY_OK) status = scoring_begin(host, &rep, seed, "recipe", w->text[0]);
    if (status == ASSAY_OK) status = scoring_run(host, k->asked->of, &score);
    if (status == ASSAY_OK && score && score[k->asked->output].status == ASSAY_OK) {
        const assay_item *value = &score[k->asked->output].overall;
        *to = value->value;
        *missing = isnan(*to) && value->undefined && !is_excused(value->undefined);
    }
    assay_data_free(&data);
    return status == ASSAY_ENOMEM ? status : ASSAY_OK;
}

static double violation(const work *k, double a, double b, int missing)
{
    const assay_output *o = &k->asked->of->metric->outputs[k->asked->output];
    const double scale = o->high - o->low;
    switch (k->claim) {
    case HUNT_FALSE_ALARM: return (o->high - a) / scale;
    case HUNT_FALSE_PRAISE: return (a - fmax(o->low, fmin(0.0, o->high))) / scale;
    case HUNT_WRONG_ORDER: return (b - a) / scale;
    case HUNT_BLIND: return 1.0 - (a - b) / scale;
    case HUNT_NOT_INVARIANT: return (a - b) / scale;
    default: return missing ? 1.0 : 0.0;
    }
}

static void *host_make(void *shared) { return (void)shared, scoring_new(); }
static void host_drop(void *own) { scoring_free(own); }

static assay_status score_task(void *shared, void *own, size_t task)
{
    const work *k = shared;
    const hunt_witness *w = &k->at[task / k->n_seeds];
    const uint64_t seed = k->first + task % k->n_seeds;
    double *to = k->out[task];
    int missing = 0, unused;
    to[0] = to[1] = to[2] = NAN;
    if (k->asked->stop && *k->asked->stop) return ASSAY_EINTERRUPTED;
    ASSAY_TRY(score_text(k, own, w, 0, seed, &to[1], &missing));
    if (w->text[1][0]) ASSAY_TRY(score_text(k, own, w, 1, seed, &to[2], &unused));
    to[0] = violation(k, to[1], to[2], missing);
    return ASSAY_OK;
}

static void size_of(const work *k, size_t w, hunt_size *to)
{
    moments m[3] = { { 0 } };
    for (size_t s = 0; s < k->n_seeds; s++)
        for (int c = 0; c < 3; c++) moments_add(&m[c], k->out[w * k->n_seeds + s][c]);
    const double n = (double)k->n_seeds, sd = k->n_seeds > 1 ? sqrt(fmax(m[0].square, 0.0) / (n - 1.0)) : 0.0;
    const double half = student_half_width(sd, k->n_seeds, 1.0 - 0.05 / (HUNT_N_CLAIMS * HUNT_KEPT));
    const double mean = k->claim == HUNT_NOT_INVARIANT ? fabs(m[0].mean) : m[0].mean;
    *to = (hunt_size){ mean, mean - half, mean + half, { m[1].mean, m[2].mean } };
}

/* The sizes of all of k's witnesses. */
static assay_status measure(work *k, hunt_size *to)
{
    k->out = malloc((k->n_witnesses * k->n_seeds + 1) * sizeof *k->out);
    if (!k->out) return ASSAY_ENOMEM;
    static const crew_work scores = { host_make, host_drop, score_task, NULL };
    const assay_status status = crew_run(&scores, k, k->n_witnesses * k->n_seeds, k->asked->threads);
    for (size_t j = 0; j < k->n_witnesses && status == ASSAY_OK; j++) size_of(k, j, &to[j]);
    free(k->out);
    return status;
}

assay_status hunt_measure(const hunt_asked *a, int claim, const hunt_witness *w, size_t rows, uint64_t first, size_t n,
                          hunt_size *to)
{
    work k = { .asked = a, .claim = claim, .at = w, .n_witnesses = 1, .rows = rows, .first = first, .n_seeds = n };
    return measure(&k, to);
}

/* ---- search ---- */

typedef struct ranked {
    hunt_witness at;
    double size;
    size_t place;
} ranked;

static int by_size(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->size != y->size) return x->size > y->size ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void draw(assay_stream *s, hunt_witness *to)
{
    for (size_t g = 0; g < HUNT_GENES; g++) {
        const double there = assay_stream_uniform(s), value = assay_stream_uniform(s);
        to->gene[g] = there < 0.5 ? 0.0 : value;
    }
}

static void vary(assay_stream *s, const hunt_witness *from, double step, hunt_witness *to)
{
    *to = *from;
    for (size_t g = 0; g < HUNT_GENES; g++) {
        const double which = assay_stream_uniform(s), value = assay_stream_uniform(s);
        if (which < 0.04) to->gene[g] = value;
        else if (which < 0.06) to->gene[g] = 0.0;
        else if (which < 0.2 && to->gene[g] > 0.0)
            to->gene[g] = fmin(fmax(to->gene[g] + step * (value - 0.5), 0.001), 0.999);
    }
}

/* One whose truth is certain, from a few tries. */
static void breed(const hunt_asked *a, int claim, assay_stream *s, const hunt_witness *from, double step,
                  hunt_witness *to)
{
    const uint32_t measures = a->of->metric->outputs[a->output].measures;
    for (int tries = 0; tries < 50; tries++) {
        if (from) vary(s, from, step, to);
        else draw(s, to);
        to->text[0][0] = to->text[1][0] = '\0';
        if (hunt_decode(claim, measures, to)) return;
    }
    to->text[0][0] = '\0'; /* measured as NaN */
}

/* The best first; *n of them. */
static assay_status search(const hunt_asked *a, int claim, size_t evaluations, ranked *all, size_t *n)
{
    const size_t generation = evaluations / 6 > 8 ? evaluations / 6 : 8;
    const uint32_t words[] = { 0x4a7, (uint32_t)a->seed, (uint32_t)(a->seed >> 32), (uint32_t)claim,
                               (uint32_t)a->output };
    hunt_witness *fresh = calloc(generation, sizeof *fresh);
    hunt_size *size = calloc(generation, sizeof *size);
    assay_stream s;
    assay_status status = fresh && size ? assay_stream_seed_words(&s, words, 5, NULL, 0) : ASSAY_ENOMEM;
    double step = 0.6;
    for (*n = 0; status == ASSAY_OK && *n < evaluations; step *= 0.7) {
        const size_t count = evaluations - *n < generation ? evaluations - *n : generation, best = (*n + 3) / 4;
        for (size_t k = 0; k < count; k++)
            breed(a, claim, &s, *n ? &all[k % (best < 16 ? best : 16)].at : NULL, step, &fresh[k]);
        work k = { .asked = a, .claim = claim, .at = fresh, .n_witnesses = count, .n_seeds = 2 };
        status = measure(&k, size);
        for (size_t j = 0; j < count && status == ASSAY_OK; j++, ++*n)
            all[*n] = (ranked){ fresh[j], isnan(size[j].mean) ? -1e9 : size[j].mean, *n };
        qsort(all, *n, sizeof *all, by_size);
    }
    if (a->progress && *n) a->progress(a->context, names[claim], *n, all[0].size);
    free(fresh);
    free(size);
    return status;
}

/* ---- shrinking ---- */

/* Takes the smaller witness where enough of the violation stays. */
static assay_status keep_if(const hunt_asked *a, int claim, double least, hunt_witness *smaller, hunt_witness *w,
                            int *kept)
{
    hunt_size size;
    smaller->text[0][0] = smaller->text[1][0] = '\0';
    *kept = 0;
    if (!hunt_decode(claim, a->of->metric->outputs[a->output].measures, smaller)) return ASSAY_OK;
    const int same = strcmp(smaller->text[0], w->text[0]) == 0 && strcmp(smaller->text[1], w->text[1]) == 0;
    assay_status status = ASSAY_OK;
    if (!same || smaller->rows != w->rows) status = hunt_measure(a, claim, smaller, smaller->rows, 0, 4, &size);
    *kept = status == ASSAY_OK && ((same && smaller->rows == w->rows) || size.mean >= least);
    if (*kept) *w = *smaller;
    return status;
}

static assay_status shrink(const hunt_asked *a, int claim, hunt_witness *w)
{
    hunt_size whole;
    assay_status status = hunt_measure(a, claim, w, w->rows, 0, 4, &whole);
    const double least = fmax(0.8 * whole.mean, HUNT_LEAST(claim));
    for (int again = 1, pass = 0; again && pass < 4 && status == ASSAY_OK; pass++) {
        again = 0;
        for (size_t g = HUNT_GENES; g-- > 0 && status == ASSAY_OK;) {
            if (w->gene[g] == 0.0) continue;
            hunt_witness smaller = *w;
            int kept;
            smaller.gene[g] = 0.0;
            status = keep_if(a, claim, least, &smaller, w, &kept);
            again |= kept;
            const double digit = floor(w->gene[g] * 10.0 + 0.5) / 10.0;
            if (kept || status != ASSAY_OK || digit == w->gene[g]) continue;
            smaller = *w;
            smaller.gene[g] = digit;
            status = keep_if(a, claim, least, &smaller, w, &kept);
        }
    }
    return status;
}

/* ---- what is reported ---- */

/* The same choices, whatever their numbers. */
static int same_kind(const hunt_witness *a, const hunt_witness *b)
{
    for (size_t g = 0; g < HUNT_GENES; g++)
        if ((a->gene[g] == 0.0) != (b->gene[g] == 0.0)) return 0;
    return 1;
}

static int is_new(const hunt_result *r, int claim, const hunt_witness *w)
{
    for (size_t k = 0; k < r->n_found; k++)
        if (r->found[k].claim == claim && same_kind(&r->found[k].at, w)) return 0;
    return 1;
}

static assay_status confirm(const hunt_asked *a, hunt_found *f)
{
    const assay_status status = hunt_measure(a, f->claim, &f->at, f->at.rows, HUNT_FIRST_SEED, HUNT_SEEDS, &f->here);
    if (status != ASSAY_OK || !(f->here.low >= HUNT_LEAST(f->claim))) return status;
    return hunt_measure(a, f->claim, &f->at, HUNT_MANY_ROWS, HUNT_FIRST_SEED, HUNT_SEEDS, &f->many);
}

/* The same input twice: a metric that gives other values certifies nothing. */
static assay_status check_repeats(const hunt_asked *a, hunt_result *to)
{
    hunt_witness w = { .gene = { 0 } };
    hunt_size once, twice;
    if (!hunt_decode(HUNT_FALSE_ALARM, a->of->metric->outputs[a->output].measures, &w)) return ASSAY_OK;
    assay_status status = hunt_measure(a, HUNT_FALSE_ALARM, &w, 200, 0, 3, &once);
    if (status == ASSAY_OK) status = hunt_measure(a, HUNT_FALSE_ALARM, &w, 200, 0, 3, &twice);
    if (status == ASSAY_OK && once.mean != twice.mean && !(isnan(once.mean) && isnan(twice.mean)))
        snprintf(to->unfit, sizeof to->unfit, "it gives other values for the same input");
    return status;
}

static assay_status hunt_claim(const hunt_asked *a, int claim, size_t evaluations, hunt_result *to)
{
    ranked *all = calloc(evaluations + 1, sizeof *all);
    size_t n = 0, kept = 0;
    assay_status status = all ? search(a, claim, evaluations, all, &n) : ASSAY_ENOMEM;
    to->evaluations += n;
    for (size_t k = 0, tried = 0; k < n && tried < 6 && kept < HUNT_KEPT && status == ASSAY_OK; k++) {
        hunt_found f = { .claim = claim, .at = all[k].at };
        if (!(fabs(all[k].size) >= HUNT_LEAST(claim))) break;
        if (k && strcmp(all[k].at.text[0], all[k - 1].at.text[0]) == 0) continue;
        tried++;
        status = shrink(a, claim, &f.at);
        if (status != ASSAY_OK || !is_new(to, claim, &f.at)) continue;
        status = confirm(a, &f);
        if (status == ASSAY_OK && f.here.low >= HUNT_LEAST(claim)) {
            to->found[to->n_found++] = f;
            kept++;
        }
    }
    free(all);
    return status;
}

assay_status hunt_search(const hunt_asked *a, hunt_result *to, assay_error *err)
{
    const assay_output *o = &a->of->metric->outputs[a->output];
    uint32_t claims = isfinite(o->high - o->low) ? a->claims : a->claims & 1u << HUNT_UNDEFINED;
    size_t n = 0;
    *to = (hunt_result){ .n_found = 0 };
    if (!o->measures) return assay_fail(err, ASSAY_EUSAGE, "%s claims none of the three properties", o->id);
    for (int c = 0; c < HUNT_N_CLAIMS; c++) n += claims >> c & 1u;
    assay_status status = check_repeats(a, to);
    for (int c = 0; c < HUNT_N_CLAIMS && status == ASSAY_OK && !to->unfit[0]; c++)
        if (claims >> c & 1u) status = hunt_claim(a, c, a->evaluations / n, to);
    if (status == ASSAY_ENOMEM) assay_fail(err, status, "memory ran out");
    if (status == ASSAY_EINTERRUPTED) assay_fail(err, status, "stopped; what was confirmed is kept");
    return status;
}
