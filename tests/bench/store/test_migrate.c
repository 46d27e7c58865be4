/*
 * Stores of schema 1: brought to this one where they are, after a copy, whole or not at all.
 *
 * schema_1.db was written by the program of commit 32dd893 and vacuumed, schema_1.csv is its export; the plan is in the
 * store. Its parts name two cells twice; one scenario has two swept parameters, one has words, one has absent values;
 * one metric came from a Python file. schema_2.db and schema_2.csv are those of the program of commit 2771e0d, the last
 * that knew no studies; schema_3.db and schema_3.csv of e808018, the last that told no days.
 */
#include "failing_vfs.h"
#include "scratch.h"
#include "store_raw.h"

#include <sys/resource.h>

static const char original[] = "tests/bench/store/schema_1.db";
enum { OLD_CELLS = 127, NOT_PERMITTED = 77 };

/* ------------------------------------------------------------------------------------------------------ files -- */

typedef struct bytes {
    char *at;
    size_t size;
} bytes;

static bytes read_file(const char *path)
{
    bytes b = { 0 };
    FILE *file = fopen(path, "rb");
    if (!file) return b;
    fseek(file, 0, SEEK_END);
    b.size = (size_t)ftell(file);
    rewind(file);
    b.at = malloc(b.size + 1);
    assert_non_null(b.at);
    assert_int_equal(fread(b.at, 1, b.size, file), b.size);
    fclose(file);
    return b;
}

static int is_original(const char *path)
{
    bytes want = read_file(original), got = read_file(path);
    assert_true(want.size > 0);
    const int same = got.at && got.size == want.size && memcmp(got.at, want.at, want.size) == 0;
    free(want.at);
    free(got.at);
    return same;
}

static int exists(const char *path, const char *suffix)
{
    char name[1200];
    struct stat about;
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, &about) == 0;
}

/* The old store, alone in a folder of its own: nothing of another test is beside it. */
static const char *old_store(const char *folder)
{
    const char *path = scratch_path(folder);
    scratch_remove_tree(path);
    assert_int_equal(mkdir(path, 0700), 0);
    char name[128];
    snprintf(name, sizeof name, "%s/x.db", folder);
    bytes b = read_file(original);
    path = scratch_write(name, b.at, b.size);
    free(b.at);
    return path;
}

static int is_whole(const char *path)
{
    return number_in(path, "SELECT count(*) = 1 AND max(integrity_check) = 'ok' FROM pragma_integrity_check") == 1;
}

/* ----------------------------------------------------------------------------------------------------- scores -- */

static assay_status add_timed(const store_row *r, void *context)
{
    print_row(context, r);
    fprintf(context, " %.17g\n", r->seconds);
    return ASSAY_OK;
}

/* NULL: it cannot be read. Free. */
static char *scores_of(store *s)
{
    char *text = NULL;
    size_t size;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    const assay_status status = each_row(s, NULL, add_timed, to, &err);
    fclose(to);
    if (status == ASSAY_OK) return text;
    free(text);
    return NULL;
}

static char *scores_in(const char *path)
{
    store *s = open_store(path, STORE_READ);
    char *text = scores_of(s);
    assert_non_null(text);
    store_close(s);
    return text;
}

/* What the store says, by way of a migration that nothing disturbed. Free. */
static char *scores_wanted(void)
{
    char *text = scores_in(old_store("wanted"));
    size_t lines = 0;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, 1103); /* those of schema_1.csv but its header */
    return text;
}

/* -------------------------------------------------------------------------------------------------- what comes -- */

static void in_place_after_a_copy(void **state)
{
    (void)state;
    char *want = scores_wanted();
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        const char *path = old_store("place");
        char copy[600];
        snprintf(copy, sizeof copy, "%s.schema-1", path);
        store_close(open_store(path, mode));
        assert_int_equal(number_in(path, "PRAGMA user_version"), 4);
        assert_true(is_whole(path) && is_original(copy));
        assert_true(!exists(copy, ".part") && !exists(copy, ".2") && !exists(path, "-journal"));
        bytes first = read_file(path);
        char *got = scores_in(path); /* nothing is left to do */
        bytes second = read_file(path);
        assert_string_equal(got, want);
        assert_true(first.size == second.size && memcmp(first.at, second.at, first.size) == 0);
        assert_true(!exists(copy, ".2"));
        free(first.at);
        free(second.at);
        free(got);
    }
    free(want);
}

