/* Figures: the script and data of a small set of scores, every file that is promised, silence of gnuplot, and what
 * happens without gnuplot or without a place to write. Equal bytes: tests/cli/test_report.sh, test_agree.sh. */
#include "figure_folder.h"

static void draw(uint32_t formats)
{
    assay_error err = { "" };
    check_drawn(figures_draw(listed(&rows), scratch_folder, formats, &drawn, &err), &err);
}

/* A sweep over three points with two families and a gap; points that are words; all undefined. */
static void some_scores(void)
{
    static const char *const points[] = { "alpha=0", "alpha=0.5", "alpha=1" };
    for (size_t p = 0; p < 3; p++) {
        const double x = 0.5 * (double)p;
        add_row(&rows, row_of("sweep", "alpha", points[p], x, "mig", "information", 1 - x));
        add_row(&rows, with_undefined(row_of("sweep", "alpha", points[p], x, "it's", "information", 0.5),
                                      p == 1 ? 0 : 4, p == 1 ? "one-code: \"d\" is 1" : NULL));
        add_row(&rows,
                with_undefined(row_of("sweep", "alpha", points[p], x, "sap", "predictor", 0), 0, "none: at all"));
    }
    add_row(&rows, row_of("words", "", "order=a", NAN, "mig", "information", 0.25));
    add_row(&rows, with_undefined(row_of("words", "", "order=b", NAN, "mig", "information", 0), 0, "none: here"));
    add_row(&rows, with_undefined(row_of("words", "", "order=b", NAN, "rmig", "information", 0), 0, "none: here"));
}

TEST(test_formats)
{
    uint32_t mask;
    assay_error err = { "" };
    assert_int_equal(figure_formats("pdf,png", &mask, &err), ASSAY_OK);
    assert_int_equal(mask, FIGURE_PDF | FIGURE_PNG);
    assert_int_equal(figure_formats("svg", &mask, &err), ASSAY_OK);
    assert_int_equal(mask, FIGURE_SVG);
    assert_int_equal(figure_formats("pdf,eps", &mask, &err), ASSAY_EUSAGE);
    assert_string_equal(err.text, "no figure format 'eps'; there are: pdf, svg, png");
    assert_int_equal(figure_formats("", &mask, &err), ASSAY_EUSAGE);
    assert_int_equal(figure_formats(",", &mask, &err), ASSAY_EUSAGE);
}

TEST(test_files)
{
    some_scores();
    draw(EVERY);
    static const char *const files[] = { "style.gp", "sweep.gp",  "sweep.dat", "sweep.pdf", "sweep.svg", "sweep.png",
                                         "words.gp", "words.dat", "words.pdf", "words.svg", "words.png" };
    assert_int_equal(drawn.n_files, 11);
    assert_int_equal(count_files(scratch_folder), 11); /* and no other: the folder of the making is gone */
    for (size_t k = 0; k < 11; k++) {
        size_t size;
        assert_string_equal(drawn.file[k], files[k]);
        free(content(files[k], &size));
        assert_true(size > 100);
    }
    NAMES("sweep", "words");
    assert_string_equal(drawn.at[0].caption,
                        "A title. Mean over 4 seeds, 100 samples; bands: 95 % confidence interval of the "
                        "mean. Undefined throughout and not drawn: sap. 16 of 36 values undefined, see sweep.dat.");
    assert_non_null(strstr(drawn.at[1].caption, " Undefined throughout and not drawn: rmig. "));
}

/* Half the interval: t(0.975; 3) 0.1 / sqrt(4) = 3.182446305 0.05 = 0.1591223153 */
TEST(test_content)
{
    some_scores();
    draw(FIGURE_SVG);
    HAS("sweep.dat",
        "# index 0: Information, mig\n0.06 1 0.8408776847 1 0.1 4 4 \"\" NaN \"alpha=0\"\n"
        "0.5 0.5 0.3408776847 0.6591223153 0.1 4 4 \"\" NaN \"alpha=0.5\"\n",
        "0.5 NaN NaN NaN NaN 4 0 \"one-code: 'd' is 1\" NaN \"alpha=0.5\"\n",
        "0.5 NaN NaN NaN NaN 4 0 \"none: at all\" NaN \"alpha=0.5\"\n");
    HAS("sweep.gp", "formats = \"svg\"", "# Information\n");
    HAS("sweep.dat", "# index 2: Predictor, sap (undefined)\n"); /* not drawn, but the data say why */
    HAS("sweep.gp", "data index 0 every ::0:0:2:0 using 1:3:4 with filledcurves ls 1 notitle",
        "data index 1 using 1:($2) with linespoints ls 2 notitle", /* the key is of nothing */
        "NaN with linespoints ls 2 title 'it’s'", "set label 'α' at", "set xtics ('1' 0.94, '0.5' 0.5, '0' 0.06)",
        "set yrange [-0.05:1.05]");
    HAS("words.gp", "set ytics ('mig' 1)");
    HAS("words.dat", "1 0.25 0.09087768474 0.4091223153 0.1 4 4 \"\" NaN \"mig\"\n",
        "1 NaN NaN NaN NaN 4 0 \"none: here\" NaN \"mig\"\n");
    LACKS("sweep.gp", "data index 1 every", /* no two neighbouring points have an interval: no band */
          "/tmp");                          /* paths are relative */
}

