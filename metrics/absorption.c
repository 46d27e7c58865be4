/*
 * absorption -- rows of a parent on which its own codes are silent and another code carries its direction
 *
 *     share_j = z_j (W_j . u)      whole = x . u      W_j: direction of code j, u: the parent's, of length 1
 *     absorbers: codes that are not the parent's, z_j > 0, cos(W_j, u) >= cosine
 *     full      1 where every main code is off and the largest share of an absorber is at least `share` of the whole
 *     fraction  a / (a + m) where m < whole and a >= `share` of the whole, else 0; a, m: shares of the absorbers and of
 *               the main codes, their sums cut off at 0
 *
 *   means over the rows scored where the parent is on and its probe says so.
 *
 * Takes    directions of codes; activations x, or true directions; a factor is on where its value is above 0.
 * Gives    "full", "fraction" per parent, and means. 0: none; the most is the worst. No zero is certain for fraction: a
 *          child's own direction has a part along its parent's.
 * Parents  of=parents: factors with children, those that never fire without it (firing.h); all: every factor.
 * Main     main=directions: codes whose direction is nearest to the parent's of all true ones. main=probe, as
 *          published: the first k codes of largest difference of means, k the first of 1 .. 10 after which one code
 *          more adds at most .03 to the F1 of a logistic regression on them, on the rows learnt from. Codes that
 *          absorb count as main then.
 * Rows     linear_probe.h, as many with the parent as without.
 * Cost     two fits for each parent, eleven with main=probe; the directions of directions.h.
 * R1  along=probe, as published: u is the parent's probe, which leans towards its children; a perfect dictionary then
 *     has a fraction of .4 where features are many for the dims.
 * R2  full-cosine below -1 and full-share below 0: those of fraction. A share of 0 asks for one above 0. most: so many
 *     of the largest absorbers are added up, 0: all. excess=cut: a is at most whole - m.
 * R3  No directions, or no true ones where they are asked for: not-applicable; so a factor without children. Fewer than
 *     five rows in the parent or out of it to learn from, or none to score: too-few-samples.
 */
#include "aggregate.h"
#include "directions.h"
#include "linear_probe.h"
#include "logistic.h"
#include "work.h"

enum { BY_DIRECTIONS, BY_PROBE };
enum { ALONG_TRUTH, ALONG_PROBE };
enum { EXCESS_KEEP, EXCESS_CUT };
enum { OF_PARENTS, OF_ALL };
enum { FULL, FRACTION, OUTPUTS };
enum { MAIN_MOST = 10, ABSORBERS_MOST = 16 };
#define F1_STEP 0.03

#define OPTIONS(OPTION)                                                                                               \
    OPTION(MAIN, CHOICE("main", "the parent's codes: nearest by direction, or chosen by a probe as published",        \
                        [BY_DIRECTIONS] = "directions", [BY_PROBE] = "probe"))                                        \
    OPTION(ALONG, CHOICE("along", "the parent's direction: the true one, or its probe's as published",                \
                         [ALONG_TRUTH] = "truth", [ALONG_PROBE] = "probe"))                                           \
    OPTION(COSINE, PARAMETER("cosine", "least cosine of a code that absorbs", 0.1, -1, 1, ASSAY_DEFINES))             \
    OPTION(SHARE, PARAMETER("share", "least part of the whole that absorbing codes carry", 0.4, 0, 1, ASSAY_DEFINES)) \
    OPTION(FULL_COSINE, PARAMETER("full-cosine", "the same for full; below -1: as cosine", -2, -2, 1, ASSAY_DEFINES)) \
    OPTION(FULL_SHARE, PARAMETER("full-share", "the same for full; below 0: as share", -1, -1, 1, ASSAY_DEFINES))     \
    OPTION(MOST, PARAMETER("most", "largest absorbing codes added up; 0: all", 0, 0, ABSORBERS_MOST,                  \
                           ASSAY_WHOLE | ASSAY_DEFINES))                                                              \
    OPTION(EXCESS, CHOICE("excess", "what absorbing codes carry beyond the whole is kept, or cut",                    \
                          [EXCESS_KEEP] = "keep", [EXCESS_CUT] = "cut"))                                              \
    OPTION(OF, CHOICE("of", "factors with children, or all", [OF_PARENTS] = "parents", [OF_ALL] = "all"))             \
    OPTION(ORDER, OPTION_ORDER)
