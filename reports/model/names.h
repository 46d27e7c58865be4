/* names.h -- scores as every table and figure names them, which is also how a LIST of metrics takes them. A metric from
 * outside goes by its own name, "gap", and by "gap@d7b35523" where a store has two of that name. */
#pragma once

#include "evidence.h"

void variant_text(const evidence_series *s, char *to, size_t size); /* "mig", "mig:bins=5", "mig@zaidi2020" */
void series_text(const evidence_series *s, char *to, size_t size);  /* "mig", "dci-rf@zaidi2020 modularity" */
