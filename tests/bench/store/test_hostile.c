/*
 * Stores from anywhere: what is not exactly the tables of a store is refused, and what stands in the tables is refused
 * or read, whatever it is, by everything that reads a store.
 */
#include "testing.h"
#include "evidence.h"
#include "scratch.h"
#include "store_raw.h"
#include "store_about.h"
#include "counted.h"

static const char *some_store(void)
{
    const char *path = scratch_path("x.db");
    unlink(path);
    FREED(store_closed) store *s = open_store(path, STORE_WRITE);
    put_toys(s, 0, 2);
    return path;
}

/* As a program that is killed leaves it: the change stands in a log, or is half written and its journal undoes it. */
static int change_and_die(const char *path, const char *sql)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK) return 1;
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : 2;
}

static int log_other(const char *path)
{
    return change_and_die(path, "PRAGMA journal_mode = WAL; UPDATE score SET value = value + 1");
}

static int log_nothing(const char *path)
{
    return change_and_die(path, "PRAGMA journal_mode = WAL; UPDATE score SET value = value + 1;"
                                "UPDATE score SET value = value - 1");
}

static int write_half(const char *path)
{
    return change_and_die(path, "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;"
                                "UPDATE score SET value = value + 1; UPDATE cell SET seed = seed + 7;"
                                "INSERT INTO plan VALUES(7, 'x', printf('%.*c', 500000, 'x'))");
}

/* The bytes of a file into `to`; 0: it is not there. */
static size_t bytes_of(const char *path, const char *end, char *to, size_t most)
{
    char name[600];
    snprintf(name, sizeof name, "%s%s", path, end);
    FILE *file = fopen(name, "rb");
    const size_t n = file ? fread(to, 1, most, file) : 0;
    if (file) fclose(file);
    assert_true(n < most);
    return n;
}

/* A store is looked at as its journals say, in memory; one that is refused is not opened here, so nothing of it moves. */
TEST(what_is_refused_is_left_as_it_came)
{
    static const struct {
        int (*left)(const char *path);
        const char *journal;
        int is_good;
    } ways[] = { { log_nothing, "-wal", 1 }, { log_other, "-wal", 0 }, { write_half, "-journal", 1 } };
    static char before[2][1 << 20], after[1 << 20];
    if (getenv("ASSAY_READERS")) return; /* inside: SQLite does what journals say before rows are looked at */
    for (size_t k = 0; k < 2 * ASSAY_COUNT(ways); k++) {
        unlink(scratch_path("x.db-wal"));
        const char *path = some_store(), *const ends[] = { "", ways[k / 2].journal };
        assay_error err = { "" };
        store *s;
        size_t n[2];
        int vetted;
        assert_int_equal(in_child(ways[k / 2].left, path), 0);
        if (k % 2) unlink(scratch_path("x.db-shm")); /* a store that was sent has none */
        for (int f = 0; f < 2; f++)
            if (!(n[f] = bytes_of(path, ends[f], before[f], sizeof before[f]))) fail_msg("%zu: no %s", k, ends[f]);
        const assay_status status = store_vet(path, STORE_READ, &vetted, &err);
        assert_true(vetted);
        assert_int_equal(status == ASSAY_OK, ways[k / 2].is_good);
        if (!ways[k / 2].is_good) assert_int_equal(store_open(path, STORE_READ, &s, &err), ASSAY_EINPUT);
        for (int f = 0; f < 2; f++) {
            assert_int_equal(bytes_of(path, ends[f], after, sizeof after), n[f]);
            assert_memory_equal(before[f], after, n[f]);
        }
        if (ways[k / 2].is_good) store_close(open_store(path, STORE_READ));
    }
}