/* Of schema 2 nothing changes but that it can hold studies. */
static void the_second_schema(void **state)
{
    (void)state;
    bytes old = read_file("tests/bench/store/schema_2.db");
    const char *path = old_store("second");
    path = scratch_write("second/x.db", old.at, old.size);
    const char *const counts[] = { "SELECT count(*) FROM cell", "SELECT count(*) FROM score",
                                   "SELECT sum(id) FROM cell", "SELECT sum(seed_end - seed_first) FROM want" };
    int64_t before[4];
    for (size_t k = 0; k < 4; k++) before[k] = number_in(path, counts[k]);
    assert_int_equal(before[0], 18);
    store_close(open_store(path, STORE_READ));
    for (size_t k = 0; k < 4; k++) assert_int_equal(number_in(path, counts[k]), before[k]);
    assert_int_equal(number_in(path, "PRAGMA user_version"), 4);
    assert_int_equal(number_in(path, "SELECT count(*) FROM representation"), 0);
    bytes copy = read_file(scratch_path("second/x.db.schema-2"));
    assert_true(copy.size == old.size && memcmp(copy.at, old.at, old.size) == 0);
    assert_true(!exists(path, ".schema-1"));
    run_sql(path, "DROP TABLE uncertainty; PRAGMA user_version = 2; CREATE VIEW v AS SELECT 1");
    store *s;
    assay_error err = { "" };
    assert_int_equal(store_open(path, STORE_READ, &s, &err), ASSAY_EINPUT);
    free(copy.at);
    free(old.at);
}

/* Links and pipes that came with a store: nothing is written through them, nobody waits for them. */
static void copies_through_nothing(void **state)
{
    (void)state;
    const char *path = old_store("sent");
    scratch_write("sent/precious", "mine", 4);
    assert_int_equal(symlink("precious", scratch_path("sent/x.db.schema-1.part")), 0);
    assert_int_equal(symlink("nowhere", scratch_path("sent/x.db.schema-1")), 0);
    store_close(open_store(path, STORE_READ));
    assert_true(is_original(scratch_path("sent/x.db.schema-1")) && !exists(scratch_path("sent/nowhere"), ""));
    path = old_store("piped");
    assert_int_equal(mkfifo(scratch_path("piped/x.db.schema-1"), 0600), 0);
    store_close(open_store(path, STORE_READ));
    assert_true(is_original(scratch_path("piped/x.db.schema-1.2")));
    bytes mine = read_file(scratch_path("sent/precious"));
    assert_int_equal(mine.size, 4);
    free(mine.at);
}

