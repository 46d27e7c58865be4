#include "print.h"

#include "candidate.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int print_format(const cli_args *args) { return grid_format(cli_value_or(args, "format", "table")); }

int print_is_whole(const cli_args *args) { return grid_is_rows(print_format(args)) || print_format(args) == GRID_JSON; }

/* COLUMNS or LINES of the environment; 0: it says nothing. */
static size_t said_by(const char *name)
{
    const char *text = getenv(name);
    const long said = text ? strtol(text, NULL, 10) : 0;
    return said > 0 && said < 10000 ? (size_t)said : 0;
}

/* A terminal, or what COLUMNS says is read like one. */
static int on_screen(const cli_args *args, struct winsize *window)
{
    const char *path = cli_value(args, "output");
    *window = (struct winsize){ 0 };
    if (path && strcmp(path, "-") != 0) return 0;
    return isatty(STDOUT_FILENO) ? ioctl(STDOUT_FILENO, TIOCGWINSZ, window), 1 : said_by("COLUMNS") > 0;
}

size_t print_width(const cli_args *args, size_t elsewhere)
{
    struct winsize window;
    if (!on_screen(args, &window)) return elsewhere;
    const size_t width = window.ws_col ? window.ws_col : said_by("COLUMNS");
    return width > 20 ? width : 80;
}

size_t print_lines(const cli_args *args)
{
    struct winsize window;
    if (print_format(args) != GRID_TABLE || cli_given(args, "all") || !on_screen(args, &window)) return 0;
    const size_t lines = window.ws_row ? window.ws_row : said_by("LINES");
    return lines > SCREEN_MOST || !lines ? SCREEN_MOST : lines < SCREEN_LEAST ? SCREEN_LEAST : lines - 1;
}

static int print_in(const cli_args *args, grid **grids, size_t count, size_t lines)
{
    cli_output output;
    const int format = print_format(args);
    const size_t width = print_width(args, 120);
    int bad = cli_output_open(cli_value(args, "output"), &output);
    if (!bad)
        bad = cli_output_close(&output, grid_print_all(grids, count, format, width, lines, output.file, &cli_error));
    for (size_t k = 0; k < count; k++) grid_free(grids[k]);
    return bad;
}

int print_grids(const cli_args *args, grid **grids, size_t count) { return print_in(args, grids, count, 0); }

int print_first(const cli_args *args, grid **grids, size_t count)
{
    return print_in(args, grids, count, print_lines(args));
}

int print_text(const cli_args *args, const char *text)
{
    cli_output output;
    if (print_format(args) != GRID_TABLE) {
        grid *g = grid_new(args->command->summary);
        GRID_COLUMNS(g, { "text", "text", GRID_WRAP });
        GRID_WORDS(g, text);
        return print_grids(args, &g, 1);
    }
    const size_t length = strlen(text);
    CLI_TRY(cli_output_open(cli_value(args, "output"), &output));
    fprintf(output.file, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
    return cli_output_close(&output, ASSAY_OK);
}

int print_grid(const cli_args *args, grid *g)
{
    const assay_status status = grid_print(g, GRID_TABLE, print_width(args, 120), stdout, &cli_error);
    grid_free(g);
    return cli_fail(status);
}

static void print_candidate(const candidate_told *of, void *context)
{
    (void)context;
    if (of->called) terminal_say("note: %s: called as %s\n", of->id, of->called);
    if (of->changed)
        terminal_say("note: %s writes into the %s it is given: each cell has arrays of its own here, in other programs "
                     "they may be shared\n",
                     of->id, of->changed);
    if (of->remark) terminal_say("%s: %s\n", of->id, of->remark);
    if (of->said) terminal_say("note: %s wrote, in %zu of %zu calls: %s\n", of->id, of->calls, of->of, of->said);
}

void print_candidates(void) { candidate_tell_all(print_candidate, NULL); }
