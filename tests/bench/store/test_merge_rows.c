/*
 * What a sent store may not bring into a union: rows that no reader takes, rows of other people's cells, rows that
 * contradict. Each is named and nothing is taken; --repair takes what is whole. The order of stores shows nowhere.
 */
#define _DEFAULT_SOURCE /* explicit_bzero */
#include "testing.h"
#include "counted.h"
#include "scratch.h"
#include "store_merge.h"
#include "store_raw.h"

static const char *some_store(const char *name, uint64_t first)
{
    const char *path = scratch_path(name);
    unlink(path);
    FREED(store_closed) store *s = open_store(path, STORE_WRITE);
    put_toys(s, first, first + 2);
    return path;
}

static assay_status count_differences(const store_difference *one, void *context)
{
    assert_non_null(one->output);
    assert_true(!one->of_interval || (one->there_why[0] && one->taken_why[0]));
    ++*(size_t *)context;
    return ASSAY_OK;
}

static __attribute__((noinline)) void clear_stack(void) { explicit_bzero((char[1 << 16]){ 0 }, 1 << 16); }

/* After a refusal the functions of digests are the union's again. */
static assay_status merge(const char *into, const char *from, const char *repair, store_merged *sum, assay_error *err)
{
    size_t seen = 0;
    FREED(store_closed) store *to = open_store(into, STORE_WRITE);
    const store_merging how = {
        .folder = repair, .repair = repair != NULL, .differs = count_differences, .context = &seen
    };
    const assay_status status = store_merge(to, from, &how, sum, err);
    clear_stack();
    assay_error after = { "" };
    good(store_begin(to, &after), &after);
    good(store_run_sql(to, "UPDATE cell SET seconds = seconds", "testing", &after), &after);
    good(store_commit(to, &after), &after);
    assert_int_equal(seen, sum->differences);
    return status;
}

/* Everything of a union that any command shows, as one text. */
static char *all_of(const char *path)
{
    static const char *const finds[] = {
        "SELECT name, quote(text) FROM plan ORDER BY name",
        "SELECT scenario.name, point.name, samples, seed, variant.name, status, seconds, cell.version FROM cell"
        " JOIN point ON point.id = cell.point JOIN scenario ON scenario.id = point.scenario"
        " JOIN variant ON variant.id = cell.variant"
        " ORDER BY 1, 2, 3, 4, 5",
        "SELECT point.name, path, hash, rows, quote(problem) FROM representation AS r JOIN point ON point.id = r.point"
        " ORDER BY 1",
        "SELECT seed, variant.name, metric.name, u.kind, u.low, u.high FROM uncertainty AS u JOIN cell ON cell.id = "
        "u.cell"
        " JOIN variant ON variant.id = cell.variant JOIN metric ON metric.id = variant.metric ORDER BY 1, 2, 3",
    };
    sqlite3 *db;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (size_t k = 0; k < ASSAY_COUNT(finds); k++) {
        sqlite3_stmt *row;
        assert_int_equal(sqlite3_prepare_v2(db, finds[k], -1, &row, NULL), SQLITE_OK);
        while (sqlite3_step(row) == SQLITE_ROW)
            for (int c = 0; c < sqlite3_column_count(row); c++)
                fprintf(to, "%s%c", (const char *)sqlite3_column_text(row, c),
                        c + 1 < sqlite3_column_count(row) ? ' ' : '\n');
        sqlite3_finalize(row);
    }
    sqlite3_close(db);
    fclose(to);
    return text;
}

static void check_readable(const char *path)
{
    size_t rows = 0;
    assay_error err = { "" };
    FREED(store_closed) store *s = open_store(path, STORE_READ);
    FREED(catalog_free) catalog of = { 0 };
    good(store_catalog(s, &of, &err), &err);
    rows = of.points.count;
    assert_true(rows > 0);
}

