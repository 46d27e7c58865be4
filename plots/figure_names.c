#include "figure_names.h"

#include "needed.h"
#include "plain_text.h"

#include <string.h>

const char *figure_sheet_name(const sheet *s, int is_map)
{
    const int by = s->along == SHEET_OPTION; /* there may be several */
    const char *fixed = is_map ? "" : s->fixed.text;
    const char *size = s->several_samples ? phrase("-n%llu", (unsigned long long)s->samples) : "";
    return making_name(
        phrase("%s%s%s%s%s%s", s->scenario, by ? "-by-" : "", by ? s->symbol : "", *fixed ? "-" : "", fixed, size));
}

static const char *shorten_output(const char *output)
{
    static const char *const known[][2] = {
        { "modularity", "mod." }, { "compactness", "comp." }, { "explicitness", "expl." }, { "informativeness", "inf." }
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(output, known[k][0]) == 0) return known[k][1];
    return output;
}

/* The dots are three bytes and stand for one; more is cut where the text would get longer by them. */
const char *cut_middle(const char *text, size_t most)
{
    const size_t length = strlen(text);
    if (length <= most) return text;
    const char *const dots = "…";
    size_t head = most / 2, tail = most - head - 1;
    if (head + strlen(dots) + tail > length) tail = length - strlen(dots) - head;
    while (head > 0 && ((unsigned char)text[head] & 0xC0) == 0x80) head--; /* never inside a character */
    while (tail > 0 && ((unsigned char)text[length - tail] & 0xC0) == 0x80) tail--;
    return phrase("%.*s%s%s", (int)head, text, dots, text + length - tail);
}

const char *curve_label(const evidence_series *row, const char *preset_said)
{
    enum { COMFORTABLE = 24, MOST = 34 }; /* 34 letters are what a panel has room for at its side */
    const int alone = strcmp(row->output, row->metric) == 0;
    const char *name = preset_said && strcmp(preset_said, row->preset) == 0 ? row->metric : variant_text(row);
    const int extends = !alone && strncmp(row->output, row->metric, strlen(row->metric)) == 0;
    if (extends && strcmp(name, row->metric) == 0) name = ""; /* "x-norm" of x says whose it is */
    const int fits = strlen(name) + strlen(row->output) + 1 <= COMFORTABLE;
    if (!alone) name = phrase_join(name, " ", fits ? row->output : shorten_output(row->output));
    return cut_middle(name, MOST);
}

const char *shared_preset(const evidence_series *const *curve, const size_t *which, size_t n)
{
    const char *preset = n ? curve[which ? which[0] : 0]->preset : "default";
    for (size_t k = 1; k < n; k++)
        if (strcmp(curve[which ? which[k] : k]->preset, preset) != 0) return NULL;
    return strcmp(preset, "default") == 0 ? NULL : preset;
}

figure_totals figure_count(const sheets *all, const sheet *like)
{
    figure_totals to = { .least_seeds = SIZE_MAX, .least_samples = UINT64_MAX };
    for (size_t k = 0; k < all->count; k++) {
        const sheet *s = &all->at[k];
        if (like && !sheets_stand_together(s, like)) continue;
        to.values += s->values;
        to.undefined += s->undefined;
        if (s->least_seeds < to.least_seeds) to.least_seeds = s->least_seeds;
        if (s->most_seeds > to.most_seeds) to.most_seeds = s->most_seeds;
        if (s->least_samples < to.least_samples) to.least_samples = s->least_samples;
        if (s->samples > to.most_samples) to.most_samples = s->samples;
    }
    to.seeds = seeds_text(to.least_seeds, to.most_seeds);
    return to;
}

score_rows figure_rows(const score_rows *from, int (*wanted)(const score_row *row, const void *context),
                       const void *context)
{
    score_rows to = { .at = kept(from->count + 1, sizeof *to.at), .lacking = from->lacking };
    for (size_t k = 0; k < from->count; k++)
        if (wanted(&from->at[k], context)) to.at[to.count++] = from->at[k];
    return to;
}

int figure_metric_listed(const evidence_series *of, const char *list)
{
    return !list || list_has(list, of->metric) || variant_is_listed(list, of->metric, of->preset);
}
