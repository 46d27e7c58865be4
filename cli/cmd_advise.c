/* assay advise -- which metric to report for a property, by pairs of known order. */
#include "choice_table.h"
#include "claim_names.h"
#include "cli.h"
#include "print.h"
#include "store_args.h"

#include <string.h>

static int print_tables(const cli_args *args, const choice *made, int format)
{
    grid *grids[3];
    size_t count = 0;
    const char *wanted = args->n_words ? args->word[0] : NULL;
    for (int p = 0; p < 3; p++) {
        const choice_property *property = &made->property[p];
        if (property->n_strips && (!wanted || strcmp(wanted, claim_name(property->claim)) == 0))
            grids[count++] = choice_grid(made, property);
    }
    return print_grids(args, grids, count, format);
}

static int check_property(const char *word)
{
    assay_error err = { "" };
    for (uint32_t p = 0; p < 3; p++)
        if (!word || strcmp(word, claim_name(1u << p)) == 0) return 0;
    return cli_fail(assay_fail(&err, ASSAY_EUSAGE,
                               "'%s' is no property of a representation: modularity, compactness or "
                               "explicitness",
                               word),
                    &err);
}

static int run(const cli_args *args)
{
    int format;
    store *from = NULL;
    stored_choice of = { 0 };
    assay_error err = { "" };
    int bad = check_property(args->n_words ? args->word[0] : NULL);
    if (!bad) bad = print_format(args, &format);
    if (!bad) bad = store_args_open(args, &from);
    if (bad) return bad;
    bad = cli_fail(stored_choice_read(from, cli_value(args, "metrics"), &of, &err), &err);
    if (!bad && of.why_not[0])
        bad = cli_fail(assay_fail(&err, ASSAY_EINPUT, "%s: %s Score them first: assay run bank --db %s",
                                  store_args_found(args), of.why_not, store_args_found(args)),
                       &err);
    if (!bad && format == GRID_JSON) bad = cli_fail(choice_json(&of.made, stdout, &err), &err);
    else if (!bad) bad = print_tables(args, &of.made, format);
    stored_choice_free(&of);
    store_close(from);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    { "metrics", "LIST", "only these", 'm' },
    PRINT_OPTIONS,
};
const cli_command cli_command_advise = {
    .id = "advise",
    .summary = "which metric to report: how often each orders pairs of known order rightly",
    .synopsis = "[PROPERTY] [--db FILE] [--metrics LIST] [--format F]",
    .details = "From a store of the plan `bank`: pairs of representations of which it is certain which has more of a "
               "property, and which differ at random in everything else. Concordance is the share of pairs that a "
               "metric puts into their true order; a constant has one half. A metric leads where no other is certainly "
               "above it.\n",
    .example = "  assay run bank --db out/bank.db\n  assay advise modularity --db out/bank.db\n",
    COUNTED(options),
    .most = 1,
    .run = run,
};
