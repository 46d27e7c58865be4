/*
 * The points of a bank matched into pairs. Which two points are the sides of one pair, and what a condition is, the
 * bank's descriptor says: `side` parts them, `order` and its truth say what they are, every other word is a condition.
 */
#include "bank_pairs.h"

#include "ascending.h"
#include "near_name.h"
#include "needed.h"
#include "plain_text.h"

#include <string.h>

#define SIDE "side"

static int compare_settings(const setting *a, const setting *b)
{
    if (!a || !b) return (a != NULL) - (b != NULL);
    if (a->word && b->word) return strcmp(a->word, b->word);
    if (a->word || b->word) return (a->word != NULL) - (b->word != NULL);
    return (a->number > b->number) - (a->number < b->number);
}

/* By samples and all settings, the side last. */
static int by_pair(const void *x, const void *y)
{
    const evidence_point *a = *(const evidence_point *const *)x, *b = *(const evidence_point *const *)y;
    if (a->samples != b->samples) return a->samples < b->samples ? -1 : 1;
    const assay_scenario *bank = assay_scenario_find(a->scenario);
    for (size_t p = 0; p < bank->n_parameters; p++) {
        const char *name = bank->parameters[p].id;
        if (strcmp(name, SIDE) == 0) continue;
        const int less = compare_settings(settings_find(&a->at->set, name), settings_find(&b->at->set, name));
        if (less) return less;
    }
    return compare_settings(settings_find(&a->at->set, SIDE), settings_find(&b->at->set, SIDE));
}

/* The same point of another series: entries of the catalog are there once. */
static int by_entry(const void *x, const void *y)
{
    const evidence_point *a = *(const evidence_point *const *)x, *b = *(const evidence_point *const *)y;
    if (a->of != b->of) return (uintptr_t)a->of < (uintptr_t)b->of ? -1 : 1;
    return (a->samples > b->samples) - (a->samples < b->samples);
}

static const assay_scenario *bank_of(const evidence_point *p)
{
    const assay_scenario *scenario = assay_scenario_find(p->scenario);
    return scenario && scenario->is_bank ? scenario : NULL;
}

/* A point of a bank, of whichever series has it, with the seeds that any series has there. */
typedef struct seeded_point {
    const evidence_point *at;
    uint64_t *seed; /* [n] rising */
    size_t n;
} seeded_point;

/* Of `n` points that are one and the same. */
static seeded_point seeds_of(const evidence_point *const *same, size_t n)
{
    seeded_point to = { .at = same[0] };
    size_t all = 0, count = 0;
    for (size_t k = 0; k < n; k++) all += same[k]->n;
    to.seed = kept(all + 1, sizeof *to.seed);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < same[k]->n; i++) to.seed[count++] = same[k]->seed[i];
    if (all) qsort(to.seed, all, sizeof *to.seed, ascending_counts);
    for (size_t k = 0; k < all; k++)
        if (!to.n || to.seed[k] != to.seed[to.n - 1]) to.seed[to.n++] = to.seed[k];
    return to;
}

static int by_seeded_pair(const void *x, const void *y)
{
    return by_pair(&((const seeded_point *)x)->at, &((const seeded_point *)y)->at);
}

/* Every point of a bank once, by pair. */
static seeded_point *list_points(const evidence *from, size_t *count)
{
    size_t all = 0, n = 0;
    for (size_t s = 0; s < from->count; s++) all += from->at[s].n_points;
    const evidence_point **point = kept(all + 1, sizeof *point);
    seeded_point *list = kept(all + 1, sizeof *list);
    for (size_t s = 0; s < from->count; s++)
        for (size_t p = 0; p < from->at[s].n_points; p++)
            if (bank_of(&from->at[s].point[p])) point[n++] = &from->at[s].point[p];
    if (n) qsort(point, n, sizeof *point, by_entry);
    for (size_t k = 0, end; k < n; k = end) {
        for (end = k + 1; end < n && by_entry(&point[end], &point[k]) == 0;) end++;
        list[(*count)++] = seeds_of(point + k, end - k);
    }
    if (n) qsort(list, *count, sizeof *list, by_seeded_pair);
    return list;
}

static uint8_t word_at(const evidence_point *p, const assay_option *option)
{
    const char *word = point_word(p->at, option->id);
    uint8_t w = (uint8_t)option->standard;
    for (size_t k = 0; word && option->words[k]; k++)
        if (strcmp(option->words[k], word) == 0) w = (uint8_t)k;
    return w;
}

static void list_conditions(bank_pairs *to)
{
    for (size_t p = 0; p < to->bank->n_parameters && to->n_conditions < CHOICE_CONDITIONS; p++) {
        const assay_option *option = &to->bank->parameters[p];
        const int is_pair =
            strcmp(option->id, SIDE) == 0 || strcmp(option->id, "order") == 0 || strcmp(option->id, "property") == 0;
        if (option->words && !is_pair) to->condition[to->n_conditions++] = option;
    }
}

