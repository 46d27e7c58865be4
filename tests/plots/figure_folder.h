/* figure_folder.h -- for each test of figures a folder of its own, scores, and what was drawn of them last. */
#ifndef ASSAY_FIGURE_FOLDER_H
#define ASSAY_FIGURE_FOLDER_H

#include "check.h"
#include "figures.h"
#include "report_rows.h"
#include "scratch.h"

enum { EVERY = FIGURE_PDF | FIGURE_SVG | FIGURE_PNG };

static made_rows rows;
static figures drawn;

static inline void no_rows(void)
{
    made_rows_free(&rows);
    rows = (made_rows){ 0 };
}

static inline size_t count_files(const char *path)
{
    size_t count = 0;
    DIR *d = opendir(path);
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d));) count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return count;
}

static inline int remove_folder(void **state)
{
    no_rows();
    return scratch_remove(state);
}

static inline char *content(const char *name, size_t *size)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(*size + 1, 1);
    assert_int_equal(fread(text, 1, *size, file), *size);
    fclose(file);
    return text;
}

/* Each of the texts, up to NULL, is in the file, or, `lacks`, none is. */
static inline void check_texts(const char *name, int lacks, const char *const *text)
{
    size_t size;
    OWNED char *all = content(name, &size);
    for (; *text; text++)
        if ((strstr(all, *text) == NULL) != lacks)
            fail_msg("%s: there is %s'%s' in\n%s", name, lacks ? "" : "no ", *text, all);
}
#define HAS(name, ...) check_texts(name, 0, (const char *const[]){ __VA_ARGS__, NULL })
#define LACKS(name, ...) check_texts(name, 1, (const char *const[]){ __VA_ARGS__, NULL })

/* Letters of an SVG are of seven points or more where it is as wide as it says, 96 of its units to the inch;
 * gnuplot prints two decimals of these. */
static inline void check_letters(const char *name)
{
    static const char key[] = "font-size=\"";
    size_t size, found = 0;
    OWNED char *text = content(name, &size);
    for (const char *at = text; (at = strstr(at, key)) != NULL; found++) {
        const double points = strtod(at += sizeof key - 1, NULL) * 72.0 / 96.0;
        if (points < 7.0 - 0.005 * 72.0 / 96.0) fail_msg("%s has letters of %g points", name, points);
    }
    if (!found) fail_msg("%s has no letters", name);
}

/* What was drawn: without a word of gnuplot, in letters of seven points. */
static inline void check_drawn(assay_status status, const assay_error *err)
{
    if (status != ASSAY_OK) fail_msg("%s", err->text);
    if (drawn.warnings[0]) fail_msg("gnuplot said: %s", drawn.warnings);
    for (size_t k = 0; k < drawn.n_files; k++)
        if (strstr(drawn.file[k], ".svg")) check_letters(drawn.file[k]);
}

static inline void check_refused(assay_status status, assay_status want, const assay_error *err, const char *says)
{
    assert_int_equal(status, want);
    if (!strstr(err->text, says)) fail_msg("'%s' does not say '%s'", err->text, says);
    assert_int_equal(drawn.n_files, 0);
}

/* The figures of these names, up to NULL, and no others. */
static inline void check_names(const char *const *name)
{
    for (size_t k = 0; k < drawn.count; k++) assert_string_equal(drawn.at[k].name, name[k] ? name[k] : "no more");
    assert_null(name[drawn.count]);
}
#define NAMES(...) check_names((const char *const[]){ __VA_ARGS__, NULL })

/* Each in a folder of its own; all but the first need gnuplot. */
static inline int run_figure_tests(void)
{
    const int skips = system("gnuplot --version > /dev/null 2>&1") != 0;
    if (skips) printf("# skipped: no gnuplot: apt-get install gnuplot-nox\n");
    for (size_t k = 0; k < tests_count; k++)
        tests_listed[k].setup_func = scratch_make, tests_listed[k].teardown_func = remove_folder;
    return _cmocka_run_group_tests("figures", tests_listed, skips ? 1 : tests_count, NULL, NULL);
}
#define FIGURE_TESTS_MAIN \
    int main(void) { return run_figure_tests(); }

#endif
