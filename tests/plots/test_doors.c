/*
 * Names of others, every byte of them, marks that turn the direction of text, escapes: through the one way there is to a
 * terminal, a page, LaTeX, gnuplot, CSV and SQL, and read back there.
 */
#define _GNU_SOURCE
#include "testing.h"
#include "counted.h"
#include "gnuplot.h"
#include "grid.h"
#include "plain_text.h"
#include "scratch.h"
#include "store_check.h"
#include "store_about.h"

#include <locale.h>
#include <wchar.h>

enum { MOST = 400, LENGTH = 64 };
static char names[MOST][LENGTH];
static size_t n_names;

static void add_name(const char *text) { snprintf(names[n_names++], LENGTH, "%s", text); }

static void make_names(void)
{
    static const char *const more[] = {
        "\x1b[31mred",
        "\x1b]0;title\x07",
        "a\xc2\x9b\x32J",
        "a\xc2\x85z",
        "cut\xe2\x80",
        "\xff\xfe",
        "\xed\xa0\x80",
        "\xc0\xaf",
        "x\xe2\x80\x8ey",
        "x\xe2\x80\x8fy",
        "x\xd8\x9cy",
        "x\xe2\x80\xa8y",
        "x\xe2\x80\xa9y",
        "</script><script>alert(1)</script>",
        "\" onload=\"x",
        "\\input{/etc/passwd}",
        "$x^2_3$ & 50% ~#",
        "^^M^^5cinput",
        "`touch ran`",
        "'; system('touch ran'); '",
        "set output \"|touch ran\"",
        "a\\\nb",
        "'); DROP TABLE plan; --",
        "=1+1",
        "@SUM(1)",
        "a,\"b\"\r\nc",
        "caf\xc3\xa9 \xce\xb1 \xe2\x89\xa4",
        "a''b",
        "''",
        "\\",
        "a\\",
        "%s%n",
    };
    char text[LENGTH];
    for (int b = 1; b < 256; b++) {
        snprintf(text, sizeof text, "a%cz", b);
        add_name(text);
    }
    for (int b = 0xaa; b <= 0xae; b++) { /* U+202A to U+202E, U+2066 to U+2069 */
        snprintf(text, sizeof text, "x\xe2\x80%cy", b);
        add_name(text);
    }
    for (int b = 0xa6; b <= 0xa9; b++) {
        snprintf(text, sizeof text, "x\xe2\x81%cy", b);
        add_name(text);
    }
    for (size_t k = 0; k < ASSAY_COUNT(more); k++) add_name(more[k]);
    assert_true(n_names < MOST);
}

/* UTF-8, as the C library reads it, without what steers a terminal, ends a line or turns the direction of text. */
static void check_plain(const char *text, const char *name, const char *where)
{
    wchar_t wide[8 * LENGTH];
    const size_t n = mbstowcs(wide, text, ASSAY_COUNT(wide));
    int bad = n == (size_t)-1 || n == ASSAY_COUNT(wide);
    for (size_t k = 0; k < n && !bad; k++) {
        const wchar_t c = wide[k];
        bad = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || c == 0x061C || c == 0x200E ||
              c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    }
    if (bad) fail_msg("%s: '%s' for '%s'", where, text, name);
}

typedef void (*door)(const char *text, FILE *to);

static char *through(door put, const char *name)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    put(name, to);
    fclose(to);
    assert_int_equal(strlen(text), size);
    return text;
}

static int is_ascii(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || (unsigned char)*name >= 127) return 0;
    return 1;
}

/* Each piece of `text` is a pair's first, or a character that is not in `active`; gives the seconds. */
typedef struct pair {
    const char *written, *read;
} pair;

static void read_back(const char *text, const pair *known, const char *active, const char *name, const char *where)
{
    char back[8 * LENGTH] = "";
    size_t n = 0;
    while (*text) {
        const pair *p = known;
        while (p->written && strncmp(text, p->written, strlen(p->written)) != 0) p++;
        if (!p->written && strchr(active, *text)) fail_msg("%s: a raw %c at '%s' of '%s'", where, *text, text, name);
        n += (size_t)snprintf(back + n, sizeof back - n, "%.*s", p->written ? 9 : 1, p->written ? p->read : text);
        text += p->written ? strlen(p->written) : 1;
    }
    if (is_ascii(name) && strcmp(back, name) != 0) fail_msg("%s: '%s' is read as '%s'", where, name, back);
}

TEST(a_terminal)
{
    for (size_t k = 0; k < n_names; k++) {
        char text[LENGTH];
        memcpy(text, names[k], sizeof text);
        text_make_plain(text);
        check_plain(text, names[k], "terminal");
        if (is_ascii(names[k])) assert_string_equal(text, names[k]);
    }
}

