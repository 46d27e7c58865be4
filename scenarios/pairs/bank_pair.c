/*
 * bank_pair -- the grammar that draws the pairs of the bank
 *
 *   Order    Between the sides of a pair it is certain by construction, by the rules of
 *              docs/choosing.md alone. What is not on its list changes none of the three: noise changes neither
 *              modularity nor compactness, copies not modularity, and what mixing does to continuous codes without
 *              noise can be undone. A side that is ideal in the property is better than one that is not, on other
 *              factors, too: half of the ordered pairs are such.
 *   Draws    A stream seeded by the words (0xba9c, bank, property, spoil, order, pair) gives 64 uniform numbers for the
 *            pair and 176 for each side, in the order of the functions below. Conditions (kinds, dependence, noise,
 *            curves, contamination) take no part in it, so that pairs which differ in one of them are matched.
 *   Source   ours.
 */
#include "bank_pair.h"

#include "counted.h"
#include "embed.h"

#include <stdio.h>
#include <string.h>

/* Pairs that hunts found (`assay hunt`): recipes A and B, A perfect in the property and B not, that some metric puts in
 * the wrong order. A line for each: property, A, B, apart by tabs. */
EMBED(pairs_adversarial, "scenarios/pairs/adversarial.txt")
extern const char pairs_adversarial[];

int pair_adversarial(const pair_key *k, int side, char *to, size_t size)
{
    static const char *const names[] = { "modularity\t", "compactness\t", "explicitness\t" };
    const char *name = names[k->property];
    size_t left = k->pair;
    for (const char *at = pairs_adversarial; *at; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, name, strlen(name)) != 0 || left--) continue;
        at += strlen(name);
        if (side == SIDE_B) at += strcspn(at, "\t") + 1;
        snprintf(to, size, "%.*s", (int)strcspn(at, "\t\n"), at);
        return 1;
    }
    return 0;
}

const char *pair_refusal(const pair_key *k)
{
    static const unsigned spoils[] = {
        [PAIR_MODULARITY] = 1u << SPOIL_MIXING | 1u << SPOIL_ROTATION,
        [PAIR_COMPACTNESS] = 1u << SPOIL_MIXING | 1u << SPOIL_ROTATION | 1u << SPOIL_COPIES,
        [PAIR_EXPLICITNESS] = 1u << SPOIL_NOISE | 1u << SPOIL_MISSING | 1u << SPOIL_FOLDING,
    };
    char recipe[PAIR_RECIPE];
    if (k->contamination == CONTAMINATION_ADVERSARIAL) {
        if (k->kinds != KINDS_CONTINUOUS || k->dependence != FACTORS_INDEPENDENT || k->noise != NOISE_NONE || k->order)
            return "an adversarial pair is two recipes; leave kinds, dependence, noise and order as they are";
        if (!pair_adversarial(k, SIDE_A, recipe, sizeof recipe)) return "there are not so many adversarial pairs";
    }
    if (!(spoils[k->property] >> k->spoil & 1u)) return "this way of spoiling does not order the property for certain";
    if (k->spoil == SPOIL_ROTATION && (k->kinds != KINDS_CONTINUOUS || k->dependence != FACTORS_INDEPENDENT))
        return "a rotation is ordered for independent continuous factors alone";
    if (k->property == PAIR_EXPLICITNESS && k->noise == NOISE_BETTER)
        return "a better side with more noise is not more explicit for certain";
    if (k->spoil == SPOIL_NOISE && k->noise != NOISE_NONE) return "noise is what spoils it";
    return NULL;
}

enum { PAIR_DRAWS = 64, SIDE_DRAWS = 176 };

typedef struct draws {
    double at[SIDE_DRAWS];
    size_t used;
} draws;

static double draw(draws *d) { return d->at[d->used++]; }
static double between(draws *d, double low, double high) { return low + (high - low) * draw(d); }
static size_t below(draws *d, size_t bound) { return (size_t)(draw(d) * (double)bound); }

static void draws_seed(const pair_key *k, assay_stream *to)
{
    const uint32_t of[] = { (uint32_t)k->property, (uint32_t)k->spoil, (uint32_t)k->order, k->pair };
    uint32_t words[7] = { 0xba9cu, (uint32_t)k->bank, (uint32_t)(k->bank >> 32) };
    const size_t n = words[2] ? 3 : 2; /* a number has as many words as it needs */
    memcpy(words + n, of, sizeof of);
    (void)assay_stream_seed_words(to, words, n + ASSAY_COUNT(of), NULL, 0); /* has words: cannot fail */
}

