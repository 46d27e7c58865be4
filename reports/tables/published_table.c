/* Tables as papers print them, ours beside theirs. */
#include "published_tables.h"

#include "papers.h"
#include "wording.h"

#include <math.h>
#include <string.h>

enum { MOST = 64, TEXT = 256 };

static int is_number(const reproduction_row *r) { return !isnan(r->half) && r->metric[0]; }

/* What a generator says of itself: a number of sentences. */
static int is_count(const reproduction_row *r)
{
    return !r->metric[0] && r->scenario[0] && isfinite(r->published) && strstr(r->source, "table ") != NULL;
}

/* "text-2" as the source calls it, "Zhang et al. 2021, table 2"; any other name as it is. */
static void source_name(const char *name, char to[TEXT])
{
    const paper_list *list = &papers_all()->papers;
    snprintf(to, TEXT, "%s", name);
    for (size_t k = 0; k < list->count; k++) {
        const paper *one = *PAPER_AT(const paper *, *list, k);
        const size_t length = one->tables ? strlen(one->tables) : 0;
        if (length && strncmp(name, one->tables, length) == 0 && name[length] == '-')
            snprintf(to, TEXT, "%s, table %s", one->name, name + length + 1);
    }
}

static int ends_with(const char *text, const char *end)
{
    const size_t a = strlen(text), b = strlen(end);
    if (!b || a < b || strcmp(text + a - b, end) != 0) return 0;
    return a == b || text[a - b - 1] == ' ';
}

/* The first number of a source that is called so; NULL: there is none. */
static const reproduction_row *find_source(const reproduction *from, const char *name)
{
    char source[TEXT];
    source_name(name, source);
    for (size_t k = 0; k < from->count; k++)
        if ((is_number(&from->at[k]) || is_count(&from->at[k])) && ends_with(from->at[k].source, source))
            return &from->at[k];
    return NULL;
}

static int same_score(const reproduction_row *a, const reproduction_row *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->preset, b->preset) == 0 && strcmp(a->output, b->output) == 0;
}

static int same_place(const reproduction_row *a, const reproduction_row *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && strcmp(a->point, b->point) == 0;
}

typedef struct table {
    const char *source;
    const reproduction_row *score[MOST], *place[MOST]; /* the first of each row and column */
    size_t n_scores, n_places;
} table;

/* The first of a list that is the same; added where there is none, and room. */
static void note_first(const reproduction_row **list, size_t *n, const reproduction_row *r,
                       int (*same)(const reproduction_row *, const reproduction_row *))
{
    for (size_t k = 0; k < *n; k++)
        if (same(list[k], r)) return;
    if (*n < MOST) list[(*n)++] = r;
}

static int is_in(const reproduction_row *r, const table *t) { return is_number(r) && strcmp(r->source, t->source) == 0; }

static void lay_out(const reproduction *from, table *to)
{
    for (size_t k = 0; k < from->count; k++) {
        if (!is_in(&from->at[k], to)) continue;
        note_first(to->score, &to->n_scores, &from->at[k], same_score);
        note_first(to->place, &to->n_places, &from->at[k], same_place);
    }
}

static const reproduction_row *row_at(const reproduction *from, const table *t, size_t row, size_t column)
{
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *r = &from->at[k];
        if (is_in(r, t) && same_score(r, t->score[row]) && same_place(r, t->place[column])) return r;
    }
    return NULL;
}

/* "0.9 / 0.87" */
static void put_cell(grid *g, const reproduction_row *r)
{
    if (!r) {
        grid_text(g, "%s", "");
        return;
    }
    if (isnan(r->ours)) grid_text(g, "%.*f / –", r->decimals, r->published);
    else grid_text(g, "%.*f / %.*f", r->decimals, r->published, r->decimals + 1, r->ours);
    if (r->status != REPRODUCTION_DIFFERS) return;
    char why[TEXT];
    snprintf(why, sizeof why, "differs: %s", r->reason ? r->reason : "no reason is known");
    grid_footnote(g, r->point, why);
}

