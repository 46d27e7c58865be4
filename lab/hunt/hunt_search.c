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
#include "candidate_spec.h"
#include "hunt.h"
#include "owned.h"
#include "recipe.h"

#include <stdio.h>

#define HUNT_NAME(id, name, two, text) name,
#define HUNT_TEXT(id, name, two, text) text,
static const char *const names[] = { HUNT_CLAIMS(HUNT_NAME) }, *const texts[] = { HUNT_CLAIMS(HUNT_TEXT) };

const char *hunt_claim_name(int claim) { return names[claim]; }
const char *hunt_claim_text(int claim) { return texts[claim]; }

/* Scores of dependent factors are asked another question than whether codes are the factors. */
static int is_dependent(const hunt_found *f)
{
    return strstr(f->at.text[0], "correlated(") || strstr(f->at.text[0], "confounder(");
}

const char *hunt_fault_of(const hunt_found *f)
{
    if (!(f->many.low >= HUNT_LEAST(f->claim))) return "few rows";
    return is_dependent(f) ? "dependent factors" : "the definition";
}

/* What B has behind A, "sort]". */
static const char *harmless_step(const hunt_witness *w)
{
    const size_t length = strlen(w->text[0]);
    const int behind = length && strncmp(w->text[0], w->text[1], length - 1) == 0 && w->text[1][length - 1] == ';';
    return behind ? w->text[1] + length + 1 : "dead codes in front";
}

void hunt_words(const hunt_found *f, char to[HUNT_SENTENCE])
{
    static const char *const words[HUNT_N_CLAIMS] = {
        [HUNT_FALSE_ALARM] = "scores %.2f where all that it claims is 1",
        [HUNT_FALSE_PRAISE] = "scores %.2f for codes of noise",
        [HUNT_WRONG_ORDER] = "scores %.2f for perfect codes and %.2f for worse ones",
        [HUNT_BLIND] = "scores %.2f for perfect codes and %.2f for noise",
        [HUNT_NOT_INVARIANT] = "scores %.2f before and %.2f after %.*s",
        [HUNT_UNDEFINED] = "gives no score where all that it claims is 1",
        [HUNT_LENIENT] = "scores %.2f for codes that are not perfect, the other metric %.2f",
    };
    const char *format = words[f->claim];
    if (f->claim == HUNT_FALSE_PRAISE && strstr(f->at.text[0], "mix("))
        format = "scores %.2f for codes that all mix all factors";
    if (f->claim == HUNT_FALSE_ALARM && is_dependent(f))
        format = "scores %.2f under dependent factors although all that it claims is 1";
    if (f->claim == HUNT_WRONG_ORDER && strstr(f->at.text[1], "duplicate("))
        format = "scores %.2f for perfect codes and %.2f for worse ones that come twice";
    const char *step = harmless_step(&f->at); /* of the others no part */
    snprintf(to, HUNT_SENTENCE, format, f->here.score[0], f->here.score[1], (int)strcspn(step, "]"), step);
}

/* "modularity+compactness"; 0 where a word is none. */
static uint32_t properties_of(const char *list)
{
    uint32_t all = 0, one = 1;
    for (const char *at = list; *at && one; at += strcspn(at, "+"), at += *at == '+', all |= one)
        one = spec_property(at, strcspn(at, "+"));
    return one ? all : 0;
}

uint32_t hunt_measures(const hunt_asked *a)
{
    const assay_output *o = &a->of->metric->outputs[a->output];
    const size_t length = strlen(o->id);
    if (a->held_to && !(o->measures & 7) && strncmp(a->held_to, o->id, length) == 0 && a->held_to[length] == '=')
        return properties_of(a->held_to + length + 1);
    return a->held_to ? 0 : 7u & (a->against ? o->measures & a->against->metric->outputs[0].measures : o->measures);
}

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
static void breed(const hunt_asked *a, int claim, assay_stream *s, const hunt_witness *from, size_t nth, double step,
                  hunt_witness *to)
{
    const uint32_t measures = hunt_measures(a);
    for (int tries = 0; tries < 50; tries++) {
        if (from) vary(s, from, step, to);
        else draw(s, to);
        if (nth % 2 && claim == HUNT_NOT_INVARIANT) hunt_spread(nth, to);
        if (hunt_decode(claim, measures, to)) return;
    }
    to->text[0][0] = '\0'; /* measured as NaN */
}

