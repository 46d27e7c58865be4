/*
 * The catalog: entries are copied, never move, and are found by their ids; of a store it says what was written, in
 * parts.
 */
#include "testing.h"
#include "scratch.h"
#include "store_raw.h"

/* Thousands with gaps between their ids: all stay where they were put, and only they are found. */
TEST(entries_stay_and_are_found)
{
    enum { COUNT = 3000 };
    catalog c = { 0 };
    const stored_scenario **at = calloc(COUNT, sizeof *at);
    assert_non_null(at);
    for (int64_t k = 0; k < COUNT; k++) {
        char name[16], title[16], symbol[16];
        snprintf(name, sizeof name, "s%d", (int)k);
        snprintf(title, sizeof title, "t%d", (int)k);
        snprintf(symbol, sizeof symbol, "%s", k % 2 ? "alpha" : "");
        at[k] = catalog_add_scenario(&c, &(stored_scenario){ 3 * k - 1000, name, title, symbol, 0, NULL });
        assert_non_null(at[k]);
        name[0] = title[0] = symbol[0] = '?'; /* it has its own */
    }
    assert_int_equal(c.scenarios.count, COUNT);
    for (int64_t k = 0; k < COUNT; k++) {
        char want[16];
        assert_ptr_equal(catalog_find(&c.scenarios, 3 * k - 1000), at[k]);
        assert_null(catalog_find(&c.scenarios, 3 * k - 999));
        assert_null(catalog_find(&c.scenarios, 3 * k - 1001));
        snprintf(want, sizeof want, "s%d", (int)k);
        assert_string_equal(at[k]->name, want);
        want[0] = 't';
        assert_string_equal(at[k]->title, want);
        assert_string_equal(at[k]->symbol, k % 2 ? "alpha" : "");
    }
    assert_null(catalog_find(&c.scenarios, INT64_MAX));
    assert_null(catalog_find(&c.scenarios, INT64_MIN));
    assert_null(catalog_find(&c.points, 0)); /* an empty list */
    free(at);
    catalog_free(&c);
    assert_true(!c.scenarios.at && !c.scenarios.count);
    catalog_free(&c);
}

static void put_some(store *s)
{
    assay_error err = { "" };
    good(store_begin(s, &err), &err);
    put_variant(s, &toy_trio, 2, "zaidi2020:bins=20:rule=range", 1);
    put_variant(s, &toy_gap, 0, "default", 0);
    put_point(s, &toy_ant, 1, 2);
    put_point(s, &toy_zebra, 0, 2);
    put_point(s, &toy_zebra, 0, 0);
    good(store_commit(s, &err), &err);
}

static catalog read_catalog(store *s)
{
    catalog c = { 0 };
    assay_error err = { "" };
    good(store_catalog(s, &c, &err), &err);
    return c;
}

static void check_some(const catalog *c)
{
    assert_true(c->scenarios.count == 2 && c->points.count == 3 && c->metrics.count == 2 && c->variants.count == 2 &&
                c->outputs.count == 3);
    const stored_point *ant = c->points.at[0], *late = c->points.at[1], *early = c->points.at[2];
    assert_string_equal(ant->scenario->name, "ant");
    assert_string_equal(ant->scenario->title, toy_ant.title);
    assert_string_equal(ant->scenario->symbol, "alpha");
    assert_ptr_equal(late->scenario, early->scenario);
    assert_true(early->rank < late->rank && late->rank < ant->rank); /* by places, not by ids or names */
    assert_true(point_is(&late->at, "zebra", "alpha=1") && point_swept(&late->at) == 1);
    assert_string_equal(point_swept_name(&late->at), "alpha"); /* though no registry has the scenario */
    assert_memory_equal(&late->truth[0], &toy_truth[0], sizeof toy_truth[0]);
    assert_true(late->truth[1].kind == ASSAY_ORDER && late->truth[1].value == 0.25);
    assert_int_equal(late->truth[2].kind, ASSAY_UNKNOWN);
    const stored_variant *trio = c->variants.at[0], *gap = c->variants.at[1];
    assert_string_equal(trio->name.metric, "trio");
    assert_string_equal(trio->name.preset, "zaidi2020");
    assert_string_equal(trio->name.text, "zaidi2020:bins=20:rule=range");
    assert_true(trio->name.changed.n == 2 && settings_number(&trio->name.changed, "bins") == 20);
    assert_string_equal(settings_word(&trio->name.changed, "rule"), "range");
    assert_true(gap->name.changed.n == 0 && trio->metric->flags == ASSAY_RANDOM);
    assert_string_equal(trio->metric->family, "others");
    const stored_output *mod = c->outputs.at[0], *all = c->outputs.at[1];
    assert_true(mod->metric == trio->metric && mod->axis == ASSAY_PER_CODE && mod->measures == ASSAY_MODULARITY);
    assert_true(all->metric == trio->metric && all->low == -1 && all->high == 1);
    assert_string_equal(all->name, "all");
}

