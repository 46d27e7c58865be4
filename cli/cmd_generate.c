/* assay generate -- one representation of a scenario, into a file. */
#include "array.h"
#include "cli.h"
#include "scenario_args.h"

static int run(const cli_args *args)
{
    assay_data data = { 0 };
    char point[512];
    const char *path = cli_value(args, "output");
    if (!path) return cli_usage("generate: -o FILE is missing (.npz, .npy or .csv; - for CSV on standard output)");
    int status = scenario_args_build(args, args->word[0], &data, point, sizeof point, NULL);
    if (status) return status;
    const assay_rep rep = assay_data_view(&data);
    assay_error err;
    status = cli_fail(representation_write(path, &rep, &err), &err);
    assay_data_free(&data);
    return status;
}

static const cli_option options[] = {
    { "output", "FILE", "where to: .npz, .npy (two files) or .csv; - is CSV on standard output", 'o' },
    { "set", "NAME=VALUE", "a parameter of the scenario; may be repeated", 0 },
    { "samples", "N", "rows (the scenario's own size, 20000, unless told)", 'n' },
    { "seed", "S", "of numpy.random.default_rng (0)", 's' },
};
const cli_command cli_command_generate = {
    .id = "generate",
    .summary = "write the factors and codes of a scenario to a file",
    .synopsis = "SCENARIO [--set NAME=VALUE]... [--samples N] [--seed S] -o FILE",
    .details = "An .npz holds the arrays `factors` (samples x factors) and `codes` (samples x codes), float64, C order. X.npy\n"
               "becomes X-factors.npy and X-codes.npy. The data are those of numpy.random.default_rng(S), drawn in the order\n"
               "that `assay describe SCENARIO` gives, so one line of Python makes them again.\n",
    .example = "  assay generate noise --set alpha=0.4 --samples 5000 --seed 7 -o noise.npz\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .run = run,
};
