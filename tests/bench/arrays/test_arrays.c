/*
 * Arrays and representations in files.
 *
 * Numbers are compared for equality: a float64 must come back to the bit, and every smaller type fits into one.
 * Files are written here byte by byte; those of NumPy are in tests/cli/test_formats.sh. Whatever comes in, a reader
 * returns an array that fits its file, or ASSAY_EINPUT with a sentence, and never crashes.
 */
#define _XOPEN_SOURCE 700
#include "archive_bytes.h"
#include "counted.h"
#include "sealed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

static void put_text(const char *name, const char *text) { scratch_write(name, text, strlen(text)); }

/* A copy with no spare byte but the NUL, so that a sanitiser sees every step beyond. */
static array_bytes exact(const void *from, size_t size)
{
    array_bytes bytes = { malloc(size + 1), size };
    assert_non_null(bytes.at);
    memcpy(bytes.at, from, size);
    bytes.at[size] = '\0';
    return bytes;
}

static void expect(const char *why, assay_status got, assay_status want, const assay_error *err, const char *part)
{
    if (got != want) fail_msg("%s: status %d, expected %d (%s)", why, got, want, err->text);
    if (want != ASSAY_OK && !strstr(err->text, part)) fail_msg("%s: '%s' lacks '%s'", why, err->text, part);
}

static assay_status parse_as(array_format format, const array_bytes *bytes, array *to, assay_error *err)
{
    const char *const where = format == ARRAY_NPY ? "x.npy" : format == ARRAY_NPZ ? "b.npz" : "t.csv";
    return array_parse(format, bytes, where, "codes", to, err);
}

/* Refused with these words, and nothing is left behind. Frees the bytes. */
static void refuses(const char *why, array_format format, array_bytes bytes, const char *part)
{
    array a = { 0 };
    assay_error err = { "" };
    expect(why, parse_as(format, &bytes, &a, &err), ASSAY_EINPUT, &err, part);
    assert_non_null(strstr(err.text, format == ARRAY_NPY ? "x.npy" : format == ARRAY_NPZ ? "b.npz" : "t.csv"));
    assert_null(a.value);
    array_bytes_free(&bytes);
}

/* Read as an array of this shape; frees the bytes. */
static array reads(const char *why, array_format format, array_bytes bytes, size_t rows, size_t cols)
{
    array a = { 0 };
    assay_error err = { "" };
    expect(why, parse_as(format, &bytes, &a, &err), ASSAY_OK, &err, "");
    if (a.rows != rows || a.cols != cols) fail_msg("%s: %zu x %zu", why, a.rows, a.cols);
    array_bytes_free(&bytes);
    return a;
}

/* An .npy of the given version around a header and data. */
static array_bytes npy_make(int version, const char *header, const void *data, size_t size)
{
    const size_t length = strlen(header), skip = version == 1 ? 10 : 12;
    char *at = malloc(skip + length + size + 1);
    assert_non_null(at);
    memcpy(at, "\x93NUMPY", 6);
    at[6] = (char)version;
    at[7] = 0;
    for (size_t k = 8; k < skip; k++) at[k] = (char)(length >> 8 * (k - 8) & 255);
    memcpy(at + skip, header, length);
    if (size) memcpy(at + skip + length, data, size);
    at[skip + length + size] = '\0';
    return (array_bytes){ at, skip + length + size };
}

static const struct {
    const char *why, *descr;
    size_t item;
    const char *bytes; /* two elements */
    double value[2];
    char kind;
    const char *type;
    /* clang-format off */
} types[] = {
    { "bool", "|b1", 1, "\0\1", { 0, 1 }, 'b', "bool" },
    { "bool, old letter; anything but 0 is true", "|?", 1, "\0\x40", { 0, 1 }, 'b', "bool" },
    { "int8", "|i1", 1, "\x80\x7f", { -128, 127 }, 'i', "int8" },
    { "uint8", "|u1", 1, "\x80\xff", { 128, 255 }, 'u', "uint8" },
    { "int16 little", "<i2", 2, "\xfe\xff\x02\x01", { -2, 258 }, 'i', "int16" },
    { "int16 big", ">i2", 2, "\xff\xfe\x01\x02", { -2, 258 }, 'i', "int16" },
    { "uint16 little", "<u2", 2, "\xfe\xff\x02\x01", { 65534, 258 }, 'u', "uint16" },
    { "uint16 big", ">u2", 2, "\xff\xfe\x01\x02", { 65534, 258 }, 'u', "uint16" },
    { "int32 little", "<i4", 4, "\xfe\xff\xff\xff\0\0\1\0", { -2, 65536 }, 'i', "int32" },
    { "int32 big", ">i4", 4, "\xff\xff\xff\xfe\0\1\0\0", { -2, 65536 }, 'i', "int32" },
    { "uint32 little", "<u4", 4, "\xfe\xff\xff\xff\0\0\1\0", { 4294967294.0, 65536 }, 'u', "uint32" },
    { "uint32 big", ">u4", 4, "\xff\xff\xff\xfe\0\1\0\0", { 4294967294.0, 65536 }, 'u', "uint32" },
    { "int64 little", "<i8", 8, "\xfe\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\x80", { -2, -0x1p63 }, 'i', "int64" },
    { "int64 big, 2^53 + 2", ">i8", 8, "\xff\xff\xff\xff\xff\xff\xff\xfe\0\x20\0\0\0\0\0\x02",
      { -2, 9007199254740994.0 },
      'i', "int64" },
    { "uint64 little", "<u8", 8, "\0\0\0\0\0\0\0\x80\1\0\0\0\0\0\0\0", { 0x1p63, 1 }, 'u', "uint64" },
    { "uint64 big", ">u8", 8, "\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", { 0x1p63, 1 }, 'u', "uint64" },
    { "float16: 1.5 and the smallest, 2^-24", "<f2", 2, "\0\x3e\x01\0", { 1.5, 0x1p-24 }, 'f', "float16" },
    { "float16 big: -65504, the largest, and -infinity", ">f2", 2, "\xfb\xff\xfc\0", { -65504, -HUGE_VAL }, 'f',
      "float16" },
    { "float32 little", "<f4", 4, "\0\0\x20\xc0\0\0\0\x3f", { -2.5, 0.5 }, 'f', "float32" },
    { "float32 big", ">f4", 4, "\xc0\x20\0\0\x3f\0\0\0", { -2.5, 0.5 }, 'f', "float32" },
    { "float64 little", "<f8", 8, "\0\0\0\0\0\0\xe0\x3f\x9a\x99\x99\x99\x99\x99\xb9\x3f", { 0.5, 0.1 }, 'f',
      "float64" },
    { "this machine's order, which NumPy writes of no longer element", "=i4", 4, "\xfd\xff\xff\xff\x70\x11\1\0",
      { -3, 70000 }, 'i', "int32" },
    { "likewise", "|i4", 4, "\xfd\xff\xff\xff\x70\x11\1\0", { -3, 70000 }, 'i', "int32" },
    { "likewise", "i4", 4, "\xfd\xff\xff\xff\x70\x11\1\0", { -3, 70000 }, 'i', "int32" },
    { "float64 big", ">f8", 8, "\x3f\xe0\0\0\0\0\0\0\x3f\xb9\x99\x99\x99\x99\x99\x9a", { 0.5, 0.1 }, 'f', "float64" },
};
/* clang-format on */