static grid *counts_grid(const reproduction *from, const char *source)
{
    grid *g = grid_new(source);
    GRID_COLUMNS(g, { "what", "what", GRID_LEFT }, { "printed", "printed", GRID_RIGHT },
                 { "ours", "ours", GRID_RIGHT });
    size_t differ = 0;
    grid_stub(g, 1);
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *r = &from->at[k];
        if (!is_count(r) || strcmp(r->source, source) != 0) continue;
        grid_row(g);
        grid_text(g, "%s: %s", r->scenario, r->statement);
        grid_count(g, (uint64_t)r->published);
        if (isnan(r->ours)) grid_text(g, "–");
        else grid_count(g, (uint64_t)r->ours);
        if (r->status != REPRODUCTION_DIFFERS) continue;
        grid_mark(g, 'a');
        differ++;
    }
    grid_note(g, 0, "ours: counted as the generator writes them");
    if (differ) grid_note(g, 'a', "differs");
    return g;
}

grid *published_table_grid(const reproduction *from, const char *name, int *found)
{
    const reproduction_row *first = find_source(from, name);
    *found = first != NULL;
    if (!first) return NULL;
    if (is_count(first)) return counts_grid(from, first->source);
    table t = { .source = first->source };
    lay_out(from, &t);
    grid *g = grid_new(t.source);
    grid_column(g, "score", "score", GRID_LEFT);
    grid_stub(g, 1);
    for (size_t c = 0; c < t.n_places; c++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s%s%s", t.place[c]->scenario, t.place[c]->point[0] ? " " : "", t.place[c]->point);
        grid_column(g, text, text, GRID_RIGHT);
    }
    grid_note(g, 0, "printed / our mean; a dash: not in this store");
    for (size_t r = 0; r < t.n_scores; r++) {
        char text[TEXT];
        variant_print_output(t.score[r]->metric, t.score[r]->preset, t.score[r]->output, text, sizeof text);
        grid_row(g);
        grid_text(g, "%s", text);
        for (size_t c = 0; c < t.n_places; c++) put_cell(g, row_at(from, &t, r, c));
    }
    return g;
}

/* In the order of published_marks. */
static const char *printed_mark(const published_verdict *p)
{
    static const char *const shown[] = { "✓", "✗", "✗*", "–", "n.a.", "" };
    size_t k = 0;
    while (strcmp(published_marks[k], p->text) != 0) k++;
    return shown[k];
}

grid *published_marks_grid(const published_check *list, size_t count)
{
    char caption[TEXT];
    snprintf(caption, sizeof caption, "%s, and the verdicts of this store", published_verdicts_source());
    grid *g = grid_new(caption);
    grid_column(g, "metric", "metric", GRID_LEFT);
    grid_stub(g, 1);
    for (size_t k = 0; k < count && strcmp(list[k].published.metric, list[0].published.metric) == 0; k++) {
        const property *one = property_find(list[k].published.property);
        grid_column(g, list[k].published.property, one ? one->brief : list[k].published.property, GRID_LEFT);
        grid_name(g, list[k].published.property);
    }
    for (size_t k = 0; k < count; k++) {
        if (!k || strcmp(list[k].published.metric, list[k - 1].published.metric) != 0) {
            grid_row(g);
            grid_text(g, "%s", list[k].published.metric);
        }
        grid_text(g, "%s / %s", printed_mark(&list[k].published),
                  list[k].ours ? verdict_symbol(list[k].outcome) : verdict_symbol(VERDICT_NOT_RUN));
        if (list[k].agrees == PUBLISHED_DIFFERS) grid_strong(g);
    }
    grid_note(g, 0, "printed / ours; bold: they differ. ✗*: no, by its cutting into classes alone; n.a.: excluded");
    for (int k = 0; k < VERDICT_KINDS; k++) grid_note(g, 0, "%s %s", verdict_symbol(k), verdict_word(k));
    return g;
}

static int is_first_of_table(const reproduction *from, size_t k)
{
    const reproduction_row *r = &from->at[k];
    return (is_number(r) || is_count(r)) && strstr(r->source, "table ") && find_source(from, r->source) == r;
}

/* "3.1" of "Boilard 2022, table 3.1" */
static const char *number_in(const char *source) { return strrchr(source, ' ') ? strrchr(source, ' ') + 1 : source; }

int published_table_is_marks(const char *name)
{
    const verdict_table *marks = &papers_all()->verdicts;
    if (!marks->of) return 0;
    char source[TEXT];
    source_name(name, source);
    return strcmp(name, number_in(marks->source)) == 0 ||
           (strcmp(name, source) != 0 && strcmp(source, marks->source) == 0);
}

