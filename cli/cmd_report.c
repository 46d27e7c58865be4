/* assay report -- all of a store as one page, and the same tables and figures as files. */
#include "report_parts.h"
#include "store_args.h"
#include "terminal.h"

#include <unistd.h>

int cmd_report(const cli_args *args)
{
    report_request of = { .title = cli_value(args, "title"), .print_all = cli_given(args, "full") };
    FREED(report_view_free) report_view read = { .has_pairs = 0 };
    const char *directory = cli_value_or(args, "out", "out/report");
    const char *found = "";
    FREED(store_args_close) store_args from = { 0 };
    CLI_TRY(store_args_read(args, &from));
    CLI_TRY(store_args_one_profile(args, &from));
    const int is_new = access(directory, F_OK) != 0;
    of.filter = from.filter;
    of.scores = given(&from.scores); /* report_make closes it */
    const int bad = cli_fail(report_make(&of, NULL, directory, &read, &cli_error));
    if (!bad && read.has_pairs) found = choice_found(&read.choice.made);
    if (bad && is_new) rmdir(directory); /* where nothing fitted */
    if (found[0]) terminal_say("%s.\n", found);
    if (!bad) terminal_print("%s/index.html\n", directory);
    return bad;
}