TEST(every_type_is_read)
{
    for (size_t k = 0; k < ASSAY_COUNT(types); k++) {
        char header[128];
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (2,), }\n", types[k].descr);
        for (int version = 1; version <= 3; version++) {
            const array_bytes bytes = npy_make(version, header, types[k].bytes, 2 * types[k].item);
            FREED(array_free) array a = reads(types[k].why, ARRAY_NPY, bytes, 2, 1);
            assert_int_equal(a.kind[0], types[k].kind);
            assert_string_equal(a.type, types[k].type);
            for (int e = 0; e < 2; e++)
                if (!(a.value[e] == types[k].value[e])) fail_msg("%s: element %d is %g", types[k].why, e, a.value[e]);
        }
    }
}

static const struct {
    const char *why, *header;
    double expected[6]; /* as columns */
} orders[] = {
    /* data 1 2 3 4 5 6 */
    { "C: rows 123, 456", "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }", { 1, 4, 2, 5, 3, 6 } },
    { "Fortran: 12, 34, 56", "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", { 1, 2, 3, 4, 5, 6 } },
    { "other order and quotes", "{\"shape\":(2,3),\"descr\":\"|i1\",\"fortran_order\":False}", { 1, 4, 2, 5, 3, 6 } },
    { "Python 2's integers", "{'descr': '|i1', 'fortran_order': False, 'shape': (2L, 3L), }", { 1, 4, 2, 5, 3, 6 } },
};

TEST(order_and_header_forms)
{
    for (size_t k = 0; k < ASSAY_COUNT(orders); k++) {
        array a = reads(orders[k].why, ARRAY_NPY, npy_make(1, orders[k].header, "\1\2\3\4\5\6", 6), 2, 3);
        for (int e = 0; e < 6; e++)
            if (a.value[e] != orders[k].expected[e]) fail_msg("%s: place %d is %g", orders[k].why, e, a.value[e]);
        array_free(&a);
    }
}

/* More rows than one block of the transposition, in both orders. */
TEST(long_arrays_are_transposed)
{
    enum { ROWS = 1000, COLS = 3 };
    static int16_t data[2][ROWS * COLS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) data[0][r * COLS + c] = data[1][c * ROWS + r] = (int16_t)(7 * r - 1000 * c);
    for (int fortran = 0; fortran < 2; fortran++) {
        array_bytes bytes = npy_make(1,
                                     fortran ? "{'descr': '=i2', 'fortran_order': True, 'shape': (1000, 3), }"
                                             : "{'descr': '=i2', 'fortran_order': False, 'shape': (1000, 3), }",
                                     data[fortran], sizeof data[fortran]);
        FREED(array_free) array a = reads("long", ARRAY_NPY, bytes, ROWS, COLS);
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLS; c++) assert_true(a.value[c * ROWS + r] == 7 * r - 1000 * c);
    }
}

#define SHAPED(descr, shape) "{'descr': '" descr "', 'fortran_order': False, 'shape': " shape ", }"
static const struct {
    const char *header, *part; /* twelve bytes of data */
} refused_headers[] = {
    { SHAPED("<f8", "(1000000000000000, 8)"), "cut short: shape (1000000000000000, 8) needs 64000000000000000 bytes" },
    { SHAPED("<f8", "(4611686018427387904, 4)"), "more than memory can address" },
    { SHAPED("<f8", "(99999999999999999999999, 1)"), "shape is too large" },
    { SHAPED("<i2", "(7,)"), "needs 14 bytes of data, 12 are there (up to row 6, counted from 0)" },
    { "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 4), }", "(up to column 3, counted from 0)" },
    { SHAPED("<i2", "(5,)"), "2 bytes too many" },
    { SHAPED("|i1", "(2, 3, 2)"),
      "3 dimensions, shape (2, 3, 2); assay wants samples x columns: save a.reshape(len(a), -1)" },
    { SHAPED("<f8", "()"), "0 dimensions" },
    { SHAPED("<f8", "(0, 4)"), "is empty: shape (0, 4) has no rows" },
    { SHAPED("<f8", "(4, 0)"), "has no columns" },
    { SHAPED("<c8", "(1,)"), "complex" },
    { SHAPED("<c16", "(1,)"), "np.abs" },
    { SHAPED("|O", "(1,)"), "Python objects (a pickle), not real numbers" },
    { SHAPED("<U3", "(1,)"), "return_inverse" },
    { SHAPED("|S12", "(1,)"), "holds text, not real numbers (dtype '|S12')" },
    { SHAPED("<M8[ns]", "(1,)"), "dates" },
    { SHAPED("<m8[s]", "(1,)"), "time spans" },
    { SHAPED("|V12", "(1,)"), "raw bytes" },
    { SHAPED("<f16", "(1,)"), "dtype '<f16' is not read" },
    { SHAPED("<i16", "(1,)"), "is not read" },
    { SHAPED("", "(1,)"), "is not read" },
    { SHAPED("<>i2", "(6,)"), "is not read" },
    { "{'descr': [('x', '<f4'), ('y', '<f8')], 'fortran_order': False, 'shape': (1,), }", "structured" },
    { "{'descr': ('<f4', (3,)), 'fortran_order': False, 'shape': (1,), }", "structured" },
    { "", "a dictionary was expected" },
    { "['descr']", "a dictionary was expected" },
    { "{}", "descr, fortran_order or shape is missing" },
    { "{'descr': '|i1', 'fortran_order': False}", "is missing" },
    { "{'descr': '|i1', 'descr': '|i1', 'shape': (12,)}", "a key comes twice" },
    { "{'descr': '|i1', 'extra': 3}", "unknown key" },
    { "{'descr': '|i1', 'fortran_order': None, 'shape': (12,)}", "neither True nor False" },
    { "{'descr': '|i1', 'fortran_order': False, 'shape': 12}", "byte 60 of the .npy header: the shape is not a tuple" },
    { "{'descr': '|i1', 'fortran_order': False, 'shape': (-12,)}", "not made of numbers" },
    { "{'descr': '|i1', 'fortran_order': False, 'shape': (12 3)}", "not closed" },
    { "{'descr': '|i1', 'fortran_order': False, 'shape': (12", "not closed" },
    { "{'descr': '|i1 , 'fortran_order': False, 'shape': (12,)", "is not read" },
    { "{'descr': '|i1", "a quote is not closed" },
    { "{'descr' '|i1'", "':' is missing" },
    { "{'descr': |i1", "quoted word is missing" },
    { SHAPED("|i1", "(12,)") " x", "something follows the dictionary" },
    { SHAPED("|i1", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,12)"),
      "more than 32 dimensions" },
};

TEST(wrong_headers_are_refused)
{
    for (size_t k = 0; k < ASSAY_COUNT(refused_headers); k++)
        refuses(refused_headers[k].header, ARRAY_NPY, npy_make(1, refused_headers[k].header, "abcdefghijkl", 12),
                refused_headers[k].part);
}

TEST(wrong_starts_are_refused)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *part;
    } starts[] = {
        { "\x93NUMPX\1\0", 8, "does not begin with" },
        { "\x80\4\x95", 3, "looks like a pickle" },
        { "\x93NUMPY\1", 7, "cut short at byte 7" },
        { "\x93NUMPY\2\0\0\0\0", 11, "cut short at byte 11" },
        { "\x93NUMPY\4\0\0\0\0\0", 12, "version 4.0 is unknown" },
        { "\x93NUMPY\1\1\0\0\0\0", 12, "version 1.1 is unknown" },
        { "\x93NUMPY\1\0\xff\xff{}", 12, "its header has 65535 bytes, of which 2 are there" },
        { "\x93NUMPY\2\0\xff\xff\xff\xff", 12, "its header has 4294967295 bytes, of which 0 are there" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(starts); k++)
        refuses(starts[k].part, ARRAY_NPY, exact(starts[k].bytes, starts[k].size), starts[k].part);
    /* a header that is really there, but longer than any array of numbers needs */
    static char blank[200001];
    memset(blank, ' ', sizeof blank - 1);
    refuses("long header", ARRAY_NPY, npy_make(2, blank, NULL, 0), "far too long");
}

