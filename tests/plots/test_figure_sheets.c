/* Sheets of metrics: what a perfect metric would show (worked out by hand from the truths), settings side by side,
 * pages, outputs that are no fractions, refusals. */
#include "figure_folder.h"

static const assay_truth IS_1 = { ASSAY_IS, 1.0 }, IS_0 = { ASSAY_IS, 0.0 }, IS_HALF = { ASSAY_IS, 0.5 },
                         UNKNOWN = { ASSAY_UNKNOWN, 0.0 };

static assay_truth order(double value) { return (assay_truth){ ASSAY_ORDER, value }; }

static evidence_entry with_truth(evidence_entry row, assay_truth modularity, assay_truth compactness,
                                 assay_truth explicitness)
{
    row.truth[0] = modularity;
    row.truth[1] = compactness;
    row.truth[2] = explicitness;
    return row;
}

static void draw(const char *metrics)
{
    assay_error err = { "" };
    check_drawn(figures_sheets(listed(&rows), metrics, scratch_folder, FIGURE_SVG, &drawn, &err), &err);
}

static void draw_one(void)
{
    draw(NULL);
    NAMES("sheet-m-default");
}

/* A sweep of three points with these truths of an output that claims `measures`. */
static void sweep(const char *scenario, const char *output, uint32_t measures, assay_truth at[3][3])
{
    static const char *const points[] = { "alpha=0", "alpha=0.5", "alpha=1" };
    for (size_t p = 0; p < 3; p++) {
        evidence_entry row =
            with_output(row_of(scenario, "alpha", points[p], 0.5 * (double)p, "m", "information", 0.5), output);
        row.measures = measures;
        add_row(&rows, with_truth(row, at[p][0], at[p][1], at[p][2]));
    }
}

TEST(test_refusals)
{
    assay_error err = { "" };
    assert_int_equal(figures_sheets(listed(&rows), NULL, scratch_folder, FIGURE_SVG, &drawn, &err), ASSAY_EINPUT);
    add_row(&rows, row_of("plain", "", "", NAN, "m", "information", 0.5));
    assert_int_equal(figures_sheets(listed(&rows), "m@other,mm", scratch_folder, FIGURE_SVG, &drawn, &err),
                     ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "nothing to draw"));
    assert_int_equal(count_files(scratch_folder), 0);
}

/* Known by value: the least of what is claimed. The places of the points are .06, .5 and .94. */
TEST(test_values)
{
    assay_truth at[3][3] = { { IS_1, IS_HALF, UNKNOWN }, { IS_1, IS_1, IS_0 }, { IS_0, IS_1, UNKNOWN } };
    sweep("plain", "m", ASSAY_MODULARITY | ASSAY_COMPACTNESS, at);
    draw_one();
    HAS("sheet-m-default.dat", "0.06 0.5 0.3408776847 0.6591223153 0.1 4 4 \"\" 0.5 \"alpha=0\"\n",
        "\"\" 1 \"alpha=0.5\"\n", "\"\" 0 \"alpha=1\"\n");
    HAS("sheet-m-default.gp", "using 1:9 with lines ls 1", "set xtics ('1' 0.94, '0.5' 0.5, '0' 0.06)",
        "title 'a perfect metric, where its score is known'", "using 1:3:4 with filledcurves ls 1");
    LACKS("sheet-m-default.gp", "set label 'undefined", "falls", "rises", "flat");
}

static const struct {
    const char *why;
    double value[3];
    int unknown; /* the last point's truth is not known at all */
    const char *word;
} ways[] = {
    { "down, down", { 0.9, 0.5, 0.1 }, 0, "falls" },
    { "down, level", { 0.9, 0.5, 0.5 }, 0, "falls" },
    { "up, up", { 0.1, 0.5, 0.9 }, 0, "rises" },
    { "level", { 0.5, 0.5, 0.5 }, 0, "flat" },
    { "up, down: not one way", { 0.1, 0.5, 0.1 }, 0, NULL },
    { "not known throughout", { 0.9, 0.5, 0.1 }, 1, NULL },
};

