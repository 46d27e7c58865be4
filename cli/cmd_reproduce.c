/* assay reproduce -- the checklist of published results next to those of a store. */
#include "corpus_facts.h"
#include "plan.h"
#include "known.h"
#include "print.h"
#include "published_tables.h"
#include "store_args.h"
#include "store_missing.h"

#include <stdlib.h>

static assay_status make_tables(store *scores, const reproduction_part *part, int for_people, grid ***to, size_t *count,
                                assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    assay_status status = reproduction_counts(part) ? corpus_facts_count(&corpora, err) : ASSAY_OK;
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (status == ASSAY_OK) status = reproduction_read(scores, part, &facts, &all, err);
    if (status == ASSAY_OK) *count = reproduction_tables(&all, part, for_people, to);
    return status;
}

/* The papers of the program, and that of --paper. */
static int load_papers(const cli_args *args)
{
    enum { MOST = 32 };
    static char name[MOST][PLAN_NAME];
    static const char *names[MOST + 1];
    for (size_t k = 0; k < plan_builtin_count() && k < MOST; k++) {
        plan_builtin_name(k, name[k]);
        names[k] = name[k];
    }
    papers_plans(names);
    return cli_fail(papers_load(cli_value(args, "paper"), &cli_error));
}

int cmd_reproduce(const cli_args *args)
{
    store *scores;
    reproduction_part part = { 0 };
    int bad = load_papers(args);
    if (!bad && args->n_words && !reproduction_find(args->word[0], &part))
        bad = cli_usage("%s", known_refusal(args->word[0], "item", "the checklist", NULL, KNOWN(known_item)));
    if (!bad) bad = store_args_open(args, &scores);
    if (bad) return bad;
    const int view = print_lines(args) ? REPRODUCTION_FIRST : !print_is_whole(args);
    grid **tables = NULL;
    size_t count = 0;
    const char *lacking = NULL;
    bad = cli_fail(make_tables(scores, &part, view, &tables, &count, &cli_error));
    if (!bad) bad = cli_fail(store_lacking(scores, &lacking, &cli_error));
    if (!bad && count) grid_head(tables[0], lacking);
    if (!bad) bad = print_first(args, tables, count);
    store_close(scores);
    return bad;
}
