#include "ascending.h"
#include "bank_pairs.h"
#include "needed.h"

#include <string.h>

#define LEVEL 0.05

typedef struct twin {
    size_t pair, base; /* in the property's own list */
} twin;

typedef struct sorting {
    const bank_pairs *pairs;
    const evidence *from;
    choice_property *to;
    size_t first, ordered, all; /* in pairs->at: the ordered ones first, then the level ones */
    twin *twins;                /* of one condition after the other, condition[c].twins each */
    pair_values of;             /* scratch, room for all */
    unsigned char *ranks;       /* of each bank: whether it has pairs enough to rank by itself */
} sorting;

static const bank_pair *pair_at(const sorting *s, size_t k) { return &s->pairs->at[s->first + k]; }

static const pair_score *score_at(const sorting *s, const evidence_series *of, size_t k)
{
    return &s->pairs->score[(size_t)(of - s->from->at) * s->pairs->count + s->first + k];
}

/* Those that concordance in general is of. */
static int is_usual(const sorting *s, size_t k)
{
    return pair_at(s, k)->samples == s->pairs->rows && !pair_at(s, k)->is_contaminated;
}

static int is_under(const sorting *s, const choice_condition *c, size_t k)
{
    const bank_pair *p = pair_at(s, k);
    if (c->rows) return p->samples == c->rows && !p->is_contaminated;
    if (p->samples != s->pairs->rows || p->word[c->place] != c->which) return 0;
    return strcmp(c->name, "contamination") == 0 || !p->is_contaminated;
}

static void list_condition(sorting *s, choice_condition one)
{
    choice_property *to = s->to;
    for (size_t c = 0; c < to->n_conditions; c++)
        if (to->condition[c].rows == one.rows && to->condition[c].place == one.place &&
            to->condition[c].which == one.which)
            return;
    if (to->n_conditions < CHOICE_CONDITIONS) to->condition[to->n_conditions++] = one;
}

/* In the order of the bank's parameters and their words; rows last. */
static void list_conditions(sorting *s)
{
    for (size_t c = 0; c < s->pairs->n_conditions; c++) {
        const assay_option *option = s->pairs->condition[c];
        for (size_t w = 0; option->words[w]; w++)
            for (size_t k = 0; k < s->ordered; k++)
                if (pair_at(s, k)->word[c] == w)
                    list_condition(
                        s,
                        (choice_condition){
                            .name = option->id, .word = option->words[w], .place = c, .which = w, .is_base = w == 0 });
    }
    for (size_t k = 0; k < s->ordered; k++)
        list_condition(s, (choice_condition){ .name = "rows",
                                              .word = "",
                                              .place = s->pairs->n_conditions,
                                              .rows = pair_at(s, k)->samples,
                                              .is_base = pair_at(s, k)->samples == s->pairs->rows });
}

/* Whether `base` is pair k without the condition, and with all else alike. */
static int is_twin(const sorting *s, const choice_condition *c, size_t k, size_t base)
{
    const bank_pair *a = pair_at(s, k), *b = pair_at(s, base);
    if (a->seed != b->seed) return 0;
    if (c->rows ? b->samples != s->pairs->rows : a->samples != b->samples || b->word[c->place] != 0) return 0;
    for (size_t w = 0; w < s->pairs->n_conditions; w++)
        if (w != c->place && a->word[w] != b->word[w]) return 0;
    return c->rows ? point_equal(a->side[0]->at, b->side[0]->at) : a->number == b->number && a->bank == b->bank;
}

static void find_twins(sorting *s)
{
    size_t count = 0;
    s->twins = kept(s->ordered * s->to->n_conditions + 1, sizeof *s->twins);
    for (size_t i = 0; i < s->to->n_conditions; i++) {
        choice_condition *c = &s->to->condition[i];
        if (c->is_base || strcmp(c->name, "spoil") == 0 || strcmp(c->word, "adversarial") == 0)
            continue; /* pairs that are spoilt otherwise, or found, are other pairs */
        for (size_t k = 0; k < s->ordered; k++) {
            size_t base = 0;
            if (!is_under(s, c, k)) continue;
            while (base < s->ordered && !is_twin(s, c, k, base)) base++;
            if (base == s->ordered) continue;
            s->twins[count++] = (twin){ k, base };
            c->twins++;
        }
    }
}

static void note_value(sorting *s, size_t k, double value)
{
    const bank_pair *p = pair_at(s, k);
    pair_values *v = &s->of;
    v->value[v->n] = value;
    v->group[v->n] = p->group;
    v->stratum[v->n] = p->stratum;
    v->draw[v->n++] = p->draw;
}