/* Known by order alone: no value in the data, and the way it goes. */
TEST(test_ways)
{
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++, no_rows()) {
        assay_truth at[3][3];
        for (size_t p = 0; p < 3; p++) {
            at[p][0] = p == 2 && ways[k].unknown ? UNKNOWN : order(ways[k].value[p]);
            at[p][1] = at[p][2] = IS_1;
        }
        sweep("plain", "m", ASSAY_MODULARITY, at);
        draw_one();
        HAS("sheet-m-default.dat", "\"\" NaN \"alpha=0.5\"\n");
        LACKS("sheet-m-default.gp", "using 1:9");
        static const char *const words[] = { "falls", "rises", "flat" };
        for (size_t w = 0; w < 3; w++) {
            char label[32];
            snprintf(label, sizeof label, "set label '%s' at", words[w]);
            const int lacks = !ways[k].word || strcmp(words[w], ways[k].word) != 0;
            check_texts("sheet-m-default.gp", lacks, (const char *const[]){ label, NULL });
        }
    }
}

/* Two properties that go against each other say nothing; a level one does not count. The word names the outputs
 * that it is about, unless these are all. */
TEST(test_several_outputs)
{
    assay_truth at[3][3];
    for (size_t p = 0; p < 3; p++) {
        at[p][0] = IS_1;
        at[p][1] = order(1.0 - 0.25 * (double)p);
        at[p][2] = order(0.25 * (double)p);
    }
    sweep("plain", "modularity", ASSAY_MODULARITY, at);
    sweep("plain", "compactness", ASSAY_MODULARITY | ASSAY_COMPACTNESS, at);
    sweep("plain", "explicitness", ASSAY_EXPLICITNESS, at);
    sweep("plain", "all", ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, at);
    for (size_t p = 0; p < 3; p++) {
        at[p][0] = order(1.0 - 0.25 * (double)p);
        at[p][1] = UNKNOWN;
        at[p][2] = IS_1;
    }
    sweep("second", "modularity", ASSAY_MODULARITY, at);
    sweep("second", "compactness", ASSAY_MODULARITY | ASSAY_COMPACTNESS, at); /* half unknown is unknown */
    draw_one();
    HAS("sheet-m-default.gp", "set label 'rises: expl., falls: comp.' at", "set label 'falls: mod.' at",
        "title 'explicitness'");
    HAS("sheet-m-default.dat", "# index 2: plain, explicitness\n");
}

/* Each setting of another parameter is a segment of its own; no line, band or way goes across. */
TEST(test_settings)
{
    static char point[6][64];
    for (size_t p = 0; p < 6; p++) {
        snprintf(point[p], sizeof point[p], "delta=0.%zu;alpha=%zu", p / 3 + 1, p % 3);
        const assay_truth truth = order(1.0 - 0.1 * (double)(p % 3));
        const evidence_entry row = row_of("grid", "alpha", point[p], (double)(p % 3), "m", "information", 0.5);
        add_row(&rows, with_truth(row, truth, truth, truth));
    }
    draw_one();
    LACKS("sheet-m-default.dat", "# index 1");
    HAS("sheet-m-default.gp", "set label 'α, side by side: δ' at", "set label 'falls' at", "set xrange [0:2]",
        "set xtics ('0.2' 1.5, '0.1' 0.5)", "every ::0:0:2:0 using 1:3:4", "every ::0:1:2:1 using 1:3:4");
    HAS("sheet-m-default.dat", "\"delta=0.1;alpha=2\"\n\n1.13 0.5 ");
}

/* Points that are words are dots with bars; what is undefined throughout says why. */
TEST(test_words)
{
    const evidence_entry a = row_of("words", "", "copies=2;factors=4", NAN, "m", "information", 0.25);
    const evidence_entry b = row_of("words", "", "copies=4;factors=2", NAN, "m", "information", 0.5);
    add_row(&rows, with_truth(a, IS_1, IS_1, IS_1));
    add_row(&rows, b);
    add_row(&rows, with_undefined(row_of("void", "", "", NAN, "m", "information", 0), 0, "one-code: d is 1"));
    draw_one();
    HAS("sheet-m-default.gp", "set xtics ('4/2' 0.75, '2/4' 0.25)", "set label 'copies/factors' at",
        "with yerrorbars ls 1", "set label 'undefined: one-code' at");
    HAS("sheet-m-default.dat", "0.25 0.25 0.09087768474 0.4091223153 0.1 4 4 \"\" 1 \"copies=2;factors=4\"\n");
    LACKS("sheet-m-default.gp", "linespoints ls 1 notitle");
}

