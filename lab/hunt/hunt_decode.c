/*
 * hunt_decode -- numbers from 0 to 1 become recipes: the grammar of the hunt
 *
 *   0 is the simplest choice everywhere: 2 uniform factors, no dependence, plain codes, 200 rows. So a witness shrinks
 *   by setting genes to 0, and every recipe is tuned and varied as numbers.
 */
#include "hunt.h"
#include "owned.h"
#include "recipe.h"

enum { FACTORS_MOST = 6, HARMS = 8 };
enum {
    ROWS,
    FACTORS,
    LAW,
    LAW_NUMBER = LAW + FACTORS_MOST,
    DEPENDENCE = LAW_NUMBER + FACTORS_MOST,
    STRENGTH,
    MAP,
    MAP_NUMBER = MAP + FACTORS_MOST,
    UNIT = MAP_NUMBER + FACTORS_MOST,
    DEAD = UNIT + FACTORS_MOST,
    DEAD_FIRST,
    SPARE,
    PERMUTE,
    COPIES,
    SPOIL,
    SHARE,
    NOISE,
    HARM,
    HARM_NUMBER,
    PLAIN
};

static size_t pick(double x, size_t n) { return x >= 1.0 ? n - 1 : (size_t)(x * (double)n); }

static double between(double x, double low, double high)
{
    return floor((low + x * (high - low)) * 1000.0 + 0.5) / 1000.0;
}

/* A word with a number from low to high, a whole one of so many; it stands where the format has %g. */
typedef struct choice {
    const char *format;
    double low, high;
    size_t whole; /* 0: any number */
} choice;

static void add_choice(wording *to, const choice *c, double x)
{
    wording_add(to, c->format, c->whole ? c->low + (double)pick(x, c->whole) : between(x, c->low, c->high));
}

void hunt_spread(size_t nth, hunt_witness *w)
{
    w->gene[HARM] = ((double)(nth / 2 % HARMS) + 0.5) / HARMS;
    w->gene[ROWS] = fmod((double)nth * 0.7548776662, 1.0);
    w->gene[SPOIL] = fmod((double)nth * 0.5698402910, 1.0);
    w->gene[HARM_NUMBER] = fmod((double)nth * 0.4142135624, 1.0);
}

static size_t factors_of(const hunt_witness *w) { return 2 + pick(w->gene[FACTORS], FACTORS_MOST - 1); }

enum { UNIFORM, NORMAL, LEVELS, UNBALANCED, BINARY, HEAVY };
static const choice laws[] = { { "uniform", 0, 0, 0 },       { "normal", 0, 0, 0 },          { "levels(%g)", 2, 0, 19 },
                               { "unbalanced(%g", 2, 0, 9 }, { "binary(%g)", 0.5, 0.05, 0 }, { "heavy(%g)", 1, 0, 5 } };

static void add_laws(const hunt_witness *w, wording *to)
{
    for (size_t i = 0; i < factors_of(w); i++) {
        const double x = w->gene[LAW_NUMBER + i];
        wording_add(to, "%s", i ? ", " : "v: ");
        const size_t law = pick(w->gene[LAW + i], 6);
        add_choice(to, &laws[law], law == HEAVY ? 1.0 - x : x);
        if (law == UNBALANCED) wording_add(to, ", %zu)", 1 + pick(fmod(x * 9.0, 1.0), 3));
    }
    const double strength = between(w->gene[STRENGTH], 0.3, 0.95);
    if (pick(w->gene[DEPENDENCE], 3) == 1) wording_add(to, "; correlated(1 2, %g)", strength);
    if (pick(w->gene[DEPENDENCE], 3) == 2) wording_add(to, "; confounder(%g)", strength);
}