TEST(integers_beyond_float64_are_refused)
{
    const struct {
        const char *descr, *bytes;
        int fits;
    } cases[] = {
        { "<i8", "\1\0\0\0\0\0\x20\0", 0 },               /* 2^53 + 1 */
        { "<i8", "\xff\xff\xff\xff\xff\xff\x1f\0", 1 },   /* 2^53 - 1 */
        { "<i8", "\xff\xff\xff\xff\xff\xff\xdf\xff", 0 }, /* -2^53 - 1 */
        { "<u8", "\xff\xff\xff\xff\xff\xff\xff\xff", 0 }, /* 2^64 - 1 */
        { "<u8", "\0\xf8\xff\xff\xff\xff\xff\xff", 1 },   /* 2^64 - 2^11 */
    };
    for (size_t k = 0; k < ASSAY_COUNT(cases); k++) {
        char header[128], data[16] = { 0 };
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (1, 2), }", cases[k].descr);
        memcpy(data + 8, cases[k].bytes, 8);
        array_bytes bytes = npy_make(1, header, data, 16);
        FREED(array_free) array a = { 0 };
        if (cases[k].fits) a = reads("2^53", ARRAY_NPY, bytes, 1, 2);
        else refuses("2^53", ARRAY_NPY, bytes, "row 0, column 1 (counted from 0) holds an integer beyond 2^53");
    }
}

/* An archive of one member with arbitrary content, as np.savez would hold it. */
static array_bytes archive_of(array_bytes member)
{
    static const char *const name[] = { "codes.npy" };
    array_bytes archive;
    assay_error err;
    assert_int_equal(npz_build(name, &member, 1, &archive, &err), ASSAY_OK);
    return archive;
}

/* What archive_of makes of an .npy, whose memory goes. */
static array_bytes archive_with(array_bytes member)
{
    const array_bytes archive = archive_of(member);
    array_bytes_free(&member);
    return archive;
}

/* Three rows of two codes: a header of 128 bytes, 48 of data. */
static array_bytes deflated_codes(void)
{
    const double value[] = { 0.5, 2, 0.001, -1.25, 3, 7 };
    array_bytes member;
    assert_int_equal(npy_build(value, 3, 2, 0, &member), ASSAY_OK);
    return deflated(member);
}

