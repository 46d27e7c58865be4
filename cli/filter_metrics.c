/* --metrics of commands that show scores. */
#include "store_args.h"

#include "counted.h"
#include "needed.h"
#include "selection.h"
#include "wording.h"

#include <string.h>

static int starts(const char *entry, size_t length, const char *with)
{
    return length >= strlen(with) && memcmp(entry, with, strlen(with)) == 0;
}

/* "mig:bins=15", "mig@zaidi2020:bins=15": of a built-in metric, which a store knows by its settled name alone. */
static int is_variant(const char *entry, size_t length)
{
    char id[64];
    snprintf(id, sizeof id, "%.*s", (int)length, entry);
    id[strcspn(id, "@:")] = '\0';
    return memchr(entry, ':', length) && assay_metric_find(id);
}

/* "mig", "mig@zaidi2020", "python:mine.py": a store finds these itself. */
static int is_plain(const char *entry, size_t length)
{
    if ((length == 3 && starts(entry, length, "all")) || starts(entry, length, "all@")) return 0;
    static const char *const groups[] = { "family:", "bundle:", "cost:", "reads:" };
    for (size_t k = 0; k < ASSAY_COUNT(groups); k++)
        if (starts(entry, length, groups[k])) return 0;
    if (is_variant(entry, length)) return 0;
    return length < 2 || memcmp(entry + length - 2, "@*", 2) != 0;
}

/* What the list leaves out, each entry with a comma before it; with_preset: one of them names a preset. */
static void put_exclusions(const char *list, FILE *to, int *with_preset)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (*at != '-') continue;
        fprintf(to, ",%.*s", (int)length, at);
        if (memchr(at, '@', length)) *with_preset = 1;
    }
}

/* An entry with what is left out, as a selection. */
static assay_status select_entry(const char *entry, size_t length, const char *suffix, const char *exclusions,
                                 selection *to, assay_error *err)
{
    const char *list = phrase("%.*s%s", (int)length, entry, suffix);
    ASSAY_TRY(selection_add(to, list, err));
    return exclusions[0] ? selection_add(to, exclusions + 1, err) : ASSAY_OK; /* may leave nothing */
}

/* The names of the entry's metrics, with presets where the list distinguishes them. */
static assay_status put_group(const char *entry, size_t length, const char *exclusions, int with_preset, FILE *to,
                              assay_error *err)
{
    const int exact = starts(entry, length, "bundle:") || is_variant(entry, length);
    const int asked = exact || memchr(entry, '@', length) != NULL, any = entry[length - 1] == '*';
    FREED(selection_free) selection chosen = { 0 };
    ASSAY_TRY(select_entry(entry, length, with_preset && !asked ? "@*" : "", exclusions, &chosen, err));
    for (size_t k = 0; k < chosen.count; k++) {
        const char *id = chosen.at[k].metric->id;
        if (with_preset || (asked && !any)) fprintf(to, "%s@%s,", id, chosen.at[k].id.text);
        else if (!k || chosen.at[k - 1].metric != chosen.at[k].metric) fprintf(to, "%s,", id);
    }
    return ASSAY_OK;
}

static assay_status put_list(const char *list, const char *exclusions, int with_preset, FILE *to, assay_error *err)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, ",");
        if (*at == '-' || !length) continue;
        if (is_plain(at, length)) fprintf(to, "%.*s,", (int)length, at);
        else ASSAY_TRY(put_group(at, length, exclusions, with_preset, to, err));
    }
    return ASSAY_OK;
}

static assay_status expand(const char *list, const char **to, assay_error *err)
{
    int with_preset = 0;
    FILE *text = phrase_open();
    put_exclusions(list, text, &with_preset);
    const char *exclusions = phrase_close(text);
    const assay_status status = put_list(list, exclusions, with_preset, text = phrase_open(), err);
    char *expanded = phrase_close(text);
    const size_t size = strlen(expanded);
    if (size && expanded[size - 1] == ',') expanded[size - 1] = '\0';
    *to = expanded;
    return status;
}

int filter_metrics(const cli_args *args, const char **to)
{
    const char *list = cli_value(args, "metrics");
    *to = NULL;
    if (!list) return 0;
    CLI_OK(expand(list, to, &cli_error));
    return (*to)[0] ? 0 : cli_usage("%s: the metrics %s: leaves nothing", args->command->id, list);
}