TEST(rows_that_no_store_holds_are_named_and_not_taken)
{
    static const struct {
        const char *change, *named;
    } wrong[] = {
        { "UPDATE scenario SET title = printf('%.*c', 3900000, 'x') WHERE id = 1", "table scenario, row id 1: title" },
        { "UPDATE scenario SET name = name || char(27) || '[31m' WHERE id = 1", "table scenario, row id 1: name" },
        { "UPDATE metric SET title = CAST(x'610062' AS TEXT) WHERE id = 1", "table metric, row id 1: title" },
        { "UPDATE metric SET family = CAST(x'ff' AS TEXT) WHERE id = 1", "table metric, row id 1: family" },
        { "UPDATE reason SET text = printf('%.*c', 3900000, 'x') WHERE id = 1", "table reason, row id 1: text" },
        { "UPDATE plan SET text = printf('%.*c', 3900000, 'x') WHERE id = 1", "table plan, row id 1: text" },
        { "UPDATE point_parameter SET name = printf('%.*c', 1100, 'x') WHERE point = 1", "point 1, place 0: name" },
        { "UPDATE variant_option SET place = 64 WHERE variant = 1 AND place = 0", "variant 1, place 64: place" },
        { "UPDATE representation SET path = printf('%.*c', 1100, 'x')", "table representation, row point 3: path" },
        { "UPDATE representation_column SET text = char(10)", "row point 3, place 0: text" },
        { "INSERT INTO cell VALUES(-5, 1, 100, 77, 1, 0, '0.1.0', 0.1, NULL, x'')", "table cell, row id -5: id" },
        { "INSERT INTO cell VALUES(0, 1, 100, 77, 1, 0, '0.1.0', 0.1, NULL, x'')", "table cell, row id 0: id" },
        { "INSERT INTO uncertainty VALUES(-1, 1, 0, .95, 200, 200, .5, .1, .9989, .9991, NULL, x'')",
          "cell -1, output 1" },
        { "INSERT INTO uncertainty VALUES(99, 1, 0, .95, 200, 200, .5, .1, .9989, .9991, NULL, x'')",
          "cell 99, output 1" },
        { "UPDATE uncertainty SET defined = 201 WHERE cell = 1", "cell 1, output 1, kind 0: draws" },
        { "INSERT INTO score VALUES(0, 1, -1, 0.5, NULL)", "table score, row cell 0" },
        { "INSERT INTO score VALUES(99, 1, -1, 0.5, NULL)", "table score, row cell 99" },
        { "UPDATE score SET output = 3 - output WHERE cell = 1", "table score, row cell 1" }, /* another metric's */
        { "UPDATE score SET output = 77 WHERE cell = 1 AND item = -1", "cell 1, output 77" },
        { "UPDATE score SET reason = 77 WHERE cell = 1 AND item = 1", "cell 1, output 1, item 1: reason" },
        { "UPDATE score SET item = 9223372036854775807 WHERE cell = 1 AND item = 1", "item 9223372036854775807: item" },
        { "UPDATE score SET value = 9e999 WHERE cell = 1 AND item = -1", "cell 1, output 1, item -1: value" },
        { "UPDATE cell SET point = 77 WHERE id = 1", "table cell, row id 1: point" },
        { "UPDATE cell SET variant = 77 WHERE id = 1", "table cell, row id 1: variant" },
        { "UPDATE point SET compactness_kind = 99 WHERE id = 1", "table point, row id 1: compactness_kind" },
        { "UPDATE output SET axis = 99 WHERE id = 1", "table output, row id 1: axis" },
        { "UPDATE cell SET seed = -1 WHERE id = 1", "table cell, row id 1: seed" },
        { "UPDATE cell SET status = -1 WHERE id = 1", "table cell, row id 1: status" },
        { "UPDATE cell SET samples = -5 WHERE id = 1", "table cell, row id 1: samples" },
        { "UPDATE cell SET seconds = -9e999 WHERE id = 1", "table cell, row id 1: seconds" },
        { "UPDATE cell SET version = char(27)", "table cell, row id 1: version" },
        { "UPDATE point SET scenario = 77 WHERE id = 1", "table point, row id 1: scenario" },
        { "UPDATE output SET metric = 77 WHERE id = 1", "table output, row id 1: metric" },
        { "UPDATE want SET seed_first = -9223372036854775808, seed_end = 9223372036854775807",
          "seed_first -9223372036854775808" },
        { "UPDATE want SET point = 77 WHERE point = 1",
          "point 77, samples 100, seed_first 4, seed_end 6, variant 1: point" },
        { "INSERT INTO point_parameter VALUES(77, 0, 'x', 1, NULL, 0)", "point 77, place 0: point" },
        { "UPDATE day SET day = 'soon'", "row day soon: day" },
        { "INSERT INTO look VALUES(77, 5)", "row plan 77, seeds 5: plan" },
    };
    char into[512];
    snprintf(into, sizeof into, "%s", some_store("into.db", 0)); /* paths of the scratch folder are used again */
    OWNED char *before = all_of(into);
    for (size_t k = 0; k < ASSAY_COUNT(wrong); k++) {
        const char *sent = some_store("sent.db", 4), *fresh = scratch_path("fresh.db");
        assay_error err = { "" };
        store_merged sum;
        forge(sent, wrong[k].change);
        const assay_status status = merge(into, sent, NULL, &sum, &err);
        if (status != ASSAY_EINPUT || !strstr(err.text, sent) || !strstr(err.text, wrong[k].named))
            fail_msg("%s: status %d, %s", wrong[k].change, status, err.text);
        char *after = all_of(into);
        assert_string_equal(before, after);
        free(after);
        unlink(fresh);
        good(merge(fresh, sent, scratch_folder, &sum, &err), &err); /* the same store, mended */
        assert_true(sum.dropped > 0);
        check_readable(fresh);
        good(merge(fresh, into, NULL, &sum, &err), &err);
    }
}

