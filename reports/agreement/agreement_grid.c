/* Agreement as a table: a triangle for people, a row for each pair for programs. */
#include "agreement.h"

#include "needed.h"

enum { SHOWN = 10 }; /* pairs from each end of the list */

const char *agree_text(double value)
{
    if (isnan(value)) return "–";
    const int hundredths = (int)lround(100.0 * value), size = abs(hundredths);
    return phrase("%s%s.%02d", hundredths < 0 ? "-" : "", size >= 100 ? "1" : "", size % 100);
}

static void put_pairs(grid *g, const agreement_table *t, const agreement *a, int kind)
{
    GRID_COLUMNS(g, { "a", "a", GRID_LEFT }, { "b", "b", GRID_LEFT }, { "kind", "kind", GRID_LEFT },
                 { "value", "value", GRID_RIGHT }, { "low", "low", GRID_RIGHT }, { "high", "high", GRID_RIGHT },
                 { "n", "n", GRID_RIGHT });
    for (size_t i = 0; i < a->n_series; i++)
        for (size_t j = i + 1; j < a->n_series; j++) {
            const size_t at = i * a->n_series + j;
            GRID_ROW(g, GRID_TEXT(t->series[i]), GRID_TEXT(t->series[j]), GRID_TEXT(agree_word(kind)),
                     GRID_NUMBER(a->value[at], 4), GRID_NUMBER(a->low[at], 4), GRID_NUMBER(a->high[at], 4),
                     GRID_COUNT(a->n[at]));
        }
}

typedef struct ranked_pair {
    double value;
    size_t i, j;
} ranked_pair;

static int by_agreement(const void *a, const void *b)
{
    const ranked_pair *p = a, *q = b;
    if (p->value != q->value) return p->value < q->value ? -1 : 1;
    if (p->i != q->i) return p->i < q->i ? -1 : 1;
    return (p->j > q->j) - (p->j < q->j);
}

/* Every pair that has a coefficient, the lowest first. */
static ranked_pair *ranked_pairs(const agreement *a, size_t *n)
{
    ranked_pair *all = kept(a->n_series * a->n_series / 2 + 1, sizeof *all);
    *n = 0;
    for (size_t i = 0; i < a->n_series; i++)
        for (size_t j = i + 1; j < a->n_series; j++)
            if (!isnan(a->value[i * a->n_series + j]))
                all[(*n)++] = (ranked_pair){ a->value[i * a->n_series + j], i, j };
    qsort(all, *n, sizeof *all, by_agreement);
    return all;
}

/* known: pairs that have a coefficient */
static void note_method(grid *g, const agreement_table *t, const agreement *a, size_t known)
{
    size_t least = t->n_rows;
    for (size_t i = 0; i < a->n_series; i++)
        for (size_t j = 0; j < i; j++)
            if (a->n[i * a->n_series + j] < least) least = a->n[i * a->n_series + j];
    if (least < t->n_rows)
        grid_note(g, 0, "Where one of a pair is undefined the representation is left out: n is %zu to %zu", least,
                  t->n_rows);
    const size_t unknown = a->n_series * (a->n_series - 1) / 2 - known;
    if (unknown)
        grid_note(g, 0,
                  "%zu without a coefficient: a score that is the same on all that both have, or fewer than %d of them",
                  unknown, AGREE_LEAST);
    if (t->n_strata)
        grid_note(g, 0, "Stratified: the mean over %zu data sets of the agreement within each.", t->n_strata);
}

static void put_triangle(grid *g, const agreement_table *t, const agreement *a)
{
    GRID_COLUMNS(g, { "number", "", GRID_RIGHT }, { "series", "", GRID_LEFT });
    grid_stub(g, 2);
    for (size_t j = 0; j + 1 < a->n_series; j++) {
        const char *number = phrase("%zu", j + 1);
        grid_column(g, number, number, GRID_RIGHT);
        grid_name(g, phrase("%s %.100s", number, t->series[j]));
    }
    for (size_t i = 0; i < a->n_series; i++) {
        GRID_ROW(g, GRID_TEXT(phrase("%zu", i + 1)), GRID_TEXT(t->series[i]));
        for (size_t j = 0; j < i; j++) grid_text(g, "%s", agree_text(a->value[i * a->n_series + j]));
    }
    size_t known = 0;
    for (size_t k = 0; k < a->n_series * a->n_series; k++)
        known += k / a->n_series < k % a->n_series && !isnan(a->value[k]);
    note_method(g, t, a, known);
}

/* The nearest and the farthest; all, where these are all. */
static void put_ends(grid *g, const agreement_table *t, const agreement *a, int kind)
{
    size_t n;
    ranked_pair *all = ranked_pairs(a, &n);
    GRID_COLUMNS(g, { "a", "", GRID_WRAP }, { "b", "", GRID_WRAP }, { "value", agree_word(kind), GRID_RIGHT },
                 { "interval", "interval", GRID_RIGHT }, { "n", "n", GRID_RIGHT });
    for (size_t k = n; k-- > 0;) {
        const size_t at = all[k].i * a->n_series + all[k].j;
        if (k >= SHOWN && k + SHOWN < n) continue;
        if (k + 1 == SHOWN && n > 2 * SHOWN) grid_rule(g);
        GRID_ROW(
            g, GRID_TEXT(t->series[all[k].i]), GRID_TEXT(t->series[all[k].j]), GRID_TEXT(agree_text(all[k].value)),
            GRID_TEXT(isnan(a->low[at]) ? "" : phrase("[%s, %s]", agree_text(a->low[at]), agree_text(a->high[at]))),
            GRID_COUNT(a->n[at]));
    }
    note_method(g, t, a, n);
    if (a->draws)
        grid_note(g, 0, "Interval: 95 %%, from %zu bootstrap samples of the %zu %s", a->draws, t->n_clusters,
                  t->n_clusters < t->n_rows ? "points, each with all its seeds and sizes" : "representations");
    if (n > 2 * SHOWN)
        grid_note(g, 0, "The %d pairs that agree most, and the %d that agree least; --all has all %zu.", SHOWN, SHOWN,
                  n);
}

grid *agreement_grid(const agreement_table *t, const agreement *a, int kind, int form)
{
    grid *g =
        grid_new(phrase("%s between %zu scores on %zu representations", agree_title(kind), a->n_series, t->n_rows));
    if (form == AGREE_ENDS) put_ends(g, t, a, kind);
    else if (form == AGREE_TRIANGLE) put_triangle(g, t, a);
    else put_pairs(g, t, a, kind);
    return g;
}