OPTION_TABLE(OPTIONS);

typedef struct row_shares {
    double whole, main, other, largest; /* largest: of an absorber by the thresholds of full */
    double top[ABSORBERS_MOST];         /* the largest, descending */
    int on;                             /* whether a main code is */
} row_shares;

/* What a code may be of a parent, and what one unit of it adds along the parent's direction. */
typedef struct carrier {
    double along;
    int is_main, may, may_fully;
} carrier;

typedef struct absorbing {
    const assay_rep *rep;
    assay_call *call;
    probe_desk desk;
    directions dir;
    dealt scored;
    row_shares *row;            /* [n] of scored */
    size_t *met, *code;         /* [m], [d] */
    unsigned char *child;       /* [m] */
    carrier *carries;           /* [d] */
    double *size;               /* [d] lengths of directions */
    double *w, *u, *gap, *says; /* [dims + 1], [dims + 1], [d], [n] */
    double *few, *weight;       /* [MAIN_MOST * n] codes of a small regression, [2 * (MAIN_MOST + 1)] */
} absorbing;

static assay_status absorbing_make(absorbing *a)
{
    const size_t n = a->rep->n, m = a->rep->n_factors, d = a->rep->n_codes, dims = a->rep->dims;
    ASSAY_TRY(LEND(a->call, LOAN(a->row, n), LOAN(a->met, m), LOAN(a->code, d), LOAN(a->child, m), LOAN(a->carries, d),
                   LOAN(a->size, d), LOAN(a->w, dims + 1), LOAN(a->u, dims + 1), LOAN(a->gap, d), LOAN(a->says, n),
                   LOAN(a->few, MAIN_MOST * n), LOAN(a->weight, 2 * (MAIN_MOST + 1))));
    for (size_t j = 0; j < d; j++) a->size[j] = direction_length(a->rep->directions + j * dims, dims);
    if (a->rep->true_directions) ASSAY_TRY(directions_of(a->rep, a->call, &a->dir));
    return probe_desk_make(a->rep, a->call, a->call->option[ORDER], &a->desk);
}

/* F1 on the rows learnt from of a logistic regression on the first k codes. */
static assay_status f1_of(absorbing *a, const dealt *train, size_t k, double *f1)
{
    const logistic_options how = { .form = LOGISTIC_ONE_VERSUS_REST, .strength = 1.0 };
    const logistic_rows learnt = { a->few, train->n, train->n, k, a->desk.label, 2 };
    const double *w = a->weight + k + 1;
    double said = 0.0, is = 0.0, both = 0.0;
    ASSAY_TRY(logistic_fit(&learnt, &how, a->weight, NULL));
    for (size_t r = 0; r < train->n; r++) {
        double f = w[k];
        for (size_t c = 0; c < k; c++) f += w[c] * a->few[c * train->n + r];
        said += f > 0.0;
        is += train->cell[r];
        both += f > 0.0 && train->cell[r];
    }
    *f1 = 2.0 * both / (said + is);
    return ASSAY_OK;
}

static assay_status main_by_probe(absorbing *a, const dealt *train)
{
    double before, next;
    size_t k = 1;
    const column_table codes = codes_table(a->rep);
    probe_gaps(&a->desk, train, 0, a->gap);
    for (size_t j = 0; j < a->rep->n_codes; j++) a->gap[j] = fabs(a->gap[j]);
    const size_t most = probe_codes(&a->desk, a->gap, MAIN_MOST, 0, a->code);
    for (size_t c = 0; c < most; c++) column_at(&codes, a->code[c], train->at, train->n, a->few + c * train->n);
    for (size_t r = 0; r < train->n; r++) a->desk.label[r] = train->cell[r];
    ASSAY_TRY(f1_of(a, train, 1, &before));
    for (; k < most; k++, before = next) {
        ASSAY_TRY(f1_of(a, train, k + 1, &next));
        if (next - before <= F1_STEP) break;
    }
    for (size_t c = 0; c < k; c++) a->carries[a->code[c]].is_main = 1;
    return ASSAY_OK;
}

/* u: of the probe or the true direction, of length 1; the intercept 0. */
static void unit_along(absorbing *a, size_t parent)
{
    const size_t dims = a->rep->dims;
    const double *from = a->call->option[ALONG] == ALONG_TRUTH ? a->rep->true_directions + parent * dims : a->w;
    const double size = direction_length(from, dims);
    for (size_t k = 0; k < dims; k++) a->u[k] = size > 0.0 ? from[k] / size : 0.0;
    a->u[dims] = 0.0;
}

