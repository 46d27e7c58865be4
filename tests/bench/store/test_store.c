/*
 * The store: what it opens and what it refuses, that a cell comes back as it was written and is written once, that the
 * order of rows is not that of writing, and that neither a crash, nor a full disk, nor a second writer costs a cell.
 */
#include "testing.h"
#include "failing_vfs.h"
#include "scratch.h"
#include "store_raw.h"
#include "store_about.h"
#include "counted.h"

#include <errno.h>

/* Rows as lines of text. */
typedef struct lines {
    char *text;
    size_t size, count;
    FILE *file;
} lines;

static assay_status add_timed(const store_row *r, void *context)
{
    lines *to = context;
    to->count++;
    print_row(to->file, r);
    fprintf(to->file, " %g\n", r->seconds);
    return ASSAY_OK;
}

static void begin_lines(lines *to)
{
    *to = (lines){ 0 };
    to->file = open_memstream(&to->text, &to->size);
}

/* Reads every row; how many there were is in *count. */
static assay_status try_rows(store *s, size_t *count, assay_error *err)
{
    lines all;
    begin_lines(&all);
    const assay_status status = each_row(s, NULL, add_timed, &all, err);
    fclose(all.file);
    free(all.text);
    *count = all.count;
    return status;
}

/* The file is closed. */
static void read_lines(store *s, const store_filter *filter, lines *to)
{
    assay_error err = { "" };
    begin_lines(to);
    const assay_status status = each_row(s, filter, add_timed, to, &err);
    fclose(to->file);
    good(status, &err);
}

static size_t count_rows(store *s, const store_filter *filter)
{
    lines all;
    read_lines(s, filter, &all);
    free(all.text);
    return all.count;
}

static void check_integrity(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* A store with 3 points, 40 seeds of one metric. */
static const char *some_store(const char *name)
{
    const char *path = scratch_path(name);
    assay_error err = { "" };
    FREED(store_closed) store *s = open_store(path, STORE_WRITE);
    good(store_begin(s, &err), &err);
    const int64_t v = put_variant(s, &toy_gap, 0, "default", 0);
    for (size_t k = 0; k < 3; k++) {
        const int64_t p = put_point(s, &toy_zebra, 0, k);
        for (uint64_t seed = 0; seed < 40; seed++) put_cell(s, p, seed, v, 0.01 * (double)seed);
    }
    good(store_commit(s, &err), &err);
    return path;
}

static void refused(const char *why, const char *path, int mode, assay_status want, const char *says)
{
    store *s;
    assay_error err = { "" };
    const assay_status got = store_open(path, mode, &s, &err);
    if (got != want || s) fail_msg("%s, mode %d: status %d, %s", why, mode, got, err.text);
    if (!strstr(err.text, path) || !strstr(err.text, says)) fail_msg("%s, mode %d: says '%s'", why, mode, err.text);
}

TEST(opens_its_own_only)
{
    static const char text[] =
        "this is not a database, whatever its name says; far from it, really, and it is longer than the "
        "hundred bytes of a header";
    scratch_write("text.db", text, sizeof text);
    some_store("past.db");
    some_store("future.db");
    static const struct {
        const char *why, *name, *sql; /* sql: run first */
        assay_status status;
        const char *read, *write; /* said to who reads or writes; NULL: not tried */
    } known[] = {
        { "missing", "none.db", NULL, ASSAY_EINPUT, "assay run", NULL },
        { "no such folder", "none/x.db", NULL, ASSAY_EINPUT, "assay run", NULL },
        { "no such folder to write in", "none/x.db", NULL, ASSAY_EENVIRONMENT, NULL, "--db" },
        { "a folder", ".", NULL, ASSAY_EINPUT, "a folder; --db wants a file", "a folder; --db wants a file" },
        { "no name", "", NULL, ASSAY_EUSAGE, "--db", "--db" },
        { "text", "text.db", NULL, ASSAY_EINPUT, "--db", "--db" },
        { "another's", "other.db", "CREATE TABLE cell(id INTEGER)", ASSAY_EINPUT,
          "not an assay store; name another file with --db", "not an assay store; name another file with --db" },
        { "another's without tables", "claimed.db", "PRAGMA application_id = 252006673; PRAGMA user_version = 1",
          ASSAY_EINPUT, NULL, "not an assay store" },
        { "of a later version", "future.db", "PRAGMA user_version = 99", ASSAY_EINPUT,
          "a store of schema 99, made by another version", "a store of schema 99, made by another version" },
        { "of an earlier version", "past.db", "PRAGMA user_version = 3", ASSAY_EINPUT,
          "run the plan again into another file with --db", "Use the version that made it" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        const char *name = known[k].name;
        const char *path = !*name ? "" : strcmp(name, ".") == 0 ? scratch_folder : scratch_path(name);
        if (known[k].sql) run_sql(path, known[k].sql);
        if (known[k].read) refused(known[k].why, path, STORE_READ, known[k].status, known[k].read);
        if (known[k].write) refused(known[k].why, path, STORE_WRITE, known[k].status, known[k].write);
    }
    assert_int_equal(number_in(scratch_path("past.db"), "PRAGMA user_version"), 3);
    assert_int_equal(number_in(scratch_path("past.db"), "SELECT count(*) FROM cell"), 120);

    const char *empty = scratch_write("empty.db", "", 0);
    refused("empty", empty, STORE_READ, ASSAY_EINPUT, "assay run");
    store_close(open_store(empty, STORE_WRITE)); /* to write, it may be made a store */
    store_close(open_store(empty, STORE_READ));
}

/* Names that SQLite reads as something else than a file. */
TEST(every_name_is_a_file)
{
    static const char *const names[] = { ":memory:", "file:x?mode=memory", "-x.db" };
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_folder), 0);
    for (size_t k = 0; k < ASSAY_COUNT(names); k++) {
        struct stat about;
        store_close(open_store(names[k], STORE_WRITE));
        assert_int_equal(stat(names[k], &about), 0);
        store_close(open_store(names[k], STORE_READ));
    }
    assert_int_equal(chdir(before), 0);
}

