#include "command_text.h"

#include "needed.h"

#include <stdlib.h>
#include <string.h>

/* Up to the next empty line, and cut off there. */
static char *block_of(char **at)
{
    char *block = *at, *end = strstr(block, "\n\n");
    *end = '\0';
    *at = end + 2;
    return block;
}

/* "  -o, --output FILE   where to", cut into its parts. */
static cli_option option_of(char *line)
{
    cli_option to = { .text = "" };
    char *at = line + strspn(line, " "), *text = strstr(at, "  ");
    if (text) {
        *text = '\0';
        to.text = text + 1 + strspn(text + 1, " ");
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

void command_options_read(const char *text, const cli_command *shared, cli_command *to)
{
    read_options(needed(strdup(text)), shared, to);
}

void command_text_read(const char *text, const cli_command *shared, cli_command *to)
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
