/*
 * Newton's method on two unknowns. The loss is quadratic between the lines on which a row enters or leaves the set of
 * margin violators, so a full Newton step that leaves that set as it was ends exactly at the minimum; until then the
 * step is shortened to where the slope along it is nearly zero.
 */
#include "svm.h"

#include "ascending.h"
#include "lend.h"
#include "radix_order.h"

#include <math.h>

/* Prefix sums are differences later, and what an outlier adds must cancel to the last digit of the others: each sum is
 * two doubles (Dekker 1971). */
typedef struct pair {
    double high, low;
} pair;

typedef struct svm_sum {
    pair x, xx;
} svm_sum;

/* Count, sum and sum of squares of some rows' x. */
typedef struct moments {
    size_t count;
    pair x, xx;
} moments;

/* One class against the rest. In u = w / scale and v = w centre + b the score is u x + v. */
typedef struct duel {
    const svm_code *code;
    const uint32_t *place; /* [m] sorted places of the class's rows */
    const svm_sum *sum;    /* [m + 1] sums over the first of them */
    size_t m;
    double weight_in, weight_out; /* C of either side */
    double scale, shift;          /* w = u scale, b = v - u shift */
} duel;

typedef struct state {
    double u, v;
    size_t in, out; /* where the sorted code stops violating, or starts to, on either side */
    double gradient[2], hessian[3];
} state;

static pair pair_add(pair a, pair b)
{
    const double high = a.high + b.high, part = high - a.high;
    const double low = ((a.high - (high - part)) + (b.high - part)) + (a.low + b.low);
    return (pair){ high + low, low - ((high + low) - high) };
}

static pair pair_minus(pair a, pair b) { return pair_add(a, (pair){ -b.high, -b.low }); }

static svm_sum sum_next(svm_sum before, double x)
{
    return (svm_sum){ pair_add(before.x, (pair){ x, 0.0 }), pair_add(before.xx, (pair){ x * x, 0.0 }) };
}

assay_status svm_code_make(const double *code, size_t n, svm_code *to)
{
    *to = (svm_code){ .n = n, .scale = 1.0 };
    if (n == 0) return ASSAY_EINPUT;
    to->block = LEND_BLOCK(LOAN(to->x, n), LOAN(to->row, n), LOAN(to->sum, n + 1));
    const assay_status st = to->block ? radix_order(code, n, to->x, to->row) : ASSAY_ENOMEM;
    if (st != ASSAY_OK) {
        svm_code_free(to);
        return st;
    }
    to->centre = to->x[n / 2]; /* the median: the mean would follow an outlier and cost the others their digits */
    const double reach = fmax(to->x[n - 1] - to->centre, to->centre - to->x[0]);
    int exponent = 0;
    (void)frexp(reach, &exponent);
    if (reach > 0.0) to->scale = ldexp(1.0, exponent < -1000 ? 1000 : -exponent); /* a power of two: exact */
    to->sum[0] = (svm_sum){ { 0.0, 0.0 }, { 0.0, 0.0 } };
    for (size_t r = 0; r < n; r++) {
        to->x[r] = (to->x[r] - to->centre) * to->scale;
        to->sum[r + 1] = sum_next(to->sum[r], to->x[r]);
    }
    return ASSAY_OK;
}

void svm_code_free(svm_code *code)
{
    free(code->block);
    *code = (svm_code){ 0 };
}

/* First sorted place whose score is at least `level` (u >= 0), or no longer at least `level` (u < 0). Rounding is
 * monotone, so the scores are in order exactly as the x are. */
static size_t cut(const svm_code *code, double u, double v, double level)
{
    size_t first;
    COUNT_WHILE(code->n, at, (u * code->x[at] + v >= level) != (u >= 0.0), first)
    return first;
}

/* How many of the class's rows are sorted before `at`. */
static size_t members_before(const duel *of, size_t at)
{
    size_t before;
    COUNT_WHILE(of->m, k, of->place[k] < at, before)
    return before;
}

static moments between(const svm_sum *sum, size_t from, size_t to)
{
    return (moments){ to - from, pair_minus(sum[to].x, sum[from].x), pair_minus(sum[to].xx, sum[from].xx) };
}

