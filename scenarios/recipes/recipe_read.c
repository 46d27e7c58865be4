/*
 * recipe_read -- a recipe from its text and back
 *
 *     recipe     = statement { ";" statement }             a line's end is a ";"
 *     statement  = "v:" law { "," law } | dependence | codes | map ["(" arguments ")"] | "rows(" n ")"
 *     law        = [count] word ["(" arguments ")"]
 *     codes      = "z" [first ["-" last]] "=" expression
 *     expression = source | map "(" expression ["," columns] { "," argument } ")"
 *     source     = "v" [first ["-" last]] | "mix(" factor weight { "," factor weight } ")" | "random" | "constant"
 *
 *   A text may stand in brackets. Nothing is drawn before all of it is right.
 */
#include "growing.h"
#include "near_name.h"
#include "recipe.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct reader {
    const char *text, *at;
    char word[64]; /* the last that was read */
    const char *word_at;
    double alpha;
    recipe *to;
    assay_error *err;
} reader;

ASSAY_PRINTF(3, 4) static assay_status complain(const reader *r, const char *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = wording_of(format, args);
    va_end(args);
    assay_fail(r->err, ASSAY_EUSAGE, "recipe, column %zu: %s", (size_t)(at - r->text) + 1, text ? text : "");
    free(text);
    return ASSAY_EUSAGE;
}

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r') r->at++;
}

static int take(reader *r, char c)
{
    skip_blanks(r);
    const int there = *r->at == c;
    r->at += there;
    return there;
}

static int at_end(reader *r)
{
    skip_blanks(r);
    return *r->at == '\0' || *r->at == ';' || *r->at == '\n' || *r->at == ']';
}

/* Letters, into r->word; 0: there are none. */
static int take_word(reader *r)
{
    size_t n = 0;
    skip_blanks(r);
    r->word_at = r->at;
    while (isalpha((unsigned char)*r->at) && n + 1 < sizeof r->word) r->word[n++] = *r->at++;
    r->word[n] = '\0';
    return n > 0;
}

/* What is shown of the statement from here on. */
static int rest_of(const reader *r)
{
    const size_t left = strcspn(r->at, ";\n]");
    return left < 20 ? (int)left : 20;
}

static assay_status expect(reader *r, char c)
{
    if (take(r, c)) return ASSAY_OK;
    const int left = rest_of(r);
    return complain(r, r->at, "'%c' is wanted%s%.*s", c, left ? ", not " : "", left, r->at);
}

static assay_status unknown_word(const reader *r, unsigned kinds, const char *what)
{
    near_name near = near_to(r->word);
    const recipe_word *word;
    for (size_t k = 0; (word = recipe_word_at(k)); k++)
        if (kinds & 1u << word->kind) near_offer(&near, word->id);
    return complain(r, r->word_at, "%s", no_such(&near, what, NULL, "assay describe recipe"));
}

/* A whole number from 1; 0: there is none. */
static size_t take_count(reader *r)
{
    size_t n = 0;
    skip_blanks(r);
    while (isdigit((unsigned char)*r->at) && n < 100000000) n = 10 * n + (size_t)(*r->at++ - '0');
    return n;
}

static assay_status take_number(reader *r, double *to, unsigned char *hole)
{
    char *end;
    skip_blanks(r);
    *hole = strncmp(r->at, "{alpha}", 7) == 0;
    *to = *hole ? r->alpha : strtod(r->at, &end);
    if (!*hole && (end == r->at || !isfinite(*to))) return complain(r, r->at, "a number, or {alpha}, is wanted");
    r->at = *hole ? r->at + 7 : end;
    r->to->holes += *hole;
    return ASSAY_OK;
}

static assay_status take_choice(reader *r, const assay_option *option, double *to)
{
    take_word(r);
    for (size_t n = strlen(r->word); isalnum((unsigned char)*r->at) && n + 1 < sizeof r->word; r->word[n] = '\0')
        r->word[n++] = *r->at++; /* "cars3d" */
    for (size_t w = 0; option->words[w]; w++) {
        *to = (double)w;
        if (strcmp(option->words[w], r->word) == 0) return ASSAY_OK;
    }
    near_name near = near_among(r->word, option->words, SIZE_MAX);
    return complain(r, r->word_at, "%s", no_such(&near, "choice", option->id, NULL));
}