/* The best first; how many. */
static size_t search(const hunt_asked *a, int claim, size_t evaluations, ranked *all)
{
    const size_t generation = evaluations / 6 > 8 ? evaluations / 6 : 8;
    const uint32_t words[] = { 0x4a7, (uint32_t)a->seed, (uint32_t)(a->seed >> 32), (uint32_t)claim,
                               (uint32_t)a->output };
    OWNED hunt_witness *fresh = zeroed(generation, sizeof *fresh);
    OWNED hunt_size *size = zeroed(generation, sizeof *size);
    assay_stream s;
    size_t n = 0;
    (void)assay_stream_seed_words(&s, words, 5, NULL, 0); /* has words: cannot fail */
    if (!all || !fresh || !size) a->log->status = ASSAY_ENOMEM;
    for (double step = 0.6; a->log->status == ASSAY_OK && n < evaluations; step *= 0.7) {
        const size_t count = evaluations - n < generation ? evaluations - n : generation, best = (n + 3) / 4;
        for (size_t k = 0; k < count; k++)
            breed(a, claim, &s, n ? &all[k % (best < 16 ? best : 16)].at : NULL, n + k, step, &fresh[k]);
        hunt_measure(a, claim, fresh, count, &(hunt_draws){ .seeds = 2 }, size);
        if (a->log->status != ASSAY_OK) break;
        for (size_t j = 0; j < count; j++, n++)
            all[n] = (ranked){ fresh[j], isnan(size[j].mean) ? -1e9 : size[j].mean, n };
        qsort(all, n, sizeof *all, by_size);
        if (a->progress) a->progress(a->context, a, claim, n, evaluations, all[0].size);
    }
    return n;
}

/* The place of a word in their table; behind all, where it is a plain code. Dead codes are one word. */
static size_t place_of(const recipe_word *word)
{
    size_t k = 0;
    for (const recipe_word *at; (at = recipe_word_at(k)) && at != word && !(at->is_constant && word->is_constant);) k++;
    return k;
}

/* A step's word as a bit of its place; the laws of two classes are one, the last. */
static uint64_t bit_of(const recipe_step *step)
{
    const int asked = step->word->classes == CLASSES_ASKED;
    const int two = step->word->kind == WORD_LAW && (asked ? step->argument[0] : step->word->classes) == 2.0;
    return UINT64_C(1) << (two ? 63 : place_of(step->word) % 63);
}

/* The words of its reason. Laws of factors are none where more is there than plain codes; the first law, uniform, never
 * is. */
static uint64_t reason_of(const hunt_witness *w)
{
    uint64_t words = 0, laws = 0, plain = 0;
    for (int side = 0; side < 2 && w->text[side][0]; side++) {
        FREED(recipe_free) recipe r = { .step = NULL };
        if (recipe_read(w->text[side], NAN, &r, NULL) != ASSAY_OK) continue;
        for (size_t k = 0; k < r.n_steps; k++) {
            const recipe_word *word = r.step[k].word;
            const int is_plain = word->kind == WORD_CODE || word->does == OF_FACTORS;
            *(word->kind == WORD_LAW ? &laws : is_plain ? &plain : &words) |= bit_of(&r.step[k]);
        }
    }
    return plain | (words ? words : laws & ~UINT64_C(1));
}

/* What has every word of a reason is that reason once more: in what is found, kept and counted. */
static int is_once_more(uint64_t words, uint64_t reason) { return !(reason & ~words); }

