/*
 * svm-accuracy -- how well a linear support vector machine on one code tells the values of a factor
 *
 *     value_ij = share of rows whose predicted value is theirs
 *     factor_total_i = code_total_j = 1, or 0 where constant
 *
 *   One machine per value against the rest, squared hinge, regularised intercept; see svm.h. A line through one code
 *   can only cut off the ends: of many ordered values it tells few, so that even perfect codes stay far below 1.
 *
 * Source   Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3 (SAP for discrete factors); as published by
 *          Locatello et al. 2019 (split=batches, balanced), Zhang et al. 2021 (split=stratified), and Watcharasupat and
 *          Lerch 2022 (split=none).
 * Takes    factors [M x n], continuous ones cut into factor-bins equal widths (rule scaled), categorical ones by label;
 *          codes [d x n] as they are: the penalty makes the accuracy depend on their scale.
 * Gives    M x d accuracies in [0, 1].
 * Cost     sorting every code once (per factor where the split is random), then O(n K) per pair; 25 ms at n = 20000,
 *          M = d = 8, K = 10.
 * R1  A constant factor has total 0 and values 0. A factor that cannot be split: its total is undefined, see
 *     class_split.h.
 * R2  A constant code has total 0; its values are those of the constant prediction, about the largest share of a value.
 */
#include "code_accuracy.h"

#include "crew.h"
#include "relation.h"
#include "svm.h"
#include "work.h"

OPTION_TABLE(SVM_OPTIONS);

typedef struct machines {
    const assay_rep *rep;
    const class_split *of; /* [M] */
    svm_options how;
    size_t most; /* values of a factor */
    double *value;
} machines;

/* One thread's room. */
typedef struct bench_of_one {
    svm_code code;
    double *learnt, *scored, *slope, *intercept;
    int32_t *label;
} bench_of_one;

static void room_drop(void *own)
{
    svm_code_free(&((bench_of_one *)own)->code);
    free(own);
}

static void *room_make(void *shared)
{
    const machines *all = shared;
    const size_t n = all->rep->n;
    bench_of_one room = { .code = { 0 } };
    return LEND_ROOM(room, LOAN(room.learnt, n), LOAN(room.scored, n), LOAN(room.slope, all->most),
                     LOAN(room.intercept, all->most), LOAN(room.label, n));
}

/* Code j and all factors. */
static assay_status code_run(void *shared, void *own, size_t j)
{
    const machines *all = shared;
    bench_of_one *room = own;
    const double *column = all->rep->codes + j * all->rep->n;
    int sorted = 0;
    for (size_t i = 0; i < all->rep->n_factors; i++) {
        const class_split *of = &all->of[i];
        if (of->one) continue; /* R1 */
        if (!sorted || of->train.at) {
            svm_code_free(&room->code);
            const double *x = rows_take(of->train, column, room->learnt);
            ASSAY_TRY(svm_code_make(x, of->train.count, &room->code));
            sorted = 1;
        }
        const int32_t *label = rows_take_labels(of->train, of->label, room->label);
        ASSAY_TRY(svm_fit(&room->code, label, of->count, &all->how, room->slope, room->intercept));
        const double *x = rows_take(of->test, column, room->scored);
        label = rows_take_labels(of->test, of->label, room->label);
        all->value[i * all->rep->n_codes + j] =
            svm_accuracy(x, of->test.count, label, room->slope, room->intercept, of->count);
    }
    return ASSAY_OK;
}

static assay_status compute(const assay_rep *rep, assay_call *call, assay_relation *to)
{
    const double *option = call->option;
    machines all = { .rep = rep, .most = 1, .how = { option[SVM_STRENGTH], option[SVM_WEIGHTS] == WEIGHTS_BALANCED } };
    relation_cells own;
    ASSAY_TRY(relation_lend(call, to, &own));
    ASSAY_TRY(class_split_of_factors(rep, call, option[FACTOR_BINS], option[CATEGORIES] == CATEGORIES_LABELS,
                                     (int)option[SVM_SPLIT], &all.of));
    ASSAY_TRY(relation_code_totals(rep, call, &own));
    for (size_t i = 0; i < rep->n_factors; i++) {
        const class_split *of = &all.of[i];
        const double reason = of->count > 1 ? class_split_undefined(of, i, call) : 0.0;
        own.factor_total[i] = isnan(reason) ? reason : of->count > 1 ? 1.0 : 0.0;
        all.most = of->count > all.most ? of->count : all.most;
    }
    const crew_work work = { .make = room_make, .drop = room_drop, .run = code_run };
    all.value = own.value;
    return crew_run(&work, &all, rep->n_codes, call->jobs);
}

static double cost(const assay_size *size, const double *option)
{
    const double n = (double)size->n, m = (double)size->n_factors, d = (double)size->n_codes;
    const double sorts = option[SVM_SPLIT] == HOLD_FIFTH || option[SVM_SPLIT] == HOLD_STRATIFIED ? m * d : d;
    return work_cut(n, m) + work_sort(n) * sorts + 2.0 * n * m * d * work_values(size);
}

const relation_kind relation_svm_accuracy = {
    .id = "svm-accuracy",
    .cyclic = 1,
    .title = "Accuracy of support vector machines on one code",
    .source = "Kumar, Sattigeri, Balakrishnan 2018, arXiv:1711.00848, section 3",
    RELATION_PARTS,
};
