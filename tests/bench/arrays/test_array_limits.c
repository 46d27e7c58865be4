/*
 * Files that want more than there is, or that two readers would take for different arrays: refused with the limit and
 * the remedy before memory is taken for them. Sparse files are large without a disk; directories of archives are
 * changed byte by byte.
 */
#include "archive_bytes.h"
#include "limit.h"

#include <fcntl.h>
#include <time.h>

static void refused(const char *path, const char *part)
{
    array a;
    assay_error err = { "" };
    const assay_status status = array_read_inside(path, NULL, &a, &err);
    if (status != ASSAY_EINPUT || !strstr(err.text, part)) fail_msg("%s: status %d, '%s'", part, status, err.text);
    assert_null(a.value);
}

/* A file that begins so and is as long as said, without taking that room. */
static const char *sparse(const char *name, const char *start, size_t length, off_t size)
{
    const char *path = scratch_write(name, start, length);
    if (truncate(path, size) != 0) fail_msg("%s cannot be made sparse", path);
    return path;
}

static size_t npy_start(char *to, size_t room, const char *shape)
{
    const int length = snprintf(to + 10, room - 10, "{'descr': '|i1', 'fortran_order': False, 'shape': %s, }", shape);
    memcpy(to, "\x93NUMPY\1", 8);
    to[8] = (char)length;
    to[9] = 0;
    return (size_t)length + 10;
}

TEST(large_files_are_not_read)
{
    char start[256];
    refused(sparse("huge.csv", "1,2\n", 4, (off_t)9 << 30), "limit file-bytes");
    refused(sparse("zeros.csv", "1,2\n", 4, (off_t)8 << 30), "is not text (a zero at byte 4)");
    size_t length = npy_start(start, sizeof start, "(30000000, 20)");
    refused(sparse("many.npy", start, length, (off_t)length + 600000000),
            "600000000 numbers is more than the limit "
            "array-numbers, 536870912 (rows x columns of one array); keep fewer samples");
    length = npy_start(start, sizeof start, "(100000001,)");
    refused(sparse("rows.npy", start, length, (off_t)length + 100000001), "limit array-rows");
    length = npy_start(start, sizeof start, "(1, 1000001)");
    refused(sparse("columns.npy", start, length, (off_t)length + 1000001), "limit array-columns");
    length = npy_start(start, sizeof start, "(5000000000,)");
    refused(sparse("short.npy", start, length, (off_t)7 << 30), "bytes too many: shape (5000000000,)");
}

TEST(endless_files_are_not_read)
{
    refused("/dev/zero", "is not text (a zero at byte 0)");
    refused(scratch_write("empty.csv", "", 0), "is empty (0 bytes)");
}

TEST(long_lines_are_refused)
{
    enum { COLUMNS = 1000001 };
    OWNED char *text = malloc(2 * COLUMNS + 1);
    assert_non_null(text);
    for (size_t k = 0; k < COLUMNS; k++) memcpy(text + 2 * k, "1,", 2);
    text[2 * COLUMNS - 1] = '\n';
    refused(scratch_write("wide.csv", text, 2 * COLUMNS), "1000001 columns is more than the limit array-columns");
    memset(text, 'v', 1001);
    memcpy(text + 1001, "\n1\n", 3);
    refused(scratch_write("name.csv", text, 1004), "1001 bytes is more than the limit name-bytes, 1000");
    FREED(array_free) array a;
    assay_error err;
    text[1000] = ' ';
    assert_int_equal(array_read_inside(scratch_write("name.csv", text, 1004), NULL, &a, &err), ASSAY_OK);
    assert_int_equal(strlen(a.name[0]), 1000);
}

/* An archive with one deflated member: this .npy header, and bytes that do not compress. */
static array_bytes deflated_noise(const char *shape, size_t noise)
{
    char *member = malloc(256 + noise);
    assert_non_null(member);
    const size_t start = npy_start(member, 256, shape);
    uint64_t dice = 1;
    for (size_t k = 0; k < noise; k++) {
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        member[start + k] = (char)(dice >> 56);
    }
    return deflated((array_bytes){ member, start + noise });
}

/* The directory says another size. */
static void declare(array_bytes *archive, size_t size)
{
    const size_t entry = find_bytes(archive, "PK\1\2", 4);
    for (size_t b = 0; b < 4; b++) archive->at[entry + 24 + b] = (char)(size >> 8 * b & 255);
}

static void refused_member(const array_bytes *archive, const char *part)
{
    array a;
    assay_error err = { "" };
    const assay_status status = npz_parse(archive, "b.npz", "codes", &a, &err);
    if (status != ASSAY_EINPUT || !strstr(err.text, part)) fail_msg("%s: status %d, '%s'", part, status, err.text);
    assert_null(a.value);
}

TEST(bombs_are_refused_by_size)
{
    char start[256];
    /* 1.2 MB could hold 1.2 GB of zeros */
    array_bytes archive = deflated_noise("(1,)", 1200000);
    declare(&archive, (size_t)1 << 30 | 1);
    refused_member(&archive, "1073741825 bytes is more than the limit member-bytes, 1073741824 (a compressed member of "
                             "an .npz as float64 in memory); save it uncompressed, with np.savez");
    array_bytes_free(&archive);
    /* 134 MB of int8 would become 1.07 GB of float64 */
    archive = deflated_noise("(67108865, 2)", 200000);
    declare(&archive, npy_start(start, sizeof start, "(67108865, 2)") + 134217730);
    refused_member(&archive, "1073741840 bytes is more than the limit member-bytes");
    array_bytes_free(&archive);
}

/* Two members of one name: NumPy takes the last. What is patched is as long as what it replaces. */
TEST(names_that_come_twice_are_refused)
{
    static const char *const name[] = { "factors.npy", "codes.npy", "other.npy" };
    const double value[] = { 1, 2, 3 };
    array_bytes member[3], archive;
    assay_error err = { "" };
    for (size_t k = 0; k < 3; k++) assert_int_equal(npy_build(value, 3, 1, 0, &member[k]), ASSAY_OK);
    assert_int_equal(npz_build(name, member, 3, &archive, &err), ASSAY_OK);
    array a;
    assert_int_equal(npz_parse(&archive, "b.npz", "codes", &a, &err), ASSAY_OK);
    array_free(&a);
    memcpy(archive.at + find_bytes(&archive, "other.npy", 9), "codes.npy", 9);
    memcpy(archive.at + find_bytes(&archive, "other.npy", 9), "codes.npy", 9);
    refused_member(&archive, "2 arrays are called 'codes', and readers differ in which they take");
    assert_int_equal(npz_parse(&archive, "b.npz", "factors", &a, &err), ASSAY_OK);
    array_free(&a);
    array_bytes_free(&archive);

    static const char *const with_and_without[] = { "factors.npy", "codes.npy", "codes" };
    assert_int_equal(npz_build(with_and_without, member, 3, &archive, &err), ASSAY_OK);
    refused_member(&archive, "2 arrays are called 'codes'");
    array_bytes_free(&archive);
    for (size_t k = 0; k < 3; k++) array_bytes_free(&member[k]);
}

TEST(more_codes_than_samples_are_data)
{
    const char *path = scratch_write("sparse.csv", "v1,z1,z2,z3,z4\n0.5,0,0,1,0\n0.25,0,2,0,0\n", 40);
    FREED(assay_data_free) assay_data data = { 0 };
    assay_error err = { "" };
    if (representation_read_one(path, "auto", &data, NULL, NULL, 0, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(data.n, 2);
    assert_int_equal(data.n_codes, 4);
    assert_true(data.factors[1] == 0.25 && data.codes[3] == 2);
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