static int is_new(const hunt_asked *a, int claim, const hunt_witness *w)
{
    const hunt_result *r = a->found;
    for (size_t k = 0; k < r->n_found; k++)
        if (r->found[k].claim == claim && is_once_more(reason_of(w), r->found[k].reason)) return 0;
    return 1;
}

/* Of what was kept of the claim for the same words and more, and f, the worst stays. */
static void keep(hunt_result *to, const hunt_found *f)
{
    hunt_found worst = *f;
    size_t n = 0;
    for (size_t k = 0; k < to->n_found; k++) {
        const hunt_found *at = &to->found[k];
        if (at->claim != f->claim || !is_once_more(at->reason, f->reason)) to->found[n++] = *at;
        else if (at->here.mean > worst.here.mean) worst = *at;
    }
    worst.reason = f->reason;
    to->found[n] = worst;
    to->n_found = n + 1;
}

static const hunt_draws few = { .seeds = 4 };

/* Takes the smaller witness where enough of the violation stays, and it is no other one's. */
static int keep_if(const hunt_asked *a, int claim, double least, hunt_witness *smaller, hunt_witness *w)
{
    hunt_size size;
    if (!hunt_decode(claim, hunt_measures(a), smaller) || !is_new(a, claim, smaller)) return 0;
    const int alike = smaller->rows == w->rows && strcmp(smaller->text[0], w->text[0]) == 0 &&
                      strcmp(smaller->text[1], w->text[1]) == 0;
    if (!alike) hunt_measure(a, claim, smaller, 1, &few, &size);
    if (!alike && !(size.mean >= least)) return 0;
    *w = *smaller;
    return 1;
}

static void shrink(const hunt_asked *a, int claim, hunt_witness *w)
{
    hunt_size whole;
    hunt_measure(a, claim, w, 1, &few, &whole);
    const double least = fmax(0.8 * whole.mean, HUNT_LEAST(claim));
    for (int again = 1, pass = 0; again && pass < 4 && a->log->status == ASSAY_OK; pass++) {
        again = 0;
        for (size_t g = HUNT_GENES; g-- > 0;) {
            const double to[] = { 0.0, floor(w->gene[g] * 10.0 + 0.5) / 10.0 };
            for (int k = 0, kept = 0; k < 2 && !kept && w->gene[g] != to[k]; k++) {
                hunt_witness smaller = *w;
                smaller.gene[g] = to[k];
                kept = keep_if(a, claim, least, &smaller, w);
                again |= kept && !k;
            }
        }
    }
}

static const hunt_draws confirming = { 0, HUNT_FIRST_SEED, HUNT_SEEDS };

int hunt_confirm(const hunt_asked *a, hunt_found *f)
{
    const hunt_draws many = { HUNT_MANY_ROWS, HUNT_FIRST_SEED, HUNT_SEEDS };
    hunt_measure(a, f->claim, &f->at, 1, &confirming, &f->here);
    const int holds = f->here.low >= HUNT_LEAST(f->claim);
    if (holds) hunt_measure(a, f->claim, &f->at, 1, &many, &f->many);
    return holds && a->log->status == ASSAY_OK;
}

static int same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* The same input again, past the store: a metric that gives other values certifies nothing. */
static void check_repeats(const hunt_asked *a, int claim, const hunt_witness *w, const hunt_draws *draws,
                          hunt_result *to)
{
    hunt_size once, twice;
    hunt_measure(a, claim, w, 1, draws, &once);
    a->log->fresh = 1;
    hunt_measure(a, claim, w, 1, draws, &twice);
    a->log->fresh = 0;
    if (a->log->status == ASSAY_OK && !(same(once.mean, twice.mean) && same(once.score[0], twice.score[0])))
        snprintf(to->unfit, sizeof to->unfit, "it gives other values for the same input");
}

static int goes_on(const hunt_asked *a, const hunt_result *r) { return a->log->status == ASSAY_OK && !r->unfit[0]; }

