#include "cli.h"

#include "counted.h"
#include "embed.h"
#include "grid.h"
#include "known.h"
#include "needed.h"
#include "plain_text.h"
#include "progress.h"
#include "terminal.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#define COMMAND(id, least, most)                 \
    EMBED(cli_text_##id, "cli/help/" #id ".txt") \
    extern const char cli_text_##id[];
#include "commands_list.h"
#undef COMMAND
EMBED(cli_shared_options, "cli/help/options.txt")
extern const char cli_shared_options[];

static const struct {
    const char *text;
    cli_command command;
} listed[] = {
#define COMMAND(name, few, many) \
    { cli_text_##name, { .least = (few), .most = (many), .run = cmd_##name, .id = #name } },
#include "commands_list.h"
#undef COMMAND
};

/*
 * ---- cli/help/NAME.txt, from which help, manual, completion and parsing follow ----
 *
 *     usage: assay report [--db FILE] [--out DIR]
 *
 *     everything about a store as one HTML page
 *
 *       --db
 *       -o, --out DIR    where to (out/report)
 *
 *     What `assay help report` adds, as wrapped_paragraphs takes it.
 *
 *     example:
 *       assay report --db out/quick.db
 *
 * An option without a text here is that of options.txt, which several commands have.
 */

/* Up to the next empty line, and cut off there. */
static char *block_of(char **at)
{
    char *block = *at, *end = strstr(block, "\n\n");
    *end = '\0';
    *at = end + 2;
    return block;
}

/* "  -o, --output FILE   where to", cut into its parts; FORMATS are those of tables. */
static cli_option option_of(char *line)
{
    cli_option to = { .text = "" };
    char *at = line + strspn(line, " "), *text = strstr(at, "  ");
    if (text) {
        *text = '\0';
        to.text = text + 1 + strspn(text + 1, " ");
        if (strncmp(to.text, "FORMATS", 7) == 0) to.text = phrase("%s%s", grid_formats, to.text + 7);
    }
    if (at[1] != '-') {
        to.letter = at[1];
        at += strlen("-o, ");
    }
    to.name = at + strlen("--");
    char *argument = strchr(at, ' ');
    if (argument) {
        *argument = '\0';
        to.argument = argument + 1;
    }
    return to;
}

static void read_options(char *block, const cli_command *shared, cli_command *to)
{
    size_t room = 1;
    for (const char *c = block; *c; c++) room += *c == '\n';
    cli_option *own = needed(calloc(room, sizeof *own));
    char *rest = block;
    for (char *line; (line = strtok_r(rest, "\n", &rest)); to->n_options++) {
        own[to->n_options] = option_of(line);
        for (size_t k = 0; !*own[to->n_options].text && k < shared->n_options; k++)
            if (strcmp(shared->options[k].name, own[to->n_options].name) == 0) own[to->n_options] = shared->options[k];
    }
    to->options = own;
}

static void command_text_read(const char *text, const cli_command *shared, cli_command *to)
{
    static const char usage[] = "usage: assay ", example[] = "\nexample:\n";
    char *at = needed(strdup(text));
    to->synopsis = block_of(&at) + strlen(usage) + strlen(to->id) + 1;
    to->summary = block_of(&at);
    if (strncmp(at, "  -", 3) == 0) read_options(block_of(&at), shared, to);
    to->details = at;
    char *end = strstr(at, example);
    *end = '\0';
    to->example = end + strlen(example);
}

static cli_command commands[ASSAY_COUNT(listed)]; /* with their texts */

void cli_read_texts(void)
{
    static cli_command shared; /* what the commands' options point into */
    read_options(needed(strdup(cli_shared_options)), &shared, &shared);
    for (size_t k = 0; k < ASSAY_COUNT(listed); k++) {
        char *id = needed(strdup(listed[k].command.id));
        commands[k] = listed[k].command;
        commands[k].id = id;
        for (; *id; id++)
            if (*id == '_') *id = '-'; /* verify_bundle is typed verify-bundle */
        command_text_read(listed[k].text, &shared, &commands[k]);
    }
}

const cli_command *cli_at(size_t index) { return index < ASSAY_COUNT(commands) ? &commands[index] : NULL; }

const cli_command *cli_find(const char *id)
{
    for (size_t k = 0; cli_at(k); k++)
        if (strcmp(cli_at(k)->id, id) == 0) return cli_at(k);
    return NULL;
}

/* In colour where it is wanted: on a terminal, and NO_COLOR not set. */
static void say(const char *text)
{
    const int colour = progress_on_terminal() && !getenv("NO_COLOR");
    fprintf(stderr, "%sassay:%s ", colour ? "\033[1;31m" : "", colour ? "\033[0m" : "");
    terminal_say("%s\n", text);
}

assay_error cli_error;

int cli_fail(assay_status status)
{
    const char *without = status == ASSAY_ENOMEM ? "memory ran out" : "failed without a reason";
    if (status != ASSAY_OK) say(cli_error.text[0] ? cli_error.text : without);
    cli_error.text[0] = '\0'; /* nothing of it is left for the next */
    switch (status) {
    case ASSAY_OK: return 0;
    case ASSAY_EUSAGE: return CLI_USAGE;
    case ASSAY_EINPUT: return CLI_INPUT;
    case ASSAY_EENVIRONMENT:
    case ASSAY_ENOMEM: return CLI_ENVIRONMENT;
    default: return CLI_INTERNAL;
    }
}

int cli_refuse(assay_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(cli_error.text, sizeof cli_error.text, format, args);
    va_end(args);
    return cli_fail(status);
}

static void cli_help(const cli_command *command, FILE *to)
{
    fprintf(to, "usage: assay %s %s\n\n%s\n", command->id, command->synopsis, command->summary);
    if (command->n_options) fprintf(to, "\n");
    for (size_t k = 0; k < command->n_options; k++) {
        const cli_option *option = &command->options[k];
        char left[64], letter[8] = "";
        if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        fprintf(to, "  %-24s ", left);
        wrapped_text(option->text, 27, to);
    }
    fprintf(to, "\nexample:\n%s", command->example);
}

void cli_manual(const cli_command *command, FILE *to)
{
    cli_help(command, to);
    fputc('\n', to);
    wrapped_paragraphs(command->details, to);
}

static size_t option_index(const cli_command *command, const char *name, size_t length)
{
    size_t k = 0;
    while (k < command->n_options &&
           (strncmp(command->options[k].name, name, length) != 0 || command->options[k].name[length]))
        k++;
    return k;
}

const cli_option *cli_option_of(const cli_command *command, const char *word)
{
    if (word[0] != '-') return NULL;
    size_t k = word[1] == '-' ? option_index(command, word + 2, strcspn(word + 2, "=")) : 0;
    while (word[1] != '-' && k < command->n_options && (!word[1] || command->options[k].letter != word[1])) k++;
    return k < command->n_options ? &command->options[k] : NULL;
}

static int unknown_option(const cli_command *command, const char *typed)
{
    char name[65], remedy[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(typed, "="), typed);
    near_name near = near_to(name);
    for (size_t k = 0; k < command->n_options && name[1] == '-'; k++) {
        char dashed[40];
        snprintf(dashed, sizeof dashed, "--%s", command->options[k].name);
        near_offer(&near, dashed);
    }
    snprintf(remedy, sizeof remedy, "assay %s --help", command->id);
    return cli_usage("%s", no_such(&near, "option", command->id, remedy));
}

/* Whether a word is one of "table|csv", up to a blank. */
static int is_choice(const char *word, const char *choices)
{
    const char *at = choices;
    while (strcspn(at, "| ") != strlen(word) || strncmp(at, word, strlen(word)) != 0) {
        at += strcspn(at, "| ");
        if (*at++ != '|') return 0;
    }
    return 1;
}

/* What they may be at least follows each. */
static const char numbers[] = " samples N 1 jobs J 1 rows N 1 codes N 1 draws N 0 seed S 0 shuffle SEED 0 repeats R 0 "
                              "held-out-seed N 1 hunt [N] 20 evaluations N 20 ";
static const char fractions[] = " level A level P tolerance T resolution R fail-above X "; /* neither 0 nor 1 */

/* Whether a value can be what its option wants, as far as the option itself says. */
static int check_value(const cli_args *args, const cli_option *option, const char *value)
{
    char name[64], *end;
    const size_t first = strcspn(option->text, " "); /* "table|csv (table)", not "auto|continuous, or one per factor" */
    if (memchr(option->text, '|', first) && option->text[first - 1] != ',' && !is_choice(value, option->text))
        return cli_no_choice(args, option->name, value, option->text);
    snprintf(name, sizeof name, " %s %s ", option->name, option->argument);
    const double x = strtod(value, &end);
    if (strstr(fractions, name) && (end == value || *end || !(x > 0.0 && x < 1.0)))
        return cli_usage("%s: --%s %s: a number between 0 and 1 is wanted", args->command->id, option->name, value);
    const char *number = strstr(numbers, name);
    if (!number || (*option->argument == '[' && !*value)) return 0;
    const uint64_t least = strtoull(number + strlen(name), NULL, 10);
    errno = 0;
    const unsigned long long whole = strtoull(value, &end, 10);
    if (isdigit((unsigned char)value[0]) && !*end && !errno && whole >= least) return 0;
    return cli_usage("--%s %s: a whole number of at least %" PRIu64 "%s is needed", option->name, value, least,
                     errno ? " and below 2^64" : "");
}

/* One option at argv[*at]; moves *at past what it took. */
static int parse_option(cli_args *args, int argc, char **argv, int *at)
{
    const cli_command *command = args->command;
    const char *typed = argv[*at];
    const cli_option *option = cli_option_of(command, typed);
    if (!option) return unknown_option(command, typed);
    const size_t k = (size_t)(option - command->options);
    const char *equals = strchr(typed, '='), *value = typed[1] == '-' ? equals ? equals + 1 : NULL : typed + 2;
    if (value == typed + 2 && !*value) value = NULL;
    if (!option->argument && value) return cli_usage("%s: --%s takes no value", command->id, option->name);
    if (option->argument && !value && option->argument[0] == '[') {
        const int follows = *at + 1 < argc && argv[*at + 1][0] && !argv[*at + 1][strspn(argv[*at + 1], "0123456789")];
        value = follows ? argv[++*at] : "";
    } else if (option->argument && !value) {
        if (++*at == argc) return cli_usage("%s: --%s needs %s", command->id, option->name, option->argument);
        value = argv[*at];
    }
    if (args->given[k] == CLI_REPEATS) return cli_usage("%s: --%s given too often", command->id, option->name);
    args->value[k * CLI_REPEATS + args->given[k]++] = value ? value : "";
    return value ? check_value(args, option, value) : 0;
}

/* The reason and the remedy come first, the one line of usage last: it is what stays on the screen. */
static int wrong_words(const cli_args *args)
{
    const cli_command *c = args->command;
    if (args->n_words < c->least) {
        cli_usage("%s: %zu more word%s needed", c->id, c->least - args->n_words,
                  c->least - args->n_words == 1 ? " is" : "s are");
    } else {
        const char *extra = args->word[c->most], *end = strrchr(extra, '.');
        const int store = end && strcmp(end, ".db") == 0 && option_index(c, "db", 2) < c->n_options;
        const char *arrays = "; your arrays are named by --factors F --codes C, or both in one file by --data F";
        cli_usage("%s: '%s' has no place here%s%s", c->id, extra,
                  store                         ? "; a store is named by --db "
                  : strcmp(c->id, "score") == 0 ? arrays
                                                : "",
                  store ? extra : "");
    }
    fprintf(stderr, "usage: assay %s %s\n`assay %s --help` explains the options\n", c->id, c->synopsis, c->id);
    return CLI_USAGE;
}

static int parse(cli_args *args, int argc, char **argv)
{
    int plain = 0; /* after "--" */
    for (int at = 1; at < argc; at++) {
        if (!plain && strcmp(argv[at], "--") == 0) plain = 1;
        else if (plain || argv[at][0] != '-' || !argv[at][1]) args->word[args->n_words++] = argv[at];
        else {
            const int status = parse_option(args, argc, argv, &at);
            if (status) return status;
        }
    }
    if (args->n_words < args->command->least || args->n_words > args->command->most) return wrong_words(args);
    return 0;
}

/* Where -o leads to is looked at before anything is scored; what is there and no plain file, such as a pipe, is not
 * opened twice. */
static int check_output(const cli_args *args)
{
    const char *path = cli_value(args, "output");
    struct stat there;
    cli_output output;
    if (!path || (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))) return 0;
    const int bad = cli_output_open(path, &output);
    if (!bad) cli_output_discard(&output);
    return bad;
}

int cli_run(const cli_command *command, int argc, char **argv)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) {
        if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
            cli_help(command, stdout);
            return 0;
        }
    }
    cli_args args = { .command = command };
    args.word = needed(calloc((size_t)argc + 1, sizeof *args.word));
    args.value = needed(calloc(command->n_options * CLI_REPEATS + 1, sizeof *args.value));
    args.given = needed(calloc(command->n_options + 1, sizeof *args.given));
    int status = parse(&args, argc, argv);
    if (!status) status = check_output(&args);
    if (!status) status = command->run(&args);
    free(args.word);
    free(args.value);
    free(args.given);
    return status;
}

