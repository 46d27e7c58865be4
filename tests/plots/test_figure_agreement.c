/* The map of agreements: every file that is promised, its data, cells without a coefficient, small and large tables,
 * equal bytes twice, silence of gnuplot, and what is refused. */
#include "figure_folder.h"

#include "figure_agreement.h"

enum { EVERY = FIGURE_PDF | FIGURE_SVG | FIGURE_PNG };

/* Coefficients cos(i - j), of rows 10 at 5 points; [i, j] = NaN where either is `constant`. */
typedef struct sample {
    agreement_table t;
    agreement a;
} sample;

static void make_sample(sample *s, size_t n, size_t constant)
{
    agreement_table_shape(&s->t, 10, n);
    s->t.n_clusters = 5;
    s->a = (agreement){ n, calloc(n * n, sizeof(double)), calloc(n * n, sizeof(double)), calloc(n * n, sizeof(double)),
                        calloc(n * n, sizeof(size_t)), AGREE_KENDALL, 100 };
    for (size_t i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, i % 3 == 1 ? "it's \"%zu\"" : "metric@preset%zu", i);
        s->t.series[i] = strdup(name);
        for (size_t j = 0; j < n; j++) {
            const double value = i == constant || j == constant ? NAN : cos((double)i - (double)j);
            s->a.value[i * n + j] = value;
            s->a.low[i * n + j] = value - 0.1;
            s->a.high[i * n + j] = value + 0.1;
            s->a.n[i * n + j] = 10;
        }
    }
}

static void free_sample(sample *s)
{
    agreement_table_free(&s->t);
    agreement_free(&s->a);
}

static void draw(size_t n, size_t constant, uint32_t formats, figures *to)
{
    sample s;
    assay_error err = { "" };
    make_sample(&s, n, constant);
    if (figure_agreement_draw(&(agreement_figure){ &s.t, &s.a, "agree", "A title" }, folder, formats, to, &err) !=
        ASSAY_OK)
        fail_msg("%s", err.text);
    if (to->warnings[0]) fail_msg("%zu scores: gnuplot said: %s", n, to->warnings);
    free_sample(&s);
}

static void test_files(void **state)
{
    (void)state;
    static const char *const files[] = { "style.gp", "agree.gp", "agree.dat", "agree.pdf", "agree.svg", "agree.png" };
    figures drawn;
    char *before[6];
    size_t sizes[6], size;
    draw(4, 9, EVERY, &drawn);
    assert_int_equal(drawn.n_files, 6);
    assert_int_equal(drawn.count, 1);
    assert_string_equal(drawn.at[0].name, "agree");
    assert_string_equal(drawn.at[0].title, "A title");
    assert_string_equal(drawn.at[0].caption,
                        "Kendall's τ-b of 4 scores on 10 representations (5 points, each with its seeds); a cell "
                        "compares the score at the end of its row with the one at the top of its column.");
    for (size_t k = 0; k < 6; k++) {
        assert_string_equal(drawn.file[k], files[k]);
        before[k] = content(files[k], &sizes[k]);
        assert_true(sizes[k] > 200);
    }
    figures_free(&drawn);
    draw(4, 9, EVERY, &drawn);
    for (size_t k = 0; k < 6; k++) {
        char *now = content(files[k], &size);
        if (size != sizes[k] || memcmp(now, before[k], size) != 0) fail_msg("%s: other bytes", files[k]);
        free(now);
        free(before[k]);
    }
    figures_free(&drawn);
    assert_int_equal(empty_folder(), 6); /* and the folder of the making is gone */
}

static void test_content(void **state)
{
    (void)state;
    figures drawn;
    draw(4, 2, FIGURE_SVG, &drawn);
    assert_non_null(strstr(drawn.at[0].caption, "Grey: not defined"));
    figures_free(&drawn);
    check_contains("agree.dat",
                   "\n1 2 0.5403023059 0.4403023059 0.6403023059 10 \".54\" \"metric@preset0\" \"it's '1'\"\n");
    check_contains("agree.dat", "\n2 3 NaN NaN NaN 10 \"–\" \"it's '1'\" \"metric@preset2\"\n");
    check_contains("agree.dat", "\n1 4 -0.9899924966 "); /* cos 3 */
    check_lacks("agree.dat", "\n1 1 ");
    check_contains("agree.gp", "set label 'it’s \"1\"' at");
    check_contains("agree.svg", ">-.99<");
    check_contains("agree.svg", ">.54<");
    check_contains("agree.svg", "216, 216, 216"); /* grey */
    check_contains("agree.svg", "A title");
}

/* Two; no coefficient at all; hundredths; no room for a number; more than a page has millimetres. */
static void test_sizes(void **state)
{
    (void)state;
    static const struct { size_t n, constant; const char *note; } sizes[] = {
        { 2, 9, "column." }, { 2, 0, "Grey" }, { 30, 7, "hundredths" }, { 60, 9, "A minus: below 0." },
                  { 120, 9, "no room for names" }, { 400, 9, "no room for names" },
    };
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        figures drawn;
        draw(sizes[k].n, sizes[k].constant, FIGURE_SVG, &drawn);
        if (!strstr(drawn.at[0].caption, sizes[k].note)) fail_msg("%zu: %s", sizes[k].n, drawn.at[0].caption);
        figures_free(&drawn);
        if (sizes[k].n >= 60) check_contains("agree.dat", " 10 \"-\" ");
    }
}

/* A name that is longer than the page makes the page wider, not the cells negative. */
static void test_long_name(void **state)
{
    (void)state;
    sample s;
    figures drawn;
    assay_error err = { "" };
    make_sample(&s, 3, 9);
    free(s.t.series[2]);
    s.t.series[2] = malloc(301);
    memset(s.t.series[2], 'm', 300);
    s.t.series[2][300] = '\0';
    assert_int_equal(
        figure_agreement_draw(&(agreement_figure){ &s.t, &s.a, "agree", "" }, folder, FIGURE_SVG, &drawn, &err),
        ASSAY_OK);
    if (drawn.warnings[0]) fail_msg("%s", drawn.warnings);
    check_contains("agree.gp", "set rmargin at screen x(4.50)"); /* 3 cells of 0.5 mm behind a margin of 3 */
    figures_free(&drawn);
    free_sample(&s);
}

static void test_refusals(void **state)
{
    (void)state;
    sample s;
    figures drawn;
    assay_error err = { "" };
    make_sample(&s, 1, 9);
    assert_int_equal(figure_agreement_draw(&(agreement_figure){ &s.t, &s.a, "agree", "" }, folder, EVERY, &drawn, &err),
                     ASSAY_EINPUT);
    figures_free(&drawn);
    free_sample(&s);
    make_sample(&s, 3, 9);
    assert_int_equal(
        figure_agreement_draw(&(agreement_figure){ &s.t, &s.a, "agree", "" }, "/dev/null/there", EVERY, &drawn, &err),
        ASSAY_EENVIRONMENT);
    figures_free(&drawn);
    free_sample(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