/* A gap in a band splits it; a family of more than seven is split by property; a score below 0 widens the axis; numbers
 * over more than a decade are drawn on a logarithmic axis. */
TEST(test_panels)
{
    static const char *const points[] = { "n=100", "n=200", "n=1000", "n=2000", "n=5000" };
    static const double x[] = { 100, 200, 1000, 2000, 5000 };
    static const char *const names[] = { "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9" };
    for (size_t p = 0; p < 5; p++) {
        for (size_t k = 0; k < 9; k++) {
            evidence_entry row = row_of("many", "n", points[p], x[p], names[k], "information",
                                        k < 8 ? 0.5
                                        : p   ? -0.25
                                              : -0.2);
            row.measures = k == 8 ? ASSAY_COMPACTNESS : ASSAY_MODULARITY;
            row.preset = "zaidi2020";
            if (k == 0 && p == 2) row = with_undefined(row, 0, "gap: here");
            add_row(&rows, row);
        }
    }
    draw(FIGURE_SVG);
    HAS("many.gp", "# (a) Information: modularity, zaidi2020 (1 of 2)\n",
        "# (b) Information: modularity, zaidi2020 (2 of 2)\n", "# (c) Information: compactness, zaidi2020\n",
        "data index 0 every ::0:0:1:0 using 1:3:4", "data index 0 every ::3:0:4:0 using 1:3:4",
        "title 'm1'",                 /* the preset is in the panel's title */
        "set yrange [-0.365:1.065]"); /* down to -0.3, and 5 % beyond */
    HAS("many.dat", "\n0.215922 ");   /* 200 on a logarithmic axis: .06 + .88 log 2 / log 50 */
    HAS("many.gp", " Drawn over each other: m2, m3, m4; m5, m6, m7, m8.\n"); /* m1 has a gap */
}

/* Nine families are more than a page holds; two sizes and two values of a second parameter get files of their own,
 * and panels too high for one page are put on two. */
TEST(test_parts)
{
    static char family[9][32], point[6][64], dots[10][16], dot[48][32];
    for (size_t k = 0; k < 9; k++) snprintf(family[k], sizeof family[k], "family-%zu", k);
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < 9; k++)
            add_row(&rows, row_of("wide", "alpha", p ? "alpha=1" : "alpha=0", (double)p, family[k], family[k],
                                  0.5 * (double)p));
    for (size_t p = 0; p < 6; p++) {
        snprintf(point[p], sizeof point[p], "delta=%s;alpha=%zu", p < 3 ? "0.5" : "1", p % 3);
        for (uint64_t samples = 100; samples <= 200; samples += 100) {
            evidence_entry row = row_of("two", "", point[p], NAN, "mig", "information", 0.5);
            row.samples = samples;
            add_row(&rows, row);
        }
    }
    for (size_t q = 0; q < 10; q++) { /* a row is 14.3 mm, 13 fit: two panels a family, two a page */
        snprintf(dots[q], sizeof dots[q], "order=%c", (char)('a' + q));
        for (size_t k = 0; k < 3 * 16; k++) {
            snprintf(dot[k], sizeof dot[k], "dot-%zu", k);
            add_row(&rows, row_of("dots", "", dots[q], NAN, dot[k], family[k / 16], 0.5));
        }
    }
    draw(FIGURE_SVG);
    NAMES("wide", "wide-2", "two-delta-0_5-n100", "two-delta-0_5-n200", "two-delta-1-n100", "two-delta-1-n200", "dots",
          "dots-2", "dots-3");
    assert_non_null(strstr(drawn.at[2].caption, "δ=0.5."));
    /* of the part alone: 3 panels, 2 points, 4 seeds */
    assert_non_null(strstr(drawn.at[1].caption, "All 24 values defined."));
}

/* What is no fraction has a panel and an axis of its own, from 0 to the end of the largest interval; a curve without a
 * value keeps its place in the key of a panel that has others; an output that starts with its metric's name stands
 * alone. */
