/* assay run -- the missing cells of a plan. */
#include "print.h"
#include "run_store.h"
#include "store_args.h"
#include "terminal.h"
#include "until_decided.h"

#include <inttypes.h>
#include <string.h>

/* Tasks of an array share a command line, not a store: "out/x.db" of shard 3 of 16 is "out/x-03-of-16.db". */
static void name_of_shard(const char *db, const shard *mine, char *to, size_t size)
{
    const char *slash = strrchr(db, '/'), *dot = strrchr(db, '.');
    char count[32];
    const int width = snprintf(count, sizeof count, "%" PRIu64, mine->count);
    if (!dot || dot == db || (slash && dot <= slash + 1)) dot = db + strlen(db);
    snprintf(to, size, "%.*s-%0*" PRIu64 "-of-%s%s", (int)(dot - db), db, width, mine->number, count, dot);
}

static int run_whole(const cli_args *args, until_decided *what)
{
    const char *most = cli_value(args, "at-most");
    if (!cli_given(args, "until-decided"))
        return most ? cli_usage("run: --at-most says how far --until-decided goes")
                    : run_store(what->asked, what->db, what->jobs, what->command);
    const int bad = most ? cli_fail(plan_seeds(most, &what->first, &what->end, &cli_error)) : 0;
    return bad ? bad : until_decided_run(what);
}

static int run_asked(const cli_args *args, plan *asked, unsigned jobs)
{
    const char *db = store_args_path(args), *part = cli_value(args, "shard");
    char name[UNFINISHED_PATH], command[2 * UNFINISHED_PATH + 128];
    shard mine;
    if (!part) {
        snprintf(command, sizeof command, "assay run %s --db %s ...", args->word[0], db);
        return run_whole(args, &(until_decided){ args, asked, db, command, jobs, 0, 0 });
    }
    if (cli_given(args, "until-decided"))
        return cli_usage("run: a shard has a part of the cells, --until-decided looks at all of them");
    const int bad = cli_fail(shard_read(part, &mine, &cli_error));
    if (bad) return bad;
    if (strncmp(part, "auto", 4) == 0) {
        name_of_shard(db, &mine, name, sizeof name);
        db = name;
    }
    snprintf(command, sizeof command, "assay run %s --shard %" PRIu64 "/%" PRIu64 " --db %s ...", args->word[0],
             mine.number, mine.count, db);
    return run_shard(asked, &mine, db, jobs, command);
}

static int run(const cli_args *args)
{
    unsigned jobs;
    plan_changes changes = { .scenarios = cli_value(args, "scenarios"),
                             .metrics = cli_value(args, "metrics"),
                             .seeds = cli_value(args, "seeds"),
                             .profiles = cli_value(args, "profile"),
                             .factors = cli_value(args, "factors-from"),
                             .kinds = cli_value(args, "kinds") };
    if (changes.profiles && changes.factors)
        return cli_usage("run: the factors are those of --profile or of --factors-from");
    int bad = cli_jobs(args, 0, &jobs);
    if (!bad) bad = cli_number(args, "samples", 1, 0, &changes.samples);
    if (bad) return bad;
    plan asked;
    bad = cli_fail(plan_read(args->word[0], &changes, &asked, &cli_error));
    if (bad) return bad;
    if (asked.left_out)
        terminal_say("left out, not applicable: %s; `assay describe SCENARIO` says why\n", asked.left_out);
    bad = run_asked(args, &asked, jobs);
    print_candidates();
    plan_free(&asked);
    return bad;
}

const cli_command cli_command_run = { .least = 1, .most = 1, .run = run };