/* What of the properties is known of a side with the seed. */
static void truth_at(const bank_pairs *in, const evidence_point *side, uint64_t seed, assay_truth to[3])
{
    double parameter[CHOICE_CONDITIONS];
    memcpy(to, side->truth, sizeof side->truth);
    if (!in->bank->truth_seeded || in->bank->n_parameters > CHOICE_CONDITIONS) return;
    if (point_parameters(side->at, in->bank, parameter)) in->bank->truth_seeded(parameter, seed, to);
}

const char *pair_word(const bank_pairs *in, const bank_pair *p, const char *condition)
{
    for (size_t c = 0; c < in->n_conditions; c++)
        if (strcmp(in->condition[c]->id, condition) == 0) return in->condition[c]->words[p->word[c]];
    return "";
}

/* The sides of one pair; 0: nothing is known of them. */
static int pair_make(const bank_pairs *in, const evidence_point *a, const evidence_point *b, uint64_t seed,
                     bank_pair *to)
{
    assay_truth of[2][3];
    *to = (bank_pair){ .side = { a, b }, .samples = a->samples, .seed = seed, .number = point_number(a->at, "pair") };
    const double bank = point_number(a->at, "bank"); /* named where it is set */
    to->bank = isnan(bank) ? (double)seed : bank;
    const char *order = point_word(a->at, "order");
    to->is_ordered = order && strcmp(order, "ordered") == 0;
    truth_at(in, a, seed, of[0]);
    truth_at(in, b, seed, of[1]);
    for (int p = 0; p < 3; p++) {
        if (of[0][p].kind == ASSAY_UNKNOWN || of[1][p].kind == ASSAY_UNKNOWN) continue;
        to->claim = 1u << p;
        to->apart = of[0][p].value - of[1][p].value;
    }
    for (size_t c = 0; c < in->n_conditions; c++) {
        to->word[c] = word_at(a, in->condition[c]);
        if (strcmp(in->condition[c]->id, "spoil") == 0) to->group = to->word[c];
        if (strcmp(in->condition[c]->id, "contamination") == 0) to->is_contaminated = to->word[c] != 0;
    }
    to->drawn_by = strcmp(pair_word(in, to, "contamination"), "adversarial") == 0 ? -1.0 : to->bank;
    return to->claim && (to->is_ordered ? to->apart > 0.0 : fabs(to->apart) < 1e-12);
}

static int by_stratum(const void *x, const void *y)
{
    const bank_pair *a = x, *b = y;
    if (a->claim != b->claim) return a->claim < b->claim ? -1 : 1;
    if (a->is_ordered != b->is_ordered) return b->is_ordered - a->is_ordered;
    if (a->samples != b->samples) return a->samples < b->samples ? -1 : 1;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    return memcmp(a->word, b->word, sizeof a->word);
}

static int by_stratum_and_pair(const void *x, const void *y)
{
    const bank_pair *a = x, *b = y;
    int less = by_stratum(x, y);
    if (!less) less = by_pair(&a->side[0], &b->side[0]);
    return less ? less : ascending_counts(&a->seed, &b->seed);
}

static uint64_t usual_rows(const bank_pairs *in)
{
    uint64_t usual = 0;
    size_t most = 0;
    for (size_t k = 0; k < in->count; k++) {
        size_t same = 0;
        for (size_t l = k; l < in->count; l++) same += in->at[l].samples == in->at[k].samples;
        if (same > most) {
            most = same;
            usual = in->at[k].samples;
        }
    }
    return usual;
}

static int is_in(const char *list, const char *word) { return !list || list_has(list, word); }

/* Whether the pair has as many codes, up to twice and down to half: a few rows of its better side show it. */
static int has_codes(const bank_pairs *in, const bank_pair *p, size_t codes)
{
    double parameter[CHOICE_CONDITIONS];
    FREED(assay_data_free) assay_data data = { 0 };
    assay_error err;
    if (!codes || in->bank->n_parameters > CHOICE_CONDITIONS ||
        !point_parameters(p->side[0]->at, in->bank, parameter) ||
        in->bank->build_seeded(parameter, 8, p->seed, &data, &err) != ASSAY_OK)
        return 1;
    return data.n_codes <= 2 * codes && 2 * data.n_codes >= codes;
}

/* Whether of all ways to spoil the property of `p` that the bank has some are expected. */
static int expects_some(const bank_pairs *in, const bank_pair *p, const char *expect)
{
    for (size_t k = 0; k < in->count; k++)
        if (in->at[k].claim == p->claim && is_in(expect, pair_word(in, &in->at[k], "spoil"))) return 1;
    return 0;
}