/* What a child process does; its exit status is what went wrong first, 0 for nothing, 77: it cannot do its part. */
static int refuses_without_permission(const char *path)
{
    store *s;
    assay_error err = { "" };
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 77;
    char other[600];
    snprintf(other, sizeof other, "%s.new", path);
    if (store_open(other, STORE_WRITE, &s, &err) != ASSAY_EENVIRONMENT) return 1;
    if (!strstr(err.text, other) || !strstr(err.text, "permissions")) return 2;
    if (store_open(path, STORE_WRITE, &s, &err) != ASSAY_EENVIRONMENT) return 3;
    if (!strstr(err.text, path) || !strstr(err.text, "permissions")) return 4;
    if (store_open(path, STORE_READ, &s, &err) != ASSAY_OK) return 5;
    size_t count;
    const assay_status status = try_rows(s, &count, &err);
    store_close(s);
    return status != ASSAY_OK ? 6 : count != 360 ? 7 : 0;
}

/* A finished store is read from where nothing can be written; writing there is refused. */
TEST(read_only_folder)
{
    const char *path = some_store("settled.db");
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(scratch_folder, 0555), 0);
    const int got = in_child(refuses_without_permission, path);
    assert_int_equal(chmod(scratch_folder, 0700), 0);
    if (got == 77) print_message("# not tested here: there is no other user to be\n");
    else assert_int_equal(got, 0);
}

