/*
 * absorption-gap -- by how much less a parent's code fires where a child is on
 *
 *     gap_pc = P(z_j > 0 | p on, no child on) - P(z_j > 0 | p on, c on)      j: the best code of p     (best_code.h)
 *
 *   The code is chosen on one half of the rows, the gap taken on the other; the mean of both ways, over the children.
 *   Codes and labels alone: no directions, no threshold.
 *
 * Source   the definition of absorption of Chanin et al. 2024, arXiv:2409.14507, without its probes.
 * Takes    factors [M x n], on where they are above 0; codes [d x n].
 * Gives    "absorption-gap" per parent, and its mean over parents; in [-1, 1]. 0 = the code does not mind the child, 1
 *          = it is silent wherever a child is on. Below 0: it fires more often there.
 * Against  off=all: rows of the parent where none of its children is on. this: where child c is not; a gap is 0 then
 *          where siblings absorb alike, and less than it is wherever another one absorbs.
 * Draws    order=drawn: one permutation of the rows; table: none.
 * Parents  factors with children, those that never fire without it (firing.h).
 * Cost     that of best-code, and what is on of each child.
 * R1  No children: not-applicable. Fewer than five rows in a half with the parent, or without it, or in both halves
 *     where a child is on, or where it is off: too-few-samples. A code that fires in no row of the parent:
 *     no-active-code.
 */
#include "aggregate.h"
#include "best_code.h"
#include "rows.h"
#include "work.h"

enum { GAP, OUTPUTS };
enum { OFF_ALL, OFF_THIS };

#define OPTIONS(OPTION)                                                                                               \
    OPTION(OFF, CHOICE("off", "against rows of the parent with no child on, or with this one off", [OFF_ALL] = "all", \
                       [OFF_THIS] = "this"))                                                                          \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

typedef struct gaps {
    best_codes best;
    size_t *met;
    unsigned char *child, *fires, *any; /* [M], [n] of the code, [n] whether a child is on */
    double sum;
    size_t count;
} gaps;

/* Rows of a part, and in how many of them the code fires. */
typedef struct firings {
    size_t rows, fired;
} firings;

/* Where child c is on; of other children's rows those that were counted before are left out, with `fresh`. */
static firings where_on(gaps *g, const assay_rep *rep, size_t c, size_t part, int fresh)
{
    const column_table factors = factors_table(rep);
    const column_entries v = entries_of(&factors, c);
    firings of = { 0, 0 };
    for (size_t e = 0; e < v.count; e++) {
        const size_t s = entry_row(&v, e);
        if (!(v.value[e] > 0.0) || g->best.part[s] != part || (fresh && g->any[s])) continue;
        of.rows++;
        of.fired += g->fires[s];
        if (fresh) g->any[s] = 1;
    }
    return of;
}

/* On the part that code j was not chosen on. */
static void add_gaps(gaps *g, const assay_rep *rep, size_t j, size_t part, int all)
{
    firings any = { 0, 0 };
    memset(g->any, 0, rep->n);
    for (size_t c = 0; all && c < rep->n_factors; c++) {
        const firings one = g->child[c] ? where_on(g, rep, c, part, 1) : (firings){ 0, 0 };
        any.rows += one.rows, any.fired += one.fired;
    }
    for (size_t c = 0; c < rep->n_factors; c++) {
        const firings on = g->child[c] ? where_on(g, rep, c, part, 0) : (firings){ 0, 0 }, out = all ? any : on;
        const size_t off = g->best.on[part] - out.rows;
        if (on.rows < BEST_LEAST || off < BEST_LEAST) continue;
        g->sum += (double)(g->best.both[part][j] - out.fired) / (double)off - (double)on.fired / (double)on.rows;
        g->count++;
    }
}

static void mark_code(gaps *g, const assay_rep *rep, size_t j)
{
    const column_table codes = codes_table(rep);
    const column_entries z = entries_of(&codes, j);
    memset(g->fires, 0, rep->n);
    for (size_t e = 0; e < z.count; e++) g->fires[entry_row(&z, e)] = z.value[e] > 0.0;
}

static double gap_of(gaps *g, const assay_rep *rep, assay_call *call, size_t p)
{
    if (!firing_children(rep, g->best.factors, p, g->met, g->child))
        return FACTOR_UNDEFINED(call, p, "not-applicable", "factor # has no children");
    g->sum = 0.0, g->count = 0;
    const int enough = best_codes_meet(&g->best, p);
    for (size_t h = 0; enough && h < g->best.turns; h++) {
        const size_t j = best_codes_of(&g->best, h);
        if (!g->best.both[h][j])
            return FACTOR_UNDEFINED(call, p, "no-active-code", "no code fires where factor # is on");
        mark_code(g, rep, j);
        add_gaps(g, rep, j, 1 - h, call->option[OFF] == OFF_ALL);
    }
    if (g->count) return g->sum / (double)g->count;
    return FACTOR_UNDEFINED(call, p, "too-few-samples",
                            "factor # has too few rows, or its children have, to learn from or to score");
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    gaps g = { .count = 0 };
    ASSAY_TRY(best_codes_make(rep, call, call->option[ORDER], &g.best));
    ASSAY_TRY(LEND(call, LOAN(g.met, rep->n_factors), LOAN(g.child, rep->n_factors), LOAN(g.fires, rep->n),
                   LOAN(g.any, rep->n)));
    if (call->step) ASSAY_TRY(best_codes_show(&g.best, call));
    for (size_t p = 0; p < rep->n_factors; p++) call->series[GAP].items[p] = gap_of(&g, rep, call, p);
    return ASSAY_OK;
}

COST(cost, 6.0 * n * m + 4.0 * n * work_active(size) + fmin(m, 10.0) * (0.3 * n * work_active(size) + 6.0 * d));

static const assay_output outputs[] = { { "absorption-gap", ASSAY_PER_FACTOR, 0, -1, 1 } };

static const assay_preset presets[] = { { "default", "Chanin et al. 2024, by codes and labels alone", NULL, NULL } };

const assay_metric assay_metric_absorption_gap = {
    .flags = ASSAY_RANDOM | ASSAY_LOSS | ASSAY_SPARSE | ASSAY_SPLIT | ASSAY_VARYING | ASSAY_CONCEPTS,
    .id = "absorption-gap",
    .title = "How much less the code of a parent fires where a child is on",
    .family = "dictionary",
    .formula = "P(z_j > 0 | p on, no child on) - P(z_j > 0 | p on, c on), mean over the children c of p; j: best code "
               "of p on the other half of the rows",
    .source = "after Chanin et al. 2024, arXiv:2409.14507",
    METRIC_PARTS_AND_COST,
};