/* Is the value in range? That of {alpha} is asked only where it has one. */
static assay_status check_range(const reader *r, const char *at, const assay_option *option, double value)
{
    if (isnan(value)) return ASSAY_OK;
    if (option->flags & ASSAY_WHOLE && value != floor(value))
        return complain(r, at, "%s is %g; a whole number is needed", option->id, value);
    if (value < option->low || value > option->high)
        return complain(r, at, "%s is %g, out of range, %g to %g", option->id, value, option->low, option->high);
    return ASSAY_OK;
}

static assay_status take_argument(reader *r, recipe_step *s, size_t a, int first)
{
    const assay_option *option = &s->word->argument[a];
    skip_blanks(r);
    const char *at = r->at;
    if (!first && !take(r, ',')) {
        s->argument[a] = option->standard;
        return isnan(option->standard) ? complain(r, at, "%s: %s is missing", s->word->id, option->id) : ASSAY_OK;
    }
    skip_blanks(r);
    at = r->at;
    if (option->words) return take_choice(r, option, &s->argument[a]);
    const assay_status status = take_number(r, &s->argument[a], &s->hole[a]);
    return status == ASSAY_OK ? check_range(r, at, option, s->argument[a]) : status;
}

/* "1 2" or "v3 of v1": columns from 1, `limit` of them (0: not yet known). */
static assay_status take_columns(reader *r, recipe_step *s)
{
    for (s->n_places = 0; s->n_places < (size_t)s->word->columns; s->n_places++) {
        if (s->n_places == 1 && s->word->makes_first && (!take_word(r) || strcmp(r->word, "of") != 0))
            r->at = r->word_at;
        if (!take(r, 'v')) take(r, 'z');
        const char *at = r->at;
        const size_t number = take_count(r);
        if (!number) return complain(r, at, "%s: the number of a column is wanted", s->word->id);
        s->place[s->n_places] = number - 1;
        for (size_t k = 0; k < s->n_places; k++)
            if (s->place[k] == number - 1) return complain(r, at, "%s: column %zu stands twice", s->word->id, number);
    }
    return ASSAY_OK;
}

/* What stands in the parentheses of a word, behind its expression where `more` is set. */
static assay_status take_arguments(reader *r, recipe_step *s, int more)
{
    assay_status status = ASSAY_OK;
    int first = !more;
    if (s->word->columns) {
        if (!first) status = expect(r, ',');
        if (status == ASSAY_OK) status = take_columns(r, s);
        first = 0;
    }
    for (size_t a = 0; a < RECIPE_ARGUMENTS && s->word->argument[a].id && status == ASSAY_OK; a++, first = 0)
        status = take_argument(r, s, a, first);
    return status;
}

static int takes_any(const recipe_word *w) { return w->columns || w->argument[0].id; }

/* "(...)" of a word that stands by itself; left out where every argument has a standard. */
static assay_status take_parentheses(reader *r, recipe_step *s)
{
    assay_status status = ASSAY_OK;
    for (size_t a = 0; a < RECIPE_ARGUMENTS; a++) s->argument[a] = s->word->argument[a].standard;
    if (takes_any(s->word) && (s->word->columns || isnan(s->argument[0]))) status = expect(r, '(');
    else if (!take(r, '(')) return ASSAY_OK;
    if (status == ASSAY_OK) status = take_arguments(r, s, 0);
    return status == ASSAY_OK ? expect(r, ')') : status;
}

static assay_status step_add(reader *r, const recipe_step *s)
{
    recipe *to = r->to;
    recipe_step *more = to->n_steps < RECIPE_STEPS ? grown(to->step, sizeof *more, to->n_steps, &to->room) : NULL;
    if (!more && to->n_steps >= RECIPE_STEPS) return complain(r, r->at, "more than %d words", RECIPE_STEPS);
    if (!more) return ASSAY_ENOMEM;
    to->step = more;
    more[to->n_steps++] = *s;
    return ASSAY_OK;
}