/* A strictly monotone code of a factor in a unit of its own. */
static void add_code(const hunt_witness *w, size_t i, int plain, wording *to)
{
    static const char *const words[] = { "", "curve(", "power(", "sigmoid(", "exp(", "rank(" };
    static const choice numbers[] = { { "", 0, 0, 0 },         { ", %g)", 0, 1, 0 },    { ", %g)", 2, 0, 8 },
                                      { ", %g)", 0.5, 40, 0 }, { ", %g)", 0.5, 12, 0 }, { ")", 0, 0, 0 } };
    static const char *const begins[] = { "", "flip(", "scale(", "scale(" };
    static const char *const ends[] = { "", ")", ", 1000)", ", 0.001)" };
    const size_t law = pick(w->gene[LAW + i], 6), unit = plain ? 0 : pick(w->gene[UNIT + i], 4);
    const int is_categorical = law >= LEVELS && law <= BINARY; /* ranks of classes would order their rows */
    const size_t map = plain ? 0 : pick(w->gene[MAP + i], is_categorical ? 5 : 6);
    wording_add(to, "; z = %s%sv%zu", begins[unit], words[map], i + 1);
    add_choice(to, &numbers[map], w->gene[MAP_NUMBER + i]);
    wording_add(to, "%s", ends[unit]);
}

static void add_rest(const hunt_witness *w, wording *to)
{
    const size_t dead = pick(w->gene[DEAD], 4), spare = pick(w->gene[SPARE], 5);
    if (dead && w->gene[DEAD_FIRST] < 0.5) wording_add(to, "; dead(%zu)", dead);
    if (spare) wording_add(to, "; spare(%zu)", spare);
    if (w->gene[PERMUTE] >= 0.5) wording_add(to, "; permute");
}

static void add_perfect(const hunt_witness *w, wording *to)
{
    const size_t dead = pick(w->gene[DEAD], 4);
    add_laws(w, to);
    if (dead && w->gene[DEAD_FIRST] >= 0.5) wording_add(to, "; z = constant(%zu)", dead);
    for (size_t i = 0; i < factors_of(w); i++) add_code(w, i, 0, to);
    if (pick(w->gene[COPIES], 4)) wording_add(to, "; duplicate(%zu)", 1 + pick(w->gene[COPIES], 4));
    add_rest(w, to);
}

static void add_spoilt(const hunt_witness *w, wording *to)
{
    enum { BY_NOISE = 1, BY_BOTH = 2 };
    static const choice noise = { "; noise(%g)", 0.15, 0.6, 0 };
    static const choice spoils[] = {
        { "; mixing(%g)", 0.15, 0.45, 0 }, { "", 0, 0, 0 },       { "; mixing(%g)", 0.15, 0.45, 0 },
        { "; duplicate(%g)", 2, 0, 3 },    { "; fold", 0, 0, 0 }, { "; rotate(1 2, %g)", 15, 45, 0 },
        { "; bins(%g)", 2, 0, 4 }
    };
    const size_t spoil = pick(w->gene[SPOIL], 7);
    add_laws(w, to);
    for (size_t i = 0; i < factors_of(w); i++) add_code(w, i, w->gene[PLAIN] < 0.5, to);
    add_choice(to, &spoils[spoil], w->gene[SHARE]);
    if (spoil == BY_NOISE || spoil == BY_BOTH) add_choice(to, &noise, w->gene[NOISE]);
    add_rest(w, to);
}

/* Codes of noise; or each a curve of an equal mix of all factors, which are alike and independent. */
static void add_nothing(const hunt_witness *w, int mixed, wording *to)
{
    const size_t m = factors_of(w);
    if (!mixed) {
        add_laws(w, to);
        wording_add(to, "; z = random(%zu)", 1 + pick(w->gene[COPIES], 10));
        return;
    }
    wording_add(to, "v: %zu %s", m, w->gene[LAW] < 0.75 ? "uniform" : "normal");
    for (size_t j = 0; j < m; j++) {
        const size_t map = pick(w->gene[MAP + j], 3);
        wording_add(to, map == 0 ? "; z = mix(" : map == 1 ? "; z = power(mix(" : "; z = flip(mix(");
        for (size_t i = 0; i < m; i++) wording_add(to, "%sv%zu %.3g", i ? ", " : "", i + 1, 1.0 / (double)m);
        wording_add(to, map == 0 ? ")" : map == 1 ? "), 3)" : "))");
    }
}

