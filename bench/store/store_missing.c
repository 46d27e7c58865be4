/* Wishes and cells of one point and size side by side: cells come from their index by rising seed, so that each is
 * looked at once however many variants there are. */
#include "store_missing.h"

#include "growing.h"
#include "plain_text.h"
#include "store_sql.h"
#include "store_stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char doing[] = "looking for missing cells";

typedef struct wish {
    const stored_variant *variant;
    uint64_t first, end; /* seeds */
    uint64_t there;      /* the seed that its cell was last seen of, plus 1 */
} wish;

typedef struct looking {
    store *s;
    const catalog *of;
    wish *wishes;
    size_t n, room;
    store_missing_cell cell;
    store_visit_missing visit;
    void *context;
} looking;

static assay_status add_wish(looking *l, const wish *one)
{
    wish *more = grown(l->wishes, sizeof *more, l->n, &l->room);
    if (!more) return ASSAY_ENOMEM;
    l->wishes = more;
    l->wishes[l->n++] = *one;
    return ASSAY_OK;
}

static assay_status read_wishes(looking *l, int64_t plan, int64_t point, int64_t samples, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(l->s, "read_wishes", sql_whole(point), sql_whole(samples), sql_whole(plan));
    assay_status status = ASSAY_OK;
    l->n = 0;
    while (store_next(l->s, row, doing, &status, err)) {
        const wish one = { catalog_find(&l->of->variants, sqlite3_column_int64(row, 0)),
                           (uint64_t)sqlite3_column_int64(row, 1), (uint64_t)sqlite3_column_int64(row, 2), 0 };
        if (one.variant) status = add_wish(l, &one);
        if (status != ASSAY_OK) assay_fail(err, status, "memory ran out while %s", doing);
    }
    return status;
}

/* The wishes of one seed that no cell answered. */
static assay_status tell_seed(looking *l, uint64_t seed)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < l->n && status == ASSAY_OK; k++) {
        const wish *w = &l->wishes[k];
        if (seed < w->first || seed >= w->end || w->there == seed + 1) continue;
        l->cell.variant = w->variant;
        l->cell.seed = seed;
        status = l->visit(&l->cell, l->context);
    }
    return status;
}

/* The least seed from `from` on that any wish has; 0: none. */
static int next_seed(const looking *l, uint64_t from, uint64_t *to)
{
    int found = 0;
    for (size_t k = 0; k < l->n; k++) {
        const wish *w = &l->wishes[k];
        const uint64_t seed = w->first > from ? w->first : from;
        if (seed >= w->end || (found && seed >= *to)) continue;
        *to = seed;
        found = 1;
    }
    return found;
}

/* All seeds from *from up to but not including `end`. */
static assay_status tell_seeds(looking *l, uint64_t *from, uint64_t end)
{
    assay_status status = ASSAY_OK;
    uint64_t seed = 0;
    while (status == ASSAY_OK && *from < end && next_seed(l, *from, &seed) && seed < end) {
        status = tell_seed(l, seed);
        *from = seed + 1;
    }
    if (*from < end) *from = end;
    return status;
}

static assay_status look_through(looking *l, int64_t point, int64_t samples, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(l->s, "look_through", sql_whole(point), sql_whole(samples));
    uint64_t at = 0;
    assay_status status = ASSAY_OK;
    while (store_next(l->s, row, doing, &status, err)) {
        const uint64_t seed = (uint64_t)sqlite3_column_int64(row, 0);
        const stored_variant *v = catalog_find(&l->of->variants, sqlite3_column_int64(row, 1));
        status = tell_seeds(l, &at, seed);
        for (size_t k = 0; k < l->n; k++)
            if (l->wishes[k].variant == v) l->wishes[k].there = seed + 1;
    }
    return status == ASSAY_OK ? tell_seeds(l, &at, UINT64_MAX) : status;
}

assay_status store_missing(store *s, const catalog *of, store_visit_missing visit, void *context, assay_error *err)
{
    looking l = { .s = s, .of = of, .visit = visit, .context = context };
    sqlite3_stmt *row = store_prepare(s, "missing");
    if (!row) return store_error(s, doing, err);
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(row)) == SQLITE_ROW) {
        const int64_t plan = sqlite3_column_int64(row, 0), point = sqlite3_column_int64(row, 1);
        const int64_t samples = sqlite3_column_int64(row, 2);
        l.cell.point = catalog_find(&of->points, point);
        l.cell.samples = (uint64_t)samples;
        if (!l.cell.point) continue;
        status = read_wishes(&l, plan, point, samples, err);
        if (status == ASSAY_OK) status = look_through(&l, point, samples, err);
    }
    if (status == ASSAY_OK && step != SQLITE_DONE) status = store_error(s, doing, err);
    sqlite3_reset(row);
    free(l.wishes);
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