static recipe_step step_of(const reader *r, const recipe_word *word)
{
    return (recipe_step){ .word = word, .column = (size_t)(r->word_at - r->text) + 1 };
}

static assay_status take_law(reader *r)
{
    skip_blanks(r);
    if (*r->at == '0') return complain(r, r->at, "0 factors; a law has one at least");
    const size_t count = take_count(r), before = r->to->n_factors;
    if (!take_word(r)) return complain(r, r->at, "a law of factors is wanted: uniform, levels(5), ...");
    const recipe_word *word = recipe_word_find(r->word, 1u << WORD_LAW);
    if (!word) return unknown_word(r, 1u << WORD_LAW, "law");
    recipe_step s = step_of(r, word);
    const assay_status status = take_parentheses(r, &s);
    if (status != ASSAY_OK) return status;
    const assay_profile *of = recipe_profile(&s);
    if (of && count)
        return complain(r, r->text + s.column - 1, "profile has as many factors as it has: without %zu", count);
    s.count = of ? of->n_factors : count ? count : 1;
    if (before + s.count > RECIPE_FACTORS)
        return complain(r, r->word_at, "%zu factors; %d are the most", before + s.count, RECIPE_FACTORS);
    r->to->n_factors += s.count;
    return step_add(r, &s);
}

static assay_status take_laws(reader *r)
{
    assay_status status;
    if (r->to->n_factors) return complain(r, r->at, "the laws of factors stand once, before everything else");
    do status = take_law(r);
    while (status == ASSAY_OK && take(r, ','));
    return status;
}

static assay_status take_factor(reader *r, size_t *to)
{
    const char *at = r->at;
    const size_t number = take_count(r);
    *to = number - 1;
    if (number && number <= r->to->n_factors) return ASSAY_OK;
    return complain(r, at - 1, "no factor v%zu; there are %zu", number, r->to->n_factors);
}

/* Behind the "v". */
static assay_status take_factors(reader *r, recipe_step *s)
{
    assay_status status = ASSAY_OK;
    s->place[0] = 0;
    s->place[1] = r->to->n_factors - 1;
    s->n_places = 2;
    if (!isdigit((unsigned char)*r->at)) return ASSAY_OK;
    status = take_factor(r, &s->place[0]);
    s->place[1] = s->place[0];
    if (status != ASSAY_OK || *r->at != '-') return status;
    r->at++;
    if (*r->at == 'v') r->at++;
    const char *at = r->at;
    status = take_factor(r, &s->place[1]);
    return status == ASSAY_OK && s->place[1] < s->place[0] ? complain(r, at, "a range of factors rises") : status;
}

static assay_status take_mix(reader *r, recipe_step *s)
{
    static const assay_option share = { .id = "a weight", .low = -1e6, .high = 1e6 };
    assay_status status = expect(r, '(');
    do {
        if (status != ASSAY_OK) return status;
        if (s->n_places == RECIPE_TERMS) return complain(r, r->at, "mix: more than %d factors", RECIPE_TERMS);
        status = expect(r, 'v');
        if (status == ASSAY_OK) status = take_factor(r, &s->place[s->n_places]);
        const char *at = r->at;
        if (status == ASSAY_OK) status = take_number(r, &s->weight[s->n_places], &s->weight_hole[s->n_places]);
        if (status == ASSAY_OK) status = check_range(r, at, &share, s->weight[s->n_places]);
        s->n_places++;
    } while (take(r, ','));
    return status == ASSAY_OK ? expect(r, ')') : status;
}

static assay_status take_source(reader *r, const recipe_word *word)
{
    recipe_step s = step_of(r, word);
    assay_status status;
    if (word->does == OF_FACTORS) status = take_factors(r, &s);
    else status = word->does == OF_SUM ? take_mix(r, &s) : take_parentheses(r, &s);
    return status == ASSAY_OK ? step_add(r, &s) : status;
}

enum { DEEPEST = 64, OF_EXPRESSION = 1u << WORD_SOURCE | 1u << WORD_MAP };

