/* Completion: what a word may be follows from the command's synopsis, or from the option before it. */

#include "cli.h"
#include "counted.h"
#include "embed.h"
#include "figure_documents.h"
#include "plan.h"
#include "relation.h"
#include "reproduction.h"
#include "settings.h"

#include <ctype.h>
#include <string.h>

/* ---- offering ---- */

typedef struct offers {
    FILE *to;
    const char *word;    /* as it is typed */
    const char *rest;    /* the part of it that is completed: what is before is kept */
    const char *scenario; /* whose parameters --set has; NULL: none is named */
} offers;

static void offer_about(const offers *o, const char *name, const char *end, const char *about)
{
    if (strncmp(name, o->rest, strlen(o->rest)) != 0) return;
    fprintf(o->to, "%.*s%s%s%s%s\n", (int)(o->rest - o->word), o->word, name, end, about ? "\t" : "",
            about ? about : "");
}

static void offer(const offers *o, const char *name) { offer_about(o, name, "", NULL); }

/* Behind the last of these letters. */
static offers behind(const offers *o, const char *letters)
{
    offers inner = *o;
    for (const char *c = o->rest; *c; c++)
        if (strchr(letters, *c)) inner.rest = c + 1;
    return inner;
}

/* ---- names ---- */

static void offer_scenarios(const offers *o)
{
    for (size_t k = 0; assay_scenario_at(k); k++) offer(o, assay_scenario_at(k)->id);
}

static void offer_profiles(const offers *o)
{
    offer(o, PROFILE_OWN);
    for (size_t k = 0; assay_profile_at(k); k++) offer(o, assay_profile_at(k)->id);
}

static void offer_plans(const offers *o)
{
    for (size_t k = 0; k < plan_builtin_count(); k++) {
        char name[PLAN_NAME];
        plan_builtin_name(k, name);
        offer(o, name);
    }
}

static void offer_properties(const offers *o)
{
    for (size_t k = 0; k < property_count(); k++) offer(o, property_at(k)->id);
}

static void offer_relations(const offers *o)
{
    for (size_t k = 0; k < relation_count(); k++) offer(o, relation_at(k)->id);
}

static void offer_items(const offers *o)
{
    for (size_t k = 0; reproduction_item(k); k++) offer(o, reproduction_item(k));
    offer(o, "guard");
}

static void offer_commands(const offers *o)
{
    for (size_t k = 0; cli_at(k); k++) offer_about(o, cli_at(k)->id, "", cli_at(k)->summary);
    offer_about(o, "help", "", "everything about one command");
}

/* NAME=, and behind it the words that there are. */
static void offer_settings(const offers *o, const assay_option *options, size_t n)
{
    const char *value = strchr(o->rest, '=');
    const offers words = behind(o, "=");
    for (size_t k = 0; k < n; k++) {
        const size_t length = strlen(options[k].id);
        if (!value) offer_about(o, options[k].id, "=", NULL);
        else if ((size_t)(value - o->rest) == length && memcmp(o->rest, options[k].id, length) == 0)
            for (size_t w = 0; options[k].words && options[k].words[w]; w++) offer(&words, options[k].words[w]);
    }
}

static void offer_parameters(const offers *o)
{
    const assay_scenario *scenario = assay_scenario_find(o->scenario);
    if (!scenario) return;
    offer_settings(o, scenario->parameters, scenario->n_parameters);
    if (!strchr(o->rest, '=')) offer_about(o, SETTING_FACTORS, "=", NULL);
    const offers profile = behind(o, "=");
    if (strncmp(o->rest, SETTING_FACTORS "=", sizeof SETTING_FACTORS) == 0) offer_profiles(&profile);
}

/* Words that stand for several metrics; a group's own names are behind its colon. */
static void offer_groups(const offers *o)
{
    static const char *const groups[] = { "all", "family:", "bundle:", "cost:cheap", "cost:expensive", "reads:" };
    const offers inner = behind(o, ":");
    for (size_t k = 0; k < ASSAY_COUNT(groups); k++) offer(o, groups[k]);
    for (size_t m = 0; assay_metric_at(m); m++) {
        const assay_metric *metric = assay_metric_at(m);
        size_t first = 0;
        while (strcmp(assay_metric_at(first)->family, metric->family) != 0) first++;
        if (first == m && strncmp(o->rest, "family:", 7) == 0) offer(&inner, metric->family);
    }
}

/* "mig", "mig@zaidi2020", "mig:bins=5:rule=range", the last of a list, left out or not. */
static void offer_metrics(const offers *o)
{
    char id[64];
    offers entry = behind(o, ",");
    entry.rest += *entry.rest == '-';
    snprintf(id, sizeof id, "%.*s", (int)strcspn(entry.rest, "@:"), entry.rest);
    const assay_metric *metric = assay_metric_find(id);
    const offers inner = behind(&entry, "@:");
    if (!metric || !entry.rest[strlen(id)]) {
        for (size_t m = 0; assay_metric_at(m); m++) offer(&entry, assay_metric_at(m)->id);
        offer_groups(&entry);
    } else if (strchr(entry.rest, ':')) {
        offer_settings(&inner, metric->options, metric->n_options);
    } else {
        for (size_t p = 0; p < metric->n_presets; p++) offer(&inner, metric->presets[p].id);
    }
}

