/* The smallest data found on which both metrics differ: fewer rows and columns of the smallest data set that differs,
 * and rounder numbers, as long as they still do. */
#include "candidate.h"
#include "validation_inside.h"
#include "wording.h"

#include <string.h>

enum { TRIALS = 160 }; /* at most, each a score of either metric */

typedef struct shrinking {
    comparison *c;
    walk at;                  /* the search began; undefined in one metric alone: it stays so, for its reason */
    size_t left, output;      /* scores still to try; the output that differs, in comparison.output */
    validation_example *best; /* what still differs */
    assay_data next;          /* what is tried */
} shrinking;

/* Undefined in the same one of both, for the same reason up to what it is about: "not-applicable". */
static int undefined_alike(const value_pair *a, const value_pair *b)
{
    const char *of_a = isnan(a->got) ? a->got_why : a->want_why, *of_b = isnan(b->got) ? b->got_why : b->want_why;
    return !isnan(a->got) == !isnan(b->got) && !isnan(a->want) == !isnan(b->want) &&
           (of_a == of_b || (of_a && of_b && strncmp(of_a, of_b, strcspn(of_a, ":") + 1) == 0));
}

/* Whether both differ on s->next by more than a hair, in an item or else in an overall value; then it is the best. */
static int differs_still(shrinking *s)
{
    comparison *c = s->c;
    const assay_rep rep = assay_data_view(&s->next);
    compared_cell cell = { 0 };
    const value_pair *of = NULL;
    if (!s->left || scoring_check(&rep, NULL) != ASSAY_OK) return 0;
    s->left--;
    score_begin(c, &s->next, s->at.point, s->at.cell->seed);
    const assay_score *want = scores_by(c, c->reference, NULL, NULL),
                      *got = want ? scores_by(c, c->candidate, NULL, NULL) : NULL;
    if (got) cell_fill(c, got, want, &cell);
    for (size_t k = 0; k < cell.n_values; k++) {
        const value_pair *v = &cell.at[k], *first = s->at.value;
        const double hair = fmax(1e3 * value_allowed(c, v), 1e-4 * fabs(v->want));
        const int clear = isnan(first->got - first->want) ? undefined_alike(v, first) : fabs(v->got - v->want) > hair;
        if (clear && (!of || (of->item < 0 && v->item >= 0))) of = v;
    }
    if (!of) return 0;
    const assay_data before = s->best->data;
    const char *id = c->candidate->metric->outputs[c->output[of->output].got].id;
    *s->best = (validation_example){ s->next, s->at.cell->seed, id, of->item, of->got, of->want };
    s->output = of->output;
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

/* To so many decimals; factors that are labels are whole. */
static int try_rounded(shrinking *s, double unit)
{
    if (data_copy(&s->best->data, &s->next) != ASSAY_OK) return 0;
    const size_t n = s->next.n;
    for (size_t k = 0; k < n * (s->next.n_factors + s->next.n_codes); k++) {
        double *x = k < n * s->next.n_factors ? &s->next.factors[k] : &s->next.codes[k - n * s->next.n_factors];
        *x = rint(*x * unit) / unit + 0.0;
    }
    return differs_still(s);
}

/* "[[0.1, 2], [0.3, 1]]", a row a sample. */
static void put_rows(wording *w, const double *x, size_t n, size_t columns)
{
    for (size_t s = 0; s < n; s++)
        for (size_t j = 0; j < columns; j++) wording_add(w, "%s%.6g", j ? ", " : s ? "], [" : "[[", x[j * n + s]);
    wording_add(w, "]]");
}

/* A scoring_change: what the reference makes on its way. */
static void put_step(const changing_relation *r, void *context)
{
    wording *w = context;
    const size_t count = r->n_factors * r->n_codes;
    if (count > 40) return;
    wording_add(w, "%s%s", w->used ? "; " : " The reference has ",
                r->step ? r->step : "the relation, a factor after the other,");
    for (size_t k = 0; k < count; k++) wording_add(w, "%s%.6g", k ? ", " : " (", r->value[k]);
    for (size_t i = 0; i < r->n_factors && !r->step; i++)
        wording_add(w, "%s%.6g", i ? ", " : "), the factors' totals (", r->factor_total[i]);
    wording_add(w, ")");
}

static void describe(shrinking *s)
{
    enum { SHOWN = 120 };
    comparison *c = s->c;
    char text[4096], steps[2048] = "";
    wording w = WORDING(text), made = WORDING(steps);
    const validation_example *best = s->best;
    const assay_data *data = &best->data;
    if (data->n * (data->n_factors + data->n_codes) > SHOWN) {
        line_add(c, "On %zu samples of %zu factors and %zu codes the reference makes %.9g, you make %.9g.", data->n,
                 data->n_factors, data->n_codes, best->want, best->got);
        return;
    }
    score_begin(c, data, s->at.point, best->seed);
    scores_by(c, c->reference, put_step, &made);
    put_rows(&w, data->factors, data->n, data->n_factors);
    for (size_t i = 0; i < data->n_factors; i++)
        if (data->levels[i]) wording_add(&w, " (v%zu: classes)", i + 1);
    wording_add(&w, ", codes ");
    put_rows(&w, data->codes, data->n, data->n_codes);
    wording_add(&w, ".%s%s The reference makes %.9g", steps, made.used ? "." : "", best->want);
    if (best->item >= 0)
        wording_add(&w, " of %c%td", c->output[s->output].axis == ASSAY_PER_CODE ? 'z' : 'v', best->item + 1);
    line_add(c, "The smallest data found that show it, %zu samples: factors %s, you make %.9g.", data->n, text,
             best->got);
}

/* Once more, as the first call of a new process: a test of these data is one, and what calls before it left is gone. */
static int shows_anew(shrinking *s)
{
    comparison *c = s->c;
    validation_example *best = s->best;
    candidate_renew();
    score_begin(c, &best->data, s->at.point, best->seed);
    const assay_score *score = scores_by(c, c->candidate, NULL, NULL);
    const double now = score ? score_at(&score[c->output[s->output].got], best->item) : NAN;
    if (fabs(now - best->got) <= EXACT || (score && isnan(now) && isnan(best->got))) return 1;
    c->unrepeatable = "the smallest found", c->unrepeatable_by = isnan(now) ? INFINITY : fabs(now - best->got);
    c->remembers = 1, c->step = c->after = NULL, c->to->explained = 0;
    assay_data_free(&best->data);
    return 0;
}

void shrink(comparison *c)
{
    shrinking s = { .c = c, .left = TRIALS, .best = &c->to->example };
    double least = INFINITY;
    for (walk w = { 0 }; value_next(c, &w);) { /* few rows and, among these, numbers that differ */
        const int undefined = isnan(w.value->got) || isnan(w.value->want);
        const double size = (double)(w.cell->size.n * (w.cell->size.n_factors + w.cell->size.n_codes));
        if (w.point->moves || !values_differ(c, w.value) || !(size + 1e9 * undefined < least)) continue;
        least = size + 1e9 * undefined;
        s.at = w;
    }
    if (!s.at.cell || c->unrepeatable || s.at.cell->size.n > 4000) return; /* few rows of so many show nothing */
    c->no_memory |=
        data_build(c, s.at.point, s.at.cell->seed, NULL) != ASSAY_OK || data_copy(&c->data, &s.next) != ASSAY_OK;
    if (!c->no_memory && differs_still(&s)) {
        for (int pass = 0; pass < 2; pass++) {
            fewer_rows(&s);
            for (size_t i = s.best->data.n_factors; i-- > 0;) try_without(&s, 0, 0, i, SIZE_MAX);
            for (size_t j = s.best->data.n_codes; j-- > 0;) try_without(&s, 0, 0, SIZE_MAX, j);
        }
        for (double unit = 1.0; unit < 1e4 && !try_rounded(&s, unit);) unit *= 10.0;
        fewer_rows(&s);
        if (shows_anew(&s)) describe(&s);
    }
    assay_data_free(&s.next);
}
