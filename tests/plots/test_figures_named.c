/* Figures by name: those of source documents choose their scores, and every name that is offered can be drawn. */
#include "figure_folder.h"
#include "figures.h"

static void draw(const char *names)
{
    assay_error err = { "" };
    check_drawn(figures_named(listed(&rows), names, scratch_folder, FIGURE_SVG, &drawn, &err), &err);
}

/* A score of mig. */
static evidence_entry score(const char *scenario, const char *symbol, const char *point, double x, const char *preset,
                            uint64_t samples, double mean)
{
    evidence_entry row = row_of(scenario, symbol, point, x, "mig", "information", mean);
    row.preset = preset;
    row.samples = samples;
    return row;
}

/* noise with two presets and two sizes */
static void noise(void)
{
    static const char *const points[] = { "alpha=0", "alpha=1" };
    for (size_t p = 0; p < 2; p++) {
        const double x = (double)p;
        add_row(&rows, score("noise", "alpha", points[p], x, "default", 50, 0.125));
        add_row(&rows, score("noise", "alpha", points[p], x, "zaidi2020", 50, 0.25));
        add_row(&rows, score("noise", "alpha", points[p], x, "default", 500, 0.375));
        add_row(&rows, score("noise", "alpha", points[p], x, "zaidi2020", 500, 0.75));
    }
}

/* dependent at three deltas and two alphas */
static void dependent(void)
{
    static char point[6][64];
    for (size_t p = 0; p < 6; p++) {
        snprintf(point[p], sizeof point[p], "delta=0.%zu;alpha=%zu", p / 2 + 1, p % 2);
        evidence_entry row =
            score("dependent", "alpha", point[p], (double)(p % 2), "almudevar2025", 100, 0.1 * (double)(p + 1));
        add_row(&rows, row);
        row.metric = row.output = "sap";
        add_row(&rows, row);
        row.metric = row.output = "tc"; /* has no place on an axis to 1 */
        row.high = NAN;
        add_row(&rows, row);
    }
}

static void refused(const char *names, assay_status want, const char *says)
{
    assay_error err = { "" };
    check_refused(figures_named(listed(&rows), names, scratch_folder, FIGURE_SVG, &drawn, &err), want, &err, says);
    assert_int_equal(count_files(scratch_folder), 0); /* not even those that were in order */
}

TEST(test_refusals)
{
    noise();
    refused("", ASSAY_EUSAGE, "no figure is named");
    refused(",,", ASSAY_EUSAGE, "no figure is named");
    refused("thesis-3.2,nois", ASSAY_EUSAGE, "no figure 'nois'");
    refused("thesis-3.2,thesis-3.3", ASSAY_EINPUT,
            "thesis-3.3: no score of mixing with the preset zaidi2020 was found; they are made by: assay run thesis");
    no_rows();
    add_row(&rows, score("noise", "alpha", "alpha=0", 0, "default", 50, 0.125)); /* of another preset */
    refused("thesis-3.2", ASSAY_EINPUT, "no score of noise");
}

/* The document's preset and the largest size only. */
TEST(test_document)
{
    noise();
    add_row(&rows, score("noise", "alpha", "alpha=0.5", 0.5, "zaidi2020", 100, 0.5));
    draw("thesis-3.2");
    assert_int_equal(drawn.count, 1);
    assert_int_equal(drawn.n_files, 4);
    assert_string_equal(drawn.at[0].name, "thesis-3_2");
    assert_string_equal(drawn.file[3], "thesis-3_2.svg");
    HAS("thesis-3_2.dat", "# index 0: Information, zaidi2020, mig\n0.06 0.75 ");
    LACKS("thesis-3_2.dat", "# index 1");
    HAS("thesis-3_2.gp", "set label 'share of noise in every code, α' at");
}

/* A panel for each metric, a curve for each delta from dark to light. */
TEST(test_panels_of_metrics)
{
    dependent();
    for (size_t p = 0; p < 2; p++)
        add_row(&rows,
                score("nuisance", "beta", p ? "beta=0.5" : "beta=0", 0.5 * (double)p, "almudevar2025", 100, 0.5));
    draw("dependent-2,dependent-3");
    assert_int_equal(drawn.count, 2);
    HAS("dependent-2.gp", "    # mig\n", "    # sap\n");
    LACKS("dependent-2.gp", "    # tc\n");
    HAS("dependent-2.gp", "set style line 31 lc rgb '#0D0887'", "NaN with linespoints ls 33 title 'δ=0.3'",
        "data index 5 using 1:($2) with linespoints ls 33 notitle");
    HAS("dependent-2.dat", "# index 2: mig, δ=0.3\n0.06 0.5 ", "\n0.94 0.6 ",
        "\"delta=0.3;alpha=0\"\n"); /* a curve's own points, not the first's */
    HAS("dependent-3.dat", "# index 0: mig, mean over seeds\n0.06 0.5 ");
    assert_non_null(strstr(drawn.at[0].caption, "Almudevar and Ortega 2025, figure 2"));
}