TEST(cells_come_back)
{
    static const double values[] = { 0.1 + 0.2, 1.0 / 3, -1e-310, 1.7976931348623157e308, 5e-324, 0.5, 1, 0 };
    const char *path = scratch_path("round.db");
    store *s = open_store(path, STORE_WRITE);
    assay_error err = { "" };
    const int64_t p = put_point(s, &toy_zebra, 0, 1), v = put_variant(s, &toy_trio, 0, "default:bins=20", 0);
    for (uint64_t seed = 0; seed < ASSAY_COUNT(values); seed++) {
        const assay_item items[] = { { .value = values[seed] },
                                     { .value = NAN, .undefined = "one-code: caf\xC3\xA9, \"quoted\"" },
                                     { .value = -values[seed] } };
        const assay_score scores[] = {
            FIELDS(.metric = "trio", .preset = "default:bins=20", .output = "mod", .axis = ASSAY_PER_CODE,
                   .overall = { .value = values[seed] }, .n_items = 3, .items = items, .n_undefined = 1,
                   .seconds = 0.125),
            FIELDS(.metric = "trio", .preset = "default:bins=20", .output = "all", .axis = ASSAY_OVERALL,
                   .overall = { .value = NAN, .undefined = "failed: no luck" }, .seconds = 0.125,
                   .status = ASSAY_EINPUT),
        };
        good(store_begin(s, &err), &err);
        good(store_cell(s, &(cell_key){ p, 20000, seed, v }, scores, 2, &err), &err);
        good(store_commit(s, &err), &err);
    }
    store_close(s);

    lines want;
    begin_lines(&want);
    for (uint64_t seed = 0; seed < ASSAY_COUNT(values); seed++) {
        const double value = values[seed], opposite = value == 0 ? 0 : -value;
        char name[64];
        snprintf(name, sizeof name, "zebra alpha=0.5 20000 %" PRIu64 " trio@default:bins=20", seed);
        fprintf(want.file, "%s mod 2 -1 %.17g - 0.125\n%s mod 2 0 %.17g - 0.125\n", name, value, name, value);
        fprintf(want.file, "%s mod 2 1 nan one-code: caf\xC3\xA9, \"quoted\" 0.125\n", name);
        fprintf(want.file, "%s mod 2 2 %.17g - 0.125\n%s all 0 -1 nan failed: no luck 0.125\n", name, opposite, name);
    }
    fclose(want.file);
    s = open_store(path, STORE_READ);
    lines got;
    read_lines(s, NULL, &got);
    assert_string_equal(got.text, want.text);
    free(got.text);
    free(want.text);
    store_close(s);
}

TEST(written_once)
{
    FREED(store_closed) store *s = open_store(scratch_path("once.db"), STORE_WRITE);
    const int64_t p = put_point(s, &toy_zebra, 0, 0), v = put_variant(s, &toy_gap, 0, "default", 0);
    put_cell(s, p, 3, v, 0.25);
    lines first;
    read_lines(s, NULL, &first);
    put_cell(s, p, 3, v, 0.75);
    /* the same ids again */
    put_cell(s, put_point(s, &toy_zebra, 0, 0), 3, put_variant(s, &toy_gap, 0, "default", 0), 0.5);
    lines again;
    read_lines(s, NULL, &again);
    assert_string_equal(first.text, again.text);
    assert_int_equal(first.count, 3);
    free(first.text);
    free(again.text);
}

TEST(tells_what_is_done)
{
    FREED(store_closed) store *s = open_store(scratch_path("done.db"), STORE_WRITE);
    assay_error err = { "" };
    const int64_t p = put_point(s, &toy_zebra, 0, 0), q = put_point(s, &toy_zebra, 0, 1);
    const int64_t v[] = { put_variant(s, &toy_gap, 0, "default", 0), put_variant(s, &toy_gap, 0, "other", 1),
                          put_variant(s, &toy_gap_sup, 1, "default", 0) };
    unsigned char done[3] = { 9, 9, 9 };
    good(store_begin(s, &err), &err);
    put_cell(s, p, 7, v[1], 0.5);
    good(store_commit(s, &err), &err);
    good(store_begin(s, &err), &err);
    put_cell(s, p, 7, v[0], 0.5);
    store_rollback(s); /* taken back */
    const struct {
        cell_key key;
        unsigned char done[3];
    } known[] = { { { p, 100, 7, 0 }, { 0, 1, 0 } },
                  { { p, 100, 8, 0 }, { 0 } },
                  { { p, 101, 7, 0 }, { 0 } },
                  { { q, 100, 7, 0 }, { 0 } } };
    for (size_t c = 0; c < ASSAY_COUNT(known); c++) {
        cell_key key = known[c].key;
        for (size_t k = 0; k < 3; k++) {
            key.variant = v[k];
            good(store_done(s, &key, &done[k], &err), &err);
        }
        assert_memory_equal(done, known[c].done, 3);
    }
}

typedef struct job {
    int scenario, point, variant;
    uint64_t seed;
} job;

