/* The smallest data found on which both metrics differ: fewer rows and columns of the smallest data set that differs,
 * and rounder numbers, as long as they still do. */
#include "candidate.h"
#include "validation_inside.h"
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 160 }; /* at most, each a score of either metric */

typedef struct shrinking {
    comparison *c;
    const compared_point *point;
    const compared_cell *cell;
    int undefined;            /* one metric alone is undefined where the search began: it has to stay so */
    size_t left, output;      /* scores still to try; the candidate's that differs */
    validation_example *best; /* what still differs */
    assay_data next;          /* what is tried */
} shrinking;

/* Whether a pair of values differs by more than a hair. */
static int is_clear(const shrinking *s, double got, double want, double allowed)
{
    if (isnan(got) || isnan(want)) return s->undefined && !isnan(got) != !isnan(want);
    return !s->undefined && fabs(got - want) > fmax(1e3 * allowed, 1e-4 * fabs(want));
}

/* The first value that differs, an item before the overall value. */
static int find_difference(shrinking *s, const assay_score *got, const assay_score *want)
{
    const comparison *c = s->c;
    for (size_t o = 0; o < c->n_outputs; o++) {
        const assay_score *g = &got[c->output[o].got], *w = &want[c->output[o].want];
        const size_t items = c->output[o].items && g->n_items == w->n_items ? w->n_items : 0;
        for (size_t k = 0; k <= items; k++) {
            const double x = k < items ? g->items[k].value : g->overall.value,
                         y = k < items ? w->items[k].value : w->overall.value;
            const value_pair pair = { .got = x, .want = y, .output = o };
            if (!is_clear(s, x, y, value_allowed(c, &pair))) continue;
            s->best->got = x, s->best->want = y, s->best->item = k < items ? (ptrdiff_t)k : -1;
            s->output = c->output[o].got;
            s->best->output = c->candidate->metric->outputs[c->output[o].got].id;
            s->best->axis = c->output[o].axis;
            return 1;
        }
    }
    return 0;
}

/* Whether both differ on s->next; then it is the best. */
static int differs_still(shrinking *s)
{
    const assay_rep rep = assay_data_view(&s->next);
    if (!s->left || scoring_check(&rep, NULL) != ASSAY_OK) return 0;
    s->left--;
    score_begin(s->c, &s->next, s->point, s->cell->seed);
    const assay_score *want = scores_by(s->c, s->c->reference, NULL, NULL),
                      *got = want ? scores_by(s->c, s->c->candidate, NULL, NULL) : NULL;
    if (!got || !find_difference(s, got, want)) return 0;
    const assay_data before = s->best->data;
    s->best->data = s->next;
    s->next = before;
    return 1;
}

/* Rows first .. first + count - 1 of the best are left out, factor `factor` and code `code`; SIZE_MAX: none. */
static int try_without(shrinking *s, size_t first, size_t count, size_t factor, size_t code)
{
    const assay_data *from = &s->best->data;
    const size_t n = from->n - count, m = from->n_factors - (factor != SIZE_MAX),
                 d = from->n_codes - (code != SIZE_MAX);
    if (n < 2 || !m || !d || assay_data_shape(&s->next, n, m, d) != ASSAY_OK) return 0;
    for (size_t i = 0; i < m + d; i++) {
        const size_t j = i - m, at = i < m ? i + (i >= factor) : j + (j >= code);
        const double *x = i < m ? from->factors + at * from->n : from->codes + at * from->n;
        double *to = i < m ? s->next.factors + i * n : s->next.codes + j * n;
        if (i < m) s->next.levels[i] = from->levels[at], s->next.period[i] = from->period[at];
        memcpy(to, x, first * sizeof *to);
        memcpy(to + first, x + first + count, (n - first) * sizeof *to);
    }
    return differs_still(s);
}

static void fewer_rows(shrinking *s)
{
    for (size_t part = 2; part <= 16 && part < 2 * s->best->data.n && s->left; part *= 2)
        for (size_t k = part; k-- > 0;) {
            const size_t n = s->best->data.n, count = (n + part - 1) / part, first = k * count;
            if (first + count <= n) try_without(s, first, count, SIZE_MAX, SIZE_MAX);
        }
}

static void fewer_columns(shrinking *s)
{
    for (size_t i = s->best->data.n_factors; i-- > 0;) try_without(s, 0, 0, i, SIZE_MAX);
    for (size_t j = s->best->data.n_codes; j-- > 0;) try_without(s, 0, 0, SIZE_MAX, j);
}

/* To so many decimals; factors that are labels are whole. */
static int try_rounded(shrinking *s, double unit)
{
    if (data_copy(&s->best->data, &s->next) != ASSAY_OK) return 0;
    const size_t n = s->next.n;
    for (size_t k = 0; k < n * s->next.n_factors; k++)
        s->next.factors[k] = rint(s->next.factors[k] * unit) / unit + 0.0;
    for (size_t k = 0; k < n * s->next.n_codes; k++) s->next.codes[k] = rint(s->next.codes[k] * unit) / unit + 0.0;
    return differs_still(s);
}