/* Constants are put before the codes by who calls. */
static void add_harmless(const hunt_witness *w, wording *to)
{
    enum { BY_SCALE = 2, BY_SHIFT = 3 };
    static const double scales[] = { 1000.0, 1e-6, 7.0, 1e6 };
    static const char *const steps[HARMS] = { "; permute",   "; flip",     "; scale(%g)",
                                              "; shift(%g)", "; dead(%g)", "; z = constant(%g)",
                                              "; sort",      "; reverse" };
    const size_t k = pick(w->gene[HARM_NUMBER], 4), harm = pick(w->gene[HARM], HARMS);
    wording_add(to, steps[harm], harm == BY_SCALE || harm == BY_SHIFT ? scales[k] : (double)(k + 1));
}

static void add_invariant(const hunt_witness *w, wording *a, wording *b)
{
    char text[HUNT_WORDS], harm[64];
    wording whole = WORDING(text), h = WORDING(harm);
    if (w->gene[SPOIL] < 0.3) add_perfect(w, &whole);
    else add_spoilt(w, &whole);
    add_harmless(w, &h);
    wording_add(a, "%s", text);
    const char *codes = strstr(text, "; z ");
    if (codes && harm[2] == 'z') wording_add(b, "%.*s%s%s", (int)(codes - text), text, harm, codes);
    else wording_add(b, "%s%s", text, harm);
}

/* Every claimed property has this value. */
static int all_are(const assay_truth truth[3], uint32_t measures, double value)
{
    for (int k = 0; k < 3; k++)
        if (measures & 1u << k && (truth[k].kind != ASSAY_IS || truth[k].value != value)) return 0;
    return 1;
}

static int any_is_less(const assay_truth truth[3], uint32_t measures)
{
    for (int k = 0; k < 3; k++)
        if (measures & 1u << k && truth[k].kind != ASSAY_UNKNOWN && truth[k].value < 1.0) return 1;
    return 0;
}

/* A line of each code that mixes all factors with one weight, and nothing else: certain of modularity and compactness,
 * whatever strictly monotone map each code has. */
static int is_equal_mix(const char *text)
{
    FREED(recipe_free) recipe r = { .step = NULL };
    int equal = recipe_read(text, NAN, &r, NULL) == ASSAY_OK;
    for (size_t k = 0; equal && k < r.n_steps; k++) {
        const recipe_step *s = &r.step[k];
        if (s->word->kind == WORD_LAW) equal = s->count == r.n_factors;
        if (s->word->kind == WORD_DEPENDENCE || s->word->does >= DOES_LOSE || s->on_whole) equal = 0;
        if (s->word->kind != WORD_SOURCE) continue;
        equal = equal && s->word->does == OF_SUM && s->n_places == r.n_factors;
        for (size_t t = 0; equal && t < s->n_places; t++) equal = s->place[t] == t && s->weight[t] == s->weight[0];
    }
    return equal && r.levels[0] == 0;
}

static int same_step(const recipe_step *a, const recipe_step *b)
{
    int same = a->word == b->word && a->on_whole == b->on_whole && a->count == b->count && a->n_places == b->n_places;
    for (size_t k = 0; k < RECIPE_ARGUMENTS && same && a->word->argument[k].id; k++)
        same = a->argument[k] == b->argument[k];
    for (size_t k = 0; k < a->n_places && same; k++) same = a->place[k] == b->place[k] && a->weight[k] == b->weight[k];
    return same;
}

/* Behind what is there, and what no order, sign, unit or dead code matters to. */
static int is_harmless_step(const recipe_step *s)
{
    return s->on_whole && (s->word->does <= DOES_SCALE || s->word->does == DOES_SHUFFLE || s->word->is_constant);
}

/* Whether another origin or unit could change which codes are equal: it rounds away what a steep curve has near 0, and
 * sums and folds of classes that are equal but for rounding. */
static int may_round(const recipe *a)
{
    int classes = 0, sums = 0;
    for (size_t i = 0; i < a->n_factors; i++) classes |= a->levels[i] != 0;
    for (size_t k = 0; k < a->n_steps; k++) {
        const recipe_word *word = a->step[k].word;
        if (word->does == DOES_BEND) return 1;
        sums |=
            word->does == OF_SUM || word->does == DOES_MIX || word->does == DOES_TURN || strcmp(word->id, "fold") == 0;
    }
    return classes && sums;
}

