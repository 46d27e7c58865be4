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
#include "owned.h"
#include "recipe.h"

#include <ctype.h>
#include <math.h>

typedef struct reader {
    const char *text, *at;
    char word[64]; /* the last that was read */
    const char *word_at;
    double alpha;
    recipe *to;
    assay_error *err;
    assay_status status;
} reader;

/* Of several complaints the first is made. From then on the text is at its end, where nothing more is found: whoever
 * reads goes on without asking. */
ASSAY_PRINTF(3, 4) static void complain(reader *r, const char *at, const char *format, ...)
{
    va_list args;
    if (r->status != ASSAY_OK) return;
    va_start(args, format);
    OWNED char *text = wording_of(format, args);
    va_end(args);
    r->status =
        assay_fail(r->err, ASSAY_EUSAGE, "recipe, column %zu: %s", (size_t)(at - r->text) + 1, text ? text : "");
    r->at = r->text + strlen(r->text);
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

static void expect(reader *r, char c)
{
    if (take(r, c)) return;
    const int left = rest_of(r);
    complain(r, r->at, "'%c' is wanted%s%.*s", c, left ? ", not " : "", left, r->at);
}

/* A word of these kinds; NULL, and a complaint: there is none. */
static const recipe_word *known_word(reader *r, unsigned kinds, const char *what)
{
    near_name near = near_to(r->word);
    const recipe_word *word = recipe_word_find(r->word, kinds), *other;
    for (size_t k = 0; !word && (other = recipe_word_at(k)); k++)
        if (kinds & 1u << other->kind) near_offer(&near, other->id);
    if (!word) complain(r, r->word_at, "%s", no_such(&near, what, NULL, "assay describe recipe"));
    return word;
}

/* A whole number from 1; 0: there is none. */
static size_t take_count(reader *r)
{
    size_t n = 0;
    skip_blanks(r);
    while (isdigit((unsigned char)*r->at) && n < 100000000) n = 10 * n + (size_t)(*r->at++ - '0');
    return n;
}

/* In its range; that of {alpha} is asked only where it has a value. */
static void take_number(reader *r, const assay_option *option, double *to, unsigned char *hole)
{
    char *end;
    skip_blanks(r);
    const char *at = r->at;
    *hole = strncmp(at, "{alpha}", 7) == 0;
    *to = *hole ? r->alpha : strtod(at, &end);
    r->to->holes += *hole;
    r->at = *hole ? at + 7 : end;
    if (!*hole && (end == at || !isfinite(*to))) complain(r, at, "a number, or {alpha}, is wanted");
    if (option->flags & ASSAY_WHOLE && !isnan(*to) && *to != floor(*to))
        complain(r, at, "%s is %g; a whole number is needed", option->id, *to);
    if (*to < option->low || *to > option->high)
        complain(r, at, "%s is %g, out of range, %g to %g", option->id, *to, option->low, option->high);
}

static double take_choice(reader *r, const assay_option *option)
{
    take_word(r);
    for (size_t n = strlen(r->word); isalnum((unsigned char)*r->at) && n + 1 < sizeof r->word; r->word[n] = '\0')
        r->word[n++] = *r->at++; /* "cars3d" */
    for (size_t w = 0; option->words[w]; w++)
        if (strcmp(option->words[w], r->word) == 0) return (double)w;
    near_name near = near_among(r->word, option->words, SIZE_MAX);
    complain(r, r->word_at, "%s", no_such(&near, "choice", option->id, NULL));
    return 0.0;
}

static void take_argument(reader *r, recipe_step *s, size_t a, int first)
{
    const assay_option *option = &s->word->argument[a];
    if (!first && !take(r, ',')) {
        s->argument[a] = option->standard;
        if (isnan(option->standard)) complain(r, r->at, "%s: %s is missing", s->word->id, option->id);
    } else if (option->words) s->argument[a] = take_choice(r, option);
    else take_number(r, option, &s->argument[a], &s->hole[a]);
}

/* "1 2" or "v3 of v1": columns from 1. */
static void take_columns(reader *r, recipe_step *s)
{
    for (s->n_places = 0; s->n_places < (size_t)s->word->columns; s->n_places++) {
        if (s->n_places == 1 && s->word->makes_first && (!take_word(r) || strcmp(r->word, "of") != 0))
            r->at = r->word_at;
        if (!take(r, 'v')) take(r, 'z');
        const char *at = r->at;
        const size_t number = take_count(r);
        if (!number) complain(r, at, "%s: the number of a column is wanted", s->word->id);
        s->place[s->n_places] = number - 1;
        for (size_t k = 0; k < s->n_places; k++)
            if (s->place[k] == number - 1) complain(r, at, "%s: column %zu stands twice", s->word->id, number);
    }
}

/* What stands in the parentheses of a word, behind its expression where `more` is set. */
static void take_arguments(reader *r, recipe_step *s, int more)
{
    int first = !more;
    if (s->word->columns) {
        if (!first) expect(r, ',');
        take_columns(r, s);
        first = 0;
    }
    for (size_t a = 0; a < RECIPE_ARGUMENTS && s->word->argument[a].id; a++, first = 0) take_argument(r, s, a, first);
    expect(r, ')');
}

/* "(...)" of a word that stands by itself; left out where every argument has a standard. */
static void take_parentheses(reader *r, recipe_step *s)
{
    for (size_t a = 0; a < RECIPE_ARGUMENTS; a++) s->argument[a] = s->word->argument[a].standard;
    if (s->word->columns || isnan(s->argument[0])) expect(r, '(');
    else if (!take(r, '(')) return;
    take_arguments(r, s, 0);
}

static void step_add(reader *r, const recipe_step *s)
{
    recipe *to = r->to;
    if (to->n_steps >= RECIPE_STEPS) complain(r, r->at, "more than %d words", RECIPE_STEPS);
    if (r->status != ASSAY_OK) return;
    recipe_step *more = grown(to->step, sizeof *more, to->n_steps, &to->room);
    if (more) (to->step = more)[to->n_steps++] = *s;
    else r->status = ASSAY_ENOMEM;
}

static recipe_step step_of(const reader *r, const recipe_word *word)
{
    return (recipe_step){ .word = word, .column = (size_t)(r->word_at - r->text) + 1 };
}

/* About a step that was read. */
#define FAULT(r, step, ...) complain(r, (r)->text + (step)->column - 1, __VA_ARGS__)

static void take_law(reader *r)
{
    skip_blanks(r);
    if (*r->at == '0') complain(r, r->at, "0 factors; a law has one at least");
    const size_t count = take_count(r), before = r->to->n_factors;
    if (!take_word(r)) complain(r, r->at, "a law of factors is wanted: uniform, levels(5), ...");
    const recipe_word *word = known_word(r, 1u << WORD_LAW, "law");
    if (!word) return;
    recipe_step s = step_of(r, word);
    take_parentheses(r, &s);
    const assay_profile *of = recipe_profile(&s);
    if (of && count) FAULT(r, &s, "profile has as many factors as it has: without %zu", count);
    s.count = of ? of->n_factors : count ? count : 1;
    if (before + s.count > RECIPE_FACTORS)
        complain(r, r->word_at, "%zu factors; %d are the most", before + s.count, RECIPE_FACTORS);
    r->to->n_factors += s.count;
    step_add(r, &s);
}

static void take_laws(reader *r)
{
    if (r->to->n_factors) complain(r, r->at, "the laws of factors stand once, before everything else");
    do take_law(r);
    while (take(r, ','));
}

static size_t take_factor(reader *r)
{
    const char *at = r->at;
    const size_t number = take_count(r);
    if (!number || number > r->to->n_factors)
        complain(r, at - 1, "no factor v%zu; there are %zu", number, r->to->n_factors);
    return number - 1;
}

/* Before the end of a range: "-", or "-v". */
static int take_dash(reader *r, char letter)
{
    if (*r->at != '-') return 0;
    r->at += r->at[1] == letter ? 2 : 1;
    return 1;
}

/* Behind the "v". */
static void take_factors(reader *r, recipe_step *s)
{
    s->place[1] = r->to->n_factors - 1;
    s->n_places = 2;
    if (!isdigit((unsigned char)*r->at)) return;
    s->place[0] = s->place[1] = take_factor(r);
    if (!take_dash(r, 'v')) return;
    const char *at = r->at;
    s->place[1] = take_factor(r);
    if (s->place[1] < s->place[0]) complain(r, at, "a range of factors rises");
}

static void take_mix(reader *r, recipe_step *s)
{
    static const assay_option share = { .id = "a weight", .low = -1e6, .high = 1e6 };
    expect(r, '(');
    do {
        if (s->n_places == RECIPE_TERMS) {
            complain(r, r->at, "mix: more than %d factors", RECIPE_TERMS);
            return;
        }
        expect(r, 'v');
        s->place[s->n_places] = take_factor(r);
        take_number(r, &share, &s->weight[s->n_places], &s->weight_hole[s->n_places]);
        s->n_places++;
    } while (take(r, ','));
    expect(r, ')');
}

enum { DEEPEST = 64 };

/* Maps are read from the outside and made from the inside. */
static void take_expression(reader *r, int depth)
{
    if (!take_word(r)) complain(r, r->at, "a factor, a source or a map is wanted");
    const recipe_word *word = known_word(r, 1u << WORD_SOURCE | 1u << WORD_MAP, "word");
    if (!word) return;
    recipe_step s = step_of(r, word);
    if (word->kind == WORD_MAP) {
        if (depth == DEEPEST) complain(r, r->word_at, "more than %d maps of one code", DEEPEST);
        expect(r, '(');
        take_expression(r, depth + 1);
        take_arguments(r, &s, 1);
    } else if (word->does == OF_FACTORS) take_factors(r, &s);
    else if (word->does == OF_SUM) take_mix(r, &s);
    else take_parentheses(r, &s);
    step_add(r, &s);
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

static void lay_map(reader *r, recipe_step *s, layout *l)
{
    const char *id = s->word->id;
    if (s->on_whole) {
        l->width = l->codes;
        l->unit = l->codes_unit;
    }
    if (!l->width) FAULT(r, s, "%s: there are no codes yet", id);
    if (s->word->wants_unit && !l->unit)
        FAULT(r, s, "%s takes numbers from 0 to 1, and these are others; rank() makes such", id);
    if (s->word->does == DOES_CIRCLE && !only_circles(r->to, s))
        FAULT(r, s, "circle takes factors whose law is circle");
    for (size_t k = 0; k < s->n_places; k++)
        if (s->place[k] >= l->width) FAULT(r, s, "%s: no column %zu; there are %zu", id, s->place[k] + 1, l->width);
    l->width = s->width = wider(s, l->width);
    if (s->word->gives_unit >= 0) l->unit = s->word->gives_unit;
    if (s->argument[1] != 0.0 && s->word->argument[1].words) l->unit = 0; /* noise that is not uniform */
    if (s->on_whole) {
        l->codes = l->width;
        l->codes_unit = l->unit;
    }
    if (l->width > RECIPE_CODES) FAULT(r, s, "%s: %zu codes; %d are the most", id, l->width, RECIPE_CODES);
}

static void lay_dependence(reader *r, const recipe_step *s, layout *l)
{
    const size_t i = s->place[0], j = s->place[1];
    const int derived = s->word->does == DOES_DERIVE, made = s->word->makes_first;
    recipe *to = r->to;
    for (size_t k = 0; k < s->n_places; k++)
        if (s->place[k] >= to->n_factors)
            FAULT(r, s, "%s: no factor v%zu; there are %zu", s->word->id, s->place[k] + 1, to->n_factors);
    if (!made && l->made) FAULT(r, s, "%s comes before copy, derived and child", s->word->id);
    if (r->status != ASSAY_OK || !made) return;
    if (l->made & UINT64_C(1) << i) FAULT(r, s, "%s: factor v%zu is part of a line before", s->word->id, i + 1);
    for (size_t k = 0; k < s->n_places; k++) l->made |= UINT64_C(1) << s->place[k];
    if (s->word->does == DOES_MASK) {
        if (!to->levels[i] || !to->levels[j]) FAULT(r, s, "child: both factors have to be classes");
        return;
    }
    if (derived && !(to->law[j]->word->gives_unit && to->law[s->place[2]]->word->gives_unit))
        FAULT(r, s, "derived takes factors from 0 to 1: uniform ones or classes");
    to->levels[i] = derived ? 0 : to->levels[j];
    to->law[i] = to->law[j];
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

static void lay_code(reader *r, recipe_step *s, layout *l)
{
    const size_t next = l->codes + 1;
    s->width = l->width;
    if (s->place[0] && s->place[0] != next) FAULT(r, s, "the next code is z%zu, not z%zu", next, s->place[0]);
    if (s->place[0] && s->place[1] != l->codes + l->width)
        FAULT(r, s, "its expression has %zu columns; these are z%zu-%zu", l->width, next, l->codes + l->width);
    l->codes_unit = l->codes ? l->codes_unit && l->unit : l->unit;
    l->codes += l->width;
    if (l->codes > RECIPE_CODES) FAULT(r, s, "%zu codes; %d are the most", l->codes, RECIPE_CODES);
}

/* Widths, kinds, and whether every word finds what it takes. */
static void lay_out(reader *r)
{
    recipe *to = r->to;
    layout l = { .codes = 0 };
    size_t factors = 0;
    to->widest = to->n_factors + 2;
    to->n_rows = RECIPE_ROWS;
    for (size_t k = 0; k < to->n_steps && r->status == ASSAY_OK; k++) {
        recipe_step *s = &to->step[k];
        switch (s->word->kind) {
        case WORD_LAW: lay_law(to, s, &factors); break;
        case WORD_DEPENDENCE: lay_dependence(r, s, &l); break;
        case WORD_SOURCE: lay_source(to, s, &l); break;
        case WORD_MAP: lay_map(r, s, &l); break;
        case WORD_CODE: lay_code(r, s, &l); break;
        default: to->n_rows = number_or(s->argument[0], RECIPE_ROWS);
        }
        to->wide_holes += s->hole[0] && (s->word->kind == WORD_SOURCE || wider(s, 8) != 8 || wider(s, 7) != 7 ||
                                         s->word->does == DOES_COPY);
        if (l.width > to->widest) to->widest = l.width;
    }
    to->n_codes = l.codes;
    if (!l.codes) complain(r, r->at, "no codes; write z = v, or z1 = noise(v1, .2)");
}

static const recipe_word code_word = { .id = "z", .kind = WORD_CODE };

static void take_code(reader *r)
{
    recipe_step s = step_of(r, &code_word);
    s.place[0] = s.place[1] = isdigit((unsigned char)*r->at) ? take_count(r) : 0;
    if (s.place[0] && take_dash(r, 'z')) s.place[1] = take_count(r);
    expect(r, '=');
    take_expression(r, 0);
    step_add(r, &s);
    r->to->n_codes++; /* lines of codes, until they are laid out */
}

/* A line that is a word by itself. */
static void take_line(reader *r)
{
    const recipe_word *word = known_word(r, 1u << WORD_DEPENDENCE | 1u << WORD_MAP | 1u << WORD_ROWS, "word");
    if (!word) return;
    if (word->kind == WORD_DEPENDENCE && r->to->n_codes) complain(r, r->word_at, "%s comes before the codes", word->id);
    recipe_step s = step_of(r, word);
    s.on_whole = word->kind == WORD_MAP;
    take_parentheses(r, &s);
    step_add(r, &s);
}

static void take_statement(reader *r)
{
    if (!take_word(r)) complain(r, r->at, "a line begins with v:, z1 =, or a word");
    else if (strcmp(r->word, "v") == 0 && take(r, ':')) take_laws(r);
    else if (!r->to->n_factors) complain(r, r->word_at, "the laws of factors come first: v: 4 uniform; ...");
    else if (strcmp(r->word, "z") == 0) take_code(r);
    else take_line(r);
    if (!at_end(r)) complain(r, r->at, "';' is wanted before '%.*s'", rest_of(r), r->at);
}

assay_status recipe_read(const char *text, double alpha, recipe *to, assay_error *err)
{
    *to = (recipe){ .step = NULL };
    const size_t brackets = text[0] == '[';
    reader r = { .text = text + brackets, .at = text + brackets, .alpha = alpha, .to = to, .err = err };
    if (strlen(text) >= RECIPE_TEXT / 2) complain(&r, r.at, "longer than %d letters", RECIPE_TEXT / 2);
    for (;;) {
        while (at_end(&r) && *r.at && *r.at != ']') r.at++;
        if (!*r.at || *r.at == ']') break;
        take_statement(&r);
    }
    if ((*r.at == ']') != (int)brackets) complain(&r, r.at, brackets ? "']' is missing" : "a ']' without its '['");
    if (*r.at && r.at[1]) complain(&r, r.at + 1, "nothing may follow the ']'");
    if (r.status == ASSAY_OK) lay_out(&r);
    if (r.status != ASSAY_OK) recipe_free(to);
    return r.status;
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

/* Columns and arguments, behind `before`; the last ones that are standard are left out. 0: there are none. */
static int write_arguments(wording *w, const recipe_step *s, const char *before)
{
    const size_t columns = (size_t)s->word->columns;
    size_t n = 0;
    for (size_t a = 0; a < RECIPE_ARGUMENTS && s->word->argument[a].id; a++)
        if (s->hole[a] || s->argument[a] != s->word->argument[a].standard) n = a + 1;
    for (size_t k = 0; k < columns; k++)
        wording_add(w, "%s%zu", !k ? before : k == 1 && s->word->makes_first ? " of " : " ", s->place[k] + 1);
    for (size_t a = 0; a < n; a++) {
        const char *const *choice = s->word->argument[a].words;
        wording_add(w, "%s%s", a || columns ? ", " : before, choice ? choice[(size_t)s->argument[a]] : "");
        if (!choice) write_number(w, s->argument[a], s->hole[a]);
    }
    return n || columns;
}

static void write_call(wording *w, const recipe_step *s)
{
    wording_add(w, "%s", s->word->id);
    if (write_arguments(w, s, "(")) wording_add(w, ")");
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
        write_arguments(w, &r->step[k], ", ");
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