/* Maps are read from the outside and made from the inside. */
static assay_status take_expression(reader *r)
{
    recipe_step open[DEEPEST];
    size_t n = 0;
    const recipe_word *word;
    for (;;) {
        if (!take_word(r)) return complain(r, r->at, "a factor, a source or a map is wanted");
        word = recipe_word_find(r->word, OF_EXPRESSION);
        if (!word) return unknown_word(r, OF_EXPRESSION, "word");
        if (word->kind == WORD_SOURCE) break;
        if (n == DEEPEST) return complain(r, r->word_at, "more than %d maps of one code", DEEPEST);
        open[n++] = step_of(r, word);
        if (expect(r, '(') != ASSAY_OK) return ASSAY_EUSAGE;
    }
    assay_status status = take_source(r, word);
    while (n-- > 0 && status == ASSAY_OK) {
        status = take_arguments(r, &open[n], 1);
        if (status == ASSAY_OK) status = expect(r, ')');
        if (status == ASSAY_OK) status = step_add(r, &open[n]);
    }
    return status;
}

/* ---- how wide things are, and of which numbers ---- */

typedef struct layout {
    size_t width, codes; /* columns of the block, and all codes so far */
    int unit, codes_unit;
    uint64_t made; /* factors that are made of others, or others of them */
} layout;

/* A sum of factors stays from 0 to 1 where its weights do. */
static int factors_unit(const recipe *to, const recipe_step *s, int is_sum)
{
    double sum = 0.0;
    for (size_t t = 0; t < (is_sum ? s->n_places : s->place[1] - s->place[0] + 1); t++) {
        if (!to->law[is_sum ? s->place[t] : s->place[0] + t]->word->gives_unit) return 0;
        if (is_sum) sum += s->weight[t] >= 0.0 ? s->weight[t] : 2.0;
    }
    return sum <= 1.0;
}

static size_t number_or(double x, size_t otherwise) { return isnan(x) ? otherwise : (size_t)x; }

static void lay_source(const recipe *to, recipe_step *s, layout *l)
{
    const int is_v = s->word->does == OF_FACTORS, is_mix = s->word->does == OF_SUM;
    l->unit = is_v || is_mix ? factors_unit(to, s, is_mix) : 1;
    l->width = s->width = is_v ? s->place[1] - s->place[0] + 1 : is_mix ? 1 : number_or(s->argument[0], 1);
}

static size_t wider(const recipe_step *s, size_t width)
{
    const size_t k = number_or(s->argument[0], 1);
    switch (s->word->does) {
    case DOES_CIRCLE: return 2 * width;
    case DOES_SPLIT:
    case DOES_COPY: return k * width;
    case DOES_APPEND: return width + k;
    default: return width;
    }
}

static int only_circles(const recipe *to, const recipe_step *s)
{
    const recipe_step *from = s - 1;
    if (s->on_whole || from->word->does != OF_FACTORS) return 0;
    for (size_t i = from->place[0]; i <= from->place[1]; i++)
        if (strcmp(to->law[i]->word->id, "circle") != 0) return 0;
    return 1;
}

static assay_status lay_map(const reader *r, recipe_step *s, layout *l)
{
    const char *at = r->text + s->column - 1, *id = s->word->id;
    if (s->on_whole) {
        l->width = l->codes;
        l->unit = l->codes_unit;
    }
    if (!l->width) return complain(r, at, "%s: there are no codes yet", id);
    if (s->word->wants_unit && !l->unit)
        return complain(r, at, "%s takes numbers from 0 to 1, and these are others; rank() makes such", id);
    if (s->word->does == DOES_CIRCLE && !only_circles(r->to, s))
        return complain(r, at, "circle takes factors whose law is circle");
    for (size_t k = 0; k < s->n_places; k++)
        if (s->place[k] >= l->width)
            return complain(r, at, "%s: no column %zu; there are %zu", id, s->place[k] + 1, l->width);
    l->width = s->width = wider(s, l->width);
    if (s->word->gives_unit >= 0) l->unit = s->word->gives_unit;
    if (s->argument[1] != 0.0 && s->word->argument[1].words) l->unit = 0; /* noise that is not uniform */
    if (s->on_whole) {
        l->codes = l->width;
        l->codes_unit = l->unit;
    }
    return l->width <= RECIPE_CODES ? ASSAY_OK
                                    : complain(r, at, "%s: %zu codes; %d are the most", id, l->width, RECIPE_CODES);
}

