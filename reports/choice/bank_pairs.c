/*
 * The points of a bank matched into pairs. Which two points are the sides of one pair, and what a condition is, the
 * bank's descriptor says: `side` parts them, `order` and its truth say what they are, every other word is a condition.
 */
#include "bank_pairs.h"

#include "needed.h"
#include "plain_text.h"
#include "wording.h"

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

static int same_pair(const evidence_point *a, const evidence_point *b)
{
    return a->samples == b->samples && points_alike(a->at, b->at, SIDE);
}

static const assay_scenario *bank_of(const evidence_point *p)
{
    const assay_scenario *scenario = assay_scenario_find(p->scenario);
    return scenario && scenario->is_bank ? scenario : NULL;
}

/* Every point of a bank once, of whichever series has it, by pair. */
static const evidence_point **list_points(const evidence *from, size_t *count)
{
    size_t all = 0, n = 0;
    for (size_t s = 0; s < from->count; s++) all += from->at[s].n_points;
    const evidence_point **list = needed(malloc((all + 1) * sizeof *list));
    for (size_t s = 0; s < from->count; s++)
        for (size_t p = 0; p < from->at[s].n_points; p++)
            if (bank_of(&from->at[s].point[p])) list[n++] = &from->at[s].point[p];
    if (n) qsort(list, n, sizeof *list, by_entry);
    for (size_t k = 0; k < n; k++)
        if (!*count || by_entry(&list[k], &list[*count - 1]) != 0) list[(*count)++] = list[k];
    if (n) qsort(list, *count, sizeof *list, by_pair);
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

/* The sides of one pair; 0: nothing is known of them. */
static int pair_make(const bank_pairs *in, const evidence_point *a, const evidence_point *b, bank_pair *to)
{
    *to = (bank_pair){ .side = { a, b }, .samples = a->samples, .number = point_number(a->at, "pair") };
    const double bank = point_number(a->at, "bank");
    to->bank = isnan(bank) ? 0.0 : bank; /* named where it is set */
    const char *order = point_word(a->at, "order");
    to->is_ordered = order && strcmp(order, "ordered") == 0;
    for (int p = 0; p < 3; p++) {
        if (a->truth[p].kind == ASSAY_UNKNOWN || b->truth[p].kind == ASSAY_UNKNOWN) continue;
        to->claim = 1u << p;
        to->apart = a->truth[p].value - b->truth[p].value;
    }
    for (size_t c = 0; c < in->n_conditions; c++) {
        to->word[c] = word_at(a, in->condition[c]);
        if (strcmp(in->condition[c]->id, "spoil") == 0) to->group = to->word[c];
        if (strcmp(in->condition[c]->id, "contamination") == 0) to->is_contaminated = to->word[c] != 0;
    }
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
    const int less = by_stratum(x, y);
    return less ? less : by_pair(&((const bank_pair *)x)->side[0], &((const bank_pair *)y)->side[0]);
}

/* The number of rows that most pairs have. */
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

const char *pair_word(const bank_pairs *in, const bank_pair *p, const char *condition)
{
    for (size_t c = 0; c < in->n_conditions; c++)
        if (strcmp(in->condition[c]->id, condition) == 0) return in->condition[c]->words[p->word[c]];
    return "";
}

/* Whether the pair has as many codes, up to twice and down to half: a few rows of its better side show it. */
static int has_codes(const bank_pairs *in, const bank_pair *p, size_t codes)
{
    double parameter[CHOICE_CONDITIONS];
    assay_data data = { 0 };
    assay_error err;
    if (!codes || in->bank->n_parameters > CHOICE_CONDITIONS ||
        !point_parameters(p->side[0]->at, in->bank, parameter) ||
        in->bank->build_seeded(parameter, 8, 0, &data, &err) != ASSAY_OK)
        return 1;
    const int fits = data.n_codes <= 2 * codes && 2 * data.n_codes >= codes;
    assay_data_free(&data);
    return fits;
}

/* Whether of all ways to spoil the property of `p` that the bank has some are expected. */
static int expects_some(const bank_pairs *in, const bank_pair *p, const char *expect)
{
    for (size_t k = 0; k < in->count; k++)
        if (in->at[k].claim == p->claim && is_in(expect, pair_word(in, &in->at[k], "spoil"))) return 1;
    return 0;
}

/* The words of a bank's conditions, by their names. */
static void list_words(const assay_scenario *bank, const char *conditions, wording *to)
{
    for (size_t p = 0; p < bank->n_parameters; p++)
        for (size_t w = 0; list_has(conditions, bank->parameters[p].id) && bank->parameters[p].words[w]; w++)
            wording_join(to, ",", bank->parameters[p].words[w]);
}

const char *choice_like_refusal(const choice_like *like, char *to, size_t size)
{
    static const char *const conditions[] = { "kinds", "dependence", "spoil,contamination" };
    const char *const list[] = { like->kinds, like->dependence, like->expect };
    for (int k = 0; k < 3; k++) {
        char words[512];
        wording known = WORDING(words);
        list_words(assay_scenario_find("bank"), conditions[k], &known);
        for (const char *at = list[k]; at && *at; at += *at == ',') {
            char word[256];
            snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
            at += strcspn(at, ",");
            if (list_has(words, word)) continue;
            snprintf(to, size, "'%s' is none of %s", word, words);
            for (char *c = strstr(to, words); c && *c; c++)
                if (*c == ',') *c = ' ';
            return to;
        }
    }
    return NULL;
}

static int is_like(const bank_pairs *in, const choice_like *like, const bank_pair *p)
{
    const char *spoil = pair_word(in, p, "spoil"), *noise = pair_word(in, p, "noise");
    if (!is_in(like->kinds, pair_word(in, p, "kinds")) || !is_in(like->dependence, pair_word(in, p, "dependence")))
        return 0;
    if (like->expect && !is_in(like->expect, spoil) && p->is_expected) return 0;
    if (like->expect && strcmp(spoil, "noise") != 0 && is_in(like->expect, "noise") != (strcmp(noise, "none") != 0))
        return 0;
    return has_codes(in, p, like->codes);
}

static uint64_t nearest_rows(const bank_pairs *in, uint64_t rows)
{
    uint64_t best = in->rows;
    for (size_t k = 0; k < in->count; k++)
        if (fabs(log((double)in->at[k].samples / (double)rows)) < fabs(log((double)best / (double)rows)))
            best = in->at[k].samples;
    return best;
}

/* Contamination that is expected is one of the conditions that concordance is of. */
static void pairs_restrict(bank_pairs *to, const choice_like *like)
{
    size_t count = 0;
    for (size_t k = 0; k < to->count; k++) {
        const bank_pair *p = &to->at[k];
        for (int c = 0; c < 3; c++)
            if (p->claim == 1u << c)
                to->usual_there[c] += p->is_ordered && p->samples == to->rows && !p->is_contaminated;
    }
    to->there = to->count;
    if (!like) return;
    for (size_t k = 0; k < to->count && like->expect; k++) {
        to->at[k].is_expected = expects_some(to, &to->at[k], like->expect);
        if (to->at[k].is_contaminated && is_in(like->expect, pair_word(to, &to->at[k], "contamination")))
            to->at[k].is_contaminated = 0;
    }
    if (like->rows) to->rows = nearest_rows(to, like->rows);
    for (size_t k = 0; k < to->count; k++) to->at[k].is_expected = is_like(to, like, &to->at[k]);
    for (size_t k = 0; k < to->count; k++)
        if (to->at[k].is_expected) to->at[count++] = to->at[k];
    to->count = count;
}

static void pairs_match(const evidence_point *const *point, size_t n, const choice_like *like, bank_pairs *to)
{
    to->at = needed(calloc(n / 2 + 1, sizeof *to->at));
    for (size_t k = 0; k + 1 < n; k++)
        if (same_pair(point[k], point[k + 1])) {
            to->count += (size_t)pair_make(to, point[k], point[k + 1], &to->at[to->count]);
            k++;
        }
    to->rows = usual_rows(to);
    pairs_restrict(to, like);
    qsort(to->at, to->count, sizeof *to->at, by_stratum_and_pair);
    for (size_t k = 1; k < to->count; k++)
        to->at[k].stratum = to->at[k - 1].stratum + (by_stratum(&to->at[k - 1], &to->at[k]) != 0);
}

/* Equal but for rounding. */
static double rightness(double a, double b)
{
    if (isnan(a) || isnan(b) || fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b))) return 0.5;
    return a > b;
}

