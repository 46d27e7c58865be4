/* What is said of a store: its digest, what is missing, where scores come from, values out of range. */
#include "declared_range.h"
#include "store_about.h"
#include "store_sql.h"

#include <inttypes.h>

static const char doing[] = "reading its digests", incomplete[] = "Incomplete: ";

/* All cells of the plans; and of each plan how many are missing, as pieces of a sentence. Rows come by plan. */
typedef struct counting {
    store_stamp *all;
    sqlite3_str *to; /* NULL: no sentence */
    char plan[STORE_NAME];
    uint64_t wanted, there, missing; /* missing: of all plans */
} counting;

static void end_plan(counting *c)
{
    const uint64_t lacks = c->wanted > c->there ? c->wanted - c->there : 0;
    if (lacks && c->to)
        sqlite3_str_appendf(c->to, "%s%llu of the %llu cells of plan %s", c->missing ? " and " : incomplete, lacks,
                            c->wanted, c->plan);
    c->missing += lacks;
    c->wanted = c->there = 0;
}

static assay_status count_row(const store_progress *row, void *context)
{
    counting *c = context;
    if (strcmp(c->plan, row->plan) != 0) end_plan(c);
    snprintf(c->plan, sizeof c->plan, "%s", row->plan);
    c->wanted += row->wanted;
    c->there += row->done;
    c->all->wanted += row->wanted;
    c->all->there += row->done;
    return ASSAY_OK;
}

/* What two plans wish alike is one wish. */
static assay_status find_digest(store *s, store_stamp *to, assay_error *err)
{
    FREED(row_dropped) sqlite3_stmt *row = NULL;
    assay_status status = ASSAY_OK;
    ASSAY_TRY(seal_know(s, err));
    ASSAY_TRY(store_prepare_of(s, "find_digest", store_table_named("want"), &row, doing, err));
    if (store_next(s, row, doing, &status, err)) {
        to->cells = (uint64_t)sqlite3_column_int64(row, 0);
        snprintf(to->digest, sizeof to->digest, "%s", store_text(row, 1));
    }
    return status;
}

static assay_status count_all(store *s, counting *c, assay_error *err)
{
    *c->all = (store_stamp){ 0 };
    ASSAY_TRY(store_status(s, count_row, c, err));
    end_plan(c);
    return find_digest(s, c->all, err);
}

assay_status store_stamp_of(store *s, store_stamp *to, assay_error *err)
{
    return count_all(s, &(counting){ .all = to }, err);
}

/* SQLite's own format writes 1800 as 1,800. */
void store_stamp_text(const store_stamp *of, char to[STAMP_TEXT])
{
    if (of->wanted)
        sqlite3_snprintf(STAMP_TEXT, to, "%,llu of %,llu cells asked for · digest %.16s", of->there, of->wanted,
                         of->digest);
    else sqlite3_snprintf(STAMP_TEXT, to, "%,llu cells · digest %.16s", of->cells, of->digest);
}

assay_status store_lacking(store *s, const char **to, assay_error *err)
{
    char of_store[STAMP_TEXT];
    int64_t unread = 0;
    store_stamp stamp;
    *to = s->lacking;
    if (s->lacking) return ASSAY_OK;
    sqlite3_str *text = sqlite3_str_new(NULL);
    counting plans = { .all = &stamp, .to = text };
    assay_status status = count_all(s, &plans, err);
    if (plans.missing) sqlite3_str_appendf(text, " %s missing. ", plans.missing == 1 ? "is" : "are");
    if (status == ASSAY_OK) status = store_number(s, store_prepare(s, "count_unread"), doing, &unread, err);
    if (unread)
        sqlite3_str_appendf(text, "%s%lld model%s not read yet. ", plans.missing ? "" : incomplete, unread,
                            unread == 1 ? " is" : "s are");
    store_stamp_text(&stamp, of_store);
    sqlite3_str_appendall(text, of_store);
    FREED(sql_dropped) char *whole = sqlite3_str_finish(text);
    ASSAY_TRY(status);
    if (!whole) return store_no_memory(s, doing, err);
    text_make_plain(whole);
    *to = s->lacking = given(&whole);
    return ASSAY_OK;
}