/* The rows scored: where the parent is on and the probe says so. */
static assay_status deal_scored(absorbing *a, size_t parent)
{
    const size_t n = a->rep->n;
    size_t kept = 0;
    memset(a->desk.cell, 1, n);
    probe_mark(&a->desk, parent, 0, 0);
    ASSAY_TRY(probe_deal(&a->desk, 1, a->desk.half, n, &a->scored));
    probe_says(&a->desk, a->w, &a->scored, a->says);
    for (size_t r = 0; r < a->scored.n; r++)
        if (a->says[r] > 0.0) a->scored.at[kept++] = a->scored.at[r];
    a->scored.n = kept;
    return ASSAY_OK;
}

static void add_top(row_shares *row, size_t most, double share)
{
    size_t k = most;
    while (k > 0 && row->top[k - 1] < share) k--;
    for (size_t at = most; at-- > k + 1;) row->top[at] = row->top[at - 1];
    if (k < most) row->top[k] = share;
}

static void weigh_code(absorbing *a, size_t j)
{
    const double *option = a->call->option, along = probe_along(a->rep, a->u, j);
    const double cosine = a->size[j] > 0.0 ? along / a->size[j] : 0.0;
    const double full_cosine = option[FULL_COSINE] < -1.0 ? option[COSINE] : option[FULL_COSINE];
    a->carries[j].along = along;
    a->carries[j].may = cosine >= option[COSINE];
    a->carries[j].may_fully = cosine >= full_cosine;
}

/* What code j adds to a row where it is not 0. */
static void add_code(const absorbing *a, size_t j, double value, row_shares *row)
{
    const carrier *of = &a->carries[j];
    const double share = value * of->along;
    const size_t most = (size_t)a->call->option[MOST];
    if (of->is_main) {
        row->main += share;
        row->on |= value > 0.0;
    } else if (value > 0.0) {
        if (of->may_fully) row->largest = fmax(row->largest, share);
        if (of->may && most) add_top(row, most, share);
        else if (of->may) row->other += share;
    }
}

static void add_codes(absorbing *a)
{
    const firing *f = a->desk.codes;
    for (size_t j = 0; j < a->rep->n_codes; j++) weigh_code(a, j);
    for (size_t r = 0; r < a->scored.n; r++) {
        const size_t s = a->scored.at[r];
        for (size_t e = f->first[s]; e < f->first[s + 1]; e++) add_code(a, f->column[e], f->value[e], &a->row[r]);
    }
}

static void score_rows(absorbing *a, double to[OUTPUTS])
{
    const double *option = a->call->option;
    const double full_share = option[FULL_SHARE] < 0.0 ? option[SHARE] : option[FULL_SHARE];
    for (size_t r = 0; r < a->scored.n; r++) {
        const row_shares *row = &a->row[r];
        const double m = fmax(0.0, row->main);
        double other = row->other;
        for (size_t k = 0; k < (size_t)option[MOST]; k++) other += row->top[k];
        to[FULL] += !row->on && row->largest > 0.0 && row->largest >= full_share * row->whole;
        if (!(m < row->whole && other > 0.0 && other >= option[SHARE] * row->whole)) continue;
        if (option[EXCESS] == EXCESS_CUT) other = fmin(other, row->whole - m);
        to[FRACTION] += other / (other + m);
    }
    for (size_t o = 0; o < OUTPUTS; o++) to[o] /= (double)a->scored.n;
}

/* Whether there are rows enough; then the shares of a parent. */
static assay_status parent_shares(absorbing *a, size_t parent, int *enough, double to[OUTPUTS])
{
    const size_t n = a->rep->n, d = a->rep->n_codes;
    dealt train;
    memset(a->desk.cell, 0, n);
    probe_mark(&a->desk, parent, 0, 1);
    ASSAY_TRY(probe_deal(&a->desk, 2, 0, a->desk.half, &train));
    *enough = train.each >= PROBE_LEAST;
    if (!*enough) return ASSAY_OK;
    ASSAY_TRY(probe_fit(&a->desk, &train, 0, a->w));
    for (size_t j = 0; j < d; j++)
        a->carries[j].is_main = a->call->option[MAIN] == BY_DIRECTIONS && a->dir.feature[j] == parent;
    if (a->call->option[MAIN] == BY_PROBE) ASSAY_TRY(main_by_probe(a, &train));
    unit_along(a, parent);
    ASSAY_TRY(deal_scored(a, parent));
    *enough = a->scored.n > 0;
    if (!*enough) return ASSAY_OK;
    probe_says(&a->desk, a->u, &a->scored, a->says);
    for (size_t r = 0; r < a->scored.n; r++) a->row[r] = (row_shares){ .whole = a->says[r] };
    add_codes(a);
    score_rows(a, to);
    return ASSAY_OK;
}