/* A sheet for each variant, or for those asked for; outputs without an upper bound have one of their own. */
TEST(test_which)
{
    evidence_entry other = row_of("plain", "alpha", "alpha=0", 0, "m", "information", 0.5);
    add_row(&rows, other);
    other.preset = "zaidi2020:bins=15";
    add_row(&rows, other);
    evidence_entry tc = row_of("plain", "alpha", "alpha=0", 0, "tc", "unsupervised", 20.0);
    tc.high = NAN;
    add_row(&rows, with_truth(tc, IS_1, IS_1, IS_1));
    add_row(&rows, with_output(row_of("plain", "alpha", "alpha=0", 0, "tc", "unsupervised", 0.5), "norm"));
    draw(NULL);
    NAMES("sheet-m-default", "sheet-m-zaidi2020-bins-15", "sheet-tc-default-unbounded", "sheet-tc-default");
    assert_string_equal(drawn.at[0].scenario, "");
    assert_non_null(strstr(drawn.at[1].title, "m@zaidi2020:bins=15"));
    HAS("sheet-tc-default-unbounded.gp", "set label 'value (unbounded)'");
    LACKS("sheet-tc-default-unbounded.gp", "perfect metric");
    HAS("sheet-tc-default-unbounded.dat", "\"\" NaN \"alpha=0\"\n");
    LACKS("sheet-tc-default.dat", "# index 1");
    draw("none,m@nothing,m@zaidi2020:bins=15,tc@default");
    assert_int_equal(drawn.count, 3);
    assert_string_equal(drawn.at[0].name, "sheet-m-zaidi2020-bins-15");
    draw("m");
    assert_int_equal(drawn.count, 2);
}

static void add_scenarios(size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        char scenario[16];
        snprintf(scenario, sizeof scenario, "s-%zu", k);
        add_row(&rows, row_of(scenario, "", "", NAN, "m", "information", 0.5));
    }
}

/* A page holds 32 small panels (4 to a line, 8 lines); 40 scenarios are two pages of 20. */
TEST(test_pages)
{
    add_scenarios(0, 32);
    draw(NULL);
    assert_int_equal(drawn.count, 1);
    add_scenarios(32, 40);
    draw(NULL);
    assert_int_equal(drawn.count, 2);
    assert_string_equal(drawn.at[1].name, "sheet-m-default-2");
    HAS("sheet-m-default.gp", "# s-0\n", "# s-31\n");
    LACKS("sheet-m-default.gp", "# s-39\n");
    HAS("sheet-m-default-2.gp", "# s-39\n");
}

/* A band needs two neighbours that have an interval; a number without room below its panel is left out. */
TEST(test_gap)
{
    static const double x[] = { 0.0, 1.0, 100.0 };
    static const char *const points[] = { "k=0", "k=1", "k=100" };
    for (size_t p = 0; p < 3; p++)
        add_row(&rows, with_undefined(row_of("plain", "k", points[p], x[p], "m", "information", 0.5), p == 1 ? 0 : 4,
                                      p == 1 ? "one-code: d is 1" : NULL));
    draw_one();
    LACKS("sheet-m-default.gp", "filledcurves");
    HAS("sheet-m-default.gp", "set xtics ('100' 0.94, '1' 0.0688, '' 0.06)");
    HAS("sheet-m-default.dat", "0.0688 NaN NaN NaN NaN 4 0 \"one-code: d is 1\" NaN \"k=1\"\n");
}

/* Scores below 0 have their place, down to -1. */
TEST(test_below)
{
    add_row(&rows, row_of("plain", "", "", NAN, "m", "information", -0.15));
    draw_one();
    HAS("sheet-m-default.gp", "set yrange [-0.26:1.06]"); /* -0.2 and 5 % of 1.2 */
    add_row(&rows, row_of("plain", "", "", NAN, "m", "information", -7.0));
    draw_one();
    HAS("sheet-m-default.gp", "set yrange [-1.1:1.1]", " 1 mean is below the axis.");
}

