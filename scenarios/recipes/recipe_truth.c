/*
 * recipe_truth -- what is true of a recipe, by rules and by nothing else
 *
 *   Each code is followed from its source through its maps: the weight that each factor has in it, whether it still is
 *   a function of that sum that can be turned back (`exact`), whether it is the sum itself (`line`), and which share of
 *   what it said is left. A factor that is a copy is the factor that it copies. In a sum of lines weights may cancel;
 *   whether they do in another sum is not known, and nothing of it is turned back.
 *
 *   docs/recipes.md has the rules. The order between values of {alpha} is known if {alpha} stands in one kind of word:
 *   of modularity and compactness by the largest share in each code, of independent factors of one continuous law; of
 *   compactness by 1 - ln k / ln d of k codes of a factor; of explicitness by the share that is left, of continuous
 *   factors in codes that are not mixed.
 */
#include "owned.h"
#include "recipe.h"

#include <math.h>

enum { MODULARITY, COMPACTNESS, EXPLICITNESS };

typedef struct column {
    double weight[RECIPE_FACTORS], left;
    int exact, line, noise; /* noise: something in it is no function of factors */
    int unsure, tangled;    /* a sum of what is no line: how much it says; whether it says anything */
} column;

typedef struct book {
    const recipe *of;
    column x[RECIPE_CODES + 1], z[RECIPE_CODES + 1]; /* the block, and the codes so far */
    size_t k, d;
    size_t source[RECIPE_FACTORS];               /* the factor that stands for it and its copies */
    double base[RECIPE_FACTORS][RECIPE_FACTORS]; /* each factor as a sum of those that are drawn */
    int dependent, derived, shuffled, made[RECIPE_FACTORS];
    double row[RECIPE_CODES][RECIPE_FACTORS]; /* of a rank */
} book;

static void depend(book *b, const recipe_step *s)
{
    const int equal = s->word->does == DOES_EQUAL, derived = s->word->does == DOES_DERIVE;
    const size_t i = s->place[0], j = s->place[1], k = equal ? j : s->place[2];
    if (equal) b->source[i] = b->source[j];
    else b->dependent = 1;
    b->derived |= derived;
    if (!equal && !derived) return;
    b->made[i] = 1;
    for (size_t l = 0; l < b->of->n_factors; l++) b->base[i][l] = (b->base[j][l] + b->base[k][l]) / 2.0;
}

static void begin_source(book *b, const recipe_step *s)
{
    const int is_v = s->word->does == OF_FACTORS, is_sum = s->word->does == OF_SUM;
    const column one = { .left = 1.0, .exact = 1, .line = 1, .noise = !is_v && !is_sum && !s->word->is_constant };
    b->k = s->width;
    for (size_t j = 0; j < b->k; j++) b->x[j] = one;
    for (size_t j = 0; is_v && j < b->k; j++) b->x[j].weight[b->source[s->place[0] + j]] = 1.0;
    for (size_t t = 0; is_sum && t < s->n_places; t++) b->x[0].weight[b->source[s->place[t]]] += s->weight[t];
}

static int says(const column *c)
{
    for (size_t i = 0; i < RECIPE_FACTORS; i++)
        if (c->weight[i] != 0.0) return 1;
    return 0;
}

static void silence(column *c, int noise) { *c = (column){ .exact = 1, .line = 1, .noise = noise }; }

/* p a + q b, where both are lines: 0 where nothing but rounding is left. */
static double weight_of_lines(double a, double b)
{
    const double sum = a + b;
    return fabs(sum) < 1e-12 * (fabs(a) + fabs(b)) ? 0.0 : sum;
}

