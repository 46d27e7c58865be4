/* What no cause gives: the nearest one takes the reference's place, and from there a limit of rows or codes is looked
 * for, then the steps; a solver that ends elsewhere is none of it; else how the values relate. */
#include "option_list.h"
#include "validation_inside.h"

#include <string.h>

/* The reference's values become those of v. */
static void rebase(comparison *c, const variant *v)
{
    c->reference = v;
    for (size_t p = 0; p < c->n_points; p++)
        for (size_t s = 0; s < c->point[p].n_cells && !c->no_memory; s++) {
            compared_cell *cell = &c->point[p].cell[s];
            const assay_score *score = cell->n_values ? scores_of_cell(c, &c->point[p], cell->seed, v) : NULL;
            for (size_t k = 0; k < cell->n_values && score; k++) cell->at[k].want = score_for(c, score, &cell->at[k]);
        }
}

/* ---- a limit of rows, or of codes ---- */

enum { OF_ROWS, OF_CODES };
static size_t size_of(const compared_cell *cell, int what)
{
    return what == OF_ROWS ? cell->size.n : cell->size.n_codes;
}

/* Of the first rows or codes what a metric makes; NAN: nothing. */
static double of_first(comparison *c, const compared_point *p, const compared_cell *cell, const variant *v,
                       size_t count, int what)
{
    assay_data part = { 0 };
    const size_t n = what == OF_ROWS ? count : c->data.n, d = what == OF_CODES ? count : c->data.n_codes;
    double x = NAN;
    c->no_memory |= assay_data_shape(&part, n, c->data.n_factors, d) != ASSAY_OK;
    for (size_t i = 0; i < c->data.n_factors && !c->no_memory; i++) {
        part.levels[i] = c->data.levels[i], part.period[i] = c->data.period[i];
        memcpy(part.factors + i * n, c->data.factors + i * c->data.n, n * sizeof *part.factors);
    }
    for (size_t j = 0; j < d && !c->no_memory; j++)
        memcpy(part.codes + j * n, c->data.codes + j * c->data.n, n * sizeof *part.codes);
    const assay_rep rep = assay_data_view(&part);
    if (!c->no_memory && scoring_check(&rep, NULL) == ASSAY_OK) {
        score_begin(c, &part, p, cell->seed);
        const assay_score *score = scores_by(c, v, NULL, NULL);
        if (score) x = score[v == c->candidate ? c->output->got : c->output->want].overall.value;
    }
    assay_data_free(&part);
    return x;
}

/* The first rows or codes that give the reference what the candidate makes of all, where values differ on larger data
 * than they are equal on. */
static int explain_limit(comparison *c, int what)
{
    static const char *const names[] = { "rows", "codes" };
    size_t below = 0, equal = 0, beyond = 0;
    const compared_point *point = NULL;
    const compared_cell *cell = NULL;
    for (int pass = 0; pass < 2; pass++)
        for (walk w = { 0 }; cell_next(c, &w);) {
            const int differs = cell_differs(c, w.cell), numbers = !w.point->moves && cell_has_numbers(w.cell);
            const size_t size = size_of(w.cell, what), least = cell ? size_of(cell, what) : SIZE_MAX;
            if (!pass && numbers && differs && size < least) point = w.point, cell = w.cell;
            if (pass && numbers) *(size < least ? &below : differs ? &beyond : &equal) += 1;
        }
    if (!cell || c->candidate_moves || below < 2 || beyond < 3 * equal) return 0;
    size_t low = 2, high = size_of(cell, what);
    const value_pair all = { .want = 1.0 };
    const double allowed = value_allowed(c, &all);
    c->no_memory |= data_build(c, point, cell->seed, NULL) != ASSAY_OK;
    while (high - low > 1 && !c->no_memory) {
        const size_t mid = (low + high) / 2;
        const double got = of_first(c, point, cell, c->candidate, mid, what),
                     want = of_first(c, point, cell, c->reference, mid, what);
        if (fabs(got - want) <= allowed || (isnan(got) && isnan(want))) low = mid;
        else high = mid;
    }
    const double got = of_first(c, point, cell, c->candidate, size_of(cell, what), what),
                 first = of_first(c, point, cell, c->reference, low, what);
    if (low < 3 || !(fabs(got - first) <= allowed)) return 0;
    line_add(c,
             "Your values differ only where there are more than %zu %s: they are the reference's of the first %zu %s.",
             low, names[what], low, names[what]);
    return 1;
}