static void put_job(store *s, const job *j)
{
    static const char *const presets[] = { "default", "zaidi2020", "default", "default" };
    static const assay_metric *const metrics[] = { &toy_gap, &toy_gap, &toy_gap_sup, &toy_trio };
    static const size_t places[] = { 0, 0, 1, 2 };
    const int64_t p = put_point(s, j->scenario ? &toy_ant : &toy_zebra, (size_t)j->scenario, (size_t)j->point);
    const int64_t v =
        put_variant(s, metrics[j->variant], places[j->variant], presets[j->variant], (size_t)(j->variant == 1));
    assay_error err = { "" };
    if (j->variant < 3) {
        put_cell(s, p, j->seed, v, 0.01 * (double)j->seed + 0.1 * j->point);
        return;
    }
    const assay_score scores[] = { { .output = "mod", .overall = { .value = 0.5 } },
                                   { .output = "all", .overall = { .value = 0.25 } } };
    good(store_cell(s, &(cell_key){ p, 100, j->seed, v }, scores, 2, &err), &err);
}

/* The exported order is that of places, whatever came first. */
TEST(order_is_not_that_of_writing)
{
    enum { JOBS = 2 * 3 * 4 * 12 };
    job jobs[JOBS];
    for (int k = 0; k < JOBS; k++) jobs[k] = (job){ k % 2, k / 2 % 3, k / 6 % 4, (uint64_t)(k / 24) };
    lines all[3];
    for (unsigned round = 0; round < 3; round++) {
        char name[32];
        size_t order[JOBS];
        assay_stream stream;
        assay_error err = { "" };
        assay_stream_seed(&stream, round);
        assay_stream_permutation(&stream, order, JOBS);
        snprintf(name, sizeof name, "order%u.db", round);
        FREED(store_closed) store *s = open_store(scratch_path(name), STORE_WRITE);
        good(store_begin(s, &err), &err);
        for (size_t k = 0; k < JOBS; k++) put_job(s, &jobs[order[k]]);
        good(store_commit(s, &err), &err);
        read_lines(s, NULL, &all[round]);
    }
    assert_int_equal(all[0].count, 2 * 3 * 12 * (3 * 3 + 2));
    assert_string_equal(all[0].text, all[1].text);
    assert_string_equal(all[0].text, all[2].text);
    /* scenarios by place and not by name; seeds before metrics; items after the overall value */
    assert_int_equal(strncmp(all[0].text, "zebra alpha=0 100 0 gap@default gap 1 -1 ", 41), 0);
    assert_non_null(
        strstr(all[0].text, "zebra alpha=0 100 0 trio@default all 0 -1 0.25 - 0\nzebra alpha=0 100 1 gap@default"));
    for (size_t k = 0; k < 3; k++) free(all[k].text);
}

