/* assay advise -- which metric to report for a property, by pairs of known order. */
#include "choice_table.h"
#include "claim_names.h"
#include "cli.h"
#include "data_like.h"
#include "print.h"
#include "store_args.h"

#include <stdlib.h>
#include <string.h>

static int print_tables(const cli_args *args, const choice *made, int format)
{
    grid *grids[3];
    size_t count = 0;
    const char *wanted = args->n_words ? args->word[0] : NULL;
    for (int p = 0; p < 3; p++) {
        const choice_property *property = &made->property[p];
        if ((property->n_strips || property->too_few) && (!wanted || strcmp(wanted, claim_name(property->claim)) == 0))
            grids[count++] = choice_grid(made, property);
    }
    return print_grids(args, grids, count, format);
}

/* For the methods of a paper: what was chosen, and whom to cite. */
static int print_paper(const cli_args *args, const choice *made)
{
    char *text = choice_paragraph(made), *cited = choice_references(made);
    cli_output output;
    int bad = 0;
    if (!text[0]) bad = cli_refuse(ASSAY_EINPUT, "nothing leads for any property; `assay advise` says why");
    if (!bad && !(bad = cli_output_open(cli_value(args, "output"), &output))) {
        fprintf(output.file, "%s\n\n%s", text, cited);
        bad = cli_output_close(&output, ASSAY_OK);
    }
    free(text);
    free(cited);
    return bad;
}

static int check_property(const char *word)
{
    for (uint32_t p = 0; p < 3; p++)
        if (!word || strcmp(word, claim_name(1u << p)) == 0) return 0;
    return cli_refuse(ASSAY_EUSAGE,
                      "'%s' is no property of a representation: modularity, compactness or "
                      "explicitness",
                      word);
}

/* What the data are like, as far as it was said; of a file what it shows. */
static int read_like(const cli_args *args, choice_like *to)
{
    static const char *const dependence[] = { "low", "independent", "high", "dependent" };
    const char *depends = cli_value(args, "dependence"), *file = cli_value(args, "like");
    char refused[256];
    uint64_t codes = 0;
    int bad = cli_number(args, "rows", 1, 0, &to->rows);
    if (!bad) bad = cli_number(args, "codes", 1, 0, &codes);
    *to = (choice_like){ .kinds = cli_value(args, "kinds"), .expect = cli_value(args, "expect"), .rows = to->rows,
                         .codes = (size_t)codes };
    for (size_t k = 0; depends && k < 4; k += 2)
        if (strcmp(depends, dependence[k]) == 0) to->dependence = dependence[k + 1];
    if (!bad && depends && !to->dependence) bad = cli_no_choice(args, "dependence", depends, "low|high");
    const char *why = bad ? NULL : choice_like_refusal(to, refused, sizeof refused);
    if (why) return cli_usage("advise: %s", why);
    if (!bad && file) bad = cli_fail(data_like(file, "auto", to, stderr, &cli_error));
    return bad;
}

static int run(const cli_args *args)
{
    int format;
    store *from = NULL;
    choice_like like = { 0 };
    stored_choice of = { 0 };
    int bad = check_property(args->n_words ? args->word[0] : NULL);
    if (!bad) bad = print_format(args, &format);
    if (!bad) bad = read_like(args, &like);
    if (!bad) bad = store_args_open(args, &from);
    if (bad) return bad;
    bad = cli_fail(stored_choice_read(from, cli_value(args, "metrics"), &like, &of, &cli_error));
    if (!bad && of.why_not[0])
        bad = cli_refuse(ASSAY_EINPUT, "%s: %s Score them first: assay run bank --db %s", store_args_found(args),
                         of.why_not, store_args_found(args));
    if (!bad && cli_given(args, "paper")) bad = print_paper(args, &of.made);
    else if (!bad && format == GRID_JSON) bad = cli_fail(choice_json(&of.made, stdout, &cli_error));
    else if (!bad) bad = print_tables(args, &of.made, format);
    stored_choice_free(&of);
    store_close(from);
    return bad;
}

const cli_command cli_command_advise = { .most = 1, .run = run };