TEST(other_tables_are_refused)
{
    static const char *const changes[] = {
        "CREATE VIEW more AS SELECT 1",
        "CREATE TRIGGER more AFTER INSERT ON cell BEGIN DELETE FROM score; END",
        "CREATE TABLE more(id INTEGER)",
        "CREATE INDEX more ON cell(seed)",
        "CREATE VIRTUAL TABLE more USING fts5(text)",
        "ALTER TABLE cell ADD COLUMN more INTEGER",
        "ALTER TABLE plan RENAME COLUMN text TO yaml",
        "DROP TABLE plan",
        "DROP TABLE reason; CREATE TABLE reason(id INTEGER PRIMARY KEY, word, axis, number, text)",
        "DROP TABLE score; CREATE VIEW score AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n)"
        " SELECT 1 AS cell, 1 AS output, k AS item, 0.5 AS value, NULL AS reason FROM n",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = "
        "'metric'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'word TEXT', 'word TEXT AS (name)')"
        " WHERE name = 'point_parameter'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = NULL WHERE name = 'plan'",
    };
    for (size_t k = 0; k < ASSAY_COUNT(changes); k++) {
        for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
            const char *path = some_store();
            store *s;
            assay_error err = { "" };
            run_sql(path, changes[k]);
            const assay_status status = store_open(path, mode, &s, &err);
            if (status != ASSAY_EINPUT || s || !strstr(err.text, path) || !strstr(err.text, "--db"))
                fail_msg("%s, mode %d: status %d, %s", changes[k], mode, status, err.text);
        }
    }
}

static void put_number(unsigned char *to, uint32_t number)
{
    for (int k = 0; k < 4; k++) to[k] = (unsigned char)(number >> (24 - 8 * k));
}

/* A rollback journal that changes nothing and names another file as that of several databases: SQLite looks into that
 * one and, where it names no database, deletes it. */
TEST(a_journal_deletes_no_other_file)
{
    static const unsigned char magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
    enum { PAGE = 4096, SECTOR = 512, NAME = SECTOR + 4 + PAGE + 4 };
    unsigned char journal[NAME + 512] = { 0 };
    for (int mode = STORE_READ; mode <= STORE_WRITE; mode++) {
        const char *path = some_store(), *other = scratch_write("precious", "mine", 4);
        const size_t length = strlen(other);
        uint32_t sum = 0;
        FILE *file = fopen(path, "rb");
        assert_int_equal(fread(journal + SECTOR + 4, 1, PAGE, file), PAGE);
        const uint32_t pages = (uint32_t)(fseek(file, 0, SEEK_END) == 0 ? ftell(file) / PAGE : 0);
        fclose(file);
        const uint32_t head[] = { 1, 1000, pages, SECTOR, PAGE };
        memcpy(journal, magic, sizeof magic);
        for (size_t k = 0; k < 5; k++) put_number(journal + 8 + 4 * k, head[k]);
        put_number(journal + SECTOR, 1);
        for (int k = PAGE - 200; k > 0; k -= 200) sum += journal[SECTOR + 4 + k];
        put_number(journal + SECTOR + 4 + PAGE, 1000 + sum);
        put_number(journal + NAME, 0x40000000 / PAGE + 1);
        memcpy(journal + NAME + 4, other, length);
        put_number(journal + NAME + 4 + length, (uint32_t)length);
        for (size_t k = sum = 0; k < length; k++) sum += (unsigned char)other[k];
        put_number(journal + NAME + 8 + length, sum);
        memcpy(journal + NAME + 12 + length, magic, sizeof magic);
        scratch_write("x.db-journal", journal, NAME + 20 + length);
        store *s;
        assay_error err = { "" };
        const assay_status status = store_open(path, mode, &s, &err);
        assert_true(status == ASSAY_OK || status == ASSAY_EINPUT);
        store_close(s);
        assert_int_equal(access(scratch_path("x.db-journal"), F_OK), -1); /* it was read */
        assert_int_equal(access(other, F_OK), 0);
    }
}

/* Statistics that SQLite itself keeps are nobody's tables. */
TEST(what_sqlite_keeps_is_no_table)
{
    const char *path = some_store();
    run_sql(path, "ANALYZE");
    store_close(open_store(path, STORE_READ));
}