/* Whether so much fails that the rest says little, or would take long. */
static void check_failures(const hunt_log *log, hunt_result *to)
{
    if (log->hung >= HUNT_HANGS) snprintf(to->unfit, sizeof to->unfit, "it hangs: %s", log->reason);
    else if (log->calls >= 6 && 2 * log->failed > log->calls)
        snprintf(to->unfit, sizeof to->unfit, "it fails: %s", log->reason);
}

static void hunt_claim(const hunt_asked *a, int claim, size_t evaluations, hunt_result *to)
{
    OWNED ranked *all = zeroed(evaluations, sizeof *all);
    const size_t most = to->n_found + HUNT_KEPT, n = search(a, claim, evaluations, all);
    to->evaluations += n;
    check_failures(a->log, to);
    for (size_t k = 0, tried = 0; k < n && goes_on(a, to) && tried < 6 && to->n_found < most; k++) {
        hunt_found f = { .claim = claim, .at = all[k].at };
        if (!(fabs(all[k].size) >= HUNT_LEAST(claim))) break;
        if ((k && strcmp(all[k].at.text[0], all[k - 1].at.text[0]) == 0) || !is_new(a, claim, &f.at)) continue;
        tried++;
        shrink(a, claim, &f.at);
        if (!hunt_confirm(a, &f)) continue;
        check_repeats(a, claim, &f.at, &confirming, to);
        f.reason = reason_of(&f.at);
        if (goes_on(a, to)) keep(to, &f);
    }
}

/* Of all claims. */
static size_t count_reasons(const hunt_result *r)
{
    const hunt_found *of = r->found;
    size_t count = 0;
    for (size_t k = 0, j; k < r->n_found; count += j == r->n_found, k++)
        for (j = 0; j < r->n_found; j++)
            if (of[j].reason == of[k].reason ? j < k : is_once_more(of[k].reason, of[j].reason)) break;
    return count;
}

static void hunt_claims(const hunt_asked *a, uint32_t claims, hunt_result *to)
{
    hunt_witness plain = { .gene = { 0 } };
    size_t n = 0;
    for (int c = 0; c < HUNT_N_CLAIMS; c++) n += claims >> c & 1u;
    if (hunt_decode(HUNT_FALSE_ALARM, hunt_measures(a), &plain))
        check_repeats(a, HUNT_FALSE_ALARM, &plain, &(hunt_draws){ 0, 0, 3 }, to);
    check_failures(a->log, to);
    for (size_t c = 0; c < HUNT_N_CLAIMS && goes_on(a, to); c++) {
        const size_t place = a->nth * HUNT_N_CLAIMS + c;
        if (a->part.count > 1 && place % a->part.count != a->part.number - 1) continue;
        if (claims >> c & 1u) hunt_claim(a, (int)c, a->evaluations / n, to);
    }
}

assay_status hunt_search(const hunt_asked *asked, hunt_result *to, assay_error *err)
{
    const assay_output *o = &asked->of->metric->outputs[asked->output];
    hunt_log log;
    hunt_asked a = *asked;
    a.log = &log;
    a.found = to;
    *to = (hunt_result){ .n_found = 0 };
    if (!hunt_measures(asked)) return assay_fail(err, ASSAY_EUSAGE, "%s claims none of the three properties", o->id);
    hunt_log_open(&a, &log);
    hunt_claims(&a, isfinite(o->high - o->low) ? a.claims : a.claims & 1u << HUNT_UNDEFINED, to);
    const assay_status status = hunt_log_close(&log);
    if (to->unfit[0]) to->n_found = 0;
    to->reasons = count_reasons(to);
    if (log.failed)
        snprintf(to->failed, sizeof to->failed, "%zu of %zu calls failed: %s", log.failed, log.calls, log.reason);
    if (status == ASSAY_ENOMEM) return no_memory(NULL, err);
    if (status == ASSAY_EINTERRUPTED) return assay_fail(err, status, "stopped; what was confirmed is kept");
    if (status != ASSAY_OK && err) *err = log.why;
    return status;
}
