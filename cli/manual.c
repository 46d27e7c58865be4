/* The manual page, written from the commands' descriptors: nothing is typed twice. */
#include "cli.h"

#include <string.h>

/* Text for troff: a backslash and a hyphen are escaped, a dot that begins a line is hidden, a line may break at '|'. */
static void troff_part(const char *text, size_t length, FILE *to)
{
    for (size_t k = 0; k < length; k++) {
        if ((!k || text[k - 1] == '\n') && (text[k] == '.' || text[k] == '\'')) fputs("\\&", to);
        if (text[k] == '\\') fputs("\\e", to);
        else if (text[k] == '-') fputs("\\-", to);
        else if (text[k] == '|') fputs("|\\:", to);
        else fputc(text[k], to);
    }
}

static void troff(const char *text, FILE *to) { troff_part(text, strlen(text), to); }

/* Paragraphs are filled; lines that begin with a blank stay as they are. */
static void details(const char *text, FILE *to)
{
    int filled = 1;
    fputs(".PP\n", to);
    for (size_t length; *text; text += length + 1) {
        length = strcspn(text, "\n");
        if (length && filled != (*text != ' ')) fputs((filled = !filled) ? ".fi\n" : ".nf\n", to);
        troff_part(text, length, to);
        fputc('\n', to);
    }
    if (!filled) fputs(".fi\n", to);
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
        if (option->letter) fprintf(to, "\\-%c, ", option->letter);
        fputs("\\-\\-", to);
        troff(option->name, to);
        if (option->argument) fprintf(to, " \\fI%s\\fR", option->argument);
        fputs("\n", to);
        troff(option->text, to);
        fputs("\n", to);
    }
    details(command->details, to);
    fputs(".PP\nExample:\n.nf\n", to);
    troff(command->example, to);
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
