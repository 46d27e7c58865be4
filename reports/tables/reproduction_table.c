/* The checklist as tables: the sums, one for each document with its reasons as notes, or everything for programs. */
#include "published_tables.h"

#include "needed.h"
#include "papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the sums ---- */

static void add_sums(grid *g, const char *title, const size_t by_status[REPRODUCTION_STATUSES])
{
    size_t all = 0;
    grid_row(g);
    grid_text(g, "%s", title);
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) {
        grid_count(g, by_status[k]);
        all += by_status[k];
    }
    grid_count(g, all);
}

static void note_sums(grid *g, const size_t by_status[REPRODUCTION_STATUSES])
{
    grid_note(g, 0,
              "%zu reproduced, %zu within error, %zu differ, %zu out of reach, %zu not in this store, %zu checked by "
              "tests",
              by_status[REPRODUCTION_DONE], by_status[REPRODUCTION_WITHIN_ERROR], by_status[REPRODUCTION_DIFFERS],
              by_status[REPRODUCTION_OUT_OF_REACH], by_status[REPRODUCTION_MISSING], by_status[REPRODUCTION_TESTED]);
}

static grid *sums_grid(const reproduction *from)
{
    static const char *const keys[] = { "reproduced", "within_error", "differs", "out_of_reach", "missing", "tested" };
    grid *g = grid_new("published results");
    grid_column(g, "document", "document", GRID_WRAP);
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) grid_column(g, keys[k], reproduction_status_text(k), GRID_RIGHT);
    grid_column(g, "all", "all", GRID_RIGHT);
    grid_stub(g, 1);
    for (size_t d = 0; reproduction_document(d); d++) {
        size_t by_status[REPRODUCTION_STATUSES] = { 0 };
        for (size_t k = 0; k < from->count; k++)
            if (reproduction_in(&from->at[k], d)) by_status[from->at[k].status]++;
        add_sums(g, reproduction_document(d), by_status);
    }
    grid_rule(g);
    add_sums(g, "all", from->by_status);
    note_sums(g, from->by_status);
    return g;
}

/* ---- for people ---- */

/* "copies=2, factors=4": lines break at spaces. */
static void spaced(const char *point, char *to, size_t size)
{
    size_t used = 0;
    for (const char *from = point; *from && used + 2 < size; from++) {
        to[used++] = *from == ';' ? ',' : *from;
        if (*from == ';') to[used++] = ' ';
    }
    to[used] = '\0';
}

/* "Boilard 2022, table 3.1" -> "table 3.1": the caption has the document. */
static const char *place_in(const char *source)
{
    const paper *of = paper_of_source(source);
    const size_t length = of ? strlen(of->name) : strcspn(source, ",");
    return source[length] ? source + length + 2 : "";
}

static void put_result(grid *g, const reproduction_row *row)
{
    char point[160];
    spaced(row->point, point, sizeof point);
    const int is_claim = *row->statement != '\0', has_output = *row->output && strcmp(row->output, row->metric) != 0;
    const int plain = !*row->preset || strcmp(row->preset, "default") == 0; /* goes without saying */
    const char *preset = plain ? "" : row->preset, *at = plain ? "" : "@", *space = has_output ? " " : "",
               *output = has_output ? row->output : "";
    const char *on = *row->scenario && *row->metric ? " on " : "", *gap = *point ? ", " : "";
    const char *colon = is_claim && (*row->metric || *row->scenario) ? ": " : "";
    grid_text(g, "%s%s%s%s%s%s%s%s%s%s%s", row->metric, at, preset, space, output, on, row->scenario, gap, point, colon,
              row->statement);
}

static void put_ours(grid *g, const reproduction_row *row)
{
    const int is_count = row->half == 0.5, decimals = is_count ? 0 : row->decimals < 3 ? 3 : row->decimals;
    grid_spread(g, row->ours, 0.5 * (row->high - row->low), decimals);
}

/* The reason of a row, as a note of its last cell. */
static void put_reason(grid *g, const reproduction_row *row)
{
    char what[256];
    snprintf(what, sizeof what, "%.100s%s%.100s", row->id, row->metric[0] ? ", " : "", row->metric);
    if (row->reason) grid_footnote(g, what, row->reason);
}

