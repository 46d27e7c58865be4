/*
 * sparse-probe -- each factor told by the few codes that differ most with it
 *
 *     rank of code j = |mean of z_j where v_i = k - mean where not| / rank_j       k = 1, 2, 5 codes, the first
 *
 *   Then a logistic regression on these codes, z_j / scale_j, with penalty. One value of the factor against the rest,
 *   on rows of which half are of the value; the mean over values. A binary factor: value 1.
 *
 * Source   Karvonen et al. 2025, SAEBench, arXiv:2503.09532 (sparse probing), and the published code of its reliability
 *          audit; Kantamneni et al. 2025, arXiv:2502.16681 (sae-probes); Gurnee et al. 2023, arXiv:2305.01610. No
 *          reference values of theirs; scale is our reading of a name.
 * Takes    factors [M x n], categorical ones by label, continuous ones cut into factor-bins, or either by whether it is
 *          above 0 (classes=firing); codes [d x n].
 * Gives    "accuracy", "auc", "f1", per factor and their means, on rows held out: 1 = the codes chosen tell every
 *          value; 1/2 = nothing. One code: compactness and explicitness; what more codes add is splitting (a factor
 *          spread over several codes).
 * Draws    rows=drawn: one permutation of the rows. Of a value's rows the first half in that order (floor) are learnt
 *          from, the others scored; likewise of the first so many rows without it, no more than have it. rows=halves:
 *          none. The first half of the rows (floor) is learnt from, the other scored; of either the first rows with
 *          and without the value, in equal numbers.
 * Cost     n and d per value, what is not 0 of the codes in its rows, and a logistic regression on `codes` columns; 71
 *          of them with penalty=l1.
 * R1  Fewer than five rows of a value, or without it, to learn from or to score: the value is left out; none is left:
 *     too-few-samples.
 * R2  A constant factor: undefined. A constant code differs by 0. Codes that differ alike to nine decimals: the first.
 * R3  sd: deviation over the rows learnt from; mean-abs: mean |z_j|; none: 1. A code of scale 0 is left as it is: 0. By
 *     mean size every code of one sign that is 0 on one side differs by 2, however seldom it is not 0 on the other: the
 *     order of the codes decides among those.
 * R4  penalty=l2: C = 1. l1: l1_logistic.h.
 */
#include "aggregate.h"
#include "auc.h"
#include "class_split.h"
#include "firing.h"
#include "l1_logistic.h"
#include "logistic.h"
#include "rows.h"
#include "sparse_columns.h"
#include "work.h"

enum { BY_SD, BY_MEAN_ABS, BY_NONE };
enum { VALUES, FIRING };
enum { DRAWN, HALVES };
enum { L2, L1 };
enum { ACCURACY, AUC, F1, OUTPUTS };
enum { LEAST = 5 }; /* R1 */

#define OPTIONS(OPTION)                                                                                                \
    OPTION(FACTOR_BINS, OPTION_FACTOR_BINS)                                                                            \
    OPTION(CODES, PARAMETER("codes", "how many are looked at; all, if there are fewer", 1, 1, 10000,                   \
                            ASSAY_WHOLE | ASSAY_DEFINES))                                                              \
    OPTION(RANK,                                                                                                       \
           CHOICE("rank", "differences of means are divided by the code's deviation, its mean absolute value, or not", \
                  [BY_SD] = "sd", [BY_MEAN_ABS] = "mean-abs", [BY_NONE] = "none"))                                     \
    OPTION(SCALE, CHOICE("scale", "codes are divided by the same for the regression", [BY_SD] = "sd",                  \
                         [BY_MEAN_ABS] = "mean-abs", [BY_NONE] = "none"))                                              \
    OPTION(CLASSES,                                                                                                    \
           CHOICE("classes",                                                                                           \
                  "each value of a factor, or whether it is above 0", [VALUES] = "values", [FIRING] = "firing"))       \
    OPTION(ROWS, CHOICE("rows", "rows learnt from: a drawn half of each side, or the first half of the table",         \
                        [DRAWN] = "drawn", [HALVES] = "halves"))                                                       \
    OPTION(PENALTY,                                                                                                    \
           CHOICE("penalty", "squares, or absolute values with C by cross-validation", [L2] = "l2", [L1] = "l1"))
OPTION_TABLE(OPTIONS);

/* What is added up of a code over the rows learnt from, and made of it. */
typedef struct tally {
    double sum[2], absolute, mean, squares;
    size_t done;       /* rows that are among the squares */
    double scale, gap; /* gap -1: it is looked at */
    size_t place;      /* among those that are, from 1 on; 0: it is not */
} tally;

