/* The checklist as tables: the sums, one for each document with its reasons as notes, or everything for programs. */
#include "published_tables.h"

#include "needed.h"

#include <string.h>

static void add_sums(grid *g, const char *title, const size_t by_status[REPRODUCTION_STATUSES])
{
    size_t all = 0;
    GRID_ROW(g, GRID_TEXT(title));
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) {
        grid_count(g, by_status[k]);
        all += by_status[k];
    }
    grid_count(g, all);
}

static void note_sums(grid *g, const size_t by_status[REPRODUCTION_STATUSES])
{
    grid_note(g, 0,
              "%zu reproduced, %zu undecided, %zu differ, %zu out of reach, %zu not in this store, %zu checked by "
              "tests",
              by_status[REPRODUCTION_DONE], by_status[REPRODUCTION_UNDECIDED], by_status[REPRODUCTION_DIFFERS],
              by_status[REPRODUCTION_OUT_OF_REACH], by_status[REPRODUCTION_MISSING], by_status[REPRODUCTION_TESTED]);
}

/* A row of the sums of what is of a document, or of an item, as numbers or in words: "13 reproduced, 2 differs"; none
 * where that is nothing. */
static void sum_up(grid *g, const reproduction *from, const char *title, const paper *of, const char *item,
                   int in_words)
{
    size_t by_status[REPRODUCTION_STATUSES] = { 0 };
    const char *text = "";
    for (size_t k = 0; k < from->count; k++) {
        const paper_entry *e = from->at[k].of;
        by_status[from->at[k].status] += (!of || e->in == of) && (!item || strcmp(e->id, item) == 0);
    }
    for (int k = 0; k < REPRODUCTION_STATUSES; k++)
        if (by_status[k]) text = phrase_join(text, ", ", phrase("%zu %s", by_status[k], reproduction_status_text(k)));
    if (*text && in_words) GRID_ROW(g, GRID_TEXT(title), GRID_TEXT(text));
    else if (*text) add_sums(g, title, by_status);
}

static const paper *document_at(size_t k)
{
    const paper_list *documents = &papers_all()->documents;
    return k < documents->count ? *PAPER_AT(const paper *, *documents, k) : NULL;
}

/* By document; of one paper by item. */
static grid *sums_grid(const reproduction *from, const paper *one)
{
    static const char *const keys[] = { "reproduced", "undecided", "differs", "out_of_reach", "missing", "tested" };
    const paper_item *item;
    grid *g = grid_new(one ? one->heading : "published results");
    grid_column(g, "document", one ? "item" : "document", GRID_WRAP);
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) grid_column(g, keys[k], reproduction_status_text(k), GRID_RIGHT);
    grid_column(g, "all", "all", GRID_RIGHT);
    grid_stub(g, 1);
    for (size_t d = 0; !one && document_at(d); d++) sum_up(g, from, document_at(d)->heading, document_at(d), NULL, 0);
    for (size_t k = 0; one && (item = paper_item_at(k)); k++) sum_up(g, from, item->title, one, item->id, 0);
    grid_rule(g);
    add_sums(g, "all", from->by_status);
    note_sums(g, from->by_status);
    return g;
}

/* "copies=2, factors=4": lines break at spaces. */
static const char *spaced(const char *point)
{
    const size_t length = strcspn(point, ";");
    return point[length] ? phrase("%.*s, %s", (int)length, point, spaced(point + length + 1)) : point;
}

/* "Boilard 2022, table 3.1" -> "table 3.1": the caption has the document. */
static const char *place_in(const paper_entry *e)
{
    const size_t length = strlen(e->in->name);
    return e->source[length] ? e->source + length + 2 : "";
}

static void put_result(grid *g, const char *in, const paper_entry *e)
{
    char score[256] = "";
    const char *point = spaced(e->place);
    if (*e->of.metric && *e->of.output)
        variant_print_output(e->of.metric, e->of.preset, e->of.output, score, sizeof score);
    else if (*e->of.metric) variant_print(e->of.metric, e->of.preset, score, sizeof score);
    const char *on = *e->scenario && *score ? " on " : "", *gap = *point ? ", " : "";
    const char *colon = *e->statement && (*score || *e->scenario) ? ": " : "";
    grid_text(g, "%s%s%s%s%s%s%s%s%s", in, *in ? ": " : "", score, on, e->scenario, gap, point, colon, e->statement);
}

static void put_ours(grid *g, const reproduction_row *row)
{
    const size_t decimals = row->of->decimals;
    grid_spread(g, row->ours, 0.5 * (row->high - row->low),
                row->of->kind == PRINTS_COUNT ? 0
                : decimals < 3                ? 3
                                              : (int)decimals);
}

