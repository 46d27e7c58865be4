/*
 * store_check.h -- stores in tests: toy scenarios and metrics that are in no registry, cells of theirs, and reading
 * every value with what it is of.
 */
#ifndef ASSAY_STORE_CHECK_H
#define ASSAY_STORE_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double toy_alphas[] = { 0, 0.5, 1 };
static const assay_option toy_parameters[] = { { .id = "alpha", .text = "share", .standard = 0, .low = 0, .high = 1 } };
static const assay_sweep toy_sweeps[] = { { "alpha", toy_alphas, 3 } };
/* clang-format off */
static const assay_scenario toy_zebra = { .abi = ASSAY_ABI, .id = "zebra", .title = "first in order, last in name",
                                          .parameters = toy_parameters, .sweeps = toy_sweeps, .n_parameters = 1 };
/* clang-format on */
static const assay_scenario toy_ant = FIELDS(.abi = ASSAY_ABI, .id = "ant", .title = "second",
                                             .parameters = toy_parameters, .sweeps = toy_sweeps, .n_parameters = 1);
static const assay_output toy_gap_outputs[] = { { "gap", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS, 0, 1 } };
static const assay_output toy_trio_outputs[] = { { "mod", ASSAY_PER_CODE, ASSAY_MODULARITY, 0, 1 },
                                                 { "all", ASSAY_OVERALL, ASSAY_EXPLICITNESS, -1, 1 } };
static const assay_metric toy_gap = {
    .abi = ASSAY_ABI, .id = "gap", .title = "Gap", .family = "toys", .outputs = toy_gap_outputs, .n_outputs = 1
};
static const assay_metric toy_gap_sup = {
    .abi = ASSAY_ABI, .id = "gap-sup", .title = "Gap, too", .family = "toys", .outputs = toy_gap_outputs, .n_outputs = 1
};
static const assay_metric toy_trio = FIELDS(.abi = ASSAY_ABI, .flags = ASSAY_RANDOM, .id = "trio", .title = "Trio",
                                            .family = "others", .outputs = toy_trio_outputs, .n_outputs = 2);
static const assay_truth toy_truth[3] = { { ASSAY_IS, 1 }, { ASSAY_ORDER, 0.25 }, { ASSAY_UNKNOWN, 0 } };

static inline void good(assay_status status, const assay_error *err)
{
    if (status != ASSAY_OK) fail_msg("status %d: %s", status, err->text);
}

static inline __attribute__((unused)) void store_closed(store **s) { store_close(*s); }

static inline store *open_store(const char *path, int mode)
{
    store *s;
    assay_error err = { "" };
    good(store_open(path, mode, &s, &err), &err);
    return s;
}

/* The point of a toy scenario with toy_alphas[k]. */
static inline assay_status try_point(store *s, const assay_scenario *scenario, size_t place, size_t k, int64_t *id,
                                     assay_error *err)
{
    FREED(point_free) scenario_point at;
    assay_status status = point_make_on(scenario, &toy_alphas[k], NULL, &at);
    if (status == ASSAY_OK) status = store_point(s, &(store_entry){ scenario, place, &at, k, toy_truth }, id, err);
    return status;
}

static inline int64_t put_point(store *s, const assay_scenario *scenario, size_t place, size_t k)
{
    int64_t id = 0;
    assay_error err = { "" };
    good(try_point(s, scenario, place, k, &id, &err), &err);
    return id;
}

static inline assay_status try_variant(store *s, const assay_metric *metric, size_t place, const char *preset,
                                       size_t preset_place, int64_t *id, assay_error *err)
{
    FREED(variant_id_free) variant_id name;
    assay_status status = variant_id_read(metric->id, preset, &name);
    if (status == ASSAY_OK) status = store_variant(s, metric, place, &name, preset_place, id, err);
    return status;
}

static inline int64_t put_variant(store *s, const assay_metric *metric, size_t place, const char *preset,
                                  size_t preset_place)
{
    int64_t id = 0;
    assay_error err = { "" };
    good(try_variant(s, metric, place, preset, preset_place, &id, &err), &err);
    return id;
}

/* A cell of `gap` with an overall value and two items. */
static inline assay_status try_cell(store *s, int64_t point, uint64_t seed, int64_t v, double value, assay_error *err)
{
    const assay_item items[] = { { .value = value },
                                 { .value = NAN, .undefined = "constant-factor: factor 1 is constant" } };
    const assay_score score =
        FIELDS(.metric = "gap", .preset = "default", .output = "gap", .axis = ASSAY_PER_FACTOR,
               .overall = { .value = value, .undefined = isnan(value) ? "constant-factor: all" : NULL }, .n_items = 2,
               .items = items, .n_undefined = 1, .seconds = 0.25);
    return store_cell(s, &(cell_key){ point, 100, seed, v }, &score, 1, err);
}

static inline void put_cell(store *s, int64_t point, uint64_t seed, int64_t v, double value)
{
    assay_error err = { "" };
    good(try_cell(s, point, seed, v, value, &err), &err);
}

static inline assay_status each_row(store *s, const store_filter *filter, store_visit_row visit, void *context,
                                    assay_error *err)
{
    FREED(catalog_free) catalog of = { 0 };
    assay_status status = store_catalog(s, &of, err);
    if (status == ASSAY_OK) status = store_rows(s, &of, filter, visit, context, err);
    return status;
}

/* What a value is of, without its item. */
static inline void print_row_name(FILE *to, const store_row *r)
{
    fprintf(to, "%s %s %" PRIu64 " %" PRIu64 " %s@%s %s %d", r->point->scenario->name, r->point->at.set.text,
            r->samples, r->seed, r->variant->metric->name, r->variant->name.text, r->output->name, r->output->axis);
}

/* Everything a row says but its seconds, without an end of line. */
static inline void print_row(FILE *to, const store_row *r)
{
    print_row_name(to, r);
    fprintf(to, " %" PRId64 " %.17g %s", r->item, r->value, r->undefined ? r->undefined : "-");
}

/* A line of a FILE for each row, in the order of the store. */
static inline assay_status add_line(const store_row *r, void *context)
{
    print_row(context, r);
    fputc('\n', context);
    return ASSAY_OK;
}

/* What `visit` writes to a FILE of every row, to be freed. */
static inline char *rows_written(const char *path, store_visit_row visit)
{
    char *text = NULL;
    size_t size;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    store *s = open_store(path, STORE_READ);
    good(each_row(s, NULL, visit, to, &err), &err);
    store_close(s);
    fclose(to);
    return text;
}

/* Two stores say the same, but for seconds. */
static inline void check_same_rows(const char *path, const char *other)
{
    OWNED char *want = rows_written(path, add_line), *got = rows_written(other, add_line);
    assert_string_equal(got, want);
}

/* uint64_t[2]: the cells that are wanted, and those that are done. */
static inline assay_status add_counts(const store_progress *p, void *context)
{
    uint64_t *sum = context;
    sum[0] += p->wanted;
    sum[1] += p->done;
    return ASSAY_OK;
}

#endif
