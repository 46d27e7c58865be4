#include "property_table.h"

#include "counted.h"
#include "json_number.h"
#include "needed.h"
#include "reproduction.h"
#include "judge.h"
#include "store_about.h"

#include <stdlib.h>
#include <string.h>

/* Which rows and columns there are. */
typedef struct layout {
    size_t width;         /* of a terminal that gets one block; 0: everything */
    uint32_t claiming;    /* outputs that claim nothing are left out */
    unsigned char *shows; /* [property_count()] */
    size_t rows_out, more, unasked;
} layout;

static int has_row(const layout *l, const verdict *of) { return !l->claiming || (of->series->measures & 7); }

/* Any outcome but these, in a row that is shown. */
static int has_outcome(const verdicts *all, const layout *l, size_t which, int not_run)
{
    for (size_t k = 0; k < all->count; k += property_count()) {
        const int outcome = all->at[k + which].outcome;
        if (has_row(l, &all->at[k]) && outcome != VERDICT_NOT_CLAIMED && outcome != not_run) return 1;
    }
    return 0;
}

/* In one block: what somebody was asked, as far as there is room. What is asked of some stores alone has a column there
 * alone. */
static void lay_out(const verdicts *all, size_t width, layout *to)
{
    size_t name = 0, used = sizeof "  claims" - 1;
    *to = (layout){ .width = width, .shows = kept(property_count() + 1, 1) };
    for (size_t k = 0; k < all->count && width; k += property_count()) to->claiming |= all->at[k].series->measures & 7;
    for (size_t k = 0; k < all->count; k += property_count()) {
        const size_t wide = grid_text_width(series_text(all->at[k].series));
        to->rows_out += !has_row(to, &all->at[k]);
        if (has_row(to, &all->at[k]) && wide > name) name = wide;
    }
    used += name;
    for (size_t p = 0; p < property_count(); p++) {
        const size_t wide = p < 9 ? 3 : 4;
        const int there = has_outcome(all, to, p, -1) || !property_is_asked_for(property_at(p));
        const int asked = width ? has_outcome(all, to, p, VERDICT_NOT_RUN) : there;
        to->shows[p] = asked && (!width || used + wide <= width);
        used += to->shows[p] ? wide : 0;
        to->more += asked && !to->shows[p];
        to->unasked += there && !asked;
    }
}

/* What is not in one block. */
static void note_rest(grid *g, const layout *l)
{
    static const char *const words[] = { "more properties", "properties that nobody was asked here",
                                         "outputs that claim nothing" };
    const size_t count[] = { l->more, l->unasked, l->rows_out };
    const char *text = "";
    for (size_t k = 0; k < ASSAY_COUNT(count); k++)
        if (count[k]) text = phrase_join(text, ", ", phrase("%zu %s", count[k], words[k]));
    if (*text) grid_note(g, 0, "--all shows %s", text);
}

static void note_properties(grid *g, const layout *l)
{
    const char *text = "";
    for (size_t p = 0; p < property_count(); p++) {
        const property *one = property_at(p);
        const char *name = phrase("%zu %s%s", p + 1, one->id, one->diagnostic ? " (reported only)" : "");
        if (l->shows[p] && !l->width) grid_note(g, 0, "%s: %s", name, one->asks);
        if (l->shows[p]) text = phrase_join(text, ", ", name);
    }
    if (l->width && *text) grid_note(g, 0, "%s; `assay describe PROPERTY` says what is asked", text);
}

static void note_marks(grid *g, const layout *l)
{
    const char *text = "";
    for (int k = 0; k < VERDICT_KINDS; k++)
        if (l->width) text = phrase("%s%s %s  ", text, verdict_symbol(k), verdict_word(k));
        else grid_note(g, 0, "%s %s: %s", verdict_symbol(k), verdict_word(k), verdict_meaning(k));
    grid_note(g, 0, "%sclaims: modularity M, compactness C, explicitness E", text);
}

/* What marks rest on: the commonest goes without a letter, the others have one each. */
enum { BASES = 26 };

typedef struct bases {
    const char *text[BASES + 1];
    size_t count[BASES + 1], n;
    const verdicts *all;
} bases;

/* all: what else stands in the table; NULL: nothing */
static const char *basis_text(const verdicts *all, const verdict *v)
{
    const char *sizes = verdict_sizes_text(v), *without = all ? verdict_without_text(all, v) : "";
    return phrase("%s%s%s%s%s", verdict_basis(v), *sizes ? "; " : "", sizes, *without ? "; " : "", without);
}

