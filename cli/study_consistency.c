#include "study_consistency.h"

#include "consistency.h"
#include "print.h"

#include <math.h>

enum { DECIMALS = 3 };

static void add_notes(grid *g, const consistencies *found, size_t directions)
{
    grid_note(
        g, 0,
        "Agreement: the mean over pairs of runs of %s. From, to: 95 %% over runs, by leaving out one in turn; none "
        "of two runs. Chance: of %s, %zu times; p of these. It says nothing of the factors.",
        directions < found->count ? directions
                                        ? "the matched correlation of their codes (mcc), of dictionaries |cos| of "
                                          "their directions (mcc-directions)"
                                        : "the matched correlation of their codes (mcc)"
                                  : "the matched |cos| of their directions (mcc-directions)",
        directions < found->count ? "codes whose rows are shuffled" : "normal directions of the same second moments",
        found->count ? found->at->shuffles : 0);
    for (size_t k = 0; k < found->count; k++) {
        const consistency *c = &found->at[k];
        if (!c->pairs)
            grid_note(g, 0,
                      "%s: only %zu of its %zu runs have directions in one space, and some have sparse codes: "
                      "nothing compares them all. Give the others directions.",
                      c->group, c->with, c->runs);
    }
    if (found->left_out)
        grid_note(g, 0, "%zu runs beyond the first %d of their group are left out.", found->left_out, CONSISTENCY_RUNS);
    if (found->few[0]) grid_note(g, 0, "Without two runs (at that order): %s.", found->few);
    if (found->sparse) grid_note(g, 0, "%zu models with sparse codes and no directions are left out.", found->sparse);
    if (found->unread) grid_note(g, 0, "%zu files could not be read; `assay study` says why.", found->unread);
}

static grid *table_of(const consistencies *found)
{
    grid *g = grid_new("Agreement of the codes of a method's runs");
    GRID_COLUMNS(g, { "group", "Group", GRID_LEFT }, { "data", "Data set", GRID_LEFT },
                 { "order", "Order", GRID_RIGHT }, { "runs", "Runs", GRID_RIGHT }, { "pairs", "Pairs", GRID_RIGHT },
                 { "agreement", "Agreement", GRID_RIGHT }, { "low", "From", GRID_RIGHT }, { "high", "To", GRID_RIGHT },
                 { "chance", "Chance", GRID_RIGHT }, { "p", "p", GRID_RIGHT });
    grid_stub(g, 1);
    size_t directions = 0;
    for (size_t k = 0; k < found->count; k++) {
        const consistency *c = &found->at[k];
        directions += c->by_directions != 0;
        GRID_ROW(g, GRID_TEXT(c->group));
        if (c->data || found->data_sets < 2) grid_text(g, "%s", c->data ? c->data : "");
        else grid_text(g, "%zu", c->number);
        GRID_CELLS(g, GRID_TEXT(c->order), GRID_COUNT(c->runs), GRID_COUNT(c->pairs), GRID_NUMBER(c->value, DECIMALS));
        if (isnan(c->low)) GRID_CELLS(g, GRID_TEXT(""), GRID_TEXT(""));
        else GRID_CELLS(g, GRID_NUMBER(c->low, DECIMALS), GRID_NUMBER(c->high, DECIMALS));
        GRID_CELLS(g, GRID_NUMBER(c->chance, DECIMALS), GRID_NUMBER(c->p, DECIMALS));
    }
    add_notes(g, found, directions);
    return g;
}

int study_consistency(const cli_args *args, const study_files *files, const char *kinds, unsigned jobs)
{
    FREED(consistencies_free) consistencies found = { 0 };
    CLI_OK(consistency_of(files, kinds ? kinds : "auto", jobs, &found, &cli_error));
    if (!found.count)
        return cli_refuse(ASSAY_EINPUT,
                          "no group has two runs on one data set; a column `seed` of a manifest, or files of "
                          "one folder, are runs of a method");
    grid *g = table_of(&found);
    return print_grids(args, &g, 1);
}
