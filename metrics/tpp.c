/*
 *     effect_j(c) = max(0, mean z_j where c - mean z_j elsewhere) (w_c . W_j)      w_c: probe of c, W_j: direction
 *     x' = x - sum_{j in J_c} z_j W_j                  J_c: the n codes of largest effect on c, above 0 only
 *     tpp_c = drop(c, c) - mean_{q != c} drop(c, q)    drop(c, q): accuracy of probe q on x less that on x'
 *
 * Source   Karvonen et al. 2025, SAEBench, arXiv:2503.09532 (targeted probe perturbation); no reference values.
 * Takes    directions of codes; activations x, or true directions; a factor is on where its value is above 0.
 * Gives    "tpp", "own" = drop(c, c), "other" = mean_{q != c} drop(c, q), per factor of the group, and means;
 *          "ablated": codes taken out, of the n asked for. The ceiling of tpp is about 1/2: classes are balanced. It
 *          is 0 where codes tell nothing of a class.
 * Classes  the largest group of factors that exclude each other in the rows given (firing.h), among those with five
 *          rows to learn from and five to score.
 * Rows     linear_probe.h: where a class is on, as many of the class as of the other classes.
 * Cost     a fit for each class on dims activations; classes^2 times the rows scored times n.
 * R1  ablate=positive takes out fewer codes where fewer have an effect above 0; exact always n: beyond those above 0
 *     the lowest indices, so the score depends on the order of the codes. The published code does so.
 * R2  No group, or no directions: not-applicable; so the factors outside the group.
 */
#include "aggregate.h"
#include "linear_probe.h"
#include "work.h"

enum { POSITIVE, EXACT };
enum { TPP, OWN, OTHER, ABLATED, OUTPUTS };

#define OPTIONS(OPTION)                                                                                                \
    OPTION(CODES, PARAMETER("n", "codes taken out", 1, 1, 10000, ASSAY_WHOLE | ASSAY_DEFINES))                         \
    OPTION(ABLATE,                                                                                                     \
           CHOICE("ablate", "codes of effect above 0 alone, or always n", [POSITIVE] = "positive", [EXACT] = "exact")) \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

/* A class's probe, the rows it is scored on, and what it says of them. */
typedef struct class_probe {
    size_t factor, taken;
    dealt test;
    double *w, *says, before;
    size_t *code; /* [taken] that are taken out */
} class_probe;

typedef struct perturbation {
    const assay_rep *rep;
    assay_call *call;
    probe_desk desk;
    size_t count;
    class_probe *of;
    double *effect, *says; /* [d], [n] */
} perturbation;

/* The classes into member[], of factors that fire in enough rows of either half; count 0: there are none. */
static assay_status choose(perturbation *p, size_t *member)
{
    const assay_rep *rep = p->rep;
    unsigned char *may;
    ASSAY_TRY(LEND(p->call, LOAN(may, rep->n_factors)));
    for (size_t i = 0; i < rep->n_factors; i++)
        may[i] = firing_count(rep, i, p->desk.place, 0, p->desk.half) >= PROBE_LEAST &&
                 firing_count(rep, i, p->desk.place, p->desk.half, rep->n) >= PROBE_LEAST;
    return firing_group(rep, p->desk.fires, may, p->call, member, &p->count);
}

/* The probe of class c, the codes of its effects, and the rows that it is scored on. */
static assay_status class_learn(perturbation *p, size_t c)
{
    class_probe *of = &p->of[c];
    const assay_rep *rep = p->rep;
    const double *option = p->call->option;
    dealt train;
    /* cells: 0 another class alone is on, 1 this one is, 2 none of the group */
    memset(p->desk.cell, 2, rep->n);
    for (size_t q = 0; q < p->count; q++) probe_mark(&p->desk, p->of[q].factor, 0, 0);
    probe_mark(&p->desk, of->factor, 0, 1);
    ASSAY_TRY(probe_deal(&p->desk, 2, 0, p->desk.half, &train));
    ASSAY_TRY(probe_deal(&p->desk, 2, p->desk.half, rep->n, &of->test));
    const size_t most = (size_t)option[CODES] < rep->n_codes ? (size_t)option[CODES] : rep->n_codes;
    ASSAY_TRY(LEND(p->call, LOAN(of->w, rep->dims + 1), LOAN(of->says, of->test.n), LOAN(of->code, most)));
    ASSAY_TRY(probe_fit(&p->desk, &train, 0, of->w));
    probe_says(&p->desk, of->w, &of->test, of->says);
    of->before = probe_accuracy(&of->test, 0, of->says);
    probe_gaps(&p->desk, &train, 0, p->effect);
    for (size_t j = 0; j < rep->n_codes; j++) p->effect[j] = fmax(0.0, p->effect[j]) * probe_along(rep, of->w, j);
    of->taken = probe_codes(&p->desk, p->effect, most, option[ABLATE] == POSITIVE, of->code);
    return ASSAY_OK;
}

