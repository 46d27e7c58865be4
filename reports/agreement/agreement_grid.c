/* Agreement as a table: a triangle for people, a row for each pair for programs. */
#include "agreement.h"

#include "needed.h"

enum { SHOWN = 10, CAPTION = 160 }; /* SHOWN: pairs from each end of the list */

const char *agree_text(double value, char to[AGREE_TEXT])
{
    if (isnan(value)) {
        snprintf(to, AGREE_TEXT, "–");
        return to;
    }
    const int hundredths = (int)lround(100.0 * value), size = abs(hundredths);
    snprintf(to, AGREE_TEXT, "%s%s.%02d", hundredths < 0 ? "-" : "", size >= 100 ? "1" : "", size % 100);
    return to;
}

static const char *caption(const agreement_table *t, const agreement *a, int kind, char to[CAPTION])
{
    snprintf(to, CAPTION, "%s between %zu scores on %zu representations", agree_title(kind), a->n_series, t->n_rows);
    return to;
}

static grid *pairs_grid(const agreement_table *t, const agreement *a, int kind)
{
    char text[CAPTION];
    grid *g = grid_new(caption(t, a, kind, text));
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
    return g;
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

/* Every pair that has a coefficient, the lowest first; to be freed. */
static ranked_pair *ranked_pairs(const agreement *a, size_t *n)
{
    ranked_pair *all = needed(malloc((a->n_series * a->n_series / 2 + 1) * sizeof *all));
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

static grid *triangle_grid(const agreement_table *t, const agreement *a, int kind)
{
    char text[CAPTION];
    grid *g = grid_new(caption(t, a, kind, text));
    GRID_COLUMNS(g, { "number", "", GRID_RIGHT }, { "series", "", GRID_LEFT });
    grid_stub(g, 2);
    for (size_t j = 0; j + 1 < a->n_series; j++) {
        snprintf(text, sizeof text, "%zu", j + 1);
        grid_column(g, text, text, GRID_RIGHT);
        snprintf(text, sizeof text, "%zu %.100s", j + 1, t->series[j]);
        grid_name(g, text);
    }
    for (size_t i = 0; i < a->n_series; i++) {
        grid_row(g);
        grid_text(g, "%zu", i + 1);
        grid_text(g, "%s", t->series[i]);
        for (size_t j = 0; j < i; j++) grid_text(g, "%s", agree_text(a->value[i * a->n_series + j], text));
    }
    size_t known = 0;
    for (size_t k = 0; k < a->n_series * a->n_series; k++)
        known += k / a->n_series < k % a->n_series && !isnan(a->value[k]);
    note_method(g, t, a, known);
    return g;
}

/* The nearest and the farthest; all, where these are all. */
static grid *ends_grid(const agreement_table *t, const agreement *a, int kind)
{
    size_t n;
    char text[CAPTION];
    ranked_pair *all = ranked_pairs(a, &n);
    grid *g = grid_new(caption(t, a, kind, text));
    GRID_COLUMNS(g, { "a", "", GRID_WRAP }, { "b", "", GRID_WRAP }, { "value", agree_word(kind), GRID_RIGHT },
                 { "interval", "interval", GRID_RIGHT }, { "n", "n", GRID_RIGHT });
    for (size_t k = n; k-- > 0;) {
        const size_t at = all[k].i * a->n_series + all[k].j;
        char low[AGREE_TEXT], high[AGREE_TEXT], interval[2 * AGREE_TEXT + 8] = "";
        if (k >= SHOWN && k + SHOWN < n) continue;
        if (k + 1 == SHOWN && n > 2 * SHOWN) grid_rule(g);
        if (!isnan(a->low[at]))
            snprintf(interval, sizeof interval, "[%s, %s]", agree_text(a->low[at], low), agree_text(a->high[at], high));
        GRID_ROW(g, GRID_TEXT(t->series[all[k].i]), GRID_TEXT(t->series[all[k].j]),
                 GRID_TEXT(agree_text(all[k].value, text)), GRID_TEXT(interval), GRID_COUNT(a->n[at]));
    }
    free(all);
    note_method(g, t, a, n);
    if (a->draws)
        grid_note(g, 0, "Interval: 95 %%, from %zu bootstrap samples of the %zu %s", a->draws, t->n_clusters,
                  t->n_clusters < t->n_rows ? "points, each with all its seeds and sizes" : "representations");
    if (n > 2 * SHOWN)
        grid_note(g, 0, "The %d pairs that agree most, and the %d that agree least; --all has all %zu.", SHOWN, SHOWN,
                  n);
    return g;
}

grid *agreement_grid(const agreement_table *t, const agreement *a, int kind, int form)
{
    return form == AGREE_ENDS ? ends_grid(t, a, kind) : form ? triangle_grid(t, a, kind) : pairs_grid(t, a, kind);
}