TEST(filters)
{
    enum { SEEDS = 4 };
    FREED(store_closed) store *s = open_store(scratch_path("filters.db"), STORE_WRITE);
    for (int k = 0; k < 2 * 3 * 4 * SEEDS; k++) put_job(s, &(job){ k % 2, k / 2 % 3, k / 6 % 4, (uint64_t)(k / 24) });
    static const struct {
        store_filter filter;
        size_t rows; /* per scenario, point and seed */
        size_t scenarios;
    } known[] = {
        { { 0 }, 11, 2 },
        { { .scenarios = "ant" }, 11, 1 },
        { { .scenarios = "zebra,ant" }, 11, 2 },
        { { .scenarios = "an" }, 0, 0 },
        { { .metrics = "gap" }, 6, 2 }, /* not gap-sup */
        { { .metrics = "gap-sup" }, 3, 2 },
        { { .metrics = "gap@zaidi2020" }, 3, 2 },
        { { .metrics = "gap@zaidi2020,trio" }, 5, 2 },
        { { .metrics = "sup" }, 0, 0 },
        { { .metrics = "default" }, 0, 0 },
        { { .scenarios = "ant", .metrics = "trio", .samples = 100 }, 2, 1 },
        { { .samples = 10 }, 0, 0 },
        { { .overall = 1 }, 5, 2 }, /* one row instead of three of gap, gap@zaidi2020 and gap-sup */
        { { .metrics = "gap,trio", .overall = 1 }, 4, 2 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        const size_t got = count_rows(s, &known[k].filter), want = known[k].rows * known[k].scenarios * 3 * SEEDS;
        if (got != want) fail_msg("filter %zu: %zu rows, not %zu", k, got, want);
    }
}

static assay_status add_extent(const store_extent *row, void *context)
{
    lines *to = context;
    fprintf(to->file, "%s %llu: %llu points, %llu variants, %llu cells, %llu failed, %llu seeds %llu-%llu\n",
            row->scenario, (unsigned long long)row->samples, (unsigned long long)row->points,
            (unsigned long long)row->variants, (unsigned long long)row->cells, (unsigned long long)row->failed,
            (unsigned long long)row->seeds, (unsigned long long)row->seed_least, (unsigned long long)row->seed_most);
    to->count++;
    assert_string_equal(row->version_least, row->version_most);
    assert_string_equal(row->version_most, ASSAY_VERSION);
    return ASSAY_OK;
}

/* What was run of each scenario, of those that a filter leaves. */
TEST(extents)
{
    static const struct {
        store_filter filter;
        const char *text;
    } known[] = {
        { { 0 },
          "zebra 100: 3 points, 4 variants, 24 cells, 0 failed, 2 seeds 5-6\n"
          "ant 100: 2 points, 1 variants, 4 cells, 1 failed, 3 seeds 1-9\n" },
        { { .scenarios = "ant" }, "ant 100: 2 points, 1 variants, 4 cells, 1 failed, 3 seeds 1-9\n" },
        { { .metrics = "gap" }, "zebra 100: 3 points, 2 variants, 12 cells, 0 failed, 2 seeds 5-6\n" },
        { { .metrics = "gap@zaidi2020,gap-sup" },
          "zebra 100: 3 points, 2 variants, 12 cells, 0 failed, 2 seeds 5-6\n"
          "ant 100: 2 points, 1 variants, 4 cells, 1 failed, 3 seeds 1-9\n" },
        { { .scenarios = "zebra", .metrics = "trio", .samples = 100 },
          "zebra 100: 3 points, 1 variants, 6 cells, 0 failed, 2 seeds 5-6\n" },
        { { .samples = 101 }, "" },
    };
    FREED(store_closed) store *s = open_store(scratch_path("extents.db"), STORE_WRITE);
    assay_error err = { "" };
    for (int k = 0; k < 24; k++) put_job(s, &(job){ 0, k % 3, k / 3 % 4, 5 + (uint64_t)(k / 12) });
    put_job(s, &(job){ 1, 0, 2, 1 });
    put_job(s, &(job){ 1, 1, 2, 1 });
    put_job(s, &(job){ 1, 0, 2, 9 });
    const assay_score failed = { .output = "gap",
                                 .status = ASSAY_EINTERNAL,
                                 .overall = { .value = NAN, .undefined = "candidate-error: no" } };
    const cell_key key = { put_point(s, &toy_ant, 1, 1), 100, 4, put_variant(s, &toy_gap_sup, 1, "default", 0) };
    good(store_cell(s, &key, &failed, 1, &err), &err);
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        lines to;
        begin_lines(&to);
        good(store_extents(s, &known[k].filter, add_extent, &to, &err), &err);
        fclose(to.file);
        assert_string_equal(to.text, known[k].text);
        free(to.text);
    }
}

static assay_status keep_first_plan(const char *name, const char *text, void *context)
{
    snprintf(context, 64, "%s: %s", name, text);
    return ASSAY_EINTERRUPTED;
}

static assay_status stop_at_extent(const store_extent *row, void *context)
{
    snprintf(context, 64, "%s", row->scenario);
    return ASSAY_EINTERRUPTED;
}

/* Plans come by name; who reads them, or what was run, may stop, and is told so. */
TEST(origins_may_stop)
{
    char kept[64] = "";
    FREED(store_closed) store *s = open_store(scratch_path("origins.db"), STORE_WRITE);
    assay_error err = { "" };
    good(store_plan(s, "second", "seeds: 0:2", &err), &err);
    good(store_plan(s, "first", "seeds: 0:1", &err), &err);
    assert_int_equal(store_plans(s, keep_first_plan, kept, &err), ASSAY_EINTERRUPTED);
    assert_string_equal(kept, "first: seeds: 0:1");
    put_job(s, &(job){ 1, 0, 2, 1 });
    put_job(s, &(job){ 0, 0, 2, 1 });
    assert_int_equal(store_extents(s, NULL, stop_at_extent, kept, &err), ASSAY_EINTERRUPTED);
    assert_string_equal(kept, "zebra");
}

static assay_status stop_at_second(const store_row *row, void *context)
{
    (void)row;
    return ++*(int *)context == 2 ? ASSAY_EINTERRUPTED : ASSAY_OK;
}