TEST(what_contradicts_is_named_with_both_sides_and_not_taken)
{
    static const char *const different[] = {
        "UPDATE score SET value = 0.5 WHERE cell = 1 AND item = -1",
        ("UPDATE score SET reason = 2 WHERE cell = 1 AND item = 1;"
         " INSERT OR IGNORE INTO reason VALUES(2, 'other', 0, -1, 'other')"),
        "UPDATE uncertainty SET low = 0.1 WHERE cell = 1",
        "UPDATE uncertainty SET draws = 400, score = zeroblob(3200) WHERE cell = 1",
        "UPDATE uncertainty SET level = 0.9 WHERE cell = 1",
        "UPDATE uncertainty SET kind = 1 WHERE cell = 1", /* one score has one interval */
        "UPDATE uncertainty SET p = 0.5 WHERE cell = 1",
    };
    for (size_t k = 0; k < ASSAY_COUNT(different); k++) {
        const char *into = some_store("into.db", 0), *sent = some_store("sent.db", 0);
        store_merged sum;
        assay_error err = { "" };
        forge(sent, different[k]);
        OWNED char *before = all_of(into);
        good(merge(into, sent, NULL, &sum, &err), &err);
        OWNED char *after = all_of(into);
        if (sum.differences != 1 || strcmp(before, after) != 0)
            fail_msg("%s: %d differences", different[k], (int)sum.differences);
    }
}

TEST(a_name_stands_for_the_same_thing_in_both)
{
    static const char *const different[] = {
        "INSERT INTO point_parameter VALUES(1, 5, 'beta', 1, NULL, 0)", /* one parameter more */
        "DELETE FROM point_parameter WHERE point = 1",                  /* or fewer */
        "UPDATE point_parameter SET number = 0.75 WHERE point = 1",
        "INSERT INTO variant_option VALUES(1, 5, 'rank', 1, NULL)",
        "DELETE FROM variant_option WHERE variant = 1 AND place = 1",
        "UPDATE variant_option SET place = 7 WHERE variant = 1 AND place = 1", /* the same name at another place */
        "UPDATE representation_column SET place = 7",
        "UPDATE output SET high = 2 WHERE id = 1",
        "UPDATE point SET modularity = 0.5 WHERE id = 1",
        "UPDATE plan SET text = 'seeds: 0:8' WHERE id = 1",
        "UPDATE reason SET word = 'other'",
    };
    for (size_t k = 0; k < ASSAY_COUNT(different); k++) {
        const char *into = some_store("into.db", 0), *sent = some_store("sent.db", 4);
        store_merged sum;
        assay_error err = { "" };
        forge(sent, different[k]);
        OWNED char *before = all_of(into);
        const assay_status status = merge(into, sent, NULL, &sum, &err);
        OWNED char *after = all_of(into);
        if (status != ASSAY_EINPUT || !strstr(err.text, "is another one than that in") || strcmp(before, after) != 0)
            fail_msg("%s: status %d, %s", different[k], status, err.text);
    }
}

