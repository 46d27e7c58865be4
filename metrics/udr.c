/*
 *     R_jl between code j of table a and code l of table b: |coefficient| of a lasso of z_l on all codes of a, or the
 *     absolute correlation of ranks
 *     s_ab = 1/2 mean_l (max_j R_jl)^2 / sum_j R_jl + 1/2 mean_j (max_l R_jl)^2 / sum_l R_jl
 *     score_b = median_a s_ab
 *
 *   Codes are those of `tables` tables side by side, each of d / tables codes: the same rows through several trained
 *   models. Of a file with codes_1, codes_2, ... `score` and `study` say how many. Codes are standardised; the lasso
 *   minimises squares / (2n) + penalty |w|, 1000 sweeps at most.
 *
 * Takes    codes [d x n], d a multiple of `tables`; factors are not looked at.
 * Gives    "udr", for each code the score of its table, and the mean over tables; in [0, 1], 1 = every code of a table
 *          answers to one code of the others. Tables that agree in what is wrong agree: it measures no property of
 *          factors. Identical tables score .9, not 1, by a lasso of penalty .1, which shrinks its coefficient.
 * Cost     tables^2 (n d^2 + descents).
 * R1  A code that does not change is left out; of a table of such codes alone all scores are 0.
 * R2  d no multiple of `tables`: undefined, not-applicable. Fewer than 3 rows: too-few-samples.
 * R3  0/0 counts 0.
 * R4  The pairs of two tables take more than the limit whole-tables, from 11,586 codes each on: not-applicable.
 */
#include "aggregate.h"
#include "ascending.h"
#include "correlation.h"
#include "lasso.h"
#include "limit.h"
#include "scaling.h"
#include "work.h"

enum { BY_LASSO, BY_RANKS };

#define OPTIONS(OPTION)                                                                                               \
    OPTION(TABLES, PARAMETER("tables", "code tables that stand side by side", 2, 2, 64, ASSAY_WHOLE | ASSAY_DEFINES)) \
    OPTION(RELATION,                                                                                                  \
           CHOICE("similarity", "what two codes have in common", [BY_LASSO] = "lasso", [BY_RANKS] = "spearman"))      \
    OPTION(STOP, OPTION_STOP)                                                                                         \
    OPTION(PENALTY, NUMBER("penalty", "of the lasso's coefficients", 0.1, 1e-6, 10))
OPTION_TABLE(OPTIONS);

/* Codes that change, table by table. */
typedef struct tables {
    size_t n, count;
    double *at;    /* [codes * n] standardised, or ready to be correlated */
    size_t *first; /* [count + 1] the table's first code among those */
} tables;

static assay_status tables_make(const assay_rep *rep, assay_call *call, tables *to)
{
    const size_t n = rep->n, d = rep->n_codes, count = (size_t)call->option[TABLES];
    const double *codes;
    size_t kept = 0;
    *to = (tables){ .n = n, .count = count };
    ASSAY_TRY(LEND(call, LOAN(to->at, n * d), LOAN(to->first, count + 1)));
    ASSAY_TRY(codes_scaled(rep, call, SCALING_STANDARD, n, &codes));
    for (size_t j = 0; j < d; j++) {
        if (j % (d / count) == 0) to->first[j / (d / count)] = kept;
        if (column_is_constant(rep->codes + j * n, n)) continue; /* R1 */
        memcpy(to->at + kept++ * n, codes + j * n, n * sizeof *codes);
    }
    to->first[count] = kept;
    return ASSAY_OK;
}

/* Code j of table a and code l of table b: at[j * of_a + l * of_b] = |relation|. */
typedef struct pairs {
    double *at;
    size_t high, wide, of_a, of_b;
} pairs;

static assay_status relate(const tables *t, size_t a, size_t b, assay_call *call, pairs *to)
{
    const size_t high = t->first[a + 1] - t->first[a], wide = t->first[b + 1] - t->first[b], n = t->n;
    const double *x = t->at + t->first[a] * n, *y = t->at + t->first[b] * n;
    to->high = high, to->wide = wide;
    if (call->option[RELATION] == BY_RANKS) {
        units of_a, of_b;
        to->of_a = wide, to->of_b = 1;
        ASSAY_TRY(units_lend(high, n, CORRELATION_SPEARMAN, call, &of_a));
        ASSAY_TRY(units_lend(wide, n, CORRELATION_SPEARMAN, call, &of_b));
        ASSAY_TRY(units_fill(&of_a, x, n, NULL, n));
        ASSAY_TRY(units_fill(&of_b, y, n, NULL, n));
        ASSAY_TRY(units_correlate(&of_a, &of_b, 0.0, to->at));
    } else {
        const double penalty = call->option[PENALTY];
        const lasso_options how = {
            .penalty = &penalty, .n_penalties = 1, .final_sweeps = 1000, .exact = call->option[STOP] == STOP_OPTIMUM
        };
        to->of_a = 1, to->of_b = high;
        ASSAY_TRY(lasso_fit(x, y, n, high, wide, &how, &(lasso_result){ .weight = to->at }));
    }
    for (size_t k = 0; k < high * wide; k++) to->at[k] = fabs(to->at[k]);
    return ASSAY_OK;
}

/* Mean over `lines` of max^2 / sum along each; R3. */
static double strength(const double *r, size_t lines, size_t length, size_t next_line, size_t next)
{
    double mean = 0.0;
    for (size_t k = 0; k < lines; k++) {
        double most = 0.0, sum = 0.0;
        for (size_t e = 0; e < length; e++) {
            most = fmax(most, r[k * next_line + e * next]);
            sum += r[k * next_line + e * next];
        }
        if (sum > 0.0) mean += most * most / sum / (double)lines;
    }
    return mean;
}