static assay_status lay_dependence(const reader *r, const recipe_step *s, layout *l)
{
    const char *at = r->text + s->column - 1;
    recipe *to = r->to;
    for (size_t k = 0; k < s->n_places; k++)
        if (s->place[k] >= to->n_factors)
            return complain(r, at, "%s: no factor v%zu; there are %zu", s->word->id, s->place[k] + 1, to->n_factors);
    if (!s->word->makes_first)
        return l->made ? complain(r, at, "%s comes before copy, derived and child", s->word->id) : ASSAY_OK;
    if (l->made & UINT64_C(1) << s->place[0])
        return complain(r, at, "%s: factor v%zu is part of a line before", s->word->id, s->place[0] + 1);
    for (size_t k = 0; k < s->n_places; k++) l->made |= UINT64_C(1) << s->place[k];
    const size_t i = s->place[0], j = s->place[1];
    if (s->word->does == DOES_MASK)
        return to->levels[i] && to->levels[j] ? ASSAY_OK : complain(r, at, "child: both factors have to be classes");
    const int derived = s->word->does == DOES_DERIVE;
    to->levels[i] = derived ? 0 : to->levels[j];
    if (!derived) to->law[i] = to->law[j];
    else if (!to->law[j]->word->gives_unit || !to->law[s->place[2]]->word->gives_unit)
        return complain(r, at, "derived takes factors from 0 to 1: uniform ones or classes");
    else to->law[i] = to->law[j]->word->gives_unit ? to->law[j] : to->law[i];
    return ASSAY_OK;
}

static void lay_law(recipe *to, const recipe_step *s, size_t *first)
{
    const int asked = s->word->classes == CLASSES_ASKED;
    const int32_t classes = asked ? (int32_t)number_or(s->argument[0], 2) : s->word->classes;
    const assay_profile *of = recipe_profile(s);
    for (size_t k = 0; k < s->count; k++, ++*first) {
        to->levels[*first] = of ? of->levels[k] : classes;
        to->law[*first] = s;
    }
}

static assay_status lay_code(const reader *r, recipe_step *s, layout *l)
{
    const char *at = r->text + s->column - 1;
    s->width = l->width;
    if (s->place[0] && s->place[0] != l->codes + 1)
        return complain(r, at, "the next code is z%zu, not z%zu", l->codes + 1, s->place[0]);
    if (s->place[0] && s->place[1] != l->codes + l->width)
        return complain(r, at, "its expression has %zu columns; these are z%zu-%zu", l->width, l->codes + 1,
                        l->codes + l->width);
    l->codes_unit = l->codes ? l->codes_unit && l->unit : l->unit;
    l->codes += l->width;
    return l->codes <= RECIPE_CODES ? ASSAY_OK : complain(r, at, "%zu codes; %d are the most", l->codes, RECIPE_CODES);
}

/* Widths, kinds, and whether every word finds what it takes. */
static assay_status lay_out(const reader *r)
{
    recipe *to = r->to;
    layout l = { .codes = 0 };
    assay_status status = ASSAY_OK;
    size_t factors = 0;
    to->widest = to->n_factors + 2;
    to->wide_holes = 0;
    to->n_rows = RECIPE_ROWS;
    for (size_t k = 0; k < to->n_steps && status == ASSAY_OK; k++) {
        recipe_step *s = &to->step[k];
        if (s->word->kind == WORD_LAW) lay_law(to, s, &factors);
        else if (s->word->kind == WORD_DEPENDENCE) status = lay_dependence(r, s, &l);
        else if (s->word->kind == WORD_SOURCE) lay_source(to, s, &l);
        else if (s->word->kind == WORD_MAP) status = lay_map(r, s, &l);
        else if (s->word->kind == WORD_CODE) status = lay_code(r, s, &l);
        else to->n_rows = number_or(s->argument[0], RECIPE_ROWS);
        to->wide_holes += s->hole[0] && (s->word->kind == WORD_SOURCE || wider(s, 8) != 8 || wider(s, 7) != 7 ||
                                         s->word->does == DOES_COPY);
        if (l.width > to->widest) to->widest = l.width;
    }
    to->n_codes = l.codes;
    if (status == ASSAY_OK && !l.codes) return complain(r, r->at, "no codes; write z = v, or z1 = noise(v1, .2)");
    return status;
}

