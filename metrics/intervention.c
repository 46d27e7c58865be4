/*
 * R1  One factor: nothing to tell apart, "one-factor". A factor that does not vary cannot be intervened on: left out
 *     (constants=skip), and fewer than two that do are undefined likewise.
 * R2  A factor no value of which has rows enough for a batch: "too-few-samples".
 */
#include "intervention.h"

enum { TRIAL_OPTIONS(OPTION_PLACE, 0, 0, 0) };

static int undefine(trial *t, double reason)
{
    t->call->series[0].value = reason;
    return 0;
}

static int factor_varies(const bins *v, size_t i)
{
    const uint16_t *index = v->index + i * v->n;
    size_t first = 0; /* row that has the factor */
    while (first < v->n && index[first] == v->count[i]) first++;
    for (size_t s = first; s < v->n; s++)
        if (index[s] != index[first] && index[s] != v->count[i]) return 1;
    return 0;
}

/* R1 */
static assay_status choose_factors(trial *t, int *defined)
{
    const size_t m = t->rep->n_factors;
    const int keep = (int)t->call->option[TRIAL_CONSTANTS] == CONSTANT_KEEP;
    size_t *played = t->call->alloc(t->call, m, sizeof *played);
    if (!played) return ASSAY_ENOMEM;
    for (size_t i = 0; i < m; i++)
        if (keep || factor_varies(t->v, i)) played[t->n_played++] = i;
    t->played = played;
    *defined = t->n_played >= 2;
    if (t->n_played >= 2) return ASSAY_OK;
    if (m < 2) undefine(t, t->call->undefined(t->call, "one-factor", "there is no other factor to compare it with"));
    else if (t->rep->n < 2) undefine(t, t->call->undefined(t->call, "too-few-samples", "one row makes no batch"));
    else if (t->n_played) undefine(t, FACTOR_UNDEFINED(t->call, played[0], "one-factor", "only factor # varies"));
    else undefine(t, t->call->undefined(t->call, "constant-factor", "all factors are constant"));
    return ASSAY_OK;
}

/* counts[l] += the points that fall to factor l */
static assay_status share_out(trial *t, size_t points, size_t *counts)
{
    uint32_t *drawn = t->call->alloc(t->call, points, sizeof *drawn);
    if (!drawn) return ASSAY_ENOMEM;
    dice_throw(t->call->stream, t->n_played, points, drawn);
    for (size_t p = 0; p < points; p++) counts[drawn[p]]++;
    return ASSAY_OK;
}

/* How many points each factor gets, which are for training, and their labels. */
static assay_status plan_points(trial *t)
{
    assay_call *call = t->call;
    const size_t train = (size_t)call->option[TRIAL_TRAIN], test = (size_t)call->option[TRIAL_TEST];
    const size_t each = call->option[TRIAL_POINTS] == POINTS_PER_FACTOR, times = each ? t->n_played : 1;
    t->points = times * (train + test);
    t->n_train = times * train;
    size_t *trained, *tested;
    ASSAY_TRY(LEND(call, LOAN(t->first, t->n_played + 1), LOAN(t->label, t->points), LOAN(t->order, t->points),
                   LOAN(trained, t->n_played), LOAN(tested, t->n_played)));
    for (size_t l = 0; each && l < t->n_played; l++) trained[l] = train, tested[l] = test;
    if (!each) ASSAY_TRY(share_out(t, train, trained));
    if (!each) ASSAY_TRY(share_out(t, test, tested));

    size_t to_train = 0, to_test = t->n_train;
    for (size_t l = 0; l < t->n_played; l++) {
        size_t p = t->first[l];
        for (size_t k = 0; k < trained[l]; k++) t->order[to_train++] = p++;
        for (size_t k = 0; k < tested[l]; k++) t->order[to_test++] = p++;
        t->first[l + 1] = p;
        for (p = t->first[l]; p < t->first[l + 1]; p++) t->label[p] = (uint32_t)l;
    }
    return ASSAY_OK;
}

assay_status trial_begin(const assay_rep *rep, int others, assay_call *call, trial *to, int *defined)
{
    const cut how =
        cut_of_factors(call->option[TRIAL_BINS], rep->n, call->option[TRIAL_CATEGORIES] == CATEGORIES_LABELS);
    *to = (trial){ .rep = rep, .call = call, .batch = (size_t)call->option[TRIAL_BATCH] };
    ASSAY_TRY(discretise_factors(rep, call, &how, &to->v));
    ASSAY_TRY(choose_factors(to, defined));
    if (!*defined) return ASSAY_OK;
    ASSAY_TRY(LEND(call, LOAN(to->value, to->batch)));
    ASSAY_TRY(groups_lend(to->v, others, call, &to->groups));
    return plan_points(to);
}

size_t trial_least(const trial *t) { return (int)t->call->option[TRIAL_SHORT] == SHORT_REFUSE ? 1 : 2; }

/* R2 */
int trial_group(trial *t, size_t label, int others, size_t least)
{
    if (others) groups_others(t->v, t->played[label], least, &t->groups);
    else groups_same(t->v, t->played[label], least, &t->groups);
    if (t->groups.count) return 1;
    return undefine(t, FACTOR_UNDEFINED(t->call, t->played[label], "too-few-samples",
                                        others ? "no two rows agree in all factors but factor #; fewer bins would help"
                                               : "factor # has no value with two rows"));
}

int trial_enough(trial *t, size_t label, size_t group)
{
    const size_t size = group_size(&t->groups, group);
    if (size >= t->batch || (int)t->call->option[TRIAL_SHORT] == SHORT_REPEAT) return 1;
    return undefine(t, FACTOR_UNDEFINED(t->call, t->played[label], "too-few-samples",
                                        "a value of factor # has %zu rows, a batch %zu", size, t->batch));
}

void trial_values(trial *t, size_t count, uint32_t *to)
{
    const groups *g = &t->groups;
    if ((int)t->call->option[TRIAL_VALUES] == VALUES_ALIKE) {
        dice_throw(t->call->stream, g->count, count, to);
        return;
    }
    dice_throw(t->call->stream, g->rows, count, to);
    for (size_t k = 0; k < count; k++) to[k] = g->of[to[k]];
}

assay_status trial_end(trial *t, trial_judge *judge, void *context)
{
    const double *option = t->call->option;
    const size_t splits = (size_t)option[TRIAL_SPLITS], times = splits ? splits : 1;
    double sum = 0.0, accuracy;
    for (size_t k = 0; k < times; k++) {
        if (splits) assay_stream_permutation(t->call->stream, t->order, t->points);
        const size_t *test = t->order + t->n_train;
        ASSAY_TRY(judge(context, t->order, t->n_train, test, t->points - t->n_train, &accuracy));
        sum += accuracy;
    }
    accuracy = sum / (double)times;
    const double chance = 1.0 / (double)t->n_played;
    t->call->series[0].value = option[TRIAL_SCALED] == YES ? (accuracy - chance) / (1.0 - chance) : accuracy;
    return ASSAY_OK;
}

double trial_rows(const assay_size *size, const double *option)
{
    const double points = option[TRIAL_TRAIN] + option[TRIAL_TEST];
    return option[TRIAL_BATCH] * points * (option[TRIAL_POINTS] == POINTS_PER_FACTOR ? (double)size->n_factors : 1.0);
}