static void add_for_people(grid *g, const reproduction_row *row, int in_full)
{
    grid_row(g);
    if (!in_full) grid_text(g, "%s", row->id);
    grid_text(g, "%s", place_in(row->source));
    put_result(g, row);
    grid_number(g, row->published, row->decimals);
    put_ours(g, row);
    GRID_CELLS(g, GRID_COUNT_IF(row->seeds), GRID_TEXT(reproduction_status_text(row->status)));
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

/* Results that are missing for the same reason are one row, the first's, that counts them; full lists have each. */
static int missing_alike(const reproduction_row *a, const reproduction_row *b)
{
    return a->status == REPRODUCTION_MISSING && b->status == REPRODUCTION_MISSING && strcmp(a->id, b->id) == 0 &&
           strcmp(a->source, b->source) == 0 && strcmp(a->reason ? a->reason : "", b->reason ? b->reason : "") == 0;
}

static size_t count_alike(const reproduction *from, size_t row)
{
    size_t count = 0;
    for (size_t k = 0; k < from->count; k++) count += (size_t)missing_alike(&from->at[row], &from->at[k]);
    return count;
}

static int is_first_alike(const reproduction *from, size_t row)
{
    size_t k = 0;
    while (!missing_alike(&from->at[k], &from->at[row]) && k < row) k++;
    return k == row;
}

static void add_counted(grid *g, const reproduction_row *row, size_t count)
{
    GRID_ROW(g, GRID_TEXT(row->id), GRID_TEXT(place_in(row->source)));
    grid_text(g, "%zu results", count);
    GRID_CELLS(g, GRID_NUMBER(NAN, 0), GRID_NUMBER(NAN, 0), GRID_TEXT(""),
               GRID_TEXT(reproduction_status_text(row->status)));
    put_reason(g, row);
}

/* One document, or where `item` is given that item in full. */
static grid *people_grid(const reproduction *from, const char *caption, size_t document, const char *item)
{
    size_t by_status[REPRODUCTION_STATUSES] = { 0 };
    const char *last = NULL;
    grid *g = new_grid(caption, item != NULL);
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *row = &from->at[k];
        if (item ? strcmp(row->id, item) != 0 : !reproduction_in(row, document)) continue;
        if (last && strcmp(last, row->id) != 0) grid_rule(g);
        last = row->id;
        by_status[row->status]++;
        const size_t alike = item ? 1 : count_alike(from, k);
        if (alike < 2) add_for_people(g, row, item != NULL);
        else if (is_first_alike(from, k)) add_counted(g, row, alike);
    }
    note_sums(g, by_status);
    if (!item && by_status[REPRODUCTION_MISSING])
        grid_note(g, 0, "`assay reproduce ITEM` lists each that is not in this store");
    grid_note(g, 0,
              "ours: the mean over seeds with its 95 %% interval; of a statement, the mean or difference nearest to "
              "its threshold");
    return g;
}

/* ---- for programs ---- */

#define COLUMNS(COLUMN)                                                \
    COLUMN("id", GRID_TEXTS(g, row->id))                               \
    COLUMN("source", GRID_TEXTS(g, row->source))                       \
    COLUMN("scenario", GRID_TEXTS(g, row->scenario))                   \
    COLUMN("point", GRID_TEXTS(g, row->point))                         \
    COLUMN("metric", GRID_TEXTS(g, row->metric))                       \
    COLUMN("preset", GRID_TEXTS(g, row->preset))                       \
    COLUMN("output", GRID_TEXTS(g, row->output))                       \
    COLUMN("published", grid_number(g, row->published, row->decimals)) \
    COLUMN("statement", GRID_TEXTS(g, row->statement))                 \
    COLUMN("ours", grid_number(g, row->ours, 6))                       \
    COLUMN("low", grid_number(g, row->low, 6))                         \
    COLUMN("high", grid_number(g, row->high, 6))                       \
    COLUMN("seeds", grid_count(g, row->seeds))                         \
    COLUMN("status", GRID_TEXTS(g, reproduction_status_text(row->status))) \
    COLUMN("reason", GRID_TEXTS(g, row->reason ? row->reason : ""))    \
    COLUMN("evidence", GRID_TEXTS(g, row->evidence ? row->evidence : ""))

static grid *program_grid(const reproduction *from, const char *item)
{
    grid *g = grid_new("published results");
    COLUMNS(GRID_NAME)
    for (size_t k = 0; k < from->count; k++) {
        const reproduction_row *row = &from->at[k];
        if (item && strcmp(row->id, item) != 0) continue;
        grid_row(g);
        COLUMNS(GRID_PUT)
    }
    note_sums(g, from->by_status);
    return g;
}

/* ---- all of it ---- */

static const char *title_of(const char *item)
{
    for (size_t k = 0; reproduction_item(k); k++)
        if (strcmp(reproduction_item(k), item) == 0) return reproduction_item_title(k);
    return NULL;
}

assay_status reproduction_tables(const reproduction *from, const char *item, int for_people, grid ***to, size_t *count,
                                 assay_error *err)
{
    *count = 0;
    *to = NULL;
    if (item && !title_of(item)) return assay_fail(err, ASSAY_EUSAGE, "the checklist has no item %s", item);
    size_t documents = 0;
    while (reproduction_document(documents)) documents++;
    grid **list = *to = needed(calloc(documents + 1, sizeof *list));
    if (!for_people) list[(*count)++] = program_grid(from, item);
    else if (item) list[(*count)++] = people_grid(from, title_of(item), 0, item);
    else {
        list[(*count)++] = sums_grid(from);
        for (size_t d = 0; d < documents; d++)
            list[(*count)++] = people_grid(from, reproduction_document(d), d, NULL);
    }
    return ASSAY_OK;
}