static const char *words_of(const assay_scenario *bank, const char *conditions)
{
    const char *words = "";
    for (size_t p = 0; p < bank->n_parameters; p++)
        for (size_t w = 0; list_has(conditions, bank->parameters[p].id) && bank->parameters[p].words[w]; w++)
            words = phrase_join(words, ",", bank->parameters[p].words[w]);
    return words;
}

const char *choice_like_refusal(const choice_like *like)
{
    static const char *const conditions[] = { "kinds", "dependence", "spoil,contamination" };
    static const char *const asked[] = { "--kinds", "--dependence", "--expect" };
    const char *const list[] = { like->kinds, like->dependence, like->expect };
    for (int k = 0; k < 3; k++) {
        const char *words = words_of(assay_scenario_find("bank"), conditions[k]);
        for (const char *at = list[k]; at && *at; at += *at == ',') {
            const char *word = phrase("%.*s", (int)strcspn(at, ","), at);
            at += strcspn(at, ",");
            if (list_has(words, word)) continue;
            near_name near = near_to(word);
            near_offer_choices(&near, words);
            return phrase("%s", no_such(&near, "choice", asked[k], NULL));
        }
    }
    return NULL;
}

/* In what a pair is like the data: choice_property.left_by. */
static void find_like(const bank_pairs *in, const choice_like *like, const bank_pair *p, int is_like[4])
{
    const char *spoil = pair_word(in, p, "spoil"), *noise = pair_word(in, p, "noise");
    const int is_other = like->expect && !is_in(like->expect, spoil) && p->is_expected;
    const int is_noisy =
        like->expect && strcmp(spoil, "noise") != 0 && is_in(like->expect, "noise") != (strcmp(noise, "none") != 0);
    is_like[0] = is_in(like->kinds, pair_word(in, p, "kinds"));
    is_like[1] = is_in(like->dependence, pair_word(in, p, "dependence"));
    is_like[2] = !is_other && !is_noisy;
    is_like[3] = has_codes(in, p, like->codes);
}

static uint64_t nearest_rows(const bank_pairs *in, uint64_t rows)
{
    uint64_t best = in->rows;
    for (size_t k = 0; k < in->count; k++)
        if (fabs(log((double)in->at[k].samples / (double)rows)) < fabs(log((double)best / (double)rows)))
            best = in->at[k].samples;
    return best;
}

/* Those that concordance is of, of the property with this bit. */
static size_t is_usual(const bank_pairs *in, const bank_pair *p, int property)
{
    return p->claim == 1u << property && p->is_ordered && p->samples == in->rows && !p->is_contaminated;
}

/* Contamination that is expected is one of the conditions that concordance is of. */
static void pairs_restrict(bank_pairs *to, const choice_like *like)
{
    size_t count = 0;
    for (size_t k = 0; k < to->count; k++)
        for (int c = 0; c < 3; c++) to->usual_there[c] += is_usual(to, &to->at[k], c);
    to->there = to->count;
    if (!like) return;
    for (size_t k = 0; k < to->count && like->expect; k++) {
        to->at[k].is_expected = expects_some(to, &to->at[k], like->expect);
        if (to->at[k].is_contaminated && is_in(like->expect, pair_word(to, &to->at[k], "contamination")))
            to->at[k].is_contaminated = 0;
    }
    if (like->rows) to->rows = nearest_rows(to, like->rows);
    for (size_t k = 0; k < to->count; k++) {
        const bank_pair p = to->at[k];
        int is_like[4], all = 0;
        find_like(to, like, &p, is_like);
        for (int o = 0; o < 4; all += is_like[o++])
            for (int c = 0; c < 3; c++) to->left_by[c][o] += is_like[o] && is_usual(to, &p, c);
        if (all == 4) to->at[count++] = p;
    }
    to->count = count;
}

static int by_bank(const void *x, const void *y)
{
    const bank_pair *a = x, *b = y;
    return (a->drawn_by > b->drawn_by) - (a->drawn_by < b->drawn_by);
}

static int by_draw(const void *x, const void *y)
{
    const bank_pair *a = x, *b = y;
    if (a->claim != b->claim) return a->claim < b->claim ? -1 : 1;
    if (a->group != b->group) return a->group < b->group ? -1 : 1;
    const int banks = by_bank(x, y);
    return banks ? banks : (a->number > b->number) - (a->number < b->number);
}

/* Pairs of one number and bank that are spoilt alike are one draw, whatever the conditions. */
static void number_draws(bank_pairs *to)
{
    qsort(to->at, to->count, sizeof *to->at, by_draw);
    for (size_t k = 1; k < to->count; k++)
        to->at[k].draw = to->at[k - 1].draw + (by_draw(&to->at[k - 1], &to->at[k]) != 0);
    qsort(to->at, to->count, sizeof *to->at, by_bank);
    for (size_t k = 1; k < to->count; k++)
        to->at[k].drawn = to->at[k - 1].drawn + (by_bank(&to->at[k - 1], &to->at[k]) != 0);
    to->banks = to->count ? to->at[to->count - 1].drawn + 1 : 0;
}

