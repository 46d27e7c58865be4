#include "print.h"

#include "candidate.h"
#include "terminal.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int print_format(const cli_args *args) { return grid_format(cli_value_or(args, "format", "table")); }

int print_is_whole(const cli_args *args) { return print_format(args) == GRID_CSV || print_format(args) == GRID_JSON; }

size_t print_width(const cli_args *args, size_t elsewhere)
{
    struct winsize window;
    const char *path = cli_value(args, "output");
    if ((path && strcmp(path, "-") != 0) || !isatty(STDOUT_FILENO)) return elsewhere;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 20 ? window.ws_col : 80;
}

int print_grids(const cli_args *args, grid **grids, size_t count)
{
    cli_output output;
    int bad = cli_output_open(cli_value(args, "output"), &output);
    if (!bad)
        bad = cli_output_close(
            &output, grid_print_all(grids, count, print_format(args), print_width(args, 120), output.file, &cli_error));
    for (size_t k = 0; k < count; k++) grid_free(grids[k]);
    return bad;
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
