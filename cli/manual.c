/* The manual page, written from the commands' descriptors: nothing is typed twice. */
#include "manual.h"

#include <string.h>

/* Text for troff: a backslash and a hyphen are escaped, a dot that begins a line is hidden, a line may break at '|'. */
static void troff(const char *text, FILE *to)
{
    for (int start = 1; *text; text++) {
        if (start && (*text == '.' || *text == '\'')) fputs("\\&", to);
        if (*text == '\\') fputs("\\e", to);
        else if (*text == '-') fputs("\\-", to);
        else if (*text == '|') fputs("|\\:", to);
        else fputc(*text, to);
        start = *text == '\n';
    }
}

static void section(const cli_command *command, FILE *to)
{
    fprintf(to, ".SS assay %s ", command->id);
    troff(command->synopsis, to);
    fputs("\n", to);
    troff(command->summary, to);
    fputs(".\n", to);
    for (size_t k = 0; k < command->n_options; k++) {
        const cli_option *option = &command->options[k];
        fputs(".TP\n.B ", to);
        if (cli_letter(option)) fprintf(to, "\\-%c, ", cli_letter(option));
        fputs("\\-\\-", to);
        troff(option->name, to);
        if (option->argument) fprintf(to, " \\fI%s\\fR", option->argument);
        fputs("\n", to);
        troff(option->text, to);
        fputs("\n", to);
    }
    if (command->details) {
        fputs(".PP\n.nf\n", to);
        troff(command->details, to);
        fputs(".fi\n", to);
    }
    if (command->example) {
        fputs(".PP\nExample:\n.nf\n", to);
        troff(command->example, to);
        fputs(".fi\n", to);
    }
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