/* B is A with one harmless line more: behind it, or dead codes before it where no line takes columns by their place. */
static int is_harmless(const recipe *a, const recipe *b)
{
    size_t i = 0, j = 0, more = 0;
    int by_place = 0;
    for (size_t k = 0; k < a->n_steps; k++)
        by_place |= a->step[k].on_whole && a->step[k].word->does != DOES_COPY && !is_harmless_step(&a->step[k]) &&
                    a->step[k].word->does != DOES_APPEND;
    for (; j < b->n_steps; j++) {
        const recipe_step *s = &b->step[j];
        if (i < a->n_steps && same_step(&a->step[i], s)) i++;
        else if (i == a->n_steps && is_harmless_step(s) &&
                 !(s->word->map && s->word->does != DOES_FLIP && may_round(a)))
            more++;
        else if (!by_place && s->word->is_constant && s->word->kind == WORD_SOURCE && ++j < b->n_steps &&
                 b->step[j].word->kind == WORD_CODE)
            more++;
        else return 0;
    }
    return i == a->n_steps && more == 1;
}

static int is_invariant_pair(const hunt_witness *w)
{
    FREED(recipe_free) recipe a = { .step = NULL };
    FREED(recipe_free) recipe b = { .step = NULL };
    return recipe_read(w->text[0], NAN, &a, NULL) == ASSAY_OK && recipe_read(w->text[1], NAN, &b, NULL) == ASSAY_OK &&
           is_harmless(&a, &b);
}

int hunt_is_certain(int claim, uint32_t measures, const hunt_witness *w)
{
    assay_truth a[3], b[3];
    if (!recipe_text_truth(w->text[0], a) || (w->text[1][0] && !recipe_text_truth(w->text[1], b))) return 0;
    switch (claim) {
    case HUNT_FALSE_PRAISE:
        return all_are(a, measures, 0.0) || (!(measures & ASSAY_EXPLICITNESS) && is_equal_mix(w->text[0]));
    case HUNT_WRONG_ORDER: return all_are(a, measures, 1.0) && any_is_less(b, measures);
    case HUNT_LENIENT: return any_is_less(a, measures);
    case HUNT_BLIND: return all_are(a, measures, 1.0) && all_are(b, measures, 0.0);
    case HUNT_NOT_INVARIANT: return is_invariant_pair(w);
    default: return all_are(a, measures, 1.0);
    }
}

static int canonical(char text[HUNT_WORDS])
{
    static _Thread_local char whole[RECIPE_TEXT];
    FREED(recipe_free) recipe r = { .step = NULL };
    if (recipe_read(text, NAN, &r, NULL) != ASSAY_OK) return 0;
    recipe_write(&r, whole);
    if (strlen(whole) >= HUNT_WORDS) return 0;
    memcpy(text, whole, strlen(whole) + 1);
    return 1;
}

int hunt_decode(int claim, uint32_t measures, hunt_witness *w)
{
    static const size_t rows[] = { 200, 1000, 5000 };
    wording a = WORDING(w->text[0]), b = WORDING(w->text[1]);
    w->rows = rows[pick(w->gene[ROWS], 3)];
    if (claim == HUNT_FALSE_PRAISE) add_nothing(w, !(measures & ASSAY_EXPLICITNESS) && w->gene[HARM] >= 0.5, &a);
    else if (claim == HUNT_NOT_INVARIANT) add_invariant(w, &a, &b);
    else if (claim == HUNT_LENIENT) add_spoilt(w, &a);
    else add_perfect(w, &a);
    if (claim == HUNT_WRONG_ORDER) add_spoilt(w, &b);
    if (claim == HUNT_BLIND) add_nothing(w, 0, &b);
    if (a.used >= HUNT_WORDS || b.used >= HUNT_WORDS || !canonical(w->text[0])) return 0;
    if (w->text[1][0] && !canonical(w->text[1])) return 0;
    return hunt_is_certain(claim, measures, w);
}
