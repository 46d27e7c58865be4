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
    const char *word;    /* as it is typed */
    const char *rest;    /* the part of it that is completed: what is before is kept */
    char *const *before; /* the words before it, n of them */
    size_t n;
} offers;

static void offer_about(const offers *o, const char *name, const char *about)
{
    if (strncmp(name, o->rest, strlen(o->rest)) != 0) return;
    fprintf(o->to, "%.*s%s%s%s\n", (int)(o->rest - o->word), o->word, name, about ? "\t" : "", about ? about : "");
}

static void offer(const offers *o, const char *name) { offer_about(o, name, NULL); }

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

/* Of "bins=" and what follows it: the options, or the words of the one that is named. */
static void offer_options_of(const offers *o, const assay_option *options, size_t n)
{
    const offers value = behind(o, '=');
    char name[64];
    for (size_t k = 0; k < n; k++) {
        snprintf(name, sizeof name, "%s=", options[k].id);
        if (value.rest == o->rest) offer(o, name);
        else if (strncmp(o->rest, name, strlen(name)) == 0)
            for (const char *const *word = options[k].words; word && *word; word++)
                if (!strchr(*word, ' ')) offer(&value, *word);
    }
}

/* --set, of the scenario that a word before it names: its parameters, and the profiles that it can be on. */
static void offer_parameters(const offers *o)
{
    static const char factors[] = "factors=";
    const assay_scenario *scenario = NULL;
    for (size_t k = 0; k < o->n && !scenario; k++) {
        const char *equals = strchr(o->before[k], '=');
        scenario = assay_scenario_find(equals ? equals + 1 : o->before[k]);
    }
    if (!scenario) return;
    double usual[64] = { 0 };
    const offers value = behind(o, '=');
    offer_options_of(o, scenario->parameters, scenario->n_parameters);
    if (scenario->own_factors) return;
    if (value.rest == o->rest) offer(o, factors);
    else if (strncmp(o->rest, factors, strlen(factors)) != 0) return;
    assay_options_standard(scenario->parameters, scenario->n_parameters, usual);
    for (size_t k = 0; value.rest > o->rest && assay_profile_at(k); k++)
        if (!scenario->refuse || !scenario->refuse(usual, assay_profile_at(k))) offer(&value, assay_profile_at(k)->id);
}

/* What a metric may be but a name: options of one; in a list, several by what they have in common. */
static void offer_entry(const offers *o, int several)
{
    char id[64];
    snprintf(id, sizeof id, "%.*s", (int)strcspn(o->rest, "@:"), o->rest);
    const assay_metric *metric = assay_metric_find(id);
    const offers part = behind(o, ':');
    const int is_option = metric && part.rest > o->rest, costs = strncmp(o->rest, "cost:", strlen("cost:")) == 0;
    if (is_option) offer_options_of(&part, metric->options, metric->n_options);
    else if (strchr(o->rest, '@')) offer_presets(o);
    else if (!several) return;
    else if (part.rest == o->rest) offer(o, "all"), offer(o, "family:"), offer(o, "cost:");
    else if (costs) offer(&part, "cheap"), offer(&part, "expensive");
    for (size_t m = 0, first = 0; strncmp(o->rest, "family:", strlen("family:")) == 0 && m < assay_metric_count();
         m++) {
        for (first = 0; strcmp(assay_metric_at(first)->family, assay_metric_at(m)->family) != 0;) first++;
        if (first == m) offer(&part, assay_metric_at(m)->family);
    }
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
    { " claims ", { known_claim } },
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
        if (kinds[k].names[0] == known_metric && islower((unsigned char)*name))
            offer_entry(&last, strcmp(word, " against ") != 0);
        for (size_t n = 0; n < ASSAY_COUNT(kinds[k].names) && kinds[k].names[n]; n++)
            for (size_t i = 0; (known = kinds[k].names[n](i)); i++) offer(&last, known);
    }
}

static void offer_value(const offers *o, const cli_option *option)
{
    const size_t first = strcspn(option->text, " ");
    if (strcmp(option->name, "set") == 0) offer_parameters(o);
    else if (memchr(option->text, '|', first)) offer_choices(o, option->text);
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
    offers o = { to, word[n - 1], word[n - 1], word, n - 1 };
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