/* The reason of a row, as a note of its last cell. */
static void put_reason(grid *g, const reproduction_row *row)
{
    const char *metric = row->of->of.metric;
    const char *what = *metric ? phrase("%s, %s", row->of->id, metric) : row->of->id;
    if (row->reason && *row->reason) grid_footnote(g, what, row->reason);
}

static void add_row(grid *g, const reproduction_row *row, int in_full)
{
    grid_row(g);
    if (!in_full) grid_text(g, "%s", row->of->id);
    grid_text(g, "%s", place_in(row->of));
    put_result(g, "", row->of);
    grid_number(g, row->of->value, (int)row->of->decimals);
    put_ours(g, row);
    GRID_CELLS(g, GRID_COUNT_IF(row->seeds), GRID_TEXT(reproduction_status_words(row)));
    put_reason(g, row);
    if (in_full) GRID_CELLS(g, GRID_TEXT(row->evidence));
}

static grid *new_grid(const char *caption, int in_full)
{
    grid *g = grid_new(caption);
    if (!in_full) grid_column(g, "id", "item", GRID_LEFT);
    GRID_COLUMNS(g, { "source", "in", GRID_WRAP }, { "result", "result", GRID_WRAP },
                 { "published", "published", GRID_RIGHT }, { "ours", "ours", GRID_RIGHT },
                 { "seeds", "seeds", GRID_RIGHT }, { "status", "status", GRID_LEFT });
    if (in_full) grid_column(g, "evidence", "means", GRID_WRAP);
    grid_stub(g, in_full ? 2 : 3); /* a narrow terminal repeats what a row is about */
    return g;
}

/* Results of an item that are missing for the same reason are one row, the first's, that counts them; so are those
 * that agree of a paper that has too many to list. */
static int are_counted(const reproduction_row *a, const reproduction_row *b)
{
    if (a->status != b->status || strcmp(a->of->source, b->of->source) != 0) return 0;
    const int one_command = a->reason && (a->status == REPRODUCTION_MISSING || a->status == REPRODUCTION_UNDECIDED);
    if (!one_command && (a->status == REPRODUCTION_DIFFERS || !a->of->in->apart)) return 0;
    return strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "") == 0;
}

/* How many there are, of which this is the first; 0: it is not. An item's rows stand together. */
static size_t count_alike(const reproduction *from, size_t row)
{
    size_t count = 1;
    for (size_t k = row; k-- > 0 && strcmp(from->at[k].of->id, from->at[row].of->id) == 0;)
        if (are_counted(&from->at[k], &from->at[row])) return 0;
    for (size_t k = row + 1; k < from->count && strcmp(from->at[k].of->id, from->at[row].of->id) == 0; k++)
        count += (size_t)are_counted(&from->at[k], &from->at[row]);
    return count;
}

static void add_counted(grid *g, const reproduction_row *row, size_t count)
{
    GRID_ROW(g, GRID_TEXT(row->of->id), GRID_TEXT(place_in(row->of)), GRID_TEXT(phrase("%zu results", count)),
             GRID_NUMBER(NAN, 0), GRID_NUMBER(NAN, 0), GRID_TEXT(""), GRID_TEXT(reproduction_status_text(row->status)));
    put_reason(g, row);
}

#define COLUMNS(COLUMN)                                                                                 \
    COLUMN("id", GRID_TEXTS(g, row->of->id))                                                            \
    COLUMN("source", GRID_TEXTS(g, row->of->source))                                                    \
    COLUMN("scenario", GRID_TEXTS(g, row->of->scenario))                                                \
    COLUMN("point", GRID_TEXTS(g, row->of->place))                                                      \
    COLUMN("metric", GRID_TEXTS(g, row->of->of.metric))                                                 \
    COLUMN("preset", GRID_TEXTS(g, row->of->of.preset))                                                 \
    COLUMN("output", GRID_TEXTS(g, row->of->of.output))                                                 \
    COLUMN("published", grid_number(g, row->of->value, (int)row->of->decimals))                         \
    COLUMN("statement", GRID_TEXTS(g, row->of->statement))                                              \
    COLUMN("ours", grid_number(g, row->ours, 6))                                                        \
    COLUMN("low", grid_number(g, row->low, 6))                                                          \
    COLUMN("high", grid_number(g, row->high, 6))                                                        \
    COLUMN("seeds", grid_count(g, row->seeds))                                                          \
    COLUMN("status", GRID_TEXTS(g, reproduction_status_text(row->status)))                              \
    COLUMN("reason", GRID_TEXTS(g, row->reason ? row->reason : ""))                                     \
    COLUMN("evidence", GRID_TEXTS(g, row->evidence ? row->evidence : ""))                               \
    COLUMN("samples", GRID_CELLS(g, GRID_COUNT_IF(row->of->samples ? row->of->samples : row->samples))) \
    COLUMN("needs", GRID_CELLS(g, GRID_COUNT_IF(row->needs == SIZE_MAX ? 0 : row->needs)))

