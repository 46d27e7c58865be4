/* assay status -- what a store's plans have done and what is missing. */
#include "cli.h"
#include "grid.h"
#include "needed.h"
#include "print.h"
#include "shard.h"
#include "store.h"
#include "store_args.h"
#include "store_merge.h"
#include "store_missing.h"
#include "store_stamp.h"
#include "terminal.h"
#include "variant.h"

#include <stdlib.h>
#include <string.h>

/* ---- missing by shard: of a cell from its names alone; metrics that this program does not know cost nobody knows
 * what ---- */

/* The place of a variant, worked out once for each number of samples that follows. */
typedef struct known {
    const stored_variant *of;
    uint64_t samples, place;
} known;

typedef struct counting {
    uint64_t count;
    uint64_t *missing; /* [count] */
    const stored_point *point;
    uint64_t samples, group; /* of that point */
    known *variant;          /* [room] by the address of the entry */
    size_t room;
} counting;

static uint64_t place_of(const stored_variant *v, uint64_t samples)
{
    const assay_metric *metric = assay_metric_find(v->name.metric);
    const assay_preset *preset = metric ? preset_find(metric, v->name.preset) : NULL;
    variant settled = { 0 };
    const int known_here = preset && variant_make(metric, preset, v->name.changed.text, &settled, NULL) == ASSAY_OK;
    const uint64_t place = shard_of_variant(metric, &v->name, known_here ? settled.option : NULL, samples);
    if (known_here) variant_free(&settled);
    return place;
}

static uint64_t place_once(counting *c, const stored_variant *v, uint64_t samples)
{
    size_t k = (size_t)((uintptr_t)v >> 4) & (c->room - 1);
    for (size_t tries = 0; tries < c->room && c->variant[k].of && c->variant[k].of != v; tries++)
        k = (k + 1) & (c->room - 1);
    known *one = &c->variant[k];
    if (one->of != v || one->samples != samples) *one = (known){ v, samples, place_of(v, samples) };
    return one->place;
}

static assay_status count_cell(const store_missing_cell *cell, void *context)
{
    counting *c = context;
    if (cell->point != c->point || cell->samples != c->samples) {
        c->point = cell->point;
        c->samples = cell->samples;
        c->group = shard_of_group(&cell->point->at, cell->samples);
    }
    c->missing[shard_number(c->group, cell->seed, place_once(c, cell->variant, cell->samples), c->count) - 1]++;
    return ASSAY_OK;
}

static grid *rows(const counting *c)
{
    uint64_t whole = 0;
    grid *g = grid_new("missing by shard");
    GRID_COLUMNS(g, { "shard", "shard", GRID_RIGHT }, { "missing", "missing", GRID_RIGHT });
    for (uint64_t k = 0; k < c->count; k++) {
        whole += c->missing[k] == 0;
        if (!c->missing[k]) continue;
        grid_row(g);
        grid_count(g, k + 1);
        grid_count(g, c->missing[k]);
    }
    grid_note(g, 0, "%llu of %llu shards have all their cells.", (unsigned long long)whole,
              (unsigned long long)c->count);
    return g;
}

/* A row for each of `count` shards that lacks cells. */
static assay_status missing_shards(store *s, uint64_t count, grid **to, assay_error *err)
{
    catalog of = { 0 };
    counting c = { .count = count, .missing = needed(calloc(count, sizeof *c.missing)), .room = 64 };
    assay_status status = store_catalog(s, &of, err);
    while (c.room < 2 * of.variants.count) c.room *= 2;
    c.variant = needed(calloc(c.room, sizeof *c.variant));
    if (status == ASSAY_OK) status = store_missing(s, &of, count_cell, &c, err);
    if (status == ASSAY_OK) *to = rows(&c);
    free(c.missing);
    free(c.variant);
    catalog_free(&of);
    return status;
}

/* Rows are gathered by plan and scenario unless --metrics asks for each metric. */
typedef struct gathering {
    grid *g;
    int by_metric;
    store_progress sum; /* of the scenario at hand; scenario and plan are in the texts */
    char plan[256], scenario[256];
    double left; /* seconds of one core for what is missing, from the cells there are */
    uint64_t wanted, missing; /* of all plans */
} gathering;