TEST(a_page)
{
    static const pair known[] = { { "&amp;", "&" },   { "&lt;", "<" },  { "&gt;", ">" },
                                  { "&quot;", "\"" }, { "&#39;", "'" }, { NULL, NULL } };
    for (size_t k = 0; k < n_names; k++) {
        OWNED char *text = through(grid_html_text, names[k]);
        read_back(text, known, "<>&\"'", names[k], "page");
        for (char *c = text; *c; c++) *c = (char)(*c == '\n' || *c == '\t' ? ' ' : *c); /* which are blanks there */
        check_plain(text, names[k], "page");
    }
}

TEST(a_paper)
{
    static const pair known[] = { { "\\textbackslash{}", "\\" },
                                  { "\\textasciicircum{}", "^" },
                                  { "\\textasciitilde{}", "~" },
                                  { "\\{", "{" },
                                  { "\\}", "}" },
                                  { "\\$", "$" },
                                  { "\\&", "&" },
                                  { "\\#", "#" },
                                  { "\\_", "_" },
                                  { "\\%", "%" },
                                  { "\\ensuremath{\\alpha}", "" },
                                  { "\\ensuremath{\\le}", "" },
                                  { "\\textless{}", "<" },
                                  { "\\textgreater{}", ">" },
                                  { "\\textbar{}", "|" },
                                  { "\\textasciigrave{}", "`" },
                                  { "-{}", "-" },
                                  { "'{}", "'" },
                                  { "{*}", "*" },
                                  { "{[}", "[" },
                                  { NULL, NULL } };
    for (size_t k = 0; k < n_names; k++) {
        OWNED char *text = through(grid_latex_text, names[k]);
        check_plain(text, names[k], "LaTeX");
        if (!strstr(names[k], "''") && !strchr(names[k], '"')) read_back(text, known, "\\{}$&#_%^~", names[k], "LaTeX");
    }
}

TEST(a_spreadsheet)
{
    for (size_t k = 0; k < n_names; k++) {
        char *text = through(grid_csv_text, names[k]), back[2 * LENGTH] = "";
        const int quoted = text[0] == '"';
        size_t n = 0;
        for (const char *c = text + quoted; *c; c++) {
            if (quoted && *c == '"' && *++c != '"') break; /* the end */
            if (!quoted && strchr(",\"\r\n", *c)) fail_msg("CSV: a raw %d in '%s'", *c, text);
            back[n++] = *c;
        }
        assert_string_equal(back, names[k]);
        if (names[k][0] && strchr("=+-@", names[k][0])) assert_true(quoted);
        free(text);
    }
}

/* gnuplot itself reads them: strings are printed back, and neither a comment nor a field ends before its line does. */
TEST(a_figure)
{
    const char *script = scratch_path("names.gp"), *printed = scratch_path("names.txt");
    char command[1200], line[4 * LENGTH];
    if (system("command -v gnuplot >/dev/null") != 0) {
        print_message("# not tested here: gnuplot; apt-get install gnuplot-nox\n");
        return;
    }
    FILE *to = fopen(script, "w");
    fprintf(to, "set print '%s'\n", printed);
    for (size_t k = 0; k < n_names; k++) {
        fputs("# ", to);
        gnuplot_comment(names[k], to);
        fputs("\nprint ", to);
        gnuplot_string(names[k], to);
        fputs("\n$d << E\n", to);
        gnuplot_field(names[k], to);
        fputs(" 1\nE\nstats $d using 2 nooutput\nif (STATS_records != 1) print 'field'\n", to);
    }
    assert_int_equal(fclose(to), 0);
    snprintf(command, sizeof command, "cd '%s' && LC_ALL=C.UTF-8 gnuplot '%s' >said 2>&1", scratch_folder, script);
    assert_int_equal(system(command), 0);
    assert_int_equal(access(scratch_path("ran"), F_OK), -1);
    FILE *from = fopen(printed, "r");
    assert_non_null(from);
    for (size_t k = 0; k < n_names; k++) {
        assert_non_null(fgets(line, sizeof line, from));
        line[strcspn(line, "\n")] = '\0';
        check_plain(line, names[k], "gnuplot");
        if (is_ascii(names[k]) && !strchr(names[k], '\'')) assert_string_equal(line, names[k]);
    }
    assert_null(fgets(line, sizeof line, from));
    fclose(from);
}

static assay_status compare(const char *name, const char *text, void *context)
{
    (void)context;
    assert_string_equal(text, names[strtoul(name, NULL, 10)]);
    return ASSAY_OK;
}

TEST(a_table_of_sql)
{
    assay_error err = { "" };
    char place[24];
    FREED(store_closed) store *s = open_store(scratch_path("names.db"), STORE_WRITE);
    good(store_begin(s, &err), &err);
    for (size_t k = 0; k < n_names; k++) {
        snprintf(place, sizeof place, "%03zu", k);
        good(store_plan(s, place, names[k], &err), &err);
    }
    good(store_commit(s, &err), &err);
    good(store_plans(s, compare, NULL, &err), &err);
}

int main(void)
{
    make_names();
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    return TESTS_RUN_IN(scratch_make_in_memory, scratch_remove);
}
