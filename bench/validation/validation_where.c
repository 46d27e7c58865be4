/* Where values differ, in terms of the data: what the data sets have in common on which they do. */
#include "candidate.h"
#include "validation_inside.h"
#include "wording.h"

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
    { PECULIAR_UNBALANCED, "classes are unbalanced" },
    { PECULIAR_SORTED, "the rows are in the order of a factor" },
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

/* Whether some value of it is defined in both metrics: else it says nothing of where numbers differ. */
static int cell_has_numbers(const compared_cell *cell)
{
    for (size_t k = 0; k < cell->n_values && !cell->inapplicable; k++)
        if (!isnan(cell->at[k].got) && !isnan(cell->at[k].want)) return 1;
    return 0;
}

/* *with, *without: cells that have such a difference, and that have the peculiarity or not; *equal: that have it and
 * agree. */
static void count_peculiar(const comparison *c, unsigned bit, int kind, size_t *with, size_t *without, size_t *equal,
                           size_t *equal_without)
{
    *with = *without = *equal = *equal_without = 0;
    for (walk w = { 0 }; cell_next(c, &w);) {
        const int has = (w.cell->peculiar & bit) != 0;
        if (kind == OF_NUMBERS && (w.point->moves || !cell_has_numbers(w.cell))) continue;
        if (cell_differs(c, w.cell, kind)) has ? ++*with : ++*without;
        else has ? ++*equal : ++*equal_without;
    }
}

/* Whether a cell that has such a difference has one of `bits` (0: or none) and none of `not`. */
static int some_have(const comparison *c, unsigned bits, unsigned not, int kind)
{
    for (walk w = { 0 }; cell_next(c, &w);) {
        const int asked = (bits == 0 || w.cell->peculiar & bits) && !(w.cell->peculiar & not );
        if (asked && !(kind == OF_NUMBERS && w.point->moves) && cell_differs(c, w.cell, kind)) return 1;
    }
    return 0;
}

int output_differs(const comparison *c, size_t output)
{
    for (size_t k = 0; k < c->n_points; k++) {
        running_mean m = { 0 };
        double mean, half;
        for (size_t s = 0; s < c->point[k].n_cells; s++) {
            const compared_cell *cell = &c->point[k].cell[s];
            for (size_t l = 0; l < cell->n_values && !cell->inapplicable; l++) {
                const value_pair *v = &cell->at[l];
                if (v->output != output || isnan(v->got) || isnan(v->want)) continue;
                if (v->item < 0) mean_add(&m, v->got - v->want);
                if (!c->point[k].moves && values_differ(c, v)) return 1;
            }
        }
        if (c->point[k].moves && mean_differs(c, &m, &mean, &half) && fabs(mean) > half) return 1;
    }
    return 0;
}

int differs_without(const comparison *c, unsigned bits) { return some_have(c, 0, bits, OF_NUMBERS); }

/* Of values "not as many" says no more than "more" where there is no data set with fewer: then it is left out. Of
 * failures it is told, too: what fails mostly does so for shapes that are not alike, whichever is larger. */
static int says_less(const comparison *c, int kind, unsigned bits)
{
    int seen[2] = { 0 };
    const unsigned first = bits & (~bits + 1u);
    if (bits == first || kind == OF_FAILURES) return 0;
    for (walk w = { 0 }; cell_next(c, &w);) {
        seen[0] |= (w.cell->peculiar & bits & first) != 0;
        seen[1] |= (w.cell->peculiar & bits & ~first) != 0;
    }
    return !seen[0] || !seen[1];
}

/* Peculiarities each of which always comes with a difference, and of which every difference has one: "a code is
 * constant, and wherever a factor is". Those that add nothing to what came before are left out. */
static size_t name_together(const comparison *c, int kind, char *text, size_t size)
{
    unsigned bits = 0;
    wording w = wording_in(text, size);
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities; k++) {
        size_t with, without, equal, equal_without;
        count_peculiar(c, peculiarities[k].bit, kind, &with, &without, &equal, &equal_without);
        if (says_less(c, kind, peculiarities[k].bit)) continue;
        if (!with || equal || !equal_without || !some_have(c, peculiarities[k].bit, bits, kind)) continue;
        bits |= peculiarities[k].bit;
        wording_add(&w, "%s%s", w.used ? ", and wherever " : "wherever ", peculiarities[k].text);
    }
    return bits && !some_have(c, 0, bits, kind) ? w.used : 0;
}