static void put_row(gathering *all, const char *name, const store_progress *p, double left)
{
    grid_row(all->g);
    GRID_TEXTS(all->g, all->plan, all->scenario);
    if (all->by_metric) grid_text(all->g, "%s", name);
    grid_count(all->g, p->wanted);
    grid_count(all->g, p->done);
    grid_count(all->g, p->wanted - p->done);
    grid_count(all->g, p->failed);
    grid_number(all->g, left, 0);
}

static void end_group(gathering *all)
{
    if (!all->by_metric && all->sum.wanted) put_row(all, "", &all->sum, all->left);
    all->sum = (store_progress){ 0 };
    all->left = 0;
}

static assay_status visit(const store_progress *row, void *context)
{
    gathering *all = context;
    if (strcmp(row->plan, all->plan) != 0 || strcmp(row->scenario, all->scenario) != 0) end_group(all);
    snprintf(all->plan, sizeof all->plan, "%s", row->plan);
    snprintf(all->scenario, sizeof all->scenario, "%s", row->scenario);
    const double left = row->wanted > row->done ? (double)(row->wanted - row->done) * row->seconds : 0.0;
    all->sum.wanted += row->wanted;
    all->sum.done += row->done;
    all->sum.failed += row->failed;
    all->wanted += row->wanted;
    all->missing += row->wanted - row->done;
    all->left += left; /* NaN where a metric has no cell yet: then nobody knows */
    if (all->by_metric) {
        char name[512];
        snprintf(name, sizeof name, "%s@%s", row->metric, row->preset);
        put_row(all, name, row, left);
    }
    return ASSAY_OK;
}

static assay_status fill(gathering *all, store *scores, assay_error *err)
{
    GRID_COLUMNS(all->g, { "plan", "plan", GRID_LEFT }, { "scenario", "scenario", GRID_LEFT });
    if (all->by_metric) grid_column(all->g, "metric", "metric", GRID_LEFT);
    GRID_COLUMNS(all->g, { "wanted", "wanted", GRID_RIGHT }, { "done", "done", GRID_RIGHT },
                 { "missing", "missing", GRID_RIGHT }, { "failed", "failed", GRID_RIGHT },
                 { "core_seconds_left", "core seconds left", GRID_RIGHT });
    const assay_status status = store_status(scores, visit, all, err);
    end_group(all);
    return status;
}

/* NULL where all representations of studies could be read. */
static assay_status list_problems(store *scores, grid **to, assay_error *err)
{
    catalog all = { 0 };
    grid *g = NULL;
    const assay_status status = store_catalog(scores, &all, err);
    for (size_t k = 0; status == ASSAY_OK && k < all.points.count; k++) {
        const stored_point *p = all.points.at[k];
        const stored_representation *r = p->representation;
        if (!r || (!r->problem && r->hash[0])) continue;
        if (!g) {
            g = grid_new("representations that are not scored as they are");
            GRID_COLUMNS(g, { "group", "group", GRID_LEFT }, { "path", "path", GRID_LEFT },
                         { "problem", "why", GRID_WRAP });
        }
        grid_row(g);
        GRID_TEXTS(g, p->scenario->name, r->path);
        grid_text(g, "%s%s", r->problem ? r->problem : "not read yet",
                  r->problem && r->hash[0] ? " (its scores are of what it held before)" : "");
    }
    catalog_free(&all);
    *to = g;
    return status;
}

/* With --check: 1 where cells are missing. */
static int check(const cli_args *args, const gathering *all)
{
    if (!cli_given(args, "check") || !all->missing) return 0;
    terminal_say("%llu of %llu cells are missing: run the plan again, it computes those alone\n",
            (unsigned long long)all->missing, (unsigned long long)all->wanted);
    return CLI_FAILED;
}