TEST(test_unbounded)
{
    static const char *const points[] = { "dims=1", "dims=2", "dims=3" };
    for (size_t p = 0; p < 3; p++) {
        const double x = (double)p + 1.0;
        evidence_entry tc = row_of("units", "dims", points[p], x, "tc", "unsupervised", 20.0 * x);
        evidence_entry norm = with_output(row_of("units", "dims", points[p], x, "tc", "unsupervised", x), "tc-norm");
        tc.high = NAN; /* as a store holds infinity */
        norm.high = 2.0;
        add_row(&rows, row_of("units", "dims", points[p], x, "hoyer", "unsupervised", 0.25));
        add_row(&rows, tc);
        add_row(&rows, norm);
        add_row(&rows, with_undefined(row_of("units", "dims", points[p], x, "sap", "unsupervised", 0), 0, "no"));
    }
    draw(FIGURE_SVG);
    assert_int_equal(drawn.count, 1);
    HAS("units.gp", "# (a) Unsupervised\n", "# (b) tc\n", "set yrange [-0.05:1.05]",
        "set yrange [-3.008:63.17]", /* 60.16 and 5 % beyond */
        "set label 'value (unbounded)'", "title 'tc-norm'", "NaN with linespoints ls 1 title 'sap (undefined)'");
}

/* Three settings of a second parameter are one map. Rows of three presets: each says which, also those behind the first
 * that differs. */
TEST(test_map)
{
    static const char *const presets[] = { "default", "zaidi2020", "thesis" };
    static char point[9][64];
    for (size_t p = 0; p < 9; p++) {
        snprintf(point[p], sizeof point[p], "delta=0.%zu;alpha=%zu", p / 3 + 1, p % 3);
        const double score = 0.1 * (double)p;
        for (size_t k = 0; k < 3; k++) {
            evidence_entry mig = row_of("grid", "alpha", point[p], (double)(p % 3), "mig", "information", score);
            mig.preset = presets[k];
            add_row(&rows, mig);
        }
        evidence_entry sap = row_of("grid", "alpha", point[p], (double)(p % 3), "sap", "predictor", 0.5);
        add_row(&rows, p < 3 ? with_undefined(sap, 0, "none: here") : sap);
        sap.metric = sap.output = "tc";
        sap.high = NAN;
        add_row(&rows, sap);
    }
    draw(EVERY);
    NAMES("grid");
    assert_non_null(strstr(drawn.at[0].caption, "Grey: undefined (12 of 180 values"));
    HAS("grid.dat", "9 1 0.8 0.6408776847 0.9591223153 0.1 4 4 \"\" \"mig\" \"delta=0.3;alpha=2\"\n",
        "3 4 NaN NaN NaN NaN 4 0 \"none: here\" \"sap\" \"delta=0.1;alpha=2\"\n");
    HAS("grid.gp", /* tc has no place on a scale from 0 to 1 */
        "set ytics ('sap' 4, 'mig@zaidi2020' 3, 'mig@thesis' 2, 'mig' 1)\n", "set label '0.2'",
        "set label 'α; side by side: δ'", "set arrow from 6.5,");
}

/* Long numbers below a narrow panel: 0.0005 apart they would run into each other; a fraction keeps its end, 1. */
TEST(test_numbers_apart)
{
    for (size_t k = 0; k < 2; k++) {
        char name[64];
        snprintf(name, sizeof name, "a-long-name-of-thirty-letters-%zu", k);
        evidence_entry small = row_of("kinds", "", k ? "case=b" : "case=a", NAN, name, "information", 0.0019);
        small.high = NAN;
        small.sd = 1e-5;
        add_row(&rows, small);
        add_row(&rows, row_of("kinds", "", k ? "case=b" : "case=a", NAN, "mig", "predictor", 0.5));
    }
    draw(FIGURE_SVG);
    HAS("kinds.gp", "set xtics 0.001\n", "set xtics 0.2\n");
}

static void check_well_formed(const char *name)
{
    char command[256];
    snprintf(command, sizeof command, "python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' %s/%s",
             scratch_folder, name);
    if (system("command -v python3 >/dev/null") != 0) printf("# not tested: well-formed: apt-get install python3\n");
    else assert_int_equal(system(command), 0);
}

TEST(test_svg)
{
    add_row(&rows, row_of("sweep", "alpha", "alpha=0", 0, "a<b&c", "information", 1));
    add_row(&rows, row_of("sweep", "alpha", "alpha=1", 1, "a<b&c", "information", 0));
    draw(FIGURE_SVG);
    check_well_formed("sweep.svg");
    HAS("sweep.svg", "a&lt;b&amp;c", "width=\"317\"", /* 84 mm at 96 to the inch */
        "<title>A title</title>", "<desc>Information (α): a&lt;b&amp;c from 1.000 at 0 to 0.000 at 1. A title.",
        "@media (prefers-color-scheme:dark)");
    LACKS("sweep.svg", "gnuplot_plot_1<", "Produced by");
}