/* The paper that has the table of verdicts goes without saying. */
void published_table_names(const reproduction *from, char *to, size_t size)
{
    const verdict_table *marks = &papers_all()->verdicts;
    wording w = wording_in(to, size);
    wording_add(&w, "%s", marks->of ? number_in(marks->source) : "");
    for (size_t k = 0; k < from->count; k++) {
        if (!is_first_of_table(from, k)) continue;
        const char *source = from->at[k].source;
        const paper *of = paper_of_source(source);
        if (w.used) wording_add(&w, ", ");
        if (of && of == marks->of) wording_add(&w, "%s", number_in(source));
        else if (of && of->tables) wording_add(&w, "%s-%s", of->tables, number_in(source));
        else wording_add(&w, "\"%s\"", source);
    }
}

/* ---- verdict by verdict ---- */

/* In neither: nothing that could agree. */
static int has_no_mark(const published_check *c)
{
    return c->agrees == PUBLISHED_AGREES && c->outcome == VERDICT_NOT_CLAIMED;
}

static void add_check(grid *g, const published_check *c, int for_people)
{
    static const char *const agreement[] = { "agrees", "differs", "undecided", "no mark" };
    char name[256] = "";
    if (c->ours) snprintf(name, sizeof name, "%s@%s", c->ours->series->metric, c->ours->series->preset);
    const char *text = c->ours && c->ours->text ? c->ours->text : "", *doubt = c->published.doubt;
    const char *why = c->why ? c->why : c->agrees == PUBLISHED_DIFFERS ? "no reason known" : NULL;
    GRID_ROW(g, GRID_TEXT(name), GRID_TEXT(c->published.property), GRID_TEXT(c->published.text),
             GRID_TEXT(verdict_word(c->outcome)),
             GRID_TEXT(agreement[has_no_mark(c) ? PUBLISHED_UNMARKED : c->agrees]));
    if (!for_people) GRID_CELLS(g, GRID_TEXT(text), GRID_TEXT(why), GRID_TEXT(doubt));
    else
        grid_text(g, "%s%s%s%s%s", c->agrees == PUBLISHED_AGREES && doubt ? "" : text, why ? "; " : "",
                  why ? why : "", doubt ? " -- the thesis against itself: " : "", doubt ? doubt : "");
}

grid *published_verdicts_grid(const published_check *list, size_t count, int every, int for_people)
{
    size_t by[PUBLISHED_KINDS] = { 0 }, excluded = 0, neither = 0;
    char caption[384];
    for (size_t k = 0; k < count; k++) {
        by[list[k].agrees]++;
        neither += (size_t)has_no_mark(&list[k]);
        excluded += list[k].agrees == PUBLISHED_UNMARKED && strcmp(list[k].published.text, "excluded") == 0;
    }
    snprintf(
        caption, sizeof caption,
        "%s, verdict by verdict: %zu of %zu agree, %zu differ, %zu undecided, %zu have no "
        "mark in either; where ours is decided the thesis has no mark for %zu: %zu excluded (n/a), %zu not measured "
        "or blank",
        published_verdicts_source(), by[PUBLISHED_AGREES] - neither, count, by[PUBLISHED_DIFFERS],
        by[PUBLISHED_UNDECIDED], neither, by[PUBLISHED_UNMARKED], excluded, by[PUBLISHED_UNMARKED] - excluded);
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "property", "property", GRID_LEFT },
                 { "published", "thesis", GRID_LEFT }, { "verdict", "verdict", GRID_LEFT },
                 { "agreement", "", GRID_LEFT }, { "evidence", for_people ? "why" : "evidence", GRID_WRAP });
    if (!for_people) grid_column(g, "reason", "reason", GRID_WRAP);
    if (!for_people) grid_column(g, "doubt", "doubt", GRID_WRAP);
    for (size_t k = 0; k < count; k++)
        if (every || list[k].agrees == PUBLISHED_DIFFERS || list[k].agrees == PUBLISHED_UNMARKED ||
            list[k].published.doubt)
            add_check(g, &list[k], for_people);
    grid_note(g, 0,
              "no*: only because factors and codes are cut into bins; a metric of several outputs fails where one of "
              "them does; thresholds of the thesis are not published, ours are in `assay list thresholds`");
    return g;
}
