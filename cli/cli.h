/*
 * cli.h -- what the subcommands share: a command is a descriptor and a help text (cli.c); parsing, help and
 * exit statuses are read out of them. One file per command, one line in commands_list.h.
 *
 * Exit status: 0 fine, 1 a check the user asked for failed, 2 usage, 3 bad input, 4 environment, 5 internal.
 */
#pragma once

#include "owned.h"
#include "unfinished.h"

enum { CLI_FAILED = 1, CLI_USAGE = 2, CLI_INPUT = 3, CLI_ENVIRONMENT = 4, CLI_INTERNAL = 5 };

typedef struct cli_option {
    const char *name;     /* "samples", typed --samples */
    const char *argument; /* "N"; "[N]", a number that need not follow (its value is "" then); NULL for a flag */
    const char *text;     /* one line of help */
    char letter;          /* 'o', typed -o; 0 for none */
} cli_option;

typedef struct cli_args cli_args;

typedef struct cli_command {
    size_t least, most; /* how many plain words it takes */
    int (*run)(const cli_args *args);
    const char *id;       /* from commands_list.h, with what is above; all that follows from its help text */
    const char *synopsis; /* "SCENARIO [--set NAME=VALUE]... -o FILE" */
    const char *summary, *details, *example;
    const cli_option *options;
    size_t n_options;
} cli_command;

/* What was typed, checked against the command's table. */
struct cli_args {
    const cli_command *command;
    const char **word; /* the plain words, in order */
    size_t n_words;
    const char **value; /* [command->n_options * CLI_REPEATS] */
    size_t *given;      /* [command->n_options] how often */
};
enum { CLI_REPEATS = 32 };

const char *cli_value(const cli_args *args, const char *name); /* the last one given; NULL: not given */
const char *cli_value_or(const cli_args *args, const char *name, const char *standard);
const char *cli_repeat(const cli_args *args, const char *name, size_t k); /* the k-th given; NULL past the end */
int cli_given(const cli_args *args, const char *name);
/* Numbers are checked before a command runs: `numbers` of cli.c says which options are ones. */
uint64_t cli_number(const cli_args *args, const char *name, uint64_t standard);
unsigned cli_jobs(const cli_args *args, unsigned standard); /* no more threads than any machine has cores */
double cli_fraction(const cli_args *args, const char *name, double standard);

/* What went wrong: filled by what gives a status, said by cli_fail. The program has one at a time. */
extern assay_error cli_error;

/* Print "assay: ..." to standard error and give the exit status; cli_fail of ASSAY_OK nothing, and 0. */
int cli_fail(assay_status status);
int cli_refuse(assay_status status, const char *format, ...) ASSAY_PRINTF(2, 3);
#define cli_usage(...) cli_refuse(ASSAY_EUSAGE, __VA_ARGS__)

/* What gives an exit status, within a function that gives one; or, for CLI_OK, a status, which is said. */
#define CLI_TRY(...)                          \
    do {                                      \
        const int cli_tried_ = (__VA_ARGS__); \
        if (cli_tried_) return cli_tried_;    \
    } while (0)
#define CLI_OK(...) CLI_TRY(cli_fail(__VA_ARGS__))

#define COMMAND(id, least, most) int cmd_##id(const cli_args *args);
#include "commands_list.h"
#undef COMMAND

/* The value of an option that is none of "table|csv": CLI_USAGE, with the nearest. */
int cli_no_choice(const cli_args *args, const char *option, const char *value, const char *choices);

/* The option that a word is, "--db", "--db=x", "-o", "-ox"; NULL: it is none. */
const cli_option *cli_option_of(const cli_command *command, const char *word);

/* Runs a command with its words (argv[0] is the command's name). */
int cli_run(const cli_command *command, int argc, char **argv);

void cli_manual(const cli_command *command, FILE *to); /* complete */

void cli_read_texts(void); /* before all others */
const cli_command *cli_find(const char *id);
const cli_command *cli_at(size_t index); /* NULL past the end */

/* Standard output, or the file of -o, which appears only when it is complete. finish returns the exit status; discard
 * is for what turned out wrong, and leaves the file as it was; close does the one or the other, as writing went. */
typedef struct cli_output {
    FILE *file;
    const char *path; /* NULL: standard output */
    unfinished_file making;
} cli_output;
int cli_output_open(const char *path, cli_output *to);
int cli_output_finish(cli_output *output);
void cli_output_discard(cli_output *output);
int cli_output_close(cli_output *output, assay_status written);

void manual_page(FILE *to); /* troff, for man(1) */

int completion_write(const char *shell, FILE *to); /* bash, zsh or fish; 0: no other is known */

/* The words after the program's name, of which the last is to be completed: each whole word that it may become on a
 * line, commands and options with a tab and what they are. No line: it is a file, or anything. */
void completion_offer(char *const *word, size_t n, FILE *to);

enum { WRAPPED_WIDTH = 100 };

/* Goes on where a line has `indent` columns; further lines begin with as many blanks. A line break stays one. */
void wrapped_text(const char *text, size_t indent, FILE *to);

/* Paragraphs apart by empty lines. Where a line begins with a blank it stays as it is; the others run on. */
void wrapped_paragraphs(const char *text, FILE *to);