const char *cli_repeat(const cli_args *args, const char *name, size_t k)
{
    const size_t option = option_index(args->command, name, strlen(name));
    return option < args->command->n_options && k < args->given[option] ? args->value[option * CLI_REPEATS + k] : NULL;
}

const char *cli_value(const cli_args *args, const char *name)
{
    const size_t option = option_index(args->command, name, strlen(name));
    return option < args->command->n_options && args->given[option] ? cli_repeat(args, name, args->given[option] - 1)
                                                                    : NULL;
}

const char *cli_value_or(const cli_args *args, const char *name, const char *standard)
{
    const char *value = cli_value(args, name);
    return value ? value : standard;
}

int cli_given(const cli_args *args, const char *name) { return cli_value(args, name) != NULL; }

uint64_t cli_number(const cli_args *args, const char *name, uint64_t standard)
{
    const char *text = cli_value_or(args, name, "");
    return *text ? strtoull(text, NULL, 10) : standard;
}

unsigned cli_jobs(const cli_args *args, unsigned standard)
{
    enum { MOST = 1024 };
    const uint64_t jobs = cli_number(args, "jobs", standard);
    return (unsigned)(jobs < MOST ? jobs : MOST);
}

double cli_fraction(const cli_args *args, const char *name, double standard)
{
    return cli_given(args, name) ? strtod(cli_value(args, name), NULL) : standard;
}