/* The place of a verdict's basis; n: it has none, or there are too many. */
static size_t basis_find(const bases *b, const verdict *v)
{
    const char *text = basis_text(b->all, v);
    size_t k = 0;
    while (k < b->n && strcmp(b->text[k], text) != 0) k++;
    return *text ? k : b->n;
}

static void bases_list(const verdicts *all, bases *to)
{
    *to = (bases){ .all = all };
    for (size_t k = 0; k < all->count; k++) {
        const char *text = basis_text(all, &all->at[k]);
        const size_t place = basis_find(to, &all->at[k]);
        if (!*text || (place == to->n && to->n > BASES)) continue;
        if (place == to->n) to->text[to->n++] = text;
        to->count[place]++;
    }
}

static size_t bases_commonest(const bases *b)
{
    size_t best = 0;
    for (size_t k = 1; k < b->n; k++)
        if (b->count[k] > b->count[best]) best = k;
    return best;
}

static char basis_letter(const bases *b, size_t place)
{
    const size_t common = bases_commonest(b);
    return place >= b->n || place == common ? 0 : (char)('a' + place - (place > common));
}

static void note_bases(grid *g, const layout *l, const bases *b)
{
    if (!b->n) return;
    if (l->width) {
        grid_note(g, 0, "most marks rest on %s", b->text[bases_commonest(b)]);
        return;
    }
    grid_note(g, 0, "a mark without a letter rests on %s", b->text[bases_commonest(b)]);
    for (size_t k = 0; k < b->n; k++)
        if (basis_letter(b, k)) grid_note(g, basis_letter(b, k), "%s", b->text[k]);
}

static void add_series(grid *g, const layout *l, const verdict *of, const bases *b)
{
    GRID_ROW(g, GRID_TEXT(series_text(of->series)), GRID_TEXT(claims_text(of->series->measures)));
    for (size_t p = 0; p < property_count(); p++) {
        if (!l->shows[p]) continue;
        const char letter = basis_letter(b, basis_find(b, &of[p]));
        grid_text(g, "%s", verdict_symbol(of[p].outcome));
        if (letter && !l->width) grid_mark(g, letter);
    }
    worst_found worst;
    if (!l->width && worst_found_of(of->series->metric, of->series->preset, of->series->output, &worst))
        grid_text(g, "%s%s%s", worst.size, worst.size[0] ? " " : "", worst.claim);
}

static grid *table_for_people(const verdicts *all, size_t width)
{
    layout l;
    const size_t n = property_count();
    const char *family = NULL, *warning = verdicts_size_warning(all), *undecided = undecided_text(all);
    bases b;
    lay_out(all, width, &l);
    bases_list(all, &b);
    const char *profile = all->count ? all->at[0].series->profile : NULL;
    grid *g =
        grid_new(phrase("metrics and the properties a metric should have%s%s%s%s", profile ? ", on the factors " : "",
                        profile ? profile : "", *warning ? "; " : "", warning));
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "claims", "claims", GRID_LEFT });
    for (size_t p = 0; p < n; p++) {
        if (!l.shows[p]) continue;
        grid_column(g, property_at(p)->id, phrase("%zu", p + 1), GRID_RIGHT);
        grid_name(g, phrase("%zu %s", p + 1, property_at(p)->id));
    }
    if (!width) grid_column(g, "worst_found", "worst found", GRID_WRAP);
    grid_stub(g, 2);
    for (size_t k = 0; k < all->count; k += n) {
        if (!has_row(&l, &all->at[k])) continue;
        if (family && strcmp(family, all->at[k].series->family) != 0) grid_rule(g);
        family = all->at[k].series->family;
        add_series(g, &l, &all->at[k], &b);
    }
    if (*undecided) grid_note(g, 0, "%s", undecided);
    note_marks(g, &l);
    note_properties(g, &l);
    note_bases(g, &l, &b);
    note_rest(g, &l);
    if (!width)
        grid_note(g, 0,
                  "worst found: of a kept hunt, as a share of the range; none is no proof. `assay help hunt`, "
                  "docs/hunt.md");
    grid_note(g, 0, "`assay judge METRIC PROPERTY` shows the numbers behind a mark");
    return g;
}

/* The number a comparison is held against: of two sides that are not alike the nearer. */
static double threshold_of(const comparison *c)
{
    if (isinf(c->least) || c->least == -c->most) return c->most;
    if (isinf(c->most)) return c->least;
    return fabs(c->value - c->most) < fabs(c->value - c->least) ? c->most : c->least;
}

