/* assay compare -- groups of models, or models, pair by pair: who is above whom, by how much, how certain. */
#include "compare_table.h"
#include "evidence.h"
#include "print.h"
#include "store_args.h"
#include "sweep_table.h"

#include <stdlib.h>
#include <string.h>

static int compare_rows(const cli_args *args, const score_rows *studies)
{
    const char *by = cli_value(args, "by");
    study_by how = { by && strcmp(by, "file") == 0, cli_value(args, "along"), cli_value(args, "each"),
                     cli_value(args, "at") };
    const compare_table_options options = { (const char *const *)args->word, args->n_words, !print_is_whole(args),
                                            cli_given(args, "all"), print_format(args) == GRID_LATEX };
    study_sets sets;
    grid **grids;
    size_t n;
    if (how.file && how.at) return cli_usage("--at chooses checkpoints of groups; --by file has all models");
    if (rows_check_at(studies, how.at, &cli_error) != ASSAY_OK ||
        rows_check_column(studies, "along", how.along, &cli_error) != ASSAY_OK ||
        rows_check_column(studies, "each", how.each, &cli_error) != ASSAY_OK)
        return cli_fail(ASSAY_EUSAGE);
    if (how.along && !how.each && strcmp(how.along, "order") == 0) /* a checkpoint is no group */
        how.each = how.along, how.along = NULL;
    study_sets_make(studies, NULL, &how, &sets);
    const char *pareto = cli_value(args, "pareto");
    int bad = cli_fail(pareto ? pareto_make(&sets, pareto, print_is_whole(args), &grids, &n, &cli_error)
                       : cli_given(args, "best-of") ? best_of_make(&sets, print_is_whole(args), &grids, &n, &cli_error)
                                                    : compare_table_make(&sets, &options, &grids, &n, &cli_error));
    if (!bad) {
        grid_head(grids[0], studies->lacking);
        bad = print_grids(args, grids, n);
    }
    return bad;
}

int cmd_compare(const cli_args *args)
{
    if (store_args_bad_by(args)) return CLI_USAGE;
    FREED(evidence_free) evidence all = { 0 };
    score_rows rows = { 0 }, studies = { 0 };
    FREED(store_args_close) store_args from = { 0 };
    CLI_TRY(store_args_read(args, &from));
    CLI_OK(evidence_read_rows(from.scores, &from.filter, &all, &rows, &cli_error));
    score_rows_part(&rows, NULL, &studies, NULL);
    if (!studies.count)
        return cli_refuse(ASSAY_EINPUT, "%s holds no models; `assay study` scores them", store_args_found(args));
    return compare_rows(args, &studies);
}
