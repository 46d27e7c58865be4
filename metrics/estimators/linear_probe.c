#include "linear_probe.h"

#include "logistic.h"

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

assay_status probe_desk_make(const assay_rep *rep, assay_call *call, probe_desk *to)
{
    *to = (probe_desk){ .rep = rep, .call = call };
    ASSAY_TRY(firing_of(rep, call, &to->fires));
    to->cell = call->alloc(call, rep->n, sizeof *to->cell);
    to->x = call->alloc(call, rep->dims * rep->n, sizeof *to->x);
    to->label = call->alloc(call, rep->n, sizeof *to->label);
    to->along = call->alloc(call, rep->n_factors, sizeof *to->along);
    to->weight = call->alloc(call, 2 * (rep->dims + 1), sizeof *to->weight);
    to->rank = call->alloc(call, rep->n_codes, sizeof *to->rank);
    return to->cell && to->x && to->label && to->along && to->weight && to->rank ? ASSAY_OK : ASSAY_ENOMEM;
}

assay_status probe_deal(const probe_desk *desk, size_t cells, size_t from, size_t to, int equal, dealt *rows)
{
    size_t count[256] = { 0 }, taken[256] = { 0 }, total = 0;
    for (size_t s = from; s < to; s++) count[desk->cell[s]]++;
    rows->each = count[0];
    for (size_t c = 1; c < cells; c++) rows->each = count[c] < rows->each ? count[c] : rows->each;
    for (size_t c = 0; c < cells; c++) total += equal ? rows->each : count[c];
    rows->n = 0;
    rows->at = desk->call->alloc(desk->call, total + 1, sizeof *rows->at);
    rows->cell = desk->call->alloc(desk->call, total + 1, sizeof *rows->cell);
    if (!rows->at || !rows->cell) return ASSAY_ENOMEM;
    for (size_t s = from; s < to; s++) {
        const unsigned char cell = desk->cell[s];
        if (cell >= cells || (equal && taken[cell] == rows->each)) continue;
        taken[cell]++;
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
                    x[r] += f->value[e] * rep->true_directions[f->factor[e] * rep->dims + k];
        }
    }
}

assay_status probe_fit(probe_desk *desk, const dealt *rows, unsigned bit, double *w)
{
    const logistic_options how = { .form = LOGISTIC_ONE_VERSUS_REST, .strength = 1.0 };
    const size_t dims = desk->rep->dims;
    const logistic_rows learnt = { desk->x, rows->n, rows->n, dims, desk->label, 2 };
    gather(desk, rows);
    for (size_t r = 0; r < rows->n; r++) desk->label[r] = rows->cell[r] >> bit & 1;
    ASSAY_TRY(logistic_fit(&learnt, &how, desk->weight, NULL));
    for (size_t k = 0; k <= dims; k++) w[k] = desk->weight[dims + 1 + k]; /* of class 1 */
    return ASSAY_OK;
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

void probe_says(const probe_desk *desk, const double *w, const dealt *rows, double *says)
{
    const assay_rep *rep = desk->rep;
    const firing *f = desk->fires;
    for (size_t i = 0; i < rep->n_factors && !rep->activations; i++)
        desk->along[i] = product(w, rep->true_directions + i * rep->dims, rep->dims);
    for (size_t r = 0; r < rows->n; r++) {
        const size_t s = rows->at[r];
        says[r] = w[rep->dims];
        if (rep->activations)
            for (size_t k = 0; k < rep->dims; k++) says[r] += w[k] * rep->activations[k * rep->n + s];
        else
            for (size_t e = f->first[s]; e < f->first[s + 1]; e++) says[r] += f->value[e] * desk->along[f->factor[e]];
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
    return product(w, rep->directions + j * rep->dims, rep->dims);
}

void probe_ablate(const assay_rep *rep, const double *w, const dealt *rows, const size_t *code, size_t count,
                  const double *keep, double *says)
{
    for (size_t k = 0; k < count; k++) {
        const double *z = rep->codes + code[k] * rep->n, along = probe_along(rep, w, code[k]);
        const double kept = keep ? keep[code[k]] : 0.0;
        for (size_t r = 0; r < rows->n; r++) says[r] -= (z[rows->at[r]] - kept) * along;
    }
}

void probe_gaps(const assay_rep *rep, const dealt *rows, unsigned bit, double *gap)
{
    double count[2] = { 0.0 };
    for (size_t r = 0; r < rows->n; r++) count[rows->cell[r] >> bit & 1] += 1.0;
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double *z = rep->codes + j * rep->n;
        double sum[2] = { 0.0 };
        for (size_t r = 0; r < rows->n; r++) sum[rows->cell[r] >> bit & 1] += z[rows->at[r]];
        gap[j] = sum[1] / count[1] - sum[0] / count[0];
    }
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