TEST(a_visitor_may_stop)
{
    FREED(store_closed) store *s = open_store(some_store("stop.db"), STORE_READ);
    int visits = 0;
    assay_error err = { "" };
    assert_int_equal(each_row(s, NULL, stop_at_second, &visits, &err), ASSAY_EINTERRUPTED);
    assert_int_equal(visits, 2);
    assert_int_equal(count_rows(s, NULL), 360);
}

static assay_status add_progress(const store_progress *row, void *context)
{
    uint64_t *sum = context;
    sum[0] += row->wanted;
    sum[1] += row->done;
    sum[2] += row->failed;
    return ASSAY_OK;
}

TEST(status_counts)
{
    FREED(store_closed) store *s = open_store(scratch_path("status.db"), STORE_WRITE);
    assay_error err = { "" };
    const int64_t p = put_point(s, &toy_zebra, 0, 0), v = put_variant(s, &toy_gap, 0, "default", 0);
    good(store_plan(s, "mine", "text", &err), &err);
    good(store_want(s, "mine", &(cell_key){ p, 100, 0, v }, 10, &err), &err);
    good(store_want(s, "mine", &(cell_key){ p, 100, 0, v }, 10, &err), &err); /* twice is once */
    put_cell(s, p, 0, v, 0.5);
    put_cell(s, p, 9, v, 0.5);
    put_cell(s, p, 10, v, 0.5); /* not asked for */
    const assay_score failed = { .output = "gap",
                                 .overall = { .value = NAN, .undefined = "failed: no" },
                                 .status = ASSAY_EINTERNAL };
    good(store_cell(s, &(cell_key){ p, 100, 5, v }, &failed, 1, &err), &err);
    uint64_t sum[3] = { 0 };
    good(store_status(s, add_progress, sum, &err), &err);
    assert_memory_equal(sum, ((uint64_t[]){ 10, 3, 1 }), sizeof sum);
    good(store_plan(s, "mine", "other text", &err), &err); /* what was asked for stays so */
    good(store_want(s, "mine", &(cell_key){ p, 100, 0, v }, 2, &err), &err);
    memset(sum, 0, sizeof sum);
    good(store_status(s, add_progress, sum, &err), &err);
    assert_memory_equal(sum, ((uint64_t[]){ 10, 3, 1 }), sizeof sum);
}

/* Cells of one point, each in a transaction of its own. */
static int write_some(const char *path, uint64_t first, uint64_t end)
{
    store *s;
    assay_error err = { "" };
    if (store_open(path, STORE_WRITE, &s, &err) != ASSAY_OK) return 1;
    for (uint64_t seed = first; seed < end; seed++) {
        int64_t p = 0, v = 0;
        if (store_begin(s, &err) != ASSAY_OK) return 2;
        if (try_point(s, &toy_zebra, 0, 0, &p, &err) != ASSAY_OK) return 3;
        if (try_variant(s, &toy_gap, 0, "default", 0, &v, &err) != ASSAY_OK) return 4;
        if (try_cell(s, p, seed, v, (double)seed, &err) != ASSAY_OK) return 5;
        if (store_commit(s, &err) != ASSAY_OK) return 6;
    }
    store_close(s);
    return 0;
}

/* They find no file, and all make it at once; the ranges of their seeds overlap. */
TEST(processes_write_at_once)
{
    enum { ROUNDS = 8, WRITERS = 4 };
    for (int round = 0; round < ROUNDS; round++) {
        char name[32];
        snprintf(name, sizeof name, "together%d.db", round);
        const char *path = scratch_path(name);
        fflush(NULL);
        pid_t child[WRITERS];
        for (uint64_t k = 0; k < WRITERS; k++) {
            child[k] = fork();
            assert_true(child[k] >= 0);
            if (child[k] == 0) _exit(write_some(path, 10 * k, 10 * k + 25));
        }
        for (int k = 0; k < WRITERS; k++) {
            int status = -1;
            assert_int_equal(waitpid(child[k], &status, 0), child[k]);
            assert_int_equal(status, 0);
        }
        store *s = open_store(path, STORE_READ);
        assert_int_equal(count_rows(s, NULL), (10 * (WRITERS - 1) + 25) * 3);
        store_close(s);
        check_integrity(path);
    }
}

