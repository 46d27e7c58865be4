/* Manifests and tables of groups as texts: every field by the reader that arrays have. */
#include "check.h"
#include "text_table.h"

static assay_status parse(const char *bytes, text_table *to, assay_error *err)
{
    *to = (text_table){ 0 };
    return text_table_parse(bytes, strlen(bytes), "t.csv", to, err);
}

TEST(fields_are_read_as_rfc_4180_writes_them)
{
    FREED(text_table_free) text_table t;
    assay_error err = { "" };
    assert_int_equal(parse("\xEF\xBB\xBFpath;\"a \"\"b\"\"\"\r\n  x y ;\" kept;\"\r\n\r\n\"\";z\n", &t, &err),
                     ASSAY_OK);
    assert_int_equal(t.columns, 2);
    assert_int_equal(t.rows, 2);
    assert_string_equal(t.name[0], "path");
    assert_string_equal(t.name[1], "a \"b\"");
    assert_string_equal(t.field[0], "x y");
    assert_string_equal(t.field[1], " kept;");
    assert_string_equal(t.field[2], "");
    assert_string_equal(t.field[3], "z");
}

/* A dump of a configuration in a column. Under the address sanitizer a byte behind a field's block ends this. */
TEST(a_quoted_field_of_any_length_is_refused_with_its_line)
{
    static const size_t lengths[] = { 4096, 4097, 65535, 65536, 65537, 200000 };
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        for (int quoted = 0; quoted < 2; quoted++) {
            OWNED char *bytes = malloc(lengths[k] + 64);
            assert_non_null(bytes);
            int used = sprintf(bytes, "path,config\na.npz,%s", quoted ? "\"" : "");
            memset(bytes + used, 'x', lengths[k]);
            strcpy(bytes + used + lengths[k], quoted ? "\"\n" : "\n");
            FREED(text_table_free) text_table t;
            assay_error err = { "" };
            const assay_status status = parse(bytes, &t, &err);
            assert_int_equal(status, lengths[k] > 4096 ? ASSAY_EINPUT : ASSAY_OK);
            if (status == ASSAY_OK) assert_int_equal(strlen(t.field[1]), lengths[k]);
            else assert_non_null(strstr(err.text, "line 2, field 2"));
        }
    }
}

TEST(what_has_two_readings_is_refused)
{
    static const char *const wrong[] = {
        "path,group\n\"a\"b,c\n",    /* text behind a quote */
        "path,group\n\"a,c\n",       /* a quote that is not closed */
        "path,group\n\"a\nb\",c\n",  /* a line end in a quote */
        "path,path\na,b\n",          /* two columns of one name */
        "path,group\na\n",           /* too few fields */
        "path,group\na,b,c\n",       /* too many */
        "path,group\na,\x1b[31mb\n", /* what steers a terminal */
        "path,group\na,\xff\n",      /* no UTF-8 */
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        FREED(text_table_free) text_table t;
        assay_error err = { "" };
        assert_int_equal(parse(wrong[k], &t, &err), ASSAY_EINPUT);
        assert_true(strncmp(err.text, "t.csv: ", 7) == 0);
    }
}

TEST(a_table_of_more_columns_than_a_manifest_has_is_called_wide)
{
    char bytes[8000] = "";
    for (int k = 0; k < 1025; k++) sprintf(bytes + strlen(bytes), "%sc%d", k ? "," : "", k);
    FREED(text_table_free) text_table t;
    assay_error err = { "" };
    assert_int_equal(parse(bytes, &t, &err), ASSAY_EINPUT);
    assert_true(t.wide);
}

TESTS_MAIN