static void offer_ids(const offers *o)
{
    for (size_t m = 0; assay_metric_at(m); m++) offer(o, assay_metric_at(m)->id);
    offer_scenarios(o);
    offer_relations(o);
    offer_properties(o);
    offer_profiles(o);
}

/* Of source documents, and of scenarios. */
static void offer_figures(const offers *o)
{
    for (size_t k = 0; document_at(k); k++) offer(o, document_at(k)->name);
    offer_scenarios(o);
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

/* ---- what a word is ---- */

typedef struct word_kind {
    const char *name; /* of an option, or in a synopsis */
    void (*offer)(const offers *o);
    int list;         /* names with commas between */
} word_kind;

static const word_kind of_option[] = {
    { "metrics", offer_metrics, 0 },       { "against", offer_metrics, 0 },  { "compare", offer_metrics, 0 },
    { "scenario", offer_scenarios, 0 },    { "scenarios", offer_scenarios, 1 }, { "plan", offer_plans, 0 },
    { "profile", offer_profiles, 1 },      { "set", offer_parameters, 0 },   { "relation", offer_relations, 0 },
};
static const word_kind of_synopsis[] = {
    { "METRIC", offer_metrics, 0 }, { "CANDIDATE", offer_metrics, 0 },   { "SCENARIO", offer_scenarios, 0 },
    { "PLAN", offer_plans, 0 },     { "PROPERTY", offer_properties, 0 }, { "ID", offer_ids, 0 },
    { "ITEM", offer_items, 0 },     { "NAME...", offer_figures, 0 },
};

static void offer_kind(const offers *o, const word_kind *kinds, size_t n, const char *name, size_t length)
{
    for (size_t k = 0; k < n; k++) {
        if (strlen(kinds[k].name) != length || memcmp(kinds[k].name, name, length) != 0) continue;
        const offers last = kinds[k].list ? behind(o, ",") : *o;
        kinds[k].offer(&last);
    }
}

static void offer_value(const offers *o, const cli_option *option)
{
    const size_t first = strcspn(option->text, " ");
    if (memchr(option->text, '|', first)) offer_choices(o, option->text);
    else offer_kind(o, of_option, ASSAY_COUNT(of_option), option->name, strlen(option->name));
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
    else offer_kind(o, of_synopsis, ASSAY_COUNT(of_synopsis), at, length);
}

static void offer_options(const offers *o, const cli_command *command)
{
    for (size_t k = 0; k < command->n_options; k++) {
        char dashed[64];
        snprintf(dashed, sizeof dashed, "--%s", command->options[k].name);
        offer_about(o, dashed, "", command->options[k].text);
    }
    offer_about(o, "--help", "", "a short description");
}

/* The option that a word is, "--db", "--db=x", "-o"; NULL: it is none. */
static const cli_option *option_of(const cli_command *command, const char *word)
{
    const size_t length = word[0] == '-' && word[1] == '-' ? strcspn(word + 2, "=") : 0;
    for (size_t k = 0; k < command->n_options; k++) {
        const cli_option *option = &command->options[k];
        if (length && strlen(option->name) == length && memcmp(option->name, word + 2, length) == 0) return option;
        if (!length && word[0] == '-' && word[1] && !word[2] && option->letter == word[1]) return option;
    }
    return NULL;
}

/* Whether the next word is its value. */
static int takes_next(const cli_option *option, const char *word)
{
    return option && option->argument && option->argument[0] != '[' && !strchr(word, '=');
}

/* ---- a command line ---- */

static void offer_of_command(offers *o, const cli_command *command, char *const *word, size_t n)
{
    const cli_option *before = NULL;
    size_t plain = 0;
    for (size_t k = 0; k + 1 < n; k++) {
        const cli_option *option = option_of(command, word[k]);
        const char *value = option ? strchr(word[k], '=') : NULL;
        const int is_value = before != NULL;
        if (is_value && strcmp(before->name, "scenario") == 0) o->scenario = word[k];
        if (!is_value && value && strcmp(option->name, "scenario") == 0) o->scenario = value + 1;
        if (!is_value && word[k][0] != '-' && !plain++ && !o->scenario) o->scenario = word[k];
        before = !is_value && takes_next(option, word[k]) ? option : NULL;
    }
    const cli_option *own = option_of(command, o->word);
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
    if (n == 1 || (n == 2 && strcmp(word[0], "help") == 0)) offer_commands(&o);
    if (n == 1) offer_about(&o, "--help", "", "the commands"), offer_about(&o, "--version", "", "the version");
    if (command) offer_of_command(&o, command, word + 1, n - 1);
}

/* ---- what each shell reads ---- */

#define SHELLS(SHELL) SHELL(bash) SHELL(zsh) SHELL(fish)

#define SHELL(name)                                                         \
    EMBED(completion_text_##name, "cli/completion/assay." #name)            \
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