/* Of the pairs under a condition, NULL: of the usual ones; *asked: how many were scored, also those that are
 * undefined. Fewer than CHOICE_LEAST defined ones have no number. A control that has the same of every pair has it by
 * construction, without an interval. */
static concordance share_of(sorting *s, const evidence_series *of, const choice_condition *c, size_t *asked)
{
    int differ = 0;
    *asked = s->of.n = 0;
    for (size_t k = 0; k < s->ordered; k++) {
        const pair_score *score = score_at(s, of, k);
        if (!(c ? is_under(s, c, k) : is_usual(s, k)) || !score->is_scored) continue;
        ++*asked;
        if (isnan(score->right)) continue;
        note_value(s, k, score->right);
        differ |= score->right != s->of.value[0];
    }
    concordance to = concordance_of(&s->of);
    if (!differ && of->flags & ASSAY_CONTROL) to.low = to.high = NAN;
    if (to.pairs < CHOICE_LEAST) to.value = to.low = to.high = NAN;
    return to;
}

static void strip_effects(sorting *s, choice_strip *to)
{
    const twin *next = s->twins;
    double asked = 0.0;
    for (size_t i = 0; i < s->to->n_conditions; i++) asked += s->to->condition[i].twins > 0;
    to->worst = to->hurt[0] = to->hurt[1] = -1;
    for (size_t i = 0; i < s->to->n_conditions; i++) {
        const choice_condition *c = &s->to->condition[i];
        choice_effect *under = &to->under[i];
        under->of = share_of(s, to->of, c, &under->asked);
        s->of.n = 0;
        for (size_t k = 0; k < c->twins; k++) {
            const double x = score_at(s, to->of, next[k].pair)->right, y = score_at(s, to->of, next[k].base)->right;
            if (!isnan(x - y)) note_value(s, next[k].pair, x - y);
        }
        next += c->twins;
        const change_interval of = change_of_pairs(&s->of, 0.5 * LEVEL / fmax(asked, 1.0)); /* a level that all share */
        under->effect = of.change;
        under->low = of.low;
        under->high = of.high;
        if (under->of.pairs >= CHOICE_LEAST && (to->worst < 0 || under->of.value < to->under[to->worst].of.value))
            to->worst = (int)i;
        if (!(under->high < 0.0)) continue;
        const int most = to->hurt[0] < 0 || under->effect < to->under[to->hurt[0]].effect;
        if (most) to->hurt[1] = to->hurt[0];
        if (most) to->hurt[0] = (int)i;
        else if (to->hurt[1] < 0 || under->effect < to->under[to->hurt[1]].effect) to->hurt[1] = (int)i;
    }
}

typedef struct apart_pair {
    double apart, right;
} apart_pair;

static int by_apart(const void *x, const void *y)
{
    const double a = ((const apart_pair *)x)->apart, b = ((const apart_pair *)y)->apart;
    return (a < b) - (a > b);
}

/* From the pairs furthest apart on: the smallest difference down to which 95 of 100 are right. */
static double resolution_of(const sorting *s, const evidence_series *of, apart_pair *list)
{
    double right = 0.0, found = NAN;
    size_t n = 0;
    for (size_t k = 0; k < s->ordered; k++)
        if (is_usual(s, k) && !isnan(score_at(s, of, k)->right))
            list[n++] = (apart_pair){ pair_at(s, k)->apart, score_at(s, of, k)->right };
    qsort(list, n, sizeof *list, by_apart);
    for (size_t k = 0; k < n; k++) {
        right += list[k].right;
        if (k + 1 < n && list[k + 1].apart == list[k].apart) continue; /* pairs as far apart stand in any order */
        if (k + 1 >= CHOICE_LEAST && right / (double)(k + 1) >= 0.95) found = list[k].apart;
    }
    return found;
}