/* --verify: whoever opened the store has held every row against its digest. */
static int verify(const cli_args *args, store *scores)
{
    store_stamp is;
    char text[STAMP_TEXT];
    const assay_status status = store_stamp_of(scores, &is, &cli_error);
    if (status != ASSAY_OK) return cli_fail(status);
    store_stamp_text(&is, text);
    const char *path = args->n_words ? args->word[0] : store_args_found(args);
    terminal_print("%s: all rows match their digests; %s\n%s\n", path, text, is.digest);
    return 0;
}

static int show(const cli_args *args, store *scores, int format, uint64_t shards)
{
    gathering all = { .g = grid_new("cells"), .by_metric = cli_given(args, "metrics") };
    grid *found[3] = { all.g };
    size_t n = 1;
    assay_status status = fill(&all, scores, &cli_error);
    if (status == ASSAY_OK && shards) status = missing_shards(scores, shards, &found[n], &cli_error);
    n += found[n] != NULL;
    if (status == ASSAY_OK && format != GRID_CSV) status = list_problems(scores, &found[n], &cli_error);
    n += found[n] != NULL;
    if (status == ASSAY_OK) {
        const int bad = print_grids(args, found, n, format);
        return bad ? bad : check(args, &all);
    }
    while (n) grid_free(found[--n]);
    return cli_fail(status);
}

/* The cells of several stores together, without their scores, in a store that goes with this process. */
static int gather(const store_list *from, store *into)
{
    const store_merging how = { .without_scores = 1 };
    int bad = 0;
    for (size_t k = 0; k < from->count && !bad; k++) {
        store_merged sum;
        bad = cli_fail(store_merge(into, from->path[k], &how, &sum, &cli_error));
    }
    return bad;
}

/* path NULL: the one of --db. */
static int show_one(const cli_args *args, const char *path, int format, uint64_t shards)
{
    store *scores = NULL;
    int bad = path ? cli_fail(store_open(path, STORE_READ, &scores, &cli_error)) : store_args_open(args, &scores);
    if (!bad && path) store_args_remark(scores);
    if (!bad) bad = cli_given(args, "verify") ? verify(args, scores) : show(args, scores, format, shards);
    store_close(scores);
    return bad;
}

static int show_together(const cli_args *args, const store_list *from, int format, uint64_t shards)
{
    const char *local = getenv("TMPDIR");
    char path[UNFINISHED_PATH];
    unfinished_folder folder = { 0 };
    store *into = NULL;
    int bad = cli_fail(unfinished_folder_inside(local && *local ? local : "/tmp", &folder, &cli_error));
    if (!bad) bad = cli_fail(unfinished_folder_path(&folder, "cells.db", path, &cli_error));
    if (!bad) bad = cli_fail(store_open(path, STORE_WRITE, &into, &cli_error));
    if (!bad) bad = gather(from, into);
    if (!bad) bad = show(args, into, format, shards);
    store_close(into);
    unfinished_folder_close(&folder);
    return bad;
}

static int show_named(const cli_args *args, int format, uint64_t shards)
{
    store_list from = { 0 };
    int bad = store_list_read(args->word, args->n_words, NULL, &from);
    if (!bad && from.count == 1) bad = show_one(args, from.path[0], format, shards);
    else if (!bad) bad = show_together(args, &from, format, shards);
    store_list_free(&from);
    return bad;
}

static int run(const cli_args *args)
{
    int format;
    uint64_t shards;
    int bad = print_format(args, &format);
    if (!bad) bad = cli_number(args, "shards", 1, 0, &shards);
    if (!bad && shards > SHARDS_MOST) bad = cli_usage("status: --shards: at most %d", SHARDS_MOST);
    if (!bad && args->n_words > 1 && cli_given(args, "verify"))
        bad = cli_usage("status: --verify looks at one store; `assay merge` verifies each that it takes");
    if (!bad && args->n_words && cli_given(args, "db")) bad = cli_usage("status: either STORE... or --db FILE");
    if (bad) return bad;
    return args->n_words ? show_named(args, format, shards) : show_one(args, NULL, format, shards);
}

const cli_command cli_command_status = { .most = SIZE_MAX, .run = run };