static moments without(moments all, moments some)
{
    return (moments){ all.count - some.count, pair_minus(all.x, some.x), pair_minus(all.xx, some.xx) };
}

static void side_add(state *at, double c, double y, moments a)
{
    /* sum over violators of c (1 - y (u x + v))^2 */
    const double count = (double)a.count, x = a.x.high, xx = a.xx.high;
    at->gradient[0] += 2.0 * c * (at->u * xx + at->v * x - y * x);
    at->gradient[1] += 2.0 * c * (at->u * x + at->v * count - y * count);
    at->hessian[0] += 2.0 * c * xx;
    at->hessian[1] += 2.0 * c * x;
    at->hessian[2] += 2.0 * c * count;
}

/* Gradient and Hessian of the objective at (u, v). */
static void evaluate(const duel *of, double u, double v, state *at)
{
    const size_t n = of->code->n;
    *at = (state){ .u = u, .v = v };
    at->in = cut(of->code, u, v, 1.0);
    at->out = cut(of->code, u, v, -1.0); /* a score of exactly -1 or 1 adds nothing on either side of the cut */
    const size_t in_from = u >= 0.0 ? 0 : at->in, in_to = u >= 0.0 ? at->in : n;
    const size_t out_from = u >= 0.0 ? at->out : 0, out_to = u >= 0.0 ? n : at->out;
    const moments in = between(of->sum, members_before(of, in_from), members_before(of, in_to));
    const moments ours = between(of->sum, members_before(of, out_from), members_before(of, out_to));
    side_add(at, of->weight_in, 1.0, in);
    side_add(at, of->weight_out, -1.0, without(between(of->code->sum, out_from, out_to), ours));
    const double intercept = v - u * of->shift;
    at->gradient[0] += u * of->scale * of->scale - of->shift * intercept;
    at->gradient[1] += intercept;
    at->hessian[0] += of->scale * of->scale + of->shift * of->shift;
    at->hessian[1] -= of->shift;
    at->hessian[2] += 1.0;
}

/* Newton step from at; 0 where the matrix cannot be told from a singular one and the step is along the intercept. */
static void newton_step(const state *at, double step[2])
{
    const double a = at->hessian[0], b = at->hessian[1], c = at->hessian[2], share = b / c, rest = a - share * b;
    step[0] = rest > 1e-15 * a ? -(at->gradient[0] - share * at->gradient[1]) / rest : 0.0;
    step[1] = (-at->gradient[1] - b * step[0]) / c;
}

/* Goes the whole step, or as much of it as does not climb back from the lowest point on the way: there the slope along
 * the step, which grows all the way, is nearly zero. */
static void line_search(const duel *of, const double step[2], state *at)
{
    const double u = at->u, v = at->v, start = fabs(at->gradient[0] * step[0] + at->gradient[1] * step[1]);
    double low = 0.0, high = 1.0, t = 1.0;
    for (size_t tries = 0; tries < 60; tries++) {
        evaluate(of, u + t * step[0], v + t * step[1], at);
        const double slope = at->gradient[0] * step[0] + at->gradient[1] * step[1];
        if (slope > 0.1 * start) high = t;
        else if (slope < -0.5 * start && high < 1.0) low = t;
        else return;
        t = 0.5 * (low + high);
    }
}

static void minimise(const duel *of, double *u, double *v)
{
    state at, next;
    evaluate(of, 0.0, 0.0, &at);
    for (size_t steps = 0; steps < 200; steps++) {
        double step[2];
        newton_step(&at, step);
        next = at;
        line_search(of, step, &next);
        const int settled = next.in == at.in && next.out == at.out && (next.u >= 0.0) == (at.u >= 0.0);
        const int still = next.u == at.u && next.v == at.v;
        at = next;
        if (still) break;
        /* the same violators before and after: the step was exact, and one more only polishes the rounding */
        if (settled && fabs(step[0]) <= 1e-12 * fabs(at.u) && fabs(step[1]) <= 1e-12 * fabs(at.v)) break;
    }
    *u = at.u, *v = at.v;
}

