/* Tables as papers print them, ours beside theirs. */
#include "published_tables.h"

#include "wording.h"

#include <string.h>

enum { MOST = 64, TEXT = 256 };

/* What a table of a paper has: numbers, marks, and what its generators say of themselves. */
static int is_printed(const paper_entry *e)
{
    return (e->kind & (PRINTS_NUMBER | PRINTS_MARK | PRINTS_COUNT)) && strstr(e->source, "table ");
}

/* "3.1" of "Boilard 2022, table 3.1" */
static const char *number_in(const char *source) { return strrchr(source, ' ') ? strrchr(source, ' ') + 1 : source; }

static int ends_with(const char *text, const char *end)
{
    const size_t a = strlen(text), b = strlen(end);
    return b && a >= b && strcmp(text + a - b, end) == 0 && (a == b || text[a - b - 1] == ' ');
}

/* "text-2" as its paper calls it, "table 3.1" as any; the first there is. */
static int is_called(const paper_entry *e, const char *name)
{
    const size_t word = e->in->tables ? strlen(e->in->tables) : 0;
    const int named = word && strncmp(name, e->in->tables, word) == 0 && name[word] == '-';
    return is_printed(e) && (named ? strcmp(number_in(e->source), name + word + 1) == 0 : ends_with(e->source, name));
}

static const paper_entry *find_table(const reproduction *from, const char *name)
{
    for (size_t k = 0; k < from->count; k++)
        if (is_called(from->at[k].of, name)) return from->at[k].of;
    return NULL;
}

/* A count has no score: a row of its own. */
static int same_score(const paper_entry *a, const paper_entry *b)
{
    return strcmp(a->of.metric, b->of.metric) == 0 && strcmp(a->of.preset, b->of.preset) == 0 &&
           strcmp(a->of.output, b->of.output) == 0 && (a->kind != PRINTS_COUNT || a == b);
}

static int same_place(const paper_entry *a, const paper_entry *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && strcmp(a->place, b->place) == 0 &&
           strcmp(a->property ? a->property : "", b->property ? b->property : "") == 0;
}

typedef struct table {
    const char *source;
    const paper_entry *score[MOST], *place[MOST]; /* the first of each row and column */
    size_t n_scores, n_places;
} table;

/* Added where there is none that is the same, and room. */
static void note_first(const paper_entry **list, size_t *n, const paper_entry *e,
                       int (*same)(const paper_entry *, const paper_entry *))
{
    for (size_t k = 0; k < *n; k++)
        if (same(list[k], e)) return;
    if (*n < MOST) list[(*n)++] = e;
}

static int is_in(const paper_entry *e, const table *t) { return is_printed(e) && strcmp(e->source, t->source) == 0; }

static void lay_out(const reproduction *from, table *to)
{
    for (size_t k = 0; k < from->count; k++) {
        if (!is_in(from->at[k].of, to)) continue;
        note_first(to->score, &to->n_scores, from->at[k].of, same_score);
        note_first(to->place, &to->n_places, from->at[k].of, same_place);
    }
}

static const reproduction_row *row_at(const reproduction *from, const table *t, size_t row, size_t column)
{
    for (size_t k = 0; k < from->count; k++) {
        const paper_entry *e = from->at[k].of;
        if (is_in(e, t) && same_score(e, t->score[row]) && same_place(e, t->place[column])) return &from->at[k];
    }
    return NULL;
}

static void put_column(grid *g, const paper_entry *place)
{
    char text[TEXT];
    if (place->property) {
        grid_column(g, place->property, property_find(place->property)->brief, GRID_LEFT);
        grid_name(g, place->property);
        return;
    }
    snprintf(text, sizeof text, "%s%s%s", place->scenario, *place->place ? " " : "", place->place);
    grid_column(g, text, text, GRID_RIGHT);
}

/* "✗ / ✓" */
static void put_marks(grid *g, const reproduction_row *r)
{
    static const char *const shown[] = { "✓", "✗", "✗*", "–", "n.a.", "" };
    grid_text(g, "%s / %s", shown[r->of->mark], verdict_symbol(r->outcome));
}

/* "0.9 / 0.87" */
static void put_cell(grid *g, const reproduction_row *r)
{
    char why[TEXT];
    const int decimals = r ? (int)r->of->decimals : 0, more = decimals + (r && r->of->kind == PRINTS_NUMBER);
    if (!r) grid_text(g, "%s", "");
    else if (r->of->kind == PRINTS_MARK) put_marks(g, r);
    else if (isnan(r->ours)) grid_text(g, "%.*f / –", decimals, r->of->value);
    else grid_text(g, "%.*f / %.*f", decimals, r->of->value, more, r->ours);
    if (!r || r->status != REPRODUCTION_DIFFERS) return;
    snprintf(why, sizeof why, "differs: %s", r->reason ? r->reason : "no reason is known");
    if (r->of->kind == PRINTS_MARK) grid_strong(g);
    else grid_footnote(g, r->of->place, why);
}

grid *published_table_grid(const reproduction *from, const char *name)
{
    const paper_entry *first = find_table(from, name);
    if (!first) return NULL;
    table t = { .source = first->source };
    lay_out(from, &t);
    grid *g = grid_new(t.source);
    grid_column(g, "score", first->kind == PRINTS_COUNT ? "what" : "score", GRID_LEFT);
    grid_stub(g, 1);
    for (size_t c = 0; c < t.n_places; c++) put_column(g, t.place[c]);
    grid_note(g, 0, "printed / ours; a dash: not in this store");
    for (int k = 0; first->kind == PRINTS_MARK && k < VERDICT_KINDS; k++)
        grid_note(g, 0, "%s %s", verdict_symbol(k), verdict_word(k));
    if (first->kind == PRINTS_MARK)
        grid_note(g, 0, "bold: they differ. ✗*: no, by its cutting into classes alone; n.a.: excluded");
    for (size_t r = 0; r < t.n_scores; r++) {
        const paper_entry *of = t.score[r];
        char text[TEXT];
        if (*of->of.output) variant_print_output(of->of.metric, of->of.preset, of->of.output, text, sizeof text);
        else variant_print(of->of.metric, of->of.preset, text, sizeof text);
        grid_row(g);
        grid_text(g, "%s", of->kind == PRINTS_COUNT ? of->statement : text);
        for (size_t c = 0; c < t.n_places; c++) put_cell(g, row_at(from, &t, r, c));
    }
    return g;
}

void published_table_names(const reproduction *from, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < from->count; k++) {
        const paper_entry *e = from->at[k].of;
        char name[TEXT];
        if (!is_printed(e) || find_table(from, e->source) != e) continue;
        if (e->in->tables) snprintf(name, sizeof name, "%s-%s", e->in->tables, number_in(e->source));
        else snprintf(name, sizeof name, "\"%s\"", e->source);
        wording_join(&w, ", ", name);
    }
}