#define VERDICT_COLUMNS(COLUMN)                                                           \
    COLUMN("metric", GRID_TEXTS(g, v->series->metric))                                    \
    COLUMN("preset", GRID_TEXTS(g, v->series->preset))                                    \
    COLUMN("output", GRID_TEXTS(g, v->series->output))                                    \
    COLUMN("property", GRID_TEXTS(g, asked))                                              \
    COLUMN("verdict", GRID_TEXTS(g, verdict_word(v->outcome)))                            \
    COLUMN("value", grid_number(g, c ? c->value : NAN, 6))                                \
    COLUMN("low", grid_number(g, c ? c->low : NAN, 6))                                    \
    COLUMN("high", grid_number(g, c ? c->high : NAN, 6))                                  \
    COLUMN("threshold", grid_number(g, c ? threshold_of(c) : NAN, 6))                     \
    COLUMN("samples", GRID_CELLS(g, GRID_COUNT_IF(v->samples[1])))                        \
    COLUMN("seeds", GRID_CELLS(g, GRID_COUNT_IF(v->seeds)))                               \
    COLUMN("evidence", GRID_TEXTS(g, v->text ? v->text : ""))                             \
    COLUMN("published", GRID_TEXTS(g, published ? published_marks[published->mark] : "")) \
    COLUMN("claims", GRID_TEXTS(g, claims_text(v->series->measures)))                     \
    COLUMN("samples_least", GRID_CELLS(g, GRID_COUNT_IF(v->samples[0])))                  \
    COLUMN("by_size", GRID_TEXTS(g, verdict_sizes_text(v)))                               \
    COLUMN("worst_found", GRID_TEXTS(g, worst_found_text(v->series->metric, v->series->preset, v->series->output)))

static grid *table_for_programs(const verdicts *all)
{
    grid *g = grid_new("verdicts");
    VERDICT_COLUMNS(GRID_NAME)
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        const comparison *c = v->n_comparisons ? &v->comparison[v->deciding] : NULL;
        const char *asked = property_at(v->property)->id;
        const paper_entry *published = published_mark(v->series, asked);
        grid_row(g);
        VERDICT_COLUMNS(GRID_PUT)
    }
    return g;
}

grid *property_table_grid(const verdicts *all, int for_people, size_t width)
{
    grid *g = for_people ? table_for_people(all, width) : table_for_programs(all);
    grid_head(g, all->lacking);
    return g;
}

static const char *marked_word(const verdict *v)
{
    return phrase("%s %s", verdict_symbol(v->outcome), verdict_word(v->outcome));
}

grid *verdicts_grid(const verdicts *all)
{
    size_t out = 0;
    grid *g = grid_new(all->count ? series_text(all->at[0].series) : "");
    GRID_COLUMNS(g, { "property", "property", GRID_LEFT }, { "verdict", "verdict", GRID_LEFT },
                 { "value", "mean", GRID_RIGHT }, { "low", "from", GRID_RIGHT }, { "high", "to", GRID_RIGHT },
                 { "wanted", "wanted", GRID_LEFT }, { "output", "of", GRID_WRAP });
    static const int order[] = { VERDICT_FAIL, VERDICT_PASS, VERDICT_UNDECIDED, VERDICT_UNDEFINED };
    for (size_t o = 0; o < ASSAY_COUNT(order); o++)
        for (size_t k = 0; k < all->count; k++) {
            const verdict *v = &all->at[k];
            const comparison *c = v->n_comparisons ? &v->comparison[v->deciding] : NULL;
            if (v->outcome != order[o]) continue;
            GRID_ROW(g, GRID_TEXT(property_at(v->property)->id), GRID_TEXT(marked_word(v)),
                     GRID_NUMBER(c ? c->value : NAN, 3), GRID_NUMBER(c ? c->low : NAN, 3),
                     GRID_NUMBER(c ? c->high : NAN, 3), GRID_TEXT(c ? comparison_wanted(c) : ""),
                     GRID_TEXT(v->series == all->at[0].series ? "" : series_text(v->series)));
        }
    for (size_t k = 0; k < all->count; k++) out += all->at[k].outcome >= VERDICT_NOT_RUN;
    grid_note(g, 0, "mean, from, to, wanted: the comparison that decides; %zu properties are not run or not claimed",
              out);
    grid_note(g, 0, "`assay judge METRIC PROPERTY` shows every comparison, and how to draw them; --all those of all");
    return g;
}