/* to = p a + q b */
static void combine(const column *a, double p, const column *b, double q, column *to)
{
    const int one = p == 0.0 || q == 0.0, lines = a->line && b->line, noise = a->noise || b->noise;
    column sum = { .exact = lines && !noise, .line = lines, .noise = noise, .left = fmin(a->left, b->left) };
    sum.unsure = a->unsure || b->unsure || !lines || noise;
    sum.tangled = a->tangled || b->tangled || (!lines && says(a) && says(b));
    if (one) sum = p == 0.0 ? *b : *a;
    for (size_t i = 0; i < RECIPE_FACTORS; i++) {
        const double x = p * a->weight[i], y = q * b->weight[i];
        sum.weight[i] = one || lines ? weight_of_lines(x, y) : fabs(x) + fabs(y);
    }
    *to = sum;
}

static void lose(column *c, const recipe_step *s)
{
    const double left = s->word->left ? s->word->left(s->argument[0]) : 1.0 - s->argument[0];
    if (left == 1.0) return;
    c->noise |= !s->word->map; /* what draws */
    c->exact = c->line = 0;
    c->left *= left;
    if (left == 0.0 || !says(c)) silence(c, c->noise);
}

static void repeat(book *b, size_t copies, int together)
{
    for (size_t j = b->k * copies; j-- > 0;) {
        b->x[j] = b->x[j / copies];
        if (!together) continue; /* the first of them stands for all in what they give back */
        b->x[j].line &= !says(&b->x[j]);
        if (j % copies) b->x[j].exact = 0;
    }
    b->k *= copies;
}

static void mix(book *b, double share)
{
    if (b->k == 1) return; /* with itself */
    const column last = b->x[b->k - 1];
    for (size_t j = b->k; j-- > 0;) combine(&b->x[j], 1.0 - share, j ? &b->x[j - 1] : &last, share, &b->x[j]);
}

static void turn(book *b, const recipe_step *s)
{
    const double angle = s->argument[0] * (3.14159265358979323846 / 180.0);
    const int quarters = fmod(s->argument[0], 90.0) == 0.0, odd = fmod(fabs(s->argument[0]), 180.0) == 90.0;
    const double c = quarters ? (odd ? 0.0 : 1.0) : cos(angle), q = quarters ? (odd ? 1.0 : 0.0) : sin(angle);
    const column x = b->x[s->place[0]], y = b->x[s->place[1]];
    combine(&x, c, &y, -q, &b->x[s->place[0]]);
    combine(&x, q, &y, c, &b->x[s->place[1]]);
}

static void follow(book *b, const recipe_step *s)
{
    const size_t count = isnan(s->argument[0]) ? 1 : (size_t)fabs(s->argument[0]);
    switch (s->word->does) {
    case DOES_BEND:
        for (size_t j = 0; j < b->k; j++) b->x[j].line &= !says(&b->x[j]);
        return;
    case DOES_LOSE:
        for (size_t j = 0; j < b->k; j++) lose(&b->x[j], s);
        return;
    case DOES_CIRCLE: repeat(b, 2, 1); return;
    case DOES_SPLIT: repeat(b, count, 1); return;
    case DOES_COPY: repeat(b, count, 0); return;
    case DOES_APPEND:
        for (size_t j = 0; j < count; j++) silence(&b->x[b->k++], !s->word->is_constant);
        return;
    case DOES_MIX:
    case DOES_TURN:
        if (b->shuffled && s->on_whole)
            for (size_t j = 0; j < b->k; j++) b->x[j].unsure = 1;
        if (s->word->does == DOES_MIX) mix(b, s->argument[0]);
        else turn(b, s);
        return;
    case DOES_SHUFFLE: b->shuffled = 1; return;
    default: break;
    }
    const double times = s->word->does == DOES_SCALE ? s->argument[0] : s->word->does == DOES_FLIP ? -1.0 : 1.0;
    for (size_t j = 0; j < b->k; j++)
        for (size_t i = 0; i < RECIPE_FACTORS; i++) b->x[j].weight[i] *= times;
}