/* A copy that somebody else's file stands in the way of gets a number; one that is there already is not made again. */
static void names_of_copies(void **state)
{
    (void)state;
    const char *path = old_store("names");
    char copy[600];
    struct stat about;
    scratch_write("names/x.db.schema-1", "mine", 4);
    assert_int_equal(chmod(path, 0640), 0);
    store_close(open_store(path, STORE_READ));
    snprintf(copy, sizeof copy, "%s.schema-1.2", path);
    assert_true(is_original(copy));
    assert_int_equal(stat(copy, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    bytes mine = read_file(scratch_path("names/x.db.schema-1"));
    assert_true(mine.size == 4 && memcmp(mine.at, "mine", 4) == 0);
    bytes again = read_file(original);
    scratch_write("names/x.db", again.at, again.size);
    store_close(open_store(path, STORE_READ));
    assert_true(!exists(path, ".schema-1.3"));
    again.at[again.size] = 'x'; /* one byte more is another file */
    scratch_write("names/x.db", again.at, again.size);
    scratch_write("names/x.db.schema-1.2", again.at, again.size + 1);
    store_close(open_store(path, STORE_READ));
    assert_true(exists(path, ".schema-1.3") && !exists(path, ".schema-1.4"));
    scratch_write("names/x.db", again.at, again.size);
    again.at[again.size - 1] ^= 1; /* so is one of other bytes */
    scratch_write("names/x.db.schema-1.3", again.at, again.size);
    store_close(open_store(path, STORE_READ));
    assert_true(exists(path, ".schema-1.4") && !exists(path, ".schema-1.5"));
    free(mine.at);
    free(again.at);
}

static const stored_point *point_named(const catalog *c, const char *scenario, const char *text)
{
    for (size_t k = 0; k < c->points.count; k++) {
        const stored_point *p = c->points.at[k];
        if (point_is(&p->at, scenario, text)) return p;
    }
    fail_msg("no point %s %s", scenario, text);
    return NULL;
}

static const stored_variant *variant_named(const catalog *c, const char *metric, const char *text)
{
    for (size_t k = 0; k < c->variants.count; k++) {
        const stored_variant *v = c->variants.at[k];
        if (strcmp(v->name.metric, metric) == 0 && strcmp(v->name.text, text) == 0) return v;
    }
    fail_msg("no variant %s %s", metric, text);
    return NULL;
}

/* Texts have become parts, ids are what they were. */
static void texts_become_parts(void **state)
{
    (void)state;
    const char *path = old_store("parts");
    run_sql(path, "UPDATE scenario SET name = 'moved' WHERE name = 'noise'"); /* which no program knows */
    store *s = open_store(path, STORE_READ);
    catalog c = { 0 };
    assay_error err = { "" };
    good(store_catalog(s, &c, &err), &err);
    const stored_point *two = point_named(&c, "dependent", "delta=0.25;alpha=1");
    assert_int_equal(two->at.set.n, 2);
    assert_true(point_number(&two->at, "delta") == 0.25 && point_number(&two->at, "alpha") == 1);
    assert_string_equal(point_swept_name(&two->at), "alpha");
    const stored_point *word = point_named(&c, "trig", "order=interleaved");
    assert_string_equal(point_word(&word->at, "order"), "interleaved");
    assert_null(point_swept_name(&word->at));
    const stored_point *unknown = point_named(&c, "moved", "alpha=0.4");
    assert_string_equal(point_swept_name(&unknown->at), "alpha"); /* whose number is the old x */
    const stored_variant *v = variant_named(&c, "mig", "zaidi2020:bins=15");
    assert_string_equal(v->name.preset, "zaidi2020");
    assert_int_equal(v->name.changed.n, 1);
    assert_true(settings_number(&v->name.changed, "bins") == 15 && v->id == 2);
    assert_int_equal(variant_named(&c, "gap", "d7b35523")->name.changed.n, 0);
    catalog_free(&c);
    store_close(s);
    assert_int_equal(number_in(path, "SELECT count(*) FROM cell"), OLD_CELLS);
    assert_int_equal(number_in(path, "SELECT count(*) FROM reason WHERE word = 'not-applicable' AND number = -1"), 1);
    assert_int_equal(number_in(path, "SELECT count(*) FROM score WHERE value IS NULL AND reason IS NULL"), 0);
    assert_int_equal(number_in(path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

/* A plan wants a cell once. Of intervals that overlap, touch or hold one another one is left; a gap stays. */
static void wishes_become_a_set(void **state)
{
    (void)state;
    const char *path = old_store("wishes");
    assert_int_equal(number_in(path, "SELECT sum(seed_end - seed_first) FROM want"), OLD_CELLS + 2);
    uint64_t sum[2] = { 0 };
    assay_error err = { "" };
    store *s = open_store(path, STORE_READ);
    good(store_status(s, add_counts, sum, &err), &err);
    store_close(s);
    assert_true(sum[0] == OLD_CELLS && sum[1] == OLD_CELLS);
    path = old_store("wishes");
    run_sql(path, "DELETE FROM want; INSERT INTO want VALUES (1, 1, 60, 10, 12, 1), (1, 1, 60, 12, 14, 1),"
                  " (1, 1, 60, 13, 15, 1), (1, 1, 60, 20, 30, 1), (1, 1, 60, 21, 22, 1), (1, 1, 60, 23, 24, 1),"
                  " (1, 1, 60, 11, 12, 2), (1, 1, 70, 11, 12, 1), (1, 2, 60, 15, 16, 1), (1, 1, 60, 31, 32, 1)");
    store_close(open_store(path, STORE_READ));
    assert_int_equal(number_in(path, "SELECT count(*) FROM want"), 6);
    assert_int_equal(number_in(path, "SELECT count(*) FROM want WHERE (point, samples, variant) = (1, 60, 1) AND"
                                     " (seed_first, seed_end) IN (VALUES (10, 15), (20, 30), (31, 32))"),
                     3);
}

/* ------------------------------------------------------------------------------------------------- disturbances -- */

static long allowed;
static int failure;

/* 0: it was opened; 1: it was not, and the error says why */
static int open_disturbed(const char *path)
{
    store *s;
    assay_error err = { "" };
    vfs_fail(allowed, failure);
    const assay_status status = store_open(path, STORE_WRITE, &s, &err);
    if (status == ASSAY_OK) return 0; /* left open: closing, too, may fail */
    return status == ASSAY_EENVIRONMENT && strstr(err.text, path) && !s ? 1 : 2;
}

/* The store is the old one, to the byte, or the new one; its copy is whole or not there. Then the rest goes through. */
static void check_recovers(const char *path, const char *want)
{
    char copy[600];
    snprintf(copy, sizeof copy, "%s.schema-1", path);
    assert_true(is_whole(path));
    const int64_t version = number_in(path, "PRAGMA user_version");
    if (version == 1 ? !is_original(path) : version != 4 || !exists(copy, ""))
        fail_msg("after %ld operations: version %lld", allowed, (long long)version);
    if (exists(copy, "") && !is_original(copy)) fail_msg("after %ld operations: another copy", allowed);
    char *got = scores_in(path);
    assert_string_equal(got, want);
    assert_true(is_original(copy) && !exists(copy, ".part") && !exists(copy, ".2"));
    assert_int_equal(number_in(path, "PRAGMA user_version"), 4);
    free(got);
}

/* After every so many operations. */
static void disturb_everywhere(int how, int wanted, long step)
{
    char *want = scores_wanted();
    failure = how;
    int got = wanted;
    for (allowed = 0; got == wanted; allowed += step) {
        const char *path = old_store("disturbed");
        got = in_child(open_disturbed, path);
        check_recovers(path, want);
    }
    assert_int_equal(got, 0); /* at last it ended before it was disturbed */
    assert_in_range(allowed, 60, 2000);
    free(want);
}

static void killed_anywhere(void **state)
{
    (void)state;
    disturb_everywhere(VFS_KILL, 1000 + SIGKILL, 1);
}

static void full_anywhere(void **state)
{
    (void)state;
    disturb_everywhere(SQLITE_FULL, 1, 3);
}

/* The copy is no business of SQLite's: limits on the size of files, from nothing to more than is needed. */
static int open_limited(const char *path)
{
    const struct rlimit limit = { (rlim_t)allowed, (rlim_t)allowed };
    store *s;
    assay_error err = { "" };
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return NOT_PERMITTED;
    const assay_status status = store_open(path, STORE_WRITE, &s, &err);
    if (status == ASSAY_OK) store_close(s);
    else if (status != ASSAY_EENVIRONMENT || !strstr(err.text, path)) return 2;
    return status != ASSAY_OK;
}

static void no_room(void **state)
{
    (void)state;
    char *want = scores_wanted();
    int got = 1;
    for (allowed = 0; got == 1; allowed += 8192) {
        const char *path = old_store("limited");
        got = in_child(open_limited, path);
        if (got == 1) assert_true(!exists(path, ".schema-1.part"));
        check_recovers(path, want);
    }
    assert_int_equal(got, 0);
    assert_in_range(allowed, 100000, 1000000);
    free(want);
}

/* A reader for whom there is no room holds the newer store in memory. */
static int read_limited(const char *path)
{
    const struct rlimit limit = { 8192, 8192 };
    store *s;
    assay_error err = { "" };
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return NOT_PERMITTED;
    if (store_open(path, STORE_READ, &s, &err) != ASSAY_OK) return 1;
    char *text = scores_of(s);
    const int empty = !text || !*text;
    free(text);
    store_close(s);
    return empty ? 2 : 0;
}

static void a_reader_needs_no_room(void **state)
{
    (void)state;
    const char *path = old_store("reader");
    assert_int_equal(in_child(read_limited, path), 0);
    assert_true(is_original(path) && !exists(path, ".schema-1") && !exists(path, ".schema-1.part"));
    /* what is held in memory is trusted as little: no program writes a title of five million letters */
    run_sql(path, "UPDATE scenario SET title = printf('%.*c', 5000000, 'x') WHERE id = 1");
    assert_int_equal(in_child(read_limited, path), 2);
}

/* ---------------------------------------------------------------------------------------------------- permission -- */

static char *wanted_of_others;

/* As somebody who may read the file and write nothing; both ways to write are refused, which changes nothing. */
static int without_permission(const char *path)
{
    store *s;
    assay_error err = { "" };
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return NOT_PERMITTED;
    const assay_status status = store_open(path, STORE_WRITE, &s, &err);
    if (status != ASSAY_EINPUT && status != ASSAY_EENVIRONMENT) return 1;
    if (!strstr(err.text, path)) return 2;
    if (store_open(path, STORE_READ, &s, &err) != ASSAY_OK) return 3;
    char *got = scores_of(s);
    const int same = got && strcmp(got, wanted_of_others) == 0;
    free(got);
    store_close(s);
    return same ? 0 : 4;
}

static void what_cannot_be_written(void **state)
{
    (void)state;
    wanted_of_others = scores_wanted();
    for (int file_too = 0; file_too < 2; file_too++) {
        const char *path = old_store("fixed");
        assert_int_equal(chmod(path, file_too ? 0444 : 0666), 0);
        assert_int_equal(chmod(scratch_path("fixed"), 0555), 0);
        assert_int_equal(chmod(scratch_folder, 0755), 0);
        const int got = in_child(without_permission, path);
        assert_int_equal(chmod(scratch_path("fixed"), 0700), 0);
        assert_int_equal(chmod(scratch_folder, 0700), 0);
        if (got == NOT_PERMITTED) {
            print_message("# not tested here: a folder without permission: there is no other user to be\n");
            break;
        }
        assert_int_equal(got, 0);
        assert_true(is_original(path) && !exists(path, ".schema-1"));
    }
    free(wanted_of_others);
}

/* ------------------------------------------------------------------------------------------------------- company -- */

static int open_together(const char *path)
{
    store *s;
    assay_error err = { "" };
    if (store_open(path, getpid() % 2 ? STORE_READ : STORE_WRITE, &s, &err) != ASSAY_OK) return 1;
    char *got = scores_of(s);
    const int same = got && strcmp(got, wanted_of_others) == 0;
    free(got);
    store_close(s);
    return same ? 0 : 2;
}

/* One of them changes the store, all read it, and the copy is of what was there before. */
static void processes_open_at_once(void **state)
{
    enum { ROUNDS = 8, OPENERS = 4 };
    (void)state;
    wanted_of_others = scores_wanted();
    for (int round = 0; round < ROUNDS; round++) {
        const char *path = old_store("together");
        pid_t child[OPENERS];
        fflush(NULL);
        for (int k = 0; k < OPENERS; k++) {
            child[k] = fork();
            assert_true(child[k] >= 0);
            if (child[k] == 0) _exit(open_together(path));
        }
        for (int k = 0; k < OPENERS; k++) {
            int status = -1;
            assert_int_equal(waitpid(child[k], &status, 0), child[k]);
            assert_int_equal(status, 0);
        }
        check_recovers(path, wanted_of_others);
    }
    free(wanted_of_others);
}

/* A run of the old program is under way: readers see what it has written so far, nobody changes its tables. */
static void a_run_of_the_old_program(void **state)
{
    (void)state;
    char *want = scores_wanted();
    const char *path = old_store("busy");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode=WAL; UPDATE cell SET seconds = seconds", NULL, NULL, NULL),
                     SQLITE_OK);
    store *s;
    assay_error err = { "" };
    assert_int_equal(store_open(path, STORE_WRITE, &s, &err), ASSAY_EENVIRONMENT);
    assert_non_null(strstr(err.text, "another program has open"));
    char *got = scores_in(path);
    assert_string_equal(got, want);
    assert_int_equal(sqlite3_exec(db, "UPDATE cell SET seconds = seconds", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(number_in(path, "PRAGMA user_version"), 1);
    assert_true(!exists(path, ".schema-1"));
    free(got);
    got = scores_in(path); /* now it is alone */
    assert_string_equal(got, want);
    assert_int_equal(number_in(path, "PRAGMA user_version"), 4);
    free(got);
    free(want);
}

/* What a killed run of the old program left in its log is part of the store. */
static int die_with_a_log(const char *path)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) return 1;
    if (sqlite3_exec(db, "PRAGMA journal_mode=WAL; UPDATE cell SET seconds = 0.5", NULL, NULL, NULL) != SQLITE_OK)
        return 2;
    raise(SIGKILL);
    return 3;
}

static void a_killed_run_of_the_old_program(void **state)
{
    (void)state;
    const char *path = old_store("log");
    assert_int_equal(in_child(die_with_a_log, path), 1000 + SIGKILL);
    assert_true(exists(path, "-wal"));
    store_close(open_store(path, STORE_READ));
    assert_int_equal(number_in(path, "SELECT count(*) FROM cell WHERE seconds = 0.5"), OLD_CELLS);
    char copy[600];
    snprintf(copy, sizeof copy, "%s.schema-1", path);
    assert_int_equal(number_in(copy, "SELECT count(*) FROM cell WHERE seconds = 0.5"), OLD_CELLS);
    assert_int_equal(number_in(copy, "PRAGMA user_version"), 1);
}

/* ------------------------------------------------------------------------------------------------------- hostile -- */

/* Refused as input, by readers and writers, and left as it is. */
static void refused_unchanged(void **state)
{
    static const char *const changes[] = {
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER t AFTER UPDATE ON scenario BEGIN DELETE FROM cell; END",
        "CREATE TABLE other(id INTEGER)",
        "CREATE INDEX i ON cell(seed)",
        "ALTER TABLE cell ADD COLUMN more INTEGER",
        "ALTER TABLE score ADD COLUMN more INTEGER; CREATE VIEW v AS SELECT 1",
        "DROP TABLE plan", /* nothing needs it, but it is no store then */
        "DROP TABLE score",
        ("DROP TABLE score; CREATE VIEW score AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n)"
         " SELECT 1 AS cell, 1 AS output, k AS item, 0.5 AS value, NULL AS undefined FROM n"),
        "UPDATE point SET name = 'alpha' WHERE id = 1",
        "UPDATE point SET name = 'alpha=0;alpha=1' WHERE id = 1",
        "UPDATE variant SET preset = 'zaidi2020:bins' WHERE id = 2",
        "UPDATE variant SET preset = 'zaidi2020:=15' WHERE id = 2",
    };
    (void)state;
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        const char *path = old_store("hostile");
        run_sql(path, changes[k]);
        bytes before = read_file(path);
        for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
            store *s;
            assay_error err = { "" };
            const assay_status status = store_open(path, mode, &s, &err);
            if (status != ASSAY_EINPUT || s || !strstr(err.text, path))
                fail_msg("%s: status %d, %s", changes[k], status, err.text);
            bytes after = read_file(path);
            if (after.size != before.size || memcmp(after.at, before.at, before.size) != 0)
                fail_msg("%s: changed", changes[k]);
            free(after.at);
        }
        free(before.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_place_after_a_copy),
        cmocka_unit_test(the_second_schema),
        cmocka_unit_test(copies_through_nothing),
        cmocka_unit_test(names_of_copies),
        cmocka_unit_test(texts_become_parts),
        cmocka_unit_test(wishes_become_a_set),
        cmocka_unit_test(killed_anywhere),
        cmocka_unit_test(full_anywhere),
        cmocka_unit_test(no_room),
        cmocka_unit_test(a_reader_needs_no_room),
        cmocka_unit_test(what_cannot_be_written),
        cmocka_unit_test(processes_open_at_once),
        cmocka_unit_test(a_run_of_the_old_program),
        cmocka_unit_test(a_killed_run_of_the_old_program),
        cmocka_unit_test(refused_unchanged),
    };
    return cmocka_run_group_tests(tests, scratch_make_in_memory, scratch_remove);
}
