/*
 * Several code tables in one file: side by side in the order of their numbers, from .npz and .csv alike; what is lost,
 * out of place or of another size is refused, and a file of one table is read as ever.
 */
#define _XOPEN_SOURCE 700
#include "testing.h"
#include "array_file.h"
#include "scratch.h"

static const char *path;

static void put_text(const char *text) { path = scratch_write("a.csv", text, strlen(text)); }

/* Arrays of four rows; the values of the k-th begin with 100 k. */
static void put_npz(const char *const *name, const size_t *cols, size_t count)
{
    array_bytes member[6], archive;
    assay_error err;
    for (size_t k = 0; k < count; k++) {
        double value[12];
        for (size_t c = 0; c < 12; c++) value[c] = 100.0 * (double)k + (double)c + 0.5;
        assert_int_equal(npy_build(value, 4, cols[k], 0, &member[k]), ASSAY_OK);
    }
    assert_int_equal(npz_build(name, member, count, &archive, &err), ASSAY_OK);
    path = scratch_path("a.npz");
    assert_int_equal(array_put(path, &archive, &err), ASSAY_OK);
    for (size_t k = 0; k < count; k++) array_bytes_free(&member[k]);
    array_bytes_free(&archive);
}

static void expect_refused(const char *part)
{
    assay_data data = { 0 };
    assay_error err = { "" };
    size_t tables;
    assert_int_equal(representation_read_one(path, "auto", &data, &tables, NULL, 0, &err), ASSAY_EINPUT);
    if (!strstr(err.text, part)) fail_msg("'%s' lacks '%s'", err.text, part);
    assert_null(data.codes);
}

static void read_tables(assay_data *to, size_t *tables, char note[256])
{
    assay_error err = { "" };
    if (representation_read_one(path, "auto", to, tables, note, 256, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

TEST(test_npz)
{
    assay_data data = { 0 };
    assay_error err;
    char note[256];
    size_t tables = 0;
    put_npz((const char *[]){ "codes_2.npy", "factors.npy", "codes_1.npy" }, (size_t[]){ 2, 1, 2 }, 3);
    read_tables(&data, &tables, note);
    assert_int_equal(tables, 2);
    assert_true(data.n == 4 && data.n_codes == 4 && data.n_factors == 1);
    assert_true(data.codes[0] == 200.5 && data.codes[7] == 207.5 && data.codes[8] == 0.5 && data.codes[15] == 7.5);
    assert_non_null(strstr(note, "; 2 code tables of 2 codes: only metrics that compare tables score them"));
    assert_int_equal(representation_read_one(path, "auto", &data, NULL, NULL, 0, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "no array 'codes'"));

    put_npz((const char *[]){ "codes.npy", "factors.npy" }, (size_t[]){ 2, 1 }, 2);
    read_tables(&data, &tables, note);
    assert_true(tables == 1 && data.n_codes == 2 && !strstr(note, "tables"));
    put_npz((const char *[]){ "codes.npy", "factors.npy", "codes_1.npy", "codes_2.npy" }, (size_t[]){ 3, 1, 2, 2 }, 4);
    read_tables(&data, &tables, note);
    assert_true(tables == 1 && data.n_codes == 3); /* codes are what they are called */
    assay_data_free(&data);

    put_npz((const char *[]){ "codes_1.npy", "factors.npy", "codes_3.npy" }, (size_t[]){ 2, 1, 2 }, 3);
    expect_refused("there is no array 'codes_2', and 2 arrays are called codes_...");
    put_npz((const char *[]){ "codes_1.npy", "factors.npy", "codes_2.npy" }, (size_t[]){ 2, 1, 3 }, 3);
    expect_refused("codes_1 is 4 x 2 and codes_2 is 4 x 3");
    put_npz((const char *[]){ "codes_1.npy", "factors.npy", "codes_2.npy", "codes_3.npy" }, (size_t[]){ 2, 1, 2, 1 },
            4);
    expect_refused("codes_1 is 4 x 2 and codes_3 is 4 x 1");
    put_npz((const char *[]){ "codes_1.npy", "factors.npy" }, (size_t[]){ 2, 1 }, 2);
    expect_refused("no array 'codes' in it, there is: codes_1, factors");
}

TEST(test_csv)
{
    assay_data data = { 0 };
    char note[256];
    size_t tables = 0;
    put_text("z1_1,z1_2,v1,z2_1,z2_2,z3_1,z3_2\n1.5,2,0,3,4,5,6\n7,8,1,9,10,11,12\n");
    read_tables(&data, &tables, note);
    assert_true(tables == 3 && data.n_codes == 6 && data.codes[0] == 1.5 && data.codes[11] == 12);
    put_text("v1,codes_1_1,codes_2_1\n0.5,1,2\n1.5,3,5\n");
    read_tables(&data, &tables, note);
    assert_true(tables == 2 && data.n_codes == 2 && data.codes[2] == 2);
    put_text("v1,codes_1,codes_2\n0.5,1,2\n1.5,3,5\n");
    read_tables(&data, &tables, note);
    assert_true(tables == 1 && data.n_codes == 2); /* two codes of one table */
    put_text("v1,z1_1,z1_2\n0.5,1,2\n1.5,3,5\n");
    read_tables(&data, &tables, note);
    assert_true(tables == 1 && data.n_codes == 2);
    assay_data_free(&data);

    put_text("v1,z1_1,z1_2,z2_1\n0.5,1,2,3\n1.5,3,5,7\n");
    expect_refused("line 1: column 'z2_1' is not where tables of as many codes each would have it");
    put_text("v1,z1_1,z1_2,z3_1,z3_2\n0.5,1,2,3,4\n1.5,3,5,7,9\n");
    expect_refused("column 'z3_1'");
    put_text("v1,z1_1,z1_3,z2_1,z2_2\n0.5,1,2,3,4\n1.5,3,5,7,9\n");
    expect_refused("column 'z1_3'");
    put_text("v1,z2_1,z2_2\n0.5,1,2\n1.5,3,5\n");
    expect_refused("column 'z2_1'");
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