static void factors_draw(const pair_key *k, draws *d, pair_side *to)
{
    const size_t m = 3 + below(d, 4);
    to->m = k->spoil == SPOIL_ROTATION ? m + m % 2 : m; /* whole planes */
    const double rho = between(d, 0.3, 0.7);
    to->rho = k->dependence == FACTORS_DEPENDENT ? rho : 0.0;
    for (size_t i = 0; i < SIDE_FACTORS; i++) {
        const int second = draw(d) < 0.5;
        const int levels = 2 + (int)below(d, SIDE_LEVELS - 1);
        to->factor[i] = (side_factor){ second ? LAW_NORMAL : LAW_UNIFORM, 0, 1 };
        if (k->kinds == KINDS_CATEGORICAL || (k->kinds == KINDS_MIXED && i % 2 == 1))
            to->factor[i] = (side_factor){ second ? LAW_ZIPF : LAW_EVEN, levels, 1 };
    }
    to->by_rows = k->kinds != KINDS_CONTINUOUS;
}

/* The less and the more, at least `apart` from each other. */
static void two_amounts(draws *d, double most, double apart, int anchored, double to[2])
{
    const double less = anchored ? (draw(d), 0.0) : between(d, 0.0, most - apart);
    to[SIDE_A] = less;
    to[SIDE_B] = between(d, less + apart, most);
}

static void two_counts(draws *d, size_t most, int anchored, size_t to[2])
{
    const size_t less = below(d, most);
    to[SIDE_A] = anchored ? 0 : less;
    to[SIDE_B] = to[SIDE_A] + 1 + below(d, most - to[SIDE_A]);
}

static void copies_draw(draws *d, int anchored, pair_side side[2])
{
    size_t count[2];
    const size_t more = 2 + below(d, SIDE_COPIES - 1);
    two_counts(d, side[SIDE_B].m, anchored, count);
    if (count[SIDE_A] > side[SIDE_A].m) count[SIDE_A] = side[SIDE_A].m;
    for (int s = 0; s < 2; s++) {
        for (size_t i = 0; i < count[s]; i++) side[s].factor[i].copies = s == SIDE_A ? 2 : more;
        side[s].amount = (double)count[s] / (double)side[s].m;
    }
}

/* Classes overlap from a share of 1/2 on, whatever their number. */
static void noise_draw(const pair_key *k, draws *d, int anchored, pair_side side[2])
{
    double share[2];
    two_amounts(d, 0.9, 0.05, anchored, share);
    if (k->kinds != KINDS_CONTINUOUS) share[SIDE_B] = 0.55 + 0.35 * (share[SIDE_B] / 0.9);
    for (int s = 0; s < 2; s++) side[s].noise = side[s].amount = share[s];
}

static void spoil_draw(const pair_key *k, draws *d, int anchored, pair_side side[2])
{
    double amount[2];
    size_t count[2];
    const size_t least = side[SIDE_A].m < side[SIDE_B].m ? side[SIDE_A].m : side[SIDE_B].m;
    const int by_count = k->spoil == SPOIL_MISSING || k->spoil == SPOIL_FOLDING;
    if (k->spoil == SPOIL_MIXING) two_amounts(d, 0.45, 0.05, anchored, amount);
    else if (k->spoil == SPOIL_ROTATION) two_amounts(d, 0.4, 0.04, anchored, amount); /* tan(45 / 2 degrees) is .414 */
    else two_counts(d, least - 1, anchored, count);
    for (int s = 0; s < 2; s++) {
        side[s].amount = by_count ? (double)count[s] / (double)side[s].m : amount[s];
        if (k->spoil == SPOIL_MIXING) side[s].mixed = amount[s];
        if (k->spoil == SPOIL_ROTATION) side[s].turned = amount[s];
        if (k->spoil == SPOIL_MISSING) side[s].missing = count[s];
        if (k->spoil == SPOIL_FOLDING) side[s].folded = count[s];
    }
}

/* The share of noise where noise is not what spoils. */
static void noise_add(const pair_key *k, draws *d, pair_side side[2])
{
    const double much = between(d, 0.15, 0.4), little = between(d, 0.0, much - 0.1);
    if (k->spoil == SPOIL_NOISE) return;
    side[SIDE_A].noise = k->noise == NOISE_NONE ? 0.0 : much;
    side[SIDE_B].noise = k->noise == NOISE_BETTER ? little : side[SIDE_A].noise;
}

