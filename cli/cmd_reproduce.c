/* assay reproduce -- the checklist of published results next to those of a store. */
#include "cli.h"
#include "corpus_facts.h"
#include "desiderata.h"
#include "guard_table.h"
#include "papers.h"
#include "plan.h"
#include "known.h"
#include "needed.h"
#include "print.h"
#include "reproduction_table.h"
#include "store_args.h"
#include "store_missing.h"
#include "wording.h"

#include <stdlib.h>
#include <string.h>

/* What Almudevar and Ortega 2025 ask of a metric, as it comes out: for every metric of the store. */
static grid *desiderata_grid(const desideratum *list, size_t count)
{
    grid *g = grid_new("desiderata of Almudevar and Ortega 2025, section 5, for every metric of the store");
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "lowest", "at alpha 1", GRID_RIGHT },
                 { "rise", "rise with delta", GRID_RIGHT }, { "rise_at", "at", GRID_LEFT },
                 { "fall", "nuisance fall", GRID_RIGHT });
    grid_stub(g, 1);
    for (size_t k = 0; k < count; k++) {
        grid_row(g);
        grid_text(g, "%s", list[k].metric);
        grid_number(g, list[k].lowest, 3);
        grid_number(g, list[k].rise, 3);
        grid_text(g, "%s", list[k].rise_at);
        grid_number(g, list[k].fall, 3);
    }
    grid_note(g, 0,
              "asked: 1 at alpha 1 whatever delta (shown: the lowest); no rise with delta at fixed alpha (shown: the "
              "largest); and of a measure of minimality, a fall as codes depend on a nuisance. Means over seeds.");
    return g;
}

/* "S2-d", in any case, to the checklist's own spelling; NULL: no such item. */
static const char *find_item(const char *typed)
{
    for (size_t k = 0; reproduction_item(k); k++) {
        const char *item = reproduction_item(k);
        size_t c = 0;
        while (item[c] && (typed[c] | 0x20) == (item[c] | 0x20)) c++;
        if (!item[c] && !typed[c]) return item;
    }
    return NULL;
}

static int unknown_item(const char *typed)
{
    char list[512];
    wording w = WORDING(list);
    for (size_t k = 0; reproduction_item(k); k++) wording_join(&w, " ", reproduction_item(k));
    return cli_usage("the checklist has no item %s; it has %s, and there is guard%s", typed, list,
                     known_question(typed, KNOWN(known_item)));
}

static int wants_desiderata(const char *item) { return !item || strncmp(item, "S1", 2) == 0; }

/* The tables of the checklist; for people the desiderata of all metrics after them. */
static assay_status make_tables(store *scores, const char *item, int for_people, grid ***to, size_t *count,
                                assay_error *err)
{
    reproduction all = { 0 };
    desideratum *asked = NULL;
    size_t n_asked = 0;
    corpus_facts corpora = { .count = 0 };
    assay_status status = !item || reproduction_counts(item) ? corpus_facts_count(&corpora, err) : ASSAY_OK;
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (status == ASSAY_OK) status = reproduction_read(scores, &facts, &all, err);
    if (status == ASSAY_OK) status = reproduction_tables(&all, item, for_people, to, count, err);
    if (status == ASSAY_OK && for_people && wants_desiderata(item))
        status = desiderata_read(scores, &asked, &n_asked, err);
    if (status == ASSAY_OK && n_asked) {
        *to = needed(realloc(*to, (*count + 1) * sizeof **to));
        (*to)[(*count)++] = desiderata_grid(asked, n_asked);
    }
    free(asked);
    reproduction_free(&all);
    return status;
}

/* The cells of Joshi et al. 2026: too many for the checklist, so a table of their own. */
static assay_status make_guard(store *scores, int for_people, grid ***to, size_t *count, assay_error *err)
{
    evidence seen = { 0 };
    guard_results results = { 0 };
    const store_filter of_guard = { .scenarios = "guard,affine" };
    assay_status status = evidence_read(scores, &of_guard, &seen, err);
    if (status == ASSAY_OK) status = guard_results_of(&seen, &results, err);
    if (status == ASSAY_OK) status = guard_tables(&results, for_people, to, count, err);
    guard_results_free(&results);
    evidence_free(&seen);
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

static int run(const cli_args *args)
{
    int format;
    store *scores;
    const int unread = load_papers(args);
    if (unread) return unread;
    const int guard = args->n_words && strcmp(args->word[0], "guard") == 0;
    const char *item = args->n_words && !guard ? find_item(args->word[0]) : NULL;
    if (args->n_words && !guard && !item) return unknown_item(args->word[0]);
    int bad = print_format(args, &format);
    if (!bad) bad = store_args_open(args, &scores);
    if (bad) return bad;
    grid **tables = NULL;
    size_t count = 0;
    const int for_people = format != GRID_CSV && format != GRID_JSON;
    bad = cli_fail(guard ? make_guard(scores, for_people, &tables, &count, &cli_error)
                         : make_tables(scores, item, for_people, &tables, &count, &cli_error));
    const char *lacking = NULL;
    if (!bad) bad = cli_fail(store_lacking(scores, &lacking, &cli_error));
    if (!bad && count) grid_head(tables[0], lacking);
    if (!bad) bad = print_grids(args, tables, count, format);
    else
        for (size_t k = 0; k < count; k++) grid_free(tables[k]);
    free(tables);
    store_close(scores);
    return bad;
}

const cli_command cli_command_reproduce = { .most = 1, .run = run };
