/* assay -- the program: finds the subcommand, runs it, returns its status. */
#include "apart.h"
#include "candidate.h"
#include "cli.h"
#include "known.h"
#include "needed.h"
#include "progress.h"
#include "terminal.h"

#include <errno.h>
#include <string.h>

static void overview(FILE *to)
{
    fprintf(to, "usage: assay COMMAND [ARGUMENTS]\n\n"
                "A test bench for disentanglement metrics: build representations whose properties are known,\n"
                "score them with every metric, compare what was measured with what is true.\n\n");
    for (size_t k = 0; cli_at(k); k++) fprintf(to, "  %-10s %s\n", cli_at(k)->id, cli_at(k)->summary);
    fprintf(to, "  %-10s %s\n", "help", "everything about one command");
    fprintf(to,
            "\nexample:\n  assay score --scenario noise --set alpha=0.2 --metrics mig,dcimig\n\n"
            "`assay COMMAND --help` is short, `assay help COMMAND` complete. Exit status: 0 fine, 1 a check failed,\n"
            "2 usage, 3 bad input, 4 something missing on this machine, 5 internal.\n");
}

static int unknown_command(const char *typed)
{
    return cli_usage("%s", known_refusal(typed, "command", NULL, "assay --help", KNOWN(known_command)));
}

static int help(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "help") == 0) {
        overview(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--man") == 0) {
        manual_page(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--complete") == 0) { /* for the shells' functions alone */
        const int first = argc > 2 && strcmp(argv[2], "--") == 0 ? 3 : 2;
        completion_offer(argv + first, (size_t)(argc - first), stdout);
        return 0;
    }
    if (strcmp(argv[1], "--completion") == 0) {
        const char *shell = argc > 2 ? argv[2] : "";
        if (completion_write(shell, stdout)) return 0;
        return cli_usage("%s", known_choice(shell, "help --completion", "bash|zsh|fish"));
    }
    const cli_command *command = cli_find(argv[1]);
    if (!command) return unknown_command(argv[1]);
    cli_manual(command, stdout);
    return 0;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        overview(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        overview(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("assay %s\n", ASSAY_VERSION);
        return 0;
    }
    if (strcmp(argv[1], "help") == 0) return help(argc - 1, argv + 1);
    const cli_command *command = cli_find(argv[1]);
    if (command) return cli_run(command, argc - 1, argv + 1);
    return unknown_command(argv[1]);
}

/* The words in memory of our own: those that the system shows of this process may be overwritten (contain.h). */
static char **copied(int argc, char **argv)
{
    static char **own; /* for good */
    own = needed(calloc((size_t)argc + 1, sizeof *own));
    for (int k = 0; k < argc; k++) own[k] = needed(strdup(argv[k]));
    return own;
}

int main(int argc, char **argv)
{
    int served;
    if (candidate_serve(argc, argv, &served))
        return served;        /* assay --serve-plugin: a process of its own for a plug-in */
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is then an error like any other, reported by whoever writes */
    cli_read_texts();
    char **words = copied(argc, argv);
    progress_typed(words);
    const int status = dispatch(argc, words);
    if (apart_refused())
        terminal_say(
            "note: files were read in this process, since this system permits none that is locked in (seccomp)\n");
    if (status || (fflush(stdout) == 0 && !ferror(stdout))) return status;
    return cli_refuse(ASSAY_EENVIRONMENT, "standard output: %s", strerror(errno));
}