/* Rows of one problem: to learn from, then to score; and the codes that are looked at. */
typedef struct probe {
    const assay_rep *rep;
    const double *option;
    const firing *codes;
    size_t *order;    /* [n] the rows as they are dealt */
    bins value;       /* of the factor at hand */
    double *room;     /* [n] */
    uint32_t *counts; /* [2 * values] */
    int32_t *number;  /* [n] of the factor's value */
    int32_t *label;   /* [n] 1: the row is of the value */
    uint32_t *row;    /* [n] */
    int32_t *is;      /* [n] of row[] */
    size_t train, n;  /* rows learnt from, and all */
    size_t k;         /* codes looked at */
    tally *of;        /* [d] */
    double *x;        /* [k * n] */
    double *weight;   /* [2 * (k + 1)] */
    double *score;    /* [n] */
} probe;

static assay_status probe_make(const assay_rep *rep, assay_call *call, probe *p)
{
    const size_t n = rep->n, d = rep->n_codes, wanted = (size_t)call->option[CODES], *drawn;
    size_t values = (size_t)call->option[FACTOR_BINS];
    if (n > UINT32_MAX) return call->fail(call, ASSAY_EINPUT, "%zu rows: classifiers take below 2^32", n);
    *p = (probe){ .rep = rep, .option = call->option, .k = wanted < d ? wanted : d, .value = { .n = n } };
    for (size_t i = 0; i < rep->n_factors; i++)
        if (rep->levels[i] > 0 && (size_t)rep->levels[i] > values) values = (size_t)rep->levels[i];
    ASSAY_TRY(LEND(call, LOAN(p->order, n), LOAN(p->label, n), LOAN(p->row, n), LOAN(p->is, n), LOAN(p->x, p->k * n),
                   LOAN(p->weight, 2 * (p->k + 1)), LOAN(p->score, n), LOAN(p->of, d), LOAN(p->room, n),
                   LOAN(p->number, n), LOAN(p->counts, 2 * values), LOAN(p->value.index, n), LOAN(p->value.count, 1),
                   LOAN(p->value.lost, 1)));
    ASSAY_TRY(rows_order(rep, call, call->option[ROWS] == DRAWN ? ORDER_DRAWN : ORDER_TABLE, &drawn));
    for (size_t s = 0; s < n; s++) p->order[s] = drawn ? drawn[s] : s;
    return firing_of_codes(rep, call, &p->codes);
}

/* Of the rows at places first .. last-1 that are, or are not, of the value, takes the from-th to the to-th. */
static void take(probe *p, const size_t place[2], int is, size_t from, size_t to)
{
    size_t met = 0;
    for (size_t r = place[0]; r < place[1] && met < to; r++) {
        const size_t s = p->order[r];
        if (p->label[s] != is || met++ < from) continue;
        p->row[p->n] = (uint32_t)s;
        p->is[p->n++] = is;
    }
}

/* R1: 0 where there are too few rows. */
static int deal_drawn(probe *p)
{
    const size_t n = p->rep->n, all[2] = { 0, n };
    size_t with = 0;
    for (size_t s = 0; s < n; s++) with += p->label[s] == 1;
    const size_t without = n - with < with ? n - with : with;
    take(p, all, 1, 0, with / 2);
    take(p, all, 0, 0, without / 2);
    p->train = p->n;
    take(p, all, 1, with / 2, with);
    take(p, all, 0, without / 2, without);
    return with / 2 >= LEAST && without / 2 >= LEAST;
}

static int deal_halves(probe *p)
{
    const size_t n = p->rep->n, part = rows_part(p->rep, n / 2);
    int enough = 1;
    for (size_t h = 0; h < 2; h++) {
        const size_t half[2] = { h ? part : 0, h ? n : part };
        size_t with = 0;
        for (size_t r = half[0]; r < half[1]; r++) with += p->label[p->order[r]] == 1;
        const size_t without = half[1] - half[0] - with, each = with < without ? with : without;
        take(p, half, 1, 0, each);
        take(p, half, 0, 0, each);
        enough &= each >= LEAST;
        if (!h) p->train = p->n;
    }
    return enough;
}

static double unit_of(double by, double deviation, double mean_size)
{
    const double unit = by == BY_SD ? deviation : by == BY_MEAN_ABS ? mean_size : 1.0;
    return unit > 0.0 ? unit : 1.0;
}