grid *verdict_grid(const verdict *v)
{
    grid *g = grid_new("the comparisons it rests on");
    GRID_COLUMNS(g, { "comparison", "comparison", GRID_WRAP }, { "value", "mean", GRID_RIGHT },
                 { "low", "from", GRID_RIGHT }, { "high", "to", GRID_RIGHT }, { "wanted", "wanted", GRID_LEFT },
                 { "seeds", "seeds", GRID_RIGHT }, { "verdict", "", GRID_LEFT });
    double bias = 0;
    grid_stub(g, 1);
    for (size_t k = 0; k < v->n_comparisons; k++) {
        const comparison *c = &v->comparison[k];
        bias = fmax(bias, c->bias);
        const int decimals = comparison_decimals(c, 4);
        GRID_ROW(g, GRID_TEXT(c->text), GRID_NUMBER(c->value, decimals), GRID_NUMBER(c->low, decimals),
                 GRID_NUMBER(c->high, decimals), GRID_TEXT(comparison_wanted(c)), GRID_COUNT(c->seeds));
        grid_text(g, "%s%s", verdict_symbol(c->outcome), k == v->deciding ? " decides" : "");
    }
    grid_note(g, 0,
              "from, to: the interval of the mean over seeds, each side wrong in at most 5 of 100 studies; where that "
              "does not lie as wanted, the interval of which all %zu hold together so often",
              v->n_comparisons);
    if (bias > 0)
        grid_note(g, 0, "? outside what is wanted, but by less than what so few rows may do (%.3f): more rows decide",
                  bias);
    return g;
}

static void add_words(grid *g, const char *what, const char *text) { GRID_ROW(g, GRID_TEXT(what), GRID_TEXT(text)); }

/* What a verdict rests on; a command that it ends with has a row of its own. */
static void add_evidence(grid *g, const verdict *v, const char *db)
{
    const char *command = strstr(v->text, ": assay ");
    add_words(g, "evidence", phrase("%.*s", command ? (int)(command - v->text) : -1, v->text));
    if (command) grid_command(g, "then", phrase("%s%s", command + 2, db));
}

grid *verdict_words_grid(const verdict *v, const char *db)
{
    const property *p = property_at(v->property);
    const paper_entry *published = published_mark(v->series, p->id);
    const char *basis = basis_text(NULL, v);
    grid *g = grid_new(phrase("%s: %s", series_text(v->series), p->title));
    GRID_COLUMNS(g, { "what", "", GRID_LEFT }, { "text", "", GRID_WRAP });
    add_words(g, "verdict", marked_word(v));
    add_evidence(g, v, db);
    if (*basis) add_words(g, "from", basis);
    add_words(g, "claims", claims_text(v->series->measures));
    add_words(g, "asked", p->asks);
    add_words(g, "rule", p->rule);
    add_words(g, "source", p->source);
    if (published) add_words(g, "published", published_mark_text(published));
    return g;
}

/* c is NULL for a verdict without comparisons; a limit that is infinite is none, free on this side. */
#define COMPARISON_COLUMNS(COLUMN)                                              \
    COLUMN("metric", GRID_TEXTS(g, v->series->metric))                          \
    COLUMN("preset", GRID_TEXTS(g, v->series->preset))                          \
    COLUMN("output", GRID_TEXTS(g, v->series->output))                          \
    COLUMN("property", GRID_TEXTS(g, property_at(v->property)->id))             \
    COLUMN("verdict", GRID_TEXTS(g, verdict_word(v->outcome)))                  \
    COLUMN("comparison", GRID_TEXTS(g, c ? c->text : ""))                       \
    COLUMN("first", GRID_TEXTS(g, place_text(c ? c->at[0] : NULL)))             \
    COLUMN("second", GRID_TEXTS(g, place_text(c ? c->at[1] : NULL)))            \
    COLUMN("value", grid_number(g, c ? c->value : NAN, 6))                      \
    COLUMN("low", grid_number(g, c ? c->low : NAN, 6))                          \
    COLUMN("high", grid_number(g, c ? c->high : NAN, 6))                        \
    COLUMN("least", grid_number(g, c &&isfinite(c->least) ? c->least : NAN, 6)) \
    COLUMN("most", grid_number(g, c &&isfinite(c->most) ? c->most : NAN, 6))    \
    COLUMN("seeds", GRID_CELLS(g, GRID_COUNT_IF(c ? c->seeds : 0)))             \
    COLUMN("outcome", GRID_TEXTS(g, c ? verdict_word(c->outcome) : ""))         \
    COLUMN("decides", GRID_TEXTS(g, c &&c == &v->comparison[v->deciding] ? "yes" : ""))

grid *comparisons_grid(void)
{
    grid *g = grid_new("every comparison of every verdict");
    COMPARISON_COLUMNS(GRID_NAME)
    return g;
}