/* What explicitness does not mean: continuous codes are mixed, which can be undone; codes of others have copies.
 * Alike on both sides, but where the better one is ideal, which it stays. */
static void tangle(const pair_key *k, draws *d, int anchored, pair_side side[2])
{
    const int differs = anchored && k->order == ORDER_ORDERED;
    double mixed[2];
    int twice[2][SIDE_FACTORS];
    for (int s = 0; s < 2; s++) {
        const double share = between(d, 0.0, 0.45);
        mixed[s] = draw(d) < 0.5 ? share : 0.0;
        for (size_t i = 0; i < SIDE_FACTORS; i++) twice[s][i] = draw(d) < 0.25;
    }
    for (int s = 0; s < 2 && k->property == PAIR_EXPLICITNESS; s++) {
        const int from = differs ? s : SIDE_A;
        if (!side[s].by_rows) side[s].mixed = mixed[from];
        for (size_t i = 0; i < SIDE_FACTORS && side[s].by_rows; i++)
            side[s].factor[i].copies = 1 + (size_t)twice[from][i];
    }
}

static void map_draw(const pair_key *k, draws *d, side_map *to)
{
    const int curve = (int)below(d, CURVES_DRAWN);
    to->curve = k->curves == CURVES_MONOTONE ? curve : CURVE_NONE;
    to->bend = between(d, 1.0, 3.0);
    to->scale = (double)(1 + below(d, 1000)) / 100.0;
    if (draw(d) < 0.5) to->scale = -to->scale;
    to->shift = (double)below(d, 21) - 10.0;
}

/* Copies of codes are a nuisance for modularity; idle codes for all. `fill`: as many more codes of noise. */
static void nuisances_draw(const pair_key *k, draws *d, size_t fill, pair_side *to)
{
    for (size_t i = 0; i < SIDE_FACTORS; i++) {
        const int twice = draw(d) < 0.25;
        if (k->property == PAIR_MODULARITY && twice) to->factor[i].copies = 2;
    }
    to->n_spare = below(d, 3) + fill;
    to->n_dead = below(d, 2);
    for (size_t j = 0; j < sizeof to->map / sizeof *to->map; j++) {
        to->place[j] = draw(d);
        if (j < SIDE_FACTORS * 4) map_draw(k, d, &to->map[j]);
        else to->map[j] = to->map[j % (SIDE_FACTORS * 4)];
    }
    to->contamination = k->contamination;
}

void pair_draw(const pair_key *k, pair_side to[2])
{
    assay_stream stream;
    draws pair = { .used = 0 }, side[2] = { { .used = 0 }, { .used = 0 } };
    draws_seed(k, &stream);
    assay_stream_fill(&stream, pair.at, PAIR_DRAWS);
    for (int s = 0; s < 2; s++) assay_stream_fill(&stream, side[s].at, SIDE_DRAWS);
    memset(to, 0, 2 * sizeof *to);

    const int anchored = draw(&pair) < 0.5;
    for (int s = 0; s < 2; s++) factors_draw(k, &pair, &to[s]);
    if (!anchored || k->order == ORDER_LEVEL) to[SIDE_B] = to[SIDE_A];
    if (k->spoil == SPOIL_COPIES) copies_draw(&pair, anchored, to);
    else if (k->spoil == SPOIL_NOISE) noise_draw(k, &pair, anchored, to);
    else spoil_draw(k, &pair, anchored, to);
    tangle(k, &pair, anchored, to);
    if (k->order == ORDER_LEVEL) { /* both sides as the worse one, or as the better one */
        const int from = draw(&pair) < 0.5 ? SIDE_A : SIDE_B;
        to[1 - from] = to[from];
    }
    noise_add(k, &pair, to);
    const size_t encoded[2] = { side_codes(&to[SIDE_A], to[SIDE_A].m), side_codes(&to[SIDE_B], to[SIDE_B].m) };
    const int filled = draw(&pair) < 0.5 && encoded[SIDE_A] < encoded[SIDE_B];
    nuisances_draw(k, &side[SIDE_A], filled ? encoded[SIDE_B] - encoded[SIDE_A] : 0, &to[SIDE_A]);
    nuisances_draw(k, &side[SIDE_B], 0, &to[SIDE_B]);
}
