/* assay reproduce -- the checklist of published results next to those of a store. */
#include "corpus_facts.h"
#include "plan.h"
#include "known.h"
#include "print.h"
#include "published_tables.h"
#include "store_args.h"
#include "store_about.h"

#include <stdlib.h>

static assay_status make_tables(store *scores, const reproduction_part *part, int for_people, grid ***to, size_t *count,
                                assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    if (reproduction_counts(part)) ASSAY_TRY(corpus_facts_count(&corpora, err));
    const reproduction_facts facts = { corpora.at, corpora.count };
    ASSAY_TRY(reproduction_read(scores, part, &facts, &all, err));
    *count = reproduction_tables(&all, part, for_people, to);
    return ASSAY_OK;
}

/* The papers of the program, and that of --paper. */
static int load_papers(const cli_args *args)
{
    papers_plans(plan_builtin_names());
    return cli_fail(papers_load(cli_value(args, "paper"), &cli_error));
}

int cmd_reproduce(const cli_args *args)
{
    FREED(store_dropped) store *scores = NULL;
    reproduction_part part = { 0 };
    grid **tables = NULL;
    size_t count = 0;
    const char *lacking = NULL;
    CLI_TRY(load_papers(args));
    if (args->n_words && !reproduction_find(args->word[0], &part))
        return cli_usage("%s", known_refusal(args->word[0], "item", "the checklist", NULL, KNOWN(known_item)));
    CLI_TRY(store_args_open(args, &scores));
    CLI_OK(store_lacking(scores, &lacking, &cli_error));
    CLI_OK(make_tables(scores, &part, print_lines(args) ? REPRODUCTION_FIRST : !print_is_whole(args), &tables, &count,
                       &cli_error));
    if (count) grid_head(tables[0], lacking);
    return print_first(args, tables, count);
}