/* Sums and squares of every code over the rows learnt from, row by row: rows where it is 0 add to the squares alone. */
static void add_rows(probe *p)
{
    const firing *f = p->codes;
    const size_t d = p->rep->n_codes;
    memset(p->of, 0, d * sizeof *p->of);
    for (size_t r = 0; r < p->train; r++)
        for (size_t e = f->first[p->row[r]]; e < f->first[p->row[r] + 1]; e++) {
            tally *of = &p->of[f->column[e]];
            of->sum[p->is[r]] += f->value[e];
            of->absolute += fabs(f->value[e]);
        }
    for (size_t j = 0; j < d; j++) p->of[j].mean = (p->of[j].sum[0] + p->of[j].sum[1]) / (double)p->train;
    for (size_t r = 0; r < p->train; r++)
        for (size_t e = f->first[p->row[r]]; e < f->first[p->row[r] + 1]; e++) {
            tally *of = &p->of[f->column[e]];
            const double off = f->value[e] - of->mean;
            of->squares = sparse_repeated(of->squares, of->mean * of->mean, r - of->done) + off * off;
            of->done = r + 1;
        }
}

/* The scale of a code (R3) and how much it differs. rows: learnt from, without and with the value. */
static void weigh_code(probe *p, size_t j, const double rows[2])
{
    const tally *of = &p->of[j];
    const double count = (double)p->train;
    const double squares = sparse_repeated(of->squares, of->mean * of->mean, p->train - of->done);
    const double deviation = sqrt(squares / count), size = of->absolute / count;
    p->of[j].scale = unit_of(p->option[SCALE], deviation, size);
    const double gap = fabs(of->sum[1] / rows[1] - of->sum[0] / rows[0]) / unit_of(p->option[RANK], deviation, size);
    p->of[j].gap = rint(gap * 1e9); /* R2 */
}

/* The k codes that differ most, and their columns. */
static void pick_codes(probe *p)
{
    const firing *f = p->codes;
    const size_t d = p->rep->n_codes;
    double rows[2] = { 0.0, 0.0 };
    for (size_t r = 0; r < p->train; r++) rows[p->is[r]] += 1.0;
    add_rows(p);
    for (size_t j = 0; j < d; j++) weigh_code(p, j, rows);
    for (size_t k = 0; k < p->k; k++) {
        tally *best = p->of;
        for (size_t j = 1; j < d; j++)
            if (p->of[j].gap > best->gap) best = &p->of[j];
        best->place = k + 1;
        best->gap = -1.0;
    }
    memset(p->x, 0, p->k * p->n * sizeof *p->x);
    for (size_t r = 0; r < p->n; r++)
        for (size_t e = f->first[p->row[r]]; e < f->first[p->row[r] + 1]; e++) {
            const tally *of = &p->of[f->column[e]];
            if (of->place) p->x[(of->place - 1) * p->n + r] = f->value[e] / of->scale;
        }
}

/* The weights of the k codes and the intercept, on the rows learnt from. */
static assay_status fit(probe *p, const double **w)
{
    const logistic_options how = { .form = LOGISTIC_ONE_VERSUS_REST, .strength = 1.0 };
    const logistic_rows learnt = { p->x, p->n, p->train, p->k, p->is, 2 };
    const l1_rows sparsely = { p->x, p->n, p->train, p->k, p->is };
    *w = p->weight;
    if (p->option[PENALTY] == L1) return l1_logistic_search(&sparsely, p->weight, NULL);
    *w = p->weight + p->k + 1; /* of class 1 */
    return logistic_fit(&learnt, &how, p->weight, NULL);
}

/* Adds accuracy, area and F1 on the rows scored. */
static assay_status add_scores(probe *p, double to[OUTPUTS])
{
    const size_t test = p->n - p->train;
    const double *w;
    double area, right = 0.0, said = 0.0, is = 0.0, both = 0.0;
    ASSAY_TRY(fit(p, &w));
    for (size_t r = 0; r < test; r++) {
        p->score[r] = w[p->k];
        for (size_t k = 0; k < p->k; k++) p->score[r] += w[k] * p->x[k * p->n + p->train + r];
        const int above = p->score[r] > 0.0, true_is = p->is[p->train + r];
        right += above == true_is;
        said += above;
        is += true_is;
        both += above && true_is;
    }
    ASSAY_TRY(auc_class(p->score, p->is + p->train, test, 1, &area));
    to[ACCURACY] += right / (double)test;
    to[AUC] += area;
    to[F1] += 2.0 * both / (said + is);
    return ASSAY_OK;
}

/* The rows of value k of factor i, dealt; 0 where there are too few. */
static int deal(probe *p, size_t i, size_t k)
{
    const column_table factors = factors_table(p->rep);
    const double *v = column_lent(&factors, i, p->room);
    const int fires = p->option[CLASSES] == FIRING;
    for (size_t s = 0; s < p->rep->n; s++) p->label[s] = fires ? v[s] > 0.0 : p->number[s] == (int32_t)k;
    p->n = 0;
    return p->option[ROWS] == DRAWN && !p->rep->learns ? deal_drawn(p) : deal_halves(p);
}

