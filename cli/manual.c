/* The manual page, written from the commands' descriptors: nothing is typed twice. */
#include "cli.h"
#include "needed.h"

/* Text for troff: a backslash and a hyphen are escaped, a dot that begins a line is hidden. */
static void troff(const char *text, FILE *to)
{
    for (const char *at = text; *at; at++) {
        if ((at == text || at[-1] == '\n') && (*at == '.' || *at == '\'')) fputs("\\&", to);
        if (*at == '\\') fputs("\\e", to);
        else if (*at == '-') fputs("\\-", to);
        else fputc(*at, to);
    }
}

/* What `assay help COMMAND` prints, line by line. */
static void section(const cli_command *command, FILE *to)
{
    FILE *help = phrase_open();
    cli_manual(command, help);
    fprintf(to, ".SS assay %s\n.nf\n", command->id);
    troff(phrase_close(help), to);
    fputs(".fi\n", to);
}

void manual_page(FILE *to)
{
    fputs(".TH ASSAY 1 \"\" \"assay " ASSAY_VERSION "\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n"
          "assay \\- a test bench for disentanglement metrics\n"
          ".SH SYNOPSIS\n.B assay\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n"
          ".SH DESCRIPTION\n"
          "assay builds representations whose modularity, compactness and explicitness are known by construction,\n"
          "scores them with every disentanglement metric, keeps the scores in one SQLite file, and writes tables\n"
          "and figures.\n"
          ".SH COMMANDS\n",
          to);
    for (size_t k = 0; cli_at(k); k++) section(cli_at(k), to);
    fputs(".SH EXIT STATUS\n0 fine; 1 a check or verdict that was asked for failed; 2 usage; 3 bad input; 4 a part\n"
          "of the environment is missing or refuses; 5 internal. A run that was stopped by a signal exits with 128\n"
          "and its number.\n"
          ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours, even on a terminal.\n.TP\n.B SLURM_CPUS_PER_TASK\n"
          "threads are no more than this.\n",
          to);
}
