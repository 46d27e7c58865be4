/* Summaries in memory: copied out of the store once, since its strings live only during a visit. */
#include "summaries.h"

#include <stdlib.h>
#include <string.h>

enum { TEXTS = 9 };

/* The places of a row's strings, so that copying is one loop. */
static void text_places(store_summary *row, const char **place[TEXTS])
{
    place[0] = &row->scenario;
    place[1] = &row->scenario_title;
    place[2] = &row->symbol;
    place[3] = &row->point;
    place[4] = &row->metric;
    place[5] = &row->metric_title;
    place[6] = &row->family;
    place[7] = &row->preset;
    place[8] = &row->output;
}

static const char *own_text(summaries *list, const char *text)
{
    if (list->n_text == list->text_room) {
        const size_t room = list->text_room ? 2 * list->text_room : 64;
        char **grown = realloc(list->text, room * sizeof *grown);
        if (!grown) return NULL;
        list->text = grown;
        list->text_room = room;
    }
    char *copy = strdup(text);
    if (copy) list->text[list->n_text++] = copy;
    return copy;
}

/* Copies what differs from `last`, the row before: rows that follow each other share nearly all their strings. */
static int own_texts(summaries *list, store_summary *row, store_summary *last)
{
    const char **mine[TEXTS], **before[TEXTS];
    text_places(row, mine);
    if (last) text_places(last, before);
    for (size_t k = 0; k < TEXTS; k++) {
        const char *text = *mine[k] ? *mine[k] : "";
        *mine[k] = last && strcmp(*before[k], text) == 0 ? *before[k] : own_text(list, text);
        if (!*mine[k]) return 0;
    }
    if (row->undefined) {
        const int same = last && last->undefined && strcmp(last->undefined, row->undefined) == 0;
        row->undefined = same ? last->undefined : own_text(list, row->undefined);
        if (!row->undefined) return 0;
    }
    return 1;
}

assay_status summaries_add(summaries *to, const store_summary *row)
{
    if (to->count == to->room) {
        const size_t room = to->room ? 2 * to->room : 256;
        store_summary *grown = realloc(to->at, room * sizeof *grown);
        if (!grown) return ASSAY_ENOMEM;
        to->at = grown;
        to->room = room;
    }
    store_summary copy = *row;
    if (!own_texts(to, &copy, to->count ? &to->at[to->count - 1] : NULL)) return ASSAY_ENOMEM;
    to->at[to->count++] = copy;
    return ASSAY_OK;
}

static assay_status add_visited(const store_summary *row, void *context) { return summaries_add(context, row); }

assay_status summaries_read(store *s, const store_filter *filter, summaries *to, assay_error *err)
{
    const assay_status status = store_summaries(s, filter, add_visited, to, err);
    return status == ASSAY_ENOMEM ? assay_fail(err, ASSAY_ENOMEM, "memory ran out while reading the scores") : status;
}

void summaries_free(summaries *list)
{
    for (size_t k = 0; k < list->n_text; k++) free(list->text[k]);
    free(list->text);
    free(list->at);
    *list = (summaries){ 0 };
}
