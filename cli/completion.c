/* Completion: commands, their options, and the names of metrics, scenarios and plans where they are wanted. */
#include "completion.h"

#include "cli.h"
#include "plan.h"

#include <ctype.h>
#include <string.h>

/* ---- what a word may be ---- */

typedef enum word_kind { FILES, METRICS, SCENARIOS, PLANS, CHOICES, IDS } word_kind;

static word_kind kind_of_option(const cli_option *option)
{
    static const struct {
        const char *name;
        word_kind kind;
    } known[] = {
        { "metrics", METRICS },    { "against", METRICS },     { "beside", METRICS },
        { "scenario", SCENARIOS }, { "scenarios", SCENARIOS }, { "plan", PLANS },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(option->name, known[k].name) == 0) return known[k].kind;
    const size_t first = strcspn(option->text, " ");
    return memchr(option->text, '|', first) ? CHOICES : FILES;
}

/* Of a command's plain words, as its synopsis names the first. */
static word_kind kind_of_words(const cli_command *command)
{
    const char *at = command->synopsis + (*command->synopsis == '[');
    return strncmp(at, "PLAN", 4) == 0                                         ? PLANS
           : strncmp(at, "SCENARIO", 8) == 0                                   ? SCENARIOS
           : strncmp(at, "METRIC", 6) == 0 || strncmp(at, "CANDIDATE", 9) == 0 ? METRICS
           : strncmp(at, "ID", 2) == 0                                         ? IDS
           : islower((unsigned char)*at)                                       ? CHOICES
                                                                               : FILES;
}

/* "table|csv|json ..." up to the blank or bracket: with blanks for bars. */
static void put_choices(const char *text, FILE *to)
{
    for (; *text && !strchr(" ]", *text); text++) fputc(*text == '|' ? ' ' : *text, to);
}

/* "name: quick" begins a plan's text. */
static void put_plans(FILE *to)
{
    for (size_t k = 0; k < plan_builtin_count(); k++) {
        const char *name = strstr(plan_builtin_text(k), "name: ");
        if (name) fprintf(to, "%.*s ", (int)strcspn(name + 6, "\n"), name + 6);
    }
}

static void put_words(word_kind kind, const char *choices, FILE *to)
{
    if (kind == CHOICES) put_choices(choices, to);
    if (kind == PLANS) put_plans(to);
    for (size_t k = 0; (kind == METRICS || kind == IDS) && k < assay_metric_count(); k++)
        fprintf(to, "%s ", assay_metric_at(k)->id);
    for (size_t k = 0; (kind == SCENARIOS || kind == IDS) && k < assay_scenario_count(); k++)
        fprintf(to, "%s ", assay_scenario_at(k)->id);
}

static void put_commands(FILE *to)
{
    for (size_t k = 0; cli_at(k); k++) fprintf(to, "%s ", cli_at(k)->id);
    fputs("help", to);
}

/* ---- bash, and zsh by the same cases ---- */

static void put_option_values(const cli_command *command, FILE *to)
{
    for (size_t k = 0; k < command->n_options; k++) {
        const cli_option *option = &command->options[k];
        const word_kind kind = kind_of_option(option);
        if (!option->argument || kind == FILES) continue;
        fprintf(to, "    %s:--%s", command->id, option->name);
        if (cli_letter(option)) fprintf(to, "|%s:-%c", command->id, cli_letter(option));
        fputs(") words='", to);
        put_words(kind, option->text, to);
        fputs("' ;;\n", to);
    }
}

static void put_options(const cli_command *command, FILE *to)
{
    fprintf(to, "    %s) words='", command->id);
    for (size_t k = 0; k < command->n_options; k++) fprintf(to, "--%s ", command->options[k].name);
    fputs("--help' ;;\n", to);
}

static void put_plain(const cli_command *command, FILE *to)
{
    const word_kind kind = kind_of_words(command);
    if (kind == FILES) return;
    fprintf(to, "    %s) words='", command->id);
    put_words(kind, command->synopsis + (*command->synopsis == '['), to);
    fputs("' ;;\n", to);
}