static pair_score score_pair(const evidence_point *a, const evidence_point *b, size_t *seeds)
{
    pair_score to = { 0.0, 0.0, NAN };
    size_t n = 0, defined = 0;
    double right = 0.0, gap = 0.0;
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->seed[i] < b->seed[j]) i++;
        else if (a->seed[i] > b->seed[j]) j++;
        else {
            const double x = a->value[i++], y = b->value[j++];
            right += rightness(x, y);
            n++;
            if (isnan(x) || isnan(y)) continue;
            gap += x - y;
            defined++;
        }
    }
    if (defined) to.gap = gap / (double)defined;
    to.right = n ? right / (double)n : NAN;
    to.defined = n ? (double)defined / (double)n : 0.0;
    if (n > *seeds) *seeds = n;
    return to;
}

typedef struct placed_side {
    const evidence_point *point;
    size_t pair;
    int side;
} placed_side;

static int by_side(const void *x, const void *y)
{
    return by_entry(&((const placed_side *)x)->point, &((const placed_side *)y)->point);
}

static void score_series(const evidence_series *s, const placed_side *side, const evidence_point **found,
                         bank_pairs *to, size_t series)
{
    double seconds = 0.0, points = 0.0;
    memset(found, 0, 2 * to->count * sizeof *found);
    for (size_t p = 0; p < s->n_points; p++) {
        if (!bank_of(&s->point[p])) continue;
        const placed_side *at =
            bsearch(&(placed_side){ .point = &s->point[p] }, side, 2 * to->count, sizeof *side, by_side);
        if (!at) continue;
        found[2 * at->pair + (size_t)at->side] = &s->point[p];
        seconds += s->point[p].seconds;
        points += 1.0;
    }
    to->seconds[series] = points > 0.0 ? seconds / points : NAN;
    for (size_t k = 0; k < to->count; k++) {
        const evidence_point *a = found[2 * k], *b = found[2 * k + 1];
        to->score[series * to->count + k] = a && b ? score_pair(a, b, &to->seeds) : (pair_score){ NAN, 0.0, NAN };
    }
}