static int die_in_the_middle(const char *path)
{
    if (write_some(path, 0, 5)) return 1;
    store *s;
    assay_error err = { "" };
    int64_t p = 0, v = 0;
    if (store_open(path, STORE_WRITE, &s, &err) != ASSAY_OK || store_begin(s, &err) != ASSAY_OK) return 2;
    try_point(s, &toy_zebra, 0, 0, &p, &err);
    try_variant(s, &toy_gap, 0, "default", 0, &v, &err);
    for (uint64_t seed = 5; seed < 2000; seed++) /* enough to spill from memory into the file */
        if (try_cell(s, p, seed, v, 1.0, &err) != ASSAY_OK) return 3;
    raise(SIGKILL);
    return 4;
}

TEST(a_crash_leaves_whole_transactions)
{
    const char *path = scratch_path("crash.db");
    assert_int_equal(in_child(die_in_the_middle, path), 1000 + SIGKILL);
    store *s = open_store(path, STORE_WRITE);
    assert_int_equal(count_rows(s, NULL), 5 * 3);
    store_close(s);
    assert_int_equal(write_some(path, 0, 20), 0);
    s = open_store(path, STORE_READ);
    assert_int_equal(count_rows(s, NULL), 20 * 3);
    store_close(s);
    check_integrity(path);
}

static long allowed;
static int failure;

static int write_disturbed(const char *path)
{
    vfs_fail(allowed, failure);
    return write_some(path, 0, 2);
}

/* Whole transactions are there or nothing is; and the same command goes on. */
static void check_goes_on(const char *path)
{
    if (number_in(path, "SELECT count(*) FROM sqlite_schema")) {
        FREED(store_closed) store *s = open_store(path, STORE_READ);
        const size_t rows = count_rows(s, NULL);
        if (rows % 3 || rows > 6) fail_msg("after %ld operations: %zu rows", allowed, rows);
    }
    assert_int_equal(write_some(path, 0, 3), 0);
    store *s = open_store(path, STORE_READ);
    assert_int_equal(count_rows(s, NULL), 3 * 3);
    store_close(s);
    check_integrity(path);
}

static void disturb_everywhere(int how)
{
    enum { MOST = 2000 };
    int got = -1;
    failure = how;
    for (allowed = 0; got && allowed < MOST; allowed++) {
        const char *path = scratch_path("disturbed.db");
        unlink(path);
        unlink(scratch_path("disturbed.db-journal"));
        got = in_child(write_disturbed, path);
        if (how == VFS_KILL && got) assert_int_equal(got, 1000 + SIGKILL);
        check_goes_on(path);
    }
    assert_int_equal(got, 0); /* at last it ended before it was disturbed */
    assert_in_range(allowed, 60, MOST);
}

TEST(a_kill_at_any_operation_leaves_whole_transactions) { disturb_everywhere(VFS_KILL); }

TEST(a_full_disk_at_any_operation_leaves_whole_transactions) { disturb_everywhere(SQLITE_FULL); }

/* The same with the journal of a network file system, or of a store that was just being opened. */
static int die_with_a_journal(const char *path)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) return 1;
    if (sqlite3_exec(db, "PRAGMA journal_mode=DELETE; PRAGMA cache_size=2; BEGIN IMMEDIATE; UPDATE score SET value = 7",
                     NULL, NULL, NULL) != SQLITE_OK)
        return 2;
    raise(SIGKILL);
    return 3;
}

TEST(a_reader_rolls_back)
{
    const char *path = some_store("journal.db");
    struct stat about;
    store *s = open_store(path, STORE_READ);
    lines want;
    read_lines(s, NULL, &want);
    store_close(s);
    assert_int_equal(in_child(die_with_a_journal, path), 1000 + SIGKILL);
    assert_int_equal(stat(scratch_path("journal.db-journal"), &about), 0);
    s = open_store(path, STORE_READ);
    lines got;
    read_lines(s, NULL, &got);
    assert_string_equal(got.text, want.text);
    assay_error err = { "" };
    assert_int_not_equal(store_plan(s, "mine", "text", &err), ASSAY_OK); /* and writes nothing */
    store_close(s);
    free(got.text);
    free(want.text);
}

TESTS_MAIN_IN(scratch_make_in_memory, scratch_remove)