int store_lacks(const char *text) { return text && strncmp(text, incomplete, strlen(incomplete)) == 0; }

assay_status store_missing(store *s, const catalog *of, store_visit_missing visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "missing");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, "looking for missing cells", &status, err)) {
        const store_missing_cell cell = { catalog_find(&of->points, sqlite3_column_int64(row, 0)),
                                          catalog_find(&of->variants, sqlite3_column_int64(row, 2)),
                                          (uint64_t)sqlite3_column_int64(row, 1),
                                          (uint64_t)sqlite3_column_int64(row, 3) };
        if (cell.point && cell.variant) status = visit(&cell, context);
    }
    return status;
}

assay_status store_plans(store *s, store_visit_plan visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "plans");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, "reading plans", &status, err))
        status = visit(store_text(row, 0), store_text(row, 1), context);
    return status;
}

assay_status store_days(store *s, char to[STORE_DAYS], assay_error *err)
{
    /* what is no day, '' above all, leaves the others unsaid */
    sqlite3_stmt *row = store_prepare(s, "days");
    assay_status status = ASSAY_OK;
    to[0] = '\0';
    while (store_next(s, row, "reading what was run", &status, err)) snprintf(to, STORE_DAYS, "%s", store_text(row, 0));
    return status;
}

assay_status store_extents(store *s, const store_filter *filter, store_visit_extent visit, void *context,
                           assay_error *err)
{
    sqlite3_stmt *statement = store_prepare_filtered(s, "extents", filter);
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, "reading what was run", &status, err)) {
        uint64_t number[12] = { 0 };
        for (int k = 2; k < 10; k++) number[k] = (uint64_t)sqlite3_column_int64(statement, k);
        const store_extent row = {
            .scenario = store_text(statement, 0),
            .title = store_text(statement, 1),
            .samples = number[2],
            .points = number[3],
            .variants = number[4],
            .cells = number[5],
            .failed = number[6],
            .seed_least = number[7],
            .seed_most = number[8],
            .seeds = number[9],
            .version_least = store_text(statement, 10),
            .version_most = store_text(statement, 11),
            .of_study = sqlite3_column_int(statement, 12),
        };
        status = visit(&row, context);
    }
    return status;
}

/* ---- out of range: data like any other, remarked wherever a store is written or read ---- */

static void take(sqlite3_stmt *row, store_outside *to)
{
    *to = (store_outside){ .values = (uint64_t)sqlite3_column_int64(row, 3),
                           .low = sqlite3_column_type(row, 4) == SQLITE_NULL ? -INFINITY : store_real(row, 4),
                           .high = sqlite3_column_type(row, 5) == SQLITE_NULL ? INFINITY : store_real(row, 5),
                           .least = store_real(row, 6),
                           .most = store_real(row, 7) };
    char *const text[] = { to->metric, to->preset, to->output };
    for (int k = 0; k < 3; k++) {
        snprintf(text[k], sizeof to->metric, "%s", store_text(row, k));
        text_make_plain(text[k]);
    }
}

assay_status store_outside_ranges(store *s, store_visit_outside visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(s, "outside_ranges", sql_real(DECLARED_RANGE_SLACK));
    assay_status status = ASSAY_OK;
    while (store_next(s, row, "looking for values out of range", &status, err)) {
        store_outside one;
        take(row, &one);
        status = visit(&one, context);
    }
    return status;
}

void store_outside_text(const store_outside *o, char *to, size_t size)
{
    snprintf(to, size,
             "%.100s@%.60s: %" PRIu64
             " value%s of %.100s outside %g to %g, the range of the output (from %g to %g); kept as %s",
             o->metric, o->preset, o->values, o->values == 1 ? "" : "s", o->output, o->low, o->high, o->least, o->most,
             o->values == 1 ? "it is" : "they are");
}