/* Two variants whose names differ behind the 200th byte only. */
TEST(test_long_names_of_different_variants_are_different_files)
{
    static const char ends[] = "ab";
    char preset[2][300];
    for (size_t k = 0; k < 2; k++) {
        memset(preset[k], 'p', sizeof *preset - 1);
        preset[k][sizeof *preset - 2] = ends[k];
        preset[k][sizeof *preset - 1] = '\0';
        evidence_entry row = row_of("plain", "", "", NAN, "m", "information", 0.5);
        row.preset = preset[k];
        add_row(&rows, row);
    }
    draw(NULL);
    assert_int_equal(drawn.count, 2);
    assert_string_not_equal(drawn.at[0].name, drawn.at[1].name);
    assert_in_range(strlen(drawn.at[0].name), 201, 250);
}

static void draw_side_by_side(size_t n)
{
    assay_error err = { "" };
    const evidence_series *series[2] = { &rows.all.at[0], &rows.all.at[1] };
    check_drawn(figures_side_by_side(listed(&rows), series, n, scratch_folder, FIGURE_SVG, &drawn, &err), &err);
}

/* The first six scenarios along numbers, of the metrics that are asked for; what none of them is defined on has no panel. */
TEST(test_side_by_side)
{
    static const char *const points[] = { "alpha=0", "alpha=1" }, *const metrics[] = { "m", "n", "other" };
    for (size_t m = 0; m < 3; m++) {
        add_row(&rows, row_of("words", "", "", NAN, metrics[m], "information", 0.5));
        for (size_t s = 0; s < 8; s++)
            for (size_t p = 0; p < 2; p++) {
                char scenario[16];
                snprintf(scenario, sizeof scenario, "s-%zu", s);
                const evidence_entry row =
                    row_of(scenario, "alpha", points[p], (double)p, metrics[m], "information",
                           0.5 - 0.1 * (double)m + (s == 3 ? 0.0 : 0.2 * (double)p)); /* of s-3 no score moves */
                add_row(&rows, s || m == 2 ? row : with_undefined(row, 0, "one-code: d is 1"));
            }
    }
    draw_side_by_side(2);
    NAMES("side-by-side");
    HAS("side-by-side.gp", "# s-1\n", "# s-7\n", "title 'm'", "title 'n'");
    LACKS("side-by-side.gp", "# s-0\n", "# s-3\n", "# words\n", "title 'other'");
    HAS("side-by-side.dat", "# index 11: s-7, n\n", "0.06 0.4 ");
    draw_side_by_side(0);
    assert_int_equal(drawn.count, 0);
}

/* A panel of two claims: at 0 both truths are 1, behind it that of compactness alone is known, or both are. */
TEST(test_one_line_is_of_all_claims)
{
    static const char *const points[] = { "alpha=0", "alpha=0.5", "alpha=1" };
    assay_error err = { "" };
    for (int known = 0; known < 2; known++, no_rows()) {
        for (size_t p = 0; p < 3; p++)
            for (uint32_t m = ASSAY_MODULARITY; m <= ASSAY_COMPACTNESS; m++) {
                evidence_entry row =
                    row_of("plain", "alpha", points[p], 0.5 * (double)p, m == 1 ? "m" : "n", "any", 0.5);
                row.measures = m;
                add_row(&rows, with_truth(row, p && !known ? order(0.5) : IS_1, IS_1, UNKNOWN));
            }
        check_drawn(figures_draw(listed(&rows), scratch_folder, FIGURE_SVG | 2 * FIGURE_PAPER, &drawn, &err), &err);
        check_texts("plain.gp", !known, (const char *const[]){ "title 'perfect metric'", "using 1:9", NULL });
        check_texts("plain.tex", !known, (const char *const[]){ "Perfect metric (grey): what an output scores", NULL });
        HAS("plain.tex", "% needs \\usepackage{graphicx}\n\\begin{figure}\n", "\\end{figure}\n");
    }
}

FIGURE_TESTS_MAIN