static const char *place_text(const evidence_point *at)
{
    return at ? phrase("%s%s%s n=%llu", at->scenario, at->point[0] ? " " : "", at->point,
                       (unsigned long long)at->samples)
              : "";
}

static void add_comparison(grid *g, const verdict *v, const comparison *c)
{
    grid_row(g);
    COMPARISON_COLUMNS(GRID_PUT)
}

void comparisons_add(grid *g, const verdict *v)
{
    if (!v->n_comparisons) add_comparison(g, v, NULL);
    for (size_t k = 0; k < v->n_comparisons; k++) add_comparison(g, v, &v->comparison[k]);
}

int property_uses(const property *of, const char *id) { return strstr(of->rule, phrase("`%s`", id)) != NULL; }

grid *thresholds_grid(const property *of)
{
    grid *g = grid_new(of ? "" : "thresholds of all properties");
    GRID_COLUMNS(g, { "id", "threshold", GRID_LEFT }, { "value", "value", GRID_RIGHT },
                 { "text", "meaning", GRID_WRAP });
    for (size_t k = 0; k < threshold_count(); k++) {
        const threshold *t = threshold_at(k);
        if (of && !property_uses(of, t->id)) continue;
        GRID_ROW(g, GRID_TEXT(t->id), GRID_TEXT(phrase("%g", t->value)), GRID_TEXT(t->text));
    }
    return g;
}

/* Each point once. */
static json_t *points_json(const verdict *v)
{
    json_t *list = json_array();
    for (size_t k = 0; k < 2 * v->n_comparisons; k++) {
        const char *name = place_text(v->comparison[k / 2].at[k % 2]);
        size_t known = 0;
        if (!*name) continue;
        while (known < json_array_size(list) && strcmp(json_string_value(json_array_get(list, known)), name) != 0)
            known++;
        if (known == json_array_size(list)) json_array_append_new(list, json_string(name));
    }
    return list;
}

/* Of each size that is decided its outcome; of a verdict on one size that one. */
static json_t *sizes_json(const verdict *v)
{
    json_t *list = json_array();
    for (size_t k = 0; k < v->n_sizes; k++)
        json_array_append_new(list, json_pack("{sI ss}", "samples", (json_int_t)v->size[k].samples, "verdict",
                                              verdict_word(v->size[k].outcome)));
    return list;
}

static json_t *worst_json(const verdict *v)
{
    worst_found one;
    if (!worst_found_of(v->series->metric, v->series->preset, v->series->output, &one)) return json_null();
    return json_pack("{ss so ss ss}", "claim", one.claim, "violation",
                     json_number(one.size[0] ? strtod(one.size, NULL) : NAN), "words", one.words, "recipe", one.recipe);
}

static json_t *verdict_json(const verdict *v)
{
    const comparison *c = v->n_comparisons ? &v->comparison[v->deciding] : NULL;
    const char *asked = property_at(v->property)->id;
    const paper_entry *published = published_mark(v->series, asked);
    json_t *about =
        json_pack("{ss so so so so so}", "text", v->text ? v->text : "", "value", json_number(c ? c->value : NAN),
                  "low", json_number(c ? c->low : NAN), "high", json_number(c ? c->high : NAN), "threshold",
                  json_number(c ? threshold_of(c) : NAN), "points", points_json(v));
    return json_pack(
        "{ss ss ss ss ss ss ss? so so so so ss? so}", "metric", v->series->metric, "preset", v->series->preset,
        "output", v->series->output, "property", asked, "claims", claims_text(v->series->measures), "verdict",
        verdict_word(v->outcome), "factors", v->series->profile, "samples",
        v->samples[1] ? json_integer((json_int_t)v->samples[1]) : json_null(), "seeds",
        v->samples[1] ? json_integer((json_int_t)v->seeds) : json_null(), "sizes", sizes_json(v), "evidence", about,
        "published", published ? published_marks[published->mark] : NULL, "worst_found", worst_json(v));
}

assay_status verdicts_json(const verdicts *all, FILE *to, assay_error *err)
{
    json_t *list = json_array();
    int bad = 0;
    for (size_t k = 0; k < all->count; k++) bad |= json_array_append_new(list, verdict_json(&all->at[k]));
    json_t *root = json_pack("{ss* ss* so}", "store", all->lacking, "incomplete",
                             store_lacks(all->lacking) ? all->lacking : NULL, "verdicts", list);
    bad = bad || !root || json_dumpf(root, to, JSON_INDENT(2)) != 0;
    json_decref(root);
    if (bad) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while writing the verdicts");
    fputc('\n', to);
    return ASSAY_OK;
}
