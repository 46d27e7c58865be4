/* Where values differ, in terms of the data: what the data sets have in common on which they do. */
#include "validation_inside.h"

#include <stdio.h>
#include <string.h>

static const struct peculiarity {
    unsigned bit;
    const char *text;
} peculiarities[] = {
    { PECULIAR_DEAD_CODE, "a code is constant" },
    { PECULIAR_CONSTANT_FACTOR, "a factor is constant" },
    { PECULIAR_ONE_CODE, "there is a single code" },
    { PECULIAR_ABSENT, "factor values are absent" },
    { PECULIAR_MORE_CODES | PECULIAR_MORE_FACTORS, "there are not as many codes as factors" },
    { PECULIAR_MORE_CODES, "there are more codes than factors" },
    { PECULIAR_MORE_FACTORS, "there are more factors than codes" },
    { PECULIAR_LABELS, "a factor is categorical" },
    { PECULIAR_NUMBERS, "a factor is continuous" },
    { PECULIAR_FEW, "there are fewer than 500 samples" },
    { PECULIAR_TIES, "a code repeats values" },
    { PECULIAR_NEGATIVE, "a code has negative values" },
};

/* Whether a cell has such a difference. */
int cell_differs(const comparison *c, const compared_cell *cell, int kind)
{
    if (kind == OF_FAILURES) return cell->failed != NULL;
    for (size_t k = 0; k < cell->n_values && !cell->inapplicable; k++) {
        const value_pair *v = &cell->at[k];
        const int got = !isnan(v->got), want = !isnan(v->want);
        if (kind == OF_NUMBERS         ? got && want && values_differ(c, v)
            : kind == OF_UNDEFINED_GOT ? !got && want
                                       : got && !want)
            return 1;
    }
    return 0;
}

/* *with, *without: cells that have such a difference, and that have the peculiarity or not; *equal: that have it and
 * agree. */
static void count_peculiar(const comparison *c, unsigned bit, int kind, size_t *with, size_t *without, size_t *equal,
                           size_t *equal_without)
{
    *with = *without = *equal = *equal_without = 0;
    for (size_t k = 0; k < c->n_points; k++) {
        for (size_t s = 0; s < c->point[k].n_cells; s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            const int has = (cell->peculiar & bit) != 0;
            if (kind == OF_NUMBERS && c->point[k].moves) continue;
            if (cell_differs(c, cell, kind)) has ? ++*with : ++*without;
            else has ? ++*equal : ++*equal_without;
        }
    }
}

/* Whether a cell that has such a difference has one of `bits` (0: or none) and none of `not`. */
static int some_have(const comparison *c, unsigned bits, unsigned not, int kind)
{
    for (size_t k = 0; k < c->n_points; k++) {
        for (size_t s = 0; s < c->point[k].n_cells && !(kind == OF_NUMBERS && c->point[k].moves); s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            if ((bits == 0 || cell->peculiar & bits) && !(cell->peculiar & not ) && cell_differs(c, cell, kind))
                return 1;
        }
    }
    return 0;
}

/* Peculiarities each of which always comes with a difference, and of which every difference has one: "a code is
 * constant, and wherever a factor is". Those that add nothing to what came before are left out. */
static size_t name_together(const comparison *c, int kind, char *text, size_t size)
{
    unsigned bits = 0;
    size_t used = 0;
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities && used < size; k++) {
        size_t with, without, equal, equal_without;
        count_peculiar(c, peculiarities[k].bit, kind, &with, &without, &equal, &equal_without);
        if (!with || equal || !equal_without || !some_have(c, peculiarities[k].bit, bits, kind)) continue;
        bits |= peculiarities[k].bit;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", and wherever " : "wherever ",
                                 peculiarities[k].text);
    }
    return bits && !some_have(c, 0, bits, kind) ? used : 0;
}

/* Peculiarities that all differences have. One that most of the others have too says nothing. */
static size_t name_common(const comparison *c, int kind, int exact, char *text, size_t size)
{
    size_t used = 0;
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities && used < size; k++) {
        size_t with, without, equal, equal_without;
        count_peculiar(c, peculiarities[k].bit, kind, &with, &without, &equal, &equal_without);
        if (!with || without || !equal_without || (exact && equal) || equal > equal_without) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", used ? ", or " : "",
                                 exact ? "wherever " : "only where ", peculiarities[k].text);
    }
    return used;
}

assay_status explain_where(comparison *c, int kind, const char *start, int quiet, validation *to)
{
    char text[1024] = "";
    size_t with, without, equal, equal_without;
    count_peculiar(c, ~0u, kind, &with, &without, &equal, &equal_without);
    const size_t cells = with + without;
    size_t used = name_common(c, kind, 1, text, sizeof text); /* where and only where; else only where */
    if (!used) used = name_together(c, kind, text, sizeof text);
    if (!used) used = name_common(c, kind, 0, text, sizeof text);
    if (!cells || (!used && (quiet || !(equal + equal_without)))) return ASSAY_OK;
    char line[1536];
    if (used) snprintf(line, sizeof line, "%s %s (%zu data sets).", start, text, cells);
    else
        snprintf(line, sizeof line, "%s in %zu data sets that have nothing in common that was looked for.", start,
                 cells);
    return line_add(c, to, line);
}