static assay_status score_factor(probe *p, size_t i, assay_call *call)
{
    const size_t n = p->rep->n;
    const cut how = { .rule = BIN_SCALED, .bins = (size_t)p->option[FACTOR_BINS], .rows = n, .labels = 1 };
    double sum[OUTPUTS] = { 0.0 }, scored = 0.0;
    ASSAY_TRY(discretise_factor(p->rep, call, &how, i, p->room, &p->value));
    const size_t values = p->value.count[0];
    size_t count = class_number(p->value.index, n, values, p->counts, p->counts + values, p->number);
    double why = count < 2 ? constant_factor(call, i) : 0.0;
    if (p->option[CLASSES] == FIRING) count = 2;
    for (size_t k = count == 2; k < count && !isnan(why); k++) {
        if (!deal(p, i, k)) continue;
        pick_codes(p);
        ASSAY_TRY(add_scores(p, sum));
        scored += 1.0;
    }
    if (!isnan(why) && scored == 0.0)
        why = FACTOR_UNDEFINED(call, i, "too-few-samples",
                               "factor #: no value has five rows to learn from and five to score");
    for (size_t o = 0; o < OUTPUTS; o++) call->series[o].items[i] = isnan(why) ? why : sum[o] / scored;
    return ASSAY_OK;
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    probe p;
    ASSAY_TRY(probe_make(rep, call, &p));
    for (size_t i = 0; i < rep->n_factors; i++) ASSAY_TRY(score_factor(&p, i, call));
    return ASSAY_OK;
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double fits = option[PENALTY] == L1 ? 200.0 : 1.0, looked_at = fits * fmin(option[CODES], d);
    /* without data at worst, where fits take all their passes */
    if (!size->n_values) return work_cut(n, m) + m * n * (WORK_CLASSES * (120.0 + 80.0 * looked_at) + 9.0 * d);
    /* entries of the rows of a value and of as many others, gaps between them bridged; then the codes and a fit */
    const double values = work_values(size), fitted = values / (1.0 + values * (1.0 / 30.0 + 20.0 / n));
    const double asked = values > 2.0 ? values : 1.0,
                 entries = n * work_active(size) * (7.0 + 18.0 * pow(work_zeros(size), 4.0));
    const double fit = 12.0 + 4.5 * looked_at + 0.75 * work_levels(n);
    return work_cut(n, m) + m * (fmin(asked, 2.0) * entries + 60.0 * asked * d + n * (1.5 * values + fitted * fit));
}

static const assay_output outputs[] = {
    { "accuracy", ASSAY_PER_FACTOR, ASSAY_COMPACTNESS | ASSAY_EXPLICITNESS, 0.5, 1 },
    { "auc", ASSAY_PER_FACTOR, 0, 0, 1 },
    { "f1", ASSAY_PER_FACTOR, 0, 0, 1 },
};

static const assay_preset presets[] = {
    { "default", "Karvonen et al. 2025 (sparse probing), one code, ranked in units of its deviation", NULL, NULL },
    { "saebench", "Karvonen et al. 2025, published code of its reliability audit",
      "rank=mean-abs:scale=mean-abs:classes=firing:rows=halves",
      "Every code of one sign that fires on one side alone differs by 2, however seldom: among these the order of the "
      "codes decides, and the score of a perfect dictionary changes when its codes are turned round. The first half is "
      "learnt from: rows in order score otherwise." },
    { "sae-probes", "Kantamneni et al. 2025, published code",
      "rank=mean-abs:scale=mean-abs:classes=firing:rows=halves:penalty=l1",
      "As saebench: ties of the rank are decided by the order of the codes. The strength of the penalty follows from "
      "areas of ten folds, of which several are often equal: the smallest C of these." },
};

const assay_metric assay_metric_sparse_probe = {
    .flags = ASSAY_RANDOM | ASSAY_SEPARATE | ASSAY_SPARSE | ASSAY_SPLIT,
    .id = "sparse-probe",
    .title = "Sparse probing",
    .family = "predictor",
    .formula = "accuracy, AUC, F1 of logistic regression for v_i = k against the rest on the codes of largest |mean "
               "z_j where v_i = k - mean elsewhere| / sd_j",
    .source = "Karvonen et al. 2025, arXiv:2503.09532; Gurnee et al. 2023, arXiv:2305.01610",
    METRIC_PARTS_AND_COST,
};