/* A sign has room left of the axis. */
TEST(test_negative)
{
    add_row(&rows, score("interp", "s", "s=0;attribute=falling", 0.0, "latte2021", 100, -1.0));
    draw("latte-liad");
    HAS("latte-liad.gp", "# mig\n    set lmargin at screen x(15.00)");
    assert_non_null(strstr(drawn.at[0].caption, "Latte 2022, equations 7 to 10"));
}

/* Every name of the list is drawn, once however often it is asked for. */
TEST(test_offered)
{
    figure_offers offers;
    noise();
    dependent();
    offers = figures_offered(listed(&rows));
    static const char *const names[] = { "thesis-3.2",
                                         "dependent-2",
                                         "noise-n50",
                                         "noise-n500",
                                         "dependent",
                                         "dependent-delta-0_1",
                                         "dependent-delta-0_2",
                                         "dependent-delta-0_3",
                                         "sheet-mig-default",
                                         "sheet-mig-zaidi2020",
                                         "sheet-mig-almudevar2025",
                                         "sheet-sap-almudevar2025",
                                         "sheet-tc-almudevar2025" };
    enum { NAMES = sizeof names / sizeof *names };
    char list[2048] = "";
    size_t n = 0;
    for (size_t k = 0; k < offers.count; k++) {
        if (offers.at[k].missing) continue;
        if (n < NAMES) assert_string_equal(offers.at[k].name, names[n]);
        if (n++) strcat(list, ",");
        strcat(list, offers.at[k].name);
    }
    assert_int_equal(n, NAMES);
    assert_string_equal(offers.at[1].name, "thesis-3.3");
    assert_string_equal(offers.at[1].missing, "assay run thesis");
    assert_string_equal(offers.at[1].source, "Boilard 2022, figure 3.3");
    strcat(list, ",noise-n50,thesis-3.2,,");
    draw(list);
    assert_int_equal(drawn.count, NAMES);
    assert_int_equal(drawn.n_files, 1 + NAMES * 3);
    assert_int_equal(count_files(scratch_folder), drawn.n_files);
    assert_string_equal(drawn.at[4].name, "dependent");
}

/* A setting that lacks a point has a gap there; what comes behind keeps its place. */
TEST(test_gap)
{
    static const struct {
        const char *point;
        double alpha, value;
    } at[] = {
        { "delta=0.1;alpha=0", 0, 0.1 }, { "delta=0.1;alpha=1", 1, 0.2 }, { "delta=0.1;alpha=2", 2, 0.3 },
        { "delta=0.2;alpha=0", 0, 0.4 }, { "delta=0.2;alpha=2", 2, 0.6 }, { "delta=0.3;alpha=0", 0, 0.7 },
        { "delta=0.3;alpha=1", 1, 0.8 }, { "delta=0.3;alpha=2", 2, 0.9 },
    };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        add_row(&rows, score("dependent", "alpha", at[k].point, at[k].alpha, "almudevar2025", 100, at[k].value));
    draw("dependent-2");
    HAS("dependent-2.dat", "\n0.94 0.6 ");
    LACKS("dependent-2.dat", "\n0.5 0.6 ");
}

/* Three properties of three scores: at 171 mm side by side, at 139.7 one below the other; of 50 scores each
 * they are pages. */
TEST(test_strips_have_room)
{
    enum { MOST = 50 };
    static evidence_series series = {
        .metric = "dci-lasso", .preset = "default", .output = "compactness", .measures = 7
    };
    static choice_strip strip[MOST];
    static const struct {
        const char *paper;
        size_t strips, figures;
    } known[] = { { "icml", 3, 1 }, { "neurips", 3, 1 }, { "neurips", MOST, 2 } };
    for (size_t k = 0; k < MOST; k++)
        strip[k] = (choice_strip){ .of = &series, .all = { .pairs = 99, .value = 0.8, .low = 0.3, .high = 0.9 } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assay_error err = { "" };
        choice of = { .rows = 300 };
        for (uint32_t p = 0; p < 3; p++)
            of.property[p] = (choice_property){
                .claim = 1u << p, .strip = strip, .n_strips = known[k].strips, .usual = 288, .banks = 8
            };
        check_drawn(figure_strips_draw(&of, NULL, scratch_folder, FIGURE_SVG | figure_paper_named(known[k].paper),
                                       &drawn, &err),
                    &err);
        assert_int_equal(drawn.count, known[k].figures);
        size_t size, headings = 0;
        OWNED char *text = content("strips.gp", &size);
        for (const char *at = text; (at = strstr(at, "at screen x(4.00), y(")); at++) headings++;
        assert_int_equal(headings, k == 1 ? 3 : 1); /* at the left edge */
    }
}

FIGURE_TESTS_MAIN
