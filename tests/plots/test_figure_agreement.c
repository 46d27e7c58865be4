/* The map of agreements: every file that is promised, its data, cells without a coefficient, small and large tables,
 * silence of gnuplot, and what is refused. */
#include "figure_folder.h"

#include "figures.h"
#include "needed.h"

/* Coefficients cos(i - j), of rows 10 at 5 points; [i, j] = NaN where either is `constant`. */
typedef struct sample {
    agreement_table t;
    agreement a;
} sample;

static void make_sample(sample *s, size_t n, size_t constant)
{
    agreement_table_shape(&s->t, 10, n);
    s->t.n_clusters = 5;
    double *const all = kept(3 * n * n, sizeof *all);
    s->a = (agreement){ n, all, all + n * n, all + 2 * n * n, kept(n * n, sizeof(size_t)), AGREE_KENDALL, 100 };
    for (size_t i = 0; i < n; i++) {
        s->t.series[i] = phrase(i % 3 == 1 ? "it's \"%zu\"" : "metric@preset%zu", i);
        for (size_t j = 0; j < n; j++) {
            const double value = i == constant || j == constant ? NAN : cos((double)i - (double)j);
            s->a.value[i * n + j] = value;
            s->a.low[i * n + j] = value - 0.1;
            s->a.high[i * n + j] = value + 0.1;
            s->a.n[i * n + j] = 10;
        }
    }
}

static assay_status try_draw(const sample *s, uint32_t formats, const char *where, assay_error *err)
{
    return figure_agreement_draw(&(agreement_figure){ &s->t, &s->a }, where, formats, &drawn, err);
}

static void draw(size_t n, size_t constant, uint32_t formats)
{
    sample s;
    assay_error err = { "" };
    make_sample(&s, n, constant);
    check_drawn(try_draw(&s, formats, scratch_folder, &err), &err);
}

TEST(test_refusals)
{
    sample s;
    assay_error err = { "" };
    make_sample(&s, 1, 9);
    check_refused(try_draw(&s, EVERY, scratch_folder, &err), ASSAY_EINPUT, &err, "fewer than two scores");
    make_sample(&s, 3, 9);
    check_refused(try_draw(&s, EVERY, "/dev/null/there", &err), ASSAY_EENVIRONMENT, &err, "/dev/null");
}

TEST(test_files)
{
    static const char *const files[] = { "style.gp",      "agreement.gp",  "agreement.dat",
                                         "agreement.pdf", "agreement.svg", "agreement.png" };
    draw(4, 9, EVERY);
    assert_int_equal(drawn.n_files, 6);
    NAMES("agreement");
    assert_string_equal(drawn.at[0].title, "Agreement between metrics: Kendall's τ-b over all representations");
    assert_string_equal(drawn.at[0].caption,
                        "Kendall's τ-b of 4 scores on 10 representations (5 points, each with its seeds). Blue: two "
                        "scores rank them alike; red: the other way round.");
    for (size_t k = 0; k < 6; k++) assert_string_equal(drawn.file[k], files[k]);
    assert_int_equal(count_files(scratch_folder), 6); /* and the folder of the making is gone */
}

TEST(test_content)
{
    draw(4, 2, FIGURE_SVG);
    assert_non_null(strstr(drawn.at[0].caption, "Grey: not defined"));
    HAS("agreement.dat", "\n1 2 0.5403023059 0.4403023059 0.6403023059 10 \"metric@preset0\" \"it's '1'\"\n",
        "\n2 3 NaN NaN NaN 10 \"it's '1'\" \"metric@preset2\"\n", "\n1 4 -0.9899924966 "); /* cos 3 */
    HAS("agreement.gp", "set label 'it’s \"1\"' at");
    HAS("agreement.svg", ">-0.99<", ">0.54<", "200, 200, 200", /* grey */
        "Agreement between metrics");
}

/* Two; no coefficient at all; no room for a number; more than a page has millimetres. */
TEST(test_sizes)
{
    static const struct {
        size_t n, constant;
        int grey, numbers;
    } sizes[] = {
        { 2, 9, 0, 1 }, { 2, 0, 1, 1 }, { 16, 99, 0, 1 }, { 30, 7, 1, 0 }, { 150, 999, 0, 0 },
    };
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        draw(sizes[k].n, sizes[k].constant, FIGURE_SVG);
        assert_int_equal(strstr(drawn.at[0].caption, "Grey") != NULL, sizes[k].grey);
        if (sizes[k].numbers) HAS("agreement.gp", "with labels");
        else LACKS("agreement.gp", "with labels");
    }
}

/* A name that is longer than there is room for is cut in the middle, not in the data. */
TEST(test_long_name)
{
    sample s;
    assay_error err = { "" };
    make_sample(&s, 3, 9);
    s.t.series[2] = memset(kept(301, 1), 'm', 300);
    check_drawn(try_draw(&s, FIGURE_SVG, scratch_folder, &err), &err);
    HAS("agreement.gp", "set label 'mmmmmmmmmmmmmmmmm…mmmmmmmmmmmmmmmm'");
    HAS("agreement.dat", s.t.series[2]);
}

FIGURE_TESTS_MAIN