static void follow_step(book *b, const recipe_step *s)
{
    if (s->word->kind == WORD_DEPENDENCE) depend(b, s);
    if (s->word->kind == WORD_SOURCE) begin_source(b, s);
    if (s->on_whole) {
        memcpy(b->x, b->z, b->d * sizeof *b->x);
        b->k = b->d;
        b->d = 0;
    }
    if (s->word->kind == WORD_MAP) follow(b, s);
    if (s->word->kind == WORD_CODE || s->on_whole) {
        memcpy(b->z + b->d, b->x, b->k * sizeof *b->x);
        b->d += b->k;
    }
}

typedef struct facts {
    size_t codes_of[RECIPE_FACTORS]; /* codes that say anything of a source, and those that say most of it */
    double best[RECIPE_FACTORS];     /* the most that is left of a factor in a code */
    size_t mainly[RECIPE_FACTORS];
    int silent, pure, unsure, tangled, lossy, one_law, classes, copies;
    double purity;
} facts;

/* The share of the largest source in a code; 1: it is the only one. */
static double purity(const book *b, const column *c, size_t *main)
{
    double sum = 0.0;
    *main = 0;
    for (size_t i = 0; i < b->of->n_factors; i++) {
        sum += fabs(c->weight[i]);
        if (fabs(c->weight[i]) > fabs(c->weight[*main])) *main = i;
    }
    const double most = fabs(c->weight[*main]);
    return sum > most ? most / sum : 1.0;
}

static void note_code(const book *b, const column *c, facts *to)
{
    size_t main;
    const double share = purity(b, c, &main);
    for (size_t i = 0; i < b->of->n_factors; i++) to->codes_of[i] += c->weight[i] != 0.0;
    to->silent = 0;
    to->pure &= share == 1.0;
    to->purity = fmin(to->purity, share);
    to->unsure |= c->unsure;
    to->tangled |= c->tangled;
    to->lossy |= !c->exact && c->left < 1.0;
    to->mainly[main]++;
    to->best[main] = fmax(to->best[main], c->left);
}

static facts facts_of(const book *b)
{
    facts f = { .silent = 1, .pure = 1, .purity = 1.0, .one_law = 1 };
    for (size_t j = 0; j < b->d; j++)
        if (says(&b->z[j])) note_code(b, &b->z[j], &f);
    const recipe_step *law = b->of->law[0];
    for (size_t i = 0; i < b->of->n_factors; i++) {
        f.classes |= b->of->levels[i] != 0;
        const recipe_step *own = b->of->law[i];
        f.one_law &= own->word == law->word && (own->argument[0] == law->argument[0] || !law->word->argument[0].id);
        f.copies |= b->source[i] != i && f.codes_of[b->source[i]] > 1;
    }
    return f;
}

/* The rank of the sums that are exact, by elimination with the largest pivot. */
static size_t rank_of(book *b)
{
    const size_t m = b->of->n_factors;
    double *row[RECIPE_CODES]; /* elimination puts them in another order */
    size_t n = 0, rank = 0;
    for (size_t j = 0; j < b->d; j++) {
        if (!b->z[j].exact || !says(&b->z[j])) continue;
        double most = 0.0, *sum = row[n] = b->row[n];
        for (size_t l = 0; l < m; l++) {
            for (size_t i = 0; i < m; i++) sum[l] += b->z[j].weight[i] * b->base[i][l];
            most = fmax(most, fabs(sum[l]));
        }
        for (size_t l = 0; l < m && most > 0.0; l++) sum[l] /= most;
        n++;
    }
    for (size_t c = 0; c < m && rank < n; c++) {
        size_t best = rank;
        for (size_t k = rank; k < n; k++)
            if (fabs(row[k][c]) > fabs(row[best][c])) best = k;
        double *const pivot = row[best];
        if (fabs(pivot[c]) < 1e-9) continue;
        row[best] = row[rank];
        row[rank++] = pivot;
        for (size_t k = rank; k < n; k++) {
            const double times = row[k][c] / pivot[c];
            for (size_t l = c; l < m; l++) row[k][l] -= times * pivot[l];
        }
    }
    return rank;
}