/* s_ab of the relations of two tables, code j of a and l of b at j * of_a + l * of_b. */
static double answers(const double *r, size_t high, size_t wide, size_t of_a, size_t of_b)
{
    return 0.5 * strength(r, wide, high, of_b, of_a) + 0.5 * strength(r, high, wide, of_a, of_b);
}

/* s[a * tables + b]. A host that looks sees the relations of all codes, and those between tables count as it left. */
static assay_status relate_all(const tables *t, assay_call *call, size_t d, pairs *p, double *s)
{
    const size_t *first = t->first, count = t->count * t->count;
    double *all = NULL;
    if (call->step) ASSAY_TRY(LEND(call, LOAN(all, d * d)));
    for (size_t pair = 0; pair < count; pair++) {
        const size_t a = pair / t->count, b = pair % t->count;
        const int shown = call->step && call->option[RELATION] == BY_RANKS;
        if ((a == b && !shown) || first[a] == first[a + 1] || first[b] == first[b + 1]) continue;
        ASSAY_TRY(relate(t, a, b, call, p));
        s[pair] = answers(p->at, p->high, p->wide, p->of_a, p->of_b);
        for (size_t j = 0; all && j < p->high; j++)
            for (size_t l = 0; l < p->wide; l++)
                all[(first[a] + j) * d + first[b] + l] = p->at[j * p->of_a + l * p->of_b];
    }
    if (all) step_show(call, "the relations of codes", all, d, d);
    for (size_t pair = 0; all && pair < count; pair++) {
        const size_t *a = first + pair / t->count, *b = first + pair % t->count;
        s[pair] = answers(all + *a * d + *b, a[1] - *a, b[1] - *b, d, 1);
    }
    return ASSAY_OK;
}

/* score_b; room for as many numbers as there are tables. */
static double table_score(const double *s, size_t count, size_t b, double *room)
{
    size_t seen = 0;
    for (size_t a = 0; a < count; a++)
        if (a != b) room[seen++] = s[a * count + b];
    qsort(room, seen, sizeof *room, ascending);
    return 0.5 * (room[(seen - 1) / 2] + room[seen / 2]);
}

/* R4: the relations of two tables, and of a lasso the products of its codes. */
static double pairs_bytes(double d, const double *option)
{
    return (option[RELATION] == BY_RANKS ? 8.0 : 16.0) * d * d / (option[TABLES] * option[TABLES]);
}

static assay_status score(const assay_rep *rep, assay_call *call)
{
    const size_t d = rep->n_codes, count = (size_t)call->option[TABLES];
    assay_series *series = &call->series[0];
    tables t;
    if (d % count) /* R2 */
        return REFUSED(call, "not-applicable",
                       "%zu codes are not %zu tables of as many each; tables=T says how many there are", d, count);
    if (rep->n < 3) return REFUSED(call, "too-few-samples", "three rows at least");
    const double bytes = pairs_bytes((double)d, call->option), most = limit_at(LIMIT_WHOLE_TABLES)->value;
    if (bytes > most) /* R4 */
        return REFUSED(call, "not-applicable",
                       "%zu x %zu pairs of codes take %.3g GB, and the limit is %.3g (`assay list limits`, "
                       "whole-tables); `assay study --consistency` compares dictionaries by their directions",
                       d / count, d / count, 1e-9 * bytes, 1e-9 * most);
    double *s, *room, sum = 0.0;
    pairs p;
    ASSAY_TRY(LEND(call, LOAN(s, count * count), LOAN(room, count), LOAN(p.at, d / count * (d / count))));
    ASSAY_TRY(tables_make(rep, call, &t));
    ASSAY_TRY(relate_all(&t, call, d, &p, s));
    for (size_t b = 0; b < count; b++) {
        const double of = table_score(s, count, b, room);
        for (size_t j = b * d / count; j < (b + 1) * d / count; j++) series->items[j] = of;
        sum += of / (double)count;
    }
    series->value = sum;
    return ASSAY_OK;
}

COST(match_cost, option[RELATION] == BY_RANKS || pairs_bytes(d, option) > limit_at(LIMIT_WHOLE_TABLES)->value
                     ? 0.0
                     : 6.0 * d * d * d / option[TABLES]);

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, d = (double)size->n_codes;
    if (pairs_bytes(d, option) > limit_at(LIMIT_WHOLE_TABLES)->value) return 0.0; /* R4 */
    if (option[RELATION] == BY_RANKS) return 40.0 * n * d * option[TABLES] + n * d * d;
    return 6.0 * n * d + 0.1 * n * d * d + match_cost(size, option);
}

static const assay_solver solver = { .work = "codes of each two tables matched, d^3 / tables", .cost = match_cost };

static const assay_output outputs[] = { { "udr", ASSAY_PER_CODE, 0, 0, 1 } };

static const assay_preset presets[] = {
    { "default", "Duan et al. 2020, lasso", NULL, NULL },
    { "duan2020", "Duan et al. 2020, published code", "stop=published",
      "Which codes are active is read from the model's divergence there, whose threshold is .01 whatever the option "
      "says; here from whether a code changes." },
};

const assay_metric assay_metric_udr = {
    .flags = ASSAY_ABSENT | ASSAY_REPEATS | ASSAY_CODES_ALONE,
    .id = "udr",
    .title = "Unsupervised Disentanglement Ranking",
    .family = "unsupervised",
    .formula = "score_b = median over tables a of 1/2 mean_l max_j R_jl^2 / sum_j R_jl + 1/2 mean_j max_l R_jl^2 / "
               "sum_l R_jl, R_jl = |lasso coefficient| of code l of b on code j of a",
    .source = "Duan et al. 2020, arXiv:1905.12614",
    METRIC_PARTS_AND_COST,
    .solver = &solver,
};