/* drop(c, q) */
static double drop(const perturbation *p, const class_probe *c, const class_probe *q)
{
    for (size_t r = 0; r < q->test.n; r++) p->says[r] = q->says[r];
    probe_ablate(&p->desk, q->w, &q->test, c->code, c->taken, NULL, p->says);
    return q->before - probe_accuracy(&q->test, 0, p->says);
}

static void score_class(const perturbation *p, size_t c)
{
    const class_probe *of = &p->of[c];
    assay_series *to = p->call->series;
    const double own = drop(p, of, of);
    double other = 0.0;
    for (size_t q = 0; q < p->count; q++)
        if (q != c) other += drop(p, of, &p->of[q]) / (double)(p->count - 1);
    to[TPP].items[of->factor] = own - other;
    to[OWN].items[of->factor] = own;
    to[OTHER].items[of->factor] = other;
    to[ABLATED].items[of->factor] = (double)of->taken / p->call->option[CODES];
}

/* Factors outside of the group have no items. */
static void fill_others(const perturbation *p)
{
    for (size_t i = 0; i < p->rep->n_factors; i++) {
        if (!isnan(p->call->series[TPP].items[i])) continue;
        const double why = FACTOR_UNDEFINED(p->call, i, "not-applicable", "factor # is not of the group of classes");
        for (size_t o = 0; o < OUTPUTS; o++) p->call->series[o].items[i] = why;
    }
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    perturbation p = { .rep = rep, .call = call };
    const char *refused = probe_refusal(rep);
    size_t *member;
    if (refused) return REFUSED(call, "not-applicable", "%s", refused);
    ASSAY_TRY(LEND(call, LOAN(member, rep->n_factors), LOAN(p.effect, rep->n_codes), LOAN(p.says, rep->n)));
    ASSAY_TRY(probe_desk_make(rep, call, call->option[ORDER], &p.desk));
    ASSAY_TRY(choose(&p, member));
    if (p.count < 2) return REFUSED(call, "not-applicable", "no two factors with enough rows exclude each other");
    ASSAY_TRY(LEND(call, LOAN(p.of, p.count)));
    for (size_t c = 0; c < p.count; c++) p.of[c].factor = member[c];
    for (size_t c = 0; c < p.count; c++) ASSAY_TRY(class_learn(&p, c));
    for (size_t c = 0; c < p.count; c++) score_class(&p, c);
    fill_others(&p);
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    (void)option;
    const double classes = fmin(m, WORK_CLASSES); /* as if found so many */
    return 4.0 * n * m + classes * (n * (classes + work_active(size)) + d) + probe_cost(size, n);
}

static const assay_output outputs[] = {
    { "tpp", ASSAY_PER_FACTOR, 0, -1, 1 },
    { "own", ASSAY_PER_FACTOR, 0, -1, 1 },
    { "other", ASSAY_PER_FACTOR, ASSAY_DESCRIBES, -1, 1 },
    { "ablated", ASSAY_PER_FACTOR, ASSAY_DESCRIBES, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Karvonen et al. 2025 (targeted probe perturbation), codes of positive effect", NULL, NULL },
    { "saebench", "Karvonen et al. 2025, SAEBench, published code", "n=20:ablate=exact:order=table",
      "The first rows are learnt from: rows in order score otherwise. Where fewer than n codes have an effect above 0 "
      "it takes out others, by their index: the score then depends on the order of the codes." },
};

const assay_metric assay_metric_tpp = {
    .flags = ASSAY_RANDOM | ASSAY_DIRECTIONS | ASSAY_SPARSE | ASSAY_SPLIT,
    .id = "tpp",
    .title = "Targeted probe perturbation",
    .family = "dictionary",
    .formula = "mean over classes c of drop(c, c) - mean_{q != c} drop(c, q), drop(c, q) = accuracy of q's probe lost "
               "by taking out the n codes of largest max(0, mean z_j where c - elsewhere) (w_c . W_j) above 0; classes "
               "exclude each other; L2 logistic probes, C = 1, half of the rows learnt from, balanced",
    .source = "Karvonen et al. 2025, SAEBench, arXiv:2503.09532",
    METRIC_PARTS_AND_COST,
};
