/* Tables to the terminal or a file. */
#include "print.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int print_format(const cli_args *args, int *to)
{
    const char *name = cli_value(args, "format") ? cli_value(args, "format") : "table";
    *to = grid_format(name);
    return *to >= 0 ? 0 : cli_usage("%s: --format %s: one of %s", args->command->id, name, GRID_FORMATS);
}

size_t print_width(const cli_args *args)
{
    struct winsize window;
    const char *path = cli_value(args, "output");
    if ((path && strcmp(path, "-") != 0) || !isatty(STDOUT_FILENO)) return 120;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 20 ? window.ws_col : 80;
}

int print_grids(const cli_args *args, grid **grids, size_t count, int format)
{
    cli_output output;
    int bad = cli_output_open(cli_value(args, "output"), &output);
    if (!bad) {
        assay_error err = { "" };
        const assay_status status = grid_print_all(grids, count, format, print_width(args), output.file, &err);
        if (status == ASSAY_OK || ferror(output.file)) {
            bad = cli_output_finish(&output);
        } else {
            cli_output_discard(&output);
            bad = cli_fail(status, &err);
        }
    }
    for (size_t k = 0; k < count; k++) grid_free(grids[k]);
    return bad;
}
