#include "firing.h"

#include "lend.h"

#include <stdio.h>

static void *part(assay_call *call, const char *what, const char *of, size_t bytes)
{
    char key[48];
    int32_t fresh;
    snprintf(key, sizeof key, "firing %s: %s", what, of);
    return call->recall(call, key, bytes, &fresh);
}

static assay_status firing_fill(const column_table *of, const char *what, assay_call *call, firing *f)
{
    const size_t n = of->n;
    size_t total = 0;
    f->n = n, f->columns = of->count;
    f->first = part(call, what, "first", (n + 2) * sizeof *f->first);
    f->rows = part(call, what, "rows", of->count * sizeof *f->rows);
    if (!f->first || !f->rows) return ASSAY_ENOMEM;
    for (size_t i = 0; i < of->count; i++) {
        const column_entries x = entries_of(of, i);
        for (size_t e = 0; e < x.count; e++) f->first[entry_row(&x, e) + 2] += x.value[e] != 0.0;
    }
    for (size_t s = 0; s < n; s++) f->first[s + 2] = total += f->first[s + 2];
    double *value = part(call, what, "values", (total + 1) * sizeof *value);
    uint32_t *column = part(call, what, "columns", (total + 1) * sizeof *column);
    if (!value || !column) return ASSAY_ENOMEM;
    for (size_t i = 0; i < of->count; i++) {
        const column_entries x = entries_of(of, i);
        for (size_t e = 0; e < x.count; e++) {
            if (x.value[e] == 0.0) continue;
            size_t *end = &f->first[entry_row(&x, e) + 1]; /* a row's end is where its next one goes */
            value[*end] = x.value[e];
            column[(*end)++] = (uint32_t)i;
            f->rows[i] += x.value[e] > 0.0;
        }
    }
    f->value = value, f->column = column;
    return ASSAY_OK;
}

static assay_status firing_made(column_table of, const char *what, assay_call *call, const firing **to)
{
    int32_t fresh;
    firing *f = call->recall(call, what, sizeof *f, &fresh);
    if (!f) return ASSAY_ENOMEM;
    *to = f;
    return fresh ? firing_fill(&of, what, call, f) : ASSAY_OK;
}

assay_status firing_of(const assay_rep *rep, assay_call *call, const firing **to)
{
    return firing_made(factors_table(rep), "firing factors", call, to);
}

assay_status firing_of_codes(const assay_rep *rep, assay_call *call, const firing **to)
{
    return firing_made(codes_table(rep), "firing codes", call, to);
}

size_t firing_count(const assay_rep *rep, size_t i, const uint32_t *place, size_t from, size_t to)
{
    const column_table factors = factors_table(rep);
    const column_entries x = entries_of(&factors, i);
    size_t count = 0;
    for (size_t e = 0; e < x.count; e++) {
        const size_t s = entry_row(&x, e), at = place ? place[s] : s;
        count += at >= from && at < to && x.value[e] > 0.0;
    }
    return count;
}

void firing_meets(const assay_rep *rep, const firing *f, size_t i, const uint32_t *place, size_t from, size_t to,
                  size_t *met)
{
    const column_table factors = factors_table(rep);
    const column_entries x = entries_of(&factors, i);
    memset(met, 0, f->columns * sizeof *met);
    for (size_t e = 0; e < x.count; e++) {
        const size_t s = entry_row(&x, e), at = place ? place[s] : s;
        if (at < from || at >= to || !(x.value[e] > 0.0)) continue;
        for (size_t k = f->first[s]; k < f->first[s + 1]; k++) met[f->column[k]] += f->value[k] > 0.0;
    }
}

/* Rows that independent factors, firing in a and in b rows, would show together. */
static double expected(const firing *f, size_t a, size_t b) { return (double)a * (double)b / (double)f->n; }

size_t firing_children(const assay_rep *rep, const firing *f, size_t p, size_t *met, unsigned char *child)
{
    size_t count = 0;
    firing_meets(rep, f, p, NULL, 0, f->n, met);
    for (size_t c = 0; c < f->columns; c++) {
        child[c] = met[c] == f->rows[c] && f->rows[c] < f->rows[p] &&
                   expected(f, f->rows[c], f->n - f->rows[p]) >= FIRING_EXPECTED;
        count += child[c];
    }
    return count;
}

typedef struct groups {
    size_t words, n_factors;
    uint64_t *apart, *left; /* [n_factors * words] bits, of pairs that are apart; [words] */
} groups;

static void mark_apart(const assay_rep *rep, const firing *f, const unsigned char *may, size_t *met, groups *g)
{
    for (size_t a = 0; a < f->columns; a++) {
        if (!may[a]) continue;
        firing_meets(rep, f, a, NULL, 0, f->n, met);
        for (size_t b = 0; b < f->columns; b++)
            if (may[b] && !met[b] && expected(f, f->rows[a], f->rows[b]) >= FIRING_EXPECTED)
                g->apart[a * g->words + b / 64] |= (uint64_t)1 << b % 64;
    }
}

/* The group that begins with factor a; how many are in it. */
static size_t group_from(const groups *g, size_t a, size_t *member)
{
    size_t count = 1;
    member[0] = a;
    memcpy(g->left, g->apart + a * g->words, g->words * sizeof *g->left);
    for (size_t b = a + 1; b < g->n_factors; b++) {
        if (!(g->left[b / 64] >> b % 64 & 1)) continue;
        member[count++] = b;
        for (size_t w = b / 64; w < g->words; w++) g->left[w] &= g->apart[b * g->words + w];
    }
    return count;
}

assay_status firing_group(const assay_rep *rep, const firing *f, const unsigned char *may, assay_call *call,
                          size_t *member, size_t *count)
{
    const size_t m = f->columns;
    size_t best_rows = 0;
    size_t *met, *found;
    groups g = { .words = (m + 63) / 64, .n_factors = m };
    ASSAY_TRY(LEND(call, LOAN(met, m), LOAN(found, m), LOAN(g.apart, m * g.words), LOAN(g.left, g.words)));
    mark_apart(rep, f, may, met, &g);
    *count = 0;
    for (size_t a = 0; a < m; a++) {
        const size_t size = may[a] ? group_from(&g, a, found) : 0;
        size_t rows = 0;
        for (size_t k = 0; k < size; k++) rows += f->rows[found[k]];
        if (size < 2 || size < *count || (size == *count && rows <= best_rows)) continue;
        *count = size, best_rows = rows;
        memcpy(member, found, size * sizeof *member);
    }
    return ASSAY_OK;
}