static void match_sides(const seeded_point *a, const seeded_point *b, const choice_like *like, bank_pairs *to)
{
    const int all = !like || !like->seed_end;
    for (size_t i = 0, j = 0; i < a->n && j < b->n; i++) {
        const uint64_t seed = a->seed[i];
        while (j < b->n && b->seed[j] < seed) j++;
        if (j == b->n || b->seed[j] != seed) continue;
        if (all || (seed >= like->seed_first && seed < like->seed_end))
            to->count += (size_t)pair_make(to, a->at, b->at, seed, &to->at[to->count]);
    }
}

static void pairs_match(const seeded_point *point, size_t n, const choice_like *like, bank_pairs *to)
{
    size_t most = 0;
    for (size_t k = 0; k < n; k++) most += point[k].n;
    to->at = kept(most / 2 + 1, sizeof *to->at);
    for (size_t k = 0; k + 1 < n; k++) {
        const evidence_point *a = point[k].at, *b = point[k + 1].at;
        if (a->samples != b->samples || !points_alike(a->at, b->at, SIDE)) continue;
        match_sides(&point[k], &point[k + 1], like, to);
        k++;
    }
    to->rows = usual_rows(to);
    pairs_restrict(to, like);
    number_draws(to);
    qsort(to->at, to->count, sizeof *to->at, by_stratum_and_pair);
    for (size_t k = 1; k < to->count; k++)
        to->at[k].stratum = to->at[k - 1].stratum + (by_stratum(&to->at[k - 1], &to->at[k]) != 0);
}

/* Equal but for rounding. */
static double rightness(double a, double b)
{
    if (isnan(a) || isnan(b)) return NAN;
    return fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b)) ? 0.5 : a > b;
}

typedef struct placed_side {
    const evidence_point *point;
    uint64_t seed;
    size_t pair;
    int side;
} placed_side;

static int by_side(const void *x, const void *y)
{
    const placed_side *a = x, *b = y;
    const int less = by_entry(&a->point, &b->point);
    return less ? less : ascending_counts(&a->seed, &b->seed);
}

/* to[n]: of each pair. Returns the seconds of a score, on average. */
static double score_series(const evidence_series *s, const placed_side *side, size_t n, pair_score *to)
{
    double seconds = 0.0, points = 0.0;
    for (size_t p = 0; p < s->n_points; p++) {
        const evidence_point *point = &s->point[p];
        const size_t n_seeds = bank_of(point) ? point->n : 0;
        int any = 0;
        for (size_t k = 0; k < n_seeds; k++) {
            const placed_side wanted = { .point = point, .seed = point->seed[k] };
            const placed_side *at = bsearch(&wanted, side, 2 * n, sizeof *side, by_side);
            if (!at) continue;
            any = 1;
            to[at->pair].score[at->side] = point->value[k];
            to[at->pair].there |= 1u << at->side;
        }
        seconds += any ? point->seconds : 0.0;
        points += any;
    }
    for (size_t k = 0; k < n; k++) {
        const double a = to[k].score[0], b = to[k].score[1];
        to[k].is_scored = to[k].there == 3;
        to[k].right = to[k].is_scored ? rightness(a, b) : NAN;
        to[k].gap = to[k].is_scored ? a - b : NAN;
    }
    return points > 0.0 ? seconds / points : NAN;
}

static void pairs_score(const evidence *from, bank_pairs *to)
{
    placed_side *side = kept(2 * to->count + 1, sizeof *side);
    to->score = kept(from->count * to->count + 1, sizeof *to->score);
    to->seconds = kept(from->count + 1, sizeof *to->seconds);
    for (size_t k = 0; k < 2 * to->count; k++)
        side[k] = (placed_side){ to->at[k / 2].side[k % 2], to->at[k / 2].seed, k / 2, (int)(k % 2) };
    qsort(side, 2 * to->count, sizeof *side, by_side);
    for (size_t s = 0; s < from->count; s++)
        to->seconds[s] = score_series(&from->at[s], side, to->count, to->score + s * to->count);
}

bank_pairs bank_pairs_find(const evidence *from, const choice_like *like)
{
    bank_pairs to = { 0 };
    size_t n = 0;
    seeded_point *point = list_points(from, &n);
    if (n) {
        to.bank = bank_of(point[0].at);
        list_conditions(&to);
        pairs_match(point, n, like, &to);
        pairs_score(from, &to);
    }
    return to;
}