/* Points without end that are no numbers are in tables. */
TEST(test_too_many_points)
{
    assay_error err = { "" };
    static char points[49][16];
    for (size_t p = 0; p < 49; p++) {
        snprintf(points[p], sizeof points[p], "order=%c%c", (char)('a' + p / 7), (char)('a' + p % 7));
        add_row(&rows, row_of("words", "", points[p], NAN, "mig", "information", 0.5));
    }
    assert_int_equal(figures_draw(listed(&rows), scratch_folder, FIGURE_SVG, &drawn, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "words has 49 points, too many for a figure"));
    add_row(&rows, row_of("xsweep", "alpha", "alpha=0", 0, "mig", "information", 1));
    add_row(&rows, row_of("xsweep", "alpha", "alpha=1", 1, "mig", "information", 0));
    draw(FIGURE_SVG);
    NAMES("xsweep");
}

/* Each figure alone, in silence, and the same bytes as when one gnuplot drew them all. Without a locale of UTF-8 gnuplot
 * remarks that it has no degree sign. */
TEST(test_restyling)
{
    char command[256];
    some_scores();
    draw(FIGURE_PNG);
    snprintf(command, sizeof command,
             "cd %s && for f in sweep words; do mv $f.png was && [ -z \"$(LC_ALL=C.UTF-8 gnuplot $f.gp 2>&1)\" ] && "
             "cmp $f.png was || "
             "exit 1;"
             " done",
             scratch_folder);
    assert_int_equal(system(command), 0);
}

/* A folder whose name needs quoting in gnuplot and in a shell, made on the way. */
TEST(test_odd_folder)
{
    assay_error err = { "" };
    char path[128], file[200];
    some_scores();
    snprintf(path, sizeof path, "%s/it's $(a) \"b\"/c", scratch_folder);
    if (figures_draw(listed(&rows), path, FIGURE_SVG, &drawn, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(drawn.n_files, 7);
    snprintf(file, sizeof file, "%s/words.svg", path);
    assert_int_equal(access(file, F_OK), 0);
}

static void refused(const char *directory, assay_status want, const char *says)
{
    assay_error err = { "" };
    check_refused(figures_draw(listed(&rows), directory, EVERY, &drawn, &err), want, &err, says);
}

static void fake_gnuplot(const char *path, const char *script)
{
    FILE *fake = fopen(path, "w");
    fputs(script, fake);
    fclose(fake);
    chmod(path, 0755);
}

TEST(test_refusals)
{
    char path[128];
    refused(scratch_folder, ASSAY_EINPUT, "nothing to draw");
    some_scores();
    char *kept = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    refused(scratch_folder, ASSAY_EENVIRONMENT, "gnuplot is not installed: apt-get install gnuplot-nox");
    setenv("PATH", kept, 1);
    assert_int_equal(count_files(scratch_folder), 0); /* nothing half done */

    snprintf(path, sizeof path, "%s/gnuplot", scratch_folder); /* a gnuplot that fails */
    fake_gnuplot(path, "#!/bin/sh\necho half > sweep.pdf\necho 'no luck' >&2\nexit 3\n");
    setenv("PATH", scratch_folder, 1);
    refused(scratch_folder, ASSAY_EENVIRONMENT, "gnuplot failed on sweep.gp or after it: no luck");
    assert_int_equal(count_files(scratch_folder), 1); /* the fake itself; what it drew is gone */
    fake_gnuplot(path, "#!/bin/sh\nexit 0\n");        /* and one that draws nothing */
    refused(scratch_folder, ASSAY_EENVIRONMENT, "drew no sweep.pdf");
    setenv("PATH", kept, 1);
    free(kept);
    assert_int_equal(count_files(scratch_folder), 1);

    refused(path, ASSAY_EENVIRONMENT, "not a folder");
    unlink(path);
    refused("", ASSAY_EUSAGE, "folder");
    refused("/proc/assay/figures", ASSAY_EENVIRONMENT, "/proc/assay");
    if (geteuid() != 0) { /* root may write everywhere */
        chmod(scratch_folder, 0555);
        refused(scratch_folder, ASSAY_EENVIRONMENT, "no file can be written there");
        chmod(scratch_folder, 0755);
    }
    refused("/proc", ASSAY_EENVIRONMENT, "no file can be written there");
}

FIGURE_TESTS_MAIN
