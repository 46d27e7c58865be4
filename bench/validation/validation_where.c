/* Where values differ, in terms of the data: what the data sets have in common on which they do. */
#include "validation_inside.h"
#include "wording.h"

static const struct peculiarity {
    unsigned bit;
    const char *text;
} peculiarities[] = {
    { PECULIAR_DEAD_CODE, "a code is constant" },
    { PECULIAR_CONSTANT_FACTOR, "a factor is constant" },
    { PECULIAR_ONE_CODE, "there is a single code" },
    { PECULIAR_ABSENT, "factor values are absent" },
    { PECULIAR_MORE_CODES, "there are more codes than factors" },
    { PECULIAR_MORE_FACTORS, "there are more factors than codes" },
    { PECULIAR_MORE_CODES | PECULIAR_MORE_FACTORS, "there are not as many codes as factors" },
    { PECULIAR_UNBALANCED, "classes are unbalanced" },
    { PECULIAR_LABELS, "a factor is categorical" },
    { PECULIAR_NUMBERS, "a factor is continuous" },
    { PECULIAR_FEW, "there are fewer than 500 samples" },
};

/* Whether a cell has such a difference. */
static int cell_differs(const comparison *c, const compared_cell *cell, int kind)
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

/* Whether some value of it is defined in both metrics: else it says nothing of where numbers differ. */
static int cell_has_numbers(const compared_cell *cell)
{
    for (size_t k = 0; k < cell->n_values && !cell->inapplicable; k++)
        if (!isnan(cell->at[k].got) && !isnan(cell->at[k].want)) return 1;
    return 0;
}

/* Cells that have such a difference, and that have none; those of each with the peculiarity. */
typedef struct peculiar_count {
    size_t with, without, equal, equal_without;
} peculiar_count;

static peculiar_count count_peculiar(const comparison *c, unsigned bit, int kind)
{
    peculiar_count n = { 0 };
    for (walk w = { 0 }; cell_next(c, &w);) {
        const int has = (w.cell->peculiar & bit) != 0;
        if (kind == OF_NUMBERS && (w.point->moves || !cell_has_numbers(w.cell))) continue;
        if (cell_differs(c, w.cell, kind)) has ? n.with++ : n.without++;
        else has ? n.equal++ : n.equal_without++;
    }
    return n;
}

int differs_without(const comparison *c, unsigned bits) { return count_peculiar(c, bits, OF_NUMBERS).without > 0; }

/* Peculiarities that all differences have, and (exact) nothing else. One that most of the others have too says
 * nothing, and "not as many" says no more than "more" does, but of failures. */
static size_t name_common(const comparison *c, int kind, int exact, char *text, size_t size)
{
    unsigned named = 0;
    wording w = wording_in(text, size);
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities; k++) {
        const unsigned bit = peculiarities[k].bit;
        const peculiar_count n = count_peculiar(c, bit, kind);
        if (kind == OF_FAILURES && (bit == PECULIAR_MORE_CODES || bit == PECULIAR_MORE_FACTORS)) continue;
        if (!n.with || n.without || !n.equal_without || n.equal > (exact ? 0 : n.equal_without) || named & bit)
            continue;
        wording_add(&w, "%s%s%s", w.used ? ", or " : "", exact ? "wherever " : "only where ", peculiarities[k].text);
        named |= bit;
    }
    return w.used;
}

void explain_where(comparison *c, int kind, const char *start)
{
    char text[1024] = "";
    const peculiar_count n = count_peculiar(c, ~0u, kind);
    const size_t cells = n.with + n.without;
    size_t used = name_common(c, kind, 1, text, sizeof text); /* where and only where; else only where */
    if (!used) used = name_common(c, kind, 0, text, sizeof text);
    if (cells && used) line_add(c, "%s %s (%zu data set%s).", start, text, cells, cells == 1 ? "" : "s");
    else if (cells && kind != OF_NUMBERS && n.equal + n.equal_without)
        line_add(c, "%s in %zu data set%s.", start, cells, cells == 1 ? "" : "s");
}

/* ---- one number, whatever the data ---- */

/* Of the values that are defined in both; *sets: data sets that have such. */
static int one_number(const comparison *c, double *number, size_t *sets)
{
    double low = INFINITY, high = -INFINITY;
    *sets = 0;
    for (walk w = { 0 }; cell_next(c, &w);) *sets += (size_t)cell_has_numbers(w.cell);
    for (walk w = { 0 }; value_next(c, &w);) {
        if (isnan(w.value->got) || isnan(w.value->want)) continue;
        low = fmin(low, w.value->got);
        high = fmax(high, w.value->got);
    }
    *number = low;
    return *sets > 1 && high - low <= 1e-12 * fmax(fabs(low), fabs(high));
}

int values_constant(const comparison *c)
{
    double number;
    size_t sets;
    return one_number(c, &number, &sets);
}

int explain_constant(comparison *c)
{
    double number;
    size_t sets;
    if (!one_number(c, &number, &sets)) return 0;
    line_add(c, "Your values are all %.6g, on each of %zu data sets: no difference in these data changes them. One number "
                "does not distinguish causes, so none was searched.", number, sets);
    return 1;
}