static void pairs_score(const evidence *from, bank_pairs *to)
{
    placed_side *side = needed(calloc(2 * to->count + 1, sizeof *side));
    const evidence_point **found = needed(calloc(2 * to->count + 1, sizeof *found));
    to->n_series = from->count;
    to->score = needed(calloc(from->count * to->count + 1, sizeof *to->score));
    to->seconds = needed(calloc(from->count + 1, sizeof *to->seconds));
    for (size_t k = 0; k < 2 * to->count; k++)
        side[k] = (placed_side){ to->at[k / 2].side[k % 2], k / 2, (int)(k % 2) };
    qsort(side, 2 * to->count, sizeof *side, by_side);
    for (size_t s = 0; s < from->count; s++) score_series(&from->at[s], side, found, to, s);
    free(side);
    free(found);
}

bank_pairs bank_pairs_find(const evidence *from, const choice_like *like)
{
    bank_pairs to = { 0 };
    size_t n = 0;
    const evidence_point **point = list_points(from, &n);
    if (n) {
        to.bank = bank_of(point[0]);
        list_conditions(&to);
        pairs_match(point, n, like, &to);
        pairs_score(from, &to);
    }
    free(point);
    return to;
}

void bank_pairs_free(bank_pairs *pairs)
{
    free(pairs->at);
    free(pairs->score);
    free(pairs->seconds);
    *pairs = (bank_pairs){ 0 };
}