/* Peculiarities that all differences have. One that most of the others have too says nothing. */
static size_t name_common(const comparison *c, int kind, int exact, char *text, size_t size)
{
    wording w = wording_in(text, size);
    for (size_t k = 0; k < sizeof peculiarities / sizeof *peculiarities; k++) {
        size_t with, without, equal, equal_without;
        count_peculiar(c, peculiarities[k].bit, kind, &with, &without, &equal, &equal_without);
        if (says_less(c, kind, peculiarities[k].bit)) continue;
        if (!with || without || !equal_without || (exact && equal) || equal > equal_without) continue;
        wording_add(&w, "%s%s%s", w.used ? ", or " : "", exact ? "wherever " : "only where ", peculiarities[k].text);
    }
    return w.used;
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
    if (used) snprintf(line, sizeof line, "%s %s (%zu data set%s).", start, text, cells, cells == 1 ? "" : "s");
    else if (cells == 1) snprintf(line, sizeof line, "%s in one data set.", start);
    else
        snprintf(line, sizeof line, "%s in %zu data sets that have nothing in common that was looked for.", start,
                 cells);
    return line_add(c, to, line);
}

/* ---- one number, whatever the data ---- */

typedef struct extent {
    double low, high;
} extent;

static void extend(extent *e, double x)
{
    e->low = fmin(e->low, x);
    e->high = fmax(e->high, x);
}

/* Of what is defined in both. *sets: data sets that have such a value. */
static void value_extents(const comparison *c, extent *got, extent *want, size_t *sets)
{
    *got = *want = (extent){ INFINITY, -INFINITY };
    *sets = 0;
    for (walk w = { 0 }; cell_next(c, &w);) *sets += (size_t)cell_has_numbers(w.cell);
    for (walk w = { 0 }; value_next(c, &w);) {
        if (isnan(w.value->got) || isnan(w.value->want)) continue;
        extend(got, w.value->got);
        extend(want, w.value->want);
    }
}

static int is_one_number(const extent *e) { return e->high - e->low <= 1e-12 * fmax(fabs(e->low), fabs(e->high)); }

int values_constant(const comparison *c)
{
    extent got, want;
    size_t sets;
    value_extents(c, &got, &want, &sets);
    return sets > 1 && is_one_number(&got);
}

assay_status explain_constant(comparison *c, validation *to)
{
    extent got, want;
    size_t sets;
    value_extents(c, &got, &want, &sets);
    char theirs[64], text[320];
    if (is_one_number(&want)) snprintf(theirs, sizeof theirs, "are all %.6g", want.low);
    else snprintf(theirs, sizeof theirs, "go from %.3g to %.3g", want.low, want.high);
    snprintf(
        text, sizeof text,
        "Your values are all %.6g, on each of %zu data sets on which the reference's %s: no difference in "
        "these data changes them. One number does not distinguish causes, so none was searched.",
        got.low, sets, theirs);
    return line_add(c, to, text);
}

/* ---- where to look first ---- */

static double cell_size(const compared_cell *cell)
{
    return (double)cell->size.n * (double)(cell->size.n_factors + cell->size.n_codes);
}

/* The smallest data set on which numbers differ, of those that the program can make. */
static const compared_cell *smallest(const comparison *c, const compared_point **at)
{
    const compared_cell *best = NULL;
    for (walk w = { 0 }; cell_next(c, &w);) {
        const int made = w.point->point.scenario->id[0] != '(' &&
                         !(c->options->numbers && w.cell->peculiar & PECULIAR_LABELS); /* assay score tells the kinds */
        if (!made || !cell_differs(c, w.cell, OF_NUMBERS) || (best && cell_size(best) <= cell_size(w.cell))) continue;
        best = w.cell;
        *at = w.point;
    }
    return best;
}

/* In quotes for a shell where it needs some. */
static void put_word(const char *text, char *to, size_t size)
{
    if (!strpbrk(text, " '\"$&|;<>(){}*?#~`\\")) snprintf(to, size, "%s", text);
    else if (!strpbrk(text, "\"$`\\")) snprintf(to, size, "\"%s\"", text);
    else if (!strchr(text, '\'')) snprintf(to, size, "'%s'", text);
    else snprintf(to, size, "CANDIDATE");
}

assay_status explain_first_look(comparison *c, validation *to)
{
    const compared_point *p = NULL;
    const compared_cell *cell = smallest(c, &p);
    if (!cell) return ASSAY_OK;
    const variant *v = c->candidate, *w = c->reference;
    char set[512], metrics[1024], word[1100], line[2400];
    wording sets = WORDING(set);
    for (const char *at = p->point.at.set.text; *at;) {
        const size_t length = strcspn(at, ";");
        wording_add(&sets, " --set %.*s", (int)length, at);
        at += length + (at[length] == ';');
    }
    if (candidate_is(v->metric))
        snprintf(metrics, sizeof metrics, "%s@%s,%s", w->metric->id, w->id.text, v->metric->source);
    else snprintf(metrics, sizeof metrics, "%s@%s,%s@%s", w->metric->id, w->id.text, v->metric->id, v->id.text);
    put_word(metrics, word, sizeof word);
    snprintf(line, sizeof line,
             "Look first at %s, the smallest data set on which values differ; both metrics item by item: assay score "
             "--scenario %s%s --samples %llu --seed %llu --items --metrics %s",
             p->point.scenario->id, p->point.scenario->id, set, (unsigned long long)p->samples,
             (unsigned long long)cell->seed, word);
    return line_add(c, to, line);
}