/* Sets `words` for `command`, `previous`, the word before, and `current`, the beginning of this one. Lists are
 * completed behind their last comma, which is told by `list`. */
static void put_cases(FILE *to)
{
    fputs("    words='' list=''\n    case $current in *,*) list=\"${current%,*},\" ;; esac\n"
          "    case $command:$previous in\n",
          to);
    for (size_t k = 0; cli_at(k); k++) put_option_values(cli_at(k), to);
    fputs("    esac\n    [ -n \"$words\" ] && return\n    case $current in -*) case $command in\n", to);
    for (size_t k = 0; cli_at(k); k++) put_options(cli_at(k), to);
    fputs("    esac ;;\n    *) case $command in\n", to);
    for (size_t k = 0; cli_at(k); k++) put_plain(cli_at(k), to);
    fputs("    '' | help) words='", to);
    put_commands(to);
    fputs("' ;;\n    esac ;;\n    esac\n", to);
}

static void bash_write(FILE *to)
{
    fputs("# bash completion of assay; written by `assay help --completion bash`\n_assay_words() {\n", to);
    put_cases(to);
    fputs("}\n_assay() {\n"
          "    local command='' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words list\n"
          "    [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n    _assay_words\n"
          "    [ -n \"$words\" ] && COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"${current#\"$list\"}\"))\n"
          "}\ncomplete -o default -F _assay assay\n",
          to);
}

static void zsh_write(FILE *to)
{
    fputs("#compdef assay\n# zsh completion of assay; written by `assay help --completion zsh`\n_assay_words() {\n",
          to);
    put_cases(to);
    fputs("}\n_assay() {\n"
          "    local -a typed; typed=(\"${words[@]}\")\n"
          "    local command='' current=${typed[CURRENT]} previous=${typed[CURRENT-1]} words list\n"
          "    [ \"$CURRENT\" -gt 2 ] && command=${typed[2]}\n    _assay_words\n"
          "    if [ -n \"$words\" ]; then compadd -p \"$list\" -- ${=words}; else _files; fi\n"
          "}\n_assay \"$@\"\n",
          to);
}

/* ---- fish ---- */

/* In single quotes; a quote in it is escaped. */
static void put_quoted(const char *text, FILE *to)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') fputc('\\', to);
        fputc(*text, to);
    }
    fputc('\'', to);
}

static void fish_option(const cli_command *command, const cli_option *option, FILE *to)
{
    const word_kind kind = kind_of_option(option);
    fprintf(to, "complete -c assay -n '__fish_seen_subcommand_from %s' -l %s", command->id, option->name);
    if (cli_letter(option)) fprintf(to, " -s %c", cli_letter(option));
    if (option->argument) fputs(kind == FILES ? " -r" : " -x -a '", to);
    if (option->argument && kind != FILES) put_words(kind, option->text, to);
    fputs(option->argument && kind != FILES ? "' -d " : " -d ", to);
    put_quoted(option->text, to);
    fputc('\n', to);
}

static void fish_write(FILE *to)
{
    fputs("# fish completion of assay; written by `assay help --completion fish`\n", to);
    for (size_t k = 0; cli_at(k); k++) {
        const cli_command *command = cli_at(k);
        fprintf(to, "complete -c assay -f -n __fish_use_subcommand -a %s -d ", command->id);
        put_quoted(command->summary, to);
        fputc('\n', to);
        if (kind_of_words(command) != FILES) {
            fprintf(to, "complete -c assay -n '__fish_seen_subcommand_from %s' -a '", command->id);
            put_words(kind_of_words(command), command->synopsis + (*command->synopsis == '['), to);
            fputs("'\n", to);
        }
        for (size_t o = 0; o < command->n_options; o++) fish_option(command, &command->options[o], to);
    }
    fputs("complete -c assay -f -n __fish_use_subcommand -a help -d 'everything about one command'\n", to);
}

int completion_write(const char *shell, FILE *to)
{
    static const struct {
        const char *name;
        void (*write)(FILE *to);
    } known[] = { { "bash", bash_write }, { "zsh", zsh_write }, { "fish", fish_write } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(shell, known[k].name) != 0) continue;
        known[k].write(to);
        return 1;
    }
    return 0;
}
