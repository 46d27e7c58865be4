/* assay agree -- how far metrics rank the same representations alike, those of scenarios or of one's own models. */
#include "agreement.h"
#include "needed.h"
#include "print.h"
#include "store_args.h"
#include "terminal.h"

enum { MOST_DRAWS = 10000 };

/* Controls, and metrics with other options, are compared only when they are asked for. */
static void usual_series(const evidence *all, agreement_table *to)
{
    evidence kept = { .at = needed(malloc((all->count + 1) * sizeof *kept.at)), .lacking = all->lacking };
    for (size_t s = 0; s < all->count; s++)
        if (!(all->at[s].flags & ASSAY_CONTROL) && !evidence_is_variation(all, &all->at[s]))
            kept.at[kept.count++] = all->at[s];
    agreement_table_from(&kept, to);
    free(kept.at);
}

static int is_model(const evidence_series *s, const evidence_point *p, const void *context, uint64_t seeds[2])
{
    (void)s, (void)context, (void)seeds;
    return p->of->scenario->is_study;
}

/* How many points are of models (study), or of scenarios. */
static size_t count_points(const evidence *all, int study)
{
    size_t n = 0;
    for (size_t s = 0; s < all->count; s++)
        for (size_t p = 0; p < all->at[s].n_points; p++) n += all->at[s].point[p].of->scenario->is_study == study;
    return n;
}

/* A store with models is about these: what else it holds is no representation of theirs. */
static void take_models(evidence *all)
{
    if (!count_points(all, 1) || !count_points(all, 0)) return;
    terminal_say("the models are compared; --scenarios names scenarios of the store\n");
    evidence_keep(all, is_model, NULL);
}

static int table_of_store(const cli_args *args, agreement_table *to)
{
    FREED(store_args_close) store_args from = { 0 };
    FREED(evidence_free) evidence found = { 0 };
    CLI_TRY(store_args_read(args, &from));
    CLI_OK(evidence_read(from.scores, &from.filter, &found, &cli_error));
    store_args_say_pairs(args, &found);
    if (!from.filter.scenarios && !from.filter.profile) take_models(&found);
    if (from.filter.metrics) agreement_table_from(&found, to);
    else usual_series(&found, to);
    return 0;
}

static int compare(const cli_args *args, const agreement_table *t, uint64_t draws)
{
    agreement found = { 0 };
    const int kind = agree_kind(cli_value_or(args, "kind", "kendall"));
    if (t->n_rows < AGREE_LEAST || t->n_series < 2)
        return cli_refuse(ASSAY_EINPUT,
                          "nothing to compare: %zu scores on %zu representations; it takes 2 on %d or more "
                          "(controls and variations of options count where --metrics names them)",
                          t->n_series, t->n_rows, AGREE_LEAST);
    CLI_OK(agreement_compute(t, kind, (size_t)draws, cli_number(args, "seed", 0), &found, &cli_error));
    const int is_table = print_format(args) == GRID_TABLE;
    const int form = print_is_whole(args)                  ? AGREE_ROWS
                     : is_table && !cli_given(args, "all") ? AGREE_ENDS
                                                           : AGREE_TRIANGLE;
    grid *g = agreement_grid(t, &found, kind, form);
    grid_head(g, t->lacking);
    return print_first(args, &g, 1);
}

int cmd_agree(const cli_args *args)
{
    agreement_table table = { 0 };
    const uint64_t draws = cli_number(args, "draws", AGREE_DRAWS);
    if (draws > MOST_DRAWS) return cli_usage("agree: --draws: at most %d", MOST_DRAWS);
    CLI_TRY(table_of_store(args, &table));
    return compare(args, &table, draws);
}