TEST(bombs_are_refused)
{
    refuses("the .npy header announces more than the member holds", ARRAY_NPZ,
            archive_with(npy_make(1, SHAPED("<f8", "(1000000000000000, 8)"), "12345678", 8)),
            "needs 64000000000000000 bytes");
    refuses("the member goes on past its array", ARRAY_NPZ,
            archive_with(npy_make(1, SHAPED("<f8", "(1,)"), "12345678and more of it", 22)), "14 bytes too many");
    /* the directory of a deflated member: sizes that cannot be, or are not so, another method or checksum */
    static const struct {
        const char *why;
        size_t at;
        const char *bytes;
        size_t n;
        const char *part;
    } changed[] = {
        { "4 GB out of some bytes", 24, "\xf0\xff\xff\xff", 4, "cannot hold more than" },
        { "inflates past its declared size", 24, "\xa8\0\0", 4, "needs 48 bytes of data, 40 are there" },
        { "inflates to less than declared", 24, "\xb8\0\0", 4, "cut short: 184 bytes were declared, 176 are there" },
        { "bzip2", 10, "\x0c", 1, "method 12" },
        { "another checksum", 16, "?", 1, "CRC" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(changed); k++) {
        array_bytes archive = deflated_codes();
        const size_t entry = find_bytes(&archive, "PK\1\2", 4);
        memcpy(archive.at + entry + changed[k].at, changed[k].bytes, changed[k].n);
        refuses(changed[k].why, ARRAY_NPZ, archive, changed[k].part);
    }
}

/* The directory and the .npy header agree on 16 bytes of data; the deflated stream goes on for a million more. */
TEST(members_that_go_on_are_refused)
{
    static char data[1000000];
    array_bytes member = npy_make(1, SHAPED("<f8", "(2,)"), data, sizeof data);
    const size_t honest = member.size - sizeof data + 16;
    array_bytes archive = deflated(member);
    assert_true(archive.size < 5000);
    const size_t entry = find_bytes(&archive, "PK\1\2", 4);
    for (size_t b = 0; b < 4; b++) archive.at[22 + b] = archive.at[entry + 24 + b] = (char)(honest >> 8 * b & 255);
    refuses("goes on", ARRAY_NPZ, archive, "b.npz, array codes.npy: goes on past");
}

TEST(files_that_are_no_archives)
{
    array a;
    assay_error err;
    put_text("text.npz", "v1,z1\n1,2\n");
    expect("text", array_read_inside(scratch_path("text.npz"), "codes", &a, &err), ASSAY_EINPUT, &err,
           "is no readable .npz");
    scratch_write("none.npz", "PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
    expect("empty archive", array_read_inside(scratch_path("none.npz"), "codes", &a, &err), ASSAY_EINPUT, &err,
           "holds no array at all");
}

static const struct {
    const char *why, *text;
    size_t rows, cols;
    double last; /* value in the last row and column */
    const char *kinds;
    const char *name; /* of the last column */
    size_t first_line;
} texts[] = {
    { "plain", "1,2.5\n3,4.5\n", 2, 2, 4.5, "if", NULL, 1 },
    { "header", "v1,z1\n1,2.5\n", 1, 2, 2.5, "if", "z1", 2 },
    { "no newline at the end", "1,2\n3,4", 2, 2, 4, "ii", NULL, 1 },
    { "CRLF and blank lines at the end", "a,b\r\n1,2\r\n3,4\r\n\r\n  \r\n", 2, 2, 4, "ii", "b", 2 },
    { "CR alone", "1,2\r3,4\r", 2, 2, 4, "ii", NULL, 1 },
    { "byte order mark",
      "\xef\xbb\xbf"
      "a,b\n1,2\n",
      1, 2, 2, "ii", "b", 2 },
    { "byte order mark, no header",
      "\xef\xbb\xbf"
      "1,2\n",
      1, 2, 2, "ii", NULL, 1 },
    { "semicolon", "a;b\n1.5;2\n", 1, 2, 2, "fi", "b", 2 },
    { "tab", "a\tb\n1.5\t2\n", 1, 2, 2, "fi", "b", 2 },
    { "tab wins over a comma in a name", "a,x\tb\n1\t2\n", 1, 2, 2, "ii", "b", 2 },
    { "blanks, as np.savetxt writes", "1.000e+00 2.000e+00\n3.000e+00  -4.500e-01\n", 2, 2, -0.45, "ff", NULL, 1 },
    { "np.savetxt's header", "# a b\n1 2\n", 1, 2, 2, "ii", "b", 2 },
    { "blanks around cells", "  1 , 2 \n 3\t,\t4 \n", 2, 2, 4, "ii", NULL, 1 },
    { "quotes", "\"a\",\"b \"\"x\"\", y\"\n\"1\",\" 2 \"\n", 1, 2, 2, "ii", "b \"x\", y", 2 },
    { "one column", "7\n8\n", 2, 1, 8, "i", NULL, 1 },
    { "one number", "7", 1, 1, 7, "i", NULL, 1 },
    { "a point makes a float", "1.,2\n2,3\n", 2, 2, 3, "fi", NULL, 1 },
    { "a float in the last row decides", "1,1\n2,2\n3,3.5\n", 3, 2, 3.5, "if", NULL, 1 },
    { "an exponent makes a float", "1e3,2\n", 1, 2, 2, "fi", NULL, 1 },
    { "booleans", "True,FALSE\nfalse,true\n", 2, 2, 1, "bb", NULL, 1 },
    { "booleans and integers", "true\n0\n", 2, 1, 0, "i", NULL, 1 },
    { "nan and infinity are numbers here", "nan,1\n2,-Inf\n", 2, 2, -HUGE_VAL, "ff", NULL, 1 },
    { "signs", "+1,-2\n", 1, 2, -2, "ii", NULL, 1 },
    { "2^53 + 2 fits", "9007199254740994\n", 1, 1, 9007199254740994.0, "i", NULL, 1 },
    { "numbered names after a text", "id,0,1\n5,6,7\n", 1, 3, 7, "iii", "1", 2 },
    { "text is classes in alphabetical order", "s\nred\nblue\ngreen\nred\n", 4, 1, 2, "t", "s", 2 },
    { "a first line that recurs is none of names", "5.1,red\n4,blue\n3,red\n", 3, 2, 1, "ft", NULL, 1 },
    { "nor one of text alone", "red\nblue\nred\n", 3, 1, 1, "t", NULL, 1 },
    { "nor one with a decimal", "5.1,red\n4,blue\n", 2, 2, 0, "ft", NULL, 1 },
    { "names over text and whole numbers", "0,kind\n5,red\n6,blue\n", 2, 2, 0, "it", "kind", 2 },
    { "nothing is NaN and no kind", "a,b\n1,2\n,3\nNA,4\n", 3, 2, 4, "ii", "b", 2 },
    { "nothing among classes", "a,b\nx,2\n,3\nNA,4\nnan,5\n", 4, 2, 5, "ti", "b", 2 },
    { "pandas' index", ",a,b\n0,1,2\n1,3,4\n", 2, 2, 4, "ii", "b", 2 },
    { "R's row names", "\"\",\"a\"\n\"x\",1.5\n\"y\",2\n", 2, 1, 2, "f", "a", 2 },
    { "decimal commas between semicolons", "a;b\n1,5;2\n-2;3,25\n", 2, 2, 3.25, "ff", "b", 2 },
    { "a doubled quote in a class", "a\n\"x \"\"y\"\"\"\nz\n", 2, 1, 1, "t", "a", 2 },
};

TEST(texts_are_read)
{
    for (size_t k = 0; k < ASSAY_COUNT(texts); k++) {
        FREED(array_free)
        array a =
            reads(texts[k].why, ARRAY_CSV, exact(texts[k].text, strlen(texts[k].text)), texts[k].rows, texts[k].cols);
        if (!(a.value[a.rows * a.cols - 1] == texts[k].last))
            fail_msg("%s: the last value is %g", texts[k].why, a.value[a.rows * a.cols - 1]);
        if (strcmp(a.kind, texts[k].kinds) != 0) fail_msg("%s: kinds %s", texts[k].why, a.kind);
        if (!a.name != !texts[k].name || (a.name && strcmp(a.name[a.cols - 1], texts[k].name) != 0))
            fail_msg("%s: name %s", texts[k].why, a.name ? a.name[a.cols - 1] : "none");
        assert_int_equal(a.first_line, texts[k].first_line);
    }
}

static const struct {
    const char *text, *part;
} refused_texts[] = {
    { "\n \r\n\t\n", "nothing but blank lines" },
    { "a,b\n", "a header and no rows" },
    { "a,b\n\n\n", "a header and no rows" },
    { "1,2\n3\n", "line 2 has 1 cells, expected 2 as on line 1 (separator ',')" },
    { "1,2\n3,4,5\n", "line 2 has 3 cells, expected 2" },
    { "1;2\n3,4\n", "line 2 has 1 cells, expected 2 as on line 1 (separator ';')" },
    { "1\t2\n3\n", "(separator tab)" },
    { "1 2\n3\n", "(separator blank)" },
    { "a,b\n1,2,\n", "line 2 has 3 cells, expected 2" },
    { "a,b,c\n1,2\n", "line 2 has 2 cells, expected 3" },
    { "1,2\n\n3,4\n", "line 2 is empty, and more follow" },
    { "a,b\n1,2\n3,red\n", "line 3, column 2 ('b'): 'red' is not a number; number classes 0, 1, 2" },
    { "1,2\n3,red\n", "line 2, column 2: 'red' is not a number" },
    { "a,b\nc,d\n1,2\n", "line 2, column 1 ('a'): 'c' is not a number; one header line at most" },
    { "a;b\n1,5;2.5\n", "line 2 has a decimal comma and line 2 a decimal point; write all with a point" },
    { "a\tb\n1\t2\n1,5\t2\n", "line 3, column 1 ('a'): '1,5' is not a number; write decimals with a point" },
    { "a\tb\n1,5\t2\n", "line 2, column 1 ('a'): '1,5' is not a number; write decimals with a point" },
    { "a;b\n1;2\n1.234,5;2\n", "'1.234,5' is not a number; write decimals with a point" },
    { "a\n1;2\n", "is the separator the same on every line?" },
    { "a,b\nx,1\ny,2\n3,4\n", "line 2, column 1 ('a'): 'x' is not a number; one header line at most" },
    { "a,b\n,1\ny,2\n3,4\n", "column 1 has the text 'y' in line 3 and the number 3 in line 4" },
    { ",a,b\n0,1,2\n0,1,2\n",
      "line 1: column 1 has no name; if it is pandas' index, write the file with to_csv(index=False)" },
    { "\ta\tb\n0.5\t1\t2\n", "column 1 has no name" },
    { "a,b,\n0,1,2\n", "column 3 has no name" },
    { "0.5,x1,0.25\n1,2,3\n", "line 1 is neither a header nor data: column 2 is the text 'x1', column 3 a number" },
    { "\"a,b\n1,2\n", "line 1: a quote is opened and not closed" },
    { "\"a\"b,c\n1,2\n", "text follows a closing quote" },
    { "1,\"2", "a quote is opened and not closed" },
    { "1,2\n1,0x10\n", "'0x10' is not a number" },
    { "1,2\n5,1e\n", "'1e' is not a number" },
    { "1,2\n3,1.2.3\n", "'1.2.3' is not a number" },
    { "1,2\n3,--4\n", "'--4' is not a number" },
    { "1,2\n3,1 000\n", "'1 000' is not a number" },
    { "1,2\n3,1_000\n", "'1_000' is not a number" },
    { "1,2\n3,infinit\n", "'infinit' is not a number" },
    { "9007199254740993\n", "line 1, column 1: 9007199254740993 is beyond 2^53" },
    { "100000000000000000000\n", "is beyond 2^53" },
};

TEST(wrong_texts_are_refused)
{
    for (size_t k = 0; k < ASSAY_COUNT(refused_texts); k++)
        refuses(refused_texts[k].text, ARRAY_CSV, exact(refused_texts[k].text, strlen(refused_texts[k].text)),
                refused_texts[k].part);
}

TEST(other_files_are_named)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *part;
    } files[] = {
        { "\x80\4\x95\1", 4, "is a Python pickle; save it with np.save" },
        { "\x89HDF\r\n", 6, "is an HDF5 file" },
        { "\x1f\x8b\x08", 3, "unpack it first" },
        { "PAR1....", 8, "Parquet" },
        { "MATLAB 5.0", 10, "MATLAB" },
        { "\xff\xfe"
          "1\0,\0",
          6, "UTF-16" },
        { "1,2\n\0,3", 7, "is not text (a zero at byte 4)" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(files); k++)
        refuses(files[k].part, ARRAY_CSV, exact(files[k].bytes, files[k].size), files[k].part);
}

/* 500 000 columns announced, then 500 000 empty or short lines: no room is taken for what cannot be there. */
TEST(wide_headers_take_no_memory)
{
    enum { HALF = 500000 };
    array_bytes bytes = { malloc(3 * HALF + 1), 3 * HALF };
    assert_non_null(bytes.at);
    for (size_t k = 0; k < HALF; k++) memcpy(bytes.at + 2 * k, "1,", 2);
    bytes.at[2 * HALF - 1] = '\n';
    memset(bytes.at + 2 * HALF, '\n', HALF);
    bytes.at[3 * HALF - 2] = '7';
    bytes.at[3 * HALF] = '\0';
    refuses("wide", ARRAY_CSV, bytes, "line 2 is empty");
}

/* A small generator of this test's own (xorshift64*), so that a failure can be repeated anywhere. */
static uint64_t dice = 0x9e3779b97f4a7c15u;
static uint64_t roll(void)
{
    dice ^= dice >> 12;
    dice ^= dice << 25;
    dice ^= dice >> 27;
    return dice * 0x2545f4914f6cdd1du;
}

static size_t scale(void)
{
    const char *text = getenv("ASSAY_TEST_SCALE");
    const long times = text ? strtol(text, NULL, 10) : 1;
    return times > 1 ? (size_t)times : 1;
}

/* Two ways: our reading against strtod's, on numbers of every length and size; and back from print. */
TEST(decimals_agree_with_strtod)
{
    decimal_scope scope;
    assert_int_equal(decimal_enter(&scope), ASSAY_OK);
    for (size_t k = 0; k < 60000 * scale(); k++) {
        char text[96];
        int at = snprintf(text, sizeof text, "%s", k % 3 ? "" : "-");
        const int digits = (int)(roll() % 24) + 1, point = (int)(roll() % 25);
        for (int d = 0; d < digits; d++) {
            if (d == point) text[at++] = '.';
            text[at++] = (char)('0' + (roll() & 1 ? roll() % 10 : (roll() & 1) * 9));
        }
        text[at] = '\0';
        if (k % 2)
            snprintf(text + at, sizeof text - (size_t)at, "e%d",
                     (int)(roll() % (k % 5 ? 60 : 700)) - (k % 5 ? 30 : 350));
        double got;
        char kind;
        int same;
        const char *end = decimal_read(text, &got, &kind, &same);
        const double want = strtod(text, NULL);
        if (!end || *end || memcmp(&got, &want, sizeof got) != 0) fail_msg("%s: %.17g, strtod %.17g", text, got, want);
        assert_int_equal(kind, strpbrk(text, ".e") ? 'f' : 'i');
    }
    decimal_leave(&scope);
}

/* Halfway between two doubles, and just beside: the sticky bit and ties to even. */
TEST(decimals_round_to_even)
{
    static const struct {
        const char *text;
        double value;
    } known[] = {
        { "9007199254740993", 9007199254740992.0 },
        { "9007199254740995", 9007199254740996.0 },
        { "9007199254740993.0", 9007199254740992.0 },
        { "9007199254740993.001", 9007199254740994.0 },
        { "900719925474099300e-2", 9007199254740992.0 },
        { "9007199254740993001e-3", 9007199254740994.0 },
        { "1e23", 1e23 },
        { "8.5e-27", 8.5e-27 },
        { "0.1", 0.1 },
        { "5e-324", 0x1p-1074 },
        { "1e400", HUGE_VAL },
        { "-0", -0.0 },
        { "0.000000000000000000000000000000000000000000001e45", 1.0 },
        { "18446744073709551616.0", 0x1p64 }, /* one digit too many for 64 bits, and all of them zero */
        /* a 65-bit quotient that is halfway, and a remainder that says otherwise */
        { "7519166028746438899e-27", 0x1.025b48a9a021fp-27 },
        { "9749300342941260796e-27", 0x1.4efbc0b21fbadp-27 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        double got;
        char kind;
        int same;
        assert_non_null(decimal_read(known[k].text, &got, &kind, &same));
        if (memcmp(&got, &known[k].value, sizeof got) != 0) fail_msg("%s: %.17g", known[k].text, got);
    }
    /* 100 000 zeros between the point and the 1, taken back by the exponent */
    OWNED char *text = malloc(100020);
    assert_non_null(text);
    memset(text, '0', 100000);
    text[0] = '.';
    strcpy(text + 100000, "1e100000");
    double got;
    char kind;
    int same;
    assert_non_null(decimal_read(text, &got, &kind, &same));
    assert_true(got == 1.0);
    strcpy(text + 1000, "1e10000"); /* an exponent with more digits than the zeros before it: 1e9000 */
    assert_non_null(decimal_read(text, &got, &kind, &same));
    assert_true(got == HUGE_VAL);
}

TEST(decimals_print_shortest)
{
    static const struct {
        double value;
        const char *text;
    } known[] = {
        { 0.1, "0.1" },
        { 3, "3.0" },
        { -2, "-2.0" },
        { 1e-5, "1e-05" },
        { 1e22, "1e+22" },
        { 0, "0.0" },
        { 0x1p-1074, "5e-324" },
        { 0.5000000000000001, "0.5000000000000001" },
        { 100, "100.0" },
        { 0.30000000000000004, "0.30000000000000004" },
        { 1.0 / 3, "0.3333333333333333" },
        { 123456789012345680.0, "1.2345678901234568e+17" },
    };
    decimal_scope scope;
    assert_int_equal(decimal_enter(&scope), ASSAY_OK);
    char text[DECIMAL_MOST];
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        assert_int_equal(decimal_print(known[k].value, text), strlen(known[k].text));
        assert_string_equal(text, known[k].text);
    }
    for (size_t k = 0; k < 20000 * scale(); k++) {
        uint64_t bits = roll();
        double value;
        if (k % 2) value = (double)(bits >> 11) * 0x1p-53;
        else memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        decimal_print(value, text);
        const double back = strtod(text, NULL);
        if (memcmp(&back, &value, sizeof back) != 0) fail_msg("%s is not %a", text, value);
    }
    decimal_leave(&scope);
}

static assay_status read_texts(const char *factors, const char *codes, const char *kinds, assay_data *to, char *note,
                               size_t size, assay_error *err)
{
    put_text("f.csv", factors);
    put_text("c.csv", codes);
    return representation_read(scratch_path("f.csv"), scratch_path("c.csv"), kinds, to, note, size, err);
}

static const struct {
    const char *why, *factors, *kinds;
    int32_t levels[3];
    double first[3], second[3]; /* the first two samples */
    const char *note;
    /* clang-format off */
} kind_cases[] = {
    { "auto, mixed", "a,b,c\n5,0.5,-3\n2,1.5,8\n5,2.5,8\n2,0.5,-3\n", "auto",
      { 2, 0, 2 }, { 1, 0.5, 0 }, { 0, 1.5, 1 },
      "factors taken as categorical, being integers: a, c; as continuous, being floats: b" },
    { "auto, all integers", "5,1,1\n2,1,0\n2,1,0\n2,1,0\n", NULL,
      { 2, 1, 2 }, { 1, 0, 1 }, { 0, 0, 0 },
      "all 3 factors are whole numbers, taken as categorical" },
    { "auto, floats of whole numbers", "5.0,1.5,1.0\n2.0,1,0.0\n2.0,1,0.0\n2.0,1,0.0\n", "auto",
      { 0, 0, 0 }, { 5, 1.5, 1 }, { 2, 1, 0 },
      "all 3 factors are decimals, taken as continuous; floats that hold whole numbers only: v1, v3 (kind categorical "
      "would take them as classes)" },
    { "one word for all", "5,0.5,-3\n2,1.5,8\n5,0.5,8\n5,0.5,-3\n", "categorical",
      { 2, 2, 2 }, { 1, 0, 0 }, { 0, 1, 1 }, "" },
    { "continuous", "5,0.5,-3\n2,1.5,8\n5,0.5,8\n9,0.5,-3\n", "continuous",
      { 0, 0, 0 }, { 5, 0.5, -3 }, { 2, 1.5, 8 }, "" },
    { "a word for each", "5,0.5,-3\n2,1.5,8\n5,0.5,8\n9,0.5,-3\n", "continuous,categorical,auto",
      { 0, 2, 2 }, { 5, 0, 0 }, { 2, 1, 1 },
      "factors taken as categorical, being integers: v3" },
    { "more classes than half the samples", "1,0.5,0\n2,1.5,0\n3,0.5,0\n4,0.5,0\n", "categorical",
      { 4, 2, 1 }, { 0, 0, 0 }, { 1, 1, 0 }, "" },
    { "minus zero is zero", "-0.0,1,1\n0,2,2\n0,1,1\n0,1,1\n", "categorical",
      { 1, 2, 2 }, { 0, 0, 0 }, { 0, 1, 1 }, "" },
};
/* clang-format on */

TEST(kinds_are_given)
{
    for (size_t k = 0; k < ASSAY_COUNT(kind_cases); k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        char note[512];
        assay_error err;
        expect(kind_cases[k].why,
               read_texts(kind_cases[k].factors, "1\n2\n3\n4\n", kind_cases[k].kinds, &data, note, sizeof note, &err),
               ASSAY_OK, &err, "");
        assert_int_equal(data.n, 4);
        assert_int_equal(data.n_factors, 3);
        assert_int_equal(data.n_codes, 1);
        for (size_t i = 0; i < 3; i++) {
            if (data.levels[i] != kind_cases[k].levels[i] || data.factors[4 * i] != kind_cases[k].first[i] ||
                data.factors[4 * i + 1] != kind_cases[k].second[i])
                fail_msg("%s: factor %zu has %d levels, %g, %g", kind_cases[k].why, i, data.levels[i],
                         data.factors[4 * i], data.factors[4 * i + 1]);
        }
        assert_string_equal(note, kind_cases[k].note);
        assert_true(data.codes[3] == 4 && isnan(data.truth[0]));
    }
}

static const struct {
    const char *factors, *codes, *kinds;
    assay_status status;
    const char *part;
} refused_pairs[] = {
    { "1\n2\n3\n", "1\n2\n", "auto", ASSAY_EINPUT, "has 3 samples of factors and" },
    { "1,2,3\n4,5,6\n", "1\n2\n", "auto", ASSAY_EINPUT, "2 rows and 3 columns of factors: is the array transposed?" },
    { "1\n2\n3\n", "1,2,3\n4,5,6\n", "auto", ASSAY_EINPUT,
      "2 rows and 3 columns of codes: is the array transposed? assay wants samples x codes; save its transpose, a.T" },
    { "1\n2\n", "1,2\n3,1.1e150\n", "auto", ASSAY_EINPUT,
      "c.csv: line 2, column 2 (counted from 1) of the codes: 1.1e+150 is more than the limit magnitude, 1e+150" },
    { "1,-1.7e308\n2,1.7e308\n", "1\n2\n", "auto", ASSAY_EINPUT, "multiply the column by a small power of two" },
    { "a,b\n1,2\n3,4\n", "x,y\n1,2\n3,nan\n", "auto", ASSAY_EINPUT,
      "c.csv: line 3, column 2 ('y') (counted from 1) of the codes is NaN" },
    { "1,2\n3,inf\n", "1\n2\n", "auto", ASSAY_EINPUT,
      "f.csv: line 2, column 2 (counted from 1) of the factors is infinite" },
    { "1,1e999\nnan,nan\n", "1\n2\n", "auto", ASSAY_EINPUT,
      "line 1, column 2 (counted from 1) of the factors is infinite" },
    { "1,2\n3,4\n", "-inf\n2\n", "auto", ASSAY_EINPUT, "is minus infinite; assay wants finite numbers" },
    { "1,2\n3,4\n", "1\n2\n", "category", ASSAY_EUSAGE,
      "'category' is no kind; auto, continuous, categorical, ordinal, cyclic:P" },
    { "1,2\n3,4\n", "1\n2\n", "", ASSAY_EUSAGE, "'' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "cyclic:0", ASSAY_EUSAGE, "'cyclic:0' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "cyclic:-360", ASSAY_EUSAGE, "'cyclic:-360' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "cyclic:inf", ASSAY_EUSAGE, "'cyclic:inf' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "cyclic:9x", ASSAY_EUSAGE, "'cyclic:9x' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "cyclic:", ASSAY_EUSAGE, "'cyclic:' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "ordinal:3", ASSAY_EUSAGE, "'ordinal:3' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "auto,", ASSAY_EUSAGE, "'' is no kind" },
    { "1,2\n3,4\n", "1\n2\n", "auto,auto,auto", ASSAY_EUSAGE, "3 kinds for 2 factors" },
};

TEST(wrong_pairs_are_refused)
{
    for (size_t k = 0; k < ASSAY_COUNT(refused_pairs); k++) {
        assay_data data = { 0 };
        char note[64] = "left over";
        assay_error err;
        expect(refused_pairs[k].part,
               read_texts(refused_pairs[k].factors, refused_pairs[k].codes, refused_pairs[k].kinds, &data, note,
                          sizeof note, &err),
               refused_pairs[k].status, &err, refused_pairs[k].part);
        assert_null(data.factors);
        assert_string_equal(note, "");
    }
    assay_data data = { 0 };
    assay_error err;
    expect("twice stdin", representation_read("-", "-", "auto", &data, NULL, 0, &err), ASSAY_EUSAGE, &err,
           "standard input");
    /* in a binary file places count from 0 */
    const double values[] = { 1, 2, 3, NAN, 5, 6 };
    array_bytes bytes;
    assert_int_equal(npy_build(values, 3, 2, 0, &bytes), ASSAY_OK);
    assert_int_equal(array_put(scratch_path("nan.npy"), &bytes, &err), ASSAY_OK);
    array_bytes_free(&bytes);
    expect("nan", representation_read(scratch_path("nan.npy"), scratch_path("nan.npy"), "auto", &data, NULL, 0, &err),
           ASSAY_EINPUT, &err, "nan.npy: row 0, column 1 (counted from 0) of the factors is NaN");
    expect("one", representation_read_one(scratch_path("nan.npy"), "auto", &data, NULL, NULL, 0, &err), ASSAY_EINPUT,
           &err, "is one array, and a representation has two");
}

TEST(combined_texts_are_split)
{
    static const struct {
        const char *text;
        assay_status status;
        const char *part;
    } cases[] = {
        { "v1,z1,v2\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_OK, "" },
        { "factor_a,code_a,Factor b\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_OK, "" },
        { "V_1;Z-1;v2\n1;0.5;3\n2;0.25;4\n0;1;5\n", ASSAY_OK, "" },
        { "1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT,
          "has no header that says which columns are factors and which codes" },
        { "v1,z1,label\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT,
          "line 1, column 3: 'label' is neither a factor nor a code" },
        { "v1,z1,value\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "'value' is neither" },
        { "v1,v2,v3\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "has no column of codes" },
        { "z1,z2,z3\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "has no column of factors" },
        { "v1,z1,v2\n1,0.5,3\n2,0.25,nan\n0,1,5\n", ASSAY_EINPUT,
          "line 3, column 3 ('v2') (counted from 1) of the factors and codes is NaN or empty; assay wants finite "
          "numbers: drop "
          "that sample or replace the value; if NaN marks a missing value, begin the list of --kinds with absent: "
          "(absent:auto)" },
        { "v1,v2,z1\nabsentee,1,2\nhere,nan,3\nhere,3,1\n", ASSAY_EINPUT, "line 3, column 2 ('v2')" },
        { "v0,z,v1\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_OK, "" },
        { "factor7up,z1,factor_b2\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_OK, "" },
        { "v1,v1,z1,z1\n1,0.5,3,1\n2,0.25,4,2\n0,1,5,3\n", ASSAY_EINPUT,
          "line 1: columns 1 and 2 are both called 'v1'; give each its own name" },
        { "v1,z1,v01\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "column 3: 'v01' comes after number 1" },
        { "v1,z1,v3\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT,
          "line 1, column 3: 'v3' comes after number 1; number factors 1, 2, 3, ... in order (is a column lost?)" },
        { "v1,z2,v2\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "'z2' comes after no other; number codes 1, 2" },
        { "v2,z1,v1\n1,0.5,3\n2,0.25,4\n0,1,5\n", ASSAY_EINPUT, "'v2' comes after no other" },
        { "v1;zpppppppppppppppppp;0.5\n2;nan\n", ASSAY_EINPUT, "is neither a header nor data" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(cases); k++) {
        put_text("both.csv", cases[k].text);
        FREED(assay_data_free) assay_data data = { 0 };
        char note[256];
        assay_error err;
        expect(cases[k].text,
               representation_read_one(scratch_path("both.csv"), "auto", &data, NULL, note, sizeof note, &err),
               cases[k].status, &err, cases[k].part);
        if (cases[k].status == ASSAY_OK) {
            const double factors[] = { 1, 2, 0, 0, 1, 2 }, codes[] = { 0.5, 0.25, 1 };
            assert_int_equal(data.n_factors, 2);
            assert_memory_equal(data.factors, factors, sizeof factors);
            assert_memory_equal(data.codes, codes, sizeof codes);
            assert_int_equal(data.levels[1], 3);
        }
    }
}

TEST(the_system_is_quoted)
{
    array a;
    assay_error err;
    expect("missing", array_read_inside(scratch_path("nowhere.npy"), NULL, &a, &err), ASSAY_EINPUT, &err,
           "nowhere.npy: cannot be opened: No such file or directory; check the name");
    expect("folder", array_read_inside(scratch_folder, NULL, &a, &err), ASSAY_EINPUT, &err, "is a folder");
    put_text("empty.npy", "");
    expect("empty", array_read_inside(scratch_path("empty.npy"), NULL, &a, &err), ASSAY_EINPUT, &err,
           "is empty (0 bytes)");
    put_text("text.npy", "1,2\n");
    expect("text", array_read_inside(scratch_path("text.npy"), NULL, &a, &err), ASSAY_EINPUT, &err, "is no .npy file");
    array_free(&a);
    expect("colon", array_read_inside(scratch_path("no:file.npy"), NULL, &a, &err), ASSAY_EINPUT, &err,
           "no:file.npy: cannot be");
    /* a name of any length leaves room for the reason; an error may also be of no interest */
    char name[3000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    expect("long", array_read_inside(name, NULL, &a, &err), ASSAY_EINPUT, &err, "File name too long");
    assert_int_equal(array_read_inside(name, NULL, &a, NULL), ASSAY_EINPUT);
}

/* A pipe has no size and no way back; this one holds several times what is first asked for. */
TEST(pipes_are_read)
{
    enum { LINES = 10000 };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    for (int k = 0; k < LINES; k++) assert_int_equal(write(ends[1], "1,2\n", 4), 4);
    close(ends[1]);
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    array a;
    assay_error err;
    expect("pipe", array_read_inside(path, NULL, &a, &err), ASSAY_OK, &err, "");
    assert_int_equal(a.rows, LINES);
    assert_true(a.value[2 * LINES - 1] == 2);
    array_free(&a);
    close(ends[0]);
    /* a writer that pauses is not at its end */
    FILE *slow = popen("printf '1,2\\n'; sleep 0.05; printf '3,4\\n'", "r");
    assert_non_null(slow);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(slow));
    expect("slow pipe", array_read_inside(path, NULL, &a, &err), ASSAY_OK, &err, "");
    assert_int_equal(a.rows, 2);
    array_free(&a);
    pclose(slow);
}

enum { N = 50, M = 3, D = 2 };
static double rep_factors[N * M], rep_codes[N * D];
static const int32_t rep_levels[M] = { 0, 4, 0 };
static const assay_rep rep = FIELDS(.abi = ASSAY_ABI, .n = N, .n_factors = M, .n_codes = D, .factors = rep_factors,
                                    .codes = rep_codes, .levels = rep_levels);
static const int32_t no_levels[M] = { 0 };
static const assay_rep floats = {
    .n = N, .n_factors = M, .n_codes = D, .factors = rep_factors, .codes = rep_codes, .levels = no_levels
};

static int make_folder(void **state)
{
    for (size_t s = 0; s < N; s++) {
        rep_factors[s] = (double)s / 3;
        rep_factors[N + s] = (double)(s % 4);
        rep_factors[2 * N + s] = (double)s; /* continuous, although whole */
        rep_codes[s] = ldexp((double)s + 0.1, (int)s - 20);
        rep_codes[N + s] = -(double)s;
    }
    return scratch_make(state);
}

/* That the values come back: test_written.c. */
TEST(what_is_written_is_read)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assay_error err;
    const char *npz = scratch_path("w.npz");
    expect("npz", representation_write(npz, &rep, &err), ASSAY_OK, &err, "");
    expect("npz, both sides", representation_read(npz, npz, "auto,continuous,categorical", &data, NULL, 0, &err),
           ASSAY_OK, &err, "");
    assert_int_equal(data.levels[1], 0); /* the user's word is the last */
    assert_int_equal(data.levels[2], N);
    expect("npy", representation_write(scratch_path("w.npy"), &rep, &err), ASSAY_EUSAGE, &err,
           "which factors are classes");
    expect("npy", representation_write(scratch_path("w.npy"), &floats, &err), ASSAY_OK, &err, "");
    assert_int_not_equal(access(scratch_path("w.npy"), F_OK), 0);
    expect("csv", representation_write(scratch_path("w.csv"), &rep, &err), ASSAY_OK, &err, "");
    FREED(array_bytes_free) array_bytes bytes;
    assert_int_equal(array_bytes_read(scratch_path("w.csv"), &bytes, &err), ASSAY_OK);
    assert_memory_equal(bytes.at, "v1,v2,v3,z1,z2\n0.0,0,0.0,", 25);
}

TEST(members_are_chosen)
{
    static const struct {
        const char *name, *member, *part; /* NULL: it is fine */
    } cases[] = {
        { "m.npz:codes", NULL, NULL },
        { "m.npz", "codes.npy", NULL },
        { "m.npz", NULL, "(factors, codes, kinds); choose one" },
        { "m.npz", "latents",
          "no array 'latents' in it, there is: factors, codes, kinds; save it as np.savez(file, factors=..., "
          "codes=...)" },
    };
    assay_error err;
    assert_int_equal(representation_write(scratch_path("m.npz"), &rep, &err), ASSAY_OK);
    for (size_t k = 0; k < ASSAY_COUNT(cases); k++) {
        FREED(array_free) array a = { 0 };
        expect(cases[k].name, array_read_inside(scratch_path(cases[k].name), cases[k].member, &a, &err),
               cases[k].part ? ASSAY_EINPUT : ASSAY_OK, &err, cases[k].part);
        assert_true(cases[k].part || a.value[N + 1] == -1);
    }
}

/* The same representation gives the same bytes, whenever; and the archive's date is the fixed one. */
TEST(archives_are_deterministic)
{
    assay_error err;
    FREED(array_bytes_free) array_bytes once, again;
    assert_int_equal(representation_write(scratch_path("d.npz"), &rep, &err), ASSAY_OK);
    assert_int_equal(array_bytes_read(scratch_path("d.npz"), &once, &err), ASSAY_OK);
    assert_int_equal(setenv("TZ", "Asia/Tokyo", 1), 0);
    assert_int_equal(representation_write(scratch_path("d.npz"), &rep, &err), ASSAY_OK);
    unsetenv("TZ");
    assert_int_equal(array_bytes_read(scratch_path("d.npz"), &again, &err), ASSAY_OK);
    assert_int_equal(once.size, again.size);
    assert_memory_equal(once.at, again.at, once.size);
    const size_t entry = find_bytes(&once, "PK\1\2", 4);
    assert_memory_equal(once.at + entry + 12, "\0\0\x21\0", 4); /* 00:00:00, 1980-01-01 */
}

static int count_temporaries(void)
{
    char command[160];
    snprintf(command, sizeof command, "exit $(ls -A '%s' | grep -c '^[.]assay-')", scratch_folder);
    return WEXITSTATUS(system(command));
}

TEST(failed_writes_leave_nothing)
{
    assay_error err;
    expect("name", representation_write(scratch_path("w.txt"), &rep, &err), ASSAY_EUSAGE, &err,
           "end the name in .npy, .npz or .csv");
    expect("no folder", representation_write(scratch_path("no/w.npz"), &rep, &err), ASSAY_EENVIRONMENT, &err,
           "cannot be written: No such file or directory; the folder must exist");
    assert_int_equal(mkdir(scratch_path("is.csv"), 0777), 0);
    expect("folder", representation_write(scratch_path("is.csv"), &rep, &err), ASSAY_EENVIRONMENT, &err,
           "Is a directory");

    /* a disk that fills up, played by a limit on the size of files; what was there before stays */
    put_text("old.csv", "old");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 500;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const assay_status status[] = { representation_write(scratch_path("old.csv"), &rep, &err),
                                    representation_write(scratch_path("full.npz"), &rep, &err),
                                    representation_write(scratch_path("full.npy"), &floats, &err) };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t k = 0; k < ASSAY_COUNT(status); k++)
        expect("full", status[k], ASSAY_EENVIRONMENT, &err, "File too large");
    assert_int_equal(count_temporaries(), 0);
    assert_int_not_equal(access(scratch_path("full.npz"), F_OK), 0);
    assert_int_not_equal(access(scratch_path("full-factors.npy"), F_OK), 0);
    array_bytes bytes;
    assert_int_equal(array_bytes_read(scratch_path("old.csv"), &bytes, &err), ASSAY_OK);
    assert_string_equal(bytes.at, "old");
    array_bytes_free(&bytes);

    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(symlink("/dev/full", scratch_path("dev.csv")), 0);
        expect("full", representation_write(scratch_path("dev.csv"), &rep, &err), ASSAY_EENVIRONMENT, &err,
               "No space left on device");
        assert_int_equal(unlink(scratch_path("dev.csv")), 0);
    }
}

/* The pair: if the codes cannot be written, the factors are not put in place either. */
TEST(pairs_come_together)
{
    assay_error err;
    assert_int_equal(mkdir(scratch_path("p-codes.npy"), 0777), 0);
    expect("pair", representation_write(scratch_path("p.npy"), &floats, &err), ASSAY_EENVIRONMENT, &err, "p-codes.npy");
    assert_int_not_equal(access(scratch_path("p-factors.npy"), F_OK), 0);
    assert_int_equal(count_temporaries(), 0);
}

TEST(links_and_modes)
{
    assay_error err;
    put_text("target.csv", "x");
    assert_int_equal(symlink("target.csv", scratch_path("link.csv")), 0);
    const mode_t mask = umask(022);
    expect("link", representation_write(scratch_path("link.csv"), &rep, &err), ASSAY_OK, &err, "");
    umask(mask);
    struct stat about;
    assert_int_equal(lstat(scratch_path("link.csv"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(scratch_path("target.csv"), &about), 0);
    assert_true(about.st_size > 100);
    assert_int_equal(about.st_mode & 0777, 0644);
    /* a device is written to, never replaced */
    expect("device", representation_write("/dev/null", &rep, &err), ASSAY_EUSAGE, &err, "what kind of file");
    assert_int_equal(symlink("/dev/null", scratch_path("null.csv")), 0);
    expect("device", representation_write(scratch_path("null.csv"), &rep, &err), ASSAY_OK, &err, "");
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

/* No part of an array is one. What other changes do, and text that is cut, is looked at in tests/fuzz/test_corpora.c.
 */
TEST(every_truncation_is_refused)
{
    const double data[4] = { 1, 2, 3, 4 };
    const struct {
        array_format format;
        array_bytes bytes;
    } all[] = {
        { ARRAY_NPY, npy_make(1, SHAPED("|b1", "(32,)"), data, 32) },
        { ARRAY_NPY, npy_make(2, "{'descr': '>f8', 'fortran_order': True, 'shape': (2, 2), }", data, 32) },
        { ARRAY_NPZ, archive_with(npy_make(1, SHAPED("<f8", "(2,2)"), data, 32)) },
        { ARRAY_NPZ, deflated_codes() },
    };
    for (size_t k = 0; k < ASSAY_COUNT(all); k++) {
        for (size_t size = 0; size < all[k].bytes.size; size++)
            refuses("a part", all[k].format, exact(all[k].bytes.at, size), "");
        free(all[k].bytes.at);
    }
}

static size_t left;
static void *run_out(size_t size) { return left ? left--, malloc(size) : (errno = ENOMEM, NULL); }

TEST(memory_that_runs_out_while_json_is_read_is_no_damage)
{
    FREED(array_bytes_free)
    array_bytes bytes =
        exact("\x35\0\0\0\0\0\0\0{\"z\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}\1\2", 63);
    scratch_write("m.safetensors", bytes.at, bytes.size);
    put_text("m" SHARDS_END, "{\"weight_map\": {\"z\": \"m.safetensors\"}}");
    json_set_alloc_funcs(run_out, free);
    assay_status status = ASSAY_ENOMEM;
    for (size_t k = 0; status == ASSAY_ENOMEM; left = ++k) {
        FREED(array_free) array a = { 0 };
        OWNED char *shard = NULL;
        status = shards_find(scratch_path("m" SHARDS_END), "z", 1, &shard, NULL);
        if (status == ASSAY_OK) status = safetensors_parse(&bytes, "", "z", &a, NULL);
        const int has = status == ASSAY_OK ? safetensors_has(&bytes, "z") : 0;
        if (status == ASSAY_OK) status = has < 0 ? ASSAY_ENOMEM : has ? ASSAY_OK : ASSAY_EINPUT;
    }
    json_set_alloc_funcs(malloc, free);
    assert_int_equal(status, ASSAY_OK);
}

TESTS_MAIN_IN(make_folder, scratch_remove)