/* Few rows and, among these, numbers that differ. */
static const compared_cell *smallest(shrinking *s)
{
    double least = INFINITY;
    const compared_cell *best = NULL;
    for (walk w = { 0 }; value_next(s->c, &w);) {
        const double size = (double)(w.cell->size.n * (w.cell->size.n_factors + w.cell->size.n_codes)),
                     undefined = isnan(w.value->got) || isnan(w.value->want) ? 1e9 : 0.0;
        if (w.point->moves || !values_differ(s->c, w.value) || size + undefined >= least) continue;
        least = size + undefined;
        best = w.cell;
        s->point = w.point;
        s->undefined = undefined > 0.0;
    }
    return best;
}

/* "[[0.1, 2], [0.3, 1]]", a row a sample. */
static void put_rows(wording *w, const double *x, size_t n, size_t columns)
{
    for (size_t k = 0; k < n * columns; k++) {
        const size_t s = k / columns, j = k % columns;
        wording_add(w, "%s%.6g%s",
                    k == 0   ? "[["
                    : j == 0 ? "["
                             : "",
                    x[j * n + s],
                    j + 1 < columns ? ", "
                    : s + 1 < n     ? "], "
                                    : "]]");
    }
}

/* A scoring_change: what the reference makes on its way. */
static void put_step(const changing_relation *r, void *context)
{
    wording *w = context;
    const size_t count = r->n_factors * r->n_codes;
    if (count > 40) return;
    wording_add(w, "%s%s (", w->used ? "; " : "", r->step ? r->step : "the relation, a factor after the other,");
    for (size_t k = 0; k < count; k++) wording_add(w, "%s%.6g", k ? ", " : "", r->value[k]);
    wording_add(w, ")");
    for (size_t i = 0; i < r->n_factors && !r->step; i++)
        wording_add(w, "%s%.6g%s", i ? ", " : ", the factors' totals (", r->factor_total[i],
                    i + 1 == r->n_factors ? ")" : "");
}

static void describe(shrinking *s)
{
    enum { SHOWN = 120 };
    char text[4096], steps[2048] = "", item[64] = "";
    wording w = WORDING(text), made = WORDING(steps);
    const validation_example *best = s->best;
    const assay_data *data = &best->data;
    if (data->n * (data->n_factors + data->n_codes) > SHOWN) {
        line_add(s->c, "On %zu samples of %zu factors and %zu codes the reference makes %.9g, you make %.9g.", data->n,
                 data->n_factors, data->n_codes, best->want, best->got);
        return;
    }
    score_begin(s->c, data, s->point, best->seed);
    scores_by(s->c, s->c->reference, put_step, &made);
    put_rows(&w, data->factors, data->n, data->n_factors);
    wording_add(&w, ", codes ");
    put_rows(&w, data->codes, data->n, data->n_codes);
    if (best->item >= 0)
        snprintf(item, sizeof item, " of %s %td", best->axis == ASSAY_PER_CODE ? "code" : "factor", best->item);
    line_add(s->c,
             "The smallest data found that show it, %zu samples: factors %s.%s%s%s The reference makes %.9g%s, you "
             "make %.9g.",
             data->n, text, made.used ? " The reference has " : "", steps, made.used ? "." : "", best->want, item,
             best->got);
}

/* Once more, as the first call of a new process: a test of these data is one, and what calls before it left is gone. */
static int shows_anew(shrinking *s)
{
    comparison *c = s->c;
    validation_example *best = s->best;
    candidate_renew();
    score_begin(c, &best->data, s->point, best->seed);
    const assay_score *score = scores_by(c, c->candidate, NULL, NULL);
    const double now = score ? score_at(&score[s->output], best->item) : NAN;
    if (fabs(now - best->got) <= EXACT || (score && isnan(now) && isnan(best->got))) return 1;
    c->remembers = 1;
    c->unrepeatable = "the smallest found", c->unrepeatable_by = isnan(now) ? INFINITY : fabs(now - best->got);
    c->step = c->after = NULL, c->to->explained = 0;
    assay_data_free(&best->data);
    return 0;
}

void shrink(comparison *c)
{
    shrinking s = { .c = c, .left = TRIALS, .best = &c->to->example };
    s.cell = smallest(&s);
    if (!s.cell || c->unrepeatable || s.cell->size.n > 4000) return; /* few rows of so many show nothing */
    s.best->seed = s.cell->seed;
    c->no_memory |= data_build(c, s.point, s.cell->seed, NULL) != ASSAY_OK || data_copy(&c->data, &s.next) != ASSAY_OK;
    if (!c->no_memory && differs_still(&s)) {
        for (int pass = 0; pass < 2; pass++) {
            fewer_rows(&s);
            fewer_columns(&s);
        }
        for (double unit = 1.0; unit < 1e4 && !try_rounded(&s, unit); unit *= 10.0) {
        }
        fewer_rows(&s);
        if (shows_anew(&s)) describe(&s);
    }
    assay_data_free(&s.next);
}