int explain_from_nearest(comparison *c, const cause *nearest, size_t differing)
{
    const variant *own = c->reference;
    char text[2048];
    variant v = *own;
    const int typed = nearest && nearest->changes && !nearest->by && !nearest->then && !nearest->zero &&
                      nearest->metric == own->metric && nearest->output == SIZE_MAX && nearest->points > 1;
    if (typed) {
        v.preset = nearest->preset, v.option = nearest->option;
        cause_typed(nearest, text, sizeof text);
        line_add(c,
                 "Nearest is --against %s: of %zu data sets on which values differ it gives all but %zu. From there:",
                 text, differing, nearest->missed / MISSED_ONE + nearest->missed % MISSED_ONE);
        rebase(c, &v);
    }
    const int limit = explain_limit(c, OF_ROWS) || explain_limit(c, OF_CODES);
    if (!limit) stages_watch(c);
    if (typed) rebase(c, own);
    return limit;
}

/* ---- solvers ---- */

/* Whether values are no further from the reference's than those of a solver that stops where published code does. */
static int is_between(comparison *c, const variant *published)
{
    for (size_t p = 0; p < c->n_points; p++)
        for (size_t s = 0; s < c->point[p].n_cells && !c->point[p].moves; s++) {
            const compared_cell *cell = &c->point[p].cell[s];
            if (cell->inapplicable || !cell_differs(c, cell)) continue;
            const assay_score *score = scores_of_cell(c, &c->point[p], cell->seed, published);
            for (size_t k = 0; k < cell->n_values; k++) {
                const value_pair *v = &cell->at[k];
                const double far = score ? score_for(c, score, v) : NAN;
                if (!(fabs(v->got - v->want) <= fabs(far - v->want) + 2.0 * value_allowed(c, v))) return 0;
            }
        }
    return 1;
}

/* A reference that states 1e-5 and has no option of its stop is given as much. */
int forgive_solver(comparison *c)
{
    static const double STATED = 2e-5;
    const assay_metric *metric = c->reference->metric;
    const double worst = worst_of(c, 0) * c->tolerance;
    const size_t stop = option_called(metric->options, metric->n_options, "stop");
    double option[OPTIONS_MOST];
    variant published;
    int between = 0;
    if (!(c->solved > 0.0) || c->options->tolerance > 0.0 || worst_of(c, 1) > 1.0 || isinf(worst)) return 0;
    for (size_t k = 0; k < c->to->n_rows; k++)
        if (c->to->row[k].failed || c->to->row[k].undefined) return 0;
    if (stop < metric->n_options && variant_with(c->reference, (ptrdiff_t)stop, 1.0, option, &published))
        between = is_between(c, &published);
    if (!between && !(c->solved <= STATED && worst <= EARLY)) return 0;
    c->tolerance = worst * (1.0 + EXACT);
    compare_rows(c);
    line_add(c,
             between ? "Your solver stops between the reference's optimum and where published code stops: values are "
                       "off by up to %.1e of the range, and no known mistake gives them."
                     : "Your solver stops earlier than the reference's: values are off by up to %.1e of the range, and "
                       "no known mistake gives them. --tolerance is stricter.",
             worst);
    return 1;
}

/* ---- how values relate ---- */

void explain_relation(comparison *c)
{
    moments x = { 0 }, y = { 0 };
    double both = 0.0;
    const validation_row *most = NULL;
    for (walk w = { 0 }; value_next(c, &w);)
        if (!isnan(w.value->got) && !isnan(w.value->want))
            moments_add(&x, w.value->got), moments_add(&y, w.value->want);
    for (walk w = { 0 }; value_next(c, &w);)
        if (!isnan(w.value->got) && !isnan(w.value->want))
            both += (w.value->got - x.mean) * (w.value->want - y.mean) / (double)x.n;
    const double r = both / (moments_sd(&x) * moments_sd(&y));
    if (x.n > 4 && r < -0.3)
        line_add(c, "Your values fall where the reference's rise (correlation %.2f over %zu values).", r, x.n);
    for (size_t k = 0; k < c->to->n_rows; k++) {
        const validation_row *row = &c->to->row[k];
        if (row->verdict == VALIDATION_DIFFERS && row->where && (!most || row->largest > most->largest)) most = row;
    }
    if (most) line_add(c, "They differ most on %s, by %.3g: %s.", most->scenario, most->largest, most->where);
}
