/*
 * A disk that lies: single bits of a store, and sectors that are left of an older one. Whatever opens the file refuses it
 * with a sentence, or reads the numbers that were written; so does a union that takes it. FLIPS=0: every bit.
 */
#define _GNU_SOURCE /* memmem */
#include "testing.h"
#include "counted.h"
#include "scratch.h"
#include "store_merge.h"
#include "store_about.h"
#include "store_raw.h"

enum { MOST = 1 << 18, SECTOR = 512 };

typedef struct content {
    unsigned char at[MOST];
    size_t n;
} content;

static void load(const char *path, content *to)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    to->n = fread(to->at, 1, MOST, file);
    assert_true(to->n > 0 && to->n < MOST);
    fclose(file);
}

static void write_seeds(const char *path, uint64_t first)
{
    store *s = open_store(path, STORE_WRITE);
    put_toys(s, first, first + 3);
    store_close(s);
    run_sql(path, "PRAGMA page_size = 512; VACUUM");
}

static assay_status put_row(const store_row *r, void *to)
{
    fprintf(to, "%s %s %" PRIu64 " %" PRIu64 " %s %s %s %" PRId64 " %a %a %s\n", r->point->scenario->title,
            r->point->at.set.text, r->samples, r->seed, r->variant->metric->title, r->variant->name.text,
            r->output->name, r->item, r->value, r->seconds, r->undefined ? r->undefined : "");
    return fprintf(to, "%d %a %a %a\n", r->output->axis, r->output->low, r->output->high, r->point->truth[1].value) > 0
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

static assay_status put_sure(const store_uncertain *u, void *to)
{
    return fprintf(to, "%" PRIu64 " %s %d %a %" PRIu64 " %" PRIu64 " %a %a %a %a\n", u->seed, u->output->name,
                   u->is.kind, u->is.level, u->is.draws, u->is.defined, u->is.mean, u->is.sd, u->is.low, u->is.high) > 0
               ? ASSAY_OK
               : ASSAY_ENOMEM;
}

static assay_status put_progress(const store_progress *p, void *to)
{
    return fprintf(to, "%s %s %" PRIu64 " %" PRIu64 "\n", p->plan, p->metric, p->wanted, p->done) > 0 ? ASSAY_OK
                                                                                                      : ASSAY_ENOMEM;
}

static assay_status put_plan(const char *name, const char *text, void *to)
{
    return fprintf(to, "%s %s\n", name, text) > 0 ? ASSAY_OK : ASSAY_ENOMEM;
}

/* All of a store; NULL: it was refused. Anything but the input's fault is a failure. */
static char *read_all(const char *path)
{
    char *text = NULL;
    size_t size;
    catalog of = { 0 };
    store *s;
    assay_error err = { "" };
    assay_status status = store_open(path, STORE_READ, &s, &err);
    FILE *to = open_memstream(&text, &size);
    if (status == ASSAY_OK) status = store_catalog(s, &of, &err);
    if (status == ASSAY_OK) status = store_rows(s, &of, NULL, put_row, to, &err);
    if (status == ASSAY_OK) status = store_uncertainties(s, &of, NULL, put_sure, to, &err);
    if (status == ASSAY_OK) status = store_status(s, put_progress, to, &err);
    if (status == ASSAY_OK) status = store_plans(s, put_plan, to, &err);
    catalog_free(&of);
    store_close(s);
    fclose(to);
    if (status == ASSAY_OK) return text;
    free(text);
    if (status != ASSAY_EINPUT || !strstr(err.text, path)) fail_msg("status %d: %s", status, err.text);
    return NULL;
}

typedef struct seen {
    size_t refused, same;
} seen;

/* x.db holds what may be damaged. */
static void check_reading(const char *path, const char *wanted, seen *to)
{
    char *got = read_all(path), part[600];
    if (got) assert_string_equal(got, wanted);
    ++*(got ? &to->same : &to->refused);
    free(got);
    for (int k = 0; k < 3; k++) { /* a bit of the header asks for a log */
        snprintf(part, sizeof part, "%s%s", path, k == 0 ? "-wal" : k == 1 ? "-shm" : "-journal");
        unlink(part);
    }
}

static void check_merging(const char *path, const char *wanted)
{
    const char *fresh = scratch_path("union.db");
    store_merged sum;
    assay_error err = { "" };
    unlink(fresh);
    store *to = open_store(fresh, STORE_WRITE);
    const assay_status status = store_merge(to, path, &(store_merging){ 0 }, &sum, &err);
    store_close(to);
    OWNED char *got = status == ASSAY_OK ? read_all(fresh) : NULL;
    if (status == ASSAY_OK) assert_string_equal(got, wanted);
}

/* ---- */

TEST(no_bit_makes_another_number)
{
    static content whole;
    const char *asked = getenv("FLIPS");
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path("x.db")); /* which others are written over */
    const size_t flips = asked ? strtoull(asked, NULL, 10) : 400;
    seen all = { 0 };
    write_seeds(path, 0);
    load(path, &whole);
    OWNED char *wanted = read_all(path);
    assert_non_null(wanted);
    const size_t bits = 8 * whole.n, step = flips && flips < bits ? bits / flips | 1 : 1;
    for (size_t bit = 0; bit < bits; bit += step) {
        whole.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        scratch_write("x.db", whole.at, whole.n);
        check_reading(path, wanted, &all);
        if (bit / step % 16 == 0) check_merging(path, wanted);
        whole.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    print_message("# of %zu bits that were turned %zu were refused, %zu read as before\n", all.refused + all.same,
                  all.refused, all.same);
    assert_true(all.refused > (all.refused + all.same) / 5); /* the rest are bytes that hold nothing */
}

/* The score of item 0 of cell 6 says that it is of cell 4: a search for those of cell 6 still finds it. What is whole
 * is taken. */
TEST(a_row_out_of_order_is_found)
{
    static const unsigned char record[] = { 6, 1, 1, 8, 7, 0, 6, 2, 0x3f, 0xed, 0x55 };
    static content whole;
    char path[512];
    store_merged sum;
    assay_error err = { "" };
    snprintf(path, sizeof path, "%s", scratch_path("x.db"));
    unlink(path);
    write_seeds(path, 0);
    load(path, &whole);
    unsigned char *at = memmem(whole.at, whole.n, record, sizeof record);
    assert_non_null(at);
    at[6] = 4;
    scratch_write("x.db", whole.at, whole.n);
    assert_null(read_all(path));
    const char *fresh = scratch_path("union.db");
    unlink(fresh);
    FREED(store_closed) store *to = open_store(fresh, STORE_WRITE);
    good(store_merge(to, path, &(store_merging){ .repair = 1, .folder = scratch_folder }, &sum, &err), &err);
    assert_int_equal(sum.cells, 5);
}

/* What is left of the file as it was before the last transaction. */
TEST(no_sector_of_yesterday_makes_another_number)
{
    static content before, after;
    char path[512];
    snprintf(path, sizeof path, "%s", scratch_path("x.db")); /* which others are written over */
    seen all = { 0 };
    unlink(path);
    write_seeds(path, 0);
    load(path, &before);
    write_seeds(path, 3);
    load(path, &after);
    OWNED char *wanted = read_all(path);
    assert_non_null(wanted);
    for (size_t at = 0; at + SECTOR <= before.n && at + SECTOR <= after.n; at += SECTOR) {
        unsigned char kept[SECTOR];
        if (memcmp(before.at + at, after.at + at, SECTOR) == 0) continue;
        memcpy(kept, after.at + at, SECTOR);
        memcpy(after.at + at, before.at + at, SECTOR);
        scratch_write("x.db", after.at, after.n);
        check_reading(path, wanted, &all);
        memcpy(after.at + at, kept, SECTOR);
    }
    print_message("# of %zu sectors of the store before %zu were refused\n", all.refused + all.same, all.refused);
    assert_true(all.refused > 5);
}

/* Cells of three more seeds, in a log that nobody folds in. */
static int write_more_and_die(const char *path)
{
    put_toys(open_store(path, STORE_WRITE), 3, 6);
    return 0;
}

/* A log that was written in part, or whose bits have turned: what it holds is taken or left, never read as another. */
TEST(no_torn_log_makes_another_number)
{
    static content file, log;
    char path[512], log_path[520];
    snprintf(path, sizeof path, "%s", scratch_path("x.db"));
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    unlink(path);
    write_seeds(path, 0);
    OWNED char *before = read_all(path);
    assert_int_equal(in_child(write_more_and_die, path), 0);
    load(path, &file);
    load(log_path, &log);
    OWNED char *after = read_all(path);
    assert_true(before && after && strcmp(before, after) != 0);
    size_t old = 0, new = 0, refused = 0;
    for (size_t at = 0; at < log.n; at += log.n / 60 | 1) {
        for (int turned = 0; turned < 2; turned++) {
            log.at[at] ^= (unsigned char)turned;
            scratch_write("x.db", file.at, file.n);
            scratch_write("x.db-wal", log.at, turned ? log.n : at);
            log.at[at] ^= (unsigned char)turned;
            char *got = read_all(path);
            const int is_old = got && strcmp(got, before) == 0, is_new = got && strcmp(got, after) == 0;
            if (got && !is_old && !is_new) fail_msg("byte %zu of the log: %s", at, got);
            old += is_old != 0, new += is_new != 0, refused += !got;
            free(got);
            unlink(log_path);
        }
    }
    print_message("# of %zu torn logs %zu were left, %zu taken, %zu refused\n", old + new + refused, old, new, refused);
    assert_true(old > 60);
}

TESTS_MAIN_IN(scratch_make_in_memory, scratch_remove)