static const recipe_word code_word = { .id = "z", .kind = WORD_CODE };

static assay_status take_code(reader *r)
{
    recipe_step s = step_of(r, &code_word);
    s.place[0] = isdigit((unsigned char)*r->at) ? take_count(r) : 0;
    s.place[1] = s.place[0];
    if (*r->at == '-' && s.place[0]) {
        r->at++;
        if (*r->at == 'z') r->at++;
        s.place[1] = take_count(r);
    }
    assay_status status = expect(r, '=');
    if (status == ASSAY_OK) status = take_expression(r);
    return status == ASSAY_OK ? step_add(r, &s) : status;
}

enum { OF_STATEMENT = 1u << WORD_DEPENDENCE | 1u << WORD_MAP | 1u << WORD_ROWS };

static int has_codes(const recipe *r)
{
    return r->n_steps && (r->step[r->n_steps - 1].word->kind == WORD_CODE || r->step[r->n_steps - 1].on_whole);
}

static assay_status take_statement(reader *r)
{
    if (!take_word(r)) return complain(r, r->at, "a line begins with v:, z1 =, or a word");
    if (strcmp(r->word, "v") == 0 && take(r, ':')) return take_laws(r);
    if (!r->to->n_factors) return complain(r, r->word_at, "the laws of factors come first: v: 4 uniform; ...");
    if (strcmp(r->word, "z") == 0) return take_code(r);
    const recipe_word *word = recipe_word_find(r->word, OF_STATEMENT);
    if (!word) return unknown_word(r, OF_STATEMENT, "word");
    if (word->kind == WORD_DEPENDENCE && has_codes(r->to))
        return complain(r, r->word_at, "%s comes before the codes", word->id);
    recipe_step s = step_of(r, word);
    s.on_whole = word->kind == WORD_MAP;
    const assay_status status = take_parentheses(r, &s);
    return status == ASSAY_OK ? step_add(r, &s) : status;
}

assay_status recipe_read(const char *text, double alpha, recipe *to, assay_error *err)
{
    *to = (recipe){ .step = NULL };
    const size_t brackets = text[0] == '[';
    reader r = { .text = text + brackets, .at = text + brackets, .alpha = alpha, .to = to, .err = err };
    const int fits = strlen(text) < RECIPE_TEXT / 2;
    assay_status status = fits ? ASSAY_OK : complain(&r, r.at, "longer than %d letters", RECIPE_TEXT / 2);
    while (status == ASSAY_OK) {
        while (at_end(&r) && *r.at && *r.at != ']') r.at++;
        if (!*r.at || *r.at == ']') break;
        status = take_statement(&r);
        if (status == ASSAY_OK && !at_end(&r))
            status = complain(&r, r.at, "';' is wanted before '%.*s'", rest_of(&r), r.at);
    }
    if (status == ASSAY_OK && (*r.at == ']') != (int)brackets)
        status = complain(&r, r.at, brackets ? "']' is missing" : "a ']' without its '['");
    if (status == ASSAY_OK && *r.at && r.at[1]) status = complain(&r, r.at + 1, "nothing may follow the ']'");
    if (status == ASSAY_OK) status = lay_out(&r);
    if (status != ASSAY_OK) recipe_free(to);
    return status;
}

void recipe_free(recipe *r)
{
    free(r->step);
    *r = (recipe){ .step = NULL };
}

static void write_number(wording *w, double x, int hole)
{
    char text[64];
    assay_option_print(NULL, x, text, sizeof text);
    wording_add(w, "%s", hole ? "{alpha}" : text);
}

