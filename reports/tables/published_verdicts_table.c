/* Published verdicts beside ours. */
#include "published_verdicts_table.h"

#include <stdio.h>
#include <string.h>

/* In neither: nothing that could agree. */
static int has_no_mark(const published_check *c)
{
    return c->agrees == PUBLISHED_AGREES && c->outcome == VERDICT_NOT_CLAIMED;
}

static void add_check(grid *g, const published_check *c, int for_people)
{
    static const char *const agreement[] = { "agrees", "differs", "undecided", "no mark" };
    char name[256] = "";
    if (c->ours) snprintf(name, sizeof name, "%s@%s", c->ours->series->metric, c->ours->series->preset);
    const char *text = c->ours && c->ours->text ? c->ours->text : "", *doubt = c->published.doubt;
    const char *why = c->why ? c->why : c->agrees == PUBLISHED_DIFFERS ? "no reason known" : NULL;
    GRID_ROW(g, GRID_TEXT(name), GRID_TEXT(c->published.property), GRID_TEXT(c->published.text),
             GRID_TEXT(verdict_word(c->outcome)),
             GRID_TEXT(agreement[has_no_mark(c) ? PUBLISHED_UNMARKED : c->agrees]));
    if (!for_people) GRID_CELLS(g, GRID_TEXT(text), GRID_TEXT(why), GRID_TEXT(doubt));
    else
        grid_text(g, "%s%s%s%s%s", c->agrees == PUBLISHED_AGREES && doubt ? "" : text, why ? "; " : "",
                  why ? why : "", doubt ? " -- the thesis against itself: " : "", doubt ? doubt : "");
}

grid *published_verdicts_grid(const published_check *list, size_t count, int every, int for_people)
{
    size_t by[PUBLISHED_KINDS] = { 0 }, excluded = 0, neither = 0;
    char caption[384];
    for (size_t k = 0; k < count; k++) {
        by[list[k].agrees]++;
        neither += (size_t)has_no_mark(&list[k]);
        excluded += list[k].agrees == PUBLISHED_UNMARKED && strcmp(list[k].published.text, "excluded") == 0;
    }
    snprintf(
        caption, sizeof caption,
        "%s, verdict by verdict: %zu of %zu agree, %zu differ, %zu undecided, %zu have no "
        "mark in either; where ours is decided the thesis has no mark for %zu: %zu excluded (n/a), %zu not measured "
        "or blank",
        published_verdicts_source(), by[PUBLISHED_AGREES] - neither, count, by[PUBLISHED_DIFFERS],
        by[PUBLISHED_UNDECIDED], neither, by[PUBLISHED_UNMARKED], excluded, by[PUBLISHED_UNMARKED] - excluded);
    grid *g = grid_new(caption);
    GRID_COLUMNS(g, { "metric", "metric", GRID_LEFT }, { "property", "property", GRID_LEFT },
                 { "published", "thesis", GRID_LEFT }, { "verdict", "verdict", GRID_LEFT },
                 { "agreement", "", GRID_LEFT }, { "evidence", for_people ? "why" : "evidence", GRID_WRAP });
    if (!for_people) grid_column(g, "reason", "reason", GRID_WRAP);
    if (!for_people) grid_column(g, "doubt", "doubt", GRID_WRAP);
    for (size_t k = 0; k < count; k++)
        if (every || list[k].agrees == PUBLISHED_DIFFERS || list[k].agrees == PUBLISHED_UNMARKED ||
            list[k].published.doubt)
            add_check(g, &list[k], for_people);
    grid_note(g, 0,
              "no*: only because factors and codes are cut into bins; a metric of several outputs fails where one of "
              "them does; thresholds of the thesis are not published, ours are in `assay list thresholds`");
    return g;
}
