#include "store_missing.h"

#include "plain_text.h"
#include "store_sql.h"
#include "store_stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char doing[] = "looking for missing cells";

assay_status store_missing(store *s, const catalog *of, store_visit_missing visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "missing");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, doing, &status, err)) {
        const store_missing_cell cell = { catalog_find(&of->points, sqlite3_column_int64(row, 0)),
                                          catalog_find(&of->variants, sqlite3_column_int64(row, 2)),
                                          (uint64_t)sqlite3_column_int64(row, 1),
                                          (uint64_t)sqlite3_column_int64(row, 3) };
        if (cell.point && cell.variant) status = visit(&cell, context);
    }
    return status;
}

/* ---- counted ---- */

static const char incomplete[] = "Incomplete: ";

/* Of each plan how many cells are missing, as pieces of a sentence; rows come by plan. */
typedef struct counting {
    FILE *to;
    char plan[STORE_NAME];
    uint64_t wanted, there, missing; /* missing: of all plans */
} counting;

static void end_plan(counting *c)
{
    const uint64_t lacks = c->wanted > c->there ? c->wanted - c->there : 0;
    if (lacks)
        fprintf(c->to, "%s%llu of the %llu cells of plan %s", c->missing ? " and " : incomplete,
                (unsigned long long)lacks, (unsigned long long)c->wanted, c->plan);
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
    return ASSAY_OK;
}

assay_status store_lacking(store *s, const char **to, assay_error *err)
{
    char *text = NULL;
    size_t size;
    store_stamp stamp = { 0 };
    char of_store[STAMP_TEXT];
    *to = s->lacking;
    if (s->lacking) return ASSAY_OK;
    FILE *memory = open_memstream(&text, &size);
    if (!memory) return assay_fail(err, ASSAY_ENOMEM, "memory ran out while %s", doing);
    counting plans = { .to = memory };
    assay_status status = store_status(s, count_row, &plans, err);
    end_plan(&plans);
    if (plans.missing) fprintf(memory, " %s missing. ", plans.missing == 1 ? "is" : "are");
    if (status == ASSAY_OK) status = store_stamp_of(s, &stamp, err);
    store_stamp_text(&stamp, of_store);
    fputs(of_store, memory);
    if (fclose(memory) != 0 && status == ASSAY_OK)
        status = assay_fail(err, ASSAY_ENOMEM, "memory ran out while %s", doing);
    if (status == ASSAY_OK) {
        text_make_plain(text);
        *to = s->lacking = text;
    } else {
        free(text);
    }
    return status;
}

int store_lacks(const char *text) { return text && strncmp(text, incomplete, strlen(incomplete)) == 0; }