/* Sorted places of every class's rows, class after class; first[k] is where class k starts (n_classes + 1). */
static void classes_split(const svm_code *code, const int32_t *label, size_t n_classes, size_t *first, uint32_t *place)
{
    memset(first, 0, (n_classes + 1) * sizeof *first);
    for (size_t r = 0; r < code->n; r++) first[label[r] + 1]++;
    for (size_t k = 0; k < n_classes; k++) first[k + 1] += first[k];
    for (size_t r = 0; r < code->n; r++) place[first[label[code->row[r]]]++] = (uint32_t)r;
    memmove(first + 1, first, n_classes * sizeof *first);
    first[0] = 0;
}

/* One class: prefix sums, the minimum, and back to code units. sum: [m + 1] scratch. */
static void class_fit(duel *of, svm_sum *sum, double *slope, double *intercept)
{
    double u, v;
    sum[0] = (svm_sum){ { 0.0, 0.0 }, { 0.0, 0.0 } };
    for (size_t r = 0; r < of->m; r++) sum[r + 1] = sum_next(sum[r], of->code->x[of->place[r]]);
    of->sum = sum;
    of->scale = of->code->scale;
    of->shift = of->code->centre * of->code->scale;
    minimise(of, &u, &v);
    *slope = u * of->scale;
    *intercept = v - u * of->shift;
}

static assay_status labels_check(const svm_code *code, const int32_t *label, size_t n_classes,
                                 const svm_options *options)
{
    if (code->n == 0 || n_classes == 0 || !(options->strength > 0.0 && isfinite(options->strength)))
        return ASSAY_EINPUT;
    for (size_t s = 0; s < code->n; s++)
        if (label[s] < 0 || (size_t)label[s] >= n_classes) return ASSAY_EINPUT; /* R3 */
    return ASSAY_OK;
}

/* The rows of each class: as classes_split leaves them. */
typedef struct class_rows {
    size_t n_classes;
    size_t *first;   /* [n_classes + 1] */
    uint32_t *place; /* [n] */
    svm_sum *sum;    /* [n + 1] room */
} class_rows;

static void classes_fit(const svm_code *code, const class_rows *rows, const svm_options *options, double *slope,
                        double *intercept)
{
    const size_t n_classes = rows->n_classes, *first = rows->first;
    size_t present = 0, mirrored = n_classes;
    for (size_t k = 0; k < n_classes; k++) present += first[k + 1] > first[k];
    const double fair = (double)code->n / (double)present;
    for (size_t k = 0; k < n_classes; k++) {
        const size_t m = first[k + 1] - first[k];
        slope[k] = 0.0;
        intercept[k] = m ? 0.0 : -HUGE_VAL; /* R2 */
        if (m == 0 || present < 2) continue;
        if (mirrored < n_classes) { /* the second of two classes */
            slope[k] = -slope[mirrored];
            intercept[k] = -intercept[mirrored];
            continue;
        }
        duel of = { .code = code, .place = rows->place + first[k], .m = m };
        of.weight_in = options->balanced ? options->strength * (fair / (double)m) : options->strength;
        of.weight_out = options->strength;
        if (options->balanced && present == 2) of.weight_out *= fair / (double)(code->n - m);
        class_fit(&of, rows->sum, &slope[k], &intercept[k]);
        if (present == 2) mirrored = k;
    }
}

assay_status svm_fit(const svm_code *code, const int32_t *label, size_t n_classes, const svm_options *options,
                     double *slope, double *intercept)
{
    ASSAY_TRY(labels_check(code, label, n_classes, options));
    class_rows rows = { .n_classes = n_classes };
    void *const block =
        LEND_BLOCK(LOAN(rows.first, n_classes + 1), LOAN(rows.place, code->n), LOAN(rows.sum, code->n + 1));
    if (!block) return ASSAY_ENOMEM;
    classes_split(code, label, n_classes, rows.first, rows.place);
    classes_fit(code, &rows, options, slope, intercept);
    free(block);
    return ASSAY_OK;
}

double svm_accuracy(const double *code, size_t n, const int32_t *label, const double *slope, const double *intercept,
                    size_t n_classes)
{
    size_t right = 0;
    for (size_t s = 0; s < n; s++) {
        size_t at = 0;
        for (size_t k = 1; k < n_classes; k++)
            if (slope[k] * code[s] + intercept[k] > slope[at] * code[s] + intercept[at]) at = k;
        right += (int32_t)at == label[s];
    }
    return n ? (double)right / (double)n : NAN;
}
