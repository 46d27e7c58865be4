#include "variance_votes.h"

#include "aggregate.h"

enum { VOTES_OPTIONS(OPTION_PLACE) };
#define ROUNDING 1e-12

typedef struct votes {
    trial t;
    code_rows z;
    double *total, *spread; /* [width] variance over all rows; of a batch */
    size_t *active, n_active;
    size_t only;     /* R1: the code that gets every vote; n_codes: none */
    uint32_t *row;   /* [batch] */
    uint32_t *vote;  /* [points] */
    double *counted; /* [2 * n_played * n_codes] votes learnt from, votes tested on */
    size_t *factor;  /* [n_codes] what the table says */
} votes;

static assay_status votes_lend(votes *f)
{
    assay_call *call = f->t.call;
    const size_t d = f->z.n_codes;
    return LEND(call, LOAN(f->total, f->z.width), LOAN(f->spread, f->z.width), LOAN(f->active, d),
                LOAN(f->row, f->t.batch), LOAN(f->vote, f->t.points), LOAN(f->counted, 2 * d * f->t.n_played),
                LOAN(f->factor, d));
}

/* Variances over all rows or a sample of them. With n - 1 or n in the denominator: no vote depends on it, since it is
 * the same for every code. */
static assay_status measure_codes(votes *f)
{
    assay_call *call = f->t.call;
    const size_t n = f->z.n, asked = (size_t)call->option[VOTES_ROWS], count = asked && asked < n ? asked : n;
    const uint32_t *row = NULL;
    if (count < n) {
        uint32_t *place;
        ASSAY_TRY(LEND(call, LOAN(place, n)));
        row = rows_drawn(call->stream, n, count, place);
    }
    code_rows_variance(&f->z, row, count, count > 1, f->spread, f->total);
    return ASSAY_OK;
}

/* R1; returns whether there is anything to vote for. */
static int choose_codes(votes *f)
{
    assay_call *call = f->t.call;
    const int dead = (int)call->option[VOTES_DEAD];
    const double std = call->option[VOTES_STD];
    f->only = f->z.n_codes;
    for (size_t j = f->z.n_codes; j-- > 0;)
        if (dead == DEAD_VOTE && f->total[j] == 0.0) f->only = j;
    for (size_t j = 0; j < f->z.n_codes; j++)
        if (f->total[j] > 0.0 && ldexp(sqrt(f->total[j]), f->z.exponent[j]) >= std) f->active[f->n_active++] = j;
    if (f->n_active || f->only < f->z.n_codes) return 1;
    if (dead == DEAD_ZERO) call->series[0].value = 0.0;
    else if (std > 0.0)
        call->series[0].value = call->undefined(call, "no-active-code", "all standard deviations are below %g", std);
    else call->series[0].value = call->undefined(call, "no-active-code", "all codes are constant");
    return 0;
}

static size_t batch_vote(votes *f, int fixed)
{
    if (f->only < f->z.n_codes) return f->only;
    code_rows_spread(&f->z, f->row, f->t.batch, f->spread);
    size_t best = f->active[0];
    double extreme = f->spread[best] / f->total[best];
    for (size_t k = 1; k < f->n_active; k++) {
        const size_t j = f->active[k];
        const double ratio = f->spread[j] / f->total[j];
        if (fixed ? ratio < extreme * (1.0 - ROUNDING) : ratio > extreme * (1.0 + ROUNDING)) { /* R2 */
            extreme = ratio;
            best = j;
        }
    }
    return best;
}

/* All the batches of one factor; returns whether they could be drawn. */
static int factor_votes(votes *f, size_t label, int fixed)
{
    trial *t = &f->t;
    if (t->first[label] == t->first[label + 1]) return 1;
    if (!trial_group(t, label, !fixed, trial_least(t))) return 0;
    const int apart = (int)t->call->option[TRIAL_SHORT] == SHORT_REFUSE; /* each batch from all rows anew */
    for (size_t p = t->first[label]; p < t->first[label + 1]; p++) {
        uint32_t group;
        trial_values(t, 1, &group);
        if (!trial_enough(t, label, group)) return 0;
        if (apart) groups_gather(&t->groups, group);
        groups_deal(&t->groups, group, t->batch, 1, t->call->stream, f->row);
        f->vote[p] = (uint32_t)batch_vote(f, fixed);
    }
    return 1;
}

static void count_votes(const votes *f, const size_t *point, size_t n, double *to)
{
    memset(to, 0, f->z.n_codes * f->t.n_played * sizeof *to);
    for (size_t k = 0; k < n; k++) to[f->t.label[point[k]] * f->z.n_codes + f->vote[point[k]]]++;
}

static assay_status table_judge(void *context, const size_t *train, size_t n_train, const size_t *test, size_t n_test,
                                double *accuracy)
{
    votes *f = context;
    const size_t m = f->t.n_played, d = f->z.n_codes;
    double *learnt = f->counted, *tested = learnt + m * d, right = 0.0, all = 0.0;
    count_votes(f, train, n_train, learnt);
    count_votes(f, test, n_test, tested);
    step_show(f->t.call, "the votes learnt from", learnt, m, d);
    step_show(f->t.call, "the votes tested on", tested, m, d);
    for (size_t j = 0; j < d; j++) {
        f->factor[j] = 0;
        for (size_t l = 1; l < m; l++) /* R2 */
            if (learnt[l * d + j] > learnt[f->factor[j] * d + j]) f->factor[j] = l;
        right += tested[f->factor[j] * d + j];
    }
    for (size_t k = 0; k < m * d; k++) all += tested[k];
    *accuracy = right / all;
    return ASSAY_OK;
}

assay_status variance_votes(const assay_rep *rep, int fixed, assay_call *call)
{
    votes f = { .n_active = 0 };
    int defined;
    ASSAY_TRY(trial_begin(rep, !fixed, call, &f.t, &defined));
    if (!defined) return ASSAY_OK;
    ASSAY_TRY(code_rows_make(rep, call, &f.z));
    ASSAY_TRY(votes_lend(&f));
    ASSAY_TRY(measure_codes(&f));
    if (!choose_codes(&f)) return ASSAY_OK;
    for (size_t l = 0; l < f.t.n_played; l++)
        if (!factor_votes(&f, l, fixed)) return ASSAY_OK;
    return trial_end(&f.t, table_judge, &f);
}

double variance_votes_cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double beyond = fmin(fmax(1e-6 * n * d - 0.2, 0.0), 1.0); /* the cache */
    return 10.0 * n * (m + d) + trial_rows(size, option) * (8.0 + (0.15 + 1.2 * beyond) * d);
}
