#include "best_code.h"

#include "lend.h"
#include "rows.h"

assay_status best_codes_make(const assay_rep *rep, assay_call *call, double order, best_codes *to)
{
    const size_t n = rep->n, d = rep->n_codes, first = rows_part(rep, n / 2), *drawn;
    const column_table codes = codes_table(rep);
    *to = (best_codes){ .rep = rep, .turns = rep->learns ? 1 : 2, .rows = { first, n - first } };
    ASSAY_TRY(firing_of(rep, call, &to->factors));
    ASSAY_TRY(firing_of_codes(rep, call, &to->codes));
    ASSAY_TRY(LEND(call, LOAN(to->part, n), LOAN(to->said[0], d), LOAN(to->said[1], d), LOAN(to->both[0], d),
                   LOAN(to->both[1], d)));
    ASSAY_TRY(rows_order(rep, call, order, &drawn));
    for (size_t k = first; k < n; k++) to->part[drawn ? drawn[k] : k] = 1;
    for (size_t j = 0; j < d; j++) {
        const column_entries z = entries_of(&codes, j);
        for (size_t e = 0; e < z.count; e++) to->said[to->part[entry_row(&z, e)]][j] += z.value[e] > 0.0;
    }
    return ASSAY_OK;
}

int best_codes_meet(best_codes *b, size_t factor)
{
    const column_table factors = factors_table(b->rep);
    const column_entries v = entries_of(&factors, factor);
    const firing *f = b->codes;
    for (size_t h = 0; h < 2; h++) {
        b->on[h] = 0;
        memset(b->both[h], 0, b->rep->n_codes * sizeof *b->both[h]);
    }
    for (size_t e = 0; e < v.count; e++) {
        if (!(v.value[e] > 0.0)) continue;
        const size_t s = entry_row(&v, e), h = b->part[s];
        b->on[h]++;
        for (size_t k = f->first[s]; k < f->first[s + 1]; k++) b->both[h][f->column[k]] += f->value[k] > 0.0;
    }
    int enough = 1;
    for (size_t h = 0; h < 2; h++) enough &= b->on[h] >= BEST_LEAST && b->rows[h] - b->on[h] >= BEST_LEAST;
    return enough;
}

double best_codes_f1(const best_codes *b, size_t part, size_t j)
{
    size_t both = 0, either = 0;
    for (size_t h = 0; h < 2; h++) {
        if (part < 2 && h != part) continue;
        both += b->both[h][j];
        either += b->said[h][j] + b->on[h];
    }
    return either ? 2.0 * (double)both / (double)either : 0.0;
}

size_t best_codes_of(const best_codes *b, size_t part)
{
    size_t best = 0;
    double most = best_codes_f1(b, part, 0);
    for (size_t j = 1; j < b->rep->n_codes; j++) {
        const double f1 = best_codes_f1(b, part, j);
        if (f1 > most) most = f1, best = j;
    }
    return best;
}

assay_status best_codes_show(best_codes *b, assay_call *call)
{
    static const char *const name[2] = { "f1-first", "f1-other" };
    const size_t m = b->rep->n_factors, d = b->rep->n_codes;
    double *f1 = call->alloc(call, m * d, sizeof *f1);
    if (!f1) return ASSAY_ENOMEM;
    for (size_t h = 0; h < 2; h++) {
        for (size_t i = 0; i < m; i++) {
            (void)best_codes_meet(b, i);
            for (size_t j = 0; j < d; j++) f1[i * d + j] = best_codes_f1(b, h, j);
        }
        call->step(call, name[h], f1, m, d);
    }
    return ASSAY_OK;
}
