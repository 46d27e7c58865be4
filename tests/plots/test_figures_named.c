/* Figures by name: every name that is offered can be drawn. */
#include "figure_folder.h"

static void draw(const char *names)
{
    assay_error err = { "" };
    figures_free(&drawn);
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

/* Every name of the list is drawn, once however often it is asked for. */
static void test_offered(void)
{
    static const char *const names[] = { "noise-n50",
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
    char list[2048] = "", *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    noise();
    dependent();
    grid *offered = figures_offered(listed(&rows));
    assert_int_equal(grid_print(offered, GRID_CSV, 0, to, NULL), ASSAY_OK);
    grid_free(offered);
    fclose(to);
    const char *line = text;
    for (size_t k = 0; k < NAMES; k++) {
        line = strchr(line, '\n') + 1;
        assert_int_equal(strcspn(line, ","), strlen(names[k]));
        assert_memory_equal(line, names[k], strlen(names[k]));
        if (k) strcat(list, ",");
        strcat(list, names[k]);
    }
    assert_string_equal(strchr(line, '\n'), "\n");
    free(text);
    strcat(list, ",noise-n50,,");
    draw(list);
    assert_int_equal(drawn.count, NAMES);
    assert_int_equal(drawn.n_files, 1 + NAMES * 3);
    assert_int_equal(count_files(scratch_folder), drawn.n_files);
    assert_string_equal(drawn.at[2].name, "dependent");
}

static void refused(const char *names, assay_status want, const char *says)
{
    assay_error err = { "" };
    check_refused(figures_named(listed(&rows), names, scratch_folder, FIGURE_SVG, &drawn, &err), want, &err, says);
    assert_int_equal(count_files(scratch_folder), 0); /* not even those that were in order */
}

static void test_refusals(void)
{
    noise();
    refused("", ASSAY_EUSAGE, "no figure is named");
    refused(",,", ASSAY_EUSAGE, "no figure is named");
    refused("noise-n50,nois", ASSAY_EUSAGE, "no figure 'nois'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_refusals),
        IN_FOLDER(test_offered),
    };
    return RUN_FIGURE_TESTS(tests, 1);
}