int cli_no_choice(const cli_args *args, const char *option, const char *value, const char *choices)
{
    char of[64];
    snprintf(of, sizeof of, "%s --%s", args->command->id, option);
    return cli_usage("%s", known_choice(value, of, choices));
}

int cli_output_open(const char *path, cli_output *to)
{
    *to = (cli_output){ .file = stdout };
    if (!path || strcmp(path, "-") == 0) return 0;
    const assay_status status = unfinished_file_open(path, &to->making, &cli_error);
    to->path = path;
    to->file = to->making.file;
    if (status != ASSAY_OK) text_make_plain(cli_error.text); /* which has the path as it was typed */
    return cli_fail(status);
}

void cli_output_discard(cli_output *output)
{
    if (output->path) unfinished_file_discard(&output->making);
    *output = (cli_output){ 0 };
}

int cli_output_finish(cli_output *output)
{
    if (output->path) return cli_fail(unfinished_file_finish(&output->making, &cli_error));
    if (!ferror(stdout) && fflush(stdout) == 0) return 0;
    return cli_fail(assay_fail(&cli_error, ASSAY_EENVIRONMENT, "standard output: %s", strerror(errno)));
}

int cli_output_close(cli_output *output, assay_status written)
{
    if (written == ASSAY_OK || ferror(output->file))
        return cli_output_finish(output); /* which explains the file's errors */
    cli_output_discard(output);
    return cli_fail(written);
}