static assay_status score_parent(absorbing *a, size_t parent)
{
    int enough = 1;
    double to[OUTPUTS] = { 0.0 }, why = 0.0;
    const size_t children = firing_children(a->rep, a->desk.fires, parent, a->met, a->child);
    if (!children && a->call->option[OF] == OF_PARENTS)
        why = FACTOR_UNDEFINED(a->call, parent, "not-applicable", "factor # has no children");
    else ASSAY_TRY(parent_shares(a, parent, &enough, to));
    if (!enough)
        why =
            FACTOR_UNDEFINED(a->call, parent, "too-few-samples", "factor # has too few rows to learn from or to score");
    for (size_t o = 0; o < OUTPUTS; o++) a->call->series[o].items[parent] = why == 0.0 ? to[o] : why;
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    absorbing a = { .rep = rep, .call = call };
    const char *refused = probe_refusal(rep);
    const int asks = call->option[MAIN] == BY_DIRECTIONS || call->option[ALONG] == ALONG_TRUTH;
    if (!refused && !rep->true_directions && asks)
        refused = "true directions are not known: main=probe along=probe need none";
    if (refused) return REFUSED(call, "not-applicable", "%s", refused);
    ASSAY_TRY(absorbing_make(&a));
    for (size_t i = 0; i < rep->n_factors; i++) ASSAY_TRY(score_parent(&a, i));
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double parents = option[OF] == OF_PARENTS ? 0.5 * fmin(m, 10.0) : m; /* as if five of ten had children */
    return directions_cost(size) + 4.0 * n * m +
           parents * (n * work_active(size) + d * (double)size->dims + probe_cost(size, n));
}

static const assay_output outputs[] = {
    { "full", ASSAY_PER_FACTOR, 0, 0, 1 },
    { "fraction", ASSAY_PER_FACTOR, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Chanin et al. 2024; Karvonen et al. 2025, a parent's codes by their directions", NULL, NULL },
    { "saebench-0.3.2", "Karvonen et al. 2025, SAEBench 0.3.2, published code",
      "main=probe:along=probe:cosine=-1:share=0:full-cosine=0.025:full-share=0.4:order=table",
      "Codes that absorb count as the parent's own, so that full absorption reads 0. fraction has no thresholds: parts "
      "of other features along the probe count as absorbed. The first rows are learnt from: rows in order score "
      "otherwise." },
    { "saebench-0.6.0", "Karvonen et al. 2025, SAEBench 0.6.0, published code",
      "main=probe:along=probe:full-cosine=0.025:most=3:excess=cut:order=table",
      "Codes that absorb count as the parent's own, so that full absorption reads 0. A fraction below .4 of the whole, "
      "or spread over more than three codes, is not seen; a perfect dictionary may have more than an absorbed one. The "
      "first rows are learnt from: rows in order score otherwise." },
};

const assay_metric assay_metric_absorption = {
    .flags = ASSAY_RANDOM | ASSAY_DIRECTIONS | ASSAY_LOSS | ASSAY_SPARSE | ASSAY_SPLIT,
    .id = "absorption",
    .title = "Feature absorption",
    .family = "dictionary",
    .formula =
        "rows where parent p is on and its L2 probe (C = 1, balanced, half of the rows) says so: full = share of rows "
        "with every code of p off and one of cos(W_j, u) >= cosine with z_j W_j.u >= share x.u; fraction = a / (a + "
        "m), a, m = sums of z_j W_j.u over such codes and over those of p; u: true direction of p",
    .source = "Chanin et al. 2024, arXiv:2409.14507; Karvonen et al. 2025, SAEBench, arXiv:2503.09532",
    METRIC_PARTS_AND_COST,
};