static assay_status see_row(const store_row *r, void *context)
{
    ++*(size_t *)context;
    return r->point && r->variant && r->output && r->item >= -1 ? ASSAY_OK : ASSAY_EINTERNAL;
}

static assay_status see_progress(const store_progress *p, void *context)
{
    *(size_t *)context += strlen(p->plan) + strlen(p->scenario) + strlen(p->metric) + strlen(p->preset);
    return ASSAY_OK;
}

static assay_status see_plan(const char *name, const char *text, void *context)
{
    *(size_t *)context += strlen(name) + strlen(text);
    return ASSAY_OK;
}

static assay_status see_extent(const store_extent *e, void *context)
{
    *(size_t *)context += strlen(e->scenario) + strlen(e->title) + strlen(e->version_least) + strlen(e->version_most);
    return ASSAY_OK;
}

static assay_status read_evidence(store *s, assay_error *err)
{
    FREED(evidence_free) evidence all = { 0 };
    score_rows rows = { 0 };
    assay_status status = evidence_read(s, NULL, &all, err);
    if (status == ASSAY_OK) score_rows_list(&all, &rows);
    return status;
}

/* Everything that reads a store is tried, whatever the one before said; the worst status: any but EINPUT tells a
 * defect. */
static assay_status read_all(const char *path, assay_error *err)
{
    store *s;
    assay_status status = store_open(path, STORE_READ, &s, err);
    if (status != ASSAY_OK) return status;
    size_t seen = 0;
    const assay_status each[] = {
        each_row(s, NULL, see_row, &seen, err),         read_evidence(s, err),
        store_status(s, see_progress, &seen, err),      store_plans(s, see_plan, &seen, err),
        store_extents(s, NULL, see_extent, &seen, err),
    };
    store_close(s);
    for (size_t k = 0; k < ASSAY_COUNT(each); k++)
        if (each[k] != ASSAY_OK && status != ASSAY_EINTERNAL) status = each[k];
    return status;
}

static void check_readable(const char *change)
{
    assay_error err = { "" };
    const char *path = some_store();
    forge(path, change);
    const assay_status status = read_all(path, &err);
    if (status != ASSAY_OK && status != ASSAY_EINPUT) fail_msg("%s: status %d, %s", change, status, err.text);
    if (status == ASSAY_EINPUT && !strstr(err.text, path)) fail_msg("%s: %s", change, err.text);
}

/* Says of what is told that it is refused, where it cannot be read as anything. */
static void check_refused(const char *change)
{
    assay_error err = { "" };
    const char *path = some_store();
    forge(path, change);
    const assay_status status = read_all(path, &err);
    if (status != ASSAY_EINPUT || !strstr(err.text, path)) fail_msg("%s: status %d, %s", change, status, err.text);
}

/* One column, though the file says nothing of it: the schema is changed and changed back. */
static void check_null(const char *table, const char *column)
{
    char sql[1000];
    const char *path = some_store();
    snprintf(sql, sizeof sql,
             "CREATE TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = '%s';"
             "PRAGMA writable_schema = ON;"
             "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = '%s'",
             table, table);
    run_sql(path, sql);
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = NULL", table, column);
    run_sql(path, sql);
    snprintf(sql, sizeof sql,
             "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = (SELECT sql FROM kept)"
             " WHERE name = '%s'; DROP TABLE kept",
             table);
    forge(path, sql);
    assay_error err = { "" };
    const assay_status status = read_all(path, &err);
    if (status != ASSAY_OK && status != ASSAY_EINPUT) fail_msg("%s.%s: status %d, %s", table, column, status, err.text);
}