/* Cells of a model are of its file as it was read and drawn: digests hold that, and the union has one row of it. */
TEST(cells_of_a_file_that_was_read_otherwise_are_not_taken)
{
    static const char scored[] =
        "UPDATE representation SET hash = 'h', rows = 100, factors = 2, codes = 2, data = 'd';"
        "UPDATE cell SET point = (SELECT point FROM representation) WHERE point = (SELECT max(point) FROM cell)";
    static const char *const different[] = {
        "",
        "UPDATE representation SET data = 'e'",
        "UPDATE representation SET clusters = 3",
        "UPDATE representation SET codes = 3",
        "UPDATE representation SET hash = 'other'",
        "UPDATE representation SET hash = ''",
        "DELETE FROM representation_column; DELETE FROM representation",
    };
    for (size_t k = 0; k < 2 * ASSAY_COUNT(different); k++) {
        const char *into = some_store("into.db", 0), *sent = some_store("sent.db", 4);
        store_merged sum;
        assay_error err = { "" };
        forge(into, scored);
        forge(sent, scored);
        forge(k % 2 ? into : sent, different[k / 2]);
        OWNED char *before = all_of(into);
        const assay_status status = merge(into, sent, NULL, &sum, &err);
        OWNED char *after = all_of(into);
        if (k < 2) good(status, &err);
        else if (status != ASSAY_EINPUT || !strstr(err.text, "drawn by other rows") || strcmp(before, after) != 0)
            fail_msg("%s: status %d, %s", different[k / 2], status, err.text);
        check_readable(into);
    }
}

/* Seconds, paths and problems are not compared: the two may be of two machines. */
TEST(neither_order_nor_repetition_shows)
{
    const char *a = some_store("a.db", 0), *b = some_store("b.db", 1);
    char *seen[2];
    forge(a, "UPDATE cell SET seconds = 0.1 + 0.1 * id; UPDATE representation SET path = 'x/a.npz', problem = 'one'");
    forge(b, "UPDATE cell SET seconds = 0.7 - 0.1 * id; UPDATE representation SET path = 'y/a.npz', problem = 'two'");
    for (int turned = 0; turned < 2; turned++) {
        const char *into = scratch_path("union.db"), *const order[] = { turned ? b : a, turned ? a : b, a, b };
        unlink(into);
        for (size_t k = 0; k < ASSAY_COUNT(order); k++) {
            store_merged sum;
            assay_error err = { "" };
            good(merge(into, order[k], NULL, &sum, &err), &err);
            assert_int_equal(sum.differences, 0);
        }
        seen[turned] = all_of(into);
    }
    assert_string_equal(seen[0], seen[1]);
    assert_non_null(strstr(seen[0], "x/a.npz"));
    free(seen[0]);
    free(seen[1]);
}

/* A store may number its cells as it likes; their numbers in the union follow each other. */
TEST(numbers_of_cells_do_not_matter)
{
    const char *into = some_store("into.db", 0), *sent = some_store("sent.db", 4);
    store_merged sum;
    assay_error err = { "" };
    forge(sent, "UPDATE cell SET id = 9223372036854775800 + id; UPDATE score SET cell = 9223372036854775800 + cell;"
                "UPDATE uncertainty SET cell = 9223372036854775800 + cell");
    good(merge(into, sent, NULL, &sum, &err), &err);
    assert_int_equal(number_in(into, "SELECT count(*) FROM cell"), 8);
    assert_int_equal(number_in(into, "SELECT max(id) FROM cell"), 8);
    assert_int_equal(number_in(into, "SELECT count(*) FROM uncertainty JOIN cell ON cell.id = cell"), 8);
}

/* As on a network's file system, and as a run that was killed there leaves what is taken. */
TEST(a_union_without_a_log_takes_stores_with_and_without_one)
{
    static const char *const modes[] = { "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = WAL" };
    for (size_t k = 0; k < 2; k++) {
        const char *into = some_store("into.db", 0), *sent = some_store("sent.db", 4);
        store_merged sum;
        assay_error err = { "" };
        run_sql(sent, modes[k]);
        store *to = open_store(into, STORE_WRITE);
        good(store_run_sql(to, modes[0], "testing", &err), &err);
        good(store_merge(to, sent, &(store_merging){ 0 }, &sum, &err), &err);
        store_close(to);
        assert_int_equal(number_in(into, "SELECT count(*) FROM cell"), 8);
        check_readable(into);
    }
}

