#include "linear_probe.h"

#include "lend.h"
#include "logistic.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>

typedef struct code_rank {
    double value;
    size_t code;
} code_rank;

const char *probe_refusal(const assay_rep *rep)
{
    if (!rep->directions) return "the codes have no directions";
    return rep->activations || rep->true_directions ? NULL : "neither activations nor true directions are known";
}

assay_status probe_desk_make(const assay_rep *rep, assay_call *call, double order, probe_desk *to)
{
    const size_t n = rep->n, *drawn;
    *to = (probe_desk){ .rep = rep, .call = call, .half = rows_part(rep, n / 2) };
    ASSAY_TRY(firing_of(rep, call, &to->fires));
    ASSAY_TRY(firing_of_codes(rep, call, &to->codes));
    ASSAY_TRY(LEND(call, LOAN(to->cell, n), LOAN(to->label, n), LOAN(to->column, n), LOAN(to->along, rep->n_factors),
                   LOAN(to->weight, 2 * (rep->dims + 1)), LOAN(to->rank, rep->n_codes), LOAN(to->sum, rep->n_codes),
                   LOAN(to->place, n), LOAN(to->order, n)));
    ASSAY_TRY(rows_order(rep, call, order, &drawn));
    for (size_t k = 0; k < n; k++) {
        to->order[k] = drawn ? drawn[k] : k;
        to->place[to->order[k]] = (uint32_t)k;
    }
    return ASSAY_OK;
}

void probe_mark(probe_desk *desk, size_t factor, unsigned keep, unsigned set)
{
    const column_table factors = factors_table(desk->rep);
    const column_entries x = entries_of(&factors, factor);
    for (size_t e = 0; e < x.count; e++) {
        unsigned char *cell = &desk->cell[entry_row(&x, e)];
        if (x.value[e] > 0.0) *cell = (unsigned char)((*cell & keep) | set);
    }
}

assay_status probe_deal(const probe_desk *desk, size_t cells, size_t from, size_t to, dealt *rows)
{
    size_t count[256] = { 0 }, last[256] = { 0 };
    for (size_t k = from; k < to; k++) count[desk->cell[desk->order[k]]]++;
    rows->each = count[0];
    for (size_t c = 1; c < cells; c++) rows->each = count[c] < rows->each ? count[c] : rows->each;
    rows->n = 0;
    ASSAY_TRY(LEND(desk->call, LOAN(rows->at, cells * rows->each + 1), LOAN(rows->cell, cells * rows->each + 1)));
    memset(count, 0, sizeof count);
    for (size_t k = from; k < to; k++) { /* place beyond the last row of the cell */
        const unsigned char cell = desk->cell[desk->order[k]];
        if (count[cell]++ < rows->each) last[cell] = k + 1;
    }
    for (size_t s = 0; s < desk->rep->n; s++) {
        const unsigned char cell = desk->cell[s];
        if (cell >= cells || desk->place[s] < from || desk->place[s] >= last[cell]) continue;
        rows->cell[rows->n] = cell;
        rows->at[rows->n++] = (uint32_t)s;
    }
    return ASSAY_OK;
}

/* Activations of the rows dealt, dimension by dimension. */
static void gather(const probe_desk *desk, const dealt *rows)
{
    const assay_rep *rep = desk->rep;
    const firing *f = desk->fires;
    for (size_t k = 0; k < rep->dims; k++) {
        double *x = desk->x + k * rows->n;
        for (size_t r = 0; r < rows->n; r++) {
            const size_t s = rows->at[r];
            x[r] = 0.0;
            if (rep->activations) x[r] = rep->activations[k * rep->n + s];
            else
                for (size_t e = f->first[s]; e < f->first[s + 1]; e++)
                    x[r] += f->value[e] * rep->true_directions[f->column[e] * rep->dims + k];
        }
    }
}