static grid *program_grid(const reproduction *from)
{
    grid *g = grid_new("published results");
    COLUMNS(GRID_NAME)
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *row = &from->at[k];
        grid_row(g);
        COLUMNS(GRID_PUT)
    }
    note_sums(g, from->by_status);
    return g;
}

static int is_in_view(const reproduction_row *row, const reproduction_view *view)
{
    if (view->of && row->of->in != view->of) return 0;
    if (view->item && strcmp(row->of->id, view->item) != 0) return 0;
    if (!view->differing || row->status == REPRODUCTION_DIFFERS) return 1;
    return row->of->remark && row->status != REPRODUCTION_MISSING;
}

grid *reproduction_grid(const reproduction *from, const reproduction_view *view)
{
    size_t by_status[REPRODUCTION_STATUSES] = { 0 };
    const char *last = NULL;
    if (!view) return program_grid(from);
    grid *g = new_grid(view->caption, view->in_full);
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *row = &from->at[k];
        if (!is_in_view(row, view)) continue;
        if (last && strcmp(last, row->of->id) != 0) grid_rule(g);
        last = row->of->id;
        by_status[row->status]++;
        const size_t alike = view->in_full || view->differing ? 1 : count_alike(from, k);
        if (alike == 1) add_row(g, row, view->in_full);
        else if (alike) add_counted(g, row, alike);
    }
    note_sums(g, view->differing ? from->by_status : by_status);
    if (!view->in_full && by_status[REPRODUCTION_MISSING])
        grid_note(g, 0, "`assay reproduce ITEM` lists each that is not in this store");
    grid_note(g, 0,
              "ours: the mean over seeds with its 95 %% interval; of a statement, the mean or difference nearest to "
              "its threshold");
    return g;
}

/* The sums, and what differs or is open, a line or two each. */
static size_t first_tables(const reproduction *from, const paper *one, grid **to)
{
    const paper_item *item;
    grid *sums = to[0] = grid_new(one ? one->heading : "published results"), *g = grid_new("");
    GRID_COLUMNS(sums, { "document", "", GRID_WRAP }, { "results", "", GRID_WRAP });
    for (size_t d = 0; !one && document_at(d); d++) sum_up(sums, from, document_at(d)->name, document_at(d), NULL, 1);
    for (size_t k = 0; one && (item = paper_item_at(k)); k++) sum_up(sums, from, item->title, one, item->id, 1);
    grid_rule(sums);
    sum_up(sums, from, "all", NULL, NULL, 1);
    GRID_COLUMNS(g, { "id", "item", GRID_LEFT }, { "result", "result", GRID_WRAP },
                 { "published", "published", GRID_RIGHT }, { "ours", "ours", GRID_RIGHT }, { "status", "", GRID_LEFT });
    static const int shown[] = { REPRODUCTION_DIFFERS, REPRODUCTION_UNDECIDED };
    for (size_t k = 0; k < 2 * from->count; k++) {
        const reproduction_row *row = &from->at[k % from->count];
        if (row->status != shown[k / from->count]) continue;
        GRID_ROW(g, GRID_TEXT(row->of->id));
        put_result(g, one ? place_in(row->of) : row->of->source, row->of);
        grid_number(g, row->of->value, (int)row->of->decimals);
        put_ours(g, row);
        GRID_CELLS(g, GRID_TEXT(reproduction_status_text(row->status)));
        put_reason(g, row);
    }
    grid_note(sums, 0, "`assay reproduce ITEM` shows one in full; --all every result");
    to[1] = g;
    return from->by_status[REPRODUCTION_DIFFERS] + from->by_status[REPRODUCTION_UNDECIDED] ? 2 : 1;
}

size_t reproduction_tables(const reproduction *from, const reproduction_part *part, int for_people, grid ***to)
{
    size_t count = 0;
    const paper_item *item = part ? part->item : NULL;
    const paper *one = part ? part->of : NULL;
    grid **list = *to = kept(papers_all()->documents.count + 2, sizeof *list);
    if (!for_people || item) {
        const reproduction_view full = { item ? item->title : "", .item = item ? item->id : NULL, .in_full = 1 };
        list[count++] = reproduction_grid(from, for_people ? &full : NULL);
        return count;
    }
    if (for_people == REPRODUCTION_FIRST) return first_tables(from, one, list);
    list[count++] = sums_grid(from, one);
    for (size_t d = 0; document_at(d); d++) {
        const reproduction_view view = { .caption = document_at(d)->heading, .of = document_at(d) };
        if (one ? document_at(d) == one : !document_at(d)->apart) list[count++] = reproduction_grid(from, &view);
    }
    return count;
}