/* Another program that writes to the sent store at some moment of the merge, or puts another file in its place. */
static const char *written, *change, *other, *moment = "ATTACH";

static int write_meanwhile(unsigned what, void *context, void *statement, void *text)
{
    (void)context, (void)statement;
    if (what != SQLITE_TRACE_STMT || !change || strncmp(text, moment, strlen(moment)) != 0) return 0;
    const char *now = change;
    change = NULL;
    if (other) return rename(other, written);
    run_sql(written, now);
    return 0;
}

static int watch(sqlite3 *db, char **err, const sqlite3_api_routines *api)
{
    (void)err, (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, write_meanwhile, NULL);
}

TEST(what_is_checked_is_what_is_taken_whoever_writes_meanwhile)
{
    static const char *const bad[] = {
        "UPDATE scenario SET title = char(27) WHERE id = 1",
        "INSERT INTO cell VALUES(-5, 1, 100, 77, 1, 0, '0.1.0', 0.1, NULL, x'')",
        "CREATE VIEW other AS SELECT 1",
    };
    void (*const entry)(void) = (void (*)(void))watch;
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        const char *into = some_store("into.db", 0);
        store_merged sum;
        assay_error err = { "" };
        written = some_store("sent.db", 4);
        char *before = all_of(into);
        change = bad[k];
        sqlite3_auto_extension(entry);
        const assay_status status = merge(into, written, NULL, &sum, &err);
        sqlite3_cancel_auto_extension(entry);
        char *after = all_of(into);
        assert_null(change); /* it was written */
        if (status != ASSAY_EINPUT || !strstr(err.text, written) || strcmp(before, after) != 0)
            fail_msg("%s: status %d, %s", bad[k], status, err.text);
        free(before);
        free(after);
        check_readable(into);
    }
}

/* A whole store is taken: the one that was there when it was opened, or the one that took its place. */
TEST(a_store_that_is_replaced_while_it_is_merged_is_taken_whole)
{
    static const char *const moments[] = { "ATTACH", "BEGIN", "COMMIT" };
    void (*const entry)(void) = (void (*)(void))watch;
    for (size_t k = 0; k < ASSAY_COUNT(moments); k++) {
        char *wanted[2], *got;
        store_merged sum;
        assay_error err = { "" };
        for (size_t which = 0; which < 2; which++) {
            const char *into = some_store("into.db", 0);
            good(merge(into, some_store("sent.db", which ? 8 : 4), NULL, &sum, &err), &err);
            wanted[which] = all_of(into);
        }
        const char *into = some_store("into.db", 0);
        written = some_store("sent.db", 4);
        other = some_store("other.db", 8);
        moment = moments[k];
        change = "another file";
        sqlite3_auto_extension(entry);
        good(merge(into, written, NULL, &sum, &err), &err);
        sqlite3_cancel_auto_extension(entry);
        assert_null(change);
        got = all_of(into);
        if (strcmp(got, wanted[0]) != 0 && strcmp(got, wanted[1]) != 0) fail_msg("replaced at %s: %s", moments[k], got);
        free(got);
        for (size_t which = 0; which < 2; which++) free(wanted[which]);
    }
    other = NULL;
    moment = "ATTACH";
}

/* A database of another text encoding is no store, though it has no table yet: it could not be attached. */
TEST(another_text_encoding_is_no_stores)
{
    const char *into = some_store("into.db", 0), *wide = scratch_path("wide.db");
    store_merged sum;
    store *s;
    assay_error err = { "" };
    unlink(wide);
    run_sql(wide, "PRAGMA encoding='UTF-16le'; CREATE TABLE t(x); DROP TABLE t");
    assert_int_equal(store_open(wide, STORE_WRITE, &s, &err), ASSAY_EINPUT);
    assert_int_equal(merge(into, wide, NULL, &sum, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, wide));
    assert_null(strstr(err.text, into));
    check_readable(into);
}

TESTS_MAIN_IN(scratch_make_in_memory, scratch_remove)