/* In columns that may not be NULL. */
TEST(nulls)
{
    static const struct {
        const char *table, *column[8];
    } known[] = {
        { "plan", { "name", "text" } },
        { "scenario", { "name", "place", "title", "symbol" } },
        { "point", { "scenario", "name", "place", "modularity_kind" } },
        { "point_parameter", { "name", "swept" } },
        { "metric", { "name", "place", "title", "family", "flags" } },
        { "output", { "metric", "name", "axis", "measures" } },
        { "variant", { "metric", "preset", "name", "place" } },
        { "variant_option", { "name" } },
        { "cell", { "point", "samples", "seed", "variant", "status", "seconds", "version" } },
        { "reason", { "word", "axis", "number", "text" } },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++)
        for (size_t c = 0; c < ASSAY_COUNT(known[k].column) && known[k].column[c]; c++)
            check_null(known[k].table, known[k].column[c]);
}

TEST(what_refers_to_nothing)
{
    check_readable("UPDATE point SET scenario = 77");
    check_refused("UPDATE variant SET metric = 77 WHERE id = 1");
    check_refused("UPDATE output SET metric = 77 WHERE id = 1");
    check_readable("UPDATE cell SET point = 77 WHERE point = 1");
    check_readable("UPDATE cell SET variant = 77 WHERE variant = 1");
    check_readable("UPDATE score SET output = 77");
    check_refused("UPDATE score SET output = 3 - output"); /* of another metric than the cell's */
    check_readable("UPDATE score SET reason = 77");
    check_readable("UPDATE score SET cell = 77 WHERE cell = 1");
    check_readable("UPDATE want SET point = 77 WHERE point = 1");
    check_readable("UPDATE variant_option SET variant = 77 WHERE variant = 1");
    check_readable("UPDATE point_parameter SET point = 77 WHERE point = 1");
}

TEST(numbers_beyond)
{
    check_refused("UPDATE score SET item = 100000000 WHERE item = 1"); /* room for so many would be asked for */
    check_refused("UPDATE score SET item = 9223372036854775807 WHERE item = 1");
    check_refused("UPDATE score SET item = -2 WHERE item = 1");
    check_refused("UPDATE score SET item = -9223372036854775808 WHERE item = 1");
    check_refused("UPDATE score SET value = 9e999"); /* by the rules of rows of cells alone */
    check_readable("UPDATE cell SET seed = -seed - 1, samples = -5");
    check_readable("UPDATE cell SET seconds = -9e999");
    check_readable("UPDATE output SET axis = 77, measures = -1, low = 9e999, high = -9e999");
    check_readable("UPDATE metric SET flags = -1, place = -1");
    check_readable("UPDATE point SET x = 9e999, modularity_kind = 77, compactness = -9e999");
    check_readable("UPDATE point_parameter SET swept = 1, number = NULL, word = NULL");
    check_readable("UPDATE point_parameter SET number = 1, word = 'both'");
    check_readable("UPDATE want SET seed_first = -9223372036854775808, seed_end = 9223372036854775807");
}

/* Longer than anything that a program writes: a plan's text has 1 MiB at most, a name 1023 bytes. */
TEST(texts_beyond)
{
    check_refused("UPDATE scenario SET title = printf('%.*c', 5000000, 'x')");
    check_refused("UPDATE point_parameter SET name = printf('%.*c', 1100, 'x')");
    check_refused("UPDATE variant_option SET word = printf('%.*c', 1100, 'x') WHERE word IS NOT NULL");
    check_refused("WITH RECURSIVE n(k) AS (SELECT 2 UNION ALL SELECT k + 1 FROM n WHERE k < 80)"
                  " INSERT INTO variant_option SELECT 1, k, 'o' || k, k, NULL FROM n");
    check_readable("UPDATE reason SET text = printf('%.*c', 100000, 'x'), word = ''");
    check_readable("UPDATE scenario SET name = '' WHERE id = 1");
    check_readable("UPDATE point_parameter SET name = '=;:'");
    check_readable("UPDATE metric SET name = char(10) || id");
}

TESTS_MAIN_IN(scratch_make_in_memory, scratch_remove)
