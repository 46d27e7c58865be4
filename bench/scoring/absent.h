/*
 * absent.h -- representations some of whose factor values are absent, cut into parts that are whole: the factors that
 * every row has, together, and each of the others with the rows that have it.
 */
#pragma once

#include "assay.h"

typedef struct absent_part {
    assay_data data;   /* the part's factors, all codes, the part's rows */
    size_t *factor;    /* [data.n_factors] which factor of the whole each is */
} absent_part;

/* How many parts there are. absent [n_factors]: rows without the factor. */
size_t absent_part_count(const assay_rep *rep, const size_t *absent);

/* Part `index`; free it with absent_part_free. A part of no rows is legal. */
assay_status absent_part_make(const assay_rep *rep, const size_t *absent, size_t index, absent_part *to);
void absent_part_free(absent_part *part);