static void write_columns(wording *w, const recipe_step *s)
{
    for (size_t k = 0; k < (size_t)s->word->columns; k++)
        wording_add(w, "%s%zu", !k ? "" : k == 1 && s->word->makes_first ? " of " : " ", s->place[k] + 1);
}

/* Arguments from the first on; the last ones that are standard are left out. */
static void write_arguments(wording *w, const recipe_step *s, int more)
{
    size_t n = 0;
    for (size_t a = 0; a < RECIPE_ARGUMENTS && s->word->argument[a].id; a++)
        if (s->hole[a] || s->argument[a] != s->word->argument[a].standard) n = a + 1;
    if (s->word->columns) {
        if (more) wording_add(w, ", ");
        write_columns(w, s);
        more = 1;
    }
    for (size_t a = 0; a < n; a++, more = 1) {
        const char *const *choice = s->word->argument[a].words;
        if (more) wording_add(w, ", ");
        if (choice) wording_add(w, "%s", choice[(size_t)s->argument[a]]);
        else write_number(w, s->argument[a], s->hole[a]);
    }
}

static void write_call(wording *w, const recipe_step *s)
{
    char in[512];
    wording inner = WORDING(in);
    write_arguments(&inner, s, 0);
    wording_add(w, "%s%s%s%s", s->word->id, in[0] ? "(" : "", in, in[0] ? ")" : "");
}

static void write_source(wording *w, const recipe *r, const recipe_step *s)
{
    if (s->word->does == OF_SUM) {
        for (size_t t = 0; t < s->n_places; t++) {
            wording_add(w, "%sv%zu ", t ? ", " : "mix(", s->place[t] + 1);
            write_number(w, s->weight[t], s->weight_hole[t]);
        }
        wording_add(w, ")");
    } else if (s->word->does == OF_FACTORS) {
        if (s->width == r->n_factors) wording_add(w, r->n_factors == 1 ? "v1" : "v");
        else if (s->width == 1) wording_add(w, "v%zu", s->place[0] + 1);
        else wording_add(w, "v%zu-%zu", s->place[0] + 1, s->place[1] + 1);
    } else {
        write_call(w, s);
    }
}

/* The expression that ends before step `end`: maps from the outside, the source, their arguments. */
static void write_expression(wording *w, const recipe *r, size_t first, size_t end)
{
    for (size_t k = end; k-- > first + 1;) wording_add(w, "%s(", r->step[k].word->id);
    write_source(w, r, &r->step[first]);
    for (size_t k = first + 1; k < end; k++) {
        write_arguments(w, &r->step[k], 1);
        wording_add(w, ")");
    }
}

static void write_names(wording *w, const recipe *r, size_t codes, const recipe_step *s)
{
    if (r->wide_holes || !s->width) wording_add(w, "z = ");
    else if (s->width == 1) wording_add(w, "z%zu = ", codes + 1);
    else wording_add(w, "z%zu-%zu = ", codes + 1, codes + s->width);
}

void recipe_write(const recipe *r, char to[RECIPE_TEXT])
{
    wording w = wording_in(to, RECIPE_TEXT);
    size_t source = 0, codes = 0;
    wording_add(&w, "[");
    for (size_t k = 0; k < r->n_steps; k++) {
        const recipe_step *s = &r->step[k];
        const int kind = s->word->kind;
        if (kind == WORD_SOURCE) source = k;
        if (kind == WORD_SOURCE || (kind == WORD_MAP && !s->on_whole)) continue;
        wording_add(&w, "%s", !k ? "v: " : kind == WORD_LAW ? ", " : "; ");
        if (kind == WORD_LAW && s->count > 1 && !recipe_profile(s)) wording_add(&w, "%zu ", s->count);
        if (kind != WORD_CODE) write_call(&w, s);
        else {
            write_names(&w, r, codes, s);
            write_expression(&w, r, source, k);
        }
        if (kind == WORD_CODE) codes += s->width;
        if (s->on_whole) codes = s->width;
    }
    wording_add(&w, "]");
}