/* It lives on where the store does not. */
TEST(what_was_written)
{
    const char *path = scratch_path("catalog.db");
    store *s = open_store(path, STORE_WRITE);
    catalog none = read_catalog(s);
    assert_true(none.points.count == 0 && none.outputs.count == 0);
    catalog_free(&none);
    put_some(s);
    put_some(s); /* again: the same rows */
    catalog c = read_catalog(s);
    check_some(&c);
    catalog_free(&c);
    store_close(s);
    s = open_store(path, STORE_READ);
    c = read_catalog(s);
    store_close(s);
    check_some(&c);
    catalog_free(&c);
}

static assay_status count_row(const store_row *row, void *context)
{
    (void)row;
    ++*(size_t *)context;
    return ASSAY_OK;
}

/* Scores of what came in after the catalog was read are for the next reading. */
TEST(what_came_later)
{
    FREED(store_closed) store *s = open_store(scratch_path("later.db"), STORE_WRITE);
    assay_error err = { "" };
    const int64_t p = put_point(s, &toy_zebra, 0, 0), v = put_variant(s, &toy_gap, 0, "default", 0);
    put_cell(s, p, 0, v, 0.5);
    catalog c = read_catalog(s);
    put_cell(s, p, 1, v, 0.5);
    put_cell(s, put_point(s, &toy_zebra, 0, 1), 0, v, 0.5);
    put_cell(s, p, 0, put_variant(s, &toy_gap_sup, 1, "default", 0), 0.5);
    size_t before = 0, after = 0;
    good(store_rows(s, &c, NULL, count_row, &before, &err), &err);
    assert_int_equal(before, 2 * 3);
    catalog_free(&c);
    c = read_catalog(s);
    good(store_rows(s, &c, NULL, count_row, &after, &err), &err);
    assert_int_equal(after, 4 * 3);
    catalog_free(&c);
}

/* The parts that come with a value are stored, not those that its writing would be read as; the same writing told of
 * another factor is another reason. */
TEST(reasons_keep_their_parts)
{
    static const assay_reason of[] = { { "constant-factor", "it is", ASSAY_PER_FACTOR, 4 },
                                       { "constant-factor", "it is", ASSAY_PER_FACTOR, 0 },
                                       { "one-code", "of factor 3 only", ASSAY_OVERALL, 0 } };
    const assay_item items[] = {
        { .value = NAN, .undefined = "constant-factor: it is", .reason = &of[0] },
        { .value = NAN, .undefined = "constant-factor: it is", .reason = &of[1] },
        { .value = NAN, .undefined = "one-code: of factor 3 only", .reason = &of[2] },
        { .value = NAN, .undefined = "constant-code: code 7 is constant" }, /* without parts: read */
        { .value = NAN, .undefined = "constant-factor: it is", .reason = &of[0] },
    };
    const char *path = scratch_path("reasons.db");
    const assay_score score = FIELDS(.output = "gap", .axis = ASSAY_PER_FACTOR, .overall = { .value = 0.5 },
                                     .n_items = sizeof items / sizeof *items, .items = items);
    assay_error err = { "" };
    store *s = open_store(path, STORE_WRITE);
    const int64_t p = put_point(s, &toy_zebra, 0, 0), v = put_variant(s, &toy_gap, 0, "default", 0);
    for (uint64_t seed = 0; seed < 3; seed++)
        good(store_cell(s, &(cell_key){ p, 100, seed, v }, &score, 1, &err), &err);
    store_close(s);
    assert_int_equal(number_in(path, "SELECT count(*) FROM reason"), 4);
    static const char *const known[] = { "(0, 'constant-factor', 1, 4)", "(1, 'constant-factor', 1, 0)",
                                         "(2, 'one-code', 0, -1)", "(3, 'constant-code', 2, 7)",
                                         "(4, 'constant-factor', 1, 4)" };
    assert_true(ASSAY_OVERALL == 0 && ASSAY_PER_FACTOR == 1 && ASSAY_PER_CODE == 2);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char sql[300];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM score JOIN reason ON reason.id = score.reason"
                 " WHERE (item, word, axis, number) = %s",
                 known[k]);
        assert_int_equal(number_in(path, sql), 3);
    }
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