static int one_kind_of_hole(const recipe *r)
{
    const recipe_word *word = NULL;
    for (size_t k = 0; k < r->n_steps; k++) {
        const recipe_step *s = &r->step[k];
        int hole = s->hole[0] || s->hole[1];
        for (size_t t = 0; t < s->n_places; t++)
            if (s->weight_hole[t]) return 0; /* the others' weights say which way it goes */
        if (!hole) continue;
        if (word && word != s->word) return 0;
        word = s->word;
        if (strcmp(word->id, "exp") == 0 && r->holes > 1) return 0;
    }
    return 1;
}

static assay_truth ordered(double value) { return (assay_truth){ ASSAY_ORDER, fmin(value, 0.999) }; }

/* Codes of a factor, on average over those that have any. */
static double spread(const book *b, const facts *f)
{
    double sum = 0.0;
    size_t told = 0;
    for (size_t i = 0; i < b->of->n_factors; i++) {
        if (!f->mainly[i]) continue;
        told++;
        sum += b->d > 1 ? 1.0 - log((double)f->mainly[i]) / log((double)b->d) : 1.0;
    }
    return told ? sum / (double)told : 1.0;
}

static void truth_of_explicitness(book *b, const facts *f, assay_truth *to)
{
    size_t drawn = 0;
    double left = 0.0;
    for (size_t i = 0; i < b->of->n_factors; i++) {
        drawn += !b->made[i];
        left += f->best[i];
    }
    const size_t rank = rank_of(b);
    if (rank == drawn) *to = (assay_truth){ ASSAY_IS, 1.0 };
    else if (!f->unsure && !f->lossy && !b->dependent && !f->classes) *to = ordered((double)rank / (double)drawn);
    else if (!f->unsure && f->pure && !b->dependent && !f->copies && !f->classes)
        *to = ordered(left / (double)b->of->n_factors);
}

static void truth_of(book *b, assay_truth to[3])
{
    const facts f = facts_of(b);
    const int comparable = !f.unsure && !b->dependent && !f.classes && f.one_law && !f.copies;
    int single = 1, all = 1; /* a source in one code at most; every factor in one */
    for (size_t k = 0; k < 3; k++) to[k] = (assay_truth){ f.silent ? ASSAY_IS : ASSAY_UNKNOWN, 0.0 };
    if (f.silent) return;
    for (size_t i = 0; i < b->of->n_factors; i++) {
        single &= f.codes_of[i] <= 1;
        all &= f.codes_of[b->source[i]] > 0 || b->made[i];
    }
    if (b->derived) single = 0;
    if (f.pure && !b->derived && !f.tangled && !(f.unsure && b->shuffled))
        to[MODULARITY] = (assay_truth){ ASSAY_IS, 1.0 };
    else if (comparable) to[MODULARITY] = ordered(f.purity);
    if (single && all && !f.tangled && !(f.unsure && b->shuffled)) to[COMPACTNESS] = (assay_truth){ ASSAY_IS, 1.0 };
    else if (all && (comparable || (f.pure && !f.unsure && !f.copies && !b->derived)))
        to[COMPACTNESS] = ordered(f.purity * spread(b, &f));
    truth_of_explicitness(b, &f, &to[EXPLICITNESS]);
    for (size_t k = 0; k < 3 && !one_kind_of_hole(b->of); k++)
        if (to[k].kind == ASSAY_ORDER) to[k] = (assay_truth){ ASSAY_UNKNOWN, 0.0 };
}

void recipe_truth(const recipe *r, assay_truth to[3])
{
    OWNED book *b = zeroed(1, sizeof *b);
    for (size_t k = 0; k < 3; k++) to[k] = (assay_truth){ ASSAY_UNKNOWN, 0.0 };
    if (!b) return;
    b->of = r;
    for (size_t i = 0; i < r->n_factors; i++) {
        b->source[i] = i;
        b->base[i][i] = 1.0;
    }
    for (size_t k = 0; k < r->n_steps; k++) follow_step(b, &r->step[k]);
    truth_of(b, to);
}
