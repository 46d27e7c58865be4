/* choice_table.h -- strips as tables and as JSON. */
#ifndef ASSAY_CHOICE_TABLE_H
#define ASSAY_CHOICE_TABLE_H

#include "choice.h"
#include "grid.h"

/* A grid of one property: its strips from the highest concordance down, notes that say what leads. */
grid *choice_grid(const choice *c, const choice_property *of);

/* {"properties": [{"property", "pairs", "outputs": [{"metric", "preset", "output", "concordance", "low", "high", ...}]}]}
 */
assay_status choice_json(const choice *c, FILE *to, assay_error *err);

/* "noise=better-side", "200 rows" */
void condition_text(const choice_condition *c, char *to, size_t size);

#endif