static double middle_of(double *x, size_t n)
{
    qsort(x, n, sizeof *x, ascending);
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

/* score(A) - score(B) where truth differs most: by at least as much as a third of the pairs do. */
static double response_of(sorting *s, const evidence_series *of)
{
    size_t n = 0, far = 0;
    double *const value = s->of.value;
    for (size_t k = 0; k < s->ordered; k++)
        if (is_usual(s, k)) value[n++] = pair_at(s, k)->apart;
    if (!n) return NAN;
    qsort(value, n, sizeof *value, ascending);
    const double least = value[n - 1 - n / 3];
    for (size_t k = 0; k < s->ordered; k++)
        if (is_usual(s, k) && pair_at(s, k)->apart >= least && !isnan(score_at(s, of, k)->gap))
            value[far++] = score_at(s, of, k)->gap;
    return far ? middle_of(value, far) : NAN;
}

static double false_difference_of(sorting *s, const evidence_series *of)
{
    const double response = response_of(s, of);
    double *const value = s->of.value;
    size_t n = 0;
    for (size_t k = s->ordered; k < s->all; k++)
        if (is_usual(s, k) && !isnan(score_at(s, of, k)->gap)) value[n++] = fabs(score_at(s, of, k)->gap);
    if (n < CHOICE_LEAST || isnan(response)) return NAN;
    qsort(value, n, sizeof *value, ascending);
    return response > 0.0 ? value[(size_t)ceil(0.95 * (double)n) - 1] / response : INFINITY;
}

/* Down from the usual number of rows, to the last before one that certainly costs concordance. */
static uint64_t rows_of(const sorting *s, const choice_strip *strip)
{
    uint64_t least = s->pairs->rows, costs = 0;
    int any = 0;
    for (size_t c = 0; c < s->to->n_conditions; c++) {
        const uint64_t rows = s->to->condition[c].rows;
        if (!s->to->condition[c].twins || rows >= s->pairs->rows) continue;
        any = 1;
        if (strip->under[c].high < 0.0 && rows > costs) costs = rows;
    }
    for (size_t c = 0; c < s->to->n_conditions; c++) {
        const uint64_t rows = s->to->condition[c].rows;
        if (rows > costs && rows < least && strip->under[c].of.pairs) least = rows;
    }
    return any ? least : 0;
}

/* Pairs of one stratum stand together. */
static void list_strata(sorting *s)
{
    choice_property *to = s->to;
    to->stratum = kept(s->ordered + 1, sizeof *to->stratum);
    for (size_t k = 0; k < s->ordered; k++) {
        const bank_pair *p = pair_at(s, k);
        if (p->is_contaminated) continue;
        if (!to->n_strata || p->stratum != pair_at(s, k - 1)->stratum)
            to->stratum[to->n_strata++] = (choice_stratum){ pair_word(s->pairs, p, "spoil"),
                                                            pair_word(s->pairs, p, "kinds"),
                                                            pair_word(s->pairs, p, "dependence"),
                                                            pair_word(s->pairs, p, "noise"),
                                                            p->samples,
                                                            0 };
        to->stratum[to->n_strata - 1].pairs++;
    }
}

static void count_right(const sorting *s, const evidence_series *of, choice_strip *to)
{
    size_t in = 0, left = s->to->n_strata ? s->to->stratum[0].pairs : 0;
    for (size_t k = 0; k < s->ordered; k++) {
        if (pair_at(s, k)->is_contaminated) continue;
        if (!left) left = s->to->stratum[++in].pairs;
        const pair_score *score = score_at(s, of, k);
        to->right[in] += isnan(score->right) ? 0.0 : score->right;
        to->of_defined[in] += !isnan(score->right);
        left--;
    }
}

/* What speaks against all scores of a variant speaks against every number made of them. */
static void strip_bar(const sorting *s, choice_strip *to)
{
    const choice_effect nothing = { { 0, NAN, NAN, NAN }, NAN, NAN, NAN, 0 };
    to->all = nothing.of;
    to->resolution = to->false_difference = NAN;
    to->rows = 0;
    to->worst = to->hurt[0] = to->hurt[1] = -1;
    for (size_t c = 0; c < s->to->n_conditions; c++) to->under[c] = nothing;
    for (size_t h = 0; h < s->to->n_strata; h++) to->right[h] = to->of_defined[h] = 0.0;
}

static void strip_make(sorting *s, const evidence_series *of, choice_strip *to)
{
    apart_pair *list = kept(s->ordered + 1, sizeof *list);
    *to = (choice_strip){ .of = of, .seconds = s->pairs->seconds[of - s->from->at] };
    size_t asked;
    to->right = kept(2 * (s->to->n_strata + 1), sizeof *to->right);
    to->of_defined = to->right + s->to->n_strata;
    count_right(s, of, to);
    to->is_single = (of->measures & 7u) == s->to->claim;
    to->all = share_of(s, of, NULL, &asked);
    to->is_partial = asked < s->to->usual;
    to->defined = (double)to->all.pairs / (double)asked;
    to->resolution = resolution_of(s, of, list);
    to->false_difference = false_difference_of(s, of);
    strip_effects(s, to);
    to->rows = rows_of(s, to);
    if (of->remark) strip_bar(s, to);
}

enum { EVERY_BANK = -1 };

/* Whether a is certainly above b where both are defined, of one bank or of all, `asked` such questions sharing the
 * level. */
static int is_above(sorting *s, const evidence_series *a, const evidence_series *b, long bank, double asked)
{
    s->of.n = 0;
    for (size_t k = 0; k < s->ordered; k++) {
        const double x = score_at(s, a, k)->right, y = score_at(s, b, k)->right;
        if (bank != EVERY_BANK && pair_at(s, k)->drawn != (size_t)bank) continue;
        if (is_usual(s, k) && !isnan(x - y)) note_value(s, k, x - y);
    }
    return change_of_pairs(&s->of, LEVEL / asked).low > 0.0;
}

int choice_is_control(const choice_strip *s) { return (s->of->flags & ASSAY_CONTROL) != 0; }

int choice_is_truth(const choice_strip *s)
{
    const assay_metric *metric = assay_metric_find(s->of->metric);
    return metric && (metric->flags & ASSAY_TRUTH);
}

int choice_is_chance(const choice_strip *s) { return !choice_is_control(s) && s->all.low <= 0.5 && s->all.high >= 0.5; }

size_t choice_honest(const choice_property *p)
{
    size_t honest = 0;
    for (size_t k = 0; k < p->n_strips; k++)
        honest += !choice_is_control(&p->strip[k]) && !p->strip[k].is_partial && !p->strip[k].of->remark;
    return honest;
}

int choice_is_rival(const choice_strip *s)
{
    return s->is_single && !s->is_partial && !choice_is_control(s) && !s->of->remark && s->defined >= CHOICE_DEFINED;
}

static int measures_nothing(const choice_strip *s)
{
    return choice_is_control(s) && !choice_is_truth(s) && !s->is_partial;
}

/* Whether a strip that may lead is certainly above each control that measures nothing, a level that all such share;
 * notes the best that it is below. */
static int beats_controls(sorting *s, choice_strip *strip, double rivals, double strips)
{
    const choice_property *p = s->to;
    int all = strip->all.low > 0.5;
    double controls = 0.0;
    for (size_t j = 0; j < p->n_strips; j++) controls += measures_nothing(&p->strip[j]);
    for (size_t j = 0; j < p->n_strips; j++) {
        const choice_strip *control = &p->strip[j];
        if (!measures_nothing(control)) continue;
        if (all && choice_is_rival(strip) && !is_above(s, strip->of, control->of, EVERY_BANK, rivals))
            strip->not_above = control->of; /* it has to be above all: no more questions */
        all = all && choice_is_rival(strip) && !strip->not_above;
        if (!strip->below && is_above(s, control->of, strip->of, EVERY_BANK, strips * controls))
            strip->below = control->of;
    }
    return all;
}

/* Whether no rival is certainly above the strip; each strip has as many such questions, which share the level. */
static int is_best(sorting *s, const choice_strip *strip, long bank, double rivals)
{
    for (size_t j = 0; j < s->to->n_strips; j++) {
        const choice_strip *other = &s->to->strip[j];
        if (other != strip && choice_is_rival(other) &&
            is_above(s, other->of, strip->of, bank, fmax(rivals - 1.0, 1.0)))
            return 0;
    }
    return 1;
}

uint32_t claims_of_outputs(const assay_metric *metric)
{
    uint32_t all = 0;
    for (size_t k = 0; k < metric->n_outputs; k++) all |= metric->outputs[k].measures;
    return all;
}

/* Every built-in control has to be scored on all pairs, whatever else is. */
static int lacks_controls(const choice_property *p)
{
    const assay_metric *metric;
    for (size_t m = 0; (metric = assay_metric_at(m)); m++) {
        size_t k = 0;
        if (!(metric->flags & ASSAY_CONTROL) || !(claims_of_outputs(metric) & p->claim)) continue;
        while (k < p->n_strips && (strcmp(p->strip[k].of->metric, metric->id) != 0 || p->strip[k].is_partial)) k++;
        if (k == p->n_strips) return 1;
    }
    return 0;
}

/* Every question about one strip shares the level with the same question about the others. */
static void strips_compare(sorting *s)
{
    choice_property *p = s->to;
    const size_t honest = choice_honest(p);
    p->lacks_controls = lacks_controls(p);
    for (size_t k = 0; k < p->n_strips; k++) p->rivals += (size_t)choice_is_rival(&p->strip[k]);
    const double rivals = (double)p->rivals;
    for (size_t i = 0; i < p->n_strips; i++) {
        choice_strip *strip = &p->strip[i];
        if (choice_is_control(strip) || strip->is_partial || strip->of->remark) continue;
        strip->leads = beats_controls(s, strip, fmax(rivals, 1.0), fmax((double)honest, 1.0)) && honest > 1 &&
                       p->banks >= CHOICE_LEAST_BANKS && !p->lacks_controls && is_best(s, strip, EVERY_BANK, rivals);
        p->leaders += strip->leads != 0;
        for (size_t b = 0; b < s->pairs->banks && strip->leads; b++)
            strip->leads_in += s->ranks[b] && is_best(s, strip, (long)b, rivals);
    }
}

/* The banks of usual pairs, and in `ranks` those that have enough to rank by themselves. */
static void count_banks(sorting *s)
{
    size_t *usual = kept(s->pairs->banks + 1, sizeof *usual);
    s->ranks = kept(s->pairs->banks + 1, sizeof *s->ranks);
    for (size_t k = 0; k < s->ordered; k++)
        if (is_usual(s, k)) usual[pair_at(s, k)->drawn]++;
    for (size_t b = 0; b < s->pairs->banks; b++) {
        s->ranks[b] = usual[b] >= CHOICE_LEAST;
        s->to->banks += usual[b] > 0;
        s->to->banks_alone += s->ranks[b];
    }
}

static int by_concordance(const void *x, const void *y)
{
    const choice_strip *a = x, *b = y;
    if (a->is_partial != b->is_partial) return a->is_partial - b->is_partial;
    const int claims[2] = { (a->of->measures & 7) != 0, (b->of->measures & 7) != 0 };
    if (claims[0] != claims[1] && !choice_is_control(a) && !choice_is_control(b)) return claims[0] ? -1 : 1;
    if (isnan(a->all.value) != isnan(b->all.value)) return isnan(a->all.value) ? 1 : -1;
    if (a->all.value < b->all.value || a->all.value > b->all.value) return a->all.value < b->all.value ? 1 : -1;
    return a->of < b->of ? -1 : a->of > b->of;
}

static int is_asked(const sorting *s, const evidence_series *of)
{
    const uint32_t claims = of->measures & 7u;
    if ((claims && !(claims & s->to->claim)) || (s->to->cyclic && !(of->flags & CHOICE_CYCLIC))) return 0;
    for (size_t k = 0; k < s->ordered; k++)
        if (is_usual(s, k) && score_at(s, of, k)->is_scored) return 1;
    return 0;
}

static void strips_make(sorting *s)
{
    const size_t room = s->all + 1;
    size_t *places = kept(3 * room, sizeof *places);
    s->of = (pair_values){
        .value = kept(room, sizeof(double)), .stratum = places, .group = places + room, .draw = places + 2 * room
    };
    s->to->strip = kept(s->from->count + 1, sizeof *s->to->strip);
    list_conditions(s);
    list_strata(s);
    find_twins(s);
    for (size_t i = 0; i < s->from->count; i++)
        if (is_asked(s, &s->from->at[i])) strip_make(s, &s->from->at[i], &s->to->strip[s->to->n_strips++]);
    qsort(s->to->strip, s->to->n_strips, sizeof *s->to->strip, by_concordance);
    strips_compare(s);
}

void choice_make(const evidence *from, const choice_like *like, choice *to)
{
    bank_pairs pairs = bank_pairs_find(from, like);
    to->rows = pairs.rows;
    to->rows_asked = like && like->rows ? like->rows : to->rows;
    to->is_part = pairs.count < pairs.there || (like && like->rows);
    for (int p = 0; p < 3; p++) {
        choice_property *property = &to->property[p];
        sorting s = { .pairs = &pairs, .from = from, .to = property };
        property->claim = 1u << p;
        while (s.first < pairs.count && pairs.at[s.first].claim < property->claim) s.first++;
        while (s.first + s.all < pairs.count && pairs.at[s.first + s.all].claim == property->claim) {
            s.ordered += (size_t)pairs.at[s.first + s.all].is_ordered;
            s.all++;
        }
        property->ordered = s.ordered;
        property->level = s.all - s.ordered;
        for (size_t k = 0; k < s.ordered; k++) property->usual += is_usual(&s, k) != 0;
        property->usual_there = pairs.usual_there[p];
        memcpy(property->left_by, pairs.left_by[p], sizeof property->left_by);
        property->cyclic = like && like->cyclic;
        property->too_few = (s.ordered || to->is_part) && property->usual < CHOICE_LEAST;
        count_banks(&s);
        if (s.ordered && !property->too_few) strips_make(&s);
    }
}
