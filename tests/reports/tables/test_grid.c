/* Grids: known renderings in every format, escapes, widths of UTF-8, blocks and wrapping, memory and files. */
#include "check.h"

#include "counted.h"
#include "grid.h"

/* What a grid prints; to be freed. */
static char *printed(const grid *g, int format, size_t width)
{
    char *text = NULL;
    size_t size = 0;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    if (grid_print(g, format, width, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
    fclose(to);
    return text;
}

static void check_printed(grid *g, int format, size_t width, const char *want)
{
    FREED(text_freed) char *text = printed(g, format, width);
    assert_string_equal(text, want);
}

static void grid_freed(grid **g) { grid_free(*g); }

static grid *small(void)
{
    grid *g = grid_new("Scores");
    GRID_COLUMNS(g, { "metric", "Metric", GRID_LEFT }, { "value", "Score", GRID_RIGHT }, { "n", "n", GRID_RIGHT });
    GRID_ROW(g, GRID_TEXT("mig"), GRID_NUMBER(0.1 + 0.2, 3), GRID_COUNT(20));
    grid_rule(g);
    GRID_ROW(g, GRID_TEXT("irs"), GRID_NUMBER(NAN, 3));
    grid_mark(g, 'a');
    grid_note(g, 'a', "constant");
    grid_note(g, 0, "End.");
    return g;
}

TEST(test_known)
{
    FREED(grid_freed) grid *g = small();
    check_printed(g, GRID_TABLE, 0,
                  "Scores\n\n"
                  "Metric  Score    n\n"
                  "──────────────────\n"
                  "mig     0.300   20\n"
                  "──────────────────\n"
                  "irs         –ᵃ\n\n"
                  "ᵃ constant\nEnd.\n");
    check_printed(g, GRID_MARKDOWN, 0,
                  "**Scores**\n\n"
                  "| Metric |         Score |   n |\n"
                  "|--------|--------------:|----:|\n"
                  "| mig    |         0.300 |  20 |\n"
                  "| irs    | –<sup>a</sup> |     |\n\n"
                  "<sup>a</sup> constant\n\nEnd.\n");
    check_printed(g, GRID_CSV, 0, "metric,value,n\r\nmig,0.30000000000000004,20\r\nirs,,\r\n");
    check_printed(
        g, GRID_LATEX, 0,
        "% needs \\usepackage{booktabs}\n\\begin{table}[htbp]\n\\centering\n\\caption{Scores}\n"
        "\\begin{tabular}{lrr}\n\\toprule\nMetric & Score & n \\tabularnewline\n\\midrule\n"
        "mig & 0.300 & 20 \\tabularnewline\n\\midrule\n"
        "irs & --\\rlap{\\textsuperscript{a}} &  \\tabularnewline\n\\bottomrule\n\\end{tabular}\n"
        "\\par\\smallskip\\parbox{0.95\\linewidth}{\\footnotesize\\raggedright \\textsuperscript{a} constant}\n"
        "\\par\\smallskip\\parbox{0.95\\linewidth}{\\footnotesize\\raggedright End.}\n\\end{table}\n");
}

TEST(test_html)
{
    grid *g = small();
    grid_stub(g, 1);
    check_printed(g, GRID_HTML, 0,
                  "<table>\n<caption>Scores</caption>\n<thead><tr><th scope=\"col\">Metric</th><th scope=\"col\" "
                  "class=\"n\">Score</th><th scope=\"col\" class=\"n\">n</th></tr></thead>\n<tbody>\n"
                  "<tr><th scope=\"row\">mig</th><td class=\"n\">0.300</td><td class=\"n\">20</td></tr>\n"
                  "<tr class=\"rule\"><th scope=\"row\">irs</th><td class=\"n\">–<sup>a</sup></td><td "
                  "class=\"n\"></td></tr>\n"
                  "</tbody>\n</table>\n<p class=\"note\"><sup>a</sup> constant</p>\n<p class=\"note\">End.</p>\n");
    grid_free(g);
    g = grid_new(""); /* no caption; every text is escaped */
    grid_column(g, "a", "A<", GRID_WRAP);
    GRID_ROW(g, GRID_TEXT("<b>\"x\" & 'y'\xff\x02"));
    grid_note(g, 0, "%s", "a > b");
    check_printed(g, GRID_HTML, 0,
                  "<table>\n<thead><tr><th scope=\"col\" class=\"w\">A&lt;</th></tr></thead>\n<tbody>\n"
                  "<tr><td class=\"w\">&lt;b&gt;&quot;x&quot; &amp; "
                  "&#39;y&#39;\xEF\xBF\xBD\xEF\xBF\xBD</td></tr>\n</tbody>\n</table>\n"
                  "<p class=\"note\">a &gt; b</p>\n");
    grid_free(g);
    assert_int_equal(grid_format("html"), GRID_HTML);
}

TEST(test_json)
{
    FREED(grid_freed) grid *g = small();
    FREED(text_freed) char *text = printed(g, GRID_JSON, 0);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    const json_t *rows = json_object_get(json, "rows"), *first = json_array_get(rows, 0),
                 *second = json_array_get(rows, 1);
    assert_string_equal(json_string_value(json_object_get(json, "caption")), "Scores");
    assert_int_equal(json_array_size(rows), 2);
    assert_true(json_real_value(json_object_get(first, "value")) == 0.1 + 0.2); /* to the bit, not as printed */
    assert_int_equal(json_integer_value(json_object_get(first, "n")), 20);
    assert_true(json_is_null(json_object_get(second, "value")));
    assert_true(json_is_null(json_object_get(second, "n")));
    assert_int_equal(json_array_size(json_object_get(json, "notes")), 2);
    json_decref(json);
    free(text);
    grid *two[] = { g, g };
    FILE *to = open_memstream(&text, &(size_t){ 0 });
    assert_int_equal(grid_print_all(two, 2, GRID_JSON, 0, 0, to, NULL), ASSAY_OK);
    fclose(to);
    json = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(json), 2);
    json_decref(json);
}

static void check_put(void (*put)(const char *text, FILE *to), const char *from, const char *want)
{
    FREED(text_freed) char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    put(from, to);
    fclose(to);
    assert_string_equal(text, want);
}

TEST(test_latex_escapes)
{
    static const struct {
        const char *why, *text, *latex;
    } known[] = {
        { "letters stay", "mig-sup 0.5", "mig-sup 0.5" },
        { "the seven with a backslash", "_%&#${}", "\\_\\%\\&\\#\\$\\{\\}" },
        { "no two letters are one sign", "--a-b 'c'' ?`", "-{}-a-b 'c'{}' ?\\textasciigrave{}" },
        { "a bracket is no option of the line end before", "[a]", "{[}a]" },
        { "mathematics", "α ± −", "\\ensuremath{\\alpha} \\ensuremath{\\pm} \\ensuremath{-}" },
        { "a minus of a number", "x-1 -0.5 (-1 to 2)", "x-1 \\ensuremath{-}0.5 (\\ensuremath{-}1 to 2)" },
        { "accents pass", "é", "é" },
        { "what is no UTF-8 does not", "a\xff", "a?" },
        { "no new line inside a cell", "a\nb", "a b" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) check_put(grid_latex_text, known[k].text, known[k].latex);
}

/* Names that leave no room are broken at their joints, headers that are wider than their cells into lines. */
TEST(test_latex_long_names)
{
    FREED(grid_freed) grid *g = grid_new("Long");
    GRID_COLUMNS(g, { "a", "A", GRID_LEFT }, { "b", "structure=independent, codes=gaussian-noise", GRID_RIGHT });
    grid_stub(g, 1);
    GRID_ROW(g, GRID_TEXT("short name of a function_that_has_a_name--longer_than_any"), GRID_TEXT("0.5"));
    FREED(text_freed) char *text = printed(g, GRID_LATEX, 0);
    assert_non_null(strstr(text, "\\begin{tabular}{p{0.31\\linewidth}r}"));
    assert_non_null(strstr(text, " & \\parbox[b]{0.16\\linewidth}{\\raggedleft structure=independent, "
                                 "codes=gaussian-noise} \\tabularnewline"));
    assert_non_null(strstr(text, "\\raggedright short name of a function\\_\\allowbreak{}that\\_\\allowbreak{}has"));
    assert_non_null(strstr(text, "name-{}-longer"));
    assert_null(strstr(text, "any\\allowbreak")); /* not at its end */
}

/* Sentences are broken into lines. */
TEST(test_latex_sentences)
{
    FREED(grid_freed) grid *g = grid_new("Long");
    GRID_COLUMNS(g, { "a", "A", GRID_LEFT }, { "b", "B", GRID_WRAP });
    for (int r = 0; r < 40; r++) {
        grid_row(g);
        grid_text(g, "%d", r);
        grid_text(g, "a sentence of more than thirty characters");
    }
    FREED(text_freed) char *text = printed(g, GRID_LATEX, 0);
    assert_non_null(strstr(text, "\\begin{tabular}{lp{0.9"));
    assert_non_null(strstr(text, "0 & \\raggedright a sentence of more than thirty characters \\tabularnewline\n"));
}

TEST(test_csv_and_markdown_escapes)
{
    FREED(grid_freed) grid *g = grid_new("");
    GRID_COLUMNS(g, { "a", "A", GRID_LEFT }, { "b,b", "B|", GRID_LEFT });
    grid_row(g);
    grid_text(g, "say \"%s\"", "hi");
    grid_text(g, "x\ny");
    GRID_ROW(g, GRID_TEXT("mig@*"), GRID_NUMBER(-1.0 / 3.0, 2));
    check_printed(g, GRID_CSV, 0, "a,\"b,b\"\r\n\"say \"\"hi\"\"\",\"x\ny\"\r\nmig@*,-0.3333333333333333\r\n");
    check_printed(g, GRID_MARKDOWN, 0,
                  "| A        | B\\|   |\n|----------|-------|\n| say \"hi\" | x y   |\n| mig@\\*   | -0.33 |\n");
}

/* Texts that would be something else to the program that reads them. (LaTeX, HTML: tests/plots/test_doors.c.) */
TEST(test_hostile_texts)
{
    FREED(grid_freed) grid *g = grid_new("&copy; ~~x~~ $y$");
    grid_column(g, "a", "A", GRID_LEFT);
    grid_row(g);
    grid_text(g, "*x\xc2\x9b"
                 "31m\xe2\x80\xae\xff"); /* CSI in 8 bits, what turns the direction, no UTF-8 */
    grid_note(g, 0, "# y %s", "]]> --> %d \\input{x}");
    check_printed(g, GRID_MARKDOWN, 0,
                  "**\\&copy; \\~\\~x\\~\\~ \\$y\\$**\n\n| A         |\n|-----------|\n| \\*x 31m ? |\n\n"
                  "\\# y \\]\\]\\> --\\> %d \\\\input{x}\n");
    check_printed(g, GRID_TABLE, 0, "&copy; ~~x~~ $y$\n\nA\n────────\n*x?31m??\n\n# y ]]> --> %d \\input{x}\n");
}

TEST(test_widths)
{
    static const struct {
        const char *why, *text;
        size_t width;
    } known[] = {
        { "ASCII", "abc", 3 },
        { "Greek: two bytes, one column", "α", 1 },
        { "a combining accent adds nothing", "e\xcc\x81", 1 },
        { "wide: two columns each", "日本", 4 },
        { "an emoji", "\xf0\x9f\x98\x80", 2 },
        { "a byte that is no UTF-8 is one", "\xff\xfe", 2 },
        { "a cut sequence: byte by byte", "\xe6\x97", 2 },
        { "overlong forms are not UTF-8", "\xc0\x80", 2 },
        { "of three bytes too", "\xe0\x80\x80", 3 },
        { "half of a pair is no character", "\xed\xa0\x80", 3 },
        { "empty", "", 0 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (grid_text_width(known[k].text) != known[k].width)
            fail_msg("%s: got %zu, want %zu", known[k].why, grid_text_width(known[k].text), known[k].width);
    FREED(grid_freed) grid *g = grid_new("");
    GRID_COLUMNS(g, { "a", "A", GRID_LEFT }, { "b", "B", GRID_LEFT });
    GRID_ROW(g, GRID_TEXT("日本"));
    grid_text(g, "x\033[31m"); /* a terminal's commands are not passed on */
    GRID_ROW(g, GRID_TEXT("α"), GRID_TEXT("y"));
    check_printed(g, GRID_TABLE, 0, "A     B\n────────────\n日本  x?[31m\nα     y\n");
}

TEST(test_numbers)
{
    static const struct {
        const char *why;
        double value, spread;
        int decimals;
        const char *text;
    } known[] = {
        { "rounded", 0.12345, NAN, 3, "0.123" },
        { "a minus", -0.5, NAN, 1, "-0.5" },
        { "no minus at zero", -0.0001, NAN, 3, "0.000" },
        { "spread", 0.5, 0.0625, 3, "0.500 ± 0.062" },
        { "undefined is a dash, whatever the spread", NAN, 0.1, 3, "–" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(grid_freed) grid *g = grid_new("");
        grid_column(g, "x", "x", GRID_LEFT);
        grid_row(g);
        grid_spread(g, known[k].value, known[k].spread, known[k].decimals);
        char *text = printed(g, GRID_TABLE, 0), line[64];
        snprintf(line, sizeof line, "\n%s\n", known[k].text);
        if (!strstr(text, line)) fail_msg("%s: no line %s in %s", known[k].why, known[k].text, text);
        free(text);
    }
}

/* Half of an interval where both sides are alike to the last digit that is shown; else its ends. */
TEST(test_intervals)
{
    static const struct {
        double value, ends[2];
        const char *text;
    } known[] = {
        { 0.3, { 0.2, 0.4 }, "0.300 ± 0.100" },
        { 0.99, { 0.9796, 1 }, "0.990 ± 0.010" },
        { 0.99, { 0.96, 1 }, "0.990 (0.960 to 1.000)" },
        { -0.1, { -1, 0.9 }, "-0.100 (-1.000 to 0.900)" },
        { 0.5, { NAN, NAN }, "0.500" },
        { NAN, { NAN, NAN }, "–" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        assert_string_equal(grid_interval_text(known[k].value, known[k].ends, 3), known[k].text);
    }
}

/* A stub of 2 and columns of 8 with gaps of 2: within 22 there is room for two columns beside the stub, within 21 for
 * one. */
TEST(test_blocks)
{
    FREED(grid_freed) grid *g = grid_new("");
    grid_column(g, "id", "id", GRID_LEFT);
    grid_stub(g, 1);
    static const char *const names[] = { "column-0", "column-1", "column-2" };
    for (int c = 0; c < 3; c++) grid_column(g, names[c], names[c], GRID_RIGHT);
    GRID_ROW(g, GRID_TEXT("r"));
    for (int c = 0; c < 3; c++) grid_count(g, (uint64_t)c);
    check_printed(g, GRID_TABLE, 21,
                  "id  column-0\n────────────\nr          0\n\nid  column-1\n────────────\nr          1\n\n"
                  "id  column-2\n────────────\nr          2\n");
    check_printed(g, GRID_TABLE, 22,
                  "id  column-0  column-1\n──────────────────────\nr          0         1\n\n"
                  "id  column-2\n────────────\nr          2\n");
    check_printed(
        g, GRID_TABLE, 0,
        "id  column-0  column-1  column-2\n────────────────────────────────\nr          0         1         2\n");
}

TEST(test_wrapping)
{
    FREED(grid_freed) grid *g = grid_new("");
    GRID_COLUMNS(g, { "id", "id", GRID_LEFT }, { "text", "text", GRID_WRAP });
    GRID_ROW(g, GRID_TEXT("r"), GRID_TEXT("the quick brown fox jumps over the lazy dog"));
    check_printed(g, GRID_TABLE, 28,
                  "id  text\n────────────────────────────\nr   the quick brown fox\n    jumps over the lazy dog\n");
    check_printed(g, GRID_CSV, 28, "id,text\r\nr,the quick brown fox jumps over the lazy dog\r\n");
}

TEST(test_refusals)
{
    assay_error err = { "" };
    assert_int_equal(grid_format("xml"), -1);
    FREED(grid_freed) grid *g = small();
    grid_text(g, "%s", "last cell");
    grid_text(g, "%s", "one too many"); /* ignored */
    char *text = printed(g, GRID_CSV, 0);
    assert_null(strstr(text, "many"));
    assert_non_null(strstr(text, "irs,,last cell"));
    free(text);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        assert_int_equal(grid_print(g, GRID_TABLE, 0, full, &err), ASSAY_EENVIRONMENT);
        assert_non_null(strstr(err.text, "No space left"));
        fclose(full);
    }
    grid_free(g);
    g = grid_new("nothing"); /* no column, no row */
    check_printed(g, GRID_CSV, 0, "\r\n");
    check_printed(g, GRID_TABLE, 0, "nothing\n\n");
    grid_free(NULL);
}

/* What a spreadsheet would compute is quoted and nothing else; numbers stay numbers. */
TEST(test_csv_formulas)
{
    static const struct {
        const char *text, *want;
    } known[] = {
        { "=1+1", "\"=1+1\"" },
        { "@SUM(A1)", "\"@SUM(A1)\"" },
        { "-mig", "\"-mig\"" },
        { "+1;x", "\"+1;x\"" },
        { "=a,b", "\"=a,b\"" },
        { "-0.5", "-0.5" },
        { "+3", "+3" },
        { "mig", "mig" },
        { "", "" },
        { "a=b", "a=b" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) check_put(grid_csv_text, known[k].text, known[k].want);
}

/* A column in which no row has anything is left out for people and said; programs have it. */
TEST(test_empty_columns)
{
    FREED(grid_freed) grid *g = grid_new("");
    GRID_COLUMNS(g, { "id", "Metric", GRID_LEFT }, { "why", "Why", GRID_LEFT }, { "value", "Score", GRID_RIGHT });
    GRID_ROW(g, GRID_TEXT("mig"), GRID_TEXT(NULL), GRID_NUMBER(NAN, 1));
    check_printed(
        g, GRID_MARKDOWN, 0,
        "| Metric | Score |\n|--------|------:|\n| mig    |     – |\n\nColumns without values are not shown: Why\n");
    check_printed(g, GRID_CSV, 0, "id,why,value\r\nmig,,\r\n");
    GRID_ROW(g, GRID_TEXT("irs"), GRID_TEXT("x"), GRID_NUMBER(1, 1));
    check_printed(g, GRID_CSV, 0, "id,why,value\r\nmig,,\r\nirs,x,1\r\n");
    check_printed(g, GRID_TABLE, 0, "Metric  Why  Score\n──────────────────\nmig              –\nirs     x      1.0\n");
}

static size_t occurrences(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

/* What is wider than a line is set as several tables: each names its rows, each column is in one, with its full
 * name. */
TEST(test_latex_split)
{
    enum { COLUMNS = 60 };
    char text[32];
    FREED(grid_freed) grid *g = grid_new("wide");
    grid_column(g, "name", "name", GRID_LEFT);
    grid_stub(g, 1);
    for (int k = 0; k < COLUMNS; k++) {
        snprintf(text, sizeof text, "k%d", k);
        grid_column(g, text, text, GRID_RIGHT);
        snprintf(text, sizeof text, "full %d.", k);
        grid_name(g, text);
    }
    GRID_ROW(g, GRID_TEXT("first row"));
    for (int k = 0; k < COLUMNS; k++) grid_text(g, "0.%03d", k);
    FREED(text_freed) char *latex = printed(g, GRID_LATEX, 0);
    const size_t tables = occurrences(latex, "\\begin{tabular}");
    assert_true(tables >= 2);
    assert_int_equal(occurrences(latex, "first row"), tables);
    for (int k = 0; k < COLUMNS; k++) {
        snprintf(text, sizeof text, "\\rotatebox{90}{full %d.}", k);
        assert_int_equal(occurrences(latex, text), 1);
        snprintf(text, sizeof text, "0.%03d", k);
        assert_int_equal(occurrences(latex, text), 1);
    }
    assert_int_equal(occurrences(latex, "\\noindent\\resizebox{"), tables);
    for (int k = 0; k < 70; k++) GRID_ROW(g, GRID_TEXT("another row"));
    FREED(text_freed) char *high = printed(g, GRID_LATEX, 0);
    assert_int_equal(occurrences(high, "\\begin{tabular}"), 3 * tables);
    assert_int_equal(occurrences(high, "\\rotatebox{90}{full 7.}"), 3);
    assert_int_equal(occurrences(high, "another row"), 70 * tables);
    FREED(text_freed) char *markdown = printed(g, GRID_MARKDOWN, 0), *table = printed(g, GRID_TABLE, 100);
    assert_int_equal(occurrences(markdown, "full 7. |"), 1);
    assert_int_equal(occurrences(table, "full"), 0);
}

/* The last page has 40 lines with those of the notes, of which a line holds 80 letters; it gives rows to the one
 * before. What is left out is a comment. */
TEST(test_latex_pages)
{
    FREED(grid_freed) grid *g = grid_new("high");
    grid_column(g, "name", "name", GRID_LEFT);
    for (int k = 0; k < 70; k++) GRID_ROW(g, GRID_TEXT("row"));
    for (int k = 0; k < 14; k++) grid_note(g, 0, "%0100d", k);
    grid_note(g, '%', "3 rows are left out");
    FREED(text_freed) char *latex = printed(g, GRID_LATEX, 0);
    assert_int_equal(occurrences(latex, "\\begin{table}"), 3);
    assert_int_equal(occurrences(strstr(latex, "(Part 3.)"), "\nrow "), 6);
    for (int k = 0; k < 6; k++) GRID_ROW(g, GRID_TEXT("row"));
    FREED(text_freed) char *more = printed(g, GRID_LATEX, 0);
    assert_int_equal(occurrences(more, "\\begin{table}"), 3);
    assert_int_equal(occurrences(strstr(more, "(Part 3.)"), "\nrow "), 12);
    GRID_ROW(g, GRID_TEXT("row"));
    FREED(text_freed) char *most = printed(g, GRID_LATEX, 0);
    assert_int_equal(occurrences(most, "\\begin{table}"), 4);
    assert_int_equal(occurrences(strstr(most, "(Part 4.)"), "\nrow "), 12);
    assert_int_equal(occurrences(most, "\n% 3 rows are left out\n"), 1);
    assert_int_equal(occurrences(most, "\nrow "), 77);
}

static char *first_screen(grid *const *g, size_t count, size_t lines)
{
    char *text = NULL;
    size_t size = 0;
    assay_error err = { "" };
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(grid_print_all(g, count, GRID_TABLE, 40, lines, to, &err), ASSAY_OK);
    fclose(to);
    return text;
}

/* The first screen has no more lines than there are, notes on what is shown alone, and counts what it leaves out. */
TEST(test_first_screen)
{
    grid *many[40];
    for (size_t k = 0; k < ASSAY_COUNT(many); k++) {
        grid *g = many[k] = grid_new("");
        grid_column(g, "name", "name", GRID_LEFT);
        for (int c = 0; c < 10; c++) grid_column(g, "c", "column", GRID_RIGHT);
        for (int r = 0; r < 100; r++) {
            GRID_ROW(g, GRID_TEXT("row"));
            for (int c = 0; c < 10; c++) grid_count(g, 7);
            if (r == 99) grid_footnote(g, "", "of the last row");
        }
        grid_note(g, 0, "of all");
    }
    FREED(text_freed) char *one = first_screen(many, 1, 24), *all = first_screen(many, ASSAY_COUNT(many), 24);
    FREED(text_freed) char *whole = first_screen(many, 2, 0);
    assert_int_equal(occurrences(one, "\n"), 24);
    assert_int_equal(occurrences(one, "row  "), 19);
    assert_int_equal(occurrences(one, "of all"), 1);
    assert_int_equal(occurrences(one, "of the last row"), 0);
    assert_int_equal(occurrences(one, "81 more rows, 6 more columns, 1 more note: --all\n"), 1);
    assert_int_equal(occurrences(all, "\n"), 24);
    assert_int_equal(occurrences(all, "39 more tables: --all\n"), 1);
    assert_int_equal(occurrences(whole, "of the last row"), 2);
    for (size_t k = 0; k < ASSAY_COUNT(many); k++) grid_free(many[k]);
}

TESTS_MAIN
