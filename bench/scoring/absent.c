/* Whole parts of a representation with absent values. */
#include "absent.h"

#include <math.h>
#include <stdlib.h>

static size_t count_whole(const assay_rep *rep, const size_t *absent)
{
    size_t whole = 0;
    for (size_t i = 0; i < rep->n_factors; i++) whole += absent[i] == 0;
    return whole;
}

size_t absent_part_count(const assay_rep *rep, const size_t *absent)
{
    const size_t whole = count_whole(rep, absent);
    return rep->n_factors - whole + (whole != 0);
}

/* Lists the part's factors; part 0 is that of the whole ones where there are any. */
static size_t list_factors(const assay_rep *rep, const size_t *absent, size_t index, size_t *to)
{
    size_t listed = 0, part = count_whole(rep, absent) != 0;
    const int wholes = part != 0 && index == 0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (wholes ? absent[i] == 0 : absent[i] != 0 && part++ == index) to[listed++] = i;
    }
    return listed;
}

assay_status absent_part_make(const assay_rep *rep, const size_t *absent, size_t index, absent_part *to)
{
    *to = (absent_part){ .factor = calloc(rep->n_factors, sizeof *to->factor) };
    if (!to->factor) return ASSAY_ENOMEM;
    const size_t m = list_factors(rep, absent, index, to->factor), n = rep->n - absent[to->factor[0]];
    if (assay_data_shape(&to->data, n, m, rep->n_codes) != ASSAY_OK) {
        absent_part_free(to);
        return ASSAY_ENOMEM;
    }
    const double *first = rep->factors + to->factor[0] * rep->n;
    for (size_t i = 0; i < m; i++) to->data.levels[i] = rep->levels[to->factor[i]];
    for (size_t s = 0, kept = 0; s < rep->n; s++) {
        if (isnan(first[s]))
            continue; /* the factors of a part are absent together: from no row, or there is only one */
        for (size_t i = 0; i < m; i++) to->data.factors[i * n + kept] = rep->factors[to->factor[i] * rep->n + s];
        for (size_t j = 0; j < rep->n_codes; j++) to->data.codes[j * n + kept] = rep->codes[j * rep->n + s];
        kept++;
    }
    return ASSAY_OK;
}

void absent_part_free(absent_part *part)
{
    assay_data_free(&part->data);
    free(part->factor);
    part->factor = NULL;
}