/* Room for the rows: no more than twice the most of any problem. */
static assay_status make_room(probe_desk *desk, size_t rows)
{
    if (rows <= desk->room) return ASSAY_OK;
    desk->room = rows > 2 * desk->room ? rows : 2 * desk->room;
    desk->x = desk->call->alloc(desk->call, desk->rep->dims * desk->room, sizeof *desk->x);
    return desk->x ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status probe_fit(probe_desk *desk, const dealt *rows, unsigned bit, double *w)
{
    const logistic_options how = { .form = LOGISTIC_ONE_VERSUS_REST, .strength = 1.0 };
    const size_t dims = desk->rep->dims;
    ASSAY_TRY(make_room(desk, rows->n));
    const logistic_rows learnt = { desk->x, rows->n, rows->n, dims, desk->label, 2 };
    gather(desk, rows);
    for (size_t r = 0; r < rows->n; r++) desk->label[r] = rows->cell[r] >> bit & 1;
    ASSAY_TRY(logistic_fit(&learnt, &how, desk->weight, NULL));
    for (size_t k = 0; k <= dims; k++) w[k] = desk->weight[dims + 1 + k]; /* of class 1 */
    return ASSAY_OK;
}

void probe_says(const probe_desk *desk, const double *w, const dealt *rows, double *says)
{
    const assay_rep *rep = desk->rep;
    const firing *f = desk->fires;
    for (size_t i = 0; i < rep->n_factors && !rep->activations; i++)
        desk->along[i] = dot(w, rep->true_directions + i * rep->dims, rep->dims);
    for (size_t r = 0; r < rows->n; r++) {
        const size_t s = rows->at[r];
        says[r] = w[rep->dims];
        if (rep->activations)
            for (size_t k = 0; k < rep->dims; k++) says[r] += w[k] * rep->activations[k * rep->n + s];
        else
            for (size_t e = f->first[s]; e < f->first[s + 1]; e++) says[r] += f->value[e] * desk->along[f->column[e]];
    }
}

double probe_cost(const assay_size *size, double n)
{
    const double dims = (double)size->dims;
    return n * (0.4 * dims * dims + 12.0 * dims + 100.0);
}

double probe_accuracy(const dealt *rows, unsigned bit, const double *says)
{
    size_t right = 0;
    for (size_t r = 0; r < rows->n; r++) right += (says[r] > 0.0) == (rows->cell[r] >> bit & 1);
    return (double)right / (double)rows->n;
}

double probe_along(const assay_rep *rep, const double *w, size_t j)
{
    return dot(w, rep->directions + j * rep->dims, rep->dims);
}

void probe_ablate(const probe_desk *desk, const double *w, const dealt *rows, const size_t *code, size_t count,
                  const double *keep, double *says)
{
    const column_table codes = codes_table(desk->rep);
    for (size_t k = 0; k < count; k++) {
        const double along = probe_along(desk->rep, w, code[k]), kept = keep ? keep[code[k]] : 0.0;
        column_at(&codes, code[k], rows->at, rows->n, desk->column);
        for (size_t r = 0; r < rows->n; r++) says[r] -= (desk->column[r] - kept) * along;
    }
}

/* desk->sum: of every code on the rows without and with the bit; count: rows. */
static void sum_codes(const probe_desk *desk, const dealt *rows, unsigned bit, double count[2])
{
    const firing *f = desk->codes;
    memset(desk->sum, 0, f->columns * sizeof *desk->sum);
    count[0] = count[1] = 0.0;
    for (size_t r = 0; r < rows->n; r++) {
        const unsigned has = rows->cell[r] >> bit & 1;
        const size_t s = rows->at[r];
        count[has] += 1.0;
        for (size_t e = f->first[s]; e < f->first[s + 1]; e++) desk->sum[f->column[e]][has] += f->value[e];
    }
}

void probe_gaps(const probe_desk *desk, const dealt *rows, unsigned bit, double *gap)
{
    double count[2];
    sum_codes(desk, rows, bit, count);
    for (size_t j = 0; j < desk->rep->n_codes; j++) gap[j] = desk->sum[j][1] / count[1] - desk->sum[j][0] / count[0];
}

void probe_means(const probe_desk *desk, const dealt *rows, double *mean)
{
    enum { NONE = 8 }; /* no cell has this bit */
    double count[2];
    sum_codes(desk, rows, NONE, count);
    for (size_t j = 0; j < desk->rep->n_codes; j++) mean[j] = desk->sum[j][0] / count[0];
}

static int by_rank(const void *a, const void *b)
{
    const code_rank *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->code < y->code ? -1 : x->code > y->code;
}

size_t probe_codes(const probe_desk *desk, const double *value, size_t count, int above, size_t *to)
{
    size_t ranked = 0;
    for (size_t j = 0; j < desk->rep->n_codes; j++) {
        const double rounded = rint(value[j] * 1e9); /* codes that differ by rounding alone are ties */
        if (!above || rounded > 0.0) desk->rank[ranked++] = (code_rank){ rounded, j };
    }
    qsort(desk->rank, ranked, sizeof *desk->rank, by_rank);
    if (ranked > count) ranked = count;
    for (size_t k = 0; k < ranked; k++) to[k] = desk->rank[k].code;
    return ranked;
}
