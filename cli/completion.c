/* Completion: what a word may be follows from the command's synopsis, or from the option before it. */

#include "cli.h"
#include "counted.h"
#include "embed.h"
#include "known.h"
#include "settings.h"

#include <ctype.h>
#include <string.h>

typedef struct offers {
    FILE *to;
    const char *word; /* as it is typed */
    const char *rest; /* the part of it that is completed: what is before is kept */
} offers;

static void offer_about(const offers *o, const char *name, const char *about)
{
    if (strncmp(name, o->rest, strlen(o->rest)) != 0) return;
    fprintf(o->to, "%.*s%s%s%s\n", (int)(o->rest - o->word), o->word, name, about ? "\t" : "", about ? about : "");
}

static void offer(const offers *o, const char *name) { offer_about(o, name, NULL); }

/* Behind the last of these letters. */
static offers behind(const offers *o, char letter)
{
    offers inner = *o;
    const char *last = strrchr(o->rest, letter);
    if (last) inner.rest = last + 1;
    return inner;
}

/* The presets of "mig@zai", which are the metric's. */
static void offer_presets(const offers *o)
{
    char id[64];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(o->rest, "@"), o->rest);
    const assay_metric *metric = assay_metric_find(id);
    const offers preset = behind(o, '@');
    for (size_t p = 0; metric && p < metric->n_presets; p++) offer(&preset, metric->presets[p].id);
}

/* "table|csv (table)" up to a blank or bracket. */
static void offer_choices(const offers *o, const char *text)
{
    while (*text && !strchr(" ]", *text)) {
        char one[64];
        const size_t length = strcspn(text, "| ]");
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        offer(o, one);
        text += length;
        text += *text == '|';
    }
}

/* By the name of an option, or the word in a synopsis; any may be a list. */
static const struct {
    const char *words;
    known_name *names[5];
} kinds[] = {
    { " metrics against compare METRIC CANDIDATE ", { known_metric } },
    { " scenario scenarios SCENARIO ", { known_scenario } },
    { " plan PLAN ", { known_plan } },
    { " profile ", { known_profile } },
    { " relation ", { known_relation } },
    { " PROPERTY ", { known_property } },
    { " ITEM ", { known_item } },
    { " NAME... ", { known_figure, known_scenario } },
    { " ID ", { known_metric, known_scenario, known_relation, known_property, known_profile } },
};

static void offer_kind(const offers *o, const char *name, size_t length)
{
    char word[64];
    const char *known;
    offers last = behind(o, ',');
    last.rest += *last.rest == '-' && last.rest != o->word;
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    for (size_t k = 0; k < ASSAY_COUNT(kinds); k++) {
        if (!strstr(kinds[k].words, word)) continue;
        if (kinds[k].names[0] == known_profile) offer(&last, PROFILE_OWN);
        if (kinds[k].names[0] == known_metric && strchr(last.rest, '@')) offer_presets(&last);
        for (size_t n = 0; n < ASSAY_COUNT(kinds[k].names) && kinds[k].names[n]; n++)
            for (size_t i = 0; (known = kinds[k].names[n](i)); i++) offer(&last, known);
    }
}

static void offer_value(const offers *o, const cli_option *option)
{
    const size_t first = strcspn(option->text, " ");
    if (memchr(option->text, '|', first)) offer_choices(o, option->text);
    else offer_kind(o, option->name, strlen(option->name));
}

/* The place-th plain word, as the synopsis has it before its options. */
static void offer_plain(const offers *o, const cli_command *command, size_t place)
{
    const char *at = command->synopsis;
    size_t length = 0;
    for (size_t k = 0; k <= place; k++) {
        at += length;
        at += strspn(at, " []");
        length = strcspn(at, " []");
        if (!length || strchr("-(|", *at)) return;
        if (length > 3 && strncmp(at + length - 3, "...", 3) == 0) break;
    }
    if (islower((unsigned char)*at)) offer_choices(o, at);
    else offer_kind(o, at, length);
}

static void offer_options(const offers *o, const cli_command *command)
{
    for (size_t k = 0; k < command->n_options; k++) {
        char dashed[64];
        snprintf(dashed, sizeof dashed, "--%s", command->options[k].name);
        offer_about(o, dashed, command->options[k].text);
    }
    offer_about(o, "--help", "a short description");
}

/* Whether the next word is its value. */
static int takes_next(const cli_option *option, const char *word)
{
    return option && option->argument && option->argument[0] != '[' && (word[1] == '-' ? !strchr(word, '=') : !word[2]);
}

static void offer_of_command(offers *o, const cli_command *command, char *const *word, size_t n)
{
    const cli_option *before = NULL;
    size_t plain = 0;
    for (size_t k = 0; k + 1 < n; k++) {
        const cli_option *option = cli_option_of(command, word[k]);
        const int is_value = before != NULL;
        plain += !is_value && word[k][0] != '-';
        before = !is_value && takes_next(option, word[k]) ? option : NULL;
    }
    const cli_option *own = cli_option_of(command, o->word);
    if (before) offer_value(o, before);
    else if (own && strchr(o->word, '=')) {
        o->rest = strchr(o->word, '=') + 1;
        offer_value(o, own);
    } else if (o->word[0] == '-') offer_options(o, command);
    else offer_plain(o, command, plain);
}

void completion_offer(char *const *word, size_t n, FILE *to)
{
    if (!n) return;
    offers o = { .to = to, .word = word[n - 1], .rest = word[n - 1] };
    const cli_command *command = n > 1 ? cli_find(word[0]) : NULL;
    const int names = n == 1 || (n == 2 && strcmp(word[0], "help") == 0);
    for (size_t k = 0; names && cli_at(k); k++) offer_about(&o, cli_at(k)->id, cli_at(k)->summary);
    if (names) offer_about(&o, "help", "everything about one command");
    if (n == 1) offer_about(&o, "--help", "the commands"), offer_about(&o, "--version", "the version");
    if (command) offer_of_command(&o, command, word + 1, n - 1);
}

#define SHELLS(SHELL) SHELL(bash) SHELL(zsh) SHELL(fish)

#define SHELL(name)                                              \
    EMBED(completion_text_##name, "cli/completion/assay." #name) \
    extern const char completion_text_##name[];
SHELLS(SHELL)
#undef SHELL

int completion_write(const char *shell, FILE *to)
{
    static const struct {
        const char *name, *text;
    } known[] = {
#define SHELL(name) { #name, completion_text_##name },
        SHELLS(SHELL)
#undef SHELL
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        if (strcmp(shell, known[k].name) != 0) continue;
        fputs(known[k].text, to);
        return 1;
    }
    return 0;
}
